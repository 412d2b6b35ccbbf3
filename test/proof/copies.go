package proof

import (
	"math/big"

	"descend/ir"
)

// This file models copies that go on while their thread does something else. Groups have numbers, from 1 on, in the order in which a thread makes them,
// and barriers too. Four numbers are followed like private scalars, so that loops have closed forms of them: how many groups were made, up to
// which one they are done, up to which one they were done at the last barrier, and how many barriers were passed. A wait that leaves m groups ends all up
// to those made without m; later ones end no less.
//
// A copy of group g goes on, for the thread itself, where g is made and not done. For another thread of the block it may go on where the barriers
// passed are not fewer than those at its beginning, and g was not done at the last of them. Both speak of the same numbers only if all threads
// of a block make the same groups at the same barriers: if no number depends on the thread. Else the kernel is listed.
//
// A copy that touches what another access touches while it goes on is a race, or a use of memory that the copy still has. Between blocks copies are like
// other accesses: nothing orders them.

// The numbers that are followed.
const (
	groupsMade = iota
	groupsDone
	groupsDoneAtBarrier
	barriersPassed
	copyNumbers
)

// moment is where an access lies between groups and barriers.
type moment [copyNumbers]*term

// findCopies makes the numbers of a kernel that copies.
func (k *kernel) findCopies() {
	for range k.op.All("nvgpu.device_async_create_group") { // also of what is loaded and stored at once
		k.copies = &root{name: "copies", private: true, cells: map[int64]bool{}}
		for i := range int64(copyNumbers) {
			k.copies.cells[i] = true
			k.cells[cell{k.copies, i}] = k.s.num(0)
		}
		return
	}
}

func (k *kernel) copyNumber(i int64) *term { return k.cells[cell{k.copies, i}] }

func (k *kernel) setCopyNumber(i int64, t *term) { k.cells[cell{k.copies, i}] = t }

// now is the present moment, if there are copies.
func (k *kernel) now() (m moment) {
	if k.copies != nil {
		for i := range int64(copyNumbers) {
			if m[i] = k.copyNumber(i); m[i] == nil || m[i].level > ofBlock {
				k.unmodelled("copies that not all threads of a block make")
				m[i] = k.s.num(0)
			}
		}
	}
	return m
}

// passed notes a barrier of the block.
func (k *kernel) passed() {
	if k.copies != nil {
		k.setCopyNumber(groupsDoneAtBarrier, k.copyNumber(groupsDone))
		k.setCopyNumber(barriersPassed, k.s.add(k.copyNumber(barriersPassed), k.s.num(1)))
	}
}

// copyStep is an operation of copies.
func (k *kernel) copyStep(op *ir.Operation) {
	switch op.Name() {
	case "nvgpu.device_async_create_group":
		k.setCopyNumber(groupsMade, k.s.add(k.copyNumber(groupsMade), k.s.num(1)))
	case "nvgpu.device_async_wait":
		left, _ := op.IntAttr("numGroups")
		k.setCopyNumber(groupsDone, k.s.sub(k.copyNumber(groupsMade), k.s.num(left)))
	default:
		k.copyAsync(op)
	}
}

// copyAsync reads the source and writes the destination from now on.
func (k *kernel) copyAsync(op *ir.Operation) {
	n, _ := op.IntAttr("dstElements")
	read, some := k.s.num(n), k.s.yes
	switch op.NumOperands() {
	case 4:
	case 5:
		read = k.get(op.Operand(4))
		k.duty(op, "a copy that reads more than it writes", k.s.lt(k.s.num(n), read))
		some = k.s.lt(k.s.num(0), read)
		if c := op.Operand(4).DefiningOp(); c != nil && c.Is("arith.select") { // all or nothing is a condition, and no number to reason with
			if m, ok := k.get(c.Operand(1)).constant(); ok && m.Sign() > 0 && k.get(c.Operand(2)) == k.s.num(0) {
				read, some = k.get(c.Operand(1)), k.get(c.Operand(0))
			}
		}
	default:
		k.unmodelled("copies of this form")
		return
	}
	for i, what := range []string{"the copy to", "the copy from"} {
		mem, idx := k.vals[op.Operand(2*i)].mem, k.get(op.Operand(2*i+1))
		for _, a := range mem {
			if a.carried != nil {
				continue
			}
			s := k.s
			when, count := a.when, s.num(n)
			if i == 1 { // where nothing is read, nothing has to be there; an access to some is taken for one to all
				when, count = s.and(when, some), read
			}
			outside := func(idx *term) *term { return s.and(when, s.or(s.lt(idx, s.num(0)), s.lt(a.n, s.add(idx, count)))) }
			k.emit(&obligation{op: op, what: "a copy out of bounds", bad: outside(idx), wider: outside(k.exact(op.Operand(2*i + 1)))})
			first := s.add(a.off, s.scale(big.NewInt(a.elem), idx))
			if bytes := n * a.elem; bytes > a.elem {
				k.duty(op, "a copy that is not aligned", s.and(when, s.not(s.eq(s.mod(first, s.num(bytes)), s.num(0)))))
			}
			k.emit(&access{op: op, what: what, when: when, root: a.root, off: first, elem: n * a.elem, idx: s.num(0), write: i == 0, copies: true, moment: k.now()})
			if i == 0 {
				k.stored[a.root] = true
			}
		}
	}
}

// exact is a value without the wraps of the sums and products that it was made by. The place of what is not copied may wrap, as nothing asks
// first whether it is there; where the exact one is within an array, it is the same.
func (k *kernel) exact(v *ir.Value) *term {
	op := v.DefiningOp()
	if _, index := v.Type().(*ir.IndexType); !index || op == nil {
		return k.get(v)
	}
	s := k.s
	switch op.Name() {
	case "arith.addi":
		return s.add(k.exact(op.Operand(0)), k.exact(op.Operand(1)))
	case "arith.subi":
		return s.sub(k.exact(op.Operand(0)), k.exact(op.Operand(1)))
	case "arith.muli":
		return s.mul(k.exact(op.Operand(0)), k.exact(op.Operand(1)))
	}
	return k.get(v)
}

// meets asks whether the copy a can go on where b accesses the same bytes: by the same thread, or by another one of its block.
func (q *asker) meets(a, b *access) *problem {
	k, s := q.k, q.k.s
	var worst *problem
	ask := func(what string, in *instances, conds ...*term) {
		conds = append(conds, in.of(1, s.and(k.path(a.at), a.when)), in.of(2, s.and(k.path(b.at), b.when)), overlap(s, in, a, b))
		if f := q.can(in, s.and(conds...)); f.answer != unsat && (worst == nil || f.exact && f.answer == sat) {
			worst = &problem{what + " on " + a.root.name + ": " + a.what + " at " + where(a.op) + " and " + b.what + " at " + where(b.op), f.answer, f.exact && !k.warps}
		}
	}
	in := k.instances(true)
	group := in.of(1, s.add(a.moment[groupsMade], s.num(1)))
	made, done := in.of(2, b.moment[groupsMade]), in.of(2, b.moment[groupsDone])
	early := s.and(s.eq(group, s.add(made, s.num(1))), k.later(in, chain(a.at), chain(b.at), 0)) // its group is not made yet
	ask("use of what a copy has", in, s.not(k.others(in)), s.or(early, s.and(s.le(group, made), s.lt(done, group))))
	if worst != nil && worst.exact && worst.answer == sat {
		return worst
	}
	in = k.instances(true)
	group = in.of(1, s.add(a.moment[groupsMade], s.num(1)))
	ask("conflict", in, k.others(in),
		s.le(in.of(1, a.moment[barriersPassed]), in.of(2, b.moment[barriersPassed])),
		s.lt(in.of(2, b.moment[groupsDoneAtBarrier]), group))
	return worst
}

// others is the condition that two threads are different ones of a block.
func (k *kernel) others(in *instances) *term {
	out := k.s.no
	for _, x := range k.thread {
		out = k.s.or(out, k.s.not(k.s.eq(in.of(1, x), in.of(2, x))))
	}
	return out
}

// later is the condition that a thread comes to the second place after the first one, from level i on, where both are in one list.
func (k *kernel) later(in *instances, a, b []*place, i int) *term {
	s := k.s
	if a[i].index != b[i].index {
		return s.truth(a[i].index < b[i].index)
	}
	if i+1 == len(a) || i+1 == len(b) {
		return s.no
	}
	inside := s.no
	if a[i+1].side == b[i+1].side {
		inside = k.later(in, a, b, i+1)
	} else if _, ok := a[i+1].in.(*loop); ok {
		inside = s.truth(a[i+1].side < b[i+1].side)
	}
	if l, ok := a[i+1].in.(*loop); ok {
		k1, k2 := in.of(1, l.iter), in.of(2, l.iter)
		return s.or(s.lt(k1, k2), s.and(s.eq(k1, k2), inside))
	}
	return inside
}
