package ir

import (
	"strings"
	"testing"
)

// partsOp has operands and results that are declared by OperandOf and ResultOf.
type partsOp struct{ *Operation }

var (
	partsInput = OperandOf[*IntegerType]("in", TypeIs[*IntegerType]("integer"))
	partsMin   = OperandOf[Type]("min", TypeConstraint{}).Optional()
	partsRest  = OperandOf[*IntegerType]("rest", AnyInt).Variadic()
	partsRes   = ResultOf[*IntegerType]("res", AnyInt)
	partsMore  = ResultOf[*FloatType]("more", TypeIs[*FloatType]("float")).Optional()
	partsDef   = &OpDef{Name: "parts.op", Traits: AttrSizedOperands,
		Operands: []OperandDef{partsInput.Def, partsMin.Def, partsRest.Def}, Results: []OperandDef{partsRes.Def, partsMore.Def}}
)

func (partsOp) Def() *OpDef { return partsDef }

// TestOperands holds that operands and results are found by their declarations, wherever they lie, and what is said where they are not.
func TestOperands(t *testing.T) {
	c := NewContext(&Dialect{Name: "parts", Ops: []OpEntry{Op(func(o *Operation) partsOp { return partsOp{o} })}})
	c.AllowUnregistered = true
	m := readModule(t, c, "m.mlir", []byte(`%0:3 = "t.v"() : () -> (i8, f32, i16)
%1 = "parts.op"(%0#0, %0#2, %0#2) <{operandSegmentSizes = array<i32: 1, 0, 2>}> : (i8, i16, i16) -> i32
%2:2 = "parts.op"(%0#0, %0#1, %0#2) <{operandSegmentSizes = array<i32: 1, 1, 1>}> : (i8, f32, i16) -> (i32, f64)
`))
	var ops []partsOp
	for o := range AllOf[partsOp](m) {
		ops = append(ops, o)
	}
	v, a, b := m.Body(0).Front(), ops[0], ops[1]
	if partsInput.Of(a) != v.Result(0) || partsInput.Type(a).Width != 8 || partsInput.Of(a.Operation) != v.Result(0) {
		t.Error("in of the first")
	}
	if partsMin.Of(a) != nil || len(partsRest.All(a)) != 2 || partsMin.Of(b) != v.Result(1) || partsRest.Of(b) != v.Result(2) {
		t.Error("min and rest")
	}
	if partsRes.Type(a).Width != 32 || partsMore.Of(a) != nil || partsMore.Of(b) != b.Result(1) || partsMore.Type(b) != c.F64() {
		t.Error("results")
	}
	partsRest.Set(b, v.Result(0))
	if b.Operand(2) != v.Result(0) || b.Operand(0) != v.Result(0) || b.Operand(1) != v.Result(1) {
		t.Error("rest is set")
	}
	for want, do := range map[string]func(){
		"ir: Operand.Of: 'parts.op' at m.mlir:2:6 has 2 values as operand 'rest'; All gives them": func() { partsRest.Of(a) },
		"ir: Operand.Of: 't.v' at m.mlir:1:8 has no operand 'in'":                                 func() { partsInput.Of(v) },
		"ir: Result.Of: 't.v' at m.mlir:1:8 has no result 'res'":                                  func() { partsRes.Of(v) },
		"ir: Operand.Type: there is no 'min'":                                                     func() { partsMin.Type(a) },
		"ir: Operand.Type: 'in' has the type 'i8', which is no *ir.FloatType":                     func() { OperandOf[*FloatType]("in", TypeConstraint{}).Type(a) },
		"ir: Operand.Set: 'parts.op' at m.mlir:2:6 has no 'min' that could be set":                func() { partsMin.Set(a, v.Result(1)) },
	} {
		if got := panicOf(do); !strings.HasPrefix(got, want+" (called in ") {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
	sum := `%0 = "t.v"() : () -> f32
%1 = "parts.op"(%0) <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (f32) -> i32
`
	var diags Diagnostics
	if Verify(readModule(t, c, "m.mlir", []byte(sum)), &diags) || !strings.Contains(diags.InOrder()[0].Message, "operand #0 must be integer, but got 'f32'") {
		t.Error(diags.InOrder())
	}
}
