// Package sim runs a module at the gpu level without a GPU: host functions (func.func) and kernels
// (gpu.func), with every access checked.
//
// A function is compiled once to closures over registers. A register has one 64-bit value per lane: a
// kernel runs a block's threads as lanes of one frame, operation by operation, with a list of active lanes
// that scf.if and the loops narrow; host code is a frame of one lane. Integers are kept truncated to their
// width and zero-extended, floats as their bits. Blocks run one after the other.
//
// Checks: bounds, address space (host memory from a kernel and the reverse), reads of memory that nobody
// wrote (a warning, or an error with StrictInit), data races by a shadow memory that does not depend on the
// order of execution (memory.go), and that all threads of a block arrive at a barrier. Findings are
// diagnostics with the source location of the operation; the first error ends the run.
//
// The package does not know the dialects above the gpu level.
package sim

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"

	"descend/ir"
)

// Options steer a run.
type Options struct {
	// Schedule is the seed of the order of blocks and lanes; 0 is the natural order.
	Schedule int64
	// StrictInit makes reads of memory that nobody wrote errors.
	StrictInit bool
	// Stdout receives what the program prints.
	Stdout io.Writer
	// Diags receives the findings.
	Diags *ir.Diagnostics
	// Progress, if not nil, is called now and then with the number of finished blocks of a launch.
	Progress func(kernel string, done, total int64)
	// MaxMemory bounds what the program may allocate, in bytes; 0 is 16 GiB.
	MaxMemory int64
}

// Arg is an argument of a function: the bytes of a buffer (little-endian, C order; changed in place by the
// run), or a scalar's bits.
type Arg struct {
	Data []byte
	// Device puts the buffer into GPU memory (for kernels that are launched directly).
	Device bool
	Bits   uint64
}

// Stats count what was executed.
type Stats struct {
	Launches, Blocks, Threads  int64
	Loads, Stores, Atomics     int64
	Barriers                   int64
	BytesAllocated, BytesMoved int64
}

// ErrFailed is returned when the run was stopped by a finding, which is in Options.Diags.
var ErrFailed = errors.New("the run failed")

// Machine runs functions of one module.
type Machine struct {
	module *ir.Operation
	opts   Options
	codes  map[*ir.Operation]*code
	stats  Stats
	rand   *rand.Rand
	live   int64
	leaks  map[*alloc]*ir.Operation

	launch  launchState
	dynamic *buffer // dynamic shared memory of the running block
	warned  map[*ir.Operation]bool
}

// New prepares a module for execution.
func New(module *ir.Operation, opts Options) *Machine {
	if opts.Diags == nil {
		opts.Diags = &ir.Diagnostics{}
	}
	if opts.Stdout == nil {
		opts.Stdout = io.Discard
	}
	if opts.MaxMemory == 0 {
		opts.MaxMemory = 16 << 30
	}
	m := &Machine{module: module, opts: opts, codes: map[*ir.Operation]*code{}, leaks: map[*alloc]*ir.Operation{}, warned: map[*ir.Operation]bool{}}
	if opts.Schedule != 0 {
		m.rand = rand.New(rand.NewPCG(uint64(opts.Schedule), 0x5eed))
	}
	return m
}

// Stats are the counts so far.
func (m *Machine) Stats() Stats { return m.stats }

// failure is the panic value that unwinds a run to its entry.
type failure struct{ err error }

// fail reports an error at an operation and ends the run.
func (m *Machine) fail(op *ir.Operation, code, format string, args ...any) *ir.Diagnostic {
	d := m.opts.Diags.Errorf(op.Loc(), code, format, args...)
	d.Op = op
	return d
}

func stop() { panic(failure{ErrFailed}) }

// protect turns the unwinding of a failed run into its error.
func protect(f func()) (err error) {
	defer func() {
		if r := recover(); r != nil {
			if x, ok := r.(failure); ok {
				err = x.err
				return
			}
			panic(r)
		}
	}()
	f()
	return nil
}

// Call runs a host function and returns the bits of its results. Buffers of args are updated in place.
func (m *Machine) Call(name string, args []Arg) (results []uint64, err error) {
	fn := ir.LookupSymbol(m.module, name)
	if fn == nil || !fn.Is("func.func") {
		return nil, fmt.Errorf("no host function %s", name)
	}
	entry := fn.Body(0)
	if entry == nil {
		return nil, fmt.Errorf("function %s has no body", name)
	}
	if len(args) != entry.NumArgs() {
		return nil, fmt.Errorf("function %s takes %d arguments, not %d", name, entry.NumArgs(), len(args))
	}
	err = protect(func() {
		vals := make([]operand, len(args))
		for i, a := range args {
			vals[i] = m.bindArg(fn, entry.Arg(i), a)
		}
		results = m.callHost(fn, vals)
		m.reportLeaks()
	})
	return results, err
}

// bindArg makes the operand of an argument given from outside.
func (m *Machine) bindArg(op *ir.Operation, v *ir.Value, a Arg) operand {
	t, isMem := v.Type().(*ir.MemRefType)
	if !isMem {
		return operand{bits: a.Bits}
	}
	space := hostSpace
	if a.Device {
		space = globalSpace
	}
	size := elemSize(t.Elem)
	b := &buffer{alloc: newAlloc(space, a.Data, size, 1), elem: t.Elem, size: size, count: int64(len(a.Data) / size)}
	b.alloc.initialized = true
	b.alloc.name = "argument"
	if n := staticCount(t); n >= 0 && n > b.count {
		m.fail(op, "sim-bounds", "argument %d holds %d elements, its type says %d", v.Index(), b.count, n)
		stop()
	}
	return operand{buf: b}
}

// reportLeaks reports allocations that the program did not free.
func (m *Machine) reportLeaks() {
	for _, op := range m.leaks {
		m.fail(op, "sim-memory", "memory allocated here is never freed")
		stop()
	}
}
