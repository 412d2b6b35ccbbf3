package descend

import (
	stdmath "math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"descend/ir"
)

// This file knows what a type variable may stand for that is bounded, as by `where d: num`: one of the scalars that all of its
// bounds admit. What holds for every one of them holds for the variable.

// Bounds are the bounds of a type variable, sorted, with + between them: "atomic+int".
type Bounds string

// bounds are the bounds with what they admit, in the order in which docs name them.
var bounds = []struct {
	name   string
	admits func(t ir.Type) bool
}{
	{"num", func(t ir.Type) bool { return IsInteger(t) || IsFloat(t) }},
	{"int", IsInteger},
	{"float", IsFloat},
	{"ord", func(ir.Type) bool { return true }},
	{"atomic", func(t ir.Type) bool { return !isBool.Is(t) && (Width(t) == 32 || Width(t) == 64) }},
}

// BoundNames are the names of the bounds.
func BoundNames() (names []string) {
	for _, b := range bounds {
		names = append(names, b.name)
	}
	return names
}

// IsBound says whether a name is that of a bound.
func IsBound(name string) bool { return slices.Contains(BoundNames(), name) }

// And adds a bound.
func (b Bounds) And(name string) Bounds {
	list := []string{name}
	if b != "" {
		list = append(list, strings.Split(string(b), "+")...)
	}
	slices.Sort(list)
	return Bounds(strings.Join(slices.Compact(list), "+"))
}

// AdmitAll says whether the bounds admit a type: a scalar, or a variable that stands for such as they admit only.
func (b Bounds) AdmitAll(t ir.Type) bool { return IsScalar(t) && Every(t, b.Admit) }

// Admit says whether the bounds admit a scalar.
func (b Bounds) Admit(t ir.Type) bool {
	for _, x := range bounds {
		if slices.Contains(strings.Split(string(b), "+"), x.name) && !x.admits(t) {
			return false
		}
	}
	return true
}

// scalars are the scalars that the bounds admit.
func (b Bounds) scalars(c *ir.Context) (out []ir.Type) {
	for _, name := range strings.Fields("bool i8 i16 i32 i64 u8 u16 u32 u64 f16 bf16 f32 f64") {
		if t := Scalar(c, name); b.Admit(t) {
			out = append(out, t)
		}
	}
	return out
}

// Inhabited says whether there is a scalar that all bounds admit.
func (t *ScalarVarType) Inhabited() bool { return len(t.scalars) > 0 }

// Every says whether is holds for a type, and of a variable that stands for a scalar whether it holds for each scalar that it may be.
func Every(t ir.Type, is func(ir.Type) bool) bool {
	v, ok := t.(*ScalarVarType)
	if !ok {
		return is(t)
	}
	return !slices.ContainsFunc(v.scalars, func(t ir.Type) bool { return !is(t) })
}

// IsInteger says whether t is an integer of the language, no bool.
func IsInteger(t ir.Type) bool {
	i, ok := t.(*ir.IntegerType)
	return ok && i.Width > 1
}

// IsFloat says whether t is a float.
func IsFloat(t ir.Type) bool {
	_, ok := t.(*ir.FloatType)
	return ok
}

// MayBeFloat says whether values of t may be floats.
func MayBeFloat(t ir.Type) bool { return !Every(t, func(t ir.Type) bool { return !IsFloat(t) }) }

// Width is the number of bits of a scalar; 0 if it is none, or not known.
func Width(t ir.Type) int {
	switch t := t.(type) {
	case *ir.IntegerType:
		return t.Width
	case *ir.FloatType:
		return t.Width()
	}
	return 0
}

// Literal is what the text of a literal without suffix, or the name of a constant of types, is in a scalar type; nil if it is
// nothing there.
func Literal(c *ir.Context, text string, t ir.Type) ir.Attribute {
	switch t := t.(type) {
	case *ir.IntegerType:
		v := IntLimit(t, text)
		if v == nil {
			v, _ = new(big.Int).SetString(text, 10)
		}
		if v != nil && IsInteger(t) && Fits(v, t) {
			return c.BigIntAttr(v, t)
		}
	case *ir.FloatType:
		if v, ok := FloatLimit(t, text); ok {
			return c.FloatAttr(v, t)
		}
		bits := 64
		if t.Kind == ir.F32 {
			bits = 32
		}
		if v, err := strconv.ParseFloat(text, bits); err == nil || v != 0 {
			return c.FloatAttr(v, t)
		}
	}
	return nil
}

// Fits says whether an integer is one of a type.
func Fits(v *big.Int, t *ir.IntegerType) bool {
	if t.Sign == ir.Unsigned {
		return v.Sign() >= 0 && v.BitLen() <= t.Width
	}
	if v.Sign() < 0 {
		return new(big.Int).Not(v).BitLen() < t.Width
	}
	return v.BitLen() < t.Width
}

// IntLimit is the least or the greatest number of a type; nil for other names.
func IntLimit(t *ir.IntegerType, name string) *big.Int {
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

// FloatLimit is a constant of a float type: MAX and MIN are finite, MIN_POSITIVE is the least that is normal, EPSILON is what
// lies between 1 and the next number.
func FloatLimit(t *ir.FloatType, name string) (float64, bool) {
	bits, low := 53, -1022 // of the significand, and the least exponent
	switch t.Kind {
	case ir.F16:
		bits, low = 11, -14
	case ir.BF16:
		bits, low = 8, -126
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
