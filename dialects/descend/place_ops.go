package descend

import (
	"descend/dialects/nat"
	"descend/ir"
)

type (
	// LocalOp declares a variable: a root place. name; mut; with an operand (a resource) the variable
	// exists once for each resource of it (let[e]); without, it belongs to the resource that executes.
	// owner_path leads from the operand to the owners, as in arg_owners: "forall(X)".
	LocalOp struct{ *ir.Operation }
	// AllocOp allocates shared memory of a block (or private memory of a thread) and gives the unique
	// reference to it. The operand is the executing resource.
	AllocOp struct{ *ir.Operation }
	// DerefOp is the place behind a reference or box held in a place.
	DerefOp struct{ *ir.Operation }
	// ProjOp is a component of a tuple place (also of the pair that view.split gives) or, by number, a
	// field of a struct place.
	ProjOp struct{ *ir.Operation }
	// AtOp is an element of an array or view place by a nat.
	AtOp struct{ *ir.Operation }
	// IndexOp is an element of an array or view place by a run-time value.
	IndexOp struct{ *ir.Operation }
	// ReadOp copies the value out of a place; MoveOp moves it out.
	ReadOp struct{ *ir.Operation }
	// MoveOp moves the value out of a place.
	MoveOp struct{ *ir.Operation }
	// WriteOp stores a value; init marks the initialization by a let.
	WriteOp struct{ *ir.Operation }
	// DropOp ends a value: a box in it is freed.
	DropOp struct{ *ir.Operation }
	// BorrowOp makes a reference to a place: it is the loan. uniq; two_phase marks autoref arguments.
	BorrowOp struct{ *ir.Operation }
	// AtomicOp is an atomic operation on a place of atomic type (or of a scalar lent as one).
	AtomicOp struct{ *ir.Operation }
	// ToAtomicOp turns &uniq m [u32; n] into & m [AtomicU32; n] (to_atomic_array), &uniq m u32 likewise.
	ToAtomicOp struct{ *ir.Operation }
	// RetypeOp gives a value or place a type that is equal under the where clauses.
	RetypeOp struct{ *ir.Operation }
)

var localDef = &ir.OpDef{Name: "descend.local", Summary: "declare a variable",
	Operands: []ir.OperandDef{maybe("owner", anyType)}, Results: []ir.OperandDef{one("place", isPlace)},
	Attrs:  []ir.AttrDef{{Name: "name", Attr: isStr}, opt("mut", isUnit), opt("owner_path", isStr)},
	Format: "($owner^ `:` type($owner))? attr-dict `->` type($place)"}
var allocDef = &ir.OpDef{Name: "descend.alloc", Summary: "allocate shared or private memory",
	Operands: []ir.OperandDef{one("resource", anyType)}, Results: []ir.OperandDef{one("ref", isRef)},
	Format: "$resource attr-dict `:` type($resource) `->` type($ref)"}
var derefDef = &ir.OpDef{Name: "descend.deref", Summary: "place behind a reference or box",
	Operands: []ir.OperandDef{one("place", isPlace)}, Results: []ir.OperandDef{one("target", isPlace)}, Traits: ir.Pure,
	Format: "$place attr-dict `:` type($place) `->` type($target)"}
var projDef = &ir.OpDef{Name: "descend.proj", Summary: "component of a tuple or field of a struct",
	Operands: []ir.OperandDef{one("place", isPlace)}, Results: []ir.OperandDef{one("part", isPlace)},
	Attrs: []ir.AttrDef{{Name: "index", Attr: isInt}}, Traits: ir.Pure,
	Format: "$place attr-dict `:` type($place) `->` type($part)"}
var atDef = &ir.OpDef{Name: "descend.at", Summary: "element by a nat index",
	Operands: []ir.OperandDef{one("place", isPlace)}, Results: []ir.OperandDef{one("elem", isPlace)},
	Attrs: []ir.AttrDef{{Name: "index", Attr: isNat}}, Traits: ir.Pure,
	Format: "$place attr-dict `:` type($place) `->` type($elem)"}
var indexDef = &ir.OpDef{Name: "descend.index", Summary: "element by a run-time index",
	Description: "The index has any integer type or is an index; it is checked at run time unless in_bounds is set.",
	Operands:    []ir.OperandDef{one("place", isPlace), one("index", anyType)}, Results: []ir.OperandDef{one("elem", isPlace)},
	Attrs: []ir.AttrDef{opt("in_bounds", isUnit), opt("text", isStr)}, Traits: ir.Pure,
	Format: "$place `,` $index attr-dict `:` type($place) `,` type($index) `->` type($elem)"}
var readDef = &ir.OpDef{Name: "descend.read", Summary: "copy a value out of a place",
	Operands: []ir.OperandDef{one("place", isPlace)}, Results: []ir.OperandDef{one("value", anyType)},
	Format: "$place attr-dict `:` type($place) `->` type($value)"}
var moveDef = &ir.OpDef{Name: "descend.move", Summary: "move a value out of a place",
	Operands: []ir.OperandDef{one("place", isPlace)}, Results: []ir.OperandDef{one("value", anyType)},
	Format: "$place attr-dict `:` type($place) `->` type($value)"}
var writeDef = &ir.OpDef{Name: "descend.write", Summary: "store a value",
	Operands: []ir.OperandDef{one("value", anyType), one("place", isPlace)}, Attrs: []ir.AttrDef{opt("init", isUnit)},
	Format: "$value `,` $place attr-dict `:` type($value) `,` type($place)"}
var dropDef = &ir.OpDef{Name: "descend.drop", Summary: "end a value and free what it owns",
	Operands: []ir.OperandDef{one("place", isPlace)}, Format: "$place attr-dict `:` type($place)"}
var borrowDef = &ir.OpDef{Name: "descend.borrow", Summary: "borrow a place",
	Operands: []ir.OperandDef{one("place", isPlace)}, Results: []ir.OperandDef{one("ref", isRef)},
	Attrs:  []ir.AttrDef{opt("uniq", isUnit), opt("two_phase", isUnit)},
	Format: "$place attr-dict `:` type($place) `->` type($ref)"}
var atomicDef = &ir.OpDef{Name: "descend.atomic", Summary: "atomic operation",
	Description: "op is load, store, exch, cas, add, sub, min, max, and, or or xor; the old value is the result (none for store). Relaxed, device scope.",
	Operands:    []ir.OperandDef{one("place", isPlace), many("args", anyType)}, Results: []ir.OperandDef{{Name: "old", Arity: ir.Optional}},
	Attrs:  []ir.AttrDef{{Name: "op", Attr: isStr}},
	Format: "$op $place (`,` $args^)? attr-dict `:` type($place) (`,` type($args)^)? (`->` type($old)^)?"}
var toAtomicDef = &ir.OpDef{Name: "descend.to_atomic", Summary: "lend memory as atomics",
	Operands: []ir.OperandDef{one("ref", isRef)}, Results: []ir.OperandDef{one("atomics", isRef)},
	Format: "$ref attr-dict `:` type($ref) `->` type($atomics)"}
var retypeDef = &ir.OpDef{Name: "descend.retype", Summary: "change to a type that is equal under the where clauses",
	Operands: []ir.OperandDef{one("value", anyType)}, Results: []ir.OperandDef{one("result", anyType)},
	Attrs: []ir.AttrDef{opt("obligations", isArr)}, Traits: ir.Pure,
	Format: "$value attr-dict `:` type($value) `->` type($result)"}

// Def is the definition.
func (LocalOp) Def() *ir.OpDef { return localDef }

// Def is the definition.
func (AllocOp) Def() *ir.OpDef { return allocDef }

// Def is the definition.
func (DerefOp) Def() *ir.OpDef { return derefDef }

// Def is the definition.
func (ProjOp) Def() *ir.OpDef { return projDef }

// Def is the definition.
func (AtOp) Def() *ir.OpDef { return atDef }

// Def is the definition.
func (IndexOp) Def() *ir.OpDef { return indexDef }

// Def is the definition.
func (ReadOp) Def() *ir.OpDef { return readDef }

// Def is the definition.
func (MoveOp) Def() *ir.OpDef { return moveDef }

// Def is the definition.
func (WriteOp) Def() *ir.OpDef { return writeDef }

// Def is the definition.
func (DropOp) Def() *ir.OpDef { return dropDef }

// Def is the definition.
func (BorrowOp) Def() *ir.OpDef { return borrowDef }

// Def is the definition.
func (AtomicOp) Def() *ir.OpDef { return atomicDef }

// Def is the definition.
func (ToAtomicOp) Def() *ir.OpDef { return toAtomicDef }

// Def is the definition.
func (RetypeOp) Def() *ir.OpDef { return retypeDef }

// VarName is the name of the variable.
func (o LocalOp) VarName() string { return o.StringAttr("name") }

// Owner is the resource given by let[e], or nil.
func (o LocalOp) Owner() *ir.Value {
	if o.NumOperands() == 0 {
		return nil
	}
	return o.Operand(0)
}

// Number is the component or field number.
func (o ProjOp) Number() int { n, _ := o.IntAttr("index"); return int(n) }

// Index is the nat index.
func (o AtOp) Index() nat.Expr { e, _ := NatOf(o.Operation, "index"); return e }

// Uniq says whether the loan is unique.
func (o BorrowOp) Uniq() bool { return o.HasAttr("uniq") }

// Value and Place of a write.
func (o WriteOp) Value() *ir.Value { return o.Operand(0) }

// Place is where the value goes.
func (o WriteOp) Place() *ir.Value { return o.Operand(1) }
