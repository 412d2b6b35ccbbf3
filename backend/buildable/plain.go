package buildable

import (
	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/dialects/view"
	"descend/ir"
	"descend/passes/place"
)

// look looks at the parts of a function, and notes its calls.
func (p *functions) look(f *function) {
	if f.IsExtern() {
		f.doubted = true
		return
	}
	trust := p.signature(f)
	f.Walk(func(op *ir.Operation) ir.WalkResult {
		if op != f.Operation && !p.operation(f, op) {
			trust = false
		}
		return ir.Advance
	})
	f.doubted = !trust
}

// signature: an entry gets and gives scalars and buffers.
func (p *functions) signature(f *function) bool {
	t := f.Type()
	if t == nil {
		return false
	}
	for _, in := range t.Inputs {
		if !isScalar(in) && !p.isHandle(in) && !(p.inMemory(f, in) && !isEntry(f)) {
			return false
		}
	}
	for _, out := range t.Results {
		_, box := out.(*descend.BoxType)
		if !isScalar(out) && !(box && p.isHandle(out)) && !(p.inMemory(f, out) && !isEntry(f)) {
			return false
		}
	}
	return true
}

// isEntry says whether a function may be compiled as one that others call.
func isEntry(f *function) bool {
	t, ok := f.Exec().(*exec.Type)
	return !ok || t.Kind == exec.CPUThread || t.Kind == exec.Grid
}

// isScalar says whether t is a scalar or ().
func isScalar(t ir.Type) bool {
	if u, ok := t.(*ir.TupleType); ok {
		return len(u.Types) == 0
	}
	_, index := t.(*ir.IndexType)
	return index || descend.IsScalar(t)
}

// isPlain says whether values of t own and borrow nothing.
func (p *functions) isPlain(t ir.Type) bool {
	plain, known := p.plain[t]
	if !known {
		plain = !descend.Holds(t, func(t ir.Type) bool {
			switch t.(type) {
			case *descend.RefType, *descend.BoxType:
				return true
			}
			return false
		})
		p.plain[t] = plain
	}
	return plain
}

// isHandle says whether t is a reference to or box of plain memory.
func (p *functions) isHandle(t ir.Type) bool {
	switch t := t.(type) {
	case *descend.RefType:
		return p.isPlain(t.Elem)
	case *descend.BoxType:
		return p.isPlain(t.Elem)
	}
	return false
}

// inMemory says whether a variable or value of t is plain and fits: the memory of threads has constant sizes.
func (p *functions) inMemory(f *function, t ir.Type) bool {
	return p.isPlain(t) && (!f.onGPU || fewElements(t, 1) > 0)
}

// fewElements is the number of scalars in n values of a type; 0 if it is not constant, or large. Type variables stand for
// types of any size, which is that of what is behind them.
func fewElements(t ir.Type, n int64) int64 {
	if a, ok := t.(*descend.ArrayType); ok {
		size, isConst := a.Size.Int64()
		if !isConst || size > manyElements {
			return 0
		}
		return fewElements(a.Elem, n*max(size, 1))
	}
	if ps, ok := descend.Parts(t); ok {
		sum := int64(1)
		for _, part := range ps {
			k := fewElements(part, n)
			if sum += k; k == 0 || sum > manyElements {
				return 0
			}
		}
		return sum
	}
	if n > manyElements {
		return 0
	}
	return n
}

// operation says whether an operation of f can be translated whatever the generics are, and notes calls.
func (p *functions) operation(f *function, op *ir.Operation) bool {
	switch o := op.Typed().(type) {
	case descend.YieldOp, descend.ConditionOp, descend.WhileOp, descend.ForNatOp, descend.LetNatOp, descend.ScopeOp, descend.UnsafeOp, descend.AssertOp,
		descend.DeviceOp, descend.DropOp, descend.DerefOp, descend.ProjOp, descend.AtOp, descend.NatOp, descend.ConstOp, descend.UnitOp,
		descend.BinaryOp, descend.CompareOp, descend.UnaryOp, descend.CastOp, descend.MathOp, descend.BitsOp, descend.RetypeOp,
		exec.SchedOp, exec.SplitOp, exec.ToWarpsOp, exec.ToThreadsOp, view.View, view.SelectOp, view.YieldOp:
		return true // wherever the checks accept it
	case descend.CallOp, descend.LaunchOp, descend.FunctionOp:
		return p.call(f, op)
	case descend.ReturnOp:
		return op.Parent() == f.Operation && op.Next() == nil
	case descend.IfOp:
		return all(op.Results(), isScalar)
	case descend.IfExistsOp:
		return all(op.Results(), isScalar) && p.isPlain(descend.ElemOf(o.Place()))
	case descend.ForEachOp:
		return p.isPlain(descend.ElemOf(op.Operand(0)))
	case descend.ReadOp, descend.MoveOp, descend.WriteOp:
		t := descend.ElemOf(op.Operand(op.NumOperands() - 1))
		return p.isHandle(t) || p.inMemory(f, t)
	case descend.BorrowOp:
		return p.isPlain(descend.ElemOf(op.Operand(0)))
	case descend.ToAtomicOp:
		t, ok := op.Operand(0).Type().(*descend.RefType)
		return ok && (t.Mem == descend.GPUGlobal || t.Mem == descend.GPUShared)
	case descend.LocalOp:
		t := descend.ElemOf(op.Result(0))
		return p.isHandle(t) && boundOnce(op) || p.inMemory(f, t)
	case descend.RepeatOp, descend.AggregateOp:
		return p.inMemory(f, op.Result(0).Type())
	case descend.AllocOp:
		t, ok := op.Result(0).Type().(*descend.RefType)
		return ok && p.isPlain(t.Elem) && len(descend.SizeOf(t.Elem).Vars()) == 0 && (t.Mem == descend.GPUShared || p.inMemory(f, t.Elem))
	case descend.BoxNewOp:
		return p.isPlain(op.Operand(0).Type())
	case descend.ZerosOp:
		t, ok := op.Result(0).Type().(*descend.BoxType)
		return ok && p.isPlain(t.Elem)
	case descend.FillOp:
		return all(op.Operands()[:1], isBuffer)
	case descend.AllocCopyOp, descend.CopyOp:
		return all(op.Operands(), isBuffer)
	case descend.PrintOp:
		return all(op.Operands(), func(t ir.Type) bool { return isScalar(t) || !f.onGPU && p.isPlain(t) })
	case descend.IndexOp:
		return !under[view.MapOp](op)
	case descend.AtomicOp:
		return o.StringAttr("op") != "cas" || !isFloat(descend.ElemOf(op.Operand(0)))
	case exec.SyncOp:
		run, _ := place.RunOf(o.Waits())
		return run == nil && !under[descend.IfOp](op) && !under[descend.IfExistsOp](op) && !under[descend.WhileOp](op)
	case descend.ShuffleOp, descend.BallotOp, descend.LaneVoteOp, descend.VoteOp:
		return !under[descend.IfOp](op) && !under[descend.IfExistsOp](op) && !under[descend.WhileOp](op)
	}
	return false
}

// call notes a call or launch, or a function as an argument.
func (p *functions) call(f *function, op *ir.Operation) bool {
	callee, _ := descend.CalleeOf(op)
	g := p.named[callee]
	if g == nil {
		return false
	}
	f.callees, g.callers = append(f.callees, g), append(g.callers, f)
	if l, ok := op.Attr("types").(*ir.ArrayAttr); ok {
		for _, e := range l.Elems {
			if a, ok := e.(*ir.TypeAttr); !ok || !p.isArgument(f, a.Type) {
				return false
			}
		}
	}
	if ir.Is[descend.LaunchOp](op) && !all(op.Operands(), func(t ir.Type) bool { return isScalar(t) || isBuffer(t) && !leadsToMixedAtomics(t) }) {
		return false
	}
	if t, ok := g.Exec().(*exec.Type); f.onGPU && ok && t.Kind != exec.Thread && t.Kind != exec.Any && (under[descend.IfOp](op) || under[descend.IfExistsOp](op) || under[descend.WhileOp](op)) {
		return false // it may have barriers
	}
	if ir.Is[descend.FunctionOp](op) {
		return true
	}
	return all(op.Results(), func(t ir.Type) bool { return p.inMemory(f, t) || p.isHandle(t) && !f.onGPU && !isRef(t) })
}

// isArgument says whether a type may stand for a generic: it makes no types that grow with every call.
func (p *functions) isArgument(f *function, t ir.Type) bool {
	return isGeneric(t) || p.inMemory(f, t) && fewElements(t, 1) > 0 && !descend.Holds(t, isGeneric)
}

// isGeneric says whether t is a type variable.
func isGeneric(t ir.Type) bool {
	switch t.(type) {
	case *descend.VarType, *descend.ScalarVarType:
		return true
	}
	return false
}

// all says whether the types of values are such.
func all(vs []*ir.Value, such func(ir.Type) bool) bool {
	for _, v := range vs {
		if !such(v.Type()) {
			return false
		}
	}
	return true
}

// isBuffer says whether t is a reference to or box of memory in one piece, that holds memory no further.
func isBuffer(t ir.Type) bool {
	switch t := t.(type) {
	case *descend.RefType:
		return !descend.Holds(t.Elem, isView)
	case *descend.BoxType:
		return !descend.Holds(t.Elem, isView)
	}
	return false
}

// leadsToMixedAtomics says whether t is a reference to structs or tuples with atomics, of which parts are copied for launches.
func leadsToMixedAtomics(t ir.Type) bool {
	r, ok := t.(*descend.RefType)
	return ok && descend.Holds(r.Elem, func(t ir.Type) bool {
		switch t := t.(type) {
		case *ir.TupleType, *descend.StructType:
			return descend.Holds(t, func(t ir.Type) bool { _, ok := t.(*descend.AtomicType); return ok })
		}
		return false
	})
}

// isView says whether t may lie in pieces, or leads to other memory.
func isView(t ir.Type) bool {
	switch t := t.(type) {
	case *descend.ArrayType:
		return t.View
	case *descend.RefType, *descend.BoxType:
		return true
	}
	return false
}

func isRef(t ir.Type) bool { _, ok := t.(*descend.RefType); return ok }

func isFloat(t ir.Type) bool {
	if a, ok := t.(*descend.AtomicType); ok {
		t = a.Elem
	}
	_, ok := t.(*ir.FloatType)
	return ok
}

// under says whether op is inside of a T of f.
func under[T any](op *ir.Operation) bool {
	_, ok := ir.Enclosing[T](op) // functions are not in each other
	return ok
}

// boundOnce says whether a variable is given a value once, where it is declared, and only read and followed.
func boundOnce(local *ir.Operation) bool {
	writes := 0
	for u := range local.Result(0).Uses() {
		switch o := u.Owner().Typed().(type) {
		case descend.ReadOp, descend.MoveOp, descend.DerefOp, descend.DropOp:
		case descend.WriteOp:
			if writes++; o.Block() != local.Block() {
				return false
			}
		default:
			return false
		}
	}
	return writes <= 1
}
