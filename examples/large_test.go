package examples_test

import (
	"bytes"
	"encoding/binary"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"descend/backend/harness"
	"descend/backend/ptx"
	"descend/ir/need"
	"descend/tools/driver"
)

// These tests run the last two blocks of arrays of more than 2^31 and of more than 2^32 elements, which need not be there: where an index of
// 32 bits would wrap. The harness reports an access of what the blocks have nothing to do with.

// A vectors is a kernel over arrays of n elements of which each block takes a part, and nothing else: so the last two blocks of large arrays make of
// what they have the same as those of small ones, whose results TestHarness compares with references.
type vectors struct {
	example, kernel string
	threads         [3]int
	part            int
	args            []vector
	nats            func(n int64) []int64
}

// A vector is an argument: a scalar, or an array whose elements have so many bytes.
type vector struct {
	scalar []byte
	bytes  int64
	blocks int64 // elements for each block; 0: there are n elements, of which a block has its part
	all    int64 // so many elements, which all blocks have
	front  bool  // the last blocks take the first elements
}

func of(bytes int64) vector { return vector{bytes: bytes} }

func only(n int64) []int64 { return []int64{n} }

var kernels = []vectors{
	{"scale_vec", "scale_vec", [3]int{256, 1, 1}, 256, []vector{of(4)}, only},
	{"saxpy", "saxpy", [3]int{128, 1, 1}, 128, []vector{{scalar: []byte{0, 0, 0, 64}}, of(4), of(4)}, only},
	{"vector_add", "vector_add", [3]int{128, 1, 1}, 512, []vector{of(4), of(4), of(4)}, only},
	{"reverse", "reverse", [3]int{256, 1, 1}, 256, []vector{{bytes: 4, front: true}, of(4)}, only},
	{"smooth", "smooth", [3]int{64, 1, 1}, 64, []vector{of(4), {scalar: []byte{3, 0, 0, 0}}}, only},
	{"reduce_inplace", "reduce", [3]int{512, 1, 1}, 1024, []vector{of(4)}, only},
	{"reduce_shared", "reduce", [3]int{512, 1, 1}, 1024, []vector{of(8), {bytes: 8, blocks: 1}}, only},
	{"reduce_warps", "reduce", [3]int{256, 1, 1}, 1024, []vector{of(4), {bytes: 4, blocks: 1}}, only},
	{"dot_product", "dot", [3]int{256, 1, 1}, 256, []vector{of(4), of(4), {bytes: 4, blocks: 8}}, only},
	{"scan", "scan_blocks", [3]int{256, 1, 1}, 256, []vector{of(4), of(4), {bytes: 4, blocks: 1}}, only},
	{"scan", "add_offsets", [3]int{256, 1, 1}, 256, []vector{of(4), {bytes: 4, blocks: 1}}, only},
	{"histogram", "histogram", [3]int{256, 1, 1}, 1024, []vector{of(1), {bytes: 4, all: 256}}, only},
	{"bitonic_sort", "bitonic_sort", [3]int{256, 1, 1}, 512, []vector{of(4)}, only},
	{"transpose", "transpose", [3]int{32, 8, 1}, 32, []vector{of(8), of(8)}, func(n int64) []int64 { return []int64{n, 1} }},
	{"transpose_f32", "transpose", [3]int{32, 8, 1}, 32, []vector{of(4), of(4)}, func(n int64) []int64 { return []int64{n, 1} }},
	{"matmul", "matmul", [3]int{16, 16, 1}, 16, []vector{{bytes: 4, all: 1}, of(4), of(4)}, func(n int64) []int64 { return []int64{1, 1, n} }},
	{"matmul_tiled", "matmul", [3]int{16, 16, 1}, 16, []vector{{bytes: 4, all: 1}, of(4), of(4)}, func(n int64) []int64 { return []int64{1, 1, n} }},
	{"sgemm", "sgemm", [3]int{16, 16, 1}, 128, []vector{{bytes: 4, all: 1}, of(4), of(4)}, func(n int64) []int64 { return []int64{1, 1, n} }},
}

func TestLargeVectors(t *testing.T) {
	for _, k := range kernels {
		t.Run(k.example+"/"+k.kernel, func(t *testing.T) {
			p := compiled(t, k.example)
			for _, n := range []int64{1<<31 + 1, 1<<32 + 77} {
				part := int64(k.part)
				blocks := (n + part - 1) / part
				from := (blocks - 2) * part
				large, small := k.run(t, p, n, from), k.run(t, p, n-from, 0)
				for i := range k.args {
					if !bytes.Equal(large[i], small[i]) {
						t.Errorf("n = %d: argument %d is %v behind the last blocks, expected %v", n, i, large[i], small[i])
					}
				}
			}
		})
	}
}

// run executes the last two blocks, which begin at element `from`, and gives what the arguments have there then.
func (k vectors) run(t *testing.T, p *harness.Program, n, from int64) [][]byte {
	t.Helper()
	r := rand.New(rand.NewPCG(uint64(n-from), 1)) // the same for large and small
	blocks := (n + int64(k.part) - 1) / int64(k.part)
	var args []harness.Arg
	var data [][]byte
	for _, v := range k.args {
		if v.scalar != nil {
			args, data = append(args, harness.ScalarBytes(v.scalar)), append(data, nil)
			continue
		}
		size, at, count := n, from, n-from
		switch {
		case v.blocks > 0:
			size, at, count = blocks*v.blocks, (blocks-2)*v.blocks, 2*v.blocks
		case v.all > 0:
			size, at, count = v.all, 0, v.all
		case v.front:
			at = 0
		}
		b := make([]byte, count*v.bytes)
		for i := range b {
			b[i] = byte(r.IntN(60)) // no NaN
		}
		args, data = append(args, harness.Sparse(size*v.bytes, harness.Part{At: at * v.bytes, Data: b})), append(data, b)
	}
	for _, n := range k.nats(n) {
		args = append(args, harness.Scalar(n))
	}
	err := p.Run(t.Context(), harness.Config{Kernel: k.kernel, Grid: [3]int{int(blocks), 1, 1}, Block: k.threads, Args: args, Blocks: []int64{blocks - 2, blocks - 1}})
	if err != nil {
		t.Fatalf("n = %d: %v", n, err)
	}
	return data
}

func compiled(t *testing.T, example string) *harness.Program {
	t.Helper()
	need.Found(t, ptx.Ready())
	var text, errs bytes.Buffer
	if status := driver.Main([]string{"build", example + ".desc", "--emit=llvm", "-o", "-"}, strings.NewReader(""), &text, &errs); status != 0 {
		t.Fatal(errs.String())
	}
	p, err := harness.Build(text.Bytes(), 3)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	return p
}

// rows are parts of a matrix: the rows and columns from some on.
func rows(height, width, bytes, row, column int64) (parts []harness.Part) {
	for y := row; y < height; y++ {
		parts = append(parts, harness.Part{At: (y*width + column) * bytes, Data: make([]byte, (width-column)*bytes)})
	}
	return parts
}

// TestLargeSquares transposes the last tile of a matrix of which only height and width together are large.
func TestLargeSquares(t *testing.T) {
	const n, tiles = 46_349, 46_349/32 + 1
	const from = (tiles - 1) * 32
	for example, bytes := range map[string]int64{"transpose": 8, "transpose_f32": 4} {
		p := compiled(t, example)
		in, out := rows(n, n, bytes, from, from), rows(n, n, bytes, from, from)
		for i, p := range in {
			for j := range p.Data {
				p.Data[j] = byte(i*7 + j)
			}
		}
		err := p.Run(t.Context(), harness.Config{Kernel: "transpose", Grid: [3]int{tiles, tiles, 1}, Block: [3]int{32, 8, 1}, Blocks: []int64{tiles*tiles - 1},
			Args: []harness.Arg{harness.Sparse(n*n*bytes, in...), harness.Sparse(n*n*bytes, out...), harness.Scalar(int64(n)), harness.Scalar(int64(n))}})
		if err != nil {
			t.Fatal(err)
		}
		for i := range in {
			for j := range out {
				a, b := in[i].Data[int64(j)*bytes:][:bytes], out[j].Data[int64(i)*bytes:][:bytes]
				if string(a) != string(b) {
					t.Fatalf("%s: element %d, %d is %v, expected %v", example, j, i, b, a)
				}
			}
		}
	}
}

// TestLargeVolume adds the mirrored cells of long rows: the last blocks read both ends of each.
func TestLargeVolume(t *testing.T) {
	const d, h, w = 3, 5, 1<<31 + 1
	const gx, gy, gz = w/8 + 1, 2, 2
	const from, count = (gx - 2) * 8, w - (gx-2)*8
	p := compiled(t, "grid3d")
	cell := func(y, x int) float32 { return float32(1000*y + x) }
	out := rows(d*h, w, 4, 0, from)
	var in []harness.Part
	for y := range d * h {
		for _, at := range []int{0, from} {
			var ends []float32
			for i := range count {
				ends = append(ends, cell(y, at+i&15))
			}
			data, err := binary.Append(nil, binary.LittleEndian, ends)
			if err != nil {
				t.Fatal(err)
			}
			in = append(in, harness.Part{At: (int64(y)*w + int64(at)) * 4, Data: data})
		}
	}
	var blocks []int64
	for row := range int64(gy * gz) {
		blocks = append(blocks, row*gx+gx-2, row*gx+gx-1)
	}
	err := p.Run(t.Context(), harness.Config{Kernel: "mirror_add", Grid: [3]int{gx, gy, gz}, Block: [3]int{8, 4, 2}, Blocks: blocks,
		Args: []harness.Arg{harness.Sparse(d*h*w*4, in...), harness.Sparse(d*h*w*4, out...), harness.Scalar(int64(d)), harness.Scalar(int64(h)), harness.Scalar(int64(w))}})
	if err != nil {
		t.Fatal(err)
	}
	for y := range d * h {
		for i := range count {
			got := math.Float32frombits(binary.LittleEndian.Uint32(out[y].Data[4*i:]))
			if want := cell(y, from+i&15) + cell(y, (count-1-i)&15); got != want {
				t.Fatalf("row %d, cell %d: %v, expected %v", y, from+i, got, want)
			}
		}
	}
}

// TestLargePicture computes the last points of a wide part of the plane.
func TestLargePicture(t *testing.T) {
	const w, h, limit = 1<<32 + 77, 3, 9
	const gx = w/32 + 1
	const from = (gx - 2) * 32
	p := compiled(t, "mandelbrot")
	steps := rows(h, w, 4, 0, from)
	const left, top, width = float32(-2), float32(0.75), float32(1.25) // the last points leave the circle, the first ones do not
	err := p.Run(t.Context(), harness.Config{Kernel: "mandelbrot", Grid: [3]int{gx, 1, 1}, Block: [3]int{32, 8, 1}, Blocks: []int64{gx - 2, gx - 1},
		Args: []harness.Arg{harness.Sparse(w*h*4, steps...), harness.Scalar(left), harness.Scalar(top), harness.Scalar(width), harness.Scalar(int32(limit)),
			harness.Scalar(int64(w)), harness.Scalar(int64(h))}})
	if err != nil {
		t.Fatal(err)
	}
	for y := range h {
		for i := range w - from {
			step := width / float32(w)
			re, im := left+float32(from+i)*step, top-float32(y)*step
			var a, b float32
			want := int32(0)
			for ; want < limit && a*a+b*b <= 4; want++ {
				a, b = a*a-b*b+re, 2*a*b+im
			}
			if got := int32(binary.LittleEndian.Uint32(steps[y].Data[4*i:])); got != want {
				t.Fatalf("point %d, %d: %d steps, expected %d", y, from+i, got, want)
			}
		}
	}
}
