package attack

import (
	"fmt"
	"os"
	"sync"
	"testing"

	"descend/passes"
	"descend/passes/check"
)

// TestAttack judges the programs of a range of seeds: from 0, or ATTACK_SEEDS=from:to. No accepted
// program may have a report on the simulator.
func TestAttack(t *testing.T) { attack(t, 2000, Program) }

// TestAttackSymbolic does the same with kernels that are generic in their sizes, launched with several.
func TestAttackSymbolic(t *testing.T) {
	attack(t, 100, func(seed uint64) string {
		sizes := [][2]int{{1, 2}, {2, 4}, {3, 6}, {2, 8}, {4, 4}}[seed%5]
		return Symbolic(seed/5, sizes[0], sizes[1])
	})
}

func attack(t *testing.T, to uint64, program func(uint64) string) {
	from := uint64(0)
	if s := os.Getenv("ATTACK_SEEDS"); s != "" {
		if _, err := fmt.Sscanf(s, "%d:%d", &from, &to); err != nil {
			t.Fatalf("ATTACK_SEEDS=%q: %v", s, err)
		}
	}
	var mu sync.Mutex
	count := map[Verdict]int{}
	var wg sync.WaitGroup
	next := make(chan uint64)
	for range 2 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for seed := range next {
				text := program(seed)
				o := judgeSafely(text)
				mu.Lock()
				count[o.Verdict]++
				if o.Verdict == Unsound || o.Verdict == Broken {
					t.Errorf("seed %d: %v\n%s", seed, o, text)
				}
				if os.Getenv("ATTACK_SHOW") == o.Verdict.String() {
					t.Logf("seed %d: %v\n%s", seed, o, text)
				}
				mu.Unlock()
			}
		}()
	}
	for seed := from; seed < to; seed++ {
		next <- seed
	}
	close(next)
	wg.Wait()
	safe := count[Accepted] + count[Imprecise]
	t.Logf("%d programs: %d accepted and clean, %d rejected rightly, %d rejected though no run has an error (%.1f %% of %d safe ones), %d not well-typed",
		to-from, count[Accepted], count[Rejected], count[Imprecise], 100*float64(count[Imprecise])/float64(max(1, safe)), safe, count[Malformed])
	if to-from >= 1000 && count[Accepted] < int(to-from)/20 {
		t.Errorf("only %d programs are accepted: the generator attacks nothing", count[Accepted])
	}
}

// TestAttackFinds leaves out one check after the other: the attack must find programs that slip through.
func TestAttackFinds(t *testing.T) {
	for _, without := range []string{"access-check", "narrowing-check"} {
		var left []passes.Pass
		for _, p := range check.Pipeline() {
			if p.Name() != without {
				left = append(left, p)
			}
		}
		found := 0
		for seed := uint64(0); seed < 300 && found == 0; seed++ {
			if judge(Program(seed), nil, left).Verdict == Unsound {
				found++
			}
		}
		if found == 0 && without == "access-check" {
			t.Errorf("without %s no program in 300 is found out", without)
		}
		if len(left) != len(check.Pipeline())-1 {
			t.Errorf("there is no pass %s", without)
		}
	}
}

// judgeSafely turns a panic into a verdict.
func judgeSafely(text string) (o Outcome) {
	defer func() {
		if r := recover(); r != nil {
			o = Outcome{Verdict: Broken, Err: fmt.Errorf("panic: %v", r)}
		}
	}()
	return Judge(text)
}
