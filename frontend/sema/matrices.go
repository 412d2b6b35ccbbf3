package sema

import (
	"slices"

	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/frontend/ast"
	"descend/frontend/sema/infer"
	"descend/frontend/source"
	"descend/ir"
)

// Matrices of a warp. Their types and all that is done with them are a module of the language (frontend/std/matrix.desc), in terms of what
// each lane has: a value of each lane, of a type that only this module looks into. Checks know nothing of them but that. What this file
// adds: variables, parameters and results of these types are owned by the lanes without saying so; and operators and the functions
// of the language on matrices are calls of the module.

// Matrices is the path of the module.
const Matrices = "std::matrix"

// The names of the types, in the module and for programs.
const (
	matrixType = "matrix"
	rowsType   = "rows"
)

// matrixBuiltins are the functions of the language on matrices.
func matrixBuiltins(builtins map[string]builtin) {
	builtins["load_matrix"] = builtinCall.loadMatrix
	builtins["store_matrix"] = builtinCall.storeMatrix
	builtins["matrix_fill"] = matrixCall("matrix_fill", 1)
	builtins["mma"] = builtinCall.mma
	builtins[roundedProduct] = builtinCall.mma
	builtins["row_max"] = matrixCall("row_max", 1)
	builtins["row_sum"] = matrixCall("row_sum", 1)
	builtins["lane_mma"] = builtinCall.laneMMA
	builtins["lane_place"] = builtinCall.lanePlace
	builtins["lane_factors"] = builtinCall.laneFactors
	builtins["map"] = perElement("map", 2)
	builtins["zip"] = perElement("zip", 3)
	for _, n := range []string{"min", "max"} {
		builtins[n] = ofNumbers(n+"imum", builtins[n])
	}
}

// ofLanes are the lanes of the warp that executes; false if none does.
func (e *point) ofLanes() (*ir.Value, exec.Path, bool) {
	if e.curType().Kind != exec.Warp {
		return nil, nil, false
	}
	return e.cur(), lanes(), true
}

// lanes is the path from a warp to each of its lanes.
func lanes() exec.Path { return exec.Path{{Kind: exec.ForallStep, Axis: exec.X}} }

// inMatrices says whether what is elaborated is the module of matrices itself.
func (it *items) inMatrices() bool { return it.matrices != nil && it == it.matrices }

// ofMatrices is a function of the module of matrices, or nil: no file of the program has a word of it.
func (it *items) ofMatrices(name string) *function {
	if it.matrices == nil {
		return nil
	}
	return it.matrices.fns[name]
}

const wholeWarp = "only a whole warp uses matrices"

// usesMatrix reports a use of a value of type t, which has matrices in it, by somebody else than a warp.
func (e *places) usesMatrix(s source.Span, t ir.Type) bool {
	if e.curType().Kind == exec.Warp || !descend.HoldsMatrix(t) || e.items.inMatrices() || e.noResource > 0 {
		return false
	}
	e.byWarp(s)
	return true
}

// byWarp reports what only a warp does.
func (e *matcher) byWarp(s source.Span) {
	d := e.fail(s, wrongExec, wholeWarp).WithLabel("this is executed by `%s`", e.curType().User())
	switch w := e.around(exec.Warp); {
	case w != nil:
		d.WithHelp("use it where `" + e.resourceName(w) + "` executes, before its lanes are scheduled")
	case e.around(exec.Block) != nil && e.curType().Kind == exec.Block:
		d.WithHelp("schedule the warps: `sched warp in " + e.resourceName(e.around(exec.Block)) + ".to_warps { .. }`")
	default:
		d.WithHelp("schedule warps, and not their lanes: `sched block in grid { sched warp in block.to_warps { .. } }`")
	}
}

// warpCall says whether a function of matrices can be called here; else it was reported.
func (e builtinCall) warpCall() bool {
	switch {
	case e.items.matrices == nil: // so no matrix is meant
		e.unknownFunction(e.x.Fun, e.x.Args, e.x.Span())
		e.args(e.x.Args)
	case e.noResource > 0:
		e.poison()
	case e.curType().Kind != exec.Warp:
		e.byWarp(e.x.Span())
	default:
		return true
	}
	return false
}

// matrixCall is a function of the module, under another name.
func matrixCall(name string, args int) builtin {
	return func(e builtinCall) *ir.Value {
		if !e.warpCall() {
			return nil
		}
		if len(e.x.Args) != args {
			e.calls.arity(e.x.Span(), "`"+e.x.Fun.String()+"`", args, len(e.x.Args))
			e.args(e.x.Args)
			return nil
		}
		return e.callFunction(e.x, e.items.ofMatrices(name), e.want)
	}
}

// loadMatrix is load_matrix(&place).
func (e builtinCall) loadMatrix() *ir.Value { return e.access("load_matrix", 1) }

// storeMatrix is store_matrix(&uniq place, m).
func (e builtinCall) storeMatrix() *ir.Value { return e.access("store_matrix", 2) }

// access calls the function that reads or writes the place that is lent in the first argument.
func (e builtinCall) access(name string, args int) *ir.Value {
	if !e.warpCall() || !e.takes(args) {
		return nil
	}
	return matrixCall(name, args)(e)
}

// mma is mma(&uniq acc, a, b): acc = acc + a b.
func (e builtinCall) mma() *ir.Value {
	if !e.warpCall() || !e.takes(3) {
		return nil
	}
	b, ok := e.x.Args[0].(*ast.Borrow)
	if !ok || !b.Uniq {
		e.fail(e.x.Args[0].Span(), mismatched, "mismatched types").WithLabel("the matrix that is added to is lent").
			WithHelp("write `" + e.x.Fun.String() + "(&uniq acc, a, b)`")
		return nil
	}
	p := e.place(b.X)
	if p == nil {
		return nil
	}
	acc := e.load(b.X.Span(), p)
	factors, ok := e.matrixOperands(e.x.Args[1:])
	if acc == nil || !ok {
		return nil
	}
	vs := append([]*ir.Value{acc}, factors...)
	for i, v := range vs {
		if _, _, _, is := descend.MatrixShape(v.Type()); !is {
			e.fail(e.x.Args[i].Span(), mismatched, "mismatched types").WithLabel("expected a matrix, found `%s`", descend.UserFormat(v.Type()))
			return nil
		}
	}
	f := e.product(vs)
	if f == "" {
		return nil
	}
	sum := e.callValues(e.x, f, vs, nil)
	if sum == nil {
		return nil
	}
	e.write(e.x.Span(), sum, p, false)
	return e.unit
}

// products are the functions for factors of a type, and the types of their sums.
var products = map[string]struct {
	function string
	sums     []string
}{
	"f16":  {"mma16", []string{"f32", "f16"}},
	"bf16": {"mma16", []string{"f32"}},
	"f64":  {"mma64", []string{"f64"}},
	"i8":   {"mma8", []string{"i32"}},
	"u8":   {"mma8", []string{"i32"}},
}

// roundedProduct is the function for factors of f32, which are rounded to tf32.
const roundedProduct = "mma_tf32"

// product is the function for the product of two matrices that is added to a third; "" after an error.
func (e builtinCall) product(vs []*ir.Value) string {
	var elems []string
	for _, v := range vs {
		d, _, _, _ := descend.MatrixShape(v.Type())
		elems = append(elems, descend.UserFormat(d))
	}
	at := e.x.Span()
	if elems[1] != elems[2] {
		e.fail(at, mismatched, "mismatched types").WithLabel("the factors are of `%s` and `%s`", elems[1], elems[2]).Help = e.sameFactors(vs, elems)
		return ""
	}
	p, ok := products[elems[1]]
	switch rounds := e.x.Fun.String() == roundedProduct; {
	case rounds && elems[1] == "f32":
		p.function, p.sums, ok = roundedProduct, []string{"f32"}, true
	case rounds:
		e.fail(at, mismatched, "mismatched types").WithLabel("`%s` rounds factors of `f32`, not of `%s`", roundedProduct, elems[1]).
			WithHelp("write `mma`", e.otherProduct("mma", slices.Contains(p.sums, elems[0]))...)
		return ""
	case elems[1] == "f32":
		e.fail(at, mismatched, "mismatched types").WithLabel("no product of matrices of `f32`").
			WithHelp("write `"+roundedProduct+"`, with a sum of `f32`: the factors are rounded to 10 bits behind the point", e.otherProduct(roundedProduct, elems[0] == "f32")...)
		return ""
	}
	if !ok {
		e.fail(at, mismatched, "mismatched types").WithLabel("no product of matrices of `%s`", elems[1]).
			Note("there are products of `f16`, added to `f32` or `f16`, of `bf16`, added to `f32`, of `f64`, and of `i8` and `u8`, added to `i32`; `" + roundedProduct + "` rounds `f32`")
		return ""
	}
	if !slices.Contains(p.sums, elems[0]) {
		e.fail(at, mismatched, "mismatched types").WithLabel("a product of `%s` is not added to `%s`", elems[1], elems[0]).
			WithHelp("make the sum a matrix of `" + p.sums[0] + "`")
		return ""
	}
	return p.function
}

// sameFactors is the help to make both factors of one type of which there are products, if possible with such a sum.
func (e builtinCall) sameFactors(vs []*ir.Value, elems []string) *ir.Help {
	of, sums := 0, []string(nil)
	for i := 1; i <= 2; i++ {
		p, ok := products[elems[i]]
		if e.x.Fun.String() == roundedProduct {
			p.sums, ok = []string{"f32"}, elems[i] == "f32"
		}
		if ok && (of == 0 || slices.Contains(p.sums, elems[0])) {
			of, sums = i, p.sums
		}
	}
	if of == 0 {
		return &ir.Help{Message: "make both of `f16`: only of some types there are products"}
	}
	other := 3 - of
	_, r, c, _ := descend.MatrixShape(vs[other].Type())
	x := e.x.Args[other]
	text := x.Span().Text()
	if !isPrimary(x) {
		text = "(" + text + ")"
	}
	text += " as matrix<" + elems[of] + ", " + r.String() + ", " + c.String() + ">"
	h := &ir.Help{Message: "make both of `" + elems[of] + "`: `" + text + "`"}
	if slices.Contains(sums, elems[0]) {
		h.Edits = []ir.Edit{{Loc: x.Span().Loc(e.c), Text: text}}
	}
	return h
}

// otherProduct is the edit that calls another product, if the sum is right for it.
func (e builtinCall) otherProduct(name string, fits bool) []ir.Edit {
	if !fits {
		return nil
	}
	return []ir.Edit{{Loc: e.x.Fun.Span().Loc(e.c), Text: name}}
}

// matrixOperands elaborates terms that are matrices.
func (e *terms) matrixOperands(xs []ast.Expr) (vs []*ir.Value, ok bool) {
	ok = true
	for _, x := range xs {
		v := e.expr(x, nil)
		ok = ok && v != nil
		vs = append(vs, v)
	}
	return vs, ok
}

// callValues calls a function of the module with values; want is the type of the result, if that is not determined by them.
func (e *terms) callValues(x ast.Expr, name string, vs []*ir.Value, want ir.Type) *ir.Value {
	f := e.items.ofMatrices(name)
	if f == nil || f.bad {
		return e.poison()
	}
	in := e.calls.instantiate(f, nil, x.Span())
	mark := e.infer.Mark()
	for i, v := range vs {
		p := descend.SubstType(e.c, f.params[i].typ, in.sub)
		m := e.infer.Unify(p, v.Type(), false)
		if _, ok := e.justify(m.Eqs); !m.OK || !ok {
			e.fail(x.Span(), mismatched, "mismatched types").
				WithLabel("expected `%s`, found `%s`", descend.UserFormat(e.infer.Type(p)), descend.UserFormat(v.Type()))
			return nil
		}
	}
	ret := descend.SubstType(e.c, f.ret, in.sub)
	if want != nil && infer.Open(e.infer.Type(ret)) {
		e.infer.Unify(ret, want, false)
	}
	if !e.calls.settleSizes(x.Span(), mark) {
		return nil
	}
	attrs, ok := e.calls.callee(in, nil, x)
	if !ok {
		return nil
	}
	return e.val(x.Span(), "descend.call", append([]*ir.Value{e.cur()}, vs...), e.infer.Type(ret), attrs...)
}

// ofModule says whether a function is called that only the module of matrices has; else it is reported.
func (e builtinCall) ofModule() bool {
	if !e.items.inMatrices() {
		e.unknownFunction(e.x.Fun, e.x.Args, e.x.Span())
		e.args(e.x.Args)
	}
	return e.items.inMatrices()
}

// lanePlace is lane_place(&place), of the module alone.
func (e builtinCall) lanePlace() *ir.Value {
	if !e.ofModule() {
		return nil
	}
	x := e.x.Args[0].(*ast.Borrow).X
	p := e.autoDeref(e.place(x), x.Span())
	rows := descend.ElemOf(p).(*descend.ArrayType)
	cols := rows.Elem.(*descend.ArrayType)
	t := descend.LaneTiles(e.c, descend.Existing(e.c, cols.Elem), rows.Size, cols.Size)
	return e.val(e.x.Span(), "descend.lane_place", []*ir.Value{p}, e.c.TupleType(t, t, t))
}

// laneFactors is lane_factors(x), of the module alone.
func (e builtinCall) laneFactors() *ir.Value {
	if !e.ofModule() {
		return nil
	}
	vs, ok := e.matrixOperands(e.x.Args)
	if !ok {
		return nil
	}
	return e.val(e.x.Span(), "descend.lane_factors", vs, e.c.TupleType(vs[0].Type(), vs[0].Type()))
}

// laneMMA is lane_mma(acc, a, b), of the module alone.
func (e builtinCall) laneMMA() *ir.Value {
	if !e.ofModule() {
		return nil
	}
	vs, ok := e.matrixOperands(e.x.Args)
	if !ok {
		return nil
	}
	return e.val(e.x.Span(), "descend.lane_mma", vs, vs[0].Type())
}

// notElements says of values of which type there are no arrays, "" if there are: which element is taken would not be known.
func notElements(t ir.Type) string {
	switch {
	case descend.HoldsPermutation(t):
		return "permutations"
	case descend.HoldsMatrix(t):
		return "matrices of a warp"
	}
	return ""
}

// inMemory reports matrices behind references and in boxes: they are in registers of the lanes.
func (r *resolver) inMemory(s source.Span, elem ir.Type) bool {
	if !descend.HoldsMatrix(elem) {
		return false
	}
	r.fail(s, mismatched, "a matrix of a warp is not in memory").WithLabel("it is spread over registers of the lanes").
		WithHelp("pass it by value, and store it with `store_matrix(&uniq place, m)`")
	return true
}

// ofWarp makes a parameter or result of a type with matrices one of each lane; nil and an error where no warp executes the function.
func (r *resolver) ofWarp(f *function, s source.Span) exec.Path {
	if f.exec.Kind == exec.Warp {
		return lanes()
	}
	r.fail(s, wrongExec, wholeWarp).WithLabel("this function is executed by `%s`", f.exec.User()).
		WithHelp("functions of warps, `-[w: gpu.warp]->`, take and give matrices")
	return nil
}
