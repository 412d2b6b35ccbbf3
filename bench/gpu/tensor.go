package main

import (
	"fmt"
	"math"

	"descend/test/reference"
)

// This file has the programs on tensor cores, with factors of 16 bits. Their twins are inline assembly of compute capability 8.0.

// productOfHalves is that of square matrices, whose rows are pieces of 8 numbers.
var productOfHalves = benchmark{name: "gemm_f16", file: "gemm_f16", kernel: "gemm", block: [3]int{128, 1, 1}, size: 4096, smallSize: 133, twinFrom: 80,
	nats: func(s int) []nat { return []nat{{"m", s}, {"k", s}, {"n", s}} },
	grid: func(s int) [3]int { return [3]int{up(s, 128), up(s, 128), 1} },
	args: func(n int) []argument {
		a, b := randomFloats(n*n, 1), randomFloats(n*n, 2)
		return []argument{in(halves(a, n)), in(halves(b, n)),
			{bytes: make([]byte, 4*n*n), check: func(after []byte) error { return checkProduct(decode[float32](after), a, b, n, n) }}}
	},
	bytes: func(s int) float64 { return 8 * float64(s) * float64(s) },
	flops: func(s int) float64 { return 2 * cube(s) },
}

// attention has s queries and s keys of 64 numbers, small ones, so that several keys have weight.
var attention = benchmark{name: "attention", file: "attention", kernel: "attend", block: [3]int{128, 1, 1}, size: 1 << 14, smallSize: 133, twinFrom: 80,
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
		return []argument{in(halves(x[0], d)), in(halves(x[1], d)), in(halves(x[2], d)),
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

// halves are numbers of 16 bits, in rows of n which are filled up to pieces of 8. The numbers are multiples of 1/8 below 8, which both types have.
func halves(x []float32, n int) []uint16 {
	width := up(n, 8) * 8
	out := make([]uint16, len(x)/n*width)
	for i, v := range x {
		if b := math.Float32bits(v); v != 0 {
			out[i/n*width+i%n] = uint16(b>>31<<15 | (b>>23&0xff-127+15)<<10 | b>>13&0x3ff)
		}
	}
	return out
}
