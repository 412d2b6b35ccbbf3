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
	inner, ok := ir.DefinedBy[TransposeOp](input.Of(o))
	if ok {
		rw.Replace(o.Operation, as(rw.Builder, input.Of(inner), output.Type(o)))
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
	inner, ok := ir.DefinedBy[ReshapeOp](input.Of(o))
	if ok {
		input.Set(o, input.Of(inner))
		rw.Modified(o.Operation)
	}
	return ok
}

// Fold gives the operand if it has the shape already, and a constant for a constant.
func (o ReshapeOp) Fold(operands []ir.Attribute) []ir.FoldResult {
	t := output.Type(o)
	if d, ok := operands[0].(*ir.DenseAttr); ok {
		return []ir.FoldResult{{Attr: o.Context().DenseAttr(t, d.Data, d.Splat)}}
	}
	return sameType(o.Operation)
}

// Fold gives the operand if the types are one.
func (o CastOp) Fold([]ir.Attribute) []ir.FoldResult { return sameType(o.Operation) }

func sameType(op *ir.Operation) []ir.FoldResult {
	if input.Type(op) != output.Type(op) {
		return nil
	}
	return []ir.FoldResult{{Value: input.Of(op)}}
}

// Fold gives the array.
func (o ConstantOp) Fold([]ir.Attribute) []ir.FoldResult { return []ir.FoldResult{{Attr: o.Value()}} }
