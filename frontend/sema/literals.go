package sema

import (
	"math/big"
	"strconv"

	"descend/dialects/descend"
	"descend/dialects/nat"
	"descend/frontend/ast"
	"descend/frontend/source"
	"descend/ir"
)

// natValue is a nat as a run-time value of the integer type that the context wants, else u64.
func (e *terms) natValue(n nat.Expr, want ir.Type, s source.Span) *ir.Value {
	t := e.infer.Type(want)
	if !isInteger(t) {
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
	if !isInteger(t) {
		t = e.c.I32()
	}
	it := t.(*ir.IntegerType)
	if !fits(v, it) {
		e.fail(s, mismatched, "mismatched types").
			WithLabel("the literal `%s` does not fit `%s`", v, descend.Format(t))
		return nil
	}
	return e.val(s, "descend.const", nil, t, ir.Attr("value", e.c.BigIntAttr(v, t)))
}

func fits(v *big.Int, t *ir.IntegerType) bool {
	if t.Sign == ir.Unsigned {
		return v.Sign() >= 0 && v.BitLen() <= t.Width
	}
	if v.Sign() < 0 {
		return new(big.Int).Not(v).BitLen() < t.Width
	}
	return v.BitLen() < t.Width
}

func (e *terms) floatLit(x *ast.FloatLit, want ir.Type) *ir.Value {
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
	bits := 64
	if t.Kind == ir.F32 {
		bits = 32
	}
	v, err := strconv.ParseFloat(x.Text, bits)
	if err != nil && v == 0 {
		e.fail(x.Span(), mismatched, "mismatched types").WithLabel("`%s` is not a number", x.Text)
		return nil
	}
	return e.val(x.Span(), "descend.const", nil, t, ir.Attr("value", e.c.FloatAttr(v, t)))
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
	if it, ok := t.(*ir.IntegerType); ok && isInteger(t) && it.Sign == ir.Unsigned {
		e.fail(x.Span(), mismatched, "mismatched types").WithLabel("`-` is not defined for `%s`", descend.Format(t))
		return nil
	}
	return e.intLit(x.Span(), new(big.Int).Neg(lit.Value), lit.Suffix, want)
}
