package main

import (
	"encoding/binary"
	"fmt"
	"math"

	"descend/test/reference"
)

// This file has the programs on tensor cores. Their twins are inline assembly of compute capability 8.0.

// tensorProduct is that of square matrices, whose rows are pieces of 16 bytes; i8 has the right factor by columns. A block computes side x side elements.
// rows encodes a matrix of rows of n numbers, sums decodes the result.
func tensorProduct(name, file, factor string, side int, rows func(x []float32, n int) []byte, sums func(after []byte) []float32, by vendorProduct) benchmark {
	twin := "gemm"
	if factor == "" {
		twin = "gemm_f64"
	}
	sizes := map[format]int{formatF32: 4, formatF64: 8, formatF16: 2, formatBF16: 2, formatI8: 1, formatI32: 4}
	kind := map[format]string{formatF32: "tf32", formatF64: "f64", formatF16: "f16", formatBF16: "f16", formatI8: "i8"}[by.in]
	return benchmark{name: name, file: file, kernel: "gemm", block: [3]int{128, 1, 1}, size: 4096, smallSize: 133, twinFrom: 80,
		twin: twin, factor: factor, vendor: by.multiply, unit: "tensor " + kind,
		nats: func(s int) []nat { return []nat{{"m", s}, {"k", s}, {"n", s}} },
		grid: func(s int) [3]int { return [3]int{up(s, side), up(s, side), 1} },
		args: func(n int) []argument {
			a, b := randomFloats(n*n, 1), randomFloats(n*n, 2)
			right := b
			if by.columns {
				right = turned(b, n)
			}
			return []argument{fixed(rows(a, n)), fixed(rows(right, n)),
				{bytes: make([]byte, sizes[by.out]*n*n), check: func(after []byte) error { return checkProduct(sums(after), a, b, n, n) }}}
		},
		bytes: func(s int) float64 { return float64(2*sizes[by.in]+sizes[by.out]) * float64(s) * float64(s) },
		flops: func(s int) float64 { return 2 * cube(s) },
	}
}

// turned is a square matrix with rows and columns exchanged.
func turned(x []float32, n int) []float32 {
	out := make([]float32, len(x))
	for i, v := range x {
		out[i%n*n+i/n] = v
	}
	return out
}

// fixed is a buffer that the kernel only reads.
func fixed(b []byte) argument {
	return argument{bytes: b, check: func(after []byte) error { return same[byte](after, b) }}
}

// pieces are the rows of n numbers of a matrix, each filled up to a multiple of 16 bytes.
func pieces[T any](x []float32, n int, of func(v float32) T) []byte {
	piece := 16 / binary.Size(of(0))
	width := up(n, piece) * piece
	out := make([]T, len(x)/n*width)
	for i, v := range x {
		out[i/n*width+i%n] = of(v)
	}
	return encode(out)
}

func bfloats(x []float32, n int) []byte {
	return pieces(x, n, func(v float32) uint16 { return uint16(math.Float32bits(v) >> 16) })
}
func singles(x []float32, n int) []byte { return pieces(x, n, func(v float32) float32 { return v }) }
func doubles(x []float32, n int) []byte {
	return pieces(x, n, func(v float32) float64 { return float64(v) })
}
func bytesOf(x []float32, n int) []byte { return pieces(x, n, func(v float32) int8 { return int8(v) }) }

// The sums are whole numbers below 2^24.
func floats(b []byte) []float32    { return decode[float32](b) }
func ofDoubles(b []byte) []float32 { return singly(decode[float64](b)) }
func ofInts(b []byte) []float32    { return singly(decode[int32](b)) }

func singly[T float64 | int32](x []T) []float32 {
	out := make([]float32, len(x))
	for i, v := range x {
		out[i] = float32(v)
	}
	return out
}

// attention has s queries and s keys of 64 numbers, small ones, so that several keys have weight.
var attention = benchmark{name: "attention", file: "attention", kernel: "attend", unit: "tensor f16", block: [3]int{128, 1, 1}, size: 1 << 14, smallSize: 133, twinFrom: 80,
	nats: func(s int) []nat { return []nat{{"n", s}, {"m", s}} },
	grid: func(s int) [3]int { return [3]int{up(s, 64), 1, 1} },
	args: func(s int) []argument {
		const d = 64
		var x [3][]float32
		for i := range x {
			x[i] = randomFloats(s*d, uint64(i))
			for j := range x[i] {
				x[i][j] /= 8
			}
		}
		return []argument{fixed(halves(x[0], d)), fixed(halves(x[1], d)), fixed(halves(x[2], d)),
			{bytes: make([]byte, 4*s*d), check: func(after []byte) error { return attended(decode[float32](after), x[0], x[1], x[2], d) }}}
	},
	bytes: func(s int) float64 { return 64 * 10 * float64(s) },
	flops: func(s int) float64 { return 4 * 64 * float64(s) * float64(s) },
}

// attended checks what some of the queries get.
func attended(got, q, k, v []float32, d int) error {
	rows := len(q) / d
	for i := 0; i < rows; i += rows/50 + 1 {
		for j, want := range reference.Attention(q[i*d:(i+1)*d], k, v, d) {
			if !isNear(got[i*d+j], float64(want)) {
				return fmt.Errorf("number %d of row %d is %v, expected %v", j, i, got[i*d+j], want)
			}
		}
	}
	return nil
}

// halves are numbers of 16 bits. They are multiples of 1/8 below 8, which both types have.
func halves(x []float32, n int) []byte {
	return pieces(x, n, func(v float32) uint16 {
		if b := math.Float32bits(v); v != 0 {
			return uint16(b>>31<<15 | (b>>23&0xff-127+15)<<10 | b>>13&0x3ff)
		}
		return 0
	})
}
