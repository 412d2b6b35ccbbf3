package sema

import (
	"os"
	"testing"

	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/dialects/view"
	"descend/frontend/ast"
	"descend/frontend/source"
	"descend/frontend/syntax"
	"descend/ir"
)

// prelude is the source of the prelude, which package frontend embeds.
var prelude = func() string {
	text, err := os.ReadFile("../prelude/prelude.desc")
	if err != nil {
		panic(err)
	}
	return string(text)
}()

func newContext() *ir.Context {
	c := ir.NewContext(descend.Dialect(), exec.Dialect(), view.Dialect())
	c.AllowUnregistered = true
	return c
}

// analyze compiles one text with the prelude of the tests.
func analyze(c *ir.Context, text string) (*ir.Operation, *ir.Diagnostics) {
	diags := &ir.Diagnostics{}
	pre := syntax.Parse(source.NewFile("prelude.desc", prelude), c, diags)
	f := syntax.Parse(source.NewFile("t.desc", text), c, diags)
	return Analyze(c, []*ast.File{pre}, []*Module{{Files: []*ast.File{f}}}, diags, nil, nil), diags
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

// TestCallOfAnotherLevel holds that a call of a function of another level is left to the passes where its sizes are known, as
// arguments may determine them, and is an error where they are not.
func TestCallOfAnotherLevel(t *testing.T) {
	const kernel = "fn k<n: nat>(x: & gpu.global [f32; n]) -[grid: gpu.grid<X<n>, X<256>>]-> () { }\n" +
		"fn e<n: nat>() -[grid: gpu.grid<X<n>, X<256>>]-> () { }\n"
	const host = "fn main() -[t: cpu.thread]-> () { let h = CpuHeap::new([0.0f32; 8]); let d = GpuGlobal::alloc_copy(&*h); "
	for call, want := range map[string]int{"k(&d)": 0, "k::<8>(&d)": 0, "e::<8>()": 0, "e()": 1} {
		if _, diags := analyze(newContext(), kernel+host+call+" }"); len(diags.Sorted()) != want {
			t.Errorf("%s: %q, want %d errors", call, diags.Sorted(), want)
		}
	}
}
