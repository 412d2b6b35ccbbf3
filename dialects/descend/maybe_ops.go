package descend

import (
	"fmt"

	"descend/ir"
)

// IfExistsOp executes one of two regions, by whether an element is there. It is the only way from a place of ?d to one of d:
// reads with `else`, writes, `if let` and loops over padded views are made of it, so that what is accessed exists.
type IfExistsOp struct{ *ir.Operation }

var ifExistsDef = &ir.OpDef{
	Name: "descend.if_exists", Summary: "conditional on an element that may not be there",
	Description: "The operand is a place of ?d: an element of a padded view. If the element exists, the first region is executed, whose block " +
		"argument is its place, else the second, which is empty when there is nothing to do. Regions yield as those of descend.if do. " +
		"`divergent` says that the regions are for some threads only, whatever the place is: no barrier stands in them.",
	Example: `descend.func @f(%t: !exec.thread, %x: !descend.place<&gpu.global [f32; n]>) -> f32 attributes {generics = ["n: nat"]} {
  %0 = descend.deref %x : !descend.place<&gpu.global [f32; n]> -> !descend.place<[f32; n]>
  %1 = view.pad %0 {size = #descend.nat<n + 1>} : !descend.place<[f32; n]> -> !descend.place<[[?f32; n + 1]]>
  %2 = descend.at %1 {index = #descend.nat<0>} : !descend.place<[[?f32; n + 1]]> -> !descend.place<?f32>
  %3 = descend.const {value = 0.000000e+00 : f32} : f32
  %4 = descend.if_exists %2 attributes {divergent} : !descend.place<?f32> -> f32 {
  ^bb0(%arg0: !descend.place<f32>):
    %5 = descend.read %arg0 : !descend.place<f32> -> f32
    descend.yield %5 : f32
  } else {
    descend.yield %3 : f32
  }
  descend.return %4 : f32
}
`,
	Operands: []ir.OperandDef{one("place", isPlace)},
	Results:  []ir.OperandDef{many("results", anyType)},
	Attrs:    []ir.AttrDef{opt("divergent", isUnit)},
	Regions:  []ir.RegionDef{{Name: "then"}, {Name: "else", MaybeEmpty: true}},
	Traits:   ir.SingleBlock | ir.NoTerminator | ir.RecursiveMemoryEffects,
	Format:   "$place attr-dict-with-keyword `:` type($place) (`->` type($results)^)? $then (`else` $else^)?",
}

// Def is the definition.
func (IfExistsOp) Def() *ir.OpDef { return ifExistsDef }

// Place is the element that may not be there.
func (o IfExistsOp) Place() *ir.Value { return o.Operand(0) }

// Element is the place of the element where it exists.
func (o IfExistsOp) Element() *ir.Value { return o.Body(0).Arg(0) }

// Divergent says whether the regions are for some threads only, whatever the place is.
func (o IfExistsOp) Divergent() bool { return o.HasAttr("divergent") }

// RegionEdges leads through one of the regions; without else, past the first.
func (o IfExistsOp) RegionEdges() []ir.RegionEdge {
	then, els := o.Region(0), o.Region(1)
	edges := []ir.RegionEdge{{From: o.Operation, To: then}, {From: o.Operation}, ir.EndOf(then, nil, o.Results()...)}
	if !els.Empty() {
		edges[1].To = els
		edges = append(edges, ir.EndOf(els, nil, o.Results()...))
	}
	return edges
}

// VerifyRegions checks the block argument and what the regions yield.
func (o IfExistsOp) VerifyRegions() error {
	m, ok := ElemOf(o.Place()).(*MaybeType)
	if !ok {
		return fmt.Errorf("needs a place of an element that may not be there, not of %s", Format(ElemOf(o.Place())))
	}
	if b := o.Body(0); b.NumArgs() != 1 || ElemOf(b.Arg(0)) != m.Elem {
		return fmt.Errorf("block argument must be a place of %s", Format(m.Elem))
	}
	if err := checkYielded(o.Operation, 0); err != nil {
		return err
	}
	if o.Region(1).Empty() {
		if o.NumResults() > 0 {
			return fmt.Errorf("has results, so it needs an else region")
		}
		return nil
	}
	if o.Body(1).NumArgs() > 0 {
		return fmt.Errorf("region 1 must have no block arguments")
	}
	return checkYielded(o.Operation, 1)
}

// IsChoice says whether an operation executes one of two regions: by a condition, or by whether an element exists.
func IsChoice(op *ir.Operation) bool {
	switch op.Typed().(type) {
	case IfOp, IfExistsOp:
		return true
	}
	return false
}
