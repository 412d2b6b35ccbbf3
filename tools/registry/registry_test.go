package registry_test

import (
	"testing"

	"descend/ir"
	"descend/tools/registry"
)

// TestDefinitions looks for mistakes in the definitions of the dialects, which Context trusts.
func TestDefinitions(t *testing.T) {
	for _, d := range registry.Dialects() {
		if err := d.Check(); err != nil {
			t.Error(err)
		}
	}
	ir.NewContext(registry.Dialects()...) // panics if an operation breaks the rule of its dialect
}
