package lower

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"descend/ir"
)

// section is a program in a file of test programs: a line `//# name` and what follows it.
type section struct{ name, text string }

func sections(t *testing.T, file string) []section {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var out []section
	for _, line := range strings.Split(string(data), "\n") {
		if name, ok := strings.CutPrefix(line, "//# "); ok {
			out = append(out, section{name: name})
		} else if n := len(out); n > 0 {
			out[n-1].text += line + "\n"
		}
	}
	return out
}

// TestCorpus lowers the programs of the frontend's tests.
func TestCorpus(t *testing.T) { lowered(t, "../../frontend/sema/testdata/accept.desc") }

// TestPrograms lowers programs that use everything the language has.
func TestPrograms(t *testing.T) { lowered(t, "testdata/programs.desc") }

// lowered lowers the programs of a file; upstream has to accept the results.
func lowered(t *testing.T, file string) {
	for _, p := range sections(t, file) {
		t.Run(p.name, func(t *testing.T) {
			m, diags := compile(t, p.text, Options{})
			for _, d := range diags.Sorted() {
				t.Error(d, d.Label)
			}
			if !t.Failed() {
				upstream(t, m)
			}
		})
	}
}

var expectation = regexp.MustCompile(`//~ (.*)`)

// TestLimits holds that the programs of testdata/limits.desc are refused at the line and with the message
// of their comment, and that docs/limits.md tells of each.
func TestLimits(t *testing.T) {
	doc, err := os.ReadFile("../../docs/limits.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range sections(t, "testdata/limits.desc") {
		t.Run(p.name, func(t *testing.T) {
			if !strings.Contains(string(doc), "| "+p.name+" |") {
				t.Errorf("docs/limits.md does not tell of: %s", p.name)
			}
			want := ""
			for i, line := range strings.Split(p.text, "\n") {
				if m := expectation.FindStringSubmatch(line); m != nil {
					want = fmt.Sprintf("%d: %s", i+1, m[1])
				}
			}
			_, diags := compile(t, p.text, Options{})
			var got []string
			for _, d := range diags.Sorted() {
				got = append(got, fmt.Sprintf("%d: %s", ir.RangeOf(d.Loc).Line, d.Message))
			}
			if len(got) != 1 || got[0] != want {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	}
}

// TestNeverPanics lowers programs that the checks would reject: errors and nonsense are fine, panics are not.
func TestNeverPanics(t *testing.T) {
	var files []string
	for _, p := range []string{"../../frontend/sema/testdata/*.desc", "../../passes/check/testdata/*.desc", "../../test/*/*.desc", "../../docs/errors/*"} {
		list, _ := filepath.Glob(p)
		files = append(files, list...)
	}
	count := 0
	for _, file := range files {
		for _, p := range sections(t, file) {
			t.Run(filepath.Base(file)+"/"+p.name, func(t *testing.T) { compile(t, p.text, Options{}) })
			count++
		}
	}
	if count < 100 {
		t.Errorf("only %d programs found", count)
	}
}
