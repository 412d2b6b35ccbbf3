package lower

import (
	"fmt"
	"testing"

	"descend/dialects/gpu"
	"descend/dialects/memref"
	"descend/dialects/nvgpu"
	"descend/ir"
)

// TestMatrixRows has loads of matrices, of which all three forms are wanted (who chooses one of two matrices chooses all of it), for sums and for both factors: by rows of 16 bytes where numbers lie so that each lane gets what it
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
    sched w in block.to_warps {
      let m = load_matrix(&%[4]s);
      let all = if (index(w) as u64) < 1 { m } else { m };
    }
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

// TestMatrixForms has matrices of which not all forms are wanted: the others are not read, nor made of others.
func TestMatrixForms(t *testing.T) {
	for _, c := range []struct {
		name, body              string
		left, turned, exchanges int // loads of rows of 16 bytes, as they lie and transposed, and shuffles
	}{
		{"nothing", "let m = load_matrix(&s);", 0, 0, 0},
		{"a sum", "let m = load_matrix(&s); store_matrix(&uniq *out, m);", 1, 0, 0},
		{"a copy of a copy", "let m = load_matrix(&s); let mut k = m; k = m; store_matrix(&uniq *out, k);", 1, 0, 0},
		{"a copy that nobody reads", "let m = load_matrix(&s); let mut k = m; k = m;", 0, 0, 0},
		{"a left and a right factor", "let mut a = matrix_fill::<f32, 16, 16>(0.0); mma(&uniq a, load_matrix(&s), load_matrix(&r)); store_matrix(&uniq *sums, a);", 1, 1, 0},
		{"a right factor that is computed", "let m = load_matrix(&s); let mut a = matrix_fill::<f32, 16, 16>(0.0); mma(&uniq a, m, m + m); store_matrix(&uniq *sums, a);", 1, 0, 16},
		{"a left factor that is computed", "let m = load_matrix(&s); let mut a = matrix_fill::<f32, 16, 16>(0.0); mma(&uniq a, m + m, m); store_matrix(&uniq *sums, a);", 1, 1, 0},
		{"in a loop", "let mut m = load_matrix(&s); for i in 0..3 { m = m + load_matrix(&r); } store_matrix(&uniq *out, m);", 2, 0, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, diags := compile(t, fmt.Sprintf(`fn k(out: &uniq gpu.global [[f16; 16]; 16], sums: &uniq gpu.global [[f32; 16]; 16]) -[grid: gpu.grid<X<1>, X<32>>]-> () {
  sched block in grid {
    let s = alloc::<gpu.shared, [[f16; 16]; 16]>();
    let r = alloc::<gpu.shared, [[f16; 16]; 16]>();
    sched w in block.to_warps { %s }
  }
}
`, c.body), Options{})
			if m == nil || diags.HasErrors() {
				t.Fatal(diags.Sorted())
			}
			left, turned, exchanges := 0, 0, 0
			for o := range ir.AllOf[nvgpu.LdMatrixOp](m) {
				if o.Transpose() {
					turned++
				} else {
					left++
				}
			}
			for k := range ir.AllOf[gpu.FuncOp](m) { // not those of the function that is the product
				for range ir.AllOf[gpu.ShuffleOp](k.Operation) {
					exchanges++
				}
			}
			if left != c.left || turned != c.turned || exchanges != c.exchanges {
				t.Errorf("%d loads of rows, %d transposed, %d shuffles; want %d, %d, %d", left, turned, exchanges, c.left, c.turned, c.exchanges)
			}
		})
	}
}
