package kernels

import (
	"fmt"
	"math"

	"descend/dialects/arith"
	"descend/dialects/gpu"
	"descend/ir"
	"descend/passes"
	"descend/passes/dataflow"
)

// Outlining makes a kernel of the body of each gpu.launch: a gpu.func in a gpu.module of its own, behind the function around, with
// what the body uses as parameters. Functions that it calls are copied to the module.
//
//	func.func @main(%m: memref<8xf32>, ..) {               gpu.launch_func @main_kernel::@main_kernel .. args(%m : memref<8xf32>)
//	  gpu.launch blocks(..) in (..) threads(..) {     ->   ..
//	    memref.store %x, %m[%tx]                           gpu.module @main_kernel {
//	    gpu.terminator                                       gpu.func @main_kernel(%m: memref<8xf32>) kernel {..}
//
// Source: mlir/lib/Dialect/GPU/Transforms/KernelOutlining.cpp for names and order.
type Outlining struct{}

// Name is the name of the pass.
func (*Outlining) Name() string { return "gpu-kernel-outlining" }

// Description is one line.
func (*Outlining) Description() string { return "Outline gpu.launch bodies to kernel functions" }

// Anchor is the module.
func (*Outlining) Anchor() string { return "builtin.module" }

// Run outlines in all functions.
func (*Outlining) Run(c *passes.Context) error {
	o := &outliner{c: c, module: c.Op}
	for op := c.Op.Body(0).Front(); op != nil; op = op.Next() {
		if op.Has(ir.Symbol) {
			o.after = op
			for _, l := range collect[gpu.LaunchOp](op) {
				if !o.outline(l) {
					return passes.ErrFailed
				}
			}
			op = o.after
		}
	}
	if o.done {
		c.Op.SetAttr("gpu.container_module", c.IR().UnitAttr())
	}
	return nil
}

type outliner struct {
	c      *passes.Context
	module *ir.Operation
	after  *ir.Operation // the operation behind which the next module goes
	next   int           // number for the next name that is taken
	done   bool
}

// outline makes the kernel of a launch and launches that. False means that an error was reported.
func (o *outliner) outline(l gpu.LaunchOp) bool {
	if l.Region(0).Empty() {
		o.c.Diags.Errorf(l.Loc(), "", "gpu.launch has no body to outline").Op = l.Operation
		return false
	}
	name := "kernel"
	for p := l.Parent(); p != nil; p = p.Parent() {
		if n := ir.SymbolName(p); n != "" && p.Has(ir.Symbol) {
			name = n + "_kernel"
			break
		}
	}
	args := definedAbove(l.Region(0))
	b := ir.NewBuilder(o.c.IR()).AtLocOf(l.Operation).After(o.after)
	m := gpu.NewModule(b, o.free(name))
	k := o.kernel(ir.NewBuilder(o.c.IR()).AtLocOf(l.Operation).Before(m.Block().Back()), name, l, args)
	if !o.copyCallees(m, k.Operation) {
		return false
	}
	f := l.Outlined(ir.NewBuilder(o.c.IR()).AtLocOf(l.Operation).Before(l.Operation), m.SymName(), name, args)
	for i, v := range l.Results() {
		v.ReplaceAllUsesWith(f.Result(i))
	}
	l.Erase()
	o.after, o.done = m.Operation, true
	return true
}

// free is a name that nothing in the module has. Numbers go on over all names, as in MLIR.
func (o *outliner) free(name string) string {
	for try := name; ; o.next++ {
		if ir.LookupSymbol(o.module, try) == nil {
			return try
		}
		try = fmt.Sprintf("%s_%d", name, o.next)
	}
}

// kernel builds the function.
func (o *outliner) kernel(b *ir.Builder, name string, l gpu.LaunchOp, args []*ir.Value) gpu.FuncOp {
	k := gpu.NewFunc(b, name, true, ir.TypesOf(args), nil)
	workgroup, private := l.Attributions()
	m := ir.NewMapping()
	for _, v := range workgroup {
		m.Values[v] = k.AddWorkgroup(v.Type().(*ir.MemRefType), v.Location())
	}
	for _, v := range private {
		m.Values[v] = k.AddPrivate(v.Type().(*ir.MemRefType), v.Location())
	}
	if a := constants(o.c.IR(), l.BlockSize()); a != nil {
		k.SetAttr("known_block_size", a)
	}
	if a := constants(o.c.IR(), l.GridSize()); a != nil {
		k.SetAttr("known_grid_size", a)
	}
	for i, v := range args {
		m.Values[v] = k.Params()[i]
	}
	entry := ir.NewBuilder(o.c.IR()).AtLocOf(l.Operation).AtEnd(k.Entry())
	ids := l.IDValues(entry)
	cloned := ir.NewRegion()
	l.Region(0).CloneInto(cloned, m)
	first := cloned.Front()
	for i, v := range append(l.IDs(), append(workgroup, private...)...) {
		by := m.Lookup(v) // an argument of the copied block
		if i < len(ids) {
			by.ReplaceAllUsesWith(ids[i])
		} else {
			by.ReplaceAllUsesWith(k.Entry().Arg(len(args) + i - len(ids)))
		}
	}
	for op := range first.Ops() {
		op.MoveToEnd(k.Entry())
	}
	first.Erase()
	k.Region(0).TakeBody(cloned)
	for blk := range k.Region(0).Blocks() {
		if end := blk.Back(); ir.Is[gpu.TerminatorOp](end) {
			gpu.NewReturn(ir.NewBuilder(o.c.IR()).AtLocOf(end).Before(end))
			end.Erase()
		}
	}
	return k
}

// constants are the values as an attribute, nil if one is not constant, or not in the range of sizes.
func constants(c *ir.Context, vs []*ir.Value) ir.Attribute {
	var list []int64
	for _, v := range vs {
		n, ok := arith.ConstantInt(v)
		if !ok || n < 0 || n > math.MaxUint32 {
			return nil
		}
		list = append(list, int64(int32(n)))
	}
	return c.DenseArray(c.I32(), list...)
}

// copyCallees copies to the module of a kernel what it, and what is copied, refers to in the module around.
func (o *outliner) copyCallees(m gpu.ModuleOp, k *ir.Operation) bool {
	for work := []*ir.Operation{k}; len(work) > 0; {
		op := work[len(work)-1]
		work = work[:len(work)-1]
		for _, ref := range symbolUses(op) {
			if ir.LookupSymbol(m.Operation, ref.Root) != nil {
				continue
			}
			def := ir.LookupSymbol(o.module, ref.Root)
			if def == nil || len(ref.Nested) > 0 {
				o.c.Diags.Errorf(op.Loc(), "", "cannot copy '%s' to the module of the kernel", ref)
				return false
			}
			clone := def.Clone(ir.NewMapping())
			ir.NewBuilder(o.c.IR()).Before(m.Block().Back()).Insert(clone)
			work = append(work, clone)
		}
	}
	return true
}

// symbolUses lists the symbols that op refers to, in order.
func symbolUses(op *ir.Operation) (list []*ir.SymbolRefAttr) {
	op.Walk(func(o *ir.Operation) ir.WalkResult {
		for _, a := range o.Attrs() {
			dataflow.EachSymbol(a.Value, func(s *ir.SymbolRefAttr) { list = append(list, s) })
		}
		return ir.Advance
	})
	return list
}
