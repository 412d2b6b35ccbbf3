package host

import (
	"fmt"
	"slices"
	"strings"

	llvm "github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"

	"descend/dialects/gpu/contract"
	"descend/dialects/nat"
)

// natCode is a function over nats that is being written: expressions are calls of the runtime's arithmetic, which makes
// ok false where a value does not fit or is not defined.
type natCode struct {
	o         *outside
	b         *llvm.Block
	nats      []string
	array, ok value.Value
}

// natFunction begins a function that gives a bool; its first parameter are the values of the nats.
func (o *outside) natFunction(name string, nats []string, more ...*llvm.Param) (*natCode, *llvm.Func) {
	array := llvm.NewParam("nats", types.NewPointer(types.I64))
	f := o.Mod.NewFunc(name, types.I1, append([]*llvm.Param{array}, more...)...)
	f.Linkage = enum.LinkageInternal
	f.ReturnAttrs = []llvm.ReturnAttribute{enum.ReturnAttrZeroExt}
	b := f.NewBlock("")
	ok := b.NewAlloca(types.I8)
	b.NewStore(constant.NewInt(types.I8, 1), ok)
	return &natCode{o, b, nats, array, ok}, f
}

// end gives whether all values were defined, and more holds.
func (n *natCode) end(more value.Value) {
	v := value.Value(n.b.NewTrunc(n.b.NewLoad(types.I8, n.ok), types.I1))
	if more != nil {
		v = n.b.NewAnd(v, more)
	}
	n.b.NewRet(v)
}

// expr is the function that computes an expression; equal ones are one.
func (o *outside) expr(text contract.Size, nats []string) (*llvm.Func, error) {
	key := strings.Join(nats, ",") + ";" + string(text)
	if f := o.exprs[key]; f != nil {
		return f, nil
	}
	e, err := text.Expr()
	if err != nil {
		return nil, fmt.Errorf("the expression %q: %w", text, err)
	}
	result := llvm.NewParam("value", types.NewPointer(types.I64))
	n, f := o.natFunction(fmt.Sprintf("expr%d", len(o.exprs)), nats, result)
	n.b.NewStore(n.value(e.Tree()), result)
	n.end(nil)
	o.exprs[key] = f
	return f, nil
}

// clause is the function that decides a constraint.
func (o *outside) clause(name string, k nat.Constraint, nats []string) *llvm.Func {
	n, f := o.natFunction(name, nats)
	n.end(n.holds(k.Rel, n.value(k.L.Tree()), n.value(k.R.Tree())))
	return f
}

// compared are the relations that are one comparison.
var compared = map[nat.Rel]enum.IPred{nat.EQ: enum.IPredEQ, nat.NE: enum.IPredNE, nat.LT: enum.IPredSLT, nat.LE: enum.IPredSLE, nat.GT: enum.IPredSGT, nat.GE: enum.IPredSGE}

// holds decides a relation of two values.
func (n *natCode) holds(rel nat.Rel, a, b value.Value) value.Value {
	if p, ok := compared[rel]; ok {
		return n.b.NewICmp(p, a, b)
	}
	if rel == nat.Pow2 { // of a; b is 1
		one, zero := constant.NewInt(types.I64, 1), constant.NewInt(types.I64, 0)
		single := n.b.NewICmp(enum.IPredEQ, n.b.NewAnd(a, n.b.NewSub(a, one)), zero)
		return n.b.NewAnd(n.b.NewAnd(n.b.NewICmp(enum.IPredSGT, a, zero), n.b.NewICmp(enum.IPredEQ, b, one)), single)
	}
	divides := n.o.function("descend_nat_divides", types.I1, types.I64, types.I64)
	divides.ReturnAttrs = []llvm.ReturnAttribute{enum.ReturnAttrZeroExt}
	v := value.Value(n.b.NewCall(divides, a, b))
	if rel == nat.NotDivides {
		v = n.b.NewXor(v, constant.True)
	}
	return v
}

// operators are the runtime's functions for nats; those whose result always fits have no part in ok.
var operators = map[nat.Op]string{nat.OpAdd: "add", nat.OpSub: "sub", nat.OpMul: "mul", nat.OpDiv: "div", nat.OpMod: "mod", nat.OpMin: "min", nat.OpMax: "max"}

// value computes an expression.
func (n *natCode) value(e *nat.Node) value.Value {
	if name, ok := operators[e.Op]; ok {
		out := n.value(e.Args[0])
		for _, a := range e.Args[1:] {
			args := []value.Value{out, n.value(a)}
			if e.Op != nat.OpMin && e.Op != nat.OpMax {
				args = append(args, n.ok)
			}
			f := n.o.function("descend_nat_"+name, types.I64, []types.Type{types.I64, types.I64, bytePtr}[:len(args)]...)
			out = n.b.NewCall(f, args...)
		}
		return out
	}
	i := slices.Index(n.nats, e.Name)
	switch {
	case e.Op == nat.OpConst && e.Value.IsInt64():
		return constant.NewInt(types.I64, e.Value.Int64())
	case e.Op == nat.OpVar && i >= 0:
		return n.b.NewLoad(types.I64, n.b.NewGetElementPtr(types.I64, n.array, constant.NewInt(types.I64, int64(i))))
	}
	n.b.NewStore(constant.NewInt(types.I8, 0), n.ok) // a value that is not representable
	return constant.NewInt(types.I64, 0)
}
