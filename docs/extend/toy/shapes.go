package main

import (
	"fmt"
	"slices"

	"descend/ir"
	"descend/passes"
)

// Convert makes of an array one whose shape is better or less known, where a function stands in the place of the call ([ods.CallConverter]).
func (o CallOp) Convert(b *ir.Builder, v *ir.Value, t ir.Type) *ir.Value { return as(b, v, t) }

// ShapeInferrer is an operation that knows the shape of its result when those of its operands are known.
type ShapeInferrer interface {
	InferShape(operands [][]int64) ([]int64, error)
}

// InferShape gives the one shape of both operands.
func (o elementwise) InferShape(operands [][]int64) ([]int64, error) {
	if !slices.Equal(operands[0], operands[1]) {
		return nil, fmt.Errorf("the operands have the shapes %s and %s, and should have one", shapeText(operands[0]), shapeText(operands[1]))
	}
	return operands[0], nil
}

// InferShape reverses the shape.
func (TransposeOp) InferShape(operands [][]int64) ([]int64, error) {
	shape := slices.Clone(operands[0])
	slices.Reverse(shape)
	return shape, nil
}

// InferShape gives the shape of the operand.
func (CastOp) InferShape(operands [][]int64) ([]int64, error) { return operands[0], nil }

// InferShape gives the shape of the result, if there are elements enough.
func (o ReshapeOp) InferShape(operands [][]int64) ([]int64, error) {
	shape, _ := shapeOf(o.Result(0))
	return shape, checkElements(operands[0], shape)
}

// InferShapes finds the shapes of all arrays of a function without parameters and calls.
//
//	%0 = toy.transpose(%a : tensor<2x3xf64>) to tensor<*xf64>    ->    %0 = toy.transpose(%a : tensor<2x3xf64>) to tensor<3x2xf64>
type InferShapes struct{}

func (InferShapes) Name() string        { return "toy-infer-shapes" }
func (InferShapes) Description() string { return "Find the shapes of arrays" }
func (InferShapes) Anchor() string      { return "toy.func" }

// Run goes through the operations in order: those that make the operands come first.
func (InferShapes) Run(c *passes.Context) error {
	for op := range c.Op.Body(0).Ops() {
		o, ok := op.Typed().(ShapeInferrer)
		if !ok {
			continue
		}
		var operands [][]int64
		for _, v := range op.Operands() {
			shape, known := shapeOf(v)
			if !known {
				op.Errorf(c.Diags, "has an operand of unknown shape")
				return nil
			}
			operands = append(operands, shape)
		}
		shape, err := o.InferShape(operands)
		if err != nil {
			c.Diags.Errorf(op.Loc(), "", "%v", err)
			return nil
		}
		op.Result(0).SetType(c.IR().TensorType(shape, c.IR().F64(), nil))
	}
	return nil
}
