package place

import (
	"slices"

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

// ParamOwner are the coordinates of the owner of a parameter, counted from the function's resource: none, but for that of each
// block.
func ParamOwner(fn descend.FuncOp, p *ir.Value) []Coord {
	t := fn.ExecType()
	at := start(t)
	cs, _ := at.along(fn.Context(), t, fn.ParamOwner(p.Index()-1))
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
	cs, at := follow(e)
	more, t := at.along(l.Context(), exec.TypeOf(e), l.OwnerPath())
	return append(cs, more...), t
}

// Owners are some resources below that of a function: those whose coordinates differ, of one type.
type Owners struct {
	Type   *exec.Type
	Coords []Coord
}

// OwnersOf says which resources have a variable or parameter of their own: parts of the one that declares it. False if that has it
// itself.
func OwnersOf(root *ir.Value) (Owners, bool) {
	if l, ok := ir.DefinedBy[descend.LocalOp](root); ok {
		co, t := LocalOwner(l)
		return Owners{t, co}, l.Owner() != nil && len(l.OwnerPath()) > 0 && t != nil
	}
	if KindOf(root) != Param || root.Index() == 0 {
		return Owners{}, false
	}
	fn := descend.FuncOp{Operation: root.OwnerBlock().Parent()}
	path := fn.ParamOwner(root.Index() - 1)
	t, ok := path.To(fn.Context(), fn.ExecType())
	return Owners{t, ParamOwner(fn, root)}, ok && len(path) > 0
}

// OwnersBelow are the parts of e that a path leads to.
func OwnersBelow(e *ir.Value, path exec.Path) (Owners, bool) {
	cs, at := follow(e)
	more, t := at.along(e.OwnerBlock().Parent().Context(), exec.TypeOf(e), path)
	return Owners{t, append(cs, more...)}, t != nil && len(path) > 0
}

// Same says whether two groups of owners, of which one is around or below the other, are the same resources wherever both are. Threads are
// always: a thread is what the hardware executes, however it was scheduled, as one of a block or as a lane of one of its warps. Of others
// the coordinates decide.
func (o Owners) Same(p Owners) bool {
	if o.Type.IsSingle() && p.Type.IsSingle() {
		return true
	}
	if o.Type != p.Type || len(o.Coords) != len(p.Coords) {
		return false
	}
	for _, c := range o.Coords {
		if !slices.ContainsFunc(p.Coords, func(d Coord) bool { return c.Name() == d.Name() && c.Lo.Equal(d.Lo) && c.Extent.Equal(d.Extent) }) {
			return false
		}
	}
	return true
}

// Owner are the coordinates of the resource that the object belongs to which a path starts from: there is one object for each value of
// them.
func (r *Resolver) Owner(p Path) []Coord {
	switch p.Kind {
	case Alloc:
		if op := p.Root.DefiningOp(); op != nil && op.NumOperands() > 0 {
			return r.Coords(op.Operand(0))
		}
	case Local:
		cs, _ := LocalOwner(descend.LocalOp{Operation: p.Root.DefiningOp()})
		return cs
	case Param, Target:
		return ParamOwner(r.fn, p.Root)
	}
	return nil
}
