// Package place resolves places to what they denote, and gives the index functions of views.
//
// API:
//
//	r := place.New(fn)            a resolver for one descend.func; keep it as long as the function is unchanged
//	r.Resolve(v)                  the paths that a place value may denote
//	r.Targets(v)                  the paths that the references in a value (not a place) may refer to
//	r.Usage(v)                    what operations do with a variable, its parts and what lies behind it
//	r.Indexes(p)                  the index functions of a path: one index per array dimension of the root
//	r.FactsAt(op)                 what is known of nats where op executes: where clauses, loop ranges
//	place.Exec(op)                the resource that executes an operation
//	place.Coords(e)               the hardware coordinates that tell the resources of e apart
//	place.CoordOf(sel)            the coordinate of a view.select
//
// A path is a root (a variable, an allocation, what a reference parameter refers to) and the steps from it:
// components, elements, views, selects. References are looked through: a variable that holds references
// denotes all that is ever written to it. This is insensitive to the order of writes, so the result is a
// superset; what cannot be followed is a path of kind Unknown, which may be anything.
//
// An index function gives, for one path, the index into each dimension of the root's array nest as an
// expression over generics, loop variables, hardware coordinates ("block.x", "thread.y", "warp.x", "lane.x",
// "global.x"; see Coord), run-time indices ("$v0"), elements of for_each ("$e0") and, for the dimensions that
// the path does not reach into, free variables ("$r0"). Coordinates are those of the hardware: the second
// part of a split at 32 starts at thread.x = 32, and its select is the index thread.x - 32. So one name means
// one thing in every schedule of a kernel, and lowering can put threadIdx.x in its place.
//
// The package reports nothing and changes nothing.
package place

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"descend/dialects/descend"
	"descend/dialects/nat"
	"descend/dialects/view"
	"descend/ir"
)

// RootKind says what a path starts from.
type RootKind int

// The kinds of roots.
const (
	// Unknown may be any memory.
	Unknown RootKind = iota
	// Local is a variable; Root is the result of its descend.local.
	Local
	// Param is a parameter's own place; Root is the block argument of the function.
	Param
	// Target is the memory behind a reference in a parameter; Root is the block argument, Via the components
	// of the parameter on the way to the reference.
	Target
	// Alloc is what descend.alloc allocates; Root is its result.
	Alloc
)

// StepKind is a kind of step.
type StepKind uint8

// The steps.
const (
	Proj   StepKind = iota // component of a tuple, half of a split view, field of a struct
	At                     // element by nat
	Index                  // element by run-time value
	Select                 // the executing resource's element
	Each                   // the current element of a for_each
	View                   // split, group, join, transpose, reverse, range, map
	Box                    // the contents of a box
	Ref                    // what a reference refers to, in a path as it is written
	Any                    // some unknown part
)

// Step leads from a place to a part of it. Op made it: the loop for Each, the descend.deref for Box and Ref; nil for parts that
// no operation names.
type Step struct {
	Kind  StepKind
	Field int32 // of Proj: the number of the component
	Op    *ir.Operation
}

// Subscript is the number of the element that an Index step goes to.
func (s Step) Subscript() *ir.Value { return descend.IndexOp{Operation: s.Op}.Subscript() }

// Path is what a place denotes.
type Path struct {
	Kind  RootKind
	Root  *ir.Value
	Via   descend.Fields // of Target: the way to the reference in the parameter
	Steps []Step
}

// with is p with more steps.
func (p Path) with(more ...Step) Path {
	if p.Kind == Unknown || (len(p.Steps) > 0 && p.Steps[len(p.Steps)-1].Kind == Any) {
		return p
	}
	p.Steps = slices.Concat(p.Steps, more)
	return p
}

// SameRoot says whether two known paths start from the same root.
func (p Path) SameRoot(q Path) bool {
	return p.Kind == q.Kind && p.Root == q.Root && p.Via == q.Via && p.Kind != Unknown
}

// Equal says whether two paths take the same steps from the same root.
func (p Path) Equal(q Path) bool {
	if p.Kind != q.Kind || p.Root != q.Root || p.Via != q.Via || len(p.Steps) != len(q.Steps) {
		return false
	}
	for i := range p.Steps {
		if p.Steps[i] != q.Steps[i] {
			return false
		}
	}
	return true
}

// RootType is the type of the memory at the root; nil if unknown.
func (p Path) RootType() ir.Type {
	switch p.Kind {
	case Local, Param:
		return descend.ElemOf(p.Root)
	case Alloc:
		if r, ok := p.Root.Type().(*descend.RefType); ok {
			return r.Elem
		}
	case Target:
		if r, ok := p.Via.In(descend.ElemOf(p.Root)).(*descend.RefType); ok {
			return r.Elem
		}
	}
	return nil
}

// Ref is the type of the reference that a Target is behind, nil for other kinds.
func (p Path) Ref() *descend.RefType {
	if p.Kind != Target {
		return nil
	}
	r, _ := p.Via.In(descend.ElemOf(p.Root)).(*descend.RefType)
	return r
}

func component(t ir.Type, n int) ir.Type {
	switch t := t.(type) {
	case *ir.TupleType:
		if n >= 0 && n < len(t.Types) {
			return t.Types[n]
		}
	case *descend.StructType:
		if n >= 0 && n < len(t.Fields) {
			return t.Fields[n].Type
		}
	}
	return nil
}

// RootName is the source name of the root, for messages.
func (p Path) RootName() string {
	switch p.Kind {
	case Local:
		return p.Root.DefiningOp().StringAttr("name")
	case Param, Target:
		if f, ok := p.Root.OwnerBlock().Parent().Typed().(descend.FuncOp); ok {
			if n := f.ParamName(p.Root.Index() - 1); n != "" {
				return n
			}
		}
	case Alloc:
		for u := range p.Root.Uses() {
			if w, ok := u.Owner().Typed().(descend.WriteOp); ok && w.Value() == p.Root {
				if l, ok := ir.DefinedBy[descend.LocalOp](w.Place()); ok {
					return l.VarName()
				}
			}
		}
		return "allocated memory"
	}
	return "memory"
}

// String is the path in the paper's notation, for messages and tests.
func (p Path) String() string {
	if p.Kind == Unknown {
		return "?"
	}
	var b strings.Builder
	b.WriteString(p.RootName())
	if p.Kind == Target {
		b.WriteString(string(p.Via))
	}
	for _, s := range p.Steps {
		writeStep(&b, s)
	}
	return b.String()
}

func writeStep(b *strings.Builder, s Step) {
	switch s.Kind {
	case Proj:
		b.WriteString("." + strconv.Itoa(int(s.Field)))
	case At:
		b.WriteString("[" + descend.AtOp{Operation: s.Op}.Index().String() + "]")
	case Index:
		b.WriteString("[_]")
	case Select:
		if c, ok := CoordOf(view.SelectOp{Operation: s.Op}); ok {
			b.WriteString("[[" + c.Name() + "]]")
		} else {
			b.WriteString("[[?]]")
		}
	case Each:
		b.WriteString("[each]")
	case Box, Ref:
		b.WriteString(".*")
	case Any:
		b.WriteString("..")
	case View:
		b.WriteString("." + strings.TrimPrefix(s.Op.Name(), "view."))
		switch o := s.Op.Typed().(type) {
		case view.MapOp:
			chain, _ := o.Chain()
			b.WriteString("(")
			for _, op := range chain {
				if m, moves := stepTo(op.Result(0), op); moves {
					writeStep(b, m)
				}
			}
			b.WriteString(")")
		case view.View:
			for i, e := range o.Params() {
				b.WriteString([]string{"::<", ", "}[min(i, 1)] + e.String())
			}
			if len(o.Params()) > 0 {
				b.WriteString(">")
			}
		}
	}
}

// AppendKey appends a text that paths of one root have in common if their steps are alike: equal views, selects over
// the same coordinates, by select or by number, any other run-time indices.
func (r *Resolver) AppendKey(b []byte, p Path) []byte {
	if p.Kind == Unknown {
		return append(b, '?')
	}
	b = append(b, p.Via...)
	for i, s := range p.Steps {
		b = r.appendStep(b, s)
		if s.Kind == Index { // the same value twice is one number
			same := func(t Step) bool { return t.Kind == Index && t.Subscript() == s.Subscript() }
			if first := slices.IndexFunc(p.Steps[:i], same); first >= 0 {
				b = strconv.AppendInt(append(b, '='), int64(first), 10)
			}
		}
	}
	return b
}

// Params are the nats that the operation of a step is written with.
func (r *Resolver) Params(s Step) []nat.Expr {
	_, ns, _ := view.Signature(s.Op, r.permutationName)
	return ns
}

func (r *Resolver) appendStep(b []byte, s Step) []byte {
	b = append(b, ' ', 'a'+byte(s.Kind))
	add := func(es ...nat.Expr) {
		for _, e := range es {
			b = append(append(b, ' '), e.Key()...)
		}
	}
	switch s.Kind {
	case Proj:
		b = strconv.AppendInt(b, int64(s.Field), 10)
	case At:
		add(descend.AtOp{Operation: s.Op}.Index())
	case Select, Index:
		c, ok := Coord{}, false
		if s.Kind == Index { // one that is the number of a resource is unlike one that is anything
			c, ok = r.position(s)
		} else {
			c, ok = r.CoordOf(view.SelectOp{Operation: s.Op})
		}
		if ok {
			b = append(b, c.Name()...)
			add(c.Lo, c.Extent)
		}
	case View:
		text, nats, ok := view.Signature(s.Op, r.permutationName)
		b = append(b, text...)
		if add(nats...); !ok { // it is like no other
			b = fmt.Appendf(b, " %p", s.Op)
		}
	}
	return b
}
