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

// call requires what a call or launch needs: arguments that are nats, the callee's where clauses, a resource
// of the callee's size, for a launch also that there is at least one block and thread.
func (x *checker) call(op *ir.Operation, name string) {
	f, ok := x.Funcs[name]
	if !ok {
		return
	}
	s := descend.Instantiation(op, f)
	for _, g := range f.Generics() {
		if e, ok := s.Nats[g.Name]; ok && g.Kind == "nat" && !x.natural(op, e, descend.CodeNatConstraint) {
			return
		}
	}
	if slices.ContainsFunc(op.Operands(), func(v *ir.Value) bool {
		d := v.DefiningOp()
		return d != nil && d.Is("descend.retype") && x.Now.IsReported(d)
	}) {
		return
	}
	if !x.sameResource(op, f, s) || !x.sameArguments(op, f, s) {
		return
	}
	if !x.whereOf(op, f, x.FactsOf(f).Wheres()) {
		return
	}
	for _, g := range f.Generics() {
		if e, ok := s.Nats[g.Name]; ok && g.Kind == "nat" && !counts(f, g.Name) && !x.fits(op, e) {
			return
		}
	}
	if op.NumResults() == 1 {
		x.naturalType(op, op.Result(0).Type())
	}
	if op.Is("descend.call") {
		x.laidOut(op, f, s)
	}
	if op.Is("descend.launch") {
		x.shared(op, f, s)
	}
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
func (x *checker) whereOf(op *ir.Operation, f descend.FuncOp, clauses []nat.Constraint) bool {
	name, s := ir.SymbolName(f.Operation), descend.Instantiation(op, f)
	for _, w := range clauses {
		goal := s.Constraint(w)
		if !x.definedDivisors(op, w, s) {
			return false
		}
		o := obligation{goal: goal, op: op, slug: descend.CodeNatConstraint,
			head:  fmt.Sprintf("the sizes do not satisfy what `%s` requires", help.ShownName(name)),
			label: text("`%s` requires `%s`", help.ShownName(name), w.Clause()), related: f.Loc(), relatedLabel: "required here", callee: name, clause: w}
		if !x.require(o) {
			return false
		}
	}
	return true
}

// sameResource requires the extents of the callee's resource.
func (x *checker) sameResource(op *ir.Operation, f descend.FuncOp, s *descend.Subst) bool {
	want := f.ExecType()
	var got *exec.Type
	if op.Is("descend.launch") {
		if a, ok := op.Attr("grid").(*ir.TypeAttr); ok {
			got, _ = a.Type.(*exec.Type)
		}
	} else if v := place.Exec(op); v != nil {
		got = exec.TypeOf(v)
	}
	if want == nil || got == nil || want.Kind != got.Kind {
		return true
	}
	want = want.Subst(op.Context(), s.Nats)
	for i, d := range []exec.Dim{want.Dim, want.Inner} {
		g := []exec.Dim{got.Dim, got.Inner}[i]
		for _, a := range d.Axes() {
			if !g.Has[a] {
				continue
			}
			if !x.natural(op, g.Size[a], descend.CodeNatConstraint) {
				return false
			}
			if op.Is("descend.launch") && !x.require(obligation{goal: nat.AtMost(one, g.Size[a]), op: op, slug: descend.CodeNatConstraint,
				head: "a launch needs at least one block and thread", label: text("the launch has `%s` along %s", g.Size[a], a)}) {
				return false
			}
			if d.Size[a].Equal(g.Size[a]) {
				continue
			}
			if !x.definedDivisors(op, eq(g.Size[a], d.Size[a]), nil) || !x.require(obligation{goal: eq(g.Size[a], d.Size[a]), op: op, slug: descend.CodeMismatchedTypes, head: "mismatched types",
				label:   text("expected `%s`, found `%s`", want.User(), got.User()),
				related: f.Loc(), relatedLabel: fmt.Sprintf("`%s` is executed by `%s`", help.ShownName(ir.SymbolName(f.Operation)), want.User())}) {
				return false
			}
		}
	}
	return true
}

// sameArguments requires that arguments have the sizes of the parameters, whatever inserted them.
func (x *checker) sameArguments(op *ir.Operation, f descend.FuncOp, s *descend.Subst) bool {
	if f.Type() == nil {
		return true
	}
	args := op.Operands()
	if op.Is("descend.call") {
		args = args[1:]
	}
	i := 0
	for j, in := range f.Type().Inputs {
		if op.Is("descend.launch") && len(f.ParamOwner(j)) > 0 {
			continue
		}
		if i >= len(args) {
			return true
		}
		if !x.sameSizes(op, descend.SubstType(op.Context(), in, s), args[i].Type()) {
			return false
		}
		i++
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
		if !x.definedDivisors(op, eq(g[i], w[i]), nil) || !x.require(obligation{goal: eq(g[i], w[i]), op: op, slug: descend.CodeMismatchedTypes, head: "mismatched types",
			label: text("expected size `%s`, found `%s`", w[i], g[i])}) {
			return false
		}
	}
	return true
}

// shared requires that the types of shared memory given at a launch have the sizes of the parameters.
func (x *checker) shared(op *ir.Operation, f descend.FuncOp, s *descend.Subst) {
	l, _ := op.Attr("shared").(*ir.ArrayAttr)
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
		if !x.sameSizes(op, descend.SubstType(op.Context(), r.Elem, s), given.Type) {
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
