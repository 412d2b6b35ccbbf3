package sema

import (
	"fmt"
	"os"
	"regexp"
	"sort"
	"strings"
	"testing"

	"descend/ir"
)

// program is one section of a file of test programs: a line `//# name` and what follows it.
type program struct {
	name, text string
	line       int // of the heading
}

func sections(t *testing.T, file string) []program {
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var out []program
	for i, line := range strings.Split(string(data), "\n") {
		if name, ok := strings.CutPrefix(line, "//# "); ok {
			out = append(out, program{name: name, line: i + 1})
		} else if n := len(out); n > 0 {
			out[n-1].text += line + "\n"
		}
	}
	return out
}

var expectation = regexp.MustCompile(`//~ ([a-z-]+)`)

// TestAccepted holds that the programs of testdata/accept.desc have no errors and give valid operations.
func TestAccepted(t *testing.T) {
	for _, p := range sections(t, "testdata/accept.desc") {
		t.Run(p.name, func(t *testing.T) {
			m, diags := analyze(newContext(), p.text)
			for _, d := range diags.Sorted() {
				t.Errorf("%s: %s", d, d.Label)
			}
			verify(t, m)
		})
	}
}

// verify runs the verifiers of all operations and checks that no unknown is left.
func verify(t *testing.T, m *ir.Operation) {
	t.Helper()
	m.Walk(func(op *ir.Operation) ir.WalkResult {
		if v, ok := op.Typed().(ir.Verifier); ok {
			if err := v.Verify(); err != nil {
				t.Errorf("%s: %v", op.Name(), err)
			}
		}
		for _, r := range op.Results() {
			if strings.Contains(r.Type().String(), "?") {
				t.Errorf("%s has an unknown in its type %s", op.Name(), r.Type())
			}
		}
		for _, a := range op.Attrs() {
			if a.Name != "text" && strings.Contains(a.Value.String(), "?") {
				t.Errorf("%s has an unknown in attribute %s = %s", op.Name(), a.Name, a.Value)
			}
		}
		for i, v := range op.Operands() {
			if v == nil {
				t.Errorf("%s: operand %d is nil", op.Name(), i)
			}
		}
		if def := op.Def(); def != nil {
			for _, a := range def.Attrs {
				got := op.Attr(a.Name)
				if got == nil && !a.Optional || got != nil && a.Attr.Is != nil && !a.Attr.Is(got) {
					t.Errorf("%s: attribute %s is %v", op.Name(), a.Name, got)
				}
			}
		}
		return ir.Advance
	})
}

// TestRejected holds that the programs of testdata/reject.desc have exactly the errors that they announce,
// each at its line.
func TestRejected(t *testing.T) {
	for _, p := range sections(t, "testdata/reject.desc") {
		t.Run(p.name, func(t *testing.T) {
			var want, got []string
			for i, line := range strings.Split(p.text, "\n") {
				for _, m := range expectation.FindAllStringSubmatch(line, -1) {
					want = append(want, fmt.Sprintf("%03d %s", i+1, m[1]))
				}
			}
			_, diags := analyze(newContext(), p.text)
			for _, d := range diags.Sorted() {
				got = append(got, fmt.Sprintf("%03d %s", ir.RangeOf(d.Loc).Line, d.Code))
				if d.Code == "" || d.Message == "" {
					t.Errorf("diagnostic without slug or message: %s", d)
				}
			}
			sort.Strings(want)
			sort.Strings(got)
			if strings.Join(want, "\n") != strings.Join(got, "\n") {
				for _, d := range diags.Sorted() {
					t.Logf("%s: %s", d, d.Label)
				}
				t.Errorf("%s\nwant:\n%s\ngot:\n%s", p.text, strings.Join(want, "\n"), strings.Join(got, "\n"))
			}
		})
	}
}
