package scf

import (
	"slices"

	"descend/ir"
)

// Rewrites drops values that need not go round the loop.
func (WhileOp) Rewrites() []ir.Rewrite {
	return []ir.Rewrite{{
		Name: "while-needless-values", Benefit: 1, Args: "%n: i32, %x: i32, %y: i32",
		Before: `
%0:3 = scf.while (%a = %x, %b = %y, %c = %x) : (i32, i32, i32) -> (i32, i32, i32) {
  %1 = arith.cmpi slt, %a, %n : i32
  scf.condition(%1) %a, %b, %n : i32, i32, i32
} do {
^bb0(%a: i32, %b: i32, %c: i32):
  %1 = arith.addi %a, %c : i32
  scf.yield %1, %b, %a : i32, i32, i32
}
"test.use"(%0#0, %0#1, %0#2) : (i32, i32, i32) -> ()`,
		After: `
%0 = scf.while (%a = %x) : (i32) -> i32 {
  %1 = arith.cmpi slt, %a, %n : i32
  scf.condition(%1) %a : i32
} do {
^bb0(%a: i32):
  %1 = arith.addi %a, %n : i32
  scf.yield %1 : i32
}
"test.use"(%0, %y, %n) : (i32, i32, i32) -> ()`,
		Apply: ir.RewriteOn(WhileOp.dropValues),
	}}
}

// dropValues drops arguments of the first region that always are the initial value or are not used, and results
// that are a value from outside or are used neither behind the loop nor in the second region.
func (o WhileOp) dropValues(rw *ir.Rewriter) bool {
	before, after := o.Before(), o.After()
	cond, yield := before.Back(), after.Back()
	var inits, yielded []*ir.Value
	var dropBefore, dropAfter []int
	for i, a := range before.Args() {
		switch {
		case o.unchanged(i):
			rw.ReplaceAllUses(a, o.Operand(i))
		case a.HasUses():
			inits = append(inits, o.Operand(i))
			yielded = append(yielded, yield.Operand(i))
			continue
		}
		dropBefore = append(dropBefore, i)
	}
	forwarded := []*ir.Value{cond.Operand(0)}
	var results []*ir.Value
	for j, v := range cond.Operands()[1:] {
		switch {
		case !o.inside(v):
			rw.ReplaceAllUses(after.Arg(j), v)
			rw.ReplaceAllUses(o.Result(j), v)
			for i, y := range yielded { // what the second region hands back is replaced too
				if y == after.Arg(j) {
					yielded[i] = v
				}
			}
		case after.Arg(j).HasUses() || o.Result(j).HasUses():
			forwarded = append(forwarded, v)
			results = append(results, o.Result(j))
			continue
		}
		dropAfter = append(dropAfter, j)
	}
	if len(dropBefore)+len(dropAfter) == 0 {
		return false
	}
	yield.SetOperands(yielded...)
	cond.SetOperands(forwarded...)
	for _, i := range slices.Backward(dropBefore) {
		before.EraseArg(i)
	}
	for _, j := range slices.Backward(dropAfter) {
		after.EraseArg(j)
	}
	n := rw.OpR("scf.while", inits, ir.TypesOf(results), emptyRegions(2), o.Attrs()...)
	n.SetLoc(o.Loc())
	for i, r := range o.Regions() {
		n.Region(i).TakeBody(r)
	}
	for i, r := range results {
		rw.ReplaceAllUses(r, n.Result(i))
	}
	rw.Erase(o.Operation)
	rw.Modified(cond)
	rw.Modified(yield)
	return true
}

// unchanged says whether the i-th argument of the first region always is the initial value.
func (o WhileOp) unchanged(i int) bool {
	v := o.After().Back().Operand(i)
	if v == o.Operand(i) {
		return true
	}
	return v.OwnerBlock() == o.After() && o.Before().Back().Operand(1+v.Index()) == o.Before().Arg(i)
}

// inside says whether a value is defined in the loop.
func (o WhileOp) inside(v *ir.Value) bool {
	p := v.ParentBlock().Parent()
	return p != nil && o.IsAncestorOf(p)
}
