package access

import (
	"maps"
	"slices"

	"descend/dialects/descend"
	"descend/dialects/nat"
	"descend/ir"
	"descend/passes/check/overlap"
	"descend/passes/place"
)

// callAccesses are the accesses of a call.
func (f *collector) callAccesses(op *ir.Operation, o descend.CallOp) (as []*access) {
	e, by := f.c.effectsOf(o.Callee()), f.actorOf(place.Exec(op))
	if by == nil {
		return nil
	}
	if !e.known {
		as = f.allLent(op)
	}
	if len(e.list) == 0 {
		return as
	}
	callee := f.c.Funcs[o.Callee()]
	c := callSite{f: f, op: op, callee: callee, by: by, nats: descend.Instantiation(op, callee).Nats, coords: e.coords}
	for _, x := range e.list {
		as = append(as, c.accesses(x)...)
	}
	return as
}

// allLent are the accesses of a call whose callee nothing is known of.
func (f *collector) allLent(op *ir.Operation) (as []*access) {
	for _, arg := range op.Operands()[1:] {
		uniq, refs := lent(arg.Type())
		if !refs {
			continue
		}
		plain, atomic := contents(arg.Type())
		for _, p := range shared(f.r.Reach(arg)) {
			as = append(as, &access{op: op, of: arg, write: uniq || atomic, atomic: atomic && !plain && !uniq, path: p, when: atStart | atEnd})
		}
	}
	return as
}

// shared leaves out variables: they are private, nobody but the owner writes them (narrowing).
func shared(paths []place.Path) (out []place.Path) {
	for _, p := range paths {
		if p.Kind != place.Local && p.Kind != place.Param {
			out = append(out, p)
		}
	}
	return out
}

// callSite puts effects in place at a call.
type callSite struct {
	f      *collector
	op     *ir.Operation
	callee descend.FuncOp
	by     *actor
	nats   map[string]nat.Expr // the callee's generics
	coords []place.Coord       // its canonical coordinates
}

// accesses are those of the call that an effect of the callee is.
func (c *callSite) accesses(x *effect) (as []*access) {
	if x.callee != "" {
		a := &access{op: c.op, write: x.a.write, atomic: x.a.atomic, callee: x.callee, alloc: x.alloc, effect: x, when: x.when}
		if x.known {
			c.place(a)
		}
		return []*access{a}
	}
	arg := c.op.Operand(1 + x.param)
	paths, exact := c.f.r.Reach(arg), false
	if !x.anywhere {
		paths, exact = c.f.r.TargetsVia(arg, x.via)
	}
	for _, p := range shared(paths) {
		a := &access{op: c.op, of: arg, write: x.a.write, atomic: x.a.atomic, path: p, effect: x, when: x.when}
		if exact && x.known && c.ownsAll(p) {
			c.place(a)
		}
		as = append(as, a)
	}
	return as
}

// ownsAll says whether the resource that calls has one object that a path starts from, not each part of it one.
func (c *callSite) ownsAll(p place.Path) bool {
	for _, o := range c.f.r.Owner(p) {
		for _, v := range c.f.coordinate(o).Vars() {
			if !c.by.names[v] {
				return false
			}
		}
	}
	return true
}

// place gives an access of a call the index and the resource that its effect has there. If they cannot be told, it stays one
// to all that is lent.
func (c *callSite) place(a *access) {
	x := a.effect
	names := renaming{names: maps.Clone(c.nats), known: true}
	who := slices.Clone(c.by.coords)
	base := c.callee.ExecType()
	if c.op.Operand(0) != c.by.exec {
		return
	}
	for _, coord := range c.coords {
		at, ok := place.CoordAt(c.by.exec, base, coord)
		if !ok {
			return
		}
		names.names[coord.Name()] = c.f.hardware(nat.Var(at.Name()).Sub(at.Lo))
	}
	var vars []overlap.Var
	for _, v := range x.vars {
		v.Lo, v.Hi = names.read(v.Lo), names.read(v.Hi)
		v.Name = names.local(v.Name)
		vars = append(vars, v)
	}
	for _, coord := range x.who {
		coord.Lo, coord.Extent, coord.Op = names.read(coord.Lo), names.read(coord.Extent), nil
		at, ok := place.CoordAt(c.by.exec, base, coord)
		if !ok {
			return
		}
		who = append(who, at)
	}
	var index []place.IndexFunc
	for i := range x.index {
		y, ok := names.index(&x.index[i]), true
		y.Permuted = c.permuted(y.Permuted)
		if x.callee == "" {
			y, ok = c.f.r.Behind(a.path, y)
		}
		if !ok {
			return
		}
		index = append(index, y)
	}
	if names.known {
		a.index, a.known, a.vars = index, true, vars
		a.who = c.f.newActor(who, x.single || c.by.single)
	}
}

// permuted are those of numbers to which permutations of the callee lead for which it is known which permutations these are in the caller.
func (c *callSite) permuted(list []place.Permuted) (out []place.Permuted) {
	for _, p := range list {
		var ok bool
		if p.Of, ok = place.PermutationIn(c.op.Operand(p.Of.Root.Index()), p.Of.Via, c.f.r.Usage); ok {
			out = append(out, p)
		}
	}
	return out
}

// renaming reads expressions of a callee in the names of its caller; known: all names were known.
type renaming struct {
	names map[string]nat.Expr
	known bool
}

func (r *renaming) read(e nat.Expr) nat.Expr {
	for _, v := range e.Vars() {
		if _, ok := r.names[v]; !ok {
			r.known = false
		}
	}
	return e.Subst(r.names)
}

// local gives a variable of the callee the name that it has in its caller. No other name starts like that.
func (r *renaming) local(name string) string {
	r.names[name] = nat.Var(ofCallee + name)
	return ofCallee + name
}

// index reads an index function.
func (r *renaming) index(x *place.IndexFunc) place.IndexFunc {
	y := place.IndexFunc{Partial: x.Partial, Elems: slices.Clone(x.Elems), Vars: slices.Clone(x.Vars)}
	for i := range y.Vars {
		v := &y.Vars[i]
		v.Lo, v.Hi = r.read(v.Lo), r.read(v.Hi)
	}
	for i := range y.Vars {
		y.Vars[i].Name = r.local(y.Vars[i].Name)
	}
	for i := range y.Elems {
		if !y.Elems[i].IsField {
			y.Elems[i].Expr = r.read(y.Elems[i].Expr)
		}
	}
	for _, c := range x.Assume {
		y.Assume = append(y.Assume, nat.Constraint{L: r.read(c.L), Rel: c.Rel, R: r.read(c.R)})
	}
	for _, c := range x.Exists {
		y.Exists = append(y.Exists, nat.Constraint{L: r.read(c.L), Rel: c.Rel, R: r.read(c.R)})
	}
	for _, p := range x.Permuted {
		y.Permuted = append(y.Permuted, place.Permuted{Name: r.names[p.Name].String(), Index: r.read(p.Index), Of: p.Of})
	}
	return y
}
