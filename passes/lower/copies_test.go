package lower

import (
	"fmt"
	"testing"

	"descend/dialects/memref"
	"descend/dialects/nvgpu"
	"descend/dialects/scf"
	"descend/ir"
)

// TestCopySizes has copies of parts that begin at multiples of some bytes, or of none: as many bytes are copied at once as both places are aligned
// to, and what is not aligned is copied in smaller parts or loaded and stored, never at once.
func TestCopySizes(t *testing.T) {
	for _, c := range []struct {
		name, params, dst, src, elem string
		want                         int64 // elements at once; 0: by a load and a store
	}{
		{"all of it", "x: & gpu.global [f32; 8]", "s", "x", "[f32; 8]", 4},
		{"from the fourth on", "x: & gpu.global [f32; 12]", "s", "x.take_right::<4>", "[f32; 8]", 4},
		{"from the second on", "x: & gpu.global [f32; 10]", "s", "x.take_right::<2>", "[f32; 8]", 2},
		{"from the first on", "x: & gpu.global [f32; 9]", "s", "x.take_right::<1>", "[f32; 8]", 1},
		{"an odd number", "x: & gpu.global [f32; 7]", "s", "x", "[f32; 7]", 1},
		{"from where a clause says", "x: & gpu.global [f32; 4 * n + 8]", "s", "x.take_right::<4 * n>", "[f32; 8]", 4},
		{"from anywhere", "x: & gpu.global [f32; n + 8]", "s", "x.take_right::<n>", "[f32; 8]", 1},
		{"wide numbers", "x: & gpu.global [f64; 8]", "s", "x", "[f64; 8]", 2},
		{"wide numbers, from the first on", "x: & gpu.global [f64; 9]", "s", "x.take_right::<1>", "[f64; 8]", 1},
		{"halves", "x: & gpu.global [f16; 8]", "s", "x", "[f16; 8]", 8},
		{"halves, from the second on", "x: & gpu.global [f16; 10]", "s", "x.take_right::<2>", "[f16; 8]", 2},
		{"halves, from the first on", "x: & gpu.global [f16; 9]", "s", "x.take_right::<1>", "[f16; 8]", 0},
		{"bytes", "x: & gpu.global [u8; 16]", "s", "x", "[u8; 16]", 16},
		{"bytes, from the third on", "x: & gpu.global [u8; 19]", "s", "x.take_right::<3>", "[u8; 16]", 0},
		{"to the first on", "x: & gpu.global [f32; 8]", "s.take_right::<1>", "x", "[f32; 8]", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			shared := c.elem
			if c.dst != "s" {
				shared = "[f32; 9]"
			}
			m, diags := compile(t, fmt.Sprintf(`fn k<n: nat>(%s, out: &uniq gpu.global %s) -[grid: gpu.grid<X<1>, X<1>>]-> () {
  sched block in grid {
    let s = alloc::<gpu.shared, %s>();
    sched thread in block {
      let c = copy_async(&uniq %s, &%s);
      finish(c)
    }
  }
}
`, c.params, c.elem, shared, c.dst, c.src), Options{})
			if m == nil || diags.HasErrors() {
				t.Fatal(diags.Sorted())
			}
			copies, stores := 0, 0
			for o := range ir.AllOf[nvgpu.DeviceAsyncCopyOp](m) {
				if copies++; o.DstElements() != c.want {
					t.Errorf("%d elements are copied at once, want %d", o.DstElements(), c.want)
				}
			}
			for range ir.AllOf[memref.StoreOp](m) {
				stores++
			}
			if (copies > 0) != (c.want > 0) || (stores > 0) != (c.want == 0) {
				t.Errorf("%d copies, %d stores", copies, stores)
			}
		})
	}
}

// TestCopiesOfWhatIsMissing has copies of padded places: what is not there is left out by the copy, without a branch, also at the end of a piece, as far
// as neither the place nor what says whether it is there divides by what may be 0 or follows a permutation; and of pieces of which the hardware
// cannot leave out something, elements are copied alone.
func TestCopiesOfWhatIsMissing(t *testing.T) {
	for _, c := range []struct {
		name, params, src, elem string
		want                    int64 // elements at once; 0: by loads and stores
		counted, branches       bool
	}{
		{"pieces", "x: & gpu.global [[f16; 8]; n]", "x.pad::<32>.group::<1>[[thread]]", "[[f16; 8]; 1]", 8, true, false},
		{"the end of a piece", "x: & gpu.global [f32; n]", "x.pad::<128>.group::<4>[[thread]]", "[f32; 4]", 4, true, false},
		{"the end of a piece of bytes", "x: & gpu.global [u8; n]", "x.pad::<512>.group::<16>[[thread]]", "[u8; 16]", 16, true, false},
		{"as many as there are", "x: & gpu.global [f32; 128]", "x.pad::<128>.group::<4>[[thread]]", "[f32; 4]", 4, false, false},
		{"an odd number", "x: & gpu.global [f32; n]", "x.pad::<96>.group::<3>[[thread]]", "[f32; 3]", 1, true, false},
		{"missing at the front", "x: & gpu.global [f32; n]", "x.shift::<1, 127>.take_left::<128>.group::<4>[[thread]]", "[f32; 4]", 1, true, false},
		{"turned around", "x: & gpu.global [f32; n]", "x.pad::<128>.group::<4>[[thread]].reverse", "[f32; 4]", 1, true, false},
		{"halves that lie apart", "x: & gpu.global [f16; n]", "x.pad::<64>.group::<32>.transpose[[thread]]", "[f16; 2]", 0, false, true},
		{"an element", "x: & gpu.global [f32; n]", "x.pad::<32>[[thread]]", "f32", 1, true, false},
		{"an element of 8 bytes", "x: & gpu.global [i64; n]", "x.shift::<1, 31>.take_left::<32>[[thread]]", "i64", 1, true, false},
		{"half an element", "x: & gpu.global [f16; n]", "x.pad::<32>[[thread]]", "f16", 0, false, true},
		{"an element behind a division", "x: & gpu.global [f32; n * w]", "x.group::<w>.transpose.join.pad::<32>[[thread]]", "f32", 1, false, true},
		{"rows of a size", "x: & gpu.global [[f32; 4]; n * w]", "x.group::<w>.join.pad::<32>.group::<1>[[thread]]", "[[f32; 4]; 1]", 4, true, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, diags := compile(t, fmt.Sprintf(`fn k<n: nat, w: nat>(%s, out: &uniq gpu.global [%s; 32]) -[grid: gpu.grid<X<1>, X<32>>]-> () where w > 0 {
  sched block in grid {
    let s = alloc::<gpu.shared, [%s; 32]>();
    sched thread in block {
      let c = copy_async(&uniq s[[thread]], &%s);
      finish(c)
    }
  }
}
`, c.params, c.elem, c.elem, c.src), Options{})
			if m == nil || diags.HasErrors() {
				t.Fatal(diags.Sorted())
			}
			copies := 0
			for o := range ir.AllOf[nvgpu.DeviceAsyncCopyOp](m) {
				if copies++; o.DstElements() != c.want || (o.SrcElements() != nil) != c.counted {
					t.Errorf("%d elements are copied at once, want %d; those that are there are counted: %v, want %v", o.DstElements(), c.want, o.SrcElements() != nil, c.counted)
				}
			}
			branches := false
			for range ir.AllOf[scf.IfOp](m) {
				branches = true
			}
			if (copies > 0) != (c.want > 0) || branches != c.branches {
				t.Errorf("%d copies, want some: %v; branches: %v, want %v", copies, c.want > 0, branches, c.branches)
			}
		})
	}
}
