package frontendtest

import (
	"flag"
	"iter"
	"math/big"
	"math/rand"

	"descend/frontend/ast"
)

var (
	trees = flag.Int64("trees", 0, "random trees: how many; 0 is as many as the test takes")
	first = flag.Int64("seed", 0, "random trees: the number of the first")
)

// Seed is the number of the first random tree, for what else a test draws.
func Seed() int64 { return *first }

// RandomTrees are n random trees with their numbers, or others as -trees and -seed say.
func RandomTrees(n int64) iter.Seq2[int64, *ast.File] {
	if *trees > 0 {
		n = *trees
	}
	return func(yield func(int64, *ast.File) bool) {
		for seed := *first; seed < *first+n && yield(seed, randomTree(seed)); seed++ {
		}
	}
}

// randomTree is a random tree of a file, of every kind of node that the parser makes of functions; each seed gives another. It means
// nothing.
func randomTree(seed int64) *ast.File {
	m := &maker{rand.New(rand.NewSource(seed)), 100}
	return &ast.File{Items: []ast.Item{&ast.EnumDecl{Name: m.id(), Variants: many(m, 0, 3, m.id)}, &ast.FnDecl{
		Mark: mark(seed), Name: &ast.Ident{Name: "test"}, Exec: &ast.ExecParam{Name: &ast.Ident{Name: "fails"}, Type: &ast.ExecType{Kind: ast.ExecCPUThread}},
		Ret: &ast.TupleType{}, Body: &ast.Block{},
	}, &ast.FnDecl{
		Name:     m.id(),
		Params:   many(m, 0, 3, func() *ast.Param { return &ast.Param{Name: m.id(), Mut: m.flip(), Type: m.typ()} }),
		Exec:     &ast.ExecParam{Name: m.id(), Type: &ast.ExecType{Kind: ast.ExecGrid, Dims: []*ast.Dim{m.dim(), m.dim()}}},
		RetOwner: m.owner(), Ret: m.typ(),
		Where: many(m, 0, 2, func() ast.Constraint {
			return &ast.NatConstraint{Op: ast.Eq + ast.BinaryOp(m.Intn(6)), X: m.nat(), Y: m.nat()}
		}),
		Body: m.block(),
	}}}
}

// maker makes random trees, of every kind of node that the parser makes.
type maker struct {
	*rand.Rand
	fuel int // nodes that may still nest
}

func (m *maker) id() *ast.Ident {
	return &ast.Ident{Name: [...]string{"a", "b2", "_c", "thread", "at", "views", "alloc_"}[m.Intn(7)]}
}

// mark is one of all marks.
func mark(seed int64) *ast.Mark {
	return []*ast.Mark{{}, {Bench: true}, {Fails: true}, {Fails: true, With: &ast.StringLit{Value: "it \"fails\""}}}[seed&3]
}

func many[T any](m *maker, least, most int, f func() T) []T {
	var list []T
	for range least + m.Intn(most-least+1) {
		list = append(list, f())
	}
	return list
}

func (m *maker) flip() bool { return m.Intn(2) == 0 }

// small says that no more nodes should nest.
func (m *maker) small() bool { m.fuel--; return m.fuel < 0 }

func (m *maker) nat() ast.Nat {
	if m.small() || m.Intn(3) == 0 {
		if m.flip() {
			return &ast.NatName{Name: m.id()}
		}
		return &ast.NatLit{Value: big.NewInt(m.Int63n(1000))}
	}
	if m.Intn(4) == 0 {
		return &ast.NatMinMax{Max: m.flip(), X: m.nat(), Y: m.nat()}
	}
	return &ast.NatBinary{Op: ast.BinaryOp(m.Intn(5)), X: m.nat(), Y: m.nat()}
}

func (m *maker) mem() *ast.Mem {
	k := ast.MemKind(m.Intn(6))
	if k == ast.MemVar {
		return &ast.Mem{Kind: k, Name: m.id()}
	}
	return &ast.Mem{Kind: k}
}

func (m *maker) typ() ast.Type {
	if m.small() {
		return &ast.NamedType{Name: m.id()}
	}
	switch m.Intn(8) {
	case 0:
		return &ast.TupleType{Elems: many(m, 0, 3, m.typ)}
	case 1:
		return &ast.ArrayType{Elem: m.typ(), Len: m.nat()}
	case 2:
		return &ast.ViewType{Elem: m.typ(), Len: m.nat()}
	case 3:
		r := &ast.RefType{Uniq: m.flip(), Mem: m.mem(), Elem: m.typ()}
		if m.flip() {
			r.Lifetime = &ast.Lifetime{Name: m.id().Name}
		}
		return r
	case 4:
		return &ast.BoxType{Elem: m.typ(), Mem: m.mem()}
	case 5:
		return &ast.InferType{}
	case 6:
		return &ast.NamedType{Name: m.id(), Args: many(m, 1, 3, m.arg)}
	}
	return &ast.NamedType{Name: &ast.Ident{Name: "i32"}}
}

func (m *maker) arg() *ast.GenericArg {
	switch m.Intn(5) {
	case 0:
		id := m.id()
		return &ast.GenericArg{Nat: &ast.NatName{Name: id}, Type: &ast.NamedType{Name: id},
			Mem: &ast.Mem{Kind: ast.MemVar, Name: id}, Lifetime: &ast.Lifetime{Name: id.Name}}
	case 1:
		return &ast.GenericArg{Nat: &ast.NatBinary{Op: ast.Add, X: m.nat(), Y: m.nat()}}
	case 2:
		return &ast.GenericArg{Type: &ast.ArrayType{Elem: m.typ(), Len: m.nat()}}
	case 3:
		return &ast.GenericArg{Mem: &ast.Mem{Kind: ast.MemKind(m.Intn(4))}}
	}
	return &ast.GenericArg{Infer: true}
}

func (m *maker) exec() *ast.ExecExpr {
	e := &ast.ExecExpr{Name: m.id()}
	for range m.Intn(3) {
		s := &ast.ExecStep{Kind: ast.ExecStepKind(m.Intn(4))}
		if s.Kind <= ast.StepSplit {
			s.Axis = ast.Axis(m.Intn(3))
		}
		if s.Kind == ast.StepSplit {
			s.At, s.Snd = m.nat(), m.flip()
		}
		e.Steps = append(e.Steps, s)
	}
	return e
}

// owner is who has a result of its own, of some path; else nil.
func (m *maker) owner() *ast.ExecExpr {
	if m.flip() {
		return m.exec()
	}
	return nil
}

func (m *maker) view() *ast.ViewStep {
	s := &ast.ViewStep{Name: m.id()}
	if m.flip() {
		s.Args = many(m, 1, 2, m.arg)
	}
	if !m.small() && m.Intn(3) == 0 {
		s.Views = many(m, 1, 2, func() *ast.ViewChain { return &ast.ViewChain{Steps: many(m, 1, 3, m.view)} })
	}
	return s
}

func (m *maker) dim() *ast.Dim {
	axes := [][]ast.Axis{{ast.X}, {ast.X, ast.Y}, {ast.Z}, {ast.X, ast.Y, ast.Z}}[m.Intn(4)]
	return &ast.Dim{Axes: axes, Sizes: many(m, len(axes), len(axes), m.nat)}
}

func (m *maker) name() *ast.Name { return &ast.Name{Path: &ast.Path{Parts: []*ast.Ident{m.id()}}} }

func (m *maker) place() ast.Expr {
	if m.small() {
		return m.name()
	}
	switch m.Intn(7) {
	case 0:
		return &ast.Member{X: m.place(), Step: m.view()}
	case 1:
		return &ast.TupleField{X: m.place(), Index: m.Intn(12)}
	case 2:
		return &ast.Index{X: m.place(), I: m.expr()}
	case 3:
		return &ast.Slice{X: m.place(), Lo: m.nat(), Hi: m.nat()}
	case 4:
		return &ast.Select{X: m.place(), Exec: m.exec()}
	case 5:
		return &ast.Deref{X: m.place()}
	}
	return m.name()
}

func (m *maker) expr() ast.Expr {
	if m.small() {
		return m.name()
	}
	switch m.Intn(25) {
	case 22:
		return &ast.StringLit{Value: [...]string{"", "x", "50%", "a \"b\" \\ \n\t\r\x01", "ü€😀 // /* '"}[m.Intn(5)]}
	case 0:
		return &ast.IntLit{Value: big.NewInt(m.Int63n(100)), Suffix: [...]string{"", "u8", "i64"}[m.Intn(3)]}
	case 1:
		return &ast.FloatLit{Text: [...]string{"1.5", "2.", "1e3", "3.0e-2"}[m.Intn(4)], Suffix: ""}
	case 2:
		return &ast.BoolLit{Value: m.flip()}
	case 3, 4, 5, 6, 7:
		return &ast.Binary{Op: ast.BinaryOp(m.Intn(int(ast.Or) + 1)), X: m.expr(), Y: m.expr()}
	case 8:
		return &ast.Unary{Op: ast.UnaryOp(m.Intn(2)), X: m.expr()}
	case 9:
		return &ast.Cast{X: m.expr(), Type: m.typ()}
	case 10:
		return &ast.Borrow{Uniq: m.flip(), X: m.expr()}
	case 11:
		return &ast.Deref{X: m.expr()}
	case 12:
		return &ast.Tuple{Elems: many(m, 0, 3, m.expr)}
	case 13:
		return &ast.Array{Elems: many(m, 0, 3, m.expr)}
	case 14:
		return &ast.ArrayRepeat{Elem: m.expr(), Len: m.nat()}
	case 15:
		s := &ast.StructLit{Name: m.id()}
		s.Fields = many(m, 0, 3, func() *ast.FieldInit { return &ast.FieldInit{Name: m.id(), Value: m.expr()} })
		return s
	case 16:
		return &ast.Call{Fun: &ast.Path{Parts: []*ast.Ident{m.id(), m.id()}}, Args: many(m, 0, 3, m.expr)}
	case 17:
		return &ast.Launch{Fun: &ast.Path{Parts: []*ast.Ident{m.id()}}, Grid: m.dim(), Block: m.dim(),
			Shared: many(m, 0, 2, m.typ), Args: many(m, 0, 2, m.expr)}
	case 18:
		return &ast.Alloc{Mem: &ast.Mem{Kind: ast.MemShared}, Type: &ast.ArrayType{Elem: m.typ(), Len: m.nat()}}
	case 19:
		return &ast.Index{X: m.expr(), I: m.expr()}
	case 20:
		return &ast.Member{X: m.expr(), Step: m.view()}
	case 21:
		if m.flip() {
			return &ast.Jump{Again: m.flip()}
		}
		return &ast.Return{X: m.expr()}
	}
	return m.control()
}

func (m *maker) block() *ast.Block {
	b := &ast.Block{Stmts: many(m, 0, 2, m.stmt)}
	if m.flip() {
		b.Result = m.expr()
	}
	return b
}

func (m *maker) control() ast.Expr {
	switch m.Intn(10) {
	case 8:
		return &ast.Match{X: m.expr(), Arms: many(m, 0, 3, func() *ast.MatchArm {
			return &ast.MatchArm{Pats: many(m, 1, 2, m.matchPattern), Body: m.block()}
		})}
	case 0:
		return m.block()
	case 1:
		return &ast.Unsafe{Body: m.block()}
	case 2:
		f := &ast.If{Cond: m.expr(), Then: m.block()}
		if m.flip() {
			f.Else = m.block()
		} else if m.flip() {
			f.Else = &ast.If{Cond: m.expr(), Then: m.block()}
		}
		return f
	case 3:
		return &ast.While{Cond: m.expr(), Body: m.block()}
	case 4:
		return &ast.ForEach{Pat: m.pattern(), Coll: m.expr(), Body: m.block()}
	case 5:
		r := &ast.NatRange{Kind: ast.RangeKind(m.Intn(3)), Lo: m.nat(), Hi: m.nat()}
		if r.Kind == ast.RangeUp && m.flip() {
			r.Hi = &ast.NatTerm{X: &ast.Index{X: m.expr(), I: m.expr()}}
		}
		if r.Kind != ast.RangeUp && m.flip() {
			r.Lo = nil
		}
		return &ast.ForNat{Var: m.id(), Range: r, Body: m.block()}
	case 6:
		return &ast.Sched{Axes: many(m, 0, 3, func() ast.Axis { return ast.Axis(m.Intn(3)) }), Var: m.id(), Exec: m.exec(), Body: m.block()}
	case 7:
		branch := func() *ast.SplitBranch { return &ast.SplitBranch{Name: m.id(), Body: m.block()} }
		s := &ast.Split{HasAxis: m.flip(), Exec: m.exec(), At: m.nat(), Branches: [2]*ast.SplitBranch{branch(), branch()}}
		if s.HasAxis {
			s.Axis = ast.Axis(m.Intn(3))
		}
		return s
	}
	s := &ast.Sync{}
	if m.flip() {
		s.Exec = m.exec()
	}
	return s
}

func (m *maker) matchPattern() *ast.MatchPattern {
	value := func() ast.Expr {
		lit := &ast.IntLit{Value: big.NewInt(m.Int63n(100))}
		switch m.Intn(4) {
		case 0:
			return &ast.Unary{Op: ast.Neg, X: lit}
		case 1:
			return &ast.Name{Path: &ast.Path{Parts: []*ast.Ident{m.id(), m.id()}}}
		}
		return lit
	}
	if m.Intn(3) == 0 {
		return &ast.MatchPattern{Wild: true}
	}
	p := &ast.MatchPattern{Lo: value()}
	if m.flip() {
		p.Hi, p.Open = value(), m.flip()
	}
	return p
}

func (m *maker) pattern() ast.Pattern {
	switch m.Intn(4) {
	case 0:
		return &ast.WildPattern{}
	case 1:
		if !m.small() {
			return &ast.TuplePattern{Elems: many(m, 0, 3, m.pattern)}
		}
	}
	return &ast.NamePattern{Mut: m.flip(), Name: m.id()}
}

func (m *maker) stmt() ast.Stmt {
	switch m.Intn(4) {
	case 0:
		l := &ast.Let{Pat: m.pattern(), Init: m.expr()}
		if m.flip() {
			l.Type = m.typ()
		}
		if m.flip() {
			l.Owner = m.exec()
		}
		return l
	case 1:
		a := &ast.Assign{X: m.place(), Y: m.expr()}
		if m.flip() {
			a.Compound, a.Op = true, ast.BinaryOp(m.Intn(int(ast.Shr)+1))
		}
		return &ast.ExprStmt{X: a}
	}
	return &ast.ExprStmt{X: m.expr()}
}
