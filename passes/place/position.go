package place

import (
	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/ir"
)

// MaxChase bounds how many operations are followed back from a value.
const MaxChase = 32

// PositionOf is the coordinate whose position (exec.position) a run-time value is, perhaps cast to types that hold it, or in a
// variable that is set once. Positions of blocks, threads, warps and lanes are below 2^31, those of all threads of a grid below
// 2^63. The coordinate tells the executing thread's position also where a variable has kept it: who reads a variable is who wrote
// it, or a part of that. usage says how variables are used.
func PositionOf(v *ir.Value, usage func(*ir.Value) *Usage) (Coord, bool) {
	width := 64
	for range MaxChase {
		op := v.DefiningOp()
		if op == nil {
			return Coord{}, false
		}
		switch o := op.Typed().(type) {
		case exec.PositionOp:
			c, ok := Scheduled(o)
			return c, ok && (width == 64 || width >= 32 && c.Level != LevelGlobal)
		case descend.CastOp:
			t, ok := op.Result(0).Type().(*ir.IntegerType)
			if !ok {
				return Coord{}, false
			}
			width = min(width, t.Width)
			v = op.Operand(0)
		case descend.ReadOp:
			w, ok := SetOnce(op.Operand(0), usage)
			if !ok {
				return Coord{}, false
			}
			v = w
		default:
			return Coord{}, false
		}
	}
	return Coord{}, false
}

// Scheduled is the coordinate that the position of a resource counts; false if no schedule gives the resource.
func Scheduled(o exec.PositionOp) (Coord, bool) { return coordIn(Coords(o.Of()), o.Of(), o.Axis()) }

// SetOnce is the value of a variable that is set once where it is declared and never lent uniquely.
func SetOnce(p *ir.Value, usage func(*ir.Value) *Usage) (*ir.Value, bool) {
	if l, ok := ir.DefinedBy[descend.LocalOp](p); !ok || l.HasAttr("mut") {
		return nil, false
	}
	u := usage(p)
	once, ok := u.Once()
	ok = ok && u.Whole.Only(descend.ReadUse, descend.WriteUse, descend.InitUse, descend.BorrowUse) && u.Parts.Only() && u.Behind.Only()
	return once.Value, ok && once.Value != nil
}

// position is PositionOf for the index of a step.
func (r *Resolver) position(s Step) (Coord, bool) { return PositionOf(s.Subscript(), r.Usage) }
