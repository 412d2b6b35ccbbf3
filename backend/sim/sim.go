// Package sim runs a module at the gpu level without a GPU: host functions (func.func) and kernels
// (gpu.func), with every access checked.
//
// A function is compiled once to closures over registers. A register has one 64-bit value per lane: a
// kernel runs a block's threads as lanes of one frame, operation by operation, with a list of active lanes
// that scf.if and the loops narrow; host code is a frame of one lane. Integers are kept truncated to their
// width and zero-extended, floats as their bits. Blocks run one after the other.
//
// Checks: bounds, address space (host memory from a kernel and the reverse), memory that was freed, freed
// twice or never, reads of memory that nobody wrote (a warning, or an error with StrictInit), data races by a
// shadow memory that does not depend on the order of execution (race.go), and that all threads of a block
// arrive at a barrier. Findings are diagnostics with the source location of the operation and the block and
// thread; the first error ends the run.
//
// The threads of a block run in lockstep, so a thread that waits in a loop for another one of its block waits
// forever; Options.Context ends such a run.
//
// Options.Counters has the accesses to memory counted as a GPU would make them (counters.go).
//
// The package does not know the dialects above the gpu level.
package sim

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"math/rand/v2"
	"sync/atomic"

	funcd "descend/dialects/func"
	"descend/dialects/gpu"
	"descend/dialects/ods"
	"descend/ir"
	"descend/ir/bail"
)

// Options steer a run.
type Options struct {
	// Schedule is the seed of the order of blocks and lanes; 0 is the natural order.
	Schedule int64
	// StrictInit makes reads of memory that nobody wrote errors.
	StrictInit bool
	// KeepMemory says that the program need not free what it allocates.
	KeepMemory bool
	// Returned, if not nil, is called with each result of the function that Call runs, as text.
	Returned func(text string)
	// Stdout receives what the program prints.
	Stdout io.Writer
	// Diags receives the findings.
	Diags *ir.Diagnostics
	// MaxMemory bounds what the program and its shadow memory may take, in bytes; 0 is UsualMemory.
	MaxMemory int64
	// Context, if not nil, ends the run when it is done.
	Context context.Context
	// SyncGrid, if not nil, is called where the function of a block, which passes/cpu makes, waits for the other blocks.
	SyncGrid func()
	// Device, if not nil, holds GPU memory and runs the kernels in place of the simulator.
	Device Device
	// Devices is the number of GPUs that the simulator stands for; 0 is 1.
	Devices int
	// FillShared, if not nil, gives shared memory its contents at the start of a block, which are unspecified.
	FillShared func([]byte)
	// Decide, if not nil, gives operations of kernels with one result, which is not a memref, another result: it is
	// called with the id of the block, the number of the thread in it, and the bits of the result.
	Decide map[*ir.Operation]func(block [3]int, thread int32, bits uint64) uint64
	// Racing, if not nil, says which accesses to memory that threads share count for data races, by the id of the block, the
	// number of the thread in it and the element of the buffer: all others are only made.
	Racing func(op *ir.Operation, block [3]int, thread int32, element int64) bool
	// Counters, if not nil, add up what the accesses of kernels to global and shared memory cost a GPU.
	Counters *Counters
	// Trace, if not nil, is told what kernels do to memory that threads share (trace.go).
	Trace Tracer
	// EachFinish lets a wait end the group of its token alone, as the language has it, where hardware ends all older ones too: a copy whose own
	// wait is missing or late is reported.
	EachFinish bool
	// View, if not nil, is called with each view of a part of a buffer that a kernel makes.
	View func(op *ir.Operation, offset, bytes int64)
}

// Arg is an argument of a function: the bytes of a buffer (little-endian, C order; changed in place by the
// run), or a scalar's bits.
type Arg struct {
	Data []byte
	// Shape are the sizes of the buffer, if its type does not say them.
	Shape []int64
	// Device puts the buffer into GPU memory (for kernels that are launched directly).
	Device bool
	// Unset says that the contents of the buffer count as not written.
	Unset bool
	Bits  uint64
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
	target gpu.Target
	codes  map[*ir.Operation]*code
	stats  Stats
	rand   *rand.Rand
	live   int64 // bytes in use
	depth  int   // of calls
	ticks  uint

	running  atomic.Pointer[Running]
	launched atomic.Int64

	// heap are the allocations of the program in order; allocs says where, freedAt where they were freed.
	heap    []*alloc
	allocs  map[*alloc]*ir.Operation
	freedAt map[*alloc]*ir.Operation

	globals    map[string]*buffer // of the host, by name
	nextDevice int                // the GPU of the next allocation

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
		opts.MaxMemory = UsualMemory
	}
	m := &Machine{
		module: module, opts: opts, target: gpu.AnyTarget, codes: map[*ir.Operation]*code{}, allocs: map[*alloc]*ir.Operation{},
		freedAt: map[*alloc]*ir.Operation{}, warned: map[*ir.Operation]bool{}, globals: map[string]*buffer{},
	}
	m.launch.ops = []*ir.Operation{nil} // number 0 is no access
	if opts.Schedule != 0 {
		m.rand = rand.New(rand.NewPCG(uint64(opts.Schedule), 0x5eed))
	}
	return m
}

// Stats are the counts so far.
func (m *Machine) Stats() Stats { return m.stats }

// fail reports an error at an operation; the caller adds to it and calls stop.
func (m *Machine) fail(op *ir.Operation, code, format string, args ...any) *ir.Diagnostic {
	d := m.opts.Diags.Errorf(op.Loc(), code, format, args...)
	d.Op = op
	return d
}

func stop() { bail.Out(ErrFailed) }

// tick looks now and then whether the run shall end.
func (m *Machine) tick(op *ir.Operation) {
	if m.ticks++; m.ticks&255 != 0 || m.opts.Context == nil {
		return
	}
	if err := m.opts.Context.Err(); err != nil {
		bail.Out(fmt.Errorf("the run was interrupted: %w", err))
	}
}

// protect turns the unwinding of a failed run into its error and drops the run's memory.
func (m *Machine) protect(f func()) (err error) {
	live := m.live
	defer func() {
		m.freeDevice()
		m.live, m.depth, m.dynamic, m.launch.loop, m.launch.round = live, 0, nil, nil, 0
		clear(m.globals)
		m.heap = nil
		clear(m.allocs)
		clear(m.freedAt)
	}()
	defer bail.Catch(&err)
	f()
	return nil
}

// Call runs a host function and returns the bits of its results. Buffers of args are updated in place.
func (m *Machine) Call(name string, args []Arg) (results []uint64, err error) {
	fn := ir.LookupSymbol(m.module, name)
	if !ir.Is[funcd.FuncOp](fn) {
		return nil, fmt.Errorf("no host function %s", name)
	}
	entry := fn.Body(0)
	if entry == nil {
		return nil, fmt.Errorf("function %s has no body", name)
	}
	if len(args) != entry.NumArgs() {
		return nil, fmt.Errorf("function %s takes %d arguments, not %d", name, entry.NumArgs(), len(args))
	}
	err = m.protect(func() {
		vals := make([]operand, len(args))
		for i, a := range args {
			vals[i] = m.bindArg(fn, entry.Arg(i), a)
		}
		out := m.runHost(fn, vals)
		if !m.opts.KeepMemory {
			m.reportLeaks(out)
		}
		for i, r := range out {
			results = append(results, r.bits)
			if m.opts.Returned != nil {
				m.opts.Returned(m.text(fn, ods.FunctionTypeOf(fn).Results[i], r))
			}
		}
	})
	return results, err
}

// bindArg makes the operand of an argument given from outside.
func (m *Machine) bindArg(op *ir.Operation, v *ir.Value, a Arg) operand {
	t, isMem := v.Type().(*ir.MemRefType)
	if !isMem {
		return operand{bits: a.Bits & maskOf(widthOf(v.Type()))}
	}
	if what := unsupportedType(t); what != "" || t.Layout != nil && len(t.Shape) != 1 || len(t.Shape) > 1 && staticCount(t) < 0 && len(a.Shape) != len(t.Shape) || t.Unranked {
		m.unsupported(op, "arguments of type %s", t)
	}
	sp := hostSpace
	if a.Device {
		sp = globalSpace
	}
	size := elemSize(t.Elem)
	n := int64(len(a.Data) / size)
	if want := staticCount(t); want >= 0 && want != n || len(a.Data)%size != 0 {
		m.fail(op, "sim-bounds", "argument %d has %d bytes, its type is %s", v.Index(), len(a.Data), t)
		stop()
	}
	b := &buffer{alloc: &alloc{space: sp, data: a.Data, initialized: !a.Unset}, elem: t.Elem, size: size, count: n, step: int64(size)}
	if len(t.Shape) > 1 && staticCount(t) < 0 {
		b.dims = inOnePiece(a.Shape)
	}
	if a.Unset && sp == hostSpace {
		b.written, b.flagShift = make([]bool, n), bits.TrailingZeros(uint(size))
	}
	return operand{buf: b}
}

// reportLeaks reports allocations that the program neither freed nor returned.
func (m *Machine) reportLeaks(returned []operand) {
	for _, r := range returned {
		if r.buf != nil {
			delete(m.allocs, r.buf.alloc)
		}
	}
	for _, a := range m.heap {
		if op := m.allocs[a]; op != nil && !a.freed {
			m.fail(op, "sim-memory", "memory allocated here is never freed")
			stop()
		}
	}
}
