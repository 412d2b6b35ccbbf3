package ir

import "strings"

// PrintLines returns the text of op, and for each of its lines the first and the last line of a file that it comes from, 0 if it comes
// from none. Code that was inlined from another file comes from the line of the call. An operation with regions comes from its first line alone: what is inside has lines of its own.
func PrintLines(op *Operation, file string) (text string, lines [][2]int) {
	type mark struct {
		offset int
		lines  [2]int
	}
	var marks []mark
	text = Print(op, PrintOptions{AssumeVerified: true, Visit: func(op *Operation, offset int) {
		m, r := mark{offset: offset}, rangeIn(op.Loc(), file)
		if r.File == file && op.NumRegions() == 0 {
			m.lines = [2]int{r.Line, max(r.Line, r.EndLine)}
		} else if r.File == file {
			m.lines = [2]int{r.Line, r.Line}
		}
		marks = append(marks, m)
	}})
	at, next := 0, 0
	for line := range strings.Lines(text) {
		at += len(line)
		of := [2]int{}
		for next < len(marks) && marks[next].offset < at {
			of = marks[next].lines
			next++
		}
		lines = append(lines, of)
	}
	return text, lines
}

// rangeIn is the innermost place of a location that is in a file.
func rangeIn(l Location, file string) SourceRange {
	if r := RangeOf(l); r.File == file {
		return r
	}
	for _, f := range Frames(l) {
		if f.File == file {
			return f.SourceRange
		}
	}
	return SourceRange{}
}
