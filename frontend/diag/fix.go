package diag

import (
	"fmt"
	"sort"
	"strings"

	"descend/frontend/source"
	"descend/ir"
)

// change is an edit as bytes of a file.
type change struct {
	start, end int
	text       string
}

// fix shows a help with the lines as its edits make them.
func (f *frame) fix(h *ir.Help, sources Sources) {
	f.put(added, "help")
	f.put(plain, ": "+h.Message)
	f.newline()
	for _, name := range filesOf(h.Edits) {
		if file := sources[name]; file != nil {
			f.fixFile(file, changesOf(h.Edits, file))
		} else {
			f.put(plain, fmt.Sprintf("%s= in %s", strings.Repeat(" ", f.gutter+1), name))
			f.newline()
		}
	}
}

// filesOf are the names of the files that edits change, in order of first use.
func filesOf(edits []ir.Edit) []string {
	var names []string
	seen := map[string]bool{}
	for _, e := range edits {
		if r := ir.RangeOf(e.Loc); r.Known() && !seen[r.File] {
			seen[r.File] = true
			names = append(names, r.File)
		}
	}
	return names
}

// changesOf are the edits of one file, sorted.
func changesOf(edits []ir.Edit, file *source.File) []change {
	var cs []change
	for _, e := range edits {
		r := ir.RangeOf(e.Loc)
		if r.File != file.Name {
			continue
		}
		c := change{start: file.Offset(r.Line, r.Col), text: e.Text}
		c.end = c.start
		if r.EndLine > 0 {
			c.end = max(c.start, file.Offset(r.EndLine, r.EndCol))
		}
		cs = append(cs, c)
	}
	sort.SliceStable(cs, func(i, j int) bool { return cs[i].start < cs[j].start })
	return cs
}

// Apply carries out the edits of a help on a file and returns the new text. Overlapping edits are left
// out from the second on.
func Apply(h *ir.Help, file *source.File) string {
	var b strings.Builder
	pos := 0
	for _, c := range changesOf(h.Edits, file) {
		if c.start < pos {
			continue
		}
		b.WriteString(file.Text[pos:c.start])
		b.WriteString(c.text)
		pos = c.end
	}
	b.WriteString(file.Text[pos:])
	return b.String()
}

// fixFile shows the changed lines of one file: with `+` under what is inserted, or line by line as a
// difference when something is replaced.
func (f *frame) fixFile(file *source.File, cs []change) {
	f.margin(0, "|")
	f.newline()
	for i := 0; i < len(cs); {
		first, _ := file.Position(cs[i].start)
		last, _ := file.Position(cs[i].end)
		j := i + 1
		for ; j < len(cs); j++ {
			if l, _ := file.Position(cs[j].start); l > last {
				break
			}
			last, _ = file.Position(cs[j].end)
		}
		f.hunk(file, first, last, cs[i:j])
		i = j
	}
}

// hunk shows the changes of the lines first to last.
func (f *frame) hunk(file *source.File, first, last int, cs []change) {
	from := file.Offset(first, 1)
	inserts := first == last
	var after strings.Builder
	pos := from
	var adds []ir.SourceRange // columns of what is inserted, in the new line
	for _, c := range cs {
		if c.start < pos {
			continue
		}
		inserts = inserts && c.start == c.end && !strings.Contains(c.text, "\n")
		after.WriteString(file.Text[pos:c.start])
		if inserts {
			adds = append(adds, ir.SourceRange{Col: after.Len() + 1, EndCol: after.Len() + len(c.text) + 1})
		}
		after.WriteString(c.text)
		pos = c.end
	}
	after.WriteString(strings.TrimSuffix(file.Text[pos:file.Offset(last, len(file.Line(last))+1)], "\r"))
	// of long lines the part around the first change
	at := []*mark{{SourceRange: ir.SourceRange{Col: cs[0].start - from + 1}}}
	part := func(line string) (shown, window) {
		s := showAround(line, at[0].Col)
		return s, newWindow(s, at)
	}
	if inserts {
		s, w := part(after.String())
		f.margin(first, "|")
		f.put(plain, " "+w.text(s))
		f.newline()
		under := &row{}
		for _, a := range adds {
			from := w.column(s, a.Col)
			under.put(from, added, strings.Repeat("+", w.column(s, a.EndCol)-from))
		}
		f.row(under)
		return
	}
	for n := first; n <= last; n++ {
		s, w := part(file.Line(n))
		f.margin(n, "")
		f.put(removed, "- "+w.text(s))
		f.newline()
	}
	for i, line := range strings.Split(after.String(), "\n") {
		s, w := part(line)
		f.margin(first+i, "")
		f.put(added, "+ "+w.text(s))
		f.newline()
	}
}
