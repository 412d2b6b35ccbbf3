package literature_test

// sequences are programs over one array.
var sequences = []program{
	{"reduce", []int{0, 1, 7, 257, 1000, 300_007}, func(r *run, n int) {
		x := random[int64](r, n, -1_000_000_000_000, 1_000_000_000_000)
		var want int64
		for _, v := range x {
			want += v
		}
		array(r, "x", x, n)
		if got := scalar[int64](r); got != want {
			r.Errorf("the sum is %d, expected %d", got, want)
		}
	}},
	{"scan", []int{0, 1, 7, 1000, 1025, 10_007}, func(r *run, n int) { // sums that need a third level would take long
		x := random[int32](r, n, -1_000_000_000, 1_000_000_000)
		array(r, "x", x, n)
		zeros[int32](r, "y", n)
		r.start()
		for i := 1; i < n; i++ {
			x[i] += x[i-1]
		}
		equal(r, "sum", result[int32](r, "y", n), x)
	}},
	{"compact", []int{0, 1, 7, 257, 1000}, func(r *run, n int) {
		x := random[int32](r, n, -100, 200)
		var want []int32
		for _, v := range x {
			if v >= 5 {
				want = append(want, v)
			}
		}
		array(r, "x", x, n)
		value(r, "least", 5)
		zeros[int32](r, "y", n)
		if got := scalar[uint32](r); int(got) != len(want) {
			r.Errorf("%d are kept, expected %d", got, len(want))
		}
		equal(r, "number", result[int32](r, "y", n), append(want, make([]int32, n-len(want))...))
	}},
}

// random makes n whole numbers from least up to, not including, end.
func random[T number](r *run, n int, least, end int64) []T {
	out := make([]T, n)
	for i := range out {
		out[i] = T(least + r.rand.Int64N(end-least))
	}
	return out
}
