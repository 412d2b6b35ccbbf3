package banks

import (
	"descend/dialects/gpu"
	"descend/dialects/gpu/contract"
	"descend/dialects/nat"
	"descend/dialects/ods"
	"descend/ir"
	"descend/passes"
)

// SharedLayout chooses how the elements of shared arrays lie, such that accesses of warps meet in the fewest banks: rows are padded, or
// swizzled where there is no memory left for that.
//
//	workgroup(%tile : memref<1024xf32, ..>)                  workgroup(%tile : memref<1055xf32, ..>)
//	%0 = arith.muli %thread_id_x, %c32 : index        ->     %0 = arith.muli %thread_id_x, %c33 : index
//	%1 = arith.addi %0, %thread_id_y : index                 %1 = arith.addi %0, %thread_id_y : index
//	%2 = memref.load %tile[%1] : memref<1024xf32, ..>        %2 = memref.load %tile[%1] : memref<1055xf32, ..>
//
// A layout is a function from indices to places (Layout.Offset), different for different indices, and applied to every access to the arrays
// that it is of and to no other: so whatever reads an element reads what was last written to it. Arrays that one access may be of, as
// buffers that swap are, have one layout. The elements that a copy writes at once stay together, and as aligned as they are. An array of
// which anything else is made than accesses and copies (a view, a part, an operation that is not known here) keeps its own. What lies beyond the last element of a row is never accessed.
//
// The layout is that with the least cost: the passes through the banks, weighted by how often they are known to be made, and half a
// pass for each operation that the index takes more. Elements that a thread accesses one behind the other stay together in 16 bytes, so that wide
// accesses stay wide. Shared memory stays within what a kernel can declare. Where nothing is gained the array stays as it is.
//
// Needs: kernels with all calls inlined, canonical. Guarantees: equal results.
type SharedLayout struct {
	// Layout is chosen, or plain: every array keeps its own.
	Layout string
	// Force, if not plain, is the layout of all arrays that may have another one than their own, whatever it costs: for tests.
	Force Layout
}

// Name is the name of the pass.
func (*SharedLayout) Name() string { return "shared-layout" }

// Description is one line.
func (*SharedLayout) Description() string {
	return "Pad or swizzle shared arrays such that warps meet in the fewest banks"
}

// Anchor is the operation that it runs on.
func (*SharedLayout) Anchor() string { return "builtin.module" }

// After says what comes before.
func (*SharedLayout) After() []passes.Order {
	return []passes.Order{{Pass: "lower-to-gpu", Why: "addresses are operations only then"},
		{Pass: "canonicalize", Why: "the sums of addresses are canonical only then"}}
}

// Options binds the options.
func (p *SharedLayout) Options(o *passes.Options) {
	o.Choice(&p.Layout, "layout", "chosen", "How shared arrays lie: as costs least, or one element behind the other", "chosen", "plain")
}

// Register makes the pass known by name.
func Register(r *passes.Registry) {
	r.Add(func() passes.Pass { return &SharedLayout{} })
}

// Run lays out the arrays of each kernel.
func (p *SharedLayout) Run(c *passes.Context) error {
	if p.Layout == "plain" {
		return nil
	}
	var kernels []gpu.FuncOp
	c.Op.Walk(func(op *ir.Operation) ir.WalkResult {
		if k, ok := ir.As[gpu.FuncOp](op); ok && op.Body(0) != nil && len(k.WorkgroupAttributions()) > 0 {
			kernels = append(kernels, k)
		}
		if _, ok := op.Typed().(ods.FunctionLike); ok {
			return ir.Skip // in which there are no others
		}
		return ir.Advance
	})
	for _, k := range kernels {
		p.kernel(c, k)
	}
	return nil
}

func (p *SharedLayout) kernel(c *passes.Context, k gpu.FuncOp) {
	all := arraysOf(k)
	if len(all) == 0 {
		return
	}
	x := newWalk(k)
	m := newMover(x)
	if p.Force.Plain() {
		x = x.analyze(quickly)
		for _, g := range x.groups {
			g.count()
		}
	}
	of := map[*ir.Operation]Layout{} // by access
	free := gpu.AnyTarget.Static - declared(k)
	for _, a := range all {
		l := p.Force
		ch := x.chooser(m, a)
		if p.Force.Plain() && ch.gain {
			l = ch.best(free)
		}
		if l.Plain() || !l.Keeps(a.together) {
			continue
		}
		free -= ch.bytes(l) - ch.bytes(Layout{})
		for _, op := range a.users {
			of[op] = l
		}
		a.resize(l)
		c.Stat("shared arrays with a layout of their own", len(a.roots))
	}
	if len(of) == 0 {
		return
	}
	m.apply(of)
	if f, ok := contract.Of(k.Operation); ok && f.Launch != nil {
		f.Launch.Static = declared(k)
		f.Set(k.Operation)
	}
}

// declared is the shared memory that a kernel declares, in bytes.
func declared(k gpu.FuncOp) int64 {
	var total contract.Layout
	for _, v := range k.WorkgroupAttributions() {
		t, ok := v.Type().(*ir.MemRefType)
		if !ok {
			return gpu.AnyTarget.Static
		}
		n := int64(elemBytes(t.Elem))
		for _, d := range t.Shape {
			n *= d
		}
		total.Add(nat.Int(n))
	}
	n, _ := total.Bytes().Int64()
	return n
}

// resize makes room for a layout.
func (a *arrays) resize(l Layout) {
	for _, v := range a.refs {
		t := v.Type().(*ir.MemRefType)
		if n := t.Shape[0]; n != ir.Dynamic {
			v.SetType(a.context.MemRefType([]int64{l.Elements(n)}, t.Elem, t.Layout, t.Space))
		}
	}
}

// apply moves the elements that accesses are of, and removes what only their indices before were made of.
func (m *mover) apply(of map[*ir.Operation]Layout) {
	var before []*ir.Value
	for _, n := range m.found.list { // in order, as indices that are made once stand in front of their first use
		if l, ok := of[n.Op]; ok {
			i := indexOperand(n.Op)
			before = append(before, n.Op.Operand(i))
			n.Op.SetOperand(i, m.moved(n.Op.Operand(i), l, n.Op))
		}
	}
	for _, v := range before {
		sweep(v)
	}
}

// sweep removes an operation that nobody uses, and what only it was made of.
func sweep(v *ir.Value) {
	op := v.DefiningOp()
	if op == nil || op.Block() == nil || op.NumRegions() > 0 || op.NumResults() != 1 || v.HasUses() || !op.Has(ir.Pure) {
		return
	}
	from := op.Operands()
	op.Erase()
	for _, v := range from {
		sweep(v)
	}
}
