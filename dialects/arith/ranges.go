package arith

import (
	"descend/dialects/intrange"
)

// Ranges of results from those of the operands.

// InferRange is the range of the result.
func (AddIOp) InferRange(r []intrange.Range) intrange.Range { return r[0].Add(r[1]) }

// InferRange is the range of the result.
func (SubIOp) InferRange(r []intrange.Range) intrange.Range { return r[0].Sub(r[1]) }

// InferRange is the range of the result.
func (MulIOp) InferRange(r []intrange.Range) intrange.Range { return r[0].Mul(r[1]) }

// InferRange is the range of the result.
func (DivUIOp) InferRange(r []intrange.Range) intrange.Range { return r[0].DivU(r[1], false) }

// InferRange is the range of the result.
func (CeilDivUIOp) InferRange(r []intrange.Range) intrange.Range { return r[0].DivU(r[1], true) }

// InferRange is the range of the result.
func (DivSIOp) InferRange(r []intrange.Range) intrange.Range {
	return r[0].DivS(r[1], intrange.TowardsZero)
}

// InferRange is the range of the result.
func (FloorDivSIOp) InferRange(r []intrange.Range) intrange.Range {
	return r[0].DivS(r[1], intrange.Down)
}

// InferRange is the range of the result.
func (CeilDivSIOp) InferRange(r []intrange.Range) intrange.Range { return r[0].DivS(r[1], intrange.Up) }

// InferRange is the range of the result.
func (RemUIOp) InferRange(r []intrange.Range) intrange.Range { return r[0].RemU(r[1]) }

// InferRange is the range of the result.
func (RemSIOp) InferRange(r []intrange.Range) intrange.Range { return r[0].RemS(r[1]) }

// InferRange is the range of the result.
func (AndIOp) InferRange(r []intrange.Range) intrange.Range { return r[0].BitAnd(r[1]) }

// InferRange is the range of the result.
func (OrIOp) InferRange(r []intrange.Range) intrange.Range { return r[0].BitOr(r[1]) }

// InferRange is the range of the result.
func (XOrIOp) InferRange(r []intrange.Range) intrange.Range { return r[0].BitXor(r[1]) }

// InferRange is the range of the result.
func (ShLIOp) InferRange(r []intrange.Range) intrange.Range { return r[0].ShL(r[1]) }

// InferRange is the range of the result.
func (ShRUIOp) InferRange(r []intrange.Range) intrange.Range { return r[0].ShRU(r[1]) }

// InferRange is the range of the result.
func (ShRSIOp) InferRange(r []intrange.Range) intrange.Range { return r[0].ShRS(r[1]) }

// InferRange is the range of the result.
func (MinUIOp) InferRange(r []intrange.Range) intrange.Range { return r[0].MinU(r[1]) }

// InferRange is the range of the result.
func (MaxUIOp) InferRange(r []intrange.Range) intrange.Range { return r[0].MaxU(r[1]) }

// InferRange is the range of the result.
func (MinSIOp) InferRange(r []intrange.Range) intrange.Range { return r[0].MinS(r[1]) }

// InferRange is the range of the result.
func (MaxSIOp) InferRange(r []intrange.Range) intrange.Range { return r[0].MaxS(r[1]) }

// InferRange is the range of the constant.
func (o ConstantOp) InferRange([]intrange.Range) intrange.Range {
	w, _ := intrange.WidthOf(o.Result(0).Type())
	if c := intConst(o.Value()); c != nil {
		return intrange.Const(c, w)
	}
	return intrange.Full(w)
}

// InferRange knows comparisons that the ranges decide.
func (o CmpIOp) InferRange(r []intrange.Range) intrange.Range {
	if v, known := o.decided(r[0], r[1]); known {
		return intrange.Const(o.Context().BoolAttr(v).Value, 1)
	}
	return intrange.Full(1)
}

// decided is the result of the comparison if it is the same for all numbers of the ranges.
func (o CmpIOp) decided(a, b intrange.Range) (value, known bool) {
	signed := func(lt, orEqual bool, sign bool) (bool, bool) { // a < b, or a > b
		if !lt {
			a, b = b, a
		}
		if a.Less(b, sign, orEqual) {
			return true, true
		}
		return false, b.Less(a, sign, !orEqual)
	}
	switch p := o.Predicate(); p {
	case EQ, NE:
		x, y := a.Constant(), b.Constant()
		if x != nil && y != nil && x.Cmp(y) == 0 {
			return p == EQ, true
		}
		return p == NE, a.Disjoint(b)
	case SLT, SLE:
		return signed(true, p == SLE, true)
	case SGT, SGE:
		return signed(false, p == SGE, true)
	case ULT, ULE:
		return signed(true, p == ULE, false)
	default:
		return signed(false, p == UGE, false)
	}
}

// InferRange is that of the chosen value, of both if the condition is not known.
func (o SelectOp) InferRange(r []intrange.Range) intrange.Range {
	if c := r[0].Constant(); c != nil {
		if c.Sign() != 0 {
			return r[1]
		}
		return r[2]
	}
	return r[1].Or(r[2])
}

// resultWidth is the width of the result of a conversion.
func (o Cast) resultWidth() int {
	w, _ := intrange.WidthOf(o.Result(0).Type())
	return w
}

// InferRange is the range of the result.
func (o ExtSIOp) InferRange(r []intrange.Range) intrange.Range { return r[0].ExtS(o.resultWidth()) }

// InferRange is the range of the result.
func (o ExtUIOp) InferRange(r []intrange.Range) intrange.Range { return r[0].ExtU(o.resultWidth()) }

// InferRange is the range of the result.
func (o TruncIOp) InferRange(r []intrange.Range) intrange.Range { return r[0].Trunc(o.resultWidth()) }

// InferRange is the range of the result.
func (o IndexCastOp) InferRange(r []intrange.Range) intrange.Range {
	if w := o.resultWidth(); w < r[0].Width {
		return r[0].Trunc(w)
	}
	return r[0].ExtS(o.resultWidth())
}

// InferRange is the range of the result.
func (o IndexCastUIOp) InferRange(r []intrange.Range) intrange.Range {
	if w := o.resultWidth(); w < r[0].Width {
		return r[0].Trunc(w)
	}
	return r[0].ExtU(o.resultWidth())
}

// IsRemainder says whether the dividend is its own remainder, for all numbers of the ranges.
func (RemUIOp) IsRemainder(x, y intrange.Range) bool { return x.Less(y, false, false) }

// IsRemainder says whether the dividend is its own remainder, for all numbers of the ranges.
func (RemSIOp) IsRemainder(x, y intrange.Range) bool {
	return x.S.NonNeg() && y.S.Positive() && x.Less(y, true, false)
}
