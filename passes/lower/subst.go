package lower

import (
	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/ir"
)

// substOp replaces generics in op and everything inside: in result types, block arguments and attributes.
// Names that op binds itself (nat loops) must not be among the replaced ones.
func substOp(op *ir.Operation, s *descend.Subst) {
	c, types := op.Context(), map[ir.Type]ir.Type{}
	substituted := func(t ir.Type) ir.Type {
		n, ok := types[t]
		if !ok {
			n = substType(c, t, s)
			types[t] = n
		}
		return n
	}
	op.Walk(func(o *ir.Operation) ir.WalkResult {
		for _, r := range o.Results() {
			r.SetType(substituted(r.Type()))
		}
		for _, r := range o.Regions() {
			for b := range r.Blocks() {
				for _, a := range b.Args() {
					a.SetType(substituted(a.Type()))
				}
			}
		}
		_, isCall := descend.CalleeOf(o)
		for _, a := range o.Attrs() {
			n := substAttr(c, a.Value, s)
			if isCall {
				n = substNames(c, a.Name, n, s)
			}
			if n != a.Value {
				o.SetAttr(a.Name, n)
			}
		}
		if l, ok := o.Typed().(descend.ConstOp); ok {
			l.Settle()
		}
		return ir.Advance
	})
}

// substNames replaces the memories and lifetimes that calls list as strings.
func substNames(c *ir.Context, name string, a ir.Attribute, s *descend.Subst) ir.Attribute {
	l, ok := a.(*ir.ArrayAttr)
	if !ok || name != "mems" && name != "lifetimes" {
		return a
	}
	out := make([]ir.Attribute, len(l.Elems))
	for i, e := range l.Elems {
		out[i] = e
		if x, ok := e.(*ir.StringAttr); ok {
			if name == "mems" {
				out[i] = c.StringAttr(string(s.Mem(descend.Mem(x.Value))))
			} else {
				out[i] = c.StringAttr(s.Lifetime(x.Value))
			}
		}
	}
	return c.ArrayAttr(out...)
}

// substType is descend.SubstType for all types of the upper levels, execution resources included.
func substType(c *ir.Context, t ir.Type, s *descend.Subst) ir.Type {
	if e, ok := t.(*exec.Type); ok {
		return e.Subst(c, s.Nats)
	}
	return descend.SubstType(c, t, s)
}

func substAttr(c *ir.Context, a ir.Attribute, s *descend.Subst) ir.Attribute {
	switch a := a.(type) {
	case *descend.NatAttr:
		return descend.Nat(c, a.Expr.Subst(s.Nats))
	case *descend.WhereAttr:
		return descend.Where(c, s.Constraint(a.Constraint))
	case *exec.PathAttr:
		return exec.NewPathAttr(c, a.Path.Subst(s.Nats))
	case *ir.TypeAttr:
		return c.TypeAttr(substType(c, a.Type, s))
	case *ir.ArrayAttr:
		out := make([]ir.Attribute, len(a.Elems))
		same := true
		for i, e := range a.Elems {
			out[i] = substAttr(c, e, s)
			same = same && out[i] == e
		}
		if !same {
			return c.ArrayAttr(out...)
		}
	}
	return a
}

// foldRetypes removes the retype operations whose two types have become equal.
func foldRetypes(op *ir.Operation) {
	op.WalkPost(func(o *ir.Operation) {
		if ir.Is[descend.RetypeOp](o) && o.Operand(0).Type() == o.Result(0).Type() {
			o.ReplaceWith(o.Operand(0))
		}
	})
}

// eraseEmptyLoops removes the nat loops that constant bounds leave without iterations.
func eraseEmptyLoops(op *ir.Operation) {
	op.WalkPost(func(o *ir.Operation) {
		l, ok := o.Typed().(descend.ForNatOp)
		if !ok {
			return
		}
		if k := l.NotEmpty(); len(k.Vars()) == 0 {
			if yes, err := k.Eval(nil); !yes && err == nil {
				o.Erase()
			}
		}
	})
}

// execKind is the level of the resource that executes a function.
func execKind(f descend.FuncOp) exec.Kind {
	if t, ok := f.Exec().(*exec.Type); ok {
		return t.Kind
	}
	return exec.Any
}

// functions are the functions of a module by name, and their names in order.
func functions(module *ir.Operation) (map[string]descend.FuncOp, []string) {
	m := map[string]descend.FuncOp{}
	var names []string
	if module.NumRegions() == 0 || module.Region(0).Empty() {
		return m, nil
	}
	for o := range module.Body(0).Ops() {
		if f, ok := o.Typed().(descend.FuncOp); ok {
			m[ir.SymbolName(o)] = f
			names = append(names, ir.SymbolName(o))
		}
	}
	return m, names
}
