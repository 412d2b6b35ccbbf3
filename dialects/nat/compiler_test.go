package nat

import (
	"fmt"
	"testing"
	"time"
)

// compilerTable holds obligations of the shapes that views, schedules, loops and
// the overlap decision lead to; all of them are true.
var compilerTable = [][2]string{
	{"n%32==0; by<n/32; bx<n/32; ty<8; tx<32; k<4", "(by*32+ty+k*8)*n + bx*32+tx < n*n"},
	{"n%32==0; by<n/32; bx<n/32; ty<8; tx<32; k<4", "(bx*32+ty+k*8)*n + by*32+tx < n*n"},
	{"n%t==0; m%t==0; by<m/t; bx<n/t; ty<t; tx<t", "(by*t+ty)*n + bx*t+tx < m*n"},
	{"n%t==0; m%t==0; k%t==0; s<k/t; by<m/t; ty<t; tx<t", "(by*t+ty)*k + s*t+tx < m*k"},
	{"n%(32*g)==0; b<g; w<n/32/g; l<32", "(b*(n/32/g)+w)*32+l < n"},
	{"n%(g*b)==0; i<g; j<n/g/b; t<b", "i*(n/g) + j*b + t < n"},
	{"n%g==0; (n/g)%b==0; i<g; j<n/g/b; t<b", "i*(n/g) + j*b + t < n"},
	{"n == g*b; i<g; j<b", "i*b+j<n"},
	{"n >= g*b; i<g; j<b", "i*b+j<n"},
	{"k<=n; i<n-k", "k+i<n"},
	{"k<=n; i<k", "i<n"},
	{"n%2==0; i<n/2", "n/2+i<n"},
	{"n%2==0; i<n/2", "n-1-i >= n/2"},
	{"pow2 n; pow2 i; 1<=i; i<=n; i divides n; 2*i<=n; t<i", "t+i<n"},
	{"pow2 n; pow2 i; i<=n/2; t<i", "t+i<n"},
	{"pow2 n; pow2 i; i<=n/2; i>=1", "n%(2*i)==0"},
	{"pow2 n; pow2 i; i<=n/2; i>=1; t<n/2", "t/i*(2*i)+t%i+i<n"},
	{"pow2 n; pow2 i; i<=n/2; t<n/(2*i); u<i", "t*2*i+i+u<n"},
	{"i<n/2; n%2==0", "i*2+1<n"},
	{"h==n/2; n%2==0; j<h", "h+j<n"},
	{"a<=b; b<=n; i<b-a", "a+i<n"},
	{"rows%k==0; k>0; i<rows/k; j<k", "i+j*(rows/k) < rows"},
	{"rows%k==0; k>0; i<rows/k; j<k; c<cols", "(i+j*(rows/k))*cols+c < rows*cols"},
	{"n%4==0; i<n", "i/4 < n/4"},
	{"n%k==0; i<n", "i/k < n/k"},
	{"n%k==0; k>0; n>0", "n/k >= 1"},
	{"i+1<n; j==i+1", "j<n"},
	{"i<n; i+1<=j; j<n", "i+j<2*n"},
	{"n<=1024; n%32==0", "n/32 <= 32"},
	{"i < n/32", "n >= 32"},
	{"n%32==0; n>0", "n>=32"},
	{"i<w*h; w>0", "i/w*w + i%w < w*h"},
	{"x<w; y<h; z<d", "(z*h+y)*w+x < d*h*w"},
	{"x+1<w; y+1<h; x>=1; y>=1", "(y-1)*w+x < w*h"},
	{"x+1<w; y+1<h; x>=1; y>=1", "(y-1)*w+x >= 0"},
	{"x+1<w; y+1<h; x>=1; y>=1", "(y+1)*w+x+1 < w*h"},
	{"n%bs==0; b<n/bs", "b*bs+bs<=n"},
	{"n%bs==0; b<n/bs; bs%32==0; w<bs/32; l<32", "b*bs+w*32+l<n"},
	{"(a*b)%c==0; x<a*b/c; y<c", "x*c+y<a*b"},
	{"x<a*b/c; y<c", "x*c+y<a*b"},
	{"", "(n+k-1)/k*k >= n"},
	{"n>0; k>0", "(n-1)/k < n"},
	{"n%k==0; m%k==0", "(n+m)%k==0"},
	{"n%k==0; m%k==0", "(n+m)/k == n/k+m/k"},
	{"n%k==0", "n*m%k==0"},
	{"n%k==0", "n*m/k == n/k*m"},
	{"n%(k*m)==0", "n%k==0"},
	{"n%(k*m)==0", "n/k%m==0"},
	{"n%k==0; n/k%m==0", "n%(k*m)==0"},
	{"n%k==0; n/k%m==0", "n%m==0"},
	{"i!=j; i<n; j<n", "i*4 != j*4"},
	{"i!=j; k<4; l<4", "i*4+k != j*4+l"},
	{"i!=j; k<m; l<m", "i*m+k != j*m+l"},
	{"i<j; k<m; l<m", "i*m+k != j*m+l"},
	{"i!=j; m>0", "i*m != j*m"},
	{"i*m+k == j*m+l; k<m; l<m", "i==j"},
	{"i*m+k == j*m+l; k<m; l<m", "k==l"},
	{"i*32+k == j*32+l; k<32; l<32", "k==l"},
	{"i*32+k == j*32+l; k<32; l<32; i!=j", "1==0"},
	{"i<h; j<h", "i != h+j"},
	{"h*2==n; i<h; j<h", "i != n-1-j"},
	{"n-1-i == n-1-j; i<n; j<n", "i==j"},
	{"n*m == 32; n == 8", "m==4"},
	{"n/2 == 4", "n < 10"},
	{"n/2 == 4", "n >= 8"},
	{"a+b+c == 10; a>=4; b>=4", "c<=2"},
	{"a<=b*c; c<=d", "a<=b*d"},
	{"max(a,b)<n", "a<n"},
	{"i<max(a,b); a<=n; b<=n", "i<n"},
	{"i<min(n-k, 32); k<=n", "k+i<n"},
	{"i < (n+31)/32; j<32; i*32+j<n", "i*32+j<n"},
	{"u<=n; i<=u; i>=1; i<u/2+1; t<i", "t+i<=n"},
	{"n%64==0", "n%32==0"},
	{"n%64==32", "n%32==0"},
	{"n%64==32", "n%64 != 0"},
	{"i%2==0; j%2==1", "i!=j"},
	{"2*a+1 == 2*b", "1==0"},
	{"n > 1", "n*n > n"},
	{"n > 2; m>2", "n*m > n+m"},
}

func TestProveCompilerObligations(t *testing.T) {
	for _, tt := range compilerTable {
		f := factsOf(t, tt[0])
		if r := f.Prove(mustConstraint(t, tt[1])); r.Verdict != Proved {
			t.Errorf("%s |- %s: %s %v", tt[0], tt[1], r.Verdict, r.Witness)
		}
	}
}

// The negations are refuted or, where no facts can hold, proved too; never is the
// answer to both "proved" with facts that hold.
func TestRefuteNegations(t *testing.T) {
	for _, tt := range compilerTable {
		f := factsOf(t, tt[0])
		c := mustConstraint(t, tt[1])
		switch r := f.Prove(c.Negate()); {
		case r.Verdict == Proved && f.Contradictory().Verdict != Proved:
			t.Errorf("%s |- %s and its negation", tt[0], tt[1])
		case r.Verdict == Unknown:
			t.Errorf("%s |- %s: unknown", tt[0], c.Negate())
		}
	}
}

// BenchmarkProve compiles facts and proves one obligation of the compiler's kind.
func BenchmarkProve(b *testing.B) {
	goals := make([]Constraint, len(compilerTable))
	facts := make([]*Facts, len(compilerTable))
	for i, tt := range compilerTable {
		facts[i], goals[i] = factsOf(b, tt[0]), mustConstraint(b, tt[1])
	}
	b.ResetTimer()
	for i := range b.N {
		k := i % len(goals)
		f := NewFacts().With(facts[k].Constraints()...)
		for _, v := range facts[k].Pow2Vars() {
			f = f.WithPow2(v)
		}
		f.Prove(goals[k])
	}
}

// BenchmarkProveRandom answers generated queries, many of which have no proof.
func BenchmarkProveRandom(b *testing.B) {
	g := newGenerator(11, 3)
	qs := make([]query, 500)
	for i := range qs {
		qs[i] = g.query(b)
	}
	b.ResetTimer()
	for i := range b.N {
		q := qs[i%len(qs)]
		q.Facts().Prove(q.goal)
	}
}

// BenchmarkNormalForm builds the index of a tiled view.
func BenchmarkNormalForm(b *testing.B) {
	n, i, j := Var("n"), Var("i"), Var("j")
	for b.Loop() {
		e := i.Mul(Int(32)).Add(j)
		_ = e.Div(Int(32)).Mul(n).Add(e.Mod(Int(32))).String()
	}
}

// A deep nest of loops costs a bounded time per loop.
func TestDeepFactsAreCheap(t *testing.T) {
	f := NewFacts()
	start := time.Now()
	for i := range 150 {
		v := Var(fmt.Sprintf("i%d", i))
		f = f.WithRange(fmt.Sprintf("i%d", i), Int(0), Var(fmt.Sprintf("n%d", i%7)).Div(Int(4)))
		if r := f.Prove(Constraint{v.Mul(Int(4)), LT, Var(fmt.Sprintf("n%d", i%7))}); r.Verdict != Proved {
			t.Fatalf("loop %d: %s", i, r.Verdict)
		}
	}
	if d := time.Since(start); d > 5*time.Second {
		t.Errorf("150 nested loops took %v", d)
	} else {
		t.Logf("150 nested loops took %v", d)
	}
}
