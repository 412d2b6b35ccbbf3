package check_test

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"testing"
)

// number is an expression on 8-bit integers: its text, and its value for a parameter; false if the program stops.
type number struct {
	text string
	eval func(x int) (int, bool)
}

// anyNumber makes one from operations of the language, which wrap.
func anyNumber(r *rand.Rand, depth int, wrap func(int) int) number {
	if depth == 0 || r.IntN(5) == 0 {
		if r.IntN(2) == 0 {
			return number{"x", func(x int) (int, bool) { return x, true }}
		}
		c := []int{0, 1, 2, 3, 7, 8, 16, 31, 64, 100}[r.IntN(10)]
		return number{fmt.Sprint(c), func(int) (int, bool) { return c, true }}
	}
	a, b := anyNumber(r, depth-1, wrap), anyNumber(r, depth-1, wrap)
	typ := "u8"
	if wrap(-1) < 0 {
		typ = "i8"
	}
	ops := []struct {
		form string
		f    func(a, b int) (int, bool)
	}{
		{"(%s + %s)", func(a, b int) (int, bool) { return wrap(a + b), true }},
		{"(%s - %s)", func(a, b int) (int, bool) { return wrap(a - b), true }},
		{"(%s * %s)", func(a, b int) (int, bool) { return wrap(a * b), true }},
		{"(%s & %s)", func(a, b int) (int, bool) { return wrap(a & b), true }},
		{"(%s | %s)", func(a, b int) (int, bool) { return wrap(a | b), true }},
		{"(%s ^ %s)", func(a, b int) (int, bool) { return wrap(a ^ b), true }},
		{"(%s << %s)", func(a, b int) (int, bool) { return wrap(a << (b & 7)), true }},
		{"(%s >> %s)", func(a, b int) (int, bool) { return a >> (b & 7), true }},
		{"min(%s, %s)", func(a, b int) (int, bool) { return min(a, b), true }},
		{"max(%s, %s)", func(a, b int) (int, bool) { return max(a, b), true }},
		{"((popc(%s) + clz(%s)) as " + typ + ")", func(a, b int) (int, bool) {
			return bits.OnesCount8(uint8(a)) + bits.LeadingZeros8(uint8(b)), true
		}},
		{"(%s / %s)", func(a, b int) (int, bool) {
			if b == 0 || wrap(-128) == a && b == -1 {
				return 0, false
			}
			return a / b, true
		}},
		{"(%s %% %s)", func(a, b int) (int, bool) {
			if b == 0 || wrap(-128) == a && b == -1 {
				return 0, false
			}
			return a % b, true
		}},
	}
	op := ops[r.IntN(len(ops))]
	return number{fmt.Sprintf(op.form, a.text, b.text), func(x int) (int, bool) {
		l, okL := a.eval(x)
		m, okR := b.eval(x)
		if !okL || !okR {
			return 0, false
		}
		return op.f(l, m)
	}}
}

// TestIndexRanges holds that an index which is not checked when the program runs is in bounds for all arguments, and that
// indices are found to be so.
func TestIndexRanges(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	types := []struct {
		name string
		lo   int
		wrap func(int) int
	}{
		{"u8", 0, func(n int) int { return int(uint8(n)) }},
		{"i8", -128, func(n int) int { return int(int8(n)) }},
	}
	marked, inside := 0, 0
	for range 600 {
		typ := types[r.IntN(2)]
		e, n := anyNumber(r, 3, typ.wrap), []int{1, 8, 32, 128, 256}[r.IntN(5)]
		text := fmt.Sprintf("fn f(a: & cpu.mem [i32; %d], x: %s) -[t: cpu.thread]-> i32 { let i: %s = %s; a[i] }", n, typ.name, typ.name, e.text)
		m, diags := compileAndCheck("t.desc", text)
		if diags.Len() > 0 {
			continue // an index that must fail
		}
		all := true
		for x := typ.lo; x < typ.lo+256; x++ {
			i, runs := e.eval(x)
			all = all && (!runs || 0 <= i && i < n)
		}
		for op := range m.All("descend.index") {
			is := op.HasAttr("in_bounds")
			if is && !all {
				t.Errorf("%s: the index is not checked", text)
			}
			if all {
				inside++
			}
			if is {
				marked++
			}
		}
	}
	t.Logf("%d of %d indices that are in bounds need no check", marked, inside)
	if inside < 50 || marked < inside/2 {
		t.Errorf("only %d of %d indices are found to be in bounds", marked, inside)
	}
}
