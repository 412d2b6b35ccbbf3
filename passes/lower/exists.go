package lower

import (
	"slices"

	"descend/dialects/arith"
	"descend/dialects/descend"
	"descend/dialects/nat"
	"descend/dialects/view"
	"descend/ir"
	"descend/passes/place"
)

// This file lowers what is done with elements that may not be there. An access is in a conditional of its own, which holds nothing
// else, so that a target can predicate it; barriers are never in one that threads differ in (barrier-check).

// exists are the conditions under which the element of a place is there, those of views that are further from the memory first:
// each means something where the ones before it hold. Views on the way through references count like those behind them.
func (f *places) exists(p *ir.Value) (conds []nat.Constraint) {
	f.resolveWith(p, nil, nil, func(c nat.Constraint) { conds = append(conds, c) })
	return conds
}

// ifExists lowers a conditional on an element: one comparison for each view that may lack it, none where that is decided.
func (f *fn) ifExists(o descend.IfExistsOp) {
	facts := f.facts
	defer func() { f.facts = facts }()
	open := f.open(f.exists(o.Place()))
	there := f.facts
	if open == nil {
		f.always(o, 1, facts)
		return
	}
	if len(open) == 0 {
		f.always(o, 0, there)
		return
	}
	f.facts = facts
	if f.copyOrZero(o, open) {
		return
	}
	cond := f.all(open)
	f.facts = facts
	test := func(not bool) *ir.Value {
		if not {
			return arith.XOrI(f.b, cond, f.constInt(-1, f.c.I1()))
		}
		return cond
	}
	f.either(o.Operation, test, func(i int) []*value {
		if f.facts = facts; i == 0 {
			f.facts = there
		}
		vs := f.block(o.Body(i))
		f.facts = facts
		return vs
	})
}

// open are the conditions that are not proved, and that what follows may rely on from here; nil where one is known not to hold.
func (f *indexer) open(conds []nat.Constraint) []nat.Constraint {
	open := []nat.Constraint{}
	for _, c := range conds {
		switch {
		case f.facts.Proves(c):
			continue
		case f.facts.Proves(c.Negate()):
			return nil
		}
		open = append(open, c)
		f.facts = f.facts.With(c)
	}
	return open
}

// always lowers the one region that is executed in any case.
func (f *fn) always(o descend.IfExistsOp, region int, facts *nat.Facts) {
	f.facts = facts
	f.only(o.Operation, region)
}

// only lowers one of the regions of a conditional, in its place.
func (f *fn) only(o *ir.Operation, region int) {
	if o.Region(region).Empty() {
		return
	}
	for i, v := range f.scope(o.Body(region), o.NumResults() > 0) {
		f.vals[o.Result(i)] = v
	}
}

// all computes whether conditions hold. What is divided to compute one may be divided by 0 where an earlier one does not hold, and what a
// permutation leads to may be past its end.
func (f *fn) all(conds []nat.Constraint) *ir.Value {
	c := conds[0]
	cond := f.holds(c)
	f.guarded(cond, c, false)
	rest := conds[1:]
	if len(rest) == 0 {
		return cond
	}
	f.facts = f.facts.With(c)
	if !slices.ContainsFunc(rest, func(c nat.Constraint) bool { return f.needsOthers(c.L) || f.needsOthers(c.R) }) {
		return arith.AndI(f.b, cond, f.all(rest))
	}
	return f.ifOp(cond, []ir.Type{f.c.I1()}, func() []*ir.Value { return []*ir.Value{f.all(rest)} },
		func() []*ir.Value { return []*ir.Value{f.constInt(0, f.c.I1())} })[0]
}

// holds computes whether a condition holds. Where a constant is added on both sides, to a size on the right one, as by a shift, only the difference is
// added: i + 3 < h + 1 is i + 2 < h, whose right side is at hand.
func (f *fn) holds(c nat.Constraint) *ir.Value {
	p := arith.ULT
	if c.Rel == nat.LE {
		p = arith.ULE
	}
	left, right := f.simplify(c.L), f.simplify(c.R)
	if vars := right.Vars(); len(vars) == 1 {
		size := nat.Var(vars[0])
		if k, ok := right.Sub(size).Int64(); ok && 0 < k && k <= addedConst(left) {
			left, right = left.Sub(nat.Int(k)), size
		}
	}
	if n, ok := right.Int64(); ok {
		if k := addedConst(left); 0 < k && k <= n {
			left, right = left.Sub(nat.Int(k)), nat.Int(n-k)
		}
	}
	return arith.CmpI(f.b, p, f.natValue(left), f.natValue(right))
}

// addedConst is the constant in a sum in which nothing is taken away, 0 where there is none.
func addedConst(e nat.Expr) int64 {
	if k := e.ConstTerm(); !e.HasNegative() && k.IsInt64() {
		return k.Int64()
	}
	return 0
}

// needsOthers says whether e must not be computed where its conditions do not hold: what it divides by may be 0 there, and what
// a permutation leads to may not be there.
func (f *places) needsOthers(e nat.Expr) bool {
	e = f.simplify(e)
	return mayDivideBy0(e.Tree()) || slices.ContainsFunc(e.Vars(), func(n string) bool { return f.later[n] != nil })
}

// mayDivideBy0 says whether a number is divided by something else than a constant.
func mayDivideBy0(n *nat.Node) bool {
	if (n.Op == nat.OpDiv || n.Op == nat.OpMod) && n.Args[1].Op != nat.OpConst || n.Op == nat.OpOpaque {
		return true
	}
	return slices.ContainsFunc(n.Args, mayDivideBy0)
}

// resolveWith is resolve, and calls exists with the conditions under which the part of the place is there.
func (f *places) resolveWith(p *ir.Value, idx []view.Elem, by *led, exists func(nat.Constraint)) (*root, []view.Elem) {
	for {
		from, steps := place.Way(p, place.Ref, place.Box)
		back, ok := place.Exists(steps, idx, place.Numbers{Number: f.number, Xor: f.xor, Permuted: f.permuted}, exists)
		if !ok {
			f.unsupported(f.b.Loc(), "an access by `%s` that does not reach an element", p.DefiningOp().Name())
		}
		if r, ok := f.roots[from]; ok {
			return r, back
		}
		ref := f.behind(from, by)
		if idx = slices.Concat(ref.steps, back); ref.root != nil {
			return ref.root, idx
		}
		p, by = ref.place, ref.led
	}
}
