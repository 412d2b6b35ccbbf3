package driver_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"descend/backend/host"
	"descend/ir/need"
	"descend/tools/driver"
)

// TestNew makes a project, and does what its README says.
func TestNew(t *testing.T) {
	t.Chdir(t.TempDir())
	descendc := func(args ...string) (int, string) {
		var out bytes.Buffer
		status := driver.Main(args, strings.NewReader(""), &out, &out)
		return status, out.String()
	}
	if status, out := descendc("new", "first"); status != 0 || !strings.Contains(out, "cd first") {
		t.Fatalf("status %d: %s", status, out)
	}
	if status, out := descendc("new", "it's mine"); status != 0 || !strings.Contains(out, `    cd 'it'\''s mine'`+"\n") {
		t.Errorf("status %d: %s", status, out)
	}
	for _, wrong := range [][]string{{"new"}, {"new", "first"}, {"new", "a", "b"}, {"new", "--nope"}, {"new", "no/where"}} {
		if status, out := descendc(wrong...); status != 2 || out == "" {
			t.Errorf("%q: status %d: %s", wrong, status, out)
		}
	}
	t.Chdir("first")
	readme, err := os.ReadFile("README.md")
	if err != nil || !strings.HasPrefix(string(readme), "# first\n") {
		t.Fatalf("%v, %s", err, readme)
	}
	ran := 0
	for line := range strings.Lines(string(readme)) {
		command, ok := strings.CutPrefix(line, "    descendc ")
		if !ok {
			continue
		}
		if strings.Contains(command, "--emit=exe") || strings.Contains(command, "--device=cpu") || strings.HasPrefix(command, "test") {
			_, err := host.Probe(t.Context(), host.Shared)
			need.Found(t, err)
		}
		command, _, _ = strings.Cut(command, "#")
		status, out := descendc(strings.Fields(command)...)
		if ran++; status != 0 {
			t.Errorf("%s: status %d: %s", command, status, out)
		}
		if strings.Contains(command, "--out x=-") && !strings.Contains(out, "x = [2. 4. 6.]") || strings.HasPrefix(command, "test") && !strings.Contains(out, "1 passed, 0 failed") {
			t.Errorf("%s: %s", command, out)
		}
	}
	if ran < 6 {
		t.Errorf("only %d commands ran", ran)
	}
	if status, out := descendc("fmt", "--check", "."); status != 0 {
		t.Errorf("not in the style: %s", out)
	}
	files, _ := filepath.Glob("*")
	if want := "README.md main main.desc scale.desc test.desc"; strings.Join(files, " ") != want {
		t.Errorf("%q", files)
	}
}
