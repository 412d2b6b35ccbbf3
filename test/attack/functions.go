package attack

import (
	"fmt"
	"strings"
)

// This file makes functions that are arguments.

// given is the value of a function that is given a function.
func (g *generator) given(scalars []string) string {
	g.features["functions as arguments"] = true
	arg := func() string {
		if n := len(scalars); n > 0 && g.one(2) {
			return scalars[g.r.IntN(n)]
		}
		return fmt.Sprint(g.r.IntN(9))
	}
	if g.one(3) {
		return g.named(arg)
	}
	if g.one(2) {
		return fmt.Sprintf("applied(%s, %s)", g.literal(1, scalars), arg())
	}
	return fmt.Sprintf("folded(%s, %s, %s)", g.literal(2, scalars), arg(), arg())
}

// literal is a function of one or two integers, which captures variables and the nats of loops.
func (g *generator) literal(args int, scalars []string) string {
	if g.one(4) {
		return []string{"abs", g.word("max", "min")}[args-1]
	}
	term := func() string {
		switch n := len(scalars); {
		case n > 0 && g.one(2):
			if s := scalars[g.r.IntN(n)]; strings.Trim(s, "abcdefghijklmnopqrstuvwxyz0123456789_") == "" {
				return s
			}
		case len(g.loops) > 0 && g.one(2):
			return "(" + g.loops[g.r.IntN(len(g.loops))].name + " as i32)"
		}
		return fmt.Sprint(g.r.IntN(20))
	}
	names := []string{"a", "b"}[:args]
	body := strings.Join(names, g.word(" + ", " * ", " ^ ")) + g.word(" + ", " - ", " * ") + term()
	if g.one(4) {
		body = fmt.Sprintf("{ let c = %s; if c > %s { c } else { applied(|a| a - %s, c) } }", body, term(), term())
	}
	return "|" + strings.Join(names, ", ") + "| " + body
}
