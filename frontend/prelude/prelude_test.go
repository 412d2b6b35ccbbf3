package prelude_test

import (
	"testing"

	"descend/frontend/ast"
	"descend/frontend/prelude"
	"descend/frontend/syntax"
	"descend/ir"
)

// TestDefinitions compares the prelude with the definitions that the language fixes.
func TestDefinitions(t *testing.T) {
	diags := &ir.Diagnostics{}
	f := syntax.Parse(prelude.File(), ir.NewContext(), diags)
	for _, d := range diags.Sorted() {
		t.Error(d)
	}
	want := []string{
		"view group_by_row<rows: nat, k: nat> = group::<rows / k>.transpose.map(transpose);",
		"view strided<k: nat> = group::<k>.transpose;",
		"view group_by_tile<h: nat, w: nat> = group::<h>.map(map(group::<w>)).map(transpose);",
		"view tile<h: nat, w: nat> = group::<h>.map(map(group::<w>)).map(transpose);",
		"view join_row = map(join);",
		"view group_up<k: nat> = pad_up::<k>.group::<k>;",
		"view tile_up<h: nat, w: nat> = group_up::<h>.map(map(group_up::<w>)).map(transpose);",
		"view take_left<k: nat> = split::<k>.fst;",
		"view take_right<k: nat> = split::<k>.snd;",
	}
	if len(f.Items) != len(want) {
		t.Fatalf("%d items", len(f.Items))
	}
	for i, it := range f.Items {
		if got := ast.Format(it); got != want[i] {
			t.Errorf("got %s, want %s", got, want[i])
		}
	}
}
