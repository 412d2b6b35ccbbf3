package opt

import (
	"descend/ir"
	"descend/passes"
	"descend/passes/dataflow"
)

// SCCP is sparse conditional constant propagation: it finds values that are constant along all control flow
// that constants leave possible, and puts constants in their place. Private functions that are only called
// take part: their arguments are what the calls hand them.
//
//	%true = arith.constant true
//	cf.cond_br %true, ^bb1(%c1 : i32), ^bb2(%c2 : i32)
//	^bb1(%a: i32):                                          ->   "use"(%c1) : (i32) -> ()
//	  "use"(%a) : (i32) -> ()
//
// The constants stand at the start of the isolated region; control flow stays as it is.
type SCCP struct{ anyOp }

// Name is the name of the pass.
func (*SCCP) Name() string { return "sccp" }

// Description is one line.
func (*SCCP) Description() string { return "Sparse Conditional Constant Propagation" }

// Run propagates constants inside c.Op.
func (*SCCP) Run(c *passes.Context) error {
	facts := dataflow.Solve[constant](c.Op, constants{})
	s := &sccp{c: c, facts: facts, pool: newConstantPool(c.IR())}
	s.push(c.Op.Regions())
	for len(s.blocks) > 0 {
		b := s.blocks[len(s.blocks)-1]
		s.blocks = s.blocks[:len(s.blocks)-1]
		s.block(b)
	}
	c.Preserve(passes.Dominance)
	return nil
}

// constant is the fact of a value: what it always is, or (the zero value) nothing.
type constant struct {
	value   ir.Attribute
	dialect *ir.Dialect // makes the operation that holds it
}

// constants is the analysis.
type constants struct{}

// Top says nothing.
func (constants) Top(*ir.Value) constant { return constant{} }

// Join is the constant if both are the same.
func (constants) Join(a, b constant) constant {
	if a.value != b.value {
		return constant{}
	}
	return a
}

// Equal compares.
func (constants) Equal(a, b constant) bool { return a.value == b.value }

// Argument says nothing.
func (constants) Argument(*ir.Value, func(*ir.Value) (constant, bool)) (constant, bool) {
	return constant{}, true
}

// Constant is the value.
func (constants) Constant(f constant) ir.Attribute { return f.value }

// Transfer folds the operation.
func (constants) Transfer(op *ir.Operation, operands, out []constant, fact func(*ir.Value) (constant, bool)) {
	attrs := make([]ir.Attribute, len(operands))
	for i, f := range operands {
		attrs[i] = f.value
	}
	for i, r := range foldOnly(op, attrs) {
		switch {
		case r.Attr != nil:
			out[i] = constant{r.Attr, op.OpName().Dialect}
		case r.Value != nil:
			out[i], _ = fact(r.Value)
		}
	}
}

// foldOnly folds an operation with the constants given for its operands, and undoes what that changes in
// place. It is nil if there is one result too many or too few.
func foldOnly(op *ir.Operation, attrs []ir.Attribute) []ir.FoldResult {
	operands, before := op.Operands(), op.Attrs()
	res := ir.Fold(op, attrs)
	if len(res) != op.NumResults() {
		res = nil
	}
	for i, r := range res {
		if r.Value == op.Result(i) { // changed in place
			res = nil
			break
		}
	}
	for i, v := range operands {
		if op.Operand(i) != v {
			op.SetOperand(i, v)
		}
	}
	for _, a := range before { // the list is never changed, but replaced
		if op.Attr(a.Name) != a.Value {
			op.SetAttr(a.Name, a.Value)
		}
	}
	return res
}

// sccp replaces values by constants.
type sccp struct {
	c     *passes.Context
	facts *dataflow.Result[constant]
	pool  *constantPool
	// blocks is a stack: the order in which constants are made is that of mlir-opt.
	blocks []*ir.Block
}

// push adds the blocks of regions, the first of each region on top.
func (s *sccp) push(rs []*ir.Region) {
	for _, r := range rs {
		for b := r.Back(); b != nil; b = b.Prev() {
			s.blocks = append(s.blocks, b)
		}
	}
}

func (s *sccp) block(b *ir.Block) {
	for op := range b.Ops() {
		all := op.NumResults() > 0
		for _, v := range op.Results() {
			all = s.replace(v, op) && all
		}
		if all && ir.WouldBeDead(op) {
			op.Erase()
			s.c.Stat("num-erased", 1)
			continue
		}
		s.push(op.Regions())
	}
	for _, a := range b.Args() {
		if b.Front() != nil {
			s.replace(a, b.Front())
		}
	}
}

// replace puts a constant in the place of v if it is known to be one.
func (s *sccp) replace(v *ir.Value, at *ir.Operation) bool {
	f, ok := s.facts.Fact(v)
	if !ok || f.value == nil {
		return false
	}
	c := s.pool.get(at, f.value, v.Type(), f.dialect)
	if c == nil {
		return false
	}
	v.ReplaceAllUsesWith(c)
	s.c.Stat("num-replaced", 1)
	return true
}

// constantPool makes constants, each once at the start of the region that hides outer values.
type constantPool struct {
	ctx  *ir.Context
	made map[pooledConstant]*ir.Value
}

type pooledConstant struct {
	r       *ir.Region
	dialect *ir.Dialect
	value   ir.Attribute
	typ     ir.Type
}

func newConstantPool(c *ir.Context) *constantPool {
	return &constantPool{ctx: c, made: map[pooledConstant]*ir.Value{}}
}

// get returns the constant for use at op; nil if its dialect has no operation for it.
func (p *constantPool) get(at *ir.Operation, value ir.Attribute, t ir.Type, d *ir.Dialect) *ir.Value {
	if d == nil || d.MaterializeConstant == nil {
		return nil
	}
	r := at.ParentRegion()
	for r.Op() != nil && r.Op().Def() != nil && !r.Op().Has(ir.IsolatedFromAbove) && r.Op().ParentRegion() != nil {
		r = r.Op().ParentRegion()
	}
	key := pooledConstant{r, d, value, t}
	if v := p.made[key]; v != nil {
		return v
	}
	op := d.MaterializeConstant(ir.NewBuilder(p.ctx).AtStart(r.Front()).At(at.Loc()), value, t, at.Loc())
	if op == nil || op.NumResults() != 1 {
		return nil
	}
	p.made[key] = op.Result(0)
	return op.Result(0)
}
