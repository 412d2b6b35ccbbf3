package lower

import (
	"math/big"

	"descend/dialects/nat"
	"descend/ir"
)

// This file turns symbolic naturals into index arithmetic. Index is 64 bits wide and wraps, so differences
// that are negative in between do no harm as long as the whole is a natural.

// addrClass orders the parts of an address: what changes less often comes first.
type addrClass int

const (
	classRoot addrClass = iota // sizes, nats of the kernel, host values
	classBlock
	classThread
	classRuntime // run-time indices
	classLoop
	numClasses
)

// hasDivision says whether simplification could help: there is a quotient, minimum or maximum in e.
func hasDivision(e nat.Expr) bool {
	for _, t := range e.Terms() {
		for _, x := range t.Factors {
			if x.Kind != nat.KindVar {
				return true
			}
		}
	}
	return false
}

// simplify rewrites e by what is known of sizes, ids and loop variables.
func (f *fn) simplify(e nat.Expr) nat.Expr {
	if hasDivision(e) {
		return f.facts.Simplify(e)
	}
	return e
}

// natValue computes e as an index value.
func (f *fn) natValue(e nat.Expr) *ir.Value {
	e = f.simplify(e)
	return f.addressOf(e)
}

// addressOf computes e as a left-leaning sum: root part, block part, thread part, run-time part, loop part,
// and the constant last.
func (f *fn) addressOf(e nat.Expr) *ir.Value {
	var groups [numClasses][]signed
	k := new(big.Int)
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
			c := f.classOf(n)
			groups[c] = append(groups[c], signed{n, neg})
		}
	}
	flatten(e.Tree(), false)
	var sum *ir.Value
	for _, g := range groups {
		if len(g) == 0 {
			continue
		}
		v := f.sumOf(g)
		if sum == nil {
			sum = v
		} else {
			sum = f.bin("arith.addi", sum, v)
		}
	}
	if sum == nil {
		return f.constIndexBig(k)
	}
	if k.Sign() != 0 {
		sum = f.bin("arith.addi", sum, f.constIndexBig(k))
	}
	return sum
}

func (f *fn) constIndexBig(k *big.Int) *ir.Value { return f.constBig(k, f.index()) }

// signed is a summand with its sign.
type signed struct {
	n   *nat.Node
	neg bool
}

// sumOf adds summands, positive ones first; a sum of negative ones only is computed with negative factors.
func (f *fn) sumOf(g []signed) *ir.Value {
	var sum *ir.Value
	for _, s := range g {
		if s.neg {
			continue
		}
		if v := f.node(s.n); sum == nil {
			sum = v
		} else {
			sum = f.bin("arith.addi", sum, v)
		}
	}
	for _, s := range g {
		if !s.neg {
			continue
		}
		if sum == nil {
			sum = f.negated(s.n)
		} else {
			sum = f.bin("arith.subi", sum, f.node(s.n))
		}
	}
	return sum
}

// negated computes -n.
func (f *fn) negated(n *nat.Node) *ir.Value {
	if last := len(n.Args) - 1; n.Op == nat.OpMul && last == 1 && n.Args[1].Op == nat.OpConst {
		return f.bin("arith.muli", f.node(n.Args[0]), f.constIndexBig(new(big.Int).Neg(n.Args[1].Value)))
	}
	return f.bin("arith.muli", f.node(n), f.constIndex(-1))
}

// classOf is the latest class of the variables in n.
func (f *fn) classOf(n *nat.Node) addrClass {
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
func (f *fn) node(n *nat.Node) *ir.Value {
	switch n.Op {
	case nat.OpConst:
		return f.constIndexBig(n.Value)
	case nat.OpVar:
		return f.natVar(n.Name)
	case nat.OpOpaque:
		f.unsupported(f.b.Loc, "a size is too large to be computed")
	}
	v := f.node(n.Args[0])
	for _, a := range n.Args[1:] {
		w := f.node(a)
		switch n.Op {
		case nat.OpAdd:
			v = f.bin("arith.addi", v, w)
		case nat.OpSub:
			v = f.bin("arith.subi", v, w)
		case nat.OpMul:
			v = f.bin("arith.muli", v, w)
		case nat.OpDiv:
			v = f.bin("arith.divui", v, w)
		case nat.OpMod:
			v = f.bin("arith.remui", v, w)
		case nat.OpMin:
			v = f.bin("arith.minsi", v, w)
		case nat.OpMax:
			v = f.bin("arith.maxsi", v, w)
		}
	}
	return v
}

// natVar is the run-time value of a nat variable; hardware ids are made on first use.
func (f *fn) natVar(name string) *ir.Value {
	if v, ok := f.nats[name]; ok {
		return v
	}
	if v := f.hardware(name); v != nil {
		f.nats[name] = v
		return v
	}
	f.fail(f.b.Loc, "nat-constraint", "the value of `%s` is not known here", name)
	return nil
}
