package nat

import (
	"math/big"
	"strings"

	"descend/dialects/num"
)

// The spelling of expressions: a tree in which remainders are operations again, and the text that Parse reads back. Equal
// expressions have one spelling.

// Op is the operation of a [Node].
type Op uint8

// The operations of a spelled expression.
const (
	OpConst Op = iota // Value
	OpVar             // Name
	OpAdd             // Args[0] + Args[1], and so on for the others
	OpSub
	OpMul
	OpDiv // rounds down
	OpMod
	OpMin    // two or more arguments
	OpMax    // two or more arguments
	OpOpaque // a value too large to be represented; Name identifies it
)

// Node is one operation of an expression as it is spelled: remainders are there
// again, sums are sums and differences. To compute an expression, walk its tree.
type Node struct {
	Op    Op
	Value *big.Int
	Name  string
	Args  []*Node
}

// Tree returns the expression as it is spelled.
func (e Expr) Tree() *Node { return treeOf(e.poly()) }

// String is the one spelling of the value; [Parse] reads it back.
func (e Expr) String() string {
	var b strings.Builder
	e.Tree().write(&b, 0)
	return b.String()
}

func treeOf(p *poly) *Node {
	ts := withMods(p).t
	if len(ts) == 0 {
		return constNode(num.Int{})
	}
	first := 0 // the first positive term leads, so that no sign does
	for first < len(ts) && ts[first].c.Sign() < 0 {
		first++
	}
	var sum *Node
	if first == len(ts) {
		sum = constNode(num.Int{})
	} else {
		sum = termNode(ts[first].c, ts[first].m)
	}
	for i, t := range ts {
		if i == first {
			continue
		}
		op := OpAdd
		if t.c.Sign() < 0 {
			op = OpSub
		}
		sum = &Node{Op: op, Args: []*Node{sum, termNode(t.c.Abs(), t.m)}}
	}
	return sum
}

// withMods writes remainders as atoms of their own, for display only.
func withMods(p *poly) *poly {
	mods, rest := extractMods(p)
	for _, m := range mods {
		a := newAtom(atom{
			kind: atomMod, args: []*poly{m.x, m.y},
			key: "~(" + m.x.key() + "%" + m.y.key() + ")",
		})
		rest = rest.addScaled(monoPoly(m.m.mul(atomMono(a))), m.c, unit)
	}
	return rest
}

func constNode(c num.Int) *Node { return &Node{Op: OpConst, Value: c.Copy()} }

// termNode multiplies: one quotient first, where it needs no parentheses, then
// the other factors, the coefficient last.
func termNode(c num.Int, m *mono) *Node {
	if m.isUnit() {
		return constNode(c)
	}
	var first int
	for i, f := range m.f {
		if (f.a.kind == atomDiv || f.a.kind == atomMod) && f.n == 1 {
			first = i
			break
		}
	}
	var product *Node
	times := func(n *Node) {
		if product == nil {
			product = n
		} else {
			product = &Node{Op: OpMul, Args: []*Node{product, n}}
		}
	}
	for range m.f[first].n {
		times(atomNode(m.f[first].a))
	}
	for i, f := range m.f {
		for range f.n {
			if i != first {
				times(atomNode(f.a))
			}
		}
	}
	if !c.IsOne() {
		times(constNode(c))
	}
	return product
}

func atomNode(a *atom) *Node {
	n := &Node{}
	switch a.kind {
	case atomVar:
		n.Op, n.Name = OpVar, a.name
	case atomDiv:
		n.Op = OpDiv
	case atomMod:
		n.Op = OpMod
	case atomMin:
		n.Op = OpMin
	case atomMax:
		n.Op = OpMax
	case atomHuge:
		n.Op, n.Name = OpOpaque, a.key
	}
	for _, x := range a.args {
		n.Args = append(n.Args, treeOf(x))
	}
	return n
}

// Binding strengths of the spelling.
const (
	precSum = iota + 1
	precProduct
	precAtom
)

func (n *Node) prec() int {
	switch n.Op {
	case OpAdd, OpSub:
		return precSum
	case OpMul, OpDiv, OpMod:
		return precProduct
	}
	return precAtom
}

// String spells the tree.
func (n *Node) String() string {
	var b strings.Builder
	n.write(&b, 0)
	return b.String()
}

// write spells n for a place that needs at least the given binding strength.
func (n *Node) write(b *strings.Builder, need int) {
	prec := n.prec()
	if prec < need {
		b.WriteByte('(')
		defer b.WriteByte(')')
	}
	switch n.Op {
	case OpConst:
		b.WriteString(n.Value.String())
	case OpVar, OpOpaque:
		b.WriteString(n.Name)
	case OpMin, OpMax:
		b.WriteString(map[Op]string{OpMin: "min(", OpMax: "max("}[n.Op])
		for i, a := range n.Args {
			if i > 0 {
				b.WriteString(", ")
			}
			a.write(b, 0)
		}
		b.WriteByte(')')
	default:
		n.Args[0].write(b, prec)
		b.WriteString(map[Op]string{OpAdd: " + ", OpSub: " - ", OpMul: "*", OpDiv: "/", OpMod: "%"}[n.Op])
		n.Args[1].write(b, prec+1)
	}
}
