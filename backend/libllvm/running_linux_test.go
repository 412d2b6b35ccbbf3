package libllvm

import (
	"os"
	"path/filepath"
	"testing"
)

// TestSpawnFile starts a worker where no file in memory can be run; nothing is left of its file.
func TestSpawnFile(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	for _, tt := range []struct{ memory, temporary string }{{"", os.TempDir()}, {"/nonexistent/fd/9", os.TempDir()}, {"", "/nonexistent"}} {
		was := inMemory
		inMemory = func() string { return tt.memory }
		t.Setenv("TMPDIR", tt.temporary)
		_, err := alone(t).Compile(t.Context(), sm60, []byte(adder))
		inMemory = was
		if _, missing := os.Stat(tt.temporary); (err == nil) != (missing == nil) {
			t.Errorf("%+v: %v", tt, err)
		}
		if left, _ := filepath.Glob(filepath.Join(tt.temporary, "descend-llvm-*")); left != nil {
			t.Errorf("%q is left", left)
		}
	}
}
