// Package format writes programs in the one style that they have, which docs/style-desc.md describes.
//
// It changes what stands between the tokens and keeps these, but for commas and semicolons that the style wants otherwise, and all
// comments. Nothing need be known of what a program means: what parses is formatted. Where lines end depends on the tree, on the
// comments and on the width alone, not on where they ended before; of the old layout only empty lines stay. So there is one text for a
// program, and formatting it again changes nothing.
package format

import (
	"strings"

	"descend/frontend/ast"
	"descend/frontend/source"
	"descend/frontend/syntax"
)

// File is the text of a file in the style. The file has no syntax errors; the tokens are those of syntax.ParseTokens.
func File(f *ast.File, tokens []syntax.Token) (string, error) {
	old := written{f.Source.Text, tokens}
	text := layout(f, tokens)
	if text != old.text && !same(old, written{text, syntax.Tokens(source.NewFile("", text))}) {
		return "", errOther
	}
	return text, nil
}

// layout writes a file.
func layout(f *ast.File, tokens []syntax.Token) string {
	text := f.Source.Text
	b := &builder{text: text, tokens: tokens}
	w := &writer{text: text, out: make([]byte, 0, len(text)+len(text)/16)}
	b.readGap(0, b.tok().Start)
	at := blanks | first
	part := func(write func()) {
		b.separate(opHard, at)
		at = blanks
		write()
		w.write(b.steps)
		b.steps = b.steps[:0]
	}
	for _, it := range f.Items {
		for b.at(syntax.Semi) { // of nothing
			b.next()
		}
		part(func() { b.item(it) })
	}
	for b.at(syntax.Semi) {
		b.next()
	}
	if len(b.gap.comments) > 0 {
		b.gap.after = 1
		part(func() {})
	}
	out := strings.TrimRight(string(w.out), "\n")
	if out != "" {
		out += "\n"
	}
	if crlf(text) {
		out = strings.ReplaceAll(strings.ReplaceAll(out, "\r\n", "\n"), "\n", "\r\n")
	}
	return out
}

// crlf says whether the lines of a text end as on Windows; the first one tells.
func crlf(text string) bool {
	i := strings.IndexByte(text, '\n')
	return i > 0 && text[i-1] == '\r'
}
