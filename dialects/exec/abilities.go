package exec

import (
	"fmt"

	"descend/ir"
)

// Level says which resources may execute an operation. Reads and writes of memory are of single threads besides; what
// operations do with memory they say themselves, in the dialect that knows memory.
type Level int

// The levels.
const (
	ByAll       Level = iota // also grids, blocks and their parts, which compute with values of their own
	ByThread                 // a single thread, of the GPU or the CPU
	ByGPUThread              // a single thread of the GPU
	ByLanes                  // all lanes of a warp together
	ByBlock                  // a whole block
	ByCPU                    // the CPU thread
)

// LevelOp is an operation that not all resources may execute.
type LevelOp interface {
	// Level says who may, and what that is, as messages put it behind "only threads" or "only the CPU".
	Level() (Level, string)
}

// LevelOf says who may execute an operation.
func LevelOf(op *ir.Operation) (Level, string) {
	if l, ok := op.Typed().(LevelOp); ok {
		return l.Level()
	}
	return ByAll, ""
}

// Barrier is an operation at which all threads of a resource wait for each other. What they did to memory before comes before
// what they do afterwards; it does nothing with memory itself.
type Barrier interface {
	// Waits is the resource: a block or warp.
	Waits() *ir.Value
}

// BarrierOf is the resource whose threads wait for each other at an operation, nil if it is no barrier.
func BarrierOf(op *ir.Operation) *ir.Value {
	if op.Has(ir.Pure) {
		return nil // most are
	}
	if b, ok := op.Typed().(Barrier); ok {
		return b.Waits()
	}
	return nil
}

// Orders says whether the Go type of an operation is one that orders what threads do, and does nothing with memory itself.
func Orders(op any) bool {
	switch op.(type) {
	case Barrier, Handover, NewBarrierOp:
		return true
	}
	return false
}

// declared wants operations to say what they do with memory.
func declared(e ir.OpEntry) error {
	if Orders(e.Wrap(nil)) {
		return nil
	}
	switch e.Wrap(nil).(type) {
	case ir.RegionBranchOp:
		if e.Def.Has(ir.RecursiveMemoryEffects) {
			return nil
		}
	}
	if !e.Def.Has(ir.Pure) {
		return fmt.Errorf("does not say what it does with memory: it is neither pure nor a barrier nor a region")
	}
	return nil
}
