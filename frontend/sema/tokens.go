package sema

import (
	"descend/frontend/source"
	"descend/frontend/syntax"
)

// This file finds what the tree leaves out, parentheses and semicolons, for who proposes to change the text around a term.

// layout are the tokens of a file; they are read when they are asked for.
func (it *items) layout(f *source.File) *syntax.Layout {
	l := it.layouts[f]
	if l == nil {
		l = syntax.LayoutOf(f)
		it.layouts[f] = l
	}
	return l
}

// tokenAfter is the first token after a range.
func (it *items) tokenAfter(s source.Span) (syntax.Kind, source.Span) {
	l := it.layout(s.File)
	return token(l, l.At(s.End))
}

// tokenBefore is the last token before a range.
func (it *items) tokenBefore(s source.Span) (syntax.Kind, source.Span) {
	l := it.layout(s.File)
	return token(l, l.At(s.Start)-1)
}

// nextToken is the first token of a kind after a range.
func (it *items) nextToken(s source.Span, k syntax.Kind) source.Span {
	l := it.layout(s.File)
	i := l.At(s.End)
	for l.Tokens[i].Kind != k && l.Tokens[i].Kind != syntax.EOF {
		i++
	}
	_, at := token(l, i)
	return at
}

func token(l *syntax.Layout, i int) (syntax.Kind, source.Span) {
	if i < 0 {
		return syntax.EOF, source.Span{File: l.File}
	}
	t := l.Tokens[i]
	return t.Kind, source.Span{File: l.File, Start: source.Pos(t.Start), End: source.Pos(t.End)}
}
