package test

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestStdAlone checks each module of the language alone, without those who use it.
func TestStdAlone(t *testing.T) {
	files, err := filepath.Glob("../frontend/std/*.desc")
	if err != nil || len(files) < 4 {
		t.Fatalf("%v: %v", files, err)
	}
	for _, file := range files {
		if filepath.Base(file) == "matrix.desc" { // it has an operation that no other file has; a program that may name what it holds has it
			file = filepath.Join(inFolder(t, map[string]string{"main.desc": "// matrix\nfn main() -[t: cpu.thread]-> () {}\n"}), "main.desc")
		}
		if out, status := command("", "check", file); status != 0 || out != "" {
			t.Errorf("%s: exit status %d\n%s", file, status, out)
		}
	}
}

// TestLibraryAlone holds that a library is checked without its users: an error in a generic function that nobody calls is found, once, and
// what an instance lacks is an error of the call.
func TestLibraryAlone(t *testing.T) {
	dir := inFolder(t, map[string]string{
		"lib/sums.desc": "pub fn twice<d: dty>(x: d) -[e: any]-> d where d: num { x + x }\npub fn bad<d: dty>(x: d) -[e: any]-> d where d: ord {\n  x + x\n}\n",
		"main.desc":     "use lib::sums::{twice};\nfn main() -[t: cpu.thread]-> () {\n  print(twice(1), twice(2.0));\n  twice(true);\n}\n",
	})
	out, status := command(dir, "check", "--diagnostics=short", filepath.Join(dir, "lib"))
	if status != 1 || out != "lib/sums.desc:3:3: error: mismatched types\n" {
		t.Errorf("exit status %d\n%s", status, out)
	}
	out, status = command(dir, "check", "--diagnostics=short", "--lib", "lib="+filepath.Join(dir, "lib"), filepath.Join(dir, "main.desc"))
	if status != 1 || strings.Count(out, "error") != 2 || !strings.Contains(out, "lib/sums.desc:3:3: error") || !strings.Contains(out, "main.desc:4:3: error") {
		t.Errorf("exit status %d\n%s", status, out)
	}
}

// TestStdCost holds that the reductions of std::warps and std::block are no more instructions than what a program writes out.
func TestStdCost(t *testing.T) {
	const warps = `fn warp_sum([warp.forall(X)] v: f32) -[warp: gpu.warp]-> [warp.forall(X)] f32 {
  let[warp.forall(X)] mut sum = v;
  for k in halved_range(16) { sched(X) lane in warp { sum = sum + shfl_xor(sum, k as u32) } }
  sum
}
fn block_sum<w: nat>([block.forall(X)] v: f32) -[block: gpu.block<X<w * 32>>]-> [block.forall(X)] f32 where w <= 32 {
  let sums = alloc::<gpu.shared, [f32; w]>();
  sched(X) warp in block.to_warps {
    let[warp.forall(X)] sum = warp_sum(v);
    split(X) warp at 1 { first => sched(X) lane in first { sums.group::<1>[[warp]][[lane]] = sum }, others => {} }
  }
  sync;
  let[block.forall(X)] mut sum = 0.0f32;
  sched(X) warp in block.to_warps {
    sched(X) lane in warp { sum = sums.pad::<32>[[lane]] else 0.0 }
    sum = warp_sum(sum)
  }
  sum
}
`
	const tree = `fn block_sum([block.forall(X)] v: f32) -[block: gpu.block<X<512>>]-> [block.forall(X)] f32 {
  let tmp = alloc::<gpu.shared, [f32; 512]>();
  sched(X) thread in block { tmp[[thread]] = v }
  sync;
  for k in halved_range(256) {
    split(X) block at k {
      active => sched(X) thread in active { tmp.take_left::<k>[[thread]] += tmp.range::<k, 2 * k>[[thread]] },
      inactive => {}
    }
    sync
  }
  let[block.forall(X)] mut sum = 0.0f32;
  sched(X) thread in block { sum = tmp[0] }
  sum
}
`
	const kernel = `fn reduce<n: nat>(vec: & gpu.global [f32; n * 512], sums: &uniq gpu.global [f32; n]) -[grid: gpu.grid<X<n>, X<512>>]-> () {
  sched(X) block in grid {
    let[block.forall(X)] mut v = 0.0f32;
    sched(X) thread in block { v = vec.group::<512>[[block]][[thread]] }
    let[block.forall(X)] sum = block_sum(v);
    split(X) block at 1 { first => sched(X) thread in first { sums.group::<1>[[block]][[thread]] = sum }, others => {} }
  }
}
fn main<n: nat>(vec: & gpu.global [f32; n * 512], sums: &uniq gpu.global [f32; n]) -[t: cpu.thread]-> () { reduce::<<<_, _>>>(vec, sums) }
`
	instruction := regexp.MustCompile(`(?m)^\s+[@a-z][^\n]*;`)
	count := func(text string) int { return len(instruction.FindAllString(ptxOf(t, text), -1)) }
	for _, c := range []struct{ name, written string }{{"warps", warps}, {"block", tree}} {
		written, library := count(c.written+kernel), count("use std::"+c.name+"::{sum as block_sum};\n"+kernel)
		if written == 0 || library > written {
			t.Errorf("%s: %d instructions, written out %d", c.name, library, written)
		}
	}
}
