package report

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"descend/backend/nvvm"
	"descend/backend/sim"
	"descend/dialects/gpu/contract"
	"descend/dialects/gpu/traffic"
	"descend/frontend/diag"
	"descend/frontend/std"
	"descend/ir"
	"descend/passes/cost"
)

// Line is what a line of the source costs in a kernel.
type Line struct {
	File string `json:"file"`
	Line int    `json:"line"`
	// Within are the functions of std that are called there, whose inlined code is counted here.
	Within []string `json:"within,omitempty"`
	// Steps are operations executed by warps, Lanes the threads that took part, Idle those of the same warps that did not.
	Steps int64 `json:"steps"`
	Lanes int64 `json:"lanes"`
	Idle  int64 `json:"idle_lanes"`
	// Bytes are those that threads asked for, of global and of shared memory.
	Bytes int64 `json:"bytes"`
	// Sectors are those of global memory, Passes those through the banks of shared memory, Conflicts those of them that would not be without conflicts.
	Sectors   int64 `json:"sectors"`
	Passes    int64 `json:"shared_passes"`
	Conflicts int64 `json:"bank_conflicts"`
	// Tensor are instructions of tensor cores, on GPUs from sm_80 on.
	Tensor int64 `json:"tensor_instructions"`
	// Cycles are about those of one multiprocessor.
	Cycles int64 `json:"cycles"`
	// Certain is as for kernels; in addition it is "unknown addresses" where some depend on data.
	Certain string `json:"certain"`
}

// cycles are about those that one multiprocessor takes: in a cycle it starts four steps, makes one pass through the banks of its shared memory, and
// gets half a sector, of 32 bytes, from global memory. (Of a P100 it is a third of a sector, of an H200 six tenths.)
func cycles(steps, passes, sectors int64) int64 { return steps/4 + passes + 2*sectors }

// Divergence is the part of the threads that did not take part in steps of their warps, from 0 to 1.
func (l *Line) Divergence() float64 {
	if l.Idle == 0 {
		return 0
	}
	return float64(l.Idle) / float64(l.Lanes+l.Idle)
}

type lineKey struct {
	file string
	line int
}

// lines add up what lines cost.
type lines map[lineKey]*Line

func (l lines) at(op *ir.Operation) *Line {
	p := std.PlaceOf(op.Loc())
	n := l.of(lineKey{p.File, p.Line})
	if i, has := slices.BinarySearch(n.Within, p.Within); p.Within != "" && !has {
		n.Within = slices.Insert(n.Within, i, p.Within)
	}
	return n
}

// tensor are the instructions of tensor cores that executions of an operation by warps take, and the operations on floats of threads that these do.
func tensor(op *ir.Operation, warps int64) (instructions, floats int64) {
	p, ok := contract.ProductCalled(op)
	if !ok {
		return 0, 0
	}
	if p.Acc != "i32" {
		floats = warps * p.Operations()
	}
	return warps * int64(nvvm.TensorInstructions(p)), floats
}

func (l lines) of(k lineKey) *Line {
	if l[k] == nil {
		l[k] = &Line{File: k.file, Line: k.line, Certain: "exact"}
	}
	return l[k]
}

// with are the lines in order, with what their accesses cost.
func (l lines) with(accesses []Access) []Line {
	for i := range accesses {
		a := &accesses[i]
		n := l.of(lineKey{a.File, a.Line})
		n.Bytes += a.Lanes * int64(a.Size)
		n.Sectors += a.Sectors
		n.Passes += a.Passes
		n.Conflicts += a.Passes - a.Least
		if a.Unknown > 0 && n.Certain == "exact" {
			n.Certain = "unknown addresses"
		}
	}
	out := []Line{}
	for _, n := range l {
		n.Cycles = cycles(n.Steps, n.Passes, n.Sectors)
		out = append(out, *n)
	}
	slices.SortFunc(out, func(a, b Line) int { return cmp.Or(cmp.Compare(a.File, b.File), a.Line-b.Line) })
	return out
}

// Profile is the document of `descendc run --profile=FILE`: what the simulator counted.
type Profile struct {
	Version int              `json:"version"`
	Kernels []ProfiledKernel `json:"kernels"`

	sources diag.Sources
}

// ProfiledKernel is a kernel that ran.
type ProfiledKernel struct {
	Name string `json:"name"`
	Place
	Lines    []Line   `json:"lines"`
	Accesses []Access `json:"accesses"`
}

// NewProfile shows what the simulator counted.
func NewProfile(c *sim.Counters, sources diag.Sources) *Profile {
	p := &Profile{Version: 1, Kernels: []ProfiledKernel{}, sources: sources}
	r := New("", sources)
	counts, sums := map[string][]*cost.Count{}, map[string]lines{}
	ran := func(fn *ir.Operation) {
		if name := ir.SymbolName(fn); sums[name] == nil {
			sums[name] = lines{}
			p.Kernels = append(p.Kernels, ProfiledKernel{Name: name, Place: PlaceOf(ir.RangeOf(fn.Loc()))})
		}
	}
	for _, fn := range c.Kernels() {
		ran(fn)
	}
	for _, n := range c.Steps() {
		fn := n.Op.ParentOfName("gpu.func")
		if fn == nil {
			continue // of a function that computes a product of matrices, for which the call counts
		}
		ran(fn) // of which no block has come to its end
		l := sums[n.Kernel].at(n.Op)
		l.Steps, l.Lanes, l.Idle = l.Steps+n.Warps, l.Lanes+n.Lanes, l.Idle+n.Idle
		instructions, _ := tensor(n.Op, n.Warps)
		l.Tensor += instructions
	}
	for _, n := range c.Accesses() {
		counts[n.Kernel] = append(counts[n.Kernel], &cost.Count{Op: n.Op, Shared: n.Shared, Size: n.Size, Warps: n.Warps, Lanes: n.Lanes, Bytes: n.Bytes,
			Passes: n.Passes, Least: n.Least, Degree: n.Degree, Sectors: n.Sectors, MostSectors: n.MostSectors,
			Fewest: (n.Bytes + traffic.SectorSize - 1) / traffic.SectorSize})
	}
	for i := range p.Kernels {
		k := &p.Kernels[i]
		k.Accesses = r.accesses(counts[k.Name])
		for i := range k.Accesses { // what is wrong with them is for a report to say, which knows the addresses
			k.Accesses[i].Problem, k.Accesses[i].Remedy = "", ""
		}
		k.Lines = sums[k.Name].with(k.Accesses)
	}
	return p
}

// Cycles are about those of one multiprocessor, of all kernels.
func (p *Profile) Cycles() (all int64) {
	for _, k := range p.Kernels {
		for _, l := range k.Lines {
			all += l.Cycles
		}
	}
	return all
}

// JSON is the document as text.
func (p *Profile) JSON() ([]byte, error) { return indented(p) }

// Text shows the profile for people: a table of lines for each kernel.
func (p *Profile) Text(o TextOptions) string {
	t := &text{color: o.Color}
	for _, k := range p.Kernels {
		all := int64(1)
		for i := range k.Lines {
			all += k.Lines[i].Cycles
		}
		t.line("%s", t.paint(1, "profile of kernel "+k.Name))
		rows := [][]string{{"line", "source", "in", "steps", "tensor", "bytes", "sectors", "conflicts", "divergence", "time"}}
		for i := range k.Lines {
			rows = append(rows, k.Lines[i].row(k.File, p.sources, all))
		}
		texts := []int{1, 2}
		if !slices.ContainsFunc(k.Lines, func(l Line) bool { return l.Tensor > 0 }) {
			rows = withoutColumn(rows, 4)
		}
		if !slices.ContainsFunc(k.Lines, func(l Line) bool { return len(l.Within) > 0 }) {
			rows, texts = withoutColumn(rows, 2), texts[:1]
		}
		widths := columnWidths(rows)
		for i, r := range rows {
			code := 0
			switch {
			case i == 0:
				code = 2
			case k.Lines[i-1].Cycles*4 > all:
				code = 31
			}
			t.line("  %s", t.paint(code, joined(r, widths, texts...)))
		}
	}
	return t.String()
}

// row is a line of the table; all are the cycles of the kernel.
func (l *Line) row(of string, sources diag.Sources, all int64) []string {
	source := ""
	if f := sources[l.File]; f != nil {
		source = shorten(f.Line(l.Line), 56)
	}
	return []string{lineIn(of, l.File, l.Line), source, shorten(strings.ReplaceAll(strings.Join(l.Within, ", "), "std::", ""), 40), count(l.Steps), count(l.Tensor), count(l.Bytes), count(l.Sectors), count(l.Conflicts),
		percent(l.Divergence()), percent(float64(l.Cycles) / float64(all))}
}

// withoutColumn is a table without one of its columns.
func withoutColumn(rows [][]string, i int) (out [][]string) {
	for _, r := range rows {
		out = append(out, slices.Delete(slices.Clone(r), i, i+1))
	}
	return out
}

// lineIn is the number of a line, with its file if that is another one than the kernel's.
func lineIn(kernel, file string, line int) string {
	if file == kernel {
		return fmt.Sprint(line)
	}
	return fmt.Sprintf("%s:%d", path.Base(file), line)
}

func percent(x float64) string { return fmt.Sprintf("%.0f %%", 100*x) }
