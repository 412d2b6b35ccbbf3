package scf

import (
	"fmt"

	"descend/dialects/arith"
	"descend/dialects/ods"
	"descend/ir"
)

// IfOp is scf.if.
type IfOp struct{ *ir.Operation }

// Def returns the definition.
func (IfOp) Def() *ir.OpDef { return ifDef }

var ifDef = &ir.OpDef{
	Name: "scf.if", Summary: "conditional",
	Description: "Runs the first region if the condition holds, else the second, which may be missing when there is no result. The results are what the region yields.",
	Example: `func.func @example(%c: i1, %a: f32, %b: f32) {
  %0 = scf.if %c -> (f32) {
    scf.yield %a : f32
  } else {
    scf.yield %b : f32
  }
  scf.if %c {
  }
  return
}
`,
	Operands:   []ir.OperandDef{{Name: "condition", Type: ods.I1}},
	Results:    []ir.OperandDef{{Name: "results", Type: ods.AnyType, Arity: ir.Variadic}},
	Regions:    []ir.RegionDef{{Name: "thenRegion"}, {Name: "elseRegion", MaybeEmpty: true}},
	Traits:     ir.SingleBlock | ir.ImplicitTerminator | ir.RecursiveMemoryEffects,
	Terminator: "scf.yield",
}

// NewIf builds a conditional; the blocks are without terminator. Without results and withElse there is no
// second block.
func NewIf(b *ir.Builder, cond *ir.Value, results []ir.Type, withElse bool) IfOp {
	t, e := ir.NewRegion(ir.NewBlock(b.Loc())), ir.NewRegion()
	if withElse || len(results) > 0 {
		e.Append(ir.NewBlock(b.Loc()))
	}
	return IfOp{b.OpR("scf.if", []*ir.Value{cond}, results, []*ir.Region{t, e})}
}

// BuildIf builds a conditional with the branches that the functions make; they return what is yielded. A
// nil els makes no second block. Afterwards the builder stands behind the conditional.
func BuildIf(b *ir.Builder, cond *ir.Value, results []ir.Type, then, els func() []*ir.Value) IfOp {
	op := NewIf(b, cond, results, els != nil)
	p := b.Save()
	b.AtEnd(op.Then())
	NewYield(b, then()...)
	if els != nil {
		b.AtEnd(op.Else())
		NewYield(b, els()...)
	}
	b.Restore(p)
	return op
}

// Condition chooses the region.
func (o IfOp) Condition() *ir.Value { return o.Operand(0) }

// Then is the block run when the condition holds.
func (o IfOp) Then() *ir.Block { return o.Body(0) }

// Else is the other block, or nil.
func (o IfOp) Else() *ir.Block { return o.Body(1) }

// RegionEdges leads through the region that the condition chooses.
func (o IfOp) RegionEdges() []ir.RegionEdge {
	edges := []ir.RegionEdge{
		{From: o.Operation, To: o.Region(0), Guard: o.Condition(), Sense: true},
		{From: o.Operation, Guard: o.Condition()},
		{From: o.Then().Back(), Inputs: o.Results()},
	}
	if o.Else() != nil {
		edges[1].To = o.Region(1)
		edges = append(edges, ir.RegionEdge{From: o.Else().Back(), Inputs: o.Results()})
	}
	return edges
}

// Verify checks that results have an else region.
func (o IfOp) Verify() error {
	for _, r := range o.Regions() {
		if b := r.Front(); b != nil && b.NumArgs() > 0 {
			return fmt.Errorf("region should have no arguments")
		}
	}
	if o.NumResults() > 0 && o.Else() == nil {
		return fmt.Errorf("must have an else block if defining values")
	}
	return nil
}

// VerifyRegions checks what the regions yield.
func (o IfOp) VerifyRegions() error {
	if err := checkYield(o.Operation, o.Then()); err != nil {
		return err
	}
	if o.Else() != nil {
		return checkYield(o.Operation, o.Else())
	}
	return nil
}

// Rewrites knows constant conditions, empty regions, and results that both regions yield alike; conditionals
// that only choose between outer values become selects.
func (IfOp) Rewrites() []ir.Rewrite {
	return []ir.Rewrite{{
		Name: "if-constant", Benefit: 3, Args: "%x: f32, %y: f32",
		Before: `
%true = arith.constant true
%0 = scf.if %true -> (f32) {
  %1 = arith.addf %x, %y : f32
  scf.yield %1 : f32
} else {
  scf.yield %y : f32
}
"test.use"(%0) : (f32) -> ()`,
		After: `
%0 = arith.addf %x, %y : f32
"test.use"(%0) : (f32) -> ()`,
		Apply: ir.RewriteOn(IfOp.decide),
	}, {
		Name: "if-empty", Benefit: 2, Args: "%c: i1, %d: i1, %x: f32",
		Before: `
scf.if %c {
  "test.use"(%x) : (f32) -> ()
} else {
}`,
		After: `
scf.if %c {
  "test.use"(%x) : (f32) -> ()
}`,
		Apply: ir.RewriteOn(IfOp.eraseEmpty),
	}, {
		Name: "if-to-select", Benefit: 1, Args: "%c: i1, %x: f32, %y: f32",
		Before: `
%0 = scf.if %c -> (f32) {
  "test.use"() : () -> ()
  scf.yield %x : f32
} else {
  scf.yield %y : f32
}
"test.use"(%0) : (f32) -> ()`,
		After: `
%0 = arith.select %c, %x, %y : f32
scf.if %c {
  "test.use"() : () -> ()
  scf.yield
} else {
}
"test.use"(%0) : (f32) -> ()`,
		Apply: ir.RewriteOn(IfOp.toSelects),
	}, {
		Name: "if-known-inside", Benefit: 1, Args: "%c: i1",
		Before: `
scf.if %c {
  "test.use"(%c) : (i1) -> ()
}`,
		After: `
%true = arith.constant true
scf.if %c {
  "test.use"(%true) : (i1) -> ()
}`,
		Apply: ir.RewriteOn(IfOp.knownInside),
	}}
}

// knownInside replaces the condition by what it is in the regions.
func (o IfOp) knownInside(rw *ir.Rewriter) bool {
	if o.Condition().HasOneUse() {
		return false
	}
	changed := false
	for i, r := range o.Regions() {
		var known *ir.Value
		for u := range o.Condition().Uses() {
			if g := u.Owner().ParentRegion(); g != r && !r.IsProperAncestorOf(g) {
				continue
			}
			if known == nil {
				known = arith.NewConstantBool(rw.Builder, i == 0)
			}
			u.Owner().SetOperand(u.Index(), known)
			rw.Modified(u.Owner())
			changed = true
		}
	}
	return changed
}

// decide puts the region in place that a constant condition chooses. A conditional with discardable attributes
// stays if it is taken: they say what its region is for.
func (o IfOp) decide(rw *ir.Rewriter) bool {
	c, ok := arith.ConstantInt(o.Condition())
	return ok && (c == 0 || len(o.Attrs()) == 0) && o.inline(rw, c != 0)
}

// eraseEmpty erases a conditional that does nothing, or its empty second region.
func (o IfOp) eraseEmpty(rw *ir.Rewriter) bool {
	if o.NumResults() > 0 || o.Else() != nil && !onlyYield(o.Else()) {
		return false
	}
	if onlyYield(o.Then()) {
		rw.Erase(o.Operation)
		return true
	}
	if o.Else() == nil {
		return false
	}
	o.Else().Erase()
	rw.Modified(o.Operation)
	return true
}

func onlyYield(b *ir.Block) bool { return b.Front() == b.Back() }

// inline puts the region that is run in place of the conditional.
func (o IfOp) inline(rw *ir.Rewriter, cond bool) bool {
	b := o.Then()
	if !cond {
		b = o.Else()
	}
	if b == nil {
		rw.Erase(o.Operation)
		return true
	}
	yield := b.Back()
	outs := yield.Operands()
	rw.Erase(yield)
	rw.InlineBlockBefore(b, o.Operation)
	rw.Replace(o.Operation, outs...)
	return true
}

// toSelects replaces results whose yielded values are defined outside by a select, or by the value if both
// are the same. The conditional keeps yielding them; they are dropped when unused.
func (o IfOp) toSelects(rw *ir.Rewriter) bool {
	if o.NumResults() == 0 {
		return false
	}
	t, e := o.Then().Back(), o.Else().Back()
	changed := false
	for i, r := range o.Results() {
		if !r.HasUses() {
			continue
		}
		a, b := t.Operand(i), e.Operand(i)
		if !o.outside(a) || !o.outside(b) {
			continue
		}
		v := a
		if a != b {
			if _, memref := r.Type().(*ir.MemRefType); memref {
				continue // backends see where a buffer comes from
			}
			v = arith.Select(rw.Builder, o.Condition(), a, b)
		}
		rw.ReplaceAllUses(r, v)
		changed = true
	}
	return o.dropUnused(rw) || changed
}

func (o IfOp) outside(v *ir.Value) bool {
	if v.IsArg() {
		p := v.OwnerBlock().Parent()
		return p == nil || !o.IsAncestorOf(p)
	}
	return !o.IsAncestorOf(v.DefiningOp())
}

// dropUnused rebuilds the conditional without its unused results.
func (o IfOp) dropUnused(rw *ir.Rewriter) bool {
	var keep []int
	var types []ir.Type
	for i, r := range o.Results() {
		if r.HasUses() {
			keep = append(keep, i)
			types = append(types, r.Type())
		}
	}
	if len(keep) == o.NumResults() {
		return false
	}
	n := NewIf(rw.Builder, o.Condition(), types, true)
	for _, a := range o.Attrs() {
		n.SetAttr(a.Name, a.Value)
	}
	n.SetLoc(o.Loc())
	for i, dst := range []*ir.Block{n.Then(), n.Else()} {
		src := o.Body(i)
		old := src.Back()
		var outs []*ir.Value
		for _, k := range keep {
			outs = append(outs, old.Operand(k))
		}
		p := rw.Save()
		rw.At(old.Loc()).AtEnd(dst)
		yield := NewYield(rw.Builder, outs...)
		rw.Restore(p)
		rw.Erase(old)
		rw.InlineBlockBefore(src, yield.Operation)
	}
	for j, k := range keep {
		rw.ReplaceAllUses(o.Result(k), n.Result(j))
	}
	rw.Erase(o.Operation)
	return true
}

// PrintAsm writes "%c -> (t) {..} else {..}".
func (o IfOp) PrintAsm(p *ir.Printer) {
	p.Write(" ")
	p.Value(o.Condition())
	style := ir.RegionStyle{HideTerminator: o.NumResults() == 0}
	if o.NumResults() > 0 {
		p.Write(" -> (")
		p.Types(typesOf(o.Results()))
		p.Write(")")
	}
	p.Write(" ")
	p.Region(o.Region(0), style)
	if o.Else() != nil {
		p.Write(" else ")
		p.Region(o.Region(1), style)
	}
	p.AttrDict()
}

// ParseAsm reads what PrintAsm writes.
func (IfOp) ParseAsm(p *ir.Parser, st *ir.OperationState) error {
	st.Operands = []*ir.Value{p.Resolve(p.Operand(), p.Context().I1())}
	st.Types = p.ArrowTypes()
	st.Regions = []*ir.Region{p.Region()}
	els := ir.NewRegion()
	if p.OptionalKeyword("else") != "" {
		els = p.Region()
	}
	st.Regions = append(st.Regions, els)
	p.OptionalAttrDict(st)
	return nil
}
