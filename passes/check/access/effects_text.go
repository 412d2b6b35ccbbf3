package access

import (
	"fmt"
	"slices"
	"strings"

	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/dialects/nat"
	"descend/dialects/view"
	"descend/ir"
	"descend/passes/place"
)

// Explained are the effects of a function in words, a line for each, by the parameters that lend something:
//
//	reads p[n - thread.x - 1] before its first barrier
//	writes p[thread.x + i * 32] for i in 0..4 after its last barrier
//	reads q[?]
func (e *effects) Explained(fn descend.FuncOp) (lines []string) {
	if fn.IsExtern() {
		return nil // there is nothing to explain, a call is one of its type
	}
	for i, p := range fn.Params() {
		if _, refs := lent(descend.ElemOf(p)); !refs {
			continue
		}
		name := fn.ParamName(i)
		switch own := e.of(i); {
		case !e.known:
			lines = append(lines, fmt.Sprintf("%s: all that it is lent", name))
		case len(own) == 0:
			lines = append(lines, name+": nothing")
		default:
			for _, x := range own {
				if l := name + ": " + e.text(x, name, fn); !slices.Contains(lines, l) {
					lines = append(lines, l)
				}
			}
		}
	}
	return lines
}

// of are the effects through a parameter, without those on shared memory of the function's own.
func (e *effects) of(param int) (list []*effect) {
	for _, x := range e.list {
		if x.callee == "" && x.param == param {
			list = append(list, x)
		}
	}
	return list
}

// text says what an effect is.
func (e *effects) text(x *effect, name string, fn descend.FuncOp) string {
	verb := "reads"
	switch {
	case x.a.write && x.a.atomic:
		verb = "changes atomically"
	case x.a.atomic:
		verb = "reads atomically"
	case x.a.write:
		verb = "writes"
	}
	var elems, where []string
	if x.known {
		names := newShown(x, fn)
		for i := range x.index {
			index, w := names.element(&x.index[i])
			elems, where = append(elems, name+shownVia(x.via)+index), append(where, w...)
		}
		where = append(where, e.ranges(x, names)...)
	} else {
		elems = []string{"some of " + name + shownVia(x.via)}
	}
	s := verb + " " + strings.Join(elems, " and ")
	if len(where) > 0 {
		s += " for " + strings.Join(where, ", ")
	}
	switch x.when {
	case atStart:
		s += " before its first barrier"
	case atEnd:
		s += " after its last barrier"
	case 0:
		s += " between barriers"
	}
	return s
}

// shownVia is the way to a reference in a parameter.
func shownVia(via descend.Fields) string { return strings.ReplaceAll(string(via), ".[]", "[..]") }

// shown gives the variables of an effect names for people, each another one, and none that a size of the function has: those of callees lose their marks,
// and those that the source has no names for are k.
type shown struct {
	names map[string]nat.Expr
	taken map[string]bool
}

const ofCallee = "$c."

func newShown(x *effect, fn descend.FuncOp) *shown {
	s := &shown{names: map[string]nat.Expr{}, taken: map[string]bool{}}
	for _, g := range fn.Generics() {
		s.taken[g.Name] = true
	}
	for _, v := range x.vars {
		if !strings.HasPrefix(v.Name, ofCallee) {
			s.taken[v.Name] = true
		}
	}
	for _, v := range x.vars {
		if strings.HasPrefix(v.Name, ofCallee) {
			s.name(v.Name, strings.ReplaceAll(v.Name, ofCallee, ""))
		}
	}
	return s
}

// name gives a variable a name that is like another one.
func (s *shown) name(v, like string) {
	name := like
	for i := 1; s.taken[name]; i++ {
		name = fmt.Sprintf("%s_%d", like, i)
	}
	s.taken[name], s.names[v] = true, nat.Var(name)
}

func (s *shown) nat(e nat.Expr) string { return e.Subst(s.names).String() }

// element is an index, and the ranges of the variables in it that the source has no names for.
func (s *shown) element(f *place.IndexFunc) (text string, where []string) {
	kinds := map[string]string{}
	for _, v := range f.Vars {
		kinds[v.Name] = map[place.VarKind]string{place.RestVar: "..", place.RuntimeVar: "?", place.EachVar: "each", place.PermutedVar: "permuted"}[v.Kind]
	}
	var b strings.Builder
	for _, e := range f.Elems {
		switch {
		case e.IsField && e.Field == view.Boxed:
			b.WriteString(".*")
			continue
		case e.IsField:
			fmt.Fprintf(&b, ".%d", e.Field)
			continue
		}
		if s, ok := kinds[e.Expr.String()]; ok {
			b.WriteString("[" + s + "]")
			continue
		}
		for _, v := range f.Vars {
			if _, known := s.names[v.Name]; !known && e.Expr.HasVar(v.Name) {
				s.name(v.Name, "k")
				where = append(where, fmt.Sprintf("%s in %s..%s", s.nat(nat.Var(v.Name)), s.nat(v.Lo), s.nat(v.Hi)))
			}
		}
		b.WriteString("[" + s.nat(e.Expr) + "]")
	}
	if f.Partial {
		b.WriteString(" or parts of it")
	}
	return b.String(), where
}

// ranges are those of the loops and coordinates that an effect is limited to.
func (e *effects) ranges(x *effect, names *shown) (out []string) {
	for _, v := range x.vars {
		if v.Values != nil {
			out = append(out, fmt.Sprintf("%s in %s", names.nat(nat.Var(v.Name)), strings.ReplaceAll(fmt.Sprint(v.Values), " ", ", ")))
		} else {
			out = append(out, fmt.Sprintf("%s in %s..%s", names.nat(nat.Var(v.Name)), names.nat(v.Lo), names.nat(v.Hi)))
		}
	}
	for _, c := range x.who {
		all := func(o place.Coord) bool { return o.Name() == c.Name() && o.Extent.Equal(c.Extent) }
		if !c.Lo.IsZero() || !slices.ContainsFunc(e.coords, all) {
			out = append(out, fmt.Sprintf("%s in %s..%s", c.Name(), names.nat(c.Lo), names.nat(c.Hi())))
		}
	}
	return out
}

// explain records what the effects of a function are.
func (k *module) explain(fn descend.FuncOp) {
	if t := fn.ExecType(); k.explained != nil && t != nil && t.Kind != exec.CPUThread {
		name := ir.SymbolName(fn.Operation)
		k.explained[name] = k.effectsOf(name).Explained(fn)
	}
}
