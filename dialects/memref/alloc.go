package memref

import (
	"strings"

	"descend/dialects/arith"
	"descend/dialects/ods"
	"descend/ir"
)

// allocLike is what alloc and alloca have: operands for the dynamic extents and for symbols of the layout.
type allocLike struct{ *ir.Operation }

func allocDef(mnemonic, summary, description string) *ir.OpDef {
	return &ir.OpDef{
		Name: "memref." + mnemonic, Summary: summary, Description: description,
		Example: `func.func @example(%n: index) {
  %0 = memref.` + mnemonic + `(%n) : memref<?xf32>
  %1 = memref.` + mnemonic + `() {alignment = 16 : i64} : memref<4x8xf32>
  return
}
`,
		Operands: []ir.OperandDef{
			{Name: "dynamicSizes", Type: ods.Index, Arity: ir.Variadic},
			{Name: "symbolOperands", Type: ods.Index, Arity: ir.Variadic},
		},
		Results: []ir.OperandDef{{Name: "memref", Type: ods.AnyMemRef}},
		Attrs:   []ir.AttrDef{{Name: "alignment", Attr: ods.AlignmentAttr, Optional: true}},
		Traits:  ir.AttrSizedOperands,
		Format:  "`(` $dynamicSizes `)` (`` `[` $symbolOperands^ `]`)? attr-dict `:` type($memref)",
	}
}

func buildAlloc(b *ir.Builder, name string, t *ir.MemRefType, align int64, sizes []*ir.Value) *ir.Operation {
	attrs := []ir.NamedAttr{ods.SegmentSizes(b.Ctx, len(sizes), 0)}
	if align > 0 {
		attrs = append(attrs, ir.Attr("alignment", b.Ctx.I64Attr(align)))
	}
	return b.Op(name, sizes, []ir.Type{t}, attrs...)
}

// MemRef is the buffer.
func (o allocLike) MemRef() *ir.Value { return o.Result(0) }

// Type is the type of the buffer.
func (o allocLike) Type() *ir.MemRefType { return TypeOf(o.Result(0)) }

// DynamicSizes are the dynamic extents in order.
func (o allocLike) DynamicSizes() []*ir.Value { return ods.Segment(o.Operation, 0) }

// Alignment is the alignment in bytes, 0 if not given.
func (o allocLike) Alignment() int64 {
	n, _ := o.IntAttr("alignment")
	return n
}

// Effects tells of the allocation.
func (o allocLike) Effects() []ir.Effect {
	return []ir.Effect{{Kind: ir.AllocEffect, Value: o.Result(0)}}
}

// ValueNames proposes alloc or alloca.
func (o allocLike) ValueNames(set func(*ir.Value, string)) {
	set(o.Result(0), strings.TrimPrefix(o.Name(), "memref."))
}

// Verify checks the number of extents and symbols.
func (o allocLike) Verify() error {
	return ods.CheckAllocation(o.Type(), len(o.DynamicSizes()), ods.SegmentLen(o.Operation, 1))
}

// allocRewrites are the rewrites of memref.alloc or memref.alloca.
func allocRewrites(mnemonic string) []ir.Rewrite {
	return []ir.Rewrite{{
		Name: mnemonic + "-never-read", Benefit: 1, Args: "%x: f32, %i: index",
		Before: `
%0 = memref.` + mnemonic + `() : memref<8xf32>
memref.store %x, %0[%i] : memref<8xf32>`,
		Apply: func(op *ir.Operation, rw *ir.Rewriter) bool { return allocLike{op}.eraseNeverRead(rw) },
	}}
}

// eraseNeverRead erases a buffer that nobody reads, with the stores to it and its end.
func (o allocLike) eraseNeverRead(rw *ir.Rewriter) bool {
	users := o.Result(0).Users()
	for _, u := range users {
		switch u.Name() {
		case "memref.dealloc":
		case "memref.store":
			if u.Operand(0) == o.Result(0) {
				return false
			}
		default:
			return false
		}
	}
	for _, u := range users {
		rw.Erase(u)
	}
	rw.Erase(o.Operation)
	return true
}

// AllocOp is memref.alloc.
type AllocOp struct{ allocLike }

// Def returns the definition.
func (AllocOp) Def() *ir.OpDef { return allocOpDef }

var allocOpDef = allocDef("alloc", "allocation on the heap",
	"Allocates a buffer; one operand for each dynamic extent. The contents are not specified. It lives until memref.dealloc.")

// Rewrites erases buffers that nobody reads.
func (AllocOp) Rewrites() []ir.Rewrite { return allocRewrites("alloc") }

// NewAlloc builds memref.alloc with the dynamic extents.
func NewAlloc(b *ir.Builder, t *ir.MemRefType, sizes ...*ir.Value) *ir.Value {
	return buildAlloc(b, "memref.alloc", t, 0, sizes).Result(0)
}

// AllocaOp is memref.alloca.
type AllocaOp struct{ allocLike }

// Def returns the definition.
func (AllocaOp) Def() *ir.OpDef { return allocaOpDef }

var allocaOpDef = allocDef("alloca", "allocation on the stack",
	"Allocates a buffer that lives as long as the function (or other allocation scope) around it.")

// Rewrites erases buffers that nobody reads.
func (AllocaOp) Rewrites() []ir.Rewrite { return allocRewrites("alloca") }

// Slot is the buffer if its shape is static.
func (o AllocaOp) Slot() (memory *ir.Value, elem ir.Type, elements int64, ok bool) {
	t := o.Type()
	if t == nil || t.Unranked || t.Layout != nil || ods.NumDynamic(t.Shape) > 0 || o.NumOperands() > 0 {
		return nil, nil, 0, false
	}
	n, fits := ir.NumElements(t.Shape)
	return o.Result(0), t.Elem, n, fits
}

// InitialValue is zero.
func (o AllocaOp) InitialValue(b *ir.Builder) *ir.Value {
	switch t := o.Type().Elem.(type) {
	case *ir.IntegerType, *ir.IndexType, *ir.FloatType:
		if it, ok := t.(*ir.IntegerType); ok && it.Sign != ir.Signless {
			return nil
		}
		return arith.NewZero(b, t)
	}
	return nil
}

// NewElement allocates a buffer of rank 0 in the same space.
func (o AllocaOp) NewElement(b *ir.Builder) *ir.Value {
	t := o.Type()
	return NewAlloca(b, b.Ctx.MemRefType(nil, t.Elem, nil, t.Space), 0)
}

// NewAlloca builds memref.alloca with the dynamic extents; align is in bytes, 0 for the default.
func NewAlloca(b *ir.Builder, t *ir.MemRefType, align int64, sizes ...*ir.Value) *ir.Value {
	return buildAlloc(b, "memref.alloca", t, align, sizes).Result(0)
}

// DeallocOp is memref.dealloc.
type DeallocOp struct{ *ir.Operation }

// Def returns the definition.
func (DeallocOp) Def() *ir.OpDef { return deallocDef }

var deallocDef = &ir.OpDef{
	Name: "memref.dealloc", Summary: "end of a buffer",
	Description: "Frees a buffer of memref.alloc. It must not be used afterwards.",
	Example: `func.func @example() {
  %0 = memref.alloc() : memref<16xf32>
  memref.dealloc %0 : memref<16xf32>
  return
}
`,
	Operands: []ir.OperandDef{{Name: "memref", Type: ods.RankedOrUnrankedMemRef}},
	Format:   "$memref attr-dict `:` type($memref)",
}

// NewDealloc builds memref.dealloc.
func NewDealloc(b *ir.Builder, m *ir.Value) DeallocOp {
	return DeallocOp{b.Op("memref.dealloc", []*ir.Value{m}, nil)}
}

// MemRef is the buffer.
func (o DeallocOp) MemRef() *ir.Value { return o.Operand(0) }

// Effects tells that the buffer is freed.
func (o DeallocOp) Effects() []ir.Effect {
	return []ir.Effect{{Kind: ir.FreeEffect, Value: o.MemRef()}}
}
