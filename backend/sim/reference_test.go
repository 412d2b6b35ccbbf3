package sim_test

import (
	"encoding/binary"
	"math"
	"strconv"
	"testing"

	"descend/backend/sim/simtest"
	"descend/ir"
)

// numbers decodes a buffer of integers or floats as float64 (exact up to 53 bits).
func numbers(typ string, b []byte) []float64 {
	var out []float64
	for i := 0; i < len(b); i += simtest.Size(typ) {
		v, _ := strconv.ParseFloat(simtest.Decode(typ, b[i:]), 64)
		out = append(out, v)
	}
	return out
}

func ints(typ string, b []byte) []int64 {
	var out []int64
	for i := 0; i < len(b); i += simtest.Size(typ) {
		v, _ := strconv.ParseInt(simtest.Decode(typ, b[i:]), 10, 64)
		out = append(out, v)
	}
	return out
}

func floats(b []byte) []float64 { return numbers("f64", b) }

func equal[T comparable](t *testing.T, what string, got, want []T) {
	t.Helper()
	for i := range want {
		if got[i] != want[i] {
			t.Fatalf("%s: element %d is %v, want %v", what, i, got[i], want[i])
		}
	}
}

// references are independent computations of results.
var references = map[string]func(t *testing.T, r *simtest.Run, res result){
	"transpose": func(t *testing.T, r *simtest.Run, res result) {
		n := int(r.Args[2].Bits())
		in, out := floats(res.args[0]), floats(res.args[1])
		for i := range n {
			for j := range n {
				if out[j*n+i] != in[i*n+j] {
					t.Fatalf("element (%d,%d) is wrong", j, i)
				}
			}
		}
	},
	"iota": func(t *testing.T, r *simtest.Run, res result) {
		for i, v := range ints("i32", res.args[0]) {
			if v != int64(i) {
				t.Fatalf("element %d is %d", i, v)
			}
		}
	},
	"spaces": func(t *testing.T, r *simtest.Run, res result) {
		out := floats(res.args[1])
		for g := range 64 {
			other := g/32*32 + 31 - g%32
			want := float64(2*other + 5)
			if out[g] != want {
				t.Fatalf("element %d is %v, want %v", g, out[g], want)
			}
			s := res.args[0][8*g:]
			if f := math.Float32frombits(binary.LittleEndian.Uint32(s)); float64(f) != want {
				t.Fatalf("struct %d holds %v, want %v", g, f, want)
			}
			if k := binary.LittleEndian.Uint16(s[4:]); float64(k) != want {
				t.Fatalf("struct %d holds %v, want %v", g, k, want)
			}
		}
	},
	"reverse64": func(t *testing.T, r *simtest.Run, res result) {
		for i, v := range numbers("f32", res.args[0]) {
			if want := float64(i/64*64 + 63 - i%64); v != want {
				t.Fatalf("element %d is %v, want %v", i, v, want)
			}
		}
	},
	"small": func(t *testing.T, r *simtest.Run, res result) {
		for i := range 32 {
			h := ir.DecodeFloat(uint64(binary.LittleEndian.Uint16(res.args[0][2*i:])), ir.F16)
			if got, want := uint64(binary.LittleEndian.Uint16(res.args[3][2*i:])), ir.EncodeFloat(h*1.5, ir.F16); got != want {
				t.Fatalf("half %d is %#x, want %#x", i, got, want)
			}
			if got, want := int8(res.args[4][i]), int8(res.args[1][i])-77; got != want {
				t.Fatalf("byte %d is %d, want %d", i, got, want)
			}
			if res.args[5][i] != 1-res.args[2][i] {
				t.Fatalf("bool %d is %d of %d", i, res.args[5][i], res.args[2][i])
			}
		}
	},
	"warps": func(t *testing.T, r *simtest.Run, res result) {
		f, y := numbers("f32", res.args[0]), ints("i64", res.args[1])
		fo, io, g, votes := numbers("f32", res.args[2]), ints("i64", res.args[3]), floats(res.args[4]), ints("i32", res.args[5])
		for l := range 64 {
			w := l / 32 * 32
			var sum [32]float32
			var total int64
			vote := uint32(0)
			for i := range 32 {
				sum[i] = float32(f[w+i])
				total += y[w+i]
				if y[w+i] < 0 {
					vote |= 1 << i
				}
			}
			for k := 1; k < 32; k *= 2 {
				was := sum
				for i := range sum {
					sum[i] = was[i] + was[i^k]
				}
			}
			up := func(i int) int64 {
				if i >= 5 {
					return y[w+i-5]
				}
				return y[w+i]
			}
			down := func(i int) int64 {
				if i < 27 {
					return up(i + 5)
				}
				return up(i)
			}
			if want := float64(sum[l%32]); fo[l] != want {
				t.Fatalf("sum of lane %d is %v, want %v", l, fo[l], want)
			}
			if want := down(l*7%32) + total; io[l] != want {
				t.Fatalf("lane %d has %d, want %d", l, io[l], want)
			}
			if want := float64(y[w+(l%32^3)]); g[l] != want {
				t.Fatalf("lane %d has %v, want %v", l, g[l], want)
			}
			if uint32(votes[l]) != vote {
				t.Fatalf("votes of lane %d are %#x, want %#x", l, uint32(votes[l]), vote)
			}
		}
	},
	"neighbours": func(t *testing.T, r *simtest.Run, res result) {
		for i, v := range ints("i32", res.args[0]) {
			if v != int64(i^1) {
				t.Fatalf("element %d is %d", i, v)
			}
		}
	},
	"histogram": func(t *testing.T, r *simtest.Run, res result) {
		want := make([]int64, 16)
		for _, v := range ints("i32", res.args[0]) {
			want[v&15]++
		}
		equal(t, "histogram", ints("i32", res.args[1]), want)
	},
	"updates": func(t *testing.T, r *simtest.Run, res result) {
		w := []int64{0, 1, 2, 3, 4, 5, 6, 7, 8}
		for _, v := range ints("i32", res.args[0]) {
			w[0] += v
			w[1] = max(w[1], v)
			w[2] = int64(max(uint32(w[2]), uint32(v)))
			w[3] = min(w[3], v)
			w[4] = int64(min(uint32(w[4]), uint32(v)))
			w[5] |= v
			w[6] &= v
			w[7] *= v
			w[8] ^= v
		}
		got := ints("i32", res.args[2])
		for i := range w {
			if int32(got[i]) != int32(w[i]) {
				t.Fatalf("32 bits: element %d is %d, want %d", i, got[i], int32(w[i]))
			}
		}
		w = []int64{0, 1, 2, 3, 4, 5, 6, 7, 8}
		for _, v := range ints("i64", res.args[1]) {
			w[0] += v
			w[1] = max(w[1], v)
			w[2] = int64(max(uint64(w[2]), uint64(v)))
			w[3] = min(w[3], v)
			w[4] = int64(min(uint64(w[4]), uint64(v)))
			w[5] |= v
			w[6] &= v
			w[7] *= v
			w[8] ^= v
		}
		equal(t, "64 bits", ints("i64", res.args[3]), w)
	},
	"floatUpdates": func(t *testing.T, r *simtest.Run, res result) {
		for i, typ := range []string{"f32", "f64", "f16"} {
			in, out := numbers(typ, res.args[i]), numbers(typ, res.args[3+i])
			sum, hi, lo := 1.0, 1.0, 1.0
			for _, v := range in {
				sum, hi, lo = sum+v, max(hi, v), min(lo, v)
			}
			if i < 2 && math.Abs(out[0]-sum) > 1e-4 {
				t.Fatalf("%s: sum %v, want %v", typ, out[0], sum)
			}
			if out[1] != hi || out[2] != lo {
				t.Fatalf("%s: greatest and least %v %v, want %v %v", typ, out[1], out[2], hi, lo)
			}
		}
		equal(t, "counters", ints("i32", res.args[6]), []int64{1, 1, 1, 31})
		for i, v := range numbers("f32", res.args[7]) {
			if v != 1 {
				t.Fatalf("load %d gave %v", i, v)
			}
		}
	},
}
