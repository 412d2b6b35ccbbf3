package gpu

import (
	"fmt"

	"descend/dialects/ods"
	"descend/ir"
)

// ModuleOp is gpu.module.
type ModuleOp struct{ *ir.Operation }

// Def returns the definition.
func (ModuleOp) Def() *ir.OpDef { return moduleDef }

var moduleDef = &ir.OpDef{
	Name: "gpu.module", Summary: "device code",
	Description: "A module of device code, compiled for the `targets` if given. The module around it has the attribute gpu.container_module.",
	Example: `module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @nothing() kernel {
      gpu.return
    }
  }
}
`,
	Attrs: []ir.AttrDef{
		{Name: "sym_name", Attr: ir.SymbolNameA},
		{Name: "targets", Attr: atLeastOne("array of GPU target attributes with at least 1 elements", isTarget), Optional: true},
		offloadingHandler,
	},
	Regions:    []ir.RegionDef{{Name: "bodyRegion"}},
	Traits:     ir.IsolatedFromAbove | ir.SymbolTable | ir.Symbol | ir.SingleBlock | ir.ImplicitTerminator,
	Terminator: "gpu.module_end",
	// MLIR writes two spaces behind the targets
	Format: "$sym_name (` ` `<` $offloadingHandler^ `>`)? ($targets^ ` `)? attr-dict-with-keyword $bodyRegion",
}

// NewModule builds an empty device module with its terminator.
func NewModule(b *ir.Builder, name string) ModuleOp {
	body := ir.NewBlock(b.Loc())
	m := ModuleOp{b.OpR("gpu.module", nil, nil, []*ir.Region{ir.NewRegion(body)}, ir.Attr("sym_name", b.Ctx.StringAttr(name)))}
	p := b.Save()
	b.AtEnd(body)
	b.Op("gpu.module_end", nil, nil)
	b.Restore(p)
	return m
}

// SymName is the name.
func (o ModuleOp) SymName() string { return ir.SymbolName(o.Operation) }

// Block is the body; it ends with gpu.module_end.
func (o ModuleOp) Block() *ir.Block { return o.Body(0) }

// ModuleEndOp is gpu.module_end.
type ModuleEndOp struct{ *ir.Operation }

// Def returns the definition.
func (ModuleEndOp) Def() *ir.OpDef { return moduleEndDef }

var moduleEndDef = &ir.OpDef{
	Name: "gpu.module_end", Summary: "end of a gpu.module",
	Description: "Terminator of gpu.module; left out in pretty form.",
	Example: `gpu.module @kernels {
}
`,
	Parents: []string{"gpu.module"},
	Traits:  ir.Terminator,
	Format:  "attr-dict",
}

// FuncOp is gpu.func.
type FuncOp struct{ *ir.Operation }

// Def returns the definition.
func (FuncOp) Def() *ir.OpDef { return funcDef }

var funcDef = &ir.OpDef{
	Name: "gpu.func", Summary: "device function",
	Description: "A function of a gpu.module; with `gpu.kernel` it is an entry that the host launches. Behind the parameters the entry block has the workgroup attributions (shared memory, `workgroup_attributions` of them) and the private ones.",
	Example: `gpu.module @kernels {
  gpu.func @kernel(%a: memref<?xf32> {llvm.noalias}) workgroup(%tile : memref<32xf32, #gpu.address_space<workgroup>>) private(%acc : memref<4xf32, #gpu.address_space<private>>) kernel attributes {nvvm.reqntid = array<i32: 32, 1, 1>} {
    gpu.return
  }
  gpu.func @device(%x: f32) -> f32 {
    gpu.return %x : f32
  }
}
`,
	Attrs: []ir.AttrDef{
		{Name: "function_type", Attr: ir.FuncTypeA},
		{Name: "arg_attrs", Attr: ods.DictArray, Optional: true},
		{Name: "res_attrs", Attr: ods.DictArray, Optional: true},
		{Name: "workgroup_attrib_attrs", Attr: ods.DictArray, Optional: true},
		{Name: "private_attrib_attrs", Attr: ods.DictArray, Optional: true},
		{Name: "known_block_size", Attr: threeSizes, Optional: true},
		{Name: "known_grid_size", Attr: threeSizes, Optional: true},
		{Name: "sym_name", Attr: ir.SymbolNameA, Discardable: true},
		{Name: "workgroup_attributions", Attr: ir.AnyAttr, Discardable: true, Optional: true},
		{Name: "gpu.kernel", Attr: ir.UnitA, Discardable: true, Optional: true},
	},
	Regions: []ir.RegionDef{{Name: "body", MaybeEmpty: true}},
	Traits:  ir.IsolatedFromAbove | ir.Symbol | ir.AllocationScope,
}

// threeSizes are those of blocks or grids.
var threeSizes = ir.AttrConstraint{Name: "i32 dense array attribute with 3 elements (if present)", Storage: ir.DenseI32A.Is, Is: func(a ir.Attribute) bool {
	return ir.DenseI32A.Is(a) && len(a.(*ir.DenseArrayAttr).Values) == 3
}}

// NewFunc builds a device function; its body has an entry block with the parameters.
func NewFunc(b *ir.Builder, name string, kernel bool, inputs, results []ir.Type) FuncOp {
	c := b.Ctx
	f := FuncOp{b.OpR("gpu.func", nil, nil, []*ir.Region{ir.NewRegion(ir.NewBlock(b.Loc(), inputs...))},
		ir.Attr("sym_name", c.StringAttr(name)),
		ir.Attr("workgroup_attributions", c.I64Attr(0)),
		ir.Attr("function_type", c.TypeAttr(c.FunctionType(inputs, results))))}
	if kernel {
		f.SetAttr("gpu.kernel", c.UnitAttr())
	}
	return f
}

// SymName is the name.
func (o FuncOp) SymName() string { return ir.SymbolName(o.Operation) }

// FunctionType is the type, nil if the attribute is missing.
func (o FuncOp) FunctionType() *ir.FunctionType { return ods.FunctionTypeOf(o.Operation) }

// FunctionBody is the region of the body.
func (o FuncOp) FunctionBody() *ir.Region { return o.Region(0) }

// IsKernel says whether the host can launch the function.
func (o FuncOp) IsKernel() bool { return o.HasAttr("gpu.kernel") }

// Entry is the entry block.
func (o FuncOp) Entry() *ir.Block { return o.Body(0) }

func (o FuncOp) numParams() int {
	if t := o.FunctionType(); t != nil {
		return len(t.Inputs)
	}
	return 0
}

// numWorkgroup is the number of workgroup attributions, at most the arguments behind the parameters.
func (o FuncOp) numWorkgroup() int {
	n, _ := o.IntAttr("workgroup_attributions")
	return int(max(0, min(n, int64(o.Entry().NumArgs()-o.numParams()))))
}

// Params are the parameters in the body.
func (o FuncOp) Params() []*ir.Value { return o.Entry().Args()[:o.numParams()] }

// WorkgroupAttributions are the shared buffers.
func (o FuncOp) WorkgroupAttributions() []*ir.Value {
	n := o.numParams()
	return o.Entry().Args()[n : n+o.numWorkgroup()]
}

// PrivateAttributions are the private buffers.
func (o FuncOp) PrivateAttributions() []*ir.Value {
	return o.Entry().Args()[o.numParams()+o.numWorkgroup():]
}

// AddWorkgroup adds a shared buffer of the type.
func (o FuncOp) AddWorkgroup(t *ir.MemRefType, loc ir.Location) *ir.Value {
	n := o.numWorkgroup()
	v := o.Entry().InsertArg(o.numParams()+n, t, loc)
	o.SetAttr("workgroup_attributions", o.Context().I64Attr(int64(n+1)))
	o.padAttribAttrs("workgroup_attrib_attrs", n+1)
	return v
}

// AddPrivate adds a private buffer of the type.
func (o FuncOp) AddPrivate(t *ir.MemRefType, loc ir.Location) *ir.Value {
	v := o.Entry().AddArg(t, loc)
	o.padAttribAttrs("private_attrib_attrs", len(o.PrivateAttributions()))
	return v
}

// padAttribAttrs keeps an array of dictionaries, if there is one, as long as the list it describes.
func (o FuncOp) padAttribAttrs(name string, n int) {
	a, ok := o.Attr(name).(*ir.ArrayAttr)
	if !ok {
		return
	}
	elems := append([]ir.Attribute(nil), a.Elems...)
	for len(elems) < n {
		elems = append(elems, o.Context().DictAttr())
	}
	o.SetAttr(name, o.Context().ArrayAttr(elems...))
}

// ArgAttr is an attribute of the i-th parameter, or nil.
func (o FuncOp) ArgAttr(i int, name string) ir.Attribute { return ods.ArgAttr(o.Operation, i, name) }

// SetArgAttr sets an attribute of the i-th parameter; a nil value removes it.
func (o FuncOp) SetArgAttr(i int, name string, a ir.Attribute) {
	ods.SetArgAttr(o.Operation, o.numParams(), i, name, a)
}

// SetWorkgroupAttr sets an attribute of the i-th workgroup attribution.
func (o FuncOp) SetWorkgroupAttr(i int, name string, a ir.Attribute) {
	c := o.Context()
	elems := make([]ir.Attribute, o.numWorkgroup())
	for j := range elems {
		d := dictAt(o.Attr("workgroup_attrib_attrs"), j)
		if d == nil {
			d = c.DictAttr()
		}
		if j == i {
			d = c.DictAttr(append(append([]ir.NamedAttr(nil), d.Entries...), ir.Attr(name, a))...)
		}
		elems[j] = d
	}
	o.SetAttr("workgroup_attrib_attrs", c.ArrayAttr(elems...))
}

// WorkgroupAttr is an attribute of the i-th workgroup attribution, or nil.
func (o FuncOp) WorkgroupAttr(i int, name string) ir.Attribute {
	if d := dictAt(o.Attr("workgroup_attrib_attrs"), i); d != nil {
		return d.Get(name)
	}
	return nil
}

func dictAt(a ir.Attribute, i int) *ir.DictAttr {
	if arr, ok := a.(*ir.ArrayAttr); ok && i < len(arr.Elems) {
		d, _ := arr.Elems[i].(*ir.DictAttr)
		return d
	}
	return nil
}

// Verify checks the parent, the entry block, that kernels have no results, and the spaces of attributions.
func (o FuncOp) Verify() error {
	if p := o.Parent(); p != nil && !p.Is("gpu.module") {
		return fmt.Errorf("expects parent op 'gpu.module'")
	}
	t := o.FunctionType()
	if t == nil {
		return fmt.Errorf("requires a function type in attribute 'function_type'")
	}
	if o.IsKernel() && len(t.Results) > 0 {
		return fmt.Errorf("expected void return type for kernel function")
	}
	if err := ods.VerifyParamAttrs(o.Operation, t); err != nil {
		return err
	}
	if o.Entry() == nil {
		return fmt.Errorf("expected body with at least one block")
	}
	extra := o.Entry().NumArgs() - len(t.Inputs)
	if n, _ := o.IntAttr("workgroup_attributions"); n < 0 || int64(extra) < n {
		return fmt.Errorf("expected at least %d arguments to body region", int64(len(t.Inputs))+n)
	}
	for i, in := range t.Inputs {
		if got := o.Entry().Arg(i).Type(); got != in {
			return fmt.Errorf("expected body region argument #%d to be of type '%s', got '%s'", i, in, got)
		}
	}
	if err := checkAttributions(o.WorkgroupAttributions(), Workgroup); err != nil {
		return err
	}
	return checkAttributions(o.PrivateAttributions(), Private)
}

func checkAttributions(vs []*ir.Value, want Space) error {
	for _, v := range vs {
		t, ok := v.Type().(*ir.MemRefType)
		if !ok || t.Unranked {
			return fmt.Errorf("expected memref type in attribution")
		}
		if s, ok := SpaceOf(t.Space); ok && s != want {
			return fmt.Errorf("expected memory space %s in attribution", want)
		}
	}
	return nil
}

// PrintAsm writes MLIR's form of a device function.
func (o FuncOp) PrintAsm(p *ir.Printer) {
	p.Write(" ")
	p.Symbol(o.SymName())
	ods.PrintSignature(p, o.Operation)
	printAttributions(p, "workgroup", o.WorkgroupAttributions(), o.Attr("workgroup_attrib_attrs"))
	printAttributions(p, "private", o.PrivateAttributions(), o.Attr("private_attrib_attrs"))
	if o.IsKernel() {
		p.Write(" kernel")
	}
	p.AttrDictWithKeyword("sym_name", "function_type", "arg_attrs", "res_attrs", "gpu.kernel",
		"workgroup_attributions", "workgroup_attrib_attrs", "private_attrib_attrs")
	p.Write(" ")
	p.Region(o.Region(0), ir.RegionStyle{HideEntryArgs: true})
}

func printAttributions(p *ir.Printer, word string, vs []*ir.Value, attrs ir.Attribute) {
	if len(vs) == 0 {
		return
	}
	p.Write(" ", word, "(")
	for i, v := range vs {
		if i > 0 {
			p.Write(", ")
		}
		p.Value(v)
		p.Write(" : ")
		p.Type(v.Type())
		if d := dictAt(attrs, i); d != nil {
			p.Dict(d.Entries)
		}
	}
	p.Write(")")
}

// ParseAsm reads what PrintAsm writes.
func (FuncOp) ParseAsm(p *ir.Parser, st *ir.OperationState) error {
	c := p.Context()
	st.SetAttr("sym_name", c.StringAttr(p.Symbol()))
	sig := ods.ParseSignature(p)
	if len(sig.Args) != len(sig.Inputs) {
		return fmt.Errorf("expected a name for each parameter")
	}
	sig.Apply(p, st)
	args := sig.Args
	workgroup := parseAttributions(p, st, "workgroup", "workgroup_attrib_attrs")
	private := parseAttributions(p, st, "private", "private_attrib_attrs")
	st.SetAttr("workgroup_attributions", c.I64Attr(int64(len(workgroup))))
	args = append(append(args, workgroup...), private...)
	if p.OptionalKeyword("kernel") != "" {
		st.SetAttr("gpu.kernel", c.UnitAttr())
	}
	p.OptionalAttrDictWithKeyword(st)
	st.Regions = []*ir.Region{p.Region(args...)}
	return nil
}

// parseAttributions reads "word(%a : t {..}, ..)" if it is next, and sets the attribute with the
// dictionaries if there are any.
func parseAttributions(p *ir.Parser, st *ir.OperationState, word, attr string) []ir.Argument {
	if p.OptionalKeyword(word) == "" {
		return nil
	}
	var args []ir.Argument
	var dicts []ir.Attribute
	any := false
	p.Comma("(", ")", func() {
		a := p.Argument(true)
		d := a.Attrs
		if d == nil {
			d = p.Context().DictAttr()
		}
		any = any || len(d.Entries) > 0
		args, dicts = append(args, a), append(dicts, d)
	})
	if any {
		st.SetAttr(attr, p.Context().ArrayAttr(dicts...))
	}
	return args
}

// ReturnOp is gpu.return.
type ReturnOp struct{ *ir.Operation }

// Def returns the definition.
func (ReturnOp) Def() *ir.OpDef { return returnDef }

var returnDef = &ir.OpDef{
	Name: "gpu.return", Summary: "return from a device function",
	Description: "Ends a gpu.func; the operands are its results.",
	Example: `gpu.module @kernels {
  gpu.func @device(%x: f32) -> f32 {
    gpu.return %x : f32
  }
}
`,
	Operands: []ir.OperandDef{{Name: "operands", Type: ods.AnyType, Arity: ir.Variadic}},
	Parents:  []string{"gpu.func"},
	Traits:   ir.Pure | ir.Terminator | ir.ReturnLike,
	Format:   "attr-dict ($operands^ `:` type($operands))?",
}

// NewReturn builds gpu.return.
func NewReturn(b *ir.Builder, vs ...*ir.Value) ReturnOp {
	return ReturnOp{b.Op("gpu.return", vs, nil)}
}

// Verify checks the operands against the type of the function.
func (o ReturnOp) Verify() error {
	f, _ := ir.As[FuncOp](o.Parent())
	t := f.FunctionType()
	if t == nil {
		return nil // the function is reported
	}
	if len(t.Results) != o.NumOperands() {
		return fmt.Errorf("expected %d result operands", len(t.Results))
	}
	for i, v := range o.Operands() {
		if v.Type() != t.Results[i] {
			return fmt.Errorf("unexpected type `'%s'' for operand #%d", v.Type(), i)
		}
	}
	return nil
}
