package examples_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"descend/backend/cuda"
	"descend/backend/cuda/fakecuda"
	"descend/backend/harness"
	"descend/backend/ptx"
	"descend/ir/need"
	"descend/tools/driver"
)

// TestCUDA runs all examples again on a GPU. The references are the same.
func TestCUDA(t *testing.T) {
	lib, err := cuda.Open()
	if err != nil {
		need.NVIDIA(t, err)
	}
	if os.Getenv(ptx.CacheVar) == "" { // no folder of compiled kernels either
		need.Found(t, ptx.Ready())
	}
	d, err := lib.Choose(0)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%s, driver for CUDA %s", d, lib.Version())
	runFlags = []string{"--device=cuda"}
	defer func() { runFlags = nil }()
	for name, test := range resultTests() {
		t.Run(name, test)
	}
}

// TestFakeGPU takes some examples through the driver library for tests, whose launches the host harness
// executes.
func TestFakeGPU(t *testing.T) {
	lib := fakecuda.Build(t, t.TempDir())
	runFlags = []string{"--device=cuda"}
	defer func() { runFlags = nil }()
	tests := resultTests()
	for _, name := range []string{"scan", "saxpy"} {
		t.Run(name, func(t *testing.T) {
			var text, errs bytes.Buffer
			if status := driver.Main([]string{"build", name + ".desc", "--emit=llvm", "-o", "-"}, strings.NewReader(""), &text, &errs); status != 0 {
				t.Fatal(errs.String())
			}
			p, err := harness.Build(text.Bytes(), 3)
			if err != nil {
				t.Fatal(err)
			}
			defer p.Close()
			dir := t.TempDir()
			if err := fakecuda.Install(dir, nil, p); err != nil {
				t.Fatal(err)
			}
			fakecuda.Use(t, lib, "programs="+dir, "log="+filepath.Join(dir, "log"))
			tests[name](t)
			if log, err := os.ReadFile(filepath.Join(dir, "log")); err != nil || !bytes.Contains(log, []byte("cuLaunchKernel ")) {
				t.Errorf("no kernel was launched (%v)", err)
			}
		})
	}
}
