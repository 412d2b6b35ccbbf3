package ir

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// genericModule is a module of n functions with a hundred operations each.
func genericModule(n int) []byte {
	var b strings.Builder
	b.WriteString("\"builtin.module\"() ({\n")
	for f := range n {
		fmt.Fprintf(&b, "\"x.func\"() ({\n^bb0(%%a: i32, %%b: i32):\n")
		prev, cur := "%a", "%b"
		for i := range 98 {
			name := fmt.Sprintf("%%v%d", i)
			fmt.Fprintf(&b, "  %s = \"x.add\"(%s, %s) {k = %d : i32} : (i32, i32) -> i32\n", name, prev, cur, i%7)
			prev, cur = cur, name
		}
		fmt.Fprintf(&b, "  \"x.return\"(%s) : (i32) -> ()\n}) {sym_name = \"f%d\"} : () -> ()\n", cur, f)
	}
	b.WriteString("}) : () -> ()\n")
	return []byte(b.String())
}

// BenchmarkText parses, verifies and prints 10,000 operations; DESCEND_BENCH_FILE names another input.
func BenchmarkText(b *testing.B) {
	src := genericModule(100)
	if f := os.Getenv("DESCEND_BENCH_FILE"); f != "" {
		var err error
		if src, err = os.ReadFile(f); err != nil {
			b.Fatal(err)
		}
	}
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		c := unregistered()
		var diags Diagnostics
		m := ParseModule(c, "bench", src, &diags)
		if m == nil || !Verify(m, &diags) {
			b.Fatal(diags.Sorted())
		}
		Print(m, PrintOptions{Generic: true, AssumeVerified: true})
	}
}
