package opt

import (
	"math"
	"slices"

	"descend/dialects/ods"
	"descend/ir"
	"descend/passes"
	"descend/passes/dataflow"
)

// Inline puts the bodies of functions in the place of calls of them, callees before callers, and erases
// private functions that nothing refers to.
//
//	func.func private @sq(%x: i32) -> i32 {            func.func @f(%a: i32) -> i32 {
//	  %0 = arith.muli %x, %x : i32                       %0 = arith.muli %a, %a : i32
//	  return %0 : i32                             ->     return %0 : i32
//	}                                                  }
//	func.func @f(%a: i32) -> i32 {
//	  %0 = call @sq(%a) : (i32) -> i32
//	  return %0 : i32
//	}
//
// A body of several blocks goes only where several blocks may be. Where types differ between a call and the function, the call says how
// values are converted ([ods.CallConverter]), or stays. Functions that call themselves, and those
// with unregistered operations, are left. Locations become call sites.
type Inline struct {
	anyOp
	// Registry has the passes that the pipelines name.
	Registry *passes.Registry

	DefaultPipeline string
	OpPipelines     []*passes.Manager
	Threshold       int
	MaxIterations   int
}

// Name is the name of the pass.
func (*Inline) Name() string { return "inline" }

// Description is one line.
func (*Inline) Description() string { return "Inline function calls" }

// Options binds the options.
func (p *Inline) Options(o *passes.Options) {
	o.Passes(&p.DefaultPipeline, "default-pipeline", "canonicalize", p.Registry, "The passes run on functions before their callers, where op-pipelines has none")
	o.Int(&p.Threshold, "inlining-threshold", math.MaxUint32, "A function is inlined if its operations are at most this many percent of the caller's")
	o.Int(&p.MaxIterations, "max-iterations", 4, "Max. rounds of inlining and simplification of functions that call each other")
	o.Pipelines(&p.OpPipelines, "op-pipelines", p.Registry, "The passes run on functions of one kind, as `dialect.op(pipeline)`")
}

// maxGrown bounds the operations of a function into which calls are inlined, since bodies multiply.
const maxGrown = 1 << 20

// Run inlines in the functions of c.Op.
func (p *Inline) Run(c *passes.Context) error {
	if err := needSymbolTable(c, "the inliner"); err != nil {
		return err
	}
	in := &inliner{c: c, p: p, byOp: map[string]*passes.Manager{}, sizes: map[*ir.Operation]int{}}
	for _, m := range p.OpPipelines {
		in.byOp[m.Anchor] = m
	}
	var err error
	if in.dflt, err = p.Registry.ParsePasses(p.DefaultPipeline); err != nil {
		return err
	}
	graph := newCallGraph(c.Op)
	for _, comp := range graph.components() {
		if err := in.component(comp); err != nil {
			return err
		}
	}
	eraseUnreferenced(c)
	return nil
}

type inliner struct {
	c     *passes.Context
	p     *Inline
	dflt  *passes.Manager
	byOp  map[string]*passes.Manager
	sizes map[*ir.Operation]int
}

// component simplifies functions that call each other and inlines in them, until there is nothing to inline. Simplified
// functions are smaller, and pass constants on.
func (in *inliner) component(comp []*ir.Operation) error {
	for range max(in.p.MaxIterations, 1) {
		for _, f := range comp {
			m := in.byOp[f.Name()]
			if m == nil {
				m = in.dflt
			}
			if err := m.Run(f, in.c.Diags, passes.RunOptions{NoVerify: true, SingleThread: true}); err != nil {
				return err
			}
			delete(in.sizes, f)
		}
		changed := false
		for _, f := range comp {
			if in.function(f) {
				changed = true
			}
		}
		if !changed {
			return nil
		}
	}
	return nil
}

// function inlines the calls that are in f now.
func (in *inliner) function(f *ir.Operation) bool {
	var calls []*ir.Operation
	f.Walk(func(op *ir.Operation) ir.WalkResult {
		if dataflow.Callee(op) != nil {
			calls = append(calls, op)
		}
		return ir.Advance
	})
	changed := false
	for _, call := range calls {
		callee := dataflow.Callee(call)
		if callee == f || !in.legal(call, callee) || !in.worth(f, callee) {
			continue
		}
		in.sizes[f] += in.size(callee) - 1 // the call goes
		if body := callee.Typed().(ods.FunctionLike).FunctionBody(); body.Front() == body.Back() {
			in.sizes[f]-- // and the return
		}
		InlineCall(call, callee)
		in.c.Stat("num-inlined", 1)
		changed = true
	}
	return changed
}

// size is the number of operations in a function, at any depth.
func (in *inliner) size(f *ir.Operation) int {
	n, ok := in.sizes[f]
	if !ok {
		n = -1 // f itself
		f.Walk(func(*ir.Operation) ir.WalkResult { n++; return ir.Advance })
		in.sizes[f] = n
	}
	return n
}

// worth compares sizes with the threshold, as mlir-opt does.
func (in *inliner) worth(f, callee *ir.Operation) bool {
	if in.size(f)+in.size(callee) > maxGrown {
		return false
	}
	return in.p.Threshold >= math.MaxUint32 || in.size(callee)*100/max(in.size(f), 1) <= in.p.Threshold
}

// legal says whether the body of callee may stand in the place of the call.
func (in *inliner) legal(call, callee *ir.Operation) bool {
	body := callee.Typed().(ods.FunctionLike).FunctionBody()
	if body.Empty() || !hands(call, call.Operands(), body.Front().Args()) {
		return false
	}
	if body.Front() != body.Back() {
		if p := call.Parent(); p.Def() == nil || p.Has(ir.SingleBlock) {
			return false
		}
	}
	for b := range body.Blocks() {
		t := b.Back()
		if t == nil || len(t.Successors()) == 0 && !hands(call, t.Operands(), call.Results()) {
			return false
		}
		if _, ok := t.Typed().(ods.InlinableReturn); !ok && len(t.Successors()) == 0 {
			return false
		}
	}
	return callee.Walk(func(op *ir.Operation) ir.WalkResult {
		if op.Def() == nil || dataflow.Callee(op) == callee {
			return ir.Interrupt
		}
		return ir.Advance
	})
}

// hands says whether the values from can stand for those of to where the function stands for the call.
func hands(call *ir.Operation, from, to []*ir.Value) bool {
	_, converts := call.Typed().(ods.CallConverter)
	return slices.EqualFunc(from, to, func(v, w *ir.Value) bool { return converts || v.Type() == w.Type() })
}

// converted is v in a type that the call, or the function, wants.
func converted(b *ir.Builder, call *ir.Operation, v *ir.Value, t ir.Type) *ir.Value {
	if v.Type() == t {
		return v
	}
	return call.Typed().(ods.CallConverter).Convert(b.At(call.Loc()), v, t)
}

// InlineCall replaces the call by a copy of the body.
func InlineCall(call, callee *ir.Operation) {
	c := call.Context()
	copied := ir.NewRegion()
	callee.Typed().(ods.FunctionLike).FunctionBody().CloneInto(copied, ir.NewMapping())
	for b := range copied.Blocks() {
		for o := range b.Ops() {
			o.Walk(func(o *ir.Operation) ir.WalkResult {
				o.SetLoc(c.CallSiteLoc(o.Loc(), call.Loc()))
				return ir.Advance
			})
		}
	}
	entry, b := copied.Front(), ir.NewBuilder(c)
	for i, a := range entry.Args() {
		a.ReplaceAllUsesWith(converted(b.Before(call), call, call.Operand(i), a.Type()))
	}
	for block := range copied.Blocks() {
		if ret := block.Back(); len(ret.Successors()) == 0 {
			for i, r := range call.Results() {
				ret.SetOperand(i, converted(b.Before(ret), call, ret.Operand(i), r.Type()))
			}
		}
	}
	if entry.Next() == nil {
		ret := entry.Back()
		for i, r := range call.Results() {
			r.ReplaceAllUsesWith(ret.Operand(i))
		}
		ret.Erase()
		for o := range entry.Ops() {
			o.MoveBefore(call)
		}
		call.Erase()
		return
	}
	inlineBlocks(call, copied)
}

// inlineBlocks splits the block of the call and puts the blocks between; returns become branches.
func inlineBlocks(call *ir.Operation, copied *ir.Region) {
	block := call.Block()
	rest := block.SplitBefore(call)
	for _, r := range call.Results() {
		r.ReplaceAllUsesWith(rest.AddArg(r.Type(), call.Loc()))
	}
	call.Erase()
	entry := copied.Front()
	for o := range entry.Ops() {
		o.MoveToEnd(block)
	}
	last := block
	for b := range copied.Blocks() {
		b.Detach()
		if b != entry {
			block.Region().InsertAfter(b, last)
			last = b
		}
	}
	bld := ir.NewBuilder(block.Parent().Context())
	for b := block; b != rest; b = b.Next() {
		if ret, ok := b.Back().Typed().(ods.InlinableReturn); ok {
			op := b.Back()
			ret.BranchTo(bld.AtEnd(b).At(op.Loc()), rest)
			op.Erase()
		}
	}
}

// eraseUnreferenced erases private functions that nothing refers to, until there are none.
func eraseUnreferenced(c *passes.Context) {
	uses := map[*ir.Operation]int{}
	count := func(op *ir.Operation, by int) {
		op.Walk(func(o *ir.Operation) ir.WalkResult {
			for _, a := range o.Attrs() {
				dataflow.EachSymbol(a.Value, func(ref *ir.SymbolRefAttr) { uses[ir.ResolveSymbol(o, ref)] += by })
			}
			return ir.Advance
		})
	}
	count(c.Op, 1)
	functions := newCallGraph(c.Op).functions
	for again := true; again; {
		var left, dead []*ir.Operation
		for _, f := range functions {
			if uses[f] > 0 || !dataflow.PrivateSymbol(f, c.Op) {
				left = append(left, f)
				continue
			}
			count(f, -1)
			dead = append(dead, f)
		}
		for _, f := range dead {
			f.Erase()
		}
		again, functions = len(dead) > 0, left
	}
}
