package sim

import (
	"math/bits"

	"descend/dialects/arith"
	"descend/dialects/llvm"
	mathd "descend/dialects/math"
	"descend/ir"
)

// widthOf is the number of bits of a scalar.
func widthOf(t ir.Type) int {
	switch t := t.(type) {
	case *ir.IntegerType:
		return t.Width
	case *ir.FloatType:
		return t.Width()
	}
	return 64
}

func maskOf(width int) uint64 {
	if width >= 64 {
		return ^uint64(0)
	}
	return 1<<width - 1
}

// signed is the value of a register as a signed number of the width.
func signed(v uint64, width int) int64 {
	s := 64 - width
	return int64(v<<s) >> s
}

func b2u(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// binary makes an operation on two registers.
func (c *code) binary(op *ir.Operation, f2 func(a, b uint64) uint64) exec {
	a, b, r := c.slot(op.Operand(0)), c.slot(op.Operand(1)), c.slot(op.Result(0))
	return func(f *frame, act []int32) {
		x, y, z := f.vals[a], f.vals[b], f.vals[r]
		for _, l := range act {
			z[l] = f2(x[l], y[l])
		}
	}
}

func (c *code) unary(op *ir.Operation, f1 func(a uint64) uint64) exec {
	a, r := c.slot(op.Operand(0)), c.slot(op.Result(0))
	return func(f *frame, act []int32) {
		x, z := f.vals[a], f.vals[r]
		for _, l := range act {
			z[l] = f1(x[l])
		}
	}
}

// arith compiles operations of the arith and math dialects; nil for others.
func (c *code) arith(op *ir.Operation) exec {
	if op.NumResults() != 1 || op.NumOperands() == 0 {
		return nil
	}
	a, r := c.slot(op.Operand(0)), c.slot(op.Result(0))
	b := a
	if op.NumOperands() > 1 {
		b = c.slot(op.Operand(1))
	}
	m := maskOf(widthOf(op.Result(0).Type()))
	switch o := op.Typed().(type) {
	case arith.AddIOp: // the most frequent ones without a call per lane
		return func(f *frame, act []int32) {
			x, y, z := f.vals[a], f.vals[b], f.vals[r]
			if len(act) == len(z) {
				x, y = x[:len(z)], y[:len(z)]
				for l := range z {
					z[l] = (x[l] + y[l]) & m
				}
				return
			}
			for _, l := range act {
				z[l] = (x[l] + y[l]) & m
			}
		}
	case arith.MulIOp:
		return func(f *frame, act []int32) {
			x, y, z := f.vals[a], f.vals[b], f.vals[r]
			if len(act) == len(z) {
				x, y = x[:len(z)], y[:len(z)]
				for l := range z {
					z[l] = (x[l] * y[l]) & m
				}
				return
			}
			for _, l := range act {
				z[l] = (x[l] * y[l]) & m
			}
		}
	case arith.SubIOp:
		return func(f *frame, act []int32) {
			x, y, z := f.vals[a], f.vals[b], f.vals[r]
			for _, l := range act {
				z[l] = (x[l] - y[l]) & m
			}
		}
	case arith.SelectOp:
		d := c.slot(op.Operand(2))
		return func(f *frame, act []int32) {
			k, x, y, z := f.vals[a], f.vals[b], f.vals[d], f.vals[r]
			for _, l := range act {
				if k[l] != 0 {
					z[l] = x[l]
				} else {
					z[l] = y[l]
				}
			}
		}
	case arith.ExtUIOp, arith.TruncIOp, arith.IndexCastUIOp, arith.BitcastOp:
		return func(f *frame, act []int32) {
			x, z := f.vals[a], f.vals[r]
			for _, l := range act {
				z[l] = x[l] & m
			}
		}
	case arith.CmpIOp:
		return c.cmpi(o)
	case arith.CmpFOp:
		return c.cmpf(o)
	case arith.DivSIOp, arith.DivUIOp, arith.RemSIOp, arith.RemUIOp, arith.CeilDivSIOp, arith.FloorDivSIOp, arith.CeilDivUIOp:
		return c.division(op)
	}
	if f := intBinary(op); f != nil {
		return c.binary(op, f)
	}
	if f := cast(op); f != nil {
		return c.unary(op, f)
	}
	return c.float(op)
}

func intBinary(op *ir.Operation) func(a, b uint64) uint64 {
	w := widthOf(op.Result(0).Type())
	m := maskOf(w)
	switch op.Typed().(type) {
	case arith.AndIOp:
		return func(a, b uint64) uint64 { return a & b }
	case arith.OrIOp:
		return func(a, b uint64) uint64 { return a | b }
	case arith.XOrIOp:
		return func(a, b uint64) uint64 { return a ^ b }
	case arith.ShLIOp:
		return func(a, b uint64) uint64 { return a << b & m }
	case arith.ShRUIOp:
		return func(a, b uint64) uint64 { return a >> b }
	case arith.ShRSIOp:
		return func(a, b uint64) uint64 { return uint64(signed(a, w)>>b) & m }
	case arith.MinSIOp:
		return func(a, b uint64) uint64 { return uint64(min(signed(a, w), signed(b, w))) & m }
	case arith.MaxSIOp:
		return func(a, b uint64) uint64 { return uint64(max(signed(a, w), signed(b, w))) & m }
	case arith.MinUIOp:
		return func(a, b uint64) uint64 { return min(a, b) }
	case arith.MaxUIOp:
		return func(a, b uint64) uint64 { return max(a, b) }
	}
	return nil
}

// quotient is a division of nonzero divisors without overflow; unsigned says how its operands count.
func quotient(op any, w int) (f2 func(a, b uint64) uint64, unsigned bool) {
	m := maskOf(w)
	switch op.(type) {
	case arith.DivUIOp:
		return func(a, b uint64) uint64 { return a / b }, true
	case arith.RemUIOp:
		return func(a, b uint64) uint64 { return a % b }, true
	case arith.CeilDivUIOp:
		return func(a, b uint64) uint64 {
			if a == 0 {
				return 0
			}
			return (a-1)/b + 1
		}, true
	case arith.DivSIOp:
		return func(a, b uint64) uint64 { return uint64(signed(a, w)/signed(b, w)) & m }, false
	case arith.RemSIOp:
		return func(a, b uint64) uint64 { return uint64(signed(a, w)%signed(b, w)) & m }, false
	case arith.FloorDivSIOp:
		return func(a, b uint64) uint64 {
			x, y := signed(a, w), signed(b, w)
			q := x / y
			if x%y != 0 && (x < 0) != (y < 0) {
				q--
			}
			return uint64(q) & m
		}, false
	}
	return func(a, b uint64) uint64 { // arith.ceildivsi
		x, y := signed(a, w), signed(b, w)
		q := x / y
		if x%y != 0 && (x < 0) == (y < 0) {
			q++
		}
		return uint64(q) & m
	}, false
}

// division fails on a zero divisor and on overflow: the program should have been guarded.
func (c *code) division(op *ir.Operation) exec {
	a, b, r := c.slot(op.Operand(0)), c.slot(op.Operand(1)), c.slot(op.Result(0))
	w := widthOf(op.Result(0).Type())
	m, least := maskOf(w), uint64(1)<<(w-1)
	f2, unsigned := quotient(op.Typed(), w)
	return func(f *frame, act []int32) {
		x, y, z := f.vals[a], f.vals[b], f.vals[r]
		for _, l := range act {
			d := y[l]
			if d == 0 || !unsigned && d == m && x[l] == least {
				d := f.m.fail(op, "sim-trap", "division by zero or overflow in a division")
				f.where(d, l)
				stop()
			}
			z[l] = f2(x[l], d)
		}
	}
}

func (c *code) cmpi(op arith.CmpIOp) exec {
	p := op.Predicate()
	a, b, r := c.slot(op.Lhs()), c.slot(op.Rhs()), c.slot(op.Result(0))
	// equality, signed and unsigned "less", and their opposites, without a call per lane
	switch p {
	case arith.SGT, arith.UGT, arith.SLE, arith.ULE:
		a, b, p = b, a, p.Swapped()
	}
	shift := 64 - widthOf(op.Lhs().Type())
	not := uint64(0)
	switch p {
	case arith.NE, arith.SGE, arith.UGE:
		not, p = 1, p.Inverse()
	}
	switch p {
	case arith.EQ:
		return func(f *frame, act []int32) {
			x, y, z := f.vals[a], f.vals[b], f.vals[r]
			for _, l := range act {
				z[l] = b2u(x[l] == y[l]) ^ not
			}
		}
	case arith.SLT:
		return func(f *frame, act []int32) {
			x, y, z := f.vals[a], f.vals[b], f.vals[r]
			for _, l := range act {
				z[l] = b2u(int64(x[l]<<shift) < int64(y[l]<<shift)) ^ not
			}
		}
	case arith.ULT:
		return func(f *frame, act []int32) {
			x, y, z := f.vals[a], f.vals[b], f.vals[r]
			for _, l := range act {
				z[l] = b2u(x[l] < y[l]) ^ not
			}
		}
	}
	return nil
}

func (c *code) cmpf(op arith.CmpFOp) exec {
	t, ok := op.Lhs().Type().(*ir.FloatType)
	if !ok {
		return nil
	}
	p := op.Predicate()
	return c.binary(op.Operation, func(a, b uint64) uint64 {
		return b2u(p.Eval(ir.DecodeFloat(a, t.Kind), ir.DecodeFloat(b, t.Kind)))
	})
}

// cast compiles conversions and unary functions of integers.
func cast(op *ir.Operation) func(a uint64) uint64 {
	if op.NumOperands() != 1 {
		return nil
	}
	from, to := op.Operand(0).Type(), op.Result(0).Type()
	fw, m := widthOf(from), maskOf(widthOf(to))
	ff, _ := from.(*ir.FloatType)
	ft, _ := to.(*ir.FloatType)
	switch op.Typed().(type) {
	case arith.ExtSIOp, arith.IndexCastOp:
		return func(a uint64) uint64 { return uint64(signed(a, fw)) & m }
	case arith.SIToFPOp:
		if ft.Kind == ir.F32 { // rounded once
			return func(a uint64) uint64 { return f32bits(float32(signed(a, fw))) }
		}
		return func(a uint64) uint64 {
			return ir.EncodeFloat(oddFloat(signed(a, fw) < 0, magnitude(signed(a, fw)), ft.Kind), ft.Kind)
		}
	case arith.UIToFPOp:
		if ft.Kind == ir.F32 {
			return func(a uint64) uint64 { return f32bits(float32(a)) }
		}
		return func(a uint64) uint64 { return ir.EncodeFloat(oddFloat(false, a, ft.Kind), ft.Kind) }
	case arith.FPToSIOp:
		return func(a uint64) uint64 { return uint64(int64(ir.DecodeFloat(a, ff.Kind))) & m }
	case arith.FPToUIOp:
		return func(a uint64) uint64 { return uint64(ir.DecodeFloat(a, ff.Kind)) & m }
	case arith.ExtFOp, arith.TruncFOp:
		return func(a uint64) uint64 { return ir.EncodeFloat(ir.DecodeFloat(a, ff.Kind), ft.Kind) }
	case mathd.AbsIOp:
		return func(a uint64) uint64 {
			if v := signed(a, fw); v < 0 {
				return uint64(-v) & m
			}
			return a
		}
	case mathd.CtPopOp:
		return func(a uint64) uint64 { return uint64(bits.OnesCount64(a)) }
	case mathd.CtLzOp:
		return func(a uint64) uint64 { return uint64(bits.LeadingZeros64(a) - (64 - fw)) }
	case mathd.CtTzOp:
		return func(a uint64) uint64 { return uint64(min(bits.TrailingZeros64(a), fw)) }
	case llvm.BitReverseOp:
		return func(a uint64) uint64 { return bits.Reverse64(a) >> (64 - fw) }
	}
	return nil
}

func magnitude(v int64) uint64 {
	if v < 0 {
		return -uint64(v)
	}
	return uint64(v)
}

// oddFloat converts an integer for a later rounding to a smaller format: what does not fit is kept as an odd
// last bit, so that rounding twice gives what rounding once does. For f64 it is rounded here.
func oddFloat(negative bool, v uint64, k ir.FloatKind) float64 {
	if n := bits.Len64(v); n > 53 && k != ir.F64 {
		drop := n - 53
		if v&(1<<drop-1) != 0 {
			v |= 1 << drop
		}
		v = v >> drop << drop
	}
	x := float64(v)
	if negative {
		return -x
	}
	return x
}
