package descend

import (
	"slices"
	"strings"

	"descend/dialects/nat"
	"descend/ir"
)

// Mem names an address space: one of the constants below or the name of a memory variable.
type Mem string

// The address spaces (paper section 4.3).
const (
	CPUMem    Mem = "cpu.mem"
	GPUGlobal Mem = "gpu.global"
	GPUShared Mem = "gpu.shared"
	GPULocal  Mem = "gpu.local"
)

// IsVar says whether m is a memory variable.
func (m Mem) IsVar() bool {
	return m != CPUMem && m != GPUGlobal && m != GPUShared && m != GPULocal
}

// The data types that builtin types do not cover. Scalars are builtin: bool is i1, signed integers iN,
// unsigned uiN, floats fN; () is tuple<>, tuples are tuple<..>.
type (
	// ArrayType is [elem; size] or, with View, the view [[elem; size]] that may have any layout.
	ArrayType struct {
		ir.TypeBase
		Elem ir.Type
		Size nat.Expr
		View bool
		text string // Format of it: types are compared and made by their texts all the time
	}
	// RefType is &'lifetime uniq mem elem, or the shared & mem elem. Lifetime is "" unless the source names it.
	RefType struct {
		ir.TypeBase
		Uniq     bool
		Mem      Mem
		Elem     ir.Type
		Lifetime string
		text     string
	}
	// BoxType is elem @ mem: an owning pointer.
	BoxType struct {
		ir.TypeBase
		Elem ir.Type
		Mem  Mem
		text string
	}
	// AtomicType is AtomicU32 and its like; Elem is the scalar inside.
	AtomicType struct {
		ir.TypeBase
		Elem ir.Type
	}
	// MaybeType is ?elem: an element that may not be there. It is the type of elements of views, never of values.
	MaybeType struct {
		ir.TypeBase
		Elem ir.Type
		text string
	}
	// StructType is a struct with the types of its fields, fully instantiated.
	StructType struct {
		ir.TypeBase
		Name   string
		Fields []Field
		text   string
	}
	// EnumType is an enum: a value is one of the variants, and lies in memory as the number of it, a u32, from 0 on.
	EnumType struct {
		ir.TypeBase
		Name     string
		Variants []string // at least one
		number   *ir.IntegerType
		text     string
	}
	// VarType is a data type variable.
	VarType struct {
		ir.TypeBase
		Name string
	}
	// ScalarVarType is a data type variable that stands for a scalar: one of those that its bounds admit (bounds.go).
	ScalarVarType struct {
		ir.TypeBase
		Name    string
		Bounds  Bounds
		scalars []ir.Type // that it may be
	}
	// FnType is the type of a function that is given as an argument, and computes a value from values.
	FnType struct {
		ir.TypeBase
		In  []ir.Type
		Out ir.Type
	}
	// DeviceType is Gpu, a device handle.
	DeviceType struct{ ir.TypeBase }
	// TokenType is the type of what an asynchronous copy is finished by. It has no name in programs: a token is in variables of a thread alone.
	TokenType struct{ ir.TypeBase }
	// PlaceType is the type of a place: memory that holds an Elem.
	PlaceType struct {
		ir.TypeBase
		Elem ir.Type
	}
)

// Field is a field of a struct type.
type Field struct {
	Name string
	Type ir.Type
}

// Array returns [elem; size].
func Array(c *ir.Context, elem ir.Type, size nat.Expr) *ArrayType {
	return arrayType(c, elem, size, false)
}

// View returns [[elem; size]].
func View(c *ir.Context, elem ir.Type, size nat.Expr) *ArrayType {
	return arrayType(c, elem, size, true)
}

func arrayType(c *ir.Context, elem ir.Type, size nat.Expr, view bool) *ArrayType {
	return ir.InternParts(c, arrayKey{elem, size.Key(), view}, func() *ArrayType {
		t := &ArrayType{Elem: elem, Size: size, View: view}
		t.text = format(t, Format)
		return t
	})
}

type arrayKey struct {
	elem ir.Type
	size string
	view bool
}

// Ref returns a reference type.
func Ref(c *ir.Context, uniq bool, mem Mem, elem ir.Type, lifetime string) *RefType {
	return ir.InternParts(c, refKey{uniq, mem, elem, lifetime}, func() *RefType {
		t := &RefType{Uniq: uniq, Mem: mem, Elem: elem, Lifetime: lifetime}
		t.text = format(t, Format)
		return t
	})
}

type refKey struct {
	uniq     bool
	mem      Mem
	elem     ir.Type
	lifetime string
}

// Box returns elem @ mem.
func Box(c *ir.Context, elem ir.Type, mem Mem) *BoxType {
	t := &BoxType{Elem: elem, Mem: mem}
	t.text = format(t, Format)
	return ir.Intern(c, "descend.box", t.String(), func() *BoxType { return t })
}

// Maybe returns ?elem; of what may not be there already, that itself.
func Maybe(c *ir.Context, elem ir.Type) *MaybeType {
	if m, ok := elem.(*MaybeType); ok {
		return m
	}
	return ir.InternParts(c, maybeKey{elem}, func() *MaybeType {
		t := &MaybeType{Elem: elem}
		t.text = format(t, Format)
		return t
	})
}

type maybeKey struct{ elem ir.Type }

// Padded is t with elements that may not be there: `?` stands at the leaves of arrays, which become views.
func Padded(c *ir.Context, t ir.Type) ir.Type {
	if a, ok := t.(*ArrayType); ok {
		return View(c, Padded(c, a.Elem), a.Size)
	}
	if IsSplit(t) {
		ps, _ := Parts(t)
		out := make([]ir.Type, len(ps))
		for i, p := range ps {
			out[i] = Padded(c, p)
		}
		return c.TupleType(out...)
	}
	return Maybe(c, t)
}

// Innermost is the type of the elements of arrays in arrays.
func Innermost(t ir.Type) ir.Type {
	for {
		a, ok := t.(*ArrayType)
		if !ok {
			return t
		}
		t = a.Elem
	}
}

// Existing is t where all elements are there: without `?`.
func Existing(c *ir.Context, t ir.Type) ir.Type {
	switch t := t.(type) {
	case *ArrayType:
		return arrayType(c, Existing(c, t.Elem), t.Size, t.View)
	case *MaybeType:
		return t.Elem
	}
	return t
}

// HoldsMaybe says whether parts of t may not be there.
func HoldsMaybe(t ir.Type) bool {
	return Holds(t, func(t ir.Type) bool {
		switch t := t.(type) {
		case *MaybeType:
			return true
		case *RefType:
			return HoldsMaybe(t.Elem)
		case *BoxType:
			return HoldsMaybe(t.Elem)
		}
		return false
	})
}

// Atomic returns the atomic type of a scalar.
func Atomic(c *ir.Context, elem ir.Type) *AtomicType {
	t := &AtomicType{Elem: elem}
	return ir.Intern(c, "descend.atomic", t.String(), func() *AtomicType { return t })
}

// Struct returns a struct type.
func Struct(c *ir.Context, name string, fields []Field) *StructType {
	t := &StructType{Name: name, Fields: append([]Field(nil), fields...)}
	t.text = format(t, Format)
	return ir.Intern(c, "descend.struct", t.String(), func() *StructType { return t })
}

// Enum returns an enum type.
func Enum(c *ir.Context, name string, variants []string) *EnumType {
	t := &EnumType{Name: name, Variants: append([]string(nil), variants...), number: c.IntegerType(32, ir.Unsigned)}
	t.text = format(t, Format)
	return ir.Intern(c, "descend.enum", t.String(), func() *EnumType { return t })
}

// Number is the type of the numbers of the variants.
func (t *EnumType) Number() *ir.IntegerType { return t.number }

// Var returns a data type variable.
func Var(c *ir.Context, name string) *VarType {
	return ir.Intern(c, "descend.var", name, func() *VarType { return &VarType{Name: name} })
}

// ScalarVar returns a data type variable that stands for one of the scalars that the bounds admit.
func ScalarVar(c *ir.Context, name string, b Bounds) *ScalarVarType {
	return ir.Intern(c, "descend.scalar_var", name+":"+string(b), func() *ScalarVarType {
		return &ScalarVarType{Name: name, Bounds: b, scalars: b.scalars(c)}
	})
}

// Fn returns fn(in) -> out.
func Fn(c *ir.Context, in []ir.Type, out ir.Type) *FnType {
	t := &FnType{In: append([]ir.Type(nil), in...), Out: out}
	return ir.Intern(c, "descend.fn", t.String(), func() *FnType { return t })
}

// Device returns Gpu.
func Device(c *ir.Context) *DeviceType {
	return ir.Intern(c, "descend.device", "", func() *DeviceType { return &DeviceType{} })
}

// Token returns the type of the tokens of copies.
func Token(c *ir.Context) *TokenType {
	return ir.Intern(c, "descend.token", "", func() *TokenType { return &TokenType{} })
}

// IsToken says whether t is the type of tokens.
func IsToken(t ir.Type) bool { _, ok := t.(*TokenType); return ok }

// Place returns the type of places that hold elem.
func Place(c *ir.Context, elem ir.Type) *PlaceType {
	return ir.InternParts(c, placeKey{elem}, func() *PlaceType { return &PlaceType{Elem: elem} })
}

type placeKey struct {
	elem ir.Type
}

// Unit returns ().
func Unit(c *ir.Context) ir.Type { return c.TupleType() }

func (t *ArrayType) String() string {
	if t.View {
		return "!descend.view<" + Format(t) + ">"
	}
	return "!descend.array<" + Format(t) + ">"
}
func (t *RefType) String() string {
	kind := "shrd"
	if t.Uniq {
		kind = "uniq"
	}
	if t.Lifetime != "" {
		kind = t.Lifetime + ", " + kind
	}
	return "!descend.ref<" + kind + ", " + string(t.Mem) + ", " + Format(t.Elem) + ">"
}
func (t *BoxType) String() string    { return "!descend.box<" + Format(t) + ">" }
func (t *MaybeType) String() string  { return "!descend.maybe<" + Format(t) + ">" }
func (t *AtomicType) String() string { return "!descend.atomic<" + Format(t.Elem) + ">" }
func (t *StructType) String() string { return "!descend.struct<" + structBody(t) + ">" }
func (t *EnumType) String() string   { return "!descend.enum<" + Format(t) + ">" }
func (t *VarType) String() string    { return "!descend.var<" + t.Name + ">" }
func (t *ScalarVarType) String() string {
	return "!descend.var<" + Format(t) + ">"
}
func (t *FnType) String() string    { return "!descend.fn<" + Format(t) + ">" }
func (*DeviceType) String() string  { return "!descend.device" }
func (*TokenType) String() string   { return "!descend.token" }
func (t *PlaceType) String() string { return "!descend.place<" + Format(t.Elem) + ">" }

func structBody(t *StructType) string {
	parts := make([]string, len(t.Fields))
	for i, f := range t.Fields {
		parts[i] = f.Name + ": " + Format(f.Type)
	}
	return t.Name + " {" + strings.Join(parts, ", ") + "}"
}

// Format prints a data type as in the language: "[[f64; 2048]; 2048]", "&uniq gpu.global [i32; n]",
// "(i32, f32)". Bodies of the dialect's types are written so; structs carry their fields there. It has
// one spelling per type, so that texts compare as types do.
func Format(t ir.Type) string {
	text := ""
	switch t := t.(type) {
	case *ArrayType:
		text = t.text
	case *RefType:
		text = t.text
	case *BoxType:
		text = t.text
	case *StructType:
		text = t.text
	case *EnumType:
		text = t.text
	case *MaybeType:
		text = t.text
	}
	if text != "" {
		return text
	}
	return format(t, Format)
}

// format prints t, and what it is made of by part.
func format(t ir.Type, part func(ir.Type) string) string {
	switch t := t.(type) {
	case *ir.IntegerType:
		switch {
		case t.Width == 1:
			return "bool"
		case t.Sign == ir.Unsigned:
			return "u" + t.String()[2:] // uiN in MLIR
		}
		return t.String()
	case *ir.TupleType:
		parts := make([]string, len(t.Types))
		for i, x := range t.Types {
			parts[i] = part(x)
		}
		if len(parts) == 1 {
			return "(" + parts[0] + ",)"
		}
		return "(" + strings.Join(parts, ", ") + ")"
	case *ArrayType:
		// A space keeps "[ [d; n]; m]" of arrays apart from the view "[[d; n]]" for readers; the parser decides
		// after the inner bracket.
		if t.View {
			return "[[" + part(t.Elem) + "; " + t.Size.String() + "]]"
		}
		return "[" + part(t.Elem) + "; " + t.Size.String() + "]"
	case *RefType:
		s := "&"
		if t.Lifetime != "" {
			s += t.Lifetime + " "
		}
		if t.Uniq {
			s += "uniq "
		} else if t.Lifetime != "" || t.Mem.IsVar() {
			s += "shrd "
		}
		return s + string(t.Mem) + " " + part(t.Elem)
	case *BoxType:
		return part(t.Elem) + " @ " + string(t.Mem)
	case *MaybeType:
		return "?" + part(t.Elem)
	case *AtomicType:
		if v, ok := t.Elem.(*ScalarVarType); ok {
			return "Atomic<" + part(v) + ">"
		}
		return "Atomic" + strings.ToUpper(part(t.Elem))
	case *StructType:
		return structBody(t)
	case *EnumType:
		return "enum " + t.Name + " {" + strings.Join(t.Variants, ", ") + "}"
	case *VarType:
		return t.Name
	case *ScalarVarType:
		return t.Name + ":" + string(t.Bounds)
	case *FnType:
		parts := make([]string, len(t.In))
		for i, x := range t.In {
			parts[i] = part(x)
		}
		return "fn(" + strings.Join(parts, ", ") + ") -> " + part(t.Out)
	case *DeviceType:
		return "Gpu"
	case *TokenType:
		return "*token"
	case *PlaceType:
		return "place " + part(t.Elem)
	}
	return t.String()
}

// UserFormat prints a type for messages: as Format, but structs and enums by name alone.
func UserFormat(t ir.Type) string {
	switch t := t.(type) {
	case *StructType:
		if n, ok := PermutationSize(t); ok {
			return "Permutation<" + n.String() + ">"
		}
		if s := matrixText(t); s != "" {
			return s
		}
		return strings.ReplaceAll(t.Name, ".", "::") // of a module
	case *EnumType:
		return strings.ReplaceAll(t.Name, ".", "::")
	case *ScalarVarType:
		return t.Name
	case *TokenType:
		return "token of a copy"
	}
	return format(t, UserFormat)
}

// ElemOf is the element type of a place; nil if v is not a place.
func ElemOf(v *ir.Value) ir.Type {
	if p, ok := v.Type().(*PlaceType); ok {
		return p.Elem
	}
	return nil
}

// ArraySize is the number of elements of an array place.
func ArraySize(v *ir.Value) (nat.Expr, bool) {
	a, ok := ElemOf(v).(*ArrayType)
	if !ok {
		return nat.Expr{}, false
	}
	return a.Size, true
}

// IsSplit says whether a type is that of the two halves of a split view.
func IsSplit(t ir.Type) bool {
	tt, ok := t.(*ir.TupleType)
	return ok && len(tt.Types) > 0 && !slices.ContainsFunc(tt.Types, func(t ir.Type) bool {
		a, ok := t.(*ArrayType)
		return !ok || !a.View
	})
}

// IsScalar says whether t is a number or bool (not an enum, unit or atomic), or a variable that stands for one.
func IsScalar(t ir.Type) bool {
	switch t.(type) {
	case *ir.IntegerType, *ir.FloatType, *ScalarVarType:
		return true
	}
	return false
}

// IsEnum says whether t is an enum.
func IsEnum(t ir.Type) bool {
	_, ok := t.(*EnumType)
	return ok
}

// IsCopy says whether values of t are copied rather than moved; copyVars are the type variables that a
// where clause declares to be copyable.
func IsCopy(t ir.Type, copyVars map[string]bool) bool {
	switch t := t.(type) {
	case *ir.IntegerType, *ir.FloatType, *ScalarVarType, *EnumType, *ir.IndexType, *DeviceType, *FnType:
		return true
	case *ir.TupleType:
		for _, x := range t.Types {
			if !IsCopy(x, copyVars) {
				return false
			}
		}
		return true
	case *ArrayType:
		return IsCopy(t.Elem, copyVars)
	case *RefType:
		return !t.Uniq
	case *StructType:
		for _, f := range t.Fields {
			if !IsCopy(f.Type, copyVars) {
				return false
			}
		}
		return true
	case *VarType:
		return copyVars[t.Name]
	}
	return false
}

// maxParts bounds the types of values.
const maxParts = 4096

// TooLarge says whether a type has more than 4096 parts: types can double with every line of a program.
func TooLarge(t ir.Type) bool {
	left := maxParts
	var walk func(t ir.Type)
	walk = func(t ir.Type) {
		if left--; left < 0 {
			return
		}
		switch t := t.(type) {
		case *ir.TupleType:
			for _, x := range t.Types {
				walk(x)
			}
		case *StructType:
			for _, f := range t.Fields {
				walk(f.Type)
			}
		case *ArrayType:
			walk(t.Elem)
		case *RefType:
			walk(t.Elem)
		case *BoxType:
			walk(t.Elem)
		case *MaybeType:
			walk(t.Elem)
		}
	}
	walk(t)
	return left < 0
}

// SubstType replaces nat, memory and type variables in t. Missing entries stay.
func SubstType(c *ir.Context, t ir.Type, s *Subst) ir.Type {
	switch t := t.(type) {
	case *ir.TupleType:
		ts := make([]ir.Type, len(t.Types))
		for i, x := range t.Types {
			ts[i] = SubstType(c, x, s)
		}
		return c.TupleType(ts...)
	case *ir.FunctionType:
		in := make([]ir.Type, len(t.Inputs))
		for i, x := range t.Inputs {
			in[i] = SubstType(c, x, s)
		}
		out := make([]ir.Type, len(t.Results))
		for i, x := range t.Results {
			out[i] = SubstType(c, x, s)
		}
		return c.FunctionType(in, out)
	case *ArrayType:
		return arrayType(c, SubstType(c, t.Elem, s), t.Size.Subst(s.Nats), t.View)
	case *RefType:
		return Ref(c, t.Uniq, s.Mem(t.Mem), SubstType(c, t.Elem, s), s.Lifetime(t.Lifetime))
	case *BoxType:
		return Box(c, SubstType(c, t.Elem, s), s.Mem(t.Mem))
	case *MaybeType:
		return Maybe(c, SubstType(c, t.Elem, s))
	case *AtomicType:
		return Atomic(c, SubstType(c, t.Elem, s))
	case *StructType:
		fs := make([]Field, len(t.Fields))
		for i, f := range t.Fields {
			fs[i] = Field{f.Name, SubstType(c, f.Type, s)}
		}
		return Struct(c, t.Name, fs)
	case *VarType:
		if x, ok := s.Types[t.Name]; ok {
			return x
		}
	case *ScalarVarType:
		if x, ok := s.Types[t.Name]; ok {
			return x
		}
	case *FnType:
		in := make([]ir.Type, len(t.In))
		for i, x := range t.In {
			in[i] = SubstType(c, x, s)
		}
		return Fn(c, in, SubstType(c, t.Out, s))
	case *PlaceType:
		return Place(c, SubstType(c, t.Elem, s))
	}
	return t
}

// Subst maps generics to what they stand for.
type Subst struct {
	Nats      map[string]nat.Expr
	Mems      map[string]Mem
	Types     map[string]ir.Type
	Lifetimes map[string]string
}

// NewSubst is a substitution of nothing, to be filled.
func NewSubst() *Subst {
	return &Subst{Nats: map[string]nat.Expr{}, Mems: map[string]Mem{}, Types: map[string]ir.Type{}, Lifetimes: map[string]string{}}
}

// Mem substitutes in a memory.
func (s *Subst) Mem(m Mem) Mem {
	if x, ok := s.Mems[string(m)]; ok {
		return x
	}
	return m
}

// Lifetime substitutes in a lifetime.
func (s *Subst) Lifetime(l string) string {
	if x, ok := s.Lifetimes[l]; ok {
		return x
	}
	return l
}

// Parts are the types of the parts of a tuple or the fields of a struct; false for other types.
func Parts(t ir.Type) ([]ir.Type, bool) {
	switch t := t.(type) {
	case *ir.TupleType:
		return t.Types, true
	case *StructType:
		ts := make([]ir.Type, len(t.Fields))
		for i, f := range t.Fields {
			ts[i] = f.Type
		}
		return ts, true
	}
	return nil, false
}

// Holds says whether is holds for t or for a type that values of t consist of: that of the elements of an array, of the
// parts of a tuple, of the fields of a struct, to any depth. What lies behind references and in boxes does not count.
func Holds(t ir.Type, is func(ir.Type) bool) bool {
	if is(t) {
		return true
	}
	switch t := t.(type) {
	case *ArrayType:
		return Holds(t.Elem, is)
	case *MaybeType:
		return Holds(t.Elem, is)
	}
	ps, _ := Parts(t)
	return slices.ContainsFunc(ps, func(p ir.Type) bool { return Holds(p, is) })
}

// HoldsView says whether values of t would contain a view: not storable.
func HoldsView(t ir.Type) bool {
	return Holds(t, func(t ir.Type) bool {
		switch t := t.(type) {
		case *ArrayType:
			return t.View
		case *MaybeType:
			return true
		case *RefType:
			return HoldsView(t.Elem)
		case *BoxType:
			return HoldsView(t.Elem)
		}
		return false
	})
}
