package attack

import (
	"fmt"
	"slices"
	"strings"
)

// Numbers of resources, index(t): as indices of what is read, which the checks know to be those of `[[t]]`, as values, and in
// conditions, which are uniform for a block where they are of blocks.

// counted gives the numbers of a resource that was scheduled along axes, of the parts along each axis of the program.
func (g *generator) counted(name string, axes []string, parts []part) []position {
	var out []position
	for _, a := range axes {
		i := slices.Index(g.axes, a)
		if i < 0 || i >= len(parts) {
			continue
		}
		text := fmt.Sprintf("index(%s, %s)", name, a)
		if len(axes) == 1 && !g.one(8) {
			text = fmt.Sprintf("index(%s)", name)
		}
		out = append(out, position{text, parts[i].hi - parts[i].lo})
	}
	return out
}

// axesOf takes the axes of a schedule apart.
func axesOf(axes string) []string { return strings.Split(axes, ", ") }

// numberIndex is an index below n made of a number of a resource; "" if there is none.
func (g *generator) numberIndex(n int) string {
	if len(g.numbers) == 0 {
		return ""
	}
	g.features["numbers of resources as indices"] = true
	x := g.numbers[g.r.IntN(len(g.numbers))]
	switch {
	case x.count > n:
		return fmt.Sprintf("[%s %% %d]", x.text, n)
	case g.one(6):
		return fmt.Sprintf("[%d - %s]", n-1, x.text)
	case g.one(6):
		return fmt.Sprintf("[(%s + 1) %% %d]", x.text, n)
	}
	return "[" + x.text + "]"
}

// numberVariable keeps a number in a variable, which may change.
func (g *generator) numberVariable() {
	if len(g.numbers) == 0 {
		g.line("sync;")
		return
	}
	x := g.numbers[g.r.IntN(len(g.numbers))]
	v, mut := g.fresh("i"), g.one(4)
	switch {
	case mut:
		g.line("let mut %s: u32 = %s;", v, x.text)
		g.line("if %s { %s = (%s + 1) %% %d }", g.condition(), v, v, x.count)
	case g.one(4):
		g.line("let %s: u64 = %s as u64;", v, x.text)
	default:
		g.line("let %s: u32 = %s;", v, x.text)
	}
	g.numbers = also(g.numbers, position{v, x.count})
}
