package traffic

import (
	"math/rand/v2"
	"testing"

	"descend/dialects/gpu"
)

// by is the access of the lanes that a function gives addresses of.
func by(size int, at func(lane int64) int64) *Access {
	a := &Access{Size: size}
	for l := range a.At {
		a.At[l] = at(int64(l))
	}
	return a
}

// TestByHand has accesses whose costs are known.
func TestByHand(t *testing.T) {
	some := func(lanes int64, at func(int64) int64) func(int64) int64 {
		return func(l int64) int64 {
			if l >= lanes {
				return Nobody
			}
			return at(l)
		}
	}
	stride := func(bytes int64) func(int64) int64 { return func(l int64) int64 { return l * bytes } }
	cases := []struct {
		name    string
		a       *Access
		shared  Conflicts
		sectors int
	}{
		{"neighbours of 4 bytes", by(4, stride(4)), Conflicts{1, 1, 1}, 4},
		{"one word for all", by(4, stride(0)), Conflicts{1, 1, 1}, 1},
		{"every second word", by(4, stride(8)), Conflicts{2, 1, 2}, 8},
		{"every third word", by(4, stride(12)), Conflicts{1, 1, 1}, 12},
		{"a column of 32 words", by(4, stride(128)), Conflicts{32, 1, 32}, 32},
		{"a column of rows of 33 words", by(4, stride(132)), Conflicts{1, 1, 1}, 32},
		{"neighbours of 1 byte", by(1, stride(1)), Conflicts{1, 1, 1}, 1},
		{"neighbours of 2 bytes", by(2, stride(2)), Conflicts{1, 1, 1}, 2},
		{"a column of 64 halves", by(2, stride(128)), Conflicts{32, 1, 32}, 32},
		{"neighbours of 8 bytes", by(8, stride(8)), Conflicts{2, 2, 1}, 8},
		{"every second one of 8 bytes", by(8, stride(16)), Conflicts{4, 2, 2}, 16},
		{"a column of 32 of 8 bytes", by(8, stride(256)), Conflicts{32, 2, 16}, 32},
		{"a column of rows of 33 of 8 bytes", by(8, stride(264)), Conflicts{2, 2, 1}, 32},
		{"neighbours of 16 bytes", by(16, stride(16)), Conflicts{4, 4, 1}, 16},
		{"every second one of 16 bytes", by(16, stride(32)), Conflicts{8, 4, 2}, 32},
		{"the first 16 lanes", by(4, some(16, stride(8))), Conflicts{1, 1, 1}, 4},
		{"the first 17 lanes", by(4, some(17, stride(8))), Conflicts{2, 1, 2}, 5},
		{"16 lanes of 8 bytes", by(8, some(16, stride(8))), Conflicts{1, 1, 1}, 4},
		{"nobody", by(4, some(0, stride(4))), Conflicts{}, 0},
		{"over the edge of a sector", by(4, func(l int64) int64 { return 16 + 4*l }), Conflicts{1, 1, 1}, 5},
	}
	for _, c := range cases {
		if got := c.a.Shared(); got != c.shared {
			t.Errorf("%s: conflicts %+v, want %+v", c.name, got, c.shared)
		}
		if got := c.a.Sectors(); got != c.sectors {
			t.Errorf("%s: %d sectors, want %d", c.name, got, c.sectors)
		}
	}
	one := by(4, stride(0))
	one.Update = true
	if got := one.Shared(); got != (Conflicts{32, 1, 32}) {
		t.Errorf("updates of one word: %+v", got)
	}
}

// TestAgainstSets counts with sets of words what Shared and Sectors count in arrays.
func TestAgainstSets(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		size := []int{1, 2, 4, 8, 16}[r.IntN(5)]
		span := 1 + r.Int64N(300)
		a := by(size, func(int64) int64 {
			if r.IntN(6) == 0 {
				return Nobody
			}
			return r.Int64N(span) * int64(size)
		})
		want := Conflicts{}
		group := min(gpu.WarpSize, gpu.WarpSize*4/size)
		sectors := map[int64]bool{}
		for first := 0; first < gpu.WarpSize; first += group {
			banks := map[int64]map[int64]bool{}
			for _, p := range a.At[first : first+group] {
				for b := p; p >= 0 && b < p+int64(size); b++ {
					if banks[b/4%32] == nil {
						banks[b/4%32] = map[int64]bool{}
					}
					banks[b/4%32][b/4] = true
					sectors[b/32] = true
				}
			}
			most := 0
			for _, words := range banks {
				most = max(most, len(words))
			}
			want.Passes += most
			want.Least += min(most, 1)
			want.Degree = max(want.Degree, most)
		}
		if got := a.Shared(); got != want || a.Sectors() != len(sectors) {
			t.Fatalf("%+v: %+v and %d sectors, want %+v and %d", a, got, a.Sectors(), want, len(sectors))
		}
	}
}
