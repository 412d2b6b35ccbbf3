package frontend

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"descend/dialects"
	"descend/frontend/sema"
	"descend/frontend/source"
	"descend/ir"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func compile(t *testing.T, files ...string) (*ir.Context, *ir.Operation, *ir.Diagnostics) {
	t.Helper()
	c := ir.NewContext(dialects.All()...)
	var fs []*source.File
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		fs = append(fs, source.NewFile(filepath.Base(f), string(text)))
	}
	diags := &ir.Diagnostics{}
	return c, Compile(c, fs, diags), diags
}

// TestGolden compares the IR of the programs in testdata with the .mlir files beside them.
func TestGolden(t *testing.T) {
	files, _ := filepath.Glob("testdata/*.desc")
	if len(files) == 0 {
		t.Fatal("no programs")
	}
	for _, f := range files {
		_, m, diags := compile(t, f)
		for _, d := range diags.Sorted() {
			t.Errorf("%s: %s", d, d.Label)
		}
		if m == nil {
			continue
		}
		got := ir.Print(m, ir.PrintOptions{})
		golden := strings.TrimSuffix(f, ".desc") + ".mlir"
		if *update {
			if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			t.Errorf("%s: the IR differs from %s:\n%s", f, golden, got)
		}
	}
}

// programs are the example programs, those of testdata and the accepted ones of package sema, by name.
func programs(t *testing.T) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, pattern := range []string{"../examples/*.desc", "testdata/*.desc", "sema/testdata/accept.desc"} {
		files, _ := filepath.Glob(pattern)
		if len(files) == 0 {
			t.Fatalf("no files %s", pattern)
		}
		for _, f := range files {
			text, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			for i, part := range strings.Split("\n"+string(text), "\n//# ") {
				if i == 0 {
					out[f] = part
				} else {
					name, body, _ := strings.Cut(part, "\n")
					out[f+" "+name] = body
				}
			}
		}
	}
	return out
}

// TestRoundTrip holds that the IR of every program verifies and parses back to the same text, with
// locations, in pretty and in generic form.
func TestRoundTrip(t *testing.T) {
	for f, text := range programs(t) {
		c := ir.NewContext(dialects.All()...)
		diags := &ir.Diagnostics{}
		m := Compile(c, []*source.File{source.NewFile("t.desc", text)}, diags)
		for _, d := range diags.Sorted() {
			t.Errorf("%s: %s: %s", f, d, d.Label)
		}
		if m == nil {
			continue
		}
		if !ir.Verify(m, diags) {
			t.Errorf("%s: %v", f, diags.Sorted())
		}
		for _, opts := range []ir.PrintOptions{{}, {Generic: true, DebugInfo: true}} {
			first := ir.Print(m, opts)
			back := ir.ParseModule(c, f, []byte(first), diags)
			if back == nil {
				t.Errorf("%s: %v\n%s", f, diags.Sorted(), first)
				break
			}
			if again := ir.Print(back, opts); again != first {
				t.Errorf("%s: the text changes:\n%s\nto:\n%s", f, first, again)
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
