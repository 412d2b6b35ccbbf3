package ir

import (
	"fmt"
	"testing"
)

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

// TestRangeOfParts takes the first part of a location that is known, and does not follow shared parts forever.
func TestRangeOfParts(t *testing.T) {
	c := NewContext()
	known := c.FileLoc("f", 3, 4)
	for _, l := range []Location{
		c.CallSiteLoc(c.NameLoc("callee", c.UnknownLoc()), known),
		c.CallSiteLoc(known, c.FileLoc("g", 1, 1)),
		c.FusedLoc(nil, c.NameLoc("first", c.UnknownLoc()), known),
	} {
		if r := RangeOf(l); r.File != "f" || r.Line != 3 || r.Col != 4 {
			t.Errorf("%s is %v", l, r)
		}
	}
	l := Location(c.NameLoc("end", c.UnknownLoc()))
	for range 1000 {
		l = c.CallSiteLoc(l, l)
	}
	if r := RangeOf(l); r.Known() {
		t.Error(r)
	}
}

// TestFrames has the places of inlined code, the innermost first, with what is called there.
func TestFrames(t *testing.T) {
	c := NewContext()
	in, mid, out := c.RangeLoc("lib", 3, 4, 3, 9), c.FileLoc("lib", 7, 1), c.FileLoc("user", 5, 2)
	call := c.NameLoc("outer", out)
	nested := c.CallSiteLoc(in, c.NameLoc("inner", c.CallSiteLoc(mid, call)))
	want := "lib:3 ; lib:7 inner; user:5 outer; "
	for _, l := range []Location{
		nested,
		c.CallSiteLoc(c.CallSiteLoc(in, c.NameLoc("inner", mid)), call),
		c.FusedLoc(nil, c.NameLoc("unknown", c.UnknownLoc()), nested, out),
		c.NameLoc("value", nested),
	} {
		got := ""
		for _, f := range Frames(l) {
			got += fmt.Sprintf("%s:%d %s; ", f.File, f.Line, f.Calls)
		}
		if got != want {
			t.Errorf("%s has the frames %s, want %s", l, got, want)
		}
	}
	if r := rangeIn(nested, "user"); r.Line != 5 {
		t.Errorf("in the user's file it is at %v", r)
	}
	if r := rangeIn(nested, "lib"); r.Line != 3 {
		t.Errorf("in the library it is at %v", r)
	}
	shared := Location(c.FusedLoc(c.StringAttr("m"), c.UnknownLoc()))
	for range 1000 {
		shared = c.CallSiteLoc(shared, shared)
	}
	if n := len(Frames(shared)); n == 0 || n > 2000 {
		t.Error(n)
	}
}
