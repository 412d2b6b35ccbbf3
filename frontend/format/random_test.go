package format_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"descend/frontend/ast"
	"descend/frontend/format"
	"descend/frontend/frontendtest"
	"descend/frontend/source"
	"descend/frontend/syntax"
	"descend/ir"
	"descend/test/kit"
)

// parse gives the tree of a text, nil if it has syntax errors.
func parse(text string) *ast.File {
	f, _ := parseTokens(text)
	return f
}

// parseTokens gives the tokens, too.
func parseTokens(text string) (*ast.File, []syntax.Token) {
	diags := &ir.Diagnostics{}
	f, tokens := syntax.ParseTokens(source.NewFile("t.desc", text), ir.NewContext(), diags)
	if diags.Len() > 0 {
		return nil, nil
	}
	return f, tokens
}

// formatted is a text in the style, which it has to be able to have.
func formatted(t *testing.T, text string) string {
	t.Helper()
	f, tokens := parseTokens(text)
	if f == nil {
		t.Fatalf("this does not parse:\n%s", text)
	}
	out, err := format.File(f, tokens)
	if err != nil {
		t.Fatalf("%v:\n%s", err, text)
	}
	return out
}

// repository are the texts of the programs of the repository.
func repository(t *testing.T) []string {
	var out []string
	for _, file := range kit.Sources(t, "../..") {
		if text := kit.Read(t, file); parse(text) != nil {
			out = append(out, text)
		}
	}
	if len(out) < 200 {
		t.Fatalf("%d programs", len(out))
	}
	return out
}

// programs are texts of programs of the repository, and of random trees. For others: go test -run Random -args -trees=10000 -seed=300
func programs(t *testing.T) []string {
	out := repository(t)
	for _, tree := range frontendtest.RandomTrees(300) {
		out = append(out, ast.Format(tree))
	}
	return out
}

// joined says whether two tokens that touch may have to: `>=`, `[[`.
func joined(a, b syntax.Kind) bool {
	of := func(k syntax.Kind) bool {
		switch k {
		case syntax.Less, syntax.Greater, syntax.LBracket, syntax.RBracket, syntax.Assign:
			return true
		}
		return false
	}
	return of(a) && of(b)
}

// scattered is the text of a program with other spaces and line ends between its tokens, and with comments if there may be some, which it
// returns too.
func scattered(text string, r *rand.Rand, comments bool) (string, []string) {
	var b strings.Builder
	var made []string
	prev, end := syntax.EOF, 0
	for _, tok := range syntax.Tokens(source.NewFile("t.desc", text)) {
		touch := int(tok.Start) == end
		if !touch || r.IntN(3) == 0 && !joined(prev, tok.Kind) {
			space := []string{" ", "\n", "\t ", "\r\n  "}[r.IntN(4)]
			if comments && r.IntN(6) == 0 {
				c := fmt.Sprintf("/* %d */", len(made))
				switch r.IntN(4) {
				case 0:
					c = fmt.Sprintf("// %d", len(made))
				case 1:
					c = fmt.Sprintf("/* %d\n      /* */ */", len(made))
				}
				made = append(made, c)
				before := []string{"", " ", "\n", "\n\n\n"}[r.IntN(4)]
				if prev == syntax.Slash {
					before = " "
				}
				space = before + c + space
				if strings.HasPrefix(c, "//") {
					space += "\n"
				}
			}
			b.WriteString(space)
		}
		b.WriteString(text[tok.Start:tok.End])
		prev, end = tok.Kind, int(tok.End)
	}
	return b.String(), made
}

// TestRandomLayout formats programs with random layouts and comments: the tree is the same, each comment is there and in its order, and
// formatting the result changes nothing.
func TestRandomLayout(t *testing.T) {
	r := rand.New(rand.NewPCG(1, uint64(frontendtest.Seed())))
	for _, text := range programs(t) {
		odd, comments := scattered(text, r, true)
		want := parse(odd)
		if want == nil {
			t.Fatalf("this does not parse any more:\n%s", odd)
		}
		out := formatted(t, odd)
		got := parse(out)
		if got == nil || ast.Dump(got) != ast.Dump(want) {
			t.Fatalf("formatted to another program:\n%s\nfrom\n%s", out, odd)
		}
		lines := strings.ReplaceAll(out, "\r\n", "\n")
		rest := lines
		for _, c := range comments {
			at := strings.Index(rest, c)
			if at < 0 {
				t.Fatalf("comment %q is lost or at another place in\n%s\nfrom\n%s", c, out, odd)
			}
			rest = rest[at+len(c):]
		}
		if again := formatted(t, out); again != out {
			t.Fatalf("formatted again:\n%s", format.Diff("t.desc", out, again))
		}
		for i, line := range strings.Split(lines, "\n") {
			if strings.TrimRight(line, " \t\r") != line {
				t.Fatalf("line %d ends with blanks: %q in\n%s", i+1, line, out)
			}
		}
	}
}

// TestOneText holds that the style has one text for a program: where lines end in it does not depend on where they ended.
func TestOneText(t *testing.T) {
	r := rand.New(rand.NewPCG(2, uint64(frontendtest.Seed())))
	for _, text := range programs(t) {
		plain, _ := scattered(text, r, false)
		other, _ := scattered(text, r, false)
		a := strings.ReplaceAll(formatted(t, plain), "\r\n", "\n")
		b := strings.ReplaceAll(formatted(t, other), "\r\n", "\n")
		if a != b {
			t.Fatalf("two texts for a program:\n%s", format.Diff("t.desc", a, b))
		}
	}
}
