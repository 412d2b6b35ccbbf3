package proof

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"descend/ir"
)

// This file gives the values of the pure operations on numbers. An integer of w bits is kept as the signed number
// that its bits mean; an index has 64 bits. What is not modelled (floats, bits of unknown numbers) is an uninterpreted
// function of the operands, so that equal operands give equal results.

// compute is an operation without effects.
func (k *kernel) compute(op *ir.Operation) {
	if op.NumRegions() > 0 || op.NumSuccessors() > 0 {
		k.unmodelled("%s", op.Name())
		return
	}
	for i := range op.NumResults() {
		if _, ok := op.Result(i).Type().(*ir.MemRefType); ok {
			k.compute2(op)
			return
		}
	}
	if op.NumResults() != 1 {
		k.unmodelled("%s", op.Name())
		return
	}
	if op.Is("arith.constant") {
		k.set(op, k.literal(op))
		return
	}
	var args []*term
	for _, x := range op.Operands() {
		args = append(args, k.get(x))
	}
	t := op.Result(0).Type()
	var r *term
	if w := width(op.Operand(0).Type()); w == 1 {
		r = k.onBools(op, args, t)
	} else if w > 1 {
		r = k.onInts(op, args, w, t)
	} else if op.Is("arith.select") {
		r = k.s.ite(args[0], args[1], args[2])
	}
	if r == nil {
		r = k.opaque(op, args, t)
	}
	k.set(op, r)
}

// compute2 is an operation that gives memory: a select.
func (k *kernel) compute2(op *ir.Operation) {
	if !op.Is("arith.select") {
		k.unmodelled("%s", op.Name())
		return
	}
	k.vals[op.Result(0)] = k.choose(k.get(op.Operand(0)), k.vals[op.Operand(1)], k.vals[op.Operand(2)])
}

// literal is a constant.
func (k *kernel) literal(op *ir.Operation) *term {
	a, ok := op.Attr("value").(*ir.IntegerAttr)
	if !ok {
		return k.s.app("const "+op.Attr("value").String(), false, nil, nil, false)
	}
	if width(op.Result(0).Type()) == 1 {
		return k.s.truth(a.Value.Sign() != 0)
	}
	return k.s.bigNum(a.Value)
}

// opaque is a function of the operands. A function of constants is one, and so is exact enough only for agreeing.
func (k *kernel) opaque(op *ir.Operation, args []*term, t ir.Type) *term {
	name := op.Name()
	for _, a := range op.Attrs() {
		name += " " + a.Value.String()
	}
	name += " " + t.String()
	var ints []*term
	for _, a := range args {
		ints = append(ints, k.asInt(a))
	}
	var lo, hi *big.Int
	if w := width(t); w > 1 {
		lo, hi = signedRange(w)
	}
	v := k.s.app(name, width(t) == 1, lo, hi, true, ints...)
	if op.Is("arith.cmpf") {
		k.compared(op, v)
	}
	return v
}

// compared marks a comparison of a float that is given with a constant as modelled: the float may be on either side. If
// floats of the same memory are compared in different ways the answers may depend on each other, which is not modelled.
func (k *kernel) compared(op *ir.Operation, v *term) {
	a, b := v.args[0], v.args[1]
	if strings.HasPrefix(a.name, "const ") {
		a, b = b, a
	}
	p, _ := op.IntAttr("predicate")
	given := a.kind == kSym || a.kind == kApp && strings.HasPrefix(a.name, "in.")
	finite := strings.HasPrefix(b.name, "const ") && !strings.Contains(b.name, "0x")
	if !given || !finite || p%7 == 0 || p > 13 {
		return
	}
	all := append(k.comparisons[a.name], v)
	k.comparisons[a.name] = all
	differ := slices.ContainsFunc(all, func(x *term) bool { return x.name != v.name || !slices.Contains(x.args, b) })
	for _, x := range all {
		x.havoc = differ
	}
}

// asInt is a truth value as 0 or 1.
func (k *kernel) asInt(t *term) *term {
	if t.bool {
		return k.s.ite(t, k.s.num(1), k.s.num(0))
	}
	return t
}

// onBools are the operations whose first operand has one bit.
func (k *kernel) onBools(op *ir.Operation, x []*term, t ir.Type) *term {
	s := k.s
	switch op.Name() {
	case "arith.andi", "arith.muli":
		return s.and(x...)
	case "arith.ori":
		return s.or(x...)
	case "arith.xori", "arith.addi", "arith.subi":
		return s.not(s.eq(x[0], x[1]))
	case "arith.select":
		return s.ite(x[0], x[1], x[2])
	case "arith.extui", "arith.index_castui":
		return s.ite(x[0], s.num(1), s.num(0))
	case "arith.extsi", "arith.index_cast":
		return s.ite(x[0], s.num(-1), s.num(0))
	case "arith.cmpi":
		a, b := x[0], x[1]
		switch p, _ := op.IntAttr("predicate"); p {
		case 0:
			return s.eq(a, b)
		case 1:
			return s.not(s.eq(a, b))
		case 2, 8: // -1 is true
			return s.and(a, s.not(b))
		case 3, 9:
			return s.or(a, s.not(b))
		case 4, 6:
			return s.and(b, s.not(a))
		case 5, 7:
			return s.or(b, s.not(a))
		}
	}
	return nil
}

// onInts are the operations whose first operand is an integer of w bits.
func (k *kernel) onInts(op *ir.Operation, x []*term, w int, t ir.Type) *term {
	s := k.s
	name, _ := strings.CutPrefix(op.Name(), "arith.")
	switch name {
	case "addi":
		return k.ranged(op, s.add(x[0], x[1]), w)
	case "subi":
		return k.ranged(op, s.sub(x[0], x[1]), w)
	case "muli":
		return k.ranged(op, s.mul(x[0], x[1]), w)
	case "divui", "remui", "divsi", "remsi":
		return k.quotient(op, name, x[0], x[1], w)
	case "minsi":
		return s.ite(s.le(x[0], x[1]), x[0], x[1])
	case "maxsi":
		return s.ite(s.le(x[0], x[1]), x[1], x[0])
	case "minui":
		return s.ite(s.le(k.unsigned(x[0], w), k.unsigned(x[1], w)), x[0], x[1])
	case "maxui":
		return s.ite(s.le(k.unsigned(x[0], w), k.unsigned(x[1], w)), x[1], x[0])
	case "select":
		return s.ite(x[0], x[1], x[2])
	case "cmpi":
		return k.compare(op, x[0], x[1], w)
	case "extsi", "index_cast", "trunci":
		return k.wrap(x[0], width(t))
	case "extui", "index_castui":
		return k.wrap(k.unsigned(x[0], w), width(t))
	case "shli", "shrui", "shrsi":
		c, ok := x[1].constant()
		if !ok || c.Sign() < 0 || c.Int64() >= int64(w) {
			return nil
		}
		p := s.bigNum(new(big.Int).Lsh(one, uint(c.Int64())))
		switch name {
		case "shli":
			return k.wrap(s.mul(x[0], p), w)
		case "shrui":
			return k.wrap(s.div(k.unsigned(x[0], w), p), w)
		}
		return s.div(x[0], p)
	case "xori":
		if x[1] == s.num(-1) {
			return s.sub(x[1], x[0])
		}
		return k.exclusiveOr(x[0], x[1])
	case "andi":
		if c, ok := x[1].constant(); ok && c.Sign() > 0 {
			if p := new(big.Int).Add(c, one); new(big.Int).And(p, c).Sign() == 0 {
				return s.mod(x[0], s.bigNum(p))
			}
		}
	}
	return nil
}

// exclusiveOr is that of two naturals, one of which is small: what is above its bits stays. The sum of two bits is odd where
// they differ. Nil for others.
func (k *kernel) exclusiveOr(a, b *term) *term {
	s := k.s
	if a.hi != nil && (b.hi == nil || a.hi.Cmp(b.hi) < 0) {
		a, b = b, a
	}
	if a.lo == nil || a.lo.Sign() < 0 || b.lo == nil || b.lo.Sign() < 0 || b.hi == nil || b.hi.BitLen() > 6 {
		return nil
	}
	out := s.sub(a, s.mod(a, s.num(1<<b.hi.BitLen())))
	for i := range b.hi.BitLen() {
		bit := s.num(1 << i)
		out = s.add(out, s.mul(s.mod(s.add(s.div(a, bit), s.div(b, bit)), s.num(2)), bit))
	}
	return out
}

// ranged is the result of an operation: of an index it has to be in range, which is an obligation, unless it is
// known to wrap; of other integers it wraps.
func (k *kernel) ranged(op *ir.Operation, r *term, w int) *term {
	lo, hi := signedRange(w)
	if within(r, lo, hi) {
		return r
	}
	if _, index := op.Result(0).Type().(*ir.IndexType); index && !k.wrapping[op] {
		k.emit(&obligation{op: op, what: "overflow", wraps: true, bad: k.s.or(k.s.lt(r, k.s.bigNum(lo)), k.s.lt(k.s.bigNum(hi), r))})
		return r
	}
	return k.wrap(r, w)
}

// wrap is the number of w bits that x is modulo 2^w.
func (k *kernel) wrap(x *term, w int) *term {
	if w == 1 {
		return k.s.not(k.s.eq(k.s.mod(x, k.s.num(2)), k.s.num(0)))
	}
	lo, hi := signedRange(w)
	if within(x, lo, hi) {
		return x
	}
	half := k.s.bigNum(new(big.Int).Neg(lo))
	return k.s.sub(k.s.mod(k.s.add(x, half), k.s.bigNum(new(big.Int).Lsh(one, uint(w)))), half)
}

// unsigned is what the bits of x mean without a sign.
func (k *kernel) unsigned(x *term, w int) *term {
	if x.lo != nil && x.lo.Sign() >= 0 {
		return x
	}
	return k.s.ite(k.s.lt(x, k.s.num(0)), k.s.add(x, k.s.bigNum(new(big.Int).Lsh(one, uint(w)))), x)
}

// quotient is a division; one by zero has no meaning, and must not be.
func (k *kernel) quotient(op *ir.Operation, name string, a, b *term, w int) *term {
	s := k.s
	k.duty(op, "division by zero", s.eq(b, s.num(0)))
	if strings.HasSuffix(name, "ui") {
		a, b = k.natural(op, a, w), k.natural(op, b, w)
		if name == "divui" {
			return k.wrap(s.div(a, b), w)
		}
		return k.wrap(s.mod(a, b), w)
	}
	// towards zero
	abs := func(x *term) *term { return s.ite(s.lt(x, s.num(0)), s.sub(s.num(0), x), x) }
	if a.lo != nil && a.lo.Sign() >= 0 && b.lo != nil && b.lo.Sign() >= 0 {
		abs = func(x *term) *term { return x }
	}
	q := s.div(abs(a), abs(b))
	neg := s.not(s.eq(s.lt(a, s.num(0)), s.lt(b, s.num(0))))
	q = k.wrap(s.ite(neg, s.sub(s.num(0), q), q), w)
	if name == "divsi" {
		return q
	}
	return s.sub(a, s.mul(b, q))
}

// natural is the unsigned meaning of an operand of a division: of an index it has to be natural, which is an obligation,
// unless it is known that it is not.
func (k *kernel) natural(op *ir.Operation, x *term, w int) *term {
	if x.lo != nil && x.lo.Sign() >= 0 {
		return x
	}
	if _, index := op.Result(0).Type().(*ir.IndexType); index && !k.wrapping[op] {
		k.emit(&obligation{op: op, what: "a negative operand", wraps: true, bad: k.s.lt(x, k.s.num(0))})
		return x
	}
	return k.unsigned(x, w)
}

// compare is arith.cmpi.
func (k *kernel) compare(op *ir.Operation, a, b *term, w int) *term {
	s := k.s
	p, ok := op.IntAttr("predicate")
	if !ok {
		k.unmodelled("a comparison without predicate")
		return nil
	}
	if p >= 6 {
		a, b, p = k.unsigned(a, w), k.unsigned(b, w), p-4
	}
	switch p {
	case 0:
		return s.eq(a, b)
	case 1:
		return s.not(s.eq(a, b))
	case 2:
		return s.lt(a, b)
	case 3:
		return s.le(a, b)
	case 4:
		return s.lt(b, a)
	case 5:
		return s.le(b, a)
	}
	panic(fmt.Sprintf("predicate %d", p))
}
