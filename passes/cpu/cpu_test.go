package cpu_test

import (
	"slices"
	"testing"

	"descend/backend/sim"
	"descend/backend/sim/simtest"
	"descend/ir"
)

// TestAgainstSim runs the kernels of the simulator's test modules as functions for the CPU, interpreted, and
// compares what they leave in memory.
func TestAgainstSim(t *testing.T) {
	for _, c := range append(simtest.Load(t, "../../backend/sim/testdata/*.mlir"), simtest.Load(t, "testdata/*.mlir")...) {
		if c.Comparable() {
			t.Run(c.Name, func(t *testing.T) { compare(t, c) })
		}
	}
}

func compare(t *testing.T, c *simtest.Case) {
	m := c.Module(t)
	device, err := simtest.NewCPU(m)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range c.Runs {
		want, got := launch(t, m, r, nil), launch(t, m, r, device)
		for i, a := range r.Args {
			if !a.Buffer {
				continue
			}
			if d := simtest.Close(a.Type, want[i].Data, got[i].Data, c.Tolerance); d != "" {
				t.Errorf("%s, argument %d, simulator and CPU: %s", r.Function, i, d)
			}
		}
	}
}

// launch runs a kernel on the simulator, or the device, and returns the arguments as it left them.
func launch(t *testing.T, m *ir.Operation, r *simtest.Run, device sim.Device) []sim.Arg {
	t.Helper()
	var args []sim.Arg
	for _, a := range r.Args {
		if a.Buffer {
			args = append(args, sim.Arg{Data: slices.Clone(a.Data), Unset: a.Unset})
		} else {
			args = append(args, sim.Arg{Bits: a.Bits()})
		}
	}
	var diags ir.Diagnostics
	machine := sim.New(m, sim.Options{Diags: &diags, Device: device})
	if err := machine.LaunchKernel(r.Function, sim.Launch{Grid: r.Grid, Block: r.Block, Dynamic: r.Dynamic}, args); err != nil {
		t.Fatal(err, diags.Sorted())
	}
	return args
}
