// Package builtin is the dialect of MLIR's builtin operations: the module around everything, and the cast
// between types that a partial lowering leaves. The builtin types and attributes are those of package ir.
package builtin

import (
	"descend/dialects/ods"
	"descend/ir"
)

// Dialect returns the definition of the dialect.
func Dialect() *ir.Dialect {
	return &ir.Dialect{
		Name:        "builtin",
		Summary:     "modules and the builtin types and attributes",
		Description: "MLIR's `builtin`: the module, and casts that a partial lowering leaves behind.",
		Ops: []ir.OpEntry{
			ir.Op(func(o *ir.Operation) ModuleOp { return ModuleOp{o} }),
			ir.Op(func(o *ir.Operation) CastOp { return CastOp{o} }),
		},
	}
}

// ModuleOp is builtin.module.
type ModuleOp struct{ *ir.Operation }

// Def returns the definition.
func (ModuleOp) Def() *ir.OpDef { return moduleDef }

var moduleDef = &ir.OpDef{
	Name: "builtin.module", Summary: "top-level container of operations",
	Description: "One region with one block without terminator; the order of its operations has no meaning. It is a symbol table, and a symbol when it has a name.",
	Example: `module @inner attributes {gpu.container_module} {
  func.func @f() {
    return
  }
}
`,
	Attrs: []ir.AttrDef{
		{Name: "sym_name", Attr: ir.SymbolNameA, Optional: true},
		{Name: "sym_visibility", Attr: ir.StringA, Optional: true},
	},
	Regions: []ir.RegionDef{{Name: "bodyRegion"}},
	Traits: ir.IsolatedFromAbove | ir.SymbolTable | ir.Symbol | ir.SingleBlock | ir.NoTerminator | ir.GraphRegion | ir.NoRegionArguments |
		ir.AllocationScope,
	DefaultDialect: "builtin",
	Format:         "($sym_name^)? attr-dict-with-keyword $bodyRegion",
}

// NewModule makes a module with an empty body, in no block.
func NewModule(c *ir.Context, loc ir.Location) ModuleOp {
	return ModuleOp{ir.NewOperation(c, ir.OperationState{
		Name: c.OpName("builtin.module"), Loc: loc, Regions: []*ir.Region{ir.NewRegion(ir.NewBlock(loc))},
	})}
}

// Block is the only block.
func (o ModuleOp) Block() *ir.Block { return o.Body(0) }

// CastOp is builtin.unrealized_conversion_cast.
type CastOp struct{ *ir.Operation }

// Def returns the definition.
func (CastOp) Def() *ir.OpDef { return castDef }

var castDef = &ir.OpDef{
	Name: "builtin.unrealized_conversion_cast", Summary: "cast between types during a lowering",
	Description: "Stands between values of an old and a new type while only a part of the code is lowered. No such cast is left at the end.",
	Example: `func.func @example(%a: i64) {
  %0 = builtin.unrealized_conversion_cast %a : i64 to f64
  return
}
`,
	Operands: []ir.OperandDef{{Name: "inputs", Type: ods.AnyType, Arity: ir.Variadic}},
	Results:  []ir.OperandDef{{Name: "outputs", Type: ods.AnyType, Arity: ir.Variadic}},
	Traits:   ir.Pure,
	Format:   "($inputs^ `:` type($inputs))? `to` type($outputs) attr-dict",
}

// Fold knows casts to the same types, and the cast back of a cast.
func (o CastOp) Fold([]ir.Attribute) []ir.FoldResult {
	src := o.Operands()
	if len(src) == 0 || len(src) != o.NumResults() {
		return nil
	}
	if out := o.match(src); out != nil {
		return out
	}
	if inner, ok := ir.DefinedBy[CastOp](src[0]); ok && inner.NumResults() == len(src) {
		for i, v := range src {
			if v != inner.Result(i) {
				return nil
			}
		}
		return o.match(inner.Operands())
	}
	return nil
}

// match gives the values if they have the types of the results.
func (o CastOp) match(vs []*ir.Value) []ir.FoldResult {
	if len(vs) != o.NumResults() {
		return nil
	}
	out := make([]ir.FoldResult, len(vs))
	for i, v := range vs {
		if v.Type() != o.Result(i).Type() {
			return nil
		}
		out[i].Value = v
	}
	return out
}
