package access

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/ir"
	"descend/passes/check/help"
	"descend/passes/check/overlap"
	"descend/passes/place"
)

// reporter says what is wrong with a pair.
type reporter struct{ *pairs }

// report makes the diagnostic of a conflict: at the later access, with the earlier one beside it.
func (f *reporter) report(p pair, ans overlap.Answer) {
	if p.flight.goesOn() {
		f.reportCopy(p)
		return
	}
	d := f.facts.FailAt(p.b.op, p.b.loc(), descend.CodeConflictingAccess, "conflicting memory access")
	what := f.nameOf(p.b)
	switch {
	case p.a == p.b && p.mode == twoBlocks:
		d.WithLabel("threads of different blocks may access the same part of %s here", what)
	case p.a == p.b && p.order != noOrder:
		d.WithLabel("cannot access %s because another thread may still access it in an earlier iteration", what)
	case p.a == p.b:
		d.WithLabel("different threads may access the same part of %s here", what)
	default:
		d.WithLabel("cannot access %s because of a conflicting prior access", what)
	}
	if p.a.op != p.b.op {
		d.Relate(p.a.loc(), "conflicting prior access here: %s", p.a.verb())
	}
	if ans.Verdict != overlap.Overlap || p.a.callee != "" {
		f.undecided(d, p, ans)
	} else if w := f.describe(p, ans.Witness); w != "" {
		d.Note("%s", w)
	}
	if ans.Verdict == overlap.Overlap {
		f.doubts(d, p)
	}
	f.help(d, p)
	if p.mode != twoBlocks && (d.Help == nil || ir.Is[descend.WriteOp](p.b.op) && !f.facts.MaySync(p.b.op.Block())) && help.ForSome(p.b.op) && (p.a.isIndexed() || p.b.isIndexed()) {
		d.WithHelp("an `if` on numbers of threads does not tell apart what they take; a part of the block and selects do: " +
			"`split(X) block at k { some => sched(X) t in some { s.take_left::<k>[[t]] += s.take_left::<2 * k>.take_right::<k>[[t]] }, others => {} }`")
	}
}

// isIndexed says whether an index on the way to the place of an access is known at run time only.
func (a *access) isIndexed() bool {
	return slices.ContainsFunc(a.path.Steps, func(s place.Step) bool { return s.Kind == place.Index })
}

// nameOf is what the source calls the object of an access, in backticks.
func (f *reporter) nameOf(a *access) string {
	if a.callee != "" {
		return "memory that `" + help.ShownName(a.callee) + "` allocates"
	}
	if a.of != nil {
		if s := help.SourceName(f.fn, a.of); s != "" {
			return "`" + s + "`"
		}
	}
	return "`" + a.path.RootName() + "`"
}

func (f *reporter) undecided(d *ir.Diagnostic, p pair, ans overlap.Answer) {
	switch {
	case p.a.callee != "":
		d.Note("each call of `%s` uses the same shared memory, and no barrier separates the two", help.ShownName(p.a.callee))
	case p.a.path.Kind == place.Unknown || p.b.path.Kind == place.Unknown:
		d.Note("what the reference refers to cannot be followed here, so it may be any memory")
	case ans.Exceeded:
		d.Note("could not decide within the budget whether `%s` and `%s` are apart", p.a.path, p.b.path).
			Note("no search is needed where both are written with the same views and selects; it is shorter where sizes are constants, or clauses say of what they are multiples")
	default:
		var sizes []string
		for _, g := range f.fn.Generics() {
			if g.Kind == "nat" {
				sizes = append(sizes, g.Name)
			}
		}
		s := fmt.Sprintf("could not prove that `%s` and `%s` are apart for different threads", p.a.path, p.b.path)
		if len(sizes) > 0 {
			s += " for all sizes " + strings.Join(sizes, ", ")
		}
		d.Note("%s", s)
	}
}

// help proposes what is known to help.
func (f *reporter) help(d *ir.Diagnostic, p pair) {
	if p.mode == twoBlocks {
		if d.Help = inOneStep(p); d.Help != nil {
			d.Note("nothing orders threads of different blocks before the kernel ends")
			return
		}
		for _, a := range []*access{p.b, p.a} {
			if sched := f.blockSchedule(a); sched != nil && !f.selectsBlock(a) && a.of != nil {
				if d.Help = help.PartOfEach(a.of, a.by.exec, nil); d.Help == nil {
					d.WithHelp(help.PartOf(sched))
				}
				return
			}
		}
		if f.syncsGrid() {
			d.Note("no barrier of the grid orders these threads of different blocks")
		} else {
			d.Note("nothing orders threads of different blocks before the kernel ends")
		}
		return
	}
	if p.a.op == p.b.op && p.order == noOrder || f.concurrent(p.a.op, p.b.op) {
		return
	}
	if p.a.isCopy() { // a barrier before its finish would not do
		d.WithHelp("`sync` between the finish of the copy and this access")
		return
	}
	if f.base == exec.Grid && p.a.callee == "" && !f.ownedByBlock(p.a) &&
		f.decide(pair{a: p.a, b: p.b, mode: twoBlocks}).Verdict != overlap.Disjoint {
		d.Note("a barrier would not be enough: threads of other blocks reach the same elements")
		return
	}
	if feeds(p.a.op, p.b.op, 100) {
		if !ir.Is[descend.WriteOp](p.b.op) {
			d.WithHelp("give what comes first a variable, and `sync` before it is used here")
			return
		}
		if !f.facts.MaySync(p.b.op.Block()) {
			d.WithHelp("no `sync` can stand here, where not all threads of the block come by: read into a variable in a part of its own, end that, `sync`, and write in another one")
			return
		}
		if len(p.b.loops) > 0 { // the next iteration reads what this one has written
			d.WithFix("read into a variable first, with a sync before and after that, then write", help.SyncWithin(f.facts, p.b.op, true))
			return
		}
		d.WithFix("read into a variable first, then sync, then write", help.SyncWithin(f.facts, p.b.op, false))
		return
	}
	if p.order != noOrder && p.shared < len(p.b.loops) {
		if at := help.SyncInLoop(f.facts, p.b.loops[p.shared], p.b.op); at != nil {
			d.WithFix("insert a sync between the iterations", descend.InsertSync{Before: []ir.Location{at}})
		}
		return
	}
	at := help.SyncBefore(f.facts, p.a.op, p.b.op)
	if at == nil {
		return
	}
	if f.comesAround(p) {
		if again := help.SyncBefore(f.facts, p.b.op, p.a.op); again != nil {
			d.WithFix("insert a sync before this access, and before the other one, which comes after it in the next iteration",
				descend.InsertSync{Before: []ir.Location{again, at}})
			return
		}
	}
	d.WithFix("insert a sync before this access", descend.InsertSync{Before: []ir.Location{at}, After: p.a.op.Loc()})
}

// inOneStep is the help that makes two updates of the same memory atomic; nil if the accesses are not parts of such.
func inOneStep(p pair) *ir.Help {
	a, ok := help.UpdateOf(p.a.op)
	b, ok2 := help.UpdateOf(p.b.op)
	if !ok || !ok2 {
		return nil
	}
	if a == b {
		return help.InOneStep(a)
	}
	return help.InOneStep(b, a)
}

// comesAround says whether the earlier access, in the next iteration of the innermost loop around both, is in conflict
// with the later one too, and no barrier is between these.
func (f *reporter) comesAround(p pair) bool {
	n := 0
	for n < len(p.a.loops) && n < len(p.b.loops) && p.a.loops[n] == p.b.loops[n] {
		n++
	}
	if n == 0 || p.order != noOrder {
		return false
	}
	loop := p.a.loops[n-1]
	if p.a.op == loop || p.b.op == loop {
		return false // a for-each reads its elements itself
	}
	top := func(op *ir.Operation) *ir.Operation {
		for op.Parent() != loop {
			op = op.Parent()
		}
		return op
	}
	for op := top(p.b.op).Next(); op != nil; op = op.Next() {
		if f.hasSync(op) {
			return false
		}
	}
	for op := top(p.a.op).Prev(); op != nil; op = op.Prev() {
		if f.hasSync(op) {
			return false
		}
	}
	return f.decide(pair{a: p.b, b: p.a, mode: p.mode, shared: n - 1, order: previous}).Verdict != overlap.Disjoint
}

// feeds says whether a read, or a call, gives a part of the value that a write stores or a call takes: they are one statement, and no
// sync can come between. At most budget operations are looked at.
func feeds(read, write *ir.Operation, budget int) bool {
	var work []*ir.Value
	switch {
	case ir.Is[descend.WriteOp](write):
		work = append(work, write.Operand(0))
	case ir.Is[descend.CallOp](write):
		work = append(work, write.Operands()...)
	default:
		return false
	}
	for len(work) > 0 && budget > 0 {
		op := work[len(work)-1].DefiningOp()
		work = work[:len(work)-1]
		budget--
		if op == read {
			return true
		}
		if op != nil && !ir.Is[descend.ReadOp](op) {
			work = append(work, op.Operands()...)
		}
	}
	return false
}

// selectsBlock says whether the path of an access depends on the block.
func (f *reporter) selectsBlock(a *access) bool {
	for _, s := range a.path.Steps {
		if s.Kind == place.Select {
			for _, c := range f.r.Coords(s.Subscript()) {
				if c.Op == s.Subscript().OwnerBlock().Parent() && (c.Level == place.LevelBlock || c.Level == place.LevelGlobal) {
					return true
				}
			}
		}
	}
	return false
}

// blockSchedule is the schedule of blocks around an access, or nil.
func (f *reporter) blockSchedule(a *access) *ir.Operation {
	for _, c := range a.who.coords {
		if c.Level == place.LevelBlock {
			return c.Op
		}
	}
	return nil
}

// concurrent says whether two operations are in different branches of a split or if, where no barrier can
// come between.
func (f *reporter) concurrent(a, b *ir.Operation) bool {
	region := func(anc, op *ir.Operation) *ir.Region {
		for op.Parent() != anc {
			op = op.Parent()
		}
		return op.ParentRegion()
	}
	for p := a.Parent(); p != nil; p = p.Parent() {
		if p.IsAncestorOf(b) {
			return (ir.Is[exec.SplitOp](p) || descend.IsChoice(p)) && region(p, a) != region(p, b)
		}
	}
	return false
}

// describe puts a witness into words: who and which element.
func (f *reporter) describe(p pair, w map[string]*big.Int) string {
	// the later access first, as in the text of the error
	one, two := f.actor(p.b, w, "'2"), f.actor(p.a, w, "'1")
	if one == "" || two == "" || len(p.b.index) == 0 || len(p.a.index) == 0 {
		return ""
	}
	reach := "both reach "
	if f.computed(p) {
		reach = "may both reach "
	}
	s := fmt.Sprintf("%s and %s "+reach, aThread(one, p.b), aThread(two, p.a))
	if one == two {
		s = fmt.Sprintf("different threads of %s reach ", one)
	}
	if e := f.element(p, w); e != "" {
		s += "element " + e
	} else {
		s += "the same element"
	}
	return s + f.sizes(w)
}

// aThread names the actor of an access: where it is several threads, as in a call by a block, one of them.
func aThread(actor string, a *access) string {
	if a.who.single {
		return actor
	}
	return "a thread of " + actor
}

// actor is "block (1, 0), thread (3, 0)".
func (f *reporter) actor(a *access, w map[string]*big.Int, suffix string) string {
	t, _ := f.fn.Exec().(*exec.Type)
	if t == nil {
		return ""
	}
	var parts []string
	tuple := func(l place.Level, d exec.Dim) {
		var xs []string
		for _, ax := range d.Axes() {
			v := f.value(w, nameOf(l, ax), suffix)
			if v == nil {
				return
			}
			xs = append(xs, v.String())
		}
		switch len(xs) {
		case 0:
		case 1:
			parts = append(parts, l.String()+" "+xs[0])
		default:
			parts = append(parts, l.String()+" ("+strings.Join(xs, ",")+")")
		}
	}
	names := map[string]bool{}
	for _, c := range a.who.coords {
		for _, v := range f.coordinate(c).Vars() {
			names[v] = true
		}
	}
	single := a.who.single
	perAxis := single && (!names[warpName] || f.derived[nameOf(place.LevelThread, exec.X)].HasVar(warpName))
	threads := t.Dim
	switch t.Kind {
	case exec.Grid, exec.BlockGrp:
		tuple(place.LevelBlock, t.Dim)
		threads = t.Inner
		fallthrough
	case exec.Block, exec.ThreadGrp:
		if perAxis {
			tuple(place.LevelThread, threads)
		}
	case exec.GlobalThreads:
		tuple(place.LevelGlobal, t.Dim)
	}
	if !perAxis && names[warpName] || t.Kind == exec.Warp || t.Kind == exec.WarpGrp {
		if v := f.value(w, warpName, suffix); v != nil {
			parts = append(parts, "warp "+v.String())
		}
		if v := f.value(w, laneName, suffix); v != nil && single {
			parts = append(parts, "lane "+v.String())
		}
	}
	return strings.Join(parts, ", ")
}

// element is the element's index: "35", or "[3][5]" where there are several dimensions.
func (f *reporter) element(p pair, w map[string]*big.Int) string {
	if len(p.a.index) != 1 {
		return ""
	}
	env := map[string]*big.Int{}
	for n, v := range w {
		env[strings.TrimSuffix(n, "'1")] = v
		if _, ok := w[strings.TrimSuffix(n, "'1")+"'1"]; ok && !strings.HasSuffix(n, "'1") {
			env[n] = w[n+"'1"]
		}
	}
	var out []string
	for _, e := range p.a.index[0].Elems {
		if e.IsField {
			return ""
		}
		v, err := f.hardware(e.Expr).EvalInt(env)
		if err != nil {
			return ""
		}
		out = append(out, v.String())
	}
	switch len(out) {
	case 0:
		return ""
	case 1:
		return out[0]
	}
	return "[" + strings.Join(out, "][") + "]"
}

// sizes names the sizes of a witness for a generic function.
func (f *reporter) sizes(w map[string]*big.Int) string {
	var out []string
	for _, g := range f.fn.Generics() {
		if v := w[g.Name]; g.Kind == "nat" && v != nil {
			out = append(out, g.Name+" = "+v.String())
		}
	}
	if len(out) == 0 {
		return ""
	}
	return " (with " + strings.Join(out, ", ") + ")"
}
