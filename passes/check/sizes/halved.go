package sizes

import (
	"descend/dialects/descend"
	"descend/dialects/nat"
	"descend/passes/check/help"
	"descend/passes/place"
)

// A loop over halved_range(u) makes, of a tree, u, u/2, u/4 and so on: after an odd number on the way it leaves something out,
//
//	for k in halved_range(n / 2) { .. tmp[k + i] .. }       // n = 12: 6, 3, 1, so that the last of three elements is never added
//
// Nobody sees that with the sizes that programs are tried with, so it is a warning unless the function says that it is for powers of
// two only. A constant is what somebody wanted; and doubled_range(u) gives all powers of two up to u whatever that is.

// warnSkipped warns of a loop over halves of what is not known to be a power of two.
func (x *checker) warnSkipped(o descend.ForNatOp) {
	hi := o.Hi()
	if _, isConst := hi.Const(); isConst || o.Kind() != "halved" || place.IsPow2(hi, x.r.FactsAt(o.Operation)) {
		return
	}
	d := x.Now.Diags.Warnf(o.Loc(), descend.CodeSkippedElements, "halves of a number that need not be a power of two").
		WithLabel("`halved_range(%s)`: a half of an odd number leaves out the rest", hi)
	if clause := pow2Clause(hi); x.onlyGenerics(clause) {
		d.WithFix("state it: `where "+clause.Clause()+"`", help.AddWhere(x.f, clause.Clause()))
	}
}

// pow2Clause is the clause that makes a number a power of two: that the only size in it is one, if that suffices.
func pow2Clause(e nat.Expr) nat.Constraint {
	if vars := e.Vars(); len(vars) == 1 && place.IsPow2(e, nat.NewFacts().WithPow2(vars[0])) {
		return nat.IsPow2(nat.Var(vars[0]))
	}
	return nat.IsPow2(e)
}
