package test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"descend/backend/cuda/fakecuda"
	"descend/backend/harness"
	"descend/backend/host"
	"descend/backend/ptx"
	"descend/ir/need"
	"descend/test/kit"
	"descend/tools/driver"
)

// blockSums is a program with a size to choose, which its clauses bound.
const blockSums = `fn sums<n: nat, bs: nat>(x: & gpu.global [f32; n], out: &uniq gpu.global [f32; n / bs]) -[grid: gpu.grid<X<n / bs>, X<bs>>]-> ()
  where n % bs == 0, bs % 32 == 0, bs <= 256 {
  sched(X) block in grid {
    let tile = alloc::<gpu.shared, [f32; bs]>();
    sched(X) thread in block { tile[[thread]] = x.group::<bs>[[block]][[thread]] };
    sync;
    split(X) block at 1 {
      first => sched(X) thread in first {
        let mut sum = 0.0;
        for i in 0..bs { sum += tile[i] };
        out.group::<1>[[block]][[thread]] = sum
      },
      others => {}
    }
  }
}

fn main<n: nat, bs: nat>(x: & cpu.mem [f32; n], out: &uniq cpu.mem [f32; n / bs]) -[t: cpu.thread]-> () where n % bs == 0, bs % 32 == 0, bs <= 256 {
  let on_gpu = GpuGlobal::copy(x);
  let mut sums_on_gpu = GpuGlobal::zeros::<[f32; n / bs]>();
  sums::<<<X<n / bs>, X<bs>>>>(&on_gpu, &uniq sums_on_gpu);
  copy_mem(out, &sums_on_gpu)
}
`

// tuned is what the test looks at of a record.
type tuned struct {
	Devices map[string]struct {
		Best   map[string]string
		Trials []struct {
			Sizes    map[string]string
			Value    *float64
			Elements int
			Excluded string
		}
	}
}

// tuneSums tunes blockSums and gives the record, which is valid.
func tuneSums(t *testing.T, device string, flags ...string) tuned {
	t.Helper()
	out := descendcPrints(t, append([]string{"tune", "p.desc", "-D", "bs=32,64,100,256,512", "-D", "n=1024", "--arg", "x=ones", "--arg", "out=zeros", "--device=" + device}, flags...)...)
	for _, want := range []string{"excluded by `n % bs == 0`", "excluded by `bs <= 256`", "best\n"} {
		if !strings.Contains(out, want) {
			t.Errorf("%s: no %q in\n%s", device, want, out)
		}
	}
	return validRecord(t)
}

// validRecord reads the record of p.desc, and wants it to be as its schema says.
func validRecord(t *testing.T) tuned {
	t.Helper()
	schema, err := jsonschema.NewCompiler().Compile(filepath.Join(repository(t), "docs/tuned.schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	var any any
	var r tuned
	text := []byte(kit.Read(t, "p.tuned.json"))
	if err := json.Unmarshal(text, &any); err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(any); err != nil {
		t.Error(err)
	}
	if err := json.Unmarshal(text, &r); err != nil {
		t.Fatal(err)
	}
	return r
}

var startFolder, _ = os.Getwd()

func repository(t *testing.T) string { return filepath.Dir(startFolder) }

// checkBest wants the best sizes to be those of the least value, and a value or a clause for each combination.
func checkBest(t *testing.T, r tuned, device string) {
	t.Helper()
	d, ok := r.Devices[device]
	if !ok {
		t.Fatalf("the record has %v, not %s", r, device)
	}
	best, least, excluded := "", 0.0, map[string]string{}
	for _, n := range d.Trials {
		bs := n.Sizes["bs"]
		switch {
		case n.Value == nil:
			excluded[bs] = n.Excluded
		case best == "" || *n.Value < least:
			best, least = bs, *n.Value
		}
	}
	if d.Best["bs"] != best || len(d.Trials) != 5 {
		t.Errorf("%s: best is %v of %d, least is %s", device, d.Best, len(d.Trials), best)
	}
	if diff := cmp.Diff(map[string]string{"100": "n % bs == 0", "512": "bs <= 256"}, excluded); diff != "" {
		t.Errorf("%s: excluded: %s", device, diff)
	}
}

// TestTune tunes on the simulator, which counts, and as native code, and builds with the record.
func TestTune(t *testing.T) {
	need.Found(t, ptx.Ready())
	t.Setenv(host.CacheVar, t.TempDir())
	t.Chdir(t.TempDir())
	if err := os.WriteFile("p.desc", []byte(blockSums), 0o644); err != nil {
		t.Fatal(err)
	}
	r := tuneSums(t, "sim")
	checkBest(t, r, "sim")
	want := descendcPrints(t, "build", "p.desc", "--emit=llvm", "-o", "-", "-D", "bs="+r.Devices["sim"].Best["bs"])
	if got := descendcPrints(t, "build", "p.desc", "--emit=llvm", "-o", "-", "--tuned=p.tuned.json"); got != want {
		t.Error("--tuned and -D of the best size differ")
	}
	r = tuneSums(t, "cpu", "--runs=1")
	checkBest(t, r, "cpu")
	checkBest(t, r, "sim") // stays
	if got := descendcPrints(t, "build", "p.desc", "--emit=llvm", "-o", "-", "--tuned=p.tuned.json:sim"); got != want {
		t.Error("--tuned of a device and -D of the best size differ")
	}
	checkBadInput(t, []string{"build", "p.desc", "-o", "out", "--tuned=p.tuned.json"}, 2, "has sizes for cpu, sim: say which")
}

// TestTuneWork tunes sizes that change how much there is to do: the rate is compared, and the table says so. A size of a block does not change it.
func TestTuneWork(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("p.desc", []byte(blockSums), 0o644); err != nil {
		t.Fatal(err)
	}
	const arrays = " --arg x=ones --arg out=zeros --device=sim"
	out := descendcPrints(t, strings.Fields("tune p.desc -D n=0,64,4096 -D bs=32,64"+arrays)...)
	for _, want := range []string{"cycles  elements  for each", "has no elements\n", "the sizes change how many elements"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	r := validRecord(t).Devices["sim"]
	best, least := map[string]string{}, 0.0
	for _, n := range r.Trials {
		if n.Sizes["n"] == "0" {
			continue
		}
		if each := *n.Value / float64(n.Elements); len(best) == 0 || each < least {
			best, least = n.Sizes, each
		}
		if want := n.Sizes["n"]; strconv.Itoa(n.Elements) != want {
			t.Errorf("%d elements for n = %s", n.Elements, want)
		}
	}
	if diff := cmp.Diff(best, r.Best); diff != "" {
		t.Errorf("best is %v, not %v", r.Best, best)
	}
	out = descendcPrints(t, strings.Fields("tune p.desc -D n=1024 -D bs=32,64"+arrays)...)
	if r := validRecord(t).Devices["sim"]; strings.Contains(out, "elements") || r.Trials[0].Elements != 0 {
		t.Errorf("elements where all have as many: %+v\n%s", r, out)
	}
	checkBadInput(t, strings.Fields("tune p.desc -D n=1000 -D bs=32,64"+arrays), 1, "no combination of the sizes runs")
	checkBadInput(t, strings.Fields("bench p.desc --fn main -D n=1000 -D bs=32"+arrays), 1, "main: needs `n % bs == 0`, which is false for bs = 32, n = 1000")
}

// TestTuneCUDA tunes on the driver library for tests.
func TestTuneCUDA(t *testing.T) {
	dir := t.TempDir()
	lib := fakecuda.Build(t, dir)
	t.Chdir(t.TempDir())
	if err := os.WriteFile("p.desc", []byte(blockSums), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, bs := range []string{"32", "64", "256"} {
		p, err := harness.Build([]byte(descendcPrints(t, "build", "p.desc", "--emit=llvm", "-o", "-", "-D", "n=1024", "-D", "bs="+bs)), 3)
		if err != nil {
			t.Fatal(err)
		}
		defer p.Close()
		image := descendcPrints(t, "build", "p.desc", "-g", "--target=sm_90", "-o", "-", "-D", "n=1024", "-D", "bs="+bs)
		if err := fakecuda.Install(dir, []byte(image), p); err != nil {
			t.Fatal(err)
		}
	}
	fakecuda.Use(t, lib, "programs="+dir)
	checkBest(t, tuneSums(t, "cuda", "--runs=2"), "cuda: Fake GPU 0")
}

// boundsOf is what a record says of bounds.
type boundsOf struct {
	Devices map[string]struct {
		Bounds *struct {
			Target  string
			Kernels map[string]map[string]int
		}
		BoundTrials []struct {
			Kernel           string
			Bounds           map[string]int
			Registers, Warps int
			Blocks           int
			Spilled          int `json:"spilled_bytes"`
			Value            *float64
		} `json:"bound_trials"`
	}
}

// assembler is a ptxas that gives threads the registers that the bound of sums leaves, of the 130 that it wants, and spills below 128.
const assembler = `#!/bin/sh
blocks=$(sed -n 's/^\.minnctapersm \([0-9]*\).*/\1/p' "$5")
registers=130 spilled=0
case "$blocks" in '') ;; 2) registers=128 ;; *) registers=$((256 / blocks / 8 * 8)) spilled=24 ;; esac
cat >&2 <<END
ptxas info    : Compiling entry function 'sums' for 'sm_90'
ptxas info    : Function properties for sums
    $spilled bytes stack frame, $spilled bytes spill stores, $spilled bytes spill loads
ptxas info    : Used $registers registers, 1024 bytes smem
END
: > "$4"
`

// tuneBounds tunes the bounds of blockSums and gives the record, which is valid, and the output.
func tuneBounds(t *testing.T, device string, flags ...string) (boundsOf, string) {
	t.Helper()
	if err := os.WriteFile("p.desc", []byte(blockSums), 0o644); err != nil {
		t.Fatal(err)
	}
	out := descendcPrints(t, append([]string{"tune", "p.desc", "--bounds", "-D", "bs=256", "-D", "n=1024", "--arg", "x=ones", "--arg", "out=zeros", "--device=" + device}, flags...)...)
	validRecord(t)
	var r boundsOf
	if err := json.Unmarshal([]byte(kit.Read(t, "p.tuned.json")), &r); err != nil {
		t.Fatal(err)
	}
	return r, out
}

// TestTuneBounds chooses bounds by what an assembler says, builds and reports with them.
func TestTuneBounds(t *testing.T) {
	need.Found(t, ptx.Ready())
	t.Chdir(t.TempDir())
	tools := t.TempDir()
	if err := os.WriteFile(filepath.Join(tools, "ptxas"), []byte(assembler), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", tools+":/usr/bin:/bin")
	r, out := tuneBounds(t, "sim", "--target=sm_90")
	d := r.Devices["sim"]
	if b := d.Bounds; b == nil || b.Target != "sm_90" || !cmp.Equal(b.Kernels, map[string]map[string]int{"sums": {"blocks": 2}}) {
		t.Errorf("bounds are %+v of\n%s", b, out)
	}
	if n := d.BoundTrials; len(n) != 3 || n[0].Registers != 130 || n[0].Blocks != 1 || n[1].Blocks != 2 || n[1].Warps != 16 || n[2].Spilled != 48 {
		t.Errorf("trials are %+v", n)
	}
	for _, want := range []string{"sums    none", "2 blocks        128        0", "best\n", "3 blocks", "spills\n"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	for target, bound := range map[string]bool{"sm_90": true, "sm_80": false} {
		var out, errs strings.Builder
		if status := driver.Main([]string{"build", "p.desc", "--tuned=p.tuned.json", "--target=" + target, "-o", "-"}, strings.NewReader(""), &out, &errs); status != 0 {
			t.Fatal(errs.String())
		}
		if strings.Contains(out.String(), ".minnctapersm 2\n") != bound || strings.Contains(errs.String(), "the bounds of p.tuned.json are for sm_90, and left out for "+target) == bound {
			t.Errorf("%s: %s\n%s", target, errs.String(), out.String())
		}
	}
	if text := descendcPrints(t, "build", "p.desc", "--tuned=p.tuned.json", "--target=sm_90", "--emit=gpu", "-o", "-"); !strings.Contains(text, "nvvm.minctasm = 2 : i32") {
		t.Error(text)
	}
	const args = " --arg x=ones --arg out=zeros"
	checkBadInput(t, strings.Fields("tune p.desc --bounds -D bs=48 -D n=1024"+args), 1, "excluded by `n % bs == 0`")
	const with = "128 a thread on sm_90, bound by 2 blocks, none spilled; 2 blocks with 16 of 64 warps at once, limited by registers line"
	if text := descendcPrints(t, "report", "p.desc", "-D", "n=1024", "--tuned=p.tuned.json", "--target=sm_90"); !strings.Contains(unwrapped(text), with) {
		t.Error(text)
	}
	t.Run("without ptxas", func(t *testing.T) {
		t.Setenv("PATH", t.TempDir())
		checkBadInput(t, strings.Fields("tune p.desc --bounds -D bs=256 -D n=1024"+args), 3, "without it --bounds needs a GPU")
	})
	const without = "130 a thread on sm_90, none spilled; 1 blocks with 8 of 64 warps at once, limited by registers: `descendc tune --bounds`"
	if text := descendcPrints(t, "report", "p.desc", "-D", "n=1024", "-D", "bs=256", "--target=sm_90"); !strings.Contains(unwrapped(text), without) {
		t.Error(text)
	}
}

// unwrapped is a text in one line, with a space between words.
func unwrapped(text string) string { return strings.Join(strings.Fields(text), " ") }

// TestBoundsOfInstances gives bounds to kernels by the names that instances have: of several sizes, and of functions of modules.
func TestBoundsOfInstances(t *testing.T) {
	need.Found(t, ptx.Ready())
	t.Chdir(t.TempDir())
	files := map[string]string{
		"more.desc": `pub fn k<n: nat, m: nat>(x: &uniq gpu.global [[f32; n]; m]) -[grid: gpu.grid<X<m>, X<n>>]-> () {
  sched b in grid { sched t in b { x[[b]][[t]] *= 2.0 } }
}
`,
		"p.desc": `use more;
fn main() -[t: cpu.thread]-> () {
  let mut a = GpuGlobal::zeros::<[[f32; 32]; 4]>();
  let mut b = GpuGlobal::zeros::<[[f32; 64]; 8]>();
  more::k::<<<_, _>>>(&uniq *a);
  more::k::<<<_, _>>>(&uniq *b)
}
`,
	}
	for name, text := range files {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string]int{"more__k__64_8": 1, "more__k": 2, "more::k": 2} {
		if err := os.WriteFile("p.tuned.json", []byte(record(`"bounds": {"target": "sm_60", "kernels": {"`+name+`": {"blocks": 2}}}`)), 0o644); err != nil {
			t.Fatal(err)
		}
		text := descendcPrints(t, "build", "p.desc", "--tuned=p.tuned.json", "-o", "-")
		if n := strings.Count(text, ".minnctapersm 2"); n != want || strings.Count(text, ".entry more__k__") != 2 {
			t.Errorf("%s: %d kernels are bound, want %d of 2\n%s", name, n, want, text)
		}
	}
	if err := os.WriteFile("p.tuned.json", []byte(record(`"bounds": {"target": "sm_60", "kernels": {"more__kk": {"blocks": 2}}}`)), 0o644); err != nil {
		t.Fatal(err)
	}
	checkBadInput(t, strings.Fields("build p.desc -o out --tuned=p.tuned.json"), 2, "no kernel more__kk")
}

// TestTuneBoundsCUDA measures bounds on the driver library for tests, which gives fewer registers where they are asked for.
func TestTuneBoundsCUDA(t *testing.T) {
	dir := t.TempDir()
	lib := fakecuda.Build(t, dir)
	t.Chdir(t.TempDir())
	if err := os.WriteFile("p.desc", []byte(blockSums), 0o644); err != nil {
		t.Fatal(err)
	}
	p, err := harness.Build([]byte(descendcPrints(t, "build", "p.desc", "--emit=llvm", "-o", "-", "-D", "n=1024", "-D", "bs=256")), 3)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if err := fakecuda.Install(dir, nil, p); err != nil {
		t.Fatal(err)
	}
	fakecuda.Use(t, lib, "programs="+dir, "registers=130")
	r, out := tuneBounds(t, "cuda", "--runs=2")
	d := r.Devices["cuda: Fake GPU 0"]
	var registers []int
	var best map[string]int
	least := 0.0
	for i, n := range d.BoundTrials {
		registers = append(registers, n.Registers)
		if n.Value == nil {
			t.Fatalf("trial %d has no time", i)
		}
		if i == 0 || *n.Value < least {
			best, least = n.Bounds, *n.Value
		}
	}
	if diff := cmp.Diff([]int{130, 128, 80, 64, 48, 40, 32}, registers); diff != "" {
		t.Errorf("registers: %s\n%s", diff, out)
	}
	if b := d.Bounds; len(best) == 0 && b != nil || len(best) > 0 && (b == nil || b.Target != "sm_90" || !cmp.Equal(b.Kernels["sums"], best)) {
		t.Errorf("bounds are %+v, the fastest are %v", b, best)
	}
}

// TestTuneMistakes gives tune and --tuned what users give by mistake.
func TestTuneMistakes(t *testing.T) {
	const args = " --arg x=ones --arg out=zeros"
	for _, c := range []struct {
		name, record, args string
		status             int
		says               string
	}{
		{"no list", "", "tune p.desc -D bs=32 -D n=64" + args, 2, "-D bs=64,128,256"},
		{"sizes that clauses exclude", "", "tune p.desc -D bs=48,512 -D n=1024" + args, 1, "excluded by `bs <= 256`"},
		{"none is left", "", "tune p.desc -D bs=48,512 -D n=1024" + args, 1, "no combination of the sizes runs"},
		{"a size that is no number", "", "tune p.desc -D bs=32,x -D n=64" + args, 2, `not "bs=32,x"`},
		{"a size twice", "", "tune p.desc -D bs=32,64 -D bs=32 -D n=64" + args, 2, "-D gives bs twice"},
		{"a list of no nat", "", "tune p.desc -D bz=32,64 -D n=64" + args, 2, "main has no size of that name; there is bs, n"},
		{"too many", "", "tune p.desc -D n=" + strings.Repeat("1,2,", 1) + strings.Join(strings.Fields(strings.Repeat("7 ", 3)), ",") + " -D bs=" + numbers(5000) + args, 2, "4096 combinations"},
		{"runs", "", "tune p.desc -D bs=32,64 -D n=64 --runs=0" + args, 2, "--runs"},
		{"an unknown device", "", "tune p.desc -D bs=32,64 -D n=64 --device=tpu" + args, 2, "--device"},
		{"no argument", "", "tune p.desc -D bs=32,64 -D n=64 --arg x=ones", 2, "parameter out"},
		{"the source as the record", "", "tune p.desc -D bs=32,64 -D n=64 -o p.desc" + args, 2, "p.desc"},
		{"a record that is none", "hello", "tune p.desc -D bs=32,64 -D n=64" + args, 2, "is no record"},
		{"a newer record", `{"version": 2, "devices": {}}`, "build p.desc -o out --tuned=p.tuned.json", 2, "version 2"},
		{"bounds of too many blocks", record(`"bounds": {"target": "sm_90", "kernels": {"sums": {"blocks": 99}}}`), "build p.desc -o out --tuned=p.tuned.json", 2, "bounds of sums are 1 to 32 blocks"},
		{"bounds of too few registers", record(`"bounds": {"target": "sm_90", "kernels": {"sums": {"registers": 3}}}`), "build p.desc -o out --tuned=p.tuned.json", 2, "16 to 255 registers"},
		{"bounds for no target", record(`"bounds": {"target": "sm_9", "kernels": {"sums": {"blocks": 2}}}`), "build p.desc -o out --tuned=p.tuned.json", 2, `unknown target "sm_9"`},
		{"bounds of no kernel", record(`"bounds": {"target": "sm_60", "kernels": {"sum": {"blocks": 2}}}`), "build p.desc -o out --tuned=p.tuned.json", 2, "no kernel sum"},
		{"bounds for an unknown target", "", "tune p.desc --bounds --target=sm_1 -D bs=32 -D n=64" + args, 2, `unknown target "sm_1"`},
		{"neither sizes nor bounds", "", "tune p.desc -D bs=32 -D n=64" + args, 2, "or --bounds"},
		{"a missing record", "", "build p.desc -o out --tuned=q.json", 2, "q.json"},
		{"a record without devices", `{"version": 1, "devices": {}}`, "build p.desc -o out --tuned=p.tuned.json", 2, "no device"},
		{"a record of another program", `{"version": 1, "devices": {"sim": {"function": "f", "fixed": {}, "best": {"q": "3"}, "unit": "s", "trials": []}}}`, "build p.desc -o out --tuned=p.tuned.json", 2, "no entry function has a size of that name; there is bs, n"},
		{"a record with a wrong size", `{"version": 1, "devices": {"sim": {"function": "f", "fixed": {}, "best": {"bs": "x"}, "unit": "s", "trials": []}}}`, "build p.desc -o out --tuned=p.tuned.json", 2, "bs=x"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			for name, text := range map[string]string{"p.desc": blockSums, "p.tuned.json": c.record} {
				if text == "" {
					continue
				}
				if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			checkBadInput(t, strings.Fields(c.args), c.status, c.says)
		})
	}
}

// record is one with further fields of a device.
func record(more string) string {
	return `{"version": 1, "devices": {"sim": {"function": "main", "fixed": {}, "best": {}, "unit": "s", "trials": [], ` + more + `}}}`
}

// numbers are those below n, with commas.
func numbers(n int) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteString(",")
		}
		b.WriteString(string(rune('0'+i/1000%10)) + string(rune('0'+i/100%10)) + string(rune('0'+i/10%10)) + string(rune('0'+i%10)))
	}
	return b.String()
}
