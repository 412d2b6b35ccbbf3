package sizes

import (
	"math"
	"math/big"

	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/dialects/intrange"
	"descend/dialects/nat"
	"descend/dialects/num"
	"descend/ir"
	"descend/passes/place"
)

// index marks run-time indices that cannot fail, and reports constant ones that must.
func (x *checker) index(o descend.IndexOp) {
	n, ok := descend.ArraySize(o.Operand(0))
	if !ok {
		return
	}
	if o.HasAttr("checked") { // before a loop
		x.Now.InBounds[o.Operation] = true
		return
	}
	facts := x.facts(at(o.Operation))
	v := o.Operand(1)
	if c, ok := place.PositionOf(v, x.r.Usage); ok {
		if facts.Proves(nat.AtMost(c.Extent, n)) {
			x.Now.InBounds[o.Operation] = true
		}
		return
	}
	if last, ok := x.lastIndex(o); ok && facts.Proves(nat.AtMost(n, last)) {
		goal := nat.Constraint{L: last, Rel: nat.LT, R: n}
		x.report(obligation{site: at(o.Operation), goal: goal, slug: descend.CodeOutOfBounds, head: "index out of bounds",
			label: text("the last one has the index `%s` of an array of `%s` elements", last, n)}, goal, nil, "")
		return
	}
	if e, ok := x.natValue(v, facts, 0); ok {
		if c, isConst := e.Const(); isConst {
			if size, isConst := n.Const(); isConst && (c.Sign() < 0 || c.Cmp(size) >= 0) {
				x.report(obligation{site: at(o.Operation), goal: nat.Constraint{L: e, Rel: nat.LT, R: n}, slug: descend.CodeOutOfBounds,
					head: "index out of bounds", label: text("index `%s` of an array of `%s` elements", e, n)},
					nat.Constraint{L: e, Rel: nat.LT, R: n}, nil, "")
				return
			}
		}
		if facts.Proves(nat.AtMost(nat.Int(0), e)) && facts.Proves(nat.Constraint{L: e, Rel: nat.LT, R: n}) {
			x.Now.InBounds[o.Operation] = true
		}
		return
	}
	it, isInt := v.Type().(*ir.IntegerType)
	r, ok := x.rangeOf(v, 0)
	if !isInt || !ok {
		return
	}
	i := r.As(it)
	if hi, _ := i.Hi(); i.NonNeg() && facts.Proves(nat.Constraint{L: nat.Big(hi.Big()), Rel: nat.LT, R: n}) {
		x.Now.InBounds[o.Operation] = true
	}
}

// farthest bounds what is added to the number of a thread.
const farthest = 1 << 20

// lastIndex is the index by which the last of some threads accesses an element, where all of them do so whenever the function is executed: the number of the
// thread and a constant. It does not wrap: a block has 1,024 threads.
func (x *checker) lastIndex(o descend.IndexOp) (nat.Expr, bool) {
	sum, ok := ir.DefinedBy[descend.BinaryOp](o.Operand(1))
	if !ok || sum.Operator() != descend.Add {
		return nat.Expr{}, false
	}
	for i := range 2 {
		c, isPosition := place.PositionOf(sum.Operand(i), x.r.Usage)
		plus, known := descend.KnownInteger(sum.Operand(1 - i))
		if isPosition && known && c.Level == place.LevelThread && plus.Sign() > 0 && plus.Cmp(big.NewInt(farthest)) <= 0 && byAll(o.Operation) {
			return c.Extent.Add(nat.Big(plus)).Sub(nat.Int(1)), true
		}
	}
	return nat.Expr{}, false
}

// byAll says whether all threads of the function do something whenever it is executed, which has some.
func byAll(op *ir.Operation) bool {
	for p := op.Parent(); !ir.Is[descend.FuncOp](p); p = p.Parent() {
		if !ir.Is[exec.SchedOp](p) {
			return false
		}
	}
	return true
}

// values are the values that the program computes when it runs.
type values struct{ r *place.Resolver }

// natValue is the nat that a run-time value is known to equal: a descend.nat, perhaps cast to a type that
// holds it, or a constant, perhaps in a variable that is set once.
func (x values) natValue(v *ir.Value, facts *nat.Facts, depth int) (nat.Expr, bool) {
	op := v.DefiningOp()
	if op == nil || depth > place.MaxChase {
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
		return e, x.holds(it, e, op, facts, depth)
	case descend.BinaryOp:
		return x.natOfBinary(o, facts, depth)
	case descend.ReadOp:
		if w, ok := place.SetOnce(op.Operand(0), x.r.Usage); ok {
			return x.natValue(w, facts, depth+1)
		}
	}
	return nat.Expr{}, false
}

// maxTerms is how deep the sums and products of nats are that are looked at: their operands are two each.
const maxTerms = 6

// natOfBinary is the nat of a sum, difference or product of such values. It is computed modulo 2^width, so it is the nat if that is
// shown to lie within the type: nats fit 63 bits, so that a sum of two fits the 64 bits without a sign.
func (x values) natOfBinary(o descend.BinaryOp, facts *nat.Facts, depth int) (nat.Expr, bool) {
	it, isInt := o.Result(0).Type().(*ir.IntegerType)
	if !isInt || it.Width == 1 || depth > maxTerms {
		return nat.Expr{}, false
	}
	l, okL := x.natValue(o.Operand(0), facts, depth+1)
	r, okR := x.natValue(o.Operand(1), facts, depth+1)
	if !okL || !okR {
		return nat.Expr{}, false
	}
	var e nat.Expr
	switch o.Operator() {
	case descend.Add:
		e = l.Add(r)
	case descend.Mul:
		e = l.Mul(r)
	case descend.Sub:
		// no more than l, which the type has
		e = l.Sub(r)
		return e, facts.Proves(nat.AtMost(r, l)) && facts.Proves(nat.AtMost(nat.Int(0), r))
	default:
		return nat.Expr{}, false
	}
	return e, x.holds(it, e, o.Operation, facts, depth)
}

// holds says whether a type has the number e, which op computes.
func (x values) holds(it *ir.IntegerType, e nat.Expr, op *ir.Operation, facts *nat.Facts, depth int) bool {
	hi, _ := intrange.OfType(it).Hi()
	if most := x.most(op, depth); most != nil && most.Cmp(hi.Big()) <= 0 {
		return true
	}
	return facts.Proves(nat.AtMost(e, nat.Big(hi.Big()))) && facts.Proves(nat.AtMost(nat.Int(0), e))
}

// most is no less than a sum or product of nats and literals, which are not negative, computed without wrapping; nil if none is known.
func (x values) most(op *ir.Operation, depth int) *big.Int {
	switch o := op.Typed().(type) {
	case descend.NatOp:
		return big.NewInt(math.MaxInt64)
	case descend.ConstOp:
		if a, ok := op.Attr("value").(*ir.IntegerAttr); ok && a.Value.Sign() >= 0 {
			return a.Value
		}
	case descend.CastOp:
		if def := op.Operand(0).DefiningOp(); def != nil {
			return x.most(def, depth+1)
		}
	case descend.BinaryOp:
		l, r := o.Operand(0).DefiningOp(), o.Operand(1).DefiningOp()
		if l == nil || r == nil || depth > maxTerms {
			return nil
		}
		a, b := x.most(l, depth+1), x.most(r, depth+1)
		switch {
		case a == nil || b == nil:
		case o.Operator() == descend.Add:
			return new(big.Int).Add(a, b)
		case o.Operator() == descend.Mul:
			return new(big.Int).Mul(a, b)
		}
	}
	return nil
}

// rangeOf is the range of a run-time integer, which wraps; false for other values.
func (x values) rangeOf(v *ir.Value, depth int) (intrange.Range, bool) {
	it, ok := v.Type().(*ir.IntegerType)
	if !ok || it.Width == 1 {
		return intrange.Range{}, false
	}
	full := intrange.Full(it.Width)
	op := v.DefiningOp()
	if op == nil || depth > place.MaxChase {
		return full, true
	}
	switch o := op.Typed().(type) {
	case descend.ConstOp:
		if a, ok := op.Attr("value").(*ir.IntegerAttr); ok {
			return intrange.Const(a.Value, it.Width), true
		}
	case descend.CastOp:
		from, isInt := op.Operand(0).Type().(*ir.IntegerType)
		r, ok := x.rangeOf(op.Operand(0), depth+1)
		if c, ok := place.PositionOf(op.Result(0), x.r.Usage); ok {
			if n, isConst := c.Extent.Const(); isConst && n.Sign() > 0 {
				return intrange.Const(new(big.Int), it.Width).Or(intrange.Const(new(big.Int).Sub(n, big.NewInt(1)), it.Width)), true
			}
		}
		switch {
		case !ok || !isInt:
		case from.Width > it.Width:
			return r.Trunc(it.Width), true
		case from.Sign == ir.Unsigned:
			return r.ExtU(it.Width), true
		default:
			return r.ExtS(it.Width), true
		}
	case descend.ReadOp:
		if w, ok := place.SetOnce(op.Operand(0), x.r.Usage); ok {
			return x.rangeOf(w, depth+1)
		}
	case descend.BinaryOp:
		return x.computed(op, o.Operator(), it, depth), true
	case descend.MathOp:
		if f, ok := o.Operator(); ok {
			return x.computed(op, f, it, depth), true
		}
		switch o.Function() {
		case "popc", "clz", "ctz":
			return intrange.Unsigned(num.Between(num.Int{}, num.Of(int64(it.Width))), it.Width), true
		}
	}
	return full, true
}

// rangeOp computes the range of an operation of the language on integers.
type rangeOp func(a, b intrange.Range) intrange.Range

var (
	operations = map[descend.Operator]rangeOp{
		descend.Add: intrange.Range.Add, descend.Sub: intrange.Range.Sub, descend.Mul: intrange.Range.Mul, descend.Shl: intrange.Range.ShL,
		descend.And: intrange.Range.BitAnd, descend.Or: intrange.Range.BitOr, descend.Xor: intrange.Range.BitXor,
	}
	signedOperations = map[descend.Operator]rangeOp{
		descend.Div: func(a, b intrange.Range) intrange.Range { return a.DivS(b, intrange.TowardsZero) },
		descend.Rem: intrange.Range.RemS, descend.Shr: intrange.Range.ShRS, descend.Min: intrange.Range.MinS, descend.Max: intrange.Range.MaxS,
	}
	unsignedOperations = map[descend.Operator]rangeOp{
		descend.Div: func(a, b intrange.Range) intrange.Range { return a.DivU(b, false) },
		descend.Rem: intrange.Range.RemU, descend.Shr: intrange.Range.ShRU, descend.Min: intrange.Range.MinU, descend.Max: intrange.Range.MaxU,
	}
)

// computed is the range of what an operation computes.
func (x values) computed(op *ir.Operation, by descend.Operator, t *ir.IntegerType, depth int) intrange.Range {
	f := operations[by]
	switch {
	case f != nil:
	case t.Sign == ir.Unsigned:
		f = unsignedOperations[by]
	default:
		f = signedOperations[by]
	}
	if f == nil {
		return intrange.Full(t.Width)
	}
	a, okA := x.rangeOf(op.Operand(0), depth+1)
	b, okB := x.rangeOf(op.Operand(1), depth+1)
	if !okA || !okB || a.Width != t.Width || b.Width != t.Width {
		return intrange.Full(t.Width)
	}
	return f(a, b)
}
