package kernels

import (
	"descend/dialects/gpu"
	"descend/dialects/scf"
	"descend/ir"
	"descend/passes"
)

// MapParallelLoops says on parallel loops what runs their dimensions: blocks of the outer ones, threads of those directly inside, the first
// three dimensions each; all else is sequential. Loops that have a mapping keep it.
//
//	scf.parallel (%i) = .. {            scf.parallel (%i) = .. {
//	  scf.parallel (%j) = .. {..}   ->    scf.parallel (%j) = .. {..} {mapping = [#gpu.loop_dim_map<processor = thread_x, ..>]}
//	}                                   } {mapping = [#gpu.loop_dim_map<processor = block_x, ..>]}
//
// Source: mlir/lib/Dialect/GPU/Transforms/ParallelLoopMapper.cpp for the choice.
type MapParallelLoops struct{}

// Name is the name of the pass.
func (*MapParallelLoops) Name() string { return "gpu-map-parallel-loops" }

// Description is one line.
func (*MapParallelLoops) Description() string {
	return "Greedily maps loops to GPU hardware dimensions."
}

// Anchor is the function.
func (*MapParallelLoops) Anchor() string { return "func.func" }

// Run maps the loops of c.Op.
func (*MapParallelLoops) Run(c *passes.Context) error {
	for _, p := range collect[scf.ParallelOp](c.Op) {
		if p.ParentOfName("scf.parallel") == nil {
			mapLoop(c.IR(), p, 0)
		}
	}
	return nil
}

// mapLoop maps a loop and those directly inside, of which it has depth around it.
func mapLoop(c *ir.Context, p scf.ParallelOp, depth int) {
	if p.HasAttr(gpu.MappingAttr) {
		return
	}
	dims := make([]ir.Attribute, len(p.Steps()))
	for i := range dims {
		processor := "sequential"
		if depth < 2 && i < 3 {
			processor = []string{"block_", "thread_"}[depth] + "xyz"[i:i+1]
		}
		dims[i] = gpu.NewLoopDimMap(c, processor)
	}
	p.SetAttr(gpu.MappingAttr, c.ArrayAttr(dims...))
	for op := range p.Body(0).Ops() {
		if inner, ok := ir.As[scf.ParallelOp](op); ok {
			mapLoop(c, inner, depth+1)
		}
	}
}
