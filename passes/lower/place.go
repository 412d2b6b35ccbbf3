package lower

import (
	"slices"

	"descend/dialects/descend"
	"descend/dialects/gpu/contract"
	"descend/dialects/memref"
	"descend/dialects/nat"
	"descend/dialects/scf"
	"descend/dialects/view"
	"descend/ir"
	"descend/passes/place"
)

// This file turns places into memory and an index. Making a place emits nothing; an access goes back to the root, carrying the
// index into what is behind. What steps mean says package place, as it does to the checks, and so does who executes.

// places finds the memory behind places. It must not know how what lies there is read or written.
type places struct {
	*indexer
	// roots are the memory of parameters and locals; elems the elements that loops over collections bind.
	roots map[*ir.Value]*root
	elems map[*ir.Value]nat.Expr
	// orders are the indices of permutations, permutations the variables for what they lead to, by what these depend on.
	orders       map[*ir.Value]*reference
	permutations map[string]string
	// usages are what the function does with variables.
	usages place.Usages
}

// value is a lowered value: a scalar (ssa), a reference, a box, the parts of a tuple or struct, or an array.
type value struct {
	typ   ir.Type
	ssa   *ir.Value
	parts []*value
	// ref is what a reference refers to, box the memory that a box owns.
	ref *reference
	box *root
	// array values: rep is the one value of all elements, elems the elements, from what to copy.
	rep   *value
	elems []*value
	from  *reference
	// absent is a part that nobody needs (neededParts).
	absent bool
}

func scalarValue(t ir.Type, v *ir.Value) *value { return &value{typ: t, ssa: v} }

// reference is a place: root if it is a whole buffer, else the part of place that the steps lead to.
type reference struct {
	root  *root
	place *ir.Value
	steps []view.Elem
	led   *led
}

// root is memory: one buffer, or for private and shared variables one for each scalar of the type.
type root struct {
	typ   ir.Type
	mem   *ir.Value                    // buffer of scalars, or of bytes in C layout
	leafs map[descend.Fields]*ir.Value // buffers by path
	base  nat.Expr                     // index of the first element, or byte, in mem
	bases map[descend.Fields]nat.Expr  // index of the first element in each of leafs, 0 if there is none
	val   *value                       // instead of memory: what a variable holds (variables.go)
	own   map[descend.Fields]*root     // memory of the parts of such a variable, by path
	// nest is the number of conditionals and loops around the variable.
	nest int
	// private: registers, if all indices are static, so that loops over its elements are unrolled.
	private bool
	// space is the memory space of the buffers, nil for global and host memory.
	space ir.Attribute
}

// led says where the dereferenced place at led when it was borrowed: the variable may hold another reference by now.
type led struct {
	at *ir.Value
	to *reference
}

// resolve finds the memory that a place is a part of, and the index there of the part of the place that idx selects. Steps mean
// what they mean to the checks (place.Back); what references and boxes lead to is known here.
func (f *places) resolve(p *ir.Value, idx []view.Elem, by *led) (*root, []view.Elem) {
	return f.resolveWith(p, idx, by, func(nat.Constraint) {})
}

// number is the number of the element that a step takes: what a run-time index or the variable of a loop is bound to, and where
// the executing resource is in its schedule.
func (f *places) number(s place.Step) (nat.Expr, bool) {
	switch s.Kind {
	case place.Select:
		c, ok := place.CoordOf(view.SelectOp{Operation: s.Op})
		return f.position(c), ok
	case place.Each:
		e, ok := f.elems[s.Op.Body(0).Arg(0)]
		return e, ok
	}
	e, ok := f.elems[s.Op.Result(0)]
	return e, ok
}

// behind is what is behind the reference or box that a place dereferences.
func (f *places) behind(p *ir.Value, by *led) *reference {
	if by != nil && by.at == p {
		return by.to
	}
	of, deref := descend.Base(p)
	if deref == nil {
		f.unsupported(f.b.Loc(), "a place that is not known here")
	}
	return f.refAt(of, by, deref.Loc())
}

// refAt is the reference or box that a place holds.
func (f *places) refAt(p *ir.Value, by *led, loc ir.Location) *reference {
	r, steps := f.resolve(p, nil, by)
	v := r.val
	for _, s := range steps {
		if v == nil || !s.IsField || s.Field >= len(v.parts) {
			v = nil
			break
		}
		v = v.parts[s.Field]
	}
	switch {
	case v == nil:
	case v.ref != nil:
		return v.ref
	case v.box != nil:
		return &reference{root: v.box}
	}
	f.unsupported(loc, "a reference or box that is not bound once, by `let` or as a parameter")
	return nil
}

// typeAt is the type that the steps lead to in a t.
func (f *places) typeAt(t ir.Type, steps []view.Elem) ir.Type {
	for _, s := range steps {
		if !s.IsField {
			a, ok := t.(*descend.ArrayType)
			if !ok {
				f.unsupported(f.b.Loc(), "index into %s", descend.Format(t))
			}
			t = a.Elem
			continue
		}
		ps, ok := parts(t)
		if !ok || s.Field >= len(ps) {
			f.unsupported(f.b.Loc(), "component %d of %s", s.Field, descend.Format(t))
		}
		t = ps[s.Field]
	}
	return t
}

// location is an element of a buffer.
type location struct {
	mem  *ir.Value
	idx  nat.Expr
	leaf ir.Type // the scalar of the language that lies there
	root *root
}

// locate gives buffer and index of the scalar that the steps select in r.
func (f *places) locate(r *root, steps []view.Elem) location {
	types := []ir.Type{r.typ}
	for i := range steps {
		types = append(types, f.typeAt(types[i], steps[i:i+1]))
	}
	leaf := types[len(steps)]
	if !isLeaf(leaf) {
		f.unsupported(f.b.Loc(), "an access of %s as a scalar", descend.Format(leaf))
	}
	idx := nat.Int(0)
	if r.leafs != nil { // one buffer for each scalar of the type
		size := nat.Int(1)
		for i := len(steps) - 1; i >= 0; i-- {
			if a, ok := types[i].(*descend.ArrayType); ok {
				idx = idx.Add(steps[i].Expr.Mul(size))
				size = size.Mul(a.Size)
			}
		}
		key := leafKey(steps)
		return location{r.leafs[key], r.bases[key].Add(idx), leaf, r}
	}
	if _, plain := isPlain(r.typ); plain {
		idx = r.base
		for i, s := range steps {
			idx = idx.Add(s.Expr.Mul(count(types[i+1])))
		}
		return location{r.mem, idx, leaf, r}
	}
	// bytes in C layout: a view at the offset of the field, indexed in units of the scalar
	size := descend.ScalarSize(leaf)
	offset := r.base
	for i, s := range steps {
		if !s.IsField {
			idx = idx.Add(s.Expr.Mul(descend.SizeOf(types[i+1]).Div(nat.Int(size))))
			continue
		}
		o, _ := descend.FieldOffset(types[i], s.Field)
		offset = offset.Add(o)
	}
	n := descend.SizeOf(r.typ).Add(r.base).Sub(offset).Div(nat.Int(size))
	mt := r.mem.Type().(*ir.MemRefType)
	vt := f.c.MemRefType([]int64{staticSize(n)}, memScalar(f.c, leaf), nil, mt.Space)
	var sizes []*ir.Value
	if vt.Shape[0] == ir.Dynamic {
		sizes = append(sizes, f.natValue(n))
	}
	return location{memref.NewView(f.b, r.mem, f.natValue(offset), vt, sizes...), idx, leaf, r}
}

// leafKey is the path of descend.Leaves for the components among the steps.
func leafKey(steps []view.Elem) (key descend.Fields) {
	for _, s := range steps {
		if s.IsField {
			key = key.Field(s.Field)
		}
	}
	return key
}

// target is the memory that r refers to, and all steps to it.
func (f *places) target(r *reference) (*root, []view.Elem) { return settle(f.origin(r)) }

// origin is the variable or memory that r refers to, and all steps.
func (f *places) origin(r *reference) (*root, []view.Elem) {
	if r.root != nil {
		return r.root, r.steps
	}
	return f.resolve(r.place, r.steps, r.led)
}

// leadsToBound says whether a place is a part of a variable that is a value: a chain of components and
// elements down to it, without views (which need all their indices to be resolved).
func (f *places) leadsToBound(p *ir.Value, by *led) bool {
	for {
		from, steps := place.Way(p, place.Ref, place.Box)
		if slices.ContainsFunc(steps, func(s place.Step) bool { return s.Kind != place.Proj && s.Kind != place.At }) {
			return false
		}
		if r := f.roots[from]; r != nil {
			return r.val != nil
		}
		ref := f.behind(from, by)
		if ref.root != nil {
			return ref.root.val != nil
		}
		p, by = ref.place, ref.led
	}
}

// addr computes the index of a location and marks the loops that index registers.
func (f *places) addr(l location) *ir.Value {
	idx := f.simplify(l.idx)
	if l.root.private && inRegisters(l.mem) {
		f.unroll(idx.Vars())
	}
	return f.addressOf(idx)
}

// unroll marks the loops of variables, and of those that they were computed from.
func (f *places) unroll(vars []string) {
	for _, v := range vars {
		if li := f.loops[v]; li != nil && ir.Is[scf.ForOp](li.op) && li.trips >= 0 && li.trips <= maxUnroll {
			contract.UnrollFull.Set(li.op)
		}
		f.unroll(f.inside[v])
	}
}

// step is the part of a reference's target that s selects.
func (r *reference) step(s view.Elem) *reference {
	n := *r
	n.steps = append(append([]view.Elem(nil), r.steps...), s)
	return &n
}

// held is the variable or parameter without memory that a place is a part of, with the path to the part.
func (f *places) held(p *ir.Value) (r *root, path []view.Elem) {
	written := place.Written(p)
	if r = f.roots[written.Root]; r == nil || r.mem != nil || r.leafs != nil {
		return nil, nil
	}
	fields, ok := written.Fields()
	if !ok {
		return nil, nil
	}
	for _, i := range fields.Numbers() {
		path = append(path, view.Field(i))
	}
	return r, path
}

// borrow is the reference to a place. What references and boxes on the way to it hold is looked up now: the
// variables may be gone or hold others when the reference is used.
func (f *places) borrow(p *ir.Value) *reference {
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

// along is the part of a reference's target that the steps lead to.
func (r *reference) along(steps []view.Elem) *reference {
	n := *r
	n.steps = append(append([]view.Elem(nil), r.steps...), steps...)
	return &n
}

// settle follows the value of a variable to the memory that the steps lead to, if it has some.
func settle(r *root, steps []view.Elem) (*root, []view.Elem) {
	v := r.val
	for i := 0; v != nil; i++ {
		if v.from != nil && v.from.root != nil {
			t := v.from.along(steps[i:])
			return settle(t.root, t.steps)
		}
		if i == len(steps) || !steps[i].IsField || steps[i].Field >= len(v.parts) {
			break
		}
		v = v.parts[steps[i].Field]
	}
	return r, steps
}
