package nat

import (
	"os"
	"strings"
	"testing"
)

// TestPage proves the examples of docs/prover.md: lines of blocks that begin with "```prover", facts |- goal and the verdict.
func TestPage(t *testing.T) {
	text, err := os.ReadFile("../../docs/prover.md")
	if err != nil {
		t.Fatal(err)
	}
	verdicts := map[string]int{}
	for _, block := range strings.Split(string(text), "```prover\n")[1:] {
		block, _, _ = strings.Cut(block, "```")
		for _, line := range strings.Split(strings.TrimSpace(block), "\n") {
			facts, rest, ok := strings.Cut(line, "|- ")
			at := strings.LastIndexByte(rest, ' ')
			if !ok || at < 0 {
				t.Errorf("%q is no example", line)
				continue
			}
			goal, want := rest[:at], rest[at+1:]
			verdicts[want]++
			if got := factsOf(t, facts).Prove(mustConstraint(t, strings.TrimSpace(goal))).Verdict.String(); got != want {
				t.Errorf("%s: the verdict is %s", line, got)
			}
		}
	}
	if verdicts["proved"] < 10 || verdicts["refuted"] < 2 || verdicts["unknown"] < 4 {
		t.Errorf("examples found: %v", verdicts)
	}
}
