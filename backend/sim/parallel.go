package sim

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"descend/dialects/scf"
	"descend/ir"
)

// Parallel loops of the host run one iteration after the other, and are checked for races as a kernel is: an iteration is to the race check
// what a block of one thread is. The iterations of a loop inside are threads of such a block, with barriers before and after them; those of
// loops inside these count as one thread. Threads have few numbers: when they are used up, a round of them begins, and what has the same
// number in an earlier round is another thread.

// parallelLoop is the loop that runs.
type parallelLoop struct {
	ranges []loopRange
	now    int64 // number of the iteration
	// thread is the number of the iteration of the loop inside in its round, from 1 on; 0 is what lies outside of it.
	thread int32
	rounds []round // in the order of execution
}

// round are iterations of a loop inside, from an epoch on: those of the ranges from a number on. Loops that follow with the same ranges
// need none of their own.
type round struct {
	first  uint32
	ranges []loopRange
	base   int64
}

// loopRange are the values of an induction variable: n of them.
type loopRange struct{ from, step, n int64 }

// innerThreads is how many iterations of a loop inside are a round; an access has room for that many threads.
const innerThreads = 1<<11 - 1

// values are the induction variables in an iteration; the last one changes fastest.
func values(ranges []loopRange, number int64) []int64 {
	vs := make([]int64, len(ranges))
	for i := len(ranges) - 1; i >= 0; i-- {
		r := ranges[i]
		vs[i] = r.from + number%r.n*r.step
		number /= r.n
	}
	return vs
}

// name is an iteration, and the one of the loop inside that a thread of an epoch is, in words.
func (p *parallelLoop) name(number int64, thread int32, epoch uint32) string {
	text := "iteration " + listed(values(p.ranges, number))
	if thread > 0 {
		next := sort.Search(len(p.rounds), func(i int) bool { return p.rounds[i].first > epoch })
		r := p.rounds[next-1]
		text += ", " + listed(values(r.ranges, r.base+int64(thread-1))) + " of the loop inside"
	}
	return text
}

// begin notes that a round starts.
func (p *parallelLoop) begin(r round) {
	if n := len(p.rounds); n > 0 && p.rounds[n-1].base == r.base && slices.Equal(p.rounds[n-1].ranges, r.ranges) {
		return
	}
	p.rounds = append(p.rounds, r)
}

func listed(vs []int64) string {
	words := make([]string, len(vs))
	for i, v := range vs {
		words[i] = fmt.Sprint(v)
	}
	return "(" + strings.Join(words, ", ") + ")"
}

// ordered lets all accesses until now lie before all that follow.
func (m *Machine) ordered(at *ir.Operation) {
	m.nextEpoch(at)
	s := &m.launch
	s.kernelFirst, s.blockFirst, s.barrier, s.clocks = s.epoch, s.epoch, s.epoch, nil
}

// parallel compiles a loop.
func (c *code) parallel(op *ir.Operation) exec {
	o, _ := ir.As[scf.ParallelOp](op)
	from, to, step := c.slotsOf(o.LowerBounds()), c.slotsOf(o.UpperBounds()), c.slotsOf(o.Steps())
	body := op.Body(0)
	vars := c.slotsOf(body.Args())
	runs := c.block(body)
	begin := c.copyRegs(o.Inits(), op.Results())
	combine := c.reductions(body.Back(), op.Results())
	return func(f *frame, act []int32) {
		ranges, total := f.loopRanges(op, from, to, step)
		call(begin, f, act)
		iteration := func(i int64) {
			for d, v := range values(ranges, i) {
				f.vals[vars[d]][0] = uint64(v)
			}
			runAll(runs, f, act)
			if !f.done {
				combine(f, act)
			}
			f.m.tick(op)
		}
		f.m.iterate(op, ranges, total, iteration)
	}
}

// iterate runs the iterations of a loop, as blocks or as threads.
func (m *Machine) iterate(op *ir.Operation, ranges []loopRange, total int64, iteration func(int64)) {
	s := &m.launch
	barrier := func() { m.nextEpoch(op); s.barrier = s.epoch }
	switch p := s.loop; {
	case total == 0:
	case p == nil:
		m.ordered(op)
		s.warpBarrier, s.starts = make([]uint32, warpsOf(innerThreads+1)), s.starts[:0]
		s.loop = &parallelLoop{ranges: ranges}
		for i := range total {
			m.nextEpoch(op)
			s.loop.now, s.blockFirst, s.barrier = i, s.epoch, s.epoch
			s.starts = append(s.starts, s.epoch)
			iteration(i)
		}
		s.loop = nil
		m.ordered(op)
	case p.thread == 0:
		barrier()
		for i := range total {
			if i%innerThreads == 0 {
				if i > 0 {
					m.nextEpoch(op)
				}
				s.round = s.epoch
				p.begin(round{s.epoch, ranges, i})
			}
			p.thread = 1 + int32(i%innerThreads)
			iteration(i)
		}
		p.thread, s.round = 0, 0
		barrier()
	default:
		for i := range total {
			iteration(i)
		}
	}
}

// loopRanges are the ranges of the induction variables, and the number of iterations.
func (f *frame) loopRanges(op *ir.Operation, from, to, step []int) (ranges []loopRange, total int64) {
	total = 1
	for d := range step {
		r := loopRange{from: int64(f.vals[from[d]][0]), step: int64(f.vals[step[d]][0])}
		if r.step <= 0 {
			f.m.fail(op, f.m.code("trap"), "the step of a loop is not positive").WithLabel("step %d is %d", d, r.step)
			stop()
		}
		if end := int64(f.vals[to[d]][0]); end > r.from {
			r.n = int64((uint64(end-r.from)-1)/uint64(r.step)) + 1
		}
		if r.n > 0 && total > maxBlocks/r.n {
			f.m.unsupported(op, "parallel loops of more than %d iterations", maxBlocks)
		}
		total *= r.n
		ranges = append(ranges, r)
	}
	return ranges, total
}

// reductions compiles what the end of the body combines: values of the iteration with those so far.
func (c *code) reductions(reduce *ir.Operation, results []*ir.Value) exec {
	var list []exec
	for i, r := range reduce.Regions() {
		b := r.Front()
		list = append(list, c.copyRegs([]*ir.Value{results[i], reduce.Operand(i)}, b.Args()))
		list = append(list, c.block(b)...)
		list = append(list, c.copyRegs(b.Back().Operands(), results[i:i+1]))
	}
	return func(f *frame, act []int32) { runAll(list, f, act) }
}
