package check

import (
	"slices"

	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/dialects/nat"
	"descend/dialects/view"
	"descend/ir"
	"descend/passes"
	"descend/passes/check/analysis"
	"descend/passes/check/help"
	"descend/passes/place"
)

// Uniformity finds which conditions are the same for all threads (docs/checks.md, "Uniform values") and which
// functions have barriers.
//
//	descend.if %c {..}    ->    descend.if %c {..} {uniform}        same for all threads of a block
//	                            descend.if %c {..} {uniform_warp}   same for the lanes of a warp
//	descend.func @f ..    ->    descend.func @f .. {has_barrier}    f, or what it calls, synchronizes
//
// Values start out as uniform and are lowered until nothing changes, so that variables which depend on each
// other in loops are uniform if nothing makes them different. A variable is uniform if all its assignments
// are of uniform values under uniform conditions and it is never lent uniquely. Whether an element exists is as uniform as its place is. A load is uniform if it is
// from shared (`&`) memory that holds no atomics, at a place that does not depend on the thread. Calls are
// uniform if all their arguments are and what the callee makes of such arguments is. Functions of grids, blocks and warps
// take their parameters to be uniform, so what they are given has to be. Parameters and results with an owner never are.
type Uniformity struct{}

// Name is the name of the pass.
func (*Uniformity) Name() string { return "uniformity" }

// Description is one line.
func (*Uniformity) Description() string { return "mark conditions that are the same for all threads" }

// Anchor is the operation that the pass runs on.
func (*Uniformity) Anchor() string { return "builtin.module" }

// After is the order with reasons.
func (*Uniformity) After() []passes.Order {
	return []passes.Order{
		{Pass: "exec-check", Why: "who executes what is settled there"},
	}
}

// Run marks all functions.
func (p *Uniformity) Run(c *passes.Context) error { return analysis.Run(c, p) }

func (*Uniformity) Begin(m *analysis.Module) analysis.Checker {
	return &uniformModule{m}
}

// uniformModule is what the functions of a module share.
type uniformModule struct{ *analysis.Module }

// Group finds the functions with barriers.
func (m *uniformModule) Group(fs []descend.FuncOp) {
	m.Repeat(fs, func(f descend.FuncOp) bool {
		name := ir.SymbolName(f.Operation)
		if info := m.Info[name]; !m.HasBarrier(name) && (len(info.Syncs) > 0 ||
			slices.ContainsFunc(info.Calls, func(c analysis.Call) bool { return !ir.Is[descend.LaunchOp](c.Op) && m.HasBarrier(c.Callee) })) {
			m.Facts[name].Barrier = true
			return true
		}
		return false
	})
}

func (m *uniformModule) Function(f descend.FuncOp) {
	name := ir.SymbolName(f.Operation)
	m.Now.Pure = m.Cyclic[name] == "" && m.isPure(f)
	if !f.IsExtern() {
		u := newUniformity(f, m, startOf(f))
		u.mark()
		if m.Cyclic[name] == "" {
			m.Now.Result = m.result(u)
		}
		for op := range f.All("descend.call") {
			m.call(u, op)
		}
		for _, l := range u.r.Lets() {
			m.let(u, l)
		}
		for o := range ir.AllOf[descend.FunctionOp](f.Operation) {
			m.given(o)
		}
	}
}

// result is the level of what a function gives for arguments that are the same for the block.
func (m *uniformModule) result(u *uniformity) analysis.Level {
	t := u.f.Type()
	switch {
	case len(u.f.ResultOwner()) > 0:
		return analysis.Varying
	case m.Now.Pure:
		return analysis.GridUniform
	}
	last := u.f.Body(0).Back()
	if t == nil || len(t.Results) == 0 || last == nil || !ir.Is[descend.ReturnOp](last) && !ir.Is[descend.YieldOp](last) {
		return analysis.Varying
	}
	if startOf(u.f) != analysis.GridUniform {
		u = newUniformity(u.f, m, analysis.GridUniform)
	}
	return u.operands(last, 0)
}

// together is the level of what the threads of a resource have to agree on to execute a function, and the word for them; Varying
// for threads and parts of blocks.
func together(t *exec.Type) (analysis.Level, string) {
	switch t.Kind {
	case exec.Grid:
		return analysis.GridUniform, "grid"
	case exec.BlockGrp, exec.Block:
		return analysis.BlockUniform, "block"
	case exec.Warp, exec.WarpGrp:
		return analysis.WarpUniform, "warp"
	}
	return analysis.Varying, ""
}

// call checks that what a resource of several threads gives to a function is the same for all of them: the function takes its
// parameters to be so.
func (m *uniformModule) call(u *uniformity, op *ir.Operation) {
	t := place.ExecType(op)
	if t == nil || u.m.Now.IsPoison(op) {
		return
	}
	need, word := together(t)
	callee := m.Funcs[descend.CallOp{Operation: op}.Callee()]
	for i, a := range op.Operands()[1:] {
		if callee.Operation != nil && len(callee.ParamOwner(i)) > 0 {
			continue
		}
		if u.value(a) < need {
			m.Now.Fail(op, descend.CodeWrongExec, "an argument may differ between the threads of the %s", word).
				WithLabel("`%s` is executed by them together, with one value", help.ShownName(descend.CallOp{Operation: op}.Callee())).
				Relate(a.Location(), "threads may have different values here")
			return
		}
	}
}

// let checks that a nat which a resource of several threads makes is the same for all of them.
func (m *uniformModule) let(u *uniformity, o descend.LetNatOp) {
	t := place.ExecType(o.Operation)
	if t == nil || u.m.Now.IsPoison(o.Operation) {
		return
	}
	need, word := together(t)
	if v := o.Operand(0); u.value(v) < need {
		m.Now.Fail(o.Operation, descend.CodeWrongExec, "a bound may differ between the threads of the %s", word).
			WithLabel("the part is taken by them together").Relate(v.Location(), "threads may have different values here")
	}
}

// given checks that a function which is an argument computes its result from its arguments: who calls it takes the result to be the
// same where they are.
func (m *uniformModule) given(o descend.FunctionOp) {
	f, ok := m.Funcs[o.Callee()]
	if !ok || m.Now.IsPoison(o.Operation) || f.IsExtern() || m.Facts[o.Callee()].Pure || m.Cyclic[o.Callee()] != "" {
		return
	}
	for op := range f.All("") {
		if l, _ := exec.LevelOf(op); l == exec.ByCPU || l == exec.ByBlock || l == exec.ByGPUThread || l == exec.ByLanes || exec.BarrierOf(op) != nil {
			return // reported there: nobody executes that in a function that anybody calls
		}
	}
	m.Now.Fail(o.Operation, descend.CodeWrongExec, "a function that is an argument computes from its arguments alone").
		WithLabel("this does more, or calls a function of which nothing is known")
}

// isPure says whether the result of a function depends on nothing but scalar arguments.
func (m *uniformModule) isPure(f descend.FuncOp) bool {
	if f.IsExtern() || f.Type() == nil {
		return false
	}
	for i, t := range f.Type().Inputs {
		if !isPlainData(t) || len(f.ParamOwner(i)) > 0 {
			return false
		}
	}
	ok := true
	f.Walk(func(op *ir.Operation) ir.WalkResult {
		switch op.Typed().(type) {
		case descend.DerefOp, exec.SchedOp, exec.SplitOp:
			ok = false
		case descend.CallOp:
			n, _ := descend.CalleeOf(op)
			ok = ok && m.Facts[n] != nil && (m.Facts[n].Pure || m.Facts[n].Func.IsPoisoned())
		case descend.FuncOp, descend.LocalOp, descend.BinaryOp, descend.ApplyOp:
		default:
			ok = ok && (op.Has(ir.Pure) || op.Has(ir.RecursiveMemoryEffects) || isTransfer(op))
		}
		return ir.Advance
	})
	return ok
}

// isTransfer says whether an operation makes no values but brings some into places and out of them, or lends places.
func isTransfer(op *ir.Operation) bool {
	uses := descend.UsesOf(op)
	given := 0
	for _, u := range uses {
		if u.IsAtomic() || u.Gives() && u.Value == nil {
			return false
		}
		if u.Takes() || u.Refers() {
			given++
		}
	}
	return given == op.NumResults()
}

// isPlainData says whether values of t hold no references, boxes, atomics or type variables.
func isPlainData(t ir.Type) bool {
	return !descend.Holds(t, func(t ir.Type) bool {
		switch t.(type) {
		case *ir.IntegerType, *ir.FloatType, *ir.IndexType, *descend.ScalarVarType, *descend.EnumType, *descend.FnType, *descend.ArrayType, *ir.TupleType, *descend.StructType:
			return false
		}
		return true
	})
}

// uniformity is the analysis of one function.
type uniformity struct {
	f    descend.FuncOp
	m    *uniformModule
	r    *place.Resolver
	vars map[*ir.Value]analysis.Level // of variables and parameters
	lets map[string]*ir.Value         // the values that nats are made of
	memo map[*ir.Value]analysis.Level // of values, in one iteration
}

// newUniformity analyses a function whose parameters have the level start.
func newUniformity(f descend.FuncOp, m *uniformModule, start analysis.Level) *uniformity {
	u := &uniformity{f: f, m: m, r: m.Resolver(f), vars: map[*ir.Value]analysis.Level{}, lets: map[string]*ir.Value{}}
	for _, l := range u.r.Lets() {
		u.lets[l.Var()] = l.Operand(0)
	}
	u.solve(start)
	return u
}

// startOf is the level of the parameters of a function.
func startOf(f descend.FuncOp) analysis.Level {
	if t := f.ExecType(); t != nil {
		switch t.Kind {
		case exec.CPUThread, exec.Grid:
			return analysis.GridUniform
		case exec.BlockGrp, exec.Block:
			return analysis.BlockUniform
		case exec.Warp, exec.WarpGrp:
			return analysis.WarpUniform
		}
	}
	return analysis.Varying
}

// solve lowers variables until nothing changes.
func (u *uniformity) solve(start analysis.Level) {
	type store struct {
		root *ir.Value
		place.PlaceUse
	}
	var stores []store
	add := func(v *ir.Value, l analysis.Level) {
		u.vars[v] = l
		usage := u.r.Usage(v)
		if usage.Whole.Any(differs) || usage.Parts.Any(differs) {
			u.vars[v] = analysis.Varying
		}
		for _, g := range usage.Given {
			if !g.Behind {
				stores = append(stores, store{v, g})
			}
		}
	}
	for i, p := range u.f.Params() {
		if len(u.f.ParamOwner(i)) > 0 {
			add(p, analysis.Varying) // each thread has its own
		} else {
			add(p, start)
		}
	}
	for l := range u.f.All("descend.local") {
		add(l.Result(0), analysis.GridUniform)
	}
	for changed := true; changed; {
		changed = false
		u.memo = map[*ir.Value]analysis.Level{}
		for _, s := range stores {
			if u.vars[s.root] == analysis.Varying {
				continue
			}
			l := analysis.Varying
			if s.Value != nil {
				l = min(u.value(s.Value), u.address(s.Of), u.control(s.Op, s.root.ParentBlock()))
			}
			if l < u.vars[s.root] {
				u.vars[s.root], changed = l, true
				u.memo = map[*ir.Value]analysis.Level{}
			}
		}
	}
}

// differs says whether a variable may have different values in different threads after a use that gives it none: it is changed
// atomically, or by whoever has a unique reference. What a loop does with parts of it, the operations inside say.
func differs(u descend.Use) bool {
	return u.LendsUniq() && u.Kind != descend.UniqLoopUse || u.IsAtomic() || u.Kind == descend.CallUse
}

// value is the level of a value.
func (u *uniformity) value(v *ir.Value) analysis.Level {
	if l, ok := u.memo[v]; ok {
		return l
	}
	u.memo[v] = analysis.GridUniform // optimistic while it is computed; SSA values have no cycles
	l := u.compute(v)
	u.memo[v] = l
	return l
}

func (u *uniformity) operands(op *ir.Operation, from int) analysis.Level {
	l := analysis.GridUniform
	for _, v := range op.Operands()[from:] {
		l = min(l, u.value(v))
	}
	return l
}

func (u *uniformity) compute(v *ir.Value) analysis.Level {
	op := v.DefiningOp()
	if op == nil {
		return analysis.Varying
	}
	if u.m.Now.IsPoison(op) {
		return analysis.GridUniform
	}
	for _, use := range descend.UsesOf(op) {
		switch {
		case use.Value != v:
		case use.Takes() && use.IsPlace():
			return u.load(use.Of)
		case use.Refers():
			return u.address(use.Of)
		}
	}
	switch o := op.Typed().(type) {
	case exec.PositionOp:
		return levelAlong(o.Of(), o.Axis())
	case descend.NatOp:
		return u.nats(o.Nat())
	case descend.ConstOp, descend.UnitOp:
		return analysis.GridUniform
	case descend.AllocOp: // each block has its own
		return analysis.BlockUniform
	case descend.ApplyOp:
		return min(u.value(op.Operand(0)), u.operands(op, 2))
	case descend.FunctionOp, descend.BinaryOp, descend.CompareOp, descend.UnaryOp, descend.CastOp, descend.MathOp, descend.BitsOp, descend.AggregateOp, descend.RepeatOp:
		return u.operands(op, 0)
	case descend.RetypeOp:
		if _, ok := op.Operand(0).Type().(*descend.PlaceType); ok {
			return analysis.Varying
		}
		return u.operands(op, 0)
	case descend.ToAtomicOp:
		return u.operands(op, 0)
	case descend.BallotOp, descend.LaneVoteOp:
		return analysis.WarpUniform
	case descend.VoteOp:
		return analysis.BlockUniform
	case descend.CallOp:
		n, _ := descend.CalleeOf(op)
		if u.m.Facts[n] == nil {
			return analysis.Varying
		}
		l, callee := u.m.Facts[n].Result, u.m.Facts[n].Func
		for _, e := range descend.Instantiation(op, callee).Nats {
			l = min(l, u.nats(e))
		}
		for i, a := range op.Operands()[1:] {
			if len(callee.ParamOwner(i)) == 0 { // others are never taken to be the same
				l = min(l, u.value(a))
			}
		}
		return l
	case descend.IfOp:
		return min(u.value(op.Operand(0)), u.yielded(op, v.Index()))
	case descend.IfExistsOp:
		return min(u.address(o.Place()), u.yielded(op, v.Index()))
	case descend.ScopeOp, descend.UnsafeOp:
		return u.yielded(op, v.Index())
	}
	return analysis.Varying
}

func (u *uniformity) yielded(op *ir.Operation, i int) analysis.Level {
	l := analysis.GridUniform
	for _, r := range op.Regions() {
		if r.Empty() || r.Front().Back() == nil || !ir.Is[descend.YieldOp](r.Front().Back()) || i >= r.Front().Back().NumOperands() {
			return analysis.Varying
		}
		l = min(l, u.value(r.Front().Back().Operand(i)))
	}
	return l
}

// load is the level of what is read from a place.
func (u *uniformity) load(p *ir.Value) analysis.Level {
	l := u.address(p)
	if root, ok := place.VariableOf(p); ok {
		return min(l, u.vars[root])
	}
	for _, q := range u.r.Resolve(p) {
		ref := q.Ref()
		if q.Kind == place.Local || q.Kind == place.Param {
			l = min(l, u.vars[q.Root])
			continue
		}
		if q.Kind != place.Target || ref == nil || ref.Uniq || !isOneForBlock(ref.Mem) || !isPlainData(ref.Elem) || q.Via != "" {
			return analysis.Varying
		}
		if ref.Mem != descend.GPUGlobal {
			l = min(l, analysis.BlockUniform)
		}
	}
	return l
}

// isOneForBlock says whether all threads of a block reach the same memory through equal references.
func isOneForBlock(m descend.Mem) bool { return m == descend.GPUGlobal || m == descend.GPUShared }

// address says among which threads a place is the same one: by what it refers to, or by the references on the way there.
func (u *uniformity) address(p *ir.Value) analysis.Level {
	l := analysis.GridUniform
	for v := p; ; {
		of, by := descend.Base(v)
		if of == nil {
			break
		}
		if !v.IsArg() { // all threads go over the same elements at once
			l = min(l, u.step(by))
		}
		if ir.Is[descend.DerefOp](by) {
			l = min(l, u.load(of))
		}
		v = of
	}
	// A reference that can come from one borrow only, whichever way it came here, leads where the path of that borrow does, the same
	// way for all threads that agree on its steps. What may be of another time is left out: run-time indices, and steps that
	// depend on a loop which the borrow is in and the use is not (place.Any); behind a varying condition the variable would not be
	// written on all ways (move-check).
	ps := u.r.Resolve(p)
	if l == analysis.GridUniform || len(ps) != 1 || ps[0].Kind == place.Unknown {
		return l
	}
	known := analysis.GridUniform
	for _, s := range ps[0].Steps {
		switch s.Kind {
		case place.Any, place.Index: // an index had its value when the reference was made, which may be at different times
			return l
		case place.Each:
			continue
		}
		known = min(known, u.step(s.Op))
	}
	return max(l, known)
}

// step says among which threads a step of a place takes the same part.
func (u *uniformity) step(op *ir.Operation) analysis.Level {
	switch {
	case op == nil:
		return analysis.Varying
	case ir.Is[descend.IndexOp](op):
		return u.value(op.Operand(1))
	}
	if s, ok := op.Typed().(view.SelectOp); ok {
		return levelAlong(s.Resource(), s.Axis())
	}
	l := analysis.GridUniform
	if _, nats, ok := view.Signature(op, func(view.PermuteOp) (string, bool) { return "", true }); ok {
		l = u.nats(nats...)
	}
	view.Permutes(op, func(v view.PermuteOp) { l = min(l, u.value(v.Permutation())) })
	op.Walk(func(o *ir.Operation) ir.WalkResult {
		if o != op && (ir.Is[view.SelectOp](o) || ir.Is[descend.IndexOp](o)) {
			l = analysis.Varying
		}
		return ir.Advance
	})
	return l
}

// levelAlong is the level among whose threads a resource is the same one along an axis of its schedule.
func levelAlong(e *ir.Value, axis exec.Axis) analysis.Level {
	res := exec.ResourceOf(e)
	for i := len(res.Steps) - 1; i >= 0; i-- {
		s := res.Steps[i]
		if s.Kind != exec.ForallStep || s.Axis != axis || s.From == nil {
			continue
		}
		switch s.From.Kind {
		case exec.Grid, exec.BlockGrp:
			return analysis.BlockUniform
		case exec.WarpGrp:
			return analysis.WarpUniform
		}
		return analysis.Varying
	}
	return analysis.Varying
}

// control is the level of the conditions under which op executes, inside of the block until.
func (u *uniformity) control(op *ir.Operation, until *ir.Block) analysis.Level {
	l := analysis.GridUniform
	for b := op.Block(); b != nil && b != until; b = b.Parent().Block() {
		p := b.Parent()
		if p == nil {
			return l
		}
		if ir.Is[descend.FuncOp](p) {
			return l
		}
		l = min(l, u.guard(p, b))
	}
	return l
}

// guard is the level of the condition under which the region with block b of op executes.
func (u *uniformity) guard(op *ir.Operation, b *ir.Block) analysis.Level {
	switch o := op.Typed().(type) {
	case descend.IfOp:
		return u.value(o.Condition())
	case descend.IfExistsOp:
		if o.Divergent() {
			return analysis.Varying
		}
		return u.address(o.Place())
	case descend.WhileOp:
		return u.value(o.Condition())
	case exec.SplitOp:
		switch t := exec.TypeOf(o.From()); {
		case t == nil:
			return analysis.Varying
		case t.Kind == exec.Grid || t.Kind == exec.BlockGrp:
			return analysis.BlockUniform
		case t.Kind == exec.WarpGrp:
			return analysis.WarpUniform
		}
		return analysis.Varying
	case descend.ForNatOp:
		return u.nats(o.Lo(), o.Hi())
	case descend.ForEachOp:
		n, _ := descend.ArraySize(op.Operand(0))
		return u.nats(n)
	case exec.SchedOp, descend.ScopeOp, descend.UnsafeOp:
		return analysis.GridUniform
	}
	return analysis.Varying
}

// nats is the level of sizes: of those that the function makes of values that of the values, which are read where the nat is made. All
// others are generics and variables of nat loops, which the threads that execute them agree on.
func (u *uniformity) nats(es ...nat.Expr) analysis.Level {
	l := analysis.GridUniform
	if len(u.lets) == 0 {
		return l
	}
	for _, e := range es {
		for _, v := range e.Vars() {
			if of := u.lets[v]; of != nil {
				l = min(l, u.value(of))
			}
		}
	}
	return l
}

// mark notes the level of the conditions of ifs and loops, and of the flags of loops.
func (u *uniformity) mark() {
	u.f.Walk(func(op *ir.Operation) ir.WalkResult {
		switch op.Typed().(type) {
		case descend.IfOp, descend.IfExistsOp, descend.WhileOp:
			u.m.Now.Uniformity[op] = u.guard(op, nil)
		case descend.ForNatOp, descend.ForEachOp:
			if len(u.lets) > 0 && descend.CountsValue(op) {
				u.m.Now.Uniformity[op] = u.guard(op, nil)
			}
		case descend.LocalOp:
			if (descend.LocalOp{Operation: op}).Jump() != "" {
				u.m.Now.Uniformity[op] = u.vars[op.Result(0)]
			}
		}
		return ir.Advance
	})
}
