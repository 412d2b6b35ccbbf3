// Package ast is the syntax tree of Descend programs.
//
// The tree says what was written, not what it means: names are not resolved, and where the
// syntax alone cannot tell what a thing is, the node keeps every reading that is possible:
//
//   - a generic argument `a` may be a nat, a type, a memory or a lifetime: [GenericArg];
//   - `p.name` may be a struct field, `.fst`/`.snd` or a view: [Member];
//   - an expression in a place where a nat or a view is wanted is turned into one by
//     [NatOf] and [ViewChainOf].
//
// Parentheses, comments, blank lines and the spelling of literals are in the text only: the range of a node leads to the tokens
// that it is written in (syntax.Layout), which print it as it was. [Format] prints the tree alone, with parentheses where precedence
// needs them, so that what it prints parses to the same tree. Upstream's alias spellings are kept as names (`rev`) but not
// as separate nodes (`for_nat` is a [ForNat]).
//
// A file with syntax errors has a partial tree with [BadExpr], [BadType] and [BadNat] nodes at the
// places that could not be read; a pointer field that the grammar requires is never nil, except where
// the field's comment says so.
//
// The package knows nothing of scopes, types or the IR.
package ast

import (
	"strings"

	"descend/frontend/source"
)

// Node is a part of the tree with its place in the source.
type Node interface {
	Span() source.Span
}

// Base is embedded in every node.
type Base struct{ Range source.Span }

// Span is the node's place in the source.
func (b *Base) Span() source.Span { return b.Range }

// SetSpan sets the node's place.
func (b *Base) SetSpan(s source.Span) { b.Range = s }

// At returns a Base for a span.
func At(s source.Span) Base { return Base{Range: s} }

// Ident is a name as written. The name "_" stands for nothing: an argument to be inferred, a variable
// that is not used. A name that could not be read is "".
type Ident struct {
	Base
	Name string
}

// Path is the name of something, perhaps with that of its module or type before it (`f`, `CpuHeap::new`, `m::f`).
type Path struct {
	Base
	Parts []*Ident // at least one
}

// String is the path with "::" between its parts.
func (p *Path) String() string {
	s := ""
	for i, id := range p.Parts {
		if i > 0 {
			s += "::"
		}
		s += id.Name
	}
	return s
}

// Whole is the path as one name.
func (p *Path) Whole() *Ident {
	if len(p.Parts) == 1 {
		return p.Parts[0]
	}
	return &Ident{Base: p.Base, Name: p.String()}
}

// PathOf is a name as a path.
func PathOf(id *Ident) *Path {
	p := &Path{Base: id.Base}
	for part := range strings.SplitSeq(id.Name, "::") {
		p.Parts = append(p.Parts, &Ident{Base: id.Base, Name: part})
	}
	if len(p.Parts) == 1 {
		p.Parts[0] = id
	}
	return p
}

// Lifetime is a lifetime (provenance): `'a`, or `a` where only a lifetime can stand. The name is without
// the quote.
type Lifetime struct {
	Base
	Name string
}

// File is one source file.
type File struct {
	Base
	Source *source.File
	Items  []Item
	// Public are the items that other files may use.
	Public map[Item]bool
	// Lost are the parts with syntax errors: statements, heads of items and whole items, and what stands between items. What the
	// tree has of them need not be what was meant.
	Lost []Lost
	// Cut says that the end of the text was not read.
	Cut bool
}

// Lost is a part of a file that could not be read as it stands. Names are the identifiers in it, which it may declare.
type Lost struct {
	Range source.Span
	Names []string
}

// Item is a top-level declaration: *FnDecl, *ViewDecl, *StructDecl, *EnumDecl, *ConstDecl or *TypeDecl; a *UseDecl declares no name.
type Item interface {
	Node
	ItemName() *Ident
	isItem()
}

// FnDecl is a function: `fn name<generics>(params) -[e: exec]-> [owner] ret where .. { body }`, perhaps with a mark before it.
type FnDecl struct {
	Base
	Mark     *Mark // nil: the program has it for itself
	Name     *Ident
	Generics []*Generic
	Params   []*Param
	Exec     *ExecParam
	RetOwner *ExecExpr // who has a result of its own; nil: there is one
	Ret      Type
	Where    []Constraint
	Body     *Block // nil: an extern or builtin declaration
}

// Mark says that a function is there for a command: `test`, `test fails`, `test fails "what it says"`, `bench`.
type Mark struct {
	Base
	Bench bool       // for descendc bench; else for descendc test
	Fails bool       // the run has to fail
	With  *StringLit // what its error has to say; nil: anything
}

// ViewDecl defines a view by composition: `view name<generics>(v: view) = a.b.c`.
type ViewDecl struct {
	Base
	Name     *Ident
	Generics []*Generic
	Params   []*Param // their types are *ViewParamType
	Where    []Constraint
	Chain    *ViewChain
}

// StructDecl is `struct Name<generics> { field: ty, .. }`.
type StructDecl struct {
	Base
	Name     *Ident
	Generics []*Generic
	Where    []Constraint
	Fields   []*Field
}

// EnumDecl is `enum Name { A, B }`.
type EnumDecl struct {
	Base
	Name     *Ident
	Variants []*Ident
}

// ConstDecl is a constant: `const N: nat = 256;`, `const EPS: f32 = 1e-6;`. Of a nat Type is nil and Nat set, else Value is.
type ConstDecl struct {
	Base
	Name  *Ident
	Type  Type // nil: a nat
	Nat   Nat
	Value Expr
}

// TypeDecl is another name of a type: `type Row<n: nat> = [f32; n];`.
type TypeDecl struct {
	Base
	Name     *Ident
	Generics []*Generic
	Type     Type
}

// UseDecl is `use path;` or `use path::{a, b as c};`.
type UseDecl struct {
	Base
	Path  []*Ident // at least one
	Names []*UseName
	Whole bool // no braces: a module, or the last of Path is an item of the module before it
}

// UseName is a name in the braces of a `use`.
type UseName struct {
	Base
	Name *Ident
	As   *Ident // nil: the same
}

// ItemName is nil: nothing is declared.
func (*UseDecl) ItemName() *Ident { return nil }

func (*UseDecl) isItem() {}

// Field is a field of a struct declaration.
type Field struct {
	Base
	Name *Ident
	Type Type
}

// ItemName is the declared name.
func (d *FnDecl) ItemName() *Ident { return d.Name }

// ItemName is the declared name.
func (d *ViewDecl) ItemName() *Ident { return d.Name }

// ItemName is the declared name.
func (d *StructDecl) ItemName() *Ident { return d.Name }

// ItemName is the declared name.
func (d *EnumDecl) ItemName() *Ident { return d.Name }

// ItemName is the declared name.
func (d *ConstDecl) ItemName() *Ident { return d.Name }

// ItemName is the declared name.
func (d *TypeDecl) ItemName() *Ident { return d.Name }

func (*FnDecl) isItem()     {}
func (*ViewDecl) isItem()   {}
func (*StructDecl) isItem() {}
func (*EnumDecl) isItem()   {}
func (*ConstDecl) isItem()  {}
func (*TypeDecl) isItem()   {}

// Kind is the kind of a generic.
type Kind int

// The kinds.
const (
	KindNat      Kind = iota // n: nat
	KindMem                  // m: mem
	KindType                 // d: dty, d: dt
	KindLifetime             // r: prv, 'r
	KindFn                   // f: fn(a) -> b, of functions only
)

func (k Kind) String() string { return [...]string{"nat", "mem", "dty", "prv", "fn"}[k] }

// Generic is a type-level parameter.
type Generic struct {
	Base
	Name *Ident // for `'r` without the quote
	Kind Kind
	Fn   Type // of a function: an *FnType; else nil
}

// Param is a parameter of a function or of a view: `[owner] mut name: type`.
type Param struct {
	Base
	Owner *ExecExpr // nil: owned by the function's own resource
	Mut   bool
	Name  *Ident
	Type  Type
}

// ExecParam is the execution annotation of a function: `-[name: type]->`.
type ExecParam struct {
	Base
	Name *Ident
	Type *ExecType
}

// Constraint is one where clause: *NatConstraint, *Pow2, *Outlives or *TypeBound.
type Constraint interface {
	Node
	isConstraint()
}

// NatConstraint compares two nats: `n % 32 == 0`, `k <= n`. Op is one of Eq Ne Lt Le Gt Ge.
type NatConstraint struct {
	Base
	Op   BinaryOp
	X, Y Nat
}

// Pow2 is `pow2(n)`: a nat is a power of two.
type Pow2 struct {
	Base
	X Nat
}

// Outlives is `'a: 'b`: Long lives at least as long as Short.
type Outlives struct {
	Base
	Long, Short *Lifetime
}

// TypeBound is `d: copy` or `d: int + atomic`.
type TypeBound struct {
	Base
	Name   *Ident
	Bounds []*Ident // at least one
}

func (*NatConstraint) isConstraint() {}
func (*Pow2) isConstraint()          {}
func (*Outlives) isConstraint()      {}
func (*TypeBound) isConstraint()     {}

// GenericArg is one argument of `::<..>` or of a type's `<..>`. The fields that are not nil are the
// readings that the syntax allows: for a lone identifier Nat (a *NatName), Type (a *NamedType), Mem and
// Lifetime all are; for `n + 1` only Nat; for `[i32; 4]` only Type; for `gpu.shared` only Mem; for `'a` only
// Lifetime. Infer says that it is `_`; then none is set. A lone identifier may also name a function; Literal is one that is written
// here, which is an error whatever it is for.
type GenericArg struct {
	Base
	Nat      Nat
	Type     Type
	Mem      *Mem
	Lifetime *Lifetime
	Literal  *Lambda
	Infer    bool
}

// Name is the identifier if the argument is a lone one, else nil.
func (a *GenericArg) Name() *Ident {
	if n, ok := a.Nat.(*NatName); ok && a.Type != nil {
		return n.Name
	}
	return nil
}
