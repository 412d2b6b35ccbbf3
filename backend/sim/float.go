package sim

import (
	"math"
	"strings"

	"descend/dialects/arith"
	mathd "descend/dialects/math"
	"descend/dialects/math/elementary"
	"descend/ir"
)

func f32of(v uint64) float32   { return math.Float32frombits(uint32(v)) }
func f32bits(v float32) uint64 { return uint64(math.Float32bits(v)) }

// float compiles floating point arithmetic. Results of f32 and smaller are rounded from f64 arithmetic,
// which gives the correctly rounded result of + - * / and sqrt.
func (c *code) float(op *ir.Operation) exec {
	t, ok := op.Result(0).Type().(*ir.FloatType)
	if !ok {
		return nil
	}
	k := t.Kind
	if x := c.fastFloat(op, k); x != nil {
		return x
	}
	if x := c.elementary(op, k); x != nil {
		return x
	}
	if f := floatBinary(op.Typed()); f != nil {
		return c.binary(op, func(a, b uint64) uint64 { return ir.EncodeFloat(f(ir.DecodeFloat(a, k), ir.DecodeFloat(b, k)), k) })
	}
	if ir.Is[arith.NegFOp](op) {
		sign := uint64(1) << (t.Width() - 1)
		return c.unary(op, func(a uint64) uint64 { return a ^ sign })
	}
	if ir.Is[mathd.CopySignOp](op) {
		sign := uint64(1) << (t.Width() - 1)
		return c.binary(op, func(a, b uint64) uint64 { return a&^sign | b&sign })
	}
	if ir.Is[mathd.AbsFOp](op) {
		rest := maskOf(t.Width() - 1)
		return c.unary(op, func(a uint64) uint64 { return a & rest })
	}
	if f := floatUnary(op.Typed()); f != nil {
		return c.unary(op, func(a uint64) uint64 { return ir.EncodeFloat(f(ir.DecodeFloat(a, k)), k) })
	}
	if ir.Is[mathd.FmaOp](op) {
		x, y, z, r := c.slot(op.Operand(0)), c.slot(op.Operand(1)), c.slot(op.Operand(2)), c.slot(op.Result(0))
		return func(f *frame, act []int32) {
			for _, l := range act {
				f.vals[r][l] = ir.EncodeFloat(fma(ir.DecodeFloat(f.vals[x][l], k), ir.DecodeFloat(f.vals[y][l], k), ir.DecodeFloat(f.vals[z][l], k), k), k)
			}
		}
	}
	return nil
}

// fastFloat compiles f32 and f64 addition and multiplication without a call per lane.
func (c *code) fastFloat(op *ir.Operation, k ir.FloatKind) exec {
	if op.NumOperands() != 2 || k != ir.F32 && k != ir.F64 {
		return nil
	}
	a, b, r := c.slot(op.Operand(0)), c.slot(op.Operand(1)), c.slot(op.Result(0))
	single := k == ir.F32
	switch op.Typed().(type) {
	case arith.AddFOp:
		return func(f *frame, act []int32) {
			x, y, z := f.vals[a], f.vals[b], f.vals[r]
			if single {
				for _, l := range act {
					z[l] = f32bits(f32of(x[l]) + f32of(y[l]))
				}
				return
			}
			for _, l := range act {
				z[l] = math.Float64bits(math.Float64frombits(x[l]) + math.Float64frombits(y[l]))
			}
		}
	case arith.MulFOp:
		return func(f *frame, act []int32) {
			x, y, z := f.vals[a], f.vals[b], f.vals[r]
			if single {
				for _, l := range act {
					z[l] = f32bits(f32of(x[l]) * f32of(y[l]))
				}
				return
			}
			for _, l := range act {
				z[l] = math.Float64bits(math.Float64frombits(x[l]) * math.Float64frombits(y[l]))
			}
		}
	}
	return nil
}

// fma is a*b + c, for one rounding to the format k.
func fma(a, b, c float64, k ir.FloatKind) float64 {
	if k == ir.F64 {
		return math.FMA(a, b, c)
	}
	return elementary.FMA32(a, b, c)
}

// elementary compiles a function of the library; those of f16 go through f32.
func (c *code) elementary(op *ir.Operation, k ir.FloatKind) exec {
	if op.OpName().Dialect == nil || op.OpName().Dialect.Name != "math" {
		return nil
	}
	_, name, _ := strings.Cut(op.Name(), ".")
	m := elementary.Single
	if k == ir.F64 {
		m = elementary.Double
	}
	in := func(v uint64) uint64 { return v }
	out := in
	if k == ir.F16 || k == ir.BF16 {
		in = func(v uint64) uint64 { return m.Num(ir.DecodeFloat(v, k)) }
		out = func(v uint64) uint64 { return ir.EncodeFloat(m.Value(v), k) }
	}
	if op.NumOperands() == 2 {
		if _, ok := elementary.Binary(m, name, 0, 0); !ok {
			return nil
		}
		return c.binary(op, func(a, b uint64) uint64 {
			r, _ := elementary.Binary(m, name, in(a), in(b))
			return out(r)
		})
	}
	if _, ok := elementary.Unary(m, name, 0); !ok {
		return nil
	}
	return c.unary(op, func(a uint64) uint64 {
		r, _ := elementary.Unary(m, name, in(a))
		return out(r)
	})
}

func floatBinary(op any) func(a, b float64) float64 {
	switch op.(type) {
	case arith.AddFOp:
		return func(a, b float64) float64 { return a + b }
	case arith.SubFOp:
		return func(a, b float64) float64 { return a - b }
	case arith.MulFOp:
		return func(a, b float64) float64 { return a * b }
	case arith.DivFOp:
		return func(a, b float64) float64 { return a / b }
	case arith.RemFOp:
		return math.Mod
	case arith.MinNumFOp:
		return minNum
	case arith.MaxNumFOp:
		return maxNum
	case arith.MinimumFOp: // math.Min and math.Max prefer infinities to NaN
		return func(a, b float64) float64 { return min(a, b) }
	case arith.MaximumFOp:
		return func(a, b float64) float64 { return max(a, b) }
	}
	return nil
}

// minNum is the smaller number; a NaN counts only if both are.
func minNum(a, b float64) float64 {
	if a != a {
		return b
	}
	if b != b {
		return a
	}
	return min(a, b)
}

// maxNum is the larger number; a NaN counts only if both are.
func maxNum(a, b float64) float64 {
	if a != a {
		return b
	}
	if b != b {
		return a
	}
	return max(a, b)
}

func floatUnary(op any) func(a float64) float64 {
	switch op.(type) {
	case mathd.SqrtOp:
		return math.Sqrt
	case mathd.RsqrtOp:
		return func(a float64) float64 { return 1 / math.Sqrt(a) }
	case mathd.FloorOp:
		return math.Floor
	case mathd.CeilOp:
		return math.Ceil
	case mathd.TruncOp:
		return math.Trunc
	case mathd.RoundEvenOp:
		return math.RoundToEven
	case mathd.RoundOp:
		return math.Round
	}
	return nil
}
