package sema_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"descend/dialects"
	"descend/dialects/descend"
	"descend/frontend"
	"descend/frontend/source"
	"descend/ir"
)

// TestChains declares names that go through thousands of others: what is beyond a limit is one error, and none takes time that grows
// with the square of their number.
func TestChains(t *testing.T) {
	const n = 20_000
	for _, c := range []struct{ name, first, next, use, code string }{
		{"types", "type A0 = f32;", "type A%d = A%d;", "x: A%d", descend.CodeUnsupported},
		{"generic types", "type A0<d: dty> = d;", "type A%d<d: dty> = A%d<d>;", "x: A%d<f32>", descend.CodeUnsupported},
		{"nats", "const A0: nat = 1;", "const A%d: nat = A%d + 1;", "x: [f32; A%d]", ""},
		{"integers", "const A0: i32 = 1;", "const A%d: i32 = A%[2]d + A%[2]d;", "x: f32", ""},
		{"floats", "const A0: f32 = 1.0;", "const A%d: f32 = A%[2]d + A%[2]d;", "x: f32", descend.CodeUnsupported},
	} {
		t.Run(c.name, func(t *testing.T) {
			var b strings.Builder
			b.WriteString(c.first + "\n")
			for i := 1; i < n; i++ {
				fmt.Fprintf(&b, c.next+"\n", i, i-1)
			}
			use := c.use
			if strings.Contains(use, "%d") {
				use = fmt.Sprintf(use, n-1)
			}
			b.WriteString("fn f(" + use + ") -[t: cpu.thread]-> () { }\n")
			start := time.Now()
			diags := &ir.Diagnostics{}
			frontend.Compile(ir.NewContext(dialects.All()...), []*source.File{source.NewFile("chain.desc", b.String())}, diags)
			if took := time.Since(start); took > 30*time.Second {
				t.Errorf("took %v", took)
			}
			var codes []string
			for _, d := range diags.Sorted() {
				if d.Severity == ir.Error {
					codes = append(codes, d.Code)
				}
			}
			if got := strings.Join(codes, " "); got != c.code {
				t.Errorf("errors %q, expected %q", got, c.code)
			}
		})
	}
}
