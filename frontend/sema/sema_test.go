package sema

import (
	"testing"

	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/dialects/view"
	"descend/frontend/ast"
	"descend/frontend/source"
	"descend/frontend/syntax"
	"descend/ir"
)

const testPrelude = `
view group_by_row<rows: nat, k: nat> = group::<rows/k>.transpose.map(transpose)
view tile<h: nat, w: nat> = group::<h>.map(map(group::<w>)).map(transpose)
view group_by_tile<h: nat, w: nat> = tile::<h, w>
view join_row = map(join)
view take_left<k: nat> = split::<k>.fst
view take_right<k: nat> = split::<k>.snd
`

func newContext() *ir.Context {
	c := ir.NewContext(descend.Dialect(), exec.Dialect(), view.Dialect())
	c.AllowUnregistered = true
	return c
}

// analyze compiles one text with the prelude of the tests.
func analyze(c *ir.Context, text string) (*ir.Operation, *ir.Diagnostics) {
	diags := &ir.Diagnostics{}
	pre := syntax.Parse(source.NewFile("prelude.desc", testPrelude), c, diags)
	f := syntax.Parse(source.NewFile("t.desc", text), c, diags)
	return Analyze(c, []*ast.File{pre}, []*ast.File{f}, diags), diags
}

func TestPaperTransposition(t *testing.T) {
	m, diags := analyze(newContext(), `
fn transpose(input:  &     gpu.global [[f64;2048];2048],
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
`)
	for _, d := range diags.Sorted() {
		t.Error(d, d.Label)
	}
	verify(t, m)
}
