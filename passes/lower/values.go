package lower

import (
	"descend/dialects/descend"
	"descend/dialects/gpu"
	"descend/dialects/memref"
	"descend/dialects/nat"
	"descend/dialects/view"
	"descend/ir"
)

// This file moves values between memory and SSA form.

// val is the lowered value of v.
func (f *storage) val(v *ir.Value) *value {
	if x, ok := f.vals[v]; ok {
		return x
	}
	f.unsupported(f.b.Loc(), "a value that is not known here")
	return nil
}

// scalar is the SSA value of v, which must be a scalar.
func (f *storage) scalar(v *ir.Value) *ir.Value {
	x := f.val(v)
	if x.ssa == nil {
		f.unsupported(f.b.Loc(), "a value of type %s where a scalar is needed", descend.Format(v.Type()))
	}
	return x.ssa
}

// maxFlat bounds the number of scalars into which an array value is taken apart.
const maxFlat = 4096

// flatTypes are the types of the scalars of a value of t.
func (f *storage) flatTypes(t ir.Type) []ir.Type {
	if isLeaf(t) {
		return []ir.Type{ssaScalar(f.c, t)}
	}
	var out []ir.Type
	if ps, ok := parts(t); ok {
		for _, p := range ps {
			out = append(out, f.flatTypes(p)...)
		}
		return out
	}
	if a, ok := t.(*descend.ArrayType); ok {
		n, isConst := a.Size.Int64()
		if !isConst || n > maxFlat {
			f.unsupported(f.b.Loc(), "an array of %s elements as the value of a block", a.Size)
		}
		for range n {
			out = append(out, f.flatTypes(a.Elem)...)
		}
		return out
	}
	switch t := t.(type) {
	case *descend.RefType: // buffer and index of the first element, or of the first of each scalar
		if f.scattered(t) {
			for _, l := range descend.Leaves(t.Elem) {
				out = append(out, f.leafMemRef(l, t.Mem), f.index())
			}
			return out
		}
		if !holdsBoxOrRef(t.Elem) {
			return []ir.Type{anyExtent(f.c, memrefOf(f.c, t.Elem, f.spaceOf(t.Mem))), f.index()}
		}
	case *descend.BoxType:
		if !f.gpu && !holdsBoxOrRef(t.Elem) {
			return []ir.Type{memrefOf(f.c, t.Elem, nil)}
		}
	}
	f.unsupported(f.b.Loc(), "a value of type %s that is selected at run time", descend.Format(t))
	return nil
}

// flatten lists the scalars of a value.
func (f *storage) flatten(v *value) []*ir.Value {
	if v.ssa != nil {
		return []*ir.Value{v.ssa}
	}
	var out []*ir.Value
	if _, ok := parts(v.typ); ok {
		for _, p := range v.parts {
			out = append(out, f.flatten(p)...)
		}
		return out
	}
	if a, ok := v.typ.(*descend.ArrayType); ok {
		n, isConst := a.Size.Int64()
		if !isConst || n > maxFlat {
			f.unsupported(f.b.Loc(), "an array of %s elements as a value", a.Size)
		}
		for i := range n {
			out = append(out, f.flatten(f.element(v, nat.Int(i)))...)
		}
		return out
	}
	switch t := v.typ.(type) {
	case *descend.RefType:
		if v.ref != nil && f.scattered(t) {
			for _, l := range descend.Leaves(t.Elem) {
				mem, offset := f.leafSpan(v.ref, t.Elem, l.Path)
				out = append(out, f.castTo(mem, f.leafMemRef(l, t.Mem)), f.natValue(offset))
			}
			return out
		}
		if v.ref != nil && !holdsBoxOrRef(t.Elem) {
			mem, _, offset := f.span(v.ref, t.Elem)
			return []*ir.Value{f.castTo(mem, anyExtent(f.c, memrefOf(f.c, t.Elem, f.spaceOf(t.Mem)))), f.natValue(offset)}
		}
	case *descend.BoxType:
		if !f.gpu && v.box != nil && v.box.mem != nil {
			return []*ir.Value{f.castTo(v.box.mem, memrefOf(f.c, t.Elem, nil))}
		}
	}
	f.unsupported(f.b.Loc(), "a value of type %s that is selected at run time", descend.Format(v.typ))
	return nil
}

// scattered says whether what a reference refers to lies in one buffer for each of its scalars: tuples and structs in
// shared and private memory.
func (f *storage) scattered(t *descend.RefType) bool {
	_, plain := isPlain(t.Elem)
	return f.gpu && f.spaceOf(t.Mem) != nil && !plain && !holdsBoxOrRef(t.Elem)
}

// leafMemRef is the type of the buffer of one of the scalars of a scattered reference.
func (f *storage) leafMemRef(l descend.Leaf, m descend.Mem) *ir.MemRefType {
	return f.c.MemRefType([]int64{ir.Dynamic}, memScalar(f.c, l.Type), nil, f.spaceOf(m))
}

// spaceOf is the memory space of buffers in a memory.
func (f *storage) spaceOf(m descend.Mem) ir.Attribute {
	switch {
	case m == descend.GPUShared:
		return gpu.AddressSpace(f.c, gpu.Workgroup)
	case m == descend.GPULocal && f.gpu:
		return gpu.AddressSpace(f.c, gpu.Private)
	}
	return nil
}

// unflatten is the inverse of flatten; it returns what is left of the list.
func (f *storage) unflatten(t ir.Type, vs []*ir.Value) (*value, []*ir.Value) {
	if isLeaf(t) {
		return scalarValue(t, vs[0]), vs[1:]
	}
	out := &value{typ: t}
	if ps, ok := parts(t); ok {
		for _, p := range ps {
			var x *value
			x, vs = f.unflatten(p, vs)
			out.parts = append(out.parts, x)
		}
		return out, vs
	}
	switch t := t.(type) {
	case *descend.RefType:
		if f.scattered(t) {
			r := &root{typ: t.Elem, leafs: map[descend.Fields]*ir.Value{}, bases: map[descend.Fields]nat.Expr{}, space: f.spaceOf(t.Mem)}
			for _, l := range descend.Leaves(t.Elem) {
				r.leafs[l.Path], r.bases[l.Path] = vs[0], nat.Var(f.freshNat("p", vs[1], classRuntime))
				vs = vs[2:]
			}
			out.ref = &reference{root: r}
			return out, vs
		}
		base := nat.Var(f.freshNat("p", vs[1], classRuntime))
		out.ref = &reference{root: &root{typ: t.Elem, mem: vs[0], base: base}}
		return out, vs[2:]
	case *descend.BoxType:
		out.box = &root{typ: t.Elem, mem: vs[0]}
		return out, vs[1:]
	}
	a := t.(*descend.ArrayType) // flatTypes has refused all else
	n, _ := a.Size.Int64()
	for range n {
		var x *value
		x, vs = f.unflatten(a.Elem, vs)
		out.elems = append(out.elems, x)
	}
	return out, vs
}

// element is an element of an array value.
func (f *storage) element(v *value, i nat.Expr) *value {
	a := v.typ.(*descend.ArrayType)
	switch {
	case v.rep != nil:
		return v.rep
	case v.elems != nil:
		if n, ok := i.Int64(); ok && n >= 0 && n < int64(len(v.elems)) {
			return v.elems[n]
		}
		tmp := &reference{root: f.newPrivate(a, f.b.Loc())}
		f.store(tmp, a, v)
		return f.load(tmp.step(view.At(i)), a.Elem)
	case v.from != nil:
		return f.load(v.from.step(view.At(i)), a.Elem)
	}
	f.unsupported(f.b.Loc(), "an element of this array value")
	return nil
}

// load reads a value of type t; arrays are only noted as what to copy from.
func (f *storage) load(r *reference, t ir.Type) *value {
	if v := f.bound(r); v != nil {
		return f.fetched(v)
	}
	if a, ok := t.(*descend.ArrayType); ok {
		return &value{typ: a, from: r}
	}
	if ps, ok := parts(t); ok {
		out := &value{typ: t}
		for i, p := range ps {
			out.parts = append(out.parts, f.load(r.step(view.Field(i)), p))
		}
		return out
	}
	if !isLeaf(t) {
		f.unsupported(f.b.Loc(), "a read of %s from memory", descend.Format(t))
	}
	root, steps := f.target(r)
	if root.mem == nil && root.leafs == nil { // which the checks refuse
		f.unsupported(f.b.Loc(), "a read of a variable that has no value")
	}
	l := f.locate(root, steps)
	v := memref.NewLoad(f.b, l.mem, f.addr(l))
	return scalarValue(t, f.fromMem(v, t))
}

// fetched is v with what still lies in memory read, but for arrays.
func (f *storage) fetched(v *value) *value {
	if v.from != nil {
		if _, isArray := v.typ.(*descend.ArrayType); !isArray {
			return f.load(v.from, v.typ)
		}
	}
	if len(v.parts) == 0 {
		return v
	}
	out := *v
	out.parts = nil
	for _, p := range v.parts {
		out.parts = append(out.parts, f.fetched(p))
	}
	return &out
}

// bound is the value at r if r lies in a variable that is a value, not memory.
func (f *storage) bound(r *reference) *value {
	if r.root == nil && !f.leadsToBound(r.place, r.led) || r.root != nil && r.root.val == nil {
		return nil
	}
	root, steps := f.origin(r)
	v := root.val
	for i, s := range steps {
		switch {
		case v == nil:
			return nil
		case v.from != nil:
			rest := v.from.along(steps[i:])
			return &value{typ: f.typeAt(v.typ, steps[i:]), from: rest}
		case !s.IsField:
			v = f.element(v, s.Expr)
		case s.Field >= len(v.parts):
			return nil
		default:
			v = v.parts[s.Field]
		}
	}
	return v
}

// store writes a value of type t.
func (f *storage) store(r *reference, t ir.Type, v *value) {
	if v.absent {
		return
	}
	if isLeaf(t) {
		if v.ssa == nil {
			v = f.load(v.from, t)
		}
		l := f.locate(f.target(r))
		x := f.toMem(v.ssa, t)
		memref.NewStore(f.b, x, l.mem, f.addr(l))
		return
	}
	if holdsBoxOrRef(t) {
		f.assignThrough(r, t, v)
		return
	}
	if ps, ok := parts(t); ok {
		for i, p := range ps {
			f.store(r.step(view.Field(i)), p, f.part(v, i, p))
		}
		return
	}
	a := t.(*descend.ArrayType) // the value of nothing else is no scalar and has no parts
	if v.elems != nil {
		for i, x := range v.elems {
			f.store(r.step(view.At(nat.Int(int64(i)))), a.Elem, x)
		}
		return
	}
	f.loopOver(a.Size, func(i nat.Expr) { f.store(r.step(view.At(i)), a.Elem, f.element(v, i)) })
}

// part is a component of a value.
func (f *storage) part(v *value, i int, t ir.Type) *value {
	if v.from != nil {
		return f.load(v.from.step(view.Field(i)), t)
	}
	return v.parts[i]
}

// buffer is the memory that a reference covers.
func (f *storage) buffer(ref *ir.Value) *ir.Value {
	v := f.val(ref)
	t, ok := ref.Type().(*descend.RefType)
	if v.ref == nil || !ok {
		f.unsupported(f.b.Loc(), "a reference that is not known here")
	}
	return f.bufferOf(v.ref, t.Elem)
}
