package main

import (
	"fmt"
	"math"

	"descend/test/reference"
)

// This file has the programs whose results are rounded.

// layerNorm has s rows of s numbers.
var layerNorm = benchmark{name: "layer_norm", file: "layer_norm", kernel: "layer_norm", block: [3]int{256, 1, 1}, size: 4096, smallSize: 300,
	nats: func(s int) []nat { return []nat{{"m", s}, {"n", s}} },
	grid: func(s int) [3]int { return [3]int{s, 1, 1} },
	args: func(s int) []argument {
		x, scale, shift := randomFloats(s*s, 1), randomFloats(s, 2), randomFloats(s, 3)
		return []argument{in(x), in(scale), in(shift), near(reference.LayerNorm(x, scale, shift, s))}
	},
	bytes: func(s int) float64 { return 8 * float64(s) * float64(s) },
}

// sparse has s rows of 0 to 30 elements, and s columns.
var sparse = benchmark{name: "spmv", file: "spmv", kernel: "spmv", block: [3]int{256, 1, 1}, size: 1 << 20, smallSize: 501,
	nats: func(s int) []nat { return []nat{{"m", s}, {"n", s}, {"k", int(rows(s)[s])}} },
	grid: func(s int) [3]int { return [3]int{up(s, 8), 1, 1} },
	args: func(s int) []argument {
		first := rows(s)
		values, x, columns := randomFloats(int(first[s]), 1), randomFloats(s, 2), make([]uint32, first[s])
		for i, v := range randomInts(len(columns), 3) {
			columns[i] = uint32(v) % uint32(s)
		}
		return []argument{in(first), in(columns), in(values), in(x), out(make([]float32, s), reference.Sparse(first, columns, values, x))}
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
		for c, want := range reference.Attraction(x, i) {
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
			t := reference.Turn(i, n)
			turnsRe[i], turnsIm[i] = float32(real(t)), float32(imag(t))
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
			sum := reference.Fourier(re[s*n:(s+1)*n], im[s*n:(s+1)*n], f)
			if want := [2]float64{real(sum), imag(sum)}[part]; !isNear(got[s*n+f], want) {
				return fmt.Errorf("signal %d has %v at frequency %d, expected %v", s, got[s*n+f], f, want)
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
