package main

import (
	"slices"
	"strings"
)

// This file has std's functions, and the radix sort of the literature. CUB has the same.

// ofGroups is a kernel of kernels/groups.desc: the sum of each group of some threads, or in each the sums up to each of its numbers.
func ofGroups(name string, group int, scan bool) benchmark {
	moved := 4
	if scan {
		moved = 8
	}
	b := vector(name, "groups", name, 256, 1<<18, 256, moved, func(n int) []argument {
		x, last := randomFloats(n, 1), up(n, 256)*256/group
		sums, prefixes := make([]float32, last), make([]float32, n)
		for i := range x {
			sums[i/group] += x[i]
			prefixes[i] = sums[i/group]
		}
		if scan {
			return []argument{in(x), out(make([]float32, n), prefixes)}
		}
		return []argument{in(x), out(make([]float32, last), sums)}
	})
	b.twin, b.cub = "-", name
	return b
}

// arraySum is the first kernel of std::array::sum, of 1024 blocks at most.
var arraySum = benchmark{name: "array_sum", file: "arrays", kernel: "std__array__parts______i32_std__array__literal_fn2_i32", block: [3]int{256, 1, 1},
	size: 1 << 26, smallSize: 2749, twin: "-", cub: "array_sum",
	nats: func(s int) []nat { return []nat{{"n", s}, {"blocks", min(up(s, 1024), 1024)}} },
	grid: func(s int) [3]int { return [3]int{min(up(s, 1024), 1024), 1, 1} },
	args: func(s int) []argument {
		x, parts := randomInts(s, 1), make([]int32, min(up(s, 1024), 1024))
		for i, v := range x {
			parts[i/1024%len(parts)] += v
		}
		return []argument{{scalar: encode([]int32{0})}, in(x), out(make([]int32, len(parts)), parts)}
	},
	bytes: func(s int) float64 { return 4 * float64(s) },
}

// arrayScan is the last kernel of std::array::scan.
var arrayScan = func() benchmark {
	b := vector("array_scan", "arrays", "std__array__scan_tiles", 256, 1<<16, 1024, 8, func(n int) []argument {
		x, want, tiles, sum := randomInts(n, 1), make([]int32, n), make([]int32, up(n, 1024)), int32(0)
		for i, v := range x {
			sum += v
			want[i], tiles[i/1024] = sum, sum
		}
		return []argument{{scalar: encode([]int32{0})}, in(x), in(tiles), out(make([]int32, n), want)}
	})
	b.twin, b.cub = "-", "array_scan"
	return b
}()

const shift = 4

func digitOf(key uint32) int { return int(key >> shift & 15) }

// digits counts which digit the keys of each block have; counts are 16 rows.
func digits(keys []uint32) (counts []uint32) {
	blocks := up(len(keys), 256)
	counts = make([]uint32, 16*blocks)
	for i, k := range keys {
		counts[digitOf(k)*blocks+i/256]++
	}
	return counts
}

func randomKeys(n int, seed uint64) []uint32 {
	keys := make([]uint32, n)
	for i, v := range randomInts(n, seed) {
		keys[i] = uint32(v)
	}
	return keys
}

var radixCount = sorting(vector("radix sort, counting", "literature/radix_sort", "count__part_0", 256, 1<<17, 256, 4, func(n int) []argument {
	keys := randomKeys(n, 1)
	counts := digits(keys)
	return []argument{in(keys), {scalar: encode([]uint32{shift})}, out(make([]uint32, len(counts)), counts)}
}))

var radixMove = sorting(vector("radix sort, moving", "literature/radix_sort", "move_keys__part_0_1_4_5", 256, 1<<17, 256, 16, func(n int) []argument {
	keys, values := randomKeys(n, 1), randomKeys(n, 2)
	starts, sum := digits(keys), uint32(0)
	for i, c := range starts {
		starts[i], sum = sum, sum+c
	}
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return digitOf(keys[i]) - digitOf(keys[j]) })
	toKeys, toValues := make([]uint32, n), make([]uint32, n)
	for i, from := range order {
		toKeys[i], toValues[i] = keys[from], values[from]
	}
	return []argument{in(keys), in(values), {scalar: encode([]uint32{shift})}, in(starts), out(make([]uint32, n), toKeys), out(make([]uint32, n), toValues)}
}))

func sorting(b benchmark) benchmark {
	b.twin = "literature_radix_sort"
	b.cub, _, _ = strings.Cut(b.kernel, "__") // without the name that it has for its borrows
	return b
}
