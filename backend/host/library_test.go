package host_test

import (
	"bytes"
	"context"
	"debug/elf"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"descend/backend/host"
	"descend/backend/libllvm"
	"descend/backend/ptx"
	"descend/dialects/gpu/contract"
	"descend/ir"
	"descend/ir/need"
	"descend/tools/registry"
)

// answer is a program whose main gives its argument and 2.
func answer(t *testing.T) *host.Program {
	t.Helper()
	const text = `func.func @main(%x: i32) -> i32 {
  %c2 = arith.constant 2 : i32
  %y = arith.addi %x, %c2 : i32
  return %y : i32
}`
	var diags ir.Diagnostics
	ctx := registry.Context()
	m := ir.ParseModule(ctx, "answer.mlir", []byte(text), &diags)
	if m == nil || diags.HasErrors() {
		t.Fatal(diags.Sorted())
	}
	scalar := func(name string) contract.Param {
		return contract.Param{Name: name, Kind: contract.Scalar, Elem: ctx.I32()}
	}
	c := contract.Function{Params: []contract.Param{scalar("x")}, Results: []contract.Param{scalar("y")}}
	c.Set(ir.LookupSymbol(m, "main"))
	return host.New(m, "answer", host.Device{})
}

// says runs an executable.
func says(t *testing.T, program []byte, args ...string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "program")
	if err := os.WriteFile(file, program, 0o700); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(file, args...).Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// ways are finders for the library alone, for clang alone, and for clang beside a library that does not work.
func ways(t *testing.T) map[string]*ptx.Finder {
	t.Helper()
	clang, _ := ptx.Default().LLVM("clang")
	if clang == nil {
		need.Tool(t, "clang")
	}
	if libllvm.Find(libllvm.Folders(), 19) == nil {
		need.Tool(t, "libLLVM 19 or newer")
	}
	broken := t.TempDir()
	if err := os.WriteFile(filepath.Join(broken, "libLLVM.so.19.1"), []byte("text"), 0o600); err != nil {
		t.Fatal(err)
	}
	dir := filepath.Dir(clang.Path)
	return map[string]*ptx.Finder{
		"library": {LibraryDirs: libllvm.Folders()},
		"clang":   {LLVMDirs: []string{dir}},
		"broken":  {LLVMDirs: []string{dir}, LibraryDirs: []string{broken}},
	}
}

func TestWays(t *testing.T) {
	for name, finder := range ways(t) {
		note := ""
		o := host.Options{Kind: host.Executable, Entry: "main", OptLevel: 3, March: "native", Finder: finder, Note: func(s string) { note += s }}
		data, err := answer(t).Build(t.Context(), o)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if got := says(t, data, "--arg", "x=40"); got != "42\n" {
			t.Errorf("%s: %q", name, got)
		}
		if (note != "") != (name == "broken") || name == "broken" && !strings.Contains(note, "libLLVM.so.19.1 ended its process") {
			t.Errorf("%s: the note %q", name, note)
		}
	}
}

// TestSharedWays wants the same names in shared libraries by each way, and that what they do is right.
func TestSharedWays(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		need.Optional(t, errors.New("by LLVM's library on x86-64 only"))
	}
	exported := map[string][]string{}
	for name, finder := range ways(t) {
		data, err := answer(t).Build(t.Context(), host.Options{Kind: host.Shared, OptLevel: 3, Finder: finder})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		f, err := elf.NewFile(bytes.NewReader(data))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		list, err := f.DynamicSymbols()
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for _, s := range list {
			if s.Section != elf.SHN_UNDEF {
				exported[name] = append(exported[name], fmt.Sprint(s.Name, " ", elf.ST_TYPE(s.Info), " ", elf.ST_BIND(s.Info)))
			}
		}
		slices.Sort(exported[name])
	}
	if len(exported["library"]) < 5 || !slices.Equal(exported["library"], exported["clang"]) {
		t.Errorf("exported are\n%q, by clang\n%q", exported["library"], exported["clang"])
	}
}

// TestWhatTheLibraryDoesNotMake falls to clang, without which it is missing.
func TestWhatTheLibraryDoesNotMake(t *testing.T) {
	all := ways(t)
	for _, o := range []host.Options{{Kind: host.Object}, {Kind: host.Object, LineTables: true}} {
		o.Finder = all["library"]
		_, err := answer(t).Build(t.Context(), o)
		if m, ok := errors.AsType[*ptx.MissingTool](err); !ok || m.Tool != "clang 18 or newer" {
			t.Errorf("%+v: %v", o, err)
		}
		o.Finder = all["broken"]
		if _, err := answer(t).Build(t.Context(), o); err != nil {
			t.Errorf("%+v: %v", o, err)
		}
	}
}

// TestNothing has no LLVM at all: what is missing is the library where that would do.
func TestNothing(t *testing.T) {
	shared := "clang-19"
	if runtime.GOARCH == "amd64" {
		shared = "libllvm19"
	}
	for kind, want := range map[host.Kind]string{host.Executable: "libllvm19", host.Shared: shared, host.Object: "clang-19"} {
		_, err := answer(t).Build(t.Context(), host.Options{Kind: kind, Entry: "main", Finder: &ptx.Finder{}})
		if m, ok := errors.AsType[*ptx.MissingTool](err); !ok || !strings.Contains(m.HowToGet, want) {
			t.Errorf("kind %d: %v", kind, err)
		}
	}
}

func TestUnknownCPU(t *testing.T) {
	for name, finder := range ways(t) {
		_, err := answer(t).Build(t.Context(), host.Options{Kind: host.Executable, Entry: "main", March: "i8008", Finder: finder})
		if !host.UnknownCPU(err) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestStopped ends builds that have begun or not: no other way is tried then.
func TestStopped(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for name, finder := range ways(t) {
		if _, err := answer(t).Build(ctx, host.Options{Kind: host.Executable, Entry: "main", Finder: finder}); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
