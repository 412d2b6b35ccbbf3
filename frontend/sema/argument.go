package sema

import (
	"descend/dialects/descend"
	"descend/frontend/ast"
	"descend/ir"
)

// argument is a variable as it is passed: x, *x, &x or &uniq *x.
type argument struct {
	name   string
	place  *ir.Value   // of the variable
	borrow *ast.Borrow // nil if it is not borrowed
	derefs int
}

// argumentOf takes a term apart that is a variable or a borrow of one; false if it is something else. No operation is made.
func (e *point) argumentOf(x ast.Expr) (argument, bool) {
	var a argument
	if b, ok := x.(*ast.Borrow); ok {
		a.borrow, x = b, b.X
	}
	for d, ok := x.(*ast.Deref); ok; d, ok = x.(*ast.Deref) {
		a.derefs++
		x = d.X
	}
	n, ok := x.(*ast.Name)
	if !ok || len(n.Path.Parts) != 1 {
		return a, false
	}
	a.name = n.Path.Parts[0].Name
	v := e.scope.lookup(a.name)
	if v == nil || v.place == nil {
		return a, false
	}
	a.place = v.place
	return a, true
}

// behind is the memory that the variable refers to and what lies there; "" if it is neither reference nor box.
func (a argument) behind() (descend.Mem, ir.Type) {
	switch t := descend.ElemOf(a.place).(type) {
	case *descend.RefType:
		return t.Mem, t.Elem
	case *descend.BoxType:
		return t.Mem, t.Elem
	}
	return "", nil
}

// memOfArg is the memory that an argument, a plain variable or a borrow of one, refers to; "" if that is not plain.
func (e *point) memOfArg(x ast.Expr) descend.Mem {
	a, ok := e.argumentOf(x)
	if !ok {
		return ""
	}
	if m, _ := a.behind(); m != "" || a.borrow == nil {
		return m
	}
	return e.localMem()
}

// typeOfArg is the type of an argument that is a variable or a borrow of one; nil if it is something else.
func (e *point) typeOfArg(x ast.Expr) ir.Type {
	a, ok := e.argumentOf(x)
	switch {
	case !ok || a.derefs > 1 || a.borrow == nil && a.derefs > 0:
		return nil
	case a.borrow == nil:
		return descend.ElemOf(a.place)
	}
	if m, elem := a.behind(); m != "" {
		return descend.Ref(e.c, a.borrow.Uniq, m, elem, "")
	}
	return descend.Ref(e.c, a.borrow.Uniq, e.memOf(a.place), descend.ElemOf(a.place), "")
}
