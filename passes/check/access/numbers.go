package access

import (
	"descend/dialects/descend"
	"descend/dialects/nat"
	"descend/ir"
)

// Fixed values by number: two that are made alike of the same values get one number, so equal numbers are equal values (value
// numbering). A bool and its opposite share a number.

// valueRef is a value, or the opposite of a bool. The zero value is none.
type valueRef struct {
	number int
	not    bool
}

// fixedValue is what is known of a value; of the zero value nothing is.
type fixedValue struct {
	ref   valueRef
	known bool // it is n; a bool is 0 or 1
	n     int64
	// parameter: it is one, or the opposite of one.
	parameter bool
	// an integer is the value of number base + plus, wrapping; a bool says whether that of number base is in the set. 0: not known
	base int
	plus int64
	set  intSet
	t    *ir.IntegerType // of base
}

// isFixed says whether the value is known to be fixed.
func (x fixedValue) isFixed() bool { return x.ref != valueRef{} }

// equals says whether two values are known to be equal.
func (x fixedValue) equals(y fixedValue) bool { return x.ref == y.ref }

// valueKey is how a value is made.
type valueKey struct {
	kind, name string
	constant   ir.Attribute
	n          int64
	from, to   ir.Type
	args       [3]valueRef
}

// numbering are the numbers of the values of a function.
type numbering map[valueKey]int

// The numbers of the two bools; others are larger.
const (
	falseNumber = iota + 1
	trueNumber
)

// of is the value that is made like this.
func (m numbering) of(k valueKey) fixedValue {
	n, ok := m[k]
	if !ok {
		n = len(m) + trueNumber + 1
		m[k] = n
	}
	return fixedValue{ref: valueRef{number: n}}
}

// parameter is the value that a parameter has at the start.
func (m numbering) parameter(p *ir.Value) fixedValue {
	x := m.of(valueKey{kind: "parameter", n: int64(p.Index())})
	x.parameter = true
	t, ok := descend.ElemOf(p).(*ir.IntegerType)
	if e, isEnum := descend.ElemOf(p).(*descend.EnumType); isEnum { // as its number
		t, ok = e.Number(), true
	}
	if ok && t.Width > 1 && t.Width <= 32 {
		x.base, x.t = x.ref.number, t
	}
	return x
}

// known is the number n, taken modulo the width of t.
func (m numbering) known(n int64, t *ir.IntegerType) fixedValue {
	if t.Width == 1 {
		return boolValue(n&1 != 0)
	}
	if t.Width <= 32 {
		n = wrapped(n, t)
	}
	x := m.of(valueKey{kind: "number", n: n, to: t})
	x.known, x.n = true, n
	return x
}

// boolValue is a known bool.
func boolValue(b bool) fixedValue {
	if b {
		return fixedValue{ref: valueRef{number: trueNumber}, known: true, n: 1}
	}
	return fixedValue{ref: valueRef{number: falseNumber}, known: true}
}

// negated is the opposite of a bool.
func negated(x fixedValue) fixedValue {
	if x.known {
		return boolValue(x.n == 0)
	}
	x.ref.not = !x.ref.not
	if x.base != 0 {
		x.set = x.set.complement(x.t)
	}
	return x
}

// compared is a comparison of integers; nothing if nothing is known but its operands.
func (m numbering) compared(rel nat.Rel, a, b fixedValue, t *ir.IntegerType) fixedValue {
	if a.known && b.known {
		return boolValue(rel.HoldsInt(a.n, b.n))
	}
	if a.known {
		a, b, rel = b, a, rel.Swap()
	}
	if t.Width == 1 && b.known { // what it is for false and for true
		switch no, yes := rel.HoldsInt(0, b.n), rel.HoldsInt(1, b.n); {
		case no == yes:
			return boolValue(yes)
		case yes:
			return a
		}
		return negated(a)
	}
	if a.base == 0 || t.Width == 1 || !b.known {
		return fixedValue{}
	}
	s := setOf(rel, b.n, t).shift(-a.plus, t)
	// equal sets of one base are equal conditions, however they are written
	x := m.of(valueKey{kind: "in", name: s.String(), args: [3]valueRef{{number: a.base}}})
	x.base, x.set, x.t = a.base, s, t
	return x
}

// combined is an operation on integers; nothing if nothing is known but its operands.
func (m numbering) combined(op descend.Operator, a, b fixedValue, t *ir.IntegerType) fixedValue {
	switch {
	case t.Width == 1 && a.known && b.known && op == descend.And:
		return boolValue(a.n&b.n != 0)
	case t.Width == 1 && a.known && b.known && op == descend.Or:
		return boolValue(a.n|b.n != 0)
	case t.Width == 1 && a.known && b.known && op == descend.Xor:
		return boolValue(a.n != b.n)
	case t.Width == 1 || t.Width > 32:
	case a.known && b.known && op == descend.Add:
		return m.known(a.n+b.n, t)
	case a.known && b.known && op == descend.Sub:
		return m.known(a.n-b.n, t)
	case b.known && a.base != 0 && op == descend.Sub:
		return m.moved(a, -b.n, t)
	case b.known && a.base != 0 && op == descend.Add:
		return m.moved(a, b.n, t)
	case a.known && b.base != 0 && op == descend.Add:
		return m.moved(b, a.n, t)
	}
	return fixedValue{}
}

// moved is x + n.
func (m numbering) moved(x fixedValue, n int64, t *ir.IntegerType) fixedValue {
	out := fixedValue{ref: valueRef{number: x.base}}
	if plus := wrapped(x.plus+n, t); plus != 0 {
		out = m.of(valueKey{kind: "plus", n: plus, args: [3]valueRef{{number: x.base}}})
		out.plus = plus
	}
	out.base, out.t = x.base, t
	return out
}
