// Package help is what the messages of the checks say beside the error: how the source calls a place or a resource, and
// which change of the program would help. It decides nothing about a program.
package help

import (
	"strconv"
	"strings"

	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/dialects/view"
	"descend/ir"
)

// ShownName is the name of a function as users write it: its instances for views have a number behind a `$`.
func ShownName(name string) string {
	name, _, _ = strings.Cut(name, "$")
	return name
}

// PlaceText is a place as the source names it: *vec, p.1, a[..].
func PlaceText(v *ir.Value) string {
	of, by := descend.Base(v)
	if of == nil {
		return rootText(v)
	}
	inner := strings.TrimPrefix(PlaceText(of), "*")
	switch o := by.Typed().(type) {
	case descend.DerefOp:
		return "*" + PlaceText(of)
	case descend.RetypeOp, view.ArrayOp:
		return PlaceText(of)
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

// SourceName is the variable that a place or reference starts from in the source, "" if that does not show.
func SourceName(fn descend.FuncOp, v *ir.Value) string {
	for {
		op := v.DefiningOp()
		if op == nil {
			if b := v.OwnerBlock(); b != nil && b.Parent() == fn.Operation {
				return fn.ParamName(v.Index() - 1)
			} else if b != nil && b.Parent() != nil && ir.Is[descend.ForEachOp](b.Parent()) {
				return b.Parent().StringAttr("name")
			} else if b != nil && ir.Is[descend.IfExistsOp](b.Parent()) {
				v = b.Parent().Operand(0)
				continue
			}
			return ""
		}
		if ir.Is[descend.LocalOp](op) {
			return op.StringAttr("name")
		}
		if op.NumOperands() == 0 || ir.Is[descend.CallOp](op) || ir.Is[descend.AllocOp](op) {
			return ""
		}
		v = op.Operand(0)
	}
}

// PlaceLoc is where the source names a place or argument, or the operation's own location.
func PlaceLoc(v *ir.Value, op *ir.Operation) ir.Location {
	if d := v.DefiningOp(); d != nil && !ir.Is[descend.LocalOp](d) && ir.RangeOf(d.Loc()).Known() {
		if ir.Is[descend.BorrowOp](d) {
			if p := d.Operand(0).DefiningOp(); p != nil && !ir.Is[descend.LocalOp](p) && ir.RangeOf(p.Loc()).Known() {
				return p.Loc()
			}
		}
		if !ir.Is[descend.ReadOp](d) && !ir.Is[descend.MoveOp](d) {
			return d.Loc()
		}
	}
	return op.Loc()
}

// scheduledName is the variable of a scheduled resource in the source, or "".
func scheduledName(e *ir.Value) string {
	if l, ok := e.Location().(*ir.NameLoc); ok {
		return l.Name
	}
	return ""
}

// ResourceName is the source name of a resource where it is known, else the word for its kind.
func ResourceName(r *ir.Value, word string) string {
	if b := r.OwnerBlock(); b != nil && b.Parent() != nil && ir.Is[descend.FuncOp](b.Parent()) {
		if n := b.Parent().StringAttr("exec_name"); n != "" {
			return n
		}
	}
	if n := scheduledName(r); n != "" {
		return n
	}
	return word
}

// LevelOf names the level of a resource.
func LevelOf(t *exec.Type) string {
	if t == nil {
		return "resource"
	}
	switch t.Kind {
	case exec.Grid:
		return "grid"
	case exec.BlockGrp:
		return "group of blocks"
	case exec.Block:
		return "block"
	case exec.ThreadGrp, exec.GlobalThreads:
		return "group of threads"
	case exec.Warp:
		return "warp"
	case exec.WarpGrp:
		return "group of warps"
	}
	return "thread"
}
