package lsp

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// TestModules holds that a program is found out about with its modules as they are in the editor, and that uses and names are those of all
// files of the folder.
func TestModules(t *testing.T) {
	dir := t.TempDir()
	lib, main := filepath.Join(dir, "lib.desc"), filepath.Join(dir, "main.desc")
	const libText, mainText = "pub fn twice(a: i32) -[t: cpu.thread]-> i32 { a + a }\n", "use lib::{twice};\nfn main() -[t: cpu.thread]-> i32 { twice(2) }\n"
	for file, text := range map[string]string{lib: libText, main: mainText} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	e := connect(t, Serve, Config{}, dir)
	u := e.open(main, mainText)
	if got := describe(e.diagnostics(u)); len(got) > 0 {
		t.Errorf("found %s", got)
	}
	l := e.open(lib, libText)
	e.change(l, strings.Index(libText, "twice"), strings.Index(libText, "(a"), "double")
	e.change(u, len(mainText), len(mainText), "\n")
	if got := describe(e.diagnostics(u)); len(got) != 1 || !strings.Contains(got[0], "unknown-name") {
		t.Errorf("found %s", got)
	}
	e.change(l, strings.Index(libText, "twice"), strings.Index(libText, "twice")+len("double"), "twice")
	e.change(u, len(mainText), len(mainText), "\n")
	if got := describe(e.diagnostics(u)); len(got) > 0 {
		t.Errorf("found %s", got)
	}
	at := protocol.TextDocumentPositionParams{TextDocument: protocol.TextDocumentIdentifier{URI: l}, Position: protocol.Position{Character: 8}}
	edit, err := e.Server.Rename(e.ctx, &protocol.RenameParams{TextDocumentPositionParams: at, NewName: "double"})
	if err != nil {
		t.Fatal(err)
	}
	if len(edit.Changes[l]) != 1 || len(edit.Changes[u]) != 2 {
		t.Errorf("a new name changes %v", edit.Changes)
	}
	if _, err := e.Server.Rename(e.ctx, &protocol.RenameParams{TextDocumentPositionParams: at, NewName: "1x"}); err == nil {
		t.Error("1x is taken for a name")
	}
	symbols, err := e.Server.Symbols(e.ctx, &protocol.WorkspaceSymbolParams{Query: "tw"})
	if list, _ := symbols.(protocol.SymbolInformationSlice); err != nil || len(list) != 1 || list[0].Location.URI != l {
		t.Errorf("symbols %v (%v)", symbols, err)
	}
	p := protocol.TextDocumentPositionParams{TextDocument: protocol.TextDocumentIdentifier{URI: u}, Position: protocol.Position{Line: 1, Character: 36}}
	d, err := e.Server.Definition(e.ctx, &protocol.DefinitionParams{TextDocumentPositionParams: p})
	if at, ok := d.(*protocol.Location); err != nil || !ok || at.URI != l {
		t.Errorf("twice is declared at %v (%v)", d, err)
	}
	calls, err := e.Server.PrepareCallHierarchy(e.ctx, &protocol.CallHierarchyPrepareParams{TextDocumentPositionParams: at})
	if err != nil || len(calls) != 1 {
		t.Fatalf("calls of %v (%v)", calls, err)
	}
	in, err := e.Server.IncomingCalls(e.ctx, &protocol.CallHierarchyIncomingCallsParams{Item: calls[0]})
	if err != nil || len(in) != 1 || in[0].From.Name != "main" || len(in[0].FromRanges) != 1 {
		t.Errorf("called by %v (%v)", in, err)
	}
}

// TestTree holds what the server says of the text of a document.
func TestTree(t *testing.T) {
	e := connect(t, Serve, Config{Command: "true"}, "")
	u := e.open(filepath.Join(t.TempDir(), "t.desc"), saxpy)
	doc := protocol.TextDocumentIdentifier{URI: u}
	all := e.texts[u].rangeOf(0, len(saxpy))
	symbols, err := e.Server.DocumentSymbol(e.ctx, &protocol.DocumentSymbolParams{TextDocument: doc})
	list, _ := symbols.(protocol.DocumentSymbolSlice)
	if err != nil || len(list) != 3 || list[1].Name != "Pair" || len(list[1].Children) != 2 || list[2].Children[1].Name != "thread" {
		t.Errorf("symbols %v (%v)", symbols, err)
	}
	folds, err := e.Server.FoldingRanges(e.ctx, &protocol.FoldingRangeParams{TextDocument: doc})
	if err != nil || len(folds) != 2 {
		t.Errorf("folds %v (%v)", folds, err)
	}
	tokens, err := e.Server.SemanticTokensFull(e.ctx, &protocol.SemanticTokensParams{TextDocument: doc})
	if err != nil || len(tokens.Data) < 100 || tokenTypes[tokens.Data[3]] != "keyword" || tokenTypes[tokens.Data[8]] != "function" {
		t.Errorf("tokens %v (%v)", tokens, err)
	}
	hints, err := e.Server.InlayHint(e.ctx, &protocol.InlayHintParams{TextDocument: doc, Range: all})
	if err != nil || len(hints) != 0 {
		t.Errorf("hints %v (%v)", hints, err)
	}
	i := strings.Index(saxpy, "a + b")
	e.change(u, i, i, "let c = a; ")
	hints, err = e.Server.InlayHint(e.ctx, &protocol.InlayHintParams{TextDocument: doc, Range: all})
	if err != nil || len(hints) != 1 || hints[0].Label != protocol.String(": f32") {
		t.Errorf("hints %v (%v)", hints, err)
	}
	edits, err := e.Server.Formatting(e.ctx, &protocol.DocumentFormattingParams{TextDocument: doc})
	if err != nil || len(edits) == 0 {
		t.Errorf("the style changes %v (%v)", edits, err)
	}
	at := e.texts[u].position(strings.Index(e.texts[u].s, "1.0)"))
	help, err := e.Server.SignatureHelp(e.ctx, &protocol.SignatureHelpParams{TextDocumentPositionParams: protocol.TextDocumentPositionParams{TextDocument: doc, Position: at}})
	if err != nil || help == nil || !strings.HasPrefix(help.Signatures[0].Label, "fn add(a: f32, b: f32)") {
		t.Fatalf("signature %v (%v)", help, err)
	}
	if n, _ := help.ActiveParameter.Get(); n != 1 {
		t.Errorf("argument %d is written", n)
	}
	sel, err := e.Server.SelectionRange(e.ctx, &protocol.SelectionRangeParams{TextDocument: doc, Positions: []protocol.Position{at}})
	if err != nil || len(sel) != 1 || e.textOf(u, sel[0].Range) != "1.0" || !strings.HasPrefix(e.textOf(u, sel[0].Parent.Range), "add(") {
		t.Errorf("selections %v (%v)", sel, err)
	}
	lenses, err := e.Server.CodeLens(e.ctx, &protocol.CodeLensParams{TextDocument: doc})
	if err != nil || len(lenses) != 3 || lenses[1].Command.Command != "descend.report" {
		t.Errorf("lenses %v (%v)", lenses, err)
	}
}

// TestPositions compares positions with UTF-16 made of the text.
func TestPositions(t *testing.T) {
	x := newText("aä𝔸b\r\n\rc\n")
	for offset, want := range map[int]protocol.Position{0: {}, 1: {Character: 1}, 3: {Character: 2}, 7: {Character: 4}, 10: {Line: 1}, 11: {Line: 2}, 13: {Line: 3}} {
		if got := x.position(offset); got != want {
			t.Errorf("offset %d is at %v, want %v", offset, got, want)
		}
		if got := x.offset(want); got != offset {
			t.Errorf("%v is offset %d, want %d", want, got, offset)
		}
	}
	if got := x.offset(protocol.Position{Character: 99}); got != 8 {
		t.Errorf("behind the line is offset %d", got)
	}
	if got := x.offset(protocol.Position{Line: 99}); got != len(x.s) {
		t.Errorf("behind the text is offset %d", got)
	}
}

// TestCommands runs a command with the document as it is in the editor.
func TestCommands(t *testing.T) {
	e := connect(t, Serve, Config{Command: "/bin/cat"}, "")
	u := e.open(filepath.Join(t.TempDir(), "t.desc"), saxpy)
	arg := func(s string) protocol.LSPAny { b, _ := json.Marshal(s); return b }
	if _, err := e.Server.ExecuteCommand(e.ctx, &protocol.ExecuteCommandParams{Command: "descend.other", Arguments: []protocol.LSPAny{arg(string(u))}}); err == nil {
		t.Error("a command that is not there is run")
	}
	if _, err := e.Server.ExecuteCommand(e.ctx, &protocol.ExecuteCommandParams{Command: "descend.run", Arguments: []protocol.LSPAny{arg(string(uri.File("/none"))), arg("main")}}); err == nil {
		t.Error("a document that is not open is run")
	}
	got, err := e.Server.ExecuteCommand(e.ctx, &protocol.ExecuteCommandParams{Command: "descend.run", Arguments: []protocol.LSPAny{arg(string(u)), arg("main")}})
	if err != nil || !strings.Contains(string(got), "--fn=main") { // cat knows no such flag
		t.Errorf("run gives %s (%v)", got, err)
	}
	if got, err := e.Server.ExecuteCommand(e.ctx, &protocol.ExecuteCommandParams{Command: "descend.level", Arguments: []protocol.LSPAny{arg(string(u)), arg("gpu")}}); err != nil ||
		!strings.Contains(string(got), `{"text":"","lines":[],"error":"`) {
		t.Errorf("a level that is not there is %s (%v)", got, err)
	}
}
