package descend

import (
	"fmt"

	"descend/dialects/exec"
	"descend/ir"
)

// CallOp calls a function by the resource in operand 0.
type CallOp struct{ *ir.Operation }

var callDef = &ir.OpDef{
	Name: "descend.call", Summary: "call a function",
	Description: "Calls `callee` by the resource in operand 0; the others are the arguments. Generic arguments: `nats` (array of nats), `mems` (array of " +
		"strings), `types` (array of types), `lifetimes` (array of strings), each in the order of the callee's generics of that kind. " +
		"Arguments and result have the callee's types after putting them in.",
	Example: `descend.func @first(%t: !exec.thread, %x: !descend.place<&m [f32; n]>) -> f32 attributes {generics = ["m: mem", "n: nat"], where = [#descend.where<n ge 1>]} {
  %0 = descend.deref %x : !descend.place<&m [f32; n]> -> !descend.place<[f32; n]>
  %1 = descend.at %0 {index = #descend.nat<0>} : !descend.place<[f32; n]> -> !descend.place<f32>
  %2 = descend.read %1 : !descend.place<f32> -> f32
  descend.return %2 : f32
}

descend.func @f(%t: !exec.thread, %x: !descend.place<&gpu.global [f32; 64]>) {
  %0 = descend.read %x : !descend.place<&gpu.global [f32; 64]> -> !descend.ref<shrd, gpu.global, [f32; 64]>
  %1 = descend.call @first(%0) by %t {mems = ["gpu.global"], nats = [#descend.nat<64>]} : !exec.thread, (!descend.ref<shrd, gpu.global, [f32; 64]>) -> f32
}
`,
	Operands: []ir.OperandDef{one("resource", isResource), many("args", anyType)},
	Results:  []ir.OperandDef{{Name: "result", Arity: ir.Optional}},
	Attrs:    []ir.AttrDef{{Name: "callee", Attr: isSym}, opt("nats", isNats), opt("mems", isStrs), opt("types", isTypes), opt("lifetimes", isStrs)},
	Format:   "$callee `(` $args `)` `by` $resource attr-dict `:` type($resource) `,` functional-type($args, results)",
}

// Def is the definition.
func (CallOp) Def() *ir.OpDef { return callDef }

// Uses hands the arguments to the callee.
func (o CallOp) Uses() []Use { return handedOver(o.CallArgs()) }

// Callee is the called function's name.
func (o CallOp) Callee() string { return calleeOf(o.Operation) }

// CalleeRef is the called function's symbol.
func (o CallOp) CalleeRef() *ir.SymbolRefAttr { s, _ := o.Attr("callee").(*ir.SymbolRefAttr); return s }

// CallArgs are the arguments without the resource.
func (o CallOp) CallArgs() []*ir.Value { return o.Operands()[1:] }

// Verify compares generic arguments, arguments and result with the callee.
func (o CallOp) Verify() error {
	f, err := calledFunc(o.Operation, o.CalleeRef())
	if err != nil || f.Operation == nil {
		return err
	}
	t := SubstType(o.Context(), f.Type(), Instantiation(o.Operation, f)).(*ir.FunctionType)
	if err := checkArgs(t.Inputs, o.CallArgs()); err != nil {
		return err
	}
	if len(t.Results) != o.NumResults() {
		return fmt.Errorf("has %d results, but @%s gives %d", o.NumResults(), o.Callee(), len(t.Results))
	}
	for i, r := range t.Results {
		if !sameButLifetimes(r, o.Result(i).Type()) {
			return wantType("result", o.Result(i), r)
		}
	}
	return nil
}

// FunctionOp is a function as an argument: a function of the module, of whose parameters the last ones are captured.
type FunctionOp struct{ *ir.Operation }

var functionDef = &ir.OpDef{
	Name: "descend.function", Summary: "a function as an argument",
	Description: "The function `callee` as a value, which only calls and launches take, for a parameter of that type. The operands are the values of its last parameters; " +
		"the type has the others and the result. Generic arguments as in descend.call. It is executed by `any`, and computes its result from its arguments alone. " +
		"instantiate replaces parameters that are functions.",
	Example: `descend.func @scaled(%e: !exec.any, %x: !descend.place<f32>, %by: !descend.place<f32>) -> f32 {
  %0 = descend.read %x : !descend.place<f32> -> f32
  %1 = descend.read %by : !descend.place<f32> -> f32
  %2 = descend.binary "mul" %0, %1 : f32
  descend.return %2 : f32
}

descend.func @twice(%e: !exec.any, %op: !descend.place<fn(f32) -> f32>, %x: !descend.place<f32>) -> f32 {
  %0 = descend.read %op : !descend.place<fn(f32) -> f32> -> !descend.fn<fn(f32) -> f32>
  %1 = descend.read %x : !descend.place<f32> -> f32
  %2 = descend.apply %0(%1) by %e : !descend.fn<fn(f32) -> f32>, !exec.any, (f32) -> f32
  %3 = descend.apply %0(%2) by %e : !descend.fn<fn(f32) -> f32>, !exec.any, (f32) -> f32
  descend.return %3 : f32
}

descend.func @f(%t: !exec.thread, %x: !descend.place<f32>) -> f32 {
  %0 = descend.read %x : !descend.place<f32> -> f32
  %1 = descend.function @scaled(%0) : (f32) -> !descend.fn<fn(f32) -> f32>
  %2 = descend.call @twice(%1, %0) by %t : !exec.thread, (!descend.fn<fn(f32) -> f32>, f32) -> f32
  descend.return %2 : f32
}
`,
	Operands: []ir.OperandDef{many("captured", isPlain)},
	Results:  []ir.OperandDef{one("function", isFn)},
	Attrs:    []ir.AttrDef{{Name: "callee", Attr: isSym}, opt("nats", isNats), opt("mems", isStrs), opt("types", isTypes), opt("lifetimes", isStrs)},
	Traits:   ir.Pure,
	Format:   "$callee `(` $captured `)` attr-dict `:` functional-type($captured, results)",
}

// Def is the definition.
func (FunctionOp) Def() *ir.OpDef { return functionDef }

// Callee is the function's name.
func (o FunctionOp) Callee() string { return calleeOf(o.Operation) }

// Verify compares generic arguments, what is captured, and the type with the function.
func (o FunctionOp) Verify() error {
	ref, _ := o.Attr("callee").(*ir.SymbolRefAttr)
	f, err := calledFunc(o.Operation, ref)
	if err != nil || f.Operation == nil {
		return err
	}
	if e := f.ExecType(); e == nil || e.Kind != exec.Any {
		return fmt.Errorf("@%s is not executed by any", o.Callee())
	}
	t := o.Result(0).Type().(*FnType)
	is := SubstType(o.Context(), f.Type(), Instantiation(o.Operation, f)).(*ir.FunctionType)
	if n := len(is.Inputs) - o.NumOperands(); n != len(t.In) || len(is.Results) != 1 {
		return fmt.Errorf("@%s takes %d arguments and gives %d, with %d captured", o.Callee(), len(is.Inputs), len(is.Results), o.NumOperands())
	}
	in := append([]ir.Type(nil), t.In...)
	for _, v := range o.Operands() {
		in = append(in, v.Type())
	}
	for i := range in {
		if in[i] != is.Inputs[i] {
			return fmt.Errorf("parameter %d of @%s is %s, not %s", i, o.Callee(), Format(is.Inputs[i]), Format(in[i]))
		}
	}
	if is.Results[0] != t.Out {
		return fmt.Errorf("@%s gives %s, not %s", o.Callee(), Format(is.Results[0]), Format(t.Out))
	}
	return nil
}

// ApplyOp calls a function that was given as an argument.
type ApplyOp struct{ *ir.Operation }

var applyDef = &ir.OpDef{
	Name: "descend.apply", Summary: "call a function that is an argument",
	Description: "Calls a function that the function around was given, by the resource that executes. It takes values, and computes its result from them and what it " +
		"captured alone.",
	Example:  functionDef.Example,
	Operands: []ir.OperandDef{one("function", isFn), one("resource", isResource), many("args", anyType)},
	Results:  []ir.OperandDef{one("result", anyType)},
	Format:   "$function `(` $args `)` `by` $resource attr-dict `:` type($function) `,` type($resource) `,` functional-type($args, results)",
}

// Def is the definition.
func (ApplyOp) Def() *ir.OpDef { return applyDef }

// Uses are none: values are given, not memory.
func (ApplyOp) Uses() []Use { return nil }

// Args are the arguments.
func (o ApplyOp) Args() []*ir.Value { return o.Operands()[2:] }

// Verify compares arguments and result with the type of the function.
func (o ApplyOp) Verify() error {
	t := o.Operand(0).Type().(*FnType)
	if err := checkArgs(t.In, o.Args()); err != nil {
		return err
	}
	return wantType("result", o.Result(0), t.Out)
}

// LaunchOp launches a grid function from the CPU thread.
type LaunchOp struct{ *ir.Operation }

var launchDef = &ir.OpDef{
	Name: "descend.launch", Summary: "launch a grid function",
	Description: "Launches `callee` from the CPU thread. What follows finds all as if it had waited until it is done. `grid` is the launched resource type !exec.grid<..>; `shared` are the " +
		"types of the callee's parameters with an owner, in order: their memory is made by the launch, so they are no arguments. Generic " +
		"arguments as in descend.call. nat-check compares the grid with the callee's, memory-check the memories.",
	Example: `descend.func @k(%grid: !exec.grid<X<n>, X<32>>, %x: !descend.place<&uniq gpu.global [f32; n*32]>) attributes {generics = ["n: nat"]} {
}

descend.func @main(%t: !exec.cpu_thread, %x: !descend.place<&uniq gpu.global [f32; 64]>) {
  %0 = descend.deref %x : !descend.place<&uniq gpu.global [f32; 64]> -> !descend.place<[f32; 64]>
  %1 = descend.borrow %0 {uniq} : !descend.place<[f32; 64]> -> !descend.ref<uniq, gpu.global, [f32; 64]>
  descend.launch @k(%1) on !exec.grid<X<2>, X<32>> {nats = [#descend.nat<2>]} : (!descend.ref<uniq, gpu.global, [f32; 64]>) -> ()
}
`,
	Operands: []ir.OperandDef{many("args", anyType)},
	Attrs: []ir.AttrDef{{Name: "callee", Attr: isSym}, {Name: "grid", Attr: isGrid}, opt("shared", isTypes),
		opt("nats", isNats), opt("mems", isStrs), opt("types", isTypes), opt("lifetimes", isStrs)},
	Format: "$callee `(` $args `)` `on` $grid attr-dict `:` functional-type($args, results)",
}

// Def is the definition.
func (LaunchOp) Def() *ir.OpDef { return launchDef }

// Level: only the CPU does it.
func (LaunchOp) Level() (exec.Level, string) { return exec.ByCPU, "launches kernels" }

// Uses hands the arguments to the callee.
func (o LaunchOp) Uses() []Use { return handedOver(o.CallArgs()) }

// Callee is the launched function's name.
func (o LaunchOp) Callee() string { return calleeOf(o.Operation) }

// CalleeRef is the launched function's symbol.
func (o LaunchOp) CalleeRef() *ir.SymbolRefAttr {
	s, _ := o.Attr("callee").(*ir.SymbolRefAttr)
	return s
}

// CallArgs are the arguments.
func (o LaunchOp) CallArgs() []*ir.Value { return o.Operands() }

// Verify compares generic arguments and arguments with the callee.
func (o LaunchOp) Verify() error {
	f, err := calledFunc(o.Operation, o.CalleeRef())
	if err != nil || f.Operation == nil {
		return err
	}
	if e, ok := f.Exec().(*exec.Type); !ok || e.Kind != exec.Grid {
		return fmt.Errorf("@%s is not executed by a grid", o.Callee())
	}
	t := SubstType(o.Context(), f.Type(), Instantiation(o.Operation, f)).(*ir.FunctionType)
	if len(t.Results) > 0 {
		return fmt.Errorf("@%s has a result, a launch has none", o.Callee())
	}
	var ins []ir.Type
	shared := 0
	for i, in := range t.Inputs {
		if len(f.ParamOwner(i)) == 0 {
			ins = append(ins, in)
		} else {
			shared++
		}
	}
	l, _ := o.Attr("shared").(*ir.ArrayAttr)
	if n := lenOf(l); n != shared {
		return fmt.Errorf("%d types in attribute shared, but @%s has %d parameters with an owner", n, o.Callee(), shared)
	}
	return checkArgs(ins, o.Operands())
}

func lenOf(l *ir.ArrayAttr) int {
	if l == nil {
		return 0
	}
	return len(l.Elems)
}

func handedOver(args []*ir.Value) []Use {
	out := make([]Use, len(args))
	for i, a := range args {
		out[i] = Use{Kind: CallUse, Of: a}
	}
	return out
}

func calleeOf(o *ir.Operation) string {
	if s, ok := o.Attr("callee").(*ir.SymbolRefAttr); ok {
		return s.Root
	}
	return ""
}

// calledFunc finds the callee and checks the number of generic arguments. A symbol that is not there, as
// between passes, is not an error here: no operation is returned.
func calledFunc(op *ir.Operation, ref *ir.SymbolRefAttr) (FuncOp, error) {
	found := ir.ResolveSymbol(op, ref)
	if found == nil {
		return FuncOp{}, nil
	}
	if !found.Is("descend.func") {
		return FuncOp{}, fmt.Errorf("@%s is not a function", ref.Root)
	}
	f := FuncOp{found}
	if f.Type() == nil {
		return FuncOp{}, nil // reported there
	}
	want := map[string]int{}
	for _, g := range f.Generics() {
		want[genericsAttr[g.Kind]]++
	}
	for _, attr := range []string{"nats", "mems", "types", "lifetimes"} {
		l, _ := op.Attr(attr).(*ir.ArrayAttr)
		if n := lenOf(l); n != want[attr] && (attr != "lifetimes" || n > want[attr]) {
			return FuncOp{}, fmt.Errorf("has %d %s, but @%s takes %d", n, attr, ref.Root, want[attr])
		}
	}
	return f, nil
}

// genericsAttr is the attribute of a call that has the arguments for generics of a kind.
var genericsAttr = map[string]string{"nat": "nats", "mem": "mems", "dty": "types", "prv": "lifetimes"}

func checkArgs(want []ir.Type, args []*ir.Value) error {
	if len(want) != len(args) {
		return fmt.Errorf("has %d arguments, but the function takes %d", len(args), len(want))
	}
	for i, v := range args {
		if !sameButLifetimes(v.Type(), want[i]) {
			return wantType(fmt.Sprintf("argument %d", i), v, want[i])
		}
	}
	return nil
}

// Instantiation maps the generics of callee to the generic arguments of a call or launch.
func Instantiation(call *ir.Operation, callee FuncOp) *Subst {
	s := NewSubst()
	next := map[string]int{}
	arg := func(attr string) ir.Attribute {
		l, _ := call.Attr(attr).(*ir.ArrayAttr)
		i := next[attr]
		next[attr]++
		if l == nil || i >= len(l.Elems) {
			return nil
		}
		return l.Elems[i]
	}
	for _, g := range callee.Generics() {
		switch g.Kind {
		case "nat":
			if a, ok := arg("nats").(*NatAttr); ok {
				s.Nats[g.Name] = a.Expr
			}
		case "mem":
			if a, ok := arg("mems").(*ir.StringAttr); ok {
				s.Mems[g.Name] = Mem(a.Value)
			}
		case "prv":
			if a, ok := arg("lifetimes").(*ir.StringAttr); ok {
				s.Lifetimes[g.Name] = a.Value
			}
		default:
			if a, ok := arg("types").(*ir.TypeAttr); ok {
				s.Types[g.Name] = a.Type
			}
		}
	}
	return s
}

// CalleeOf is the function that a call or launch, or a function as an argument, names; false for other operations.
func CalleeOf(op *ir.Operation) (string, bool) {
	switch op.Typed().(type) {
	case CallOp, LaunchOp, FunctionOp:
		return calleeOf(op), true
	}
	return "", false
}
