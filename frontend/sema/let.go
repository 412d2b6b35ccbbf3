package sema

import (
	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/frontend/ast"
	"descend/frontend/sema/infer"
	"descend/frontend/source"
	"descend/ir"
)

// let declares the variables of a pattern; where their types do not show, uses of them are silent.
func (e *statements) let(s *ast.Let) {
	if !e.declare(s) {
		e.bindBad(s.Pat)
	}
}

// declare is let; false if nothing can be said about the variables.
func (e *statements) declare(s *ast.Let) bool {
	if s.Init == nil && s.Type == nil {
		return false
	}
	if c, ok := s.Init.(*ast.Call); ok && e.makesBarrier(c) {
		return e.barrier(s, c)
	}
	var t ir.Type
	if e.isTokenType(s.Type) {
		e.items.info.builtin(s.Type.(*ast.NamedType).Name)
		t = descend.Token(e.c)
	} else if s.Type != nil {
		if t = e.typ(s.Type, s.Init != nil); t == nil {
			if s.Init != nil {
				e.expr(s.Init, nil)
			}
			return false
		}
	}
	owner, path, ok := e.owner(s)
	if !ok {
		return false
	}
	var v *ir.Value
	if s.Init != nil {
		if _, wild := s.Pat.(*ast.WildPattern); wild && e.isPlaceExpr(s.Init) {
			e.place(s.Init)
			return true
		}
		var typed bool
		if v, typed = e.initialValue(s, t); v == nil {
			if typed && !e.items.inLost(s.Span()) {
				e.bindPattern(s, s.Pat, e.infer.Type(t), nil, owner, path)
				return true
			}
			return false
		}
		v = e.real(s.Init.Span(), v)
		t = v.Type()
	}
	switch {
	case descend.IsToken(t) && !e.tokenVariable(s, owner, path):
		return false
	case infer.Open(t):
		e.fail(s.Type.Span(), cannotInfer, "cannot infer the type `%s`", e.shown(t)).WithLabel("the initial value does not determine it")
		return false
	case descend.HoldsView(t) && (!isViewRef(t) || v == nil):
		e.fail(s.Span(), mismatched, "a view cannot be stored").WithLabel("`%s` is not storable", descend.UserFormat(t))
		return false
	case e.items.inLost(s.Span()): // the value and the type need not be what was meant
		return false
	case owner == nil && descend.HoldsMatrix(t):
		if e.usesMatrix(s.Span(), t) {
			return false
		}
		owner, path, _ = e.ofLanes()
	}
	e.bindPattern(s, s.Pat, t, v, owner, path)
	return true
}

// initialValue elaborates the initial value of a declaration with the written type t, if it is not nil. Where there is no value, typed
// says that the variable has the written type nevertheless.
func (e *statements) initialValue(s *ast.Let, t ir.Type) (v *ir.Value, typed bool) {
	if t == nil {
		e.initial = s.Init.Span()
		v = e.mayBeToken(s.Init, nil)
		e.initial = source.Span{}
		return v, false
	}
	why := &reason{of: resultOf(s.Init), decl: s.Type.Span(), text: "expected because of this type", who: declaredBy(s.Pat)}
	v = e.expectFor(why, s.Init, t, false)
	t = e.infer.Type(t)
	_, one := s.Pat.(*ast.NamePattern)
	return v, one && !why.doubted && !infer.Open(t) && !descend.HoldsView(t)
}

// bindPattern declares the variables of a pattern for a value of type t; v is nil without initial value.
func (e *statements) bindPattern(s *ast.Let, pat ast.Pattern, t ir.Type, v, owner *ir.Value, path exec.Path) {
	e.distinct(pat, map[string]*ast.Ident{})
	e.bindPart(s, pat, t, v, owner, path)
}

// distinct reports names that a pattern has twice.
func (e *statements) distinct(pat ast.Pattern, seen map[string]*ast.Ident) {
	switch pat := pat.(type) {
	case *ast.NamePattern:
		if first := seen[pat.Name.Name]; first != nil {
			e.fail(pat.Name.Span(), duplicateName, "the variable `%s` is defined twice", pat.Name.Name).
				WithLabel("second definition").Relate(first.Span().Loc(e.c), "first defined here")
		}
		seen[pat.Name.Name] = pat.Name
	case *ast.TuplePattern:
		for _, p := range pat.Elems {
			e.distinct(p, seen)
		}
	}
}

// bindPart is bindPattern for a pattern or a part of one.
func (e *statements) bindPart(s *ast.Let, pat ast.Pattern, t ir.Type, v, owner *ir.Value, path exec.Path) {
	switch pat := pat.(type) {
	case *ast.WildPattern:
		if v != nil && !descend.IsCopy(t, e.fn.copyVars) {
			e.temp(pat.Span(), v)
		}
	case *ast.NamePattern:
		attrs := []ir.NamedAttr{e.strAttr("name", pat.Name.Name)}
		if pat.Mut {
			attrs = append(attrs, e.unitAttr("mut"))
		}
		p := e.owned(pat.Span(), t, owner, path, attrs)
		if v != nil {
			e.write(s.Span(), v, p, true)
		}
		e.items.info.variable(pat.Name, t)
		b := &binding{kind: varBind, place: p, span: pat.Name.Span()}
		if s.Type == nil && s.Init != nil {
			b.init = s.Init
			b.open = pat == s.Pat && e.isOpen(s)
		}
		e.scope.bind(pat.Name.Name, b)
	case *ast.TuplePattern:
		tt, ok := t.(*ir.TupleType)
		if !ok || len(tt.Types) != len(pat.Elems) || v == nil {
			e.fail(pat.Span(), mismatched, "mismatched types").
				WithLabel("expected `%s`, found a pattern of %s", descend.UserFormat(t), plural(len(pat.Elems), "element"))
			e.bindBad(pat)
			return
		}
		tmp := e.tempOf(s.Init.Span(), v, owner, path)
		for i, p := range pat.Elems {
			if _, wild := p.(*ast.WildPattern); wild {
				continue
			}
			e.bindPart(s, p, tt.Types[i], e.load(p.Span(), e.proj(tmp, i, tt.Types[i], p.Span())), owner, path)
		}
	}
}

// owned declares a variable of an owner; of who executes if that is nil.
func (e *emitter) owned(s source.Span, t ir.Type, owner *ir.Value, path exec.Path, attrs []ir.NamedAttr) *ir.Value {
	var operands []*ir.Value
	if owner != nil {
		operands = append(operands, owner)
		if len(path) > 0 {
			attrs = append(attrs, ir.Attr("owner_path", exec.NewPathAttr(e.c, path)))
		}
	}
	return e.placeOp(s, "descend.local", operands, t, attrs...)
}

// tempOf is temp; one with matrices is of the owner.
func (e *emitter) tempOf(s source.Span, v, owner *ir.Value, path exec.Path) *ir.Value {
	if !descend.HoldsMatrix(v.Type()) {
		return e.temp(s, v)
	}
	p := e.owned(s, v.Type(), owner, path, []ir.NamedAttr{e.strAttr("name", "_")})
	e.write(s, v, p, true)
	return p
}

// bindBad binds the names of a pattern so that their uses are silent.
func (e *statements) bindBad(pat ast.Pattern) {
	e.poison()
	switch pat := pat.(type) {
	case *ast.NamePattern:
		e.scope.bind(pat.Name.Name, &binding{kind: varBind, span: pat.Name.Span(), bad: true})
	case *ast.TuplePattern:
		for _, p := range pat.Elems {
			e.bindBad(p)
		}
	}
}
