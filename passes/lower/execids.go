package lower

import (
	"descend/dialects/exec"
	"descend/dialects/gpu"
	"descend/dialects/nat"
	"descend/ir"
	"descend/passes/place"
)

// This file turns execution resources into hardware ids. Ids are nat variables, so that they take part in
// the simplification of indices:
//
//	$bx $by $bz   block id               $tx $ty $tz   thread id in the block
//
// Warps and lanes are quotient and remainder by 32 of the linear thread id.

var blockVars = [3]string{"$bx", "$by", "$bz"}
var threadVars = [3]string{"$tx", "$ty", "$tz"}

// id is the value of a coordinate (place.Coord) that counts from the start of the launch.
func (f *indexer) id(l place.Level, a exec.Axis) nat.Expr {
	switch l {
	case place.LevelBlock:
		return nat.Var(blockVars[a])
	case place.LevelThread:
		return nat.Var(threadVars[a])
	case place.LevelWarp:
		return f.linearThread().Div(nat.Int(gpu.WarpSize))
	case place.LevelLane:
		return f.linearThread().Mod(nat.Int(gpu.WarpSize))
	}
	return f.globalCoord(a)
}

// position is which of the resources that a coordinate counts the executing thread belongs to.
func (f *indexer) position(c place.Coord) nat.Expr { return c.PositionAt(f.id(c.Level, c.Axis)) }

// globalCoord is the number of a thread along an axis of the whole grid.
func (f *indexer) globalCoord(a exec.Axis) nat.Expr {
	g := f.grid
	var e nat.Expr
	if g.Dim.Has[a] {
		e = nat.Var(blockVars[a])
		if g.Inner.Has[a] {
			e = e.Mul(g.Inner.Size[a])
		}
	}
	if g.Inner.Has[a] {
		e = e.Add(nat.Var(threadVars[a]))
	}
	return e
}

// hardware makes the value of an id variable in the entry block; nil for other names.
func (f *indexer) hardware(name string) *ir.Value {
	if f.grid == nil {
		return nil
	}
	for i, d := range []gpu.Dim{gpu.X, gpu.Y, gpu.Z} {
		make := gpu.NewBlockID
		switch name {
		case blockVars[i]:
		case threadVars[i]:
			make = gpu.NewThreadID
		default:
			continue
		}
		return f.atEntry(func() *ir.Operation { return make(f.b, d).DefiningOp() }).Result(0)
	}
	return nil
}

// linearThread is tid.x + dim.x * (tid.y + dim.y * tid.z) over the axes that the block has.
func (f *indexer) linearThread() nat.Expr {
	var e nat.Expr
	size := nat.Int(1)
	inner := f.grid.Inner
	for _, a := range inner.Axes() {
		e = e.Add(nat.Var(threadVars[a]).Mul(size))
		size = size.Mul(inner.Size[a])
	}
	return e
}

// idFacts says beside what is known of the kernel's sizes that they are numbers of the machine, and what ranges its ids have.
func (k *kernel) idFacts() *nat.Facts {
	var all []nat.Constraint
	for _, n := range k.nats {
		all = append(all, nat.AtMost(nat.Var(n), nat.MaxRunTime))
	}
	for _, a := range k.grid.Dim.Axes() {
		all = append(all, nat.Range(blockVars[a], nat.Int(0), k.grid.Dim.Size[a])...)
	}
	for _, a := range k.grid.Inner.Axes() {
		all = append(all, nat.Range(threadVars[a], nat.Int(0), k.grid.Inner.Size[a])...)
	}
	return k.facts.With(all...)
}

// idClasses are the address classes of the ids.
func idClasses() map[string]addrClass {
	m := map[string]addrClass{}
	for i := range 3 {
		m[blockVars[i]], m[threadVars[i]] = classBlock, classThread
	}
	return m
}
