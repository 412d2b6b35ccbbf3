package ir

import "slices"

// GreedyOptions steer ApplyGreedily.
type GreedyOptions struct {
	// MaxIterations bounds the number of passes over the code; 0 stands for 10, negative for no bound.
	MaxIterations int
	// MaxRewrites bounds the number of changes; 0 for no bound.
	MaxRewrites int
	// NoFold leaves out folding and the removal of dead code; NoRewrites the operations' own rewrites.
	NoFold, NoRewrites bool
	// Regions says how far control flow is simplified.
	Regions RegionLevel
	// BottomUp starts with the last operations.
	BottomUp bool
	// Enable, if not empty, are the names of the rewrites to use; Disable of those not to use.
	Enable, Disable []string
}

// ApplyGreedily rewrites everything inside root (not root itself) until nothing changes: operations are
// folded, then their own rewrites and the patterns are applied; unused ones without effects are erased. It says whether
// anything changed, and whether the options left enough room to end. Rewrites that do not end are a mistake in them: they are
// stopped after 200 changes for each operation and a thousand more, and it panics with a *RewriteError, which ends a pass with an
// error.
func ApplyGreedily(root *Operation, patterns []Pattern, opts GreedyOptions) (changed, converged bool) {
	limit := opts.MaxIterations
	if limit == 0 {
		limit = 10
	}
	d := newDriver(root, patterns, opts)
	defer d.blame()
	defer d.noteLast()
	for i := 0; limit < 0 || i < limit; i++ {
		again := d.iteration()
		if SimplifyRegions(root, opts.Regions) {
			again = true
		}
		if !again {
			return changed, true
		}
		changed = true
		if d.budget <= 0 {
			d.endless()
		}
	}
	return changed, false
}

// driver is a run of ApplyGreedily.
type driver struct {
	calling
	root     *Operation
	opts     GreedyOptions
	patterns *patternSet
	rw       *Rewriter
	list     []*Operation // a stack, Operation.slot is the place in it; nil where an operation was taken out
	consts   map[constKey]*Operation
	owned    map[*Operation]bool // the values of consts
	budget   int
	operands []Attribute // scratch space of fold
	last     calling     // the last rewrite or folder that changed something
	changes  int
	valid    bool           // the code was valid, with Context.CheckRewrites
	late     map[string]int // what the last changes were, if there are suspiciously many
}

// OperationSet is a set of operations, in the order in which they were added, that makes no table of them: an operation notes where it is in the set.
// So it is of one set at a time, and there is no ApplyGreedily while a set is used. The zero value is empty.
type OperationSet struct{ list []*Operation }

// Add puts an operation into the set, if it is not in it.
func (s *OperationSet) Add(op *Operation) {
	if !s.Has(op) {
		op.slot = int32(len(s.list))
		s.list = append(s.list, op)
	}
}

// Has says whether an operation is in the set.
func (s *OperationSet) Has(op *Operation) bool {
	return int(op.slot) < len(s.list) && s.list[op.slot] == op
}

// Pop takes out the one that was added last.
func (s *OperationSet) Pop() *Operation {
	op := s.list[len(s.list)-1]
	s.list = s.list[:len(s.list)-1]
	return op
}

// Len is how many there are, At the one that was added as number i.
func (s *OperationSet) Len() int            { return len(s.list) }
func (s *OperationSet) At(i int) *Operation { return s.list[i] }

// constKey says which constants are the same.
type constKey struct {
	region  *Region
	dialect *Dialect
	value   Attribute
	typ     Type
}

func newDriver(root *Operation, patterns []Pattern, opts GreedyOptions) *driver {
	d := &driver{root: root, opts: opts}
	d.patterns = newPatternSet(patterns, &d.opts)
	d.rw = NewRewriter(root.ctx)
	d.rw.driver = d
	d.rw.OnInsert = d.addTree
	d.valid = root.ctx.CheckRewrites && Verify(root, &Diagnostics{})
	return d
}

// iteration puts all operations on the list, equal constants merged and moved to the front, and works it off. What
// changes on the way is put on the list again, with the operations around it.
func (d *driver) iteration() (changed bool) {
	d.list = d.list[:0]
	d.consts, d.owned = map[constKey]*Operation{}, map[*Operation]bool{}
	visit := func(o *Operation) WalkResult {
		if !d.opts.NoFold && d.isConstant(o) && d.ownConstant(o) {
			changed = true
			return Skip
		}
		if !d.listed(o) {
			d.push(o)
		}
		return Advance
	}
	for _, r := range d.root.regions {
		for b := r.first; b != nil; b = b.next {
			for o := b.first; o != nil; {
				next := o.next
				if d.opts.BottomUp {
					o.WalkPost(func(o *Operation) { visit(o) })
				} else {
					o.Walk(visit)
				}
				o = next
			}
		}
	}
	if d.budget == 0 {
		d.budget = 200 * (len(d.list) + 1000)
	}
	if !d.opts.BottomUp { // the list is a stack
		slices.Reverse(d.list)
		for i, o := range d.list {
			if o != nil {
				o.slot = int32(i)
			}
		}
	}
	rewrites := 0
	for len(d.list) > 0 && d.budget > 0 && (d.opts.MaxRewrites <= 0 || rewrites < d.opts.MaxRewrites) {
		op := d.list[len(d.list)-1]
		d.list = d.list[:len(d.list)-1]
		if op == nil {
			continue
		}
		switch d.process(op) {
		case notChanged:
			continue
		case rewritten:
			rewrites++
		}
		d.budget--
		d.changes++
		if d.budget < watched {
			d.watch()
		}
		changed = true
	}
	return changed
}

// change is what an operation was changed by.
type change int

const (
	notChanged change = iota
	folded            // by folding or as dead code
	rewritten         // by a rewrite
)

func (d *driver) process(op *Operation) change {
	if !d.opts.NoFold {
		if IsTriviallyDead(op) {
			d.call("the removal", op)
			d.rw.Erase(op)
			return folded
		}
		d.call("Fold", op)
		before := d.text()
		changed := d.fold(op)
		d.checkClaim(before, changed)
		if changed {
			d.last = d.calling
			return folded
		}
	}
	for _, r := range d.patterns.of(op) {
		d.rw.Builder.Before(op).AtLocOf(op)
		d.call(r.name, op)
		before := d.text()
		changed := r.apply(op, d.rw)
		d.checkClaim(before, changed)
		if changed {
			d.last = d.calling
			return rewritten
		}
	}
	d.done()
	return notChanged
}

func (d *driver) listed(op *Operation) bool {
	return int(op.slot) < len(d.list) && d.list[op.slot] == op
}

func (d *driver) push(op *Operation) {
	op.slot = int32(len(d.list))
	d.list = append(d.list, op)
}

// add puts an operation on the list, and those around it, which may be simpler now. Nothing outside of the root is
// listed.
func (d *driver) add(op *Operation) {
	for o := op; o != d.root; {
		if o = o.Parent(); o == nil {
			return
		}
	}
	for ; op != d.root; op = op.Parent() {
		if !d.listed(op) {
			d.push(op)
		}
	}
}

func (d *driver) addTree(op *Operation) {
	op.Walk(func(o *Operation) WalkResult {
		d.add(o)
		return Advance
	})
}

// forget takes an operation that is erased off the list.
func (d *driver) forget(op *Operation) {
	if d.listed(op) {
		d.list[op.slot] = nil
	}
	if d.owned[op] {
		delete(d.owned, op)
		delete(d.consts, d.constKey(op))
	}
}

// erased takes an operation and what is inside off the list, users before definitions.
func (d *driver) erased(op *Operation) {
	for _, r := range slices.Backward(op.regions) {
		for b := r.last; b != nil; b = b.prev {
			for o := b.last; o != nil; o = o.prev {
				d.erased(o)
				o.dropReferences()
				for _, v := range o.results { // in a graph users may come first
					for v.first != nil {
						v.first.unlink()
					}
				}
			}
		}
	}
	d.addOperands(op)
	d.forget(op)
}

// addOperands puts the definitions of op's operands on the list that may become dead or simpler without it: those
// with at most one other user.
func (d *driver) addOperands(op *Operation) {
	for _, u := range op.operands {
		if v := u.value; v != nil && v.op != nil && v.fewUsers(op) {
			d.add(v.op)
		}
	}
}

// fewUsers says whether at most one operation besides op uses v.
func (v *Value) fewUsers(op *Operation) bool {
	var other *Operation
	for u := v.first; u != nil; u = u.next {
		switch {
		case u.owner == op || u.owner == other:
		case other != nil:
			return false
		default:
			other = u.owner
		}
	}
	return true
}

func (d *driver) isConstant(op *Operation) bool {
	return op.Has(ConstantLike) && len(op.results) == 1 && op.Attr("value") != nil
}

// constantRegion is where constants used at op are kept: in the nearest region that hides outer values.
func (d *driver) constantRegion(op *Operation) *Region {
	r := op.ParentRegion()
	for r.op != nil && r.op != d.root && !(r.op.Def() == nil || r.op.Has(IsolatedFromAbove)) {
		up := r.op.ParentRegion()
		if up == nil {
			break
		}
		r = up
	}
	return r
}

func (d *driver) constKey(op *Operation) constKey {
	return constKey{d.constantRegion(op), op.name.Dialect, op.Attr("value"), op.results[0].typ}
}

// ownConstant merges a constant with an equal one (and then returns true), or moves it to the front.
func (d *driver) ownConstant(op *Operation) bool {
	key := d.constKey(op)
	if old := d.consts[key]; old != nil {
		d.rw.Replace(op, old.results[0])
		return true
	}
	front := key.region.first
	if op.block != front || front.first != op && !d.owned[op.prev] {
		op.MoveBefore(front.first)
	}
	d.consts[key], d.owned[op] = op, true
	return false
}

// fold tries the operation's folder and puts the results in its place. Constants stay where they are until the next
// iteration.
func (d *driver) fold(op *Operation) bool {
	if op.Has(ConstantLike) {
		return false
	}
	res := d.tryFold(op)
	if res == nil {
		if !op.Has(Commutative) || !constantsLast(op) {
			return false
		}
		d.rw.Modified(op)
		return true
	}
	if inPlace(op, res) {
		d.rw.Modified(op)
		return true
	}
	if len(res) != len(op.results) {
		return false
	}
	vals := make([]*Value, len(res))
	for i, r := range res {
		if r.Value != nil {
			vals[i] = r.Value
		} else {
			vals[i] = d.materialize(op, r.Attr, op.results[i].typ)
		}
		if vals[i] == nil || vals[i].typ != op.results[i].typ {
			return false
		}
	}
	d.rw.Replace(op, vals...)
	return true
}

func (d *driver) tryFold(op *Operation) []FoldResult {
	f, ok := op.Typed().(Folder)
	if !ok {
		return nil
	}
	d.operands = d.operands[:0]
	for _, u := range op.operands {
		d.operands = append(d.operands, ConstantOf(u.value))
	}
	res := f.Fold(d.operands)
	checkFold(op, res)
	return res
}

func inPlace(op *Operation, res []FoldResult) bool {
	if len(res) != len(op.results) {
		return len(res) == 0
	}
	for i, r := range res {
		if r.Value != op.results[i] {
			return false
		}
	}
	return true
}

// constantsLast moves constant operands behind the others, both kept in order.
func constantsLast(op *Operation) bool {
	var vars, consts []*Value
	moved := false
	for _, u := range op.operands {
		if ConstantOf(u.value) != nil {
			consts = append(consts, u.value)
		} else {
			moved = moved || len(consts) > 0
			vars = append(vars, u.value)
		}
	}
	if moved {
		op.SetOperands(append(vars, consts...)...)
	}
	return moved
}

// materialize makes a constant before op, by op's dialect.
func (d *driver) materialize(op *Operation, a Attribute, t Type) *Value {
	dialect := op.name.Dialect
	if a == nil || dialect == nil || dialect.MaterializeConstant == nil {
		return nil
	}
	d.rw.Builder.Before(op).AtLocOf(op)
	c := dialect.MaterializeConstant(d.rw.Builder, a, t, op.Loc())
	if c == nil || len(c.results) != 1 {
		return nil
	}
	return c.results[0]
}
