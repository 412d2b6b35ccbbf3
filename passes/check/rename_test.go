package check_test

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/dialects/view"
	"descend/frontend"
	"descend/frontend/diag"
	"descend/frontend/source"
	"descend/ir"
	"descend/test/kit"
)

// TestRename gives names of the corpus programs another one wherever they stand for the same: the verdict of the checks stays, at
// the same lines. Names stay in order, as functions that call each other are reported at the first of them.
func TestRename(t *testing.T) {
	verdict := func(text string) (out []string) {
		_, diags := compileAndCheck("rename.desc", text)
		for _, d := range diags.InOrder() {
			out = append(out, fmt.Sprintf("%d %s", ir.RangeOf(d.Loc).Line, d.Code))
		}
		slices.Sort(out)
		return out
	}
	r := rand.New(rand.NewPCG(21, 22))
	renamed := map[frontend.SymbolKind]int{}
	for _, p := range kit.Sections(t, "../../test/check/*.desc", "../../test/language/*.desc") {
		c := ir.NewContext(descend.Dialect(), exec.Dialect(), view.Dialect())
		file, diags := source.NewFile("rename.desc", p.Text), &ir.Diagnostics{}
		program := frontend.Analyze(c, []*source.File{file}, diags)
		symbols := program.Declared(file)
		if diags.Len() > 0 || len(symbols) == 0 {
			continue
		}
		s := symbols[r.IntN(len(symbols))]
		if i := slices.IndexFunc(symbols, func(s *frontend.Symbol) bool { return renamed[s.Kind] == 0 }); i >= 0 {
			s = symbols[i]
		}
		renamed[s.Kind]++
		text := diag.Apply(&ir.Help{Edits: program.Rename(s, s.Name+"_renamed")}, file)
		if before, after := verdict(p.Text), verdict(text); !slices.Equal(before, after) {
			t.Errorf("%s/%s: %s %s renamed: %q, before %q\n%s", filepath.Base(p.File), p.Title, s.Kind, s.Name, after, before, strings.TrimLeft(text, "\n"))
		}
	}
	for kind := frontend.Function; kind <= frontend.ViewParameter; kind++ {
		if renamed[kind] == 0 && kind != frontend.ViewParameter {
			t.Errorf("no %s was renamed", kind)
		}
	}
	t.Logf("renamed: %v", renamed)
}
