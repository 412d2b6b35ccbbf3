// Package kernels has the passes that make kernels of what people write in MLIR: bodies of gpu.launch become functions of
// modules of their own, parallel loops become counted ones, and reductions over threads become shuffles. The passes have MLIR's
// names, and where MLIR 19 has the pass, its results.
package kernels

import (
	"descend/ir"
	"descend/passes"
)

// Register makes the passes known by name.
func Register(r *passes.Registry) {
	r.Add(
		func() passes.Pass { return &MapParallelLoops{} },
		func() passes.Pass { return &ParallelLoopsToGPU{} },
		func() passes.Pass { return &LowerAffine{} },
		func() passes.Pass { return &Outlining{} },
		func() passes.Pass { return &SinkIndexComputations{} },
		func() passes.Pass { return &ForallToFor{} },
		func() passes.Pass { return &ForallToParallel{} },
		func() passes.Pass { return &ParallelToFor{} },
		func() passes.Pass { return &LowerGroups{} },
	)
}

// Pipeline makes of a module what the simulator and the backends take: kernels in functions, with counted loops and shuffles.
func Pipeline() []passes.Pass {
	return []passes.Pass{&LowerAffine{}, &Outlining{}, &ForallToParallel{}, &ParallelToFor{InKernels: true}, &LowerGroups{}}
}

// anyOp gives a pass the anchor "any operation".
type anyOp struct{}

// Anchor is empty: the pass runs on any operation.
func (anyOp) Anchor() string { return "" }

// collect lists the operations of a kind inside op, each after those in its regions.
func collect[T ir.OpType](op *ir.Operation) (list []T) {
	op.WalkPost(func(o *ir.Operation) {
		if t, ok := ir.As[T](o); ok {
			list = append(list, t)
		}
	})
	return list
}

// definedAbove lists the values that are used in the region and defined outside, in the order of their first uses.
func definedAbove(r *ir.Region) (list []*ir.Value) {
	seen := map[*ir.Value]bool{}
	for b := range r.Blocks() {
		for op := range b.Ops() {
			op.WalkPost(func(o *ir.Operation) {
				for _, v := range o.Operands() {
					if in := v.ParentBlock(); !seen[v] && in != nil && in.Region().IsProperAncestorOf(r) {
						seen[v] = true
						list = append(list, v)
					}
				}
			})
		}
	}
	return list
}
