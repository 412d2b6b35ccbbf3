package nat

import (
	"math/big"
	"testing"
)

// TestSamples looks whether samples of generated facts satisfy them, and whether what is proved without samples is proved with them.
func TestSamples(t *testing.T) {
	vars := []string{"a", "b", "c", "d"}
	g := newGenerator(11, len(vars))
	with, without, refuted, allowed, failed := 0, 0, 0, 0, map[Rel]int{}
	for range 4000 {
		q := g.query(t)
		s := q.Facts().system().query()
		if s.bad {
			continue
		}
		goal := q.goal.R.poly().sub(q.goal.L.poly())
		said, fails := s.refutes(s.norm(goal)), fails(s, q.goal)
		if s.samples.n == 0 {
			without++
			continue
		}
		with++
		for k := range s.samples.n {
			if env, whole := s.sampleOf(k, vars); whole {
				for _, c := range q.facts {
					// of numbers that do not divide others the system keeps a part
					if ok, err := c.Eval(env); !ok && err == nil && c.Rel != NotDivides {
						t.Errorf("%s: the sample %v is not one of %s", q, env, c.Pretty())
					}
				}
			}
		}
		plain := q.Facts()
		plain.system().samples.once.Do(func() {})
		plain.system().samples.n = 0
		if said {
			refuted++
		}
		if said && plain.Prove(Constraint{q.goal.L, LE, q.goal.R}).Verdict == Proved {
			t.Errorf("%s: refuted by a sample, and proved without", q)
		}
		if q.Facts().Allows(q.goal) {
			if allowed++; q.Facts().With(q.goal).Contradictory().Verdict == Proved {
				t.Errorf("%s: the facts allow the goal and contradict it", q)
			}
		}
		if fails {
			failed[q.goal.Rel]++
		}
		if fails && plain.Prove(q.goal).Verdict == Proved {
			t.Errorf("%s: fails in a sample, and is proved without", q)
		}
	}
	t.Logf("%d facts have samples, %d have none; %d goals are refuted; as they are asked, by relation, %v", with, without, refuted, failed)
	for r := EQ; r <= Divides; r++ {
		if failed[r] < 10 {
			t.Errorf("%d goals with %s fail in a sample", failed[r], r)
		}
	}
	if with < 8*without || refuted < with/8 || allowed < with/8 {
		t.Errorf("%d facts have samples, %d have none; %d goals are refuted, %d allowed", with, without, refuted, allowed)
	}
}

// sampleOf is a sample in the caller's variables.
func (s *system) sampleOf(k int, vars []string) (env map[string]*big.Int, whole bool) {
	vals := map[string]*big.Int{}
	for slot, v := range s.samples.names {
		vals[v] = big.NewInt(s.samples.vals[slot].v[k])
	}
	env = map[string]*big.Int{}
	for _, v := range vars {
		env[v] = vals[v]
		if e, solved := s.sub[v]; solved {
			x, err := eval(e, vals, false)
			if err != nil {
				return nil, false
			}
			env[v] = x.Copy()
		}
		if env[v] == nil {
			env[v] = new(big.Int) // no fact is about it
		}
	}
	return env, true
}

// TestFails has goals whose failure the samples show, as those of kernels: one of them fails at the end of the last block, some beyond the numbers of the
// machine. What holds they do not deny.
func TestFails(t *testing.T) {
	block := []string{"$bx lt (w+61)/62", "$tx lt 64", "(w+61)/62 le 2147483647"}
	for _, c := range []struct {
		facts []string
		goal  string
		fails bool
	}{
		{block, "62*$bx + $tx lt w + 1", true},
		{block, "62*$bx lt w", false},
		{block, "62*$bx + $tx lt w + 64", false},
		{block, "1 le 62*$bx + $tx", true},
		{block, "3968*h*((w+61)/62) le 9223372036854775807", true},
		{block, "(w+61)/62 le 2147483646", false}, // it does fail, in one value of a great many
		{[]string{"$bx lt (n+15)/16", "$tx lt 16"}, "16*$bx + $tx lt n", true},
		{[]string{"n le 9223372036854775552"}, "n + 255 le 9223372036854775807", false},
		{[]string{"4*d*h*w le 9223372036854775807", "w + 7 le 9223372036854775807"}, "(w+7)/8 le 2147483647", true}, // at the greatest w, beside sizes of 0
		{nil, "n + 255 le 9223372036854775807", true},
		{nil, "4*n*m le 9223372036854775807", true},
		{nil, "n le m", true},
		{nil, "n/0 le m", false},
	} {
		f := NewFacts()
		for _, s := range c.facts {
			f = f.With(parsed(t, s))
		}
		goal := parsed(t, c.goal)
		if got := fails(f.system(), goal); got != c.fails {
			t.Errorf("%v |- %s: fails in a sample: %t", c.facts, c.goal, got)
		}
		if c.fails && f.Prove(goal).Verdict != Refuted {
			t.Errorf("%v |- %s: not refuted", c.facts, c.goal)
		}
	}
}

// fails says whether the samples deny a goal.
func fails(s *system, goal Constraint) bool {
	yes, known := s.plain(goal)
	return known && !yes
}

func parsed(t *testing.T, s string) Constraint {
	t.Helper()
	c, err := ParseConstraint(s)
	if err != nil {
		t.Fatal(err)
	}
	return c
}
