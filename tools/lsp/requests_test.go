package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// request is one that an editor makes.
type request struct {
	name string
	ask  func(e *editor) (any, error)
}

// requests are all that ask of a place in a document.
func (e *editor) requests(u uri.URI, offset int) []request {
	doc := protocol.TextDocumentIdentifier{URI: u}
	t := e.texts[u]
	at := protocol.TextDocumentPositionParams{TextDocument: doc, Position: t.position(offset)}
	all := t.rangeOf(0, len(t.s))
	return []request{
		{"hover", func(e *editor) (any, error) {
			return e.Server.Hover(e.ctx, &protocol.HoverParams{TextDocumentPositionParams: at})
		}},
		{"definition", func(e *editor) (any, error) {
			return e.Server.Definition(e.ctx, &protocol.DefinitionParams{TextDocumentPositionParams: at})
		}},
		{"references", func(e *editor) (any, error) {
			return e.Server.References(e.ctx, &protocol.ReferenceParams{TextDocumentPositionParams: at})
		}},
		{"highlight", func(e *editor) (any, error) {
			return e.Server.DocumentHighlight(e.ctx, &protocol.DocumentHighlightParams{TextDocumentPositionParams: at})
		}},
		{"completion", func(e *editor) (any, error) {
			return e.Server.Completion(e.ctx, &protocol.CompletionParams{TextDocumentPositionParams: at})
		}},
		{"signature", func(e *editor) (any, error) {
			return e.Server.SignatureHelp(e.ctx, &protocol.SignatureHelpParams{TextDocumentPositionParams: at})
		}},
		{"rename", func(e *editor) (any, error) {
			out, err := e.Server.Rename(e.ctx, &protocol.RenameParams{TextDocumentPositionParams: at, NewName: "other"})
			if wire, ok := errors.AsType[*jsonrpc2.Error](err); ok && wire.Code == jsonrpc2.InvalidParams {
				return nil, nil
			}
			return out, err
		}},
		{"actions", func(e *editor) (any, error) {
			return e.Server.CodeAction(e.ctx, &protocol.CodeActionParams{TextDocument: doc, Range: all, Context: protocol.CodeActionContext{Diagnostics: []protocol.Diagnostic{}}})
		}},
		{"hints", func(e *editor) (any, error) {
			return e.Server.InlayHint(e.ctx, &protocol.InlayHintParams{TextDocument: doc, Range: all})
		}},
		{"symbols", func(e *editor) (any, error) {
			return e.Server.DocumentSymbol(e.ctx, &protocol.DocumentSymbolParams{TextDocument: doc})
		}},
		{"workspace symbols", func(e *editor) (any, error) {
			return e.Server.Symbols(e.ctx, &protocol.WorkspaceSymbolParams{Query: "s"})
		}},
		{"tokens", func(e *editor) (any, error) {
			return e.Server.SemanticTokensFull(e.ctx, &protocol.SemanticTokensParams{TextDocument: doc})
		}},
		{"folding", func(e *editor) (any, error) {
			return e.Server.FoldingRanges(e.ctx, &protocol.FoldingRangeParams{TextDocument: doc})
		}},
		{"selection", func(e *editor) (any, error) {
			return e.Server.SelectionRange(e.ctx, &protocol.SelectionRangeParams{TextDocument: doc, Positions: []protocol.Position{at.Position}})
		}},
		{"formatting", func(e *editor) (any, error) {
			return e.Server.Formatting(e.ctx, &protocol.DocumentFormattingParams{TextDocument: doc})
		}},
		{"range formatting", func(e *editor) (any, error) {
			return e.Server.RangeFormatting(e.ctx, &protocol.DocumentRangeFormattingParams{TextDocument: doc, Range: protocol.Range{Start: at.Position, End: all.End}})
		}},
		{"lenses", func(e *editor) (any, error) {
			return e.Server.CodeLens(e.ctx, &protocol.CodeLensParams{TextDocument: doc})
		}},
		{"calls", func(e *editor) (any, error) {
			items, err := e.Server.PrepareCallHierarchy(e.ctx, &protocol.CallHierarchyPrepareParams{TextDocumentPositionParams: at})
			out := []any{items}
			for _, it := range items {
				in, err := e.Server.IncomingCalls(e.ctx, &protocol.CallHierarchyIncomingCallsParams{Item: it})
				if err != nil {
					return nil, err
				}
				from, err := e.Server.OutgoingCalls(e.ctx, &protocol.CallHierarchyOutgoingCallsParams{Item: it})
				if err != nil {
					return nil, err
				}
				out = append(out, in, from)
			}
			return out, err
		}},
	}
}

// answers are those to all requests at some places, as text. Where the files of the language are written is up to the server. The texts in
// an answer that was read lie where the next message is read into: one is taken that comes twice.
func (e *editor) answers(u uri.URI, offsets []int) (out []string) {
	for _, offset := range offsets {
		for _, r := range e.requests(u, offset) {
			last, again := "", false
			for try := 0; try < 10 && !again; try++ {
				answer, err := r.ask(e)
				text, wrong := json.Marshal(answer)
				if err != nil || wrong != nil {
					e.t.Errorf("%s: %v %v", r.name, err, wrong)
				}
				again, last = try > 0 && last == string(text), string(text)
			}
			out = append(out, fmt.Sprintf("%s at %d: %s", r.name, offset, libraryFolder.ReplaceAllString(last, "library")))
		}
	}
	return out
}

var libraryFolder = regexp.MustCompile("descend-library-[0-9]+")

// cancelled makes a request and cancels it at once.
func (e *editor) cancelled(r request) {
	ctx, cancel := context.WithCancel(e.ctx)
	cancel()
	other := &editor{Server: e.Server, t: e.t, ctx: ctx}
	if _, err := r.ask(other); err == nil {
		e.t.Errorf("%s is answered although it was cancelled", r.name)
	}
}
