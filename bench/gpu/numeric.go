package main

import (
	"fmt"
	"math"
)

// This file has the programs whose results are rounded.

// layerNorm has s rows of s numbers.
var layerNorm = benchmark{name: "layer_norm", file: "layer_norm", kernel: "layer_norm", block: [3]int{256, 1, 1}, size: 4096, smallSize: 300,
	nats: func(s int) []nat { return []nat{{"m", s}, {"n", s}} },
	grid: func(s int) [3]int { return [3]int{s, 1, 1} },
	args: func(s int) []argument {
		x, scale, shift, want := randomFloats(s*s, 1), randomFloats(s, 2), randomFloats(s, 3), make([]float32, s*s)
		for i := range s {
			row := x[i*s : (i+1)*s]
			mean, square := 0.0, 0.0
			for _, v := range row {
				mean += float64(v) / float64(s)
			}
			for _, v := range row {
				square += (float64(v) - mean) * (float64(v) - mean) / float64(s)
			}
			for j, v := range row {
				want[i*s+j] = float32((float64(v)-mean)/math.Sqrt(square+1e-5)*float64(scale[j]) + float64(shift[j]))
			}
		}
		return []argument{in(x), in(scale), in(shift), near(want)}
	},
	bytes: func(s int) float64 { return 8 * float64(s) * float64(s) },
}

// sparse has s rows of 0 to 30 elements, and s columns.
var sparse = benchmark{name: "spmv", file: "spmv", kernel: "spmv", block: [3]int{256, 1, 1}, size: 1 << 20, smallSize: 501,
	nats: func(s int) []nat { return []nat{{"m", s}, {"n", s}, {"k", int(rows(s)[s])}} },
	grid: func(s int) [3]int { return [3]int{up(s, 8), 1, 1} },
	args: func(s int) []argument {
		first := rows(s)
		values, x, columns, want := randomFloats(int(first[s]), 1), randomFloats(s, 2), make([]uint32, first[s]), make([]float32, s)
		for i, v := range randomInts(len(columns), 3) {
			columns[i] = uint32(v) % uint32(s)
		}
		for i := range want {
			for e := first[i]; e < first[i+1]; e++ {
				want[i] += values[e] * x[columns[e]]
			}
		}
		return []argument{in(first), in(columns), in(values), in(x), out(make([]float32, s), want)}
	},
	bytes: func(s int) float64 { return 8*float64(rows(s)[s]) + 12*float64(s) },
}

// rows says where the elements of each row begin.
func rows(s int) []uint32 {
	first := make([]uint32, s+1)
	for i := range s {
		first[i+1] = first[i] + uint32(i*7%31)
	}
	return first
}

// bodies are s of them. On the way from one to another are some 20 operations.
var bodies = benchmark{name: "nbody", file: "nbody", kernel: "accelerate", block: [3]int{256, 1, 1}, size: 1 << 15, smallSize: 300,
	nats: func(s int) []nat { return []nat{{"n", s}} },
	grid: func(s int) [3]int { return [3]int{up(s, 256), 1, 1} },
	args: func(s int) []argument {
		x := randomFloats(4*s, 1)
		for i := range s {
			x[4*i+3] = float32(i%3 + 1)
		}
		return []argument{in(x), {bytes: make([]byte, 12*s), check: func(after []byte) error { return attracted(decode[float32](after), x) }}}
	},
	bytes: func(s int) float64 { return 28 * float64(s) },
	flops: func(s int) float64 { return 20 * float64(s) * float64(s) },
}

// attracted checks the accelerations of some of the bodies.
func attracted(got, x []float32) error {
	n := len(x) / 4
	for i := 0; i < n; i += n/100 + 1 {
		var sum [3]float64
		for j := range n {
			var d [3]float64
			square := 0.01
			for c := range d {
				d[c] = float64(x[4*j+c]) - float64(x[4*i+c])
				square += d[c] * d[c]
			}
			for c := range d {
				sum[c] += d[c] * float64(x[4*j+3]) / (square * math.Sqrt(square))
			}
		}
		for c, want := range sum {
			if !isNear(got[3*i+c], want) {
				return fmt.Errorf("part %d of body %d is %v, expected %v", c, i, got[3*i+c], want)
			}
		}
	}
	return nil
}

// fourier transforms s signals of 512 numbers.
var fourier = benchmark{name: "fft", file: "fft", kernel: "fft", block: [3]int{256, 1, 1}, size: 1 << 15, smallSize: 3,
	nats: func(s int) []nat { return []nat{{"n", s}} },
	grid: func(s int) [3]int { return [3]int{s, 1, 1} },
	args: func(s int) []argument {
		const n = 512
		re, im, turnsRe, turnsIm := randomFloats(s*n, 1), randomFloats(s*n, 2), make([]float32, n/2), make([]float32, n/2)
		for i := range turnsRe {
			sin, cos := math.Sincos(-2 * math.Pi * float64(i) / n)
			turnsRe[i], turnsIm[i] = float32(cos), float32(sin)
		}
		checked := func(x []float32, part int) argument {
			return argument{bytes: encode(x), check: func(after []byte) error { return transformed(decode[float32](after), re, im, part) }}
		}
		return []argument{checked(re, 0), checked(im, 1), in(turnsRe), in(turnsIm)}
	},
	bytes: func(s int) float64 { return 16 * 512 * float64(s) },
}

// transformed checks one part of the transforms, the real or the imaginary one, of some of the signals, at some frequencies.
func transformed(got, re, im []float32, part int) error {
	const n = 512
	signals := len(re) / n
	for s := 0; s < signals; s += signals/10 + 1 {
		for f := 0; f < n; f += 5 {
			var sum [2]float64
			for i := range n {
				sin, cos := math.Sincos(-2 * math.Pi * float64(i*f%n) / n)
				a, b := float64(re[s*n+i]), float64(im[s*n+i])
				sum[0] += a*cos - b*sin
				sum[1] += a*sin + b*cos
			}
			if !isNear(got[s*n+f], sum[part]) {
				return fmt.Errorf("signal %d has %v at frequency %d, expected %v", s, got[s*n+f], f, sum[part])
			}
		}
	}
	return nil
}

// near is a buffer that the kernel makes into about want.
func near(want []float32) argument {
	return argument{bytes: encode(make([]float32, len(want))), check: func(after []byte) error {
		for i, got := range decode[float32](after) {
			if !isNear(got, float64(want[i])) {
				return fmt.Errorf("element %d is %v, expected %v", i, got, want[i])
			}
		}
		return nil
	}}
}

func isNear(got float32, want float64) bool {
	return math.Abs(float64(got)-want) <= 2e-3*max(1, math.Abs(want))
}
