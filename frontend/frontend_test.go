package frontend

import (
	"path/filepath"
	"strings"
	"testing"

	"descend/dialects"
	"descend/frontend/sema"
	"descend/frontend/source"
	"descend/ir"
	"descend/passes/irtest"
	"descend/test/kit"
)

// TestGolden compares the IR of the programs in testdata with the .mlir files beside them.
func TestGolden(t *testing.T) {
	for _, f := range kit.Files(t, "testdata/*.desc") {
		diags := &ir.Diagnostics{}
		m := Compile(ir.NewContext(dialects.All()...), []*source.File{source.NewFile(filepath.Base(f), kit.Read(t, f))}, diags)
		for _, d := range diags.Sorted() {
			t.Errorf("%s: %s", d, d.Label)
		}
		if m == nil {
			continue
		}
		got := ir.Print(m, ir.PrintOptions{})
		golden := strings.TrimSuffix(f, ".desc") + ".mlir"
		irtest.Golden(t, golden, got)
	}
}

// accepted are the example programs, those of testdata and the accepted ones of package sema.
var accepted = []string{"../examples/*.desc", "testdata/*.desc", "sema/testdata/accept.desc"}

// TestRoundTrip holds that the IR of every program verifies and parses back to the same text, with
// locations, in pretty and in generic form.
func TestRoundTrip(t *testing.T) {
	for _, p := range kit.Sections(t, accepted...) {
		c := ir.NewContext(dialects.All()...)
		diags := &ir.Diagnostics{}
		m := Compile(c, []*source.File{source.NewFile("testdata/t.desc", p.Text)}, diags)
		for _, d := range diags.Sorted() {
			t.Errorf("%s: %s: %s", p.Name(), d, d.Label)
		}
		if m == nil {
			continue
		}
		if !ir.Verify(m, diags) {
			t.Errorf("%s: %v", p.Name(), diags.Sorted())
		}
		for _, opts := range []ir.PrintOptions{{}, {Generic: true, DebugInfo: true}} {
			first := ir.Print(m, opts)
			back := ir.ParseModule(c, p.Name(), []byte(first), diags)
			if back == nil {
				t.Errorf("%s: %v\n%s", p.Name(), diags.Sorted(), first)
				break
			}
			if again := ir.Print(back, opts); again != first {
				t.Errorf("%s: the text changes:\n%s\nto:\n%s", p.Name(), first, again)
			}
		}
	}
}

// TestSeveralErrors holds that errors of several functions come in one run, and that the functions without
// errors are there.
func TestSeveralErrors(t *testing.T) {
	c := ir.NewContext(dialects.All()...)
	diags := &ir.Diagnostics{}
	m := Compile(c, []*source.File{
		source.NewFile("a.desc", "fn a() -[t: cpu.thread]-> i32 { x }\nfn b() -[t: cpu.thread]-> i32 { c() }"),
		source.NewFile("b.desc", "fn c() -[t: cpu.thread]-> i32 { 1.5 }"),
	}, diags)
	if n := diags.Len(); n != 2 {
		t.Errorf("%d errors: %v", n, diags.Sorted())
	}
	state := map[string]bool{}
	for f := range m.All("descend.func") {
		state[f.StringAttr("sym_name")] = f.HasAttr(sema.PoisonAttr)
	}
	if !state["a"] || state["b"] || !state["c"] || len(state) != 3 {
		t.Errorf("poisoned functions: %v", state)
	}
}
