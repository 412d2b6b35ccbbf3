// Package report shows what kernels cost: as text for a terminal, as JSON, and as a page with the source. The numbers are those of
// package cost, which finds them without running anything, or of the simulator's counters. It must not know how they are found.
package report

import (
	"cmp"
	"encoding/json"
	"slices"

	"descend/backend/ptx"
	"descend/dialects/gpu/contract"
	"descend/dialects/gpu/traffic"
	"descend/dialects/nvgpu"
	"descend/frontend/diag"
	"descend/frontend/std"
	"descend/ir"
	"descend/passes/cost"
)

// Report is the document of `descendc report`; docs/report.schema.json describes its JSON.
type Report struct {
	Version  int    `json:"version"`
	Function string `json:"function"`
	// Sizes are the values of the function's nats; Chosen are those that nobody gave.
	Sizes  []Size   `json:"sizes"`
	Chosen []string `json:"chosen,omitempty"`
	// Notes say what the numbers leave out.
	Notes   []string `json:"notes,omitempty"`
	Kernels []Kernel `json:"kernels"`

	sources diag.Sources
}

// Size is the value of a nat.
type Size struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Place is a range in the source.
type Place struct {
	File      string `json:"file"`
	Line      int    `json:"line"`
	Column    int    `json:"column"`
	EndLine   int    `json:"end_line,omitempty"`
	EndColumn int    `json:"end_column,omitempty"`
}

// Kernel is what a kernel costs over all its launches.
type Kernel struct {
	Name string `json:"name"`
	Place
	Launches int64 `json:"launches"`
	// Grid and Block are those of the first launch; Shapes is the number of different launches.
	Grid   [3]int64 `json:"grid"`
	Block  [3]int64 `json:"block"`
	Shapes int      `json:"shapes"`
	// Example says that the numbers of blocks or threads follow from sizes that were chosen as examples.
	Example bool `json:"-"`
	// Certain is "exact", or what the numbers are where data decides: "at most", "per round", "incomplete".
	Certain string `json:"certain"`
	// Asked are the bytes of global memory that threads ask for, Moved those of the sectors that are moved for them; of both, Unknown
	// says that some addresses depend on data, and Moved counts one sector for each thread there.
	Asked   int64 `json:"asked_bytes"`
	Moved   int64 `json:"moved_bytes"`
	Unknown bool  `json:"unknown_addresses,omitempty"`
	// Conflicts are passes through the banks of shared memory that would not be without conflicts, Passes all of them.
	Passes    int64 `json:"shared_passes"`
	Conflicts int64 `json:"bank_conflicts"`
	// Floats and Ints are operations of threads on floats and integers, Steps operations of warps, Idle threads that do not take
	// part in a step of their warp.
	Floats   int64 `json:"float_operations"`
	Ints     int64 `json:"integer_operations"`
	Steps    int64 `json:"steps"`
	Idle     int64 `json:"idle_lanes"`
	Barriers int64 `json:"barriers"`
	// Tensor are the instructions of tensor cores that warps execute, on GPUs from sm_80 on, TensorFloats the operations on floats that these do.
	Tensor       int64 `json:"tensor_instructions"`
	TensorFloats int64 `json:"tensor_float_operations"`
	// Cycles are about those of one multiprocessor, if nothing else holds it up.
	Cycles int64 `json:"cycles"`
	// Intensity is Floats by Moved.
	Intensity float64 `json:"float_operations_per_byte"`
	// Shared is the shared memory of a block in bytes.
	Shared   int64     `json:"shared_bytes"`
	Assembly *Assembly `json:"assembly,omitempty"`
	Waves    *Waves    `json:"waves,omitempty"`
	Accesses []Access  `json:"accesses"`
	Lines    []Line    `json:"lines"`
}

// Assembly is what ptxas says of a kernel.
type Assembly struct {
	Target      string `json:"target"`
	Registers   int    `json:"registers"`
	SpillStores int    `json:"spill_store_bytes"`
	SpillLoads  int    `json:"spill_load_bytes"`
	StackBytes  int    `json:"stack_bytes"`
	// Bounds are those that the kernel was assembled with.
	Bounds contract.Bounds `json:"bounds,omitzero"`
	// Occupancy is that of a multiprocessor of the target.
	ptx.Occupancy
}

// Access is what one place in the source costs memory.
type Access struct {
	Place
	// Text is the place, in one line.
	Text string `json:"text"`
	// Within is the function of std that is called there, where the access is in inlined code of it; Inner is the place there.
	Within string `json:"within,omitempty"`
	Inner  *Place `json:"inner,omitempty"`
	// Op is load, store, atomic or copy; Memory global or shared. A copy is read from global memory and written to shared memory.
	Op     string `json:"op"`
	Memory string `json:"memory"`
	// Size is the number of bytes for a thread.
	Size int `json:"size"`
	// Warps are accesses of warps, Lanes those of their threads.
	Warps int64 `json:"warps"`
	Lanes int64 `json:"lanes"`
	// Sectors are those moved, Fewest what as many bytes side by side would take, MostSectors the most of an access.
	Sectors     int64 `json:"sectors"`
	Fewest      int64 `json:"fewest_sectors"`
	MostSectors int   `json:"most_sectors"`
	// Passes, Least and Degree are of shared memory: all passes, those without conflicts, the worst of a warp.
	Passes int64 `json:"passes"`
	Least  int64 `json:"least_passes"`
	Degree int   `json:"degree"`
	// Unknown are accesses of warps to addresses that depend on data.
	Unknown int64  `json:"unknown"`
	Certain string `json:"certain"`
	// Problem says what makes the access slow, Remedy what to change; both are empty where nothing is wrong.
	Problem string `json:"problem,omitempty"`
	Remedy  string `json:"remedy,omitempty"`

	pattern cost.Pattern
	ofData  bool // the remedy is to change how data lie
}

// PerWarp is the number of sectors, or of passes, of an access of a warp.
func (a *Access) PerWarp() float64 {
	known := a.Warps - a.Unknown
	if known <= 0 {
		return 0
	}
	if a.Memory == shared {
		return float64(a.Passes) / float64(known)
	}
	return float64(a.Sectors) / float64(known)
}

// The kinds of memory.
const (
	shared = "shared"
	global = "global"
)

// PlaceOf is the place of a range.
func PlaceOf(r ir.SourceRange) Place { return Place{r.File, r.Line, r.Col, r.EndLine, r.EndCol} }

// New makes an empty report about the program with these sources.
func New(function string, sources diag.Sources) *Report {
	return &Report{Version: 1, Function: function, Sizes: []Size{}, Kernels: []Kernel{}, sources: sources}
}

// JSON is the document as text.
func (r *Report) JSON() ([]byte, error) { return indented(r) }

func indented(doc any) ([]byte, error) {
	text, err := json.MarshalIndent(doc, "", "  ")
	return append(text, '\n'), err
}

// Certain is the word for how certain numbers are.
func Certain(d cost.Doubt, gave bool) string {
	switch {
	case gave:
		return "incomplete"
	case d&cost.PerRound != 0:
		return "per round"
	case d&cost.AtMost != 0:
		return "at most"
	}
	return "exact"
}

// SetCost fills in the numbers of a kernel.
func (r *Report) SetCost(k *Kernel, c *cost.Cost) {
	work := c.Total()
	k.Launches, k.Certain = c.Launches, Certain(c.Doubt, c.Gave)
	k.Floats, k.Ints, k.Steps, k.Idle, k.Barriers = work.Floats, work.Ints, work.Steps, work.Idle, work.Barriers
	for _, n := range c.Accesses {
		if n.Shared {
			k.Passes += n.Passes
			k.Conflicts += n.Passes - n.Least
			continue
		}
		k.Asked += n.Bytes
		k.Moved += n.Sectors * traffic.SectorSize
		if n.Unknown > 0 {
			k.Unknown = true
			k.Moved += n.Lanes / max(1, n.Warps) * n.Unknown * traffic.SectorSize
		}
	}
	if k.Moved > 0 {
		k.Intensity = float64(k.Floats) / float64(k.Moved)
	}
	k.Cycles = cycles(k.Steps, k.Passes, k.Moved/traffic.SectorSize)
	k.Accesses = r.accesses(c.Accesses)
	sum := lines{}
	for op, w := range c.Work {
		l := sum.at(op)
		n, floats := tensor(op, w.Steps)
		k.Tensor, k.TensorFloats, l.Tensor = k.Tensor+n, k.TensorFloats+floats, l.Tensor+n
		l.Steps, l.Idle, l.Lanes = l.Steps+w.Steps, l.Idle+w.Idle, l.Lanes+w.Lanes
		if w.Doubt != 0 {
			l.Certain = Certain(w.Doubt, false)
		}
	}
	k.Lines = sum.with(k.Accesses)
}

// accesses are the counts by place in the source: what stands there once may be several operations.
func (r *Report) accesses(counts []*cost.Count) []Access {
	type key struct {
		at       std.Place
		name     string
		isShared bool
		size     int
	}
	sums := map[key]*cost.Count{}
	var order []key
	for _, n := range counts {
		k := key{std.PlaceOf(n.Op.Loc()), n.Op.Name(), n.Shared, n.Size}
		if sums[k] == nil {
			sums[k] = &cost.Count{Op: n.Op, Shared: n.Shared, Size: n.Size}
			order = append(order, k)
		}
		sums[k].Add(n, 1)
	}
	slices.SortStableFunc(order, func(a, b key) int {
		return cmp.Or(cmp.Compare(a.at.File, b.at.File), a.at.Line-b.at.Line, a.at.Col-b.at.Col,
			cmp.Compare(a.at.Inner.File, b.at.Inner.File), a.at.Inner.Line-b.at.Inner.Line, a.at.Inner.Col-b.at.Inner.Col)
	})
	out := []Access{}
	for _, k := range order {
		n := sums[k]
		a := r.access(n.Op, n.Shared)
		a.Size, a.Warps, a.Lanes, a.Sectors, a.Fewest, a.MostSectors = n.Size, n.Warps, n.Lanes, n.Sectors, n.Fewest, n.MostSectors
		a.Passes, a.Least, a.Degree, a.Unknown, a.Certain = n.Passes, n.Least, n.Degree, n.Unknown, Certain(n.Doubt, false)
		a.pattern = n.Pattern
		a.judge()
		out = append(out, a)
	}
	return out
}

// access is the place of an operation, without numbers.
func (r *Report) access(op *ir.Operation, isShared bool) Access {
	at := std.PlaceOf(op.Loc())
	a := Access{Place: PlaceOf(at.SourceRange), Text: r.sources.Text(at.SourceRange), Within: at.Within, Op: "atomic", Memory: global}
	if at.Inner.Known() {
		inner := PlaceOf(at.Inner)
		a.Inner = &inner
	}
	switch effects, _ := ir.EffectsOf(op); {
	case ir.Is[nvgpu.DeviceAsyncCopyOp](op):
		a.Op = "copy"
	case len(effects) != 1:
	case effects[0].Kind == ir.ReadEffect:
		a.Op = "load"
	default:
		a.Op = "store"
	}
	if isShared {
		a.Memory = shared
	}
	return a
}
