package passes

import "testing"

// follower is a pass that comes after another.
type follower struct {
	testPass
	after string
}

func (p *follower) After() []Order { return []Order{{p.after, "it says so"}} }

func TestOrdered(t *testing.T) {
	a, b := &testPass{name: "a"}, &follower{testPass{name: "b"}, "a"}
	for _, list := range [][]Pass{{a, b}, {b}, {a}, {a, b, a}, {b, b}} {
		if err := Ordered(list); err != nil {
			t.Errorf("%v", err)
		}
	}
	if err := Ordered([]Pass{b, a}); err == nil || err.Error() != "pass `b` must come after `a`: it says so" {
		t.Errorf("found %v", err)
	}
}
