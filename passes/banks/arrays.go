package banks

import (
	"slices"

	"descend/dialects/arith"
	"descend/dialects/gpu"
	"descend/dialects/memref"
	"descend/dialects/scf"
	"descend/ir"
)

// arrays are shared arrays of which one place in the program may access several, as buffers that swap are: they have one layout.
type arrays struct {
	context *ir.Context
	roots   []*ir.Value // attributions of the kernel
	refs    []*ir.Value // all values that refer to them
	users   []*ir.Operation
	// together is how many elements one behind the other, the first with a number that it divides, an access has at most.
	together int64
	// fixed says that something is done with them that a layout would not travel with.
	fixed bool
}

// size is the number of bytes of an element.
func (a *arrays) size() int64 { return int64(elemBytes(a.roots[0].Type().(*ir.MemRefType).Elem)) }

// elements are those of the largest array.
func (a *arrays) elements() int64 {
	n := int64(0)
	for _, r := range a.roots {
		n = max(n, r.Type().(*ir.MemRefType).Shape[0])
	}
	return n
}

// arraysOf are the shared arrays of a kernel, together where they flow together.
func arraysOf(kernel gpu.FuncOp) []*arrays {
	var out []*arrays
	of := map[*ir.Value]*arrays{}
	for _, root := range kernel.WorkgroupAttributions() {
		if of[root] != nil {
			of[root].roots = append(of[root].roots, root)
			continue
		}
		a := &arrays{context: kernel.Context(), roots: []*ir.Value{root}}
		out = append(out, a)
		a.follow(root, of)
	}
	for _, a := range out {
		for _, r := range a.roots {
			t, ok := r.Type().(*ir.MemRefType)
			a.fixed = a.fixed || !ok || len(t.Shape) != 1 || t.Shape[0] <= 0 || t.Layout != nil
		}
	}
	return slices.DeleteFunc(out, func(a *arrays) bool { return a.fixed })
}

// follow finds where a reference goes, and what else may come to the same places.
func (a *arrays) follow(v *ir.Value, of map[*ir.Value]*arrays) {
	todo := []*ir.Value{v}
	add := func(v *ir.Value) {
		if of[v] == nil {
			todo = append(todo, v)
		}
	}
	for len(todo) > 0 {
		v := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if of[v] != nil {
			continue
		}
		of[v] = a
		a.refs = append(a.refs, v)
		for _, w := range a.origins(v) {
			add(w)
		}
		for u := range v.Uses() {
			for _, w := range a.use(u) {
				add(w)
			}
		}
	}
}

// origins are the references that a reference may be.
func (a *arrays) origins(v *ir.Value) []*ir.Value {
	op := v.DefiningOp()
	switch {
	case op == nil:
		if ir.Is[gpu.FuncOp](v.OwnerBlock().Parent()) {
			return nil
		}
	case ir.Is[memref.CastOp](op):
		return op.Operands()
	case ir.Is[arith.SelectOp](op):
		return op.Operands()[1:]
	}
	from := sources(v)
	a.fixed = a.fixed || len(from) == 0
	return from
}

// use are the references that a use makes of one; what is not known fixes the layout.
func (a *arrays) use(u *ir.Use) []*ir.Value {
	op := u.Owner()
	switch o := op.Typed().(type) {
	case memref.CastOp, arith.SelectOp:
		t, ok := op.Result(0).Type().(*ir.MemRefType)
		a.fixed = a.fixed || !ok || len(t.Shape) != 1 || t.Layout != nil
		return op.Results()
	case memref.AssumeAlignmentOp:
		return nil
	case scf.YieldOp, scf.ConditionOp:
		number := u.Index()
		if ir.Is[scf.ConditionOp](op) {
			number--
		}
		to := targets(op.Parent(), op, number)
		a.fixed = a.fixed || len(to) == 0
		return to
	case scf.ForOp:
		return []*ir.Value{o.IterArgs()[u.Index()-3], op.Result(u.Index() - 3)}
	case scf.WhileOp:
		return []*ir.Value{o.Before().Arg(u.Index())}
	}
	n := accessOf(op)
	if n == nil || len(n.of.Indices) != 1 || u.Index() != indexOperand(op)-1 { // what is accessed stands before the index
		a.fixed = true
		return nil
	}
	a.users, a.together = append(a.users, op), max(a.together, n.of.Elements)
	return nil
}

// targets are the values that an end of a region gives its operand to.
func targets(op, end *ir.Operation, number int) []*ir.Value {
	switch o := op.Typed().(type) {
	case scf.IfOp:
		return []*ir.Value{op.Result(number)}
	case scf.ForOp:
		return []*ir.Value{o.IterArgs()[number], op.Result(number)}
	case scf.WhileOp:
		if end.Block() == o.After() {
			return []*ir.Value{o.Before().Arg(number)}
		}
		return []*ir.Value{o.After().Arg(number), op.Result(number)}
	}
	return nil
}
