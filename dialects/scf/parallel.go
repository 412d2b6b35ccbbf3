package scf

import (
	"fmt"
	"slices"

	"descend/dialects/arith"
	"descend/dialects/ods"
	"descend/ir"
)

// ParallelOp is scf.parallel.
type ParallelOp struct{ *ir.Operation }

// Def returns the definition.
func (ParallelOp) Def() *ir.OpDef { return parallelDef }

var parallelDef = &ir.OpDef{
	Name: "scf.parallel", Summary: "counted loops whose iterations may run at once",
	Description: "Runs the region for all combinations of the induction variables, in any order or at once. What `scf.reduce` at its end combines, from the initial values on, are the results.",
	Example: `func.func @example(%n: index, %step: index, %x: f32, %m: memref<?xf32>) {
  %0 = scf.parallel (%i) = (%n) to (%n) step (%step) init (%x) -> f32 {
    %1 = memref.load %m[%i] : memref<?xf32>
    scf.reduce(%1 : f32) {
    ^bb0(%a: f32, %b: f32):
      %2 = arith.addf %a, %b : f32
      scf.reduce.return %2 : f32
    }
  }
  return
}
`,
	Operands: []ir.OperandDef{{Name: "lowerBound", Type: ods.Index, Arity: ir.Variadic}, {Name: "upperBound", Type: ods.Index, Arity: ir.Variadic},
		{Name: "step", Type: ods.Index, Arity: ir.Variadic}, {Name: "initVals", Type: ods.AnyType, Arity: ir.Variadic}},
	Results:    []ir.OperandDef{{Name: "results", Type: ods.AnyType, Arity: ir.Variadic}},
	Regions:    []ir.RegionDef{{Name: "region"}},
	Traits:     ir.AttrSizedOperands | ir.SingleBlock | ir.ImplicitTerminator | ir.RecursiveMemoryEffects,
	Terminator: "scf.reduce",
}

// NewParallel builds loops without results; the body has its induction variables, and its end.
func NewParallel(b *ir.Builder, from, to, step []*ir.Value, attrs ...ir.NamedAttr) ParallelOp {
	body := ir.NewBlock(b.Loc(), ir.TypesOf(step)...)
	attrs = append(attrs, ods.SegmentSizes(b.Ctx, len(from), len(to), len(step), 0))
	o := ParallelOp{b.OpR("scf.parallel", slices.Concat(from, to, step), nil, []*ir.Region{ir.NewRegion(body)}, attrs...)}
	p := b.Save()
	b.AtEnd(body).Op("scf.reduce", nil, nil)
	b.Restore(p)
	return o
}

// LowerBounds are the first values of the induction variables.
func (o ParallelOp) LowerBounds() []*ir.Value { return ods.Segment(o.Operation, 0) }

// UpperBounds are the exclusive ends.
func (o ParallelOp) UpperBounds() []*ir.Value { return ods.Segment(o.Operation, 1) }

// Steps are the differences of neighbouring values.
func (o ParallelOp) Steps() []*ir.Value { return ods.Segment(o.Operation, 2) }

// Inits are what the reductions begin with.
func (o ParallelOp) Inits() []*ir.Value { return ods.Segment(o.Operation, 3) }

// LoopRegions is the body.
func (o ParallelOp) LoopRegions() []*ir.Region { return o.Regions() }

// RegionEdges leads into the body, round, and past it.
func (o ParallelOp) RegionEdges() []ir.RegionEdge {
	return []ir.RegionEdge{{From: o.Operation, To: o.Region(0)}, {From: o.Operation}, {Source: o.Region(0), To: o.Region(0)}, {Source: o.Region(0)}}
}

// Verify checks bounds and induction variables.
func (o ParallelOp) Verify() error {
	if len(o.Steps()) == 0 {
		return fmt.Errorf("needs at least one tuple element for lowerBound, upperBound and step")
	}
	for _, s := range o.Steps() {
		if n, ok := arith.ConstantInt(s); ok && n <= 0 {
			return fmt.Errorf("constant step operand must be positive")
		}
	}
	vars := o.Body(0).Args()
	if len(vars) != len(o.Steps()) {
		return fmt.Errorf("expects the same number of induction variables: %d as bound and step values: %d", len(vars), len(o.Steps()))
	}
	for _, v := range vars {
		if !ods.Index.Is(v.Type()) {
			return fmt.Errorf("expects arguments for the induction variable to be of index type")
		}
	}
	reduce := o.Body(0).Back()
	if !reduce.Is("scf.reduce") {
		return fmt.Errorf("expects body to terminate with 'scf.reduce'")
	}
	results := o.NumResults()
	if n := len(reduce.Regions()); results != n {
		return fmt.Errorf("expects number of results: %d to be the same as number of reductions: %d", results, n)
	}
	if n := len(o.Inits()); results != n {
		return fmt.Errorf("expects number of results: %d to be the same as number of initial values: %d", results, n)
	}
	for i, r := range o.Results() {
		if i >= reduce.NumOperands() {
			break // the terminator is reported
		}
		if in := reduce.Operand(i).Type(); in != r.Type() {
			return &ir.OpError{Op: reduce, Err: fmt.Errorf("expects type of %d-th reduction operand: '%s' to be the same as the %d-th result type: '%s'", i, in, i, r.Type())}
		}
	}
	if n, m, k := len(o.LowerBounds()), len(o.UpperBounds()), len(o.Steps()); n != m || m != k {
		return fmt.Errorf("expects the same number of lower bounds, upper bounds and steps")
	}
	return nil
}

// PrintAsm writes "(%i) = (%a) to (%b) step (%c) init (%x) -> t {..}".
func (o ParallelOp) PrintAsm(p *ir.Printer) {
	list := func(before string, vs []*ir.Value) {
		p.Write(before, "(")
		p.Values(vs)
		p.Write(")")
	}
	list(" ", o.Body(0).Args())
	list(" = ", o.LowerBounds())
	list(" to ", o.UpperBounds())
	list(" step ", o.Steps())
	if len(o.Inits()) > 0 {
		list(" init ", o.Inits())
	}
	p.ArrowTypes(ir.TypesOf(o.Results()))
	p.Write(" ")
	p.Region(o.Region(0), ir.RegionStyle{HideEntryArgs: true})
	p.AttrDict(ods.Segments)
}

// ParseAsm reads what PrintAsm writes.
func (ParallelOp) ParseAsm(p *ir.Parser, st *ir.OperationState) error {
	var vars []ir.Argument
	p.Comma("(", ")", func() {
		v := p.Argument(false)
		v.Type = p.Context().Index()
		vars = append(vars, v)
	})
	operands := func() (refs []ir.OperandRef) {
		p.Comma("(", ")", func() { refs = append(refs, p.Operand()) })
		return refs
	}
	var groups [4][]*ir.Value
	for i, word := range []string{"=", "to", "step"} {
		p.Expect(word)
		pos := p.Pos()
		bounds := operands()
		if len(bounds) != len(vars) {
			p.FailAt(pos, "expected %d operands", len(vars))
		}
		groups[i] = p.ResolveAll(bounds, []ir.Type{p.Context().Index()})
	}
	var inits []ir.OperandRef
	pos := p.Pos()
	if p.OptionalKeyword("init") != "" {
		inits = operands()
	}
	st.Types = p.ArrowTypes()
	if len(inits) != len(st.Types) {
		p.FailAt(pos, "expected as many types as initial values")
	}
	st.Regions = []*ir.Region{p.Region(vars...)}
	p.OptionalAttrDict(st)
	groups[3] = p.ResolveAll(inits, st.Types)
	ods.SetOperands(p.Context(), st, groups[:]...)
	return nil
}

// ReduceOp is scf.reduce.
type ReduceOp struct{ *ir.Operation }

// Def returns the definition.
func (ReduceOp) Def() *ir.OpDef { return reduceDef }

var reduceDef = &ir.OpDef{
	Name: "scf.reduce", Summary: "end of scf.parallel",
	Description: "Combines each operand with those of other iterations by its region, in any order: two values give one. The operation should be associative and commutative.",
	Example:     parallelDef.Example,
	Operands:    []ir.OperandDef{{Name: "operands", Type: ods.AnyType, Arity: ir.Variadic}},
	Regions:     []ir.RegionDef{{Name: "reductions", Variadic: true, OneBlock: true}},
	Parents:     []string{"scf.parallel"},
	Traits:      ir.Terminator | ir.RecursiveMemoryEffects,
	Format:      "(`(` $operands^ `:` type($operands) `)`)? $reductions attr-dict",
}

// RegionEdges leads through the reductions.
func (o ReduceOp) RegionEdges() (edges []ir.RegionEdge) {
	edges = append(edges, ir.RegionEdge{From: o.Operation})
	for _, r := range o.Regions() {
		edges = append(edges, ir.RegionEdge{From: o.Operation, To: r}, ir.RegionEdge{Source: r})
	}
	return edges
}

// VerifyRegions checks the reductions.
func (o ReduceOp) VerifyRegions() error {
	for i, r := range o.Regions() {
		if i >= o.NumOperands() {
			return fmt.Errorf("expected as many operands as reductions")
		}
		t, b := o.Operand(i).Type(), r.Front()
		if b.Empty() {
			return fmt.Errorf("%d-th reduction has an empty body", i)
		}
		if args := b.Args(); len(args) != 2 || args[0].Type() != t || args[1].Type() != t {
			return fmt.Errorf("expected two block arguments with type '%s' in the %d-th reduction region", t, i)
		}
		if !b.Back().Is("scf.reduce.return") {
			return fmt.Errorf("reduction bodies must be terminated with an 'scf.reduce.return' op")
		}
	}
	return nil
}

// ReduceReturnOp is scf.reduce.return.
type ReduceReturnOp struct{ *ir.Operation }

// Def returns the definition.
func (ReduceReturnOp) Def() *ir.OpDef { return reduceReturnDef }

var reduceReturnDef = &ir.OpDef{
	Name: "scf.reduce.return", Summary: "end of a reduction",
	Description: "The operand is what the two arguments of the region are combined to.",
	Example:     parallelDef.Example,
	Operands:    []ir.OperandDef{{Name: "result", Type: ods.AnyType}},
	Parents:     []string{"scf.reduce"},
	Traits:      ir.Pure | ir.Terminator,
	Format:      "$result attr-dict `:` type($result)",
}

// Verify checks the type.
func (o ReduceReturnOp) Verify() error {
	if args := o.Block().Args(); len(args) > 0 && args[0].Type() != o.Operand(0).Type() {
		return fmt.Errorf("must have type '%s' (the type of the reduction inputs)", args[0].Type())
	}
	return nil
}

// deviceMapping says by which units of a device loops run: attributes of gpu, or of dialects that are not known.
var deviceMapping = ir.AttrConstraint{Name: "Device Mapping array attribute", Storage: ir.ArrayA.Is, Is: func(a ir.Attribute) bool {
	list, ok := a.(*ir.ArrayAttr)
	return ok && !slices.ContainsFunc(list.Elems, func(e ir.Attribute) bool {
		_, unknown := e.(*ir.OpaqueAttr)
		w, ok := e.(*ods.WordAttr)
		return !unknown && !(ok && w.IsMapping())
	})
}}

// ForallOp is scf.forall.
type ForallOp struct{ *ir.Operation }

// Def returns the definition.
func (ForallOp) Def() *ir.OpDef { return forallDef }

var forallDef = &ir.OpDef{
	Name: "scf.forall", Summary: "loops over threads",
	Description: "Runs the region for all combinations of the induction variables, at once as far as the target can; `mapping` says by which of its units. Tensors that the iterations make parts of are shared; `scf.forall.in_parallel` at the end joins the parts.",
	Example: `func.func @example(%n: index, %x: f32, %m: memref<?xf32>) {
  scf.forall (%i, %j) in (%n, 8) {
    memref.store %x, %m[%i] : memref<?xf32>
  }
  return
}
`,
	Operands: []ir.OperandDef{{Name: "dynamicLowerBound", Type: ods.Index, Arity: ir.Variadic}, {Name: "dynamicUpperBound", Type: ods.Index, Arity: ir.Variadic},
		{Name: "dynamicStep", Type: ods.Index, Arity: ir.Variadic},
		{Name: "outputs", Type: ir.TypeConstraint{Name: "ranked tensor of any type values", Is: func(t ir.Type) bool {
			tensor, ok := t.(*ir.TensorType)
			return ok && !tensor.Unranked
		}}, Arity: ir.Variadic}},
	Results: []ir.OperandDef{{Name: "results", Type: ods.AnyType, Arity: ir.Variadic}},
	Attrs: []ir.AttrDef{{Name: "staticLowerBound", Attr: ir.DenseI64A}, {Name: "staticUpperBound", Attr: ir.DenseI64A},
		{Name: "staticStep", Attr: ir.DenseI64A}, {Name: "mapping", Attr: deviceMapping, Optional: true}},
	Regions: []ir.RegionDef{{Name: "region"}},
	Traits:  ir.AttrSizedOperands | ir.SingleBlock | ir.RecursiveMemoryEffects,
}

// forallBounds are the lower bounds, the upper bounds, and the steps.
var forallBounds = []struct{ dynamic, static, name string }{
	{"dynamicLowerBound", "staticLowerBound", "lower bound"}, {"dynamicUpperBound", "staticUpperBound", "upper bound"}, {"dynamicStep", "staticStep", "step"}}

// Rank is the number of induction variables.
func (o ForallOp) Rank() int { return len(o.static(0)) }

// static is the i-th list of bounds, with ir.Dynamic where an operand gives the number.
func (o ForallOp) static(i int) []int64 {
	return o.Attr(forallBounds[i].static).(*ir.DenseArrayAttr).Values
}

// LowerBounds are the first values of the induction variables; numbers in the text become constants.
func (o ForallOp) LowerBounds(b *ir.Builder) []*ir.Value { return o.bounds(b, 0) }

// UpperBounds are the exclusive ends.
func (o ForallOp) UpperBounds(b *ir.Builder) []*ir.Value { return o.bounds(b, 1) }

// Steps are the differences of neighbouring values.
func (o ForallOp) Steps(b *ir.Builder) []*ir.Value { return o.bounds(b, 2) }

// bounds are the values of the i-th list.
func (o ForallOp) bounds(b *ir.Builder, i int) []*ir.Value {
	dynamic, list := o.OperandGroup(forallBounds[i].dynamic), make([]*ir.Value, 0, o.Rank())
	for _, n := range o.static(i) {
		if n != ir.Dynamic {
			list = append(list, arith.NewConstantIndex(b, n))
			continue
		}
		list, dynamic = append(list, dynamic[0]), dynamic[1:]
	}
	return list
}

// Outputs are the tensors that the iterations make parts of.
func (o ForallOp) Outputs() []*ir.Value { return ods.Segment(o.Operation, 3) }

// LoopRegions is the body.
func (o ForallOp) LoopRegions() []*ir.Region { return o.Regions() }

// RegionEdges leads into the body, round, and past it.
func (o ForallOp) RegionEdges() []ir.RegionEdge {
	return []ir.RegionEdge{{From: o.Operation, To: o.Region(0)}, {From: o.Operation}, {Source: o.Region(0), To: o.Region(0)}, {Source: o.Region(0)}}
}

// Verify checks outputs, arguments and bounds.
func (o ForallOp) Verify() error {
	rank, outs := o.Rank(), o.Outputs()
	if o.NumResults() != len(outs) {
		return fmt.Errorf("produces %d results, but has only %d outputs", o.NumResults(), len(outs))
	}
	args := o.Body(0).Args()
	if len(args) != rank+len(outs) {
		return fmt.Errorf("region expects %d arguments", rank)
	}
	for i, a := range args {
		if i < rank && !ods.Index.Is(a.Type()) {
			return fmt.Errorf("expects %d-th block argument to be an index", i)
		}
		if i >= rank && a.Type() != outs[i-rank].Type() {
			return fmt.Errorf("type mismatch between %d-th output and corresponding block argument", i-rank)
		}
	}
	if m, ok := o.Attr("mapping").(*ir.ArrayAttr); ok && len(m.Elems) > 0 && len(m.Elems) != rank {
		return fmt.Errorf("mapping attribute size must match op rank")
	}
	for i, b := range forallBounds {
		if err := ods.CheckIndexList(b.name, rank, o.static(i), ods.SegmentLen(o.Operation, i)); err != nil {
			return err
		}
	}
	return nil
}

// VerifyRegions checks the end of the body.
func (o ForallOp) VerifyRegions() error {
	if end := o.Body(0).Back(); !end.Is("scf.forall.in_parallel") {
		return fmt.Errorf("expects regions to end with 'scf.forall.in_parallel', found '%s'", end.Name())
	}
	return o.checkResults()
}

// checkResults checks that the results are tensors of the types of the outputs.
func (o ForallOp) checkResults() error {
	tensors := 0
	for _, r := range o.Results() {
		if _, ok := r.Type().(*ir.TensorType); ok {
			tensors++
		}
	}
	outs := o.Outputs()
	if tensors != len(outs) {
		return fmt.Errorf("expected the number of tensor results (%d) to be equal to the number of output tensors (%d)", tensors, len(outs))
	}
	for i, out := range outs {
		if t, r := out.Type(), o.Result(i).Type(); t != r {
			return fmt.Errorf("expected type of operand #%d ('%s') to match type of corresponding result ('%s')", o.NumOperands()-len(outs)+i, t, r)
		}
	}
	return nil
}

// normalized says whether all loops go from 0 in steps of 1.
func (o ForallOp) normalized() bool {
	other := func(n int64) func(int64) bool { return func(m int64) bool { return m != n } }
	return !slices.ContainsFunc(o.static(0), other(0)) && !slices.ContainsFunc(o.static(2), other(1))
}

// PrintAsm writes "(%i, %j) in (%n, 8) shared_outs(%o = %t) -> (t) {..}".
func (o ForallOp) PrintAsm(p *ir.Printer) {
	args, rank := o.Body(0).Args(), o.Rank()
	list := func(i int) { ods.PrintIndexList(p, "(", ")", o.OperandGroup(forallBounds[i].dynamic), o.static(i)) }
	p.Write(" (")
	p.Values(args[:rank])
	if o.normalized() {
		p.Write(") in ")
		list(1)
	} else {
		p.Write(") = ")
		list(0)
		p.Write(" to ")
		list(1)
		p.Write(" step ")
		list(2)
	}
	if outs := o.Outputs(); len(outs) > 0 {
		p.Write(" shared_outs(")
		printAssignments(p, args[rank:], outs)
		p.Write(") -> (")
		p.Types(ir.TypesOf(o.Results()))
		p.Write(")")
	}
	p.Write(" ")
	p.Region(o.Region(0), ir.RegionStyle{HideEntryArgs: true, HideTerminator: o.NumResults() == 0})
	p.AttrDict(ods.Segments, "staticLowerBound", "staticUpperBound", "staticStep")
}

// ParseAsm reads what PrintAsm writes.
func (ForallOp) ParseAsm(p *ir.Parser, st *ir.OperationState) error {
	c := p.Context()
	var args []ir.Argument
	p.Comma("(", ")", func() {
		v := p.Argument(false)
		v.Type = c.Index()
		args = append(args, v)
	})
	var dynamic [3][]ir.OperandRef
	var static [3][]int64
	if p.Accept("=") {
		dynamic[0], static[0] = ods.ParseIndexList(p, "(", ")")
		p.Expect("to")
		dynamic[1], static[1] = ods.ParseIndexList(p, "(", ")")
		p.Expect("step")
		dynamic[2], static[2] = ods.ParseIndexList(p, "(", ")")
	} else {
		p.Expect("in")
		dynamic[1], static[1] = ods.ParseIndexList(p, "(", ")")
		static[0], static[2] = make([]int64, len(args)), make([]int64, len(args))
		for i := range static[2] {
			static[2][i] = 1
		}
	}
	var groups [4][]*ir.Value
	for i, b := range forallBounds {
		groups[i] = p.ResolveAll(dynamic[i], []ir.Type{c.Index()})
		st.SetAttr(b.static, c.DenseArray(c.I64(), static[i]...))
	}
	var outs []ir.OperandRef
	pos := p.Pos()
	if p.OptionalKeyword("shared_outs") != "" {
		var vars []ir.Argument
		vars, outs = parseAssignments(p)
		if st.Types = p.ArrowTypes(); len(st.Types) != len(outs) {
			p.FailAt(pos, "mismatch between out operands and types")
		}
		for i := range vars {
			vars[i].Type = st.Types[i]
		}
		args = append(args, vars...)
	}
	groups[3] = p.ResolveAll(outs, st.Types)
	ods.SetOperands(c, st, groups[:]...)
	body := p.Region(args...)
	if body.Empty() {
		body.Append(&ir.Block{})
	}
	if end := body.Back(); end.Back() == nil || !end.Back().Has(ir.Terminator) {
		b := ir.NewBuilder(c).AtEnd(end).At(p.Location(p.OpPos()))
		b.OpR("scf.forall.in_parallel", nil, nil, []*ir.Region{ir.NewRegion(ir.NewBlock(p.Location(p.OpPos())))})
	}
	st.Regions = []*ir.Region{body}
	p.OptionalAttrDict(st)
	return nil
}

// InParallelOp is scf.forall.in_parallel.
type InParallelOp struct{ *ir.Operation }

// Def returns the definition.
func (InParallelOp) Def() *ir.OpDef { return inParallelDef }

var inParallelDef = &ir.OpDef{
	Name: "scf.forall.in_parallel", Summary: "end of scf.forall",
	Description: "Its region says how the parts that the iterations make are put into the shared tensors.",
	Example: `func.func @example(%n: index, %t: tensor<8xf32>) {
  %0 = scf.forall (%i) in (%n) shared_outs(%o = %t) -> (tensor<8xf32>) {
    scf.forall.in_parallel {
    }
  }
  return
}
`,
	Regions: []ir.RegionDef{{Name: "region"}},
	Parents: []string{"scf.forall"},
	Traits:  ir.Pure | ir.Terminator | ir.SingleBlock | ir.NoTerminator,
	Format:  "$region attr-dict",
}

// Verify checks that only parts of tensors are put together, which no operation that is here does.
func (o InParallelOp) Verify() error {
	for op := range o.Body(0).Ops() {
		if !op.Is("tensor.parallel_insert_slice") {
			return fmt.Errorf("expected only tensor.parallel_insert_slice ops")
		}
	}
	return nil
}

// RegionEdges leads through the region.
func (o InParallelOp) RegionEdges() []ir.RegionEdge {
	return []ir.RegionEdge{{From: o.Operation, To: o.Region(0)}, {Source: o.Region(0)}}
}
