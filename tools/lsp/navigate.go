package lsp

import (
	"context"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"descend/frontend"
	"descend/frontend/source"
	"descend/frontend/syntax"
	"descend/ir"
)

// Definition gives where the name at a position is declared; of a `use` the module.
func (s *server) Definition(ctx context.Context, p *protocol.DefinitionParams) (protocol.DefinitionResult, error) {
	return answer(s, ctx, p.TextDocument.URI, func(u *unit) (protocol.DefinitionResult, error) {
		offset := u.offset(p.Position)
		if sym := u.symbol(offset); sym != nil {
			l := u.location(sym.Decl)
			return &l, nil
		}
		if f := u.module(offset); f != nil {
			l := u.location(source.Span{File: f})
			return &l, nil
		}
		return protocol.LocationSlice{}, nil
	})
}

// symbol is what the name at an offset stands for.
func (u *unit) symbol(offset int) *frontend.Symbol {
	at, ok := u.word(offset)
	if !ok {
		return nil
	}
	return u.SymbolAt(u.file, at.Start)
}

// module is the file of the module that is named at an offset: in a `use`, or before `::`.
func (u *unit) module(offset int) *source.File {
	at, ok := u.word(offset)
	if !ok {
		return nil
	}
	for _, f := range u.Sources() {
		name := strings.TrimSuffix(filepath.Base(pathOf(f.Name)), ".desc")
		if f != u.file && name == at.Text() {
			return f
		}
	}
	return nil
}

// References gives all places where the name at a position is used.
func (s *server) References(ctx context.Context, p *protocol.ReferenceParams) ([]protocol.Location, error) {
	return answer(s, ctx, p.TextDocument.URI, func(u *unit) ([]protocol.Location, error) {
		out := []protocol.Location{}
		sym := u.symbol(u.offset(p.Position))
		if sym == nil {
			return out, nil
		}
		err := s.everywhere(ctx, u, sym, func(v *unit, sym *frontend.Symbol) {
			for _, at := range v.Uses(sym) {
				if l := v.location(at); (p.Context.IncludeDeclaration || at != sym.Decl) && !slices.Contains(out, l) {
					out = append(out, l)
				}
			}
		})
		return out, err
	})
}

// DocumentHighlight gives the places in the document where the name at a position is used.
func (s *server) DocumentHighlight(ctx context.Context, p *protocol.DocumentHighlightParams) ([]protocol.DocumentHighlight, error) {
	return answer(s, ctx, p.TextDocument.URI, func(u *unit) ([]protocol.DocumentHighlight, error) {
		out := []protocol.DocumentHighlight{}
		if sym := u.symbol(u.offset(p.Position)); sym != nil {
			for _, at := range u.Uses(sym) {
				if u.Whole(at).File == u.file {
					out = append(out, protocol.DocumentHighlight{Range: u.rangeIn(at)})
				}
			}
		}
		return out, nil
	})
}

// everywhere calls visit for the symbol in all programs that may name it: that of the document, and if it is an item, or part of one,
// those of all files of the workspace that have its name.
func (s *server) everywhere(ctx context.Context, u *unit, sym *frontend.Symbol, visit func(*unit, *frontend.Symbol)) error {
	visit(u, sym)
	switch sym.Kind {
	case frontend.Function, frontend.View, frontend.Struct, frontend.Field, frontend.Constant, frontend.TypeName, frontend.Enum, frontend.Variant:
	default:
		return nil
	}
	decl := u.Whole(sym.Decl)
	home := frontend.Resolved(decl.File.Name)
	keys := s.open()
	if strings.HasPrefix(decl.File.Name, "<") {
		home = decl.File.Name
	}
	for _, dir := range s.folders {
		keys = append(keys, s.filesIn(ctx, dir)...)
	}
	slices.Sort(keys)
	for _, key := range slices.Compact(keys) {
		if ctx.Err() != nil {
			return protocol.ErrRequestCancelled
		}
		if key == frontend.Resolved(u.file.Name) || !s.mentions(key, sym.Name) {
			continue
		}
		v, err := s.unit(key)
		if err != nil {
			continue
		}
		for _, f := range append(v.Sources(), v.prelude()...) {
			if f.Name != home && frontend.Resolved(f.Name) != home {
				continue
			}
			if other := v.SymbolAt(f, decl.Start); other != nil && other.Name == sym.Name && v.Whole(other.Decl).Start == decl.Start {
				visit(v, other)
			}
		}
	}
	return nil
}

// maxFiles bounds the files of a folder that are looked at.
const maxFiles = 5000

// filesIn are the programs in a folder of the workspace.
func (s *server) filesIn(ctx context.Context, dir string) (keys []string) {
	filepath.WalkDir(dir, func(file string, d fs.DirEntry, err error) error {
		switch {
		case err != nil || ctx.Err() != nil || len(keys) == maxFiles:
			return filepath.SkipAll
		case d.IsDir() && file != dir && (strings.HasPrefix(d.Name(), ".") || d.Name() == "node_modules"):
			return filepath.SkipDir
		case !d.IsDir() && filepath.Ext(file) == ".desc":
			keys = append(keys, frontend.Resolved(file))
		}
		return nil
	})
	return keys
}

// mentions says whether a file has a word.
func (s *server) mentions(key, word string) bool {
	if d := s.document(key); d != nil {
		return strings.Contains(d.s, word)
	}
	f, err := source.Load(key)
	return err == nil && strings.Contains(f.Text, word)
}

// PrepareRename says whether what stands at a position can get another name.
func (s *server) PrepareRename(ctx context.Context, p *protocol.PrepareRenameParams) (protocol.PrepareRenameResult, error) {
	return answer(s, ctx, p.TextDocument.URI, func(u *unit) (protocol.PrepareRenameResult, error) {
		offset := u.offset(p.Position)
		sym := u.symbol(offset)
		if sym == nil || strings.HasPrefix(sym.Decl.File.Name, "<") {
			return nil, nil
		}
		at, _ := u.word(offset)
		return &protocol.PrepareRenamePlaceholder{Range: u.rangeIn(at), Placeholder: sym.Name}, nil
	})
}

// Rename gives the edits that give a name to what stands at a position.
func (s *server) Rename(ctx context.Context, p *protocol.RenameParams) (*protocol.WorkspaceEdit, error) {
	return answer(s, ctx, p.TextDocument.URI, func(u *unit) (*protocol.WorkspaceEdit, error) {
		sym := u.symbol(u.offset(p.Position))
		switch {
		case sym == nil:
			return nil, jsonrpc2.NewError(jsonrpc2.InvalidParams, "here is no name")
		case strings.HasPrefix(sym.Decl.File.Name, "<"):
			return nil, jsonrpc2.NewError(jsonrpc2.InvalidParams, fmt.Sprintf("`%s` is of the language", sym.Name))
		}
		name := strings.TrimPrefix(p.NewName, "'")
		tokens := syntax.Tokens(source.NewFile("", name))
		if len(tokens) != 2 || tokens[0].Kind != syntax.Ident || int(tokens[0].End) != len(name) {
			return nil, jsonrpc2.NewError(jsonrpc2.InvalidParams, fmt.Sprintf("%q is no name", p.NewName))
		}
		changes := map[uri.URI][]protocol.TextEdit{}
		err := s.everywhere(ctx, u, sym, func(v *unit, sym *frontend.Symbol) { v.addEdits(changes, v.Program.Rename(sym, name)) })
		return &protocol.WorkspaceEdit{Changes: changes}, err
	})
}

// addEdits adds edits, each once.
func (u *unit) addEdits(to map[uri.URI][]protocol.TextEdit, list []ir.Edit) {
	for _, e := range list {
		at := u.spanOf(e.Loc)
		if !at.Known() {
			continue
		}
		file, one := u.uriOf(at.File), protocol.TextEdit{Range: u.rangeIn(at), NewText: e.Text}
		if !slices.Contains(to[file], one) {
			to[file] = append(to[file], one)
		}
	}
}
