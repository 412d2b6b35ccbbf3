package attack

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"descend/backend/manifest"
	"descend/backend/sim"
	"descend/dialects/gpu/contract"
	"descend/ir"
)

// Exploration of a program in which no run has an error: has another input one?
//
// What a thread does depends on the parameters that are numbers and bools, and on what it decides by the contents of
// memory: the comparisons and masked indices (x & 3) that lead to conditions, bounds and indices. All values of the
// parameters within small bounds are run. Of the decisions each is free: the simulator is told its result, a bool or an
// index, whatever memory holds (sim.Options.Decide). This covers all contents of memory, results of atomics and
// values of other threads, and more than can happen: decisions are connected only if they are the same pure
// operation on memory that the kernel does not write.
//
// A race is between two threads, and what each of them accesses depends on its own decisions alone. So it is enough
// that for each two threads all combinations of their decisions are run, and one run has a combination for each two
// threads. Decisions that are met only under others are found by the runs. If no run has an error, no input has one.
// An error in such a run is none of the program's if its decisions cannot happen together; then nothing is known.

// Bounds of an exploration: the numbers that an integer parameter has, the decisions of a thread, the combinations of two
// threads, and the runs for one choice of parameters.
const (
	leastNumber, mostNumber = -2, 6
	maxDecisions            = 24
	maxCombinations         = 1 << 12
	maxPairs                = 1 << 15
	maxRuns                 = 3000
)

// explore runs main of a lowered module for all small parameters and all decisions. found is an error that the program
// has; else why, if not "", says why it may have one all the same.
func explore(m *ir.Operation) (found *ir.Diagnostic, why string) {
	main := ir.LookupSymbol(m, "main")
	ds := &decisions{ops: map[*ir.Operation]*decision{}}
	m.Walk(func(op *ir.Operation) ir.WalkResult {
		if op.Is("gpu.func") && why == "" {
			why = ds.find(op)
		}
		return ir.Advance
	})
	if why != "" {
		return nil, why
	}
	scalars, ok := smallScalars(main)
	if !ok {
		return nil, "a parameter that is neither a number nor a bool, or too many"
	}
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	for _, bits := range scalars {
		x := &explorer{m: m, main: main, scalars: bits, ctx: ctx, ops: ds.ops, r: rand.New(rand.NewPCG(7, 7)),
			number: map[key]int{}, met: map[thread][]int{}}
		found, why = x.all()
		switch {
		case found != nil && len(x.keys) == 0:
			return found, ""
		case found != nil:
			return nil, "an error under decisions that may not happen together"
		case why != "":
			return nil, why
		}
	}
	return nil, ""
}

// smallScalars are all values of the parameters of main that are not memory.
func smallScalars(main *ir.Operation) (all [][]uint64, ok bool) {
	all = [][]uint64{nil}
	params := manifest.OfFunction(main).Params
	for i, a := range main.Body(0).Args() {
		var values []uint64
		switch t := a.Type().(type) {
		case *ir.MemRefType:
			continue
		case *ir.IntegerType:
			for x := leastNumber; x <= mostNumber; x++ {
				if x >= 0 || !isUnsigned(params, i) {
					values = append(values, uint64(x))
				}
			}
			if t.Width == 1 {
				values = []uint64{0, 1}
			}
		default:
			return nil, false
		}
		var next [][]uint64
		for _, s := range all {
			for _, v := range values {
				next = append(next, also(s, v))
			}
		}
		all = next
	}
	return all, len(all) <= 200
}

// decision is an operation whose result is decided: it has that many values. text, if not "", names the decision in all
// places of the kernel, of one block if perBlock, and of one thread if perThread.
type decision struct {
	number              int
	values              uint64
	text                string
	perBlock, perThread bool
}

// decisions finds the decisions of kernels.
type decisions struct {
	ops map[*ir.Operation]*decision
	// of the present kernel: values that come from memory and private arrays that may hold such; what is written, with
	// the operations, and the spaces where it is not known what; and the values that were traced
	tainted   map[*ir.Value]bool
	written   map[*ir.Value]bool
	stores    map[*ir.Value][]*ir.Operation
	severalIn map[string]bool
	done      map[*ir.Value]bool
}

// find adds the decisions of a kernel, or says why they cannot be made.
func (d *decisions) find(fn *ir.Operation) (why string) {
	d.tainted, d.written, d.done = map[*ir.Value]bool{}, map[*ir.Value]bool{}, map[*ir.Value]bool{}
	d.stores, d.severalIn = map[*ir.Value][]*ir.Operation{}, map[string]bool{}
	var sinks []*ir.Value
	fn.Walk(func(op *ir.Operation) ir.WalkResult {
		switch op.Name() {
		case "memref.store", "memref.atomic_rmw":
			d.writes(op, rootOf(op.Operand(1)))
			if !isPrivate(op.Operand(1)) {
				sinks = append(sinks, op.Operands()[2:]...)
			}
		case "memref.generic_atomic_rmw":
			d.writes(op, rootOf(op.Operand(0)))
			sinks = append(sinks, op.Operands()[1:]...)
		case "memref.load":
			if root := rootOf(op.Operand(0)); !isPrivate(op.Operand(0)) {
				sinks = append(sinks, op.Operands()[1:]...)
			} else if root.DefiningOp() == nil || !root.DefiningOp().Is("memref.alloca") {
				why = "an array that is one of several"
			}
		case "func.call":
			why = "a call"
		case "scf.if":
			if !contract.IsCheck(op) {
				sinks = append(sinks, op.Operand(0))
			}
		case "scf.condition", "nvvm.bar.warp.sync":
			sinks = append(sinks, op.Operand(0))
		case "arith.select":
			if _, mem := op.Result(0).Type().(*ir.MemRefType); mem {
				sinks = append(sinks, op.Operand(0))
			}
		case "scf.for":
			sinks = append(sinks, op.Operands()[:3]...)
		}
		return ir.Advance
	})
	if why != "" {
		return why
	}
	for changed := true; changed; {
		changed = false
		fn.Walk(func(op *ir.Operation) ir.WalkResult {
			changed = d.taint(op) || changed
			return ir.Advance
		})
	}
	for _, v := range sinks {
		if why := d.trace(v); why != "" {
			return why
		}
	}
	return ""
}

// writes notes an operation that writes memory, perhaps memory that is one of several.
func (d *decisions) writes(op *ir.Operation, root *ir.Value) {
	if def := root.DefiningOp(); def == nil && !isParameter(root) || def != nil && !def.Is("memref.alloca") {
		d.severalIn[spaceOf(root)] = true
	}
	d.written[root] = true
	d.stores[root] = append(d.stores[root], op)
}

// taint marks the results of an operation that come from memory which threads share, or from other threads.
func (d *decisions) taint(op *ir.Operation) bool {
	from := false
	switch op.Name() {
	case "memref.load":
		from = !isPrivate(op.Operand(0)) || d.tainted[rootOf(op.Operand(0))] || d.anyTainted(op.Operands()[1:])
	case "memref.store":
		root := rootOf(op.Operand(1))
		if isPrivate(op.Operand(1)) && (d.tainted[op.Operand(0)] || d.anyTainted(op.Operands()[2:])) && !d.tainted[root] {
			d.tainted[root] = true
			return true
		}
		return false
	case "memref.atomic_rmw", "memref.generic_atomic_rmw", "gpu.shuffle", "nvvm.vote.ballot.sync", "llvm.call_intrinsic":
		from = true
	default:
		from = choices(op) == 0 && d.anyTainted(op.Operands())
		for b := range blocksOf(op) {
			from = from || b.Back() != nil && d.anyTainted(b.Back().Operands())
		}
	}
	if !from {
		return false
	}
	values := op.Results()
	for b := range blocksOf(op) {
		values = append(slices.Clip(values), b.Args()...)
	}
	changed := false
	for _, v := range values {
		changed = changed || !d.tainted[v]
		d.tainted[v] = true
	}
	return changed
}

func (d *decisions) anyTainted(vs []*ir.Value) bool {
	return slices.ContainsFunc(vs, func(v *ir.Value) bool { return d.tainted[v] })
}

// choices is the number of results of a comparison, or of a number that is masked by a constant; 0 for others.
func choices(op *ir.Operation) uint64 {
	switch op.Name() {
	case "arith.cmpi", "arith.cmpf":
		return 2
	case "arith.andi":
		for _, v := range op.Operands() {
			if n, ok := constant(v); ok && n >= 0 && n < 8 && n&(n+1) == 0 {
				return uint64(n) + 1
			}
		}
	}
	return 0
}

// trace goes from what conditions, bounds and indices are made of back to the decisions.
func (d *decisions) trace(v *ir.Value) (why string) {
	if d.done[v] {
		return ""
	}
	d.done[v] = true
	op := v.DefiningOp()
	if op == nil {
		if isParameter(v) {
			return ""
		}
		op = v.OwnerBlock().Parent()
	}
	if n := choices(op); n > 0 {
		if d.anyTainted(op.Operands()) {
			dec := &decision{number: len(d.ops), values: n}
			if s, ok := d.text(op, dec); ok {
				dec.text = s
			}
			d.ops[op] = dec
			return ""
		}
	}
	from := op.Operands()
	switch {
	case op.Is("memref.load") && isPrivate(op.Operand(0)):
		from = slices.Clone(op.Operands()[1:])
		for _, s := range d.stores[rootOf(op.Operand(0))] {
			from = append(append(from, s.Operand(0)), s.Operands()[2:]...)
		}
	case d.tainted[v] && len(op.Operands()) > 0 && (op.Is("memref.load") || strings.Contains(op.Name(), "atomic") || op.Is("gpu.shuffle") || op.Is("nvvm.vote.ballot.sync") || op.Is("llvm.call_intrinsic")):
		return "a number of memory is used as it is"
	}
	for b := range blocksOf(op) {
		if t := b.Back(); t != nil {
			from = append(slices.Clip(from), t.Operands()...)
		}
	}
	for _, x := range from {
		if why := d.trace(x); why != "" {
			return why
		}
	}
	return ""
}

// text is the same for decisions that have one result: pure operations on memory that the kernel does not write.
func (d *decisions) text(op *ir.Operation, dec *decision) (string, bool) {
	switch name := op.Name(); {
	case op.NumRegions() > 0 || op.NumResults() != 1:
		return "", false
	case name == "arith.constant":
		return op.Attr("value").String(), true
	case name == "gpu.thread_id" || name == "gpu.lane_id":
		dec.perThread = true
		return "", true
	case name == "gpu.block_id":
		dec.perBlock = true
		return fmt.Sprint(op.Attr("dimension")), true
	case name == "memref.load":
		root := rootOf(op.Operand(0))
		if !isParameter(root) || d.written[root] || d.severalIn[spaceOf(root)] {
			return "", false
		}
	case !strings.HasPrefix(name, "arith."):
		return "", false
	}
	s := op.Name() + fmt.Sprint(op.Attr("predicate")) + "("
	for _, v := range op.Operands() {
		def := v.DefiningOp()
		switch {
		case isParameter(v):
			s += fmt.Sprintf("arg%d ", v.Index())
		case def == nil:
			return "", false
		default:
			t, ok := d.text(def, dec)
			if !ok {
				return "", false
			}
			if dec.perThread && t == "" {
				t = fmt.Sprintf("%s %v", def.Name(), def.Attr("dimension"))
			}
			s += t + " "
		}
	}
	return s + ")", true
}

func blocksOf(op *ir.Operation) func(func(*ir.Block) bool) {
	return func(yield func(*ir.Block) bool) {
		for i := range op.NumRegions() {
			for b := range op.Region(i).Blocks() {
				if !yield(b) {
					return
				}
			}
		}
	}
}

// rootOf is the memory that a memref is a part of.
func rootOf(v *ir.Value) *ir.Value {
	for op := v.DefiningOp(); op != nil && op.NumOperands() > 0; op = v.DefiningOp() {
		if _, mem := op.Operand(0).Type().(*ir.MemRefType); !mem {
			break
		}
		v = op.Operand(0)
	}
	return v
}

// isParameter says whether v is a parameter or attribution of a kernel.
func isParameter(v *ir.Value) bool {
	return v.DefiningOp() == nil && v.OwnerBlock().Parent().Is("gpu.func")
}

// spaceOf is the address space of a memref.
func spaceOf(v *ir.Value) string {
	if t, ok := v.Type().(*ir.MemRefType); ok && t.Space != nil {
		return t.Space.String()
	}
	return ""
}

func isPrivate(v *ir.Value) bool { return strings.Contains(spaceOf(v), "private") }

func constant(v *ir.Value) (int64, bool) {
	op := v.DefiningOp()
	if op == nil || !op.Is("arith.constant") {
		return 0, false
	}
	a, ok := op.Attr("value").(*ir.IntegerAttr)
	if !ok || !a.Value.IsInt64() {
		return 0, false
	}
	return a.Value.Int64(), true
}

// thread is a thread of a kernel.
type thread struct {
	kernel *ir.Operation
	block  [3]int
	lane   int32
}

// key is a decision when it is made: for the count-th time by a thread, or wherever its text stands.
type key struct {
	op    int
	text  string
	who   thread
	count int
}

// explorer runs main for one choice of parameters.
type explorer struct {
	m, main *ir.Operation
	scalars []uint64
	ctx     context.Context
	ops     map[*ir.Operation]*decision
	r       *rand.Rand

	keys   []uint64 // numbers of values of the decisions that were met
	number map[key]int
	met    map[thread][]int // the decisions that a thread met, ascending
	tried  [][]uint64       // the values of the decisions in the runs
	grown  bool
	many   bool
}

// all runs all decisions; found is the error of a run.
func (x *explorer) all() (found *ir.Diagnostic, why string) {
	if found, why := x.run(nil); found != nil || why != "" {
		return found, why
	}
	for len(x.keys) > 0 {
		x.grown = false
		pairs, why := x.pairs()
		if why != "" {
			return nil, why
		}
		for !x.grown {
			choice := x.choose(pairs)
			if choice == nil {
				return nil, ""
			}
			if len(x.tried) == maxRuns {
				return nil, "too many runs"
			}
			if found, why := x.run(choice); found != nil || why != "" {
				return found, why
			}
			for _, p := range pairs {
				x.cover(p, x.tried[len(x.tried)-1])
			}
		}
	}
	return nil, ""
}

// decisionsOfTwo are the decisions that two threads meet, and which combinations of their values were run.
type decisionsOfTwo struct {
	keys  []int
	done  []bool
	left  int
	first int // the first combination that was not run
}

// pairs are the decisions of each two threads of a kernel, with the runs so far.
func (x *explorer) pairs() (out []*decisionsOfTwo, why string) {
	var ts []thread
	for t := range x.met {
		ts = append(ts, t)
	}
	slices.SortFunc(ts, func(a, b thread) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
	seen := map[string]bool{}
	for i, t := range ts {
		for _, u := range ts[:i+1] {
			if t.kernel != u.kernel {
				continue
			}
			keys := slices.Concat(x.met[t], x.met[u])
			slices.Sort(keys)
			keys = slices.Compact(keys)
			id := fmt.Sprint(keys)
			if seen[id] {
				continue
			}
			seen[id] = true
			n := 1
			for _, k := range keys {
				if n *= int(x.keys[k]); n > maxCombinations {
					return nil, "too many decisions of two threads"
				}
			}
			p := &decisionsOfTwo{keys: keys, done: make([]bool, n), left: n}
			for _, values := range x.tried {
				x.cover(p, values)
			}
			if out = append(out, p); len(out) > maxPairs {
				return nil, "too many threads that decide"
			}
		}
	}
	return out, ""
}

// cover notes a run.
func (x *explorer) cover(p *decisionsOfTwo, values []uint64) {
	n := 0
	for _, k := range p.keys {
		if k >= len(values) {
			return // the decision was not known then
		}
		n = n*int(x.keys[k]) + int(values[k])
	}
	if !p.done[n] {
		p.done[n] = true
		p.left--
	}
}

// choose makes the decisions of a run so that many pairs have a combination that was not run; nil if there is none left.
func (x *explorer) choose(pairs []*decisionsOfTwo) []uint64 {
	const free = ^uint64(0)
	choice := make([]uint64, len(x.keys))
	for i := range choice {
		choice[i] = free
	}
	left := false
	start := x.r.IntN(max(1, len(pairs)))
	for i := range pairs {
		p := pairs[(i+start)%len(pairs)]
		if p.left == 0 {
			continue
		}
		left = true
		for p.done[p.first] {
			p.first++
		}
	next:
		for n := p.first; n < len(p.done); n++ {
			if p.done[n] {
				continue
			}
			rest := n
			for j := len(p.keys) - 1; j >= 0; j-- {
				k := p.keys[j]
				if v := uint64(rest) % x.keys[k]; choice[k] != free && choice[k] != v {
					continue next
				}
				rest /= int(x.keys[k])
			}
			rest = n
			for j := len(p.keys) - 1; j >= 0; j-- {
				k := p.keys[j]
				choice[k] = uint64(rest) % x.keys[k]
				rest /= int(x.keys[k])
			}
			break
		}
	}
	if !left {
		return nil
	}
	for i, v := range choice {
		if v == free {
			choice[i] = x.r.Uint64N(x.keys[i])
		}
	}
	return choice
}

// run runs main with decisions; those that were not met before are added and made at random.
func (x *explorer) run(choice []uint64) (*ir.Diagnostic, string) {
	values := slices.Clone(choice)
	counts := map[key]int{}
	decide := map[*ir.Operation]func([3]int, int32, uint64) uint64{}
	for op, d := range x.ops {
		kernel := op
		for !kernel.Is("gpu.func") {
			kernel = kernel.Parent()
		}
		decide[op] = func(block [3]int, lane int32, actual uint64) uint64 {
			who := thread{kernel, block, lane}
			k := key{op: d.number, who: who}
			if d.text != "" {
				k = key{text: d.text, who: thread{kernel: kernel}}
				if d.perBlock {
					k.who.block = block
				}
				if d.perThread {
					k.who.lane = lane
				}
			} else {
				n := counts[k]
				counts[k]++
				k.count = n
			}
			i, ok := x.number[k]
			if !ok {
				i = len(x.keys)
				x.number[k] = i
				x.keys = append(x.keys, d.values)
			}
			for len(values) <= i {
				values = append(values, x.r.Uint64N(x.keys[len(values)]))
			}
			if at, ok := slices.BinarySearch(x.met[who], i); !ok {
				if len(x.met[who]) == maxDecisions {
					x.many = true
					return actual
				}
				x.met[who] = slices.Insert(x.met[who], at, i)
				x.grown = true
			}
			return values[i]
		}
	}
	var found ir.Diagnostics
	machine := sim.New(x.m, sim.Options{Diags: &found, Context: x.ctx, MaxMemory: 64 << 20, Decide: decide})
	args := arguments(x.main, 0, nil)
	scalar := 0
	for i := range args {
		if args[i].Data == nil {
			args[i].Bits = x.scalars[scalar]
			scalar++
		}
	}
	_, err := machine.Call("main", args)
	x.tried = append(x.tried, values)
	d := first(&found)
	switch {
	case x.many:
		return nil, "too many decisions of a thread"
	case x.ctx.Err() != nil:
		return nil, "too long"
	case d != nil && (d.Op != nil && contract.IsCheck(d.Op) || d.Code == "sim-trap" || d.Code == "sim-limit" || d.Code == "sim-unsupported"):
		return nil, "a run-time check fails"
	case d != nil:
		return d, ""
	case err != nil && err != sim.ErrFailed:
		return nil, err.Error()
	}
	return nil, ""
}
