package descend

import (
	"fmt"
	"iter"

	"descend/dialects/nat"
	"descend/ir"
)

// ReturnOp leaves the function, on the CPU from any depth.
type ReturnOp struct{ *ir.Operation }

var returnDef = &ir.OpDef{
	Name: "descend.return", Summary: "leave the function",
	Description: "Leaves the function with its value, which has the result type of the function; a function with " +
		"result () returns without a value. It is no terminator: in functions of the CPU thread it may stand at any " +
		"depth, and what follows in its block is not executed. Elsewhere it ends the body of the function.",
	Example: `descend.func @sign(%t: !exec.cpu_thread, %x: !descend.place<i32>) -> i32 {
  %0 = descend.read %x : !descend.place<i32> -> i32
  %1 = descend.const {value = 0 : i32} : i32
  %2 = descend.compare "lt" %0, %1 : i32
  descend.if %2 {
    %3 = descend.const {value = -1 : i32} : i32
    descend.return %3 : i32
  }
  descend.return %1 : i32
}
`,
	Operands: []ir.OperandDef{maybe("value", anyType)},
	Format:   "attr-dict ($value^ `:` type($value))?",
}

// Def is the definition.
func (ReturnOp) Def() *ir.OpDef { return returnDef }

// Uses are none: the value was read before.
func (ReturnOp) Uses() []Use { return nil }

// LeavesFunction says that control goes to the caller.
func (ReturnOp) LeavesFunction() {}

// Verify compares the value with the function's result; lifetimes are the concern of borrow-check.
func (o ReturnOp) Verify() error {
	f := enclosingFunc(o.Operation)
	if f == nil {
		return fmt.Errorf("must be inside a descend.func")
	}
	t := FuncOp{f}.Type()
	if t == nil {
		return nil // the function is reported
	}
	if o.NumOperands() != len(t.Results) {
		return fmt.Errorf("has %d values, but the function returns %d", o.NumOperands(), len(t.Results))
	}
	for i, r := range t.Results {
		if !sameButLifetimes(o.Operand(i).Type(), r) {
			return fmt.Errorf("returns %s, but the function has result type %s", o.Operand(i).Type(), r)
		}
	}
	return nil
}

// YieldOp ends a region and gives its values to the operation around it.
type YieldOp struct{ *ir.Operation }

var yieldDef = &ir.OpDef{
	Name: "descend.yield", Summary: "end a region with its values",
	Description: "Ends a region of descend.if, if_exists, scope or unsafe; its operands become the results of that operation. " +
		"In a region of an operation without results it may be left out.",
	Example: `descend.func @three(%t: !exec.cpu_thread) -> i32 {
  %0 = descend.scope : i32 {
    %1 = descend.const {value = 3 : i32} : i32
    descend.yield %1 : i32
  }
  descend.return %0 : i32
}
`,
	Operands: []ir.OperandDef{many("values", anyType)},
	Traits:   ir.Terminator | ir.ReturnLike | ir.Pure,
	Format:   "attr-dict ($values^ `:` type($values))?",
}

// Def is the definition.
func (YieldOp) Def() *ir.OpDef { return yieldDef }

// NewYield ends a region with its values.
func NewYield(b *ir.Builder, vs ...*ir.Value) YieldOp {
	return YieldOp{b.Op("descend.yield", vs, nil)}
}

// Verify wants an operation around it that takes the values.
func (o YieldOp) Verify() error {
	if p := o.Parent(); p == nil || !IsChoice(p) && !p.Is("descend.scope") && !p.Is("descend.unsafe") {
		if o.NumOperands() > 0 || p == nil {
			return fmt.Errorf("must end a region of descend.if, if_exists, scope or unsafe")
		}
	}
	return nil
}

// Yielded is the value that a region of an operation with one result ends with; nil if it gives none or several.
func Yielded(op *ir.Operation, region int) *ir.Value {
	if op.NumRegions() <= region || op.Region(region).Empty() {
		return nil
	}
	t, ok := ir.As[YieldOp](op.Region(region).Front().Back())
	if !ok || t.NumOperands() != 1 {
		return nil
	}
	return t.Operand(0)
}

// ConditionOp ends the condition region of a while.
type ConditionOp struct{ *ir.Operation }

var conditionDef = &ir.OpDef{
	Name: "descend.condition", Summary: "end the condition of a while",
	Description: "Ends the first region of descend.while with the condition that decides whether the body is executed once more.",
	Example:     whileExample,
	Operands:    []ir.OperandDef{one("condition", isBool)},
	Traits:      ir.Terminator,
	Format:      "$condition attr-dict",
}

const whileExample = `descend.func @count(%t: !exec.cpu_thread) {
  %0 = descend.const {value = 0 : i32} : i32
  %1 = descend.const {value = 10 : i32} : i32
  %2 = descend.const {value = 1 : i32} : i32
  %i = descend.local {mut, name = "i"} -> !descend.place<i32>
  descend.write %0, %i {init} : i32, !descend.place<i32>
  descend.while {
    %3 = descend.read %i : !descend.place<i32> -> i32
    %4 = descend.compare "lt" %3, %1 : i32
    descend.condition %4
  } do {
    %3 = descend.read %i : !descend.place<i32> -> i32
    %4 = descend.binary "add" %3, %2 : i32
    descend.write %4, %i : i32, !descend.place<i32>
  }
}
`

// Def is the definition.
func (ConditionOp) Def() *ir.OpDef { return conditionDef }

// Uses are none.
func (ConditionOp) Uses() []Use { return nil }

// Verify wants a while around it.
func (o ConditionOp) Verify() error {
	if p := o.Parent(); p == nil || !p.Is("descend.while") || o.Block().Region() != p.Region(0) {
		return fmt.Errorf("must end the condition region of descend.while")
	}
	return nil
}

// IfOp executes one of two regions; both yield its results.
type IfOp struct{ *ir.Operation }

var ifDef = &ir.OpDef{
	Name: "descend.if", Summary: "conditional",
	Description: "Executes the first region if the condition holds, else the second, which is empty when there is no else. " +
		"With results both regions end in descend.yield with values of their types, or in descend.return; without, the " +
		"yield may be left out. In GPU code threads may differ in the condition; barrier-check wants conditions around " +
		"barriers to be the same for all threads that meet there.",
	Example: `descend.func @min(%t: !exec.thread, %a: !descend.place<i32>, %b: !descend.place<i32>) -> i32 {
  %0 = descend.read %a : !descend.place<i32> -> i32
  %1 = descend.read %b : !descend.place<i32> -> i32
  %2 = descend.compare "lt" %0, %1 : i32
  %3 = descend.if %2 : i32 {
    descend.yield %0 : i32
  } else {
    descend.yield %1 : i32
  }
  descend.return %3 : i32
}
`,
	Operands: []ir.OperandDef{one("condition", isBool)},
	Results:  []ir.OperandDef{many("results", anyType)},
	Regions:  []ir.RegionDef{{Name: "then"}, {Name: "else", MaybeEmpty: true}},
	Traits:   ir.SingleBlock | ir.NoTerminator | ir.RecursiveMemoryEffects,
	Format:   "$condition attr-dict-with-keyword (`:` type($results)^)? $then (`else` $else^)?",
}

// Def is the definition.
func (IfOp) Def() *ir.OpDef { return ifDef }

// Condition is the bool that chooses.
func (o IfOp) Condition() *ir.Value { return o.Operand(0) }

// RegionEdges leads through the region that the condition chooses; without else, past it.
func (o IfOp) RegionEdges() []ir.RegionEdge {
	then, els := o.Region(0), o.Region(1)
	edges := []ir.RegionEdge{
		{From: o.Operation, To: then, Guard: o.Operand(0), Sense: true},
		{From: o.Operation, Guard: o.Operand(0)},
		ir.EndOf(then, nil, o.Results()...),
	}
	if !els.Empty() {
		edges[1].To = els
		edges = append(edges, ir.EndOf(els, nil, o.Results()...))
	}
	return edges
}

// VerifyRegions checks what the regions yield.
func (o IfOp) VerifyRegions() error {
	if o.Region(1).Empty() {
		if o.NumResults() > 0 {
			return fmt.Errorf("has results, so it needs an else region")
		}
		return checkYield(o.Operation, 0)
	}
	if err := checkYield(o.Operation, 0); err != nil {
		return err
	}
	return checkYield(o.Operation, 1)
}

// WhileOp repeats its body while its condition region gives true.
type WhileOp struct{ *ir.Operation }

var whileDef = &ir.OpDef{
	Name: "descend.while", Summary: "loop while a condition holds",
	Description: "Executes the first region, which ends in descend.condition; if the condition holds, executes the second and begins again.",
	Example:     whileExample,
	Regions:     []ir.RegionDef{{Name: "condition"}, {Name: "body"}},
	Traits:      ir.SingleBlock | ir.NoTerminator | ir.RecursiveMemoryEffects,
	Format:      "$condition `do` $body attr-dict-with-keyword",
}

// Def is the definition.
func (WhileOp) Def() *ir.OpDef { return whileDef }

// Condition is the bool that decides whether the body is executed once more.
func (o WhileOp) Condition() *ir.Value { return o.Body(0).Back().Operand(0) }

// RegionEdges leads into the first region, whose condition decides, and round through the second.
func (o WhileOp) RegionEdges() []ir.RegionEdge {
	cond, body := o.Region(0), o.Region(1)
	edges := []ir.RegionEdge{
		{From: o.Operation, To: cond},
		ir.EndOf(cond, body),
		ir.EndOf(cond, nil),
		ir.EndOf(body, cond),
	}
	if t := edges[1].From; t != nil {
		edges[1].Guard, edges[1].Sense, edges[2].Guard = t.Operand(0), true, t.Operand(0)
	}
	return edges
}

// VerifyRegions wants a condition at the end of the first region.
func (o WhileOp) VerifyRegions() error {
	if err := noArguments(o.Operation); err != nil {
		return err
	}
	if last := o.Body(0).Back(); last == nil || !last.Is("descend.condition") {
		return fmt.Errorf("condition region must end in descend.condition")
	}
	return nil
}

// IsLoop says whether an operation may execute a region several times.
func IsLoop(op *ir.Operation) bool {
	switch op.Typed().(type) {
	case ForNatOp, ForEachOp, WhileOp:
		return true
	}
	return false
}

// LoopsAround are the loops around op in its function, innermost first.
func LoopsAround(op *ir.Operation) iter.Seq[*ir.Operation] {
	return func(yield func(*ir.Operation) bool) {
		for p := op.Parent(); p != nil && !ir.Is[FuncOp](p); p = p.Parent() {
			if IsLoop(p) && !yield(p) {
				return
			}
		}
	}
}

// ForNatOp binds a nat.
type ForNatOp struct{ *ir.Operation }

var forNatDef = &ir.OpDef{
	Name: "descend.for_nat", Summary: "loop over a range of nats",
	Description: "Binds the nat named by `var`, which is unique in the function, in its region. `kind` is \"range\" " +
		"(lo, lo+1, .., hi-1), \"halved\" (hi, hi/2, .. while it is at least lo and at least 1) or \"doubled\" (lo, 2*lo, .. " +
		"while it is at most hi). All threads run through the same values, so a barrier may stand inside.",
	Example: `descend.func @sum(%t: !exec.thread, %x: !descend.place<&gpu.global [f32; n]>, %s: !descend.place<f32>) attributes {generics = ["n: nat"]} {
  %0 = descend.deref %x : !descend.place<&gpu.global [f32; n]> -> !descend.place<[f32; n]>
  descend.for_nat "i" in "range"(#descend.nat<0>, #descend.nat<n>) {
    %1 = descend.at %0 {index = #descend.nat<i>} : !descend.place<[f32; n]> -> !descend.place<f32>
    %2 = descend.read %1 : !descend.place<f32> -> f32
    %3 = descend.read %s : !descend.place<f32> -> f32
    %4 = descend.binary "add" %3, %2 : f32
    descend.write %4, %s : f32, !descend.place<f32>
  }
}
`,
	Attrs: []ir.AttrDef{{Name: "var", Attr: isName}, {Name: "kind", Attr: oneOf("range", "halved", "doubled")},
		{Name: "lo", Attr: isNat}, {Name: "hi", Attr: isNat}},
	Regions: []ir.RegionDef{{Name: "body"}},
	Traits:  ir.SingleBlock | ir.NoTerminator | ir.RecursiveMemoryEffects,
	Format:  "$var `in` $kind `(` $lo `,` $hi `)` attr-dict-with-keyword $body",
}

// Def is the definition.
func (ForNatOp) Def() *ir.OpDef { return forNatDef }

// Var is the name of the nat that the loop binds.
func (o ForNatOp) Var() string { return o.StringAttr("var") }

// Kind is "range", "halved" or "doubled".
func (o ForNatOp) Kind() string { return o.StringAttr("kind") }

// Lo is the lower bound.
func (o ForNatOp) Lo() nat.Expr { e, _ := NatOf(o.Operation, "lo"); return e }

// Hi is the upper bound: exclusive for "range", inclusive else.
func (o ForNatOp) Hi() nat.Expr { e, _ := NatOf(o.Operation, "hi"); return e }

// RegionEdges leads into the body, round it, and out; the loop may have no iteration.
func (o ForNatOp) RegionEdges() []ir.RegionEdge { return repeated(o.Operation) }

// repeated leads any number of times through the region of an operation.
func repeated(op *ir.Operation) []ir.RegionEdge {
	body := op.Region(0)
	return []ir.RegionEdge{{From: op, To: body}, {From: op}, ir.EndOf(body, body), ir.EndOf(body, nil)}
}

// Verify wants a body without arguments.
func (o ForNatOp) Verify() error { return noArguments(o.Operation) }

// ForEachOp iterates over the elements of an array place.
type ForEachOp struct{ *ir.Operation }

var forEachDef = &ir.OpDef{
	Name: "descend.for_each", Summary: "loop over the elements of a collection",
	Description: "The operand is a place of array or view type; the block argument is the place of the current element, " +
		"first to last. `name` is the loop variable's name; `ref` says what it holds: \"uniq\" or \"shrd\" a reference to the " +
		"element, \"copy\" its value. The body begins with the descend.local of that variable.",
	Example: `descend.func @show(%t: !exec.cpu_thread, %xs: !descend.place<[i32; 4]>) {
  descend.for_each "x" as "copy" in %xs : !descend.place<[i32; 4]> {
  ^bb0(%arg0: !descend.place<i32>):
    %0 = descend.read %arg0 : !descend.place<i32> -> i32
    %x = descend.local {name = "x"} -> !descend.place<i32>
    descend.write %0, %x {init} : i32, !descend.place<i32>
    descend.print %0 : i32
  }
}
`,
	Operands: []ir.OperandDef{one("collection", isPlace)},
	Attrs:    []ir.AttrDef{{Name: "name", Attr: isStr}, {Name: "ref", Attr: oneOf("uniq", "shrd", "copy")}},
	Regions:  []ir.RegionDef{{Name: "body"}},
	Traits:   ir.SingleBlock | ir.NoTerminator | ir.RecursiveMemoryEffects,
	Format:   "$name `as` $ref `in` $collection attr-dict-with-keyword `:` type($collection) $body",
}

// Def is the definition.
func (ForEachOp) Def() *ir.OpDef { return forEachDef }

// Uses lends the collection to the body, which reads or borrows the elements.
func (o ForEachOp) Uses() []Use {
	if o.StringAttr("ref") == "uniq" {
		return []Use{{Kind: UniqLoopUse, Of: o.Operand(0)}}
	}
	return []Use{{Kind: LoopUse, Of: o.Operand(0)}}
}

// RegionEdges leads into the body, round it, and out; the collection may have no element.
func (o ForEachOp) RegionEdges() []ir.RegionEdge { return repeated(o.Operation) }

// Verify checks the block argument.
func (o ForEachOp) Verify() error {
	a, ok := ElemOf(o.Operand(0)).(*ArrayType)
	if !ok {
		return fmt.Errorf("needs a place of an array, not of %s", Format(ElemOf(o.Operand(0))))
	}
	if b := o.Body(0); b.NumArgs() != 1 || ElemOf(b.Arg(0)) != a.Elem {
		return fmt.Errorf("block argument must be a place of %s", Format(a.Elem))
	}
	return nil
}

// ScopeOp is a block { .. } of the source: locals inside end with it.
type ScopeOp struct{ *ir.Operation }

var scopeDef = &ir.OpDef{
	Name: "descend.scope", Summary: "block of the source",
	Description: "A block { .. } of the source. Variables declared inside end with it: boxes are freed and loans of them must be over. " +
		"The values of descend.yield are its results.",
	Example: `descend.func @f(%t: !exec.cpu_thread, %x: !descend.place<i32>) {
  descend.scope {
    %0 = descend.borrow %x {uniq} : !descend.place<i32> -> !descend.ref<uniq, cpu.mem, i32>
  }
  %1 = descend.scope : i32 {
    %2 = descend.read %x : !descend.place<i32> -> i32
    descend.yield %2 : i32
  }
}
`,
	Results: []ir.OperandDef{many("results", anyType)},
	Regions: []ir.RegionDef{{Name: "body"}},
	Traits:  ir.SingleBlock | ir.NoTerminator | ir.RecursiveMemoryEffects,
	Format:  "attr-dict-with-keyword (`:` type($results)^)? $body",
}

// Def is the definition.
func (ScopeOp) Def() *ir.OpDef { return scopeDef }

// RegionEdges leads through the region.
func (o ScopeOp) RegionEdges() []ir.RegionEdge { return once(o.Operation) }

// once leads through the region of an operation.
func once(op *ir.Operation) []ir.RegionEdge {
	body := op.Region(0)
	return []ir.RegionEdge{{From: op, To: body}, ir.EndOf(body, nil, op.Results()...)}
}

// VerifyRegions checks what the region yields.
func (o ScopeOp) VerifyRegions() error { return checkYield(o.Operation, 0) }

// UnsafeOp switches off narrowing and conflict checks inside.
type UnsafeOp struct{ *ir.Operation }

var unsafeDef = &ir.OpDef{
	Name: "descend.unsafe", Summary: "block without narrowing and conflict checks",
	Description: "A block `unsafe { .. }`: narrowing-check and access-check do not look inside; the programmer answers for the " +
		"absence of data races. All other rules hold. The values of descend.yield are its results.",
	Example: `descend.func @k(%grid: !exec.grid<X<1>, X<32>>, %x: !descend.place<&uniq gpu.global [f32; 32]>) {
  exec.sched ["X"] of %grid : !exec.grid<X<1>, X<32>> {
  ^bb0(%block: !exec.block<X<32>>):
    exec.sched ["X"] of %block : !exec.block<X<32>> {
    ^bb0(%thread: !exec.thread):
      descend.unsafe {
        %0 = descend.deref %x : !descend.place<&uniq gpu.global [f32; 32]> -> !descend.place<[f32; 32]>
        %1 = descend.at %0 {index = #descend.nat<0>} : !descend.place<[f32; 32]> -> !descend.place<f32>
        %2 = descend.const {value = 1.000000e+00 : f32} : f32
        descend.write %2, %1 : f32, !descend.place<f32>
      }
    }
  }
}
`,
	Results: []ir.OperandDef{many("results", anyType)},
	Regions: []ir.RegionDef{{Name: "body"}},
	Traits:  ir.SingleBlock | ir.NoTerminator | ir.RecursiveMemoryEffects,
	Format:  "attr-dict-with-keyword (`:` type($results)^)? $body",
}

// Def is the definition.
func (UnsafeOp) Def() *ir.OpDef { return unsafeDef }

// RegionEdges leads through the region.
func (o UnsafeOp) RegionEdges() []ir.RegionEdge { return once(o.Operation) }

// VerifyRegions checks what the region yields.
func (o UnsafeOp) VerifyRegions() error { return checkYield(o.Operation, 0) }
