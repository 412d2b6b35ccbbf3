package dataflow

// Components are the strongly connected components of a graph, of functions and their calls say: those that the others
// lead to come first, callees before callers. next lists where a node leads to. (Tarjan's algorithm, without recursion:
// chains may be long.)
func Components[N comparable](roots []N, next func(N) []N) [][]N {
	type node struct {
		n          N
		next       []N
		index, low int // from 1
		onStack    bool
	}
	nodes := map[N]*node{}
	var stack, path []*node
	var out [][]N
	enter := func(n N) {
		f := &node{n: n, next: next(n), index: len(nodes) + 1, low: len(nodes) + 1, onStack: true}
		nodes[n] = f
		stack, path = append(stack, f), append(path, f)
	}
	for _, root := range roots {
		if nodes[root] == nil {
			enter(root)
		}
		for len(path) > 0 {
			f := path[len(path)-1]
			if len(f.next) > 0 {
				n := f.next[0]
				f.next = f.next[1:]
				if c := nodes[n]; c == nil {
					enter(n)
				} else if c.onStack {
					f.low = min(f.low, c.index)
				}
				continue
			}
			path = path[:len(path)-1]
			if len(path) > 0 {
				up := path[len(path)-1]
				up.low = min(up.low, f.low)
			}
			if f.low != f.index {
				continue
			}
			var comp []N
			for done := false; !done; {
				top := stack[len(stack)-1]
				stack = stack[:len(stack)-1]
				top.onStack = false
				comp = append(comp, top.n)
				done = top == f
			}
			out = append(out, comp)
		}
	}
	return out
}
