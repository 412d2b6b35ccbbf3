package arith

import (
	"errors"
	"fmt"
	"math"
	"math/big"

	"descend/dialects/ods"
	"descend/ir"
)

// IntPredicate is a comparison of integers, with MLIR's numbers.
type IntPredicate int64

// The integer predicates.
const (
	EQ IntPredicate = iota
	NE
	SLT
	SLE
	SGT
	SGE
	ULT
	ULE
	UGT
	UGE
)

var intPredicates = []string{"eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"}

func (p IntPredicate) String() string {
	if p >= 0 && int(p) < len(intPredicates) {
		return intPredicates[p]
	}
	return fmt.Sprint(int64(p))
}

// Swapped is the predicate for exchanged operands.
func (p IntPredicate) Swapped() IntPredicate {
	switch p {
	case SLT, SLE, ULT, ULE:
		return p + 2
	case SGT, SGE, UGT, UGE:
		return p - 2
	}
	return p
}

// Inverse is the predicate that holds exactly where p does not.
func (p IntPredicate) Inverse() IntPredicate {
	return [...]IntPredicate{NE, EQ, SGE, SGT, SLE, SLT, UGE, UGT, ULE, ULT}[p]
}

// Eval compares two numbers of w bits, kept as signed.
func (p IntPredicate) Eval(x, y *big.Int, w int) bool {
	if p >= ULT {
		x, y = unsigned(x, w), unsigned(y, w)
	}
	c := x.Cmp(y)
	switch p {
	case EQ:
		return c == 0
	case NE:
		return c != 0
	case SLT, ULT:
		return c < 0
	case SLE, ULE:
		return c <= 0
	case SGT, UGT:
		return c > 0
	}
	return c >= 0
}

// FloatPredicate is a comparison of floats, with MLIR's numbers: ordered ones are false, unordered ones
// true when an operand is NaN.
type FloatPredicate int64

// The floating point predicates.
const (
	AlwaysFalse FloatPredicate = iota
	OEQ
	OGT
	OGE
	OLT
	OLE
	ONE
	ORD
	UEQ
	FUGT
	FUGE
	FULT
	FULE
	UNE
	UNO
	AlwaysTrue
)

var floatPredicates = []string{"false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule", "une", "uno", "true"}

func (p FloatPredicate) String() string {
	if p >= 0 && int(p) < len(floatPredicates) {
		return floatPredicates[p]
	}
	return fmt.Sprint(int64(p))
}

// Eval compares two numbers.
func (p FloatPredicate) Eval(x, y float64) bool {
	if math.IsNaN(x) || math.IsNaN(y) {
		return p >= UEQ
	}
	switch p {
	case OEQ, UEQ:
		return x == y
	case OGT, FUGT:
		return x > y
	case OGE, FUGE:
		return x >= y
	case OLT, FULT:
		return x < y
	case OLE, FULE:
		return x <= y
	case ONE, UNE:
		return x != y
	case ORD, AlwaysTrue:
		return true
	}
	return false
}

// predicateAttr declares the attribute predicate: an i64, written as a keyword.
func predicateAttr(op string, names []string) ir.AttrDef {
	return ir.AttrDef{Name: "predicate",
		Attr: ods.Enum(fmt.Sprintf("predicate of %s (64-bit signless integer from 0 to %d)", op, len(names)-1), ir.I64A, names)}
}

// boolLike is i1, or a vector or tensor of i1 in the shape of t.
func boolLike(c *ir.Context, t ir.Type) ir.Type { return ods.WithElement(c, t, c.I1()) }

// cmpRule gives i1 in the shape of the operands.
var cmpRule = []ir.TypeRule{{Of: "result", From: "lhs", Summary: "result type has i1 element type and same shape as operands",
	Types: func(c *ir.Context, t ir.Type) []ir.Type { return []ir.Type{boolLike(c, t)} }}}

// CmpIOp is arith.cmpi.
type CmpIOp struct{ Binary }

// Def returns the definition.
func (CmpIOp) Def() *ir.OpDef { return cmpIDef }

var cmpIDef = &ir.OpDef{
	Name: "arith.cmpi", Summary: "integer comparison",
	Description: "Compares by `predicate`: eq, ne, and less or greater as signed (slt ..) or unsigned (ult ..) numbers. The result is i1.",
	Example:     inFunc("%a: i32, %b: i32", "%0 = arith.cmpi slt, %a, %b : i32"),
	Operands:    lhsRhs(ods.SignlessIntegerLike),
	Results:     oneResult(ods.BoolLike),
	Attrs:       []ir.AttrDef{predicateAttr("arith.cmpi", intPredicates)},
	Traits:      ir.Pure | ir.SameTypeOperands,
	TypeRules:   cmpRule,
	Format:      "$predicate `,` $lhs `,` $rhs attr-dict `:` type($lhs)",
}

// CmpI builds arith.cmpi.
func CmpI(b *ir.Builder, p IntPredicate, l, r *ir.Value) *ir.Value {
	return b.Op("arith.cmpi", []*ir.Value{l, r}, []ir.Type{boolLike(b.Ctx, l.Type())}, ir.Attr("predicate", b.Ctx.I64Attr(int64(p)))).Result(0)
}

// Predicate is the comparison.
func (o CmpIOp) Predicate() IntPredicate {
	p, _ := o.IntAttr("predicate")
	return IntPredicate(p)
}

// Fold knows equal operands, constants and x != 0 of a zero extended i1; a constant moves to the right.
func (o CmpIOp) Fold(c []ir.Attribute) []ir.FoldResult {
	ctx := o.Context()
	w, ok := width(o.Lhs().Type())
	if !ok || w == 0 {
		return nil
	}
	p := o.Predicate()
	if o.Lhs() == o.Rhs() {
		return foldedBool(ctx, o.Type(), p.Eval(new(big.Int), new(big.Int), w))
	}
	if src := extendedBool(o.Lhs()); src != nil && p == NE && isInt(c[1], 0) {
		return foldedTo(src)
	}
	if w == 1 && (p == NE && isInt(c[1], 0) || p == EQ && isInt(c[1], -1)) {
		return foldedTo(o.Lhs())
	}
	if c[0] != nil && c[1] == nil {
		l, r := o.Lhs(), o.Rhs()
		o.SetOperand(0, r)
		o.SetOperand(1, l)
		o.SetAttr("predicate", ctx.I64Attr(int64(p.Swapped())))
		return foldedTo(o.Result(0))
	}
	return folded(elementwise(ctx, o.Type(), c, func(e []ir.Attribute) ir.Attribute {
		x, y := intConst(e[0]), intConst(e[1])
		if x == nil || y == nil {
			return nil
		}
		return ctx.BoolAttr(p.Eval(x, y, w))
	}))
}

// extendedBool is the i1 that v extends, or nil.
func extendedBool(v *ir.Value) *ir.Value {
	var src *ir.Value
	if e, ok := ir.DefinedBy[ExtUIOp](v); ok {
		src = e.In()
	} else if e, ok := ir.DefinedBy[ExtSIOp](v); ok {
		src = e.In()
	}
	if src != nil {
		if w, ok := width(src.Type()); ok && w == 1 {
			return src
		}
	}
	return nil
}

// CmpFOp is arith.cmpf.
type CmpFOp struct{ FloatBinary }

// Def returns the definition.
func (CmpFOp) Def() *ir.OpDef { return cmpFDef }

var cmpFDef = &ir.OpDef{
	Name: "arith.cmpf", Summary: "floating point comparison",
	Description: "Compares by `predicate`; ordered ones (oeq ..) are false and unordered ones (ueq ..) true when an operand is NaN. The result is i1.",
	Example:     inFunc("%a: f32, %b: f32", "%0 = arith.cmpf olt, %a, %b : f32"),
	Operands:    lhsRhs(ods.FloatLike),
	Results:     oneResult(ods.BoolLike),
	Attrs:       []ir.AttrDef{predicateAttr("arith.cmpf", floatPredicates), FastMathDef},
	Traits:      ir.Pure | ir.SameTypeOperands,
	TypeRules:   cmpRule,
	Format:      "$predicate `,` $lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($lhs)",
}

// CmpF builds arith.cmpf.
func CmpF(b *ir.Builder, p FloatPredicate, l, r *ir.Value, fm ...FastMath) *ir.Value {
	attrs := append(fastMathAttrs(b.Ctx, fm), ir.Attr("predicate", b.Ctx.I64Attr(int64(p))))
	return b.Op("arith.cmpf", []*ir.Value{l, r}, []ir.Type{boolLike(b.Ctx, l.Type())}, attrs...).Result(0)
}

// Predicate is the comparison.
func (o CmpFOp) Predicate() FloatPredicate {
	p, _ := o.IntAttr("predicate")
	return FloatPredicate(p)
}

// Fold knows constants and the constant predicates.
func (o CmpFOp) Fold(c []ir.Attribute) []ir.FoldResult {
	ctx := o.Context()
	p := o.Predicate()
	if p == AlwaysFalse || p == AlwaysTrue {
		return foldedBool(ctx, o.Type(), p == AlwaysTrue)
	}
	return folded(elementwise(ctx, o.Type(), c, func(e []ir.Attribute) ir.Attribute {
		x, ok1 := floatConst(e[0])
		y, ok2 := floatConst(e[1])
		if !ok1 || !ok2 {
			return nil
		}
		return ctx.BoolAttr(p.Eval(x, y))
	}))
}

// SelectOp is arith.select.
type SelectOp struct{ *ir.Operation }

// Def returns the definition.
func (SelectOp) Def() *ir.OpDef { return selectDef }

var selectDef = &ir.OpDef{
	Name: "arith.select", Summary: "choice between two values",
	Description: "The second operand if the first is true, else the third. Both values are computed.",
	Example:     inFunc("%c: i1, %a: f32, %b: f32", "%0 = arith.select %c, %a, %b : f32"),
	Operands: []ir.OperandDef{{Name: "condition", Type: ods.BoolLike}, {Name: "true_value", Type: ods.AnyType},
		{Name: "false_value", Type: ods.AnyType}},
	Results: oneResult(ods.AnyType),
	Traits:  ir.Pure,
}

// Select builds arith.select.
func Select(b *ir.Builder, cond, t, f *ir.Value) *ir.Value {
	return b.Op("arith.select", []*ir.Value{cond, t, f}, []ir.Type{t.Type()}).Result(0)
}

// Condition chooses.
func (o SelectOp) Condition() *ir.Value { return o.Operand(0) }

// TrueValue is the result when the condition holds.
func (o SelectOp) TrueValue() *ir.Value { return o.Operand(1) }

// FalseValue is the result when the condition does not hold.
func (o SelectOp) FalseValue() *ir.Value { return o.Operand(2) }

// InferTypes gives the type of the values.
func (SelectOp) InferTypes(_ *ir.Context, st *ir.OperationState) ([]ir.Type, error) {
	if len(st.Operands) != 3 {
		return nil, errors.New("expected 3 operands")
	}
	return []ir.Type{st.Operands[1].Type()}, nil
}

// Verify checks that values and result have one type, and the shape of the condition.
func (o SelectOp) Verify() error {
	t := o.Result(0).Type()
	if o.TrueValue().Type() != t || o.FalseValue().Type() != t {
		return errors.New("failed to verify that all of {true_value, false_value, result} have same type")
	}
	ct := o.Condition().Type()
	if ods.IsShaped(ct) && !ods.EqualShapes(ct, t) {
		return errors.New("failed to verify that condition is signless i1 or has matching shape")
	}
	if err := ods.SameShapes(o.Operation); err != nil {
		return err
	}
	if ods.IsShaped(ct) && ct != boolLike(o.Context(), t) {
		return fmt.Errorf("expected condition type to have the same shape as the result type, expected '%s', but got '%s'", boolLike(o.Context(), t), ct)
	}
	return nil
}

// Fold knows a constant condition, equal values, (true, false), and values that the condition compares.
func (o SelectOp) Fold(c []ir.Attribute) []ir.FoldResult {
	t, f := o.TrueValue(), o.FalseValue()
	switch {
	case t == f, isInt(c[0], -1):
		return foldedTo(t)
	case isInt(c[0], 0):
		return foldedTo(f)
	case o.Condition().Type() == t.Type() && isInt(c[1], -1) && isInt(c[2], 0):
		return foldedTo(o.Condition())
	}
	if cmp, ok := ir.DefinedBy[CmpIOp](o.Condition()); ok && (cmp.Lhs() == t && cmp.Rhs() == f || cmp.Lhs() == f && cmp.Rhs() == t) {
		switch cmp.Predicate() {
		case EQ:
			return foldedTo(f)
		case NE:
			return foldedTo(t)
		}
	}
	if !ods.IsShaped(o.Condition().Type()) {
		return nil
	}
	return folded(elementwise(o.Context(), t.Type(), c, func(e []ir.Attribute) ir.Attribute {
		if isInt(e[0], 0) {
			return e[2]
		}
		return e[1]
	}))
}

// PrintAsm writes "%c, %a, %b : t", with the type of the condition before t if that is not i1.
func (o SelectOp) PrintAsm(p *ir.Printer) {
	p.Write(" ")
	p.Values(o.Operands())
	p.AttrDict()
	p.Write(" : ")
	if t := o.Condition().Type(); ods.IsShaped(t) {
		p.Type(t)
		p.Write(", ")
	}
	p.Type(o.Result(0).Type())
}

// ParseAsm reads what PrintAsm writes.
func (SelectOp) ParseAsm(p *ir.Parser, st *ir.OperationState) error {
	pos := p.Pos()
	ops := p.Operands()
	if len(ops) != 3 {
		p.FailAt(pos, "expected 3 operands")
	}
	p.OptionalAttrDict(st)
	cond, t := ir.Type(p.Context().I1()), p.ColonType()
	if p.Accept(",") {
		cond, t = t, p.Type()
	}
	st.Types = []ir.Type{t}
	st.Operands = p.ResolveAll(ops, []ir.Type{cond, t, t})
	return nil
}
