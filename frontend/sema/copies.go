package sema

import (
	"slices"

	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/dialects/nat"
	"descend/frontend/ast"
	"descend/frontend/source"
	"descend/ir"
)

// Copies that go on while the thread does something else: `let t = copy_async(&uniq dst, &src);` and `finish(t)`. A token is in variables
// and nowhere else, so that each finish and each scope that ends is known to be of certain copies: it is the initial value of a variable, assigned to
// one, or finished.

// mayBeToken elaborates a term that may be a token.
func (e *terms) mayBeToken(x ast.Expr, want ir.Type) *ir.Value {
	e.token = x
	v := e.expr(x, want)
	e.token = nil
	return v
}

// heldElsewhere reports a token that a term gives where it is not kept in a variable.
func (e *terms) heldElsewhere(x ast.Expr, v *ir.Value, allowed bool) bool {
	if v == nil || v.Type() == nil || !descend.IsToken(v.Type()) || allowed {
		return false
	}
	e.fail(x.Span(), mismatched, "a token of a copy is kept in variables only").
		WithLabel("it is no part of a value, no value of a block, and given to nothing but `finish`").
		WithHelp("write `let t = copy_async(&uniq dst, &src);`, and `finish(t)` before what is copied is read")
	return true
}

// finish is finish(t): from here on the thread sees what was copied.
func (e builtinCall) finish() *ir.Value {
	if !e.takes(1) {
		return nil
	}
	v := e.mayBeToken(e.x.Args[0], nil)
	if v == nil {
		return nil
	}
	if !descend.IsToken(e.real(e.x.Args[0].Span(), v).Type()) {
		e.fail(e.x.Args[0].Span(), mismatched, "mismatched types").WithLabel("expected the token of a copy, found `%s`", descend.UserFormat(e.real(e.x.Span(), v).Type())).
			WithHelp("`let t = copy_async(&uniq dst, &src);` gives one")
		return nil
	}
	e.op(e.x.Span(), "descend.finish", []*ir.Value{v}, nil)
	return e.unit
}

// copyAsync is copy_async(&uniq dst, &src): begins to copy, and gives the token.
func (e builtinCall) copyAsync() *ir.Value {
	if !e.takes(2) {
		return nil
	}
	if e.inElse > 0 {
		e.fail(e.x.Span(), mismatched, "no copy in the value after `else`").WithLabel("it is computed where an element is missing only").
			WithHelp("begin the copy before, or pad the source of it: where it has no element, zero is written")
		return nil
	}
	to := e.copyEnd(e.x.Args[0], descend.GPUShared, true)
	if to == nil {
		return nil
	}
	from := e.copyEnd(e.x.Args[1], descend.GPUGlobal, false)
	if from == nil {
		return nil
	}
	t, src := descend.ElemOf(to), descend.ElemOf(from)
	if leaf := descend.Innermost(t); !descend.Every(leaf, isNumber) {
		e.fail(e.x.Args[0].Span(), mismatched, "mismatched types").
			WithLabel("numbers and arrays of them are copied, not `%s`", descend.UserFormat(t)).
			WithHelp("assign it: `dst = src`")
		return nil
	}
	ref := func(t ir.Type) ir.Type {
		return descend.Ref(e.c, false, descend.GPUGlobal, descend.Existing(e.c, descend.Padded(e.c, t)), "")
	}
	_, obligations, ok := e.agree(ref(t), ref(descend.Existing(e.c, src)), e.x.Args[1])
	if !ok {
		return nil
	}
	at := e.x.Span()
	if len(obligations) > 0 {
		from = e.retype(at, from, descend.Place(e.c, withSizes(e.c, src, t)), obligations)
	}
	e.copyElements(at, to, from)
	return e.val(at, "descend.copy_token", nil, descend.Token(e.c))
}

// copyEnd is the place of one of the arguments.
func (e builtinCall) copyEnd(x ast.Expr, m descend.Mem, uniq bool) *ir.Value {
	lend, what := "&", "a place of `gpu.global`, lent to be read"
	if uniq {
		lend, what = "&uniq ", "a place of `gpu.shared`, lent uniquely"
	}
	b, ok := x.(*ast.Borrow)
	if !ok || b.Uniq != uniq {
		text := x
		if ok {
			text = b.X
		}
		d := e.fail(x.Span(), mismatched, "mismatched types").WithLabel("expected %s", what)
		if e.isPlaceExpr(text) {
			d.WithHelp("write `" + lend + text.Span().Text() + "`")
		}
		return nil
	}
	p := e.place(b.X)
	if p == nil {
		return nil
	}
	p = e.autoDeref(p, b.X.Span())
	if got := e.memOf(p); got != m {
		e.fail(x.Span(), mismatched, "mismatched types").WithLabel("expected %s, found one of `%s`", what, got).
			WithHelp("a copy goes from `gpu.global` to `gpu.shared`; others are assignments: `dst = src`")
		return nil
	}
	if t := descend.ElemOf(p); uniq && descend.HoldsMaybe(t) {
		e.fail(x.Span(), descend.CodeMissingElement, "an element that may not exist").
			WithLabel("what is copied to is `%s`", descend.UserFormat(t)).
			WithHelp("pad the source instead: where it has no element, zero is written")
		return nil
	}
	return p
}

// withSizes is t, an array in arrays, with the sizes of like.
func withSizes(c *ir.Context, t, like ir.Type) ir.Type {
	a, ok := t.(*descend.ArrayType)
	if !ok {
		return t
	}
	b := like.(*descend.ArrayType)
	if elem := withSizes(c, a.Elem, b.Elem); a.View {
		return descend.View(c, elem, b.Size)
	} else {
		return descend.Array(c, elem, b.Size)
	}
}

// copyElements begins to copy a place: at once if both lie in one piece, else by elements. One that is missing is written as zero.
func (e *terms) copyElements(at source.Span, to, from *ir.Value) {
	t, ok := descend.ElemOf(to).(*descend.ArrayType)
	if ok {
		from = e.inOnePiece(from, descend.Array(e.c, t.Elem, t.Size), at)
		to = e.inOnePiece(to, descend.Array(e.c, t.Elem, t.Size), at)
	}
	switch m, maybe := descend.ElemOf(from).(*descend.MaybeType); {
	case maybe:
		e.ifExists(at, from, true, nil, func(there *ir.Value) { e.copyElements(at, to, there) },
			func() { e.write(at, e.afterReturn(m.Elem, at), to, false) })
	case !ok || !descend.HoldsView(descend.ElemOf(to)) || descend.IsScalar(t.Elem): // rows are looked at where it is known how they lie
		e.op(at, "descend.copy_async", []*ir.Value{to, from}, nil)
	default:
		e.copyEach(at, to, from, t)
	}
}

// copyEach begins to copy the elements of an array one after the other.
func (e *terms) copyEach(at source.Span, to, from *ir.Value, t *descend.ArrayType) {
	v := nat.Var(e.natName("copied"))
	block := ir.NewBlock(nil)
	e.at(at)
	e.b.OpR("descend.for_nat", nil, nil, []*ir.Region{ir.NewRegion(block)}, e.strAttr("var", v.String()), e.strAttr("kind", "range"),
		e.natAttr("lo", nat.Int(0)), e.natAttr("hi", t.Size))
	e.inBlock(block, func() {
		element := func(p *ir.Value) *ir.Value {
			return e.placeOp(at, "descend.at", []*ir.Value{p}, descend.ElemOf(p).(*descend.ArrayType).Elem, e.natAttr("index", v))
		}
		e.copyElements(at, element(to), element(from))
	})
}

// tokenType is the name of the type of tokens, where a variable is declared that gets one later.
const tokenType = "token"

// isTokenType says whether a type of a declaration is that of tokens; types of programs with its name come first.
func (e *statements) isTokenType(t ast.Type) bool {
	n, ok := t.(*ast.NamedType)
	return ok && n.Name.Name == tokenType && len(n.Args) == 0 && e.items.types[tokenType] == nil && e.items.aliases[tokenType] == nil && e.items.enums[tokenType] == nil &&
		e.scope.lookup(tokenType) == nil
}

// tokenVariable reports declarations that make no variable of the thread for a token: its own, or, where a warp executes, one of each lane of
// this warp, which gets its tokens and finishes them where the lanes are scheduled.
func (e *statements) tokenVariable(s *ast.Let, owner *ir.Value, path exec.Path) bool {
	if s.Owner == nil || s.Init == nil && e.curType().Kind == exec.Warp && owner == e.cur() && slices.Equal(path, lanes()) {
		return true
	}
	e.fail(s.Span(), mismatched, "a token of a copy belongs to the thread that makes it").
		WithLabel("`let[..]` makes variables that outlive the schedule").
		WithHelp("write `let t = copy_async(..);` within the `sched` of the threads, and `finish(t)` there; barriers may stand between")
	return false
}
