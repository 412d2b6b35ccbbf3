package access

import (
	"slices"
	"strconv"

	"descend/dialects/descend"
	"descend/ir"
	"descend/passes/check/handover"
	"descend/passes/place"
)

// collector finds the accesses of a function.
type collector struct {
	*function
	byOp   map[*ir.Operation][]*access
	all    []*access
	actors map[*ir.Value]*actor // see actorOf
	shapes map[shapeKey]int     // see shapeOf
	texts  map[string]int       // see shapeKey
	text   []byte               // for the next one
	kinds  map[kindKey]int      // see kindOf
	// moving says that what places denote depends on where the function is executed (swaps.go).
	moving bool
}

func newCollector(f *function) *collector {
	return &collector{function: f, byOp: map[*ir.Operation][]*access{}, actors: map[*ir.Value]*actor{}, shapes: map[shapeKey]int{}, texts: map[string]int{}, kinds: map[kindKey]int{}}
}

// accesses lists what op touches of memory that threads may share, each with its index functions.
func (f *collector) accesses(op *ir.Operation) []*access {
	if op.Has(ir.Pure) {
		return nil
	}
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
		_, a.unsafe = ir.Enclosing[descend.UnsafeOp](op)
		a.loops, a.conds = slices.Collect(descend.LoopsAround(op)), f.conditionsOf(op)
		slices.Reverse(a.loops)
		a.dead = neverHold(a.conds)
		if a.callee == "" && !a.known {
			a.index, a.known = f.r.Indexes(a.path)
		}
		a.shape, a.bare = f.shapeOf(a)
		for i, flag := range []bool{a.write, a.atomic, a.unsafe} {
			if flag {
				a.kind |= 1 << i
			}
		}
		a.kind |= f.kindOf(a) << 3
		f.all = append(f.all, a)
	}
	f.byOp[op] = as
	return as
}

// kindKey is what accesses have in common of which the state keeps the latest for all: they are alike, and what parts of a block hand
// over to each other orders them alike.
type kindKey struct {
	shape int
	place handover.Place
}

func (f *collector) kindOf(a *access) int {
	k := kindKey{a.shape, f.handovers.PlaceOf(a.op)}
	n, ok := f.kinds[k]
	if !ok {
		n = len(f.kinds)
		f.kinds[k] = n
	}
	return n
}

// actorOf is the actor of a resource of the function; nil if there is none.
func (f *collector) actorOf(e *ir.Value) *actor {
	if e == nil {
		return nil
	}
	a, ok := f.actors[e]
	if !ok {
		a = f.newActor(f.r.Coords(e), isSingle(e))
		a.exec = e
		f.actors[e] = a
	}
	return a
}

func (f *collector) newActor(coords []place.Coord, single bool) *actor {
	a := &actor{coords: coords, names: map[string]bool{}, single: single}
	for _, c := range coords {
		for _, v := range f.coordinate(c).Vars() {
			a.names[v] = true
		}
	}
	return a
}

// shapeKey is what a shape depends on; path numbers the text of the steps and conditions.
type shapeKey struct {
	callee string
	kind   place.RootKind
	root   *ir.Value
	by     *actor
	loop   *ir.Operation
	path   int
}

// shapeOf numbers accesses so that those with one number are alike: the same object, steps, resource and
// loops; and without the loops.
func (f *collector) shapeOf(a *access) (shape, bare int) {
	k := shapeKey{callee: a.callee, kind: a.path.Kind, root: a.path.Root, by: a.by}
	b := f.r.AppendKey(f.text[:0], a.path)
	for _, s := range a.path.Steps {
		if s.Kind == place.Each {
			b = strconv.AppendInt(append(b, ' '), int64(slices.Index(f.loops, s.Op)), 10)
		}
	}
	if a.effect != nil {
		b = a.appendEffect(b)
	}
	for _, c := range a.conds {
		b = strconv.AppendBool(strconv.AppendInt(append(b, 0), int64(c.number), 10), c.then)
	}
	f.text = b
	var ok bool
	if k.path, ok = f.texts[string(b)]; !ok {
		k.path = len(f.texts)
		f.texts[string(b)] = k.path
	}
	number := func() int {
		n, ok := f.shapes[k]
		if !ok {
			n = len(f.shapes)
			f.shapes[k] = n
		}
		return n
	}
	bare = number()
	if n := len(a.loops); n > 0 {
		k.loop = a.loops[n-1]
		return number(), bare
	}
	return bare, bare
}

// isOneOfSeveral says whether an access is by a reference that may come from several places.
func (f *collector) isOneOfSeveral(a *access) bool {
	return slices.ContainsFunc(f.byOp[a.op], func(b *access) bool { return b != a && b.of == a.of && b.effect == a.effect })
}

// collect lists the accesses of the function without comparing them.
func (f *collector) collect() {
	f.fn.Walk(func(op *ir.Operation) ir.WalkResult {
		if op.NumRegions() == 0 || ir.Is[descend.ForEachOp](op) {
			f.accesses(op)
		}
		return ir.Advance
	})
}

// ownedByBlock says whether each block has its own object of the access.
func (f *function) ownedByBlock(a *access) bool {
	if a.path.Kind == place.Unknown {
		return false
	}
	own := map[string]bool{}
	for _, c := range f.r.Owner(a.path) {
		own[c.Name()] = true
	}
	for _, c := range f.canon {
		if c.block && !own[c.name] {
			return false
		}
	}
	return true
}
