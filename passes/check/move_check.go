package check

import (
	"strconv"
	"strings"

	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/ir"
	"descend/passes"
	"descend/passes/place"
)

// MoveCheck checks that values are used only where they are: initialized, not moved away, and changed only
// where that is allowed (Rust's rules; docs/checks.md, "Moves").
//
//	let a = CpuHeap::new(1);
//	let b = a;                 // the value of a moves to b
//	let c = a;                 // error: use of moved value
//
// It is a forward data flow over the structured control flow: for each variable the parts (components,
// fields) that may be without a value at a point, with the move that took it. Branches are joined by union,
// loops repeated until nothing changes. The branches of a split execute concurrently: neither may use
// what the other one moves, nor rely on what the other one initializes.
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

const (
	movedValue    = "moved-value"
	uninitialized = "uninitialized"
	immutable     = "immutable"
)

// part is a variable or component of it: ".0.1" are numbers of components.
type part struct {
	root *ir.Value
	path string
}

// moveState is what may be at a point.
type moveState struct {
	dead bool // not reached
	// gone are the parts that may have no value, with the move, or the declaration.
	gone map[part]*ir.Operation
	// set are the variables that may have been assigned, with an assignment; only of those that have several.
	set map[*ir.Value]*ir.Operation
}

// text is a part as the source names it.
func (p part) text() string {
	name, t := placeText(p.root), descend.ElemOf(p.root)
	for _, n := range strings.Split(p.path, ".")[1:] {
		i, _ := strconv.Atoi(n)
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

func newMoveState() *moveState {
	return &moveState{gone: map[part]*ir.Operation{}, set: map[*ir.Value]*ir.Operation{}}
}

func (s *moveState) clone() *moveState {
	t := newMoveState()
	t.dead = s.dead
	for k, v := range s.gone {
		t.gone[k] = v
	}
	for k, v := range s.set {
		t.set[k] = v
	}
	return t
}

// join adds what may be in o; true if s changed.
func (s *moveState) join(o *moveState) bool {
	if o.dead {
		return false
	}
	if s.dead {
		*s = *o.clone()
		return true
	}
	changed := false
	for k, v := range o.gone {
		if _, ok := s.gone[k]; !ok {
			s.gone[k], changed = v, true
		}
	}
	for k, v := range o.set {
		if _, ok := s.set[k]; !ok {
			s.set[k], changed = v, true
		}
	}
	return changed
}

// covers says whether a is b or a part of a is b.
func covers(a, b string) bool { return a == b || strings.HasPrefix(b, a+".") || a == "" }

// missing finds why a part may lack a value: the move of the part itself, of a part that contains it, or of one that it contains.
func (s *moveState) missing(p part) (part, *ir.Operation, bool) {
	var best part
	var cause *ir.Operation
	found := false
	for q, c := range s.gone {
		if q.root != p.root || !covers(q.path, p.path) && !covers(p.path, q.path) {
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
	for q := range s.gone {
		if q.root == p.root && covers(p.path, q.path) {
			delete(s.gone, q)
		}
	}
}

type moveChecker struct {
	facts *Facts
	f     descend.FuncOp
	copy  map[string]bool
	s     *moveState
	quiet int // inside of loops that are not yet stable
	seen  map[reportKey]bool
	// constant are the variables and references that were reported as not mutable: the mistake is their declaration.
	constant map[*ir.Value]bool
	// several are the variables with assignments other than one where they are declared.
	several map[*ir.Value]bool
}

type reportKey struct {
	op   *ir.Operation
	slug string
}

// Run checks one function.
func (p *MoveCheck) Run(c *passes.Context) error { return runChecks(c, p) }

func (*MoveCheck) begin(m *moduleState) checker { return moveModule{m} }

type moveModule struct{ *moduleState }

func (m moveModule) group(fs []descend.FuncOp) { m.allocatedVars(fs) }

func (m moveModule) function(f descend.FuncOp) {
	if f.IsExtern() {
		return
	}
	m.checkAllocs(f)
	x := &moveChecker{facts: m.now, f: f, copy: f.CopyVars(), s: newMoveState(), seen: map[reportKey]bool{}, constant: map[*ir.Value]bool{}}
	x.findAssignments()
	for _, p := range f.Params() {
		if x.several[p] {
			x.s.set[p] = f.Operation
		}
	}
	x.block(f.Body(0))
}

// findAssignments finds the variables that are assigned more than once, or perhaps repeatedly.
func (x *moveChecker) findAssignments() {
	once := map[*ir.Value]bool{}
	x.several = map[*ir.Value]bool{}
	x.f.Walk(func(op *ir.Operation) ir.WalkResult {
		for _, u := range descend.UsesOf(op) {
			if u.Gives() {
				l, ok := ir.DefinedBy[descend.LocalOp](u.Of)
				if once[u.Of] || !ok || l.Block() != op.Block() {
					x.several[u.Of] = true
				}
				once[u.Of] = true
			}
		}
		return ir.Advance
	})
}

func (x *moveChecker) block(b *ir.Block) {
	if b == nil {
		return
	}
	for op := range b.Ops() {
		x.op(op)
	}
	for op := range b.Ops() { // its variables end
		if ir.Is[descend.LocalOp](op) {
			x.forget(op.Result(0))
		}
	}
}

func (x *moveChecker) forget(root *ir.Value) {
	x.s.give(part{root, ""})
	delete(x.s.set, root)
}

func (x *moveChecker) region(op *ir.Operation, i int) {
	if i < op.NumRegions() && !op.Region(i).Empty() {
		x.block(op.Region(i).Front())
	}
}

// op is the transfer function.
func (x *moveChecker) op(op *ir.Operation) {
	for _, u := range descend.UsesOf(op) {
		if u.IsPlace() {
			x.place(op, u)
		}
	}
	switch op.Typed().(type) {
	case descend.LocalOp:
		x.forget(op.Result(0))
		x.s.gone[part{op.Result(0), ""}] = op
	case descend.ReturnOp:
		x.s.dead = true
	case descend.IfOp:
		x.branches(op, false)
	case exec.SplitOp:
		x.branches(op, true)
	case descend.WhileOp:
		x.loop(op, func() *moveState {
			x.region(op, 0)
			out := x.s.clone()
			x.region(op, 1)
			return out
		})
	case descend.ForNatOp:
		x.loop(op, func() *moveState {
			out := x.s.clone()
			x.region(op, 0)
			return out
		})
	case descend.ForEachOp:
		x.loop(op, func() *moveState {
			out := x.s.clone()
			x.region(op, 0)
			return out
		})
	case descend.ScopeOp, descend.UnsafeOp, exec.SchedOp:
		x.region(op, 0)
	}
}

// place is what an operation does with a place itself.
func (x *moveChecker) place(op *ir.Operation, u descend.Use) {
	if u.Gives() {
		x.write(op, u.Of)
		return
	}
	if t := descend.ElemOf(u.Of); u.Kind == descend.ReadUse && !descend.IsCopy(t, x.copy) {
		x.fail(op, movedValue, "cannot copy a value of type `%s`", descend.UserFormat(t)).
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

// branches executes one of two regions, or with both each of them by a part of the threads.
func (x *moveChecker) branches(op *ir.Operation, both bool) {
	entry := x.s.clone()
	x.region(op, 0)
	first := x.s
	x.s = entry.clone()
	if both && !first.dead {
		for k, v := range first.gone {
			if _, ok := entry.gone[k]; !ok {
				x.s.gone[k] = v
			}
		}
	}
	x.region(op, 1)
	x.s.join(first)
}

// loop repeats body until the state at its start is stable, then once more to report. The body gives the
// state in which the loop is left.
func (x *moveChecker) loop(op *ir.Operation, body func() *moveState) {
	head, quiet := x.s.clone(), x.quiet > 0
	x.quiet++
	var out *moveState
	for i := 0; i < 64; i++ {
		x.s = head.clone()
		out = body()
		if !head.join(x.s) {
			break
		}
		out = nil
	}
	x.quiet--
	if quiet && out != nil { // nothing to report: nested loops would double the work otherwise
		x.s = out
		return
	}
	x.s = head.clone()
	x.s = body()
}

// partOf is the part of a variable that a place is or lies in, as far as parts are tracked; whole says that
// the place is this part itself.
func partOf(p place.Path) (q part, whole bool) {
	q = part{root: p.Root}
	for _, e := range p.Steps {
		if e.Kind != place.Proj || isSplit(descend.ElemOf(e.Op.Operand(0))) {
			return q, false
		}
		q.path += "." + strconv.Itoa(int(e.Field))
	}
	return q, true
}

// use requires that a place has a value.
func (x *moveChecker) use(op *ir.Operation, v *ir.Value) {
	q, _ := partOf(place.Written(v))
	gone, cause, missing := x.s.missing(q)
	if !missing || x.s.dead {
		return
	}
	name := gone.text()
	if ir.Is[descend.LocalOp](cause) {
		x.fail(op, uninitialized, "`%s` may be used without a value", name).
			WithLabel("not assigned on every path to here").
			Relate(cause.Loc(), "declared here").
			WithFix("give it a value where it is declared, or on every path", initialValue(cause))
	} else {
		d := x.fail(op, movedValue, "use of moved value `%s`", name).WithLabel("used here after it was moved")
		if cause != nil && x.quiet == 0 {
			x.facts.poison(cause) // the mistake may be the move, also if it is in conflict with a loan
		}
		if cause == op {
			d.WithLabel("moved here, in an earlier iteration of the loop")
		} else if cause != nil {
			d.Relate(cause.Loc(), "moved here")
		}
		if t, ok := descend.ElemOf(q.root).(*descend.VarType); ok && q.path == "" {
			d.WithFix("values of type `"+t.Name+"` can be copied with `where "+t.Name+": copy`", addWhere(x.f, t.Name+": copy"))
		} else if fix := lendInstead(cause); fix != nil && cause != op {
			d.WithFix("lend it instead of moving it", fix)
		} else if r, ok := descend.ElemOf(q.root).(*descend.RefType); ok && r.Uniq && q.path == "" {
			d.WithHelp("a unique reference is moved unless it is an argument: lend it for a while with `&uniq *" + placeText(q.root) + "`")
		} else if _, box := descend.ElemOf(q.root).(*descend.BoxType); box {
			d.WithHelp("a box has one owner: lend its contents where it is moved, with `&`, to use it later")
		}
	}
	if x.quiet == 0 {
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
		x.s.gone[q] = op
		return
	}
	for _, e := range p.Steps {
		switch e.Kind {
		case place.Ref:
			x.notCopied(x.fail(op, movedValue, "cannot move out of `%s`", placeText(v)).WithLabel("it is behind a reference"), t)
			return
		case place.Box:
			x.fail(op, movedValue, "cannot move out of `%s`", placeText(v)).WithLabel("it is inside of a box").
				Note("moving the contents out of a box is not supported")
			return
		}
	}
	x.notCopied(x.fail(op, movedValue, "cannot move out of `%s`", placeText(v)).WithLabel("it is an element of an array"), t)
}

// notCopied adds why a value is moved, and for a type parameter how it would be copied.
func (x *moveChecker) notCopied(d *ir.Diagnostic, t ir.Type) {
	if v, ok := t.(*descend.VarType); ok {
		d.WithFix("values of type `"+v.Name+"` can be copied with `where "+v.Name+": copy`", addWhere(x.f, v.Name+": copy"))
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
		if first := x.s.set[q.root]; first != nil && !isMut(x.f, q.root) && !x.s.dead {
			x.assignTwice(op, q.root, first)
		}
		if x.several[q.root] {
			x.s.set[q.root] = op
		}
		x.s.give(q)
		return
	case whole:
		// a component: what it is part of must have a value, itself need not
		for up := q.path; ; {
			i := strings.LastIndexByte(up, '.')
			if i < 0 {
				break
			}
			up = up[:i]
			if cause, ok := x.s.gone[part{q.root, up}]; ok && !x.s.dead {
				slug, what := movedValue, "moved"
				if cause == local {
					slug, what = uninitialized, "declared"
				}
				x.fail(op, slug, "cannot assign a part of `%s`, which may have no value", part{q.root, up}.text()).
					WithLabel("a part alone cannot be assigned").Relate(cause.Loc(), "%s here", what)
				if x.quiet == 0 {
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

// isMut says whether a variable or parameter is declared mut.
func isMut(f descend.FuncOp, root *ir.Value) bool {
	if l := root.DefiningOp(); l != nil {
		return l.HasAttr("mut")
	}
	if a, ok := f.Attr(argMutAttr).(*ir.ArrayAttr); ok && root.Index()-1 < len(a.Elems) && root.Index() > 0 {
		b, _ := a.Elems[root.Index()-1].(*ir.IntegerAttr)
		return b != nil && b.Value.Sign() != 0
	}
	return false
}

// argMutAttr of a function says which parameters are `mut`: an array of bools.
const argMutAttr = "arg_mut"

// assignTwice reports an assignment to a variable that has a value and is not mut.
func (x *moveChecker) assignTwice(op *ir.Operation, root *ir.Value, first *ir.Operation) {
	name := placeText(root)
	if x.isConstant(op, root) {
		return
	}
	d := x.fail(op, immutable, "cannot assign twice to `%s`, which is not `mut`", name).WithLabel("assigned here")
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
	if x.s.dead {
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
			d := x.fail(op, immutable, "cannot %s `%s`, which is behind a shared reference", verbText(verb), placeText(v)).
				WithLabel("`%s` is a `&` reference", placeText(e.Op.Operand(0)))
			if fix := x.makeUniq(p.Root, e); fix != nil {
				d.Relate(rootLoc(p.Root), "`%s` is declared here", placeText(p.Root)).WithFix("make it a `&uniq` reference to change what it refers to", fix)
			} else {
				d.Relate(rootLoc(p.Root), "make this a `&uniq` reference to change what it refers to")
			}
			return
		}
		through = true
	}
	l, local := ir.DefinedBy[descend.LocalOp](p.Root)
	if through || isMut(x.f, p.Root) || p.Root.DefiningOp() != nil && !local || local && l.VarName() == "_" { // a temporary
		return
	}
	if x.isConstant(op, p.Root) {
		return
	}
	name := placeText(p.Root)
	x.fail(op, immutable, "cannot %s `%s`, which is not `mut`", verbText(verb), name).
		WithLabel("%s", map[string]string{"borrow": "lent uniquely here", "assign": "assigned here"}[verb]).
		Relate(rootLoc(p.Root), "declared here without `mut`").
		WithFix("declare it with `mut`", x.declareMut(p.Root))
}

// isConstant says whether it was reported before that a variable or what a reference refers to cannot change; from now on it was.
func (x *moveChecker) isConstant(op *ir.Operation, v *ir.Value) bool {
	if x.quiet > 0 {
		return true
	}
	before := x.constant[v]
	x.constant[v] = true
	if before {
		x.facts.poison(op)
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
	return referenceType(x.f, root, true, r.Mem)
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
	if k := (reportKey{op, slug}); x.quiet > 0 || x.facts.isReported(op) || x.seen[k] {
		return &ir.Diagnostic{}
	} else {
		x.seen[k] = true
	}
	return x.facts.failAt(op, op.Loc(), slug, format, args...)
}
