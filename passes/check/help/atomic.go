package help

import (
	"slices"

	"descend/dialects/descend"
	"descend/ir"
)

// Update is a write that combines what is in a place with another value, as `p += v`, `p = p + v` and `p = max(p, v)` do. Several
// threads may do that to one element if each does it in one step, by an atomic operation.
type Update struct {
	write *ir.Operation
	name  string    // of the atomic operation, without `atomic_fetch_`
	value *ir.Value // that the place is combined with
}

// UpdateOf is the update that a write is, or a read is a part of; false if there is none that an atomic operation does.
func UpdateOf(op *ir.Operation) (Update, bool) {
	if ir.Is[descend.ReadOp](op) && op.Result(0).HasOneUse() {
		if v := op.Result(0).Users()[0]; v.NumResults() == 1 && v.Result(0).HasOneUse() {
			op = v.Result(0).Users()[0]
		}
	}
	w, ok := op.Typed().(descend.WriteOp)
	if !ok {
		return Update{}, false
	}
	by := op.Operand(0).DefiningOp()
	o, ok := operatorOf(by)
	if !ok || !descend.Bounds("atomic").AdmitAll(by.Result(0).Type()) || o.IsBitwise() && descend.MayBeFloat(by.Result(0).Type()) {
		return Update{}, false
	}
	for i := range 2 {
		if old := by.Operand(i).DefiningOp(); old != nil && ir.Is[descend.ReadOp](old) && (i == 0 || o != descend.Sub) && same(old.Operand(0), w.Place()) {
			return Update{op, o.String(), by.Operand(1 - i)}, true
		}
	}
	return Update{}, false
}

// operatorOf is the operator of an operation that is atomic, too.
func operatorOf(by *ir.Operation) (descend.Operator, bool) {
	if by == nil {
		return 0, false
	}
	switch o := by.Typed().(type) {
	case descend.BinaryOp:
		op := o.Operator()
		return op, op == descend.Add || op == descend.Sub || op.IsBitwise() && op != descend.Shl && op != descend.Shr
	case descend.MathOp:
		op, ok := o.Operator()
		return op, ok && (op == descend.Min || op == descend.Max)
	}
	return 0, false
}

// Changes says whether a write stores what it makes of the place itself, be it something that an atomic operation does or not.
func Changes(op *ir.Operation) bool {
	w, ok := op.Typed().(descend.WriteOp)
	return ok && reads(op.Operand(0), w.Place(), 100)
}

// NoStep is what a help says of a write that stores what it makes of the place itself, and that is no atomic operation; "" for others.
func NoStep(op *ir.Operation) string {
	_, is := UpdateOf(op)
	switch {
	case is || !Changes(op):
		return ""
	case isGeneric(op.Operand(0).Type()):
		return "; with the clause `" + descend.UserFormat(op.Operand(0).Type()) + ": atomic` it may be an atomic operation"
	case !descend.Bounds("atomic").AdmitAll(op.Operand(0).Type()):
		return "; atomic operations, which change something in one step, are of 32 and 64 bits"
	}
	return "; no atomic operation does this in one step"
}

// isGeneric says whether a type stands for any number, perhaps for one without atomic operations.
func isGeneric(t ir.Type) bool {
	_, ok := t.(*descend.ScalarVarType)
	return ok && !descend.Bounds("atomic").AdmitAll(t)
}

// reads says whether a value is made of what is read from a place. At most budget operations are looked at.
func reads(v, p *ir.Value, budget int) bool {
	work := []*ir.Value{v}
	for ; len(work) > 0 && budget > 0; budget-- {
		op := work[len(work)-1].DefiningOp()
		work = work[:len(work)-1]
		if op == nil {
			continue
		}
		if ir.Is[descend.ReadOp](op) && same(op.Operand(0), p) {
			return true
		}
		work = append(work, op.Operands()...)
	}
	return false
}

// same says whether two places of one statement are the same one, or two values have the same operations on the same operands.
func same(a, b *ir.Value) bool {
	if a == b {
		return true
	}
	x, y := a.DefiningOp(), b.DefiningOp()
	if x == nil || y == nil || x.Name() != y.Name() || a.Index() != b.Index() || x.NumOperands() != y.NumOperands() || x.NumRegions() > 0 ||
		ir.Is[descend.CallOp](x) || ir.Is[descend.AtomicOp](x) || ir.Is[descend.LocalOp](x) || !slices.Equal(x.Attrs(), y.Attrs()) {
		return false
	}
	for i := range x.NumOperands() {
		if !same(x.Operand(i), y.Operand(i)) {
			return false
		}
	}
	return true
}

// InOneStep is the help that makes updates atomic.
func InOneStep(us ...Update) *ir.Help {
	h := &ir.Help{Message: "let each thread change it in one step: `atomic_fetch_" + us[0].name + "(&shrd p, v)`"}
	var fix descend.MakeAtomic
	for _, u := range us {
		if u.isPadded() || u.readsItself() {
			return h
		}
		fix.Assignments = append(fix.Assignments, u.write.Loc())
	}
	h.Fix = fix
	return h
}

func (u Update) place() *ir.Value { return u.write.Operand(1) }

// isPadded says whether the place is one of a padded view, of which an atomic operation takes an element that exists.
func (u Update) isPadded() bool {
	for v := u.place(); ; {
		op := v.DefiningOp()
		if op == nil {
			return v.OwnerBlock() != nil && ir.Is[descend.IfExistsOp](v.OwnerBlock().Parent())
		}
		if op.NumOperands() == 0 || ir.Is[descend.LocalOp](op) {
			return false
		}
		v = op.Operand(0)
	}
}

// readsItself says whether the other value is made of what the same memory holds, too, which would be a plain access beside the atomic
// one, or of a call that may change memory, so that it matters when it is made.
func (u Update) readsItself() bool {
	seen := map[*ir.Operation]bool{}
	root := descend.Root(u.place())
	var made func(op *ir.Operation) bool
	made = func(op *ir.Operation) bool {
		if op == nil || seen[op] {
			return false
		}
		seen[op] = true
		within := op.Walk(func(op *ir.Operation) ir.WalkResult {
			if ir.Is[descend.ReadOp](op) && descend.Root(op.Operand(0)) == root || ir.Is[descend.CallOp](op) && slices.ContainsFunc(op.Operands(), isUniq) {
				return ir.Interrupt
			}
			return ir.Advance
		})
		return !within || slices.ContainsFunc(op.Operands(), func(v *ir.Value) bool { return made(v.DefiningOp()) })
	}
	return made(u.value.DefiningOp())
}

func isUniq(v *ir.Value) bool {
	r, ok := v.Type().(*descend.RefType)
	return ok && r.Uniq
}

// Atomics is the declaration of a parameter by which all may change what a place is a part of; "" if it is no parameter or has no atomic
// operations.
func Atomics(v *ir.Value) string {
	root := descend.Root(v)
	r, ok := descend.ElemOf(root).(*descend.RefType)
	if !ok || !root.IsArg() || rootText(root) == "_" {
		return ""
	}
	c := root.OwnerBlock().Parent().Context()
	t := descend.AtomicsOf(c, r.Elem)
	if t == nil || !descend.Holds(r.Elem, descend.Bounds("atomic").AdmitAll) {
		return ""
	}
	return rootText(root) + ": " + descend.UserFormat(descend.Ref(c, false, r.Mem, t, ""))
}
