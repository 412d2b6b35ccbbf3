package place

import (
	"slices"

	"descend/dialects/descend"
	"descend/dialects/view"
	"descend/ir"
)

// Written is a place as the program names it: its variable or parameter, and all steps from there, also those through
// references, as is usual for moves and loans (Oxide section 3; Rust RFC 2094). What is behind references, a Resolver knows.
func Written(v *ir.Value) Path {
	root, steps := Way(v)
	return Path{Kind: KindOf(root), Root: root, Steps: steps}
}

// Way goes up from a place to its variable or parameter, or only to the first place that a step of a kind in until leads to.
// The steps lead back.
func Way(v *ir.Value, until ...StepKind) (from *ir.Value, steps []Step) {
	var few [8]Step
	rev := few[:0]
	for {
		of, by := descend.Base(v)
		if by == nil {
			break
		}
		if s, moves := stepTo(v, by); moves {
			if slices.Contains(until, s.Kind) {
				break
			}
			rev = append(rev, s)
		}
		v = of
	}
	if len(rev) > 0 {
		steps = slices.Clone(rev)
		slices.Reverse(steps)
	}
	return v, steps
}

// stepTo is the step by which an operation leads to a place; false if both places are one.
func stepTo(v *ir.Value, by *ir.Operation) (s Step, moves bool) {
	if ir.Is[descend.IfExistsOp](by) {
		return Step{}, false // the element that may not be there is the one that is
	}
	if v.IsArg() {
		return Step{Kind: Each, Op: by}, true
	}
	switch o := by.Typed().(type) {
	case descend.RetypeOp:
		return Step{}, false
	case descend.DerefOp:
		if _, box := descend.ElemOf(by.Operand(0)).(*descend.BoxType); box {
			return Step{Kind: Box, Op: by}, true
		}
		return Step{Kind: Ref, Op: by}, true
	case descend.ProjOp:
		return Step{Kind: Proj, Field: int32(o.Number()), Op: by}, true
	case descend.AtOp:
		return Step{Kind: At, Op: by}, true
	case descend.IndexOp:
		return Step{Kind: Index, Op: by}, true
	case view.SelectOp:
		return Step{Kind: Select, Op: by}, true
	case view.View:
		return Step{Kind: View, Op: by}, true
	}
	return Step{Kind: Any, Op: by}, true
}

// KindOf says what a path that starts from v starts from: a variable, a parameter, or something unknown.
func KindOf(v *ir.Value) RootKind {
	switch b := v.OwnerBlock(); {
	case b != nil && ir.Is[descend.FuncOp](b.Parent()):
		return Param
	case ir.Is[descend.LocalOp](v.DefiningOp()):
		return Local
	}
	return Unknown
}

// Fields is the way of a path that leads through structs and tuples alone; false if it takes other steps.
func (p Path) Fields() (way descend.Fields, ok bool) {
	for _, s := range p.Steps {
		if s.Kind != Proj {
			return "", false
		}
		way = way.Field(int(s.Field))
	}
	return way, true
}
