package ir

import (
	"math/bits"
	"strconv"
	"strings"
)

// AffineKind is the kind of an affine expression.
type AffineKind uint8

// The kinds of affine expressions.
const (
	AffineConst AffineKind = iota
	AffineDim
	AffineSymbol
	AffineAdd
	AffineMul
	AffineMod
	AffineFloorDiv
	AffineCeilDiv
)

// AffineExpr is an expression over dimensions and symbols. Expressions are built by the functions below,
// which simplify as MLIR does, and never changed.
type AffineExpr struct {
	Kind AffineKind
	// Value is the constant, or the number of the dimension or symbol.
	Value    int64
	LHS, RHS *AffineExpr

	symbolic bool // has no dimension
	depth    int
}

// AffineConstant is the expression v.
func AffineConstant(v int64) *AffineExpr {
	return &AffineExpr{Kind: AffineConst, Value: v, symbolic: true}
}

// AffineDimension is dN.
func AffineDimension(n int) *AffineExpr { return &AffineExpr{Kind: AffineDim, Value: int64(n)} }

// AffineSym is sN.
func AffineSym(n int) *AffineExpr {
	return &AffineExpr{Kind: AffineSymbol, Value: int64(n), symbolic: true}
}

// IsSymbolicOrConstant says whether the expression has no dimension.
func (e *AffineExpr) IsSymbolicOrConstant() bool { return e.symbolic }

// Equal compares structure.
func (e *AffineExpr) Equal(f *AffineExpr) bool {
	if e == f {
		return true
	}
	if e.Kind != f.Kind || e.Value != f.Value || e.depth != f.depth {
		return false
	}
	return e.LHS == nil || e.LHS.Equal(f.LHS) && e.RHS.Equal(f.RHS)
}

func (e *AffineExpr) isConst() (int64, bool) { return e.Value, e.Kind == AffineConst }

// AffineBinary is "l op r", simplified.
func AffineBinary(k AffineKind, l, r *AffineExpr) *AffineExpr {
	var s *AffineExpr
	switch k {
	case AffineAdd:
		s = simplifyAdd(l, r)
	case AffineMul:
		s = simplifyMul(l, r)
	case AffineMod:
		s = simplifyMod(l, r)
	case AffineFloorDiv:
		s = simplifyFloorDiv(l, r)
	case AffineCeilDiv:
		s = simplifyCeilDiv(l, r)
	}
	if s != nil {
		return s
	}
	return &AffineExpr{Kind: k, LHS: l, RHS: r, symbolic: l.symbolic && r.symbolic, depth: max(l.depth, r.depth) + 1}
}

// AffineNeg is -e.
func AffineNeg(e *AffineExpr) *AffineExpr { return AffineBinary(AffineMul, e, AffineConstant(-1)) }

// factor splits c * e into its parts; c is 1 for other expressions.
func (e *AffineExpr) factor() (*AffineExpr, int64) {
	if e.Kind == AffineMul {
		if c, ok := e.RHS.isConst(); ok {
			return e.LHS, c
		}
	}
	return e, 1
}

func simplifyAdd(l, r *AffineExpr) *AffineExpr {
	lc, lIs := l.isConst()
	rc, rIs := r.isConst()
	if lIs && rIs {
		sum := lc + rc
		if (sum > lc) != (rc > 0) && rc != 0 {
			return nil
		}
		return AffineConstant(sum)
	}
	if lIs || l.symbolic && !r.symbolic {
		return AffineBinary(AffineAdd, r, l)
	}
	if rIs && rc == 0 {
		return l
	}
	lAdd := l.Kind == AffineAdd
	if lAdd && rIs {
		if c, ok := l.RHS.isConst(); ok {
			return AffineBinary(AffineAdd, l.LHS, AffineConstant(c+rc))
		}
	}
	fe, fc := l.factor()
	se, sc := r.factor()
	if fe.Equal(se) {
		return AffineBinary(AffineMul, fe, AffineConstant(fc+sc))
	}
	if lAdd && l.RHS.Kind == AffineConst {
		return AffineBinary(AffineAdd, AffineBinary(AffineAdd, l.LHS, r), l.RHS)
	}
	return addToMod(l, r)
}

// addToMod turns e - q * (e floordiv q) into e mod q.
func addToMod(l, r *AffineExpr) *AffineExpr {
	if r.LHS == nil {
		return nil
	}
	c, isConst := r.RHS.isConst()
	if isConst && c == -1 && r.LHS.Kind == AffineMul {
		div, q := r.LHS.LHS, r.LHS.RHS
		if div.Kind != AffineFloorDiv {
			return nil
		}
		if div.RHS.Equal(q) && l.Equal(div.LHS) {
			return AffineBinary(AffineMod, l, q)
		}
	}
	if r.Kind != AffineMul || r.LHS.Kind != AffineFloorDiv {
		return nil
	}
	q, qConst := r.LHS.RHS.isConst()
	if qConst && q > 0 && isConst && c == -q && l.Equal(r.LHS.LHS) {
		return AffineBinary(AffineMod, l, r.LHS.RHS)
	}
	return nil
}

func mulOverflows(a, b int64) bool {
	hi, lo := bits.Mul64(uint64(max(a, -a)), uint64(max(b, -b)))
	return hi != 0 || lo > 1<<63-1
}

func simplifyMul(l, r *AffineExpr) *AffineExpr {
	lc, lIs := l.isConst()
	rc, rIs := r.isConst()
	if lIs && rIs {
		if mulOverflows(lc, rc) {
			return nil
		}
		return AffineConstant(lc * rc)
	}
	if !l.symbolic && !r.symbolic {
		return nil
	}
	if !r.symbolic || lIs {
		return AffineBinary(AffineMul, r, l)
	}
	if rIs && rc == 1 {
		return l
	}
	if rIs && rc == 0 {
		return r
	}
	if l.Kind == AffineMul {
		if c, ok := l.RHS.isConst(); ok {
			if rIs {
				if mulOverflows(c, rc) {
					return nil
				}
				return AffineBinary(AffineMul, l.LHS, AffineConstant(c*rc))
			}
			return AffineBinary(AffineMul, AffineBinary(AffineMul, l.LHS, r), l.RHS)
		}
	}
	return nil
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

func simplifyFloorDiv(l, r *AffineExpr) *AffineExpr {
	c, ok := r.isConst()
	if !ok || c == 0 {
		return nil
	}
	if lc, ok := l.isConst(); ok {
		return AffineConstant(floorDiv(lc, c))
	}
	if c == 1 {
		return l
	}
	if e, f := l.factor(); e != l && f%c == 0 {
		return AffineBinary(AffineMul, e, AffineConstant(f/c))
	}
	if l.Kind == AffineAdd && (l.LHS.divisor()%c == 0 || l.RHS.divisor()%c == 0) {
		return AffineBinary(AffineAdd, AffineBinary(AffineFloorDiv, l.LHS, r), AffineBinary(AffineFloorDiv, l.RHS, r))
	}
	return nil
}

func simplifyCeilDiv(l, r *AffineExpr) *AffineExpr {
	c, ok := r.isConst()
	if !ok || c == 0 {
		return nil
	}
	if lc, ok := l.isConst(); ok {
		return AffineConstant(-floorDiv(-lc, c))
	}
	if c == 1 {
		return l
	}
	if e, f := l.factor(); e != l && f%c == 0 {
		return AffineBinary(AffineMul, e, AffineConstant(f/c))
	}
	return nil
}

func simplifyMod(l, r *AffineExpr) *AffineExpr {
	c, ok := r.isConst()
	if !ok || c < 1 {
		return nil
	}
	if lc, ok := l.isConst(); ok {
		return AffineConstant(((lc % c) + c) % c)
	}
	if l.divisor()%c == 0 {
		return AffineConstant(0)
	}
	switch l.Kind {
	case AffineAdd:
		if l.LHS.divisor()%c == 0 {
			return AffineBinary(AffineMod, l.RHS, r)
		}
		if l.RHS.divisor()%c == 0 {
			return AffineBinary(AffineMod, l.LHS, r)
		}
	case AffineMod:
		if m, ok := l.RHS.isConst(); ok && m >= 1 && m%c == 0 {
			return AffineBinary(AffineMod, l.LHS, r)
		}
	}
	return nil
}

// divisor is the largest constant known to divide the expression; 0 for the constant 0.
func (e *AffineExpr) divisor() int64 {
	switch e.Kind {
	case AffineConst:
		return max(e.Value, -e.Value)
	case AffineFloorDiv, AffineCeilDiv:
		if c, ok := e.RHS.isConst(); ok && c != 0 {
			if d := e.LHS.divisor(); d%c == 0 {
				return max(d/c, -(d / c))
			}
		}
	case AffineMul:
		a, b := e.LHS.divisor(), e.RHS.divisor()
		if mulOverflows(a, b) {
			return 1
		}
		return a * b
	case AffineAdd, AffineMod:
		a, b := e.LHS.divisor(), e.RHS.divisor()
		for b != 0 {
			a, b = b, a%b
		}
		return a
	}
	return 1
}

// Replaced is e with other expressions in place of its dimensions and symbols; those that are not listed stay.
func (e *AffineExpr) Replaced(dims, symbols []*AffineExpr) *AffineExpr {
	switch e.Kind {
	case AffineConst:
		return e
	case AffineDim:
		if e.Value < int64(len(dims)) {
			return dims[e.Value]
		}
		return e
	case AffineSymbol:
		if e.Value < int64(len(symbols)) {
			return symbols[e.Value]
		}
		return e
	}
	return AffineBinary(e.Kind, e.LHS.Replaced(dims, symbols), e.RHS.Replaced(dims, symbols))
}

// AffineMap is (d0, ..)[s0, ..] -> (results).
type AffineMap struct {
	Dims, Symbols int
	Results       []*AffineExpr
}

// IsIdentity says whether the map is (d0, d1, ..) -> (d0, d1, ..).
func (m *AffineMap) IsIdentity() bool {
	if m.Symbols != 0 || len(m.Results) != m.Dims {
		return false
	}
	for i, r := range m.Results {
		if r.Kind != AffineDim || r.Value != int64(i) {
			return false
		}
	}
	return true
}

// IntegerSet is (d0, ..)[s0, ..] : (constraints); each is an equality or ">= 0".
type IntegerSet struct {
	Dims, Symbols int
	Constraints   []*AffineExpr
	Equality      []bool
}

var affineOps = [...]string{AffineAdd: " + ", AffineMul: " * ", AffineMod: " mod ", AffineFloorDiv: " floordiv ", AffineCeilDiv: " ceildiv "}

func (e *AffineExpr) String() string {
	var b strings.Builder
	e.write(&b, false)
	return b.String()
}

// write prints e, in parentheses if it is an operand of a tightly binding operator.
func (e *AffineExpr) write(b *strings.Builder, tight bool) {
	switch e.Kind {
	case AffineConst:
		b.WriteString(strconv.FormatInt(e.Value, 10))
		return
	case AffineDim:
		b.WriteString("d" + strconv.FormatInt(e.Value, 10))
		return
	case AffineSymbol:
		b.WriteString("s" + strconv.FormatInt(e.Value, 10))
		return
	}
	if tight {
		b.WriteByte('(')
		defer b.WriteByte(')')
	}
	if e.Kind != AffineAdd {
		if c, ok := e.RHS.isConst(); ok && e.Kind == AffineMul && c == -1 {
			b.WriteByte('-')
			e.LHS.write(b, true)
			return
		}
		e.LHS.write(b, true)
		b.WriteString(affineOps[e.Kind])
		e.RHS.write(b, true)
		return
	}
	e.LHS.write(b, false)
	if f, c := e.RHS.factor(); f != e.RHS && c < 0 { // subtraction of a product
		b.WriteString(" - ")
		if c == -1 {
			f.write(b, f.Kind == AffineAdd)
			return
		}
		f.write(b, true)
		b.WriteString(" * " + strconv.FormatUint(-uint64(c), 10))
		return
	}
	if c, ok := e.RHS.isConst(); ok && c < 0 {
		b.WriteString(" - " + strconv.FormatUint(-uint64(c), 10))
		return
	}
	b.WriteString(" + ")
	e.RHS.write(b, false)
}

func affineNames(b *strings.Builder, dims, symbols int) {
	list := func(prefix string, n int) {
		for i := range n {
			if i > 0 {
				b.WriteString(", ")
			}
			b.WriteString(prefix + strconv.Itoa(i))
		}
	}
	b.WriteByte('(')
	list("d", dims)
	b.WriteByte(')')
	if symbols > 0 {
		b.WriteByte('[')
		list("s", symbols)
		b.WriteByte(']')
	}
}

func (m *AffineMap) String() string {
	var b strings.Builder
	affineNames(&b, m.Dims, m.Symbols)
	b.WriteString(" -> (")
	for i, r := range m.Results {
		if i > 0 {
			b.WriteString(", ")
		}
		r.write(&b, false)
	}
	b.WriteByte(')')
	return b.String()
}

func (s *IntegerSet) String() string {
	var b strings.Builder
	affineNames(&b, s.Dims, s.Symbols)
	b.WriteString(" : (")
	for i, r := range s.Constraints {
		if i > 0 {
			b.WriteString(", ")
		}
		r.write(&b, false)
		if s.Equality[i] {
			b.WriteString(" == 0")
		} else {
			b.WriteString(" >= 0")
		}
	}
	b.WriteByte(')')
	return b.String()
}

type (
	// AffineMapAttr is affine_map<..>.
	AffineMapAttr struct {
		AttrBase
		Map *AffineMap
	}
	// IntegerSetAttr is affine_set<..>.
	IntegerSetAttr struct {
		AttrBase
		Set *IntegerSet
	}
	// StridedAttr is strided<[strides], offset: offset>, the layout of a memref; Dynamic is "?".
	StridedAttr struct {
		AttrBase
		Offset  int64
		Strides []int64
	}
)

// AffineMapAttr returns affine_map<m>.
func (c *Context) AffineMapAttr(m *AffineMap) *AffineMapAttr {
	return Intern(c, "attr.map", m.String(), func() *AffineMapAttr { return &AffineMapAttr{Map: m} })
}

// IntegerSetAttr returns affine_set<s>.
func (c *Context) IntegerSetAttr(s *IntegerSet) *IntegerSetAttr {
	return Intern(c, "attr.set", s.String(), func() *IntegerSetAttr { return &IntegerSetAttr{Set: s} })
}

// StridedAttr returns strided<[strides], offset: offset>.
func (c *Context) StridedAttr(offset int64, strides ...int64) *StridedAttr {
	a := &StridedAttr{Offset: offset, Strides: append([]int64(nil), strides...)}
	return Intern(c, "attr.strided", a.String(), func() *StridedAttr { return a })
}

func (a *AffineMapAttr) String() string  { return "affine_map<" + a.Map.String() + ">" }
func (a *IntegerSetAttr) String() string { return "affine_set<" + a.Set.String() + ">" }

func dimText(n int64) string {
	if n == Dynamic {
		return "?"
	}
	return strconv.FormatInt(n, 10)
}

func (a *StridedAttr) String() string {
	parts := make([]string, len(a.Strides))
	for i, s := range a.Strides {
		parts[i] = dimText(s)
	}
	t := "strided<[" + strings.Join(parts, ", ") + "]"
	if a.Offset != 0 {
		t += ", offset: " + dimText(a.Offset)
	}
	return t + ">"
}
