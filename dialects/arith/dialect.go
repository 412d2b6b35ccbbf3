// Package arith is MLIR's arith dialect: arithmetic on integers, index and floating point numbers.
//
// Integers wrap. Division by zero, the quotient of the least number by -1, shifts by the width or more and
// conversions out of range are undefined here, as in MLIR; whoever lowers to arith guards them. All
// operations are scalar, or elementwise on vectors and tensors. The dialect lowers to instructions of the
// target (backend/nvvm) or is interpreted (backend/sim); it knows nothing of memory or control flow.
package arith

import "descend/ir"

// Dialect returns the definition of the dialect.
func Dialect() *ir.Dialect {
	return &ir.Dialect{
		Name:        "arith",
		Summary:     "arithmetic on integers, index and floating point numbers",
		Description: "MLIR's `arith`: scalar and elementwise arithmetic, comparison, selection and conversion. Integers wrap.",
		Ops: []ir.OpEntry{
			ir.Op(func(o *ir.Operation) ConstantOp { return ConstantOp{o} }),
			ir.Op(func(o *ir.Operation) AddIOp { return AddIOp{Binary{o}} }),
			ir.Op(func(o *ir.Operation) SubIOp { return SubIOp{Binary{o}} }),
			ir.Op(func(o *ir.Operation) MulIOp { return MulIOp{Binary{o}} }),
			ir.Op(func(o *ir.Operation) AddUIExtendedOp { return AddUIExtendedOp{Extended{o}} }),
			ir.Op(func(o *ir.Operation) MulSIExtendedOp { return MulSIExtendedOp{MulExtended{Extended{o}}} }),
			ir.Op(func(o *ir.Operation) MulUIExtendedOp { return MulUIExtendedOp{MulExtended{Extended{o}}} }),
			ir.Op(func(o *ir.Operation) DivSIOp { return DivSIOp{SignedDivision{Binary{o}}} }),
			ir.Op(func(o *ir.Operation) DivUIOp { return DivUIOp{UnsignedDivision{Binary{o}}} }),
			ir.Op(func(o *ir.Operation) RemSIOp { return RemSIOp{SignedDivision{Binary{o}}} }),
			ir.Op(func(o *ir.Operation) RemUIOp { return RemUIOp{UnsignedDivision{Binary{o}}} }),
			ir.Op(func(o *ir.Operation) CeilDivSIOp { return CeilDivSIOp{SignedDivision{Binary{o}}} }),
			ir.Op(func(o *ir.Operation) CeilDivUIOp { return CeilDivUIOp{UnsignedDivision{Binary{o}}} }),
			ir.Op(func(o *ir.Operation) FloorDivSIOp { return FloorDivSIOp{SignedDivision{Binary{o}}} }),
			ir.Op(func(o *ir.Operation) AndIOp { return AndIOp{Binary{o}} }),
			ir.Op(func(o *ir.Operation) OrIOp { return OrIOp{Binary{o}} }),
			ir.Op(func(o *ir.Operation) XOrIOp { return XOrIOp{Binary{o}} }),
			ir.Op(func(o *ir.Operation) ShLIOp { return ShLIOp{Binary{o}} }),
			ir.Op(func(o *ir.Operation) ShRSIOp { return ShRSIOp{Binary{o}} }),
			ir.Op(func(o *ir.Operation) ShRUIOp { return ShRUIOp{Binary{o}} }),
			ir.Op(func(o *ir.Operation) MinSIOp { return MinSIOp{Binary{o}} }),
			ir.Op(func(o *ir.Operation) MaxSIOp { return MaxSIOp{Binary{o}} }),
			ir.Op(func(o *ir.Operation) MinUIOp { return MinUIOp{Binary{o}} }),
			ir.Op(func(o *ir.Operation) MaxUIOp { return MaxUIOp{Binary{o}} }),
			ir.Op(func(o *ir.Operation) AddFOp { return AddFOp{FloatBinary{Binary{o}}} }),
			ir.Op(func(o *ir.Operation) SubFOp { return SubFOp{FloatBinary{Binary{o}}} }),
			ir.Op(func(o *ir.Operation) MulFOp { return MulFOp{FloatBinary{Binary{o}}} }),
			ir.Op(func(o *ir.Operation) DivFOp { return DivFOp{FloatBinary{Binary{o}}} }),
			ir.Op(func(o *ir.Operation) RemFOp { return RemFOp{FloatBinary{Binary{o}}} }),
			ir.Op(func(o *ir.Operation) MinNumFOp { return MinNumFOp{FloatBinary{Binary{o}}} }),
			ir.Op(func(o *ir.Operation) MaxNumFOp { return MaxNumFOp{FloatBinary{Binary{o}}} }),
			ir.Op(func(o *ir.Operation) MinimumFOp { return MinimumFOp{FloatBinary{Binary{o}}} }),
			ir.Op(func(o *ir.Operation) MaximumFOp { return MaximumFOp{FloatBinary{Binary{o}}} }),
			ir.Op(func(o *ir.Operation) NegFOp { return NegFOp{o} }),
			ir.Op(func(o *ir.Operation) CmpIOp { return CmpIOp{Binary{o}} }),
			ir.Op(func(o *ir.Operation) CmpFOp { return CmpFOp{FloatBinary{Binary{o}}} }),
			ir.Op(func(o *ir.Operation) SelectOp { return SelectOp{o} }),
			ir.Op(func(o *ir.Operation) ExtSIOp { return ExtSIOp{Cast{o}} }),
			ir.Op(func(o *ir.Operation) ExtUIOp { return ExtUIOp{Cast{o}} }),
			ir.Op(func(o *ir.Operation) TruncIOp { return TruncIOp{Cast{o}} }),
			ir.Op(func(o *ir.Operation) ExtFOp { return ExtFOp{Cast{o}} }),
			ir.Op(func(o *ir.Operation) TruncFOp { return TruncFOp{Cast{o}} }),
			ir.Op(func(o *ir.Operation) SIToFPOp { return SIToFPOp{Cast{o}} }),
			ir.Op(func(o *ir.Operation) UIToFPOp { return UIToFPOp{Cast{o}} }),
			ir.Op(func(o *ir.Operation) FPToSIOp { return FPToSIOp{Cast{o}} }),
			ir.Op(func(o *ir.Operation) FPToUIOp { return FPToUIOp{Cast{o}} }),
			ir.Op(func(o *ir.Operation) BitcastOp { return BitcastOp{Cast{o}} }),
			ir.Op(func(o *ir.Operation) IndexCastOp { return IndexCastOp{Cast{o}} }),
			ir.Op(func(o *ir.Operation) IndexCastUIOp { return IndexCastUIOp{Cast{o}} }),
		},
		ParseAttr:           parseAttr,
		MaterializeConstant: MaterializeConstant,
	}
}
