package driver

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"descend/backend/cuda"
	"descend/backend/host"
	"descend/ir/need"
)

// write makes a file in the current folder.
func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

const markedProgram = `fn main() -[t: cpu.thread]-> () { print("main") }
fn helper(x: u32) -[t: cpu.thread]-> u32 { assert(x < 5); x + 1 }
test fn right() -[t: cpu.thread]-> () { assert(helper(1) == 2) }
test fn wrong() -[t: cpu.thread]-> () {
  print("begins");
  let x = [1u32, 2];
  for i in 0..2 { assert(helper(x[i]) == 2, "two") }
}
test fails fn fails() -[t: cpu.thread]-> () { let y = helper(5); }
test fails "x < 5" fn fails_with() -[t: cpu.thread]-> () { let y = helper(5); }
test fails "other" fn fails_otherwise() -[t: cpu.thread]-> () { let y = helper(5); }
test fails fn passes() -[t: cpu.thread]-> () { let y = helper(4); }
`

// TestTest runs tests that pass, that fail, and that have to fail.
func TestTest(t *testing.T) {
	_, err := host.Probe(t.Context(), host.Executable)
	need.Found(t, err)
	t.Chdir(t.TempDir())
	write(t, "a.desc", markedProgram)
	status, out := call("test", "--schedules=2")
	if status != exitRejected {
		t.Errorf("status %d", status)
	}
	for _, want := range []string{"ok     right (a.desc:3)\n", "FAILED wrong (a.desc:4)\n", "a.desc:7:19\n", "the sides are 3 and 2", "it printed:\n    begins\n",
		"ok     fails (", "ok     fails_with (", "FAILED fails_otherwise (", `it does not fail with "other"`, "FAILED passes (", "it has to fail, and did not",
		"\n6 tests in 1 file, each on sim in 2 orders and on cpu; 3 passed, 3 failed; "} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	status, out = call("test", "a.desc", "--run=right|fails", "--json", "--device=sim")
	var said struct {
		Passed, Failed int
		LeftOut        int `json:"left_out"`
		Tests          []testCase
	}
	if err := json.Unmarshal([]byte(out), &said); err != nil || status != exitRejected {
		t.Fatalf("status %d, %v: %s", status, err, out)
	}
	if said.Passed != 3 || said.Failed != 1 || said.LeftOut != 2 || len(said.Tests) != 4 || len(said.Tests[0].Runs) != 3 || said.Tests[0].Runs[2].Schedule != 2 {
		t.Errorf("%s", out)
	}
	if status, out := call("test", "a.desc", "--run=^right$"); status != 0 || !strings.Contains(out, "1 test in 1 file") || !strings.Contains(out, "1 passed, 0 failed, 5 left out") {
		t.Errorf("status %d: %s", status, out)
	}
}

// TestTestOrders finds what depends on the order of threads: each of them sees the others' work or not.
func TestTestOrders(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "order.desc", `fn count(order: & gpu.global [AtomicU32; 1], last: &uniq gpu.global [u32; 4]) -[grid: gpu.grid<X<4>, X<1>>]-> () {
  sched block in grid {
    sched t in block { last.group::<1>[[block]][[t]] = atomic_fetch_add(&order[0], 1) }
  }
}
test fn blocks_come_in_order() -[t: cpu.thread]-> () {
  let mut order = GpuGlobal::zeros::<[u32; 1]>();
  let mut last = GpuGlobal::zeros::<[u32; 4]>();
  count::<<<X<4>, X<1>>>>(to_atomic_array(&uniq order), &uniq last);
  let mut came = [0u32; 4];
  copy_mem(&uniq came, &last);
  for i in 0..4 { assert(came[i] == i as u32) }
}
`)
	if status, out := call("test", "--device=sim", "--schedules=1"); status != 0 {
		t.Errorf("in the natural order: status %d: %s", status, out)
	}
	if status, out := call("test", "--device=sim", "--schedules=8"); status != exitRejected || !strings.Contains(out, "sim in order 1") {
		t.Errorf("in others: status %d: %s", status, out)
	}
}

// TestTestUsage holds the statuses of what is no run.
func TestTestUsage(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "none.desc", "fn main() -[t: cpu.thread]-> () {}\n")
	write(t, "endless.desc", "test fn endless() -[t: cpu.thread]-> () { let mut x = [0u32; 2]; while x[0] < 2 { x[x[1]] = x[0] & 1 } }\n")
	write(t, "bad.desc", "test fn bad() -[t: cpu.thread]-> () { let x: i32 = true; }\n")
	for _, c := range []struct {
		line   string
		status int
		want   string
	}{
		{"none.desc", 0, "no tests: "},
		{"nowhere.desc", exitUsage, "no such file"},
		{"none.desc --run=(", exitUsage, "regular expression"},
		{"endless.desc --run=never", exitUsage, "the tests are endless"},
		{"endless.desc --device=gpu", exitUsage, "--device takes"},
		{"endless.desc --schedules=0", exitUsage, "--schedules"},
		{"endless.desc -j=-1", exitUsage, "-j"},
		{"endless.desc --device=sim --schedules=1 --timeout=50ms", exitRejected, "took longer than 50ms"},
		{"bad.desc none.desc", exitRejected, "1 file rejected"},
	} {
		if status, out := call(append([]string{"test"}, strings.Fields(c.line)...)...); status != c.status || !strings.Contains(out, c.want) {
			t.Errorf("test %s: status %d: %s", c.line, status, out)
		}
	}
}

// TestBench measures marked functions and a kernel, saves that, and compares with it.
func TestBench(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "a.desc", `fn twice<n: nat>(x: &uniq gpu.global [i32; n]) -[grid: gpu.grid<X<(n + 255) / 256>, X<256>>]-> () {
  sched(X) block in grid {
    sched(X) thread in block { x.group_up::<256>[[block]][[thread]] *= 2 }
  }
}
bench fn small() -[t: cpu.thread]-> () { let mut x = GpuGlobal::zeros::<[i32; 256]>(); twice::<<<_, _>>>(&uniq x) }
bench fn large() -[t: cpu.thread]-> () { let mut x = GpuGlobal::zeros::<[i32; 25600]>(); twice::<<<_, _>>>(&uniq x) }
`)
	if status, out := call("bench", "a.desc", "--device=sim", "--save=old.json"); status != 0 || !strings.Contains(out, "small ") || !strings.Contains(out, "large ") || !strings.Contains(out, "\nmeasured on sim\n") || !strings.Contains(out, " cycles") {
		t.Fatalf("status %d: %s", status, out)
	}
	var of benchRecord
	text, err := os.ReadFile("old.json")
	if err == nil {
		err = json.Unmarshal(text, &of)
	}
	if err != nil || len(of.Results) != 2 || of.Results[0].Median <= 0 || of.Results[1].Median <= of.Results[0].Median {
		t.Fatalf("%v: %s", err, text)
	}
	if status, out := call("bench", "a.desc", "--device=sim", "--against=old.json"); status != 0 || strings.Count(out, "as before") != 2 {
		t.Errorf("status %d: %s", status, out)
	}
	of.Results[0].Median /= 2
	text, _ = json.Marshal(of)
	write(t, "old.json", string(text))
	if status, out := call("bench", "a.desc", "--device=sim", "--against=old.json"); status != 0 || !strings.Contains(out, "  +100%") {
		t.Errorf("status %d: %s", status, out)
	}
	write(t, "none.txt", "{}")
	for file, want := range map[string]string{"old.json": "not of twice", "a.desc": "it is no record", "none.txt": "it is no record", "none.json": "cannot read none.json: no such file"} {
		if status, out := call("bench", "a.desc", "--device=sim", "--fn=twice", "-D", "n=1000", "--arg=x=ones", "--against="+file); status != exitUsage || !strings.Contains(out, want) {
			t.Errorf("against %s: status %d: %s", file, status, out)
		}
	}
	if status, out := call("bench", "a.desc", "--device=sim", "--fn=twice", "-D", "n=1000", "--arg=x=ones", "--json"); status != 0 || !strings.Contains(out, `"name": "twice"`) {
		t.Errorf("status %d: %s", status, out)
	}
	t.Setenv(cuda.LibraryVar, filepath.Join(t.TempDir(), "none"))
	for _, c := range []struct {
		args   string
		status int
	}{
		{"--against=none.json", exitUsage}, {"--against=old.json", exitUsage}, {"--runs=0", exitUsage}, {"--device=gpu", exitUsage}, {"--fn=none", exitUsage},
		{"--fn=twice", exitUsage}, {"--device=cuda:x", exitUsage}, {"--device=cuda", exitTool},
	} {
		if status, out := call("bench", "a.desc", "--runs=1", c.args); status != c.status {
			t.Errorf("%s: status %d, expected %d: %s", c.args, status, c.status, out)
		}
	}
	_, err = host.Probe(t.Context(), host.Executable)
	need.Found(t, err)
	if status, out := call("bench", "a.desc", "--runs=3"); status != 0 || strings.Count(out, "3 runs") != 2 {
		t.Errorf("status %d: %s", status, out)
	}
}

// TestMarkedAreNotBuilt holds that programs that are built are without tests, and have what only tests call.
func TestMarkedAreNotBuilt(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "a.desc", markedProgram)
	status, out := call("build", "a.desc", "--emit=header", "-o", "-")
	if status != 0 || !strings.Contains(out, "a_helper(") || !strings.Contains(out, "a_main(") || strings.Contains(out, "right") || strings.Contains(out, "fails") {
		t.Errorf("status %d: %s", status, out)
	}
	if status, out := call("run", "a.desc", "--fn=right"); status != 0 {
		t.Errorf("a test by its name: status %d: %s", status, out)
	}
}

// TestStdTests runs the tests of the modules of the language.
func TestStdTests(t *testing.T) {
	if status, out := call("test", "../../frontend/std", "--device=sim", "--schedules=2"); status != 0 || strings.Count(out, "ok  ") < 5 {
		t.Errorf("status %d: %s", status, out)
	}
}
