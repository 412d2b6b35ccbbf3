package banks

import (
	"descend/dialects/arith"
	"descend/dialects/arith/eval"
	"descend/ir"
)

// results are what operations have computed for all threads. The same operation of the same numbers in the same threads gives the same
// ones, whichever operation of the kernel it is and in whichever round: loops inside loops do that again and again, and so do the versions of a
// block that differ only in what they check. Results that are found here are never used for other numbers, so that where
// they are tells what they are; an operation of others is computed.
type results struct {
	kinds map[kind]int
	found map[computation][]uint64
	room  int // for so many numbers
}

// mostKept is how many numbers are kept.
const mostKept = 1 << 17

func newResults() *results {
	return &results{kinds: map[kind]int{}, found: map[computation][]uint64{}, room: mostKept}
}

// how is what an operation on integers computes.
type how struct {
	kind int // the same of operations that compute the same
	one  func(a uint64) uint64
	two  func(a, b uint64) uint64
	wide bool // it makes 64 bits of 64 bits
}

func (h *how) computes() bool { return h.one != nil || h.two != nil }

// kind is all that what an operation computes depends on.
type kind struct {
	name      string
	from, to  int // bits
	predicate arith.IntPredicate
}

// computation is an operation of numbers in threads; a list of threads stays what it is.
type computation struct {
	kind  int
	a, b  where
	first *int32
	n     int
}

// where is one number of all threads, or the place of those by thread.
type where struct {
	at *uint64
	n  uint64
}

// place is where numbers are; ok is false if others may come there.
func (v value) place() (p where, ok bool) {
	if len(v.at) == 1 {
		return where{n: v.at[0]}, true
	}
	return where{at: &v.at[0]}, v.kept
}

// of is how an operation computes.
func (r *results) of(op *ir.Operation) how {
	h := how{one: eval.Unary(op), two: eval.Binary(op)}
	if f, unsigned := eval.Division(op); f != nil {
		w := eval.Width(op.Result(0).Type())
		h.two = func(a, b uint64) uint64 {
			if !eval.Defined(a, b, w, unsigned) {
				return 0 // nobody gets here
			}
			return f(a, b)
		}
	}
	if !h.computes() {
		return h
	}
	k := kind{name: op.Name(), from: eval.Width(op.Operand(0).Type()), to: eval.Width(op.Result(0).Type())}
	h.wide = k.from == 64 && k.to == 64
	if o, ok := ir.As[arith.CmpIOp](op); ok {
		k.predicate = o.Predicate()
	}
	n, ok := r.kinds[k]
	if !ok {
		n = len(r.kinds)
		r.kinds[k] = n
	}
	h.kind = n
	return h
}

// operands are those of an operation on one number or two.
func (x *walk) operands(s *step) (a, b value) {
	if len(s.from) == 1 {
		return x.in(s.from[0]), zero
	}
	return x.in(s.from[0]), x.in(s.from[1])
}

// compute computes the known parts of an operation on integers, unless that was done before.
func (x *walk) compute(s *step, act []int32) value {
	a, b := x.operands(s)
	p, ok := a.place()
	q, also := b.place()
	if !ok || !also || p.at == nil && q.at == nil {
		return x.apply(&s.how, a, b, act)
	}
	k := computation{s.how.kind, p, q, &act[0], len(act)}
	if at := x.results.found[k]; at != nil {
		x.spent += len(act) // as if it were computed: what is too long does not depend on what came before
		return value{at: at, kept: true}
	}
	out := x.apply(&s.how, a, b, act)
	if x.results.room >= x.threads {
		x.results.room -= x.threads
		x.made = x.made[:len(x.made)-1] // so it is not used for other numbers
		x.results.found[k] = out.at
		out.kept = true
	}
	return out
}

// apply computes an operation of numbers.
func (x *walk) apply(h *how, a, b value, act []int32) value {
	if h.one != nil {
		return x.map1(a, act, h.one)
	}
	return x.map2(a, b, act, h.two)
}
