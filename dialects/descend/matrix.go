package descend

import (
	"fmt"

	"descend/dialects/exec"
	"descend/dialects/nat"
	"descend/ir"
)

// MatrixName and RowsName are the names of the types of matrices of a warp, and of a number for each row of one. As with PermutationName
// no program has a struct of these names, so all values of them are made by the language (frontend/std/matrix.desc).
const (
	MatrixName = "std.matrix.matrix"
	RowsName   = "std.matrix.rows"
)

// MatrixShape gives the type of the elements, rows and columns of a matrix of a warp; false for other types.
func MatrixShape(t ir.Type) (elem ir.Type, r, c nat.Expr, ok bool) {
	s, ok := t.(*StructType)
	if !ok || s.Name != MatrixName {
		return nil, r, c, false
	}
	shape := s.Fields[len(s.Fields)-1].Type.(*ArrayType)
	row := shape.Elem.(*ArrayType)
	return row.Elem.(*ArrayType).Elem, shape.Size, row.Size, true
}

// RowsShape gives the type of the numbers of each row, and how many rows there are; false for other types.
func RowsShape(t ir.Type) (elem ir.Type, r nat.Expr, ok bool) {
	s, ok := t.(*StructType)
	if !ok || s.Name != RowsName {
		return nil, r, false
	}
	shape := s.Fields[len(s.Fields)-1].Type.(*ArrayType)
	return shape.Elem.(*ArrayType).Elem, shape.Size, true
}

// IsOfWarp says whether t is the type of a matrix of a warp or of a number for each row of one.
func IsOfWarp(t ir.Type) bool {
	s, ok := t.(*StructType)
	return ok && (s.Name == MatrixName || s.Name == RowsName)
}

// HoldsMatrix says whether values of t contain matrices of a warp.
func HoldsMatrix(t ir.Type) bool { return Holds(t, IsOfWarp) }

// matrixText is how programs write the type of a matrix; "" for other types.
func matrixText(t ir.Type) string {
	if d, r, c, ok := MatrixShape(t); ok {
		return "matrix<" + UserFormat(d) + ", " + r.String() + ", " + c.String() + ">"
	}
	if d, r, ok := RowsShape(t); ok {
		return "rows<" + UserFormat(d) + ", " + r.String() + ">"
	}
	return ""
}

// LaneMMAOp is the product of two matrices of a warp, added to a third one: what each lane has of them.
type LaneMMAOp struct{ *ir.Operation }

var laneMMADef = &ir.OpDef{
	Name: "descend.lane_mma", Summary: "product of two matrices of a warp, added to a third",
	Description: "All lanes of a warp together compute c + a b, of matrices that are spread over them in tiles of 8 x 8 elements, row by row: of each tile lane l has " +
		"two, of c in row l / 4 the columns l % 4 * 2 and the next one; of a and b what `descend.lane_factors` says. `c` has as many tiles on top of each other as `a`, " +
		"and side by side as `b`; `a` has as many side by side as `b` has on top of each other.",
	Example: `descend.func @f(%t: !exec.thread, %x: !descend.place<[[[f32; 2]; 1]; 2]>, %y: !descend.place<[[[f16; 2]; 2]; 2]>, %z: !descend.place<[[[f16; 2]; 1]; 2]>) {
  %c = descend.read %x : !descend.place<[[[f32; 2]; 1]; 2]> -> !descend.array<[[[f32; 2]; 1]; 2]>
  %a = descend.read %y : !descend.place<[[[f16; 2]; 2]; 2]> -> !descend.array<[[[f16; 2]; 2]; 2]>
  %b = descend.read %z : !descend.place<[[[f16; 2]; 1]; 2]> -> !descend.array<[[[f16; 2]; 1]; 2]>
  %0 = descend.lane_mma %c, %a, %b : !descend.array<[[[f32; 2]; 1]; 2]>, !descend.array<[[[f16; 2]; 2]; 2]>, !descend.array<[[[f16; 2]; 1]; 2]> -> !descend.array<[[[f32; 2]; 1]; 2]>
}
`,
	Operands: []ir.OperandDef{one("acc", anyType), one("a", anyType), one("b", anyType)},
	Results:  []ir.OperandDef{one("result", anyType)},
	Format:   "$acc `,` $a `,` $b attr-dict `:` type($acc) `,` type($a) `,` type($b) `->` type($result)",
}

// Def is the definition.
func (LaneMMAOp) Def() *ir.OpDef { return laneMMADef }

// Level: all lanes of a warp take part.
func (LaneMMAOp) Level() (exec.Level, string) { return exec.ByLanes, "product of matrices" }

// Uses are none: values are exchanged, not memory.
func (LaneMMAOp) Uses() []Use { return nil }

// Elem is the type of the elements of an operand.
func (o LaneMMAOp) Elem(operand int) ir.Type {
	elem, _, _, _ := tilesOfLane(o.Operand(operand).Type())
	return elem
}

// Tiles are the numbers of tiles, where they are constant: of the sum on top of each other and side by side, and of `a` side by side.
func (o LaneMMAOp) Tiles() (rows, cols, deep int) {
	n := func(e nat.Expr) int { k, _ := e.Int64(); return int(k) }
	_, r, c, _ := tilesOfLane(o.Operand(0).Type())
	_, _, d, _ := tilesOfLane(o.Operand(1).Type())
	return n(r), n(c), n(d)
}

// Verify wants what lanes have of three matrices whose sizes fit.
func (o LaneMMAOp) Verify() error {
	var elems [3]ir.Type
	var rows, cols [3]nat.Expr
	for i, v := range o.Operands() {
		ok := false
		if elems[i], rows[i], cols[i], ok = tilesOfLane(v.Type()); !ok {
			return fmt.Errorf("operand %d must be what a lane has of a matrix, not %s", i, Format(v.Type()))
		}
	}
	if elems[1] != elems[2] {
		return fmt.Errorf("factors of %s and %s", Format(elems[1]), Format(elems[2]))
	}
	if !rows[0].Equal(rows[1]) || !cols[0].Equal(cols[2]) || !cols[1].Equal(rows[2]) {
		return fmt.Errorf("%s by %s, %s by %s and %s by %s tiles are no product", rows[0], cols[0], rows[1], cols[1], rows[2], cols[2])
	}
	return wantType("result", o.Result(0), o.Operand(0).Type())
}

// LanePlaceOp reads a matrix.
type LanePlaceOp struct{ *ir.Operation }

var lanePlaceDef = &ir.OpDef{
	Name: "descend.lane_place", Summary: "read a matrix, spread over the lanes of a warp",
	Description: "All lanes of a warp together read a place of r rows of c numbers, which may be missing and are 0 then, and each gets what it has of it in tiles of 8 x 8 elements: " +
		"as of a sum, of a left factor, and of a right one. Of a sum lane l has in row l / 4 of each tile the columns l % 4 * 2 and the next one. Factors are as `descend.lane_factors` says.",
	Example: `descend.func @f(%t: !exec.thread, %x: !descend.place<[[[[f16; 8]]; 16]]>) {
  %0 = descend.lane_place %x : !descend.place<[[[[f16; 8]]; 16]]> -> tuple<!descend.array<[[[f16; 2]; 1]; 2]>, !descend.array<[[[f16; 2]; 1]; 2]>, !descend.array<[[[f16; 2]; 1]; 2]>>
}
`,
	Operands: []ir.OperandDef{one("place", isPlace)},
	Results:  []ir.OperandDef{one("result", anyType)},
	Format:   "$place attr-dict `:` type($place) `->` type($result)",
}

// Def is the definition.
func (LanePlaceOp) Def() *ir.OpDef { return lanePlaceDef }

// Level: all lanes of a warp take part.
func (LanePlaceOp) Level() (exec.Level, string) { return exec.ByLanes, "load of a matrix" }

// Place is what is read.
func (o LanePlaceOp) Place() *ir.Value { return o.Operand(0) }

// Uses is a read of all of the place, by each lane: each reads for others.
func (o LanePlaceOp) Uses() []Use { return []Use{{Kind: ReadUse, Of: o.Place()}} }

// Verify wants a matrix of tiles, and of a lane two elements of each, three times.
func (o LanePlaceOp) Verify() error {
	elem, sizes, err := matrixPlace(o.Place())
	if err != nil {
		return err
	}
	t := LaneTiles(o.Context(), elem, sizes[0], sizes[1])
	return wantType("result", o.Result(0), o.Context().TupleType(t, t, t))
}

// LaneFactorsOp makes factors of a sum.
type LaneFactorsOp struct{ *ir.Operation }

var laneFactorsDef = &ir.OpDef{
	Name: "descend.lane_factors", Summary: "a matrix of a warp as factors have it",
	Description: "Lanes exchange what they have of a matrix as of a sum (`descend.lane_place`), so that each gets what it has of it as of a left factor, and as of a right one. Of a left " +
		"one that is in row l / 4 of each tile what lane l has of it as of a sum, but of numbers of 32 bits the columns l % 4 and l % 4 + 4, and of numbers of 8 bits in each two " +
		"tiles that are neighbours, if their number is even, the four columns from l % 4 * 4 on. Of a right one it is that of the transposed matrix as of a left one, in the transposed tiles.",
	Example: `descend.func @f(%t: !exec.thread, %x: !descend.place<[[[f32; 2]; 1]; 2]>) {
  %m = descend.read %x : !descend.place<[[[f32; 2]; 1]; 2]> -> !descend.array<[[[f32; 2]; 1]; 2]>
  %0 = descend.lane_factors %m : !descend.array<[[[f32; 2]; 1]; 2]> -> tuple<!descend.array<[[[f32; 2]; 1]; 2]>, !descend.array<[[[f32; 2]; 1]; 2]>>
}
`,
	Operands: []ir.OperandDef{one("of", anyType)},
	Results:  []ir.OperandDef{one("result", anyType)},
	Format:   "$of attr-dict `:` type($of) `->` type($result)",
}

// Def is the definition.
func (LaneFactorsOp) Def() *ir.OpDef { return laneFactorsDef }

// Level: all lanes of a warp take part.
func (LaneFactorsOp) Level() (exec.Level, string) { return exec.ByLanes, "exchange of a matrix" }

// Uses are none: values are exchanged, not memory.
func (LaneFactorsOp) Uses() []Use { return nil }

// Verify wants two elements of each tile of a matrix of numbers.
func (o LaneFactorsOp) Verify() error {
	t := o.Operand(0).Type()
	if _, _, _, ok := tilesOfLane(t); !ok {
		return fmt.Errorf("operand must be two numbers of each tile of a matrix, not %s", Format(t))
	}
	return wantType("result", o.Result(0), o.Context().TupleType(t, t))
}

// LaneTiles is the type of what a lane has of a matrix of r rows and c columns.
func LaneTiles(c *ir.Context, elem ir.Type, rows, cols nat.Expr) ir.Type {
	eight := nat.Int(8)
	return Array(c, Array(c, Array(c, elem, nat.Int(2)), cols.Div(eight)), rows.Div(eight))
}

// tilesOfLane gives the type of the elements of what a lane has of a matrix, and the numbers of tiles on top of each other and side by side.
func tilesOfLane(t ir.Type) (elem ir.Type, rows, cols nat.Expr, ok bool) {
	sizes := [3]nat.Expr{}
	for i := range sizes {
		a, is := t.(*ArrayType)
		if !is || a.View {
			return nil, rows, cols, false
		}
		sizes[i], t = a.Size, a.Elem
	}
	return t, sizes[0], sizes[1], IsScalar(t) && sizes[2].Equal(nat.Int(2))
}

// matrixPlace gives the type of the elements of a place of rows of numbers, which may be missing, and how many rows and columns there are.
func matrixPlace(p *ir.Value) (elem ir.Type, sizes [2]nat.Expr, err error) {
	t := ElemOf(p)
	for i := range sizes {
		a, ok := t.(*ArrayType)
		if !ok {
			return nil, sizes, fmt.Errorf("needs a place of rows of numbers, not %s", Format(ElemOf(p)))
		}
		sizes[i], t = a.Size, a.Elem
	}
	if m, ok := t.(*MaybeType); ok {
		t = m.Elem
	}
	return t, sizes, nil
}
