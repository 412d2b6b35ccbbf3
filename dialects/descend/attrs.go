package descend

import (
	"descend/dialects/nat"
	"descend/ir"
)

// NatAttr is #descend.nat<n * 4 + 1>: a symbolic natural number in normal form.
type NatAttr struct {
	ir.AttrBase
	Expr nat.Expr
}

// WhereAttr is #descend.where<n ge 4>: a constraint on nats.
type WhereAttr struct {
	ir.AttrBase
	Constraint nat.Constraint
}

// Nat returns the attribute of a nat.
func Nat(c *ir.Context, e nat.Expr) *NatAttr {
	return ir.Intern(c, "descend.nat", e.Key(), func() *NatAttr { return &NatAttr{Expr: e} })
}

// Where returns the attribute of a constraint.
func Where(c *ir.Context, k nat.Constraint) *WhereAttr {
	return ir.Intern(c, "descend.where", k.Key(), func() *WhereAttr { return &WhereAttr{Constraint: k} })
}

func (a *NatAttr) String() string   { return "#descend.nat<" + a.Expr.String() + ">" }
func (a *WhereAttr) String() string { return "#descend.where<" + a.Constraint.String() + ">" }

// NatOf is the nat in attribute name of op, and whether it is there.
func NatOf(op *ir.Operation, name string) (nat.Expr, bool) {
	if a, ok := op.Attr(name).(*NatAttr); ok {
		return a.Expr, true
	}
	return nat.Expr{}, false
}

// NatExpr is the nat (see exec.NatAttr).
func (a *NatAttr) NatExpr() nat.Expr { return a.Expr }

// ConstraintsOf are the constraints in an attribute that is an array; other elements are passed over.
func ConstraintsOf(op *ir.Operation, name string) []nat.Constraint {
	var out []nat.Constraint
	if l, ok := op.Attr(name).(*ir.ArrayAttr); ok {
		for _, e := range l.Elems {
			if w, ok := e.(*WhereAttr); ok {
				out = append(out, w.Constraint)
			}
		}
	}
	return out
}
