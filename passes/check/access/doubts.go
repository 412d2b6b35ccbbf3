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
//   - of the elements by whose existence they are executed, each is the one that is accessed: the witness says that it exists;
//   - each of the two is by one way to one object;
//   - no way from the first to the second has a barrier, and loops that only one of them is in, or both in iterations that
//     need not be one after the other, have none either: the witness may be of any of their iterations;
//   - no barrier of a part of the block comes between them, which may be of both threads;
//   - an index that is known at run time only, and what a nat is made of, is a number that the function is given, or reads in what is not
//     written;
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
	if p.some {
		d.Note("a barrier of a part of the block comes between them, and it is not decided whether it orders these two threads")
	}
	if f.computed(p) {
		d.Note("which element a computed number selects is not known here; `take_left` and `take_right` select parts that are known to be apart")
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
	for _, a := range []*access{p.a, p.b} {
		for g := range descend.Guards(a.op) {
			if conds, ok := f.onParameters(g); ok {
				all = append(all, conds...)
			} else {
				names = append(names, f.namesIn(g.Cond)...)
			}
		}
		for op := a.op; op != nil && !ir.Is[descend.FuncOp](op); op = op.Parent() {
			if o, ok := ir.As[descend.IfExistsOp](op.Parent()); ok && !isPartOf(a.of, o.Element()) {
				names = append(names, f.elementsOf(o))
			}
		}
		for _, loop := range a.loops {
			if o, ok := ir.As[descend.ForNatOp](loop); ok && !f.hasIterations(o, p) {
				names = append(names, iterationsOf(loop))
			}
		}
	}
	for _, a := range []*access{p.a, p.b} {
		if c, ok := a.op.Typed().(descend.CallOp); ok && a.effect != nil && !(a.effect.sure && a.who != a.by) {
			names = append(names, "what happens in `"+help.ShownName(c.Callee())+"`")
		}
		for _, s := range a.path.Steps {
			if f.isComputed(s) {
				if of := f.namesIn(s.Subscript()); of[0] != unnamed {
					names = append(names, of...)
				}
			}
		}
	}
	for _, l := range f.r.Lets() {
		if (f.speaksOf(p.a, l.Var()) || f.speaksOf(p.b, l.Var())) && !isInput(l.Operand(0)) {
			names = append(names, "the bounds of a part")
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

// isComputed says whether a step selects the element of a number that is computed at run time.
func (f *reporter) isComputed(s place.Step) bool {
	return s.Kind == place.Index && !isInput(s.Subscript()) && !f.isPosition(s)
}

// computed says whether one of the two accesses has such a step.
func (f *reporter) computed(p pair) bool {
	return slices.ContainsFunc(p.a.path.Steps, f.isComputed) || slices.ContainsFunc(p.b.path.Steps, f.isComputed)
}

// isPartOf says whether a place, if there is one, is another one or a part of it.
func isPartOf(v, of *ir.Value) bool {
	for v != nil && v != of {
		v, _ = descend.Base(v)
	}
	return v != nil
}

// elementsOf names what an element that may not be there is of.
func (f *reporter) elementsOf(o descend.IfExistsOp) string {
	if s := help.SourceName(f.fn, o.Place()); s != "" {
		return "which elements `" + s + "` has"
	}
	return "whether an element exists"
}

// isInput says whether a number is any for some arguments: it is a parameter or read in memory that is lent to be read, with
// all bits of it.
func isInput(v *ir.Value) bool {
	op := v.DefiningOp()
	for op != nil && ir.Is[descend.CastOp](op) {
		if v = op.Operand(0); descend.IsEnum(v.Type()) {
			return false // not all bits
		}
		op = v.DefiningOp()
	}
	if op == nil || !ir.Is[descend.ReadOp](op) {
		return op == nil
	}
	root := descend.Root(op.Operand(0))
	if root.DefiningOp() != nil || root.OwnerBlock() == nil || !ir.Is[descend.FuncOp](root.OwnerBlock().Parent()) {
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

// onParameters are the conditions on parameters, all of which have to hold so that a guard does; false if it is not of that
// form.
func (f *conditions) onParameters(g descend.Guard) (out []fixedCond, ok bool) {
	if is, known := f.knownBool(g.Cond); known {
		return nil, is == g.Is
	}
	if c, ok := f.fixedCond(g); ok && (c.base != 0 || c.parameter) {
		return []fixedCond{c}, true
	}
	for _, part := range g.Parts(f.knownBool) {
		conds, is := f.onParameters(part)
		if !is {
			return nil, false
		}
		out, ok = append(out, conds...), true
	}
	return out, ok
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
		return []string{unnamed}
	}
	return names
}

// unnamed is what is named of a condition that no variable is in.
const unnamed = "a condition"
