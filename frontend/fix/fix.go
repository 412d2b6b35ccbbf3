// Package fix makes the text edits of the fixes that passes propose by name (dialects/descend/fixes.go). A pass says what is to
// change and where, as locations of operations; here the tree and its tokens say how that is written in this file, whatever
// spaces, line ends and comments stand between.
//
// A fix that does not fit what was written has no edits, and its help stays a sentence.
package fix

import (
	"strings"

	"descend/dialects/descend"
	"descend/frontend/ast"
	"descend/frontend/source"
	"descend/frontend/syntax"
	"descend/ir"
)

// Edit makes the edits of all fixes in diags that have a name only. Files are read again where they have a fix.
func Edit(c *ir.Context, files []*source.File, diags *ir.Diagnostics) {
	editors := map[string]*editor{}
	edit := func(h *ir.Help) {
		name := ir.RangeOf(h.Fix.At()).File
		if editors[name] == nil {
			for _, f := range files {
				if f.Name == name {
					editors[name] = &editor{c: c, file: f, tree: syntax.Parse(f, c, &ir.Diagnostics{}), layout: syntax.LayoutOf(f)}
				}
			}
		}
		if e := editors[name]; e != nil {
			h.Edits = e.edits(h.Fix)
		}
	}
	for _, d := range diags.InOrder() {
		for h := range d.Help.All() {
			if h.Fix != nil && h.Edits == nil {
				edit(h)
			}
		}
	}
}

// editor makes edits of one file.
type editor struct {
	c      *ir.Context
	file   *source.File
	tree   *ast.File
	layout *syntax.Layout
}

// edits are the edits of a fix; nil if what was written is not what it changes.
func (e *editor) edits(f ir.Fix) []ir.Edit {
	switch f := f.(type) {
	case descend.InsertSync:
		return e.insertSync(f)
	case descend.SyncWithin:
		return e.syncWithin(f)
	case descend.AddClause:
		return e.addClause(f)
	case descend.ChangeReference:
		return e.changeReference(f)
	case descend.DeclareMut:
		return e.declareMut(f)
	case descend.InitialValue:
		if l := e.let(f.Variable); l != nil && l.Type != nil && l.Init == nil {
			return []ir.Edit{e.insert(l.Type.Span().End, " = "+f.Value)}
		}
	case descend.OwnVariable:
		if l := e.let(f.Variable); l != nil && l.Owner == nil {
			return []ir.Edit{e.insert(l.Span().Start+len("let"), "["+f.Owner+"]")}
		}
	case descend.LendValue:
		if l := e.let(f.Variable); l != nil && l.Type == nil && l.Init != nil && ast.IsPlace(l.Init) {
			return []ir.Edit{e.insert(l.Init.Span().Start, "&")}
		}
	case descend.SelectWith:
		return e.selectWith(f)
	case descend.MakeAtomic:
		return e.makeAtomic(f)
	}
	return nil
}

// insertSync puts barriers before statements. A branch of a split that is no block becomes one.
func (e *editor) insertSync(f descend.InsertSync) []ir.Edit {
	var out []ir.Edit
	for _, at := range f.Before {
		block, stmt := e.statement(e.span(at))
		if stmt == nil {
			return nil
		}
		if f.After != nil {
			if _, other := e.statement(e.span(f.After)); other == stmt {
				return nil
			}
		}
		if e.file.Text[block.Span().Start] == '{' {
			out = append(out, e.insert(stmt.Span().Start, "sync; "))
		} else {
			out = append(out, e.insert(stmt.Span().Start, "{ sync; "), e.insert(stmt.Span().End, " }"))
		}
	}
	return out
}

// syncWithin makes `a = b` to `a = { let value = b; sync; value }`.
func (e *editor) syncWithin(f descend.SyncWithin) []ir.Edit {
	x := find[*ast.Assign](e, f.Assignment)
	if x == nil || x.Compound {
		return nil
	}
	first := "{ let value = "
	if f.First {
		first = "{ sync; let value = "
	}
	start, end := e.withParens(x.Y.Span())
	return []ir.Edit{e.insert(start, first), e.insert(end, "; sync; value }")}
}

// addClause adds to a function's where clause, or gives it one before its body.
func (e *editor) addClause(f descend.AddClause) []ir.Edit {
	fn := e.function(f.Func)
	if fn == nil {
		return nil
	}
	if n := len(fn.Where); n > 0 {
		_, end := e.withParens(fn.Where[n-1].Span())
		return []ir.Edit{e.insert(end, ", "+f.Clause)}
	}
	i := e.layout.At(fn.Span().End) - 1 // the `;` of a declaration
	if fn.Body != nil {
		i = e.layout.At(fn.Body.Span().Start)
	}
	if i < 1 {
		return nil
	}
	return []ir.Edit{e.insert(int(e.layout.Tokens[i-1].End), " where "+f.Clause)}
}

// changeReference makes the type of a parameter `&uniq mem ..`, or gives it another memory.
func (e *editor) changeReference(f descend.ChangeReference) []ir.Edit {
	p := e.param(f.Param)
	if p == nil {
		return nil
	}
	t, ok := p.Type.(*ast.RefType)
	if !ok || t.Mem.Span().End == t.Mem.Span().Start {
		return nil
	}
	mem := t.Mem.Span()
	if !f.Uniq || t.Uniq {
		return []ir.Edit{e.replace(mem.Start, mem.End, string(f.Mem))}
	}
	start := mem.Start
	switch before := e.layout.Tokens[e.layout.At(start)-1]; {
	case before.Kind == syntax.KwShrd:
		start = int(before.Start)
	case before.Kind == syntax.And && e.isBlank(int(before.End), start): // `& mem` becomes `&uniq mem`
		start = int(before.End)
	}
	return []ir.Edit{e.replace(start, mem.End, "uniq "+string(f.Mem))}
}

// declareMut writes `mut` before a name.
func (e *editor) declareMut(f descend.DeclareMut) []ir.Edit {
	if p := e.param(f.Variable); p != nil {
		return []ir.Edit{e.insert(p.Name.Span().Start, "mut ")}
	}
	if p := find[*ast.NamePattern](e, f.Variable); p != nil && !p.Mut {
		return []ir.Edit{e.insert(p.Span().Start, "mut ")}
	}
	return nil
}

// selectWith replaces the brackets of selections.
func (e *editor) selectWith(f descend.SelectWith) []ir.Edit {
	var out []ir.Edit
	for _, s := range f.Selections {
		var of ast.Expr
		if x := find[*ast.Select](e, s.At); x != nil {
			of = x.X
		} else if x := find[*ast.Index](e, s.At); x != nil {
			of = x.X
		} else {
			return nil
		}
		_, start := e.withParens(of.Span())
		out = append(out, e.replace(int(e.layout.Tokens[e.layout.At(start)].Start), e.span(s.At).End, s.Text))
	}
	return out
}

// insert and replace are edits of the file.
func (e *editor) insert(at source.Pos, text string) ir.Edit { return e.replace(at, at, text) }

func (e *editor) replace(start, end source.Pos, text string) ir.Edit {
	return ir.Edit{Loc: source.Span{File: e.file, Start: start, End: end}.Loc(e.c), Text: text}
}

// isBlank says whether nothing but spaces stands in a range.
func (e *editor) isBlank(start, end source.Pos) bool {
	return strings.TrimSpace(e.file.Text[start:end]) == ""
}

// span is the range of a location.
func (e *editor) span(l ir.Location) source.Span {
	r := ir.RangeOf(l)
	if r.File != e.file.Name {
		return source.Span{}
	}
	return source.Span{File: e.file, Start: e.file.Offset(r.Line, r.Col), End: e.file.Offset(r.EndLine, r.EndCol)}
}

// withParens is the range of a term together with the parentheses around it, which are not in the tree.
func (e *editor) withParens(s source.Span) (start, end source.Pos) {
	before, after := e.layout.At(s.Start)-1, e.layout.At(s.End)
	for before >= 1 && e.layout.Tokens[before].Kind == syntax.LParen && e.layout.Tokens[after].Kind == syntax.RParen && !e.isCall(before) {
		s.Start, s.End = int(e.layout.Tokens[before].Start), int(e.layout.Tokens[after].End)
		before, after = before-1, after+1
	}
	return s.Start, s.End
}

// isCall says whether a parenthesis opens a list of arguments or the like: a name or `>` stands before it.
func (e *editor) isCall(paren int) bool {
	k := e.layout.Tokens[paren-1].Kind
	return k == syntax.Ident || k == syntax.Greater || k == syntax.KwSched || k == syntax.KwSplit || k == syntax.KwSync
}

// find is the node of a type whose range is that of a location; nil if there is none.
func find[N interface {
	ast.Node
	comparable
}](e *editor, l ir.Location) N {
	var found, none N
	s := e.span(l)
	ast.Inspect(e.tree, func(n ast.Node) bool {
		if found != none || !holds(n.Span(), s) {
			return false
		}
		if x, ok := n.(N); ok && n.Span() == s {
			found = x
		}
		return true
	})
	return found
}

func holds(outer, inner source.Span) bool {
	return inner.Known() && outer.Start <= inner.Start && inner.End <= outer.End
}

// function is the function whose name is at a location.
func (e *editor) function(l ir.Location) *ast.FnDecl {
	for _, it := range e.tree.Items {
		if fn, ok := it.(*ast.FnDecl); ok && fn.Name.Span() == e.span(l) {
			return fn
		}
	}
	return nil
}

// param is the parameter whose name is at a location.
func (e *editor) param(l ir.Location) *ast.Param {
	for _, it := range e.tree.Items {
		if fn, ok := it.(*ast.FnDecl); ok && holds(fn.Span(), e.span(l)) {
			for _, p := range fn.Params {
				if p.Name.Span() == e.span(l) {
					return p
				}
			}
		}
	}
	return nil
}

// let is the declaration of a single variable, by the place of that.
func (e *editor) let(l ir.Location) *ast.Let {
	_, stmt := e.statement(e.span(l))
	let, ok := stmt.(*ast.Let)
	if !ok {
		return nil
	}
	if p, ok := let.Pat.(*ast.NamePattern); !ok || p.Span() != e.span(l) {
		return nil
	}
	return let
}

// statement is the innermost statement, or result of a block, that holds a range, and its block.
func (e *editor) statement(s source.Span) (block *ast.Block, stmt ast.Node) {
	ast.Inspect(e.tree, func(n ast.Node) bool {
		if !holds(n.Span(), s) {
			return false
		}
		if b, ok := n.(*ast.Block); ok {
			for _, c := range ast.Children(b) {
				if holds(c.Span(), s) {
					block, stmt = b, c
				}
			}
		}
		return true
	})
	return block, stmt
}
