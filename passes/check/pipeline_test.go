package check

import (
	"slices"
	"testing"

	"descend/passes"
)

// TestOrderOfChecks holds the list of checks against what they say of each other.
func TestOrderOfChecks(t *testing.T) {
	var list []passes.Pass
	names := map[string]bool{}
	for _, c := range all() {
		list = append(list, c)
		names[c.Name()] = true
	}
	if err := passes.Ordered(list); err != nil {
		t.Error(err)
	}
	slices.Reverse(list)
	if passes.Ordered(list) == nil {
		t.Error("the other way round is in order, too")
	}
	for _, c := range list {
		if f, ok := c.(passes.Follower); ok {
			for _, o := range f.After() {
				if !names[o.Pass] {
					t.Errorf("%s comes after %s, which is no check", c.Name(), o.Pass)
				}
			}
		}
	}
}
