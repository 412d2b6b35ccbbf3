// Package nvvm translates kernels at the gpu level into NVVM LLVM IR with llir.
//
// Rules that make good PTX (each measured; see the project's facts): pointers are in their address space
// from the start; an address is a chain of GEPs, one for each addend of the index in the order written;
// floating point arithmetic is marked contract; shared memory is an internal global without initializer,
// aligned to 16 bytes; block sizes are given as reqntid; noalias and readonly come from the attributes
// that lowering derived from the checks, nothing is guessed here.
//
// The package does not know Descend, its checks or the host.
package nvvm

import (
	"fmt"
	"sort"

	llvm "github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/metadata"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"

	"descend/ir"
)

// Options steer the translation.
type Options struct {
	// ElementAlign assumes global memory aligned to its elements only, in place of 16 bytes.
	ElementAlign bool
}

// Module is the result.
type Module struct {
	// Text is the LLVM IR (typed pointers, as LLVM 14 to 22 read it).
	Text []byte
	// Kernels are the names of the entries, Symbols the entry of each kernel: its name with characters that
	// PTX does not allow replaced.
	Kernels []string
	Symbols map[string]string
	// Externs are the external functions that the module declares on purpose (vprintf).
	Externs []string
	// Faults says whether the module has run-time checks: it then defines __descend_fault. Files are the
	// source files by the number in a fault's record, from 1.
	Faults bool
	Files  []string
}

// UnsupportedError is a construct that this backend cannot translate yet.
type UnsupportedError struct {
	Loc  ir.Location
	What string
}

func (e *UnsupportedError) Error() string {
	r := ir.RangeOf(e.Loc)
	if r.Known() {
		return fmt.Sprintf("%s:%d:%d: %s", r.File, r.Line, r.Col, e.What)
	}
	return e.What
}

// address spaces of NVPTX.
const (
	global types.AddrSpace = 1
	shared types.AddrSpace = 3
)

// Emit translates every kernel of every gpu.module inside module.
func Emit(module *ir.Operation, o Options) (m *Module, err error) {
	e := &emitter{opts: o, mod: llvm.NewModule(), intrinsics: map[string]*llvm.Func{}, symbols: map[string]bool{}}
	e.out.Symbols = map[string]string{}
	e.mod.TargetTriple = "nvptx64-nvidia-cuda"
	e.mod.DataLayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
	defer func() {
		if r := recover(); r != nil {
			u, ok := r.(*UnsupportedError)
			if !ok {
				panic(r)
			}
			m, err = nil, u
		}
	}()
	for k := range module.All("gpu.func") {
		e.kernel(k)
	}
	if len(e.annotations) > 0 {
		e.mod.NamedMetadataDefs["nvvm.annotations"] = &metadata.NamedDef{Name: "nvvm.annotations", Nodes: e.annotations}
	}
	sort.Strings(e.out.Externs)
	e.out.Text = []byte(e.mod.String())
	return &e.out, nil
}

// emitter is the state of a translation.
type emitter struct {
	opts        Options
	mod         *llvm.Module
	intrinsics  map[string]*llvm.Func
	annotations []metadata.Node
	out         Module
	faultFn     *llvm.Func
	files       map[string]int64
	dynamic     *llvm.Global
	strings     int
	symbols     map[string]bool // names of kernels, and of their entries
}

// memory is the translation of a memref value: a pointer to its first element.
type memory struct {
	ptr  value.Value
	elem types.Type
	// align is what is known of the alignment of ptr, in bytes.
	align int
	// dims are the extents of a memref of rank above 1 (constants).
	dims []int64
	// count is the number of elements, for memref.dim; nil if unknown.
	count value.Value
	// fresh marks shared memory whose contents may be undefined: loads are frozen.
	fresh bool
}

// function is the state of a kernel's translation.
type function struct {
	*emitter
	op     *ir.Operation
	fn     *llvm.Func
	cur    *llvm.Block
	vals   map[*ir.Value]value.Value
	mems   map[*ir.Value]memory
	blocks int
	allocs *llvm.Block
	bounds map[*ir.Value]uint64 // see bound
	bools  []*ir.Value          // parameters that come as bytes
}

func unsupported(op *ir.Operation, format string, args ...any) {
	panic(&UnsupportedError{Loc: op.Loc(), What: fmt.Sprintf(format, args...)})
}

// typeOf is the LLVM type of a scalar.
func typeOf(op *ir.Operation, t ir.Type) types.Type {
	switch t := t.(type) {
	case *ir.IndexType:
		return types.I64
	case *ir.IntegerType:
		switch t.Width {
		case 1, 8, 16, 32, 64:
			return types.NewInt(uint64(t.Width))
		}
	case *ir.FloatType:
		switch t.Kind {
		case ir.F16:
			return types.Half
		case ir.F32:
			return types.Float
		case ir.F64:
			return types.Double
		}
	}
	unsupported(op, "values of type %s are not supported on the GPU", t)
	return nil
}

// memType is the type of an element in memory: booleans are bytes.
func memType(op *ir.Operation, t ir.Type) types.Type {
	if i, ok := t.(*ir.IntegerType); ok && i.Width == 1 {
		return types.I8
	}
	return typeOf(op, t)
}

// sizeOf is the number of bytes of an element in memory.
func sizeOf(t types.Type) int {
	switch t := t.(type) {
	case *types.IntType:
		return int(t.BitSize+7) / 8
	case *types.FloatType:
		switch t.Kind {
		case types.FloatKindHalf:
			return 2
		case types.FloatKindFloat:
			return 4
		}
	}
	return 8
}

func (f *function) newBlock(name string) *llvm.Block {
	f.blocks++
	return f.fn.NewBlock(fmt.Sprintf("%s%d", name, f.blocks))
}

// block translates the operations of a block; the terminator is left to the caller.
func (f *function) block(b *ir.Block) {
	for op := range b.Ops() {
		f.operation(op)
	}
}

// val is the translation of a value.
func (f *function) val(v *ir.Value) value.Value {
	x := f.vals[v]
	if _, isMem := v.Type().(*ir.MemRefType); isMem {
		unsupported(f.at(v), "a buffer that is chosen at run time is not supported on the GPU")
	}
	if x == nil {
		unsupported(f.at(v), "a value of type %s in this place is not supported on the GPU", v.Type())
	}
	return x
}

// mem is the translation of a memref.
func (f *function) mem(v *ir.Value) memory {
	m, ok := f.mems[v]
	if !ok {
		unsupported(f.at(v), "a buffer that is chosen at run time is not supported on the GPU")
	}
	return m
}

// at is an operation to blame for a value.
func (f *function) at(v *ir.Value) *ir.Operation {
	if op := v.DefiningOp(); op != nil {
		return op
	}
	return f.op
}

// intrinsic declares an intrinsic or runtime function once.
func (f *function) intrinsic(name string, ret types.Type, params ...types.Type) *llvm.Func {
	if fn := f.intrinsics[name]; fn != nil {
		return fn
	}
	var ps []*llvm.Param
	for _, t := range params {
		ps = append(ps, llvm.NewParam("", t))
	}
	fn := f.mod.NewFunc(name, ret, ps...)
	f.intrinsics[name] = fn
	return fn
}
