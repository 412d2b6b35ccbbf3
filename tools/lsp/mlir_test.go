package lsp

import (
	"path/filepath"
	"strings"
	"testing"

	"go.lsp.dev/protocol"
)

const module = `func.func @twice(%x: i32) -> i32 {
  %y = arith.addi %x, %x : i32
  return %y : i32
}
func.func @main(%x: i32) -> i32 {
  %0 = call @twice(%x) : (i32) -> i32
  cf.br ^end(%0 : i32)
^end(%r: i32):
  return %r : i32
}
`

func TestIR(t *testing.T) {
	e := connect(t, ServeIR, Config{}, "")
	u := e.open(filepath.Join(t.TempDir(), "m.mlir"), module)
	if got := describe(e.diagnostics(u)); len(got) > 0 {
		t.Errorf("found %s", got)
	}
	doc := protocol.TextDocumentIdentifier{URI: u}
	for _, c := range []struct {
		at         string // the | is in the name
		definition string // the line in which it is defined
		uses       int
	}{
		{"addi %|x", "func.func @twice", 3},
		{"return %|y", "%y = arith", 2},
		{"call @tw|ice", "func.func @twice", 2},
		{"@twice(%|x) :", "func.func @main", 2},
		{"cf.br ^e|nd", "^end(%r", 2},
		{"return %|r", "^end(%r", 2},
		{"call @twice(%x) : (i|32", "", 0},
	} {
		before, after, _ := strings.Cut(c.at, "|")
		at := e.texts[u].position(strings.Index(module, before+after) + len(before))
		p := protocol.TextDocumentPositionParams{TextDocument: doc, Position: at}
		d, err := e.Server.Definition(e.ctx, &protocol.DefinitionParams{TextDocumentPositionParams: p})
		if err != nil {
			t.Fatal(err)
		}
		line := ""
		if l, ok := d.(protocol.LocationSlice); ok && len(l) > 0 {
			line = strings.Split(module, "\n")[l[0].Range.Start.Line]
		}
		if l, ok := d.(*protocol.Location); ok {
			line = strings.Split(module, "\n")[l.Range.Start.Line]
		}
		if !strings.HasPrefix(strings.TrimSpace(line), c.definition) || c.definition == "" && line != "" {
			t.Errorf("%s is defined in %q, want %s", c.at, line, c.definition)
		}
		uses, err := e.Server.References(e.ctx, &protocol.ReferenceParams{TextDocumentPositionParams: p, Context: protocol.ReferenceContext{IncludeDeclaration: true}})
		if err != nil || len(uses) != c.uses {
			t.Errorf("%s has %d uses, want %d (%v)", c.at, len(uses), c.uses, err)
		}
	}
	at := e.texts[u].position(strings.Index(module, "arith.addi") + 3)
	h, err := e.Server.Hover(e.ctx, &protocol.HoverParams{TextDocumentPositionParams: protocol.TextDocumentPositionParams{TextDocument: doc, Position: at}})
	if err != nil || !strings.Contains(hoverText(h), "**arith.addi**") || !strings.Contains(hoverText(h), "operand `lhs`") {
		t.Errorf("hover: %s (%v)", hoverText(h), err)
	}
	i := strings.Index(module, "%x, %x : i32")
	e.change(u, i, i+len("%x, %x : i32"), "%x, %x : f32")
	if got := describe(e.diagnostics(u)); len(got) != 1 || !strings.HasPrefix(got[0], "1:") {
		t.Errorf("found %s", got)
	}
}
