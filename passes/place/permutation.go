package place

import (
	"slices"
	"strconv"

	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/dialects/view"
	"descend/ir"
)

// Permutation says which permutation a value is: the one that a parameter has, in the part that Via leads to. A parameter that nobody
// changes has one value while its function is executed, so that equal Permutations are equal permutations; different ones may be equal, or
// not.
type Permutation struct {
	Root *ir.Value
	Via  descend.Fields
}

// String tells the permutations of one function apart.
func (p Permutation) String() string { return strconv.Itoa(p.Root.Index()) + string(p.Via) }

// PermutationOf finds out which permutation a value is. It follows what is read from parameters that nobody changes, perhaps kept in
// variables that are set once; false if it comes from elsewhere. usage says how variables are used.
func PermutationOf(v *ir.Value, usage func(*ir.Value) *Usage) (Permutation, bool) {
	return PermutationIn(v, "", usage)
}

// PermutationIn is PermutationOf of the part of a value that via leads to.
func PermutationIn(v *ir.Value, via descend.Fields, usage func(*ir.Value) *Usage) (Permutation, bool) {
	for range MaxChase {
		op := v.DefiningOp()
		if op == nil {
			return Permutation{}, false
		}
		switch op.Typed().(type) {
		case descend.RetypeOp:
			v = op.Operand(0)
			continue
		case descend.AggregateOp:
			parts := via.Numbers()
			if len(parts) == 0 || parts[0] < 0 || parts[0] >= op.NumOperands() {
				return Permutation{}, false
			}
			v, via = op.Operand(parts[0]), fieldsOf(parts[1:])
			continue
		case descend.ReadOp:
		default:
			return Permutation{}, false
		}
		from := Written(op.Operand(0))
		way, ok := from.Fields()
		if !ok || slices.Contains(via.Numbers(), descend.AnyElem) {
			return Permutation{}, false
		}
		via = fieldsOf(append(way.Numbers(), via.Numbers()...))
		u := usage(from.Root)
		switch from.Kind {
		case Param:
			fn := descend.FuncOp{Operation: from.Root.OwnerBlock().Parent()}
			own := len(fn.ParamOwner(from.Root.Index()-1)) > 0
			return Permutation{from.Root, via}, isOne(fn) && !own && !u.Whole.Any(changes) && !u.Parts.Any(changes)
		case Local:
			once, ok := u.Once()
			if !ok || once.Value == nil || u.Whole.Any(lendsUniq) || u.Parts.Any(changes) {
				return Permutation{}, false
			}
			v = once.Value
		default:
			return Permutation{}, false
		}
	}
	return Permutation{}, false
}

// isOne says whether all threads that execute a function together have the same parameters (uniformity).
func isOne(fn descend.FuncOp) bool {
	t := fn.ExecType()
	if t == nil {
		return false
	}
	switch t.Kind {
	case exec.Grid, exec.Block, exec.Warp:
		return true
	}
	return t.IsSingle() || t.Kind == exec.Any
}

func fieldsOf(ns []int) (way descend.Fields) {
	for _, n := range ns {
		way = way.Field(n)
	}
	return way
}

func lendsUniq(u descend.Use) bool { return u.LendsUniq() }

// changes says whether a place may have another value after a use.
func changes(u descend.Use) bool {
	return u.Gives() || u.LendsUniq() || u.Kind == descend.AtomicWriteUse
}

// permutationName names the permutation of a view, if it is known.
func permutationName(v view.PermuteOp) (string, bool) {
	p, ok := PermutationOf(v.Permutation(), UsageOf)
	if !ok {
		return "", false
	}
	return p.String(), true
}

// permutationName is the same with what is known of variables.
func (r *Resolver) permutationName(v view.PermuteOp) (string, bool) {
	p, ok := PermutationOf(v.Permutation(), r.Usage)
	if !ok {
		return "", false
	}
	return p.String(), true
}

// knownPermutations says whether it is known which permutations a view takes: it takes the same whenever it is executed.
func knownPermutations(op *ir.Operation) bool {
	known := true
	view.Permutes(op, func(v view.PermuteOp) {
		_, ok := permutationName(v)
		known = known && ok
	})
	return known
}

// UnknownPermutation is a view among steps that takes a permutation of which it is not known that it is the same for all who execute it.
func UnknownPermutation(steps []Step, usage func(*ir.Value) *Usage) (found view.PermuteOp, ok bool) {
	for _, s := range steps {
		if s.Kind != View {
			continue
		}
		view.Permutes(s.Op, func(v view.PermuteOp) {
			if _, known := PermutationOf(v.Permutation(), usage); !known {
				found, ok = v, true
			}
		})
	}
	return found, ok
}
