package scf

import (
	"fmt"

	"descend/dialects/arith"
	"descend/dialects/ods"
	"descend/ir"
)

// ForOp is scf.for.
type ForOp struct{ *ir.Operation }

// Def returns the definition.
func (ForOp) Def() *ir.OpDef { return forDef }

var forDef = &ir.OpDef{
	Name: "scf.for", Summary: "counted loop",
	Description: "Runs the body for the induction variable lb, lb+step, .. below ub (signed comparison; step > 0). Values carried round the loop are arguments of the body behind the induction variable: at first `initArgs`, then what the body yields; the last ones are the results.",
	Example: `func.func @example(%lb: index, %ub: index, %step: index, %init: f32, %x: f32) {
  %0 = scf.for %i = %lb to %ub step %step iter_args(%acc = %init) -> (f32) {
    %1 = arith.addf %acc, %x : f32
    scf.yield %1 : f32
  }
  scf.for %i = %lb to %ub step %step {
  }
  return
}
`,
	Operands: []ir.OperandDef{
		{Name: "lowerBound", Type: ods.SignlessIntegerOrIndex}, {Name: "upperBound", Type: ods.SignlessIntegerOrIndex},
		{Name: "step", Type: ods.SignlessIntegerOrIndex},
		{Name: "initArgs", Type: ods.AnyType, Arity: ir.Variadic},
	},
	Results:    []ir.OperandDef{{Name: "results", Type: ods.AnyType, Arity: ir.Variadic}},
	Regions:    []ir.RegionDef{{Name: "region"}},
	Traits:     ir.SingleBlock | ir.ImplicitTerminator | ir.RecursiveMemoryEffects | ir.AllocationScope,
	Terminator: "scf.yield",
	SameTypes:  [][]string{{"lowerBound", "upperBound", "step"}},
}

// NewFor builds a loop. Its body is without terminator: build into Body (AtEnd(f.LoopBody())) and end it
// with NewYield.
func NewFor(b *ir.Builder, lb, ub, step *ir.Value, inits ...*ir.Value) ForOp {
	args := append([]ir.Type{lb.Type()}, ir.TypesOf(inits)...)
	body := ir.NewBlock(b.Loc(), args...)
	return ForOp{b.OpR("scf.for", append([]*ir.Value{lb, ub, step}, inits...), ir.TypesOf(inits), []*ir.Region{ir.NewRegion(body)})}
}

// BuildFor builds a loop with the body that f makes: f gets the induction variable and the carried values
// and returns what is yielded. Afterwards the builder stands behind the loop.
func BuildFor(b *ir.Builder, lb, ub, step *ir.Value, inits []*ir.Value, f func(iv *ir.Value, iter []*ir.Value) []*ir.Value) ForOp {
	loop := NewFor(b, lb, ub, step, inits...)
	p := b.Save()
	b.AtEnd(loop.LoopBody())
	NewYield(b, f(loop.InductionVar(), loop.IterArgs())...)
	b.Restore(p)
	return loop
}

// LowerBound is the first value of the induction variable.
func (o ForOp) LowerBound() *ir.Value { return o.Operand(0) }

// UpperBound is where the loop stops; the induction variable stays below it.
func (o ForOp) UpperBound() *ir.Value { return o.Operand(1) }

// Step is what is added to the induction variable.
func (o ForOp) Step() *ir.Value { return o.Operand(2) }

// Inits are the initial carried values.
func (o ForOp) Inits() []*ir.Value { return o.Operands()[3:] }

// LoopBody is the block of the body.
func (o ForOp) LoopBody() *ir.Block { return o.Body(0) }

// InductionVar is the loop variable.
func (o ForOp) InductionVar() *ir.Value { return o.Body(0).Arg(0) }

// IterArgs are the carried values in the body.
func (o ForOp) IterArgs() []*ir.Value { return o.Body(0).Args()[1:] }

// Yielded are the values carried to the next iteration.
func (o ForOp) Yielded() []*ir.Value {
	if y, ok := ir.As[YieldOp](o.Body(0).Back()); ok {
		return y.Operands()
	}
	return nil
}

// LoopRegions is the body.
func (o ForOp) LoopRegions() []*ir.Region { return o.Regions() }

// RegionEdges leads into the body, round it, and out; the loop may run never.
func (o ForOp) RegionEdges() []ir.RegionEdge {
	body, yield := o.Region(0), o.Body(0).Back()
	return []ir.RegionEdge{
		{From: o.Operation, First: 3, To: body, Inputs: o.IterArgs()},
		{From: o.Operation, First: 3, Inputs: o.Results()},
		{Source: body, From: yield, To: body, Inputs: o.IterArgs()},
		{Source: body, From: yield, Inputs: o.Results()},
	}
}

// IsSpeculatable says whether the loop ends, as it does with step 1 (another step may jump over all numbers that are
// not below the upper bound), and all of its body may be executed.
func (o ForOp) IsSpeculatable() bool {
	return arith.IsConstantInt(o.Step(), 1) && ir.RegionsSpeculatable(o.Operation)
}

// TripCount is the number of iterations, if the bounds are constants.
func (o ForOp) TripCount() (int64, bool) {
	lb, ok1 := arith.ConstantInt(o.LowerBound())
	ub, ok2 := arith.ConstantInt(o.UpperBound())
	st, ok3 := arith.ConstantInt(o.Step())
	if ok1 && ok2 && lb >= ub {
		return 0, true
	}
	if !ok1 || !ok2 || !ok3 || st <= 0 {
		return 0, false
	}
	d := uint64(ub) - uint64(lb) // positive; may exceed the range of int64
	n := (d-1)/uint64(st) + 1
	if n > 1<<63-1 {
		return 0, false
	}
	return int64(n), true
}

// Verify checks how many values are carried.
func (o ForOp) Verify() error {
	if len(o.Inits()) != o.NumResults() {
		return fmt.Errorf("mismatch in number of loop-carried values and defined values")
	}
	return nil
}

// VerifyRegions checks the arguments of the body and what it yields.
func (o ForOp) VerifyRegions() error {
	body, inits := o.LoopBody(), o.Inits()
	if body.NumArgs() == 0 || !body.Back().Is("scf.yield") {
		return o.verifyBody()
	}
	args, yielded := body.Args()[1:], body.Back().Operands()
	switch {
	case len(inits) != len(args):
		return fmt.Errorf("different number of inits and region iter_args: %d != %d", len(inits), len(args))
	case len(yielded) > 0 && len(args) != len(yielded):
		return fmt.Errorf("different number of region iter_args and yielded values: %d != %d", len(args), len(yielded))
	case o.NumResults() != len(args):
		return fmt.Errorf("different number of loop results and region iter_args: %d != %d", o.NumResults(), len(args))
	}
	for i, a := range args {
		if t := inits[i].Type(); t != a.Type() {
			return fmt.Errorf("%d-th init and %d-th region iter_arg have different type: '%s' != '%s'", i, i, t, a.Type())
		}
		if len(yielded) > 0 && yielded[i].Type() != a.Type() {
			return fmt.Errorf("%d-th region iter_arg and %d-th yielded value have different type: '%s' != '%s'", i, i, a.Type(), yielded[i].Type())
		}
	}
	for i, a := range args {
		if r := o.Result(i); r.Type() != a.Type() {
			return fmt.Errorf("%d-th region iter_arg and %d-th loop result have different type: '%s' != '%s'", i, i, a.Type(), r.Type())
		}
	}
	return o.verifyBody()
}

// verifyBody checks the end of the body and its first argument.
func (o ForOp) verifyBody() error {
	if err := checkYield(o.Operation, o.Body(0), "Region #0 to Region #0"); err != nil {
		return err
	}
	if body := o.LoopBody(); body.NumArgs() == 0 || body.Arg(0).Type() != o.LowerBound().Type() {
		return fmt.Errorf("expected induction variable to be same type as bounds and step")
	}
	return nil
}

// checkYield checks the operands of the scf.yield at the end of the block against the results of op, in MLIR's words for the
// way of control that the block ends with.
func checkYield(op *ir.Operation, b *ir.Block, way string) error {
	if !b.Back().Is("scf.yield") {
		return fmt.Errorf("expects region to terminate with 'scf.yield'")
	}
	return ods.CheckRegionEnd(op, b.Back(), way)
}

// Rewrites simplifies loops that run at most once, and carried values.
func (ForOp) Rewrites() []ir.Rewrite {
	return []ir.Rewrite{{
		Name: "for-never-runs", Benefit: 3, Args: "%n: index, %s: index, %x: f32",
		Before: `
%0 = scf.for %i = %n to %n step %s iter_args(%a = %x) -> (f32) {
  %1 = arith.addf %a, %a : f32
  scf.yield %1 : f32
}
"test.use"(%0) : (f32) -> ()`,
		After: `
"test.use"(%x) : (f32) -> ()`,
		Apply: ir.RewriteOn(ForOp.eraseNeverRun),
	}, {
		Name: "for-only-yields", Benefit: 3, Args: "%x: f32, %y: f32",
		Before: `
%c0 = arith.constant 0 : index
%c1 = arith.constant 1 : index
%c4 = arith.constant 4 : index
%0 = scf.for %i = %c0 to %c4 step %c1 iter_args(%a = %x) -> (f32) {
  scf.yield %y : f32
}
"test.use"(%0) : (f32) -> ()`,
		After: `
"test.use"(%y) : (f32) -> ()`,
		Apply: ir.RewriteOn(ForOp.replaceTrivial),
	}, {
		Name: "for-runs-once", Benefit: 2, Args: "%x: f32",
		Before: `
%c0 = arith.constant 0 : index
%c4 = arith.constant 4 : index
%0 = scf.for %i = %c0 to %c4 step %c4 iter_args(%a = %x) -> (f32) {
  %1 = arith.addf %a, %a : f32
  scf.yield %1 : f32
}
"test.use"(%0) : (f32) -> ()`,
		After: `
%0 = arith.addf %x, %x : f32
"test.use"(%0) : (f32) -> ()`,
		Apply: ir.RewriteOn(ForOp.inlineSingle),
	}, {
		Name: "for-invariant-values", Benefit: 1, Args: "%n: index, %s: index, %x: f32, %y: f32",
		Before: `
%0:2 = scf.for %i = %n to %s step %s iter_args(%a = %x, %b = %y) -> (f32, f32) {
  %1 = arith.addf %a, %b : f32
  scf.yield %1, %b : f32, f32
}
"test.use"(%0#0, %0#1) : (f32, f32) -> ()`,
		After: `
%0 = scf.for %i = %n to %s step %s iter_args(%a = %x) -> (f32) {
  %1 = arith.addf %a, %y : f32
  scf.yield %1 : f32
}
"test.use"(%0, %y) : (f32, f32) -> ()`,
		Apply: ir.RewriteOn(ForOp.dropInvariants),
	}}
}

// replaceTrivial replaces the results of a loop that runs and only yields values from outside.
func (o ForOp) replaceTrivial(rw *ir.Rewriter) bool {
	n, ok := o.TripCount()
	if !ok || n == 0 || o.Body(0).Front() != o.Body(0).Back() {
		return false
	}
	for _, v := range o.Yielded() {
		if v.OwnerBlock() == o.Body(0) {
			return false
		}
	}
	rw.Replace(o.Operation, o.Yielded()...)
	return true
}

// eraseNeverRun replaces the results by the initial values.
func (o ForOp) eraseNeverRun(rw *ir.Rewriter) bool {
	if n, ok := o.TripCount(); o.LowerBound() != o.UpperBound() && (!ok || n != 0) {
		return false
	}
	rw.Replace(o.Operation, o.Inits()...)
	return true
}

// inlineSingle puts the body of a loop that runs once in its place.
func (o ForOp) inlineSingle(rw *ir.Rewriter) bool {
	if n, ok := o.TripCount(); !ok || n != 1 {
		return false
	}
	yield := o.Body(0).Back()
	args := append([]*ir.Value{o.LowerBound()}, o.Inits()...)
	outs := yield.Operands()
	for i, v := range outs { // yielded arguments become what replaces them
		if v.OwnerBlock() == o.Body(0) {
			outs[i] = args[v.Index()]
		}
	}
	rw.Erase(yield)
	rw.InlineBlockBefore(o.Body(0), o.Operation, args...)
	rw.Replace(o.Operation, outs...)
	return true
}

// dropInvariants replaces carried values that are yielded as they came, or as their initial value, by the
// initial value; unused ones go too.
func (o ForOp) dropInvariants(rw *ir.Rewriter) bool {
	inits, iter, yielded := o.Inits(), o.IterArgs(), o.Yielded()
	if len(yielded) != len(inits) {
		return false
	}
	var keep []int
	for i := range inits {
		needed := iter[i].HasUses() || o.Result(i).HasUses()
		if needed && yielded[i] != iter[i] && yielded[i] != inits[i] {
			keep = append(keep, i)
		}
	}
	if len(keep) == len(inits) {
		return false
	}
	var newInits []*ir.Value
	for _, i := range keep {
		newInits = append(newInits, inits[i])
	}
	loop := NewFor(rw.Builder, o.LowerBound(), o.UpperBound(), o.Step(), newInits...)
	for _, a := range o.Attrs() {
		loop.SetAttr(a.Name, a.Value)
	}
	loop.SetLoc(o.Loc())
	args := append([]*ir.Value{loop.InductionVar()}, inits...)
	results := append([]*ir.Value(nil), inits...)
	var outs []*ir.Value
	for n, i := range keep {
		args[i+1] = loop.IterArgs()[n]
		results[i] = loop.Result(n)
		outs = append(outs, yielded[i])
	}
	old := o.Body(0).Back()
	p := rw.Save()
	rw.At(old.Loc()).AtEnd(loop.LoopBody())
	yield := NewYield(rw.Builder, outs...)
	rw.Restore(p)
	rw.Erase(old)
	rw.InlineBlockBefore(o.Body(0), yield.Operation, args...)
	rw.Replace(o.Operation, results...)
	return true
}

// PrintAsm writes "%i = %lb to %ub step %s iter_args(%a = %b) -> (t) {..}".
func (o ForOp) PrintAsm(p *ir.Printer) {
	p.Write(" ")
	p.Value(o.InductionVar())
	p.Write(" = ")
	p.Value(o.LowerBound())
	p.Write(" to ")
	p.Value(o.UpperBound())
	p.Write(" step ")
	p.Value(o.Step())
	if inits := o.Inits(); len(inits) > 0 {
		p.Write(" iter_args(")
		printAssignments(p, o.IterArgs(), inits)
		p.Write(") -> (")
		p.Types(ir.TypesOf(inits))
		p.Write(")")
	}
	p.Write(" ")
	if t := o.InductionVar().Type(); t != p.Op().Context().Index() {
		p.Write(" : ") // MLIR writes two spaces before the colon
		p.Type(t)
		p.Write(" ")
	}
	p.Region(o.Region(0), ir.RegionStyle{HideEntryArgs: true, HideTerminator: o.NumResults() == 0})
	p.AttrDict()
}

func printAssignments(p *ir.Printer, vars, inits []*ir.Value) {
	for i, v := range vars {
		if i > 0 {
			p.Write(", ")
		}
		p.Value(v)
		p.Write(" = ")
		p.Value(inits[i])
	}
}

// parseAssignments reads "(%a = %b, ..)".
func parseAssignments(p *ir.Parser) (vars []ir.Argument, inits []ir.OperandRef) {
	p.Comma("(", ")", func() {
		vars = append(vars, p.Argument(false))
		p.Expect("=")
		inits = append(inits, p.Operand())
	})
	return vars, inits
}

// ParseAsm reads what PrintAsm writes.
func (ForOp) ParseAsm(p *ir.Parser, st *ir.OperationState) error {
	iv := p.Argument(false)
	p.Expect("=")
	bounds := []ir.OperandRef{p.Operand()}
	p.Expect("to")
	bounds = append(bounds, p.Operand())
	p.Expect("step")
	bounds = append(bounds, p.Operand())
	args := []ir.Argument{iv}
	var inits []ir.OperandRef
	if p.OptionalKeyword("iter_args") != "" {
		pos := p.Pos()
		var vars []ir.Argument
		vars, inits = parseAssignments(p)
		st.Types = p.ArrowTypes()
		if len(st.Types) != len(inits) {
			p.FailAt(pos, "mismatch in number of loop-carried values and defined values")
		}
		for i := range vars {
			vars[i].Type = st.Types[i]
		}
		args = append(args, vars...)
	}
	t := ir.Type(p.Context().Index())
	if p.Accept(":") {
		t = p.Type()
	}
	args[0].Type = t
	st.Operands = p.ResolveAll(bounds, []ir.Type{t})
	if len(inits) > 0 {
		st.Operands = append(st.Operands, p.ResolveAll(inits, st.Types)...)
	}
	st.Regions = []*ir.Region{p.Region(args...)}
	p.OptionalAttrDict(st)
	return nil
}
