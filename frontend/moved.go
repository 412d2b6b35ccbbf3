package frontend

import (
	"reflect"

	"descend/frontend/source"
	"descend/ir"
)

// Now is where in the files of the program, as a whole, something is that was at a location in a part of a file, of this version or of an
// older one; false if it is not known.
func (p *Program) Now(l ir.Location) (ir.Location, bool) {
	r := ir.RangeOf(l)
	if p.cache == nil || !r.Known() {
		return l, true
	}
	part := p.cache.Part(r.File)
	if part == nil {
		return l, true
	}
	start := part.Offset(r.Line, r.Col)
	end := start
	if r.EndLine > 0 {
		end = part.Offset(r.EndLine, r.EndCol)
	}
	file, now, ok := p.cache.Now(part, start)
	if !ok {
		return l, false
	}
	at := p.Whole(source.Span{File: file, Start: now, End: now + end - start})
	if r.EndLine > 0 {
		return at.Loc(p.c), true
	}
	line, col := at.File.Position(at.Start)
	return p.c.FileLoc(at.File.Name, line, col), true
}

// Moved is a finding with all its places as they are now, see [Program.Now]; false if one is not known.
func (p *Program) Moved(d *ir.Diagnostic) (*ir.Diagnostic, bool) {
	m := mover{p: p, ok: true}
	out := d.Moved(m.location)
	for h := range out.Help.All() {
		if h.Fix != nil {
			h.Fix, _ = m.value(reflect.ValueOf(h.Fix)).Interface().(ir.Fix)
		}
	}
	return out, m.ok
}

type mover struct {
	p  *Program
	ok bool
}

func (m *mover) location(l ir.Location) ir.Location {
	if l == nil {
		return nil
	}
	here, ok := m.p.Now(l)
	m.ok = m.ok && ok
	return here
}

// value is a fix, or a part of one, with all locations in it as they are now.
func (m *mover) value(v reflect.Value) reflect.Value {
	if v.Type() == reflect.TypeFor[ir.Location]() {
		if !v.IsNil() {
			return reflect.ValueOf(m.location(v.Interface().(ir.Location)))
		}
		return v
	}
	switch v.Kind() {
	case reflect.Struct:
		out := reflect.New(v.Type()).Elem()
		for i := range v.NumField() {
			out.Field(i).Set(m.value(v.Field(i)))
		}
		return out
	case reflect.Slice:
		out := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		for i := range v.Len() {
			out.Index(i).Set(m.value(v.Index(i)))
		}
		return out
	}
	return v
}
