package lsp_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"descend/tools/driver"
	"descend/tools/lsp"
)

// TestLevels holds that what a program becomes is without places, and that most of its lines are known to come from the lines of it that
// they come from.
func TestLevels(t *testing.T) {
	source, err := os.ReadFile("../../examples/scale_vec.desc")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range lsp.Levels {
		args := []string{"build", "-", "--emit=" + name, "-o", "-", "-g"}
		of := lsp.Located
		if slices.Contains([]string{"descend", "checked", "gpu"}, name) {
			args, of = append(args[:len(args)-1], "--mlir-print-debuginfo"), lsp.LevelOfIR
		}
		var out, errs strings.Builder
		if driver.Main(args, strings.NewReader(string(source)), &out, &errs) != 0 {
			t.Fatalf("%s: %s", name, errs.String())
		}
		l := of(out.String())
		lines := strings.Split(strings.TrimSuffix(l.Text, "\n"), "\n")
		if l.Error != "" || len(lines) != len(l.Lines) || strings.Contains(l.Text, "loc") && strings.Contains(l.Text, "<stdin>") || strings.Contains(l.Text, "!dbg") {
			t.Fatalf("%s: %d lines, %d places: %s\n%s", name, len(lines), len(l.Lines), l.Error, l.Text)
		}
		known, multiplied := 0, false
		for i, line := range lines {
			if l.Lines[i] > 0 {
				known++
			}
			multiplied = multiplied || strings.Contains(line, "mul") && !strings.Contains(line, "muli") && l.Lines[i] == 5
		}
		if known*4 < len(lines) || !multiplied {
			t.Errorf("%s: of %d lines %d are known to come from the program; the product: %v\n%s", name, len(lines), known, multiplied, l.Text)
		}
	}
}
