package access

import (
	"fmt"
	"slices"
	"strings"

	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/dialects/nat"
	"descend/ir"
	"descend/passes/check/overlap"
	"descend/passes/place"
)

// Effects: what a function accesses through its parameters, as functions of its own coordinates, so that a caller knows
// which of its threads reaches which element of what it lends:
//
//	fn next(p: &uniq gpu.shared [i32; n]) -[b: gpu.block<X<n>>]-> () { sched t in b { p[[t]] = p[[t]] + 1 } }
//	next(&uniq *s); next(&uniq *s)          // each thread writes its own element twice: no barrier is needed
//
// The effects of a function are those of its operations and of its calls, callees first, so they are a tree of calls that
// is put in place from below. An effect may happen and need not: conditions are left out. It is sound to use it at a
// call since everything in it holds for all arguments, or is put in place there:
//
//   - A path in the callee starts from a parameter. At the call it is behind each path that the argument may refer to, as the
//     callee's index is behind the index of what is lent.
//   - Generics become the arguments of the call. The callee's clauses, on which its views rely, were required there.
//   - Coordinates count from the callee's resource; the call's resource says where that lies in the caller's.
//   - What varies within an execution (variables of loops, elements of for-each, run-time indices) is free in its range, in
//     each of two accesses that are compared: neither two threads nor two calls need be in one iteration.
//   - Two accesses of one execution of the callee are the callee's own matter. So two effects of one call are compared only for
//     two different resources that make it (pair.instance). That parameters do not overlap is borrow-check's matter.
//   - Barriers: an effect that is always after a barrier of the callee's resource, or always before one, is not in conflict with
//     what the caller does before, or after.
//
// What cannot be told like that is an access to all of what a parameter is lent, by all of the resource that calls. A
// callee that nothing is known of (it has no body, or calls itself) accesses all that it is lent, in writing what it is lent
// uniquely.

// effects are those of a function.
type effects struct {
	// known: list has all of them that concern parameters
	known bool
	list  []*effect
	// coords are the function's canonical coordinates; warps: among them those of warps and lanes for its threads
	coords []place.Coord
	warps  bool
	// while they are collected: the accesses by their kinds, in order
	noted map[int]*effect
	kinds []int
}

// maxEffects bounds those of a function.
const maxEffects = 64

// meet records an access that the function makes.
func (e *effects) meet(a *access, st *state, after int) {
	n, ok := e.noted[a.kind]
	if !ok {
		n = &effect{a: a}
		e.noted[a.kind] = n
		e.kinds = append(e.kinds, a.kind)
	}
	if st.passed < 0 && after != blockReleased { // no barrier came before
		n.when |= atStart
	}
}

func (*effects) together(_, _ *access) {}
func (*effects) isDone(*access) bool   { return false }

// effectsOf are the effects of a function; nothing is known of one that has no body or calls itself.
func (k *module) effectsOf(name string) *effects {
	fn, ok := k.Funcs[name]
	if ok && fn.IsPoisoned() {
		return &effects{known: true} // its errors were reported: nothing is made of what is unknown
	}
	if !ok || fn.IsExtern() || k.Cyclic[name] != "" || fn.ExecType() == nil {
		return &effects{}
	}
	fa := k.FactsOf(fn)
	e, ok := fa.Effects.(*effects)
	if !ok {
		e = k.findEffects(fn, name)
		fa.Effects = e
	}
	return e
}

func (k *module) findEffects(fn descend.FuncOp, name string) *effects {
	f := newCollector(k.newFunction(fn, k.Resolver(fn)))
	e := &effects{known: true, coords: f.canonical(), warps: f.warps, noted: map[int]*effect{}}
	end := newExecution(f, e).run(newState())
	for _, x := range end.list {
		if x.rel != blockReleased {
			e.noted[x.a.kind].when |= atEnd
		}
	}
	for _, kind := range e.kinds {
		f.collectEffect(e, e.noted[kind])
	}
	e.list = merged(e.list)
	if len(e.list) > maxEffects {
		e.known, e.list = false, wholeMemory(e.list)
	}
	e.noted = nil
	return e
}

// collectEffect adds what callers have to know of an access.
func (f *collector) collectEffect(e *effects, n *effect) {
	a := n.a
	if a.dead {
		return
	}
	n.sure = f.isSure(a)
	switch {
	case a.callee != "":
		n.callee, n.alloc = a.callee, a.alloc
		f.setIndex(n)
		e.list = append(e.list, n)
	case a.path.Kind == place.Alloc && isShared(a.path.Root):
		n.callee = ir.SymbolName(f.fn.Operation)
		if !hasSizes(f.fn) {
			n.alloc = allocation(f.fn, a.path.Root)
			f.setIndex(n)
		}
		e.list = append(e.list, n)
	case a.path.Kind == place.Target:
		n.param, n.via = a.path.Root.Index()-1, a.path.Via
		f.setIndex(n)
		e.list = append(e.list, n)
	case a.path.Kind == place.Unknown:
		if allocation(f.fn, nil) > 1 {
			e.list = append(e.list, &effect{a: a, when: n.when, callee: ir.SymbolName(f.fn.Operation)})
		}
		for i, p := range f.fn.Params() {
			t := descend.ElemOf(p)
			uniq, refs := lent(t)
			plain, atomic := contents(t)
			if refs {
				e.list = append(e.list, &effect{a: &access{op: a.op, write: a.write && (uniq || atomic), atomic: a.atomic || atomic && !plain && !uniq},
					when: n.when, param: i, anywhere: true})
			}
		}
	}
}

// merged has each effect once: functions that call others again and again would have more at each level.
func merged(list []*effect) (out []*effect) {
	seen := map[string]*effect{}
	for _, x := range list {
		k := string(x.appendKey(nil))
		if y := seen[k]; y != nil {
			y.sure = y.sure && x.sure && y.when == x.when
			y.when |= x.when
			continue
		}
		seen[k] = x
		out = append(out, x)
	}
	return out
}

// wholeMemory are the effects that concern shared memory of functions, one for each of these and all of it.
func wholeMemory(list []*effect) (out []*effect) {
	of := map[string]*effect{}
	for _, x := range list {
		if x.callee == "" {
			continue
		}
		if of[x.callee] == nil {
			of[x.callee] = &effect{a: &access{op: x.a.op, write: true}, callee: x.callee}
			out = append(out, of[x.callee])
		}
		of[x.callee].when |= x.when
	}
	return out
}

// setIndex tells an effect in canonical coordinates, generics and variables of its own, if it can be.
func (f *collector) setIndex(n *effect) {
	a := n.a
	if !a.known || n.callee == "" && len(f.fn.ParamOwner(n.param)) > 0 {
		return
	}
	used := map[string]bool{}
	use := func(es ...nat.Expr) {
		for _, e := range es {
			for _, v := range e.Vars() {
				used[v] = true
			}
		}
	}
	for _, x := range a.index {
		y := place.IndexFunc{Partial: x.Partial, Elems: slices.Clone(x.Elems)}
		for i := range y.Elems {
			if !y.Elems[i].IsField {
				y.Elems[i].Expr = f.hardware(y.Elems[i].Expr)
				use(y.Elems[i].Expr)
			}
		}
		for _, v := range x.Vars {
			if v.Kind != place.CoordVar {
				y.Vars = append(y.Vars, v)
				use(v.Lo, v.Hi)
			}
		}
		for _, c := range x.Assume {
			c = nat.Constraint{L: f.hardware(c.L), Rel: c.Rel, R: f.hardware(c.R)}
			y.Assume = append(y.Assume, c)
			use(c.L, c.R)
		}
		for _, c := range x.Exists {
			c = nat.Constraint{L: f.hardware(c.L), Rel: c.Rel, R: f.hardware(c.R)}
			y.Exists = append(y.Exists, c)
			use(c.L, c.R)
		}
		for _, p := range x.Permuted {
			p.Index = f.hardware(p.Index)
			y.Permuted = append(y.Permuted, p)
			use(p.Index)
		}
		n.index = append(n.index, y)
	}
	for _, c := range a.who.coords {
		use(c.Lo, c.Extent)
	}
	n.who, n.single = a.who.coords, a.who.single
	n.vars, n.known = f.variables(a, used, use)
}

// variables are those of the loops, of this function and of those that it calls, that are used, outer ones first. use adds
// what their ranges use; false: it is not known which loop one is of.
func (f *collector) variables(a *access, used map[string]bool, use func(...nat.Expr)) ([]overlap.Var, bool) {
	var out []overlap.Var
	for _, v := range slices.Backward(a.vars) {
		if used[v.Name] {
			use(v.Lo, v.Hi)
			out = append(out, v)
		}
	}
	for _, loop := range slices.Backward(f.loops) {
		o, ok := loop.Typed().(descend.ForNatOp)
		if !ok || !used[o.Var()] {
			continue
		}
		if slices.ContainsFunc(out, func(v overlap.Var) bool { return v.Name == o.Var() }) {
			return nil, false
		}
		v := loopVar(o, o.Var(), nil)
		use(v.Lo, v.Hi)
		out = append(out, v)
	}
	for _, l := range f.r.Lets() {
		if used[l.Var()] {
			out = append(out, letVar(l, l.Var()))
		}
	}
	slices.Reverse(out)
	return out, true
}

// isSure says whether an access happens whenever the function is executed, at the ends that the effect says.
func (f *collector) isSure(a *access) bool {
	if f.isOneOfSeveral(a) || a.effect != nil && !a.effect.sure {
		return false
	}
	if ir.Is[descend.LanePlaceOp](a.op) { // each lane counts as a reader of all elements, and reads some
		return false
	}
	for _, s := range a.path.Steps {
		if s.Kind == place.Index || s.Kind == place.Any {
			return false
		}
	}
	for p := a.op; p != nil; p = p.Parent() {
		if isConditional(p) {
			return false
		}
	}
	return f.fn.Walk(func(op *ir.Operation) ir.WalkResult { // no barrier under a condition
		if isConditional(op) && f.synchronizes(op) {
			return ir.Interrupt
		}
		return ir.Advance
	})
}

// isConditional says whether an operation need not execute its regions.
func isConditional(op *ir.Operation) bool { return descend.IsChoice(op) || descend.IsLoop(op) }

// appendEffect appends a text that accesses of calls have in common if what their effects are there is alike.
func (a *access) appendEffect(b []byte) []byte {
	b = fmt.Appendf(b, " %p %t", a.effect, a.known)
	return appendReach(b, a.index, a.vars, a.who.coords)
}

// appendKey appends a text that effects have in common if they are one, perhaps at different ends of the function.
func (x *effect) appendKey(b []byte) []byte {
	b = fmt.Appendf(b, "%s %d %d%s %t %t %t %t %t", x.callee, x.alloc, x.param, x.via, x.anywhere, x.a.write, x.a.atomic, x.known, x.single)
	return appendReach(b, x.index, x.vars, x.who)
}

// appendReach appends what an effect reaches, and under which assumptions: two calls may differ in these alone.
func appendReach(b []byte, index []place.IndexFunc, vars []overlap.Var, who []place.Coord) []byte {
	add := func(es ...nat.Expr) {
		for _, e := range es {
			b = append(append(b, ' '), e.Key()...)
		}
	}
	for _, x := range index {
		b = fmt.Appendf(b, " | %t", x.Partial)
		for _, e := range x.Elems {
			if e.IsField {
				b = fmt.Appendf(b, " .%d", e.Field)
			} else {
				add(e.Expr)
			}
		}
		for _, v := range x.Vars {
			b = append(append(b, ' '), v.Name...)
			add(v.Lo, v.Hi)
		}
		for _, c := range slices.Concat(x.Assume, x.Exists) {
			b = append(append(b, ' '), c.Key()...)
		}
		for _, p := range x.Permuted {
			b = fmt.Appendf(b, " %s %s", p.Name, p.Of)
			add(p.Index)
		}
	}
	for _, v := range vars {
		b = fmt.Appendf(b, " %s %v", v.Name, v.Values)
		add(v.Lo, v.Hi)
	}
	for _, c := range who {
		b = append(append(b, ' '), c.Name()...)
		add(c.Lo, c.Extent)
	}
	return b
}

// ForCallers writes what callers read of effects.
func (e *effects) ForCallers(b *strings.Builder) {
	coords := func(cs []place.Coord) {
		for _, c := range cs {
			fmt.Fprint(b, c.Name(), " ", c.Lo, " ", c.Extent, "; ")
		}
	}
	fmt.Fprintln(b, e.known, e.warps)
	coords(e.coords)
	for _, x := range e.list {
		fmt.Fprintln(b, x.a.write, x.a.atomic, x.when, x.callee, x.alloc, x.param, x.via, x.anywhere, x.known, x.single, x.vars, x.sure)
		coords(x.who)
		for _, i := range x.index {
			fmt.Fprint(b, i.Partial, i.Elems, i.Assume, i.Exists, i.Permuted)
			for _, v := range i.Vars {
				fmt.Fprint(b, v.Name, " ", v.Kind, " ", v.Lo, " ", v.Hi, "; ")
			}
		}
	}
}

// countsWarps says whether a function, or what it calls, uses warps.
func (k *module) countsWarps(fn descend.FuncOp) bool {
	return !fn.Walk(func(op *ir.Operation) ir.WalkResult {
		if c, ok := op.Typed().(descend.CallOp); ok && k.effectsOf(c.Callee()).warps || ir.Is[exec.ToWarpsOp](op) {
			return ir.Interrupt
		}
		return ir.Advance
	})
}
