package sim_test

import (
	"testing"

	"descend/backend/sim/simtest"
)

// TestOps compares every operation of arith and math, for every width, with arithmetic done another way.
func TestOps(t *testing.T) {
	src, cases, err := simtest.Ops()
	if err != nil {
		t.Fatal(err)
	}
	c := &simtest.Case{Name: "ops", Source: src}
	m := c.Module(t)
	for _, o := range cases {
		res := run(t, c, m, o.Run, 0)
		if res.err != nil {
			t.Fatal(res.err, res.diags)
		}
		tolerance := 0.0
		if o.Loose {
			tolerance = 1e-6
		}
		if d := simtest.Close(o.Run.Args[2].Type, o.Want(), res.args[2], tolerance); d != "" {
			t.Errorf("%s: want and got: %s", o.Run.Function, d)
		}
	}
	if len(cases) < 120 {
		t.Errorf("only %d operations", len(cases))
	}
}
