package attack

import (
	"slices"

	"descend/frontend/ast"
)

// stmtRun is a part of the statements of a block.
type stmtRun struct {
	b      *ast.Block
	lo, hi int
}

// exchanges are the statements that exchange references: `let old = a; a = b; b = old`.
func (m *mutator) exchanges() []stmtRun {
	var out []stmtRun
	for _, b := range m.blocks {
		settle(b)
		for i, s := range b.Stmts {
			l, ok := s.(*ast.Let)
			if !ok {
				continue
			}
			p, ok := l.Pat.(*ast.NamePattern)
			if !ok {
				continue
			}
			for j := i + 1; j < len(b.Stmts); j++ {
				x, ok := b.Stmts[j].(*ast.ExprStmt)
				if !ok {
					break
				}
				a, ok := x.X.(*ast.Assign)
				if !ok || a.Compound {
					break
				}
				if n, ok := a.Y.(*ast.Name); ok && n.Path.String() == p.Name.Name {
					out = append(out, stmtRun{b, i, j + 1})
					break
				}
			}
		}
	}
	return out
}

// exchange drops, doubles or moves an exchange of references: over the next barrier, elsewhere, under a condition.
func (m *mutator) exchange() bool {
	x, ok := some(m, m.exchanges())
	if !ok {
		return false
	}
	stmts := slices.Clone(x.b.Stmts[x.lo:x.hi])
	without := slices.Concat(x.b.Stmts[:x.lo:x.lo], x.b.Stmts[x.hi:])
	put := func(b *ast.Block, at int, s ...ast.Stmt) { b.Stmts = slices.Insert(slices.Clone(b.Stmts), at, s...) }
	one := &ast.Block{Stmts: stmts}
	switch m.r.IntN(6) {
	case 0:
		x.b.Stmts = without
	case 1: // twice, perhaps with other statements between
		put(x.b, x.hi+m.r.IntN(len(x.b.Stmts)-x.hi+1), &ast.ExprStmt{X: one})
	case 2: // over the next barrier, in either direction
		var at []int
		for i, s := range without {
			if isBarrier(s) {
				at = append(at, i)
			}
		}
		i, ok := some(m, at)
		if !ok {
			return false
		}
		if i >= x.lo {
			i++
		}
		x.b.Stmts = without
		put(x.b, i, stmts...)
	case 3:
		x.b.Stmts = without
		put(x.b, m.r.IntN(len(without)+1), stmts...)
	case 4: // into another block
		to, _ := some(m, m.blocks)
		x.b.Stmts = without
		settle(to)
		put(to, m.r.IntN(len(to.Stmts)+1), stmts...)
	case 5:
		c, ok := some(m, m.ifs)
		if !ok {
			return false
		}
		x.b.Stmts = without
		put(x.b, x.lo, &ast.ExprStmt{X: &ast.If{Cond: clone(c.Cond), Then: one}})
	}
	return true
}

// condition takes the condition of another if, or assigns a condition's variable somewhere.
func (m *mutator) condition() bool {
	to, ok := some(m, m.ifs)
	from, _ := some(m, m.ifs)
	if !ok {
		return false
	}
	if m.r.IntN(2) == 0 {
		if to == from {
			return false
		}
		to.Cond = clone(from.Cond)
		if m.r.IntN(2) == 0 {
			to.Cond = &ast.Unary{Op: ast.Not, X: to.Cond}
		}
		return true
	}
	var names []*ast.Name
	ast.Inspect(to.Cond, func(n ast.Node) bool {
		if v, ok := n.(*ast.Name); ok {
			names = append(names, v)
		}
		return true
	})
	v, ok := some(m, names)
	if !ok {
		return false
	}
	not := &ast.Assign{X: clone(v), Y: &ast.Unary{Op: ast.Not, X: clone(v)}}
	b, _ := some(m, m.blocks)
	settle(b)
	insert(b, m.r.IntN(len(b.Stmts)+1), &ast.ExprStmt{X: not})
	return true
}
