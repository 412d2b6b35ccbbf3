package trial

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"descend/backend/ptx"
	"descend/ir/need"
)

// Tools puts a C compiler, cc, a C++ compiler, c++, and a python3 that has NumPy into a folder, for a PATH.
func Tools(t testing.TB, dir string) {
	t.Helper()
	clang, _ := ptx.Default().LLVM("clang")
	if clang == nil {
		need.Tool(t, "clang of version 18 or newer")
	}
	for name, command := range map[string]string{"cc": clang.Path, "c++": clang.Path + " --driver-mode=g++", "python3": numpy(t)} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\nexec "+command+" \"$@\"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
}

// numpy is the path of a python3 that has NumPy.
func numpy(t testing.TB) string {
	t.Helper()
	for _, p := range []string{"/usr/bin/python3", "python3"} {
		if path, err := exec.LookPath(p); err == nil && exec.Command(path, "-c", "import numpy").Run() == nil {
			return path
		}
	}
	need.Tool(t, "python3 with NumPy")
	return ""
}
