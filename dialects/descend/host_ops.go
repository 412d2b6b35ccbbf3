package descend

import (
	"fmt"

	"descend/dialects/exec"
	"descend/ir"
)

// BoxNewOp is CpuHeap::new(v).
type BoxNewOp struct{ *ir.Operation }

var boxNewDef = &ir.OpDef{
	Name: "descend.box_new", Summary: "allocate on the CPU heap",
	Description: "CpuHeap::new(v): allocates cpu.mem and stores the value there. The box owns the memory; descend.drop frees it.",
	Example: `descend.func @f(%t: !exec.cpu_thread) {
  %0 = descend.const {value = 1 : i32} : i32
  %1 = descend.box_new %0 : i32 -> !descend.box<i32 @ cpu.mem>
}
`,
	Operands: []ir.OperandDef{one("value", anyType)},
	Results:  []ir.OperandDef{one("box", isBox)},
	Format:   "$value attr-dict `:` type($value) `->` type($box)",
}

// Def is the definition.
func (BoxNewOp) Def() *ir.OpDef { return boxNewDef }

// Level: only the CPU does it.
func (BoxNewOp) Level() (exec.Level, string) {
	return exec.ByCPU, "manages memory of the CPU and the device"
}

// Uses are none: the memory is new.
func (BoxNewOp) Uses() []Use { return nil }

// Verify compares the box with the value.
func (o BoxNewOp) Verify() error {
	if want := Box(o.Context(), o.Operand(0).Type(), CPUMem); !sameButLifetimes(o.Result(0).Type(), want) {
		return wantType("result", o.Result(0), want)
	}
	return nil
}

// ZerosOp is CpuHeap::zeros::<t>() or GpuGlobal::zeros::<t>().
type ZerosOp struct{ *ir.Operation }

var zerosDef = &ir.OpDef{
	Name: "descend.zeros", Summary: "allocate memory of zeros",
	Description: "CpuHeap::zeros::<t>() and GpuGlobal::zeros::<t>(): allocates memory of which all bits are zero. The box owns it; descend.drop frees it.",
	Example: `descend.func @f(%t: !exec.cpu_thread) {
  %0 = descend.zeros : !descend.box<[i32; 64] @ gpu.global>
}
`,
	Results: []ir.OperandDef{one("box", isBox)},
	Format:  "attr-dict `:` type($box)",
}

// Def is the definition.
func (ZerosOp) Def() *ir.OpDef { return zerosDef }

// Level: only the CPU does it.
func (ZerosOp) Level() (exec.Level, string) {
	return exec.ByCPU, "manages memory of the CPU and the device"
}

// Uses are none: the memory is new.
func (ZerosOp) Uses() []Use { return nil }

// Verify wants memory that the CPU can allocate.
func (o ZerosOp) Verify() error {
	if m := o.Result(0).Type().(*BoxType).Mem; m != CPUMem && m != GPUGlobal {
		return fmt.Errorf("allocates cpu.mem or gpu.global, not %s", m)
	}
	return nil
}

// FillOp is fill(&uniq x, v).
type FillOp struct{ *ir.Operation }

var fillDef = &ir.OpDef{
	Name: "descend.fill", Summary: "set all elements",
	Description: "fill(&uniq x, v): sets all scalars of the array behind the reference, in memory of the CPU or GPU, to the value.",
	Example: `descend.func @f(%t: !exec.cpu_thread, %d: !descend.place<[f32; 64] @ gpu.global>) {
  %0 = descend.deref %d : !descend.place<[f32; 64] @ gpu.global> -> !descend.place<[f32; 64]>
  %1 = descend.borrow %0 {uniq} : !descend.place<[f32; 64]> -> !descend.ref<uniq, gpu.global, [f32; 64]>
  %2 = descend.const {value = 1.000000e+00 : f32} : f32
  descend.fill %1, %2 : !descend.ref<uniq, gpu.global, [f32; 64]>, f32
}
`,
	Operands: []ir.OperandDef{one("target", isRef), one("value", isScalar)},
	Format:   "$target `,` $value attr-dict `:` type($target) `,` type($value)",
}

// Def is the definition.
func (FillOp) Def() *ir.OpDef { return fillDef }

// Level: only the CPU does it.
func (FillOp) Level() (exec.Level, string) {
	return exec.ByCPU, "manages memory of the CPU and the device"
}

// Uses writes what the reference leads to.
func (o FillOp) Uses() []Use { return []Use{{Kind: WriteUse, Of: o.Operand(0)}} }

// Verify wants a unique reference to scalars of the value's type.
func (o FillOp) Verify() error {
	t := o.Operand(0).Type().(*RefType)
	e := t.Elem
	for a, ok := e.(*ArrayType); ok && !a.View; a, ok = e.(*ArrayType) {
		e = a.Elem
	}
	if !t.Uniq || e != o.Operand(1).Type() {
		return fmt.Errorf("cannot fill %s with %s", Format(t), Format(o.Operand(1).Type()))
	}
	return nil
}

// AllocCopyOp is GpuGlobal::copy(&v), or gpu_alloc_copy(&uniq gpu, &v): a box in gpu.global with a copy.
type AllocCopyOp struct{ *ir.Operation }

var allocCopyDef = &ir.OpDef{
	Name: "descend.alloc_copy", Summary: "allocate device memory with a copy",
	Description: "GpuGlobal::copy(&v): allocates gpu.global and copies there what the reference leads to. The box owns the memory. gpu_alloc_copy(&uniq gpu, &v) does so on the GPU of a handle, else it is that with number 0.",
	Example: `descend.func @f(%t: !exec.cpu_thread, %x: !descend.place<&cpu.mem [f32; 64]>) {
  %0 = descend.read %x : !descend.place<&cpu.mem [f32; 64]> -> !descend.ref<shrd, cpu.mem, [f32; 64]>
  %1 = descend.alloc_copy %0 : !descend.ref<shrd, cpu.mem, [f32; 64]> -> !descend.box<[f32; 64] @ gpu.global>
}
descend.func @g(%t: !exec.cpu_thread, %x: !descend.place<&cpu.mem i32>, %gpu: !descend.place<&uniq cpu.mem Gpu>) {
  %0 = descend.read %x : !descend.place<&cpu.mem i32> -> !descend.ref<shrd, cpu.mem, i32>
  %1 = descend.read %gpu : !descend.place<&uniq cpu.mem Gpu> -> !descend.ref<uniq, cpu.mem, Gpu>
  %2 = descend.alloc_copy %0 on %1 : !descend.ref<shrd, cpu.mem, i32> on !descend.ref<uniq, cpu.mem, Gpu> -> !descend.box<i32 @ gpu.global>
}
`,
	Operands: []ir.OperandDef{one("source", isRef), {Name: "device", Type: isRef, Arity: ir.Optional}},
	Results:  []ir.OperandDef{one("box", isBox)},
	Format:   "$source (`on` $device^)? attr-dict `:` type($source) (`on` type($device)^)? `->` type($box)",
}

// Def is the definition.
func (AllocCopyOp) Def() *ir.OpDef { return allocCopyDef }

// Level: only the CPU does it.
func (AllocCopyOp) Level() (exec.Level, string) {
	return exec.ByCPU, "manages memory of the CPU and the device"
}

// Uses copies what the source leads to.
func (o AllocCopyOp) Uses() []Use { return []Use{{ReadUse, o.Operand(0), o.Result(0)}} }

// Device is the reference to a handle; nil means the GPU with number 0.
func (o AllocCopyOp) Device() *ir.Value {
	if o.NumOperands() < 2 {
		return nil
	}
	return o.Operand(1)
}

// Verify compares the box with what is copied.
func (o AllocCopyOp) Verify() error {
	t := o.Operand(0).Type().(*RefType)
	if d := o.Device(); d != nil {
		if _, ok := d.Type().(*RefType).Elem.(*DeviceType); !ok {
			return fmt.Errorf("a reference to a device handle is needed, not to %s", Format(d.Type().(*RefType).Elem))
		}
	}
	if want := Box(o.Context(), t.Elem, GPUGlobal); !sameButLifetimes(o.Result(0).Type(), want) {
		return wantType("result", o.Result(0), want)
	}
	return nil
}

// CopyOp copies between memories: operands dst and src references.
type CopyOp struct{ *ir.Operation }

var copyDef = &ir.OpDef{
	Name: "descend.copy", Summary: "copy between memories",
	Description: "copy_mem: writes what src leads to to the memory behind dst, a unique reference, in memory of the CPU or GPU. What is read on the CPU is there when it is read.",
	Example: `descend.func @f(%t: !exec.cpu_thread, %h: !descend.place<&uniq cpu.mem [f32; 64]>, %d: !descend.place<[f32; 64] @ gpu.global>) {
  %0 = descend.deref %h : !descend.place<&uniq cpu.mem [f32; 64]> -> !descend.place<[f32; 64]>
  %1 = descend.borrow %0 {uniq} : !descend.place<[f32; 64]> -> !descend.ref<uniq, cpu.mem, [f32; 64]>
  %2 = descend.deref %d : !descend.place<[f32; 64] @ gpu.global> -> !descend.place<[f32; 64]>
  %3 = descend.borrow %2 : !descend.place<[f32; 64]> -> !descend.ref<shrd, gpu.global, [f32; 64]>
  descend.copy %1, %3 : !descend.ref<uniq, cpu.mem, [f32; 64]>, !descend.ref<shrd, gpu.global, [f32; 64]>
}
`,
	Operands: []ir.OperandDef{one("dst", isRef), one("src", isRef)},
	Format:   "$dst `,` $src attr-dict `:` type($dst) `,` type($src)",
}

// Def is the definition.
func (CopyOp) Def() *ir.OpDef { return copyDef }

// Level: only the CPU does it.
func (CopyOp) Level() (exec.Level, string) {
	return exec.ByCPU, "manages memory of the CPU and the device"
}

// Uses copies what the source leads to.
func (o CopyOp) Uses() []Use {
	return []Use{{Kind: ReadUse, Of: o.Operand(1)}, {WriteUse, o.Operand(0), o.Operand(1)}}
}

// Verify wants a unique destination of the source's type.
func (o CopyOp) Verify() error {
	dst, src := o.Operand(0).Type().(*RefType), o.Operand(1).Type().(*RefType)
	if !dst.Uniq {
		return fmt.Errorf("destination must be a unique reference, not %s", Format(dst))
	}
	if !sameButLifetimes(dst.Elem, src.Elem) {
		return fmt.Errorf("cannot copy %s to %s", Format(src.Elem), Format(dst.Elem))
	}
	return nil
}

// DeviceOp is gpu_device(n).
type DeviceOp struct{ *ir.Operation }

var deviceDef = &ir.OpDef{
	Name: "descend.device", Summary: "device handle",
	Description: "gpu_device(n): the handle of the GPU with number n.",
	Example: `descend.func @f(%t: !exec.cpu_thread) {
  %0 = descend.const {value = 0 : i32} : i32
  %1 = descend.device %0 : i32 -> !descend.device
}
`,
	Operands: []ir.OperandDef{one("number", isInteger)},
	Results:  []ir.OperandDef{one("device", isDevice)},
	Format:   "$number attr-dict `:` type($number) `->` type($device)",
}

// Def is the definition.
func (DeviceOp) Def() *ir.OpDef { return deviceDef }

// Level: only the CPU does it.
func (DeviceOp) Level() (exec.Level, string) {
	return exec.ByCPU, "manages memory of the CPU and the device"
}

// Uses are none.
func (DeviceOp) Uses() []Use { return nil }

// PrintOp prints values.
type PrintOp struct{ *ir.Operation }

var printDef = &ir.OpDef{
	Name: "descend.print", Summary: "print values",
	Description: "Prints the label, if there is one, and the values, with spaces between them and a line end, on the CPU to standard output.",
	Example: `descend.func @f(%t: !exec.cpu_thread, %x: !descend.place<i32>) {
  %0 = descend.read %x : !descend.place<i32> -> i32
  descend.print "two" %0, %0 : i32, i32
  descend.print "100 %"
  descend.print %0 : i32
}
`,
	Operands: []ir.OperandDef{many("args", anyType)},
	Attrs:    []ir.AttrDef{opt("label", isStr)},
	Format:   "($label^)? attr-dict ($args^ `:` type($args))?",
}

// Def is the definition.
func (PrintOp) Def() *ir.OpDef { return printDef }

// Level: only threads do it.
func (PrintOp) Level() (exec.Level, string) { return exec.ByThread, "print" }

// Uses are none: the values were read before.
func (PrintOp) Uses() []Use { return nil }

// AssertOp stops unless its operand is true; text is the source text.
type AssertOp struct{ *ir.Operation }

var assertDef = &ir.OpDef{
	Name: "descend.assert", Summary: "stop unless true",
	Description: "Stops the program with a report unless the condition holds; `text` is its source text. With `relied`, conditions on " +
		"sizes follow from it.",
	Example: `descend.func @f(%t: !exec.cpu_thread, %x: !descend.place<i32>) {
  %0 = descend.read %x : !descend.place<i32> -> i32
  %1 = descend.compare "gt" %0, %0 : i32
  descend.assert %1, "x > x"
}
`,
	Operands: []ir.OperandDef{one("condition", isBool)},
	Attrs:    []ir.AttrDef{{Name: "text", Attr: isStr}, opt("relied", isUnit)},
	Format:   "$condition `,` $text attr-dict",
}

// Def is the definition.
func (AssertOp) Def() *ir.OpDef { return assertDef }

// Level: only threads do it.
func (AssertOp) Level() (exec.Level, string) { return exec.ByThread, "assert" }

// Uses are none.
func (AssertOp) Uses() []Use { return nil }

var isWord = ir.TypeConstraint{Name: "ui64", Is: func(t ir.Type) bool {
	i, ok := t.(*ir.IntegerType)
	return ok && i.Width == 64 && i.Sign == ir.Unsigned
}}

// CheckPermutationOp stops if a vector of indices is no permutation.
type CheckPermutationOp struct{ *ir.Operation }

var checkPermutationDef = &ir.OpDef{
	Name: "descend.check_permutation", Summary: "stop unless indices are a permutation",
	Description: "Stops the program with a report unless the operand, what a look at all indices found, has all bits set. Else it is the first position at which " +
		"there is no further number below the size, in the upper 32 bits, and the number there, in the lower ones.",
	Example: `descend.func @f(%t: !exec.cpu_thread, %x: !descend.place<u64>) {
  %0 = descend.read %x : !descend.place<u64> -> ui64
  descend.check_permutation "permutation(&uniq order)", %0 : ui64
}
`,
	Operands: []ir.OperandDef{one("found", isWord)},
	Attrs:    []ir.AttrDef{{Name: "text", Attr: isStr}},
	Format:   "$text `,` $found attr-dict `:` type($found)",
}

// Def is the definition.
func (CheckPermutationOp) Def() *ir.OpDef { return checkPermutationDef }

// Level: only threads do it; of which kind says the call before.
func (CheckPermutationOp) Level() (exec.Level, string) { return exec.ByThread, "check indices" }

// Uses are none.
func (CheckPermutationOp) Uses() []Use { return nil }
