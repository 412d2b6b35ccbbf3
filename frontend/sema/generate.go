package sema

import (
	"slices"

	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/ir"
)

// emit generates the descend.func of a function: with its body, or as a declaration when it has none or
// when there are errors.
func (a *analyzer) emit(f *function) {
	if f.hasViewParams() && f.views == nil {
		return // only its instances are functions
	}
	attrs, ok := a.funcAttrs(f)
	if !ok {
		return // the types of parameters are not known: nothing can be said about it
	}
	c := a.c
	region := ir.NewRegion()
	if f.decl.Body != nil && !f.bad {
		body := f.literal.body()
		if f.literal == nil {
			body = a.elaborate(f)
		}
		if body != nil && !a.hasLost(f.decl) {
			region.Append(body)
		}
	}
	b := ir.NewBuilder(c).In(a.arena).AtEnd(a.module)
	f.decl.Name.Span().Set(b)
	if region.Empty() {
		attrs = append(attrs, ir.Attr("extern", c.UnitAttr()))
		if f.decl.Body != nil {
			attrs = append(attrs, ir.Attr(PoisonAttr, c.UnitAttr()))
		}
	}
	f.op = b.OpR("descend.func", nil, nil, []*ir.Region{region}, attrs...)
}

// poisonParams marks the parameters of a function whose types are in question: an argument was reported for them.
func (a *analyzer) poisonParams(f *function) {
	if f.op == nil || !slices.ContainsFunc(f.params, func(p *param) bool { return p.clash }) {
		return
	}
	var marks []ir.Attribute
	for _, p := range f.params {
		if !p.view {
			marks = append(marks, a.c.BoolAttr(p.clash))
		}
	}
	f.op.SetAttr(descend.PoisonedArgsAttr, a.c.ArrayAttr(marks...))
}

// funcAttrs are the attributes of a function; false when a parameter's type is not known.
func (a *analyzer) funcAttrs(f *function) ([]ir.NamedAttr, bool) {
	c := a.c
	var names, owners, muts []ir.Attribute
	owned, mut := false, false
	for _, p := range f.params {
		if p.view {
			continue
		}
		if p.typ == nil {
			return nil, false
		}
		names = append(names, c.StringAttr(p.name.Name))
		owners = append(owners, exec.NewPathAttr(c, p.owner))
		muts = append(muts, c.BoolAttr(p.mut))
		owned, mut = owned || p.owned, mut || p.mut
	}
	attrs := []ir.NamedAttr{
		ir.Attr("sym_name", c.StringAttr(f.name)),
		ir.Attr("function_type", c.TypeAttr(f.funcType(c))),
		ir.Attr("exec", c.TypeAttr(f.exec)),
		ir.Attr("arg_names", c.ArrayAttr(names...)),
	}
	if f.library {
		attrs = append(attrs, ir.Attr("library", c.UnitAttr()))
	}
	if m := f.decl.Mark; m != nil {
		mark := descend.MarkTest
		switch {
		case m.Bench:
			mark = descend.MarkBench
		case m.Fails:
			mark = descend.MarkFails
		}
		attrs = append(attrs, ir.Attr("mark", c.StringAttr(mark)))
		if m.With != nil {
			attrs = append(attrs, ir.Attr("fails_with", c.StringAttr(m.With.Value)))
		}
	}
	if f.decl.Exec != nil && f.decl.Exec.Name != nil {
		attrs = append(attrs, ir.Attr("exec_name", c.StringAttr(f.decl.Exec.Name.Name)))
	}
	if len(f.generics) > 0 {
		var gs []ir.Attribute
		for _, g := range f.generics {
			gs = append(gs, c.StringAttr(g.name+": "+g.kind.String()))
		}
		attrs = append(attrs, ir.Attr("generics", c.ArrayAttr(gs...)))
	}
	var where []ir.Attribute
	for _, w := range f.where {
		where = append(where, descend.Where(c, w))
	}
	for _, s := range f.bounds {
		where = append(where, c.StringAttr(s))
	}
	if len(where) > 0 {
		attrs = append(attrs, ir.Attr("where", c.ArrayAttr(where...)))
	}
	if mut {
		attrs = append(attrs, ir.Attr("arg_mut", c.ArrayAttr(muts...)))
	}
	if owned {
		attrs = append(attrs, ir.Attr("arg_owners", c.ArrayAttr(owners...)))
	}
	if len(f.retOwner) > 0 && f.ret != descend.Unit(c) {
		attrs = append(attrs, ir.Attr("res_owner", exec.NewPathAttr(c, f.retOwner)))
	}
	return attrs, true
}

// funcType is the function's type over data types.
func (f *function) funcType(c *ir.Context) *ir.FunctionType {
	var in, out []ir.Type
	for _, p := range f.params {
		if !p.view {
			in = append(in, p.typ)
		}
	}
	if f.ret != descend.Unit(c) {
		out = []ir.Type{f.ret}
	}
	return c.FunctionType(in, out)
}
