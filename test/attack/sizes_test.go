package attack

import (
	"maps"
	"os"
	"regexp"
	"slices"
	"sync"
	"testing"

	"descend/passes/check"
)

// sizesVersion is the version of the generator of NewSized: a seed makes the same program with the same one.
const sizesVersion = 5

// TestAttackSizes judges programs whose memory has sizes of all kinds (NewSized) at hostile sizes.
func TestAttackSizes(t *testing.T) {
	var mu sync.Mutex
	var ran, refused, limited, constant int
	reasons := map[string]int{}
	count := attack(t, 60, func(seed uint64) Outcome {
		o := judgeSizedSafely(seed)
		mu.Lock()
		defer mu.Unlock()
		ran, refused, limited, constant = ran+o.Ran, refused+o.Refused, limited+o.Limited, constant+o.Constant
		if o.Check != nil && o.Verdict != Malformed {
			reasons[o.Verdict.String()+", "+o.why()]++
		}
		if o.Verdict == Unsound || o.Verdict == Broken {
			t.Logf("seed %d is found at n = %d, m = %d", seed, o.At[0], o.At[1])
		}
		return o.Outcome
	})
	t.Logf("generator %d: %d runs to the end, %d of them with constants; %d refused, %d too long or too large", sizesVersion, ran, constant, refused, limited)
	for _, r := range slices.SortedFunc(maps.Keys(reasons), func(a, b string) int { return reasons[b] - reasons[a] }) {
		t.Logf("%6d %s", reasons[r], r)
	}
	if n := count[Accepted] + count[Rejected]; count[Accepted] < n/4 || ran < n || refused < n || constant < n/8 {
		t.Error("too few programs are accepted, or too few sizes run: little is attacked")
	}
}

// TestAttackSizesFinds leaves out the check of sizes: the attack must find programs that slip through.
func TestAttackSizesFinds(t *testing.T) {
	left, found := check.Pipeline("nat-check"), 0
	for seed := range uint64(40) {
		if judgeSized(NewSized(seed), seed, left).Verdict == Unsound {
			found++
		}
	}
	if found < 4 {
		t.Errorf("without nat-check only %d programs of 40 are found out", found)
	}
}

var numbersOf = regexp.MustCompile("`[^`]*`|\\b\\d+\\b")

// why is what the checks say of a rejected program, without names and numbers.
func (o SizedOutcome) why() string {
	s := o.Check.Code + ": " + o.Check.Message
	if len(o.Check.Notes) > 0 && os.Getenv("ATTACK_SEEDS") != "" {
		s += "; " + o.Check.Notes[0]
	}
	return numbersOf.ReplaceAllString(s, "_")
}
