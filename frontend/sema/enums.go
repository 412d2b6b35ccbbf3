package sema

import (
	"strings"

	"descend/dialects/descend"
	"descend/frontend/ast"
	"descend/ir"
)

// This file knows the enums that a program declares: types of their own, whose values are the variants and nothing else. A variant is the
// number of it, which `as` gives and nothing takes back, so that a value is always one of the variants.

// enumDef is an enum declaration; typ is nil if it has errors.
type enumDef struct {
	decl *ast.EnumDecl
	home *items
	typ  *descend.EnumType
}

// declareEnum makes the type of an enum.
func (a *analyzer) declareEnum(d *ast.EnumDecl) *enumDef {
	def := &enumDef{decl: d, home: a.items}
	seen := map[string]*ast.Ident{}
	var names []string
	bad := a.hasLost(d)
	for _, v := range d.Variants {
		if first := seen[v.Name]; first != nil && v.Name != "" {
			a.errorf(v.Span(), duplicateName, "the variant `%s` is defined twice", v.Name).
				WithLabel("second definition").Relate(first.Span().Loc(a.c), "first defined here")
			bad = true
		}
		bad = bad || v.Name == ""
		seen[v.Name] = v
		names = append(names, v.Name)
	}
	if len(names) == 0 && !bad {
		a.errorf(d.Name.Span(), mismatched, "enum `%s` has no variants", d.Name.Name).WithLabel("there would be no values of it")
		bad = true
	}
	if bad {
		return def
	}
	t := descend.Enum(a.c, strings.ReplaceAll(a.qualified(d.Name.Name), "::", "."), names)
	if len(t.String()) > maxTypeText {
		a.errorf(d.Name.Span(), unsupported, "an enum as large as `%s` is not supported yet", d.Name.Name)
		return def
	}
	def.typ = t
	return def
}

// enumNamed is the enum that a name, perhaps another one, stands for; nil if it stands for none.
func (it *items) enumNamed(name string) *enumDef {
	for range maxAliases {
		if d := it.enums[name]; d != nil {
			return d
		}
		a := it.aliases[name]
		if a == nil {
			return nil
		}
		t, ok := a.decl.Type.(*ast.NamedType)
		if !ok || len(t.Args) > 0 || len(a.decl.Generics) > 0 {
			return nil
		}
		it, name = a.home, t.Name.Name
	}
	return nil
}

// variant is a value of an enum, `Op::Add`; ok says that the path is to be one.
func (e *terms) variant(x *ast.Name) (v *ir.Value, ok bool) {
	n := len(x.Path.Parts) - 1
	id := x.Path.Parts[n]
	of := (&ast.Path{Base: ast.At(x.Path.Parts[0].Span().To(x.Path.Parts[n-1].Span())), Parts: x.Path.Parts[:n]}).Whole()
	if e.items.private[of.Name] != nil {
		e.items.notInModule(of)
		return e.poison(), true
	}
	def := e.items.enumNamed(of.Name)
	if def == nil {
		return nil, false
	}
	if d := e.items.enums[of.Name]; d != nil {
		e.items.info.refers(of, d.decl.Name.Span())
	} else {
		e.items.info.refers(of, e.items.aliases[of.Name].decl.Name.Span())
	}
	if def.typ == nil {
		return e.poison(), true
	}
	for i, name := range def.typ.Variants {
		if name == id.Name {
			e.items.info.refers(id, def.decl.Variants[i].Span())
			return e.variantOf(x, def.typ, int64(i)), true
		}
	}
	d := e.unknown(id, "variant", def.typ.Variants)
	d.Message += " of enum `" + descend.UserFormat(def.typ) + "`"
	d.WithLabel("not a variant of `%s`", descend.UserFormat(def.typ))
	if d.Help == nil && len(def.typ.Variants) <= 10 {
		d.Note("the variants are `%s`", strings.Join(def.typ.Variants, "`, `"))
	}
	return nil, true
}

// variantOf is the value of a variant by its number.
func (e *emitter) variantOf(x ast.Node, t *descend.EnumType, i int64) *ir.Value {
	s := x.Span()
	return e.castTo(e.val(s, "descend.const", nil, t.Number(), ir.Attr("value", e.c.IntAttr(i, t.Number()))), t, s)
}

// numberOf is a value, of an enum the number of the variant.
func (e *emitter) numberOf(v *ir.Value, x ast.Node) *ir.Value {
	t, ok := v.Type().(*descend.EnumType)
	if !ok {
		return v
	}
	if cast, ok := ir.DefinedBy[descend.CastOp](v); ok && cast.Operand(0).Type() == ir.Type(t.Number()) {
		return cast.Operand(0)
	}
	return e.castTo(v, t.Number(), x.Span())
}

// ofEnum explains that an operator is not defined for an enum.
func (e *terms) ofEnum(d *ir.Diagnostic, t ir.Type) *ir.Diagnostic {
	if descend.IsEnum(t) {
		d.Note("enums have `==` and `!=`; the number of a variant, from 0 on, is `x as u32`")
	}
	return d
}
