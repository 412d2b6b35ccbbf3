// Package cpu turns kernels into functions for the CPU: one call runs all threads of one block as loops. It
// works at the gpu level and must not know targets, LLVM or the upper dialects.
//
// A block's threads run one after the other between two barriers, and all of them arrive at the barrier
// before one goes on. So the body of a kernel is cut at its barriers into segments, and each segment becomes
// a nest of loops over the threads:
//
//	%x = memref.load %in[%t]             scf.for %t = %c0 to %c256 step %c1 {
//	memref.store %x, %tile[%t]             %x = memref.load %in[%t]; memref.store %x, %tile[%t]
//	gpu.barrier                    ->    }
//	%y = memref.load %tile[%r]           scf.for %t = %c0 to %c256 step %c1 {
//	memref.store %y, %out[%t]              %y = memref.load %tile[%r]; memref.store %y, %out[%t]
//	                                     }
//
// A loop or conditional with a barrier inside stays outside of the loops over threads (all threads agree on
// its condition, which is evaluated once), and its regions are cut in turn. A value that one segment computes
// and another one uses is kept in an array with an element for each thread, a cell, unless it is cheap to
// compute again. What all threads compute alike is computed once.
//
// Warps are handled in the same way one level below: what exchanges values between lanes runs as a loop over
// warps, and within it the shuffles and votes cut loops over 32 lanes.
//
// The files: uniform.go finds what threads agree on, plan.go cuts, cells.go says what is kept in cells,
// emit.go and thread.go write the function, whole.go its versions for blocks all of whose threads have their element, rows.go loops for a few rows
// at a time; memory.go places private and shared memory; strips.go says in which order the blocks find most in the caches.
package cpu

import (
	"strconv"

	funcd "descend/dialects/func"
	"descend/dialects/gpu"
	"descend/dialects/gpu/contract"
	"descend/ir"
	"descend/ir/bail"
	"descend/passes"
)

// GPUToCPU adds to the module a func.func for each kernel that runs the threads of one block:
//
//	gpu.module @kernels {
//	  gpu.func @k(%a: memref<?xf32>) kernel {..}      // gets descend.cpu = "k$cpu"
//	}
//	func.func private @k$cpu(%a: memref<?xf32>, %gx, %gy, %gz, %bdx, %bdy, %bdz, %bx, %by, %bz: index,
//	                         %shared: memref<?xi8>) {..}
//
// The arguments behind the kernel's own are the sizes of grid and block and the block's id; %shared is the
// block's dynamic shared memory. Loops over threads between which no dependence can exist have the attribute
// descend.parallel: the checks have excluded races, so an iteration may use another's memory only through an
// atomic operation. A memref.alloca in such a loop is memory of the iteration; one with descend.unspecified may
// be read where nothing was written. A failed run-time check calls
//
//	@descend_cpu_fault(index, bound: i64, bx, by, bz, tx, ty, tz: i32)
//
// which does not return; the call has the attributes of the check (passes/lower), and index and bound are 0 for
// checks of another kind. A bound below 0 says that they are not known, as those of constants that were folded.
//
// Needs: lower-to-gpu. Kernels and launches stay as they are.
type GPUToCPU struct{}

// Name is the name of the pass.
func (*GPUToCPU) Name() string { return "gpu-to-cpu" }

// Description is one line.
func (*GPUToCPU) Description() string {
	return "make of each kernel a function that runs the threads of a block as loops"
}

// Anchor is the operation that the pass runs on.
func (*GPUToCPU) Anchor() string { return "builtin.module" }

// After is the order with reasons.
func (*GPUToCPU) After() []passes.Order {
	return []passes.Order{
		{Pass: "lower-to-gpu", Why: "kernels are those of the gpu level"},
	}
}

// Register makes the pass known by name.
func Register(r *passes.Registry) {
	r.Add(func() passes.Pass { return &GPUToCPU{} })
}

// Run adds the functions.
func (*GPUToCPU) Run(c *passes.Context) error {
	m := &module{op: c.Op, c: c.IR(), diags: c.Diags}
	for f := range ir.AllOf[gpu.FuncOp](c.Op) {
		if f.IsKernel() && f.Entry() != nil {
			if k, fn, err := m.kernel(f); err == nil {
				m.add(f, k, fn)
			}
		}
	}
	m.finish()
	return nil
}

// module is the state of a run.
type module struct {
	op    *ir.Operation
	c     *ir.Context
	diags *ir.Diagnostics
	fault bool // the fault function is used
	grid  bool // the barrier of the grid is
}

// kernel makes the function of one kernel; the error, if there is one, was reported.
func (m *module) kernel(f gpu.FuncOp) (k *kernel, fn funcd.FuncOp, err error) {
	defer bail.Catch(&err)
	k = m.readyFor(f)
	k.plan()
	k.demand()
	return k, k.emit(), nil
}

// add adds the function of a kernel.
func (m *module) add(f gpu.FuncOp, k *kernel, fn funcd.FuncOp) {
	name := m.freshName(f.SymName() + "$cpu")
	fn.SetAttr("sym_name", m.c.StringAttr(name))
	contract.SetOnCPU(f.Operation, name, k.sharesColumns())
	m.grid = m.grid || k.grid
	m.op.Body(0).Append(fn.Operation)
}

// freshName is a name that no symbol of the module has.
func (m *module) freshName(name string) string {
	for base, i := name, 2; ir.LookupSymbol(m.op, name) != nil; i++ {
		name = base + strconv.Itoa(i)
	}
	return name
}

// finish declares the functions of whoever runs kernels.
func (m *module) finish() {
	if m.grid && ir.LookupSymbol(m.op, contract.SyncGrid) == nil {
		funcd.NewDeclaration(ir.NewBuilder(m.c).AtEnd(m.op.Body(0)), contract.SyncGrid, nil, nil)
	}
	if !m.fault || ir.LookupSymbol(m.op, contract.FaultFunction) != nil {
		return
	}
	i32, i64 := ir.Type(m.c.I32()), ir.Type(m.c.I64())
	b := ir.NewBuilder(m.c).AtEnd(m.op.Body(0))
	funcd.NewDeclaration(b, contract.FaultFunction, []ir.Type{i64, i64, i32, i32, i32, i32, i32, i32}, nil)
}

// kernel is the state of one kernel.
type kernel struct {
	*module
	fn gpu.FuncOp
	// params is the contract of the parameters, empty if they are not described.
	params []contract.Param
	// block is the size of the block in threads, -1 where it is known at run time only.
	block [3]int64
	// hasBarrier and hasWarp say which operations synchronize the block, or exchange values in a warp, they or
	// something in them.
	hasBarrier, hasWarp map[*ir.Operation]bool
	// hasPart says the same of barriers of parts of the block, which are in hasBarrier too.
	hasPart map[*ir.Operation]bool
	// events are the arrivals and waits by which parts of the block hand over, handsOver the numbers of their barriers.
	events    map[*ir.Operation]*event
	handsOver map[int64]bool
	// voted are the conditions that blocks all of whose threads fulfill them have a version for (guards.go).
	voted map[*ir.Value]bool
	// vary says by level which values differ between the threads of a block or the lanes of a warp.
	vary [2]*variance

	grid bool // it waits for other blocks
	top  *seq
	// split has the operations with regions that are cut; avail the values that are computed once, outside
	// of the loops over threads, with the loop over warps in which that is (nil: none); home the segment of an operation; homeSeq where a private array is made.
	split    map[*ir.Operation]bool
	avail    map[*ir.Value]*warps
	home     map[*ir.Operation]*segment
	homeSeq  map[*ir.Operation]*seq
	cells    map[*ir.Value]*cell
	order    []*cell // as made
	arrays   map[*ir.Value]*array
	single   map[*ir.Value]bool      // private arrays with one copy for all threads
	publish  map[*ir.Operation]*cell // of shuffles
	calls    map[*ir.Operation]*warpProduct
	products map[contract.Product]productArrays
	lists    []*array // as met

	emitter
}

func newKernel(m *module, f gpu.FuncOp) *kernel {
	k := &kernel{
		module: m, fn: f, hasBarrier: map[*ir.Operation]bool{}, hasWarp: map[*ir.Operation]bool{}, hasPart: map[*ir.Operation]bool{}, events: map[*ir.Operation]*event{}, handsOver: map[int64]bool{},
		split: map[*ir.Operation]bool{}, avail: map[*ir.Value]*warps{}, home: map[*ir.Operation]*segment{},
		homeSeq: map[*ir.Operation]*seq{}, cells: map[*ir.Value]*cell{}, arrays: map[*ir.Value]*array{},
		single: map[*ir.Value]bool{}, publish: map[*ir.Operation]*cell{}, calls: map[*ir.Operation]*warpProduct{}, products: map[contract.Product]productArrays{},
	}
	described, _ := contract.Of(f.Operation)
	if len(described.Params) == len(f.Params()) {
		k.params = described.Params
	}
	k.block = blockSize(f.Operation, described.Launch)
	return k
}

// blockSize is the size of a kernel's block by its attributes and its contract, -1 for dimensions known at run time only.
func blockSize(f *ir.Operation, l *contract.Launch) [3]int64 {
	size := [3]int64{-1, -1, -1}
	for _, name := range []string{"nvvm.reqntid", "known_block_size"} {
		if a, ok := f.Attr(name).(*ir.DenseArrayAttr); ok && len(a.Values) > 0 {
			for d := range size {
				size[d] = 1
				if d < len(a.Values) {
					size[d] = a.Values[d]
				}
			}
			return size
		}
	}
	if l != nil {
		for d, s := range l.Block {
			if n, ok := s.Const(); ok {
				size[d] = n
			}
		}
	}
	return size
}

// threads is the number of threads of a block, -1 if it is known at run time only.
func (k *kernel) threads() int64 {
	n := int64(1)
	for _, d := range k.block {
		if d < 0 {
			return -1
		}
		n *= d
	}
	return n
}

// fail reports an error and leaves the kernel.
func (k *kernel) fail(op *ir.Operation, format string, args ...any) {
	k.diags.Errorf(op.Loc(), "unsupported", "the CPU cannot run kernel `"+k.fn.SymName()+"`: "+format, args...)
	bail.Out(passes.ErrFailed)
}
