package nvgpu

import (
	"descend/dialects/ods"
	"descend/ir"
)

var (
	mbarrierGroup = &ods.Params{Dialect: "nvgpu", Name: "mbarrier.group", List: []ods.Param{ods.AttrParam("memorySpace"), ods.NumberParam("num_barriers", 1)}}
	mbarrierToken = &ods.Params{Dialect: "nvgpu", Name: "mbarrier.token"}
)

// MBarrierGroup returns the type of so many barriers in shared memory.
func MBarrierGroup(c *ir.Context, space ir.Attribute, barriers int64) ir.Type {
	return mbarrierGroup.Type(c, space, c.IntAttr(barriers, c.IntegerType(32, ir.Unsigned)))
}

// Parts of the definitions of barriers.
var (
	barriersDef  = ir.OperandDef{Name: "barriers", Type: mbarrierGroup.Constraint("mbarrier barrier type")}
	mbarIDDef    = ir.OperandDef{Name: "mbarId", Type: ods.Index}
	predicateDef = ir.OperandDef{Name: "predicate", Type: ods.I1, Arity: ir.Optional}
	tokenDef     = ir.OperandDef{Name: "token", Type: mbarrierToken.Constraint("")}
)

const (
	barrier   = "$barriers `[` $mbarId `]`"
	predicate = " (`,` `predicate` `=` $predicate^)?"
)

var mbarrierExample = inKernel(`%b = nvgpu.mbarrier.create -> !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 4>
%p = arith.constant true
nvgpu.mbarrier.init %b[%i], %i : !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 4>
nvgpu.mbarrier.arrive.expect_tx %b[%i], %i, predicate = %p : !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 4>
%0 = nvgpu.mbarrier.arrive %b[%i] : !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 4> -> !nvgpu.mbarrier.token
%1 = nvgpu.mbarrier.arrive.nocomplete %b[%i], %i : !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 4> -> !nvgpu.mbarrier.token
%2 = nvgpu.mbarrier.test.wait %b[%i], %0 : !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 4>, !nvgpu.mbarrier.token
nvgpu.mbarrier.try_wait.parity %b[%i], %2, %i : !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 4>`)

// BarrierOp is an operation on barriers, which counts as having any effect.
type BarrierOp struct {
	*ir.Operation
	def *ir.OpDef
}

// Def returns the definition.
func (o BarrierOp) Def() *ir.OpDef { return o.def }

// barrierOps lists them.
func barrierOps() (list []ir.OpEntry) {
	for _, d := range []*ir.OpDef{
		{Name: "nvgpu.mbarrier.create", Summary: "barriers in shared memory",
			Description: "Makes barriers in shared memory, each a number of 64 bits that counts arrivals and bytes.",
			Results:     []ir.OperandDef{barriersDef}, Format: "attr-dict `->` type($barriers)"},
		{Name: "nvgpu.mbarrier.init", Summary: "start of a barrier",
			Description: "Sets how many arrivals end a phase of the barrier. With `predicate`, only the threads for which it is true do it.",
			Operands:    []ir.OperandDef{barriersDef, {Name: "count", Type: ods.Index}, mbarIDDef, predicateDef},
			Format:      barrier + " `,` $count" + predicate + " attr-dict `:` type($barriers)"},
		{Name: "nvgpu.mbarrier.test.wait", Summary: "whether a phase is over",
			Description: "Says whether the phase of the barrier to which the token belongs is over, without waiting.",
			Operands:    []ir.OperandDef{barriersDef, tokenDef, mbarIDDef},
			Results:     []ir.OperandDef{{Name: "waitComplete", Type: ods.I1}},
			Format:      barrier + " `,` $token attr-dict `:` type($barriers) `,` type($token)"},
		{Name: "nvgpu.mbarrier.arrive", Summary: "arrival at a barrier",
			Description: "Arrives at the barrier; the token stands for its phase.",
			Operands:    []ir.OperandDef{barriersDef, mbarIDDef}, Results: []ir.OperandDef{tokenDef},
			Format: barrier + " attr-dict `:` type($barriers) `->` type($token)"},
		{Name: "nvgpu.mbarrier.arrive.nocomplete", Summary: "arrivals that do not end the phase",
			Description: "Arrives `count` times at the barrier, whose phase must not end by it; the token stands for the phase.",
			Operands:    []ir.OperandDef{barriersDef, mbarIDDef, {Name: "count", Type: ods.Index}}, Results: []ir.OperandDef{tokenDef},
			Format: barrier + " `,` $count attr-dict `:` type($barriers) `->` type($token)"},
		{Name: "nvgpu.mbarrier.arrive.expect_tx", Summary: "arrival that expects bytes",
			Description: "Arrives at the barrier, whose phase does not end before `txcount` more bytes came by asynchronous copies. With `predicate`, only the threads for which it is true do it.",
			Operands:    []ir.OperandDef{barriersDef, {Name: "txcount", Type: ods.Index}, mbarIDDef, predicateDef},
			Format:      barrier + " `,` $txcount" + predicate + " attr-dict `:` type($barriers)"},
		{Name: "nvgpu.mbarrier.try_wait.parity", Summary: "wait for a phase",
			Description: "Waits until the phase of the barrier with the parity is over, or for the given time.",
			Operands:    []ir.OperandDef{barriersDef, {Name: "phaseParity", Type: ods.I1}, {Name: "ticks", Type: ods.Index}, mbarIDDef},
			Format:      barrier + " `,` $phaseParity `,` $ticks attr-dict `:` type($barriers)"},
	} {
		d.Example = mbarrierExample
		list = append(list, ir.OpEntry{Def: d, Wrap: func(o *ir.Operation) any { return BarrierOp{o, d} }})
	}
	return list
}
