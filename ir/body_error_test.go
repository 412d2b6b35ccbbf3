package ir

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

// TestBodyError: what a dialect says of a byte of a body is shown at the column of that byte.
func TestBodyError(t *testing.T) {
	at := func(_ *Context, _, body string, _ bool) error {
		return ErrorInBody(strings.IndexByte(body, '!'), "not that")
	}
	d := &Dialect{
		Name:             "body",
		AllowsUnknownOps: true,
		ParseType: func(c *Context, mnemonic, body string, has bool) (Type, error) {
			if mnemonic == "plain" {
				return nil, errors.New("not at all")
			}
			return nil, at(c, mnemonic, body, has)
		},
		ParseAttr: func(c *Context, mnemonic, body string, has bool) (Attribute, error) {
			return nil, at(c, mnemonic, body, has)
		},
	}
	for _, c := range []struct {
		text      string
		line, col int
		msg       string
	}{
		{`"body.op"() : () -> !body.t<ab !>`, 1, 32, "not that"},
		{`"body.op"() : () -> !body.t<!>`, 1, 29, "not that"},
		{"\n\n" + `"body.op"() {a = #body.t<(a, !)>} : () -> ()`, 3, 30, "not that"},
		{`"body.op"() : () -> !body.t<no place>`, 1, 29, "not that"}, // -1 is no byte of it
		{`"body.op"() : () -> !body.t`, 1, 21, "not that, at byte -1"},
		{`"body.op"() : () -> !body.plain<a>`, 1, 21, "not at all"},
	} {
		var diags Diagnostics
		if ParseModule(NewContext(d), "f.mlir", []byte(c.text), &diags) != nil {
			t.Errorf("%s is accepted", c.text)
			continue
		}
		got := diags.InOrder()[0]
		if want := fmt.Sprintf("f.mlir:%d:%d: error: %s", c.line, c.col, c.msg); got.String() != want {
			t.Errorf("%s:\ngot  %s\nwant %s", c.text, got, want)
		}
	}
}
