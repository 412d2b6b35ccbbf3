package descend_test

import (
	"slices"
	"testing"

	"descend/dialects/descend"
	"descend/dialects/nat"
	"descend/ir"
)

func TestFields(t *testing.T) {
	c := ir.NewContext(descend.Dialect())
	inner := c.TupleType(c.I32(), c.F32())
	typ := c.TupleType(c.I32(), descend.Array(c, inner, nat.Int(4)))
	way := descend.Fields("").Field(1).Elem().Field(1)
	if way != ".1.[].1" || !slices.Equal(way.Numbers(), []int{1, descend.AnyElem, 1}) {
		t.Errorf("%q has the numbers %v", way, way.Numbers())
	}
	for _, x := range []struct {
		way  descend.Fields
		want ir.Type
	}{{"", typ}, {".0", c.I32()}, {".1.[]", inner}, {way, c.F32()}, {".2", nil}, {".0.0", nil}, {".[]", nil}} {
		if got := x.way.In(typ); got != x.want {
			t.Errorf("the part %q has type %v, want %v", x.way, got, x.want)
		}
	}
	if up, ok := way.Up(); up != ".1.[]" || !ok {
		t.Errorf("%q is a part of %q", way, up)
	}
	if up, ok := descend.Fields("").Up(); ok {
		t.Errorf("the whole is a part of %q", up)
	}
	for _, x := range []struct {
		a, b descend.Fields
		want bool
	}{{"", way, true}, {".1", way, true}, {way, way, true}, {way, ".1", false}, {".1", ".10", false}} {
		if x.a.Covers(x.b) != x.want {
			t.Errorf("%q covers %q: not %v", x.a, x.b, x.want)
		}
	}
}
