// Package descend is the top dialect: functions with generics, execution annotations and where clauses;
// places; reads, writes, borrows, calls and launches; structured control flow.
//
// A place is an SSA value of type !descend.place<T>. A root is a parameter (block argument of
// descend.func), a descend.local or the dereference of what descend.alloc gives; descend.proj, field, at,
// index and deref and the ops of the view dialect lead to parts. Making a place touches no memory: only
// read, move, write, drop, atomic, call, launch and the host's allocations and copies do. A descend.borrow
// op is the loan of its operand. Nats are names bound by the function's generics and by descend.for_nat.
// The dialect does not know how memory is laid out or how resources become ids.
package descend

import (
	"fmt"

	"descend/dialects/nat"
	"descend/ir"
)

var (
	isPlace = ir.TypeConstraint{Name: "place", Is: func(t ir.Type) bool { _, ok := t.(*PlaceType); return ok }}
	isRef   = ir.TypeConstraint{Name: "reference", Is: func(t ir.Type) bool { _, ok := t.(*RefType); return ok }}
	isBool  = ir.TypeConstraint{Name: "bool", Is: func(t ir.Type) bool {
		i, ok := t.(*ir.IntegerType)
		return ok && i.Width == 1
	}, Only: func(c *ir.Context) ir.Type { return c.I1() }}
	anyType = ir.TypeConstraint{Name: "any type"}
	isNat   = ir.AttrConstraint{Name: "nat", Is: func(a ir.Attribute) bool { _, ok := a.(*NatAttr); return ok }}
	isStr   = ir.AttrConstraint{Name: "string", Is: func(a ir.Attribute) bool { _, ok := a.(*ir.StringAttr); return ok }}
	isInt   = ir.AttrConstraint{Name: "integer", Is: func(a ir.Attribute) bool { _, ok := a.(*ir.IntegerAttr); return ok }}
	isUnit  = ir.AttrConstraint{Name: "unit", Is: func(a ir.Attribute) bool { _, ok := a.(*ir.UnitAttr); return ok }}
	isArr   = ir.AttrConstraint{Name: "array", Is: func(a ir.Attribute) bool { _, ok := a.(*ir.ArrayAttr); return ok }}
	isType  = ir.AttrConstraint{Name: "type", Is: func(a ir.Attribute) bool { _, ok := a.(*ir.TypeAttr); return ok }}
	isSym   = ir.AttrConstraint{Name: "symbol reference", Is: func(a ir.Attribute) bool { _, ok := a.(*ir.SymbolRefAttr); return ok }}
)

func one(name string, t ir.TypeConstraint) ir.OperandDef { return ir.OperandDef{Name: name, Type: t} }
func many(name string, t ir.TypeConstraint) ir.OperandDef {
	return ir.OperandDef{Name: name, Type: t, Arity: ir.Variadic}
}
func maybe(name string, t ir.TypeConstraint) ir.OperandDef {
	return ir.OperandDef{Name: name, Type: t, Arity: ir.Optional}
}
func opt(name string, a ir.AttrConstraint) ir.AttrDef {
	return ir.AttrDef{Name: name, Attr: a, Optional: true}
}

// FuncOp is a function, or with attribute extern and an empty region a declaration.
//
//	sym_name      name
//	function_type data types of parameters and result ("() " result: no result)
//	generics      array of strings "n: nat", "m: mem", "d: dty", "'a: prv" in source order
//	where         array of #descend.where<..> and strings ("d: copy", "'a: 'b")
//	exec          the type of the executing resource, e.g. !exec.grid<..>
//	exec_name     its name in the source
//	arg_names     array of strings; arg_owners (optional): array of strings, "" or the owner of a shared
//	              parameter as a path "forall(X)" from the function's resource
//	arg_mut       (optional) array of bools: which parameters are declared mut
//
// The entry block has the resource (type exec) and then one place per parameter.
//
// Facts written by the checks: inferred (array of #descend.where), arg_exclusive (array of bools: no thread
// accesses through this uniq parameter what another thread accesses in the same kernel), has_barrier.
type FuncOp struct{ *ir.Operation }

var funcDef = &ir.OpDef{
	Name: "descend.func", Summary: "function with generics and execution annotation",
	Attrs: []ir.AttrDef{
		{Name: "sym_name", Attr: isStr}, {Name: "function_type", Attr: isType}, {Name: "exec", Attr: isType},
		opt("exec_name", isStr), opt("generics", isArr), opt("where", isArr), opt("arg_names", isArr),
		opt("arg_owners", isArr), opt("arg_mut", isArr), opt("extern", isUnit),
		opt("inferred", isArr), opt("arg_exclusive", isArr), opt("has_barrier", isUnit),
	},
	Regions: []ir.RegionDef{{Name: "body", MaybeEmpty: true}},
	Traits:  ir.IsolatedFromAbove | ir.Symbol | ir.SingleBlock | ir.NoTerminator | ir.AllocationScope,
}

// Def is the definition.
func (FuncOp) Def() *ir.OpDef { return funcDef }

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

// ExecValue is the executing resource in the body.
func (o FuncOp) ExecValue() *ir.Value { return o.Body(0).Arg(0) }

// Params are the parameter places.
func (o FuncOp) Params() []*ir.Value { return o.Body(0).Args()[1:] }

// IsExtern says whether it is a declaration.
func (o FuncOp) IsExtern() bool { return o.Region(0).Empty() }

// ParamName is the source name of the i-th parameter.
func (o FuncOp) ParamName(i int) string { return strAt(o.Operation, "arg_names", i) }

// ParamOwner is the owner path of the i-th parameter, "" for the function's resource itself.
func (o FuncOp) ParamOwner(i int) string { return strAt(o.Operation, "arg_owners", i) }

// ParamMut says whether the i-th parameter is declared mut.
func (o FuncOp) ParamMut(i int) bool {
	if l, ok := o.Attr("arg_mut").(*ir.ArrayAttr); ok && i < len(l.Elems) {
		b, ok := l.Elems[i].(*ir.IntegerAttr)
		return ok && b.Value.Sign() != 0
	}
	return false
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
			s := strAt(o.Operation, "generics", i)
			for j := 0; j < len(s); j++ {
				if s[j] == ':' {
					out = append(out, Generic{s[:j], s[j+2:]})
					break
				}
			}
		}
	}
	return out
}

// Wheres are the nat constraints of the where clause, the inferred ones (attribute inferred) included.
func (o FuncOp) Wheres() []nat.Constraint {
	var out []nat.Constraint
	for _, name := range []string{"where", "inferred"} {
		if l, ok := o.Attr(name).(*ir.ArrayAttr); ok {
			for _, e := range l.Elems {
				if w, ok := e.(*WhereAttr); ok {
					out = append(out, w.Constraint)
				}
			}
		}
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

// Verify checks the entry block against the signature.
func (o FuncOp) Verify() error {
	t := o.Type()
	if t == nil {
		return fmt.Errorf("function_type must be a function type")
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

// The other operations follow one pattern: typed wrapper, definition, builder. Simple ones are declared by
// the tables below each group; their meaning is in Summary and Description.

type (
	// ReturnOp leaves the function, on the CPU from any depth.
	ReturnOp struct{ *ir.Operation }
	// YieldOp ends a region and gives its values to the operation around it.
	YieldOp struct{ *ir.Operation }
	// ConditionOp ends the condition region of a while.
	ConditionOp struct{ *ir.Operation }
	// IfOp executes one of two regions; both yield its results.
	IfOp struct{ *ir.Operation }
	// WhileOp repeats its body while its condition region gives true.
	WhileOp struct{ *ir.Operation }
	// ForNatOp binds a nat.
	ForNatOp struct{ *ir.Operation }
	// ForEachOp iterates over the elements of an array place.
	ForEachOp struct{ *ir.Operation }
	// ScopeOp is a block { .. } of the source: locals inside end with it.
	ScopeOp struct{ *ir.Operation }
	// UnsafeOp switches off narrowing and conflict checks inside.
	UnsafeOp struct{ *ir.Operation }
)

var returnDef = &ir.OpDef{Name: "descend.return", Summary: "leave the function",
	Operands: []ir.OperandDef{maybe("value", anyType)}, Format: "attr-dict ($value^ `:` type($value))?"}
var yieldDef = &ir.OpDef{Name: "descend.yield", Summary: "end a region with its values",
	Operands: []ir.OperandDef{many("values", anyType)}, Traits: ir.Terminator | ir.ReturnLike | ir.Pure,
	Format: "attr-dict ($values^ `:` type($values))?"}
var conditionDef = &ir.OpDef{Name: "descend.condition", Summary: "end the condition of a while",
	Operands: []ir.OperandDef{one("condition", isBool)}, Traits: ir.Terminator, Format: "$condition attr-dict"}
var ifDef = &ir.OpDef{Name: "descend.if", Summary: "conditional",
	Description: "The second region may be empty (no else). Regions end in descend.yield when there are results; a yield without values may be left out.",
	Operands:    []ir.OperandDef{one("condition", isBool)}, Results: []ir.OperandDef{many("results", anyType)},
	Regions: []ir.RegionDef{{Name: "then"}, {Name: "else", MaybeEmpty: true}},
	Traits:  ir.SingleBlock | ir.NoTerminator | ir.RecursiveMemoryEffects,
	Format:  "$condition attr-dict-with-keyword (`:` type($results)^)? $then (`else` $else^)?"}
var whileDef = &ir.OpDef{Name: "descend.while", Summary: "loop while a condition holds",
	Description: "The first region ends in descend.condition.",
	Regions:     []ir.RegionDef{{Name: "condition"}, {Name: "body"}}, Traits: ir.SingleBlock | ir.NoTerminator | ir.RecursiveMemoryEffects,
	Format: "$condition `do` $body attr-dict-with-keyword"}
var forNatDef = &ir.OpDef{Name: "descend.for_nat", Summary: "loop over a range of nats",
	Description: "Binds the nat named by var (unique in the function) in its region. kind is \"range\" (lo, lo+1, .., hi-1), " +
		"\"halved\" (hi, hi/2, .. while >= lo and >= 1) or \"doubled\" (lo, 2*lo, .. while <= hi).",
	Attrs:   []ir.AttrDef{{Name: "var", Attr: isStr}, {Name: "kind", Attr: isStr}, {Name: "lo", Attr: isNat}, {Name: "hi", Attr: isNat}},
	Regions: []ir.RegionDef{{Name: "body"}}, Traits: ir.SingleBlock | ir.NoTerminator | ir.RecursiveMemoryEffects,
	Format: "$var `in` $kind `(` $lo `,` $hi `)` attr-dict-with-keyword $body"}
var forEachDef = &ir.OpDef{Name: "descend.for_each", Summary: "loop over the elements of a collection",
	Description: "The operand is a place of array or view type; the block argument is the place of the current element. " +
		"name is the loop variable's name; ref is \"uniq\", \"shrd\" (the variable holds a reference to the element) or \"copy\"; " +
		"the body begins with the descend.local of that variable.",
	Operands: []ir.OperandDef{one("collection", isPlace)},
	Attrs:    []ir.AttrDef{{Name: "name", Attr: isStr}, {Name: "ref", Attr: isStr}},
	Regions:  []ir.RegionDef{{Name: "body"}}, Traits: ir.SingleBlock | ir.NoTerminator | ir.RecursiveMemoryEffects,
	Format: "$name `as` $ref `in` $collection attr-dict-with-keyword `:` type($collection) $body"}
var scopeDef = &ir.OpDef{Name: "descend.scope", Summary: "block of the source", Results: []ir.OperandDef{many("results", anyType)},
	Regions: []ir.RegionDef{{Name: "body"}}, Traits: ir.SingleBlock | ir.NoTerminator | ir.RecursiveMemoryEffects,
	Format: "attr-dict-with-keyword (`:` type($results)^)? $body"}
var unsafeDef = &ir.OpDef{Name: "descend.unsafe", Summary: "block without narrowing and conflict checks", Results: []ir.OperandDef{many("results", anyType)},
	Regions: []ir.RegionDef{{Name: "body"}}, Traits: ir.SingleBlock | ir.NoTerminator | ir.RecursiveMemoryEffects,
	Format: "attr-dict-with-keyword (`:` type($results)^)? $body"}

// Def is the definition.
func (ReturnOp) Def() *ir.OpDef { return returnDef }

// Def is the definition.
func (YieldOp) Def() *ir.OpDef { return yieldDef }

// Def is the definition.
func (ConditionOp) Def() *ir.OpDef { return conditionDef }

// Def is the definition.
func (IfOp) Def() *ir.OpDef { return ifDef }

// Def is the definition.
func (WhileOp) Def() *ir.OpDef { return whileDef }

// Def is the definition.
func (ForNatOp) Def() *ir.OpDef { return forNatDef }

// Def is the definition.
func (ForEachOp) Def() *ir.OpDef { return forEachDef }

// Def is the definition.
func (ScopeOp) Def() *ir.OpDef { return scopeDef }

// Def is the definition.
func (UnsafeOp) Def() *ir.OpDef { return unsafeDef }

// Var is the name of the nat that the loop binds.
func (o ForNatOp) Var() string { return o.StringAttr("var") }

// Kind is "range", "halved" or "doubled".
func (o ForNatOp) Kind() string { return o.StringAttr("kind") }

// Lo is the lower bound.
func (o ForNatOp) Lo() nat.Expr { e, _ := NatOf(o.Operation, "lo"); return e }

// Hi is the upper bound: exclusive for "range", inclusive else.
func (o ForNatOp) Hi() nat.Expr { e, _ := NatOf(o.Operation, "hi"); return e }
