package llvmgen

import (
	llvm "github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/metadata"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"

	"descend/dialects/gpu/contract"
	"descend/dialects/scf"
	"descend/ir"
)

// scf translates structured control flow to blocks and phis.
func (f *Function) scf(op *ir.Operation) bool {
	switch op.Typed().(type) {
	case scf.IfOp:
		f.scfIf(op)
	case scf.ForOp:
		f.scfFor(scf.ForOp{Operation: op})
	case scf.WhileOp:
		f.scfWhile(op)
	case scf.YieldOp, scf.ConditionOp:
	default:
		return false
	}
	return true
}

// yielded are the translated operands of a block's terminator.
func (f *Function) yielded(b *ir.Block, from int) [][]value.Value {
	var out [][]value.Value
	if t := b.Back(); t != nil {
		for _, v := range t.Operands()[from:] {
			out = append(out, f.Flat(v))
		}
	}
	return out
}

// flow is the phis that v is at the start of a block.
type flow []*llvm.InstPhi

// join makes v, at the start of block b, what comes along the edge from pre.
func (f *Function) join(b *llvm.Block, v *ir.Value, vals []value.Value, pre *llvm.Block) flow {
	var phis flow
	var own []value.Value
	for _, x := range vals {
		p := b.NewPhi(llvm.NewIncoming(x, pre))
		phis, own = append(phis, p), append(own, p)
	}
	f.Bind(v, own)
	return phis
}

// add adds what comes along another edge.
func (f *Function) add(phis flow, vals []value.Value, from *llvm.Block) {
	for i, p := range phis {
		f.meet(p, vals[i])
		p.Incs = append(p.Incs, llvm.NewIncoming(vals[i], from))
	}
}

// meet refuses values of which one is chosen at run time if their types differ: buffers in two address spaces.
func (f *Function) meet(a, b value.Value) {
	if !a.Type().Equal(b.Type()) {
		f.Unsupported(f.Op, "a buffer in one of two address spaces, %s and %s, is not supported on %s", a.Type(), b.Type(), f.Where)
	}
}

func (f *Function) scfIf(op *ir.Operation) {
	cond := f.Val(op.Operand(0))
	if f.Lockstep {
		f.early(scf.IfOp{Operation: op})
	}
	thenB, done := f.NewBlock("then"), f.NewBlock("endif")
	elseB := done
	hasElse := op.NumRegions() > 1 && op.Body(1) != nil
	if hasElse {
		elseB = f.NewBlock("else")
	}
	f.Cur.NewCondBr(cond, thenB, elseB)
	f.Cur = thenB
	f.Block(op.Body(0))
	if f.Lockstep && hasElse && lastLoop(op.Body(0)) && lastLoop(op.Body(1)) {
		f.apart()
	}
	thenV, thenEnd := f.yielded(op.Body(0), 0), f.Cur
	f.leave(op, thenEnd, done)
	var elseV [][]value.Value
	elseEnd := elseB
	if hasElse {
		f.Cur = elseB
		f.Block(op.Body(1))
		elseV, elseEnd = f.yielded(op.Body(1), 0), f.Cur
		f.leave(op, elseEnd, done)
	}
	f.Cur = done
	for i, r := range op.Results() {
		f.add(f.join(done, r, thenV[i], thenEnd), elseV[i], elseEnd)
	}
}

// lastLoop says whether an arm ends with a loop, and gives nothing.
func lastLoop(b *ir.Block) bool {
	end := b.Back()
	return end != nil && end.NumOperands() == 0 && end.Prev() != nil && ir.Is[scf.ForOp](end.Prev())
}

// apart ends an arm by nothing, which the other one does not end by: two versions of a loop stay two. LLVM unrolls them and would move the accesses
// that both end with behind the conditional, away from the neighbours that they are one access with.
func (f *Function) apart() {
	asm := llvm.NewInlineAsm(types.NewPointer(types.NewFunc(types.Void)), "", "")
	asm.SideEffect = true
	f.Cur.NewCall(asm)
}

// leave branches from the end of a region to what follows. A region that ends with a trap does so only for
// the phis that follow.
func (f *Function) leave(op *ir.Operation, end, done *llvm.Block) {
	if end.Term == nil || op.NumResults() > 0 {
		end.NewBr(done)
	}
}

// countFlags says that a loop's counter does not overflow, where its step is 1: it stays below the bound.
func countFlags(op scf.ForOp) []enum.OverflowFlag {
	one, ok := ConstantOf(op.Step())
	if !ok || one != 1 {
		return nil
	}
	flags := []enum.OverflowFlag{enum.OverflowFlagNSW}
	if natural(op.LowerBound(), 0) {
		flags = append(flags, enum.OverflowFlagNUW)
	}
	return flags
}

func (f *Function) scfFor(op scf.ForOp) {
	lb, ub, step := f.Val(op.LowerBound()), f.Val(op.UpperBound()), f.Val(op.Step())
	body := op.Body(0)
	pre := f.Cur
	head, loop, done := f.NewBlock("for"), f.NewBlock("loop"), f.NewBlock("endfor")
	pre.NewBr(head)
	iv := head.NewPhi(llvm.NewIncoming(lb, pre))
	f.Vals[body.Arg(0)] = iv
	var carried []flow
	for i, a := range body.Args()[1:] {
		carried = append(carried, f.join(head, a, f.Flat(op.Inits()[i]), pre))
	}
	head.NewCondBr(head.NewICmp(enum.IPredSLT, iv, ub), loop, done)
	f.Cur = loop
	end := f.parallel(op.Operation)
	f.Block(body)
	end()
	next := f.yielded(body, 0)
	inc := f.Cur.NewAdd(iv, step)
	inc.OverflowFlags = countFlags(op)
	br := f.Cur.NewBr(head)
	f.unrollHint(br, op.Operation)
	iv.Incs = append(iv.Incs, llvm.NewIncoming(inc, f.Cur))
	for i, c := range carried {
		f.add(c, next[i], f.Cur)
	}
	f.Cur = done
	for i, r := range op.Results() {
		f.same(r, body.Arg(1+i))
	}
}

// same gives a value the translation of another one.
func (f *Function) same(v, other *ir.Value) { f.Bind(v, f.Flat(other)) }

func (f *Function) scfWhile(op *ir.Operation) {
	before, after := op.Body(0), op.Body(1)
	pre := f.Cur
	head, loop, done := f.NewBlock("while"), f.NewBlock("loop"), f.NewBlock("endwhile")
	pre.NewBr(head)
	var carried []flow
	for i, a := range before.Args() {
		carried = append(carried, f.join(head, a, f.Flat(op.Operand(i)), pre))
	}
	f.Cur = head
	f.Block(before)
	cond := before.Back()
	pass := f.yielded(before, 1)
	f.Cur.NewCondBr(f.Val(cond.Operand(0)), loop, done)
	for i, a := range after.Args() {
		f.Bind(a, pass[i])
	}
	for i, r := range op.Results() {
		f.Bind(r, pass[i])
	}
	f.Cur = loop
	f.Block(after)
	next := f.yielded(after, 0)
	br := f.Cur.NewBr(head)
	f.unrollHint(br, op)
	for i, c := range carried {
		f.add(c, next[i], f.Cur)
	}
	f.Cur = done
}

// unrollHint attaches the loop's unrolling wish to its back edge, and for
// a parallel loop that its iterations are independent.
func (f *Function) unrollHint(br *llvm.TermBr, op *ir.Operation) {
	var hints []metadata.Field
	hint := func(fields ...metadata.Field) {
		t := &metadata.Tuple{MetadataID: -1, Fields: fields}
		f.Mod.MetadataDefs = append(f.Mod.MetadataDefs, t)
		hints = append(hints, t)
	}
	switch u := contract.UnrollOf(op); u {
	case contract.UnrollUnsaid:
	case contract.UnrollFull:
		hint(&metadata.String{Value: "llvm.loop.unroll.full"})
	case contract.UnrollNone:
		hint(&metadata.String{Value: "llvm.loop.unroll.disable"})
	case contract.UnrollVectors:
		full := &metadata.Tuple{MetadataID: -1, Fields: []metadata.Field{&metadata.String{Value: "llvm.loop.unroll.full"}}}
		f.Mod.MetadataDefs = append(f.Mod.MetadataDefs, full)
		hint(&metadata.String{Value: "llvm.loop.unroll.disable"})
		hint(&metadata.String{Value: "llvm.loop.vectorize.followup_vectorized"}, full)
	default:
		hint(&metadata.String{Value: "llvm.loop.unroll.count"}, constant.NewInt(types.I32, int64(u)))
	}
	if g := f.groups[op]; g != nil {
		hint(&metadata.String{Value: "llvm.loop.parallel_accesses"}, g)
		hint(&metadata.String{Value: "llvm.loop.vectorize.enable"}, constant.True)
	}
	if len(hints) == 0 {
		return
	}
	loop := &metadata.Tuple{MetadataID: -1, Distinct: true}
	loop.Fields = append([]metadata.Field{loop}, hints...)
	f.Mod.MetadataDefs = append(f.Mod.MetadataDefs, loop)
	br.Metadata = append(br.Metadata, &metadata.Attachment{Name: "llvm.loop", Node: loop})
}

// parallel starts the body of a loop; the function that it gives ends it. No iteration of a parallel loop
// depends on another one: its accesses are put into a group that says so.
func (f *Function) parallel(op *ir.Operation) (end func()) {
	if !contract.IsParallel(op) {
		return func() {}
	}
	g := &metadata.Tuple{MetadataID: -1, Distinct: true}
	f.Mod.MetadataDefs = append(f.Mod.MetadataDefs, g)
	if f.groups == nil {
		f.groups = map[*ir.Operation]*metadata.Tuple{}
	}
	f.groups[op] = g
	f.open = append(f.open, g)
	return func() { f.open = f.open[:len(f.open)-1] }
}

// inGroups puts an access to memory into the groups of the parallel loops around it that do not each have their
// own such memory: all but the outer depth ones.
func (f *Function) inGroups(md *llvm.Metadata, depth int) {
	groups := f.open[min(depth, len(f.open)):]
	switch len(groups) {
	case 0:
	case 1:
		*md = append(*md, &metadata.Attachment{Name: "llvm.access.group", Node: groups[0]})
	default:
		list := &metadata.Tuple{MetadataID: -1}
		for _, g := range groups {
			list.Fields = append(list.Fields, g)
		}
		f.Mod.MetadataDefs = append(f.Mod.MetadataDefs, list)
		*md = append(*md, &metadata.Attachment{Name: "llvm.access.group", Node: list})
	}
}
