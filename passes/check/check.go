// Package check holds the access-safety checks: verifier passes over the descend dialect, one rule of the
// language each (docs/checks.md). They work on polymorphic functions, symbolically in the nats, and
// report diagnostics; a program that passes them all has no data race, no misplaced barrier and no access
// outside of its memory.
//
// What they find out about a function is a value, its [Facts]. An operation that one check has reported is poison for the
// later ones: one mistake gives one error. What the checks prove is written on the IR as attributes, and lowering
// reads only that.
package check

import (
	"strconv"
	"strings"

	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/dialects/view"
	"descend/ir"
	"descend/passes/place"
)

// calleeName is the function that a call or launch names.
func calleeName(op *ir.Operation) (string, bool) {
	switch o := op.Typed().(type) {
	case descend.CallOp:
		return o.Callee(), true
	case descend.LaunchOp:
		return o.Callee(), true
	}
	return "", false
}

// shownName is the name of a function as users write it: its instances for views have a number behind a `$`.
func shownName(name string) string {
	name, _, _ = strings.Cut(name, "$")
	return name
}

// initialBorrow is the place that a reference variable is declared to refer to, or nil.
func initialBorrow(v *ir.Value) *ir.Value {
	o := declaredWith(v)
	if o == nil {
		return nil
	}
	for _, u := range descend.UsesOf(o) {
		if u.Refers() {
			return u.Of
		}
	}
	return nil
}

// declaredWith is the operation that gives the value that a variable is declared with, or nil; the frontend writes it right
// behind the declaration.
func declaredWith(v *ir.Value) *ir.Operation {
	l, ok := ir.DefinedBy[descend.LocalOp](v)
	if !ok || l.Next() == nil {
		return nil
	}
	for _, u := range descend.UsesOf(l.Next()) {
		if u.Kind == descend.InitUse && u.Of == v && u.Value != nil {
			return u.Value.DefiningOp()
		}
	}
	return nil
}

// executorOf is the type of the resource that executes op; nil outside of functions.
func executorOf(op *ir.Operation) *exec.Type {
	if v := place.Exec(op); v != nil {
		return exec.TypeOf(v)
	}
	return nil
}

// executorLoc is where the resource that executes op comes from: the schedule, split or function.
func executorLoc(op *ir.Operation) ir.Location {
	if v := place.Exec(op); v != nil && v.OwnerBlock() != nil && v.OwnerBlock().Parent() != nil {
		return v.OwnerBlock().Parent().Loc()
	}
	return op.Loc()
}

// placeText is a place as the source names it: *vec, p.1, a[..].
func placeText(v *ir.Value) string {
	of, by := descend.Base(v)
	if of == nil {
		return rootText(v)
	}
	inner := strings.TrimPrefix(placeText(of), "*")
	switch o := by.Typed().(type) {
	case descend.DerefOp:
		return "*" + placeText(of)
	case descend.RetypeOp:
		return placeText(of)
	case descend.ProjOp:
		if s, ok := descend.ElemOf(of).(*descend.StructType); ok && o.Number() >= 0 && o.Number() < len(s.Fields) {
			return inner + "." + s.Fields[o.Number()].Name
		}
		if _, ok := ir.DefinedBy[view.SplitOp](of); ok && o.Number() < 2 {
			return inner + []string{".fst", ".snd"}[max(0, o.Number())]
		}
		return inner + "." + strconv.Itoa(o.Number())
	case descend.AtOp:
		return inner + "[" + o.Index().String() + "]"
	case view.SplitOp:
		return inner + ".split::<" + o.At().String() + ">"
	case view.RangeOp:
		return inner + "[" + o.Lo().String() + ".." + o.Hi().String() + "]"
	}
	return inner + "[..]"
}

// rootText is the name of a variable or parameter.
func rootText(v *ir.Value) string {
	if l, ok := ir.DefinedBy[descend.LocalOp](v); ok {
		return l.VarName()
	}
	if _, ok := ir.DefinedBy[descend.AllocOp](v); ok {
		return "alloc"
	}
	if b := v.OwnerBlock(); b != nil {
		if f, ok := ir.As[descend.FuncOp](b.Parent()); ok && f.ParamName(v.Index()-1) != "" {
			return f.ParamName(v.Index() - 1)
		}
	}
	return "_"
}

// isDirect says whether a place is a variable or part of one, reached without a reference or box.
func isDirect(v *ir.Value) bool {
	_, ok := variableOf(v)
	return ok
}

// variableOf is the variable or parameter that a place is or is a part of; false if it lies behind a reference or box.
func variableOf(v *ir.Value) (*ir.Value, bool) {
	root, _ := place.Way(v, place.Ref, place.Box)
	return root, place.KindOf(root) != place.Unknown
}

// execTypeOf is the type of the resource that executes a function; nil if there is none.
func execTypeOf(f descend.FuncOp) *exec.Type {
	if f.Operation == nil {
		return nil
	}
	t, _ := f.Exec().(*exec.Type)
	return t
}
