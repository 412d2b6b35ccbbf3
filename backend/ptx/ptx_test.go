package ptx

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"descend/ir/need"
)

func source(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// pairOnly returns a finder that sees opt and llc but no clang.
func pairOnly(t *testing.T) *Finder {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"opt", "llc"} {
		tool, _ := Default().LLVM(name)
		if tool == nil {
			need.Tool(t, "%s of LLVM", name)
		}
		if err := os.Symlink(tool.Path, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	return &Finder{Path: []string{dir}}
}

// only returns a finder for one way to PTX.
func only(t *testing.T, way string) *Finder {
	t.Helper()
	t.Setenv(WayVar, way)
	f := fromEnvironment()
	_, err := f.toolchain()
	need.Found(t, err)
	return f
}

func TestCompileTargets(t *testing.T) {
	need.Found(t, Ready())
	finders := map[string]*Finder{"library": only(t, "lib"), "clang": only(t, "clang"), "pair": pairOnly(t)}
	for how, finder := range finders {
		for _, target := range []string{"sm_60", "sm_70", "sm_80", "sm_90"} {
			for level := range 4 {
				t.Run(fmt.Sprintf("%s/%s/O%d", how, target, level), func(t *testing.T) {
					t.Parallel()
					res, err := Compile(t.Context(), Options{Target: target, OptLevel: level, Finder: finder}, source(t, "kernel.ll"))
					if err != nil {
						t.Fatal(err)
					}
					for _, want := range []string{".target " + target + "\n", ".reqntid 64, 1, 1", "shfl.sync.down", "bar.sync", "ld.shared.f32", "ld.global.f32"} {
						if !bytes.Contains(res.PTX, []byte(want)) {
							t.Errorf("no %q in\n%s", want, res.PTX)
						}
					}
					if bytes.Contains(res.PTX, []byte(".extern")) || len(res.Warnings) > 0 {
						t.Errorf("externs or warnings %v in\n%s", res.Warnings, res.PTX)
					}
					if len(res.Kernels) != 1 || res.Kernels[0].Name != "reverse" || res.Kernels[0].ReqNTID != [3]int{64, 1, 1} || res.Kernels[0].LocalBytes != 0 {
						t.Errorf("kernels: %+v", res.Kernels)
					}
					if wantTools := map[string]int{"library": 1, "clang": 1, "pair": 2}[how]; len(res.Tools) != wantTools {
						t.Errorf("ran %v", res.Tools)
					}
				})
			}
		}
	}
}

func TestEveryTargetIsKnownToLLVM(t *testing.T) {
	need.Found(t, Ready())
	for _, target := range Targets() {
		if _, err := Compile(t.Context(), Options{Target: target, OptLevel: 1}, source(t, "kernel.ll")); err != nil {
			t.Errorf("%s: %v", target, err)
		}
	}
}

func TestExterns(t *testing.T) {
	need.Found(t, Ready())
	_, err := Compile(t.Context(), Options{Target: "sm_60", OptLevel: 3}, source(t, "local.ll"))
	if ce, ok := errors.AsType[*CompileError](err); !ok || !strings.Contains(ce.Message, "vprintf") {
		t.Errorf("undeclared vprintf: %v", err)
	}
	misspelt := bytes.ReplaceAll(source(t, "kernel.ll"), []byte("llvm.nvvm.barrier0"), []byte("llvm.nvvm.barrier7"))
	_, err = Compile(t.Context(), Options{Target: "sm_60", OptLevel: 3}, misspelt)
	if ce, ok := errors.AsType[*CompileError](err); !ok || !strings.Contains(ce.Message, "barrier7") {
		t.Errorf("misspelt intrinsic: %v", err)
	}
}

func TestLocalMemory(t *testing.T) {
	need.Found(t, Ready())
	res, err := Compile(t.Context(), Options{Target: "sm_60", OptLevel: 3, Declared: []string{"vprintf"}}, source(t, "local.ll"))
	if err != nil {
		t.Fatal(err)
	}
	if len(res.Warnings) != 1 {
		t.Fatalf("warnings: %+v", res.Warnings)
	}
	if w := res.Warnings[0]; w.Kind != LocalMemory || w.Kernel != "picks" || w.Bytes != 32 {
		t.Errorf("warning %+v", w)
	}
	var names []string
	for _, k := range res.Kernels {
		names = append(names, k.Name)
	}
	if diff := cmp.Diff([]string{"picks", "plain"}, names); diff != "" {
		t.Error(diff)
	}
}

func TestBadInput(t *testing.T) {
	need.Found(t, Ready())
	for _, text := range []string{"", "this is no IR", "define void @f() {", "\x00\xff"} {
		_, err := Compile(t.Context(), Options{Target: "sm_60"}, []byte(text))
		if text == "" {
			continue // an empty module is a module
		}
		if ce, ok := errors.AsType[*CompileError](err); !ok || ce.Stderr == "" || strings.Contains(ce.Message, "\n") {
			t.Errorf("%q: %v", text, err)
		}
	}
	bad := []byte("declare i32 @llvm.nvvm.wgmma.fence.sync.aligned()\ndefine ptx_kernel void @k(i128 addrspace(7)* %p) { call void asm sideeffect \"\", \"=f,q\"()\n ret void }")
	if _, err := Compile(t.Context(), Options{Target: "sm_60"}, bad); err == nil {
		t.Error("accepted nonsense")
	}
	for _, o := range []Options{{Target: "sm_61x"}, {Target: ""}, {Target: "sm_60", OptLevel: 4}, {Target: "sm_60", OptLevel: -1}} {
		if _, err := Compile(t.Context(), o, source(t, "kernel.ll")); err == nil {
			t.Errorf("accepted %+v", o)
		}
	}
}

// reduces is a module that sm_60 has no instructions for; LLVM says so and aborts.
const reduces = `declare i32 @llvm.nvvm.redux.sync.umin(i32, i32)
define ptx_kernel void @reduces(ptr addrspace(1) %p) {
  %x = load i32, ptr addrspace(1) %p
  %y = call i32 @llvm.nvvm.redux.sync.umin(i32 %x, i32 -1)
  store i32 %y, ptr addrspace(1) %p
  ret void
}`

// TestCannotSelect gives a module that ends LLVM's process: that is an error on every way, and the next module is compiled.
func TestCannotSelect(t *testing.T) {
	finders := map[string]*Finder{"library": only(t, "lib"), "clang": only(t, "clang"), "all": Default(), "pair": pairOnly(t)}
	for how, finder := range finders {
		_, err := Compile(t.Context(), Options{Target: "sm_60", Finder: finder}, []byte(reduces))
		ce, ok := errors.AsType[*CompileError](err)
		if !ok || !strings.Contains(ce.Message, "Cannot select") || strings.Contains(ce.Message, "\n") || ce.Tool == "" {
			t.Errorf("%s: %v", how, err)
		}
		if _, err := Compile(t.Context(), Options{Target: "sm_60", Finder: finder}, source(t, "kernel.ll")); err != nil {
			t.Errorf("%s, after it: %v", how, err)
		}
	}
}

// TestLibraryFails has a library that cannot be loaded: programs do its work, and everybody is told.
func TestLibraryFails(t *testing.T) {
	clang := only(t, "clang")
	dir := t.TempDir()
	path := script(t, dir, "libLLVM.so.19.1", "")
	f := &Finder{Path: clang.Path, LLVMDirs: clang.llvmDirs(), LibraryDirs: []string{dir}}
	res, err := Compile(t.Context(), Options{Target: "sm_60", OptLevel: 3, Finder: f}, source(t, "kernel.ll"))
	if err != nil || len(res.Warnings) != 1 || res.Warnings[0].Kind != LLVMWarning || !strings.Contains(res.Warnings[0].Message, path) {
		t.Errorf("%+v, %v", res.Warnings, err)
	}
	var out strings.Builder
	if !f.Doctor(&out) || !strings.Contains(out.String(), "since "+path) {
		t.Error(out.String())
	}
	f.Way = "lib"
	if _, err = Compile(t.Context(), Options{Target: "sm_60", Finder: f}, source(t, "kernel.ll")); err == nil || !strings.Contains(err.Error(), path) {
		t.Errorf("%v", err)
	}
	out.Reset()
	if f.Doctor(&out) || !strings.Contains(out.String(), "PTX cannot be made: "+path) {
		t.Error(out.String())
	}
}

// TestRenumberCalls compiles a module with a call after others: the text is the first one's.
func TestRenumberCalls(t *testing.T) {
	var first []byte
	for range 3 {
		o := Options{Target: "sm_60", OptLevel: 3, Declared: []string{"vprintf"}, Finder: only(t, "lib")}
		res, err := Compile(t.Context(), o, source(t, "local.ll"))
		if err != nil || !bytes.Contains(res.PTX, []byte("// callseq 0")) {
			t.Fatalf("%v\n%s", err, res.PTX)
		}
		if first == nil {
			first = res.PTX
		}
		if !bytes.Equal(res.PTX, first) {
			t.Error(cmp.Diff(string(first), string(res.PTX)))
		}
	}
}

func TestContext(t *testing.T) {
	dir := t.TempDir()
	script(t, dir, "clang-99", "sleep 60")
	script(t, dir, "clang-30", "sleep 60")
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	start := time.Now()
	_, err := Compile(ctx, Options{Target: "sm_60", Finder: &Finder{Path: []string{dir}}}, nil)
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
	if d := time.Since(start); d > 5*time.Second {
		t.Errorf("took %v", d)
	}
}

// script puts a shell script into dir.
func script(t *testing.T, dir, name, body string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+body+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestFinder(t *testing.T) {
	version := func(n int) string { return fmt.Sprintf("echo Debian clang version %d.0.6", n) }
	old, new1, new2, lib := t.TempDir(), t.TempDir(), t.TempDir(), filepath.Join(t.TempDir(), "llvm-21", "bin")
	script(t, old, "clang", version(14))
	script(t, new1, "clang", version(18))
	want19 := script(t, new2, "clang-19", "exit 1") // its name says enough
	if err := os.MkdirAll(lib, 0o755); err != nil {
		t.Fatal(err)
	}
	want21 := script(t, lib, "clang", "exit 1")

	tests := []struct {
		name       string
		path, llvm []string
		want       string
		tooOld     int
	}{
		{"none", nil, nil, "", 0},
		{"empty and missing folders", []string{"", "/nonexistent"}, []string{t.TempDir()}, "", 0},
		{"too old", []string{old}, nil, "", 1},
		{"old one first", []string{old, new1}, nil, filepath.Join(new1, "clang"), 1},
		{"newest wins", []string{new1, new2}, nil, want19, 0},
		{"outside PATH", []string{old, new1}, []string{lib}, want21, 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := &Finder{Path: tt.path, LLVMDirs: tt.llvm}
			for range 2 { // the second answer is the remembered one
				tool, tooOld := f.LLVM("clang")
				got := ""
				if tool != nil {
					got = tool.Path
				}
				if got != tt.want || tool == nil && len(tooOld) != tt.tooOld {
					t.Errorf("got %q, too old %v", got, tooOld)
				}
			}
		})
	}
}

// TestWay names ways, also one that does not exist.
func TestWay(t *testing.T) {
	dir := t.TempDir()
	library := script(t, dir, "libLLVM.so.20.1", "")
	clang := script(t, dir, "clang-20", "")
	t.Setenv(OverrideVar, dir)
	for way, want := range map[string]string{"": library, "lib": library, "clang": clang, "opt": "opt and llc 18 or newer was not found", "gcc": `the way "gcc"`} {
		t.Setenv(WayVar, way)
		got, err := Using()
		if err != nil {
			got = err.Error()
		}
		if !strings.HasPrefix(got, want) {
			t.Errorf("%q: %s, expected %s", way, got, want)
		}
	}
}

func TestOverride(t *testing.T) {
	dir, path := t.TempDir(), t.TempDir()
	script(t, path, "clang-20", "exit 1")
	want := script(t, path, "ptxas", "exit 1")
	t.Setenv("PATH", path)
	t.Setenv(OverrideVar, dir)
	if tool, _ := fromEnvironment().LLVM("clang"); tool != nil {
		t.Errorf("found %s outside %s", tool, dir)
	}
	if tool := fromEnvironment().Other("ptxas"); tool == nil || tool.Path != want {
		t.Errorf("ptxas: found %v", tool)
	}
	script(t, dir, "clang", "echo clang version 18.1.8")
	if tool, _ := fromEnvironment().LLVM("clang"); tool == nil || tool.Major != 18 {
		t.Errorf("found %v", tool)
	}
}

func TestMissingTools(t *testing.T) {
	dir := t.TempDir()
	script(t, dir, "clang", "echo clang version 14.0.6")
	script(t, dir, "opt-19", "exit 1")
	f := &Finder{Path: []string{dir}}
	_, err := Compile(t.Context(), Options{Target: "sm_60", Finder: f}, source(t, "kernel.ll"))
	mt, ok := errors.AsType[*MissingTool](err)
	if !ok || mt.HowToGet == "" || len(mt.Refused) != 1 || !strings.Contains(err.Error(), "version 14") {
		t.Errorf("got %v", err)
	}
	if _, _, err := Assemble(t.Context(), f, "sm_60", nil); !errors.As(err, &mt) || mt.Tool != "ptxas" {
		if Default().Other("ptxas", cudaDirs...) == nil {
			t.Errorf("got %v", err)
		}
	}
	var out strings.Builder
	if f.Doctor(&out) {
		t.Error("the doctor is content")
	}
	for _, want := range []string{"missing  clang", "passed over: " + filepath.Join(dir, "clang") + " (version 14)", "PTX cannot be made", "clang-19"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
}

func TestDoctor(t *testing.T) {
	need.Found(t, Ready())
	var out strings.Builder
	if !Default().Doctor(&out) {
		t.Error("the doctor sees no way to PTX")
	}
	for _, c := range checks {
		if !strings.Contains(out.String(), c.name) {
			t.Errorf("nothing about %s in\n%s", c.name, out.String())
		}
	}
	if !strings.Contains(out.String(), "PTX is made with") {
		t.Error(out.String())
	}
}

func TestAssemble(t *testing.T) {
	need.Found(t, Ready())
	for _, target := range []string{"sm_60", "sm_70", "sm_80", "sm_90"} {
		res, err := Compile(t.Context(), Options{Target: target, OptLevel: 3}, source(t, "kernel.ll"))
		if err != nil {
			t.Fatal(err)
		}
		cubin, stats, err := Assemble(t.Context(), nil, target, res.PTX)
		if mt, ok := errors.AsType[*MissingTool](err); ok {
			need.NVIDIA(t, mt)
		}
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.HasPrefix(cubin, []byte("\x7fELF")) || len(stats) != 1 || stats[0].Name != "reverse" || stats[0].Registers < 2 || stats[0].SharedBytes < 256 || stats[0].SpillStores != 0 || stats[0].CodeBytes < 64 || stats[0].CodeBytes%64 != 0 {
			t.Errorf("%s: %d bytes, %+v", target, len(cubin), stats)
		}
		if _, _, err := Assemble(t.Context(), nil, target, []byte("nonsense")); err == nil {
			t.Error("assembled nonsense")
		}
	}
}

func TestParseStats(t *testing.T) {
	log := `ptxas info    : 0 bytes gmem
ptxas info    : Compiling entry function 'a' for 'sm_60'
ptxas info    : Function properties for a
    8 bytes stack frame, 4 bytes spill stores, 12 bytes spill loads
ptxas info    : Used 255 registers, 8448 bytes smem, 328 bytes cmem[0]
ptxas info    : Compiling entry function 'b' for 'sm_90'
ptxas info    : Function properties for helper
    99 bytes stack frame, 99 bytes spill stores, 99 bytes spill loads
ptxas info    : Function properties for b
    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 12 registers, used 1 barriers, 328 bytes cmem[0]
`
	want := []KernelStats{
		{Name: "a", Registers: 255, StackBytes: 8, SpillStores: 4, SpillLoads: 12, SharedBytes: 8448},
		{Name: "b", Registers: 12, Barriers: 1},
	}
	if diff := cmp.Diff(want, parseStats(log)); diff != "" {
		t.Error(diff)
	}
}
