package test

import (
	"bytes"
	"strings"
	"testing"

	"descend/tools/driver"
)

// TestPermutationsFromOutside holds that nobody outside of a program gives it a permutation: nobody would have looked at the indices.
func TestPermutationsFromOutside(t *testing.T) {
	const program = `
fn k<n: nat>(x: &uniq gpu.global [i32; n], p: (Permutation<n>, i32)) -[g: gpu.grid<X<n>, X<1>>]-> () {
  sched b in g { sched t in b { x.permute(&p.0).group::<1>[[b]][[t]] = p.1 } }
}
fn given<n: nat>(x: &uniq gpu.global [i32; n], p: Permutation<n>) -[t: cpu.thread]-> () { k::<<<_, _>>>(x, (p, 1)) }
fn made<'a, n: nat>(i: &'a uniq gpu.global [u32; n]) -[t: cpu.thread]-> Permutation<'a, n> { permutation(i) }
fn whole<n: nat>(x: &uniq gpu.global [i32; n], i: &uniq gpu.global [u32; n]) -[t: cpu.thread]-> () { given(x, made(i)) }
`
	built := func(emit string) string {
		var out, errs bytes.Buffer
		if status := driver.Main([]string{"build", "-", "--emit=" + emit, "--instantiate", "given::<4>", "--instantiate", "made::<4>", "-o", "-"}, strings.NewReader(program), &out, &errs); status != 0 {
			t.Fatalf("%s: exit status %d\n%s", emit, status, errs.String())
		}
		return out.String()
	}
	header := built("header")
	if !strings.Contains(header, "_whole(") {
		t.Errorf("no function of the others:\n%s", header)
	}
	for _, text := range []string{header, built("python")} {
		for _, name := range []string{"_k(", "_given", "_made", "def k(", "def given", "def made"} {
			if strings.Contains(text, name) {
				t.Errorf("%s can be called from outside", name)
			}
		}
	}
	if text := built("manifest"); !strings.Contains(text, `"permutation": true`) {
		t.Errorf("the manifest does not say what is a permutation:\n%s", text)
	}
	for _, fn := range []string{"given", "k"} {
		var out, errs bytes.Buffer
		if status := driver.Main([]string{"run", "-", "--fn", fn, "--arg", "x=1,2,3,4", "--arg", "p=0,0,0,9", "--arg", "p.0=0,0,0,9", "--arg", "p.1=1"}, strings.NewReader(program), &out, &errs); status == 0 || !strings.Contains(errs.String(), "Permutation<n>") {
			t.Errorf("%s was run: exit status %d\n%s", fn, status, errs.String())
		}
	}
}
