package lower

import (
	"descend/dialects/arith"
	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/dialects/gpu"
	"descend/dialects/nat"
	"descend/dialects/nvvm"
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
func (f *fn) id(l place.Level, a exec.Axis) nat.Expr {
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
func (f *fn) position(c place.Coord) nat.Expr { return c.PositionAt(f.id(c.Level, c.Axis)) }

// globalCoord is the number of a thread along an axis of the whole grid.
func (f *fn) globalCoord(a exec.Axis) nat.Expr {
	g := f.kernel.grid
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
func (f *fn) hardware(name string) *ir.Value {
	if f.kernel == nil {
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
func (f *fn) linearThread() nat.Expr {
	var e nat.Expr
	size := nat.Int(1)
	inner := f.kernel.grid.Inner
	for _, a := range inner.Axes() {
		e = e.Add(nat.Var(threadVars[a]).Mul(size))
		size = size.Mul(inner.Size[a])
	}
	return e
}

// idFacts says what ranges the ids of the kernel have.
func idFacts(facts *nat.Facts, g *exec.Type) *nat.Facts {
	zero := nat.Int(0)
	for _, a := range g.Dim.Axes() {
		facts = facts.WithRange(blockVars[a], zero, g.Dim.Size[a])
	}
	for _, a := range g.Inner.Axes() {
		facts = facts.WithRange(threadVars[a], zero, g.Inner.Size[a])
	}
	return facts
}

// idClasses are the address classes of the ids.
func idClasses() map[string]addrClass {
	m := map[string]addrClass{}
	for i := range 3 {
		m[blockVars[i]], m[threadVars[i]] = classBlock, classThread
	}
	return m
}

// split lowers the two parts of a resource: a branch on the id along the axis.
func (f *fn) split(o exec.SplitOp) {
	c, ok := place.Counted(o.From(), o.Axis())
	if !ok {
		f.fail(o.Loc(), descend.CodeWrongExec, "a split over %s of a resource that has none", o.Axis())
	}
	coord, at := f.simplify(f.position(c)), f.simplify(o.At())
	switch {
	case at.IsZero():
		f.block(o.Body(1))
		return
	case at.Equal(f.simplify(c.Extent)):
		f.block(o.Body(0))
		return
	}
	f.either(o.Operation, func(not bool) *ir.Value {
		if not {
			return arith.CmpI(f.b, arith.UGE, f.addressOf(coord), f.natValue(at))
		}
		return arith.CmpI(f.b, arith.ULT, f.addressOf(coord), f.natValue(at))
	}, func(i int) []*value {
		rel := nat.LT
		if i == 1 {
			rel = nat.GE
		}
		facts := f.facts
		f.facts = facts.With(nat.Constraint{L: coord, Rel: rel, R: at})
		f.block(o.Body(i))
		f.facts = facts
		return nil
	})
}

// sync lowers a barrier.
func (f *fn) sync(o exec.SyncOp) {
	if t := exec.TypeOf(o.Waits()); t != nil && t.Kind == exec.Warp {
		nvvm.NewWarpSync(f.b, f.constInt(-1, f.c.I32()))
		return
	}
	gpu.NewBarrier(f.b)
}
