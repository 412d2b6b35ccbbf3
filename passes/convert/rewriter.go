package convert

import (
	"fmt"
	"slices"

	"descend/ir"
)

// Rewriter changes the code under a pattern, so that it can be undone. New operations are made with the embedded Builder, whose insertion
// point is before the operation at hand.
type Rewriter struct {
	*ir.Builder
	c *conversion
	p *Pattern
}

// newRewriter makes a rewriter for a pattern, at an operation.
func (c *conversion) newRewriter(p *Pattern, op *ir.Operation) *Rewriter {
	b := ir.NewBuilder(op.Context()).AtLocOf(op)
	if op.Block() != nil {
		b.Before(op)
	}
	b.OnInsert = c.inserted
	return &Rewriter{Builder: b, c: c, p: p}
}

// inserted notes a new operation, and those inside of it.
func (c *conversion) inserted(op *ir.Operation) {
	c.log = append(c.log, op.Erase)
	op.Walk(func(o *ir.Operation) ir.WalkResult {
		c.changed = append(c.changed, o)
		return ir.Advance
	})
}

// Types is the type converter of the pattern, nil if it has none.
func (rw *Rewriter) Types() *TypeConverter { return rw.p.Types }

// Converted are the types that ts become, or why there are none.
func (rw *Rewriter) Converted(ts ...ir.Type) ([]ir.Type, error) {
	if rw.p.Types == nil {
		return ts, nil
	}
	out, ok := rw.p.Types.ConvertAll(ts)
	if !ok {
		return nil, fmt.Errorf("the types (%s) cannot be converted", typeList(ts))
	}
	return out, nil
}

// Now is the value that stands for v by now, in the type that the pattern wants; nil if v was erased.
func (rw *Rewriter) Now(v *ir.Value) (*ir.Value, error) { return rw.c.now(rw.p.Types, rw.Builder, v) }

// NowAll is Now of several values, none of which may be erased.
func (rw *Rewriter) NowAll(vs []*ir.Value) ([]*ir.Value, error) {
	out := make([]*ir.Value, len(vs))
	for i, v := range vs {
		var err error
		if out[i], err = rw.Now(v); err != nil {
			return nil, fmt.Errorf("operand #%d: %w", i, err)
		}
		if out[i] == nil {
			return nil, fmt.Errorf("operand #%d: nothing stands for it any more", i)
		}
	}
	return out, nil
}

// Replace lets values stand for the results of op, one for each, of any types; nil for a result that nobody uses. The operation is erased, with all
// that is inside of it then.
func (rw *Rewriter) Replace(op *ir.Operation, vs ...*ir.Value) {
	if len(vs) != op.NumResults() {
		panic(fmt.Sprintf("convert.Rewriter.Replace: '%s' has %d results, and %d values are to stand for them", op.Name(), op.NumResults(), len(vs)))
	}
	for i, r := range op.Results() {
		rw.c.let(rw.p.Types, r, vs[i])
	}
	rw.c.gone[op] = true
	rw.c.log = append(rw.c.log, func() { delete(rw.c.gone, op) })
}

// ReplaceOp lets the results of another operation stand for those of op.
func (rw *Rewriter) ReplaceOp(op, by *ir.Operation) { rw.Replace(op, by.Results()...) }

// Erase erases an operation whose results nobody uses at the end.
func (rw *Rewriter) Erase(op *ir.Operation) { rw.Replace(op, make([]*ir.Value, op.NumResults())...) }

// Update changes the attributes, operands and successors of an operation in place. It has to be legal afterwards.
func (rw *Rewriter) Update(op *ir.Operation, change func()) {
	attrs, operands, successors, props := op.Attrs(), op.Operands(), slices.Clone(op.Successors()), op.Props
	rw.c.log = append(rw.c.log, func() {
		for _, a := range op.Attrs() {
			op.SetAttr(a.Name, nil)
		}
		for _, a := range attrs {
			op.SetAttr(a.Name, a.Value)
		}
		op.SetOperands(operands...)
		for i, s := range successors {
			op.SetSuccessor(i, s)
		}
		op.Props = props
	})
	change()
	rw.c.changed = append(rw.c.changed, op)
}

// Rebuild puts an operation of the same name in the place of op, with its attributes, successors and the blocks of its regions, and with other operands
// and types of results, and lets its results stand for those of op.
func (rw *Rewriter) Rebuild(op *ir.Operation, operands []*ir.Value, types []ir.Type) *ir.Operation {
	st := ir.OperationState{
		Name: op.OpName(), Operands: operands, Types: types, Attrs: slices.Clone(op.Attrs()),
		Successors: slices.Clone(op.Successors()), Props: op.Props,
	}
	for range op.Regions() {
		st.Regions = append(st.Regions, ir.NewRegion())
	}
	n := rw.Before(op).AtLocOf(op).Create(st)
	for i, r := range op.Regions() {
		rw.MoveBlocks(r, n.Region(i), nil)
	}
	rw.ReplaceOp(op, n)
	return n
}

// MoveBlocks moves all blocks of a region to another one, behind the block after, or to the end if that is nil.
func (rw *Rewriter) MoveBlocks(from, to *ir.Region, after *ir.Block) {
	if after == nil {
		after = to.Back()
	}
	moved := slices.Collect(from.Blocks())
	rw.c.log = append(rw.c.log, func() {
		for _, b := range moved {
			b.Detach()
			from.Append(b)
		}
	})
	for _, b := range moved {
		b.Detach()
		to.InsertAfter(b, after)
		after = b
	}
}

// AppendBlock adds a new block to a region and sets the insertion point to its end.
func (rw *Rewriter) AppendBlock(r *ir.Region, b *ir.Block) *ir.Block {
	r.Append(b)
	rw.c.log = append(rw.c.log, b.Detach)
	rw.AtEnd(b)
	return b
}

// SplitBefore moves op and all that follows into a new block after its own, and returns that.
func (rw *Rewriter) SplitBefore(op *ir.Operation) *ir.Block {
	b := op.Block()
	n := b.SplitBefore(op)
	rw.c.log = append(rw.c.log, func() {
		moveOps(n, b)
		n.Detach()
	})
	return n
}

// Inline moves the operations of a block before op, lets values stand for its arguments, and takes it out of its region.
func (rw *Rewriter) Inline(b *ir.Block, op *ir.Operation, args ...*ir.Value) {
	for i, a := range b.Args() {
		rw.c.let(rw.p.Types, a, args[i])
	}
	region, prev := b.Region(), b.Prev()
	moved := slices.Collect(b.Ops())
	rw.c.log = append(rw.c.log, func() {
		region.InsertAfter(b, prev)
		for _, o := range moved {
			o.MoveToEnd(b)
		}
	})
	for _, o := range moved {
		o.MoveBefore(op)
	}
	b.Detach()
}

// ConvertBlock gives a block arguments of the converted types. What it returns is a block in its place, with its operations; b itself if nothing has to be changed.
func (rw *Rewriter) ConvertBlock(b *ir.Block) (*ir.Block, error) {
	tc := rw.p.Types
	if tc == nil || tc.Stays(ir.TypesOf(b.Args())...) {
		return b, nil
	}
	n := &ir.Block{}
	parts := make([][]*ir.Value, b.NumArgs())
	for i, a := range b.Args() {
		types, ok := tc.all(a.Type())
		if !ok {
			return nil, fmt.Errorf("the type '%s' of argument #%d of a block cannot be converted", a.Type(), i)
		}
		for _, t := range types {
			parts[i] = append(parts[i], n.AddArg(t, a.Location()))
		}
	}
	rw.c.substitute(b, n)
	point := rw.Save()
	defer rw.Restore(point)
	for i, a := range b.Args() {
		if len(parts[i]) == 1 {
			rw.c.let(tc, a, parts[i][0])
			continue
		}
		rw.AtStart(n).At(a.Location())
		rw.c.let(tc, a, rw.c.materialize(tc.argument, rw.Builder, a.Type(), parts[i]))
	}
	return n, nil
}

// ConvertRegion converts all blocks of a region.
func (rw *Rewriter) ConvertRegion(r *ir.Region) error {
	for _, b := range slices.Collect(r.Blocks()) {
		if _, err := rw.ConvertBlock(b); err != nil {
			return err
		}
	}
	return nil
}

// substitute puts a new block in the place of another, with its operations, also for those that branch to it.
func (c *conversion) substitute(b, n *ir.Block) {
	region := b.Region()
	swap := func(from, to *ir.Block) {
		region.InsertAfter(to, from)
		moveOps(from, to)
		for p := range region.Blocks() {
			for o := range p.Ops() {
				for i, s := range o.Successors() {
					if s == from {
						o.SetSuccessor(i, to)
					}
				}
			}
		}
		from.Detach()
	}
	c.log = append(c.log, func() { swap(n, b) })
	swap(b, n)
}

// moveOps moves all operations of a block to the end of another one.
func moveOps(from, to *ir.Block) {
	for o := range from.Ops() {
		o.MoveToEnd(to)
	}
}

// let makes w stand for v; nil if v is not used.
func (c *conversion) let(tc *TypeConverter, v, w *ir.Value) {
	old, had := c.stands[v]
	c.log = append(c.log, func() {
		delete(c.stands, v)
		if had {
			c.stands[v] = old
		}
	})
	c.stands[v] = standIn{w, tc}
}
