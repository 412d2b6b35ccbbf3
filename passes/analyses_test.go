package passes

import (
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"descend/ir"
)

// countOps is an analysis: how many operations there are; found counts how often that was found out.
var (
	found    atomic.Int32
	countOps = NewAnalysis("count", func(a *Analyses) int {
		found.Add(1)
		n := 0
		for range a.Op.All("") {
			n++
		}
		return n
	})
	// twice is made of another analysis, below of those of what is inside.
	twice = NewAnalysis("twice", func(a *Analyses) int { return 2 * countOps.Of(a) })
	below = NewAnalysis("below", func(a *Analyses) int {
		n := 0
		for o := range a.Op.All("t.func") {
			n += countOps.OfChild(a, o)
		}
		return n
	})
)

const analysed = `"t.func"() ({
  "t.x"() : () -> ()
}) : () -> ()
"t.func"() ({
  "t.x"() : () -> ()
  "t.y"() : () -> ()
}) : () -> ()
`

func parse(t *testing.T, src string) *ir.Operation {
	t.Helper()
	c := ir.NewContext()
	c.AllowUnregistered = true
	var diags ir.Diagnostics
	m := ir.ParseModule(c, "m.mlir", []byte(src), &diags)
	if m == nil {
		t.Fatal(diags.Sorted())
	}
	return m
}

// step is a pass of a test.
func step(anchor string, do func(c *Context)) Pass {
	return &testPass{name: "step", anchor: anchor, do: func(c *Context) error { do(c); return nil }}
}

// runSteps runs passes on a module and says how often countOps was found.
func runSteps(t *testing.T, list ...Pass) int32 {
	t.Helper()
	found.Store(0)
	m := NewManager("builtin.module")
	m.Add(list...)
	var diags ir.Diagnostics
	if err := m.Run(parse(t, analysed), &diags, RunOptions{}); err != nil {
		t.Fatal(err, diags.Sorted())
	}
	return found.Load()
}

// TestAnalysesAreKept holds that an analysis is found once as long as passes preserve it, and again after one that preserves nothing.
func TestAnalysesAreKept(t *testing.T) {
	ask := func(want int) func(c *Context) {
		return func(c *Context) {
			if n := countOps.Of(c); n != want {
				t.Errorf("%d operations, want %d", n, want)
			}
			if n := countOps.Of(c); n != want {
				t.Errorf("%d operations when asked again, want %d", n, want)
			}
		}
	}
	and := func(fs ...func(c *Context)) Pass {
		return step("builtin.module", func(c *Context) {
			for _, f := range fs {
				f(c)
			}
		})
	}
	keep, keepAll := func(c *Context) { c.Preserve(countOps) }, (*Context).PreserveAll
	grow := func(c *Context) { ir.NewBuilder(c.IR()).AtEnd(c.Op.Body(0)).Op("t.z", nil, nil) }
	for _, test := range []struct {
		name string
		list []Pass
		want int32
	}{
		{"all preserved", []Pass{and(ask(5), keepAll), and(ask(5))}, 1},
		{"it is preserved", []Pass{and(ask(5), keep), and(ask(5))}, 1},
		{"nothing is preserved", []Pass{and(ask(5)), and(ask(5))}, 2},
		{"another one is preserved", []Pass{and(ask(5), func(c *Context) { c.Preserve(twice, Dominance) }), and(ask(5))}, 2},
		{"a pass between preserves nothing", []Pass{and(ask(5), keep), and(grow), and(ask(6))}, 2},
		{"a pass inside preserves nothing", []Pass{and(ask(5), keep), step("t.func", func(*Context) {}), and(ask(5))}, 2},
		{"a pass inside preserves it", []Pass{and(ask(5), keep), step("t.func", keep), and(ask(5))}, 1},
		{"of two passes inside one does", []Pass{and(ask(5), keep), step("t.func", keep), step("t.func", grow), and(ask(7))}, 2},
		{"nothing is inside", []Pass{and(ask(5), keep), step("t.none", func(*Context) {}), and(ask(5))}, 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			if n := runSteps(t, test.list...); n != test.want {
				t.Errorf("found %d times, want %d", n, test.want)
			}
		})
	}
}

// TestAnalysesOfChildren holds that what is found of an operation inside is that which passes on it see, and goes when it changes.
func TestAnalysesOfChildren(t *testing.T) {
	outer := func(f func(c *Context)) Pass { return step("builtin.module", f) }
	ofAll := func(c *Context) { below.Of(c); c.PreserveAll() }
	inner := func(c *Context) {
		if _, ok := countOps.Cached(c); !ok {
			t.Error("the analysis is not kept for the operation inside")
		}
		c.PreserveAll()
	}
	if n := runSteps(t, outer(ofAll), step("t.func", inner), outer(ofAll)); n != 2 {
		t.Errorf("found %d times, want once for each of two functions", n)
	}
	if n := runSteps(t, outer(ofAll), step("t.func", func(*Context) {}), outer(ofAll)); n != 4 {
		t.Errorf("found %d times, want twice for each of two functions", n)
	}
	if n := runSteps(t, outer(ofAll), outer(func(*Context) {}), step("t.func", func(c *Context) {
		if _, ok := countOps.Cached(c); ok {
			t.Error("a pass around that preserves nothing leaves what is inside")
		}
	})); n != 2 {
		t.Errorf("found %d times", n)
	}
}

// TestAnalysesOfAnalyses holds that an analysis goes with those that it was made of, even where a pass preserves it itself.
func TestAnalysesOfAnalyses(t *testing.T) {
	for _, test := range []struct {
		preserve []Preservable
		want     bool
	}{{[]Preservable{twice, countOps}, true}, {[]Preservable{twice}, false}, {[]Preservable{countOps}, false}, {nil, false}} {
		runSteps(t, step("builtin.module", func(c *Context) {
			if twice.Of(c) != 10 {
				t.Error(twice.Of(c))
			}
			c.Preserve(test.preserve...)
		}), step("builtin.module", func(c *Context) {
			if _, ok := twice.Cached(c); ok != test.want {
				t.Errorf("%d preserved: kept %t", len(test.preserve), ok)
			}
		}))
	}
	runSteps(t, step("builtin.module", func(c *Context) {
		below.Of(c)
		c.Preserve(below)
	}), step("builtin.module", func(c *Context) {
		if _, ok := below.Cached(c); ok {
			t.Error("it is kept without those of the operations inside")
		}
	}))
}

// branches has blocks whose order matters.
const branches = `"t.func"() ({
^a:
  "t.br"()[^b, ^c] : () -> ()
^b:
  "t.br"()[^c] : () -> ()
^c:
  "t.end"() : () -> ()
}) : () -> ()
`

// TestDominanceIsKept holds that the dominance that the verifier found is that of the next pass, until one does not preserve it.
func TestDominanceIsKept(t *testing.T) {
	var first, second *ir.Dominance
	m := NewManager("builtin.module")
	m.Add(step("builtin.module", func(*Context) {}),
		step("builtin.module", func(c *Context) {
			first, _ = Dominance.Cached(c)
			f := c.Op.Body(0).Front().Region(0)
			if first == nil || Dominance.Of(c) != first || !first.DominatesBlock(f.Front(), f.Back()) || first.DominatesBlock(f.Front().Next(), f.Back()) {
				t.Error("the verifier's dominance is not kept, or wrong")
			}
			c.Preserve(Dominance)
		}),
		step("builtin.module", func(c *Context) { second, _ = Dominance.Cached(c) }))
	var diags ir.Diagnostics
	if err := m.Run(parse(t, branches), &diags, RunOptions{}); err != nil {
		t.Fatal(err, diags.Sorted())
	}
	if second == nil || !second.Valid() {
		t.Error("no dominance, or a wrong one")
	}
}

// TestFalsePreserve holds that a pass which says that it left alone what it changed is named, where rewrites are checked.
func TestFalsePreserve(t *testing.T) {
	cut := func(c *Context) { // a no longer branches to b
		a := c.Op.Body(0).Front().Body(0)
		a.Back().SetSuccessor(0, a.Region().Back())
	}
	dominance := func(c *Context) { Dominance.Of(c).Reachable(c.Op.Body(0).Front().Body(0).Next()) }
	for _, test := range []struct {
		do   func(c *Context)
		want string
	}{
		{func(c *Context) { cut(c); c.PreserveAll() }, "pass step says that it changed nothing, and did"},
		{func(c *Context) { dominance(c); cut(c); c.Preserve(Dominance) }, "pass step says that it preserves analysis 'dominance', and did not"},
		{func(c *Context) { dominance(c); c.Preserve(Dominance); c.PreserveAll() }, ""},
		{func(c *Context) { dominance(c); cut(c) }, ""},
	} {
		for _, checks := range []bool{true, false} {
			op := parse(t, branches)
			op.Context().CheckRewrites = checks
			m := NewManager("builtin.module")
			m.Add(step("builtin.module", test.do))
			var diags ir.Diagnostics
			err := m.Run(op, &diags, RunOptions{})
			var got []string
			for _, d := range diags.Sorted() {
				got = append(got, d.Message)
			}
			if want := test.want; checks && want != "" && !slices.Equal(got, []string{want}) {
				t.Errorf("%q, want %q", got, want)
			} else if (err != nil) != (checks && want != "") {
				t.Errorf("checks %t: %v %s", checks, err, strings.Join(got, "; "))
			}
		}
	}
}
