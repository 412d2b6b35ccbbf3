package contract_test

import (
	"maps"
	"reflect"
	"testing"

	"descend/dialects"
	"descend/dialects/arith"
	"descend/dialects/builtin"
	"descend/dialects/cf"
	"descend/dialects/gpu"
	"descend/dialects/gpu/contract"
	"descend/dialects/llvm"
	"descend/dialects/nat"
	"descend/dialects/scf"
	"descend/ir"
)

func builder() (*ir.Builder, *ir.Operation) {
	c := dialects.MLIR()
	m := builtin.NewModule(c, nil)
	return ir.NewBuilder(c).AtEnd(m.Block()), m.Operation
}

func parse(t *testing.T, s string) nat.Expr {
	t.Helper()
	e, err := nat.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// TestFunction writes a contract and reads it back.
func TestFunction(t *testing.T) {
	b, m := builder()
	c := b.Ctx
	want := contract.Function{
		Params: []contract.Param{
			{Name: "x", Kind: contract.Ref, Elem: c.F32(), Mem: "gpu.global", Type: "[f32; n*32]", Shape: []contract.Size{"n*32"}, Uniq: true, Exclusive: true},
			{Name: "p", Path: "1.0", Kind: contract.Scalar, Elem: c.IntegerType(8, ir.Unsigned)},
			{Name: "n", Kind: contract.Nat, Elem: c.Index()},
		},
		Results:  []contract.Param{{Name: "result", Kind: contract.Box, Elem: c.F64(), Mem: "cpu.mem", Shape: []contract.Size{"2"}, Complex: "complex128", Uniq: true}},
		Requires: []contract.Clause{"n <= 65535"},
		Launch:   &contract.Launch{Grid: [3]contract.Size{"n", "1", "1"}, Block: [3]contract.Size{"32", "2", "1"}, Static: 48, Dynamic: "n*4"},
	}
	if _, ok := contract.Of(m); ok {
		t.Error("a contract where none was written")
	}
	want.Set(m)
	got, ok := contract.Of(m)
	if !ok || !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	if n, ok := got.Launch.Block[0].Const(); !ok || n != 32 {
		t.Errorf("the block has %d threads along x", n)
	}
	if _, ok := got.Launch.Grid[0].Const(); ok {
		t.Error("n is no constant")
	}
}

// TestBounds finds the least bound of each nat, by its parameter.
func TestBounds(t *testing.T) {
	f := contract.Function{
		Params:   []contract.Param{{Name: "k", Kind: contract.Scalar}, {Name: "n", Kind: contract.Nat}, {Name: "m", Kind: contract.Nat}, {Name: "k", Kind: contract.Nat}},
		Requires: []contract.Clause{"n <= 65535", "n <= 70000", "1 <= m", "m*2 <= 8", "k <= 7", "32 does not divide n", "what is this"},
	}
	if got, want := f.Bounds(), map[int]int64{1: 65535, 3: 7}; !maps.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	for i, clause := range f.Requires {
		if k, err := clause.Constraint(); (err != nil) != (i == len(f.Requires)-1) {
			t.Errorf("%q: %v", clause, err)
		} else if err == nil && contract.ClauseOf(k) != clause {
			t.Errorf("%q is shown as %q", clause, contract.ClauseOf(k))
		}
	}
}

func TestMultiples(t *testing.T) {
	f := contract.Function{
		Params:   []contract.Param{{Name: "k", Kind: contract.Scalar}, {Name: "n", Kind: contract.Nat}, {Name: "m", Kind: contract.Nat}, {Name: "k", Kind: contract.Nat}, {Name: "j", Kind: contract.Nat}},
		Requires: []contract.Clause{"4 divides n", "6 divides n", "4 divides m*2", "m divides 8", "8 divides k", "8 does not divide j", "4 divides j + 1", "what is this"},
	}
	if got, want := f.Multiples(), map[int]int64{1: 12, 3: 8}; !maps.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// TestLayout has buffers that end anywhere.
func TestLayout(t *testing.T) {
	var l contract.Layout
	if !l.Bytes().IsZero() {
		t.Errorf("nothing has %s bytes", l.Bytes())
	}
	l.Add(nat.Int(20))
	if n, _ := l.Next().Int64(); n != 32 {
		t.Errorf("the second buffer is at %d", n)
	}
	l.Add(parse(t, "n*4"))
	if got := l.Bytes().String(); got != "n*4 + 32" {
		t.Errorf("two buffers have %s bytes", got)
	}
	start := l.Next()
	for n, want := range map[int64]string{0: "32", 3: "48", 4: "48", 5: "64"} {
		if got := start.Subst(map[string]nat.Expr{"n": nat.Int(n)}).String(); got != want {
			t.Errorf("with n = %d the third buffer is at %s, not %s", n, got, want)
		}
	}
	if gpu.AnyTarget.Static%gpu.SharedAlign != 0 || gpu.AnyTarget.Shared%gpu.SharedAlign != 0 {
		t.Error("the limits are multiples of the alignment")
	}
}

// TestCheck builds run-time checks and recognizes them.
func TestCheck(t *testing.T) {
	b, m := builder()
	index, bound := arith.NewConstantIndex(b, 3), arith.NewConstantIndex(b, 2)
	all := []contract.Check{
		{Kind: contract.CheckIndex, Text: "a[i]", File: "f.desc", Line: 3, Column: 9},
		{Kind: contract.CheckAssert, Text: "x != 7", File: "f.desc", Line: 4, Column: 1},
	}
	for _, c := range all {
		contract.NewCheck(b, arith.CmpI(b, arith.UGE, index, bound), c)
	}
	contract.NewCheck(b, arith.NewConstantInt(b, -1, b.Ctx.I1()), all[0])
	scf.BuildIf(b, arith.CmpI(b, arith.EQ, index, bound), nil, func() []*ir.Value { llvm.NewTrap(b); return nil }, nil)
	cf.NewAssert(b, arith.CmpI(b, arith.EQ, index, bound), "no")
	var found []contract.Check
	var compared []bool
	for trap := range ir.AllOf[llvm.TrapOp](m) {
		op := contract.Around(trap.Operation)
		if op == nil {
			continue
		}
		found = append(found, contract.CheckOf(op))
		i, n, ok := contract.Compared(op)
		compared = append(compared, ok)
		if ok && (i != index || n != bound) {
			t.Error("index and bound are the operands of the comparison")
		}
	}
	if want := append(all, all[0]); !reflect.DeepEqual(found, want) {
		t.Errorf("found %v, want %v", found, want)
	}
	if want := []bool{true, false, false}; !reflect.DeepEqual(compared, want) {
		t.Errorf("index and bound are known of %v, want %v", compared, want)
	}
}

// TestLoops writes what is said of loops and kernels on the CPU, and reads it back.
func TestLoops(t *testing.T) {
	b, _ := builder()
	n := arith.NewConstantIndex(b, 1)
	op := scf.BuildFor(b, n, n, n, nil, func(*ir.Value, []*ir.Value) []*ir.Value { return nil }).Operation
	for _, u := range []contract.Unroll{contract.UnrollFull, contract.UnrollNone, 16, contract.UnrollUnsaid} {
		if u.Set(op); contract.UnrollOf(op) != u {
			t.Errorf("unroll %d is read as %d", u, contract.UnrollOf(op))
		}
	}
	if len(op.Attrs()) != 0 {
		t.Errorf("%v stay where nothing is said", op.Attrs())
	}
	if contract.IsParallel(op) || contract.IsUnspecified(op) || contract.Continues(op) {
		t.Error("nothing was said")
	}
	if contract.SetContinues(op, true); !contract.Continues(op) {
		t.Error("what was said is not read")
	}
	if contract.SetContinues(op, false); len(op.Attrs()) != 0 {
		t.Errorf("%v stay where that is taken back", op.Attrs())
	}
	contract.SetParallel(op)
	contract.SetUnspecified(op)
	contract.SetOnCPU(op, "k$cpu", true)
	if name, strips := contract.OnCPU(op); name != "k$cpu" || !strips || !contract.IsParallel(op) || !contract.IsUnspecified(op) {
		t.Error("what was said is not read")
	}
}
