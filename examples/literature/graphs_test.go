package literature_test

import "descend/test/trial"

import "math"

// graphs are programs over graphs whose edges lie by node.
var graphs = []trial.Program{
	{Name: "bfs", Sizes: []int{0, 1, 7, 257, 1000}, Check: func(r *trial.Run, n int) {
		first, ends := graph(r, n)
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
		trial.Array(r, "first", first, n+1)
		trial.Array(r, "edges", ends, len(ends))
		trial.Value(r, "start", start)
		trial.Zeros[uint32](r, "distance", n)
		r.Start()
		trial.Equal(r, "distance", trial.Result[uint32](r, "distance", n), want)
	}},
	{Name: "sssp", Sizes: []int{0, 1, 7, 257, 1000}, Check: func(r *trial.Run, n int) {
		first, ends := graph(r, n)
		weights := make([]uint32, len(ends))
		for i := range weights {
			weights[i] = uint32(r.Rand.IntN(50))
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
		trial.Array(r, "first", first, n+1)
		trial.Array(r, "ends", ends, len(ends))
		trial.Array(r, "weights", weights, len(ends))
		trial.Value(r, "start", start)
		trial.Zeros[uint32](r, "distance", n)
		r.Start()
		trial.Equal(r, "distance", trial.Result[uint32](r, "distance", n), want)
	}},
}

// graph makes a graph of n nodes with few edges, some of them loops or twice there, of which some parts are not connected. Edges lead to
// near nodes more often, so that there are long paths.
func graph(r *trial.Run, n int) (first, ends []uint32) {
	first = []uint32{0}
	for i := range n {
		for range r.Rand.IntN(4) {
			to := r.Rand.IntN(n)
			if r.Rand.IntN(8) > 0 {
				to = min(max(i+r.Rand.IntN(21)-10, 0), n-1)
			}
			ends = append(ends, uint32(to))
		}
		first = append(first, uint32(len(ends)))
	}
	return first, ends
}
