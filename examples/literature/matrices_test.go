package literature_test

import (
	"descend/test/reference"
	"descend/test/trial"
)

import "math"

// matrices are programs of linear algebra, and attention.
var matrices = []trial.Program{
	{Name: "lud", Sizes: []int{0, 1, 7, 16, 33, 100}, Check: func(r *trial.Run, n int) {
		a := dominant(r, n, n)
		trial.InOut(r, "a", a, n, n)
		r.Start()
		lu := trial.Result[float32](r, "a", n, n)
		product := make([]float32, n*n)
		for i := range n {
			for j := range n {
				var sum float64
				for k := 0; k <= min(i, j); k++ {
					l := float64(lu[i*n+k])
					if k == i {
						l = 1
					}
					sum += l * float64(lu[k*n+j])
				}
				product[i*n+j] = float32(sum)
			}
		}
		trial.CloseTo(r, "element of L U", product, a, 1e-4)
	}},
	{Name: "gauss", Sizes: []int{0, 1, 7, 33, 257}, Check: func(r *trial.Run, n int) {
		m := n + 1
		a := trial.Random[float32](r, n*m, -50, 50) // pivots are needed
		for i := range n {
			a[i*m+(i+1)%max(n, 1)] += 300
		}
		trial.Array(r, "a", a, n, m)
		trial.Zeros[float32](r, "x", n)
		r.Start()
		x := trial.Result[float32](r, "x", n)
		got, want := make([]float32, n), make([]float32, n)
		for i := range n {
			var sum float64
			for j := range n {
				sum += float64(a[i*m+j]) * float64(x[j])
			}
			got[i], want[i] = float32(sum), a[i*m+n]
		}
		trial.CloseTo(r, "element of A x", got, want, 1e-2)
	}},
	{Name: "svd", Sizes: []int{0, 1, 2, 7, 20}, Check: func(r *trial.Run, n int) {
		m := 2*n + 130
		a := trial.Random[float32](r, n*m, -20, 20)
		trial.InOut(r, "a", a, n, m)
		trial.Zeros[float32](r, "v", n, n)
		trial.Zeros[float32](r, "values", n)
		if sweeps := trial.Scalar[uint32](r); sweeps < 1 || sweeps >= 30 {
			r.Fatalf("%d sweeps", sweeps)
		}
		u, v, values := trial.Result[float32](r, "a", n, m), trial.Result[float32](r, "v", n, n), trial.Result[float32](r, "values", n)
		// The vectors are orthogonal, so are the turns, and turned back they are those of the input.
		dot := func(x []float32, i, j, length int) (sum float64) {
			for k := range length {
				sum += float64(x[i*length+k]) * float64(x[j*length+k])
			}
			return sum
		}
		for i := range n {
			for j := range n {
				same := 0.0
				if i == j {
					same = 1
				}
				if d := dot(u, i, j, m) - same*float64(values[i])*float64(values[i]); math.Abs(d) > 1e-4*float64(values[i])*float64(values[j]) {
					r.Fatalf("vectors %d and %d are off by %v", i, j, d)
				}
				if d := dot(v, i, j, n) - same; math.Abs(d) > 1e-4 {
					r.Fatalf("turns %d and %d are off by %v", i, j, d)
				}
			}
		}
		back := make([]float32, n*m)
		for i := range n {
			for k := range m {
				var sum float64
				for j := range n {
					sum += float64(v[j*n+i]) * float64(u[j*m+k])
				}
				back[i*m+k] = float32(sum)
			}
		}
		trial.CloseTo(r, "number turned back", back, a, 1e-3)
	}},
	{Name: "attention", Sizes: []int{0, 1, 7, 33, 100}, Check: func(r *trial.Run, n int) {
		const d = 32
		m := n*3/2 + n%2 // keys
		q, k, v := uniform(r, n*d), uniform(r, m*d), uniform(r, m*d)
		for i := range k {
			k[i] *= 8 // so that the greatest scores count
		}
		trial.Array(r, "q", q, n, d)
		trial.Array(r, "k", k, m, d)
		trial.Array(r, "v", v, m, d)
		trial.Zeros[float32](r, "o", n, d)
		r.Start()
		trial.CloseTo(r, "number", trial.Result[float32](r, "o", n, d), reference.Attention(q, k, v, d), 1e-4)
	}},
}

// dominant is a matrix whose diagonal outweighs its rows, so that no pivots are needed.
func dominant(r *trial.Run, n, m int) []float32 {
	a := trial.Random[float32](r, n*m, -9, 10)
	for i := range n {
		a[i*m+i] = float32(10 * n)
	}
	return a
}

// uniform are n numbers of [-1, 1).
func uniform(r *trial.Run, n int) []float32 {
	out := make([]float32, n)
	for i := range out {
		out[i] = 2*r.Rand.Float32() - 1
	}
	return out
}
