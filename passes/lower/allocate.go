package lower

import (
	"descend/dialects/descend"
	"descend/dialects/gpu"
	"descend/dialects/memref"
	"descend/dialects/nat"
	"descend/ir"
	"descend/ir/bail"
	"descend/passes"
	"descend/passes/drops"
)

// This file makes memory for variables and parameters, and ends it: the lowest part of storage.

// storage moves values between memory and SSA form and holds what variables without memory are. It must not know control flow,
// launches or calls.
type storage struct {
	*places
	gpu      bool
	vals     map[*ir.Value]*value // the lowered values of the source
	assigned assignments          // of references and boxes to variables
	// nest is the number of regions around that are executed conditionally or repeatedly.
	nest int
	// frees are the heap buffers of the open scopes of a host function.
	frees [][]*ir.Value
	// lentParts are the parameters that are parts of buffers.
	lentParts lentParts
}

// stackLimit is the most bytes of a local array on the stack of a host function.
const stackLimit = 16 << 10

// newPrivate makes memory of a thread, or of a host function's stack frame.
func (f *storage) newPrivate(t ir.Type, loc ir.Location) *root {
	if f.gpu {
		return f.newLeafs(t, gpu.AddressSpace(f.c, gpu.Private), true, loc, func(mt *ir.MemRefType, _ nat.Expr, _ ir.Type) *ir.Value {
			return f.atEntry(func() *ir.Operation { return memref.NewAlloca(f.b, mt, 0).DefiningOp() }).Result(0)
		})
	}
	if _, plain := isPlain(t); !plain { // C layout, as the device has it
		return &root{typ: t, mem: f.hostBuffer(memrefOf(f.c, t, nil), f.simplify(descend.SizeOf(t)))}
	}
	return f.newLeafs(t, nil, false, loc, func(mt *ir.MemRefType, n nat.Expr, _ ir.Type) *ir.Value { return f.hostBuffer(mt, n) })
}

// newLeafs makes one buffer of n elements for each scalar in t. Sizes must be constants in private memory.
func (f *storage) newLeafs(t ir.Type, sp ir.Attribute, private bool, loc ir.Location, make func(mt *ir.MemRefType, n nat.Expr, of ir.Type) *ir.Value) *root {
	r := &root{typ: t, leafs: map[descend.Fields]*ir.Value{}, space: sp}
	for _, l := range descend.Leaves(t) {
		if !isLeaf(l.Type) {
			f.unsupported(loc, "%s inside an array or a variable that is assigned more than once", descend.Format(l.Type))
		}
		n := f.simplify(l.Count)
		size := staticSize(n)
		if private && size == ir.Dynamic {
			f.diags.Errorf(loc, descend.CodeNatConstraint, "the size %s of a private array must be a constant", n).
				WithHelp("compile an instance: --instantiate or -D gives values to sizes")
			bail.Out(passes.ErrFailed)
		}
		r.private = private && size > 1
		r.leafs[l.Path] = make(f.c.MemRefType([]int64{size}, memScalar(f.c, l.Type), nil, sp), n, l.Type)
	}
	return r
}

// hostBuffer makes a buffer for a local variable: on the stack if it is small, else on the heap until the
// scope ends.
func (f *storage) hostBuffer(t *ir.MemRefType, n nat.Expr) *ir.Value {
	if k := t.Shape[0]; k != ir.Dynamic && k <= stackLimit/descend.ScalarSize(t.Elem) {
		return f.atEntry(func() *ir.Operation { return memref.NewAlloca(f.b, t, 0).DefiningOp() }).Result(0)
	}
	var sizes []*ir.Value
	if t.Shape[0] == ir.Dynamic {
		sizes = append(sizes, f.natValue(n))
	}
	v := memref.NewAlloc(f.b, t, sizes...)
	top := len(f.frees) - 1
	f.frees[top] = append(f.frees[top], v)
	return v
}

// freeFrom frees the heap buffers of the scopes from depth on, innermost first.
func (f *storage) freeFrom(depth int) {
	for i := len(f.frees) - 1; i >= depth; i-- {
		for j := len(f.frees[i]) - 1; j >= 0; j-- {
			memref.NewDealloc(f.b, f.frees[i][j])
		}
	}
}

// allocate makes a buffer for a t.
func (f *storage) allocate(t ir.Type, alloc func(*ir.Builder, *ir.MemRefType, ...*ir.Value) *ir.Value) *ir.Value {
	mt := memrefOf(f.c, t, nil)
	var sizes []*ir.Value
	if mt.Shape[0] == ir.Dynamic {
		sizes = append(sizes, f.natValue(units(t)))
	}
	return alloc(f.b, mt, sizes...)
}

// param adds the parameters for a value of type t to the entry block: references and boxes as one buffer,
// structs and tuples by their leaves.
func (f *storage) param(t ir.Type, loc ir.Location) *value {
	switch t := t.(type) {
	case *descend.RefType:
		if !holdsBoxOrRef(t.Elem) {
			elem := descend.Existing(f.c, t.Elem) // who calls this hands over a buffer of what is there
			r := &root{typ: elem}
			r.mem = f.entry.AddArg(f.lentPart(memrefOf(f.c, elem, nil)), loc)
			return &value{typ: t, ref: &reference{root: r}}
		}
	case *descend.BoxType:
		if !holdsBoxOrRef(t.Elem) {
			r := &root{typ: t.Elem}
			r.mem = f.entry.AddArg(memrefOf(f.c, t.Elem, nil), loc)
			return &value{typ: t, box: r}
		}
	}
	if isLeaf(t) {
		return scalarValue(t, f.asOf(f.entry.AddArg(ssaScalar(f.c, t), loc), t))
	}
	if ps, ok := parts(t); ok {
		v := &value{typ: t}
		for _, p := range ps {
			v.parts = append(v.parts, f.param(p, loc))
		}
		return v
	}
	f.unsupported(loc, "a parameter of type %s", descend.Format(t))
	return nil
}

// drop frees the boxes in a place.
func (f *storage) drop(o *ir.Operation) {
	t := descend.ElemOf(o.Operand(0))
	if !drops.Owns(t) {
		return
	}
	r, steps := f.resolve(o.Operand(0), nil, nil)
	v := r.val
	for _, s := range steps {
		if v == nil || !s.IsField || s.Field >= len(v.parts) {
			f.unsupported(o.Loc(), "the end of a box in an array")
		}
		v = v.parts[s.Field]
	}
	if v == nil {
		return // never initialized on this path
	}
	f.free(v, t)
}

func (f *storage) free(v *value, t ir.Type) {
	if descend.IsToken(t) {
		f.finish(v.ssa)
		return
	}
	if b, ok := t.(*descend.BoxType); ok && v.box != nil {
		switch {
		case v.box.val != nil:
			f.free(v.box.val, b.Elem)
		case b.Mem == descend.GPUGlobal:
			gpu.NewDealloc(f.b, v.box.mem)
		default:
			memref.NewDealloc(f.b, v.box.mem)
		}
		return
	}
	ps, _ := parts(t)
	for i, p := range ps {
		if i < len(v.parts) {
			f.free(v.parts[i], p)
		}
	}
}
