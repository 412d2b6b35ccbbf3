package driver

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"descend/backend/sim"
	"descend/ir"
	"descend/passes"
)

// crash is a pass with a mistake.
type crash struct{}

func (crash) Name() string              { return "crash" }
func (crash) Description() string       { return "panic" }
func (crash) Anchor() string            { return "builtin.module" }
func (crash) Run(*passes.Context) error { panic("boom") }

// TestInternalError holds what a mistake in the compiler looks like: status 70, one message that names the pass
// and the operation, or the stage, and how to reproduce it, and no trace of the runtime.
func TestInternalError(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.desc")
	if err := os.WriteFile(file, []byte(`
fn k(x: &uniq gpu.global [i32; 32]) -[g: gpu.grid<X<1>, X<32>>]-> () {
  sched block in g { sched thread in block { x[[thread]] = 1 } }
}`), 0o666); err != nil {
		t.Fatal(err)
	}
	args := []string{"run", file, "--fn", "k", "--arg", "x=zeros"}
	reproduce := `to reproduce it: descendc ["run" "` + file + `"`
	for _, c := range []struct {
		name string
		run  func(errs *bytes.Buffer) int
		want string
	}{
		{"pass", func(errs *bytes.Buffer) int {
			s := &session{stdout: &bytes.Buffer{}, stderr: errs, args: args}
			c, err := s.load(&options{files: []string{file}, diagnostics: "human"})
			if err == nil {
				err = c.frontend()
			}
			if err == nil {
				err = c.run("checks", []passes.Pass{crash{}}, checks)
			}
			return s.exit(err)
		}, "descendc: internal error: pass crash on 'builtin.module' operation at " + file + ":1:1: panic: boom (in descend/tools/driver.crash.Run:"},
		{"stage", func(errs *bytes.Buffer) int {
			device := func(*ir.Operation) (sim.Device, error) { panic("boom") }
			return MainWith(device, args, strings.NewReader(""), &bytes.Buffer{}, errs)
		}, "descendc: internal error in stage run: boom (in descend/tools/driver.TestInternalError"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var errs bytes.Buffer
			if status := c.run(&errs); status != exitInternal {
				t.Errorf("exit status %d", status)
			}
			for _, part := range []string{c.want, reproduce} {
				if !strings.Contains(errs.String(), part) {
					t.Errorf("%q does not say %q", errs.String(), part)
				}
			}
			for _, part := range []string{"goroutine", "runtime.", ".go:"} {
				if strings.Contains(errs.String(), part) {
					t.Errorf("%q shows %q", errs.String(), part)
				}
			}
		})
	}
}
