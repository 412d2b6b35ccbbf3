package dialects_test

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"maps"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"descend/dialects"
	"descend/ir"
	"descend/ir/need"
)

// TestOracle compares what we say of generated modules with what mlir-opt-19 says: whether a module is valid, the text that is printed, or
// the first error. Some are examples of operations that were changed as text, in generic and in custom form; in most the operation of the
// example was made anew from its definition, with what that allows and with what it does not. DESCEND_ORACLE is how many modules are made
// for each operation, and DESCEND_ORACLE_SEED where to begin.
func TestOracle(t *testing.T) {
	program := need.Program(t, "mlir-opt-19")
	each, seed := envInt(t, "DESCEND_ORACLE", 88), envInt(t, "DESCEND_ORACLE_SEED", 0)
	ops := upstreamEntries()
	g := newOracle(ops)
	var list []generated
	for _, e := range ops {
		h := fnv.New64()
		h.Write([]byte(e.Def.Name)) // what one operation gets does not depend on others
		g.r = rand.New(rand.NewPCG(uint64(seed), h.Sum64()))
		for i := range each {
			list = append(list, generated{e.Def.Name, g.module(e.Def, i)})
		}
	}
	compareGenerated(t, program, list)
}

func envInt(t *testing.T, name string, n int) int {
	s := os.Getenv(name)
	if s == "" {
		return n
	}
	n, err := strconv.Atoi(s)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return n
}

// upstreamEntries are the operations of the dialects that are here whole.
func upstreamEntries() (ops []ir.OpEntry) {
	for _, d := range dialects.Standard() {
		if slices.Contains(upstreamDialects, d.Name) {
			ops = append(ops, d.Ops...)
		}
	}
	return ops
}

// generated is a module, and the operation that it was made for.
type generated struct{ op, src string }

// tally counts modules by what became of them.
type tally struct {
	modules, alike, valid, listed, crashes int
	shown                                  map[string][]string // what differs, by kind
}

// compareGenerated reports modules of which mlir-opt says something else.
func compareGenerated(t *testing.T, program string, list []generated) {
	n := &tally{modules: len(list), shown: map[string][]string{}}
	const batch = 4000
	for i := 0; i < len(list); i += batch {
		part := list[i:min(i+batch, len(list))]
		srcs := make([]string, len(part))
		for j, m := range part {
			srcs[j] = m.src
		}
		said := make(chan []string)
		go func() { said <- upstreamSays(t, program, srcs) }()
		ours := make([]string, len(part))
		var c *ir.Context
		for j, m := range part {
			if j%500 == 0 {
				c = dialects.MLIR() // one for each module takes most of the time
			}
			ours[j] = says(c, m.src)
		}
		theirs := <-said
		for j, m := range part {
			n.compare(m, ours[j], theirs[j])
		}
	}
	n.report(t)
}

// says is the first line of the first error, or the module as it is printed.
func says(c *ir.Context, src string) (s string) {
	defer func() {
		if e := recover(); e != nil {
			s = fmt.Sprintf("error: panic: %.200v", e)
		}
	}()
	s = verdictIn(c, src)
	if strings.HasPrefix(s, "error: ") {
		s, _, _ = strings.Cut(s, "\n")
	}
	return s
}

func (n *tally) compare(m generated, ours, theirs string) {
	switch {
	case theirs == crashed:
		n.crashes++
		if strings.HasPrefix(ours, "error: panic") {
			n.show("PANIC", m, ours, theirs)
		}
	case ours == theirs:
		n.alike++
		if !strings.HasPrefix(theirs, "error: ") {
			n.valid++
		}
	case excuseOf(m.src, ours, theirs) != nil:
		n.listed++
	default:
		n.show(kindOf(ours, theirs), m, ours, theirs)
	}
}

var quoted = regexp.MustCompile(`'[^']*'|\d+`)

func (n *tally) show(kind string, m generated, ours, theirs string) {
	key := kind + " " + m.op
	for _, s := range []string{ours, theirs} {
		if strings.HasPrefix(s, "error: ") {
			key += " | " + quoted.ReplaceAllString(s, "_")
		}
	}
	n.shown[key] = append(n.shown[key], fmt.Sprintf("%s\nis here\n%s\nmlir-opt-19 says\n%s", m.src, ours, theirs))
}

func (n *tally) report(t *testing.T) {
	keys := slices.SortedFunc(maps.Keys(n.shown), func(a, b string) int {
		return cmp.Or(cmp.Compare(len(n.shown[b]), len(n.shown[a])), cmp.Compare(a, b))
	})
	for _, k := range keys {
		list := n.shown[k]
		t.Errorf("%d times %s:\n%s", len(list), k, slices.MinFunc(list, func(a, b string) int { return cmp.Compare(len(a), len(b)) }))
	}
	t.Logf("%d modules: %d alike (%d of them valid), %d listed differences, mlir-opt-19 dies of %d",
		n.modules, n.alike, n.valid, n.listed, n.crashes)
}

// kindOf says in which way two verdicts differ.
func kindOf(ours, theirs string) string {
	a, b := strings.HasPrefix(ours, "error: "), strings.HasPrefix(theirs, "error: ")
	switch {
	case strings.HasPrefix(ours, "error: panic"):
		return "PANIC"
	case !a && b:
		return "ACCEPTED"
	case a && !b:
		return "REFUSED"
	case a:
		return "message"
	}
	return "text"
}
