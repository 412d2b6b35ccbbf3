package lower

import (
	"descend/dialects/arith"
	"descend/dialects/gpu/contract"
	"descend/dialects/scf"
	"descend/ir"
)

// A loop that takes places of an array in turns, `tile[i % 4]`, is unrolled by unroll-swaps as one that swaps buffers is: in each of as many
// rounds as there are places these are known. Rounds that are left over are executed by the loop as it was.
//
//	scf.while (%i = %0) {                       scf.for 0 to %n / 2 {
//	  condition %i < %n                           read %tile[0]; write %tile[1]
//	} do {                                   ->   read %tile[1]; write %tile[0]
//	  read %tile[%i % 2]                        }
//	  write %tile[(%i + 1) % 2]                 scf.while (%i = %n / 2 * 2) { .. as before .. }
//	}
//
// Why it is right. The counter of round j is its first value and j, since it grows by one. The k-th of the rounds that became one is round j = factor t + k of the
// loop, and a divisor of the factor divides the difference, so the remainder is that of the first value, k and what is added. Nothing wraps: the counter is
// below a signed bound and was 0 or more at first, and what is added is small. The rounds that are left over begin with what is carried so far.

// Where the loop behind it executes what is left over, since both are one that was cut in two (versions.go), that loop does it, and is not unrolled.

// rotation is how a loop takes places in turns.
type rotation struct {
	counter int // its position in what is carried
	first   int64
	turns   []turn
	period  int
}

// turn is a remainder of the counter and a constant.
type turn struct {
	op       *ir.Operation
	plus, of int64
}

// most is the greatest number that is added to a counter.
const most = 1 << 32

// maxRotating bounds the operations of all rounds of a period, and of the loop for those that are left over.
const maxRotating = 600

// rotation looks for remainders by small numbers in a loop whose rounds are compared by cmp.
func (s *swaps) rotation(l scf.WhileOp, cmp arith.CmpIOp) (r rotation, ok bool) {
	if cmp.Predicate() != arith.SLT || cmp.Operand(0).OwnerBlock() != l.Before() || !cmp.Operand(0).IsArg() {
		return r, false
	}
	r.counter, r.period = cmp.Operand(0).Index(), 1
	first, known := arith.ConstantInt(l.Operand(r.counter))
	if r.first = first; !known || first < 0 || first > most || !isWide(cmp.Operand(0).Type()) {
		return r, false
	}
	i := l.After().Arg(r.counter)
	for rem := range ir.AllOf[arith.RemUIOp](l.Operation) {
		of, known := arith.ConstantInt(rem.Operand(1))
		plus, adds := added(rem.Operand(0), i)
		if known && adds && of >= 2 && of <= maxPeriod {
			r.turns = append(r.turns, turn{rem.Operation, plus, of})
			r.period = leastMultiple(r.period, int(of))
		}
	}
	return r, r.period > 1 && r.period <= maxPeriod && isSmall(l.Operation, r.period+1, maxRotating) && !handsOver(l.Operation)
}

// isWide says whether numbers of a type have 64 bits.
func isWide(t ir.Type) bool {
	_, index := t.(*ir.IndexType)
	n, ok := t.(*ir.IntegerType)
	return index || ok && n.Width == 64
}

// added is the constant that is added to i.
func added(v, i *ir.Value) (int64, bool) {
	if v == i {
		return 0, true
	}
	sum, ok := ir.DefinedBy[arith.AddIOp](v)
	if !ok || sum.Operand(0) != i {
		return 0, false
	}
	n, ok := arith.ConstantInt(sum.Operand(1))
	return n, ok && n >= 0 && n <= most
}

// rotate unrolls a loop by the period of its places.
func (s *swaps) rotate(l scf.WhileOp, cmp arith.CmpIOp, r rotation) {
	b := s.b.Before(l.Operation).AtLocOf(l.Operation)
	s.period = r.period
	s.repeat(l.Operation)
	n, constant := s.rounds(l, cmp)
	places := map[int64]*ir.Value{}
	for k := range int64(maxPeriod) {
		places[k] = constant(int(k))
	}
	main := scf.BuildFor(b, constant(0), arith.DivUI(b, n, constant(s.factor)), constant(1), l.Operands(), func(_ *ir.Value, carried []*ir.Value) []*ir.Value {
		for k := range int64(s.factor) {
			m := ir.NewMapping()
			carried = s.copyInto(m, l.After(), carried...)
			for _, t := range r.turns {
				rem := m.Lookup(t.op.Result(0))
				rem.ReplaceAllUsesWith(places[(r.first+k+t.plus)%t.of])
				rem.DefiningOp().Erase()
			}
		}
		return carried
	})
	if isContinued(l) {
		l.Operation.ReplaceWith(main.Results()...)
		return
	}
	for i, v := range main.Results() {
		l.SetOperand(i, v)
	}
}

// isContinued says whether the loop behind l executes the rounds that l leaves.
func isContinued(l scf.WhileOp) bool {
	var next *ir.Operation
	for i, r := range l.Results() {
		for _, u := range r.Users() {
			if next == nil {
				next = u
			}
			if u != next || !ir.Is[scf.WhileOp](u) || !contract.Continues(u) || u.Operand(i) != r {
				return false
			}
		}
	}
	return next != nil
}
