// Package flow executes structured control flow abstractly: one engine for all analyses that want to know what holds at each
// point of a function, in the direction of control or against it.
//
// An analysis (a [Client]) has a type of states, a join-semilattice: Join gives what holds where two ways meet, and there are no
// infinitely ascending chains, or the client widens ([Widening]). Its transfer functions are monotone: from more before an operation
// follows more behind it. The engine then computes, for each point, a state that is above what any way of control to this point
// gives (the least fixpoint, if nothing is widened), so that what a client reads off a state holds on all ways. How control goes
// is said by the operations ([ir.RegionBranchOp], [ir.FunctionExit]); of an operation with regions that says nothing the regions
// are no control flow, and the client sees the operation alone. Ways that are never taken a client may leave out ([Edges]);
// that others execute another region at the same time is for the client as well ([Concurrency]).
//
// Regions of one block, entered from the operation or from regions before them, need one look each. A loop is an operation with
// a way back to its first region, its head. Its state, that at the start of the head, is kept while the outermost loop around
// is solved, and only grows: what comes from before the loop and round it is joined to it. So
//
//   - a loop that is met again with nothing new at its head, and where nothing inside is left to do, is not looked into again:
//     what is behind it is known (a memo by entry state);
//   - the outermost loop is repeated until no head inside has grown since it was last looked into. Each repetition looks once
//     into each body, so that nesting costs nothing by itself: loops in loops are executed as often as the state grows, which
//     for facts that come and go independently of each other is twice, whatever the depth. It would be twice for each loop
//     around, 2^depth, if each were solved anew whenever it is met.
//
// This ends, since every repetition but the last one makes some head grow. When it ends, each state is what the transfer functions
// make of the heads, and these are above what comes to them: a fixpoint. A loop that is left from its head (while) is
// left with the head's state after the body was joined to it: otherwise each level of a nest would need a repetition more until
// the effects of its body came out.
//
// A client that reports ([Reporting]) is quiet while a loop is solved, and then goes once more through all of it. If it goes on
// from a mistake as if there were none, inner loops that are reached with less than before are solved anew, and what is behind a
// loop is what it gives this last time, or the same mistake would be found once more there.
// What is not in loops is looked at once.
//
// The package knows no dialect, and must not know what states mean.
package flow

import "descend/ir"

// State is what a client knows at a point. It may be changed in place; the engine clones what it uses twice.
type State[S any] interface {
	Clone() S
	// Join makes the state hold also where the other one, which it does not keep, holds; true if it grew.
	Join(S) bool
}

// Client is an analysis.
type Client[S State[S]] interface {
	// Op changes s from what holds before an operation to what holds behind it; against control, the other way round. It is called
	// for operations without regions of control flow.
	Op(op *ir.Operation, s S)
}

// Around is implemented by clients that see operations with regions of control flow: before these, in the direction of the
// analysis, and behind them, with the states there.
type Around[S any] interface {
	Enter(op *ir.Operation, s S)
	Leave(op *ir.Operation, s S)
}

// Blocks is implemented by clients that see where blocks begin and end: Begin is called with the first state of a block in the
// direction of the analysis, End with the last one.
type Blocks[S any] interface {
	Begin(b *ir.Block, s S)
	End(b *ir.Block, s S)
}

// Edges is implemented by clients that change states on the ways between operations and regions, or know that a way is never
// taken: then Edge is false.
type Edges[S any] interface {
	Edge(e Edge, s S) bool
}

// Concurrency is implemented by clients that know of threads which execute another region of an operation at the same time:
// Beside is called with the state at the start of a region, or on the way past all regions, and that at the end of a
// region executed before it, in the direction of the analysis, from which no way leads there.
type Concurrency[S any] interface {
	Beside(op *ir.Operation, s, end S)
}

// Widening is implemented by clients with long ascending chains: Widen is called when the state of a head grows that has grown
// [MaxGrowth] times. It makes head, which was before what it was, larger, so that it will grow a bounded number of times only.
type Widening[S any] interface {
	Widen(head, before S)
}

// Reporting is implemented by clients that report: not while they are quiet.
type Reporting interface {
	Quiet(bool)
}

// Unreached is implemented by clients that see operations, those in regions as well, to which control does not come. It is
// called when the client is not quiet, in the direction of control only.
type Unreached interface {
	Unreached(op *ir.Operation)
}

// Jumps is implemented by clients that know of operations at which an iteration of a loop around ends, although control goes on by
// the regions: what follows in the iteration does nothing then. Jump is that loop, nil if there is none; again says that another
// iteration may follow. The state behind the operation is that at the end of the iteration, or behind the loop, and nowhere else.
type Jumps interface {
	Jump(op *ir.Operation) (loop *ir.Operation, again bool)
}

// Parted is implemented by states that are not joined at the head of a loop unless their parts are equal. There are
// finitely many parts, or the client gives up.
type Parted interface {
	Part() string
}

// MaxGrowth is how often the state at the head of a loop grows before it is widened.
const MaxGrowth = 64

// Outside is what is not in the regions of an operation.
const Outside = -1

// Edge is a way between an operation and its regions, which have numbers, as control takes it.
type Edge struct {
	Op       *ir.Operation
	From, To int
}

// Back says whether the way leads to the head of a loop once more.
func (e Edge) Back() bool { return e.From != Outside && e.To == 0 }

// Into says whether the way leads into the operation.
func (e Edge) Into() bool { return e.From == Outside && e.To != Outside }

// Out says whether the way leads out of a region to what is behind the operation.
func (e Edge) Out() bool { return e.From != Outside && e.To == Outside }

// Forward executes a block in the direction of control, from s on, which it changes. It gives the state at its end; false
// if control does not come there. shapes are those of the function.
func Forward[S State[S]](shapes *Shapes, c Client[S], b *ir.Block, s S) (S, bool) {
	return newEngine(shapes, c, false).block(b, s)
}

// Backward executes a block against the direction of control, from what holds at its end to what holds at its start. What
// holds before an operation that leaves the function is for the client to say.
func Backward[S State[S]](shapes *Shapes, c Client[S], b *ir.Block, s S) S {
	s, _ = newEngine(shapes, c, true).block(b, s)
	return s
}

// engine is one execution.
type engine[S State[S]] struct {
	client      Client[S]
	around      Around[S]
	blocks      Blocks[S]
	edges       Edges[S]
	concurrency Concurrency[S]
	widening    Widening[S]
	reporting   Reporting
	unreached   Unreached
	jumps       Jumps

	backward bool
	quiet    bool
	inLoop   bool // the loop around all others that are being executed
	left     int  // counts the loops that were left with a head that has grown since
	shapes   *Shapes
	loops    map[loopKey]*loop[S]
	active   map[*ir.Operation]jumpTo[S] // the loops whose iterations are being executed
}

// jumpTo is where the end of an iteration leads, from a region, and the end of the loop.
type jumpTo[S State[S]] struct {
	sh   *shape
	back func(from int, s S)
	out  *maybe[S]
}

func newEngine[S State[S]](shapes *Shapes, c Client[S], backward bool) *engine[S] {
	e := &engine[S]{client: c, backward: backward, shapes: shapes}
	e.around, _ = any(c).(Around[S])
	e.blocks, _ = any(c).(Blocks[S])
	e.edges, _ = any(c).(Edges[S])
	e.concurrency, _ = any(c).(Concurrency[S])
	e.widening, _ = any(c).(Widening[S])
	e.reporting, _ = any(c).(Reporting)
	e.unreached, _ = any(c).(Unreached)
	if e.jumps, _ = any(c).(Jumps); backward {
		e.jumps = nil
	}
	e.active = map[*ir.Operation]jumpTo[S]{}
	return e
}

// block executes a block; s is changed. nil is a block without operations.
func (e *engine[S]) block(b *ir.Block, s S) (S, bool) {
	if b == nil {
		return s, true
	}
	if e.blocks != nil {
		e.blocks.Begin(b, s)
	}
	first, next := b.Front(), (*ir.Operation).Next
	if e.backward {
		first, next = b.Back(), (*ir.Operation).Prev
	}
	for op := first; op != nil; op = next(op) {
		goesOn := true
		if s, goesOn = e.operation(op, s); !goesOn {
			e.skip(op.Next())
			return s, false
		}
	}
	if e.blocks != nil {
		e.blocks.End(b, s)
	}
	return s, true
}

// skip shows the client what is not executed from op on.
func (e *engine[S]) skip(op *ir.Operation) {
	if e.unreached == nil || e.quiet {
		return
	}
	for ; op != nil; op = op.Next() {
		op.Walk(func(o *ir.Operation) ir.WalkResult {
			e.unreached.Unreached(o)
			return ir.Advance
		})
	}
}

func (e *engine[S]) operation(op *ir.Operation, s S) (S, bool) {
	var sh *shape
	if op.NumRegions() > 0 {
		sh = e.shapes.of(op, e.backward)
	}
	if sh == nil {
		e.client.Op(op, s)
		return s, e.backward || !ir.Leaves(op) && !e.jump(op, s)
	}
	if e.around != nil {
		e.around.Enter(op, s)
	}
	goesOn := true
	if sh.loop {
		s, goesOn = e.loop(sh, s)
	} else {
		s, goesOn = e.once(sh, s)
	}
	if goesOn && e.around != nil {
		e.around.Leave(op, s)
	}
	return s, goesOn
}

// jump hands the state behind an operation on to the end of the iteration or loop that it ends; false if it ends none.
func (e *engine[S]) jump(op *ir.Operation, s S) bool {
	if e.jumps == nil {
		return false
	}
	at, again := e.jumps.Jump(op)
	to, ok := e.active[at]
	if at == nil || !ok {
		return false
	}
	region := op.Block().Region()
	for region.Op() != at {
		region = region.Op().Block().Region()
	}
	from := 0
	for to.sh.op.Region(from) != region {
		from++
	}
	for _, w := range to.sh.from[from] {
		switch t, taken := e.along(to.sh, w, s, true); {
		case !taken:
		case w.to == Outside && !again:
			to.out.join(t)
		case w.to == Outside: // the last iteration
			to.out.join(t)
		case again:
			to.back(from, t)
		case !to.sh.leads(from, Outside): // the loop is left from its head
			if t, taken := e.along(to.sh, way{w.to, Outside}, t, true); taken {
				to.out.join(t)
			}
		}
	}
	return true
}

// maybe is a state where control comes, or none.
type maybe[S State[S]] struct {
	s  S
	ok bool
}

func (m *maybe[S]) join(s S) bool {
	if !m.ok {
		m.s, m.ok = s, true
		return true
	}
	return m.s.Join(s)
}

// along is what s becomes on a way; it is changed if nobody else needs it.
func (e *engine[S]) along(sh *shape, w way, s S, needed bool) (S, bool) {
	if needed {
		s = s.Clone()
	}
	if e.edges == nil {
		return s, true
	}
	edge := Edge{sh.op, w.from, w.to}
	if e.backward {
		edge.From, edge.To = w.to, w.from
	}
	return s, e.edges.Edge(edge, s)
}

// once executes the regions of an operation without ways back.
func (e *engine[S]) once(sh *shape, s S) (S, bool) {
	if sh.regions == 1 && !sh.past && len(sh.into) == 1 && len(sh.from[0]) == 1 { // straight through: nothing is needed twice
		b := sh.op.Region(0).Front()
		s, ok := e.along(sh, sh.into[0], s, false)
		if !ok {
			if b != nil {
				e.skip(b.Front())
			}
			return s, false
		}
		if s, ok = e.block(b, s); !ok {
			return s, false
		}
		return e.along(sh, sh.from[0][0], s, false)
	}
	in := make([]maybe[S], sh.regions)
	var out maybe[S]
	for i, w := range sh.into {
		if t, ok := e.along(sh, w, s, sh.past || i < len(sh.into)-1); ok {
			in[w.to].join(t)
		}
	}
	ends := e.sweep(sh, in, &out, nil)
	if sh.past {
		if t, ok := e.along(sh, way{Outside, Outside}, s, false); ok {
			for _, end := range ends {
				if end.ok && e.concurrency != nil {
					e.concurrency.Beside(sh.op, t, end.s)
				}
			}
			out.join(t)
		}
	}
	return out.s, out.ok
}

// sweep executes the regions that are reached from in, one after the other, and hands on what holds at their ends: to regions
// behind them, to what is behind the operation, and back to the head. It gives the states at the ends as far as they
// are needed beside others.
func (e *engine[S]) sweep(sh *shape, in []maybe[S], out *maybe[S], back func(from int, s S)) []maybe[S] {
	ends := make([]maybe[S], sh.regions)
	done := make([]bool, sh.regions)
	for k := range in {
		i := k
		if e.backward && !sh.loop {
			i = sh.regions - 1 - k
		}
		done[i] = true
		if b := sh.op.Region(i).Front(); !in[i].ok {
			if b != nil {
				e.skip(b.Front())
			}
			continue
		}
		if e.concurrency != nil {
			for j := range ends {
				if j != i && ends[j].ok && !sh.leads(j, i) {
					e.concurrency.Beside(sh.op, in[i].s, ends[j].s)
				}
			}
		}
		end, ok := e.block(sh.op.Region(i).Front(), in[i].s)
		if !ok {
			continue
		}
		kept := e.concurrency != nil && (sh.past || sh.regions > 1)
		if kept {
			ends[i] = maybe[S]{end, true}
		}
		for n, w := range sh.from[i] {
			t, taken := e.along(sh, w, end, kept || n < len(sh.from[i])-1)
			switch {
			case !taken:
			case w.to == Outside:
				out.join(t)
			case !done[w.to]:
				in[w.to].join(t)
			default:
				back(i, t)
			}
		}
	}
	return ends
}
