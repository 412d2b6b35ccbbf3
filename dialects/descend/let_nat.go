package descend

import (
	"math/big"
	"slices"
	"strings"

	"descend/dialects/exec"
	"descend/dialects/nat"
	"descend/ir"
)

// LetNatOp makes a nat of a value.
type LetNatOp struct{ *ir.Operation }

var letNatDef = &ir.OpDef{
	Name: "descend.let_nat", Summary: "nat for the rest of a block",
	Description: "Binds the nat named by `var`, which is unique in the function, for what follows in its block, to a value that is known when " +
		"the program runs. A negative value stops the program. Each execution makes a new nat: of two of them, also of two rounds of a loop, " +
		"nothing is known but what conditions say. In functions of the GPU each thread that executes it has its own, and nothing but bounds of view.part is made of it.",
	Example: `descend.func @count(%t: !exec.cpu_thread, %n: !descend.place<i32>) {
  %0 = descend.read %n : !descend.place<i32> -> i32
  descend.let_nat "k" = %0 : i32
  %1 = descend.nat #descend.nat<k*2> -> index
}
`,
	Operands: []ir.OperandDef{one("value", isInteger)},
	Attrs:    []ir.AttrDef{{Name: "var", Attr: isName}},
	Format:   "$var `=` $value attr-dict `:` type($value)",
}

// Def is the definition.
func (LetNatOp) Def() *ir.OpDef { return letNatDef }

// Uses are none: the value was read before.
func (LetNatOp) Uses() []Use { return nil }

// Var is the name of the nat.
func (o LetNatOp) Var() string { return o.StringAttr("var") }

// Text is the name as it is written.
func (o LetNatOp) Text() string {
	name, _, _ := strings.Cut(o.Var(), "'")
	return name
}

// AtMost is the largest number that the nat can be.
func (o LetNatOp) AtMost() nat.Expr {
	width := uint(63)
	if t, ok := o.Operand(0).Type().(*ir.IntegerType); ok && t.Width < 64 {
		if width = uint(t.Width); t.Sign != ir.Unsigned {
			width--
		}
	}
	return nat.Big(new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), width), big.NewInt(1)))
}

// MayBeNone says whether the value may be no nat, by its type.
func (o LetNatOp) MayBeNone() bool {
	t, ok := o.Operand(0).Type().(*ir.IntegerType)
	return !ok || t.Sign != ir.Unsigned || t.Width == 64
}

// Knows says whether an operation stands where the nat is known.
func (o LetNatOp) Knows(op *ir.Operation) bool {
	for op != nil && op.Block() != o.Block() {
		op = op.Parent()
	}
	return op != nil && o.Operation.IsBefore(op)
}

// NatsChangedBy are the names of the nats that have other values in another round of a loop: its variable, and those that its
// body makes.
func NatsChangedBy(loop *ir.Operation) []string {
	var out []string
	if l, ok := loop.Typed().(ForNatOp); ok {
		out = append(out, l.Var())
	}
	for o := range ir.AllOf[LetNatOp](loop) {
		out = append(out, o.Var())
	}
	return out
}

// CountsValue says whether how often a loop over nats or elements is executed speaks of a nat that the function makes of a value.
func CountsValue(loop *ir.Operation) bool {
	var vars []string
	switch o := loop.Typed().(type) {
	case ForNatOp:
		vars = append(o.Lo().Vars(), o.Hi().Vars()...)
	case ForEachOp:
		if n, ok := ArraySize(loop.Operand(0)); ok {
			vars = n.Vars()
		}
	}
	f, ok := ir.Enclosing[FuncOp](loop)
	if !ok {
		return false
	}
	vars = slices.DeleteFunc(vars, func(v string) bool {
		return slices.ContainsFunc(f.Generics(), func(g Generic) bool { return g.Name == v })
	})
	if len(vars) == 0 {
		return false
	}
	for l := range ir.AllOf[LetNatOp](f.Operation) {
		if slices.Contains(vars, l.Var()) {
			return true
		}
	}
	return false
}

// BoundNat is the name of the nat that an operation binds: a loop in its region, a let for the rest of its block. "" if it
// binds none.
func BoundNat(op *ir.Operation) string {
	switch o := op.Typed().(type) {
	case ForNatOp:
		return o.Var()
	case LetNatOp:
		return o.Var()
	}
	return ""
}

// BoundNats are the names of all nats that operations of a function bind.
func BoundNats(f FuncOp) []string {
	var out []string
	f.Walk(func(op *ir.Operation) ir.WalkResult {
		if v := BoundNat(op); v != "" {
			out = append(out, v)
		}
		return ir.Advance
	})
	return out
}

// Escaped is an operation in a block, or in what is in it, that speaks of a nat which it is not in the scope of, with the operation
// that binds the nat; nil if there is none.
func Escaped(b *ir.Block) (op *ir.Operation, by LetNatOp) {
	lets := map[string]LetNatOp{}
	for at := range b.Ops() {
		at.Walk(func(o *ir.Operation) ir.WalkResult {
			if l, ok := o.Typed().(LetNatOp); ok {
				lets[l.Var()] = l
			}
			return ir.Advance
		})
	}
	if len(lets) == 0 {
		return nil, by
	}
	var visit func(b *ir.Block, open []string) *ir.Operation
	visit = func(b *ir.Block, open []string) *ir.Operation {
		for o := range b.Ops() {
			var f freeNames
			for _, r := range o.Results() {
				f.add(r.Type())
			}
			for _, a := range o.Attrs() {
				f.attr(a.Value)
			}
			for _, v := range f.nats {
				if l, ok := lets[v]; ok && !slices.Contains(open, v) {
					by = l
					return o
				}
			}
			if l, ok := o.Typed().(LetNatOp); ok {
				open = append(open[:len(open):len(open)], l.Var())
			}
			for _, r := range o.Regions() {
				for inner := range r.Blocks() {
					if at := visit(inner, open); at != nil {
						return at
					}
				}
			}
		}
		return nil
	}
	return visit(b, nil), by
}

// attr adds what an attribute speaks of.
func (f *freeNames) attr(a ir.Attribute) {
	switch a := a.(type) {
	case *NatAttr:
		f.nats = append(f.nats, a.Expr.Vars()...)
	case *WhereAttr:
		f.nats = append(append(f.nats, a.Constraint.L.Vars()...), a.Constraint.R.Vars()...)
	case *exec.PathAttr:
		for _, s := range a.Path {
			f.nats = append(f.nats, s.At.Vars()...)
		}
	case *ir.TypeAttr:
		f.add(a.Type)
	case *ir.ArrayAttr:
		for _, e := range a.Elems {
			f.attr(e)
		}
	}
}
