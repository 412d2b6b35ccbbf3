package check_test

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"testing"

	"descend/frontend/source"
	"descend/frontend/syntax"
	"descend/ir"
	"descend/test/kit"
)

// told are the findings of a program without their places: code, message, label, and the text that they are about.
func told(text string) []string {
	file := source.NewFile("order.desc", text)
	_, diags := compileAndCheck("order.desc", text)
	var out []string
	for _, d := range diags.InOrder() {
		r := ir.RangeOf(d.Loc)
		about := source.Span{File: file, Start: file.Offset(r.Line, r.Col), End: file.Offset(r.EndLine, r.EndCol)}.Text()
		out = append(out, fmt.Sprintf("%s: %s: %s: %q", d.Code, d.Message, d.Label, about))
	}
	sort.Strings(out)
	return out
}

// TestOrderOfItems holds that the findings of a program do not depend on the order of its items. Of two definitions of a name the
// second is the wrong one, whichever that is.
func TestOrderOfItems(t *testing.T) {
	shuffled := 0
	for _, p := range kit.Sections(t, "../../test/check/*.desc", "../../frontend/sema/testdata/*.desc") {
		diags := &ir.Diagnostics{}
		file := source.NewFile("order.desc", p.Text)
		tree := syntax.Parse(file, ir.NewContext(), diags)
		if diags.Len() > 0 || len(tree.Items) < 2 || strings.Contains(strings.Join(kit.Expected(p.Text), " "), "duplicate-name") {
			continue
		}
		want := told(p.Text)
		var parts []string
		for i, it := range tree.Items {
			end := len(p.Text)
			if i+1 < len(tree.Items) {
				end = tree.Items[i+1].Span().Start
			}
			parts = append(parts, p.Text[it.Span().Start:end]+"\n")
		}
		r := rand.New(rand.NewPCG(uint64(shuffled), 3))
		r.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
		for _, order := range [][]string{reversed(parts), parts} {
			if got := told(strings.Join(order, "")); !slices.Equal(got, want) {
				t.Errorf("%s/%s: in another order\n%s\nis found\n  %s\ninstead of\n  %s", filepath.Base(p.File), p.Title,
					strings.Join(order, ""), strings.Join(got, "\n  "), strings.Join(want, "\n  "))
			}
		}
		shuffled++
	}
	if shuffled < 300 {
		t.Errorf("only %d programs", shuffled)
	}
}

func reversed(list []string) []string {
	out := slices.Clone(list)
	slices.Reverse(out)
	return out
}
