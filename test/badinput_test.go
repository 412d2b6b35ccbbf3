package test

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"descend/tools/driver"
)

const kernelAndHost = `fn k<n: nat>(v: &uniq gpu.global [f32; n * 64]) -[grid: gpu.grid<X<n>, X<64>>]-> () {
  sched(X) block in grid { sched(X) thread in block { v.group::<64>[[block]][[thread]] = 1.0; } }
}
fn main(h: &uniq cpu.mem [f32; 128]) -[t: cpu.thread]-> () {
  let mut d = GpuGlobal::alloc_copy(&*h);
  k::<<<X<2>, X<64>>>>(&uniq *d);
  copy_mem_to_host(&uniq *h, &*d);
}
`

// npyFile is a version 1.0 .npy file with the given header values and data.
func npyFile(descr, shape string, data int) string {
	h := "{'descr': '" + descr + "', 'fortran_order': False, 'shape': " + shape + ", }"
	h += strings.Repeat(" ", 63-(10+len(h))%64) + "\n"
	return "\x93NUMPY\x01\x00" + string([]byte{byte(len(h)), byte(len(h) >> 8)}) + h + strings.Repeat("\x00", data)
}

// TestBadInput gives the driver what users give by mistake or malice: it answers with the documented exit
// status and a message, in bounded time, and leaves no output file.
func TestBadInput(t *testing.T) {
	deep := 1_000_000
	for _, c := range []struct {
		name   string
		files  map[string]string // written before; FILE in args stands for p.desc
		args   string
		status int
		says   string
	}{
		{"argument without --arg", nil, "run a.desc n=2", 2, "n=2 is no file: a size is given by -D n=2, an argument by --arg n=2"},
		{"missing file", nil, "build missing.desc -o out", 2, "no such file"},
		{"a folder", nil, "build . -o out", 2, "folder"},
		{"binary file", map[string]string{"p.desc": "fn f\x00\x01\xff\xfe"}, "build p.desc -o out", 2, "binary"},
		{"empty file", map[string]string{"p.desc": ""}, "build p.desc -o out", 2, "empty"},
		{"nested parentheses", map[string]string{"p.desc": "fn f() -[t: cpu.thread]-> () { let x = " + strings.Repeat("(", deep) + "1" + strings.Repeat(")", deep) + "; }"},
			"build p.desc -o out", 1, "nested too deeply"},
		{"nested types", map[string]string{"p.desc": "fn f(x: " + strings.Repeat("[", deep) + "f32" + strings.Repeat("; 2]", deep) + ") -[t: cpu.thread]-> () { }"},
			"build p.desc -o out", 1, "nested too deeply"},
		{"nested blocks", map[string]string{"p.desc": "fn f() -[t: cpu.thread]-> () " + strings.Repeat("{", deep) + strings.Repeat("}", deep)},
			"build p.desc -o out", 1, "nested too deeply"},
		{"nat of 2^64", map[string]string{"p.desc": "fn f(x: & cpu.mem [f32; 18446744073709551616]) -[t: cpu.thread]-> () { }"}, "build p.desc -o out", 1, "18446744073709551616"},
		{"sizes that overflow", map[string]string{"p.desc": "fn f(x: & cpu.mem [[f32; 4294967296]; 4294967296]) -[t: cpu.thread]-> () { }"}, "build p.desc -o out", 1, "too large"},
		{"unknown flag", map[string]string{"p.desc": kernelAndHost}, "build p.desc --frobnicate", 2, "--frobnicate"},
		{"two kinds of output", map[string]string{"p.desc": kernelAndHost}, "build p.desc --emit=header --emit=shared", 2, "--emit is given twice, header and shared"},
		{"unwritable output", map[string]string{"p.desc": kernelAndHost}, "build p.desc --emit=gpu -o nowhere/out", 2, "nowhere/out"},
		{"not an npy file", map[string]string{"p.desc": kernelAndHost, "h.npy": "hello"}, "run p.desc --arg h=h.npy --out h=out", 2, "h.npy"},
		{"npy of wrong type", map[string]string{"p.desc": kernelAndHost, "h.npy": npyFile("<i4", "(128,)", 512)}, "run p.desc --arg h=h.npy --out h=out", 2, "h.npy"},
		{"npy of wrong shape", map[string]string{"p.desc": kernelAndHost, "h.npy": npyFile("<f4", "(64,)", 256)}, "run p.desc --arg h=h.npy --out h=out", 2, "64"},
		{"truncated npy", map[string]string{"p.desc": kernelAndHost, "h.npy": npyFile("<f4", "(128,)", 100)}, "run p.desc --arg h=h.npy --out h=out", 2, "h.npy"},
		{"npy of wild shape", map[string]string{"p.desc": kernelAndHost, "h.npy": npyFile("<f4", "(4611686018427387904, 4)", 0)}, "run p.desc --arg h=h.npy --out h=out", 2, "h.npy"},
		{"right npy", map[string]string{"p.desc": kernelAndHost, "h.npy": npyFile("<f4", "(128,)", 512)}, "run p.desc --arg h=h.npy", 0, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			for name, text := range c.files {
				if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			checkBadInput(t, strings.Fields(c.args), c.status, c.says)
		})
	}
}

func checkBadInput(t *testing.T, args []string, status int, says string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	start := time.Now()
	got := driver.Main(args, strings.NewReader(""), &stdout, &stderr)
	if d := time.Since(start); d > 20*time.Second {
		t.Errorf("it took %v", d)
	}
	text := stdout.String() + stderr.String()
	if len(text) > 4000 {
		t.Errorf("the message has %d bytes", len(text))
		text = text[:4000]
	}
	if got != status || !strings.Contains(text, says) {
		t.Errorf("exit status %d, want %d and a message with %q:\n%s", got, status, says, text)
	}
	if strings.Contains(text, "goroutine") {
		t.Errorf("a Go panic reaches the user:\n%s", text)
	}
	if left, _ := filepath.Glob("out*"); len(left) > 0 {
		t.Errorf("output files are left: %v", left)
	}
}

// TestHugeFile compiles much text: an error soon, without memory many times the size.
func TestHugeFile(t *testing.T) {
	if testing.Short() {
		t.Skip("160 MB")
	}
	line := "fn f(x: i32) -[t: cpu.thread]-> i32 { x + 1 }\n"
	for _, c := range []struct {
		name   string
		bytes  int
		status int
		says   string
	}{
		{"100 MB", 100_000_000, 2, "larger than"},
		{"60 MB", 60_000_000, 1, "error"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			if err := os.WriteFile("p.desc", bytes.Repeat([]byte(line), c.bytes/len(line)), 0o644); err != nil {
				t.Fatal(err)
			}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			checkBadInput(t, []string{"build", "p.desc", "-o", "out"}, c.status, c.says)
			runtime.ReadMemStats(&after)
			if used := (after.TotalAlloc - before.TotalAlloc) >> 20; used > 2000 {
				t.Errorf("%d MB were allocated", used)
			}
		})
	}
}

// TestNoLLVM builds PTX without clang, opt or llc.
func TestNoLLVM(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("DESCEND_LLVM_DIR", t.TempDir())
	if err := os.WriteFile("p.desc", []byte(kernelAndHost), 0o644); err != nil {
		t.Fatal(err)
	}
	checkBadInput(t, []string{"build", "p.desc", "-o", "out"}, 3, "clang")
}
