package banks

import (
	"fmt"

	"descend/dialects/gpu"
	"descend/dialects/intrange"
	"descend/ir"
	"descend/passes/dataflow"
)

// Of are the accesses of a kernel to shared memory, in the order of the text, rounds of loops told apart where they can be.
func Of(k gpu.FuncOp) []*Access {
	x := newWalk(k).analyze([]try{{1, mostRounds}, {12, mostRounds}, {1, 1}})
	for _, g := range x.groups {
		g.count()
	}
	return x.list
}

// Ranges are the facts that a mover asks for, and those of the whole kernel, with the operations that they are asked of.
func Ranges(k gpu.FuncOp) (within, whole *dataflow.Result[intrange.Range], needed map[*ir.Operation]bool) {
	needed = newMover(newWalk(k)).needed()
	return dataflow.SolveWithin(k.Operation, needed, dataflow.Ranges{}), dataflow.Solve(k.Operation, dataflow.Ranges{}), needed
}

// Weighed is what the choice for some arrays knows, for tests.
type Weighed struct {
	Elements, Unit int64
	Conflicts      bool
	Best           Layout
	Cost           func(Layout) float64
	Bytes          func(Layout) int64
	Passes         func(Layout) float64
	Widths         []int64
	Patterns       int
}

// Weigh gives what is known of the arrays of a kernel that may have a layout.
func Weigh(k gpu.FuncOp, free int64) []Weighed {
	x := newWalk(k).analyze(quickly)
	for _, g := range x.groups {
		g.count()
	}
	m := newMover(x)
	var out []Weighed
	for _, a := range arraysOf(k) {
		c := x.chooser(m, a)
		w := Weighed{Elements: a.elements(), Unit: c.unit(), Conflicts: c.gain, Widths: c.widths(), Patterns: len(c.patterns), Bytes: c.bytes}
		w.Cost = func(l Layout) float64 { return c.of(l).cost }
		w.Passes = func(l Layout) float64 {
			sum := 0.0
			for _, p := range c.patterns {
				sum += p.times * p.passes(l)
			}
			return sum
		}
		if w.Conflicts {
			w.Best = c.best(free)
		}
		out = append(out, w)
	}
	return out
}

// String is for people who look at a test.
func (w Weighed) String() string {
	return fmt.Sprintf("%d elements in units of %d: %v; passes %v, plain %v; cost %v, plain %v; %d bytes, plain %d; %d patterns", w.Elements, w.Unit, w.Best,
		w.Passes(w.Best), w.Passes(Layout{}), w.Cost(w.Best), w.Cost(Layout{}), w.Bytes(w.Best), w.Bytes(Layout{}), w.Patterns)
}
