package arith

import (
	"math/big"

	"descend/dialects/ods"
	"descend/ir"
)

// Extended is what the operations have whose exact result is in two parts.
type Extended struct{ *ir.Operation }

// Lhs is the left operand.
func (o Extended) Lhs() *ir.Value { return o.Operand(0) }

// Rhs is the right operand.
func (o Extended) Rhs() *ir.Value { return o.Operand(1) }

// foldParts computes both parts of two integer constants; w is their width.
func (o Extended) foldParts(c []ir.Attribute, first, second func(x, y *big.Int, w int) *big.Int) []ir.FoldResult {
	w, ok := width(o.Lhs().Type())
	if !ok {
		return nil
	}
	var parts []ir.FoldResult
	for i, f := range []func(x, y *big.Int, w int) *big.Int{first, second} {
		a := combine(o.Context(), o.Result(i).Type(), c, func(x, y *big.Int, _ int) *big.Int { return f(x, y, w) })
		if a == nil {
			return nil
		}
		parts = append(parts, ir.FoldResult{Attr: a})
	}
	return parts
}

// withZero is the value v, and a second part that is zero.
func (o Extended) withZero(v *ir.Value) []ir.FoldResult {
	return []ir.FoldResult{{Value: v}, {Attr: intAttr(o.Context(), new(big.Int), o.Result(1).Type())}}
}

// AddUIExtendedOp is arith.addui_extended.
type AddUIExtendedOp struct{ Extended }

// Def returns the definition.
func (AddUIExtendedOp) Def() *ir.OpDef { return addUIExtendedDef }

var addUIExtendedDef = &ir.OpDef{
	Name: "arith.addui_extended", Summary: "unsigned integer addition with carry",
	Description: "The sum, modulo 2 to the width, and whether that of the operands as unsigned numbers is larger.",
	Example:     inFunc("%a: i32, %b: i32", "%sum, %overflow = arith.addui_extended %a, %b : i32, i1"),
	Operands:    lhsRhs(ods.SignlessIntegerLike),
	Results:     []ir.OperandDef{{Name: "sum", Type: ods.SignlessIntegerLike}, {Name: "overflow", Type: ods.BoolLike}},
	Traits:      ir.Pure | ir.Commutative,
	SameTypes:   [][]string{{"lhs", "rhs", "sum"}},
	Format:      "$lhs `,` $rhs attr-dict `:` type($sum) `,` type($overflow)",
}

// Verify checks the types against each other.
func (o AddUIExtendedOp) Verify() error { return ods.SameShapes(o.Operation) }

// Fold knows x + 0.
func (o AddUIExtendedOp) Fold(c []ir.Attribute) []ir.FoldResult {
	if isInt(c[1], 0) {
		return o.withZero(o.Lhs())
	}
	sum := func(x, y *big.Int, w int) *big.Int { return new(big.Int).Add(unsigned(x, w), unsigned(y, w)) }
	return o.foldParts(c, sum, func(x, y *big.Int, w int) *big.Int { return new(big.Int).Rsh(sum(x, y, w), uint(w)) })
}

// mulExtendedDef declares a product in two halves.
func mulExtendedDef(mnemonic, kind string) *ir.OpDef {
	return &ir.OpDef{
		Name: "arith." + mnemonic, Summary: kind + " integer multiplication of double width",
		Description: "The exact product of the operands as " + kind + " numbers: the low and the high half of its bits.",
		Example:     inFunc("%a: i32, %b: i32", "%low, %high = arith."+mnemonic+" %a, %b : i32"),
		Operands:    lhsRhs(ods.SignlessIntegerLike),
		Results:     []ir.OperandDef{{Name: "low", Type: ods.SignlessIntegerLike}, {Name: "high", Type: ods.SignlessIntegerLike}},
		Traits:      ir.Pure | ir.Commutative,
		SameTypes:   [][]string{{"lhs", "rhs", "low", "high"}},
		Format:      "$lhs `,` $rhs attr-dict `:` type($lhs)",
	}
}

// MulExtended is what both products of double width have.
type MulExtended struct{ Extended }

// fold knows a product of constants, which as computes as the kind of numbers that is meant, and x * 0.
func (o MulExtended) fold(c []ir.Attribute, as func(v *big.Int, w int) *big.Int) []ir.FoldResult {
	if isInt(c[1], 0) {
		return o.withZero(o.Rhs())
	}
	product := func(x, y *big.Int, w int) *big.Int { return new(big.Int).Mul(as(x, w), as(y, w)) }
	return o.foldParts(c, product, func(x, y *big.Int, w int) *big.Int { return new(big.Int).Rsh(product(x, y, w), uint(w)) })
}

// withoutHigh makes a plain product where nobody uses the high half.
func (o MulExtended) withoutHigh(rw *ir.Rewriter) bool {
	if o.Result(1).HasUses() {
		return false
	}
	low := MulI(rw.Builder, o.Lhs(), o.Rhs())
	rw.Replace(o.Operation, low, low)
	return true
}

// rewriteWithoutHigh is that rewrite for one of the operations.
func rewriteWithoutHigh(mnemonic string, apply func(*ir.Operation, *ir.Rewriter) bool) ir.Rewrite {
	return ir.Rewrite{
		Name: mnemonic + "-low", Benefit: 1, Args: "%x: i32, %y: i32",
		Before: `
%low, %high = arith.` + mnemonic + ` %x, %y : i32
"test.use"(%low) : (i32) -> ()`,
		After: `
%0 = arith.muli %x, %y : i32
"test.use"(%0) : (i32) -> ()`,
		Apply: apply,
	}
}

// MulSIExtendedOp is arith.mulsi_extended.
type MulSIExtendedOp struct{ MulExtended }

// Def returns the definition.
func (MulSIExtendedOp) Def() *ir.OpDef { return mulSIExtendedDef }

var mulSIExtendedDef = mulExtendedDef("mulsi_extended", "signed")

// Fold knows x * 0.
func (o MulSIExtendedOp) Fold(c []ir.Attribute) []ir.FoldResult {
	return o.fold(c, func(v *big.Int, _ int) *big.Int { return v })
}

// Rewrites leaves out what is not needed: the high half that nobody uses; the product with 1, whose high half is the sign.
func (MulSIExtendedOp) Rewrites() []ir.Rewrite {
	return []ir.Rewrite{rewriteWithoutHigh("mulsi_extended", ir.RewriteOn(func(o MulSIExtendedOp, rw *ir.Rewriter) bool { return o.withoutHigh(rw) })), {
		Name: "mulsi_extended-one", Benefit: 1, Args: "%x: i32",
		Before: `
%c1 = arith.constant 1 : i32
%low, %high = arith.mulsi_extended %x, %c1 : i32
"test.use"(%low, %high) : (i32, i32) -> ()`,
		After: `
%c0_i32 = arith.constant 0 : i32
%0 = arith.cmpi slt, %x, %c0_i32 : i32
%1 = arith.extsi %0 : i1 to i32
"test.use"(%x, %1) : (i32, i32) -> ()`,
		Apply: ir.RewriteOn(MulSIExtendedOp.byOne),
	}}
}

func (o MulSIExtendedOp) byOne(rw *ir.Rewriter) bool {
	if !isOne(ConstantValue(o.Rhs())) {
		return false
	}
	t := o.Lhs().Type()
	zero := intAttr(rw.Ctx, new(big.Int), t)
	negative := CmpI(rw.Builder, SLT, o.Lhs(), NewConstant(rw.Builder, zero))
	rw.Replace(o.Operation, o.Lhs(), ExtSI(rw.Builder, negative, t))
	return true
}

// MulUIExtendedOp is arith.mului_extended.
type MulUIExtendedOp struct{ MulExtended }

// Def returns the definition.
func (MulUIExtendedOp) Def() *ir.OpDef { return mulUIExtendedDef }

var mulUIExtendedDef = mulExtendedDef("mului_extended", "unsigned")

// Fold knows x * 0 and x * 1.
func (o MulUIExtendedOp) Fold(c []ir.Attribute) []ir.FoldResult {
	if isOne(c[1]) {
		return o.withZero(o.Lhs())
	}
	return o.fold(c, unsigned)
}

// Rewrites leaves out the high half that nobody uses.
func (MulUIExtendedOp) Rewrites() []ir.Rewrite {
	return []ir.Rewrite{rewriteWithoutHigh("mului_extended", ir.RewriteOn(func(o MulUIExtendedOp, rw *ir.Rewriter) bool { return o.withoutHigh(rw) }))}
}
