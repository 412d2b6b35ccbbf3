package sema

import (
	"descend/dialects/descend"
	"descend/frontend/ast"
	"descend/frontend/source"
	"descend/ir"
)

// This file knows the constants of types (docs/language.md, "Text"): the limits of numbers.

// noLimit reports a path that would be a constant of a type of numbers that has it not; false if it is of no such type.
func (e *terms) noLimit(x *ast.Name) bool {
	if len(x.Path.Parts) != 2 {
		return false
	}
	of := x.Path.Parts[0].Name
	there := "`MIN` and `MAX`"
	t := builtinType(e.c, of)
	if b := e.scope.lookup(of); b != nil && b.kind == typeBind {
		t = b.typ
	}
	switch v, _ := t.(*descend.ScalarVarType); {
	case v != nil && !descend.Every(t, isFloat) && !descend.Every(t, isNumber):
		return false
	case v != nil && descend.Every(t, isFloat) || isFloat(t):
		there = "`MIN`, `MAX`, `MIN_POSITIVE`, `EPSILON`, `INFINITY`, `NEG_INFINITY` and `NAN`"
	case v == nil && !isInteger(t):
		return false
	}
	e.fail(x.Span(), unknownName, "`%s` does not exist", x.Path).WithLabel("the constants of `%s` are %s", of, there)
	return true
}

// limit is a constant of a type, `f32::MAX`; nil if the path is none.
func (e *terms) limit(x *ast.Name) *ir.Value {
	if len(x.Path.Parts) != 2 {
		return nil
	}
	of, name := x.Path.Parts[0], x.Path.Parts[1].Name
	t := builtinType(e.c, of.Name)
	if b := e.scope.lookup(of.Name); b != nil && b.kind == typeBind {
		if t = nil; descend.IsScalar(b.typ) {
			t = b.typ
		}
	}
	if t == nil || !descend.Every(t, func(t ir.Type) bool { return hasLimit(t, name) }) {
		return nil
	}
	if e.lookup(of) == nil {
		e.items.info.builtin(of)
	}
	e.items.info.builtin(x.Path.Parts[1])
	return e.constantOf(x.Span(), t, name)
}

// hasLimit says whether a type of numbers has a constant of this name.
func hasLimit(t ir.Type, name string) bool {
	switch t := t.(type) {
	case *ir.IntegerType:
		return isInteger(t) && descend.IntLimit(t, name) != nil
	case *ir.FloatType:
		_, ok := descend.FloatLimit(t, name)
		return ok
	}
	return false
}

// constantOf is the constant of a name that every type has which t may be.
func (e *terms) constantOf(s source.Span, t ir.Type, name string) *ir.Value {
	if _, ok := t.(*descend.ScalarVarType); ok {
		return e.val(s, "descend.const", nil, t, e.strAttr("value", name))
	}
	return e.val(s, "descend.const", nil, t, ir.Attr("value", descend.Literal(e.c, name, t)))
}
