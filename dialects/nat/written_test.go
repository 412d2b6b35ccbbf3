package nat

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"descend/dialects/nat/written"
)

// naturally evaluates e as a natural.
func naturally(e Expr, env map[string]int64) (int64, error) {
	values := map[string]*big.Int{}
	for n, v := range env {
		values[n] = big.NewInt(v)
	}
	v, err := e.Eval(values)
	if err != nil {
		return 0, err
	}
	return v.Int64(), nil
}

// TestWrittenDividends holds that the normal form divides naturals wherever the program does: what is a natural as it is
// written evaluates to the same without a difference below 0 in a dividend.
func TestWrittenDividends(t *testing.T) {
	r := rand.New(rand.NewPCG(uint64(envInt(t, "NAT_SEED", 1)), 11))
	vars := []string{"a", "b", "c"}
	defined := 0
	for range envInt(t, "NAT_WRITTEN", 6000) {
		w := written.Random(r, 1+r.IntN(4), vars, "++---**//%mM")
		e := mustParse(t, w.String())
		written.Each(vars, 4, func(env map[string]int64) bool {
			v, ok := w.Eval(env)
			if !ok || v < 0 {
				return true
			}
			defined++
			if got, err := naturally(e, env); err != nil || got != v {
				t.Errorf("%s is %s: for %v %v, %v, want %d", w, e, env, got, err, v)
				return false
			}
			return true
		})
	}
	if defined < 10000 {
		t.Errorf("only %d values were compared", defined)
	}
}

// TestDividendIsRequired holds the other direction for one quotient: where the dividend is below 0, the normal form is no
// natural either.
func TestDividendIsRequired(t *testing.T) {
	r := rand.New(rand.NewPCG(uint64(envInt(t, "NAT_SEED", 1)), 12))
	vars := []string{"a", "b", "c"}
	negative := 0
	for range envInt(t, "NAT_WRITTEN", 6000) {
		w := &written.Expr{Op: '/', L: written.Random(r, 1+r.IntN(3), vars, "+--*"), R: written.Random(r, r.IntN(2), vars, "+*")}
		e := mustParse(t, w.String())
		written.Each(vars, 4, func(env map[string]int64) bool {
			x, _ := w.L.Eval(env)
			y, _ := w.R.Eval(env)
			if x >= 0 || y <= 0 {
				return true
			}
			negative++
			if v, err := naturally(e, env); err == nil {
				t.Errorf("%s is %s: for %v it is %v, though it divides %d", w, e, env, v, x)
				return false
			}
			return true
		})
	}
	if negative < 10000 {
		t.Errorf("only %d dividends below 0 were tried", negative)
	}
}

// What is divided stays as it is written unless what is left is plainly natural.
func TestDividendsStay(t *testing.T) {
	for _, tt := range [][2]string{
		{"(100 - n)/3", "(100 - n)/3"},
		{"(64 - i)/15 + 1", "(64 - i)/15 + 1"},
		{"(n + m - 1)/m", "(m + n - 1)/m"},
		{"(n + m - 1)%m", "(m + n - 1)%m"},
		{"(n - 1)/m + 1", "(n - 1)/m + 1"},
		{"(n - 5)%3", "(n - 5)%3"},
		{"(n*32 - m)/32", "(n*32 - m)/32"},
		{"(n*32 - m*32)/32", "n - m"},
		{"(n + 2*m - 1)/m", "(m + n - 1)/m + 1"},
		{"(n*m + m - 1)/m", "n"},
		{"(2*m - 1)/m", "1"},
		{"(m - 1)/m", "0"},
		{"(n - 1)/4", "(n - 1)/4"},
	} {
		if got := mustParse(t, tt[0]).String(); got != tt[1] {
			t.Errorf("%s is spelled %s, want %s", tt[0], got, tt[1])
		}
	}
}
