package access

import (
	"descend/dialects/descend"
	"descend/ir"
	"descend/passes/flow"
	"descend/passes/place"
)

// Conditions that have one value throughout an execution of the function (values.go). Two ifs with equal
// conditions take the same branch, in all threads of all blocks; accesses in branches that exclude each other never
// meet, and what stands under conditions that exclude each other is never executed. Two conditions exclude each other
// if one is the other's opposite, or if they are comparisons of one value, but for a constant that is added to it, with
// constants and no number fulfills both.

// fixedCond is that something happens only where a condition has a value.
type fixedCond struct {
	number int // conditions with one number are equal
	then   bool
	// parameter: the condition is one
	parameter bool
	// the value of number base, if not 0, is in the set, which has the numbers of a type of at most 32 bits
	base int
	set  intSet
}

// conditions are the fixed conditions of a function.
type conditions struct {
	fn     descend.FuncOp
	r      *place.Resolver
	shapes *flow.Shapes
	// values remembers valueOf; reads are what variables that are followed hold where they are read, never the while loops
	// that have no iteration (values.go).
	values  map[*ir.Value]fixedValue
	numbers numbering // of those values
	reads   map[*ir.Operation]fixedValue
	never   map[*ir.Operation]bool
}

func newConditions(fn descend.FuncOp, r *place.Resolver, shapes *flow.Shapes) conditions {
	f := conditions{fn: fn, r: r, shapes: shapes, values: map[*ir.Value]fixedValue{}, numbers: numbering{}, reads: map[*ir.Operation]fixedValue{},
		never: map[*ir.Operation]bool{}}
	f.findValues()
	return f
}

// conditionsOf are the fixed conditions around op, innermost first.
func (f *conditions) conditionsOf(op *ir.Operation) (out []fixedCond) {
	for g := range descend.Guards(op) {
		out = append(out, f.implied(g)...)
	}
	return out
}

// implied are the fixed conditions that hold where a guard does: itself, and the parts of a && b that is true and of a || b that
// is false.
func (f *conditions) implied(g descend.Guard) (out []fixedCond) {
	if c, ok := f.fixedCond(g); ok {
		out = append(out, c)
	}
	for _, part := range g.Parts(f.knownBool) {
		out = append(out, f.implied(part)...)
	}
	return out
}

// knownBool is the value of a bool that has a known one.
func (f *conditions) knownBool(v *ir.Value) (is, ok bool) {
	x := f.valueOf(v)
	return x.n != 0, x.known
}

// fixedCond is that a condition has a value; false if it is not known to be fixed.
func (f *conditions) fixedCond(g descend.Guard) (fixedCond, bool) {
	x := f.valueOf(g.Cond)
	if !x.isFixed() {
		return fixedCond{}, false
	}
	if !g.Is {
		x = negated(x)
	}
	return fixedCond{number: x.ref.number, then: !x.ref.not, parameter: x.parameter, base: x.base, set: x.set}, true
}

// contradicts says whether two conditions cannot hold together.
func (x *fixedCond) contradicts(y *fixedCond) bool {
	return x.number == y.number && x.then != y.then || x.base != 0 && x.base == y.base && !x.set.meets(y.set)
}

// contradict says whether a condition of one list cannot hold together with one of the other.
func contradict(a, b []fixedCond) bool {
	for i := range a {
		for j := range b {
			if a[i].contradicts(&b[j]) {
				return true
			}
		}
	}
	return false
}

// neverHold says whether conditions do not hold together: one is false, or two exclude each other.
func neverHold(a []fixedCond) bool {
	for i := range a {
		if a[i].number == falseNumber && a[i].then {
			return true
		}
	}
	return contradict(a, a)
}

// where leaves out what was accessed only if the guard does not hold.
func (f *execution) where(st *state, g descend.Guard) {
	is := f.implied(g)
	if len(is) == 0 {
		return
	}
	st.mapEntries(func(e entry) (entry, bool) { return e, !contradict(e.a.conds, is) })
}

// isDead says whether a branch of an if is never executed.
func (f *conditions) isDead(op descend.IfOp, then bool) bool {
	is := f.implied(descend.Guard{Cond: op.Condition(), Is: then})
	return len(is) > 0 && (neverHold(is) || contradict(f.conditionsOf(op.Operation), is))
}

// isGeneric says whether a nat is one of the signature.
func (f *conditions) isGeneric(name string) bool {
	for _, g := range f.fn.Generics() {
		if g.Kind == "nat" && g.Name == name {
			return true
		}
	}
	return false
}
