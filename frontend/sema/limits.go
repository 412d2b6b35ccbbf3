package sema

import (
	stdmath "math"
	"math/big"

	"descend/frontend/ast"
	"descend/ir"
)

// This file knows the constants of types (docs/language.md, "Text"): the limits of numbers.

// noLimit reports a path that would be a constant of a type of numbers that has it not; false if it is of no such type.
func (e *terms) noLimit(x *ast.Name) bool {
	if len(x.Path.Parts) != 2 {
		return false
	}
	of := x.Path.Parts[0].Name
	there := "`MIN` and `MAX`"
	switch t := builtinType(e.c, of); {
	case isFloat(t):
		there = "`MIN`, `MAX`, `MIN_POSITIVE`, `EPSILON`, `INFINITY`, `NEG_INFINITY` and `NAN`"
	case !isInteger(t):
		return false
	}
	e.fail(x.Span(), unknownName, "`%s` does not exist", x.Path).WithLabel("the constants of `%s` are %s", of, there)
	return true
}

// limit is a constant of a type, `f32::MAX`; nil if the path is none.
func (e *terms) limit(x *ast.Name) *ir.Value {
	if len(x.Path.Parts) != 2 {
		return nil
	}
	name := x.Path.Parts[1].Name
	t := builtinType(e.c, x.Path.Parts[0].Name)
	var value ir.Attribute
	switch t := t.(type) {
	case *ir.IntegerType:
		if v := intLimit(t, name); v != nil && isInteger(t) {
			value = e.c.BigIntAttr(v, t)
		}
	case *ir.FloatType:
		if v, ok := floatLimit(t, name); ok {
			value = e.c.FloatAttr(v, t)
		}
	}
	if value == nil {
		return nil
	}
	for _, id := range x.Path.Parts {
		e.items.info.builtin(id)
	}
	return e.val(x.Span(), "descend.const", nil, t, ir.Attr("value", value))
}

// intLimit is the least or the greatest number of a type; nil for other names.
func intLimit(t *ir.IntegerType, name string) *big.Int {
	one := big.NewInt(1)
	least, most := new(big.Int), new(big.Int).Sub(new(big.Int).Lsh(one, uint(t.Width)), one)
	if t.Sign != ir.Unsigned {
		most.Rsh(most, 1)
		least.Not(most)
	}
	switch name {
	case "MIN":
		return least
	case "MAX":
		return most
	}
	return nil
}

// floatLimit is a constant of a float type: MAX and MIN are finite, MIN_POSITIVE is the least that is normal, EPSILON is what
// lies between 1 and the next number.
func floatLimit(t *ir.FloatType, name string) (float64, bool) {
	bits, low := 53, -1022 // of the significand, and the least exponent
	switch t.Kind {
	case ir.F16:
		bits, low = 11, -14
	case ir.F32:
		bits, low = 24, -126
	}
	epsilon := stdmath.Ldexp(1, 1-bits)
	most := stdmath.Ldexp(2-epsilon, 1-low)
	switch name {
	case "MAX":
		return most, true
	case "MIN":
		return -most, true
	case "MIN_POSITIVE":
		return stdmath.Ldexp(1, low), true
	case "EPSILON":
		return epsilon, true
	case "INFINITY":
		return stdmath.Inf(1), true
	case "NEG_INFINITY":
		return stdmath.Inf(-1), true
	case "NAN":
		return stdmath.NaN(), true
	}
	return 0, false
}
