package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/big"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"descend/backend/cuda/fakecuda"
	"descend/backend/harness"
	"descend/backend/manifest"
	"descend/backend/ptx"
	"descend/dialects/gpu/contract"
	"descend/ir/need"
	"descend/tools/driver"
)

// atRoot runs the test in the root of the repository, as the command runs.
func atRoot(t *testing.T) {
	t.Helper()
	t.Chdir("../..")
}

func clang(t *testing.T) string {
	t.Helper()
	tool, _ := ptx.Default().LLVM("clang")
	if tool == nil {
		need.Tool(t, "clang")
	}
	return tool.Path
}

// TestTwins compiles each twin with clang, runs it on the host's harness and checks what it makes, with the same
// check as on a GPU.
func TestTwins(t *testing.T) {
	atRoot(t)
	tool := clang(t)
	dir := t.TempDir()
	if err := copyTwins(dir); err != nil {
		t.Fatal(err)
	}
	compile := func(t *testing.T, b benchmark, flags ...string) []byte {
		args := append([]string{"-x", "cuda", "--cuda-device-only", "-nocudainc", "-nocudalib", "--cuda-gpu-arch=sm_60", "-Wno-unknown-cuda-version",
			"-Xclang", "-target-feature", "-Xclang", "+ptx63", "-include", "bench/gpu/testdata/cuda.h", "-Wall", "-Werror"}, flags...)
		out, err := exec.Command(tool, append(args, filepath.Join(dir, b.twinFile()+".cu"))...).CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		return out
	}
	for _, b := range programs {
		t.Run(b.name, func(t *testing.T) {
			t.Parallel()
			var text []byte
			sizes, kernel := func(n int) harness.Arg { return harness.Scalar(int32(n)) }, b.twinKernel()
			if b.twinFrom == 0 && b.twinFile() != "" {
				for _, constant := range b.kinds() {
					compile(t, b, append(b.twinFlags("long", constant, true), "-fsyntax-only")...)
				}
				text = compile(t, b, "-O2", "-DIDX=int", "-S", "-emit-llvm", "-o", "-")
			} else { // inline assembly or CUB, which the harness does not run: the check is tried with ours
				var out, errs bytes.Buffer
				if status := driver.Main([]string{"build", b.source(dir), "--emit=llvm", "-o", "-"}, strings.NewReader(""), &out, &errs); status != 0 {
					t.Fatal(errs.String())
				}
				text = out.Bytes()
				sizes, kernel = func(n int) harness.Arg { return harness.Scalar(int64(n)) }, b.kernel
			}
			p, err := harness.Build(text, 0)
			if err != nil {
				t.Fatal(err)
			}
			defer p.Close()
			args := b.args(b.smallSize)
			var list []harness.Arg
			for _, a := range args {
				if a.scalar != nil {
					list = append(list, harness.ScalarBytes(a.scalar))
				} else {
					list = append(list, harness.Buffer(a.bytes))
				}
			}
			for _, n := range b.nats(b.smallSize) {
				list = append(list, sizes(n.value))
			}
			if err := p.Launch(kernel, b.grid(b.smallSize), b.block, 0, list); err != nil {
				t.Fatal(err)
			}
			for i, a := range args {
				if a.scalar == nil {
					if err := a.check(a.bytes); err != nil {
						t.Errorf("argument %d: %v", i, err)
					}
				}
			}
		})
	}
}

// TestSignatures compares the benchmarks with the kernels of the programs.
func TestSignatures(t *testing.T) {
	atRoot(t)
	examples, err := filepath.Glob("examples/*.desc")
	if err != nil {
		t.Fatal(err)
	}
	measured := map[string]bool{}
	for _, b := range programs {
		measured[b.file+".desc"] = true
		var out, errs bytes.Buffer
		source := b.source("bench/gpu")
		if status := driver.Main([]string{"build", source, "--emit=manifest", "-o", "-"}, strings.NewReader(""), &out, &errs); status != 0 {
			t.Fatal(errs.String())
		}
		var m manifest.Manifest
		if err := json.Unmarshal(out.Bytes(), &m); err != nil {
			t.Fatal(err)
		}
		found := false
		for _, k := range m.Kernels {
			if k.Symbol == b.kernel {
				found = true
				b.compare(t, k)
			}
		}
		if !found {
			t.Errorf("%s has no kernel %s", source, b.kernel)
		}
	}
	for _, e := range examples {
		switch filepath.Base(e) {
		case "mandelbrot.desc":
			continue // results are compared exactly here, and those near the edge of the set depend on roundings
		}
		if !measured[filepath.Base(e)] {
			t.Errorf("%s is not measured", e)
		}
	}
}

// compare holds a benchmark against the manifest of its kernel.
func (b benchmark) compare(t *testing.T, k manifest.Kernel) {
	t.Helper()
	s := b.smallSize
	values := map[string]*big.Int{}
	var kinds []string
	for _, a := range b.args(s) {
		if a.scalar != nil {
			kinds = append(kinds, "scalar")
		} else {
			kinds = append(kinds, "ref")
		}
	}
	for _, n := range b.nats(s) {
		kinds = append(kinds, "nat "+n.name)
		values[n.name] = big.NewInt(int64(n.value))
	}
	var params []string
	for _, p := range k.Params {
		kind := string(p.Kind)
		if p.Kind == "nat" {
			kind += " " + p.Name
		}
		params = append(params, kind)
	}
	if got, want := fmt.Sprint(kinds), fmt.Sprint(params); got != want {
		t.Errorf("%s: the arguments are %s, the parameters %s", b.name, got, want)
		return
	}
	for i, a := range b.args(s) {
		if a.scalar != nil {
			continue
		}
		want := elementBytes(t, k.Params[i].Elem)
		for _, extent := range k.Params[i].Shape {
			want *= evaluate(t, extent, values)
		}
		if int64(len(a.bytes)) != want {
			t.Errorf("%s: argument %d has %d bytes, %s of the kernel %d", b.name, i, len(a.bytes), k.Params[i].Name, want)
		}
	}
	grid := b.grid(s)
	for d := range 3 {
		if evaluate(t, k.Grid[d], values) != int64(grid[d]) || string(k.Block[d]) != fmt.Sprint(b.block[d]) {
			t.Errorf("%s: grid %v and block %v, the kernel has %v and %v", b.name, grid, b.block, k.Grid, k.Block)
		}
	}
}

func evaluate(t *testing.T, size contract.Size, values map[string]*big.Int) int64 {
	t.Helper()
	e, err := size.Expr()
	if err != nil {
		t.Fatal(err)
	}
	v, err := e.Eval(values)
	if err != nil {
		t.Fatal(err)
	}
	return v.Int64()
}

// elementBytes is the size of a scalar, as i32.
func elementBytes(t *testing.T, elem string) int64 {
	t.Helper()
	bits, err := strconv.Atoi(strings.TrimLeft(elem, "uif"))
	if err != nil {
		t.Fatal(err)
	}
	return int64(bits / 8)
}

// TestTable measures four kernels on the driver library for tests, and what a cuBLAS for tests has for three of them: one it refuses. The
// second one gets another input than the one that the expected result is of.
func TestTable(t *testing.T) {
	atRoot(t)
	tool := clang(t)
	dir := t.TempDir()
	blas := filepath.Join(dir, "libcublas.so")
	if out, err := exec.Command(tool, "-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-o", blas, "bench/gpu/testdata/cublas.c").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	chosen, err := choose("saxpy,reverse,matmul,transpose_f32")
	if err != nil {
		t.Fatal(err)
	}
	good := chosen[1].args
	chosen[1].args = func(s int) []argument {
		args := good(s)
		args[0].bytes[0]++
		return args
	}
	for _, sub := range []string{"ptx", "programs"} {
		if err := os.Mkdir(filepath.Join(dir, sub), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	source, err := own.ReadFile("copy.desc")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "copy.desc"), source, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "sizes"), []byte("small\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := compileAll(dir, append(chosen, programs[0]), []string{"sm_80"}, true); err != nil {
		t.Fatal(err)
	}
	if err := countWorks(dir, chosen, true); err != nil {
		t.Fatal(err)
	}
	programsDir := filepath.Join(dir, "programs")
	for _, b := range append(chosen, programs[0]) {
		for _, constant := range b.kinds() {
			image, err := os.ReadFile(ptxFile(dir, b.file, constant, "sm_80"))
			if err != nil {
				t.Fatal(err)
			}
			var text, errs bytes.Buffer
			args := append([]string{"build", b.source(dir), "--emit=llvm", "-o", "-"}, b.defines(constant, true)...)
			if status := driver.Main(args, strings.NewReader(""), &text, &errs); status != 0 {
				t.Fatal(errs.String())
			}
			p, err := harness.Build(text.Bytes(), 0)
			if err != nil {
				t.Fatal(err)
			}
			err = fakecuda.Install(programsDir, image, p)
			p.Close()
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	fakecuda.Use(t, fakecuda.Build(t, t.TempDir()), "cc=8.0", "programs="+programsDir)
	m := measurement{dir: dir, nvrtc: filepath.Join(dir, "none"), blas: blas, turns: 3, benchmarks: chosen}
	table := filepath.Join(dir, "table.md")
	if err := m.run(table); err == nil || err.Error() != "2 versions gave a wrong result" {
		t.Error(err)
	}
	text, err := os.ReadFile(table)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(text), "(cuBLAS)"); n != 4 {
		t.Errorf("cuBLAS is compared with in %d rows, not in the 4 of saxpy and matmul:\n%s", n, text)
	}
	for _, want := range []string{"# Kernels on Fake GPU 0", "ours compiled for sm_80", "neither nvcc nor NVRTC",
		"| saxpy | n=365 | 4 KiB | 4 KiB | ", "| saxpy | n=365, constant | ", "| right |", "| reverse | n=749 | 6 KiB | 6 KiB | ", "**ours: argument 1: element 748 is ",
		"No cuBLAS for transpose f32: cublasSgeam: status 15.", "| matmul | m=37 k=37 n=37 | 16 KiB | 4", " ms (cuBLAS) | ", "tensor f16: 4.1 T/s", "%, memory | right |"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
}

func TestUsage(t *testing.T) {
	for _, tt := range []struct{ args, want string }{
		{"", "usage"}, {"x", "usage"}, {"make", "needs -o"}, {"make -o x -only y", "no benchmark y"}, {"run -dir testdata", "is not a folder that"},
	} {
		if err := run(strings.Fields(tt.args)); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v", tt.args, err)
		}
	}
}
