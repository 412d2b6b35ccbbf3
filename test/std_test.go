package test

import (
	"os"
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

// TestStdCost holds that the reductions of std::warps and std::block are no more instructions than those of the examples.
func TestStdCost(t *testing.T) {
	read := func(name string) string {
		text, err := os.ReadFile("../examples/" + name + ".desc")
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	between := func(text, from, to string) string {
		i, j := strings.Index(text, from), strings.Index(text, to)
		if i < 0 || j < i {
			t.Fatalf("no %q before %q in\n%s", from, to, text)
		}
		return text[i:j]
	}
	shuffles, tree := read("reduce_warps"), read("reduce_shared")
	cases := []struct{ name, written, library string }{
		{"warps", shuffles, "use std::warps;\n" + strings.Replace(shuffles[strings.Index(shuffles, "fn reduce<"):], "block_sum(v)", "warps::sum(v)", 1)},
		{"block", tree, "use std::block;\n" + strings.NewReplacer(between(tree, "    let tmp", "    split(X) block at 1"), `    let[block.forall(X)] mut v = 0i64;
    sched(X) thread in block { v = vec.group::<1024>[[block]].take_left::<512>[[thread]] + vec.group::<1024>[[block]].take_right::<512>[[thread]] }
    let[block.forall(X)] sum = block::sum(v);
`, "= tmp.take_left::<1>[[thread]]", "= sum").Replace(tree)},
	}
	instruction := regexp.MustCompile(`(?m)^\s+[@a-z][^\n]*;`)
	for _, c := range cases {
		written, library := len(instruction.FindAllString(ptxOf(t, c.written), -1)), len(instruction.FindAllString(ptxOf(t, c.library), -1))
		if written == 0 || library > written {
			t.Errorf("%s: %d instructions, the example has %d", c.name, library, written)
		}
	}
}
