package memref

import (
	"fmt"

	"descend/dialects/arith"
	"descend/dialects/ods"
	"descend/ir"
)

// AtomicKind is what an atomic update does, with MLIR's numbers.
type AtomicKind int64

// The kinds of atomic updates.
const (
	AddF AtomicKind = iota
	AddI
	Assign
	MaximumF
	MaxS
	MaxU
	MinimumF
	MinS
	MinU
	MulF
	MulI
	OrI
	AndI
	MaxNumF
	MinNumF
)

var atomicKinds = []string{"addf", "addi", "assign", "maximumf", "maxs", "maxu", "minimumf", "mins", "minu", "mulf", "muli", "ori", "andi", "maxnumf", "minnumf"}

func (k AtomicKind) String() string {
	if k >= 0 && int(k) < len(atomicKinds) {
		return atomicKinds[k]
	}
	return fmt.Sprint(int64(k))
}

// isFloat says whether the update is one of floats; ok is false for assign, which takes both.
func (k AtomicKind) isFloat() (float, ok bool) {
	switch k {
	case AddF, MaximumF, MinimumF, MulF, MaxNumF, MinNumF:
		return true, true
	case Assign:
		return false, false
	}
	return false, true
}

// Combine makes the value that an update of the kind writes, of what memory holds and the operand; nil if there is no such kind.
func (k AtomicKind) Combine(b *ir.Builder, old, v *ir.Value) *ir.Value {
	switch k {
	case AddF:
		return arith.AddF(b, old, v)
	case AddI:
		return arith.AddI(b, old, v)
	case Assign:
		return v
	case MaximumF:
		return arith.MaximumF(b, old, v)
	case MaxS:
		return arith.MaxSI(b, old, v)
	case MaxU:
		return arith.MaxUI(b, old, v)
	case MinimumF:
		return arith.MinimumF(b, old, v)
	case MinS:
		return arith.MinSI(b, old, v)
	case MinU:
		return arith.MinUI(b, old, v)
	case MulF:
		return arith.MulF(b, old, v)
	case MulI:
		return arith.MulI(b, old, v)
	case OrI:
		return arith.OrI(b, old, v)
	case AndI:
		return arith.AndI(b, old, v)
	case MaxNumF:
		return arith.MaxNumF(b, old, v)
	case MinNumF:
		return arith.MinNumF(b, old, v)
	}
	return nil
}

// AtomicRMWOp is memref.atomic_rmw.
type AtomicRMWOp struct{ *ir.Operation }

// Def returns the definition.
func (AtomicRMWOp) Def() *ir.OpDef { return atomicRMWDef }

var atomicRMWDef = &ir.OpDef{
	Name: "memref.atomic_rmw", Summary: "atomic update",
	Description: "Updates the element at the indices with the value by `kind`, atomically; the result is the element before.",
	Example: `func.func @example(%m: memref<?xi32>, %i: index, %v: i32) {
  %0 = memref.atomic_rmw addi %v, %m[%i] : (i32, memref<?xi32>) -> i32
  return
}
`,
	Operands:  []ir.OperandDef{{Name: "value", Type: ods.IntegerOrFloat}, {Name: "memref", Type: ods.NumberMemRef}, indicesDef},
	Results:   []ir.OperandDef{{Name: "result", Type: ods.IntegerOrFloat}},
	Attrs:     []ir.AttrDef{{Name: "kind", Attr: ods.Enum("allowed 64-bit signless integer cases: 0 to 14", ir.I64A, atomicKinds)}},
	SameTypes: [][]string{{"value", "result"}},
	TypeRules: elementRule("value", "value type matches element type of memref"),
	Format:    "$kind $value `,` $memref `[` $indices `]` attr-dict `:` `(` type($value) `,` type($memref) `)` `->` type($result)",
}

// NewAtomicRMW builds memref.atomic_rmw; the result is the element before.
func NewAtomicRMW(b *ir.Builder, k AtomicKind, v, m *ir.Value, indices ...*ir.Value) *ir.Value {
	return b.Op("memref.atomic_rmw", append([]*ir.Value{v, m}, indices...), []ir.Type{v.Type()},
		ir.Attr("kind", b.Ctx.I64Attr(int64(k)))).Result(0)
}

// Kind is what is done.
func (o AtomicRMWOp) Kind() AtomicKind {
	k, _ := o.IntAttr("kind")
	return AtomicKind(k)
}

// Value is the operand of the update.
func (o AtomicRMWOp) Value() *ir.Value { return o.Operand(0) }

// MemRef is the buffer.
func (o AtomicRMWOp) MemRef() *ir.Value { return o.Operand(1) }

// Indices are the indices.
func (o AtomicRMWOp) Indices() []*ir.Value { return o.Operands()[2:] }

// Updates says that the element is read and changed.
func (AtomicRMWOp) Updates() bool { return true }

// Verify checks indices and types.
func (o AtomicRMWOp) Verify() error {
	float, ok := o.Kind().isFloat()
	if _, isFloat := o.Value().Type().(*ir.FloatType); ok && float != isFloat {
		what := "an integer"
		if float {
			what = "a floating-point"
		}
		return fmt.Errorf("with kind '%s' expects %s type", o.Kind(), what)
	}
	if len(o.Indices()) != len(TypeOf(o.MemRef()).Shape) {
		return fmt.Errorf("expects the number of subscripts to be equal to memref rank")
	}
	return nil
}

// Effects tells of the read and the write.
func (o AtomicRMWOp) Effects() []ir.Effect { return readWrite(o.MemRef()) }

func readWrite(m *ir.Value) []ir.Effect {
	return []ir.Effect{{Kind: ir.ReadEffect, Value: m}, {Kind: ir.WriteEffect, Value: m}}
}

// GenericAtomicRMWOp is memref.generic_atomic_rmw.
type GenericAtomicRMWOp struct{ *ir.Operation }

// Def returns the definition.
func (GenericAtomicRMWOp) Def() *ir.OpDef { return genericAtomicRMWDef }

var genericAtomicRMWDef = &ir.OpDef{
	Name: "memref.generic_atomic_rmw", Summary: "atomic update by a region",
	Description: "Replaces the element at the indices by what the region computes of it, atomically (the region has one block, may run several times and has no effects); the result is the element before.",
	Example: `func.func @example(%m: memref<?xi32>, %i: index, %v: i32) {
  %0 = memref.generic_atomic_rmw %m[%i] : memref<?xi32> {
  ^bb0(%old: i32):
    %1 = arith.xori %old, %v : i32
    memref.atomic_yield %1 : i32
  }
  return
}
`,
	Operands: []ir.OperandDef{{Name: "memref", Type: ir.TypeConstraint{Name: ods.NumberMemRef.Name, Is: ods.NumberMemRef.Is}}, indicesDef},
	Results:  []ir.OperandDef{{Name: "result", Type: ods.IntegerOrFloat}},
	Regions:  []ir.RegionDef{{Name: "atomic_body", MaybeEmpty: true}},
	Traits:   ir.SingleBlock,
	Format:   "$memref `[` $indices `]` `:` type($memref) $atomic_body attr-dict",
}

// NewGenericAtomicRMW builds the update; f computes the new element from the old one. The result is the
// element before; the builder stands behind the operation afterwards.
func NewGenericAtomicRMW(b *ir.Builder, m *ir.Value, indices []*ir.Value, f func(old *ir.Value) *ir.Value) *ir.Value {
	elem := ods.ElementType(m.Type())
	body := ir.NewBlock(b.Loc(), elem)
	op := b.OpR("memref.generic_atomic_rmw", append([]*ir.Value{m}, indices...), []ir.Type{elem}, []*ir.Region{ir.NewRegion(body)})
	p := b.Save()
	b.AtEnd(body)
	b.Op("memref.atomic_yield", []*ir.Value{f(body.Arg(0))}, nil)
	b.Restore(p)
	return op.Result(0)
}

// MemRef is the buffer.
func (o GenericAtomicRMWOp) MemRef() *ir.Value { return o.Operand(0) }

// Indices are the indices.
func (o GenericAtomicRMWOp) Indices() []*ir.Value { return o.Operands()[1:] }

// Updates says whether the element may change: one that only yields what it was is an atomic load.
func (o GenericAtomicRMWOp) Updates() bool {
	b := o.Body(0)
	return b == nil || b.NumArgs() != 1 || b.Back() == nil || b.Back().NumOperands() != 1 || b.Back().Operand(0) != b.Arg(0)
}

// Old is the element before, in the region.
func (o GenericAtomicRMWOp) Old() *ir.Value { return o.Body(0).Arg(0) }

// Effects tells of the read and the write.
func (o GenericAtomicRMWOp) Effects() []ir.Effect { return readWrite(o.MemRef()) }

// Verify checks indices, types and the argument of the region.
func (o GenericAtomicRMWOp) Verify() error {
	if o.Result(0).Type() != TypeOf(o.MemRef()).Elem {
		return fmt.Errorf("failed to verify that result type matches element type of memref")
	}
	body := o.Body(0)
	if body == nil || body.NumArgs() != 1 {
		return fmt.Errorf("expected single number of entry block arguments")
	}
	if body.Arg(0).Type() != o.Result(0).Type() {
		return fmt.Errorf("expected block argument of the same type result type")
	}
	return nil
}

// InferTypes gives the type of the elements; other types than memrefs are the verifier's.
func (GenericAtomicRMWOp) InferTypes(_ *ir.Context, st *ir.OperationState) ([]ir.Type, error) {
	return []ir.Type{ods.ElementType(st.Operands[0].Type())}, nil
}

// VerifyRegions checks that the region has no effects and yields.
func (o GenericAtomicRMWOp) VerifyRegions() error {
	if !o.Body(0).Back().Is("memref.atomic_yield") {
		return fmt.Errorf("expects region to terminate with 'memref.atomic_yield'")
	}
	for op := range o.Body(0).Ops() {
		if op.Is("memref.atomic_yield") || op.Has(ir.Pure) {
			continue
		}
		if e, ok := op.Typed().(ir.EffectsOp); ok && len(e.Effects()) == 0 {
			continue
		}
		return fmt.Errorf("body of 'memref.generic_atomic_rmw' should contain only operations with no side effects")
	}
	return checkIndices(o.MemRef(), o.Indices(), "generic_atomic_rmw")
}

// AtomicYieldOp is memref.atomic_yield.
type AtomicYieldOp struct{ *ir.Operation }

// Def returns the definition.
func (AtomicYieldOp) Def() *ir.OpDef { return atomicYieldDef }

var atomicYieldDef = &ir.OpDef{
	Name: "memref.atomic_yield", Summary: "end of the region of generic_atomic_rmw",
	Description: "The operand is the new element.",
	Example:     genericAtomicRMWDef.Example,
	Operands:    []ir.OperandDef{{Name: "result", Type: ods.AnyType}},
	Parents:     []string{"memref.generic_atomic_rmw"},
	Traits:      ir.Pure | ir.Terminator | ir.ReturnLike,
	Format:      "$result attr-dict `:` type($result)",
}

// Verify checks the type against that of the operation around.
func (o AtomicYieldOp) Verify() error {
	if t, want := o.Operand(0).Type(), o.Parent().Result(0).Type(); t != want {
		return fmt.Errorf("types mismatch between yield op: '%s' and its parent: '%s'", t, want)
	}
	return nil
}

// Value is the new element.
func (o AtomicYieldOp) Value() *ir.Value { return o.Operand(0) }
