// Package harness executes NVVM LLVM IR without a GPU: it is how the text
// that the compiler emits is tested, after LLVM has optimized it for NVPTX
// and may have used every promise in it.
//
// Build lets opt optimize the module for nvptx64, rewrites the text that
// comes out for the host (address spaces vanish, llvm.nvvm.* calls become
// calls of a small C runtime, shared variables become ordinary ones), and
// links it with that runtime. Launch runs one grid in a process of its own:
// blocks one after the other, the threads of a block as fibers that switch at
// barriers and warp operations.
//
// What it finds: wrong results; barriers and warp operations that not all
// threads reach (at optimization level 0 also threads that meet at different
// barriers in the code); accesses outside a buffer, exact to 16 bytes past
// its end; writes to read-only buffers; writes past shared arrays; vector
// accesses that are less aligned than promised; traps; a dependence on the
// order of threads or blocks, by running with several seeds. Shared memory
// is refilled with a NaN pattern before every block.
//
// What it cannot find: races within what a thread does between two barriers
// are seen only through the order of whole such stretches; fences and memory
// orders mean nothing here; `contract` is not used (no fma is formed), so
// results can differ from a GPU's in the last bit.
//
// It needs clang and opt, and must know nothing of Descend or MLIR.
package harness

import (
	"fmt"
	"strings"
)

// ParamKind says what a kernel's parameter is.
type ParamKind int

const (
	PointerParam ParamKind = iota
	ScalarParam
)

// Param is a parameter of a kernel.
type Param struct {
	Name string
	Kind ParamKind
	// Type is LLVM's: "ptr", "i32", "half", ..
	Type string
	// Bytes is a scalar's size.
	Bytes int
}

// Kernel describes an entry of the program.
type Kernel struct {
	Name   string
	Params []Param
	// ReqNTID is the block shape that a launch must have; zero extents are
	// not prescribed.
	ReqNTID [3]int
	// MaxNTID bounds the block shape in the same way.
	MaxNTID [3]int
}

// Fault is an error that the running kernel made.
type Fault struct {
	Kernel string
	// Kind is one of trap, assert, barrier-divergence, out-of-bounds,
	// read-only, bad-address, arithmetic, stack-overflow,
	// illegal-instruction, unsupported.
	Kind    string
	Message string
	Block   [3]int
	Thread  [3]int
	// InThread tells whether one thread made it; Thread is meaningless
	// otherwise.
	InThread bool
	// Record is what the kernel stored at the address in __descend_fault.
	Record []byte
}

func (f *Fault) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "kernel %s: %s: %s", f.Kernel, f.Kind, f.Message)
	if f.InThread {
		fmt.Fprintf(&b, " (block (%d,%d,%d), thread (%d,%d,%d))",
			f.Block[0], f.Block[1], f.Block[2], f.Thread[0], f.Thread[1], f.Thread[2])
	}
	return b.String()
}
