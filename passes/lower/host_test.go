package lower

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"descend/ir/need"
	"descend/test/kit"
)

// TestHostCode compiles the host functions of testdata/host/NAME.desc with upstream's tools, links them with
// NAME.c, runs the program and compares what it prints with NAME.out.
func TestHostCode(t *testing.T) {
	for _, file := range kit.Files(t, "testdata/host/*.desc") {
		t.Run(filepath.Base(file), func(t *testing.T) { runHost(t, strings.TrimSuffix(file, ".desc")) })
	}
}

func runHost(t *testing.T, name string) {
	text, err := os.ReadFile(name + ".desc")
	if err != nil {
		t.Fatal(err)
	}
	m, diags := compile(t, string(text), Options{})
	for _, d := range diags.Sorted() {
		t.Fatal(d, d.Label)
	}
	dir := t.TempDir()
	path := func(f string) string { return filepath.Join(dir, f) }
	if err := os.WriteFile(path("a.mlir"), []byte(generic(m)), 0o666); err != nil {
		t.Fatal(err)
	}
	run := func(tool string, args ...string) string { return need.Run(t, "", tool, args...) }
	run("mlir-opt-19", path("a.mlir"), "--canonicalize", "--convert-scf-to-cf", "--convert-math-to-llvm", "--expand-strided-metadata",
		"--finalize-memref-to-llvm", "--convert-arith-to-llvm", "--convert-index-to-llvm", "--convert-func-to-llvm",
		"--convert-cf-to-llvm", "--reconcile-unrealized-casts", "-o", path("b.mlir"))
	run("mlir-translate-19", "--mlir-to-llvmir", path("b.mlir"), "-o", path("c.ll"))
	run("clang-19", "-O1", "-Wno-override-module", path("c.ll"), name+".c", "-lm", "-Wl,--wrap=malloc,--wrap=free", "-o", path("a.out"))
	got := run(path("a.out"))
	want, err := os.ReadFile(name + ".out")
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("prints\n%swant\n%s", got, want)
	}
}
