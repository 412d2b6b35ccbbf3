package ast

// Axis is a dimension of the GPU's hierarchy.
type Axis int

// The axes.
const (
	X Axis = iota
	Y
	Z
)

func (a Axis) String() string { return "XYZ"[a : a+1] }

// Dim is a shape: `XY<64, 32>`. Axes and Sizes have equal length (1 to 3); the axes are distinct and in
// the order written.
type Dim struct {
	Base
	Axes  []Axis
	Sizes []Nat
	Infer bool // `_`, in a launch: what follows from the arguments
}

// Size is the size along an axis, or nil when the shape lacks it.
func (d *Dim) Size(a Axis) Nat {
	for i, x := range d.Axes {
		if x == a {
			return d.Sizes[i]
		}
	}
	return nil
}

// ExecKind says which execution resource an [ExecType] describes.
type ExecKind int

// The kinds of execution resources, with the arguments that each takes.
const (
	ExecAny           ExecKind = iota // any
	ExecCPUThread                     // cpu.thread
	ExecGrid                          // gpu.grid<dim, dim>
	ExecBlock                         // gpu.block<dim>
	ExecWarp                          // gpu.warp
	ExecThread                        // gpu.thread
	ExecBlockGrp                      // gpu.block_grp<dim, dim>
	ExecThreadGrp                     // gpu.thread_grp<dim>
	ExecWarpGrp                       // gpu.warp_grp<n>
	ExecGlobalThreads                 // gpu.global_threads<dim>
)

var execKindNames = [...]string{"any", "cpu.thread", "gpu.grid", "gpu.block", "gpu.warp", "gpu.thread",
	"gpu.block_grp", "gpu.thread_grp", "gpu.warp_grp", "gpu.global_threads"}

// String is the kind's spelling without arguments.
func (k ExecKind) String() string { return execKindNames[k] }

// NumDims is the number of shapes that the kind takes as arguments.
func (k ExecKind) NumDims() int {
	switch k {
	case ExecGrid, ExecBlockGrp:
		return 2
	case ExecBlock, ExecThreadGrp, ExecGlobalThreads:
		return 1
	}
	return 0
}

// ExecType describes an execution resource. Dims holds Kind.NumDims() shapes (blocks before threads), or
// fewer after a syntax error. Num is the number of warps of a warp group, else nil.
type ExecType struct {
	Base
	Kind ExecKind
	Dims []*Dim
	Num  Nat
}

// ExecExpr names an execution resource: a variable, or a literal resource, and what is selected of it:
// `block`, `grid.forall(X)`, `block.split(32, X).fst`, `block.to_warps`. Exactly one of Name and Type is not
// nil.
type ExecExpr struct {
	Base
	Name  *Ident
	Type  *ExecType
	Steps []*ExecStep
}

// ExecStepKind says what an [ExecStep] does.
type ExecStepKind int

// The steps.
const (
	StepForall    ExecStepKind = iota // .forall(X)
	StepSplit                         // .split(n, X).fst
	StepToWarps                       // .to_warps
	StepToThreads                     // .to_threads
)

// ExecStep is one step of an [ExecExpr].
type ExecStep struct {
	Base
	Kind ExecStepKind
	Axis Axis // of StepForall and StepSplit
	At   Nat  // of StepSplit
	Snd  bool // of StepSplit: the second part
}

// ViewChain is a composition of views, applied from left to right: `group::<4>.map(transpose).fst`. It has
// at least one step.
type ViewChain struct {
	Base
	Steps []*ViewStep
}

// ViewStep is one view with its arguments. Name may also be a view parameter, `fst`, `snd` or a tuple
// index in digits.
type ViewStep struct {
	Base
	Name  *Ident
	Args  []*GenericArg
	Views []*ViewChain // the arguments in `(..)`
	Order Expr         // the argument of permute, `&p`; else nil
}
