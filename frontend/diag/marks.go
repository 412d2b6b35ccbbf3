package diag

import (
	"sort"
	"strings"
)

// maxWidth is how many columns of a source line are shown.
const maxWidth = 140

// window is the part of a long line that is shown: [from, to) in columns.
type window struct{ from, to int }

// newWindow chooses the part around the marks.
func newWindow(s shown, marks []*mark) window {
	w := window{0, s.width()}
	if w.to <= maxWidth {
		return w
	}
	first := 0
	for i, m := range marks {
		if c := s.column(m.Col); i == 0 || c < first {
			first = c
		}
	}
	if first > maxWidth/2 {
		w.from = first - maxWidth/2
	}
	w.to = min(w.to, w.from+maxWidth)
	return w
}

// text is the visible part of the line, with dots where it is cut.
func (w window) text(s shown) string {
	if w.from == 0 && w.to == s.width() {
		return s.text
	}
	var b strings.Builder
	col := 0
	for _, r := range s.text {
		n := runeWidth(r)
		if col >= w.from && col+n <= w.to {
			b.WriteRune(r)
		}
		col += n
	}
	text := b.String()
	if w.from > 0 {
		text = "..." + strings.TrimPrefix(text, string([]rune(text)[:min(3, len([]rune(text)))]))
	}
	if w.to < s.width() {
		text += "..."
	}
	return text
}

// column is where a byte column of the line is drawn in the window.
func (w window) column(s shown, col int) int {
	return max(0, min(s.column(col), w.to)-w.from)
}

// span is a mark in the columns of one line.
type span struct {
	*mark
	from, to int
}

// drawMarks draws the rows below a line: the underlines, with the label of the last one behind them where
// there is room, and the other labels hanging below, the last first.
func drawMarks(marks []*mark, s shown, w window, offset int) []*row {
	if len(marks) == 0 {
		return nil
	}
	var spans []span
	for _, m := range marks {
		from := offset + w.column(s, m.Col)
		to := max(from+1, offset+w.column(s, m.EndCol))
		spans = append(spans, span{m, from, to})
	}
	sort.SliceStable(spans, func(i, j int) bool { return spans[i].from < spans[j].from })
	under := &row{}
	for _, pass := range [...]bool{false, true} { // the primary one wins
		for _, x := range spans {
			if x.primary == pass {
				under.put(x.from, x.style(), strings.Repeat(x.sign(), x.to-x.from))
			}
		}
	}
	last := spans[len(spans)-1]
	inline := true
	for _, x := range spans[:len(spans)-1] {
		if x.to > last.from {
			inline = false
		}
	}
	var hanging []span
	for i, x := range spans {
		if x.label == "" {
			continue
		}
		if i == len(spans)-1 && inline {
			under.put(x.to, x.style(), spaced(x.label))
			continue
		}
		hanging = append(hanging, x)
	}
	rows := []*row{under}
	if len(hanging) > 0 {
		rows = append(rows, connectors(hanging))
	}
	for i := len(hanging) - 1; i >= 0; i-- {
		r := connectors(hanging[:i])
		r.put(hanging[i].from, hanging[i].style(), hanging[i].label)
		rows = append(rows, r)
	}
	return rows
}

// connectors draws the lines down to labels.
func connectors(hanging []span) *row {
	r := &row{}
	for _, x := range hanging {
		r.put(x.from, x.style(), "|")
	}
	return r
}
