// Package access is access-check: no data race.
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
//   - Threads of one block (or warp). The structured code is executed abstractly in evaluation order (flow.go); the
//     state is the set of accesses made so far with the barriers since. A new access is compared with all that no
//     barrier of both threads' block has released, and with itself in other threads. What is left at the end of an
//     iteration of a loop meets the next one, under renamed loop variables. Branches of a split, and of an if that is not
//     uniform, see each other's accesses; those of a uniform if do not.
//     Reference variables that blocks assign are followed (swaps.go).
//     Ifs of equal conditions (values.go) take the same branch, and branches whose conditions exclude each
//     other are not executed (conditions.go). Loops with constant bounds are executed as often as they have
//     iterations, if that is less than twice.
//   - Threads of different blocks. Nothing orders them, so all pairs of accesses to memory that blocks share
//     are compared, in any iterations.
//
// A call makes the accesses that its callee makes through its parameters, put in place (effects.go). Memory
// that a callee allocates, or what it calls, is one object for all calls (callee.go). Inside unsafe nothing is
// reported, but accesses are recorded. Variables are private: narrowing-check and exec-check see to it that nobody but
// their owner writes them. After a report the accesses so far count as released, as they would be if the missing barrier
// were there: one mistake, one error.
//
// Needs: types and sizes checked; uniformity (without it, fewer branches exclude each other); narrowing-check
// before (operations that it rejected, and the objects concerned, are left out). Writes: arg_exclusive on grid functions, an array of bools, true where no two threads
// access one element through the parameter, one of them writing.
package access

import (
	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/dialects/nat"
	"descend/ir"
	"descend/passes"
	"descend/passes/check/analysis"
	"descend/passes/check/overlap"
	"descend/passes/place"
)

// Check is the pass access-check.
type Check struct {
	// Effects, if not nil, gets what functions of the GPU access through their parameters, a line for each way.
	Effects map[string][]string
}

// Name of the pass.
func (Check) Name() string { return "access-check" }

// Description of the pass.
func (Check) Description() string { return "reject accesses that may race" }

// Anchor of the pass.
func (Check) Anchor() string { return "builtin.module" }

// After is the order with reasons.
func (Check) After() []passes.Order {
	return []passes.Order{
		{Pass: "nat-check", Why: "places that are compared have the sizes of their types"},
		{Pass: "uniformity", Why: "branches of a uniform condition exclude each other"},
		{Pass: "narrowing-check", Why: "objects that it rejected a use of are left out"},
	}
}

// Run checks all functions of the module.
func (p Check) Run(c *passes.Context) error { return analysis.Run(c, p) }

func (p Check) Begin(m *analysis.Module) analysis.Checker {
	return &module{Module: m, explained: p.Effects, names: [2]map[string]nat.Expr{{}, {}}}
}

// module is what the functions of a module share.
type module struct {
	*analysis.Module
	// explained, if not nil, gets the effects of functions in words
	explained map[string][]string
	// names are those of the two sides of the pair that is being decided.
	names [2]map[string]nat.Expr
}

func (k *module) Function(fn descend.FuncOp) {
	if f := k.prepare(fn, k.Resolver(fn), true); f != nil {
		f.run()
		f.exclusive()
	}
	if name := ir.SymbolName(fn.Operation); len(k.Callers[name]) > 0 {
		k.effectsOf(name)
		k.mustSync(name)
	}
	k.explain(fn)
}

// function checks one function.
type function struct {
	c       *module
	fn      descend.FuncOp
	base    exec.Kind
	facts   *analysis.Facts
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
	// values remembers valueOf; reads are what variables that are followed hold where they are read, never the while loops
	// that have no iteration (values.go).
	values  map[*ir.Value]fixedValue
	numbers numbering // of those values
	reads   map[*ir.Operation]fixedValue
	never   map[*ir.Operation]bool
	depths  map[*ir.Block]int // see depthOf
	nats    map[*ir.Operation]natLoop
	end     *state // where the function is left
	// reported operations, those among them that came later, and objects that an earlier error spoils
	reported map[*ir.Operation]bool
	later    map[*ir.Operation]bool
	spoiled  []place.Path
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
func (k *module) prepare(fn descend.FuncOp, r *place.Resolver, reports bool) *function {
	t, ok := fn.Exec().(*exec.Type)
	if !ok || t.IsSingle() || t.Kind == exec.Any || fn.IsExtern() {
		return nil
	}
	return k.newFunc(fn, t, r, reports)
}

// newFunc prepares a function that has a body.
func (k *module) newFunc(fn descend.FuncOp, t *exec.Type, r *place.Resolver, reports bool) *function {
	f := &function{c: k, fn: fn, base: t.Kind, facts: k.FactsOf(fn), reports: reports, r: r, byOp: map[*ir.Operation][]*access{},
		memo: map[pairKey]overlap.Answer{}, shapes: map[shapeKey]int{}, texts: map[string]int{}, depths: map[*ir.Block]int{}, nats: map[*ir.Operation]natLoop{}, actors: map[*ir.Value]*actor{}, reported: map[*ir.Operation]bool{}, later: map[*ir.Operation]bool{}}
	f.setCoordinates()
	fn.Walk(func(op *ir.Operation) ir.WalkResult {
		if descend.IsLoop(op) {
			f.loops = append(f.loops, op)
		}
		if f.facts.Code(op) == descend.CodeNarrowing {
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

func (f *function) run() {
	if !f.followed() {
		f.execute(newState())
	}
	f.acrossBlocks()
}

// touch compares new accesses with those made before and records them.
func (f *function) touch(as []*access, st *state) {
	for _, a := range as {
		if f.happens(a, st) {
			f.compare(a, st, held)
			st.add(entry{a: a, shared: len(a.loops)})
		}
	}
}

// happens says whether an access counts; not where an error concerns it.
func (f *function) happens(a *access, st *state) bool {
	if f.later[a.op] { // met again in a later iteration of a loop
		st.release(blockReleased, len(a.loops))
		return false
	}
	return a.by != nil && !f.facts.IsPoison(a.op)
}

// compares says whether accesses are compared at all.
func (f *function) compares() bool { return !f.onlyFollow && f.effects == nil }

// compare compares a new access with those made before, and with itself; after is the barrier that surely comes before it.
func (f *function) compare(a *access, st *state, after int) {
	if f.effects != nil {
		f.effects.note(a, st.passed >= 0 || after == blockReleased)
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
			st.release(blockReleased, len(a.loops))
			break
		}
	}
	if a.conflicts(a) && !f.excludes(a, a) {
		f.check(pair{a: a, b: a, mode: twoThreads, shared: len(a.loops)})
	}
}

// check decides a pair and reports it; true if it was reported.
func (f *function) check(p pair) bool {
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
func (f *function) isSpoiled(a *access) bool {
	for _, p := range f.spoiled {
		if a.callee == "" && p.SameRoot(a.path) {
			return true
		}
	}
	return false
}
