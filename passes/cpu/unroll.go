package cpu

import (
	"math/big"

	"descend/dialects/arith"
	"descend/dialects/scf"
	"descend/ir"
)

// maxRounds bounds the iterations of a loop around loops over threads that is unrolled: enough for halving or
// doubling within a block.
const maxRounds = 10

// unrolls says whether a while loop around loops over threads runs a small constant number of times, as over
// halved or doubled ranges. Unrolled, the bounds of the loops over threads are constants.
func unrolls(op *ir.Operation) bool {
	if !ir.Is[scf.WhileOp](op) || op.NumOperands() != 1 || op.Body(1).NumArgs() != 1 {
		return false
	}
	before, after := op.Body(0), op.Body(1)
	x, ok := arith.ConstantInt(op.Operand(0))
	for round := 0; ok && round <= maxRounds; round++ {
		cond := before.Back()
		var more, next int64
		if more, ok = evaluate(cond.Operand(0), before.Arg(0), x); !ok {
			break
		}
		if more == 0 {
			return true
		}
		if next, ok = evaluate(cond.Operand(1), before.Arg(0), x); ok {
			x, ok = evaluate(after.Back().Operand(0), after.Arg(0), next)
		}
	}
	return false
}

// evaluate computes a value from the value x of an argument, if that takes arithmetic on small natural numbers
// alone.
func evaluate(v, arg *ir.Value, x int64) (int64, bool) {
	if v == arg {
		return x, true
	}
	if n, ok := arith.ConstantInt(v); ok {
		return n, n >= 0
	}
	op := v.DefiningOp()
	if op == nil || op.NumOperands() != 2 {
		return 0, false
	}
	a, ok1 := evaluate(op.Operand(0), arg, x)
	b, ok2 := evaluate(op.Operand(1), arg, x)
	if !ok1 || !ok2 || a > 1<<30 || b > 1<<30 {
		return 0, false
	}
	switch o := op.Typed().(type) {
	case arith.AddIOp:
		return a + b, true
	case arith.MulIOp:
		return a * b, true
	case arith.DivUIOp:
		if b > 0 {
			return a / b, true
		}
	case arith.CmpIOp:
		if o.Predicate().Eval(big.NewInt(a), big.NewInt(b), 64) {
			return 1, true
		}
		return 0, true
	}
	return 0, false
}
