package lsp

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.lsp.dev/protocol"

	"descend/docs"
)

const saxpy = `// Adds.
fn add(a: f32, b: f32) -[t: gpu.thread]-> f32 { a + b }
struct Pair { first: i32, second: f32 }
fn scale<n: nat>(v: &uniq gpu.global [f32; n * 32]) -[grid: gpu.grid<X<n>, X<32>>]-> () {
  sched(X) block in grid {
    sched(X) thread in block { v.group::<32>[[block]][[thread]] = add(v.group::<32>[[block]][[thread]], 1.0) }
  }
}
`

func hoverText(h *protocol.Hover) string {
	if h == nil {
		return ""
	}
	return h.Contents.(*protocol.MarkupContent).Value
}

func TestHover(t *testing.T) {
	e := connect(t, Serve, Config{}, "")
	for _, c := range []struct{ mark, with, want string }{
		{"= add(", "= a|dd(", "fn add(a: f32, b: f32) -[t: gpu.thread]-> f32"},
		{"= add(", "= a|dd(", "Adds."},
		{"[[thread]] =", "[[th|read]] =", "thread: gpu.thread"},
		{"v.group::<32>[[block]][[thread]] =", "v.gr|oup::<32>[[block]][[thread]] =", "[[[[f32; 32]]; n]]"},
		{"v.group::<32>[[block]][[thread]] =", "v.gr|oup::<32>[[block]][[thread]] =", "v[block.x*32 + thread.x]"},
		{"v.group::<32>[[block]][[thread]] =", "|v.group::<32>[[block]][[thread]] =", "In `gpu.global`"},
		{"v.group::<32>[[block]][[thread]] =", "|v.group::<32>[[block]][[thread]] =", "Executed by `thread`: `gpu.thread`"},
		{"b: f32", "b: f|32", "A type of the language."},
	} {
		p := e.place(strings.Replace(saxpy, c.mark, c.with, 1))
		h, err := e.Server.Hover(e.ctx, &protocol.HoverParams{TextDocumentPositionParams: p})
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(hoverText(h), c.want) {
			t.Errorf("hover at %s:\n%s\nlacks %s", c.with, hoverText(h), c.want)
		}
	}
}

func TestDefinition(t *testing.T) {
	e := connect(t, Serve, Config{}, "")
	for with, want := range map[string]string{"= a|dd(": "add", "[[thr|ead]] =": "thread", "v.gr|oup": ""} {
		p := e.place(strings.Replace(saxpy, strings.ReplaceAll(with, "|", ""), with, 1))
		d, err := e.Server.Definition(e.ctx, &protocol.DefinitionParams{TextDocumentPositionParams: p})
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if l, ok := d.(*protocol.Location); ok {
			got = e.textOf(l.URI, l.Range)
		}
		if got != want {
			t.Errorf("%s is declared at %q, want %q", with, got, want)
		}
	}
}

func TestCompletion(t *testing.T) {
	e := connect(t, Serve, Config{}, "")
	for _, c := range []struct{ old, with, want, not string }{
		{"v.group::<32>[[block]][[thread]] =", "v.|", "group reverse take_left strided", "transpose tile"},
		{"v.group::<32>[[block]][[thread]] =", "v.group::<32>.|", "transpose tile", "first"},
		{"v.group::<32>[[block]][[thread]] =", "v.group::<32>[[|", "thread block grid", "v add"},
		{"= add(", "= |(", "add v thread sqrt if f32", "tile"},
		{"a + b }", "let p = Pair { first: 1, second: 2.0 }; p.| }", "first second", "group"},
		{"gpu.global", "gpu.|", "global shared thread", "mem"},
		{"// Adds.", "// Ad|ds", "", "add"},
		{"// Adds.", "use std::|", "warps array", "std add"},
		{"// Adds.", "use |", "std warps", "add"},
	} {
		p := e.place(strings.Replace(saxpy, c.old, c.with, 1))
		r, err := e.Server.Completion(e.ctx, &protocol.CompletionParams{TextDocumentPositionParams: p})
		if err != nil {
			t.Fatal(err)
		}
		names := map[string]bool{}
		for _, i := range r.(*protocol.CompletionList).Items {
			names[i.Label] = true
		}
		for _, w := range strings.Fields(c.want) {
			if !names[w] {
				t.Errorf("%s: %s is not proposed", c.with, w)
			}
		}
		for _, w := range strings.Fields(c.not) {
			if names[w] {
				t.Errorf("%s: %s is proposed", c.with, w)
			}
		}
	}
}

func describe(list []protocol.Diagnostic) (out []string) {
	for _, d := range list {
		s := fmt.Sprintf("%d:%d-%d:%d %v %v", d.Range.Start.Line, d.Range.Start.Character, d.Range.End.Line, d.Range.End.Character, d.Code, d.Message)
		for _, r := range d.RelatedInformation {
			s += fmt.Sprintf("\n  %d:%d %s", r.Location.Range.Start.Line, r.Location.Range.Start.Character, r.Message)
		}
		out = append(out, s)
	}
	return out
}

func TestDiagnostics(t *testing.T) {
	e := connect(t, Serve, Config{}, "")
	u := e.open(t.TempDir()+"/t.desc", saxpy)
	if got := describe(e.diagnostics(u)); len(got) > 0 {
		t.Errorf("found %s", got)
	}
	i := strings.Index(saxpy, "[[thread]] =")
	e.change(u, i, i+len("[[thread]]"), "[0]")
	if got := describe(e.diagnostics(u)); len(got) != 1 || !strings.Contains(got[0], "5:31-5:56 narrowing") {
		t.Errorf("found %s", got)
	}
	e.change(u, 0, 0, "\n\n")
	if got := describe(e.diagnostics(u)); len(got) != 1 || !strings.Contains(got[0], "7:31-7:56 narrowing") {
		t.Errorf("found %s", got)
	}
	i = strings.Index(e.texts[u].s, "[0]")
	e.change(u, i, i+len("[0]"), "[[thread]]")
	if got := describe(e.diagnostics(u)); len(got) > 0 {
		t.Errorf("found %s", got)
	}
}

// TestActions applies each change that is proposed for the wrong programs of the pages on errors, alone: the finding that it belongs to is
// gone then.
func TestActions(t *testing.T) {
	e := connect(t, Serve, Config{}, "")
	applied := 0
	for _, slug := range docs.Slugs() {
		page, _ := docs.Page(slug)
		for i, x := range docs.Examples(page) {
			if x.Kind != "wrong" {
				continue
			}
			u := e.open(filepath.Join(t.TempDir(), "t.desc"), x.Text)
			all := e.diagnostics(u)
			found := describe(all)
			actions, err := e.Server.CodeAction(e.ctx, &protocol.CodeActionParams{TextDocument: protocol.TextDocumentIdentifier{URI: u}, Range: e.texts[u].rangeOf(0, len(x.Text))})
			if err != nil {
				t.Fatal(err)
			}
			for _, a := range actions {
				action := a.(*protocol.CodeAction)
				if len(action.Diagnostics) != 1 || !slices.Contains(found, describe(action.Diagnostics)[0]) {
					t.Errorf("%s %d: %q belongs to %v", slug, i+1, action.Title, action.Diagnostics)
					continue
				}
				old := e.texts[u].s
				edits := action.Edit.Changes[u]
				slices.SortFunc(edits, func(x, y protocol.TextEdit) int { return -comparePositions(x.Range.Start, y.Range.Start) })
				for _, edit := range edits {
					e.change(u, e.texts[u].offset(edit.Range.Start), e.texts[u].offset(edit.Range.End), edit.NewText)
				}
				for _, d := range e.diagnostics(u) {
					if d.Message == action.Diagnostics[0].Message {
						t.Errorf("%s %d: after %q there is still %s", slug, i+1, action.Title, describe([]protocol.Diagnostic{d}))
					}
				}
				e.change(u, 0, len(e.texts[u].s), old)
				applied++
			}
		}
	}
	if applied < 9 {
		t.Errorf("only %d changes are proposed", applied)
	}
}
