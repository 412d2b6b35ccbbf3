package contract

import (
	"descend/dialects/gpu"
	"descend/dialects/nat"
	"descend/ir"
)

// Layout is how the shared memory of a block is laid out: its buffers one behind the other, each at a multiple of
// gpu.SharedAlign. Nothing is there at first.
type Layout struct{ end nat.Expr }

// Next is where the next buffer starts, in bytes.
func (l *Layout) Next() nat.Expr { return nat.RoundUp(l.end, gpu.SharedAlign) }

// Place puts a buffer of so many bytes at start, which is what Next has given.
func (l *Layout) Place(start, bytes nat.Expr) { l.end = start.Add(bytes) }

// Add puts a buffer behind the others.
func (l *Layout) Add(bytes nat.Expr) { l.Place(l.Next(), bytes) }

// Bytes is the size of all.
func (l *Layout) Bytes() nat.Expr { return l.end }

// SharedLoc is where an array in shared memory is made. Its name is the type of the elements as programs write it: integers of the gpu level have no
// sign, and bf16 are their bits.
func SharedLoc(c *ir.Context, at ir.Location, elem string) ir.Location { return c.NameLoc(elem, at) }

// SharedElem is the type of the elements of an array in shared memory as programs write it; false if the array is none of lowering's, or a part.
func SharedElem(array *ir.Value) (string, bool) {
	loc, ok := array.Location().(*ir.NameLoc)
	if !ok {
		return "", false
	}
	return loc.Name, true
}
