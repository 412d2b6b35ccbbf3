package gpu

import (
	"fmt"

	"descend/dialects/ods"
	"descend/ir"
)

// AllocOp is gpu.alloc.
type AllocOp struct{ *ir.Operation }

// Def returns the definition.
func (AllocOp) Def() *ir.OpDef { return allocDef }

var allocDef = &ir.OpDef{
	Name: "gpu.alloc", Summary: "allocation of device memory",
	Description: "Allocates a buffer in global memory of the device; one operand for each dynamic extent. With `hostShared` the host can access it too.",
	Example: `func.func @example(%n: index) {
  %0 = gpu.alloc  (%n) : memref<?xf32>
  %1 = gpu.alloc  host_shared () : memref<16xf32>
  return
}
`,
	Operands: []ir.OperandDef{asyncDeps, {Name: "dynamicSizes", Type: ods.Index, Arity: ir.Variadic},
		{Name: "symbolOperands", Type: ods.Index, Arity: ir.Variadic}},
	Results: []ir.OperandDef{{Name: "memref", Type: ods.AnyMemRef}, asyncRes},
	Attrs:   []ir.AttrDef{{Name: "hostShared", Attr: ir.UnitA, Optional: true}},
	Traits:  ir.AttrSizedOperands,
}

// NewAlloc builds gpu.alloc with the dynamic extents.
func NewAlloc(b *ir.Builder, t *ir.MemRefType, sizes ...*ir.Value) *ir.Value {
	return b.Op("gpu.alloc", sizes, []ir.Type{t}, ods.SegmentSizes(b.Ctx, 0, len(sizes), 0)).Result(0)
}

// MemRef is the buffer.
func (o AllocOp) MemRef() *ir.Value { return o.Result(0) }

// DynamicSizes are the dynamic extents.
func (o AllocOp) DynamicSizes() []*ir.Value { return ods.Segment(o.Operation, 1) }

// Effects tells of the allocation.
func (o AllocOp) Effects() []ir.Effect {
	return []ir.Effect{{Kind: ir.AllocEffect, Value: o.Result(0)}}
}

// ValueNames proposes MLIR's names.
func (o AllocOp) ValueNames(set func(*ir.Value, string)) {
	set(o.Result(0), "memref")
	if o.NumResults() > 1 {
		set(o.Result(1), "asyncToken")
	}
}

// Verify checks the number of extents.
func (o AllocOp) Verify() error {
	if err := ods.CheckSegments(o.Operation, 3); err != nil {
		return err
	}
	if ods.NumDynamic(o.Result(0).Type().(*ir.MemRefType).Shape) != len(o.DynamicSizes()) {
		return fmt.Errorf("dimension operand count does not equal memref dynamic dimension count")
	}
	return nil
}

// PrintAsm writes "host_shared (%n)[%s] : t".
func (o AllocOp) PrintAsm(p *ir.Printer) {
	printAsync(p, o.NumResults() > 1, ods.Segment(o.Operation, 0))
	if o.HasAttr("hostShared") {
		p.Write("host_shared ")
	}
	p.Write("(")
	p.Values(o.DynamicSizes())
	p.Write(")")
	if s := ods.Segment(o.Operation, 2); len(s) > 0 {
		p.Write("[")
		p.Values(s)
		p.Write("]")
	}
	p.AttrDict("hostShared", ods.Segments)
	p.Write(" : ")
	p.Type(o.Result(0).Type())
}

// ParseAsm reads what PrintAsm writes.
func (AllocOp) ParseAsm(p *ir.Parser, st *ir.OperationState) error {
	c := p.Context()
	token, deps := parseAsync(p)
	if p.OptionalKeyword("host_shared") != "" {
		st.SetAttr("hostShared", c.UnitAttr())
	}
	index := func() *ir.Value { return p.Resolve(p.Operand(), c.Index()) }
	var sizes, symbols []*ir.Value
	p.Comma("(", ")", func() { sizes = append(sizes, index()) })
	if p.Peek("[") {
		p.Comma("[", "]", func() { symbols = append(symbols, index()) })
	}
	p.OptionalAttrDict(st)
	st.Types = append([]ir.Type{p.ColonType()}, tokenType(c, token)...)
	ods.SetOperands(c, st, deps, sizes, symbols)
	return nil
}

// asyncOp is what dealloc, memcpy and memset have: tokens, then a fixed number of operands.
type asyncOp struct{ *ir.Operation }

// Deps are the tokens to wait for.
func (o asyncOp) Deps() []*ir.Value { return o.Operands()[:numTokens(o.Operation)] }

func (o asyncOp) operand(i int) *ir.Value { return o.Operand(numTokens(o.Operation) + i) }

func (o asyncOp) print(p *ir.Printer) {
	deps := o.Deps()
	printAsync(p, o.NumResults() > 0, deps)
	rest := o.Operands()[len(deps):]
	p.Values(rest)
	p.AttrDict()
	p.Write(" : ")
	for i, v := range rest {
		if i > 0 {
			p.Write(", ")
		}
		p.Type(v.Type())
	}
}

// parseAsyncOp reads "async [%t] %a, %b : t, u" with n operands.
func parseAsyncOp(p *ir.Parser, st *ir.OperationState, n int) error {
	token, deps := parseAsync(p)
	st.Types = tokenType(p.Context(), token)
	pos := p.Pos()
	rest := p.Operands()
	p.OptionalAttrDict(st)
	p.Expect(":")
	types := p.Types()
	if len(rest) != n || len(types) != n {
		p.FailAt(pos, "expected %d operands with a type each", n)
	}
	st.Operands = append(deps, p.ResolveAll(rest, types)...)
	return nil
}

func (o asyncOp) checkCount(n int) error {
	if got := o.NumOperands() - numTokens(o.Operation); got != n {
		return fmt.Errorf("expected %d operands behind the tokens, but got %d", n, got)
	}
	return nil
}

// DeallocOp is gpu.dealloc.
type DeallocOp struct{ *ir.Operation }

// Def returns the definition.
func (DeallocOp) Def() *ir.OpDef { return deallocDef }

var deallocDef = &ir.OpDef{
	Name: "gpu.dealloc", Summary: "end of a device buffer",
	Description: "Frees a buffer of gpu.alloc.",
	Example: `func.func @example() {
  %0 = gpu.alloc  () : memref<16xf32>
  gpu.dealloc  %0 : memref<16xf32>
  return
}
`,
	Operands: []ir.OperandDef{asyncDeps, {Name: "memref", Type: ods.RankedOrUnrankedMemRef}},
	Results:  []ir.OperandDef{asyncRes},
}

// NewDealloc builds gpu.dealloc.
func NewDealloc(b *ir.Builder, m *ir.Value) DeallocOp {
	return DeallocOp{b.Op("gpu.dealloc", []*ir.Value{m}, nil)}
}

// MemRef is the buffer.
func (o DeallocOp) MemRef() *ir.Value { return asyncOp(o).operand(0) }

// Effects tells that the buffer is freed.
func (o DeallocOp) Effects() []ir.Effect {
	return []ir.Effect{{Kind: ir.FreeEffect, Value: o.MemRef()}}
}

// Verify checks the number of operands.
func (o DeallocOp) Verify() error { return asyncOp(o).checkCount(1) }

// PrintAsm writes "%m : t".
func (o DeallocOp) PrintAsm(p *ir.Printer) { asyncOp(o).print(p) }

// ParseAsm reads what PrintAsm writes.
func (DeallocOp) ParseAsm(p *ir.Parser, st *ir.OperationState) error { return parseAsyncOp(p, st, 1) }

// MemcpyOp is gpu.memcpy.
type MemcpyOp struct{ *ir.Operation }

// Def returns the definition.
func (MemcpyOp) Def() *ir.OpDef { return memcpyDef }

var memcpyDef = &ir.OpDef{
	Name: "gpu.memcpy", Summary: "copy between host and device",
	Description: "Copies the second buffer to the first; either may be of the host or of the device.",
	Example: `func.func @example(%d: memref<16xf32>, %h: memref<16xf32>) {
  gpu.memcpy  %d, %h : memref<16xf32>, memref<16xf32>
  return
}
`,
	Operands: []ir.OperandDef{asyncDeps, {Name: "dst", Type: ods.AnyMemRef}, {Name: "src", Type: ods.AnyMemRef}},
	Results:  []ir.OperandDef{asyncRes},
}

// NewMemcpy builds gpu.memcpy.
func NewMemcpy(b *ir.Builder, dst, src *ir.Value) MemcpyOp {
	return MemcpyOp{b.Op("gpu.memcpy", []*ir.Value{dst, src}, nil)}
}

// Dst is written.
func (o MemcpyOp) Dst() *ir.Value { return asyncOp(o).operand(0) }

// Src is read.
func (o MemcpyOp) Src() *ir.Value { return asyncOp(o).operand(1) }

// Effects tells of the read and the write.
func (o MemcpyOp) Effects() []ir.Effect {
	return []ir.Effect{{Kind: ir.ReadEffect, Value: o.Src()}, {Kind: ir.WriteEffect, Value: o.Dst()}}
}

// Verify checks element types and static extents.
func (o MemcpyOp) Verify() error {
	if err := asyncOp(o).checkCount(2); err != nil {
		return err
	}
	d, s := o.Dst().Type().(*ir.MemRefType), o.Src().Type().(*ir.MemRefType)
	if d.Elem != s.Elem {
		return fmt.Errorf("arguments have incompatible element type")
	}
	if !ods.CompatibleShapes(d.Shape, s.Shape) {
		return fmt.Errorf("arguments have incompatible shape")
	}
	return nil
}

// PrintAsm writes "%d, %s : t, u".
func (o MemcpyOp) PrintAsm(p *ir.Printer) { asyncOp(o).print(p) }

// ParseAsm reads what PrintAsm writes.
func (MemcpyOp) ParseAsm(p *ir.Parser, st *ir.OperationState) error { return parseAsyncOp(p, st, 2) }

// MemsetOp is gpu.memset.
type MemsetOp struct{ *ir.Operation }

// Def returns the definition.
func (MemsetOp) Def() *ir.OpDef { return memsetDef }

var memsetDef = &ir.OpDef{
	Name: "gpu.memset", Summary: "fill of a device buffer",
	Description: "Sets all elements of the buffer to the value.",
	Example: `func.func @example(%d: memref<16xf32>, %v: f32) {
  gpu.memset  %d, %v : memref<16xf32>, f32
  return
}
`,
	Operands: []ir.OperandDef{asyncDeps, {Name: "dst", Type: ods.AnyMemRef}, {Name: "value", Type: ods.AnyType}},
	Results:  []ir.OperandDef{asyncRes},
}

// NewMemset builds gpu.memset.
func NewMemset(b *ir.Builder, dst, v *ir.Value) MemsetOp {
	return MemsetOp{b.Op("gpu.memset", []*ir.Value{dst, v}, nil)}
}

// Dst is written.
func (o MemsetOp) Dst() *ir.Value { return asyncOp(o).operand(0) }

// Value is what is written.
func (o MemsetOp) Value() *ir.Value { return asyncOp(o).operand(1) }

// Effects tells of the write.
func (o MemsetOp) Effects() []ir.Effect { return []ir.Effect{{Kind: ir.WriteEffect, Value: o.Dst()}} }

// Verify checks the type of the value.
func (o MemsetOp) Verify() error {
	if err := asyncOp(o).checkCount(2); err != nil {
		return err
	}
	if o.Dst().Type().(*ir.MemRefType).Elem != o.Value().Type() {
		return fmt.Errorf("failed to verify that all of {dst, value} have same element type")
	}
	return nil
}

// PrintAsm writes "%d, %v : t, u".
func (o MemsetOp) PrintAsm(p *ir.Printer) { asyncOp(o).print(p) }

// ParseAsm reads what PrintAsm writes.
func (MemsetOp) ParseAsm(p *ir.Parser, st *ir.OperationState) error { return parseAsyncOp(p, st, 2) }

// WaitOp is gpu.wait.
type WaitOp struct{ *ir.Operation }

// Def returns the definition.
func (WaitOp) Def() *ir.OpDef { return waitDef }

var waitDef = &ir.OpDef{
	Name: "gpu.wait", Summary: "wait for asynchronous operations",
	Description: "Without a result the host waits for the tokens; with one the result is a token that is ready when they are.",
	Example: `func.func @example() {
  %0 = gpu.wait async
  gpu.wait [%0]
  return
}
`,
	Operands: []ir.OperandDef{asyncDeps},
	Results:  []ir.OperandDef{asyncRes},
}

// PrintAsm writes "async [%t]".
func (o WaitOp) PrintAsm(p *ir.Printer) {
	if o.NumResults() > 0 {
		p.Write(" async")
	}
	if o.NumOperands() > 0 {
		p.Write(" [")
		p.Values(o.Operands())
		p.Write("]")
	}
	p.AttrDict()
}

// ParseAsm reads what PrintAsm writes.
func (WaitOp) ParseAsm(p *ir.Parser, st *ir.OperationState) error {
	token, deps := parseAsync(p)
	st.Operands, st.Types = deps, tokenType(p.Context(), token)
	p.OptionalAttrDict(st)
	return nil
}
