package scf

import (
	"slices"

	"descend/dialects/arith"
	"descend/ir"
)

// Rewrites knows conditionals on one condition behind or inside each other, constant and negated conditions, empty
// regions, and results that both regions yield alike; conditionals that only choose between outer values become
// selects. Conditionals with discardable attributes are not merged with others: the attributes say what they are for.
func (IfOp) Rewrites() []ir.Rewrite {
	return []ir.Rewrite{{
		Name: "if-not", Benefit: 2, Args: "%c: i1, %x: f32, %y: f32",
		Before: `
%true = arith.constant true
%0 = arith.xori %c, %true : i1
scf.if %0 {
  "test.use"(%x) : (f32) -> ()
} else {
  "test.use"(%y) : (f32) -> ()
}`,
		After: `
scf.if %c {
  "test.use"(%y) : (f32) -> ()
} else {
  "test.use"(%x) : (f32) -> ()
}`,
		Apply: ir.RewriteOn(IfOp.ofNot),
	}, {
		Name: "if-behind-if", Benefit: 1, Args: "%c: i1, %x: f32, %y: f32",
		Before: `
%0 = scf.if %c -> (f32) {
  "test.use"(%x) : (f32) -> ()
  scf.yield %x : f32
} else {
  scf.yield %y : f32
}
scf.if %c {
  "test.use"(%0) : (f32) -> ()
}
"test.use"(%0) : (f32) -> ()`,
		After: `
%0 = scf.if %c -> (f32) {
  "test.use"(%x) : (f32) -> ()
  "test.use"(%x) : (f32) -> ()
  scf.yield %x : f32
} else {
  scf.yield %y : f32
}
"test.use"(%0) : (f32) -> ()`,
		Apply: ir.RewriteOn(IfOp.joinPrevious),
	}, {
		Name: "if-in-if", Benefit: 1, Args: "%c: i1, %d: i1, %x: f32",
		Before: `
scf.if %c {
  scf.if %d {
    "test.use"(%x) : (f32) -> ()
  }
}`,
		After: `
%0 = arith.andi %c, %d : i1
scf.if %0 {
  "test.use"(%x) : (f32) -> ()
}`,
		Apply: ir.RewriteOn(IfOp.joinInner),
	}, {
		Name: "if-known-inside", Benefit: 1, Args: "%c: i1",
		Before: `
scf.if %c {
  "test.use"(%c) : (i1) -> ()
}`,
		After: `
%true = arith.constant true
scf.if %c {
  "test.use"(%true) : (i1) -> ()
}`,
		Apply: ir.RewriteOn(IfOp.knownInside),
	}, {
		Name: "if-to-select", Benefit: 1, Args: "%c: i1, %x: f32, %y: f32",
		Before: `
%0 = scf.if %c -> (f32) {
  "test.use"() : () -> ()
  scf.yield %x : f32
} else {
  scf.yield %y : f32
}
"test.use"(%0) : (f32) -> ()`,
		After: `
scf.if %c {
  "test.use"() : () -> ()
} else {
}
%0 = arith.select %c, %x, %y : f32
"test.use"(%0) : (f32) -> ()`,
		Apply: ir.RewriteOn(IfOp.toSelects),
	}, {
		Name: "if-empty", Benefit: 1, Args: "%c: i1, %d: i1, %x: f32",
		Before: `
scf.if %c {
  "test.use"(%x) : (f32) -> ()
} else {
}`,
		After: `
scf.if %c {
  "test.use"(%x) : (f32) -> ()
}`,
		Apply: ir.RewriteOn(IfOp.eraseEmpty),
	}, {
		Name: "if-constant", Benefit: 1, Args: "%x: f32, %y: f32",
		Before: `
%true = arith.constant true
%0 = scf.if %true -> (f32) {
  %1 = arith.addf %x, %y : f32
  scf.yield %1 : f32
} else {
  scf.yield %y : f32
}
"test.use"(%0) : (f32) -> ()`,
		After: `
%0 = arith.addf %x, %y : f32
"test.use"(%0) : (f32) -> ()`,
		Apply: ir.RewriteOn(IfOp.decide),
	}, {
		Name: "if-unused-results", Benefit: 1, Args: "%c: i1, %x: f32, %y: f32",
		Before: `
%0:2 = scf.if %c -> (f32, f32) {
  "test.use"() : () -> ()
  %1 = arith.addf %x, %x : f32
  scf.yield %x, %1 : f32, f32
} else {
  scf.yield %y, %y : f32, f32
}
"test.use"(%0#1) : (f32) -> ()`,
		After: `
%0 = scf.if %c -> (f32) {
  "test.use"() : () -> ()
  %1 = arith.addf %x, %x : f32
  scf.yield %1 : f32
} else {
  scf.yield %y : f32
}
"test.use"(%0) : (f32) -> ()`,
		Apply: ir.RewriteOn(IfOp.dropUnused),
	}, {
		Name: "if-yields-condition", Benefit: 1, Args: "%c: i1",
		Before: `
%0 = scf.if %c -> (i1) {
  %true = arith.constant true
  scf.yield %true : i1
} else {
  "test.use"() : () -> ()
  %false = arith.constant false
  scf.yield %false : i1
}
"test.use"(%0) : (i1) -> ()`,
		After: `
%0 = scf.if %c -> (i1) {
  %true = arith.constant true
  scf.yield %true : i1
} else {
  "test.use"() : () -> ()
  %false = arith.constant false
  scf.yield %false : i1
}
"test.use"(%c) : (i1) -> ()`,
		Apply: ir.RewriteOn(IfOp.yieldsCondition),
	}}
}

// negated is what v is the negation of, or nil.
func negated(v *ir.Value) *ir.Value {
	if x, ok := ir.DefinedBy[arith.XOrIOp](v); ok && arith.IsConstantInt(x.Rhs(), -1) {
		return x.Lhs()
	}
	return nil
}

// marked says whether the conditional has discardable attributes.
func (o IfOp) marked() bool { return len(o.Attrs()) > 0 }

// ofNot exchanges the regions.
func (o IfOp) ofNot(rw *ir.Rewriter) bool {
	c := negated(o.Condition())
	if c == nil || o.Else() == nil || o.marked() {
		return false
	}
	then, els := o.Then(), o.Else()
	then.Detach()
	els.Detach()
	o.Region(0).Append(els)
	o.Region(1).Append(then)
	o.SetOperand(0, c)
	rw.Modified(o.Operation)
	return true
}

// yielded are the operands of the terminator of a block, none without a block.
func yielded(b *ir.Block) []*ir.Value {
	if b == nil {
		return nil
	}
	return b.Back().Operands()
}

// joinPrevious joins the conditional with the one directly before it if their conditions are the same, or one the
// negation of the other.
func (o IfOp) joinPrevious(rw *ir.Rewriter) bool {
	prev, ok := ir.As[IfOp](o.Prev())
	if !ok || o.marked() || prev.marked() {
		return false
	}
	var then, els *ir.Block // what follows when prev's condition holds, and when it does not
	c, d := o.Condition(), prev.Condition()
	switch {
	case c == d:
		then, els = o.Then(), o.Else()
	case negated(c) == d || negated(d) == c:
		then, els = o.Else(), o.Then()
	default:
		return false
	}
	outs := [2][]*ir.Value{yielded(prev.Then()), yielded(prev.Else())}
	for i, r := range prev.Results() {
		for u := range r.Uses() {
			for k, b := range [2]*ir.Block{then, els} {
				if b != nil && inside(u.Owner(), b) {
					rw.SetOperand(u.Owner(), u.Index(), outs[k][i])
					break
				}
			}
		}
	}
	types := append(ir.TypesOf(prev.Results()), ir.TypesOf(o.Results())...)
	n := IfOp{rw.OpR("scf.if", []*ir.Value{d}, types, emptyRegions(2))}
	for i, next := range [2]*ir.Block{then, els} {
		n.Region(i).TakeBody(prev.Region(i))
		b := n.Body(i)
		switch {
		case next == nil:
		case b == nil:
			next.Detach()
			n.Region(i).Append(next)
		default:
			last := b.Back()
			after := next.Back()
			rw.MergeBlocks(next, b)
			rw.AtEnd(b).At(after.Loc())
			NewYield(rw.Builder, append(last.Operands(), after.Operands()...)...)
			rw.Erase(last)
			rw.Erase(after)
		}
	}
	k := prev.NumResults()
	rw.Replace(prev.Operation, n.Results()[:k]...)
	rw.Replace(o.Operation, n.Results()[k:]...)
	return true
}

// inside says whether an operation is in a block, or in an operation of it.
func inside(op *ir.Operation, b *ir.Block) bool {
	for op != nil && op.Block() != b {
		op = op.Parent()
	}
	return op != nil
}

// joinInner joins the conditional with one that is all its first region does, if neither does anything else.
func (o IfOp) joinInner(rw *ir.Rewriter) bool {
	in, ok := ir.As[IfOp](o.Then().Front())
	if !ok || in.Next() != o.Then().Back() || o.marked() || in.marked() ||
		o.Else() != nil && !onlyYield(o.Else()) || in.Else() != nil && !onlyYield(in.Else()) {
		return false
	}
	then, els := yielded(o.Then()), yielded(o.Else())
	var selects []int // results that only the outer condition chooses
	for i, v := range then {
		if v.DefiningOp() == in.Operation {
			if yielded(in.Else())[v.Index()] != els[i] {
				return false
			}
			then[i] = yielded(in.Then())[v.Index()]
			continue
		}
		selects = append(selects, i)
	}
	cond := arith.AndI(rw.Builder, o.Condition(), in.Condition())
	n := NewIf(rw.Builder, cond, ir.TypesOf(o.Results()), len(els) > 0)
	results := slices.Clone(n.Results())
	for _, i := range selects {
		results[i] = arith.Select(rw.Builder, o.Condition(), then[i], els[i])
	}
	old := in.Then().Back()
	rw.MergeBlocks(in.Then(), n.Then())
	NewYield(rw.AtEnd(n.Then()).At(old.Loc()), then...)
	rw.Erase(old)
	if len(els) > 0 {
		NewYield(rw.AtEnd(n.Else()).At(o.Loc()), els...)
	}
	rw.Replace(o.Operation, results...)
	return true
}

// knownInside replaces the condition by what it is in the regions.
func (o IfOp) knownInside(rw *ir.Rewriter) bool {
	if o.Condition().HasOneUse() || arith.ConstantValue(o.Condition()) != nil {
		return false
	}
	var known [2]*ir.Value
	for u := range o.Condition().Uses() {
		for i, r := range o.Regions() {
			if g := u.Owner().ParentRegion(); g != r && !r.IsProperAncestorOf(g) {
				continue
			}
			if known[i] == nil {
				known[i] = arith.NewConstantBool(rw.Builder, i == 0)
			}
			rw.SetOperand(u.Owner(), u.Index(), known[i])
		}
	}
	return known[0] != nil || known[1] != nil
}

// decide puts the region in place that a constant condition chooses. A conditional with discardable attributes
// stays if it is taken: they say what its region is for.
func (o IfOp) decide(rw *ir.Rewriter) bool {
	c, ok := arith.ConstantInt(o.Condition())
	return ok && (c == 0 || !o.marked()) && o.inline(rw, c != 0)
}

// eraseEmpty erases an empty second region.
func (o IfOp) eraseEmpty(rw *ir.Rewriter) bool {
	if o.NumResults() > 0 || o.Else() == nil || !onlyYield(o.Else()) {
		return false
	}
	rw.EraseBlock(o.Else())
	rw.Modified(o.Operation)
	return true
}

func onlyYield(b *ir.Block) bool { return b.Front() == b.Back() }

// inline puts the region that is run in place of the conditional.
func (o IfOp) inline(rw *ir.Rewriter, cond bool) bool {
	b := o.Then()
	if !cond {
		b = o.Else()
	}
	if b == nil {
		rw.Erase(o.Operation)
		return true
	}
	inlineBlock(rw, o.Operation, b)
	return true
}

// toSelects replaces results whose yielded values are defined outside by a select, or by the value if both
// are the same.
func (o IfOp) toSelects(rw *ir.Rewriter) bool {
	if o.NumResults() == 0 {
		return false
	}
	then, els := yielded(o.Then()), yielded(o.Else())
	chosen := func(i int) bool { // outside of the conditional
		if !o.outside(then[i]) || !o.outside(els[i]) {
			return false
		}
		_, memref := then[i].Type().(*ir.MemRefType)
		return !memref || then[i] == els[i] // backends see where a buffer comes from
	}
	var keep []int
	for i := range then {
		if !chosen(i) {
			keep = append(keep, i)
		}
	}
	if len(keep) == len(then) {
		return false
	}
	results := make([]*ir.Value, len(then))
	n := o.withResults(rw, keep)
	for j, i := range keep {
		results[i] = n.Result(j)
	}
	for i := range results {
		switch {
		case results[i] != nil:
		case then[i] == els[i]:
			results[i] = then[i]
		default:
			results[i] = arith.Select(rw.Builder, o.Condition(), then[i], els[i])
		}
	}
	rw.Replace(o.Operation, results...)
	return true
}

func (o IfOp) outside(v *ir.Value) bool {
	r := v.ParentBlock().Region()
	return r != o.Region(0) && r != o.Region(1)
}

// withResults moves the regions to a new conditional that has only some of the results. The builder stands behind it.
func (o IfOp) withResults(rw *ir.Rewriter, keep []int) IfOp {
	types := make([]ir.Type, len(keep))
	for j, i := range keep {
		types[j] = o.Result(i).Type()
	}
	n := IfOp{rw.OpR("scf.if", []*ir.Value{o.Condition()}, types, emptyRegions(2), o.Attrs()...)}
	p := rw.Save()
	for i, r := range o.Regions() {
		n.Region(i).TakeBody(r)
		old := n.Body(i).Back()
		var outs []*ir.Value
		for _, k := range keep {
			outs = append(outs, old.Operand(k))
		}
		NewYield(rw.Before(old).At(old.Loc()), outs...)
		rw.Erase(old)
	}
	rw.Restore(p)
	return n
}

// dropUnused drops results without uses.
func (o IfOp) dropUnused(rw *ir.Rewriter) bool {
	var keep []int
	for i, r := range o.Results() {
		if r.HasUses() {
			keep = append(keep, i)
		}
	}
	if len(keep) == o.NumResults() {
		return false
	}
	results := make([]*ir.Value, o.NumResults())
	for j, r := range o.withResults(rw, keep).Results() {
		results[keep[j]] = r
	}
	rw.Replace(o.Operation, results...)
	return true
}

// yieldsCondition replaces results that are the condition, its negation, or the same value from both regions.
func (o IfOp) yieldsCondition(rw *ir.Rewriter) bool {
	changed := false
	for i, r := range o.Results() {
		if !r.HasUses() {
			continue
		}
		t, e := yielded(o.Then())[i], yielded(o.Else())[i]
		var v *ir.Value
		switch {
		case t == e:
			v = t
		case r.Type() != rw.Ctx.I1():
			continue
		case arith.IsConstantInt(t, -1) && arith.IsConstantInt(e, 0):
			v = o.Condition()
		case arith.IsConstantInt(t, 0) && arith.IsConstantInt(e, -1):
			v = arith.Not(rw.Builder, o.Condition())
		default:
			continue
		}
		rw.ReplaceAllUses(r, v)
		changed = true
	}
	return changed
}
