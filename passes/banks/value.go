package banks

import (
	"descend/dialects/arith"
	"descend/dialects/arith/eval"
	"descend/dialects/gpu"
	"descend/dialects/memref"
	"descend/ir"
)

// value is what is known of an integer in all threads of a block: at, and on top of that a multiple of step which nobody knows, but which
// is the same in all threads of a warp. A step of 0 leaves nothing open. The zero value says nothing at all.
//
// So rows of unknown length and rounds of loops of unknown bounds still have known distances between the threads of a warp, which is all
// that conflicts depend on.
type value struct {
	at   []uint64 // by thread; one number is that of all threads; nil: not known
	step uint64
	kept bool // at is never used again for other numbers
}

func exactly(n uint64) value { return value{at: []uint64{n}} }

var zero = exactly(0)

// open is the value with multiples of step that nobody knows.
func (v value) open(step uint64) value {
	v.step = step
	return v
}

// someMultiple is a number of which only is known that step divides it, and that a warp agrees on it.
func someMultiple(step uint64) value { return value{at: []uint64{0}, step: step} }

func (v value) known() bool { return v.at != nil }
func (v value) exact() bool { return v.at != nil && v.step == 0 }

// constant is the number that all threads have.
func (v value) constant() (n uint64, ok bool) {
	if !v.exact() || len(v.at) != 1 {
		return 0, false
	}
	return v.at[0], true
}

// of is the known part in a thread.
func (v value) of(t int32) uint64 {
	if len(v.at) == 1 {
		return v.at[0]
	}
	return v.at[t]
}

// sameInWarps says whether the active threads of each warp agree.
func (v value) sameInWarps(act []int32) bool {
	if !v.known() || len(v.at) == 1 {
		return v.known()
	}
	warp, n := int32(-1), uint64(0)
	for _, t := range act {
		if w := t / gpu.WarpSize; w != warp {
			warp, n = w, v.at[t]
		} else if v.at[t] != n {
			return false
		}
	}
	return true
}

func gcd(a, b uint64) uint64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// numbers has room for a number of each thread, 0 of those that are not active.
func (x *walk) numbers(act []int32) []uint64 {
	var out []uint64
	if n := len(x.free); n > 0 {
		if out, x.free = x.free[n-1], x.free[:n-1]; len(act) < x.threads {
			clear(out)
		}
	} else {
		out = make([]uint64, x.threads)
	}
	x.made = append(x.made, out)
	return out
}

// recycle is called where a round of a loop ends: what was computed in it, which is made[from:], is no longer needed but for the accesses
// since a mark and what is carried on.
func (x *walk) recycle(from, mark int, carried ...[]value) {
	made := x.made[from:]
	if len(made) == 0 {
		return
	}
	x.made = x.made[:from]
	kept := map[*uint64]bool{}
	keep := func(v value) {
		if len(v.at) > 0 {
			kept[&v.at[0]] = true
		}
	}
	for _, vs := range carried {
		for _, v := range vs {
			keep(v)
		}
	}
	for i := mark; i < len(x.log); i++ {
		keep(x.log[i].at)
		keep(x.log[i].offset)
	}
	for _, m := range made {
		if kept[&m[0]] {
			x.made = append(x.made, m)
		} else {
			x.free = append(x.free, m)
		}
	}
}

// map1 and map2 compute for each active thread.
func (x *walk) map1(a value, act []int32, f func(a uint64) uint64) value {
	if len(a.at) == 1 {
		return exactly(f(a.at[0]))
	}
	out := x.numbers(act)
	for _, t := range act {
		out[t] = f(a.at[t])
	}
	x.spent += len(act)
	return value{at: out}
}

func (x *walk) map2(a, b value, act []int32, f func(a, b uint64) uint64) value {
	if len(a.at) == 1 && len(b.at) == 1 {
		return exactly(f(a.at[0], b.at[0]))
	}
	out := x.numbers(act)
	switch {
	case len(a.at) == 1:
		n := a.at[0]
		for _, t := range act {
			out[t] = f(n, b.at[t])
		}
	case len(b.at) == 1:
		n := b.at[0]
		for _, t := range act {
			out[t] = f(a.at[t], n)
		}
	default:
		for _, t := range act {
			out[t] = f(a.at[t], b.at[t])
		}
	}
	x.spent += len(act)
	return value{at: out}
}

// result is the value of an operation's only result.
func (x *walk) result(s *step, act []int32) value {
	if s.how.computes() {
		if v := x.computed(s, act); v.known() {
			return v
		}
		return x.agreed(s, act)
	}
	switch o := s.op.Typed().(type) {
	case memref.CastOp:
		return x.in(s.from[0])
	case memref.ViewOp:
		return x.sum(x.get(o.Source()), x.get(o.ByteShift()), act)
	case memref.SubViewOp:
		return x.subview(o, act)
	case gpu.DynamicSharedMemoryOp:
		return zero
	case arith.ConstantOp:
		if a, ok := o.Value().(*ir.IntegerAttr); ok && (a.Value.IsInt64() || a.Value.IsUint64()) {
			n := a.Value.Uint64()
			if a.Value.IsInt64() {
				n = uint64(a.Value.Int64())
			}
			return exactly(n & eval.Mask(eval.Width(a.Type)))
		}
		return value{}
	case gpu.ThreadIDOp:
		return x.ids[o.Dim()]
	case gpu.LaneIDOp:
		return x.map1(x.linear, act, func(t uint64) uint64 { return t % gpu.WarpSize })
	case gpu.BlockDimOp:
		return exactly(uint64(x.dims[o.Dim()]))
	case gpu.BlockIDOp, gpu.GridDimOp:
		return someMultiple(1)
	case arith.SelectOp:
		if isBuffer(s.op.Result(0)) && !x.in(s.from[0]).sameInWarps(act) {
			return value{}
		}
		return x.choose(x.in(s.from[0]), x.in(s.from[1]), x.in(s.from[2]), act)
	}
	return x.agreed(s, act)
}

// agreed is what a warp agrees on, computed from what it agrees on alone.
func (x *walk) agreed(s *step, act []int32) value {
	if len(s.from) == 0 || !ir.IsMemoryEffectFree(s.op) {
		return value{}
	}
	for _, v := range s.from {
		if !x.in(v).sameInWarps(act) {
			return value{}
		}
	}
	return someMultiple(1)
}

// computed is what an operation on integers gives that are known, of 64 bits also where multiples of something are open.
func (x *walk) computed(s *step, act []int32) value {
	a, b := x.operands(s)
	switch {
	case a.exact() && b.exact():
		return x.compute(s, act)
	case !s.how.wide || !a.known() || !b.known():
		return value{}
	case s.how.one != nil:
		return x.cast(s, a)
	}
	return x.openResult(s, a, b, act)
}

// cast is a number of which multiples are open where it keeps its 64 bits: between index and i64. Of others functions are not known.
func (x *walk) cast(s *step, a value) value {
	switch s.op.Typed().(type) {
	case arith.IndexCastOp, arith.IndexCastUIOp, arith.BitcastOp:
		return a
	}
	return value{}
}

// openResult computes an operation on two numbers of which multiples are open.
func (x *walk) openResult(s *step, a, b value, act []int32) value {
	c, isConst := b.constant()
	switch s.op.Typed().(type) {
	case arith.AddIOp, arith.SubIOp:
		return x.compute(s, act).open(gcd(a.step, b.step))
	case arith.MulIOp:
		if n, ok := a.constant(); ok {
			a, b, c, isConst = b, a, n, true
		}
		if isConst {
			return x.compute(s, act).open(a.step * c)
		}
		if a.exact() {
			a, b = b, a
		}
		if b.exact() && b.sameInWarps(act) { // the warp's number times what is open
			step := uint64(0)
			for _, t := range act {
				step = gcd(step, b.of(t)*a.step)
			}
			return x.compute(s, act).open(step)
		}
	case arith.ShLIOp:
		if isConst && c < 64 {
			return x.compute(s, act).open(a.step << c)
		}
	}
	if !isConst || !x.small(a, act) {
		return value{}
	}
	return x.digits(s, a, c, act)
}

// small says whether the known part is far from wrapping.
func (x *walk) small(a value, act []int32) bool {
	for _, t := range act {
		if a.of(t) >= 1<<62 {
			return false
		}
	}
	return true
}

// digits computes operations on the lower or the upper digits of a, in a base that divides what is open.
func (x *walk) digits(s *step, a value, c uint64, act []int32) value {
	divides := func(d uint64) bool { return d != 0 && a.step%d == 0 }
	lower := a.step & -a.step // the power of two below which bits are known
	switch s.op.Typed().(type) {
	case arith.DivUIOp:
		if divides(c) {
			return x.compute(s, act).open(a.step / c)
		}
	case arith.ShRUIOp:
		if c < 63 && divides(1<<c) {
			return x.compute(s, act).open(a.step >> c)
		}
	case arith.RemUIOp:
		if divides(c) {
			return x.compute(s, act)
		}
	case arith.AndIOp:
		if c < lower {
			return x.compute(s, act)
		}
	case arith.XOrIOp, arith.OrIOp:
		if c < lower {
			return x.compute(s, act).open(a.step)
		}
	}
	return value{}
}

// choose is the value where a condition picks one of two.
func (x *walk) choose(cond, a, b value, act []int32) value {
	if !cond.exact() {
		return x.join(cond.sameInWarps(act), a, b, act)
	}
	if n, ok := cond.constant(); ok && n != 0 {
		return a
	} else if ok {
		return b
	}
	if !a.known() || !b.known() {
		return value{}
	}
	if !a.exact() || !b.exact() {
		return x.join(cond.sameInWarps(act), a, b, act)
	}
	out := x.numbers(act)
	for _, t := range act {
		if out[t] = b.of(t); cond.of(t) != 0 {
			out[t] = a.of(t)
		}
	}
	x.spent += len(act)
	return value{at: out}
}

// join is one of two values; if a warp agrees on which, what they differ by is open, if it agrees on that.
func (x *walk) join(agreed bool, a, b value, act []int32) value {
	if !a.known() || !b.known() {
		return value{}
	}
	step, same := gcd(a.step, b.step), true
	warp, d := int32(-1), uint64(0)
	for _, t := range act {
		diff := b.of(t) - a.of(t)
		same = same && diff == 0
		if w := t / gpu.WarpSize; w != warp {
			warp, d = w, diff
		} else if diff != d {
			return value{}
		}
		if int64(diff) < 0 {
			diff = -diff
		}
		step = gcd(step, diff)
	}
	if !agreed && (!same || step != 0) {
		return value{}
	}
	return a.open(step)
}

// equal says whether two values say the same.
func equal(a, b value, act []int32) bool {
	if a.known() != b.known() || a.step != b.step {
		return false
	}
	for _, t := range act {
		if a.known() && a.of(t) != b.of(t) {
			return false
		}
	}
	return true
}
