package dialects_test

import (
	"path/filepath"
	"strings"
	"testing"

	"descend/dialects"
	"descend/ir"
	"descend/passes/irtest"
	"descend/test/kit"
)

// newContext makes a context with all dialects.
func newContext() *ir.Context { return ir.NewContext(dialects.All()...) }

// parse reads and verifies a module; all errors are reported to t.
func parse(t *testing.T, what, src string) *ir.Operation {
	t.Helper()
	return irtest.Parse(t, newContext(), what, src)
}

// TestExamples parses the example of every operation, verifies it, and prints it and reads it back in both
// forms.
func TestExamples(t *testing.T) {
	irtest.Examples(t, newContext, dialects.All()...)
	irtest.ForEachOp(t, dialects.All(), func(t *testing.T, def *ir.OpDef) {
		if def.Description == "" {
			t.Error("the definition has no description")
		}
	})
}

// TestRewrites applies every rewrite to its "before" and compares with its "after".
func TestRewrites(t *testing.T) {
	if irtest.Rewrites(t, newContext, dialects.All()...) == 0 {
		t.Error("no rewrites")
	}
}

// TestExamplesUpstream compares both printed forms of every example with those of mlir-opt-19, byte for
// byte, with no unregistered dialect allowed.
func TestExamplesUpstream(t *testing.T) {
	var defs []*ir.OpDef
	var chunks []string
	for _, d := range dialects.Standard() {
		for _, e := range d.Ops {
			defs = append(defs, e.Def)
			chunks = append(chunks, e.Def.Example)
		}
	}
	generic := kit.MLIROpt(t, chunks, "--mlir-print-op-generic")
	pretty := kit.MLIROpt(t, chunks)
	for i, def := range defs {
		m := parse(t, def.Name, def.Example)
		for _, c := range []struct {
			form, got, want string
		}{
			{"generic", ir.Print(m, ir.PrintOptions{Generic: true}), generic[i]},
			{"pretty", ir.Print(m, ir.PrintOptions{}), pretty[i]},
		} {
			if strings.TrimRight(c.got, "\n") != strings.TrimRight(c.want, "\n") {
				t.Errorf("%s, %s form:\n%s\nmlir-opt-19 prints\n%s", def.Name, c.form, c.got, c.want)
			}
		}
	}
}

// TestUpstreamCorpus does the same with the files of testdata/upstream, which have the operations in many
// variants, and reads mlir-opt-19's generic form back.
func TestUpstreamCorpus(t *testing.T) {
	for _, f := range kit.Files(t, "testdata/upstream/*.mlir") {
		t.Run(filepath.Base(f), func(t *testing.T) {
			src := kit.Read(t, f)
			generic := kit.MLIROpt(t, []string{src}, "--mlir-print-op-generic")[0]
			pretty := kit.MLIROpt(t, []string{src})[0]
			for _, text := range []string{src, generic, pretty} {
				m := parse(t, f, text)
				compareLines(t, ir.Print(m, ir.PrintOptions{Generic: true}), generic)
				compareLines(t, ir.Print(m, ir.PrintOptions{}), pretty)
			}
		})
	}
}

// compareLines reports the lines in which two texts differ.
func compareLines(t *testing.T, got, want string) {
	t.Helper()
	g, w := strings.Split(strings.TrimRight(got, "\n"), "\n"), strings.Split(strings.TrimRight(want, "\n"), "\n")
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] {
			t.Errorf("line %d:\n%s\nmlir-opt-19 prints\n%s", i+1, g[i], w[i])
		}
	}
	if len(g) != len(w) {
		t.Errorf("%d lines, mlir-opt-19 prints %d", len(g), len(w))
	}
}

// TestUpstreamLocations compares the forms with locations. Where the pretty form has no place for a
// location, both sides take the position in the text.
func TestUpstreamLocations(t *testing.T) {
	const file = "within split at <stdin>:1 offset " // what mlir-opt calls its input when it splits
	for _, f := range kit.Files(t, "testdata/upstream/*.mlir") {
		t.Run(filepath.Base(f), func(t *testing.T) {
			src := kit.Read(t, f)
			text := kit.MLIROpt(t, []string{src}, "--mlir-print-debuginfo")
			m := parse(t, file, text[0])
			compareLines(t, ir.Print(m, ir.PrintOptions{DebugInfo: true}), kit.MLIROpt(t, text, "--mlir-print-debuginfo")[0])
			compareLines(t, ir.Print(m, ir.PrintOptions{DebugInfo: true, Generic: true}),
				kit.MLIROpt(t, text, "--mlir-print-debuginfo", "--mlir-print-op-generic")[0])
		})
	}
}

// TestMLIR holds that a context of MLIR's dialects knows none of ours, and those that it is given.
func TestMLIR(t *testing.T) {
	c := dialects.MLIR(&ir.Dialect{Name: "mine"})
	for _, name := range []string{"descend", "exec", "view"} {
		if c.Dialect(name) != nil {
			t.Errorf("it knows %s", name)
		}
	}
	if c.Dialect("mine") == nil || c.Dialect("arith") == nil || len(c.Dialects()) != len(dialects.Standard())+1 {
		t.Errorf("it has %d dialects", len(c.Dialects()))
	}
}
