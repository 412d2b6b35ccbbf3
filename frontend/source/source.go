// Package source holds the text of source files and ranges in it.
//
// A [Span] is a half-open range of bytes of one file. Lines and columns count from 1,
// columns in bytes; they are computed on demand from a table of line starts.
//
// The package knows nothing of the language.
package source

import (
	"sort"
	"strings"
	"sync"

	"descend/ir"
)

// File is a source file: its name as the user gave it and its whole text.
type File struct {
	Name string
	Text string

	once  sync.Once
	lines []int          // byte offset of the first byte of each line
	loc   *ir.SourceFile // the file as a location
}

// NewFile returns a file of the given text, which is taken as it is (see [Load] for the checks).
func NewFile(name, text string) *File { return &File{Name: name, Text: text} }

// Cut makes the text end at an offset, for who finds out while reading where a file ends.
func (f *File) Cut(end int) {
	if end < len(f.Text) {
		f.Text, f.once, f.lines, f.loc = f.Text[:end], sync.Once{}, nil, nil
	}
}

// lineStarts returns the table of line starts, built at the first use.
func (f *File) lineStarts() []int {
	f.once.Do(func() {
		f.lines = append(make([]int, 0, 1+strings.Count(f.Text, "\n")), 0)
		for i := 0; i < len(f.Text); i++ {
			if f.Text[i] == '\n' {
				f.lines = append(f.lines, i+1)
			}
		}
		f.loc = ir.NewSourceFile(f.Name, f.lines)
	})
	return f.lines
}

// Position returns the line and column, both from 1 and in bytes, of a byte offset. Offsets outside
// the text are moved to its nearest end.
func (f *File) Position(offset int) (line, col int) {
	offset = max(0, min(offset, len(f.Text)))
	starts := f.lineStarts()
	i := sort.SearchInts(starts, offset+1) - 1
	return i + 1, offset - starts[i] + 1
}

// Offset returns the byte offset of a line and column (from 1), moved into the text.
func (f *File) Offset(line, col int) int {
	starts := f.lineStarts()
	if line < 1 {
		return 0
	}
	if line > len(starts) {
		return len(f.Text)
	}
	return max(0, min(starts[line-1]+col-1, len(f.Text)))
}

// NumLines is the number of lines; a text that ends in a newline has an empty last line.
func (f *File) NumLines() int { return len(f.lineStarts()) }

// Line returns the text of a line (from 1) without its line end; "" outside the file.
func (f *File) Line(line int) string {
	starts := f.lineStarts()
	if line < 1 || line > len(starts) {
		return ""
	}
	end := len(f.Text)
	if line < len(starts) {
		end = starts[line] - 1
	}
	s := f.Text[starts[line-1]:end]
	if n := len(s); n > 0 && s[n-1] == '\r' {
		s = s[:n-1]
	}
	return s
}

// Pos is a byte offset in a file.
type Pos = int

// Span is the half-open range of bytes [Start, End) of a file. The zero value is no place.
type Span struct {
	File       *File
	Start, End Pos
}

// Known says whether the span is a place in a file.
func (s Span) Known() bool { return s.File != nil }

// To returns the smallest span that holds s and o; an unknown one adds nothing.
func (s Span) To(o Span) Span {
	if !s.Known() {
		return o
	}
	if !o.Known() || o.File != s.File {
		return s
	}
	return Span{s.File, min(s.Start, o.Start), max(s.End, o.End)}
}

// Text is the source text of the span.
func (s Span) Text() string {
	if s.File == nil || s.Start < 0 || s.End > len(s.File.Text) || s.Start > s.End {
		return ""
	}
	return s.File.Text[s.Start:s.End]
}

// Head is the empty span at the start of s, Tail the one at its end.
func (s Span) Head() Span { return Span{s.File, s.Start, s.Start} }

// Tail is the empty span at the end of s.
func (s Span) Tail() Span { return Span{s.File, s.End, s.End} }

// Loc returns the IR location of the span: its range in its file, or the unknown location.
func (s Span) Loc(c *ir.Context) ir.Location {
	if s.File == nil {
		return c.UnknownLoc()
	}
	l, col := s.File.Position(s.Start)
	el, ecol := s.File.Position(s.End)
	return c.RangeLoc(s.File.Name, l, col, el, ecol)
}

// Set makes the span the location of what a builder makes next.
func (s Span) Set(b *ir.Builder) {
	if s.File == nil {
		b.At(b.Ctx.UnknownLoc())
		return
	}
	s.File.lineStarts()
	n := len(s.File.Text)
	start := max(0, min(s.Start, n))
	b.AtRange(s.File.loc, start, max(start, min(s.End, n)))
}
