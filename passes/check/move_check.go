package check

import (
	"strconv"

	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/ir"
	"descend/passes"
	"descend/passes/check/analysis"
	"descend/passes/check/help"
	"descend/passes/flow"
	"descend/passes/place"
)

// MoveCheck checks that values are used only where they are: initialized, not moved away, and changed only
// where that is allowed (Rust's rules; docs/checks.md, "Moves").
//
//	let a = CpuHeap::new(1);
//	let b = a;                 // the value of a moves to b
//	let c = a;                 // error: use of moved value
//
// It is a client of package flow, forward: a state has for each variable the parts (components, fields) that may be
// without a value at a point, with the move that took it, and joins are unions. There are finitely many parts, those that
// operations name. The branches of a split execute concurrently: neither may use what the other one moves, nor
// rely on what the other one initializes.
//
// Allocated memory has valid contents from the start, which no reference or box would be (alloc_contents.go).
//
// Mutability: a variable without `mut` is written only while it certainly has no value; memory behind a
// shared reference is not written or lent uniquely.
type MoveCheck struct{}

// Name is the name of the pass.
func (*MoveCheck) Name() string { return "move-check" }

// Description is one line.
func (*MoveCheck) Description() string { return "check moves, initialization and mutability" }

// Anchor is the operation that the pass runs on.
func (*MoveCheck) Anchor() string { return "builtin.module" }

// After is the order with reasons.
func (*MoveCheck) After() []passes.Order {
	return []passes.Order{
		{Pass: "exec-check", Why: "who executes what is settled there"},
	}
}

// part is a variable or component of it.
type part struct {
	root *ir.Value
	path descend.Fields
}

// moveState is what may be at a point.
type moveState struct {
	// gone are the parts that may have no value, with the move, or the declaration.
	gone flow.Map[part, *ir.Operation]
	// set are the variables without `mut` that may have been assigned, with an assignment; only of those that have several.
	set flow.Map[*ir.Value, *ir.Operation]
	// round: it comes round a loop or out of its body.
	round bool
}

// text is a part as the source names it.
func (p part) text() string {
	name, t := help.PlaceText(p.root), descend.ElemOf(p.root)
	for _, i := range p.path.Numbers() {
		n := strconv.Itoa(i)
		ts, _ := descend.Parts(t)
		if s, ok := t.(*descend.StructType); ok && i < len(ts) {
			n = s.Fields[i].Name
		}
		name += "." + n
		if i >= len(ts) {
			break
		}
		t = ts[i]
	}
	return name
}

// Clone is a copy.
func (s *moveState) Clone() *moveState {
	return &moveState{gone: s.gone.Clone(), set: s.set.Clone(), round: s.round}
}

// Join adds what may be in o. Of two causes the later one is kept, but not one that comes round a loop.
func (s *moveState) Join(o *moveState) bool {
	grew := joinCauses(&s.gone, &o.gone, o.round)
	return joinCauses(&s.set, &o.set, o.round) || grew
}

func joinCauses[K comparable](s, o *flow.Map[K, *ir.Operation], round bool) bool {
	n := s.Len()
	for k, v := range o.Entries() {
		if have := s.Get(k); have == nil || !round && have != v {
			s.Set(k, v)
		}
	}
	return s.Len() > n
}

// missing finds why a part may lack a value: the move of the part itself, of a part that contains it, or of one that it contains.
func (s *moveState) missing(p part) (part, *ir.Operation, bool) {
	var best part
	var cause *ir.Operation
	found := false
	for q, c := range s.gone.Entries() {
		if q.root != p.root || !q.path.Covers(p.path) && !p.path.Covers(q.path) {
			continue
		}
		if !found || q.path < best.path {
			best, cause, found = q, c, true
		}
	}
	return best, cause, found
}

// give gives a part its value.
func (s *moveState) give(p part) {
	for q := range s.gone.Entries() {
		if q.root == p.root && p.path.Covers(q.path) {
			s.gone.Delete(q)
		}
	}
}

type moveChecker struct {
	facts *analysis.Facts
	f     descend.FuncOp
	r     *place.Resolver
	copy  map[string]bool
	s     *moveState
	quiet bool // inside of a loop that is not yet stable
	dead  bool // where control does not come
	seen  map[analysis.ErrorKey]bool
	// constant are the variables and references that were reported as not mutable: the mistake is their declaration.
	constant map[*ir.Value]bool
}

// Run checks all functions.
func (p *MoveCheck) Run(c *passes.Context) error { return analysis.Run(c, p) }

func (*MoveCheck) Begin(m *analysis.Module) analysis.Checker { return moveModule{m} }

type moveModule struct{ *analysis.Module }

func (m moveModule) Group(fs []descend.FuncOp) { m.allocatedVars(fs) }

func (m moveModule) Function(f descend.FuncOp) {
	if f.IsExtern() {
		return
	}
	m.checkAllocs(f)
	x := &moveChecker{facts: m.Now, f: f, r: m.Resolver(f), copy: f.CopyVars(), seen: map[analysis.ErrorKey]bool{}, constant: map[*ir.Value]bool{}}
	flow.Forward(m.Shapes(), x, f.Body(0), &moveState{})
}

// several says whether a variable is assigned more than once, or perhaps repeatedly.
func (x *moveChecker) several(v *ir.Value) bool {
	u := x.r.Usage(v)
	_, once := u.Once()
	return !once && u.Whole.Any(descend.Use.Gives)
}

// Quiet says that nothing is reported for now.
func (x *moveChecker) Quiet(on bool) { x.quiet = on }

// Begin begins a block.
func (x *moveChecker) Begin(_ *ir.Block, s *moveState) { s.round = false }

// End ends a block, and with it its variables.
func (x *moveChecker) End(b *ir.Block, s *moveState) {
	for op := range b.Ops() {
		if ir.Is[descend.LocalOp](op) {
			s.forget(op.Result(0))
		}
	}
}

func (s *moveState) forget(root *ir.Value) {
	s.give(part{root, ""})
	s.set.Delete(root)
}

// Op is the transfer function, which also checks.
func (x *moveChecker) Op(op *ir.Operation, s *moveState) {
	x.Enter(op, s)
	if ir.Is[descend.LocalOp](op) {
		s.forget(op.Result(0))
		s.gone.Set(part{op.Result(0), ""}, op)
	}
}

// Enter is what an operation itself does with places, before its regions.
func (x *moveChecker) Enter(op *ir.Operation, s *moveState) {
	x.s = s
	for _, u := range descend.UsesOf(op) {
		if u.IsPlace() {
			x.place(op, u)
		}
	}
}

// Leave leaves the regions of an operation.
func (x *moveChecker) Leave(_ *ir.Operation, s *moveState) { s.round = false }

// Unreached looks at an operation that is never executed: what does not depend on the way to it is an error all the same.
func (x *moveChecker) Unreached(op *ir.Operation) {
	x.dead = true
	x.Enter(op, &moveState{})
	x.dead = false
}

// Edge marks what comes round a loop, or out of its body.
func (x *moveChecker) Edge(e flow.Edge, s *moveState) bool {
	switch {
	case !descend.IsLoop(e.Op):
	case e.Back(), e.Out():
		s.round = true
	}
	return true
}

// Beside is for the second part of a split: what the first moves is gone, what it initializes is not there.
func (x *moveChecker) Beside(op *ir.Operation, s, end *moveState) {
	if !ir.Is[exec.SplitOp](op) {
		return
	}
	for k, v := range end.gone.Entries() {
		if !s.gone.Has(k) {
			s.gone.Set(k, v)
		}
	}
}

// place is what an operation does with a place itself.
func (x *moveChecker) place(op *ir.Operation, u descend.Use) {
	if u.Gives() {
		x.write(op, u.Of)
		return
	}
	t := descend.ElemOf(u.Of)
	if u.Value == nil { // what is copied is elements, of those that are there
		t = descend.Existing(op.Context(), t)
	}
	if u.Kind == descend.ReadUse && !descend.IsCopy(t, x.copy) {
		x.fail(op, descend.CodeMovedValue, "cannot copy a value of type `%s`", descend.UserFormat(t)).
			WithLabel("it can only be moved")
	}
	x.use(op, u.Of)
	switch {
	case u.Kind == descend.MoveUse:
		x.move(op, u.Of)
	case u.LendsUniq() && u.Refers():
		x.mutable(op, u.Of, "borrow")
	case u.ChangesOwn():
		x.mutable(op, u.Of, "change")
	}
}

// partOf is the part of a variable that a place is or lies in, as far as parts are tracked; whole says that
// the place is this part itself.
func partOf(p place.Path) (q part, whole bool) {
	q = part{root: p.Root}
	for _, e := range p.Steps {
		if e.Kind != place.Proj || descend.IsSplit(descend.ElemOf(e.Op.Operand(0))) {
			return q, false
		}
		q.path = q.path.Field(int(e.Field))
	}
	return q, true
}

// use requires that a place has a value.
func (x *moveChecker) use(op *ir.Operation, v *ir.Value) {
	q, _ := partOf(place.Written(v))
	gone, cause, missing := x.s.missing(q)
	if !missing || x.dead {
		return
	}
	name := gone.text()
	switch {
	case x.facts.Code(cause) == descend.CodeMovedValue: // the move was a mistake itself, as in a loop
		if !x.quiet {
			x.facts.Poison(op)
		}
	case ir.Is[descend.LocalOp](cause):
		x.fail(op, descend.CodeUninitialized, "`%s` may be used without a value", name).
			WithLabel("not assigned on every path to here").
			Relate(cause.Loc(), "declared here").
			WithFix("give it a value where it is declared, or on every path", help.InitialValue(cause))
	default:
		d := x.fail(op, descend.CodeMovedValue, "use of moved value `%s`", name).WithLabel("used here after it was moved")
		if cause != nil && !x.quiet {
			x.facts.Poison(cause) // the mistake may be the move, also if it is in conflict with a loan
		}
		if cause == op {
			d.WithLabel("moved here, in an earlier iteration of the loop")
		} else if cause != nil {
			d.Relate(cause.Loc(), "moved here")
		}
		if t, ok := descend.ElemOf(q.root).(*descend.VarType); ok && q.path == "" {
			d.WithFix("values of type `"+t.Name+"` can be copied with `where "+t.Name+": copy`", help.AddWhere(x.f, t.Name+": copy"))
		} else if fix := help.LendInstead(cause); fix != nil && cause != op {
			d.WithFix("lend it instead of moving it", fix)
		} else if r, ok := descend.ElemOf(q.root).(*descend.RefType); ok && r.Uniq && q.path == "" {
			d.WithHelp("a unique reference is moved unless it is an argument: lend it for a while with `&uniq *" + help.PlaceText(q.root) + "`")
		} else if _, box := descend.ElemOf(q.root).(*descend.BoxType); box {
			d.WithHelp("a box has one owner: lend its contents where it is moved, with `&`, to use it later")
		}
	}
	if !x.quiet {
		x.s.give(part{q.root, gone.path})
	}
}

// move takes the value out of a place.
func (x *moveChecker) move(op *ir.Operation, v *ir.Value) {
	t := descend.ElemOf(v)
	if descend.IsCopy(t, x.copy) {
		return
	}
	p := place.Written(v)
	q, whole := partOf(p)
	if whole {
		x.s.gone.Set(q, op)
		return
	}
	for _, e := range p.Steps {
		switch e.Kind {
		case place.Ref:
			x.notCopied(x.fail(op, descend.CodeMovedValue, "cannot move out of `%s`", help.PlaceText(v)).WithLabel("it is behind a reference"), t)
			return
		case place.Box:
			x.fail(op, descend.CodeMovedValue, "cannot move out of `%s`", help.PlaceText(v)).WithLabel("it is inside of a box").
				Note("moving the contents out of a box is not supported")
			return
		}
	}
	x.notCopied(x.fail(op, descend.CodeMovedValue, "cannot move out of `%s`", help.PlaceText(v)).WithLabel("it is an element of an array"), t)
}

// notCopied adds why a value is moved, and for a type parameter how it would be copied.
func (x *moveChecker) notCopied(d *ir.Diagnostic, t ir.Type) {
	if v, ok := t.(*descend.VarType); ok {
		d.WithFix("values of type `"+v.Name+"` can be copied with `where "+v.Name+": copy`", help.AddWhere(x.f, v.Name+": copy"))
		return
	}
	d.Note("a value of type `%s` is not copied", descend.UserFormat(t))
}

// write gives a place its value.
func (x *moveChecker) write(op *ir.Operation, v *ir.Value) {
	p := place.Written(v)
	q, whole := partOf(p)
	local := q.root.DefiningOp()
	switch {
	case whole && q.path == "":
		if !descend.IsMut(q.root) {
			if first := x.s.set.Get(q.root); (first != nil || local == nil) && !x.dead { // a parameter has its value from the call
				x.assignTwice(op, q.root, first)
			}
			if x.several(q.root) {
				x.s.set.Set(q.root, op)
			}
		}
		x.s.give(q)
		return
	case whole:
		// a component: what it is part of must have a value, itself need not
		for up, ok := q.path.Up(); ok; up, ok = up.Up() {
			if cause := x.s.gone.Get(part{q.root, up}); cause != nil && !x.dead {
				slug, what := descend.CodeMovedValue, "moved"
				if cause == local {
					slug, what = descend.CodeUninitialized, "declared"
				}
				x.fail(op, slug, "cannot assign a part of `%s`, which may have no value", part{q.root, up}.text()).
					WithLabel("a part alone cannot be assigned").Relate(cause.Loc(), "%s here", what)
				if !x.quiet {
					x.s.give(part{q.root, up})
				}
				break
			}
		}
		x.mutable(op, v, "assign")
		x.s.give(q)
		return
	}
	x.use(op, v)
	x.mutable(op, v, "assign")
}

// argMutAttr of a function says which parameters are `mut`: an array of bools.
const argMutAttr = "arg_mut"

// assignTwice reports an assignment to a variable that has a value and is not mut.
func (x *moveChecker) assignTwice(op *ir.Operation, root *ir.Value, first *ir.Operation) {
	name := help.PlaceText(root)
	if x.isConstant(op, root) {
		return
	}
	d := x.fail(op, descend.CodeImmutable, "cannot assign twice to `%s`, which is not `mut`", name).WithLabel("assigned here")
	switch {
	case root.DefiningOp() == nil:
		d.Relate(root.Location(), "parameter `%s` has its value from the call", name)
	case first == op:
		d.Relate(root.DefiningOp().Loc(), "declared outside of the loop")
	default:
		d.Relate(first.Loc(), "first assigned here")
	}
	if root.DefiningOp() != nil {
		d.WithFix("declare it with `let mut`", x.declareMut(root))
	} else {
		d.WithFix("declare it with `mut`", x.declareMut(root))
	}
}

// mutable requires that a place may be changed.
func (x *moveChecker) mutable(op *ir.Operation, v *ir.Value, verb string) {
	if x.dead {
		return
	}
	p := place.Written(v)
	through := false // behind a unique reference, which need not be in a `mut` variable
	for i := len(p.Steps) - 1; i >= 0; i-- {
		e := p.Steps[i]
		if e.Kind != place.Ref {
			continue
		}
		if !e.Uniq() {
			if x.isConstant(op, e.Op.Operand(0)) {
				return
			}
			d := x.fail(op, descend.CodeImmutable, "cannot %s `%s`, which is behind a shared reference", verbText(verb), help.PlaceText(v)).
				WithLabel("`%s` is a `&` reference", help.PlaceText(e.Op.Operand(0)))
			if fix := x.makeUniq(p.Root, e); fix != nil {
				d.Relate(rootLoc(p.Root), "`%s` is declared here", help.PlaceText(p.Root)).WithFix("make it a `&uniq` reference to change what it refers to", fix)
			} else {
				d.Relate(rootLoc(p.Root), "make this a `&uniq` reference to change what it refers to")
			}
			return
		}
		through = true
	}
	l, local := ir.DefinedBy[descend.LocalOp](p.Root)
	if through || descend.IsMut(p.Root) || p.Root.DefiningOp() != nil && !local || local && l.VarName() == "_" { // a temporary
		return
	}
	if x.isConstant(op, p.Root) {
		return
	}
	name := help.PlaceText(p.Root)
	x.fail(op, descend.CodeImmutable, "cannot %s `%s`, which is not `mut`", verbText(verb), name).
		WithLabel("%s", map[string]string{"borrow": "lent uniquely here", "assign": "assigned here"}[verb]).
		Relate(rootLoc(p.Root), "declared here without `mut`").
		WithFix("declare it with `mut`", x.declareMut(p.Root))
}

// isConstant says whether it was reported before that a variable or what a reference refers to cannot change; from now on it was.
func (x *moveChecker) isConstant(op *ir.Operation, v *ir.Value) bool {
	if x.quiet {
		return true
	}
	before := x.constant[v]
	x.constant[v] = true
	if before {
		x.facts.Poison(op)
	}
	return before
}

// makeUniq is the fix that makes a parameter the unique reference that a place is reached through.
func (x *moveChecker) makeUniq(root *ir.Value, through place.Step) ir.Fix {
	if root.DefiningOp() != nil || through.Op.Operand(0) != root {
		return nil
	}
	r, ok := descend.ElemOf(root).(*descend.RefType)
	if !ok {
		return nil
	}
	return help.ReferenceType(x.f, root, true, r.Mem)
}

// declareMut is the fix that makes a variable or parameter `mut`.
func (x *moveChecker) declareMut(root *ir.Value) ir.Fix {
	return descend.DeclareMut{Variable: rootLoc(root)}
}

func verbText(verb string) string {
	if verb == "borrow" {
		return "uniquely borrow"
	}
	return verb
}

func rootLoc(root *ir.Value) ir.Location {
	if l := root.DefiningOp(); l != nil {
		return l.Loc()
	}
	return root.Location()
}

// fail reports an error once, and only when loops are stable.
func (x *moveChecker) fail(op *ir.Operation, slug, format string, args ...any) *ir.Diagnostic {
	if k := (analysis.ErrorKey{Op: op, Code: slug}); x.quiet || x.facts.IsReported(op) || x.seen[k] {
		return &ir.Diagnostic{}
	} else {
		x.seen[k] = true
	}
	return x.facts.FailAt(op, op.Loc(), slug, format, args...)
}
