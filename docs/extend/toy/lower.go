package main

import (
	"errors"
	"slices"

	"descend/dialects/arith"
	fn "descend/dialects/func"
	"descend/dialects/memref"
	"descend/dialects/scf"
	"descend/ir"
	"descend/passes"
	"descend/passes/convert"
)

// Lower makes arrays memory, and operations on them loops over elements. Shapes have to be known, and functions inlined.
//
//	%0 = toy.add %a, %b : (tensor<2xf64>, ..) -> tensor<2xf64>
//	->
//	memory of two elements, a loop that adds elements of %a and %b into it; the memory is freed at the end of the function
type Lower struct{}

func (Lower) Name() string        { return "toy-lower" }
func (Lower) Description() string { return "Lower arrays to loops over memory" }
func (Lower) Anchor() string      { return "builtin.module" }

// Run converts the module.
func (Lower) Run(c *passes.Context) error {
	types := convert.NewTypeConverter()
	convert.Add(types, func(t *ir.TensorType) ir.Type {
		if t.Unranked {
			return nil
		}
		return c.IR().MemRefType(t.Shape, t.Elem, nil, nil)
	})
	target := convert.NewTarget().IllegalDialects("toy").LegalDialects("func", "scf", "arith", "memref")
	patterns := convert.With(types,
		convert.On(lowerFunc), convert.On(lowerReturn), convert.On(lowerConstant), convert.On(lowerPrint),
		each(AddOp{}, func(e element) *ir.Value { return arith.AddF(e.Builder, e.load(0, e.at), e.load(1, e.at)) }),
		each(MulOp{}, func(e element) *ir.Value { return arith.MulF(e.Builder, e.load(0, e.at), e.load(1, e.at)) }),
		each(TransposeOp{}, func(e element) *ir.Value {
			reversed := slices.Clone(e.at)
			slices.Reverse(reversed)
			return e.load(0, reversed)
		}),
		each(ReshapeOp{}, reshaped),
		each(CastOp{}, func(e element) *ir.Value { return e.load(0, e.at) }),
	)
	if convert.Full(c.Op, target, patterns, c.Diags) {
		b := ir.NewBuilder(c.IR()).AtStart(c.Op.Body(0))
		fn.NewDeclaration(b, printNumber, []ir.Type{b.Ctx.F64()}, nil)
		fn.NewDeclaration(b, printChar, []ir.Type{b.Ctx.I32()}, nil)
	}
	return nil
}

// The functions of the runtime that print, natively and in the simulator.
const (
	printNumber = "descend_print_f64"
	printChar   = "descend_print_char"
)

func lowerFunc(o FuncOp, _ []*ir.Value, rw *convert.Rewriter) error {
	if t := o.FunctionType(); len(t.Inputs)+len(t.Results) > 0 {
		return errors.New("functions with parameters or results have to be inlined before")
	}
	f := fn.NewDeclaration(rw.Builder, ir.SymbolName(o.Operation), nil, nil)
	f.SetAttr("sym_visibility", nil)
	rw.MoveBlocks(o.FunctionBody(), f.FunctionBody(), nil)
	rw.Erase(o.Operation)
	return nil
}

func lowerReturn(o ReturnOp, in []*ir.Value, rw *convert.Rewriter) error {
	rw.ReplaceOp(o.Operation, fn.NewReturn(rw.Builder, in...).Operation)
	return nil
}

// allocate makes the memory of the result of op, up to the end of the function.
func allocate(op *ir.Operation, rw *convert.Rewriter) (*ir.Value, error) {
	types, err := rw.Converted(op.Result(0).Type())
	if err != nil {
		return nil, err
	}
	m := memref.NewAlloc(rw.Builder, types[0].(*ir.MemRefType))
	here := rw.Save()
	memref.NewDealloc(rw.Before(op.Block().Back()), m)
	rw.Restore(here)
	return m, nil
}

// lowerConstant stores each element.
func lowerConstant(o ConstantOp, _ []*ir.Value, rw *convert.Rewriter) error {
	m, err := allocate(o.Operation, rw)
	if err != nil {
		return err
	}
	shape := memref.TypeOf(m).Shape
	for i := range o.Value().Len() {
		at := make([]*ir.Value, len(shape))
		for rest, d := i, len(shape)-1; d >= 0; d-- {
			at[d] = arith.NewConstantIndex(rw.Builder, rest%shape[d])
			rest /= shape[d]
		}
		memref.NewStore(rw.Builder, arith.NewConstantFloat(rw.Builder, o.Value().Float64(i), rw.Ctx.F64()), m, at...)
	}
	rw.Replace(o.Operation, m)
	return nil
}

// lowerPrint prints the elements, with a blank behind each but the last of a row, and a new line behind that.
func lowerPrint(o PrintOp, in []*ir.Value, rw *convert.Rewriter) error {
	shape, b := memref.TypeOf(in[0]).Shape, rw.Builder
	loops(b, shape, nil, func(at []*ir.Value) {
		fn.NewCall(b, printNumber, nil, memref.NewLoad(b, in[0], at...))
		behind := arith.NewConstantI32(b, '\n')
		if n := len(shape) - 1; n >= 0 {
			last := arith.CmpI(b, arith.EQ, at[n], arith.NewConstantIndex(b, shape[n]-1))
			behind = arith.Select(b, last, behind, arith.NewConstantI32(b, ' '))
		}
		fn.NewCall(b, printChar, nil, behind)
	})
	rw.Erase(o.Operation)
	return nil
}

// loops makes loops over all indices of a shape, within each other, around what body makes.
func loops(b *ir.Builder, shape []int64, at []*ir.Value, body func(at []*ir.Value)) {
	if len(at) == len(shape) {
		body(at)
		return
	}
	from, to, step := arith.NewConstantIndex(b, 0), arith.NewConstantIndex(b, shape[len(at)]), arith.NewConstantIndex(b, 1)
	scf.BuildFor(b, from, to, step, nil, func(i *ir.Value, _ []*ir.Value) []*ir.Value {
		loops(b, shape, append(slices.Clone(at), i), body)
		return nil
	})
}

// element is where one element of a result is made: its indices, the memory of the operands, and the shape of the result.
type element struct {
	*ir.Builder
	at, in []*ir.Value
	shape  []int64
}

func (e element) load(operand int, at []*ir.Value) *ir.Value {
	return memref.NewLoad(e.Builder, e.in[operand], at...)
}

// each is the pattern of operations whose elements are made one by one.
func each(op ir.OpType, value func(e element) *ir.Value) convert.Pattern {
	return convert.Pattern{Root: op.Def().Name, Rewrite: func(op *ir.Operation, in []*ir.Value, rw *convert.Rewriter) error {
		m, err := allocate(op, rw)
		if err != nil {
			return err
		}
		shape := memref.TypeOf(m).Shape
		loops(rw.Builder, shape, nil, func(at []*ir.Value) {
			memref.NewStore(rw.Builder, value(element{rw.Builder, at, in, shape}), m, at...)
		})
		rw.Replace(op, m)
		return nil
	}}
}

// reshaped is the element of the operand that has the same number, counted row by row.
func reshaped(e element) *ir.Value {
	number := arith.NewConstantIndex(e.Builder, 0)
	for d, i := range e.at {
		number = arith.AddI(e.Builder, arith.MulI(e.Builder, number, arith.NewConstantIndex(e.Builder, e.shape[d])), i)
	}
	from := memref.TypeOf(e.in[0]).Shape
	at := make([]*ir.Value, len(from))
	for d := len(from) - 1; d >= 0; d-- {
		extent := arith.NewConstantIndex(e.Builder, from[d])
		at[d] = arith.RemUI(e.Builder, number, extent)
		number = arith.DivUI(e.Builder, number, extent)
	}
	return e.load(0, at)
}
