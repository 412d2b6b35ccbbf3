package literature_test

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"descend/test/trial"
)

// sequences are programs over one array.
var sequences = []trial.Program{
	{Name: "reduce", Sizes: []int{0, 1, 7, 257, 1000, 300_007}, Check: func(r *trial.Run, n int) {
		x := trial.Random[int64](r, n, -1_000_000_000_000, 1_000_000_000_000)
		var want int64
		least, greatest := int64(math.MaxInt64), int64(math.MinInt64)
		for _, v := range x {
			want += v
			least, greatest = min(least, v), max(greatest, v)
		}
		trial.Array(r, "x", x, n)
		trial.Zeros[int64](r, "least", 1)
		trial.Zeros[int64](r, "greatest", 1)
		if got := trial.Scalar[int64](r); got != want {
			r.Errorf("the sum is %d, expected %d", got, want)
		}
		trial.Equal(r, "least", trial.Result[int64](r, "least", 1), []int64{least})
		trial.Equal(r, "greatest", trial.Result[int64](r, "greatest", 1), []int64{greatest})
	}},
	{Name: "scan", Sizes: []int{0, 1, 7, 1000, 1025, 10_007}, Check: func(r *trial.Run, n int) { // sums that need a third level would take long
		x := trial.Random[int32](r, n, -1_000_000_000, 1_000_000_000)
		trial.Array(r, "x", x, n)
		trial.Zeros[int32](r, "y", n)
		r.Start()
		for i := 1; i < n; i++ {
			x[i] += x[i-1]
		}
		trial.Equal(r, "sum", trial.Result[int32](r, "y", n), x)
	}},
	{Name: "compact", Sizes: []int{0, 1, 7, 257, 1000}, Check: func(r *trial.Run, n int) {
		x := trial.Random[int32](r, n, -100, 200)
		var want []int32
		for _, v := range x {
			if v >= 5 {
				want = append(want, v)
			}
		}
		trial.Array(r, "x", x, n)
		trial.Value(r, "least", 5)
		trial.Zeros[int32](r, "y", n)
		if got := trial.Scalar[uint32](r); int(got) != len(want) {
			r.Errorf("%d are kept, expected %d", got, len(want))
		}
		trial.Equal(r, "number", trial.Result[int32](r, "y", n), append(want, make([]int32, n-len(want))...))
	}},
	{Name: "radix_sort", Sizes: []int{0, 1, 7, 257, 1000}, Check: func(r *trial.Run, n int) {
		keys := trial.Random[uint32](r, n, 0, 1<<32)
		for i := range keys {
			if i%3 > 0 {
				keys[i] %= 50 // equal ones, whose order stays
			}
		}
		values := trial.Random[uint32](r, n, 0, 1<<32)
		trial.InOut(r, "keys", keys, n)
		trial.InOut(r, "values", values, n)
		r.Start()
		order := make([]int, n)
		for i := range order {
			order[i] = i
		}
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(keys[a], keys[b]) })
		gotKeys, gotValues := trial.Result[uint32](r, "keys", n), trial.Result[uint32](r, "values", n)
		for to, from := range order {
			if gotKeys[to] != keys[from] || gotValues[to] != values[from] {
				r.Fatalf("number %d is %d with %d, expected %d with %d", to, gotKeys[to], gotValues[to], keys[from], values[from])
			}
		}
	}},
	{Name: "bitonic_sort", Sizes: []int{0, 1, 7, 513, 1000, 1025, 3001}, Check: func(r *trial.Run, n int) {
		data := trial.Random[int32](r, n, math.MinInt32, math.MaxInt32+1)
		for i := range data {
			if n == 7 {
				data[i] = math.MaxInt32 - int32(i%2) // like those that are not there
			}
		}
		trial.InOut(r, "data", data, n)
		r.Start()
		slices.Sort(data)
		trial.Equal(r, "number", trial.Result[int32](r, "data", n), data)
	}},
	{Name: "needleman_wunsch", Sizes: []int{0, 1, 7, 100, 257}, Check: func(r *trial.Run, n int) {
		const same, different, gap = 2, -3, -1
		m := n * 2 / 3
		a, b := trial.Random[uint8](r, n, 0, 4), trial.Random[uint8](r, m, 0, 4)
		copy(b[m/3:], a[n/2:])
		trial.Array(r, "a", a, n)
		trial.Array(r, "b", b, m)
		trial.Value(r, "equal", same)
		trial.Value(r, "different", different)
		trial.Value(r, "gap", gap)
		trial.Zeros[int32](r, "scores", n+m+1, n+1)
		trial.Zeros[uint8](r, "ways", n+m)
		length := trial.Scalar[uint32](r)
		want := make([][]int, n+1)
		for i := range want {
			want[i] = make([]int, m+1)
			for j := range want[i] {
				switch {
				case i == 0:
					want[i][j] = j * gap
				case j == 0:
					want[i][j] = i * gap
				default:
					letters := different
					if a[i-1] == b[j-1] {
						letters = same
					}
					want[i][j] = max(want[i-1][j]+gap, want[i][j-1]+gap, want[i-1][j-1]+letters)
				}
			}
		}
		scores := trial.Result[int32](r, "scores", n+m+1, n+1)
		for i := range want {
			for j, w := range want[i] {
				if got := scores[(i+j)*(n+1)+i]; int(got) != w {
					r.Fatalf("the score of %d and %d letters is %d, expected %d", i, j, got, w)
				}
			}
		}
		// The alignment is one of both sequences and has the score of the whole.
		score, i, j := 0, n, m
		for _, way := range trial.Result[uint8](r, "ways", n+m)[:length] {
			switch way {
			case 0:
				i--
				j--
				score += different
				if a[i] == b[j] {
					score += same - different
				}
			case 1:
				i--
				score += gap
			default:
				j--
				score += gap
			}
		}
		if i != 0 || j != 0 || score != want[n][m] {
			r.Errorf("the alignment leaves %d and %d letters, its score is %d, expected %d", i, j, score, want[n][m])
		}
	}},
	{Name: "huffman", Sizes: []int{0, 1, 7, 257, 1000, 3001}, Check: func(r *trial.Run, n int) {
		for how := range 3 {
			huffman(r.Again(), n, how)
		}
	}},
}

// huffman encodes bytes and reads them out of the bits again, of which there are as few as a Huffman code needs.
func huffman(r *trial.Run, n, how int) {
	data := make([]uint8, n)
	var counts [256]int
	for i := range data {
		data[i] = uint8(bits.LeadingZeros64(r.Rand.Uint64()) * 3) // half of them 0, a quarter 3, ..
		if n == 3001 {
			data[i] += uint8(r.Rand.IntN(256) & r.Rand.IntN(256) & r.Rand.IntN(256))
		}
		if n == 7 {
			data[i] = 200 // one kind
		}
		counts[data[i]]++
	}
	// The bits of all codes are the sum of the weights of all inner nodes.
	var weights []int
	for _, c := range counts {
		if c > 0 {
			weights = append(weights, c)
		}
	}
	least := 0
	if len(weights) == 1 {
		least = n
	}
	for len(weights) > 1 {
		slices.Sort(weights)
		sum := weights[0] + weights[1]
		least += sum
		weights = append(weights[2:], sum)
	}

	m := least/32 + 3
	trial.Array(r, "data", data, n)
	trial.Value(r, "how", how)
	trial.Zeros[uint32](r, "lengths", 256)
	trial.Zeros[uint32](r, "words", m)
	if got := trial.Scalar[uint32](r); int(got) != least {
		r.Fatalf("way %d: %d bits, expected %d", how, got, least)
	}
	lengths, words := trial.Result[uint32](r, "lengths", 256), trial.Result[uint32](r, "words", m)
	type code struct{ length, bits uint32 }
	symbols := map[code]int{}
	next := uint32(0)
	for length := uint32(1); length <= 32; length++ {
		for s, l := range lengths {
			if l == length {
				symbols[code{length, next}] = s
				next++
			}
		}
		next <<= 1
	}
	at := 0
	for i, want := range data {
		var c code
		symbol, ok := 0, false
		for !ok {
			if at == least {
				r.Fatalf("way %d: the bits end in byte %d of %d", how, i, n)
			}
			c = code{c.length + 1, c.bits<<1 | words[at/32]>>(31-at%32)&1}
			at++
			symbol, ok = symbols[c]
		}
		if symbol != int(want) {
			r.Fatalf("way %d: byte %d is %d, expected %d", how, i, symbol, want)
		}
	}
	for ; at < 32*m; at++ {
		if words[at/32]>>(31-at%32)&1 != 0 {
			r.Fatalf("way %d: bit %d behind the last one is set", how, at)
		}
	}
}
