package registry_test

import (
	"descend/dialects/exec"
	"descend/dialects/ods"
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

// TestPure wants that a pure operation says nothing else about memory or threads: who asks a pure one whether it has effects, makes
// memory or is a barrier does not look further.
func TestPure(t *testing.T) {
	seen := 0
	for _, d := range registry.Dialects() {
		for _, e := range d.Ops {
			if !e.Def.Has(ir.Pure) {
				continue
			}
			seen++
			switch e.Wrap(nil).(type) {
			case ir.EffectsOp, ods.MemorySlot, exec.Barrier:
				t.Errorf("%s is pure and says more", e.Def.Name)
			}
		}
	}
	if seen < 100 {
		t.Errorf("only %d pure operations", seen)
	}
}
