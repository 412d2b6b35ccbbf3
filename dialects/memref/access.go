package memref

import (
	"fmt"

	"descend/dialects/arith"
	"descend/dialects/ods"
	"descend/ir"
)

// elementRule says that an operand or result has the type of the elements of the operand memref.
func elementRule(of, summary string) []ir.TypeRule {
	return []ir.TypeRule{{Of: of, From: "memref", Summary: summary,
		Types: func(_ *ir.Context, t ir.Type) []ir.Type { return []ir.Type{t.(*ir.MemRefType).Elem} }}}
}

// checkIndices checks that there is an index for each dimension of m.
func checkIndices(m *ir.Value, indices []*ir.Value, op string) error {
	if rank := len(TypeOf(m).Shape); len(indices) != rank {
		return fmt.Errorf("incorrect number of indices for %s, expected %d but got %d", op, rank, len(indices))
	}
	return nil
}

// ElementAccess is an operation whose only access to memory is that of one element: a load, a store or an atomic.
type ElementAccess interface {
	MemRef() *ir.Value
	// Indices are those of the element, one for each dimension.
	Indices() []*ir.Value
	// Updates says whether the element is read and changed in one.
	Updates() bool
}

// Access is what an operation accesses with one instruction: Elements elements one behind the other, the first of which is at Indices.
type Access struct {
	MemRef   *ir.Value
	Indices  []*ir.Value
	Elements int64
	Updates  bool // read and changed in one
	Lanes    int  // the access is that of the first lanes of a warp, if not 0; the others take no part
	// Some is how many of the elements are accessed, nil: all. Where it is 0, nothing is. Where it is not, the access costs what one to all of them does.
	Some *ir.Value
}

// Bytes are those of all elements.
func (a Access) Bytes() int64 { return a.Elements * ElemBytes(TypeOf(a.MemRef).Elem) }

// AccessesOf are the accesses of a load, a store, an atomic, or an operation that says which it makes; none of others, whatever they do.
func AccessesOf(op *ir.Operation) []Access {
	if op.Has(ir.Pure) {
		return nil // most are
	}
	switch o := op.Typed().(type) {
	case ElementAccess:
		return []Access{{MemRef: o.MemRef(), Indices: o.Indices(), Elements: 1, Updates: o.Updates()}}
	case interface{ Accesses() []Access }:
		return o.Accesses()
	}
	return nil
}

var (
	nontemporalDef = ir.AttrDef{Name: "nontemporal", Attr: ir.BoolA, Optional: true, Default: func(c *ir.Context) ir.Attribute { return c.BoolAttr(false) }}
	indicesDef     = ir.OperandDef{Name: "indices", Type: ods.Index, Arity: ir.Variadic}
)

// LoadOp is memref.load.
type LoadOp struct{ *ir.Operation }

// Def returns the definition.
func (LoadOp) Def() *ir.OpDef { return loadDef }

var loadDef = &ir.OpDef{
	Name: "memref.load", Summary: "read of an element",
	Description: "The element at the indices, one for each dimension. Undefined when out of bounds.",
	Example: `func.func @example(%m: memref<?x4xf32>, %i: index) {
  %0 = memref.load %m[%i, %i] : memref<?x4xf32>
  return
}
`,
	Operands:  []ir.OperandDef{{Name: "memref", Type: ods.AnyMemRef}, indicesDef},
	Results:   []ir.OperandDef{{Name: "result", Type: ods.AnyType}},
	Attrs:     []ir.AttrDef{nontemporalDef},
	TypeRules: elementRule("result", "result type matches element type of 'memref'"),
	Format:    "$memref `[` $indices `]` attr-dict `:` type($memref)",
}

// NewLoad builds memref.load of a value of memref type.
func NewLoad(b *ir.Builder, m *ir.Value, indices ...*ir.Value) *ir.Value {
	return b.Op("memref.load", append([]*ir.Value{m}, indices...), []ir.Type{ods.ElementType(m.Type())}).Result(0)
}

// MemRef is the buffer.
func (o LoadOp) MemRef() *ir.Value { return o.Operand(0) }

// Indices are the indices.
func (o LoadOp) Indices() []*ir.Value { return o.Operands()[1:] }

// Updates says that nothing is changed.
func (LoadOp) Updates() bool { return false }

// Verify checks indices and element type.
func (o LoadOp) Verify() error {
	return checkIndices(o.MemRef(), o.Indices(), "load")
}

// Effects tells of the read.
func (o LoadOp) Effects() []ir.Effect { return []ir.Effect{{Kind: ir.ReadEffect, Value: o.MemRef()}} }

// Fold looks through casts.
func (o LoadOp) Fold([]ir.Attribute) []ir.FoldResult {
	if foldCast(o.Operation, 0) {
		return []ir.FoldResult{{Value: o.Result(0)}}
	}
	return nil
}

// Access is the buffer that is read.
func (o LoadOp) Access() (memory, written *ir.Value) { return o.MemRef(), nil }

// Element is the number of the element in row-major order.
func (o LoadOp) Element() (int64, bool) { return constantElement(TypeOf(o.MemRef()), o.Indices()) }

// Retarget reads a buffer of rank 0.
func (o LoadOp) Retarget(memory *ir.Value) { o.SetOperands(memory) }

// constantElement is the number of an element in row-major order, if the shape and the indices are constant and
// within bounds.
func constantElement(t *ir.MemRefType, indices []*ir.Value) (n int64, ok bool) {
	for i, v := range indices {
		c, ok := arith.ConstantInt(v)
		if !ok || t.Shape[i] == ir.Dynamic || c < 0 || c >= t.Shape[i] {
			return 0, false
		}
		n = n*t.Shape[i] + c
	}
	return n, true
}

// StoreOp is memref.store.
type StoreOp struct{ *ir.Operation }

// Def returns the definition.
func (StoreOp) Def() *ir.OpDef { return storeDef }

var storeDef = &ir.OpDef{
	Name: "memref.store", Summary: "write of an element",
	Description: "Stores the value at the indices, one for each dimension. Undefined when out of bounds.",
	Example: `func.func @example(%m: memref<?x4xf32>, %i: index, %v: f32) {
  memref.store %v, %m[%i, %i] : memref<?x4xf32>
  return
}
`,
	Operands:  []ir.OperandDef{{Name: "value", Type: ods.AnyType}, {Name: "memref", Type: ods.AnyMemRef}, indicesDef},
	Attrs:     []ir.AttrDef{nontemporalDef},
	TypeRules: elementRule("value", "type of 'value' matches element type of 'memref'"),
	Format:    "$value `,` $memref `[` $indices `]` attr-dict `:` type($memref)",
}

// NewStore builds memref.store.
func NewStore(b *ir.Builder, v, m *ir.Value, indices ...*ir.Value) StoreOp {
	return StoreOp{b.Op("memref.store", append([]*ir.Value{v, m}, indices...), nil)}
}

// Value is what is stored.
func (o StoreOp) Value() *ir.Value { return o.Operand(0) }

// MemRef is the buffer.
func (o StoreOp) MemRef() *ir.Value { return o.Operand(1) }

// Indices are the indices.
func (o StoreOp) Indices() []*ir.Value { return o.Operands()[2:] }

// Updates says that nothing is read.
func (StoreOp) Updates() bool { return false }

// Verify checks indices and element type.
func (o StoreOp) Verify() error {
	if len(o.Indices()) != len(TypeOf(o.MemRef()).Shape) {
		return fmt.Errorf("store index operand count not equal to memref rank")
	}
	return nil
}

// Effects tells of the write.
func (o StoreOp) Effects() []ir.Effect { return []ir.Effect{{Kind: ir.WriteEffect, Value: o.MemRef()}} }

// Access is the buffer and the value written.
func (o StoreOp) Access() (memory, written *ir.Value) { return o.MemRef(), o.Value() }

// Element is the number of the element in row-major order.
func (o StoreOp) Element() (int64, bool) { return constantElement(TypeOf(o.MemRef()), o.Indices()) }

// Retarget writes a buffer of rank 0.
func (o StoreOp) Retarget(memory *ir.Value) { o.SetOperands(o.Value(), memory) }

// Rewrites looks through casts.
func (StoreOp) Rewrites() []ir.Rewrite {
	return []ir.Rewrite{{
		Name: "store-cast", Benefit: 1, Args: "%x: f32, %m: memref<8xf32>, %i: index",
		Before: `
%0 = memref.cast %m : memref<8xf32> to memref<?xf32>
memref.store %x, %0[%i] : memref<?xf32>`,
		After: `
memref.store %x, %m[%i] : memref<8xf32>`,
		Apply: throughCast(1),
	}}
}

// throughCast makes operand i the source of the cast that it is.
func throughCast(i int) func(op *ir.Operation, rw *ir.Rewriter) bool {
	return func(op *ir.Operation, rw *ir.Rewriter) bool {
		if !foldCast(op, i) {
			return false
		}
		rw.Modified(op)
		return true
	}
}

// CopyOp is memref.copy.
type CopyOp struct{ *ir.Operation }

// Def returns the definition.
func (CopyOp) Def() *ir.OpDef { return copyDef }

var copyDef = &ir.OpDef{
	Name: "memref.copy", Summary: "copy of a buffer",
	Description: "Copies all elements of the source into the target, which has the same shape and element type. They must not overlap in part.",
	Example: `func.func @example(%a: memref<16xf32>, %b: memref<16xf32>) {
  memref.copy %a, %b : memref<16xf32> to memref<16xf32>
  return
}
`,
	Operands: []ir.OperandDef{{Name: "source", Type: ods.RankedOrUnrankedMemRef}, {Name: "target", Type: ods.RankedOrUnrankedMemRef}},
	Format:   "$source `,` $target attr-dict `:` type($source) `to` type($target)",
}

// NewCopy builds memref.copy.
func NewCopy(b *ir.Builder, source, target *ir.Value) CopyOp {
	return CopyOp{b.Op("memref.copy", []*ir.Value{source, target}, nil)}
}

// Source is read.
func (o CopyOp) Source() *ir.Value { return o.Operand(0) }

// Target is written.
func (o CopyOp) Target() *ir.Value { return o.Operand(1) }

// Verify checks element types and static extents.
func (o CopyOp) Verify() error {
	s, t := TypeOf(o.Source()), TypeOf(o.Target())
	if s.Elem != t.Elem {
		return fmt.Errorf("requires the same element type for all operands")
	}
	if !s.Unranked && !t.Unranked && !ods.CompatibleShapes(s.Shape, t.Shape) {
		return fmt.Errorf("requires the same shape for all operands")
	}
	return nil
}

// Effects tells of the read and the write.
func (o CopyOp) Effects() []ir.Effect {
	return []ir.Effect{{Kind: ir.ReadEffect, Value: o.Source()}, {Kind: ir.WriteEffect, Value: o.Target()}}
}

// Rewrites erases copies without effect.
func (CopyOp) Rewrites() []ir.Rewrite {
	return []ir.Rewrite{{
		Name: "copy-to-itself", Benefit: 1, Args: "%m: memref<8xf32>",
		Before: `
memref.copy %m, %m : memref<8xf32> to memref<8xf32>`,
		Apply: ir.RewriteOn(CopyOp.eraseSelf),
	}}
}

// eraseSelf erases the copy of a buffer to itself.
func (o CopyOp) eraseSelf(rw *ir.Rewriter) bool {
	if o.Source() == o.Target() {
		rw.Erase(o.Operation)
		return true
	}
	return false
}
