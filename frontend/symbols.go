package frontend

import (
	"cmp"
	"slices"
	"sort"

	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/frontend/ast"
	"descend/frontend/sema"
	"descend/frontend/source"
	"descend/ir"
)

// SymbolKind says what a symbol is.
type SymbolKind int

// The kinds of symbols.
const (
	Function SymbolKind = iota
	View
	Struct
	Field
	Variable
	Resource
	NatVariable // of a loop
	NatGeneric
	MemGeneric
	TypeGeneric
	LifetimeGeneric
	ViewParameter
	Constant
	TypeName
	Enum
	Variant
)

func (k SymbolKind) String() string {
	return [...]string{"function", "view", "struct", "field", "variable", "execution resource", "nat", "nat", "memory", "type", "lifetime", "view", "constant", "type", "enum", "variant"}[k]
}

// Symbol is something that is declared.
type Symbol struct {
	Name string
	Kind SymbolKind
	Decl source.Span // of the name
	Node ast.Node    // the declaration: an item, a field, a parameter, a pattern, a loop, ..
	// Type is that of a variable, Exec that of a resource; nil if not known, or where a name has none.
	Type ir.Type
	Exec *exec.Type
	// visible is where a name that is declared in an item can be used.
	visible source.Span
}

// names are those of a file.
type names struct {
	symbols  map[source.Pos]*Symbol // by where they are declared
	list     []occurrence           // in the order of the text
	declared []*Symbol              // likewise
}

// occurrence is a name in the text, and where that is declared what it stands for.
type occurrence struct {
	at source.Span
	of sema.Place
}

// symbol is what is declared at a place, also at one of an older version, or nil.
func (p *Program) symbol(at sema.Place) *Symbol {
	if p.cache != nil {
		at, _ = p.cache.sema.Now(at)
	}
	if n := p.names[at.File]; n != nil {
		return n.symbols[at.Start]
	}
	return nil
}

// declare makes the symbols of all files and finds their occurrences. Those of a file that is kept, with what was found out of it, are
// those of the version before.
func (p *Program) declare() {
	p.names = map[*source.File]*names{}
	var open []*source.File
	for _, list := range [][]*ast.File{p.Prelude, p.Files} {
		for _, f := range list {
			if n := p.cache.namesOf(f.Source); n != nil && p.Info.Kept(f.Source) {
				p.names[f.Source] = n
				continue
			}
			p.names[f.Source] = &names{symbols: map[source.Pos]*Symbol{}}
			open = append(open, f.Source)
			for _, it := range f.Items {
				p.declareItem(it)
			}
		}
	}
	for _, f := range open {
		p.occurrences(f)
	}
	if p.cache != nil {
		p.cache.names = p.names
	}
}

// occurrences finds the names of a file that stand for something.
func (p *Program) occurrences(f *source.File) {
	n := p.names[f]
	type named struct {
		occurrence
		symbol *Symbol
	}
	var all []named
	for _, s := range n.declared {
		all = append(all, named{occurrence{s.Decl, sema.Place{File: f, Start: s.Decl.Start}}, s})
	}
	p.Info.Uses(f, func(at source.Span, of sema.Place) {
		if s := p.symbol(of); s != nil {
			all = append(all, named{occurrence{at, of}, s})
		}
	})
	slices.SortFunc(all, func(a, b named) int {
		return cmp.Or(cmp.Compare(a.at.Start, b.at.Start), cmp.Compare(b.symbol.Kind, a.symbol.Kind), cmp.Compare(a.symbol.Decl.Start, b.symbol.Decl.Start))
	})
	for i, o := range all { // heads and bodies may have found out the same
		if i == 0 || o.at != all[i-1].at || o.symbol != all[i-1].symbol {
			n.list = append(n.list, o.occurrence)
		}
	}
	slices.SortFunc(n.declared, func(a, b *Symbol) int { return cmp.Compare(a.Decl.Start, b.Decl.Start) })
}

// add makes a symbol; a name that could not be read, and `_`, is none.
func (p *Program) add(kind SymbolKind, id *ast.Ident, node ast.Node, visible source.Span) {
	at := sema.PlaceOf(id)
	n := p.names[at.File]
	if id.Name == "" || id.Name == "_" || n.symbols[at.Start] != nil {
		return
	}
	typ := p.Info.Variable(at)
	if kind == NatVariable && typ != nil { // a loop over values
		kind = Variable
	}
	s := &Symbol{Name: id.Name, Kind: kind, Decl: id.Span(), Node: node, Type: typ, Exec: p.Info.Resource(at), visible: visible}
	n.symbols[at.Start] = s
	n.declared = append(n.declared, s)
}

func (p *Program) declareItem(it ast.Item) {
	switch d := it.(type) {
	case *ast.FnDecl:
		p.add(Function, d.Name, d, source.Span{})
		p.generics(d.Generics, d)
		if d.Exec != nil && d.Exec.Name != nil {
			p.add(Resource, d.Exec.Name, d.Exec, d.Span())
		}
		for _, q := range d.Params {
			kind := Variable
			if _, ok := q.Type.(*ast.ViewParamType); ok {
				kind = ViewParameter
			}
			p.add(kind, q.Name, q, bodyOf(d))
		}
	case *ast.ViewDecl:
		p.add(View, d.Name, d, source.Span{})
		p.generics(d.Generics, d)
		for _, q := range d.Params {
			p.add(ViewParameter, q.Name, q, d.Span())
		}
	case *ast.StructDecl:
		p.add(Struct, d.Name, d, source.Span{})
		p.generics(d.Generics, d)
		for _, f := range d.Fields {
			p.add(Field, f.Name, f, source.Span{})
		}
	}
	switch d := it.(type) {
	case *ast.ConstDecl:
		p.add(Constant, d.Name, d, source.Span{})
	case *ast.EnumDecl:
		p.add(Enum, d.Name, d, source.Span{})
		for _, v := range d.Variants {
			p.add(Variant, v, d, source.Span{})
		}
	case *ast.TypeDecl:
		p.add(TypeName, d.Name, d, source.Span{})
		p.generics(d.Generics, d)
	}
	ast.Inspect(it, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Name: // most terms; nothing is declared in a name alone
			return len(n.Args) > 0
		case *ast.Block:
			for _, s := range n.Stmts {
				rest := source.Span{File: s.Span().File, Start: s.Span().End, End: n.Span().End}
				switch l := s.(type) {
				case *ast.Let:
					p.pattern(l.Pat, rest)
				case *ast.LetNat:
					p.add(NatVariable, l.Name, l, rest)
				}
			}
		case *ast.If:
			if l, ok := n.Cond.(*ast.LetCond); ok {
				p.pattern(l.Pat, n.Then.Span())
			}
		case *ast.Lambda:
			for _, id := range n.Params {
				p.add(Variable, id, n, n.Body.Span())
			}
		case *ast.ForEach:
			p.pattern(n.Pat, n.Body.Span())
		case *ast.ForNat:
			p.add(NatVariable, n.Var, n, n.Body.Span())
		case *ast.Sched:
			p.add(Resource, n.Var, n, n.Body.Span())
		case *ast.SplitBranch:
			p.add(Resource, n.Name, n, n.Body.Span())
		}
		return true
	})
}

func bodyOf(d *ast.FnDecl) source.Span {
	if d.Body == nil {
		return source.Span{}
	}
	return d.Body.Span()
}

func (p *Program) generics(list []*ast.Generic, of ast.Item) {
	for _, g := range list {
		p.add([...]SymbolKind{NatGeneric, MemGeneric, TypeGeneric, LifetimeGeneric, Variable}[g.Kind], g.Name, g, of.Span())
	}
}

func (p *Program) pattern(pat ast.Pattern, visible source.Span) {
	ast.Inspect(pat, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			p.add(Variable, id, pat, visible)
		}
		return true
	})
}

// Declared are the symbols of a file, or a part of one, in the order of the text.
func (p *Program) Declared(f *source.File) []*Symbol {
	if n := p.names[f]; n != nil {
		return n.declared
	}
	return nil
}

// SymbolAt is what the name at an offset stands for, nil if there is none or it stands for nothing. Of a field that is set to the
// variable of its name it is the variable.
func (p *Program) SymbolAt(f *source.File, offset int) *Symbol {
	f, offset = p.inside(f, offset)
	n := p.names[f]
	if n == nil {
		return nil
	}
	list := n.list
	i := sort.Search(len(list), func(i int) bool { return list[i].at.End >= offset })
	if i < len(list) && list[i].at.Start <= offset {
		if j := i + 1; list[i].at.End == offset && j < len(list) && list[j].at.Start == offset {
			return p.symbol(list[j].of)
		}
		return p.symbol(list[i].of)
	}
	return nil
}

// Uses are the places where a symbol is named, also where it is declared, in the order of the text.
func (p *Program) Uses(s *Symbol) []source.Span {
	var out []source.Span
	for _, list := range [][]*ast.File{p.Prelude, p.Files} {
		for _, f := range list {
			for _, o := range p.names[f.Source].list {
				if p.symbol(o.of) == s {
					out = append(out, o.at)
				}
			}
		}
	}
	return out
}

// Rename are the edits that give a symbol another name. A field that is set to the variable of its name is then set to it by name:
// `P { x }` becomes `P { x: y }`.
func (p *Program) Rename(s *Symbol, name string) []ir.Edit {
	var out []ir.Edit
	for _, at := range p.Uses(s) {
		text := name
		if at.Text()[0] == '\'' {
			text = "'" + name
		}
		if p.standsForTwo(at) {
			if text = s.Name + ": " + name; s.Kind == Field {
				text = name + ": " + s.Name
			}
		}
		out = append(out, ir.Edit{Loc: at.Loc(p.c), Text: text})
	}
	return out
}

// standsForTwo says whether a name stands for a field and the variable that it is set to.
func (p *Program) standsForTwo(at source.Span) bool {
	n := 0
	for _, o := range p.names[at.File].list {
		if o.at == at {
			n++
		}
	}
	return n > 1
}

// holdsReference says whether a value of a type can hold a loan.
func holdsReference(t ir.Type) bool {
	return t != nil && descend.Holds(t, func(t ir.Type) bool {
		_, ok := t.(*descend.RefType)
		return ok
	})
}
