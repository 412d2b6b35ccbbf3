// Package picture draws what the threads of kernels do to memory: arrays as grids of elements, in the colours of the blocks, warps or
// threads that touch them, step by step. A Recorder listens to the simulator; of each launch it makes a Picture, which is data for
// a page, and SVG. The command draw and the playground show the same pictures.
package picture

import (
	"cmp"
	"fmt"
	"maps"
	"math/big"
	"slices"

	"descend/backend/sim"
	"descend/dialects/gpu/contract"
	"descend/frontend/diag"
	"descend/frontend/std"
	"descend/ir"
)

// Bounds of what is kept: a picture that nobody can read is none.
const (
	maxTouches  = 60_000 // accesses of threads, in all launches
	maxLaunches = 32
	maxBlocks   = 256        // of a launch
	maxUnseen   = 10_000_000 // accesses one after the other that are not kept, before the pictures count as full
)

// Recorder keeps what the simulator tells of launches.
type Recorder struct {
	// Sources are those of the program, for the texts of places.
	Sources diag.Sources
	// Full, if not nil, is called when nothing of what follows is kept any more, or nothing was kept for long, perhaps more than once.
	Full     func()
	launches []*launch
	touches  int
	skipped  int // launches that are not kept
	unseen   int // accesses that were not kept since one that was
	off      bool
}

// launch is one that is kept.
type launch struct {
	kernel      string
	grid, block [3]int
	arrays      []*array
	byKey       map[any]int // arrays of global memory
	byNumber    map[[2]int64]int
	steps       []*step
	index       map[stepKey]*step
	blocks      map[int]*blockState
	conflict    *Conflict
	cut         string // what is missing, for people
}

// array is memory that threads share.
type array struct {
	name, typ, elem string
	shared          bool
	size            int
	offset, count   int64 // bytes, elements
	shape           []int64
}

// stepKey tells steps apart: blocks are at the same step when they do the same in the same phase for the same time.
type stepKey struct {
	phase int
	at    ir.SourceRange
	kind  string
	array int
	n     int
}

// step is what threads of all blocks do at once.
type step struct {
	key     stepKey
	scope   string // of a barrier
	text    string // in the source
	touches []touch
}

// touch is an access of a thread, which is counted over the whole grid.
type touch struct {
	thread, element int64
	value           string
}

// blockState is where a block is.
type blockState struct {
	phase int
	at    *step
	times map[laneKey]int
}

type laneKey struct {
	stepKey
	lane int32
}

// Launch begins a launch.
func (r *Recorder) Launch(kernel *ir.Operation, l sim.Launch, params []sim.Memory, scalars []uint64) {
	if r.off = len(r.launches) == maxLaunches || r.touches >= maxTouches; r.off {
		r.skipped++
		r.full()
		return
	}
	n := &launch{kernel: ir.SymbolName(kernel), grid: l.Grid, block: l.Block, byKey: map[any]int{}, byNumber: map[[2]int64]int{},
		index: map[stepKey]*step{}, blocks: map[int]*blockState{}}
	r.launches = append(r.launches, n)
	f, _ := contract.Of(kernel)
	nats := map[string]*big.Int{}
	for i, p := range f.Params {
		if p.Kind == contract.Nat && i < len(scalars) {
			nats[p.Name] = new(big.Int).SetUint64(scalars[i])
		}
	}
	for i, m := range params {
		if m.Key == nil {
			continue
		}
		if _, again := n.byKey[m.Key]; again {
			continue
		}
		a := &array{name: fmt.Sprintf("argument %d", i), elem: elemName(m.Elem), size: m.Size, offset: m.Offset, count: m.Count}
		if i < len(f.Params) {
			p := f.Params[i]
			a.name, a.typ, a.elem = p.Name, p.Type, elemName(p.Elem)
			if p.Path != "" {
				a.name += "." + p.Path
			}
			a.shape = extents(p.Shape, nats)
		}
		n.byKey[m.Key] = len(n.arrays)
		n.arrays = append(n.arrays, a)
	}
}

func (r *Recorder) full() {
	if r.Full != nil {
		r.Full()
	}
}

// extents are the sizes of an array, if they are known and fit together.
func extents(shape []contract.Size, nats map[string]*big.Int) (out []int64) {
	for _, s := range shape {
		e, err := s.Expr()
		if err != nil {
			return nil
		}
		v, err := e.Eval(nats)
		if err != nil || !v.IsInt64() {
			return nil
		}
		out = append(out, v.Int64())
	}
	return out
}

// elemName is the name of a type of elements as print knows it.
func elemName(t ir.Type) string {
	switch t := t.(type) {
	case *ir.IntegerType:
		switch {
		case t.Width == 1:
			return "bool"
		case t.Sign == ir.Unsigned:
			return fmt.Sprintf("u%d", t.Width)
		}
		return fmt.Sprintf("i%d", t.Width)
	case *ir.IndexType, nil:
		return "i64"
	}
	return t.String()
}

func (r *Recorder) now() *launch {
	if r.off || len(r.launches) == 0 {
		return nil
	}
	return r.launches[len(r.launches)-1]
}

// blockNumber counts the blocks of a grid, x fastest; threads counts those of a block.
func (l *launch) blockNumber(id [3]int) int { return id[0] + l.grid[0]*(id[1]+l.grid[1]*id[2]) }
func (l *launch) threads() int              { return l.block[0] * l.block[1] * l.block[2] }

// array is the number of the array of a buffer.
func (r *Recorder) array(l *launch, m sim.Memory, at ir.SourceRange) int {
	if !m.Shared {
		if i, ok := l.byKey[m.Key]; ok {
			return i
		}
		l.byKey[m.Key] = len(l.arrays)
		l.arrays = append(l.arrays, &array{name: rootName(r.Sources.Text(at), "memory"), elem: elemName(m.Elem), size: m.Size, offset: m.Offset, count: m.Count})
		return len(l.arrays) - 1
	}
	key := [2]int64{int64(m.Number), m.Offset}
	if i, ok := l.byNumber[key]; ok {
		return i
	}
	l.byNumber[key] = len(l.arrays)
	a := &array{name: rootName(r.Sources.Text(at), "shared"), elem: elemName(m.Elem), shared: true, size: m.Size, offset: m.Offset, count: m.Count}
	l.arrays = append(l.arrays, a)
	return len(l.arrays) - 1
}

// rootName is the variable that the text of a place begins with.
func rootName(text, other string) string {
	for i := range len(text) {
		if c := text[i] | 0x20; !(c >= 'a' && c <= 'z' || text[i] == '_' || i > 0 && text[i] >= '0' && text[i] <= '9') {
			text = text[:i]
			break
		}
	}
	return cmp.Or(text, other)
}

// state is where a block is; nil if it is not kept.
func (l *launch) state(id [3]int) *blockState {
	b := l.blockNumber(id)
	s := l.blocks[b]
	if s == nil {
		if len(l.blocks) == maxBlocks {
			l.cut = fmt.Sprintf("the first %d blocks of %d", maxBlocks, l.grid[0]*l.grid[1]*l.grid[2])
			return nil
		}
		s = &blockState{times: map[laneKey]int{}}
		l.blocks[b] = s
	}
	return s
}

// step is the step of a block with a key.
func (r *Recorder) step(l *launch, s *blockState, key stepKey) *step {
	x := l.index[key]
	if x == nil {
		x = &step{key: key, text: r.Sources.Text(key.at)}
		l.index[key] = x
		at := len(l.steps)
		if s.at != nil {
			at = slices.Index(l.steps, s.at) + 1
		} else if len(l.steps) > 0 {
			at = 0
		}
		l.steps = slices.Insert(l.steps, at, x)
	}
	s.at = x
	return x
}

// Touch is an access.
func (r *Recorder) Touch(t sim.Touch) {
	l := r.now()
	if l == nil {
		return
	}
	s := l.state(t.Block)
	if s == nil {
		if r.unseen += len(t.Lanes); r.unseen > maxUnseen {
			r.full()
		}
		return
	}
	r.unseen = 0
	at := placeOf(t.Op)
	key := stepKey{phase: s.phase, at: at, kind: kinds[t.Kind], array: r.array(l, t.Memory, at)}
	a := l.arrays[key.array]
	first := int64(l.blockNumber(t.Block)) * int64(l.threads())
	for _, lane := range t.Lanes {
		if r.touches++; r.touches > maxTouches {
			l.cut = fmt.Sprintf("the first %d accesses", maxTouches)
			r.full()
			return
		}
		k := laneKey{key, lane}
		k.n = s.times[k]
		s.times[laneKey{key, lane}]++
		e := int64(t.Elements[lane])
		x := touch{thread: first + int64(lane), element: e}
		if e >= 0 && e < t.Memory.Count {
			switch {
			case t.Kind == sim.Write && t.Stored != nil:
				x.value = sim.FormatScalar(a.elem, t.Stored[lane])
			case t.Kind != sim.Write:
				x.value = sim.FormatScalar(a.elem, t.Memory.At(e))
			}
			x.element = (t.Memory.Offset - a.offset + e*int64(t.Memory.Size)) / int64(a.size)
		}
		step := r.step(l, s, k.stepKey)
		step.touches = append(step.touches, x)
	}
}

// placeOf is where the user's program does what an operation does.
func placeOf(op *ir.Operation) ir.SourceRange { return std.PlaceOf(op.Loc()).SourceRange }

// kinds are the words for accesses.
var kinds = [...]string{sim.Read: "read", sim.Write: "write", sim.Atomic: "atomic"}

const barrier = "barrier"

// Barrier is one that threads have come to.
func (r *Recorder) Barrier(op *ir.Operation, block [3]int, lanes []int32, scope sim.Scope) {
	l := r.now()
	if l == nil || len(lanes) == 0 {
		return
	}
	s := l.state(block)
	if s == nil {
		return
	}
	key := stepKey{phase: s.phase, at: placeOf(op), kind: barrier + " of " + string(scope), array: -1}
	k := laneKey{key, lanes[0]}
	key.n = s.times[k]
	s.times[k]++
	r.step(l, s, key).scope = string(scope)
	if scope == sim.OfBlock || scope == sim.OfGrid {
		s.phase++
		clear(s.times)
	}
}

// Race is a data race.
func (r *Recorder) Race(x sim.Race) {
	l := r.now()
	if l == nil {
		return
	}
	racer := func(a sim.Racer) Racer {
		at := placeOf(a.Op)
		return Racer{
			Thread: int64(l.blockNumber(a.Block))*int64(l.threads()) + int64(a.Lane), Kind: kinds[a.Kind], Line: at.Line, Column: at.Col,
			Text: r.Sources.Text(at),
		}
	}
	i := r.array(l, x.Memory, placeOf(x.Second.Op))
	a := l.arrays[i]
	l.conflict = &Conflict{
		Array: i, Element: (x.Memory.Offset - a.offset + x.Element*int64(x.Memory.Size)) / int64(a.size), First: racer(x.First), Second: racer(x.Second),
	}
}

// blocksSeen are the blocks that were kept, in order.
func (l *launch) blocksSeen() []int { return slices.Sorted(maps.Keys(l.blocks)) }
