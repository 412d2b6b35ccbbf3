package ir

import "testing"

// TestRangeLocIsFused holds that RangeLoc gives the very location that FusedLoc does.
func TestRangeLocIsFused(t *testing.T) {
	c := NewContext()
	for _, file := range []string{"a.desc", `odd "name\`, ""} {
		a := c.RangeLoc(file, 3, 14, 15, 92)
		b := c.FusedLoc(c.StringAttr("15:92"), c.FileLoc(file, 3, 14))
		if a != b {
			t.Errorf("%q: %s is not %s", file, a, b)
		}
		d := c.FusedLoc(c.StringAttr("15:93"), c.FileLoc(file, 3, 14))
		if e := c.RangeLoc(file, 3, 14, 15, 93); d != e {
			t.Errorf("%q: %s is not %s", file, d, e)
		}
	}
}
