package lsp

import (
	"context"
	"errors"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// request is one that an editor makes.
type request struct {
	name string
	ask  func(e *editor) error
}

// requests are all that ask of a place in a document.
func (e *editor) requests(u uri.URI, offset int) []request {
	doc := protocol.TextDocumentIdentifier{URI: u}
	t := e.texts[u]
	at := protocol.TextDocumentPositionParams{TextDocument: doc, Position: t.position(offset)}
	all := t.rangeOf(0, len(t.s))
	return []request{
		{"hover", func(e *editor) error {
			_, err := e.Server.Hover(e.ctx, &protocol.HoverParams{TextDocumentPositionParams: at})
			return err
		}},
		{"definition", func(e *editor) error {
			_, err := e.Server.Definition(e.ctx, &protocol.DefinitionParams{TextDocumentPositionParams: at})
			return err
		}},
		{"references", func(e *editor) error {
			_, err := e.Server.References(e.ctx, &protocol.ReferenceParams{TextDocumentPositionParams: at})
			return err
		}},
		{"highlight", func(e *editor) error {
			_, err := e.Server.DocumentHighlight(e.ctx, &protocol.DocumentHighlightParams{TextDocumentPositionParams: at})
			return err
		}},
		{"completion", func(e *editor) error {
			_, err := e.Server.Completion(e.ctx, &protocol.CompletionParams{TextDocumentPositionParams: at})
			return err
		}},
		{"signature", func(e *editor) error {
			_, err := e.Server.SignatureHelp(e.ctx, &protocol.SignatureHelpParams{TextDocumentPositionParams: at})
			return err
		}},
		{"rename", func(e *editor) error {
			_, err := e.Server.Rename(e.ctx, &protocol.RenameParams{TextDocumentPositionParams: at, NewName: "other"})
			if wire, ok := errors.AsType[*jsonrpc2.Error](err); ok && wire.Code == jsonrpc2.InvalidParams {
				return nil
			}
			return err
		}},
		{"actions", func(e *editor) error {
			_, err := e.Server.CodeAction(e.ctx, &protocol.CodeActionParams{TextDocument: doc, Range: all, Context: protocol.CodeActionContext{Diagnostics: []protocol.Diagnostic{}}})
			return err
		}},
		{"hints", func(e *editor) error {
			_, err := e.Server.InlayHint(e.ctx, &protocol.InlayHintParams{TextDocument: doc, Range: all})
			return err
		}},
		{"symbols", func(e *editor) error {
			_, err := e.Server.DocumentSymbol(e.ctx, &protocol.DocumentSymbolParams{TextDocument: doc})
			return err
		}},
		{"workspace symbols", func(e *editor) error {
			_, err := e.Server.Symbols(e.ctx, &protocol.WorkspaceSymbolParams{Query: "s"})
			return err
		}},
		{"tokens", func(e *editor) error {
			_, err := e.Server.SemanticTokensFull(e.ctx, &protocol.SemanticTokensParams{TextDocument: doc})
			return err
		}},
		{"folding", func(e *editor) error {
			_, err := e.Server.FoldingRanges(e.ctx, &protocol.FoldingRangeParams{TextDocument: doc})
			return err
		}},
		{"selection", func(e *editor) error {
			_, err := e.Server.SelectionRange(e.ctx, &protocol.SelectionRangeParams{TextDocument: doc, Positions: []protocol.Position{at.Position}})
			return err
		}},
		{"formatting", func(e *editor) error {
			_, err := e.Server.Formatting(e.ctx, &protocol.DocumentFormattingParams{TextDocument: doc})
			return err
		}},
		{"range formatting", func(e *editor) error {
			_, err := e.Server.RangeFormatting(e.ctx, &protocol.DocumentRangeFormattingParams{TextDocument: doc, Range: protocol.Range{Start: at.Position, End: all.End}})
			return err
		}},
		{"lenses", func(e *editor) error {
			_, err := e.Server.CodeLens(e.ctx, &protocol.CodeLensParams{TextDocument: doc})
			return err
		}},
		{"calls", func(e *editor) error {
			items, err := e.Server.PrepareCallHierarchy(e.ctx, &protocol.CallHierarchyPrepareParams{TextDocumentPositionParams: at})
			for _, it := range items {
				if _, err := e.Server.IncomingCalls(e.ctx, &protocol.CallHierarchyIncomingCallsParams{Item: it}); err != nil {
					return err
				}
				if _, err := e.Server.OutgoingCalls(e.ctx, &protocol.CallHierarchyOutgoingCallsParams{Item: it}); err != nil {
					return err
				}
			}
			return err
		}},
	}
}

// cancelled makes a request and cancels it at once.
func (e *editor) cancelled(r request) {
	ctx, cancel := context.WithCancel(e.ctx)
	cancel()
	other := &editor{Server: e.Server, t: e.t, ctx: ctx}
	if err := r.ask(other); err == nil {
		e.t.Errorf("%s is answered although it was cancelled", r.name)
	}
}
