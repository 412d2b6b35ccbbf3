package descend

import (
	"fmt"

	"descend/dialects/exec"
	"descend/dialects/nat"
	"descend/ir"
)

// LocalOp declares a variable: a root place.
type LocalOp struct{ *ir.Operation }

var localDef = &ir.OpDef{
	Name: "descend.local", Summary: "declare a variable",
	Description: "A root place: the variable `name` of the source, until the end of the region. `mut` allows writes after the " +
		"first. Without operand each resource that executes has its own; with one (let[e]) the variable exists once for each " +
		"resource of the operand, and `owner_path` leads from it to the owners, as in arg_owners. `jump` marks the flag of a loop: a bool " +
		"that is true when it is declared, and false from where the program has the break or continue; what an iteration does after that, and what the loop does " +
		"after a break, is under a descend.if or descend.while on it.",
	Example: `descend.func @f(%t: !exec.cpu_thread) {
  %x = descend.local {mut, name = "x"} -> !descend.place<i32>
  %0 = descend.const {value = 1 : i32} : i32
  descend.write %0, %x {init} : i32, !descend.place<i32>
}

descend.func @g(%warp: !exec.warp) {
  %sum = descend.local %warp : !exec.warp {name = "sum", owner_path = #exec.path<forall(X)>} -> !descend.place<f32>
}
`,
	Operands: []ir.OperandDef{maybe("owner", isResource)},
	Results:  []ir.OperandDef{one("place", isPlace)},
	Attrs:    []ir.AttrDef{{Name: "name", Attr: isStr}, opt("mut", isUnit), opt("owner_path", isPath), opt("jump", oneOf("break", "continue"))},
	Format:   "($owner^ `:` type($owner))? attr-dict `->` type($place)",
}

// Def is the definition.
func (LocalOp) Def() *ir.OpDef { return localDef }

// Uses are none: a variable begins without a value.
func (LocalOp) Uses() []Use { return nil }

// NewLocal declares a variable of type t.
func NewLocal(b *ir.Builder, name string, t ir.Type) LocalOp {
	return LocalOp{b.Op("descend.local", nil, []ir.Type{Place(b.Ctx, t)}, ir.Attr("name", b.Ctx.StringAttr(name)))}
}

// VarName is the name of the variable.
func (o LocalOp) VarName() string { return o.StringAttr("name") }

// Jump is "break" or "continue" for the flag of a loop, else "".
func (o LocalOp) Jump() string { return o.StringAttr("jump") }

// Owner is the resource given by let[e], or nil.
func (o LocalOp) Owner() *ir.Value {
	if o.NumOperands() == 0 {
		return nil
	}
	return o.Operand(0)
}

// OwnerPath is the way from the owner to those that have a variable each.
func (o LocalOp) OwnerPath() exec.Path { return exec.PathOf(o.Attr("owner_path")) }

// Verify wants the path to start at an owner and to lead to parts of it.
func (o LocalOp) Verify() error {
	path := o.OwnerPath()
	if len(path) == 0 {
		return nil
	}
	if o.Owner() == nil {
		return fmt.Errorf("owner_path needs an owner")
	}
	return leads(o.Context(), exec.TypeOf(o.Owner()), path)
}

// leads wants a path to lead somewhere from a resource of type t.
func leads(c *ir.Context, t *exec.Type, path exec.Path) error {
	if t == nil {
		return fmt.Errorf("%s does not start at an execution resource", path)
	}
	if _, ok := path.To(c, t); !ok {
		return fmt.Errorf("%s has no part %s", t, path)
	}
	return nil
}

// AllocOp allocates shared memory of a block (or private memory of a thread) and gives the unique
// reference to it. The operand is the executing resource.
type AllocOp struct{ *ir.Operation }

var allocDef = &ir.OpDef{
	Name: "descend.alloc", Summary: "allocate shared or private memory",
	Description: "Allocates memory in gpu.shared, once for each block, or in gpu.local, once for each thread, and gives the unique " +
		"reference to it. It is not initialized. The operand is the executing resource. Allocations of shared memory of a kernel with one " +
		"`object` and one type are the same memory: those that calls of one function brought.",
	Example: `descend.func @k(%block: !exec.block<X<64>>) {
  %0 = descend.alloc %block : !exec.block<X<64>> -> !descend.ref<uniq, gpu.shared, [f32; 64]>
}
`,
	Operands: []ir.OperandDef{one("resource", isResource)},
	Results:  []ir.OperandDef{one("ref", isRef)},
	Attrs:    []ir.AttrDef{opt("object", isStr)},
	Format:   "$resource attr-dict `:` type($resource) `->` type($ref)",
}

// Def is the definition.
func (AllocOp) Def() *ir.OpDef { return allocDef }

// Level: a block has shared memory, a thread private one.
func (o AllocOp) Level() (exec.Level, string) {
	if r, ok := o.Result(0).Type().(*RefType); ok && r.Mem == GPUShared {
		return exec.ByBlock, "allocates `gpu.shared` memory"
	}
	return exec.ByGPUThread, "allocates `gpu.local` memory"
}

// Uses are none: the memory is new.
func (AllocOp) Uses() []Use { return nil }

// Object is the name of the memory that other allocations may name too, "" if there is none.
func (o AllocOp) Object() string { return o.StringAttr("object") }

// Verify wants a unique reference to memory of the GPU.
func (o AllocOp) Verify() error {
	t := o.Result(0).Type().(*RefType)
	if !t.Uniq || t.Mem != GPUShared && t.Mem != GPULocal {
		return fmt.Errorf("gives a unique reference to gpu.shared or gpu.local, not %s", Format(t))
	}
	return nil
}

// DerefOp is the place behind a reference or box held in a place.
type DerefOp struct{ *ir.Operation }

var derefDef = &ir.OpDef{
	Name: "descend.deref", Summary: "place behind a reference or box",
	Description: "The place that the reference or box in the operand's place leads to. No memory is touched beside the pointer.",
	Example: `descend.func @get(%t: !exec.cpu_thread, %r: !descend.place<&cpu.mem i32>, %b: !descend.place<f32 @ cpu.mem>) {
  %0 = descend.deref %r : !descend.place<&cpu.mem i32> -> !descend.place<i32>
  %1 = descend.deref %b : !descend.place<f32 @ cpu.mem> -> !descend.place<f32>
}
`,
	Operands: []ir.OperandDef{one("place", isPlace)},
	Results:  []ir.OperandDef{one("target", isPlace)},
	Traits:   ir.Pure,
	Format:   "$place attr-dict `:` type($place) `->` type($target)",
}

// Def is the definition.
func (DerefOp) Def() *ir.OpDef { return derefDef }

// Mem is the memory that the reference or box leads to.
func (o DerefOp) Mem() (Mem, bool) { return memBehind(o.Operand(0)) }

// Verify compares the result with what the reference or box holds.
func (o DerefOp) Verify() error {
	switch t := ElemOf(o.Operand(0)).(type) {
	case *RefType:
		return wantElem("result", o.Result(0), t.Elem)
	case *BoxType:
		return wantElem("result", o.Result(0), t.Elem)
	}
	return fmt.Errorf("needs a place of a reference or box, not of %s", Format(ElemOf(o.Operand(0))))
}

// ProjOp is a component of a tuple place (also of the pair that view.split gives) or, by number, a field
// of a struct place.
type ProjOp struct{ *ir.Operation }

var projDef = &ir.OpDef{
	Name: "descend.proj", Summary: "component of a tuple or field of a struct",
	Description: "The place of the component with number `index`, from 0: of a tuple (also of the pair that view.split gives) or of a struct.",
	Example: `descend.func @f(%t: !exec.cpu_thread, %p: !descend.place<(i32, f32)>, %s: !descend.place<P {x: f64, y: bool}>) {
  %0 = descend.proj %p {index = 1 : i32} : !descend.place<(i32, f32)> -> !descend.place<f32>
  %1 = descend.proj %s {index = 0 : i32} : !descend.place<P {x: f64, y: bool}> -> !descend.place<f64>
}
`,
	Operands: []ir.OperandDef{one("place", isPlace)},
	Results:  []ir.OperandDef{one("part", isPlace)},
	Attrs:    []ir.AttrDef{{Name: "index", Attr: isInt}},
	Traits:   ir.Pure,
	Format:   "$place attr-dict `:` type($place) `->` type($part)",
}

// Def is the definition.
func (ProjOp) Def() *ir.OpDef { return projDef }

// NewProj makes the place of component i, of type t.
func NewProj(b *ir.Builder, place *ir.Value, i int, t ir.Type) ProjOp {
	return ProjOp{b.Op("descend.proj", []*ir.Value{place}, []ir.Type{Place(b.Ctx, t)}, ir.Attr("index", b.Ctx.I64Attr(int64(i))))}
}

// Number is the component or field number.
func (o ProjOp) Number() int { n, _ := o.IntAttr("index"); return int(n) }

// Verify checks that the component exists and has the type of the result.
func (o ProjOp) Verify() error {
	var parts []ir.Type
	switch t := ElemOf(o.Operand(0)).(type) {
	case *ir.TupleType:
		parts = t.Types
	case *StructType:
		for _, f := range t.Fields {
			parts = append(parts, f.Type)
		}
	default:
		return fmt.Errorf("needs a place of a tuple or struct, not of %s", Format(t))
	}
	n, ok := o.IntAttr("index")
	if !ok || n < 0 || n >= int64(len(parts)) {
		return fmt.Errorf("component %s does not exist: there are %d", o.Attr("index"), len(parts))
	}
	return wantElem("result", o.Result(0), parts[n])
}

// elementOf wants the operand to be a place of an array and the result one of its element.
func elementOf(op *ir.Operation) error {
	a, ok := ElemOf(op.Operand(0)).(*ArrayType)
	if !ok {
		return fmt.Errorf("needs a place of an array, not of %s", Format(ElemOf(op.Operand(0))))
	}
	return wantElem("result", op.Result(0), a.Elem)
}

// AtOp is an element of an array or view place by a nat.
type AtOp struct{ *ir.Operation }

var atDef = &ir.OpDef{
	Name: "descend.at", Summary: "element by a nat index",
	Description: "The place of the element with number `index`, a nat, of an array or view. nat-check proves that it is below the size.",
	Example: `descend.func @f(%t: !exec.cpu_thread, %x: !descend.place<[f32; n + 1]>) attributes {generics = ["n: nat"]} {
  %0 = descend.at %x {index = #descend.nat<n>} : !descend.place<[f32; n + 1]> -> !descend.place<f32>
}
`,
	Operands: []ir.OperandDef{one("place", isPlace)},
	Results:  []ir.OperandDef{one("elem", isPlace)},
	Attrs:    []ir.AttrDef{{Name: "index", Attr: isNat}},
	Traits:   ir.Pure,
	Format:   "$place attr-dict `:` type($place) `->` type($elem)",
}

// Def is the definition.
func (AtOp) Def() *ir.OpDef { return atDef }

// Index is the nat index.
func (o AtOp) Index() nat.Expr { e, _ := NatOf(o.Operation, "index"); return e }

// Verify compares the result with the element type.
func (o AtOp) Verify() error { return elementOf(o.Operation) }

// IndexOp is an element of an array or view place by a run-time value.
type IndexOp struct{ *ir.Operation }

var indexDef = &ir.OpDef{
	Name: "descend.index", Summary: "element by a run-time index",
	Description: "The place of an element of an array or view by a value of any integer type. The index is checked at run time, " +
		"where the place is used, unless `in_bounds` is set, which nat-check does, also where `checked` says that it was checked before; `text` is its source text for the report.",
	Example: `descend.func @f(%t: !exec.cpu_thread, %x: !descend.place<[f32; 8]>, %i: !descend.place<u32>) {
  %0 = descend.read %i : !descend.place<u32> -> ui32
  %1 = descend.index %x, %0 {text = "i"} : !descend.place<[f32; 8]>, ui32 -> !descend.place<f32>
}
`,
	Operands: []ir.OperandDef{one("place", isPlace), one("index", isInteger)},
	Results:  []ir.OperandDef{one("elem", isPlace)},
	Attrs:    []ir.AttrDef{opt("in_bounds", isUnit), opt("checked", isUnit), opt("text", isStr)},
	Traits:   ir.Pure,
	Format:   "$place `,` $index attr-dict `:` type($place) `,` type($index) `->` type($elem)",
}

// Def is the definition.
func (IndexOp) Def() *ir.OpDef { return indexDef }

// Subscript is the number of the element.
func (o IndexOp) Subscript() *ir.Value { return o.Operand(1) }

// Verify compares the result with the element type.
func (o IndexOp) Verify() error { return elementOf(o.Operation) }
