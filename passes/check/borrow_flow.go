package check

import (
	"maps"

	"descend/dialects/descend"
	"descend/ir"
)

// loanSet is a set of loans, by number and by how many references deep in the value they are: a value of
// type & & T has loans of what it refers to at depth 0 and of what the references there refer to at depth 1.
type loanSet map[int]bool

// maxDepth stands for itself and all deeper levels.
const maxDepth = 7

func at(id, depth int) int { return id<<3 | min(depth, maxDepth) }

func idOf(key int) int    { return key >> 3 }
func depthOf(key int) int { return key & maxDepth }

// behind is what is left after following n references.
func (s loanSet) behind(n int) loanSet {
	if n == 0 || len(s) == 0 {
		return s
	}
	t := loanSet{}
	for k := range s {
		d := depthOf(k)
		if d == maxDepth {
			for e := max(0, maxDepth-n); e <= maxDepth; e++ {
				t[at(idOf(k), e)] = true
			}
		} else if d >= n {
			t[at(idOf(k), d-n)] = true
		}
	}
	return t
}

// deeper is what a value has that refers to one with s through n references.
func (s loanSet) deeper(n int) loanSet {
	if n == 0 {
		return s
	}
	t := loanSet{}
	for k := range s {
		t[at(idOf(k), depthOf(k)+n)] = true
	}
	return t
}

// flat are the loans of a depth below n, all at depth 0.
func (s loanSet) flat(n int) loanSet {
	t := loanSet{}
	for k := range s {
		if depthOf(k) < n {
			t[at(idOf(k), 0)] = true
		}
	}
	return t
}

// level are the loans at one depth, as depth 0.
func (s loanSet) level(n int) loanSet {
	t := loanSet{}
	for k := range s {
		if d := depthOf(k); d == n || d == maxDepth && n >= maxDepth {
			t[at(idOf(k), 0)] = true
		}
	}
	return t
}

// content are the loans that references in a place have.
func (x *borrowChecker) content(p varPath) loanSet { return x.s.held[p.root].behind(p.refs()) }

// loanState is what may be at a point: which loans holders have, and which loans exist.
type loanState struct {
	dead   bool
	held   map[*ir.Value]loanSet
	active loanSet
	// used are the two-phase loans whose reference was used.
	used loanSet
	// stale are loans of an earlier iteration of a loop: nats in their paths meant something else then.
	stale loanSet
}

func newLoanState() *loanState {
	return &loanState{held: map[*ir.Value]loanSet{}, active: loanSet{}, used: loanSet{}, stale: loanSet{}}
}

func (s *loanState) add(v *ir.Value, ids ...int) {
	if len(ids) == 0 {
		return
	}
	set := s.held[v]
	if set == nil {
		set = loanSet{}
		s.held[v] = set
	}
	for _, id := range ids {
		set[id] = true
	}
}

func (s *loanState) addAll(v *ir.Value, set loanSet) {
	for id := range set {
		s.add(v, id)
	}
}

func (s *loanState) clone() *loanState {
	t := &loanState{dead: s.dead, held: make(map[*ir.Value]loanSet, len(s.held)), active: maps.Clone(s.active), used: maps.Clone(s.used), stale: maps.Clone(s.stale)}
	for v, set := range s.held {
		if len(set) > 0 {
			t.held[v] = maps.Clone(set)
		}
	}
	return t
}

// join adds what may be in o; true if s changed.
func (s *loanState) join(o *loanState) bool {
	if o.dead {
		return false
	}
	if s.dead {
		*s = *o.clone()
		return true
	}
	changed := false
	for v, set := range o.held {
		for id := range set {
			if !s.held[v][id] {
				s.add(v, id)
				changed = true
			}
		}
	}
	for id := range o.active {
		if !s.active[id] {
			s.active[id], changed = true, true
		}
	}
	for id := range o.used {
		if !s.used[id] {
			s.used[id], changed = true, true
		}
	}
	for id := range o.stale {
		if !s.stale[id] {
			s.stale[id], changed = true, true
		}
	}
	return changed
}

// block executes a block, at whose end its variables end.
func (x *borrowChecker) block(b *ir.Block) {
	if b == nil {
		return
	}
	for op := range b.Ops() {
		x.op(op)
	}
	x.ends(b)
	for op := range b.Ops() {
		for _, v := range op.Results() {
			if op.Is("descend.local") || op.Parent() == b.Parent() && !op.Is("descend.local") {
				delete(x.s.held, v)
			}
		}
	}
}

// region executes a region of op and gives its yielded loans to op's results.
func (x *borrowChecker) region(op *ir.Operation, i int) {
	b := frontOf(op, i)
	live := x.live.after(op)
	if b != nil {
		x.block(b)
		live = x.live.end(b)
	}
	if i < op.NumRegions() {
		x.endEarly(op, x.earlyAt[op.Region(i)], live)
	}
}

// op is the transfer function, which also checks.
func (x *borrowChecker) op(op *ir.Operation) {
	if x.s.dead {
		return
	}
	x.endEarly(op, x.earlyBefore[op], x.live.before(op))
	x.activate(op)
	switch o := op.Typed().(type) {
	case descend.LocalOp:
		delete(x.s.held, op.Result(0))
	case descend.ReadOp:
		x.access(op, pathOf(op.Operand(0)), deepRead)
		x.give(op.Result(0), x.content(pathOf(op.Operand(0))))
	case descend.MoveOp:
		x.access(op, pathOf(op.Operand(0)), deepWrite)
		x.give(op.Result(0), x.content(pathOf(op.Operand(0))))
	case descend.AtomicOp:
		kind := deepRead
		if _, ok := descend.ElemOf(op.Operand(0)).(*descend.AtomicType); !ok && op.StringAttr("op") != "load" {
			kind = shallowWrite
		}
		x.access(op, pathOf(op.Operand(0)), kind)
	case descend.DropOp:
		x.access(op, pathOf(op.Operand(0)), deepWrite)
	case descend.WriteOp:
		x.write(o)
	case descend.BorrowOp:
		x.borrow(o)
	case descend.AllocOp:
		l := x.byOp[op]
		x.s.active[l.id] = true
		x.give(op.Result(0), loanSet{at(l.id, 0): true})
	case descend.AllocCopyOp:
		x.give(op.Result(0), x.s.held[op.Operand(0)].behind(1))
	case descend.CallOp, descend.LaunchOp:
		x.call(op)
	case descend.CopyOp:
		x.copyInto(op)
	case descend.ReturnOp:
		x.returns(op)
		x.s.dead = true
	case descend.YieldOp:
		x.yield(op)
	case descend.IfOp:
		x.prune(op)
		entry := x.s.clone()
		x.region(op, 0)
		first := x.s
		x.s = entry
		x.region(op, 1)
		x.s.join(first)
	case descend.WhileOp:
		x.prune(op)
		x.loop(op, func() *loanState {
			x.region(op, 0)
			out := x.s.clone()
			x.region(op, 1)
			return out
		})
	case descend.ForNatOp:
		x.prune(op)
		x.loop(op, func() *loanState {
			out := x.s.clone()
			x.region(op, 0)
			return out
		})
	case descend.ForEachOp:
		x.forEach(o)
	default:
		if op.NumRegions() > 0 && !op.Is("view.map") {
			for i := range op.Regions() {
				x.region(op, i)
			}
			return
		}
		for _, r := range op.Results() {
			if _, ok := x.holders[r]; !ok {
				continue
			}
			for _, v := range op.Operands() {
				x.give(r, x.s.held[v])
			}
		}
	}
}

// prune forgets what is not needed any more, so that states stay small where they are copied.
func (x *borrowChecker) prune(op *ir.Operation) {
	live := x.live.before(op)
	for v := range x.s.held {
		if i, ok := x.holders[v]; ok && !live.has(i) {
			delete(x.s.held, v)
		}
	}
}

// give adds loans to a value.
func (x *borrowChecker) give(v *ir.Value, set loanSet) {
	if _, ok := x.holders[v]; ok {
		x.s.addAll(v, set)
	}
}

// loop repeats body until the state at its start is stable, then once more to report.
func (x *borrowChecker) loop(op *ir.Operation, body func() *loanState) {
	head, quiet := x.s.clone(), x.quiet > 0
	x.quiet++
	var out *loanState
	for i := 0; i < 64; i++ {
		x.s = head.clone()
		out = body()
		for id := range x.s.active {
			if l := x.loans[id]; l.op != nil && op.IsAncestorOf(l.op) {
				x.s.stale[id] = true
			}
		}
		if !head.join(x.s) {
			break
		}
		out = nil
	}
	x.quiet--
	if quiet && out != nil { // nothing to report: nested loops would double the work otherwise
		x.s = out
		return
	}
	x.s = head.clone()
	x.s = body()
}

// forEach lends the collection for the duration of the loop.
func (x *borrowChecker) forEach(o descend.ForEachOp) {
	l := x.byOp[o.Operation]
	kind := deepRead
	if l.uniq {
		kind = deepWrite
	}
	x.access(o.Operation, l.path, kind)
	x.s.active[l.id] = true
	x.loop(o.Operation, func() *loanState {
		out := x.s.clone()
		x.region(o.Operation, 0)
		return out
	})
	delete(x.s.active, l.id)
}

// borrow makes a loan. A reference into what another reference refers to needs that one's loans too.
func (x *borrowChecker) borrow(o descend.BorrowOp) {
	l := x.byOp[o.Operation]
	kind := deepRead
	if l.uniq {
		kind = deepWrite
	}
	x.access(o.Operation, l.path, kind)
	if !x.again(l, o.Operation) {
		delete(x.s.stale, l.id)
	}
	x.s.active[l.id] = true
	delete(x.s.used, l.id)
	x.give(o.Result(0), loanSet{at(l.id, 0): true})
	x.give(o.Result(0), x.s.held[l.path.root].flat(l.path.refs()))
	x.give(o.Result(0), x.content(l.path).deeper(1))
}

// write stores a value: into a variable, or through a reference into all that it may refer to.
func (x *borrowChecker) write(o descend.WriteOp) {
	p := pathOf(o.Place())
	x.access(o.Operation, p, shallowWrite)
	set := x.s.held[o.Value()]
	if len(p.elems) == 0 {
		for id := range x.s.active { // loans behind the old value
			if l := x.loans[id]; l.path.root == p.root && l.path.derefs() {
				delete(x.s.active, id)
			}
		}
		delete(x.s.held, p.root)
		x.give(p.root, set)
		return
	}
	if len(set) == 0 {
		return
	}
	n := p.refs()
	targets := copySet(x.s.held[p.root])
	x.give(p.root, set.deeper(n))
	x.storeBehind(o.Operation, targets, n, set)
}

// storeBehind gives loans to what lies n references behind a value that has the loans targets.
func (x *borrowChecker) storeBehind(op *ir.Operation, targets loanSet, n int, set loanSet) {
	for key := range targets {
		l, d := x.loans[idOf(key)], depthOf(key)
		if d >= n && d < maxDepth {
			continue
		}
		further := max(0, n-1-d) // references from the lent place to what is written
		if l.op != nil {
			x.give(l.path.root, set.deeper(l.path.refs()+further))
		} else {
			x.escape(op, set, l, further)
		}
	}
}

func copySet(s loanSet) loanSet {
	t := loanSet{}
	for id := range s {
		t[id] = true
	}
	return t
}

// copyInto gives what the destination of a copy refers to the loans of the source, if there are references
// in what is copied.
func (x *borrowChecker) copyInto(op *ir.Operation) {
	r, ok := op.Operand(0).Type().(*descend.RefType)
	if !ok || !mayHoldRef(r.Elem) {
		return
	}
	x.storeBehind(op, copySet(x.s.held[op.Operand(0)]), 1, copySet(x.s.held[op.Operand(1)]).behind(1))
}

// yield gives the loans of yielded values to the results of the operation around.
func (x *borrowChecker) yield(op *ir.Operation) {
	p := op.Parent()
	if p == nil {
		return
	}
	for i, v := range op.Operands() {
		if i < p.NumResults() {
			x.give(p.Result(i), x.s.held[v])
		}
	}
}

// call gives the loans of the arguments to the result, and to what unique arguments refer to, as far as the
// lifetimes of the signature allow.
func (x *borrowChecker) call(op *ir.Operation) {
	args := op.Operands()
	if op.Is("descend.call") {
		args = args[1:]
	}
	n, _ := calleeName(op)
	f, known := x.function(n)
	types := func(i int) ir.Type { return args[i].Type() }
	if known && f.Type() != nil && len(f.Type().Inputs) == len(args) {
		types = func(i int) ir.Type { return f.Type().Inputs[i] }
	}
	if op.NumResults() == 1 {
		var ret ir.Type
		if known && f.Type() != nil && len(f.Type().Results) == 1 {
			ret = f.Type().Results[0]
		}
		for i, a := range args {
			x.results(op, f, x.s.held[a], types(i), ret)
		}
	}
	for i, a := range args {
		for j, b := range args {
			if i != j && len(x.s.held[b]) > 0 {
				x.stored(op, f, known, a, types(i), b, types(j))
			}
		}
	}
}

// results gives a call's result what it may hold of an argument of type arg.
func (x *borrowChecker) results(op *ir.Operation, f descend.FuncOp, set loanSet, arg, ret ir.Type) {
	v := op.Result(0)
	if ret == nil {
		x.give(v, set)
		x.give(v, set.flat(maxDepth+1))
		return
	}
	eachRefType(ret, 0, func(r *descend.RefType, dr int) {
		eachRefType(arg, 0, func(a *descend.RefType, da int) {
			switch {
			case r == nil && a == nil:
				x.give(v, set.behind(da).deeper(dr))
			case r == nil || a == nil:
				x.give(v, set.behind(da).flat(maxDepth+1).deeper(dr))
			case r.Lifetime == "" || x.outlives(f, a.Lifetime, r.Lifetime):
				x.give(v, set.level(da).deeper(dr))
			}
		})
	})
}

// stored gives what lies behind unique references in argument a the loans of b that the lifetimes of the
// signature allow a callee to store there.
func (x *borrowChecker) stored(op *ir.Operation, f descend.FuncOp, known bool, a *ir.Value, into ir.Type, b *ir.Value, from ir.Type) {
	eachInner(into, 0, func(inner *descend.RefType, iv *descend.VarType, di int) {
		eachHolder(from, 0, func(r *descend.RefType, rv *descend.VarType, dj int) {
			switch set := x.s.held[b]; {
			case !known:
				x.storeBehind(op, copySet(x.s.held[a]), di, copySet(set.behind(dj)))
			case inner == nil || r == nil: // values of a type variable are stored where such values are
				if inner == nil && r == nil && iv.Name == rv.Name {
					x.storeBehind(op, copySet(x.s.held[a]), di, copySet(set.behind(dj)))
				}
			case x.outlives(f, r.Lifetime, inner.Lifetime):
				x.storeBehind(op, copySet(x.s.held[a]), di, set.level(dj))
			}
		})
	})
}

// eachInner visits the references and type variables that lie behind a unique reference in t, with their depth.
func eachInner(t ir.Type, depth int, visit func(r *descend.RefType, v *descend.VarType, depth int)) {
	eachRefType(t, depth, func(r *descend.RefType, d int) {
		if r != nil && r.Uniq {
			eachHolder(r.Elem, d+1, visit)
		}
	})
}
