package arith

import (
	"cmp"
	"errors"
	"math/big"
	"strings"

	"descend/dialects/ods"
	"descend/ir"
)

// ConstantOp is arith.constant: a number, known at compile time.
type ConstantOp struct{ *ir.Operation }

// Def returns the definition.
func (ConstantOp) Def() *ir.OpDef { return constantDef }

var constantDef = &ir.OpDef{
	Name:        "arith.constant",
	Summary:     "integer, index or floating point constant",
	Description: "The result is the number that `value` holds; its type is the type of the attribute.",
	Example: `%0 = arith.constant 42 : i32
%1 = arith.constant 1.500000e+00 : f32
%2 = arith.constant true
`,
	Results: []ir.OperandDef{{Name: "result", Type: ods.AnyType}},
	Attrs:   []ir.AttrDef{{Name: "value", Attr: typedAttr}},
	Traits:  ir.Pure | ir.ConstantLike,
	Format:  "attr-dict $value",
}

// Value is the attribute that holds the number.
func (o ConstantOp) Value() ir.Attribute { return o.Attr("value") }

// InferTypes gives the type of the value.
func (ConstantOp) InferTypes(_ *ir.Context, st *ir.OperationState) ([]ir.Type, error) {
	if t := ods.TypeOf(st.Attr("value")); t != nil {
		return []ir.Type{t}, nil
	}
	return nil, errors.New("value must be an attribute with a type")
}

// typedAttr is an attribute that has a type.
var typedAttr = ir.AttrConstraint{Name: "TypedAttr instance", Is: func(a ir.Attribute) bool { _, text := a.(*ir.StringAttr); return text || ods.TypeOf(a) != nil }}

// Verify checks that value and result have one type, and that integers are signless.
func (o ConstantOp) Verify() error {
	t := ods.TypeOf(o.Value())
	if o.Result(0).Type() != cmp.Or(t, ir.Type(o.Context().None())) {
		return errors.New("failed to verify that all of {value, result} have same type")
	}
	if it, ok := t.(*ir.IntegerType); ok && it.Sign != ir.Signless {
		return errors.New("integer return type must be signless")
	}
	if t == nil {
		return errors.New("value must be an integer, float, or elements attribute")
	}
	return nil
}

// Fold gives the value.
func (o ConstantOp) Fold([]ir.Attribute) []ir.FoldResult { return []ir.FoldResult{{Attr: o.Value()}} }

// ValueNames proposes MLIR's names: c5_i32, c-1_i8, c0 for index, true, false, cst.
func (o ConstantOp) ValueNames(set func(*ir.Value, string)) {
	i, ok := o.Value().(*ir.IntegerAttr)
	if !ok {
		set(o.Result(0), "cst")
		return
	}
	switch t := i.Type.(type) {
	case *ir.IntegerType:
		if t.Width == 1 {
			if i.Value.Sign() != 0 {
				set(o.Result(0), "true")
			} else {
				set(o.Result(0), "false")
			}
			return
		}
		var buf [64]byte
		set(o.Result(0), string(append(append(i.Value.Append(append(buf[:0], 'c'), 10), '_'), t.String()...)))
	default:
		var buf [64]byte
		set(o.Result(0), string(i.Value.Append(append(buf[:0], 'c'), 10)))
	}
}

// NewConstant builds the constant of an attribute; nil if the attribute has no type.
func NewConstant(b *ir.Builder, value ir.Attribute) *ir.Value {
	t := ods.TypeOf(value)
	if t == nil {
		return nil
	}
	return b.Op("arith.constant", nil, []ir.Type{t}, ir.Attr("value", value)).Result(0)
}

// NewConstantIndex builds v : index.
func NewConstantIndex(b *ir.Builder, v int64) *ir.Value { return NewConstant(b, b.Ctx.IndexAttr(v)) }

// NewConstantInt builds v of an integer type or index; it is wrapped to the width.
func NewConstantInt(b *ir.Builder, v int64, t ir.Type) *ir.Value {
	return NewConstant(b, b.Ctx.IntAttr(v, t))
}

// NewConstantI32 builds v : i32.
func NewConstantI32(b *ir.Builder, v int64) *ir.Value { return NewConstant(b, b.Ctx.I32Attr(v)) }

// NewConstantI64 builds v : i64.
func NewConstantI64(b *ir.Builder, v int64) *ir.Value { return NewConstant(b, b.Ctx.I64Attr(v)) }

// NewConstantBool builds true or false.
func NewConstantBool(b *ir.Builder, v bool) *ir.Value { return NewConstant(b, b.Ctx.BoolAttr(v)) }

// NewConstantFloat builds the number nearest to v of an f16, bf16, f32 or f64 type.
func NewConstantFloat(b *ir.Builder, v float64, t *ir.FloatType) *ir.Value {
	return NewConstant(b, b.Ctx.FloatAttr(v, t))
}

// NewZero builds the zero of an integer, index or floating point type.
func NewZero(b *ir.Builder, t ir.Type) *ir.Value {
	if f, ok := t.(*ir.FloatType); ok {
		return NewConstant(b, b.Ctx.FloatBits(new(big.Int), f))
	}
	return NewConstantInt(b, 0, t)
}

// ConstantValue is the attribute of a value that a constant defines, else nil.
func ConstantValue(v *ir.Value) ir.Attribute {
	if v == nil || v.DefiningOp() == nil || !v.DefiningOp().Has(ir.ConstantLike) {
		return nil
	}
	return v.DefiningOp().Attr("value")
}

// ConstantInt is the number that an integer or index value is known to be, if it fits 64 bits.
func ConstantInt(v *ir.Value) (int64, bool) {
	a, ok := ConstantValue(v).(*ir.IntegerAttr)
	if !ok || !a.Value.IsInt64() {
		return 0, false
	}
	return a.Value.Int64(), true
}

// IsConstantInt says whether v is the constant n.
func IsConstantInt(v *ir.Value, n int64) bool {
	c, ok := ConstantInt(v)
	return ok && c == n
}

// MaterializeConstant makes the arith.constant of a folded value, nil if the attribute is not of type t.
func MaterializeConstant(b *ir.Builder, value ir.Attribute, t ir.Type, loc ir.Location) *ir.Operation {
	if ods.TypeOf(value) != t {
		return nil
	}
	switch e := ods.ElementType(t).(type) {
	case *ir.IntegerType:
		if e.Sign != ir.Signless {
			return nil
		}
	case *ir.IndexType, *ir.FloatType:
	default:
		return nil
	}
	return b.Create(ir.OperationState{Name: b.Ctx.OpName("arith.constant"), Loc: loc, Types: []ir.Type{t},
		Attrs: []ir.NamedAttr{ir.Attr("value", value)}})
}

// inFunc wraps the body of an example in a function with the arguments.
func inFunc(args, body string) string {
	return "func.func @example(" + args + ") {\n  " + strings.ReplaceAll(body, "\n", "\n  ") + "\n  return\n}\n"
}
