package sema

import (
	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/dialects/nat"
	"descend/frontend/ast"
	"descend/frontend/source"
	"descend/ir"
)

// hasValue says whether one of the bounds of a range is known at run time only.
func (e *point) hasValue(x *ast.Slice) bool { return e.isValue(x.Lo) || e.isValue(x.Hi) }

func (e *point) isValue(n ast.Nat) bool { return isTerm(n) || e.runtimeName(n) != nil }

// valuePart is the part of an array between bounds of which one is a value: each value is a nat from now on. What a thread of the GPU has
// for itself is for reading, since other threads may have other bounds.
func (e *terms) valuePart(x *ast.Slice, p *ir.Value) *ir.Value {
	if e.fn.exec.Kind == exec.Any {
		e.fail(x.Span(), unsupported, "a range with a bound known at run time only is not supported yet in an `any` function").
			WithLabel("who executes it is not known here").
			WithHelp("loops take such a range: `for v in &" + x.Span().Text() + " { .. }`")
		return nil
	}
	lo, ok1 := e.sizeOfBound(x.Lo, "from")
	hi, ok2 := e.sizeOfBound(x.Hi, "to")
	if !ok1 || !ok2 {
		return nil
	}
	name := "view.range"
	if !e.isCPU() {
		name = "view.part"
	}
	v, _ := e.basicOp(p, name, x.Span(), e.natAttr("lo", lo), e.natAttr("hi", hi)) // of an array
	return v
}

// sizeOfBound is a bound of a range as a nat; one that is no plain variable is called by the name.
func (e *terms) sizeOfBound(n ast.Nat, name string) (nat.Expr, bool) {
	if !e.isValue(n) {
		return e.nat(n)
	}
	s := n.Span()
	v := e.apart(func() *ir.Value { return e.expr(natTerm(n), nil) })
	if v == nil || v == e.never {
		return nat.Expr{}, false
	}
	if !isInteger(v.Type()) {
		e.notBound(s, v.Type())
		return nat.Expr{}, false
	}
	if id, ok := n.(*ast.NatName); ok {
		name = id.Name.Name
	}
	return e.natOf(v, name, s, s), true
}

// notBound reports a bound that is no integer.
func (e *matcher) notBound(s source.Span, t ir.Type) {
	e.fail(s, mismatched, "mismatched types").WithLabel("the bounds are integers, not `%s`", descend.UserFormat(t))
}
