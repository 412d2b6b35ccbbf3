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

// components are the strongly connected components, callees before callers (Tarjan).
func (g *callGraph) components() [][]*ir.Operation {
	type frame struct {
		f    *ir.Operation
		next int
	}
	index, low := map[*ir.Operation]int{}, map[*ir.Operation]int{}
	onStack := map[*ir.Operation]bool{}
	var stack []*ir.Operation
	var out [][]*ir.Operation
	for _, root := range g.functions {
		if _, seen := index[root]; seen {
			continue
		}
		frames := []frame{{f: root}}
		for len(frames) > 0 {
			fr := &frames[len(frames)-1]
			if fr.next == 0 {
				if _, seen := index[fr.f]; !seen {
					index[fr.f] = len(index)
					low[fr.f] = index[fr.f]
					stack = append(stack, fr.f)
					onStack[fr.f] = true
				}
			}
			if fr.next < len(g.calls[fr.f]) {
				c := g.calls[fr.f][fr.next]
				fr.next++
				if _, seen := index[c]; !seen {
					frames = append(frames, frame{f: c})
				} else if onStack[c] {
					low[fr.f] = min(low[fr.f], index[c])
				}
				continue
			}
			f := fr.f
			frames = frames[:len(frames)-1]
			if len(frames) > 0 {
				up := frames[len(frames)-1].f
				low[up] = min(low[up], low[f])
			}
			if low[f] != index[f] {
				continue
			}
			var comp []*ir.Operation
			for {
				x := stack[len(stack)-1]
				stack = stack[:len(stack)-1]
				onStack[x] = false
				comp = append(comp, x)
				if x == f {
					break
				}
			}
			out = append(out, comp)
		}
	}
	return out
}
