package diag

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// tabWidth is how many columns a tab takes at most.
const tabWidth = 4

// shown is a source line as it is drawn: its text without tabs and control characters, and for each byte
// of the source line, and its end, the column where it is drawn.
type shown struct {
	text    string
	columns []int
	skipped int // bytes of the line before what is shown
}

// maxShown is how many bytes of a long line are made fit on either side of a place.
const maxShown = 2048

// showAround is show of a line, or of the part of a very long line around the byte column col (from 1).
func showAround(line string, col int) shown {
	if len(line) <= 2*maxShown {
		return show(line)
	}
	from, to := max(0, min(col, len(line))-maxShown), min(len(line), col+maxShown)
	for from > 0 && !utf8.RuneStart(line[from]) {
		from--
	}
	for to < len(line) && !utf8.RuneStart(line[to]) {
		to++
	}
	s := show(line[from:to])
	s.skipped = from
	return s
}

// show makes a line fit for a terminal.
func show(line string) shown {
	var b strings.Builder
	s := shown{columns: make([]int, len(line)+1)}
	col := 0
	for i := 0; i < len(line); {
		r, size := utf8.DecodeRuneInString(line[i:])
		for j := range size {
			s.columns[i+j] = col
		}
		i += size
		switch {
		case r == '\t':
			n := tabWidth - col%tabWidth
			b.WriteString(strings.Repeat(" ", n))
			col += n
		case r < ' ':
			b.WriteRune(0x2400 + r) // the control pictures
			col++
		case r == 0x7f:
			b.WriteRune(0x2421)
			col++
		case unicode.Is(unicode.Cf, r) || r >= 0x80 && r < 0xa0:
			b.WriteRune(utf8.RuneError) // could turn the direction of the text or move the cursor
			col++
		default:
			b.WriteRune(r)
			col += runeWidth(r)
		}
	}
	s.columns[len(line)] = col
	s.text = b.String()
	return s
}

// column is where the byte with the column number col (from 1) is drawn, from 0.
func (s shown) column(col int) int {
	return s.columns[max(0, min(col-1-s.skipped, len(s.columns)-1))]
}

// width is the number of columns of the whole line.
func (s shown) width() int { return s.columns[len(s.columns)-1] }

// wide are the blocks of characters that take two columns.
var wide = [...][2]rune{{0x1100, 0x115f}, {0x2e80, 0x303e}, {0x3041, 0x33ff}, {0x3400, 0x4dbf}, {0x4e00, 0x9fff},
	{0xa000, 0xa4cf}, {0xac00, 0xd7a3}, {0xf900, 0xfaff}, {0xfe30, 0xfe4f}, {0xff00, 0xff60}, {0xffe0, 0xffe6},
	{0x1f300, 0x1f64f}, {0x1f900, 0x1f9ff}, {0x20000, 0x3fffd}}

func runeWidth(r rune) int {
	if r < 0x300 {
		return 1
	}
	if unicode.In(r, unicode.Mn, unicode.Me) {
		return 0
	}
	for _, w := range wide {
		if r >= w[0] && r <= w[1] {
			return 2
		}
	}
	return 1
}

// style is how a piece of text looks on a terminal that shows colors.
type style int

// The styles.
const (
	plain     style = iota
	bold            // the headline
	primary         // the primary place: in the color of the severity
	secondary       // related places and the frame
	added           // text that a fix adds
	removed         // text that a fix removes
)

// canvas is a text drawn line by line; each line may be written over from the left to the right.
type canvas struct {
	b     strings.Builder
	color bool
	codes [removed + 1]string
}

func newCanvas(color bool, severityColor string) *canvas {
	c := &canvas{color: color}
	c.codes = [...]string{"", "1", "1;" + severityColor, "1;34", "32", "31"}
	return c
}

// put writes text in a style.
func (c *canvas) put(st style, text string) {
	if c.color && c.codes[st] != "" && text != "" {
		c.b.WriteString("\x1b[" + c.codes[st] + "m" + text + "\x1b[0m")
		return
	}
	c.b.WriteString(text)
}

func (c *canvas) newline() { c.b.WriteByte('\n') }

// row is one line below a source line, drawn at columns.
type row struct {
	runes  []rune
	styles []style
}

// put draws text at a column.
func (r *row) put(col int, st style, text string) {
	for _, x := range text {
		for len(r.runes) <= col {
			r.runes, r.styles = append(r.runes, ' '), append(r.styles, plain)
		}
		r.runes[col], r.styles[col] = x, st
		col++
	}
}

// text is the row without styles.
func (r *row) text() string { return string(r.runes) }

// trim drops spaces at the end.
func (r *row) trim() {
	for n := len(r.runes); n > 0 && r.runes[n-1] == ' '; n = len(r.runes) {
		r.runes, r.styles = r.runes[:n-1], r.styles[:n-1]
	}
}

// write adds the row to a canvas.
func (r *row) write(c *canvas) {
	for i := 0; i < len(r.runes); {
		j := i
		for j < len(r.runes) && r.styles[j] == r.styles[i] {
			j++
		}
		c.put(r.styles[i], string(r.runes[i:j]))
		i = j
	}
}
