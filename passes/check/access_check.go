package check

// access-check: no data race.
//
// Goal: two accesses to one element by different threads, one of them a write and not both atomic, are
// separated by a barrier (docs/checks.md, "Conflicts"; paper section 3.3). Rejected, with the
// earlier access as second place:
//
//	arr[[thread]] = arr.reverse[[thread]];
//
// Accepted, the barrier between:
//
//	let x = arr.reverse[[thread]]; sync; arr[[thread]] = x;
//
// How: every read, write, atomic and call is an access to the objects that its place may denote (package
// place). Two questions are asked of pairs of accesses, and package overlap answers them:
//
//   - Threads of one block (or warp). The structured code is executed abstractly in evaluation order; the state
//     is the set of accesses made so far with the barriers since. A new access is compared with all that no
//     barrier of both threads' block has released, and with itself in other threads. Loop bodies are executed
//     twice: what is left at the end of one iteration meets the next one, under renamed loop variables. Branches
//     of a split, and of an if that is not uniform, see each other's accesses; those of a uniform if do not.
//     Reference variables that blocks assign are followed (access_swaps.go).
//     Ifs of equal conditions (access_values.go) take the same branch, and branches whose conditions exclude each
//     other are not executed (access_conditions.go). Loops with constant bounds are executed as often as they have
//     iterations, if that is less than twice.
//   - Threads of different blocks. Nothing orders them, so all pairs of accesses to memory that blocks share
//     are compared, in any iterations.
//
// A call makes the accesses that its callee makes through its parameters, put in place (access_effects.go). Memory
// that a callee allocates, or what it calls, is one object for all calls (access_callee.go). Inside unsafe nothing is
// reported, but accesses are recorded. Variables are private: narrowing-check and exec-check see to it that nobody but
// their owner writes them. After a report the accesses so far count as released, as they would be if the missing barrier
// were there: one mistake, one error.
//
// Needs: types and sizes checked; uniformity (without it, fewer branches exclude each other); narrowing-check
// before (operations that it rejected, and the objects concerned, are left out). Writes: arg_exclusive on grid functions, an array of bools, true where no two threads
// access one element through the parameter, one of them writing.

import (
	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/dialects/nat"
	"descend/ir"
	"descend/passes"
	"descend/passes/check/overlap"
	"descend/passes/place"
)

// AccessCheck is the pass access-check.
type AccessCheck struct {
	// Effects, if not nil, gets what functions of the GPU access through their parameters, a line for each way.
	Effects map[string][]string
}

// Name of the pass.
func (AccessCheck) Name() string { return "access-check" }

// Description of the pass.
func (AccessCheck) Description() string { return "reject accesses that may race" }

// Anchor of the pass.
func (AccessCheck) Anchor() string { return "builtin.module" }

// Run checks all functions of the module.
func (p AccessCheck) Run(c *passes.Context) error { return runChecks(c, p) }

func (p AccessCheck) begin(m *moduleState) checker {
	return &accessChecker{moduleState: m, reuse: map[string]bool{}, explained: p.Effects, sync: map[string]int{}, names: [2]map[string]nat.Expr{{}, {}}}
}

// accessChecker is what the functions of a module share.
type accessChecker struct {
	*moduleState
	reuse map[string]bool // see reuses
	// explained, if not nil, gets the effects of functions in words
	explained map[string][]string
	sync      map[string]int // see mustSync
	// names are those of the two sides of the pair that is being decided.
	names [2]map[string]nat.Expr
}

func (k *accessChecker) function(fn descend.FuncOp) {
	if f := k.prepare(fn, k.resolver(fn), true); f != nil {
		f.run()
		f.exclusive()
	}
	k.explain(fn)
}

// accessFunc checks one function.
type accessFunc struct {
	c       *accessChecker
	fn      descend.FuncOp
	base    exec.Kind
	facts   *Facts
	reports bool // conflicts; otherwise it is only found out whether there is one
	r       *place.Resolver
	canon   []canonCoord
	derived substMap
	warps   bool     // see setCoordinates
	number  nat.Expr // see numberOf
	axes    []string
	byOp    map[*ir.Operation][]*access
	all     []*access
	memo    map[pairKey]overlap.Answer
	shapes  map[shapeKey]int     // see shapeOf
	texts   map[string]int       // see shapeKey
	text    []byte               // for the next one
	actors  map[*ir.Value]*actor // see actorOf
	loops   []*ir.Operation      // all loops of the function, outer ones first
	// writes counts the assignments to variables and parameters, written is a value assigned. values remembers valueOf,
	// plain isPlain; reads are what variables that are followed hold where they are read, never the while loops that
	// have no iteration (access_values.go).
	writes  map[*ir.Value]int
	written map[*ir.Value]*ir.Value
	values  map[*ir.Value]fixedValue
	numbers map[string]int // see interned
	plain   map[*ir.Value]bool
	reads   map[*ir.Operation]fixedValue
	never   map[*ir.Operation]bool
	depth   int // loops around the current operation
	// reported operations, those among them that came later, and objects that an earlier error spoils
	reported map[*ir.Operation]bool
	later    map[*ir.Operation]bool
	spoiled  []place.Path
	// reuse: the body is executed a second time, to see whether its own allocations are in conflict
	reuse, conflict bool
	// effects, if not nil, are collected instead of comparing accesses
	effects *effects
	// track, if not nil, are the reference variables that are followed; gaveUp that they could not be; onlyFollow asks
	// for that alone, and accesses are not compared
	track      map[*ir.Value]bool
	gaveUp     bool
	onlyFollow bool
	work       int // operations that were visited while variables were followed
}

// prepare prepares a function; nil if it is executed by one thread or on the CPU, or has no body.
func (k *accessChecker) prepare(fn descend.FuncOp, r *place.Resolver, reports bool) *accessFunc {
	t, ok := fn.Exec().(*exec.Type)
	if !ok || t.IsSingle() || t.Kind == exec.Any || fn.IsExtern() {
		return nil
	}
	return k.newFunc(fn, t, r, reports)
}

// newFunc prepares a function that has a body.
func (k *accessChecker) newFunc(fn descend.FuncOp, t *exec.Type, r *place.Resolver, reports bool) *accessFunc {
	f := &accessFunc{c: k, fn: fn, base: t.Kind, facts: k.factsOf(fn), reports: reports, r: r, byOp: map[*ir.Operation][]*access{},
		memo: map[pairKey]overlap.Answer{}, shapes: map[shapeKey]int{}, texts: map[string]int{}, actors: map[*ir.Value]*actor{}, reported: map[*ir.Operation]bool{}, later: map[*ir.Operation]bool{}}
	f.setCoordinates()
	f.writes, f.written = map[*ir.Value]int{}, map[*ir.Value]*ir.Value{}
	fn.Walk(func(op *ir.Operation) ir.WalkResult {
		switch o := op.Typed().(type) {
		case descend.ForNatOp, descend.ForEachOp, descend.WhileOp:
			f.loops = append(f.loops, op)
		case descend.WriteOp:
			root := descend.Root(o.Place())
			f.writes[root]++
			f.written[root] = o.Value()
		}
		if f.facts.reported[op] == narrowingSlug {
			for _, v := range op.Operands() {
				if descend.ElemOf(v) != nil {
					f.spoiled = append(f.spoiled, f.r.Resolve(v)...)
				} else {
					f.spoiled = append(f.spoiled, f.r.Targets(v)...)
				}
			}
		}
		return ir.Advance
	})
	f.findValues()
	return f
}

func (f *accessFunc) run() {
	if !f.followed() {
		f.block(f.fn.Body(0), newAccessState())
	}
	f.acrossBlocks()
}

// block executes the operations of a block; st is changed and returned.
func (f *accessFunc) block(b *ir.Block, st *accessState) *accessState {
	if b == nil {
		return st
	}
	if st.roles == nil {
		for op := range b.Ops() {
			st = f.operation(op, st)
		}
		return st
	}
	f.r.Assume(st.roles.targets)
	for op := range b.Ops() {
		if f.work++; f.gaveUp || f.work > maxWork {
			f.gaveUp = true
			return st
		}
		for _, v := range op.Operands() {
			f.gaveUp = f.gaveUp || f.stale(v, st.roles)
		}
		st = f.operation(op, st)
		f.r.Assume(st.roles.targets)
		f.follow(op, st)
	}
	return st
}

func (f *accessFunc) operation(op *ir.Operation, st *accessState) *accessState {
	switch o := op.Typed().(type) {
	case exec.SchedOp, descend.ScopeOp, descend.UnsafeOp:
		return f.block(op.Body(0), st)
	case exec.SplitOp:
		return f.branches(op, st, false)
	case descend.IfOp:
		return f.branches(op, st, f.facts.uniformity[op] == BlockUniform)
	case descend.ForNatOp:
		return f.loop(st, f.iterations(o), f.mayBeEmpty(o), func(s *accessState) *accessState { return f.block(op.Body(0), s) })
	case descend.ForEachOp:
		return f.loop(st, many, true, func(s *accessState) *accessState {
			f.touch(f.accesses(op), s)
			return f.block(op.Body(0), s)
		})
	case descend.WhileOp:
		return f.while(op, st)
	case exec.SyncOp:
		st.release(syncLevel(exec.TypeOf(o.Waits()).Kind, f.base))
		return st
	case descend.CallOp:
		f.call(op, o, st)
		return st
	}
	if op.NumRegions() == 0 {
		f.touch(f.accesses(op), st)
	}
	return st
}

// branches executes the two regions of a split or if.
func (f *accessFunc) branches(op *ir.Operation, st *accessState, exclusive bool) *accessState {
	fst, snd := st.clone(), st.clone()
	if op.Is("descend.if") {
		switch noThen, noElse := f.isDead(op, true), f.isDead(op, false); {
		case noThen && noElse:
			return st
		case noElse:
			return f.block(op.Region(0).Front(), st)
		case noThen && op.NumRegions() > 1:
			return f.block(op.Region(1).Front(), st)
		case noThen:
			return st
		}
		fst, snd = f.where(fst, op.Operand(0), true), f.where(snd, op.Operand(0), false)
	}
	fst = f.block(op.Region(0).Front(), fst)
	if !exclusive {
		for _, e := range fst.list { // also what was accessed before, where the first branch did so again
			snd.add(e)
		}
	}
	if op.NumRegions() > 1 && !op.Region(1).Empty() {
		snd = f.block(op.Region(1).Front(), snd)
	}
	return fst.join(snd)
}

// The iterations of a loop, as far as they matter.
const (
	none = iota
	single
	many // perhaps
)

// iterations counts those of a nat loop.
func (f *accessFunc) iterations(o descend.ForNatOp) int {
	facts := f.c.memo.same(f.r.FactsAt(o.Operation))
	switch {
	case proves(facts, o.NotEmpty().Negate()):
		return none
	case proves(facts, o.Repeats().Negate()):
		return single
	}
	return many
}

// loop executes a body twice: for an iteration, and for a later one.
func (f *accessFunc) loop(st *accessState, times int, mayBeEmpty bool, body func(*accessState) *accessState) *accessState {
	if times == none {
		return st
	}
	d := f.depth
	f.depth++
	before := st.synced
	var out *accessState
	switch {
	case times == single:
		out = f.iterate(body, st, d)
	case st.roles != nil:
		out = f.settle(body, st, d)
	default:
		one := f.iterate(body, st, d)
		out = one.join(f.iterate(body, one, d))
	}
	f.depth--
	out.synced = before || out.synced && !mayBeEmpty
	if mayBeEmpty {
		out = st.join(out)
	}
	return out.leaveLoop(d)
}

// iterate executes a body once; the result is the state at its end, seen from the next iteration.
func (f *accessFunc) iterate(body func(*accessState) *accessState, st *accessState, d int) *accessState {
	s := st.clone()
	s.synced = false
	if s.roles != nil {
		f.r.Assume(s.roles.targets)
	}
	return body(s).endIteration(d)
}

// while executes condition, body, condition, body, condition; the loop is left after a condition.
func (f *accessFunc) while(op *ir.Operation, st *accessState) *accessState {
	cond := func(s *accessState) *accessState { return f.block(op.Region(0).Front(), s) }
	body := func(s *accessState) *accessState { return cond(f.block(op.Region(1).Front(), s)) }
	d := f.depth
	f.depth++
	if f.never[op] {
		out := cond(st).endIteration(d)
		f.depth--
		return out.leaveLoop(d)
	}
	exit := cond(st.clone())
	first := exit.synced
	start := exit.endIteration(d)
	var rest *accessState
	if st.roles != nil {
		rest = f.settle(body, start, d)
	} else {
		one := f.iterate(body, start, d)
		rest = one.join(f.iterate(body, one, d))
	}
	f.depth--
	out := exit.join(rest).endIteration(d)
	out.synced = first
	return out.leaveLoop(d)
}

// mayBeEmpty says whether a nat loop may have no iteration.
func (f *accessFunc) mayBeEmpty(o descend.ForNatOp) bool {
	return !proves(f.c.memo.same(f.r.FactsAt(o.Operation)), o.NotEmpty())
}

// touch compares new accesses with those made before and records them.
func (f *accessFunc) touch(as []*access, st *accessState) {
	for _, a := range as {
		if f.happens(a, st) {
			f.compare(a, st, held)
			st.add(entry{a: a, shared: len(a.loops)})
		}
	}
}

// happens says whether an access counts; not where an error concerns it.
func (f *accessFunc) happens(a *access, st *accessState) bool {
	if f.later[a.op] && !f.reuse { // met again in the second iteration of a loop
		st.release(blockReleased)
		return false
	}
	return a.by != nil && !f.facts.isPoison(a.op)
}

// compares says whether accesses are compared at all.
func (f *accessFunc) compares() bool { return !f.onlyFollow && f.effects == nil }

// compare compares a new access with those made before, and with itself; after is the barrier that surely comes before it.
func (f *accessFunc) compare(a *access, st *accessState, after int) {
	if f.effects != nil {
		f.effects.note(a, st.passed || after == blockReleased)
	}
	if !f.compares() {
		return
	}
	for i := range st.list {
		e := &st.list[i]
		rel := max(e.rel, after)
		if rel == blockReleased || !e.a.conflicts(a) || !e.a.sameObject(a) || f.excludes(e.a, a) {
			continue
		}
		mode := twoThreads
		if rel == warpReleased {
			mode = twoWarps
		}
		if f.check(pair{a: e.a, b: a, mode: mode, shared: e.shared, order: e.order, partly: e.partly}) {
			st.release(blockReleased)
			break
		}
	}
	if a.conflicts(a) && !f.excludes(a, a) {
		f.check(pair{a: a, b: a, mode: twoThreads, shared: len(a.loops)})
	}
}

// check decides a pair and reports it; true if it was reported.
func (f *accessFunc) check(p pair) bool {
	if f.reuse {
		if !f.conflict && p.a.callee == "" && f.allocator(p.a) != "" && f.allocator(p.b) != "" {
			f.conflict = f.decide(p).Verdict != overlap.Disjoint
		}
		return false
	}
	if p.b.unsafe || f.isSpoiled(p.a) || f.isSpoiled(p.b) {
		return false
	}
	if f.reported[p.a.op] || f.reported[p.b.op] {
		return false
	}
	ans := f.decide(p)
	if ans.Verdict == overlap.Disjoint {
		return false
	}
	f.reported[p.a.op], f.reported[p.b.op] = true, true
	f.later[p.b.op] = true
	if f.reports {
		f.report(p, ans)
	}
	return true
}

// isSpoiled says whether an error of narrowing concerns the object of an access.
func (f *accessFunc) isSpoiled(a *access) bool {
	for _, p := range f.spoiled {
		if a.callee == "" && p.SameRoot(a.path) {
			return true
		}
	}
	return false
}
