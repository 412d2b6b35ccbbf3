package descend

import (
	"fmt"

	"descend/dialects/exec"
	"descend/dialects/nat"
	"descend/dialects/ods"
	"descend/ir"
)

// NatOp gives a nat as a run-time index value.
type NatOp struct{ *ir.Operation }

var natOpDef = &ir.OpDef{
	Name: "descend.nat", Summary: "nat as a run-time value",
	Description: "The value of a nat, whose names the function or a loop around binds, as an index.",
	Example: `descend.func @size(%t: !exec.cpu_thread) -> ui64 attributes {generics = ["n: nat"]} {
  %0 = descend.nat #descend.nat<n*2 + 1> -> index
  %1 = descend.cast %0 : index -> ui64
  descend.return %1 : ui64
}
`,
	Results: []ir.OperandDef{one("result", isIndex)},
	Attrs:   []ir.AttrDef{{Name: "value", Attr: isNat}},
	Traits:  ir.Pure,
	Format:  "$value attr-dict `->` type($result)",
}

// Def is the definition.
func (NatOp) Def() *ir.OpDef { return natOpDef }

// Nat is the nat.
func (o NatOp) Nat() nat.Expr { e, _ := NatOf(o.Operation, "value"); return e }

// ConstOp is a literal; value is an integer or float attribute of the builtin type (unsigned types too), and the text of the literal
// where the type is a variable.
type ConstOp struct{ *ir.Operation }

var constDef = &ir.OpDef{
	Name: "descend.const", Summary: "literal",
	Description: "A number or bool. `value` is an integer or float attribute of the type of the result; if that is a type variable it is the text of a number, " +
		"or of a constant of types as MAX, that every type which the variable admits has.",
	Example: `descend.func @f(%t: !exec.cpu_thread) {
  %0 = descend.const {value = 1 : i32} : i32
  %1 = descend.const {value = 2 : ui8} : ui8
  %2 = descend.const {value = 5.000000e-01 : f64} : f64
  %3 = descend.const {value = true} : i1
}

descend.func @zero(%t: !exec.thread) -> !descend.var<d:num> attributes {generics = ["d: dty"], where = ["d: num"]} {
  %0 = descend.const {value = "0"} : !descend.var<d:num>
  descend.return %0 : !descend.var<d:num>
}
`,
	Results: []ir.OperandDef{one("result", isScalar)},
	Attrs:   []ir.AttrDef{{Name: "value", Attr: isNumber}},
	Traits:  ir.Pure | ir.ConstantLike,
	Format:  "attr-dict `:` type($result)",
}

// Def is the definition.
func (ConstOp) Def() *ir.OpDef { return constDef }

// Verify compares the type of the value with that of the result.
func (o ConstOp) Verify() error {
	text, ok := o.Attr("value").(*ir.StringAttr)
	if !ok {
		return wantType("result", o.Result(0), ods.TypeOf(o.Attr("value")))
	}
	v, ok := o.Result(0).Type().(*ScalarVarType)
	if !ok || !Every(v, func(t ir.Type) bool { return Literal(o.Context(), text.Value, t) != nil }) {
		return fmt.Errorf("%q is no number of every type that the result may be of", text.Value)
	}
	return nil
}

// Settle makes the text of a literal a number once the type is known.
func (o ConstOp) Settle() {
	if text, ok := o.Attr("value").(*ir.StringAttr); ok {
		if a := Literal(o.Context(), text.Value, o.Result(0).Type()); a != nil {
			o.SetAttr("value", a)
		}
	}
}

// UnitOp is the value ().
type UnitOp struct{ *ir.Operation }

var unitDef = &ir.OpDef{
	Name: "descend.unit", Summary: "the value ()",
	Description: "The only value of type (), written tuple<>.",
	Example: `descend.func @f(%t: !exec.cpu_thread) {
  %0 = descend.unit : tuple<>
}
`,
	Results: []ir.OperandDef{one("result", isUnitType)},
	Traits:  ir.Pure,
	Format:  "attr-dict `:` type($result)",
}

// Def is the definition.
func (UnitOp) Def() *ir.OpDef { return unitDef }

// BinaryOp: op is add sub mul div rem and or xor shl shr (semantics by operand type: docs/language.md, "Numbers").
type BinaryOp struct{ *ir.Operation }

var binaryDef = &ir.OpDef{
	Name: "descend.binary", Summary: "arithmetic, bit operation or shift",
	Description: "`op` is add, sub, mul, div, rem, and, or, xor, shl or shr on two scalars of one type. Integers wrap around; division by zero " +
		"and of the least number by -1 stop the program, `text` is the source text for the report; shifts count modulo the width. " +
		"Floats follow IEEE 754, and a multiplication may be fused with an addition.",
	Example: `descend.func @f(%t: !exec.thread, %x: !descend.place<f32>) {
  %0 = descend.read %x : !descend.place<f32> -> f32
  %1 = descend.binary "mul" %0, %0 : f32
  %2 = descend.const {value = 3 : i32} : i32
  %3 = descend.binary "div" %2, %2 {text = "a / a"} : i32
}
`,
	Operands: []ir.OperandDef{one("lhs", isScalar), one("rhs", isScalar)},
	Results:  []ir.OperandDef{one("result", isScalar)},
	Attrs: []ir.AttrDef{{Name: "op", Attr: oneOf(operatorNames[:Min]...)},
		opt("text", isStr)},
	Traits: ir.SameOperandsAndResultType,
	Format: "$op $lhs `,` $rhs attr-dict `:` type($result)",
}

// Def is the definition.
func (BinaryOp) Def() *ir.OpDef { return binaryDef }

// Uses are none; it is not pure since a division may fail.
func (BinaryOp) Uses() []Use { return nil }

// Operator is what it computes.
func (o BinaryOp) Operator() Operator { op, _ := operatorOf(o.StringAttr("op")); return op }

// Verify wants bit operations on integers and bools only.
func (o BinaryOp) Verify() error {
	switch op, t := o.Operator(), o.Operand(0).Type(); {
	case op.IsBitwise() && !Every(t, isInteger.Is):
		return fmt.Errorf("%s needs integers, not %s", op, t)
	case !op.IsBitwise() && !Every(t, func(t ir.Type) bool { return !isBool.Is(t) }):
		return fmt.Errorf("%s needs numbers, not bools", op)
	}
	return nil
}

// CompareOp: op is eq ne lt le gt ge.
type CompareOp struct{ *ir.Operation }

var compareDef = &ir.OpDef{
	Name: "descend.compare", Summary: "comparison",
	Description: "`op` is eq, ne, lt, le, gt or ge on two scalars of one type. Signed types compare as signed, unsigned as unsigned; " +
		"comparisons with NaN are false, but for ne.",
	Example: `descend.func @f(%t: !exec.thread, %x: !descend.place<u32>) {
  %0 = descend.read %x : !descend.place<u32> -> ui32
  %1 = descend.compare "le" %0, %0 : ui32
}
`,
	Operands: []ir.OperandDef{one("lhs", isScalar), one("rhs", isScalar)},
	Results:  []ir.OperandDef{one("result", isBool)},
	Attrs:    []ir.AttrDef{{Name: "op", Attr: oneOf("eq", "ne", "lt", "le", "gt", "ge")}},
	Traits:   ir.SameTypeOperands | ir.Pure,
	Format:   "$op $lhs `,` $rhs attr-dict `:` type($lhs)",
}

// Def is the definition.
func (CompareOp) Def() *ir.OpDef { return compareDef }

// Rel is the relation of the operands that it decides, on integers; NaN is in none but NE.
func (o CompareOp) Rel() nat.Rel { r, _ := nat.RelOf(o.StringAttr("op")); return r }

// UnaryOp: op is neg or not (logical on bool, bitwise on integers).
type UnaryOp struct{ *ir.Operation }

var unaryDef = &ir.OpDef{
	Name: "descend.unary", Summary: "negation",
	Description: "`op` is neg, on signed integers and floats, or not, logical on bool and bitwise on integers.",
	Example: `descend.func @f(%t: !exec.thread, %x: !descend.place<i32>) {
  %0 = descend.read %x : !descend.place<i32> -> i32
  %1 = descend.unary "neg" %0 : i32
  %2 = descend.unary "not" %1 : i32
}
`,
	Operands: []ir.OperandDef{one("operand", isScalar)},
	Results:  []ir.OperandDef{one("result", isScalar)},
	Attrs:    []ir.AttrDef{{Name: "op", Attr: oneOf("neg", "not")}},
	Traits:   ir.SameOperandsAndResultType | ir.Pure,
	Format:   "$op $operand attr-dict `:` type($result)",
}

// Def is the definition.
func (UnaryOp) Def() *ir.OpDef { return unaryDef }

// IsNot says whether it is not, no neg.
func (o UnaryOp) IsNot() bool { return o.StringAttr("op") == "not" }

// Verify wants not on integers and bools, neg on numbers.
func (o UnaryOp) Verify() error {
	t := o.Operand(0).Type()
	if not := o.IsNot(); not && !Every(t, isInteger.Is) || !not && !Every(t, func(t ir.Type) bool { return !isBool.Is(t) }) {
		return fmt.Errorf("%s is not defined on %s", o.StringAttr("op"), t)
	}
	return nil
}

// CastOp is "as".
type CastOp struct{ *ir.Operation }

var castDef = &ir.OpDef{
	Name: "descend.cast", Summary: "conversion between scalars",
	Description: "Conversion between scalars, and from index: integers are extended by their sign or cut off, floats become the nearest integer " +
		"towards zero that the type has (NaN becomes 0), bool becomes 0 or 1. An enum becomes the number of its variant, a u32, and that the enum.",
	Example: `descend.func @f(%t: !exec.thread, %x: !descend.place<f32>) {
  %0 = descend.read %x : !descend.place<f32> -> f32
  %1 = descend.cast %0 : f32 -> ui8
}
`,
	Operands: []ir.OperandDef{one("value", isCastable)},
	Results:  []ir.OperandDef{one("result", isCastable)},
	Traits:   ir.Pure,
	Format:   "$value attr-dict `:` type($value) `->` type($result)",
}

// Def is the definition.
func (CastOp) Def() *ir.OpDef { return castDef }

// Verify wants a u32 on the other side of an enum.
func (o CastOp) Verify() error {
	from, to := o.Operand(0).Type(), o.Result(0).Type()
	other := to
	e, ok := from.(*EnumType)
	if !ok {
		e, ok = to.(*EnumType)
		other = from
	}
	if ok && other != ir.Type(e.Number()) {
		return fmt.Errorf("an enum is cast to its number and from that only")
	}
	return nil
}

// AggregateOp builds a tuple, struct or array of its operands; the result type says which.
type AggregateOp struct{ *ir.Operation }

var aggregateDef = &ir.OpDef{
	Name: "descend.aggregate", Summary: "tuple, struct or array value",
	Description: "A value of the parts in order; the type of the result says whether it is a tuple, a struct or an array.",
	Example: `descend.func @f(%t: !exec.cpu_thread) {
  %0 = descend.const {value = 1 : i32} : i32
  %1 = descend.const {value = 2.000000e+00 : f32} : f32
  %2 = descend.aggregate %0, %1 : (i32, f32) -> tuple<i32, f32>
  %3 = descend.aggregate %0, %0 : (i32, i32) -> !descend.array<[i32; 2]>
  %4 = descend.aggregate %0, %1 : (i32, f32) -> !descend.struct<P {a: i32, b: f32}>
}
`,
	Operands: []ir.OperandDef{many("parts", anyType)},
	Results:  []ir.OperandDef{one("result", anyType)},
	Traits:   ir.Pure,
	Format:   "$parts attr-dict `:` functional-type($parts, results)",
}

// Def is the definition.
func (AggregateOp) Def() *ir.OpDef { return aggregateDef }

// Verify compares the parts with the type of the result.
func (o AggregateOp) Verify() error {
	var parts []ir.Type
	switch t := o.Result(0).Type().(type) {
	case *ir.TupleType:
		parts = t.Types
	case *StructType:
		for _, f := range t.Fields {
			parts = append(parts, f.Type)
		}
	case *ArrayType:
		if n, ok := t.Size.Int64(); !ok || n != int64(o.NumOperands()) {
			return fmt.Errorf("%d parts do not make %s", o.NumOperands(), Format(t))
		}
		for range o.NumOperands() {
			parts = append(parts, t.Elem)
		}
	default:
		return fmt.Errorf("result must be a tuple, a struct or an array, not %s", t)
	}
	if len(parts) != o.NumOperands() {
		return fmt.Errorf("%d parts do not make %s", o.NumOperands(), Format(o.Result(0).Type()))
	}
	for i, v := range o.Operands() {
		if !sameButLifetimes(v.Type(), parts[i]) {
			return wantType(fmt.Sprintf("part %d", i), v, parts[i])
		}
	}
	return nil
}

// RepeatOp is [v; n]: the result type says how often.
type RepeatOp struct{ *ir.Operation }

var repeatDef = &ir.OpDef{
	Name: "descend.repeat", Summary: "array of equal elements",
	Description: "[v; n]: an array with a copy of the value in every element. The type of the result says how many.",
	Example: `descend.func @f(%t: !exec.cpu_thread) attributes {generics = ["n: nat"]} {
  %0 = descend.const {value = 0 : i32} : i32
  %1 = descend.repeat %0 : i32 -> !descend.array<[i32; n]>
}
`,
	Operands: []ir.OperandDef{one("value", anyType)},
	Results:  []ir.OperandDef{one("result", anyType)},
	Traits:   ir.Pure,
	Format:   "$value attr-dict `:` type($value) `->` type($result)",
}

// Def is the definition.
func (RepeatOp) Def() *ir.OpDef { return repeatDef }

// Verify compares the value with the element type.
func (o RepeatOp) Verify() error {
	a, ok := o.Result(0).Type().(*ArrayType)
	if !ok || a.View {
		return fmt.Errorf("result must be an array, not %s", o.Result(0).Type())
	}
	if !sameButLifetimes(o.Operand(0).Type(), a.Elem) {
		return wantType("value", o.Operand(0), a.Elem)
	}
	return nil
}

// ShuffleOp: kind is up down xor idx; operands value and offset or lane.
type ShuffleOp struct{ *ir.Operation }

var shuffleDef = &ir.OpDef{
	Name: "descend.shuffle", Summary: "exchange within a warp",
	Description: "Gives the value of another lane of the warp: `kind` up, down and xor take the distance as second operand, idx the lane. " +
		"A lane out of range gives the own value. All lanes of the warp take part.",
	Example: `descend.func @f(%t: !exec.thread, %x: !descend.place<f32>) {
  %0 = descend.read %x : !descend.place<f32> -> f32
  %1 = descend.const {value = 16 : ui32} : ui32
  %2 = descend.shuffle "down" %0, %1 : f32, ui32 -> f32
}
`,
	Operands: []ir.OperandDef{one("value", isScalar), one("arg", isInteger)},
	Results:  []ir.OperandDef{one("result", isScalar)},
	Attrs:    []ir.AttrDef{{Name: "kind", Attr: oneOf("up", "down", "xor", "idx")}},
	Format:   "$kind $value `,` $arg attr-dict `:` type($value) `,` type($arg) `->` type($result)",
}

// Def is the definition.
func (ShuffleOp) Def() *ir.OpDef { return shuffleDef }

// Level: all lanes of a warp take part.
func (ShuffleOp) Level() (exec.Level, string) { return exec.ByLanes, "shuffle" }

// Uses are none: values are exchanged, not memory.
func (ShuffleOp) Uses() []Use { return nil }

// Verify wants the result to be of the type of the value.
func (o ShuffleOp) Verify() error { return wantType("result", o.Result(0), o.Operand(0).Type()) }

// BallotOp collects a bool of each lane.
type BallotOp struct{ *ir.Operation }

var ballotDef = &ir.OpDef{
	Name: "descend.ballot", Summary: "bit per lane of a warp",
	Description: "Bit i of the result is the operand of lane i. All lanes of the warp take part.",
	Example: `descend.func @f(%t: !exec.thread, %x: !descend.place<bool>) {
  %0 = descend.read %x : !descend.place<bool> -> i1
  %1 = descend.ballot %0 : ui32
}
`,
	Operands: []ir.OperandDef{one("value", isBool)},
	Results:  []ir.OperandDef{one("result", isInteger)},
	Format:   "$value attr-dict `:` type($result)",
}

// Def is the definition.
func (BallotOp) Def() *ir.OpDef { return ballotDef }

// Level: all lanes of a warp take part.
func (BallotOp) Level() (exec.Level, string) { return exec.ByLanes, "ballot" }

// Uses are none.
func (BallotOp) Uses() []Use { return nil }

// Verify wants 32 bits.
func (o BallotOp) Verify() error {
	return wantType("result", o.Result(0), o.Context().IntegerType(32, ir.Unsigned))
}

// LaneVoteOp is any(c) or all(c) of the lanes of a warp.
type LaneVoteOp struct{ *ir.Operation }

var laneVoteDef = &ir.OpDef{
	Name: "descend.lane_vote", Summary: "whether any or all lanes of a warp agree",
	Description: "`kind` any gives whether the operand of some lane is true, all whether those of all lanes are. All lanes of the warp take part, and get the " +
		"same result. It is no barrier.",
	Example: `descend.func @f(%t: !exec.thread, %x: !descend.place<bool>) {
  %0 = descend.read %x : !descend.place<bool> -> i1
  %1 = descend.lane_vote "any" %0 : i1
}
`,
	Operands: []ir.OperandDef{one("value", isBool)},
	Results:  []ir.OperandDef{one("result", isBool)},
	Attrs:    []ir.AttrDef{{Name: "kind", Attr: oneOf("any", "all")}},
	Format:   "$kind $value attr-dict `:` type($result)",
}

// Def is the definition.
func (LaneVoteOp) Def() *ir.OpDef { return laneVoteDef }

// IsAll says whether all lanes are asked for.
func (o LaneVoteOp) IsAll() bool { return o.StringAttr("kind") == "all" }

// Level: all lanes of a warp take part.
func (LaneVoteOp) Level() (exec.Level, string) { return exec.ByLanes, "vote" }

// Uses are none.
func (LaneVoteOp) Uses() []Use { return nil }

// VoteOp is a barrier of a block at which each thread has a vote.
type VoteOp struct{ *ir.Operation }

var voteDef = &ir.OpDef{
	Name: "descend.vote", Summary: "barrier of a block that combines a bool of each thread",
	Description: "A barrier of the block (exec.sync), executed by its threads, each with a bool of its own. Every thread gets the same result: whether any is " +
		"true (`kind` or), whether all are (and), or how many are (count).",
	Example: `descend.func @k(%block: !exec.block<X<64>>, %x: !descend.place<bool>) {
  exec.sched ["X"] of %block : !exec.block<X<64>> {
  ^bb0(%thread: !exec.thread):
    %0 = descend.read %x : !descend.place<bool> -> i1
    %1 = descend.vote "or" %0 of %block : !exec.block<X<64>> -> i1
  }
}
`,
	Operands: []ir.OperandDef{one("value", isBool), one("block", isResource)},
	Results:  []ir.OperandDef{one("result", anyType)},
	Attrs:    []ir.AttrDef{{Name: "kind", Attr: oneOf("or", "and", "count")}},
	Format:   "$kind $value `of` $block attr-dict `:` type($block) `->` type($result)",
}

// Def is the definition.
func (VoteOp) Def() *ir.OpDef { return voteDef }

// Kind is "or", "and" or "count".
func (o VoteOp) Kind() string { return o.StringAttr("kind") }

// Level: each thread has a vote.
func (VoteOp) Level() (exec.Level, string) { return exec.ByGPUThread, "votes" }

// Waits is the block.
func (o VoteOp) Waits() *ir.Value { return o.Operand(1) }

// Effects: a barrier orders everything.
func (VoteOp) Effects() []ir.Effect {
	return []ir.Effect{{Kind: ir.ReadEffect}, {Kind: ir.WriteEffect}}
}

// Verify checks the type of the result.
func (o VoteOp) Verify() error {
	want := ir.Type(o.Context().I1())
	if o.Kind() == "count" {
		want = o.Context().IntegerType(32, ir.Unsigned)
	}
	return wantType("result", o.Result(0), want)
}
