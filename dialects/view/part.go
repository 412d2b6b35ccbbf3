package view

import (
	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/dialects/nat"
	"descend/ir"
)

// Scheduled is a resource that a schedule gives, as messages tell of it.
type Scheduled struct {
	Name, From string // what the program calls it and what it is scheduled from
	Axes       []exec.Axis
	Extents    []nat.Expr // how many there are along each axis
}

// Sizes are the sizes of an array of arrays, outermost first.
func Sizes(t ir.Type) []nat.Expr {
	var out []nat.Expr
	for {
		a, ok := t.(*descend.ArrayType)
		if !ok {
			return out
		}
		out, t = append(out, a.Size), a.Elem
	}
}

// PartText is the source text of the views and selects that give each of the resources, outermost first, its part of an array
// with the sizes, and the sizes of that part; false if the sizes do not fit. An array of n * 256 elements has the part
// `.group::<256>[[block]][[thread]]` for n blocks of 256 threads, and one of n elements `.group_up::<256>[[block]][[thread]]` for (n + 255) / 256; matrices
// have tiles.
func PartText(sizes []nat.Expr, rs []Scheduled) (string, []nat.Expr, bool) {
	text := ""
	for i, r := range rs {
		var views string
		var ok bool
		if views, sizes, ok = divide(sizes, r, rs[i+1:]); !ok {
			return "", nil, false
		}
		text += views + "[[" + r.Name + "]]"
	}
	return text, sizes, len(rs) > 0
}

// divide is the view that makes an array of one part for each of r, and the sizes of a part.
func divide(sizes []nat.Expr, r Scheduled, inner []Scheduled) (string, []nat.Expr, bool) {
	fits := len(sizes) >= len(r.Extents)
	for i := range r.Extents {
		fits = fits && sizes[i].Equal(r.Extents[i])
	}
	switch {
	case fits:
		return "", sizes[len(r.Extents):], true
	case len(sizes) == 2 && len(r.Extents) == 2 && len(inner) > 0 && len(inner[0].Extents) == 2:
		h, w := inner[0].Extents[0], inner[0].Extents[1]
		name, ok := ".group_by_tile", r.Extents[0].Mul(h).Equal(sizes[0]) && r.Extents[1].Mul(w).Equal(sizes[1])
		if !ok {
			name, ok = ".tile_up", coversUp(r.Extents[0], sizes[0], h) && coversUp(r.Extents[1], sizes[1], w)
		}
		return name + "::<" + h.String() + ", " + w.String() + ">", []nat.Expr{h, w}, ok
	case len(sizes) > 0 && len(r.Extents) == 1 && !r.Extents[0].IsZero():
		rest := sizes[0].Div(r.Extents[0])
		ok := rest.Mul(r.Extents[0]).Equal(sizes[0]) && !rest.IsZero()
		if !ok {
			return divideUp(sizes, r.Extents[0], inner)
		}
		return ".group::<" + rest.String() + ">", append([]nat.Expr{rest}, sizes[1:]...), true
	}
	return "", nil, false
}

// divideUp is the view for as many parts as it takes, each with an element for each of the inner resource, where the last may lack some.
func divideUp(sizes []nat.Expr, parts nat.Expr, inner []Scheduled) (string, []nat.Expr, bool) {
	if len(inner) == 0 || len(inner[0].Extents) != 1 || inner[0].Extents[0].IsZero() {
		return "", nil, false
	}
	part := inner[0].Extents[0]
	ok := coversUp(parts, sizes[0], part)
	return ".group_up::<" + part.String() + ">", append([]nat.Expr{part}, sizes[1:]...), ok
}

// coversUp says whether so many parts are those of an array with n elements of which the last part may lack some.
func coversUp(parts, n, part nat.Expr) bool {
	return !part.IsZero() && parts.Equal(n.Add(part).Sub(nat.Int(1)).Div(part))
}
