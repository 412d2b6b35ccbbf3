// Package vector is the part of MLIR's vector dialect that the gpu level needs: taking elements out of what nvgpu's operations give a lane.
package vector

import (
	"fmt"
	"slices"

	"descend/dialects/ods"
	"descend/ir"
)

// Dialect returns the definition of the dialect.
func Dialect() *ir.Dialect {
	return &ir.Dialect{
		Name:        "vector",
		Summary:     "vectors in registers",
		Description: "MLIR's `vector`, as far as the gpu level needs it. As upstream, operations that are not defined are let pass.",
		Ops: []ir.OpEntry{
			ir.Op(func(o *ir.Operation) ExtractOp { return ExtractOp{o} }),
		},
		AllowsUnknownOps: true,
	}
}

// ExtractOp is vector.extract.
type ExtractOp struct{ *ir.Operation }

// Def returns the definition.
func (ExtractOp) Def() *ir.OpDef { return extractDef }

var extractDef = &ir.OpDef{
	Name: "vector.extract", Summary: "element, or vector of fewer dimensions, of a vector",
	Description: "What of the vector has the position, a number for each of the first dimensions; with fewer numbers than dimensions that is a vector.",
	Example: `func.func @example(%v: vector<4x2xf16>, %i: index) {
  %0 = vector.extract %v[0, 1] : f16 from vector<4x2xf16>
  %1 = vector.extract %v[%i] : vector<2xf16> from vector<4x2xf16>
  return
}
`,
	Operands: []ir.OperandDef{{Name: "vector", Type: ir.AnyVector}, {Name: "dynamic_position", Type: ods.Index, Arity: ir.Variadic}},
	Results:  []ir.OperandDef{{Name: "result", Type: ir.AnyType}},
	Attrs:    []ir.AttrDef{{Name: "static_position", Attr: ir.DenseI64A}},
	Traits:   ir.Pure,
	Format:   "$vector `` custom<Position>($dynamic_position, $static_position) attr-dict `:` type($result) `from` type($vector)",
	Directives: map[string]ir.Directive{
		"Position": ods.IndexList("dynamic_position", "static_position"),
	},
}

// NewExtract builds vector.extract of one element.
func NewExtract(b *ir.Builder, v *ir.Value, position ...int64) *ir.Value {
	t := v.Type().(*ir.VectorType)
	return b.Op("vector.extract", []*ir.Value{v}, []ir.Type{t.Elem}, ir.Attr("static_position", b.Ctx.DenseArray(b.Ctx.I64(), position...))).Result(0)
}

// Vector is what the element is taken out of.
func (o ExtractOp) Vector() *ir.Value { return o.Operand(0) }

// Position are the numbers; ir.Dynamic for each that an operand gives.
func (o ExtractOp) Position() []int64 {
	d, _ := o.Attr("static_position").(*ir.DenseArrayAttr)
	return d.Values
}

// Element is the number of the element in row-major order; false where an operand says which, or where it is several.
func (o ExtractOp) Element() (int, bool) {
	t, at := o.Vector().Type().(*ir.VectorType), o.Position()
	if len(at) != len(t.Shape) || slices.Contains(at, ir.Dynamic) {
		return 0, false
	}
	n := int64(0)
	for i, x := range at {
		n = n*t.Shape[i] + x
	}
	return int(n), true
}

// Verify checks the position and the type.
func (o ExtractOp) Verify() error {
	t, at := o.Vector().Type().(*ir.VectorType), o.Position()
	if len(at) > len(t.Shape) {
		return ir.BareError("expected position attribute of rank no greater than vector rank")
	}
	dynamic := 0
	for i, x := range at {
		switch {
		case x == ir.Dynamic:
			dynamic++
		case x < 0 || x >= t.Shape[i]:
			return ir.BareError(fmt.Sprintf("expected position attribute #%d to be a non-negative integer smaller than the corresponding vector dimension", i+1))
		}
	}
	if dynamic != o.NumOperands()-1 {
		return fmt.Errorf("%d numbers of the position are given by %d operands", dynamic, o.NumOperands()-1)
	}
	want := t.Elem
	if len(at) < len(t.Shape) {
		var scalable []bool
		if len(t.Scalable) > 0 {
			scalable = t.Scalable[len(at):]
		}
		want = o.Context().VectorType(t.Shape[len(at):], scalable, t.Elem)
	}
	if got := o.Result(0).Type(); got != want {
		return fmt.Errorf("inferred type(s) '%s' are incompatible with return type(s) of operation '%s'", want, got)
	}
	return nil
}
