package sema

import (
	"math/big"

	"descend/dialects/descend"
	"descend/dialects/nat"
	"descend/frontend/ast"
	"descend/frontend/source"
	"descend/ir"
)

// natValue is a nat as a run-time value of the integer type that the context wants, else u64.
func (e *terms) natValue(n nat.Expr, want ir.Type, s source.Span) *ir.Value {
	t := e.infer.Type(want)
	if t == nil || !descend.Every(t, isInteger) {
		t = e.c.IntegerType(64, ir.Unsigned)
	}
	v := e.val(s, "descend.nat", nil, e.c.Index(), e.natAttr("value", n))
	return e.val(s, "descend.cast", []*ir.Value{v}, t)
}

// intLit is an integer literal.
func (e *terms) intLit(s source.Span, v *big.Int, suffix string, want ir.Type) *ir.Value {
	t := e.infer.Type(want)
	if suffix != "" {
		t = builtinType(e.c, suffix)
	}
	if f, ok := t.(*ir.FloatType); ok && suffix != "" {
		x, _ := new(big.Float).SetInt(v).Float64()
		return e.val(s, "descend.const", nil, f, ir.Attr("value", e.c.FloatAttr(x, f)))
	}
	if g, ok := t.(*descend.ScalarVarType); ok && suffix == "" && descend.Every(g, isNumber) {
		return e.genericLit(s, v.String(), v.String(), g)
	}
	if !isInteger(t) {
		t = e.c.I32()
	}
	it := t.(*ir.IntegerType)
	if !descend.Fits(v, it) {
		e.fail(s, mismatched, "mismatched types").
			WithLabel("the literal `%s` does not fit `%s`", v, descend.Format(t))
		return nil
	}
	return e.val(s, "descend.const", nil, t, ir.Attr("value", e.c.BigIntAttr(v, t)))
}

// genericLit is a literal of a type variable: a number of every type that it admits.
func (e *terms) genericLit(s source.Span, text, shown string, t *descend.ScalarVarType) *ir.Value {
	if !descend.Every(t, func(t ir.Type) bool { return descend.Literal(e.c, text, t) != nil }) {
		e.fail(s, mismatched, "mismatched types").WithLabel("`%s` is not in every type that `%s` may be", shown, t.Name)
		return nil
	}
	return e.val(s, "descend.const", nil, t, e.strAttr("value", text))
}

func (e *terms) floatLit(x *ast.FloatLit, want ir.Type) *ir.Value {
	if g, ok := e.infer.Type(want).(*descend.ScalarVarType); ok && x.Suffix == "" && descend.Every(g, isFloat) {
		return e.genericLit(x.Span(), x.Text, x.Text, g)
	}
	t, ok := e.infer.Type(want).(*ir.FloatType)
	if !ok {
		t = e.c.F64()
	}
	if x.Suffix != "" {
		t, _ = builtinType(e.c, x.Suffix).(*ir.FloatType)
		if t == nil {
			return e.poison()
		}
	}
	v := descend.Literal(e.c, x.Text, t)
	if v == nil {
		e.fail(x.Span(), mismatched, "mismatched types").WithLabel("`%s` is not a number", x.Text)
		return nil
	}
	return e.val(x.Span(), "descend.const", nil, t, ir.Attr("value", v))
}

// negLit is a negative literal: -128i8 fits although 128 does not.
func (e *terms) negLit(x *ast.Unary, lit *ast.IntLit, want ir.Type) *ir.Value {
	t := e.infer.Type(want)
	if lit.Suffix != "" {
		t = builtinType(e.c, lit.Suffix)
	}
	if isFloat(t) && lit.Suffix != "" {
		f := t.(*ir.FloatType)
		v, _ := new(big.Float).SetInt(lit.Value).Float64()
		return e.val(x.Span(), "descend.const", nil, f, ir.Attr("value", e.c.FloatAttr(-v, f)))
	}
	if g, ok := t.(*descend.ScalarVarType); ok && lit.Suffix == "" {
		return e.negated(x, e.intLit(lit.Span(), lit.Value, "", g))
	}
	if it, ok := t.(*ir.IntegerType); ok && isInteger(t) && it.Sign == ir.Unsigned {
		e.fail(x.Span(), mismatched, "mismatched types").WithLabel("`-` is not defined for `%s`", descend.Format(t))
		return nil
	}
	return e.intLit(x.Span(), new(big.Int).Neg(lit.Value), lit.Suffix, want)
}
