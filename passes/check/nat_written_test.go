package check_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"descend/dialects/nat/written"
)

// natural says whether a program with a nat in a loop for each variable is accepted.
func natural(w *written.Expr, vars []string, limit int64) bool {
	text := "fn main() -[t: cpu.thread]-> () {\n"
	for _, v := range vars {
		text += fmt.Sprintf("for %s in 0..%d { ", v, limit+1)
	}
	text += fmt.Sprintf("for i in 0..%s { print(i) }", w)
	for range vars {
		text += " }"
	}
	_, diags := compileAndCheck("written.desc", text+"\n}\n")
	return !diags.HasErrors()
}

// TestWrittenNats holds that a nat is accepted wherever it is one as it is written, and that a quotient is rejected whose
// dividend is below 0 somewhere.
func TestWrittenNats(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	vars := []string{"a", "b", "c"}
	accepted, rejected := 0, 0
	for range 1000 {
		w := written.Random(r, 1+r.IntN(4), vars, "++--**//%mM")
		defined := true
		written.Each(vars, 3, func(env map[string]int64) bool {
			v, ok := w.Eval(env)
			defined = ok && v >= 0
			return defined
		})
		if !defined || w.BelowZero(vars, 3) {
			continue
		}
		if accepted++; !natural(w, vars, 3) {
			t.Errorf("%s is a natural number everywhere, but is rejected", w)
		}
	}
	for range 500 {
		w := &written.Expr{Op: '/', L: written.Random(r, 1+r.IntN(3), vars, "+--*"), R: written.Random(r, r.IntN(2), vars, "+*")}
		defined := true
		written.Each(vars, 3, func(env map[string]int64) bool {
			x, _ := w.L.Eval(env)
			y, _ := w.R.Eval(env)
			defined = x >= 0 || y <= 0
			return defined
		})
		if defined {
			continue
		}
		if rejected++; natural(w, vars, 3) {
			t.Errorf("%s is accepted, though its dividend is below 0 somewhere", w)
		}
	}
	if accepted < 100 || rejected < 100 {
		t.Errorf("%d accepted, %d rejected: the generator is one-sided", accepted, rejected)
	}
}
