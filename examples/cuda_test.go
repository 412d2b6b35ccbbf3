package examples_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"descend/backend/cuda/fakecuda"
	"descend/backend/harness"
	"descend/test/trial"
	"descend/tools/driver"
)

// TestFakeGPU takes some examples through the driver library for tests, whose launches the host harness
// executes.
func TestFakeGPU(t *testing.T) {
	lib := fakecuda.Build(t, t.TempDir())
	for _, p := range programs {
		name := p.Name
		if name != "scan" && name != "saxpy" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			var text, errs bytes.Buffer
			if status := driver.Main([]string{"build", name + ".desc", "--emit=llvm", "-o", "-"}, strings.NewReader(""), &text, &errs); status != 0 {
				t.Fatal(errs.String())
			}
			kernels, err := harness.Build(text.Bytes(), 3)
			if err != nil {
				t.Fatal(err)
			}
			defer kernels.Close()
			dir := t.TempDir()
			if err := fakecuda.Install(dir, nil, kernels); err != nil {
				t.Fatal(err)
			}
			fakecuda.Use(t, lib, "programs="+dir, "log="+filepath.Join(dir, "log"))
			trial.All(t, []trial.Program{p}, trial.Machine{Flags: []string{"--device=cuda"}})
			if log, err := os.ReadFile(filepath.Join(dir, "log")); err != nil || !bytes.Contains(log, []byte("cuLaunchKernel ")) {
				t.Errorf("no kernel was launched (%v)", err)
			}
		})
	}
}
