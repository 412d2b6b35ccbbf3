package overlap

import (
	"fmt"
	"math/big"

	"descend/dialects/nat"
)

// interval is a range of integers; nil ends are unknown.
type interval struct{ lo, hi *big.Int }

// bounds is the constant range of e by the ranges of its variables.
func (s *solver) bounds(e nat.Expr) interval { return s.boundsAt(e, 0) }

func (s *solver) boundsAt(e nat.Expr, depth int) interval {
	lo, hi := new(big.Int), new(big.Int)
	for _, t := range e.Terms() {
		b := interval{t.Coef, t.Coef}
		for _, f := range t.Factors {
			x := s.factorBounds(f, depth)
			for range f.Exp {
				b = b.mul(x)
			}
		}
		lo, hi = addBig(lo, b.lo), addBig(hi, b.hi)
	}
	return interval{lo, hi}
}

func addBig(a, b *big.Int) *big.Int {
	if a == nil || b == nil {
		return nil
	}
	return new(big.Int).Add(a, b)
}

const maxBoundDepth = 6

func (s *solver) factorBounds(f nat.Factor, depth int) interval {
	zero := new(big.Int)
	if depth > maxBoundDepth {
		return interval{}
	}
	switch f.Kind {
	case nat.KindVar:
		v := s.vars[f.Name]
		if v == nil {
			return interval{lo: zero}
		}
		b := interval{s.boundsAt(v.Lo, depth+1).lo, nil}
		if b.lo == nil || b.lo.Sign() < 0 {
			b.lo = zero
		}
		if hi := s.boundsAt(v.Hi, depth+1).hi; hi != nil {
			b.hi = new(big.Int).Sub(hi, big.NewInt(1))
		}
		return b
	case nat.KindDiv:
		x, k := s.boundsAt(f.Args[0], depth+1), s.boundsAt(f.Args[1], depth+1)
		b := interval{}
		if x.lo != nil && x.lo.Sign() >= 0 {
			b.lo = zero
			if k.hi != nil && k.hi.Sign() > 0 {
				b.lo = new(big.Int).Div(x.lo, k.hi)
			}
			if x.hi != nil {
				b.hi = x.hi
				if k.lo != nil && k.lo.Sign() > 0 {
					b.hi = new(big.Int).Div(x.hi, k.lo)
				}
			}
		}
		return b
	case nat.KindMin, nat.KindMax:
		b := s.boundsAt(f.Args[0], depth+1)
		for _, a := range f.Args[1:] {
			c := s.boundsAt(a, depth+1)
			if f.Kind == nat.KindMin {
				b = interval{pick(b.lo, c.lo, -1, false), pick(b.hi, c.hi, -1, true)}
			} else {
				b = interval{pick(b.lo, c.lo, 1, true), pick(b.hi, c.hi, 1, false)}
			}
		}
		return b
	}
	return interval{}
}

// pick is the smaller (sign -1) or larger of two bounds; of one known alone if either does.
func pick(a, b *big.Int, sign int, either bool) *big.Int {
	switch {
	case a == nil && b == nil:
		return nil
	case a == nil || b == nil:
		if !either {
			return nil
		}
		if a == nil {
			return b
		}
		return a
	case a.Cmp(b) == sign:
		return a
	}
	return b
}

func (a interval) mul(b interval) interval {
	if a.lo != nil && a.hi != nil && a.lo.Cmp(a.hi) == 0 && b.lo != nil || b.lo != nil && b.lo.Sign() >= 0 && a.lo != nil && a.lo.Sign() >= 0 {
		if a.lo.Sign() >= 0 {
			if b.lo.Sign() < 0 { // a is a constant >= 0
				return interval{mulBig(a.lo, b.lo), mulBig(a.lo, b.hi)}
			}
			return interval{mulBig(a.lo, b.lo), mulBig(a.hi, b.hi)}
		}
		return interval{mulBig(a.lo, b.hi), mulBig(a.lo, b.lo)} // a is a negative constant
	}
	if a.lo == nil || a.hi == nil || b.lo == nil || b.hi == nil {
		if a.hi != nil && a.hi.Sign() <= 0 && b.lo != nil && b.lo.Sign() >= 0 {
			n := interval{new(big.Int).Neg(a.hi), nil}
			if a.lo != nil {
				n.hi = new(big.Int).Neg(a.lo)
			}
			r := n.mul(b)
			return interval{negBig(r.hi), negBig(r.lo)}
		}
		return interval{}
	}
	lo, hi := (*big.Int)(nil), (*big.Int)(nil)
	for _, x := range []*big.Int{a.lo, a.hi} {
		for _, y := range []*big.Int{b.lo, b.hi} {
			p := new(big.Int).Mul(x, y)
			if lo == nil || p.Cmp(lo) < 0 {
				lo = p
			}
			if hi == nil || p.Cmp(hi) > 0 {
				hi = p
			}
		}
	}
	return interval{lo, hi}
}

func mulBig(a, b *big.Int) *big.Int {
	if a == nil || b == nil {
		return nil
	}
	return new(big.Int).Mul(a, b)
}

func negBig(a *big.Int) *big.Int {
	if a == nil {
		return nil
	}
	return new(big.Int).Neg(a)
}

// nonneg shows e >= 0.
func (s *solver) nonneg(e nat.Expr) bool {
	if b := s.bounds(e); b.lo != nil && b.lo.Sign() >= 0 {
		return true
	} else if b.hi != nil && b.hi.Sign() < 0 {
		return false
	}
	if s.quick {
		return false // left to the search
	}
	return s.facts().Prove(nat.Constraint{L: e, Rel: nat.GE, R: nat.Int(0)}).Verdict == nat.Proved
}

// constant says whether everything speaks of bounded variables alone.
func (s *solver) constant() bool {
	ok := func(e nat.Expr) bool {
		for _, n := range e.Vars() {
			if s.vars[n] == nil {
				return false
			}
		}
		return true
	}
	for _, list := range [][]nat.Expr{s.zero, s.ge} {
		for _, e := range list {
			if !ok(e) {
				return false
			}
		}
	}
	for _, p := range s.same {
		if !ok(p[0]) || !ok(p[1]) {
			return false
		}
	}
	for _, v := range s.vars {
		if !ok(v.Lo) || !ok(v.Hi) {
			return false
		}
	}
	return true
}

const maxRounds = 200

// reduce simplifies until nothing changes; true: there is no solution.
func (s *solver) reduce() bool {
	for range maxRounds {
		if s.rename() {
			return true
		}
		if len(s.zero) == 0 || s.sameThread(false) {
			return false
		}
		changed, none := s.step()
		if none {
			return true
		}
		if !changed {
			return false
		}
	}
	return false
}

func (s *solver) step() (changed, none bool) {
	if s.divide() {
		return true, false
	}
	for i, e := range s.zero {
		if s.never(e) {
			return false, true
		}
		if parts, ok := s.factor(e); ok {
			s.zero = append(append(append([]nat.Expr(nil), s.zero[:i]...), parts...), s.zero[i+1:]...)
			return true, false
		}
	}
	for i, e := range s.zero {
		if s.eliminate(i, e) {
			return true, false
		}
	}
	return false, false
}

// never shows e != 0.
func (s *solver) never(e nat.Expr) bool {
	b := s.bounds(e)
	if b.lo != nil && b.lo.Sign() > 0 || b.hi != nil && b.hi.Sign() < 0 {
		return true
	}
	c := e.ConstTerm()
	g := e.Sub(nat.Big(c)).Content()
	if g.Sign() != 0 && new(big.Int).Mod(c, g).Sign() != 0 {
		return true
	}
	if s.quick {
		return false
	}
	return s.nonneg(e.Sub(nat.Int(1))) || s.nonneg(neg(e).Sub(nat.Int(1)))
}

// divide replaces one division by quotient and remainder.
func (s *solver) divide() bool {
	for i, e := range s.zero {
		if x := s.simplify(e); !x.Equal(e) {
			s.zero[i] = x
			return true
		}
	}
	for _, list := range [][]nat.Expr{s.zero, s.ge} {
		for _, e := range list {
			if x, k, ok := s.innerDiv(e); ok {
				return s.introduce(x, k)
			}
		}
	}
	for _, p := range s.same {
		for _, e := range p {
			if x, k, ok := s.innerDiv(e); ok {
				return s.introduce(x, k)
			}
		}
	}
	for _, n := range s.names() {
		v := s.vars[n]
		for _, e := range []nat.Expr{v.Lo, v.Hi} {
			if x, k, ok := s.innerDiv(e); ok {
				return s.introduce(x, k)
			}
		}
	}
	return false
}

// innerDiv finds a division of bounded variables whose arguments have no further one.
func (s *solver) innerDiv(e nat.Expr) (x, k nat.Expr, ok bool) {
	for _, t := range e.Terms() {
		for _, f := range t.Factors {
			if f.Kind == nat.KindVar {
				continue
			}
			for _, a := range f.Args {
				if x, k, ok = s.innerDiv(a); ok {
					return x, k, true
				}
			}
			if f.Kind == nat.KindDiv && s.mentions(f.Args[0]) && !s.stuck[f.Base.Key()] {
				return f.Args[0], f.Args[1], true
			}
		}
	}
	return x, k, false
}

func (s *solver) mentions(e nat.Expr) bool {
	for _, n := range e.Vars() {
		if s.vars[n] != nil {
			return true
		}
	}
	return false
}

// introduce makes q and r with x = k*q + r, 0 <= r < k, and eliminates a variable of x by it, or else x/k
// by q. Quotients are naturals: where x may be negative (what the normal form left over after it took
// multiples of k out), it is raised by a multiple of k first; where its sign is unknown the division stays.
func (s *solver) introduce(x, k nat.Expr) bool {
	if !s.nonneg(x) {
		d, b := x.Div(k), s.bounds(x)
		if kc, ok := k.Const(); !ok || b.lo == nil || kc.Sign() <= 0 {
			s.stuck[d.Key()] = true
			return true
		} else {
			up := nat.Big(new(big.Int).Neg(new(big.Int).Div(b.lo, kc)))
			x = x.Add(k.Mul(up))
			d2 := s.quotientVar(x, k).Sub(up)
			s.rewrite(func(e nat.Expr) nat.Expr { return replaceAtom(e, d, d2) })
			return true
		}
	}
	qName := fmt.Sprintf("$q%d", s.fresh)
	rName := fmt.Sprintf("$m%d", s.fresh)
	s.fresh++
	q, r := nat.Var(qName), nat.Var(rName)
	hi := s.upper(x).Div(k).Add(nat.Int(1))
	for _, n := range x.Vars() {
		v := s.vars[n]
		if v == nil || v.special() {
			continue
		}
		c, rest, ok := x.Linear(n)
		if !ok || !c.IsOne() || k.HasVar(n) || rest.HasVar(n) || s.inBounds(n) {
			continue
		}
		e := k.Mul(q).Add(r).Sub(rest)
		s.vars[qName] = &Var{Name: qName, Hi: hi, Shared: s.allShared(x)}
		s.vars[rName] = &Var{Name: rName, Hi: k, Shared: s.allShared(x)}
		s.keepRange(v, e)
		s.rems[rName] = k
		s.replace(n, e)
		return true
	}
	d := x.Div(k)
	qv := s.quotientVar(x, k)
	s.rewrite(func(e nat.Expr) nat.Expr { return replaceAtom(e, d, qv) })
	return true
}

// quotientVar makes a variable for x/k, x >= 0.
func (s *solver) quotientVar(x, k nat.Expr) nat.Expr {
	name := fmt.Sprintf("$q%d", s.fresh)
	s.fresh++
	s.vars[name] = &Var{Name: name, Hi: s.upper(x).Div(k).Add(nat.Int(1)), Shared: s.allShared(x)}
	q := nat.Var(name)
	s.ge = append(s.ge, x.Sub(k.Mul(q)), k.Mul(q).Add(k).Sub(nat.Int(1)).Sub(x))
	s.cache = nil
	return q
}

// rewrite applies f to all expressions of the problem.
func (s *solver) rewrite(f func(nat.Expr) nat.Expr) {
	for i := range s.zero {
		s.zero[i] = f(s.zero[i])
	}
	for i := range s.ge {
		s.ge[i] = f(s.ge[i])
	}
	for i := range s.same {
		s.same[i][0], s.same[i][1] = f(s.same[i][0]), f(s.same[i][1])
	}
	for _, v := range s.vars {
		v.Lo, v.Hi = f(v.Lo), f(v.Hi)
	}
	s.cache = nil
}

// inBounds says whether the range of another variable depends on n.
func (s *solver) inBounds(n string) bool {
	for _, v := range s.vars {
		if v.Lo.HasVar(n) || v.Hi.HasVar(n) {
			return true
		}
	}
	return false
}

func (s *solver) allShared(e nat.Expr) bool {
	for _, n := range e.Vars() {
		if v := s.vars[n]; v != nil && !v.Shared {
			return false
		}
	}
	return true
}

// upper is an upper bound of x over its bounded variables; where a sign is unknown, x itself in place of it.
func (s *solver) upper(x nat.Expr) nat.Expr {
	for range 8 {
		done := true
		for _, n := range x.Vars() {
			v := s.vars[n]
			if v == nil {
				continue
			}
			c, rest, ok := x.Linear(n)
			if !ok {
				return x
			}
			b := s.bounds(c)
			switch {
			case b.lo != nil && b.lo.Sign() >= 0:
				x = rest.Add(c.Mul(v.Hi.Sub(nat.Int(1))))
			case b.hi != nil && b.hi.Sign() <= 0:
				x = rest.Add(c.Mul(v.Lo))
			default:
				return x
			}
			done = false
			break
		}
		if done {
			break
		}
	}
	return x
}

// replaceAtom replaces the division d, an atom, by q.
func replaceAtom(e, d, q nat.Expr) nat.Expr {
	sum := nat.Int(0)
	changed := false
	for _, t := range e.Terms() {
		x := nat.Big(t.Coef)
		for _, f := range t.Factors {
			b := f.Base
			if b.Equal(d) {
				b, changed = q, true
			} else if f.Kind != nat.KindVar {
				if nb := replaceInAtom(f, d, q); !nb.Equal(b) {
					b, changed = nb, true
				}
			}
			for range f.Exp {
				x = x.Mul(b)
			}
		}
		sum = sum.Add(x)
	}
	if !changed {
		return e
	}
	return sum
}

func replaceInAtom(f nat.Factor, d, q nat.Expr) nat.Expr {
	args := make([]nat.Expr, len(f.Args))
	for i, a := range f.Args {
		args[i] = replaceAtom(a, d, q)
	}
	switch {
	case f.Kind == nat.KindDiv:
		return args[0].Div(args[1])
	case len(args) == 0:
		return f.Base
	}
	r := args[0]
	for _, a := range args[1:] {
		if f.Kind == nat.KindMin {
			r = nat.Min(r, a)
		} else {
			r = nat.Max(r, a)
		}
	}
	return r
}

// simplify resolves divisions whose value the bounds or facts give.
func (s *solver) simplify(e nat.Expr) nat.Expr {
	x, k, ok := s.innerDiv(e)
	if !ok {
		return e
	}
	if ts := x.Terms(); len(ts) == 1 {
		if n, ok := plainVar(ts[0]); ok && ts[0].Coef.IsInt64() && ts[0].Coef.Int64() == 1 {
			if d, ok := s.rems[n]; ok && d.Equal(k) {
				return replaceAtom(e, x.Div(k), nat.Expr{})
			}
		}
	}
	if b := s.bounds(x); b.lo != nil && b.hi != nil && b.lo.Sign() >= 0 {
		if kc, ok := k.Const(); ok && kc.Sign() > 0 {
			if lo, hi := new(big.Int).Div(b.lo, kc), new(big.Int).Div(b.hi, kc); lo.Cmp(hi) == 0 {
				return replaceAtom(e, x.Div(k), nat.Big(lo))
			}
		}
	}
	if s.quick {
		return e
	}
	return s.facts().Simplify(e)
}

// eliminate solves equation i for a variable with coefficient 1 or -1.
func (s *solver) eliminate(i int, e nat.Expr) bool {
	for pass := range 2 {
		for _, n := range e.Vars() {
			v := s.vars[n]
			if v == nil || v.special() || v.Shared != (pass == 1) || s.inBounds(n) {
				continue
			}
			c, rest, ok := e.Linear(n)
			if !ok || rest.HasVar(n) {
				continue
			}
			k, isConst := c.Int64()
			if !isConst || k != 1 && k != -1 {
				continue
			}
			sol := neg(rest)
			if k == -1 {
				sol = rest
			}
			s.zero = append(append([]nat.Expr(nil), s.zero[:i]...), s.zero[i+1:]...)
			s.keepRange(v, sol)
			s.replace(n, sol)
			return true
		}
	}
	return false
}
