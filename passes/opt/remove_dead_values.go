package opt

import (
	"slices"

	"descend/dialects/ods"
	"descend/ir"
	"descend/passes"
	"descend/passes/dataflow"
)

// RemoveDeadValues erases operations, arguments of blocks, parameters and results of private functions, and
// values carried by loops and conditionals, that nothing with an effect depends on.
//
//	func.func private @f(%x: i32, %y: i32) -> (i32, i32)        func.func private @f(%x: i32) -> i32
//	%0:2 = call @f(%a, %b) : (i32, i32) -> (i32, i32)      ->   %0 = call @f(%a) : (i32) -> i32
//	"use"(%0#0) : (i32) -> ()                                   "use"(%0) : (i32) -> ()
type RemoveDeadValues struct{ anyOp }

// Name is the name of the pass.
func (*RemoveDeadValues) Name() string { return "remove-dead-values" }

// Description is one line.
func (*RemoveDeadValues) Description() string { return "Remove dead values" }

// Run removes what is dead inside c.Op.
func (*RemoveDeadValues) Run(c *passes.Context) error {
	l := newLiveness(c.Op)
	l.solve()
	r := &deadRemover{c: c, l: l}
	r.collect()
	r.shorten()
	r.erase()
	return nil
}

// slot is an operand that is handed on.
type slot struct {
	op *ir.Operation
	i  int
}

// liveness finds the values and operations that something with an effect depends on.
type liveness struct {
	top     *ir.Operation
	callers map[*ir.Operation][]*ir.Operation // of functions whose signature may change
	returns map[*ir.Operation][]*ir.Operation
	// from lists what a value is handed from, to what an operand is handed to.
	from map[*ir.Value][]slot
	to   map[slot][]*ir.Value
	live map[*ir.Value]bool
	ops  map[*ir.Operation]bool
	work []*ir.Value
}

func newLiveness(top *ir.Operation) *liveness {
	l := &liveness{top: top, returns: map[*ir.Operation][]*ir.Operation{}, from: map[*ir.Value][]slot{},
		to: map[slot][]*ir.Value{}, live: map[*ir.Value]bool{}, ops: map[*ir.Operation]bool{}}
	l.callers = dataflow.KnownCallers(top)
	for f, calls := range l.callers {
		if !changeable(f, calls) {
			delete(l.callers, f)
		}
	}
	top.Walk(func(op *ir.Operation) ir.WalkResult {
		if f := op.Parent(); f != nil && op.Has(ir.ReturnLike) {
			if _, ok := l.callers[f]; ok {
				l.returns[f] = append(l.returns[f], op)
			}
		}
		return ir.Advance
	})
	top.Walk(func(op *ir.Operation) ir.WalkResult {
		l.hand(op)
		return ir.Advance
	})
	return l
}

// changeable says whether the signature of a function can be changed: parameters and operands of the calls
// correspond.
func changeable(f *ir.Operation, calls []*ir.Operation) bool {
	fn := f.Typed().(ods.FunctionLike)
	t := ods.FunctionTypeOf(f)
	if fn.FunctionBody().Empty() || t == nil || fn.FunctionBody().Front().NumArgs() != len(t.Inputs) {
		return false
	}
	for b := range fn.FunctionBody().Blocks() {
		if end := b.Back(); len(end.Successors()) == 0 && (!end.Has(ir.ReturnLike) || end.NumOperands() != len(t.Results)) {
			return false
		}
	}
	for _, c := range calls {
		if c.NumOperands() != len(t.Inputs) || c.NumResults() != len(t.Results) {
			return false
		}
	}
	return true
}

func (l *liveness) link(s slot, v *ir.Value) {
	l.from[v] = append(l.from[v], s)
	l.to[s] = append(l.to[s], v)
}

// hand notes which operands of op are handed on and to what.
func (l *liveness) hand(op *ir.Operation) {
	if rb, ok := op.Typed().(ir.RegionBranchOp); ok {
		for _, e := range rb.RegionEdges() {
			for i, v := range e.Inputs {
				l.link(slot{e.From, e.First + i}, v)
			}
		}
	}
	if br, ok := op.Typed().(ir.BranchOp); ok {
		start, counts := br.SuccessorRanges()
		for i, s := range op.Successors() {
			for j := range counts[i] {
				l.link(slot{op, start + j}, s.Arg(j))
			}
			start += counts[i]
		}
	}
	f := dataflow.Callee(op)
	if _, ok := l.callers[f]; !ok {
		return
	}
	entry := f.Typed().(ods.FunctionLike).FunctionBody().Front()
	for i, a := range entry.Args() {
		l.link(slot{op, i}, a)
	}
	for _, ret := range l.returns[f] {
		for i, v := range op.Results() {
			l.link(slot{ret, i}, v)
		}
	}
}

func (l *liveness) solve() {
	l.top.Walk(func(op *ir.Operation) ir.WalkResult {
		if _, isBranch := op.Typed().(ir.RegionBranchOp); op == l.top || op.NumRegions() > 0 && !isBranch || !ir.WouldBeDead(op) && !op.Has(ir.Terminator) {
			l.markOp(op)
		}
		if op.Has(ir.Terminator) || op.Def() == nil {
			if p := op.Parent(); p != nil {
				if _, ok := p.Typed().(ir.RegionBranchOp); !ok || len(op.Successors()) > 0 {
					l.markOp(op)
				}
			}
		}
		return ir.Advance
	})
	for len(l.work) > 0 {
		v := l.work[len(l.work)-1]
		l.work = l.work[:len(l.work)-1]
		for _, s := range l.from[v] {
			l.mark(s.op.Operand(s.i))
			for _, tied := range l.to[s] { // an operand stays or goes for all that it is handed to
				l.mark(tied)
			}
		}
		if def := v.DefiningOp(); def != nil {
			l.markOp(def)
		} else if p := v.OwnerBlock().Parent(); p != nil {
			l.markOp(p)
		}
	}
}

func (l *liveness) mark(v *ir.Value) {
	if !l.live[v] {
		l.live[v] = true
		l.work = append(l.work, v)
	}
}

// markOp keeps an operation: what it needs for itself is live, and so are the operations around it.
func (l *liveness) markOp(op *ir.Operation) {
	if l.ops[op] {
		return
	}
	l.ops[op] = true
	for i := range op.NumOperands() {
		if l.to[slot{op, i}] == nil {
			l.mark(op.Operand(i))
		}
	}
	if _, ok := op.Typed().(ir.RegionBranchOp); ok {
		for _, r := range op.Regions() {
			for b := range r.Blocks() {
				if b.Back() != nil {
					l.markOp(b.Back())
				}
			}
		}
	}
	if p := op.Parent(); p != nil && op != l.top {
		l.markOp(p)
	}
}

// deadRemover takes the dead values out.
type deadRemover struct {
	c *passes.Context
	l *liveness
	// what is rebuilt or erased, in the order of the text
	operations []*ir.Operation
	functions  []*ir.Operation
}

// collect lists the operations, so that changing them does not disturb the walk.
func (r *deadRemover) collect() {
	r.c.Op.Walk(func(op *ir.Operation) ir.WalkResult {
		if op != r.c.Op {
			r.operations = append(r.operations, op)
			if _, ok := r.l.callers[op]; ok {
				r.functions = append(r.functions, op)
			}
		}
		return ir.Advance
	})
}

// keep lists the values that are live.
func (r *deadRemover) keep(vs []*ir.Value) (list []int) {
	for i, v := range vs {
		if r.l.live[v] {
			list = append(list, i)
		}
	}
	return list
}

// shorten takes dead values out of signatures, branches, calls and what is carried. The lists of operands are
// cut first, then arguments and results go.
func (r *deadRemover) shorten() {
	for _, op := range r.operations {
		if r.l.ops[op] {
			r.operands(op)
		}
	}
	for _, f := range r.functions {
		r.signature(f)
	}
	r.dropDead()
	for i := len(r.operations) - 1; i >= 0; i-- {
		if op := r.operations[i]; r.l.ops[op] {
			r.results(op)
		}
	}
	r.c.Op.Walk(func(op *ir.Operation) ir.WalkResult {
		for _, g := range op.Regions() {
			for b := range g.Blocks() {
				r.arguments(b)
			}
		}
		return ir.Advance
	})
}

// operands drops the operands that are handed to dead values only.
func (r *deadRemover) operands(op *ir.Operation) {
	if br, ok := op.Typed().(ir.BranchOp); ok {
		all, dropped := ir.SuccessorOperands(br, op), false
		for i, s := range op.Successors() {
			var vs []*ir.Value
			for j, v := range all[i] {
				if r.l.live[s.Arg(j)] {
					vs = append(vs, v)
				}
			}
			dropped = dropped || len(vs) < len(all[i])
			all[i] = vs
		}
		if dropped {
			br.SetSuccessorOperands(all)
		}
		return
	}
	var vs []*ir.Value
	for i, v := range op.Operands() {
		to := r.l.to[slot{op, i}]
		if to == nil || slices.ContainsFunc(to, func(v *ir.Value) bool { return r.l.live[v] }) {
			vs = append(vs, v)
		}
	}
	if len(vs) < op.NumOperands() {
		op.SetOperands(vs...)
	}
}

// handed says whether something hands values to the arguments of a block or results: only then they may go.
func (r *deadRemover) handed(vs []*ir.Value) bool {
	return slices.ContainsFunc(vs, func(v *ir.Value) bool { return r.l.from[v] != nil })
}

func (r *deadRemover) arguments(b *ir.Block) {
	if !r.handed(b.Args()) {
		return
	}
	for i := b.NumArgs() - 1; i >= 0; i-- {
		if a := b.Arg(i); !r.l.live[a] && r.l.from[a] != nil {
			b.EraseArg(i)
			r.c.Stat("arguments", 1)
		}
	}
}

// results rebuilds an operation without its dead results.
func (r *deadRemover) results(op *ir.Operation) {
	keep := r.keep(op.Results())
	if len(keep) == op.NumResults() || !r.handed(op.Results()) {
		return
	}
	var types []ir.Type
	for _, i := range keep {
		types = append(types, op.Result(i).Type())
	}
	n := ir.NewOperation(op.Context(), ir.OperationState{Name: op.OpName(), Loc: op.Loc(), Operands: op.Operands(), Types: types, Attrs: op.Attrs(), Props: op.Props})
	for _, g := range op.Regions() {
		n.AddRegion(ir.NewRegion()).TakeBody(g)
	}
	ir.NewBuilder(op.Context()).Before(op).Insert(n)
	for j, i := range keep {
		op.Result(i).ReplaceAllUsesWith(n.Result(j))
		r.l.live[n.Result(j)] = true
	}
	r.l.ops[n] = true
	r.c.Stat("results", op.NumResults()-len(keep))
	op.Erase()
}

// signature drops parameters and results of a function; its blocks and returns are cut elsewhere.
func (r *deadRemover) signature(f *ir.Operation) {
	c := f.Context()
	t := ods.FunctionTypeOf(f)
	args := r.keep(f.Typed().(ods.FunctionLike).FunctionBody().Front().Args())
	var results []int
	for i := range t.Results {
		live := len(r.l.returns[f]) == 0
		for _, call := range r.l.callers[f] {
			live = live || r.l.live[call.Result(i)]
		}
		if live || len(r.l.callers[f]) == 0 {
			results = append(results, i)
		}
	}
	if len(r.l.callers[f]) == 0 {
		return
	}
	f.SetAttr("function_type", c.TypeAttr(c.FunctionType(pick(t.Inputs, args), pick(t.Results, results))))
	for name, keep := range map[string][]int{"arg_attrs": args, "res_attrs": results} {
		if a, ok := f.Attr(name).(*ir.ArrayAttr); ok {
			if left := pick(a.Elems, keep); len(left) > 0 {
				f.SetAttr(name, c.ArrayAttr(left...))
			} else {
				f.SetAttr(name, nil)
			}
		}
	}
}

func pick[T any](list []T, keep []int) []T {
	out := make([]T, 0, len(keep))
	for _, i := range keep {
		out = append(out, list[i])
	}
	return out
}

// dropDead lets go of the operands of dead operations.
func (r *deadRemover) dropDead() {
	for _, op := range r.operations {
		if !r.l.ops[op] {
			op.SetOperands()
		}
	}
}

// erase erases the dead operations.
func (r *deadRemover) erase() {
	var dead []*ir.Operation
	r.c.Op.Walk(func(op *ir.Operation) ir.WalkResult {
		if op != r.c.Op && !r.l.ops[op] {
			dead = append(dead, op)
			return ir.Skip
		}
		return ir.Advance
	})
	for _, op := range dead {
		op.Erase()
		r.c.Stat("operations", 1)
	}
}
