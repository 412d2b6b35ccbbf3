package nvvm

import (
	llvm "github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/metadata"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"

	"descend/ir"
)

// scf translates structured control flow to blocks and phis.
func (f *function) scf(op *ir.Operation, name string) bool {
	switch name {
	case "if":
		f.scfIf(op)
	case "for":
		f.scfFor(op)
	case "while":
		f.scfWhile(op)
	case "yield", "condition":
	default:
		return false
	}
	return true
}

// yielded are the translated operands of a block's terminator.
func (f *function) yielded(b *ir.Block, from int) []value.Value {
	var out []value.Value
	if t := b.Back(); t != nil {
		for _, v := range t.Operands()[from:] {
			out = append(out, f.val(v))
		}
	}
	return out
}

func (f *function) scfIf(op *ir.Operation) {
	cond := f.val(op.Operand(0))
	thenB, done := f.newBlock("then"), f.newBlock("endif")
	elseB := done
	hasElse := op.NumRegions() > 1 && op.Body(1) != nil
	if hasElse {
		elseB = f.newBlock("else")
	}
	f.cur.NewCondBr(cond, thenB, elseB)
	f.cur = thenB
	f.block(op.Body(0))
	thenV, thenEnd := f.yielded(op.Body(0), 0), f.cur
	f.leave(op, thenEnd, done)
	var elseV []value.Value
	elseEnd := elseB
	if hasElse {
		f.cur = elseB
		f.block(op.Body(1))
		elseV, elseEnd = f.yielded(op.Body(1), 0), f.cur
		f.leave(op, elseEnd, done)
	}
	f.cur = done
	for i, r := range op.Results() {
		f.vals[r] = done.NewPhi(llvm.NewIncoming(thenV[i], thenEnd), llvm.NewIncoming(elseV[i], elseEnd))
	}
}

// leave branches from the end of a region to what follows. A region that ends with a trap does so only for
// the phis that follow.
func (f *function) leave(op *ir.Operation, end, done *llvm.Block) {
	if end.Term == nil || op.NumResults() > 0 {
		end.NewBr(done)
	}
}

// countFlags says that a loop's counter does not overflow, where its step is 1: it stays below the bound.
func countFlags(op *ir.Operation) []enum.OverflowFlag {
	one, ok := constantOf(op.Operand(2))
	if !ok || one != 1 {
		return nil
	}
	flags := []enum.OverflowFlag{enum.OverflowFlagNSW}
	if natural(op.Operand(0), 0) {
		flags = append(flags, enum.OverflowFlagNUW)
	}
	return flags
}

func (f *function) scfFor(op *ir.Operation) {
	lb, ub, step := f.val(op.Operand(0)), f.val(op.Operand(1)), f.val(op.Operand(2))
	body := op.Body(0)
	pre := f.cur
	head, loop, done := f.newBlock("for"), f.newBlock("loop"), f.newBlock("endfor")
	pre.NewBr(head)
	iv := head.NewPhi(llvm.NewIncoming(lb, pre))
	f.vals[body.Arg(0)] = iv
	var phis []*llvm.InstPhi
	for i, a := range body.Args()[1:] {
		p := head.NewPhi(llvm.NewIncoming(f.val(op.Operand(3+i)), pre))
		f.vals[a] = p
		phis = append(phis, p)
	}
	head.NewCondBr(head.NewICmp(enum.IPredSLT, iv, ub), loop, done)
	f.cur = loop
	f.block(body)
	next := f.yielded(body, 0)
	inc := f.cur.NewAdd(iv, step)
	inc.OverflowFlags = countFlags(op)
	br := f.cur.NewBr(head)
	f.unrollHint(br, op)
	iv.Incs = append(iv.Incs, llvm.NewIncoming(inc, f.cur))
	for i, p := range phis {
		p.Incs = append(p.Incs, llvm.NewIncoming(next[i], f.cur))
	}
	f.cur = done
	for i, r := range op.Results() {
		f.vals[r] = phis[i]
	}
}

func (f *function) scfWhile(op *ir.Operation) {
	before, after := op.Body(0), op.Body(1)
	pre := f.cur
	head, loop, done := f.newBlock("while"), f.newBlock("loop"), f.newBlock("endwhile")
	pre.NewBr(head)
	var phis []*llvm.InstPhi
	for i, a := range before.Args() {
		p := head.NewPhi(llvm.NewIncoming(f.val(op.Operand(i)), pre))
		f.vals[a] = p
		phis = append(phis, p)
	}
	f.cur = head
	f.block(before)
	cond := before.Back()
	pass := f.yielded(before, 1)
	f.cur.NewCondBr(f.val(cond.Operand(0)), loop, done)
	for i, a := range after.Args() {
		f.vals[a] = pass[i]
	}
	for i, r := range op.Results() {
		f.vals[r] = pass[i]
	}
	f.cur = loop
	f.block(after)
	next := f.yielded(after, 0)
	br := f.cur.NewBr(head)
	f.unrollHint(br, op)
	for i, p := range phis {
		p.Incs = append(p.Incs, llvm.NewIncoming(next[i], f.cur))
	}
	f.cur = done
}

// unrollHint attaches the loop's unrolling wish (descend.unroll = "full" or a count) to its back edge.
func (f *function) unrollHint(br *llvm.TermBr, op *ir.Operation) {
	var hint *metadata.Tuple
	switch a := op.Attr("descend.unroll").(type) {
	case *ir.StringAttr:
		if a.Value != "full" {
			return
		}
		hint = &metadata.Tuple{MetadataID: -1, Fields: []metadata.Field{&metadata.String{Value: "llvm.loop.unroll.full"}}}
	case *ir.IntegerAttr:
		hint = &metadata.Tuple{MetadataID: -1, Fields: []metadata.Field{&metadata.String{Value: "llvm.loop.unroll.count"}, constant.NewInt(types.I32, a.Int64())}}
	default:
		return
	}
	loop := &metadata.Tuple{MetadataID: -1, Distinct: true}
	loop.Fields = []metadata.Field{loop, hint}
	f.mod.MetadataDefs = append(f.mod.MetadataDefs, hint, loop)
	br.Metadata = append(br.Metadata, &metadata.Attachment{Name: "llvm.loop", Node: loop})
}
