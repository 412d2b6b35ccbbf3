package lower

import (
	"slices"

	"descend/dialects/arith"
	"descend/dialects/descend"
	"descend/dialects/gpu"
	"descend/dialects/gpu/contract"
	"descend/dialects/memref"
	"descend/dialects/nat"
	"descend/dialects/scf"
	"descend/dialects/view"
	"descend/ir"
	"descend/passes/place"
)

// This file moves values between memory and SSA form.

// val is the lowered value of v.
func (f *fn) val(v *ir.Value) *value {
	if x, ok := f.vals[v]; ok {
		return x
	}
	f.unsupported(f.b.Loc(), "a value that is not known here")
	return nil
}

// scalar is the SSA value of v, which must be a scalar.
func (f *fn) scalar(v *ir.Value) *ir.Value {
	x := f.val(v)
	if x.ssa == nil {
		f.unsupported(f.b.Loc(), "a value of type %s where a scalar is needed", descend.Format(v.Type()))
	}
	return x.ssa
}

func scalarValue(t ir.Type, v *ir.Value) *value { return &value{typ: t, ssa: v} }

// maxFlat bounds the number of scalars into which an array value is taken apart.
const maxFlat = 4096

// flatTypes are the types of the scalars of a value of t.
func (f *fn) flatTypes(t ir.Type) []ir.Type {
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
func (f *fn) flatten(v *value) []*ir.Value {
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
func (f *fn) scattered(t *descend.RefType) bool {
	_, plain := isPlain(t.Elem)
	return f.gpu && f.spaceOf(t.Mem) != nil && !plain && !holdsBoxOrRef(t.Elem)
}

// leafMemRef is the type of the buffer of one of the scalars of a scattered reference.
func (f *fn) leafMemRef(l descend.Leaf, m descend.Mem) *ir.MemRefType {
	return f.c.MemRefType([]int64{ir.Dynamic}, memScalar(f.c, l.Type), nil, f.spaceOf(m))
}

// spaceOf is the memory space of buffers in a memory.
func (f *fn) spaceOf(m descend.Mem) ir.Attribute {
	switch {
	case m == descend.GPUShared:
		return gpu.AddressSpace(f.c, gpu.Workgroup)
	case m == descend.GPULocal && f.gpu:
		return gpu.AddressSpace(f.c, gpu.Private)
	}
	return nil
}

// unflatten is the inverse of flatten; it returns what is left of the list.
func (f *fn) unflatten(t ir.Type, vs []*ir.Value) (*value, []*ir.Value) {
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
func (f *fn) element(v *value, i nat.Expr) *value {
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

// step is the part of a reference's target that s selects.
func (r *reference) step(s view.Elem) *reference {
	n := *r
	n.steps = append(append([]view.Elem(nil), r.steps...), s)
	return &n
}

// target is the memory that r refers to, and all steps to it.
func (f *fn) target(r *reference) (*root, []view.Elem) { return settle(f.origin(r)) }

// origin is the variable or memory that r refers to, and all steps.
func (f *fn) origin(r *reference) (*root, []view.Elem) {
	if r.root != nil {
		return r.root, r.steps
	}
	return f.resolve(r.place, r.steps, r.led)
}

// load reads a value of type t; arrays are only noted as what to copy from.
func (f *fn) load(r *reference, t ir.Type) *value {
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
	l := f.locate(f.target(r))
	v := memref.NewLoad(f.b, l.mem, f.addr(l))
	return scalarValue(t, f.fromMem(v, t))
}

// fetched is v with what still lies in memory read, but for arrays.
func (f *fn) fetched(v *value) *value {
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
func (f *fn) bound(r *reference) *value {
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

// leadsToBound says whether a place is a part of a variable that is a value: a chain of components and
// elements down to it, without views (which need all their indices to be resolved).
func (f *fn) leadsToBound(p *ir.Value, by *led) bool {
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
func (f *fn) addr(l location) *ir.Value {
	idx := f.simplify(l.idx)
	if l.root.private {
		for _, v := range idx.Vars() {
			if li := f.loops[v]; li != nil && li.op != nil && li.trips >= 0 && li.trips <= maxUnroll {
				contract.UnrollFull.Set(li.op)
			}
		}
	}
	return f.addressOf(idx)
}

// maxUnroll bounds the trips of loops that are unrolled because they index registers.
const maxUnroll = 256

// unroll says how a loop that is complete is to be unrolled, where LLVM's own guess is worse: a loop around
// unrolled ones as well, if the nest stays small, so that what its rounds read is read by wide accesses; a long
// loop of straight code by a fixed count. (LLVM takes 72 rounds at once if the number of rounds is a constant, for
// which the registers are too few, and only 4 if it is not.)
func (f *fn) unroll(li *loopInfo) {
	const maxNest, longLoop, maxBody, count = 1024, 64, 64, 16
	if !f.gpu || li == nil || li.op == nil || contract.UnrollOf(li.op) != contract.UnrollUnsaid {
		return
	}
	rounds, loops, ops, straight, all := li.trips, 0, 0, true, true
	for o := range li.op.Body(0).Ops() {
		ops++
		straight = straight && o.NumRegions() == 0 && !ir.Is[gpu.BarrierOp](o)
	}
	for l := range ir.AllOf[ir.LoopLike](li.op) {
		loops++
		o := l.LoopRegions()[0].Op()
		all = all && contract.UnrollOf(o) == contract.UnrollFull
		if n, ok := tripsOf(o); ok && rounds <= maxNest {
			rounds *= n
		}
	}
	switch {
	case straight && ops <= maxBody && (li.trips < 0 || li.trips >= longLoop):
		contract.Unroll(count).Set(li.op)
	case loops > 0 && all && rounds > 0 && rounds <= maxNest:
		contract.UnrollFull.Set(li.op)
	}
}

// tripsOf is the number of rounds of an scf.for with constant bounds and a step of one.
func tripsOf(o *ir.Operation) (int64, bool) {
	if !ir.Is[scf.ForOp](o) {
		return 0, false
	}
	lo, ok := constOf(o.Operand(0))
	hi, ok2 := constOf(o.Operand(1))
	if !ok || !ok2 || !lo.IsInt64() || !hi.IsInt64() {
		return 0, false
	}
	return hi.Int64() - lo.Int64(), true
}

// fromMem turns what memory holds into the value of a scalar: bool is a byte.
func (f *fn) fromMem(v *ir.Value, t ir.Type) *ir.Value {
	if ssaScalar(f.c, t) == ir.Type(f.c.I1()) {
		return arith.CmpI(f.b, arith.NE, v, f.constInt(0, v.Type()))
	}
	return v
}

// toMem is the inverse of fromMem.
func (f *fn) toMem(v *ir.Value, t ir.Type) *ir.Value {
	if v.Type() == ir.Type(f.c.I1()) {
		return arith.ExtUI(f.b, v, memScalar(f.c, t))
	}
	return v
}

// store writes a value of type t.
func (f *fn) store(r *reference, t ir.Type, v *value) {
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

// loopOver runs body for every index below n, in a loop.
func (f *fn) loopOver(n nat.Expr, body func(i nat.Expr)) {
	n = f.simplify(n)
	if n.IsZero() {
		return
	}
	if n.IsOne() {
		body(nat.Int(0))
		return
	}
	f.forOp(f.constIndex(0), f.natValue(n), func(i *ir.Value) {
		facts := f.facts
		name := f.freshNat("k", i, classLoop+f.depth)
		f.depth++
		f.facts = facts.WithRange(name, nat.Int(0), n)
		f.loops[name] = f.newLoop(i, nat.Int(0), n)
		body(nat.Var(name))
		f.depth--
		f.facts = facts
	})
}

// newLoop describes the loop that binds i.
func (f *fn) newLoop(i *ir.Value, lo, hi nat.Expr) *loopInfo {
	li := &loopInfo{trips: -1}
	if n, ok := hi.Sub(lo).Int64(); ok {
		li.trips = n
	}
	if b := i.OwnerBlock(); b != nil && ir.Is[scf.ForOp](b.Parent()) {
		li.op = b.Parent()
	}
	return li
}

// newPrivate makes memory of a thread, or of a host function's stack frame.
func (f *fn) newPrivate(t ir.Type, loc ir.Location) *root {
	if f.gpu {
		return f.newLeafs(t, gpu.AddressSpace(f.c, gpu.Private), true, loc, func(mt *ir.MemRefType) *ir.Value {
			return f.atEntry(func() *ir.Operation { return memref.NewAlloca(f.b, mt, 0).DefiningOp() }).Result(0)
		})
	}
	if _, plain := isPlain(t); !plain { // C layout, as the device has it
		f.dynamicSize = f.simplify(descend.SizeOf(t))
		return &root{typ: t, mem: f.hostBuffer(memrefOf(f.c, t, nil))}
	}
	return f.newLeafs(t, nil, false, loc, func(mt *ir.MemRefType) *ir.Value { return f.hostBuffer(mt) })
}

// newLeafs makes one buffer for each scalar in t. Sizes must be constants in private memory.
func (f *fn) newLeafs(t ir.Type, sp ir.Attribute, private bool, loc ir.Location, make func(*ir.MemRefType) *ir.Value) *root {
	r := &root{typ: t, leafs: map[descend.Fields]*ir.Value{}, space: sp}
	for _, l := range descend.Leaves(t) {
		if !isLeaf(l.Type) {
			f.unsupported(loc, "%s inside an array or a variable that is assigned more than once", descend.Format(l.Type))
		}
		n := f.simplify(l.Count)
		size := staticSize(n)
		if private && size == ir.Dynamic {
			f.m.diags.Errorf(loc, descend.CodeNatConstraint, "the size %s of a private array must be a constant", n).
				WithHelp("compile an instance: --instantiate or -D gives values to sizes")
			panic(bailout{})
		}
		r.private = private && size > 1
		f.dynamicSize = n
		r.leafs[l.Path] = make(f.c.MemRefType([]int64{size}, memScalar(f.c, l.Type), nil, sp))
	}
	return r
}
