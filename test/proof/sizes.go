package proof

import "descend/ir"

// This file chooses sizes for kernels of which z3 cannot say something for all sizes.

// candidates are tried for the sizes, from the small to the large: none, one, small ones in several orders, such that
// nothing divides, powers of two and what is beside them.
var candidates = [][]int64{
	{0, 0, 0, 0}, {1, 1, 1, 1}, {1, 2, 3, 4}, {1, 7, 1, 2}, {2, 2, 2, 2}, {2, 3, 5, 7}, {3, 2, 7, 5}, {3, 3, 3, 3}, {4, 3, 2, 1}, {4, 4, 4, 4}, {5, 1, 2, 3},
	{6, 6, 6, 6}, {8, 16, 4, 2}, {10, 11, 12, 13}, {11, 11, 11, 11}, {12, 6, 3, 1}, {16, 8, 2, 4}, {2, 64, 3, 1}, {32, 1, 1, 32}, {33, 17, 9, 3}, {64, 32, 8, 16},
	{127, 65, 13, 31}, {1000, 129, 257, 100}, {100000, 1000, 333, 70},
}

// hostile are up to five choices of sizes that the contract of a kernel allows: the least, the largest, some between.
func hostile(op *ir.Operation, nats []string) []map[string]int64 {
	var out []map[string]int64
	for _, c := range candidates {
		sizes := map[string]int64{}
		for i, n := range nats {
			sizes[n] = c[i%len(c)]
		}
		if allowed(op, sizes) {
			out = append(out, sizes)
		}
	}
	if len(out) <= 5 {
		return out
	}
	last := len(out) - 1
	return []map[string]int64{out[0], out[last/4], out[last/2], out[last*3/4], out[last]}
}

// allowed says whether a launch with these sizes is possible.
func allowed(op *ir.Operation, sizes map[string]int64) bool {
	k, err := read(op, sizes, nil)
	if err != nil {
		return false
	}
	for _, a := range k.assume {
		if a.kind == kConst && !a.truth {
			return false
		}
	}
	return true
}
