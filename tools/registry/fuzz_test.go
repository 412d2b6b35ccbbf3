package registry_test

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"descend/ir"
	"descend/tools/registry"
)

// changesAgain matches texts that change when they are read again, as they do in MLIR: affine expressions are simplified
// a little further each time, and decimals of wide floats are read as f64.
var changesAgain = regexp.MustCompile(`affine_|f80|f128`)

// FuzzIR parses, verifies and prints arbitrary text with all dialects known; nothing may panic, and what
// verifies must print to text that is accepted and prints the same.
func FuzzIR(f *testing.F) {
	for _, d := range registry.Dialects() {
		for _, e := range d.Ops {
			if e.Def.Example != "" {
				f.Add(e.Def.Example)
			}
		}
	}
	files, _ := filepath.Glob("../../test/*/*.mlir")
	for _, name := range files {
		if src, err := os.ReadFile(name); err == nil {
			f.Add(string(src))
		}
	}
	f.Fuzz(func(t *testing.T, src string) {
		if len(src) > 1<<16 {
			return
		}
		c := registry.Context()
		c.AllowUnregistered = true
		var diags ir.Diagnostics
		m := ir.ParseModule(c, "fuzz", []byte(src), &diags)
		if m == nil {
			if !diags.HasErrors() {
				t.Fatal("rejected without an error")
			}
			return
		}
		generic := ir.Print(m, ir.PrintOptions{Generic: true})
		if !ir.Verify(m, &diags) {
			return
		}
		pretty := ir.Print(m, ir.PrintOptions{})
		for _, text := range []string{generic, pretty} {
			c := registry.Context()
			c.AllowUnregistered = true
			again := ir.ParseModule(c, "again", []byte(text), &diags)
			if again == nil {
				t.Fatalf("printed text is rejected: %s\n%s", diags.Sorted(), text)
			}
			if second := ir.Print(again, ir.PrintOptions{}); second != pretty && !changesAgain.MatchString(pretty) {
				t.Fatalf("text changes when it is read again:\n%s\n%s", pretty, second)
			}
		}
	})
}
