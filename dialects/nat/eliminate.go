package nat

// Eliminate removes a loop variable lo <= v < hi from a goal by the end of its
// range that is hardest to satisfy, where the goal is an inequality that is linear
// in v and the facts decide in which direction it is monotone: i*4 + 3 < n for
// i < m becomes (m - 1)*4 + 3 < n. The result, for all values of the remaining
// variables with lo < hi, holds exactly if the goal holds for every v of the
// range. ok is false where the goal has another form; a goal without v is
// returned as it is.
//
// The facts may speak of v; they are used only for the sign of its coefficient.
func (f *Facts) Eliminate(goal Constraint, v string, lo, hi Expr) (c Constraint, ok bool) {
	if !goal.L.HasVar(v) && !goal.R.HasVar(v) {
		return goal, true
	}
	var d Expr // goal is d >= 0
	switch goal.Rel {
	case LT:
		d = goal.R.Sub(goal.L).Sub(Int(1))
	case LE:
		d = goal.R.Sub(goal.L)
	case GT:
		d = goal.L.Sub(goal.R).Sub(Int(1))
	case GE:
		d = goal.L.Sub(goal.R)
	default:
		return goal, false
	}
	coef, _, linear := d.Linear(v)
	if !linear || lo.HasVar(v) || hi.HasVar(v) {
		return goal, false
	}
	var hardest Expr
	switch {
	case f.Proves(Constraint{coef, GE, Int(0)}):
		hardest = lo
	case f.Proves(Constraint{coef, LE, Int(0)}):
		hardest = hi.Sub(Int(1))
	default:
		return goal, false
	}
	return goal.Subst(map[string]Expr{v: hardest}), true
}
