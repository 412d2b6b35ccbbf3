package descend_test

import (
	"fmt"
	"slices"
	"testing"

	"descend/dialects"
	"descend/dialects/descend"
	"descend/dialects/nat"
	"descend/ir"
)

// TestLongIterations holds that ranges up to the largest numbers end.
func TestLongIterations(t *testing.T) {
	c := ir.NewContext(dialects.All()...)
	for kind, want := range map[string]int{"halved": 63, "doubled": 63, "range": -1} {
		text := fmt.Sprintf("descend.func @f(%%t: !exec.thread) {\n descend.for_nat \"i\" in %q(#descend.nat<1>, #descend.nat<%d>) {\n }\n}", kind, int64(1)<<62)
		m := ir.ParseModule(c, "loop", []byte(text), &ir.Diagnostics{})
		o := m.Body(0).Front().Body(0).Front().Typed().(descend.ForNatOp)
		if got, ok := o.Values(nil, 64); ok != (want >= 0) || ok && len(got) != want {
			t.Errorf("%s: %d values, %v", kind, len(got), ok)
		}
	}
}

// TestIterations compares what a loop's methods say with its iterations, counted as the reference of the language does.
func TestIterations(t *testing.T) {
	c := ir.NewContext(dialects.All()...)
	for _, kind := range []string{"range", "halved", "doubled"} {
		for lo := range int64(6) {
			for hi := range int64(14) {
				var want []int64
				switch {
				case kind == "range":
					for v := lo; v < hi; v++ {
						want = append(want, v)
					}
				case kind == "halved":
					for v := hi; v >= lo && v >= 1; v /= 2 {
						want = append(want, v)
					}
				case lo == 0:
					continue // refused by nat-check
				default:
					for v := lo; v <= hi; v *= 2 {
						want = append(want, v)
					}
				}
				text := fmt.Sprintf("descend.func @f(%%t: !exec.thread) {\n descend.for_nat \"i\" in %q(#descend.nat<%d>, #descend.nat<%d>) {\n }\n}", kind, lo, hi)
				diags := &ir.Diagnostics{}
				m := ir.ParseModule(c, "loop", []byte(text), diags)
				if m == nil {
					t.Fatal(diags.Sorted())
				}
				o := m.Body(0).Front().Body(0).Front().Typed().(descend.ForNatOp)
				name := fmt.Sprintf("%s %d, %d", kind, lo, hi)
				if got, ok := o.Values(nil, 64); !ok || !slices.Equal(got, want) {
					t.Errorf("%s: values %v, want %v", name, got, want)
				}
				if yes, _ := o.NotEmpty().Eval(nil); yes != (len(want) > 0) {
					t.Errorf("%s: an iteration: %v, values %v", name, yes, want)
				}
				if yes, _ := o.Repeats().Eval(nil); yes != (len(want) > 1) {
					t.Errorf("%s: a second iteration: %v, values %v", name, yes, want)
				}
				first, end := o.Range(nil)
				for i, x := range want {
					for n := range want {
						got := true
						for _, e := range o.In(o.Lo(), nat.Int(x), n) {
							v, _ := e.Int64()
							got = got && v >= 0
						}
						if got != (n == i) && kind == "range" {
							t.Errorf("%s: %d in iteration %d: %v", name, x, n, got)
						}
					}
					if a, _ := first.Int64(); x < a {
						t.Errorf("%s: %d is below %s", name, x, first)
					}
					if b, _ := end.Int64(); x >= b {
						t.Errorf("%s: %d is not below %s", name, x, end)
					}
					for j, y := range want {
						for n, want := range []bool{j > i, j == i+1, j == i+2, j == i+3} {
							got := true
							for _, e := range o.Later(nat.Int(x), nat.Int(y), n) {
								v, _ := e.Int64()
								got = got && v >= 0
							}
							if got != want {
								t.Errorf("%s: %d later than %d (the %d-th after it): %v", name, y, x, n, got)
							}
						}
					}
				}
			}
		}
	}
}
