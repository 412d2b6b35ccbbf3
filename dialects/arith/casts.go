package arith

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"

	"descend/dialects/ods"
	"descend/ir"
)

// Cast is what all conversions have: one operand, one result.
type Cast struct{ *ir.Operation }

// In is the operand.
func (o Cast) In() *ir.Value { return o.Operand(0) }

// Type is the type of the result.
func (o Cast) Type() ir.Type { return o.Result(0).Type() }

// castDef declares a conversion; from and to are those of the example.
func castDef(mnemonic, summary, description, from, to string, in, out ir.TypeConstraint) *ir.OpDef {
	return &ir.OpDef{
		Name: "arith." + mnemonic, Summary: summary, Description: description,
		Example:  inFunc("%a: "+from, "%0 = arith."+mnemonic+" %a : "+from+" to "+to),
		Operands: []ir.OperandDef{{Name: "in", Type: in}},
		Results:  []ir.OperandDef{{Name: "out", Type: out}},
		Traits:   ir.Pure,
		Format:   "$in attr-dict `:` type($in) `to` type($out)",
	}
}

func buildCast(b *ir.Builder, name string, v *ir.Value, to ir.Type) *ir.Value {
	return b.Op(name, []*ir.Value{v}, []ir.Type{to}).Result(0)
}

// widths are those of the element types of operand and result (index: 64).
func (o Cast) widths() (from, to int) {
	return bits(ods.ElementType(o.In().Type())), bits(ods.ElementType(o.Type()))
}

// bits is the number of bits of a scalar type.
func bits(t ir.Type) int {
	if f, ok := t.(*ir.FloatType); ok {
		return f.Width()
	}
	w, _ := width(t)
	return w
}

// verifyCast checks shapes and, for cmp below or above zero, that the result is narrower or wider.
func (o Cast) verifyCast(cmp int) error {
	if err := o.verifyShapes(); err != nil {
		return err
	}
	from, to := o.widths()
	if cmp < 0 && to >= from || cmp > 0 && to <= from || !o.sameEncoding() {
		return o.incompatible()
	}
	return nil
}

// verifyShapes checks that operand and result are both scalars, vectors of one shape, or tensors of one ranked shape.
func (o Cast) verifyShapes() error {
	in, inTensor := o.In().Type().(*ir.TensorType)
	out, outTensor := o.Type().(*ir.TensorType)
	if inTensor || outTensor {
		if !inTensor || !outTensor || in.Unranked || out.Unranked || !slices.Equal(in.Shape, out.Shape) {
			return errors.New("failed to verify that input and output have the same tensor dimensions")
		}
		return nil
	}
	v, inVector := o.In().Type().(*ir.VectorType)
	w, outVector := o.Type().(*ir.VectorType)
	if inVector != outVector || inVector && (!slices.Equal(v.Shape, w.Shape) || !slices.Equal(v.Scalable, w.Scalable)) {
		return errors.New("requires the same shape for all operands and results")
	}
	return nil
}

// sameEncoding says whether tensors have one encoding.
func (o Cast) sameEncoding() bool {
	in, ok := o.In().Type().(*ir.TensorType)
	return !ok || in.Encoding == o.Type().(*ir.TensorType).Encoding
}

func (o Cast) incompatible() error {
	return fmt.Errorf("operand type '%s' and result type '%s' are cast incompatible", o.In().Type(), o.Type())
}

// foldInt computes f of an integer constant and wraps it to the type of the result.
func (o Cast) foldInt(c []ir.Attribute, f func(x *big.Int, from int) *big.Int) []ir.FoldResult {
	from, ok1 := width(o.In().Type())
	if _, ok2 := width(o.Type()); !ok1 || !ok2 {
		return nil
	}
	return o.foldElements(c, func(e ir.Attribute, to ir.Type) ir.Attribute {
		if x := intConst(e); x != nil {
			return o.Context().BigIntAttr(f(x, from), to)
		}
		return nil
	})
}

// foldElements computes f of a constant, or of its elements.
func (o Cast) foldElements(c []ir.Attribute, f func(e ir.Attribute, to ir.Type) ir.Attribute) []ir.FoldResult {
	to := ods.ElementType(o.Type())
	return folded(elementwise(o.Context(), o.Type(), c, func(e []ir.Attribute) ir.Attribute { return f(e[0], to) }))
}

func keep(x *big.Int, _ int) *big.Int { return x }

// ExtSIOp is arith.extsi.
type ExtSIOp struct{ Cast }

// Def returns the definition.
func (ExtSIOp) Def() *ir.OpDef { return extSIDef }

var extSIDef = castDef("extsi", "sign extension", "The same signed number in a wider type.", "i32", "i64", ods.FixedIntegerLike, ods.FixedIntegerLike)

// ExtSI builds arith.extsi.
func ExtSI(b *ir.Builder, v *ir.Value, to ir.Type) *ir.Value {
	return buildCast(b, "arith.extsi", v, to)
}

// Verify checks that the result is wider.
func (o ExtSIOp) Verify() error { return o.verifyCast(1) }

// Fold knows constants and the extension of an extension (in place).
func (o ExtSIOp) Fold(c []ir.Attribute) []ir.FoldResult {
	if e, ok := ir.DefinedBy[ExtSIOp](o.In()); ok {
		o.SetOperand(0, e.In())
		return foldedTo(o.Result(0))
	}
	return o.foldInt(c, keep)
}

// ExtUIOp is arith.extui.
type ExtUIOp struct{ Cast }

// Def returns the definition.
func (ExtUIOp) Def() *ir.OpDef { return extUIDef }

var extUIDef = castDef("extui", "zero extension", "The same unsigned number in a wider type.", "i32", "i64", ods.FixedIntegerLike, ods.FixedIntegerLike)

// ExtUI builds arith.extui.
func ExtUI(b *ir.Builder, v *ir.Value, to ir.Type) *ir.Value {
	return buildCast(b, "arith.extui", v, to)
}

// Verify checks that the result is wider.
func (o ExtUIOp) Verify() error { return o.verifyCast(1) }

// Fold knows constants and the extension of an extension (in place).
func (o ExtUIOp) Fold(c []ir.Attribute) []ir.FoldResult {
	if e, ok := ir.DefinedBy[ExtUIOp](o.In()); ok {
		o.SetOperand(0, e.In())
		return foldedTo(o.Result(0))
	}
	return o.foldInt(c, unsigned)
}

// TruncIOp is arith.trunci.
type TruncIOp struct{ Cast }

// Def returns the definition.
func (TruncIOp) Def() *ir.OpDef { return truncIDef }

var truncIDef = castDef("trunci", "integer truncation", "The low bits.", "i64", "i32", ods.FixedIntegerLike, ods.FixedIntegerLike)

// TruncI builds arith.trunci.
func TruncI(b *ir.Builder, v *ir.Value, to ir.Type) *ir.Value {
	return buildCast(b, "arith.trunci", v, to)
}

// Verify checks that the result is narrower.
func (o TruncIOp) Verify() error { return o.verifyCast(-1) }

// Fold knows constants, the truncation of an extension of its own type or narrower ones, and of a truncation.
func (o TruncIOp) Fold(c []ir.Attribute) []ir.FoldResult {
	def := o.In().DefiningOp()
	if def != nil && (def.Is("arith.extsi") || def.Is("arith.extui")) {
		src := def.Operand(0)
		switch from, to := bits(ods.ElementType(src.Type())), bits(ods.ElementType(o.Type())); {
		case src.Type() == o.Type():
			return foldedTo(src)
		case from > to:
			o.SetOperand(0, src)
			return foldedTo(o.Result(0))
		}
	}
	if def != nil && def.Is("arith.trunci") {
		o.SetOperand(0, def.Operand(0))
		return foldedTo(o.Result(0))
	}
	return o.foldInt(c, keep)
}

// ExtFOp is arith.extf.
type ExtFOp struct{ Cast }

// Def returns the definition.
func (ExtFOp) Def() *ir.OpDef { return extFDef }

var extFDef = castDef("extf", "float to wider float", "The same number.", "f32", "f64", ods.FloatLike, ods.FloatLike)

// ExtF builds arith.extf.
func ExtF(b *ir.Builder, v *ir.Value, to ir.Type) *ir.Value { return buildCast(b, "arith.extf", v, to) }

// Verify checks that the result is wider.
func (o ExtFOp) Verify() error { return o.verifyCast(1) }

// Fold knows constants.
func (o ExtFOp) Fold(c []ir.Attribute) []ir.FoldResult { return o.foldToFloat(c) }

// foldToFloat rounds a float constant to the type of the result.
func (o Cast) foldToFloat(c []ir.Attribute) []ir.FoldResult {
	return o.foldElements(c, func(e ir.Attribute, to ir.Type) ir.Attribute {
		x, ok := floatConst(e)
		t, isFloat := to.(*ir.FloatType)
		if !ok || !isFloat || math.IsNaN(x) || !computable(t) {
			return nil
		}
		return o.Context().FloatAttr(x, t)
	})
}

// computable says whether constants of the type can be made from a float64.
func computable(t *ir.FloatType) bool {
	switch t.Kind {
	case ir.F16, ir.BF16, ir.F32, ir.F64:
		return true
	}
	return false
}

// TruncFOp is arith.truncf.
type TruncFOp struct{ Cast }

// Def returns the definition.
func (TruncFOp) Def() *ir.OpDef { return truncFDef }

var truncFDef = func() *ir.OpDef {
	d := castDef("truncf", "float to narrower float", "The nearest number, ties to even.", "f64", "f32", ods.FloatLike, ods.FloatLike)
	d.Attrs = []ir.AttrDef{
		{Name: "roundingmode", Attr: ods.Enum("Floating point rounding mode", ir.I32A, roundingModes), Optional: true},
		{Name: "fastmath", Attr: FastMathConstraint, Optional: true},
	}
	d.Format = "$in ($roundingmode^)? (`fastmath` `` $fastmath^)? attr-dict `:` type($in) `to` type($out)"
	return d
}()

var roundingModes = []string{"to_nearest_even", "downward", "upward", "toward_zero", "to_nearest_away"}

// TruncF builds arith.truncf.
func TruncF(b *ir.Builder, v *ir.Value, to ir.Type) *ir.Value {
	return buildCast(b, "arith.truncf", v, to)
}

// Verify checks that the result is narrower.
func (o TruncFOp) Verify() error { return o.verifyCast(-1) }

// Fold knows constants, and the truncation of an extension of its own type.
func (o TruncFOp) Fold(c []ir.Attribute) []ir.FoldResult {
	if o.HasAttr("roundingmode") {
		return nil
	}
	if e, ok := ir.DefinedBy[ExtFOp](o.In()); ok && e.In().Type() == o.Type() {
		return foldedTo(e.In())
	}
	return o.foldToFloat(c)
}

// SIToFPOp is arith.sitofp.
type SIToFPOp struct{ Cast }

// Def returns the definition.
func (SIToFPOp) Def() *ir.OpDef { return siToFPDef }

var siToFPDef = castDef("sitofp", "signed integer to float", "The nearest number, ties to even.", "i32", "f32", ods.FixedIntegerLike, ods.FloatLike)

// SIToFP builds arith.sitofp.
func SIToFP(b *ir.Builder, v *ir.Value, to ir.Type) *ir.Value {
	return buildCast(b, "arith.sitofp", v, to)
}

// Verify checks the shapes.
func (o SIToFPOp) Verify() error { return o.verifyCast(0) }

// Fold knows constants.
func (o SIToFPOp) Fold(c []ir.Attribute) []ir.FoldResult { return o.foldFromInt(c, keep) }

// UIToFPOp is arith.uitofp.
type UIToFPOp struct{ Cast }

// Def returns the definition.
func (UIToFPOp) Def() *ir.OpDef { return uiToFPDef }

var uiToFPDef = castDef("uitofp", "unsigned integer to float", "The nearest number, ties to even.", "i32", "f32", ods.FixedIntegerLike, ods.FloatLike)

// UIToFP builds arith.uitofp.
func UIToFP(b *ir.Builder, v *ir.Value, to ir.Type) *ir.Value {
	return buildCast(b, "arith.uitofp", v, to)
}

// Verify checks the shapes.
func (o UIToFPOp) Verify() error { return o.verifyCast(0) }

// Fold knows constants.
func (o UIToFPOp) Fold(c []ir.Attribute) []ir.FoldResult { return o.foldFromInt(c, unsigned) }

// foldFromInt rounds an integer constant once to the type of the result. Numbers that a float64 does not
// hold are left alone unless that is the type.
func (o Cast) foldFromInt(c []ir.Attribute, f func(x *big.Int, from int) *big.Int) []ir.FoldResult {
	from, _ := width(o.In().Type())
	return o.foldElements(c, func(e ir.Attribute, to ir.Type) ir.Attribute {
		x := intConst(e)
		t, ok := to.(*ir.FloatType)
		if x == nil || !ok || !computable(t) {
			return nil
		}
		v, acc := new(big.Float).SetInt(f(x, from)).Float64()
		if acc != big.Exact && t.Kind != ir.F64 {
			return nil
		}
		return o.Context().FloatAttr(v, t)
	})
}

// FPToSIOp is arith.fptosi.
type FPToSIOp struct{ Cast }

// Def returns the definition.
func (FPToSIOp) Def() *ir.OpDef { return fpToSIDef }

var fpToSIDef = castDef("fptosi", "float to signed integer", "Rounds towards zero. Undefined when the number does not fit.", "f32", "i32", ods.FloatLike, ods.FixedIntegerLike)

// FPToSI builds arith.fptosi.
func FPToSI(b *ir.Builder, v *ir.Value, to ir.Type) *ir.Value {
	return buildCast(b, "arith.fptosi", v, to)
}

// Verify checks the shapes.
func (o FPToSIOp) Verify() error { return o.verifyCast(0) }

// Fold knows constants that fit.
func (o FPToSIOp) Fold(c []ir.Attribute) []ir.FoldResult { return o.foldToInt(c, true) }

// FPToUIOp is arith.fptoui.
type FPToUIOp struct{ Cast }

// Def returns the definition.
func (FPToUIOp) Def() *ir.OpDef { return fpToUIDef }

var fpToUIDef = castDef("fptoui", "float to unsigned integer", "Rounds towards zero. Undefined when the number does not fit.", "f32", "i32", ods.FloatLike, ods.FixedIntegerLike)

// FPToUI builds arith.fptoui.
func FPToUI(b *ir.Builder, v *ir.Value, to ir.Type) *ir.Value {
	return buildCast(b, "arith.fptoui", v, to)
}

// Verify checks the shapes.
func (o FPToUIOp) Verify() error { return o.verifyCast(0) }

// Fold knows constants that fit.
func (o FPToUIOp) Fold(c []ir.Attribute) []ir.FoldResult { return o.foldToInt(c, false) }

// foldToInt rounds a float constant towards zero, if the result fits.
func (o Cast) foldToInt(c []ir.Attribute, signed bool) []ir.FoldResult {
	w, ok := width(o.Type())
	if !ok || w == 0 {
		return nil
	}
	lo, hi := new(big.Int), new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(w)), big.NewInt(1))
	if signed {
		lo, hi = minSigned(w), maxSigned(w)
	}
	return o.foldElements(c, func(e ir.Attribute, to ir.Type) ir.Attribute {
		x, ok := floatConst(e)
		if !ok || math.IsNaN(x) || math.IsInf(x, 0) {
			return nil
		}
		n, _ := new(big.Float).SetFloat64(x).Int(nil)
		if n.Cmp(lo) < 0 || n.Cmp(hi) > 0 {
			return nil
		}
		return o.Context().BigIntAttr(n, to)
	})
}

// BitcastOp is arith.bitcast.
type BitcastOp struct{ Cast }

// Def returns the definition.
func (BitcastOp) Def() *ir.OpDef { return bitcastDef }

var bitcastDef = castDef("bitcast", "reinterpretation of bits", "The same bits in a type of the same width.", "f32", "i32", ods.BitcastLike, ods.BitcastLike)

// Bitcast builds arith.bitcast.
func Bitcast(b *ir.Builder, v *ir.Value, to ir.Type) *ir.Value {
	return buildCast(b, "arith.bitcast", v, to)
}

// Verify checks that the widths agree.
func (o BitcastOp) Verify() error {
	from, to := o.widths()
	_, i1 := ods.ElementType(o.In().Type()).(*ir.IndexType)
	_, i2 := ods.ElementType(o.Type()).(*ir.IndexType)
	if err := o.verifyShapes(); err != nil {
		return err
	}
	if from != to || i1 != i2 || !o.sameEncoding() {
		return o.incompatible()
	}
	return nil
}

// Fold knows casts to the own type, casts of casts, and constants.
func (o BitcastOp) Fold(c []ir.Attribute) []ir.FoldResult {
	if o.In().Type() == o.Type() {
		return foldedTo(o.In())
	}
	if e, ok := ir.DefinedBy[BitcastOp](o.In()); ok {
		if e.In().Type() == o.Type() {
			return foldedTo(e.In())
		}
		o.SetOperand(0, e.In())
		return foldedTo(o.Result(0))
	}
	return o.foldElements(c, func(e ir.Attribute, to ir.Type) ir.Attribute {
		var bits *big.Int
		switch a := e.(type) {
		case *ir.IntegerAttr:
			w, _ := width(a.Type)
			bits = unsigned(a.Value, w)
		case *ir.FloatAttr:
			bits = a.Bits
		}
		switch t := to.(type) {
		case *ir.FloatType:
			return o.Context().FloatBits(bits, t)
		case *ir.IntegerType:
			return o.Context().BigIntAttr(bits, t)
		}
		return nil
	})
}

// indexCastType is named as MLIR's, which takes memrefs too.
var indexCastType = ir.TypeConstraint{Name: "signless-integer-like or memref of signless-integer", Is: ods.SignlessIntegerLike.Is}

// IndexCastOp is arith.index_cast.
type IndexCastOp struct{ Cast }

// Def returns the definition.
func (IndexCastOp) Def() *ir.OpDef { return indexCastDef }

var indexCastDef = castDef("index_cast", "between index and signed integers", "Truncates or sign extends; index has 64 bits.", "index", "i32", indexCastType, indexCastType)

// IndexCast builds arith.index_cast; v itself if it has the type already.
func IndexCast(b *ir.Builder, v *ir.Value, to ir.Type) *ir.Value {
	if v.Type() == to {
		return v
	}
	return buildCast(b, "arith.index_cast", v, to)
}

// Verify checks that exactly one type is index.
func (o IndexCastOp) Verify() error { return o.verifyIndexCast() }

func (o Cast) verifyIndexCast() error {
	_, from := ods.ElementType(o.In().Type()).(*ir.IndexType)
	_, to := ods.ElementType(o.Type()).(*ir.IndexType)
	if err := o.verifyShapes(); err != nil {
		return err
	}
	if from == to || !o.sameEncoding() {
		return o.incompatible()
	}
	return nil
}

// Fold knows constants, a cast back of a cast that lost no bits, and an operand that is a sign extension.
func (o IndexCastOp) Fold(c []ir.Attribute) []ir.FoldResult {
	if e, ok := ir.DefinedBy[ExtSIOp](o.In()); ok {
		o.SetOperand(0, e.In())
		return foldedTo(o.Result(0))
	}
	if e, ok := ir.DefinedBy[IndexCastOp](o.In()); ok && e.lossless() && e.In().Type() == o.Type() {
		return foldedTo(e.In())
	}
	return o.foldInt(c, keep)
}

// lossless says whether the result has at least the bits of the operand.
func (o Cast) lossless() bool {
	from, to := o.widths()
	return to >= from
}

// IndexCastUIOp is arith.index_castui.
type IndexCastUIOp struct{ Cast }

// Def returns the definition.
func (IndexCastUIOp) Def() *ir.OpDef { return indexCastUIDef }

var indexCastUIDef = castDef("index_castui", "between index and unsigned integers", "Truncates or zero extends; index has 64 bits.", "index", "i32", indexCastType, indexCastType)

// IndexCastUI builds arith.index_castui; v itself if it has the type already.
func IndexCastUI(b *ir.Builder, v *ir.Value, to ir.Type) *ir.Value {
	if v.Type() == to {
		return v
	}
	return buildCast(b, "arith.index_castui", v, to)
}

// Verify checks that exactly one type is index.
func (o IndexCastUIOp) Verify() error { return o.verifyIndexCast() }

// Fold knows constants, a cast back of a cast that lost no bits, and an operand that is a zero extension.
func (o IndexCastUIOp) Fold(c []ir.Attribute) []ir.FoldResult {
	if e, ok := ir.DefinedBy[ExtUIOp](o.In()); ok {
		o.SetOperand(0, e.In())
		return foldedTo(o.Result(0))
	}
	if e, ok := ir.DefinedBy[IndexCastUIOp](o.In()); ok && e.lossless() && e.In().Type() == o.Type() {
		return foldedTo(e.In())
	}
	return o.foldInt(c, unsigned)
}
