package memref

import (
	"fmt"

	"descend/dialects/ods"
	"descend/ir"
)

// ReallocOp is memref.realloc.
type ReallocOp struct{ *ir.Operation }

// Def returns the definition.
func (ReallocOp) Def() *ir.OpDef { return reallocDef }

// contiguousVector is the constraint of what can be reallocated.
var contiguousVector = ir.TypeConstraint{Name: "1D memref of any type values", Class: ods.AnyMemRef.Class, Is: func(t ir.Type) bool {
	m, ok := t.(*ir.MemRefType)
	return ok && !m.Unranked && len(m.Shape) == 1
}}

var reallocDef = &ir.OpDef{
	Name: "memref.realloc", Summary: "other size of a buffer on the heap",
	Description: "A buffer of another size with the contents of the source as far as both reach. The source must not be used afterwards.",
	Example: `func.func @example(%m: memref<64xf32>, %n: index) {
  %0 = memref.realloc %m(%n) : memref<64xf32> to memref<?xf32>
  return
}
`,
	Operands: []ir.OperandDef{{Name: "source", Type: contiguousVector}, {Name: "dynamicResultSize", Type: ods.Index, Arity: ir.Optional}},
	Results:  []ir.OperandDef{{Name: "result", Type: contiguousVector}},
	Attrs:    []ir.AttrDef{{Name: "alignment", Attr: ods.AlignmentAttr, Optional: true}},
	Format:   "$source (`` `(` $dynamicResultSize^ `)`)? attr-dict `:` type($source) `to` type(results)",
}

// Effects tells that the source is freed and the result allocated.
func (o ReallocOp) Effects() []ir.Effect {
	return []ir.Effect{{Kind: ir.FreeEffect, Value: o.Operand(0)}, {Kind: ir.AllocEffect, Value: o.Result(0)}}
}

// Verify checks layouts, spaces, element types and the number of extents.
func (o ReallocOp) Verify() error {
	s, t := TypeOf(o.Operand(0)), TypeOf(o.Result(0))
	switch {
	case s.Layout != nil:
		return ir.BareError(fmt.Sprintf("unsupported layout for source memref type '%s'", s))
	case t.Layout != nil:
		return ir.BareError(fmt.Sprintf("unsupported layout for result memref type '%s'", t))
	case s.Space != t.Space:
		return ir.BareError(fmt.Sprintf("different memory spaces specified for source memref type '%s' and result memref type '%s'", s, t))
	case s.Elem != t.Elem:
		return ir.BareError(fmt.Sprintf("different element types specified for source memref type '%s' and result memref type '%s'", s, t))
	case ods.NumDynamic(t.Shape) == 1 && o.NumOperands() == 1:
		return ir.BareError(fmt.Sprintf("missing dimension operand for result type '%s'", t))
	case ods.NumDynamic(t.Shape) == 0 && o.NumOperands() == 2:
		return ir.BareError(fmt.Sprintf("unnecessary dimension operand for result type '%s'", t))
	}
	return nil
}

// PrefetchOp is memref.prefetch.
type PrefetchOp struct{ *ir.Operation }

// Def returns the definition.
func (PrefetchOp) Def() *ir.OpDef { return prefetchDef }

var prefetchDef = &ir.OpDef{
	Name: "memref.prefetch", Summary: "hint that an element will be used",
	Description: "Asks for the element to be brought near, for reading or writing; `localityHint` from 0, no locality, to 3, in cache; of data or of instructions.",
	Example: `func.func @example(%m: memref<4x8xf32>, %i: index) {
  memref.prefetch %m[%i, %i], read, locality<3>, data : memref<4x8xf32>
  return
}
`,
	Operands: []ir.OperandDef{{Name: "memref", Type: ods.AnyMemRef}, indicesDef},
	Attrs: []ir.AttrDef{{Name: "isWrite", Attr: ir.BoolA}, {Name: "localityHint", Attr: ir.AttrConstraint{
		Name: "32-bit signless integer attribute whose minimum value is 0 whose maximum value is 3", Type: ir.I32A.Type, Storage: ir.I32A.Storage,
		Is: func(a ir.Attribute) bool {
			n, ok := a.(*ir.IntegerAttr)
			return ok && ir.I32A.Is(a) && n.Value.Sign() >= 0 && n.Int64() <= 3
		}}}, {Name: "isDataCache", Attr: ir.BoolA}},
	Format:     "$memref `` `[` $indices `]` `` `,` custom<Hint>($isWrite, $localityHint, $isDataCache) attr-dict `:` type($memref)",
	Directives: map[string]ir.Directive{"Hint": prefetchHint},
}

// prefetchHint is "read, locality<3>, data".
var prefetchHint = ir.Directive{
	Print: func(p *ir.Printer) {
		words := func(name, yes, no string) string {
			if a, _ := p.Op().Attr(name).(*ir.IntegerAttr); a != nil && a.Value.Sign() != 0 {
				return yes
			}
			return no
		}
		locality, _ := p.Op().IntAttr("localityHint")
		p.Write(words("isWrite", "write", "read"), fmt.Sprintf(", locality<%d>, ", locality), words("isDataCache", "data", "instr"))
	},
	Parse: func(p *ir.Parser, f *ir.Fields) {
		c := p.Context()
		if rw := p.Keyword(); rw == "read" || rw == "write" {
			f.Attr("isWrite", c.BoolAttr(rw == "write"))
		} else {
			p.FailAt(p.OpPos(), "rw specifier has to be 'read' or 'write'")
		}
		p.Expect(",")
		p.Expect("locality")
		p.Expect("<")
		f.Attr("localityHint", p.Attribute(c.I32()))
		p.Expect(">")
		p.Expect(",")
		if cache := p.Keyword(); cache == "data" || cache == "instr" {
			f.Attr("isDataCache", c.BoolAttr(cache == "data"))
		} else {
			p.FailAt(p.OpPos(), "cache type has to be 'data' or 'instr'")
		}
	},
}

// Effects tells that nothing is done to memory that may not be left out, but that the hint stays where it is.
func (o PrefetchOp) Effects() []ir.Effect {
	return []ir.Effect{{Kind: ir.ReadEffect, Value: o.Operand(0)}, {Kind: ir.WriteEffect, Value: o.Operand(0)}}
}

// Verify checks the number of indices.
func (o PrefetchOp) Verify() error {
	if o.NumOperands() != 1+len(TypeOf(o.Operand(0)).Shape) {
		return fmt.Errorf("too few indices")
	}
	return nil
}

// Fold looks through casts.
func (o PrefetchOp) Fold([]ir.Attribute) []ir.FoldResult { foldCast(o.Operation, 0); return nil }

// DMAStartOp is memref.dma_start.
type DMAStartOp struct{ *ir.Operation }

// Def returns the definition.
func (DMAStartOp) Def() *ir.OpDef { return dmaStartDef }

var dmaStartDef = &ir.OpDef{
	Name: "memref.dma_start", Summary: "start of a copy that goes on by itself",
	Description: "Starts to copy so many elements from the source to the destination, whose memory spaces differ, and marks the element of the tag when done. Two more operands give a stride of the slower memory, and the elements between strides.",
	Example: `func.func @example(%src: memref<64xf32>, %dst: memref<64xf32, 1>, %tag: memref<1xi32>, %i: index, %n: index) {
  memref.dma_start %src[%i], %dst[%i], %n, %tag[%i] : memref<64xf32>, memref<64xf32, 1>, memref<1xi32>
  memref.dma_wait %tag[%i], %n : memref<1xi32>
  return
}
`,
	Operands: []ir.OperandDef{{Name: "operands", Type: ods.AnyType, Arity: ir.Variadic}},
}

// dmaStart is the operands of a memref.dma_start in groups; ok is false if there are too few.
type dmaStart struct {
	src, dst, tag                       *ir.Value
	srcIndices, dstIndices, tagIndices  []*ir.Value
	elements, stride, elementsPerStride *ir.Value
}

func (o DMAStartOp) parts() (d dmaStart, ok bool) {
	rest := o.Operands()
	buffer := func() (m *ir.Value, indices []*ir.Value, ok bool) {
		if len(rest) == 0 {
			return nil, nil, false
		}
		t := TypeOf(rest[0])
		if t == nil || len(rest) < 1+len(t.Shape) {
			return nil, nil, false
		}
		m, indices, rest = rest[0], rest[1:1+len(t.Shape)], rest[1+len(t.Shape):]
		return m, indices, true
	}
	if d.src, d.srcIndices, ok = buffer(); !ok {
		return d, false
	}
	if d.dst, d.dstIndices, ok = buffer(); !ok || len(rest) == 0 {
		return d, false
	}
	d.elements, rest = rest[0], rest[1:]
	if d.tag, d.tagIndices, ok = buffer(); !ok {
		return d, false
	}
	if len(rest) == 2 {
		d.stride, d.elementsPerStride, rest = rest[0], rest[1], nil
	}
	return d, len(rest) == 0
}

// Effects tells of the read, and of the writes to destination and tag.
func (o DMAStartOp) Effects() []ir.Effect {
	d, ok := o.parts()
	if !ok {
		return []ir.Effect{{Kind: ir.ReadEffect}, {Kind: ir.WriteEffect}}
	}
	return []ir.Effect{{Kind: ir.ReadEffect, Value: d.src}, {Kind: ir.WriteEffect, Value: d.dst}, {Kind: ir.WriteEffect, Value: d.tag}}
}

// Verify checks the operands one after the other.
func (o DMAStartOp) Verify() error {
	vs := o.Operands()
	if len(vs) < 4 {
		return fmt.Errorf("expected at least 4 operands")
	}
	at := 0
	buffer := func(what string) error {
		t := TypeOf(vs[at])
		if t == nil || t.Unranked {
			return fmt.Errorf("expected %s to be of memref type", what)
		}
		at++
		return nil
	}
	indices := func(n int, what string) error {
		for _, v := range vs[at : at+n] {
			if !ods.Index.Is(v.Type()) {
				return fmt.Errorf("expected %s", what)
			}
		}
		at += n
		return nil
	}
	if err := buffer("source"); err != nil {
		return err
	}
	rank := func(v *ir.Value) int { return len(TypeOf(v).Shape) }
	src := rank(vs[0])
	if len(vs) < src+4 {
		return fmt.Errorf("expected at least %d operands", src+4)
	}
	if err := indices(src, "source indices to be of index type"); err != nil {
		return err
	}
	if err := buffer("destination"); err != nil {
		return err
	}
	dst := rank(vs[src+1])
	if len(vs) < src+dst+4 {
		return fmt.Errorf("expected at least %d operands", src+dst+4)
	}
	if err := indices(dst, "destination indices to be of index type"); err != nil {
		return err
	}
	if err := indices(1, "num elements to be of index type"); err != nil {
		return err
	}
	if err := buffer("tag"); err != nil {
		return err
	}
	tag := rank(vs[at-1])
	if len(vs) < src+dst+tag+4 {
		return fmt.Errorf("expected at least %d operands", src+dst+tag+4)
	}
	if err := indices(tag, "tag indices to be of index type"); err != nil {
		return err
	}
	switch len(vs) - at {
	case 0:
		return nil
	case 2:
		return indices(2, "stride and num elements per stride to be of type index")
	}
	return fmt.Errorf("incorrect number of operands")
}

// PrintAsm writes "%src[%i], %dst[%j], %n, %tag[%k], %stride, %per : t, u, v".
func (o DMAStartOp) PrintAsm(p *ir.Printer) {
	d, _ := o.parts()
	element := func(m *ir.Value, indices []*ir.Value) {
		p.Write(" ")
		p.Value(m)
		p.Write("[")
		p.Values(indices)
		p.Write("]")
	}
	element(d.src, d.srcIndices)
	p.Write(",")
	element(d.dst, d.dstIndices)
	p.Write(", ")
	p.Value(d.elements)
	p.Write(",")
	element(d.tag, d.tagIndices)
	if d.stride != nil {
		p.Write(", ")
		p.Values([]*ir.Value{d.stride, d.elementsPerStride})
	}
	p.AttrDict()
	p.Write(" : ")
	p.ValueTypes([]*ir.Value{d.src, d.dst, d.tag})
}

// ParseAsm reads what PrintAsm writes.
func (DMAStartOp) ParseAsm(p *ir.Parser, st *ir.OperationState) error {
	var buffers []ir.OperandRef
	var indices [3][]ir.OperandRef
	element := func(i int) {
		buffers = append(buffers, p.Operand())
		p.Comma("[", "]", func() { indices[i] = append(indices[i], p.Operand()) })
		if i < 2 {
			p.Expect(",")
		}
	}
	element(0)
	element(1)
	n := p.Operand()
	p.Expect(",")
	element(2)
	var strides []ir.OperandRef
	if p.Accept(",") {
		strides = p.Operands()
		if len(strides) != 2 {
			p.FailAt(p.OpPos(), "expected two stride related operands")
		}
	}
	p.OptionalAttrDict(st)
	p.Expect(":")
	ts := p.Types()
	if len(ts) != 3 {
		p.FailAt(p.OpPos(), "fewer/more types expected")
	}
	index := []ir.Type{p.Context().Index()}
	for i, b := range buffers {
		st.Operands = append(st.Operands, p.Resolve(b, ts[i]))
		st.Operands = append(st.Operands, p.ResolveAll(indices[i], index)...)
		if i == 1 {
			st.Operands = append(st.Operands, p.Resolve(n, index[0]))
		}
	}
	st.Operands = append(st.Operands, p.ResolveAll(strides, index)...)
	return nil
}

// DMAWaitOp is memref.dma_wait.
type DMAWaitOp struct{ *ir.Operation }

// Def returns the definition.
func (DMAWaitOp) Def() *ir.OpDef { return dmaWaitDef }

var dmaWaitDef = &ir.OpDef{
	Name: "memref.dma_wait", Summary: "end of a copy that goes on by itself",
	Description: "Waits until the copy of so many elements that was started with the tag is done.",
	Example:     dmaStartDef.Example,
	Operands:    []ir.OperandDef{{Name: "tagMemRef", Type: ods.AnyMemRef}, {Name: "tagIndices", Type: ods.Index, Arity: ir.Variadic}, {Name: "numElements", Type: ods.Index}},
	Format:      "$tagMemRef `[` $tagIndices `]` `,` $numElements attr-dict `:` type($tagMemRef)",
}

// Effects tells of the wait: nothing moves across.
func (o DMAWaitOp) Effects() []ir.Effect {
	return []ir.Effect{{Kind: ir.ReadEffect}, {Kind: ir.WriteEffect}}
}

// Verify checks the number of indices.
func (o DMAWaitOp) Verify() error {
	if want, got := len(TypeOf(o.Operand(0)).Shape), len(o.OperandGroup("tagIndices")); want != got {
		return fmt.Errorf("expected tagIndices to have the same number of elements as the tagMemRef rank, expected %d, but got %d", want, got)
	}
	return nil
}

// AllocaScopeOp is memref.alloca_scope.
type AllocaScopeOp struct{ *ir.Operation }

// Def returns the definition.
func (AllocaScopeOp) Def() *ir.OpDef { return allocaScopeDef }

var allocaScopeDef = &ir.OpDef{
	Name: "memref.alloca_scope", Summary: "end of allocations on the stack",
	Description: "Runs the region; what `memref.alloca` makes in it ends with it. The results are what the region returns.",
	Example: `func.func @example(%x: f32) {
  %0 = memref.alloca_scope  -> (f32) {
    memref.alloca_scope.return %x : f32
  }
  return
}
`,
	Results:    []ir.OperandDef{{Name: "results", Type: ods.AnyType, Arity: ir.Variadic}},
	Regions:    []ir.RegionDef{{Name: "bodyRegion"}},
	Traits:     ir.NoRegionArguments | ir.SingleBlock | ir.ImplicitTerminator | ir.RecursiveMemoryEffects | ir.AllocationScope,
	Terminator: "memref.alloca_scope.return",
	Format:     "custom<Results>(type($results)) $bodyRegion attr-dict",
	Directives: map[string]ir.Directive{"Results": {
		Print: func(p *ir.Printer) {
			if rs := p.Op().Results(); len(rs) > 0 {
				p.Write(" -> (")
				p.ValueTypes(rs)
				p.Write(")")
			}
		},
		Parse: func(p *ir.Parser, f *ir.Fields) { f.Types("results", p.ArrowTypes()...) },
	}},
}

// RegionEdges leads through the region.
func (o AllocaScopeOp) RegionEdges() []ir.RegionEdge {
	return []ir.RegionEdge{{From: o.Operation, To: o.Region(0)}, ir.EndOf(o.Region(0), nil, o.Results()...)}
}

// VerifyRegions checks what the region returns.
func (o AllocaScopeOp) VerifyRegions() error {
	return ods.CheckRegionEnd(o.Operation, o.Region(0).Back().Back(), "Region #0 to parent results")
}

// AllocaScopeReturnOp is memref.alloca_scope.return.
type AllocaScopeReturnOp struct{ *ir.Operation }

// Def returns the definition.
func (AllocaScopeReturnOp) Def() *ir.OpDef { return allocaScopeReturnDef }

var allocaScopeReturnDef = &ir.OpDef{
	Name: "memref.alloca_scope.return", Summary: "end of a memref.alloca_scope",
	Description: "Hands its operands to the operation around it.",
	Example:     allocaScopeDef.Example,
	Operands:    []ir.OperandDef{{Name: "results", Type: ods.AnyType, Arity: ir.Variadic}},
	Parents:     []string{"memref.alloca_scope"},
	Traits:      ir.Pure | ir.Terminator | ir.ReturnLike,
	Format:      "attr-dict ($results^ `:` type($results))?",
}
