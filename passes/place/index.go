package place

import (
	"fmt"
	"slices"

	"descend/dialects/descend"
	"descend/dialects/nat"
	"descend/dialects/view"
	"descend/ir"
)

// Elem is one segment of an index, with the extent of the dimension.
type Elem = view.Elem

// VarKind is what a variable of an index stands for.
type VarKind int

// The kinds of variables.
const (
	CoordVar    VarKind = iota // a hardware coordinate
	RuntimeVar                 // a run-time index
	EachVar                    // number of the element of a for_each
	RestVar                    // any element of a dimension that the path does not reach into
	PermutedVar                // the element to which a permutation leads
)

// Var is a variable of an index function that is neither a generic nor a nat loop's: Lo <= value < Hi.
type Var struct {
	Name   string
	Kind   VarKind
	Lo, Hi nat.Expr
	Coord  Coord         // of CoordVar
	Value  *ir.Value     // of RuntimeVar: the index
	Op     *ir.Operation // of EachVar: the descend.for_each; of RuntimeVar: the descend.index
}

// IndexFunc is the index function of a path: the elements it reaches.
type IndexFunc struct {
	// Elems lead from the root to the element, outermost first.
	Elems []Elem
	// Vars are the variables in Elems beside generics and nat loop variables, each once.
	Vars []Var
	// Assume are the conditions under which the views of the path exist (a group's size divides ..): the
	// nat check proves them.
	Assume []nat.Constraint
	// Exists are the conditions under which the element is there, of padded views: each means something where the ones before it hold.
	// An access is of an element that is there (descend.if_exists).
	Exists []nat.Constraint
	// Permuted are the variables to which permutations lead, those of views that are further from the memory first.
	Permuted []Permuted
	// Partial: the path reaches some unknown part of these elements.
	Partial bool
}

// Permuted is a number to which a known permutation leads: the variable Name is Of[Index].
type Permuted struct {
	Name  string
	Index nat.Expr
	Of    Permutation
}

// Selected is the number of coordinates that the index depends on through selects.
func (f *IndexFunc) Selected() (n int) {
	for _, v := range f.Vars {
		if v.Kind == CoordVar {
			n++
		}
	}
	return n
}

// Facts adds the ranges of the variables and the assumptions of the views.
func (f *IndexFunc) Facts(to *nat.Facts) *nat.Facts {
	var all []nat.Constraint
	for _, v := range f.Vars {
		all = append(all, nat.Range(v.Name, v.Lo, v.Hi)...)
	}
	return to.With(append(append(all, f.Assume...), f.Exists...)...)
}

// Simplify simplifies the indices by facts that include the ranges of the variables (see Facts).
func (f *IndexFunc) Simplify(facts *nat.Facts) {
	for i := range f.Elems {
		if !f.Elems[i].IsField {
			f.Elems[i].Expr = facts.Simplify(f.Elems[i].Expr)
		}
	}
}

// Flat is the element's number in row-major order of the dimensions from elems[from] on; false if a
// component lies between them.
func (f *IndexFunc) Flat(from int) (nat.Expr, bool) {
	e := nat.Int(0)
	for _, x := range f.Elems[from:] {
		if x.IsField {
			return e, false
		}
		e = e.Mul(x.Extent).Add(x.Expr)
	}
	return e, true
}

// indexer builds one index function.
type indexer struct {
	r     *Resolver
	f     *IndexFunc
	bound map[string]bool
	rests int
}

func (ix *indexer) addVar(v Var) nat.Expr {
	if !ix.bound[v.Name] {
		ix.bound[v.Name] = true
		ix.f.Vars = append(ix.f.Vars, v)
	}
	return nat.Var(v.Name)
}

func (ix *indexer) assume(l nat.Expr, rel nat.Rel, r nat.Expr) {
	ix.given(nat.Constraint{L: l, Rel: rel, R: r})
}

func (ix *indexer) given(k nat.Constraint) { ix.f.Assume = append(ix.f.Assume, k) }

// Indexes gives the index functions of a path; several where it ends in a pair of views, which is two parts.
// false: the path is Unknown or its operations do not fit together.
func (r *Resolver) Indexes(p Path) ([]IndexFunc, bool) {
	if p.Kind == Unknown || p.RootType() == nil {
		return nil, false
	}
	steps, partial := p.Steps, false
	for i, s := range steps {
		if s.Kind == Any {
			steps, partial = steps[:i], true
			break
		}
	}
	end := p.RootType()
	for i := len(steps) - 1; i >= 0; i-- { // type at the end of the path
		if steps[i].Op.NumResults() > 0 {
			end = descend.ElemOf(steps[i].Op.Result(0))
			break
		}
		if steps[i].Kind == Each {
			end = descend.ElemOf(steps[i].Op.Body(0).Arg(0))
			break
		}
	}
	var out []IndexFunc
	for _, fields := range pairs(end, 0) {
		f := IndexFunc{Partial: partial}
		ix := &indexer{r: r, f: &f, bound: map[string]bool{}}
		idx, ok := ix.back(steps, ix.expand(end, fields))
		if !ok || !extents(p.RootType(), idx) {
			return nil, false
		}
		f.Elems = idx
		out = append(out, f)
	}
	return out, true
}

// Behind is the index function of what lies at end in the place of a path: of an element of what a function is lent, where end
// has the names of the path's function; false if that is not known.
func (r *Resolver) Behind(p Path, end IndexFunc) (IndexFunc, bool) {
	if p.Kind == Unknown || p.RootType() == nil {
		return end, false
	}
	f := IndexFunc{Vars: slices.Clone(end.Vars), Assume: slices.Clone(end.Assume), Exists: slices.Clone(end.Exists), Permuted: slices.Clone(end.Permuted),
		Partial: end.Partial}
	ix := &indexer{r: r, f: &f, bound: map[string]bool{}}
	idx, ok := ix.back(p.Steps, slices.Clone(end.Elems))
	if !ok || !extents(p.RootType(), idx) {
		return end, false
	}
	f.Elems = idx
	return f, true
}

// pairs lists the choices of halves in a type that contains pairs of views.
func pairs(t ir.Type, depth int) [][]int {
	switch t := t.(type) {
	case *descend.ArrayType:
		return pairs(t.Elem, depth)
	case *ir.TupleType:
		if len(t.Types) == 2 && isView(t.Types[0]) && depth < 6 {
			var out [][]int
			for i := range 2 {
				for _, rest := range pairs(t.Types[i], depth+1) {
					out = append(out, append([]int{i}, rest...))
				}
			}
			return out
		}
	}
	return [][]int{nil}
}

func isView(t ir.Type) bool {
	a, ok := t.(*descend.ArrayType)
	return ok && a.View
}

// expand gives free indices for the dimensions of a type.
func (ix *indexer) expand(t ir.Type, fields []int) []Elem {
	switch t := t.(type) {
	case *descend.ArrayType:
		v := ix.addVar(Var{Name: fmt.Sprintf("$r%d", ix.rests), Kind: RestVar, Hi: t.Size})
		ix.rests++
		return append([]Elem{{Expr: v}}, ix.expand(t.Elem, fields)...)
	case *descend.MaybeType:
		return ix.expand(t.Elem, fields)
	case *ir.TupleType:
		if len(fields) > 0 {
			return append([]Elem{{IsField: true, Field: fields[0]}}, ix.expand(t.Types[fields[0]], fields[1:])...)
		}
	}
	return nil
}

// back is Back with the variables of the index function as numbers.
func (ix *indexer) back(steps []Step, idx []Elem) ([]Elem, bool) {
	return back(steps, idx, Numbers{Number: ix.number, Permuted: ix.permuted}, ix.given, func(k nat.Constraint) { ix.f.Exists = append(ix.f.Exists, k) })
}

// permuted names the element to which the permutation of a view leads. Which one that is nobody knows; where the permutation is known, what
// it leads to is the same exactly where the indices are.
func (ix *indexer) permuted(v view.PermuteOp, index nat.Expr) (nat.Expr, bool) {
	name := ix.r.name("$p", v.Result(0))
	if of, ok := PermutationOf(v.Permutation(), ix.r.Usage); ok && !ix.bound[name] {
		ix.f.Permuted = append(ix.f.Permuted, Permuted{name, index, of})
	}
	return ix.addVar(Var{Name: name, Kind: PermutedVar, Hi: v.Size()}), true
}

// number names the number of the element that a step takes, and adds what is known of it.
func (ix *indexer) number(s Step) (nat.Expr, bool) {
	n, sized := size(s.Op.Operand(0))
	e, ok := ix.r.ElemIndex(s)
	switch s.Kind {
	case Index:
		if c, ok := ix.r.position(s); ok {
			ix.addVar(Var{Name: c.Name(), Kind: CoordVar, Lo: c.Lo, Hi: c.Hi(), Coord: c})
			ix.assume(e, nat.LT, n) // it is checked otherwise
			break
		}
		ix.addVar(Var{Name: ix.r.name("$v", s.Subscript()), Kind: RuntimeVar, Hi: n, Value: s.Subscript(), Op: s.Op})
	case Each:
		ix.addVar(Var{Name: ix.r.name("$e", s.Op.Body(0).Arg(0)), Kind: EachVar, Hi: n, Op: s.Op})
	case Select:
		c, known := ix.r.CoordOf(view.SelectOp{Operation: s.Op})
		if !known {
			return e, false
		}
		ix.addVar(Var{Name: c.Name(), Kind: CoordVar, Lo: c.Lo, Hi: c.Hi(), Coord: c})
		if sized && !n.Equal(c.Extent) {
			ix.assume(n, nat.EQ, c.Extent)
		}
		return e, ok
	}
	return e, ok && sized
}

// Numbers says what numbers are called that views and steps ask for.
type Numbers struct {
	// Number is the number of the element that a run-time index, a loop or a select takes; false if it is not known.
	Number func(Step) (nat.Expr, bool)
	// Xor, if it is there, is what an exclusive or is called that is below the extent, or false.
	Xor func(of [2]nat.Expr, extent nat.Expr) (nat.Expr, bool)
	// Permuted is as in view.Env.
	Permuted func(v view.PermuteOp, index nat.Expr) (nat.Expr, bool)
}

// Back turns an index into what the steps lead to into one into what they start from. It is all that steps mean: the checks
// decide on what it gives, and lowering emits it. assume is called with what an element shows that is there. false: the steps and the
// index do not fit together, or a number is not known.
func Back(steps []Step, idx []Elem, by Numbers, assume func(nat.Constraint)) ([]Elem, bool) {
	return back(steps, idx, by, assume, func(nat.Constraint) {})
}

// Exists is Back, and calls exists with the conditions under which the element is there, those of the last view first: each means
// something where the ones before it hold.
func Exists(steps []Step, idx []Elem, by Numbers, exists func(nat.Constraint)) ([]Elem, bool) {
	return back(steps, idx, by, func(nat.Constraint) {}, exists)
}

func back(steps []Step, idx []Elem, by Numbers, assume, exists func(nat.Constraint)) ([]Elem, bool) {
	env := view.Env{Assume: assume, Permuted: by.Permuted}
	for i := len(steps) - 1; i >= 0; i-- {
		var first Elem
		switch s := steps[i]; s.Kind {
		case Box:
			first = view.Field(view.Boxed)
		case Proj:
			first = view.Field(int(s.Field))
		case At:
			e := descend.AtOp{Operation: s.Op}.Index()
			if n, ok := size(s.Op.Operand(0)); ok {
				assume(nat.Constraint{L: e, Rel: nat.LT, R: n})
			}
			first = view.At(e)
		case Index, Each, Select:
			e, ok := by.Number(s)
			if !ok {
				return nil, false
			}
			first = view.At(e)
		case View:
			v, ok := s.Op.Typed().(view.View)
			if !ok {
				return nil, false
			}
			if p, ok := v.(view.Partial); ok {
				for _, c := range p.Exists(idx, env) {
					exists(c)
				}
			}
			if idx, ok = v.Back(idx, env); !ok {
				return nil, false
			}
			for k, e := range idx {
				if e.Xor == nil {
					continue
				}
				if by.Xor != nil {
					if x, ok := by.Xor(*e.Xor, e.Extent); ok {
						e.Expr = x
					}
				}
				e.Xor = nil
				idx[k] = e
			}
			continue
		default:
			return nil, false
		}
		idx = append([]Elem{first}, idx...)
	}
	return idx, true
}

// size is the number of elements of an array place.
func size(v *ir.Value) (nat.Expr, bool) {
	a, ok := descend.ElemOf(v).(*descend.ArrayType)
	if !ok {
		return nat.Expr{}, false
	}
	return a.Size, true
}

// extents fills in the extents of the dimensions; false if the index does not fit the type.
func extents(t ir.Type, idx []Elem) bool {
	for i := range idx {
		if m, ok := t.(*descend.MaybeType); ok {
			t = m.Elem
		}
		switch x := t.(type) {
		case *descend.ArrayType:
			if idx[i].IsField {
				return false
			}
			idx[i].Extent = x.Size
			t = x.Elem
		case *descend.BoxType:
			if !idx[i].IsField {
				return false
			}
			t = x.Elem
		default:
			if !idx[i].IsField {
				return false
			}
			if t = component(t, idx[i].Field); t == nil {
				return false
			}
		}
	}
	return true
}

// name gives a value a variable name that is unique in the function.
func (r *Resolver) name(prefix string, v *ir.Value) string {
	n, ok := r.names[v]
	if !ok {
		n = fmt.Sprintf("%s%d", prefix, len(r.names))
		r.names[v] = n
	}
	return n
}

// ElemIndex is the index that a step takes from an array: of At, Index, Select and Each; the names of
// variables are those of Indexes.
func (r *Resolver) ElemIndex(s Step) (nat.Expr, bool) {
	switch s.Kind {
	case At:
		return descend.AtOp{Operation: s.Op}.Index(), true
	case Index:
		if c, ok := r.position(s); ok {
			return c.Position(), true
		}
		return nat.Var(r.name("$v", s.Subscript())), true
	case Each:
		return nat.Var(r.name("$e", s.Op.Body(0).Arg(0))), true
	case Select:
		if c, ok := r.CoordOf(view.SelectOp{Operation: s.Op}); ok {
			return c.Position(), true
		}
	}
	return nat.Expr{}, false
}

// EachVarName is the variable that stands for the number of the current element of a for_each.
func (r *Resolver) EachVarName(forEach *ir.Operation) string {
	return r.name("$e", forEach.Body(0).Arg(0))
}

// SameView says whether two View steps are one view when the nats of the first are read through sa and those
// of the second through sb.
func SameView(a, b Step, sa, sb func(nat.Expr) nat.Expr) bool {
	if a.Kind != View || b.Kind != View {
		return false
	}
	x, ns, ok := view.Signature(a.Op, permutationName)
	y, ms, ok2 := view.Signature(b.Op, permutationName)
	if !ok || !ok2 || x != y || len(ns) != len(ms) {
		return false
	}
	n, ok := size(a.Op.Operand(0))
	m, ok2 := size(b.Op.Operand(0))
	same := func(x, y nat.Expr) bool { return sa(x).Equal(sb(y)) }
	return ok && ok2 && same(n, m) && slices.EqualFunc(ns, ms, same)
}
