package attack

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"descend/test/kit"
)

// rejected are the programs of the corpora that the checks may reject.
func rejected(t *testing.T) map[string]string {
	out := map[string]string{}
	for _, pattern := range []string{"test/check/*.desc", "test/diagnostics/*.desc", "test/paper/*.desc"} {
		for _, p := range kit.Sections(t, filepath.Join("../..", pattern)) {
			out[p.Name()] = p.Text
		}
	}
	for _, f := range kit.Files(t, "../../docs/errors/*.md", "../../docs/*.md") {
		for i, part := range strings.Split(kit.Read(t, f), "```descend")[1:] {
			_, part, _ = strings.Cut(part, "\n")
			part, _, _ = strings.Cut(part, "```")
			out[fmt.Sprintf("%s: %d", filepath.Base(f), i)] = part
		}
	}
	return out
}

// TestWitnesses runs all witnesses of the corpora and those of some generated programs: the simulator has to report the race
// that each tells of.
func TestWitnesses(t *testing.T) {
	count := 0
	programs := rejected(t)
	for seed := range uint64(40) {
		programs[fmt.Sprintf("seed %d", seed)] = Program(seed)
		programs[fmt.Sprintf("symbolic, seed %d", seed)] = Symbolic(seed, 2, 4)
	}
	for name, text := range programs {
		for _, w := range Witnesses(text) {
			count++
			race, err := w.Run(text)
			switch {
			case errors.Is(err, errUnsupported) && strings.Contains(name, "seed"): // too large to be run
			case err != nil && strings.Contains(err.Error(), "has no body"): // what it does is not known
			case err != nil:
				t.Errorf("%s: %s: %s\n%v", name, w.Fn, w.Note, err)
			case race == nil:
				t.Errorf("%s: %s: %s\nno race", name, w.Fn, w.Note)
			}
		}
	}
	if count < 120 {
		t.Errorf("only %d witnesses were run", count)
	}
}
