package math

import (
	"math/big"

	"descend/dialects/arith"
	"descend/dialects/ods"
	"descend/ir"
)

// AcoshOp is math.acosh.
type AcoshOp struct{ Unary }

// Def returns the definition.
func (AcoshOp) Def() *ir.OpDef { return acoshDef }

var acoshDef = floatDef("acosh", "inverse hyperbolic cosine", "The number from 0 on whose hyperbolic cosine is the operand; NaN below 1.", "operand")

// AsinhOp is math.asinh.
type AsinhOp struct{ Unary }

// Def returns the definition.
func (AsinhOp) Def() *ir.OpDef { return asinhDef }

var asinhDef = floatDef("asinh", "inverse hyperbolic sine", "The number whose hyperbolic sine is the operand.", "operand")

// AtanhOp is math.atanh.
type AtanhOp struct{ Unary }

// Def returns the definition.
func (AtanhOp) Def() *ir.OpDef { return atanhDef }

var atanhDef = floatDef("atanh", "inverse hyperbolic tangent", "The number whose hyperbolic tangent is the operand; NaN beyond -1 and 1.", "operand")

// IPowIOp is math.ipowi.
type IPowIOp struct{ *ir.Operation }

// Def returns the definition.
func (IPowIOp) Def() *ir.OpDef { return ipowIDef }

var ipowIDef = &ir.OpDef{
	Name: "math.ipowi", Summary: "integer power",
	Description: "The first operand to the power of the second, both signed, modulo 2 to the width. Undefined for 0 to a negative power; other negative powers are rounded towards zero.",
	Example:     "func.func @example(%lhs: i32, %rhs: i32) {\n  %0 = math.ipowi %lhs, %rhs : i32\n  return\n}\n",
	Operands:    []ir.OperandDef{{Name: "lhs", Type: ods.SignlessIntegerLike}, {Name: "rhs", Type: ods.SignlessIntegerLike}},
	Results:     []ir.OperandDef{{Name: "result", Type: ods.SignlessIntegerLike}},
	Traits:      ir.Pure | ir.SameOperandsAndResultType,
	Format:      "$lhs `,` $rhs attr-dict `:` type($result)",
}

// Fold computes powers of constants that are defined.
func (o IPowIOp) Fold(c []ir.Attribute) []ir.FoldResult {
	base, ok1 := c[0].(*ir.IntegerAttr)
	exponent, ok2 := c[1].(*ir.IntegerAttr)
	if !ok1 || !ok2 {
		return nil
	}
	modulus := new(big.Int).Lsh(big.NewInt(1), 64)
	if t, ok := base.Type.(*ir.IntegerType); ok {
		modulus.Lsh(big.NewInt(1), uint(t.Width))
	}
	power := new(big.Int)
	switch b := base.Value; {
	case exponent.Value.Sign() >= 0:
		power.Exp(b, exponent.Value, modulus)
	case b.Sign() == 0:
		return nil // 1/0
	case b.IsInt64() && (b.Int64() == 1 || b.Int64() == -1):
		power.Exp(b, negated(exponent), modulus)
	}
	return []ir.FoldResult{{Attr: o.Context().BigIntAttr(power, base.Type)}}
}

// FPowIOp is math.fpowi.
type FPowIOp struct{ *ir.Operation }

// Def returns the definition.
func (FPowIOp) Def() *ir.OpDef { return fpowIDef }

var fpowIDef = &ir.OpDef{
	Name: "math.fpowi", Summary: "integer power of a float",
	Description: "The first operand to the power of the second, a signed integer.",
	Example:     "func.func @example(%lhs: f32, %rhs: i32) {\n  %0 = math.fpowi %lhs, %rhs : f32, i32\n  return\n}\n",
	Operands:    []ir.OperandDef{{Name: "lhs", Type: ods.FloatLike}, {Name: "rhs", Type: ods.SignlessIntegerLike}},
	Results:     []ir.OperandDef{{Name: "result", Type: ods.FloatLike}},
	Attrs:       []ir.AttrDef{arith.FastMathDef},
	Traits:      ir.Pure,
	SameTypes:   [][]string{{"lhs", "result"}},
	Format:      "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($lhs) `,` type($rhs)",
}

// Verify checks that the exponent has the shape of the base.
func (o FPowIOp) Verify() error {
	if err := ods.RequireSameShape(o.Operation); err != nil {
		return err
	}
	return ods.SameShapes(o.Operation)
}
