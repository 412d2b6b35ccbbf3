package driver

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestDraw writes pages and drawings, of a program, of one with a race, and of what cannot be drawn.
func TestDraw(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	write := func(name, text string) {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("ok.desc", `fn k<n: nat>(x: &uniq gpu.global [i32; n]) -[g: gpu.grid<X<(n + 31) / 32>, X<32>>]-> () {
  sched block in g { sched t in block { x.group_up::<32>[[block]][[t]] += 1 } }
}
fn wide<n: nat>(x: &uniq gpu.global [i32; n]) -[g: gpu.grid<X<(n + 255) / 256>, X<256>>]-> () {
  sched block in g { sched t in block { x.group_up::<256>[[block]][[t]] += 1 } }
}
fn main<n: nat>(x: &uniq cpu.mem [i32; n]) -[t: cpu.thread]-> () {
  let mut y = GpuGlobal::copy(&*x);
  k::<<<_, _>>>(&uniq y);
  copy_mem(x, &y)
}`)
	write("race.desc", `fn k(x: &uniq gpu.global [i32; 32]) -[g: gpu.grid<X<1>, X<32>>]-> () {
  sched block in g { sched t in block { x[0] = 1 } }
}`)
	write("cpu.desc", `fn main() -[t: cpu.thread]-> () { }`)
	write("wrong.desc", `fn main() -[t: cpu.thread]-> () { let x: i32 = true; }`)
	for _, c := range []struct {
		args   string
		status int
		file   string
		has    []string // in the file, or in messages if there is none
	}{
		{"ok.desc", 0, "ok.html", []string{`"grid":[2,1,1]`, "mountPictures("}},
		{"ok.desc -D n=33 -o a.svg", 0, "a.svg", []string{"k, grid 2, block 32", "x: [i32; 33] in gpu.global"}},
		{"ok.desc --arg x=1,2,3 --color=thread -o b.svg", 0, "b.svg", []string{"k, grid 1, block 32", "threads of a warp"}},
		{"ok.desc --fn=k -o c.svg", 0, "c.svg", []string{"k, grid 2, block 32"}},
		{"ok.desc -D n=10000000 -o big.svg", 0, "big.svg", []string{"k, grid 312500, block 32", "the first 256 blocks of 312500"}},
		{"ok.desc -D n=10000000 --fn=wide -o wide.svg", 0, "wide.svg", []string{"the first 60000 accesses"}},
		{"race.desc -o d.svg", 1, "d.svg", []string{"Data race on x[0]", "thread (0) of block (0)", "thread (1) of block (0)"}},
		{"cpu.desc", 1, "", []string{"launches no kernel"}},
		{"wrong.desc", 1, "", []string{"mismatched-types"}},
		{"ok.desc -o a.png", 2, "", []string{".svg or .html"}},
		{"ok.desc --color=blocks", 2, "", []string{"did you mean block?"}},
		{"ok.desc -o -", 0, "", nil},
		{"ok.desc --fn=l", 2, "", []string{"no function l"}},
		{"ok.desc -D m=3", 2, "", []string{"m"}},
	} {
		var out, errs bytes.Buffer
		if got := Main(append([]string{"draw"}, strings.Fields(c.args)...), strings.NewReader(""), &out, &errs); got != c.status {
			t.Errorf("draw %s: status %d\n%s", c.args, got, errs.String())
		}
		text := errs.String()
		if c.file != "" {
			if !strings.Contains(text, "descendc: wrote "+c.file+": ") {
				t.Errorf("draw %s: %s", c.args, text)
			}
			b, err := os.ReadFile(filepath.Join(dir, c.file))
			if err != nil {
				t.Error(err)
			}
			text = string(b)
		}
		for _, want := range c.has {
			if !strings.Contains(text, want) {
				t.Errorf("draw %s: no %q", c.args, want)
			}
		}
	}
}

// TestSample runs functions whose arguments nobody gives: what was chosen is said, and what was written is printed.
func TestSample(t *testing.T) {
	const program = `fn add<n: nat>(x: &uniq gpu.global [i32; n * 4], y: & gpu.global [i32; n * 4], k: i32) -[g: gpu.grid<X<n>, X<4>>]-> () where n < 8 {
  sched block in g { sched t in block { x.group::<4>[[block]][[t]] += y.group::<4>[[block]][[t]] * k } }
}
fn main() -[t: cpu.thread]-> i32 { 42 }
fn any<d: dty>(x: d) -[t: cpu.thread]-> () where d: copy { }`
	for _, c := range []struct {
		args      string
		status    int
		out, errs string
	}{
		{"--fn=add --sample -D n=2", 0, "x = [ 0  3  6  9 12 15 18 21]\n", "this was --arg x=iota --arg y=iota --arg k=2 -D n=2\n"},
		{"--fn=add --sample --arg x=0,0,0,0 --arg k=1", 0, "x = [0 1 2 3]\n", "this was --arg x=0,0,0,0 --arg k=1 --arg y=iota\n"},
		{"--fn=add --sample --arg k=1 --out y=-", 0, "y = [ 0  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15]\n", "--arg x=iota --arg y=iota -D n=4\n"},
		{"--sample", 0, "42\n", "ran main on sim"},
		{"--fn=any --sample", 2, "", "generic in the dty d"},
		{"--fn=add --sample -D n=9", 1, "", "n < 8"},
	} {
		var out, errs bytes.Buffer
		got := Main(append([]string{"run", "-"}, strings.Fields(c.args)...), strings.NewReader(program), &out, &errs)
		if got != c.status || out.String() != c.out || !strings.Contains(errs.String(), c.errs) {
			t.Errorf("run %s: status %d\n%s\n%s", c.args, got, out.String(), errs.String())
		}
	}
}
