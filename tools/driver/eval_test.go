package driver

import (
	"bytes"
	"strings"
	"testing"
)

// TestEval holds values and types of terms.
func TestEval(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "shapes.desc", "struct P { a: i32, b: (f32, bool) }\nenum Op { Add, Max }\nfn twice(x: i32) -[e: any]-> i32 { 2 * x }\n")
	for _, c := range []struct{ args, out string }{
		{"1 + 2", "3: i32\n"},
		{"let x = [1.5, 2.0]; x", "[1.5, 2]: [f64; 2]\n"},
		{"print(\"hi\")", "hi\n"},
		{"print(\"hi\"); 7u8", "hi\n7: u8\n"},
		{"let mut s = 0; for i in 0..10 { s += i as i32 }; s * 2", "90: i32\n"},
		{"let x = 3;", ""},
		{"use std::array; let x = GpuGlobal::copy(&[1, 2, 3]); array::sum(&*x)", "6: i32\n"},
		{"let x = [1u8, 2, 3]; &x.reverse", "[3, 2, 1]: &cpu.mem [[u8; 3]]\n"},
		{"let x = 4; &x", "4: &cpu.mem i32\n"},
		{"GpuGlobal::copy(&[1])", "a value of type [i32; 1] @ gpu.global\n"},
		{"twice(4)|shapes.desc", "8: i32\n"},
		{"Op::Max|shapes.desc", "Op::Max: Op\n"},
		{"P { a: 1, b: (2.5, true) }|shapes.desc", "a: 1\nb: (2.5, true)\n: P\n"},
		{"--view|group::<4>.transpose|--shape=16", "[[0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15]]: &cpu.mem [[[[u32; 4]]; 4]]\n"},
		{"--view|transpose|--shape=2x3", "[[0, 3], [1, 4], [2, 5]]: &cpu.mem [[[[u32; 2]]; 3]]\n"},
		{"--view|reverse|--shape=32x2", "[[62, 63],\n [60, 61],\n"},
		{"--view|group_up::<3>|--shape=4", "[[0, 1, 2], [3, -, -]]: &cpu.mem [[[[?u32; 3]]; 2]]\n"},
		{"--view|shift::<1, 1>|--shape=2", "[-, 0, 1, -]: &cpu.mem [[?u32; 4]]\n"},
		{"--view|split::<1>|--shape=3", "fst: [0]\nsnd: [1, 2]\n: &cpu.mem ([[u32; 1]], [[u32; 2]])\n"},
		{"let x = [4294967295u32, 1]; &x.reverse", "[1, 4294967295]: &cpu.mem [[u32; 2]]\n"},
		{"let x = [1.0bf16, 2.0]; &x.reverse", "[2, 1]: &cpu.mem [[bf16; 2]]\n"},
	} {
		if status, out := call(append([]string{"eval"}, strings.Split(c.args, "|")...)...); status != 0 || !strings.HasPrefix(out, c.out) || c.out == "" && out != "" {
			t.Errorf("%s: status %d: %s", c.args, status, out)
		}
	}
	for _, c := range []struct {
		args   string
		status int
		want   string
	}{
		{"1 + true", exitRejected, "expected `i32`, found `bool`"},
		{"x +", exitRejected, "expected an expression, found end of file"},
		{"if true {", exitRejected, "<eval>:1:10\n  |\n1 | if true {\n"},
		{"let x = ; 5", exitRejected, "1 | let x = ; 5\n"},
		{"let x = [1]; let i = 1u32; x[i]", exitRejected, "index `1` of an array"},
		{"", 0, ""},
		{"let a = 1; a + b", exitRejected, " --> <eval>:1:16\n  |\n1 | let a = 1; a + b\n  |                ^ not found"},
		{"use std::warp;  b", exitRejected, " --> <eval>:1:17\n  |\n1 | use std::warp;  b\n"},
		{"use std::warp;\nlet x = 1;\nb", exitRejected, " --> <eval>:3:1\n  |\n3 | b\n"},
		{"let x = 1;\nif true {\n  c\n} else {\n  1\n}", exitRejected, " --> <eval>:3:3\n  |\n3 |   c\n"},
		{"use std::wrap; 1", exitRejected, "1 | use std::wrap; 1\n"},
		{"let x = [1]; let i = 3u32;\nx[i]", exitRejected, "2 | x[i]\n"},
		{"--view|group::<3>|--shape=16", exitRejected, "16 % 3"},
		{"--view|reverse", exitUsage, "--view needs the shape"},
		{"--view|revers|--shape=4", exitRejected, "1 + &array.reverse\n"},
		{"--view|reverse|--shape=4x", exitUsage, "--shape"},
		{"--view|reverse|--shape=400000", exitUsage, "at most 65536 elements"},
		{"--view|reverse|--shape=99999999999999999999", exitUsage, "at most 65536 elements"},
		{"--view|reverse|--shape=65536x65536x65536x65536", exitUsage, "at most 65536 elements"},
		{"--view|reverse|--shape=4x0", exitUsage, "without elements has nothing to show"},
		{"--view|reverse|--shape=(4, 8)", exitUsage, "did you mean --shape=4x8?"},
		{"--view|reverse|--shape=four", exitUsage, "not \"four\"\n"},
		{"fn f() -[t: cpu.thread]-> () {} f()", exitUsage, "functions and types stand in files"},
		{"1 }", exitRejected, " --> <eval>:1:3\n  |\n1 | 1 }\n  |   ^ this `}` closes nothing"},
		{"let x = 1;\n  x } + 2", exitRejected, " --> <eval>:2:5\n"},
		{"1|--shape=4", exitUsage, "--view"},
		{"1|nowhere.desc", exitUsage, "no such file"},
	} {
		if status, out := call(append([]string{"eval"}, strings.Split(c.args, "|")...)...); status != c.status || !strings.Contains(out, c.want) {
			t.Errorf("%s: status %d: %s", c.args, status, out)
		}
	}
	if status, out := call("eval"); status != exitUsage || !strings.Contains(out, "descendc eval '1 + 2'") {
		t.Errorf("without statements: status %d: %s", status, out)
	}
	var out bytes.Buffer
	if status := Main([]string{"eval", "-"}, strings.NewReader("let a = 3;\na * 4\n"), &out, &out); status != 0 || out.String() != "12: i32\n" {
		t.Errorf("from standard input: status %d: %s", status, out.String())
	}
}
