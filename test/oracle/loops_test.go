package oracle

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// loopNest is a random function of parallel loops inside one another: with bounds from outside, constants from anywhere, and bounds of
// tiles; with operations before, between and behind them; some with a mapping.
func loopNest(seed uint64) string {
	n := &nest{rand: rand.New(rand.NewPCG(seed, 41))}
	n.line("func.func @f(%%m: memref<?xf32>, %%n: index, %%k: index, %%x: f32) {")
	n.values = []string{"%n", "%k"}
	for _, c := range []int{0, 1, 2, 8} {
		n.constants = append(n.constants, n.define("arith.constant %d : index", c))
	}
	n.outer = len(n.values)
	for range 1 + n.rand.IntN(2) {
		n.loop(0)
	}
	n.line("return\n}")
	return n.text.String()
}

// nest is a function that is being written.
type nest struct {
	rand      *rand.Rand
	text      strings.Builder
	next      int
	values    []string // of type index, that are visible
	constants []string // the first one is 0
	outer     int      // how many are from outside
}

func (n *nest) line(format string, args ...any) { fmt.Fprintf(&n.text, format+"\n", args...) }

// define writes an operation that gives a number.
func (n *nest) define(format string, args ...any) string {
	n.next++
	v := fmt.Sprintf("%%v%d", n.next)
	n.line("%s = %s", v, fmt.Sprintf(format, args...))
	n.values = append(n.values, v)
	return v
}

func pick[T any](r *rand.Rand, list []T) T { return list[r.IntN(len(list))] }

// bound is an upper bound.
func (n *nest) bound() string {
	switch n.rand.IntN(5) {
	case 0:
		return pick(n.rand, n.values)
	case 1:
		return n.define("arith.minsi %s, %s : index", pick(n.rand, n.values), pick(n.rand, n.constants))
	case 2:
		return n.define("affine.min affine_map<(d0)[s0] -> (s0 - d0, %d)>(%s)[%s]", 1+n.rand.IntN(9), pick(n.rand, n.values), pick(n.rand, n.values))
	}
	return pick(n.rand, n.values[:n.outer])
}

// loop writes a loop, and what is in it, at a depth.
func (n *nest) loop(depth int) {
	dims := 1 + n.rand.IntN(4)
	var ivs, from, to, step, maps []string
	for range dims {
		lower, by := pick(n.rand, n.constants), pick(n.rand, n.constants[1:])
		if n.rand.IntN(6) == 0 {
			lower = pick(n.rand, n.values)
		}
		if n.rand.IntN(4) == 0 {
			by = n.define("arith.constant %d : index", 1+n.rand.IntN(4))
		}
		from, to, step = append(from, lower), append(to, n.bound()), append(step, by)
		n.next++
		ivs = append(ivs, fmt.Sprintf("%%i%d", n.next))
		maps = append(maps, fmt.Sprintf("#gpu.loop_dim_map<processor = %s, map = (d0) -> (%s), bound = (d0) -> (%s)>",
			pick(n.rand, []string{"block_x", "block_y", "block_z", "thread_x", "thread_y", "thread_z", "sequential"}),
			pick(n.rand, []string{"d0", "d0 * 4 + 1", "-d0"}), pick(n.rand, []string{"d0", "d0 ceildiv 4", "d0 mod 3 + 1"})))
	}
	list := func(words []string) string { return strings.Join(words, ", ") }
	n.line("scf.parallel (%s) = (%s) to (%s) step (%s) {", list(ivs), list(from), list(to), list(step))
	visible := len(n.values)
	n.values = append(n.values, ivs...)
	for range n.rand.IntN(4) {
		switch k := n.rand.IntN(8); {
		case k < 3 && depth < 3:
			n.loop(depth + 1)
		case k < 6:
			n.define("arith.addi %s, %s : index", pick(n.rand, n.values), pick(n.rand, n.values))
		case k == 6:
			n.define("affine.apply affine_map<(d0)[s0] -> (d0 floordiv 4 + s0)>(%s)[%s]", pick(n.rand, n.values), pick(n.rand, n.values))
		default:
			n.line("memref.store %%x, %%m[%s] : memref<?xf32>", pick(n.rand, n.values))
		}
	}
	n.values = n.values[:visible]
	if n.rand.IntN(3) == 0 {
		n.line("} {mapping = [%s]}", list(maps))
	} else {
		n.line("}")
	}
}
