package lower

import (
	"math/big"

	"descend/dialects/arith"
	"descend/dialects/cf"
	"descend/dialects/descend"
	"descend/dialects/gpu/contract"
	"descend/dialects/scf"
	"descend/ir"
	"descend/ir/bail"
	"descend/passes"
)

// This file is the lowest layer of lowering a function: where operations are made, constants, and structured control flow in
// either of its two forms.

// emitter makes operations of the gpu level at b, constants and hardware ids at the start of the entry block, once. It knows
// values of that level only: nothing of symbolic naturals, places, or the operations that are lowered.
type emitter struct {
	c     *ir.Context
	diags *ir.Diagnostics
	op    *ir.Operation // the function being made
	entry *ir.Block
	start ir.Location // of the function
	b     *ir.Builder
	// cf: control flow is made of blocks and branches, since the function returns from within a region.
	cf bool
	// done: the current block was left by a return; what follows is dead.
	done bool

	// consts are the constants in the entry block; idPoint is the operation after which the next of them goes.
	consts  map[constKey]*ir.Value
	idPoint *ir.Operation
}

type constKey struct {
	a ir.Attribute
	t ir.Type
}

// fail reports an error of the program and leaves the function, up to lowerKernel or lowerFunction.
func (f *emitter) fail(loc ir.Location, code, format string, args ...any) {
	f.diags.Errorf(loc, code, format, args...)
	bail.Out(passes.ErrFailed)
}

// unsupported reports a construct that lowering does not know.
func (f *emitter) unsupported(loc ir.Location, format string, args ...any) {
	f.fail(loc, descend.CodeUnsupported, format, args...)
}

func (f *emitter) index() ir.Type { return f.c.Index() }

// atEntry runs make with the builder at the start of the entry block, after what was made there before.
func (f *emitter) atEntry(make func() *ir.Operation) *ir.Operation {
	p := f.b.Save()
	if f.idPoint != nil {
		f.b.After(f.idPoint)
	} else {
		f.b.AtStart(f.entry)
	}
	f.b.At(f.start)
	o := make()
	f.idPoint = o
	f.b.Restore(p)
	return o
}

// constAttr is a constant, made once in the entry block.
func (f *emitter) constAttr(a ir.Attribute, t ir.Type) *ir.Value {
	k := constKey{a, t}
	if v, ok := f.consts[k]; ok {
		return v
	}
	o := f.atEntry(func() *ir.Operation {
		return arith.NewConstant(f.b, a).DefiningOp()
	})
	f.consts[k] = o.Result(0)
	return o.Result(0)
}

// constIndex is an index constant.
func (f *emitter) constIndex(v int64) *ir.Value { return f.constAttr(f.c.IndexAttr(v), f.index()) }

// constInt is an integer constant of a signless type, reduced to its width.
func (f *emitter) constInt(v int64, t ir.Type) *ir.Value { return f.constAttr(f.c.IntAttr(v, t), t) }

func (f *emitter) constBig(v *big.Int, t ir.Type) *ir.Value {
	return f.constAttr(f.c.BigIntAttr(v, t), t)
}

// constFloat is a floating point constant.
func (f *emitter) constFloat(v float64, t *ir.FloatType) *ir.Value {
	return f.constAttr(f.c.FloatAttr(v, t), t)
}

// constOf is the integer that a value of this level is known to be.
func constOf(v *ir.Value) (*big.Int, bool) {
	if o, ok := ir.DefinedBy[arith.ConstantOp](v); ok {
		if a, ok := o.Value().(*ir.IntegerAttr); ok {
			return a.Value, true
		}
	}
	return nil, false
}

// check stops the kernel or program if bad holds.
func (f *emitter) check(bad *ir.Value, kind contract.CheckKind, text string, at *ir.Operation) {
	r := ir.RangeOf(at.Loc())
	contract.NewCheck(f.b, bad, contract.Check{Kind: kind, Text: text, File: r.File, Line: int64(r.Line), Column: int64(r.Col)})
}

// ifOp executes one of two computations, which give values of the types; els may be nil when there are none.
func (f *emitter) ifOp(cond *ir.Value, types []ir.Type, then, els func() []*ir.Value) []*ir.Value {
	if f.cf {
		return f.ifBlocks(cond, types, then, els)
	}
	return scf.BuildIf(f.b, cond, types, then, els).Results()
}

// forOp counts an index from lo below hi by steps of one.
func (f *emitter) forOp(lo, hi *ir.Value, body func(i *ir.Value)) *ir.Operation {
	if f.cf {
		f.whileBlocks([]*ir.Value{lo}, func(a []*ir.Value) (*ir.Value, []*ir.Value) { return arith.CmpI(f.b, arith.SLT, a[0], hi), a },
			func(a []*ir.Value) []*ir.Value {
				body(a[0])
				if f.done {
					return nil
				}
				return []*ir.Value{arith.AddI(f.b, a[0], f.constIndex(1))}
			})
		return nil
	}
	return scf.BuildFor(f.b, lo, hi, f.constIndex(1), nil, func(i *ir.Value, _ []*ir.Value) []*ir.Value {
		body(i)
		return nil
	}).Operation
}

// whileOp repeats: cond computes from the current values whether to go on and with which values, body the next
// ones. It returns those with which cond has ended the loop.
func (f *emitter) whileOp(init []*ir.Value, cond func([]*ir.Value) (*ir.Value, []*ir.Value), body func([]*ir.Value) []*ir.Value) []*ir.Value {
	if f.cf {
		return f.whileBlocks(init, cond, body)
	}
	o := scf.NewWhile(f.b, ir.TypesOf(init), init...)
	p := f.b.Save()
	f.b.AtEnd(o.Before())
	c, vs := cond(o.Before().Args())
	scf.NewCondition(f.b, c, vs...)
	f.b.AtEnd(o.After())
	scf.NewYield(f.b, body(o.After().Args())...)
	f.b.Restore(p)
	return o.Results()
}

// newBlock appends a block to the function.
func (f *emitter) newBlock(types ...ir.Type) *ir.Block {
	b := ir.NewBlock(f.b.Loc(), types...)
	f.op.Region(0).Append(b)
	return b
}

// branch ends the current block unless it was left.
func (f *emitter) branch(to *ir.Block, args []*ir.Value) {
	if !f.done {
		cf.NewBranch(f.b, to, args...)
	}
}

// condBranch ends the current block with a conditional branch without operands.
func (f *emitter) condBranch(cond *ir.Value, then, els *ir.Block) {
	cf.NewCondBranch(f.b, cond, then, nil, els, nil)
}

func (f *emitter) ifBlocks(cond *ir.Value, types []ir.Type, then, els func() []*ir.Value) []*ir.Value {
	tb := f.newBlock()
	var eb *ir.Block
	if els != nil {
		eb = f.newBlock()
	}
	join := ir.NewBlock(f.b.Loc(), types...)
	if eb != nil {
		f.condBranch(cond, tb, eb)
	} else {
		f.condBranch(cond, tb, join)
	}
	f.b.AtEnd(tb)
	vs := then()
	f.branch(join, vs)
	allDone := f.done && eb != nil
	f.done = false
	if eb != nil {
		f.b.AtEnd(eb)
		vs = els()
		f.branch(join, vs)
		allDone = allDone && f.done
		f.done = false
	}
	if allDone {
		f.done = true
		return join.Args() // dead
	}
	f.op.Region(0).Append(join)
	f.b.AtEnd(join)
	return join.Args()
}

func (f *emitter) whileBlocks(init []*ir.Value, cond func([]*ir.Value) (*ir.Value, []*ir.Value), body func([]*ir.Value) []*ir.Value) []*ir.Value {
	head := f.newBlock(ir.TypesOf(init)...)
	f.branch(head, init)
	f.b.AtEnd(head)
	c, vs := cond(head.Args())
	if f.done {
		return vs // dead
	}
	inner := f.newBlock()
	exit := ir.NewBlock(f.b.Loc())
	f.condBranch(c, inner, exit)
	f.b.AtEnd(inner)
	next := body(vs)
	f.branch(head, next)
	f.done = false
	f.op.Region(0).Append(exit)
	f.b.AtEnd(exit)
	return vs
}
