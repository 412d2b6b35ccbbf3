package check

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/ir"
	"descend/passes/place"
)

// Buffers that change their roles, as in
//
//	for i in 0..n { sched(X) t in block { dst[[t]] = f(src.reverse[[t]]) } sync; let old = src; src = dst; dst = old }
//
// In the ordinary analysis a reference variable may refer to all that is ever assigned to it, and the write above is in
// conflict with the read. Where whole blocks assign reference variables, the analysis is first done with what each of
// them refers to at each point: the blocks' control flow is uniform, so that all threads of a block pass the same
// assignments. Loops are executed until the state repeats, since the roles come back after several iterations only. What
// cannot be followed is left to the ordinary analysis. Accesses of different blocks are compared in the ordinary way.

// maxRounds bounds the iterations of a loop until its state repeats, maxWork the operations that are visited in a function
// (loops in loops repeat each other), maxTargets what one value may refer to.
const (
	maxRounds  = 64
	maxWork    = 20000
	maxTargets = 16
)

// trackedVariables are the reference variables that whole blocks assign more than once, and nobody else: their own
// address is never taken. None, if a tuple or struct of references is assigned as well.
func (f *accessFunc) trackedVariables() map[*ir.Value]bool {
	out := map[*ir.Value]bool{}
	for l := range f.fn.All("descend.local") {
		v := l.Result(0)
		_, ref := descend.ElemOf(v).(*descend.RefType)
		if _, refs := lent(descend.ElemOf(v)); refs && !ref && f.writes[v] > 1 {
			return nil // it may keep what a reference variable referred to an iteration ago
		}
		if !ref || f.writes[v] < 2 || l.NumOperands() > 0 || !byWholeBlocks(l) {
			continue
		}
		ok, assigned := true, 0
		for u := range v.Uses() {
			switch o := u.Owner().Typed().(type) {
			case descend.DerefOp, descend.ReadOp, descend.MoveOp:
			case descend.WriteOp:
				assigned++
				ok = ok && o.Place() == v && byWholeBlocks(o.Operation)
			default:
				ok = false
			}
		}
		if ok && assigned > 1 {
			out[v] = true
		}
	}
	return out
}

// byWholeBlocks says whether blocks as a whole execute op.
func byWholeBlocks(op *ir.Operation) bool {
	e := place.Exec(op)
	return e != nil && wholeBlocks(exec.TypeOf(e))
}

// roles say what reference variables and values refer to now, and when that changed last; made is when a place behind a
// variable was made.
type roles struct {
	targets map[*ir.Value][]place.Path
	changed map[*ir.Value]int
	made    map[*ir.Value]int
	clock   int
}

func (r *roles) clone() *roles {
	if r == nil {
		return nil
	}
	c := &roles{map[*ir.Value][]place.Path{}, map[*ir.Value]int{}, map[*ir.Value]int{}, r.clock}
	for k, v := range r.targets {
		c.targets[k] = v
	}
	for k, v := range r.changed {
		c.changed[k] = v
	}
	for k, v := range r.made {
		c.made[k] = v
	}
	return c
}

// join adds what variables refer to on another way here.
func (r *roles) join(o *roles) {
	if r == nil || o == nil {
		return
	}
	r.clock = max(r.clock, o.clock)
	for k, ps := range o.targets {
		have := r.targets[k] // none for a value of the other way, which an if may have as its own
		if len(ps) == 0 || len(have) == len(ps) && &have[0] == &ps[0] {
			continue
		}
		for _, p := range ps {
			if !slices.ContainsFunc(r.targets[k], p.Equal) {
				r.targets[k] = append(slices.Clip(r.targets[k]), p)
			}
		}
	}
	for k, n := range o.changed {
		r.changed[k] = max(r.changed[k], n)
	}
	for k, n := range o.made {
		if m, ok := r.made[k]; !ok || n < m {
			r.made[k] = n
		}
	}
}

// follow notes what an operation does to roles, after its accesses.
func (f *accessFunc) follow(op *ir.Operation, st *accessState) {
	r := st.roles
	r.clock++
	switch o := op.Typed().(type) {
	case descend.WriteOp:
		if f.track[o.Place()] {
			ps := f.r.Targets(o.Value())
			for _, p := range ps { // whole objects: parts may speak of a loop's variable, which has another value later
				f.gaveUp = f.gaveUp || len(p.Steps) > 0 || p.Kind != place.Alloc && p.Kind != place.Target
			}
			r.targets[o.Place()], r.changed[o.Place()] = ps, r.clock
		}
	case descend.DerefOp:
		r.made[op.Result(0)] = r.clock
	default:
		for _, v := range op.Results() {
			if _, ref := v.Type().(*descend.RefType); ref {
				delete(r.targets, v) // of an earlier iteration
				f.r.Assume(r.targets)
				r.targets[v] = f.r.Targets(v)
				f.gaveUp = f.gaveUp || len(r.targets[v]) > maxTargets
			}
		}
	}
	f.r.Assume(r.targets)
}

// stale says whether a place was made behind a variable that has been assigned since, or is an element of such a
// place: what it denotes is not followed.
func (f *accessFunc) stale(v *ir.Value, r *roles) bool {
	for {
		of, by := descend.Base(v)
		if by == nil {
			return false
		}
		if by.Is("descend.deref") && f.track[of] && r.changed[of] > r.made[v] {
			return true
		}
		v = of
	}
}

// signature is a text that states with the same future share.
func (s *accessState) signature() string {
	var parts []string
	for v, ps := range s.roles.targets {
		if v.DefiningOp().Is("descend.local") {
			var names []string
			for _, p := range ps {
				names = append(names, fmt.Sprintf("%d %p %s", p.Kind, p.Root, p))
			}
			sort.Strings(names)
			parts = append(parts, fmt.Sprintf("%p=%v", v, names))
		}
	}
	for _, e := range s.list {
		parts = append(parts, fmt.Sprint(e.a.kind, e.shared, e.order, e.rel))
	}
	sort.Strings(parts)
	return strings.Join(parts, "\n") + fmt.Sprint(s.synced)
}

// settle executes a loop's body until the state repeats and joins the states at its end; at least twice.
func (f *accessFunc) settle(body func(*accessState) *accessState, st *accessState, d int) *accessState {
	cur := f.iterate(body, st, d)
	out := cur
	seen := map[string]bool{}
	for i := 0; ; i++ {
		if sig := cur.signature(); seen[sig] && i > 0 {
			return out
		} else if seen[sig] = true; i == maxRounds {
			f.gaveUp = true
			return out
		}
		cur = f.iterate(body, cur, d)
		out = out.join(cur)
	}
}

// followed does the analysis of the body with roles, and reports; false if there is nothing to follow or it cannot be
// followed.
func (f *accessFunc) followed() bool {
	vars := f.trackedVariables()
	if len(vars) == 0 {
		return false
	}
	run := func(g *accessFunc) {
		g.track = vars
		st := newAccessState()
		st.roles = &roles{map[*ir.Value][]place.Path{}, map[*ir.Value]int{}, map[*ir.Value]int{}, 0}
		g.block(g.fn.Body(0), st)
		g.track = nil
		g.r.Assume(nil)
		clear(g.byOp)
	}
	trial := f.c.prepare(f.fn, place.NewWhere(f.fn.Operation, f.facts.wheres), false)
	trial.onlyFollow = true
	run(trial)
	if trial.gaveUp {
		return false
	}
	run(f)
	f.collect()
	return true
}

// collect lists the accesses of the function without comparing them.
func (f *accessFunc) collect() {
	f.fn.Walk(func(op *ir.Operation) ir.WalkResult {
		if op.NumRegions() == 0 || op.Is("descend.for_each") {
			f.accesses(op)
		}
		return ir.Advance
	})
}
