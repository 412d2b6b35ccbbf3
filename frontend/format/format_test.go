package format_test

import (
	"strings"
	"testing"

	"descend/frontend/format"
	"descend/passes/irtest"
	"descend/test/kit"
)

// TestStyle holds the style: each testdata/*.in becomes the .out of its name.
func TestStyle(t *testing.T) {
	for _, file := range kit.Files(t, "testdata/*.in") {
		got, golden := formatted(t, kit.Read(t, file)), strings.TrimSuffix(file, ".in")+".out"
		irtest.Golden(t, golden, got)
		if again := formatted(t, got); again != got {
			t.Errorf("%s, formatted again:\n%s", file, format.Diff(golden, got, again))
		}
	}
}

// TestSmall holds what becomes of the ends of files.
func TestSmall(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", ""},
		{"\n\n", ""},
		{";", ""},
		{"// a", "// a\n"},
		{"// a\n\n\n// b   \n\n", "// a\n\n// b\n"},
		{"\ufeffuse m", "use m;\n"},
		{"use m;\r\nuse a;", "use m;\r\nuse a;\r\n"},
		{"/* a\r\n */\r\nuse m", "/* a\r\n */\r\nuse m;\r\n"},
		{"\n\n/* a */ use m; /* b */", "/* a */ use m; /* b */\n"},
		{"use m;;;// a\n;use a // b\n;// c", "use m; // a\nuse a; // b\n// c\n"},
	} {
		if got := formatted(t, c.text); got != c.want {
			t.Errorf("%q becomes %q, want %q", c.text, got, c.want)
		}
	}
}

// TestLines formats parts of a file.
func TestLines(t *testing.T) {
	const text = "use  a;\nuse  b;\n\nfn f() -[t: cpu.thread]-> () {\n    g( 1,\n  2 );\n    h( 3 )\n}\n"
	for _, c := range []struct {
		from, to int
		want     string
	}{
		{1, 1, "use a;\nuse  b;\n\nfn f() -[t: cpu.thread]-> () {\n    g( 1,\n  2 );\n    h( 3 )\n}\n"},
		{6, 6, "use  a;\nuse  b;\n\nfn f() -[t: cpu.thread]-> () {\n  g(1, 2);\n    h( 3 )\n}\n"},
		{7, 100, "use  a;\nuse  b;\n\nfn f() -[t: cpu.thread]-> () {\n    g( 1,\n  2 );\n  h(3)\n}\n"},
		{3, 4, text},
		{100, 100, text},
	} {
		if got := format.Lines(text, formatted(t, text), c.from, c.to); got != c.want {
			t.Errorf("lines %d to %d:\n%s", c.from, c.to, got)
		}
	}
}

// TestLinesTogether holds that all ranges of a file give its tokens, and that the whole is formatted.
func TestLinesTogether(t *testing.T) {
	for _, file := range kit.Files(t, "testdata/*.in") {
		text := kit.Read(t, file)
		want := formatted(t, text)
		n := strings.Count(text, "\n")
		if got := format.Lines(text, want, 1, n+1); got != want {
			t.Errorf("%s: all lines:\n%s", file, format.Diff(file, want, got))
		}
		for line := 1; line <= n; line++ {
			part := format.Lines(text, want, line, line)
			if got := formatted(t, part); got != want {
				t.Errorf("%s, line %d: another program:\n%s", file, line, format.Diff(file, want, got))
			}
		}
	}
}

func TestDiff(t *testing.T) {
	const text = "use a;\nuse b;\nuse  c;\nuse d;\nuse e;\nuse f;\nuse g;\nuse h;\nuse i;\nuse j;\nuse k;\nuse  l; use m"
	const want = `--- x.desc
+++ x.desc
@@ -1,6 +1,6 @@
 use a;
 use b;
-use  c;
+use c;
 use d;
 use e;
 use f;
@@ -9,4 +9,5 @@
 use i;
 use j;
 use k;
-use  l; use m
\ No newline at end of file
+use l;
+use m;
`
	if got := format.Diff("x.desc", text, formatted(t, text)); got != want {
		t.Errorf("%s", got)
	}
	if got := format.Diff("x.desc", text, text); got != "" {
		t.Errorf("of equal texts: %s", got)
	}
}

// TestWidth holds that lines of the repository's programs go to column 100 at most, but for comments and a few that nothing can
// break.
func TestWidth(t *testing.T) {
	long := 0
	for _, text := range repository(t) {
		for line := range strings.Lines(formatted(t, text)) {
			line, _, _ = strings.Cut(line, "//")
			if line = strings.TrimRight(line, " \r\n"); len(line) > 100 && !strings.Contains(line, "/*") {
				long++
				t.Logf("%d columns: %s", len(line), line)
			}
		}
	}
	if long > 10 {
		t.Errorf("%d lines are longer than 100 columns", long)
	}
}
