package lower

import (
	"math"
	"math/big"
	"strings"

	"descend/dialects/arith"
	"descend/dialects/descend"
	"descend/dialects/gpu/contract"
	"descend/dialects/nat"
	"descend/ir"
)

// This file checks at run time what is known of sizes then only.

// obligations emits the constraints that nat-check has left to run time (attribute checks), which hold for what follows in the block. One of
// constants that does not hold stops the program like others: a loop around it may have no iterations.
func (f *indexer) obligations(o *ir.Operation) {
	for _, k := range descend.ConstraintsOf(o, "checks") {
		if len(k.Vars()) > 0 {
			f.obligation(k, o)
			f.facts = f.facts.With(k)
		} else if ok, err := k.Eval(nil); !ok || err != nil {
			f.check(f.constInt(-1, f.c.I1()), contract.CheckRequires, written(k), o)
		}
	}
}

// failing are the comparisons that hold where a relation does not.
var failing = map[nat.Rel]arith.IntPredicate{
	nat.EQ: arith.NE, nat.NE: arith.EQ, nat.LT: arith.SGE, nat.LE: arith.SGT, nat.GT: arith.SLE, nat.GE: arith.SLT,
}

func (f *indexer) obligation(k nat.Constraint, o *ir.Operation) {
	if k.Rel == nat.LE && k.R.Equal(nat.MaxRunTime) {
		most := f.constIndexBig(maxIndex)
		f.check(arith.CmpI(f.b, arith.UGT, f.upTo63(k.L), most), contract.CheckRequires, written(k), o)
		return
	}
	a, b := f.natValue(k.L), f.natValue(k.R)
	if k.Rel == nat.Pow2 { // not 0, and one bit: a & (a-1) is 0
		rest := arith.AndI(f.b, a, arith.SubI(f.b, a, f.constIndex(1)))
		bad := arith.OrI(f.b, arith.CmpI(f.b, arith.EQ, a, f.constIndex(0)), arith.CmpI(f.b, arith.NE, rest, f.constIndex(0)))
		f.check(bad, contract.CheckRequires, written(k), o)
		return
	}
	if p, ok := failing[k.Rel]; ok {
		f.check(arith.CmpI(f.b, p, a, b), contract.CheckRequires, written(k), o)
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
	f.check(arith.CmpI(f.b, p, rest, f.constIndex(0)), contract.CheckRequires, written(k), o)
}

// written is a condition in the names of the program: those of inlined calls are numbered.
func written(k nat.Constraint) string {
	parts := strings.Split(k.Clause(), "'")
	for i, s := range parts[1:] {
		if parts[1+i] = strings.TrimLeft(s, "0123456789"); parts[1+i] == s {
			parts[1+i] = "'" + s
		}
	}
	return strings.Join(parts, "")
}

var maxIndex = big.NewInt(math.MaxInt64)

// upTo63 computes what is added up in e, or 2^63, as a number without sign, if that or a part of it does not fit 63 bits. What is
// divided in it was checked before.
func (f *indexer) upTo63(e nat.Expr) *ir.Value {
	over := f.constIndexBig(new(big.Int).Lsh(big.NewInt(1), 63))
	var sum *ir.Value
	for _, t := range e.Terms() {
		if t.Coef.Sign() < 0 {
			continue
		}
		if t.Coef.Cmp(maxIndex) > 0 {
			return over
		}
		p := f.constIndexBig(t.Coef)
		for _, x := range t.Factors {
			v := f.natValue(x.Base)
			for range x.Exp {
				most := arith.DivUI(f.b, over, arith.MaxUI(f.b, v, f.constIndex(1)))
				p = arith.Select(f.b, arith.CmpI(f.b, arith.UGT, p, most), over, arith.MulI(f.b, p, v))
			}
		}
		if sum == nil {
			sum = p
		} else {
			sum = arith.MinUI(f.b, arith.AddI(f.b, sum, p), over)
		}
	}
	if sum == nil {
		return f.constIndex(0)
	}
	return sum
}
