package lsp

import (
	"context"
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"descend/dialects/descend"
	"descend/frontend"
	"descend/frontend/ast"
	"descend/frontend/sema"
	"descend/frontend/source"
	"descend/frontend/syntax"
	"descend/ir"
)

func (u *unit) isType(name string) bool { return slices.Contains(sema.Types(), name) }
func (u *unit) isView(name string) bool { return slices.Contains(sema.Views(), name) }

// InlayHint gives what programs leave out: types of variables, the sizes of calls, and of places over several lines the shape after
// each of them.
func (s *server) InlayHint(ctx context.Context, p *protocol.InlayHintParams) ([]protocol.InlayHint, error) {
	return answer(s, ctx, p.TextDocument.URI, func(u *unit) ([]protocol.InlayHint, error) {
		return u.hints(u.offset(p.Range.Start), u.offset(p.Range.End)), nil
	})
}

func (u *unit) hints(from, to int) []protocol.InlayHint {
	out := []protocol.InlayHint{}
	t := u.text(u.file)
	add := func(at int, label string, kind protocol.InlayHintKind) {
		if from <= at && at <= to {
			left := kind == 0
			out = append(out, protocol.InlayHint{Position: t.position(at), Label: protocol.String(label), Kind: kind, PaddingLeft: &left})
		}
	}
	u.inspect(func(n ast.Node, s source.Span) bool {
		if s.End < from || s.Start > to {
			return false
		}
		switch n := n.(type) {
		case *ast.Let:
			if n.Type == nil {
				u.patternHints(n.Pat, add)
			}
		case *ast.ForEach:
			u.patternHints(n.Pat, add)
		case *ast.Call:
			if len(n.Generics) == 0 {
				if args := u.inferred(n.Span()); args != "" {
					add(s.Start+n.Fun.Span().End-n.Span().Start, "::<"+args+">", protocol.InlayHintKindType)
				}
			}
		case *ast.Member, *ast.Select:
			x := n.(ast.Expr)
			end := s.End
			if below(x) == nil || !strings.Contains(below(x).Span().To(x.Span()).Text(), "\n") {
				break
			}
			if rest := u.file.Text[end:]; strings.HasPrefix(strings.TrimLeft(rest, " \t"), "\n") || strings.HasPrefix(strings.TrimLeft(rest, " \t"), "\r") {
				if typ := u.Info.Term(x.Span()); typ != nil {
					add(end, descend.UserFormat(typ), 0)
				}
			}
		}
		return true
	})
	return out
}

func (u *unit) patternHints(pat ast.Pattern, add func(int, string, protocol.InlayHintKind)) {
	ast.Inspect(pat, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if t := u.Info.Variable(sema.PlaceOf(id)); t != nil {
				add(u.Whole(id.Span()).End, ": "+descend.UserFormat(t), protocol.InlayHintKindType)
			}
		}
		return true
	})
}

// inferred are the generic arguments that were found for a call.
func (u *unit) inferred(at source.Span) string {
	for _, op := range u.opsAt(at) {
		callee, isCall := descend.CalleeOf(op)
		to := ir.LookupSymbol(u.Module, callee)
		if !isCall || to == nil {
			continue
		}
		f, ok := to.Typed().(descend.FuncOp)
		if !ok {
			continue
		}
		given := map[string][]ir.Attribute{}
		for kind, name := range map[string]string{"nat": "nats", "mem": "mems", "dty": "types"} {
			if list, ok := op.Attr(name).(*ir.ArrayAttr); ok {
				given[kind] = list.Elems
			}
		}
		var args []string
		for _, g := range f.Generics() {
			if list := given[g.Kind]; len(list) > 0 {
				args = append(args, genericText(list[0]))
				given[g.Kind] = list[1:]
			}
		}
		return strings.Join(args, ", ")
	}
	return ""
}

// genericText is a generic argument as it is written.
func genericText(a ir.Attribute) string {
	switch a := a.(type) {
	case *descend.NatAttr:
		return a.Expr.String()
	case *ir.TypeAttr:
		return descend.UserFormat(a.Type)
	case *ir.StringAttr:
		return a.Value
	}
	return a.String()
}

// SignatureHelp tells of the call around a position what it takes.
func (s *server) SignatureHelp(ctx context.Context, p *protocol.SignatureHelpParams) (*protocol.SignatureHelp, error) {
	return answer(s, ctx, p.TextDocument.URI, func(u *unit) (*protocol.SignatureHelp, error) {
		return u.signature(u.offset(p.Position)), nil
	})
}

func (u *unit) signature(offset int) *protocol.SignatureHelp {
	l := u.tokens()
	depth, args, angles := 0, 0, 0
	for i := l.At(offset) - 1; i >= 0; i-- {
		switch k := l.Tokens[i].Kind; {
		case k == syntax.RParen || k == syntax.RBracket || k == syntax.RBrace:
			depth++
		case depth > 0 && (k == syntax.LParen || k == syntax.LBracket || k == syntax.LBrace):
			depth--
		case depth == 0 && k == syntax.Comma && angles == 0:
			args++
		case depth == 0 && (k == syntax.LBrace || k == syntax.Semi):
			return nil
		case depth == 0 && k == syntax.LParen:
			at := i - 1
			if at >= 0 && l.Tokens[at].Kind == syntax.Greater { // generic arguments
				for n := 0; at >= 0; at-- {
					if l.Tokens[at].Kind == syntax.Greater {
						n++
					} else if l.Tokens[at].Kind == syntax.Less {
						if n--; n == 0 {
							break
						}
					}
				}
				at -= 2
			}
			if at < 0 || l.Tokens[at].Kind != syntax.Ident {
				return nil
			}
			return u.signatureOf(u.span(int(l.Tokens[at].Start), int(l.Tokens[at].End)), args)
		}
	}
	return nil
}

// signatureOf describes what is called by a name; the argument with a number is written.
func (u *unit) signatureOf(name source.Span, arg int) *protocol.SignatureHelp {
	sym := u.SymbolAt(u.file, name.Start)
	if sym == nil { // the call is not complete, or broken
		for _, s := range u.Items() {
			if s.Name == name.Text() && s.Kind == frontend.Function {
				sym = s
			}
		}
	}
	info := protocol.SignatureInformation{}
	if sym != nil {
		f, ok := sym.Node.(*ast.FnDecl)
		if !ok {
			return nil
		}
		info.Label = strings.Join(strings.Fields(head(f)), " ")
		for _, q := range f.Params {
			info.Parameters = append(info.Parameters, protocol.ParameterInformation{Label: protocol.String(strings.Join(strings.Fields(q.Span().Text()), " "))})
		}
		if doc := u.docOf(sym); doc != "" {
			info.Documentation = &protocol.MarkupContent{Kind: protocol.MarkupKindMarkdown, Value: doc}
		}
	} else {
		if !slices.Contains(sema.Functions(), name.Text()) {
			return nil
		}
		doc := u.builtinDoc(name.Text())
		if doc == "" {
			return nil
		}
		info.Label = name.Text() + "(..)"
		info.Documentation = &protocol.MarkupContent{Kind: protocol.MarkupKindMarkdown, Value: doc}
	}
	return &protocol.SignatureHelp{Signatures: []protocol.SignatureInformation{info}, ActiveParameter: protocol.NewNullable(uint32(arg))}
}
