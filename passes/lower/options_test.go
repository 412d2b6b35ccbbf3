package lower

import (
	"errors"
	"strings"
	"testing"

	"descend/ir"
)

const optionsProgram = `
fn k<n: nat, d: dty>(x: &uniq gpu.global [d; n], v: d) -[grid: gpu.grid<X<1>, X<n>>]-> () where d: copy, n % 32 == 0 {
  sched block in grid { sched thread in block { x[[thread]] = v } }
}
fn p<m: nat>(x: &uniq gpu.global [i32; 32]) -[grid: gpu.grid<X<1>, X<32>>]-> () {
  sched block in grid { sched thread in block { let a = [1; m]; x[[thread]] = a[0] } }
}
`

// TestOptions holds what instances --instantiate and -D make, and what they say about wrong values.
func TestOptions(t *testing.T) {
	for _, c := range []struct {
		name    string
		o       Options
		kernels string // symbols, or
		err     string // the message of a usage error, or
		diag    string // of a diagnostic
	}{
		{name: "without a size", diag: "the size m of a private array must be a constant"},
		{name: "a size", o: Options{Defines: []string{"m=8"}}, kernels: "p"},
		{name: "instances", o: Options{Defines: []string{"m=8"}, Instances: []string{"k::<32, f32>", "k::<64, u8>", "k::<_, f64>"}},
			kernels: "k__32_f32 k__64_u8 k____f64 p"},
		{name: "broken clause", o: Options{Defines: []string{"m=8"}, Instances: []string{"k::<33, f32>"}}, diag: "`k` cannot have these sizes"},
		{name: "unused define", o: Options{Defines: []string{"m=8", "q=3"}}, err: "-D q: no entry function has a size of that name; there is m"},
		{name: "misspelled define", o: Options{Entry: "p", Defines: []string{"mmm=8"}}, err: "-D mmm: p has no size of that name; there is m"},
		{name: "no number", o: Options{Defines: []string{"m=x"}}, err: "must be a number"},
		{name: "no value", o: Options{Defines: []string{"m"}}, err: "expected NAME=NUMBER"},
		{name: "unknown function", o: Options{Instances: []string{"z::<3>"}}, err: "there is no function \"z\" (there are k, p)"},
		{name: "too few", o: Options{Instances: []string{"k::<32>"}}, err: "no argument for \"d\""},
		{name: "too many", o: Options{Instances: []string{"k::<32, f32, 4>"}}, err: "1 arguments too many"},
		{name: "no type", o: Options{Instances: []string{"k::<32, foo>"}}, err: "\"foo\" is not a scalar type"},
		{name: "one entry", o: Options{Entry: "p", Defines: []string{"m=1"}}, kernels: "p"},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, diags := analyzed(optionsProgram)
			if err := CheckOptions(m, c.o); (err != nil) != (c.err != "") || err != nil && !strings.Contains(err.Error(), c.err) {
				t.Errorf("without lowering: error %v, want %q", err, c.err)
			}
			var err error
			for _, p := range Pipeline(c.o) {
				if err = runPass(p, m, diags); err != nil || diags.HasErrors() {
					break
				}
			}
			var usage *UsageError
			switch {
			case c.err != "":
				if !errors.As(err, &usage) || !strings.Contains(err.Error(), c.err) {
					t.Errorf("error %v, want %q", err, c.err)
				}
			case c.diag != "":
				if l := diags.Sorted(); err != nil || len(l) != 1 || !strings.Contains(l[0].Message, c.diag) {
					t.Errorf("diagnostics %v, error %v, want %q", l, err, c.diag)
				}
			default:
				var got []string
				for o := range m.All("gpu.func") {
					got = append(got, ir.SymbolName(o))
				}
				if err != nil || diags.HasErrors() || strings.Join(got, " ") != c.kernels {
					t.Errorf("kernels %v, error %v, diagnostics %v", got, err, diags.Sorted())
				}
			}
		})
	}
}

// TestRecursion holds that instances and inlining end.
func TestRecursion(t *testing.T) {
	_, diags := compile(t, `
fn f<n: nat>(x: i32) -[t: cpu.thread]-> i32 { f::<n + 1>(x) }
fn main() -[t: cpu.thread]-> i32 { f::<1>(3) }
`, Options{})
	if l := diags.Sorted(); len(l) != 1 || !strings.Contains(l[0].Message, "more than 1000 instances") {
		t.Errorf("diagnostics %v", l)
	}
}
