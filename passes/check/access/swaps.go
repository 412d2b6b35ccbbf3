package access

import (
	"fmt"
	"maps"
	"slices"
	"sort"
	"strings"

	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/ir"
	"descend/passes/check/analysis"
	"descend/passes/place"
)

// Buffers that change their roles, as in
//
//	for i in 0..n { sched(X) t in block { dst[[t]] = f(src.reverse[[t]]) } sync; let old = src; src = dst; dst = old }
//
// In the ordinary analysis a reference variable may refer to all that is ever assigned to it, and the write above is in
// conflict with the read. Where whole blocks assign reference variables, the analysis is first done with what each of
// them refers to at each point: the blocks' control flow is uniform, so that all threads of a block pass the same
// assignments. At the head of a loop states in which the variables refer to different memory are kept apart, and joined behind
// the loop: the roles come back after several iterations only. There are finitely many, since variables refer to whole objects.
// Of other variables what one write gives is what a read finds, since it is on every way there (move-check; place.Resolver).
// What cannot be followed is left to the ordinary analysis. Accesses of different blocks are compared in the ordinary way.

// maxWork bounds the operations that are visited in a function (there may be as many roles as ways to give objects to
// variables), maxTargets what one value may refer to.
const (
	maxWork    = 20000
	maxTargets = 16
)

// trackedVariables are the reference variables that whole blocks assign more than once, and nobody else: their own
// address is never taken. None, if a tuple or struct of references is assigned as well.
func (f *function) trackedVariables() map[*ir.Value]bool {
	out := map[*ir.Value]bool{}
	for l := range f.fn.All("descend.local") {
		v := l.Result(0)
		_, ref := descend.ElemOf(v).(*descend.RefType)
		if _, refs := lent(descend.ElemOf(v)); refs && !ref && f.r.Usage(v).Assigned() == place.Several {
			return nil // it may keep what a reference variable referred to an iteration ago
		}
		if !ref || l.NumOperands() > 0 || !byWholeBlocks(l) {
			continue
		}
		u := f.r.Usage(v)
		ok := u.Whole.Only(descend.ReadUse, descend.MoveUse, descend.WriteUse, descend.InitUse) && u.Parts.Only()
		assigned := 0
		for _, g := range u.Given {
			if g.Of == v {
				assigned++
				ok = ok && byWholeBlocks(g.Op)
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

// roles say what reference variables and values refer to now. The places behind a variable that were made before it was
// assigned are stale.
type roles struct {
	targets map[*ir.Value][]place.Path
	stale   map[*ir.Value]bool
}

func (r *roles) clone() *roles {
	if r == nil {
		return nil
	}
	return &roles{maps.Clone(r.targets), maps.Clone(r.stale)}
}

// join adds what variables refer to on another way here; true if that is more.
func (r *roles) join(o *roles) (grew bool) {
	if r == nil || o == nil {
		return false
	}
	for k, ps := range o.targets {
		have := r.targets[k] // none for a value of the other way, which an if may have as its own
		if len(ps) == 0 || len(have) == len(ps) && &have[0] == &ps[0] {
			continue
		}
		for _, p := range ps {
			if !slices.ContainsFunc(r.targets[k], p.Equal) {
				r.targets[k], grew = append(slices.Clip(r.targets[k]), p), true
			}
		}
	}
	n := len(r.stale)
	maps.Copy(r.stale, o.stale)
	return grew || len(r.stale) > n
}

// part is a text of what the variables refer to.
func (r *roles) part() string {
	if r == nil {
		return ""
	}
	var parts []string
	for v, ps := range r.targets {
		if ir.Is[descend.LocalOp](v.DefiningOp()) {
			var names []string
			for _, p := range ps {
				names = append(names, fmt.Sprintf("%d %p %s", p.Kind, p.Root, p))
			}
			sort.Strings(names)
			parts = append(parts, fmt.Sprintf("%p=%v", v, names))
		}
	}
	sort.Strings(parts)
	return strings.Join(parts, "\n")
}

// follower executes a function with what reference variables refer to.
type follower struct {
	*execution
	vars   map[*ir.Value]bool
	gaveUp bool // they cannot be followed
	work   int  // operations that were visited
}

// Op is the transfer of an operation without regions.
func (f *follower) Op(op *ir.Operation, st *state) {
	f.Enter(op, st)
	if !f.gaveUp {
		f.execution.Op(op, st)
		f.Leave(op, st)
	}
}

// Enter looks at the operands of an operation.
func (f *follower) Enter(op *ir.Operation, st *state) {
	f.mayFollow(op, st.roles)
	f.execution.Enter(op, st)
}

// Leave notes what variables refer to behind an operation.
func (f *follower) Leave(op *ir.Operation, st *state) {
	if !f.gaveUp {
		f.r.Assume(st.roles.targets)
		f.follow(op, st.roles)
		f.execution.Leave(op, st)
	}
}

// Begin begins a block.
func (f *follower) Begin(b *ir.Block, st *state) {
	f.r.Assume(st.roles.targets)
	f.execution.Begin(b, st)
}

// mayFollow looks at an operation before it is executed; it gives up where what a place denotes is not followed, or too
// much is done.
func (f *follower) mayFollow(op *ir.Operation, r *roles) {
	if f.work++; f.work > maxWork {
		f.gaveUp = true
	}
	if f.gaveUp {
		return
	}
	f.r.Assume(r.targets)
	for _, v := range op.Operands() {
		f.gaveUp = f.gaveUp || r.isStale(v)
	}
}

// follow notes what an operation does to roles, after its accesses.
func (f *follower) follow(op *ir.Operation, r *roles) {
	switch o := op.Typed().(type) {
	case descend.WriteOp:
		if f.vars[o.Place()] {
			ps := f.r.Targets(o.Value())
			for _, p := range ps { // whole objects: parts may speak of a loop's variable, which has another value later
				f.gaveUp = f.gaveUp || len(p.Steps) > 0 || p.Kind != place.Alloc && p.Kind != place.Target
			}
			r.targets[o.Place()] = ps
			for u := range o.Place().Uses() {
				if ir.Is[descend.DerefOp](u.Owner()) {
					r.stale[u.Owner().Result(0)] = true
				}
			}
		}
	case descend.DerefOp:
		delete(r.stale, op.Result(0))
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

// isStale says whether a place was made behind a variable that has been assigned since, or is an element of such a
// place: what it denotes is not followed.
func (r *roles) isStale(v *ir.Value) bool {
	for {
		of, by := descend.Base(v)
		if by == nil {
			return false
		}
		if ir.Is[descend.DerefOp](by) && r.stale[v] {
			return true
		}
		v = of
	}
}

// followed does the analysis of the body with roles, and reports; false if there is nothing to follow or it cannot be
// followed, which a trial finds out.
func (f *comparer) followed() bool {
	vars := f.trackedVariables()
	if len(vars) == 0 {
		return false
	}
	trial := f.c.newFunction(f.fn, place.NewWhere(f.fn.Operation, f.facts.Wheres))
	if !followAll(newCollector(trial), nobody{}, vars, analysis.BlockUniform) {
		return false
	}
	followAll(f.collector, f, vars, analysis.BlockUniform)
	f.collect()
	return true
}

// followAll executes a function with roles; false if it gave up.
func followAll(c *collector, m meeting, vars map[*ir.Value]bool, alike analysis.Level) bool {
	f := &follower{execution: newExecution(c, m), vars: vars}
	f.alike = alike
	st := newState()
	st.roles = &roles{map[*ir.Value][]place.Path{}, map[*ir.Value]bool{}}
	c.moving = true
	f.runWith(f, st)
	c.moving = false
	c.r.Assume(nil)
	clear(c.byOp)
	return !f.gaveUp
}

// nobody does nothing with accesses.
type nobody struct{}

func (nobody) meet(*access, *state, int) {}
func (nobody) together(_, _ *access)     {}
func (nobody) isDone(*access) bool       { return false }
