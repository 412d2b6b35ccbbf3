package picture

import (
	"fmt"
	"html"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"descend/dialects/gpu"
)

// colors is the number of colours, which are classes k0, k1, .. of elements and threads.
const colors = 32

// By says whose colours elements have.
type By string

// The values of By.
const (
	ByBlock  By = "block"
	ByWarp   By = "warp"
	ByThread By = "thread"
)

// color is the number of the colour of a thread. Neighbouring blocks and warps are far apart on the circle of colours, lanes near.
func (p *Picture) color(t int64, by By) int {
	block, lane := t/int64(p.PerBlock), t%int64(p.PerBlock)
	switch by {
	case ByThread:
		return int(lane % gpu.WarpSize)
	case ByWarp:
		return int((block*int64((p.PerBlock+gpu.WarpSize-1)/gpu.WarpSize) + lane/gpu.WarpSize) * 13 % colors)
	}
	return int(block * 13 % colors)
}

// usual is the By that tells most: blocks, if there are several, else warps, else threads.
func (p *Picture) usual() By {
	switch {
	case p.Grid[0]*p.Grid[1]*p.Grid[2] > 1:
		return ByBlock
	case p.PerBlock > gpu.WarpSize:
		return ByWarp
	}
	return ByThread
}

// Style is the style sheet of pictures, for elements below a selector.
func Style(below string, dark bool) string {
	var b strings.Builder
	light, chroma := 0.79, 0.105
	empty, line, text, strong, alarm := "#eceef1", "#d5d9df", "#5a6370", "#1b1f24", "#c4321c"
	if dark {
		light, chroma = 0.66, 0.115
		empty, line, text, strong, alarm = "#252a31", "#3a414b", "#9aa4b1", "#e6e9ed", "#ff7a5c"
	}
	rule := func(selector, body string) { fmt.Fprintf(&b, "%s %s{%s}\n", below, selector, body) }
	for i := range colors { // the first are far from the alarm's
		rule(fmt.Sprintf(".k%d", i), "fill:"+oklch(light, chroma, 250+float64(i)*360/colors))
	}
	rule(".cells rect", "stroke-width:0")
	rule(".e", "fill:"+empty)
	rule(".many", "fill:"+text)
	rule(".r", "fill-opacity:.5")
	rule(".past", "fill-opacity:.3")
	rule(".sectors rect", "fill:none;stroke:"+line+";stroke-width:1")
	rule(".sectors .on", "stroke:"+text)
	rule("text", "fill:"+text+";font:10px ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace")
	rule("text.title", "fill:"+strong+";font:600 13px system-ui,'DejaVu Sans',sans-serif")
	rule("text.note", "font:12px system-ui,'DejaVu Sans',sans-serif")
	rule("text.alarm", "fill:"+alarm+";font:600 12px system-ui,'DejaVu Sans',sans-serif")
	rule(".cells .bank", "stroke:"+alarm+";stroke-width:1.5;stroke-dasharray:3 2")
	rule(".cells .x", "stroke:"+alarm+";stroke-width:2.5")
	rule(".cells .o", "stroke:"+strong+";stroke-width:1")
	rule(".cells .h", "stroke:"+strong+";stroke-width:2")
	return b.String()
}

// oklch is a colour by lightness, chroma and hue in degrees, as sRGB (Björn Ottosson, "A perceptual color space for image processing").
func oklch(l, c, hue float64) string {
	a, b := c*math.Cos(hue*math.Pi/180), c*math.Sin(hue*math.Pi/180)
	cube := func(x float64) float64 { return x * x * x }
	long, middle, short := cube(l+0.3963377774*a+0.2158037573*b), cube(l-0.1055613458*a-0.0638541728*b), cube(l-0.0894841775*a-1.2914855480*b)
	channel := func(x float64) int {
		if x <= 0.0031308 {
			x *= 12.92
		} else {
			x = 1.055*math.Pow(x, 1/2.4) - 0.055
		}
		return int(math.Round(255 * min(max(x, 0), 1)))
	}
	return fmt.Sprintf("#%02x%02x%02x", channel(4.0767416621*long-3.3077115913*middle+0.2309699292*short),
		channel(-1.2684380046*long+2.6097574011*middle-0.3413193965*short), channel(-0.0041960863*long-0.7034186147*middle+1.7076147010*short))
}

// grid is where the cells of a grid lie, in pixels.
type grid struct {
	cell, gap, every int // every so many columns there is more space, 0 for none
}

// The space for the numbers of rows and columns.
const (
	marginLeft = 34
	marginTop  = 14
)

func gridOf(cols, every int) grid {
	g := grid{cell: 6, gap: 1, every: every}
	switch {
	case cols <= 32:
		g.cell, g.gap = 15, 2
	case cols <= 64:
		g.cell, g.gap = 9, 1
	}
	return g
}

func (g grid) x(col int) int {
	x := marginLeft + col*(g.cell+g.gap)
	if g.every > 0 {
		x += col / g.every * 2
	}
	return x
}

func (g grid) y(row int) int { return marginTop + row*(g.cell+g.gap) }

// grid is that of an array; where rows are whole sectors these stand apart.
func (a *Array) grid() grid {
	every := 0
	if a.PerSector > 1 && a.Cols%a.PerSector == 0 {
		every = a.PerSector
	}
	return gridOf(a.ShownCols, every)
}

// size is the size of the drawing of an array in pixels.
func (a *Array) extent() (width, height int) {
	g := a.grid()
	return g.x(max(1, a.ShownCols)) + 2, g.y(max(1, a.ShownRows)) + 2
}

// svg is the array without anything in it.
func (a *Array) svg() string {
	w, h := a.extent()
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d">%s</svg>`, w, h, w, h, a.drawing(nil))
}

// drawing are the cells, with the classes that paint gives them.
func (a *Array) drawing(paint map[int64]string) string {
	var b strings.Builder
	g := a.grid()
	for c := 0; c < a.ShownCols; c += 8 {
		fmt.Fprintf(&b, `<text x="%d" y="10">%d</text>`, g.x(c), c)
	}
	for r := range a.ShownRows {
		if g.cell > 9 || r%4 == 0 {
			n := int64(r)
			if len(a.Shape) < 2 {
				n *= int64(a.Cols)
			}
			fmt.Fprintf(&b, `<text x="%d" y="%d" text-anchor="end">%d</text>`, marginLeft-5, g.y(r)+g.cell-max(0, (g.cell-9)/2), n)
		}
	}
	b.WriteString(`<g class="sectors">`)
	if g.every > 0 {
		for r := range a.ShownRows {
			for c := 0; c < a.ShownCols; c += g.every {
				last := min(c+g.every, a.ShownCols) - 1
				fmt.Fprintf(&b, `<rect x="%d.5" y="%d.5" width="%d" height="%d" rx="3"/>`, g.x(c)-2, g.y(r)-2, g.x(last)-g.x(c)+g.cell+3, g.cell+3)
			}
		}
	}
	b.WriteString(`</g><g class="cells">`)
	for r := range a.ShownRows {
		for c := range a.ShownCols {
			e := int64(r)*int64(a.Cols) + int64(c)
			if e >= a.Count {
				break
			}
			class := "e"
			if p := paint[e]; p != "" {
				class = p
			}
			fmt.Fprintf(&b, `<rect x="%d" y="%d" width="%d" height="%d" rx="2" class="%s"/>`, g.x(c), g.y(r), g.cell, g.cell, class)
		}
	}
	b.WriteString(`</g>`)
	return b.String()
}

// threadsSVG are the threads of a block, a row for each warp.
func (p *Picture) threadsSVG() string {
	g := gridOf(min(gpu.WarpSize, p.PerBlock), 0)
	warps := (p.PerBlock + gpu.WarpSize - 1) / gpu.WarpSize
	var b strings.Builder
	for c := 0; c < min(gpu.WarpSize, p.PerBlock); c += 8 {
		fmt.Fprintf(&b, `<text x="%d" y="10">%d</text>`, g.x(c), c)
	}
	for w := range warps {
		fmt.Fprintf(&b, `<text x="%d" y="%d" text-anchor="end">%d</text>`, marginLeft-5, g.y(w)+12, w*gpu.WarpSize)
	}
	b.WriteString(`<g class="cells">`)
	for t := range p.PerBlock {
		fmt.Fprintf(&b, `<rect x="%d" y="%d" width="%d" height="%d" rx="7" class="e"/>`, g.x(t%gpu.WarpSize), g.y(t/gpu.WarpSize), g.cell, g.cell)
	}
	w, h := g.x(min(gpu.WarpSize, p.PerBlock))+2, g.y(warps)+2
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d">%s</g></svg>`, w, h, w, h, b.String())
}

// paint are the classes of the elements of an array after some steps: of shared memory those of one block.
func (p *Picture) paint(array int, steps []Step, by By, block int64) map[int64]string {
	type state struct {
		color   int
		many    bool
		written bool
		x       bool
	}
	cells := map[int64]*state{}
	at := func(e int64) *state {
		if cells[e] == nil {
			cells[e] = &state{color: -1}
		}
		return cells[e]
	}
	for i := range steps {
		s := &steps[i]
		if s.Array != array || s.Kind == barrier {
			continue
		}
		for j, t := range s.Threads {
			if p.Arrays[array].Memory == "shared" && t/int64(p.PerBlock) != block {
				continue
			}
			c, k := at(s.Elements[j]), p.color(t, by)
			writes := s.Kind != "read"
			switch {
			case writes && !c.written: // who writes counts more than who reads
				c.color, c.many, c.written = k, false, true
			case writes == c.written && c.color >= 0 && c.color != k:
				c.many = true
			case c.color < 0:
				c.color = k
			}
		}
	}
	out := map[int64]string{}
	for e, c := range cells {
		class := fmt.Sprintf("k%d", c.color)
		if c.many {
			class = "many"
		}
		if !c.written {
			class += " r"
		}
		out[e] = class
	}
	if x := p.Conflict; x != nil && x.Array == array {
		out[x.Element] = strings.TrimSpace(out[x.Element] + " x")
	}
	return out
}

// maxPhases bounds the phases of a picture without a reader who can step.
const maxPhases = 16

// letterWidth is at least what a letter of the drawings' text takes on average, in pixels: it has 12 of height, 13 in titles.
const letterWidth = 7

// sheet lays drawings out below each other.
type sheet struct {
	strings.Builder
	width, y int
}

// text writes a line, for which there is room.
func (s *sheet) text(class string, x int, format string, args ...any) {
	line := fmt.Sprintf(format, args...)
	s.width = max(s.width, x+letterWidth*utf8.RuneCountInString(line)+16)
	fmt.Fprintf(s, `<text class="%s" x="%d" y="%d">%s</text>`, class, x, s.y, html.EscapeString(line))
}

// SVG are launches as one drawing: of each stretch between barriers the arrays that it touches.
func SVG(pictures []*Picture) string {
	s := &sheet{width: 640, y: 8}
	for _, p := range pictures {
		p.draw(s)
	}
	return fmt.Sprintf("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">\n<style>%s.back{fill:#fff}\n@media (prefers-color-scheme: dark){%s.back{fill:#15181c}}</style>\n<rect class=\"back\" width=\"100%%\" height=\"100%%\"/>\n%s</svg>\n",
		s.width, s.y, s.width, s.y, html.EscapeString(pictures[0].heading()), Style("", false), Style("", true), s.String())
}

// draw draws a launch.
func (p *Picture) draw(s *sheet) {
	by := p.By
	s.y += 22
	s.text("title", 16, "%s", p.heading())
	s.y += 20
	s.text("note", 16, "Colours are those of the %s. Solid: written. Pale: read. Grey: of several.%s", map[By]string{ByBlock: "blocks", ByWarp: "warps", ByThread: "threads of a warp"}[by], p.cutText())
	s.y += 12
	phases := p.phases()
	for i, steps := range phases {
		if i == maxPhases {
			s.y += 24
			s.text("note", 16, "and %d more stretches between barriers", len(phases)-i)
			break
		}
		p.phase(s, i, steps, by)
	}
	if x := p.Conflict; x != nil {
		s.y += 28
		s.text("alarm", 16, "Data race on %s", p.Arrays[x.Array].element(x.Element))
		for _, r := range []Racer{x.First, x.Second} {
			s.y += 18
			s.text("note", 16, "%s by %s, line %d: %s", r.did(), p.thread(r.Thread), r.Line, r.Text)
		}
	}
	s.y += 20
}

// did is what a thread of a race did.
func (r Racer) did() string {
	return map[string]string{"read": "read", "write": "written", "atomic": "accessed atomically"}[r.Kind]
}

// heading says what the picture is of.
func (p *Picture) heading() string {
	return fmt.Sprintf("%s, grid %s, block %s", p.Kernel, sizes(p.Grid), sizes(p.Block))
}

func sizes(n [3]int) string {
	text := fmt.Sprint(n[0])
	for d := 1; d < 3 && (n[1] > 1 || n[2] > 1); d++ {
		if d == 1 || n[2] > 1 {
			text += fmt.Sprintf(" × %d", n[d])
		}
	}
	return text
}

func (p *Picture) cutText() string {
	if p.Cut == "" {
		return ""
	}
	return " Shown: " + p.Cut + "."
}

// phases are the steps between barriers of the blocks, each with the barrier that ends it.
func (p *Picture) phases() (out [][]Step) {
	for i := range p.Steps {
		if n := p.Steps[i].Phase; n >= len(out) {
			out = append(out, slices.Repeat([][]Step{nil}, n+1-len(out))...)
		}
		out[p.Steps[i].Phase] = append(out[p.Steps[i].Phase], p.Steps[i])
	}
	return slices.DeleteFunc(out, func(s []Step) bool { return len(s) == 0 })
}

// phase draws the arrays that a stretch between barriers touches.
func (p *Picture) phase(s *sheet, number int, steps []Step, by By) {
	s.y += 30
	title := "From the start"
	if number > 0 {
		title = fmt.Sprintf("After barrier %d", number)
	}
	if last := steps[len(steps)-1]; last.Kind == barrier {
		title += fmt.Sprintf(", until the barrier of the %s in line %d", last.Scope, last.Line)
	}
	s.text("title", 16, "%s", title)
	block := int64(0)
	if p.Conflict != nil {
		block = p.Conflict.Second.Thread / int64(p.PerBlock)
	}
	for i := range p.Arrays {
		a := &p.Arrays[i]
		lines := p.lines(i, steps)
		if len(lines) == 0 {
			continue
		}
		s.y += 24
		name := fmt.Sprintf("%s: %s in gpu.%s", a.Name, a.Type, a.Memory)
		if a.Memory == "shared" {
			name += fmt.Sprintf(" of block %s, a row for the 32 banks", coordinates(int(block), p.Grid))
		}
		s.text("note", 16, "%s%s", name, a.cutText())
		for _, l := range lines {
			s.y += 16
			s.text("note", 28, "%s", l)
		}
		s.y += 6
		w, h := a.extent()
		fmt.Fprintf(s, `<g transform="translate(16 %d)">%s</g>`, s.y, a.drawing(p.paint(i, steps, by, block)))
		s.y += h
		s.width = max(s.width, w+32)
	}
}

// cutText says how much of an array is drawn.
func (a *Array) cutText() string {
	if a.ShownRows == a.Rows && a.ShownCols == a.Cols {
		return ""
	}
	return fmt.Sprintf("; %d of %d rows and %d of %d columns are drawn", a.ShownRows, a.Rows, a.ShownCols, a.Cols)
}

// maxText is how much of a place is written, in bytes.
const maxText = 48

// lines says of each place in the source what it costs, once.
func (p *Picture) lines(array int, steps []Step) (out []string) {
	type key struct {
		line int
		kind string
		text string
	}
	sums := map[key]*Cost{}
	var order []key
	for _, s := range steps {
		if s.Array != array || s.Kind == barrier {
			continue
		}
		k := key{s.Line, s.Kind, s.Text}
		if sums[k] == nil {
			sums[k] = &Cost{}
			order = append(order, k)
		}
		c := sums[k]
		c.Warps += s.Cost.Warps
		c.Sectors += s.Cost.Sectors
		c.Fewest += s.Cost.Fewest
		c.Passes += s.Cost.Passes
		c.Least += s.Cost.Least
		c.Degree = max(c.Degree, s.Cost.Degree)
	}
	for _, k := range order {
		text := k.text
		if len(text) > maxText {
			text = strings.ToValidUTF8(text[:maxText], "") + " .."
		}
		out = append(out, fmt.Sprintf("line %d, %s %s: %s", k.line, k.kind, text, sums[k].text(p.Arrays[array].Memory == "shared")))
	}
	return out
}

// text is the cost for people.
func (c *Cost) text(shared bool) string {
	switch {
	case shared && c.Passes > c.Least:
		return fmt.Sprintf("bank conflicts, %d passes where %d would do", c.Passes, c.Least)
	case shared:
		return fmt.Sprintf("%d passes through the banks, no conflict", c.Passes)
	case c.Sectors > c.Fewest:
		return fmt.Sprintf("%d sectors where %d would do", c.Sectors, c.Fewest)
	}
	return fmt.Sprintf("%d sectors", c.Sectors)
}
