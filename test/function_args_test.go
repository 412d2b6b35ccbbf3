package test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"descend/tools/driver"
)

// TestFunctionArgsCost holds that functions that are arguments cost nothing: the PTX is that of the program with what they compute written
// out.
func TestFunctionArgsCost(t *testing.T) {
	given := `fn fold(op: fn(f32, f32) -> f32, x: f32, y: f32) -[e: any]-> f32 { op(op(x, y), y) }
fn k<n: nat>(op: fn(f32) -> f32, c: f32, v: &uniq gpu.global [f32; n * 64]) -[grid: gpu.grid<X<n>, X<64>>]-> () {
  sched(X) block in grid { sched(X) t in block {
    let x = v.group::<64>[[block]][[t]];
    v.group::<64>[[block]][[t]] = fold(|a, b| max(a, b) * c, op(x), x)
  } }
}
fn main<n: nat>(v: &uniq gpu.global [f32; n * 64]) -[t: cpu.thread]-> () { k::<<<X<n>, X<64>>>>(|a| a * a + 1.0, 2.0, v) }
`
	written := strings.NewReplacer("op: fn(f32) -> f32, ", "", "|a| a * a + 1.0, ", "",
		"fold(|a, b| max(a, b) * c, op(x), x)", "max(max(x * x + 1.0, x) * c, x) * c").Replace(given)
	named := strings.NewReplacer("fn fold(op: fn(f32, f32) -> f32, x", "fn more(a: f32) -[e: any]-> f32 { a * a + 1.0 }\nfn fold<op: fn(f32, f32) -> f32>(x",
		"fn k<n: nat>(op: fn(f32) -> f32, c", "fn k<n: nat, op: fn(f32) -> f32>(c", "fold(|a, b| max(a, b) * c, op(x), x)", "fold::<max>(op(x), x)",
		">>>>(|a| a * a + 1.0, ", ">>>>::<_, more>(").Replace(given)
	writtenNamed := strings.ReplaceAll(written, "max(max(x * x + 1.0, x) * c, x) * c", "max(max(x * x + 1.0, x), x)")
	for _, p := range [][2]string{{given, written}, {named, writtenNamed}} {
		if ptx := ptxOf(t, p[0]); ptx != ptxOf(t, p[1]) || !strings.Contains(ptx, ".entry k(") {
			t.Errorf("the PTX differs from that of the program without functions as arguments:\n%s", ptx)
		}
	}
}

// TestFunctionArgsSizes holds that what a function literal needs of sizes is checked where it is given, if it is known only when the
// program runs.
func TestFunctionArgsSizes(t *testing.T) {
	program := `fn g(op: fn(i32) -> i32) -[t: cpu.thread]-> i32 { op(1) }
fn main() -[t: cpu.thread]-> () {
  let mut j: u64 = 2;
  while true {
    let nat k = j;
    g(|a| a + nat_as_u64::<3 / k>() as i32);
    print(k);
    j -= 1
  }
}
`
	file := filepath.Join(t.TempDir(), "program.desc")
	if err := os.WriteFile(file, []byte(program), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, device := range []string{"sim", "cpu"} {
		var out, errs bytes.Buffer
		status := driver.Main([]string{"run", file, "--device=" + device}, strings.NewReader(""), &out, &errs)
		if status != 1 || out.String() != "2\n1\n" || !strings.Contains(errs.String(), "program.desc:6:7") {
			t.Errorf("%s: exit status %d\n%s%s", device, status, out.String(), errs.String())
		}
	}
}

// ptxOf is the PTX of a program.
func ptxOf(t *testing.T, program string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "program.desc")
	if err := os.WriteFile(file, []byte(program), 0o644); err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	if status := driver.Main([]string{"build", file, "--emit=ptx", "-o", "-"}, strings.NewReader(""), &out, &errs); status != 0 {
		t.Fatalf("exit status %d\n%s", status, errs.String())
	}
	return out.String()
}
