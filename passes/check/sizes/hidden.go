package sizes

import (
	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/dialects/nat"
	"descend/dialects/view"
	"descend/ir"
)

// A clause that nobody wrote may restrict callers in a way that the text of a kernel contradicts:
//
//	fn k<n: nat>(x: &uniq gpu.global [i32; n]) -[grid: gpu.grid<X<(n + 255) / 256>, X<256>>]-> () {
//	  .. x.group::<256>[[block]][[thread]] ..                  // n % 256 == 0
//
// The grid is rounded up, as for every n, but the view takes multiples of 256 only. That is a warning; the clause, written, is an
// answer to it.

// warnHidden warns of a clause that a view or select needs where a size of the grid is rounded up for what it excludes.
func (x *checker) warnHidden(o obligation, clause nat.Constraint) {
	_, isView := o.op.Typed().(view.View)
	if clause.Rel != nat.Divides || !isView && !ir.Is[view.SelectOp](o.op) || !x.gpu || !x.roundsUp(clause) {
		return
	}
	help := "state it, `where " + clause.Clause() + "`, or use `group_up::<" + clause.L.String() + ">` and give what is absent a value, `.. else 0`"
	x.Now.Diags.Warnf(o.loc(), descend.CodeHiddenClause, "only some sizes can be launched").
		WithLabel("this needs `%s`, but the grid is rounded up as for every size", clause.Clause()).
		WithHelp(help)
}

// roundsUp says whether an extent of the function's resource is a quotient of more than what a clause divides, by its divisor.
func (x *checker) roundsUp(clause nat.Constraint) bool {
	t := x.f.ExecType()
	if t == nil {
		return false
	}
	found := false
	for _, d := range []exec.Dim{t.Dim, t.Inner} {
		for _, a := range d.Axes() {
			eachDivision(d.Size[a], func(dividend, divisor nat.Expr) {
				rest, ok := dividend.Sub(clause.R).Const()
				found = found || divisor.Equal(clause.L) && ok && rest.Sign() > 0
			})
		}
	}
	return found
}
