package lower

import (
	"fmt"
	"testing"

	"descend/dialects/memref"
	"descend/dialects/nvgpu"
	"descend/ir"
)

// TestMatrixRows has loads of matrices, of which all three forms are made, for sums and for both factors: by rows of 16 bytes where numbers lie so that each lane gets what it
// has in that form, and transposed only of numbers of 16 bits; else by loads of each lane.
func TestMatrixRows(t *testing.T) {
	for _, c := range []struct {
		name, elem    string
		rows, cols    int // of what is allocated
		place         string
		plain, turned int // loads of up to four tiles of rows of 16 bytes
		alone         int // forms in which each lane loads for itself
	}{
		{"halves", "f16", 16, 16, "s", 1, 1, 0}, // sums and left factors are one
		{"halves by columns", "f16", 16, 16, "s.transpose", 1, 1, 0},
		{"a part of halves", "f16", 16, 32, "s.map(take_right::<16>)", 1, 1, 0},
		{"halves that begin in the middle", "f16", 16, 32, "s.map(take_right::<4>).map(take_left::<16>)", 0, 0, 2},
		{"rows of 24 bytes", "f16", 16, 12, "s.map(take_left::<8>)", 0, 0, 2},
		{"singles", "f32", 16, 16, "s", 2, 0, 2},
		{"singles by columns", "f32", 16, 16, "s.transpose", 2, 0, 2},
		{"a few singles", "f32", 8, 8, "s", 1, 0, 2},
		{"a part of singles", "f32", 16, 12, "s.map(take_right::<4>)", 1, 0, 2},
		{"singles that begin in the middle", "f32", 16, 12, "s.map(take_right::<2>).map(take_left::<8>)", 0, 0, 3},
		{"rows of 72 bytes", "f32", 16, 18, "s.map(take_left::<16>)", 0, 0, 3},
		{"each second single", "f32", 16, 16, "s.map(group::<2>).map(transpose).transpose[0]", 0, 0, 3},
		{"bytes", "i8", 32, 32, "s", 2, 0, 2},
		{"bytes without a sign by columns", "u8", 32, 32, "s.transpose", 2, 0, 2},
		{"bytes of which a half of two tiles is left", "i8", 8, 24, "s", 0, 0, 2}, // left factors are as sums
		{"rows of 40 bytes", "i8", 16, 40, "s.map(take_left::<32>)", 0, 0, 3},
		{"bytes that are not all there", "i8", 16, 48, "s.tile_up::<16, 32>[0][1]", 0, 0, 3},
		{"doubles", "f64", 16, 16, "s", 0, 0, 2}, // left factors are as sums
		{"words of global memory", "f32", 16, 16, "x", 0, 0, 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, diags := compile(t, fmt.Sprintf(`fn k(x: & gpu.global [[%[1]s; %[3]d]; %[2]d], out: &uniq gpu.global [i32; 1]) -[grid: gpu.grid<X<1>, X<32>>]-> () {
  sched block in grid {
    let s = alloc::<gpu.shared, [[%[1]s; %[3]d]; %[2]d]>();
    sched w in block.to_warps { let m = load_matrix(&%[4]s); }
  }
}
`, c.elem, c.rows, c.cols, c.place), Options{})
			if m == nil || diags.HasErrors() {
				t.Fatal(diags.Sorted())
			}
			plain, turned, loads := 0, 0, 0
			for o := range ir.AllOf[nvgpu.LdMatrixOp](m) {
				if o.Transpose() {
					turned++
				} else {
					plain++
				}
			}
			for o := range ir.AllOf[memref.LoadOp](m) {
				if space := memref.TypeOf(o.MemRef()).Space; space == nil || space.String() == "#gpu.address_space<workgroup>" {
					loads++
				}
			}
			if plain != c.plain || turned != c.turned || (loads > 0) != (c.alone > 0) || loads < c.alone {
				t.Errorf("%d loads of rows, %d transposed, and %d of lanes; want %d, %d and those of %d forms", plain, turned, loads, c.plain, c.turned, c.alone)
			}
		})
	}
}
