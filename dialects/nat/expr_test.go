package nat

import (
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"
)

func mustParse(t testing.TB, s string) Expr {
	t.Helper()
	e, err := Parse(s)
	if err != nil {
		t.Fatalf("Parse(%q): %v", s, err)
	}
	return e
}

func mustConstraint(t testing.TB, s string) Constraint {
	t.Helper()
	c, err := ParseConstraint(s)
	if err != nil {
		t.Fatalf("ParseConstraint(%q): %v", s, err)
	}
	return c
}

// Each source has the spelling on the right, which is its own.
func TestNormalForm(t *testing.T) {
	for _, tt := range [][2]string{
		{"0", "0"},
		{"1 + 2*3 - 4", "3"},
		{"2 - 5", "0 - 3"},
		{"n*4 + 1", "n*4 + 1"},
		{"1 + 4*n", "n*4 + 1"},
		{"n - n", "0"},
		{"1 - n", "1 - n"},
		{"0 - n - m", "0 - m - n"},
		{"(n + 1)*(n - 1)", "n*n - 1"},
		{"b*a", "a*b"},
		{"n/1", "n"},
		{"n%1", "0"},
		{"0/n", "0"},
		{"n/n", "1"},
		{"n%n", "0"},
		{"n/k*2", "n/k*2"},
		{"2*(n/k)", "n/k*2"},
		{"m*(n/k)", "n/k*m"},
		{"n*2/k", "n*2/k"},
		{"n/(k*2)", "n/(k*2)"},
		{"n/k/2", "n/(k*2)"},
		{"n/32*32", "n/32*32"},
		{"n%32", "n%32"},
		{"n/32*32 + n%32", "n"},
		{"n/k*k + n%k", "n"},
		{"(n + m)/k*k + (n + m)%k", "m + n"},
		{"(i*k + j)/k", "i + j/k"},
		{"(i*k + j)%k", "j%k"},
		{"(i*32 + j)/32", "i + j/32"},
		{"(i*32 + 7)/32", "i"},
		{"(i*32 + 7)%32", "7"},
		{"(i*4 + 2)/8", "i/2"},
		{"(i*4 + 3)%8", "i%2*4 + 3"},
		{"n*4%8", "n%2*4"},
		{"n%8%4", "n%4"},
		{"n%4%8", "n%4"},
		{"n%8/4", "n/4%2"},
		{"n*k/(m*k)", "n/m"},
		{"n/(n + 1)", "0"},
		{"(n + 1)*i/(n + 1)", "i"},
		{"((n + 1)*i + j)/(n + 1)", "i + j/(n + 1)"},
		{"(n - 1)/4", "(n - 1)/4"},
		{"(n + 31)/32", "(n + 31)/32"},
		{"n - n%4", "n/4*4"},
		{"i*2 - i%8", "i + i/8*8"},
		{"n%(4*k)/k", "n/k%4"},
		{"min(n, n + 1)", "n"},
		{"max(n, n + 1)", "n + 1"},
		{"min(b, a)", "min(a, b)"},
		{"min(a, min(b, a))", "min(a, b)"},
		{"min(3, 5) + max(3, 5)", "8"},
		{"min(min(c, a), b)*2", "min(a, b, c)*2"},
		{"7/2", "3"},
		{"7%2", "1"},
		{"5/0", "5/0"},
		{"5%0", "5/0"},
		{"18446744073709551616*2", "36893488147419103232"},
		{"'a + $x.y + _1", "$x.y + 'a + _1"},
		{"3/(0 - 3)*3 + 3", "3/(0 - 3)*3 + 3"}, // no remainder: it is undefined
		{"min + max*2", "max*2 + min"},
	} {
		e := mustParse(t, tt[0])
		if got := e.String(); got != tt[1] {
			t.Errorf("%s: spelled %q, want %q", tt[0], got, tt[1])
		}
		if again := mustParse(t, e.String()); !again.Equal(e) || again.String() != e.String() || again.Key() != e.Key() {
			t.Errorf("%s: %q reads back as %q", tt[0], e, again)
		}
		if strings.ContainsAny(e.String(), "<>") {
			t.Errorf("%s: spelling %q", tt[0], e)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for _, tt := range []struct {
		src    string
		offset int
		msg    string
	}{
		{"", 0, "end of text"},
		{"n +", 3, "end of text"},
		{"n n", 2, "unexpected 'n'"},
		{"(n", 2, "expected ')'"},
		{"min(a", 5, "expected ',' or ')'"},
		{"size_of(3)", 8, "expected the name of a type"},
		{"n*leaves_of(d", 13, "expected ')'"},
		{"-1", 0, "'-'"},
		{"n + é + \x00", 9, "'\\x00'"},
		{"1 < 2", 2, "unexpected '<'"},
		{"#12", 0, "hexadecimal"},
		{strings.Repeat("(", 2000) + "n", 500, "nested"},
		{strings.Repeat("9", 2_000_000), 0, "digits"},
	} {
		_, err := Parse(tt.src)
		pe, ok := err.(*ParseError)
		if !ok || pe.Offset != tt.offset || !strings.Contains(pe.Msg, tt.msg) {
			t.Errorf("Parse(%.20q) = %v, want %q at %d", tt.src, err, tt.msg, tt.offset)
		}
	}
	if _, err := ParseConstraint("n % 32 = 0"); err == nil {
		t.Error("a single = was accepted")
	}
}

func TestConstraintText(t *testing.T) {
	for _, tt := range [][3]string{
		{"n % 32 == 0", "n%32 eq 0", "n%32 == 0"},
		{"i<n", "i lt n", "i < n"},
		{"i <= n", "i le n", "i <= n"},
		{"i>n", "i gt n", "i > n"},
		{"i>=n", "i ge n", "i >= n"},
		{"i!=n", "i ne n", "i != n"},
		{"k divides n", "k divides n", "k divides n"},
		{"k ndivides n", "k ndivides n", "k does not divide n"},
	} {
		c := mustConstraint(t, tt[0])
		if c.String() != tt[1] || c.Pretty() != tt[2] {
			t.Errorf("%s: %q, %q", tt[0], c, c.Pretty())
		}
		if again := mustConstraint(t, c.String()); again.Key() != c.Key() {
			t.Errorf("%s reads back as %s", c, again)
		}
		if n := c.Negate(); n.Rel == c.Rel || n.Negate() != c {
			t.Errorf("%s negated is %s", c, n)
		}
	}
}

// TestRelations compares what relations say of numbers with each other.
func TestRelations(t *testing.T) {
	for r := EQ; r <= GE; r++ {
		if again, ok := RelOf(r.String()); !ok || again != r {
			t.Errorf("%s is read as %s", r, again)
		}
		for _, x := range []int64{-3, 0, 1, 1 << 62} {
			for _, y := range []int64{-3, 0, 1, 1 << 62} {
				holds, err := Constraint{Int(x), r, Int(y)}.Eval(nil)
				if err != nil || r.HoldsInt(x, y) != holds || r.Negate().HoldsInt(x, y) == holds || r.Swap().HoldsInt(y, x) != holds {
					t.Errorf("%d %s %d", x, r, y)
				}
			}
		}
	}
}

func TestEval(t *testing.T) {
	env := map[string]*big.Int{"n": big.NewInt(10), "k": big.NewInt(4), "z": new(big.Int)}
	for _, tt := range [][2]string{
		{"n/k*k", "8"}, {"n%k", "2"}, {"min(n, k) + max(n, k)", "14"}, {"n - k", "6"},
		{"k - n", "negative"}, {"n/z", "division by zero"}, {"n%z", "division by zero"},
		{"x + 1", "no value"}, {"(k - n)/3", "negative"},
	} {
		v, err := mustParse(t, tt[0]).Eval(env)
		if err == nil && v.String() != tt[1] || err != nil && !strings.Contains(err.Error(), tt[1]) {
			t.Errorf("%s = %v, %v, want %s", tt[0], v, err, tt[1])
		}
	}
	if v, err := mustParse(t, "k - n").EvalInt(env); err != nil || v.Int64() != -6 {
		t.Errorf("EvalInt: %v, %v", v, err)
	}
}

func TestSubst(t *testing.T) {
	e := mustParse(t, "(i*n + j)/n + i")
	got := e.Subst(map[string]Expr{"i": Var("j"), "j": Var("i").Mul(Var("n")), "n": Int(8)})
	if got.String() != mustParse(t, "j + i*n/8 + j").String() {
		t.Errorf("got %s", got) // all at once: the new n stays
	}
	undef := mustParse(t, "n%k").Subst(map[string]Expr{"k": Int(0)})
	if _, err := undef.Eval(map[string]*big.Int{"n": big.NewInt(3)}); err == nil {
		t.Errorf("n%%0 became %s", undef)
	}
}

func TestTermsAndLinear(t *testing.T) {
	e := mustParse(t, "i*n*2 + j - n%4 + 3")
	sum := Int(0)
	for _, x := range e.Terms() {
		sum = sum.Add(x.Expr())
	}
	if !sum.Equal(e) {
		t.Errorf("terms of %s sum up to %s", e, sum)
	}
	if c, r, ok := e.Linear("i"); !ok || c.String() != "n*2" || r.HasVar("i") {
		t.Errorf("i: %s, %s, %t", c, r, ok)
	}
	if _, _, ok := e.Linear("n"); ok {
		t.Error("linear in n, which a remainder contains")
	}
	if e.Degree() != 2 || e.ConstTerm().Int64() != 3 || strings.Join(e.Vars(), " ") != "i j n" {
		t.Errorf("degree %d, constant %s, variables %v", e.Degree(), e.ConstTerm(), e.Vars())
	}
}

// The coefficient of a monomial is that of the term that is a multiple of it, and the first of these is the leading one.
func TestCoefficients(t *testing.T) {
	e := mustParse(t, "n*n*3 + n/4*7 - m + 5")
	for monomial, want := range map[string]int64{"n*n": 3, "n/4": 7, "m": -1, "1": 5, "n": 0, "n*m": 0, "n/8": 0} {
		if got := e.Coef(mustParse(t, monomial)); !got.IsInt64() || got.Int64() != want {
			t.Errorf("%s in %s: %s times, want %d", monomial, e, got, want)
		}
	}
	if c, of := e.Leading(); c == nil || c.Int64() != 3 || !of.Equal(mustParse(t, "n*n")) {
		t.Errorf("%s begins with %v*%s", e, c, of)
	}
	if c, _ := Int(0).Leading(); c != nil || e.NumTerms() != 4 || Int(0).NumTerms() != 0 {
		t.Errorf("0 begins with %v, %s has %d terms", c, e, e.NumTerms())
	}
}

// What would grow without bound becomes opaque, in bounded time and with a
// spelling that reads back.
func TestSizeIsBounded(t *testing.T) {
	e := Var("a").Add(Var("b")).Add(Int(1))
	for range 200 {
		e = e.Mul(e).Add(Var("c"))
	}
	if !e.TooLarge() || len(e.String()) > 10_000 {
		t.Errorf("spelling of %d bytes", len(e.String()))
	}
	if again := mustParse(t, e.String()); !again.Equal(e) {
		t.Errorf("%s reads back as %s", e, again)
	}
	d := Var("a")
	for range 200 {
		d = d.Div(d.Add(Var("b"))).Add(Min(d, Var("c")))
	}
	if len(d.String()) > 100_000 {
		t.Errorf("spelling of %d bytes", len(d.String()))
	}
	x := Int(3)
	for range 100 {
		x = x.Mul(x)
	}
	if !x.TooLarge() {
		t.Error("3^2^100 is not too large")
	}
	if r := NewFacts().Prove(Constraint{e, EQ, Int(0)}); r.Verdict != Unknown {
		t.Errorf("opaque value: %s", r.Verdict)
	}
}

// Long random text is read and spelled in bounded time, and reads back.
func TestSpellingReadsBack(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		var b strings.Builder
		open := 0
		for range 5 + r.IntN(60) {
			if r.IntN(4) == 0 {
				b.WriteString("(")
				open++
			}
			b.WriteString([]string{"a", "b", "n", "3", "8", "min(a, n)", "max(k, 3)"}[r.IntN(7)])
			if open > 0 && r.IntN(4) == 0 {
				b.WriteString(")")
				open--
			}
			b.WriteByte("+-*/%/"[r.IntN(6)])
		}
		b.WriteString("a" + strings.Repeat(")", open))
		e := mustParse(t, b.String())
		if again := mustParse(t, e.String()); !again.Equal(e) || again.String() != e.String() {
			t.Fatalf("%s\nis  %s\nand %s", b.String(), e, again)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"n*4 + 1", "min(a, b)/(k - 1)%3", "n%k*k + (n/k)", "max(n%8/4, #", "((((", "18446744073709551616*'a.b", "x/0%0"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if len(s) > 2000 {
			return
		}
		e, err := Parse(s)
		if err != nil {
			if pe, ok := err.(*ParseError); !ok || pe.Offset < 0 || pe.Offset > len(s) {
				t.Fatalf("error %v", err)
			}
			return
		}
		again, err := Parse(e.String())
		if err != nil || !again.Equal(e) || again.String() != e.String() {
			t.Fatalf("%q is %q and reads back as %q, %v", s, e, again, err)
		}
	})
}
