package lower

import (
	"descend/dialects/arith"
	"descend/dialects/descend"
	"descend/dialects/gpu/contract"
	"descend/dialects/nat"
	"descend/ir"
)

// This file checks at run time what is known of sizes then only.

// obligations emits the constraints that nat-check has left to run time (attribute checks). One of constants that does not
// hold stops the program like others: a loop around it may have no iterations.
func (f *indexer) obligations(o *ir.Operation) {
	for _, k := range descend.ConstraintsOf(o, "checks") {
		if len(k.Vars()) > 0 {
			f.obligation(k, o)
		} else if ok, err := k.Eval(nil); !ok || err != nil {
			f.check(f.constInt(-1, f.c.I1()), contract.CheckRequires, k.Clause(), o)
		}
	}
}

// failing are the comparisons that hold where a relation does not.
var failing = map[nat.Rel]arith.IntPredicate{
	nat.EQ: arith.NE, nat.NE: arith.EQ, nat.LT: arith.SGE, nat.LE: arith.SGT, nat.GT: arith.SLE, nat.GE: arith.SLT,
}

func (f *indexer) obligation(k nat.Constraint, o *ir.Operation) {
	a, b := f.natValue(k.L), f.natValue(k.R)
	if p, ok := failing[k.Rel]; ok {
		f.check(arith.CmpI(f.b, p, a, b), contract.CheckRequires, k.Clause(), o)
		return
	}
	var rest *ir.Value
	if n, ok := f.simplify(k.L).Int64(); ok && n > 0 {
		rest = arith.RemUI(f.b, b, a)
	} else { // 0 divides 0 only
		rest = arith.Select(f.b, arith.CmpI(f.b, arith.EQ, a, f.constIndex(0)), b, arith.RemUI(f.b, b, arith.MaxUI(f.b, a, f.constIndex(1))))
	}
	p := arith.NE
	if k.Rel == nat.NotDivides {
		p = arith.EQ
	}
	f.check(arith.CmpI(f.b, p, rest, f.constIndex(0)), contract.CheckRequires, k.Clause(), o)
}
