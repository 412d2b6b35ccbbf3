package literature_test

import "math"

// graphs are programs over graphs whose edges lie by node.
var graphs = []program{
	{"bfs", []int{0, 1, 7, 257, 1000}, func(r *run, n int) {
		first, ends := r.graph(n)
		want := make([]uint32, n)
		for i := range want {
			want[i] = math.MaxUint32
		}
		start := n / 3
		var queue []int
		if n > 0 {
			want[start] = 0
			queue = append(queue, start)
		}
		for ; len(queue) > 0; queue = queue[1:] {
			node := queue[0]
			for _, to := range ends[first[node]:first[node+1]] {
				if want[to] == math.MaxUint32 {
					want[to] = want[node] + 1
					queue = append(queue, int(to))
				}
			}
		}
		array(r, "first", first, n+1)
		array(r, "edges", ends, len(ends))
		value(r, "start", start)
		zeros[uint32](r, "distance", n)
		r.start()
		equal(r, "distance", result[uint32](r, "distance", n), want)
	}},
	{"sssp", []int{0, 1, 7, 257, 1000}, func(r *run, n int) {
		first, ends := r.graph(n)
		weights := make([]uint32, len(ends))
		for i := range weights {
			weights[i] = uint32(r.rand.IntN(50))
		}
		want := make([]uint32, n)
		for i := range want {
			want[i] = math.MaxUint32
		}
		start := n / 2
		if n > 0 {
			want[start] = 0
		}
		for again := true; again; { // Bellman and Ford's, one node after the other
			again = false
			for i := range n {
				for e := first[i]; e < first[i+1] && want[i] < math.MaxUint32; e++ {
					if d := want[i] + weights[e]; d < want[ends[e]] {
						want[ends[e]] = d
						again = true
					}
				}
			}
		}
		array(r, "first", first, n+1)
		array(r, "ends", ends, len(ends))
		array(r, "weights", weights, len(ends))
		value(r, "start", start)
		zeros[uint32](r, "distance", n)
		r.start()
		equal(r, "distance", result[uint32](r, "distance", n), want)
	}},
}

// graph makes a graph of n nodes with few edges, some of them loops or twice there, of which some parts are not connected. Edges lead to
// near nodes more often, so that there are long paths.
func (r *run) graph(n int) (first, ends []uint32) {
	first = []uint32{0}
	for i := range n {
		for range r.rand.IntN(4) {
			to := r.rand.IntN(n)
			if r.rand.IntN(8) > 0 {
				to = min(max(i+r.rand.IntN(21)-10, 0), n-1)
			}
			ends = append(ends, uint32(to))
		}
		first = append(first, uint32(len(ends)))
	}
	return first, ends
}
