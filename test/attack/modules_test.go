package attack

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"testing"

	"descend/passes/check"
)

// TestAttackModules divides programs into modules: random ones, ones of the corpus and mutants of both.
func TestAttackModules(t *testing.T) {
	corpus, err := Corpus()
	if err != nil {
		t.Fatal(err)
	}
	count := attack(t, 60, func(seed uint64) (o Outcome) {
		base := Seed{Text: Program(seed)}
		if seed%4 > 1 {
			base = corpus[seed/4%uint64(len(corpus))]
		}
		if seed%2 == 1 {
			base.Text = Mutant(base.Text, seed)
		}
		defer func() {
			if r := recover(); r != nil {
				o = Outcome{Verdict: Broken, Err: fmt.Errorf("panic: %v\n%s", r, debug.Stack()), Text: base.Text}
			}
		}()
		dir := t.TempDir()
		write := func(name, text string) error { return os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644) }
		return judgeDivided(base, seed, dir, write, check.Pipeline())
	})
	if n := count[Accepted] + count[Rejected]; n < count[Malformed] {
		t.Errorf("only %d programs are divided", n)
	}
	ways := map[string]bool{}
	for seed := range uint64(60) {
		for w := range waysOf(Divide(Program(seed), seed)) {
			ways[w] = true
		}
	}
	if len(ways) != 4 {
		t.Errorf("the modules do with each other: %v", ways)
	}
}
