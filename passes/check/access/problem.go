package access

import (
	"math/big"
	"slices"

	"descend/dialects/descend"
	"descend/dialects/nat"
	"descend/ir"
	"descend/passes/check/overlap"
	"descend/passes/place"
)

// prepare declares the coordinates and variables of a side.
func (s *side) prepare(prob *overlap.Problem) {
	clear(s.subst)
	prob.Vars = slices.Grow(prob.Vars, len(s.f.canon)+len(s.f.loops))
	s.hardware(prob)
	s.lets(prob)
	s.loopsIn(prob)
	s.loopsOutside(prob)
	for _, v := range s.a.vars {
		name := s.name(v.Name, false)
		v.Name, v.Lo, v.Hi = name, s.read(v.Lo), s.read(v.Hi)
		declare(prob, v)
	}
	s.part(prob)
}

// declare adds a variable that the other side has not declared.
func declare(prob *overlap.Problem, v overlap.Var) {
	if !hasVar(prob, v.Name) {
		prob.Vars = append(prob.Vars, v)
	}
}

// name gives a variable of the access its name in the problem: its own if both sides have the same one.
func (s *side) name(v string, both bool) string {
	name := v
	if !both {
		name += s.suffix
	}
	s.subst[v] = nat.Var(name)
	return name
}

// hardware declares the hardware coordinates.
func (s *side) hardware(prob *overlap.Problem) {
	for _, c := range s.f.canon {
		both := c.block && s.p.mode != twoBlocks && s.p.mode != anyTwo
		declare(prob, overlap.Var{Name: s.name(c.name, both), Hi: c.extent, Shared: both})
	}
}

// lets declares the nats that threads make of values: each thread has its own, in each iteration another one.
func (s *side) lets(prob *overlap.Problem) {
	for _, l := range s.f.r.Lets() {
		declare(prob, letVar(l, s.name(l.Var(), false)))
	}
}

// letVar is the variable of a nat that is made of a value.
func letVar(l descend.LetNatOp, name string) overlap.Var {
	return overlap.Var{Name: name, Hi: l.AtMost().Add(nat.Int(1))}
}

// loopsIn declares the variables of the loops around the access, and what their ranges say.
func (s *side) loopsIn(prob *overlap.Problem) {
	facts, pow2 := prob.Facts, map[string]bool{}
	for _, v := range facts.Pow2Vars() {
		pow2[v] = true
	}
	for i, op := range s.a.loops {
		both := i < s.p.shared
		switch o := op.Typed().(type) {
		case descend.ForNatOp:
			name := s.name(o.Var(), both)
			v := loopVar(o, name, s.subst)
			v.Shared = both
			if !hasVar(prob, name) {
				facts, pow2 = place.WithLoop(facts, pow2, o, name, s.subst)
				v.Pow2 = v.Pow2 || pow2[name]
			} else if slices.Contains(prob.Facts.Pow2Vars(), name) {
				pow2[name] = true
			}
			declare(prob, v)
		case descend.ForEachOp:
			name := s.name(s.f.r.EachVarName(op), both)
			if a, ok := descend.ElemOf(op.Operand(0)).(*descend.ArrayType); ok {
				declare(prob, overlap.Var{Name: name, Hi: s.read(a.Size), Shared: both})
			}
		}
	}
	prob.Facts = facts
}

// loopsOutside declares the variables of loops that the access is not in: a reference may come out of one, and which iteration it is
// from is not known.
func (s *side) loopsOutside(prob *overlap.Problem) {
	for _, op := range s.f.loops {
		switch o := op.Typed().(type) {
		case descend.ForNatOp:
			if _, in := s.subst[o.Var()]; in {
				continue
			}
			v := loopVar(o, s.name(o.Var(), false), s.subst)
			if s.a.mentions(o.Var()) {
				declare(prob, v)
			}
		case descend.ForEachOp:
			v := s.f.r.EachVarName(op)
			if _, in := s.subst[v]; !in {
				s.name(v, false)
			}
		}
	}
}

// part says which part of the hardware executes the access.
func (s *side) part(prob *overlap.Problem) {
	for _, c := range s.a.who.coords {
		full := s.f.extentOf(c.Name())
		if c.Lo.IsZero() && full != nil && full.Equal(c.Extent) {
			continue
		}
		x := s.read(s.f.coordinate(c))
		prob.NonNeg = append(prob.NonNeg, x.Sub(s.read(c.Lo)), s.read(c.Hi()).Sub(nat.Int(1)).Sub(x))
	}
}

// loopVar is the variable of a nat loop; of one that steps by 2 its values are listed where they are known.
func loopVar(o descend.ForNatOp, name string, subst map[string]nat.Expr) overlap.Var {
	v := overlap.Var{Name: name}
	v.Lo, v.Hi = o.Range(subst)
	if o.Kind() != "range" {
		if values, ok := o.Values(subst, descend.MaxLoopValues); ok {
			v.Values = values
		}
	}
	return v
}

// complete gives the variables that do not matter for a conflict the first of their values.
func (s *side) complete(w map[string]*big.Int, vars []overlap.Var) {
	for _, c := range s.a.who.coords {
		name := s.subst[c.Name()].String()
		if lo, ok := c.Lo.Const(); ok && s.f.extentOf(c.Name()) != nil && w[name] == nil {
			w[name] = lo
		}
	}
	for _, v := range vars {
		if w[v.Name] != nil {
			continue
		}
		w[v.Name] = new(big.Int)
		if lo, ok := v.Lo.Const(); ok {
			w[v.Name] = lo
		}
		if len(v.Values) > 0 {
			w[v.Name] = big.NewInt(v.Values[0])
		}
	}
}

// order says that l is in an earlier iteration of a loop than r, or so many iterations before it.
func (s *side) order(prob *overlap.Problem, r *side, loop *ir.Operation) {
	n := s.p.order.back()
	switch o := loop.Typed().(type) {
	case descend.ForNatOp:
		x, y := s.read(nat.Var(o.Var())), r.read(nat.Var(o.Var()))
		prob.NonNeg = append(prob.NonNeg, o.Later(x, y, n)...)
	case descend.ForEachOp:
		v := nat.Var(s.f.r.EachVarName(loop))
		step := nat.Int(int64(max(n, 1)))
		x, y := s.read(v), r.read(v)
		prob.NonNeg = append(prob.NonNeg, y.Sub(x).Sub(step))
		if n > 0 {
			prob.NonNeg = append(prob.NonNeg, x.Add(step).Sub(y))
		}
	}
}

// in says in which iteration of a loop r is.
func (r *side) in(prob *overlap.Problem, loop *ir.Operation) {
	if o, ok := loop.Typed().(descend.ForNatOp); ok {
		prob.NonNeg = append(prob.NonNeg, o.In(r.read(o.Lo()), r.read(nat.Var(o.Var())), int(r.p.order-inFirst))...)
	}
}

// free declares the variables of a run-time index of one side; those of a position are coordinates.
func (s *side) free(prob *overlap.Problem, st place.Step, e nat.Expr) {
	if st.Kind != place.Index && st.Kind != place.Each || s.f.isPosition(st) {
		return
	}
	for _, n := range e.Vars() {
		if _, ok := s.subst[n]; ok && (st.Kind == place.Index || hasVar(prob, s.subst[n].String())) {
			continue
		}
		a, ok := descend.ElemOf(st.Op.Operand(0)).(*descend.ArrayType)
		if !ok {
			continue
		}
		s.subst[n] = nat.Var(n + s.suffix)
		prob.Vars = append(prob.Vars, overlap.Var{Name: n + s.suffix, Hi: s.read(a.Size)})
	}
}

// elements adds that the two index functions reach one element; false: they never do.
func (s *side) elements(prob *overlap.Problem, r *side, a, b *place.IndexFunc) bool {
	n := min(len(a.Elems), len(b.Elems))
	for i := range n {
		x, y := a.Elems[i], b.Elems[i]
		if x.IsField != y.IsField || x.IsField && x.Field != y.Field {
			return false
		}
	}
	s.declare(prob, a)
	r.declare(prob, b)
	for i := range n {
		if !a.Elems[i].IsField {
			prob.Zero = append(prob.Zero, s.read(s.f.hardware(a.Elems[i].Expr)).Sub(r.read(s.f.hardware(b.Elems[i].Expr))))
		}
	}
	return true
}

// declare adds the variables and assumptions of an index function.
func (s *side) declare(prob *overlap.Problem, fn *place.IndexFunc) {
	for _, v := range fn.Vars {
		if v.Kind == place.CoordVar {
			continue
		}
		if _, ok := s.subst[v.Name]; !ok || v.Kind == place.RestVar {
			s.subst[v.Name] = nat.Var(v.Name + s.suffix)
		}
		if name := s.subst[v.Name].String(); !hasVar(prob, name) {
			prob.Vars = append(prob.Vars, overlap.Var{Name: name, Lo: s.read(v.Lo), Hi: s.read(v.Hi)})
		}
	}
	for _, c := range fn.Assume {
		c = nat.Constraint{L: s.f.hardware(c.L), Rel: c.Rel, R: s.f.hardware(c.R)}.Subst(s.subst)
		if _, ok := c.L.Const(); ok {
			if _, ok := c.R.Const(); ok {
				continue
			}
		}
		prob.Facts = prob.Facts.With(c)
	}
	for _, c := range fn.Exists { // not facts: a witness is of elements that are there
		l, r := s.read(s.f.hardware(c.L)), s.read(s.f.hardware(c.R))
		if c.Rel == nat.LT {
			l = l.Add(nat.Int(1))
		}
		prob.NonNeg = append(prob.NonNeg, r.Sub(l))
	}
}

func hasVar(prob *overlap.Problem, name string) bool {
	for i := range prob.Vars {
		if prob.Vars[i].Name == name {
			return true
		}
	}
	return false
}
