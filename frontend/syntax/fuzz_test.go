package syntax_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"descend/frontend/ast"
	"descend/frontend/diag"
	"descend/frontend/source"
	"descend/frontend/syntax"
	"descend/ir"
)

// addSeeds enters all test programs, good and bad, and small oddities.
func addSeeds(f *testing.F) {
	for _, pattern := range []string{"testdata/good/*.desc", "testdata/bad/*.desc"} {
		names, err := filepath.Glob(pattern)
		if err != nil {
			f.Fatal(err)
		}
		for _, n := range names {
			b, err := os.ReadFile(n)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(string(b))
		}
	}
	for _, s := range []string{"", "fn", "fn f(", "/*", "/*/*", "'", "0x", "1.", "1..2", "x.0.1.2", "<<<", ">>>>",
		"fn f() -[", "view v =", "struct S {", "\xff\xfe", "fn f() -[t: any]-> () { let[", "\"", "fn f() -[t: any]-> () { a[[b]"} {
		f.Add(s)
	}
}

// FuzzLex checks that the tokens of any text are in order, inside of it, cover all but white space and
// comments, and end.
func FuzzLex(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, text string) {
		tokens := syntax.Tokens(source.NewFile("f.desc", text))
		end := 0
		for i, tok := range tokens {
			if int(tok.Start) < end || tok.End < tok.Start || int(tok.End) > len(text) {
				t.Fatalf("token %d at [%d, %d) after %d of %d", i, tok.Start, tok.End, end, len(text))
			}
			if tok.Kind == syntax.EOF != (i == len(tokens)-1) {
				t.Fatalf("the end of the file is token %d of %d", i, len(tokens))
			}
			if tok.Kind != syntax.EOF && tok.Start == tok.End {
				t.Fatalf("token %d is empty", i)
			}
			gap := text[end:tok.Start]
			if s := strings.TrimSpace(strings.TrimPrefix(gap, "\ufeff")); s != "" && !strings.HasPrefix(strings.TrimLeft(s, "\f\r\n\t "), "/") {
				t.Fatalf("dropped text %q", gap)
			}
			end = int(tok.End)
		}
	})
}

// FuzzParse checks that any text is parsed in bounded time without a panic, that errors have places in it,
// that the tree can be visited, and that what is printed of a correct text parses to the same tree.
func FuzzParse(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 1<<16 {
			return
		}
		start := time.Now()
		file := source.NewFile("f.desc", text)
		diags := &ir.Diagnostics{}
		tree := syntax.Parse(file, ir.NewContext(), diags)
		if d := time.Since(start); d > 5*time.Second {
			t.Fatalf("parsing %d bytes took %v", len(text), d)
		}
		ast.Inspect(tree, func(n ast.Node) bool {
			if s := n.Span(); s.Known() && (s.Start > s.End || s.Start < 0 || s.End > len(text)) {
				t.Fatalf("%T at [%d, %d) of %d", n, s.Start, s.End, len(text))
			}
			return true
		})
		for _, d := range diags.Sorted() {
			if r := ir.RangeOf(d.Loc); d.Code != syntax.Code || d.Message == "" || !r.Known() || r.Line > file.NumLines() {
				t.Fatalf("bad diagnostic %v", d)
			}
		}
		var b strings.Builder
		diag.Write(&b, diags.Sorted(), diag.Sources{}.Add(file), diag.Options{})
		if diags.Len() == 0 {
			checkPrinted(t, tree)
		}
	})
}

// BenchmarkParse parses 100,000 lines.
func BenchmarkParse(b *testing.B) {
	const lines = 100_000
	text := strings.Repeat(transposition, lines/strings.Count(transposition, "\n"))
	file := source.NewFile("b.desc", text)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		diags := &ir.Diagnostics{}
		syntax.Parse(file, ir.NewContext(), diags)
		if diags.Len() > 0 {
			b.Fatal(diags.Sorted()[0])
		}
	}
}
