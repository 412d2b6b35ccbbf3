package borrow

import (
	"descend/dialects/descend"
	"descend/dialects/view"
	"descend/ir"
	"descend/passes/place"
)

// The references in a value are numbered by their slots: those of a type are its reference types and type variables,
// in the order of its text. `(&'a A, &'b &'c B)` has the slots 'a, 'b, 'c, of which 'c lies behind 'b. A part of a value
// has consecutive slots of it, and what a reference in slot s refers to has those from s+1 on. Views rearrange elements
// but not what an element holds, so they change no slots, but where a map takes a part of each element.

// slot is a reference or type variable of a signature, and where it is in a value of that type: a type variable may stand
// for a type with any number of references.
type slot struct {
	ref   *descend.RefType // nil for a type variable
	name  string           // of the type variable
	lo, n int              // its slots in the value: a reference has one, without those behind it
	sub   int              // slots behind the reference
	outer []int            // slots of the references that it lies behind, outermost first
	// writable: the references that it lies behind, one at least, are all unique.
	writable bool
}

// slots are the numbers of slots of types, as far as they were asked for.
type slots map[ir.Type]int

// of is the number of slots of a type.
func (x slots) of(t ir.Type) int {
	switch t.(type) {
	case *descend.VarType:
		return 1
	case *descend.RefType, *descend.ArrayType, *descend.MaybeType, *descend.BoxType, *ir.TupleType, *descend.StructType:
	default:
		return 0
	}
	n, ok := x[t]
	if ok {
		return n
	}
	switch t := t.(type) {
	case *descend.RefType:
		n = 1 + x.of(t.Elem)
	case *descend.ArrayType:
		n = x.of(t.Elem)
	case *descend.MaybeType:
		n = x.of(t.Elem)
	case *descend.BoxType:
		n = x.of(t.Elem)
	default:
		ps, _ := descend.Parts(t)
		for _, p := range ps {
			if descend.IsSplit(t) { // both halves have the slots of what is split
				n = max(n, x.of(p))
			} else {
				n += x.of(p)
			}
		}
	}
	x[t] = n
	return n
}

// align lists the slots of a signature's type as they are in a value of type actual, which replaces its type variables;
// false if the types do not fit.
func (x slots) align(sig, actual ir.Type) ([]slot, bool) {
	var out []slot
	var walk func(sig, act ir.Type, lo int, outer []int, writable bool) bool
	walk = func(sig, act ir.Type, lo int, outer []int, writable bool) bool {
		if m, ok := act.(*descend.MaybeType); ok { // `?` holds what its element holds
			act = m.Elem
		}
		if m, ok := sig.(*descend.MaybeType); ok {
			sig = m.Elem
		}
		switch s := sig.(type) {
		case *descend.VarType:
			out = append(out, slot{name: s.Name, lo: lo, n: x.of(act), outer: outer, writable: writable})
		case *descend.RefType:
			a, ok := act.(*descend.RefType)
			if !ok {
				return false
			}
			out = append(out, slot{ref: s, lo: lo, n: 1, sub: x.of(a.Elem), outer: outer, writable: writable})
			return walk(s.Elem, a.Elem, lo+1, append(outer[:len(outer):len(outer)], lo), s.Uniq && (len(outer) == 0 || writable))
		case *descend.ArrayType:
			a, ok := act.(*descend.ArrayType)
			return ok && walk(s.Elem, a.Elem, lo, outer, writable)
		case *descend.BoxType:
			a, ok := act.(*descend.BoxType)
			return ok && walk(s.Elem, a.Elem, lo, outer, writable)
		case *ir.TupleType, *descend.StructType:
			ss, _ := descend.Parts(sig)
			as, _ := descend.Parts(act)
			if len(ss) != len(as) {
				return false
			}
			for i := range ss {
				if !walk(ss[i], as[i], lo, outer, writable) {
					return false
				}
				if !descend.IsSplit(act) {
					lo += x.of(as[i])
				}
			}
		}
		return true
	}
	return out, walk(sig, actual, 0, nil, false)
}

// span is which slots of its variable a place has: n of them from lo on.
func (x slots) span(p place.Path) (lo, n int) {
	t := holderType(p.Root)
	for _, e := range p.Steps {
		lo += x.stepInto(e)
		if e.Kind == place.Each {
			t = descend.ElemOf(e.Op.Body(0).Arg(0))
		} else {
			t = descend.ElemOf(e.Op.Result(0))
		}
	}
	return lo, x.of(t)
}

// stepInto is by how many slots a step of a path goes on.
func (x slots) stepInto(e place.Step) (lo int) {
	switch e.Kind {
	case place.Ref:
		return 1
	case place.Proj:
		of := descend.ElemOf(e.Op.Operand(0))
		if descend.IsSplit(of) {
			return 0
		}
		ps, _ := descend.Parts(of)
		for i, t := range ps {
			if i == int(e.Field) {
				break
			}
			lo += x.of(t)
		}
	case place.View:
		m, ok := e.Op.Typed().(view.MapOp)
		if !ok || x.of(descend.ElemOf(e.Op.Operand(0))) == x.of(descend.ElemOf(e.Op.Result(0))) {
			return 0
		}
		steps, _ := place.Mapped(m)
		for _, e := range steps {
			lo += x.stepInto(e)
		}
	}
	return lo
}

// holding is a loan that a value holds: the reference in slot slot of the value may come from it. What that reference refers to
// has the slots from to on of the lent variable or parameter; anywhere: some of those of the lent place.
type holding struct{ id, slot, to int }

const anywhere = -1

// loanSet is what a value holds.
type loanSet map[holding]bool

// part is what n slots from lo on hold, as a value of its own.
func (s loanSet) part(lo, n int) loanSet {
	if len(s) == 0 {
		return nil
	}
	t := loanSet{}
	for k := range s {
		if k.slot >= lo && k.slot < lo+n {
			k.slot -= lo
			t[k] = true
		}
	}
	return t
}

// from is what a value holds whose slots from lo on are those of s.
func (s loanSet) from(lo int) loanSet {
	if lo == 0 {
		return s
	}
	t := loanSet{}
	for k := range s {
		k.slot += lo
		t[k] = true
	}
	return t
}

// bySlot is what each of a value's n slots holds.
func (s loanSet) bySlot(n int) [][]holding {
	out := make([][]holding, n)
	for k := range s {
		if k.slot < n { // else the IR has other types than the signature
			out[k.slot] = append(out[k.slot], k)
		}
	}
	return out
}

// addPart adds what a part of a value holds, as that of the slots from lo on.
func (s loanSet) addPart(value [][]holding, part slot, lo int) {
	for i := range part.n {
		for _, k := range value[part.lo+i] {
			k.slot = lo + i
			s[k] = true
		}
	}
}

// has says whether a loan is in the set.
func (s loanSet) has(id int) bool {
	for k := range s {
		if k.id == id {
			return true
		}
	}
	return false
}

// smeared is what a value with n slots may hold that was somehow made of one with s.
func (s loanSet) smeared(n int) loanSet {
	t := loanSet{}
	for k := range s {
		for i := range n {
			t[holding{k.id, i, anywhere}] = true
		}
	}
	return t
}

// content is what the value in a place holds.
func (x *checker) content(p place.Path) loanSet {
	lo, n := x.slots.span(p)
	return x.s.held.Get(p.Root).part(lo, n)
}

// through are the loans of the references that a place is behind, as what a reference to the place holds. Behind a shared
// reference those before it do not matter: it could be a copy (RFC 2094, "Reborrow constraints").
func (x *checker) through(p place.Path) loanSet {
	have := x.s.held.Get(p.Root)
	if len(have) == 0 {
		return nil
	}
	out := loanSet{}
	end, _ := x.slots.span(p)
	for i, lo := len(p.Steps)-1, end; i >= 0; i-- {
		e := p.Steps[i]
		lo -= x.slots.stepInto(e)
		if e.Kind != place.Ref {
			continue
		}
		for k := range have {
			if k.slot == lo {
				out[x.target(k, end-(lo+1))] = true
			}
		}
		if !e.Uniq() {
			break
		}
	}
	return out
}

// target is a reference with the loan of k, as the only one of a value, to the part of what k refers to that is on slots further.
func (x *checker) target(k holding, on int) holding {
	if k.to == anywhere {
		return holding{k.id, 0, anywhere}
	}
	to := k.to + on
	if root := x.loans[k.id].root(); to > x.slots.of(holderType(root)) {
		to = anywhere
	}
	return holding{k.id, 0, to}
}
