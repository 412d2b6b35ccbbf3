package check

import (
	"fmt"
	"slices"
	"strings"

	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/dialects/nat"
	"descend/dialects/view"
	"descend/ir"
	"descend/passes"
	"descend/passes/check/analysis"
	"descend/passes/check/help"
	"descend/passes/place"
)

// narrowing-check: memory that several resources reach is used uniquely only where each has its own part.
//
// Goal (docs/checks.md, "Narrowing"; paper section 3.3, Narrowing): for each unique use - a write, a
// &uniq borrow (also of an argument), a move - of a place by the resource E, every forall between the owner of
// the place's root and E is matched by a select over that very forall on the way to the place; selects over
// an outer level come before those over an inner one, and no resource is selected over twice. Rejected:
//
//	sched(X) block in grid { let r = &uniq *arr; .. }             // no [[block]]
//	sched(X) thread in block { arr.group::<32>[[thread]] .. }     // every block selects the same groups
//
// Accepted:
//
//	arr.group::<32>[[block]][[thread]] = ..
//
// A forall over a single resource (a group of one thread after split(X) block at 1) needs no select. A write
// through a run-time index is safe by the same rule: with all foralls matched, the index ranges within what the
// thread owns alone. Variables are private, so they are used uniquely by their owner only; help: let[..] mut.
// Atomics are not unique uses. In unsafe the rule is off.
//
// Views that show an element several times (repeat, window) are for reading only, whoever executes, also in unsafe: no part of
// theirs is anybody's own, while borrow-check tells the parts of what is behind a reference apart. Rejected:
//
//	x.window::<3>[0][1] = 1.0
//
// Such a place is named on the way to its view, so it is enough to look at the place of each use: nobody has a unique reference,
// or one to atomics, that was made of one.
//
// Needs: types, resources and selects checked. Guarantees access-check: variables are written by their owner.

// NarrowingCheck is the pass narrowing-check.
type NarrowingCheck struct{}

// Name of the pass.
func (NarrowingCheck) Name() string { return "narrowing-check" }

// Description of the pass.
func (NarrowingCheck) Description() string {
	return "reject unique uses of memory that is not narrowed to the user"
}

// Anchor of the pass.
func (NarrowingCheck) Anchor() string { return "builtin.module" }

// After is the order with reasons.
func (NarrowingCheck) After() []passes.Order {
	return []passes.Order{
		{Pass: "exec-check", Why: "who executes what is settled there"},
		{Pass: "nat-check", Why: "selects take each element at most once"},
	}
}

// Run checks all functions of the module.
func (p NarrowingCheck) Run(c *passes.Context) error { return analysis.Run(c, p) }

func (NarrowingCheck) Begin(m *analysis.Module) analysis.Checker { return narrowModule{m} }

type narrowModule struct{ *analysis.Module }

func (m narrowModule) Function(f descend.FuncOp) {
	if f.IsExtern() {
		return
	}
	t, ok := f.Exec().(*exec.Type)
	n := &narrower{facts: m.Now, fn: f, r: m.Resolver(f), memo: m.Memo, said: map[ir.Location]bool{}, lent: map[*ir.Value]bool{},
		several: ok && !t.IsSingle() && t.Kind != exec.Any}
	n.run()
}

type narrower struct {
	facts *analysis.Facts
	fn    descend.FuncOp
	r     *place.Resolver
	memo  *analysis.Memo
	said  map[ir.Location]bool
	lent  map[*ir.Value]bool // variables that were reported for being lent
	// several resources execute the function, or parts of it
	several bool
}

func (n *narrower) run() {
	n.fn.Walk(func(op *ir.Operation) ir.WalkResult {
		for _, u := range descend.UsesOf(op) {
			switch {
			case !u.IsPlace() || n.facts.IsPoison(op) || !n.readable(op, u) || !n.ordered(op, u) || !n.several || isUnsafe(op):
			case u.IsUnique():
				n.use(op, u)
			case u.Kind == descend.InitUse:
				n.initial(op, u)
			}
		}
		return ir.Advance
	})
}

// readable reports a use other than reading of a place that a view shows several times; false if it is one. A reference to
// atomics lets its holder change them.
func (n *narrower) readable(op *ir.Operation, u descend.Use) bool {
	changes := u.IsUnique() || u.LendsUniq() || u.Kind == descend.AtomicWriteUse
	if !changes && !(u.Lends() && descend.Holds(descend.ElemOf(u.Of), isAtomic)) {
		return true
	}
	_, steps := place.Way(u.Of)
	for _, s := range steps {
		if !s.Repeats() {
			continue
		}
		if d := n.report(op, u.Of); d != nil && ir.Is[view.PartOp](s.Op) {
			d.WithLabel("this part has bounds that are values, of which each thread has its own: it can only be read")
			d.WithHelp("use sizes as bounds, or a loop over the part, `for v in &uniq x[a..b] { .. }`, where x is a thread's own")
		} else if d != nil {
			d.WithLabel("`%s` shows an element several times, so that what is behind it can only be read", repeating(s.Op))
			d.WithHelp("change the array itself, and read through the view")
		}
		return false
	}
	return true
}

// ordered reports a unique use behind a permutation of which it is not known that all who execute this have the same; false if it is one.
// Then what the permutation leads one to may be what another one leads somebody else to.
func (n *narrower) ordered(op *ir.Operation, u descend.Use) bool {
	if !u.IsUnique() && !u.LendsUniq() {
		return true
	}
	_, steps := place.Way(u.Of)
	v, ok := place.UnknownPermutation(steps, n.r.Usage)
	if !ok || isUnsafe(op) {
		return true
	}
	if d := n.report(op, u.Of); d != nil {
		d.WithLabel("whether all who execute this have the same permutation is not known").Relate(v.Loc(), "permuted here")
		d.WithHelp("use a parameter of the function, or a part of one, that nobody assigns")
	}
	return false
}

// isUnsafe says whether an operation is in `unsafe`.
func isUnsafe(op *ir.Operation) bool {
	for ; op != nil; op = op.Parent() {
		if ir.Is[descend.UnsafeOp](op) {
			return true
		}
	}
	return false
}

func isAtomic(t ir.Type) bool { _, ok := t.(*descend.AtomicType); return ok }

// repeating is the name of the view that shows elements several times, which may be mapped.
func repeating(o *ir.Operation) string {
	if m, ok := o.Typed().(view.MapOp); ok {
		chain, _ := m.Chain()
		for _, x := range chain {
			if view.Repeats(x) {
				return repeating(x)
			}
		}
	}
	return strings.TrimPrefix(o.Name(), "view.")
}

// initial reports an initial value that several variables would share, one for each resource of a schedule, and that cannot
// be copied.
func (n *narrower) initial(op *ir.Operation, u descend.Use) {
	t := descend.ElemOf(u.Of)
	local, ok := ir.DefinedBy[descend.LocalOp](u.Of)
	if !ok || u.Value == nil || descend.IsCopy(t, n.fn.CopyVars()) {
		return
	}
	co, to := place.LocalOwner(local)
	e := place.Exec(op)
	if to == nil || e == nil || ownedBy(e, to, co) {
		return
	}
	if d := n.report(op, u.Value); d != nil {
		if o := u.Value.DefiningOp(); o != nil {
			n.facts.Poison(o)
		}
		d.WithLabel("each %s would have the same value of type `%s`, which cannot be copied", help.LevelOf(to), descend.UserFormat(t))
		d.Relate(local.Loc(), "`%s` exists once for each of them", local.VarName())
	}
}

// use checks one unique use; the first path that fails is reported.
func (n *narrower) use(op *ir.Operation, u descend.Use) {
	v, e := u.Of, place.Exec(op)
	if e == nil {
		return
	}
	for _, p := range n.r.Resolve(v) {
		ok := true
		switch p.Kind {
		case place.Local, place.Param:
			ok = n.private(op, u, e, p)
		case place.Alloc:
			ok = n.narrowed(op, v, e, p)
		case place.Target:
			if r := p.Ref(); r != nil && r.Uniq && r.Mem == descend.GPULocal {
				ok = n.private(op, u, e, p)
			} else if r != nil && r.Uniq {
				ok = n.narrowed(op, v, e, p)
			}
		}
		if !ok {
			return
		}
	}
}

// private checks a unique use of a variable: only its owner may.
func (n *narrower) private(op *ir.Operation, u descend.Use, e *ir.Value, p place.Path) bool {
	to, _ := n.fn.Exec().(*exec.Type)
	var co []place.Coord
	if owners, each := place.OwnersOf(p.Root); each {
		if co, to = owners.Coords, owners.Type; to.IsSingle() && exec.TypeOf(e).IsSingle() || u.Kind == descend.WriteUse && u.Of == p.Root && to.IsSingle() {
			return true // a thread uses its own, however it was scheduled; several assign each its own
		}
	} else if p.Kind == place.Local {
		co, to = place.LocalOwner(descend.LocalOp{Operation: p.Root.DefiningOp()})
	}
	if to == nil {
		return true
	}
	lends := u.Lends() && !to.IsSingle()
	if ownedBy(e, to, co) && !lends {
		return true
	}
	if n.lent[p.Root] { // a use of what should not have been lent
		n.facts.Poison(op)
		return false
	}
	n.lent[p.Root] = lends
	d := n.report(op, u.Of)
	if d == nil {
		return false
	}
	if lends {
		d.WithLabel("`%s` is a variable of the %s: what its threads would write through the reference, each would write for itself", p.RootName(), help.LevelOf(to))
		d.Relate(p.Root.Location(), "`%s` is declared here", p.RootName())
		return false
	}
	d.WithLabel("`%s` belongs to the %s; each %s that executes this would have to share it", p.RootName(), help.LevelOf(to), help.LevelOf(exec.TypeOf(e)))
	d.Relate(p.Root.Location(), "`%s` is declared here", p.RootName())
	a, isArray := descend.ElemOf(p.Root).(*descend.ArrayType)
	if isArray && p.Kind == place.Local && to.Kind == exec.Block && u.Of != p.Root {
		d.WithHelp("an array that the threads of the block share is allocated: `let " + p.RootName() + " = alloc::<gpu.shared, " + descend.UserFormat(a) + ">();`, and they write it first")
		if fix := help.OwnVariable(p.Root, e); fix != nil {
			d.Help.Or = &ir.Help{Message: "declare it with `let[..] mut` to give each " + help.LevelOf(exec.TypeOf(e)) + " its own", Fix: fix}
		}
		return false
	}
	if p.Kind == place.Local {
		d.WithFix("declare it with `let[..] mut` to give each "+help.LevelOf(exec.TypeOf(e))+" its own", help.OwnVariable(p.Root, e))
	}
	return false
}

// ownedBy says whether the variables of a resource are e's own: the same resource, or the same threads
// reached by another schedule or split.
func ownedBy(e *ir.Value, to *exec.Type, co []place.Coord) bool {
	te := exec.TypeOf(e)
	if te == nil || te.Kind != to.Kind {
		return false
	}
	ce := place.Coords(e)
	if len(ce) != len(co) {
		return false
	}
	have := map[string]place.Coord{}
	for _, c := range co {
		have[c.Name()] = c
	}
	for _, c := range ce {
		o, ok := have[c.Name()]
		if !ok {
			return false
		}
		if !to.IsSingle() && (!o.Lo.Equal(c.Lo) || !o.Extent.Equal(c.Extent)) {
			return false
		}
	}
	return to.IsSingle() || te == to
}

// narrowed checks a unique use of an object.
func (n *narrower) narrowed(op *ir.Operation, v, e *ir.Value, p place.Path) bool {
	u := use{op: op, v: v, e: e, p: p, owner: n.r.Owner(p), order: n.r.Coords(e)}
	chosen, ok := n.selections(u)
	if !ok {
		return false
	}
	for _, c := range u.order {
		if u.needs(c) && chosen[c.Name()] == nil && !n.isOne(op, c.Extent) {
			u.missing = append(u.missing, c)
		}
	}
	if len(u.missing) > 0 {
		n.missing(u, u.missing[0])
	}
	return len(u.missing) == 0
}

// use is a unique use of an object.
type use struct {
	op    *ir.Operation
	v, e  *ir.Value // the place, and who uses it
	p     place.Path
	owner []place.Coord // of the object
	order []place.Coord // of e

	missing []place.Coord // that nothing on the way to the place selects over
}

// needs says whether resources that the object is one of are told apart by a coordinate.
func (u use) needs(c place.Coord) bool {
	same := func(o place.Coord) bool { return o.Name() == c.Name() }
	return slices.ContainsFunc(u.order, same) && !slices.ContainsFunc(u.owner, same)
}

// selections are the selects on the way to the place by what they select over; false if two are over the same, or one over an outer
// level comes after one over an inner level, which is reported.
func (n *narrower) selections(u use) (map[string]*ir.Operation, bool) {
	chosen := map[string]*ir.Operation{}
	rank := -1
	var last *ir.Operation
	for _, s := range u.p.Steps {
		if s.Kind != place.Select {
			continue
		}
		c, ok := n.r.CoordOf(view.SelectOp{Operation: s.Op})
		if !ok || !u.needs(c) {
			continue
		}
		if first := chosen[c.Name()]; first != nil {
			if d := n.report(u.op, u.v); d != nil {
				d.Help = help.SelectAll(u.v, u.e, u.owner)
				d.WithLabel("selects twice over the same %s", plural(c))
				d.Relate(first.Loc(), "first selected here")
			}
			return nil, false
		}
		if c.Level.Rank() < rank {
			if d := n.report(u.op, u.v); d != nil {
				d.WithLabel("selects over the %s after a select over an inner level", plural(c))
				d.Relate(last.Loc(), "inner level selected here")
				if d.Help = help.SelectAll(u.v, u.e, u.owner); d.Help == nil {
					d.WithHelp("select with `" + help.ScheduledBy(c.Op) + "` before that")
				}
			}
			return nil, false
		}
		rank, last = c.Level.Rank(), s.Op
		chosen[c.Name()] = s.Op
	}
	return chosen, true
}

// missing reports that nothing on the way to the place selects over a coordinate.
func (n *narrower) missing(u use, c place.Coord) {
	d := n.report(u.op, u.v)
	if d == nil {
		return
	}
	one, p := c.Level.String(), u.p
	indexed := slices.ContainsFunc(p.Steps, func(s place.Step) bool { return s.Kind == place.Index })
	how := ""
	if indexed {
		how = ", and the index is known at run time only"
	}
	d.WithLabel("every %s would use the same part of `%s` uniquely%s", one, n.name(u.v, p), how)
	d.Relate(c.Op.Loc(), "executed by every %s of this schedule", one)
	if len(p.Steps) > 0 && p.Steps[len(p.Steps)-1].Kind == place.Any {
		d.Label = fmt.Sprintf("some part of `%s`, and it is not known which: every %s may use the same uniquely", p.RootName(), one)
		return
	}
	if d.Help = help.SelectAll(u.v, u.e, u.owner); d.Help != nil {
		return
	}
	if text := help.OneAlone(u.op, c.Op); text != "" {
		d.WithHelp(text)
		return
	}
	if indexed {
		d.Help = n.indexed(u, c)
		return
	}
	d.Help = help.PartOfEach(u.v, u.e, u.owner)
	update, ok := help.UpdateOf(u.op)
	switch {
	case ok && d.Help != nil:
		d.Help.Or = help.InOneStep(update)
	case ok:
		d.Help = help.InOneStep(update)
	case d.Help == nil:
		text := help.PartOf(c.Op) + help.NoStep(u.op)
		if alone := help.Alone(c.Op); alone != "" && c.Level == place.LevelThread && ir.Is[descend.WriteOp](u.op) {
			text += "; " + alone
		}
		if atomics := help.Atomics(u.v); atomics != "" && !ir.Is[descend.WriteOp](u.op) {
			text += "; what all of them change at once is lent as atomics: `" + atomics + "`"
		}
		d.WithHelp(text)
	}
}

// indexed is the help for a use of the element at an index that is known at run time only.
func (n *narrower) indexed(u use, c place.Coord) *ir.Help {
	if h := help.SelectNumber(u.op, u.v, c.Op); h != nil {
		if last := len(u.missing) - 1; last > 0 { // it is not all that is to be changed
			h.Fix = nil
			if alone := help.OneAlone(u.op, u.missing[last].Op); alone != "" {
				h.Message += "; " + alone
			}
		}
		return h
	}
	data, number := n.indexOf(u.p)
	part := help.PartOfEach(u.v, u.e, u.owner)
	update, ok := help.UpdateOf(u.op)
	switch {
	case part != nil && number && !data:
		return part
	case ok:
		return help.InOneStep(update)
	case part != nil && !data:
		return part
	}
	text, step := "", ""
	if ir.Is[descend.WriteOp](u.op) && !help.Changes(u.op) && descend.Bounds("atomic").AdmitAll(descend.ElemOf(u.v)) {
		step = ", or store in one step, `atomic_store(&shrd p, v)`"
	}
	switch rows := help.InRows(c.Op); {
	case number && !data && rows != "":
		text = rows
	case data:
		text = "several threads may have the same index: use `permute` where no index occurs twice" + step + help.NoStep(u.op)
	case c.Level != place.LevelBlock:
		text = "write to a part that the " + c.Level.String() + " has alone, selected with `[[" + help.ScheduledBy(c.Op) + "]]`" + step
	default:
		text = help.PartOf(c.Op) + step
	}
	return &ir.Help{Message: text}
}

// indexOf says what the indices on the way to a place are made of: data that is read from memory, numbers of resources.
func (n *narrower) indexOf(p place.Path) (data, number bool) {
	for _, s := range p.Steps {
		if s.Kind == place.Index && s.Op != nil && s.Op.NumOperands() > 1 {
			d, m := help.MadeOf(s.Op.Operand(1))
			data, number = data || d, number || m
		}
	}
	return data, number
}

// name is what the source calls the object of a place.
func (n *narrower) name(v *ir.Value, p place.Path) string {
	if s := help.SourceName(n.fn, v); s != "" {
		return s
	}
	return p.RootName()
}

// isOne shows that an extent is 1.
func (n *narrower) isOne(op *ir.Operation, e nat.Expr) bool {
	if _, ok := e.Const(); ok {
		return e.IsOne()
	}
	return n.memo.Same(n.r.FactsAt(op)).Proves(nat.Constraint{L: e, Rel: nat.EQ, R: nat.Int(1)})
}

// report opens the diagnostic of a use; nil if the place was reported already.
func (n *narrower) report(op *ir.Operation, v *ir.Value) *ir.Diagnostic {
	loc := help.PlaceLoc(v, op)
	if n.said[loc] && ir.RangeOf(loc).Known() {
		return nil
	}
	n.said[loc] = true
	return n.facts.FailAt(op, loc, descend.CodeNarrowing, "narrowing violated")
}

// plural names the resources that a coordinate counts.
func plural(c place.Coord) string {
	if c.Level == place.LevelGlobal {
		return "threads"
	}
	return c.Level.String() + "s"
}
