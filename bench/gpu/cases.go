package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"descend/backend/cuda"
)

// benchmark is a kernel to measure. Its size is one number, s: SIZE of the twin.
type benchmark struct {
	name   string
	file   string // of the Descend program, without .desc, and of its twin
	kernel string
	// nats gives the sizes of the kernel for s, in the order of its parameters.
	nats func(s int) []nat
	grid func(s int) [3]int
	// block is the shape of a block in threads.
	block [3]int
	// twin is the file of the CUDA twin if it is called otherwise, "-" for none, and factor FACTOR of one that is for several types; cub is the kernel of
	// cub.cu that computes the same by CUB, and of a twin, vendor calls cuBLAS for it.
	twin, factor, cub string
	vendor            func(c *cublas, buffers []cuda.Pointer, s int) error
	// unit is what computes its operations: f32 if it is not said, f64, or tensor cores with a type.
	unit string
	// twinFrom is the compute capability that the twin needs, 0 for all: 80 is 8.0.
	twinFrom int
	// size and smallSize are s for measuring and for trying out.
	size, smallSize int
	// args makes the arguments before the sizes, with what the kernel must make of them.
	args func(s int) []argument
	// bytes is what the algorithm has to read and write, flops what it has to compute.
	bytes func(s int) float64
	flops func(s int) float64
}

type nat struct {
	name  string
	value int
}

// argument is a parameter of a kernel: a buffer or, if bytes is nil, a scalar of 4 bytes.
type argument struct {
	bytes  []byte // the contents before
	check  func(after []byte) error
	scalar []byte
}

// programs are the examples, and the kernel that copies.
var programs = []benchmark{
	vector("copy", "copy", "copy", 256, 1<<16, 1024, 8, func(n int) []argument {
		x := randomFloats(n, 1)
		return []argument{in(x), out(make([]float32, n), x)}
	}),
	vector("scale_vec", "scale_vec", "scale_vec", 256, 1<<18, 256, 8, func(n int) []argument {
		x, want := randomFloats(n, 1), make([]float32, n)
		for i := range x {
			want[i] = x[i] * 3
		}
		return []argument{out(x, want)}
	}),
	by(saxpyBy, vector("saxpy", "saxpy", "saxpy", 128, 1<<19, 128, 12, func(n int) []argument {
		x, y, want := randomFloats(n, 1), randomFloats(n, 2), make([]float32, n)
		for i := range x {
			want[i] = 3*x[i] + y[i]
		}
		return []argument{{scalar: encode([]float32{3})}, in(x), out(y, want)}
	})),
	vector("vector_add", "vector_add", "vector_add", 128, 1<<17, 512, 12, func(n int) []argument {
		a, b, want := randomInts(n, 1), randomInts(n, 2), make([]int32, n)
		for i := range a {
			want[i] = a[i] + b[i]
		}
		return []argument{in(a), in(b), out(make([]int32, n), want)}
	}),
	vector("reverse", "reverse", "reverse", 256, 1<<18, 256, 8, func(n int) []argument {
		x := randomInts(n, 1)
		want := slices.Clone(x)
		slices.Reverse(want)
		return []argument{in(x), out(make([]int32, n), want)}
	}),
	by(transposeBy("cublasDgeam"), transposition[float64]("transpose f64", "transpose", 5120)),
	by(transposeBy("cublasSgeam"), transposition[float32]("transpose f32", "transpose_f32", 7168)),
	{name: "grid3d", file: "grid3d", kernel: "mirror_add", block: [3]int{8, 4, 2}, size: 384, smallSize: 13,
		nats: func(s int) []nat { return []nat{{"d", s}, {"h", s}, {"w", s}} },
		grid: func(s int) [3]int { return [3]int{up(s, 8), up(s, 4), up(s, 2)} },
		args: func(s int) []argument {
			x := randomFloats(s*s*s, 1)
			want := make([]float32, len(x))
			for i := range x {
				want[i] = x[i] + x[i/s*s+s-1-i%s]
			}
			return []argument{in(x), out(make([]float32, len(x)), want)}
		},
		bytes: func(s int) float64 { return 8 * cube(s) },
	},
	vector("reduce_inplace", "reduce_inplace", "reduce", 512, 1<<16, 1024, 4, func(n int) []argument {
		x := randomInts(n, 1)
		return []argument{{bytes: encode(x), check: func(after []byte) error {
			got := decode[int32](after)
			for b := 0; b < n; b += 1024 {
				sum := int32(0)
				for _, v := range x[b:min(n, b+1024)] {
					sum += v
				}
				if got[b] != sum {
					return fmt.Errorf("the sum from %d on is %d, expected %d", b, got[b], sum)
				}
			}
			return nil
		}}}
	}),
	vector("reduce_shared", "reduce_shared", "reduce", 512, 1<<15, 1024, 8, func(n int) []argument {
		x, sums := make([]int64, n), make([]int64, up(n, 1024))
		for i, v := range randomInts(n, 1) {
			x[i] = int64(v)
			sums[i/1024] += int64(v)
		}
		return []argument{in(x), out(make([]int64, len(sums)), sums)}
	}),
	vector("reduce_warps", "reduce_warps", "reduce", 256, 1<<16, 1024, 4, func(n int) []argument {
		x, sums := randomFloats(n, 1), make([]float32, up(n, 1024))
		for i := range x {
			sums[i/1024] += x[i]
		}
		return []argument{in(x), out(make([]float32, len(sums)), sums)}
	}),
	vector("dot_product", "dot_product", "dot", 256, 1<<18, 256, 8, func(n int) []argument {
		x, y, sums := randomFloats(n, 1), randomFloats(n, 2), make([]float32, 8*up(n, 256))
		for i := range x {
			sums[i/32] += x[i] * y[i]
		}
		return []argument{in(x), in(y), out(make([]float32, len(sums)), sums)}
	}),
	vector("scan_blocks", "scan", "scan_blocks", 256, 1<<18, 256, 8, func(n int) []argument {
		x, want, sums := randomInts(n, 1), make([]int32, n), make([]int32, up(n, 256))
		for i := range x {
			if want[i] = x[i]; i%256 > 0 {
				want[i] += want[i-1]
			}
			sums[i/256] = want[i]
		}
		return []argument{in(x), out(make([]int32, n), want), out(make([]int32, len(sums)), sums)}
	}),
	vector("add_offsets", "scan", "add_offsets", 256, 1<<18, 256, 8, func(n int) []argument {
		x, offsets, want := randomInts(n, 1), randomInts(up(n, 256), 2), make([]int32, n)
		for i := range x {
			want[i] = x[i] + offsets[i/256]
		}
		return []argument{out(x, want), in(offsets)}
	}),
	vector("histogram", "histogram", "histogram", 256, 1<<17, 1024, 1, bytesCounted),
	strided(vector("histogram_strided", "histogram_strided", "histogram", 256, 1<<17, 1024, 1, bytesCounted), 528),
	vector("bitonic_sort", "bitonic_sort", "bitonic_sort", 256, 1<<16, 512, 8, func(n int) []argument {
		x := randomInts(n, 1)
		want := slices.Clone(x)
		for part := range slices.Chunk(want, 512) {
			slices.Sort(part)
		}
		return []argument{out(x, want)}
	}),
	vector("smooth", "smooth", "smooth", 64, 1<<20, 64, 8, func(n int) []argument {
		const rounds = 4
		x := randomInts(n, 1)
		want := slices.Clone(x)
		for range rounds {
			for part := range slices.Chunk(want, 64) {
				for i := len(part) - 1; i > 0; i-- { // the element before still has its old value
					part[i] = (part[i-1] + part[i]) / 2
				}
			}
		}
		return []argument{out(x, want), {scalar: encode([]int32{rounds})}}
	}),
	by(productOfFloats.multiply, product("matmul", "matmul", "matmul", 2048, 37, 16)),
	by(productOfFloats.multiply, product("matmul_tiled", "matmul_tiled", "matmul", 2048, 37, 16)),
	by(productOfFloats.multiply, product("matmul_ahead", "matmul_ahead", "matmul", 2048, 37, 16)),
	{name: "stencil_ahead", file: "stencil_ahead", kernel: "stencil", block: [3]int{64, 1, 1}, size: 4960, smallSize: 131,
		nats: func(s int) []nat { return []nat{{"h", s}, {"w", s}} },
		grid: func(s int) [3]int { return [3]int{up(s, 62), 1, 1} },
		args: func(s int) []argument {
			x, want := randomFloats(s*s, 1), make([]float32, s*s)
			at := func(i, j int) float32 {
				if i < 0 || i >= s || j < 0 || j >= s {
					return 0
				}
				return x[i*s+j]
			}
			for i := range s {
				for j := range s {
					want[i*s+j] = at(i, j) + at(i-1, j) + at(i+1, j) + at(i, j-1) + at(i, j+1)
				}
			}
			return []argument{in(x), out(make([]float32, s*s), want)}
		},
		bytes: func(s int) float64 { return 8 * float64(s) * float64(s) },
	},
	by(productOfFloats.multiply, product("sgemm", "sgemm", "sgemm", 4096, 133, 128)),
	layerNorm, sparse, bodies, fourier, attention,
	tensorProduct("gemm f16", "gemm_f16", "16", 128, halves, floats, vendorProduct{formatF16, formatF32, computeF32, 8, false}),
	tensorProduct("gemm bf16", "gemm_bf16", "17", 128, bfloats, floats, vendorProduct{formatBF16, formatF32, computeF32, 8, false}),
	tensorProduct("gemm tf32", "gemm_tf32", "32", 128, singles, floats, vendorProduct{formatF32, formatF32, computeTF32, 4, false}),
	tensorProduct("gemm f64", "gemm_f64", "", 64, doubles, ofDoubles, vendorProduct{formatF64, formatF64, computeF64, 2, false}),
	tensorProduct("gemm i8", "gemm_i8", "8", 128, bytesOf, ofInts, vendorProduct{formatI8, formatI32, computeI32, 16, true}),
	ofGroups("warp_sum", 32, false), ofGroups("warp_scan", 32, true), ofGroups("warps_sum", 256, false), ofGroups("warps_scan", 256, true),
	ofGroups("block_sum", 256, false), ofGroups("block_scan", 256, true), arraySum, arrayScan, radixCount, radixMove,
}

var productOfFloats = vendorProduct{formatF32, formatF32, computeF32, 1, false}

// by is a benchmark that cuBLAS has a function for.
func by(vendor func(c *cublas, buffers []cuda.Pointer, s int) error, b benchmark) benchmark {
	b.vendor = vendor
	return b
}

// vector is a kernel over s elements, of which each block takes a part. It has to move perElement bytes for
// each element. The small size is no multiple of anything.
func vector(name, file, kernel string, threads, parts, part, perElement int, args func(n int) []argument) benchmark {
	return benchmark{name: name, file: file, kernel: kernel, block: [3]int{threads, 1, 1}, size: parts * part, smallSize: 3*part - 19,
		nats:  func(s int) []nat { return []nat{{"n", s}} },
		grid:  func(s int) [3]int { return [3]int{up(s, part), 1, 1} },
		args:  args,
		bytes: func(s int) float64 { return float64(s) * float64(perElement) },
	}
}

// up is how many parts of k elements hold n.
func up(n, k int) int { return (n + k - 1) / k }

// bytesCounted are n bytes and how often each value is among them.
func bytesCounted(n int) []argument {
	x, counts := make([]byte, n), make([]uint32, 256)
	for i, v := range randomInts(n, 1) {
		x[i] = byte(v)
		counts[x[i]]++
	}
	return []argument{in(x), out(make([]uint32, 256), counts)}
}

// strided is a benchmark whose kernel has so many blocks for every size.
func strided(b benchmark, blocks int) benchmark {
	b.grid = func(int) [3]int { return [3]int{blocks, 1, 1} }
	return b
}

// transposition is that of a matrix of s x s elements, in tiles of 32 x 32.
func transposition[T float32 | float64](name, file string, size int) benchmark {
	return benchmark{name: name, file: file, kernel: "transpose", block: [3]int{32, 8, 1}, size: size, smallSize: 85,
		nats: func(s int) []nat { return []nat{{"h", s}, {"w", s}} },
		grid: func(s int) [3]int { return [3]int{up(s, 32), up(s, 32), 1} },
		args: func(n int) []argument {
			x, want := make([]T, n*n), make([]T, n*n)
			for i := range x {
				x[i] = T(i % (1 << 24)) // exact in both types
				want[i%n*n+i/n] = x[i]
			}
			return []argument{in(x), out(make([]T, n*n), want)}
		},
		bytes: func(s int) float64 { return float64(2 * s * s * binary.Size(T(0))) },
	}
}

// product is that of two square matrices of s x s elements, of which a block computes a tile.
func product(name, file, kernel string, size, smallSize, tile int) benchmark {
	return benchmark{name: name, file: file, kernel: kernel, block: [3]int{16, 16, 1}, size: size, smallSize: smallSize,
		nats: func(s int) []nat { return []nat{{"m", s}, {"k", s}, {"n", s}} },
		grid: func(s int) [3]int { return [3]int{up(s, tile), up(s, tile), 1} },
		args: func(n int) []argument {
			a, b := randomFloats(n*n, 1), randomFloats(n*n, 2)
			return []argument{in(a), in(b), {bytes: make([]byte, 4*n*n), check: func(after []byte) error { return checkProduct(decode[float32](after), a, b, n, n) }}}
		},
		bytes: func(s int) float64 { return 12 * float64(s) * float64(s) },
		flops: func(s int) float64 { return 2 * cube(s) },
	}
}

// checkProduct checks all elements of a product of matrices of small whole numbers, which is exact: c r = a (b r)
// for vectors r of random signs holds for all rows (Freivalds), and some elements are computed.
func checkProduct(c, a, b []float32, n, k int) error {
	r := rand.New(rand.NewPCG(9, 9))
	for range 8 {
		sign := make([]float64, n)
		for j := range sign {
			sign[j] = float64(r.IntN(2)*2 - 1)
		}
		br := multiply(b, sign, k, n)
		want, got := multiply(a, br, n, k), multiply(c, sign, n, n)
		for i := range want {
			if want[i] != got[i] {
				return fmt.Errorf("row %d is wrong", i)
			}
		}
	}
	for range 1000 {
		i, j := r.IntN(n), r.IntN(n)
		want := 0.0
		for l := range k {
			want += float64(a[i*k+l]) * float64(b[l*n+j])
		}
		if float64(c[i*n+j]) != want {
			return fmt.Errorf("element %d, %d is %v, expected %v", i, j, c[i*n+j], want)
		}
	}
	return nil
}

// multiply is a matrix of rows x cols elements times a vector.
func multiply(m []float32, v []float64, rows, cols int) []float64 {
	out := make([]float64, rows)
	for i := range out {
		for j, x := range m[i*cols : (i+1)*cols] {
			out[i] += float64(x) * v[j]
		}
	}
	return out
}

func cube(s int) float64 { return float64(s) * float64(s) * float64(s) }

// in is a buffer that the kernel only reads; it must be as before.
func in[T any](x []T) argument {
	b := encode(x)
	return argument{bytes: b, check: func(after []byte) error { return same[T](after, b) }}
}

// out is a buffer that the kernel makes into want.
func out[T any](x, want []T) argument {
	w := encode(want)
	return argument{bytes: encode(x), check: func(after []byte) error { return same[T](after, w) }}
}

// same compares two arrays of T; floats must be the same too, since all results are whole numbers.
func same[T any](got, want []byte) error {
	if bytes.Equal(got, want) {
		return nil
	}
	g, w := decode[T](got), decode[T](want)
	for i := range w {
		if any(g[i]) != any(w[i]) {
			return fmt.Errorf("element %d is %v, expected %v", i, g[i], w[i])
		}
	}
	return nil
}

func encode[T any](x []T) []byte {
	if b, ok := any(x).([]byte); ok {
		return b
	}
	b, err := binary.Append(nil, binary.LittleEndian, x)
	if err != nil {
		panic(err) // not for numbers
	}
	return b
}

func decode[T any](b []byte) []T {
	var zero T
	x := make([]T, len(b)/binary.Size(zero))
	if _, err := binary.Decode(b, binary.LittleEndian, x); err != nil {
		panic(err) // not for numbers
	}
	return x
}

// randomFloats are small whole numbers, so that sums are exact in every order.
func randomFloats(n int, seed uint64) []float32 {
	r, x := rand.New(rand.NewPCG(seed, 1)), make([]float32, n)
	for i := range x {
		x[i] = float32(r.IntN(16) - 8)
	}
	return x
}

func randomInts(n int, seed uint64) []int32 {
	r, x := rand.New(rand.NewPCG(seed, 2)), make([]int32, n)
	for i := range x {
		x[i] = int32(r.Uint32N(math.MaxUint32)) >> 8
	}
	return x
}
