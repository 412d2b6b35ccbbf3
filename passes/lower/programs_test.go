package lower

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"descend/ir"
	"descend/test/kit"
)

// TestCorpus lowers the programs of the frontend's tests.
func TestCorpus(t *testing.T) { lowered(t, "../../frontend/sema/testdata/accept.desc") }

// TestPrograms lowers programs that use everything the language has.
func TestPrograms(t *testing.T) { lowered(t, "testdata/programs.desc") }

// lowered lowers the programs of a file; upstream has to accept the results.
func lowered(t *testing.T, file string) {
	for _, p := range kit.Sections(t, file) {
		t.Run(p.Title, func(t *testing.T) {
			m, diags := compile(t, p.Text, Options{})
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
	doc := kit.Read(t, "../../docs/limits.md")
	for _, p := range kit.Sections(t, "testdata/limits.desc") {
		t.Run(p.Title, func(t *testing.T) {
			if !strings.Contains(doc, "| "+p.Title+" |") {
				t.Errorf("docs/limits.md does not tell of: %s", p.Title)
			}
			want := ""
			for i, line := range strings.Split(p.Text, "\n") {
				if m := expectation.FindStringSubmatch(line); m != nil {
					want = fmt.Sprintf("%d: %s", i+1, m[1])
				}
			}
			_, diags := compile(t, p.Text, Options{})
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
	programs := kit.Sections(t, "../../frontend/sema/testdata/*.desc", "../../test/*/*.desc")
	for _, p := range programs {
		t.Run(p.Name(), func(t *testing.T) { compile(t, p.Text, Options{}) })
	}
	if len(programs) < 1000 {
		t.Errorf("only %d programs found", len(programs))
	}
}
