package scf

import (
	"fmt"
	"slices"

	"descend/dialects/arith"
	"descend/dialects/ods"
	"descend/ir"
)

// IndexSwitchOp is scf.index_switch.
type IndexSwitchOp struct{ *ir.Operation }

// Def returns the definition.
func (IndexSwitchOp) Def() *ir.OpDef { return indexSwitchDef }

var indexSwitchDef = &ir.OpDef{
	Name: "scf.index_switch", Summary: "choice by a number",
	Description: "Runs the region of the case that has the value of the operand, else the default region. The results are what the region yields.",
	Example: "func.func @example(%i: index, %x: i32, %y: i32) {\n  %0 = scf.index_switch %i -> i32 \n" +
		"  case 2 {\n    scf.yield %x : i32\n  }\n  default {\n    scf.yield %y : i32\n  }\n  return\n}\n",
	Operands:   []ir.OperandDef{{Name: "arg", Type: ods.Index}},
	Results:    []ir.OperandDef{{Name: "results", Type: ods.AnyType, Arity: ir.Variadic}},
	Attrs:      []ir.AttrDef{{Name: "cases", Attr: ir.DenseI64A}},
	Regions:    []ir.RegionDef{{Name: "defaultRegion"}, {Name: "caseRegions", Variadic: true}},
	Traits:     ir.SingleBlock | ir.ImplicitTerminator | ir.RecursiveMemoryEffects,
	Terminator: "scf.yield",
	Format:     "$arg attr-dict (`->` type($results)^)? custom<Cases>($cases, $caseRegions) `\\n` `` `default` $defaultRegion",
	Directives: map[string]ir.Directive{"Cases": {
		Print: func(p *ir.Printer) {
			o := IndexSwitchOp{p.Op()}
			for i, n := range o.Cases() {
				p.Newline()
				p.Write(fmt.Sprintf("case %d ", n))
				p.Region(o.Region(i+1), ir.RegionStyle{})
			}
		},
		Parse: func(p *ir.Parser, f *ir.Fields) {
			values, regions := []int64{}, []*ir.Region{}
			for p.OptionalKeyword("case") != "" {
				values, regions = append(values, p.Int()), append(regions, p.Region())
			}
			f.Attr("cases", p.Context().DenseArray(p.Context().I64(), values...))
			f.Region("caseRegions", regions...)
		},
	}},
}

// Cases are the values of the cases; the i-th has the region i + 1, the first region is for all other values.
func (o IndexSwitchOp) Cases() []int64 { return o.Attr("cases").(*ir.DenseArrayAttr).Values }

// RegionEdges leads through one of the regions.
func (o IndexSwitchOp) RegionEdges() (edges []ir.RegionEdge) {
	for _, r := range o.Regions() {
		edges = append(edges, ir.RegionEdge{From: o.Operation, To: r}, ir.RegionEdge{Source: r, From: r.Back().Back(), Inputs: o.Results()})
	}
	return edges
}

// Verify checks the values of the cases.
func (o IndexSwitchOp) Verify() error {
	cases := o.Cases()
	if n := len(o.Regions()) - 1; n != len(cases) {
		return fmt.Errorf("has %d case regions but %d case values", n, len(cases))
	}
	for i, n := range cases {
		if slices.Contains(cases[:i], n) {
			return fmt.Errorf("has duplicate case value: %d", n)
		}
	}
	return o.checkYields()
}

// checkYields checks what the regions yield.
func (o IndexSwitchOp) checkYields() error {
	for i, r := range o.Regions() {
		name := "default region"
		if i > 0 {
			name = fmt.Sprintf("case region #%d", i-1)
		}
		end := r.Back().Back()
		if !end.Is("scf.yield") {
			return fmt.Errorf("expected region to end with scf.yield, but got %s", end.Name())
		}
		if end.NumOperands() != o.NumResults() {
			return fmt.Errorf("expected each region to return %d values, but %s returns %d", o.NumResults(), name, end.NumOperands())
		}
		for j, res := range o.Results() {
			if end.Operand(j).Type() != res.Type() {
				return fmt.Errorf("expected result #%d of each region to be '%s'", j, res.Type())
			}
		}
	}
	return nil
}

// Rewrites puts the region of a known case in the place of the operation.
func (IndexSwitchOp) Rewrites() []ir.Rewrite {
	return []ir.Rewrite{{
		Name: "index_switch-known", Benefit: 1, Args: "%x: i32, %y: i32",
		Before: `
%c2 = arith.constant 2 : index
%0 = scf.index_switch %c2 -> i32
case 2 {
  scf.yield %x : i32
}
default {
  scf.yield %y : i32
}
"test.use"(%0) : (i32) -> ()`,
		After: `
"test.use"(%x) : (i32) -> ()`,
		Apply: ir.RewriteOn(IndexSwitchOp.decide),
	}}
}

func (o IndexSwitchOp) decide(rw *ir.Rewriter) bool {
	n, ok := arith.ConstantInt(o.Operand(0))
	if !ok {
		return false
	}
	inlineBlock(rw, o.Operation, o.Region(slices.Index(o.Cases(), n)+1).Front())
	return true
}
