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

// initialBorrow is the borrow that a reference variable is declared with, or nil.
func initialBorrow(v *ir.Value) *ir.Operation {
	if o := declaredWith(v); o != nil && o.Is("descend.borrow") {
		return o
	}
	return nil
}

// declaredWith is the operation that gives the value that a variable is declared with, or nil; the frontend writes it right
// behind the declaration.
func declaredWith(v *ir.Value) *ir.Operation {
	o := v.DefiningOp()
	if o == nil || !o.Is("descend.local") || o.Next() == nil {
		return nil
	}
	w, ok := o.Next().Typed().(descend.WriteOp)
	if !ok || !w.HasAttr("init") || w.Place() != v {
		return nil
	}
	return w.Value().DefiningOp()
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
	op := v.DefiningOp()
	if op == nil {
		b := v.OwnerBlock()
		if b == nil || b.Parent() == nil {
			return "_"
		}
		switch p := b.Parent(); {
		case p.Is("descend.func"):
			if n := (descend.FuncOp{Operation: p}).ParamName(v.Index() - 1); n != "" {
				return n
			}
		case p.Is("descend.for_each"):
			return placeText(p.Operand(0)) + "[..]"
		}
		return "_"
	}
	switch o := op.Typed().(type) {
	case descend.LocalOp:
		return o.VarName()
	case descend.AllocOp:
		return "alloc"
	case descend.DerefOp:
		return "*" + placeText(op.Operand(0))
	case descend.RetypeOp:
		return placeText(op.Operand(0))
	case descend.ProjOp:
		inner := placeText(op.Operand(0))
		if len(inner) > 0 && inner[0] == '*' {
			inner = inner[1:]
		}
		if s, ok := descend.ElemOf(op.Operand(0)).(*descend.StructType); ok && o.Number() >= 0 && o.Number() < len(s.Fields) {
			return inner + "." + s.Fields[o.Number()].Name
		}
		if d := op.Operand(0).DefiningOp(); d != nil && d.Is("view.split") && o.Number() < 2 {
			return inner + []string{".fst", ".snd"}[max(0, o.Number())]
		}
		return inner + "." + strconv.Itoa(o.Number())
	case descend.AtOp:
		return strings.TrimPrefix(placeText(op.Operand(0)), "*") + "[" + o.Index().String() + "]"
	case view.SplitOp:
		return strings.TrimPrefix(placeText(op.Operand(0)), "*") + ".split::<" + o.At().String() + ">"
	case view.RangeOp:
		return strings.TrimPrefix(placeText(op.Operand(0)), "*") + "[" + o.Lo().String() + ".." + o.Hi().String() + "]"
	}
	if op.NumOperands() > 0 {
		inner := placeText(op.Operand(0))
		if len(inner) > 0 && inner[0] == '*' {
			inner = inner[1:]
		}
		return inner + "[..]"
	}
	return "_"
}

// isDirect says whether a place is a variable or part of one, reached without a reference or box.
func isDirect(v *ir.Value) bool {
	root, _ := place.Way(v, place.Ref, place.Box)
	return place.KindOf(root) != place.Unknown
}

// execTypeOf is the type of the resource that executes a function; nil if there is none.
func execTypeOf(f descend.FuncOp) *exec.Type {
	if f.Operation == nil {
		return nil
	}
	t, _ := f.Exec().(*exec.Type)
	return t
}
