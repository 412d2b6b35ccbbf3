package driver

import (
	"slices"
	"strings"
	"testing"

	"descend/docs"
)

// TestExplainUnknown holds what is proposed for names that are no rules, in one line.
func TestExplainUnknown(t *testing.T) {
	for name, want := range map[string]string{
		"E0382":    "no rule \"E0382\", which is a code of rustc; here it is moved-value",
		"e0502":    "no rule \"e0502\", which is a code of rustc; here it is borrow-conflict",
		"narowing": "no rule \"narowing\"; did you mean narrowing?",
		"race":     "no rule \"race\"; of that speak conflicting-access",
		"E9999":    "no rule \"E9999\"; the rules are syntax, unknown-name, ",
		"C2065":    "; the rules are syntax, ",
		"--list":   "the rules are ",
		"":         "the rules are ",
	} {
		status, out := call("explain", name)
		if status != exitUsage || !strings.Contains(out, want) || strings.Count(out, "\n") != 1 {
			t.Errorf("%q: status %d: %s", name, status, out)
		}
	}
	for code, rule := range rustCodes {
		if !slices.Contains(docs.Slugs(), rule) {
			t.Errorf("%s: there is no rule %s", code, rule)
		}
	}
}
