package sema

import (
	"strings"

	"descend/dialects/descend"
	"descend/ir"
)

func isInteger(t ir.Type) bool {
	i, ok := t.(*ir.IntegerType)
	return ok && i.Width > 1
}

func isFloat(t ir.Type) bool {
	_, ok := t.(*ir.FloatType)
	return ok
}

func isBool(t ir.Type) bool {
	i, ok := t.(*ir.IntegerType)
	return ok && i.Width == 1
}

// typeText is a type for messages: as written in the language, structs by their names.
func typeText(t ir.Type) string {
	s := descend.Format(t)
	if !strings.Contains(s, "{") {
		return s
	}
	var visit func(t ir.Type)
	visit = func(t ir.Type) {
		switch t := t.(type) {
		case *descend.StructType:
			s = strings.ReplaceAll(s, descend.Format(t), t.Name)
		case *descend.ArrayType:
			visit(t.Elem)
		case *descend.RefType:
			visit(t.Elem)
		case *descend.BoxType:
			visit(t.Elem)
		case *ir.TupleType:
			for _, x := range t.Types {
				visit(x)
			}
		}
	}
	visit(t)
	return s
}

// blankUnknowns replaces the names of unknowns in a text by _.
func blankUnknowns(s string) string {
	if !strings.Contains(s, "?") {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '?' {
			b.WriteByte(s[i])
			continue
		}
		for i+1 < len(s) && s[i+1] >= '0' && s[i+1] <= '9' {
			i++
		}
		b.WriteByte('_')
	}
	return b.String()
}

// holdsView says whether values of t would contain a view: not storable.
func holdsView(t ir.Type) bool {
	return descend.Holds(t, func(t ir.Type) bool {
		switch t := t.(type) {
		case *descend.ArrayType:
			return t.View
		case *descend.RefType:
			return holdsView(t.Elem)
		case *descend.BoxType:
			return holdsView(t.Elem)
		}
		return false
	})
}

// isViewRef says whether t is a reference to a view, which may be bound but not stored.
func isViewRef(t ir.Type) bool {
	r, ok := t.(*descend.RefType)
	return ok && holdsView(r.Elem)
}

// viewLevels counts the outer view levels of a type.
func viewLevels(t ir.Type) int {
	n := 0
	for {
		a, ok := t.(*descend.ArrayType)
		if !ok {
			return n
		}
		if a.View {
			n++
		}
		t = a.Elem
	}
}
