package descend

import "descend/dialects/nat"

// What a nat loop runs over is told here: checks, place resolution and lowering ask.

// Range is a range [lo, end) that holds all values of the loop's variable; the loop has iterations if and only if there is a
// number in it. Nats in the bounds are replaced by subst.
func (o ForNatOp) Range(subst map[string]nat.Expr) (lo, end nat.Expr) {
	lo, end = o.Lo().Subst(subst), o.Hi().Subst(subst)
	if o.Kind() == "range" {
		return lo, end
	}
	return nat.Max(lo, nat.Int(1)), end.Add(nat.Int(1))
}

// NotEmpty is what holds if and only if the loop has an iteration, Repeats if and only if it has a second one.
func (o ForNatOp) NotEmpty() nat.Constraint {
	lo, end := o.Range(nil)
	return nat.Constraint{L: lo, Rel: nat.LT, R: end}
}

// Repeats is what holds if and only if the loop has a second iteration.
func (o ForNatOp) Repeats() nat.Constraint {
	lo, end := o.Range(nil)
	if o.Kind() == "range" {
		return nat.Constraint{L: lo.Add(nat.Int(1)), Rel: nat.LT, R: end}
	}
	return nat.Constraint{L: lo.Mul(nat.Int(2)), Rel: nat.LT, R: end}
}

// MaxLoopValues bounds the values of a loop that are looked at one by one.
const MaxLoopValues = 64

// Values are the values of the variable in their order; false if the bounds are not constants, or there are more than limit.
func (o ForNatOp) Values(subst map[string]nat.Expr, limit int) ([]int64, bool) {
	lo, ok1 := o.Lo().Subst(subst).Int64()
	hi, ok2 := o.Hi().Subst(subst).Int64()
	if !ok1 || !ok2 || lo < 0 || hi > 1<<62 {
		return nil, false
	}
	out := []int64{}
	switch o.Kind() {
	case "halved":
		for v := hi; v >= max(lo, 1); v /= 2 {
			out = append(out, v)
		}
	case "doubled":
		if lo < 1 {
			return nil, false
		}
		for v := lo; v > 0 && v <= hi; v *= 2 { // until it wraps
			out = append(out, v)
		}
	default:
		if hi-lo > int64(limit) {
			return nil, false
		}
		for v := lo; v < hi; v++ {
			out = append(out, v)
		}
	}
	return out, len(out) <= limit
}

// Later are expressions that are not negative if and only if the variable can be y in a later iteration than that where it
// is x; with n > 0, in the n-th one after it.
func (o ForNatOp) Later(x, y nat.Expr, n int) []nat.Expr {
	one, powers := nat.Int(1), nat.Int(1<<max(n, 1))
	var later, soon nat.Expr
	switch o.Kind() {
	case "halved": // y is x/2 or less
		later, soon = x.Sub(y.Mul(powers)), y.Mul(powers).Add(powers).Sub(one).Sub(x)
	case "doubled":
		later, soon = y.Sub(x.Mul(powers)), x.Mul(powers).Sub(y)
	default:
		step := nat.Int(int64(max(n, 1)))
		later, soon = y.Sub(x).Sub(step), x.Add(step).Sub(y)
	}
	if n > 0 {
		return []nat.Expr{later, soon}
	}
	return []nat.Expr{later}
}

// In are expressions that are not negative if the variable is y in the iteration with the number n, from 0 on; lo is the lower bound.
func (o ForNatOp) In(lo, y nat.Expr, n int) []nat.Expr {
	if o.Kind() != "range" {
		return nil
	}
	first := lo.Add(nat.Int(int64(n)))
	return []nat.Expr{y.Sub(first), first.Sub(y)}
}
