package dialects_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"descend/dialects"
	"descend/ir"
)

// changesAgain matches texts that change when they are read again, as they do in MLIR: affine expressions are simplified
// a little further each time, and decimals of wide floats are read as f64.
var changesAgain = regexp.MustCompile(`affine_|f80|f128`)

// FuzzText parses any text with the dialects registered; what verifies is printed, read back, canonicalized
// and verified again. Nothing may panic, and what was valid stays valid.
func FuzzText(f *testing.F) {
	for _, d := range dialects.Standard() {
		for _, e := range d.Ops {
			f.Add(e.Def.Example)
		}
	}
	for _, pattern := range []string{"testdata/*.mlir", "testdata/upstream/*.mlir"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			f.Fatal(err)
		}
		for _, name := range files {
			src, err := os.ReadFile(name)
			if err != nil {
				f.Fatal(err)
			}
			for _, chunk := range strings.Split(string(src), "// -----\n") {
				f.Add(chunk)
			}
		}
	}
	f.Fuzz(func(t *testing.T, src string) {
		defer time.AfterFunc(10*time.Second, func() { panic("no end in 10 s: " + src) }).Stop()
		c := dialects.MLIR()
		c.AllowUnregistered = true
		var diags ir.Diagnostics
		m := ir.ParseModule(c, "fuzz.mlir", []byte(src), &diags)
		if m == nil {
			if !diags.HasErrors() {
				t.Fatal("rejected without an error")
			}
			return
		}
		if !ir.Verify(m, &diags) {
			ir.Print(m, ir.PrintOptions{}) // falls back to generic form
			return
		}
		generic := ir.Print(m, ir.PrintOptions{Generic: true})
		for _, text := range []string{generic, ir.Print(m, ir.PrintOptions{})} {
			again := ir.ParseModule(c, "printed.mlir", []byte(text), &diags)
			if again == nil {
				t.Fatalf("%v\n%s", diags.Sorted(), text)
			}
			if got := ir.Print(again, ir.PrintOptions{Generic: true}); got != generic && !changesAgain.MatchString(generic) {
				t.Fatalf("printed\n%s\nread back as\n%s", text, got)
			}
		}
		ir.ApplyGreedily(m, nil, ir.GreedyOptions{})
		if !ir.Verify(m, &diags) {
			t.Fatalf("canonicalization breaks the module: %v\n%s", diags.Sorted(), generic)
		}
	})
}
