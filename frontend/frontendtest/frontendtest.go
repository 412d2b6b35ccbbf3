// Package frontendtest compiles the programs of tests.
package frontendtest

import (
	"testing"

	"descend/dialects"
	"descend/frontend"
	"descend/frontend/source"
	"descend/ir"
)

// Module is the module of a program that the frontend has nothing against; otherwise the test ends.
func Module(t testing.TB, text string) *ir.Operation {
	t.Helper()
	diags := &ir.Diagnostics{}
	m := frontend.Compile(ir.NewContext(dialects.All()...), []*source.File{source.NewFile("test.desc", text)}, diags)
	for _, d := range diags.Sorted() {
		t.Errorf("%s: %s", d, d.Label)
	}
	if diags.Len() > 0 {
		t.Fatalf("this does not compile:\n%s", text)
	}
	return m
}
