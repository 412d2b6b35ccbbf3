package examples_test

import (
	"math"
	"math/cmplx"

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
	want := make([]float32, m*n)
	for i := range m {
		row := x[i*n : (i+1)*n]
		mean, square := 0.0, 0.0
		for _, v := range row {
			mean += float64(v) / float64(n)
		}
		for _, v := range row {
			square += (float64(v) - mean) * (float64(v) - mean) / float64(n)
		}
		for j, v := range row {
			want[i*n+j] = float32((float64(v)-mean)/math.Sqrt(square+1e-5)*float64(scale[j]) + float64(shift[j]))
		}
	}
	trial.CloseTo(r, "element", trial.Result[float32](r, "y", m, n), want, 1e-3)
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
	want := make([]float32, m)
	for i := range m {
		for e := first[i]; e < first[i+1]; e++ {
			want[i] += values[e] * x[columns[e]]
		}
	}
	trial.Equal(r, "element", trial.Result[float32](r, "y", m), want)
}

func attracted(r *trial.Run, n int) {
	bodies := small[float32](r, 4*n)
	trial.Array(r, "bodies", bodies, n, 4)
	trial.Zeros[float32](r, "acceleration", n, 3)
	r.Start()
	want := make([]float32, 3*n)
	for i := range n {
		var sum [3]float64
		for j := range n {
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
		for c := range sum {
			want[3*i+c] = float32(sum[c])
		}
	}
	trial.CloseTo(r, "part", trial.Result[float32](r, "acceleration", n, 3), want, 1e-3)
}

func transformed(r *trial.Run, n int) {
	const length = 512
	re, im := small[float32](r, n*length), small[float32](r, n*length)
	turns := [2][]float32{make([]float32, length/2), make([]float32, length/2)}
	for i := range length / 2 {
		t := cmplx.Exp(complex(0, -2*math.Pi*float64(i)/length))
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
			sum := complex(0, 0)
			for i := range length {
				at := s*length + i
				sum += complex(float64(re[at]), float64(im[at])) * cmplx.Exp(complex(0, -2*math.Pi*float64(i*f%length)/length))
			}
			wantRe[s*length+f], wantIm[s*length+f] = float32(real(sum)), float32(imag(sum))
		}
	}
	trial.CloseTo(r, "real part", trial.Result[float32](r, "re", n, length), wantRe, 0.05)
	trial.CloseTo(r, "imaginary part", trial.Result[float32](r, "im", n, length), wantIm, 0.05)
}
