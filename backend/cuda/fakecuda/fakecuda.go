// Package fakecuda makes a libcuda for tests on machines without a GPU: see lib/fakecuda.c for what it does and how
// the environment configures it. Only tests import it.
package fakecuda

import (
	_ "embed"
	"fmt"
	"hash/fnv"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"descend/backend/cuda"
	"descend/backend/harness"
	"descend/backend/ptx"
	"descend/ir/need"
)

//go:embed lib/fakecuda.c
var source string

// Build compiles the library as DIR/libcuda.so.1 and gives its path. It needs clang.
func Build(t testing.TB, dir string) string {
	t.Helper()
	clang, _ := ptx.Default().LLVM("clang")
	if clang == nil {
		need.Tool(t, "clang, which compiles the driver library of the test")
	}
	lib, src := filepath.Join(dir, "libcuda.so.1"), filepath.Join(dir, "fakecuda.c")
	if err := os.WriteFile(src, []byte(source), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(clang.Path, "-shared", "-fPIC", "-O1", "-Wall", "-Wextra", "-Werror", "-o", lib, src).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return lib
}

// Use makes the driver library of this process the one at path, with options as lib/fakecuda.c describes them.
func Use(t testing.TB, path string, options ...string) {
	t.Helper()
	t.Setenv(cuda.LibraryVar, path)
	t.Setenv("FAKE_CUDA", strings.Join(options, " "))
}

// Install lets the library run the kernels of an image by a program of the host harness; image nil stands for
// all images that have no program of their own. dir is the option programs=DIR.
func Install(dir string, image []byte, p *harness.Program) error {
	if image != nil {
		h := fnv.New64a()
		h.Write(image)
		dir = filepath.Join(dir, fmt.Sprintf("%016x", h.Sum64()))
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return err
		}
	}
	if err := p.CopyTo(filepath.Join(dir, "program")); err != nil {
		return err
	}
	var b strings.Builder
	for i, k := range p.Kernels() {
		fmt.Fprintf(&b, "%s %d %d %d %d", k.Name, i, k.ReqNTID[0], k.ReqNTID[1], k.ReqNTID[2])
		for _, a := range k.Params {
			if a.Kind == harness.PointerParam {
				b.WriteString(" p")
			} else {
				fmt.Fprintf(&b, " %d", a.Bytes)
			}
		}
		b.WriteByte('\n')
	}
	return os.WriteFile(filepath.Join(dir, "kernels"), []byte(b.String()), 0o600)
}
