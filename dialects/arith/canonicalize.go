package arith

import (
	"math/big"

	"descend/dialects/ods"
	"descend/ir"
)

// Rewrites that need new constants or operations. They keep the shape of sums: (x + c0) + c1 becomes x + (c0+c1), other
// terms are never re-associated, since backends rely on the order of address computations.

// result puts v in the place of the operation; nothing is changed if it is nil.
func result(rw *ir.Rewriter, o *ir.Operation, v *ir.Value) bool {
	if v == nil {
		return false
	}
	rw.Replace(o, v)
	return true
}

// merged is f of two constants of one integer type as a new constant; nil if x or y is none.
func merged(rw *ir.Rewriter, x, y *ir.Value, f func(x, y *big.Int) *big.Int) *ir.Value {
	k := combine(rw.Ctx, x.Type(), []ir.Attribute{ConstantValue(x), ConstantValue(y)}, func(x, y *big.Int, _ int) *big.Int { return f(x, y) })
	if k == nil {
		return nil
	}
	return NewConstant(rw.Builder, k)
}

func sum(x, y *big.Int) *big.Int        { return new(big.Int).Add(x, y) }
func difference(x, y *big.Int) *big.Int { return new(big.Int).Sub(x, y) }
func reverse(x, y *big.Int) *big.Int    { return new(big.Int).Sub(y, x) }

// sumFlags are the flags of x + (c0+c1) when both sums of (x + c0) + c1 have them: nuw carries over, nsw
// if the sum of the constants fits.
func sumFlags(in, o AddIOp) Overflow {
	of := OverflowOf(in.Operation) & OverflowOf(o.Operation)
	c0, c1 := intConst(ConstantValue(in.Rhs())), intConst(ConstantValue(o.Rhs()))
	if c0 == nil || c1 == nil {
		return 0
	}
	w, _ := width(o.Type())
	if n := sum(c0, c1); n.Cmp(minSigned(w)) < 0 || n.Cmp(maxSigned(w)) > 0 {
		of &^= NSW
	}
	return of
}

// Rewrites merges constants, and knows negative terms.
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
	}, {
		Name: "addi-of-subi-from", Benefit: 1, Args: "%x: i32",
		Before: `
%c1 = arith.constant 1 : i32
%c3 = arith.constant 3 : i32
%0 = arith.subi %c1, %x : i32
%1 = arith.addi %0, %c3 : i32
"test.use"(%1) : (i32) -> ()`,
		After: `
%c4 = arith.constant 4 : i32
%0 = arith.subi %c4, %x : i32
"test.use"(%0) : (i32) -> ()`,
		Apply: ir.RewriteOn(AddIOp.ofSubFrom),
	}, {
		Name: "addi-negative", Benefit: 1, Args: "%x: i32, %y: i32",
		Before: `
%m = arith.constant -1 : i32
%0 = arith.muli %y, %m : i32
%1 = arith.addi %x, %0 : i32
"test.use"(%1) : (i32) -> ()`,
		After: `
%0 = arith.subi %x, %y : i32
"test.use"(%0) : (i32) -> ()`,
		Apply: ir.RewriteOn(AddIOp.negative),
	}}
}

// negative turns the sum with a product with -1 into a difference.
func (o AddIOp) negative(rw *ir.Rewriter) bool {
	for i := range 2 {
		if m, ok := ir.DefinedBy[MulIOp](o.Operand(i)); ok && isInt(ConstantValue(m.Rhs()), -1) {
			return result(rw, o.Operation, SubI(rw.Builder, o.Operand(1-i), m.Lhs()))
		}
	}
	return false
}

func (o AddIOp) ofAdd(rw *ir.Rewriter) bool {
	in, ok := ir.DefinedBy[AddIOp](o.Lhs())
	if !ok {
		return false
	}
	of := sumFlags(in, o)
	k := merged(rw, in.Rhs(), o.Rhs(), sum)
	return k != nil && result(rw, o.Operation, AddI(rw.Builder, in.Lhs(), k, of))
}

func (o AddIOp) ofSub(rw *ir.Rewriter) bool {
	in, ok := ir.DefinedBy[SubIOp](o.Lhs())
	if !ok {
		return false
	}
	k := merged(rw, in.Rhs(), o.Rhs(), reverse)
	return k != nil && result(rw, o.Operation, AddI(rw.Builder, in.Lhs(), k))
}

func (o AddIOp) ofSubFrom(rw *ir.Rewriter) bool {
	in, ok := ir.DefinedBy[SubIOp](o.Lhs())
	if !ok {
		return false
	}
	k := merged(rw, in.Lhs(), o.Rhs(), sum)
	return k != nil && result(rw, o.Operation, SubI(rw.Builder, k, in.Rhs()))
}

// Rewrites merges constants, and knows (x-y)-x.
func (SubIOp) Rewrites() []ir.Rewrite {
	return []ir.Rewrite{{
		Name: "subi-of-addi", Benefit: 1, Args: "%x: i32",
		Before: `
%c3 = arith.constant 3 : i32
%c1 = arith.constant 1 : i32
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
	}, {
		Name: "subi-of-subi-from", Benefit: 1, Args: "%x: i32",
		Before: `
%c5 = arith.constant 5 : i32
%c2 = arith.constant 2 : i32
%0 = arith.subi %c5, %x : i32
%1 = arith.subi %0, %c2 : i32
"test.use"(%1) : (i32) -> ()`,
		After: `
%c3 = arith.constant 3 : i32
%0 = arith.subi %c3, %x : i32
"test.use"(%0) : (i32) -> ()`,
		Apply: ir.RewriteOn(SubIOp.ofSubFrom),
	}, {
		Name: "subi-addi-from", Benefit: 1, Args: "%x: i32",
		Before: `
%c1 = arith.constant 1 : i32
%c5 = arith.constant 5 : i32
%0 = arith.addi %x, %c1 : i32
%1 = arith.subi %c5, %0 : i32
"test.use"(%1) : (i32) -> ()`,
		After: `
%c4 = arith.constant 4 : i32
%0 = arith.subi %c4, %x : i32
"test.use"(%0) : (i32) -> ()`,
		Apply: ir.RewriteOn(SubIOp.addFrom),
	}, {
		Name: "subi-subi-from", Benefit: 1, Args: "%x: i32",
		Before: `
%c1 = arith.constant 1 : i32
%c5 = arith.constant 5 : i32
%0 = arith.subi %x, %c1 : i32
%1 = arith.subi %c5, %0 : i32
"test.use"(%1) : (i32) -> ()`,
		After: `
%c6 = arith.constant 6 : i32
%0 = arith.subi %c6, %x : i32
"test.use"(%0) : (i32) -> ()`,
		Apply: ir.RewriteOn(SubIOp.subFrom),
	}, {
		Name: "subi-subi-from-from", Benefit: 1, Args: "%x: i32",
		Before: `
%c1 = arith.constant 1 : i32
%c5 = arith.constant 5 : i32
%0 = arith.subi %c1, %x : i32
%1 = arith.subi %c5, %0 : i32
"test.use"(%1) : (i32) -> ()`,
		After: `
%c4 = arith.constant 4 : i32
%0 = arith.addi %x, %c4 : i32
"test.use"(%0) : (i32) -> ()`,
		Apply: ir.RewriteOn(SubIOp.subFromFrom),
	}, {
		Name: "subi-first-back", Benefit: 1, Args: "%x: i32, %y: i32",
		Before: `
%0 = arith.subi %x, %y : i32
%1 = arith.subi %0, %x : i32
"test.use"(%1) : (i32) -> ()`,
		After: `
%c0 = arith.constant 0 : i32
%0 = arith.subi %c0, %y : i32
"test.use"(%0) : (i32) -> ()`,
		Apply: ir.RewriteOn(SubIOp.firstBack),
	}}
}

func (o SubIOp) ofAdd(rw *ir.Rewriter) bool {
	in, ok := ir.DefinedBy[AddIOp](o.Lhs())
	if !ok {
		return false
	}
	k := merged(rw, in.Rhs(), o.Rhs(), difference)
	return k != nil && result(rw, o.Operation, AddI(rw.Builder, in.Lhs(), k))
}

func (o SubIOp) ofSub(rw *ir.Rewriter) bool {
	in, ok := ir.DefinedBy[SubIOp](o.Lhs())
	if !ok {
		return false
	}
	k := merged(rw, in.Rhs(), o.Rhs(), sum)
	return k != nil && result(rw, o.Operation, SubI(rw.Builder, in.Lhs(), k))
}

func (o SubIOp) ofSubFrom(rw *ir.Rewriter) bool {
	in, ok := ir.DefinedBy[SubIOp](o.Lhs())
	if !ok {
		return false
	}
	k := merged(rw, in.Lhs(), o.Rhs(), difference)
	return k != nil && result(rw, o.Operation, SubI(rw.Builder, k, in.Rhs()))
}

func (o SubIOp) addFrom(rw *ir.Rewriter) bool {
	in, ok := ir.DefinedBy[AddIOp](o.Rhs())
	if !ok {
		return false
	}
	k := merged(rw, o.Lhs(), in.Rhs(), difference)
	return k != nil && result(rw, o.Operation, SubI(rw.Builder, k, in.Lhs()))
}

func (o SubIOp) subFrom(rw *ir.Rewriter) bool {
	in, ok := ir.DefinedBy[SubIOp](o.Rhs())
	if !ok {
		return false
	}
	k := merged(rw, o.Lhs(), in.Rhs(), sum)
	return k != nil && result(rw, o.Operation, SubI(rw.Builder, k, in.Lhs()))
}

func (o SubIOp) subFromFrom(rw *ir.Rewriter) bool {
	in, ok := ir.DefinedBy[SubIOp](o.Rhs())
	if !ok {
		return false
	}
	k := merged(rw, o.Lhs(), in.Lhs(), difference)
	return k != nil && result(rw, o.Operation, AddI(rw.Builder, in.Rhs(), k))
}

// firstBack turns (x-y)-x into 0-y.
func (o SubIOp) firstBack(rw *ir.Rewriter) bool {
	in, ok := ir.DefinedBy[SubIOp](o.Lhs())
	if !ok || in.Lhs() != o.Rhs() {
		return false
	}
	zero := intAttr(rw.Ctx, new(big.Int), o.Type())
	return zero != nil && result(rw, o.Operation, SubI(rw.Builder, NewConstant(rw.Builder, zero), in.Rhs()))
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
	in, ok := ir.DefinedBy[MulIOp](o.Lhs())
	if !ok {
		return false
	}
	k := merged(rw, in.Rhs(), o.Rhs(), func(x, y *big.Int) *big.Int { return new(big.Int).Mul(x, y) })
	return k != nil && result(rw, o.Operation, MulI(rw.Builder, in.Lhs(), k))
}

// Rewrites merges constants, and goes through extensions.
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
	}, {
		Name: "andi-of-extensions", Benefit: 1, Args: "%x: i8, %y: i8",
		Before: `
%0 = arith.extui %x : i8 to i32
%1 = arith.extui %y : i8 to i32
%2 = arith.andi %0, %1 : i32
"test.use"(%2) : (i32) -> ()`,
		After: `
%0 = arith.andi %x, %y : i8
%1 = arith.extui %0 : i8 to i32
"test.use"(%1) : (i32) -> ()`,
		Apply: ir.RewriteOn(func(o AndIOp, rw *ir.Rewriter) bool { return o.ofExtensions(rw) }),
	}}
}

func (o AndIOp) ofAnd(rw *ir.Rewriter) bool {
	in, ok := ir.DefinedBy[AndIOp](o.Lhs())
	if !ok {
		return false
	}
	k := merged(rw, in.Rhs(), o.Rhs(), func(x, y *big.Int) *big.Int { return new(big.Int).And(x, y) })
	return k != nil && result(rw, o.Operation, AndI(rw.Builder, in.Lhs(), k))
}

// ofExtensions applies the operation before both operands are extended from one type in one way.
func (o Binary) ofExtensions(rw *ir.Rewriter) bool {
	l, r := o.Lhs().DefiningOp(), o.Rhs().DefiningOp()
	if l == nil || r == nil || l.OpName() != r.OpName() || !l.Is("arith.extui") && !l.Is("arith.extsi") ||
		l.Operand(0).Type() != r.Operand(0).Type() {
		return false
	}
	v := buildBinary(rw.Builder, o.Name(), l.Operand(0), r.Operand(0))
	return result(rw, o.Operation, buildCast(rw.Builder, l.Name(), v, o.Type()))
}

// Rewrites merges constants, and goes through extensions.
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
	}, {
		Name: "ori-of-extensions", Benefit: 1, Args: "%x: i8, %y: i8",
		Before: `
%0 = arith.extui %x : i8 to i32
%1 = arith.extui %y : i8 to i32
%2 = arith.ori %0, %1 : i32
"test.use"(%2) : (i32) -> ()`,
		After: `
%0 = arith.ori %x, %y : i8
%1 = arith.extui %0 : i8 to i32
"test.use"(%1) : (i32) -> ()`,
		Apply: ir.RewriteOn(func(o OrIOp, rw *ir.Rewriter) bool { return o.ofExtensions(rw) }),
	}}
}

func (o OrIOp) ofOr(rw *ir.Rewriter) bool {
	in, ok := ir.DefinedBy[OrIOp](o.Lhs())
	if !ok {
		return false
	}
	k := merged(rw, in.Rhs(), o.Rhs(), func(x, y *big.Int) *big.Int { return new(big.Int).Or(x, y) })
	return k != nil && result(rw, o.Operation, OrI(rw.Builder, in.Lhs(), k))
}

// Rewrites knows negated comparisons, and goes through extensions.
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
	}, {
		Name: "xori-of-extensions", Benefit: 1, Args: "%x: i8, %y: i8",
		Before: `
%0 = arith.extui %x : i8 to i32
%1 = arith.extui %y : i8 to i32
%2 = arith.xori %0, %1 : i32
"test.use"(%2) : (i32) -> ()`,
		After: `
%0 = arith.xori %x, %y : i8
%1 = arith.extui %0 : i8 to i32
"test.use"(%1) : (i32) -> ()`,
		Apply: ir.RewriteOn(func(o XOrIOp, rw *ir.Rewriter) bool { return o.ofExtensions(rw) }),
	}}
}

// notCmp turns the negation of an integer comparison into the inverse comparison.
func (o XOrIOp) notCmp(rw *ir.Rewriter) bool {
	cmp, ok := ir.DefinedBy[CmpIOp](o.Lhs())
	if !ok || !isInt(ConstantValue(o.Rhs()), -1) {
		return false
	}
	return result(rw, o.Operation, CmpI(rw.Builder, cmp.Predicate().Inverse(), cmp.Lhs(), cmp.Rhs()))
}

// Rewrites knows the least and the greatest number, and goes through extensions.
func (CmpIOp) Rewrites() []ir.Rewrite {
	return []ir.Rewrite{{
		Name: "cmpi-bound", Benefit: 1, Args: "%x: i32",
		Before: `
%c0 = arith.constant 0 : i32
%0 = arith.cmpi ult, %x, %c0 : i32
"test.use"(%0) : (i1) -> ()`,
		After: `
%false = arith.constant false
"test.use"(%false) : (i1) -> ()`,
		Apply: ir.RewriteOn(CmpIOp.againstBound),
	}, {
		Name: "cmpi-of-extensions", Benefit: 1, Args: "%x: i8, %y: i8",
		Before: `
%0 = arith.extsi %x : i8 to i32
%1 = arith.extsi %y : i8 to i32
%2 = arith.cmpi eq, %0, %1 : i32
"test.use"(%2) : (i1) -> ()`,
		After: `
%0 = arith.cmpi eq, %x, %y : i8
"test.use"(%0) : (i1) -> ()`,
		Apply: ir.RewriteOn(CmpIOp.ofExtensions),
	}}
}

// againstBound decides comparisons with the least and greatest number of the type.
func (o CmpIOp) againstBound(rw *ir.Rewriter) bool {
	y := intConst(ConstantValue(o.Rhs()))
	w, ok := width(o.Lhs().Type())
	if y == nil || !ok || w == 0 {
		return false
	}
	var v bool
	switch p := o.Predicate(); {
	case p == ULT && y.Sign() == 0, p == SLT && y.Cmp(minSigned(w)) == 0,
		p == SGT && y.Cmp(maxSigned(w)) == 0, p == UGT && y.Cmp(allOnes(w)) == 0:
	case p == UGE && y.Sign() == 0, p == SGE && y.Cmp(minSigned(w)) == 0,
		p == SLE && y.Cmp(maxSigned(w)) == 0, p == ULE && y.Cmp(allOnes(w)) == 0:
		v = true
	default:
		return false
	}
	k := attrOf(rw.Ctx, o.Type(), rw.Ctx.BoolAttr(v))
	return k != nil && result(rw, o.Operation, NewConstant(rw.Builder, k))
}

// ofExtensions compares before both operands are extended from one type in one way; only equality does not mind.
func (o CmpIOp) ofExtensions(rw *ir.Rewriter) bool {
	l, r := o.Lhs().DefiningOp(), o.Rhs().DefiningOp()
	if p := o.Predicate(); p != EQ && p != NE || l == nil || r == nil || l.OpName() != r.OpName() ||
		!l.Is("arith.extui") && !l.Is("arith.extsi") || l.Operand(0).Type() != r.Operand(0).Type() {
		return false
	}
	return result(rw, o.Operation, CmpI(rw.Builder, o.Predicate(), l.Operand(0), r.Operand(0)))
}

// Rewrites knows negations, choices of choices, and choices of 0 and 1.
func (SelectOp) Rewrites() []ir.Rewrite {
	return []ir.Rewrite{{
		Name: "select-not", Benefit: 2, Args: "%c: i1, %x: i32, %y: i32",
		Before: `
%true = arith.constant true
%0 = arith.xori %c, %true : i1
%1 = arith.select %0, %x, %y : i32
"test.use"(%1) : (i32) -> ()`,
		After: `
%0 = arith.select %c, %y, %x : i32
"test.use"(%0) : (i32) -> ()`,
		Apply: ir.RewriteOn(SelectOp.ofNot),
	}, {
		Name: "select-same-condition", Benefit: 2, Args: "%p: i1, %x: i32, %y: i32, %z: i32",
		Before: `
%0 = arith.select %p, %y, %z : i32
%1 = arith.select %p, %x, %0 : i32
"test.use"(%1) : (i32) -> ()`,
		After: `
%0 = arith.select %p, %x, %z : i32
"test.use"(%0) : (i32) -> ()`,
		Apply: ir.RewriteOn(SelectOp.sameCondition),
	}, {
		Name: "select-both", Benefit: 1, Args: "%p: i1, %q: i1, %x: i32, %y: i32",
		Before: `
%0 = arith.select %q, %x, %y : i32
%1 = arith.select %p, %0, %y : i32
"test.use"(%1) : (i32) -> ()`,
		After: `
%0 = arith.andi %p, %q : i1
%1 = arith.select %0, %x, %y : i32
"test.use"(%1) : (i32) -> ()`,
		Apply: ir.RewriteOn(SelectOp.both),
	}, {
		Name: "select-either", Benefit: 1, Args: "%p: i1, %q: i1, %x: i32, %y: i32",
		Before: `
%0 = arith.select %q, %x, %y : i32
%1 = arith.select %p, %x, %0 : i32
"test.use"(%1) : (i32) -> ()`,
		After: `
%0 = arith.ori %p, %q : i1
%1 = arith.select %0, %x, %y : i32
"test.use"(%1) : (i32) -> ()`,
		Apply: ir.RewriteOn(SelectOp.either),
	}, {
		Name: "select-one-zero", Benefit: 1, Args: "%c: i1",
		Before: `
%c0 = arith.constant 0 : i32
%c1 = arith.constant 1 : i32
%0 = arith.select %c, %c1, %c0 : i32
"test.use"(%0) : (i32) -> ()`,
		After: `
%0 = arith.extui %c : i1 to i32
"test.use"(%0) : (i32) -> ()`,
		Apply: ir.RewriteOn(SelectOp.oneZero),
	}, {
		Name: "select-false-true", Benefit: 1, Args: "%c: i1",
		Before: `
%false = arith.constant false
%true = arith.constant true
%0 = arith.select %c, %false, %true : i1
"test.use"(%0) : (i1) -> ()`,
		After: `
%true = arith.constant true
%0 = arith.xori %c, %true : i1
"test.use"(%0) : (i1) -> ()`,
		Apply: ir.RewriteOn(SelectOp.falseTrue),
	}}
}

// isNot says whether v is the negation of something, which is the left operand.
func isNot(v *ir.Value) (XOrIOp, bool) {
	not, ok := ir.DefinedBy[XOrIOp](v)
	return not, ok && isInt(ConstantValue(not.Rhs()), -1)
}

// ofNot turns a choice by a negated condition round.
func (o SelectOp) ofNot(rw *ir.Rewriter) bool {
	not, ok := isNot(o.Condition())
	return ok && result(rw, o.Operation, Select(rw.Builder, not.Lhs(), o.FalseValue(), o.TrueValue()))
}

// sameCondition looks through a choice by the same condition.
func (o SelectOp) sameCondition(rw *ir.Rewriter) bool {
	if in, ok := ir.DefinedBy[SelectOp](o.TrueValue()); ok && in.Condition() == o.Condition() {
		return result(rw, o.Operation, Select(rw.Builder, o.Condition(), in.TrueValue(), o.FalseValue()))
	}
	if in, ok := ir.DefinedBy[SelectOp](o.FalseValue()); ok && in.Condition() == o.Condition() {
		return result(rw, o.Operation, Select(rw.Builder, o.Condition(), o.TrueValue(), in.FalseValue()))
	}
	return false
}

// both merges choices of which the outer one takes a value of the inner one when its condition fails.
func (o SelectOp) both(rw *ir.Rewriter) bool {
	in, ok := ir.DefinedBy[SelectOp](o.TrueValue())
	if !ok || !in.Result(0).HasOneUse() || in.Condition().Type() != o.Condition().Type() {
		return false
	}
	if in.FalseValue() != o.FalseValue() {
		return false
	}
	c := AndI(rw.Builder, o.Condition(), in.Condition())
	return result(rw, o.Operation, Select(rw.Builder, c, in.TrueValue(), o.FalseValue()))
}

// either merges choices of which the outer one takes a value of the inner one when its condition holds.
func (o SelectOp) either(rw *ir.Rewriter) bool {
	in, ok := ir.DefinedBy[SelectOp](o.FalseValue())
	if !ok || !in.Result(0).HasOneUse() || in.Condition().Type() != o.Condition().Type() {
		return false
	}
	if in.TrueValue() != o.TrueValue() {
		return false
	}
	c := OrI(rw.Builder, o.Condition(), in.Condition())
	return result(rw, o.Operation, Select(rw.Builder, c, o.TrueValue(), in.FalseValue()))
}

// oneZero turns a choice of 1 and 0 into an extension of the condition.
func (o SelectOp) oneZero(rw *ir.Rewriter) bool {
	t, ok := o.Result(0).Type().(*ir.IntegerType)
	if !ok || t.Width < 2 || o.Condition().Type() != rw.Ctx.I1() {
		return false
	}
	x, y := ConstantValue(o.TrueValue()), ConstantValue(o.FalseValue())
	switch {
	case isInt(x, 1) && isInt(y, 0):
		return result(rw, o.Operation, ExtUI(rw.Builder, o.Condition(), t))
	case isInt(x, 0) && isInt(y, 1):
		return result(rw, o.Operation, ExtUI(rw.Builder, Not(rw.Builder, o.Condition()), t))
	}
	return false
}

// falseTrue turns a choice of false and true into a negation.
func (o SelectOp) falseTrue(rw *ir.Rewriter) bool {
	c := o.Condition()
	if o.Result(0).Type() != c.Type() || ods.IsShaped(c.Type()) || !IsConstantInt(o.TrueValue(), 0) || !IsConstantInt(o.FalseValue(), -1) {
		return false
	}
	return result(rw, o.Operation, Not(rw.Builder, c))
}

// Rewrites looks through zero extensions.
func (ExtSIOp) Rewrites() []ir.Rewrite {
	return []ir.Rewrite{{
		Name: "extsi-of-extui", Benefit: 1, Args: "%x: i8",
		Before: `
%0 = arith.extui %x : i8 to i32
%1 = arith.extsi %0 : i32 to i64
"test.use"(%1) : (i64) -> ()`,
		After: `
%0 = arith.extui %x : i8 to i64
"test.use"(%0) : (i64) -> ()`,
		Apply: ir.RewriteOn(ExtSIOp.ofExtUI),
	}}
}

// ofExtUI knows that the extended number is not negative.
func (o ExtSIOp) ofExtUI(rw *ir.Rewriter) bool {
	in, ok := ir.DefinedBy[ExtUIOp](o.In())
	return ok && result(rw, o.Operation, ExtUI(rw.Builder, in.In(), o.Type()))
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
	return result(rw, o.Operation, buildCast(rw.Builder, def.Name(), src, o.Type()))
}

// Rewrites knows two negations.
func (MulFOp) Rewrites() []ir.Rewrite { return negations("mulf") }

// Rewrites knows two negations.
func (DivFOp) Rewrites() []ir.Rewrite { return negations("divf") }

// negations drops the negations of both operands.
func negations(mnemonic string) []ir.Rewrite {
	return []ir.Rewrite{{
		Name: mnemonic + "-of-negf", Benefit: 1, Args: "%x: f32, %y: f32",
		Before: `
%0 = arith.negf %x : f32
%1 = arith.negf %y : f32
%2 = arith.` + mnemonic + ` %0, %1 : f32
"test.use"(%2) : (f32) -> ()`,
		After: `
%0 = arith.` + mnemonic + ` %x, %y : f32
"test.use"(%0) : (f32) -> ()`,
		Apply: func(op *ir.Operation, rw *ir.Rewriter) bool {
			l, ok1 := ir.DefinedBy[NegFOp](op.Operand(0))
			r, ok2 := ir.DefinedBy[NegFOp](op.Operand(1))
			return ok1 && ok2 && result(rw, op, buildBinary(rw.Builder, op.Name(), l.In(), r.In(), op.Attrs()...))
		},
	}}
}
