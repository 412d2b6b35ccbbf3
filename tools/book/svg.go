package book

import (
	"fmt"
	"os"
	"strings"
)

// Sizes in pixels.
const (
	cell   = 34 // the side of an element
	gap    = 12 // between parts of parts
	margin = 8
	label  = 26 // the height of a line of text
)

// colours are those of the parts, light ones: the numbers on them are dark on every page.
var colours = []string{"#9ecbff", "#ffd08a", "#a8e6a1", "#f7b0c3", "#cdb8f5", "#8fe0dc", "#f2e58b", "#d9c0a8", "#b8d4c8", "#e6b8e0", "#c7cfe0", "#f5c4a3"}

// drawing is an SVG on its way.
type drawing struct {
	strings.Builder
	width, y int
}

// SVG draws the picture.
func (p Picture) SVG() (string, error) {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	source := make([]int, product(p.Shape))
	colour := make([]int, len(source)) // of each element of the array
	for i := range source {
		source[i], colour[i] = i, -1
		if p.colour == bySource {
			colour[i] = i * p.Shape[0] / len(source)
		}
	}
	var d drawing
	lists := make([][]int, len(p.Shows))
	for k, s := range p.Shows {
		if lists[k], err = elements(dir, p.Shape, s); err != nil {
			return "", err
		}
		for i, e := range lists[k] {
			if p.colour == byPart && e >= 0 {
				colour[e] = partColour(i, s.Shape)
			}
		}
	}
	d.title("x: " + arrayType(p.Shape))
	d.grid(p.Shape, source, colour)
	for k, s := range p.Shows {
		d.y += gap
		d.title("x." + s.Chain + ": " + viewType(s.Shape, s.pads))
		d.grid(s.Shape, lists[k], colour)
	}
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" width="%[1]d" height="%[2]d" viewBox="0 0 %[1]d %[2]d" role="img" font-family="ui-monospace, Menlo, Consolas, monospace">
<title>%[3]s</title>
%[4]s</svg>
`, d.width+margin, d.y+margin, escaped("elements of "+p.Shows[0].Chain), d.String()), nil
}

// partColour is the colour of element i of a result: that of its first index, of tiles of the first two.
func partColour(i int, shape []int) int {
	if len(shape) == 4 {
		return i / (shape[2] * shape[3])
	}
	return i / product(shape[1:])
}

// title writes a line of code.
func (d *drawing) title(text string) {
	d.y += label
	d.wide(margin + len(text)*8)
	fmt.Fprintf(d, "<text x=\"%d\" y=\"%d\" font-size=\"13\" fill=\"#808090\">%s</text>\n", margin, d.y-8, escaped(text))
}

func (d *drawing) wide(x int) { d.width = max(d.width, x) }

// grid draws elements: of the shape the last size goes to the right, the one before it down, and so on in turn.
func (d *drawing) grid(shape, list, colour []int) {
	_, h := d.parts(margin, d.y, shape, list, colour)
	d.y += h
}

// parts draws the elements with the upper left corner at (x, y) and gives the width and height.
func (d *drawing) parts(x, y int, shape, list, colour []int) (w, h int) {
	if len(shape) == 0 {
		d.element(x, y, list[0], colour)
		return cell, cell
	}
	size, down := len(list)/shape[0], len(shape)%2 == 0
	space := 0
	if len(shape) > 2 {
		space = gap
	}
	for i := range shape[0] {
		px, py := x, y
		if i > 0 && down {
			py += h + space
		} else if i > 0 {
			px += w + space
		}
		pw, ph := d.parts(px, py, shape[1:], list[i*size:(i+1)*size], colour)
		w, h = max(w, px-x+pw), max(h, py-y+ph)
	}
	return w, h
}

// element draws one element: its number, or that it is not there.
func (d *drawing) element(x, y, number int, colour []int) {
	d.wide(x + cell)
	if number < 0 {
		fmt.Fprintf(d, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"4\" fill=\"none\" stroke=\"#808090\" stroke-dasharray=\"3 3\"/>\n",
			x+2, y+2, cell-4, cell-4)
		return
	}
	fill := "#d8d8e0"
	if c := colour[number]; c >= 0 {
		fill = colours[c%len(colours)]
	}
	fmt.Fprintf(d, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"4\" fill=\"%s\"/>\n", x+1, y+1, cell-2, cell-2, fill)
	fmt.Fprintf(d, "<text x=\"%d\" y=\"%d\" font-size=\"13\" text-anchor=\"middle\" fill=\"#20202a\">%d</text>\n", x+cell/2, y+cell/2+5, number)
}

func escaped(text string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(text)
}
