package lsp

import (
	"context"
	"strings"

	"go.lsp.dev/protocol"

	"descend/frontend"
	"descend/frontend/ast"
	"descend/frontend/source"
)

// This file follows calls and launches from function to function, in the program of the document.

// PrepareCallHierarchy gives the function that is named at a position.
func (s *server) PrepareCallHierarchy(ctx context.Context, p *protocol.CallHierarchyPrepareParams) ([]protocol.CallHierarchyItem, error) {
	return answer(s, ctx, p.TextDocument.URI, func(u *unit) ([]protocol.CallHierarchyItem, error) {
		if sym := u.symbol(u.offset(p.Position)); sym != nil && sym.Kind == frontend.Function {
			return []protocol.CallHierarchyItem{u.callItem(sym)}, nil
		}
		return nil, nil
	})
}

func (u *unit) callItem(s *frontend.Symbol) protocol.CallHierarchyItem {
	at := u.location(s.Decl)
	item := protocol.CallHierarchyItem{Name: s.Name, Kind: protocol.SymbolKindFunction, URI: at.URI, Range: u.rangeIn(s.Node.Span()), SelectionRange: at.Range}
	if f, ok := s.Node.(*ast.FnDecl); ok {
		detail := strings.TrimPrefix(shorten(head(f)), "fn "+s.Name)
		item.Detail = &detail
	}
	return item
}

// uses are, for each function of the program, the places in its body where a function is named that visit gives true for.
func (u *unit) uses(of *frontend.Symbol) (callers []*frontend.Symbol, at map[*frontend.Symbol][]source.Span) {
	at = map[*frontend.Symbol][]source.Span{}
	for _, use := range u.Uses(of) {
		if use == of.Decl {
			continue
		}
		if f := u.functionAround(use); f != nil {
			if at[f] == nil {
				callers = append(callers, f)
			}
			at[f] = append(at[f], use)
		}
	}
	return callers, at
}

// functionAround is the function in whose body something stands.
func (u *unit) functionAround(at source.Span) *frontend.Symbol {
	at = u.Inside(at)
	t := u.Tree(at.File)
	if t == nil {
		return nil
	}
	for _, it := range t.Items {
		if f, ok := it.(*ast.FnDecl); ok && f.Body != nil && f.Body.Span().Start <= at.Start && at.End <= f.Body.Span().End {
			return u.SymbolAt(at.File, f.Name.Span().Start)
		}
	}
	return nil
}

// called is the function of an item, in the unit of the document that it is in.
func (u *unit) called(item protocol.CallHierarchyItem) *frontend.Symbol {
	sym := u.SymbolAt(u.file, u.offset(item.SelectionRange.Start))
	if sym == nil || sym.Kind != frontend.Function {
		return nil
	}
	return sym
}

// IncomingCalls gives the functions that call one.
func (s *server) IncomingCalls(ctx context.Context, p *protocol.CallHierarchyIncomingCallsParams) ([]protocol.CallHierarchyIncomingCall, error) {
	return answer(s, ctx, p.Item.URI, func(u *unit) ([]protocol.CallHierarchyIncomingCall, error) {
		out := []protocol.CallHierarchyIncomingCall{}
		sym := u.called(p.Item)
		if sym == nil {
			return out, nil
		}
		known := map[protocol.Location]bool{}
		err := s.everywhere(ctx, u, sym, func(v *unit, sym *frontend.Symbol) {
			callers, at := v.uses(sym)
			for _, f := range callers {
				if l := v.location(f.Decl); known[l] {
					continue
				} else {
					known[l] = true
				}
				call := protocol.CallHierarchyIncomingCall{From: v.callItem(f)}
				for _, use := range at[f] {
					call.FromRanges = append(call.FromRanges, v.rangeIn(use))
				}
				out = append(out, call)
			}
		})
		return out, err
	})
}

// OutgoingCalls gives the functions that one calls.
func (s *server) OutgoingCalls(ctx context.Context, p *protocol.CallHierarchyOutgoingCallsParams) ([]protocol.CallHierarchyOutgoingCall, error) {
	return answer(s, ctx, p.Item.URI, func(u *unit) ([]protocol.CallHierarchyOutgoingCall, error) {
		out := []protocol.CallHierarchyOutgoingCall{}
		sym := u.called(p.Item)
		if sym == nil {
			return out, nil
		}
		number := map[*frontend.Symbol]int{}
		ast.Inspect(sym.Node, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			if !ok || id.Span() == sym.Decl {
				return true
			}
			to := u.SymbolAt(id.Span().File, id.Span().Start)
			if to == nil || to.Kind != frontend.Function {
				return true
			}
			if _, known := number[to]; !known {
				number[to] = len(out)
				out = append(out, protocol.CallHierarchyOutgoingCall{To: u.callItem(to)})
			}
			call := &out[number[to]]
			call.FromRanges = append(call.FromRanges, u.rangeIn(id.Span()))
			return true
		})
		return out, nil
	})
}
