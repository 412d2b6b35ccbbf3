// Package literature_test runs programs that the literature of GPUs writes about, each at sizes that are multiples of nothing, on all devices,
// and compares what they make with references in Go.
package literature_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"descend/backend/ptx"
	"descend/ir/need"
	"descend/test/trial"
	"descend/tools/driver"
)

// programs are all of the folder.
var programs = slices.Concat(graphs, grids, matrices, points, sequences)

func TestEveryProgram(t *testing.T) { trial.Every(t, programs) }
func TestSim(t *testing.T)          { trial.Sim(t, programs) }
func TestNative(t *testing.T)       { trial.Native(t, programs) }
func TestHarness(t *testing.T)      { trial.Harness(t, programs, 3) }
func TestCUDA(t *testing.T)         { trial.CUDA(t, programs) }

// TestPTX compiles each program for every target and wants no warning.
func TestPTX(t *testing.T) {
	need.Found(t, ptx.Ready())
	for _, p := range programs {
		for _, target := range []string{"sm_60", "sm_90"} {
			t.Run(p.Name+"/"+target, func(t *testing.T) {
				var out, errs bytes.Buffer
				status := driver.Main([]string{"build", p.Name + ".desc", "--target=" + target, "-o", "-"}, strings.NewReader(""), &out, &errs)
				if status != 0 || errs.Len() > 0 || !strings.Contains(out.String(), ".visible .entry") {
					t.Errorf("exit status %d\n%s\n%.300s", status, errs.String(), out.String())
				}
			})
		}
	}
}
