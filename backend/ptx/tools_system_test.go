package ptx

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestSystems holds where programs are looked for on systems that this one is not, and how to get them there.
func TestSystems(t *testing.T) {
	env := map[string]string{"ProgramFiles": "P", "ProgramW6432": "W"}
	if got := llvmDirs("windows", func(name string) string { return env[name] }); !slices.Equal(got, []string{filepath.Join("P", "LLVM", "bin"), filepath.Join("W", "LLVM", "bin")}) {
		t.Errorf("%q", got)
	}
	for system, want := range map[string]string{"windows": "winget install LLVM.LLVM", "darwin": "brew install llvm", "linux": "apt-get install clang-19"} {
		if got := howToGet(system, "clang-19"); got != want {
			t.Errorf("%s: %s", system, got)
		}
	}
	if debian, windows := cudaToolkit("linux"), cudaToolkit("windows"); !strings.HasPrefix(debian, "apt-get install") || strings.Contains(windows, "apt-get") {
		t.Errorf("NVIDIA's tools: %s, %s", debian, windows)
	}
	dir := t.TempDir()
	for _, name := range []string{"clang.exe", "opt"} { // neither has the permission to be run
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		system, name string
		want         bool
	}{{"windows", "clang", true}, {"windows", "opt", false}, {"windows", "llc", false}, {"linux", "clang", false}, {"linux", "opt", false}, {"linux", "clang.exe", false}} {
		path := filepath.Join(dir, c.name)
		file, _, ok := executable(c.system, path)
		if ok != c.want || ok && file != path+".exe" {
			t.Errorf("%s, %s: %s, %v", c.system, c.name, file, ok)
		}
	}
}
