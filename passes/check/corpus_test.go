package check_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/dialects/view"
	"descend/frontend"
	"descend/frontend/fix"
	"descend/frontend/source"
	"descend/ir"
	"descend/passes"
	"descend/passes/check"
	"descend/test/kit"
)

// compileAndCheck runs the frontend and, if it finds no error, the checks.
func compileAndCheck(name, text string) (*ir.Operation, *ir.Diagnostics) {
	c := ir.NewContext(descend.Dialect(), exec.Dialect(), view.Dialect())
	c.AllowUnregistered = true
	diags := &ir.Diagnostics{}
	files := []*source.File{source.NewFile(name, text)}
	m := frontend.Compile(c, files, diags)
	if m == nil {
		return nil, diags
	}
	for _, p := range check.Pipeline() {
		runPass(p, m, diags)
	}
	if !diags.HasErrors() {
		ir.Verify(m, diags) // what the checks write on the IR is valid
	}
	fix.Edit(c, files, diags)
	return m, diags
}

// runPass runs a pass on the operations that it is for.
func runPass(p passes.Pass, m *ir.Operation, diags *ir.Diagnostics) {
	if p.Anchor() == "" || m.Is(p.Anchor()) {
		if err := p.Run(&passes.Context{Op: m, Diags: diags}); err != nil {
			diags.Errorf(m.Loc(), "internal", "%s: %v", p.Name(), err)
		}
		return
	}
	for op := range m.All(p.Anchor()) {
		if err := p.Run(&passes.Context{Op: op, Diags: diags}); err != nil {
			diags.Errorf(op.Loc(), "internal", "%s: %v", p.Name(), err)
		}
	}
}

// found lists the errors as "line: slug", sorted.
func found(diags *ir.Diagnostics) []string {
	return kit.Found(slices.DeleteFunc(diags.Sorted(), func(d *ir.Diagnostic) bool { return d.Severity != ir.Error }))
}

// details is what was found, for failures.
func details(diags *ir.Diagnostics) string {
	var b strings.Builder
	for _, d := range diags.Sorted() {
		fmt.Fprintf(&b, "\t%s\n\t\tlabel: %s\n", d, d.Label)
		for _, r := range d.Related {
			fmt.Fprintf(&b, "\t\trelated: %d: %s\n", ir.RangeOf(r.Loc).Line, r.Message)
		}
		for _, n := range d.Notes {
			fmt.Fprintf(&b, "\t\tnote: %s\n", n)
		}
	}
	return b.String()
}

// TestCorpus compiles and checks every program of test/check and compares slugs and lines.
func TestCorpus(t *testing.T) {
	accepted, rejected := 0, 0
	for _, p := range kit.Sections(t, "../../test/check/*.desc") {
		expect := kit.Expected(p.InFile())
		if len(expect) > 0 {
			rejected++
		} else {
			accepted++
		}
		t.Run(strings.TrimSuffix(filepath.Base(p.File), ".desc")+"/"+p.Title, func(t *testing.T) {
			_, diags := compileAndCheck(filepath.Base(p.File), p.InFile())
			if got := found(diags); !slices.Equal(got, expect) {
				t.Errorf("expected %q, found %q\n%s", expect, got, details(diags))
			}
		})
	}
	t.Logf("%d accepted and %d rejected programs", accepted, rejected)
}

// TestExamples accepts all examples.
func TestExamples(t *testing.T) {
	for _, p := range kit.Sections(t, "../../examples/*.desc") {
		t.Run(p.Name(), func(t *testing.T) {
			if _, diags := compileAndCheck(p.Name(), p.Text); diags.HasErrors() {
				t.Errorf("rejected:\n%s", details(diags))
			}
		})
	}
}

// TestErrorPages runs the wrong and the right program of each page of docs/errors: the wrong one gives
// exactly the error of the page.
func TestErrorPages(t *testing.T) {
	for _, file := range kit.Files(t, "../../docs/errors/*.md") {
		slug := strings.TrimSuffix(filepath.Base(file), ".md")
		if strings.Contains(file, "sim-") || strings.Contains(file, "device-") || slug == "run" || slug == "local-memory" || slug == "hidden-clause" || slug == "unreachable-arm" || slug == "else-value" || slug == "skipped-elements" || slug == "unsupported" {
			continue // not of the checks
		}
		page := kit.Read(t, file)
		for kind, want := range map[string]string{"wrong": slug, "right": ""} {
			programs := fenced(page, "```descend "+kind)
			if len(programs) == 0 {
				t.Errorf("%s has no %s program", file, kind)
			}
			for i, text := range programs {
				t.Run(fmt.Sprintf("%s/%s%d", slug, kind, i+1), func(t *testing.T) {
					_, diags := compileAndCheck(slug+".desc", text)
					var codes []string
					for _, d := range diags.Sorted() {
						codes = append(codes, d.Code)
					}
					if strings.Join(codes, " ") != want {
						t.Errorf("expected %q, found %q\n%s", want, codes, details(diags))
					}
				})
			}
		}
	}
}

// fenced are the texts between lines that begin with open and "```".
func fenced(text, open string) []string {
	var out []string
	for {
		_, rest, ok := strings.Cut(text, open+"\n")
		if !ok {
			return out
		}
		body, after, ok := strings.Cut(rest, "```")
		if !ok {
			return out
		}
		out = append(out, body)
		text = after
	}
}
