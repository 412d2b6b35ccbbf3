package sema

import (
	"math/big"
	"strconv"
	"strings"

	"descend/dialects/descend"
	"descend/dialects/nat"
	"descend/frontend/ast"
	"descend/frontend/source"
	"descend/ir"
)

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

// literalFix is the help for a term that has a wrong type only because of a literal, its own or that of the one variable that it
// is of: to give the literal the type want. It is nil for other terms.
func (e *elab) literalFix(x ast.Node, want, got ir.Type) *ir.Help {
	if !isFloat(got) && !isInteger(got) {
		return nil
	}
	if lit := literalOf(x); lit != nil && lit != x {
		return e.literalIn(x, "the literal", want)
	}
	name := onlyVariable(x)
	if name == "" {
		return nil
	}
	if b := e.scope.lookup(name); b != nil && b.kind == varBind && b.init != nil {
		return e.literalIn(b.init, "`"+name+"`", want)
	}
	return nil
}

// literalIn is the help to give the literal of a term, which gives something its type, another one; nil if it has none.
func (e *elab) literalIn(x ast.Node, whose string, want ir.Type) *ir.Help {
	lit := literalOf(x)
	if lit == nil || !isFloat(want) && !isInteger(want) {
		return nil
	}
	written := lit.Span().Text()
	text := strings.TrimSuffix(written, ".")
	switch fraction := strings.ContainsAny(text, ".eE"); {
	case isInteger(want) && (fraction || text != written):
		return nil
	case isFloat(want) && !fraction:
		text += ".0"
	}
	text += typeText(want)
	return &ir.Help{Message: "give " + whose + " the type `" + typeText(want) + "`: write `" + text + "`", Edits: []ir.Edit{{Loc: lit.Span().Loc(e.c), Text: text}}}
}

// literalOf is the decimal literal without suffix that gives a term its type: the term itself, negated, the first element of an array
// or the first argument of a call; nil if there is none.
func literalOf(x ast.Node) ast.Node {
	switch x := x.(type) {
	case *ast.IntLit:
		if text := x.Span().Text(); x.Suffix == "" && strings.Trim(text, "0123456789_") == "" {
			return x
		}
	case *ast.FloatLit:
		if x.Suffix == "" {
			return x
		}
	case *ast.Unary:
		if x.Op == ast.Neg {
			return literalOf(x.X)
		}
	case *ast.Array:
		if len(x.Elems) > 0 {
			return literalOf(x.Elems[0])
		}
	case *ast.ArrayRepeat:
		return literalOf(x.Elem)
	case *ast.Call:
		if len(x.Args) > 0 && x.Generics == nil {
			return literalOf(x.Args[0])
		}
	}
	return nil
}

// onlyVariable is the variable of a term that is one or an element of it, or of operators, literals and that variable alone; else "".
func onlyVariable(x ast.Node) string {
	switch x := x.(type) {
	case *ast.Name:
		if len(x.Path.Parts) == 1 && x.Args == nil {
			return x.Path.Parts[0].Name
		}
	case *ast.Index:
		return onlyVariable(x.X)
	case *ast.Select:
		return onlyVariable(x.X)
	case *ast.Slice:
		return onlyVariable(x.X)
	case *ast.Binary:
		a, b := onlyVariable(x.X), onlyVariable(x.Y)
		switch {
		case a == "" && literalOf(x.X) != nil || a == b:
			return b
		case b == "" && literalOf(x.Y) != nil:
			return a
		}
	}
	return ""
}
