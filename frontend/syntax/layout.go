package syntax

import (
	"sort"
	"strings"

	"descend/frontend/ast"
	"descend/frontend/source"
)

// Layout is how a tree is written: the tokens of its file with what stands between them, comments, blank lines and spaces. A node
// has a range of tokens; parentheses, commas and the spelling of literals are among these and not in the tree. It is made for who
// asks, so that parsing costs nothing for it.
type Layout struct {
	File   *source.File
	Tokens []Token // the last one is EOF
}

// LayoutOf reads the tokens of a file.
func LayoutOf(f *source.File) *Layout { return &Layout{File: f, Tokens: Tokens(f)} }

// TriviaKind says what a [Trivia] is.
type TriviaKind int

// What stands between tokens.
const (
	Spaces       TriviaKind = iota // in a line, also a byte order mark
	LineEnd                        // `\n` or `\r\n`
	LineComment                    // without its line end
	BlockComment                   // with all that is nested in it
)

// Trivia is a piece of what stands between tokens.
type Trivia struct {
	Kind TriviaKind
	Text string
}

// Text is the spelling of a token.
func (l *Layout) Text(i int) string { return l.File.Text[l.Tokens[i].Start:l.Tokens[i].End] }

// gap is the text before a token, from the end of the one before it.
func (l *Layout) gap(i int) string {
	end := 0
	if i > 0 {
		end = int(l.Tokens[i-1].End)
	}
	return l.File.Text[end:l.Tokens[i].Start]
}

// Before is what stands before a token.
func (l *Layout) Before(i int) []Trivia {
	var out []Trivia
	for rest := l.gap(i); rest != ""; {
		t := Trivia{Spaces, rest}
		switch {
		case strings.HasPrefix(rest, "\r\n"):
			t = Trivia{LineEnd, rest[:2]}
		case rest[0] == '\n':
			t = Trivia{LineEnd, rest[:1]}
		case strings.HasPrefix(rest, "//"):
			t = Trivia{LineComment, rest}
			if end := strings.IndexByte(rest, '\n'); end >= 0 {
				t.Text = strings.TrimSuffix(rest[:end], "\r")
			}
		case strings.HasPrefix(rest, "/*"):
			t = Trivia{BlockComment, rest[:CommentEnd(rest)]}
		default:
			if end := strings.IndexAny(rest[1:], "\n/"); end >= 0 {
				t.Text = strings.TrimSuffix(rest[:end+1], "\r")
			}
		}
		out = append(out, t)
		rest = rest[len(t.Text):]
	}
	return out
}

// CommentEnd is where the block comment at the start of a text ends, with all that is nested in it.
func CommentEnd(text string) int {
	c := lexer{text: text, report: func(int, int, string, string, string, string) {}}
	c.blockComment()
	return c.pos
}

// At is the number of the first token that starts at an offset or after it.
func (l *Layout) At(offset source.Pos) int {
	return sort.Search(len(l.Tokens)-1, func(i int) bool { return int(l.Tokens[i].Start) >= offset })
}

// Range are the tokens of a node, from first up to end; a node that was left out after an error has none.
func (l *Layout) Range(n ast.Node) (first, end int) {
	if _, ok := n.(*ast.File); ok {
		return 0, len(l.Tokens)
	}
	s := n.Span()
	return l.At(s.Start), max(l.At(s.Start), l.At(s.End))
}

// Print is the text of a node as it was written, byte for byte, with what stands before its first token: the nodes in it print
// their tokens, and it prints the others.
func (l *Layout) Print(n ast.Node) string {
	var b strings.Builder
	l.print(&b, n, 0, len(l.Tokens))
	return b.String()
}

// print writes the tokens of a node that are between the given ones, and returns the next one. Beside errors nodes may reach out of
// those around them.
func (l *Layout) print(b *strings.Builder, n ast.Node, from, to int) int {
	first, end := l.Range(n)
	next, end := max(min(first, to), from), min(end, to)
	for _, c := range ast.Children(n) {
		if c.Span().Known() {
			at, _ := l.Range(c)
			next = l.print(b, c, l.write(b, next, min(at, end)), end)
		}
	}
	return l.write(b, next, end)
}

// write writes the tokens from i up to end, if there are any, and returns the next one.
func (l *Layout) write(b *strings.Builder, i, end int) int {
	for ; i < end; i++ {
		b.WriteString(l.gap(i))
		b.WriteString(l.Text(i))
	}
	return i
}
