package check_test

import (
	"strings"
	"testing"
)

// TestDoubts holds the notes of conflicts beside the witness: what is certain has none.
func TestDoubts(t *testing.T) {
	const write, read = "a[[t]] = 1.0;", "let x = a.rev[[t]];"
	thread := func(s string) string { return "sched t in block { " + s + " }" }
	for _, x := range []struct{ body, note string }{
		{thread(write + read), ""},
		{thread("if flag { "+write+" }") + "if n > 3 { " + thread(read) + " }", ""},
		{thread("if n > 3 { if n < 9 { " + write + " } }" + "if n + 1 < 7 && flag { " + read + " }"), ""},
		{"for i in 0..2 { for j in 0..3 { " + thread(read) + "} sync; " + thread(write) + " }", ""},
		{thread("if flag || n > 0 { " + write + read + " }"), "both accesses happen: that depends on `flag`, `n`"},
		{thread("if n * n == 2 { " + write + read + " }"), "both accesses happen: that depends on `n`"},
		{thread("if b[[t]] > 0.0 { " + write + " } else { " + read + " }"), "both accesses happen: that depends on `b`"},
		{thread("let c = b[[t]] > 0.0; if c { " + write + " } " + read), "both accesses happen: that depends on `c`"},
		{thread("let mut i = 0; while i < n { " + write + read + " i = i + 1; }"), "both accesses happen: that depends on `i`, `n`"},
		{thread("for i in 0..4 { if nat_as_u64(i) > 8u64 { " + write + read + " } }"), "both accesses happen: that depends on `i`"},
		{"for i in 0..4 { for j in 0..i { " + thread(write+read) + " } }", "that depends on the iterations of the loop over `j`"},
		{"let s = alloc::<gpu.shared, [[f32; 32]; 2]>(); for j in 0..3 { for i in 0..2 { " + thread("s[i % 2][[t]] = 1.0") + " sync; " +
			thread("let x = s[i % 2].rev[[t]];") + " } }", "that depends on the iterations of the loop over `i`"},
		{"for i in 0..2 { " + thread(write) + "sync; " + thread(read) + " }", ""},
		{thread("let x = a[n as u32]; " + write), ""},
		{thread("let m = 3; let x = a[m & 7]; " + write), "both accesses happen: that depends on `m`"},
		{thread(write) + "if flag { sync } " + thread(read), "a barrier comes between them on some ways only"},
		{thread(write) + "let mut i = 0; while i < 2 { sync; i = i + 1; } " + thread(read), "a barrier comes between them on some ways only"},
		{thread("if let e = &b.pad::<64>[0] { " + write + read + " }"), "both accesses happen: that depends on which elements `b` has"},
		{thread("let x = a.rev.pad::<64>.group::<2>.transpose[1][[t]] else 0.0; " + write), ""},
		{thread(write) + "other(&uniq *a);", "a call counts as an access to all that it is lent, whatever `other` does with it"},
		{thread(write) + "turned(&uniq *a);", ""},
		{thread(write) + "perhaps(&uniq *a, flag);", "both accesses happen: that depends on what happens in `perhaps`"},
		{thread(write) + "some(&uniq *a, 3);", "both accesses happen: that depends on what happens in `some`"},
		{"let s = alloc::<gpu.shared, [f32; 32]>(); let u = alloc::<gpu.shared, [f32; 32]>(); let mut p = &*s; " +
			"if flag { p = &*u } " + thread("let x = p[[t]]; s.rev[[t]] = 1.0;"), "it is not decided which memory `p` refers to here"},
	} {
		text := "fn other(p: &uniq gpu.global [f32; 32]) -[b: gpu.block<X<32>>]-> ();\n" +
			"fn turned(p: & gpu.global [f32; 32]) -[b: gpu.block<X<32>>]-> () { sched t in b { let x = p.rev[[t]]; } }\n" +
			"fn perhaps(p: & gpu.global [f32; 32], flag: bool) -[b: gpu.block<X<32>>]-> () { if flag { turned(p) } }\n" +
			"fn some(p: & gpu.global [f32; 32], i: u32) -[b: gpu.block<X<32>>]-> () { sched t in b { let x = p[i]; } }\n" +
			"fn k(a: &uniq gpu.global [f32; 32], b: & gpu.global [f32; 32], flag: bool, n: i32) -[grid: gpu.grid<X<1>, X<32>>]-> () {\n" +
			"sched block in grid { " + x.body + " } }\n"
		_, diags := compileAndCheck("doubts.desc", text)
		all := diags.Sorted()
		if len(all) != 1 || all[0].Code != "conflicting-access" {
			t.Errorf("expected one conflict in\n%s\n%s", text, details(diags))
			continue
		}
		notes := strings.Join(all[0].Notes, "\n")
		if !strings.Contains(notes, "reach element") {
			t.Errorf("no witness for\n%s\n%s", text, notes)
		}
		doubts := strings.Contains(notes, "not decided") || strings.Contains(notes, "counts as")
		if x.note == "" && doubts || !strings.Contains(notes, x.note) {
			t.Errorf("want %q for\n%s\n%s", x.note, text, notes)
		}
	}
}
