package check_test

import (
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"descend/frontend/diag"
	"descend/frontend/source"
	"descend/frontend/syntax"
	"descend/ir"
	"descend/test/kit"
)

// stretched is a program with more between its tokens: spaces, line ends and comments, wherever there was a space or line end,
// and around brackets, `;` and `,`.
func stretched(text string, r *rand.Rand) string {
	gaps := []string{" ", "  ", "\n  ", " /* a {comment */ ", " // another (\n", "\t", "\r\n"}
	loose := func(k syntax.Kind) bool {
		switch k {
		case syntax.LBrace, syntax.RBrace, syntax.LParen, syntax.RParen, syntax.Semi, syntax.Comma:
			return true
		}
		return false
	}
	var b strings.Builder
	end := 0
	last := syntax.EOF
	for _, t := range syntax.Tokens(source.NewFile("fix.desc", text)) {
		gap := text[end:t.Start]
		b.WriteString(gap)
		if end > 0 && (gap != "" || loose(last) || loose(t.Kind)) && t.Kind != syntax.EOF && r.IntN(2) == 0 {
			b.WriteString(gaps[r.IntN(len(gaps))])
		}
		b.WriteString(text[t.Start:t.End])
		end, last = int(t.End), t.Kind
	}
	return b.String() + text[end:]
}

// TestFixesOfAnyLayout holds that the fixes that passes name are made of programs in any layout: as many as in the usual one, and
// each removes its error.
func TestFixesOfAnyLayout(t *testing.T) {
	named := func(text string) (out []*ir.Diagnostic, all int) {
		_, diags := compileAndCheck("fix.desc", text)
		for _, d := range diags.Sorted() {
			if d.Help != nil && d.Help.Fix != nil {
				out = append(out, d)
			}
		}
		return out, diags.Len()
	}
	r := rand.New(rand.NewPCG(5, 6))
	tried := 0
	for _, p := range kit.Sections(t, "../../test/check/*.desc") {
		usual, _ := named(p.Text)
		if len(usual) == 0 {
			continue
		}
		text := stretched(p.Text, r)
		odd, all := named(text)
		if len(odd) != len(usual) {
			t.Errorf("%s/%s: %d fixes, %d in the usual layout, of\n%s", filepath.Base(p.File), p.Title, len(odd), len(usual), text)
			continue
		}
		for i, d := range odd {
			if len(d.Help.Edits) == 0 {
				if len(usual[i].Help.Edits) > 0 {
					t.Errorf("%s/%s: the fix %q is lost in\n%s", filepath.Base(p.File), p.Title, d.Help.Message, text)
				}
				continue
			}
			tried++
			fixed := diag.Apply(d.Help, source.NewFile("fix.desc", text))
			if _, after := compileAndCheck("fix.desc", fixed); after.Len() >= all {
				t.Errorf("%s/%s: the fix %q of %s leaves\n%sin\n%s", filepath.Base(p.File), p.Title, d.Help.Message, d, details(after), strings.TrimLeft(fixed, "\n"))
			}
		}
	}
	if tried < 200 {
		t.Errorf("only %d fixes tried", tried)
	}
	t.Logf("%d fixes", tried)
}
