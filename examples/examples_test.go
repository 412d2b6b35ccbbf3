// Package examples_test runs every example on the simulator and compares its results with references that
// are computed here, independently of the compiler, and compiles each for all targets.
package examples_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"descend/backend/harness/hostdevice"
	"descend/backend/host"
	"descend/backend/npy"
	"descend/backend/ptx"
	"descend/backend/sim"
	"descend/backend/sim/simtest"
	"descend/ir"
	"descend/ir/need"
	"descend/test/kit"
	"descend/tools/driver"
)

// number is the element type of a test array.
type number interface {
	~int32 | ~int64 | ~uint8 | ~uint32 | ~float32 | ~float64
}

func dtype[T number]() string {
	var z T
	return map[string]string{"int32": "i32", "int64": "i64", "uint8": "u8", "uint32": "u32", "float32": "f32", "float64": "f64"}[fmt.Sprintf("%T", z)]
}

func save[T number](t *testing.T, file string, data []T, shape ...int) {
	t.Helper()
	var b bytes.Buffer
	if err := binary.Write(&b, binary.LittleEndian, data); err != nil {
		t.Fatal(err)
	}
	if err := npy.Write(file, npy.Array{DType: dtype[T](), Shape: shape, Data: b.Bytes()}); err != nil {
		t.Fatal(err)
	}
}

func load[T number](t *testing.T, file string, shape ...int) []T {
	t.Helper()
	a, err := npy.Read(file)
	if err != nil {
		t.Fatal(err)
	}
	if a.DType != dtype[T]() || !slices.Equal(a.Shape, shape) {
		t.Fatalf("%s is %s of shape %v, expected %s of %v", file, a.DType, a.Shape, dtype[T](), shape)
	}
	n := 1
	for _, d := range shape {
		n *= d
	}
	data := make([]T, n)
	if err := binary.Read(bytes.NewReader(a.Data), binary.LittleEndian, data); err != nil {
		t.Fatal(err)
	}
	return data
}

// random fills with small whole numbers, so that sums are exact in every type and order.
func random[T number](n int, seed uint64) []T {
	r := rand.New(rand.NewPCG(seed, 7))
	out := make([]T, n)
	for i := range out {
		out[i] = T(r.IntN(100))
	}
	return out
}

// run runs main of an example and returns what it prints.
func run(t *testing.T, example string, flags ...string) string {
	t.Helper()
	var out, errs bytes.Buffer
	args := append([]string{"run", example + ".desc"}, append(flags, runFlags...)...)
	if status := driver.MainWith(newDevice, args, strings.NewReader(""), &out, &errs); status != 0 {
		t.Fatalf("descendc %s: exit status %d\n%s", strings.Join(args, " "), status, errs.String())
	}
	return strings.TrimSpace(out.String())
}

// times is how often the examples take their smallest part, instead of n: TestSmallest has fewer.
var times = func(n int) int { return n }

// TestSmallest runs all examples with every size 0, where no launch does anything, and 1, and products of matrices of which one
// extent is 0.
func TestSmallest(t *testing.T) {
	for _, device := range []string{"sim", "cpu"} {
		t.Run(device, func(t *testing.T) {
			defer func() { runFlags, times = nil, func(n int) int { return n } }()
			if device == "cpu" {
				need.Found(t, ptx.Ready())
				t.Setenv(host.CacheVar, t.TempDir())
			}
			runFlags = []string{"--device=" + device}
			for least := range 2 {
				times = func(int) int { return least }
				for name, test := range resultTests() {
					t.Run(fmt.Sprintf("%s of %d", name, least), test)
				}
			}
			for _, s := range [][3]int{{0, 1, 1}, {1, 0, 1}, {1, 1, 0}, {0, 0, 1}} {
				testMatmul(t, "matmul", s[0]*16, s[1], s[2]*16)
				testMatmul(t, "matmul_tiled", s[0]*16, s[1]*16, s[2]*16)
				testMatmul(t, "sgemm", s[0]*128, s[1]*8, s[2]*128)
			}
		})
	}
}

// runFlags are more flags of "run": TestCUDA sets the device.
var runFlags []string

// newDevice is nil, for the simulator, or makes the host harness while TestHarness runs.
var newDevice driver.NewDevice

// TestHarness runs all examples again with the NVVM text of their kernels executed on the host, as it is and
// after LLVM has optimized it for NVPTX. The references are the same.
func TestHarness(t *testing.T) {
	need.Found(t, ptx.Ready())
	defer func() { newDevice = nil }()
	for _, level := range []int{0, 3} {
		var devices []*hostdevice.Device
		newDevice = func(module *ir.Operation) (sim.Device, error) {
			d, err := hostdevice.New(module, level)
			if err != nil {
				return nil, err
			}
			devices = append(devices, d)
			return d, nil
		}
		for name, test := range resultTests() {
			t.Run(fmt.Sprintf("%s/O%d", name, level), test)
		}
		for _, d := range devices {
			d.Close()
		}
	}
}

// resultTests are the tests of results, by example.
func resultTests() map[string]func(*testing.T) {
	return map[string]func(*testing.T){
		"scale_vec": TestScaleVec, "saxpy": TestSaxpy, "vector_add": TestVectorAdd, "reverse": TestReverse, "transpose": TestTranspose,
		"reduce_inplace": TestReduceInPlace, "reduce_shared": TestReduceShared, "reduce_warps": TestReduceWarps, "scan": TestScan, "matmul": TestMatmul,
		"histogram": TestHistogram, "bitonic_sort": TestBitonicSort, "dot_product": TestDotProduct, "grid3d": TestGrid3D,
		"smooth": TestSmooth, "mandelbrot": TestMandelbrot,
	}
}

// TestCPUFunctions runs all examples again with their kernels as the functions that the pass gpu-to-cpu makes,
// interpreted.
func TestCPUFunctions(t *testing.T) {
	defer func() { newDevice = nil }()
	newDevice = simtest.NewCPU
	for name, test := range resultTests() {
		t.Run(name, test)
	}
}

// TestNative runs all examples again as native programs.
func TestNative(t *testing.T) {
	need.Found(t, ptx.Ready())
	t.Setenv(host.CacheVar, "off")
	defer func() { runFlags = nil }()
	runFlags = []string{"--device=cpu"}
	for name, test := range resultTests() {
		t.Run(name, test)
	}
}

func equal[T number](t *testing.T, got, want []T) {
	t.Helper()
	for i := range want {
		if got[i] != want[i] {
			t.Fatalf("element %d is %v, expected %v", i, got[i], want[i])
		}
	}
}

func closeTo[T ~float32 | ~float64](t *testing.T, got, want []T, tolerance float64) {
	t.Helper()
	for i := range want {
		if d := math.Abs(float64(got[i]) - float64(want[i])); d > tolerance*math.Max(1, math.Abs(float64(want[i]))) || math.IsNaN(float64(got[i])) {
			t.Fatalf("element %d is %v, expected %v", i, got[i], want[i])
		}
	}
}

func TestScaleVec(t *testing.T) {
	n := times(4) * 256
	in, out := filepath.Join(t.TempDir(), "in.npy"), filepath.Join(t.TempDir(), "out.npy")
	v := random[float32](n, 1)
	save(t, in, v, n)
	run(t, "scale_vec", "--arg", "vec="+in, "--out", "vec="+out)
	for i := range v {
		v[i] *= 3
	}
	equal(t, load[float32](t, out, n), v)
}

func TestSaxpy(t *testing.T) {
	n := times(10) * 128
	dir := t.TempDir()
	x, y := random[float32](n, 2), random[float32](n, 3)
	save(t, dir+"/x.npy", x, n)
	save(t, dir+"/y.npy", y, n)
	run(t, "saxpy", "--arg", "a=-2.5", "--arg", "x="+dir+"/x.npy", "--arg", "y="+dir+"/y.npy", "--out", "y="+dir+"/out.npy")
	for i := range y {
		y[i] = -2.5*x[i] + y[i]
	}
	equal(t, load[float32](t, dir+"/out.npy", n), y)
}

func TestVectorAdd(t *testing.T) {
	n := times(3) * 512
	dir := t.TempDir()
	a, b := random[int32](n, 4), random[int32](n, 5)
	save(t, dir+"/a.npy", a, n)
	save(t, dir+"/b.npy", b, n)
	run(t, "vector_add", "--arg", "a="+dir+"/a.npy", "--arg", "b="+dir+"/b.npy", "--arg", "c=zeros", "--out", "c="+dir+"/c.npy")
	for i := range a {
		a[i] += b[i]
	}
	equal(t, load[int32](t, dir+"/c.npy", n), a)
}

func TestReverse(t *testing.T) {
	n := times(4) * 256
	dir := t.TempDir()
	v := random[int32](n, 6)
	save(t, dir+"/v.npy", v, n)
	run(t, "reverse", "--arg", "vec="+dir+"/v.npy", "--out", "vec="+dir+"/out.npy")
	slices.Reverse(v)
	equal(t, load[int32](t, dir+"/out.npy", n), v)
}

func TestSmooth(t *testing.T) {
	n := times(3) * 64
	dir := t.TempDir()
	v := random[int32](n, 9)
	save(t, dir+"/v.npy", v, n)
	run(t, "smooth", "--arg", "data="+dir+"/v.npy", "--arg", "rounds=5", "--out", "data="+dir+"/out.npy")
	for range 5 {
		old := slices.Clone(v)
		for i := range v {
			if i%64 < 63 {
				v[i] = (old[i] + old[i+1]) / 2
			}
		}
	}
	equal(t, load[int32](t, dir+"/out.npy", n), v)
}

// TestMandelbrot compares with steps in f64. Orbits near the edge of the set tell other roundings apart, so a few may differ.
func TestMandelbrot(t *testing.T) {
	dir := t.TempDir()
	const limit = 40
	w, h := times(3)*32, times(6)*8
	run(t, "mandelbrot", "-D", fmt.Sprintf("n=%d", w/32), "-D", fmt.Sprintf("m=%d", h/8), "--arg", "steps=zeros", "--arg", "left=-2.1", "--arg", "top=0.75", "--arg", "width=3",
		"--arg", "limit=40", "--out", "steps="+dir+"/out.npy")
	got := load[int32](t, dir+"/out.npy", h, w)
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
	if different > w*h/50 || inside < w*h/10 {
		t.Errorf("%d of %d points differ, %d are in the set", different, w*h, inside)
	}
}

func TestTranspose(t *testing.T) {
	t.Run("f64", func(t *testing.T) { testTranspose[float64](t, "transpose") })
	t.Run("f32", func(t *testing.T) { testTranspose[float32](t, "transpose_f32") })
}

func testTranspose[T number](t *testing.T, example string) {
	dir := t.TempDir()
	n := times(3) * 32
	m := random[T](n*n, 8)
	save(t, dir+"/m.npy", m, n, n)
	run(t, example, "--arg", "input="+dir+"/m.npy", "--arg", "output=zeros", "--out", "output="+dir+"/out.npy")
	want := make([]T, n*n)
	for i := range n {
		for j := range n {
			want[j*n+i] = m[i*n+j]
		}
	}
	equal(t, load[T](t, dir+"/out.npy", n, n), want)
}

func TestReduceInPlace(t *testing.T) {
	n := times(3)
	dir := t.TempDir()
	v := random[int32](n*1024, 9)
	save(t, dir+"/v.npy", v, n*1024)
	run(t, "reduce_inplace", "--arg", "vec="+dir+"/v.npy", "--out", "vec="+dir+"/out.npy")
	got := load[int32](t, dir+"/out.npy", n*1024)
	for b := range n {
		var sum int32
		for _, x := range v[b*1024 : (b+1)*1024] {
			sum += x
		}
		if got[b*1024] != sum {
			t.Errorf("block %d: sum %d, expected %d", b, got[b*1024], sum)
		}
	}
}

func TestReduceShared(t *testing.T) {
	n := times(5) * 1024
	dir := t.TempDir()
	v := random[int64](n, 10)
	save(t, dir+"/v.npy", v, n)
	var sum int64
	for _, x := range v {
		sum += x
	}
	if got := run(t, "reduce_shared", "--arg", "vec="+dir+"/v.npy"); got != fmt.Sprint(sum) {
		t.Errorf("sum %s, expected %d", got, sum)
	}
}

func TestReduceWarps(t *testing.T) {
	n := times(5) * 1024
	dir := t.TempDir()
	v := random[float32](n, 10)
	save(t, dir+"/v.npy", v, n)
	var sum float32
	for _, x := range v {
		sum += x
	}
	if got := run(t, "reduce_warps", "--arg", "vec="+dir+"/v.npy"); got != fmt.Sprint(sum) {
		t.Errorf("sum %s, expected %v", got, sum)
	}
}

func TestScan(t *testing.T) {
	n := times(7) * 256
	dir := t.TempDir()
	v := random[int32](n, 11)
	save(t, dir+"/v.npy", v, n)
	run(t, "scan", "--arg", "input="+dir+"/v.npy", "--arg", "output=zeros", "--out", "output="+dir+"/out.npy")
	for i := 1; i < n; i++ {
		v[i] += v[i-1]
	}
	equal(t, load[int32](t, dir+"/out.npy", n), v)
}

func TestMatmul(t *testing.T) {
	t.Run("global", func(t *testing.T) { testMatmul(t, "matmul", times(2)*16, times(24), times(3)*16) })
	t.Run("tiled", func(t *testing.T) { testMatmul(t, "matmul_tiled", times(2)*16, times(4)*16, times(3)*16) })
	t.Run("sgemm", func(t *testing.T) { testMatmul(t, "sgemm", times(1)*128, times(2)*8, times(2)*128) })
}

func testMatmul(t *testing.T, example string, m, k, n int) {
	dir := t.TempDir()
	a, b := random[float32](m*k, 12), random[float32](k*n, 13)
	save(t, dir+"/a.npy", a, m, k)
	save(t, dir+"/b.npy", b, k, n)
	run(t, example, "--arg", "a="+dir+"/a.npy", "--arg", "b="+dir+"/b.npy", "--arg", "c=zeros", "--out", "c="+dir+"/c.npy")
	want := make([]float32, m*n)
	for i := range m {
		for j := range n {
			for l := range k {
				want[i*n+j] += a[i*k+l] * b[l*n+j]
			}
		}
	}
	closeTo(t, load[float32](t, dir+"/c.npy", m, n), want, 1e-6)
}

func TestHistogram(t *testing.T) {
	n := times(3) * 1024
	dir := t.TempDir()
	r := rand.New(rand.NewPCG(14, 7))
	data := make([]uint8, n)
	want := make([]uint32, 256)
	for i := range data {
		data[i] = uint8(r.IntN(256) & r.IntN(256))
		want[data[i]]++
	}
	save(t, dir+"/d.npy", data, n)
	run(t, "histogram", "--arg", "data="+dir+"/d.npy", "--arg", "counts=zeros", "--out", "counts="+dir+"/out.npy")
	equal(t, load[uint32](t, dir+"/out.npy", 256), want)
}

func TestBitonicSort(t *testing.T) {
	n := times(2)
	dir := t.TempDir()
	r := rand.New(rand.NewPCG(15, 7))
	v := make([]int32, n*512)
	for i := range v {
		v[i] = int32(r.Uint32())
	}
	save(t, dir+"/v.npy", v, n*512)
	run(t, "bitonic_sort", "--arg", "data="+dir+"/v.npy", "--out", "data="+dir+"/out.npy")
	for part := range slices.Chunk(v, 512) {
		slices.Sort(part)
	}
	equal(t, load[int32](t, dir+"/out.npy", n*512), v)
}

func TestDotProduct(t *testing.T) {
	n := times(3) * 256
	dir := t.TempDir()
	x, y := random[float32](n, 16), random[float32](n, 17)
	save(t, dir+"/x.npy", x, n)
	save(t, dir+"/y.npy", y, n)
	var want float32 // whole numbers below 2^24: exact in every order
	for i := range x {
		want += x[i] * y[i]
	}
	var got float32
	if _, err := fmt.Sscan(run(t, "dot_product", "--arg", "x="+dir+"/x.npy", "--arg", "y="+dir+"/y.npy"), &got); err != nil || got != want {
		t.Errorf("dot product %v (%v), expected %v", got, err, want)
	}
}

func TestGrid3D(t *testing.T) {
	dir := t.TempDir()
	d, h, w := times(2)*2, times(2)*4, times(3)*8
	v := random[float32](d*h*w, 18)
	save(t, dir+"/v.npy", v, d, h, w)
	run(t, "grid3d", "--arg", "input="+dir+"/v.npy", "--arg", "output=zeros", "--out", "output="+dir+"/out.npy")
	want := make([]float32, len(v))
	for i := range v {
		row, col := i/w, i%w
		want[i] = v[i] + v[row*w+w-1-col]
	}
	equal(t, load[float32](t, dir+"/out.npy", d, h, w), want)
}

// sizes are constants for the nats of the examples that have others than n.
var sizes = map[string][]string{
	"matmul.desc": {"m=4", "k=64", "n=4"}, "matmul_tiled.desc": {"m=4", "k=4", "n=4"}, "sgemm.desc": {"m=2", "k=16", "n=2"},
	"grid3d.desc": {"d=2", "h=2", "w=4"}, "mandelbrot.desc": {"n=2", "m=3"},
}

// TestConstantSizes makes kernels of the generic examples: with -D, no nat is left as a parameter.
func TestConstantSizes(t *testing.T) {
	for _, file := range kit.Files(t, "*.desc") {
		args := []string{"build", file, "--emit=llvm", "-o", "-"}
		defines := sizes[file]
		if defines == nil {
			defines = []string{"n=4"}
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
