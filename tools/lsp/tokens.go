package lsp

import (
	"context"
	"slices"

	"go.lsp.dev/protocol"

	"descend/frontend"
	"descend/frontend/source"
	"descend/frontend/syntax"
)

// tokenTypes are the types of semantic tokens that the server has, by their names in the protocol.
var tokenTypes = []string{"keyword", "comment", "string", "number", "operator", "function", "method", "struct", "property", "variable", "parameter",
	"namespace", "typeParameter", "type", "enum", "enumMember", "lifetime"}

// tokenModifiers likewise.
var tokenModifiers = []string{"declaration", "readonly", "defaultLibrary"}

var tokenOfSymbol = map[frontend.SymbolKind]string{
	frontend.Function: "function", frontend.View: "method", frontend.Struct: "struct", frontend.Field: "property", frontend.Variable: "variable",
	frontend.Resource: "namespace", frontend.NatVariable: "variable", frontend.NatGeneric: "typeParameter", frontend.MemGeneric: "typeParameter",
	frontend.TypeGeneric: "typeParameter", frontend.LifetimeGeneric: "lifetime", frontend.ViewParameter: "method", frontend.Constant: "variable",
	frontend.TypeName: "type", frontend.Enum: "enum", frontend.Variant: "enumMember",
}

// SemanticTokensFull tells what the words of the document are.
func (s *server) SemanticTokensFull(ctx context.Context, p *protocol.SemanticTokensParams) (*protocol.SemanticTokens, error) {
	return answer(s, ctx, p.TextDocument.URI, func(u *unit) (*protocol.SemanticTokens, error) {
		return &protocol.SemanticTokens{Data: u.semantics(0, len(u.file.Text))}, nil
	})
}

// SemanticTokensRange tells what the words in a range are.
func (s *server) SemanticTokensRange(ctx context.Context, p *protocol.SemanticTokensRangeParams) (*protocol.SemanticTokens, error) {
	return answer(s, ctx, p.TextDocument.URI, func(u *unit) (*protocol.SemanticTokens, error) {
		return &protocol.SemanticTokens{Data: u.semantics(u.offset(p.Range.Start), u.offset(p.Range.End))}, nil
	})
}

// semantics are the tokens between two offsets, five numbers each: lines and units since the one before, units, type, modifiers.
func (u *unit) semantics(from, to int) []uint32 {
	l, t := u.tokens(), u.text(u.file)
	out := []uint32{}
	var line, char uint32
	for _, tok := range l.Tokens {
		start, end := int(tok.Start), int(tok.End)
		if end <= from || start >= to {
			continue
		}
		kind, modifiers := u.semantic(tok)
		if kind == "" {
			continue
		}
		a, b := t.position(start), t.position(end)
		if a.Line != b.Line {
			continue
		}
		if a.Line != line {
			char = 0
		}
		out = append(out, a.Line-line, a.Character-char, b.Character-a.Character, uint32(slices.Index(tokenTypes, kind)), modifiers)
		line, char = a.Line, a.Character
	}
	return out
}

// semantic is what a token is.
func (u *unit) semantic(tok syntax.Token) (kind string, modifiers uint32) {
	at := source.Span{File: u.file, Start: int(tok.Start), End: int(tok.End)}
	switch {
	case tok.Kind.IsKeyword():
		return "keyword", 0
	case tok.Kind == syntax.String:
		return "string", 0
	case tok.Kind == syntax.Int || tok.Kind == syntax.Float:
		return "number", 0
	case tok.Kind != syntax.Ident && tok.Kind != syntax.LifetimeTok:
		return "", 0
	}
	if s := u.SymbolAt(u.file, at.Start); s != nil {
		kind = tokenOfSymbol[s.Kind]
		if u.Whole(s.Decl) == at {
			modifiers |= 1
		}
		if s.Kind == frontend.Constant || s.Kind == frontend.NatVariable || s.Kind == frontend.Variable && !isMut(s) {
			modifiers |= 2
		}
		if s.Decl.File.Name[0] == '<' {
			modifiers |= 4
		}
		return kind, modifiers
	}
	text, builtin := at.Text(), u.Info.Builtin(u.Inside(at))
	switch {
	case builtin && u.isType(text):
		return "type", 4
	case builtin && u.isView(text):
		return "method", 4
	case builtin:
		return "function", 4
	case slices.Contains(syntax.Words(), text):
		return "keyword", 0
	}
	return "", 0
}
