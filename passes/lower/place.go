package lower

import (
	"strconv"

	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/dialects/memref"
	"descend/dialects/nat"
	"descend/dialects/view"
	"descend/ir"
)

// This file turns chains of places and views into a root and an index (language.md section 6). Making a
// place emits nothing; an access walks its chain back to the root, carrying the coordinates that are
// already fixed, and each view on the way maps them.

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
}

// reference is a place: root if it is a whole buffer, else the part of place that the steps lead to.
type reference struct {
	root  *root
	place *ir.Value
	steps []step
	env   *mapEnv
}

// root is memory: one buffer, or for private and shared variables one for each scalar of the type.
type root struct {
	typ   ir.Type
	mem   *ir.Value            // buffer of scalars, or of bytes in C layout
	leafs map[string]*ir.Value // buffers by path
	base  nat.Expr             // index of the first element, or byte, in mem
	bases map[string]nat.Expr  // index of the first element in each of leafs, 0 if there is none
	val   *value               // instead of memory: what a variable holds (variables.go)
	own   map[string]*root     // memory of the parts of such a variable, by path
	// nest is the number of conditionals and loops around the variable.
	nest int
	// private: registers, if all indices are static, so that loops over its elements are unrolled.
	private bool
	// space is the memory space of the buffers, nil for global and host memory.
	space ir.Attribute
}

// step selects a part: an element of an array (proj < 0) or a component.
type step struct {
	index nat.Expr
	proj  int
}

func at(e nat.Expr) step { return step{index: e, proj: -1} }

// mapEnv says to which element of which place the argument of a view.map region belongs, or (with ref) where the
// dereferenced place arg led when it was borrowed: the variable may hold another reference by now.
type mapEnv struct {
	arg   *ir.Value
	index nat.Expr
	of    *ir.Value
	ref   *reference
	outer *mapEnv
}

// lookup is the entry for a place.
func (e *mapEnv) lookup(arg *ir.Value) *mapEnv {
	for e != nil && e.arg != arg {
		e = e.outer
	}
	return e
}

// resolve walks from place, of which the steps select a part, to the root.
func (f *fn) resolve(place *ir.Value, steps []step, env *mapEnv) (*root, []step) {
	for {
		if r, ok := f.roots[place]; ok {
			return r, steps
		}
		if place.IsArg() {
			if idx, ok := f.elems[place]; ok {
				steps = push(at(idx), steps)
				place = place.OwnerBlock().Parent().Operand(0)
				continue
			}
			e := env.lookup(place)
			if e == nil {
				f.unsupported(f.b.Loc(), "a place that is not known here")
			}
			steps, place, env = push(at(e.index), steps), e.of, e.outer
			continue
		}
		o := place.DefiningOp()
		switch t := o.Typed().(type) {
		case descend.DerefOp:
			ref := f.behind(o, env)
			steps = append(append([]step(nil), ref.steps...), steps...)
			if ref.root != nil {
				return ref.root, steps
			}
			place, env = ref.place, ref.env
			continue
		case descend.ProjOp:
			steps = push(step{proj: t.Number()}, steps)
		case descend.AtOp:
			steps = push(at(t.Index()), steps)
		case descend.IndexOp:
			e, ok := f.elems[o.Result(0)]
			if !ok {
				f.unsupported(o.Loc(), "a run-time index inside a view")
			}
			steps = push(at(e), steps)
		case descend.RetypeOp:
		case view.SelectOp:
			steps = push(at(f.coordinate(t.Resource(), t.Axis(), o.Loc())), steps)
		case view.MapOp:
			if len(steps) == 0 || steps[0].proj >= 0 {
				f.unsupported(o.Loc(), "a mapped view that is not indexed")
			}
			body := o.Body(0)
			env = &mapEnv{arg: body.Arg(0), index: steps[0].index, of: o.Operand(0), outer: env}
			place, steps = body.Back().Operand(0), steps[1:]
			continue
		default:
			s, ok := viewStep(o, steps)
			if !ok {
				f.unsupported(o.Loc(), "an access through `%s` that does not reach an element", o.Name())
			}
			steps = s
		}
		place = o.Operand(0)
	}
}

func push(s step, steps []step) []step { return append([]step{s}, steps...) }

// viewStep maps the leading steps through a view; false if too few are fixed.
func viewStep(o *ir.Operation, s []step) ([]step, bool) {
	isIndex := func(i int) bool { return i < len(s) && s[i].proj < 0 }
	rest := func(n int, front ...step) ([]step, bool) { return append(front, s[n:]...), true }
	arr, _ := descend.ElemOf(o.Operand(0)).(*descend.ArrayType)
	switch t := o.Typed().(type) {
	case view.SplitOp:
		if len(s) < 2 || s[0].proj < 0 || !isIndex(1) {
			return nil, false
		}
		if s[0].proj == 0 {
			return rest(2, s[1])
		}
		return rest(2, at(s[1].index.Add(t.At())))
	case view.GroupOp:
		if !isIndex(0) || !isIndex(1) {
			return nil, false
		}
		return rest(2, at(s[0].index.Mul(t.Size()).Add(s[1].index)))
	case view.JoinOp:
		if !isIndex(0) || arr == nil {
			return nil, false
		}
		in, ok := arr.Elem.(*descend.ArrayType)
		if !ok {
			return nil, false
		}
		return rest(1, at(s[0].index.Div(in.Size)), at(s[0].index.Mod(in.Size)))
	case view.TransposeOp:
		if !isIndex(0) || !isIndex(1) {
			return nil, false
		}
		return rest(2, s[1], s[0])
	case view.ReverseOp:
		if !isIndex(0) || arr == nil {
			return nil, false
		}
		return rest(1, at(arr.Size.Sub(nat.Int(1)).Sub(s[0].index)))
	case view.RangeOp:
		if !isIndex(0) {
			return nil, false
		}
		return rest(1, at(t.Lo().Add(s[0].index)))
	}
	return nil, false
}

// behind is where a dereferenced place leads.
func (f *fn) behind(deref *ir.Operation, env *mapEnv) *reference {
	if e := env.lookup(deref.Result(0)); e != nil {
		return e.ref
	}
	return f.refAt(deref.Operand(0), env, deref.Loc())
}

// refAt is the reference or box that a place holds.
func (f *fn) refAt(place *ir.Value, env *mapEnv, loc ir.Location) *reference {
	r, steps := f.resolve(place, nil, env)
	v := r.val
	for _, s := range steps {
		if v == nil || s.proj < 0 || s.proj >= len(v.parts) {
			v = nil
			break
		}
		v = v.parts[s.proj]
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
func (f *fn) typeAt(t ir.Type, steps []step) ir.Type {
	for _, s := range steps {
		if s.proj < 0 {
			a, ok := t.(*descend.ArrayType)
			if !ok {
				f.unsupported(f.b.Loc(), "index into %s", descend.Format(t))
			}
			t = a.Elem
			continue
		}
		ps, ok := parts(t)
		if !ok || s.proj >= len(ps) {
			f.unsupported(f.b.Loc(), "component %d of %s", s.proj, descend.Format(t))
		}
		t = ps[s.proj]
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
func (f *fn) locate(r *root, steps []step) location {
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
				idx = idx.Add(steps[i].index.Mul(size))
				size = size.Mul(a.Size)
			}
		}
		key := leafKey(steps)
		return location{r.leafs[key], r.bases[key].Add(idx), leaf, r}
	}
	if _, plain := isPlain(r.typ); plain {
		idx = r.base
		for i, s := range steps {
			idx = idx.Add(s.index.Mul(count(types[i+1])))
		}
		return location{r.mem, idx, leaf, r}
	}
	// bytes in C layout: a view at the offset of the field, indexed in units of the scalar
	size := descend.ScalarSize(leaf)
	offset := r.base
	for i, s := range steps {
		if s.proj < 0 {
			idx = idx.Add(s.index.Mul(descend.SizeOf(types[i+1]).Div(nat.Int(size))))
			continue
		}
		o, _ := descend.FieldOffset(types[i], s.proj)
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
func leafKey(steps []step) string {
	key := ""
	for _, s := range steps {
		if s.proj >= 0 {
			key += "." + strconv.Itoa(s.proj)
		}
	}
	return key
}

// bindIndex makes the index of a descend.index a nat variable and emits its bounds check; what follows in
// the block knows its range.
func (f *fn) bindIndex(o descend.IndexOp) {
	idx := f.toIndex(f.val(o.Operand(1)), o.Operand(1).Type())
	name := f.freshNat("i", idx, classRuntime)
	f.elems[o.Result(0)] = nat.Var(name)
	arr, ok := descend.ElemOf(o.Operand(0)).(*descend.ArrayType)
	if !ok {
		f.unsupported(o.Loc(), "index into %s", descend.Format(descend.ElemOf(o.Operand(0))))
	}
	if !o.HasAttr("in_bounds") && !f.m.opts.Unchecked {
		f.check(f.cmpi(cmpUGE, idx, f.natValue(arr.Size)), "index", o.StringAttr("text"), o.Operation)
	}
	f.facts = f.facts.WithRange(name, nat.Int(0), arr.Size)
}

// toIndex converts an integer of the language to an index; negative values become huge.
func (f *fn) toIndex(v *value, t ir.Type) *ir.Value {
	if v.ssa.Type() == f.index() {
		return v.ssa
	}
	if i, ok := t.(*ir.IntegerType); ok && (i.Sign == ir.Unsigned || i.Width == 1) {
		return f.op1("arith.index_castui", f.index(), []*ir.Value{v.ssa})
	}
	return f.op1("arith.index_cast", f.index(), []*ir.Value{v.ssa})
}

// coordinate is which of the resources along the axis the one in v is, as a nat over the hardware ids.
func (f *fn) coordinate(v *ir.Value, axis exec.Axis, loc ir.Location) nat.Expr {
	var binder *ir.Operation
	if b := v.OwnerBlock(); b != nil {
		binder = b.Parent()
	}
	st := f.resource(v)
	for i := len(st.foralls) - 1; i >= 0; i-- {
		s := st.foralls[i]
		if s.axis == axis && (s.op == binder || binder == nil || !binder.Is("exec.sched")) {
			return s.coord
		}
	}
	for i := len(st.foralls) - 1; i >= 0; i-- {
		if st.foralls[i].axis == axis {
			return st.foralls[i].coord
		}
	}
	f.fail(loc, "wrong-exec", "select over %s by a resource that is not scheduled along it", axis)
	return nat.Expr{}
}
