package sema

import (
	"errors"

	"descend/dialects/descend"
	"descend/dialects/nat"
	"descend/dialects/view"
	"descend/frontend/source"
	"descend/ir"
)

// This file is the lowest layer of elaborating a body: where operations are made.

// emitter makes operations at b and places of places. It knows the types of the values that it is given; it must not know names,
// what is to be inferred, or errors.
type emitter struct {
	c *ir.Context
	b *ir.Builder
	// unit is the value (), not materialized; never the value of what does not return.
	unit, never *ir.Value
}

// at sets the location of the operations made next.
func (e *emitter) at(s source.Span) {
	s.Set(e.b)
}

// op makes an operation at a source range.
func (e *emitter) op(s source.Span, name string, operands []*ir.Value, types []ir.Type, attrs ...ir.NamedAttr) *ir.Operation {
	e.at(s)
	return e.b.Op(name, operands, types, attrs...)
}

// val makes an operation with one result.
func (e *emitter) val(s source.Span, name string, operands []*ir.Value, t ir.Type, attrs ...ir.NamedAttr) *ir.Value {
	return e.op(s, name, operands, []ir.Type{t}, attrs...).Result(0)
}

// placeOp makes an operation whose result is a place of type t.
func (e *emitter) placeOp(s source.Span, name string, operands []*ir.Value, t ir.Type, attrs ...ir.NamedAttr) *ir.Value {
	return e.val(s, name, operands, descend.Place(e.c, t), attrs...)
}

func (e *emitter) unitAttr(name string) ir.NamedAttr { return ir.Attr(name, e.c.UnitAttr()) }

func (e *emitter) strAttr(name, s string) ir.NamedAttr {
	return ir.Attr(name, e.c.StringAttr(s))
}

func (e *emitter) natAttr(name string, n nat.Expr) ir.NamedAttr {
	return ir.Attr(name, descend.Nat(e.c, n))
}

// local declares a variable and gives its place.
func (e *emitter) local(s source.Span, name string, t ir.Type, mut bool) *ir.Value {
	attrs := []ir.NamedAttr{e.strAttr("name", name)}
	if mut {
		attrs = append(attrs, e.unitAttr("mut"))
	}
	return e.placeOp(s, "descend.local", nil, t, attrs...)
}

// write stores a value.
func (e *emitter) write(s source.Span, v, place *ir.Value, init bool) {
	var attrs []ir.NamedAttr
	if init {
		attrs = append(attrs, e.unitAttr("init"))
	}
	e.op(s, "descend.write", []*ir.Value{v, place}, nil, attrs...)
}

// lend borrows a place as a reference of type t.
func (e *emitter) lend(s source.Span, p *ir.Value, t *descend.RefType, twoPhase bool) *ir.Value {
	var attrs []ir.NamedAttr
	if t.Uniq {
		attrs = append(attrs, e.unitAttr("uniq"))
		if twoPhase {
			attrs = append(attrs, e.unitAttr("two_phase"))
		}
	}
	return e.val(s, "descend.borrow", []*ir.Value{p}, t, attrs...)
}

// temp holds a value in a variable of its own, as a place.
func (e *emitter) temp(s source.Span, v *ir.Value) *ir.Value {
	v = e.real(s, v)
	p := e.local(s, "_", v.Type(), false)
	e.write(s, v, p, true)
	return p
}

// real turns the mark for () into a value.
func (e *emitter) real(s source.Span, v *ir.Value) *ir.Value {
	if v == e.unit || v == e.never {
		return e.val(s, "descend.unit", nil, descend.Unit(e.c))
	}
	return v
}

// yield ends a region with a value.
func (e *emitter) yield(r *ir.Region, v *ir.Value, s source.Span) {
	p := e.b.Save()
	e.b.AtEnd(r.Front())
	e.op(s, "descend.yield", []*ir.Value{v}, nil)
	e.b.Restore(p)
}

// castTo converts between scalars; nothing is done where the types are equal.
func (e *emitter) castTo(v *ir.Value, t ir.Type, s source.Span) *ir.Value {
	if v.Type() == t {
		return v
	}
	return e.val(s, "descend.cast", []*ir.Value{v}, t)
}

func (e *emitter) retype(s source.Span, v *ir.Value, t ir.Type, obligations []nat.Constraint) *ir.Value {
	var list []ir.Attribute
	for _, o := range obligations {
		list = append(list, descend.Where(e.c, o))
	}
	return e.val(s, "descend.retype", []*ir.Value{v}, t, ir.Attr("obligations", e.c.ArrayAttr(list...)))
}

// deref is the place behind the reference or box in p.
func (e *emitter) deref(p *ir.Value, s source.Span) *ir.Value {
	switch t := descend.ElemOf(p).(type) {
	case *descend.RefType:
		return e.placeOp(s, "descend.deref", []*ir.Value{p}, t.Elem)
	case *descend.BoxType:
		return e.placeOp(s, "descend.deref", []*ir.Value{p}, t.Elem)
	}
	return p
}

// autoDeref follows references and boxes until something else is reached.
func (e *emitter) autoDeref(p *ir.Value, s source.Span) *ir.Value {
	for {
		q := e.deref(p, s)
		if q == p {
			return p
		}
		p = q
	}
}

func (e *emitter) proj(p *ir.Value, i int, t ir.Type, s source.Span) *ir.Value {
	return e.placeOp(s, "descend.proj", []*ir.Value{p}, t, ir.Attr("index", e.c.I32Attr(int64(i))))
}

// basicOp makes a view operation whose result type follows from its operand; an error if that has not the shape.
func (e *emitter) basicOp(p *ir.Value, name string, at source.Span, attrs ...ir.NamedAttr) (*ir.Value, *view.Misfit) {
	op := e.op(at, name, []*ir.Value{p}, []ir.Type{p.Type()}, attrs...)
	t, err := view.ResultType(op, descend.ElemOf(p))
	if m := (*view.Misfit)(nil); errors.As(err, &m) {
		return nil, m
	}
	op.Result(0).SetType(descend.Place(e.c, t))
	return op.Result(0), nil
}

// behindRef says whether the place lies behind a reference or box.
func behindRef(p *ir.Value) bool {
	for of, by := descend.Base(p); by != nil; of, by = descend.Base(of) {
		if _, ok := by.Typed().(descend.DerefOp); ok {
			return true
		}
	}
	return false
}

// changeable says whether a place may be borrowed uniquely: it is part of a `mut` variable or behind a unique reference. Of a
// parameter it does not show here whether it is `mut`.
func changeable(p *ir.Value) bool {
	of, by := descend.Base(p)
	for ; by != nil; of, by = descend.Base(p) {
		if _, ok := by.Typed().(descend.DerefOp); ok {
			if r, ok := descend.ElemOf(of).(*descend.RefType); ok {
				return r.Uniq
			}
		}
		p = of
	}
	op := p.DefiningOp()
	return op != nil && op.HasAttr("mut")
}

// selectedWith says whether a place is selected with a resource.
func selectedWith(p, r *ir.Value) bool {
	for of, by := descend.Base(p); by != nil; of, by = descend.Base(of) {
		if s, ok := by.Typed().(view.SelectOp); ok && s.Resource() == r {
			return true
		}
	}
	return false
}

// selectedFrom is the array that the selects at the end of the way to a place select from, or nil.
func selectedFrom(p *ir.Value) (array *ir.Value) {
	for of, by := descend.Base(p); by != nil; of, by = descend.Base(of) {
		switch by.Typed().(type) {
		case view.SelectOp:
			array = of
		case descend.DerefOp:
		default:
			return array
		}
	}
	return array
}
