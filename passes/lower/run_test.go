package lower_test

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"descend/backend/sim/simtest"
	"descend/test/kit"
	"descend/tools/driver"
)

// TestRun runs the programs of testdata/run on the simulator, which checks every access, and with their kernels
// as functions for the CPU, and compares what they print with files computed by hand.
func TestRun(t *testing.T) {
	for _, file := range kit.Files(t, "testdata/run/*.desc") {
		t.Run(filepath.Base(file), func(t *testing.T) {
			want := kit.Read(t, strings.TrimSuffix(file, ".desc")+".out")
			for _, device := range []driver.NewDevice{nil, simtest.NewCPU} {
				var out, errs bytes.Buffer
				if status := driver.MainWith(device, []string{"run", file}, strings.NewReader(""), &out, &errs); status != 0 {
					t.Fatalf("exit status %d\n%s", status, errs.String())
				}
				if out.String() != want {
					t.Errorf("prints\n%swant\n%s", out.String(), want)
				}
			}
		})
	}
}
