package lsp

import (
	"context"
	"strings"
	"testing"
	"time"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// TestSlowChecks holds that nobody waits for checks that take long but who asks for what they find.
func TestSlowChecks(t *testing.T) {
	s := newServer(Config{Log: failing{t}})
	text := newText(saxpy)
	u := uri.File("/t.desc")
	s.put(true, &document{uri: u, version: 1, text: text})
	doc := protocol.TextDocumentIdentifier{URI: u}
	at := protocol.TextDocumentPositionParams{TextDocument: doc, Position: text.position(strings.Index(saxpy, "scale<"))}
	hover := func() string {
		h, err := s.Hover(t.Context(), &protocol.HoverParams{TextDocumentPositionParams: at})
		if err != nil {
			t.Fatal(err)
		}
		return hoverText(h)
	}
	s.checking <- struct{}{} // as if some were running
	if got := hover(); !strings.Contains(got, "fn scale") || strings.Contains(got, "Accesses:") {
		t.Errorf("while checks run the hover is\n%s", got)
	}
	if d, err := s.Definition(t.Context(), &protocol.DefinitionParams{TextDocumentPositionParams: at}); err != nil || d == nil {
		t.Errorf("while checks run the definition is %v (%v)", d, err)
	}
	short, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	whole := text.rangeOf(0, len(saxpy))
	if a, err := s.CodeAction(short, &protocol.CodeActionParams{TextDocument: doc, Range: whole}); err == nil {
		t.Errorf("while checks run there are the actions %v", a)
	}
	<-s.checking
	if got := hover(); !strings.Contains(got, "Accesses:") {
		t.Errorf("after the checks the hover is\n%s", got)
	}
}
