package sema

import (
	"slices"

	"descend/dialects/descend"
	"descend/frontend/ast"
	"descend/frontend/source"
	"descend/frontend/std"
	"descend/ir"
)

// Permutations of the language. Their type and the look at the indices are a module of the language (frontend/std/permutation.desc), which
// keeps both to itself: that no program makes a value of the type is what checks and lowering rely on.

// Permutations is the path of the module.
const Permutations = "std::permutation"

// BuiltIn are the modules of the language whose items programs name without `use`, with words of which a program has one if it does.
var BuiltIn = []struct {
	Path  string
	Words []string
}{{Permutations, []string{"ermutation"}}, {Matrices, []string{"matrix<", "matrix_", "_matrix", "rows<"}}}

// Standard are the paths of the modules of the language that programs use, sorted: all but those.
func Standard() []string {
	return slices.DeleteFunc(std.Modules(), func(path string) bool { return path == Permutations || path == Matrices })
}

// permutationType is the name of the type, in the module and for programs.
const permutationType = "Permutation"

// permutation is permutation(&uniq indices): what the function of the module gives, once it is known that the indices are a permutation.
func (e builtinCall) permutation() *ir.Value {
	if !e.takes(1) {
		return nil
	}
	if e.items.permutations == nil {
		return e.poison()
	}
	f := e.items.permutations.fns["permutation"]
	e.items.use(f)
	v := e.callFunction(e.x, f, nil)
	if v == nil {
		return nil
	}
	at := e.x.Span()
	parts, ok := v.Type().(*ir.TupleType)
	if !ok {
		return e.poison()
	}
	p := e.temp(at, v)
	found := e.load(at, e.proj(p, 1, parts.Types[1], at))
	e.op(at, "descend.check_permutation", []*ir.Value{found}, nil, e.strAttr("text", at.Text()))
	return e.load(at, e.proj(p, 0, parts.Types[0], at))
}

// order is the value of the argument of permute: what is lent, which is small and copied.
func (e *terms) order(x ast.Expr, env *scope) *ir.Value {
	b, ok := x.(*ast.Borrow)
	if !ok || b.Uniq {
		e.fail(x.Span(), mismatched, "mismatched types").WithLabel("a permutation is lent to be read: `permute(&p)`")
		return nil
	}
	scope := e.scope
	e.scope = env
	defer func() { e.scope = scope }()
	p := e.place(b.X)
	if p == nil {
		return nil
	}
	p = e.autoDeref(p, b.X.Span())
	if _, ok := descend.PermutationSize(descend.ElemOf(p)); !ok {
		e.fail(b.X.Span(), mismatched, "mismatched types").WithLabel("expected a permutation, found `%s`", descend.UserFormat(descend.ElemOf(p))).
			WithHelp("on the CPU `permutation(&uniq indices)` makes one of indices in `gpu.global`, which kernels take as `p: Permutation<n>`")
		return nil
	}
	return e.load(b.X.Span(), p)
}

// keptInArray reports elements of an array that hold permutations or matrices.
func (e *terms) keptInArray(s source.Span, elem ir.Type) bool {
	what := notElements(elem)
	if what != "" {
		notKept(e.fail(s, mismatched, "%s are not kept in arrays", what))
	}
	return what != ""
}

func notKept(d *ir.Diagnostic) {
	d.WithLabel("which element is taken would not be known").
		WithHelp("give each a name of its own: a variable, or a field of a struct")
}
