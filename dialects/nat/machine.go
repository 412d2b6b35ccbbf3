package nat

import (
	"math"

	"descend/dialects/num"
)

// Evaluation in machine integers, for the search of models. An overflow is a failure, not a number.

// cpoly is a polynomial compiled for fast evaluation in machine integers.
type cpoly []cterm

type cterm struct {
	c int64
	f []cfactor
}

type cfactor struct {
	slot int // of a variable
	atom *catom
	n    int
}

type catom struct {
	kind atomKind
	args []cpoly
}

// compilePoly fails where a constant does not fit or a part is opaque; it notes
// the constants that occur as hints.
func (m *solver) compilePoly(p *poly) (cpoly, bool) {
	out := make(cpoly, len(p.t))
	factors := 0
	for _, t := range p.t {
		factors += len(t.m.f)
	}
	all := make([]cfactor, 0, factors)
	for i, t := range p.t {
		c, fits := t.c.Int64()
		if !fits {
			return nil, false
		}
		out[i].c = c
		from := len(all)
		if k, fits := t.c.Abs().Int64(); fits && k > 1 && k < math.MaxInt64 {
			m.hints = append(m.hints, k-1, k, k+1)
		}
		for _, f := range t.m.f {
			cf := cfactor{n: f.n}
			switch f.a.kind {
			case atomHuge:
				return nil, false
			case atomVar:
				cf.slot = m.slot(f.a.name)
			default:
				cf.atom = &catom{kind: f.a.kind}
				for _, x := range f.a.args {
					c, ok := m.compilePoly(x)
					if !ok {
						return nil, false
					}
					cf.atom.args = append(cf.atom.args, c)
				}
			}
			all = append(all, cf)
		}
		out[i].f = all[from:len(all):len(all)]
	}
	return out, true
}

// eval fails on overflow and where p is undefined.
func (p cpoly) eval(vals []int64) (int64, bool) {
	var sum int64
	for i := range p {
		x := p[i].c
		for j := range p[i].f {
			f := &p[i].f[j]
			y, ok := int64(0), true
			if f.atom == nil {
				y = vals[f.slot]
			} else if y, ok = f.atom.eval(vals); !ok {
				return 0, false
			}
			for range f.n {
				if x, ok = num.MulInt64(x, y); !ok {
					return 0, false
				}
			}
		}
		var ok bool
		if sum, ok = num.AddInt64(sum, x); !ok {
			return 0, false
		}
	}
	return sum, true
}

func (a *catom) eval(vals []int64) (int64, bool) {
	x, ok := a.args[0].eval(vals)
	if !ok {
		return 0, false
	}
	for _, p := range a.args[1:] {
		y, ok := p.eval(vals)
		if !ok {
			return 0, false
		}
		if x, ok = a.kind.apply(x, y); !ok {
			return 0, false
		}
	}
	return x, true
}

// apply is an operation on two values; it fails where it is undefined.
func (k atomKind) apply(x, y int64) (int64, bool) {
	switch k {
	case atomDiv:
		if y <= 0 {
			return 0, false
		}
		return num.FloorDivInt64(x, y), true
	case atomMin:
		return min(x, y), true
	default: // atomMax
		return max(x, y), true
	}
}
