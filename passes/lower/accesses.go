package lower

import (
	"descend/dialects/arith"
	"descend/dialects/descend"
	"descend/dialects/gpu/contract"
	"descend/dialects/nat"
	"descend/ir"
	"descend/passes/place"
)

// This file lowers variables, reads and writes, which all other statements may need.

// fn lowers the statements of one function, a kernel or a CPU function: it binds values to the operations of the source and leaves
// memory, indices and operations to the layers below.
type fn struct {
	*storage
	unchecked bool
	direct    map[*ir.Value]bool // the variables that need no memory
	needed    neededParts
	guards    []*guard // the checks that versions may leave out
	told      func(choice, *ir.Value)
	kernel    *kernelCode // one of kernel and host is there
	host      *hostCode
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

// read lowers a read or move.
func (f *fn) read(o *ir.Operation) {
	t := descend.ElemOf(o.Operand(0))
	v := f.pruned(o.Result(0), f.load(&reference{place: o.Operand(0)}, t))
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
func (f *fn) write(o descend.WriteOp) {
	f.give(o.Place(), f.pruned(o.Place(), f.val(o.Value())))
}

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
		if f.kernel == nil {
			f.fail(o.Loc(), descend.CodeWrongMemory, "shared memory outside a kernel")
		}
		r = f.kernel.sharedObject(o, t.Elem)
	} else {
		r = f.newPrivate(t.Elem, o.Loc())
	}
	f.vals[o.Result(0)] = &value{typ: t, ref: &reference{root: r}}
}

// bindIndex makes the index of a descend.index a nat variable and emits its bounds check; what follows in
// the block knows its range.
func (f *fn) bindIndex(o descend.IndexOp) {
	idx := f.toIndex(f.val(o.Operand(1)).ssa, o.Operand(1).Type())
	name := f.freshNat("i", idx, classRuntime)
	f.elems[o.Result(0)] = nat.Var(name)
	arr, ok := descend.ElemOf(o.Operand(0)).(*descend.ArrayType)
	if !ok {
		f.unsupported(o.Loc(), "index into %s", descend.Format(descend.ElemOf(o.Operand(0))))
	}
	if !o.HasAttr("in_bounds") && !f.unchecked {
		f.check(arith.CmpI(f.b, arith.UGE, idx, f.natValue(arr.Size)), contract.CheckIndex, o.StringAttr("text"), o.Operation)
	}
	f.facts = f.facts.WithRange(name, nat.Int(0), arr.Size)
	if c, ok := place.PositionOf(o.Operand(1), f.usages.Of); ok { // as a select would have it
		f.elems[o.Result(0)] = f.position(c)
	}
}
