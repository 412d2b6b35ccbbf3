package sim_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"math"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"descend/backend/sim"
	"descend/backend/sim/simtest"
	"descend/ir"
)

// result is what a run left.
type result struct {
	args    [][]byte
	results []uint64
	stdout  string
	diags   []*ir.Diagnostic
	err     error
}

// run executes a run of a case.
func run(t testing.TB, c *simtest.Case, m *ir.Operation, r *simtest.Run, seed int64) result {
	t.Helper()
	var diags ir.Diagnostics
	var out bytes.Buffer
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	mach := sim.New(m, sim.Options{Schedule: seed, StrictInit: c.Strict, Stdout: &out, Diags: &diags, MaxMemory: 1 << 30, Context: ctx})
	res := result{}
	var args []sim.Arg
	for _, a := range r.Args {
		if !a.Buffer {
			args = append(args, sim.Arg{Bits: a.Bits()})
			continue
		}
		data := slices.Clone(a.Data)
		args = append(args, sim.Arg{Data: data, Unset: a.Unset})
	}
	if r.Host {
		res.results, res.err = mach.Call(r.Function, args)
	} else {
		res.err = mach.LaunchKernel(r.Function, sim.Launch{Grid: r.Grid, Block: r.Block, Dynamic: r.Dynamic}, args)
	}
	for _, a := range args {
		res.args = append(res.args, a.Data)
	}
	res.stdout, res.diags = out.String(), diags.Sorted()
	return res
}

// TestModules runs the modules of testdata, each with several schedules.
func TestModules(t *testing.T) {
	for _, c := range append(simtest.Load(t, "testdata/*.mlir"), simtest.Load(t, "../nvvm/testdata/*.mlir")...) {
		t.Run(c.Name, func(t *testing.T) {
			m := c.Module(t)
			for _, r := range c.Runs {
				first := run(t, c, m, r, 0)
				check(t, c, r, first)
				for seed := int64(1); seed <= 3; seed++ {
					again := run(t, c, m, r, seed)
					if (again.err == nil) != (first.err == nil) {
						t.Errorf("seed %d: %v, natural order: %v", seed, again.err, first.err)
					}
					if first.err != nil || strings.Contains(c.Source, "// SCHEDULE") {
						continue
					}
					for i, a := range r.Args {
						if d := simtest.Close(a.Type, first.args[i], again.args[i], c.Tolerance); a.Buffer && d != "" {
							t.Errorf("seed %d: argument %d: %s", seed, i, d)
						}
					}
				}
			}
		})
	}
}

// check compares a result with what the case says.
func check(t *testing.T, c *simtest.Case, r *simtest.Run, res result) {
	t.Helper()
	checkFindings(t, c, res)
	if res.err != nil {
		return
	}
	for _, o := range r.Outs {
		typ := r.Args[o.Arg].Type
		for i, want := range o.Values {
			if got := simtest.Decode(typ, res.args[o.Arg][i*simtest.Size(typ):]); got != want {
				t.Errorf("argument %d, element %d is %s, want %s", o.Arg, i, got, want)
			}
		}
	}
	if len(r.Results) > 0 && !slices.Equal(r.Results, res.results) {
		t.Errorf("results %v, want %v", res.results, r.Results)
	}
	if len(r.Prints) > 0 {
		if want := strings.Join(r.Prints, "\n") + "\n"; res.stdout != want {
			t.Errorf("printed %q, want %q", res.stdout, want)
		}
	}
	if c.Compare != "" {
		f := references[c.Compare]
		if f == nil {
			t.Fatalf("no reference %s", c.Compare)
		}
		f(t, r, res)
	}
}

// checkFindings compares the diagnostics with the expectations; every one must be met and no other occur.
func checkFindings(t *testing.T, c *simtest.Case, res result) {
	t.Helper()
	met := make([]bool, len(c.Expect))
	match := func(kind string, loc ir.Location, text string) {
		line := ir.RangeOf(loc).Line
		for i, e := range c.Expect {
			if e.Kind == kind && e.Line == line && strings.Contains(text, e.Text) {
				met[i] = true
				return
			}
		}
		t.Errorf("unexpected %s at line %d: %s", kind, line, text)
	}
	failed := false
	for _, d := range res.diags {
		failed = failed || d.Severity == ir.Error
		match(d.Severity.String(), d.Loc, d.Message+" | "+d.Label+" | "+strings.Join(d.Notes, " | ")+" ["+d.Code+"]")
		for _, x := range d.Related {
			match("related", x.Loc, x.Message)
		}
		for _, n := range c.Notes {
			if d.Severity == ir.Error && !strings.Contains(strings.Join(d.Notes, "\n"), n) {
				t.Errorf("no note %q in %q", n, d.Notes)
			}
		}
	}
	for i, e := range c.Expect {
		if !met[i] {
			t.Errorf("line %d: expected %s %q (%v)", e.Line, e.Kind, e.Text, res.err)
		}
	}
	if failed != errors.Is(res.err, sim.ErrFailed) || res.err != nil && !failed {
		t.Errorf("the run gave %v", res.err)
	}
}

// BenchmarkTranspose runs the transposition of 1024x1024 f64 with all checks.
func BenchmarkTranspose(b *testing.B) {
	c := simtest.Load(b, "testdata/transpose.mlir")[0]
	m := c.Module(b)
	const n = 1024
	in, out := make([]byte, 8*n*n), make([]byte, 8*n*n)
	for i := range n * n {
		binary.LittleEndian.PutUint64(in[8*i:], math.Float64bits(float64(i)))
	}
	b.ReportAllocs()
	defer cpuTime(b)()
	for b.Loop() {
		mach := sim.New(m, sim.Options{})
		err := mach.LaunchKernel("transpose", sim.Launch{Grid: [3]int{n / 32, n / 32, 1}, Block: [3]int{32, 8, 1}},
			[]sim.Arg{{Data: in}, {Data: out}, {Bits: n}})
		if err != nil {
			b.Fatal(err)
		}
	}
	if got := floats(out); got[5*n+7] != 7*n+5 {
		b.Fatal("wrong result")
	}
}

// cpuTime reports the processor time of each round, which other work on the machine does not change.
func cpuTime(b *testing.B) func() {
	used := func() float64 {
		var u syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
			b.Fatal(err)
		}
		return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e6
	}
	start := used()
	return func() { b.ReportMetric((used()-start)/float64(b.N), "cpu-ms/op") }
}
