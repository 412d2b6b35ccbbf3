package access

import (
	"descend/dialects/exec"
	"descend/ir"
	"descend/passes/place"
)

// Barriers of parts of a block. One orders the accesses of the threads of one run (place.Run): what a thread of the run did before it
// comes before what any thread of the run does behind it. So an access within a part of the block that is this run is released, for what
// is accessed within a part which is the same run: of this split or of another one. That two runs are the same has to show in their
// bounds, which barrier-check wants to speak of generics alone: in all iterations of a loop they are the same threads.
// For all other threads nothing is released, and behind the end of the split nobody knows who of them it was.

// runs is a set of runs whose threads wait for each other somewhere in the function.
type runs uint64

// waiting are the runs of a function.
type waiting struct {
	numbers map[string]runs
	at      map[*ir.Block]runs // see runsAt
}

// maxRuns is how many of them are told apart. Kernels have no more barriers.
const maxRuns = 64

func newWaiting(barriers []*ir.Operation) waiting {
	w := waiting{map[string]runs{}, map[*ir.Block]runs{}}
	for _, op := range barriers {
		if run, _ := place.RunOf(exec.BarrierOf(op)); run != nil && w.numbers[run.Key()] == 0 && len(w.numbers) < maxRuns {
			w.numbers[run.Key()] = 1 << len(w.numbers)
		}
	}
	return w
}

// runOf is the run of a part of the block, if its threads wait for each other somewhere.
func (w *waiting) runOf(part *ir.Value) runs {
	if len(w.numbers) == 0 {
		return 0
	}
	run, _ := place.RunOf(part)
	if run == nil {
		return 0
	}
	return w.numbers[run.Key()]
}

// runsAt are the runs of which only threads execute op.
func (w *waiting) runsAt(op *ir.Operation) runs {
	if len(w.numbers) == 0 {
		return 0
	}
	b := op.Block()
	set, ok := w.at[b]
	if !ok {
		place.RunsAround(op, func(r place.Run) { set |= w.numbers[r.Key()] })
		w.at[b] = set
	}
	return set
}
