package check_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"descend/frontend/frontendtest"
	"descend/ir"
	"descend/passes"
	"descend/passes/check"
	"descend/passes/check/access"
	"descend/test/kit"
)

// raceChecks runs narrowing-check and access-check.
func raceChecks(t testing.TB, text string) (*ir.Operation, []*ir.Diagnostic) {
	t.Helper()
	m, diags := frontendtest.Module(t, text), &ir.Diagnostics{}
	for _, p := range []passes.Pass{check.NarrowingCheck{}, &access.Check{}} {
		if err := p.Run(&passes.Context{Op: m, Diags: diags}); err != nil {
			t.Fatal(err)
		}
	}
	return m, diags.Sorted()
}

func show(d *ir.Diagnostic) string {
	s := d.String() + "\n    " + d.Label
	for _, r := range d.Related {
		s += fmt.Sprintf("\n    line %d: %s", ir.RangeOf(r.Loc).Line, r.Message)
	}
	for _, n := range d.Notes {
		s += "\n    note: " + n
	}
	if d.Help != nil {
		s += "\n    help: " + d.Help.Message
	}
	return s
}

var (
	wantRE = regexp.MustCompile(`//~ ([a-z-]+)`)
	noteRE = regexp.MustCompile(`//~~ (.*)`)
)

// TestCorpus runs the programs of test/check/race*.desc: sections "//# title"; a line that must be rejected ends
// in "//~ slug"; a line "//~~ text" must be found in the diagnostics of its section. The other slugs belong
// to other passes.
func TestRaceCorpus(t *testing.T) {
	only := os.Getenv("ONLY")
	for _, p := range kit.Sections(t, "../../test/check/race*.desc") {
		if strings.Contains(p.Title, only) {
			t.Run(strings.TrimSuffix(filepath.Base(p.File), ".desc")+"/"+p.Title, func(t *testing.T) { section1(t, p.Text) })
		}
	}
}

func section1(t *testing.T, body string) {
	_, ds := raceChecks(t, body)
	got := map[string]int{}
	all := ""
	for _, d := range ds {
		got[fmt.Sprintf("%d %s", ir.RangeOf(d.Loc).Line, d.Code)]++
		all += show(d) + "\n"
	}
	want := map[string]int{}
	for i, line := range strings.Split(body, "\n") {
		for _, m := range wantRE.FindAllStringSubmatch(line, -1) {
			if m[1] == "narrowing" || m[1] == "conflicting-access" {
				want[fmt.Sprintf("%d %s", i+1, m[1])]++
			}
		}
		if m := noteRE.FindStringSubmatch(line); m != nil && !strings.Contains(all, m[1]) {
			t.Errorf("line %d: %q not found in\n%s", i+1, m[1], all)
		}
	}
	for k, n := range want {
		if got[k] != n {
			t.Errorf("line %s: expected %d, found %d", k, n, got[k])
		}
	}
	for k, n := range got {
		if want[k] == 0 {
			t.Errorf("line %s: unexpected (%d)", k, n)
		}
	}
	if t.Failed() || testing.Verbose() {
		t.Log("\n" + all)
	}
}

// TestExamplesAreAccepted holds that no example races, and that the checks are fast.
func TestExamplesAreAccepted(t *testing.T) {
	for _, p := range kit.Sections(t, "../../examples/*.desc") {
		t.Run(p.Name(), func(t *testing.T) {
			m, diags := frontendtest.Module(t, p.Text), &ir.Diagnostics{}
			start := time.Now()
			for _, p := range []passes.Pass{check.NarrowingCheck{}, &access.Check{}} {
				if err := p.Run(&passes.Context{Op: m, Diags: diags}); err != nil {
					t.Fatal(err)
				}
			}
			for _, d := range diags.Sorted() {
				t.Error(show(d))
			}
			t.Logf("%v", time.Since(start))
		})
	}
}
