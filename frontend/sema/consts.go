package sema

import (
	"math/big"

	"descend/dialects/descend"
	"descend/frontend/ast"
	"descend/frontend/source"
	"descend/ir"
)

// This file knows the constants and the other names of types that a program declares.

// constDef is a constant that is a value: its term is elaborated wherever it is used.
type constDef struct {
	decl *ast.ConstDecl
	home *items
	typ  ir.Type // a scalar or an enum
	// value is the number of an integer, bool or enum, nil of others; terms is of how many terms the value is made, with those of
	// other constants.
	value *big.Int
	terms int
}

// maxConstant bounds the terms of a constant: they are written wherever it is used.
const maxConstant = 10_000

// aliasDef is another name of a type, which is resolved at each use.
type aliasDef struct {
	decl     *ast.TypeDecl
	home     *items
	generics []generic
	scope    *scope
	bad      bool
	open     bool    // being resolved: a second use is a recursion
	depth    int     // how many names it goes through, once that is known
	typ      ir.Type // what it stands for, once that is known; only without generics
}

// pending is a constant that is declared, and bound to what it is once that is needed.
type pending struct {
	decl  *ast.ConstDecl
	home  *items
	state int // 0 new, 1 open, 2 done
}

// maxAliases bounds how many names a type goes through.
const maxAliases = 1000

// declareConstant makes a binding of a constant, which says nothing yet.
func (a *analyzer) declareConstant(d *ast.ConstDecl) {
	b := &binding{kind: constBind, span: d.Name.Span(), bad: a.hasLost(d), pending: &pending{decl: d, home: a.items}}
	if d.Type == nil {
		b.kind = natBind
	}
	a.scope.bind(d.Name.Name, b)
}

// resolveConstants binds the constants of all modules, each after those that it is made of.
func (a *analyzer) resolveConstants(all []*items) {
	var list []*binding
	for _, it := range all {
		for _, n := range it.scope.list {
			if p := n.pending; p != nil && p.home == it {
				list = append(list, n.binding)
			}
		}
	}
	var order []*binding
	for _, b := range list {
		a.resolveConstant(b, &order)
	}
	for _, b := range order {
		if b.kind == constBind && !b.bad {
			a.items = b.pending.home
			b.bad = !a.checkConstant(b.constant) || !a.isSmall(b.constant)
		}
	}
}

// resolveConstant binds one constant, after those in its value, and adds it to the order of all.
func (a *analyzer) resolveConstant(b *binding, order *[]*binding) {
	p := b.pending
	if p.state != 0 {
		return
	}
	p.state = 1
	ast.Inspect(valueOf(p.decl), func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok || b.bad {
			return true
		}
		of := p.home.scope.own(id.Name)
		if of == nil || of.pending == nil {
			return true
		}
		if of.pending.state == 1 {
			a.errorf(id.Span(), kindMismatch, "constant `%s` is defined by itself", id.Name).WithLabel("its value is not known here").
				Relate(of.pending.decl.Name.Span().Loc(a.c), "`%s` is defined here", id.Name)
			b.bad = true
		}
		a.resolveConstant(of, order)
		return true
	})
	if !b.bad {
		a.items = p.home
		a.bindConstant(b, p.decl)
	}
	p.state = 2
	*order = append(*order, b)
}

// isSmall counts the terms of a constant, and reports too many.
func (a *analyzer) isSmall(d *constDef) bool {
	if d.terms = 1; d.value != nil {
		return true
	}
	ast.Inspect(d.decl.Value, func(n ast.Node) bool {
		d.terms++
		if x, ok := n.(*ast.Name); ok {
			if b := d.home.scope.lookup(x.Path.String()); b != nil && b.constant != nil {
				d.terms += b.constant.terms
			}
		}
		return true
	})
	if d.terms <= maxConstant {
		return true
	}
	a.errorf(d.decl.Value.Span(), unsupported, "a constant of more than 10,000 terms is not supported yet").
		WithLabel("with those of the constants that it is made of")
	return false
}

// valueOf is the nat or term of a constant.
func valueOf(d *ast.ConstDecl) ast.Node {
	if d.Type == nil {
		return d.Nat
	}
	return d.Value
}

// bindConstant gives a binding the nat or the type of a constant.
func (a *analyzer) bindConstant(b *binding, d *ast.ConstDecl) {
	r := &resolver{items: a.items, scope: a.scope}
	if d.Type == nil {
		n, ok := r.nat(d.Nat)
		if b.nat, b.bad = n, !ok || r.bad; b.bad {
			return
		}
		if v, isConst := n.Const(); !isConst || v.Sign() < 0 {
			r.fail(d.Nat.Span(), natConstraint, "`%s` is no natural number", d.Nat.Span().Text()).WithLabel("not a size that is known here")
			b.bad = true
		}
		return
	}
	t := r.typ(d.Type)
	if t != nil && !descend.IsScalar(t) && !descend.IsEnum(t) {
		r.fail(d.Type.Span(), mismatched, "a constant of type `%s` is not supported yet", descend.UserFormat(t)).
			WithLabel("a constant is a number, a bool, an enum or a nat").
			WithHelp("write a function that gives it: `fn name() -[e: any]-> " + d.Type.Span().Text() + " { .. }`")
		t = nil
	}
	b.constant = &constDef{decl: d, home: a.items, typ: t}
	b.bad = t == nil
}

// checkConstant elaborates the value of a constant for its errors.
func (a *analyzer) checkConstant(d *constDef) bool {
	if !a.isConstantTerm(d.decl.Value) {
		return false
	}
	f := &function{constant: true, home: a.items, name: d.decl.Name.Name, scope: a.scope.child(), decl: &ast.FnDecl{Base: d.decl.Base, Name: d.decl.Name, Ret: d.decl.Type,
		Exec: &ast.ExecParam{Base: d.decl.Base, Type: &ast.ExecType{Base: d.decl.Base, Kind: ast.ExecAny}},
		Body: &ast.Block{Base: d.decl.Base, Result: d.decl.Value}}}
	a.resolveSignature(f)
	body := a.elaborate(f)
	if body == nil {
		return false
	}
	if ret := body.Back(); ret != nil && ret.NumOperands() == 1 {
		d.value, _ = descend.KnownInteger(ret.Operand(0))
	}
	return true
}

// divides reports a division in a constant that would stop the program wherever the constant is used.
func (e *terms) divides(s source.Span, a, b *ir.Value) bool {
	if !isInteger(a.Type()) {
		return true
	}
	x, known := descend.KnownInteger(a)
	y, ok := descend.KnownInteger(b)
	switch {
	case !ok:
		e.fail(s, kindMismatch, "the value of a constant is not known here").WithLabel("a divisor is computed from integers by operators")
	case y.Sign() == 0:
		e.fail(s, natConstraint, "division by zero").WithLabel("the divisor is 0")
	case y.IsInt64() && y.Int64() == -1 && (!known || !descend.Fits(new(big.Int).Neg(x), a.Type().(*ir.IntegerType))):
		e.fail(s, natConstraint, "the result does not fit `%s`", descend.UserFormat(a.Type())).WithLabel("the least number divided by -1")
	default:
		return true
	}
	return false
}

// isConstantTerm reports a term that is no constant: one that is not made of literals, constants and operators.
func (a *analyzer) isConstantTerm(x ast.Expr) bool {
	ok := true
	ast.Inspect(x, func(n ast.Node) bool {
		e, term := n.(ast.Expr)
		if !ok || !term {
			return ok
		}
		var at source.Span
		switch e := e.(type) {
		case *ast.BoolLit, *ast.IntLit, *ast.FloatLit, *ast.Unary, *ast.Binary, *ast.Cast, *ast.Name:
		case *ast.Call:
			if _, builtin := a.builtins[e.Fun.String()]; !builtin || descend.FunctionNamed(ast.FunctionFor(e.Fun.String())) == nil && descend.FunctionNamed(e.Fun.String()) == nil {
				at = e.Span()
			}
		default:
			at = e.Span()
		}
		if at.Known() {
			a.errorf(at, kindMismatch, "the value of a constant is not known here").WithLabel("a constant is made of literals, constants and operators")
			ok = false
		}
		return ok
	})
	return ok
}

// constantValue is the value of a constant where it is used.
func (e *terms) constantValue(d *constDef) *ir.Value {
	sc, it := e.scope, e.items
	e.scope, e.items = d.home.scope, d.home
	defer func() { e.scope, e.items = sc, it }()
	s := d.decl.Value.Span()
	switch t := d.typ.(type) {
	case *descend.EnumType:
		if d.value != nil {
			return e.variantOf(d.decl.Value, t, d.value.Int64())
		}
	case *ir.IntegerType:
		if d.value != nil && isBool(t) {
			return e.val(s, "descend.const", nil, t, ir.Attr("value", e.c.BoolAttr(d.value.Sign() != 0)))
		} else if d.value != nil {
			return e.val(s, "descend.const", nil, t, ir.Attr("value", e.c.BigIntAttr(d.value, t)))
		}
	}
	return e.apart(func() *ir.Value { return e.expect(d.decl.Value, d.typ, false) })
}

// typeGenerics resolves the generics of other names of types.
func (a *analyzer) typeGenerics() {
	for _, name := range sortedKeys(a.aliases) {
		t := a.aliases[name]
		if t.home != a.items {
			continue
		}
		t.scope = a.scope.child()
		gs, ok := a.generics(t.decl.Generics, t.scope)
		t.generics, t.bad = gs, !ok || a.hasLost(t.decl)
	}
}

// checkAliases resolves other names of types once, with the generics themselves.
func (a *analyzer) checkAliases() {
	for _, name := range sortedKeys(a.aliases) {
		t := a.aliases[name]
		if t.bad || t.home != a.items || a.isDeep(t) {
			continue
		}
		if len(t.decl.Generics) == 0 {
			r := &resolver{items: a.items, scope: t.scope}
			r.aliasType(t, nil, t.decl.Type.Span())
			t.bad = t.bad || r.bad
			continue
		}
		r := &resolver{items: a.items, scope: t.scope}
		t.open = true
		r.typ(t.decl.Type)
		t.open, t.bad = false, t.bad || r.bad
	}
}

// isDeep says whether a name of a type goes through too many other names. The first ones that do are reported.
func (a *analyzer) isDeep(t *aliasDef) bool {
	const open = -1
	var depth func(t *aliasDef) int
	depth = func(t *aliasDef) int {
		if t.depth != 0 {
			return max(t.depth, 0)
		}
		t.depth = open
		most := 0
		ast.Inspect(t.decl.Type, func(n ast.Node) bool {
			if x, ok := n.(*ast.NamedType); ok && t.home.aliases[x.Name.Name] != nil {
				most = max(most, depth(t.home.aliases[x.Name.Name]))
			}
			return true
		})
		t.depth = most + 1
		if t.depth == maxAliases+1 {
			a.errorf(t.decl.Name.Span(), unsupported, "a type that goes through more than 1,000 names is not supported yet").
				WithLabel("`%s` stands for a name that stands for another, and so on", t.decl.Name.Name)
		}
		t.bad = t.bad || t.depth > maxAliases
		return t.depth
	}
	return depth(t) > maxAliases
}

// aliasType is the type that another name stands for. Arguments that are left out are inferred where that is allowed.
func (r *resolver) aliasType(t *aliasDef, args []*ast.GenericArg, at source.Span) ir.Type {
	if t.bad {
		r.bad = true
		return nil
	}
	if t.open {
		r.fail(at, kindMismatch, "type `%s` is defined by itself", t.decl.Name.Name).WithLabel("it stands for no type").
			Relate(t.decl.Name.Span().Loc(r.items.c), "`%s` is defined here", t.decl.Name.Name)
		t.bad = true
		return nil
	}
	if t.typ != nil && len(args) == 0 {
		return t.typ
	}
	inner := &resolver{items: t.home, scope: t.home.scope.child(), use: at}
	if !r.bindGenerics(t.generics, args, at, "type `"+t.decl.Name.Name+"`", inner.scope) {
		return nil
	}
	t.open = true
	defer func() { t.open = false }()
	x := inner.typ(t.decl.Type)
	if x == nil {
		r.bad = true
	} else if len(x.String()) > maxTypeText {
		r.fail(at, unsupported, "a type as large as `%s` is not supported yet", t.decl.Name.Name)
		return nil
	}
	if len(t.decl.Generics) == 0 {
		t.typ = x
	}
	return x
}
