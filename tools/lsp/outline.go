package lsp

import (
	"context"
	"path/filepath"
	"strings"

	"go.lsp.dev/protocol"

	"descend/frontend"
	"descend/frontend/ast"
	"descend/frontend/format"
	"descend/frontend/source"
	"descend/frontend/syntax"
	"descend/ir"
)

// This file has what is asked of the text and its tree alone: symbols, folding, selections, the style.

var symbolKinds = map[frontend.SymbolKind]protocol.SymbolKind{
	frontend.Function: protocol.SymbolKindFunction, frontend.View: protocol.SymbolKindMethod, frontend.Struct: protocol.SymbolKindStruct,
	frontend.Field: protocol.SymbolKindField, frontend.Constant: protocol.SymbolKindConstant, frontend.TypeName: protocol.SymbolKindClass,
	frontend.Enum: protocol.SymbolKindEnum, frontend.Variant: protocol.SymbolKindEnumMember, frontend.Resource: protocol.SymbolKindNamespace,
}

// DocumentSymbol gives the items of the document, with the parts that have names.
func (s *server) DocumentSymbol(ctx context.Context, p *protocol.DocumentSymbolParams) (protocol.DocumentSymbolResult, error) {
	return answer(s, ctx, p.TextDocument.URI, func(u *unit) (protocol.DocumentSymbolResult, error) {
		out := protocol.DocumentSymbolSlice{}
		for _, it := range u.items() {
			if id := it.ItemName(); id != nil && id.Name != "" {
				one := u.outline(it, id)
				ast.Inspect(it, func(n ast.Node) bool {
					switch n := n.(type) {
					case *ast.Field:
						one.Children = u.child(one.Children, n, n.Name)
					case *ast.Sched:
						one.Children = u.child(one.Children, n, n.Var)
					}
					return true
				})
				if e, ok := it.(*ast.EnumDecl); ok {
					for _, v := range e.Variants {
						one.Children = u.child(one.Children, v, v)
					}
				}
				out = append(out, one)
			}
		}
		return out, nil
	})
}

func (u *unit) outline(n ast.Node, id *ast.Ident) protocol.DocumentSymbol {
	one := protocol.DocumentSymbol{Name: id.Name, Kind: protocol.SymbolKindVariable, Range: u.rangeIn(n.Span().To(id.Span())), SelectionRange: u.rangeIn(id.Span())}
	if s := u.SymbolAt(id.Span().File, id.Span().Start); s != nil && symbolKinds[s.Kind] != 0 {
		one.Kind = symbolKinds[s.Kind]
		if f, ok := n.(*ast.FnDecl); ok {
			detail := strings.TrimPrefix(shorten(head(f)), "fn "+s.Name)
			one.Detail = &detail
		}
	}
	return one
}

// child adds a part that has a name.
func (u *unit) child(list []protocol.DocumentSymbol, n ast.Node, id *ast.Ident) []protocol.DocumentSymbol {
	if id == nil || id.Name == "" || id.Name == "_" {
		return list
	}
	return append(list, u.outline(n, id))
}

// Symbols gives the items of all files of the workspace whose names have the letters of the query in this order.
func (s *server) Symbols(ctx context.Context, p *protocol.WorkspaceSymbolParams) (protocol.WorkspaceSymbolResult, error) {
	out := protocol.SymbolInformationSlice{}
	err := s.work(ctx, func() error {
		keys := s.open()
		for _, dir := range s.folders {
			keys = append(keys, s.filesIn(ctx, dir)...)
		}
		seen := map[string]bool{}
		for _, key := range keys {
			if ctx.Err() != nil {
				return protocol.ErrRequestCancelled
			}
			if !seen[key] {
				seen[key] = true
				out = append(out, s.itemsLike(key, p.Query)...)
			}
		}
		return nil
	})
	return out, err
}

// itemsLike are the items of a file that a query means. Nothing but the file is read.
func (s *server) itemsLike(key, query string) (out []protocol.SymbolInformation) {
	f := (*source.File)(nil)
	if d := s.document(key); d != nil {
		f = source.NewFile(key, d.s)
	} else if f, _ = source.Load(key); f == nil {
		return nil
	}
	t := newText(f.Text)
	for _, it := range syntax.Parse(f, ir.NewContext(), &ir.Diagnostics{}).Items {
		id := it.ItemName()
		if id == nil || id.Name == "" || !lettersOf(strings.ToLower(query), strings.ToLower(id.Name)) {
			continue
		}
		kind := protocol.SymbolKindFunction
		switch it.(type) {
		case *ast.ViewDecl:
			kind = protocol.SymbolKindMethod
		case *ast.StructDecl:
			kind = protocol.SymbolKindStruct
		case *ast.EnumDecl:
			kind = protocol.SymbolKindEnum
		case *ast.ConstDecl:
			kind = protocol.SymbolKindConstant
		case *ast.TypeDecl:
			kind = protocol.SymbolKindClass
		}
		one := protocol.SymbolInformation{Location: protocol.Location{URI: s.base.uriOf(key), Range: t.rangeOf(id.Span().Start, id.Span().End)}}
		one.Name, one.Kind = id.Name, kind
		container := strings.TrimSuffix(filepath.Base(key), ".desc")
		one.ContainerName = &container
		out = append(out, one)
	}
	return out
}

// lettersOf says whether a name has the letters of a query in their order.
func lettersOf(query, name string) bool {
	for _, r := range query {
		i := strings.IndexRune(name, r)
		if i < 0 {
			return false
		}
		name = name[i+len(string(r)):]
	}
	return true
}

// FoldingRanges gives what can be folded: blocks, lists over several lines, comments, and the `use` of several modules.
func (s *server) FoldingRanges(ctx context.Context, p *protocol.FoldingRangeParams) ([]protocol.FoldingRange, error) {
	return answer(s, ctx, p.TextDocument.URI, func(u *unit) ([]protocol.FoldingRange, error) {
		return u.folds(), nil
	})
}

func (u *unit) folds() []protocol.FoldingRange {
	out := []protocol.FoldingRange{}
	t, l := u.text(u.file), u.tokens()
	fold := func(start, end int, kind protocol.FoldingRangeKind) {
		a, b := t.position(start).Line, t.position(end).Line
		if n := len(out); b > a && (n == 0 || out[n-1].StartLine != a) {
			out = append(out, protocol.FoldingRange{StartLine: a, EndLine: b, Kind: kind})
		}
	}
	var open []int
	comments := -1 // where lines of comments begin
	last := 0
	endComments := func() {
		if comments >= 0 {
			fold(comments, last, protocol.FoldingRangeKindComment)
		}
		comments = -1
	}
	for i, tok := range l.Tokens {
		at := 0
		if i > 0 {
			at = int(l.Tokens[i-1].End)
		}
		lineEnds := 0
		for _, tr := range l.Before(i) {
			switch tr.Kind {
			case syntax.LineComment:
				if comments < 0 || lineEnds > 1 {
					endComments()
					comments = at
				}
				last, lineEnds = at+len(tr.Text), 0
			case syntax.BlockComment:
				fold(at, at+len(tr.Text), protocol.FoldingRangeKindComment)
			case syntax.LineEnd:
				lineEnds++
			}
			at += len(tr.Text)
		}
		endComments()
		switch tok.Kind {
		case syntax.LBrace, syntax.LParen, syntax.LBracket:
			open = append(open, int(tok.Start))
		case syntax.RBrace, syntax.RParen, syntax.RBracket:
			if n := len(open); n > 0 {
				start := open[n-1]
				open = open[:n-1]
				if end := t.position(int(tok.Start)); end.Line > 0 { // the line of the end stays
					fold(start, t.lines[end.Line]-1, "")
				}
			}
		}
	}
	return out
}

// SelectionRange gives for each position what is around it, from the word to the file.
func (s *server) SelectionRange(ctx context.Context, p *protocol.SelectionRangeParams) ([]protocol.SelectionRange, error) {
	return answer(s, ctx, p.TextDocument.URI, func(u *unit) ([]protocol.SelectionRange, error) {
		out := []protocol.SelectionRange{}
		for _, at := range p.Positions {
			out = append(out, *u.selections(u.offset(at)))
		}
		return out, nil
	})
}

func (u *unit) selections(offset int) *protocol.SelectionRange {
	last := u.span(0, len(u.file.Text))
	cur := &protocol.SelectionRange{Range: u.rangeIn(last)}
	add := func(s source.Span) {
		if s.Known() && s != last && last.Start <= s.Start && s.End <= last.End {
			last, cur = s, &protocol.SelectionRange{Range: u.rangeIn(s), Parent: cur}
		}
	}
	u.around(offset, func(n ast.Node, s source.Span) {
		if _, file := n.(*ast.File); !file {
			add(s)
		}
	})
	if at, ok := u.word(offset); ok {
		add(at)
	}
	return cur
}

// Formatting writes the document in the style. One with syntax errors stays as it is.
func (s *server) Formatting(ctx context.Context, p *protocol.DocumentFormattingParams) ([]protocol.TextEdit, error) {
	return answer(s, ctx, p.TextDocument.URI, func(u *unit) ([]protocol.TextEdit, error) {
		text, err := u.formatted()
		return edits(u.file.Text, text), err
	})
}

// RangeFormatting writes lines of the document in the style.
func (s *server) RangeFormatting(ctx context.Context, p *protocol.DocumentRangeFormattingParams) ([]protocol.TextEdit, error) {
	return answer(s, ctx, p.TextDocument.URI, func(u *unit) ([]protocol.TextEdit, error) {
		text, err := u.formatted()
		first, _ := u.file.Position(u.offset(p.Range.Start))
		last, col := u.file.Position(u.offset(p.Range.End))
		if col == 1 && last > first { // the beginning of a line is none of it
			last--
		}
		return edits(u.file.Text, format.Lines(u.file.Text, text, first, last)), err
	})
}

// formatted is the document in the style.
func (u *unit) formatted() (string, error) {
	if strings.TrimSpace(u.file.Text) == "" {
		return u.file.Text, nil
	}
	diags := &ir.Diagnostics{}
	tree, tokens := syntax.ParseTokens(source.NewFile(u.file.Name, u.file.Text), u.ctx, diags)
	if diags.HasErrors() {
		return u.file.Text, nil
	}
	return format.File(tree, tokens)
}
