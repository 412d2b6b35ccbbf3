package sizes

import (
	"fmt"
	"slices"

	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/dialects/nat"
	"descend/ir"
	"descend/passes/check/help"
	"descend/passes/place"
)

// call is a call or launch of a function of the module.
type call struct {
	site
	f    descend.FuncOp
	inst *descend.Subst
	args []*ir.Value
	// by executes the function, as far as that is known; launched if the launch makes it, and the shared memory too.
	by       *exec.Type
	launched bool
}

// call requires what a call needs.
func (x *checker) call(o descend.CallOp) {
	f, ok := x.Funcs[o.Callee()]
	if !ok {
		return
	}
	c := call{site: at(o.Operation), f: f, inst: descend.Instantiation(o.Operation, f), args: o.CallArgs(), by: place.ExecType(o.Operation)}
	if x.callable(c) {
		x.laidOut(c)
	}
}

// function requires what a function needs that is an argument: who is given it calls it with the sizes that it has here.
func (x *checker) function(o descend.FunctionOp) {
	if f, ok := x.Funcs[o.Callee()]; ok {
		x.callable(call{site: at(o.Operation), f: f, inst: descend.Instantiation(o.Operation, f)})
	}
}

// launch requires what a launch needs.
func (x *checker) launch(o descend.LaunchOp) {
	f, ok := x.Funcs[o.Callee()]
	if !ok {
		return
	}
	c := call{site: at(o.Operation), f: f, inst: descend.Instantiation(o.Operation, f), args: o.CallArgs(), launched: true}
	if a, ok := o.Attr("grid").(*ir.TypeAttr); ok {
		c.by, _ = a.Type.(*exec.Type)
	}
	if x.callable(c) {
		x.shared(c)
	}
}

// callable requires what calls and launches need: arguments that are nats, the callee's where clauses, a resource of the callee's
// size. False if one of these was reported.
func (x *checker) callable(c call) bool {
	for _, g := range c.f.Generics() {
		if e, ok := c.inst.Nats[g.Name]; ok && g.Kind == "nat" && !x.natural(c.site, e, descend.CodeNatConstraint) {
			return false
		}
	}
	if slices.ContainsFunc(c.op.Operands(), func(v *ir.Value) bool {
		d := v.DefiningOp()
		return ir.Is[descend.RetypeOp](d) && x.Now.IsReported(d)
	}) {
		return false
	}
	if !x.sameResource(c) || !x.sameArguments(c) || !x.whereOf(c.site, c.f, x.FactsOf(c.f).Required()) {
		return false
	}
	for _, g := range c.f.Generics() {
		if e, ok := c.inst.Nats[g.Name]; ok && g.Kind == "nat" && !counts(c.f, g.Name) && !x.fits(c.site, e) {
			return false
		}
	}
	if c.op.NumResults() == 1 {
		x.naturalType(c.site, c.op.Result(0).Type())
	}
	return true
}

// counts says whether a function has a parameter with at least as many elements as a nat says, so that it fits 63 bits.
func counts(f descend.FuncOp, name string) bool {
	if f.Type() == nil {
		return false
	}
	for _, t := range f.Type().Inputs {
		if r, ok := t.(*descend.RefType); ok {
			t = r.Elem
		}
		found := false
		a, ok := t.(*descend.ArrayType)
		for ; ok; a, ok = t.(*descend.ArrayType) {
			if n, isConst := a.Size.Const(); isConst && n.Sign() == 0 {
				break
			} else if !isConst {
				c, rest, ok := a.Size.Linear(name)
				k, isConst := c.Const()
				if !ok || !isConst || k.Sign() <= 0 || rest.HasNegative() {
					break
				}
				found = true
			}
			t = a.Elem
		}
		if b, isConst := descend.SizeOf(t).Const(); found && isConst && b.Sign() > 0 {
			return true
		}
	}
	return false
}

// whereOf requires clauses of a function that is called; false if one was reported.
func (x *checker) whereOf(at site, f descend.FuncOp, clauses []nat.Constraint) bool {
	name, s := ir.SymbolName(f.Operation), descend.Instantiation(at.op, f)
	for _, w := range clauses {
		goal := s.Constraint(w)
		if !x.definedDivisors(at, w, s) {
			return false
		}
		o := obligation{site: at, goal: goal, slug: descend.CodeNatConstraint,
			head:  fmt.Sprintf("the sizes do not satisfy what `%s` requires", help.ShownName(name)),
			label: text("`%s` requires `%s`", help.ShownName(name), w.Clause()), related: f.Loc(), relatedLabel: "required here", callee: name, clause: w}
		if !x.require(o) {
			return false
		}
	}
	return true
}

// sameResource requires the extents of the callee's resource. A launch may have an extent of 0, and does nothing then: what holds
// of extents in the callee's body, that they are 1 or more, is known nowhere else. One that is always 0 is a mistake.
func (x *checker) sameResource(c call) bool {
	want, got := c.f.ExecType(), c.by
	if want == nil || got == nil || want.Kind != got.Kind {
		return true
	}
	want = want.Subst(c.op.Context(), c.inst.Nats)
	for i, d := range []exec.Dim{want.Dim, want.Inner} {
		g := []exec.Dim{got.Dim, got.Inner}[i]
		for _, a := range d.Axes() {
			if !g.Has[a] {
				continue
			}
			if !x.natural(c.site, g.Size[a], descend.CodeNatConstraint) {
				return false
			}
			if n, isConst := g.Size[a].Const(); c.launched && isConst && n.Sign() == 0 {
				x.Now.Fail(c.op, descend.CodeNatConstraint, "a dimension is 0").WithLabel("this launch has `0` along %s and never does anything", a)
				return false
			}
			if d.Size[a].Equal(g.Size[a]) {
				continue
			}
			same := eq(g.Size[a], d.Size[a])
			if !x.definedDivisors(c.site, same, nil) || !x.require(obligation{site: c.site, goal: same, slug: descend.CodeMismatchedTypes, head: "mismatched types",
				label:   text("expected `%s`, found `%s`", want.User(), got.User()),
				related: c.f.Loc(), relatedLabel: fmt.Sprintf("`%s` is executed by `%s`", help.ShownName(ir.SymbolName(c.f.Operation)), want.User())}) {
				return false
			}
		}
	}
	return true
}

// sameArguments requires that arguments have the sizes of the parameters, whatever inserted them.
func (x *checker) sameArguments(c call) bool {
	if c.f.Type() == nil {
		return true
	}
	args := c.args
	for j, in := range c.f.Type().Inputs {
		if c.launched && len(c.f.ParamOwner(j)) > 0 {
			continue
		}
		if len(args) == 0 {
			return true
		}
		if !x.sameSizes(c.op, descend.SubstType(c.op.Context(), in, c.inst), args[0].Type()) {
			return false
		}
		args = args[1:]
	}
	return true
}

// sameSizes requires that two types of one form have equal sizes.
func (x *checker) sameSizes(op *ir.Operation, want, got ir.Type) bool {
	if want == got {
		return true
	}
	w, g := sizesIn(want), sizesIn(got)
	if len(w) != len(g) {
		x.Now.Fail(op, descend.CodeMismatchedTypes, "mismatched types").WithLabel("expected `%s`, found `%s`", descend.UserFormat(want), descend.UserFormat(got))
		return false
	}
	for i := range w {
		if w[i].Equal(g[i]) {
			continue
		}
		if !x.definedDivisors(at(op), eq(g[i], w[i]), nil) || !x.require(obligation{site: at(op), goal: eq(g[i], w[i]), slug: descend.CodeMismatchedTypes, head: "mismatched types",
			label: text("expected size `%s`, found `%s`", w[i], g[i])}) {
			return false
		}
	}
	return true
}

// shared requires that the types of shared memory given at a launch have the sizes of the parameters.
func (x *checker) shared(c call) {
	f := c.f
	l, _ := c.op.Attr("shared").(*ir.ArrayAttr)
	if l == nil || f.Type() == nil {
		return
	}
	next := 0
	for i, in := range f.Type().Inputs {
		r, ok := in.(*descend.RefType)
		if !ok || len(f.ParamOwner(i)) == 0 || next >= len(l.Elems) {
			continue
		}
		given, ok := l.Elems[next].(*ir.TypeAttr)
		next++
		if !ok {
			continue
		}
		if !x.sameSizes(c.op, descend.SubstType(c.op.Context(), r.Elem, c.inst), given.Type) {
			return
		}
	}
}

// sizesIn lists the sizes in a type in order.
func sizesIn(t ir.Type) []nat.Expr {
	var out []nat.Expr
	eachSize(t, func(e nat.Expr) { out = append(out, e) })
	return out
}
