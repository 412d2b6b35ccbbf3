package nvvm_test

import (
	"context"
	"slices"
	"testing"

	"descend/backend/harness"
	"descend/backend/ptx"
	"descend/backend/sim/simtest"
	"descend/ir/need"
)

// TestOps compares the emitted text of every operation, run on the harness, with arithmetic done another way,
// and compiles all of them for all targets.
func TestOps(t *testing.T) {
	src, cases, err := simtest.Ops()
	if err != nil {
		t.Fatal(err)
	}
	_, out := emit(t, &simtest.Case{Name: "ops", Source: src})
	for _, target := range ptx.Targets() {
		compile(t, out, target, 3)
	}
	for _, level := range []int{0, 3} {
		p, err := harness.Build(out.Text, level)
		need.Found(t, err)
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range cases {
			var args []harness.Arg
			var data [][]byte
			for _, a := range o.Run.Args {
				b := slices.Clone(a.Data)
				data = append(data, b)
				args = append(args, harness.Buffer(b))
			}
			if err := p.Run(context.Background(), harness.Config{Kernel: o.Run.Function, Grid: o.Run.Grid, Block: o.Run.Block, Args: args}); err != nil {
				t.Fatal(err)
			}
			tolerance := 0.0
			if o.Loose {
				tolerance = 2e-5
			}
			if d := simtest.Close(o.Run.Args[2].Type, o.Want(), data[2], tolerance); d != "" {
				t.Errorf("-O%d: %s: want and got: %s", level, o.Run.Function, d)
			}
		}
		p.Close()
	}
}
