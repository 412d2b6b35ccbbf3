package exec

import (
	"strings"
	"sync/atomic"

	"descend/dialects/gpu"
	"descend/dialects/nat"
	"descend/ir"
)

// Axis is a dimension of a grid or block: the hardware's x, y or z.
type Axis int

// The axes.
const (
	X Axis = iota
	Y
	Z
)

func (a Axis) String() string { return [...]string{"X", "Y", "Z"}[a] }

// ParseAxis reads "X", "Y" or "Z".
func ParseAxis(s string) (Axis, bool) {
	i := strings.Index("XYZ", s)
	return Axis(i), len(s) == 1 && i >= 0
}

// Dim is an extent for some of the axes; Has says which are present.
type Dim struct {
	Has  [3]bool
	Size [3]nat.Expr
}

// NewDim makes a Dim of axes and sizes.
func NewDim(axes []Axis, sizes []nat.Expr) Dim {
	var d Dim
	for i, a := range axes {
		d.Has[a], d.Size[a] = true, sizes[i]
	}
	return d
}

// Without is d without one axis.
func (d Dim) Without(a Axis) Dim {
	d.Has[a], d.Size[a] = false, nat.Expr{}
	return d
}

// With is d with the extent of one axis replaced.
func (d Dim) With(a Axis, size nat.Expr) Dim {
	d.Has[a], d.Size[a] = true, size
	return d
}

// Empty says whether no axis is left.
func (d Dim) Empty() bool { return !d.Has[X] && !d.Has[Y] && !d.Has[Z] }

// Axes lists the axes present.
func (d Dim) Axes() []Axis {
	var out []Axis
	for a := X; a <= Z; a++ {
		if d.Has[a] {
			out = append(out, a)
		}
	}
	return out
}

// Volume is the product of all extents.
func (d Dim) Volume() nat.Expr {
	v := nat.Int(1)
	for _, a := range d.Axes() {
		v = v.Mul(d.Size[a])
	}
	return v
}

// Subst replaces nat variables.
func (d Dim) Subst(m map[string]nat.Expr) Dim {
	for _, a := range d.Axes() {
		d.Size[a] = d.Size[a].Subst(m)
	}
	return d
}

func (d Dim) String() string {
	names, sizes := "", []string{}
	for _, a := range d.Axes() {
		names += a.String()
		sizes = append(sizes, d.Size[a].String())
	}
	return names + "<" + strings.Join(sizes, ", ") + ">"
}

// Kind is the level of an execution resource.
type Kind int

// The levels. A grid of which some axes are scheduled or split is a BlockGrp, a block likewise a
// ThreadGrp, a warp or its group WarpGrp; GlobalThreads are all threads of a grid, per axis.
const (
	CPUThread Kind = iota
	Grid
	BlockGrp
	Block
	ThreadGrp
	WarpGrp
	Warp
	Thread
	GlobalThreads
	Any
)

var kindNames = [...]string{"cpu_thread", "grid", "block_grp", "block", "thread_grp", "warp_grp", "warp", "thread", "global_threads", "any"}

// userNames are the names in the language.
var userNames = [...]string{"cpu.thread", "gpu.grid", "gpu.block_grp", "gpu.block", "gpu.thread_grp", "gpu.warp_grp", "gpu.warp", "gpu.thread", "gpu.global_threads", "any"}

func (k Kind) String() string { return userNames[k] }

// Type is the type of an execution resource: !exec.grid<XY<64, 64>, XY<32, 8>>.
//
//	cpu_thread warp thread any          no extents (a warp has 32 threads along X)
//	grid block_grp                      Dim counts blocks, Inner threads of a block
//	block thread_grp global_threads     Dim counts threads
//	warp_grp                            Dim is X<number of warps>
//	thread_grp of a split warp          Dim is X<lanes>
type Type struct {
	ir.TypeBase
	Kind       Kind
	Dim, Inner Dim

	forall [3]atomic.Pointer[Type] // results of Forall
}

// Get returns the type of a resource.
func Get(c *ir.Context, k Kind, dim, inner Dim) *Type {
	t := &Type{Kind: k, Dim: dim, Inner: inner}
	return ir.Intern(c, "exec.type", t.String(), func() *Type { return t })
}

// Of returns a type without extents.
func Of(c *ir.Context, k Kind) *Type { return Get(c, k, Dim{}, Dim{}) }

func (t *Type) body() string {
	switch t.Kind {
	case Grid, BlockGrp:
		return "<" + t.Dim.String() + ", " + t.Inner.String() + ">"
	case Block, ThreadGrp, GlobalThreads, WarpGrp:
		return "<" + t.Dim.String() + ">"
	}
	return ""
}

func (t *Type) String() string { return "!exec." + kindNames[t.Kind] + t.body() }

// User is the type as written in the language: gpu.grid<XY<64, 64>, XY<32, 8>>.
func (t *Type) User() string { return userNames[t.Kind] + t.body() }

// Subst replaces nat variables.
func (t *Type) Subst(c *ir.Context, m map[string]nat.Expr) *Type {
	return Get(c, t.Kind, t.Dim.Subst(m), t.Inner.Subst(m))
}

// TypeOf is the resource type of a value, nil if it is none.
func TypeOf(v *ir.Value) *Type {
	t, _ := v.Type().(*Type)
	return t
}

// Forall is the type of one resource of t scheduled over an axis: a block_grp without axes is a block, a
// thread_grp without axes a thread. It fails if t does not have the axis or cannot be scheduled.
func (t *Type) Forall(c *ir.Context, a Axis) (*Type, bool) {
	if known := t.forall[a].Load(); known != nil {
		return known, true
	}
	r, ok := t.newForall(c, a)
	if ok {
		t.forall[a].Store(r)
	}
	return r, ok
}

func (t *Type) newForall(c *ir.Context, a Axis) (*Type, bool) {
	switch t.Kind {
	case Warp:
		return Of(c, Thread), a == X
	case Grid, BlockGrp, Block, ThreadGrp, WarpGrp, GlobalThreads:
	default:
		return nil, false
	}
	if !t.Dim.Has[a] {
		return nil, false
	}
	rest := t.Dim.Without(a)
	switch t.Kind {
	case Grid, BlockGrp:
		if rest.Empty() {
			return Get(c, Block, t.Inner, Dim{}), true
		}
		return Get(c, BlockGrp, rest, t.Inner), true
	case WarpGrp:
		return Of(c, Warp), true
	case GlobalThreads:
		if rest.Empty() {
			return Of(c, Thread), true
		}
		return Get(c, GlobalThreads, rest, Dim{}), true
	}
	if rest.Empty() {
		return Of(c, Thread), true
	}
	return Get(c, ThreadGrp, rest, Dim{}), true
}

// Extent is how many resources a schedule of t over the axis has.
func (t *Type) Extent(a Axis) (nat.Expr, bool) {
	if t.Kind == Warp {
		return nat.Int(gpu.WarpSize), a == X
	}
	return t.Dim.Size[a], t.Dim.Has[a]
}

// SplitPart is the type of the part of size n along an axis of a split t.
func (t *Type) SplitPart(c *ir.Context, a Axis, n nat.Expr) (*Type, bool) {
	if t.Kind == Warp {
		return Get(c, ThreadGrp, NewDim([]Axis{X}, []nat.Expr{n}), Dim{}), a == X
	}
	if !t.Dim.Has[a] {
		return nil, false
	}
	k := t.Kind
	switch k {
	case Grid:
		k = BlockGrp
	case Block:
		k = ThreadGrp
	case BlockGrp, ThreadGrp, WarpGrp, GlobalThreads:
	default:
		return nil, false
	}
	return Get(c, k, t.Dim.With(a, n), t.Inner), true
}

// IsSingle says whether t is one that reads and writes memory: a thread, also of the CPU.
func (t *Type) IsSingle() bool { return t.Kind == Thread || t.Kind == CPUThread }
