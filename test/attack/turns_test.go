package attack

import (
	"testing"

	"descend/backend/harness"
	"descend/test/kit"
)

// TestAttackTurns does it with kernels whose blocks take tiles in turns, which are on their way while they work.
func TestAttackTurns(t *testing.T) {
	skipRejectedUnlessSeeds(t)
	count := attack(t, 100, func(seed uint64) Outcome {
		text, features := Turns(seed)
		o := judgeSafely(text, nil)
		if o.Verdict == Imprecise && features["generic"] { // an error may be one of longer arrays
			longer, _ := turnsOf(seed, true)
			o = judgeSafely(longer, nil)
		}
		o.Features = features
		return o
	})
	if n := count[Accepted] + count[Rejected]; n >= 50 && count[Accepted] < n/4 {
		t.Errorf("only %d programs are accepted: the generator attacks nothing", count[Accepted])
	}
}

// TestTurnsElsewhere runs those that are accepted as functions for the CPU, and as NVVM text on the host: with plain copies, and with such that go on.
func TestTurnsElsewhere(t *testing.T) {
	from, to, _ := kit.Seeds(t, 24)
	var n native
	var list []candidate
	compared := 0
	for seed := from; seed < to; seed++ {
		text, _ := Turns(seed)
		compared += compareCPU(t, seed, text)
		if c, ok := n.candidate(t, seed, text); ok {
			list = append(list, c)
		}
		if len(list) == batch || len(list) > 0 && seed == to-1 {
			n.run(t, list, 3, harness.Oldest)
			n.run(t, list, int(seed%2)*3, harness.Newest)
			list = nil
		}
	}
	t.Logf("%d programs: %d compared with functions for the CPU; %d executions on the host agree, %d programs read what nobody wrote", to-from, compared, n.agree, n.unwritten)
	if compared < int(to-from)/4 || n.agree < int(to-from)/4 {
		t.Error("few programs are compared")
	}
}
