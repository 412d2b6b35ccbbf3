package lower

import (
	"descend/dialects/arith"
	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/dialects/nat"
	"descend/ir"
	"descend/passes/place"
)

// This file lowers operations in program order: control flow, variables, reads and writes.

// block lowers the operations of a block and gives the operands of its yield.
func (f *fn) block(b *ir.Block) []*value { return f.scope(b, false) }

// scope is block; with keep, the heap buffers of the block live as long as what is around it: its values may
// lie in them.
func (f *fn) scope(b *ir.Block, keep bool) []*value {
	facts := f.facts
	var out []*value
	if !f.gpu {
		f.frees = append(f.frees, nil)
	}
	switch b.Parent().Typed().(type) {
	case descend.IfOp, descend.WhileOp, descend.ForNatOp, descend.ForEachOp, exec.SplitOp:
		f.nest++
		defer func() { f.nest-- }()
	}
	for o := b.Front(); o != nil && !f.done; o = o.Next() {
		f.b.At(o.Loc())
		if ir.Is[descend.YieldOp](o) {
			for _, v := range o.Operands() {
				out = append(out, f.val(v))
			}
			break
		}
		f.lower(o)
	}
	if !f.gpu {
		top := len(f.frees) - 1
		if keep {
			f.frees[top-1] = append(f.frees[top-1], f.frees[top]...)
		} else if !f.done {
			f.freeFrom(top)
		}
		f.frees = f.frees[:top]
	}
	f.facts = facts
	return out
}

// lower lowers one operation.
func (f *fn) lower(o *ir.Operation) {
	if !f.gpu {
		f.obligations(o)
	}
	switch t := o.Typed().(type) {
	case exec.SchedOp:
		f.block(o.Body(0))
	case exec.SplitOp:
		f.split(t)
	case exec.SyncOp:
		f.sync(t)
	case descend.LocalOp:
		f.local(o)
	case descend.AllocOp:
		f.alloc(t)
	case descend.IndexOp:
		f.bindIndex(t)
	case descend.ReadOp, descend.MoveOp:
		f.read(o)
	case descend.WriteOp:
		f.write(t)
	case descend.DropOp:
		f.drop(o)
	case descend.BorrowOp:
		f.vals[o.Result(0)] = &value{typ: o.Result(0).Type(), ref: f.borrow(o.Operand(0))}
	case descend.ToAtomicOp, descend.RetypeOp:
		if _, isPlace := o.Operand(0).Type().(*descend.PlaceType); !isPlace {
			v := *f.val(o.Operand(0))
			v.typ = o.Result(0).Type()
			f.vals[o.Result(0)] = &v
		}
	case descend.IfOp:
		f.lowerIf(t)
	case descend.WhileOp:
		f.loop(o, nil, func([]*ir.Value) *ir.Value { return f.condition(o.Body(0)) },
			func([]*ir.Value) []*ir.Value { f.block(o.Body(1)); return nil })
	case descend.ForNatOp:
		f.forNat(t)
	case descend.ForEachOp:
		f.forEach(t)
	case descend.ScopeOp, descend.UnsafeOp:
		for i, v := range f.scope(o.Body(0), o.NumResults() > 0) {
			if i < o.NumResults() {
				f.vals[o.Result(i)] = v
			}
		}
	case descend.ReturnOp:
		f.returnOp(o)
	case descend.AtomicOp:
		f.atomic(o)
	case descend.Lowerer:
		t.Lower(lowering{f})
	default:
		if !isResolved(o) && !f.lowerValue(o) && !f.lowerHost(o) {
			f.unsupported(o.Loc(), "operation `%s`", o.Name())
		}
	}
}

// isResolved says whether an operation makes a place or resource, which are resolved by what uses them.
func isResolved(o *ir.Operation) bool {
	return o.NumResults() == 1 && (descend.ElemOf(o.Result(0)) != nil || exec.TypeOf(o.Result(0)) != nil)
}

// lowerIf lowers a conditional.
func (f *fn) lowerIf(o descend.IfOp) {
	cond := f.scalar(o.Operand(0))
	test := func(not bool) *ir.Value {
		if not {
			return arith.XOrI(f.b, cond, f.constInt(-1, f.c.I1()))
		}
		return cond
	}
	f.either(o.Operation, test, func(i int) []*value { return f.block(o.Body(i)) })
}

// either executes one of the two regions of o by a condition; cond makes it, or its negation where there is only the
// second region. arm lowers a region that is not empty. What each region assigns to references and boxes is what the variables hold after it.
func (f *fn) either(o *ir.Operation, cond func(not bool) *ir.Value, arm func(i int) []*value) {
	vars, forgotten := f.carriers(o, true)
	var types []ir.Type
	for _, r := range o.Results() {
		types = append(types, f.flatTypes(r.Type())...)
	}
	types = append(types, f.carriedTypes(vars)...)
	before := values(vars)
	enter := func(i int) func() []*ir.Value {
		empty := o.Region(i).Empty() || o.Body(i).Empty()
		if empty && len(vars) == 0 {
			return nil
		}
		return func() []*ir.Value {
			restore(vars, before)
			restore(forgotten, make([]*value, len(forgotten)))
			var vs []*ir.Value
			if !empty {
				ys := arm(i)
				if f.done {
					return nil
				}
				for _, y := range ys {
					vs = append(vs, f.flatten(y)...)
				}
			}
			return append(vs, f.carried(vars)...)
		}
	}
	then, els := enter(0), enter(1)
	var rs []*ir.Value
	switch {
	case then != nil:
		rs = f.ifOp(cond(false), types, then, els)
	case els != nil:
		rs = f.ifOp(cond(true), types, els, nil)
	}
	restore(forgotten, make([]*value, len(forgotten)))
	for _, r := range o.Results() {
		var v *value
		v, rs = f.unflatten(r.Type(), rs)
		f.vals[r] = v
	}
	f.carry(vars, rs)
}

// loop repeats as whileOp does; what o assigns to references and boxes goes from one round to the next.
func (f *fn) loop(o *ir.Operation, init []*ir.Value, cond func([]*ir.Value) *ir.Value, body func([]*ir.Value) []*ir.Value) {
	vars, forgotten := f.carriers(o, false)
	n := len(init)
	rs := f.whileOp(append(init, f.carried(vars)...),
		func(a []*ir.Value) (*ir.Value, []*ir.Value) {
			f.carry(vars, a[n:])
			c := cond(a[:n])
			return c, append(append([]*ir.Value(nil), a[:n]...), f.carried(vars)...)
		},
		func(a []*ir.Value) []*ir.Value {
			f.carry(vars, a[n:])
			next := body(a[:n])
			if f.done {
				return nil
			}
			return append(next, f.carried(vars)...)
		})
	f.carry(vars, rs[n:])
	restore(forgotten, make([]*value, len(forgotten)))
}

// condition lowers the condition region of a while.
func (f *fn) condition(b *ir.Block) *ir.Value {
	var c *ir.Value
	if !f.gpu {
		f.frees = append(f.frees, nil)
	}
	for o := b.Front(); o != nil; o = o.Next() {
		f.b.At(o.Loc())
		if ir.Is[descend.ConditionOp](o) {
			c = f.scalar(o.Operand(0))
			break
		}
		f.lower(o)
	}
	if !f.gpu {
		f.freeFrom(len(f.frees) - 1)
		f.frees = f.frees[:len(f.frees)-1]
	}
	if c == nil {
		f.unsupported(f.b.Loc(), "a loop without a condition")
	}
	return c
}

// forNat lowers a loop over nats.
func (f *fn) forNat(o descend.ForNatOp) {
	lo, hi := f.simplify(o.Lo()), f.simplify(o.Hi())
	name := o.Var()
	body := func(v *ir.Value) {
		facts, pow2 := f.facts, f.pow2
		f.nats[name], f.class[name] = v, classLoop+f.depth
		f.facts, f.pow2 = place.WithLoop(facts, pow2, o, name, nil)
		f.depth++
		f.block(o.Body(0))
		f.depth--
		f.facts, f.pow2 = facts, pow2
	}
	stepped := func(from, bound nat.Expr, p arith.IntPredicate, step binaryOp) {
		end := f.natValue(bound)
		f.loop(o.Operation, []*ir.Value{f.natValue(from)},
			func(a []*ir.Value) *ir.Value { return arith.CmpI(f.b, p, a[0], end) },
			func(a []*ir.Value) []*ir.Value {
				if body(a[0]); f.done {
					return nil
				}
				return []*ir.Value{step(f.b, a[0], f.constIndex(2))}
			})
	}
	switch o.Kind() {
	case "halved":
		stepped(hi, nat.Max(lo, nat.Int(1)), arith.UGE, arith.DivUI)
	case "doubled":
		stepped(lo, hi, arith.ULE, wraps(arith.MulI))
	default:
		if f.assignsHandles(o.Operation) {
			f.count(o.Operation, f.natValue(lo), f.natValue(hi), body)
			return
		}
		f.forOp(f.natValue(lo), f.natValue(hi), func(i *ir.Value) {
			f.loops[name] = f.newLoop(i, lo, hi)
			body(i)
		})
		f.unroll(f.loops[name])
	}
}

// forEach lowers a loop over the elements of a place.
func (f *fn) forEach(o descend.ForEachOp) {
	a, ok := descend.ElemOf(o.Operand(0)).(*descend.ArrayType)
	if !ok {
		f.unsupported(o.Loc(), "a loop over %s", descend.Format(descend.ElemOf(o.Operand(0))))
	}
	body := o.Body(0)
	round := func(i nat.Expr) {
		f.elems[body.Arg(0)] = i
		f.block(body)
	}
	if !f.assignsHandles(o.Operation) {
		f.loopOver(a.Size, round)
		return
	}
	facts := f.facts
	f.count(o.Operation, f.constIndex(0), f.natValue(a.Size), func(i *ir.Value) {
		name := f.freshNat("k", i, classLoop+f.depth)
		f.facts = facts.WithRange(name, nat.Int(0), a.Size)
		f.depth++
		round(nat.Var(name))
		f.depth--
		f.facts = facts
	})
}

// assignsHandles says whether o assigns references or boxes to variables from outside of it.
func (f *fn) assignsHandles(o *ir.Operation) bool {
	vars, forgotten := f.carriers(o, false)
	return len(vars)+len(forgotten) > 0
}

// count is a loop that counts from lo below hi.
func (f *fn) count(o *ir.Operation, lo, hi *ir.Value, body func(i *ir.Value)) {
	f.loop(o, []*ir.Value{lo},
		func(a []*ir.Value) *ir.Value { return arith.CmpI(f.b, arith.SLT, a[0], hi) },
		func(a []*ir.Value) []*ir.Value {
			body(a[0])
			if f.done {
				return nil
			}
			return []*ir.Value{arith.AddI(f.b, a[0], f.constIndex(1))}
		})
}

// local declares a variable: a value if it is written once, else memory.
func (f *fn) local(o *ir.Operation) {
	place := o.Result(0)
	t := descend.ElemOf(place)
	if holdsArrayOfRefs(t) {
		f.unsupported(o.Loc(), "an array whose elements are boxes or references")
	}
	if f.direct[place] || holdsBoxOrRef(t) || isUnit(t) {
		r := &root{typ: t, nest: f.nest}
		f.roots[place] = r
		if isUnit(t) {
			r.val = &value{typ: t}
		} else if !f.direct[place] {
			f.ownMemory(r, t, "")
		}
		return
	}
	f.roots[place] = f.newPrivate(t, o.Loc())
}

func isUnit(t ir.Type) bool {
	tt, ok := t.(*ir.TupleType)
	return ok && len(tt.Types) == 0
}

// scanLocals finds the variables that need no memory: written once, where they are declared, and never
// borrowed or changed in part.
func (f *fn) scanLocals() {
	for o := range f.src.All("descend.local") {
		v := o.Result(0)
		if _, isArray := descend.ElemOf(v).(*descend.ArrayType); isArray {
			continue
		}
		u := place.UsageOf(v)
		_, once := u.Once()
		f.direct[v] = once && !u.Whole.Any(needsMemory) && !u.Parts.Any(changes)
	}
	for _, p := range f.src.Params() {
		f.direct[p] = !changed(p)
	}
}

// changed says whether a parameter or a part of it is written or lent.
func changed(p *ir.Value) bool {
	u := place.UsageOf(p)
	return u.Whole.Any(changes) || u.Parts.Any(changes)
}

func changes(u descend.Use) bool { return u.Gives() || needsMemory(u) }

// needsMemory says whether a use wants what it uses to be in memory.
func needsMemory(u descend.Use) bool { return u.Lends() || u.IsAtomic() }

// borrow is the reference to a place. What references and boxes on the way to it hold is looked up now: the
// variables may be gone or hold others when the reference is used.
func (f *fn) borrow(p *ir.Value) *reference {
	from, _ := place.Way(p, place.Ref, place.Box)
	of, deref := descend.Base(from)
	if deref == nil {
		return &reference{place: p}
	}
	ref := f.refAt(of, nil, deref.Loc())
	if from == p {
		return ref
	}
	return &reference{place: p, led: &led{at: from, to: ref}}
}

// read lowers a read or move.
func (f *fn) read(o *ir.Operation) {
	t := descend.ElemOf(o.Operand(0))
	v := f.load(&reference{place: o.Operand(0)}, t)
	if lazy(v) && !usedAtOnce(o) {
		v = f.copied(v)
	}
	f.vals[o.Result(0)] = v
}

// lazy says whether a part of v is an array that still lies in memory.
func lazy(v *value) bool {
	for _, p := range v.parts {
		if lazy(p) {
			return true
		}
	}
	return v.from != nil
}

// usedAtOnce says whether the value that o reads is consumed before memory can change.
func usedAtOnce(o *ir.Operation) bool {
	r := o.Result(0)
	if !r.HasUses() {
		return true
	}
	if !r.HasOneUse() {
		return false
	}
	user := r.Users()[0]
	for n := o.Next(); n != nil; n = n.Next() {
		if n == user {
			// a copy within one array may overlap itself
			return ir.Is[descend.WriteOp](n) || ir.Is[descend.BoxNewOp](n) || ir.Is[descend.PrintOp](n)
		}
		if !n.Has(ir.Pure) && !ir.Is[descend.LocalOp](n) && !ir.Is[descend.ReadOp](n) {
			return false
		}
	}
	return false
}

// write lowers a write.
func (f *fn) write(o descend.WriteOp) { f.give(o.Place(), f.val(o.Value())) }

// give gives a place a value.
func (f *fn) give(p *ir.Value, v *value) {
	if r, path := f.held(p); r != nil {
		f.assign(r, path, v, f.direct[p])
		return
	}
	f.store(&reference{place: p}, descend.ElemOf(p), v)
}

// alloc makes shared or private memory.
func (f *fn) alloc(o descend.AllocOp) {
	t, ok := o.Result(0).Type().(*descend.RefType)
	if !ok {
		f.unsupported(o.Loc(), "an allocation of %s", o.Result(0).Type())
	}
	var r *root
	if t.Mem == descend.GPUShared {
		r = f.sharedObject(o, t.Elem)
	} else {
		r = f.newPrivate(t.Elem, o.Loc())
	}
	f.vals[o.Result(0)] = &value{typ: t, ref: &reference{root: r}}
}
