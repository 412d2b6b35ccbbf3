package format

import (
	"strings"
	"unicode/utf8"
)

// A part of a program is laid out in two steps. First the tree is walked, and makes a list of steps: texts, places where a line may
// end, and groups, which nest. Then the list is written: a group of which all fits in the rest of the line, up to the next place after
// it where a line may end, is written in one line; else lines end at its own places, and the groups in it are asked in turn. This is
// Oppen's algorithm with all of the text at hand, so that widths are differences of sums, and it takes time linear in the text.

// op is what a step does.
type op uint8

const (
	opText    op = iota // the source from a to b
	opWide              // the same where a character may have several bytes
	opComment           // the same, of a comment, which has no width if a line ends behind it: long ones end no line before them
	opTail              // the same, of a comment behind which a line may end
	opChar              // the character a
	opLine              // a blank, or the end of a line where the group has several
	opSoft              // nothing, or the end of a line
	opHard              // the end of a line
	opBlank             // the end of a line, and an empty one
	opFill              // a blank, or the end of a line where what is before the step a does not fit
	opAfter             // a blank where the group that begins at a has several lines, else as opLine
	opBelow             // the end of a line where the group that begins at a has several, else a blank
	opValue             // before the value of a `=`, which ends at the step a: see writer.value
	opEnd               // the end of such a value
	opOpen              // a group begins; it ends at a
	opClose             // it ends
	opIndent            // lines are indented by one more
	opDedent            // and by one less
	opTrail             // a comma where the group has several lines
)

// step is one step.
type step struct {
	op   op
	flag bool // of a group: a line ends in it whatever fits; of a value: it never begins a line; of a comment: a line ends behind it
	a, b int32
}

// Lines are indented by two blanks for each level, and go to column 100 where there is a choice.
const (
	indentWidth = 2
	maxWidth    = 100
)

// writer writes steps.
type writer struct {
	text  string
	steps []step
	// width is that of all steps before one, in one line; rest is that from a step to the next place where a line may end.
	width, rest []int32
	hards       []int32 // how many lines end, whatever fits, before a step

	out    []byte
	col    int  // of what comes next, 0 at the start of a line
	fresh  bool // nothing is in this line yet, not even its indentation
	indent int
	flat   bool
	modes  []bool // flat, of the groups around
	moved  []int  // by how much the values around are indented
	broken []bool // of the groups that begin at a step: they have several lines
}

// sized gives a slice n elements.
func sized[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, 2*n)
	}
	return s[:n]
}

// measure computes the widths.
func (w *writer) measure() {
	n := len(w.steps)
	w.width, w.hards, w.rest = sized(w.width, n+1), sized(w.hards, n+1), sized(w.rest, n+1)
	w.broken = sized(w.broken, n)
	w.width[0], w.hards[0] = 0, 0
	for i := range w.steps {
		s := &w.steps[i]
		wide, hard := int32(0), int32(0)
		switch s.op {
		case opText:
			wide = s.b - s.a
		case opWide:
			wide = int32(utf8.RuneCountInString(w.text[s.a:s.b]))
		case opChar, opLine, opFill, opAfter, opBelow, opValue:
			wide = 1
		case opHard, opBlank:
			hard = 1
		case opComment, opTail:
			if c := w.text[s.a:s.b]; strings.IndexByte(c, '\n') >= 0 {
				hard = 1
			} else if !s.flag {
				wide = int32(utf8.RuneCountInString(c))
			}
		}
		w.width[i+1], w.hards[i+1] = w.width[i]+wide, w.hards[i]+hard
	}
	w.rest[n] = 0
	for i := n - 1; i >= 0; i-- {
		switch s := w.steps[i]; s.op {
		case opLine, opSoft, opHard, opBlank, opFill, opAfter:
			w.rest[i] = 0
		case opValue:
			if w.rest[i] = 0; s.flag {
				w.rest[i] = 1 + w.rest[i+1]
			}
		case opTail:
			w.rest[i] = w.rest[i+1]
		default:
			w.rest[i] = w.width[i+1] - w.width[i] + w.rest[i+1]
		}
	}
}

// fits says whether the steps from i up to end fit in one line from a column on, with what cannot be in the next one.
func (w *writer) fits(col, i, end int) bool {
	return w.hards[i] == w.hards[end] && col+int(w.width[end]-w.width[i]+w.rest[end]) <= maxWidth
}

// here is the column of what is written next.
func (w *writer) here() int {
	if w.fresh {
		return w.indent * indentWidth
	}
	return w.col
}

// write writes all steps.
func (w *writer) write(steps []step) {
	w.steps = steps
	w.measure()
	w.flat, w.modes, w.moved = false, w.modes[:0], w.moved[:0]
	for i := range steps {
		s := &steps[i]
		switch s.op {
		case opText:
			w.put(w.text[s.a:s.b], int(s.b-s.a))
		case opWide, opComment, opTail:
			text := w.text[s.a:s.b]
			n := strings.LastIndexByte(text, '\n') + 1
			if w.put(text, utf8.RuneCountInString(text[n:])); n > 0 {
				w.col = utf8.RuneCountInString(text[n:])
			}
		case opChar:
			w.char(byte(s.a))
		case opLine, opSoft:
			w.line(!w.flat, s.op == opLine)
		case opHard:
			w.newline()
		case opBlank:
			w.newline()
			w.out = append(w.out, '\n')
		case opFill:
			w.line(!w.flat && !w.fits(w.here(), i, int(s.a)), true)
		case opAfter:
			w.line(!w.flat && !w.broken[s.a], true)
		case opBelow:
			w.line(w.broken[s.a], true)
		case opValue:
			w.value(i)
		case opEnd:
			n := len(w.moved) - 1
			w.indent -= w.moved[n]
			w.moved = w.moved[:n]
		case opOpen:
			w.modes = append(w.modes, w.flat)
			w.flat = w.flat || !s.flag && w.fits(w.here(), i, int(s.a))
			w.broken[i] = !w.flat
		case opClose:
			n := len(w.modes) - 1
			w.flat, w.modes = w.modes[n], w.modes[:n]
		case opIndent:
			w.indent++
		case opDedent:
			w.indent--
		case opTrail:
			if !w.flat {
				w.char(',')
			}
		}
	}
}

// value writes what is before a value: it begins in this line if it fits there, else in the next one if it fits there. Else it has
// several lines, and the first of them decides in the same way.
func (w *writer) value(i int) {
	s := w.steps[i]
	move := 0
	if !w.flat && !s.flag {
		next := (w.indent + 1) * indentWidth
		end := int(s.a)
		if !w.fits(w.here(), i, end) {
			if !w.fits(next, i+1, end) {
				end = w.firstLine(i+1, end)
			}
			if !w.fits(w.here(), i, end) && w.fits(next, i+1, end) {
				move = 1
			}
		}
	}
	w.moved = append(w.moved, move)
	w.indent += move
	w.line(move > 0, true)
}

// firstLine is where the first line of a value ends that has several: at the first place of its last group, which is all of it, or the
// list at its end.
func (w *writer) firstLine(i, end int) int {
	group := end
	for j := i; j < end; j++ {
		if w.steps[j].op == opOpen {
			group = j
			j = int(w.steps[j].a)
		}
	}
	for j := group + 1; j < end; j++ {
		switch s := w.steps[j]; s.op {
		case opOpen:
			j = int(s.a)
		case opLine, opSoft, opHard, opBlank, opFill:
			return j
		}
	}
	return end
}

// line ends a line, or writes a blank instead.
func (w *writer) line(ends, blank bool) {
	switch {
	case ends:
		w.newline()
	case blank:
		w.char(' ')
	}
}

// newline ends a line, unless nothing is written yet.
func (w *writer) newline() {
	if len(w.out) > 0 {
		w.out = append(w.out, '\n')
	}
	w.col, w.fresh = 0, true
}

// start writes the indentation of a line.
func (w *writer) start() {
	if !w.fresh {
		return
	}
	w.fresh = false
	w.col = w.indent * indentWidth
	for range w.col {
		w.out = append(w.out, ' ')
	}
}

func (w *writer) put(s string, width int) {
	w.start()
	w.out = append(w.out, s...)
	w.col += width
}

func (w *writer) char(c byte) {
	w.start()
	w.out = append(w.out, c)
	w.col++
}
