package llvmgen

import (
	"bytes"
	"fmt"
	"strconv"

	llvm "github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"
)

// Text is what m.String() is. The library makes a string of each operand, instruction, block and function on its way, which for large kernels took a
// sixth of the compiler's time. Here the bodies of functions are written once, into one array, as far as they are of the instructions that this
// project makes in numbers; all else is the library's.
func Text(m *llvm.Module) []byte {
	bodies, instructions := make([][]*llvm.Block, len(m.Funcs)), 0
	for i, f := range m.Funcs {
		if err := f.AssignIDs(); err != nil {
			panic(err) // as m.String does
		}
		for _, b := range f.Blocks {
			instructions += len(b.Insts) + 2
		}
		if len(f.Blocks) > 0 {
			bodies[i], f.Blocks = f.Blocks, []*llvm.Block{{LocalIdent: llvm.LocalIdent{LocalName: placeholder}, Term: llvm.NewUnreachable()}}
		}
	}
	frame := []byte(m.String())
	w := &writer{b: make([]byte, 0, len(frame)+72*instructions), types: map[types.Type]string{}, funcs: map[*llvm.Func]string{}, places: map[*constant.ExprGetElementPtr]string{}}
	for i, f := range m.Funcs {
		if bodies[i] == nil {
			continue
		}
		f.Blocks = bodies[i]
		before, after, ok := bytes.Cut(frame, []byte("{\n"+placeholder+":\n\tunreachable\n}"))
		if !ok {
			panic("the place of a function's body is lost") // there is more in it than blocks, which nobody here makes
		}
		w.b = append(w.b, before...)
		w.body(f)
		frame = after
	}
	return append(w.b, frame...)
}

// placeholder is the label of the block that stands for a function's body.
const placeholder = "descend.body"

// writer appends LLVM IR to b.
type writer struct {
	b      []byte
	types  map[types.Type]string // the text of types, which the library makes again for each use
	funcs  map[*llvm.Func]string // and that of functions' names, and of places in constants
	places map[*constant.ExprGetElementPtr]string
}

func (w *writer) body(f *llvm.Func) {
	w.str("{\n")
	for i, block := range f.Blocks {
		if i > 0 {
			w.str("\n")
		}
		w.str(block.Ident()[1:])
		w.str(":\n")
		for _, x := range block.Insts {
			w.str("\t")
			if !w.instruction(x) {
				w.str(x.LLString())
			}
			w.str("\n")
		}
		w.str("\t")
		if !w.terminator(block.Term) {
			w.str(block.Term.LLString())
		}
		w.str("\n")
	}
	w.str("}")
}

func (w *writer) str(s string) { w.b = append(w.b, s...) }

func (w *writer) typ(t types.Type) {
	switch t := t.(type) {
	case *types.IntType:
		if t.TypeName == "" {
			w.str("i")
			w.b = strconv.AppendUint(w.b, t.BitSize, 10)
			return
		}
	case *types.FloatType:
		if t.TypeName == "" {
			w.str(t.Kind.String())
			return
		}
	case *types.PointerType: // most instructions that compute one have a type of their own
		if t.TypeName == "" {
			w.pointer(t)
			return
		}
	}
	once(w, w.types, t, types.Type.String)
}

// once writes a text that the library would make again for each use.
func once[K comparable](w *writer, made map[K]string, of K, text func(K) string) {
	s, ok := made[of]
	if !ok {
		s = text(of)
		made[of] = s
	}
	w.str(s)
}

func (w *writer) pointer(t *types.PointerType) {
	w.typ(t.ElemType)
	if t.AddrSpace != 0 {
		w.str(" addrspace(")
		w.b = strconv.AppendUint(w.b, uint64(t.AddrSpace), 10)
		w.str(")")
	}
	w.str("*")
}

// local is what has a name or a number in a function.
type local interface {
	ID() int64
	IsUnnamed() bool
}

// ident writes a value without its type.
func (w *writer) ident(v value.Value) {
	switch x := v.(type) {
	case llvm.Instruction, *llvm.Param, *llvm.Block:
		if x, ok := x.(local); ok && x.IsUnnamed() {
			w.str("%")
			w.b = strconv.AppendInt(w.b, x.ID(), 10)
			return
		}
	case *constant.Int:
		if x.X.IsInt64() && x.X.Int64() < 0x1000 && x.Typ.BitSize > 1 { // the library writes some of the larger ones in hexadecimal
			w.b = strconv.AppendInt(w.b, x.X.Int64(), 10)
			return
		}
	case *llvm.Func:
		once(w, w.funcs, x, (*llvm.Func).Ident)
		return
	}
	w.str(v.Ident())
}

// operand writes a value behind its type.
func (w *writer) operand(v value.Value) {
	switch v := v.(type) {
	case llvm.Instruction, *llvm.Param, *llvm.Block, *constant.Int:
		w.typ(v.Type())
		w.str(" ")
		w.ident(v)
	case *constant.Undef:
		w.typ(v.Typ)
		w.str(" undef")
	case *constant.ExprGetElementPtr:
		once(w, w.places, v, (*constant.ExprGetElementPtr).String)
	default:
		w.str(v.String())
	}
}

// operands writes values with commas between them.
func (w *writer) operands(all ...value.Value) {
	for i, v := range all {
		if i > 0 {
			w.str(", ")
		}
		w.operand(v)
	}
}

// define begins an instruction that has a result.
func (w *writer) define(v value.Value, name string) {
	w.ident(v)
	w.str(" = ")
	w.str(name)
}

func (w *writer) metadata(all llvm.Metadata) bool {
	for _, md := range all {
		w.str(", ")
		w.str(md.String())
	}
	return true
}

// flags writes the flags of an instruction, a space before each.
func flags[F fmt.Stringer](w *writer, all []F) {
	for _, f := range all {
		w.str(" ")
		w.str(f.String())
	}
}

// binary writes an instruction with two operands of one type.
func binary[F fmt.Stringer](w *writer, v value.Value, name string, all []F, x, y value.Value, md llvm.Metadata) bool {
	w.define(v, name)
	flags(w, all)
	w.str(" ")
	w.operand(x)
	w.str(", ")
	w.ident(y)
	return w.metadata(md)
}

// exact is the flag of instructions that the library keeps as a bool.
type exact bool

func (exact) String() string { return "exact" }

// plain are the flags of an instruction that has none.
var plain []exact

func isExact(is bool) []exact {
	if is {
		return []exact{true}
	}
	return plain
}

func (w *writer) conversion(v value.Value, name string, from value.Value, to types.Type, md llvm.Metadata) bool {
	w.define(v, name)
	w.operand(from)
	w.str(" to ")
	w.typ(to)
	return w.metadata(md)
}

// instruction writes x unless it is one that is left to the library.
func (w *writer) instruction(x llvm.Instruction) bool {
	switch x := x.(type) {
	case *llvm.InstAdd:
		return binary(w, x, "add", x.OverflowFlags, x.X, x.Y, x.Metadata)
	case *llvm.InstSub:
		return binary(w, x, "sub", x.OverflowFlags, x.X, x.Y, x.Metadata)
	case *llvm.InstMul:
		return binary(w, x, "mul", x.OverflowFlags, x.X, x.Y, x.Metadata)
	case *llvm.InstShl:
		return binary(w, x, "shl", x.OverflowFlags, x.X, x.Y, x.Metadata)
	case *llvm.InstLShr:
		return binary(w, x, "lshr", isExact(x.Exact), x.X, x.Y, x.Metadata)
	case *llvm.InstUDiv:
		return binary(w, x, "udiv", isExact(x.Exact), x.X, x.Y, x.Metadata)
	case *llvm.InstURem:
		return binary(w, x, "urem", plain, x.X, x.Y, x.Metadata)
	case *llvm.InstAnd:
		return binary(w, x, "and", plain, x.X, x.Y, x.Metadata)
	case *llvm.InstOr:
		return binary(w, x, "or", plain, x.X, x.Y, x.Metadata)
	case *llvm.InstXor:
		return binary(w, x, "xor", plain, x.X, x.Y, x.Metadata)
	case *llvm.InstFAdd:
		return binary(w, x, "fadd", x.FastMathFlags, x.X, x.Y, x.Metadata)
	case *llvm.InstFMul:
		return binary(w, x, "fmul", x.FastMathFlags, x.X, x.Y, x.Metadata)
	case *llvm.InstICmp:
		return binary(w, x, "icmp", []enum.IPred{x.Pred}, x.X, x.Y, x.Metadata)
	case *llvm.InstTrunc:
		return w.conversion(x, "trunc ", x.From, x.To, x.Metadata)
	case *llvm.InstZExt:
		return w.conversion(x, "zext ", x.From, x.To, x.Metadata)
	case *llvm.InstSExt:
		return w.conversion(x, "sext ", x.From, x.To, x.Metadata)
	case *llvm.InstFPExt:
		return w.conversion(x, "fpext ", x.From, x.To, x.Metadata)
	case *llvm.InstBitCast:
		return w.conversion(x, "bitcast ", x.From, x.To, x.Metadata)
	case *llvm.InstInsertElement:
		w.define(x, "insertelement ")
		w.operands(x.X, x.Elem, x.Index)
		return w.metadata(x.Metadata)
	case *llvm.InstExtractElement:
		w.define(x, "extractelement ")
		w.operands(x.X, x.Index)
		return w.metadata(x.Metadata)
	case *llvm.InstInsertValue:
		w.define(x, "insertvalue ")
		w.operands(x.X, x.Elem)
		return w.indices(x.Indices, x.Metadata)
	case *llvm.InstExtractValue:
		w.define(x, "extractvalue ")
		w.operand(x.X)
		return w.indices(x.Indices, x.Metadata)
	case *llvm.InstSelect:
		w.define(x, "select")
		flags(w, x.FastMathFlags)
		w.str(" ")
		w.operands(x.Cond, x.ValueTrue, x.ValueFalse)
		return w.metadata(x.Metadata)
	case *llvm.InstPhi:
		return w.phi(x)
	case *llvm.InstGetElementPtr:
		return w.address(x)
	case *llvm.InstLoad:
		return w.load(x)
	case *llvm.InstStore:
		return w.store(x)
	case *llvm.InstCall:
		return w.call(x)
	}
	return false
}

func (w *writer) indices(all []uint64, md llvm.Metadata) bool {
	for _, i := range all {
		w.str(", ")
		w.b = strconv.AppendUint(w.b, i, 10)
	}
	return w.metadata(md)
}

func (w *writer) phi(x *llvm.InstPhi) bool {
	w.define(x, "phi")
	flags(w, x.FastMathFlags)
	w.str(" ")
	w.typ(x.Typ)
	for i, in := range x.Incs {
		if i > 0 {
			w.str(",")
		}
		w.str(" [ ")
		w.ident(in.X)
		w.str(", ")
		w.ident(in.Pred)
		w.str(" ]")
	}
	return w.metadata(x.Metadata)
}

func (w *writer) address(x *llvm.InstGetElementPtr) bool {
	w.define(x, "getelementptr ")
	if x.InBounds {
		w.str("inbounds ")
	}
	w.typ(x.ElemType)
	w.str(", ")
	w.operand(x.Src)
	for _, i := range x.Indices {
		w.str(", ")
		w.operand(i)
	}
	return w.metadata(x.Metadata)
}

// access ends a load or a store that is not atomic.
func (w *writer) access(align llvm.Align, md llvm.Metadata) bool {
	if align != 0 {
		w.str(", ")
		w.str(align.String())
	}
	return w.metadata(md)
}

func (w *writer) load(x *llvm.InstLoad) bool {
	if x.Atomic || x.Ordering != enum.AtomicOrderingNone || x.SyncScope != "" {
		return false
	}
	w.define(x, "load ")
	if x.Volatile {
		w.str("volatile ")
	}
	w.typ(x.ElemType)
	w.str(", ")
	w.operand(x.Src)
	return w.access(x.Align, x.Metadata)
}

func (w *writer) store(x *llvm.InstStore) bool {
	if x.Atomic || x.Ordering != enum.AtomicOrderingNone || x.SyncScope != "" {
		return false
	}
	w.str("store ")
	if x.Volatile {
		w.str("volatile ")
	}
	w.operands(x.Src, x.Dst)
	return w.access(x.Align, x.Metadata)
}

func (w *writer) call(x *llvm.InstCall) bool {
	if x.Tail != enum.TailNone || x.CallingConv != enum.CallingConvNone || len(x.ReturnAttrs)+len(x.OperandBundles) > 0 || x.AddrSpace != 0 || x.Sig().Variadic {
		return false
	}
	if x.Type().Equal(types.Void) {
		w.str("call")
	} else {
		w.define(x, "call")
	}
	flags(w, x.FastMathFlags)
	w.str(" ")
	w.typ(x.Type())
	w.str(" ")
	w.ident(x.Callee)
	w.str("(")
	w.operands(x.Args...)
	w.str(")")
	for _, a := range x.FuncAttrs {
		w.str(" ")
		w.str(a.String())
	}
	return w.metadata(x.Metadata)
}

func (w *writer) terminator(x llvm.Terminator) bool {
	switch x := x.(type) {
	case *llvm.TermBr:
		w.str("br ")
		w.operand(x.Target)
		return w.metadata(x.Metadata)
	case *llvm.TermCondBr:
		w.str("br ")
		w.operands(x.Cond, x.TargetTrue, x.TargetFalse)
		return w.metadata(x.Metadata)
	}
	return false
}
