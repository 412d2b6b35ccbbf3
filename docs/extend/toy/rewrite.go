package main

import "descend/ir"

// as is v as a value of type t.
func as(b *ir.Builder, v *ir.Value, t ir.Type) *ir.Value {
	if v.Type() == t {
		return v
	}
	return b.Op("toy.cast", []*ir.Value{v}, []ir.Type{t}).Result(0)
}

// Rewrites annuls a transposition by another one.
func (TransposeOp) Rewrites() []ir.Rewrite {
	return []ir.Rewrite{{
		Name: "transpose-twice", Benefit: 1, Args: "%x: tensor<*xf64>",
		Before: "%0 = toy.transpose(%x : tensor<*xf64>) to tensor<*xf64>\n%1 = toy.transpose(%0 : tensor<*xf64>) to tensor<*xf64>\ntoy.print %1 : tensor<*xf64>\n",
		After:  "toy.print %x : tensor<*xf64>\n",
		Apply:  ir.RewriteOn(TransposeOp.twice),
	}}
}

func (o TransposeOp) twice(rw *ir.Rewriter) bool {
	inner, ok := ir.DefinedBy[TransposeOp](o.Operand(0))
	if ok {
		rw.Replace(o.Operation, as(rw.Builder, inner.Operand(0), o.Result(0).Type()))
	}
	return ok
}

// Rewrites leaves out a shape in between.
func (ReshapeOp) Rewrites() []ir.Rewrite {
	return []ir.Rewrite{{
		Name: "reshape-twice", Benefit: 1, Args: "%x: tensor<4xf64>",
		Before: "%0 = toy.reshape(%x : tensor<4xf64>) to tensor<2x2xf64>\n%1 = toy.reshape(%0 : tensor<2x2xf64>) to tensor<1x4xf64>\ntoy.print %1 : tensor<1x4xf64>\n",
		After:  "%0 = toy.reshape(%x : tensor<4xf64>) to tensor<1x4xf64>\ntoy.print %0 : tensor<1x4xf64>\n",
		Apply:  ir.RewriteOn(ReshapeOp.twice),
	}}
}

func (o ReshapeOp) twice(rw *ir.Rewriter) bool {
	inner, ok := ir.DefinedBy[ReshapeOp](o.Operand(0))
	if ok {
		rw.SetOperand(o.Operation, 0, inner.Operand(0))
	}
	return ok
}

// Fold gives the operand if it has the shape already, and a constant for a constant.
func (o ReshapeOp) Fold(operands []ir.Attribute) []ir.FoldResult {
	t := o.Result(0).Type()
	if d, ok := operands[0].(*ir.DenseAttr); ok {
		return []ir.FoldResult{{Attr: o.Context().DenseAttr(t, d.Data, d.Splat)}}
	}
	return sameType(o.Operation)
}

// Fold gives the operand if the types are one.
func (o CastOp) Fold([]ir.Attribute) []ir.FoldResult { return sameType(o.Operation) }

func sameType(op *ir.Operation) []ir.FoldResult {
	if op.Operand(0).Type() != op.Result(0).Type() {
		return nil
	}
	return []ir.FoldResult{{Value: op.Operand(0)}}
}

// Fold gives the array.
func (o ConstantOp) Fold([]ir.Attribute) []ir.FoldResult { return []ir.FoldResult{{Attr: o.Value()}} }
