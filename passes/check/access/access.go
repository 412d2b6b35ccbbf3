package access

import (
	"descend/dialects/descend"
	"descend/ir"
	"descend/passes/check/help"
	"descend/passes/check/overlap"
	"descend/passes/place"
)

// phase says at which end of a call memory is accessed.
type phase int

const (
	atStart phase = 1 << iota // before the first barrier
	atEnd                     // after the last barrier
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
	bare   int  // that without the loops around
	kind   int  // shape and flags: accesses of one kind are in conflict with the same others
}

// effect is one access of a function through a parameter.
type effect struct {
	a    *access // in the function
	when phase
	// callee is the function whose shared memory is accessed, alloc the allocation there, as in access; if there is none, it is
	// what via, as in place.Path, leads to in a parameter
	callee string
	alloc  int
	param  int
	via    descend.Fields
	// anywhere: something that can be reached from the parameter
	anywhere bool
	// known: index and who are valid
	known  bool
	index  []place.IndexFunc
	who    []place.Coord
	single bool
	vars   []overlap.Var // of loops, in index and who
	// sure: it happens whenever the function is executed
	sure bool
}

// actor is a resource that accesses memory.
type actor struct {
	exec   *ir.Value // it, where it is one of this function, not of one that it calls
	coords []place.Coord
	names  map[string]bool // the canonical coordinates that tell it from others
	single bool            // it is one thread
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

// mentions says whether the index functions of an access depend on a variable.
func (a *access) mentions(name string) bool {
	for i := range a.index {
		for _, e := range a.index[i].Elems {
			if e.Expr.HasVar(name) {
				return true
			}
		}
		for _, v := range a.index[i].Vars {
			if v.Hi.HasVar(name) || v.Lo.HasVar(name) {
				return true
			}
		}
		for _, p := range a.index[i].Permuted {
			if p.Index.HasVar(name) {
				return true
			}
		}
	}
	return false
}

// excludes says whether two accesses are in branches of which only one is executed, or one of them never is.
func excludes(a, b *access) bool {
	return a.dead || b.dead || contradict(a.conds, b.conds)
}
