package lsp

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.lsp.dev/protocol"
)

// TestChoices holds that of two changes that a finding proposes each can be taken, and that none is taken without being looked at.
func TestChoices(t *testing.T) {
	e := connect(t, Serve, Config{}, "")
	const line = "x.group_up::<32>[0][[thread]] else 0.0 - 1.0"
	text := `fn k<n: nat>(x: & gpu.global [f32; n], y: &uniq gpu.global [f32; 32]) -[grid: gpu.grid<X<1>, X<32>>]-> () {
  sched(X) block in grid { sched(X) thread in block { y[[thread]] = ` + line + ` } }
}
`
	want := []string{"(x.group_up::<32>[0][[thread]] else 0.0) - 1.0", "x.group_up::<32>[0][[thread]] else (0.0 - 1.0)"}
	u := e.open(filepath.Join(t.TempDir(), "t.desc"), text)
	if found := e.diagnostics(u); len(found) != 1 {
		t.Fatalf("found %v", describe(found))
	}
	actions, err := e.Server.CodeAction(e.ctx, &protocol.CodeActionParams{TextDocument: protocol.TextDocumentIdentifier{URI: u}, Range: e.texts[u].rangeOf(0, len(text))})
	if err != nil || len(actions) != len(want) {
		t.Fatalf("%d changes are proposed: %v", len(actions), err)
	}
	for i, a := range actions {
		action := a.(*protocol.CodeAction)
		if action.IsPreferred != nil && *action.IsPreferred {
			t.Errorf("%q is preferred", action.Title)
		}
		edits := action.Edit.Changes[u]
		slices.SortFunc(edits, func(x, y protocol.TextEdit) int { return -comparePositions(x.Range.Start, y.Range.Start) })
		for _, edit := range edits {
			e.change(u, e.texts[u].offset(edit.Range.Start), e.texts[u].offset(edit.Range.End), edit.NewText)
		}
		if !strings.Contains(e.texts[u].s, want[i]) || len(e.diagnostics(u)) > 0 {
			t.Errorf("%q gives\n%s%v", action.Title, e.texts[u].s, describe(e.diagnostics(u)))
		}
		e.change(u, 0, len(e.texts[u].s), text)
	}
}
