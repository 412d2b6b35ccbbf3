package check

import (
	"slices"
	"strings"

	"descend/dialects/descend"
	"descend/ir"
)

// Allocated memory has contents from the start, unspecified but valid values. References and boxes have none such, so there
// is no memory for them:
//
//	alloc::<gpu.local, & gpu.global i32>()    // error: it would refer to nothing
//
// A type variable may stand for one: those of which a function, or what it calls, allocates memory are obligations of its
// callers.

// allocContents are, for each function, the type variables that are in the types of what it or a callee allocates, with the
// place of an allocation.
type allocContents map[string]map[string]ir.Location

// allocatedVars finds the obligations, callees first; those of recursive functions by repetition.
func (m *moduleState) allocatedVars() allocContents {
	all := allocContents{}
	for changed := true; changed; {
		changed = false
		for _, f := range m.order {
			if f.IsExtern() {
				continue
			}
			name := ir.SymbolName(f.Operation)
			add := func(t ir.Type, loc ir.Location) {
				eachHandle(t, func(t ir.Type) {
					v, ok := t.(*descend.VarType)
					if !ok || all[name][v.Name] != nil {
						return
					}
					if all[name] == nil {
						all[name] = map[string]ir.Location{}
					}
					all[name][v.Name], changed = loc, true
				})
			}
			for i, p := range f.Params() {
				if f.ParamOwner(i) != "" {
					add(referent(descend.ElemOf(p)), p.Location())
				}
			}
			for _, op := range m.info[name].allocs {
				add(referent(op.Result(0).Type()), op.Loc())
			}
			for _, c := range m.info[name].calls {
				all.each(m, c, func(_ string, t ir.Type, loc ir.Location) { add(t, loc) })
			}
		}
		changed = changed && len(m.cyclic) > 0
	}
	return all
}

// each visits what a call gives for the type variables of which its callee allocates memory, in their order.
func (a allocContents) each(m *moduleState, c call, visit func(name string, t ir.Type, loc ir.Location)) {
	vars := a[c.callee]
	if len(vars) == 0 {
		return
	}
	s := descend.Instantiation(c.op, m.fns[c.callee])
	for _, g := range m.fns[c.callee].Generics() {
		if loc := vars[g.Name]; loc != nil && s.Types[g.Name] != nil {
			visit(g.Name, s.Types[g.Name], loc)
		}
	}
}

// checkAllocs reports the allocations and calls of a function that make memory for references or boxes.
func (m *moduleState) checkAllocs(f descend.FuncOp, all allocContents) {
	info := m.info[ir.SymbolName(f.Operation)]
	for _, op := range info.allocs {
		elem := referent(op.Result(0).Type())
		if what := handlesIn(elem); what != "" && !m.now.isReported(op) {
			m.now.fail(op, uninitialized, "memory for %s cannot be allocated", what).
				WithLabel("a value of type `%s` has to come from somewhere", descend.UserFormat(elem)).
				WithHelp("declare a variable with an initial value")
		}
	}
	for _, c := range info.calls {
		all.each(m, c, func(name string, t ir.Type, loc ir.Location) {
			if what := handlesIn(t); what != "" && !m.now.isReported(c.op) {
				m.now.fail(c.op, uninitialized, "memory for %s cannot be allocated", what).
					WithLabel("here `%s` of `%s` is `%s`", name, shownName(c.callee), descend.UserFormat(t)).
					Relate(loc, "memory for `%s` is allocated here", name)
			}
		})
	}
}

// handlesIn says which of references and boxes are in a type; "" if none.
func handlesIn(t ir.Type) string {
	var out []string
	eachHandle(t, func(t ir.Type) {
		switch t.(type) {
		case *descend.RefType:
			out = append(out, "references")
		case *descend.BoxType:
			out = append(out, "boxes")
		}
	})
	slices.Sort(out)
	return strings.Join(slices.Compact(out), " and ")
}

// referent is what a reference type refers to. Other types, which no program is compiled to, are their own.
func referent(t ir.Type) ir.Type {
	if r, ok := t.(*descend.RefType); ok {
		return r.Elem
	}
	return t
}

// eachHandle visits the references, boxes and type variables in values of a type, without what is behind them.
func eachHandle(t ir.Type, visit func(ir.Type)) {
	descend.Holds(t, func(t ir.Type) bool {
		switch t.(type) {
		case *descend.RefType, *descend.BoxType, *descend.VarType:
			visit(t)
		}
		return false
	})
}
