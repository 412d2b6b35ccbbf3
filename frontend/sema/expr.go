package sema

import (
	"math/big"
	"strconv"

	"descend/dialects/descend"
	"descend/dialects/nat"
	"descend/frontend/ast"
	"descend/frontend/source"
	"descend/ir"
)

// expr elaborates a term. want is the type that the context expects, nil if none; it guides literals and
// inference, but the result may have another type (see expect). The result is nil after an error, e.unit
// for (), e.never for what does not return.
func (e *elab) expr(x ast.Expr, want ir.Type) *ir.Value {
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
	case *ast.Unary:
		return e.unary(x, want)
	case *ast.Binary:
		return e.binary(x, want)
	case *ast.Cast:
		return e.cast(x)
	case *ast.Borrow:
		return e.borrow(x, nil)
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
	case *ast.Block:
		return e.scopeExpr(x, want, true)
	case *ast.Unsafe:
		return e.unsafeExpr(x, want, true)
	case *ast.If:
		return e.ifExpr(x, want, true)
	case *ast.Assign:
		return e.assign(x)
	case *ast.While:
		return e.while(x)
	case *ast.ForEach:
		return e.forEach(x)
	case *ast.ForNat:
		return e.forNat(x)
	case *ast.Sched:
		return e.sched(x)
	case *ast.Split:
		return e.split(x)
	case *ast.Sync:
		return e.sync(x)
	case *ast.Return:
		return e.returnExpr(x)
	}
	e.fail(x.Span(), Unsupported, "this term is not supported yet")
	return nil
}

// name is a variable or a nat as a value.
func (e *elab) name(x *ast.Name, want ir.Type) *ir.Value {
	if len(x.Path.Parts) != 1 {
		e.fail(x.Span(), kindMismatch, "expected a value, found `%s`", x.Path).WithLabel("functions are not values")
		return nil
	}
	id := x.Path.Parts[0]
	b := e.scope.lookup(id.Name)
	switch {
	case b == nil:
		e.unknownValue(id)
		return nil
	case b.bad:
		return e.poison()
	case b.kind == natBind:
		return e.natValue(b.nat, want, x.Span())
	case b.kind != varBind:
		e.bad = true
		e.a.wrongKind(id.Span(), "a value", id.Name, b)
		return nil
	case b.place == nil:
		return e.poison()
	}
	return e.load(x.Span(), b.place)
}

// natValue is a nat as a run-time value of the integer type that the context wants, else u64.
func (e *elab) natValue(n nat.Expr, want ir.Type, s source.Span) *ir.Value {
	t := e.infer.resolve(want)
	if !isInteger(t) {
		t = e.c.IntegerType(64, ir.Unsigned)
	}
	v := e.val(s, "descend.nat", nil, e.c.Index(), e.natAttr("value", n))
	return e.val(s, "descend.cast", []*ir.Value{v}, t)
}

// intLit is an integer literal.
func (e *elab) intLit(s source.Span, v *big.Int, suffix string, want ir.Type) *ir.Value {
	t := e.infer.resolve(want)
	if suffix != "" {
		t = builtinType(e.c, suffix)
	}
	if f, ok := t.(*ir.FloatType); ok && suffix != "" {
		x, _ := new(big.Float).SetInt(v).Float64()
		return e.val(s, "descend.const", nil, f, ir.Attr("value", e.c.FloatAttr(x, f)))
	}
	if !isInteger(t) {
		t = e.c.I32()
	}
	it := t.(*ir.IntegerType)
	if !fits(v, it) {
		e.fail(s, mismatched, "mismatched types").
			WithLabel("the literal `%s` does not fit `%s`", v, descend.Format(t))
		return nil
	}
	return e.val(s, "descend.const", nil, t, ir.Attr("value", e.c.BigIntAttr(v, t)))
}

func fits(v *big.Int, t *ir.IntegerType) bool {
	if t.Sign == ir.Unsigned {
		return v.Sign() >= 0 && v.BitLen() <= t.Width
	}
	if v.Sign() < 0 {
		return new(big.Int).Not(v).BitLen() < t.Width
	}
	return v.BitLen() < t.Width
}

func (e *elab) floatLit(x *ast.FloatLit, want ir.Type) *ir.Value {
	t, ok := e.infer.resolve(want).(*ir.FloatType)
	if !ok {
		t = e.c.F64()
	}
	if x.Suffix != "" {
		t, _ = builtinType(e.c, x.Suffix).(*ir.FloatType)
		if t == nil {
			return e.poison()
		}
	}
	bits := 64
	if t.Kind == ir.F32 {
		bits = 32
	}
	v, err := strconv.ParseFloat(x.Text, bits)
	if err != nil && v == 0 {
		e.fail(x.Span(), mismatched, "mismatched types").WithLabel("`%s` is not a number", x.Text)
		return nil
	}
	return e.val(x.Span(), "descend.const", nil, t, ir.Attr("value", e.c.FloatAttr(v, t)))
}

// flexibility says how far the type of a term is open to its context.
type flexibility int

const (
	rigid    flexibility = iota
	anyInt               // integer literals
	anyNat               // nats, perhaps with integer literals
	anyFloat             // float literals
)

// flex tells whether the type of x is set by its context: literals, nats and arithmetic on such.
func (e *elab) flex(x ast.Expr) flexibility {
	switch x := x.(type) {
	case *ast.IntLit:
		if x.Suffix == "" {
			return anyInt
		}
	case *ast.FloatLit:
		if x.Suffix == "" {
			return anyFloat
		}
	case *ast.Name:
		if len(x.Path.Parts) == 1 {
			if b := e.scope.lookup(x.Path.Parts[0].Name); b != nil && b.kind == natBind {
				return anyNat
			}
		}
	case *ast.Unary:
		return e.flex(x.X)
	case *ast.Binary:
		if x.Op.IsComparison() || x.Op.IsLogical() {
			return rigid
		}
		f := e.flex(x.X)
		if x.Op == ast.Shl || x.Op == ast.Shr || f == rigid {
			return f
		}
		g := e.flex(x.Y)
		if g == rigid {
			return rigid
		}
		return max(f, g)
	}
	return rigid
}

// flexDefault is the type of a flexible term without context.
func (e *elab) flexDefault(f flexibility) ir.Type {
	switch f {
	case anyNat:
		return e.c.IntegerType(64, ir.Unsigned)
	case anyFloat:
		return e.c.F64()
	}
	return e.c.I32()
}

// operands elaborates terms that must have one type, left to right; the type of one whose type is given
// by itself goes to those that are open (which have no effects).
func (e *elab) operands(xs []ast.Expr, want ir.Type) ([]*ir.Value, bool) {
	vals := make([]*ir.Value, len(xs))
	want = e.infer.resolve(want)
	var typ ir.Type
	open, failed := rigid, false
	for i, x := range xs {
		f := e.flex(x)
		if f != rigid {
			open = max(open, f)
			continue
		}
		if vals[i] = e.expr(x, want); vals[i] == nil {
			failed = true
		} else if typ == nil {
			typ = vals[i].Type()
		}
	}
	if failed {
		return nil, false
	}
	if typ == nil {
		typ = e.flexDefault(open)
		if descend.IsScalar(want) && !(open == anyFloat && !isFloat(want)) && !isBool(want) {
			typ = want
		}
	}
	for i, x := range xs {
		if vals[i] == nil {
			if vals[i] = e.expr(x, typ); vals[i] == nil {
				return nil, false
			}
		}
		if vals[i].Type() != typ {
			e.mismatch(x.Span(), typ, vals[i].Type())
			return nil, false
		}
	}
	return vals, true
}

var binaryNames = map[ast.BinaryOp]string{ast.Add: "add", ast.Sub: "sub", ast.Mul: "mul", ast.Div: "div", ast.Rem: "rem",
	ast.BitAnd: "and", ast.BitOr: "or", ast.BitXor: "xor", ast.Shl: "shl", ast.Shr: "shr"}

var compareNames = map[ast.BinaryOp]string{ast.Eq: "eq", ast.Ne: "ne", ast.Lt: "lt", ast.Le: "le", ast.Gt: "gt", ast.Ge: "ge"}

func (e *elab) binary(x *ast.Binary, want ir.Type) *ir.Value {
	switch {
	case x.Op.IsLogical():
		return e.logical(x)
	case x.Op.IsComparison():
		vs, ok := e.operands([]ast.Expr{x.X, x.Y}, nil)
		if !ok {
			return nil
		}
		if !descend.IsScalar(vs[0].Type()) {
			e.fail(x.Span(), mismatched, "mismatched types").
				WithLabel("values of type `%s` cannot be compared", typeText(vs[0].Type()))
			return nil
		}
		return e.val(x.Span(), "descend.compare", vs, e.c.I1(), e.strAttr("op", compareNames[x.Op]))
	case x.Op == ast.Shl || x.Op == ast.Shr:
		return e.shift(x, want)
	}
	if !descend.IsScalar(e.infer.resolve(want)) {
		want = nil
	}
	vs, ok := e.operands([]ast.Expr{x.X, x.Y}, want)
	if !ok {
		return nil
	}
	return e.arith(x.Op, vs[0], vs[1], x.Span())
}

// arith applies an arithmetic or bit operator to values of one type.
func (e *elab) arith(op ast.BinaryOp, a, b *ir.Value, s source.Span) *ir.Value {
	t := a.Type()
	isBit := op == ast.BitAnd || op == ast.BitOr || op == ast.BitXor
	if !isInteger(t) && !(isFloat(t) && !isBit) && !(isBool(t) && isBit) {
		e.fail(s, mismatched, "mismatched types").
			WithLabel("`%s` is not defined for `%s`", op, typeText(t))
		return nil
	}
	attrs := []ir.NamedAttr{e.strAttr("op", binaryNames[op])}
	if op == ast.Div || op == ast.Rem {
		attrs = append(attrs, e.strAttr("text", s.Text()))
	}
	return e.val(s, "descend.binary", []*ir.Value{a, b}, t, attrs...)
}

// shift converts the count to the type of the value: counts are modulo the width, which conversions keep.
func (e *elab) shift(x *ast.Binary, want ir.Type) *ir.Value {
	if !isInteger(e.infer.resolve(want)) {
		want = nil
		if f := e.flex(x.X); f != rigid {
			want = e.flexDefault(f)
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
		if !isInteger(w.Type()) {
			e.fail([]ast.Expr{x.X, x.Y}[i].Span(), mismatched, "mismatched types").
				WithLabel("expected an integer, found `%s`", typeText(w.Type()))
			return nil
		}
	}
	return e.arith(x.Op, v, e.castTo(n, v.Type(), x.Y.Span()), x.Span())
}

// castTo converts between scalars; nothing is done where the types are equal.
func (e *elab) castTo(v *ir.Value, t ir.Type, s source.Span) *ir.Value {
	if v.Type() == t {
		return v
	}
	return e.val(s, "descend.cast", []*ir.Value{v}, t)
}

// logical is && or ||, which evaluate their right side only where needed.
func (e *elab) logical(x *ast.Binary) *ir.Value {
	a := e.expect(x.X, e.c.I1(), false)
	if a == nil {
		return nil
	}
	var b *ir.Value
	rhs := e.region(x.Y.Span(), func() {
		if b = e.expect(x.Y, e.c.I1(), false); b != nil {
			e.op(x.Y.Span(), "descend.yield", []*ir.Value{b}, nil)
		}
	})
	short := e.region(x.X.Span(), func() {
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

func (e *elab) unary(x *ast.Unary, want ir.Type) *ir.Value {
	if x.Op == ast.Neg {
		if lit, ok := x.X.(*ast.IntLit); ok {
			return e.negLit(x, lit, want)
		}
	}
	v := e.expr(x.X, want)
	if v == nil {
		return nil
	}
	it, _ := v.Type().(*ir.IntegerType)
	name, ok := "neg", isFloat(v.Type()) || isInteger(v.Type()) && it.Sign != ir.Unsigned
	if x.Op == ast.Not {
		name, ok = "not", it != nil
	}
	if !ok {
		e.fail(x.Span(), mismatched, "mismatched types").
			WithLabel("`%s` is not defined for `%s`", x.Op, typeText(v.Type()))
		return nil
	}
	return e.val(x.Span(), "descend.unary", []*ir.Value{v}, v.Type(), e.strAttr("op", name))
}

// negLit is a negative literal: -128i8 fits although 128 does not.
func (e *elab) negLit(x *ast.Unary, lit *ast.IntLit, want ir.Type) *ir.Value {
	t := e.infer.resolve(want)
	if lit.Suffix != "" {
		t = builtinType(e.c, lit.Suffix)
	}
	if isFloat(t) && lit.Suffix != "" {
		f := t.(*ir.FloatType)
		v, _ := new(big.Float).SetInt(lit.Value).Float64()
		return e.val(x.Span(), "descend.const", nil, f, ir.Attr("value", e.c.FloatAttr(-v, f)))
	}
	if it, ok := t.(*ir.IntegerType); ok && isInteger(t) && it.Sign == ir.Unsigned {
		e.fail(x.Span(), mismatched, "mismatched types").WithLabel("`-` is not defined for `%s`", descend.Format(t))
		return nil
	}
	return e.intLit(x.Span(), new(big.Int).Neg(lit.Value), lit.Suffix, want)
}

// cast is x as t.
func (e *elab) cast(x *ast.Cast) *ir.Value {
	t := e.typ(x.Type, false)
	if t == nil {
		e.expr(x.X, nil)
		return nil
	}
	hint := ir.Type(nil)
	if f := e.flex(x.X); f == anyInt && isInteger(t) || f == anyNat && isInteger(t) || f == anyFloat && isFloat(t) {
		hint = t
	}
	v := e.expr(x.X, hint)
	if v == nil {
		return nil
	}
	if !descend.IsScalar(v.Type()) || !descend.IsScalar(t) || isBool(t) && !isBool(v.Type()) || isBool(v.Type()) && isFloat(t) {
		e.fail(x.Span(), mismatched, "mismatched types").
			WithLabel("`%s` cannot be cast to `%s`", typeText(v.Type()), typeText(t))
		return nil
	}
	return e.castTo(v, t, x.Span())
}

// tuple is (a, b); () is unit.
func (e *elab) tuple(x *ast.Tuple, want ir.Type) *ir.Value {
	if len(x.Elems) == 0 {
		return e.unit
	}
	w, _ := e.infer.resolve(want).(*ir.TupleType)
	var vals []*ir.Value
	var types []ir.Type
	for i, el := range x.Elems {
		var v *ir.Value
		if w != nil && len(w.Types) == len(x.Elems) && !hasUnknowns(w.Types[i]) {
			v = e.expect(el, w.Types[i], false)
		} else {
			v = e.expr(el, nil)
		}
		if v == nil {
			return nil
		}
		if v = e.part(v, el); v == nil {
			return nil
		}
		vals, types = append(vals, v), append(types, v.Type())
	}
	return e.val(x.Span(), "descend.aggregate", vals, e.c.TupleType(types...))
}

// part checks that a value can be part of another.
func (e *elab) part(v *ir.Value, x ast.Expr) *ir.Value {
	v = e.real(x.Span(), v)
	if holdsView(v.Type()) {
		e.fail(x.Span(), mismatched, "a view cannot be part of a value").
			WithLabel("`%s` is not storable", typeText(v.Type()))
		return nil
	}
	return v
}

// array is [a, b].
func (e *elab) array(x *ast.Array, want ir.Type) *ir.Value {
	var elem ir.Type
	if w, ok := e.infer.resolve(want).(*descend.ArrayType); ok && !hasUnknowns(w.Elem) {
		elem = w.Elem
	}
	if len(x.Elems) == 0 && elem == nil {
		e.fail(x.Span(), cannotInfer, "cannot infer the element type").WithLabel("of an empty array")
		return nil
	}
	var vals []*ir.Value
	for _, el := range x.Elems {
		var v *ir.Value
		if elem == nil {
			v = e.expr(el, nil)
		} else {
			v = e.expect(el, elem, false)
		}
		if v == nil {
			return nil
		}
		if v = e.part(v, el); v == nil {
			return nil
		}
		elem = v.Type()
		vals = append(vals, v)
	}
	return e.val(x.Span(), "descend.aggregate", vals, descend.Array(e.c, elem, nat.Int(int64(len(vals)))))
}

// repeat is [v; n].
func (e *elab) repeat(x *ast.ArrayRepeat, want ir.Type) *ir.Value {
	w, _ := e.infer.resolve(want).(*descend.ArrayType)
	var hint ir.Type
	if w != nil {
		hint = w.Elem
	}
	var v *ir.Value
	if hint != nil && !hasUnknowns(hint) {
		v = e.expect(x.Elem, hint, false)
	} else {
		v = e.expr(x.Elem, hint)
	}
	if v == nil {
		return nil
	}
	if v = e.part(v, x.Elem); v == nil {
		return nil
	}
	if _, ok := x.Len.(*ast.NatInfer); ok && w != nil && len(unknownNats(w.Size)) == 0 {
		return e.repeated(x, v, w.Size)
	}
	if id := e.runtimeName(x.Len); id != nil {
		e.fail(x.Len.Span(), kindMismatch, "expected a nat, found variable `%s`", id.Name).
			WithLabel("the size of an array is part of its type")
		return nil
	}
	n, ok := e.nat(x.Len)
	if !ok {
		return nil
	}
	return e.repeated(x, v, n)
}

func (e *elab) repeated(x *ast.ArrayRepeat, v *ir.Value, n nat.Expr) *ir.Value {
	if !descend.IsCopy(v.Type(), e.fn.copyVars) && !n.IsOne() {
		e.fail(x.Elem.Span(), mismatched, "mismatched types").
			WithLabel("`%s` cannot be copied to fill an array", typeText(v.Type()))
		return nil
	}
	return e.val(x.Span(), "descend.repeat", []*ir.Value{v}, descend.Array(e.c, v.Type(), n))
}

// structLit is Name { field: value, .. }: values are evaluated as written.
func (e *elab) structLit(x *ast.StructLit, want ir.Type) *ir.Value {
	def := e.a.types[x.Name.Name]
	if def == nil {
		e.bad = true
		e.a.unknown(x.Name, "struct", sortedKeys(e.a.types))
		return nil
	}
	t, ok := e.res(true).structType(def, x.Args, x.Name.Span()).(*descend.StructType)
	if !ok {
		return e.poison()
	}
	if w, ok := e.infer.resolve(want).(*descend.StructType); ok && w.Name == t.Name {
		e.infer.unify(t, w, false)
	}
	vals := make([]*ir.Value, len(t.Fields))
	good := true
	for _, f := range x.Fields {
		i := fieldIndex(t, f.Name.Name)
		if i < 0 {
			e.bad, good = true, false
			e.a.unknown(f.Name, "field of struct `"+t.Name+"`", fieldNames(t))
			continue
		}
		if vals[i] != nil {
			e.fail(f.Name.Span(), duplicateName, "the field `%s` is given twice", f.Name.Name).WithLabel("second value")
			good = false
			continue
		}
		v := e.expect(f.Value, t.Fields[i].Type, false)
		if v == nil {
			good = false
			continue
		}
		vals[i] = e.part(v, f.Value)
		good = good && vals[i] != nil
	}
	if !good {
		return nil
	}
	for i, f := range t.Fields {
		if vals[i] == nil {
			e.fail(x.Span(), mismatched, "mismatched types").WithLabel("missing field `%s` of struct `%s`", f.Name, t.Name)
			return nil
		}
	}
	st := e.infer.resolve(t)
	if hasUnknowns(st) {
		e.fail(x.Span(), cannotInfer, "cannot infer the arguments of struct `%s`", t.Name).WithLabel("give them as `%s::<..>`", t.Name)
		return nil
	}
	return e.val(x.Span(), "descend.aggregate", vals, st)
}

func fieldIndex(t *descend.StructType, name string) int {
	for i, f := range t.Fields {
		if f.Name == name {
			return i
		}
	}
	return -1
}

func fieldNames(t *descend.StructType) []string {
	var out []string
	for _, f := range t.Fields {
		out = append(out, f.Name)
	}
	return out
}
