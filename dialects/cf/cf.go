// Package cf is MLIR's cf dialect: branches between the blocks of a region, and assertions. Host code uses
// it for early returns; gpu functions stay structured.
package cf

import (
	"fmt"
	"slices"

	"descend/dialects/arith"
	"descend/dialects/ods"
	"descend/ir"
)

// Dialect returns the definition of the dialect.
func Dialect() *ir.Dialect {
	return &ir.Dialect{
		Name:        "cf",
		Summary:     "branches between blocks",
		Description: "MLIR's `cf`: unstructured control flow between the blocks of a region, and assertions.",
		Ops: []ir.OpEntry{
			ir.Op(func(o *ir.Operation) AssertOp { return AssertOp{o} }),
			ir.Op(func(o *ir.Operation) BranchOp { return BranchOp{o} }),
			ir.Op(func(o *ir.Operation) CondBranchOp { return CondBranchOp{o} }),
			ir.Op(func(o *ir.Operation) SwitchOp { return SwitchOp{o} }),
		},
		MaterializeConstant: arith.MaterializeConstant,
	}
}

// AssertOp is cf.assert.
type AssertOp struct{ *ir.Operation }

// Def returns the definition.
func (AssertOp) Def() *ir.OpDef { return assertDef }

var assertDef = &ir.OpDef{
	Name: "cf.assert", Summary: "stop unless a condition holds",
	Description: "If `arg` is false the program stops with the message `msg`. Not legal in gpu.func.",
	Example: `func.func @example(%c: i1) {
  cf.assert %c, "index out of bounds"
  return
}
`,
	Operands: []ir.OperandDef{{Name: "arg", Type: ods.I1}},
	Attrs:    []ir.AttrDef{{Name: "msg", Attr: ir.StringA}},
	Format:   "$arg `,` $msg attr-dict",
}

// NewAssert builds cf.assert.
func NewAssert(b *ir.Builder, cond *ir.Value, msg string) AssertOp {
	return AssertOp{b.Op("cf.assert", []*ir.Value{cond}, nil, ir.Attr("msg", b.Ctx.StringAttr(msg)))}
}

// Condition is what must hold.
func (o AssertOp) Condition() *ir.Value { return o.Operand(0) }

// Message is the text of the failure.
func (o AssertOp) Message() string { return o.StringAttr("msg") }

// Effects tells of a write to unknown memory, so that nothing moves across.
func (AssertOp) Effects() []ir.Effect { return []ir.Effect{{Kind: ir.WriteEffect}} }

// Rewrites knows a constant condition.
func (AssertOp) Rewrites() []ir.Rewrite {
	return []ir.Rewrite{{
		Name: "assert-true", Benefit: 1,
		Before: `
%true = arith.constant true
cf.assert %true, "never seen"`,
		Apply: ir.RewriteOn(AssertOp.eraseTrue),
	}}
}

func (o AssertOp) eraseTrue(rw *ir.Rewriter) bool {
	if arith.IsConstantInt(o.Condition(), -1) {
		rw.Erase(o.Operation)
		return true
	}
	return false
}

// BranchOp is cf.br.
type BranchOp struct{ *ir.Operation }

// Def returns the definition.
func (BranchOp) Def() *ir.OpDef { return branchDef }

var branchDef = &ir.OpDef{
	Name: "cf.br", Summary: "branch",
	Description: "Goes to the successor; the operands become the arguments of the block.",
	Example: `func.func @example(%a: i32) {
  cf.br ^bb1(%a : i32)
^bb1(%0: i32):
  return
}
`,
	Operands:   []ir.OperandDef{{Name: "destOperands", Type: ods.AnyType, Arity: ir.Variadic}},
	Successors: 1,
	Traits:     ir.Pure | ir.Terminator,
	Format:     "$dest (`(` $destOperands^ `:` type($destOperands) `)`)? attr-dict",
}

// NewBranch builds cf.br.
func NewBranch(b *ir.Builder, dest *ir.Block, args ...*ir.Value) BranchOp {
	return BranchOp{b.Create(ir.OperationState{Name: b.Ctx.OpName("cf.br"), Operands: args, Successors: []*ir.Block{dest}})}
}

// Dest is the successor.
func (o BranchOp) Dest() *ir.Block { return o.Successors()[0] }

// SuccessorRanges is all operands.
func (o BranchOp) SuccessorRanges() (first int, counts []int) { return 0, []int{o.NumOperands()} }

// SetSuccessorOperands replaces the operands.
func (o BranchOp) SetSuccessorOperands(all [][]*ir.Value) { o.SetOperands(all[0]...) }

// TakenSuccessor is the only one.
func (o BranchOp) TakenSuccessor([]ir.Attribute) int { return 0 }

// Verify checks the operands against the arguments of the successor.
func (o BranchOp) Verify() error { return checkSuccessor(o.Operands(), o.Dest(), 0) }

func checkSuccessor(args []*ir.Value, dest *ir.Block, i int) error {
	if len(args) != dest.NumArgs() {
		return ir.BareError(fmt.Sprintf("branch has %d operands for successor #%d, but target block has %d", len(args), i, dest.NumArgs()))
	}
	for j, a := range args {
		if t := dest.Arg(j).Type(); a.Type() != t {
			return ir.BareError(fmt.Sprintf("type mismatch for bb argument #%d of successor #%d", j, i))
		}
	}
	return nil
}

// Rewrites merges blocks.
func (BranchOp) Rewrites() []ir.Rewrite {
	return []ir.Rewrite{{
		Name: "br-single-predecessor", Benefit: 1, Args: "%x: i32",
		Before: `
  cf.br ^bb1(%x : i32)
^bb1(%0: i32):
  "test.use"(%0) : (i32) -> ()`,
		After: `
  "test.use"(%x) : (i32) -> ()`,
		Apply: ir.RewriteOn(BranchOp.mergeSuccessor),
	}, {
		Name: "br-through", Benefit: 1, Args: "%c: i1, %x: i32",
		Before: `
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  "test.use"(%x) : (i32) -> ()
  cf.br ^bb2
^bb2:
  cf.br ^bb3(%x : i32)
^bb3(%0: i32):
  "test.use"(%0) : (i32) -> ()`,
		After: `
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  "test.use"(%x) : (i32) -> ()
  cf.br ^bb3(%x : i32)
^bb2:
  cf.br ^bb3(%x : i32)
^bb3(%0: i32):
  "test.use"(%0) : (i32) -> ()`,
		Apply: ir.RewriteOn(BranchOp.through),
	}}
}

// through goes straight to where a successor that only branches goes.
func (o BranchOp) through(rw *ir.Rewriter) bool {
	dest, args, ok := passThrough(o.Dest(), o.Operands(), o.Block())
	if !ok {
		return false
	}
	NewBranch(rw.Builder, dest, args...)
	rw.Erase(o.Operation)
	return true
}

// passThrough is where a block that only branches on leads to, with the arguments if it gets args itself.
func passThrough(b *ir.Block, args []*ir.Value, from *ir.Block) (*ir.Block, []*ir.Value, bool) {
	br, ok := ir.As[BranchOp](b.Front())
	if !ok || br.Dest() == b || b == from {
		return nil, nil, false
	}
	for _, a := range b.Args() {
		for u := range a.Uses() {
			if u.Owner() != br.Operation {
				return nil, nil, false
			}
		}
	}
	out := br.Operands()
	for i, v := range out {
		if v.OwnerBlock() == b {
			out[i] = args[v.Index()]
		}
	}
	return br.Dest(), out, true
}

// mergeSuccessor merges a block into its only predecessor.
func (o BranchOp) mergeSuccessor(rw *ir.Rewriter) bool {
	dest, block := o.Dest(), o.Block()
	if dest == block || dest.SinglePredecessor() != block {
		return false
	}
	args := o.Operands()
	rw.Erase(o.Operation)
	rw.MergeBlocks(dest, block, args...)
	return true
}

// CondBranchOp is cf.cond_br.
type CondBranchOp struct{ *ir.Operation }

// Def returns the definition.
func (CondBranchOp) Def() *ir.OpDef { return condBranchDef }

var condBranchDef = &ir.OpDef{
	Name: "cf.cond_br", Summary: "conditional branch",
	Description: "Goes to the first successor if the condition holds, else to the second, each with its own operands.",
	Example: `func.func @example(%c: i1, %a: i32) {
  cf.cond_br %c, ^bb1(%a : i32), ^bb2
^bb1(%0: i32):
  cf.br ^bb2
^bb2:
  return
}
`,
	Operands: []ir.OperandDef{{Name: "condition", Type: ods.I1},
		{Name: "trueDestOperands", Type: ods.AnyType, Arity: ir.Variadic},
		{Name: "falseDestOperands", Type: ods.AnyType, Arity: ir.Variadic}},

	Successors: 2,
	Traits:     ir.Pure | ir.Terminator | ir.AttrSizedOperands,
	Format: "$condition `,` $trueDest (`(` $trueDestOperands^ `:` type($trueDestOperands) `)`)? `,` " +
		"$falseDest (`(` $falseDestOperands^ `:` type($falseDestOperands) `)`)? attr-dict",
}

// NewCondBranch builds cf.cond_br.
func NewCondBranch(b *ir.Builder, cond *ir.Value, t *ir.Block, targs []*ir.Value, f *ir.Block, fargs []*ir.Value) CondBranchOp {
	ops := append([]*ir.Value{cond}, targs...)
	return CondBranchOp{b.Create(ir.OperationState{
		Name: b.Ctx.OpName("cf.cond_br"), Operands: append(ops, fargs...), Successors: []*ir.Block{t, f},
		Attrs: []ir.NamedAttr{ods.SegmentSizes(b.Ctx, 1, len(targs), len(fargs))},
	})}
}

// Condition chooses the successor.
func (o CondBranchOp) Condition() *ir.Value { return o.Operand(0) }

// TrueDest is the successor when the condition holds.
func (o CondBranchOp) TrueDest() *ir.Block { return o.Successors()[0] }

// FalseDest is the other successor.
func (o CondBranchOp) FalseDest() *ir.Block { return o.Successors()[1] }

// TrueArgs are the operands for TrueDest.
func (o CondBranchOp) TrueArgs() []*ir.Value { return ods.Segment(o.Operation, 1) }

// FalseArgs are the operands for FalseDest.
func (o CondBranchOp) FalseArgs() []*ir.Value { return ods.Segment(o.Operation, 2) }

// successorOperands are the operands for the i-th successor.
func (o CondBranchOp) successorOperands(i int) []*ir.Value { return ods.Segment(o.Operation, i+1) }

// SuccessorRanges counts the operands for both successors.
func (o CondBranchOp) SuccessorRanges() (first int, counts []int) {
	return 1, []int{ods.SegmentLen(o.Operation, 1), ods.SegmentLen(o.Operation, 2)}
}

// SetSuccessorOperands replaces the operands for the successors.
func (o CondBranchOp) SetSuccessorOperands(all [][]*ir.Value) {
	o.SetOperands(slices.Concat([]*ir.Value{o.Condition()}, all[0], all[1])...)
	sizes := ods.SegmentSizes(o.Context(), 1, len(all[0]), len(all[1]))
	o.SetAttr(sizes.Name, sizes.Value)
}

// TakenSuccessor follows a constant condition.
func (o CondBranchOp) TakenSuccessor(operands []ir.Attribute) int {
	c, ok := operands[0].(*ir.IntegerAttr)
	switch {
	case !ok:
		return -1
	case c.Value.Sign() != 0:
		return 0
	}
	return 1
}

// Verify checks the operands against the arguments of the successors.
func (o CondBranchOp) Verify() error {
	if err := ods.CheckSegments(o.Operation, 3); err != nil {
		return err
	}
	for i, s := range o.Successors() {
		if err := checkSuccessor(o.successorOperands(i), s, i); err != nil {
			return err
		}
	}
	return nil
}

// Rewrites knows constant conditions and successors that are the same.
func (CondBranchOp) Rewrites() []ir.Rewrite {
	return []ir.Rewrite{{
		Name: "cond_br-decided", Benefit: 1, Args: "%x: i32, %y: i32",
		Before: `
  %true = arith.constant true
  cf.cond_br %true, ^bb1(%x : i32), ^bb1(%y : i32)
^bb1(%0: i32):
  "test.use"(%0) : (i32) -> ()`,
		After: `
  cf.br ^bb1(%x : i32)
^bb1(%0: i32):
  "test.use"(%0) : (i32) -> ()`,
		Apply: ir.RewriteOn(CondBranchOp.decide),
	}, {
		Name: "cond_br-through", Benefit: 1, Args: "%c: i1, %x: i32, %y: i32",
		Before: `
  cf.cond_br %c, ^bb1(%x : i32), ^bb2(%y : i32)
^bb1(%0: i32):
  cf.br ^bb2(%0 : i32)
^bb2(%1: i32):
  "test.use"(%1) : (i32) -> ()`,
		After: `
  cf.cond_br %c, ^bb2(%x : i32), ^bb2(%y : i32)
^bb1(%0: i32):
  cf.br ^bb2(%0 : i32)
^bb2(%1: i32):
  "test.use"(%1) : (i32) -> ()`,
		Apply: ir.RewriteOn(CondBranchOp.through),
	}, {
		Name: "cond_br-to-select", Benefit: 1, Args: "%c: i1, %x: i32, %y: i32",
		Before: `
  cf.cond_br %c, ^bb1(%x : i32), ^bb1(%y : i32)
^bb1(%0: i32):
  "test.use"(%0) : (i32) -> ()`,
		After: `
  %0 = arith.select %c, %x, %y : i32
  cf.br ^bb1(%0 : i32)
^bb1(%1: i32):
  "test.use"(%1) : (i32) -> ()`,
		Apply: ir.RewriteOn(CondBranchOp.toSelects),
	}, {
		Name: "cond_br-same-condition", Benefit: 1, Args: "%c: i1, %x: i32, %y: i32",
		Before: `
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  "test.use"(%x) : (i32) -> ()
  cf.cond_br %c, ^bb2, ^bb3
^bb2:
  "test.use"(%y) : (i32) -> ()
  cf.br ^bb3
^bb3:`,
		After: `
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  "test.use"(%x) : (i32) -> ()
  cf.br ^bb2
^bb2:
  "test.use"(%y) : (i32) -> ()
  cf.br ^bb3
^bb3:`,
		Apply: ir.RewriteOn(CondBranchOp.sameAsBefore),
	}, {
		Name: "cond_br-known-behind", Benefit: 1, Args: "%c: i1",
		Before: `
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  "test.use"(%c) : (i1) -> ()
  cf.br ^bb2
^bb2:`,
		After: `
  %true = arith.constant true
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  "test.use"(%true) : (i1) -> ()
  cf.br ^bb2
^bb2:`,
		Apply: ir.RewriteOn(CondBranchOp.knownBehind),
	}}
}

// through goes straight to where successors that only branch go.
func (o CondBranchOp) through(rw *ir.Rewriter) bool {
	t, targs, ok1 := passThrough(o.TrueDest(), o.TrueArgs(), o.Block())
	if !ok1 {
		t, targs = o.TrueDest(), o.TrueArgs()
	}
	f, fargs, ok2 := passThrough(o.FalseDest(), o.FalseArgs(), o.Block())
	if !ok2 {
		f, fargs = o.FalseDest(), o.FalseArgs()
	}
	if !ok1 && !ok2 {
		return false
	}
	NewCondBranch(rw.Builder, o.Condition(), t, targs, f, fargs)
	rw.Erase(o.Operation)
	return true
}

// toSelects chooses the arguments of the only successor, if nothing else leads there.
func (o CondBranchOp) toSelects(rw *ir.Rewriter) bool {
	dest := o.TrueDest()
	if dest != o.FalseDest() || dest.UniquePredecessor() != o.Block() || dest == o.Block() {
		return false
	}
	args, other := o.TrueArgs(), o.FalseArgs()
	for i, v := range args {
		if _, memref := v.Type().(*ir.MemRefType); memref && v != other[i] {
			return false // backends see where a buffer comes from
		}
	}
	for i, v := range args {
		if v != other[i] {
			args[i] = arith.Select(rw.Builder, o.Condition(), v, other[i])
		}
	}
	NewBranch(rw.Builder, dest, args...)
	rw.Erase(o.Operation)
	return true
}

// knownBehind replaces the condition by what it is in successors that are only reached from here.
func (o CondBranchOp) knownBehind(rw *ir.Rewriter) bool {
	if o.Condition().HasOneUse() {
		return false
	}
	changed := false
	for i, dest := range o.Successors() {
		if dest.SinglePredecessor() != o.Block() {
			continue
		}
		var known *ir.Value
		for u := range o.Condition().Uses() {
			if u.Owner().Block() != dest {
				continue
			}
			if known == nil {
				known = arith.NewConstantBool(rw.Builder, i == 0)
			}
			rw.SetOperand(u.Owner(), u.Index(), known)
			changed = true
		}
	}
	return changed
}

// sameAsBefore knows the condition from the only branch that leads here.
func (o CondBranchOp) sameAsBefore(rw *ir.Rewriter) bool {
	pred := o.Block().SinglePredecessor()
	if pred == nil {
		return false
	}
	before, ok := ir.As[CondBranchOp](pred.Back())
	if !ok || before.Condition() != o.Condition() {
		return false
	}
	if before.TrueDest() == o.Block() {
		NewBranch(rw.Builder, o.TrueDest(), o.TrueArgs()...)
	} else {
		NewBranch(rw.Builder, o.FalseDest(), o.FalseArgs()...)
	}
	rw.Erase(o.Operation)
	return true
}

// decide turns a branch on a constant, or to one block with the same operands, into cf.br.
func (o CondBranchOp) decide(rw *ir.Rewriter) bool {
	c, known := arith.ConstantInt(o.Condition())
	same := o.TrueDest() == o.FalseDest() && sameValues(o.TrueArgs(), o.FalseArgs())
	switch {
	case same, known && c != 0:
		NewBranch(rw.Builder, o.TrueDest(), o.TrueArgs()...)
	case known:
		NewBranch(rw.Builder, o.FalseDest(), o.FalseArgs()...)
	default:
		return false
	}
	rw.Erase(o.Operation)
	return true
}

func sameValues(a, b []*ir.Value) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}
