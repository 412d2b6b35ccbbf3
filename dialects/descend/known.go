package descend

import (
	"math/big"

	"descend/ir"
)

// maxKnown bounds the operations that are looked at for a number.
const maxKnown = 10_000

// KnownInteger is the number that an integer, bool or the number of an enum is, if it is computed from literals and nats that are
// numbers; false if that does not show, or if it stops the program.
func KnownInteger(v *ir.Value) (*big.Int, bool) {
	left := maxKnown
	return knownInteger(v, &left)
}

func knownInteger(v *ir.Value, left *int) (*big.Int, bool) {
	op := v.DefiningOp()
	if *left--; op == nil || *left < 0 {
		return nil, false
	}
	if o, ok := ir.As[NatOp](op); ok {
		return o.Nat().Const()
	}
	t, isInt := v.Type().(*ir.IntegerType)
	if !isInt && !IsEnum(v.Type()) {
		return nil, false
	}
	var args [2]*big.Int
	switch op.Typed().(type) {
	case ConstOp:
		a, ok := op.Attr("value").(*ir.IntegerAttr)
		if !ok {
			return nil, false
		}
		if t.Width == 1 {
			return new(big.Int).And(a.Value, big.NewInt(1)), true
		}
		return a.Value, true
	case CastOp, UnaryOp, BinaryOp, CompareOp:
		for i, x := range op.Operands() {
			n, ok := knownInteger(x, left)
			if !ok {
				return nil, false
			}
			args[i] = n
		}
	default:
		return nil, false
	}
	switch o := op.Typed().(type) {
	case CastOp:
		if !isInt {
			return args[0], true
		}
		return wrapped(args[0], t), true
	case UnaryOp:
		switch {
		case !o.IsNot():
			return wrapped(new(big.Int).Neg(args[0]), t), true
		case t.Width == 1:
			return new(big.Int).Sub(big.NewInt(1), args[0]), true
		}
		return wrapped(new(big.Int).Not(args[0]), t), true
	case CompareOp:
		if _, ok := op.Operand(0).Type().(*ir.FloatType); ok {
			return nil, false
		}
		n := int64(0)
		if o.Rel().HoldsBig(args[0], args[1]) {
			n = 1
		}
		return big.NewInt(n), true
	}
	return computed(op.Typed().(BinaryOp).Operator(), args[0], args[1], t)
}

// computed is an operation on numbers of an integer type; false if it stops the program.
func computed(op Operator, a, b *big.Int, t *ir.IntegerType) (*big.Int, bool) {
	count := func() uint { return uint(new(big.Int).Mod(b, big.NewInt(int64(t.Width))).Uint64()) }
	n := new(big.Int)
	switch op {
	case Add:
		n.Add(a, b)
	case Sub:
		n.Sub(a, b)
	case Mul:
		n.Mul(a, b)
	case Div, Rem:
		if b.Sign() == 0 || !Fits(new(big.Int).Quo(a, b), t) {
			return nil, false
		}
		if op == Rem {
			n.Rem(a, b)
		} else {
			n.Quo(a, b)
		}
	case And:
		n.And(a, b)
	case Or:
		n.Or(a, b)
	case Xor:
		n.Xor(a, b)
	case Shl:
		n.Lsh(a, count())
	case Shr:
		n.Rsh(a, count())
	default:
		return nil, false
	}
	return wrapped(n, t), true
}

// wrapped is n in an integer type; a bool is 0 or 1.
func wrapped(n *big.Int, t *ir.IntegerType) *big.Int {
	if t.Width == 1 {
		return new(big.Int).And(n, big.NewInt(1))
	}
	return ir.WrapInt(n, t)
}
