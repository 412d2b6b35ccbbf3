package picture

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"descend/dialects/gpu"
	"descend/dialects/gpu/traffic"
)

// Picture is a launch as data: what a page needs to show it. Threads are counted over the whole grid, block after block.
type Picture struct {
	Kernel string `json:"kernel"`
	Grid   [3]int `json:"grid"`
	Block  [3]int `json:"block"`
	// PerBlock is the number of threads of a block, Blocks the numbers of those that are in the picture.
	PerBlock int     `json:"perBlock"`
	Blocks   []int   `json:"blocks"`
	Arrays   []Array `json:"arrays"`
	Steps    []Step  `json:"steps"`
	// Conflict is the data race that ended the run.
	Conflict *Conflict `json:"conflict,omitempty"`
	// ThreadsSVG are the threads of a block as a grid, a warp in each row.
	ThreadsSVG string `json:"threadsSVG"`
	// By says whose colours elements have, at first.
	By By `json:"by"`
	// Cut says what of the launch is in the picture, if not all.
	Cut string `json:"cut,omitempty"`
}

// Array is an array as a grid: element e is in row e / Cols and column e % Cols, of which ShownRows and ShownCols are drawn.
type Array struct {
	Name   string  `json:"name"`
	Type   string  `json:"type"`
	Memory string  `json:"memory"` // global or shared
	Count  int64   `json:"count"`
	Shape  []int64 `json:"shape,omitempty"`
	Rows   int     `json:"rows"`
	Cols   int     `json:"cols"`
	// ShownRows and ShownCols bound what is drawn.
	ShownRows int `json:"shownRows"`
	ShownCols int `json:"shownCols"`
	// PerSector is the number of elements of a sector of global memory, of which the first starts with element 0; 0 in shared memory.
	PerSector int    `json:"perSector"`
	SVG       string `json:"svg"`

	size   int
	offset int64
}

// Step is an access by threads, or a barrier.
type Step struct {
	// Kind is read, write, atomic or barrier; Scope says whose barrier it is.
	Kind  string `json:"kind"`
	Scope string `json:"scope,omitempty"`
	// Phase counts the barriers of blocks before it.
	Phase  int    `json:"phase"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
	Text   string `json:"text"`
	// Array is the number of the array. Threads, Elements and Values belong together.
	Array    int      `json:"array"`
	Threads  []int64  `json:"threads,omitempty"`
	Elements []int64  `json:"elements,omitempty"`
	Values   []string `json:"values,omitempty"`
	Cost     *Cost    `json:"cost,omitempty"`
}

// Cost is what a step costs a GPU.
type Cost struct {
	Warps int `json:"warps"`
	// Sectors are those of global memory that are moved, Fewest what as many bytes side by side would take.
	Sectors int `json:"sectors"`
	Fewest  int `json:"fewest"`
	// Passes are those through the banks of shared memory, Least those without conflicts, Degree the worst of a warp.
	Passes int `json:"passes"`
	Least  int `json:"least"`
	Degree int `json:"degree"`
}

// Conflict is a data race.
type Conflict struct {
	Array   int   `json:"array"`
	Element int64 `json:"element"`
	First   Racer `json:"first"`
	Second  Racer `json:"second"`
}

// Racer is one of its threads.
type Racer struct {
	Thread int64  `json:"thread"`
	Kind   string `json:"kind"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
	Text   string `json:"text"`
}

// Pictures are those of all launches.
func (r *Recorder) Pictures() []*Picture {
	out := []*Picture{}
	for _, l := range r.launches {
		out = append(out, l.picture())
	}
	if r.skipped > 0 && len(out) > 0 {
		last := out[len(out)-1]
		follow := fmt.Sprintf("the %d launches that follow", r.skipped)
		if r.skipped == 1 { // the run may have been ended there
			follow = "what follows"
		}
		last.Cut = strings.TrimPrefix(last.Cut+", and not "+follow, ", ")
	}
	return out
}

func (l *launch) picture() *Picture {
	p := &Picture{Kernel: l.kernel, Grid: l.grid, Block: l.block, PerBlock: l.threads(), Blocks: l.blocksSeen(), Arrays: []Array{}, Steps: []Step{}, Conflict: l.conflict, Cut: l.cut}
	p.By = p.usual()
	for _, a := range l.arrays {
		p.Arrays = append(p.Arrays, a.laidOut())
	}
	p.ThreadsSVG = p.threadsSVG()
	for _, s := range l.steps {
		n := Step{Kind: s.key.kind, Scope: s.scope, Phase: s.key.phase, Line: s.key.at.Line, Column: s.key.at.Col, Text: s.text, Array: s.key.array}
		if s.scope != "" {
			n.Kind = barrier
			p.Steps = append(p.Steps, n)
			continue
		}
		slices.SortStableFunc(s.touches, func(a, b touch) int { return cmp.Compare(a.thread, b.thread) })
		a := &p.Arrays[s.key.array]
		for _, t := range s.touches {
			n.Threads, n.Elements, n.Values = append(n.Threads, t.thread), append(n.Elements, t.element), append(n.Values, t.value)
		}
		n.Cost = p.cost(a, &n)
		p.Steps = append(p.Steps, n)
	}
	return p
}

// cost counts as the simulator's counters do.
func (p *Picture) cost(a *Array, s *Step) *Cost {
	c := &Cost{}
	for i := 0; i < len(s.Threads); {
		warp := func(t int64) int64 {
			b := t / int64(p.PerBlock)
			return b<<32 | t%int64(p.PerBlock)/gpu.WarpSize
		}
		access := traffic.Access{Size: a.size, Update: s.Kind == "atomic"}
		for j := range access.At {
			access.At[j] = traffic.Nobody
		}
		w, lanes := warp(s.Threads[i]), 0
		for ; i < len(s.Threads) && warp(s.Threads[i]) == w; i++ {
			if e := s.Elements[i]; e >= 0 && e < a.Count {
				access.At[s.Threads[i]%int64(p.PerBlock)%gpu.WarpSize] = a.offset + e*int64(a.size)
				lanes++
			}
		}
		if lanes == 0 {
			continue
		}
		c.Warps++
		if a.Memory == "global" {
			c.Sectors += access.Sectors()
			c.Fewest += (lanes*a.size + traffic.SectorSize - 1) / traffic.SectorSize
			continue
		}
		n := access.Shared()
		c.Passes += n.Passes
		c.Least += n.Least
		c.Degree = max(c.Degree, n.Degree)
	}
	return c
}

// The most rows and columns of an array that are drawn.
const (
	maxRows = 64
	maxCols = 128
)

// laidOut is the array as a grid: of two dimensions and more as it is written, of one in rows of 32 or 64, in shared memory with a
// row for the 32 banks.
func (a *array) laidOut() Array {
	out := Array{Name: a.name, Type: a.typ, Memory: "global", Count: a.count, Shape: a.shape, size: a.size, offset: a.offset}
	total := int64(1)
	for _, n := range a.shape {
		total *= n
	}
	if total != a.count {
		out.Shape = nil
	}
	var cols int64
	switch {
	case a.shared:
		out.Memory, cols = "shared", int64(traffic.Banks*traffic.WordBytes/a.size)
	case len(out.Shape) > 1:
		cols = out.Shape[len(out.Shape)-1]
	case a.count > 1024:
		cols = 64
	default:
		cols = 32
	}
	cols = max(1, min(cols, max(a.count, 1)))
	rows := (a.count + cols - 1) / cols
	out.Cols, out.Rows = int(cols), int(min(rows, 1<<40))
	out.ShownCols, out.ShownRows = min(out.Cols, maxCols), min(out.Rows, maxRows)
	if !a.shared {
		out.PerSector = max(1, traffic.SectorSize/a.size)
	}
	if out.Type == "" {
		out.Type = fmt.Sprintf("[%s; %d]", a.elem, a.count)
	}
	out.SVG = out.svg()
	return out
}

// element is how people call an element: x[3] or x[2][5].
func (a *Array) element(e int64) string {
	if len(a.Shape) < 2 {
		return fmt.Sprintf("%s[%d]", a.Name, e)
	}
	text := ""
	for i := len(a.Shape) - 1; i >= 0; i-- {
		n := max(1, a.Shape[i])
		text = fmt.Sprintf("[%d]", e%n) + text
		e /= n
	}
	return a.Name + text
}

// thread is how people call a thread: thread (3) of block (0).
func (p *Picture) thread(t int64) string {
	b, n := int(t)/p.PerBlock, int(t)%p.PerBlock
	return fmt.Sprintf("thread %s of block %s", coordinates(n, p.Block), coordinates(b, p.Grid))
}

// coordinates are those of a number, x first.
func coordinates(n int, size [3]int) string {
	x, y, z := n%size[0], n/size[0]%size[1], n/(size[0]*size[1])
	switch {
	case size[2] > 1:
		return fmt.Sprintf("(%d, %d, %d)", x, y, z)
	case size[1] > 1:
		return fmt.Sprintf("(%d, %d)", x, y)
	}
	return fmt.Sprintf("(%d)", x)
}
