package ast

import "math/big"

// Type is a data type: *NamedType, *TupleType, *ArrayType, *ViewType, *MaybeType, *RefType, *BoxType, *InferType,
// *ViewParamType, *FnType or *BadType.
type Type interface {
	Node
	isType()
}

// NamedType is a scalar, an atomic, `Gpu`, a struct with its arguments, or a type variable.
type NamedType struct {
	Base
	Name *Ident
	Args []*GenericArg
}

// TupleType is `(a, b)`; without elements it is the unit type `()`.
type TupleType struct {
	Base
	Elems []Type
}

// ArrayType is `[d; n]`: n consecutive elements.
type ArrayType struct {
	Base
	Elem Type
	Len  Nat
}

// ViewType is `[[d; n]]`: n elements in any layout.
type ViewType struct {
	Base
	Elem Type
	Len  Nat
}

// MaybeType is `?d`: an element of a view that may not be there.
type MaybeType struct {
	Base
	Elem Type
}

// RefType is `&'a uniq mem d`.
type RefType struct {
	Base
	Lifetime *Lifetime // nil when left out
	Uniq     bool
	Mem      *Mem
	Elem     Type
}

// BoxType is `d @ mem`, an owning pointer.
type BoxType struct {
	Base
	Elem Type
	Mem  *Mem
}

// InferType is `_`.
type InferType struct{ Base }

// ViewParamType is `view`, the type of a view parameter.
type ViewParamType struct{ Base }

// FnType is `fn(a, b) -> c`, the type of a parameter that is a function.
type FnType struct {
	Base
	Params []Type
	Ret    Type
}

// BadType stands where a type could not be read.
type BadType struct{ Base }

func (*NamedType) isType()     {}
func (*TupleType) isType()     {}
func (*ArrayType) isType()     {}
func (*ViewType) isType()      {}
func (*MaybeType) isType()     {}
func (*RefType) isType()       {}
func (*BoxType) isType()       {}
func (*InferType) isType()     {}
func (*ViewParamType) isType() {}
func (*FnType) isType()        {}
func (*BadType) isType()       {}

// MemKind says which memory a [Mem] is.
type MemKind int

// The memories.
const (
	MemCPU    MemKind = iota // cpu.mem
	MemGlobal                // gpu.global
	MemShared                // gpu.shared
	MemLocal                 // gpu.local
	MemVar                   // a generic m: mem
	MemInfer                 // _ (or left out after an error)
)

// Mem is a memory.
type Mem struct {
	Base
	Kind MemKind
	Name *Ident // for MemVar, else nil
}

// String is the memory's spelling.
func (m *Mem) String() string {
	if m.Kind == MemVar {
		return m.Name.Name
	}
	return [...]string{"cpu.mem", "gpu.global", "gpu.shared", "gpu.local", "", "_"}[m.Kind]
}

// Nat is a natural number: *NatLit, *NatName, *NatBinary, *NatMinMax, *NatInfer or *BadNat; a bound of a loop may be a *NatTerm.
type Nat interface {
	Node
	isNat()
}

// NatLit is a literal of any size.
type NatLit struct {
	Base
	Value *big.Int
}

// NatName is a nat generic or the variable of a nat loop.
type NatName struct {
	Base
	Name *Ident
}

// NatBinary is X Op Y with Op one of Add Sub Mul Div Rem.
type NatBinary struct {
	Base
	Op   BinaryOp
	X, Y Nat
}

// NatMinMax is `min(x, y)` or `max(x, y)`.
type NatMinMax struct {
	Base
	Max  bool
	X, Y Nat
}

// NatInfer is `_`.
type NatInfer struct{ Base }

// NatTerm is a bound of a loop that can only be a run-time value, such as `b[3]`.
type NatTerm struct {
	Base
	X Expr
}

// BadNat stands where a nat could not be read.
type BadNat struct{ Base }

func (*NatLit) isNat()    {}
func (*NatName) isNat()   {}
func (*NatBinary) isNat() {}
func (*NatMinMax) isNat() {}
func (*NatInfer) isNat()  {}
func (*NatTerm) isNat()   {}
func (*BadNat) isNat()    {}
