package attack

import "fmt"

// This file makes functions that are given in `::<..>`.

// named is the value of a function that is given functions by their names.
func (g *generator) named(arg func() string) string {
	g.features["functions in ::<..>"] = true
	one, two := g.word("abs", "odd"), g.word("max", "min", "nearer")
	switch g.r.IntN(3) {
	case 0:
		return fmt.Sprintf("named::<%s>(%s)", g.word("_, ", "i32, ", "")+one, arg())
	case 1:
		return fmt.Sprintf("handed::<%s, %s>(%s, %s)", two, one, arg(), arg())
	}
	return fmt.Sprintf("applied(|a| named::<%s>(a), %s)", one, arg())
}
