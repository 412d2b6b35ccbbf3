package passes

import (
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"sync"
	"time"

	"descend/ir"
	"descend/ir/outfile"
)

// PrintHooks say around which passes the IR is printed, to the output of the run or to files.
type PrintHooks struct {
	// BeforeAll and AfterAll concern every pass, Before and After the named ones.
	BeforeAll, AfterAll bool
	Before, After       []string
	// AfterChange leaves out the IR after a pass that changed nothing; AfterFailure prints after failed
	// passes only.
	AfterChange, AfterFailure bool
	// ModuleScope prints the outermost operation each time.
	ModuleScope bool
	// Dir, if set, gets a file for each dump instead of the output.
	Dir string
	// Input is a file that no dump replaces, as when one of an earlier run is read.
	Input string
	// Options are the printing flags.
	Options ir.PrintOptions

	mu     sync.Mutex
	counts map[*ir.Operation]int
}

func fingerprint(op *ir.Operation) [32]byte {
	return sha256.Sum256([]byte(ir.Print(op, ir.PrintOptions{Generic: true, LocalScope: true, DebugInfo: true, AssumeVerified: true})))
}

func (h *PrintHooks) before(w io.Writer, p Pass, op *ir.Operation) {
	if h.BeforeAll || slices.Contains(h.Before, p.Name()) {
		h.dump(w, p, op, "Before", "")
	}
}

func (h *PrintHooks) after(w io.Writer, p Pass, op *ir.Operation, failed bool, was [32]byte) {
	if failed && h.AfterFailure {
		h.dump(w, p, op, "After", " Failed")
		return
	}
	if h.AfterFailure || !h.AfterAll && !slices.Contains(h.After, p.Name()) {
		return
	}
	if h.AfterChange && !failed && fingerprint(op) == was {
		return
	}
	suffix := ""
	if failed {
		suffix = " Failed"
	}
	h.dump(w, p, op, "After", suffix)
}

func (h *PrintHooks) dump(w io.Writer, p Pass, op *ir.Operation, when, suffix string) {
	head := fmt.Sprintf("// -----// IR Dump %s %s%s (%s)", when, Title(p), suffix, p.Name())
	opts := h.Options
	shown := op
	if h.ModuleScope {
		for shown.Parent() != nil {
			shown = shown.Parent()
		}
		head += " (" + describe(op) + ")"
	}
	opts.LocalScope = opts.LocalScope || shown.Parent() != nil
	text := ir.Print(shown, opts)
	text = head + " //----- //\n" + text + "\n\n"
	if h.Dir != "" {
		if err := h.toFile(p, op, text); err != nil {
			fmt.Fprintf(w, "Error while printing IR to %s: %v\n", h.Dir, err)
		}
	} else {
		io.WriteString(w, text)
	}
}

// toFile writes Dir/builtin_module_no-symbol-name/func_func_f/0_0_canonicalize.mlir.
func (h *PrintHooks) toFile(p Pass, op *ir.Operation, text string) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.counts == nil {
		h.counts = map[*ir.Operation]int{}
	}
	if _, ok := h.counts[op]; ok {
		h.counts[op]++
	}
	var parts, numbers []string
	for o := op; o != nil; o = o.Parent() {
		name := ir.SymbolName(o)
		if name == "" {
			name = "no-symbol-name"
		}
		parts = append([]string{strings.ReplaceAll(o.Name(), ".", "_") + "_" + strings.ReplaceAll(name, "/", "_")}, parts...)
		h.counts[o] += 0 // what is around counts from here
		numbers = append([]string{fmt.Sprint(h.counts[o])}, numbers...)
	}
	dir := filepath.Join(append([]string{h.Dir}, parts...)...)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	file := filepath.Join(dir, strings.Join(numbers, "_")+"_"+p.Name()+".mlir")
	if err := outfile.Check([]string{h.Input}, outfile.Output{Asked: "the dump " + file, Path: file}); err != nil {
		return err
	}
	return os.WriteFile(file, []byte(text), 0o666)
}

// Statistics are counters of passes, by their position in the pipeline.
type Statistics struct {
	mu     sync.Mutex
	counts map[*item]map[string]int
}

func (s *Statistics) add(it *item, name string, n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.counts == nil {
		s.counts = map[*item]map[string]int{}
	}
	if s.counts[it] == nil {
		s.counts[it] = map[string]int{}
	}
	s.counts[it][name] += n
}

const rule = "===-------------------------------------------------------------------------===\n"

// Report prints the counters in the order of the pipeline of m, or as a list merged and sorted by pass.
func (s *Statistics) Report(w io.Writer, m *Manager, list bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	fmt.Fprint(w, rule, "                         ... Pass statistics report ...\n", rule)
	if !list {
		s.pipeline(w, m, "")
		return
	}
	merged := map[string]map[string]int{}
	for it, counts := range s.counts {
		name := it.pass.Name()
		if merged[name] == nil {
			merged[name] = map[string]int{}
		}
		for n, c := range counts {
			merged[name][n] += c
		}
	}
	for _, name := range sortedKeys(merged) {
		fmt.Fprintln(w, name)
		writeCounts(w, merged[name], "  ")
	}
}

func (s *Statistics) pipeline(w io.Writer, m *Manager, indent string) {
	for i := range m.items {
		it := &m.items[i]
		if it.nested != nil {
			fmt.Fprintf(w, "%s'%s' Pipeline\n", indent, it.nested.anchorName())
			s.pipeline(w, it.nested, indent+"  ")
			continue
		}
		fmt.Fprintf(w, "%s%s\n", indent, Title(it.pass))
		writeCounts(w, s.counts[it], indent+"  ")
	}
}

func writeCounts(w io.Writer, counts map[string]int, indent string) {
	for _, n := range sortedKeys(counts) {
		fmt.Fprintf(w, "%s(S) %8d %s\n", indent, counts[n], n)
	}
}

func sortedKeys[V any](m map[string]V) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	sort.Strings(out)
	return out
}

// Timing measures phases: the tool's own (Phase) and the passes of a run.
type Timing struct {
	mu    sync.Mutex
	start time.Time
	root  timeRow
}

// timeRow is a phase with the phases in it, in the order in which they began.
type timeRow struct {
	name  string
	total time.Duration
	rows  []*timeRow
	byKey map[any]*timeRow
	depth int
}

// NewTiming starts the clock.
func NewTiming() *Timing { return &Timing{start: time.Now()} }

// Phase starts a phase and returns what ends it.
func (t *Timing) Phase(name string) func() {
	_, stop := t.measure(&t.root, name, name)
	return stop
}

// measure starts the phase of that key inside another one, and returns it and what ends it.
func (t *Timing) measure(in *timeRow, key any, name string) (*timeRow, func()) {
	t.mu.Lock()
	row := in.byKey[key]
	if row == nil {
		row = &timeRow{name: name}
		if in != &t.root {
			row.depth = in.depth + 1
		}
		if in.byKey == nil {
			in.byKey = map[any]*timeRow{}
		}
		in.byKey[key] = row
		in.rows = append(in.rows, row)
	}
	t.mu.Unlock()
	start := time.Now()
	return row, func() {
		d := time.Since(start)
		t.mu.Lock()
		row.total += d
		t.mu.Unlock()
	}
}

// all appends the phases inside, each before those in it.
func (r *timeRow) all(out []timeRow) []timeRow {
	for _, in := range r.rows {
		out = in.all(append(out, *in))
	}
	return out
}

// TimingFormat says how a report of times looks: a tree unless List, text unless JSON.
type TimingFormat struct{ List, JSON bool }

// Report prints a table of the phases: as a tree in the order in which they began, or as a list, the longest
// first.
func (t *Timing) Report(w io.Writer, f TimingFormat) {
	t.mu.Lock()
	defer t.mu.Unlock()
	total := time.Since(t.start)
	rows := t.root.all(nil)
	rest := total
	for _, r := range t.root.rows {
		rest -= r.total
	}
	if f.List {
		for i := range rows {
			rows[i].depth = 0
		}
		sort.SliceStable(rows, func(i, j int) bool { return rows[i].total > rows[j].total })
	}
	rows = append(rows, timeRow{name: "Rest", total: max(rest, 0)}, timeRow{name: "Total", total: total})
	if f.JSON {
		writeTimesJSON(w, rows, total)
		return
	}
	fmt.Fprint(w, rule, "                         ... Execution time report ...\n", rule)
	fmt.Fprintf(w, "  Total Execution Time: %.4f seconds\n\n  ----Wall Time----  ----Name----\n", total.Seconds())
	for _, r := range rows {
		fmt.Fprintf(w, "  %8.4f (%5.1f%%)  %s%s\n", r.total.Seconds(), r.percent(total), strings.Repeat("  ", r.depth), r.name)
	}
}

func (r *timeRow) percent(total time.Duration) float64 {
	return 100 * r.total.Seconds() / total.Seconds()
}

// writeTimesJSON writes an array of objects; those of nested passes are in the array "passes" of their pipeline.
func writeTimesJSON(w io.Writer, rows []timeRow, total time.Duration) {
	fmt.Fprint(w, "[")
	for i, r := range rows {
		if i > 0 && rows[i-1].depth >= r.depth {
			fmt.Fprint(w, strings.Repeat("]}", rows[i-1].depth-r.depth), ",")
		}
		fmt.Fprintf(w, "\n%s{\"wall\": {\"duration\": %8.4f, \"percentage\": %5.1f}, \"name\": %q", strings.Repeat("  ", r.depth), r.total.Seconds(), r.percent(total), r.name)
		if i+1 < len(rows) && rows[i+1].depth > r.depth {
			fmt.Fprint(w, ", \"passes\": [")
		} else {
			fmt.Fprint(w, "}")
		}
	}
	fmt.Fprint(w, "\n]\n")
}
