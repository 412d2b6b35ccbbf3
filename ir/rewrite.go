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
// folded, then their own rewrites and the patterns are applied; unused ones without effects are erased.
func ApplyGreedily(root *Operation, patterns []Pattern, opts GreedyOptions) (changed, converged bool) {
	limit := opts.MaxIterations
	if limit == 0 {
		limit = 10
	}
	d := newDriver(root, patterns, opts)
	for i := 0; limit < 0 || i < limit; i++ {
		again := d.iteration()
		if SimplifyRegions(root, opts.Regions) {
			again = true
		}
		if !again {
			return changed, true
		}
		changed = true
		if d.exhausted() {
			break
		}
	}
	return changed, false
}

// driver is a run of ApplyGreedily.
type driver struct {
	root     *Operation
	opts     GreedyOptions
	patterns *patternSet
	rw       *Rewriter
	list     []*Operation // a stack; nil where an operation was taken out
	index    map[*Operation]int
	consts   map[constKey]*Operation
	owned    map[*Operation]constKey
	rewrites int
	budget   int
}

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
	return d
}

// exhausted guards against patterns that undo each other for ever.
func (d *driver) exhausted() bool {
	return d.rewrites > d.budget || d.opts.MaxRewrites > 0 && d.rewrites >= d.opts.MaxRewrites
}

func (d *driver) iteration() bool {
	d.list, d.index = nil, map[*Operation]int{}
	d.consts, d.owned = map[constKey]*Operation{}, map[*Operation]constKey{}
	var ops []*Operation
	changed := false
	for _, r := range d.root.regions {
		for b := r.first; b != nil; b = b.next {
			for o := b.first; o != nil; {
				next := o.next
				o.Walk(func(o *Operation) WalkResult {
					if !d.opts.NoFold && d.isConstant(o) && d.ownConstant(o) {
						changed = true
						return Skip
					}
					ops = append(ops, o)
					return Advance
				})
				o = next
			}
		}
	}
	if d.budget == 0 {
		d.budget = 200 * (len(ops) + 1000)
	}
	if !d.opts.BottomUp {
		slices.Reverse(ops) // the list is a stack
	}
	for _, op := range ops {
		d.add(op)
	}
	for len(d.list) > 0 && !d.exhausted() {
		op := d.list[len(d.list)-1]
		d.list = d.list[:len(d.list)-1]
		if op == nil {
			continue
		}
		delete(d.index, op)
		if d.process(op) {
			d.rewrites++
			changed = true
		}
	}
	return changed
}

func (d *driver) process(op *Operation) bool {
	if !d.opts.NoFold {
		if IsTriviallyDead(op) {
			d.rw.Erase(op)
			return true
		}
		if d.fold(op) {
			return true
		}
	}
	for _, apply := range d.patterns.of(op) {
		d.rw.Builder.Before(op).At(op.Loc())
		if apply(op, d.rw) {
			return true
		}
	}
	return false
}

func (d *driver) add(op *Operation) {
	if _, ok := d.index[op]; ok {
		return
	}
	d.index[op] = len(d.list)
	d.list = append(d.list, op)
}

func (d *driver) addTree(op *Operation) {
	op.Walk(func(o *Operation) WalkResult {
		d.add(o)
		return Advance
	})
}

func (d *driver) forget(op *Operation) {
	op.Walk(func(o *Operation) WalkResult {
		if i, ok := d.index[o]; ok {
			d.list[i] = nil
			delete(d.index, o)
		}
		if k, ok := d.owned[o]; ok {
			delete(d.owned, o)
			delete(d.consts, k)
		}
		return Advance
	})
}

// addOperands puts the definitions of op's operands on the list that may become dead or simpler without it.
func (d *driver) addOperands(op *Operation) {
	for _, u := range op.operands {
		v := u.value
		if v != nil && v.op != nil && (v.first.next == nil || v.first.next.next == nil) {
			if v.op != d.root && d.root.IsAncestorOf(v.op) {
				d.add(v.op)
			}
		}
	}
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

// ownConstant merges a constant with an equal one (and then returns true), or moves it to the front.
func (d *driver) ownConstant(op *Operation) bool {
	if _, ok := d.owned[op]; ok {
		return false
	}
	r := d.constantRegion(op)
	key := constKey{r, op.name.Dialect, op.Attr("value"), op.results[0].typ}
	if old := d.consts[key]; old != nil {
		d.rw.Replace(op, old.results[0])
		return true
	}
	front := r.first
	if op.block != front || front.first != op && !d.isOwned(op.prev) {
		op.MoveBefore(front.first)
	}
	d.consts[key], d.owned[op] = op, key
	return false
}

func (d *driver) isOwned(op *Operation) bool {
	_, ok := d.owned[op]
	return ok
}

// fold tries the operation's folder and puts the results in its place.
func (d *driver) fold(op *Operation) bool {
	if d.isConstant(op) {
		return d.ownConstant(op)
	}
	swapped := op.Has(Commutative) && constantsLast(op)
	f, ok := op.Typed().(Folder)
	if !ok {
		if swapped {
			d.rw.Modified(op)
		}
		return swapped
	}
	operands := make([]Attribute, len(op.operands))
	for i, u := range op.operands {
		operands[i] = ConstantOf(u.value)
	}
	res := f.Fold(operands)
	if res == nil {
		if swapped {
			d.rw.Modified(op)
		}
		return swapped
	}
	if inPlace(op, res) {
		d.rw.Modified(op)
		return true
	}
	if len(res) != len(op.results) {
		return swapped
	}
	vals := make([]*Value, len(res))
	for i, r := range res {
		if r.Value != nil {
			vals[i] = r.Value
		} else if vals[i] = d.materialize(op, r.Attr, op.results[i].typ); vals[i] == nil {
			return swapped
		}
		if vals[i].typ != op.results[i].typ {
			return swapped
		}
	}
	d.rw.Replace(op, vals...)
	return true
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

// materialize returns the value of a constant at op, made by op's dialect.
func (d *driver) materialize(op *Operation, a Attribute, t Type) *Value {
	dialect := op.name.Dialect
	if a == nil || dialect == nil || dialect.MaterializeConstant == nil {
		return nil
	}
	r := d.constantRegion(op)
	d.rw.Builder.AtStart(r.first).At(op.Loc())
	saved := d.rw.OnInsert
	d.rw.OnInsert = nil
	c := dialect.MaterializeConstant(d.rw.Builder, a, t, op.Loc())
	d.rw.OnInsert = saved
	if c == nil || len(c.results) != 1 {
		return nil
	}
	key := constKey{r, c.name.Dialect, c.Attr("value"), c.results[0].typ}
	if old := d.consts[key]; old != nil {
		c.Erase()
		return old.results[0]
	}
	if d.isConstant(c) {
		d.consts[key], d.owned[c] = c, key
	}
	return c.results[0]
}
