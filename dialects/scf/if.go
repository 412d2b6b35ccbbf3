package scf

import (
	"fmt"

	"descend/dialects/ods"
	"descend/ir"
)

// IfOp is scf.if.
type IfOp struct{ *ir.Operation }

// Def returns the definition.
func (IfOp) Def() *ir.OpDef { return ifDef }

var ifDef = &ir.OpDef{
	Name: "scf.if", Summary: "conditional",
	Description: "Runs the first region if the condition holds, else the second, which may be missing when there is no result. The results are what the region yields.",
	Example: `func.func @example(%c: i1, %a: f32, %b: f32) {
  %0 = scf.if %c -> (f32) {
    scf.yield %a : f32
  } else {
    scf.yield %b : f32
  }
  scf.if %c {
  }
  return
}
`,
	Operands:   []ir.OperandDef{{Name: "condition", Type: ods.I1}},
	Results:    []ir.OperandDef{{Name: "results", Type: ods.AnyType, Arity: ir.Variadic}},
	Regions:    []ir.RegionDef{{Name: "thenRegion"}, {Name: "elseRegion", MaybeEmpty: true}},
	Traits:     ir.NoRegionArguments | ir.SingleBlock | ir.ImplicitTerminator | ir.RecursiveMemoryEffects,
	Terminator: "scf.yield",
	Format:     "$condition (`->` custom<Types>(type($results))^)? $thenRegion (`else` $elseRegion^)? attr-dict",
	Directives: map[string]ir.Directive{"Types": {
		Print: func(p *ir.Printer) { // in parentheses also if there is one
			p.Write("(")
			p.ValueTypes(p.Op().Results())
			p.Write(")")
		},
		Parse: parseResultTypes,
	}},
}

func parseResultTypes(p *ir.Parser, f *ir.Fields) { f.Types("results", p.ResultTypes()...) }

// NewIf builds a conditional; the blocks are without terminator. Without results and withElse there is no
// second block.
func NewIf(b *ir.Builder, cond *ir.Value, results []ir.Type, withElse bool) IfOp {
	t, e := ir.NewRegion(ir.NewBlock(b.Loc())), ir.NewRegion()
	if withElse || len(results) > 0 {
		e.Append(ir.NewBlock(b.Loc()))
	}
	return IfOp{b.OpR("scf.if", []*ir.Value{cond}, results, []*ir.Region{t, e})}
}

// BuildIf builds a conditional with the branches that the functions make; they return what is yielded. A
// nil els makes no second block. Afterwards the builder stands behind the conditional.
func BuildIf(b *ir.Builder, cond *ir.Value, results []ir.Type, then, els func() []*ir.Value) IfOp {
	op := NewIf(b, cond, results, els != nil)
	p := b.Save()
	b.AtEnd(op.Then())
	NewYield(b, then()...)
	if els != nil {
		b.AtEnd(op.Else())
		NewYield(b, els()...)
	}
	b.Restore(p)
	return op
}

// Condition chooses the region.
func (o IfOp) Condition() *ir.Value { return o.Operand(0) }

// Then is the block run when the condition holds.
func (o IfOp) Then() *ir.Block { return o.Body(0) }

// Else is the other block, or nil.
func (o IfOp) Else() *ir.Block { return o.Body(1) }

// RegionEdges leads through the region that the condition chooses.
func (o IfOp) RegionEdges() []ir.RegionEdge {
	edges := []ir.RegionEdge{
		{From: o.Operation, To: o.Region(0), Guard: o.Condition(), Sense: true},
		{From: o.Operation, Guard: o.Condition()},
		{Source: o.Region(0), From: o.Then().Back(), Inputs: o.Results()},
	}
	if o.Else() != nil {
		edges[1].To = o.Region(1)
		edges = append(edges, ir.RegionEdge{Source: o.Region(1), From: o.Else().Back(), Inputs: o.Results()})
	}
	return edges
}

// Verify checks that results have an else region.
func (o IfOp) Verify() error {
	if o.NumResults() > 0 && o.Else() == nil {
		return fmt.Errorf("must have an else block if defining values")
	}
	return nil
}

// VerifyRegions checks what the regions yield.
func (o IfOp) VerifyRegions() error {
	if err := checkYield(o.Operation, o.Then(), "Region #0 to parent results"); err != nil {
		return err
	}
	if o.Else() != nil {
		return checkYield(o.Operation, o.Else(), "Region #1 to parent results")
	}
	return nil
}
