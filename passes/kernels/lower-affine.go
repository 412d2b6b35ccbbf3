package kernels

import (
	"descend/dialects/affine"
	"descend/dialects/arith"
	"descend/ir"
	"descend/passes"
)

// LowerAffine makes arithmetic of affine.apply, affine.min and affine.max.
//
//	%0 = affine.apply affine_map<(d0)[s0] -> (d0 * s0 + 1)>(%a)[%b]   ->   %0 = arith.muli %a, %b : index
//	                                                                       %c1 = arith.constant 1 : index
//	                                                                       %1 = arith.addi %0, %c1 : index
//
// What is known becomes a constant.
//
// Source: mlir/lib/Dialect/Affine/Utils/Utils.cpp for the operations and their order.
type LowerAffine struct{ anyOp }

// Name is the name of the pass.
func (*LowerAffine) Name() string { return "lower-affine" }

// Description is one line.
func (*LowerAffine) Description() string {
	return "Lower Affine operations to a combination of Arith operations"
}

// Run lowers in c.Op.
func (*LowerAffine) Run(c *passes.Context) error {
	var list []*expander
	c.Op.Walk(func(op *ir.Operation) ir.WalkResult {
		switch op.Typed().(type) {
		case affine.ApplyOp, affine.MinOp, affine.MaxOp:
			e := &expander{Builder: ir.NewBuilder(c.IR()).AtLocOf(op).Before(op), op: affine.Mapped{Operation: op}}
			for _, v := range op.Operands() {
				e.known = append(e.known, arith.ConstantValue(v))
			}
			list = append(list, e)
		}
		return ir.Advance
	})
	for _, e := range list {
		v := e.value()
		if e.refused != "" {
			c.Diags.Errorf(e.op.Loc(), "", "%s", e.refused).Op = e.op.Operation
			return passes.ErrFailed
		}
		e.op.ReplaceWith(v)
	}
	return nil
}

// expander builds arithmetic before an operation.
type expander struct {
	*ir.Builder
	op      affine.Mapped
	known   []ir.Attribute // of its operands, in the program as it was: constants
	refused string         // why, if a map has no such form
}

// value is what the operation becomes.
func (e *expander) value() *ir.Value {
	if r := ir.Fold(e.op.Operation, e.known); len(r) == 1 && r[0].Attr != nil {
		return arith.NewConstant(e.Builder, r[0].Attr)
	}
	var vs []*ir.Value
	for _, r := range e.op.Map().Results {
		if n, ok := e.op.Constant(r, e.known); ok && r.Kind != ir.AffineDim && r.Kind != ir.AffineSymbol {
			vs = append(vs, arith.NewConstantIndex(e.Builder, n))
		} else {
			vs = append(vs, e.expr(r))
		}
	}
	v := vs[0]
	for _, w := range vs[1:] {
		if ir.Is[affine.MinOp](e.op.Operation) {
			v = arith.MinSI(e.Builder, v, w)
		} else {
			v = arith.MaxSI(e.Builder, v, w)
		}
	}
	return v
}

// expr is the value of an expression.
func (e *expander) expr(x *ir.AffineExpr) *ir.Value {
	b := e.Builder
	switch x.Kind {
	case ir.AffineConst:
		return arith.NewConstantIndex(b, x.Value)
	case ir.AffineDim:
		return e.op.Operand(int(x.Value))
	case ir.AffineSymbol:
		return e.op.Operand(e.op.Map().Dims + int(x.Value))
	}
	divides := x.Kind != ir.AffineAdd && x.Kind != ir.AffineMul
	if divides && x.RHS.Kind == ir.AffineConst && x.RHS.Value <= 0 {
		e.refused = "division by non-positive value is not supported"
		if x.Kind == ir.AffineMod {
			e.refused = "modulo by non-positive value is not supported"
		}
	}
	l := e.expr(x.LHS)
	r := e.expr(x.RHS)
	switch x.Kind {
	case ir.AffineAdd:
		return arith.AddI(b, l, r)
	case ir.AffineMul:
		return arith.MulI(b, l, r)
	case ir.AffineMod:
		rest := arith.RemSI(b, l, r)
		negative := arith.CmpI(b, arith.SLT, rest, arith.NewConstantIndex(b, 0))
		up := arith.AddI(b, rest, r)
		return arith.Select(b, negative, up, rest)
	case ir.AffineFloorDiv: // of a negative l: -1 - (-1 - l) / r
		zero, minus := arith.NewConstantIndex(b, 0), arith.NewConstantIndex(b, -1)
		negative := arith.CmpI(b, arith.SLT, l, zero)
		mirrored := arith.SubI(b, minus, l)
		q := arith.DivSI(b, arith.Select(b, negative, mirrored, l), r)
		back := arith.SubI(b, minus, q)
		return arith.Select(b, negative, back, q)
	}
	// AffineCeilDiv; of a positive l: (l - 1) / r + 1, else -(-l / r)
	zero, one := arith.NewConstantIndex(b, 0), arith.NewConstantIndex(b, 1)
	negative := arith.CmpI(b, arith.SLE, l, zero)
	mirrored := arith.SubI(b, zero, l)
	less := arith.SubI(b, l, one)
	q := arith.DivSI(b, arith.Select(b, negative, mirrored, less), r)
	back, up := arith.SubI(b, zero, q), arith.AddI(b, q, one)
	return arith.Select(b, negative, back, up)
}
