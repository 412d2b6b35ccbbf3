package handover

import (
	"strings"

	"descend/ir"
)

// The states of two parts, all of them.

// Bounds of the search: beyond, nothing is proved.
const (
	maxStates = 100000
	maxAhead  = 64
)

// state is one of the two threads: where each is in its program, the barriers with a token, and the decisions that the leader has made
// and the other one has not followed.
type state struct {
	at     [2]int
	tokens uint32
	leader int
	ahead  string
}

// The decisions of a loop.
const again, leave = "a", "l"

// explore visits the states of a split, and reports what goes wrong in one of them. If it comes again, its end goes back to its start.
func (x *finder) explore(p *plan) {
	p.meets = map[[2]int]bool{}
	seen := map[state]bool{}
	work := []state{{}}
	if !p.again {
		work[0].at = [2]int{1, 1}
	}
	push := func(s state) {
		if s.ahead == "" {
			s.leader = 0
		}
		if !seen[s] {
			seen[s] = true
			work = append(work, s)
		}
	}
	for len(work) > 0 {
		s := work[len(work)-1]
		work = work[:len(work)-1]
		if len(seen) > maxStates || len(s.ahead) > maxAhead {
			x.problem(Problem{Op: p.split.Operation, Message: "too many ways through the parts", Label: "it is not proved that they keep in step", Help: "use fewer barriers and loops in one split"})
			return
		}
		p.meets[s.at] = true
		moved, ended := false, 0
		for i := range s.at {
			if s.at[i] >= len(p.arms[i].code)-1 && !p.again || s.at[i] == len(p.arms[i].code) {
				ended++
				continue
			}
			next, wrong := p.step(s, i)
			if wrong != nil {
				x.problem(*wrong)
				return
			}
			for _, n := range next {
				moved = true
				push(n)
			}
		}
		switch {
		case ended == 2 && s.tokens != 0:
			x.problem(p.open(s))
			return
		case ended < 2 && !moved:
			x.problem(p.stuck(s))
			return
		}
	}
}

// step are the states after the next instruction of one of the two; none if it has to wait.
func (p *plan) step(s state, i int) ([]state, *Problem) {
	c := p.arms[i].code[s.at[i]]
	bit := uint32(1) << c.barrier
	switch c.kind {
	case arrives:
		if s.tokens&bit != 0 {
			help := "let it wait for an answer first: a second barrier, at which the other part arrives behind its `wait`"
			if p.again {
				help += "; or, if that is when the split is executed again, put a `sync` of the block behind the split"
			}
			return nil, &Problem{Op: c.op, Message: "the part may arrive a second time before the other one has waited", Label: "an arrival here may not have been waited for",
				With: p.other(c), WithText: "the other part waits here",
				Help: help}
		}
		s.tokens |= bit
		s.at[i]++
	case waits:
		if s.tokens&bit == 0 {
			return nil, nil
		}
		s.tokens &^= bit
		s.at[i]++
	case end:
		s.at[i] = c.to
	case head:
		if s.ahead != "" && s.leader != i {
			d := s.ahead[:1]
			s.ahead = s.ahead[1:]
			return []state{p.decided(s, i, c, d)}, nil
		}
		var out []state
		for _, d := range []string{again, leave} {
			n := s
			n.leader, n.ahead = i, p.shorter(s.at[1-i], 1-i, s.ahead+d)
			out = append(out, p.decided(n, i, c, d))
		}
		return out, nil
	}
	return []state{s}, nil
}

// shorter is what there is to decide for one of the two, without the first of each two equal rounds in a row that have no arrival and
// no wait. No state is missed: while it is in the first of these rounds, it could as well be in the second one and have come
// there later, since nothing in them changes a token, or waits for one.
func (p *plan) shorter(at, i int, ahead string) string {
	for {
		heads, events := p.walk(at, i, ahead)
		next := ""
		for from := range ahead {
			for n := 1; from+2*n <= len(ahead) && next == ""; n++ {
				if mid, to := from+n, from+2*n; ahead[from:mid] == ahead[mid:to] && heads[from] == heads[mid] && heads[mid] == heads[to] && events[from] == events[to] {
					next = ahead[:from] + ahead[mid:]
				}
			}
		}
		if next == "" {
			return ahead
		}
		ahead = next
	}
}

// walk are the heads of loops that come, each with one of the decisions and one behind them, and how many arrivals and waits come before each.
func (p *plan) walk(at, i int, ahead string) (heads, events []int) {
	n := 0
	for code := p.arms[i].code; at < len(code); {
		switch c := code[at]; c.kind {
		case head:
			heads, events = append(heads, at), append(events, n)
			if len(heads) > len(ahead) {
				return heads, events
			}
			if d := len(heads) - 1; ahead[d:d+1] == leave {
				at = c.to
				continue
			}
			at++
		case end:
			at = c.to
		default:
			n++
			at++
		}
	}
	return append(heads, at), append(events, n)
}

// decided goes on from the head of a loop.
func (p *plan) decided(s state, i int, c instruction, d string) state {
	if d == again {
		s.at[i]++
	} else {
		s.at[i] = c.to
	}
	return s
}

// other is the first event of the other kind at a barrier.
func (p *plan) other(c instruction) *ir.Operation {
	for _, a := range p.arms {
		for _, d := range a.code {
			if (d.kind == arrives || d.kind == waits) && d.barrier == c.barrier && d.kind != c.kind {
				return d.op
			}
		}
	}
	return nil
}

// open reports that an arrival is left.
func (p *plan) open(s state) Problem {
	for _, a := range p.arms {
		for _, c := range a.code {
			if c.kind == arrives && s.tokens&(1<<c.barrier) != 0 {
				return Problem{Op: c.op, Message: "nobody waits for an arrival", Label: "at the end of the split the other part may not have waited for this", With: p.other(c), WithText: "it waits here",
					Help: "let it `wait` as often as this part arrives"}
			}
		}
	}
	return Problem{}
}

// stuck reports that no part can go on.
func (p *plan) stuck(s state) Problem {
	var out Problem
	for i, a := range p.arms {
		if s.at[i] >= len(a.code) || a.code[s.at[i]].kind != waits {
			continue
		}
		c := a.code[s.at[i]]
		if out.Op == nil {
			out = Problem{Op: c.op, Message: "a wait without an arrival", Label: "this may wait forever: the other part does not come to arrive",
				Help: strings.TrimSpace("let the other part arrive before it waits itself, as often as this part waits")}
		} else {
			out.With, out.WithText = c.op, "while the other part waits here"
		}
	}
	return out
}
