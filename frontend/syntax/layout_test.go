package syntax_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"descend/frontend/ast"
	"descend/frontend/source"
	"descend/frontend/syntax"
	"descend/ir"
	"descend/test/kit"
)

// allPrograms are the texts of all .desc files of the repository.
func allPrograms(t *testing.T) map[string]string {
	out := map[string]string{}
	for _, file := range kit.Sources(t, "../..") {
		out[file] = kit.Read(t, file)
	}
	if len(out) < 100 {
		t.Fatalf("%d files", len(out))
	}
	return out
}

// mangled is a text with other spaces, comments and line ends, and with tokens lost or doubled.
func mangled(text string, r *rand.Rand) string {
	var b strings.Builder
	end := 0
	for _, tok := range syntax.Tokens(source.NewFile("t.desc", text)) {
		b.WriteString(text[end:tok.Start])
		if r.IntN(8) == 0 {
			b.WriteString([]string{" ", "\n\n", "\r\n", "\t", "/* a /* b */ * / c */", "// a \r\n", "// /* b\n", "/**/", "#", "é"}[r.IntN(10)])
		}
		switch r.IntN(40) {
		case 0:
		case 1:
			b.WriteString(text[tok.Start:tok.End] + " " + text[tok.Start:tok.End])
		default:
			b.WriteString(text[tok.Start:tok.End])
		}
		end = int(tok.End)
	}
	return b.String()
}

// TestPrintGivesBack holds that a tree printed from its tokens is the file, also where that has errors.
func TestPrintGivesBack(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 9))
	for path, text := range allPrograms(t) {
		for i, text := range []string{text, mangled(text, r), "\ufeff" + mangled(text, r) + "/* open"} {
			f := source.NewFile(path, text)
			tree := syntax.Parse(f, ir.NewContext(), &ir.Diagnostics{})
			if got := syntax.LayoutOf(f).Print(tree); got != text {
				n := 0
				for n < len(got) && n < len(text) && got[n] == text[n] {
					n++
				}
				line, col := f.Position(n)
				t.Errorf("%s, text %d: printed otherwise from %d:%d on", path, i, line, col)
			}
		}
	}
}

// TestRangesNest holds that in a program without errors nodes start and end with tokens, lie in the nodes around them, and apart
// from those beside them. A field that is set to the variable of its name is both, and the lifetime on the left of `'a: 'b + 'c`
// stands for two clauses.
func TestRangesNest(t *testing.T) {
	for path, text := range allPrograms(t) {
		f, diags := source.NewFile(path, text), &ir.Diagnostics{}
		tree := syntax.Parse(f, ir.NewContext(), diags)
		if diags.Len() > 0 {
			continue
		}
		l := syntax.LayoutOf(f)
		ast.Inspect(tree, func(n ast.Node) bool {
			line, col := f.Position(n.Span().Start)
			at := fmt.Sprintf("%s:%d:%d: %T", path, line, col, n)
			first, end := l.Range(n)
			_, whole := n.(*ast.File)
			if start := n.Span().Start; whole || start > 0 && text[start-1:start+1] == "&&" { // two borrows, one token
				return true
			}
			if first < end && (int(l.Tokens[first].Start) != n.Span().Start || int(l.Tokens[end-1].End) != n.Span().End) {
				t.Errorf("%s: from %d to %d, tokens from %d to %d", at, n.Span().Start, n.Span().End, l.Tokens[first].Start, l.Tokens[end-1].End)
			}
			last := n.Span().Start
			for _, c := range ast.Children(n) {
				_, outlives := c.(*ast.Outlives)
				_, short := n.(*ast.FieldInit)
				if c.Span().Start < last && !outlives && !short || c.Span().End > n.Span().End {
					t.Errorf("%s: `%s` does not nest", at, c.Span().Text())
				}
				last = max(last, c.Span().End)
			}
			return true
		})
	}
}

func TestTrivia(t *testing.T) {
	l := syntax.LayoutOf(source.NewFile("t.desc", "\ufeff  // first /* \r\n\n\t/* a /* b */ */fn/ // c"))
	var got []string
	for i := range l.Tokens {
		for _, x := range l.Before(i) {
			got = append(got, fmt.Sprintf("%d%q", x.Kind, x.Text))
		}
		got = append(got, l.Text(i))
	}
	want := `0"\ufeff  " 2"// first /* " 1"\r\n" 1"\n" 0"\t" 3"/* a /* b */ */" fn / 0" " 2"// c" `
	if s := strings.Join(got, " "); s != want {
		t.Errorf("%s, want %s", s, want)
	}
}
