package scf

import (
	"fmt"

	"descend/dialects/ods"
	"descend/ir"
)

// WhileOp is scf.while.
type WhileOp struct{ *ir.Operation }

// Def returns the definition.
func (WhileOp) Def() *ir.OpDef { return whileDef }

var whileDef = &ir.OpDef{
	Name: "scf.while", Summary: "loop with a condition",
	Description: "Runs the region `before` with the operands; its `scf.condition` ends the loop with the forwarded values as results, or hands them to the region `after`, whose `scf.yield` gives the next arguments of `before`.",
	Example: `func.func @example(%init: i32, %n: i32) {
  %0 = scf.while (%i = %init) : (i32) -> i32 {
    %1 = arith.cmpi slt, %i, %n : i32
    scf.condition(%1) %i : i32
  } do {
  ^bb0(%i: i32):
    %1 = arith.addi %i, %i : i32
    scf.yield %1 : i32
  }
  return
}
`,
	Operands: []ir.OperandDef{{Name: "inits", Type: ods.AnyType, Arity: ir.Variadic}},
	Results:  []ir.OperandDef{{Name: "results", Type: ods.AnyType, Arity: ir.Variadic}},
	Regions:  []ir.RegionDef{{Name: "before"}, {Name: "after"}},
	Traits:   ir.SingleBlock | ir.RecursiveMemoryEffects,
}

// NewWhile builds a loop with results of the types; both blocks are without terminator, their arguments
// have the types of inits and of results.
func NewWhile(b *ir.Builder, results []ir.Type, inits ...*ir.Value) WhileOp {
	before := ir.NewRegion(ir.NewBlock(b.Loc(), ir.TypesOf(inits)...))
	after := ir.NewRegion(ir.NewBlock(b.Loc(), results...))
	return WhileOp{b.OpR("scf.while", inits, results, []*ir.Region{before, after})}
}

// Before is the block that computes the condition.
func (o WhileOp) Before() *ir.Block { return o.Body(0) }

// After is the block run while the condition holds.
func (o WhileOp) After() *ir.Block { return o.Body(1) }

// LoopRegions are both regions.
func (o WhileOp) LoopRegions() []*ir.Region { return o.Regions() }

// MayNotEnd says that nothing bounds the loop.
func (WhileOp) MayNotEnd() {}

// IsSpeculatable is false, since the loop may not end.
func (WhileOp) IsSpeculatable() bool { return false }

// RegionEdges leads into the first region, whose condition decides, and round through the second.
func (o WhileOp) RegionEdges() []ir.RegionEdge {
	cond, yield := o.Before().Back(), o.After().Back()
	return []ir.RegionEdge{
		{From: o.Operation, To: o.Region(0), Inputs: o.Before().Args()},
		{Source: o.Region(0), From: cond, First: 1, To: o.Region(1), Inputs: o.After().Args(), Guard: cond.Operand(0), Sense: true},
		{Source: o.Region(0), From: cond, First: 1, Inputs: o.Results(), Guard: cond.Operand(0)},
		{Source: o.Region(1), From: yield, To: o.Region(0), Inputs: o.Before().Args()},
	}
}

// Verify checks the terminators.
func (o WhileOp) Verify() error {
	if !o.Before().Back().Is("scf.condition") {
		return fmt.Errorf("expects the 'before' region to terminate with 'scf.condition'")
	}
	if !o.After().Back().Is("scf.yield") {
		return fmt.Errorf("expects the 'after' region to terminate with 'scf.yield'")
	}
	return nil
}

// VerifyRegions checks what the regions get and hand on.
func (o WhileOp) VerifyRegions() error {
	condition := (ConditionOp{o.Before().Back()}).Args()
	for _, e := range []struct {
		way      string
		from, to []*ir.Value
	}{
		{"parent operands to Region #0", o.Operands(), o.Before().Args()},
		{"Region #0 to parent results", condition, o.Results()},
		{"Region #0 to Region #1", condition, o.After().Args()},
		{"Region #1 to Region #0", o.After().Back().Operands(), o.Before().Args()},
	} {
		if err := ods.CheckEdge(e.way, e.from, e.to); err != nil {
			return err
		}
	}
	return nil
}

// PrintAsm writes "(%a = %b) : (t) -> u {..} do {..}".
func (o WhileOp) PrintAsm(p *ir.Printer) {
	p.Write(" ")
	if o.NumOperands() > 0 {
		p.Write("(")
		printAssignments(p, o.Before().Args(), o.Operands())
		p.Write(") ")
	}
	p.Write(": ")
	p.FunctionType(ir.TypesOf(o.Operands()), ir.TypesOf(o.Results()))
	p.Write(" ")
	p.Region(o.Region(0), ir.RegionStyle{HideEntryArgs: true})
	p.Write(" do ")
	p.Region(o.Region(1), ir.RegionStyle{})
	p.AttrDictWithKeyword()
}

// ParseAsm reads what PrintAsm writes.
func (WhileOp) ParseAsm(p *ir.Parser, st *ir.OperationState) error {
	var vars []ir.Argument
	var inits []ir.OperandRef
	pos := p.Pos()
	if p.Peek("(") {
		vars, inits = parseAssignments(p)
	}
	p.Expect(":")
	t := p.FunctionType()
	if len(t.Inputs) != len(inits) {
		p.FailAt(pos, "expected as many input types as operands (expected %d got %d)", len(inits), len(t.Inputs))
	}
	for i := range vars {
		vars[i].Type = t.Inputs[i]
	}
	st.Operands = p.ResolveAll(inits, t.Inputs)
	st.Types = t.Results
	before := p.Region(vars...)
	p.Expect("do")
	st.Regions = []*ir.Region{before, p.Region()}
	p.OptionalAttrDictWithKeyword(st)
	return nil
}

// ConditionOp is scf.condition.
type ConditionOp struct{ *ir.Operation }

// Def returns the definition.
func (ConditionOp) Def() *ir.OpDef { return conditionDef }

var conditionDef = &ir.OpDef{
	Name: "scf.condition", Summary: "end of the first region of scf.while",
	Description: "If the condition holds the loop goes on with its second region, else it ends; the further operands are the arguments of that region, or the results.",
	Example: `func.func @example(%c: i1) {
  scf.while : () -> () {
    scf.condition(%c)
  } do {
    scf.yield
  }
  return
}
`,
	Operands: []ir.OperandDef{{Name: "condition", Type: ods.I1}, {Name: "args", Type: ods.AnyType, Arity: ir.Variadic}},
	Parents:  []string{"scf.while"},
	Traits:   ir.Pure | ir.Terminator,
	Format:   "`(` $condition `)` attr-dict ($args^ `:` type($args))?",
}

// NewCondition builds scf.condition.
func NewCondition(b *ir.Builder, cond *ir.Value, args ...*ir.Value) ConditionOp {
	return ConditionOp{b.Op("scf.condition", append([]*ir.Value{cond}, args...), nil)}
}

// Condition says whether the loop goes on.
func (o ConditionOp) Condition() *ir.Value { return o.Operand(0) }

// Args are the forwarded values.
func (o ConditionOp) Args() []*ir.Value { return o.Operands()[1:] }

// YieldOp is scf.yield.
type YieldOp struct{ *ir.Operation }

// Def returns the definition.
func (YieldOp) Def() *ir.OpDef { return yieldDef }

var yieldDef = &ir.OpDef{
	Name: "scf.yield", Summary: "end of a structured region",
	Description: "The operands are the results of the operation around it, or what it carries to the next iteration. Left out in pretty form where there are none.",
	Example: `func.func @example(%c: i1, %a: i32) {
  %0 = scf.if %c -> (i32) {
    scf.yield %a : i32
  } else {
    scf.yield %a : i32
  }
  return
}
`,
	Operands: []ir.OperandDef{{Name: "results", Type: ods.AnyType, Arity: ir.Variadic}},
	Parents:  []string{"scf.execute_region", "scf.for", "scf.if", "scf.index_switch", "scf.while"},
	Traits:   ir.Pure | ir.Terminator | ir.ReturnLike,
	Format:   "attr-dict ($results^ `:` type($results))?",
}

// NewYield builds scf.yield.
func NewYield(b *ir.Builder, vs ...*ir.Value) YieldOp { return YieldOp{b.Op("scf.yield", vs, nil)} }
