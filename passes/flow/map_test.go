package flow_test

import (
	"maps"
	"testing"

	"descend/passes/flow"
)

func TestCopiesOfMapsAreApart(t *testing.T) {
	has := func(m flow.Map[string, int], want map[string]int) {
		t.Helper()
		if !maps.Equal(m.Entries(), want) || m.Len() != len(want) {
			t.Errorf("has %v, want %v", m.Entries(), want)
		}
	}
	var a flow.Map[string, int]
	empty := a.Clone()
	a.Set("x", 1)
	a.Set("y", 2)
	b := a.Clone()
	c := b.Clone()
	a.Set("x", 3)
	b.Delete("y")
	b.Delete("z")
	b.Set("w", 4)
	has(empty, nil)
	has(a, map[string]int{"x": 3, "y": 2})
	has(b, map[string]int{"x": 1, "w": 4})
	has(c, map[string]int{"x": 1, "y": 2})
	for k := range c.Entries() { // entries can be deleted while they are visited
		c.Delete(k)
	}
	has(c, nil)
	if d := c.Clone(); d.Has("x") || d.Get("x") != 0 {
		t.Error("a deleted key has a value")
	}
	has(a, map[string]int{"x": 3, "y": 2})
}
