package test

import (
	"bytes"
	"path/filepath"
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
		"mlir-run/device.mlir --device=cpu":                                         "programs of IR run on --device=sim or cuda, not cpu",
		"mlir-run/arguments.mlir a=2":                                               "an argument by --arg a=2",
		"mlir-run/device.mlir mlir-run/loops.mlir":                                  "a program of IR is one file",
		"mlir-run/device.mlir -D n=4":                                               "-D n: main has no size of this name; it has none",
		"mlir-run/device.mlir --profile":                                            "--profile is not for programs of IR",
		"mlir-run/nothing.mlir":                                                     "mlir-run/nothing.mlir",
		"mlir-run/kernels-only.mlir":                                                "there is no function main; the module has no function with a body for the host",
		"mlir-run/loops.mlir --fn=none":                                             "there is no function none; the module has main, column, inside, copied, step, rounds, readers",
		"mlir-run/views.mlir --fn=printMemrefI32":                                   "printMemrefI32 is a declaration without body",
		"mlir-run/views.mlir --fn=print":                                            "parameter m: run passes buffers that lie in rows in the host's memory, not a memref<?x?xi32, strided<[?, ?], offset: ?>>",
		"mlir-run/device.mlir --out r=-":                                            "--out r: main has no parameter of reference type with this name; it has none",
		"mlir-run/device.mlir --instantiate=f::<1>":                                 "--instantiate is not for programs of IR",
		"mlir-run/arguments.mlir --fn=scaled":                                       "parameter a: f32 needs --arg a=VALUE",
		"mlir-run/arguments.mlir --fn=scaled --arg a=2 --arg m=iota":                "nothing determines the size m_0 of scaled: give it with -D m_0=..",
		"mlir-run/arguments.mlir --fn=scaled --arg a=2 --arg m=none.npy":            "--arg m=none.npy: ",
		"mlir-run/arguments.mlir --fn=scaled --arg a=2 --arg m=[1,2]":               "the parameter is memref<?x3xf32>, with 2 dimensions",
		"mlir-run/arguments.mlir --fn=scaled --arg a=2 --arg m=[[1,2]]":             "dimension 1 of --arg m is 2, but the parameter's size is 3",
		"mlir-run/arguments.mlir --fn=scaled --arg a=x --arg m=[[1,2,3]]":           "--arg a=x: expected a number of type f32",
		"mlir-run/arguments.mlir --fn=scaled --arg b=1":                             "--arg b=1: scaled has no parameter b; it has a, m",
		"mlir-run/arguments.mlir --fn=scaled --arg a=1 --arg m=iota -D n=1":         "-D n: scaled has no size of this name; it has m_0",
		"mlir-run/arguments.mlir --fn=scaled --arg a=1 --arg m=[[1,2,3]] --out a=-": "--out a: scaled has no parameter of reference type with this name",
		"mlir-run/arguments.mlir --fn=kinds --arg u=256":                            "--arg u=256: does not fit into u8",
		"mlir-run/refused.mlir --fn=passed --arg v=1":                               "parameter v: run passes numbers of 1, 8, 16, 32 and 64 bits, and buffers of them, not a vector<4xf32>",
	} {
		var stdout, stderr bytes.Buffer
		status := driver.Main(append([]string{"run"}, strings.Fields(args)...), strings.NewReader(""), &stdout, &stderr)
		if status != 2 || !strings.Contains(stderr.String(), want) {
			t.Errorf("run %s: status %d, %s; want 2 and %q", args, status, stderr.String(), want)
		}
	}
}

// TestMLIRRunFiles passes arrays through files: the result of one run is the argument of the next.
func TestMLIRRunFiles(t *testing.T) {
	file := filepath.Join(t.TempDir(), "m.npy")
	for _, run := range []struct{ m, out, want string }{
		{"[[1,2,3],[4,5,6]]", file, ""},
		{file, "-", "m = [[ 4.  8. 12.]\n     [16. 20. 24.]]\n"},
	} {
		var stdout, stderr bytes.Buffer
		args := []string{"run", "mlir-run/arguments.mlir", "--fn=scaled", "--arg", "a=2", "--arg", "m=" + run.m, "--out", "m=" + run.out}
		status := driver.Main(args, strings.NewReader(""), &stdout, &stderr)
		if status != 0 || stdout.String() != run.want {
			t.Errorf("m=%s: status %d, printed %q, want %q\n%s", run.m, status, stdout.String(), run.want, stderr.String())
		}
	}
}
