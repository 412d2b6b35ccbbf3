package frontend

import (
	"sort"

	"descend/frontend/ast"
	"descend/frontend/sema"
	"descend/frontend/source"
	"descend/frontend/syntax"
	"descend/ir"
)

// Program is a program with all that is known of it, also if it has errors: its trees, its IR, and what its names and terms mean.
type Program struct {
	Files   []*ast.File
	Prelude []*ast.File
	// Module is the IR; functions with errors are declarations in it.
	Module *ir.Operation
	Info   *sema.Info

	c     *ir.Context
	cache *Cache // nil, if files are not read in parts
	names map[*source.File]*names
	parts map[*source.File][]syntax.Part // of the files that were read in parts, in the order of the text
	holds map[*source.File]holder        // by the files of parts
}

// holder is where a part begins in the file that holds it.
type holder struct {
	file  *source.File
	start source.Pos
}

// Analyze is Compile that keeps what it finds out. Errors go to diags.
func Analyze(c *ir.Context, files []*source.File, diags *ir.Diagnostics) *Program {
	return AnalyzeWith(c, files, Options{}, diags)
}

// AnalyzeWith is Analyze of a program with libraries, and with modules that need not be as they are saved.
func AnalyzeWith(c *ir.Context, files []*source.File, o Options, diags *ir.Diagnostics) *Program {
	p := &Program{Info: sema.NewInfo(), c: c, cache: o.Cache, parts: map[*source.File][]syntax.Part{}, holds: map[*source.File]holder{}}
	kept := (*sema.Cache)(nil)
	if p.cache != nil {
		p.cache.read, kept = p.parts, p.cache.sema
	}
	p.Prelude = o.parseAll(c, Prelude(), diags)
	modules := load(c, files, o, diags)
	for _, m := range modules {
		p.Files = append(p.Files, m.Files...)
	}
	for f, parts := range p.parts {
		for _, part := range parts {
			p.holds[part.Tree.Source] = holder{f, part.Start}
		}
	}
	p.Module = sema.Analyze(c, p.Prelude, modules, diags, p.Info, kept)
	p.declare()
	return p
}

// Whole is a range in a part of a file as one in the file.
func (p *Program) Whole(s source.Span) source.Span {
	if h, is := p.holds[s.File]; is {
		return source.Span{File: h.file, Start: h.start + s.Start, End: h.start + s.End}
	}
	return s
}

// Sources are the files of the program, not those of the prelude.
func (p *Program) Sources() []*source.File {
	var out []*source.File
	for _, t := range p.Files {
		if f := p.Whole(t.Span()).File; len(out) == 0 || out[len(out)-1] != f {
			out = append(out, f)
		}
	}
	return out
}

// inside is the part that holds an offset of a file, or is before it, and the offset in it.
func (p *Program) inside(f *source.File, offset int) (*source.File, int) {
	parts := p.parts[f]
	i := sort.Search(len(parts), func(i int) bool { return parts[i].Start > offset })
	if len(parts) == 0 {
		return f, offset
	}
	part := parts[max(0, i-1)]
	return part.Tree.Source, offset - part.Start
}

// Inside is a range of a file in the part that holds its beginning.
func (p *Program) Inside(s source.Span) source.Span {
	f, start := p.inside(s.File, s.Start)
	return source.Span{File: f, Start: start, End: start + s.End - s.Start}
}

// Trees are the trees of a file of the program or the prelude, one for each part.
func (p *Program) Trees(f *source.File) []*ast.File {
	var out []*ast.File
	for _, part := range p.parts[f] {
		out = append(out, part.Tree)
	}
	if t := p.Tree(f); t != nil {
		out = append(out, t)
	}
	return out
}

// Tree is the tree of a file of the program or the prelude, or of a part of one, or nil.
func (p *Program) Tree(f *source.File) *ast.File {
	if h, is := p.holds[f]; is {
		for _, part := range p.parts[h.file] {
			if part.Tree.Source == f {
				return part.Tree
			}
		}
	}
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
	f, offset = p.inside(f, offset)
	var of ir.Type
	var at ast.Expr
	p.around(f, offset, func(n ast.Node) {
		if x, ok := n.(ast.Expr); ok {
			if t := p.Info.Term(x.Span()); t != nil {
				of, at = t, x
			}
		}
	})
	return of, at
}

// ResourceAt is the resource that executes what stands at an offset: of the innermost schedule, branch of a split or function around
// it; nil outside of functions, and where it has no name.
func (p *Program) ResourceAt(f *source.File, offset int) *Symbol {
	f, offset = p.inside(f, offset)
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
	return p.symbol(sema.PlaceOf(id))
}

// Visible are the variables, resources and generics that can be named at an offset, the innermost first, without those that are
// hidden by others of their name.
func (p *Program) Visible(f *source.File, offset int) []*Symbol {
	var out []*Symbol
	hidden := map[string]bool{}
	f, offset = p.inside(f, offset)
	list := p.Declared(f)
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
				if s := p.symbol(sema.PlaceOf(it.ItemName())); s != nil {
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
	f, offset = p.inside(f, offset)
	var out []Loan
	lend := func(pat ast.Pattern, init ast.Node) {
		ast.Inspect(pat, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			s := (*Symbol)(nil)
			if ok {
				s = p.symbol(sema.PlaceOf(id))
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
