package view

import (
	"fmt"
	"strconv"

	"descend/dialects/descend"
	"descend/dialects/nat"
	"descend/ir"
)

// View is an operation that gives another way to see an array place. What it means is said here and nowhere else: the checks
// decide on Back which elements threads reach, and lowering emits it.
type View interface {
	// Params are the nats that the view is written with.
	Params() []nat.Expr
	// ResultType is the type of the view of an array; an error where the array has not the shape that the view needs.
	ResultType(in *descend.ArrayType) (ir.Type, error)
	// Needs are the conditions on sizes under which there is the view of an array of n elements. That Params are natural
	// numbers goes without saying.
	Needs(n nat.Expr) []Need
	// Injective says whether different elements of the view are different elements of the array. Of a view that is not, nothing
	// may be used uniquely, and that two indices differ says nothing of what lies there.
	Injective() bool
	// Back turns an index into the result into one into the operand. Only its leading parts are mapped, the others stay; false
	// if too few are there, or env does not know a number.
	Back(idx []Elem, env Env) ([]Elem, bool)
}

// Env is what views ask of who maps an index back.
type Env struct {
	// Assume is called with what an element shows that is there: Needs, and that dimensions are not empty.
	Assume func(nat.Constraint)
	// Permuted names the number to which the permutation of a view leads from an index of it; false if there is none.
	Permuted func(v PermuteOp, index nat.Expr) (nat.Expr, bool)
}

// Elem is a part of an index, outermost first: the number of an element of an array, or of a component of a tuple or struct.
type Elem struct {
	// IsField marks a component of a tuple or struct; Field is its number, Boxed for the contents of a box.
	IsField bool
	Field   int
	// Expr is the number of an element, Extent how many there are, where that is known.
	Expr, Extent nat.Expr
	// Xor are two numbers of which Expr is the exclusive or. Sizes have no such operation, so that Expr has it in digits, which
	// is slow to compute.
	Xor *[2]nat.Expr
}

// Boxed is the field number that stands for the contents of a box.
const Boxed = -1

// At is the element with a number.
func At(e nat.Expr) Elem { return Elem{Expr: e} }

// Field is a component.
func Field(n int) Elem { return Elem{IsField: true, Field: n} }

// Need is a condition of a view on sizes.
type Need struct {
	Goal nat.Constraint
	// Bounds says that the view reaches out of the array otherwise.
	Bounds bool
	Head   string
	Label  func() string
}

// Misfit is the error for what has not the shape that a view needs.
type Misfit struct {
	Need  string // "an array of arrays"
	Found ir.Type
}

func (m *Misfit) Error() string {
	return fmt.Sprintf("needs %s, not %s", m.Need, descend.Format(m.Found))
}

// front is an index with parts in place of its first n.
func front(idx []Elem, n int, parts ...Elem) []Elem { return append(parts, idx[n:]...) }

// indexes says whether an index starts with n numbers of elements.
func indexes(idx []Elem, n int) bool {
	for i := range n {
		if i >= len(idx) || idx[i].IsField {
			return false
		}
	}
	return true
}

// operand is the array that a view is of; its verifier has seen to it that it is one.
func operand(op *ir.Operation) *descend.ArrayType {
	a, _ := descend.ElemOf(op.Operand(0)).(*descend.ArrayType)
	return a
}

// given assumes what a view needs.
func given(v View, in *descend.ArrayType, env Env) {
	for _, n := range v.Needs(in.Size) {
		env.Assume(n.Goal)
	}
}

// Chain are the operations in the region of a view.map that lead from the element to the result, the first of them first;
// false if the region is no such chain.
func (o MapOp) Chain() ([]*ir.Operation, bool) {
	if o.Region(0).Empty() || o.Body(0).NumArgs() != 1 {
		return nil, false
	}
	end := o.Body(0).Back()
	if end == nil || !end.Is("view.yield") || end.NumOperands() != 1 {
		return nil, false
	}
	n := 0
	for v := end.Operand(0); v != o.Body(0).Arg(0); n++ {
		op := v.DefiningOp()
		if op == nil || op.NumOperands() != 1 && !ir.Is[PermuteOp](op) {
			return nil, false
		}
		v = op.Operand(0)
	}
	chain := make([]*ir.Operation, n)
	for v := end.Operand(0); n > 0; v = chain[n].Operand(0) {
		n--
		chain[n] = v.DefiningOp()
	}
	return chain, true
}

// Repeats says whether an operation on the way to a place may lead to one element from several: it is a view that is not injective.
func Repeats(o *ir.Operation) bool {
	v, ok := o.Typed().(View)
	return ok && !v.Injective()
}

// Signature tells views apart: a text of what they are composed of and the nats that they are written with. False if o maps
// something else than views and parts, or permutes as named does not know: it names permutations, different ones differently.
func Signature(o *ir.Operation, named func(PermuteOp) (string, bool)) (text string, nats []nat.Expr, ok bool) {
	switch t := o.Typed().(type) {
	case descend.ProjOp:
		return "." + strconv.Itoa(t.Number()), nil, true
	case descend.AtOp:
		return "[]", []nat.Expr{t.Index()}, true
	case descend.RetypeOp:
		return "", nil, true
	case MapOp:
		chain, ok := t.Chain()
		text = "("
		for _, x := range chain {
			s, ns, known := Signature(x, named)
			text, nats, ok = text+s, append(nats, ns...), ok && known
		}
		return text + ")", nats, ok
	case PermuteOp:
		name, known := named(t)
		return " " + o.Name() + " " + name, nil, known
	case View:
		return " " + o.Name(), t.Params(), true
	}
	return "", nil, false
}
