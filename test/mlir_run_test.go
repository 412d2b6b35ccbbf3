package test

import (
	"bytes"
	"strings"
	"testing"

	"descend/backend/harness/hostdevice"
	"descend/backend/sim"
	"descend/ir"
	"descend/ir/need"
	"descend/tools/driver"
)

// TestMLIRRunNVVM runs a program of MLIR's dialects with its kernels as NVVM text; test/mlir-run has others, for the simulator.
func TestMLIRRunNVVM(t *testing.T) {
	var missing error
	device := func(m *ir.Operation) (sim.Device, error) {
		d, err := hostdevice.New(m, 3)
		if err != nil {
			missing = err
			return nil, err
		}
		t.Cleanup(d.Close)
		return d, nil
	}
	var stdout, stderr bytes.Buffer
	status := driver.MainWith(device, []string{"run", "mlir-run/device.mlir"}, strings.NewReader(""), &stdout, &stderr)
	need.Found(t, missing)
	if got, want := stdout.String(), "[4950,  14950,  24950]\n"; status != 0 || got != want {
		t.Errorf("status %d, printed %q, want %q\n%s", status, got, want, stderr.String())
	}
}

// TestMLIRRunArguments refuses what programs of IR do not take, as usage errors.
func TestMLIRRunArguments(t *testing.T) {
	for args, want := range map[string]string{
		"mlir-run/device.mlir --device=cpu":         "programs of IR run on --device=sim or cuda, not cpu",
		"mlir-run/device.mlir mlir-run/loops.mlir":  "a program of IR is one file",
		"mlir-run/device.mlir -D n=4":               "--define is not for programs of IR",
		"mlir-run/device.mlir --profile":            "--profile is not for programs of IR",
		"mlir-run/nothing.mlir":                     "mlir-run/nothing.mlir",
		"mlir-run/loops.mlir --fn=none":             "there is no function none; the module has main, column, inside, copied, step, rounds, readers",
		"mlir-run/views.mlir --fn=printMemrefI32":   "printMemrefI32 is a declaration without body",
		"mlir-run/views.mlir --fn=print":            "print takes 1 arguments",
		"mlir-run/device.mlir --out r=-":            "--out is not for programs of IR",
		"mlir-run/device.mlir --instantiate=f::<1>": "--instantiate is not for programs of IR",
	} {
		var stdout, stderr bytes.Buffer
		status := driver.Main(append([]string{"run"}, strings.Fields(args)...), strings.NewReader(""), &stdout, &stderr)
		if status != 2 || !strings.Contains(stderr.String(), want) {
			t.Errorf("run %s: status %d, %s; want 2 and %q", args, status, stderr.String(), want)
		}
	}
}
