package proof

import (
	"fmt"
	"math/big"

	"descend/ir"
)

// value is what an SSA value is: a number, or memory.
type value struct {
	t   *term
	mem []alt
}

// alt is memory that a value may be, when a condition holds: elements of elem bytes, n of them, from byte off of
// a root on. carried is the number of the loop's value that it is, in a pass over a loop that finds out.
type alt struct {
	when    *term
	root    *root
	off     *term
	elem    int64
	n       *term
	carried *carried
}

// root is a piece of memory that overlaps no other one.
type root struct {
	name   string
	bytes  *term
	shared bool
	// private memory is of one thread.
	private bool
	// cells are the scalars of private memory that are followed, by their byte; nil if it is not followed.
	cells map[int64]bool
	// written: some operation of the kernel writes it.
	written bool
	// numbers are how many numbers a permutation has, each of them once; nil if it is none.
	numbers *term
}

// fault is what must not happen.
type fault struct {
	what string
	bad  *term
}

// An event is what a thread does that matters; regions are lists of them, in order.
type (
	event interface{}

	// access reads or writes an element.
	access struct {
		op            *ir.Operation
		what          string
		when          *term // the alternative of the memory
		root          *root
		off           *term // byte where the memory starts
		elem          int64
		idx           *term
		write, atomic bool
		at            *place
		// copies: it is made by a copy that goes on from here; moment says when (copies.go).
		copies bool
		moment moment
	}
	// obligation is a condition that is not to hold where it stands; exact ones do not depend on the encoding.
	obligation struct {
		op   *ir.Operation
		what string
		bad  *term
		// wider holds wherever bad does and can be asked first; nil for none.
		wider *term
		// wraps: the operation leaves its range, and is to be encoded with the wrap.
		wraps bool
		at    *place
	}
	// assume is what holds after it: a thread that traps goes no further.
	assume struct{ cond *term }
	// barrier is one of the block, or of the warp; lanes: an operation of all lanes, which orders no memory.
	barrier struct{ warp, lanes bool }
	// branch is a scf.if.
	branch struct {
		op        *ir.Operation
		cond      *term
		then, els []event
		at        *place
	}
	// loop is a scf.for (before is empty) or a scf.while. Iteration k executes before, and after if cond holds.
	loop struct {
		op            *ir.Operation
		iter          *term // the number of the iteration
		facts         []*term
		before, after []event
		cond          *term // in iteration iter
		next          *term // in the iteration that follows
		none          *term // there is no iteration: not cond of the first one
		last          *term // conditions that are equal for the threads that agree on the loop: its bounds
		agree         []*term
		machine       *machine
		carried       []*carried
		exit          *term
		at            *place
	}
)

// place is where an event stands: number in a list of events, inside of a branch or loop.
type place struct {
	up    *place
	in    event // branch or loop, nil at the top
	side  int   // 0: then or before, 1: els or after
	index int
	list  *[]event
}

// kernel is a kernel as events.
type kernel struct {
	op       *ir.Operation
	s        *terms
	vals     map[*ir.Value]value
	nats     map[string]*term
	natNames []string
	sized    bool // the nats have values
	assume   []*term
	faults   []fault

	gridDim, blockDim, block, thread [3]*term
	linear, warp                     *term // number of the thread in its block, and of its warp
	sharedBytes                      *term
	dynamic                          *root

	// comparisons are those of floats with constants, by where the floats come from.
	comparisons map[string][]*term

	roots    map[*ir.Operation]*root // of private memory
	stored   map[*root]bool          // what was written before, in the order of the program
	cells    map[cell]*term          // contents of private scalars
	loops    []*loop                 // around what is walked
	events   []event
	accesses []*access
	duties   []*obligation
	forks    []event // branches and loops, for the barriers
	barriers bool
	warps    bool
	copies   *root // whose cells are the numbers of copies.go; nil if there are no copies

	// wrapping are the operations whose results leave their range.
	wrapping map[*ir.Operation]bool
	reason   string // what is not modelled
}

// cell is a scalar of private memory: its byte.
type cell struct {
	root *root
	at   int64
}

// unmodelled gives up on the kernel.
func (k *kernel) unmodelled(format string, args ...any) {
	if k.reason == "" {
		k.reason = fmt.Sprintf(format, args...)
	}
}

// read makes the events of a kernel. sizes fixes nats; wrapping are operations that wrap.
func read(op *ir.Operation, sizes map[string]int64, wrapping map[*ir.Operation]bool) (*kernel, error) {
	k := &kernel{op: op, s: newTerms(), vals: map[*ir.Value]value{}, roots: map[*ir.Operation]*root{}, cells: map[cell]*term{}, stored: map[*root]bool{}, comparisons: map[string][]*term{}, wrapping: wrapping}
	k.sized = sizes != nil
	if err := k.contract(sizes); err != nil {
		return nil, err
	}
	k.dynamic = &root{name: "dynamic", shared: true, bytes: k.sharedBytes, written: true}
	k.findWritten()
	k.findCells()
	k.findCopies()
	k.events = k.body(op.Body(0))
	k.number(k.events, nil, nil, 0)
	if k.reason != "" {
		return nil, fmt.Errorf("%s", k.reason)
	}
	return k, nil
}

// number tells events where they stand, and collects them.
func (k *kernel) number(list []event, up *place, in event, side int) {
	for i, e := range list {
		at := &place{up: up, in: in, side: side, index: i, list: &list}
		switch e := e.(type) {
		case *access:
			e.at = at
			k.accesses = append(k.accesses, e)
		case *obligation:
			e.at = at
			k.duties = append(k.duties, e)
		case *barrier:
			k.barriers = true
			k.warps = k.warps || e.warp && !e.lanes
		case *branch:
			e.at = at
			k.forks = append(k.forks, e)
			k.number(e.then, at, e, 0)
			k.number(e.els, at, e, 1)
		case *loop:
			e.at = at
			k.forks = append(k.forks, e)
			k.number(e.before, at, e, 0)
			k.number(e.after, at, e, 1)
		}
	}
}

// bytesOf is the size of a scalar in memory.
func bytesOf(t ir.Type) int64 {
	switch t := t.(type) {
	case *ir.IntegerType:
		return int64(t.Width+7) / 8
	case *ir.FloatType:
		return int64(t.Width()) / 8
	}
	return 8
}

// width is the number of bits of an integer type; 0 for others.
func width(t ir.Type) int {
	switch t := t.(type) {
	case *ir.IntegerType:
		return t.Width
	case *ir.IndexType:
		return 64
	}
	return 0
}

// signedRange are the numbers of w bits.
func signedRange(w int) (*big.Int, *big.Int) {
	half := new(big.Int).Lsh(one, uint(w-1))
	return new(big.Int).Neg(half), new(big.Int).Sub(half, one)
}

// input is a symbol for what the kernel is given: exact, whatever it is.
func (k *kernel) input(name string, t ir.Type) *term { return k.fresh(name, t, ofGrid, false) }

// unknown is a symbol for what is not modelled, for each thread its own.
func (k *kernel) unknown(name string, t ir.Type) *term { return k.fresh(name, t, ofThread, true) }

func (k *kernel) fresh(name string, t ir.Type, l level, havoc bool) *term {
	w := width(t)
	var v *term
	switch w {
	case 0:
		v = k.s.sym(name, l, nil, nil)
	case 1:
		v = k.s.boolSym(name, l)
	default:
		lo, hi := signedRange(w)
		v = k.s.sym(name, l, lo, hi)
	}
	v.havoc = havoc
	return v
}

// uniform is a value that threads agree on which agree on the loops' iterations: a function of those and of who they
// are up to the level.
func (k *kernel) uniform(name string, t ir.Type, l level, havoc bool) *term {
	args := []*term{k.block[0], k.block[1], k.block[2]}
	switch l {
	case ofWarp:
		args = append(args, k.warp)
	case ofThread:
		return k.fresh(name, t, l, havoc)
	}
	for _, l := range k.loops {
		args = append(args, l.iter)
	}
	name = fmt.Sprintf("%s.%d", name, k.s.next)
	switch w := width(t); w {
	case 0:
		return k.s.app(name, false, nil, nil, havoc, args...)
	case 1:
		return k.s.app(name, true, nil, nil, havoc, args...)
	default:
		lo, hi := signedRange(w)
		return k.s.app(name, false, lo, hi, havoc, args...)
	}
}

// findWritten marks what the kernel writes: parameters by their block argument.
func (k *kernel) findWritten() {
	var mark func(v *ir.Value, seen map[*ir.Value]bool)
	mark = func(v *ir.Value, seen map[*ir.Value]bool) {
		if seen[v] {
			return
		}
		seen[v] = true
		for _, a := range k.vals[v].mem {
			a.root.written = true
		}
		if op := v.DefiningOp(); op != nil {
			for _, x := range op.Operands() {
				if _, ok := x.Type().(*ir.MemRefType); ok {
					mark(x, seen)
				}
			}
			for r := range op.NumRegions() {
				if t := op.Body(r); t != nil {
					for _, x := range t.Terminator().Operands() {
						if _, ok := x.Type().(*ir.MemRefType); ok {
							mark(x, seen)
						}
					}
				}
			}
			return
		}
		if in := v.OwnerBlock().Parent(); in != nil && !in.Is("gpu.func") { // carried by a loop: any of its values
			for _, x := range in.Operands() {
				if _, ok := x.Type().(*ir.MemRefType); ok {
					mark(x, seen)
				}
			}
			for r := range in.NumRegions() {
				for _, x := range in.Body(r).Terminator().Operands() {
					if _, ok := x.Type().(*ir.MemRefType); ok {
						mark(x, seen)
					}
				}
			}
		}
	}
	for op := range k.op.All("") {
		if i := target(op); i >= 0 {
			mark(op.Operand(i), map[*ir.Value]bool{})
		}
	}
}

// target is the operand that is the memory which an operation writes, or -1.
func target(op *ir.Operation) int {
	switch op.Name() {
	case "memref.store", "memref.atomic_rmw":
		return 1
	case "memref.generic_atomic_rmw", "nvgpu.device_async_copy":
		return 0
	}
	return -1
}

// findCells finds the private memory that is only accessed directly and at constant places: what it holds is
// followed like a value.
func (k *kernel) findCells() {
	for op := range k.op.All("memref.alloca") {
		mt := op.Result(0).Type().(*ir.MemRefType)
		n := k.s.num(1)
		dyn := 0
		for _, x := range mt.Shape {
			if x == ir.Dynamic {
				n = nil
				dyn++
				continue
			}
			if n != nil {
				n = k.s.scale(big.NewInt(x), n)
			}
		}
		r := &root{name: fmt.Sprintf("private%d", len(k.roots)), private: true, cells: map[int64]bool{}, written: true}
		if n != nil {
			r.bytes = k.s.scale(big.NewInt(bytesOf(mt.Elem)), n)
		} else {
			r.cells = nil
		}
		k.roots[op] = r
		for user := range k.op.All("") {
			for i, x := range user.Operands() {
				if x != op.Result(0) {
					continue
				}
				at, ok := constantIndex(user, i)
				if !ok || r.cells == nil {
					r.cells = nil
					continue
				}
				r.cells[at*bytesOf(mt.Elem)] = true
			}
		}
	}
}

// constantIndex is the index at which user accesses its operand i, if it is a load or store with a constant one.
func constantIndex(user *ir.Operation, i int) (int64, bool) {
	var idx []*ir.Value
	switch {
	case user.Is("memref.load") && i == 0:
		idx = user.Operands()[1:]
	case user.Is("memref.store") && i == 1:
		idx = user.Operands()[2:]
	default:
		return 0, false
	}
	if len(idx) != 1 || idx[0].DefiningOp() == nil || !idx[0].DefiningOp().Is("arith.constant") {
		return 0, false
	}
	a, ok := idx[0].DefiningOp().Attr("value").(*ir.IntegerAttr)
	return a.Int64(), ok
}
