package dataflow

import (
	"descend/dialects/ods"
	"descend/ir"
)

// Callee is the function that a call names, nil if it is not known.
func Callee(op *ir.Operation) *ir.Operation {
	call, ok := op.Typed().(ods.CallLike)
	if !ok || call.CalleeRef() == nil {
		return nil
	}
	f := ir.ResolveSymbol(op, call.CalleeRef())
	if f == nil {
		return nil
	}
	if _, ok := f.Typed().(ods.FunctionLike); !ok {
		return nil
	}
	return f
}

// KnownCallers finds the functions inside top that are only reached by calls inside top, with these calls:
// private ones that nothing but calls refers to. It is empty if an operation of unknown meaning might be a
// symbol table.
func KnownCallers(top *ir.Operation) map[*ir.Operation][]*ir.Operation {
	if !top.Has(ir.SymbolTable) {
		return nil
	}
	callers := map[*ir.Operation][]*ir.Operation{}
	ok := top.Walk(func(op *ir.Operation) ir.WalkResult {
		if op.Def() == nil && op.NumRegions() == 1 {
			return ir.Interrupt
		}
		if _, isFunc := op.Typed().(ods.FunctionLike); isFunc && op != top && PrivateSymbol(op, top) {
			callers[op] = nil
		}
		return ir.Advance
	})
	if !ok {
		return nil
	}
	top.Walk(func(op *ir.Operation) ir.WalkResult {
		callee := Callee(op)
		for _, a := range op.Attrs() {
			EachSymbol(a.Value, func(ref *ir.SymbolRefAttr) {
				f := ir.ResolveSymbol(op, ref)
				if _, tracked := callers[f]; !tracked {
					return
				}
				if f == callee {
					callers[f] = append(callers[f], op)
					callee = nil // a second reference is another use
				} else {
					delete(callers, f)
				}
			})
		}
		return ir.Advance
	})
	return callers
}

// PrivateSymbol says whether all uses of the symbol are inside top.
func PrivateSymbol(op, top *ir.Operation) bool {
	switch op.StringAttr("sym_visibility") {
	case "private":
		return true
	case "nested":
		table := op.Parent()
		return table != nil && (table == top && top.Parent() == nil || table.StringAttr("sym_visibility") == "private")
	}
	return false
}

// EachSymbol calls f for the symbol references in an attribute.
func EachSymbol(a ir.Attribute, f func(*ir.SymbolRefAttr)) {
	switch a := a.(type) {
	case *ir.SymbolRefAttr:
		f(a)
	case *ir.ArrayAttr:
		for _, e := range a.Elems {
			EachSymbol(e, f)
		}
	case *ir.DictAttr:
		for _, e := range a.Entries {
			EachSymbol(e.Value, f)
		}
	}
}
