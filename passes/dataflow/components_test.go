package dataflow

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestComponents compares with reachability, computed the slow way, on random graphs.
func TestComponents(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		n := 1 + r.IntN(8)
		edges := make([][]int, n)
		reach := make([][]bool, n)
		for i := range n {
			reach[i] = make([]bool, n)
			reach[i][i] = true
		}
		for range r.IntN(2 * n) {
			a, b := r.IntN(n), r.IntN(n)
			edges[a] = append(edges[a], b)
			reach[a][b] = true
		}
		for k := range n {
			for i := range n {
				for j := range n {
					reach[i][j] = reach[i][j] || reach[i][k] && reach[k][j]
				}
			}
		}
		roots := make([]int, n)
		for i := range roots {
			roots[i] = i
		}
		var before []int
		for _, comp := range Components(roots, func(i int) []int { return edges[i] }) {
			for i := range n {
				if in := reach[comp[0]][i] && reach[i][comp[0]]; in != slices.Contains(comp, i) {
					t.Errorf("%v: component %v: %d", edges, comp, i)
				}
			}
			before = append(before, comp...)
			for i := range n {
				if reach[comp[0]][i] && !slices.Contains(before, i) {
					t.Errorf("%v: component %v before %d, which it leads to", edges, comp, i)
				}
			}
		}
		if len(before) != n {
			t.Errorf("%v: %d of %d nodes", edges, len(before), n)
		}
	}
}
