// Package affine is the part of MLIR's affine dialect that computes: affine.apply, affine.min and affine.max, which have maps of
// affine expressions. Loops over threads have them where they become kernels; the pass lower-affine makes arithmetic of them.
// Loops and accesses of the dialect are not here.
package affine

import (
	"fmt"
	"math/bits"

	"descend/dialects/arith"
	"descend/dialects/ods"
	"descend/ir"
)

// Dialect returns the definition of the dialect.
func Dialect() *ir.Dialect {
	return &ir.Dialect{
		Name:        "affine",
		Summary:     "affine expressions",
		Description: "MLIR's `affine`, as far as it computes: numbers of type index by maps of affine expressions. Its loops and accesses are not here.",
		Ops: []ir.OpEntry{
			ir.Op(func(o *ir.Operation) ApplyOp { return ApplyOp{Mapped{o}} }),
			ir.Op(func(o *ir.Operation) MaxOp { return MaxOp{Mapped{o}} }),
			ir.Op(func(o *ir.Operation) MinOp { return MinOp{Mapped{o}} }),
		},
		MaterializeConstant: arith.MaterializeConstant,
	}
}

// Mapped is what the operations have: a map, and operands for its dimensions, then for its symbols.
type Mapped struct{ *ir.Operation }

// Map is the map.
func (o Mapped) Map() *ir.AffineMap { return o.Attr("map").(*ir.AffineMapAttr).Map }

func def(name, summary, description string) *ir.OpDef {
	return &ir.OpDef{
		Name: "affine." + name, Summary: summary, Description: description,
		Example: `func.func @example(%a: index, %b: index) {
  %0 = affine.` + name + ` affine_map<(d0)[s0] -> (d0 * 4 + s0)>(%a)[%b]
  return
}
`,
		Operands: []ir.OperandDef{{Name: "mapOperands", Type: ods.Index, Arity: ir.Variadic}},
		Results:  []ir.OperandDef{{Name: "result", Type: ods.Index}},
		Attrs: []ir.AttrDef{{Name: "map", Attr: ir.AttrConstraint{
			Name: "AffineMap attribute",
			Is:   func(a ir.Attribute) bool { _, ok := a.(*ir.AffineMapAttr); return ok },
		}}},
		Traits:     ir.Pure,
		Format:     "custom<Applied>($map, $mapOperands) attr-dict",
		Directives: map[string]ir.Directive{"Applied": {Print: printApplied, Parse: parseApplied}},
	}
}

// Verify counts the operands.
func (o Mapped) Verify() error {
	m := o.Map()
	if o.NumOperands() != m.Dims+m.Symbols {
		return fmt.Errorf("operand count and affine map dimension and symbol count must match")
	}
	return nil
}

// printApplied writes "#map(%dims)[%symbols]".
func printApplied(p *ir.Printer) {
	o := Mapped{p.Op()}
	m := o.Map()
	p.Attr(o.Attr("map"))
	p.Write("(")
	p.Values(o.Operands()[:m.Dims])
	p.Write(")")
	if m.Symbols > 0 {
		p.Write("[")
		p.Values(o.Operands()[m.Dims:])
		p.Write("]")
	}
}

// parseApplied reads what printApplied writes.
func parseApplied(p *ir.Parser, f *ir.Fields) {
	pos := p.Pos()
	a, ok := p.Attribute(nil).(*ir.AffineMapAttr)
	if !ok {
		p.FailAt(pos, "invalid kind of attribute specified")
		return
	}
	var refs []ir.OperandRef
	operand := func() { refs = append(refs, p.Operand()) }
	p.Comma("(", ")", operand)
	dims := len(refs)
	if p.Peek("[") {
		p.Comma("[", "]", operand)
	}
	if dims != a.Map.Dims || len(refs)-dims != a.Map.Symbols {
		p.FailAt(p.OpPos(), "dimension or symbol index mismatch")
	}
	f.Attr("map", a)
	f.Operands("mapOperands", refs...)
}

// InferTypes gives index.
func (Mapped) InferTypes(c *ir.Context, _ *ir.OperationState) ([]ir.Type, error) {
	return []ir.Type{c.Index()}, nil
}

// Constant is the value of a result of the map where the operands that it uses are constants; ok is false where one is not, and where the
// value does not fit or divides by a number that is not positive.
func (o Mapped) Constant(e *ir.AffineExpr, operands []ir.Attribute) (v int64, ok bool) {
	operand := func(i int64) (int64, bool) {
		n, isInt := operands[i].(*ir.IntegerAttr)
		if !isInt || !n.Value.IsInt64() {
			return 0, false
		}
		return n.Value.Int64(), true
	}
	switch e.Kind {
	case ir.AffineConst:
		return e.Value, true
	case ir.AffineDim:
		return operand(e.Value)
	case ir.AffineSymbol:
		return operand(int64(o.Map().Dims) + e.Value)
	}
	l, ok1 := o.Constant(e.LHS, operands)
	r, ok2 := o.Constant(e.RHS, operands)
	if !ok1 || !ok2 {
		return 0, false
	}
	return computed(e.Kind, l, r)
}

// computed is an operation on numbers.
func computed(k ir.AffineKind, l, r int64) (v int64, ok bool) {
	switch k {
	case ir.AffineAdd:
		v = l + r
		return v, (v > l) == (r > 0)
	case ir.AffineMul:
		hi, lo := bits.Mul64(magnitude(l), magnitude(r))
		return l * r, hi == 0 && lo < 1<<63
	}
	if r <= 0 {
		return 0, false
	}
	q, rest := l/r, l%r
	switch {
	case k == ir.AffineMod && rest < 0:
		return rest + r, true
	case k == ir.AffineMod:
		return rest, true
	case k == ir.AffineFloorDiv && rest < 0:
		return q - 1, true
	case k == ir.AffineCeilDiv && rest > 0:
		return q + 1, true
	}
	return q, true
}

func magnitude(v int64) uint64 {
	if v < 0 {
		return -uint64(v)
	}
	return uint64(v)
}

// ApplyOp is affine.apply.
type ApplyOp struct{ Mapped }

// Def returns the definition.
func (ApplyOp) Def() *ir.OpDef { return applyDef }

var applyDef = def("apply", "value of an affine map",
	"The result is that of the map, which has one. `floordiv`, `ceildiv` and `mod` are by positive numbers.")

// NewApply builds affine.apply.
func NewApply(b *ir.Builder, m *ir.AffineMap, operands ...*ir.Value) *ir.Value {
	return b.Op("affine.apply", operands, []ir.Type{b.Ctx.Index()}, ir.Attr("map", b.Ctx.AffineMapAttr(m))).Result(0)
}

// Verify counts the operands and the results of the map.
func (o ApplyOp) Verify() error {
	if err := o.Mapped.Verify(); err != nil {
		return err
	}
	if len(o.Map().Results) != 1 {
		return fmt.Errorf("mapping must produce one value")
	}
	return nil
}

// Fold knows constant operands, and maps that give one of them.
func (o ApplyOp) Fold(operands []ir.Attribute) []ir.FoldResult {
	m := o.Map()
	switch e := m.Results[0]; e.Kind {
	case ir.AffineDim:
		return []ir.FoldResult{{Value: o.Operand(int(e.Value))}}
	case ir.AffineSymbol:
		return []ir.FoldResult{{Value: o.Operand(m.Dims + int(e.Value))}}
	}
	if v, ok := o.Constant(m.Results[0], operands); ok {
		return []ir.FoldResult{{Attr: o.Context().IndexAttr(v)}}
	}
	return nil
}

// MinOp is affine.min.
type MinOp struct{ Mapped }

// Def returns the definition.
func (MinOp) Def() *ir.OpDef { return minDef }

var minDef = def("min", "least value of an affine map", "The least of the results of the map, as signed numbers.")

// Verify counts the operands and the results of the map.
func (o MinOp) Verify() error { return o.verifySome() }

// Fold knows constant operands.
func (o MinOp) Fold(operands []ir.Attribute) []ir.FoldResult {
	return o.picked(operands, func(x, y int64) int64 { return min(x, y) })
}

// MaxOp is affine.max.
type MaxOp struct{ Mapped }

// Def returns the definition.
func (MaxOp) Def() *ir.OpDef { return maxDef }

var maxDef = def("max", "greatest value of an affine map", "The greatest of the results of the map, as signed numbers.")

// Verify counts the operands and the results of the map.
func (o MaxOp) Verify() error { return o.verifySome() }

// Fold knows constant operands.
func (o MaxOp) Fold(operands []ir.Attribute) []ir.FoldResult {
	return o.picked(operands, func(x, y int64) int64 { return max(x, y) })
}

// verifySome wants a result of the map.
func (o Mapped) verifySome() error {
	if err := o.Verify(); err != nil {
		return err
	}
	if len(o.Map().Results) == 0 {
		return fmt.Errorf("affine map expect at least one result")
	}
	return nil
}

// picked is one of the results of the map if all are known.
func (o Mapped) picked(operands []ir.Attribute, pick func(x, y int64) int64) []ir.FoldResult {
	var all int64
	for i, e := range o.Map().Results {
		v, ok := o.Constant(e, operands)
		if !ok {
			return nil
		}
		if i > 0 {
			v = pick(all, v)
		}
		all = v
	}
	return []ir.FoldResult{{Attr: o.Context().IndexAttr(all)}}
}
