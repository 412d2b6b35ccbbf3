// Package reference computes in Go, in 64 bits, what programs of the examples compute, for their tests and for the benchmarks that run
// their kernels.
package reference

import (
	"math"
	"math/cmplx"
)

// LayerNorm normalizes each row of n elements of x to mean 0 and variance 1, and scales and shifts its columns.
func LayerNorm(x, scale, shift []float32, n int) []float32 {
	want := make([]float32, len(x))
	for start := 0; start < len(x); start += n {
		row := x[start : start+n]
		mean, square := 0.0, 0.0
		for _, v := range row {
			mean += float64(v) / float64(n)
		}
		for _, v := range row {
			square += (float64(v) - mean) * (float64(v) - mean) / float64(n)
		}
		for j, v := range row {
			want[start+j] = float32((float64(v)-mean)/math.Sqrt(square+1e-5)*float64(scale[j]) + float64(shift[j]))
		}
	}
	return want
}

// Sparse is the product of a sparse matrix, whose row i has the elements from first[i] to first[i+1], with x.
func Sparse(first, columns []uint32, values, x []float32) []float32 {
	want := make([]float32, len(first)-1)
	for i := range want {
		for e := first[i]; e < first[i+1]; e++ {
			want[i] += values[e] * x[columns[e]]
		}
	}
	return want
}

// Attraction is the acceleration of body i by all bodies: three coordinates and a mass each.
func Attraction(bodies []float32, i int) (sum [3]float64) {
	for j := range len(bodies) / 4 {
		var d [3]float64
		square := 0.01
		for c := range d {
			d[c] = float64(bodies[4*j+c]) - float64(bodies[4*i+c])
			square += d[c] * d[c]
		}
		for c := range d {
			sum[c] += d[c] * float64(bodies[4*j+3]) / (square * math.Sqrt(square))
		}
	}
	return sum
}

// Turn is exp(-2 pi i k/n).
func Turn(k, n int) complex128 { return cmplx.Exp(complex(0, -2*math.Pi*float64(k%n)/float64(n))) }

// Fourier is the discrete Fourier transform of a signal at frequency f.
func Fourier(re, im []float32, f int) (sum complex128) {
	for i := range re {
		sum += complex(float64(re[i]), float64(im[i])) * Turn(i*f, len(re))
	}
	return sum
}

// Attention is the reference of attention: row i of the result is the sum of the rows of v with the weights softmax(q k^T / sqrt(d)) of
// row i. q has rows of d numbers, k and v have as many rows as each other. It is computed in f64.
func Attention(q, k, v []float32, d int) []float32 {
	out := make([]float32, len(q))
	sum := make([]float64, d)
	for i := 0; i < len(q); i += d {
		clear(sum)
		weight := 0.0
		for j := 0; j < len(k); j += d {
			score := 0.0
			for c := range d {
				score += float64(q[i+c]) * float64(k[j+c])
			}
			p := math.Exp(score / math.Sqrt(float64(d)))
			weight += p
			for c := range d {
				sum[c] += p * float64(v[j+c])
			}
		}
		for c := range d {
			out[i+c] = float32(sum[c] / weight)
		}
	}
	return out
}
