package check

import (
	"math/big"

	"descend/dialects/descend"
	"descend/dialects/nat"
	"descend/ir"
)

// index marks run-time indices that cannot fail, and reports constant ones that must.
func (x *natChecker) index(o descend.IndexOp) {
	n, ok := arraySize(o.Operand(0))
	if !ok {
		return
	}
	facts := x.facts(o.Operation)
	v := o.Operand(1)
	if e, ok := x.natValue(v, facts, 0); ok {
		if c, isConst := e.Const(); isConst {
			if size, isConst := n.Const(); isConst && (c.Sign() < 0 || c.Cmp(size) >= 0) {
				x.report(obligation{goal: nat.Constraint{L: e, Rel: nat.LT, R: n}, op: o.Operation, slug: outOfBounds,
					head: "index out of bounds", label: text("index `%s` of an array of `%s` elements", e, n)},
					nat.Constraint{L: e, Rel: nat.LT, R: n}, nil, "")
				return
			}
		}
		if proves(facts, le(nat.Int(0), e)) && proves(facts, nat.Constraint{L: e, Rel: nat.LT, R: n}) {
			x.now.inBounds[o.Operation] = true
		}
		return
	}
	if lo, hi := x.interval(v, 0); lo != nil && lo.Sign() >= 0 && hi != nil && proves(facts, nat.Constraint{L: nat.Big(hi), Rel: nat.LT, R: n}) {
		x.now.inBounds[o.Operation] = true
	}
}

func proves(f *nat.Facts, k nat.Constraint) bool {
	if yes, known := holds(k); known {
		return yes
	}
	return f.Prove(k).Verdict == nat.Proved
}

// maxChase bounds how many operations are followed back from an index.
const maxChase = 32

// natValue is the nat that a run-time value is known to equal: a descend.nat, perhaps cast to a type that
// holds it, or a constant, perhaps in a variable that is set once.
func (x *natChecker) natValue(v *ir.Value, facts *nat.Facts, depth int) (nat.Expr, bool) {
	op := v.DefiningOp()
	if op == nil || depth > maxChase {
		return nat.Expr{}, false
	}
	switch o := op.Typed().(type) {
	case descend.NatOp:
		return o.Nat(), true
	case descend.ConstOp:
		if a, ok := op.Attr("value").(*ir.IntegerAttr); ok {
			return nat.Big(a.Value), true
		}
	case descend.CastOp:
		e, ok := x.natValue(op.Operand(0), facts, depth+1)
		it, isInt := op.Result(0).Type().(*ir.IntegerType)
		if !ok || !isInt || it.Width == 1 {
			return e, false
		}
		if it.Width == 64 { // nats fit 63 bits
			return e, true
		}
		_, hi := typeRange(it)
		return e, proves(facts, le(e, nat.Big(hi))) && proves(facts, le(nat.Int(0), e))
	case descend.ReadOp:
		if w, ok := onlyWrite(op.Operand(0)); ok {
			return x.natValue(w, facts, depth+1)
		}
	}
	return nat.Expr{}, false
}

// onlyWrite is the value of a variable that is set once where it is declared and never lent uniquely.
func onlyWrite(p *ir.Value) (*ir.Value, bool) {
	l := p.DefiningOp()
	if l == nil || !l.Is("descend.local") || l.HasAttr("mut") {
		return nil, false
	}
	var value *ir.Value
	for u := range p.Uses() {
		switch o := u.Owner().Typed().(type) {
		case descend.WriteOp:
			if o.Place() != p || value != nil || u.Owner().Block() != l.Block() {
				return nil, false
			}
			value = o.Value()
		case descend.ReadOp:
		case descend.BorrowOp:
			if o.Uniq() {
				return nil, false
			}
		default:
			return nil, false
		}
	}
	return value, value != nil
}

// typeRange is the range of an integer type; signless types are signed.
func typeRange(t *ir.IntegerType) (lo, hi *big.Int) {
	w := uint(t.Width)
	if t.Sign == ir.Unsigned {
		return big.NewInt(0), new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), w), big.NewInt(1))
	}
	half := new(big.Int).Lsh(big.NewInt(1), w-1)
	return new(big.Int).Neg(half), new(big.Int).Sub(half, big.NewInt(1))
}

// interval bounds a run-time integer; nil where nothing is known.
func (x *natChecker) interval(v *ir.Value, depth int) (lo, hi *big.Int) {
	it, ok := v.Type().(*ir.IntegerType)
	if !ok || it.Width == 1 {
		return nil, nil
	}
	lo, hi = typeRange(it)
	op := v.DefiningOp()
	if op == nil || depth > maxChase {
		return lo, hi
	}
	narrow := func(l, h *big.Int) (*big.Int, *big.Int) {
		if l == nil || h == nil || l.Cmp(lo) < 0 || h.Cmp(hi) > 0 {
			return lo, hi
		}
		return l, h
	}
	switch op.Typed().(type) {
	case descend.ConstOp:
		if a, ok := op.Attr("value").(*ir.IntegerAttr); ok {
			return narrow(a.Value, a.Value)
		}
	case descend.CastOp:
		return narrow(x.interval(op.Operand(0), depth+1))
	case descend.ReadOp:
		if w, ok := onlyWrite(op.Operand(0)); ok {
			return narrow(x.interval(w, depth+1))
		}
	case descend.BinaryOp:
		l1, h1 := x.interval(op.Operand(0), depth+1)
		l2, h2 := x.interval(op.Operand(1), depth+1)
		if l1 == nil || l2 == nil {
			return lo, hi
		}
		zero, one := big.NewInt(0), big.NewInt(1)
		switch op.StringAttr("op") {
		case "and": // with a mask that is not negative
			if l2.Sign() >= 0 && l1.Sign() >= 0 && h1.Cmp(h2) < 0 {
				return narrow(zero, h1)
			}
			if l2.Sign() >= 0 {
				return narrow(zero, h2)
			}
			if l1.Sign() >= 0 {
				return narrow(zero, h1)
			}
		case "rem":
			if l1.Sign() >= 0 && l2.Sign() > 0 {
				return narrow(zero, new(big.Int).Sub(h2, one))
			}
		case "div":
			if l1.Sign() >= 0 && l2.Sign() > 0 {
				return narrow(zero, new(big.Int).Div(h1, l2))
			}
		case "shr":
			if c := l2; l1.Sign() >= 0 && c.Cmp(h2) == 0 && c.Sign() >= 0 && c.Cmp(big.NewInt(int64(it.Width))) < 0 {
				return narrow(new(big.Int).Rsh(l1, uint(c.Int64())), new(big.Int).Rsh(h1, uint(c.Int64())))
			}
		case "add":
			return narrow(new(big.Int).Add(l1, l2), new(big.Int).Add(h1, h2))
		case "mul":
			if l1.Sign() >= 0 && l2.Sign() >= 0 {
				return narrow(new(big.Int).Mul(l1, l2), new(big.Int).Mul(h1, h2))
			}
		}
	case descend.MathOp:
		if op.StringAttr("name") == "min" && op.NumOperands() == 2 {
			l1, h1 := x.interval(op.Operand(0), depth+1)
			l2, h2 := x.interval(op.Operand(1), depth+1)
			if l1 != nil && l2 != nil {
				return narrow(smaller(l1, l2), smaller(h1, h2))
			}
		}
	}
	return lo, hi
}

func smaller(a, b *big.Int) *big.Int {
	if a.Cmp(b) < 0 {
		return a
	}
	return b
}
