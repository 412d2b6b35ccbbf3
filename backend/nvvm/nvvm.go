// Package nvvm translates kernels at the gpu level into NVVM LLVM IR with llir.
//
// Rules that make good PTX (each measured: docs/gpu-level.md, "What LLVM and PTX need"): pointers are in their address space
// from the start; an address is a chain of GEPs, one for each addend of the index in the order written;
// floating point arithmetic is marked contract; shared memory is an internal global without initializer,
// aligned to 16 bytes; block sizes are given as reqntid; noalias and readonly come from the attributes
// that lowering derived from the checks, nothing is guessed here.
//
// The package does not know Descend, its checks or the host.
package nvvm

import (
	"sort"

	llvm "github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/metadata"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"

	"descend/backend/llvmgen"
	"descend/dialects/gpu"
	"descend/dialects/gpu/contract"
	"descend/ir"
	"descend/ir/bail"
	"descend/passes/ahead"
	"descend/passes/copies"
	"descend/passes/rows"
)

// Options steer the translation.
type Options struct {
	// ElementAlign assumes global memory aligned to its elements only, in place of 16 bytes.
	ElementAlign bool
	// LineTables notes the place in the source of every instruction, for profilers and compute-sanitizer.
	LineTables bool
	// ExternGrid declares the barrier of all blocks of a grid (contract.SyncGrid) for whoever runs the text elsewhere.
	ExternGrid bool
	// Capability is the target's compute capability, such as 80. Before 80 copies are made where they begin, before 75 lanes load what
	// they have of matrices by themselves.
	Capability int
}

// Module is the result.
type Module struct {
	// Text is the LLVM IR (typed pointers, as LLVM 14 to 22 read it).
	Text []byte
	// Kernels are the names of the entries, Symbols the entry of each kernel (function Symbols).
	Kernels []string
	Symbols map[string]string
	// Externs are the external functions that the module declares on purpose (vprintf).
	Externs []string
	// Faults says whether the module has run-time checks: it then defines __descend_fault. Files are the
	// source files by the number in a fault's record, from 1, and Checks the operations with the attribute
	// descend.check.
	Faults bool
	Files  []string
	Checks []*ir.Operation
}

// UnsupportedError is a construct that this backend cannot translate yet.
type UnsupportedError = llvmgen.UnsupportedError

// address spaces of NVPTX.
const (
	global types.AddrSpace = 1
	shared types.AddrSpace = 3
)

// pointer is a register for one in assembly.
const pointer = "l"

// Emit translates every kernel of every gpu.module inside module.
func Emit(module *ir.Operation, o Options) (*Module, error) {
	e, err := translate(module, o)
	if err != nil {
		return nil, err
	}
	sort.Strings(e.out.Externs)
	e.out.Text = llvmgen.Text(e.Mod)
	return &e.out, nil
}

// Accepts is nil where Emit gives a module, and else its error. The text, which takes much of Emit's time, is not made.
func Accepts(module *ir.Operation, o Options) error {
	_, err := translate(module, o)
	return err
}

func translate(module *ir.Operation, o Options) (e *emitter, err error) {
	e = &emitter{Module: llvmgen.NewModule("the GPU"), opts: o, named: map[string]bool{}, devices: map[*ir.Operation]*llvm.Func{}}
	e.Lockstep = true
	e.out.Symbols = Symbols(module)
	if o.LineTables {
		e.LineTables(false)
	}
	e.Mod.TargetTriple = "nvptx64-nvidia-cuda"
	e.Mod.DataLayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
	defer bail.Catch(&err)
	for k := range ir.AllOf[gpu.FuncOp](module) {
		e.kernel(prepared(k.Operation, o), k.Operation)
	}
	if len(e.annotations) > 0 {
		e.Mod.NamedMetadataDefs["nvvm.annotations"] = &metadata.NamedDef{Name: "nvvm.annotations", Nodes: e.annotations}
	}
	return e, nil
}

// prepared is a kernel as it is translated: itself, or a copy in which what the target has no instructions for is made by others. The copy is in no
// module: functions that it calls are those that the kernel calls.
func prepared(kernel *ir.Operation, o Options) *ir.Operation {
	waits, alone := o.Capability < 80 && copies.In(kernel), o.Capability < 75 && rows.In(kernel)
	if !waits && !alone && !ahead.In(kernel) {
		return kernel
	}
	kernel = kernel.Clone(ir.NewMapping())
	ahead.Unroll(kernel)
	if waits {
		copies.Plain(kernel)
	}
	if alone {
		rows.Plain(kernel)
	}
	return kernel
}

// emitter is the state of a translation.
type emitter struct {
	*llvmgen.Module
	opts        Options
	annotations []metadata.Node
	out         Module
	faultFn     *llvm.Func
	gridFn      *llvm.Func
	files       map[string]int64
	dynamic     *llvm.Global
	devices     map[*ir.Operation]*llvm.Func // functions of the module of kernels
	arch        *llvm.Global                 // see archName
	named       map[string]bool              // entries made so far
}

// function is the state of a kernel's translation.
type function struct {
	*llvmgen.Function
	emitter *emitter
	place   *ir.Operation             // where its operations stand: the function in the module
	launch  *contract.Launch          // nil: not known
	bounds  map[*ir.Value]uint64      // see bound
	nats    map[*ir.Value]uint64      // see sizes
	parts   map[*ir.Value]parts       // see has
	lows    map[*ir.Value]value.Value // see low
	bools   []*ir.Value               // parameters that come as bytes
	vectors vectors
}

// newFunction begins the translation of a function that stands at a place in the module.
func (e *emitter) newFunction(op, place *ir.Operation) *function {
	f := &function{Function: e.NewFunction(op), emitter: e, place: place, bounds: map[*ir.Value]uint64{}, nats: map[*ir.Value]uint64{},
		parts: map[*ir.Value]parts{}, lows: map[*ir.Value]value.Value{}}
	f.Target = f
	return f
}
