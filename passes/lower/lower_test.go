package lower

import (
	"os"
	"path/filepath"
	"testing"

	"descend/dialects"
	"descend/frontend"
	"descend/frontend/source"
	"descend/ir"
	"descend/ir/need"
	"descend/passes"
)

// compile analyzes a program and lowers it; the pipeline stops at the first pass with findings.
func compile(t *testing.T, text string, o Options) (*ir.Operation, *ir.Diagnostics) {
	t.Helper()
	return compileTo(t, text, o, "")
}

// compileTo stops after the pass of that name.
func compileTo(t *testing.T, text string, o Options, last string) (*ir.Operation, *ir.Diagnostics) {
	t.Helper()
	m, diags := analyzed(text)
	if diags.HasErrors() {
		return m, diags
	}
	for _, p := range Pipeline(o) {
		if err := runPass(p, m, diags); err != nil {
			t.Fatalf("%s: %v", p.Name(), err)
		}
		if diags.HasErrors() || p.Name() == last {
			break
		}
	}
	return m, diags
}

// analyzed is the module of a program before lowering.
func analyzed(text string) (*ir.Operation, *ir.Diagnostics) {
	diags := &ir.Diagnostics{}
	return frontend.Compile(ir.NewContext(dialects.All()...), []*source.File{source.NewFile("t.desc", text)}, diags), diags
}

func runPass(p passes.Pass, m *ir.Operation, diags *ir.Diagnostics) error {
	if p.Anchor() == m.Name() {
		return p.Run(&passes.Context{Op: m, Diags: diags})
	}
	for o := range m.Body(0).Ops() {
		if o.Is(p.Anchor()) {
			if err := p.Run(&passes.Context{Op: o, Diags: diags}); err != nil {
				return err
			}
		}
	}
	return nil
}

// generic is the text that upstream's tools read.
func generic(m *ir.Operation) string { return ir.Print(m, ir.PrintOptions{Generic: true}) }

// upstream checks that mlir-opt accepts the module, if it is installed.
func upstream(t *testing.T, m *ir.Operation) {
	t.Helper()
	diags := &ir.Diagnostics{}
	ir.Verify(m, diags)
	for _, d := range diags.Sorted() {
		t.Errorf("verifier: %s", d)
	}
	need.Run(t, generic(m), "mlir-opt-19")
}

// TestExamples lowers every example program of the repository, generic and with sizes.
func TestExamples(t *testing.T) {
	files, _ := filepath.Glob("../../examples/*.desc")
	if len(files) == 0 {
		t.Fatal("no examples found")
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			m, diags := compile(t, string(text), Options{})
			for _, d := range diags.Sorted() {
				t.Error(d, d.Label)
			}
			if t.Failed() {
				return
			}
			if dir := os.Getenv("LOWER_DUMP"); dir != "" {
				os.WriteFile(filepath.Join(dir, filepath.Base(file)+".mlir"), []byte(generic(m)), 0o666)
			}
			upstream(t, m)
		})
	}
}
