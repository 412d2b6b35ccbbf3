package syntax_test

import (
	"testing"

	"descend/frontend/ast"
	"descend/frontend/source"
	"descend/frontend/syntax"
	"descend/ir"
)

// parse reads text and returns the tree and the errors as "line:col: message".
func parse(text string) (*ast.File, *ir.Diagnostics) {
	diags := &ir.Diagnostics{}
	return syntax.Parse(source.NewFile("t.desc", text), ir.NewContext(), diags), diags
}

// transposition is the paper's listing 2 as printed.
const transposition = `fn transpose(input:  &     gpu.global [[f64;2048];2048],
             output: &uniq gpu.global [[f64;2048];2048])
 -[grid: gpu.grid<XY<64,64>,XY<32,8>>]-> () {
  sched(Y,X) block in grid {
    let tmp = alloc::<gpu.shared, [[f64; 32]; 32]>();
    sched(Y,X) thread in block {
      for i in [0..4] {
        tmp.group_by_row::<32,4>[[thread]][i] =
          input.group_by_tile::<32,32>.transpose[[block]]
                .group_by_row::<32,4>[[thread]][i] };
      sync;
      for i in [0..4] {
        output.group_by_tile::<32,32>[[block]]
              .group_by_row::<32,4>[[thread]][i] =
                  tmp.group_by_row::<32,4>[[thread]][i] }
    } } }
`

func TestTransposition(t *testing.T) {
	f, diags := parse(transposition)
	for _, d := range diags.Sorted() {
		t.Error(d)
	}
	if len(f.Items) != 1 {
		t.Fatalf("%d items", len(f.Items))
	}
}
