package proof

import (
	"math/big"
	"slices"
	"time"
)

// This file asks whether conditions can hold together: with all facts about what they mention, with lemmas about
// products, and case by case of symbols that have few values.

// Questions are bounded by z3's own count of steps, so that answers do not depend on the machine: what it does in
// about ten seconds, and less for a question that products as symbols may already answer. patience bounds the time.
const (
	steps      = 15_000_000
	firstSteps = 3_000_000
	patience   = time.Minute
)

// finding is the answer to a question.
type finding struct {
	answer answer
	// exact: nothing of the question stands for what is not modelled.
	exact  bool
	values []string
}

// asker asks questions about a kernel.
type asker struct {
	k        *kernel
	z        *solver
	count    int
	deadline time.Time
}

// can says whether a condition about the threads of in can hold (nil: about any one thread); show are the terms whose values are wanted.
func (q *asker) can(in *instances, cond *term, show ...*term) finding {
	if cond == q.k.s.no {
		return finding{answer: unsat}
	}
	f := q.ask(in, show, append([]*term{cond}, q.k.assume...))
	if f.answer != sat || f.exact {
		return f
	}
	// what is not modelled may be what memory held at the start
	var guesses []*term
	mentions(cond, func(t *term) bool {
		base, copy := t, 0
		if t.origin != nil {
			base, copy = t.origin, t.copy
		}
		if base.guess != nil {
			g := base.guess
			if copy != 0 {
				g = in.of(copy, g)
			}
			guesses = append(guesses, g)
		}
		return false
	})
	if len(guesses) == 0 {
		return f
	}
	if g := q.ask(in, show, append(append([]*term{cond}, guesses...), q.k.assume...)); g.answer == sat && g.exact {
		return g
	}
	return f
}

// ask is can for some conditions together. A symbol whose guess is among them is exact.
func (q *asker) ask(in *instances, show, conds []*term) finding {
	guessed := map[*term]bool{}
	for _, c := range conds {
		guessed[c] = true
	}
	modelled := func(x *term) bool {
		base, copy := x, 0
		if x.origin != nil {
			base, copy = x.origin, x.copy
		}
		g := base.guess
		if g != nil && copy != 0 {
			g = in.of(copy, g)
		}
		return g != nil && guessed[g]
	}
	all := q.closure(in, conds)
	exact := !slices.ContainsFunc(all, func(t *term) bool {
		return mentions(t, func(x *term) bool { return x.havoc && !modelled(x) })
	})
	worst := finding{answer: unsat}
	for _, part := range q.k.s.alternatives(all) {
		f := q.cases(part, show, 0)
		if f.answer == sat {
			worst = f
			break
		}
		if f.answer == unknown {
			worst = f
		}
	}
	worst.exact = exact
	return worst
}

// alternatives writes a conjunction with disjunctions in it as several, where symbols of few values are multiplied or
// divided by: equations between such make one of two.
func (s *terms) alternatives(all []*term) [][]*term {
	done := [][]*term{{}}
	if splitting(all) == nil {
		return [][]*term{all}
	}
	for _, t := range all {
		var parts [][]*term
		for _, d := range s.disjuncts(t, 3) {
			for _, x := range done {
				parts = append(parts, append(slices.Clone(x), d...))
			}
		}
		if len(parts) > 48 {
			return [][]*term{all}
		}
		done = parts
	}
	for i, part := range done {
		done[i] = s.solved(part)
	}
	return done
}

// disjuncts are the alternatives of a condition, each as a list of conditions.
func (s *terms) disjuncts(t *term, depth int) [][]*term {
	switch {
	case t.kind == kOr && depth > 0 && len(t.args) <= 8 && slices.ContainsFunc(t.args, func(a *term) bool { return a.kind == kAnd }):
		var out [][]*term
		for _, a := range t.args {
			out = append(out, s.disjuncts(a, depth-1)...)
		}
		return out
	case t.kind == kAnd:
		out := [][]*term{{}}
		for _, a := range t.args {
			var next [][]*term
			for _, d := range s.disjuncts(a, depth) {
				for _, x := range out {
					next = append(next, append(slices.Clone(x), d...))
				}
			}
			if len(next) > 48 {
				return [][]*term{{t}}
			}
			out = next
		}
		return out
	}
	return [][]*term{{t}}
}

// solved replaces symbols that an equation gives by others.
func (s *terms) solved(all []*term) []*term {
	for range 12 {
		leaf, is := (*term)(nil), (*term)(nil)
		for _, t := range all {
			if t.kind == kEQ0 {
				if leaf, is = s.equation(t.args[0]); leaf != nil {
					break
				}
			}
		}
		if leaf == nil {
			return all
		}
		memo := map[*term]*term{}
		var out []*term
		for _, t := range all {
			t = s.rewrite(t, memo, func(old *term, _ []*term) *term {
				if old == leaf {
					return is
				}
				return nil
			})
			if t == s.no {
				return []*term{s.no}
			}
			if t != s.yes {
				out = append(out, t)
			}
		}
		if leaf.lo != nil {
			out = append(out, s.le(s.bigNum(leaf.lo), is))
		}
		if leaf.hi != nil {
			out = append(out, s.le(is, s.bigNum(leaf.hi)))
		}
		all = out
	}
	return all
}

// equation solves p = 0 of two symbols of an iteration for one of them.
func (s *terms) equation(p *term) (leaf, is *term) {
	var atoms []monomial
	for _, m := range p.monomials() {
		if len(m.atoms) > 1 {
			return nil, nil
		}
		if len(m.atoms) == 1 {
			atoms = append(atoms, m)
		}
	}
	if len(atoms) > 2 {
		return nil, nil
	}
	for _, m := range slices.Backward(atoms) {
		a := m.atoms[0]
		if a.kind != kSym || a.origin == nil || a.origin.level != ofBlock || new(big.Int).Abs(m.coef).Cmp(one) != 0 {
			continue
		}
		rest := s.sub(p, s.scale(m.coef, a))
		if m.coef.Sign() > 0 {
			rest = s.scale(big.NewInt(-1), rest)
		}
		return a, rest
	}
	return nil, nil
}

// closure adds the facts about all that conditions mention.
func (q *asker) closure(in *instances, all []*term) []*term {
	s := q.k.s
	have, seen := map[*term]bool{s.yes: true}, map[*term]bool{}
	var out []*term
	add := func(ts ...*term) {
		for _, t := range ts {
			if !have[t] {
				have[t] = true
				out = append(out, t)
			}
		}
	}
	var visit func(t *term)
	visit = func(t *term) {
		if seen[t] {
			return
		}
		seen[t] = true
		for _, a := range t.args {
			visit(a)
		}
		for _, m := range t.mons {
			for _, a := range m.atoms {
				visit(a)
			}
		}
		if t.origin != nil {
			for _, f := range t.origin.facts {
				add(in.of(t.copy, f))
			}
		}
		add(t.facts...)
		if _, c := t.constantDivisor(); t.kind == kDiv && !c {
			add(s.divFacts(t)...)
		}
	}
	add(all...)
	for i := 0; i < len(out); i++ {
		visit(out[i])
	}
	return out
}

// constantDivisor is the divisor of a quotient, and whether it is a constant.
func (t *term) constantDivisor() (*big.Int, bool) {
	if t.kind != kDiv {
		return nil, false
	}
	return t.args[1].constant()
}

// cases splits a question by the values of a symbol that has few and stands in products or divisors.
func (q *asker) cases(all []*term, show []*term, depth int) finding {
	s := q.k.s
	if slices.Contains(all, s.no) {
		return finding{answer: unsat}
	}
	leaf := splitting(all)
	if leaf == nil || depth > 4 {
		return q.solve(all, show)
	}
	values := leaf.values
	if leaf.origin != nil {
		values = leaf.origin.values
	}
	worst := finding{answer: unsat}
	for _, v := range values {
		memo := map[*term]*term{}
		var part []*term
		for _, t := range all {
			part = append(part, s.rewrite(t, memo, func(old *term, _ []*term) *term {
				if old == leaf {
					return s.num(v)
				}
				return nil
			}))
		}
		f := q.cases(part, show, depth+1)
		if f.answer == sat {
			return f
		}
		if f.answer == unknown {
			worst = f
		}
	}
	return worst
}

// splitting finds a symbol of few values in a product or divisor.
func splitting(all []*term) *term {
	var found *term
	few := func(t *term) bool {
		n := len(t.values)
		if t.origin != nil {
			n = len(t.origin.values)
		}
		if n > 0 && n <= 64 && (found == nil || t.id < found.id) {
			found = t
		}
		return false
	}
	seen := map[*term]bool{}
	var walk func(t *term)
	walk = func(t *term) {
		if seen[t] {
			return
		}
		seen[t] = true
		if _, c := t.constantDivisor(); t.kind == kDiv && !c {
			mentions(t.args[1], few)
		}
		for _, a := range t.args {
			walk(a)
		}
		for _, m := range t.mons {
			for _, a := range m.atoms {
				if len(m.atoms) > 1 && (a.kind == kSym || a.kind == kApp) {
					few(a)
				}
				walk(a)
			}
		}
	}
	for _, t := range all {
		walk(t)
	}
	return found
}

// solve asks z3: first with products as symbols and lemmas about them, then as they are.
func (q *asker) solve(all []*term, show []*term) finding {
	q.count++
	left := time.Until(q.deadline)
	if left <= 0 {
		return finding{answer: unknown}
	}
	hints := q.k.s.lemmas(all)
	w := q.script(all, hints, true)
	first := steps
	if w.nonlinear {
		first = firstSteps
	}
	a, values := q.z.ask(w, first, min(patience, left), show)
	if w.nonlinear && a != unsat {
		a, values = q.z.ask(q.script(all, hints, false), steps, min(patience, left), show)
	}
	return finding{answer: a, values: values}
}

func (q *asker) script(all, hints []*term, linear bool) *script {
	w := newScript(q.k.s, linear)
	for _, t := range append(slices.Clone(all), hints...) {
		w.assert(t)
	}
	return w
}

// lemmas are true statements about the products in comparisons. For a size s and the sum Q of what it is multiplied with:
//
//	Q >= 1 -> Q*s >= s    Q <= -1 -> Q*s <= -s    Q = 0 -> Q*s = 0
//
// which make most comparisons of index functions with symbolic sizes linear.
func (s *terms) lemmas(all []*term) []*term {
	var out []*term
	done := map[[2]*term]bool{}
	factors := map[*term][]*term{} // of a size
	var sized []*term
	var of func(p *term)
	of = func(p *term) {
		sizes := map[*term]bool{}
		var order []*term
		for _, m := range p.monomials() {
			if len(m.atoms) < 2 {
				continue
			}
			for _, a := range m.atoms {
				if a.lo != nil && a.lo.Sign() >= 0 && (a.level == ofGrid || a.kind == kDiv) && !sizes[a] {
					sizes[a] = true
					order = append(order, a)
				}
			}
		}
		for _, size := range order {
			var rest []monomial
			for _, m := range p.monomials() {
				if i := slices.Index(m.atoms, size); i >= 0 {
					rest = append(rest, monomial{m.coef, slices.Delete(slices.Clone(m.atoms), i, i+1)})
				}
			}
			f := s.primitive(s.poly(rest))
			if _, c := f.constant(); c || done[[2]*term{f, size}] {
				continue
			}
			done[[2]*term{f, size}] = true
			if factors[size] == nil {
				sized = append(sized, size)
			}
			factors[size] = append(factors[size], f)
			out = append(out, s.lemma(f, size)...)
			of(f)
		}
	}
	seen := map[*term]bool{}
	var walk func(t *term)
	walk = func(t *term) {
		if seen[t] || len(out) > 300 {
			return
		}
		seen[t] = true
		if t.kind == kGE0 || t.kind == kEQ0 {
			of(t.args[0])
		}
		for _, a := range t.args {
			walk(a)
		}
		for _, m := range t.mons {
			for _, a := range m.atoms {
				walk(a)
			}
		}
	}
	for _, t := range all {
		walk(t)
	}
	for _, size := range sized {
		fs := factors[size]
		if len(fs) > 8 {
			continue
		}
		for i, f := range fs {
			for _, g := range fs[:i] {
				for _, d := range s.differences(f, g) {
					if !done[[2]*term{d, size}] {
						done[[2]*term{d, size}] = true
						out = append(out, s.lemma(d, size)...)
					}
				}
			}
		}
	}
	slices.SortFunc(out, func(a, b *term) int { return a.id - b.id })
	return slices.Compact(out)
}

// differences are f - g, and with one of them multiplied so that they may be compared: 16*b + t and m as 16*b + t - 16*m.
func (s *terms) differences(f, g *term) []*term {
	out := []*term{s.sub(f, g)}
	for _, swap := range []bool{false, true} {
		if swap {
			f, g = g, f
		}
		for _, m := range f.monomials() {
			if c := new(big.Int).Abs(m.coef); len(m.atoms) > 0 && c.Cmp(one) > 0 {
				out = append(out, s.sub(f, s.scale(c, g)))
			}
		}
	}
	return out
}

// primitive is a sum divided by what divides all coefficients, with a positive first one.
func (s *terms) primitive(f *term) *term {
	g := new(big.Int)
	for _, m := range f.monomials() {
		g.GCD(nil, nil, g, new(big.Int).Abs(m.coef))
	}
	if g.Sign() == 0 {
		return f
	}
	sign := one
	if m := f.monomials(); m[len(m)-1].coef.Sign() < 0 {
		sign = big.NewInt(-1)
	}
	var mons []monomial
	for _, m := range f.monomials() {
		mons = append(mons, monomial{new(big.Int).Quo(new(big.Int).Mul(sign, m.coef), g), m.atoms})
	}
	return s.poly(mons)
}

func (s *terms) lemma(f, size *term) []*term {
	p := s.mul(f, size)
	return []*term{
		s.implies(s.le(s.num(1), f), s.le(size, p)),
		s.implies(s.le(f, s.num(-1)), s.le(p, s.scale(big.NewInt(-1), size))),
		s.implies(s.eq(f, s.num(0)), s.eq(p, s.num(0))),
	}
}
