package flow_test

import (
	"fmt"
	"maps"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"descend/dialects"
	"descend/ir"
	"descend/passes/flow"
)

// Programs are texts of words: `a` makes the fact a hold, `-a` ends it, `?a` asks what holds; if{..}{..}, for{..},
// while{..}{..}, scope{..} and return. Each fact is for itself, so the least fixpoint is what holds on some way, which
// [ways] finds by executing the program on sets of states.

// program makes the operations of a text: a block of descend operations, those that are no control flow with the word as name.
func program(c *ir.Context, text string) *ir.Block {
	words := strings.Fields(strings.NewReplacer("{", " { ", "}", " } ").Replace(text))
	b := ir.NewBuilder(c)
	var block func() *ir.Region
	fill := func(into *ir.Block) {
		save := b.Save()
		b.AtEnd(into)
		for len(words) > 0 && words[0] != "}" {
			w := words[0]
			words = words[1:]
			var regions []*ir.Region
			for len(words) > 0 && words[0] == "{" {
				words = words[1:]
				regions = append(regions, block())
				words = words[1:]
			}
			switch w {
			case "if":
				if len(regions) == 1 {
					regions = append(regions, ir.NewRegion())
				}
				b.OpR("descend.if", []*ir.Value{b.Op("descend.const", nil, []ir.Type{c.I1()}).Result(0)}, nil, regions)
			case "for":
				b.OpR("descend.for_nat", nil, nil, regions)
			case "while", "scope":
				b.OpR("descend."+w, nil, nil, regions)
			case "return":
				b.Op("descend.return", nil, nil)
			default:
				b.Op("descend.print", nil, nil, ir.Attr("name", c.StringAttr(w)))
			}
		}
		b.Restore(save)
	}
	block = func() *ir.Region {
		into := ir.NewBlock(nil)
		fill(into)
		return ir.NewRegion(into)
	}
	into := ir.NewBlock(nil)
	fill(into)
	return into
}

// facts are those that may hold.
type facts map[string]bool

func (s facts) Clone() facts { return maps.Clone(s) }

func (s facts) Join(o facts) bool {
	n := len(s)
	maps.Copy(s, o)
	return len(s) > n
}

// change is what a word does to facts.
func (s facts) change(word string) {
	if n, ends := strings.CutPrefix(word, "-"); ends {
		delete(s, n)
	} else if word != "" && word[0] != '?' {
		s[word] = true
	}
}

// may finds the facts that may hold where they are asked for.
type may struct {
	backward bool
	quiet    bool
	loud     map[*ir.Operation]int // how often an operation was visited while not quiet
	visits   int
	asked    map[string]string
}

func (c *may) Quiet(on bool) { c.quiet = on }

func (c *may) Op(op *ir.Operation, s facts) {
	c.visits++
	w := op.StringAttr("name")
	if op.Is("descend.return") && c.backward {
		clear(s)
	}
	if !c.quiet {
		c.loud[op]++
		if strings.HasPrefix(w, "?") {
			c.asked[w] = text(s)
		}
	}
	s.change(w)
}

func text(s facts) string { return strings.Join(slices.Sorted(maps.Keys(s)), "") }

// run gives the facts at the end of the program, in the direction of the analysis, and the client.
func run(b *ir.Block, backward bool) (string, *may) {
	c := &may{backward: backward, loud: map[*ir.Operation]int{}, asked: map[string]string{}}
	if backward {
		return text(flow.Backward(&flow.Shapes{}, c, b, facts{})), c
	}
	if s, ok := flow.Forward(&flow.Shapes{}, c, b, facts{}); ok {
		return text(s), c
	}
	return "never", c
}

// ways executes a block on a set of states, texts of the facts, and gives those at its end.
type ways struct {
	backward bool
	asked    map[string]facts
}

type states map[string]bool

func (w *ways) block(b *ir.Block, in states) states {
	if b == nil {
		return in
	}
	ops := slices.Collect(b.Ops())
	if w.backward {
		slices.Reverse(ops)
	}
	for _, op := range ops {
		in = w.op(op, in)
	}
	return in
}

func (w *ways) op(op *ir.Operation, in states) states {
	union := func(a, b states) states {
		a = maps.Clone(a)
		maps.Copy(a, b)
		return a
	}
	fix := func(s states, step func(states) states) states {
		for {
			n := union(s, step(s))
			if len(n) == len(s) {
				return s
			}
			s = n
		}
	}
	front := func(i int) *ir.Block { return op.Region(i).Front() }
	switch op.Name() {
	case "descend.if":
		return union(w.block(front(0), in), w.block(front(1), in))
	case "descend.for_nat":
		return fix(in, func(s states) states { return w.block(front(0), s) })
	case "descend.scope":
		return w.block(front(0), in)
	case "descend.while":
		if w.backward {
			return fix(w.block(front(0), in), func(s states) states { return w.block(front(0), w.block(front(1), s)) })
		}
		return w.block(front(0), fix(in, func(s states) states { return w.block(front(1), w.block(front(0), s)) }))
	case "descend.return":
		if w.backward {
			return states{"": true}
		}
		return states{}
	}
	word := op.StringAttr("name")
	out := states{}
	for t := range in {
		s := facts{}
		for _, n := range strings.Split(t, "") {
			s[n] = true
		}
		if word != "" && word[0] == '?' {
			if w.asked[word] == nil {
				w.asked[word] = facts{}
			}
			w.asked[word].Join(s)
		}
		s.change(word)
		out[text(s)] = true
	}
	return out
}

// random is a random program of about n words, which asks at places numbered from *asks.
func random(r *rand.Rand, n int, asks *int) string {
	var b strings.Builder
	for n > 0 {
		part := 1 + r.Intn(n)
		sub := func() string { return "{ " + random(r, (part-1)/2, asks) + " }" }
		switch k := r.Intn(12); {
		case part < 3 || k < 5:
			part = 1
			*asks++
			fmt.Fprintf(&b, "%s%c ?%d ", []string{"", "-"}[r.Intn(2)], 'a'+rune(r.Intn(4)), *asks)
		case k == 5 && r.Intn(3) == 0:
			b.WriteString("return ")
		case k < 7:
			b.WriteString("if" + sub() + sub())
		case k == 7:
			b.WriteString("if" + sub())
		case k < 10:
			b.WriteString("while" + sub() + sub())
		case k == 10:
			b.WriteString("for" + sub())
		default:
			b.WriteString("scope" + sub())
		}
		n -= part
	}
	return b.String()
}

// TestWays compares the states that the engine finds with what holds on some way, in random programs and both directions.
func TestWays(t *testing.T) {
	c := ir.NewContext(dialects.All()...)
	r := rand.New(rand.NewSource(1))
	for i := range 3000 {
		asks := 0
		src := random(r, 3+i%25, &asks)
		b := program(c, src)
		for _, backward := range []bool{false, true} {
			w := &ways{backward, map[string]facts{}}
			end := facts{}
			ends := w.block(b, states{"": true})
			for s := range ends {
				for _, n := range strings.Split(s, "") {
					end[n] = true
				}
			}
			want := text(end)
			if len(ends) == 0 {
				want = "never"
			}
			got, m := run(b, backward)
			if got != want {
				t.Fatalf("backward %v: %s\nat the end %q, not %q", backward, src, got, want)
			}
			for k, s := range w.asked {
				if m.asked[k] != text(s) {
					t.Fatalf("backward %v: %s\nat %s %q, not %q", backward, src, k, m.asked[k], text(s))
				}
			}
			for op, n := range m.loud {
				if n > 1 {
					t.Fatalf("backward %v: %s\n%s is reported %d times", backward, src, op.StringAttr("name"), n)
				}
			}
		}
	}
}

// nest is depth loops in each other, each with a fact of its own before and behind the inner one.
func nest(depth int, loop func(n int, body string) string) string {
	body := ""
	for n := depth; n > 0; n-- {
		body = loop(n, body)
	}
	return body
}

// TestNesting: the visits of a nest grow with its depth alone.
func TestNesting(t *testing.T) {
	c := ir.NewContext(dialects.All()...)
	for name, loop := range map[string]func(n int, body string) string{
		"for":       func(n int, body string) string { return fmt.Sprintf("for{ x%d -y%d %s y%d }", n, n, body, n) },
		"while":     func(n int, body string) string { return fmt.Sprintf("while{ x%d }{ -z%d %s z%d }", n, n, body, n) },
		"if":        func(n int, body string) string { return fmt.Sprintf("if{ x%d %s }{ y%d }", n, body, n) },
		"condition": func(n int, body string) string { return fmt.Sprintf("while{ x%d %s y%d }{ z%d }", n, body, n, n) },
	} {
		for _, backward := range []bool{false, true} {
			visits := func(depth int) int {
				_, m := run(program(c, nest(depth, loop)), backward)
				return m.visits
			}
			small, large := visits(20), visits(40)
			limit := 2*small + small/10
			if name == "condition" { // a condition is executed twice, and what is in it once more when something is new
				limit = 5 * small
			}
			if small < 20 || large > limit {
				t.Errorf("%s, backward %v: %d visits at depth 20, %d at 40", name, backward, small, large)
			}
		}
	}
}

// chain hands a fact on through n variables, one a round: with many of them it is widened.
type chain struct {
	n      int
	rounds int
	quiet  bool
}

// level is how far the fact has come.
type level struct{ n int }

func (l *level) Clone() *level { c := *l; return &c }

func (l *level) Join(o *level) bool {
	if o.n <= l.n {
		return false
	}
	l.n = o.n
	return true
}

func (c *chain) Op(_ *ir.Operation, s *level) {
	c.rounds++
	s.n = min(s.n+1, c.n)
}

// Widen goes to the top.
func (c *chain) Widen(head, _ *level) { head.n = c.n }

func TestWidening(t *testing.T) {
	c := ir.NewContext(dialects.All()...)
	b := program(c, "for{ a }")
	for n, want := range map[int]int{3: 4, flow.MaxGrowth: flow.MaxGrowth + 1, 1000000: flow.MaxGrowth + 2} {
		k := &chain{n: n}
		s, ok := flow.Forward(&flow.Shapes{}, k, b, &level{})
		if !ok || s.n != n || k.rounds > want {
			t.Errorf("chain of %d: at %d after %d rounds, want at most %d", n, s.n, k.rounds, want)
		}
	}
}

// roles are two names for two facts, which a loop exchanges: states of different roles are kept apart.
type roles struct {
	swapped bool
	seen    facts
}

func (r *roles) Clone() *roles { return &roles{r.swapped, maps.Clone(r.seen)} }
func (r *roles) Part() string  { return fmt.Sprint(r.swapped) }

func (r *roles) Join(o *roles) bool {
	if r.swapped != o.swapped {
		r.swapped = false
		r.seen["mixed"] = true
	}
	return r.seen.Join(o.seen)
}

type swaps struct{ visits int }

func (c *swaps) Op(op *ir.Operation, s *roles) {
	c.visits++
	switch op.StringAttr("name") {
	case "swap":
		s.swapped = !s.swapped
	case "look":
		s.seen[s.Part()] = true
	}
}

// TestParts: the states of a loop that differ in their part meet behind it only, in a nest as well.
func TestParts(t *testing.T) {
	c := ir.NewContext(dialects.All()...)
	for src, want := range map[string]string{
		"for{ look swap }":                       "false mixed true",
		"for{ swap swap look }":                  "false",
		"for{ swap for{ look } swap }":           "true",
		"for{ for{ swap look swap } swap swap }": "true",
	} {
		k := &swaps{}
		s, _ := flow.Forward(&flow.Shapes{}, k, program(c, src), &roles{seen: facts{}})
		if got := strings.Join(slices.Sorted(maps.Keys(s.seen)), " "); got != want {
			t.Errorf("%s: %s, want %s", src, got, want)
		}
	}
	visits := func(depth int) int {
		k := &swaps{}
		flow.Forward(&flow.Shapes{}, k, program(c, nest(depth, func(_ int, body string) string { return "for{ swap look " + body + " swap }" })), &roles{seen: facts{}})
		return k.visits
	}
	if small, large := visits(20), visits(40); large > 2*small+small/10 {
		t.Errorf("%d visits at depth 20, %d at 40", small, large)
	}
}

// parts is a client of an operation whose regions different threads execute.
type parts struct{}

func (parts) Op(op *ir.Operation, s facts) { s.change(op.StringAttr("name")) }

func (parts) Beside(op *ir.Operation, s, end facts) { s["beside"+text(end)] = true }

// Edge leaves out the second region where the fact x holds, and notes each way.
func (parts) Edge(e flow.Edge, s facts) bool {
	s[fmt.Sprintf("%d>%d ", e.From, e.To)] = true
	return e.To != 1 || !s["x"]
}

func TestEdges(t *testing.T) {
	c := ir.NewContext(dialects.All()...)
	for src, want := range map[string]string{
		"if{ a }{ b }":   "-1>0 -1>1 0>-1 1>-1 abbeside-1>0 a",
		"x if{ a }{ b }": "-1>0 0>-1 ax",
		"if{ a }":        "-1>-1 -1>0 0>-1 abeside-1>0 a",
	} {
		s, _ := flow.Forward[facts](&flow.Shapes{}, parts{}, program(c, src), facts{})
		if got := text(s); got != want {
			t.Errorf("%s: %s, want %s", src, got, want)
		}
	}
}

// asking is a client for which it is a mistake to use a fact that may hold, `!a`; it reports that, and goes on as if the fact did
// not hold.
type asking struct {
	quiet    bool
	mistakes int
}

func (c *asking) Quiet(on bool) { c.quiet = on }

func (c *asking) Op(op *ir.Operation, s facts) {
	w := op.StringAttr("name")
	n, asks := strings.CutPrefix(w, "!")
	switch {
	case !asks:
		s.change(w)
	case s[n] && !c.quiet:
		c.mistakes++
		delete(s, n)
	}
}

// TestMistakes: what was reported in a loop is not found once more behind it on the same way.
func TestMistakes(t *testing.T) {
	c := ir.NewContext(dialects.All()...)
	for src, want := range map[string]int{
		"a !a !a":                                  1,
		"a while{ !a }{ } !a":                      1,
		"a while{ !a }{ !a } !a":                   1,
		"while{ !a }{ a } !a":                      1,
		"a while{ while{ !a }{ } }{ !a } !a":       1,
		"a for{ while{ !a }{ } -b while{ !a }{ }}": 1,
		"a while{ }{ !a } !a":                      2, // the other one is on the way past the body
		"a while{ !a }{ } a !a":                    2,
	} {
		k := &asking{}
		flow.Forward(&flow.Shapes{}, k, program(c, src), facts{})
		if k.mistakes != want {
			t.Errorf("%s: %d mistakes, want %d", src, k.mistakes, want)
		}
	}
}

// leaving is a client that knows of two operations which end an iteration: break the loop as well.
type leaving struct{ may }

func (c *leaving) Jump(op *ir.Operation) (*ir.Operation, bool) {
	w := op.StringAttr("name")
	if w != "break" && w != "continue" {
		return nil, false
	}
	for p := op.Parent(); p != nil; p = p.Parent() {
		if p.Is("descend.for_nat") || p.Is("descend.while") {
			return p, w == "continue"
		}
	}
	return nil, false
}

// TestJumps: what is done where an iteration ends is known behind the loop, or at its next start, and not in what follows.
func TestJumps(t *testing.T) {
	c := ir.NewContext(dialects.All()...)
	for src, want := range map[string]string{
		"while{ }{ a break b } ?":                              "abreak",
		"while{ c }{ a break b } ?":                            "abreakc",
		"while{ ?q }{ a continue b } ?":                        "acontinue; q acontinue",
		"for{ if{ a break } ?q b } ?":                          "abbreak; q b",
		"for{ if{ a continue } ?q b } ?":                       "abcontinue; q abcontinue",
		"for{ for{ if{ a break } b } ?q c } ?":                 "abbreakc; q abbreakc",
		"for{ if{ a break }{ b continue } c } ?":               "abbreakcontinue",
		"while{ a -b }{ b if{ break } -a scope{ c break } } ?": "abbreakc",
		"for{ ?q -a if{ b -b a break } } ?":                    "abreak; q",
	} {
		k := &leaving{may{loud: map[*ir.Operation]int{}, asked: map[string]string{}}}
		flow.Forward(&flow.Shapes{}, k, program(c, src), facts{})
		got := k.asked["?"]
		if q, ok := k.asked["?q"]; ok {
			got = strings.TrimSpace(got + "; q " + q)
		}
		if got != want {
			t.Errorf("%s: %q, want %q", src, got, want)
		}
	}
}
