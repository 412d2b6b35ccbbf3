package lower

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"descend/ir"
	"descend/passes"
	"descend/passes/irtest"
	"descend/test/kit"
)

// TestGolden compares the module after a pass with a golden file: testdata/PASS/NAME.desc is compiled and
// lowered up to and with that pass; NAME.mlir is the result.
func TestGolden(t *testing.T) {
	for _, file := range kit.Files(t, "testdata/*/*.desc") {
		pass := filepath.Base(filepath.Dir(file))
		if !slices.ContainsFunc(Pipeline(Options{}), func(p passes.Pass) bool { return p.Name() == pass }) {
			continue // testdata of another test
		}
		t.Run(pass+"/"+filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			m, diags := compileTo(t, string(text), optionsOf(string(text)), pass)
			for _, d := range diags.Sorted() {
				t.Error(d, d.Label)
			}
			got := ir.Print(m, ir.PrintOptions{Generic: pass != "lower-to-gpu"})
			golden := strings.TrimSuffix(file, ".desc") + ".mlir"
			if t.Failed() {
				return
			}
			irtest.Golden(t, golden, got)
		})
	}
}

// optionsOf reads the options in lines `// -D n=4` and `// --instantiate f::<4>` of a program.
func optionsOf(text string) Options {
	var o Options
	for _, line := range strings.Split(text, "\n") {
		if d, ok := strings.CutPrefix(line, "// -D "); ok {
			o.Defines = append(o.Defines, d)
		}
		if i, ok := strings.CutPrefix(line, "// --instantiate "); ok {
			o.Instances = append(o.Instances, i)
		}
	}
	return o
}
