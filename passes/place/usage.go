package place

import (
	"slices"

	"descend/dialects/descend"
	"descend/dialects/view"
	"descend/ir"
)

// Usage is what the operations of a function do with a place: with the whole of it, with parts of it, and with what lies behind
// the references and boxes in it. Operations say it themselves (descend.Use). Where one gets the place, or a place made of it, and
// neither says what for nor makes a place of it, it may do anything: all sets have kinds that nobody knows.
type Usage struct {
	Whole, Parts, Behind Kinds
	All                  []PlaceUse // by operation, no order
	Given                []PlaceUse // those of All that give a value
}

// PlaceUse is one use of a place or of one that is made of it.
type PlaceUse struct {
	descend.Use
	Op     *ir.Operation
	Behind bool // behind a reference or box
}

// Kinds is a set of kinds of uses.
type Kinds uint32

// unknown stands for kinds that nobody knows.
const unknown Kinds = 1 << 31

// Any says whether a use of a kind for which is holds may be there.
func (k Kinds) Any(is func(descend.Use) bool) bool {
	for i := descend.UseKind(0); k>>i != 0; i++ {
		if k>>i&1 != 0 && is(descend.Use{Kind: i}) {
			return true
		}
	}
	return k&unknown != 0
}

// Only says whether no uses of other kinds are there.
func (k Kinds) Only(kinds ...descend.UseKind) bool {
	for _, i := range kinds {
		k &^= 1 << i
	}
	return k == 0
}

// Usages are those of places, each found once.
type Usages map[*ir.Value]*Usage

// Of is UsageOf, found once.
func (t Usages) Of(v *ir.Value) *Usage {
	u := t[v]
	if u == nil {
		u = UsageOf(v)
		t[v] = u
	}
	return u
}

// Usage is UsageOf, found once.
func (r *Resolver) Usage(v *ir.Value) *Usage { return r.usage.Of(v) }

// UsageOf collects what is done with a place.
func UsageOf(v *ir.Value) *Usage {
	u := &Usage{}
	u.collect(v, &u.Whole, false)
	return u
}

// collect adds the uses of a place, whose kinds go to set, and of the places that are made of it.
func (u *Usage) collect(v *ir.Value, set *Kinds, behind bool) {
	for _, op := range v.Users() {
		known := ir.Is[view.YieldOp](op) // what is done with the element of a view.map is done with its result
		for _, use := range descend.UsesOf(op) {
			if use.Of != v {
				continue
			}
			known = true
			*set |= 1 << use.Kind
			u.All = append(u.All, PlaceUse{use, op, behind})
			if use.Gives() {
				u.Given = append(u.Given, PlaceUse{use, op, behind})
			}
		}
		for made := range madeBy(op) {
			if of, by := descend.Base(made); of == v && by == op {
				known = true
				u.made(made, op, behind)
			}
		}
		if !known {
			u.Whole |= unknown
			u.Parts |= unknown
			u.Behind |= unknown
		}
	}
}

// made collects what is done with a place that op makes of another one.
func (u *Usage) made(v *ir.Value, op *ir.Operation, behind bool) {
	if s, moves := stepTo(v, op); behind || moves && (s.Kind == Ref || s.Kind == Box) {
		u.collect(v, &u.Behind, true)
		return
	}
	u.collect(v, &u.Parts, false)
}

// madeBy are the values that an operation gives, to others or to the operations inside.
func madeBy(op *ir.Operation) func(yield func(*ir.Value) bool) {
	return func(yield func(*ir.Value) bool) {
		for _, v := range op.Results() {
			if !yield(v) {
				return
			}
		}
		for _, r := range op.Regions() {
			if r.Empty() {
				continue
			}
			for _, v := range r.Front().Args() {
				if !yield(v) {
					return
				}
			}
		}
	}
}

// Once is the only assignment of the whole of a variable, if it is in the block of the declaration: nothing comes to it again
// while the variable is there.
func (u *Usage) Once() (PlaceUse, bool) {
	var once PlaceUse
	for _, g := range u.Given {
		if KindOf(g.Of) != Local {
			continue
		}
		if once.Op != nil {
			return PlaceUse{}, false
		}
		once = g
	}
	if once.Op == nil || u.Whole&unknown != 0 || once.Op.Block() != once.Of.DefiningOp().Block() {
		return PlaceUse{}, false
	}
	return once, true
}

// Assigned says how often the place, a part of it or what lies behind it is given a value: not at all, by one operation, or by
// several, or nobody knows by which.
func (u *Usage) Assigned() Assignments {
	switch {
	case u.Whole&unknown != 0 || len(u.Given) > 1:
		return Several
	case len(u.Given) == 1:
		return Single
	}
	return Never
}

// Assignments says how often a place is assigned.
type Assignments uint8

// How often.
const (
	Never Assignments = iota
	Single
	Several
)

// IsScalar says whether only the whole of the place is read and written.
func (u *Usage) IsScalar() bool {
	return u.Whole.Only(descend.ReadUse, descend.WriteUse, descend.InitUse) && u.Parts.Only() && u.Behind.Only()
}

// OnlyRead says whether nothing happens to a place and what lies behind it but that it is read, lent to be read, given its first
// value and ended, where one operation does not count.
func (u *Usage) OnlyRead(but *ir.Operation) bool {
	return u.Whole&unknown == 0 && !slices.ContainsFunc(u.All, func(x PlaceUse) bool {
		switch x.Kind {
		case descend.ReadUse, descend.BorrowUse, descend.InitUse, descend.DropUse:
			return false
		}
		return x.Op != but
	})
}
