package lower

import (
	"math/big"

	"descend/dialects/exec"
	"descend/dialects/nat"
	"descend/ir"
)

// This file is what the layer of indices keeps: what nat variables are.

// indexer computes symbolic naturals: it knows what nat variables are bound to and what holds for them. It must not know memory
// or the values of the source.
type indexer struct {
	*emitter
	// nats are the run-time values of nat variables; class says to which part of an address one belongs;
	// loops are the scf.for operations of nat loops, for unrolling hints.
	nats  map[string]*ir.Value
	class map[string]addrClass
	// later makes the values of variables that are computed where they are needed.
	later map[string]func() *ir.Value
	loops map[string]*loopInfo
	// inside are the variables that what a variable is bound to was computed from, if it is an index as they are
	inside map[string][]string
	facts  *nat.Facts
	zeros  []nat.Expr      // what is 0 besides, of quotients
	pow2   map[string]bool // the variables that are powers of two
	fresh  int
	depth  addrClass  // the number of loops around
	grid   *exec.Type // of a kernel; nil on the host
}

type loopInfo struct {
	name   string // of the variable, in [lo, hi)
	lo, hi nat.Expr
	op     *ir.Operation // an scf.for, or an scf.while that counts; nil elsewhere
	value  *ir.Value
	trips  int64 // -1 when not constant
}

// addrClass orders the parts of an address: what changes less often comes first.
type addrClass int

const (
	classRoot addrClass = iota // sizes, nats of the kernel, host values
	classBlock
	classThread
	classRuntime // run-time indices
	classLoop    // of the outermost loop; deeper loops follow
)

// freshNat names a new nat variable of a class that stands for a run-time value.
func (f *indexer) freshNat(prefix string, v *ir.Value, class addrClass) string {
	f.fresh++
	name := prefix + "$" + big.NewInt(int64(f.fresh)).String()
	f.nats[name] = v
	f.class[name] = class
	return name
}
