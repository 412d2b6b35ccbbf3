package trial

import "math"

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
