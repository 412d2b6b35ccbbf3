package diag

import (
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"

	"descend/frontend/source"
	"descend/ir"
)

// mark is a labelled place in a file.
type mark struct {
	ir.SourceRange
	label   string
	primary bool
	bar     int  // for places of several lines: the column of its bar at the left
	closed  bool // the bar has been ended
}

func (m *mark) multiline() bool { return m.EndLine > m.Line }

func (m *mark) style() style {
	if m.primary {
		return primary
	}
	return secondary
}

func (m *mark) sign() string {
	if m.primary {
		return "^"
	}
	return "-"
}

// group holds the marks of one file.
type group struct {
	file  string
	text  *source.File // nil: the text is not known
	marks []*mark
	bars  int
}

// severityColors are the terminal's colors of the severities.
var severityColors = [...]string{ir.Error: "31", ir.Warning: "33", ir.Remark: "36", ir.Note: "32"}

// humanForm is the full form: headline, source lines with marks and labels, notes, help.
func humanForm(d *ir.Diagnostic, sources Sources, color bool) string {
	c := newCanvas(color, severityColors[d.Severity])
	c.put(primary, d.Severity.String())
	head := ": " + d.Message
	if d.Code != "" {
		head += " [" + d.Code + "]"
	}
	c.put(bold, head)
	c.newline()
	groups := makeGroups(d, sources)
	gutter := 1
	for _, g := range groups {
		for _, m := range g.marks {
			gutter = max(gutter, len(strconv.Itoa(m.EndLine)))
		}
	}
	for h := range d.Help.All() {
		for _, e := range h.Edits {
			gutter = max(gutter, len(strconv.Itoa(ir.RangeOf(e.Loc).EndLine)))
		}
	}
	f := &frame{c, gutter}
	for i, g := range groups {
		f.group(g, i == 0)
	}
	f.remarks(d, len(groups) > 0 && groups[0].text != nil)
	for h := range d.Help.All() {
		if len(h.Edits) > 0 {
			f.fix(h, sources)
		}
	}
	return c.b.String()
}

// makeGroups sorts the places of a diagnostic by files, that of the primary place first.
func makeGroups(d *ir.Diagnostic, sources Sources) []*group {
	var groups []*group
	for i, p := range places(d) {
		r := p.SourceRange
		if !r.Known() {
			continue
		}
		if r.EndLine == 0 {
			r.EndLine, r.EndCol = r.Line, r.Col+1
		}
		m := &mark{SourceRange: r, label: p.label, primary: i == 0}
		at := slices.IndexFunc(groups, func(g *group) bool { return g.file == r.File })
		if at < 0 {
			at = len(groups)
			groups = append(groups, &group{file: r.File, text: sources[r.File]})
		}
		groups[at].marks = append(groups[at].marks, m)
	}
	return groups
}

// frame draws source lines with a column of line numbers at the left.
type frame struct {
	*canvas
	gutter int // width of the line numbers
}

// margin starts a line: the number (0: none), and the frame's line.
func (f *frame) margin(line int, sign string) {
	number := ""
	if line > 0 {
		number = strconv.Itoa(line)
	}
	f.put(secondary, strings.Repeat(" ", f.gutter-len(number))+number+" "+sign)
}

// group draws the lines of one file.
func (f *frame) group(g *group, first bool) {
	arrow := "-->"
	if !first {
		arrow = ":::"
	}
	m := g.marks[0]
	f.put(secondary, strings.Repeat(" ", f.gutter)+arrow)
	f.put(plain, fmt.Sprintf(" %s:%d:%d", g.file, m.Line, m.Col))
	f.newline()
	if g.text == nil {
		for _, m := range g.marks {
			if m.label != "" {
				f.put(secondary, strings.Repeat(" ", f.gutter)+" = ")
				f.put(plain, fmt.Sprintf("line %d: %s", m.Line, m.label))
				f.newline()
			}
		}
		return
	}
	f.margin(0, "|")
	f.newline()
	g.assignBars()
	lines := g.lines()
	for i, n := range lines {
		if i > 0 && n > lines[i-1]+1 {
			if n == lines[i-1]+2 {
				f.line(g, n-1)
			} else {
				f.put(secondary, "...")
				if bars := g.barsAt(lines[i-1]+1, false); strings.TrimSpace(bars.text()) != "" {
					f.put(plain, strings.Repeat(" ", f.gutter))
					bars.trim()
					bars.write(f.canvas)
				}
				f.newline()
			}
		}
		f.line(g, n)
	}
}

// assignBars gives each place of several lines a bar, the outermost leftmost.
func (g *group) assignBars() {
	var multi []*mark
	for _, m := range g.marks {
		last := g.text.NumLines()
		if m.EndLine > last {
			m.EndLine, m.EndCol = last, len(g.text.Line(last))+1
		}
		// A range that ends before the first character of a line ends with the line before.
		if m.EndLine > m.Line && m.EndCol <= 1 {
			m.EndLine--
			m.EndCol = len(g.text.Line(m.EndLine)) + 1
		}
		if m.multiline() {
			multi = append(multi, m)
		}
	}
	sort.SliceStable(multi, func(i, j int) bool {
		return multi[i].EndLine-multi[i].Line > multi[j].EndLine-multi[j].Line
	})
	for i, m := range multi {
		m.bar = i
	}
	g.bars = len(multi)
}

// lines are the numbers of the lines to show, ascending.
func (g *group) lines() []int {
	set := map[int]bool{}
	for _, m := range g.marks {
		set[m.Line], set[m.EndLine] = true, true
		if m.EndLine-m.Line <= 3 {
			for n := m.Line; n < m.EndLine; n++ {
				set[n] = true
			}
		}
	}
	var ns []int
	for n := range set {
		ns = append(ns, n)
	}
	sort.Ints(ns)
	return ns
}

// barsAt draws the bars of the places that run through a line; below: under the line's text.
func (g *group) barsAt(line int, below bool) *row {
	r := &row{}
	if g.bars == 0 {
		return r
	}
	r.put(g.bars, plain, " ")
	for _, m := range g.marks {
		if m.multiline() && !m.closed && m.Line < line && (line < m.EndLine || line == m.EndLine && !below) {
			r.put(m.bar, m.style(), "|")
		}
	}
	return r
}

// line draws a source line and what is marked in it.
func (f *frame) line(g *group, n int) {
	src := g.text.Line(n)
	var here []*mark
	first := len(src) + 1
	for _, m := range g.marks {
		if !m.multiline() && m.Line == n {
			here = append(here, m)
		}
		if m.Line == n {
			first = min(first, m.Col)
		} else if m.EndLine == n {
			first = min(first, m.EndCol)
		}
	}
	s := showAround(src, first)
	w := newWindow(s, here)
	f.margin(n, "|")
	if text := w.text(s); text != "" {
		f.put(plain, " ")
		bars := g.barsAt(n, false)
		bars.write(f.canvas)
		f.put(plain, text)
	} else if g.bars > 0 {
		f.put(plain, " ")
		bars := g.barsAt(n, false)
		f.put(plain, strings.TrimRight(bars.text(), " "))
	}
	f.newline()
	bars := func(below bool) *row { return g.barsAt(n, below) }
	offset := 0
	if g.bars > 0 {
		offset = g.bars + 1
	}
	for _, r := range drawMarks(here, s, w, offset) {
		base := bars(false)
		for i, x := range base.runes {
			if x != ' ' {
				r.put(i, base.styles[i], string(x))
			}
		}
		f.row(r)
	}
	for _, m := range g.marks {
		if m.multiline() && m.Line == n {
			r := bars(false)
			col := offset + w.column(s, m.Col)
			for i := m.bar + 1; i < col; i++ {
				r.put(i, m.style(), "_")
			}
			r.put(m.bar, plain, " ")
			r.put(col, m.style(), m.sign())
			f.row(r)
		}
	}
	for _, m := range g.marks {
		if m.multiline() && m.EndLine == n {
			r := bars(false)
			col := offset + max(0, w.column(s, m.EndCol)-1)
			r.put(m.bar, m.style(), "|")
			for i := m.bar + 1; i < col; i++ {
				r.put(i, m.style(), "_")
			}
			r.put(col, m.style(), m.sign()+spaced(m.label))
			f.row(r)
			m.closed = true
		}
	}
}

func spaced(label string) string {
	if label == "" {
		return ""
	}
	return " " + label
}

// row writes one line below a source line.
func (f *frame) row(r *row) {
	f.margin(0, "|")
	f.put(plain, " ")
	r.write(f.canvas)
	f.newline()
}

// remarks writes the notes, and the helps that have no edits.
func (f *frame) remarks(d *ir.Diagnostic, framed bool) {
	if framed && (len(d.Notes) > 0 || d.Help != nil) {
		f.margin(0, "|")
		f.newline()
	}
	remark := func(kind, text string) {
		pad := strings.Repeat(" ", f.gutter)
		f.put(secondary, pad+" = ")
		f.put(bold, kind)
		more := "\n" + pad + strings.Repeat(" ", len(" = "+kind+": "))
		f.put(plain, ": "+strings.ReplaceAll(text, "\n", more))
		f.newline()
	}
	for _, n := range d.Notes {
		remark("note", n)
	}
	for h := range d.Help.All() {
		if len(h.Edits) == 0 {
			remark("help", h.Message)
		}
	}
}
