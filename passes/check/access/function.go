package access

import (
	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/ir"
	"descend/passes/check/analysis"
	"descend/passes/check/handover"
	"descend/passes/place"
)

// module is what the functions of a module share.
type module struct {
	*analysis.Module
	// explained, if not nil, gets the effects of functions in words
	explained map[string][]string
}

// function is a function that has a body, with what is known of it without a look at accesses.
type function struct {
	c     *module
	base  exec.Kind // of the resource that executes it
	facts *analysis.Facts
	loops []*ir.Operation // all loops, outer ones first
	nats  map[*ir.Operation]natLoop
	conditions
	coordinates
	waiting
	copying
	handovers handover.Plans
}

func (k *module) newFunction(fn descend.FuncOp, r *place.Resolver) *function {
	t := fn.ExecType()
	f := &function{c: k, base: t.Kind, facts: k.FactsOf(fn), nats: map[*ir.Operation]natLoop{}, conditions: newConditions(fn, r, k.Shapes()),
		coordinates: newCoordinates(t, k.countsWarps(fn)), waiting: newWaiting(k.Info[ir.SymbolName(fn.Operation)].Syncs), copying: newCopying(fn)}
	f.handovers, _ = handover.Of(fn, f.facts)
	fn.Walk(func(op *ir.Operation) ir.WalkResult {
		if descend.IsLoop(op) {
			f.loops = append(f.loops, op)
		}
		return ir.Advance
	})
	return f
}

// The iterations of a loop, as far as they matter.
const (
	none = iota
	single
	many // perhaps
)

// natLoop says how often a nat loop is executed.
type natLoop struct {
	times      int
	mayBeEmpty bool
}

func (f *function) natLoop(o descend.ForNatOp) natLoop {
	n, ok := f.nats[o.Operation]
	if ok {
		return n
	}
	facts := f.c.Memo.Same(f.r.FactsAt(o.Operation))
	n = natLoop{many, !facts.Proves(o.NotEmpty())}
	switch {
	case facts.Proves(o.NotEmpty().Negate()):
		n.times = none
	case facts.Proves(o.Repeats().Negate()):
		n.times = single
	}
	f.nats[o.Operation] = n
	return n
}

// wholeBlocks says whether a resource of the type consists of whole blocks.
func wholeBlocks(t *exec.Type) bool {
	return t != nil && (t.Kind == exec.Grid || t.Kind == exec.BlockGrp || t.Kind == exec.Block)
}

func isSingle(e *ir.Value) bool {
	t := exec.TypeOf(e)
	return t != nil && t.IsSingle()
}

// isPosition says whether a step takes an element by the number of the executing resource.
func (f *function) isPosition(s place.Step) bool {
	if s.Kind != place.Index {
		return false
	}
	_, ok := place.PositionOf(s.Subscript(), f.r.Usage)
	return ok
}
