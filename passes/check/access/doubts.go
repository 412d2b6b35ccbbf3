package access

import (
	"fmt"
	"slices"
	"strings"

	"descend/dialects/descend"
	"descend/ir"
	"descend/passes/check/help"
	"descend/passes/place"
)

// Doubts about a conflict with a witness. The witness says that two threads reach one element if they make the two
// accesses; whether they do is known where
//
//   - the conditions around the accesses are comparisons of parameters with constants, which some parameters fulfill
//     all, and the loops have the iterations that are needed, for some sizes;
//   - each of the two is by one way to one object;
//   - no way from the first to the second has a barrier, and loops that only one of them is in, or both in iterations that
//     need not be one after the other, have none either: the witness may be of any of their iterations;
//   - an index that is known at run time only is a number that the function is given, or reads in what is not written;
//   - if one is in a function that is called, it is known which, and it happens whenever that function is executed
//     (effects.go).
//
// Otherwise the diagnostic says on what it depends. It is an error all the same: nothing is proved.

// doubts adds to a diagnostic with a witness what is not known.
func (f *reporter) doubts(d *ir.Diagnostic, p pair) {
	for _, a := range []*access{p.b, p.a} {
		if c, ok := a.op.Typed().(descend.CallOp); ok && a.callee == "" && a.effect == nil {
			d.Note("a call counts as an access to all that it is lent, whatever `%s` does with it", help.ShownName(c.Callee()))
			break
		}
	}
	for _, a := range []*access{p.b, p.a} {
		if f.isOneOfSeveral(a) {
			d.Note("it is not decided which memory %s refers to here", f.nameOf(a))
			break
		}
	}
	if p.partly {
		d.Note("a barrier comes between them on some ways only, and it is not decided which ways are taken")
	}
	if on := f.dependsOn(p); on != nil {
		d.Note("it is not decided whether both accesses happen: that depends on %s", strings.Join(on, ", "))
	}
}

// maxNamed bounds what a note names.
const maxNamed = 4

// dependsOn names what decides whether both accesses of a pair happen; nil if they do, for some parameters and sizes.
func (f *reporter) dependsOn(p pair) []string {
	var names []string
	var all []fixedCond
	seen := map[*ir.Operation]bool{}
	for _, a := range []*access{p.a, p.b} {
		for o := a.op; o.Parent() != nil && !o.Parent().Is("descend.func"); o = o.Parent() {
			up, cond, then := o.Parent(), (*ir.Value)(nil), true
			switch q := up.Typed().(type) {
			case descend.IfOp:
				cond, then = up.Operand(0), o.ParentRegion() == up.Region(0)
			case descend.WhileOp:
				if t := up.Region(0).Front().Back(); o.ParentRegion() == up.Region(1) && t.Is("descend.condition") {
					cond = t.Operand(0)
				}
			case descend.ForNatOp:
				if !seen[up] && !f.hasIterations(q, p) {
					names = append(names, iterationsOf(up))
				}
				seen[up] = true
			}
			if cond == nil {
				continue
			}
			if conds, ok := f.onParameters(cond, then); ok {
				all = append(all, conds...)
			} else {
				names = append(names, f.namesIn(cond)...)
			}
		}
	}
	for _, a := range []*access{p.a, p.b} {
		if c, ok := a.op.Typed().(descend.CallOp); ok && a.effect != nil && !(a.effect.sure && a.who != a.by) {
			names = append(names, "what happens in `"+help.ShownName(c.Callee())+"`")
		}
		for _, s := range a.path.Steps {
			if s.Kind == place.Index && !isInput(s.Op.Operand(1)) {
				names = append(names, f.namesIn(s.Op.Operand(1))...)
			}
		}
	}
	for _, loop := range f.freeLoops(p) {
		if f.synchronizes(loop) {
			names = append(names, iterationsOf(loop))
		}
	}
	if len(names) == 0 && !haveCommon(all) {
		names = []string{"the parameters"}
	}
	slices.Sort(names)
	names = slices.Compact(names)
	if len(names) > maxNamed {
		names = append(names[:maxNamed], "..")
	}
	return names
}

// isInput says whether a number is any for some arguments: it is a parameter or read in memory that is lent to be read, with
// all bits of it.
func isInput(v *ir.Value) bool {
	op := v.DefiningOp()
	for op != nil && op.Is("descend.cast") {
		v = op.Operand(0)
		op = v.DefiningOp()
	}
	if op == nil || !op.Is("descend.read") {
		return op == nil
	}
	root := descend.Root(op.Operand(0))
	if root.DefiningOp() != nil || root.OwnerBlock() == nil || !root.OwnerBlock().Parent().Is("descend.func") {
		return false
	}
	r, isRef := descend.ElemOf(root).(*descend.RefType)
	return !isRef || !r.Uniq
}

// freeLoops are the loops around one access of a pair of threads of a block whose iteration in the witness may be any.
func (f *reporter) freeLoops(p pair) (loops []*ir.Operation) {
	if p.mode != twoThreads && p.mode != twoWarps {
		return nil
	}
	n := p.shared
	if p.order == previous {
		n++
	}
	for _, a := range []*access{p.a, p.b} {
		if n < len(a.loops) {
			loops = append(loops, a.loops[n:]...)
		}
	}
	return loops
}

// iterationsOf names those of a loop.
func iterationsOf(loop *ir.Operation) string {
	if o, ok := loop.Typed().(descend.ForNatOp); ok {
		return fmt.Sprintf("the iterations of the loop over `%s`", o.Var())
	}
	return "the iterations of a loop"
}

// hasIterations says whether a loop has as many iterations as a conflict needs, for some sizes.
func (f *reporter) hasIterations(o descend.ForNatOp, p pair) bool {
	two := p.order != noOrder && p.shared < len(p.a.loops) && p.a.loops[p.shared] == o.Operation
	_, okLo := o.Lo().Int64()
	_, okHi := o.Hi().Int64()
	if okLo && okHi {
		n := f.natLoop(o).times
		return n == many || n == single && !two
	}
	for _, v := range append(o.Lo().Vars(), o.Hi().Vars()...) {
		if !f.isGeneric(v) {
			return !two && !f.natLoop(o).mayBeEmpty
		}
	}
	return true
}

// onParameters are the conditions on parameters, all of which have to hold so that a bool has a value; false if it is
// not of that form.
func (f *conditions) onParameters(v *ir.Value, then bool) ([]fixedCond, bool) {
	x := f.valueOf(v)
	if x.known {
		return nil, (x.n != 0) == then
	}
	if c, ok := f.fixedCond(v, then); ok && (c.base != 0 || c.parameter) {
		return []fixedCond{c}, true
	}
	op := v.DefiningOp()
	if op == nil {
		return nil, false
	}
	both := func(a *ir.Value, isA bool, b *ir.Value) ([]fixedCond, bool) {
		x, okX := f.onParameters(a, isA)
		y, okY := f.onParameters(b, then)
		return append(x, y...), okX && okY
	}
	switch op.Typed().(type) {
	case descend.UnaryOp:
		if op.StringAttr("op") == "not" {
			return f.onParameters(op.Operand(0), !then)
		}
	case descend.IfOp:
		fst, snd := descend.Yielded(op, 0), descend.Yielded(op, 1)
		if fst == nil || snd == nil {
			return nil, false
		}
		x, y := f.valueOf(fst), f.valueOf(snd)
		switch {
		case y.known && (y.n != 0) != then:
			return both(op.Operand(0), true, fst)
		case x.known && (x.n != 0) != then:
			return both(op.Operand(0), false, snd)
		}
	}
	return nil, false
}

// haveCommon says whether some parameters fulfill all of the conditions.
func haveCommon(all []fixedCond) bool {
	sets := map[int]intSet{}
	for i, c := range all {
		for _, o := range all[:i] {
			if c.contradicts(&o) {
				return false
			}
		}
		if c.base == 0 {
			continue
		}
		s, ok := sets[c.base]
		if !ok {
			s = c.set
		}
		if s = s.meet(c.set); len(s) == 0 {
			return false
		}
		sets[c.base] = s
	}
	return true
}

// namesIn are the variables, parameters and loop variables that a condition is made of.
func (f *conditions) namesIn(v *ir.Value) []string {
	var names []string
	add := func(s string) {
		if s = "`" + s + "`"; s != "``" && !slices.Contains(names, s) {
			names = append(names, s)
		}
	}
	work, seen := []*ir.Value{v}, map[*ir.Value]bool{}
	for len(work) > 0 && len(seen) < 100 {
		v, work = work[len(work)-1], work[:len(work)-1]
		op := v.DefiningOp()
		if op == nil || seen[v] {
			continue
		}
		seen[v] = true
		switch o := op.Typed().(type) {
		case descend.ReadOp, descend.MoveOp, descend.AtomicOp:
			add(help.SourceName(f.fn, op.Operand(0)))
		case descend.NatOp:
			for _, n := range o.Nat().Vars() {
				add(n)
			}
		default:
			work = append(work, op.Operands()...)
			for i := range op.NumRegions() {
				if y := descend.Yielded(op, i); y != nil {
					work = append(work, y)
				}
			}
		}
	}
	if len(names) == 0 {
		return []string{"a condition"}
	}
	return names
}
