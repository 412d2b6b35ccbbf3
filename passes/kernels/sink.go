package kernels

import (
	"descend/dialects/arith"
	"descend/dialects/gpu"
	"descend/dialects/memref"
	"descend/ir"
	"descend/passes"
)

// SinkIndexComputations copies constants and computations of sizes to the bodies of gpu.launch that use them, so that these are no
// parameters of kernels.
//
//	%c = arith.constant 1 : index                  gpu.launch .. {
//	gpu.launch .. {                          ->      %c = arith.constant 1 : index
//	  memref.store %x, %m[%c]                        memref.store %x, %m[%c]
//
// Source: mlir/lib/Dialect/GPU/Transforms/KernelOutlining.cpp for what is copied.
type SinkIndexComputations struct{ anyOp }

// Name is the name of the pass.
func (*SinkIndexComputations) Name() string { return "gpu-launch-sink-index-computations" }

// Description is one line.
func (*SinkIndexComputations) Description() string {
	return "Sink index computations into gpu.launch body"
}

// Run copies to the launches in c.Op.
func (*SinkIndexComputations) Run(c *passes.Context) error {
	for _, l := range collect[gpu.LaunchOp](c.Op) {
		if l.Region(0).Empty() {
			continue
		}
		s := &sinker{candidates: map[*ir.Value]bool{}, sunk: map[*ir.Operation]bool{}}
		above := definedAbove(l.Region(0))
		for _, v := range above {
			s.candidates[v] = true
		}
		for _, v := range above {
			if op := v.DefiningOp(); op != nil {
				s.worth(op)
			}
		}
		m, b := ir.NewMapping(), ir.NewBuilder(c.IR()).AtStart(l.Body(0))
		for _, op := range s.order {
			clone := b.Insert(op.Clone(m))
			for i, v := range op.Results() {
				var inside []*ir.Use
				for u := range v.Uses() {
					if l.Operation != u.Owner() && l.IsAncestorOf(u.Owner()) {
						inside = append(inside, u)
					}
				}
				for _, u := range inside {
					u.Owner().SetOperand(u.Index(), clone.Result(i))
				}
			}
		}
	}
	return nil
}

// sinker finds what is copied to a launch: sunk, in order.
type sinker struct {
	candidates map[*ir.Value]bool // what the body uses
	sunk       map[*ir.Operation]bool
	order      []*ir.Operation
}

// worth says whether an operation is copied: one that is cheap, of operands that are copied too or parameters anyhow.
func (s *sinker) worth(op *ir.Operation) bool {
	if s.sunk[op] {
		return true
	}
	switch op.Typed().(type) {
	case memref.DimOp, arith.SelectOp, arith.CmpIOp:
	default:
		if !op.Has(ir.ConstantLike) {
			return false
		}
	}
	for _, v := range op.Operands() {
		if def := v.DefiningOp(); (def == nil || !s.worth(def)) && !s.candidates[v] {
			return false
		}
	}
	s.sunk[op] = true
	s.order = append(s.order, op)
	return true
}
