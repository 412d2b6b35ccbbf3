package test

import (
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"descend/ir/need"
)

// TestViewOpGraphDrawing lets dot draw the graph of a module: the drawing is well-formed and names the operations.
func TestViewOpGraphDrawing(t *testing.T) {
	need.Program(t, "dot")
	file := filepath.Join(t.TempDir(), "g.svg")
	descendOpt(t, `func.func @f(%a: i32, %c: i1) -> i32 {
  %0 = scf.if %c -> (i32) {
    %1 = arith.muli %a, %a : i32
    scf.yield %1 : i32
  } else {
    scf.yield %a : i32
  }
  return %0 : i32
}`, "--view-op-graph=output="+file+" print-control-flow-edges")
	svg, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	for d := xml.NewDecoder(strings.NewReader(string(svg))); ; {
		tok, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if data, ok := tok.(xml.CharData); ok {
			text.Write(data)
		}
	}
	for _, want := range []string{"func.func", "scf.if", "arith.muli", "func.return"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("the drawing does not name %s", want)
		}
	}
}
