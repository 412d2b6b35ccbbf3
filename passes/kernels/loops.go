package kernels

import (
	"descend/dialects/scf"
	"descend/ir"
	"descend/passes"
)

// ForallToFor makes counted loops of scf.forall.
//
//	scf.forall (%i, %j) in (%n, 8) {..}   ->   scf.for %i = %c0 to %n step %c1 { scf.for %j = %c0 to %c8 step %c1 {..} }
type ForallToFor struct{ anyOp }

// Name is the name of the pass.
func (*ForallToFor) Name() string { return "scf-forall-to-for" }

// Description is one line.
func (*ForallToFor) Description() string { return "Convert SCF forall loops to SCF for loops" }

// Run replaces the loops in c.Op.
func (*ForallToFor) Run(c *passes.Context) error {
	return eachForall(c, func(o scf.ForallOp, b *ir.Builder) *ir.Block {
		from, to, step := o.LowerBounds(b), o.UpperBounds(b), o.Steps(b)
		inner, vars := b.Block(), []*ir.Value(nil)
		for i := range from {
			loop := scf.NewFor(b, from[i], to[i], step[i])
			inner, vars = loop.LoopBody(), append(vars, loop.InductionVar())
			b.AtEnd(inner)
			b.Before(scf.NewYield(b).Operation)
		}
		return renamed(o.Body(0), inner, vars)
	})
}

// ForallToParallel makes scf.parallel of scf.forall; what the units are that iterations are mapped to is kept.
//
//	scf.forall (%i, %j) in (%n, 8) {..}   ->   scf.parallel (%i, %j) = (%c0, %c0) to (%n, %c8) step (%c1, %c1) {..}
type ForallToParallel struct{ anyOp }

// Name is the name of the pass.
func (*ForallToParallel) Name() string { return "scf-forall-to-parallel" }

// Description is one line.
func (*ForallToParallel) Description() string {
	return "Convert SCF forall loops to SCF parallel loops"
}

// Run replaces the loops in c.Op.
func (*ForallToParallel) Run(c *passes.Context) error {
	return eachForall(c, func(o scf.ForallOp, b *ir.Builder) *ir.Block {
		var attrs []ir.NamedAttr
		if m := o.Attr("mapping"); m != nil {
			attrs = append(attrs, ir.Attr("mapping", m))
		}
		p := scf.NewParallel(b, o.LowerBounds(b), o.UpperBounds(b), o.Steps(b), attrs...)
		return renamed(o.Body(0), p.Body(0), p.Body(0).Args())
	})
}

// eachForall replaces the loops in c.Op by what build makes of one, whose innermost body build returns.
func eachForall(c *passes.Context, build func(o scf.ForallOp, b *ir.Builder) *ir.Block) error {
	for _, o := range collect[scf.ForallOp](c.Op) {
		if len(o.Outputs()) > 0 {
			o.Errorf(c.Diags, "has tensors as outputs; only loops over buffers are lowered")
			return passes.ErrFailed
		}
		body := build(o, ir.NewBuilder(c.IR()).AtLocOf(o.Operation).Before(o.Operation))
		moveBody(o.Body(0), body)
		o.Erase()
	}
	return nil
}

// renamed lets a body use other induction variables, and returns the block that it is to go to.
func renamed(from, to *ir.Block, vars []*ir.Value) *ir.Block {
	for i, v := range from.Args() {
		v.ReplaceAllUsesWith(vars[i])
	}
	return to
}

// moveBody moves the operations of a block, but its end, before the end of another.
func moveBody(from, to *ir.Block) {
	end := to.Back()
	for op := from.Front(); op != from.Back(); {
		next := op.Next()
		op.MoveBefore(end)
		op = next
	}
}

// ParallelToFor makes counted loops of scf.parallel; reductions become values that the loops carry. The name is that of later versions of
// MLIR.
//
//	%r = scf.parallel (%i) = (%a) to (%b) step (%c) init (%x) -> f32 {       %r = scf.for %i = %a to %b step %c iter_args(%s = %x) -> (f32) {
//	  ..                                                               ->      ..
//	  scf.reduce(%y : f32) {.. addf ..}                                        %t = arith.addf %s, %y : f32
//	}                                                                          scf.yield %t : f32 }
type ParallelToFor struct {
	anyOp
	// InKernels says that only loops in modules of kernels are meant.
	InKernels bool
}

// Name is the name of the pass.
func (*ParallelToFor) Name() string { return "scf-parallel-for-to-nested-fors" }

// Description is one line.
func (*ParallelToFor) Description() string {
	return "Convert SCF parallel for loops to nested SCF for loops"
}

// Options binds the options.
func (p *ParallelToFor) Options(o *passes.Options) {
	o.Bool(&p.InKernels, "in-kernels", false, "Only in gpu.module")
}

// Run replaces the loops in c.Op.
func (p *ParallelToFor) Run(c *passes.Context) error {
	for _, o := range collect[scf.ParallelOp](c.Op) {
		if p.InKernels && o.ParentOfName("gpu.module") == nil {
			continue
		}
		b := ir.NewBuilder(c.IR()).AtLocOf(o.Operation).Before(o.Operation)
		o.ReplaceWith(nest(b, o, 0, nil, o.Inits())...)
	}
	return nil
}

// nest builds the loops from dimension d on, and gives their results: what the values that are carried have become.
func nest(b *ir.Builder, o scf.ParallelOp, d int, vars, carried []*ir.Value) []*ir.Value {
	if d < len(o.Steps()) {
		loop := scf.BuildFor(b, o.LowerBounds()[d], o.UpperBounds()[d], o.Steps()[d], carried, func(iv *ir.Value, iter []*ir.Value) []*ir.Value {
			return nest(b, o, d+1, append(vars, iv), iter)
		})
		return loop.Results()
	}
	body := o.Body(0)
	for i, v := range body.Args() {
		v.ReplaceAllUsesWith(vars[i])
	}
	reduce := body.Back()
	for op := body.Front(); op != reduce; {
		next := op.Next()
		op.MoveToEnd(b.Block())
		op = next
	}
	out := make([]*ir.Value, len(carried))
	for i, r := range reduce.Regions() {
		out[i] = inlined(b, r.Front(), carried[i], reduce.Operand(i))
	}
	return out
}

// inlined copies the operations of a block of two arguments to the builder, and gives the operand of its end.
func inlined(b *ir.Builder, block *ir.Block, args ...*ir.Value) *ir.Value {
	m := ir.NewMapping()
	for i, a := range block.Args() {
		m.Values[a] = args[i]
	}
	for op := block.Front(); op != block.Back(); op = op.Next() {
		b.Insert(op.Clone(m))
	}
	return m.Lookup(block.Back().Operand(0))
}
