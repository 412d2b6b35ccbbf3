package fix

import (
	"slices"

	"descend/dialects/descend"
	"descend/frontend/ast"
	"descend/frontend/source"
	"descend/frontend/syntax"
	"descend/ir"
)

// makeAtomic makes assignments to atomic operations; nil if one of them is none that can be.
func (e *editor) makeAtomic(f descend.MakeAtomic) []ir.Edit {
	var out []ir.Edit
	for _, at := range f.Assignments {
		x := find[*ast.Assign](e, at)
		if x == nil {
			return nil
		}
		name, v := e.update(x)
		if name == "" || !isPlain(v) {
			return nil
		}
		before, after := e.asStatement(x)
		start, end := e.withParens(v.Span())
		_, of := e.withParens(x.X.Span())
		out = append(out, e.insert(x.Span().Start, before+name+"(&shrd "), e.replace(of, start, ", "), e.replace(end, x.Span().End, ")"+after))
	}
	return out
}

// asStatement is what stands before and behind a term in the place of an assignment, which has a value: in a branch without braces that
// would be the value of the branch.
func (e *editor) asStatement(x *ast.Assign) (before, after string) {
	block, _ := e.statement(x.Span())
	switch {
	case block != nil && e.file.Text[block.Span().Start] != '{':
		return "{ ", "; }"
	case e.layout.Tokens[e.layout.At(x.Span().End)].Kind == syntax.Semi:
		return "", ""
	}
	return "", ";"
}

// atomics are the functions that do what operators do.
var atomics = map[ast.BinaryOp]string{ast.Add: "add", ast.Sub: "sub", ast.BitAnd: "and", ast.BitOr: "or", ast.BitXor: "xor"}

// update is the atomic function that does what an assignment does, and the value that the assigned place is combined with; "" if there
// is none.
func (e *editor) update(x *ast.Assign) (string, ast.Expr) {
	if x.Compound {
		return function(atomics[x.Op]), x.Y
	}
	name, operands := "", []ast.Expr(nil)
	switch y := x.Y.(type) {
	case *ast.Binary:
		name, operands = atomics[y.Op], []ast.Expr{y.X, y.Y}
	case *ast.Call:
		if f := y.Fun.String(); (f == "min" || f == "max") && len(y.Args) == 2 {
			name, operands = f, y.Args
		}
	}
	for i, o := range operands {
		if e.sameText(o.Span(), x.X.Span()) && (i == 0 || name != "sub") {
			return function(name), operands[1-i]
		}
	}
	return "", nil
}

func function(name string) string {
	if name == "" {
		return ""
	}
	return "atomic_fetch_" + name
}

// sameText says whether two ranges have the same tokens.
func (e *editor) sameText(a, b source.Span) bool {
	texts := func(s source.Span) (out []string) {
		for i := e.layout.At(s.Start); int(e.layout.Tokens[i].Start) < s.End; i++ {
			out = append(out, e.layout.Text(i))
		}
		return out
	}
	return slices.Equal(texts(a), texts(b))
}

// isPlain says whether a term changes nothing when it is computed, as far as it shows: it has no statements and lends nothing uniquely.
// Then it may be computed before or after something else.
func isPlain(x ast.Expr) bool {
	plain := true
	ast.Inspect(x, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Block:
			plain = false
		case *ast.Borrow:
			plain = plain && !n.Uniq
		}
		return plain
	})
	return plain
}
