package sema

import (
	"math/rand"
	"regexp"
	"strings"
	"testing"

	"descend/frontend/ast"
	"descend/frontend/source"
	"descend/frontend/syntax"
	"descend/ir"
	"descend/test/kit"
)

// corpus is every program of testdata and the examples.
func corpus(t testing.TB) []string {
	var out []string
	for _, p := range kit.Sections(t, "../../examples/*.desc", "testdata/accept.desc", "testdata/reject.desc") {
		out = append(out, p.Text)
	}
	return out
}

var tokenPattern = regexp.MustCompile(`[A-Za-z_][A-Za-z_0-9]*|[0-9.]+|\s+|//[^\n]*\n|.`)

// mutate changes a few tokens of a text: drops, doubles, exchanges them or takes others from words.
func mutate(r *rand.Rand, text string, words []string) string {
	toks := tokenPattern.FindAllString(text, -1)
	for range 1 + r.Intn(4) {
		if len(toks) < 2 {
			break
		}
		i, j := r.Intn(len(toks)), r.Intn(len(toks))
		switch r.Intn(5) {
		case 0:
			toks[i] = ""
		case 1:
			toks[i] = toks[i] + toks[i]
		case 2:
			toks[i], toks[j] = toks[j], toks[i]
		case 3:
			toks[i] = words[r.Intn(len(words))]
		case 4:
			toks[i] = toks[j]
		}
	}
	return strings.Join(toks, "")
}

// analyzeMutant analyzes a text whatever the parser says, as the tree may be partial.
func analyzeMutant(t testing.TB, text string) {
	defer func() {
		if r := recover(); r != nil {
			t.Errorf("panic: %v\non:\n%s", r, text)
			panic(r)
		}
	}()
	c := newContext()
	diags := &ir.Diagnostics{}
	pre := syntax.Parse(source.NewFile("prelude.desc", prelude), c, diags)
	f := syntax.Parse(source.NewFile("t.desc", text), c, diags)
	m := Analyze(c, []*ast.File{pre}, []*Module{{Files: []*ast.File{f}}}, diags, NewInfo(), nil)
	poisoned := false
	m.Walk(func(op *ir.Operation) ir.WalkResult {
		poisoned = poisoned || op.HasAttr(PoisonAttr)
		for _, v := range op.Operands() {
			if v == nil {
				t.Errorf("%s has a nil operand in:\n%s", op.Name(), text)
			}
		}
		return ir.Advance
	})
	if poisoned && !diags.HasErrors() {
		t.Errorf("a function was dropped without an error in:\n%s", text)
	}
}

// TestNeverPanics analyzes mutated programs: there is no panic, and no function is dropped silently.
func TestNeverPanics(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	texts := corpus(t)
	words := tokenPattern.FindAllString(strings.Join(texts, " "), -1)
	n := 4000
	if testing.Short() {
		n = 400
	}
	for range n {
		analyzeMutant(t, mutate(r, texts[r.Intn(len(texts))], words))
		if t.Failed() {
			return
		}
	}
}

// FuzzAnalyze is TestNeverPanics with Go's fuzzer.
func FuzzAnalyze(f *testing.F) {
	for _, text := range corpus(f) {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) { analyzeMutant(t, text) })
}
