package ir

// Rewriter changes the code under a pattern. New operations are made with the embedded Builder, whose
// insertion point is before the operation at hand.
type Rewriter struct {
	*Builder
	driver *driver // nil outside of ApplyGreedily
}

// NewRewriter returns a rewriter for use outside of ApplyGreedily.
func NewRewriter(c *Context) *Rewriter { return &Rewriter{Builder: NewBuilder(c)} }

// Replace makes the users of op's results use vs, one for each (nil where there are no users), and erases op.
func (rw *Rewriter) Replace(op *Operation, vs ...*Value) {
	op.asManyAs("Rewriter.Replace", vs)
	for i, r := range op.results {
		if vs[i] != nil {
			rw.ReplaceAllUses(r, vs[i])
		}
	}
	rw.Erase(op)
}

// ReplaceOp replaces op by another operation with as many results.
func (rw *Rewriter) ReplaceOp(op, by *Operation) {
	if by == nil {
		misuse("Rewriter.ReplaceOp", "%s is to be replaced by a nil operation", op.calledAt())
	}
	rw.Replace(op, by.results...)
}

// ReplaceAllUses makes the users of v use w.
func (rw *Rewriter) ReplaceAllUses(v, w *Value) {
	if rw.driver != nil {
		for u := v.first; u != nil; u = u.next {
			rw.driver.add(u.owner)
		}
	}
	v.ReplaceAllUsesWith(w)
}

// SetOperand makes the i-th operand of op, which need not be the operation at hand, another value.
func (rw *Rewriter) SetOperand(op *Operation, i int, v *Value) {
	op.SetOperand(i, v)
	rw.Modified(op)
}

// Erase removes an operation whose results are unused.
func (rw *Rewriter) Erase(op *Operation) {
	if op == nil {
		misuse("Rewriter.Erase", "the operation is nil")
	}
	if rw.driver != nil {
		rw.driver.erased(op)
	}
	if rw.point.before == op {
		rw.point.before = op.next
	}
	op.Erase()
}

// Modified tells that op was changed in place.
func (rw *Rewriter) Modified(op *Operation) {
	if rw.driver != nil {
		rw.driver.add(op)
	}
}

// InlineBlockBefore moves the operations of b before op, its arguments replaced by args, and erases b.
func (rw *Rewriter) InlineBlockBefore(b *Block, op *Operation, args ...*Value) {
	b.asManyArgs("Rewriter.InlineBlockBefore", args)
	for i, a := range b.args {
		rw.ReplaceAllUses(a, args[i])
	}
	for o := range b.Ops() {
		o.MoveBefore(op)
		if rw.driver != nil {
			rw.driver.add(o)
		}
	}
	b.Detach()
}

// MergeBlocks appends the operations of b to dst, its arguments replaced by args, and erases b.
func (rw *Rewriter) MergeBlocks(b, dst *Block, args ...*Value) {
	b.asManyArgs("Rewriter.MergeBlocks", args)
	for i, a := range b.args {
		rw.ReplaceAllUses(a, args[i])
	}
	for o := range b.Ops() {
		o.MoveToEnd(dst)
		if rw.driver != nil {
			rw.driver.add(o)
		}
	}
	b.Detach()
}

// EraseBlock removes a block with all its operations; nothing may refer to it.
func (rw *Rewriter) EraseBlock(b *Block) {
	if rw.driver != nil {
		for o := range b.Ops() {
			rw.driver.erased(o)
		}
	}
	b.Erase()
}

// ConstantOf is the constant that v is known to be (its defining operation is ConstantLike), or nil.
func ConstantOf(v *Value) Attribute {
	if v == nil || v.op == nil || !v.op.Has(ConstantLike) {
		return nil
	}
	return v.op.Attr("value")
}
