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

// constantsOf are the constants of (x op c0) op c1, nil if the left operand is not of that form.
func constantsOf[T interface{ constRhs() *big.Int }](o Binary) (in T, c0, c1 *big.Int) {
	in, ok := ods.DefinedBy[T](o.Lhs())
	if !ok {
		return in, nil, nil
	}
	if c0, c1 = in.constRhs(), o.constRhs(); c0 == nil || c1 == nil {
		return in, nil, nil
	}
	return in, c0, c1
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

// Rewrites merges constants.
func (AddIOp) Rewrites() []ir.Rewrite {
	return []ir.Rewrite{{
		Name: "addi-of-addi", Benefit: 1, Args: "%x: i32",
		Before: `
%c1 = arith.constant 1 : i32
%c2 = arith.constant 2 : i32
%0 = arith.addi %x, %c1 : i32
%1 = arith.addi %0, %c2 : i32
"test.use"(%1) : (i32) -> ()`,
		After: `
%c3 = arith.constant 3 : i32
%0 = arith.addi %x, %c3 : i32
"test.use"(%0) : (i32) -> ()`,
		Apply: ir.RewriteOn(AddIOp.ofAdd),
	}, {
		Name: "addi-of-subi", Benefit: 1, Args: "%x: i32",
		Before: `
%c1 = arith.constant 1 : i32
%c3 = arith.constant 3 : i32
%0 = arith.subi %x, %c1 : i32
%1 = arith.addi %0, %c3 : i32
"test.use"(%1) : (i32) -> ()`,
		After: `
%c2 = arith.constant 2 : i32
%0 = arith.addi %x, %c2 : i32
"test.use"(%0) : (i32) -> ()`,
		Apply: ir.RewriteOn(AddIOp.ofSub),
	}}
}

func (o AddIOp) ofAdd(rw *ir.Rewriter) bool {
	in, c0, c1 := constantsOf[AddIOp](o.Binary)
	w, ok := width(o.Type())
	if c0 == nil || !ok || w == 0 {
		return false
	}
	sum := new(big.Int).Add(c0, c1)
	return o.merge(rw, in.Lhs(), sum, sumFlags(OverflowOf(in.Operation), OverflowOf(o.Operation), sum, w))
}

func (o AddIOp) ofSub(rw *ir.Rewriter) bool {
	in, c0, c1 := constantsOf[SubIOp](o.Binary)
	return c0 != nil && o.merge(rw, in.Lhs(), new(big.Int).Sub(c1, c0), 0)
}

// Rewrites merges constants.
func (SubIOp) Rewrites() []ir.Rewrite {
	return []ir.Rewrite{{
		Name: "subi-of-addi", Benefit: 1, Args: "%x: i32",
		Before: `
%c1 = arith.constant 1 : i32
%c3 = arith.constant 3 : i32
%0 = arith.addi %x, %c3 : i32
%1 = arith.subi %0, %c1 : i32
"test.use"(%1) : (i32) -> ()`,
		After: `
%c2 = arith.constant 2 : i32
%0 = arith.addi %x, %c2 : i32
"test.use"(%0) : (i32) -> ()`,
		Apply: ir.RewriteOn(SubIOp.ofAdd),
	}, {
		Name: "subi-of-subi", Benefit: 1, Args: "%x: i32",
		Before: `
%c1 = arith.constant 1 : i32
%c2 = arith.constant 2 : i32
%0 = arith.subi %x, %c1 : i32
%1 = arith.subi %0, %c2 : i32
"test.use"(%1) : (i32) -> ()`,
		After: `
%c3 = arith.constant 3 : i32
%0 = arith.subi %x, %c3 : i32
"test.use"(%0) : (i32) -> ()`,
		Apply: ir.RewriteOn(SubIOp.ofSub),
	}}
}

func (o SubIOp) ofAdd(rw *ir.Rewriter) bool {
	in, c0, c1 := constantsOf[AddIOp](o.Binary)
	if c0 == nil {
		return false
	}
	k := NewConstant(rw.Builder, rw.Ctx.BigIntAttr(new(big.Int).Sub(c0, c1), o.Type()))
	rw.Replace(o.Operation, AddI(rw.Builder, in.Lhs(), k))
	return true
}

func (o SubIOp) ofSub(rw *ir.Rewriter) bool {
	in, c0, c1 := constantsOf[SubIOp](o.Binary)
	return c0 != nil && o.merge(rw, in.Lhs(), new(big.Int).Add(c0, c1), 0)
}

// Rewrites merges constants.
func (MulIOp) Rewrites() []ir.Rewrite {
	return []ir.Rewrite{{
		Name: "muli-of-muli", Benefit: 1, Args: "%x: i32",
		Before: `
%c2 = arith.constant 2 : i32
%c3 = arith.constant 3 : i32
%0 = arith.muli %x, %c2 : i32
%1 = arith.muli %0, %c3 : i32
"test.use"(%1) : (i32) -> ()`,
		After: `
%c6 = arith.constant 6 : i32
%0 = arith.muli %x, %c6 : i32
"test.use"(%0) : (i32) -> ()`,
		Apply: ir.RewriteOn(MulIOp.ofMul),
	}}
}

func (o MulIOp) ofMul(rw *ir.Rewriter) bool {
	in, c0, c1 := constantsOf[MulIOp](o.Binary)
	return c0 != nil && o.merge(rw, in.Lhs(), new(big.Int).Mul(c0, c1), 0)
}

// Rewrites merges constants.
func (AndIOp) Rewrites() []ir.Rewrite {
	return []ir.Rewrite{{
		Name: "andi-of-andi", Benefit: 1, Args: "%x: i32",
		Before: `
%c6 = arith.constant 6 : i32
%c3 = arith.constant 3 : i32
%0 = arith.andi %x, %c6 : i32
%1 = arith.andi %0, %c3 : i32
"test.use"(%1) : (i32) -> ()`,
		After: `
%c2 = arith.constant 2 : i32
%0 = arith.andi %x, %c2 : i32
"test.use"(%0) : (i32) -> ()`,
		Apply: ir.RewriteOn(AndIOp.ofAnd),
	}}
}

func (o AndIOp) ofAnd(rw *ir.Rewriter) bool {
	in, c0, c1 := constantsOf[AndIOp](o.Binary)
	return c0 != nil && o.merge(rw, in.Lhs(), new(big.Int).And(c0, c1), 0)
}

// Rewrites merges constants.
func (OrIOp) Rewrites() []ir.Rewrite {
	return []ir.Rewrite{{
		Name: "ori-of-ori", Benefit: 1, Args: "%x: i32",
		Before: `
%c6 = arith.constant 6 : i32
%c3 = arith.constant 3 : i32
%0 = arith.ori %x, %c6 : i32
%1 = arith.ori %0, %c3 : i32
"test.use"(%1) : (i32) -> ()`,
		After: `
%c7 = arith.constant 7 : i32
%0 = arith.ori %x, %c7 : i32
"test.use"(%0) : (i32) -> ()`,
		Apply: ir.RewriteOn(OrIOp.ofOr),
	}}
}

func (o OrIOp) ofOr(rw *ir.Rewriter) bool {
	in, c0, c1 := constantsOf[OrIOp](o.Binary)
	return c0 != nil && o.merge(rw, in.Lhs(), new(big.Int).Or(c0, c1), 0)
}

// Rewrites knows negations.
func (XOrIOp) Rewrites() []ir.Rewrite {
	return []ir.Rewrite{{
		Name: "xori-not-cmpi", Benefit: 1, Args: "%x: i32, %y: i32",
		Before: `
%true = arith.constant true
%0 = arith.cmpi slt, %x, %y : i32
%1 = arith.xori %0, %true : i1
"test.use"(%1) : (i1) -> ()`,
		After: `
%0 = arith.cmpi sge, %x, %y : i32
"test.use"(%0) : (i1) -> ()`,
		Apply: ir.RewriteOn(XOrIOp.notCmp),
	}}
}

// notCmp turns the negation of an integer comparison into the inverse comparison.
func (o XOrIOp) notCmp(rw *ir.Rewriter) bool {
	cmp, ok := ods.DefinedBy[CmpIOp](o.Lhs())
	if w, isInt := width(o.Type()); !ok || !isInt || w != 1 || !IsConstantInt(o.Rhs(), -1) {
		return false
	}
	rw.Replace(o.Operation, CmpI(rw.Builder, cmp.Predicate().Inverse(), cmp.Lhs(), cmp.Rhs()))
	return true
}

// Rewrites knows negations.
func (SelectOp) Rewrites() []ir.Rewrite {
	return []ir.Rewrite{{
		Name: "select-not", Benefit: 1, Args: "%c: i1, %x: i32, %y: i32",
		Before: `
%true = arith.constant true
%0 = arith.xori %c, %true : i1
%1 = arith.select %0, %x, %y : i32
"test.use"(%1) : (i32) -> ()`,
		After: `
%0 = arith.select %c, %y, %x : i32
"test.use"(%0) : (i32) -> ()`,
		Apply: ir.RewriteOn(SelectOp.ofNot),
	}}
}

// ofNot turns a choice by a negated condition round.
func (o SelectOp) ofNot(rw *ir.Rewriter) bool {
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

// Rewrites looks through extensions.
func (TruncIOp) Rewrites() []ir.Rewrite {
	return []ir.Rewrite{{
		Name: "trunci-of-ext", Benefit: 1, Args: "%x: i8",
		Before: `
%0 = arith.extui %x : i8 to i64
%1 = arith.trunci %0 : i64 to i32
"test.use"(%1) : (i32) -> ()`,
		After: `
%0 = arith.extui %x : i8 to i32
"test.use"(%0) : (i32) -> ()`,
		Apply: ir.RewriteOn(TruncIOp.ofExt),
	}}
}

// ofExt turns the truncation of an extension from a narrower type into that extension.
func (o TruncIOp) ofExt(rw *ir.Rewriter) bool {
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
