package llvmgen

import (
	"slices"

	llvm "github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/value"

	"descend/dialects/cf"
	"descend/dialects/ods"
	"descend/ir"
)

// Region translates the blocks of a function's body, which branch to each other; Cur becomes the entry. Values of
// the entry's arguments are bound already. What ends the function is an operation of the target.
func (f *Function) Region(r *ir.Region) {
	entry := r.Front()
	order := reversePostorder(entry)
	f.starts, f.flows = map[*ir.Block]*llvm.Block{entry: f.Cur}, map[*ir.Block][]flow{}
	for _, b := range order[1:] {
		lb := f.NewBlock("bb")
		f.starts[b] = lb
		for _, a := range b.Args() {
			var phis flow
			var own []value.Value
			for _, t := range f.FlatTypes(f.Op, a.Type()) {
				p := &llvm.InstPhi{Typ: t}
				lb.Insts = append(lb.Insts, p)
				phis, own = append(phis, p), append(own, p)
			}
			f.Bind(a, own)
			f.flows[b] = append(f.flows[b], phis)
		}
	}
	for _, b := range order {
		f.Cur = f.starts[b]
		f.Block(b)
	}
}

// reversePostorder lists the blocks that are reached from entry so that definitions come before uses.
func reversePostorder(entry *ir.Block) []*ir.Block {
	var order []*ir.Block
	seen := map[*ir.Block]bool{}
	var visit func(b *ir.Block)
	visit = func(b *ir.Block) {
		seen[b] = true
		if t := b.Back(); t != nil {
			for _, s := range t.Successors() {
				if !seen[s] {
					visit(s)
				}
			}
		}
		order = append(order, b)
	}
	visit(entry)
	slices.Reverse(order)
	return order
}

// branch translates branches between the blocks of a function.
func (f *Function) branch(op *ir.Operation) bool {
	succ := op.Successors()
	switch op.Typed().(type) {
	case cf.BranchOp:
		f.edge(succ[0], op.Operands(), f.Cur)
		f.Cur.NewBr(f.starts[succ[0]])
	case cf.CondBranchOp:
		cond := f.Val(op.Operand(0))
		from := f.Cur
		then, els := f.starts[succ[0]], f.starts[succ[1]]
		if then == els { // two edges between two blocks would need two entries in each phi
			els = f.NewBlock("edge")
			els.NewBr(then)
			f.edge(succ[1], ods.Segment(op, 2), els)
		} else {
			f.edge(succ[1], ods.Segment(op, 2), from)
		}
		f.edge(succ[0], ods.Segment(op, 1), from)
		from.NewCondBr(cond, then, els)
	default:
		return false
	}
	return true
}

// edge hands operands to the arguments of a block.
func (f *Function) edge(to *ir.Block, operands []*ir.Value, from *llvm.Block) {
	for i, v := range operands {
		f.add(f.flows[to][i], f.Flat(v), from)
	}
}
