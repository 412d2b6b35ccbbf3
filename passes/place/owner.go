package place

import (
	"strings"

	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/ir"
)

// Who executes an operation, who owns a variable, and what a variable is declared with.

// InitialBorrow is the place that a reference variable is declared to refer to, or nil.
func InitialBorrow(v *ir.Value) *ir.Value {
	o := DeclaredWith(v)
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

// DeclaredWith is the operation that gives the value that a variable is declared with, or nil; the frontend writes it right
// behind the declaration.
func DeclaredWith(v *ir.Value) *ir.Operation {
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

// ExecType is the type of the resource that executes op; nil outside of functions.
func ExecType(op *ir.Operation) *exec.Type {
	if v := Exec(op); v != nil {
		return exec.TypeOf(v)
	}
	return nil
}

// ExecLoc is where the resource that executes op comes from: the schedule, split or function.
func ExecLoc(op *ir.Operation) ir.Location {
	if v := Exec(op); v != nil && v.OwnerBlock() != nil && v.OwnerBlock().Parent() != nil {
		return v.OwnerBlock().Parent().Loc()
	}
	return op.Loc()
}

// VariableOf is the variable or parameter that a place is or is a part of; false if it lies behind a reference or box.
func VariableOf(v *ir.Value) (*ir.Value, bool) {
	root, _ := Way(v, Ref, Box)
	return root, KindOf(root) != Unknown
}

// ParamOwner are the coordinates of the owner of a parameter: none, but for "forall(X)" and its like, which
// count from the function's resource.
func ParamOwner(fn descend.FuncOp, p *ir.Value) []Coord {
	t, _ := fn.Exec().(*exec.Type)
	cs, _ := forallPath(fn.Context(), t, fn.ParamOwner(p.Index()-1))
	return cs
}

// LocalOwner are the coordinates and the type of the resource that owns a variable.
func LocalOwner(l descend.LocalOp) ([]Coord, *exec.Type) {
	e := l.Owner()
	if e == nil {
		e = Exec(l.Operation)
	}
	if e == nil {
		return nil, nil
	}
	more, t := forallPath(l.Context(), exec.TypeOf(e), l.StringAttr("owner_path"))
	return append(Coords(e), more...), t
}

// forallPath follows "to_warps.forall(X).forall(X)" from a resource of type t: the coordinates on the way and the type
// at its end. Splits lead to no coordinates.
func forallPath(c *ir.Context, t *exec.Type, text string) (out []Coord, end *exec.Type) {
	lanes := false // below warps a group of threads is one of lanes
	for i := 0; t != nil && i < len(text); i++ {
		if strings.HasPrefix(text[i:], "to_warps") && t.Kind == exec.Block {
			t, lanes = exec.WarpsOf(c, t), true
			continue
		}
		if strings.HasPrefix(text[i:], "to_threads") && t.Kind == exec.Grid {
			t = exec.GlobalThreadsOf(c, t)
			continue
		}
		if !strings.HasPrefix(text[i:], "forall(") || i+len("forall(X)") > len(text) {
			continue
		}
		a, ok := exec.ParseAxis(text[i+len("forall(") : i+len("forall(X")])
		if !ok {
			continue
		}
		n, has := t.Extent(a)
		lvl := LevelThread
		switch t.Kind {
		case exec.Grid, exec.BlockGrp:
			lvl = LevelBlock
		case exec.WarpGrp:
			lvl = LevelWarp
		case exec.Warp:
			lvl = LevelLane
		case exec.ThreadGrp:
			if lanes {
				lvl = LevelLane
			}
		case exec.GlobalThreads:
			lvl = LevelGlobal
		}
		next, ok := t.Forall(c, a)
		if !has || !ok {
			break
		}
		out = append(out, Coord{Level: lvl, Axis: a, Extent: n})
		t = next
	}
	return out, t
}
