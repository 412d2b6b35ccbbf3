package exec

import (
	"fmt"

	"descend/ir"
)

// Barriers by which one part of a block hands over to another one: a value of type !exec.barrier, at which the threads of one part arrive
// and go on, and those of the other one wait.

// BarrierType is the type of such a barrier.
type BarrierType struct{ ir.TypeBase }

// BarrierTypeOf is !exec.barrier.
func BarrierTypeOf(c *ir.Context) *BarrierType {
	return ir.Intern(c, "exec.barrier", "", func() *BarrierType { return &BarrierType{} })
}

func (*BarrierType) String() string { return "!exec.barrier" }

var isBarrier = ir.TypeConstraint{Name: "barrier", Is: func(t ir.Type) bool { _, ok := t.(*BarrierType); return ok }, Only: func(c *ir.Context) ir.Type { return BarrierTypeOf(c) }}

// NewBarrierOp makes a barrier.
type NewBarrierOp struct{ *ir.Operation }

var newBarrierDef = &ir.OpDef{
	Name: "exec.new_barrier", Summary: "barrier between two parts of a block",
	Description: "A barrier of the block, for one split of it: the threads of one of the parts arrive, those of the other one wait. barrier-check says where it may stand.",
	Example: `descend.func @k(%block: !exec.block<X<64>>) {
  %0 = exec.new_barrier %block : !exec.block<X<64>> -> !exec.barrier
}
`,
	Operands: []ir.OperandDef{{Name: "block", Type: isResource}},
	Results:  []ir.OperandDef{{Name: "barrier", Type: isBarrier}},
	Attrs:    []ir.AttrDef{{Name: "name", Attr: ir.StringA, Optional: true}},
	Format:   "$block attr-dict `:` type($block) `->` type($barrier)",
}

// Def is the definition.
func (NewBarrierOp) Def() *ir.OpDef { return newBarrierDef }

// NewNewBarrier makes a barrier of a block; name is that in the source.
func NewNewBarrier(b *ir.Builder, block *ir.Value, name string) NewBarrierOp {
	return NewBarrierOp{b.Op("exec.new_barrier", []*ir.Value{block}, []ir.Type{BarrierTypeOf(b.Ctx)}, ir.Attr("name", b.Ctx.StringAttr(name)))}
}

// BarrierName is the name of a barrier in the source.
func (o NewBarrierOp) BarrierName() string { return o.StringAttr("name") }

// Block is the block that has it.
func (o NewBarrierOp) Block() *ir.Value { return o.Operand(0) }

// Effects: two barriers are never one.
func (NewBarrierOp) Effects() []ir.Effect { return orders() }

// Handover is an operation by which a part of a block arrives at a barrier between it and another part, or waits there.
type Handover interface {
	// Barrier is where.
	Barrier() *ir.Value
	// Part is who.
	Part() *ir.Value
}

// ArriveOp is the arrival of a part of a block: nobody of it waits. What its threads did to memory before comes before what the threads
// do that wait for this arrival.
type ArriveOp struct{ *ir.Operation }

func handoverDef(name, summary, what string) *ir.OpDef {
	return &ir.OpDef{
		Name: name, Summary: summary, Description: what + " Reads and writes unknown memory, so nothing moves across it.",
		Example: fmt.Sprintf(`descend.func @k(%%block: !exec.block<X<64>>) {
  %%0 = exec.new_barrier %%block : !exec.block<X<64>> -> !exec.barrier
  exec.split "X" of %%block : !exec.block<X<64>> at #descend.nat<32> {
  ^bb0(%%fst: !exec.thread_grp<X<32>>):
    %s %%0 by %%fst : !exec.thread_grp<X<32>>
  }, {
  ^bb0(%%snd: !exec.thread_grp<X<32>>):
  }
}
`, name),
		Operands: []ir.OperandDef{{Name: "barrier", Type: isBarrier}, {Name: "part", Type: isResource}},
		Format:   "$barrier `by` $part attr-dict `:` type($part)",
	}
}

var arriveDef = handoverDef("exec.arrive", "arrival of a part of a block",
	"The threads of the part arrive at the barrier and go on: what they did before comes before what the threads of the other part do behind the wait for this arrival.")

// Def is the definition.
func (ArriveOp) Def() *ir.OpDef { return arriveDef }

// NewArrive makes an arrival.
func NewArrive(b *ir.Builder, barrier, part *ir.Value) ArriveOp {
	return ArriveOp{b.Op("exec.arrive", []*ir.Value{barrier, part}, nil)}
}

// Barrier is where they arrive.
func (o ArriveOp) Barrier() *ir.Value { return o.Operand(0) }

// Part is who arrives.
func (o ArriveOp) Part() *ir.Value { return o.Operand(1) }

// Effects: it orders everything.
func (ArriveOp) Effects() []ir.Effect { return orders() }

// WaitOp waits for an arrival of the other part. All threads of the part wait for each other there, too.
type WaitOp struct{ *ir.Operation }

var waitDef = handoverDef("exec.wait", "wait of a part of a block for another one",
	"The threads of the part wait for each other, and until all threads of the other part have arrived at the barrier.")

// Def is the definition.
func (WaitOp) Def() *ir.OpDef { return waitDef }

// NewWait makes a wait.
func NewWait(b *ir.Builder, barrier, part *ir.Value) WaitOp {
	return WaitOp{b.Op("exec.wait", []*ir.Value{barrier, part}, nil)}
}

// Barrier is where they wait.
func (o WaitOp) Barrier() *ir.Value { return o.Operand(0) }

// Part is who waits.
func (o WaitOp) Part() *ir.Value { return o.Operand(1) }

// Waits is the part, whose threads wait for each other too.
func (o WaitOp) Waits() *ir.Value { return o.Part() }

// Effects: it orders everything.
func (WaitOp) Effects() []ir.Effect { return orders() }

// orders are the effects of what orders all accesses.
func orders() []ir.Effect { return []ir.Effect{{Kind: ir.ReadEffect}, {Kind: ir.WriteEffect}} }
