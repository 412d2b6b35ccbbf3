package descend

import (
	"maps"
	"strings"

	"descend/dialects/nat"
	"descend/ir"
)

// This file says how data types lie in memory: C layout, bool one byte, references and boxes eight, no padding in
// arrays of scalars.

// maxAlign is the largest alignment of a type in bytes.
const maxAlign = 8

// ScalarSize is the size in bytes, and the alignment, of a type that is one value in memory.
func ScalarSize(t ir.Type) int64 {
	switch t := t.(type) {
	case *ir.IntegerType:
		return int64(t.Width+7) / 8
	case *ir.FloatType:
		return int64(t.Width()) / 8
	case *ir.IndexType:
		return 8
	case *AtomicType:
		return ScalarSize(t.Elem)
	case *DeviceType, *EnumType:
		return 4
	}
	return 8 // references and boxes
}

// AlignOf is the alignment of a type in bytes; of a type variable, and what has one in it, the largest that it can have.
func AlignOf(t ir.Type) int64 {
	switch t := t.(type) {
	case *ArrayType:
		return AlignOf(t.Elem)
	case *AtomicType:
		return AlignOf(t.Elem)
	case *VarType, *ScalarVarType:
		return maxAlign
	}
	if ps, ok := Parts(t); ok {
		n := int64(1)
		for _, p := range ps {
			n = max(n, AlignOf(p))
		}
		return n
	}
	return ScalarSize(t)
}

// SizeOf is the size of a type in bytes, padded to the alignment. A type variable d has size_of(d) bytes, a size like
// others that an instance replaces ([Subst.Nat]); where one is a part of a tuple or struct beside
// other types, this is an upper bound, since its alignment is not known.
func SizeOf(t ir.Type) nat.Expr {
	switch t := t.(type) {
	case *ArrayType:
		return t.Size.Mul(SizeOf(t.Elem))
	case *VarType:
		return nat.Var(sizeVar(t.Name))
	case *ScalarVarType:
		return nat.Var(sizeVar(t.Name))
	case *AtomicType:
		return SizeOf(t.Elem)
	}
	if ps, ok := Parts(t); ok {
		size, _ := FieldOffset(t, len(ps))
		if madeOfOneVar(t) {
			return size
		}
		return nat.RoundUp(size, AlignOf(t))
	}
	return nat.Int(ScalarSize(t))
}

// madeOfOneVar says whether all scalars in t stand for one type variable: its size is a multiple of its alignment, so that
// nothing is padded, whatever it is.
func madeOfOneVar(t ir.Type) bool {
	l := Leaves(t)
	for _, x := range l {
		switch x.Type.(type) {
		case *VarType, *ScalarVarType:
		default:
			return false
		}
		if x.Type != l[0].Type {
			return false
		}
	}
	return true
}

// FieldOffset is the offset of the i-th part of a tuple or struct in bytes, and its type; for i behind the last the size
// without padding at the end.
func FieldOffset(t ir.Type, i int) (nat.Expr, ir.Type) {
	ps, _ := Parts(t)
	off, packed := nat.Int(0), madeOfOneVar(t)
	for j, p := range ps {
		if !packed {
			off = nat.RoundUp(off, AlignOf(p))
		}
		if j == i {
			return off, p
		}
		off = off.Add(SizeOf(p))
	}
	return off, nil
}

// Leaf is a scalar that a type consists of: the way to it through tuples and structs, without elements, its type, and how often
// it is there, by the arrays on the way.
type Leaf struct {
	Path  Fields
	Type  ir.Type
	Count nat.Expr
}

// Leaves are the scalars that a type consists of, in order. A type variable counts as one.
func Leaves(t ir.Type) []Leaf { return appendLeaves(nil, t, "", nat.Int(1)) }

func appendLeaves(out []Leaf, t ir.Type, path Fields, n nat.Expr) []Leaf {
	if a, ok := t.(*ArrayType); ok {
		return appendLeaves(out, a.Elem, path, n.Mul(a.Size))
	}
	if ps, ok := Parts(t); ok {
		for i, p := range ps {
			out = appendLeaves(out, p, path.Field(i), n)
		}
		return out
	}
	return append(out, Leaf{path, t, n})
}

// LeafCount is the number of scalars that a value of the type consists of when arrays count once; a type variable d has
// leaves_of(d).
func LeafCount(t ir.Type) nat.Expr {
	n := nat.Int(0)
	for _, l := range Leaves(t) {
		if v, ok := l.Type.(*VarType); ok {
			n = n.Add(nat.Var(leavesVar(v.Name)))
		} else {
			n = n.Add(nat.Int(1))
		}
	}
	return n
}

// The sizes that a type variable has, as variables of nats. No name in a program has a parenthesis.
func sizeVar(name string) string   { return nat.SizeOf + "(" + name + ")" }
func leavesVar(name string) string { return nat.LeavesOf + "(" + name + ")" }

// SizeVars are the variables that stand for the sizes of a type variable.
func SizeVars(name string) []string { return []string{sizeVar(name), leavesVar(name)} }

// Nat substitutes in a nat, also for the sizes of type variables.
func (s *Subst) Nat(e nat.Expr) nat.Expr {
	m := s.Nats
	for _, v := range e.Vars() {
		head, rest, ok := strings.Cut(v, "(")
		t := s.Types[strings.TrimSuffix(rest, ")")]
		if !ok || t == nil {
			continue
		}
		if len(m) == len(s.Nats) {
			if m = maps.Clone(s.Nats); m == nil {
				m = map[string]nat.Expr{}
			}
		}
		if m[v] = SizeOf(t); head == nat.LeavesOf {
			m[v] = LeafCount(t)
		}
	}
	return e.Subst(m)
}

// Constraint substitutes in both sides.
func (s *Subst) Constraint(k nat.Constraint) nat.Constraint {
	return nat.Constraint{L: s.Nat(k.L), Rel: k.Rel, R: s.Nat(k.R)}
}
