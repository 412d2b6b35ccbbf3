// Package llvmgen translates to LLVM IR, with llir, the operations that kernels and host functions have in
// common: arith, math, memref, scf, branches, atomics. What differs between machines (ids, barriers, approximate
// functions, the arithmetic of addresses) is asked of a Target.
//
// Memory is a pointer to typed elements; booleans are bytes there. Floating point arithmetic is marked contract where the operation is,
// an address is a chain of GEPs, one for each addend of the index in the order written.
//
// The package does not know GPUs, operating systems or Descend.
package llvmgen

import (
	"fmt"

	llvm "github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/metadata"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"

	"descend/dialects/arith"
	"descend/dialects/nvgpu"
	"descend/ir"
	"descend/ir/bail"
)

// Target is the machine that code is made for. Its methods are called while a function is translated.
type Target interface {
	// Operation translates an operation that only this machine has; false: it has no such one either.
	Operation(op *ir.Operation) bool
	// Math is a function that is not an instruction of every machine (exp, sin, powf ..) of x, and of a second operand if there is
	// one; nil if this machine has none.
	Math(op *ir.Operation, name string, x value.Value) value.Value
	// Sum may add the leading addends of an index in arithmetic that suits the machine, to 64 bits, and gives
	// the others; nil and all addends if it has no better way.
	Sum(addends []*ir.Value) (sum value.Value, rest []*ir.Value)
	// Addend is one addend in 64 bits.
	Addend(v *ir.Value) value.Value
	// Compare is a comparison of integers that suits the machine better than one of the operands as they are; nil if there is none.
	Compare(o arith.CmpIOp) value.Value
}

// UnsupportedError is a construct that the backend cannot translate yet.
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

// Module is the state of a module's translation.
type Module struct {
	Mod *llvm.Module
	// Where names the machine in messages: "the GPU".
	Where string
	// SizedBuffers: where values flow, a buffer does as its pointer and, if its type does not say it, its number of
	// elements; and parts of buffers are buffers. Else a buffer is its pointer alone.
	SizedBuffers bool
	// Lockstep: threads that take different arms of a conditional wait for each other, so that equal stores should be one.
	Lockstep bool

	intrinsics map[string]*llvm.Func
	strings    int
	lines      *lines // nil: no line tables
	empty      *metadata.Tuple
}

// NewModule starts a module for a machine with this name.
func NewModule(where string) *Module {
	return &Module{Mod: llvm.NewModule(), Where: where, intrinsics: map[string]*llvm.Func{}}
}

// Memory is the translation of a memref value: a pointer to its first element.
type Memory struct {
	Ptr  value.Value
	Elem types.Type
	// Align is what is known of the alignment of Ptr, in bytes.
	Align int
	// Dims are the extents of a memref; behind the first one they are constants.
	Dims []int64
	// Count is the number of elements, for memref.dim; nil if unknown.
	Count value.Value
	// Constant marks memory that nobody writes while the function runs.
	Constant bool
	// depth is the number of parallel loops around the allocation: it is memory of an iteration of each.
	depth int
}

// Function is the state of a function's translation.
type Function struct {
	*Module
	// Op is the function that is translated, Fn what it becomes.
	Op     *ir.Operation
	Fn     *llvm.Func
	Target Target
	// Cur is the block that instructions are added to; Allocs, the first one, is for stack memory.
	Cur    *llvm.Block
	Allocs *llvm.Block
	Vals   map[*ir.Value]value.Value
	Mems   map[*ir.Value]Memory
	blocks int
	// groups are the access groups of the parallel loops, open those of the loops around Cur.
	groups map[*ir.Operation]*metadata.Tuple
	open   []*metadata.Tuple
	// starts and flows are the blocks of a region and the phis of their arguments; see Region.
	starts map[*ir.Block]*llvm.Block
	flows  map[*ir.Block][]flow
	scope  *metadata.DISubprogram // of the line tables
	// addresses are those of stores that were computed before; see early.
	addresses map[*ir.Operation]value.Value
	// multiples are powers of two that divide values; see multiple.
	multiples map[*ir.Value]int64
}

// NewFunction starts a function; Fn and the blocks are set by the caller.
func (m *Module) NewFunction(op *ir.Operation) *Function {
	values := 0
	op.Walk(func(o *ir.Operation) ir.WalkResult {
		values += o.NumResults()
		return ir.Advance
	})
	f := &Function{Module: m, Op: op, Vals: make(map[*ir.Value]value.Value, values), Mems: map[*ir.Value]Memory{}, addresses: map[*ir.Operation]value.Value{}}
	f.findMultiples()
	return f
}

// Unsupported ends the translation, up to the bail.Catch of the backend's entry: op cannot be translated.
func (m *Module) Unsupported(op *ir.Operation, format string, args ...any) {
	bail.Out[error](&UnsupportedError{Loc: op.Loc(), What: fmt.Sprintf(format, args...)})
}

// TypeOf is the LLVM type of a scalar.
func (m *Module) TypeOf(op *ir.Operation, t ir.Type) types.Type {
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
	if t == nvgpu.AsyncToken(op.Context()) {
		return types.I32 // nobody looks at it
	}
	m.Unsupported(op, "values of type %s are not supported on %s", t, m.Where)
	return nil
}

// MemType is the type of an element in memory: booleans are bytes.
func (m *Module) MemType(op *ir.Operation, t ir.Type) types.Type {
	if IsBool(t) {
		return types.I8
	}
	return m.TypeOf(op, t)
}

// SizeOf is the number of bytes of an element in memory.
func SizeOf(t types.Type) int {
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

// NewBlock adds a block; its name gets a number.
func (f *Function) NewBlock(name string) *llvm.Block {
	f.blocks++
	return f.Fn.NewBlock(fmt.Sprintf("%s%d", name, f.blocks))
}

// Block translates the operations of a block; what its terminator means is left to the caller.
func (f *Function) Block(b *ir.Block) {
	for op := range b.Ops() {
		f.Operation(op)
	}
}

// Val is the translation of a value.
func (f *Function) Val(v *ir.Value) value.Value {
	x := f.Vals[v]
	if x == nil {
		f.Unsupported(f.at(v), "a value of type %s in this place is not supported on %s", v.Type(), f.Where)
	}
	return x
}

// Mem is the translation of a memref.
func (f *Function) Mem(v *ir.Value) Memory {
	m, ok := f.Mems[v]
	if !ok {
		f.Unsupported(f.at(v), "a buffer of type %s in this place is not supported on %s", v.Type(), f.Where)
	}
	return m
}

// Flat are the LLVM values that a value consists of: itself, or a buffer's pointer and number of elements.
func (f *Function) Flat(v *ir.Value) []value.Value {
	t, isMem := v.Type().(*ir.MemRefType)
	if !isMem {
		return []value.Value{f.Val(v)}
	}
	m := f.Mem(v)
	if !f.SizedBuffers || !hasCount(t) {
		return []value.Value{m.Ptr}
	}
	if m.Count == nil {
		f.Unsupported(f.at(v), "the size of a buffer of type %s is not known on %s", t, f.Where)
	}
	return []value.Value{m.Ptr, m.Count}
}

// hasCount says whether the number of elements of a buffer goes with its pointer.
func hasCount(t *ir.MemRefType) bool { return len(t.Shape) == 1 && t.Shape[0] == ir.Dynamic }

// FlatTypes are the LLVM types of Flat for values of type t.
func (f *Function) FlatTypes(op *ir.Operation, t ir.Type) []types.Type {
	m, isMem := t.(*ir.MemRefType)
	if !isMem {
		return []types.Type{f.TypeOf(op, t)}
	}
	if m.Unranked {
		f.Unsupported(op, "a buffer of type %s is not supported on %s", m, f.Where)
	}
	ptr := types.NewPointer(f.MemType(op, m.Elem))
	if hasCount(m) {
		return []types.Type{ptr, types.I64}
	}
	return []types.Type{ptr}
}

// Bind makes LLVM values the translation of v.
func (f *Function) Bind(v *ir.Value, vals []value.Value) {
	t, isMem := v.Type().(*ir.MemRefType)
	if !isMem {
		f.Vals[v] = vals[0]
		return
	}
	elem := f.MemType(f.at(v), t.Elem)
	m := Memory{Ptr: vals[0], Elem: elem, Align: SizeOf(elem), Dims: t.Shape}
	if len(vals) > 1 {
		m.Count = vals[1]
	} else if len(t.Shape) == 1 {
		m.Count = constant.NewInt(types.I64, t.Shape[0])
	}
	f.Mems[v] = m
}

// at is an operation to blame for a value.
func (f *Function) at(v *ir.Value) *ir.Operation {
	if op := v.DefiningOp(); op != nil {
		return op
	}
	return f.Op
}

// Set makes v the translation of an operation's result; it is true.
func (f *Function) Set(op *ir.Operation, v value.Value) bool {
	f.Vals[op.Result(0)] = v
	return true
}

// Intrinsic declares an intrinsic or runtime function once.
func (m *Module) Intrinsic(name string, ret types.Type, params ...types.Type) *llvm.Func {
	if fn := m.intrinsics[name]; fn != nil {
		return fn
	}
	var ps []*llvm.Param
	for _, t := range params {
		ps = append(ps, llvm.NewParam("", t))
	}
	fn := m.Mod.NewFunc(name, ret, ps...)
	m.intrinsics[name] = fn
	return fn
}

// HasIntrinsic says whether a function was declared by Intrinsic.
func (m *Module) HasIntrinsic(name string) bool { return m.intrinsics[name] != nil }

// NewString makes a constant string with an end of zero, in an address space.
func (m *Module) NewString(s string, space types.AddrSpace) *llvm.Global {
	g := m.Mod.NewGlobalDef(fmt.Sprintf("__str%d", m.strings), constant.NewCharArrayFromString(s+"\x00"))
	m.strings++
	g.Immutable, g.Linkage, g.AddrSpace = true, enum.LinkagePrivate, space
	g.Typ = types.NewPointer(g.ContentType)
	g.Typ.AddrSpace = space
	return g
}
