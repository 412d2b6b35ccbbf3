package contract

import "descend/ir"

// What a module says of kernels on the CPU and of loops.

// FaultFunction is called with index and bound, the ids of block and thread when a run-time check of a kernel on the CPU
// fails; the call has the description of the check.
const FaultFunction = "descend_cpu_fault"

const (
	cpuAttr         = "descend.cpu"
	stripsAttr      = "descend.cpu_strips"
	parallelAttr    = "descend.parallel"
	unspecifiedAttr = "descend.unspecified"
	unrollAttr      = "descend.unroll"
	continuesAttr   = "descend.continues"
)

// OnCPU is the name of the function that runs one block of a kernel on the CPU, "" if there is none. Strips says that
// blocks share memory by columns of the grid.
func OnCPU(kernel *ir.Operation) (function string, strips bool) {
	return kernel.StringAttr(cpuAttr), kernel.HasAttr(stripsAttr)
}

// SetOnCPU names the function that runs one block of a kernel.
func SetOnCPU(kernel *ir.Operation, function string, strips bool) {
	c := kernel.Context()
	kernel.SetAttr(cpuAttr, c.StringAttr(function))
	if strips {
		kernel.SetAttr(stripsAttr, c.UnitAttr())
	}
}

// IsParallel says whether the iterations of a loop do not depend on each other.
func IsParallel(loop *ir.Operation) bool { return loop.HasAttr(parallelAttr) }

// SetParallel says that the iterations of a loop do not depend on each other.
func SetParallel(loop *ir.Operation) { loop.SetAttr(parallelAttr, loop.Context().UnitAttr()) }

// Continues says whether a loop begins with what the one before it ends with, and executes its rounds, too, however many of them that one leaves.
func Continues(loop *ir.Operation) bool { return loop.HasAttr(continuesAttr) }

// SetContinues says it, or takes it back.
func SetContinues(loop *ir.Operation, continues bool) {
	if !continues {
		loop.SetAttr(continuesAttr, nil)
		return
	}
	loop.SetAttr(continuesAttr, loop.Context().UnitAttr())
}

// IsUnspecified says whether the program may read from an allocation what it has not written: some value, but always the same.
func IsUnspecified(alloc *ir.Operation) bool { return alloc.HasAttr(unspecifiedAttr) }

// SetUnspecified says that the program may read from an allocation what it has not written.
func SetUnspecified(alloc *ir.Operation) {
	alloc.SetAttr(unspecifiedAttr, alloc.Context().UnitAttr())
}

// Unroll is how a loop is to be unrolled: not said, not at all, all of it, all of it but not before it is made of vectors, or by a number.
type Unroll int64

// The ways of unrolling beside numbers.
const (
	UnrollUnsaid  Unroll = 0
	UnrollNone    Unroll = -1
	UnrollFull    Unroll = -2
	UnrollVectors Unroll = -3
)

// UnrollOf is how a loop is to be unrolled.
func UnrollOf(loop *ir.Operation) Unroll {
	switch a := loop.Attr(unrollAttr).(type) {
	case *ir.StringAttr:
		switch a.Value {
		case "none":
			return UnrollNone
		case "full":
			return UnrollFull
		case "vectors":
			return UnrollVectors
		}
	case *ir.IntegerAttr:
		return Unroll(a.Int64())
	}
	return UnrollUnsaid
}

// Set writes how a loop is to be unrolled.
func (u Unroll) Set(loop *ir.Operation) {
	c := loop.Context()
	switch u {
	case UnrollUnsaid:
		loop.SetAttr(unrollAttr, nil)
	case UnrollNone:
		loop.SetAttr(unrollAttr, c.StringAttr("none"))
	case UnrollFull:
		loop.SetAttr(unrollAttr, c.StringAttr("full"))
	case UnrollVectors:
		loop.SetAttr(unrollAttr, c.StringAttr("vectors"))
	default:
		loop.SetAttr(unrollAttr, c.I64Attr(int64(u)))
	}
}
