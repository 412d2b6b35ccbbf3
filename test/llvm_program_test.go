package test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"descend/backend/libllvm"
	"descend/ir/need"
)

// programFolder is where buildProgram builds; TestMain removes it.
var programFolder string

// buildProgram makes descend-llvm, once for all tests.
var buildProgram = sync.OnceValue(func() error {
	var err error
	if programFolder, err = os.MkdirTemp("", "descend-llvm-*"); err != nil {
		return err
	}
	out, err := exec.Command("../tools/llvm.sh", filepath.Join(programFolder, libllvm.ProgramName)).CombinedOutput()
	if err != nil {
		return fmt.Errorf("%w\n%s", err, out)
	}
	return nil
})

// llvmProgram is the folder with descend-llvm.
func llvmProgram(t *testing.T) string {
	t.Helper()
	err := buildProgram()
	if err != nil && strings.Contains(err.Error(), "please install") {
		need.Tool(t, "%v", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	return programFolder
}

// TestProgram asks descend-llvm what it does not do: it is found by its folder, refuses jobs of another form, and targets that it has not.
func TestProgram(t *testing.T) {
	dir := llvmProgram(t)
	l := libllvm.Find([]string{"", "/nonexistent", dir, "/usr/lib/x86_64-linux-gnu"}, 19)
	if l == nil || filepath.Dir(l.Path) != dir || l.Major != 19 {
		t.Fatalf("%+v", l)
	}
	if l := libllvm.Find([]string{dir}, 20); l != nil {
		t.Errorf("%+v is not LLVM 20", l)
	}
	if out, err := exec.Command(l.Path, "0").CombinedOutput(); err == nil || !strings.Contains(string(out), "another version") {
		t.Errorf("%v: %s", err, out)
	}
	_, err := l.Compile(t.Context(), libllvm.Job{Triple: "m68k-none-none"}, []byte("define void @f() {\n  ret void\n}\n"))
	if err == nil || !strings.Contains(err.Error(), "target") {
		t.Errorf("%v", err)
	}
}
