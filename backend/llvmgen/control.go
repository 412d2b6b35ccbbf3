package llvmgen

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
func (f *Function) scf(op *ir.Operation, name string) bool {
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
func (f *Function) yielded(b *ir.Block, from int) []value.Value {
	var out []value.Value
	if t := b.Back(); t != nil {
		for _, v := range t.Operands()[from:] {
			out = append(out, f.Val(v))
		}
	}
	return out
}

func (f *Function) scfIf(op *ir.Operation) {
	cond := f.Val(op.Operand(0))
	thenB, done := f.NewBlock("then"), f.NewBlock("endif")
	elseB := done
	hasElse := op.NumRegions() > 1 && op.Body(1) != nil
	if hasElse {
		elseB = f.NewBlock("else")
	}
	f.Cur.NewCondBr(cond, thenB, elseB)
	f.Cur = thenB
	f.Block(op.Body(0))
	thenV, thenEnd := f.yielded(op.Body(0), 0), f.Cur
	f.leave(op, thenEnd, done)
	var elseV []value.Value
	elseEnd := elseB
	if hasElse {
		f.Cur = elseB
		f.Block(op.Body(1))
		elseV, elseEnd = f.yielded(op.Body(1), 0), f.Cur
		f.leave(op, elseEnd, done)
	}
	f.Cur = done
	for i, r := range op.Results() {
		f.Vals[r] = done.NewPhi(llvm.NewIncoming(thenV[i], thenEnd), llvm.NewIncoming(elseV[i], elseEnd))
	}
}

// leave branches from the end of a region to what follows. A region that ends with a trap does so only for
// the phis that follow.
func (f *Function) leave(op *ir.Operation, end, done *llvm.Block) {
	if end.Term == nil || op.NumResults() > 0 {
		end.NewBr(done)
	}
}

// countFlags says that a loop's counter does not overflow, where its step is 1: it stays below the bound.
func countFlags(op *ir.Operation) []enum.OverflowFlag {
	one, ok := ConstantOf(op.Operand(2))
	if !ok || one != 1 {
		return nil
	}
	flags := []enum.OverflowFlag{enum.OverflowFlagNSW}
	if natural(op.Operand(0), 0) {
		flags = append(flags, enum.OverflowFlagNUW)
	}
	return flags
}

func (f *Function) scfFor(op *ir.Operation) {
	lb, ub, step := f.Val(op.Operand(0)), f.Val(op.Operand(1)), f.Val(op.Operand(2))
	body := op.Body(0)
	pre := f.Cur
	head, loop, done := f.NewBlock("for"), f.NewBlock("loop"), f.NewBlock("endfor")
	pre.NewBr(head)
	iv := head.NewPhi(llvm.NewIncoming(lb, pre))
	f.Vals[body.Arg(0)] = iv
	var phis []*llvm.InstPhi
	for i, a := range body.Args()[1:] {
		p := head.NewPhi(llvm.NewIncoming(f.Val(op.Operand(3+i)), pre))
		f.Vals[a] = p
		phis = append(phis, p)
	}
	head.NewCondBr(head.NewICmp(enum.IPredSLT, iv, ub), loop, done)
	f.Cur = loop
	f.Block(body)
	next := f.yielded(body, 0)
	inc := f.Cur.NewAdd(iv, step)
	inc.OverflowFlags = countFlags(op)
	br := f.Cur.NewBr(head)
	f.unrollHint(br, op)
	iv.Incs = append(iv.Incs, llvm.NewIncoming(inc, f.Cur))
	for i, p := range phis {
		p.Incs = append(p.Incs, llvm.NewIncoming(next[i], f.Cur))
	}
	f.Cur = done
	for i, r := range op.Results() {
		f.Vals[r] = phis[i]
	}
}

func (f *Function) scfWhile(op *ir.Operation) {
	before, after := op.Body(0), op.Body(1)
	pre := f.Cur
	head, loop, done := f.NewBlock("while"), f.NewBlock("loop"), f.NewBlock("endwhile")
	pre.NewBr(head)
	var phis []*llvm.InstPhi
	for i, a := range before.Args() {
		p := head.NewPhi(llvm.NewIncoming(f.Val(op.Operand(i)), pre))
		f.Vals[a] = p
		phis = append(phis, p)
	}
	f.Cur = head
	f.Block(before)
	cond := before.Back()
	pass := f.yielded(before, 1)
	f.Cur.NewCondBr(f.Val(cond.Operand(0)), loop, done)
	for i, a := range after.Args() {
		f.Vals[a] = pass[i]
	}
	for i, r := range op.Results() {
		f.Vals[r] = pass[i]
	}
	f.Cur = loop
	f.Block(after)
	next := f.yielded(after, 0)
	br := f.Cur.NewBr(head)
	f.unrollHint(br, op)
	for i, p := range phis {
		p.Incs = append(p.Incs, llvm.NewIncoming(next[i], f.Cur))
	}
	f.Cur = done
}

// unrollHint attaches the loop's unrolling wish (descend.unroll = "full" or a count) to its back edge.
func (f *Function) unrollHint(br *llvm.TermBr, op *ir.Operation) {
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
	f.Mod.MetadataDefs = append(f.Mod.MetadataDefs, hint, loop)
	br.Metadata = append(br.Metadata, &metadata.Attachment{Name: "llvm.loop", Node: loop})
}
