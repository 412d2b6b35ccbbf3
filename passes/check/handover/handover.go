// Package handover looks at barriers by which one part of a block hands over to the other one (exec.arrive, exec.wait): whether the
// parts keep in step, and which places of the one can be executed while the other is at which of its own.
//
// Goal. A barrier of the hardware counts arrivals, whoever they are of, and lets those go that wait when all have come. So a phase must
// never have two arrivals of one thread, each phase must become full, and none may be left open where others use the barrier.
//
// Model. Each arm of the split is a program of events on barriers, and of loops around events, whose rounds are as many in both arms and in
// the same order. A state has the place of a thread p of the first arm and of a thread c of the second one in these programs, for each
// barrier whether there is an arrival that was not waited for (a token), and the decisions of loops (again, or leave) that one of the two
// has made and the other one has not followed yet. `arrive` puts a token, where there must be none; `wait` takes one, and blocks without.
// All states are visited.
//
// Why that is enough. Take an execution, and in it any thread p and any thread c of the two parts. Events under conditions are rejected, so that each
// of them goes through its program. A wait returns when all threads of the other part have arrived for it, p or c among them, so that what the two do,
// one after the other in time, is a way through the states, as long as the hardware has counted rightly. It does: would a thread arrive for the second time in a
// phase, the first time that happens, some thread of the other part had not come back from its wait, and the state of these two has a token where
// one is put. No deadlock: if nothing went on, take a thread of each part that has come least far: neither can go on in the state of these two.
// At the end no token is left, so all phases are closed, with all of their threads.
//
// Order. What a thread p did before it arrives is done before what c does behind the wait for that arrival. If a piece of program of p and one of c are
// unordered in an execution, then there is a cut of it, closed under what comes before, at which p is at the one and c at the other: a state. So two pieces
// that no state has together are ordered in all executions, in all of their rounds.
//
// If the split is executed again, by loops around or since its function is called again, its end goes back to its start, with a
// decision, unless a barrier of the block surely lies between: then no thread is ahead of another one by a whole execution.
package handover

import (
	"slices"

	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/dialects/nat"
	"descend/ir"
	"descend/passes/check/analysis"
	"descend/passes/check/help"
)

// Problem is why parts are not in step.
type Problem struct {
	Op       *ir.Operation
	Message  string
	Label    string
	With     *ir.Operation // a second place, or nil
	WithText string
	Help     string
}

// Plans are those of the splits of a function by which parts hand over.
type Plans struct{ of map[*ir.Operation]*plan }

// plan is what is known of a split.
type plan struct {
	split exec.SplitOp
	arms  [2]arm
	meets map[[2]int]bool // of the places in the two programs those that one state has
	again bool            // the block may execute it again without a barrier of all its threads between
	wrong bool            // which was reported: of its parts nothing else is said
}

// arm is the program of a part.
type arm struct {
	code []instruction
	// at says before which instruction operations are executed: those in the blocks that the program goes through.
	at    map[*ir.Operation]int
	loops []*ir.Operation
}

type kind int

const (
	arrives kind = iota
	waits
	head // of a loop, which goes on or leaves
	end  // of its body
)

// instruction is one of a program; to is where a loop goes on: its end behind the head's decision to leave, its head from the end.
type instruction struct {
	kind    kind
	op      *ir.Operation // the event, or the loop; nil for the whole split
	barrier int
	to      int
}

// Of looks at a function. The plans hold if there are no problems; else barrier-check reports one, and of the splits concerned the plans
// say that all is ordered, as it is one mistake.
func Of(fn descend.FuncOp, fa *analysis.Facts) (Plans, []Problem) {
	x := &finder{fn: fn, fa: fa, plans: Plans{map[*ir.Operation]*plan{}}}
	var events []*ir.Operation
	fn.Walk(func(op *ir.Operation) ir.WalkResult {
		switch o := op.Typed().(type) {
		case exec.NewBarrierOp:
			x.made(o)
		case exec.Handover:
			events = append(events, op)
		}
		return ir.Advance
	})
	x.assign(events)
	for _, p := range x.order {
		if len(x.problems) == 0 {
			x.plan(p)
		}
		p.wrong = len(x.problems) > 0
	}
	return x.plans, x.problems
}

// finder is the state for a function.
type finder struct {
	fn       descend.FuncOp
	fa       *analysis.Facts
	plans    Plans
	order    []*plan
	problems []Problem
}

func (x *finder) problem(p Problem) { x.problems = append(x.problems, p) }

// made wants a barrier to be made once for each execution of what the block does.
func (x *finder) made(o exec.NewBarrierOp) {
	for b := o.Operation.Block(); b != o.Block().OwnerBlock(); b = b.Parent().Block() {
		switch p := b.Parent(); p.Typed().(type) {
		case descend.ScopeOp, descend.UnsafeOp:
		default:
			x.problem(Problem{Op: o.Operation, Message: "a barrier is made once", Label: "this is under a condition or in a loop",
				With: p, WithText: "of this", Help: "make it where the body of the block starts"})
			return
		}
	}
}

// use is how a barrier is used so far.
type use struct {
	split *ir.Operation
	first *ir.Operation
	by    [2]*ir.Operation // the first arrival, and the first wait
}

// assign finds of which split each barrier is, and who arrives and waits there.
func (x *finder) assign(events []*ir.Operation) {
	uses := map[*ir.Value]*use{}
	var order []*ir.Value
	for _, op := range events {
		h := op.Typed().(exec.Handover)
		made, ok := ir.DefinedBy[exec.NewBarrierOp](h.Barrier())
		region := h.Part().OwnerBlock()
		split, isSplit := ir.As[exec.SplitOp](region.Parent())
		if !ok || !isSplit {
			x.problem(Problem{Op: op, Message: "barrier not allowed here", Label: "it is for a part of the block, in a `split`"})
			continue
		}
		if from := split.From(); from != made.Block() && !(ir.Is[exec.ToWarpsOp](from.DefiningOp()) && from.DefiningOp().Operand(0) == made.Block()) {
			x.problem(Problem{Op: op, Message: "barrier not allowed here", Label: "`" + help.ResourceName(h.Part(), "this") + "` is no part that a split of the whole block makes",
				With: split.Operation, WithText: "this split is of a part", Help: "hand over between the two parts of a split of the block"})
			continue
		}
		u := uses[h.Barrier()]
		if u == nil {
			u = &use{split: split.Operation, first: op}
			uses[h.Barrier()], order = u, append(order, h.Barrier())
		}
		if u.split != split.Operation {
			x.problem(Problem{Op: op, Message: "barrier not allowed here", Label: "a barrier is for the parts of one split", With: u.first, WithText: "it is used in another one here",
				Help: "make another barrier for this split"})
			continue
		}
		k := kindOf(op)
		if u.by[k] == nil {
			u.by[k] = op
		}
		for other, o := range u.by {
			if o == nil {
				continue
			}
			if same := o.Typed().(exec.Handover).Part() == h.Part(); same != (kind(other) == k) {
				x.problem(Problem{Op: op, Message: "barrier not allowed here", Label: "of a barrier one part arrives, and the other one waits", With: o,
					WithText: []string{"an arrival", "a wait"}[other], Help: "make a barrier for each direction"})
				break
			}
		}
		if x.plans.of[split.Operation] == nil {
			p := &plan{split: split}
			x.plans.of[split.Operation] = p
			x.order = append(x.order, p)
		}
	}
	for _, b := range order {
		switch u := uses[b]; {
		case len(x.problems) > 0:
		case u.by[waits] == nil:
			x.problem(Problem{Op: u.first, Message: "nobody waits for an arrival", Label: "the other part has no `wait` for this barrier",
				Help: "let the other part of the split `wait(&" + x.name(u.first) + ")`, or leave out the barrier"})
		case u.by[arrives] == nil:
			x.problem(Problem{Op: u.first, Message: "a wait without an arrival", Label: "the other part has no `arrive` for this barrier, so that this waits forever",
				Help: "let the other part of the split `arrive(&" + x.name(u.first) + ")`"})
		}
	}
}

// name is how the source calls the barrier of an event.
func (x *finder) name(op *ir.Operation) string {
	made, _ := ir.DefinedBy[exec.NewBarrierOp](op.Typed().(exec.Handover).Barrier())
	return made.BarrierName()
}

func kindOf(op *ir.Operation) kind {
	if ir.Is[exec.WaitOp](op) {
		return waits
	}
	return arrives
}

// plan makes the programs of a split and visits their states.
func (x *finder) plan(p *plan) {
	barriers := map[*ir.Value]int{}
	for i := range p.arms {
		a := &p.arms[i]
		a.at = map[*ir.Operation]int{}
		a.code = append(a.code, instruction{kind: head})
		if !x.compile(a, p.split.Body(i), barriers) {
			return
		}
		a.code = append(a.code, instruction{kind: end})
		a.code[0].to = len(a.code)
	}
	if !x.match(p) {
		return
	}
	block := p.split.From()
	if d := block.DefiningOp(); d != nil {
		block = d.Operand(0)
	}
	if o := x.fa.Obstacle(p.split.Operation.Block(), block, analysis.BlockUniform); o != nil {
		x.problem(Problem{Op: p.split.Operation, Message: "parts that hand over are made by the whole block", Label: "not all threads of the block come here alike", With: o, WithText: "because of this"})
		return
	}
	if len(barriers) > maxBarriers {
		x.problem(Problem{Op: p.split.Operation, Message: "too many barriers", Label: "this split has more than the hardware"})
		return
	}
	p.again = x.comesAgain(p.split.Operation, block)
	x.explore(p)
}

// maxBarriers bounds those of a split; the hardware has fewer.
const maxBarriers = 31

// compile adds the operations of a block to a program; false if that was reported.
func (x *finder) compile(a *arm, b *ir.Block, barriers map[*ir.Value]int) bool {
	for op := range b.Ops() {
		a.at[op] = len(a.code)
		if h, ok := op.Typed().(exec.Handover); ok {
			n, known := barriers[h.Barrier()]
			if !known {
				n = len(barriers)
				barriers[h.Barrier()] = n
			}
			a.code = append(a.code, instruction{kind: kindOf(op), op: op, barrier: n})
			continue
		}
		event := eventIn(op)
		if event == nil {
			continue
		}
		switch o := op.Typed().(type) {
		case exec.SchedOp, descend.ScopeOp, descend.UnsafeOp:
			if !x.compile(a, op.Body(0), barriers) {
				return false
			}
		case descend.ForNatOp:
			if o.Kind() != "range" || left(op) {
				x.uneven(event, op, "a loop around it is `for i in a..b`, without `break` and `continue`")
				return false
			}
			start := len(a.code)
			a.code, a.loops = append(a.code, instruction{kind: head, op: op}), append(a.loops, op)
			if !x.compile(a, op.Body(0), barriers) {
				return false
			}
			a.code = append(a.code, instruction{kind: end, op: op, to: start})
			a.code[start].to = len(a.code)
		default:
			x.uneven(event, op, "it is under no condition, and in loops `for i in a..b` only")
			return false
		}
	}
	return true
}

// uneven reports that it is not known how often an event comes.
func (x *finder) uneven(event, because *ir.Operation, text string) {
	x.problem(Problem{Op: event, Message: "both parts must come equally often", Label: text, With: because, WithText: "how often this executes it is not known"})
}

// eventIn is the first arrival or wait in an operation.
func eventIn(op *ir.Operation) (event *ir.Operation) {
	op.Walk(func(o *ir.Operation) ir.WalkResult {
		if _, ok := o.Typed().(exec.Handover); ok {
			event = o
			return ir.Interrupt
		}
		return ir.Advance
	})
	return event
}

// left says whether a loop has a break or continue.
func left(loop *ir.Operation) bool {
	for w := range ir.AllOf[descend.WriteOp](loop) {
		if l, ok := ir.DefinedBy[descend.LocalOp](w.Place()); ok && l.Jump() != "" && !w.HasAttr("init") {
			for of := range descend.LoopsAround(w.Operation) {
				if of == loop {
					return true
				}
				break
			}
		}
	}
	return false
}

// match compares the loops of both programs, which must be as many, in the same order and nesting, with equal numbers of rounds.
func (x *finder) match(p *plan) bool {
	fst, snd := shape(p.arms[0].code), shape(p.arms[1].code)
	if !slices.Equal(fst, snd) {
		for i := range p.arms {
			if l := p.arms[i].loops; len(l) > 0 {
				x.problem(Problem{Op: eventIn(l[len(l)-1]), Message: "both parts must come equally often", Label: "this is in a loop that the other part has not", With: l[len(l)-1], WithText: "the loop",
					Help: "let both parts have the same loops around what they hand over"})
				return false
			}
		}
	}
	names := map[string]nat.Expr{}
	for i, l := range p.arms[0].loops {
		a, b := descend.ForNatOp{Operation: l}, descend.ForNatOp{Operation: p.arms[1].loops[i]}
		if n := a.Hi().Sub(a.Lo()).Add(b.Hi().Sub(b.Lo())); !x.isKnown(n) {
			x.uneven(eventIn(l), l, "a loop around it has bounds of the function's sizes")
			return false
		}
		if !a.Hi().Sub(a.Lo()).Equal(b.Hi().Sub(b.Lo()).Subst(names)) {
			x.problem(Problem{Op: b.Operation, Message: "both parts must come equally often", Label: "this loop has `" + b.Hi().Sub(b.Lo()).String() + "` rounds",
				With: a.Operation, WithText: "that of the other part has `" + a.Hi().Sub(a.Lo()).String() + "`"})
			return false
		}
		if a.Lo().Equal(b.Lo().Subst(names)) {
			names[b.Var()] = nat.Var(a.Var())
		}
	}
	return true
}

// isKnown says whether a nat speaks of nothing but the function's sizes and variables of loops over them.
func (x *finder) isKnown(e nat.Expr) bool {
	return !slices.ContainsFunc(e.Vars(), func(v string) bool {
		if slices.ContainsFunc(x.fn.Generics(), func(g descend.Generic) bool { return g.Kind == "nat" && g.Name == v }) {
			return false
		}
		for l := range ir.AllOf[descend.ForNatOp](x.fn.Operation) {
			if l.Var() == v {
				return !x.isKnown(l.Lo().Add(l.Hi()))
			}
		}
		return true
	})
}

// shape are the beginnings and ends of the loops of a program.
func shape(code []instruction) (out []kind) {
	for _, c := range code {
		if c.kind == head || c.kind == end {
			out = append(out, c.kind)
		}
	}
	return out
}

// comesAgain says whether the block may execute a split again without a barrier of all its threads between.
func (x *finder) comesAgain(split *ir.Operation, block *ir.Value) bool {
	for b := split.Block(); b.Parent() != nil; b = b.Parent().Block() {
		p := b.Parent()
		isFunc := ir.Is[descend.FuncOp](p)
		if !isFunc && !descend.IsLoop(p) {
			continue
		}
		if isFunc && x.fn.ExecType().Kind == exec.Grid {
			return false // it is launched, and not called (barrier-check)
		}
		return !isFunc && left(p) || !waitForAll(b, block) // in each round of the loop, so that those around need no other one
	}
	return true
}

// waitForAll says whether all threads of a block wait for each other wherever operations are executed: nothing is a condition of it.
func waitForAll(ops *ir.Block, block *ir.Value) bool {
	for op := range ops.Ops() {
		switch op.Typed().(type) {
		case exec.SchedOp, descend.ScopeOp, descend.UnsafeOp:
			if waitForAll(op.Body(0), block) {
				return true
			}
		default:
			if r := exec.BarrierOf(op); r != nil && (r == block || exec.TypeOf(r).Kind == exec.Grid) {
				return true
			}
		}
	}
	return false
}

// Apart says whether what two operations do is always ordered, for a thread that executes one and a thread that executes the other: they are in the two parts of a
// split, at places that are never executed at the same time.
func (p Plans) Apart(a, b *ir.Operation) bool {
	if len(p.of) == 0 {
		return false
	}
	x, i, m := p.find(a)
	y, j, n := p.find(b)
	if x == nil || x != y || i == j {
		return false
	}
	if x.wrong {
		return true
	}
	if i == 1 {
		m, n = n, m
	}
	return !x.meets[[2]int{m, n}]
}

// Place is where an operation stands among the arrivals and waits of the part of a split that it is in; the zero value if it is in none.
type Place struct {
	split   *ir.Operation
	arm, at int
}

// PlaceOf is the place of an operation: of two in one place it is known alike whether they are apart from others.
func (p Plans) PlaceOf(op *ir.Operation) Place {
	if len(p.of) == 0 {
		return Place{}
	}
	x, arm, at := p.find(op)
	if x == nil {
		return Place{}
	}
	return Place{x.split.Operation, arm, at}
}

// find is the split, the arm of it and the place in its program where an operation is.
func (p Plans) find(op *ir.Operation) (x *plan, arm, at int) {
	at = -1
	for o := op; o != nil && o.Block() != nil && o.Parent() != nil; o = o.Parent() {
		x := p.of[o.Parent()]
		if x == nil {
			continue
		}
		arm = 0
		if o.Block().Region() == o.Parent().Region(1) {
			arm = 1
		}
		if x.wrong {
			return x, arm, 0
		}
		for in := op; ; in = in.Parent() {
			if n, ok := x.arms[arm].at[in]; ok {
				return x, arm, n
			}
		}
	}
	return nil, 0, at
}
