package cost

import (
	"descend/dialects/arith"
	"descend/dialects/intrange"
	"descend/dialects/num"
	"descend/dialects/ods"
	"descend/ir"
)

// compute gives the result of an operation without effects on integers.
func (w *walker) compute(op *ir.Operation) *value {
	width := widthOf(op.Result(0).Type())
	inf, ok := op.Typed().(ods.RangeInferrer)
	if !ok || width == 0 {
		return unknown
	}
	operands := make([]*value, op.NumOperands())
	for i, v := range op.Operands() {
		if widthOf(v.Type()) == 0 {
			return unknown
		}
		operands[i] = w.get(v)
	}
	if v := linear(op, operands); v != nil {
		if fits(v, width) {
			return v
		}
		if v.fixed() {
			return v.wrapped(width)
		}
	}
	return inferred(op, inf, operands)
}

// linear is the result where it has the form of a sum of variables, nil where it does not or that is not seen. What does not fit the
// width is for the caller to find.
func linear(op *ir.Operation, x []*value) *value {
	switch op.Typed().(type) {
	case arith.AddIOp:
		return x[0].plus(x[1], 1)
	case arith.SubIOp:
		return x[0].plus(x[1], -1)
	case arith.MulIOp:
		switch {
		case x[1].fixed():
			return x[0].times(x[1])
		case x[0].fixed():
			return x[1].times(x[0])
		}
	case arith.IndexCastOp, arith.ExtSIOp:
		return x[0]
	case arith.IndexCastUIOp, arith.ExtUIOp:
		if nonNegative(x[0]) {
			return x[0]
		}
	case arith.TruncIOp:
		return x[0]
	case arith.DivUIOp, arith.DivSIOp:
		return quotient(x[0], x[1])
	case arith.RemUIOp, arith.RemSIOp:
		if q := quotient(x[0], x[1]); q != nil {
			return x[0].plus(q.times(x[1]), -1)
		}
	}
	return nil
}

// quotient is a/b where all factors of a are multiples of b, and neither is negative; nil where that is not so.
func quotient(a, b *value) *value {
	if !b.fixed() || !nonNegative(a) || !nonNegative(b) {
		return nil
	}
	out := &value{known: a.known & b.known, data: a.data | b.data, wish: firstOf(a.wish, b.wish)}
	for l := range lanes {
		switch {
		case !out.known.has(l):
		case b.at[l] == 0: // a lane that does not execute this may hold any number
			out.known &^= 1 << l
			out.data |= 1 << l
		case a.at[l] < 0:
			return nil
		default:
			out.at[l] = a.at[l] / b.at[l]
		}
	}
	for i := range a.terms {
		t := term{v: a.terms[i].v}
		for l := range lanes {
			if !out.known.has(l) {
				continue
			}
			if a.terms[i].by[l]%b.at[l] != 0 {
				return nil
			}
			t.by[l] = a.terms[i].by[l] / b.at[l]
		}
		out.terms = append(out.terms, t)
	}
	return out
}

func nonNegative(a *value) bool {
	for l := range lanes {
		if a.known.has(l) {
			if lo, _, ok := a.ends(l); !ok || lo < 0 {
				return false
			}
		}
	}
	return true
}

// fits says whether the known lanes hold signed numbers of the width.
func fits(a *value, width int) bool {
	for l := range lanes {
		if !a.known.has(l) {
			continue
		}
		lo, hi, ok := a.ends(l)
		if shift := 64 - width; !ok || lo<<shift>>shift != lo || hi<<shift>>shift != hi {
			return false
		}
	}
	return true
}

// wrapped is what is left of numbers that depend on no variable in some bits.
func (a *value) wrapped(width int) *value {
	out := *a
	for l := range lanes {
		out.at[l] = a.at[l] << (64 - width) >> (64 - width)
	}
	return &out
}

// inferred is the result by what the operation says of ranges: known in the lanes in which only one number is left. Of numbers that
// depend on no variable that is any result.
func inferred(op *ir.Operation, inf ods.RangeInferrer, x []*value) *value {
	out := &value{}
	for _, a := range x {
		if v := a.widest(); v != nil {
			out.wish = v
		} else {
			out.wish = firstOf(out.wish, a.wish)
		}
	}
	ranges, last := make([]intrange.Range, len(x)), make([]intrange.Range, len(x))
	for l := range lanes {
		again := l > 0
		var data mask
		for i, a := range x {
			ranges[i] = a.rangeOf(l, widthOf(op.Operand(i).Type()))
			again = again && ranges[i].Equal(last[i]) && a.data.has(l) == a.data.has(l-1)
			data |= a.data & (1 << l)
		}
		if again {
			out.at[l] = out.at[l-1]
			out.known |= out.known >> (l - 1) & 1 << l
			out.data |= out.data >> (l - 1) & 1 << l
			continue
		}
		copy(last, ranges)
		if zeroDivisor(op, ranges) {
			continue
		}
		if c := inf.InferRange(ranges).Constant(); c != nil && c.IsInt64() {
			out.at[l] = c.Int64()
			out.known |= 1 << l
		} else {
			out.data |= data
		}
	}
	if out.known == all {
		out.wish = nil
	}
	return out
}

// zeroDivisor says whether a lane would divide by zero: one that does not execute the operation may hold any number.
func zeroDivisor(op *ir.Operation, r []intrange.Range) bool {
	return len(r) == 2 && !op.OpName().Def.Has(ir.Pure) && r[1].S.Contains(num.Int{})
}
