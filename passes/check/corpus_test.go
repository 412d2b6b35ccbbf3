package check_test

import (
	"fmt"
	"os"
	"path/filepath"
	"sort"
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

// corpusProgram is one section of a corpus file: a program between lines "//# name".
type corpusProgram struct {
	name, text string
	expect     []string // "line: slug", sorted
}

// sections splits a corpus file. Expectations are comments "//~ slug" at the end of the line that the
// primary place of the error begins on; lines count from the start of the file.
func sections(t *testing.T, path string) []corpusProgram {
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var out []corpusProgram
	var cur *corpusProgram
	for i, line := range strings.Split(string(data), "\n") {
		if name, ok := strings.CutPrefix(line, "//# "); ok {
			out = append(out, corpusProgram{name: strings.TrimSpace(name), text: strings.Repeat("\n", i)})
			cur = &out[len(out)-1]
		}
		if cur == nil {
			continue
		}
		cur.text += line + "\n"
		if _, slugs, ok := strings.Cut(line, "//~ "); ok {
			for _, s := range strings.Fields(slugs) {
				cur.expect = append(cur.expect, fmt.Sprintf("%d: %s", i+1, s))
			}
		}
	}
	for i := range out {
		sort.Strings(out[i].expect)
	}
	return out
}

// found lists the errors as "line: slug", sorted.
func found(diags *ir.Diagnostics) []string {
	var out []string
	for _, d := range diags.Sorted() {
		if d.Severity == ir.Error {
			out = append(out, fmt.Sprintf("%d: %s", ir.RangeOf(d.Loc).Line, d.Code))
		}
	}
	sort.Strings(out)
	return out
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
	files, err := filepath.Glob("../../test/check/*.desc")
	if err != nil || len(files) == 0 {
		t.Fatal("no corpus in test/check", err)
	}
	accepted, rejected := 0, 0
	for _, file := range files {
		for _, p := range sections(t, file) {
			if len(p.expect) > 0 {
				rejected++
			} else {
				accepted++
			}
			t.Run(strings.TrimSuffix(filepath.Base(file), ".desc")+"/"+p.name, func(t *testing.T) {
				_, diags := compileAndCheck(filepath.Base(file), p.text)
				got := found(diags)
				if strings.Join(got, "\n") != strings.Join(p.expect, "\n") {
					t.Errorf("expected %q, found %q\n%s", p.expect, got, details(diags))
				}
			})
		}
	}
	t.Logf("%d accepted and %d rejected programs", accepted, rejected)
}

// TestExamples accepts all examples.
func TestExamples(t *testing.T) {
	files, err := filepath.Glob("../../examples/*.desc")
	if err != nil || len(files) == 0 {
		t.Fatal("no examples", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if _, diags := compileAndCheck(filepath.Base(file), string(text)); diags.HasErrors() {
				t.Errorf("rejected:\n%s", details(diags))
			}
		})
	}
}

// TestErrorPages runs the wrong and the right program of each page of docs/errors: the wrong one gives
// exactly the error of the page.
func TestErrorPages(t *testing.T) {
	files, err := filepath.Glob("../../docs/errors/*.md")
	if err != nil || len(files) == 0 {
		t.Fatal("no pages in docs/errors", err)
	}
	for _, file := range files {
		slug := strings.TrimSuffix(filepath.Base(file), ".md")
		if strings.Contains(file, "sim-") || strings.Contains(file, "device-") || slug == "run" || slug == "local-memory" || slug == "unsupported" {
			continue // not of the checks
		}
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for kind, want := range map[string]string{"wrong": slug, "right": ""} {
			programs := fenced(string(data), "```descend "+kind)
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
