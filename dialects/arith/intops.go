package arith

import (
	"math/big"

	"descend/ir"
)

// AddIOp is arith.addi.
type AddIOp struct{ Binary }

// Def returns the definition.
func (AddIOp) Def() *ir.OpDef { return addIDef }

var addIDef = overflowBinaryDef("addi", "integer addition",
	"The sum, modulo 2 to the width. `nsw` and `nuw` promise that it does not overflow as a signed or unsigned number.", ir.Commutative)

// AddI builds arith.addi.
func AddI(b *ir.Builder, l, r *ir.Value, of ...Overflow) *ir.Value {
	return buildBinary(b, "arith.addi", l, r, overflowAttrs(b.Ctx, of)...)
}

// Fold knows x+0, (a-b)+b and a+(b-a).
func (o AddIOp) Fold(c []ir.Attribute) []ir.FoldResult {
	if isInt(c[1], 0) {
		return foldedTo(o.Lhs())
	}
	if isInt(c[0], 0) {
		return foldedTo(o.Rhs())
	}
	if s, ok := ir.DefinedBy[SubIOp](o.Lhs()); ok && s.Rhs() == o.Rhs() {
		return foldedTo(s.Lhs())
	}
	if s, ok := ir.DefinedBy[SubIOp](o.Rhs()); ok && s.Rhs() == o.Lhs() {
		return foldedTo(s.Lhs())
	}
	return o.foldInts(c, func(x, y *big.Int, _ int) *big.Int { return new(big.Int).Add(x, y) })
}

// SubIOp is arith.subi.
type SubIOp struct{ Binary }

// Def returns the definition.
func (SubIOp) Def() *ir.OpDef { return subIDef }

var subIDef = overflowBinaryDef("subi", "integer subtraction", "The difference, modulo 2 to the width.", 0)

// SubI builds arith.subi.
func SubI(b *ir.Builder, l, r *ir.Value, of ...Overflow) *ir.Value {
	return buildBinary(b, "arith.subi", l, r, overflowAttrs(b.Ctx, of)...)
}

// Fold knows x-x, x-0, (a+b)-a and (a+b)-b.
func (o SubIOp) Fold(c []ir.Attribute) []ir.FoldResult {
	if o.Lhs() == o.Rhs() {
		return o.zero()
	}
	if isInt(c[1], 0) {
		return foldedTo(o.Lhs())
	}
	if a, ok := ir.DefinedBy[AddIOp](o.Lhs()); ok {
		if a.Rhs() == o.Rhs() {
			return foldedTo(a.Lhs())
		}
		if a.Lhs() == o.Rhs() {
			return foldedTo(a.Rhs())
		}
	}
	return o.foldInts(c, func(x, y *big.Int, _ int) *big.Int { return new(big.Int).Sub(x, y) })
}

// MulIOp is arith.muli.
type MulIOp struct{ Binary }

// Def returns the definition.
func (MulIOp) Def() *ir.OpDef { return mulIDef }

var mulIDef = overflowBinaryDef("muli", "integer multiplication", "The product, modulo 2 to the width.", ir.Commutative)

// MulI builds arith.muli.
func MulI(b *ir.Builder, l, r *ir.Value, of ...Overflow) *ir.Value {
	return buildBinary(b, "arith.muli", l, r, overflowAttrs(b.Ctx, of)...)
}

// Fold knows x*0 and x*1.
func (o MulIOp) Fold(c []ir.Attribute) []ir.FoldResult {
	if isInt(c[1], 0) {
		return o.zero()
	}
	if isOne(c[1]) {
		return foldedTo(o.Lhs())
	}
	return o.foldInts(c, func(x, y *big.Int, _ int) *big.Int { return new(big.Int).Mul(x, y) })
}

// SignedDivision is a signed quotient or remainder: without effect on memory, but undefined for some
// operands, so that it may not be executed speculatively.
type SignedDivision struct{ Binary }

// Effects tells that memory is not touched.
func (SignedDivision) Effects() []ir.Effect { return nil }

// IsSpeculatable says whether the quotient is defined for every dividend.
func (o SignedDivision) IsSpeculatable() bool {
	n, ok := ConstantInt(o.Rhs())
	return ok && n != 0 && n != -1
}

// UnsignedDivision is an unsigned quotient or remainder; see SignedDivision.
type UnsignedDivision struct{ Binary }

// Effects tells that memory is not touched.
func (UnsignedDivision) Effects() []ir.Effect { return nil }

// IsSpeculatable says whether the quotient is defined for every dividend.
func (o UnsignedDivision) IsSpeculatable() bool {
	n, ok := ConstantInt(o.Rhs())
	return ok && n != 0
}

// divisionDef declares a quotient or remainder; it is not Pure, see SignedDivision.
func divisionDef(mnemonic, summary, description string) *ir.OpDef {
	d := intBinaryDef(mnemonic, summary, description, 0)
	d.Traits &^= ir.Pure
	return d
}

// foldSignedDiv computes f for a signed division that is defined: the divisor is not zero, and the least
// number is not divided by -1.
func (o Binary) foldSignedDiv(c []ir.Attribute, f func(x, y *big.Int) *big.Int) []ir.FoldResult {
	return o.foldInts(c, func(x, y *big.Int, w int) *big.Int {
		if y.Sign() == 0 || (y.IsInt64() && y.Int64() == -1 && x.Cmp(minSigned(w)) == 0) {
			return nil
		}
		return f(x, y)
	})
}

// foldUnsignedDiv computes f of the operands as unsigned numbers unless the divisor is zero.
func (o Binary) foldUnsignedDiv(c []ir.Attribute, f func(x, y *big.Int) *big.Int) []ir.FoldResult {
	return o.foldInts(c, func(x, y *big.Int, w int) *big.Int {
		if y.Sign() == 0 {
			return nil
		}
		return f(unsigned(x, w), unsigned(y, w))
	})
}

// divByOne is the left operand of x/1. For i1 the number is -1 when signed, but x/-1 is x too, or undefined.
func (o Binary) divByOne(c []ir.Attribute) []ir.FoldResult {
	if isOne(c[1]) {
		return foldedTo(o.Lhs())
	}
	return nil
}

// DivSIOp is arith.divsi.
type DivSIOp struct{ SignedDivision }

// Def returns the definition.
func (DivSIOp) Def() *ir.OpDef { return divSIDef }

var divSIDef = divisionDef("divsi", "signed integer division, rounding towards zero",
	"Undefined when the divisor is zero, or the least number is divided by -1.")

// DivSI builds arith.divsi.
func DivSI(b *ir.Builder, l, r *ir.Value) *ir.Value { return buildBinary(b, "arith.divsi", l, r) }

// Fold knows x/1.
func (o DivSIOp) Fold(c []ir.Attribute) []ir.FoldResult {
	if r := o.divByOne(c); r != nil {
		return r
	}
	return o.foldSignedDiv(c, func(x, y *big.Int) *big.Int { return new(big.Int).Quo(x, y) })
}

// DivUIOp is arith.divui.
type DivUIOp struct{ UnsignedDivision }

// Def returns the definition.
func (DivUIOp) Def() *ir.OpDef { return divUIDef }

var divUIDef = divisionDef("divui", "unsigned integer division", "Undefined when the divisor is zero.")

// DivUI builds arith.divui.
func DivUI(b *ir.Builder, l, r *ir.Value) *ir.Value { return buildBinary(b, "arith.divui", l, r) }

// Fold knows x/1 and (a*c)/c for a product that does not wrap.
func (o DivUIOp) Fold(c []ir.Attribute) []ir.FoldResult {
	if r := o.divByOne(c); r != nil {
		return r
	}
	if m, ok := ir.DefinedBy[MulIOp](o.Lhs()); ok && OverflowOf(m.Operation)&NUW != 0 && c[1] != nil && !isInt(c[1], 0) && m.Rhs() == o.Rhs() {
		return foldedTo(m.Lhs())
	}
	return o.foldUnsignedDiv(c, func(x, y *big.Int) *big.Int { return new(big.Int).Quo(x, y) })
}

// RemSIOp is arith.remsi.
type RemSIOp struct{ SignedDivision }

// Def returns the definition.
func (RemSIOp) Def() *ir.OpDef { return remSIDef }

var remSIDef = divisionDef("remsi", "signed integer remainder",
	"The remainder of divsi; it has the sign of the dividend. Undefined where divsi is.")

// RemSI builds arith.remsi.
func RemSI(b *ir.Builder, l, r *ir.Value) *ir.Value { return buildBinary(b, "arith.remsi", l, r) }

// Fold knows x%1.
func (o RemSIOp) Fold(c []ir.Attribute) []ir.FoldResult {
	if isOne(c[1]) {
		return o.zero()
	}
	return o.foldSignedDiv(c, func(x, y *big.Int) *big.Int { return new(big.Int).Rem(x, y) })
}

// RemUIOp is arith.remui.
type RemUIOp struct{ UnsignedDivision }

// Def returns the definition.
func (RemUIOp) Def() *ir.OpDef { return remUIDef }

var remUIDef = divisionDef("remui", "unsigned integer remainder", "The remainder of divui. Undefined when the divisor is zero.")

// RemUI builds arith.remui.
func RemUI(b *ir.Builder, l, r *ir.Value) *ir.Value { return buildBinary(b, "arith.remui", l, r) }

// Fold knows x%1 and (x%n)%n.
func (o RemUIOp) Fold(c []ir.Attribute) []ir.FoldResult {
	if isOne(c[1]) {
		return o.zero()
	}
	if r, ok := ir.DefinedBy[RemUIOp](o.Lhs()); ok && r.Rhs() == o.Rhs() {
		return foldedTo(o.Lhs())
	}
	return o.foldUnsignedDiv(c, func(x, y *big.Int) *big.Int { return new(big.Int).Rem(x, y) })
}

// CeilDivSIOp is arith.ceildivsi.
type CeilDivSIOp struct{ SignedDivision }

// Def returns the definition.
func (CeilDivSIOp) Def() *ir.OpDef { return ceilDivSIDef }

var ceilDivSIDef = divisionDef("ceildivsi", "signed integer division, rounding up", "Undefined where divsi is.")

// CeilDivSI builds arith.ceildivsi.
func CeilDivSI(b *ir.Builder, l, r *ir.Value) *ir.Value {
	return buildBinary(b, "arith.ceildivsi", l, r)
}

// Fold knows x/1.
func (o CeilDivSIOp) Fold(c []ir.Attribute) []ir.FoldResult {
	if r := o.divByOne(c); r != nil {
		return r
	}
	return o.foldSignedDiv(c, func(x, y *big.Int) *big.Int {
		return new(big.Int).Neg(floorDiv(new(big.Int).Neg(x), y))
	})
}

// CeilDivUIOp is arith.ceildivui.
type CeilDivUIOp struct{ UnsignedDivision }

// Def returns the definition.
func (CeilDivUIOp) Def() *ir.OpDef { return ceilDivUIDef }

var ceilDivUIDef = divisionDef("ceildivui", "unsigned integer division, rounding up", "Undefined when the divisor is zero.")

// CeilDivUI builds arith.ceildivui.
func CeilDivUI(b *ir.Builder, l, r *ir.Value) *ir.Value {
	return buildBinary(b, "arith.ceildivui", l, r)
}

// Fold knows x/1.
func (o CeilDivUIOp) Fold(c []ir.Attribute) []ir.FoldResult {
	if r := o.divByOne(c); r != nil {
		return r
	}
	return o.foldUnsignedDiv(c, func(x, y *big.Int) *big.Int {
		return new(big.Int).Neg(floorDiv(new(big.Int).Neg(x), y))
	})
}

// FloorDivSIOp is arith.floordivsi.
type FloorDivSIOp struct{ SignedDivision }

// Def returns the definition.
func (FloorDivSIOp) Def() *ir.OpDef { return floorDivSIDef }

var floorDivSIDef = divisionDef("floordivsi", "signed integer division, rounding down", "Undefined where divsi is.")

// FloorDivSI builds arith.floordivsi.
func FloorDivSI(b *ir.Builder, l, r *ir.Value) *ir.Value {
	return buildBinary(b, "arith.floordivsi", l, r)
}

// Fold knows x/1.
func (o FloorDivSIOp) Fold(c []ir.Attribute) []ir.FoldResult {
	if r := o.divByOne(c); r != nil {
		return r
	}
	return o.foldSignedDiv(c, floorDiv)
}

// floorDiv is x/y rounded towards minus infinity.
func floorDiv(x, y *big.Int) *big.Int {
	q, r := new(big.Int).QuoRem(x, y, new(big.Int))
	if r.Sign() != 0 && (r.Sign() < 0) != (y.Sign() < 0) {
		q.Sub(q, big.NewInt(1))
	}
	return q
}
