package scf

import (
	"errors"
	"fmt"
	"slices"

	"descend/dialects/ods"
	"descend/ir"
)

// ExecuteRegionOp is scf.execute_region.
type ExecuteRegionOp struct{ *ir.Operation }

// Def returns the definition.
func (ExecuteRegionOp) Def() *ir.OpDef { return executeRegionDef }

var executeRegionDef = &ir.OpDef{
	Name: "scf.execute_region", Summary: "blocks as one operation",
	Description: "Runs the region once. It has a block at least, and may have several, so that branches can stand where only one block may be; the results are what the `scf.yield` that is reached yields. It counts as having effects, as in MLIR: its blocks may go round for ever.",
	Example: `func.func @example(%c: i1, %a: i32, %b: i32) {
  %0 = scf.execute_region -> i32 {
    cf.cond_br %c, ^bb1, ^bb2
  ^bb1:  // pred: ^bb0
    scf.yield %a : i32
  ^bb2:  // pred: ^bb0
    scf.yield %b : i32
  }
  return
}
`,
	Results: []ir.OperandDef{{Name: "results", Type: ods.AnyType, Arity: ir.Variadic}},
	Regions: []ir.RegionDef{{Name: "region", MaybeEmpty: true}},
	Format:  "(`->` custom<Types>(type($results))^)? $region attr-dict",
	Directives: map[string]ir.Directive{"Types": {
		Print: func(p *ir.Printer) { p.ResultTypes(ir.TypesOf(p.Op().Results())) },
		Parse: parseResultTypes,
	}},
}

// yields are the ends of the region.
func (o ExecuteRegionOp) yields() (list []YieldOp) {
	for b := range o.Region(0).Blocks() {
		if y, ok := ir.As[YieldOp](b.Back()); ok {
			list = append(list, y)
		}
	}
	return list
}

// RegionEdges leads into the region, and out of it where it yields.
func (o ExecuteRegionOp) RegionEdges() []ir.RegionEdge {
	edges := []ir.RegionEdge{{From: o.Operation, To: o.Region(0)}}
	for _, y := range o.yields() {
		edges = append(edges, ir.RegionEdge{Source: o.Region(0), From: y.Operation, Inputs: o.Results()})
	}
	return edges
}

// Verify checks that the region has a block, without arguments.
func (o ExecuteRegionOp) Verify() error {
	if o.Region(0).Empty() {
		return errors.New("region needs to have at least one block")
	}
	if o.Region(0).Front().NumArgs() > 0 {
		return fmt.Errorf("region cannot have any arguments")
	}
	return nil
}

// VerifyRegions checks what the region yields.
func (o ExecuteRegionOp) VerifyRegions() error {
	var ends []*ir.Operation // others than scf.yield may hand values on too
	for b := range o.Region(0).Blocks() {
		if end := b.Back(); end != nil && end.Has(ir.ReturnLike) {
			ends = append(ends, end)
		}
	}
	if len(ends) == 0 {
		return nil
	}
	first := ir.TypesOf(ends[0].Operands())
	for _, y := range ends {
		if !slices.Equal(ir.TypesOf(y.Operands()), first) {
			return errors.New(" along control flow edgefrom Region #0 to parent results operands mismatch between return-like terminators")
		}
	}
	return ods.CheckRegionEnd(o.Operation, ends[0], "Region #0 to parent results")
}

// Rewrites puts a single block in the place of the operation.
func (ExecuteRegionOp) Rewrites() []ir.Rewrite {
	return []ir.Rewrite{{
		Name: "execute_region-single-block", Benefit: 1, Args: "%x: i32",
		Before: `
%0 = scf.execute_region -> i32 {
  "test.use"(%x) : (i32) -> ()
  scf.yield %x : i32
}
"test.use"(%0) : (i32) -> ()`,
		After: `
"test.use"(%x) : (i32) -> ()
"test.use"(%x) : (i32) -> ()`,
		Apply: ir.RewriteOn(ExecuteRegionOp.inline),
	}}
}

func (o ExecuteRegionOp) inline(rw *ir.Rewriter) bool {
	b := o.Region(0).Front()
	if !b.Back().Is("scf.yield") || b.Next() != nil {
		return false
	}
	inlineBlock(rw, o.Operation, b)
	return true
}
