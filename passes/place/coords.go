package place

import (
	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/dialects/nat"
	"descend/dialects/view"
	"descend/ir"
)

// Level is a level of the execution hierarchy that a coordinate counts.
type Level int

// The levels, outermost first. A block's threads are counted either per axis (LevelThread) or as warps and
// lanes: the thread's number in its block, x fastest, is 32*warp + lane. LevelGlobal counts all threads of
// the grid per axis: global.x = block.x * (threads of a block along x) + thread.x.
const (
	LevelBlock Level = iota
	LevelGlobal
	LevelThread
	LevelWarp
	LevelLane
)

var axisNames = func() (names [len(levelNames)][3]string) {
	for l, name := range levelNames {
		names[l] = [...]string{name + ".x", name + ".y", name + ".z"}
	}
	return names
}()

var levelNames = [...]string{"block", "global", "thread", "warp", "lane"}

// String is "block", "global", "thread", "warp" or "lane".
func (l Level) String() string { return levelNames[l] }

// Rank orders levels for narrowing: selects over an outer level come before those over an inner one.
func (l Level) Rank() int {
	switch l {
	case LevelBlock:
		return 0
	case LevelThread, LevelWarp, LevelGlobal:
		return 1
	}
	return 2
}

// Coord is a hardware coordinate of a resource: the value of its variable is in [Lo, Lo+Extent). The
// position in the schedule itself (what p[[e]] takes) is value - Lo. In functions that are not executed by a
// whole grid, coordinates count from the start of the function's own resource.
type Coord struct {
	Level  Level
	Axis   exec.Axis
	Lo     nat.Expr
	Extent nat.Expr
	// Op is the exec.sched that made it.
	Op *ir.Operation
}

// Name is the variable: "block.x", "thread.y", "global.z", "warp.x", "lane.x". No nat of the source has a name with a dot.
func (c Coord) Name() string { return coordName(c.Level, c.Axis) }

func coordName(l Level, a exec.Axis) string {
	return axisNames[l][a]
}

// Hi is the end of the range, exclusive.
func (c Coord) Hi() nat.Expr { return c.Lo.Add(c.Extent) }

// Position is the number of the resource in its schedule.
func (c Coord) Position() nat.Expr { return c.PositionAt(nat.Var(c.Name())) }

// PositionAt is the number in its schedule of the resource where the coordinate has a value.
func (c Coord) PositionAt(value nat.Expr) nat.Expr { return value.Sub(c.Lo) }

// Coords are the coordinates that tell the resources of e apart below the function's resource, outermost
// first: those of all foralls on the way to e.
func Coords(e *ir.Value) []Coord {
	cs, _ := follow(e)
	return cs
}

// Counted is the coordinate that a schedule or split of e along an axis counts; false if e has no such axis.
func Counted(e *ir.Value, a exec.Axis) (Coord, bool) {
	t := exec.TypeOf(e)
	_, at := follow(e)
	l, ok := levelOf(t, at.inWarp)
	if !ok {
		return Coord{}, false
	}
	n, ok := t.Extent(a)
	return Coord{Level: l, Axis: a, Lo: at.off[l][a], Extent: n}, ok
}

// position is where a resource lies below the function's: the first of its coordinates at each level, and whether what it
// consists of are parts of a warp.
type position struct {
	off    [len(levelNames)][3]nat.Expr
	inWarp bool
}

// follow goes the way from the function's resource to e.
func follow(e *ir.Value) (out []Coord, at position) {
	res := exec.ResourceOf(e)
	at = start(exec.TypeOf(res.Base))
	for _, s := range res.Steps {
		if c, ok := at.step(s.Step, s.From); ok {
			c.Op = s.Op
			out = append(out, c)
		}
	}
	return out, at
}

// start is the position of the function's own resource.
func start(t *exec.Type) (at position) {
	at.inWarp = t != nil && (t.Kind == exec.Warp || t.Kind == exec.WarpGrp)
	return at
}

// step goes on from a resource of type t, and gives the coordinate that a forall counts.
func (at *position) step(s exec.Step, t *exec.Type) (Coord, bool) {
	l, ok := levelOf(t, at.inWarp)
	if !ok {
		return Coord{}, false
	}
	switch s.Kind {
	case exec.ForallStep:
		n, _ := t.Extent(s.Axis)
		return Coord{Level: l, Axis: s.Axis, Lo: at.off[l][s.Axis], Extent: n}, true
	case exec.SndStep:
		at.off[l][s.Axis] = at.off[l][s.Axis].Add(s.At)
	case exec.WarpsStep:
		at.inWarp = true
	case exec.ThreadsStep:
		for _, a := range t.Dim.Axes() {
			lo := at.off[LevelBlock][a]
			if t.Inner.Has[a] {
				lo = lo.Mul(t.Inner.Size[a])
			}
			at.off[LevelGlobal][a] = lo
		}
	}
	return Coord{}, false
}

// along goes a path on from a resource of type t, as if nothing were split: the coordinates on the way and the type at its end.
// An owner of a part is so one of the whole: no group gets a variable of its own that other groups of the whole have not.
func (at *position) along(c *ir.Context, t *exec.Type, p exec.Path) (out []Coord, end *exec.Type) {
	for _, s := range p {
		if s.Kind == exec.FstStep || s.Kind == exec.SndStep {
			continue
		}
		if x, ok := at.step(s, t); ok {
			out = append(out, x)
		}
		next, ok := s.To(c, t)
		if !ok {
			return out, nil // the verifier rejects this
		}
		t = next
	}
	return out, t
}

// Coords is the function Coords, remembered.
func (r *Resolver) Coords(e *ir.Value) []Coord {
	cs, ok := r.coords[e]
	if !ok {
		cs = Coords(e)
		r.coords[e] = cs
	}
	return cs
}

// CoordOf is the function CoordOf, remembered.
func (r *Resolver) CoordOf(s view.SelectOp) (Coord, bool) {
	return coordIn(r.Coords(s.Resource()), s.Resource(), s.Axis())
}

// levelOf is the level that a forall or split of a resource of type t counts.
func levelOf(t *exec.Type, inWarp bool) (Level, bool) {
	if t == nil {
		return 0, false
	}
	switch t.Kind {
	case exec.Grid, exec.BlockGrp:
		return LevelBlock, true
	case exec.Block, exec.ThreadGrp:
		if inWarp {
			return LevelLane, true
		}
		return LevelThread, true
	case exec.WarpGrp:
		return LevelWarp, true
	case exec.Warp:
		return LevelLane, true
	case exec.GlobalThreads:
		return LevelGlobal, true
	}
	return 0, false
}

// CoordOf is the coordinate that a select selects over; false if its resource is not from a schedule that
// has the axis.
func CoordOf(s view.SelectOp) (Coord, bool) {
	e := s.Resource()
	return coordIn(Coords(e), e, s.Axis())
}

// coordIn is the coordinate among those of a resource that its schedule has along an axis.
func coordIn(cs []Coord, e *ir.Value, a exec.Axis) (Coord, bool) {
	if e.OwnerBlock() == nil {
		return Coord{}, false
	}
	sched := e.OwnerBlock().Parent()
	for _, c := range cs {
		if c.Op == sched && c.Axis == a {
			return c, true
		}
	}
	return Coord{}, false
}

// Exec is the resource that executes op: the argument of the innermost region of a schedule, split or
// function around it; nil outside of functions.
func Exec(op *ir.Operation) *ir.Value {
	for op != nil && op.Block() != nil {
		b, p := op.Block(), op.Parent()
		if p == nil {
			return nil
		}
		switch p.Typed().(type) {
		case exec.SchedOp, exec.SplitOp, descend.FuncOp:
			if b.NumArgs() > 0 {
				return b.Arg(0)
			}
			return nil
		}
		op = p
	}
	return nil
}

// CoordAt is a coordinate below the resource of a function, which has type base, as e has it that calls the function: the same
// resource of the hardware, counted from where e's function counts; false if e and base do not fit together.
func CoordAt(e *ir.Value, base *exec.Type, c Coord) (Coord, bool) {
	_, at := follow(e)
	own, ok := levelOf(base, base.Kind == exec.Warp || base.Kind == exec.WarpGrp)
	if ok && own == c.Level {
		c.Level, ok = levelOf(exec.TypeOf(e), at.inWarp)
	} else if c.Level == LevelGlobal {
		return c, false // below a grid, which may be a part of another one
	}
	c.Lo = c.Lo.Add(at.off[c.Level][c.Axis])
	return c, ok
}
