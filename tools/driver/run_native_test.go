package driver

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"descend/backend/host"
	"descend/ir/need"
)

// TestNamedFiles runs programs on the CPU where open files have no names, as on Linux without /proc: arrays, results and failures come all
// the same, and nothing stays behind.
func TestNamedFiles(t *testing.T) {
	_, err := host.Probe(t.Context(), host.Executable)
	need.Found(t, err)
	usual := descriptors
	descriptors = filepath.Join(t.TempDir(), "none")
	defer func() { descriptors = usual }()
	t.Chdir(t.TempDir())
	t.Setenv("TMPDIR", t.TempDir())
	write(t, "add.desc", `fn main<n: nat>(x: &uniq cpu.mem [i32; n], y: & cpu.mem [i32; n], by: i32) -[t: cpu.thread]-> i32 {
  for i in 0..n { x[i] += y[i] / by }
  x[0]
}
`)
	run := func(by string) (int, string) {
		return call("run", "add.desc", "--device=cpu", "--arg", "x=[1, 2, 3]", "--arg", "y=[8, 10, 12]", "--arg", "by="+by, "--out", "x=-")
	}
	if status, out := run("2"); status != 0 || out != "5\nx = [5 7 9]\n" {
		t.Errorf("status %d: %s", status, out)
	}
	if status, out := run("0"); status != exitRejected || out == "" {
		t.Errorf("status %d: %s", status, out)
	}
	if left, err := os.ReadDir(os.Getenv("TMPDIR")); err != nil || len(left) > 0 {
		t.Errorf("%v: %v", err, left)
	}
}

// TestNoTemporaryFolder runs a program on the CPU where no temporary files can be made, as on a full disk: that is no mistake of the compiler.
func TestNoTemporaryFolder(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("p.desc", []byte("fn main() -[t: cpu.thread]-> () { print(1) }\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Setenv("TMPDIR", filepath.Join(t.TempDir(), "missing"))
	status, text := call("run", "p.desc", "--device=cpu")
	if status != exitUsage || !strings.Contains(text, "temporary files are made in "+os.TempDir()) || strings.Contains(text, "internal error") || strings.Contains(text, "mistake") {
		t.Errorf("status %d, it says %q", status, text)
	}
}
