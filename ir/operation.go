package ir

import (
	"iter"
	"slices"
	"sort"
	"strings"
)

// Operation is the unit of code. Its kind is given by its name; regions nest further operations.
type Operation struct {
	name       *OpName
	loc        Location
	operands   []*Use
	results    []*Value
	attrs      []NamedAttr // inherent and discardable, sorted by name; shared, never changed in place
	regions    []*Region
	successors *successorList
	// Props is the attribute in <..> of an unregistered operation, verbatim; nil otherwise.
	Props Attribute

	block      *Block
	prev, next *Operation
	ctx        *Context
	order      int32 // in the block, while Block.orderValid
	slot       int32 // on the list of ApplyGreedily, or in an OperationSet
	place      place // where in loc, if that is a *SourceFile
}

// OperationState gathers what a new operation consists of.
type OperationState struct {
	Name       *OpName
	Loc        Location
	Operands   []*Value
	Types      []Type
	Attrs      []NamedAttr
	Regions    []*Region
	Successors []*Block
	Props      Attribute
	place      place // where in Loc, if that is a *SourceFile
}

// SetAttr sets an attribute of the state.
func (st *OperationState) SetAttr(name string, a Attribute) {
	for i := range st.Attrs {
		if st.Attrs[i].Name == name {
			st.Attrs[i].Value = a
			return
		}
	}
	st.Attrs = append(st.Attrs, NamedAttr{name, a})
}

// Attr returns an attribute of the state, or nil.
func (st *OperationState) Attr(name string) Attribute { return find(st.Attrs, name) }

// NewOperation makes an operation that is in no block yet. Defaults of missing attributes are filled in.
func NewOperation(c *Context, st OperationState) *Operation {
	st.check("NewOperation", c)
	return newOperation(nil, c, &st)
}

func newOperation(a *Arena, c *Context, st *OperationState) *Operation {
	op := simpleOperation(a, c, st.Name, st.Operands, st.Types, st.Attrs)
	op.Props = st.Props
	if st.Loc != nil {
		op.loc, op.place = st.Loc, st.place
	}
	for _, r := range st.Regions {
		op.AddRegion(r)
	}
	if len(st.Successors) > 0 {
		op.successors = newSuccessors(op, st.Successors)
	}
	return op
}

// simpleOperation makes an operation without regions and successors, at an unknown place. It keeps none of the lists.
func simpleOperation(a *Arena, c *Context, name *OpName, operands []*Value, types []Type, attrs []NamedAttr) *Operation {
	op := bareOperation(a, c, name, operands, types)
	op.attrs = a.attrs(name, name.complete(attrs))
	return op
}

// bareOperation is simpleOperation without attributes.
func bareOperation(a *Arena, c *Context, name *OpName, operands []*Value, types []Type) *Operation {
	op := a.operation(len(operands), len(types))
	op.name, op.loc, op.ctx = name, c.unknownLoc, c
	for i, v := range operands {
		u := op.operands[i]
		u.owner, u.index = op, i
		u.set(v)
	}
	for i, t := range types {
		v := op.results[i]
		v.typ, v.op, v.index = t, op, int32(i)
	}
	return op
}

// complete are attributes with the defaults of those that are missing, sorted by name.
func (name *OpName) complete(attrs []NamedAttr) []NamedAttr {
	if def := name.Def; def != nil {
		for i := range def.Attrs {
			if d := &def.Attrs[i]; d.Default != nil && !d.Optional && find(attrs, d.Name) == nil {
				attrs = append(attrs, NamedAttr{d.Name, name.defaults()[i]})
			}
		}
	}
	byName := func(x, y NamedAttr) int { return strings.Compare(x.Name, y.Name) }
	if !slices.IsSortedFunc(attrs, byName) {
		attrs = slices.Clone(attrs)
		slices.SortStableFunc(attrs, byName)
	}
	return attrs
}

// Context is the context that the operation was made in.
func (op *Operation) Context() *Context { return op.ctx }

// Name is the full name, "arith.addi".
func (op *Operation) Name() string { return op.name.Name }

// OpName is the interned name.
func (op *Operation) OpName() *OpName { return op.name }

// Def is the definition, nil if the operation is not registered.
func (op *Operation) Def() *OpDef { return op.name.Def }

// Is says whether the operation has that name.
func (op *Operation) Is(name string) bool { return op.name.Name == name }

// Has says whether the operation is registered with all given traits.
func (op *Operation) Has(t Trait) bool { return op.name.Def.Has(t) }

// Typed returns the operation as the Go type that its dialect gives it, for type switches; nil if it is
// not registered.
func (op *Operation) Typed() any {
	if op.name.wrap == nil {
		return nil
	}
	return op.name.wrap(op)
}

// Loc is the operation's location.
func (op *Operation) Loc() Location { return op.place.of(op.ctx, op.loc) }

// Bytes is where in its source file the operation is, without making a location of it; nil if its location is of another kind.
func (op *Operation) Bytes() (f *SourceFile, start, end int) {
	f, _ = op.loc.(*SourceFile)
	if f == nil {
		return nil, 0, 0
	}
	return f, int(op.place.pos), int(op.place.pos) + max(0, int(op.place.length)-1)
}

// SetLoc changes the location.
func (op *Operation) SetLoc(l Location) { op.loc = l }

// Block is the block that holds the operation, or nil.
func (op *Operation) Block() *Block { return op.block }

// Next is the following operation of the block, or nil.
func (op *Operation) Next() *Operation { return op.next }

// Prev is the preceding operation of the block, or nil.
func (op *Operation) Prev() *Operation { return op.prev }

// ParentRegion is the region that holds the operation, or nil.
func (op *Operation) ParentRegion() *Region {
	if op.block == nil {
		return nil
	}
	return op.block.region
}

// Parent is the operation around this one, or nil.
func (op *Operation) Parent() *Operation {
	if op.block == nil || op.block.region == nil {
		return nil
	}
	return op.block.region.op
}

// ParentOfName is the innermost operation around this one with that name, or nil.
func (op *Operation) ParentOfName(name string) *Operation {
	for p := op.Parent(); p != nil; p = p.Parent() {
		if p.Is(name) {
			return p
		}
	}
	return nil
}

// IsAncestorOf says whether other is op or lies inside it.
func (op *Operation) IsAncestorOf(other *Operation) bool {
	for ; other != nil; other = other.Parent() {
		if other == op {
			return true
		}
	}
	return false
}

// NumOperands is the number of operands.
func (op *Operation) NumOperands() int { return len(op.operands) }

// Operand is the i-th operand.
func (op *Operation) Operand(i int) *Value {
	if uint(i) >= uint(len(op.operands)) {
		op.lacks("Operation.Operand", "operand", i, len(op.operands))
	}
	return op.operands[i].value
}

// Operands returns the operands in a new slice.
func (op *Operation) Operands() []*Value { return valuesOf(op.operands) }

// valuesOf are the values that are used.
func valuesOf(us []*Use) []*Value {
	out := make([]*Value, len(us))
	for i, u := range us {
		out[i] = u.value
	}
	return out
}

// SetOperand replaces the i-th operand.
func (op *Operation) SetOperand(i int, v *Value) {
	if v == nil || v.op != nil && v.op.ctx != op.ctx {
		badOperand("Operation.SetOperand", op.Name(), i, v)
	}
	if uint(i) >= uint(len(op.operands)) {
		op.lacks("Operation.SetOperand", "operand", i, len(op.operands))
	}
	op.operands[i].set(v)
}

// SetOperands replaces all operands.
func (op *Operation) SetOperands(vs ...*Value) {
	for i, v := range vs {
		if v == nil || v.op != nil && v.op.ctx != op.ctx {
			badOperand("Operation.SetOperands", op.Name(), i, v)
		}
	}
	op.setOperands(vs)
}

func (op *Operation) setOperands(vs []*Value) {
	for _, u := range op.operands {
		u.unlink()
	}
	op.operands = pointers(make([]Use, len(vs)), make([]*Use, len(vs)))
	for i, v := range vs {
		u := op.operands[i]
		u.owner, u.index = op, i
		u.set(v)
	}
}

// NumResults is the number of results.
func (op *Operation) NumResults() int { return len(op.results) }

// Result is the i-th result.
func (op *Operation) Result(i int) *Value {
	if uint(i) >= uint(len(op.results)) {
		op.lacks("Operation.Result", "result", i, len(op.results))
	}
	return op.results[i]
}

// Results are the results; the slice must not be changed.
func (op *Operation) Results() []*Value { return op.results }

// Unused says whether no result is used.
func (op *Operation) Unused() bool {
	for _, r := range op.results {
		if r.HasUses() {
			return false
		}
	}
	return true
}

// Attr is the attribute of that name, or nil.
func (op *Operation) Attr(name string) Attribute { return find(op.attrs, name) }

// find is the attribute of that name in a list, or nil.
func find(attrs []NamedAttr, name string) Attribute {
	for i := range attrs {
		if attrs[i].Name == name {
			return attrs[i].Value
		}
	}
	return nil
}

// HasAttr says whether the attribute is present.
func (op *Operation) HasAttr(name string) bool { return op.Attr(name) != nil }

// StringAttr is the value of a string attribute, "" if absent or of another kind.
func (op *Operation) StringAttr(name string) string {
	if s, ok := op.Attr(name).(*StringAttr); ok {
		return s.Value
	}
	return ""
}

// IntAttr is the value of an integer attribute, and whether it is present as one.
func (op *Operation) IntAttr(name string) (int64, bool) {
	if a, ok := op.Attr(name).(*IntegerAttr); ok && a.Value.IsInt64() {
		return a.Value.Int64(), true
	}
	return 0, false
}

// SetAttr sets an attribute; a nil value removes it.
func (op *Operation) SetAttr(name string, a Attribute) {
	if name == symName && op.block != nil {
		op.block.forgetSymbols()
	}
	i := sort.Search(len(op.attrs), func(i int) bool { return op.attrs[i].Name >= name })
	found := i < len(op.attrs) && op.attrs[i].Name == name
	switch {
	case a == nil && found:
		op.attrs = slices.Concat(op.attrs[:i], op.attrs[i+1:])
	case a == nil:
	case found:
		op.attrs = slices.Clone(op.attrs)
		op.attrs[i].Value = a
	default:
		op.attrs = slices.Concat(op.attrs[:i], []NamedAttr{{name, a}}, op.attrs[i:])
	}
}

// Attrs are all attributes sorted by name, inherent and discardable; the slice must not be changed.
func (op *Operation) Attrs() []NamedAttr { return op.attrs }

// NumRegions is the number of regions.
func (op *Operation) NumRegions() int { return len(op.regions) }

// Region is the i-th region.
func (op *Operation) Region(i int) *Region {
	if uint(i) >= uint(len(op.regions)) {
		op.lacks("Operation.Region", "region", i, len(op.regions))
	}
	return op.regions[i]
}

// Regions are the regions; the slice must not be changed.
func (op *Operation) Regions() []*Region { return op.regions }

// AddRegion appends a region, which must belong to no operation.
func (op *Operation) AddRegion(r *Region) *Region {
	if r == nil || r.op != nil {
		misuse("Operation.AddRegion", "the region for %s is nil, or belongs to an operation already", op.calledAt())
	}
	r.op = op
	op.regions = append(op.regions, r)
	return r
}

// Body is the first block of the i-th region; nil if the region is empty.
func (op *Operation) Body(i int) *Block { return op.Region(i).Front() }

// Remove takes the operation out of its block; it may be inserted again.
func (op *Operation) Remove() {
	b := op.block
	if b == nil {
		return
	}
	if op.prev != nil {
		op.prev.next = op.next
	} else {
		b.first = op.next
	}
	if op.next != nil {
		op.next.prev = op.prev
	} else {
		b.last = op.prev
	}
	op.prev, op.next, op.block = nil, nil, nil
	b.changed()
}

// Erase removes the operation and everything inside for good. Its results must have no uses left, except
// by operations that are erased with it.
func (op *Operation) Erase() {
	if op.order == erased {
		misuse("Operation.Erase", "%s was erased before", op.calledAt())
	}
	op.Remove()
	op.dropReferences()
	op.goneWithoutUses("Operation.Erase")
}

func (op *Operation) dropReferences() {
	op.order = erased
	for _, u := range op.operands {
		u.unlink()
	}
	op.operands = nil
	op.dropSuccessors()
	for _, r := range op.regions {
		for b := range r.Blocks() {
			for o := range b.Ops() {
				o.dropReferences()
			}
		}
	}
}

// MoveBefore moves the operation directly before other.
func (op *Operation) MoveBefore(other *Operation) {
	if other == nil || other.block == nil {
		misuse("Operation.MoveBefore", "%s, before which %s was to be put, is in no block", other.calledAt(), op.calledAt())
	}
	if op == other {
		return
	}
	if len(op.regions) > 0 && other.block.isIn(op) {
		other.block.cannotInsert("Operation.MoveBefore", op, other)
	}
	op.Remove()
	other.block.insertBefore("Operation.MoveBefore", op, other)
}

// MoveToEnd moves the operation to the end of a block.
func (op *Operation) MoveToEnd(b *Block) {
	if b == nil || len(op.regions) > 0 && b.isIn(op) {
		b.cannotInsert("Operation.MoveToEnd", op, nil)
	}
	op.Remove()
	b.insertBefore("Operation.MoveToEnd", op, nil)
}

// Number is the number of the operation in its block; the first is 0.
func (op *Operation) Number() int {
	if !op.block.orderValid {
		op.block.numberOps()
	}
	return int(op.order)
}

// IsBefore says whether op comes before other in the block that both are in.
func (op *Operation) IsBefore(other *Operation) bool {
	b := op.block
	if !b.orderValid {
		b.numberOps()
	}
	return op.order < other.order
}

// ReplaceWith replaces the uses of the results by vs and erases the operation.
func (op *Operation) ReplaceWith(vs ...*Value) {
	op.asManyAs("Operation.ReplaceWith", vs)
	for i, r := range op.results {
		r.ReplaceAllUsesWith(vs[i])
	}
	op.Erase()
}

// Mapping says which value and block stands for which in a clone.
type Mapping struct {
	Values map[*Value]*Value
	Blocks map[*Block]*Block
}

// NewMapping returns an empty mapping.
func NewMapping() *Mapping {
	return &Mapping{Values: map[*Value]*Value{}, Blocks: map[*Block]*Block{}}
}

// Lookup is what v is mapped to, v itself if nothing.
func (m *Mapping) Lookup(v *Value) *Value {
	if w, ok := m.Values[v]; ok {
		return w
	}
	return v
}

// Clone copies the operation with its regions; operands are looked up in m, results and inner values are
// added to it; without m operands stay what they are. The clone is in no block.
func (op *Operation) Clone(m *Mapping) *Operation {
	if m == nil {
		m = NewMapping()
	}
	var room [8]*Value
	var few [4]Type
	operands, types := room[:0], few[:0]
	for _, u := range op.operands {
		operands = append(operands, m.Lookup(u.value))
	}
	for _, r := range op.results {
		types = append(types, r.typ)
	}
	attrs := op.name.complete(slices.Clip(op.attrs))
	checkSimple("NewOperation", op.ctx, op.name, operands, types, attrs)
	n := bareOperation(nil, op.ctx, op.name, operands, types)
	n.loc, n.place, n.Props, n.attrs = op.loc, op.place, op.Props, attrs
	if op.successors != nil {
		list := slices.Clone(op.Successors())
		for i, s := range list {
			if t, ok := m.Blocks[s]; ok {
				list[i] = t
			}
		}
		n.successors = newSuccessors(n, list)
	}
	for i, r := range op.results {
		m.Values[r] = n.results[i]
	}
	for _, r := range op.regions {
		r.CloneInto(n.AddRegion(NewRegion()), m)
	}
	return n
}

// WalkResult steers a walk.
type WalkResult int

// Walk results: go on, do not enter the regions of this operation, stop altogether.
const (
	Advance WalkResult = iota
	Skip
	Interrupt
)

// Walk visits op and all operations inside, each before its regions. The visited operation may be erased
// or moved by f. It returns false if f interrupted.
func (op *Operation) Walk(f func(*Operation) WalkResult) bool {
	switch f(op) {
	case Interrupt:
		return false
	case Skip:
		return true
	}
	for _, r := range op.regions {
		for b := r.first; b != nil; b = b.next {
			for o := b.first; o != nil; {
				next := o.next
				if !o.Walk(f) {
					return false
				}
				o = next
			}
		}
	}
	return true
}

// WalkPost visits all operations inside op and then op, each after its regions. f may erase the operation.
func (op *Operation) WalkPost(f func(*Operation)) {
	for _, r := range op.regions {
		for b := r.first; b != nil; b = b.next {
			for o := b.first; o != nil; {
				next := o.next
				o.WalkPost(f)
				o = next
			}
		}
	}
	f(op)
}

// All iterates over all operations inside op of that name, outermost first ("" for any name).
func (op *Operation) All(name string) iter.Seq[*Operation] {
	return func(yield func(*Operation) bool) {
		op.Walk(func(o *Operation) WalkResult {
			if o != op && (name == "" || o.Is(name)) && !yield(o) {
				return Interrupt
			}
			return Advance
		})
	}
}
