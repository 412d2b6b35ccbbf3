package descend

import (
	"fmt"

	"descend/dialects/exec"
	"descend/ir"
)

// Copies that go on while the thread that makes them does something else: descend.copy_async begins one, descend.copy_token puts all
// that were begun since the one before under a token, and descend.finish waits for these. Between beginning and end the destination has
// no value that anybody may see, and the source does not change: access-check holds that, not the borrow checker, since barriers do
// not end it.

// CopyAsyncOp begins to copy from one place to another.
type CopyAsyncOp struct{ *ir.Operation }

var copyAsyncDef = &ir.OpDef{
	Name: "descend.copy_async", Summary: "begin to copy a place",
	Description: "Begins to copy a number, or an array of numbers, from global to shared memory, to a row or to what lies in one piece; where elements of an array are missing, 0 is " +
		"written. When it is done is known behind the `descend.finish` " +
		"of the token that the next `descend.copy_token` of the thread gives.",
	Example: `descend.func @f(%t: !exec.thread, %s: !descend.place<&uniq gpu.shared f32>, %x: !descend.place<&gpu.global f32>) {
  %0 = descend.deref %s : !descend.place<&uniq gpu.shared f32> -> !descend.place<f32>
  %1 = descend.deref %x : !descend.place<&gpu.global f32> -> !descend.place<f32>
  descend.copy_async %0, %1 : !descend.place<f32>, !descend.place<f32>
  %2 = descend.copy_token : !descend.token
  descend.finish %2 : !descend.token
}
`,
	Operands: []ir.OperandDef{one("to", isPlace), one("from", isPlace)},
	Format:   "$to `,` $from attr-dict `:` type($to) `,` type($from)",
}

// Def is the definition.
func (CopyAsyncOp) Def() *ir.OpDef { return copyAsyncDef }

// NewCopyAsync begins a copy.
func NewCopyAsync(b *ir.Builder, to, from *ir.Value) CopyAsyncOp {
	return CopyAsyncOp{b.Op("descend.copy_async", []*ir.Value{to, from}, nil)}
}

// To is the place that gets the copy, From the one that is copied.
func (o CopyAsyncOp) To() *ir.Value { return o.Operand(0) }

// From is the place that is copied.
func (o CopyAsyncOp) From() *ir.Value { return o.Operand(1) }

// Uses reads the source and writes the destination.
func (o CopyAsyncOp) Uses() []Use {
	return []Use{{Kind: ReadUse, Of: o.From()}, {Kind: WriteUse, Of: o.To()}}
}

// Level is a thread of the GPU.
func (CopyAsyncOp) Level() (exec.Level, string) { return exec.ByGPUThread, "of the GPU begins a copy" }

// Verify wants places of one type of numbers.
func (o CopyAsyncOp) Verify() error {
	t, from := ElemOf(o.To()), ElemOf(o.From())
	for {
		a, ok := t.(*ArrayType)
		if !ok {
			break
		}
		b, ok := from.(*ArrayType)
		if _, in := a.Elem.(*ArrayType); a.View && in {
			return fmt.Errorf("copies rows, or what lies in one piece, not to %s", Format(a))
		}
		if !ok || !a.Size.Equal(b.Size) {
			return fmt.Errorf("copies %s to %s", Format(ElemOf(o.From())), Format(ElemOf(o.To())))
		}
		t, from = a.Elem, b.Elem
	}
	if t != ElemOf(o.To()) {
		from = Existing(o.Context(), from)
	}
	if !IsScalar(t) {
		return fmt.Errorf("copies numbers, not %s", Format(t))
	}
	if t != from {
		return fmt.Errorf("copies %s to %s", Format(ElemOf(o.From())), Format(ElemOf(o.To())))
	}
	return nil
}

// CopyTokenOp puts copies under a token.
type CopyTokenOp struct{ *ir.Operation }

var copyTokenDef = &ir.OpDef{
	Name: "descend.copy_token", Summary: "token of the copies that were begun",
	Description: "Gives the token of all copies that the thread has begun since the last token, by which they are finished. It is finished once.",
	Example:     copyAsyncDef.Example,
	Results:     []ir.OperandDef{one("token", isToken)},
	Format:      "attr-dict `:` type($token)",
}

// Def is the definition.
func (CopyTokenOp) Def() *ir.OpDef { return copyTokenDef }

// Uses are none: the copies are what uses memory.
func (CopyTokenOp) Uses() []Use { return nil }

// FinishOp waits for copies.
type FinishOp struct{ *ir.Operation }

var finishDef = &ir.OpDef{
	Name: "descend.finish", Summary: "wait for copies",
	Description: "Waits until the copies of a token are done: then the thread sees them, and after a following barrier the others do.",
	Example:     copyAsyncDef.Example,
	Operands:    []ir.OperandDef{one("token", isToken)},
	Format:      "$token attr-dict `:` type($token)",
}

// Def is the definition.
func (FinishOp) Def() *ir.OpDef { return finishDef }

// Uses are none.
func (FinishOp) Uses() []Use { return nil }
