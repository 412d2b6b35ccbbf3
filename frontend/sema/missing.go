package sema

import (
	"strings"

	"descend/dialects/descend"
	"descend/frontend/ast"
	"descend/frontend/source"
	"descend/ir"
	"descend/ir/pattern"
)

// This file knows which value an element that may not be there could have where there is none: the one that changes nothing in
// what is done with it, as far as that is written in the same function. Only what a message proposes depends on it.

// neutral is what a value goes into, which decides what changes nothing there.
type neutral int

const (
	unknown neutral = iota // it is not known what it goes into
	several                // different things, or it is not known which value does
	inSum
	inProduct
	inMaximum
	inMinimum
	inAny // `||`, `|`, `^`
	inAll // `&&`, `&`
	inIndex
)

// fate is what becomes of a value.
type fate struct {
	into neutral
	// term is made of the value and goes there instead; nil: the value itself does, or what is 0 with it goes into a sum.
	term ast.Node
}

// usage finds what becomes of the values of a function.
type usage struct {
	items  *items
	parent map[ast.Node]ast.Node
	places map[source.Span]ast.Expr // the largest that are written there
	rooted map[string][]ast.Expr    // these places by the names of their variables
	fates  map[string]fate          // of the variables that were asked for
}

// newUsage looks through the body of a function.
func newUsage(it *items, body *ast.Block) *usage {
	u := &usage{items: it, parent: map[ast.Node]ast.Node{}, places: map[source.Span]ast.Expr{}, rooted: map[string][]ast.Expr{}, fates: map[string]fate{}}
	if body == nil {
		return u
	}
	ast.Inspect(body, func(n ast.Node) bool {
		for _, c := range ast.Children(n) {
			u.parent[c] = n
		}
		x, ok := n.(ast.Expr)
		if !ok || !ast.IsPlace(x) {
			return true
		}
		r := ast.RootOf(x)
		if up, ok := u.parent[n].(ast.Expr); ok && ast.RootOf(up) == r {
			return true
		}
		u.places[x.Span()] = x
		u.rooted[r.Name] = append(u.rooted[r.Name], x)
		return true
	})
	return u
}

// passing is a value on its way through the terms around it.
type passing struct {
	alone  bool     // nothing was computed with it
	zero   bool     // what was computed is 0 if it is 0
	opaque bool     // what was computed need not tell anything of it
	cast   bool     // it has another type now, which has other limits
	term   ast.Node // what was computed
}

// goes is the fate of a value that goes into n now.
func (v passing) goes(n neutral) fate {
	if v.cast && n != inSum && n != inProduct && n != unknown {
		return fate{into: several}
	}
	if v.alone || v.zero && (n == inSum || n == inAny) || !v.opaque && n == unknown {
		return fate{into: n}
	}
	return fate{n, v.term}
}

// of follows a term outwards to where its value goes.
func (u *usage) of(x ast.Expr) fate {
	v := passing{alone: true, zero: true, term: x}
	for {
		up := u.parent[v.term]
		switch p := up.(type) {
		case *ast.Cast:
			v.cast = true
		case *ast.Unsafe:
		case *ast.Block:
			if p.Result != v.term {
				return v.goes(unknown)
			}
		case *ast.If:
			if p.Cond == v.term {
				return v.goes(unknown)
			}
		case *ast.Unary:
			v.alone, v.opaque = false, v.opaque || p.Op == ast.Not
			v.zero = v.zero && p.Op == ast.Neg
		case *ast.Binary:
			if into := u.accumulates(p, v.term); into != unknown {
				return v.goes(into)
			}
			v.operator(p)
		case *ast.Call:
			if into := u.given(p, v.term); into != unknown {
				return v.goes(into)
			}
			if !strings.HasPrefix(p.Fun.String(), "shfl") || p.Args[0] != v.term { // the value of another lane is made as this one
				v.alone, v.zero, v.opaque = false, false, true
			}
		case *ast.Index:
			return fate{inIndex, p}
		case *ast.Let:
			if n, ok := p.Pat.(*ast.NamePattern); ok {
				return v.then(u.variable(n.Name.Name))
			}
			return v.goes(unknown)
		case *ast.Assign:
			return u.assigned(p, v)
		default:
			return v.goes(unknown)
		}
		v.term = up
	}
}

// operator passes a value through an operator.
func (v *passing) operator(x *ast.Binary) {
	left := x.X == v.term
	v.alone = false
	switch x.Op {
	case ast.Mul, ast.BitAnd, ast.And:
	case ast.Div, ast.Rem, ast.Shl, ast.Shr:
		v.zero, v.opaque = v.zero && left, v.opaque || !left
	case ast.Add, ast.Sub, ast.BitOr, ast.BitXor, ast.Or:
		v.zero = false
	default: // a comparison
		v.zero, v.opaque = false, true
	}
}

// into is what an operator makes of the values that it is applied to one after the other.
func into(op ast.BinaryOp) neutral {
	switch op {
	case ast.Add, ast.Sub:
		return inSum
	case ast.Mul, ast.Div:
		return inProduct
	case ast.BitOr, ast.BitXor, ast.Or:
		return inAny
	case ast.BitAnd, ast.And:
		return inAll
	}
	return unknown
}

// accumulates says what a term goes into as an operand of `a = a + term`.
func (u *usage) accumulates(x *ast.Binary, term ast.Node) neutral {
	other, turned := x.X, false
	if x.X == term {
		other, turned = x.Y, true
	}
	a, ok := u.parent[x].(*ast.Assign)
	if !ok || a.Compound || a.Y != x || !ast.IsPlace(other) || other.Span().Text() != a.X.Span().Text() || turned && (x.Op == ast.Sub || x.Op == ast.Div) {
		return unknown
	}
	return into(x.Op)
}

// given says what an argument of a function of the language goes into.
func (u *usage) given(x *ast.Call, arg ast.Node) neutral {
	name := x.Fun.String()
	if f := u.items.fns[name]; f != nil && !(f.prelude && f.decl.Body == nil) {
		if !strings.HasPrefix(f.home.path, "std::") {
			return unknown
		}
		return map[string]neutral{"sum": inSum, "greatest": inMaximum, "least": inMinimum}[f.decl.Name.Name]
	}
	if name == "max" || name == "min" {
		name = "atomic_" + name
	} else if len(x.Args) != 2 || x.Args[1] != arg {
		return unknown
	}
	switch strings.TrimPrefix(strings.TrimPrefix(name, "atomic_"), "fetch_") {
	case "max":
		return inMaximum
	case "min":
		return inMinimum
	case "add", "sub":
		return inSum
	case "or", "xor":
		return inAny
	case "and":
		return inAll
	}
	return unknown
}

// assigned is the fate of the right side of an assignment.
func (u *usage) assigned(x *ast.Assign, v passing) fate {
	if x.Y != v.term {
		return v.goes(unknown)
	}
	if x.Compound {
		if n := into(x.Op); n != unknown {
			return v.goes(n)
		}
		v.operator(&ast.Binary{Op: x.Op, X: x.X, Y: x.Y})
		return v.goes(unknown)
	}
	r := ast.RootOf(x.X)
	if r == nil {
		return v.goes(unknown)
	}
	return v.then(u.variable(r.Name))
}

// then is the fate of a value that becomes that of a variable with this fate.
func (v passing) then(f fate) fate {
	if f.term != nil {
		return f
	}
	return v.goes(f.into)
}

// variable is what the values of a variable become, where the uses of it agree.
func (u *usage) variable(name string) fate {
	if f, ok := u.fates[name]; ok {
		return f
	}
	u.fates[name] = fate{} // it may go into itself
	var all fate
	for _, x := range u.rooted[name] {
		var f fate
		if a, ok := u.parent[x].(*ast.Assign); ok && a.X == x {
			if a.Compound {
				f.into = into(a.Op)
			}
		} else {
			f = u.of(x)
		}
		switch {
		case f == fate{} || f == all:
		case all == fate{}:
			all = f
		default:
			all = fate{into: several}
		}
	}
	u.fates[name] = all
	return all
}

// substitute is the help for an element of type t at s that is read as if it was there: a value for where there is none. It is
// inserted where that value follows from what is done with the element, or where nothing is known of that.
func (e *places) substitute(s source.Span, t ir.Type) *ir.Help {
	zero := zeroOf(t)
	if zero == "" {
		return &ir.Help{Message: "write `if let e = &" + s.Text() + " { .. } else { .. }`, or the value after `else`"}
	}
	if e.usage == nil {
		e.usage = newUsage(e.items, e.fn.decl.Body)
	}
	var f fate
	if x := e.usage.places[s]; x != nil {
		f = e.usage.of(x)
	}
	if f.into == inIndex {
		return &ir.Help{Message: "do what needs the index only where there is one: `if let e = &" + s.Text() + " { .. }`, with `*e` in it"}
	}
	if f.term != nil || f.into == several {
		return &ir.Help{Message: "write `(" + s.Text() + " else v)` with " + wanted(f, s, t)}
	}
	value, words := neutralOf(f.into, t)
	switch {
	case value != "":
		words = ": " + words
	case isNumber(t):
		value, words = zero, "; 0 is a guess: "+inWhat(t)
	default:
		value = zero
	}
	open, end := "(", ")"
	if e.standsAlone(s) {
		open, end = "", ""
	}
	return &ir.Help{Message: "say what it is where there is none" + words, Edits: []ir.Edit{
		{Loc: s.Head().Loc(e.c), Text: open}, {Loc: s.Tail().Loc(e.c), Text: " else " + value + end}}}
}

// operandInParens is a v in parentheses that is no argument of a function, with what stands before it.
var operandInParens = pattern.Of(`(^|[^a-zA-Z0-9_>])\(v\)`)

// wanted says in words which value v the element at s should have, which goes where f says.
func wanted(f fate, s source.Span, t ir.Type) string {
	if f.into == several {
		return "a v for all that is done with it: " + inWhat(t)
	}
	term := operandInParens().ReplaceAllString(strings.ReplaceAll(f.term.Span().Text(), s.Text(), "v"), "${1}v")
	value, words := neutralOf(f.into, t)
	if value == "" {
		return "a v for which `" + term + "` is what it should be where there is no element"
	}
	out := "a v for which `" + term + "` is " + strings.Replace(words, " changes", ", which changes", 1)
	if call, ok := f.term.(*ast.Call); ok && f.into == inSum && strings.HasPrefix(call.Fun.String(), "exp") {
		return out + ": `exp` of `" + limitOf(t, "MIN", "NEG_INFINITY") + "` is 0"
	}
	return out + "; or do this in `if let e = &p { .. }` only"
}

// inWhat says which values change nothing in what.
func inWhat(t ir.Type) string {
	return "what changes nothing is 0 in a sum, 1 in a product, `" + limitOf(t, "MIN", "NEG_INFINITY") + "` in a maximum"
}

// neutralOf is the value of type t that changes nothing where a value goes into n, and a sentence that says so; "" if none is known.
func neutralOf(n neutral, t ir.Type) (value, words string) {
	switch {
	case n == inSum && isNumber(t):
		return zeroOf(t), "0 changes nothing in a sum"
	case n == inProduct && isNumber(t):
		return strings.Replace(zeroOf(t), "0", "1", 1), "1 changes nothing in a product"
	case n == inMaximum && isNumber(t):
		value = limitOf(t, "MIN", "NEG_INFINITY")
		return value, "`" + value + "` changes nothing in a maximum"
	case n == inMinimum && isNumber(t):
		value = limitOf(t, "MAX", "INFINITY")
		return value, "`" + value + "` changes nothing in a minimum"
	case n == inAny && (isBool(t) || isInteger(t)):
		return zeroOf(t), "`" + zeroOf(t) + "` changes nothing there"
	case n == inAll && isBool(t):
		return "true", "`true` changes nothing there"
	case n == inAll && isSigned(t) && isInteger(t):
		return "-1", "`-1` changes nothing there"
	case n == inAll && isInteger(t):
		value = limitOf(t, "MAX", "")
		return value, "`" + value + "` changes nothing there"
	}
	return "", ""
}

// limitOf is a constant of a type of numbers.
func limitOf(t ir.Type, integer, float string) string {
	if isFloat(t) {
		return descend.UserFormat(t) + "::" + float
	}
	return descend.UserFormat(t) + "::" + integer
}
