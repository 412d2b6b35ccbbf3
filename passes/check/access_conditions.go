package check

import (
	"fmt"
	"strings"

	"descend/dialects/descend"
	"descend/ir"
)

// Conditions that have one value throughout an execution of the function: pure operations on literals, nats of the
// signature, scalar parameters and variables that are assigned once with such a value. Two ifs with equal conditions
// take the same branch, in all threads of all blocks; accesses in branches that exclude each other never meet.

// fixedCond is that an access happens only where a condition has a value.
type fixedCond struct {
	key  string // see fixedKey
	then bool
}

// conditionsOf are the fixed conditions around op, outermost last.
func (f *accessFunc) conditionsOf(op *ir.Operation) []fixedCond {
	var out []fixedCond
	for o := op; o.Parent() != nil && !o.Parent().Is("descend.func"); o = o.Parent() {
		p := o.Parent()
		if !p.Is("descend.if") {
			continue
		}
		if c, ok := f.fixedCond(p.Operand(0), o.ParentRegion() == p.Region(0)); ok {
			out = append(out, c)
		}
	}
	return out
}

// excludes says whether two accesses are in branches of which only one is executed. Of two calls of a function the
// parameters differ.
func (f *accessFunc) excludes(a, b *access) bool {
	if f.reuse {
		return false
	}
	for _, x := range a.conds {
		for _, y := range b.conds {
			if x.key == y.key && x.then != y.then {
				return true
			}
		}
	}
	return false
}

// where leaves out what was accessed only if the condition does not have the value.
func (f *accessFunc) where(st *accessState, cond *ir.Value, then bool) *accessState {
	is, ok := f.fixedCond(cond, then)
	if !ok || f.reuse {
		return st
	}
	out := newAccessState()
	out.synced, out.passed, out.roles = st.synced, st.passed, st.roles
next:
	for _, e := range st.list {
		for _, c := range e.a.conds {
			if c.key == is.key && c.then != is.then {
				continue next
			}
		}
		out.add(e)
	}
	return out
}

// fixedCond is that a condition has a value; false if it is not known to be fixed.
func (f *accessFunc) fixedCond(cond *ir.Value, then bool) (fixedCond, bool) {
	key, ok := f.fixedKey(cond)
	key, not := strings.CutPrefix(key, "!")
	return fixedCond{key, then != not}, ok
}

// fixedKey is a text that equal fixed conditions share; false if v is not known to be fixed.
func (f *accessFunc) fixedKey(v *ir.Value) (string, bool) {
	if k, ok := f.fixed[v]; ok {
		return k, k != ""
	}
	f.fixed[v] = "" // while it is computed
	k, _ := f.fixedText(v)
	f.fixed[v] = k
	return k, k != ""
}

func (f *accessFunc) fixedText(v *ir.Value) (string, bool) {
	op := v.DefiningOp()
	if op == nil {
		return "", false
	}
	switch o := op.Typed().(type) {
	case descend.ConstOp:
		return op.Attr("value").String(), true
	case descend.NatOp:
		for _, n := range o.Nat().Vars() {
			if !f.isGeneric(n) {
				return "", false // a loop's variable
			}
		}
		return "nat " + o.Nat().Key(), true
	case descend.CompareOp:
	case descend.BinaryOp, descend.UnaryOp:
		if _, float := op.Result(0).Type().(*ir.FloatType); float {
			return "", false // may be contracted in one place and not in the other
		}
	case descend.ReadOp:
		return f.fixedRoot(op.Operand(0))
	default:
		return "", false
	}
	var args []string
	for _, a := range op.Operands() {
		k, ok := f.fixedKey(a)
		if !ok {
			return "", false
		}
		args = append(args, k)
	}
	if op.Is("descend.unary") && op.StringAttr("op") == "not" && op.Result(0).Type() == ir.Type(op.Context().Int(1)) {
		if k, not := strings.CutPrefix(args[0], "!"); not {
			return k, true
		}
		return "!" + args[0], true
	}
	return fmt.Sprintf("%s %s (%s) : %s", op.Name(), op.StringAttr("op"), strings.Join(args, "; "), op.Operand(0).Type()), true
}

// fixedRoot is the key of a whole variable or scalar parameter that is not `mut`.
func (f *accessFunc) fixedRoot(p *ir.Value) (string, bool) {
	l := p.DefiningOp()
	if l == nil {
		if p.OwnerBlock() != f.fn.Body(0) || f.writes[p] > 0 || isMut(f.fn, p) {
			return "", false
		}
		if _, ref := descend.ElemOf(p).(*descend.RefType); ref {
			return "", false
		}
		return fmt.Sprintf("parameter %d", p.Index()), true
	}
	if !l.Is("descend.local") || isMut(f.fn, p) || f.writes[p] != 1 {
		return "", false
	}
	return f.fixedKey(f.written[p])
}

// isGeneric says whether a nat is one of the signature.
func (f *accessFunc) isGeneric(name string) bool {
	for _, g := range f.fn.Generics() {
		if g.Kind == "nat" && g.Name == name {
			return true
		}
	}
	return false
}
