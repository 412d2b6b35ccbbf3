package attack

import (
	"fmt"
	"strings"
)

// Permutations, which main makes of numbers that depend on its inputs and kernels get as parameters.

// permuter is such a parameter, and how many elements it permutes.
type permuter struct {
	name string
	n    int
}

// makePermuters chooses the permutations of a program: of the parameters and of arrays of blocks.
func (g *generator) makePermuters() (out []permuter) {
	sizes := []int{product(g.threads), product(g.threads)}
	for _, r := range g.roots {
		sizes = append(sizes, r.shape[0])
	}
	for range g.pick(1, 2, 2, 3) {
		out = append(out, permuter{g.fresh("order"), sizes[g.r.IntN(len(sizes))]})
	}
	return out
}

// permuterParams are parameters of kernels.
func permuterParams(of []permuter) string {
	var b strings.Builder
	for _, p := range of {
		fmt.Fprintf(&b, ", %s: Permutation<%d>", p.name, p.n)
	}
	return b.String()
}

// permuterArguments are the arguments for them.
func permuterArguments(of []permuter) string {
	var b strings.Builder
	for _, p := range of {
		b.WriteString(", " + p.name)
	}
	return b.String()
}

// permutersOfMain makes them: i at i * k + n, for k without a common divisor with how many there are.
func (g *generator) permutersOfMain(of []permuter) {
	for _, p := range of {
		k := 1 + g.r.IntN(p.n)
		for gcd(k, p.n) != 1 {
			k = 1 + g.r.IntN(p.n)
		}
		g.line("  let mut at_%s = [0u32; %d];", p.name, p.n)
		g.line("  for i in 0..%d { at_%s[i] = (((i as i32) * %d + n + 2) %% %d) as u32 }", p.n, p.name, k, p.n)
		g.line("  let mut on_%s = GpuGlobal::copy(&at_%s);", p.name, p.name)
		g.line("  let %s = permutation(&uniq *on_%s);", p.name, p.name)
	}
}

func gcd(a, b int) int {
	for b > 0 {
		a, b = b, a%b
	}
	return a
}

// permuted is the name of a permutation of n elements, or "".
func (g *generator) permuted(n int) string {
	for _, p := range g.permuters {
		if p.n == n && !g.one(3) {
			g.features["permutations"] = true
			return p.name
		}
	}
	return ""
}
