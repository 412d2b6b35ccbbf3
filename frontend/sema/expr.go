package sema

import (
	"slices"

	"descend/dialects/descend"
	"descend/frontend/ast"
	"descend/frontend/source"
	"descend/ir"
)

// terms elaborates terms to values and places. Terms hold one another, so that places, operators, aggregates, borrows and calls
// are one layer. Terms with statements in them it leaves to control, of which it knows no more.
type terms struct {
	*places
	calls   *calls
	control control
	token   ast.Expr // the term that may be the token of a copy (copies.go)
	inElse  int      // the values after `else` around
}

// control elaborates the terms that hold statements or direct who executes.
type control interface {
	controlTerm(x ast.Expr, want ir.Type) *ir.Value
	literal(f *function)
}

// expr elaborates a term. want is the type that the context expects, nil if none; it guides literals and
// inference, but the result may have another type (see expect). The result is nil after an error, e.unit
// for (), e.never for what does not return.
func (e *terms) expr(x ast.Expr, want ir.Type) *ir.Value {
	allowed := e.token == x
	e.token = nil
	v := e.term(x, want)
	if e.heldElsewhere(x, v, allowed) {
		return nil
	}
	return e.items.info.term(x, v)
}

// term is expr without a note of the type.
func (e *terms) term(x ast.Expr, want ir.Type) *ir.Value {
	switch x := x.(type) {
	case *ast.BadExpr:
		return e.poison()
	case *ast.Name:
		return e.name(x, want)
	case *ast.Member, *ast.TupleField, *ast.Index, *ast.Slice, *ast.Select, *ast.Deref:
		return e.load(x.Span(), e.place(x))
	case *ast.BoolLit:
		return e.val(x.Span(), "descend.const", nil, e.c.I1(), ir.Attr("value", e.c.BoolAttr(x.Value)))
	case *ast.IntLit:
		return e.intLit(x.Span(), x.Value, x.Suffix, want)
	case *ast.FloatLit:
		return e.floatLit(x, want)
	case *ast.StringLit:
		e.fail(x.Span(), mismatched, "mismatched types").WithLabel("a text stands before the values of `print`, or as the message of `assert`").
			Note("texts are no values: there is no type of them")
		return nil
	case *ast.Unary, *ast.Binary, *ast.Cast:
		return e.operator(x, want)
	}
	return e.apart(func() *ir.Value { return e.composed(x, want) })
}

// composed elaborates a term whose parts are formulas of their own.
func (e *terms) composed(x ast.Expr, want ir.Type) *ir.Value {
	switch x := x.(type) {
	case *ast.Borrow:
		return e.borrow(x, nil)
	case *ast.Else:
		return e.elseTerm(x)
	case *ast.Tuple:
		return e.tuple(x, want)
	case *ast.Array:
		return e.array(x, want)
	case *ast.ArrayRepeat:
		return e.repeat(x, want)
	case *ast.StructLit:
		return e.structLit(x, want)
	case *ast.Call:
		return e.call(x, want)
	case *ast.Launch:
		return e.launch(x)
	case *ast.Alloc:
		return e.alloc(x)
	case *ast.Lambda:
		e.fail(x.Span(), kindMismatch, "expected a value, found a function").
			WithLabel("a function is given as an argument only, for a parameter `f: fn(i32) -> i32`")
		return nil
	}
	return e.control.controlTerm(x, want)
}

// name is a variable or a nat as a value.
func (e *terms) name(x *ast.Name, want ir.Type) *ir.Value {
	if b := e.scope.lookup(x.Path.String()); len(x.Path.Parts) != 1 && b != nil && !b.bad {
		e.items.info.bound(x.Path, b)
		if b.kind == natBind {
			return e.natValue(b.nat, want, x.Span())
		}
		return e.constantValue(b.constant)
	}
	if len(x.Path.Parts) != 1 {
		if v, ok := e.variant(x); ok {
			return v
		}
		if v := e.limit(x); v != nil {
			return v
		}
		if e.constant(x.Path) || e.noLimit(x) {
			return nil
		}
		if e.items.notInModule(x.Path.Whole()) != nil {
			return e.poison()
		}
		e.fail(x.Span(), kindMismatch, "expected a value, found `%s`", x.Path).WithLabel("functions are not values")
		return nil
	}
	id := x.Path.Parts[0]
	b := e.lookup(id)
	switch {
	case b == nil:
		e.unknownValue(id)
		return nil
	case b.bad:
		return e.poison()
	case b.kind == natBind:
		return e.natValue(b.nat, want, x.Span())
	case b.kind == constBind:
		return e.constantValue(b.constant)
	case b.kind == execBind:
		e.numbers.report(id, b, "a value")
		return nil
	case b.kind != varBind:
		e.wrongKind(id.Span(), "a value", id.Name, b)
		return nil
	case b.place == nil || e.isFunctionValue(id, b):
		return e.poison()
	case b.open:
		e.settle(b, want)
	}
	return e.load(x.Span(), b.place)
}

// operands elaborates terms that must have one type, left to right; the type of one whose type is given
// by itself goes to those that are open (which have no effects).
func (e *terms) operands(xs []ast.Expr, want ir.Type) ([]*ir.Value, bool) {
	vals := make([]*ir.Value, len(xs))
	want = e.infer.Type(want)
	var typ ir.Type
	says := 0 // the operand whose type that is
	open, failed := rigid, false
	isFlexible := func(x ast.Expr) bool { return e.flexWith(x, true) != rigid }
	if hasEffects(xs) || !descend.IsScalar(want) && !slices.ContainsFunc(xs, func(x ast.Expr) bool { return !isFlexible(x) }) {
		e.closeAll(xs) // what is read later might be another value; and nothing here says more than the literals
	}
	for i, x := range xs {
		f := e.flexWith(x, true)
		if f != rigid {
			if f > open && typ == nil {
				says = i
			}
			open = max(open, f)
			continue
		}
		if vals[i] = e.expr(x, want); vals[i] == nil {
			failed = true
		} else if typ == nil {
			typ, says = vals[i].Type(), i
		}
	}
	if failed {
		return nil, false
	}
	if typ == nil {
		typ = flexDefault(e.c, open)
		if descend.IsScalar(want) && !(open == anyFloat && !descend.Every(want, isFloat)) && descend.Every(want, isNumber) {
			typ = want
		}
	}
	if r, ok := typ.(*descend.RefType); ok && descend.IsScalar(r.Elem) {
		e.fail(xs[0].Span().To(xs[len(xs)-1].Span()), mismatched, "mismatched types").
			WithLabel("an operator for values has an operand of type `%s`", descend.UserFormat(r)).Help = e.fix.derefOperands(xs, vals)
		return nil, false
	}
	for i, x := range xs {
		if vals[i] == nil {
			if vals[i] = e.expr(x, typ); vals[i] == nil {
				return nil, false
			}
		}
		if vals[i].Type() != typ {
			if i == 0 { // `1 + true`: the literal cannot be what the other one is
				if i = says; vals[i] == nil {
					vals[i] = e.expr(xs[i], typ)
				}
				if vals[i] == nil {
					return nil, false
				}
			}
			if i == 0 { // whole numbers where a float is wanted
				e.wholeNumbers(xs, typ, vals[0].Type())
			} else {
				e.differentOperands(xs, vals, i, want)
			}
			return nil, false
		}
	}
	return vals, true
}

var binaryNames = map[ast.BinaryOp]string{ast.Add: "add", ast.Sub: "sub", ast.Mul: "mul", ast.Div: "div", ast.Rem: "rem",
	ast.BitAnd: "and", ast.BitOr: "or", ast.BitXor: "xor", ast.Shl: "shl", ast.Shr: "shr"}

var compareNames = map[ast.BinaryOp]string{ast.Eq: "eq", ast.Ne: "ne", ast.Lt: "lt", ast.Le: "le", ast.Gt: "gt", ast.Ge: "ge"}

func (e *terms) binary(x *ast.Binary, want ir.Type) *ir.Value {
	switch {
	case x.Op.IsLogical():
		return e.logical(x)
	case x.Op.IsComparison():
		vs, ok := e.operands([]ast.Expr{x.X, x.Y}, nil)
		if !ok {
			return nil
		}
		if x.Op == ast.Eq || x.Op == ast.Ne {
			vs[0], vs[1] = e.numberOf(vs[0], x.X), e.numberOf(vs[1], x.Y)
		}
		if t := vs[0].Type(); descend.IsEnum(t) {
			e.fail(x.Span(), mismatched, "mismatched types").WithLabel("values of type `%s` have no order", descend.UserFormat(t)).
				WithHelp("compare their numbers", ir.Edit{Loc: x.X.Span().Tail().Loc(e.c), Text: " as u32"}, ir.Edit{Loc: x.Y.Span().Tail().Loc(e.c), Text: " as u32"})
			return nil
		}
		if !descend.IsScalar(vs[0].Type()) {
			d := e.fail(x.Span(), mismatched, "mismatched types").
				WithLabel("values of type `%s` cannot be compared", descend.UserFormat(vs[0].Type()))
			e.bound(d, vs[0].Type(), "ord")
			return nil
		}
		return e.val(x.Span(), "descend.compare", vs, e.c.I1(), e.strAttr("op", compareNames[x.Op]))
	case x.Op == ast.Shl || x.Op == ast.Shr:
		return e.shift(x, want)
	}
	if e.matrixTerm(x) != noMatrix {
		return e.matrixBinary(x)
	}
	if !descend.IsScalar(e.infer.Type(want)) {
		want = nil
	}
	vs, ok := e.operands([]ast.Expr{x.X, x.Y}, want)
	if !ok {
		return nil
	}
	return e.arith(x.Op, vs[0], vs[1], x.Span())
}

// arith applies an arithmetic or bit operator to values of one type.
func (e *terms) arith(op ast.BinaryOp, a, b *ir.Value, s source.Span) *ir.Value {
	t := a.Type()
	isBit := op == ast.BitAnd || op == ast.BitOr || op == ast.BitXor
	defined := func(t ir.Type) bool { return isInteger(t) || isFloat(t) && !isBit || isBool(t) && isBit }
	if !descend.Every(t, defined) {
		d := e.fail(s, mismatched, "mismatched types").
			WithLabel("`%s` is not defined for `%s`", op, descend.UserFormat(t))
		e.ofEnum(d, t)
		if isBit {
			e.bound(d, t, "int")
		} else {
			e.bound(d, t, "num")
		}
		return nil
	}
	attrs := []ir.NamedAttr{e.strAttr("op", binaryNames[op])}
	if op == ast.Div || op == ast.Rem {
		if e.fn.constant && !e.divides(s, a, b) {
			return nil
		}
		attrs = append(attrs, e.strAttr("text", s.Text()))
	}
	return e.val(s, "descend.binary", []*ir.Value{a, b}, t, attrs...)
}

// shift converts the count to the type of the value: counts are modulo the width, which conversions keep.
func (e *terms) shift(x *ast.Binary, want ir.Type) *ir.Value {
	if t := e.infer.Type(want); t == nil || !descend.Every(t, isInteger) {
		want = nil
		if f := e.flex(x.X); f != rigid {
			want = flexDefault(e.c, f)
		}
	}
	v := e.expr(x.X, want)
	if v == nil {
		return nil
	}
	n := e.expr(x.Y, v.Type())
	if n == nil {
		return nil
	}
	for i, w := range []*ir.Value{v, n} {
		if !descend.Every(w.Type(), isInteger) {
			d := e.fail([]ast.Expr{x.X, x.Y}[i].Span(), mismatched, "mismatched types").
				WithLabel("expected an integer, found `%s`", descend.UserFormat(w.Type()))
			e.bound(d, w.Type(), "int")
			return nil
		}
	}
	return e.arith(x.Op, v, e.castTo(n, v.Type(), x.Y.Span()), x.Span())
}

// logical is && or ||, which evaluate their right side only where needed.
func (e *terms) logical(x *ast.Binary) *ir.Value {
	a := e.expect(x.X, e.c.I1(), false)
	if a == nil {
		return nil
	}
	var b *ir.Value
	rhs := e.region(func() {
		if b = e.expect(x.Y, e.c.I1(), false); b != nil {
			e.op(x.Y.Span(), "descend.yield", []*ir.Value{b}, nil)
		}
	})
	short := e.region(func() {
		v := e.val(x.X.Span(), "descend.const", nil, e.c.I1(), ir.Attr("value", e.c.BoolAttr(x.Op == ast.Or)))
		e.op(x.X.Span(), "descend.yield", []*ir.Value{v}, nil)
	})
	if b == nil {
		return nil
	}
	regions := []*ir.Region{rhs, short}
	if x.Op == ast.Or {
		regions = []*ir.Region{short, rhs}
	}
	e.at(x.Span())
	return e.b.OpR("descend.if", []*ir.Value{a}, []ir.Type{e.c.I1()}, regions).Result(0)
}

func (e *terms) unary(x *ast.Unary, want ir.Type) *ir.Value {
	if x.Op == ast.Neg {
		if lit, ok := x.X.(*ast.IntLit); ok {
			return e.negLit(x, lit, want)
		}
	}
	v := e.expr(x.X, want)
	if v == nil {
		return nil
	}
	if x.Op == ast.Neg {
		return e.negated(x, v)
	}
	if !descend.Every(v.Type(), func(t ir.Type) bool { return isInteger(t) || isBool(t) }) {
		e.undefined(x, v.Type(), "int")
		return nil
	}
	return e.val(x.Span(), "descend.unary", []*ir.Value{v}, v.Type(), e.strAttr("op", "not"))
}

// negated is -v; nil after an error.
func (e *terms) negated(x *ast.Unary, v *ir.Value) *ir.Value {
	if v == nil {
		return nil
	}
	if !descend.Every(v.Type(), isSigned) {
		e.undefined(x, v.Type(), "float")
		return nil
	}
	return e.val(x.Span(), "descend.unary", []*ir.Value{v}, v.Type(), e.strAttr("op", "neg"))
}

// undefined reports a prefix operator on a type that has it not; of type variables those of the bound have it.
func (e *terms) undefined(x *ast.Unary, t ir.Type, bound string) {
	d := e.fail(x.Span(), mismatched, "mismatched types").
		WithLabel("`%s` is not defined for `%s`", x.Op, descend.UserFormat(t))
	e.bound(d, t, bound)
}

// bound proposes the bound that makes an operation defined for a type variable.
func (e *matcher) bound(d *ir.Diagnostic, t ir.Type, bound string) {
	var name string
	switch v := t.(type) {
	case *descend.VarType:
		name = v.Name
	case *descend.ScalarVarType:
		name = v.Name
	default:
		return
	}
	if b := e.fn.scope.own(name); d.Help != nil || b == nil || b.kind != typeBind {
		return
	}
	clause := name + ": " + bound
	d.WithFix(boundMeans[bound]+" are said by `where "+clause+"`", descend.AddClause{Func: e.fn.decl.Name.Span().Loc(e.c), Clause: clause})
}

// boundMeans are the types that a bound admits, in words.
var boundMeans = map[string]string{"num": "numbers", "int": "integers", "float": "floats", "ord": "scalars, which can be compared,",
	"atomic": "numbers of 32 or 64 bits"}

// cast is x as t.
func (e *terms) cast(x *ast.Cast) *ir.Value {
	t := e.typ(x.Type, false)
	if t == nil {
		e.expr(x.X, nil)
		return nil
	}
	if descend.IsOfWarp(t) {
		return e.matrixCast(x, t)
	}
	hint := ir.Type(nil)
	if f := e.flex(x.X); f == anyInt && descend.Every(t, isInteger) || f == anyNat && descend.Every(t, isInteger) || f == anyFloat && descend.Every(t, isFloat) {
		hint = t
	}
	v := e.expr(x.X, hint)
	if v == nil {
		return nil
	}
	if isInteger(t) && descend.IsEnum(v.Type()) {
		return e.castTo(e.numberOf(v, x.X), t, x.Span())
	}
	if !castable(v.Type(), t) {
		d := e.fail(x.Span(), mismatched, "mismatched types").
			WithLabel("`%s` cannot be cast to `%s`", descend.UserFormat(v.Type()), descend.UserFormat(t))
		if isBool(t) && isInteger(v.Type()) {
			d.WithHelp("compare it with 0", ir.Edit{Loc: source.Span{File: x.Span().File, Start: x.X.Span().End, End: x.Span().End}.Loc(e.c), Text: " != 0"})
		}
		if descend.IsEnum(t) && isInteger(v.Type()) {
			d.WithHelp("say which number is which variant: `match n { 0 => .., _ => .. }`")
		} else if descend.IsEnum(v.Type()) {
			d.Note("an enum becomes an integer, and nothing else: `x as u32`")
		}
		return nil
	}
	return e.castTo(v, t, x.Span())
}

// castable says whether `as` converts between two types, whatever the type variables among them stand for.
func castable(from, to ir.Type) bool {
	return descend.IsScalar(from) && descend.IsScalar(to) && (from == to || descend.Every(from, func(from ir.Type) bool {
		return descend.Every(to, func(to ir.Type) bool { return !(isBool(to) && !isBool(from) || isBool(from) && isFloat(to)) })
	}))
}

// operator elaborates a term of operators and knows the largest one around.
func (e *terms) operator(x ast.Expr, want ir.Type) *ir.Value {
	if e.formula == nil {
		e.formula = x
		defer func() { e.formula = nil }()
	}
	switch x := x.(type) {
	case *ast.Unary:
		return e.unary(x, want)
	case *ast.Binary:
		return e.binary(x, want)
	}
	return e.cast(x.(*ast.Cast))
}
