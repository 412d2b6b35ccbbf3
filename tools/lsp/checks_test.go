package lsp

import (
	"context"
	"strings"
	"testing"
	"time"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"descend/ir"
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
	got := hover()
	for end := time.Now().Add(time.Minute); !strings.Contains(got, "Accesses:") && time.Now().Before(end); got = hover() {
		time.Sleep(10 * time.Millisecond) // what hovers have started may take longer than one waits
	}
	if !strings.Contains(got, "Accesses:") {
		t.Errorf("after the checks the hover is\n%s", got)
	}
}

// TestRenew holds that a program which was used often begins anew after its findings were told, and is checked by then.
func TestRenew(t *testing.T) {
	s := newServer(Config{Log: failing{t}, maxRuns: 4})
	u := uri.File("/t.desc")
	contexts := map[*ir.Context]bool{}
	for i := range 5 {
		text := newText(saxpy + strings.Repeat("\n", i))
		s.put(i == 0, &document{uri: u, version: int32(i + 1), text: text})
		if f := s.findings(t.Context(), keyOf(u)); f == nil || len(f.files[keyOf(u)]) > 0 {
			t.Fatalf("version %d: the findings are %v", i+1, f)
		}
		before := s.programs[keyOf(u)].unit
		s.rest(t.Context(), keyOf(u))
		p := s.programs[keyOf(u)]
		if !p.unit.checked || !s.current(p.unit) || p.runs > 2 {
			t.Errorf("version %d, after %d runs: checked %t, current %t", i+1, p.runs, p.unit.checked, s.current(p.unit))
		}
		if renewed := p.unit != before; renewed != (p.ctx != before.ctx) || renewed && p.unit.known == nil || before.gone {
			t.Errorf("version %d: renewed %t; the one before is gone: %t", i+1, renewed, before.gone)
		}
		contexts[p.ctx] = true
	}
	if len(contexts) != 5 { // the first has two versions, and each other the one that was renewed and the next
		t.Errorf("there are %d contexts", len(contexts))
	}
}
