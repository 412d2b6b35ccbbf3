package nat

import (
	"strings"
	"testing"
)

// factsOf reads constraints separated by ";", and "pow2 v".
func factsOf(t testing.TB, s string) *Facts {
	t.Helper()
	f := NewFacts()
	for _, c := range strings.Split(s, ";") {
		if c = strings.TrimSpace(c); c == "" {
			continue
		}
		if v, ok := strings.CutPrefix(c, "pow2 "); ok {
			f = f.WithPow2(v)
		} else {
			f = f.With(mustConstraint(t, c))
		}
	}
	return f
}

var proveTable = []struct{ facts, goal, want string }{
	// constants and signs
	{"", "32 <= 1024", "proved"},
	{"", "33 <= 32", "refuted"},
	{"", "n >= 0", "proved"},
	{"", "n >= 1", "refuted"},
	{"", "n*m + 3 > 2", "proved"},
	{"", "n + 1 != 0", "proved"},
	{"", "2*n != 7", "proved"},
	{"", "n*n >= n", "proved"},
	{"", "n <= n*m", "refuted"},
	{"m > 0", "n <= n*m", "proved"},
	{"n != 0", "n >= 1", "proved"},
	// chains and ranges
	{"i < n; n <= m", "i < m", "proved"},
	{"i < n; n <= m", "i + 1 < m", "refuted"},
	{"i < 4; j < 32", "i*32 + j < 128", "proved"},
	{"i < 4; j < 33", "i*32 + j < 128", "refuted"},
	{"i < n; j < m", "i*m + j < n*m", "proved"},
	{"i < n; j < m", "j*n + i < n*m", "proved"},
	{"i < n; j < m", "i*n + j < n*m", "refuted"},
	{"i < a; j < b; k < c", "(i*b + j)*c + k < a*b*c", "proved"},
	{"i < n", "n - 1 - i < n", "proved"},
	{"i < n", "n - 1 - i >= 0", "proved"},
	{"i < n", "n >= 1", "proved"},
	{"i < n; n <= 10", "i*i <= 81", "proved"},
	{"a <= b; b <= c; c <= d; d <= e", "a <= e", "proved"},
	{"a <= b; c <= d", "a*c <= b*d", "proved"},
	{"a + b <= c; c <= 2*a", "b <= a", "proved"},
	{"2*a + 3*b <= 12; a >= 3", "b <= 2", "proved"},
	{"2*a + 3*b <= 12; a >= 3", "b <= 1", "refuted"},
	// divisions and remainders
	{"", "n/32*32 <= n", "proved"},
	{"", "n/k*k <= n", "proved"},
	{"", "n%k < k", "proved"},
	{"", "n%k <= n", "proved"},
	{"", "n/k <= n", "proved"},
	{"", "n/32*32 == n", "refuted"},
	{"n%32 == 0", "n/32*32 == n", "proved"},
	{"n%k == 0", "n/k*k == n", "proved"},
	{"n%k == 0; n/k%m == 0", "n/k/m*m*k == n", "proved"},
	{"k divides n", "n%k == 0", "proved"},
	{"n%64 == 0", "n%32 == 0", "proved"},
	{"n%32 == 0", "n%64 == 0", "refuted"},
	{"n%32 == 0; m%32 == 0", "(n + 3*m)%32 == 0", "proved"},
	{"n%4 == 3", "n%2 == 1", "proved"},
	{"n%4 == 3", "n/4*4 + 3 == n", "proved"},
	{"i < n/32", "i*32 + 31 < n", "proved"},
	{"i < n/32; j < 32", "i*32 + j < n", "proved"},
	{"i < n/k; j < k", "i*k + j < n", "proved"},
	{"i < n/32; j <= 32", "i*32 + j < n", "refuted"},
	{"i < n", "i/32 < (n + 31)/32", "proved"},
	{"a <= b", "a/32 <= b/32", "proved"},
	{"a <= b", "a/k <= b/k", "proved"},
	{"j < k", "(i*k + j)/k == i", "proved"},
	{"j < k", "(i*k + j)%k == j", "proved"},
	{"j < 32", "(i*32 + j)%32 == j", "proved"},
	{"j < 4; k < 8", "(i*32 + j + k*4)/32 == i", "proved"},
	{"j < 4", "(i*4 + j)/8 == i/2", "proved"},
	{"j < k", "(i*k + j)/(k*m) == i/m", "proved"},
	{"i < 1024", "i/32 < 32", "proved"},
	{"i < m*n", "i/n < m", "proved"},
	{"i < m*n; n > 0", "i%n < n", "proved"},
	{"n > 0", "(n - 1)/4 + 1 == (n + 3)/4", "proved"},
	{"", "(n - 1)/4 + 1 == (n + 3)/4", "proved"},
	{"x%8 == y%8", "x%4 == y%4", "proved"},
	// equalities
	{"n == m*4", "n/4 == m", "proved"},
	{"a == b; b == c", "a == c", "proved"},
	{"a + b == 10; a == 3", "b == 7", "proved"},
	{"2*a == 3*b", "a%3 == 0", "proved"},
	{"n == m", "n != m", "refuted"},
	{"h*2 == n; i < h", "h + i < n", "proved"},
	// minima, maxima
	{"", "min(a, b) <= a", "proved"},
	{"", "max(a, b) >= b", "proved"},
	{"", "min(a, b) + max(a, b) == a + b", "proved"},
	{"c <= a; c <= b", "c <= min(a, b)", "proved"},
	{"c >= a; c >= b", "c >= max(a, b)", "proved"},
	{"a <= b", "min(a, b) == a", "proved"},
	{"i < min(n, m)", "i < n", "proved"},
	{"", "min(a, b) >= a", "refuted"},
	{"", "max(a, b) <= a + b", "proved"},
	// divisibility and powers of two
	{"", "4 divides 8*n + 12*m", "proved"},
	{"", "k divides k*n", "proved"},
	{"", "n + 1 divides n*n - 1", "proved"},
	{"a divides b; b divides c", "a divides c", "proved"},
	{"a divides b", "a*c divides b*c", "proved"},
	{"", "4 divides 6*n", "refuted"},
	{"", "4 ndivides 4*n + 2", "proved"},
	{"pow2 i; pow2 u; i <= u", "u%i == 0", "proved"},
	{"pow2 i", "i >= 1", "proved"},
	{"pow2 i", "i%2 == 0", "refuted"},
	{"pow2 i; pow2 u; i <= u", "u/i*i == u", "proved"},
	{"i divides u; pow2 u", "i >= 1", "proved"},
	{"pow2 n; n >= 5", "n >= 8", "proved"},
	// halving loops: j < i, 2*i <= n
	{"2*i <= n; j < i", "j + i < n", "proved"},
	{"1 <= i; i <= u; n == 2*u; j < i", "i + j < n", "proved"},
	// large numbers
	{"n <= 1099511627776; m <= 1099511627776", "n*m <= 1208925819614629174706176", "proved"},
	{"i < 1000000000", "i*1000000000 < 1000000000000000000", "proved"},
	{"i <= 1000000000", "i*1000000000 < 1000000000000000000", "refuted"},
	// contradictory facts prove anything
	{"n < 3; n > 3", "1 == 0", "proved"},
	{"n < m; m < n", "1 == 0", "proved"},
	{"2*n == 2*m + 1", "1 == 0", "proved"},
}

func TestProve(t *testing.T) {
	for _, tt := range proveTable {
		r := factsOf(t, tt.facts).Prove(mustConstraint(t, tt.goal))
		if r.Verdict.String() != tt.want {
			t.Errorf("%s |- %s: %s, want %s %v", tt.facts, tt.goal, r.Verdict, tt.want, r.Witness)
		}
	}
}

func TestContradictory(t *testing.T) {
	for _, tt := range [][2]string{
		{"", "refuted"},
		{"n < 3; n > 1; i < n", "refuted"},
		{"n < 3; n > 3", "proved"},
		{"n%4 == 1; n%2 == 0", "proved"},
		{"a < b; b < c; c < a", "proved"},
		{"n/4 == 3; n < 12", "proved"},
		{"n*n == n + 1; n <= 3", "proved"},
		{"n*n == n + 1", "proved"},
		{"n*n == n + 2", "refuted"},
		{"n*n == 2", "proved"},
		{"n*n == 1000003", "proved"},
		{"n*n == 9", "refuted"},
		{"n*n*n == 2*n*n + 5*n + 7", "proved"},
		{"n*n%4 == 3", "proved"},
		{"n*n%4 == 1", "refuted"},
		{"n*n + m*m == 4*n*m + 3", "proved"},
		{"n*m == 7; n > 1; m > 1", "proved"},
		{"n*m == 7; n > 1", "refuted"},
		{"n*m*m == 12; m > 2", "proved"},
		{"n*m*m == 12; m > 1", "refuted"},
		{"3*n*m == 7", "proved"},
		{"n%0 == 1", "proved"},
	} {
		if r := factsOf(t, tt[0]).Contradictory(); r.Verdict.String() != tt[1] {
			t.Errorf("%s: %s, want %s %v", tt[0], r.Verdict, tt[1], r.Witness)
		}
	}
}

func TestSimplify(t *testing.T) {
	for _, tt := range [][3]string{
		{"n%32 == 0", "n/32*32", "n"},
		{"n%k == 0", "n/k*k + i", "i + n"},
		{"n%32 == 0", "n/32", "n/32"},
		{"j < k", "(i*k + j)/k", "i"},
		{"j < k", "(i*k + j)%k", "j"},
		{"j < 32", "(i*32 + j)/32*32 + (i*32 + j)%32", "i*32 + j"},
		{"j < 32; i < 4", "(i*32 + j)/128", "0"},
		{"a <= b", "min(a, b)", "a"},
		{"a <= b", "max(a, b)*2", "b*2"},
		{"n%32 == 0; i < n/32", "i*32 + n", "i*32 + n"},
		{"", "n/2", "n/2"},
		{"n%4 == 0; m%4 == 0", "(n + m)/4*4", "m + n"},
		{"i < 8", "i%8 + i/8", "i"},
	} {
		f := factsOf(t, tt[0])
		e := mustParse(t, tt[1])
		got := f.Simplify(e)
		if got.String() != tt[2] {
			t.Errorf("%s |- %s simplifies to %q, want %q", tt[0], e, got, tt[2])
		}
	}
}

func TestBounds(t *testing.T) {
	for _, tt := range [][4]string{
		{"i < 4; j < 32", "i*32 + j", "0", "127"},
		{"i < n", "n - 1 - i", "0", "-"},
		{"i < n", "n - i", "1", "-"},
		{"", "n", "0", "-"},
		{"n >= 3; n <= 10", "n/2", "1", "5"},
		{"n >= 3", "n%8", "0", "7"},
		{"a <= 5; b <= 9", "max(a, b)", "0", "9"},
		{"a <= 5", "min(a, b)", "0", "5"},
		{"i < j; j < 5", "i", "0", "3"},
		{"", "0 - n", "-", "0"},
	} {
		lo, hi := factsOf(t, tt[0]).Bounds(mustParse(t, tt[1]))
		got := [2]string{"-", "-"}
		if lo != nil {
			got[0] = lo.String()
		}
		if hi != nil {
			got[1] = hi.String()
		}
		if got[0] != tt[2] || got[1] != tt[3] {
			t.Errorf("%s |- %s in %v, want [%s %s]", tt[0], tt[1], got, tt[2], tt[3])
		}
	}
}

// Contradictory facts may have bounds that grow in every round; they are not followed.
func TestBoundsOfContradictions(t *testing.T) {
	f := factsOf(t, "p >= q*q*q + 2; q >= p*p*p + 2; r >= p*q; p >= r*r + 1")
	f.Prove(mustConstraint(t, "r < p*q"))
	for v, lo := range f.system().lo {
		if n := lo.BitLen(); n > boundBits {
			t.Errorf("the lower bound of %s has %d bits", v, n)
		}
	}
}
