package ir

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// forToStores makes of a loop over the constant 2 its body twice.
func forToStores(op *Operation, rw *Rewriter) bool {
	n, ok := ConstantOf(op.Operand(0)).(*IntegerAttr)
	if !ok || n.Int64() != 2 {
		return false
	}
	for range 2 {
		m := NewMapping()
		for o := range op.Body(0).Ops() {
			if !o.Has(Terminator) {
				rw.Insert(o.Clone(m))
			}
		}
	}
	rw.Erase(op)
	return true
}

// TestApplyGreedily folds, merges constants, removes dead code and unreachable blocks and applies a pattern.
func TestApplyGreedily(t *testing.T) {
	m := readModule(t, toyContext(), "f", []byte(`toy.func @f(%a: i32) -> i32 {
  %c0 = toy.const 0
  %c1 = toy.const 1
  %one = toy.const 1
  %x = toy.add %c1, %one : i32
  %y = toy.add %c0, %a : i32
  %dead = toy.add %y, %y : i32
  toy.for %x : i32 {
    %v = toy.add %y, %y : i32
    toy.store %v : i32
  }
  toy.return %y : i32
^unreachable:
  toy.br ^unreachable, ^unreachable
}`))
	changed, converged := ApplyGreedily(m, []Pattern{{Name: "for-to-stores", Root: "toy.for", Apply: forToStores}}, GreedyOptions{})
	if !changed || !converged {
		t.Errorf("changed %v, converged %v", changed, converged)
	}
	var diags Diagnostics
	if !Verify(m, &diags) {
		t.Fatal(diags.Sorted())
	}
	want := `toy.func @f(%arg0: i32) -> i32 {
  %0 = add %arg0, %arg0 : i32
  store %0 : i32
  %1 = add %arg0, %arg0 : i32
  store %1 : i32
  return %arg0 : i32
}`
	if d := cmp.Diff(want, Print(m.Body(0).Front(), PrintOptions{LocalScope: true})); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
	if changed, _ := ApplyGreedily(m, []Pattern{{Name: "for-to-stores", Root: "toy.for", Apply: forToStores}}, GreedyOptions{}); changed {
		t.Error("a second run changes the code again")
	}
}

// swapForever never stops.
var swapForever = On("swap-forever", func(op toyAdd, rw *Rewriter) bool {
	op.SetOperands(op.Operand(1), op.Operand(0))
	rw.Modified(op.Operation)
	return true
})

// TestNoConvergence checks that patterns without end are stopped and named, and that a bound on iterations only bounds them.
func TestNoConvergence(t *testing.T) {
	m := readModule(t, toyContext(), "f", []byte(`toy.func @f(%a: i32, %b: i32) -> i32 {
  %x = toy.add %a, %b : i32
  toy.return %x : i32
}`))
	want := "the rewrites in 'builtin.module' do not end: of 200600 changes, the last 10000 were pattern 'swap-forever' of 'toy.add' (10000 times)"
	if got := panicOf(func() { ApplyGreedily(m, []Pattern{swapForever}, GreedyOptions{MaxIterations: -1}) }); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if changed, converged := ApplyGreedily(m, []Pattern{swapForever}, GreedyOptions{MaxRewrites: 3, MaxIterations: 2}); !changed || converged {
		t.Error(changed, converged)
	}
}
