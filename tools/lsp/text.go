package lsp

import (
	"sort"
	"strings"
	"unicode/utf8"

	"go.lsp.dev/protocol"
)

// text is a text in which positions are lines and, in these, units of UTF-16, both from 0. Lines end with \n, \r\n or \r.
type text struct {
	s     string
	lines []int // byte offsets of their starts
}

func newText(s string) *text {
	t := &text{s: s, lines: append(make([]int, 0, 1+strings.Count(s, "\n")), 0)}
	for i := 0; i < len(s); i++ {
		if s[i] == '\n' || s[i] == '\r' && (i+1 == len(s) || s[i+1] != '\n') {
			t.lines = append(t.lines, i+1)
		}
	}
	return t
}

// offset is the byte offset of a position; one behind the end of a line is this end.
func (t *text) offset(p protocol.Position) int {
	if int64(p.Line) >= int64(len(t.lines)) {
		return len(t.s)
	}
	i, end := t.lines[p.Line], len(t.s)
	if int(p.Line)+1 < len(t.lines) {
		end = t.lines[p.Line+1]
	}
	for end > i && (t.s[end-1] == '\n' || t.s[end-1] == '\r') {
		end--
	}
	for units := int64(p.Character); units > 0 && i < end; {
		r, n := utf8.DecodeRuneInString(t.s[i:end])
		if units--; r >= 0x10000 {
			units--
		}
		i += n
	}
	return i
}

// position is that of a byte offset.
func (t *text) position(offset int) protocol.Position {
	offset = max(0, min(offset, len(t.s)))
	line := sort.SearchInts(t.lines, offset+1) - 1
	units := 0
	for _, r := range t.s[t.lines[line]:offset] {
		if units++; r >= 0x10000 {
			units++
		}
	}
	return protocol.Position{Line: uint32(line), Character: uint32(units)}
}

func (t *text) rangeOf(start, end int) protocol.Range {
	return protocol.Range{Start: t.position(start), End: t.position(max(start, end))}
}

// change is the text after a change of a document.
func (t *text) change(c protocol.TextDocumentContentChangeEvent) *text {
	switch c := c.(type) {
	case *protocol.TextDocumentContentChangeWholeDocument:
		return newText(strings.Clone(c.Text))
	case *protocol.TextDocumentContentChangePartial:
		start, end := t.offset(c.Range.Start), t.offset(c.Range.End)
		return newText(t.s[:start] + c.Text + t.s[max(start, end):])
	}
	return t
}

// edits are the changes of the lines in which two texts differ.
func edits(old, new string) []protocol.TextEdit {
	if old == new {
		return nil
	}
	t := newText(old)
	a, b := strings.SplitAfter(old, "\n"), strings.SplitAfter(new, "\n")
	start, from := 0, 0
	for start < min(len(a), len(b)) && a[start] == b[start] {
		from += len(a[start])
		start++
	}
	end, to := 0, 0
	for end < min(len(a), len(b))-start && a[len(a)-1-end] == b[len(b)-1-end] {
		to += len(a[len(a)-1-end])
		end++
	}
	return []protocol.TextEdit{{Range: t.rangeOf(from, len(old)-to), NewText: new[from : len(new)-to]}}
}
