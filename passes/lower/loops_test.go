package lower

import (
	"fmt"
	"slices"
	"testing"

	"descend/dialects/gpu/contract"
	"descend/dialects/scf"
	"descend/ir"
)

// TestUnrolling has loops that index arrays of a thread: they are unrolled where the array fits the registers and the code the
// instruction cache, and LLVM decides of others.
func TestUnrolling(t *testing.T) {
	for _, c := range []struct {
		name, array, body string
		want              []contract.Unroll // of the loop that sets the array to 0, of those of the body, and of that which copies the array
	}{
		{"in registers", "[f32; 64]", "for i in 0..64 { a[i] = a[i] * v + 1.0 }", []contract.Unroll{contract.UnrollFull, contract.UnrollFull, contract.UnrollFull}},
		{"too long for registers", "[f32; 256]", "for i in 0..256 { a[i] = a[i] * v + 1.0 }", []contract.Unroll{contract.UnrollUnsaid, 16, contract.UnrollUnsaid}},
		{"too wide for registers", "[f64; 128]", "for i in 0..128 { a[i] = a[i] * 3.0 + 1.0 }", []contract.Unroll{contract.UnrollUnsaid, 16, contract.UnrollUnsaid}},
		{"too much code", "[f32; 192]", "for i in 0..192 { a[i] = sin(a[i]) + v }", []contract.Unroll{contract.UnrollFull, contract.UnrollUnsaid, contract.UnrollFull}},
		{"a nest", "[[f32; 8]; 16]", "for i in 0..16 { for j in 0..8 { a[i][j] = a[i][j] * v } }", []contract.Unroll{contract.UnrollFull, contract.UnrollFull, contract.UnrollFull, contract.UnrollFull, contract.UnrollFull, contract.UnrollFull}},
		{"a nest with too much code", "[[f32; 8]; 16]", "for i in 0..16 { for j in 0..8 { a[i][j] = sin(a[i][j]) * v } }", []contract.Unroll{contract.UnrollFull, contract.UnrollFull, contract.UnrollUnsaid, contract.UnrollFull, contract.UnrollFull, contract.UnrollFull}},
	} {
		t.Run(c.name, func(t *testing.T) {
			zero := map[string]string{"[f32; 64]": "[0.0; 64]", "[f32; 256]": "[0.0; 256]", "[f64; 128]": "[0.0; 128]", "[f32; 192]": "[0.0; 192]", "[[f32; 8]; 16]": "[[0.0; 8]; 16]"}[c.array]
			m, diags := compile(t, fmt.Sprintf(`fn k<n: nat>(x: & gpu.global [f32; n], out: &uniq gpu.global [%s; n]) -[grid: gpu.grid<X<n>, X<1>>]-> () {
  sched block in grid {
    sched thread in block {
      let v = x.group::<1>[[block]][[thread]];
      let mut a: %s = %s;
      %s
      out.group::<1>[[block]][[thread]] = a
    }
  }
}
`, c.array, c.array, zero, c.body), Options{})
			if m == nil || diags.HasErrors() {
				t.Fatal(diags.Sorted())
			}
			var got []contract.Unroll
			for l := range ir.AllOf[scf.ForOp](m) {
				got = append(got, contract.UnrollOf(l.Operation))
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("loops are unrolled by %v, want %v", got, c.want)
			}
		})
	}
}
