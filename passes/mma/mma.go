// Package mma says what is added up in a product of matrices, for whoever computes one without the instructions that GPUs have for it: as
// numbers of which types factors are multiplied, and how a product is added.
package mma

import (
	"descend/dialects/arith"
	"descend/dialects/gpu/contract"
	"descend/dialects/math"
	"descend/ir"
)

// Type is the type in which products of a kind are added up.
func Type(c *ir.Context, m contract.MMA) ir.Type {
	switch m.Acc {
	case "i32":
		return c.I32()
	case "f64":
		return c.F64()
	}
	return c.F32()
}

// Factor is an element of a factor as it is multiplied. Of tf32 that is the nearest number of 10 bits behind the point, of two that are as near the one that
// is farther from 0.
func Factor(b *ir.Builder, m contract.MMA, v *ir.Value) *ir.Value {
	c := b.Ctx
	switch m.In {
	case "f16":
		return arith.ExtF(b, v, c.F32())
	case "i8":
		return arith.ExtSI(b, v, c.I32())
	case "u8":
		return arith.ExtUI(b, v, c.I32())
	case "tf32":
		bits := func(n int64) *ir.Value { return arith.NewConstantI32(b, n) }
		near := arith.AndI(b, arith.AddI(b, arith.Bitcast(b, v, c.I32()), bits(0x1000)), bits(-0x2000))
		return arith.Select(b, arith.CmpF(b, arith.UNO, v, v), v, arith.Bitcast(b, near, v.Type()))
	}
	return v // of bf16, which is kept as f32, and f64
}

// Sum is an element of a sum as it is added to.
func Sum(b *ir.Builder, m contract.MMA, v *ir.Value) *ir.Value {
	if Rounds(m) {
		return arith.ExtF(b, v, b.Ctx.F32())
	}
	return v
}

// Result is an element of a sum, to which was added, as it is in the program.
func Result(b *ir.Builder, m contract.MMA, v *ir.Value) *ir.Value {
	if Rounds(m) {
		return arith.TruncF(b, v, b.Ctx.Float(ir.F16))
	}
	return v
}

// Rounds says whether a sum is rounded after each of the least products, to the type that it has in the program.
func Rounds(m contract.MMA) bool { return m.Acc == "f16" }

// Add adds the product of two factors.
func Add(b *ir.Builder, sum, x, y *ir.Value) *ir.Value {
	if _, ok := sum.Type().(*ir.FloatType); ok {
		return math.Fma(b, x, y, sum)
	}
	return arith.AddI(b, sum, arith.MulI(b, x, y))
}
