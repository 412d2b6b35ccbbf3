package test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"descend/backend/cuda/fakecuda"
	"descend/backend/harness"
	"descend/backend/host"
	"descend/backend/npy"
	"descend/backend/nvvm"
	"descend/backend/ptx"
	"descend/ir"
	"descend/ir/need"
	"descend/test/trial"
	"descend/tools/registry"
)

// toolbox is a folder for a test's PATH: descendc, cc, c++, and a python3 that has NumPy.
type toolbox struct {
	bin string
	env []string
}

// builtFolder is where buildDescendc builds; TestMain removes it.
var builtFolder string

// buildDescendc builds descendc, once for all tests: linking takes seconds.
var buildDescendc = sync.OnceValues(func() (file string, err error) {
	if builtFolder, err = os.MkdirTemp("", "descendc-*"); err != nil {
		return "", err
	}
	file = filepath.Join(builtFolder, "descendc")
	if out, err := exec.Command("go", "build", "-o", file, "../tools/descendc").CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w\n%s", err, out)
	}
	return file, nil
})

func TestMain(m *testing.M) {
	status := m.Run()
	for _, dir := range []string{builtFolder, programFolder} {
		if dir != "" {
			os.RemoveAll(dir)
		}
	}
	os.Exit(status)
}

// newToolbox makes the folder.
func newToolbox(t *testing.T) *toolbox {
	t.Helper()
	bin := t.TempDir()
	trial.Tools(t, bin)
	descendc, err := buildDescendc()
	if err != nil {
		t.Fatal(err)
	}
	if os.Link(descendc, filepath.Join(bin, "descendc")) != nil { // on another file system
		copyFile(t, descendc, filepath.Join(bin, "descendc"))
		if err := os.Chmod(filepath.Join(bin, "descendc"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return &toolbox{bin: bin, env: append(os.Environ(), "PATH="+bin+":"+os.Getenv("PATH"), host.CacheVar+"=off")}
}

// result is how a command ended.
type result struct {
	status         int
	stdout, stderr string
}

// run runs a command in a folder; env is added to the environment.
func (b *toolbox) run(t *testing.T, dir string, env []string, name string, args ...string) result {
	t.Helper()
	if !strings.Contains(name, "/") {
		name = filepath.Join(b.bin, name)
	}
	cmd := exec.Command(name, args...)
	var out, errs bytes.Buffer
	cmd.Dir, cmd.Stdout, cmd.Stderr, cmd.Env = dir, &out, &errs, slices.Concat(b.env, env)
	err := cmd.Run()
	if _, ended := err.(*exec.ExitError); err != nil && !ended {
		t.Fatal(err)
	}
	return result{cmd.ProcessState.ExitCode(), out.String(), errs.String()}
}

// must runs a command that succeeds and gives its output.
func (b *toolbox) must(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	r := b.run(t, dir, nil, name, args...)
	if r.status != 0 {
		t.Fatalf("%s %s: exit status %d\n%s%s", name, strings.Join(args, " "), r.status, r.stdout, r.stderr)
	}
	return r.stdout
}

// TestNative runs programs that the compiler makes for the CPU.
func TestNative(t *testing.T) {
	b := newToolbox(t)
	t.Run("page", func(t *testing.T) { testUsingPage(t, b) })
	t.Run("bad input", func(t *testing.T) { testNativeBadInput(t, b) })
	t.Run("numbers", func(t *testing.T) { testNativeNumbers(t, b) })
	t.Run("lists", func(t *testing.T) { testNativeLists(t, b) })
	t.Run("python", func(t *testing.T) { testPython(t, b) })
	t.Run("c++", func(t *testing.T) { testCPlusPlus(t, b) })
	t.Run("cuda", func(t *testing.T) { testNativeCUDA(t, b) })
	t.Run("prints", func(t *testing.T) { testKernelPrints(t, b) })
	t.Run("queue", func(t *testing.T) { testQueue(t, b) })
	t.Run("several GPUs", func(t *testing.T) { testSeveralGPUs(t, b) })
	t.Run("host", func(t *testing.T) { testNativeHost(t, b) })
}

// testUsingPage runs the commands of docs/using.md and compares what they print.
func testUsingPage(t *testing.T, b *toolbox) {
	text, err := os.ReadFile("../docs/using.md")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	copyFile(t, "../examples/scan.desc", filepath.Join(dir, "scan.desc"))
	blocks := regexp.MustCompile("(?ms)^```(\\w+)\n(.*?)^```$").FindAllStringSubmatch(string(text), -1)
	name := regexp.MustCompile(`^(?:/\* |# )([\w.]+)`)
	ran := 0
	for i, block := range blocks {
		switch kind, body := block[1], block[2]; kind {
		case "sh":
			ran++
			r := b.run(t, dir, nil, "/bin/bash", "-euo", "pipefail", "-c", body)
			if r.status != 0 {
				t.Fatalf("exit status %d\n%s\n%s%s", r.status, body, r.stdout, r.stderr)
			}
			if i+1 < len(blocks) && blocks[i+1][1] == "text" && r.stdout != blocks[i+1][2] {
				t.Errorf("%s\nprints\n%s\nthe page says\n%s", body, r.stdout, blocks[i+1][2])
			}
		case "c", "python":
			m := name.FindStringSubmatch(body)
			if m == nil {
				t.Fatalf("a program without a file name:\n%s", body)
			}
			if err := os.WriteFile(filepath.Join(dir, m[1]), []byte(body), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	if ran < 10 {
		t.Errorf("only %d blocks of commands", ran)
	}
	if info, err := os.Stat(filepath.Join(dir, "input.npy")); err != nil || info.Size() < 64<<20 {
		t.Errorf("the page runs no 64 MiB of numbers: %v, %v", info, err)
	}
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	data, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(to, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

// testNativeBadInput gives an executable what users give by mistake: it says what is wrong, ends with the
// documented status and writes nothing.
func testNativeBadInput(t *testing.T, b *toolbox) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "p.desc"), []byte(kernelAndHost), 0o644); err != nil {
		t.Fatal(err)
	}
	b.must(t, dir, "descendc", "build", "p.desc", "--emit=exe", "--target=cpu")
	good := npyFile("<f4", "(128,)", 512)
	for name, file := range map[string]string{
		"good": good, "text": "hello", "empty": "", "type": npyFile("<i4", "(128,)", 512), "big": npyFile(">f4", "(128,)", 512), "shape": npyFile("<f4", "(64,)", 256),
		"rank": npyFile("<f4", "(128, 1)", 512), "short": npyFile("<f4", "(128,)", 511), "long": npyFile("<f4", "(128,)", 513), "header": good[:40],
		"order": strings.Replace(npyFile("<f4", "(64, 2)", 512), "False", "True ", 1), "text32": npyFile("<U1", "(128,)", 512),
		"structs": strings.Replace(npyFile("............", "(128,)", 512), "'............'", "[('a', '<f4')]", 1), "huge": npyFile("<f4", "(9223372036854775807,)", 512),
		"words": strings.Replace(good, "descr", "descs", 1), "negative": npyFile("<f4", "(-128,)", 512),
	} {
		if err := os.WriteFile(filepath.Join(dir, name+".npy"), []byte(file), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Link(filepath.Join(dir, "good.npy"), filepath.Join(dir, "link.npy")); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ args, says string }{
		{"--arg h=text.npy", "text.npy: not a .npy file (wrong magic bytes)"},
		{"--arg h=empty.npy", "empty.npy: not a .npy file: it is empty"},
		{"--arg h=type.npy", "type.npy: holds '<i4', the parameter is [f32; 128] ('<f4'); NumPy converts it: .astype(\"float32\")"},
		{"--arg h=text32.npy", "text32.npy: holds '<U1', the parameter is [f32; 128] ('<f4')\n"},
		{"--arg h=structs.npy", "structs.npy: the elements are structures (a structured dtype); only plain scalars can be read"},
		{"--arg h=shape.npy", "shape.npy: dimension 0 is 64"},
		{"--arg h=rank.npy", "rank.npy: has shape (128, 1), the parameter is [f32; 128] with 1 dimension\n"},
		{"--arg h=short.npy", "short.npy: truncated: 511 bytes of data"},
		{"--arg h=long.npy", "long.npy: too long: 513 bytes of data"},
		{"--arg h=header.npy", "header.npy: truncated: it ends inside the header"},
		{"--arg h=order.npy", "order.npy: has shape (64, 2)"},
		{"--arg h=huge.npy", "huge.npy: shape (9223372036854775807,) is too large"},
		{"--arg h=words.npy", "words.npy: the header is malformed"},
		{"--arg h=negative.npy", "negative.npy: the header is malformed"},
		{"--arg h=missing.npy", "--arg h=missing.npy: no such file; an array is FILE.npy or zeros, ones, iota, random[:SEED]"},
		{"--arg h=1,2,3", "1,2,3: dimension 0 is 3, but for these sizes [f32; 128] has 128"},
		{"--arg h=[1", "--arg h=[1: expected `,` or `]` at the end"},
		{"--arg h=[1]]", "--arg h=[1]]: expected the end before `]`"},
		{"--arg h=[[1]]", "--arg h=[[1]]: the parameter is [f32; 128], with 1 dimension\n"},
		{"--arg h=1,,2", "--arg h=1,,2: \"\": expected a decimal number of type f32"},
		{"--arg h=1,x", "--arg h=1,x: \"x\": expected a decimal number of type f32"},
		{"--arg h=0x10", "--arg h=0x10: \"0x10\": expected a decimal number of type f32"},
		{"--arg h=1,1e99", "--arg h=1,1e99: \"1e99\": too large, where infinity is inf, for f32"},
		{"--arg h=.", ".: is a folder"},
		{"--arg h=random:-1", "random:-1: no such file"},
		{"--arg h=random:18446744073709551616", "random:18446744073709551616: no such file"},
		{"", "parameter h: [f32; 128] needs --arg h=FILE.npy"},
		{"--arg x=good.npy", "the parameters of main: h"},
		{"--arg h=good.npy --out h=./good.npy", "--out h=./good.npy would replace the input good.npy; nothing was written"},
		{"--arg h=good.npy --out h=link.npy", "--out h=link.npy would replace the input good.npy"},
		{"--arg h=zeros --arg h=ones", "--arg gives h twice"},
		{"--arg h=zeros -D n=3", "the nats of main that are not constant in this program: none"},
		{"--arg h=zeros --out h=-", "--out h=-: a program writes files; descendc run prints arrays"},
		{"--frobnicate", "unknown option --frobnicate"},
		{"--fn nothing", "there is no function nothing"},
		{"--device=tpu", "the device must be cpu, cuda or auto, not tpu"},
		{"--arg h=zeros --out h=nowhere/out", "cannot write nowhere/out: No such file"},
	} {
		r := b.run(t, dir, nil, filepath.Join(dir, "p"), strings.Fields("--out h=out.npy "+c.args)...)
		if strings.Contains(c.args, "--out") {
			r = b.run(t, dir, nil, filepath.Join(dir, "p"), strings.Fields(c.args)...)
		}
		if r.status != 2 || !strings.Contains(r.stderr, c.says) || r.stdout != "" {
			t.Errorf("%s: status %d, expected 2 and %q:\n%s%s", c.args, r.status, c.says, r.stdout, r.stderr)
		}
	}
	for _, name := range []string{"out.npy", "out"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
			t.Errorf("%s was written", name)
		}
	}
	for _, name := range []string{"good", "big"} {
		if r := b.run(t, dir, nil, filepath.Join(dir, "p"), "--arg", "h="+name+".npy", "--out", "h="+name+"-out.npy"); r.status != 0 {
			t.Errorf("a good file: %s", r.stderr)
		}
	}
}

const listsSource = `enum Op { Add, Max, Min }
fn main<n: nat, m: nat>(x: & cpu.mem [[i32; n]; m], y: & cpu.mem [bf16; n], ops: & cpu.mem [Op; n], one: & cpu.mem f64, out: &uniq cpu.mem [f32; n]) -[t: cpu.thread]-> u64 {
  for i in 0..n {
    out[i] = y[i] as f32;
    for j in 0..m { match ops[i] { Op::Max => out[i] = max(out[i], x[j][i] as f32), _ => out[i] = out[i] + (x[j][i] as f32) } }
  };
  print(*one);
  nat_as_u64(m)
}
`

// testNativeLists gives an executable elements in the command line: it takes and refuses what descendc run does, and computes the same.
func testNativeLists(t *testing.T, b *toolbox) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "l.desc"), []byte(listsSource), 0o666); err != nil {
		t.Fatal(err)
	}
	b.must(t, dir, "descendc", "build", "l.desc", "--emit=exe", "--target=cpu")
	const rest = " --arg ops=Add,Op::Max,0 --arg one=0.5 --arg out=zeros"
	for _, args := range []string{
		"--arg x=[[1,-2,0x10],[4,5,6]] --arg y=1,2.5,3e38" + rest,
		"--arg x=[[1,-2,3],[4,5,6],] --arg y=[1.00390625,1.01171875,1.0039062500000002,]" + rest, // halves between bf16, to the even one, and a little more
		"--arg x=[[],[]] --arg y=[] --arg ops=[] --arg one=inf --arg out=zeros",
		"--arg x=[[1,2,3]] --arg y=nan,inf,-1e-45" + rest,
		"--arg x=[] --arg y=1,2,3" + rest,
		"--arg x=1,2,3 --arg y=1,2,3" + rest,
		"--arg x=[[1,2,3],[4,5]] --arg y=1,2,3" + rest,
		"--arg x=[[1,2,3],4] --arg y=1,2,3" + rest,
		"--arg x=[[1,2,2147483648]] --arg y=1,2,3" + rest,
		"--arg x=[[1,2]] --arg y=1,2,3" + rest,
		"--arg x=[[1,2,3]] --arg y=1,2,4e38" + rest,
		"--arg x=[[1,2,3]] --arg y=1,2,3 --arg ops=Add,Mul,Min --arg one=1 --arg out=zeros",
		"--arg x=[[1,2,3]] --arg y=1,2,3 --arg ops=0,1,3 --arg one=1 --arg out=zeros",
		"--arg x=[[1,2,3]] --arg y=1,2,3 --arg ops=0,1,2 --arg one=[1] --arg out=zeros",
		"--arg x=[[1,2,3]] --arg y=1,2,3 --arg ops=0,1,2 --arg one=1 --arg out=1,2,3]",
	} {
		for _, file := range []string{"run.npy", "exe.npy"} {
			os.Remove(filepath.Join(dir, file))
		}
		want := b.run(t, dir, nil, "descendc", strings.Fields("run l.desc --out out=run.npy "+args)...)
		got := b.run(t, dir, nil, filepath.Join(dir, "l"), strings.Fields("--out out=exe.npy "+args)...)
		if got.status != want.status || got.stdout != want.stdout || got.status > 2 {
			t.Errorf("%s: status %d, %q and not %d, %q\n%s%s", args, got.status, got.stdout, want.status, want.stdout, got.stderr, want.stderr)
			continue
		}
		x, _ := os.ReadFile(filepath.Join(dir, "run.npy"))
		y, _ := os.ReadFile(filepath.Join(dir, "exe.npy"))
		if !bytes.Equal(x, y) || (len(x) == 0) != (got.status != 0) {
			t.Errorf("%s: it writes\n%q, descendc run\n%q", args, y, x)
		}
	}
	r := b.run(t, dir, nil, filepath.Join(dir, "l"), strings.Fields("--arg x=[[1,2]] --arg y=1,2 --arg ops=Add,Add --arg one=1 --arg out=zeros --stats --out out=./7")...)
	if r.status != 0 || !strings.Contains(r.stderr, "cpu: 0 launches, 0 blocks, 0 threads, 0 bytes copied") {
		t.Errorf("status %d\n%s", r.status, r.stderr)
	}
	r = b.run(t, dir, nil, filepath.Join(dir, "l"), strings.Fields("--arg x=[[1,2]] --arg y=1,2 --arg ops=Add,Add --arg one=./7 --arg out=zeros")...)
	if r.status != 2 || !strings.Contains(r.stderr, "./7: has shape (2,)") && !strings.Contains(r.stderr, "./7: holds") {
		t.Errorf("a file with the name of a number: status %d\n%s", r.status, r.stderr)
	}
}

const numbersSource = `fn other__part(i: i32) -[t: cpu.thread]-> i32 { i }
fn main<n: nat>(x: & cpu.mem [i32; n], mask: & cpu.mem [bool; n], i: i32, u: u8, f: f32, h: f16) -[t: cpu.thread]-> u64 { print(i, u, f, h); let mut s = 0; for j in 0..n { s += x[j] }; print(s); nat_as_u64(n) }
`

// testNativeNumbers gives an executable numbers as programs have them, and such that their types do not hold; and arrays of big-endian numbers.
func testNativeNumbers(t *testing.T, b *toolbox) {
	dir := t.TempDir()
	x := npyFile(">i4", "(2,)", 0) + "\x00\x00\x01\x00\xff\xff\xff\xff"
	for name, text := range map[string]string{"m.desc": numbersSource, "x.npy": x, "mask.npy": npyFile("|b1", "(2,)", 0) + "\x01\x02"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	b.must(t, dir, "descendc", "build", "m.desc", "--emit=exe", "--target=cpu")
	values := map[string]string{"x": "zeros", "mask": "zeros", "i": "1", "u": "2", "f": "3", "h": "4"}
	for _, c := range []struct {
		args, says string
		status     int
	}{
		{"-D n=0x2 i=-0x10 u=0b11 f=1_0.5 h=010", "-16 3 10.5 10\n0\n2\n", 0},
		{"-D n=010 i=-2_147_483_648 u=255 f=inf h=-inf", "-2147483648 255 +Inf -Inf\n0\n10\n", 0},
		{"x=x.npy i=010", "10 2 3 4\n255\n2\n", 0},
		{"x=x.npy mask=mask.npy", "mask.npy: element 1 is the byte 2, which is no bool", 2},
		{"-D n=1 i=2147483648", "--arg i=2147483648: does not fit into i32", 2},
		{"-D n=1 i=99999999999999999999999", "does not fit into i32", 2},
		{"-D n=1 u=-1", "--arg u=-1: does not fit into u8", 2},
		{"-D n=1 u=1.5", "--arg u=1.5: expected an integer of type u8", 2},
		{"-D n=1 u=0x", "expected an integer of type u8", 2},
		{"-D n=1 f=1e39", "--arg f=1e39: too large, where infinity is inf, for f32", 2},
		{"-D n=1 h=65520", "--arg h=65520: too large, where infinity is inf, for f16", 2},
		{"-D n=1 f=0x10", "--arg f=0x10: expected a decimal number of type f32", 2},
		{"-D n=9223372036854775808", "-D n=9223372036854775808: sizes are below 2^63 = 9223372036854775808", 2},
		{"-D n=-1", "-D takes NAME=NUMBER, not n=-1", 2},
		{"-D n=9000000000000000000", "is too large", 2},
		{"-D n=1000000000000000", ": out of memory: ", 1},
		{"--fn=nothing", "there is no function nothing; the program has main\n", 2},
		{"--help", "\nFunctions: main\nStatus: 0 done, ", 0},
	} {
		args, given := []string(nil), maps.Clone(values)
		for _, word := range strings.Fields(c.args) {
			name, value, ok := strings.Cut(word, "=")
			if _, is := given[name]; ok && is {
				given[name] = value
			} else {
				args = append(args, word)
			}
		}
		for name, value := range given {
			args = append(args, "--arg", name+"="+value)
		}
		r := b.run(t, dir, nil, filepath.Join(dir, "m"), args...)
		said := r.stderr
		if c.status == 0 {
			said = r.stdout
		}
		if r.status != c.status || !strings.Contains(said, c.says) {
			t.Errorf("%s: status %d, expected %d and %q:\n%s%s", c.args, r.status, c.status, c.says, r.stdout, r.stderr)
		}
	}
}

// testPython calls a module with arrays that fit and with such that do not.
func testPython(t *testing.T, b *toolbox) {
	dir := t.TempDir()
	copyFile(t, "native/kinds.desc", filepath.Join(dir, "kinds.desc"))
	copyFile(t, "native/arrays.py", filepath.Join(dir, "arrays.py"))
	b.must(t, dir, "descendc", "build", "kinds.desc", "--emit=shared", "--target=cpu")
	b.must(t, dir, "descendc", "build", "kinds.desc", "--emit=python")
	r := b.run(t, dir, []string{"DESCEND_DEVICE=cpu"}, "python3", "arrays.py")
	if r.status != 0 || !strings.HasSuffix(r.stdout, "done\n") {
		t.Errorf("status %d\n%s%s", r.status, r.stdout, r.stderr)
	}
}

// testCPlusPlus links two programs into one of C++17, and compiles the headers as C11 too.
func testCPlusPlus(t *testing.T, b *toolbox) {
	dir := t.TempDir()
	copyFile(t, "native/kinds.desc", filepath.Join(dir, "kinds.desc"))
	copyFile(t, "../examples/scan.desc", filepath.Join(dir, "scan.desc"))
	copyFile(t, "native/both.cpp", filepath.Join(dir, "both.cpp"))
	for _, name := range []string{"kinds", "scan"} {
		b.must(t, dir, "descendc", "build", name+".desc", "--emit=header")
		b.must(t, dir, "descendc", "build", name+".desc", "--emit=obj", "--target=cpu")
	}
	if err := os.WriteFile(filepath.Join(dir, "c.c"), []byte("#include \"kinds.h\"\n#include \"scan.h\"\nint main(void) { return 0; }\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	b.must(t, dir, "cc", "-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only", "c.c")
	b.must(t, dir, "c++", "-std=c++17", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "both.cpp", "kinds.o", "scan.o", "-o", "both", "-lm")
	if out, want := b.must(t, dir, filepath.Join(dir, "both")), "120 15\nkinds.desc:55:52: division by zero: a / b\ndivide: the pointer for result is NULL\npoint: the pointer for result.1 is NULL\n"; !strings.HasPrefix(out, want) {
		t.Errorf("it prints %q, expected %q", out, want)
	}
}

// TestRuntimeWarnings compiles the runtime with all warnings as errors.
func TestRuntimeWarnings(t *testing.T) {
	clang, _ := ptx.Default().LLVM("clang")
	if clang == nil {
		need.Tool(t, "clang")
	}
	out, err := exec.Command(clang.Path, "-std=gnu11", "-Wall", "-Wextra", "-Wshadow", "-Wstrict-prototypes", "-Werror", "-fsyntax-only",
		"../backend/runtime/src/runtime.c").CombinedOutput()
	if err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// gpuModule is a program at the gpu level.
func gpuModule(t *testing.T, file string) *ir.Operation {
	t.Helper()
	var diags ir.Diagnostics
	m := ir.ParseModule(registry.Context(), "input.mlir", []byte(emit(t, file, "--emit=gpu")), &diags)
	if m == nil || diags.HasErrors() {
		t.Fatal(diags.Sorted())
	}
	return m
}

// testNativeHost compares functions of the CPU with the simulator: results, prints, messages, exit status.
func testNativeHost(t *testing.T, b *toolbox) {
	dir := t.TempDir()
	copyFile(t, "native/kinds.desc", filepath.Join(dir, "kinds.desc"))
	b.must(t, dir, "descendc", "build", "kinds.desc", "--emit=exe", "--target=cpu")
	for _, args := range []string{
		"--fn numbers --arg a=-128 --arg b=255 --arg c=-7 --arg d=65535 --arg e=2147483647 --arg f=0 --arg g=-1 --arg h=18446744073709551615 --arg i=0.1 --arg j=-1e-9 --arg k=1e300 --arg l=false",
		"--fn factorial --arg n=20", "--fn show --arg x=0.1 --arg y=-1e100 --arg z=65504", "--fn show --arg x=nan --arg y=inf --arg z=0.000061",
		"--fn find --arg v=iota --arg x=5 -D n=9", "--fn positive --arg x=3", "--fn use_gpu --arg number=0", "--fn divide --arg a=-7 --arg b=2", "",
		"--fn rows --arg x=iota --arg sums=zeros -D n=5 -D m=4 --out sums=OUT", "--fn halves --arg v=iota -D n=6 --out v=OUT", "--fn shift --arg points=zeros --arg by=1.5 -D n=3 --out points=OUT", "--fn negate --arg v=iota -D n=6 --out v=OUT",
		"--fn negate --arg v=random -D n=500 --out v=OUT", "--fn rows --arg x=random:18446744073709551615 --arg sums=zeros -D n=50 -D m=7 --out sums=OUT",
		"--fn kept --arg a=random:1 --arg b=random:2 --arg c=random:3 --arg d=random:4 -D n=300",
	} {
		var texts, files [2]string
		for i, command := range []string{filepath.Join(b.bin, "descendc"), filepath.Join(dir, "kinds")} {
			out := filepath.Join(dir, fmt.Sprint("out", i, ".npy"))
			as := strings.Fields(strings.ReplaceAll(args, "OUT", out))
			if i == 0 {
				as = append([]string{"run", "kinds.desc"}, as...)
			}
			r := b.run(t, dir, []string{"DESCEND_DEVICE=cpu"}, command, as...)
			if r.status != 0 {
				t.Errorf("%s %s: status %d\n%s", filepath.Base(command), args, r.status, r.stderr)
			}
			texts[i] = r.stdout
			if strings.Contains(args, "OUT") {
				data, err := os.ReadFile(out)
				if err != nil {
					t.Error(err)
				}
				files[i] = string(data)
			}
		}
		if texts[0] != texts[1] {
			t.Errorf("%s prints\n%s\non sim and natively\n%s", args, texts[0], texts[1])
		}
		if a, err := npy.Decode(strings.NewReader(files[0])); files[0] != "" {
			x, err1 := npy.Decode(strings.NewReader(files[1]))
			if err != nil || err1 != nil || !bytes.Equal(a.Data, x.Data) || !slices.Equal(a.Shape, x.Shape) {
				t.Errorf("%s gives %v on sim and natively %v (%v, %v)", args, a, x, err, err1)
			}
		}
	}
	for _, args := range []string{"--fn find --arg v=zeros --arg x=5 -D n=9", "--fn divide --arg a=1 --arg b=0", "--fn positive --arg x=-3", "--fn use_gpu --arg number=1", "--fn halves --arg v=iota -D n=1000"} {
		var got [2]result
		for i, d := range []string{"sim", "cpu"} {
			got[i] = b.run(t, dir, nil, "descendc", append([]string{"run", "kinds.desc", "--device=" + d}, strings.Fields(args)...)...)
		}
		if strings.Contains(args, "halves") { // any of the failing threads may be the first
			place := regexp.MustCompile(`block \(\d+\), thread \(\d\)`)
			got[0].stderr, got[1].stderr = place.ReplaceAllString(got[0].stderr, "P"), place.ReplaceAllString(got[1].stderr, "P")
			got[0].stdout, got[1].stdout = "", ""
		}
		got[0].stderr = withoutSides(got[0].stderr)
		if got[0] != got[1] || got[0].status != 1 {
			t.Errorf("%s: on sim %+v\nnatively %+v", args, got[0], got[1])
		}
	}
	if r := b.run(t, dir, nil, "descendc", "run", "kinds.desc", "--device=cpu", "--unchecked", "--fn", "positive", "--arg", "x=-3"); r.stdout != "-3\n" {
		t.Errorf("--unchecked: %+v", r)
	}
}

// testNativeCUDA runs an executable with a driver library for tests: results by the host harness, and every
// error that a driver can answer.
func testNativeCUDA(t *testing.T, b *toolbox) {
	dir := t.TempDir()
	lib := fakecuda.Build(t, dir)
	copyFile(t, "native/kinds.desc", filepath.Join(dir, "kinds.desc"))
	b.must(t, dir, "descendc", "build", "kinds.desc", "--emit=exe", "--target=sm_70,sm_90")
	m, err := nvvm.Emit(gpuModule(t, "native/kinds.desc"), nvvm.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := harness.Build(m.Text, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if err := fakecuda.Install(dir, nil, p); err != nil {
		t.Fatal(err)
	}
	const good = "--fn halves --arg v=iota -D n=3 --out v=out.npy"
	for _, c := range []struct {
		device, config, args string
		status               int
		says                 string
	}{
		{"auto", "", good, 0, "descend: kernels run on cuda\n"},
		{"cuda", "cc=7.5", good, 0, "descend: kernels run on cuda\n"},
		{"cuda", "", "--fn negate --arg v=iota -D n=3 --out v=out.npy", 0, "kernels run on cuda"},
		{"cuda", "", "--fn halves --arg v=iota -D n=600", 1, "kinds.desc:76:"},
		{"cuda", "", "--fn halves --arg v=iota -D n=600", 1, "assertion failed: x < 1000; in block ("},
		{"auto", "devices=0", good, 0, "descend: kernels run on cpu (the driver cannot be used: CUDA_ERROR_NO_DEVICE"},
		{"cuda", "devices=0", good, 3, "DESCEND_DEVICE is cuda, but the driver cannot be used: CUDA_ERROR_NO_DEVICE"},
		{"auto", "cc=6.1", good, 0, "descend: kernels run on cpu (the program is compiled for sm_70, the GPU (Fake GPU 0) is an sm_61)"},
		{"cuda", "cc=6.1", good, 3, "the program is compiled for sm_70"},
		{"cuda", "memory=8", good, 1, "kinds.desc:67:15: out of memory: 24 bytes of the GPU"},
		{"cuda", "fail=cuModuleLoadDataEx:1:218", good, 1, "kinds.desc:68:3: the driver cannot compile the PTX for sm_90: CUDA_ERROR_INVALID_PTX"},
		{"cuda", "fail=cuLaunchKernel:1:1", good, 1, "kinds.desc:68:3: launch of negate: CUDA_ERROR_INVALID_VALUE"},
		{"cuda", "fail=cuMemcpyDtoH_v2:1:700", good, 1, "kinds.desc:69:3: copy: CUDA_ERROR_ILLEGAL_ADDRESS"},
		{"cuda", "fail=cuCtxSynchronize:1:719", good, 1, "kinds.desc:68:3: kernel negate failed: CUDA_ERROR_LAUNCH_FAILED"},
		{"cuda", "", good + " GPU=1", 3, "there is no GPU 1: the machine has 1"},
		{"cuda", "", good + " GPU=first", 3, "DESCEND_GPU must be the number of a GPU, not first"},
	} {
		out := filepath.Join(dir, "out.npy")
		os.Remove(out)
		env := []string{"DESCEND_DEVICE=" + c.device, "DESCEND_LIBCUDA=" + lib, "FAKE_CUDA=programs=" + dir + " " + c.config}
		args, gpu, _ := strings.Cut(c.args, " GPU=")
		if gpu != "" {
			env = append(env, "DESCEND_GPU="+gpu)
		}
		r := b.run(t, dir, env, filepath.Join(dir, "kinds"), strings.Fields(args)...)
		if r.status != c.status || !strings.Contains(r.stderr, c.says) {
			t.Errorf("%+v: status %d\n%s", c, r.status, r.stderr)
		}
		a, err := npy.Read(out)
		if c.status == 0 && (err != nil || !bytes.Equal(a.Data[8:12], []byte{254, 255, 255, 255})) {
			t.Errorf("%+v: wrong result %v (%v)", c, a, err)
		}
		if c.status != 0 && err == nil {
			t.Errorf("%+v: an output file was written", c)
		}
	}
	for _, fn := range []string{"any_halves", "negate"} { // a launch with an extent of 0 is none for the driver either
		out, log := filepath.Join(dir, "none.npy"), filepath.Join(dir, fn+".log")
		env := []string{"DESCEND_DEVICE=cuda", "DESCEND_LIBCUDA=" + lib, "FAKE_CUDA=programs=" + dir + " log=" + log}
		r := b.run(t, dir, env, filepath.Join(dir, "kinds"), "--fn", fn, "--arg", "v=iota", "-D", "n=0", "--out", "v="+out)
		a, err := npy.Read(out)
		calls, _ := os.ReadFile(log)
		if r.status != 0 || err != nil || !slices.Equal(a.Shape, []int{0}) || !bytes.Contains(calls, []byte("cuMemAlloc_v2 1\n")) || bytes.Contains(calls, []byte("cuLaunchKernel")) {
			t.Errorf("%s of no elements: status %d, %v (%v)\n%s%s", fn, r.status, a, err, r.stderr, calls)
		}
	}
	r := b.run(t, dir, []string{"DESCEND_DEVICE=cuda", "DESCEND_LIBCUDA=" + dir + "/none.so"}, filepath.Join(dir, "kinds"), strings.Fields(good)...)
	if r.status != 3 || !strings.Contains(r.stderr, "the driver's library libcuda.so.1 cannot be loaded") {
		t.Errorf("no driver: status %d\n%s", r.status, r.stderr)
	}
}

// fakeGPU makes a program's executable, and a driver library in dir whose GPU runs its kernels on the host: the environment
// but for options of the library.
func fakeGPU(t *testing.T, b *toolbox, dir, name string) (env []string) {
	t.Helper()
	lib := fakecuda.Build(t, dir)
	copyFile(t, "native/"+name+".desc", filepath.Join(dir, name+".desc"))
	b.must(t, dir, "descendc", "build", name+".desc", "--emit=exe")
	m, err := nvvm.Emit(gpuModule(t, "native/"+name+".desc"), nvvm.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := harness.Build(m.Text, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	if err := fakecuda.Install(dir, nil, p); err != nil {
		t.Fatal(err)
	}
	return []string{"DESCEND_DEVICE=cuda", "DESCEND_LIBCUDA=" + lib, "FAKE_CUDA=programs=" + dir}
}

// testKernelPrints compares what kernels print, and how an assertion stops them, on all devices.
func testKernelPrints(t *testing.T, b *toolbox) {
	dir := t.TempDir()
	env := fakeGPU(t, b, dir, "prints")
	exe, descendc := filepath.Join(dir, "prints"), filepath.Join(b.bin, "descendc")
	for _, c := range []struct {
		command, env []string
	}{
		{[]string{descendc, "run", "prints.desc", "--device=sim"}, nil},
		{[]string{descendc, "run", "prints.desc", "--device=cpu"}, nil},
		{[]string{descendc, "run", "prints.desc", "--device=cuda"}, env},
		{[]string{exe}, []string{"DESCEND_DEVICE=cpu"}},
		{[]string{exe}, env},
	} {
		r := b.run(t, dir, c.env, c.command[0], append(c.command[1:], "--arg", "last=63")...)
		if want := "1\n\"100%\" of %s%n, é: 7 1.5 1 2.25 255 18446744073709551615 -3 0.5 65535 -9223372036854775807\n2\n"; r.status != 0 || r.stdout != want {
			t.Errorf("%v %v: status %d, printed\n%sexpected\n%s%s", c.env, c.command, r.status, r.stdout, want, r.stderr)
		}
		r = b.run(t, dir, c.env, c.command[0], append(c.command[1:], "--arg", "last=100")...)
		if r.status != 1 || !strings.Contains(r.stderr, "assertion failed: x < 100% of %s%n \"é\"") || !strings.Contains(r.stderr, "in block (1), thread (31)") ||
			!strings.Contains(r.stderr, "prints.desc:7:7") || !strings.HasPrefix(r.stdout, "1\n") || strings.Contains(r.stdout, "\n2\n") {
			t.Errorf("%v %v: status %d\n%s%s", c.env, c.command, r.status, r.stdout, r.stderr)
		}
	}
}

// testQueue holds that the host waits for kernels only where it sees what they did, and that what it sees then is as if it had waited
// for each: the results, and which launch has failed, before anything that comes after it.
func testQueue(t *testing.T, b *toolbox) {
	dir := t.TempDir()
	env := fakeGPU(t, b, dir, "queue")
	exe, log := filepath.Join(dir, "queue"), filepath.Join(dir, "log")
	for _, c := range []struct {
		args, stdout string
		status       int
		says         []string
		calls        map[string]int
	}{
		{"--arg rounds=1000", "1000 1000\n", 0, nil, map[string]int{"cuLaunchKernel": 1000, "cuCtxSynchronize": 1}},
		{"--fn steps --arg rounds=50 --arg limit=5000", "1225\n", 0, nil,
			map[string]int{"cuLaunchKernel": 101, "cuCtxSynchronize": 1, "cuMemcpyDtoD_v2": 100, "cuMemAlloc_v2": 51, "cuMemFree_v2": 51, "cuMemsetD32_v2": 51}},
		{"--fn steps --arg rounds=50 --arg limit=1000", "", 1, []string{"queue.desc:12:", "assertion failed: too large", "kernel other was launched at queue.desc:28:3"}, nil},
		{"--fn printing --arg by=1", "before\nafter\n", 0, nil, map[string]int{"cuCtxSynchronize": 2}},
		{"--fn printing --arg by=5000", "before\n", 1, []string{"queue.desc:5:", "assertion failed: by < 5000", "kernel add was launched at queue.desc:51:3 or queue.desc:52:3"}, nil},
		{"--fn stopping --arg by=5000", "", 1, []string{"assertion failed: by < 5000", "kernel add was launched at queue.desc:59:3"}, nil},
		{"--fn stopping --arg by=50", "", 1, []string{"assertion failed: of the host"}, nil},
	} {
		os.Remove(log)
		r := b.run(t, dir, []string{env[0], env[1], env[2] + " log=" + log}, exe, strings.Fields(c.args)...)
		if r.status != c.status || r.stdout != c.stdout {
			t.Errorf("%s: status %d, printed\n%s%s", c.args, r.status, r.stdout, r.stderr)
		}
		for _, s := range c.says {
			if !strings.Contains(r.stderr, s) {
				t.Errorf("%s: %q is not in\n%s", c.args, s, r.stderr)
			}
		}
		calls, _ := os.ReadFile(log)
		for f, want := range c.calls {
			if got := strings.Count("\n"+string(calls), "\n"+f+" "); got != want {
				t.Errorf("%s: %d calls of %s, expected %d", c.args, got, f, want)
			}
		}
	}
	// Memory that was freed while kernels ran is there again when there is no other.
	r := b.run(t, dir, []string{env[0], env[1], env[2] + " memory=64"}, exe, "--fn", "steps", "--arg", "rounds=50", "--arg", "limit=5000")
	if r.status != 0 || r.stdout != "1225\n" {
		t.Errorf("little memory: status %d\n%s%s", r.status, r.stdout, r.stderr)
	}
}

// testSeveralGPUs runs a program that uses two GPUs on the simulator, on the CPU and on the GPUs of the driver library
// for tests, interpreted and as an executable.
func testSeveralGPUs(t *testing.T, b *toolbox) {
	dir := t.TempDir()
	env := fakeGPU(t, b, dir, "gpus")
	exe := []string{filepath.Join(dir, "gpus")}
	run := func(device string) []string {
		return []string{filepath.Join(b.bin, "descendc"), "run", "gpus.desc", "--device=" + device}
	}
	fake := func(config string) []string {
		return []string{env[0], env[1], env[2] + " " + config}
	}
	const one, mixed = "there is no GPU 1", "launch of add with memory of different GPUs"
	for _, c := range []struct {
		command, env []string
		args         string
		status       int
		says         string
	}{
		{run("sim"), []string{"DESCEND_DEVICES=2"}, "second=1 mixed=false", 0, ""},
		{run("cpu"), []string{"DESCEND_DEVICES=2"}, "second=1 mixed=false", 0, ""},
		{exe, []string{"DESCEND_DEVICE=cpu", "DESCEND_DEVICES=2"}, "second=1 mixed=false", 0, "run on cpu"},
		{exe, fake("devices=2"), "second=1 mixed=false", 0, "run on cuda"},
		{run("cuda"), fake("devices=2"), "second=1 mixed=false", 0, ""},
		{exe, append(fake("devices=3"), "DESCEND_GPU=1"), "second=1 mixed=false", 0, "run on cuda"},
		{run("cuda:1"), fake("devices=3"), "second=1 mixed=false", 0, ""},
		{exe, fake("devices=2 memory=512"), "second=1 mixed=false", 0, "run on cuda"},
		{exe, fake("devices=2 memory=256"), "second=1 mixed=false", 1, "gpus.desc:28:16: out of memory: 256 bytes of the GPU (Fake GPU 0)"},
		{run("sim"), []string{"DESCEND_DEVICES=2"}, "second=1 mixed=true", 1, mixed},
		{run("cpu"), []string{"DESCEND_DEVICES=2"}, "second=1 mixed=true", 1, mixed},
		{exe, fake("devices=2"), "second=1 mixed=true", 1, "gpus.desc:30:14: " + mixed + ": some lies on GPU 0, some on GPU 1"},
		{run("cuda"), fake("devices=2"), "second=1 mixed=true", 1, mixed},
		{exe, fake("devices=2"), "second=0 mixed=true", 0, "run on cuda"},
		{run("sim"), nil, "second=1 mixed=false", 1, one},
		{run("cpu"), nil, "second=1 mixed=false", 1, one},
		{exe, fake("devices=1"), "second=1 mixed=false", 1, "gpus.desc:18:16: " + one + ": there is one, number 0"},
		{run("cuda"), fake("devices=1"), "second=1 mixed=false", 1, one},
		{run("sim"), []string{"DESCEND_DEVICES=3"}, "second=-1 mixed=false", 1, "there are 3, numbers 0 to 2"},
		{exe, append(fake("devices=3"), "DESCEND_GPU=1"), "second=2 mixed=false", 1, "there are 2, numbers 0 to 1"},
		{run("sim"), []string{"DESCEND_DEVICES=0"}, "second=0 mixed=false", 2, "DESCEND_DEVICES must be a number from 1 to 16"},
		{exe, []string{"DESCEND_DEVICE=cpu", "DESCEND_DEVICES=many"}, "second=0 mixed=false", 1, "DESCEND_DEVICES must be a number from 1 to 16"},
	} {
		second, mix, _ := strings.Cut(c.args, " ")
		r := b.run(t, dir, c.env, c.command[0], append(c.command[1:], "--arg", second, "--arg", mix)...)
		if r.status != c.status || !strings.Contains(r.stderr, c.says) || c.status == 0 && r.stdout != "11 22\n33\n" {
			t.Errorf("%v %v %s: status %d\n%s%s", c.env, c.command, c.args, r.status, r.stdout, r.stderr)
		}
	}
}

// TestManifestSchema validates the manifests of all programs.
func TestManifestSchema(t *testing.T) {
	schema, err := jsonschema.NewCompiler().Compile("../docs/manifest.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range append(programs(t), "native/kinds.desc") {
		var v any
		if err := json.Unmarshal([]byte(emit(t, file, "--emit=manifest")), &v); err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(v); err != nil {
			t.Errorf("%s: %v", file, err)
		}
	}
	if schema.Validate(map[string]any{"version": 1.0, "kernels": []any{}}) == nil {
		t.Error("a manifest without functions is valid")
	}
}
