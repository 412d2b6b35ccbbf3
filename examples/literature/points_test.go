package literature_test

import (
	"cmp"
	"math"
	"slices"
)

// points are programs over points of a plane or of more dimensions.
var points = []program{
	{"nearest", []int{0, 1, 7, 257, 1000}, func(r *run, n int) {
		k := min(n, 5)
		xs, ys := random[float32](r, n, -100, 100), random[float32](r, n, -100, 100)
		order := make([]uint32, n)
		for i := range order {
			order[i] = uint32(i)
		}
		distance := func(i uint32) float32 { return (xs[i]-3)*(xs[i]-3) + (ys[i]+4)*(ys[i]+4) } // exact
		slices.SortStableFunc(order, func(a, b uint32) int { return cmp.Compare(distance(a), distance(b)) })
		array(r, "xs", xs, n)
		array(r, "ys", ys, n)
		value(r, "x", 3)
		value(r, "y", -4)
		zeros[uint32](r, "nearest", k)
		r.start()
		equal(r, "neighbour", result[uint32](r, "nearest", k), order[:k])
	}},
	{"kmeans", []int{0, 1, 7, 257, 1000}, func(r *run, n int) {
		const d, k = 3, 5
		points := make([]float32, n*d)
		for i := range n {
			for j := range d {
				points[i*d+j] = float32(i%k*(j+1)*20 + r.rand.IntN(30)) // clouds that overlap
			}
		}
		centers := random[float32](r, k*d, 0, 150)
		array(r, "points", points, n, d)
		inout(r, "centers", centers, k, d)
		zeros[uint32](r, "labels", n)
		value(r, "limit", 100)
		if rounds := scalar[uint32](r); rounds < 1 || rounds == 100 {
			r.Fatalf("%d rounds", rounds)
		}
		// No point is nearer to another center, and the centers are the means.
		moved, labels := result[float32](r, "centers", k, d), result[uint32](r, "labels", n)
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
		closeTo(r, "coordinate of a center", moved, centers, 1e-5)
	}},
}
