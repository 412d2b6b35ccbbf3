package fn

import (
	"fmt"

	"descend/dialects/cf"
	"descend/dialects/ods"
	"descend/ir"
)

// FuncOp is func.func.
type FuncOp struct{ *ir.Operation }

// Def returns the definition.
func (FuncOp) Def() *ir.OpDef { return funcDef }

var funcDef = &ir.OpDef{
	Name: "func.func", Summary: "function",
	Description: "A symbol with a function type and a body, whose entry block has the parameters; without a body it is a declaration, which must be private. Attributes of parameters and results are in `arg_attrs` and `res_attrs`.",
	Example: `func.func private @declared(i32, memref<?xf32>) -> f32
func.func @identity(%a: i32 {descend.name = "a"}) -> i32 {
  return %a : i32
}
`,
	Attrs: []ir.AttrDef{
		{Name: "sym_name", Attr: ir.SymbolNameA},
		{Name: "function_type", Attr: ir.FuncTypeA},
		{Name: "sym_visibility", Attr: ir.StringA, Optional: true},
		{Name: "arg_attrs", Attr: ods.DictArray, Optional: true},
		{Name: "res_attrs", Attr: ods.DictArray, Optional: true},
	},
	Regions:        []ir.RegionDef{{Name: "body", MaybeEmpty: true}},
	Traits:         ir.IsolatedFromAbove | ir.Symbol | ir.AllocationScope,
	DefaultDialect: "func",
}

// NewFunc builds a function; its body has an entry block with the parameters.
func NewFunc(b *ir.Builder, name string, inputs, results []ir.Type) FuncOp {
	f := NewDeclaration(b, name, inputs, results)
	f.SetAttr("sym_visibility", nil)
	f.Region(0).Append(ir.NewBlock(b.Loc(), inputs...))
	return f
}

// NewDeclaration builds a private function without body.
func NewDeclaration(b *ir.Builder, name string, inputs, results []ir.Type) FuncOp {
	return FuncOp{b.OpR("func.func", nil, nil, []*ir.Region{ir.NewRegion()},
		ir.Attr("sym_name", b.Ctx.StringAttr(name)),
		ir.Attr("sym_visibility", b.Ctx.StringAttr("private")),
		ir.Attr("function_type", b.Ctx.TypeAttr(b.Ctx.FunctionType(inputs, results))))}
}

// FunctionType is the type, nil if the attribute is missing.
func (o FuncOp) FunctionType() *ir.FunctionType { return ods.FunctionTypeOf(o.Operation) }

// SetFunctionType changes the type; the entry block is the caller's concern.
func (o FuncOp) SetFunctionType(inputs, results []ir.Type) {
	c := o.Context()
	o.SetAttr("function_type", c.TypeAttr(c.FunctionType(inputs, results)))
}

// FunctionBody is the region of the body.
func (o FuncOp) FunctionBody() *ir.Region { return o.Region(0) }

// SymName is the name.
func (o FuncOp) SymName() string { return ir.SymbolName(o.Operation) }

// Entry is the entry block, nil for a declaration.
func (o FuncOp) Entry() *ir.Block { return o.Region(0).Front() }

// IsDeclaration says whether there is no body.
func (o FuncOp) IsDeclaration() bool { return o.Region(0).Empty() }

// IsPrivate says whether the function is only visible in its symbol table.
func (o FuncOp) IsPrivate() bool { return o.StringAttr("sym_visibility") == "private" }

// ArgAttr is an attribute of the i-th parameter, or nil.
func (o FuncOp) ArgAttr(i int, name string) ir.Attribute { return ods.ArgAttr(o.Operation, i, name) }

// SetArgAttr sets an attribute of the i-th parameter; a nil value removes it.
func (o FuncOp) SetArgAttr(i int, name string, a ir.Attribute) {
	ods.SetArgAttr(o.Operation, len(o.FunctionType().Inputs), i, name, a)
}

// Verify checks the entry block and the attributes of parameters and results against the type.
func (o FuncOp) Verify() error {
	if o.IsDeclaration() && o.StringAttr("sym_visibility") == "" {
		return fmt.Errorf("symbol declaration cannot have public visibility")
	}
	return ods.VerifyFunction(o.Operation, 0)
}

// PrintAsm writes MLIR's form of a function.
func (o FuncOp) PrintAsm(p *ir.Printer) { ods.PrintFunction(p) }

// ParseAsm reads what PrintAsm writes.
func (FuncOp) ParseAsm(p *ir.Parser, st *ir.OperationState) error { return ods.ParseFunction(p, st) }

// ReturnOp is func.return.
type ReturnOp struct{ *ir.Operation }

// Def returns the definition.
func (ReturnOp) Def() *ir.OpDef { return returnDef }

var returnDef = &ir.OpDef{
	Name: "func.return", Summary: "return from a function",
	Description: "Ends the function; the operands are its results.",
	Example: `func.func @example(%a: i32) -> i32 {
  return %a : i32
}
`,
	Operands: []ir.OperandDef{{Name: "operands", Type: ods.AnyType, Arity: ir.Variadic}},
	Parents:  []string{"func.func"},
	Traits:   ir.Pure | ir.Terminator | ir.ReturnLike,
	Format:   "attr-dict ($operands^ `:` type($operands))?",
}

// NewReturn builds func.return.
func NewReturn(b *ir.Builder, vs ...*ir.Value) ReturnOp {
	return ReturnOp{b.Op("func.return", vs, nil)}
}

// BranchTo makes the branch that stands for the return where the function is inlined.
func (o ReturnOp) BranchTo(b *ir.Builder, dest *ir.Block) {
	cf.NewBranch(b, dest, o.Operands()...)
}

// Verify checks the operands against the type of the function.
func (o ReturnOp) Verify() error {
	f, _ := ir.As[FuncOp](o.Parent())
	return ods.VerifyReturn(o.Operation, f.FunctionType(), f.SymName())
}

// CallOp is func.call.
type CallOp struct{ *ir.Operation }

// Def returns the definition.
func (CallOp) Def() *ir.OpDef { return callDef }

var callDef = &ir.OpDef{
	Name: "func.call", Summary: "call of a function",
	Description: "Calls the function that the symbol names, with its operands and results.",
	Example: `func.func private @callee(f32) -> f32
func.func @example(%a: f32) {
  %0 = call @callee(%a) : (f32) -> f32
  return
}
`,
	Operands: []ir.OperandDef{{Name: "operands", Type: ods.AnyType, Arity: ir.Variadic}},
	Results:  []ir.OperandDef{{Name: "results", Type: ods.AnyType, Arity: ir.Variadic}},
	Attrs:    []ir.AttrDef{{Name: "callee", Attr: ir.FlatSymbolA}},
	Format:   "$callee `(` $operands `)` attr-dict `:` functional-type($operands, results)",
}

// NewCall builds func.call.
func NewCall(b *ir.Builder, callee string, results []ir.Type, args ...*ir.Value) CallOp {
	return CallOp{b.Op("func.call", args, results, ir.Attr("callee", b.Ctx.SymbolRef(callee)))}
}

// CalleeRef names the function.
func (o CallOp) CalleeRef() *ir.SymbolRefAttr {
	s, _ := o.Attr("callee").(*ir.SymbolRefAttr)
	return s
}

// CallArgs are the operands.
func (o CallOp) CallArgs() []*ir.Value { return o.Operands() }

// Callee is the function called, if it is known here.
func (o CallOp) Callee() (FuncOp, bool) {
	ref := o.CalleeRef()
	if ref == nil {
		return FuncOp{}, false
	}
	return ir.As[FuncOp](ir.ResolveSymbol(o.Operation, ref))
}

// Effects tells that the function may do anything to memory.
func (CallOp) Effects() []ir.Effect {
	return []ir.Effect{{Kind: ir.ReadEffect}, {Kind: ir.WriteEffect}, {Kind: ir.AllocEffect}, {Kind: ir.FreeEffect}}
}

// VerifyRegions checks operands and results against the type of the function; it runs after the symbols
// were verified.
func (o CallOp) VerifyRegions() error {
	f, ok := o.Callee()
	if !ok {
		return fmt.Errorf("'%s' does not reference a valid function", o.CalleeRef().Root)
	}
	t := f.FunctionType()
	if t == nil {
		return nil
	}
	if len(t.Inputs) != o.NumOperands() {
		return fmt.Errorf("incorrect number of operands for callee")
	}
	for i, in := range t.Inputs {
		if o.Operand(i).Type() != in {
			return fmt.Errorf("operand type mismatch: expected operand type '%s', but provided '%s' for operand number %d", in, o.Operand(i).Type(), i)
		}
	}
	if len(t.Results) != o.NumResults() {
		return fmt.Errorf("incorrect number of results for callee")
	}
	for i, r := range t.Results {
		if o.Result(i).Type() != r {
			return fmt.Errorf("result type mismatch at index %d", i)
		}
	}
	return nil
}

// CallIndirectOp is func.call_indirect.
type CallIndirectOp struct{ *ir.Operation }

// Def returns the definition.
func (CallIndirectOp) Def() *ir.OpDef { return callIndirectDef }

var isFunction = ir.TypeConstraint{Name: "function type", Is: func(t ir.Type) bool { _, ok := t.(*ir.FunctionType); return ok }}

var callIndirectDef = &ir.OpDef{
	Name: "func.call_indirect", Summary: "call of a function that is a value",
	Description: "Calls the function that the first operand is, with the other operands.",
	Example: `func.func @example(%f: (f32) -> f32, %a: f32) {
  %0 = call_indirect %f(%a) : (f32) -> f32
  return
}
`,
	Operands: []ir.OperandDef{{Name: "callee", Type: isFunction}, {Name: "callee_operands", Type: ods.AnyType, Arity: ir.Variadic}},
	Results:  []ir.OperandDef{{Name: "results", Type: ods.AnyType, Arity: ir.Variadic}},
	TypeRules: []ir.TypeRule{
		{Of: "callee_operands", From: "callee", Summary: "callee input types match argument types", Types: func(_ *ir.Context, t ir.Type) []ir.Type { return t.(*ir.FunctionType).Inputs }},
		{Of: "results", From: "callee", Summary: "callee result types match result types", Types: func(_ *ir.Context, t ir.Type) []ir.Type { return t.(*ir.FunctionType).Results }},
	},
	Format: "$callee `(` $callee_operands `)` attr-dict `:` type($callee)",
}

// Effects tells that the function may do anything to memory.
func (CallIndirectOp) Effects() []ir.Effect { return CallOp{}.Effects() }

// Rewrites calls a known function by its name.
func (CallIndirectOp) Rewrites() []ir.Rewrite {
	return []ir.Rewrite{{
		Name: "call_indirect-known", Benefit: 1, Args: "%x: f32",
		Before: `
%f = func.constant @f : (f32) -> ()
func.call_indirect %f(%x) : (f32) -> ()`,
		After: `
func.call @f(%x) : (f32) -> ()`,
		Apply: ir.RewriteOn(CallIndirectOp.direct),
	}}
}

func (o CallIndirectOp) direct(rw *ir.Rewriter) bool {
	f, ok := ir.DefinedBy[ConstantOp](o.Operand(0))
	if !ok {
		return false
	}
	call := rw.Op("func.call", o.Operands()[1:], o.Operand(0).Type().(*ir.FunctionType).Results, ir.Attr("callee", f.Attr("value")))
	rw.Replace(o.Operation, call.Results()...)
	return true
}

// ConstantOp is func.constant.
type ConstantOp struct{ *ir.Operation }

// Def returns the definition.
func (ConstantOp) Def() *ir.OpDef { return constantDef }

var constantDef = &ir.OpDef{
	Name: "func.constant", Summary: "function as a value",
	Description: "The function that the symbol names, for calls by `func.call_indirect` or as an operand.",
	Example: `func.func private @callee(f32) -> f32
func.func @example() {
  %f = constant @callee : (f32) -> f32
  return
}
`,
	Results: []ir.OperandDef{{Name: "result", Type: ods.AnyType}},
	Attrs:   []ir.AttrDef{{Name: "value", Attr: ir.FlatSymbolA}},
	Traits:  ir.Pure | ir.ConstantLike,
	Format:  "attr-dict $value `:` type($result)",
}

// ValueNames proposes f.
func (o ConstantOp) ValueNames(set func(*ir.Value, string)) { set(o.Result(0), "f") }

// Fold gives the symbol.
func (o ConstantOp) Fold([]ir.Attribute) []ir.FoldResult {
	return []ir.FoldResult{{Attr: o.Attr("value")}}
}

// VerifyRegions checks the type of the function; it runs after the symbols were verified.
func (o ConstantOp) VerifyRegions() error {
	ref := o.Attr("value").(*ir.SymbolRefAttr)
	f, ok := ir.As[FuncOp](ir.ResolveSymbol(o.Operation, ref))
	if !ok {
		return fmt.Errorf("reference to undefined function '%s'", ref.Root)
	}
	if f.FunctionType() != o.Result(0).Type() {
		return fmt.Errorf("reference to function with mismatched type")
	}
	return nil
}
