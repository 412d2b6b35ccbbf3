package check

import (
	"slices"
	"strings"

	"descend/dialects/descend"
	"descend/ir"
	"descend/passes/check/analysis"
	"descend/passes/check/help"
)

// Allocated memory has contents from the start, unspecified but valid values, or zeros. References, boxes and handles of GPUs have none
// such, so there is no memory for them:
//
//	alloc::<gpu.local, & gpu.global i32>()    // error: it would refer to nothing
//
// A type variable may stand for one: those of which a function, or what it calls, allocates memory are obligations of its
// callers.

// allocatedVars finds the obligations of functions that call each other.
func (m moveModule) allocatedVars(fs []descend.FuncOp) {
	m.Repeat(fs, func(f descend.FuncOp) (changed bool) {
		if f.IsExtern() {
			return false
		}
		name := ir.SymbolName(f.Operation)
		all := m.Facts[name].Allocated
		add := func(t ir.Type, loc ir.Location) {
			eachHandle(t, func(t ir.Type) {
				if v, ok := t.(*descend.VarType); ok && all[v.Name] == nil {
					all[v.Name], changed = loc, true
				}
			})
		}
		for i, p := range f.Params() {
			if r, ok := descend.ElemOf(p).(*descend.RefType); ok && len(f.ParamOwner(i)) > 0 {
				add(r.Elem, p.Location())
			}
		}
		for _, op := range m.Info[name].Allocs {
			add(referent(op.Result(0).Type()), op.Loc())
		}
		for _, c := range m.Info[name].Calls {
			m.allocatedBy(c, func(_ string, t ir.Type, loc ir.Location) { add(t, loc) })
		}
		return changed
	})
}

// allocatedBy visits what a call gives for the type variables of which its callee allocates memory, in their order.
func (m moveModule) allocatedBy(c analysis.Call, visit func(name string, t ir.Type, loc ir.Location)) {
	fa := m.Facts[c.Callee]
	if fa == nil || len(fa.Allocated) == 0 {
		return
	}
	s := descend.Instantiation(c.Op, fa.Func)
	for _, g := range fa.Func.Generics() {
		if loc := fa.Allocated[g.Name]; loc != nil && s.Types[g.Name] != nil {
			visit(g.Name, s.Types[g.Name], loc)
		}
	}
}

// checkAllocs reports the allocations and calls of a function that make memory for references or boxes.
func (m moveModule) checkAllocs(f descend.FuncOp) {
	info := m.Info[ir.SymbolName(f.Operation)]
	for _, op := range info.Allocs {
		elem := referent(op.Result(0).Type())
		if what := handlesIn(elem); what != "" && !m.Now.IsReported(op) {
			m.Now.Fail(op, descend.CodeUninitialized, "memory for %s cannot be allocated", what).
				WithLabel("a value of type `%s` has to come from somewhere", descend.UserFormat(elem)).
				WithHelp("declare a variable with an initial value")
		}
	}
	for _, c := range info.Calls {
		m.allocatedBy(c, func(name string, t ir.Type, loc ir.Location) {
			if what := handlesIn(t); what != "" && !m.Now.IsReported(c.Op) {
				m.Now.Fail(c.Op, descend.CodeUninitialized, "memory for %s cannot be allocated", what).
					WithLabel("here `%s` of `%s` is `%s`", name, help.ShownName(c.Callee), descend.UserFormat(t)).
					Relate(loc, "memory for `%s` is allocated here", name)
			}
		})
	}
}

// handlesIn says which of references, boxes and handles of GPUs are in a type; "" if none.
func handlesIn(t ir.Type) string {
	var out []string
	eachHandle(t, func(t ir.Type) {
		switch t.(type) {
		case *descend.RefType:
			out = append(out, "references")
		case *descend.BoxType:
			out = append(out, "boxes")
		case *descend.DeviceType:
			out = append(out, "handles of GPUs")
		}
	})
	slices.Sort(out)
	return strings.Join(slices.Compact(out), " and ")
}

// referent is what a reference refers to, or what is in a box. Other types, which no program is compiled to, are their own.
func referent(t ir.Type) ir.Type {
	switch r := t.(type) {
	case *descend.RefType:
		return r.Elem
	case *descend.BoxType:
		return r.Elem
	}
	return t
}

// eachHandle visits the references, boxes, handles of GPUs and type variables in values of a type, without what is behind them.
func eachHandle(t ir.Type, visit func(ir.Type)) {
	descend.Holds(t, func(t ir.Type) bool {
		switch t.(type) {
		case *descend.RefType, *descend.BoxType, *descend.DeviceType, *descend.VarType:
			visit(t)
		}
		return false
	})
}
