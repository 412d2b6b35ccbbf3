package buildable

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"descend/frontend/frontendtest"
	"descend/ir"
	"descend/passes"
	"descend/passes/check"
	"descend/test/kit"
)

// checked compiles a program that the checks accept.
func checked(t *testing.T, text string) *ir.Operation {
	t.Helper()
	diags := &ir.Diagnostics{}
	m := frontendtest.Module(t, text)
	if run(t, m, diags, check.Pipeline()[0]); diags.HasErrors() {
		t.Fatalf("%s\n%s", diags.Sorted()[0], text)
	}
	return m
}

func run(t *testing.T, m *ir.Operation, diags *ir.Diagnostics, p passes.Pass) {
	t.Helper()
	manager := passes.NewManager("builtin.module")
	manager.Add(p)
	if err := manager.Run(m, diags, passes.RunOptions{}); err != nil && !diags.HasErrors() {
		t.Fatal(err)
	}
}

// findings are the errors of the pass, "line: message".
func findings(t *testing.T, m *ir.Operation, p *BuildCheck) (out []string) {
	t.Helper()
	diags := &ir.Diagnostics{}
	before := ir.Print(m, ir.PrintOptions{})
	run(t, m, diags, p)
	if after := ir.Print(m, ir.PrintOptions{}); after != before {
		t.Error("the pass changes the module")
	}
	for _, d := range diags.Sorted() {
		out = append(out, fmt.Sprintf("%d: %s [%s]", ir.RangeOf(d.Loc).Line, d.Message, d.Code))
	}
	return out
}

var expectation = regexp.MustCompile(`//~ (.*)$`)

// TestLimits: what lowering and the backends refuse is found at its place; programs are between lines "//# name".
func TestLimits(t *testing.T) {
	for _, p := range kit.Sections(t, "../../passes/lower/testdata/limits.desc", "testdata/limits.desc") {
		t.Run(p.Title, func(t *testing.T) {
			want := ""
			for i, line := range strings.Split(p.Text, "\n") {
				if m := expectation.FindStringSubmatch(line); m != nil {
					want = fmt.Sprintf("%d: %s [unsupported]", i+1, m[1])
				}
			}
			if got := strings.Join(findings(t, checked(t, p.Text), &BuildCheck{}), "\n"); got != want {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	}
}

// TestSizes: a private array needs a constant for its size, which the command line may give.
func TestSizes(t *testing.T) {
	m := checked(t, `fn k<n: nat>(a: &uniq gpu.global [i32; 32]) -[g: gpu.grid<X<1>, X<32>>]-> () where n > 0, n < 10 {
  sched b in g { sched t in b { let p = [1; n]; a[[t]] = p[a[[t]]] } }
}
fn launches(a: &uniq gpu.global [i32; 32]) -[t: cpu.thread]-> () { k::<<<X<1>, X<32>>>>::<4>(a) }
`)
	if got := findings(t, m, &BuildCheck{}); len(got) != 0 {
		t.Errorf("the launch gives a constant: %q", got)
	}
	if got := findings(t, m, &BuildCheck{Instances: []string{"k::<n>"}}); len(got) != 1 || !strings.Contains(got[0], "must be a constant") {
		t.Errorf("got %q", got)
	}
	m = checked(t, `fn k<n: nat>(a: &uniq gpu.global [i32; 32]) -[g: gpu.grid<X<1>, X<32>>]-> () where n > 0, n < 10 {
  sched b in g { sched t in b { let p = [1; n]; a[[t]] = p[a[[t]]] } }
}
`)
	if got := findings(t, m, &BuildCheck{}); len(got) != 1 || !strings.HasPrefix(got[0], "2: the size n of a private array must be a constant") {
		t.Errorf("got %q", got)
	}
	if got := findings(t, m, &BuildCheck{Defines: []string{"n=4"}}); len(got) != 0 {
		t.Errorf("got %q", got)
	}
}

// TestDoubts: what is plain is not compiled for trial, nor what has nothing to do with what is not.
func TestDoubts(t *testing.T) {
	m := checked(t, `fn half(x: f64) -[e: any]-> f64 { x / 2.0 }
fn scale<n: nat>(a: &uniq gpu.global [f64; n * 32]) -[g: gpu.grid<X<n>, X<32>>]-> () {
  sched b in g { sched t in b { a.group::<32>[[b]][[t]] = half(a.group::<32>[[b]][[t]]) } }
}
fn main<n: nat>(a: &uniq cpu.mem [f64; n * 32]) -[t: cpu.thread]-> () {
  let mut d = GpuGlobal::alloc_copy(&*a);
  scale::<<<X<n>, X<32>>>>(&uniq d);
  copy_mem_to_host(a, &d)
}
`)
	if d := doubtful(m); d != nil {
		t.Errorf("doubted:\n%s", ir.Print(d, ir.PrintOptions{}))
	}
	m = checked(t, `fn f<d: dty>(x: d, y: d, c: bool) -[e: any]-> d where d: copy { if c { x } else { y } }
fn caller(x: i32) -[t: cpu.thread]-> i32 { f(x, 2, true) }
fn helper(x: i32) -[e: any]-> i32 { x }
fn top(x: i32) -[t: cpu.thread]-> i32 { caller(helper(x)) }
fn apart(x: i32) -[t: cpu.thread]-> i32 { helper(x) }
`)
	d := doubtful(m)
	if d == nil {
		t.Fatal("a choice between values of any type is not doubted")
	}
	var names []string
	for f := range d.All("descend.func") {
		if n := ir.SymbolName(f); n == "f" || n == "caller" || n == "helper" || n == "top" || n == "apart" {
			names = append(names, n)
		}
	}
	if got := strings.Join(names, " "); got != "f caller helper top" {
		t.Errorf("compiled for trial: %s", got)
	}
}

// TestManyEntries: a program may have more functions than a function instances.
func TestManyEntries(t *testing.T) {
	var b strings.Builder
	for i := range 1200 {
		fmt.Fprintf(&b, "fn f%d<n: nat>(x: & cpu.mem [i32; n], c: bool) -[t: cpu.thread]-> (i32, i32) { if c { (1, 2) } else { (3, 4) } }\n", i)
	}
	if got := findings(t, checked(t, b.String()), &BuildCheck{}); len(got) != 0 {
		t.Errorf("got %q", got)
	}
}
