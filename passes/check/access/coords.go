package access

import (
	"math/big"

	"descend/dialects/exec"
	"descend/dialects/gpu"
	"descend/dialects/nat"
	"descend/passes/place"
)

// coordinate is a hardware coordinate in terms of the function's canonical ones.
func (f *coordinates) coordinate(c place.Coord) nat.Expr { return f.hardware(nat.Var(c.Name())) }

// hardware rewrites coordinates to canonical ones.
func (f *coordinates) hardware(e nat.Expr) nat.Expr { return e.Subst(f.derived) }

// canonCoord is a canonical coordinate of a function: block.*, thread.* (or warp.x and lane.x), global.*.
type canonCoord struct {
	name   string
	extent nat.Expr
	block  bool
}

// nameOf is the name of a coordinate.
func nameOf(l place.Level, a exec.Axis) string { return place.Coord{Level: l, Axis: a}.Name() }

// The coordinates of warps and lanes, and the number of a thread in its block by them.
var (
	warpName = nameOf(place.LevelWarp, exec.X)
	laneName = nameOf(place.LevelLane, exec.X)

	numberInWarps = nat.Var(warpName).Mul(nat.Int(gpu.WarpSize)).Add(nat.Var(laneName))
)

// coordinates are those in which the threads of a function are told apart.
type coordinates struct {
	canon   []canonCoord
	derived substMap
	warps   bool     // threads are counted as warps and lanes
	number  nat.Expr // see numberOf
	axes    []string
}

// newCoordinates chooses the canonical coordinates of a function that a resource of type t executes: those of blocks and
// threads; where it counts warps and blocks have one dimension, thread.x is 32*warp.x + lane.x.
func newCoordinates(t *exec.Type, warps bool) coordinates {
	f := coordinates{derived: substMap{}, warps: warps}
	add := func(l place.Level, d exec.Dim, block bool) {
		for _, a := range d.Axes() {
			f.canon = append(f.canon, canonCoord{nameOf(l, a), d.Size[a], block})
		}
	}
	threads := func(d exec.Dim) {
		if !f.warps {
			add(place.LevelThread, d, false)
			return
		}
		n := d.Volume()
		f.canon = append(f.canon, canonCoord{warpName, n.Div(nat.Int(gpu.WarpSize)), false}, canonCoord{laneName, nat.Int(gpu.WarpSize), false})
		if d.Has[exec.X] && !d.Has[exec.Y] && !d.Has[exec.Z] {
			f.derived[nameOf(place.LevelThread, exec.X)] = numberInWarps
			return
		}
		add(place.LevelThread, d, false)
		stride := nat.Int(1)
		for _, a := range d.Axes() { // x fastest
			name := nameOf(place.LevelThread, a)
			f.number = f.number.Add(stride.Mul(nat.Var(name)))
			f.axes = append(f.axes, name)
			stride = stride.Mul(d.Size[a])
		}
	}
	switch t.Kind {
	case exec.Grid, exec.BlockGrp:
		add(place.LevelBlock, t.Dim, true)
		threads(t.Inner)
		for a := exec.X; a <= exec.Z; a++ {
			e := nat.Int(0)
			if t.Dim.Has[a] {
				e = nat.Var(nameOf(place.LevelBlock, a))
			}
			if t.Inner.Has[a] {
				th := nat.Var(nameOf(place.LevelThread, a)).Subst(f.derived)
				e = e.Mul(t.Inner.Size[a]).Add(th)
			}
			if t.Dim.Has[a] || t.Inner.Has[a] {
				f.derived[nameOf(place.LevelGlobal, a)] = e
			}
		}
	case exec.Block, exec.ThreadGrp:
		threads(t.Dim)
	case exec.WarpGrp:
		f.canon = append(f.canon, canonCoord{warpName, t.Dim.Volume(), false}, canonCoord{laneName, nat.Int(gpu.WarpSize), false})
	case exec.Warp:
		f.canon = append(f.canon, canonCoord{laneName, nat.Int(gpu.WarpSize), false})
	case exec.GlobalThreads:
		add(place.LevelGlobal, t.Dim, false)
	}
	return f
}

// canonical are the canonical coordinates.
func (f *coordinates) canonical() (out []place.Coord) {
	for l := place.LevelBlock; l <= place.LevelLane; l++ {
		for a := exec.X; a <= exec.Z; a++ {
			c := place.Coord{Level: l, Axis: a}
			if n := f.extentOf(c.Name()); n != nil {
				c.Extent = *n
				out = append(out, c)
			}
		}
	}
	return out
}

// numberOf is the number of a thread in its block (see place.Level) in the coordinates that an access has. It is given
// only in functions that count the threads of a block of several dimensions as warps and lanes too, where two accesses
// may have different coordinates of one thread.
func (f *coordinates) numberOf(have map[string]bool) (nat.Expr, bool) {
	if len(f.axes) == 0 {
		return nat.Expr{}, false
	}
	if have[warpName] && have[laneName] {
		return numberInWarps, true
	}
	for _, a := range f.axes {
		if !have[a] {
			return nat.Expr{}, false
		}
	}
	return f.number, true
}

// extentOf is the number of values of a canonical coordinate.
func (f *coordinates) extentOf(name string) *nat.Expr {
	for i := range f.canon {
		if f.canon[i].name == name {
			return &f.canon[i].extent
		}
	}
	return nil
}

// value reads a canonical coordinate out of a witness for one side; nil if it is not there.
func (f *coordinates) value(w map[string]*big.Int, name, suffix string) *big.Int {
	if d, ok := f.derived[name]; ok {
		env := map[string]*big.Int{}
		for _, v := range d.Vars() {
			x := f.value(w, v, suffix)
			if x == nil {
				return nil
			}
			env[v] = x
		}
		v, err := d.EvalInt(env)
		if err != nil {
			return nil
		}
		return v
	}
	if v := w[name+suffix]; v != nil {
		return v
	}
	return w[name]
}

type substMap = map[string]nat.Expr
