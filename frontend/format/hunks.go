package format

import (
	"fmt"
	"strings"

	"descend/frontend/source"
	"descend/frontend/syntax"
)

// hunk is a part of two texts of one program: whole lines of both.
type hunk struct{ old, new string }

// hunks cuts two texts of one program into parts wherever a line of both begins with the same token, and where equal lines begin and
// end in between.
func hunks(old, new string) []hunk {
	a := written{old, syntax.Tokens(source.NewFile("", old))}
	b := written{new, syntax.Tokens(source.NewFile("", new))}
	var out []hunk
	from, to := 0, 0
	cut := func(i, j int) {
		x, y := old[from:i], new[to:j]
		head, tail := equalLines(x, y)
		for _, h := range []hunk{{x[:head], y[:head]}, {x[head : len(x)-tail], y[head : len(y)-tail]}, {x[len(x)-tail:], y[len(y)-tail:]}} {
			if h.old != "" || h.new != "" {
				out = append(out, h)
			}
		}
		from, to = i, j
	}
	match(a, b, func(i, j int) {
		x, y := lineStart(old, int(a.tokens[i].Start)), lineStart(new, int(b.tokens[j].Start))
		if x > from && y > to {
			cut(x, y)
		}
	})
	cut(len(old), len(new))
	return out
}

// equalLines is how long the equal lines are with which two texts begin, and those with which they end behind these.
func equalLines(x, y string) (head, tail int) {
	a, b := lines(x), lines(y)
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		head += len(a[0])
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		tail += len(a[len(a)-1])
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	return head, tail
}

// lineStart is where the line begins in which nothing but blanks is before an offset, else -1.
func lineStart(text string, offset int) int {
	for offset > 0 && (text[offset-1] == ' ' || text[offset-1] == '\t') {
		offset--
	}
	if offset > 0 && text[offset-1] != '\n' {
		return -1
	}
	return offset
}

// Lines is the old text with those parts as in the new one, which is [File] of it, that have a line between two numbers, both from 1 and
// both included. What belongs to such a line, as the rest of a statement, is formatted with it.
func Lines(old, new string, from, to int) string {
	var b strings.Builder
	line := 1
	for _, h := range hunks(old, new) {
		next := line + strings.Count(h.old, "\n")
		if line <= to && max(next, line+1) > from {
			b.WriteString(h.new)
		} else {
			b.WriteString(h.old)
		}
		line = next
	}
	return b.String()
}

// edit is a line of a diff: ' ', '-' or '+', and its text.
type edit struct {
	sign byte
	text string
}

// edits are the lines of two texts.
func edits(old, new string) []edit {
	var out, added []edit
	for _, h := range hunks(old, new) {
		if h.old != h.new {
			out = append(out, signed('-', h.old)...)
			added = append(added, signed('+', h.new)...)
			continue
		}
		out = append(append(out, added...), signed(' ', h.old)...)
		added = nil
	}
	return append(out, added...)
}

// signed are the lines of a text with a sign.
func signed(sign byte, text string) (out []edit) {
	for _, l := range lines(text) {
		out = append(out, edit{sign, l})
	}
	return out
}

// lines are the lines of a text with their ends.
func lines(s string) []string {
	out := strings.SplitAfter(s, "\n")
	if out[len(out)-1] == "" {
		out = out[:len(out)-1]
	}
	return out
}

// context is how many equal lines a diff shows around what differs.
const context = 3

// Diff is a unified diff of a text and [File] of it; "" if they are equal.
func Diff(name, old, new string) string {
	if old == new {
		return ""
	}
	all := edits(old, new)
	var b strings.Builder
	fmt.Fprintf(&b, "--- %s\n+++ %s\n", name, name)
	olds, news := 1, 1 // the numbers of the next lines
	for i := 0; i < len(all); {
		begin, end := nextEdits(all, i)
		olds, news = olds+begin-i, news+begin-i
		var body strings.Builder
		x, y := writeEdits(&body, all[begin:end])
		if x+y > 0 {
			fmt.Fprintf(&b, "@@ -%s +%s @@\n%s", lineRange(olds, x), lineRange(news, y), body.String())
		}
		olds, news, i = olds+x, news+y, end
	}
	return b.String()
}

// nextEdits are the next lines from i on that a diff shows together: a difference, and all that follow within twice the context.
func nextEdits(all []edit, i int) (begin, end int) {
	first := i
	for first < len(all) && all[first].sign == ' ' {
		first++
	}
	if first == len(all) {
		return first, first
	}
	last := first
	for j := first; j < len(all) && j <= last+2*context; j++ {
		if all[j].sign != ' ' {
			last = j
		}
	}
	return max(i, first-context), min(len(all), last+1+context)
}

// writeEdits writes lines with their signs, and counts those of each text.
func writeEdits(b *strings.Builder, all []edit) (olds, news int) {
	for _, e := range all {
		if e.sign != '+' {
			olds++
		}
		if e.sign != '-' {
			news++
		}
		b.WriteByte(e.sign)
		b.WriteString(e.text)
		if !strings.HasSuffix(e.text, "\n") {
			b.WriteString("\n\\ No newline at end of file\n")
		}
	}
	return olds, news
}

// lineRange is how a unified diff names n lines from a line on.
func lineRange(line, n int) string {
	switch n {
	case 0:
		return fmt.Sprintf("%d,0", line-1)
	case 1:
		return fmt.Sprint(line)
	}
	return fmt.Sprintf("%d,%d", line, n)
}
