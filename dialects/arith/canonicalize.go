package arith

import (
	"math/big"

	"descend/dialects/ods"
	"descend/ir"
)

// Rewrites that need new constants. They keep the shape of sums: (x + c0) + c1 becomes x + (c0+c1), other
// terms are never re-associated, since backends rely on the order of address computations.

// constRhs is the right operand if it is a scalar integer constant.
func (o Binary) constRhs() *big.Int { return intConst(ConstantValue(o.Rhs())) }

// merge makes the operation combine x with the constant k, in place.
func (o Binary) merge(rw *ir.Rewriter, x *ir.Value, k *big.Int, of Overflow) bool {
	c := NewConstant(rw.Builder, rw.Ctx.BigIntAttr(k, o.Type()))
	o.SetOperand(0, x)
	o.SetOperand(1, c)
	if o.HasAttr("overflowFlags") {
		o.SetAttr("overflowFlags", NewOverflow(rw.Ctx, of))
	}
	rw.Modified(o.Operation)
	return true
}

// sumFlags are the flags of x + (c0+c1) when both sums of (x + c0) + c1 have them: nuw carries over, nsw
// if the sum of the constants fits.
func sumFlags(a, b Overflow, sum *big.Int, w int) Overflow {
	of := a & b
	if sum.Cmp(minSigned(w)) < 0 || sum.Cmp(maxSigned(w)) > 0 {
		of &^= NSW
	}
	return of
}

// Canonicalize merges constants: (x + c0) + c1 and (x - c0) + c1.
func (o AddIOp) Canonicalize(rw *ir.Rewriter) bool {
	c1 := o.constRhs()
	w, ok := width(o.Type())
	if c1 == nil || !ok || w == 0 {
		return false
	}
	if in, ok := ods.DefinedBy[AddIOp](o.Lhs()); ok {
		if c0 := in.constRhs(); c0 != nil {
			sum := new(big.Int).Add(c0, c1)
			return o.merge(rw, in.Lhs(), sum, sumFlags(OverflowOf(in.Operation), OverflowOf(o.Operation), sum, w))
		}
	}
	if in, ok := ods.DefinedBy[SubIOp](o.Lhs()); ok {
		if c0 := in.constRhs(); c0 != nil {
			return o.merge(rw, in.Lhs(), new(big.Int).Sub(c1, c0), 0)
		}
	}
	return false
}

// Canonicalize merges constants: (x + c0) - c1 and (x - c0) - c1.
func (o SubIOp) Canonicalize(rw *ir.Rewriter) bool {
	c1 := o.constRhs()
	if c1 == nil {
		return false
	}
	if in, ok := ods.DefinedBy[AddIOp](o.Lhs()); ok {
		if c0 := in.constRhs(); c0 != nil {
			k := NewConstant(rw.Builder, rw.Ctx.BigIntAttr(new(big.Int).Sub(c0, c1), o.Type()))
			rw.Replace(o.Operation, AddI(rw.Builder, in.Lhs(), k))
			return true
		}
	}
	if in, ok := ods.DefinedBy[SubIOp](o.Lhs()); ok {
		if c0 := in.constRhs(); c0 != nil {
			return o.merge(rw, in.Lhs(), new(big.Int).Add(c0, c1), 0)
		}
	}
	return false
}

// Canonicalize merges constants: (x * c0) * c1.
func (o MulIOp) Canonicalize(rw *ir.Rewriter) bool {
	in, ok := ods.DefinedBy[MulIOp](o.Lhs())
	if !ok {
		return false
	}
	c0, c1 := in.constRhs(), o.constRhs()
	if c0 == nil || c1 == nil {
		return false
	}
	return o.merge(rw, in.Lhs(), new(big.Int).Mul(c0, c1), 0)
}

// Canonicalize merges constants: (x & c0) & c1.
func (o AndIOp) Canonicalize(rw *ir.Rewriter) bool {
	in, ok := ods.DefinedBy[AndIOp](o.Lhs())
	if !ok {
		return false
	}
	c0, c1 := in.constRhs(), o.constRhs()
	if c0 == nil || c1 == nil {
		return false
	}
	return o.merge(rw, in.Lhs(), new(big.Int).And(c0, c1), 0)
}

// Canonicalize merges constants: (x | c0) | c1.
func (o OrIOp) Canonicalize(rw *ir.Rewriter) bool {
	in, ok := ods.DefinedBy[OrIOp](o.Lhs())
	if !ok {
		return false
	}
	c0, c1 := in.constRhs(), o.constRhs()
	if c0 == nil || c1 == nil {
		return false
	}
	return o.merge(rw, in.Lhs(), new(big.Int).Or(c0, c1), 0)
}

// Canonicalize turns the negation of an integer comparison into the inverse comparison.
func (o XOrIOp) Canonicalize(rw *ir.Rewriter) bool {
	cmp, ok := ods.DefinedBy[CmpIOp](o.Lhs())
	if w, isInt := width(o.Type()); !ok || !isInt || w != 1 || !IsConstantInt(o.Rhs(), -1) {
		return false
	}
	rw.Replace(o.Operation, CmpI(rw.Builder, cmp.Predicate().Inverse(), cmp.Lhs(), cmp.Rhs()))
	return true
}

// Canonicalize turns a choice by a negated condition round.
func (o SelectOp) Canonicalize(rw *ir.Rewriter) bool {
	not, ok := ods.DefinedBy[XOrIOp](o.Condition())
	if !ok || !IsConstantInt(not.Rhs(), -1) {
		return false
	}
	t, f := o.TrueValue(), o.FalseValue()
	o.SetOperand(0, not.Lhs())
	o.SetOperand(1, f)
	o.SetOperand(2, t)
	rw.Modified(o.Operation)
	return true
}

// Canonicalize turns the truncation of an extension from a narrower type into that extension.
func (o TruncIOp) Canonicalize(rw *ir.Rewriter) bool {
	def := o.In().DefiningOp()
	if def == nil || !def.Is("arith.extsi") && !def.Is("arith.extui") {
		return false
	}
	src := def.Operand(0)
	if bits(ods.ElementType(src.Type())) >= bits(ods.ElementType(o.Type())) {
		return false // folded
	}
	rw.Replace(o.Operation, buildCast(rw.Builder, def.Name(), src, o.Type()))
	return true
}
