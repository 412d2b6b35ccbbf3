package lsp

import (
	"path/filepath"
	"strings"
	"testing"

	"go.lsp.dev/protocol"
)

const chains = `fn twice<n: nat, m: mem>(v: &uniq m [i32; n]) -[t: cpu.thread]-> () { for i in 0..n { v[i] = v[i] * 2 } }
fn both(v: &uniq cpu.mem [i32; 8]) -[t: cpu.thread]-> () { twice(v); twice(v) }
fn main() -[t: cpu.thread]-> () {
  let mut a = [1; 8];
  both(&uniq a);
  let   x = a
    .group::<4>
    .transpose[1][0];
    print(x)
}
`

// TestInlayHints holds that the hints are what was left out: types, sizes and memories, and the shapes of a chain of views.
func TestInlayHints(t *testing.T) {
	e := connect(t, Serve, Config{}, "")
	u := e.open(filepath.Join(t.TempDir(), "t.desc"), chains)
	doc := protocol.TextDocumentIdentifier{URI: u}
	read := func(from, to string) map[string]string {
		got := map[string]string{}
		hints, err := e.Server.InlayHint(e.ctx, &protocol.InlayHintParams{TextDocument: doc,
			Range: e.texts[u].rangeOf(strings.Index(chains, from), strings.Index(chains, to))})
		if err != nil {
			t.Fatal(err)
		}
		for _, h := range hints {
			i := e.texts[u].offset(h.Position)
			words := strings.Fields(chains[:i])
			got[words[len(words)-1]] = string(h.Label.(protocol.String))
		}
		return got
	}
	all := read("fn twice", "print(x)")
	for behind, want := range map[string]string{"a": ": [i32; 8]", "x": ": i32", ".group::<4>": "[[[[i32; 4]]; 2]]"} {
		if all[behind] != want {
			t.Errorf("behind %s stands %q, want %q", behind, all[behind], want)
		}
	}
	if all["twice"] != "::<8, cpu.mem>" {
		t.Errorf("the call of twice has %q", all["twice"])
	}
	if part := read("fn main", "both(&uniq a)"); len(part) != 1 || part["a"] == "" {
		t.Errorf("in a part of the text there are %v", part)
	}
}

// TestOutgoingCalls holds that a function calls another at all of its places.
func TestOutgoingCalls(t *testing.T) {
	e := connect(t, Serve, Config{}, "")
	p := e.place(strings.Replace(chains, "fn both", "fn b|oth", 1))
	items, err := e.Server.PrepareCallHierarchy(e.ctx, &protocol.CallHierarchyPrepareParams{TextDocumentPositionParams: p})
	if err != nil || len(items) != 1 || items[0].Name != "both" {
		t.Fatalf("calls of %v (%v)", items, err)
	}
	out, err := e.Server.OutgoingCalls(e.ctx, &protocol.CallHierarchyOutgoingCallsParams{Item: items[0]})
	if err != nil || len(out) != 1 || out[0].To.Name != "twice" || len(out[0].FromRanges) != 2 {
		t.Errorf("it calls %v (%v)", out, err)
	}
	in, err := e.Server.IncomingCalls(e.ctx, &protocol.CallHierarchyIncomingCallsParams{Item: items[0]})
	if err != nil || len(in) != 1 || in[0].From.Name != "main" {
		t.Errorf("it is called by %v (%v)", in, err)
	}
}

// TestRangeFormatting holds that lines outside of the range stay as they are.
func TestRangeFormatting(t *testing.T) {
	e := connect(t, Serve, Config{}, "")
	u := e.open(filepath.Join(t.TempDir(), "t.desc"), chains)
	line := func(text string) protocol.Range {
		i := strings.Index(chains, text)
		return e.texts[u].rangeOf(i, i+len(text))
	}
	edits, err := e.Server.RangeFormatting(e.ctx, &protocol.DocumentRangeFormattingParams{TextDocument: protocol.TextDocumentIdentifier{URI: u}, Range: line("    print(x)")})
	if err != nil || len(edits) != 1 {
		t.Fatalf("the style changes %v (%v)", edits, err)
	}
	text := e.texts[u]
	start, end := text.offset(edits[0].Range.Start), text.offset(edits[0].Range.End)
	if got := chains[:start] + edits[0].NewText + chains[end:]; got != strings.Replace(chains, "    print(x)", "  print(x)", 1) {
		t.Errorf("after formatting a line the text is\n%s", got)
	}
}

// TestSelections holds that selections grow from a name to the file, each inside the next.
func TestSelections(t *testing.T) {
	e := connect(t, Serve, Config{}, "")
	p := e.place(strings.Replace(chains, "v[i] * 2", "v[|i] * 2", 1))
	list, err := e.Server.SelectionRange(e.ctx, &protocol.SelectionRangeParams{TextDocument: p.TextDocument, Positions: []protocol.Position{p.Position}})
	if err != nil || len(list) != 1 {
		t.Fatalf("selections %v (%v)", list, err)
	}
	var texts []string
	for s := &list[0]; s != nil; s = s.Parent {
		texts = append(texts, e.textOf(p.TextDocument.URI, s.Range))
	}
	if texts[0] != "i" || texts[len(texts)-1] != chains {
		t.Errorf("selections %q", texts)
	}
	seen := map[string]bool{}
	for i, s := range texts {
		if seen[s] = true; i > 0 && !strings.Contains(s, texts[i-1]) {
			t.Errorf("%q is not in %q", texts[i-1], s)
		}
	}
	for _, want := range []string{"v[i]", "v[i] * 2", "v[i] = v[i] * 2"} {
		if !seen[want] {
			t.Errorf("%q is no selection", want)
		}
	}
}

// TestSignatures holds which parameter of which function is written, also in a call that is not complete.
func TestSignatures(t *testing.T) {
	e := connect(t, Serve, Config{}, "")
	for _, c := range []struct {
		with, label string
		arg         uint32
	}{
		{"both(|", "fn both(v: &uniq cpu.mem [i32; 8])", 0},
		{"twice::<8, cpu.mem>(|", "fn twice<n: nat, m: mem>", 0},
		{"saxpy(1, |", "", 0},
		{"min(1, |", "min(..)", 1},
	} {
		p := e.place(strings.Replace(chains, "print(x)", c.with, 1))
		help, err := e.Server.SignatureHelp(e.ctx, &protocol.SignatureHelpParams{TextDocumentPositionParams: p})
		if err != nil {
			t.Fatal(err)
		}
		if c.label == "" {
			if help != nil {
				t.Errorf("%s: %v", c.with, help)
			}
			continue
		}
		if help == nil || !strings.HasPrefix(help.Signatures[0].Label, c.label) {
			t.Errorf("%s: %v", c.with, help)
			continue
		}
		if n, _ := help.ActiveParameter.Get(); n != c.arg {
			t.Errorf("%s: argument %d is written, want %d", c.with, n, c.arg)
		}
	}
}
