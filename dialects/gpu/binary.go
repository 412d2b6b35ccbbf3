package gpu

import (
	"slices"

	"descend/dialects/nvvm"
	"descend/dialects/ods"
	"descend/ir"
)

// processors are what a dimension of a parallel loop runs on.
var processors = &ods.Words{Dialect: "gpu", Name: "processor", Class: "::mlir::gpu::Processor",
	List: []string{"block_x", "block_y", "block_z", "thread_x", "thread_y", "thread_z", "sequential"}}

// loopDimMap is #gpu.loop_dim_map: how the iterations of a dimension are dealt to a processor.
var loopDimMap = &ods.Params{Dialect: "gpu", Name: "loop_dim_map",
	List: []ods.Param{ods.WordParam("processor", processors), ods.MapParam("map"), ods.MapParam("bound")}}

// MappingAttr is the attribute of a parallel loop that has a loop_dim_map for each of its dimensions.
const MappingAttr = "mapping"

// LoopDimMap is what #gpu.loop_dim_map says: a processor by its number, the three dimensions of blocks, those of threads, or Sequential;
// how the number of a block or thread becomes that of an iteration, and the number of iterations that of blocks or threads.
type LoopDimMap struct {
	Processor  int
	Map, Bound *ir.AffineMap
}

// Sequential is the processor that runs one iteration after the other.
const Sequential = 6

// LoopDimMapOf reads the attribute; ok is false if it is another one.
func LoopDimMapOf(a ir.Attribute) (m LoopDimMap, ok bool) {
	if !loopDimMap.IsAttr(a) {
		return m, false
	}
	v := a.(*ods.ParamAttr)
	return LoopDimMap{v.Value("processor").(*ods.WordAttr).Index(), v.Value("map").(*ir.AffineMapAttr).Map, v.Value("bound").(*ir.AffineMapAttr).Map}, true
}

// NewLoopDimMap makes the attribute for a processor, as block_x, with a block or thread for each iteration.
func NewLoopDimMap(c *ir.Context, processor string) ir.Attribute {
	same := c.AffineMapAttr(&ir.AffineMap{Dims: 1, Results: []*ir.AffineExpr{ir.AffineDimension(0)}})
	return loopDimMap.Attr(c, processors.New(c, processor), same, same)
}

// isTarget says whether code can be compiled for what the attribute says. Attributes of dialects that are not here may be targets.
func isTarget(a ir.Attribute) bool {
	_, unknown := a.(*ir.OpaqueAttr)
	return unknown || nvvm.Target.IsAttr(a)
}

// atLeastOne accepts arrays of attributes, not empty.
func atLeastOne(name string, is func(ir.Attribute) bool) ir.AttrConstraint {
	return ir.AttrConstraint{Name: name, Is: func(a ir.Attribute) bool {
		list, ok := a.(*ir.ArrayAttr)
		return ok && len(list.Elems) > 0 && !slices.ContainsFunc(list.Elems, func(a ir.Attribute) bool { return !is(a) })
	}, Storage: ir.ArrayA.Is, Starts: ir.ArrayA.Starts}
}

// offloadingHandler says how compiled code gets to the device.
var offloadingHandler = ir.AttrDef{Name: "offloadingHandler", Optional: true,
	Attr: ir.AttrConstraint{Name: "any attribute with the `OffloadingTranslationAttrTrait` trait.", Is: func(a ir.Attribute) bool {
		_, unknown := a.(*ir.OpaqueAttr)
		_, select1 := a.(*SelectObjectAttr)
		return unknown || select1
	}, Storage: func(ir.Attribute) bool { return true }}}

// SelectObjectAttr is #gpu.select_object: of several objects, the one of a number or for a target; the first one by default.
type SelectObjectAttr struct {
	ir.AttrBase
	which ir.Attribute
}

func (a *SelectObjectAttr) String() string {
	if a.which == nil {
		return "#gpu.select_object"
	}
	return "#gpu.select_object<" + a.which.String() + ">"
}

func selectObject(c *ir.Context, which ir.Attribute) *SelectObjectAttr {
	a := &SelectObjectAttr{which: which}
	return ir.Intern(c, "gpu.select_object", a.String(), func() *SelectObjectAttr { return a })
}

// readSelectObject reads what is behind the mnemonic.
func readSelectObject(p *ir.Parser) ir.Attribute {
	if !p.Accept("<") {
		return selectObject(p.Context(), nil)
	}
	pos := p.Pos()
	which := p.Attribute(nil)
	if n, ok := which.(*ir.IntegerAttr); ok && n.Value.Sign() < 0 {
		p.FailAt(pos, "the object index must be positive")
	} else if !ok && !isTarget(which) {
		p.FailAt(pos, "the target attribute must be a GPU Target attribute")
	}
	p.Expect(">")
	return selectObject(p.Context(), which)
}

// ObjectAttr is #gpu.object: code compiled for a target, in a format.
type ObjectAttr struct {
	ir.AttrBase
	target     ir.Attribute
	properties *ir.DictAttr
	format     string
	object     *ir.StringAttr
}

// objectFormats are the words for formats; the last one need not be written.
var objectFormats = []string{"offload", "assembly", "bin", "fatbin"}

func (a *ObjectAttr) String() string {
	s := "#gpu.object<" + a.target.String()
	if a.properties != nil {
		s += ", properties = " + a.properties.String()
	}
	s += ", "
	if a.format != "fatbin" {
		s += a.format + " = "
	}
	return s + a.object.String() + ">"
}

// readObject reads what is behind the mnemonic.
func readObject(p *ir.Parser) ir.Attribute {
	o := &ObjectAttr{format: "fatbin"}
	p.Expect("<")
	pos := p.Pos()
	if o.target = p.Attribute(nil); !isTarget(o.target) {
		p.FailAt(pos, "the target attribute must implement or promise the `gpu::TargetAttrInterface`")
	}
	p.Expect(",")
	if p.OptionalKeyword("properties") != "" {
		p.Expect("=")
		pos := p.Pos()
		properties, ok := p.Attribute(nil).(*ir.DictAttr)
		if !ok {
			p.FailAt(pos, "invalid kind of attribute specified")
		}
		o.properties = properties
		p.Expect(",")
	}
	pos = p.Pos()
	if w := p.OptionalKeyword(objectFormats...); w != "" {
		o.format = w
		p.Expect("=")
	} else if p.PeekKeyword() {
		p.Fail("expected keyword for GPU object format")
	}
	pos = p.Pos()
	object, ok := p.Attribute(nil).(*ir.StringAttr)
	if !ok {
		p.FailAt(pos, "invalid kind of attribute specified")
	}
	o.object = object
	p.Expect(">")
	return ir.Intern(p.Context(), "gpu.object", o.String(), func() *ObjectAttr { return o })
}

func readAttr(p *ir.Parser, mnemonic string) ir.Attribute {
	switch mnemonic {
	case "select_object":
		return readSelectObject(p)
	case "object":
		return readObject(p)
	case loopDimMap.Name:
		return loopDimMap.ReadAttr(p)
	}
	return nil
}

// BinaryOp is gpu.binary.
type BinaryOp struct{ *ir.Operation }

// Def returns the definition.
func (BinaryOp) Def() *ir.OpDef { return binaryDef }

var binaryDef = &ir.OpDef{
	Name: "gpu.binary", Summary: "compiled device code",
	Description: "What a gpu.module was compiled to: an object for each of its targets; `offloadingHandler` chooses one.",
	Example: `gpu.binary @kernels <#gpu.select_object<1 : i64>> [#gpu.object<#nvvm.target, "fat binary">, #gpu.object<#nvvm.target<chip = "sm_80">, assembly = "PTX">]
`,
	Attrs: []ir.AttrDef{
		{Name: "sym_name", Attr: ir.SymbolNameA},
		offloadingHandler,
		{Name: "objects", Attr: atLeastOne("an array of GPU object attributes with at least 1 elements", func(a ir.Attribute) bool { _, ok := a.(*ObjectAttr); return ok })},
	},
	Traits:     ir.Symbol,
	Format:     "$sym_name custom<OffloadingHandler>($offloadingHandler) attr-dict $objects",
	Directives: map[string]ir.Directive{"OffloadingHandler": {Print: printHandler, Parse: parseHandler}},
}

// printHandler writes "<handler>" unless it is the one that chooses the first object.
func printHandler(p *ir.Printer) {
	if h := p.Op().Attr("offloadingHandler"); h != nil && h != ir.Attribute(selectObject(p.Context(), nil)) {
		p.Write("<")
		p.Attr(h)
		p.Write(">")
	}
}

// parseHandler reads what printHandler writes.
func parseHandler(p *ir.Parser, f *ir.Fields) {
	if !p.Accept("<") {
		f.Attr("offloadingHandler", selectObject(p.Context(), nil))
		return
	}
	f.Attr("offloadingHandler", p.Attribute(nil))
	p.Expect(">")
}
