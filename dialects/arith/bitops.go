package arith

import (
	"math/big"

	"descend/ir"
)

// AndIOp is arith.andi.
type AndIOp struct{ Binary }

// Def returns the definition.
func (AndIOp) Def() *ir.OpDef { return andIDef }

var andIDef = intBinaryDef("andi", "bitwise and", "The bits that both operands have.", ir.Commutative)

// AndI builds arith.andi.
func AndI(b *ir.Builder, l, r *ir.Value) *ir.Value { return buildBinary(b, "arith.andi", l, r) }

// complements says whether one operand is the bitwise negation of the other.
func (o Binary) complements() bool {
	for i := range 2 {
		if x, ok := isNot(o.Operand(i)); ok && x.Lhs() == o.Operand(1-i) {
			return true
		}
	}
	return false
}

// Fold knows x&x, x&0, x&-1, x&~x and x&(x&y).
func (o AndIOp) Fold(c []ir.Attribute) []ir.FoldResult {
	if o.Lhs() == o.Rhs() {
		return foldedTo(o.Lhs())
	}
	if isInt(c[1], 0) || o.complements() {
		return o.zero()
	}
	for i := range 2 {
		in, ok := ir.DefinedBy[AndIOp](o.Operand(i))
		if other := o.Operand(1 - i); ok && (in.Lhs() == other || in.Rhs() == other) {
			return foldedTo(o.Operand(i))
		}
	}
	if isInt(c[1], -1) {
		return foldedTo(o.Lhs())
	}
	return o.foldInts(c, func(x, y *big.Int, _ int) *big.Int { return new(big.Int).And(x, y) })
}

// OrIOp is arith.ori.
type OrIOp struct{ Binary }

// Def returns the definition.
func (OrIOp) Def() *ir.OpDef { return orIDef }

var orIDef = intBinaryDef("ori", "bitwise or", "The bits that one operand has.", ir.Commutative)

// OrI builds arith.ori.
func OrI(b *ir.Builder, l, r *ir.Value) *ir.Value { return buildBinary(b, "arith.ori", l, r) }

// Fold knows x|x, x|0, x|-1 and x|~x.
func (o OrIOp) Fold(c []ir.Attribute) []ir.FoldResult {
	if o.Lhs() == o.Rhs() {
		return foldedTo(o.Lhs())
	}
	if isInt(c[1], 0) {
		return foldedTo(o.Lhs())
	}
	if isInt(c[1], -1) {
		return folded(c[1])
	}
	if o.complements() {
		return folded(intAttr(o.Context(), allOnes(0), o.Type()))
	}
	return o.foldInts(c, func(x, y *big.Int, _ int) *big.Int { return new(big.Int).Or(x, y) })
}

// XOrIOp is arith.xori.
type XOrIOp struct{ Binary }

// Def returns the definition.
func (XOrIOp) Def() *ir.OpDef { return xorIDef }

var xorIDef = intBinaryDef("xori", "bitwise exclusive or", "The bits that exactly one operand has.", ir.Commutative)

// XOrI builds arith.xori.
func XOrI(b *ir.Builder, l, r *ir.Value) *ir.Value { return buildBinary(b, "arith.xori", l, r) }

// Not builds the negation of an i1.
func Not(b *ir.Builder, v *ir.Value) *ir.Value { return XOrI(b, v, NewConstantBool(b, true)) }

// Fold knows x^x, x^0 and (a^b)^b in any order.
func (o XOrIOp) Fold(c []ir.Attribute) []ir.FoldResult {
	if o.Lhs() == o.Rhs() {
		return o.zero()
	}
	if isInt(c[1], 0) {
		return foldedTo(o.Lhs())
	}
	for i := range 2 {
		x, ok := ir.DefinedBy[XOrIOp](o.Operand(i))
		if !ok {
			continue
		}
		other := o.Operand(1 - i)
		if x.Rhs() == other {
			return foldedTo(x.Lhs())
		}
		if x.Lhs() == other {
			return foldedTo(x.Rhs())
		}
		// (a ^ k) ^ k with two operations for one constant
		if k := ConstantValue(x.Rhs()); k != nil && k == c[1-i] {
			return foldedTo(x.Lhs())
		}
	}
	return o.foldInts(c, func(x, y *big.Int, _ int) *big.Int { return new(big.Int).Xor(x, y) })
}

// foldShift computes f of the left operand and a shift amount below the width; nothing is folded when the
// amount is not, since the result is undefined.
func (o Binary) foldShift(c []ir.Attribute, f func(x *big.Int, n uint, w int) *big.Int) []ir.FoldResult {
	if isInt(c[1], 0) {
		return foldedTo(o.Lhs())
	}
	return o.foldInts(c, func(x, y *big.Int, w int) *big.Int {
		n := unsigned(y, w)
		if !n.IsInt64() || n.Int64() >= int64(w) {
			return nil
		}
		return f(x, uint(n.Int64()), w)
	})
}

// ShLIOp is arith.shli.
type ShLIOp struct{ Binary }

// Def returns the definition.
func (ShLIOp) Def() *ir.OpDef { return shLIDef }

var shLIDef = overflowBinaryDef("shli", "shift left", "Shifts in zeros. Undefined when the amount is the width or more.", 0)

// ShLI builds arith.shli.
func ShLI(b *ir.Builder, l, r *ir.Value, of ...Overflow) *ir.Value {
	return buildBinary(b, "arith.shli", l, r, overflowAttrs(b.Ctx, of)...)
}

// Fold knows x<<0.
func (o ShLIOp) Fold(c []ir.Attribute) []ir.FoldResult {
	return o.foldShift(c, func(x *big.Int, n uint, _ int) *big.Int { return new(big.Int).Lsh(x, n) })
}

// ShRSIOp is arith.shrsi.
type ShRSIOp struct{ Binary }

// Def returns the definition.
func (ShRSIOp) Def() *ir.OpDef { return shRSIDef }

var shRSIDef = intBinaryDef("shrsi", "arithmetic shift right", "Shifts in copies of the sign. Undefined when the amount is the width or more.", 0)

// ShRSI builds arith.shrsi.
func ShRSI(b *ir.Builder, l, r *ir.Value) *ir.Value { return buildBinary(b, "arith.shrsi", l, r) }

// Fold knows x>>0.
func (o ShRSIOp) Fold(c []ir.Attribute) []ir.FoldResult {
	return o.foldShift(c, func(x *big.Int, n uint, _ int) *big.Int { return new(big.Int).Rsh(x, n) })
}

// ShRUIOp is arith.shrui.
type ShRUIOp struct{ Binary }

// Def returns the definition.
func (ShRUIOp) Def() *ir.OpDef { return shRUIDef }

var shRUIDef = intBinaryDef("shrui", "logical shift right", "Shifts in zeros. Undefined when the amount is the width or more.", 0)

// ShRUI builds arith.shrui.
func ShRUI(b *ir.Builder, l, r *ir.Value) *ir.Value { return buildBinary(b, "arith.shrui", l, r) }

// Fold knows x>>0.
func (o ShRUIOp) Fold(c []ir.Attribute) []ir.FoldResult {
	return o.foldShift(c, func(x *big.Int, n uint, w int) *big.Int { return new(big.Int).Rsh(unsigned(x, w), n) })
}

// foldMinMax knows equal operands and the bounds of the type: with bound low the other operand is the
// result, with bound high the bound itself.
func (o Binary) foldMinMax(c []ir.Attribute, neutral, absorbing func(w int) *big.Int, f func(x, y *big.Int, w int) *big.Int) []ir.FoldResult {
	if o.Lhs() == o.Rhs() {
		return foldedTo(o.Lhs())
	}
	w, ok := width(o.Type())
	if !ok || w == 0 {
		return nil
	}
	if v := intConst(c[1]); v != nil {
		if v.Cmp(neutral(w)) == 0 {
			return foldedTo(o.Lhs())
		}
		if v.Cmp(absorbing(w)) == 0 {
			return folded(c[1])
		}
	}
	return o.foldInts(c, f)
}

func maxSigned(w int) *big.Int { return new(big.Int).Not(minSigned(w)) }
func allOnes(int) *big.Int     { return big.NewInt(-1) }
func allZeros(int) *big.Int    { return new(big.Int) }

// pick returns x if less(x, y) and else y, where less compares as unsigned numbers if asked.
func pickLess(x, y *big.Int, w int, uns, greater bool) *big.Int {
	a, b := x, y
	if uns {
		a, b = unsigned(x, w), unsigned(y, w)
	}
	if (a.Cmp(b) < 0) != greater {
		return x
	}
	return y
}

// MinSIOp is arith.minsi.
type MinSIOp struct{ Binary }

// Def returns the definition.
func (MinSIOp) Def() *ir.OpDef { return minSIDef }

var minSIDef = intBinaryDef("minsi", "signed integer minimum", "The lesser operand as signed numbers.", ir.Commutative)

// MinSI builds arith.minsi.
func MinSI(b *ir.Builder, l, r *ir.Value) *ir.Value { return buildBinary(b, "arith.minsi", l, r) }

// Fold knows equal operands and the bounds of the type.
func (o MinSIOp) Fold(c []ir.Attribute) []ir.FoldResult {
	return o.foldMinMax(c, maxSigned, minSigned, func(x, y *big.Int, w int) *big.Int { return pickLess(x, y, w, false, false) })
}

// MaxSIOp is arith.maxsi.
type MaxSIOp struct{ Binary }

// Def returns the definition.
func (MaxSIOp) Def() *ir.OpDef { return maxSIDef }

var maxSIDef = intBinaryDef("maxsi", "signed integer maximum", "The greater operand as signed numbers.", ir.Commutative)

// MaxSI builds arith.maxsi.
func MaxSI(b *ir.Builder, l, r *ir.Value) *ir.Value { return buildBinary(b, "arith.maxsi", l, r) }

// Fold knows equal operands and the bounds of the type.
func (o MaxSIOp) Fold(c []ir.Attribute) []ir.FoldResult {
	return o.foldMinMax(c, minSigned, maxSigned, func(x, y *big.Int, w int) *big.Int { return pickLess(x, y, w, false, true) })
}

// MinUIOp is arith.minui.
type MinUIOp struct{ Binary }

// Def returns the definition.
func (MinUIOp) Def() *ir.OpDef { return minUIDef }

var minUIDef = intBinaryDef("minui", "unsigned integer minimum", "The lesser operand as unsigned numbers.", ir.Commutative)

// MinUI builds arith.minui.
func MinUI(b *ir.Builder, l, r *ir.Value) *ir.Value { return buildBinary(b, "arith.minui", l, r) }

// Fold knows equal operands and the bounds of the type.
func (o MinUIOp) Fold(c []ir.Attribute) []ir.FoldResult {
	return o.foldMinMax(c, allOnes, allZeros, func(x, y *big.Int, w int) *big.Int { return pickLess(x, y, w, true, false) })
}

// MaxUIOp is arith.maxui.
type MaxUIOp struct{ Binary }

// Def returns the definition.
func (MaxUIOp) Def() *ir.OpDef { return maxUIDef }

var maxUIDef = intBinaryDef("maxui", "unsigned integer maximum", "The greater operand as unsigned numbers.", ir.Commutative)

// MaxUI builds arith.maxui.
func MaxUI(b *ir.Builder, l, r *ir.Value) *ir.Value { return buildBinary(b, "arith.maxui", l, r) }

// Fold knows equal operands and the bounds of the type.
func (o MaxUIOp) Fold(c []ir.Attribute) []ir.FoldResult {
	return o.foldMinMax(c, allZeros, allOnes, func(x, y *big.Int, w int) *big.Int { return pickLess(x, y, w, true, true) })
}
