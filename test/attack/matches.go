package attack

import (
	"fmt"
	"strings"
)

// Enums and `match`, whose arms are branches as those of `if` are, over what all threads see alike or not.

// enumVar is a variable of type Op.
type enumVar struct {
	name    string
	uniform bool // all threads of the block see it alike
	mut     bool
}

// matched is a term and the patterns of the arms, which are for all of its values.
func (g *generator) matched(uniform bool) (string, []string) {
	var ops []enumVar
	for _, v := range g.enums {
		if v.uniform || !uniform {
			ops = append(ops, v)
		}
	}
	if n := len(ops); n > 0 && !g.one(3) {
		arms := [][]string{{"Op::Add", "Op::Max", "Op::Min"}, {"Op::Add | Op::Min", "Op::Max"}, {"Op::Max", "_"}, {"Op::Min", "Op::Add", "_"}, {"Op::Add | Op::Max", "_"}}
		g.features["enums"] = true
		return ops[g.r.IntN(n)].name, arms[g.r.IntN(len(arms))]
	}
	term := g.word("n", "n", "n + 1")
	switch {
	case g.one(3):
		c := g.condition()
		if !uniform && g.one(2) {
			c = fmt.Sprintf("%s < %d", g.expr(), g.r.IntN(40))
		}
		return "(" + c + ")", [][]string{{"true", "false"}, {"true", "_"}, {"false", "_"}}[g.r.IntN(3)]
	case !uniform:
		term = "(" + g.expr() + ")"
		if g.one(2) {
			term = "(" + term + " & 3)"
		}
	case len(g.blockNumbers) > 0 && g.one(3):
		term = g.blockNumbers[g.r.IntN(len(g.blockNumbers))].text + " as i32"
	case len(g.loops) > 0 && g.one(3):
		term = g.loops[len(g.loops)-1].name + " as i32"
	}
	arms := [][]string{{"0", "1", "_"}, {"1 | 3..=20", "_"}, {"i32::MIN..0", "0 | 1", "_"}, {"i32::MIN..=0", "1..=2", "3..=i32::MAX"}, {"0..2", "2..10", "_"}}
	return term, arms[g.r.IntN(len(arms))]
}

// match writes one whose arms are made by body.
func (g *generator) match(uniform bool, body func()) {
	g.features["match"] = true
	term, arms := g.matched(uniform)
	g.nest("}", func() {
		for _, pattern := range arms {
			if g.one(4) {
				g.line("%s => {}", pattern)
				continue
			}
			g.nest("}", func() { g.scoped(body) }, "%s => {", pattern)
		}
	}, "match %s {", term)
}

// matchValue is a match that is a value.
func (g *generator) matchValue() string {
	g.features["values by match"] = true
	term, patterns := g.matched(false)
	var arms []string
	for _, p := range patterns {
		value := fmt.Sprint(g.r.IntN(9))
		switch {
		case g.one(2):
			value = g.place(false)
		case len(g.scalars) > 0 && g.one(2):
			value = g.scalars[g.r.IntN(len(g.scalars))]
		}
		arms = append(arms, p+" => "+value)
	}
	return "(match " + term + " { " + strings.Join(arms, ", ") + " })"
}

// enumValue is a value of type Op.
func (g *generator) enumValue(uniform bool) string {
	variant := func() string { return g.word("Op::Add", "Op::Max", "Op::Min") }
	switch g.r.IntN(4) {
	case 0:
		return variant()
	case 1:
		if len(g.enums) > 0 {
			if v := g.enums[g.r.IntN(len(g.enums))]; v.uniform || !uniform {
				return v.name
			}
		}
		return variant()
	case 2:
		return fmt.Sprintf("if %s { %s } else { %s }", g.condition(), variant(), variant())
	}
	term, patterns := g.matched(uniform)
	var arms []string
	for _, p := range patterns {
		arms = append(arms, p+" => "+variant())
	}
	return "match " + term + " { " + strings.Join(arms, ", ") + " }"
}

// enumVariable declares a variable of the block or of a thread, or assigns one.
func (g *generator) enumVariable() {
	for _, v := range g.enums {
		if v.mut && v.uniform == !g.inThread && g.one(2) {
			g.line("%s = %s;", v.name, g.enumValue(v.uniform))
			return
		}
	}
	v := enumVar{name: g.fresh("o"), uniform: !g.inThread, mut: g.one(2)}
	g.line("let %s%s = %s;", map[bool]string{true: "mut "}[v.mut], v.name, g.enumValue(v.uniform))
	g.enums = also(g.enums, v)
}
