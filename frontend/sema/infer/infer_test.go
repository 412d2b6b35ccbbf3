package infer_test

import (
	"testing"

	"descend/dialects"
	"descend/dialects/descend"
	"descend/dialects/nat"
	"descend/frontend/sema/infer"
	"descend/ir"
)

func newSolver() (*ir.Context, *infer.Solver) {
	c := ir.NewContext(dialects.All()...)
	return c, infer.New(c)
}

func array(c *ir.Context, size nat.Expr) ir.Type { return descend.Array(c, c.F32(), size) }

// TestSolve holds what unknowns stand for when an expected type is matched with another.
func TestSolve(t *testing.T) {
	c, u := newSolver()
	n, d, m, l := u.Fresh(), u.Fresh(), u.Fresh(), u.Fresh()
	want := descend.Ref(c, false, descend.Mem(m), descend.Array(c, descend.Var(c, d), nat.Var(n)), l)
	got := descend.Ref(c, true, descend.GPUGlobal, array(c, nat.Var("k")), "'a")
	if !infer.Open(want) || infer.Open(got) {
		t.Fatal("Open is wrong of", want, got)
	}
	if u.Unify(want, got, false).OK {
		t.Error("without coercion a unique reference is no shared one")
	}
	if r := u.Unify(want, got, true); !r.OK || len(r.Eqs) > 0 {
		t.Fatal("no match", r)
	}
	if x := u.Type(want); x != ir.Type(descend.Ref(c, false, descend.GPUGlobal, array(c, nat.Var("k")), "'a")) {
		t.Error("solved for", x)
	}
}

// TestEquations holds which equations between sizes are solved, wait, or are handed out.
func TestEquations(t *testing.T) {
	c, u := newSolver()
	a, b := nat.Var(u.Fresh()), nat.Var(u.Fresh())
	if r := u.UnifyNat(a.Mul(b), nat.Int(12)); !r.OK || u.Mark() != 1 {
		t.Fatal("two unknowns do not wait", r)
	}
	if r := u.UnifyNat(a.Mul(nat.Int(2)).Add(nat.Int(1)), nat.Int(7)); !r.OK || len(r.Eqs) > 0 || !u.Nat(a).Equal(nat.Int(3)) {
		t.Fatal("2*a + 1 = 7 is not solved", r, u.Nat(a))
	}
	if r := u.Settle(0); !r.OK || len(r.Eqs) > 0 || !u.Nat(b).Equal(nat.Int(4)) || u.Mark() != 0 {
		t.Error("3*b = 12 is not solved", r, u.Nat(b))
	}
	half := nat.Var(u.Fresh())
	if r := u.UnifyNat(half.Mul(nat.Int(2)), nat.Var("n")); !r.OK || len(r.Eqs) != 1 || !u.Nat(half).Equal(nat.Var("n").Div(nat.Int(2))) {
		t.Error("that 2 divides n is not handed out", r)
	}
	if r := u.UnifyNat(nat.Var(u.Fresh()).Add(nat.Int(5)), nat.Int(3)); r.OK {
		t.Error("x + 5 = 3 has a solution", r)
	}
	if r := u.Unify(array(c, nat.Var("n")), array(c, nat.Var("m")), false); !r.OK || len(r.Eqs) != 1 {
		t.Error("sizes that differ are not handed out", r)
	}
}

// TestMisfits holds that types of other shapes do not match, and that no unknown stands for a view.
func TestMisfits(t *testing.T) {
	c, u := newSolver()
	unknown := descend.Var(c, u.Fresh())
	view := descend.View(c, c.F32(), nat.Int(4))
	for _, p := range [][2]ir.Type{
		{unknown, view},
		{c.F32(), c.I32()},
		{descend.Ref(c, true, descend.CPUMem, c.F32(), ""), descend.Ref(c, false, descend.CPUMem, c.F32(), "")},
		{descend.Ref(c, false, descend.CPUMem, c.F32(), ""), descend.Ref(c, false, descend.GPUGlobal, c.F32(), "")},
		{descend.Ref(c, false, descend.CPUMem, array(c, nat.Int(4)), ""), descend.Ref(c, false, descend.CPUMem, view, "")},
		{c.TupleType(c.F32(), c.F32()), c.TupleType(c.F32())},
	} {
		if u.Unify(p[0], p[1], true).OK {
			t.Error(p[0], "matches", p[1])
		}
	}
	if !infer.Open(u.Type(unknown)) {
		t.Error("an unknown was solved by a misfit")
	}
	if r := u.Unify(descend.Ref(c, false, descend.CPUMem, view, ""), descend.Ref(c, false, descend.CPUMem, array(c, nat.Int(4)), ""), true); !r.OK {
		t.Error("an array is not good for a view behind a reference")
	}
}

func TestBlank(t *testing.T) {
	if s := infer.Blank("[?12; n * ?3]"); s != "[_; n * _]" {
		t.Error(s)
	}
}
