package banks

import (
	"math/bits"

	"descend/dialects/arith"
	"descend/dialects/gpu"
	"descend/dialects/intrange"
	"descend/ir"
	"descend/passes/dataflow"
)

// A moved index is cheap where its sum has the rows of the layout in it: a term that is a multiple of the width becomes another multiple,
// what is proved to be less than a row stays as it is, and only what is in between has to be divided:
//
//	%r = arith.muli %row, %c32 : index              %r = arith.muli %row, %c33 : index
//	%i = arith.addi %r, %column : index     ->      %i = arith.addi %r, %column : index       // where column is less than 32
//
// The terms keep their order, which is that of how often they change (docs/gpu-level.md, "Addresses").

// term is factor times a value that is no sum.
type term struct {
	value  *ir.Value
	factor int64
}

// index is a sum.
type index struct {
	terms []term
	plus  int64
}

// mostTerms bounds the terms of a sum: one whose terms are the same sums again and again has very many.
const mostTerms = 64

// index takes a sum of indices apart.
func (m *mover) index(v *ir.Value) index {
	x, ok := m.sums[v]
	if !ok {
		x = indexOf(v)
		m.sums[v] = x
	}
	return x
}

func indexOf(v *ir.Value) index {
	var x index
	if x.add(v, 1); len(x.terms) > mostTerms {
		return index{terms: []term{{v, 1}}}
	}
	return x
}

func (x *index) add(v *ir.Value, factor int64) {
	if len(x.terms) > mostTerms {
		return
	}
	if n, ok := arith.ConstantInt(v); ok {
		x.plus += n * factor
		return
	}
	op := v.DefiningOp()
	if _, isIndex := v.Type().(*ir.IndexType); isIndex && op != nil {
		switch op.Typed().(type) {
		case arith.AddIOp:
			x.add(op.Operand(0), factor)
			x.add(op.Operand(1), factor)
			return
		case arith.MulIOp:
			for i := range 2 {
				if n, ok := arith.ConstantInt(op.Operand(i)); ok && n > 0 && n < 1<<20 && factor < 1<<20 {
					x.add(op.Operand(1-i), factor*n)
					return
				}
			}
		}
	}
	x.terms = append(x.terms, term{v, factor})
}

// sumParts is a sum in parts: multiples of a width, what has to be divided by it, and what is less than any remainder that is left.
type sumParts struct {
	x                index
	width            int64
	part             []byte // by term: 'h', 'm', 'l'
	high, mid, low   int64  // of the constant
	whole            bool   // nothing is known: all of it has to be divided
	divides, onlyLow bool   // there is something in the middle; there is nothing else
}

// divided takes a sum apart for rows of a width.
func (m *mover) divided(v *ir.Value, width int64) sumParts {
	x := m.index(v)
	s := sumParts{x: x, width: width, part: make([]byte, len(x.terms))}
	whole := sumParts{x: x, width: width, whole: true, divides: true}
	if x.plus < 0 {
		return whole
	}
	s.high = x.plus / width * width
	rest := x.plus - s.high
	most := make([]int64, len(x.terms)) // the greatest values of the terms that are no multiples
	for i, t := range x.terms {
		if s.part[i] = 'h'; t.factor%width == 0 {
			continue
		}
		n, ok := m.greatest(t.value)
		if !ok || n > 1<<30/t.factor {
			return whole
		}
		s.part[i], most[i] = 'm', n*t.factor
	}
	// Terms below a divisor of all others and of the width make no difference to the quotient.
	for k := int64(1); k <= width; k++ {
		d := width / k
		if width%k != 0 {
			continue
		}
		sum := rest % d
		for i, t := range x.terms {
			if s.part[i] != 'h' && t.factor%d != 0 {
				sum += most[i]
			}
		}
		if sum >= d {
			continue
		}
		s.mid, s.low = rest-rest%d, rest%d
		for i, t := range x.terms {
			if s.part[i] != 'h' && t.factor%d != 0 {
				s.part[i] = 'l'
			}
			s.divides = s.divides || s.part[i] == 'm'
		}
		break
	}
	if !s.divides { // the constant alone is less than a row
		s.low, s.mid = s.low+s.mid, 0
	}
	return s
}

// greatest is the greatest number that an index can be, if it cannot be negative.
func (m *mover) greatest(v *ir.Value) (int64, bool) {
	if m.facts == nil {
		m.facts = dataflow.SolveWithin(m.kernel.Operation, m.needed(), dataflow.Ranges{})
	}
	r, ok := m.facts.Fact(v)
	if !ok || r.Width == 0 || !r.S.NonNeg() {
		return 0, false
	}
	hi, ok := r.S.Hi()
	if !ok {
		return 0, false
	}
	return hi.Int64()
}

// needed is what the terms of indices depend on, of which alone is asked what they can be.
func (m *mover) needed() map[*ir.Operation]bool {
	needed := map[*ir.Operation]bool{}
	var terms []*ir.Value
	for _, n := range m.found.list {
		if len(n.of.Indices) == 1 {
			for _, t := range m.index(n.of.Indices[0]).terms {
				terms = append(terms, t.value)
			}
		}
	}
	m.found.depend(terms, needed)
	return needed
}

// mover moves the indices of accesses.
type mover struct {
	kernel gpu.FuncOp
	found  *walk // the accesses
	facts  *dataflow.Result[intrange.Range]
	// made are the indices that were made, which hold in their blocks.
	made map[madeKey]*ir.Value
	// constants are those at the head of the kernel.
	constants map[int64]*ir.Value
	// sums are those that were taken apart: nothing that is moved changes what they are made of.
	sums map[*ir.Value]index
	// divides says which of them have to be divided by the widths of rows.
	divides map[rows]bool
}

func newMover(x *walk) *mover {
	return &mover{kernel: x.kernel, found: x, made: map[madeKey]*ir.Value{}, sums: map[*ir.Value]index{}, divides: map[rows]bool{}}
}

// rows are those of a width, of an index.
type rows struct {
	v     *ir.Value
	width int64
}

type madeKey struct {
	v      *ir.Value
	layout Layout
	block  *ir.Block
}

// cost is the number of operations that an index of the layout has more than a plain one.
func (m *mover) cost(v *ir.Value, l Layout) float64 {
	switch {
	case l.Plain():
		return 0
	case l.Rows != 0:
		return 4
	}
	k := rows{v, l.Width}
	divides, ok := m.divides[k]
	if !ok {
		divides = m.divided(v, l.Width).divides
		m.divides[k] = divides
	}
	switch {
	case !divides:
		return 0
	case l.Width&(l.Width-1) != 0:
		return 8
	case l.Pad&(l.Pad-1) != 0:
		return 3
	}
	return 2
}

// moved makes the index of the layout in front of an operation.
func (m *mover) moved(v *ir.Value, l Layout, at *ir.Operation) *ir.Value {
	k := madeKey{v, l, at.Block()}
	if w := m.made[k]; w != nil {
		return w
	}
	b := ir.NewBuilder(m.kernel.Context()).Before(at).AtLocOf(at)
	made := m.swizzled
	if l.Pad != 0 {
		made = m.padded
	}
	w := made(b, v, l)
	m.made[k] = w
	return w
}

func binary(b *ir.Builder, name string, x, y *ir.Value) *ir.Value {
	return b.Op(name, []*ir.Value{x, y}, []ir.Type{x.Type()}).Result(0)
}

// swizzled is i xor (i/width mod rows)*unit. What is a multiple of width*rows, a power of two, changes neither which bits are exchanged nor these:
// it is added behind, so that the rest is often the same in all rounds of a loop.
func (m *mover) swizzled(b *ir.Builder, v *ir.Value, l Layout) *ir.Value {
	x, period := m.index(v), l.Width*l.Rows
	var low, high *ir.Value
	add := func(to **ir.Value, v *ir.Value) {
		if *to != nil {
			v = binary(b, "arith.addi", *to, v)
		}
		*to = v
	}
	for _, t := range x.terms {
		to := &low
		if t.factor%period == 0 {
			to = &high
		}
		add(to, m.times(b, t.value, t.factor))
	}
	rest := x.plus & (period - 1)
	if rest != 0 {
		add(&low, m.constant(rest))
	}
	if x.plus != rest {
		add(&high, m.constant(x.plus-rest))
	}
	switch {
	case low == nil:
		return v
	case high == nil:
		low = v // as it was summed up
	}
	row := binary(b, "arith.shrui", low, m.constant(int64(bits.TrailingZeros64(uint64(l.Width)))))
	row = binary(b, "arith.andi", row, m.constant(l.Rows-1))
	if l.Unit > 1 {
		row = binary(b, "arith.muli", row, m.constant(l.Unit))
	}
	moved := binary(b, "arith.xori", low, row)
	if high != nil {
		moved = binary(b, "arith.addi", high, moved)
	}
	return moved
}

// padded is i + i/width*pad.
func (m *mover) padded(b *ir.Builder, v *ir.Value, l Layout) *ir.Value {
	s := m.divided(v, l.Width)
	if s.whole {
		return binary(b, "arith.addi", v, m.padding(b, v, l))
	}
	var sum, mid *ir.Value
	add := func(to **ir.Value, v *ir.Value) {
		if *to == nil {
			*to = v
		} else {
			*to = binary(b, "arith.addi", *to, v)
		}
	}
	for i, t := range s.x.terms {
		if s.part[i] == 'm' {
			add(&mid, m.times(b, t.value, t.factor))
		}
	}
	var pad *ir.Value
	if mid != nil {
		if s.mid != 0 {
			add(&mid, m.constant(s.mid))
		}
		pad = m.padding(b, mid, l)
	}
	put := false
	for i, t := range s.x.terms {
		switch s.part[i] {
		case 'h':
			add(&sum, m.times(b, t.value, t.factor/l.Width*(l.Width+l.Pad)))
			continue
		case 'm':
			if !put { // the middle is where its first term was
				add(&sum, mid)
				add(&sum, pad)
				put = true
			}
			continue
		}
		add(&sum, m.times(b, t.value, t.factor))
	}
	plus := s.high/l.Width*(l.Width+l.Pad) + s.low
	if mid == nil {
		plus += s.mid
	}
	if plus != 0 || sum == nil {
		add(&sum, m.constant(plus))
	}
	return sum
}

// padding is what is free in front of the row of an index.
func (m *mover) padding(b *ir.Builder, v *ir.Value, l Layout) *ir.Value {
	if l.Width&(l.Width-1) == 0 {
		v = binary(b, "arith.shrui", v, m.constant(int64(bits.TrailingZeros64(uint64(l.Width)))))
	} else {
		v = binary(b, "arith.divui", v, m.constant(l.Width))
	}
	return m.times(b, v, l.Pad)
}

func (m *mover) times(b *ir.Builder, v *ir.Value, n int64) *ir.Value {
	if n == 1 {
		return v
	}
	return binary(b, "arith.muli", v, m.constant(n))
}

// constant is a number, made at the head of the kernel, where other constants are.
func (m *mover) constant(n int64) *ir.Value {
	if m.constants == nil {
		m.constants = map[int64]*ir.Value{}
		for op := m.kernel.Entry().Front(); op != nil && ir.Is[arith.ConstantOp](op); op = op.Next() {
			if c, ok := arith.ConstantInt(op.Result(0)); ok && m.constants[c] == nil && op.Result(0).Type() == m.kernel.Context().Index() {
				m.constants[c] = op.Result(0)
			}
		}
	}
	v := m.constants[n]
	if v == nil {
		v = arith.NewConstantIndex(ir.NewBuilder(m.kernel.Context()).AtStart(m.kernel.Entry()), n)
		m.constants[n] = v
	}
	return v
}
