package console

import (
	"strings"
	"unicode/utf8"
)

// Columns is how wide the lines of a help are: they fit into any window.
const Columns = 96

// Wrap breaks a text between words into lines of at most Columns characters, each behind an indentation. A blank line begins a new
// paragraph, and a word that is longer has a line of its own.
func Wrap(b *strings.Builder, text, indent string) {
	for paragraph := range strings.SplitSeq(text, "\n\n") {
		for _, line := range lines(paragraph, Columns-len(indent)) {
			b.WriteString(indent + line + "\n")
		}
	}
}

// Entry writes what a name means behind it, from a column on, or below a name that is longer.
func Entry(b *strings.Builder, name string, column int, means string) {
	b.WriteString(name)
	width := utf8.RuneCountInString(name)
	if width >= column {
		b.WriteString("\n")
		width = 0
	}
	for _, line := range lines(means, Columns-column) {
		b.WriteString(strings.Repeat(" ", column-width) + line + "\n")
		width = 0
	}
}

// lines are the words of a text in lines of at most so many characters.
func lines(text string, width int) (out []string) {
	line := ""
	for _, word := range strings.Fields(text) {
		if line != "" && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > width {
			out, line = append(out, line), ""
		}
		line = strings.TrimPrefix(line+" "+word, " ")
	}
	if line == "" {
		return out
	}
	return append(out, line)
}
