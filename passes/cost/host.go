package cost

import (
	"slices"

	"descend/dialects/cf"
	funcd "descend/dialects/func"
	"descend/dialects/gpu"
	"descend/ir"
)

// host is what is known on the CPU: a function is followed as a warp with one lane.
type host struct {
	launches []Launch
	depth    int
	// Lost says that a launch, or a call that may launch, depends on data.
	lost bool
	act  map[*ir.Operation]bool
}

const maxDepth = 64

// one is the lane of the CPU.
const one mask = 1

// Launches are those that a function of the CPU makes with the given arguments, equal ones as one, in the order of the first of them; complete is false
// if what is launched, or how often, depends on data, or takes too long to find.
func Launches(fn *ir.Operation, args []Arg, limit int) (list []Launch, complete bool) {
	w := newWalker(limit)
	w.host, w.lanes = &host{act: map[*ir.Operation]bool{}}, one
	for i, v := range fn.Body(0).Args() {
		if i < len(args) && args[i].Known {
			w.set(v, constant(args[i].Value))
		}
	}
	_, cut := w.function(fn)
	for _, l := range w.host.launches {
		if i := slices.IndexFunc(list, l.equals); i >= 0 {
			list[i].Times += l.Times
		} else {
			list = append(list, l)
		}
	}
	return list, cut == nil && !w.host.lost
}

func (l Launch) equals(o Launch) bool {
	return l.Kernel == o.Kernel && l.Grid == o.Grid && l.Block == o.Block && l.Doubt == o.Doubt && l.Shared == o.Shared && slices.Equal(l.Args, o.Args)
}

// acts says whether something is launched or called inside an operation.
func (h *host) acts(op *ir.Operation) bool {
	does, ok := h.act[op]
	if ok {
		return does
	}
	op.Walk(func(o *ir.Operation) ir.WalkResult {
		does = does || ir.Is[gpu.LaunchFuncOp](o) || ir.Is[funcd.CallOp](o)
		return ir.Advance
	})
	h.act[op] = does
	return does
}

// function follows the body of a function, whose arguments are set, and gives what it returns.
func (w *walker) function(fn *ir.Operation) (results []*value, cut *variable) {
	for b := fn.Body(0); b != nil; {
		if cut := w.block(b, one); cut != nil {
			return nil, cut
		}
		end := b.Back()
		switch o := end.Typed().(type) {
		case funcd.ReturnOp:
			for _, v := range end.Operands() {
				results = append(results, w.get(v))
			}
			return results, nil
		case cf.BranchOp:
			b = end.Successors()[0]
			w.pass(end.Operands(), b.Args(), one)
		case cf.CondBranchOp:
			c, ok := w.get(end.Operand(0)).same(one)
			if !ok {
				w.host.lost = true
				return nil, nil
			}
			to, args := end.Successors()[0], end.Operands()[1:]
			n := to.NumArgs()
			if args = args[:n]; c == 0 {
				to, args = end.Successors()[1], end.Operands()[1+n:]
			}
			b = to
			w.pass(args, b.Args(), one)
		default:
			_ = o
			w.host.lost = true
			return nil, nil
		}
	}
	return nil, nil
}

// call follows a call of another function of the CPU.
func (w *walker) call(o funcd.CallOp) *variable {
	w.forget(o.Results())
	f, ok := o.Callee()
	if !ok || f.IsDeclaration() || !w.host.acts(f.Operation) {
		return nil
	}
	if w.host.depth++; w.host.depth > maxDepth {
		return gaveUp
	}
	w.pass(o.Operands(), f.Entry().Args(), one)
	results, cut := w.function(f.Operation)
	w.host.depth--
	for i, v := range results {
		w.set(o.Result(i), v)
	}
	return cut
}

// launch notes a launch.
func (w *walker) launch(o gpu.LaunchFuncOp) *variable {
	k, ok := o.Kernel()
	if !ok {
		return nil
	}
	l := Launch{Kernel: k, At: o.Operation, Times: w.times(), Doubt: w.doubt}
	g, b := o.GridSize(), o.BlockSize()
	for i, v := range []*ir.Value{g.X, g.Y, g.Z, b.X, b.Y, b.Z} {
		n, ok := w.get(v).same(one)
		if !ok {
			w.host.lost = true
			return nil
		}
		if i < 3 {
			l.Grid[i] = n
		} else {
			l.Block[i-3] = n
		}
	}
	if min(l.Grid[0], l.Grid[1], l.Grid[2], l.Block[0], l.Block[1], l.Block[2]) == 0 {
		return nil // it does nothing
	}
	if s := o.DynamicSharedMemory(); s != nil {
		l.Shared, _ = w.get(s).same(one)
	}
	for _, v := range o.CallArgs() {
		a := Arg{}
		x := w.get(v)
		if p := w.places[v]; p.offset != nil {
			x = p.offset
		}
		a.Value, a.Known = x.same(one)
		l.Args = append(l.Args, a)
	}
	w.host.launches = append(w.host.launches, l)
	return nil
}
