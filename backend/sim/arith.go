package sim

import (
	"math/bits"

	"descend/dialects/arith"
	"descend/dialects/arith/eval"
	"descend/ir"
)

// widthOf is the number of bits of a scalar.
func widthOf(t ir.Type) int { return eval.Width(t) }

func maskOf(width int) uint64 { return eval.Mask(width) }

// signed is the value of a register as a signed number of the width.
func signed(v uint64, width int) int64 { return eval.Signed(v, width) }

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
	case arith.ExtUIOp, arith.TruncIOp, arith.IndexCastUIOp, arith.BitcastOp: // of floats too
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
	}
	if f, unsigned := eval.Division(op); f != nil {
		return c.division(op, f, unsigned)
	}
	if f := eval.Binary(op); f != nil {
		return c.binary(op, f)
	}
	if f := eval.Unary(op); f != nil {
		return c.unary(op, f)
	}
	if f := cast(op); f != nil {
		return c.unary(op, f)
	}
	return c.float(op)
}

// division fails on a zero divisor and on overflow: the program should have been guarded.
func (c *code) division(op *ir.Operation, f2 func(a, b uint64) uint64, unsigned bool) exec {
	a, b, r := c.slot(op.Operand(0)), c.slot(op.Operand(1)), c.slot(op.Result(0))
	w := widthOf(op.Result(0).Type())
	return func(f *frame, act []int32) {
		x, y, z := f.vals[a], f.vals[b], f.vals[r]
		for _, l := range act {
			d := y[l]
			if !eval.Defined(x[l], d, w, unsigned) {
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

// cast compiles conversions from and to floats.
func cast(op *ir.Operation) func(a uint64) uint64 {
	if op.NumOperands() != 1 {
		return nil
	}
	from, to := op.Operand(0).Type(), op.Result(0).Type()
	fw, m := widthOf(from), maskOf(widthOf(to))
	ff, _ := from.(*ir.FloatType)
	ft, _ := to.(*ir.FloatType)
	switch op.Typed().(type) {
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
