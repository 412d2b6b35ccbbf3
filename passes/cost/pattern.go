package cost

// Pattern is how the addresses of neighbouring lanes lie.
type Pattern struct {
	// Stride is the distance in bytes from the element of most lanes to that of the next lane.
	Stride int64
	// Runs is the number of pieces without gap or order that the elements of a warp are in: 1 if they lie side by side.
	Runs int
	// Along says that a thread goes through elements side by side, from round to round of a loop.
	Along bool
	// Mixed says that not all accesses have the same pattern.
	Mixed bool
	seen  bool
}

// patternOf is the pattern of an access.
func patternOf(address *value, m mask, size int) Pattern {
	p := Pattern{Runs: 1, seen: m.count() > 1}
	count := map[int64]int{}
	last := -1
	for l := range lanes {
		if !m.has(l) {
			continue
		}
		if last >= 0 {
			d := address.at[l] - address.at[last]
			count[d]++
			if count[d] > count[p.Stride] || len(count) == 1 {
				p.Stride = d
			}
			if d != int64(size) {
				p.Runs++
			}
		}
		last = l
	}
	for i := range address.terms {
		by := address.terms[i].by[m.first()]
		p.Along = p.Along || by == int64(size)
	}
	return p
}

// join makes it the pattern of both.
func (p *Pattern) join(o Pattern) {
	p.Along = p.Along || o.Along
	switch {
	case !o.seen:
	case !p.seen:
		along := p.Along
		*p = o
		p.Along = along
	case p.Stride != o.Stride || p.Runs != o.Runs:
		if abs(o.Stride) > abs(p.Stride) {
			p.Stride = o.Stride
		}
		p.Runs, p.Mixed = max(p.Runs, o.Runs), true
	}
}

func abs(x int64) int64 { return max(x, -x) }
