package opt

import (
	"descend/dialects/ods"
	"descend/ir"
	"descend/passes/dataflow"
)

// callGraph has the functions inside an operation and which calls which.
type callGraph struct {
	functions []*ir.Operation // with a body, in the order of the text
	calls     map[*ir.Operation][]*ir.Operation
}

func newCallGraph(top *ir.Operation) *callGraph {
	g := &callGraph{calls: map[*ir.Operation][]*ir.Operation{}}
	var visit func(op, f *ir.Operation)
	visit = func(op, f *ir.Operation) {
		if fn, ok := op.Typed().(ods.FunctionLike); ok && op != top && !fn.FunctionBody().Empty() {
			f = op
			g.functions = append(g.functions, op)
		}
		if callee := dataflow.Callee(op); callee != nil && f != nil {
			g.calls[f] = append(g.calls[f], callee)
		}
		for _, r := range op.Regions() {
			for b := range r.Blocks() {
				for o := range b.Ops() {
					visit(o, f)
				}
			}
		}
	}
	visit(top, nil)
	return g
}

// components are the functions that call each other, callees before callers.
func (g *callGraph) components() [][]*ir.Operation {
	return dataflow.Components(g.functions, func(f *ir.Operation) []*ir.Operation { return g.calls[f] })
}
