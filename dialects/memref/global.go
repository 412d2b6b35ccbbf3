package memref

import (
	"fmt"
	"math/bits"

	"descend/dialects/ods"
	"descend/ir"
)

// GlobalOp is memref.global.
type GlobalOp struct{ *ir.Operation }

// Def returns the definition.
func (GlobalOp) Def() *ir.OpDef { return globalDef }

var globalDef = &ir.OpDef{
	Name: "memref.global", Summary: "global buffer",
	Description: "A buffer with static shape that lives as long as the module, named by a symbol. `initial_value` is unit for an uninitialized one, an elements attribute otherwise, and missing for a declaration.",
	Example: `memref.global "private" constant @table : memref<4xf32> = dense<1.000000e+00>
memref.global "private" @tile : memref<32xf32, #gpu.address_space<workgroup>> = uninitialized {alignment = 16 : i64}
memref.global "private" @external : memref<4xf32>
`,
	Attrs: []ir.AttrDef{
		{Name: "sym_name", Attr: ir.SymbolNameA},
		{Name: "sym_visibility", Attr: ir.StringA, Optional: true},
		{Name: "type", Attr: ir.MemRefTypeA},
		{Name: "initial_value", Attr: ir.AnyAttr, Optional: true},
		{Name: "constant", Attr: ir.UnitA, Optional: true},
		{Name: "alignment", Attr: ir.I64A, Optional: true},
	},
	Traits: ir.Symbol,
	Format: "($sym_visibility^)? (`constant` $constant^)? $sym_name `:` custom<TypeAndValue>($type, $initial_value) attr-dict",
	Directives: map[string]ir.Directive{"TypeAndValue": {
		Print: func(p *ir.Printer) {
			o := GlobalOp{p.Op()}
			p.Type(o.Type())
			switch v := o.InitialValue().(type) {
			case nil:
			case *ir.UnitAttr:
				p.Write(" = uninitialized")
			default:
				p.Write(" = ")
				p.AttrNoType(v)
			}
		},
		Parse: func(p *ir.Parser, f *ir.Fields) {
			c, pos := p.Context(), p.Pos()
			all := p.Type()
			t, ok := all.(*ir.MemRefType)
			if !ok || t.Unranked || ods.NumDynamic(t.Shape) > 0 {
				p.FailAt(pos, "type should be static shaped memref, but got '%s'", all)
			}
			f.Attr("type", c.TypeAttr(t))
			if !p.Accept("=") {
				return
			}
			if p.OptionalKeyword("uninitialized") != "" {
				f.Attr("initial_value", c.UnitAttr())
			} else {
				f.Attr("initial_value", p.Attribute(initType(c, t)))
			}
		},
	}},
}

// NewGlobal builds a private uninitialized global; align is in bytes, 0 for the default.
func NewGlobal(b *ir.Builder, name string, t *ir.MemRefType, align int64) GlobalOp {
	g := GlobalOp{b.Op("memref.global", nil, nil,
		ir.Attr("sym_name", b.Ctx.StringAttr(name)),
		ir.Attr("sym_visibility", b.Ctx.StringAttr("private")),
		ir.Attr("type", b.Ctx.TypeAttr(t)),
		ir.Attr("initial_value", b.Ctx.UnitAttr()))}
	if align > 0 {
		g.SetAttr("alignment", b.Ctx.I64Attr(align))
	}
	return g
}

// SymName is the name.
func (o GlobalOp) SymName() string { return ir.SymbolName(o.Operation) }

// Type is the type of the buffer, nil if the attribute is missing.
func (o GlobalOp) Type() *ir.MemRefType {
	if a, ok := o.Attr("type").(*ir.TypeAttr); ok {
		t, _ := a.Type.(*ir.MemRefType)
		return t
	}
	return nil
}

// InitialValue is the attribute initial_value: nil for a declaration, unit for an uninitialized buffer.
func (o GlobalOp) InitialValue() ir.Attribute { return o.Attr("initial_value") }

// IsConstant says whether the buffer is never written.
func (o GlobalOp) IsConstant() bool { return o.HasAttr("constant") }

// Alignment is in bytes, 0 if not given.
func (o GlobalOp) Alignment() int64 {
	n, _ := o.IntAttr("alignment")
	return n
}

// initType is the tensor type that an initial value must have.
func initType(c *ir.Context, t *ir.MemRefType) ir.Type { return c.TensorType(t.Shape, t.Elem, nil) }

// Verify checks that the shape is static, and the type of the initial value.
func (o GlobalOp) Verify() error {
	t := o.Type()
	if t == nil || t.Unranked || ods.NumDynamic(t.Shape) > 0 {
		return fmt.Errorf("type should be static shaped memref, but got '%s'", o.Attr("type"))
	}
	switch v := o.InitialValue().(type) {
	case nil, *ir.UnitAttr:
	case *ir.IntegerAttr, *ir.FloatAttr, *ir.StringAttr:
		return fmt.Errorf("initial value should be a unit or elements attribute, but got %s", v)
	default:
		if vt := ods.TypeOf(v); vt == nil {
			return fmt.Errorf("initial value should be a unit or elements attribute, but got %s", v)
		} else if vt != initType(o.Context(), t) {
			return fmt.Errorf("initial value expected to be of type '%s', but was of type '%s'", initType(o.Context(), t), vt)
		}
	}
	if n, ok := o.IntAttr("alignment"); ok && bits.OnesCount64(uint64(n)) != 1 {
		return ir.BareError(fmt.Sprintf("alignment attribute value %d is not a power of 2", uint64(n)))
	}
	return nil
}

// GetGlobalOp is memref.get_global.
type GetGlobalOp struct{ *ir.Operation }

// Def returns the definition.
func (GetGlobalOp) Def() *ir.OpDef { return getGlobalDef }

var getGlobalDef = &ir.OpDef{
	Name: "memref.get_global", Summary: "the buffer of a global",
	Description: "The buffer that the symbol names.",
	Example: `memref.global "private" @buffer : memref<4xf32> = uninitialized
func.func @example() {
  %0 = memref.get_global @buffer : memref<4xf32>
  return
}
`,
	Results: []ir.OperandDef{{Name: "result", Type: ods.StaticMemRef}},
	Attrs:   []ir.AttrDef{{Name: "name", Attr: ir.FlatSymbolA}},
	Traits:  ir.Pure,
	Format:  "$name `:` type($result) attr-dict",
}

// NewGetGlobal builds memref.get_global.
func NewGetGlobal(b *ir.Builder, name string, t *ir.MemRefType) *ir.Value {
	return b.Op("memref.get_global", nil, []ir.Type{t}, ir.Attr("name", b.Ctx.SymbolRef(name))).Result(0)
}

// NameRef is the reference to the global.
func (o GetGlobalOp) NameRef() *ir.SymbolRefAttr {
	s, _ := o.Attr("name").(*ir.SymbolRefAttr)
	return s
}

// Global is the global, if it is known here.
func (o GetGlobalOp) Global() (GlobalOp, bool) {
	ref := o.NameRef()
	if ref == nil {
		return GlobalOp{}, false
	}
	return ir.As[GlobalOp](ir.ResolveSymbol(o.Operation, ref))
}

// VerifyRegions checks that the symbol is a global of the type; it runs after the symbols were verified.
func (o GetGlobalOp) VerifyRegions() error {
	g, ok := o.Global()
	if !ok {
		return fmt.Errorf("'%s' does not reference a valid global memref", o.NameRef().Root)
	}
	if t := g.Type(); t != nil && t != o.Result(0).Type() {
		return fmt.Errorf("result type '%s' does not match type '%s' of the global memref %s", o.Result(0).Type(), t, ir.SymbolText(o.NameRef().Root))
	}
	return nil
}
