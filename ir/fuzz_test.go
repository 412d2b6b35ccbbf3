package ir

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// changesAgain matches texts that change when they are read again, as they do in MLIR: affine expressions are simplified
// a little further each time, and decimals of wide floats are read as f64.
var changesAgain = regexp.MustCompile(`affine_|f80|f128`)

// FuzzParse parses arbitrary text; what is accepted must verify without a panic, and its printed form must be
// accepted and print the same.
func FuzzParse(f *testing.F) {
	files, _ := filepath.Glob("testdata/generic/*.mlir")
	for _, name := range files {
		src, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(src))
	}
	for _, s := range []string{
		`"x"() {a = dense<"0x00"> : tensor<0xi32>, b = sparse<0, 1> : tensor<i32>} : () -> ()`,
		`"x"() {a = memref<0x0x00x1xi32>, b = vector<[4]xf32>, c = #d.x<"]"> : i1} : () -> ()`,
		"\"x\"() ({\n^a(%0: i32):\n \"y\"(%0)[^a, ^b] : (i32) -> ()\n^b:\n}) : () -> () loc(fused<1>[\"a\":1:2, unknown])",
		`%0:3, %1 = "x"(%1, %0#2) : (i32, i32) -> (i32, i32, i32, i32)`,
		"{-# dialect_resources: {builtin: {a: \"0x00\"}}, external_resources: {b: {c: true}} #-}",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, src string) {
		if len(src) > 1<<16 {
			return
		}
		var diags Diagnostics
		m := ParseModule(unregistered(), "fuzz", []byte(src), &diags)
		if m == nil {
			if !diags.HasErrors() {
				t.Fatal("rejected without an error")
			}
			return
		}
		Verify(m, &diags)
		for _, opts := range []PrintOptions{{Generic: true}, {Generic: true, DebugInfo: true}, {}} {
			text := Print(m, opts)
			again := ParseModule(unregistered(), "again", []byte(text), &diags)
			if again == nil {
				t.Fatalf("printed text is rejected: %s\n%s", diags.Sorted(), text)
			}
			if opts.DebugInfo || changesAgain.MatchString(text) {
				// A location that only a type uses may be numbered anew, as in MLIR.
				continue
			}
			if second := Print(again, opts); second != text {
				t.Fatalf("text changes when it is read again:\n%s\n%s", text, second)
			}
		}
	})
}
