package attack

import (
	"maps"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"descend/passes/check"
	"descend/test/kit"
)

// TestAttack judges the programs of a range of seeds: from 0, or ATTACK_SEEDS=from:to. No accepted
// program may have a report on the simulator.
func TestAttack(t *testing.T) {
	count := attack(t, 800, func(seed uint64) Outcome {
		text, features := program(seed)
		o := judgeSafely(text, nil)
		o.Features = features
		return o
	})
	if n := count[Accepted] + count[Rejected]; n >= 500 && count[Accepted] < n/20 {
		t.Errorf("only %d programs are accepted: the generator attacks nothing", count[Accepted])
	}
}

// TestAttackSymbolic does the same with kernels that are generic in their sizes, launched with several.
func TestAttackSymbolic(t *testing.T) {
	attack(t, 40, func(seed uint64) Outcome {
		sizes := [][2]int{{1, 2}, {2, 4}, {3, 6}, {2, 8}, {4, 4}}[seed%5]
		return judgeSafely(Symbolic(seed/5, sizes[0], sizes[1]), nil)
	})
}

// TestAttackMatrices does it with programs in which warps have matrices. They take long: rejected ones are run only where seeds are given.
func TestAttackMatrices(t *testing.T) {
	skipRejectedUnlessSeeds(t)
	count := attack(t, 16, func(seed uint64) Outcome {
		text, features := matrixProgram(seed)
		o := judgeSafely(text, nil)
		o.Features = features
		return o
	})
	if count[Accepted] == 0 {
		t.Error("no program is accepted: the generator attacks nothing")
	}
}

// TestAttackPadded does it with kernels that are generic in a number of elements which the threads do not divide.
func TestAttackPadded(t *testing.T) {
	count := attack(t, 160, func(seed uint64) Outcome { return judgeSafely(Padded(seed), nil) })
	if n := count[Accepted] + count[Rejected]; n >= 100 && count[Accepted] < n/20 {
		t.Errorf("only %d programs are accepted: the generator attacks nothing", count[Accepted])
	}
}

// TestMutants does it with changed programs: half of them from the corpus, half from the
// generators. Rejected ones are run only where seeds are given: those of the corpus take most of the time.
func TestMutants(t *testing.T) {
	skipRejectedUnlessSeeds(t)
	corpus, err := Corpus()
	if err != nil {
		t.Fatal(err)
	}
	if len(corpus) < 300 {
		t.Errorf("only %d programs of the corpus can be run", len(corpus))
	}
	for _, s := range corpus {
		if o := s.Outcome; o.Verdict == Unsound || o.Verdict == Broken {
			t.Errorf("%s: %v\n%s", s.Name, o, o.Text)
		}
	}
	attack(t, 100, func(seed uint64) Outcome {
		base := Seed{Text: Program(seed)}
		switch {
		case seed%2 == 0:
			base = corpus[seed/2%uint64(len(corpus))]
		case seed%16 == 1:
			base.Text = Symbolic(seed, 2, 4)
		}
		text := Mutant(base.Text, seed)
		if text == "" {
			return Outcome{Verdict: Malformed}
		}
		return judgeSafely(text, base.Defines)
	})
}

// skipRejectedUnlessSeeds leaves out the runs of rejected programs in a test that takes long, unless it is given seeds.
func skipRejectedUnlessSeeds(t *testing.T) {
	if _, _, given := kit.Seeds(t, 0); !given {
		skip := skipRejected
		t.Cleanup(func() { skipRejected = skip })
		skipRejected = true
	}
}

// attack judges the programs of a range of seeds and counts the verdicts.
func attack(t *testing.T, to uint64, judge func(uint64) Outcome) map[Verdict]int {
	from, to, _ := kit.Seeds(t, to)
	var mu sync.Mutex
	count := map[Verdict]int{}
	reasons, sampled := map[string]int{}, map[string]int{}
	features, accepted := map[string]int{}, map[string]int{}
	var wg sync.WaitGroup
	next := make(chan uint64)
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for seed := range next {
				o := judge(seed)
				mu.Lock()
				count[o.Verdict]++
				if o.Verdict == Unsound || o.Verdict == Broken {
					t.Errorf("seed %d: %v\n%s", seed, o, o.Text)
				}
				for f := range o.Features {
					features[f]++
					if o.Verdict == Accepted {
						accepted[f]++
					}
				}
				if o.Verdict == Imprecise {
					reasons[o.Reason()]++
					if o.Reason() == "" && o.Sampled == "" {
						t.Errorf("seed %d: the checks call an error certain that no input has: %v\n%s", seed, o, o.Text)
					}
					if o.Sampled != "" {
						sampled[o.Sampled]++
					}
				}
				if show := os.Getenv("ATTACK_SHOW"); show != "" && strings.Contains(o.String(), show) {
					t.Logf("seed %d: %v\n%s", seed, o, o.Text)
				}
				mu.Unlock()
			}
		})
	}
	for seed := from; seed < to; seed++ {
		next <- seed
	}
	close(next)
	wg.Wait()
	safe := count[Accepted] + count[Imprecise]
	t.Logf("%d programs: %d accepted and clean, %d rejected rightly, %d rejected though no run has an error (%.1f %% of %d safe ones), %d not well-typed",
		to-from, count[Accepted], count[Rejected], count[Imprecise], 100*float64(count[Imprecise])/float64(max(1, safe)), safe, count[Malformed])
	rules, undecided := 0, 0
	for r, n := range reasons {
		if strings.Contains(r, "rule:") {
			rules += n
		}
		if strings.Contains(r, "undecided:") {
			undecided += n
		}
	}
	if len(reasons) > 0 {
		t.Logf("%d of them by a rule of the language, %d undecided (%.1f %% of the safe ones)",
			rules, undecided, 100*float64(undecided)/float64(max(1, safe)))
	}
	for _, r := range slices.SortedFunc(maps.Keys(reasons), func(a, b string) int { return reasons[b] - reasons[a] }) {
		t.Logf("%6d %s", reasons[r], r)
	}
	left := 0
	for _, r := range slices.Sorted(maps.Keys(sampled)) {
		left += sampled[r]
		t.Logf("%6d sampled only: %s", sampled[r], r)
	}
	if n := count[Imprecise]; n > 0 {
		t.Logf("%d of %d explored exhaustively", n-left, n)
	}
	for _, f := range slices.Sorted(maps.Keys(features)) {
		t.Logf("%6d with %s, %d accepted", features[f], f, accepted[f])
	}
	return count
}

// TestAttackFinds leaves out one check after the other: the attack must find programs that slip through.
func TestAttackFinds(t *testing.T) {
	for _, without := range []string{"access-check", "narrowing-check"} {
		left := check.Pipeline(without)
		found := 0
		for seed := uint64(0); seed < 300 && found == 0; seed++ {
			if judge(Program(seed), nil, left).Verdict == Unsound {
				found++
			}
		}
		if found == 0 && without == "access-check" {
			t.Errorf("without %s no program in 300 is found out", without)
		}
	}
}
