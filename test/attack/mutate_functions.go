package attack

import "descend/frontend/ast"

// functions exchanges what two calls give in `::<..>`, or what one of them gives to functions as arguments.
func (m *mutator) functions() bool {
	if m.r.IntN(2) == 0 {
		a, okA := some(m, m.given)
		b, okB := some(m, m.given)
		if !okA || !okB || a == b {
			return false
		}
		*a, *b = *b, *a
		return true
	}
	a, okA := some(m, m.literals)
	b, okB := some(m, m.literals)
	if !okA || !okB || a == b || len(a.Params) != len(b.Params) {
		return false
	}
	a.Params, b.Params, a.Body, b.Body = b.Params, a.Params, b.Body, a.Body
	return true
}

// noteFunctions notes names in `::<..>`, which may be of functions, and function literals.
func (m *mutator) noteFunctions(n any) {
	switch n := n.(type) {
	case *ast.GenericArg:
		if n.Name() != nil {
			m.given = append(m.given, n)
		}
	case *ast.Lambda:
		m.literals = append(m.literals, n)
	}
}
