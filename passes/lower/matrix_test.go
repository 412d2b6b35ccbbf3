package lower

import (
	"testing"

	"descend/dialects/gpu"
	"descend/dialects/memref"
	"descend/ir"
)

// TestLargeProducts holds that of a product which no registers hold a lane moves what it has in loops: thousands of numbers at a time
// take LLVM long.
func TestLargeProducts(t *testing.T) {
	m, diags := compile(t, `fn k(a: & gpu.global [[f16; 128]; 128], b: & gpu.global [[f16; 128]; 128], c: &uniq gpu.global [[f32; 128]; 128])
  -[grid: gpu.grid<X<1>, X<32>>]-> () {
  sched block in grid {
    sched w in block.to_warps {
      let mut sum = load_matrix(&*c);
      mma(&uniq sum, load_matrix(a), load_matrix(b));
      store_matrix(&uniq c.group::<128>[[w]], sum)
    }
  }
}
`, Options{})
	if m == nil || diags.HasErrors() {
		t.Fatal(diags)
	}
	products, loads := 0, 0
	for f := range ir.AllOf[gpu.FuncOp](m) {
		f.Walk(func(o *ir.Operation) ir.WalkResult {
			if o.Is("func.call") {
				products++
			}
			return ir.Advance
		})
		for l := range ir.AllOf[memref.LoadOp](f.Operation) {
			if l.Parent() == f.Operation && inOwnMemory(l.Operation) {
				loads++
			}
		}
	}
	if products != 1 || loads > 0 {
		t.Errorf("%d calls of products, %d loads of what a lane has outside of loops", products, loads)
	}
}
