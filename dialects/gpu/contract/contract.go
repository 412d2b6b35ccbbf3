// Package contract is what lowering and those that compile or run its modules agree on beside MLIR's dialects: what the
// parameters of a function mean, which launches a kernel is for, where run-time checks stand, and what may be done to
// loops. It is written as attributes, which this package alone reads and writes. It must not know the dialects of the
// language, nor how anything is compiled.
// The attributes are those of docs/gpu-level.md, "The gpu level, exactly".
package contract

import (
	"fmt"
	"strconv"
	"strings"

	"descend/dialects/nat"
	"descend/dialects/num"
	"descend/ir"
)

// Function is what callers of a lowered function have to know.
type Function struct {
	Params, Results []Param
	// Requires are the conditions on the nats, declared and inferred.
	Requires []Clause
	// Launch is nil but for kernels.
	Launch *Launch
}

// Kind says what is handed over for a parameter.
type Kind string

// The kinds: memory that is lent, memory that the callee owns or gives away, a value, and a size, as an index.
const (
	Ref    Kind = "ref"
	Box    Kind = "box"
	Scalar Kind = "scalar"
	Nat    Kind = "nat"
)

// IsBuffer says whether it is an address.
func (k Kind) IsBuffer() bool { return k == Ref || k == Box }

// Param is a parameter or result.
type Param struct {
	Name string
	// Path names the part of a struct or tuple that this is, "1.0"; "" for the whole.
	Path string
	Kind Kind
	// Elem is the type of the value or of the elements of a buffer; integers have their signs.
	Elem ir.Type
	// Enums are the enums in the value, or in each element of a buffer: whoever calls from outside gives numbers of their variants.
	Enums []Enum

	// What follows is of buffers.

	// Mem is the memory, and Type the type in the language, as text.
	Mem, Type string
	// Shape are the extents of arrays, outermost first.
	Shape []Size
	// Complex is NumPy's name for elements of two f32 or two f64: complex64 or complex128.
	Complex string
	// Uniq says that nobody else refers to the memory; Exclusive that besides no thread touches through it what another one does.
	Uniq, Exclusive bool
	// Permutation says that each number below the extent is there once, and that nobody changes them: accesses are by these indices, unchecked.
	Permutation bool
}

// ElemText is the type of the value, or of an element, as programs write it.
func (p Param) ElemText() string {
	if name, _, _ := strings.Cut(strings.TrimLeft(p.Type, "["), ";"); name != "" && p.Path == "" { // bf16, which Elem has as bits
		return name
	}
	switch t := p.Elem.(type) {
	case *ir.IntegerType:
		switch {
		case t.Width == 1:
			return "bool"
		case t.Sign == ir.Unsigned:
			return "u" + strconv.Itoa(t.Width)
		}
		return "i" + strconv.Itoa(t.Width)
	case nil:
		return "index"
	}
	return p.Elem.String()
}

// Enum is an enum that lies in a value, as the number of its variant, a u32.
type Enum struct {
	At       int64 // bytes from the start of the value
	Variants []string
}

// String is its text: "4 Add Max".
func (e Enum) String() string { return fmt.Sprintf("%d %s", e.At, strings.Join(e.Variants, " ")) }

func readEnums(list []string) (out []Enum) {
	for _, s := range list {
		if f := strings.Fields(s); len(f) > 1 {
			at, _ := strconv.ParseInt(f[0], 10, 64)
			out = append(out, Enum{at, f[1:]})
		}
	}
	return out
}

// Launch is what a kernel needs from its launch.
type Launch struct {
	// Grid and Block are the extents in blocks, and in threads of a block.
	Grid, Block [3]Size
	// Static is the shared memory of its attributions in bytes; Dynamic what the launch gives, "" if nothing.
	Static  int64
	Dynamic Size
}

// Size is a number over the nats of the function, as text.
type Size string

// SizeOf is the text of a number.
func SizeOf(e nat.Expr) Size { return Size(e.String()) }

// Expr is the number.
func (s Size) Expr() (nat.Expr, error) { return nat.Parse(string(s)) }

// Const is the number if it is a constant.
func (s Size) Const() (int64, bool) {
	e, err := s.Expr()
	if err != nil {
		return 0, false
	}
	return e.Int64()
}

// Clause is a condition on the nats of a function, as it is shown.
type Clause string

// ClauseOf is the text of a condition.
func ClauseOf(c nat.Constraint) Clause { return Clause(c.Pretty()) }

// Constraint is the condition.
func (c Clause) Constraint() (nat.Constraint, error) {
	return nat.ParseConstraint(strings.Replace(string(c), " does not divide ", " ndivides ", 1))
}

// Bounds are the largest values of the parameters that are nats, by their numbers, as far as a clause of its own bounds one.
func (f Function) Bounds() map[int]int64 {
	most := map[string]int64{}
	for _, r := range f.Requires {
		c, err := r.Constraint()
		if err != nil || c.Rel != nat.LE {
			continue
		}
		if n, ok := c.R.Int64(); ok && n >= 0 {
			name := c.L.String()
			if old, ok := most[name]; !ok || n < old {
				most[name] = n
			}
		}
	}
	return f.nats(most)
}

// Multiples are what divides the parameters that are nats, by their numbers, as far as a clause of its own says so.
func (f Function) Multiples() map[int]int64 {
	of := map[string]int64{}
	for _, r := range f.Requires {
		c, err := r.Constraint()
		if err != nil || c.Rel != nat.Divides {
			continue
		}
		if n, ok := c.L.Int64(); ok && n > 0 {
			name := c.R.String()
			if both, ok := num.Of(n).LCM(num.Of(max(of[name], 1))).Int64(); ok {
				of[name] = both
			}
		}
	}
	return f.nats(of)
}

// nats gives numbers of names to the parameters that are nats of these names.
func (f Function) nats(of map[string]int64) map[int]int64 {
	out := map[int]int64{}
	for i, p := range f.Params {
		if n, ok := of[p.Name]; ok && p.Kind == Nat {
			out[i] = n
		}
	}
	return out
}

// Attributes of functions.
const (
	paramsAttr   = "descend.params"
	resultsAttr  = "descend.results"
	requiresAttr = "descend.requires"
	gridAttr     = "descend.grid"
	blockAttr    = "descend.block"
	staticAttr   = "descend.shared_static"
	dynamicAttr  = "descend.shared_dynamic"
)

// Of reads the contract of a function; false if its parameters are not described. What is missing or of another kind is as
// if it were empty.
func Of(op *ir.Operation) (Function, bool) {
	f := Function{Params: readParams(op.Attr(paramsAttr)), Results: readParams(op.Attr(resultsAttr)), Requires: texts[Clause](op.Attr(requiresAttr))}
	if op.HasAttr(gridAttr) || op.HasAttr(blockAttr) || op.HasAttr(staticAttr) {
		l := &Launch{Dynamic: Size(op.StringAttr(dynamicAttr))}
		copy(l.Grid[:], texts[Size](op.Attr(gridAttr)))
		copy(l.Block[:], texts[Size](op.Attr(blockAttr)))
		l.Static, _ = op.IntAttr(staticAttr)
		f.Launch = l
	}
	return f, op.HasAttr(paramsAttr)
}

// Set writes the contract of a function.
func (f Function) Set(op *ir.Operation) {
	c := op.Context()
	op.SetAttr(paramsAttr, writeParams(c, f.Params))
	if len(f.Results) > 0 {
		op.SetAttr(resultsAttr, writeParams(c, f.Results))
	}
	if len(f.Requires) > 0 {
		op.SetAttr(requiresAttr, textsAttr(c, f.Requires))
	}
	if l := f.Launch; l != nil {
		op.SetAttr(gridAttr, textsAttr(c, l.Grid[:]))
		op.SetAttr(blockAttr, textsAttr(c, l.Block[:]))
		op.SetAttr(staticAttr, c.I64Attr(l.Static))
		if l.Dynamic != "" {
			op.SetAttr(dynamicAttr, c.StringAttr(string(l.Dynamic)))
		}
	}
}

func readParams(a ir.Attribute) []Param {
	list, _ := a.(*ir.ArrayAttr)
	if list == nil {
		return nil
	}
	out := make([]Param, len(list.Elems))
	for i, e := range list.Elems {
		d, _ := e.(*ir.DictAttr)
		if d == nil {
			continue
		}
		text := func(name string) string {
			s, _ := d.Get(name).(*ir.StringAttr)
			if s == nil {
				return ""
			}
			return s.Value
		}
		p := Param{Name: text("name"), Path: text("path"), Kind: Kind(text("kind")), Mem: text("mem"), Type: text("type"),
			Shape: texts[Size](d.Get("shape")), Complex: text("complex"), Enums: readEnums(texts[string](d.Get("enums"))), Uniq: d.Get("uniq") != nil, Exclusive: d.Get("exclusive") != nil, Permutation: d.Get("permutation") != nil}
		if t, ok := d.Get("elem").(*ir.TypeAttr); ok {
			p.Elem = t.Type
		}
		out[i] = p
	}
	return out
}

func writeParams(c *ir.Context, ps []Param) ir.Attribute {
	var out []ir.Attribute
	for _, p := range ps {
		entries := []ir.NamedAttr{ir.Attr("name", c.StringAttr(p.Name)), ir.Attr("kind", c.StringAttr(string(p.Kind))),
			ir.Attr("elem", c.TypeAttr(p.Elem))}
		text := func(name, s string) {
			if s != "" {
				entries = append(entries, ir.Attr(name, c.StringAttr(s)))
			}
		}
		text("path", p.Path)
		text("mem", p.Mem)
		text("type", p.Type)
		text("complex", p.Complex)
		if len(p.Enums) > 0 {
			var list []string
			for _, e := range p.Enums {
				list = append(list, e.String())
			}
			entries = append(entries, ir.Attr("enums", textsAttr(c, list)))
		}
		if p.Kind.IsBuffer() {
			entries = append(entries, ir.Attr("shape", textsAttr(c, p.Shape)))
		}
		if p.Uniq {
			entries = append(entries, ir.Attr("uniq", c.UnitAttr()))
		}
		if p.Exclusive {
			entries = append(entries, ir.Attr("exclusive", c.UnitAttr()))
		}
		if p.Permutation {
			entries = append(entries, ir.Attr("permutation", c.UnitAttr()))
		}
		out = append(out, c.DictAttr(entries...))
	}
	return c.ArrayAttr(out...)
}

func texts[T ~string](a ir.Attribute) []T {
	l, _ := a.(*ir.ArrayAttr)
	if l == nil {
		return nil
	}
	var out []T
	for _, e := range l.Elems {
		if s, ok := e.(*ir.StringAttr); ok {
			out = append(out, T(s.Value))
		}
	}
	return out
}

func textsAttr[T ~string](c *ir.Context, ts []T) ir.Attribute {
	var out []ir.Attribute
	for _, t := range ts {
		out = append(out, c.StringAttr(string(t)))
	}
	return c.ArrayAttr(out...)
}
