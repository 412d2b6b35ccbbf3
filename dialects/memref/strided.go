package memref

import (
	"fmt"

	"descend/dialects/ods"
	"descend/ir"
)

// Extent is an offset, size or stride: a constant, or a value of type index.
type Extent struct {
	Static int64
	Value  *ir.Value
}

// Const is a constant extent.
func Const(n int64) Extent { return Extent{Static: n} }

// Dyn is an extent known at run time.
func Dyn(v *ir.Value) Extent { return Extent{Value: v} }

// strided is what operations with offsets, sizes and strides have. Operand groups: source, offsets, sizes,
// strides; the attributes static_offsets, static_sizes and static_strides hold ir.Dynamic where an operand
// gives the number.
type strided struct{ *ir.Operation }

var stridedAttrs = []string{"static_offsets", "static_sizes", "static_strides"}

// extents gives the i-th list: 0 offsets, 1 sizes, 2 strides. It is shorter than it should be on invalid
// operations.
func (o strided) extents(i int) []Extent {
	d, ok := o.Attr(stridedAttrs[i]).(*ir.DenseArrayAttr)
	if !ok {
		return nil
	}
	dyn := ods.Segment(o.Operation, i+1)
	out := make([]Extent, 0, len(d.Values))
	for _, n := range d.Values {
		if n != ir.Dynamic {
			out = append(out, Const(n))
			continue
		}
		if len(dyn) == 0 {
			return out
		}
		out = append(out, Dyn(dyn[0]))
		dyn = dyn[1:]
	}
	return out
}

// Source is the buffer.
func (o strided) Source() *ir.Value { return o.Operand(0) }

// Offsets are in elements of the source.
func (o strided) Offsets() []Extent { return o.extents(0) }

// Sizes are the extents of the result.
func (o strided) Sizes() []Extent { return o.extents(1) }

// Strides are in elements.
func (o strided) Strides() []Extent { return o.extents(2) }

// verifyLists checks the groups and that each list has its length.
func (o strided) verifyLists(offsets, sizes, strides int) error {
	if err := ods.CheckSegments(o.Operation, 4); err != nil {
		return err
	}
	if n := len(ods.Segment(o.Operation, 0)); n != 1 {
		return fmt.Errorf("expected one source, but got %d", n)
	}
	for i, want := range []int{offsets, sizes, strides} {
		d, ok := o.Attr(stridedAttrs[i]).(*ir.DenseArrayAttr)
		if !ok || len(d.Values) != want {
			return fmt.Errorf("expected %d entries in '%s'", want, stridedAttrs[i])
		}
		if dyn := numDynamic(d.Values); dyn != len(ods.Segment(o.Operation, i+1)) {
			return fmt.Errorf("expected %d dynamic operands for '%s'", dyn, stridedAttrs[i])
		}
	}
	return nil
}

func stridedDef(mnemonic, summary, description, example string) *ir.OpDef {
	many := func(name string) ir.OperandDef { return ir.OperandDef{Name: name, Type: ods.Index, Arity: ir.Variadic} }
	return &ir.OpDef{
		Name: "memref." + mnemonic, Summary: summary, Description: description, Example: example,
		Operands: []ir.OperandDef{{Name: "source", Type: ods.RankedOrUnrankedMemRef}, many("offsets"), many("sizes"), many("strides")},
		Results:  []ir.OperandDef{{Name: "result", Type: ods.AnyMemRef}},
		Attrs: []ir.AttrDef{{Name: "static_offsets", Attr: ir.DenseI64A}, {Name: "static_sizes", Attr: ir.DenseI64A},
			{Name: "static_strides", Attr: ir.DenseI64A}},
		Traits: ir.Pure | ir.AttrSizedOperands,
	}
}

// setLists fills the lists of a state whose first operand is the source.
func setLists(c *ir.Context, st *ir.OperationState, lists [3][]Extent) {
	sizes := []int{1, 0, 0, 0}
	for i, l := range lists {
		vals := make([]int64, len(l))
		for j, e := range l {
			vals[j] = e.Static
			if e.Value != nil {
				vals[j] = ir.Dynamic
				st.Operands = append(st.Operands, e.Value)
				sizes[i+1]++
			}
		}
		st.SetAttr(stridedAttrs[i], c.DenseArray(c.I64(), vals...))
	}
	a := ods.SegmentSizes(c, sizes...)
	st.SetAttr(a.Name, a.Value)
}

func buildStrided(b *ir.Builder, name string, source *ir.Value, to *ir.MemRefType, lists [3][]Extent) *ir.Value {
	st := ir.OperationState{Name: b.Ctx.OpName(name), Operands: []*ir.Value{source}, Types: []ir.Type{to}}
	setLists(b.Ctx, &st, lists)
	return b.Create(st).Result(0)
}

// printExtents writes "[%a, 4]".
func printExtents(p *ir.Printer, l []Extent) {
	p.Write("[")
	for i, e := range l {
		if i > 0 {
			p.Write(", ")
		}
		if e.Value != nil {
			p.Value(e.Value)
		} else {
			p.Write(fmt.Sprint(e.Static))
		}
	}
	p.Write("]")
}

func parseExtents(p *ir.Parser) []Extent {
	var out []Extent
	p.Comma("[", "]", func() {
		if p.PeekOperand() {
			out = append(out, Dyn(p.Resolve(p.Operand(), p.Context().Index())))
			return
		}
		out = append(out, Const(p.Int()))
	})
	return out
}

// ReinterpretCastOp is memref.reinterpret_cast.
type ReinterpretCastOp struct{ strided }

// Def returns the definition.
func (ReinterpretCastOp) Def() *ir.OpDef { return reinterpretCastDef }

var reinterpretCastDef = stridedDef("reinterpret_cast", "other shape over the same memory",
	"The memory of the source from its base on, seen with the given offset, sizes and strides in elements.",
	`func.func @example(%m: memref<?xf32>, %n: index) {
  %0 = memref.reinterpret_cast %m to offset: [%n], sizes: [4, 8], strides: [8, 1] : memref<?xf32> to memref<4x8xf32, strided<[8, 1], offset: ?>>
  return
}
`)

// NewReinterpretCast builds memref.reinterpret_cast.
func NewReinterpretCast(b *ir.Builder, source *ir.Value, to *ir.MemRefType, offset Extent, sizes, strides []Extent) *ir.Value {
	return buildStrided(b, "memref.reinterpret_cast", source, to, [3][]Extent{{offset}, sizes, strides})
}

// ValueNames proposes reinterpret_cast.
func (o ReinterpretCastOp) ValueNames(set func(*ir.Value, string)) {
	set(o.Result(0), "reinterpret_cast")
}

// Verify checks the lists against the type of the result.
func (o ReinterpretCastOp) Verify() error {
	s, t := TypeOf(o.Source()), TypeOf(o.Result(0))
	if err := o.verifyLists(1, len(t.Shape), len(t.Shape)); err != nil {
		return err
	}
	if s.Space != t.Space {
		return ir.BareError(fmt.Sprintf("different memory spaces specified for source type '%s' and result memref type '%s'", s, t))
	}
	if s.Elem != t.Elem {
		return ir.BareError(fmt.Sprintf("different element types specified for source type '%s' and result memref type '%s'", s, t))
	}
	return checkSizes(o.Sizes(), t)
}

func checkSizes(sizes []Extent, t *ir.MemRefType) error {
	for i, e := range sizes {
		n := e.Static
		if e.Value != nil {
			n = ir.Dynamic
		}
		if n != t.Shape[i] && t.Shape[i] != ir.Dynamic {
			return fmt.Errorf("expected result type with size = %s instead of %d in dim = %d", extentText(n), t.Shape[i], i)
		}
	}
	return nil
}

func extentText(n int64) string {
	if n == ir.Dynamic {
		return "dynamic"
	}
	return fmt.Sprint(n)
}

// PrintAsm writes "%m to offset: [..], sizes: [..], strides: [..] : t to u".
func (o ReinterpretCastOp) PrintAsm(p *ir.Printer) {
	p.Write(" ")
	p.Value(o.Source())
	p.Write(" to offset: ")
	printExtents(p, o.Offsets())
	p.Write(", sizes: ")
	printExtents(p, o.Sizes())
	p.Write(", strides: ")
	printExtents(p, o.Strides())
	o.printTypes(p)
}

func (o strided) printTypes(p *ir.Printer) {
	p.AttrDict(append([]string{ods.Segments}, stridedAttrs...)...)
	p.Write(" : ")
	p.Type(o.Source().Type())
	p.Write(" to ")
	p.Type(o.Result(0).Type())
}

func parseStridedTypes(p *ir.Parser, st *ir.OperationState, source ir.OperandRef, lists [3][]Extent) {
	p.OptionalAttrDict(st)
	st.Operands = []*ir.Value{p.Resolve(source, p.ColonType())}
	setLists(p.Context(), st, lists)
	p.Expect("to")
	st.Types = []ir.Type{p.Type()}
}

// ParseAsm reads what PrintAsm writes.
func (ReinterpretCastOp) ParseAsm(p *ir.Parser, st *ir.OperationState) error {
	src := p.Operand()
	p.Expect("to")
	var lists [3][]Extent
	for i, word := range []string{"offset", "sizes", "strides"} {
		if i > 0 {
			p.Expect(",")
		}
		p.Expect(word)
		p.Expect(":")
		lists[i] = parseExtents(p)
	}
	parseStridedTypes(p, st, src, lists)
	return nil
}

// SubViewOp is memref.subview.
type SubViewOp struct{ strided }

// Def returns the definition.
func (SubViewOp) Def() *ir.OpDef { return subViewDef }

var subViewDef = stridedDef("subview", "strided part of a buffer",
	"The elements of the source at offset + i * stride in each dimension, for i below size.",
	`func.func @example(%m: memref<16x4xf32>) {
  %0 = memref.subview %m[8, 0] [4, 4] [2, 1] : memref<16x4xf32> to memref<4x4xf32, strided<[8, 1], offset: 32>>
  return
}
`)

// NewSubView builds memref.subview.
func NewSubView(b *ir.Builder, source *ir.Value, to *ir.MemRefType, offsets, sizes, strides []Extent) *ir.Value {
	return buildStrided(b, "memref.subview", source, to, [3][]Extent{offsets, sizes, strides})
}

// ValueNames proposes subview.
func (o SubViewOp) ValueNames(set func(*ir.Value, string)) { set(o.Result(0), "subview") }

// Verify checks the lists against the rank of the source, and element type and space of the result.
func (o SubViewOp) Verify() error {
	s, t := TypeOf(o.Source()), TypeOf(o.Result(0))
	if s.Unranked {
		return fmt.Errorf("operand #0 must be a ranked memref")
	}
	if err := o.verifyLists(len(s.Shape), len(s.Shape), len(s.Shape)); err != nil {
		return err
	}
	if s.Space != t.Space || s.Elem != t.Elem || len(t.Shape) > len(s.Shape) {
		return fmt.Errorf("expected result type to be a part of '%s', but got '%s'", s, t)
	}
	if len(t.Shape) == len(s.Shape) {
		return checkSizes(o.Sizes(), t)
	}
	return nil
}

// PrintAsm writes "%m[..] [..] [..] : t to u".
func (o SubViewOp) PrintAsm(p *ir.Printer) {
	p.Write(" ")
	p.Value(o.Source())
	printExtents(p, o.Offsets())
	p.Write(" ")
	printExtents(p, o.Sizes())
	p.Write(" ")
	printExtents(p, o.Strides())
	o.printTypes(p)
}

// ParseAsm reads what PrintAsm writes.
func (SubViewOp) ParseAsm(p *ir.Parser, st *ir.OperationState) error {
	src := p.Operand()
	var lists [3][]Extent
	for i := range lists {
		lists[i] = parseExtents(p)
	}
	parseStridedTypes(p, st, src, lists)
	return nil
}
