package literature_test

import (
	"cmp"
	"math"
	"slices"

	"descend/test/trial"
)

// points are programs over points of a plane or of more dimensions.
var points = []trial.Program{
	{Name: "nearest", Sizes: []int{0, 1, 7, 257, 1000}, Check: func(r *trial.Run, n int) {
		k := min(n, 5)
		xs, ys := trial.Random[float32](r, n, -100, 100), trial.Random[float32](r, n, -100, 100)
		order := make([]uint32, n)
		for i := range order {
			order[i] = uint32(i)
		}
		distance := func(i uint32) float32 { return (xs[i]-3)*(xs[i]-3) + (ys[i]+4)*(ys[i]+4) } // exact
		slices.SortStableFunc(order, func(a, b uint32) int { return cmp.Compare(distance(a), distance(b)) })
		trial.Array(r, "xs", xs, n)
		trial.Array(r, "ys", ys, n)
		trial.Value(r, "x", 3)
		trial.Value(r, "y", -4)
		trial.Zeros[uint32](r, "nearest", k)
		r.Start()
		trial.Equal(r, "neighbour", trial.Result[uint32](r, "nearest", k), order[:k])
	}},
	{Name: "kmeans", Sizes: []int{0, 1, 7, 257, 1000}, Check: func(r *trial.Run, n int) {
		const d, k = 3, 5
		points := make([]float32, n*d)
		for i := range n {
			for j := range d {
				points[i*d+j] = float32(i%k*(j+1)*20 + r.Rand.IntN(30)) // clouds that overlap
			}
		}
		centers := trial.Random[float32](r, k*d, 0, 150)
		trial.Array(r, "points", points, n, d)
		trial.InOut(r, "centers", centers, k, d)
		trial.Zeros[uint32](r, "labels", n)
		trial.Value(r, "limit", 100)
		if rounds := trial.Scalar[uint32](r); rounds < 1 || rounds == 100 {
			r.Fatalf("%d rounds", rounds)
		}
		// No point is nearer to another center, and the centers are the means.
		moved, labels := trial.Result[float32](r, "centers", k, d), trial.Result[uint32](r, "labels", n)
		var sums [k * d]float64
		var counts [k]float64
		for i, label := range labels {
			distance := func(c uint32) (sum float64) {
				for j := range d {
					sum += math.Pow(float64(points[i*d+j]-moved[int(c)*d+j]), 2)
				}
				return sum
			}
			for c := range uint32(k) {
				if label >= k || distance(c) < distance(label)*(1-1e-5) {
					r.Fatalf("point %d is of center %d, but %d is nearer", i, label, c)
				}
			}
			counts[label]++
			for j := range d {
				sums[int(label)*d+j] += float64(points[i*d+j])
			}
		}
		for i := range sums {
			centers[i] = moved[i] // one without points is where it was
			if c := counts[i/d]; c > 0 {
				centers[i] = float32(sums[i] / c)
			}
		}
		trial.CloseTo(r, "coordinate of a center", moved, centers, 1e-5)
	}},
}
