package access

import (
	"maps"

	"descend/dialects/descend"
	"descend/ir"
	"descend/passes/flow"
	"descend/passes/place"
)

// Values that are the same whenever and by whomever they are computed in one execution of the function: pure operations
// on literals, nats of the signature, scalar parameters of which each thread has not its own, and variables that have such a value where they are read. Scalar parameters
// are the same for all threads that execute the function together: uniformity asks it of calls by grids, blocks and warps; a
// group of blocks, warps or threads has no other scalars than literals, nats, its parameters and its own variables, since it
// loads nothing (exec-check) and nobody else writes its variables (narrowing-check).
//
// A variable that is written once has that value wherever it is read (it is assigned before use). For others the
// structured code is executed once, by package flow, with what each variable holds: at the end of an if or split that is the
// value on all ways, in a loop that assigns the variable nothing is known at its start. This speaks of each instance of a
// variable (a block's, a thread's) alone, so it does not matter who executes which branch; since a value is made of
// nothing that differs between threads, two reads with one number (numbers.go) have one value in all threads. Variables that are
// borrowed are left out.

// maxTracked bounds the variables of a function that are followed.
const maxTracked = 32

// findValues prepares valueOf: it finds what variables that are written several times hold where they are read.
func (f *conditions) findValues() {
	conditions := false
	followed := map[*ir.Value]bool{}
	f.fn.Walk(func(op *ir.Operation) ir.WalkResult {
		switch {
		case ir.Is[descend.IfOp](op) || ir.Is[descend.WhileOp](op):
			conditions = true
		case ir.Is[descend.LocalOp](op) && f.r.Usage(op.Result(0)).Assigned() == place.Several && len(followed) < maxTracked && f.isPlain(op.Result(0)):
			followed[op.Result(0)] = true
		}
		return ir.Advance
	})
	env := environment{}
	for _, p := range f.fn.Params() {
		if f.r.Usage(p).Assigned() != place.Never && len(followed) < maxTracked && f.isPlain(p) {
			followed[p] = true
			env[p] = f.numbers.parameter(p)
		}
	}
	if !conditions || len(followed) == 0 {
		return
	}
	w := &valueWalk{f: f, followed: followed, assigned: map[*ir.Operation]map[*ir.Value]bool{}}
	for v := range followed {
		for _, u := range f.r.Usage(v).Given {
			for p := u.Op.Parent(); p != nil; p = p.Parent() {
				if !descend.IsLoop(p) {
					continue
				}
				if w.assigned[p] == nil {
					w.assigned[p] = map[*ir.Value]bool{}
				}
				w.assigned[p][v] = true
			}
		}
	}
	flow.Forward(w.f.shapes, w, f.fn.Body(0), env)
}

// isPlain says whether a variable or parameter is a bool, integer or enum that is only read and written as a whole.
func (f *conditions) isPlain(v *ir.Value) bool {
	t := descend.ElemOf(v)
	_, ok := t.(*ir.IntegerType)
	return (ok || descend.IsEnum(t)) && f.r.Usage(v).IsScalar() && !f.ofEach(v)
}

// ofEach says whether v is a parameter of which each thread has its own.
func (f *conditions) ofEach(v *ir.Value) bool {
	return place.KindOf(v) == place.Param && v.Index() > 0 && len(f.fn.ParamOwner(v.Index()-1)) > 0
}

// environment is what variables hold at a point, a client's state of package flow: a variable that is missing has an unknown
// value, and joins leave out what differs, so that there are no more states above one than it has variables.
type environment map[*ir.Value]fixedValue

// Clone is a copy.
func (env environment) Clone() environment { return maps.Clone(env) }

// Join keeps the values that are the same on both ways.
func (env environment) Join(o environment) bool {
	n := len(env)
	maps.DeleteFunc(env, func(v *ir.Value, x fixedValue) bool { return !x.equals(o[v]) })
	return len(env) < n
}

func (env environment) set(v *ir.Value, x fixedValue) {
	if env[v] = x; !x.isFixed() {
		delete(env, v)
	}
}

// valueWalk executes a function with the values of some variables.
type valueWalk struct {
	f        *conditions
	followed map[*ir.Value]bool
	assigned map[*ir.Operation]map[*ir.Value]bool // by loops
	trial    bool                                 // the first condition of a loop is executed to see whether it is false
}

// Op assigns and reads variables.
func (w *valueWalk) Op(op *ir.Operation, env environment) {
	switch o := op.Typed().(type) {
	case descend.LocalOp:
		delete(env, op.Result(0))
	case descend.WriteOp:
		if w.followed[o.Place()] {
			env.set(o.Place(), w.f.valueOf(o.Value()))
		}
	case descend.ReadOp:
		if w.followed[op.Operand(0)] {
			w.f.reads[op] = env[op.Operand(0)]
		}
	}
}

// Enter finds out whether a while loop's first condition is false.
func (w *valueWalk) Enter(op *ir.Operation, env environment) {
	o, ok := ir.As[descend.WhileOp](op)
	if !ok {
		return
	}
	w.f.never[op] = false // it may be in the condition of another loop, which is executed twice
	for v := range w.assigned[op] {
		if env[v].known && !w.trial {
			w.f.never[op] = w.isFalse(o, env.Clone())
			break
		}
	}
}

// Leave leaves an operation: nothing happens.
func (w *valueWalk) Leave(*ir.Operation, environment) {}

// Edge goes on behind an if from the branch that is executed, where that is known, and knows nothing of what a loop assigns where
// an iteration begins and where it ends, which makes the head a fixpoint at once.
func (w *valueWalk) Edge(e flow.Edge, env environment) bool {
	switch e.Op.Typed().(type) {
	case descend.IfOp:
		if e.To == flow.Outside {
			c := w.f.valueOf(e.Op.Operand(0))
			return !c.known || (c.n != 0) == (e.From == 0)
		}
	case descend.ForNatOp, descend.ForEachOp:
		w.forget(e.Op, env)
	case descend.WhileOp:
		if e.From == 0 && w.f.never[e.Op] {
			return e.To == flow.Outside
		}
		w.forget(e.Op, env)
	}
	return true
}

// isFalse says whether the condition of a loop is false in env.
func (w *valueWalk) isFalse(loop descend.WhileOp, env environment) bool {
	values := w.f.values
	w.f.values = map[*ir.Value]fixedValue{} // the condition has other values later
	w.trial = true
	flow.Forward(w.f.shapes, w, loop.Body(0), env)
	w.trial = false
	c := w.f.valueOf(loop.Condition())
	w.f.values = values
	return c.known && c.n == 0
}

// forget drops what is known of the variables that a loop assigns.
func (w *valueWalk) forget(loop *ir.Operation, env environment) {
	for v := range w.assigned[loop] {
		delete(env, v)
	}
}

// valueOf is the fixed value of v, if it is known to have one.
func (f *conditions) valueOf(v *ir.Value) fixedValue {
	x, ok := f.values[v]
	if !ok {
		f.values[v] = fixedValue{} // while it is computed
		x = f.computeValue(v)
		f.values[v] = x
	}
	return x
}

func (f *conditions) computeValue(v *ir.Value) fixedValue {
	op := v.DefiningOp()
	if op == nil {
		return fixedValue{}
	}
	switch o := op.Typed().(type) {
	case descend.ConstOp:
		a, ok := op.Attr("value").(*ir.IntegerAttr)
		t, isInt := v.Type().(*ir.IntegerType)
		if !ok || !isInt || !a.Value.IsInt64() {
			return f.numbers.of(valueKey{kind: "constant", constant: op.Attr("value")})
		}
		return f.numbers.known(a.Value.Int64(), t)
	case descend.NatOp:
		for _, n := range o.Nat().Vars() {
			if !f.isGeneric(n) {
				return fixedValue{} // a loop's variable
			}
		}
		return f.numbers.of(valueKey{kind: "nat", name: o.Nat().Key()})
	case descend.ReadOp:
		return f.valueRead(op)
	case descend.IfOp:
		return f.chosen(op)
	case descend.CastOp:
		if descend.IsEnum(op.Operand(0).Type()) || descend.IsEnum(v.Type()) { // the number of a variant
			return f.valueOf(op.Operand(0))
		}
	case descend.CompareOp:
	case descend.BinaryOp, descend.UnaryOp:
		if descend.MayBeFloat(v.Type()) {
			return fixedValue{} // may be contracted in one place and not in the other
		}
	default:
		return fixedValue{}
	}
	var args [2]fixedValue
	for i, a := range op.Operands() {
		if i == len(args) {
			return fixedValue{}
		}
		if args[i] = f.valueOf(a); !args[i].isFixed() {
			return fixedValue{}
		}
	}
	out := fixedValue{}
	if t, ok := op.Operand(0).Type().(*ir.IntegerType); ok {
		switch o := op.Typed().(type) {
		case descend.CompareOp:
			out = f.numbers.compared(o.Rel(), args[0], args[1], t)
		case descend.BinaryOp:
			out = f.numbers.combined(o.Operator(), args[0], args[1], t)
		case descend.UnaryOp:
			if t.Width == 1 {
				return negated(args[0])
			}
		}
	}
	if out.isFixed() {
		return out
	}
	return f.numbers.of(valueKey{kind: op.Name(), name: op.StringAttr("op"), args: [3]valueRef{args[0].ref, args[1].ref}, from: op.Operand(0).Type(), to: v.Type()})
}

// valueRead is the value of a whole variable or scalar parameter where it is read.
func (f *conditions) valueRead(read *ir.Operation) fixedValue {
	if x, ok := f.reads[read]; ok {
		return x
	}
	p := read.Operand(0)
	l := p.DefiningOp()
	if descend.IsMut(p) && !f.isPlain(p) {
		return fixedValue{}
	}
	switch {
	case l == nil && p.OwnerBlock() == f.fn.Body(0) && f.r.Usage(p).Assigned() == place.Never:
		if _, ref := descend.ElemOf(p).(*descend.RefType); !ref && !f.ofEach(p) {
			return f.numbers.parameter(p)
		}
	case ir.Is[descend.LocalOp](l) && f.r.Usage(p).Assigned() == place.Single:
		if g := f.r.Usage(p).Given[0]; g.Of == p && g.Value != nil {
			return f.valueOf(g.Value)
		}
	}
	return fixedValue{}
}

// chosen is the value of an if, as && and || make it.
func (f *conditions) chosen(op *ir.Operation) fixedValue {
	fst, snd := descend.Yielded(op, 0), descend.Yielded(op, 1)
	if op.NumResults() != 1 || fst == nil || snd == nil {
		return fixedValue{}
	}
	c, x, y := f.valueOf(op.Operand(0)), f.valueOf(fst), f.valueOf(snd)
	switch {
	case c.known && c.n != 0:
		return x
	case c.known:
		return y
	case !c.isFixed() || !x.isFixed() || !y.isFixed():
		return fixedValue{}
	case x.equals(y):
		return x
	}
	return f.numbers.of(valueKey{kind: "if", args: [3]valueRef{c.ref, x.ref, y.ref}})
}
