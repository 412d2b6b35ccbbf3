// Package main is a compiler of the language Toy, a module of its own around the framework: docs/extend/toy.md goes through it.
package main

import (
	"fmt"

	"descend/dialects/cf"
	"descend/dialects/ods"
	"descend/ir"
)

// Dialect returns the dialect toy: arrays of f64 as values, in functions without control flow. Shapes are not known at first. It
// lowers to scf, arith and memref.
func Dialect() *ir.Dialect {
	return &ir.Dialect{
		Name: "toy", Summary: "arrays of f64 as values",
		Ops: []ir.OpEntry{
			ir.Op(func(o *ir.Operation) FuncOp { return FuncOp{o} }),
			ir.Op(func(o *ir.Operation) ReturnOp { return ReturnOp{o} }),
			ir.Op(func(o *ir.Operation) CallOp { return CallOp{o} }),
			ir.Op(func(o *ir.Operation) ConstantOp { return ConstantOp{o} }),
			ir.Op(func(o *ir.Operation) AddOp { return AddOp{elementwise{o}} }),
			ir.Op(func(o *ir.Operation) MulOp { return MulOp{elementwise{o}} }),
			ir.Op(func(o *ir.Operation) TransposeOp { return TransposeOp{o} }),
			ir.Op(func(o *ir.Operation) ReshapeOp { return ReshapeOp{o} }),
			ir.Op(func(o *ir.Operation) CastOp { return CastOp{o} }),
			ir.Op(func(o *ir.Operation) PrintOp { return PrintOp{o} }),
		},
		MaterializeConstant: func(b *ir.Builder, value ir.Attribute, t ir.Type, loc ir.Location) *ir.Operation {
			return b.At(loc).Op("toy.constant", nil, []ir.Type{t}, ir.Attr("value", value))
		},
	}
}

// isArray is the constraint of all values: tensor<*xf64> of any shape, or of a shape.
var isArray = ir.TypeConstraint{Name: "tensor of f64", Is: func(t ir.Type) bool {
	a, ok := t.(*ir.TensorType)
	if !ok {
		return false
	}
	elem, ok := a.Elem.(*ir.FloatType)
	return ok && elem.Kind == ir.F64
}}

// shapeOf is the shape of a value; false while it is not known.
func shapeOf(v *ir.Value) ([]int64, bool) {
	t := v.Type().(*ir.TensorType)
	return t.Shape, !t.Unranked
}

// The operand and the result of operations that have one of each.
var (
	input  = ir.OperandOf[ir.Type]("input", isArray)
	output = ir.ResultOf[ir.Type]("output", isArray)
)

func one(name string) []ir.OperandDef { return []ir.OperandDef{{Name: name, Type: isArray}} }
func some(name string) []ir.OperandDef {
	return []ir.OperandDef{{Name: name, Type: isArray, Arity: ir.Variadic}}
}

// FuncOp is toy.func.
type FuncOp struct{ *ir.Operation }

// Def returns the definition.
func (FuncOp) Def() *ir.OpDef { return funcDef }

var funcDef = &ir.OpDef{
	Name: "toy.func", Summary: "a function",
	Example: "toy.func private @same(%a: tensor<*xf64>) -> tensor<*xf64> {\n  toy.return %a : tensor<*xf64>\n}\n",
	Attrs:   []ir.AttrDef{{Name: "sym_name", Attr: ir.SymbolNameA}, {Name: "function_type", Attr: ir.FuncTypeA}, {Name: "sym_visibility", Attr: ir.StringA, Optional: true}},
	Regions: []ir.RegionDef{{Name: "body"}},
	Traits:  ir.IsolatedFromAbove | ir.Symbol,
}

// FunctionType and FunctionBody make it a function for all passes ([ods.FunctionLike]).
func (o FuncOp) FunctionType() *ir.FunctionType { return ods.FunctionTypeOf(o.Operation) }

// FunctionBody is the region of the body.
func (o FuncOp) FunctionBody() *ir.Region { return o.Region(0) }

// Verify checks the arguments of the body against the type.
func (o FuncOp) Verify() error { return ods.VerifyFunction(o.Operation, 0) }

// PrintAsm and ParseAsm are the form of functions in MLIR.
func (o FuncOp) PrintAsm(p *ir.Printer) { ods.PrintFunction(p) }

// ParseAsm reads what PrintAsm writes.
func (FuncOp) ParseAsm(p *ir.Parser, st *ir.OperationState) error { return ods.ParseFunction(p, st) }

// ReturnOp is toy.return.
type ReturnOp struct{ *ir.Operation }

// Def returns the definition.
func (ReturnOp) Def() *ir.OpDef { return returnDef }

var returnDef = &ir.OpDef{
	Name: "toy.return", Summary: "the end of a function, with its result if it has one",
	Example:  "toy.func private @nothing() {\n  toy.return\n}\n",
	Operands: []ir.OperandDef{{Name: "input", Type: isArray, Arity: ir.Optional}},
	Parents:  []string{"toy.func"},
	Traits:   ir.Pure | ir.Terminator | ir.ReturnLike,
	Format:   "($input^ `:` type($input))? attr-dict",
}

// Verify checks the result against the type of the function.
func (o ReturnOp) Verify() error {
	f, _ := ir.As[FuncOp](o.Parent())
	return ods.VerifyReturn(o.Operation, f.FunctionType(), ir.SymbolName(f.Operation))
}

// BranchTo lets functions be inlined ([ods.InlinableReturn]).
func (o ReturnOp) BranchTo(b *ir.Builder, dest *ir.Block) { cf.NewBranch(b, dest, o.Operands()...) }

// CallOp is toy.generic_call.
type CallOp struct{ *ir.Operation }

// Def returns the definition.
func (CallOp) Def() *ir.OpDef { return callDef }

var callDef = &ir.OpDef{
	Name: "toy.generic_call", Summary: "a call of a function for any shapes",
	Example: `toy.func private @same(%a: tensor<*xf64>) -> tensor<*xf64> {
  toy.return %a : tensor<*xf64>
}
toy.func private @caller(%a: tensor<2x3xf64>) {
  %0 = toy.generic_call @same(%a) : (tensor<2x3xf64>) -> tensor<*xf64>
  toy.return
}
`,
	Operands: some("inputs"),
	Results:  []ir.OperandDef{{Name: "output", Type: isArray, Arity: ir.Optional}},
	Attrs:    []ir.AttrDef{{Name: "callee", Attr: ir.FlatSymbolA}},
	Format:   "$callee `(` $inputs `)` attr-dict `:` functional-type($inputs, results)",
}

// CalleeRef and CallArgs make it a call for all passes ([ods.CallLike]).
func (o CallOp) CalleeRef() *ir.SymbolRefAttr { return o.Attr("callee").(*ir.SymbolRefAttr) }

// CallArgs are the operands.
func (o CallOp) CallArgs() []*ir.Value { return o.Operands() }

// VerifyRegions checks the numbers of operands and results, once the functions were verified; types may differ.
func (o CallOp) VerifyRegions() error {
	f, ok := ir.As[FuncOp](ir.ResolveSymbol(o.Operation, o.CalleeRef()))
	if !ok {
		return fmt.Errorf("calls %s, which is no toy.func", o.CalleeRef())
	}
	if t := f.FunctionType(); len(t.Inputs) != o.NumOperands() || len(t.Results) != o.NumResults() {
		return fmt.Errorf("has %d operands and %d results, but %s has the type %s", o.NumOperands(), o.NumResults(), o.CalleeRef(), t)
	}
	return nil
}

// ConstantOp is toy.constant.
type ConstantOp struct{ *ir.Operation }

// Def returns the definition.
func (ConstantOp) Def() *ir.OpDef { return constantDef }

var constantDef = &ir.OpDef{
	Name: "toy.constant", Summary: "an array that is written in the program",
	Example: "%0 = toy.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf64>\n",
	Attrs: []ir.AttrDef{{Name: "value", Attr: ir.AttrConstraint{Name: "dense array of f64", Is: func(a ir.Attribute) bool {
		d, ok := a.(*ir.DenseAttr)
		return ok && isArray.Is(d.Type)
	}}}},
	Results: one("output"),
	Traits:  ir.Pure | ir.ConstantLike,
	Format:  "$value attr-dict",
}

// Value is the array.
func (o ConstantOp) Value() *ir.DenseAttr { return o.Attr("value").(*ir.DenseAttr) }

// InferTypes gives the type of the value.
func (ConstantOp) InferTypes(_ *ir.Context, st *ir.OperationState) ([]ir.Type, error) {
	return []ir.Type{ods.TypeOf(st.Attr("value"))}, nil
}

// Verify wants the type of the value.
func (o ConstantOp) Verify() error { return ods.CheckInferred(o.Operation, []ir.Type{o.Value().Type}) }

// elementwise is what operations on two arrays of one shape have in common.
type elementwise struct{ *ir.Operation }

func elementwiseDef(mnemonic, summary string) *ir.OpDef {
	return &ir.OpDef{
		Name: "toy." + mnemonic, Summary: summary,
		Example: "%a = toy.constant dense<[1.0, 2.0]> : tensor<2xf64>\n%0 = toy." + mnemonic +
			" %a, %a : (tensor<2xf64>, tensor<2xf64>) -> tensor<*xf64>\n",
		Operands: []ir.OperandDef{{Name: "lhs", Type: isArray}, {Name: "rhs", Type: isArray}},
		Results:  one("output"),
		Traits:   ir.Pure | ir.Commutative,
		Format:   "$lhs `,` $rhs attr-dict `:` functional-type(operands, results)",
	}
}

// AddOp is toy.add.
type AddOp struct{ elementwise }

// Def returns the definition.
func (AddOp) Def() *ir.OpDef { return addDef }

var addDef = elementwiseDef("add", "sums of the elements of two arrays of one shape")

// MulOp is toy.mul.
type MulOp struct{ elementwise }

// Def returns the definition.
func (MulOp) Def() *ir.OpDef { return mulDef }

var mulDef = elementwiseDef("mul", "products of the elements of two arrays of one shape")

// TransposeOp is toy.transpose.
type TransposeOp struct{ *ir.Operation }

// Def returns the definition.
func (TransposeOp) Def() *ir.OpDef { return transposeDef }

var transposeDef = &ir.OpDef{
	Name: "toy.transpose", Summary: "an array with its dimensions in reverse order",
	Example:  "%a = toy.constant dense<[[1.0, 2.0]]> : tensor<1x2xf64>\n%0 = toy.transpose(%a : tensor<1x2xf64>) to tensor<*xf64>\n",
	Operands: []ir.OperandDef{input.Def}, Results: []ir.OperandDef{output.Def},
	Traits: ir.Pure,
	Format: "`(` $input `:` type($input) `)` attr-dict `to` type($output)",
}

// ReshapeOp is toy.reshape.
type ReshapeOp struct{ *ir.Operation }

// Def returns the definition.
func (ReshapeOp) Def() *ir.OpDef { return reshapeDef }

var reshapeDef = &ir.OpDef{
	Name: "toy.reshape", Summary: "the same elements, row by row, in another shape",
	Example:  "%a = toy.constant dense<[[1.0, 2.0]]> : tensor<1x2xf64>\n%0 = toy.reshape(%a : tensor<1x2xf64>) to tensor<2xf64>\n",
	Operands: []ir.OperandDef{input.Def}, Results: []ir.OperandDef{output.Def},
	Traits: ir.Pure,
	Format: "`(` $input `:` type($input) `)` attr-dict `to` type($output)",
}

// Verify wants a shape, for as many elements as the operand has if that is known.
func (o ReshapeOp) Verify() error {
	to, ok := shapeOf(o.Result(0))
	if !ok {
		return fmt.Errorf("needs a result with a shape")
	}
	if from, ok := shapeOf(input.Of(o)); ok {
		return checkElements(from, to)
	}
	return nil
}

// checkElements wants as many elements in one shape as in another.
func checkElements(from, to []int64) error {
	m, _ := ir.NumElements(from)
	if n, _ := ir.NumElements(to); m != n {
		return ir.BareError(fmt.Sprintf("an array of shape %s has %s, one of shape %s has %d", shapeText(from), count(int(m), "element"), shapeText(to), n))
	}
	return nil
}

// CastOp is toy.cast.
type CastOp struct{ *ir.Operation }

// Def returns the definition.
func (CastOp) Def() *ir.OpDef { return castDef }

var castDef = &ir.OpDef{
	Name: "toy.cast", Summary: "the same array, where its shape is better or less known",
	Example:  "%a = toy.constant dense<[1.0, 2.0]> : tensor<2xf64>\n%0 = toy.cast %a : tensor<2xf64> to tensor<*xf64>\n",
	Operands: []ir.OperandDef{input.Def}, Results: []ir.OperandDef{output.Def},
	Traits: ir.Pure,
	Format: "$input attr-dict `:` type($input) `to` type($output)",
}

// PrintOp is toy.print.
type PrintOp struct{ *ir.Operation }

// Def returns the definition.
func (PrintOp) Def() *ir.OpDef { return printDef }

var printDef = &ir.OpDef{
	Name: "toy.print", Summary: "prints an array, a row a line",
	Example:  "%a = toy.constant dense<[1.0, 2.0]> : tensor<2xf64>\ntoy.print %a : tensor<2xf64>\n",
	Operands: []ir.OperandDef{input.Def},
	Format:   "$input attr-dict `:` type($input)",
}
