package check

import (
	"descend/dialects/descend"
	"descend/ir"
)

// loanSet is a set of loans by number.
type loanSet map[int]bool

// loanState is what may be at a point: which loans holders have, and which loans exist.
type loanState struct {
	dead   bool
	held   map[*ir.Value]loanSet
	active loanSet
	// used are the two-phase loans whose reference was used.
	used loanSet
}

func newLoanState() *loanState {
	return &loanState{held: map[*ir.Value]loanSet{}, active: loanSet{}, used: loanSet{}}
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
	t := newLoanState()
	t.dead = s.dead
	for v, set := range s.held {
		t.addAll(v, set)
	}
	for id := range s.active {
		t.active[id] = true
	}
	for id := range s.used {
		t.used[id] = true
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
	if b == nil {
		return
	}
	x.block(b)
}

// op is the transfer function, which also checks.
func (x *borrowChecker) op(op *ir.Operation) {
	if x.s.dead {
		return
	}
	x.activate(op)
	switch o := op.Typed().(type) {
	case descend.LocalOp:
		delete(x.s.held, op.Result(0))
	case descend.ReadOp:
		x.access(op, pathOf(op.Operand(0)), deepRead)
		x.give(op.Result(0), x.s.held[pathOf(op.Operand(0)).root])
	case descend.MoveOp:
		x.access(op, pathOf(op.Operand(0)), deepWrite)
		x.give(op.Result(0), x.s.held[pathOf(op.Operand(0)).root])
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
		x.give(op.Result(0), loanSet{l.id: true})
	case descend.CallOp, descend.LaunchOp:
		x.call(op)
	case descend.ReturnOp:
		x.returns(op)
		x.s.dead = true
	case descend.YieldOp:
		x.yield(op)
	case descend.IfOp:
		entry := x.s.clone()
		x.region(op, 0)
		first := x.s
		x.s = entry
		x.region(op, 1)
		x.s.join(first)
	case descend.WhileOp:
		x.loop(func() *loanState {
			x.region(op, 0)
			out := x.s.clone()
			x.region(op, 1)
			return out
		})
	case descend.ForNatOp:
		x.loop(func() *loanState {
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

// give adds loans to a value.
func (x *borrowChecker) give(v *ir.Value, set loanSet) {
	if _, ok := x.holders[v]; ok {
		x.s.addAll(v, set)
	}
}

// loop repeats body until the state at its start is stable, then once more to report.
func (x *borrowChecker) loop(body func() *loanState) {
	head := x.s.clone()
	x.quiet++
	for i := 0; i < 64; i++ {
		x.s = head.clone()
		body()
		if !head.join(x.s) {
			break
		}
	}
	x.quiet--
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
	x.loop(func() *loanState {
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
	x.s.active[l.id] = true
	delete(x.s.used, l.id)
	x.give(o.Result(0), loanSet{l.id: true})
	x.give(o.Result(0), x.s.held[l.path.root])
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
	x.store(o.Operation, p, set)
}

// store adds loans to what may be behind a place.
func (x *borrowChecker) store(op *ir.Operation, p varPath, set loanSet) {
	targets := x.s.held[p.root]
	x.give(p.root, set)
	if !p.derefs() {
		return
	}
	for id := range copySet(targets) {
		l := x.loans[id]
		if l.op != nil {
			x.give(l.path.root, set)
			continue
		}
		x.escape(op, set, l)
	}
}

func copySet(s loanSet) loanSet {
	t := loanSet{}
	for id := range s {
		t[id] = true
	}
	return t
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
	f, known := x.fns(n)
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
			if ret == nil || x.flows(f, types(i), ret) {
				x.give(op.Result(0), x.s.held[a])
			}
		}
	}
	for i, a := range args {
		for j, b := range args {
			if i == j || len(x.s.held[b]) == 0 || !x.storable(f, known, types(i), types(j)) {
				continue
			}
			set := copySet(x.s.held[b])
			for id := range copySet(x.s.held[a]) {
				if l := x.loans[id]; l.op != nil {
					x.give(l.path.root, set)
				} else {
					x.escape(op, set, l)
				}
			}
		}
	}
}

// flows says whether a result of type ret may hold references of an argument of type arg.
func (x *borrowChecker) flows(f descend.FuncOp, arg, ret ir.Type) bool {
	named, open := map[string]bool{}, false
	eachRefType(ret, 0, func(r *descend.RefType, _ int) {
		if r == nil || r.Lifetime == "" {
			open = true
			return
		}
		named[r.Lifetime] = true
	})
	flows := false
	eachRefType(arg, 0, func(r *descend.RefType, _ int) {
		if r == nil || open {
			flows = true
			return
		}
		for n := range named {
			flows = flows || x.outlives(f, r.Lifetime, n)
		}
	})
	return flows
}

// storable says whether a callee may store references of one argument behind another.
func (x *borrowChecker) storable(f descend.FuncOp, known bool, into, from ir.Type) bool {
	ok := false
	eachInner(into, func(inner *descend.RefType) {
		eachRefType(from, 0, func(r *descend.RefType, _ int) {
			switch {
			case inner == nil || r == nil || !known:
				ok = true
			default:
				ok = ok || x.outlives(f, r.Lifetime, inner.Lifetime)
			}
		})
	})
	return ok
}

// eachInner visits the references (nil: type variables) that lie behind a unique reference in t.
func eachInner(t ir.Type, visit func(*descend.RefType)) {
	eachRefType(t, 0, func(r *descend.RefType, _ int) {
		if r != nil && r.Uniq {
			eachRefType(r.Elem, 0, func(in *descend.RefType, _ int) { visit(in) })
		}
	})
}
