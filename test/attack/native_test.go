package attack

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"descend/backend/harness"
	"descend/backend/harness/hostdevice"
	"descend/backend/sim"
	"descend/frontend"
	"descend/frontend/source"
	"descend/ir"
	"descend/ir/need"
	"descend/passes/banks"
	"descend/passes/check"
	"descend/passes/lower"
	"descend/test/kit"
	"descend/tools/registry"
)

// batch is the number of programs that are compiled together.
const batch = 100

// TestNative executes the NVVM text of accepted programs on the host, before and after LLVM's optimizations (those of
// ATTACK_SEEDS after them only), with layouts of shared arrays at random, and compares the results with the simulator's of plain arrays. Programs that read memory that nobody wrote are left out.
func TestNative(t *testing.T) {
	from, to, given := kit.Seeds(t, 80)
	levels := []int{0, 3}
	if given {
		levels = []int{3} // where LLVM has used what the compiler promises
	}
	var n native
	var list []candidate
	for seed := from; seed < to; seed++ {
		if c, ok := n.candidate(t, seed, Program(seed)); ok {
			list = append(list, c)
		}
		if len(list) == batch || len(list) > 0 && seed == to-1 {
			for _, level := range levels {
				n.run(t, list, level, harness.Oldest)
			}
			list = nil
		}
	}
	t.Logf("%d programs: %d were executed and agree, %d depend on the order of atomics, %d read what nobody wrote", to-from, n.agree, n.atomics, n.unwritten)
	if n.agree == 0 {
		t.Error("no program was executed")
	}
}

type native struct{ agree, atomics, unwritten int }

// candidate is an accepted program and what it computes.
type candidate struct {
	seed    uint64
	text    string
	results [][]byte
}

// candidate runs the program of a seed on the simulator; false if it is not accepted or reads what nobody wrote.
func (n *native) candidate(t *testing.T, seed uint64, text string) (candidate, bool) {
	o := judgeSafely(text, nil)
	if o.Verdict == Unsound || o.Verdict == Broken {
		t.Errorf("seed %d: %v\n%s", seed, o, text)
	}
	if o.Verdict != Accepted {
		return candidate{}, false
	}
	results, err := call(o.Module, "main", sim.Options{StrictInit: true})
	if err != nil {
		n.unwritten++
		return candidate{}, false
	}
	return candidate{seed: seed, text: text, results: results}, true
}

var functions = regexp.MustCompile(`\b(kernel|second|main|helper\d)(\(|<|::<<<)`)

var lenders = regexp.MustCompile(`\blend\d+\b`)

// run compiles programs as one for a GPU and compares the results of each.
func (n *native) run(t *testing.T, list []candidate, level int, gpu string) {
	var all strings.Builder
	for _, c := range list {
		own := c.text[strings.Index(c.text, "fn kernel"):]
		own = functions.ReplaceAllString(own, fmt.Sprintf("${1}_%d$2", c.seed))
		all.WriteString(lenders.ReplaceAllString(own, fmt.Sprintf("${0}_%d", c.seed)))
	}
	text := prune(all.String())
	c := registry.Context()
	var diags ir.Diagnostics
	m := frontend.Compile(c, []*source.File{source.NewFile("batch.desc", text)}, &diags)
	for _, p := range append(check.Pipeline(), lower.Pipeline(lower.Options{})...) {
		if m == nil || diags.HasErrors() {
			t.Fatalf("programs that are accepted one by one are not together: %v", first(&diags))
		}
		if err := run(m, p, &diags); err != nil {
			t.Fatal(err)
		}
	}
	if err := run(m, &banks.SharedLayout{Force: someLayout(list[0].seed)}, &diags); err != nil {
		t.Fatal(err)
	}
	d, err := hostdevice.NewFor(m, level, gpu)
	need.Found(t, err)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	for i, p := range list {
		dev := &hostdevice.Device{Program: d.Program, Seed: uint64(i % 3)}
		got, err := call(m, fmt.Sprintf("main_%d", p.seed), sim.Options{Device: dev})
		same := err == nil && len(got) == len(p.results)
		for j := range p.results {
			same = same && bytes.Equal(got[j], p.results[j])
		}
		switch {
		case same:
			n.agree++
		case err == nil && (strings.Contains(p.text, "atomic_") || strings.Contains(p.text, "bump(")):
			n.atomics++
		default:
			t.Errorf("seed %d: executed at O%d for %s it computes something else (%v)\n%s", p.seed, level, gpu, err, p.text)
		}
	}
}
