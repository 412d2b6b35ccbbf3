package descend

import (
	"fmt"
	"strings"

	"descend/dialects/exec"
	"descend/dialects/nat"
	"descend/ir"
)

// FuncOp is a function, or with attribute extern and an empty region a declaration.
type FuncOp struct{ *ir.Operation }

var funcDef = &ir.OpDef{
	Name: "descend.func", Summary: "function with generics and execution annotation",
	Description: `The entry block has the executing resource, of type ` + "`exec`" + `, and then one place for each parameter. A declaration of a function of the
host (extern) has an empty region.

- ` + "`function_type`" + `: the data types of parameters and result; no result for ().
- ` + "`generics`" + `: strings "n: nat", "m: mem", "d: dty", "'a: prv" in source order. They bind the names in types and attributes; with
  descend.for_nat nothing else does.
- ` + "`where`" + `: #descend.where constraints, and strings "d: copy", "'a: 'b".
- ` + "`arg_names`, `exec_name`" + `: names in the source. ` + "`arg_mut`" + `: which parameters are declared mut.
- ` + "`arg_owners`" + `: ` + "`#exec.path<>`" + `, or the path from the function's resource to who has a parameter of its own, ` + "`#exec.path<forall(X)>`" + `: for shared
  memory that the launch makes, and for values that each thread has. ` + "`res_owner`" + `: the same of the result.
- ` + "`mark`" + `: ` + "`test`, `test fails`" + ` or ` + "`bench`" + `: the function is there for a command, and in no program that is built. ` + "`fails_with`" + ` is what the error has to say.

Facts written by the checks: ` + "`inferred`" + ` (constraints that callers must fulfil too), ` + "`arg_exclusive`" + ` (no thread accesses through this
unique parameter what another thread accesses in the same kernel), ` + "`has_barrier`" + `.`,
	Example: `descend.func @scale(%grid: !exec.grid<X<n>, X<256>>, %v: !descend.place<&uniq gpu.global [f32; n*256]>) attributes {arg_names = ["v"], exec_name = "grid", generics = ["n: nat"], where = [#descend.where<n ge 1>]} {
}

descend.func @log(f32) -> f32 by !exec.cpu_thread attributes {extern}
`,
	Attrs: []ir.AttrDef{
		{Name: "sym_name", Attr: isStr}, {Name: "function_type", Attr: isType}, {Name: "exec", Attr: isExec},
		opt("exec_name", isStr), opt("generics", isStrs), opt("where", isWhereClause), opt("arg_names", isStrs),
		opt("arg_owners", isPaths), opt("res_owner", isPath), opt("arg_mut", isBools), opt("extern", isUnit), opt("library", isUnit),
		opt("mark", isMark), opt("fails_with", isStr),
		opt("inferred", isWheres), opt("arg_exclusive", isBools), opt("has_barrier", isUnit),
	},
	Regions: []ir.RegionDef{{Name: "body", MaybeEmpty: true}},
	Traits:  ir.IsolatedFromAbove | ir.Symbol | ir.SingleBlock | ir.NoTerminator | ir.AllocationScope,
}

// The values of mark.
const (
	MarkTest  = "test"
	MarkFails = "test fails"
	MarkBench = "bench"
)

// Mark is for which command the function is there; "" for none.
func (o FuncOp) Mark() string { return o.StringAttr("mark") }

var isMark = ir.AttrConstraint{Name: "a mark", Is: func(a ir.Attribute) bool {
	s, ok := a.(*ir.StringAttr)
	return ok && (s.Value == MarkTest || s.Value == MarkFails || s.Value == MarkBench)
}}

// PoisonedArgsAttr marks the parameters of a descend.func whose types are in question since an argument was reported for them: an
// array of bools, one for each.
const PoisonedArgsAttr = "descend.poisoned_args"

// PoisonedAttr marks the declarations left of functions whose bodies have errors.
const PoisonedAttr = "descend.poisoned"

// Def is the definition.
func (FuncOp) Def() *ir.OpDef { return funcDef }

// Uses are none: calls use what they hand over.
func (FuncOp) Uses() []Use { return nil }

// Type is the function type over data types.
func (o FuncOp) Type() *ir.FunctionType {
	if a, ok := o.Attr("function_type").(*ir.TypeAttr); ok {
		if t, ok := a.Type.(*ir.FunctionType); ok {
			return t
		}
	}
	return nil
}

// Exec is the type of the executing resource (an *exec.Type).
func (o FuncOp) Exec() ir.Type {
	if a, ok := o.Attr("exec").(*ir.TypeAttr); ok {
		return a.Type
	}
	return nil
}

// ExecType is the same type of a function that is there; nil if there is none, or the function is none.
func (o FuncOp) ExecType() *exec.Type {
	if o.Operation == nil {
		return nil
	}
	t, _ := o.Exec().(*exec.Type)
	return t
}

// ExecValue is the executing resource in the body.
func (o FuncOp) ExecValue() *ir.Value { return o.Body(0).Arg(0) }

// Params are the parameter places.
func (o FuncOp) Params() []*ir.Value { return o.Body(0).Args()[1:] }

// IsExtern says whether it is a declaration.
func (o FuncOp) IsExtern() bool { return o.Region(0).Empty() }

// IsPoisoned says whether it is what is left of a function with errors: nothing is known of its body.
func (o FuncOp) IsPoisoned() bool { return o.HasAttr(PoisonedAttr) }

// ParamName is the source name of the i-th parameter.
func (o FuncOp) ParamName(i int) string { return strAt(o.Operation, "arg_names", i) }

// ParamOwner is the path from the function's resource to the owner of the i-th parameter, empty for the resource itself.
func (o FuncOp) ParamOwner(i int) exec.Path {
	if l, ok := o.Attr("arg_owners").(*ir.ArrayAttr); ok && i < len(l.Elems) {
		return exec.PathOf(l.Elems[i])
	}
	return nil
}

// ResultOwner is the path from the function's resource to who has a result of its own, empty for the resource itself.
func (o FuncOp) ResultOwner() exec.Path { return exec.PathOf(o.Attr("res_owner")) }

// ParamMut says whether the i-th parameter is declared mut.
func (o FuncOp) ParamMut(i int) bool {
	if l, ok := o.Attr("arg_mut").(*ir.ArrayAttr); ok && i < len(l.Elems) {
		b, ok := l.Elems[i].(*ir.IntegerAttr)
		return ok && b.Value.Sign() != 0
	}
	return false
}

// IsMut says whether a variable or parameter is declared mut.
func IsMut(root *ir.Value) bool {
	if l := root.DefiningOp(); l != nil {
		return l.HasAttr("mut")
	}
	f, ok := ir.As[FuncOp](root.OwnerBlock().Parent())
	return ok && root.Index() > 0 && f.ParamMut(root.Index()-1)
}

func strAt(o *ir.Operation, attr string, i int) string {
	if l, ok := o.Attr(attr).(*ir.ArrayAttr); ok && i < len(l.Elems) {
		if s, ok := l.Elems[i].(*ir.StringAttr); ok {
			return s.Value
		}
	}
	return ""
}

// Generic is a generic parameter.
type Generic struct{ Name, Kind string }

// Generics are the generic parameters in source order; kinds are "nat", "mem", "dty", "prv".
func (o FuncOp) Generics() []Generic {
	var out []Generic
	if l, ok := o.Attr("generics").(*ir.ArrayAttr); ok {
		for i := range l.Elems {
			if name, kind, ok := strings.Cut(strAt(o.Operation, "generics", i), ": "); ok {
				out = append(out, Generic{name, kind})
			}
		}
	}
	return out
}

// Wheres are the nat constraints of the where clause, the inferred ones (attribute inferred) included.
func (o FuncOp) Wheres() []nat.Constraint {
	var out []nat.Constraint
	for _, name := range []string{"where", "inferred"} {
		out = append(out, ConstraintsOf(o.Operation, name)...)
	}
	return out
}

// CopyVars are the type variables that the where clause declares copyable.
func (o FuncOp) CopyVars() map[string]bool {
	m := map[string]bool{}
	if l, ok := o.Attr("where").(*ir.ArrayAttr); ok {
		for i := range l.Elems {
			if s := strAt(o.Operation, "where", i); len(s) > 6 && s[len(s)-6:] == ": copy" {
				m[s[:len(s)-6]] = true
			}
		}
	}
	return m
}

// Verify checks the lists of attributes and the entry block against the signature.
func (o FuncOp) Verify() error {
	t := o.Type()
	if t == nil {
		return fmt.Errorf("function_type must be a function type")
	}
	if len(t.Results) > 1 {
		return fmt.Errorf("must have at most one result")
	}
	if err := o.verifyGenerics(); err != nil {
		return err
	}
	for _, name := range []string{"arg_names", "arg_owners", "arg_mut", "arg_exclusive"} {
		if l, ok := o.Attr(name).(*ir.ArrayAttr); ok && len(l.Elems) != len(t.Inputs) {
			return fmt.Errorf("%s has %d entries for %d parameters", name, len(l.Elems), len(t.Inputs))
		}
	}
	for i := range t.Inputs {
		if path := o.ParamOwner(i); len(path) > 0 {
			if err := leads(o.Context(), o.ExecType(), path); err != nil {
				return err
			}
		}
	}
	if path := o.ResultOwner(); len(path) > 0 {
		if len(t.Results) == 0 {
			return fmt.Errorf("res_owner without a result")
		}
		if err := leads(o.Context(), o.ExecType(), path); err != nil {
			return err
		}
	}
	if o.IsExtern() {
		return nil
	}
	args := o.Body(0).Args()
	if len(args) != len(t.Inputs)+1 {
		return fmt.Errorf("entry block must have %d arguments: the resource and the parameters", len(t.Inputs)+1)
	}
	if args[0].Type() != o.Exec() {
		return fmt.Errorf("first block argument must be the resource %s", o.Exec())
	}
	for i, in := range t.Inputs {
		if ElemOf(args[i+1]) != in {
			return fmt.Errorf("parameter %d must be a place of type %s", i, in)
		}
	}
	return nil
}

func (o FuncOp) verifyGenerics() error {
	seen := map[string]bool{}
	l, _ := o.Attr("generics").(*ir.ArrayAttr)
	for i := range lenOf(l) {
		s := strAt(o.Operation, "generics", i)
		name, kind, _ := strings.Cut(s, ": ")
		if name == "" || genericsAttr[kind] == "" {
			return fmt.Errorf("generic %q must be a name and its kind: nat, mem, dty or prv", s)
		}
		if seen[name] {
			return fmt.Errorf("generic '%s' is declared twice", name)
		}
		seen[name] = true
	}
	return nil
}

// VerifyRegions checks that every variable in the signature and in the body is bound.
func (o FuncOp) VerifyRegions() error {
	b := newBinding(o)
	if err := b.op(o.Operation); err != nil {
		return err
	}
	if o.IsExtern() {
		return nil
	}
	if op, err := b.block(o.Body(0)); err != nil {
		return &ir.OpError{Op: op, Err: err}
	}
	return nil
}
