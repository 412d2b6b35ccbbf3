package lower

import (
	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/dialects/gpu"
	"descend/dialects/gpu/contract"
	"descend/dialects/memref"
	"descend/dialects/nat"
	"descend/ir"
)

// kernel is a lowered grid function.
type kernel struct {
	name string
	src  descend.FuncOp
	grid *exec.Type
	fn   *ir.Operation
	// nats are the generics that are trailing parameters; shared the indices of the parameters in shared memory.
	nats []string
	// shared is the layout of the shared memory made so far, over the kernel's generics: that of the attributions, or of the
	// dynamic shared memory.
	shared contract.Layout
	// parts are the parameters that are parts of buffers, if it is for launches with such.
	parts lentParts
	// launched, also for whole buffers; onlyParts: if it is not, then for parts, by another kernel.
	launched, onlyParts bool
	// params are the types of the gpu.func's parameters.
	params []ir.Type
	// shared allocations, decided before lowering: all static, or all in dynamic shared memory.
	useDynamic bool
	// facts are the where clauses.
	facts *nat.Facts
	// cooperative: its blocks wait for each other.
	cooperative bool
	// objects are the shared allocations that have a name, made so far.
	objects map[object]*root
	// runs are the numbers of the barriers of parts of the block, by their keys (place.Run).
	runs map[string]int
	// handovers are those of the barriers between parts.
	handovers map[*ir.Value]int
}

// object is shared memory that several allocations stand for.
type object struct {
	name string
	typ  ir.Type
}

// objectOf is what an allocation stands for; false if it stands for itself.
func objectOf(o descend.AllocOp) (object, bool) {
	n := o.Object()
	return object{n, o.Result(0).Type()}, n != ""
}

// KernelModule is the name of the gpu.module.
const KernelModule = "kernels"

// kernelCode makes what only kernels have: the gpu.func, shared memory, printf. It must not know the statements of the body.
type kernelCode struct {
	*storage
	kernel *kernel
	align  string // LowerToGPU.Align
}

// needsDynamic says whether the shared memory of the kernel has a size that is not known, or too large for
// static shared memory.
func (k *kernel) needsDynamic() bool {
	var total contract.Layout
	add := func(t ir.Type) {
		for _, l := range descend.Leaves(t) {
			total.Add(l.Count.Mul(nat.Int(descend.ScalarSize(l.Type))))
		}
	}
	for i, p := range k.src.Params() {
		if t, ok := descend.ElemOf(p).(*descend.RefType); ok && k.isShared(i) {
			add(t.Elem)
		}
	}
	seen := map[object]bool{}
	for o := range ir.AllOf[descend.AllocOp](k.src.Operation) {
		if t, ok := o.Result(0).Type().(*descend.RefType); ok && t.Mem == descend.GPUShared {
			x, named := objectOf(o)
			if !seen[x] {
				add(t.Elem)
			}
			seen[x] = named
		}
	}
	n, ok := total.Bytes().Int64()
	return !ok || n > gpu.AnyTarget.Static
}

// isShared says whether the i-th parameter is shared memory of the blocks.
func (k *kernel) isShared(i int) bool {
	t, ok := descend.ElemOf(k.src.Params()[i]).(*descend.RefType)
	return ok && t.Mem == descend.GPUShared
}

// signature makes the gpu.func and binds its parameters.
func (f *kernelCode) signature() {
	k := f.kernel
	f.entry = ir.NewBlock(k.src.Loc())
	f.b.AtEnd(f.entry)
	f.op = ir.NewOperation(f.c, ir.OperationState{
		Name: f.c.OpName("gpu.func"), Loc: k.src.Loc(), Regions: []*ir.Region{ir.NewRegion(f.entry)},
	})
	for i, p := range k.src.Params() {
		if !k.isShared(i) {
			f.bindParam(p, f.param(descend.ElemOf(p), p.Location()))
		}
	}
	for _, n := range k.nats {
		v := f.entry.AddArg(f.index(), k.src.Loc())
		f.nats[n], f.class[n] = v, classRoot
	}
	for _, a := range f.entry.Args() {
		k.params = append(k.params, a.Type())
	}
	for i, p := range k.src.Params() {
		if k.isShared(i) {
			t := descend.ElemOf(p).(*descend.RefType)
			f.roots[p] = &root{typ: t, val: &value{typ: t, ref: &reference{root: f.sharedRoot(t.Elem, p.Location())}}}
		}
	}
}

// sharedObject is the shared memory of an allocation.
func (f *kernelCode) sharedObject(o descend.AllocOp, t ir.Type) *root {
	x, named := objectOf(o)
	if !named {
		return f.sharedRoot(t, o.Loc())
	}
	r := f.kernel.objects[x]
	if r == nil {
		r = f.sharedRoot(t, o.Loc())
		f.kernel.objects[x] = r
	}
	return r
}

// sharedRoot makes shared memory of the block: attributions of the gpu.func, or views of the dynamic shared
// memory when sizes are known at the launch only or exceed 48 KiB. The launch computes the layout, and other calls of the
// function share it, so sizes are simplified by what holds in the whole kernel, not by the loops and conditions around.
func (f *kernelCode) sharedRoot(t ir.Type, loc ir.Location) *root {
	k := f.kernel
	facts := f.facts
	f.facts = k.facts
	defer func() { f.facts = facts }()
	ws := gpu.AddressSpace(f.c, gpu.Workgroup)
	return f.newLeafs(t, ws, false, loc, func(mt *ir.MemRefType, size nat.Expr, of ir.Type) *ir.Value {
		named := contract.SharedLoc(f.c, loc, descend.Format(of))
		bytes := descend.ScalarSize(mt.Elem)
		if !k.useDynamic {
			k.shared.Add(nat.Int(mt.Shape[0] * bytes))
			return f.entry.AddArg(mt, named)
		}
		offset := f.simplify(k.shared.Next())
		for _, v := range append(offset.Vars(), size.Vars()...) {
			if f.class[v] != classRoot {
				f.fail(loc, descend.CodeNatConstraint, "the size of shared memory depends on `%s`, which the launch does not know", v)
			}
		}
		k.shared.Place(offset, size.Mul(nat.Int(bytes)))
		var out *ir.Value
		// the operands are computed at the entry, in front of the view
		f.atEntry(func() *ir.Operation {
			all := gpu.NewDynamicSharedMemory(f.b)
			shift := f.natValue(offset)
			var sizes []*ir.Value
			if mt.Shape[0] == ir.Dynamic {
				sizes = append(sizes, f.natValue(size))
			}
			out = memref.NewView(f.b, all, shift, mt, sizes...)
			out.DefiningOp().SetLoc(named)
			return out.DefiningOp()
		})
		return out
	})
}
