package opt

import (
	"descend/dialects/intrange"
	"descend/dialects/ods"
	"descend/ir"
	"descend/passes"
	"descend/passes/dataflow"
)

// IntRangeOptimizations computes the ranges of integers and puts constants in the place of values that can
// only be one number; remainders of what is less than the divisor go.
//
//	scf.for %i = %c0 to %c8 step %c1 {              scf.for %i = %c0 to %c8 step %c1 {
//	  %0 = arith.remui %i, %c16 : index        ->     "use"(%true, %i) : (i1, index) -> ()
//	  %1 = arith.cmpi ult, %i, %c16 : index         }
//	  "use"(%1, %0) : (i1, index) -> ()
//	}
type IntRangeOptimizations struct{ anyOp }

// Name is the name of the pass.
func (*IntRangeOptimizations) Name() string { return "int-range-optimizations" }

// Description is one line.
func (*IntRangeOptimizations) Description() string {
	return "Do optimizations based on integer range analysis"
}

// Run optimizes inside c.Op, then folds and removes what became dead.
func (*IntRangeOptimizations) Run(c *passes.Context) error {
	facts := dataflow.Solve[intrange.Range](c.Op, dataflow.Ranges{})
	s := &rangeRewriter{c: c, facts: facts, pool: newConstantPool(c.IR())}
	c.Op.Walk(func(op *ir.Operation) ir.WalkResult {
		if op != c.Op {
			s.operation(op)
		}
		for _, r := range op.Regions() {
			for b := range r.Blocks() {
				if b.Front() == nil {
					continue
				}
				for _, a := range b.Args() {
					s.replace(a, b.Front(), b.Front().OpName().Dialect)
				}
			}
		}
		return ir.Advance
	})
	ir.ApplyGreedily(c.Op, nil, ir.GreedyOptions{NoRewrites: true, Regions: ir.RegionsAggressive})
	return nil
}

type rangeRewriter struct {
	c     *passes.Context
	facts *dataflow.Result[intrange.Range]
	pool  *constantPool
}

// operation replaces results that are constants, and trivial remainders.
func (s *rangeRewriter) operation(op *ir.Operation) {
	if op.Has(ir.ConstantLike) {
		return
	}
	for _, v := range op.Results() {
		s.replace(v, op, op.OpName().Dialect)
	}
	rem, ok := op.Typed().(ods.Remainder)
	if !ok || op.NumOperands() != 2 || op.Unused() {
		return
	}
	x, ok1 := s.facts.Fact(op.Operand(0))
	y, ok2 := s.facts.Fact(op.Operand(1))
	if ok1 && ok2 && x.Width > 0 && y.Width > 0 && rem.IsRemainder(x, y) {
		op.Result(0).ReplaceAllUsesWith(op.Operand(0))
		s.c.Stat("remainders", 1)
	}
}

// replace puts a constant in the place of v if its range has one number only.
func (s *rangeRewriter) replace(v *ir.Value, at *ir.Operation, d *ir.Dialect) {
	f, ok := s.facts.Fact(v)
	if !ok || f.Width == 0 || !v.HasUses() {
		return
	}
	n := f.Constant()
	if n == nil {
		return
	}
	if c := s.pool.get(at, s.c.IR().BigIntAttr(n, v.Type()), v.Type(), d); c != nil {
		v.ReplaceAllUsesWith(c)
		s.c.Stat("constants", 1)
	}
}
