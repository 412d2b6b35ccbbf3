package access

import (
	"descend/dialects/descend"
	"descend/ir"
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
	fn descend.FuncOp
	r  *place.Resolver
	// values remembers valueOf; reads are what variables that are followed hold where they are read, never the while loops
	// that have no iteration (values.go).
	values  map[*ir.Value]fixedValue
	numbers numbering // of those values
	reads   map[*ir.Operation]fixedValue
	never   map[*ir.Operation]bool
}

func newConditions(fn descend.FuncOp, r *place.Resolver) conditions {
	f := conditions{fn: fn, r: r, values: map[*ir.Value]fixedValue{}, numbers: numbering{}, reads: map[*ir.Operation]fixedValue{},
		never: map[*ir.Operation]bool{}}
	f.findValues()
	return f
}

// conditionsOf are the fixed conditions around op, innermost first.
func (f *conditions) conditionsOf(op *ir.Operation) []fixedCond {
	var out []fixedCond
	for o := op; o.Parent() != nil && !o.Parent().Is("descend.func"); o = o.Parent() {
		p := o.Parent()
		switch {
		case p.Is("descend.if"):
			out = append(out, f.implied(p.Operand(0), o.ParentRegion() == p.Region(0))...)
		case p.Is("descend.while") && o.ParentRegion() == p.Region(1):
			if t := p.Region(0).Front().Back(); t != nil && t.Is("descend.condition") {
				out = append(out, f.implied(t.Operand(0), true)...)
			}
		}
	}
	return out
}

// implied are the fixed conditions that hold where a bool has a value: itself, and the parts of a && b that is true and
// of a || b that is false.
func (f *conditions) implied(v *ir.Value, then bool) []fixedCond {
	var out []fixedCond
	if c, ok := f.fixedCond(v, then); ok {
		out = append(out, c)
	}
	op := v.DefiningOp()
	if op == nil {
		return out
	}
	switch op.Typed().(type) {
	case descend.UnaryOp:
		if op.StringAttr("op") == "not" {
			out = append(out, f.implied(op.Operand(0), !then)...)
		}
	case descend.IfOp:
		fst, snd := descend.Yielded(op, 0), descend.Yielded(op, 1)
		if fst == nil || snd == nil {
			return out
		}
		x, y := f.valueOf(fst), f.valueOf(snd)
		switch isNot := func(x fixedValue) bool { return x.known && (x.n != 0) != then }; {
		case isNot(y): // the condition holds, and so the first part decides
			out = append(out, f.implied(op.Operand(0), true)...)
			out = append(out, f.implied(fst, then)...)
		case isNot(x):
			out = append(out, f.implied(op.Operand(0), false)...)
			out = append(out, f.implied(snd, then)...)
		}
	}
	return out
}

// fixedCond is that a condition has a value; false if it is not known to be fixed.
func (f *conditions) fixedCond(cond *ir.Value, then bool) (fixedCond, bool) {
	x := f.valueOf(cond)
	if !x.isFixed() {
		return fixedCond{}, false
	}
	if !then {
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

// where leaves out what was accessed only if the condition does not have the value.
func (f *execution) where(st *state, cond *ir.Value, then bool) {
	is := f.implied(cond, then)
	if len(is) == 0 {
		return
	}
	st.mapEntries(func(e entry) (entry, bool) { return e, !contradict(e.a.conds, is) })
}

// isDead says whether a branch of an if is never executed.
func (f *conditions) isDead(op *ir.Operation, then bool) bool {
	is := f.implied(op.Operand(0), then)
	return len(is) > 0 && (neverHold(is) || contradict(f.conditionsOf(op), is))
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
