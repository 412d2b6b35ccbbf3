package sema

import (
	"strconv"

	"descend/dialects/descend"
	"descend/dialects/nat"
	"descend/frontend/ast"
	"descend/frontend/source"
	"descend/ir"
)

// isPlaceExpr says whether x denotes memory: a variable and what is selected of it.
func (e *elab) isPlaceExpr(x ast.Expr) bool {
	if !ast.IsPlace(x) {
		return false
	}
	if n, ok := x.(*ast.Name); ok {
		b := e.scope.lookup(n.Path.Parts[0].Name)
		return b != nil && b.kind == varBind
	}
	return true
}

// place elaborates x as a place; a value that lies in no place gets a variable.
func (e *elab) place(x ast.Expr) *ir.Value {
	return e.a.info.term(x, e.placeTerm(x))
}

// placeTerm is place without a note of the type.
func (e *elab) placeTerm(x ast.Expr) *ir.Value {
	switch x := x.(type) {
	case *ast.Name:
		if len(x.Path.Parts) == 1 && x.Args == nil {
			id := x.Path.Parts[0]
			b := e.a.info.bound(id, e.scope.lookup(id.Name))
			if b != nil && b.kind == varBind {
				if b.place == nil {
					return e.poison()
				}
				return b.place
			}
			if b == nil {
				e.unknownValue(id)
				return nil
			}
		}
	case *ast.Member:
		return e.member(x)
	case *ast.TupleField:
		if p := e.place(x.X); p != nil {
			return e.component(p, x.Index, x.Span())
		}
		return nil
	case *ast.Deref:
		return e.derefExpr(x)
	case *ast.Index:
		return e.index(x)
	case *ast.Slice:
		return e.slice(x)
	case *ast.Select:
		return e.selectExpr(x)
	}
	v := e.expr(x, nil)
	if v == nil {
		return nil
	}
	return e.temp(x.Span(), v)
}

// unknownValue reports a name that stands for no value.
func (e *elab) unknownValue(id *ast.Ident) {
	e.bad = true
	if id.Name == "" {
		return
	}
	if id.Name == "_" {
		e.fail(id.Span(), cannotInfer, "`_` is not a value").WithLabel("not allowed here")
		return
	}
	if cudaNumbers[id.Name] {
		e.noNumber(id, nil, "a value")
		e.silence(id)
		return
	}
	if e.constant(&ast.Path{Base: id.Base, Parts: []*ast.Ident{id}}) {
		return
	}
	if id.Name == "break" || id.Name == "continue" {
		e.fail(id.Span(), unknownName, "`%s` does not exist", id.Name).WithLabel("loops end by their condition or range").
			WithHelp("put the condition into the head of the `while`, or what is left out into an `if`")
		return
	}
	if builtinType(e.c, id.Name) != nil || e.a.types[id.Name] != nil {
		e.fail(id.Span(), kindMismatch, "expected a value, found type `%s`", id.Name).WithLabel("not a value")
		return
	}
	if e.a.fns[id.Name] != nil {
		e.fail(id.Span(), kindMismatch, "expected a value, found function `%s`", id.Name).WithLabel("functions are not values")
		return
	}
	if text := missingValues[id.Name]; text != "" {
		e.fail(id.Span(), unknownName, "`%s` does not exist", id.Name).WithLabel("not a value").WithHelp(text)
		return
	}
	d := e.a.unknown(id, "value", e.scope.visible(func(b *binding) bool { return b.kind == varBind || b.kind == natBind }))
	if d.Help == nil && e.assigning == id {
		d.WithHelp("declare it", e.insert(id.Span(), "let mut "))
	}
	e.silence(id)
}

// silence makes that other uses of a name that stands for nothing are not reported.
func (e *elab) silence(id *ast.Ident) {
	e.fn.lacks = true
	e.fn.scope.bind(id.Name, &binding{kind: varBind, span: id.Span(), bad: true})
}

// deref is the place behind the reference or box in p.
func (e *elab) deref(p *ir.Value, s source.Span) *ir.Value {
	switch t := descend.ElemOf(p).(type) {
	case *descend.RefType:
		return e.placeOp(s, "descend.deref", []*ir.Value{p}, t.Elem)
	case *descend.BoxType:
		return e.placeOp(s, "descend.deref", []*ir.Value{p}, t.Elem)
	}
	return p
}

// autoDeref follows references and boxes until something else is reached.
func (e *elab) autoDeref(p *ir.Value, s source.Span) *ir.Value {
	for {
		q := e.deref(p, s)
		if q == p {
			return p
		}
		p = q
	}
}

func (e *elab) derefExpr(x *ast.Deref) *ir.Value {
	p := e.place(x.X)
	if p == nil {
		return nil
	}
	q := e.deref(p, x.Span())
	if q == p {
		t := descend.ElemOf(p)
		keys := e.clash(descend.Ref(e.c, false, descend.CPUMem, t, ""), t, x)
		if e.reported(keys) {
			return e.poison()
		}
		d := e.fail(x.Span(), mismatched, "mismatched types")
		e.a.also(keys)
		d.WithLabel("`%s` is not a reference and cannot be dereferenced", typeText(descend.ElemOf(p)))
		return nil
	}
	return q
}

// member is x.name: a field, a component or a view.
func (e *elab) member(x *ast.Member) *ir.Value {
	if n, ok := x.X.(*ast.Name); ok && cudaSizes[n.Path.String()] && e.scope.lookup(n.Path.String()) == nil {
		e.cudaSize(x, n.Path.String())
		return nil
	}
	p := e.place(x.X)
	if p == nil {
		return nil
	}
	p = e.autoDeref(p, x.X.Span())
	if s, ok := descend.ElemOf(p).(*descend.StructType); ok {
		return e.field(p, s, x)
	}
	if name := x.Step.Name.Name; !e.isView(name) {
		if help := e.methodHelp(x); help != nil {
			d := e.fail(x.Step.Name.Span(), unknownName, "cannot find field or view `%s`", name).WithLabel("not a field or view of `%s`", typeText(descend.ElemOf(p)))
			d.Help = help
			return nil
		}
		if b := e.scope.lookup(name); b != nil && b.kind == execBind && !b.bad {
			at := x.Span()
			at.Start = x.X.Span().End
			e.fail(x.Step.Name.Span(), kindMismatch, "expected a field or view, found execution resource `%s`", name).WithLabel("not a field or view").
				WithHelp("select with it", ir.Edit{Loc: at.Loc(e.c), Text: "[[" + name + "]]"})
			return nil
		}
	}
	e.viewSteps = 0
	return e.viewStep(p, x.Step, e.scope, x.Span())
}

// field is a field of a struct place.
func (e *elab) field(p *ir.Value, s *descend.StructType, x *ast.Member) *ir.Value {
	for i, f := range s.Fields {
		if f.Name == x.Step.Name.Name {
			if x.Step.Args != nil || x.Step.Views != nil {
				e.fail(x.Step.Span(), mismatched, "mismatched types").WithLabel("field `%s` takes no arguments", f.Name)
				return nil
			}
			e.a.field(x.Step.Name, s, i)
			return e.proj(p, i, f.Type, x.Span())
		}
	}
	e.bad = true
	e.a.unknownField(x.Step.Name, s)
	return nil
}

// field notes that a name is that of the i-th field of a struct.
func (a *analyzer) field(id *ast.Ident, s *descend.StructType, i int) {
	if d := a.types[s.Name]; d != nil && a.info != nil {
		a.info.refers(id, d.decl.Fields[i].Name.Span())
	}
}

func (e *elab) proj(p *ir.Value, i int, t ir.Type, s source.Span) *ir.Value {
	return e.placeOp(s, "descend.proj", []*ir.Value{p}, t, ir.Attr("index", e.c.I32Attr(int64(i))))
}

// component is the n-th component of a tuple place.
func (e *elab) component(p *ir.Value, n int, s source.Span) *ir.Value {
	p = e.autoDeref(p, s)
	t, ok := descend.ElemOf(p).(*ir.TupleType)
	if !ok || n < 0 || n >= len(t.Types) {
		e.fail(s, mismatched, "mismatched types").
			WithLabel("`%s` has no component %d", typeText(descend.ElemOf(p)), n)
		return nil
	}
	return e.proj(p, n, t.Types[n], s)
}

// arrayPlace elaborates the operand of a range or, if it is not nil, of an index.
func (e *elab) arrayPlace(x ast.Expr, what string, index *ast.Index) (*ir.Value, *descend.ArrayType) {
	p := e.place(x)
	if p == nil {
		return nil, nil
	}
	p = e.autoDeref(p, x.Span())
	t, ok := descend.ElemOf(p).(*descend.ArrayType)
	if !ok {
		d := e.fail(x.Span(), mismatched, "mismatched types").
			WithLabel("cannot %s `%s`, which is not an array", what, typeText(descend.ElemOf(p)))
		if _, tuple := descend.ElemOf(p).(*ir.TupleType); tuple && index != nil {
			if lit, ok := index.I.(*ast.IntLit); ok {
				at := index.Span()
				at.Start = x.Span().End
				d.WithHelp("the parts of a tuple are written `.0`, `.1`, ..", ir.Edit{Loc: at.Loc(e.c), Text: "." + lit.Value.String()})
			}
		}
		return nil, nil
	}
	return p, t
}

// staticNat reads x as a nat if all names in it are nats.
func (e *elab) staticNat(x ast.Expr) (nat.Expr, bool) {
	n, _ := ast.NatOf(x)
	if n == nil || !e.isStatic(n) {
		return nat.Expr{}, false
	}
	e.a.info.functionsOfNats(x)
	return e.nat(n)
}

// isStatic says whether every name in n is that of a nat (or unknown, which resolving reports).
func (e *elab) isStatic(n ast.Nat) bool {
	switch n := n.(type) {
	case *ast.NatName:
		b := e.scope.lookup(n.Name.Name)
		return b != nil && b.kind == natBind
	case *ast.NatBinary:
		return e.isStatic(n.X) && e.isStatic(n.Y)
	case *ast.NatMinMax:
		return e.isStatic(n.X) && e.isStatic(n.Y)
	case *ast.NatLit:
		return true
	}
	return false
}

// index is x[i].
func (e *elab) index(x *ast.Index) *ir.Value {
	p, t := e.arrayPlace(x.X, "index", x)
	if p == nil {
		return nil
	}
	bad := e.bad
	if n, ok := e.staticNat(x.I); ok {
		return e.placeOp(x.Span(), "descend.at", []*ir.Value{p}, t.Elem, e.natAttr("index", n))
	} else if e.bad && !bad {
		return nil
	}
	if u, ok := x.I.(*ast.Unary); ok && u.Op == ast.Neg {
		if lit, ok := u.X.(*ast.IntLit); ok {
			e.fail(x.I.Span(), outOfBounds, "index out of bounds").WithLabel("indices count from 0").
				WithHelp("from the end it is element `"+t.Size.Sub(nat.Big(lit.Value)).String()+"`", ir.Edit{Loc: x.I.Span().Loc(e.c), Text: t.Size.Sub(nat.Big(lit.Value)).String()})
			return nil
		}
	}
	i := e.apart(func() *ir.Value {
		e.indexed = &indexing{x, t}
		if a, ok := x.I.(*ast.Array); ok && len(a.Elems) == 1 {
			return e.doubleIndex(a)
		}
		return e.expr(x.I, nil)
	})
	if i == nil {
		return nil
	}
	if !isInteger(i.Type()) {
		e.fail(x.I.Span(), mismatched, "mismatched types").
			WithLabel("expected an integer as index, found `%s`", typeText(i.Type()))
		return nil
	}
	return e.placeOp(x.Span(), "descend.index", []*ir.Value{p, i}, t.Elem, e.strAttr("text", x.I.Span().Text()))
}

// doubleIndex reports the index [i] of p[[i]].
func (e *elab) doubleIndex(x *ast.Array) *ir.Value {
	if i := x.Elems[0]; !e.hasNumber(i) {
		open, end := x.Span().Head(), x.Span().Tail()
		open.End, end.Start = open.End+1, end.Start-1
		e.fail(i.Span(), kindMismatch, "expected an execution resource").WithLabel("`[[..]]` selects by an execution resource").
			Help = e.indexOnce(open, end)
		return nil
	}
	return e.expr(x.Elems[0], nil)
}

func isInteger(t ir.Type) bool {
	i, ok := t.(*ir.IntegerType)
	return ok && i.Width > 1
}

func isFloat(t ir.Type) bool {
	_, ok := t.(*ir.FloatType)
	return ok
}

func isBool(t ir.Type) bool {
	i, ok := t.(*ir.IntegerType)
	return ok && i.Width == 1
}

// slice is x[lo..hi].
func (e *elab) slice(x *ast.Slice) *ir.Value {
	p, _ := e.arrayPlace(x.X, "take a range of", nil)
	if p == nil {
		return nil
	}
	for _, n := range []ast.Nat{x.Lo, x.Hi} {
		if name := e.runtimeName(n); name != nil {
			e.fail(name.Span(), unsupported, "a range with a bound known at run time only is not supported yet").
				WithLabel("`%s` is a variable, not a nat", name.Name)
			return nil
		}
	}
	lo, ok1 := e.nat(x.Lo)
	hi, ok2 := e.nat(x.Hi)
	if !ok1 || !ok2 {
		return nil
	}
	if d, ok := hi.Sub(lo).Const(); ok && d.Sign() < 0 {
		e.fail(x.Span(), outOfBounds, "the range `%s..%s` ends before it starts", lo, hi).WithLabel("the end is below the start")
		return nil
	}
	v, _ := e.basicOp(p, "view.range", x.Span(), e.natAttr("lo", lo), e.natAttr("hi", hi)) // of an array
	return v
}

// runtimeName is a name in n that is a variable, or nil.
func (e *elab) runtimeName(n ast.Nat) *ast.Ident {
	switch n := n.(type) {
	case *ast.NatName:
		if b := e.scope.lookup(n.Name.Name); b != nil && b.kind == varBind && !b.bad {
			return n.Name
		}
	case *ast.NatBinary:
		if id := e.runtimeName(n.X); id != nil {
			return id
		}
		return e.runtimeName(n.Y)
	case *ast.NatMinMax:
		if id := e.runtimeName(n.X); id != nil {
			return id
		}
		return e.runtimeName(n.Y)
	}
	return nil
}

func plural(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return strconv.Itoa(n) + " " + word + "s"
}
