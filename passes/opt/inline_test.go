package opt_test

import (
	"strings"
	"testing"

	"descend/dialects"
	"descend/ir"
	"descend/passes"
	"descend/passes/irtest"
	"descend/passes/opt"
)

// loose is a call whose types need not be those of the function: they are cast.
type loose struct{ *ir.Operation }

func (loose) Def() *ir.OpDef { return looseDef }

var looseDef = &ir.OpDef{
	Name: "t.call", Summary: "call with casts", Format: "$callee `(` $operands `)` attr-dict `:` functional-type($operands, results)",
	Operands: []ir.OperandDef{{Name: "operands", Arity: ir.Variadic}}, Results: []ir.OperandDef{{Name: "results", Arity: ir.Variadic}},
	Attrs: []ir.AttrDef{{Name: "callee", Attr: ir.FlatSymbolA}},
}

func (o loose) CalleeRef() *ir.SymbolRefAttr { return o.Attr("callee").(*ir.SymbolRefAttr) }
func (o loose) CallArgs() []*ir.Value        { return o.Operands() }

// castCall is one that says how.
type castCall struct{ loose }

func (castCall) Convert(b *ir.Builder, v *ir.Value, t ir.Type) *ir.Value {
	return b.Op("builtin.unrealized_conversion_cast", []*ir.Value{v}, []ir.Type{t}).Result(0)
}

// TestInlineConverts inlines calls whose types are not those of the function: only where the call says how values are converted, in
// functions of one block and of several.
func TestInlineConverts(t *testing.T) {
	const program = `
func.func private @one(%x: i64) -> i64 {
  return %x : i64
}
func.func private @several(%c: i1, %x: i64) -> i64 {
  cf.cond_br %c, ^a, ^b
^a:
  return %x : i64
^b:
  %0 = arith.addi %x, %x : i64
  return %0 : i64
}
func.func @f(%c: i1, %x: i32) -> i32 {
  %0 = t.call @one(%x) : (i32) -> i32
  %1 = t.call @several(%c, %0) : (i1, i32) -> i32
  return %1 : i32
}
`
	inlined := func(call ir.OpEntry) string {
		c := dialects.MLIR(&ir.Dialect{Name: "t", Ops: []ir.OpEntry{call}})
		m := irtest.Parse(t, c, "calls", program)
		registry := passes.NewRegistry()
		opt.Register(registry)
		manager, err := registry.ParsePasses("inline")
		if err != nil {
			t.Fatal(err)
		}
		var diags ir.Diagnostics
		if err := manager.Run(m, &diags, passes.RunOptions{}); err != nil {
			t.Fatal(err, diags.Sorted())
		}
		text := ir.Print(m, ir.PrintOptions{})
		return text[strings.Index(text, "func.func @f"):]
	}
	if got := inlined(ir.Op(func(o *ir.Operation) loose { return loose{o} })); strings.Count(got, "t.call") != 2 {
		t.Errorf("calls that convert nothing are inlined:\n%s", got)
	}
	got := inlined(ir.Op(func(o *ir.Operation) castCall { return castCall{loose{o}} }))
	if strings.Contains(got, "t.call") || strings.Count(got, "i32 to i64") != 1 || strings.Count(got, "i64 to i32") != 1 {
		t.Errorf("want a cast of the argument, and one of a result (others lead back, and are folded):\n%s", got)
	}
}
