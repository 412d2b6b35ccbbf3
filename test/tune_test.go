package test

import (
	"encoding/json"
	"os"
	"path/filepath"
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
		{"a list of no nat", "", "tune p.desc -D bz=32,64 -D n=64" + args, 2, "no function has a nat generic bz"},
		{"too many", "", "tune p.desc -D n=" + strings.Repeat("1,2,", 1) + strings.Join(strings.Fields(strings.Repeat("7 ", 3)), ",") + " -D bs=" + numbers(5000) + args, 2, "4096 combinations"},
		{"runs", "", "tune p.desc -D bs=32,64 -D n=64 --runs=0" + args, 2, "--runs"},
		{"an unknown device", "", "tune p.desc -D bs=32,64 -D n=64 --device=tpu" + args, 2, "--device"},
		{"no argument", "", "tune p.desc -D bs=32,64 -D n=64 --arg x=ones", 2, "parameter out"},
		{"the source as the record", "", "tune p.desc -D bs=32,64 -D n=64 -o p.desc" + args, 2, "p.desc"},
		{"a record that is none", "hello", "tune p.desc -D bs=32,64 -D n=64" + args, 2, "is no record"},
		{"a newer record", `{"version": 2, "devices": {}}`, "build p.desc -o out --tuned=p.tuned.json", 2, "version 2"},
		{"a missing record", "", "build p.desc -o out --tuned=q.json", 2, "q.json"},
		{"a record without devices", `{"version": 1, "devices": {}}`, "build p.desc -o out --tuned=p.tuned.json", 2, "no device"},
		{"a record of another program", `{"version": 1, "devices": {"sim": {"function": "f", "fixed": {}, "best": {"q": "3"}, "unit": "s", "trials": []}}}`, "build p.desc -o out --tuned=p.tuned.json", 2, "no function has a nat generic q"},
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
