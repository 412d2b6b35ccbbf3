package check_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"descend/dialects/descend"
	"descend/dialects/nat"
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

// TestWrittenClauses holds that the clauses that a nat needs hold exactly where it is one as it is written, and that it is
// refused only if it is nowhere.
func TestWrittenClauses(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 1))
	vars := []string{"a", "b"}
	inferred, refused := 0, 0
	for range 600 {
		w := written.Random(r, 1+r.IntN(3), vars, "++--**//%mM")
		if w.BelowZero(vars, 6) {
			continue
		}
		m, diags := compileAndCheck("clauses.desc", fmt.Sprintf("fn f<a: nat, b: nat>() -[t: cpu.thread]-> () { for i in 0..%s { print(i) } }", w))
		if m == nil {
			continue // a divisor is 0
		}
		var clauses []nat.Constraint
		for f := range m.All("descend.func") {
			clauses = (descend.FuncOp{Operation: f}).Wheres()
		}
		if diags.HasErrors() {
			refused++
		} else if len(clauses) > 0 {
			inferred++
		}
		written.Each(vars, 6, func(env map[string]int64) bool {
			v, ok := w.Eval(env)
			is := ok && v >= 0
			if is && diags.HasErrors() {
				t.Errorf("%s is refused, but is %d for %v\n%s", w, v, env, details(diags))
				return false
			}
			values := map[string]*big.Int{}
			for n, x := range env {
				values[n] = big.NewInt(x)
			}
			for _, c := range clauses {
				if holds, err := c.Eval(values); is && !(holds && err == nil) {
					t.Errorf("%s is %d for %v, but needs %s", w, v, env, c.Clause())
					return false
				}
			}
			return true
		})
	}
	t.Logf("%d with clauses, %d refused", inferred, refused)
	if inferred < 100 || refused < 10 {
		t.Errorf("%d with clauses, %d refused: the generator is one-sided", inferred, refused)
	}
}
