package frontend

import (
	"descend/frontend/ast"
	"descend/frontend/sema"
	"descend/frontend/source"
	"descend/ir"
)

// Program is a program with all that is known of it, also if it has errors: its trees, its IR, and what its names and terms mean.
type Program struct {
	Files   []*ast.File
	Prelude []*ast.File
	// Module is the IR; functions with errors are declarations in it.
	Module *ir.Operation
	Info   *sema.Info

	c       *ir.Context
	symbols map[sema.Place]*Symbol
	names   map[*source.File][]occurrence // in the order of the text
	scopes  map[*source.File][]*Symbol    // what is declared in a file, in the order of the text
}

// Analyze is Compile that keeps what it finds out. Errors go to diags.
func Analyze(c *ir.Context, files []*source.File, diags *ir.Diagnostics) *Program {
	return AnalyzeWith(c, files, Options{}, diags)
}

// AnalyzeWith is Analyze of a program with libraries, and with modules that need not be as they are saved.
func AnalyzeWith(c *ir.Context, files []*source.File, o Options, diags *ir.Diagnostics) *Program {
	size := 0
	for _, f := range files {
		size += len(f.Text)
	}
	p := &Program{Prelude: parse(c, Prelude(), diags), Info: sema.NewInfo(size), c: c}
	modules := load(c, parse(c, files, diags), o, diags)
	for _, m := range modules {
		p.Files = append(p.Files, m.Files...)
	}
	p.Module = sema.Analyze(c, p.Prelude, modules, diags, p.Info)
	p.declare()
	return p
}

// Tree is the tree of a file of the program or the prelude, or nil.
func (p *Program) Tree(f *source.File) *ast.File {
	for _, list := range [][]*ast.File{p.Files, p.Prelude} {
		for _, t := range list {
			if t.Source == f {
				return t
			}
		}
	}
	return nil
}

// TypeAt is the type of the smallest term around an offset that has one, and that term; nil if there is none.
func (p *Program) TypeAt(f *source.File, offset int) (ir.Type, ast.Expr) {
	var of ir.Type
	var at ast.Expr
	p.around(f, offset, func(n ast.Node) {
		if x, ok := n.(ast.Expr); ok && p.Info.Terms[x.Span()] != nil {
			of, at = p.Info.Terms[x.Span()], x
		}
	})
	return of, at
}

// ResourceAt is the resource that executes what stands at an offset: of the innermost schedule, branch of a split or function around
// it; nil outside of functions, and where it has no name.
func (p *Program) ResourceAt(f *source.File, offset int) *Symbol {
	var id *ast.Ident
	p.around(f, offset, func(n ast.Node) {
		switch n := n.(type) {
		case *ast.FnDecl:
			id = n.Exec.Name
		case *ast.Sched:
			if within(n.Body, offset) {
				id = n.Var
			}
		case *ast.SplitBranch:
			if within(n.Body, offset) {
				id = n.Name
			}
		}
	})
	if id == nil {
		return nil
	}
	return p.symbols[sema.PlaceOf(id)]
}

// Visible are the variables, resources and generics that can be named at an offset, the innermost first, without those that are
// hidden by others of their name.
func (p *Program) Visible(f *source.File, offset int) []*Symbol {
	var out []*Symbol
	hidden := map[string]bool{}
	list := p.scopes[f]
	for i := len(list) - 1; i >= 0; i-- {
		if s := list[i]; s.visible.Start <= offset && offset <= s.visible.End && s.visible.Known() && !hidden[s.Name] {
			hidden[s.Name] = true
			out = append(out, s)
		}
	}
	return out
}

// Items are the functions, views and structs of the program and the prelude.
func (p *Program) Items() []*Symbol {
	var out []*Symbol
	for _, list := range [][]*ast.File{p.Files, p.Prelude} {
		for _, f := range list {
			for _, it := range f.Items {
				if it.ItemName() == nil {
					continue
				}
				if s := p.symbols[sema.PlaceOf(it.ItemName())]; s != nil {
					out = append(out, s)
				}
			}
		}
	}
	return out
}

// Loan is a place that is lent to a variable.
type Loan struct {
	Borrow *ast.Borrow
	Holder *Symbol
}

// LentAt are the loans at an offset: what is lent to variables of the function that are used later, or in another iteration of a
// loop around the offset. A variable that holds a reference holds all that its initial value borrows.
func (p *Program) LentAt(f *source.File, offset int) []Loan {
	var out []Loan
	lend := func(pat ast.Pattern, init ast.Node) {
		ast.Inspect(pat, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			s := (*Symbol)(nil)
			if ok {
				s = p.symbols[sema.PlaceOf(id)]
			}
			if s == nil || !holdsReference(s.Type) || !(s.visible.Start <= offset && offset <= s.visible.End) || !p.needed(s, offset) {
				return true
			}
			ast.Inspect(init, func(n ast.Node) bool {
				if b, ok := n.(*ast.Borrow); ok {
					out = append(out, Loan{b, s})
				}
				return true
			})
			return true
		})
	}
	p.around(f, offset, func(n ast.Node) {
		switch n := n.(type) {
		case *ast.Block:
			for _, s := range n.Stmts {
				if l, ok := s.(*ast.Let); ok && l.Init != nil && l.Span().End <= offset {
					lend(l.Pat, l.Init)
				}
			}
		case *ast.ForEach:
			lend(n.Pat, n.Coll)
		}
	})
	return out
}

// needed says whether a variable is used after an offset, or in a loop around it that does not declare the variable.
func (p *Program) needed(s *Symbol, offset int) bool {
	from := offset
	p.around(s.Decl.File, offset, func(n ast.Node) {
		switch n.(type) {
		case *ast.While, *ast.ForEach, *ast.ForNat:
			if s.Decl.End <= n.Span().Start {
				from = min(from, n.Span().Start)
			}
		}
	})
	for _, u := range p.Uses(s) {
		if u.Start >= from {
			return true
		}
	}
	return false
}

// around calls visit for the nodes of a file that hold an offset, the outermost first.
func (p *Program) around(f *source.File, offset int, visit func(ast.Node)) {
	t := p.Tree(f)
	if t == nil {
		return
	}
	ast.Inspect(t, func(n ast.Node) bool {
		if !within(n, offset) {
			return false
		}
		visit(n)
		return true
	})
}

func within(n ast.Node, offset int) bool {
	return n.Span().Start <= offset && offset <= n.Span().End
}
