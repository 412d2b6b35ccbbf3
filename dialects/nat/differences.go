package nat

import "descend/dialects/num"

// Chains of facts such as a < b, b < c, .., z < a. Each fact c + k*x - k*y >= 0 over two monomials says y <= x + c/k: an edge
// from x to y of that length. No integers satisfy facts around a circle of negative length (difference constraints: Cormen et
// al., Introduction to Algorithms, 24.4). Long chains are decided so, where the general search gives up.

// maxRelaxed bounds the steps of the search for a circle.
const maxRelaxed = 4_000_000

// edge says that the value of to is at most that of from plus length.
type edge struct {
	from, to int
	length   num.Int
}

// inconsistent shows that no integers satisfy those of the constraints that compare two monomials, or one and a number.
func inconsistent(constraints []Constraint) bool {
	nodes := map[string]int{"": 0} // the unit monomial: 0 itself
	var edges []edge
	node := func(m *mono) int {
		n, ok := nodes[m.key]
		if !ok {
			n = len(nodes)
			nodes[m.key] = n
			if m.nonneg {
				edges = append(edges, edge{n, 0, num.Int{}})
			}
		}
		return n
	}
	atLeastZero := func(p *poly) {
		if more, less, c, ok := difference(p); ok {
			edges = append(edges, edge{node(more), node(less), c})
		}
	}
	for _, k := range constraints {
		d := k.L.poly().sub(k.R.poly())
		switch k.Rel {
		case EQ:
			atLeastZero(d)
			atLeastZero(d.neg())
		case LT:
			atLeastZero(d.neg().addInt(-1))
		case LE:
			atLeastZero(d.neg())
		case GT:
			atLeastZero(d.addInt(-1))
		case GE:
			atLeastZero(d)
		}
	}
	return hasNegativeCircle(len(nodes), edges)
}

// difference reads p >= 0 as less <= more + c; false if p is of another form.
func difference(p *poly) (more, less *mono, c num.Int, ok bool) {
	more, less = unit, unit
	var k num.Int
	for _, t := range p.t {
		switch {
		case t.m.isUnit():
		case t.c.Sign() > 0 && more.isUnit():
			more = t.m
		case t.c.Sign() < 0 && less.isUnit():
			less = t.m
		default:
			return nil, nil, num.Int{}, false
		}
		if a := t.c.Abs(); !t.m.isUnit() {
			if !k.IsZero() && k.Cmp(a) != 0 {
				return nil, nil, num.Int{}, false
			}
			k = a
		}
	}
	if k.IsZero() {
		return unit, unit, p.constTerm(), true
	}
	return more, less, p.constTerm().FloorDiv(k), true
}

// hasNegativeCircle is the algorithm of Bellman and Ford from all nodes at once.
func hasNegativeCircle(nodes int, edges []edge) bool {
	if len(edges) == 0 || nodes > maxRelaxed/len(edges) {
		return false
	}
	dist := make([]num.Int, nodes)
	for range nodes {
		changed := false
		for _, e := range edges {
			if d := dist[e.from].Add(e.length); d.Cmp(dist[e.to]) < 0 {
				dist[e.to], changed = d, true
			}
		}
		if !changed {
			return false
		}
	}
	return true
}
