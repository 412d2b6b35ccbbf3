package descend

import (
	"fmt"

	"descend/ir"
)

// ReadOp copies the value out of a place.
type ReadOp struct{ *ir.Operation }

var readDef = &ir.OpDef{
	Name: "descend.read", Summary: "copy a value out of a place",
	Description: "Reads the memory of the place, which holds a value of copyable type or a reference that is used through it, and gives the value.",
	Example: `descend.func @f(%t: !exec.cpu_thread, %x: !descend.place<f32>) -> f32 {
  %0 = descend.read %x : !descend.place<f32> -> f32
  descend.return %0 : f32
}
`,
	Operands: []ir.OperandDef{one("place", isPlace)},
	Results:  []ir.OperandDef{one("value", anyType)},
	Format:   "$place attr-dict `:` type($place) `->` type($value)",
}

// Def is the definition.
func (ReadOp) Def() *ir.OpDef { return readDef }

// Uses copies the value out.
func (o ReadOp) Uses() []Use { return []Use{{ReadUse, o.Operand(0), o.Result(0)}} }

// Verify compares the value with what the place holds.
func (o ReadOp) Verify() error { return wantType("value", o.Result(0), ElemOf(o.Operand(0))) }

// MoveOp moves the value out of a place.
type MoveOp struct{ *ir.Operation }

var moveDef = &ir.OpDef{
	Name: "descend.move", Summary: "move a value out of a place",
	Description: "Reads the memory of the place and ends its ownership: until it is written again the place must not be used (move-check).",
	Example: `descend.func @f(%t: !exec.cpu_thread, %b: !descend.place<i32 @ cpu.mem>) -> !descend.box<i32 @ cpu.mem> {
  %0 = descend.move %b : !descend.place<i32 @ cpu.mem> -> !descend.box<i32 @ cpu.mem>
  descend.return %0 : !descend.box<i32 @ cpu.mem>
}
`,
	Operands: []ir.OperandDef{one("place", isPlace)},
	Results:  []ir.OperandDef{one("value", anyType)},
	Format:   "$place attr-dict `:` type($place) `->` type($value)",
}

// Def is the definition.
func (MoveOp) Def() *ir.OpDef { return moveDef }

// Uses takes the value out.
func (o MoveOp) Uses() []Use { return []Use{{MoveUse, o.Operand(0), o.Result(0)}} }

// Verify compares the value with what the place holds.
func (o MoveOp) Verify() error { return wantType("value", o.Result(0), ElemOf(o.Operand(0))) }

// WriteOp stores a value; init marks the initialization by a let.
type WriteOp struct{ *ir.Operation }

var writeDef = &ir.OpDef{
	Name: "descend.write", Summary: "store a value",
	Description: "Writes a value to the memory of the place; what the place owned before is dropped. `init` marks the initialization " +
		"by a let, which is no mutation.",
	Example: `descend.func @f(%t: !exec.cpu_thread) {
  %x = descend.local {mut, name = "x"} -> !descend.place<i32>
  %0 = descend.const {value = 1 : i32} : i32
  descend.write %0, %x {init} : i32, !descend.place<i32>
  descend.write %0, %x : i32, !descend.place<i32>
}
`,
	Operands: []ir.OperandDef{one("value", anyType), one("place", isPlace)},
	Attrs:    []ir.AttrDef{opt("init", isUnit)},
	Format:   "$value `,` $place attr-dict `:` type($value) `,` type($place)",
}

// Def is the definition.
func (WriteOp) Def() *ir.OpDef { return writeDef }

// NewInit gives a variable its first value.
func NewInit(b *ir.Builder, v, variable *ir.Value) WriteOp {
	return WriteOp{b.Op("descend.write", []*ir.Value{v, variable}, nil, ir.Attr("init", b.Ctx.UnitAttr()))}
}

// Uses stores the value, the first one by a let.
func (o WriteOp) Uses() []Use {
	if o.HasAttr("init") {
		return []Use{{InitUse, o.Place(), o.Value()}}
	}
	return []Use{{WriteUse, o.Place(), o.Value()}}
}

// Value is what is written.
func (o WriteOp) Value() *ir.Value { return o.Operand(0) }

// Place is where the value goes.
func (o WriteOp) Place() *ir.Value { return o.Operand(1) }

// Verify compares the value with what the place holds; lifetimes are the concern of borrow-check.
func (o WriteOp) Verify() error {
	if !sameButLifetimes(o.Value().Type(), ElemOf(o.Place())) {
		return wantType("value", o.Value(), ElemOf(o.Place()))
	}
	return nil
}

// DropOp ends a value: a box in it is freed.
type DropOp struct{ *ir.Operation }

var dropDef = &ir.OpDef{
	Name: "descend.drop", Summary: "end a value and free what it owns",
	Description: "Ends the value in a place; the boxes in it are freed. Pass insert-drops makes these operations.",
	Example: `descend.func @f(%t: !exec.cpu_thread, %b: !descend.place<i32 @ cpu.mem>) {
  descend.drop %b : !descend.place<i32 @ cpu.mem>
}
`,
	Operands: []ir.OperandDef{one("place", isPlace)},
	Format:   "$place attr-dict `:` type($place)",
}

// Def is the definition.
func (DropOp) Def() *ir.OpDef { return dropDef }

// NewDrop ends what a place owns.
func NewDrop(b *ir.Builder, place *ir.Value) DropOp {
	return DropOp{b.Op("descend.drop", []*ir.Value{place}, nil)}
}

// Uses ends the value.
func (o DropOp) Uses() []Use { return []Use{{Kind: DropUse, Of: o.Operand(0)}} }

// BorrowOp makes a reference to a place: it is the loan. two_phase marks autoref arguments.
type BorrowOp struct{ *ir.Operation }

var borrowDef = &ir.OpDef{
	Name: "descend.borrow", Summary: "borrow a place",
	Description: "Makes a reference to a place; the operation itself is the loan that borrow-check follows. With `uniq` the reference is " +
		"unique. `two_phase` marks a reference that a call makes of its argument: it counts as unique from the call on. The memory " +
		"in the type is that of the reference or box that the place goes through. An array may be lent as a view, and elements that exist as some that may not.",
	Example: `descend.func @f(%t: !exec.cpu_thread, %x: !descend.place<&uniq cpu.mem (i32, f32)>) {
  %0 = descend.deref %x : !descend.place<&uniq cpu.mem (i32, f32)> -> !descend.place<(i32, f32)>
  %1 = descend.proj %0 {index = 0 : i32} : !descend.place<(i32, f32)> -> !descend.place<i32>
  %2 = descend.borrow %1 {uniq} : !descend.place<i32> -> !descend.ref<uniq, cpu.mem, i32>
}
`,
	Operands: []ir.OperandDef{one("place", isPlace)},
	Results:  []ir.OperandDef{one("ref", isRef)},
	Attrs:    []ir.AttrDef{opt("uniq", isUnit), opt("two_phase", isUnit)},
	Format:   "$place attr-dict `:` type($place) `->` type($ref)",
}

// Def is the definition.
func (BorrowOp) Def() *ir.OpDef { return borrowDef }

// Uses lends the place.
func (o BorrowOp) Uses() []Use {
	kind := BorrowUse
	switch {
	case o.Uniq() && o.HasAttr("two_phase"):
		kind = TwoPhaseUse
	case o.Uniq():
		kind = UniqUse
	}
	return []Use{{kind, o.Operand(0), o.Result(0)}}
}

// Uniq says whether the loan is unique.
func (o BorrowOp) Uniq() bool { return o.HasAttr("uniq") }

// Verify compares the reference with the place.
func (o BorrowOp) Verify() error {
	t := o.Result(0).Type().(*RefType)
	if t.Uniq != o.Uniq() {
		return fmt.Errorf("attribute uniq and the type %s disagree", Format(t))
	}
	if !lendsAs(ElemOf(o.Operand(0)), t.Elem) {
		return fmt.Errorf("reference must be to %s, not to %s", Format(ElemOf(o.Operand(0))), Format(t.Elem))
	}
	if m, ok := MemOf(o.Operand(0)); ok && m != t.Mem {
		return fmt.Errorf("the place is in %s, but the reference says %s", m, t.Mem)
	}
	return nil
}

// lendsAs says whether a place of type from can be lent as one of type to: equal, arrays as views, or what is there as what may not be.
func lendsAs(from, to ir.Type) bool {
	a, ok := from.(*ArrayType)
	b, ok2 := to.(*ArrayType)
	if ok && ok2 {
		return a.Size.Equal(b.Size) && (b.View || !a.View) && lendsAs(a.Elem, b.Elem)
	}
	if m, ok := to.(*MaybeType); ok { // what is there is good where something may not be
		if _, ok := from.(*MaybeType); !ok {
			to = m.Elem
		}
	}
	return sameButLifetimes(from, to)
}

// AtomicOp is an atomic operation on a place of atomic type (or of a scalar lent as one).
type AtomicOp struct{ *ir.Operation }

// atomicArgs is the number of operands after the place.
var atomicArgs = map[string]int{"load": 0, "store": 1, "exch": 1, "cas": 2, "add": 1, "sub": 1, "min": 1, "max": 1, "and": 1, "or": 1, "xor": 1}

var atomicDef = &ir.OpDef{
	Name: "descend.atomic", Summary: "atomic operation",
	Description: "`op` is load, store, exch, cas (expected value, new value), add, sub, min, max, and, or or xor. The result is the old value; store " +
		"has none. Relaxed order, device scope. The place holds an atomic, or the scalar of a unique reference that is lent as one.",
	Example: `descend.func @count(%t: !exec.thread, %x: !descend.place<&gpu.global AtomicU32>) {
  %0 = descend.deref %x : !descend.place<&gpu.global AtomicU32> -> !descend.place<AtomicU32>
  %1 = descend.const {value = 1 : ui32} : ui32
  %2 = descend.atomic "add" %0, %1 : !descend.place<AtomicU32>, ui32 -> ui32
  %3 = descend.atomic "load" %0 : !descend.place<AtomicU32> -> ui32
  descend.atomic "store" %0, %3 : !descend.place<AtomicU32>, ui32
}
`,
	Operands: []ir.OperandDef{one("place", isPlace), many("args", anyType)},
	Results:  []ir.OperandDef{{Name: "old", Arity: ir.Optional}},
	Attrs:    []ir.AttrDef{{Name: "op", Attr: oneOf("load", "store", "exch", "cas", "add", "sub", "min", "max", "and", "or", "xor")}},
	Format:   "$op $place (`,` $args^)? attr-dict `:` type($place) (`,` type($args)^)? (`->` type($old)^)?",
}

// Def is the definition.
func (AtomicOp) Def() *ir.OpDef { return atomicDef }

// Uses reads or changes the place atomically. No references are in an atomic.
func (o AtomicOp) Uses() []Use {
	if o.StringAttr("op") == "load" {
		return []Use{{Kind: AtomicReadUse, Of: o.Operand(0)}}
	}
	return []Use{{Kind: AtomicWriteUse, Of: o.Operand(0)}}
}

// Verify checks number and types of operands and result.
func (o AtomicOp) Verify() error {
	elem := ElemOf(o.Operand(0))
	if a, ok := elem.(*AtomicType); ok {
		elem = a.Elem
	}
	if !IsScalar(elem) {
		return fmt.Errorf("needs a place of an atomic or a scalar, not of %s", Format(elem))
	}
	op := o.StringAttr("op")
	if n := o.NumOperands() - 1; n != atomicArgs[op] {
		return fmt.Errorf("%s takes %d values, not %d", op, atomicArgs[op], n)
	}
	for _, v := range o.Operands()[1:] {
		if err := wantType("value", v, elem); err != nil {
			return err
		}
	}
	if (op == "store") != (o.NumResults() == 0) {
		return fmt.Errorf("the old value is the result, but of store, which has none")
	}
	if o.NumResults() == 1 {
		return wantType("result", o.Result(0), elem)
	}
	return nil
}

// ToAtomicOp turns &uniq m [u32; n] into & m [AtomicU32; n], &uniq m u32 and &uniq m [[u32; n]; k] likewise.
type ToAtomicOp struct{ *ir.Operation }

var toAtomicDef = &ir.OpDef{
	Name: "descend.to_atomic", Summary: "lend memory as atomics",
	Description: "Turns a unique reference to a scalar, or to an array of scalars in any number of dimensions, into a shared reference to the same memory as atomics " +
		"(to_atomic_array): as long as it lives, everybody may use the memory, but atomically only.",
	Example: `descend.func @f(%t: !exec.cpu_thread, %x: !descend.place<&uniq gpu.global [u32; 256]>) {
  %0 = descend.deref %x : !descend.place<&uniq gpu.global [u32; 256]> -> !descend.place<[u32; 256]>
  %1 = descend.borrow %0 {uniq} : !descend.place<[u32; 256]> -> !descend.ref<uniq, gpu.global, [u32; 256]>
  %2 = descend.to_atomic %1 : !descend.ref<uniq, gpu.global, [u32; 256]> -> !descend.ref<shrd, gpu.global, [AtomicU32; 256]>
}
`,
	Operands: []ir.OperandDef{one("ref", isRef)},
	Results:  []ir.OperandDef{one("atomics", isRef)},
	Format:   "$ref attr-dict `:` type($ref) `->` type($atomics)",
}

// Def is the definition.
func (ToAtomicOp) Def() *ir.OpDef { return toAtomicDef }

// Uses are none: the result leads to what the operand leads to.
func (ToAtomicOp) Uses() []Use { return nil }

// Verify derives the result from the operand.
func (o ToAtomicOp) Verify() error {
	t := o.Operand(0).Type().(*RefType)
	if !t.Uniq {
		return fmt.Errorf("needs a unique reference")
	}
	c := o.Context()
	elem := AtomicsOf(c, t.Elem)
	if elem == nil {
		return fmt.Errorf("needs a reference to a scalar or an array of scalars, not to %s", Format(t.Elem))
	}
	if want := Ref(c, false, t.Mem, elem, t.Lifetime); !sameButLifetimes(o.Result(0).Type(), want) {
		return wantType("result", o.Result(0), want)
	}
	return nil
}

// AtomicsOf is a scalar as atomic, in arrays; nil for other types.
func AtomicsOf(c *ir.Context, t ir.Type) ir.Type {
	if a, ok := t.(*ArrayType); ok {
		if elem := AtomicsOf(c, a.Elem); elem != nil {
			return arrayType(c, elem, a.Size, a.View)
		}
		return nil
	}
	if IsScalar(t) {
		return Atomic(c, t)
	}
	return nil
}

// RetypeOp gives a value or place a type that is equal under the where clauses.
type RetypeOp struct{ *ir.Operation }

var retypeDef = &ir.OpDef{
	Name: "descend.retype", Summary: "change to a type that is equal under the where clauses",
	Description: "Gives a value or place another type that differs in sizes only. `obligations` are the equations that make them equal; nat-check " +
		"proves them of the where clauses of the function, or hands them on to its callers.",
	Example: `descend.func @f(%t: !exec.cpu_thread, %x: !descend.place<[i32; n]>) attributes {generics = ["n: nat", "m: nat"], where = [#descend.where<n eq m*4>]} {
  %0 = descend.retype %x {obligations = [#descend.where<n eq m*4>]} : !descend.place<[i32; n]> -> !descend.place<[i32; m*4]>
}
`,
	Operands: []ir.OperandDef{one("value", anyType)},
	Results:  []ir.OperandDef{one("result", anyType)},
	Attrs:    []ir.AttrDef{opt("obligations", isWheres)},
	Traits:   ir.Pure,
	Format:   "$value attr-dict `:` type($value) `->` type($result)",
}

// Def is the definition.
func (RetypeOp) Def() *ir.OpDef { return retypeDef }

// Verify wants types that differ in sizes only.
func (o RetypeOp) Verify() error {
	if a, b := o.Operand(0).Type(), o.Result(0).Type(); !sameButNats(a, b) {
		return fmt.Errorf("%s and %s differ in more than sizes", a, b)
	}
	return nil
}
