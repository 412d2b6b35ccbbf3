package scf

import (
	"descend/dialects/ods"
	"descend/ir"
)

// adopt moves the regions, attributes and location of old to op, whose results replace the first ones.
func adopt(op, old *ir.Operation) {
	for i, r := range old.Regions() {
		op.Region(i).TakeBody(r)
	}
	for _, a := range old.Attrs() {
		op.SetAttr(a.Name, a.Value)
	}
	op.SetLoc(old.Loc())
	for i, r := range old.Results() {
		r.ReplaceAllUsesWith(op.Result(i))
	}
	old.Erase()
}

// appendOperand gives the terminator of a block one operand more.
func appendOperand(b *ir.Block, v *ir.Value) {
	t := b.Back()
	t.SetOperands(append(t.Operands(), v)...)
}

// emptyRegions are n regions without blocks.
func emptyRegions(n int) []*ir.Region {
	out := make([]*ir.Region, n)
	for i := range out {
		out[i] = ir.NewRegion()
	}
	return out
}

// Carry adds a value that goes round the loop.
func (o ForOp) Carry(b *ir.Builder, init *ir.Value, through func(*ir.Block, *ir.Value) *ir.Value) *ir.Operation {
	types := append(ir.TypesOf(o.Results()), init.Type())
	n := b.Before(o.Operation).OpR("scf.for", append(o.Operands(), init), types, emptyRegions(1))
	adopt(n, o.Operation)
	body := n.Body(0)
	appendOperand(body, through(body, body.AddArg(init.Type(), init.Location())))
	return n
}

// Carry adds a value that each region changes.
func (o IfOp) Carry(b *ir.Builder, init *ir.Value, through func(*ir.Block, *ir.Value) *ir.Value) *ir.Operation {
	types := append(ir.TypesOf(o.Results()), init.Type())
	n := b.Before(o.Operation).OpR("scf.if", o.Operands(), types, emptyRegions(2))
	adopt(n, o.Operation)
	if n.Body(1) == nil {
		els := ir.NewBlock(n.Loc())
		n.Region(1).Append(els)
		NewYield(b.AtEnd(els).At(n.Loc()))
	}
	for i := range 2 {
		appendOperand(n.Body(i), through(n.Body(i), init))
	}
	return n
}

// Carry adds a value that goes round through both regions.
func (o WhileOp) Carry(b *ir.Builder, init *ir.Value, through func(*ir.Block, *ir.Value) *ir.Value) *ir.Operation {
	types := append(ir.TypesOf(o.Results()), init.Type())
	n := b.Before(o.Operation).OpR("scf.while", append(o.Operands(), init), types, emptyRegions(2))
	adopt(n, o.Operation)
	for i := range 2 {
		block := n.Body(i)
		appendOperand(block, through(block, block.AddArg(init.Type(), init.Location())))
	}
	return n
}

var (
	_ ods.ValueCarrier = ForOp{}
	_ ods.ValueCarrier = IfOp{}
	_ ods.ValueCarrier = WhileOp{}
)
