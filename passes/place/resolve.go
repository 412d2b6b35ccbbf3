package place

import (
	"fmt"
	"slices"
	"strings"

	"descend/dialects/descend"
	"descend/dialects/nat"
	"descend/dialects/view"
	"descend/ir"
)

// Resolver resolves places of one function. It is not safe for concurrent use.
type Resolver struct {
	fn     descend.FuncOp
	wheres func() []nat.Constraint
	writes map[*ir.Value][]write // by root place: values written to it or a part of it
	stores []write               // reference-holding values written through references: to anything that is lent
	calls  []*ir.Operation       // calls that may write references through an argument
	lent   map[*ir.Value]bool    // root places that are lent uniquely, or a part of them
	memo   map[*ir.Value][]Path
	// contents are what references in variables refer to, see held; round counts the evaluations, cyclic says that in
	// this one the contents of a variable depended on themselves, and grew that some became more.
	contents map[contentKey]*content
	round    int
	cyclic   bool
	grew     bool
	depth    int
	facts    map[*ir.Operation]*factsEntry
	usage    Usages
	names    map[*ir.Value]string
	coords   map[*ir.Value][]Coord
	// lets are those of Lets, once they are known.
	lets      []descend.LetNatOp
	letsKnown bool
	// assumed is what Assume was given.
	assumed map[*ir.Value][]Path
	// plain is this resolver without what is assumed.
	plain *Resolver
}

// write is a value that is stored in a root; steps lead to the part that it becomes. loops are those around the
// write but not around the root, outermost first: in a later iteration the root still holds the value.
type write struct {
	value *ir.Value
	steps []Step
	loops []*ir.Operation
}

// contentKey is a part of a variable, as operations in a loop read it; without variable what the references out of a call
// refer to.
type contentKey struct {
	root  *ir.Value
	steps string
	op    *ir.Operation
}

// content is what is known so far of a part of a variable.
type content struct {
	paths []Path
	round int // of the last evaluation; settled if no more is needed
	busy  bool
}

const settled = -1

// maxPaths bounds the paths of one place; more become Unknown. maxRounds bounds the evaluations of variables that depend
// on each other; then they are Unknown.
const (
	maxPaths  = 64
	maxRounds = 200
)

// New returns a resolver for a function (a descend.func).
func New(fn *ir.Operation) *Resolver { return NewWhere(fn, descend.FuncOp{Operation: fn}.Wheres) }

// NewWhere returns a resolver for a function whose where clauses are those that wheres gives.
func NewWhere(fn *ir.Operation, wheres func() []nat.Constraint) *Resolver {
	r := &Resolver{fn: descend.FuncOp{Operation: fn}, wheres: wheres, writes: map[*ir.Value][]write{}, lent: map[*ir.Value]bool{}, memo: map[*ir.Value][]Path{},
		contents: map[contentKey]*content{}, facts: map[*ir.Operation]*factsEntry{}, usage: Usages{}, names: map[*ir.Value]string{}, coords: map[*ir.Value][]Coord{}}
	fn.Walk(func(op *ir.Operation) ir.WalkResult {
		for _, u := range descend.UsesOf(op) {
			r.use(op, u)
		}
		return ir.Advance
	})
	return r
}

// use notes what an operation may do to references in variables.
func (r *Resolver) use(op *ir.Operation, u descend.Use) {
	switch {
	case u.LendsUniq():
		r.lent[ownerOf(u.Of)] = true
	case !u.IsPlace():
		if (u.Gives() || u.Kind == descend.CallUse) && storesRefs(u.Of.Type()) && !slices.Contains(r.calls, op) {
			r.calls = append(r.calls, op)
		}
	case u.Gives() && descend.HoldsRef(descend.ElemOf(u.Of)):
		if root, steps, ok := direct(u.Of); ok {
			r.writes[root] = append(r.writes[root], write{u.Value, steps, loopsAround(op, root)})
		} else {
			r.stores = append(r.stores, write{value: u.Value, loops: loopsAround(op, nil)})
			r.lent[ownerOf(u.Of)] = true // the contents of a box in a variable
		}
	}
}

// Assume says what reference variables and values refer to at the point that is asked about next; without it they may
// refer to all that is assigned to them. The map must not be changed until the next call.
func (r *Resolver) Assume(targets map[*ir.Value][]Path) {
	r.assumed = targets
	clear(r.memo)
	clear(r.contents)
}

// direct follows a place to its variable without passing a reference or box.
func direct(v *ir.Value) (root *ir.Value, steps []Step, ok bool) {
	root, steps = Way(v, Ref, Box, Each, Any)
	return root, steps, KindOf(root) != Unknown
}

// ownerOf follows a place to the variable that it is a part of, also in a box; else to what is behind a reference.
func ownerOf(v *ir.Value) *ir.Value {
	owner, _ := Way(v, Ref, Each)
	return owner
}

// holdsRefToRef says whether there may be references behind the references in a value of type t.
func holdsRefToRef(t ir.Type) bool {
	return descend.Holds(t, func(t ir.Type) bool {
		switch t := t.(type) {
		case *descend.VarType:
			return true
		case *descend.RefType:
			return descend.HoldsRef(t.Elem)
		case *descend.BoxType:
			return holdsRefToRef(t.Elem)
		}
		return false
	})
}

// storesRefs says whether a callee can store references through a value of type t.
func storesRefs(t ir.Type) bool {
	return descend.Holds(t, func(t ir.Type) bool {
		r, ok := t.(*descend.RefType)
		return ok && (r.Uniq && descend.HoldsRef(r.Elem) || storesRefs(r.Elem))
	})
}

// Resolve gives the paths that a place may denote; at least one, each once.
func (r *Resolver) Resolve(v *ir.Value) []Path {
	if ps, ok := r.memo[v]; ok {
		return ps
	}
	ps := r.solve(func() []Path { return r.resolve(v) })
	if r.depth == 0 {
		r.memo[v] = ps
	}
	return ps
}

// Targets gives the paths that the references in a value may refer to. A value without references has none.
func (r *Resolver) Targets(v *ir.Value) []Path {
	if !descend.HoldsRef(v.Type()) {
		return nil
	}
	return r.solve(func() []Path { return r.targets(v, nil) })
}

// TargetsVia gives the paths that a reference in a value may refer to, which via leads to as in Path; false if it cannot be told
// from the others in the value, whose paths these are.
func (r *Resolver) TargetsVia(v *ir.Value, via descend.Fields) ([]Path, bool) {
	for _, n := range via.Numbers() {
		op, ok := ir.DefinedBy[descend.AggregateOp](v)
		if !ok || n == descend.AnyElem || n >= op.NumOperands() {
			return r.Targets(v), false
		}
		v = op.Operand(n)
	}
	return r.Targets(v), true
}

// solve evaluates paths until the contents of variables that they depend on are the least that satisfy all assignments.
func (r *Resolver) solve(eval func() []Path) []Path {
	if r.depth > 0 {
		return tidy(eval(), false)
	}
	r.depth++
	defer func() { r.depth-- }()
	for n := 1; ; n++ {
		r.round++
		r.cyclic, r.grew = false, false
		ps := eval()
		if !r.cyclic || !r.grew {
			for _, c := range r.contents {
				c.round = settled
			}
			return tidy(ps, true)
		} else if n == maxRounds {
			clear(r.contents)
			return []Path{{Kind: Unknown}}
		}
	}
}

// Reach gives Targets, and what the references that are found there refer to in turn.
func (r *Resolver) Reach(v *ir.Value) []Path {
	if !holdsRefToRef(v.Type()) {
		return r.Targets(v)
	}
	return r.solve(func() []Path { return r.reach(v) })
}

// reach is Reach as far as it is known.
func (r *Resolver) reach(v *ir.Value) []Path {
	if !descend.HoldsRef(v.Type()) {
		return nil
	}
	out := tidy(r.targets(v, nil), false)
	if !holdsRefToRef(v.Type()) {
		return out
	}
	for i := 0; i < len(out); i++ {
		p := out[i]
		if p.Kind != Local && p.Kind != Param {
			if t := p.RootType(); p.Kind == Unknown || t != nil && descend.HoldsRef(t) {
				return []Path{{Kind: Unknown}}
			}
			continue
		}
		if t := p.RootType(); t != nil && !descend.HoldsRef(t) {
			continue
		}
		for _, q := range r.held(p, v.DefiningOp()) {
			if !slices.ContainsFunc(out, q.Equal) {
				out = append(out, q)
			}
		}
		if len(out) > maxPaths {
			return []Path{{Kind: Unknown}}
		}
	}
	return out
}

// tidy drops duplicates; at the outermost level no path at all is an unknown one.
func tidy(ps []Path, outer bool) []Path {
	if len(ps) == 1 {
		return ps
	}
	var out []Path
next:
	for _, p := range ps {
		for _, q := range out {
			if p.Equal(q) {
				continue next
			}
		}
		out = append(out, p)
	}
	if len(out) > maxPaths || outer && len(out) == 0 {
		return []Path{{Kind: Unknown}}
	}
	return out
}

func (r *Resolver) resolve(v *ir.Value) []Path {
	from, steps := Way(v, Ref, Any)
	_, by := descend.Base(from)
	var out []Path
	switch kind := KindOf(from); {
	case kind != Unknown:
		out = []Path{{Kind: kind, Root: from}}
	case ir.Is[descend.DerefOp](by):
		for _, p := range r.Resolve(by.Operand(0)) {
			out = append(out, r.held(p, by)...)
		}
	default:
		return []Path{{Kind: Unknown}}
	}
	return extend(out, steps...)
}

func extend(ps []Path, steps ...Step) []Path {
	out := make([]Path, len(ps))
	for i, p := range ps {
		out[i] = p.with(steps...)
	}
	return out
}

// held gives what the references in the place p refer to when op reads them. Variables may be assigned what is read
// from each other, or from another part of themselves: while a part is evaluated, it contains what is known of it so far.
func (r *Resolver) held(p Path, op *ir.Operation) []Path {
	if ps, ok := r.assumed[p.Root]; ok && p.Kind == Local && len(p.Steps) == 0 {
		return ps
	}
	if p.Kind != Local && p.Kind != Param {
		return []Path{{Kind: Unknown}} // a reference in shared or foreign memory
	}
	if len(r.assumed) > 0 && r.mayBeOld(p) {
		return r.withoutAssumed().solve(func() []Path { return r.plain.held(p, op) })
	}
	k := contentKey{p.Root, stepsKey(p.Steps), loopOf(op)}
	c := r.contents[k]
	if c == nil {
		c = &content{}
		r.contents[k] = c
	}
	return r.evaluate(c, func() []Path { return r.assigned(p, op) })
}

// evaluate gives what is known of a content in this round.
func (r *Resolver) evaluate(c *content, eval func() []Path) []Path {
	if c.round == settled || c.round == r.round {
		r.cyclic = r.cyclic || c.busy
		return c.paths
	}
	c.round, c.busy = r.round, true
	ps := tidy(eval(), false)
	c.busy = false
	if len(ps) == 1 && ps[0].Kind == Unknown { // anything: there is no more
		c.round = settled
	}
	r.grew = r.grew || len(ps) != len(c.paths) || c.round == settled
	c.paths = ps
	return ps
}

// mayBeOld says whether a variable may hold a reference that an operation gave when it was executed before, where
// something else was assumed of it. A variable with one write is written on every way to each read of it (move-check), and so were the
// variables that its value was read from. So at a read no operation that gave a part of the value has been executed again
// since the write, and what is assumed of its result is what the variable holds. A variable with several writes, a parameter, or
// one that is written through a reference may hold an older value.
func (r *Resolver) mayBeOld(p Path) bool {
	n := len(r.writes[p.Root])
	return n > 1 || n > 0 && p.Kind == Param || r.lent[p.Root] && len(r.stores)+len(r.calls) > 0
}

// withoutAssumed is r as it is when nothing is assumed.
func (r *Resolver) withoutAssumed() *Resolver {
	if r.plain == nil {
		c := *r
		c.assumed, c.memo, c.contents, c.depth = nil, map[*ir.Value][]Path{}, map[contentKey]*content{}, 0
		r.plain = &c
	}
	return r.plain
}

// stepsKey is a text that equal steps share.
func stepsKey(steps []Step) string {
	if len(steps) == 0 {
		return ""
	}
	var b strings.Builder
	for _, s := range steps {
		if s.Kind == Proj {
			fmt.Fprintf(&b, ".%d", s.Field)
		} else {
			fmt.Fprintf(&b, " %d %p", s.Kind, s.Op)
		}
	}
	return b.String()
}

// assigned gives what is assigned to the references in a place of a variable or parameter.
func (r *Resolver) assigned(p Path, op *ir.Operation) []Path {
	var out []Path
	if p.Kind == Param {
		via := descend.Fields("")
		for _, s := range p.Steps {
			if s.Kind == Proj {
				via = via.Field(int(s.Field))
			} else {
				via = via.Elem()
			}
		}
		out = append(out, r.paramTargets(p.Root, via)...)
	}
	for _, w := range r.writes[p.Root] {
		rest, ok := match(p.Steps, w.steps)
		if ok {
			out = append(out, w.earlier(op, r.targets(w.value, rest))...)
		}
	}
	if !r.lent[p.Root] {
		return out
	}
	for _, w := range r.stores {
		out = append(out, w.earlier(op, r.targets(w.value, nil))...)
	}
	for _, c := range r.calls {
		out = append(out, r.flow(c)...)
	}
	return out
}

// earlier gives paths as op finds them in a loop that is also around the write: there the value may be from an
// earlier iteration, and what depends on the iteration is some unknown part.
func (w *write) earlier(op *ir.Operation, ps []Path) []Path {
	if op == nil || len(w.loops) == 0 || !w.loops[0].IsAncestorOf(op) {
		return ps
	}
	out := make([]Path, len(ps))
	for i, p := range ps {
		out[i] = p
		for k, s := range p.Steps {
			if slices.ContainsFunc(w.loops, s.dependsOn) {
				out[i] = Path{Kind: p.Kind, Root: p.Root, Via: p.Via, Steps: slices.Clone(p.Steps[:k])}.with(Step{Kind: Any})
				break
			}
		}
	}
	return out
}

// dependsOn says whether a step takes another part in another iteration of a loop.
func (s Step) dependsOn(loop *ir.Operation) bool {
	if s.Kind == Each {
		return s.Op == loop
	}
	if s.Op == nil {
		return false
	}
	_, nats, ok := view.Signature(s.Op, permutationName)
	if ok && !slices.ContainsFunc(nats, func(e nat.Expr) bool { return !e.IsConst() }) {
		return false
	}
	changed := descend.NatsChangedBy(loop)
	if len(changed) == 0 {
		return false
	}
	return !ok && s.Kind == View || slices.ContainsFunc(nats, func(e nat.Expr) bool { return slices.ContainsFunc(changed, e.HasVar) })
}

// loopOf is the innermost loop around op, nil if there is none.
func loopOf(op *ir.Operation) *ir.Operation {
	for ; op != nil; op = op.Parent() {
		if p := op.Parent(); p != nil && descend.IsLoop(p) {
			return p
		}
	}
	return nil
}

// loopsAround are the loops around op that are not around a value, outermost first.
func loopsAround(op *ir.Operation, except *ir.Value) (loops []*ir.Operation) {
	for p := range descend.LoopsAround(op) {
		if except == nil || except.DefiningOp() == nil || !p.IsAncestorOf(except.DefiningOp()) {
			loops = append(loops, p)
		}
	}
	slices.Reverse(loops)
	return loops
}

// paramTargets are the targets of all references at or below a component of a parameter.
func (r *Resolver) paramTargets(root *ir.Value, via descend.Fields) []Path {
	var out []Path
	var walk func(t ir.Type, via descend.Fields)
	walk = func(t ir.Type, via descend.Fields) {
		switch t := t.(type) {
		case *descend.RefType:
			out = append(out, Path{Kind: Target, Root: root, Via: via})
		case *ir.TupleType:
			for i, x := range t.Types {
				walk(x, via.Field(i))
			}
		case *descend.StructType:
			for i, f := range t.Fields {
				walk(f.Type, via.Field(i))
			}
		case *descend.MaybeType:
			walk(t.Elem, via)
		case *descend.ArrayType:
			walk(t.Elem, via.Elem())
		case *descend.VarType, *descend.BoxType, nil:
			if descend.HoldsRef(t) {
				out = append(out, Path{Kind: Unknown})
			}
		}
	}
	walk(via.In(descend.ElemOf(root)), via)
	return out
}

// match relates the steps to a part that is read with those to a part that was written: rest are the steps
// of the former behind the latter; false if they are different components.
func match(read, written []Step) (rest []Step, ok bool) {
	for i, w := range written {
		if i >= len(read) {
			return nil, true // a part of what is read
		}
		a, b := read[i], w
		if a.Kind == Proj && b.Kind == Proj {
			if a.Field != b.Field {
				return nil, false
			}
			continue
		}
		if a.Kind == Proj || b.Kind == Proj || a.Kind == View || b.Kind == View {
			return nil, true // views reorder: anything may match
		}
	}
	return read[min(len(written), len(read)):], true
}

// targets gives what the references at steps in a value refer to; no steps: all references in the value.
func (r *Resolver) targets(v *ir.Value, steps []Step) []Path {
	if !descend.HoldsRef(v.Type()) {
		return nil
	}
	if ps, ok := r.assumed[v]; ok && len(steps) == 0 {
		return ps
	}
	op := v.DefiningOp()
	if op == nil {
		return []Path{{Kind: Unknown}}
	}
	for _, u := range descend.UsesOf(op) {
		switch {
		case u.Value != v:
		case u.Refers():
			return r.Resolve(u.Of)
		case u.Takes() && u.IsPlace():
			var out []Path
			for _, p := range r.Resolve(u.Of) {
				for _, s := range steps {
					p = p.with(s)
				}
				out = append(out, r.held(p, op)...)
			}
			return out
		}
	}
	switch op.Typed().(type) {
	case descend.AllocOp:
		return []Path{{Kind: Alloc, Root: v}}
	case descend.ToAtomicOp, descend.RetypeOp:
		return r.targets(op.Operand(0), steps)
	case descend.RepeatOp:
		return r.targets(op.Operand(0), rest(steps))
	case descend.AggregateOp:
		if len(steps) > 0 && steps[0].Kind == Proj {
			if n := int(steps[0].Field); n >= 0 && n < op.NumOperands() {
				return r.targets(op.Operand(n), steps[1:])
			}
		}
		var out []Path
		for _, a := range op.Operands() {
			out = append(out, r.targets(a, rest(steps))...)
		}
		return out
	case descend.CallOp:
		return r.flow(op)
	case descend.IfOp, descend.IfExistsOp, descend.ScopeOp, descend.UnsafeOp:
		var out []Path
		for _, reg := range op.Regions() {
			if reg.Empty() || reg.Front().Back() == nil {
				continue
			}
			if y := reg.Front().Back(); ir.Is[descend.YieldOp](y) && v.Index() < y.NumOperands() {
				out = append(out, r.targets(y.Operand(v.Index()), steps)...)
			}
		}
		return out
	}
	return []Path{{Kind: Unknown}}
}

func rest(steps []Step) []Step {
	if len(steps) == 0 {
		return nil
	}
	return steps[1:]
}

// flow gives what references out of a call may refer to, or that an operation stores: some part of what the operands refer to.
func (r *Resolver) flow(call *ir.Operation) []Path {
	c := r.contents[contentKey{op: call}]
	if c == nil {
		c = &content{}
		r.contents[contentKey{op: call}] = c
	}
	return r.evaluate(c, func() (out []Path) {
		for _, a := range call.Operands() {
			out = append(out, extend(r.reach(a), Step{Kind: Any})...)
		}
		return out
	})
}
