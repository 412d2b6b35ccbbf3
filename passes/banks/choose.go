package banks

import (
	"cmp"
	"math"
	"slices"

	"descend/dialects/arith"
	"descend/dialects/gpu"
	"descend/dialects/gpu/traffic"
	"descend/dialects/memref"
	"descend/dialects/scf"
	"descend/ir"
)

// wideAccess is the number of bytes of the widest access that LLVM makes of several ones.
const wideAccess = gpu.SharedAlign

// operationCost is what an operation of a warp costs, if a pass through the banks costs one: the banks serve one access at a time, while
// two to four warps compute.
const operationCost = 0.5

// choice is what a layout of some arrays costs.
type choice struct {
	layout     Layout
	operations float64 // what computing indices costs
	cost       float64
	bytes      int64
	number     int // of the candidate
}

// chooser weighs layouts of some arrays.
type chooser struct {
	x        *walk
	m        *mover
	a        *arrays
	patterns []*pattern
	hard     []*pattern // the same, those first that have shown lately that a layout is not the best
	gain     bool       // there are conflicts
	// warps are by index of an access how many accesses by warps it is for.
	warps map[*ir.Value]float64
	order []*ir.Value
	sums  map[float64]float64 // least costs by those of operations, on which alone they depend
}

func (x *walk) chooser(m *mover, a *arrays) *chooser {
	c := &chooser{x: x, m: m, a: a}
	mine := map[*ir.Operation]bool{}
	for _, op := range a.users {
		n := x.byOp[op]
		mine[op], c.gain = true, c.gain || n.Passes > n.Least
	}
	if !c.gain {
		return c // nothing has to be weighed
	}
	c.warps, c.sums = map[*ir.Value]float64{}, map[float64]float64{}
	alike := map[*shape]*pattern{} // the last one
	for _, g := range x.groups {
		if !mine[g.access.Op] {
			continue
		}
		for _, w := range g.warps {
			k := g.key(w)
			p := alike[w.shape]
			for p != nil && !p.costsLike(&k) {
				p = p.next
			}
			if p == nil {
				p = &pattern{key: k, next: alike[w.shape]}
				p.least, alike[w.shape] = float64(p.plain().Least), p // these depend on the lanes alone, not on where the elements lie
				c.patterns = append(c.patterns, p)
			}
			p.times += g.times
		}
	}
	c.hard = slices.Clone(c.patterns)
	warps := map[*ir.Operation]float64{}
	for _, e := range x.log {
		warps[e.access.Op] += e.times * float64((len(e.act)+gpu.WarpSize-1)/gpu.WarpSize)
	}
	for _, op := range a.users {
		v := op.Operand(indexOperand(op))
		if _, ok := c.warps[v]; !ok {
			c.order = append(c.order, v)
		}
		c.warps[v] = max(c.warps[v], warps[op])
	}
	return c
}

// costsLike says whether an access by a warp to the same elements costs the same in all layouts.
func (k *key) costsLike(o *key) bool {
	return k.step == o.step && k.offset == o.offset && k.offsetStep == o.offsetStep &&
		(k.access == o.access || k.access.single() && o.access.single())
}

// mostWork is the most patterns that are tried with layouts, over all layouts.
const mostWork = 1 << 18

// best is the layout that costs least, of those that add no more bytes than are free; of several the one with the fewest bytes, and of these
// the first. Those that cost least without conflicts are looked at first: mostly nothing is left to be gained then.
func (c *chooser) best(free int64) Layout {
	best := c.of(Layout{})
	hardest(c.hard)
	most := best.bytes + free
	list := candidates(c.widths(), c.unit())
	if len(list)*len(c.patterns) > mostWork {
		return Layout{}
	}
	least := make([]choice, 0, len(list))
	for i, l := range list[1:] {
		if n := c.least(l); n.bytes <= most {
			n.number = 1 + i
			least = append(least, n)
		}
	}
	slices.SortFunc(least, choice.compare)
	for _, n := range least {
		if n.compare(best) > 0 {
			break // nor are those behind it better
		}
		n.cost = c.upTo(n, best.cost)
		if n.compare(best) < 0 {
			best = n
		}
	}
	return best.layout
}

// compare orders choices, the best first.
func (n choice) compare(o choice) int {
	return cmp.Or(cmp.Compare(n.cost, o.cost), cmp.Compare(n.bytes, o.bytes), cmp.Compare(n.number, o.number))
}

// of is what a layout costs.
func (c *chooser) of(l Layout) choice {
	n := c.least(l)
	n.cost = c.upTo(n, math.Inf(1))
	return n
}

// slack is more than what is lost where up to mostWork numbers are added up, relative to their sum.
const slack = 1e-9

// upTo is what a layout costs of which the least cost is known, or something more than a bound if it costs more than that. Patterns count from their least
// cost on, so that the bound is passed as soon as conflicts make the difference; those with most conflicts in one layout are likely to have them in the next.
func (c *chooser) upTo(n choice, bound float64) float64 {
	cost := n.cost
	for i, p := range c.hard {
		p.cost = p.times * p.passes(n.layout)
		if cost += p.conflicts(); cost > bound*(1+slack) {
			hardest(c.hard[:i+1])
			return cost
		}
	}
	cost = n.operations
	for _, p := range c.patterns {
		cost += p.cost
	}
	return cost
}

// hardest sorts patterns by their conflicts in the layout that was looked at last.
func hardest(list []*pattern) {
	slices.SortStableFunc(list, func(p, q *pattern) int { return cmp.Compare(q.conflicts(), p.conflicts()) })
}

// conflicts is what a pattern costs more than it has to.
func (p *pattern) conflicts() float64 { return p.cost - p.times*p.least }

// least is what a layout costs if nothing conflicts in it. What it costs is never below, also as it is rounded: that adds up larger numbers
// in the same order.
func (c *chooser) least(l Layout) choice {
	n := choice{layout: l, operations: c.operations(l), bytes: c.bytes(l)}
	sum, ok := c.sums[n.operations]
	if !ok {
		sum = n.operations
		for _, p := range c.patterns {
			sum += p.times * p.least
		}
		c.sums[n.operations] = sum
	}
	n.cost = sum
	return n
}

// operations is what a layout costs for computing indices.
func (c *chooser) operations(l Layout) float64 {
	sum := 0.0
	for _, v := range c.order {
		sum += operationCost * c.m.cost(v, l) * c.warps[v]
	}
	return sum
}

// bytes is the memory of the arrays.
func (c *chooser) bytes(l Layout) int64 {
	n := int64(0)
	for _, r := range c.a.roots {
		n += sharedBytes(l.Elements(r.Type().(*ir.MemRefType).Shape[0]) * c.a.size())
	}
	return n
}

// sharedBytes is what an array takes, with what keeps the next one aligned.
func sharedBytes(n int64) int64 { return (n + gpu.SharedAlign - 1) / gpu.SharedAlign * gpu.SharedAlign }

// samples are how many of the numbers that are open are looked at.
const samples = 16

// passes are those of the pattern in a layout; of what is open, on average over some numbers.
func (p *pattern) passes(l Layout) float64 {
	n := p.different(l)
	if n == 1 && l.Plain() {
		return float64(p.plain().Passes)
	}
	var passes [samples]int
	sum := 0
	for i := range passes {
		if i < n {
			passes[i] = p.inLayout(&l, int64(i)*int64(p.step)).Passes
		} else {
			passes[i] = passes[i-n]
		}
		sum += passes[i]
	}
	return float64(sum) / samples
}

// different is how many samples there are before they repeat. Over a period of rows a layout moves all elements on by as much, and what is open moves
// them by whole words, so that no conflict changes.
func (p *pattern) different(l Layout) int {
	if p.step > 1<<40 {
		return samples // which wrap
	}
	period := uint64(max(l.Width, 1) * max(l.Rows, 1))
	n := period / gcd(period, p.step)
	for n < samples && uint64(l.Offset(int64(n*p.step)))*uint64(p.access.elem)%traffic.WordBytes != 0 {
		n *= 2
	}
	return int(min(n, samples))
}

// widths are the lengths of rows to try: powers of two, and the factors of the indices.
func (c *chooser) widths() []int64 {
	var out []int64
	n := c.a.elements()
	for w := int64(4); w < n && w <= 1024; w *= 2 {
		out = append(out, w)
	}
	for _, v := range c.order {
		for _, t := range c.m.index(v).terms {
			if t.factor > 1 && t.factor < n && !slices.Contains(out, t.factor) {
				out = append(out, t.factor)
			}
		}
	}
	slices.SortFunc(out, func(a, b int64) int { return int(b - a) })
	return out
}

// unit is the number of elements that have to stay together, aligned: those of a wide access, where one thread accesses neighbours.
func (c *chooser) unit() int64 {
	wide := max(1, wideAccess/c.a.size())
	if c.a.together > 1 {
		return wide
	}
	var seen []neighbour
	for _, op := range c.a.users {
		e, ok := op.Typed().(memref.ElementAccess)
		if !ok || e.Updates() {
			continue
		}
		x := c.m.index(e.Indices()[0])
		for _, t := range x.terms {
			if t.factor == 1 && isCounter(t.value, op) {
				return wide // in the next round
			}
		}
		n := neighbour{block: op.Block(), name: op.Name(), index: x}
		for _, o := range seen {
			if n.nextTo(o) || o.nextTo(n) {
				return wide
			}
		}
		seen = append(seen, n)
	}
	return 1
}

// neighbour is an access in a block.
type neighbour struct {
	block *ir.Block
	name  string
	index index
}

// nextTo says whether an access is of the element behind that of another one.
func (n neighbour) nextTo(o neighbour) bool {
	return n.block == o.block && n.name == o.name && n.index.plus == o.index.plus+1 && slices.Equal(n.index.terms, o.index.terms)
}

// isCounter says whether a value counts the rounds of a loop around an operation by ones.
func isCounter(v *ir.Value, op *ir.Operation) bool {
	if !v.IsArg() {
		return false
	}
	loop, ok := ir.As[scf.ForOp](v.OwnerBlock().Parent())
	if !ok || loop.InductionVar() != v || !loop.IsAncestorOf(op) {
		return false
	}
	n, ok := arith.ConstantInt(loop.Step())
	return ok && n == 1
}
