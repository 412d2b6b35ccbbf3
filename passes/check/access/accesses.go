package access

import (
	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/ir"
	"descend/passes/check/help"
	"descend/passes/check/overlap"
	"descend/passes/place"
)

// access is one way in which an operation touches shared memory. An operation with several possible roots or
// several reference arguments has several.
type access struct {
	op     *ir.Operation
	of     *ir.Value // the place or argument; nil: the operation itself
	write  bool
	atomic bool
	unsafe bool
	by     *actor // who executes op
	who    *actor // who accesses the memory: by, or in a call what the callee divides it into (effects.go)
	path   place.Path
	// callee, if not "", stands for the shared memory that the named function allocates, alloc for one of its allocations, by
	// their order; 0: some of them.
	callee string
	alloc  int
	// effect, if not nil, is what the callee of a call does there; its index is put behind that of path, which is what it is
	// lent. vars are the variables of the callee in the index functions and in who.
	effect *effect
	vars   []overlap.Var
	when   phase           // of a call: at which of its ends
	loops  []*ir.Operation // the loops around op, outermost first
	conds  []fixedCond     // what has to hold for op to be executed, as far as it is fixed
	dead   bool            // which cannot be
	index  []place.IndexFunc
	known  bool // index is valid
	shape  int  // see shapeOf
	kind   int  // shape and flags: accesses of one kind are in conflict with the same others
}

// loc is where the source names what is accessed.
func (a *access) loc() ir.Location {
	if a.of == nil {
		return a.op.Loc()
	}
	return help.PlaceLoc(a.of, a.op)
}

func (a *access) verb() string {
	switch {
	case a.atomic:
		return "an atomic access"
	case a.write:
		return "a write"
	}
	return "a read"
}

// sameObject says whether two accesses may touch one object. Parameters are disjoint unless both are shared
// references, through which nothing but atomics is written.
func (a *access) sameObject(b *access) bool {
	if a.callee != "" || b.callee != "" {
		return a.callee == b.callee && (a.alloc == b.alloc || a.alloc == 0 || b.alloc == 0)
	}
	if a.path.Kind == place.Unknown || b.path.Kind == place.Unknown {
		return true
	}
	return a.path.SameRoot(b.path)
}

// conflicts says whether the kinds of two accesses conflict at all.
func (a *access) conflicts(b *access) bool {
	return (a.write || b.write) && !(a.atomic && b.atomic)
}

// collector finds the accesses of a function.
type collector struct {
	*function
	byOp   map[*ir.Operation][]*access
	all    []*access
	actors map[*ir.Value]*actor // see actorOf
	shapes map[shapeKey]int     // see shapeOf
	texts  map[string]int       // see shapeKey
	text   []byte               // for the next one
	// moving says that what places denote depends on where the function is executed (swaps.go).
	moving bool
}

func newCollector(f *function) *collector {
	return &collector{function: f, byOp: map[*ir.Operation][]*access{}, actors: map[*ir.Value]*actor{}, shapes: map[shapeKey]int{}, texts: map[string]int{}}
}

// accesses lists what op touches of memory that threads may share, each with its index functions.
func (f *collector) accesses(op *ir.Operation) []*access {
	if as, ok := f.byOp[op]; ok && !f.moving {
		return as
	}
	var as []*access
	add := func(v *ir.Value, paths []place.Path, write, atomic bool) {
		for _, p := range paths {
			if p.Kind == place.Local || p.Kind == place.Param {
				continue // private: nobody but the owner writes it (narrowing)
			}
			as = append(as, &access{op: op, of: v, write: write, atomic: atomic, path: p})
		}
	}
	for _, u := range descend.UsesOf(op) {
		switch {
		case !u.Accesses():
		case u.IsPlace():
			add(u.Of, f.r.Resolve(u.Of), u.Writes(), u.IsAtomic())
		default:
			add(u.Of, f.r.Targets(u.Of), u.Writes(), u.IsAtomic())
		}
	}
	if o, ok := ir.As[descend.CallOp](op); ok {
		as = f.callAccesses(op, o)
	}
	for _, a := range as {
		a.by = f.actorOf(place.Exec(op))
		if a.who == nil {
			a.who = a.by
		}
		a.unsafe = op.ParentOfName("descend.unsafe") != nil
		a.loops, a.conds = loopsAround(op), f.conditionsOf(op)
		a.dead = neverHold(a.conds)
		if a.callee == "" && !a.known {
			a.index, a.known = f.r.Indexes(a.path)
		}
		a.shape = f.shapeOf(a)
		for i, flag := range []bool{a.write, a.atomic, a.unsafe} {
			if flag {
				a.kind |= 1 << i
			}
		}
		a.kind |= a.shape << 3
		f.all = append(f.all, a)
	}
	f.byOp[op] = as
	return as
}

// loopsAround are the loops around op up to its function, outermost first.
func loopsAround(op *ir.Operation) []*ir.Operation {
	var rev []*ir.Operation
	for p := op.Parent(); p != nil && !ir.Is[descend.FuncOp](p); p = p.Parent() {
		if descend.IsLoop(p) {
			rev = append(rev, p)
		}
	}
	for i, j := 0, len(rev)-1; i < j; i, j = i+1, j-1 {
		rev[i], rev[j] = rev[j], rev[i]
	}
	return rev
}

// lent says whether values of type t lend memory, and whether some that other threads may reach uniquely: not behind a
// shared reference.
func lent(t ir.Type) (uniq, any bool) {
	parts := func(ts ...ir.Type) {
		for _, x := range ts {
			u, a := lent(x)
			uniq, any = uniq || u, any || a
		}
	}
	switch t := t.(type) {
	case *descend.RefType:
		parts(t.Elem)
		return t.Uniq && (uniq || t.Mem != descend.GPULocal), true
	case *descend.ArrayType:
		parts(t.Elem)
	default:
		ps, _ := descend.Parts(t)
		parts(ps...)
	}
	return uniq, any
}

// contents says whether a type contains plain scalars (not the references on the way) and atomics.
func contents(t ir.Type) (plain, atomic bool) {
	parts := func(ts ...ir.Type) {
		for _, x := range ts {
			p, a := contents(x)
			plain, atomic = plain || p, atomic || a
		}
	}
	switch t := t.(type) {
	case *descend.AtomicType:
		return false, true
	case *descend.RefType:
		parts(t.Elem)
	case *descend.ArrayType:
		parts(t.Elem)
	default:
		ps, ok := descend.Parts(t)
		if !ok {
			return true, false
		}
		parts(ps...)
	}
	return plain, atomic
}

// wholeBlocks says whether a resource of the type consists of whole blocks.
func wholeBlocks(t *exec.Type) bool {
	return t != nil && (t.Kind == exec.Grid || t.Kind == exec.BlockGrp || t.Kind == exec.Block)
}
