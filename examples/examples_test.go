// Package examples_test runs every example at sizes that are multiples of nothing, with 0 and 1 among them, on all devices, compares what
// they make with references that are computed here, and compiles each for all targets.
package examples_test

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"descend/backend/ptx"
	"descend/backend/sim/simtest"
	"descend/ir/need"
	"descend/test/kit"
	"descend/test/reference"
	"descend/test/trial"
	"descend/tools/driver"
)

// Lengths are nothing, one element, a prime number of them in one block, one behind whole blocks, and whole blocks.
func lengths(block int) []int { return []int{0, 1, 101, 2*block + 1, 3 * block} }

var programs = []trial.Program{
	{Name: "scale_vec", Sizes: lengths(256), Check: func(r *trial.Run, n int) {
		v := small[float32](r, n)
		trial.InOut(r, "vec", v, n)
		r.Start()
		for i := range v {
			v[i] *= 3
		}
		trial.Equal(r, "element", trial.Result[float32](r, "vec", n), v)
	}},
	{Name: "saxpy", Sizes: lengths(128), Check: func(r *trial.Run, n int) {
		x, y := small[float32](r, n), small[float32](r, n)
		trial.Value(r, "a", -2.5)
		trial.Array(r, "x", x, n)
		trial.InOut(r, "y", y, n)
		r.Start()
		for i := range y {
			y[i] = -2.5*x[i] + y[i]
		}
		trial.Equal(r, "element", trial.Result[float32](r, "y", n), y)
	}},
	{Name: "vector_add", Sizes: lengths(512), Check: func(r *trial.Run, n int) {
		a, b := small[int32](r, n), small[int32](r, n)
		trial.Array(r, "a", a, n)
		trial.Array(r, "b", b, n)
		trial.Zeros[int32](r, "c", n)
		r.Start()
		for i := range a {
			a[i] += b[i]
		}
		trial.Equal(r, "element", trial.Result[int32](r, "c", n), a)
	}},
	{Name: "reverse", Sizes: lengths(256), Check: func(r *trial.Run, n int) {
		v := small[int32](r, n)
		trial.InOut(r, "vec", v, n)
		r.Start()
		slices.Reverse(v)
		trial.Equal(r, "element", trial.Result[int32](r, "vec", n), v)
	}},
	{Name: "smooth", Sizes: lengths(64), Check: func(r *trial.Run, n int) {
		v := small[int32](r, n)
		trial.InOut(r, "data", v, n)
		trial.Value(r, "rounds", 5)
		r.Start()
		for range 5 {
			old := slices.Clone(v)
			for i := range v {
				if i%64 > 0 {
					v[i] = (old[i-1] + old[i]) / 2
				}
			}
		}
		trial.Equal(r, "element", trial.Result[int32](r, "data", n), v)
	}},
	{Name: "mandelbrot", Sizes: []int{0, 1, 47, 64}, Check: mandelbrot},
	{Name: "transpose", Sizes: []int{0, 1, 31, 67, 96}, Check: transposition[float64]},
	{Name: "transpose_f32", Sizes: []int{0, 1, 31, 67, 96}, Check: transposition[float32]},
	{Name: "grid3d", Sizes: []int{0, 1, 7, 16}, Check: func(r *trial.Run, n int) {
		for _, s := range [][3]int{{n, n, n}, {n + 1, n, n / 2}, {n / 2, n + 1, n}} {
			mirrored(r.Again(), s[0], s[1], s[2])
		}
	}},
	{Name: "reduce_inplace", Sizes: lengths(1024), Check: func(r *trial.Run, n int) {
		v := small[int32](r, n)
		trial.InOut(r, "vec", v, n)
		r.Start()
		got := trial.Result[int32](r, "vec", n)
		for b := 0; b < n; b += 1024 {
			if sum := total(v[b:min(n, b+1024)]); got[b] != sum {
				r.Errorf("the sum from %d on is %d, expected %d", b, got[b], sum)
			}
		}
	}},
	{Name: "reduce_shared", Sizes: lengths(1024), Check: summed[int64]},
	{Name: "reduce_warps", Sizes: lengths(1024), Check: summed[float32]},
	{Name: "dot_product", Sizes: lengths(256), Check: func(r *trial.Run, n int) {
		x, y := small[float32](r, n), small[float32](r, n)
		trial.Array(r, "x", x, n)
		trial.Array(r, "y", y, n)
		got := trial.Scalar[float32](r)
		for i := range x {
			x[i] *= y[i]
		}
		if want := total(x); got != want { // whole numbers below 2^24: exact in every order
			r.Errorf("the product is %v, expected %v", got, want)
		}
	}},
	{Name: "scan", Sizes: lengths(256), Check: func(r *trial.Run, n int) {
		v := small[int32](r, n)
		trial.Array(r, "input", v, n)
		trial.Zeros[int32](r, "output", n)
		r.Start()
		for i := 1; i < n; i++ {
			v[i] += v[i-1]
		}
		trial.Equal(r, "sum", trial.Result[int32](r, "output", n), v)
	}},
	{Name: "histogram", Sizes: lengths(1024), Check: counted},
	{Name: "histogram_strided", Sizes: append(lengths(1024), 528*1024+5), Check: counted},
	{Name: "bitonic_sort", Sizes: lengths(512), Check: func(r *trial.Run, n int) {
		v := trial.Random[int32](r, n, math.MinInt32, math.MaxInt32+1)
		trial.InOut(r, "data", v, n)
		r.Start()
		for part := range slices.Chunk(v, 512) {
			slices.Sort(part)
		}
		trial.Equal(r, "number", trial.Result[int32](r, "data", n), v)
	}},
	{Name: "matmul", Sizes: []int{0, 1, 17, 32}, Check: products},
	{Name: "matmul_tiled", Sizes: []int{0, 1, 17, 32}, Check: products},
	{Name: "matmul_ahead", Sizes: []int{0, 1, 17, 32}, Check: products},
	{Name: "stencil_ahead", Sizes: []int{0, 1, 5, 62, 131}, Check: crosses},
	{Name: "sgemm", Sizes: []int{0, 1, 17, 131, 256}, Check: products},
	{Name: "attention", Sizes: []int{0, 1, 33, 100}, Check: attended},
	{Name: "gemm_f16", Sizes: []int{0, 1, 17, 131}, Check: products},
	{Name: "layer_norm", Sizes: []int{0, 1, 101, 513}, Check: normalized},
	{Name: "spmv", Sizes: []int{0, 1, 17, 101}, Check: sparse},
	{Name: "nbody", Sizes: []int{0, 1, 101, 257}, Check: attracted},
	{Name: "fft", Sizes: []int{0, 1, 3}, Check: transformed},
}

// crosses are the sums of each element and its four neighbours.
func crosses(r *trial.Run, n int) {
	h, w := n, n+n/3
	x := small[float32](r, h*w)
	trial.Array(r, "x", x, h, w)
	trial.Zeros[float32](r, "out", h, w)
	r.Start()
	at := func(i, j int) float32 {
		if i < 0 || i >= h || j < 0 || j >= w {
			return 0
		}
		return x[i*w+j]
	}
	want := make([]float32, h*w)
	for i := range h {
		for j := range w {
			want[i*w+j] = at(i, j) + at(i-1, j) + at(i+1, j) + at(i, j-1) + at(i, j+1)
		}
	}
	trial.Equal(r, "sum", trial.Result[float32](r, "out", h, w), want)
}

// small are whole numbers of which sums are exact in every type and order.
func small[T trial.Number](r *trial.Run, n int) []T { return trial.Random[T](r, n, 0, 100) }

func total[T trial.Number](v []T) (sum T) {
	for _, x := range v {
		sum += x
	}
	return sum
}

func summed[T trial.Number](r *trial.Run, n int) {
	v := small[T](r, n)
	trial.Array(r, "vec", v, n)
	if got := trial.Scalar[T](r); got != total(v) {
		r.Errorf("the sum is %v, expected %v", got, total(v))
	}
}

func transposition[T trial.Number](r *trial.Run, n int) {
	for _, w := range []int{n, n/3 + 1} {
		r, h := r.Again(), n
		m := small[T](r, h*w)
		trial.Array(r, "input", m, h, w)
		trial.Zeros[T](r, "output", w, h)
		r.Start()
		want := make([]T, w*h)
		for i := range h {
			for j := range w {
				want[j*h+i] = m[i*w+j]
			}
		}
		trial.Equal(r, "element", trial.Result[T](r, "output", w, h), want)
	}
}

func mirrored(r *trial.Run, d, h, w int) {
	v := small[float32](r, d*h*w)
	trial.Array(r, "input", v, d, h, w)
	trial.Zeros[float32](r, "output", d, h, w)
	r.Start()
	want := make([]float32, len(v))
	for i := range v {
		row, col := i/w, i%w
		want[i] = v[i] + v[row*w+w-1-col]
	}
	trial.Equal(r, "cell", trial.Result[float32](r, "output", d, h, w), want)
}

// products takes shapes around n, and such in which one extent is 0.
func products(r *trial.Run, n int) {
	shapes := [][3]int{{n, n, n}, {n, n/2 + 3, n/3 + 1}}
	if n == 0 {
		shapes = [][3]int{{0, 0, 0}, {0, 1, 1}, {1, 0, 1}, {1, 1, 0}}
	}
	for _, s := range shapes {
		r, m, k, n := r.Again(), s[0], s[1], s[2]
		a, b := small[float32](r, m*k), small[float32](r, k*n)
		trial.Array(r, "a", a, m, k)
		trial.Array(r, "b", b, k, n)
		trial.Zeros[float32](r, "c", m, n)
		r.Start()
		want := make([]float32, m*n)
		for i := range m {
			for j := range n {
				for l := range k {
					want[i*n+j] += a[i*k+l] * b[l*n+j]
				}
			}
		}
		trial.CloseTo(r, "element", trial.Result[float32](r, "c", m, n), want, 1e-6)
	}
}

// attended takes more keys than queries. Factors have 16 bits: numbers of the arguments are exact in them, the weights of the values are not.
func attended(r *trial.Run, n int) {
	const d = 64
	m := n*3/2 + 1
	quarters := func(n int) []float32 {
		x := trial.Random[float32](r, n, -8, 9)
		for i := range x {
			x[i] /= 4
		}
		return x
	}
	q, k, v := quarters(n*d), quarters(m*d), quarters(m*d)
	trial.Array(r, "q", q, n, d)
	trial.Array(r, "k", k, m, d)
	trial.Array(r, "v", v, m, d)
	trial.Zeros[float32](r, "o", n, d)
	r.Start()
	trial.CloseTo(r, "number", trial.Result[float32](r, "o", n, d), reference.Attention(q, k, v, d), 2e-3)
}

// mandelbrot compares with steps in f64. Orbits near the edge of the set tell other roundings apart, so a few may differ.
func mandelbrot(r *trial.Run, n int) {
	const limit = 40
	w, h := n+n/3, n
	trial.Zeros[int32](r, "steps", h, w)
	trial.Value(r, "left", -2.1)
	trial.Value(r, "top", 0.75)
	trial.Value(r, "width", 3)
	trial.Value(r, "limit", limit)
	r.Start()
	got := trial.Result[int32](r, "steps", h, w)
	different, inside := 0, 0
	for y := range h {
		for x := range w {
			c := complex(-2.1+float64(x)*3/float64(w), 0.75-float64(y)*3/float64(w))
			z, steps := complex(0, 0), int32(0)
			for steps < limit && real(z)*real(z)+imag(z)*imag(z) <= 4 {
				z = z*z + c
				steps++
			}
			if steps == limit {
				inside++
			}
			if got[y*w+x] != steps {
				different++
			}
		}
	}
	if different > w*h/50 || n > 1 && inside < w*h/10 {
		r.Errorf("%d of %d points differ, %d are in the set", different, w*h, inside)
	}
}

func TestEveryProgram(t *testing.T) { trial.Every(t, programs) }
func TestSim(t *testing.T)          { trial.Sim(t, programs) }
func TestNative(t *testing.T)       { trial.Native(t, programs) }
func TestCUDA(t *testing.T)         { trial.CUDA(t, programs) }

// TestHarness takes the NVVM text as it is, and after LLVM has optimized it.
func TestHarness(t *testing.T) {
	for _, level := range []int{0, 3} {
		t.Run(fmt.Sprintf("O%d", level), func(t *testing.T) { trial.Harness(t, programs, level) })
	}
}

// TestAsyncCopies runs what has copies that go on as for compute capability 8.0.
func TestAsyncCopies(t *testing.T) {
	copies := []string{"matmul_ahead", "stencil_ahead", "gemm_f16", "attention"}
	ahead := slices.DeleteFunc(slices.Clone(programs), func(p trial.Program) bool { return !slices.Contains(copies, p.Name) })
	if len(ahead) != len(copies) {
		t.Fatal("the examples with copies are gone")
	}
	for _, level := range []int{0, 3} {
		t.Run(fmt.Sprintf("O%d", level), func(t *testing.T) { trial.AsyncCopies(t, ahead, level) })
	}
}

// TestTuring runs the products of matrices with the instructions of compute capability 7.5.
func TestTuring(t *testing.T) {
	products := slices.DeleteFunc(slices.Clone(programs), func(p trial.Program) bool { return p.Name != "gemm_f16" && p.Name != "attention" })
	if len(products) != 2 {
		t.Fatal("the examples with products are gone")
	}
	trial.Turing(t, products, 3)
}

// TestCPUFunctions interprets kernels as the functions that the pass gpu-to-cpu makes of them.
func TestCPUFunctions(t *testing.T) {
	trial.All(t, programs, trial.Machine{Device: simtest.NewCPU})
}

// sizes are constants for the nats of the examples that have others than n.
var sizes = map[string][]string{
	"transpose.desc": {"h=64", "w=96"}, "transpose_f32.desc": {"h=64", "w=96"},
	"matmul.desc": {"m=64", "k=64", "n=64"}, "matmul_tiled.desc": {"m=64", "k=64", "n=64"}, "matmul_ahead.desc": {"m=64", "k=64", "n=64"}, "stencil_ahead.desc": {"h=16", "w=124"}, "sgemm.desc": {"m=256", "k=128", "n=256"}, "attention.desc": {"n=128", "m=256"}, "gemm_f16.desc": {"m=256", "k=128", "n=256"},
	"grid3d.desc": {"d=4", "h=8", "w=32"}, "mandelbrot.desc": {"w=64", "h=24"},
	"layer_norm.desc": {"m=8", "n=1024"}, "spmv.desc": {"m=64", "n=96", "k=1000"},
}

// TestConstantSizes makes kernels of the generic examples: with -D, no nat is left as a parameter.
func TestConstantSizes(t *testing.T) {
	for _, file := range kit.Files(t, "*.desc") {
		args := []string{"build", file, "--emit=llvm", "-o", "-"}
		defines := sizes[file]
		if defines == nil {
			defines = []string{"n=4096"}
		}
		for _, d := range defines {
			args = append(args, "-D", d)
		}
		var out, errs bytes.Buffer
		if status := driver.Main(args, strings.NewReader(""), &out, &errs); status != 0 {
			t.Errorf("descendc %s: exit status %d\n%s", strings.Join(args, " "), status, errs.String())
			continue
		}
		for _, line := range strings.Split(out.String(), "\n") {
			if strings.HasPrefix(line, "define ptx_kernel") && strings.Contains(line, "i64 %p") {
				t.Errorf("%s: a nat is left as a parameter: %s", file, line)
			}
		}
	}
}

// TestPTX compiles every example for every target, generic and with its nats constant, and wants no local
// memory for arrays whose indices are static.
func TestPTX(t *testing.T) {
	need.Found(t, ptx.Ready())
	for _, file := range kit.Files(t, "*.desc") {
		for _, target := range ptx.Targets() {
			t.Run(file+"/"+target, func(t *testing.T) {
				var out, errs bytes.Buffer
				args := []string{"build", file, "--target=" + target, "-o", "-"}
				if status := driver.Main(args, strings.NewReader(""), &out, &errs); status != 0 {
					t.Fatalf("exit status %d\n%s", status, errs.String())
				}
				if !strings.Contains(out.String(), ".visible .entry") || !strings.Contains(out.String(), ".target "+target) {
					t.Errorf("no kernel for %s in the PTX:\n%.500s", target, out.String())
				}
				if strings.Contains(out.String(), ".local") || errs.Len() > 0 {
					t.Errorf("local memory or warnings: %s", errs.String())
				}
			})
		}
	}
}

// counted is a histogram of bytes.
func counted(r *trial.Run, n int) {
	data, counts := make([]uint8, n), make([]uint32, 256)
	for i := range data {
		data[i] = uint8(r.Rand.IntN(256) & r.Rand.IntN(256))
		counts[data[i]]++
	}
	trial.Array(r, "data", data, n)
	trial.Zeros[uint32](r, "counts", 256)
	r.Start()
	trial.Equal(r, "count", trial.Result[uint32](r, "counts", 256), counts)
}
