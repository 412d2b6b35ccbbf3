package sizes

import (
	"fmt"
	"math/big"

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
// The grid is rounded up, as for every n, but the view takes multiples of 256 only. Or a select leaves one value to a generic:
//
//	fn k<n: nat>(x: & gpu.global [i32; n * 256], ..) -[grid: gpu.grid<X<n>, X<256>>]-> () {
//	  .. x[[thread]] ..                                        // 256 == n*256, that is n == 1
//
// or next to none, since the grid has a block for each element and the block a thread:
//
//	fn k<n: nat>(x: &uniq gpu.global [i32; n]) -[grid: gpu.grid<X<n>, X<256>>]-> () {
//	  .. x.group::<256>[[block]][[thread]] ..                  // n == n/256, that is n == 0
//
// or for some sizes another number of parts than the grid has blocks:
//
//	  .. x.take_right::<1>.group_up::<256>[[block]][[thread]] ..   // (n + 255)/256 == (n + 254)/256
//
// All are warnings; the clause, written, is an answer to them.

// warnHidden warns of a clause that a view or select needs where a size of the grid is rounded up for what it excludes, and of one that
// leaves a single value to a generic, or 0 and 1. Before it was needed, before was known.
func (x *checker) warnHidden(o obligation, clause nat.Constraint, before *nat.Facts) {
	_, isView := o.op.Typed().(view.View)
	if !x.gpu || !isView && !ir.Is[view.SelectOp](o.op) {
		return
	}
	if clause.Rel == nat.Divides && x.roundsUp(clause) {
		x.Now.Diags.Warnf(o.loc(), descend.CodeHiddenClause, "only some sizes can be launched").
			WithLabel("this needs `%s`, but the grid is rounded up as for every size", clause.Clause()).
			WithHelp("state it, `where " + clause.Clause() + "`, or use `group_up::<" + clause.L.String() + ">` and give what is absent a value, `.. else 0`")
	}
	name, value, ok := pinned(clause)
	if !ok {
		if ir.Is[view.SelectOp](o.op) {
			x.warnParts(o, clause, before)
		}
		return
	}
	stated := fmt.Sprintf("state it, `where %s == %s`, or ", name, value)
	if value.IsInt64() && value.Int64() == 1 {
		stated += "give each block its part before its threads select: `group::<..>[[block]]`"
	} else {
		stated += fmt.Sprintf("write `%s` in place of `%s`", value, name)
	}
	x.Now.Diags.Warnf(o.loc(), descend.CodeHiddenClause, "only %s is accepted for the generic `%s`", value, name).
		WithLabel("this needs `%s`, which holds for no other `%s`", clause.Clause(), name).WithHelp(stated)
}

// warnParts warns of a select from other parts than there are resources, for some sizes. It may take no array but an empty one, or one of a
// single part: 0 and 1 are both their own halves, rounded up or down.
func (x *checker) warnParts(o obligation, clause nat.Constraint, before *nat.Facts) {
	if clause.Rel != nat.EQ {
		return
	}
	for _, v := range clause.Vars() {
		most := func(n nat.Expr) nat.Constraint { return nat.AtMost(nat.Var(v), n) }
		if before.Proves(most(one)) || !x.known.Facts.Proves(most(one)) {
			continue
		}
		values := "0 and 1 are"
		if x.known.Facts.Proves(most(nat.Int(0))) {
			values = "0 is"
		}
		x.Now.Diags.Warnf(o.loc(), descend.CodeHiddenClause, "only %s accepted for the generic `%s`", values, v).
			WithLabel("this needs `%s`, which holds for no other `%s`", clause.Clause(), v).
			WithHelp(fmt.Sprintf("let `%s` resources select, as many as there are parts: a grid has sizes in blocks and a block in threads, not in elements", clause.R))
		return
	}
	if vars := clause.Vars(); len(vars) == 1 && len(clause.L.Vars()) > 0 && len(clause.R.Vars()) > 0 {
		x.Now.Diags.Warnf(o.loc(), descend.CodeHiddenClause, "only some sizes can be launched").
			WithLabel("this needs `%s`, which does not hold for every `%s`", clause.Clause(), vars[0]).
			WithHelp("state it, `where " + clause.Clause() + "`, or let there be as many parts: `pad::<..>` before them adds elements that are absent")
	}
}

// pinned finds a variable to which an equality leaves one value: the difference of its sides is a multiple of variable - value. Of
// `m == n*m` that is n with 1, which is all that is left where m is not 0.
func pinned(clause nat.Constraint) (name string, value *big.Int, ok bool) {
	if clause.Rel != nat.EQ {
		return "", nil, false
	}
	diff := clause.L.Sub(clause.R)
	for _, v := range clause.Vars() {
		coef, rest, ok := diff.Linear(v)
		if !ok || coef.IsZero() {
			continue
		}
		c := new(big.Int).Quo(rest.Content(), coef.Content())
		if c.Sign() > 0 && rest.Add(coef.Mul(nat.Big(c))).IsZero() {
			return v, c, true
		}
	}
	return "", nil, false
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
