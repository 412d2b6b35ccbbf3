// Package eval computes operations on integers with machine words, for who executes or analyses many of them. A word holds an integer
// truncated to its width and zero-extended; an index has 64 bits. What operations mean where that is undefined is the caller's to ask:
// divisions have to be ones that Defined accepts.
package eval

import (
	"math/bits"

	"descend/dialects/arith"
	"descend/dialects/llvm"
	mathd "descend/dialects/math"
	"descend/ir"
)

// Width is the number of bits of a scalar.
func Width(t ir.Type) int {
	switch t := t.(type) {
	case *ir.IntegerType:
		return t.Width
	case *ir.FloatType:
		return t.Width()
	}
	return 64
}

// Mask has the lowest bits set, as many as the width.
func Mask(width int) uint64 {
	if width >= 64 {
		return ^uint64(0)
	}
	return 1<<width - 1
}

// Signed is a word as a signed number of the width.
func Signed(v uint64, width int) int64 {
	s := 64 - width
	return int64(v<<s) >> s
}

// Binary is an operation on two integers that is defined for all of them; nil for others.
func Binary(op *ir.Operation) func(a, b uint64) uint64 {
	if op.NumResults() != 1 || op.NumOperands() != 2 {
		return nil
	}
	w := Width(op.Result(0).Type())
	m := Mask(w)
	switch o := op.Typed().(type) {
	case arith.AddIOp:
		return func(a, b uint64) uint64 { return (a + b) & m }
	case arith.SubIOp:
		return func(a, b uint64) uint64 { return (a - b) & m }
	case arith.MulIOp:
		return func(a, b uint64) uint64 { return (a * b) & m }
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
		return func(a, b uint64) uint64 { return uint64(Signed(a, w)>>b) & m }
	case arith.MinSIOp:
		return func(a, b uint64) uint64 { return uint64(min(Signed(a, w), Signed(b, w))) & m }
	case arith.MaxSIOp:
		return func(a, b uint64) uint64 { return uint64(max(Signed(a, w), Signed(b, w))) & m }
	case arith.MinUIOp:
		return func(a, b uint64) uint64 { return min(a, b) }
	case arith.MaxUIOp:
		return func(a, b uint64) uint64 { return max(a, b) }
	case arith.CmpIOp:
		return comparison(o)
	}
	return nil
}

// comparison is 1 where the predicate holds, else 0.
func comparison(o arith.CmpIOp) func(a, b uint64) uint64 {
	w := Width(o.Lhs().Type())
	var holds func(a, b uint64) bool
	switch o.Predicate() {
	case arith.EQ:
		holds = func(a, b uint64) bool { return a == b }
	case arith.NE:
		holds = func(a, b uint64) bool { return a != b }
	case arith.ULT:
		holds = func(a, b uint64) bool { return a < b }
	case arith.ULE:
		holds = func(a, b uint64) bool { return a <= b }
	case arith.UGT:
		holds = func(a, b uint64) bool { return a > b }
	case arith.UGE:
		holds = func(a, b uint64) bool { return a >= b }
	case arith.SLT:
		holds = func(a, b uint64) bool { return Signed(a, w) < Signed(b, w) }
	case arith.SLE:
		holds = func(a, b uint64) bool { return Signed(a, w) <= Signed(b, w) }
	case arith.SGT:
		holds = func(a, b uint64) bool { return Signed(a, w) > Signed(b, w) }
	case arith.SGE:
		holds = func(a, b uint64) bool { return Signed(a, w) >= Signed(b, w) }
	}
	if holds == nil {
		return nil
	}
	return func(a, b uint64) uint64 {
		if holds(a, b) {
			return 1
		}
		return 0
	}
}

// Division is a division or a remainder, nil for other operations; unsigned says how its operands count.
func Division(op *ir.Operation) (f func(a, b uint64) uint64, unsigned bool) {
	if op.NumResults() != 1 || op.NumOperands() != 2 {
		return nil, false
	}
	w := Width(op.Result(0).Type())
	m := Mask(w)
	switch op.Typed().(type) {
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
		return func(a, b uint64) uint64 { return uint64(Signed(a, w)/Signed(b, w)) & m }, false
	case arith.RemSIOp:
		return func(a, b uint64) uint64 { return uint64(Signed(a, w)%Signed(b, w)) & m }, false
	case arith.FloorDivSIOp:
		return func(a, b uint64) uint64 {
			x, y := Signed(a, w), Signed(b, w)
			q := x / y
			if x%y != 0 && (x < 0) != (y < 0) {
				q--
			}
			return uint64(q) & m
		}, false
	case arith.CeilDivSIOp:
		return func(a, b uint64) uint64 {
			x, y := Signed(a, w), Signed(b, w)
			q := x / y
			if x%y != 0 && (x < 0) == (y < 0) {
				q++
			}
			return uint64(q) & m
		}, false
	}
	return nil, false
}

// Defined says whether a division of words of a width has a result: no zero divisor, and no overflow of signed numbers.
func Defined(a, b uint64, width int, unsigned bool) bool {
	return b != 0 && (unsigned || b != Mask(width) || a != uint64(1)<<(width-1))
}

// Unary is a conversion between integers, or a function of one; nil for others.
func Unary(op *ir.Operation) func(a uint64) uint64 {
	if op.NumOperands() != 1 || op.NumResults() != 1 {
		return nil
	}
	fw, m := Width(op.Operand(0).Type()), Mask(Width(op.Result(0).Type()))
	switch op.Typed().(type) {
	case arith.ExtUIOp, arith.TruncIOp, arith.IndexCastUIOp, arith.BitcastOp:
		return func(a uint64) uint64 { return a & m }
	case arith.ExtSIOp, arith.IndexCastOp:
		return func(a uint64) uint64 { return uint64(Signed(a, fw)) & m }
	case mathd.AbsIOp:
		return func(a uint64) uint64 {
			if v := Signed(a, fw); v < 0 {
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
