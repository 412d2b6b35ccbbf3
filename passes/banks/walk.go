package banks

import (
	"descend/dialects/gpu"
	"descend/dialects/scf"
	"descend/ir"
)

// walk executes a block of a kernel.
type walk struct {
	kernel  gpu.FuncOp
	threads int
	dims    [3]int64
	ids     [3]value
	linear  value
	env     []value // by slot
	slots   map[*ir.Value]slot
	steps   map[*ir.Block][]step
	ops     []*ir.Operation // room for those of a block
	// needed are the operations that are executed: accesses, what they depend on, and what is around them.
	needed map[*ir.Operation]bool

	list    []*Access
	byOp    map[*ir.Operation]*Access
	groups  []*group
	results *results
	// made are the lists of numbers by thread that were made, free those that nobody needs any more.
	made, free [][]uint64
	// log are the accesses so far, with how often they were; what is executed again to find out more is taken back.
	log []event

	// rounds is how many rounds of a loop without known bounds are told apart, most how many are executed of others.
	rounds, most int64
	loops        bool // there are such loops
	short        bool // rounds that are known were not told apart
	spent        int  // numbers computed
	times        float64
	atMost       bool // lanes may be missing
	maybe        bool // what is executed may be executed less or more often
}

// event is an access by all warps.
type event struct {
	access  *Access
	act     []int32
	at      value
	offset  value
	times   float64
	atMost  bool
	maybe   bool
	unknown string
}

// The most rounds of loops that are executed one by one, inside all loops around, and the most numbers that are computed before rounds are
// no longer told apart.
const (
	mostRounds  = 1 << 12
	mostNumbers = 1 << 21
)

// try is how many rounds of loops are looked at, see walk.
type try struct{ rounds, most int64 }

// quickly are the ways to look at a kernel, one after the other until everything is known: rounds are told apart only where they have to be.
var quickly = []try{{1, 1}, {1, mostRounds}, {12, mostRounds}}

// analyze finds the accesses of the kernel of a new walk.
func (first *walk) analyze(ways []try) *walk {
	var x *walk
	if first.threads == 0 || len(first.list) == 0 {
		return first
	}
	y := first
	for i, try := range ways {
		if i > 0 {
			y = first.again(y.free)
		}
		y.rounds, y.most = try.rounds, try.most
		ended := y.run()
		if ended && (x == nil || y.unknowns() < x.unknowns()) {
			x = y
		}
		if x != nil && (x.unknowns() == 0 || !y.loops && !y.short) {
			break
		}
	}
	if x == nil { // too long even without rounds
		x = first.again(nil)
		for _, n := range x.list {
			n.Unknown = "the kernel is too long"
		}
		return x
	}
	x.gather()
	return x
}

// again is a walk of the same kernel; free are lists of numbers that nobody needs.
func (x *walk) again(free [][]uint64) *walk {
	return &walk{kernel: x.kernel, threads: x.threads, dims: x.dims, ids: x.ids, linear: x.linear, slots: x.slots, steps: x.steps, needed: x.needed,
		list: x.list, byOp: x.byOp, results: x.results, free: free, times: 1}
}

// newWalk finds the accesses; threads is 0 where the size of a block is not known.
func newWalk(kernel gpu.FuncOp) *walk {
	x := &walk{kernel: kernel, steps: map[*ir.Block][]step{},
		byOp: map[*ir.Operation]*Access{}, results: newResults(), times: 1}
	kernel.Walk(func(op *ir.Operation) ir.WalkResult {
		if n := accessOf(op); n != nil {
			x.list = append(x.list, n)
			x.byOp[op] = n
		}
		return ir.Advance
	})
	x.needed = x.need()
	x.slots = make(map[*ir.Value]slot, 2*len(x.needed))
	size, ok := kernel.Attr("known_block_size").(*ir.DenseArrayAttr)
	if !ok || len(size.Values) != 3 {
		for _, n := range x.list {
			n.Unknown = "the size of a block is not known"
		}
		return x
	}
	n := int64(1)
	for d, s := range size.Values {
		x.dims[d] = s
		n *= s
	}
	if n < 1 || n > gpu.AnyTarget.Threads {
		for _, n := range x.list {
			n.Unknown = "no such block can be launched"
		}
		return x
	}
	x.threads = int(n)
	x.number()
	return x
}

// number gives the threads their ids.
func (x *walk) number() {
	below := int64(1) // threads that differ in the dimensions before
	for d, n := range x.dims {
		if x.ids[d] = exactly(0); n == 1 {
			continue
		}
		at := make([]uint64, x.threads)
		for t := range at {
			at[t] = uint64(int64(t) / below % n)
		}
		x.ids[d] = value{at: at, kept: true}
		below *= n
	}
	linear := make([]uint64, x.threads)
	for t := range linear {
		linear[t] = uint64(t)
	}
	x.linear = value{at: linear, kept: true}
}

// need is what accesses depend on, with them.
func (x *walk) need() map[*ir.Operation]bool {
	needed := make(map[*ir.Operation]bool, 4*len(x.list))
	var values []*ir.Value
	for _, n := range x.list {
		values = append(append(values, n.of.Indices...), n.of.MemRef)
		values = x.around(n.Op, needed, values)
	}
	x.depend(values, needed)
	return needed
}

// depend marks what values depend on, backwards.
func (x *walk) depend(values []*ir.Value, needed map[*ir.Operation]bool) {
	seen := make(map[*ir.Value]bool, 2*len(values))
	for len(values) > 0 {
		v := values[len(values)-1]
		values = values[:len(values)-1]
		if seen[v] {
			continue
		}
		seen[v] = true
		op := v.DefiningOp()
		if op == nil {
			values = x.around(v.OwnerBlock().Parent(), needed, values)
		} else if values = x.around(op, needed, values); op.NumRegions() == 0 && x.byOp[op] == nil {
			for i := range op.NumOperands() {
				values = append(values, op.Operand(i))
			}
		}
		values = append(values, sources(v)...)
	}
}

// around marks an operation and those around it, and adds to values those that tell whether and how often they are executed.
func (x *walk) around(op *ir.Operation, needed map[*ir.Operation]bool, values []*ir.Value) []*ir.Value {
	for ; op != nil && op != x.kernel.Operation && !needed[op]; op = op.Parent() {
		needed[op] = true
		switch o := op.Typed().(type) {
		case scf.IfOp:
			values = append(values, o.Condition())
		case scf.ForOp:
			values = append(values, o.LowerBound(), o.UpperBound(), o.Step())
		case scf.WhileOp:
			if c := o.Before().Back(); c != nil && c.NumOperands() > 0 {
				values = append(values, c.Operand(0))
			}
		}
	}
	return values
}

// sources are the values that control flow gives to a result or to an argument of a block.
func sources(v *ir.Value) []*ir.Value {
	op, number := v.DefiningOp(), v.Index()
	if op == nil {
		op = v.OwnerBlock().Parent()
	}
	switch o := op.Typed().(type) {
	case scf.IfOp:
		var out []*ir.Value
		for i := range op.NumRegions() {
			if b := op.Body(i); b != nil && b.Back() != nil && number < b.Back().NumOperands() {
				out = append(out, b.Back().Operand(number))
			}
		}
		return out
	case scf.ForOp:
		if v.IsArg() {
			number--
		}
		if number >= 0 {
			return []*ir.Value{o.Inits()[number], o.Yielded()[number]}
		}
	case scf.WhileOp:
		switch {
		case v.IsArg() && v.OwnerBlock() == o.Before():
			return []*ir.Value{op.Operand(number), o.After().Back().Operand(number)}
		default:
			return []*ir.Value{o.Before().Back().Operand(1 + number)}
		}
	}
	return nil
}

// unknowns is the number of accesses that were not understood.
func (x *walk) unknowns() int {
	bad := map[*Access]bool{}
	for _, e := range x.log {
		if e.unknown != "" {
			bad[e.access] = true
		}
	}
	return len(bad)
}
