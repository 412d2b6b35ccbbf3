package examples_test

import (
	"descend/test/reference"
	"descend/test/trial"
)

// normalized has rows of n numbers.
func normalized(r *trial.Run, n int) {
	m := n%4 + 1
	x, scale, shift := small[float32](r, m*n), small[float32](r, n), small[float32](r, n)
	trial.Array(r, "x", x, m, n)
	trial.Array(r, "scale", scale, n)
	trial.Array(r, "shift", shift, n)
	trial.Zeros[float32](r, "y", m, n)
	r.Start()
	trial.CloseTo(r, "element", trial.Result[float32](r, "y", m, n), reference.LayerNorm(x, scale, shift, n), 1e-3)
}

// sparse has n rows, of which some are empty and others longer than a warp.
func sparse(r *trial.Run, n int) {
	m, first := n, make([]uint32, n+1)
	for i := range m {
		first[i+1] = first[i] + uint32(r.Rand.IntN(5)*r.Rand.IntN(20))
	}
	cols, k := n/2+1, int(first[m])
	values, x := small[float32](r, k), small[float32](r, cols)
	columns := trial.Random[uint32](r, k, 0, int64(cols))
	trial.Array(r, "first", first, m+1)
	trial.Array(r, "columns", columns, k)
	trial.Array(r, "values", values, k)
	trial.Array(r, "x", x, cols)
	trial.Zeros[float32](r, "y", m)
	r.Start()
	trial.Equal(r, "element", trial.Result[float32](r, "y", m), reference.Sparse(first, columns, values, x))
}

func attracted(r *trial.Run, n int) {
	bodies := small[float32](r, 4*n)
	trial.Array(r, "bodies", bodies, n, 4)
	trial.Zeros[float32](r, "acceleration", n, 3)
	r.Start()
	want := make([]float32, 3*n)
	for i := range n {
		for c, v := range reference.Attraction(bodies, i) {
			want[3*i+c] = float32(v)
		}
	}
	trial.CloseTo(r, "part", trial.Result[float32](r, "acceleration", n, 3), want, 1e-3)
}

func transformed(r *trial.Run, n int) {
	const length = 512
	re, im := small[float32](r, n*length), small[float32](r, n*length)
	turns := [2][]float32{make([]float32, length/2), make([]float32, length/2)}
	for i := range length / 2 {
		t := reference.Turn(i, length)
		turns[0][i], turns[1][i] = float32(real(t)), float32(imag(t))
	}
	trial.InOut(r, "re", re, n, length)
	trial.InOut(r, "im", im, n, length)
	trial.Array(r, "turns_re", turns[0], length/2)
	trial.Array(r, "turns_im", turns[1], length/2)
	r.Start()
	wantRe, wantIm := make([]float32, n*length), make([]float32, n*length)
	for s := range n {
		for f := range length {
			sum := reference.Fourier(re[s*length:(s+1)*length], im[s*length:(s+1)*length], f)
			wantRe[s*length+f], wantIm[s*length+f] = float32(real(sum)), float32(imag(sum))
		}
	}
	trial.CloseTo(r, "real part", trial.Result[float32](r, "re", n, length), wantRe, 0.05)
	trial.CloseTo(r, "imaginary part", trial.Result[float32](r, "im", n, length), wantIm, 0.05)
}
