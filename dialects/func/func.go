// Package fn is MLIR's func dialect: functions, calls and returns. (The folder is named like the dialect;
// func is a keyword of Go.) Host functions and device helpers use it; kernels are gpu.func. It knows
// nothing of where a function runs.
package fn

import (
	"descend/dialects/arith"
	"descend/ir"
)

// Dialect returns the definition of the dialect.
func Dialect() *ir.Dialect {
	return &ir.Dialect{
		Name:        "func",
		Summary:     "functions, calls, returns",
		Description: "MLIR's `func`: functions as symbols, calls of them, and returns.",
		Ops: []ir.OpEntry{
			ir.Op(func(o *ir.Operation) FuncOp { return FuncOp{o} }),
			ir.Op(func(o *ir.Operation) ReturnOp { return ReturnOp{o} }),
			ir.Op(func(o *ir.Operation) CallOp { return CallOp{o} }),
			ir.Op(func(o *ir.Operation) CallIndirectOp { return CallIndirectOp{o} }),
			ir.Op(func(o *ir.Operation) ConstantOp { return ConstantOp{o} }),
		},
		MaterializeConstant: materialize,
	}
}

// materialize makes func.constant of a function, arith.constant of other values.
func materialize(b *ir.Builder, value ir.Attribute, t ir.Type, loc ir.Location) *ir.Operation {
	if _, isSymbol := value.(*ir.SymbolRefAttr); isSymbol && isFunction.Is(t) {
		return b.At(loc).Op("func.constant", nil, []ir.Type{t}, ir.Attr("value", value))
	}
	return arith.MaterializeConstant(b, value, t, loc)
}
