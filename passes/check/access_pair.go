package check

import (
	"math/big"

	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/dialects/nat"
	"descend/ir"
	"descend/passes/check/overlap"
	"descend/passes/place"
)

// pairMode says which two threads are asked about.
type pairMode int

const (
	twoThreads pairMode = iota // different threads of one block (or of the function's resource below a block)
	twoWarps                   // threads of different warps of one block
	twoBlocks                  // threads of different blocks
	anyTwo                     // different threads of the grid: whether a parameter is exclusive
)

// pair is a question: may a (the earlier access) and b reach one element?
type pair struct {
	a, b   *access
	mode   pairMode
	shared int       // as in entry
	order  iteration // as in entry
}

// side is one of the two instances of a pair: how the names of its access read in the problem.
type side struct {
	f      *accessFunc
	a      *access
	suffix string
	p      *pair
	subst  map[string]nat.Expr
}

// decide answers a pair.
func (f *accessFunc) decide(p pair) overlap.Answer {
	if ans, ok := f.memo[p]; ok {
		return ans
	}
	ans := f.decideNow(&p)
	f.memo[p] = ans
	return ans
}

func (f *accessFunc) decideNow(p *pair) overlap.Answer {
	l := &side{f: f, a: p.a, suffix: "'1", p: p}
	r := &side{f: f, a: p.b, suffix: "'2", p: p}
	base := &overlap.Problem{Facts: f.r.BaseFacts(), ProofOnly: p.mode == anyTwo}
	l.prepare(base)
	r.prepare(base)
	f.who(base, p, l, r)
	if p.order != noOrder && p.shared < len(p.a.loops) {
		l.order(base, r, p.a.loops[p.shared])
	}
	if p.a.callee != "" || !p.a.known || !p.b.known {
		return overlap.Decide(base) // the whole object, or an unknown part: who decides
	}
	for _, c := range f.owner(p.a.path) {
		base.Zero = append(base.Zero, l.read(f.coordinate(c)).Sub(r.read(f.coordinate(c))))
	}
	if f.chains(base, l, r) {
		return overlap.Answer{Verdict: overlap.Disjoint}
	}
	// the syntactic step alone is often enough, and cheap
	quick := *base
	quick.Quick = true
	if a := overlap.Decide(&quick); a.Verdict == overlap.Disjoint {
		return a
	}
	out := overlap.Answer{Verdict: overlap.Disjoint}
	for i := range p.a.index {
		for j := range p.b.index {
			prob := *base
			prob.Vars = append([]overlap.Var(nil), base.Vars...)
			prob.Zero = append([]nat.Expr(nil), base.Zero...)
			if !l.elements(&prob, r, &p.a.index[i], &p.b.index[j]) {
				continue
			}
			if a := overlap.Decide(&prob); a.Verdict != overlap.Disjoint {
				if out = a; a.Verdict == overlap.Overlap {
					l.complete(a.Witness, prob.Vars)
					r.complete(a.Witness, prob.Vars)
					return a
				}
			}
		}
	}
	return out
}

// read rewrites an expression of the access in the names of the problem.
func (s *side) read(e nat.Expr) nat.Expr { return e.Subst(s.subst) }

// prepare declares the coordinates and loop variables of a side.
func (s *side) prepare(prob *overlap.Problem) {
	f, shared := s.f, s.p.shared
	s.subst = map[string]nat.Expr{}
	declared := map[string]bool{}
	for _, v := range prob.Vars {
		declared[v.Name] = true
	}
	add := func(v overlap.Var) {
		if !declared[v.Name] {
			declared[v.Name] = true
			prob.Vars = append(prob.Vars, v)
		}
	}
	// hardware coordinates
	for _, c := range f.canon {
		name, both := c.name, c.block && s.p.mode != twoBlocks && s.p.mode != anyTwo
		if !both {
			name += s.suffix
		}
		s.subst[c.name] = nat.Var(name)
		add(overlap.Var{Name: name, Hi: c.extent, Shared: both})
	}
	// loops
	facts, pow2 := prob.Facts, map[string]bool{}
	for i, op := range s.a.loops {
		both := i < shared
		switch o := op.Typed().(type) {
		case descend.ForNatOp:
			name := o.Var()
			if !both {
				name += s.suffix
			}
			v := loopVar(o, name, s.subst)
			v.Shared = both
			if !declared[name] {
				facts, pow2 = place.WithLoop(facts, pow2, o, name, s.subst)
				v.Pow2 = v.Pow2 || pow2[name]
			} else if pow2At(prob.Facts, name) {
				pow2[name] = true
			}
			s.subst[o.Var()] = nat.Var(name)
			add(v)
		case descend.ForEachOp:
			v := f.r.EachVarName(op)
			name := v
			if !both {
				name += s.suffix
			}
			s.subst[v] = nat.Var(name)
			if a, ok := descend.ElemOf(op.Operand(0)).(*descend.ArrayType); ok {
				add(overlap.Var{Name: name, Hi: s.read(a.Size), Shared: both})
			}
		}
	}
	// a reference may come out of a loop that the access is not in: which iteration it is from is not known
	for _, op := range f.loops {
		switch o := op.Typed().(type) {
		case descend.ForNatOp:
			if _, in := s.subst[o.Var()]; !in {
				name := o.Var() + s.suffix
				v := loopVar(o, name, s.subst)
				s.subst[o.Var()] = nat.Var(name)
				if s.a.mentions(o.Var()) {
					add(v)
				}
			}
		case descend.ForEachOp:
			v := f.r.EachVarName(op)
			if _, in := s.subst[v]; !in {
				s.subst[v] = nat.Var(v + s.suffix)
			}
		}
	}
	prob.Facts = facts
	// the part of the hardware that executes the access
	for _, c := range place.Coords(s.a.exec) {
		full := f.extentOf(c.Name())
		if c.Lo.IsZero() && full != nil && full.Equal(c.Extent) {
			continue
		}
		x := s.read(f.coordinate(c))
		prob.NonNeg = append(prob.NonNeg, x.Sub(s.read(c.Lo)), s.read(c.Hi()).Sub(nat.Int(1)).Sub(x))
	}
}

// mentions says whether the index functions of an access depend on a variable.
func (a *access) mentions(name string) bool {
	for i := range a.index {
		for _, e := range a.index[i].Elems {
			if e.Expr.HasVar(name) {
				return true
			}
		}
		for _, v := range a.index[i].Vars {
			if v.Hi.HasVar(name) || v.Lo.HasVar(name) {
				return true
			}
		}
	}
	return false
}

func pow2At(f *nat.Facts, name string) bool {
	for _, n := range f.Pow2Vars() {
		if n == name {
			return true
		}
	}
	return false
}

// maxListed bounds the values of a loop variable that are listed one by one.
const maxListed = 64

// loopVar is the variable of a nat loop.
func loopVar(o descend.ForNatOp, name string, subst map[string]nat.Expr) overlap.Var {
	lo, hi := o.Lo().Subst(subst), o.Hi().Subst(subst)
	if o.Kind() == "range" {
		return overlap.Var{Name: name, Lo: lo, Hi: hi}
	}
	v := overlap.Var{Name: name, Lo: nat.Max(lo, nat.Int(1)), Hi: hi.Add(nat.Int(1))}
	a, okA := lo.Int64()
	b, okB := hi.Int64()
	if !okA || !okB || a < 0 {
		return v
	}
	v.Values = []int64{}
	if o.Kind() == "halved" {
		for x := b; x >= max(a, 1); x /= 2 {
			v.Values = append(v.Values, x)
		}
	} else {
		for x := max(a, 1); x <= b && len(v.Values) < maxListed; x *= 2 {
			v.Values = append(v.Values, x)
		}
	}
	return v
}

// complete gives the variables that do not matter for a conflict the first of their values.
func (s *side) complete(w map[string]*big.Int, vars []overlap.Var) {
	for _, c := range place.Coords(s.a.exec) {
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

// order says that l is in an earlier iteration of a loop than r, or in the one just before.
func (s *side) order(prob *overlap.Problem, r *side, loop *ir.Operation) {
	nonneg := func(e nat.Expr) { prob.NonNeg = append(prob.NonNeg, e) }
	next := func(x, y nat.Expr) { // x + 1 <= y
		nonneg(y.Sub(x).Sub(nat.Int(1)))
		if s.p.order == previous {
			nonneg(x.Add(nat.Int(1)).Sub(y))
		}
	}
	switch o := loop.Typed().(type) {
	case descend.ForNatOp:
		x, y := s.read(nat.Var(o.Var())), r.read(nat.Var(o.Var()))
		two := nat.Int(2)
		switch o.Kind() {
		case "halved": // y is x/2 or less
			nonneg(x.Sub(y.Mul(two)))
			if s.p.order == previous {
				nonneg(y.Mul(two).Add(nat.Int(1)).Sub(x))
			}
		case "doubled":
			nonneg(y.Sub(x.Mul(two)))
			if s.p.order == previous {
				nonneg(x.Mul(two).Sub(y))
			}
		default:
			next(x, y)
		}
	case descend.ForEachOp:
		v := nat.Var(s.f.r.EachVarName(loop))
		next(s.read(v), r.read(v))
	}
}

// who fills in which coordinates say that the two accesses are by one thread.
func (f *accessFunc) who(prob *overlap.Problem, p *pair, l, r *side) {
	instance := p.a == p.b && p.shared == len(p.a.loops) && p.order == noOrder && p.mode != anyTwo
	have := func(a *access) map[string]bool {
		m := map[string]bool{}
		for _, c := range place.Coords(a.exec) {
			for _, v := range f.coordinate(c).Vars() {
				m[v] = true
			}
		}
		return m
	}
	ha, hb := have(p.a), have(p.b)
	for _, c := range f.canon {
		var counts bool
		switch p.mode {
		case twoBlocks:
			counts = c.block
		case twoWarps:
			counts = c.name == "warp"
		case twoThreads:
			counts = !c.block && (ha[c.name] || hb[c.name])
		case anyTwo:
			counts = c.block || ha[c.name] || hb[c.name]
		}
		if !counts {
			continue
		}
		if !ha[c.name] || !hb[c.name] {
			if !instance {
				prob.Always = true
			}
			continue
		}
		prob.Same = append(prob.Same, [2]nat.Expr{l.read(nat.Var(c.name)), r.read(nat.Var(c.name))})
	}
	if instance {
		return
	}
	// threads of a resource that is not narrowed to one: any two of them
	if p.mode == twoThreads || p.mode == anyTwo {
		if !isSingle(p.a.exec) || !isSingle(p.b.exec) {
			prob.Always = true
		}
	}
	if p.mode == twoWarps && len(prob.Same) == 0 {
		prob.Always = true
	}
}

func isSingle(e *ir.Value) bool {
	t := exec.TypeOf(e)
	return t != nil && t.IsSingle()
}

// chains compares the two chains of views as far as they are equal in value: elements taken there must have
// equal indices. true: they take different parts.
func (f *accessFunc) chains(prob *overlap.Problem, l, r *side) (disjoint bool) {
	as, bs := l.a.path.Steps, r.a.path.Steps
	for i := 0; i < len(as) && i < len(bs); i++ {
		x, y := as[i], bs[i]
		switch {
		case x.Kind == place.Deref && y.Kind == place.Deref:
		case x.Kind == place.Proj && y.Kind == place.Proj:
			if (descend.ProjOp{Operation: x.Op}).Number() != (descend.ProjOp{Operation: y.Op}).Number() {
				return true
			}
		case x.Kind == place.View:
			if !place.SameView(x, y, l.read, r.read) {
				return false
			}
		default:
			a, okA := f.r.ElemIndex(x)
			b, okB := f.r.ElemIndex(y)
			if !okA || !okB {
				return false
			}
			l.free(prob, x, a)
			r.free(prob, y, b)
			prob.Zero = append(prob.Zero, l.read(f.hardware(a)).Sub(r.read(f.hardware(b))))
		}
	}
	return false
}

// free declares the variables of a run-time index of one side.
func (s *side) free(prob *overlap.Problem, st place.Step, e nat.Expr) {
	if st.Kind != place.Index && st.Kind != place.Each {
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
}

func hasVar(prob *overlap.Problem, name string) bool {
	for i := range prob.Vars {
		if prob.Vars[i].Name == name {
			return true
		}
	}
	return false
}

// coordinate is a hardware coordinate in terms of the function's canonical ones.
func (f *accessFunc) coordinate(c place.Coord) nat.Expr { return f.hardware(nat.Var(c.Name())) }

// hardware rewrites coordinates to canonical ones.
func (f *accessFunc) hardware(e nat.Expr) nat.Expr { return e.Subst(f.derived) }

// canonCoord is a canonical coordinate of a function: block.*, thread.* (or warp and lane), global.*.
type canonCoord struct {
	name   string
	extent nat.Expr
	block  bool
}

var axisNames = [...]string{".x", ".y", ".z"}

// setCoordinates chooses the canonical coordinates of the function: those of blocks and threads; where the
// function uses warps and blocks have one dimension, thread.x is 32*warp + lane.
func (f *accessFunc) setCoordinates() {
	t, _ := f.fn.Exec().(*exec.Type)
	f.derived = map[string]nat.Expr{}
	if t == nil {
		return
	}
	warps := false
	f.fn.Walk(func(op *ir.Operation) ir.WalkResult {
		warps = warps || op.Is("exec.to_warps")
		return ir.Advance
	})
	add := func(level string, d exec.Dim, block bool) {
		for _, a := range d.Axes() {
			f.canon = append(f.canon, canonCoord{level + axisNames[a], d.Size[a], block})
		}
	}
	threads := func(d exec.Dim) {
		if !warps {
			add("thread", d, false)
			return
		}
		n := d.Volume()
		f.canon = append(f.canon, canonCoord{"warp", n.Div(nat.Int(32)), false}, canonCoord{"lane", nat.Int(32), false})
		if d.Has[exec.X] && !d.Has[exec.Y] && !d.Has[exec.Z] {
			f.derived["thread.x"] = nat.Var("warp").Mul(nat.Int(32)).Add(nat.Var("lane"))
		} else {
			add("thread", d, false)
		}
	}
	switch t.Kind {
	case exec.Grid, exec.BlockGrp:
		add("block", t.Dim, true)
		threads(t.Inner)
		for a := exec.X; a <= exec.Z; a++ {
			e := nat.Int(0)
			if t.Dim.Has[a] {
				e = nat.Var("block" + axisNames[a])
			}
			if t.Inner.Has[a] {
				th := nat.Var("thread" + axisNames[a]).Subst(f.derived)
				e = e.Mul(t.Inner.Size[a]).Add(th)
			}
			if t.Dim.Has[a] || t.Inner.Has[a] {
				f.derived["global"+axisNames[a]] = e
			}
		}
	case exec.Block, exec.ThreadGrp:
		threads(t.Dim)
	case exec.WarpGrp:
		f.canon = append(f.canon, canonCoord{"warp", t.Dim.Volume(), false}, canonCoord{"lane", nat.Int(32), false})
	case exec.Warp:
		f.canon = append(f.canon, canonCoord{"lane", nat.Int(32), false})
	case exec.GlobalThreads:
		add("global", t.Dim, false)
	}
}

// extentOf is the number of values of a canonical coordinate.
func (f *accessFunc) extentOf(name string) *nat.Expr {
	for i := range f.canon {
		if f.canon[i].name == name {
			return &f.canon[i].extent
		}
	}
	return nil
}

// value reads a canonical coordinate out of a witness for one side; nil if it is not there.
func (f *accessFunc) value(w map[string]*big.Int, name, suffix string) *big.Int {
	if d, ok := f.derived[name]; ok {
		env := map[string]*big.Int{}
		for _, v := range d.Vars() {
			x := f.value(w, v, suffix)
			if x == nil {
				return nil
			}
			env[v] = x
		}
		v, err := d.EvalInt(env)
		if err != nil {
			return nil
		}
		return v
	}
	if v := w[name+suffix]; v != nil {
		return v
	}
	return w[name]
}
