package lower

import (
	"fmt"
	"slices"

	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/dialects/nat"
	"descend/ir"
	"descend/passes"
	"descend/passes/dataflow"
)

// InlineCalls puts the bodies of called functions into their callers.
//
//	call @f(%t, %x)       ->   scope {
//	                             %p = local {name = "x"};  write %x, %p {init}
//	                             .. body of f, resource replaced by %t ..
//	                             yield %result
//	                           }
//
// GPU functions are always inlined: there is no call below this level. A CPU function is inlined unless it
// is recursive, returns from within a nested region, or would be one of too many; the call then stays. Nat loops of the inlined body
// get names that are new in the caller, nat generics are replaced by the call's arguments, and the
// locations become call sites, with the function's name as instantiate tells it. The shared memory that a function allocates gets a name, so that it is one object for all calls.
//
// Needs: instantiate. Guarantees: kernels hold no calls; device functions are gone.
type InlineCalls struct{}

// Name is the name of the pass.
func (*InlineCalls) Name() string { return "inline-calls" }

// Description is one line.
func (*InlineCalls) Description() string { return "inline device functions and simple CPU functions" }

// Anchor is the operation that the pass runs on.
func (*InlineCalls) Anchor() string { return "builtin.module" }

// After is the order with reasons.
func (*InlineCalls) After() []passes.Order {
	return []passes.Order{
		{Pass: "instantiate", Why: "a call names an instance"},
	}
}

// maxInlined bounds the calls inlined into a kernel, maxInlinedHost those into a CPU function, where the others
// stay calls.
const (
	maxInlined     = 20000
	maxInlinedHost = 1000
)

type inliner struct {
	c      *passes.Context
	ctx    *ir.Context
	funcs  map[string]descend.FuncOp
	cyclic map[string]bool
	// of the current caller
	binders map[string]bool
	count   int
}

// Run inlines.
func (p *InlineCalls) Run(c *passes.Context) error {
	in := &inliner{c: c, ctx: c.IR(), cyclic: map[string]bool{}}
	var names []string
	in.funcs, names = functions(c.Op)
	before := calledBy(c.Op)
	in.findCycles(names)
	for _, n := range names {
		f := in.funcs[n]
		if k := execKind(f); !f.IsExtern() && (k == exec.CPUThread || k == exec.Grid) {
			in.caller(f)
		}
	}
	if c.Diags.HasErrors() {
		return nil
	}
	in.eraseUnused(c.Op, names, before)
	return nil
}

// calledBy lists the functions that calls and launches name.
func calledBy(module *ir.Operation) map[string]bool {
	called := map[string]bool{}
	module.Walk(func(o *ir.Operation) ir.WalkResult {
		if n, ok := descend.CalleeOf(o); ok {
			called[n] = true
		}
		return ir.Advance
	})
	return called
}

// eraseUnused removes device functions, and CPU functions all of whose calls were inlined.
func (in *inliner) eraseUnused(module *ir.Operation, names []string, before map[string]bool) {
	for again := true; again; {
		again = false
		after := calledBy(module)
		for _, n := range names {
			f, ok := in.funcs[n]
			if !ok || f.IsExtern() {
				continue
			}
			k := execKind(f)
			device := k != exec.CPUThread && k != exec.Grid
			if device || k == exec.CPUThread && before[n] && !after[n] && !f.HasAttr(entryAttr) {
				delete(in.funcs, n)
				f.Erase()
				again = true
			}
		}
	}
}

// findCycles marks functions that call themselves, directly or not.
func (in *inliner) findCycles(names []string) {
	calls := map[string][]string{}
	for _, n := range names {
		in.funcs[n].Walk(func(o *ir.Operation) ir.WalkResult {
			if call, ok := o.Typed().(descend.CallOp); ok {
				calls[n] = append(calls[n], call.Callee())
			}
			return ir.Advance
		})
	}
	for _, component := range dataflow.Components(names, func(n string) []string { return calls[n] }) {
		for _, n := range component {
			in.cyclic[n] = len(component) > 1 || slices.Contains(calls[n], n)
		}
	}
}

// caller inlines all calls in f, those that inlined bodies bring included.
func (in *inliner) caller(f descend.FuncOp) {
	in.binders = map[string]bool{}
	for _, g := range f.Generics() {
		in.binders[g.Name] = true
	}
	for _, v := range descend.BoundNats(f) {
		in.binders[v] = true
	}
	in.count = 0
	onGPU := execKind(f) == exec.Grid
	for again := true; again; {
		again = false
		for _, call := range slices.Collect(ir.AllOf[descend.CallOp](f.Operation)) {
			g, ok := in.funcs[call.Callee()]
			if !ok || g.IsExtern() {
				if onGPU {
					in.c.Diags.Errorf(call.Loc(), descend.CodeUnsupported, "function `%s` has no body to put into the kernel", call.Callee())
					return
				}
				continue
			}
			if in.cyclic[call.Callee()] {
				if onGPU {
					in.c.Diags.Errorf(call.Loc(), descend.CodeWrongExec, "recursive function `%s` cannot run on the GPU", call.Callee())
					return
				}
				continue
			}
			if hasNestedReturn(g) {
				if onGPU {
					in.c.Diags.Errorf(call.Loc(), descend.CodeWrongExec, "function `%s` returns from within a block on the GPU", call.Callee())
					return
				}
				continue
			}
			if in.count++; !onGPU && in.count > maxInlinedHost {
				return
			} else if in.count > maxInlined {
				in.c.Diags.Errorf(call.Loc(), descend.CodeUnsupported, "more than %d calls to inline into `%s`", maxInlined, ir.SymbolName(f.Operation))
				return
			}
			in.inline(call, g)
			again = true
		}
	}
}

// hasNestedReturn says whether f returns from anywhere but the end of its body.
func hasNestedReturn(f descend.FuncOp) bool {
	for o := range ir.AllOf[descend.ReturnOp](f.Operation) {
		if o.Parent() != f.Operation || o.Next() != nil {
			return true
		}
	}
	return false
}

// nameObjects names the allocations of a function that have no name yet.
func (in *inliner) nameObjects(g descend.FuncOp) {
	n := 0
	for o := range ir.AllOf[descend.AllocOp](g.Operation) {
		if o.Object() == "" {
			o.SetAttr("object", in.ctx.StringAttr(fmt.Sprintf("%s#%d", ir.SymbolName(g.Operation), n)))
		}
		n++
	}
}

// inline replaces the call by a scope with a copy of the body of g.
func (in *inliner) inline(call descend.CallOp, g descend.FuncOp) {
	b := ir.NewBuilder(in.ctx).Before(call.Operation).At(call.Loc())
	at := call.Loc()
	if n, ok := g.Loc().(*ir.NameLoc); ok {
		at = in.ctx.NameLoc(n.Name, at)
	}
	subst := descend.Instantiation(call.Operation, g)
	for _, v := range descend.BoundNats(g) {
		n := v
		for i := 1; in.binders[n]; i++ {
			n = fmt.Sprintf("%s'%d", v, i)
		}
		in.binders[n] = true
		if n != v {
			subst.Nats[v] = nat.Var(n)
		}
	}
	in.nameObjects(g)
	m := ir.NewMapping()
	clone := g.Operation.Clone(m)
	var from, site ir.Location // operations that follow each other often have one location
	clone.Walk(func(o *ir.Operation) ir.WalkResult {
		if v := descend.BoundNat(o); v != "" {
			if e, ok := subst.Nats[v]; ok {
				o.SetAttr("var", in.ctx.StringAttr(e.String()))
			}
		}
		if l := o.Loc(); l != from {
			from, site = l, in.ctx.CallSiteLoc(l, at)
		}
		o.SetLoc(site)
		return ir.Advance
	})
	substOp(clone, subst)
	body := clone.Body(0)

	var types []ir.Type
	for _, r := range call.Results() {
		types = append(types, r.Type())
	}
	block := ir.NewBlock(call.Loc())
	scope := b.OpR("descend.scope", nil, types, []*ir.Region{ir.NewRegion(block)})
	scope.SetAttr("checks", call.Attr("checks")) // obligations of the call, left to run time
	b.AtEnd(block)
	f := clone.Typed().(descend.FuncOp)
	body.Arg(0).ReplaceAllUsesWith(call.Operand(0))
	for i, p := range f.Params() {
		local := descend.NewLocal(b, f.ParamName(i), descend.ElemOf(p)).Result(0)
		descend.NewInit(b, call.Operand(i+1), local)
		p.ReplaceAllUsesWith(local)
	}
	for o := range body.Ops() {
		if ir.Is[descend.ReturnOp](o) || ir.Is[descend.YieldOp](o) && o.Next() == nil {
			descend.NewYield(b.At(o.Loc()), o.Operands()...)
			o.Erase()
			continue
		}
		o.MoveToEnd(block)
	}
	if last := block.Back(); !ir.Is[descend.YieldOp](last) {
		descend.NewYield(b)
	}
	foldRetypes(scope)
	for i, r := range call.Results() {
		r.ReplaceAllUsesWith(scope.Result(i))
	}
	call.Erase()
}
