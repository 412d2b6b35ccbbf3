package lower

import (
	"maps"
	"math/big"
	"slices"

	"descend/dialects/arith"
	"descend/dialects/descend"
	"descend/dialects/nat"
	"descend/ir"
)

// This file turns symbolic naturals into index arithmetic. Index is 64 bits wide and wraps, so differences
// that are negative in between do no harm as long as the whole is a natural.

// hasDivision says whether simplification could help: there is a quotient, minimum or maximum in e.
func hasDivision(e nat.Expr) bool { return !e.OnlyVars() }

// simplify rewrites e by what is known of sizes, ids and loop variables.
func (f *indexer) simplify(e nat.Expr) nat.Expr {
	if hasDivision(e) {
		return f.facts.Simplify(e)
	}
	return e
}

// natValue computes e as an index value.
func (f *indexer) natValue(e nat.Expr) *ir.Value {
	e = f.simplify(e)
	return f.addressOf(e)
}

// addressOf computes e as a left-leaning sum: root part, block part, thread part, run-time part, then what
// belongs to each loop, the innermost last, and finally the constant.
func (f *indexer) addressOf(e nat.Expr) *ir.Value {
	groups := map[addrClass][]signed{}
	k := new(big.Int)
	add := func(n *nat.Node, neg bool) {
		c := f.classOf(n)
		groups[c] = append(groups[c], signed{n, neg})
	}
	var flatten func(n *nat.Node, neg bool)
	flatten = func(n *nat.Node, neg bool) {
		switch n.Op {
		case nat.OpAdd:
			flatten(n.Args[0], neg)
			flatten(n.Args[1], neg)
		case nat.OpSub:
			flatten(n.Args[0], neg)
			flatten(n.Args[1], !neg)
		case nat.OpConst:
			if neg {
				k.Sub(k, n.Value)
			} else {
				k.Add(k, n.Value)
			}
		default:
			add(n, neg)
		}
	}
	rest, mods := takeRemainders(f.withoutZeros(e))
	products, rest := f.takeProducts(rest)
	flatten(rest.Tree(), false)
	for _, m := range mods {
		add(m.n, m.neg)
	}
	sum := f.sumOfProducts(products)
	for _, c := range slices.Sorted(maps.Keys(groups)) {
		if v := f.sumOf(groups[c]); sum == nil {
			sum = v
		} else {
			sum = arith.AddI(f.b, sum, v)
		}
	}
	if sum == nil {
		return f.constIndexBig(k)
	}
	if k.Sign() != 0 {
		sum = arith.AddI(f.b, sum, f.constIndexBig(k))
	}
	return sum
}

// withoutZeros leaves out of e what is known to be 0, as the number of the one lane of `split(X) warp at 1`, whose remainder LLVM
// would join with the quotient beside it before it sees the comparison: t/32 + t%32 is a product more than t/32.
func (f *indexer) withoutZeros(e nat.Expr) nat.Expr {
	for _, z := range f.zeros {
		if k := timesIn(e, z, nat.Int(1)); k != nil {
			if next := e.Sub(nat.Big(k).Mul(z)); next.NumTerms() < e.NumTerms() {
				e = next
			}
		}
	}
	return e
}

// product is a sum times a size that is known at run time only.
type product struct{ sum, size nat.Expr }

// takeProducts splits off the terms of e that have the same run-time size as a factor, if there are several
// and no loop changes them: 1024*n*block + 32*n*thread is (32*block + thread) * (32*n), one multiplication of
// 64 bits in place of two.
func (f *indexer) takeProducts(e nat.Expr) (out []product, rest nat.Expr) {
	index := map[string]int{}
	var members [][]nat.Term
	for _, t := range e.Terms() {
		size, other := f.splitTerm(t)
		if size.IsOne() || other.IsOne() || t.Coef.Sign() < 0 || f.classOf(other.Tree()) >= classRuntime {
			continue
		}
		i, ok := index[size.Key()]
		if !ok {
			i = len(out)
			index[size.Key()] = i
			out = append(out, product{size: size})
			members = append(members, nil)
		}
		members[i] = append(members[i], t)
	}
	rest = e
	kept := out[:0]
	for i, p := range out {
		if len(members[i]) < 2 {
			continue
		}
		g := new(big.Int)
		for _, t := range members[i] {
			g.GCD(nil, nil, g, t.Coef)
		}
		for _, t := range members[i] {
			_, other := f.splitTerm(t)
			p.sum = p.sum.Add(other.Mul(nat.Big(new(big.Int).Quo(t.Coef, g))))
			rest = rest.Sub(t.Expr())
		}
		p.size = p.size.Mul(nat.Big(g))
		kept = append(kept, p)
	}
	return kept, rest
}

// splitTerm gives the factors of a term that are sizes, known when the kernel starts, and the others.
func (f *indexer) splitTerm(t nat.Term) (size, other nat.Expr) {
	size, other = nat.Int(1), nat.Int(1)
	for _, x := range t.Factors {
		for range x.Exp {
			if f.classOf(x.Base.Tree()) == classRoot {
				size = size.Mul(x.Base)
			} else {
				other = other.Mul(x.Base)
			}
		}
	}
	return size, other
}

// xor names the exclusive or of two numbers, which is computed once for all that depends on it; false if they are not known when
// the program runs, as the coordinates of a whole buffer.
func (f *indexer) xor(of [2]nat.Expr, extent nat.Expr) (nat.Expr, bool) {
	a, b := f.simplify(of[0]), f.simplify(of[1])
	x, okA := a.Int64()
	y, okB := b.Int64()
	switch {
	case okA && okB:
		return nat.Int(x ^ y), true
	case okA && x == 0:
		return b, true
	case okB && y == 0:
		return a, true
	}
	vars := append(a.Vars(), b.Vars()...)
	for _, v := range vars {
		if _, known := f.class[v]; !known {
			return nat.Expr{}, false
		}
	}
	name := f.freshNat("x", arith.XOrI(f.b, f.addressOf(a), f.addressOf(b)), max(f.classOf(a.Tree()), f.classOf(b.Tree())))
	f.inside[name] = vars
	f.facts = f.facts.WithRange(name, nat.Int(0), extent)
	return nat.Var(name), true
}

// sumOfProducts computes them; nil if there are none.
func (f *indexer) sumOfProducts(products []product) *ir.Value {
	var sum *ir.Value
	for _, p := range products {
		v := arith.MulI(f.b, f.addressOf(p.sum), f.node(p.size.Tree()))
		if sum == nil {
			sum = v
		} else {
			sum = arith.AddI(f.b, sum, v)
		}
	}
	return sum
}

// takeRemainders splits e into a sum of remainders and a rest with fewer terms. The normal form writes x % y
// as x - y*(x/y), and 512*(x%2) + x/2 as 512*x - 1023*(x/2); the multiple of x that e holds tells which
// remainder to take out.
func takeRemainders(e nat.Expr) (rest nat.Expr, mods []signed) {
	for {
		next, m, ok := takeRemainder(e)
		if !ok {
			return e, mods
		}
		e, mods = next, append(mods, m)
	}
}

// takeRemainder takes one out: of the first of x/4, x/32 and so on, if there are several, as digits are. 128*(x%4) + x/4%8 is 128*x - 511*(x/4) - 8*(x/32),
// of which 128*(x%32) would leave a negative multiple of x/4%8.
func takeRemainder(e nat.Expr) (rest nat.Expr, m signed, ok bool) {
	if !hasDivision(e) {
		return nat.Expr{}, signed{}, false
	}
	terms := e.Terms()
	var least, part *big.Int // the divisor of x, and that of the remainder; nil where they are no constants
	less := func(a, b *big.Int) bool { return a != nil && (b == nil || a.Cmp(b) < 0) }
	for _, t := range terms {
		for i, d := range t.Factors {
			if d.Kind != nat.KindDiv || d.Exp != 1 {
				continue
			}
			other := nat.Int(1) // the other factors of the term
			for j, g := range t.Factors {
				for n := 0; j != i && n < g.Exp; n++ {
					other = other.Mul(g.Base)
				}
			}
			whole, _ := d.Args[1].Const()
			for _, q := range asQuotients(d, terms) {
				y, _ := q.y.Const()
				if ok && !less(whole, least) && (less(least, whole) || !less(y, part)) {
					continue
				}
				c := timesIn(e, q.x, other)
				if c == nil {
					continue
				}
				next := e.Sub(nat.Big(c).Mul(other).Mul(q.x.Sub(q.y.Mul(d.Base))))
				if next.NumTerms() < len(terms) {
					rest, m, ok, least, part = next, q.remainder(c, other), true, whole, y
				}
			}
		}
	}
	return rest, m, ok
}

// timesIn is how often x, times others, is in a sum, by the coefficients of what stands first in it; nil if it is not there.
func timesIn(sum, x, other nat.Expr) *big.Int {
	lead, of := x.Leading()
	if lead == nil {
		return nil
	}
	c, r := new(big.Int).QuoRem(sum.Coef(other.Mul(of)), lead, new(big.Int))
	if r.Sign() != 0 || c.Sign() == 0 {
		return nil
	}
	return c
}

// remainder is x % y, so many times and times others.
func (q quotient) remainder(c *big.Int, other nat.Expr) signed {
	n := &nat.Node{Op: nat.OpMod, Args: []*nat.Node{q.x.Tree(), q.y.Tree()}}
	if !other.IsOne() {
		n = &nat.Node{Op: nat.OpMul, Args: []*nat.Node{n, other.Tree()}}
	}
	if abs := new(big.Int).Abs(c); abs.Cmp(big.NewInt(1)) != 0 {
		n = &nat.Node{Op: nat.OpMul, Args: []*nat.Node{n, {Op: nat.OpConst, Value: abs}}}
	}
	return signed{n, c.Sign() < 0}
}

// quotient is x/y, rounded down.
type quotient struct{ x, y nat.Expr }

// asQuotients are the ways to write x/y: as it stands, and as (x/z)/(y/z) for each x/z among the terms, as the normal form writes (x/z) % w as
// x/z - w*(x/(z*w)).
func asQuotients(d nat.Factor, terms []nat.Term) []quotient {
	x, y := d.Args[0], d.Args[1]
	out := []quotient{{x, y}}
	whole, ok := y.Int64()
	if !ok {
		return out
	}
	for _, t := range terms {
		for _, f := range t.Factors {
			if f.Kind != nat.KindDiv || f.Exp != 1 || !f.Args[0].Equal(x) {
				continue
			}
			if part, ok := f.Args[1].Int64(); ok && part > 0 && part < whole && whole%part == 0 {
				out = append(out, quotient{f.Base, nat.Int(whole / part)})
			}
		}
	}
	return out
}

func (f *emitter) constIndexBig(k *big.Int) *ir.Value { return f.constBig(k, f.index()) }

// signed is a summand with its sign.
type signed struct {
	n   *nat.Node
	neg bool
}

// sumOf adds summands, positive ones first; a sum of negative ones only is computed with negative factors.
func (f *indexer) sumOf(g []signed) *ir.Value {
	var sum *ir.Value
	for _, s := range g {
		if s.neg {
			continue
		}
		if v := f.node(s.n); sum == nil {
			sum = v
		} else {
			sum = arith.AddI(f.b, sum, v)
		}
	}
	for _, s := range g {
		if !s.neg {
			continue
		}
		if sum == nil {
			sum = f.negated(s.n)
		} else {
			sum = arith.SubI(f.b, sum, f.node(s.n))
		}
	}
	return sum
}

// negated computes -n.
func (f *indexer) negated(n *nat.Node) *ir.Value {
	if last := len(n.Args) - 1; n.Op == nat.OpMul && last == 1 && n.Args[1].Op == nat.OpConst {
		return arith.MulI(f.b, f.node(n.Args[0]), f.constIndexBig(new(big.Int).Neg(n.Args[1].Value)))
	}
	return arith.MulI(f.b, f.node(n), f.constIndex(-1))
}

// classOf is the latest class of the variables in n.
func (f *indexer) classOf(n *nat.Node) addrClass {
	c := classRoot
	if n.Op == nat.OpVar {
		return f.class[n.Name]
	}
	for _, a := range n.Args {
		c = max(c, f.classOf(a))
	}
	return c
}

// node computes one node.
func (f *indexer) node(n *nat.Node) *ir.Value {
	switch n.Op {
	case nat.OpConst:
		return f.constIndexBig(n.Value)
	case nat.OpVar:
		return f.natVar(n.Name)
	case nat.OpOpaque:
		f.unsupported(f.b.Loc(), "a size is too large to be computed")
	}
	if n.Op == nat.OpDiv || n.Op == nat.OpMod {
		return f.quotient(n)
	}
	v := f.node(n.Args[0])
	for _, a := range n.Args[1:] {
		v = natOps[n.Op](f.b, v, f.node(a))
	}
	return v
}

// quotient computes x / y or x % y, rounded down. The normal form takes multiples of y out of x, so that x may
// be negative: (n - 1 - i) / n becomes (-1 - i) / n + 1. Then y is added again as often as makes x a natural.
func (f *indexer) quotient(n *nat.Node) *ir.Value {
	x, y := exprOf(n.Args[0]), exprOf(n.Args[1])
	if natural(x) {
		return natOps[n.Op](f.b, f.node(n.Args[0]), f.node(n.Args[1]))
	}
	for _, q := range []int64{0, 1, 4, 64, 4096, 1 << 20} {
		raised := x.Add(y.Mul(nat.Int(q)))
		goal := nat.Constraint{L: raised, Rel: nat.GE, R: nat.Int(0)}
		if !natural(raised) && !f.facts.Proves(goal) {
			continue
		}
		v := natOps[n.Op](f.b, f.addressOf(raised), f.node(n.Args[1]))
		if n.Op == nat.OpDiv && q != 0 {
			v = arith.SubI(f.b, v, f.constIndex(q))
		}
		return v
	}
	// by the sign of the remainder
	a, b, zero := f.addressOf(x), f.node(n.Args[1]), f.constIndex(0)
	r := arith.RemSI(f.b, a, b)
	negative := arith.CmpI(f.b, arith.SLT, r, zero)
	if n.Op == nat.OpMod {
		return arith.AddI(f.b, r, arith.Select(f.b, negative, b, zero))
	}
	return arith.SubI(f.b, arith.DivSI(f.b, a, b), arith.Select(f.b, negative, f.constIndex(1), zero))
}

// exprOf is the expression that a node spells.
func exprOf(n *nat.Node) nat.Expr {
	switch n.Op {
	case nat.OpConst:
		return nat.Big(n.Value)
	case nat.OpVar:
		return nat.Var(n.Name)
	}
	var e nat.Expr
	for i, a := range n.Args {
		x := exprOf(a)
		switch {
		case i == 0:
			e = x
		case n.Op == nat.OpAdd:
			e = e.Add(x)
		case n.Op == nat.OpSub:
			e = e.Sub(x)
		case n.Op == nat.OpMul:
			e = e.Mul(x)
		case n.Op == nat.OpDiv:
			e = e.Div(x)
		case n.Op == nat.OpMod:
			e = e.Mod(x)
		case n.Op == nat.OpMin:
			e = nat.Min(e, x)
		case n.Op == nat.OpMax:
			e = nat.Max(e, x)
		}
	}
	return e
}

// natural says whether e is obviously not negative: sums of products of variables and quotients of such.
func natural(e nat.Expr) bool {
	for _, t := range e.Terms() {
		if t.Coef.Sign() < 0 {
			return false
		}
		for _, x := range t.Factors {
			for _, a := range x.Args {
				if !natural(a) {
					return false
				}
			}
		}
	}
	return true
}

// natOps are the operations on index for those of sizes.
var natOps = map[nat.Op]binaryOp{
	nat.OpAdd: wraps(arith.AddI), nat.OpSub: wraps(arith.SubI), nat.OpMul: wraps(arith.MulI),
	nat.OpDiv: arith.DivUI, nat.OpMod: arith.RemUI, nat.OpMin: arith.MinSI, nat.OpMax: arith.MaxSI,
}

// natVar is the run-time value of a nat variable; hardware ids are made on first use.
func (f *indexer) natVar(name string) *ir.Value {
	if v, ok := f.nats[name]; ok {
		return v
	}
	if make, ok := f.later[name]; ok {
		return make()
	}
	if v := f.hardware(name); v != nil {
		f.nats[name] = v
		return v
	}
	f.fail(f.b.Loc(), descend.CodeNatConstraint, "the value of `%s` is not known here", name)
	return nil
}
