package proof

import (
	"fmt"
	"strings"
	"time"

	"descend/ir"
)

// Verdict is what became of a kernel.
type Verdict int

// The verdicts.
const (
	// Proved for all sizes that the contract allows.
	Proved Verdict = iota
	// ProvedAt some sizes.
	ProvedAt
	// Listed: neither proved nor refuted; the reason says why.
	Listed
	// Refuted by a model in which nothing is left out.
	Refuted
)

func (v Verdict) String() string {
	return [...]string{"proved", "proved at sizes", "listed", "refuted"}[v]
}

// Result is what was found out about a kernel.
type Result struct {
	Kernel  string
	Verdict Verdict
	// Reason says what is wrong, or what could not be shown.
	Reason string
	// Sizes are those of ProvedAt, or of the refutation.
	Sizes     string
	Questions int
	Time      time.Duration
}

// problem is a condition that can hold, or may.
type problem struct {
	what   string
	answer answer
	exact  bool
}

func (p *problem) String() string {
	switch {
	case p.answer == unknown:
		return p.what + ": z3 cannot say"
	case !p.exact:
		return p.what + ": it depends on values that are not modelled"
	}
	return p.what
}

// Kernels proves or refutes all kernels of a module at the gpu level.
func Kernels(m *ir.Operation, budget time.Duration) ([]Result, error) {
	var out []Result
	for op := range m.All("gpu.func") {
		r, err := Kernel(op, budget)
		if err != nil {
			return nil, err
		}
		out = append(out, r)
	}
	return out, nil
}

// Kernel proves or refutes a kernel: for all sizes, else for some that are hostile.
func Kernel(op *ir.Operation, budget time.Duration) (Result, error) {
	start := time.Now()
	r := Result{Kernel: ir.SymbolName(op)}
	z, err := newSolver()
	if err != nil {
		return r, err
	}
	defer z.close()
	c := &checker{op: op, z: z, deadline: start.Add(budget * 2 / 3)}
	p, nats := c.check(nil)
	r.Questions = c.count
	switch {
	case p == nil:
		r.Verdict = Proved
	case p.answer == sat && p.exact:
		r.Verdict, r.Reason = Refuted, p.String()
	case len(nats) == 0 || p.answer == unsat:
		r.Verdict, r.Reason = Listed, p.String()
	default:
		r.Verdict, r.Reason = Listed, p.String()
		c.deadline = start.Add(budget)
		c.atSizes(&r, nats)
	}
	r.Time = time.Since(start)
	return r, nil
}

// atSizes tries sizes that the contract allows.
func (c *checker) atSizes(r *Result, nats []string) {
	all := hostile(c.op, nats)
	if len(all) == 0 {
		return
	}
	var names []string
	for _, sizes := range all {
		p, _ := c.check(sizes)
		r.Questions = c.count
		text := sizeText(nats, sizes)
		if p != nil {
			r.Reason = p.String() + " at " + text
			if p.answer == sat && p.exact {
				r.Verdict, r.Sizes = Refuted, text
			}
			return
		}
		names = append(names, text)
	}
	r.Verdict, r.Sizes, r.Reason = ProvedAt, strings.Join(names, "; "), "symbolic: "+r.Reason
}

func sizeText(nats []string, sizes map[string]int64) string {
	var out []string
	for _, n := range nats {
		out = append(out, fmt.Sprintf("%s=%d", n, sizes[n]))
	}
	return strings.Join(out, " ")
}

// checker asks all questions about a kernel.
type checker struct {
	op       *ir.Operation
	z        *solver
	deadline time.Time
	count    int
}

// check gives the first problem, or nil, and the names of the sizes. sizes fixes them.
func (c *checker) check(sizes map[string]int64) (*problem, []string) {
	wrapping := map[*ir.Operation]bool{}
	for {
		k, err := read(c.op, sizes, wrapping)
		if err != nil {
			return &problem{what: err.Error(), answer: unsat}, nil
		}
		q := &asker{k: k, z: c.z, deadline: c.deadline}
		again := q.overflows(wrapping)
		if !again {
			p := q.problem()
			c.count += q.count
			return p, k.natNames
		}
		c.count += q.count
	}
}

// overflows finds operations that may leave their range, which are then encoded with the wrap.
func (q *asker) overflows(wrapping map[*ir.Operation]bool) bool {
	s := q.k.s
	var any []*term
	var all []*obligation
	for _, o := range q.k.duties {
		if o.wraps {
			all = append(all, o)
			any = append(any, s.and(q.k.path(o.at), o.bad))
		}
	}
	if len(all) == 0 || len(all) <= 24 && q.can(nil, s.or(any...)).answer == unsat {
		return false
	}
	found := false
	for i, o := range all {
		if q.can(nil, any[i]).answer != unsat {
			wrapping[o.op] = true
			found = true
		}
	}
	return found
}

// problem is the first condition that must not hold and may.
func (q *asker) problem() *problem {
	k := q.k
	for _, f := range k.faults {
		if x := q.can(nil, f.bad); x.answer != unsat {
			return &problem{f.what, x.answer, x.exact}
		}
	}
	var worst *problem
	open := 0 // questions that z3 cannot answer: sizes may help, others will not
	note := func(p *problem) bool {
		if p != nil && p.answer == unknown {
			if open++; open > 2 || len(k.natNames) > 0 && !k.sized {
				worst = p
				return true
			}
		}
		if p != nil && (worst == nil || p.answer == sat && p.exact) {
			worst = p
		}
		return worst != nil && worst.answer == sat && worst.exact || time.Now().After(q.deadline)
	}
	for _, o := range k.duties {
		if !o.wraps && note(q.duty(o)) {
			return worst
		}
	}
	for _, e := range k.forks {
		if k.barriers && note(q.fork(e)) {
			return worst
		}
	}
	for i, a := range k.accesses {
		for _, b := range k.accesses[i:] {
			if a.root != b.root || !a.write && !b.write || a.atomic && b.atomic {
				continue
			}
			if note(q.conflict(a, b)) {
				return worst
			}
		}
	}
	return worst
}

// where is the position of an operation in the program.
func where(op *ir.Operation) string {
	r := ir.RangeOf(op.Loc())
	return fmt.Sprintf("%d:%d", r.Line, r.Col)
}

// duty asks whether a thread can come to an obligation that is not met.
func (q *asker) duty(o *obligation) *problem {
	k := q.k
	if o.wider != nil && q.can(nil, k.s.and(k.path(o.at), o.wider), k.block[0], k.thread[0]).answer == unsat {
		return nil
	}
	f := q.can(nil, k.s.and(k.path(o.at), o.bad), k.block[0], k.thread[0])
	if f.answer == unsat {
		return nil
	}
	return &problem{fmt.Sprintf("%s at %s", o.what, where(o.op)), f.answer, f.exact}
}

// fork asks whether two threads of a block (or warp) can disagree on a branch or loop with barriers in it.
func (q *asker) fork(e event) *problem {
	k, s := q.k, q.k.s
	var at *place
	var differ []*term
	var block, warp bool
	var op *ir.Operation
	in := k.instances(true)
	switch e := e.(type) {
	case *branch:
		block, warp = barriersIn(e.then)
		b, w := barriersIn(e.els)
		block, warp = block || b, warp || w
		at, op = e.at, e.op
		differ = append(differ, s.not(s.eq(in.of(1, e.cond), in.of(2, e.cond))))
	case *loop:
		block, warp = barriersIn(e.before)
		b, w := barriersIn(e.after)
		block, warp = block || b, warp || w
		at, op = e.at, e.op
		for _, x := range e.agree {
			differ = append(differ, s.not(s.eq(in.of(1, x), in.of(2, x))))
		}
		if e.op.Is("scf.while") { // in the same iteration
			differ = []*term{s.and(s.or(differ...), s.eq(in.of(1, e.iter), in.of(2, e.iter)), in.of(1, s.and(e.facts...)), in.of(2, s.and(e.facts...)))}
		}
	}
	if !block && !warp {
		return nil
	}
	p := k.path(at)
	conds := []*term{s.or(differ...), in.of(1, p), in.of(2, p)}
	for x := at; x != nil; x = x.up {
		if l, ok := x.in.(*loop); ok {
			conds = append(conds, s.eq(in.of(1, l.iter), in.of(2, l.iter)))
		}
	}
	if !block {
		conds = append(conds, s.eq(in.of(1, k.warp), in.of(2, k.warp)))
	}
	f := q.can(in, s.and(conds...))
	if f.answer == unsat {
		return nil
	}
	return &problem{fmt.Sprintf("threads disagree on a barrier under %s at %s", op.Name(), where(op)), f.answer, f.exact}
}

// barriersIn says whether there are barriers of the block and of warps.
func barriersIn(list []event) (block, warp bool) {
	for _, e := range list {
		var b, w, b2, w2 bool
		switch e := e.(type) {
		case *barrier:
			b, w = !e.warp, e.warp
		case *branch:
			b, w = barriersIn(e.then)
			b2, w2 = barriersIn(e.els)
		case *loop:
			b, w = barriersIn(e.before)
			b2, w2 = barriersIn(e.after)
		}
		block, warp = block || b || b2, warp || w || w2
	}
	return block, warp
}

// conflict asks whether two different threads can touch the same bytes with a and b, not ordered by barriers.
func (q *asker) conflict(a, b *access) *problem {
	k, s := q.k, q.k.s
	approx := false
	var worst *problem
	ask := func(in *instances, conds ...*term) {
		conds = append(conds, in.of(1, s.and(k.path(a.at), a.when)), in.of(2, s.and(k.path(b.at), b.when)), overlap(s, in, a, b))
		f := q.can(in, s.and(conds...))
		if f.answer != unsat && (worst == nil || f.exact && f.answer == sat) {
			worst = &problem{fmt.Sprintf("conflict on %s: %s at %s and %s at %s", a.root.name, a.what, where(a.op), b.what, where(b.op)), f.answer, f.exact && !approx}
		}
	}
	differ := func(in *instances, ids [3]*term) *term {
		var out []*term
		for _, x := range ids {
			out = append(out, s.not(s.eq(in.of(1, x), in.of(2, x))))
		}
		return s.or(out...)
	}
	if !a.root.shared {
		in := k.instances(false)
		ask(in, differ(in, k.block))
		if worst != nil {
			return worst
		}
	}
	if a.copies || b.copies {
		for _, x := range [][2]*access{{a, b}, {b, a}} {
			if x[0].copies {
				if p := q.meets(x[0], x[1]); p != nil && (worst == nil || p.exact && p.answer == sat) {
					worst = p
				}
			}
		}
		return worst
	}
	in := k.instances(true)
	other := differ(in, k.thread)
	o := &order{k: k, in: in}
	c := o.concurrent(a.at, b.at)
	approx = o.approx
	if !k.warps {
		ask(in, other, c)
		return worst
	}
	same := s.eq(in.of(1, k.warp), in.of(2, k.warp))
	ask(in, s.not(same), c)
	if worst != nil {
		return worst
	}
	o = &order{k: k, in: in, warp: true}
	c = o.concurrent(a.at, b.at)
	approx = o.approx
	ask(in, other, same, c)
	return worst
}

// overlap is the condition that two accesses touch a common byte.
func overlap(s *terms, in *instances, a, b *access) *term {
	off1, off2 := in.of(1, a.off), in.of(2, b.off)
	i1, i2 := in.of(1, a.idx), in.of(2, b.idx)
	if off1 == off2 && a.elem == b.elem {
		return s.eq(i1, i2)
	}
	x, y := s.add(off1, s.mul(s.num(a.elem), i1)), s.add(off2, s.mul(s.num(b.elem), i2))
	return s.and(s.lt(x, s.add(y, s.num(b.elem))), s.lt(y, s.add(x, s.num(a.elem))))
}
