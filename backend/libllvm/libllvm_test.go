package libllvm

import (
	"context"
	"debug/elf"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"descend/ir/need"
)

// adder is a module with a function of its own name for each target.
const adder = "define i32 @adds(i32 %a, i32 %b) {\n  %c = add i32 %a, %b\n  ret i32 %c\n}\n"

// reduces is a module that LLVM cannot select instructions for: sm_80 is the first chip that has them.
const reduces = `declare i32 @llvm.nvvm.redux.sync.umin(i32, i32)
define ptx_kernel void @reduces(ptr addrspace(1) %p) {
  %x = load i32, ptr addrspace(1) %p
  %y = call i32 @llvm.nvvm.redux.sync.umin(i32 %x, i32 -1)
  store i32 %y, ptr addrspace(1) %p
  ret void
}`

// installed is the library of this machine, or the end of the test.
func installed(t *testing.T) *Library {
	t.Helper()
	l := Find(Folders(), 18)
	if l == nil {
		need.Tool(t, "libLLVM 18 or newer")
	}
	return l
}

// alone is the library by a name of its own, and so with workers of its own.
func alone(t *testing.T) *Library {
	t.Helper()
	l := installed(t)
	path := filepath.Join(t.TempDir(), filepath.Base(l.Path))
	if err := os.Symlink(l.Path, path); err != nil {
		t.Fatal(err)
	}
	return &Library{Path: path, Major: l.Major}
}

var sm60 = Job{Triple: "nvptx64-nvidia-cuda", CPU: "sm_60", Features: "+ptx63", Level: 3}

func TestCompile(t *testing.T) {
	l := installed(t)
	for _, tt := range []struct {
		name  string
		job   Job
		wants string
	}{
		{"ptx", sm60, ".target sm_60"},
		{"host", Job{Level: 3}, "adds"},
		{"native", Job{CPU: "native", Level: 0}, "adds"},
		{"object", Job{CPU: "native", Level: 2, Object: true}, "\x7fELF"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			for range 3 { // by new workers and by those that have worked before
				out, err := l.Compile(t.Context(), tt.job, []byte(adder))
				if err != nil || !strings.Contains(string(out.Data), tt.wants) || out.Notes != "" {
					t.Fatalf("%q, said %q, %v", out.Data, out.Notes, err)
				}
			}
		})
	}
}

// TestRefused gives what LLVM reports as wrong: the same worker goes on.
func TestRefused(t *testing.T) {
	l := installed(t)
	for _, tt := range []struct {
		job         Job
		text, wants string
	}{
		{sm60, "this is no IR", "expected top-level entity"},
		{sm60, "define void @f() {", "end of file"},
		{sm60, "\x00\xff", "expected"},
		{Job{Triple: "m68k-none-none"}, adder, "No available targets"},
		{Job{Triple: "nonsense"}, adder, "No available targets"},
	} {
		out, err := l.Compile(t.Context(), tt.job, []byte(tt.text))
		if r, ok := errors.AsType[*Refused](err); !ok || !strings.Contains(r.Message, tt.wants) {
			t.Errorf("%q: %q, %v", tt.text, out.Data, err)
		}
	}
	if out, err := l.Compile(t.Context(), sm60, nil); err != nil || len(out.Data) == 0 {
		t.Errorf("an empty module: %v", err)
	}
}

// TestEnded gives modules that end the worker, between others that do not.
func TestEnded(t *testing.T) {
	l := installed(t)
	for range 2 {
		_, err := l.Compile(t.Context(), sm60, []byte(reduces))
		if e, ok := errors.AsType[*Ended](err); !ok || !strings.Contains(e.Error(), "Cannot select") {
			t.Fatalf("%v", err)
		}
		if _, err := l.Compile(t.Context(), sm60, []byte(adder)); err != nil {
			t.Fatalf("after the end of a worker: %v", err)
		}
	}
}

// TestUnusable gives files that are no library of LLVM.
func TestUnusable(t *testing.T) {
	text := filepath.Join(t.TempDir(), "libLLVM.so.19.1")
	if err := os.WriteFile(text, []byte("text"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{text, "/nonexistent/libLLVM.so.19.1", "libc.so.6"} {
		_, err := (&Library{Path: path}).Compile(t.Context(), sm60, []byte(adder))
		if e, ok := errors.AsType[*Ended](err); !ok || !strings.Contains(e.Error(), path) {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// TestContext ends a compilation that takes long, and one that has not begun.
func TestContext(t *testing.T) {
	l := installed(t)
	var long strings.Builder
	long.WriteString("define void @f(ptr %p) {\n")
	for range 200_000 {
		long.WriteString("  store volatile i32 1, ptr %p\n")
	}
	long.WriteString("  ret void\n}\n")
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := l.Compile(ctx, Job{Level: 3}, []byte(long.String())); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("ended by %v", err)
	}
	if _, err := l.Compile(ctx, sm60, []byte(adder)); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("began, %v", err)
	}
}

// TestKilled has workers that somebody else ends while they wait.
func TestKilled(t *testing.T) {
	other := alone(t)
	other.Warm(1, sm60)
	for _, w := range other.pool(nil).idle {
		w.kill()
		if w.wait() == nil || !w.ended() {
			t.Error("a worker that was killed goes on")
		}
		w.kill() // nobody
	}
	if _, err := other.Compile(t.Context(), sm60, []byte(adder)); err != nil {
		t.Error(err)
	}
}

// TestRest ends idle workers; others follow.
func TestRest(t *testing.T) {
	other := alone(t)
	other.Warm(maxIdle+1, sm60)
	idle := other.pool(nil).idle
	if len(idle) != maxIdle {
		t.Errorf("%d workers are idle", len(idle))
	}
	other.Rest()
	for _, w := range idle {
		if err := w.close(); err == nil {
			t.Error("a worker ended by itself")
		}
	}
	if _, err := other.Compile(t.Context(), sm60, []byte(adder)); err != nil {
		t.Error(err)
	}
}

// TestMany compiles at once; at most maxIdle workers stay.
func TestMany(t *testing.T) {
	l := installed(t)
	var all sync.WaitGroup
	for range 3 * maxIdle {
		all.Go(func() {
			if _, err := l.Compile(t.Context(), sm60, []byte(adder)); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if n := len(l.pool(l.Options).idle); n > maxIdle {
		t.Errorf("%d workers wait", n)
	}
}

func TestFind(t *testing.T) {
	folder := func(names ...string) string {
		dir := t.TempDir()
		for _, n := range names {
			if err := os.WriteFile(filepath.Join(dir, n), nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		return dir
	}
	for _, tt := range []struct {
		dirs []string
		want string
	}{
		{nil, ""},
		{[]string{"", "/nonexistent", folder("libLLVM-14.so.1", "libLLVM-15.so", "libLLVMCore.so", "libLLVM.so", "libLLVM.so.19.1.debug")}, ""},
		{[]string{folder("libLLVM-18.so.1")}, "libLLVM-18.so.1"},
		{[]string{folder("libLLVM.so.20.1", "libLLVM.so.19.1", "libLLVM.so.18.1")}, "libLLVM.so.19.1"},
		{[]string{folder("libLLVM.so.20.1"), folder("libLLVM-19.so"), folder("libLLVM.so.22.1")}, "libLLVM-19.so"},
		{[]string{folder("libLLVM.so.20.1", "libLLVM.so.22.1", "libLLVM.so.18.1")}, "libLLVM.so.22.1"},
	} {
		got := ""
		if l := Find(tt.dirs, 18); l != nil {
			got = filepath.Base(l.Path)
		}
		if got != tt.want {
			t.Errorf("%v: %q, expected %q", tt.dirs, got, tt.want)
		}
	}
}

// TestWarm wants that a worker which was started early does the first job, whatever options that has.
func TestWarm(t *testing.T) {
	l := alone(t)
	l.Warm(1, sm60)
	warm := l.pool(nil).idle[0]
	l.Options = []string{"-lsr-exp-narrow"}
	for range 2 { // the second time it comes from the pool of the options
		if _, err := l.Compile(t.Context(), sm60, []byte(adder)); err != nil {
			t.Fatal(err)
		}
		if own := l.pool(l.Options).idle; len(own) != 1 || own[0] != warm {
			t.Error("another worker has compiled")
		}
	}
}

// TestForeign has libraries for other processors beside ours, as where packages of several are installed.
func TestForeign(t *testing.T) {
	head := func(class elf.Class, machine elf.Machine) []byte {
		h := append([]byte(elf.ELFMAG), byte(class), byte(elf.ELFDATA2LSB), byte(elf.EV_CURRENT))
		h = append(h, make([]byte, 9)...)
		return binary.LittleEndian.AppendUint16(binary.LittleEndian.AppendUint16(h, uint16(elf.ET_DYN)), uint16(machine))
	}
	ours, other := elf.EM_X86_64, elf.EM_AARCH64
	if runtime.GOARCH == "arm64" {
		ours, other = other, ours
	}
	dir := func(data []byte) string {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "libLLVM.so.19.1"), data, 0o600); err != nil {
			t.Fatal(err)
		}
		return dir
	}
	own := dir(head(elf.ELFCLASS64, ours))
	foreign := []string{dir(head(elf.ELFCLASS64, other)), dir(head(elf.ELFCLASS32, elf.EM_386)), dir(head(elf.ELFCLASS32, ours))}
	if l := Find(foreign, 18); l != nil {
		t.Errorf("%s is for another processor", l.Path)
	}
	if l := Find(append(foreign, own), 18); l == nil || filepath.Dir(l.Path) != own {
		t.Errorf("%v, and not the library in %s", l, own)
	}
	t.Setenv("LD_LIBRARY_PATH", strings.Join(append(foreign, own), ":"))
	if l := FindInFolders(18); l == nil || filepath.Dir(l.Path) != own {
		t.Errorf("%v, and not the library in %s", l, own)
	}
}

func TestMajorOf(t *testing.T) {
	for name, want := range map[string]int{
		"libLLVM.so.19.1": 19, "libLLVM.so.18.0": 18, "libLLVM-17.so": 17, "libLLVM-17.so.1": 17,
		"libLLVM.so": 0, "libLLVM.so.19": 0, "libLLVM.so.19.1.2": 0, "libLLVM-19.so.2": 0, "libLLVM-.so": 0, "libLLVM-C.so": 0, "libLLVM.so.x.1": 0, "libLLVM.so.+19.1": 0,
	} {
		if got, ok := majorOf(name); ok != (want > 0) || ok && got != want {
			t.Errorf("%s: %d, %t", name, got, ok)
		}
	}
}
