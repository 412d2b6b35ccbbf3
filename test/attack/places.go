package attack

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// place writes a place of type i32: a root, views, and a select or index for each dimension.
func (g *generator) place(write bool) string {
	s, _ := g.placeTo(write, 0)
	if !write {
		return g.read(s)
	}
	return s
}

// placeTo writes a place down to rest dimensions, whose extents it gives.
func (g *generator) placeTo(write bool, rest int) (string, []int) {
	var roots, favorites []root
	for _, r := range g.roots {
		if (r.write || !write) && !(rest > 0 && r.fields != nil) {
			roots = append(roots, r)
			if slices.Contains(g.favorites, r.name) {
				favorites = append(favorites, r)
			}
		}
	}
	if len(favorites) > 0 && !g.one(3) {
		roots = favorites
	}
	if len(roots) == 0 { // not well-typed
		roots = g.roots
	}
	g.changing = write
	r := roots[g.r.IntN(len(roots))]
	s, shape := r.name, slices.Clone(r.shape)
	finish := func() (string, []int) {
		defer func() { g.padded = isPadded(s) }()
		for len(shape) > rest {
			s += g.index(shape[0], r.local)
			shape = shape[1:]
		}
		if r.fields != nil {
			s += g.word(r.fields...)
		}
		return s, shape
	}
	if r.local {
		return finish()
	}
	careful := !g.one(8) // mostly select blocks first, threads then
	if r.buffers && careful {
		s += g.buffer()
		shape = shape[1:]
	}
	if !r.perBlock && careful && !g.all {
		t, left := g.selectBlock(s, shape)
		if left != nil {
			s, shape = t, left
		}
	}
	s, shape = g.views(s, shape, g.pick(0, 0, 1, 2))
	if careful || g.one(2) {
		s, shape = g.selectThread(s, shape)
		s, shape = g.views(s, shape, g.r.IntN(2))
	}
	return finish()
}

// behind is what a place denotes where it is borrowed: that behind the reference in a variable.
func (g *generator) behind(s string) string {
	for _, r := range g.roots {
		if r.name == s && !r.local {
			return "*" + s
		}
	}
	return s
}

// buffer is the index of one of two buffers, often one that changes with a loop.
func (g *generator) buffer() string {
	if len(g.loops) > 0 && !g.one(4) {
		i := g.loops[len(g.loops)-1].name
		return g.word("["+i+" % 2]", "[("+i+" + 1) % 2]", "[1 - "+i+" % 2]")
	}
	return g.word("[0]", "[1]")
}

// flatten joins all dimensions.
func flatten(s string, shape []int) (string, []int) {
	for len(shape) > 1 {
		s += ".join"
		shape = append([]int{shape[0] * shape[1]}, shape[2:]...)
	}
	return s, shape
}

// unflatten groups a vector of exactly that many elements into the dimensions of extents.
func unflatten(s string, extents []int) string {
	for i := len(extents) - 1; i > 0; i-- {
		s += fmt.Sprintf(".group::<%d>", extents[i])
	}
	return s
}

// onAxis applies a view to a dimension.
func onAxis(s, view string, axis int) string {
	if axis == 0 {
		return s + "." + view
	}
	return s + "." + strings.Repeat("map(", axis) + view + strings.Repeat(")", axis)
}

// narrow takes the range of a part along each axis; now and then a wrong one.
func (g *generator) narrow(s string, ps []part, full []int) string {
	for i, p := range ps {
		if p.hi-p.lo == full[i] {
			continue
		}
		lo := p.lo
		if g.one(10) && lo > 0 {
			lo--
		}
		s = onAxis(s, fmt.Sprintf("range::<%d, %d>", lo, lo+p.hi-p.lo), i)
	}
	return s
}

// selectBlock takes the block's part of a place; no shape if it cannot be divided.
func (g *generator) selectBlock(s string, shape []int) (string, []int) {
	if len(g.axes) == 2 && len(shape) == 2 && shape[0]%g.blocks[0] == 0 && shape[1]%g.blocks[1] == 0 && !g.one(4) {
		h, w := shape[0]/g.blocks[0], shape[1]/g.blocks[1]
		return g.narrow(s+fmt.Sprintf(".tile::<%d, %d>", h, w), g.grid, g.blocks) + g.blockSel, []int{h, w}
	}
	s, shape = flatten(s, shape)
	if g.one(3) {
		s, shape = g.views(s, shape, 1)
		s, shape = flatten(s, shape)
	}
	nb := product(g.blocks)
	if g.pads && (shape[0]%nb != 0 || shape[0] < nb || g.one(8)) {
		return g.padBlock(s, shape)
	}
	if shape[0]%nb != 0 || shape[0] < nb {
		return s, nil
	}
	k := shape[0] / nb
	if g.one(6) { // every nb-th element
		s += fmt.Sprintf(".group::<%d>.transpose", nb)
	} else {
		s += fmt.Sprintf(".group::<%d>", k)
	}
	return g.narrow(unflatten(s, g.blocks), g.grid, g.blocks) + g.blockSel, []int{k}
}

// selectThread brings a place to an element for each thread, as far as it can be divided, and selects.
func (g *generator) selectThread(s string, shape []int) (string, []int) {
	full := g.threads
	if g.all {
		full = nil
		for i := range g.blocks {
			full = append(full, g.blocks[i]*g.threads[i])
		}
	}
	nt := product(full)
	if !(len(shape) >= len(full) && slices.Equal(shape[:len(full)], full)) {
		s, shape = flatten(s, shape)
		if g.pads && (shape[0]%nt != 0 || shape[0] < nt || g.one(8)) {
			s, shape = g.padThreads(s, shape, nt)
		}
		if shape[0]%nt != 0 || shape[0] < nt {
			return s, shape
		}
		rest := shape[0] / nt
		switch {
		case rest == 1:
		case g.one(2):
			s += fmt.Sprintf(".group::<%d>", rest)
		default:
			s += fmt.Sprintf(".group::<%d>.transpose", nt)
		}
		s = unflatten(s, full)
		shape = slices.Clone(full)
		if rest > 1 {
			shape = append(shape, rest)
		}
	}
	if g.one(12) && len(full) == 2 && full[0] == full[1] {
		s += ".transpose"
	}
	return g.narrow(s, g.block, full) + g.threadSel, shape[len(full):]
}

// index is an index below n: a nat, or a run-time value where the thread may use any.
func (g *generator) index(n int, local bool) string {
	if n > 1 && g.one(12) || local && n >= 4 && g.one(3) {
		if x := g.scalar(); x != "" {
			return fmt.Sprintf("[%s & %d]", x, map[bool]int{true: 3, false: 1}[n >= 4])
		}
	}
	if g.one(4) {
		if s := g.numberIndex(n); s != "" {
			return s
		}
	}
	for _, l := range g.loops {
		if g.one(2) {
			continue
		}
		if l.max < n {
			switch g.r.IntN(6) {
			case 0:
				if l.max+1 < n {
					return fmt.Sprintf("[%s + 1]", l.name)
				}
			case 1:
				return fmt.Sprintf("[%d - %s]", n-1, l.name)
			}
			return "[" + l.name + "]"
		}
		if g.one(2) {
			return fmt.Sprintf("[%s %% %d]", l.name, n)
		}
	}
	return fmt.Sprintf("[%d]", g.r.IntN(n))
}

// scalar is a variable of the thread, or "".
func (g *generator) scalar() string {
	if len(g.scalars) == 0 {
		return ""
	}
	return g.scalars[g.r.IntN(len(g.scalars))]
}

// views applies up to n random views to a place.
func (g *generator) views(s string, shape []int, n int) (string, []int) {
	for range n {
		if len(shape) == 0 {
			return s, shape
		}
		m := shape[0]
		if g.pads && m > 0 && g.one(5) {
			s, shape = g.padView(s, shape)
			continue
		}
		if len(g.permuters) > 0 && g.one(4) {
			axis := g.r.IntN(min(2, len(shape)))
			if p := g.permuted(shape[axis]); p != "" {
				s = onAxis(s, "permute(&"+p+")", axis)
				continue
			}
		}
		switch g.r.IntN(18) {
		case 0:
			s += ".reverse"
		case 1, 2:
			if d := divisor(g.r, m); d > 0 {
				s += fmt.Sprintf(".group::<%d>", d)
				shape = append([]int{m / d, d}, shape[1:]...)
			}
		case 3:
			if len(shape) >= 2 {
				s += ".transpose"
				shape = append([]int{shape[1], shape[0]}, shape[2:]...)
			}
		case 4:
			if len(shape) >= 2 {
				s += ".join"
				shape = append([]int{shape[0] * shape[1]}, shape[2:]...)
			}
		case 5:
			if m >= 2 && m%2 == 0 {
				s += fmt.Sprintf(".%s::<%d>", g.word("take_left", "take_right"), m/2)
				shape = append([]int{m / 2}, shape[1:]...)
			}
		case 6:
			if m >= 3 {
				lo := g.r.IntN(2)
				s += fmt.Sprintf("[%d..%d]", lo, m-1+lo)
				shape = append([]int{m - 1}, shape[1:]...)
			}
		case 7:
			if len(shape) >= 2 {
				s += ".map(reverse)"
			}
		case 8:
			if len(shape) >= 2 {
				if d := divisor(g.r, shape[1]); d > 0 {
					s += fmt.Sprintf(".map(group::<%d>)", d)
					shape = append([]int{m, shape[1] / d, d}, shape[2:]...)
				}
			}
		case 9:
			if len(shape) >= 3 {
				s += ".map(transpose)"
				shape = append([]int{m, shape[2], shape[1]}, shape[3:]...)
			}
		case 10:
			if len(shape) >= 3 {
				s += g.word(".map(join)", ".join_row")
				shape = append([]int{m, shape[1] * shape[2]}, shape[3:]...)
			}
		case 11:
			if len(shape) >= 2 && shape[1] >= 2 {
				s += fmt.Sprintf(".map(index::<%d>)", g.r.IntN(shape[1]))
				shape = append([]int{m}, shape[2:]...)
			}
		case 12:
			if len(shape) >= 2 && shape[1] >= 2 {
				s += fmt.Sprintf(".map(take_left::<%d>.reverse)", shape[1]-1)
				shape = append([]int{m, shape[1] - 1}, shape[2:]...)
			}
		case 13:
			if d := divisor(g.r, m); d > 0 && len(shape) >= 2 {
				s += fmt.Sprintf(".group_by_row::<%d, %d>", m, d)
				shape = append([]int{m / d, shape[1], d}, shape[2:]...)
			}
		case 14:
			if len(shape) >= 2 {
				if w := shape[1] & -shape[1]; w >= 2 { // the largest power of two that divides the rows
					s += fmt.Sprintf(".swizzle::<%d>", min(w, 1<<(1+g.r.IntN(3))))
				}
			}
		case 15:
			s += ".identity"
			if d := divisor(g.r, m); d > 0 {
				s += fmt.Sprintf(".strided::<%d>", d)
				shape = append([]int{d, m / d}, shape[1:]...)
			}
		case 16: // not for writing
			if k := 1 + g.r.IntN(2); !g.changing || g.one(20) {
				s += fmt.Sprintf(".repeat::<%d>", k)
				shape = append([]int{k}, shape...)
			}
		case 17:
			if k := 1 + g.r.IntN(3); k <= m && (!g.changing || g.one(20)) {
				s += fmt.Sprintf(".window::<%d>", k)
				shape = append([]int{m - k + 1, k}, shape[1:]...)
			}
		}
	}
	return s, shape
}

// divisor is a random proper divisor of n above 1, or 0.
func divisor(r *rand.Rand, n int) int {
	var ds []int
	for d := 2; d < n; d++ {
		if n%d == 0 {
			ds = append(ds, d)
		}
	}
	if len(ds) == 0 {
		return 0
	}
	return ds[r.IntN(len(ds))]
}
