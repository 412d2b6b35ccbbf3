package place

import (
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
