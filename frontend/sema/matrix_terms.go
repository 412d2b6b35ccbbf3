package sema

import (
	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/frontend/ast"
	"descend/ir"
)

// Operators on matrices of a warp. Which ones a term is of is seen in its form, before it is elaborated: a number takes the type of the elements
// of the matrix that it is combined with.

// matrixKind says whether a value is a matrix, or a number for each row of one.
type matrixKind int

const (
	noMatrix matrixKind = iota
	ofRows
	ofElements
)

func matrixKindOf(t ir.Type) matrixKind {
	if _, _, _, ok := descend.MatrixShape(t); ok {
		return ofElements
	}
	if _, _, ok := descend.RowsShape(t); ok {
		return ofRows
	}
	return noMatrix
}

// matrixTerm says of which kind the value of a term is.
func (e *terms) matrixTerm(x ast.Expr) matrixKind {
	if e.items.matrices == nil || e.items.inMatrices() {
		return noMatrix
	}
	switch x := x.(type) {
	case *ast.Name:
		if id := nameOf(x); id != nil {
			if b := e.scope.lookup(id.Name); b != nil && b.kind == varBind && b.place != nil {
				return matrixKindOf(descend.ElemOf(b.place))
			}
		}
	case *ast.Call:
		return e.matrixCalled(x)
	case *ast.Binary:
		if !x.Op.IsComparison() && !x.Op.IsLogical() {
			return max(e.matrixTerm(x.X), e.matrixTerm(x.Y))
		}
	case *ast.Cast:
		return e.matrixTerm(x.X)
	}
	return noMatrix
}

// matrixCalled says it of a call.
func (e *terms) matrixCalled(x *ast.Call) matrixKind {
	name := x.Fun.String()
	if f := e.items.fns[name]; f != nil && f.decl.Body != nil {
		return matrixKindOf(f.ret)
	}
	switch name {
	case "load_matrix", "matrix_fill":
		return ofElements
	case "row_max", "row_sum":
		return ofRows
	case "map", "zip", "min", "max":
		if len(x.Args) > 0 {
			return e.matrixTerm(x.Args[0])
		}
	}
	return noMatrix
}

// matrixOperators are the functions of the operators; with _rows behind the name for numbers of rows.
var matrixOperators = map[ast.BinaryOp]string{ast.Add: "add", ast.Sub: "sub", ast.Mul: "mul", ast.Div: "div"}

// matrixBinary is x where a matrix, or numbers of its rows, is among the operands.
func (e *terms) matrixBinary(x *ast.Binary) *ir.Value {
	return e.combined(x, matrixOperators[x.Op], x.Op.String(), x.X, x.Y)
}

// combined combines two terms element by element by a function of the module: a number is combined with all elements, and a number of each
// row with those of the row.
func (e *terms) combined(at ast.Expr, function, shown string, x, y ast.Expr) *ir.Value {
	if function == "" {
		e.fail(at.Span(), mismatched, "mismatched types").WithLabel("`%s` is not defined for matrices", shown).
			WithHelp("write `zip(a, b, |x, y| x " + shown + " y)`, and `map(a, |x| ..)` with a number")
		return nil
	}
	if e.curType().Kind != exec.Warp && e.noResource == 0 {
		e.byWarp(at.Span())
		return nil
	}
	kx, ky := e.matrixTerm(x), e.matrixTerm(y)
	var a, b *ir.Value
	if kx >= ky {
		if a = e.expr(x, nil); a != nil {
			b = e.lifted(y, a.Type())
		}
	} else if b = e.expr(y, nil); b != nil {
		a = e.lifted(x, b.Type())
	}
	if a == nil || b == nil {
		return nil
	}
	return e.elementwise(at, function, a, b)
}

// elementwise calls a function for matrices, or numbers of rows, of one type.
func (e *terms) elementwise(at ast.Expr, function string, a, b *ir.Value) *ir.Value {
	if matrixKindOf(a.Type()) == ofRows {
		function += "_rows"
	}
	return e.callValues(at, function, []*ir.Value{a, b}, a.Type())
}

// lifted is the value of a term as one of type t: of numbers of rows, or a number, the matrix that has them everywhere.
func (e *terms) lifted(x ast.Expr, t ir.Type) *ir.Value {
	kind := matrixKindOf(t)
	switch is := e.matrixTerm(x); {
	case is == kind:
		return e.expr(x, t)
	case is == ofRows:
		v := e.expr(x, nil)
		if v == nil {
			return nil
		}
		return e.callValues(x, "spread", []*ir.Value{v}, t)
	}
	elem, fill := ir.Type(nil), "matrix_fill"
	if elem, _, _, _ = descend.MatrixShape(t); kind == ofRows {
		elem, _, _ = descend.RowsShape(t)
		fill = "fill_rows"
	}
	v := e.expect(x, elem, false)
	if v == nil {
		return nil
	}
	return e.callValues(x, fill, []*ir.Value{v}, t)
}

// compound is old op= y for a matrix.
func (e *terms) compound(x *ast.Assign, old, y *ir.Value) *ir.Value {
	function := matrixOperators[x.Op]
	if function == "" {
		e.fail(x.Span(), mismatched, "mismatched types").WithLabel("`%s=` is not defined for matrices", x.Op)
		return nil
	}
	return e.elementwise(x.Y, function, old, y)
}

// matrixCast is m as matrix<d, r, c>: each element as a d.
func (e *terms) matrixCast(x *ast.Cast, t ir.Type) *ir.Value {
	v := e.expr(x.X, nil)
	if v == nil {
		return nil
	}
	_, r, c, from := descend.MatrixShape(v.Type())
	_, tr, tc, to := descend.MatrixShape(t)
	if !from || !to || !r.Equal(tr) || !c.Equal(tc) {
		e.fail(x.Span(), mismatched, "mismatched types").
			WithLabel("`%s` cannot be cast to `%s`", descend.UserFormat(v.Type()), descend.UserFormat(t))
		return nil
	}
	return e.callValues(x, "convert", []*ir.Value{v}, t)
}

// perElement is map(m, f) or zip(m, n, f), of matrices or of numbers of rows.
func perElement(name string, args int) builtin {
	return func(e builtinCall) *ir.Value {
		if len(e.x.Args) > 0 && e.matrixTerm(e.x.Args[0]) == ofRows {
			return matrixCall(name+"_rows", args)(e)
		}
		return matrixCall(name, args)(e)
	}
}

// ofNumbers is min or max, of matrices also.
func ofNumbers(name string, scalars builtin) builtin {
	return func(e builtinCall) *ir.Value {
		if len(e.x.Args) == 2 && max(e.matrixTerm(e.x.Args[0]), e.matrixTerm(e.x.Args[1])) != noMatrix {
			return e.combined(e.x, name, e.x.Fun.String(), e.x.Args[0], e.x.Args[1])
		}
		return scalars(e)
	}
}
