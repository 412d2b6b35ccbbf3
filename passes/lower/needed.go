package lower

import (
	"descend/dialects/descend"
	"descend/ir"
)

// neededParts says which parts of structs and tuples anybody reads, so that the others are neither computed nor stored: a matrix has what a
// lane needs of it as sum, as left and as right factor, and a product wants one of these.
//
// An operation needs all that it uses, but for those that copy a whole, make one of its parts or take a part of a place: what these use is
// needed where their result is, and as far as it is. A variable hands on what it was given anywhere in the function, so a part that is not
// needed is read nowhere, whatever way the program takes. What is not a variable of the function, or lies behind a reference, may be read by
// anybody: what is written there is needed.
type neededParts struct {
	parts map[*ir.Value][]descend.Fields
	given map[*ir.Value][]gift
}

// gift is a value that a part of a variable, or the result of a scope, is given.
type gift struct {
	part  descend.Fields
	value *ir.Value
}

// neededIn finds the parts in a function.
func neededIn(src descend.FuncOp) neededParts {
	n := neededParts{map[*ir.Value][]descend.Fields{}, map[*ir.Value][]gift{}}
	var all []*ir.Value
	src.Walk(func(o *ir.Operation) ir.WalkResult {
		switch t := o.Typed().(type) {
		case descend.ReadOp, descend.MoveOp, descend.ProjOp, descend.DropOp:
			return ir.Advance
		case descend.WriteOp:
			if v, part := fieldOf(t.Place()); ir.Is[descend.LocalOp](v.DefiningOp()) {
				n.given[v] = append(n.given[v], gift{part, t.Value()})
				return ir.Advance
			}
		case descend.AggregateOp:
			if _, ok := parts(o.Result(0).Type()); ok {
				return ir.Advance
			}
		case descend.YieldOp:
			if s := o.Parent(); ir.Is[descend.ScopeOp](s) {
				for i, v := range o.Operands() {
					n.given[s.Result(i)] = append(n.given[s.Result(i)], gift{"", v})
				}
				return ir.Advance
			}
		}
		all = append(all, o.Operands()...)
		return ir.Advance
	})
	for _, v := range all {
		n.need(v, "")
	}
	return n
}

// fieldOf is the place of which v is a part, v itself if it is not one.
func fieldOf(v *ir.Value) (of *ir.Value, part descend.Fields) {
	for p, ok := ir.DefinedBy[descend.ProjOp](v); ok; p, ok = ir.DefinedBy[descend.ProjOp](v) {
		v, part = p.Operand(0), descend.Fields("").Field(p.Number())+part
	}
	return v, part
}

// need needs a part of a value.
func (n neededParts) need(v *ir.Value, part descend.Fields) {
	v, outer := fieldOf(v)
	part = outer + part
	for _, p := range n.parts[v] {
		if p.Covers(part) {
			return
		}
	}
	n.parts[v] = append(n.parts[v], part)
	for _, g := range n.given[v] {
		n.needOf(g, part)
	}
	o := v.DefiningOp()
	if o == nil {
		return
	}
	switch o.Typed().(type) {
	case descend.ReadOp, descend.MoveOp:
		n.need(o.Operand(0), part)
	case descend.AggregateOp:
		for i, v := range o.Operands() {
			n.needOf(gift{descend.Fields("").Field(i), v}, part)
		}
	}
}

// needOf needs what a gift has of a part.
func (n neededParts) needOf(g gift, part descend.Fields) {
	switch {
	case g.part.Covers(part):
		n.need(g.value, part[len(g.part):])
	case part.Covers(g.part):
		n.need(g.value, "")
	}
}

// any says whether something of a part is needed.
func (n neededParts) any(v *ir.Value, part descend.Fields) bool {
	for _, p := range n.parts[v] {
		if p.Covers(part) || part.Covers(p) {
			return true
		}
	}
	return false
}

// neededPart is a part of a result, if anybody needs it.
func (f *fn) neededPart(v *ir.Value, i int, read func() *value) *value {
	if !f.needed.any(v, descend.Fields("").Field(i)) {
		ps, _ := parts(v.Type())
		return &value{typ: ps[i], absent: true}
	}
	return read()
}

// pruned is what a place or value is given, without the parts that are not needed.
func (f *fn) pruned(to *ir.Value, v *value) *value {
	if holdsBoxOrRef(v.typ) {
		return v
	}
	of, part := fieldOf(to)
	return f.prunedPart(of, part, v)
}

func (f *fn) prunedPart(of *ir.Value, part descend.Fields, v *value) *value {
	ps, ok := parts(v.typ)
	if !ok || v.absent {
		return v
	}
	out := &value{typ: v.typ, parts: make([]*value, len(ps))}
	for i, t := range ps {
		if at := part.Field(i); f.needed.any(of, at) {
			out.parts[i] = f.prunedPart(of, at, f.part(v, i, t))
		} else {
			out.parts[i] = &value{typ: t, absent: true}
		}
	}
	return out
}
