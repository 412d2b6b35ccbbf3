package ir

import "reflect"

// Dialect is a named set of operations, types and attributes.
type Dialect struct {
	// Name is the namespace, as "arith".
	Name string
	// Summary is one line, Description Markdown for the reference.
	Summary, Description string
	// Ops lists the operations in the order of the reference.
	Ops []OpEntry
	// ParseType parses !name.mnemonic<body> (body without the angle brackets, hasBody false when there are
	// none). An error that is a BodyError is shown at its place. nil: the dialect has no types.
	ParseType func(c *Context, mnemonic, body string, hasBody bool) (Type, error)
	// ReadType reads the types whose bodies hold types and attributes of their own: p stands behind the mnemonic, on "<" where there is a
	// body, and reads it as far as its ">". It is asked before ParseType, and returns nil for mnemonics it does not know.
	ReadType func(p *Parser, mnemonic string) Type
	// ParseAttr parses #name.mnemonic<body> likewise.
	ParseAttr func(c *Context, mnemonic, body string, hasBody bool) (Attribute, error)
	// ReadAttr reads attributes with such bodies, as ReadType does types; it is asked before ParseAttr.
	ReadAttr func(p *Parser, mnemonic string) Attribute
	// MaterializeConstant makes the operation that holds a folded constant of the dialect's operations; nil
	// or a nil result when it cannot.
	MaterializeConstant func(b *Builder, value Attribute, t Type, loc Location) *Operation
	// VerifyAttr checks an attribute "name.x" of an operation of any dialect; it is asked before the operation is verified. nil: all are allowed.
	VerifyAttr func(op *Operation, a NamedAttr) error
	// Rule is what each operation of the dialect has to satisfy, where there is one; Register panics if one does not.
	Rule func(e OpEntry) error
	// AllowsUnknownOps lets operations pass that the dialect does not define.
	AllowsUnknownOps bool
}

// OpEntry registers one operation: its definition and the wrapper that gives its Go type.
type OpEntry struct {
	Def  *OpDef
	Wrap func(*Operation) any
	made uintptr // the function that Op was given: its place is where the operation is listed
}

// OpType is what the Go type of an operation implements: a struct that embeds *Operation.
type OpType interface{ Def() *OpDef }

// Op makes the registry entry of the Go type T of an operation:
//
//	type AddIOp struct{ *ir.Operation }
//	func (AddIOp) Def() *ir.OpDef { return addIDef }
//	.. ir.Op(func(o *ir.Operation) AddIOp { return AddIOp{o} })
func Op[T OpType](wrap func(*Operation) T) OpEntry {
	var zero T
	return OpEntry{Def: zero.Def(), Wrap: func(o *Operation) any { return wrap(o) }, made: reflect.ValueOf(wrap).Pointer()}
}

// Trait is a set of properties of an operation that passes and the verifier rely on.
type Trait uint64

// The traits.
const (
	// Terminator: ends its block.
	Terminator Trait = 1 << iota
	// IsolatedFromAbove: its regions use no value defined outside.
	IsolatedFromAbove
	// SymbolTable: its region holds symbols.
	SymbolTable
	// Symbol: it has a sym_name.
	Symbol
	// SingleBlock: each region has at most one block.
	SingleBlock
	// NoTerminator: the blocks of its regions need no terminator.
	NoTerminator
	// ImplicitTerminator: a missing terminator of a region is made by the parser and hidden by the printer
	// (OpDef.Terminator names it).
	ImplicitTerminator
	// Pure: no memory effect, no undefined behaviour; may be moved, merged or erased when unused.
	Pure
	// Commutative: operands may be swapped.
	Commutative
	// ConstantLike: its value is its "value" attribute.
	ConstantLike
	// SameOperandsAndResultType: all operands and results have one type.
	SameOperandsAndResultType
	// SameTypeOperands: all operands have one type.
	SameTypeOperands
	// GraphRegion: order in its regions does not matter for dominance.
	GraphRegion
	// RecursiveMemoryEffects: its effects are those of the operations inside.
	RecursiveMemoryEffects
	// AllocationScope: stack allocations inside end with it.
	AllocationScope
	// AttrSizedOperands: operandSegmentSizes says how operands divide into groups.
	AttrSizedOperands
	// AttrSizedResults: resultSegmentSizes likewise.
	AttrSizedResults
	// SameVariadicResultSize: the groups of results of any size have the same number of them.
	SameVariadicResultSize
	// ReturnLike: hands its operands to the parent operation.
	ReturnLike
	// NoRegionArguments: the entry blocks of its regions have no arguments.
	NoRegionArguments
)

// OpDef is the one declaration of an operation. Printer, parser, verifier and reference derive from it.
type OpDef struct {
	// Name is the full name, "arith.addi".
	Name string
	// Summary is one line; Description Markdown; Example textual IR that a test parses, verifies and prints
	// back (whole operations, as the body of a module; values used must be defined in it).
	Summary, Description, Example string
	Operands                      []OperandDef
	Results                       []OperandDef
	Attrs                         []AttrDef
	Regions                       []RegionDef
	// Successors is the number of successors; -1 for any.
	Successors int
	Traits     Trait
	// Parents are the operations of which one must be directly around; none: any.
	Parents []string
	// SameTypes has lists of operands and results, of one value each, whose types are the same: a format writes the type of one of them.
	SameTypes [][]string
	// TypeRules are types that follow from others: a format need not write them.
	TypeRules []TypeRule
	// Terminator is the name of the implicit terminator, with trait ImplicitTerminator.
	Terminator string
	// DefaultDialect is the dialect whose name the pretty form leaves out of operations directly inside
	// (func.return is return in func.func).
	DefaultDialect string
	// Format is the declarative pretty form (see format.go); empty: generic form, unless the Go type
	// implements CustomAsm.
	Format string
	// Directives are what custom<Name>(..) in the format stands for.
	Directives map[string]Directive
}

// Directive is a part of a format that code writes and reads. Both functions deal with all of what the format lists between the
// parentheses of custom<Name>(..), and with nothing else.
type Directive struct {
	// Print writes its part of the operation p.Op(); the space in front of it is written.
	Print func(p *Printer)
	// Parse reads that, and says what it read.
	Parse func(p *Parser, f *Fields)
}

// TypeRule says which types a group of operands or results has by the type of a single operand or result.
type TypeRule struct {
	// Of is the group, From the single value.
	Of, From string
	// Summary completes the message "failed to verify that ..".
	Summary string
	// Types gives the types of the group; it is asked for types that From's constraint allows.
	Types func(c *Context, from Type) []Type
}

// Fields takes what a directive has read of an operation, by the names of its definition.
type Fields struct{ r *formatReader }

// Operands sets a group of operands; their types come from Types, or as for operands that the format writes.
func (f *Fields) Operands(name string, refs ...OperandRef) {
	f.r.operands[mustGroup(f.r.st.Name.Def.Operands, name)] = refs
}

// Count is the number of operands of a group that were read so far.
func (f *Fields) Count(name string) int {
	return len(f.r.operands[mustGroup(f.r.st.Name.Def.Operands, name)])
}

// Types sets the types of a group of operands or results.
func (f *Fields) Types(name string, ts ...Type) {
	def := f.r.st.Name.Def
	if i := groupIndex(def.Operands, name); i >= 0 {
		f.r.opTypes[i] = ts
		return
	}
	f.r.resTypes[mustGroup(def.Results, name)] = ts
}

// TypesOf are the types of a group of operands or results that were read so far.
func (f *Fields) TypesOf(name string) []Type { return *f.r.typesOfGroup(f.r.st.Name.Def, name) }

// Successors sets all successors.
func (f *Fields) Successors(bs ...*Block) { f.r.succs = append(f.r.succs[:0], bs...) }

// Attr sets an attribute.
func (f *Fields) Attr(name string, a Attribute) { f.r.st.SetAttr(name, a) }

// Region sets the regions that the definition calls name.
func (f *Fields) Region(name string, rs ...*Region) {
	for i, d := range f.r.st.Name.Def.Regions {
		if d.Name == name {
			f.r.regions = append(f.r.regions[:i], rs...)
			return
		}
	}
	panic("ir: '" + f.r.st.Name.Def.Name + "' has no region '" + name + "'")
}

func mustGroup(defs []OperandDef, name string) int {
	i := groupIndex(defs, name)
	if i < 0 {
		panic("ir: a directive sets '" + name + "', which the definition does not have")
	}
	return i
}

// Has says whether the definition has all given traits; a nil definition has none.
func (d *OpDef) Has(t Trait) bool { return d != nil && d.Traits&t == t }

// Arity of an operand or result definition.
type Arity int

// The arities.
const (
	One Arity = iota
	Optional
	Variadic
)

// OperandDef declares an operand or a result group.
type OperandDef struct {
	Name  string
	Type  TypeConstraint
	Arity Arity
}

// AttrDef declares an attribute.
type AttrDef struct {
	Name string
	Attr AttrConstraint
	// Optional: may be absent. Default: the value assumed when absent, which operations have then, if it is not Optional.
	Optional bool
	Default  func(c *Context) Attribute
	// Discardable: printed with the discardable attributes in generic form, as MLIR does for some operations.
	Discardable bool
}

// RegionDef declares a region.
type RegionDef struct {
	Name string
	// MaybeEmpty: the region may have no block.
	MaybeEmpty bool
	// OneBlock: the region has exactly one block, also without the trait SingleBlock.
	OneBlock bool
	// Variadic: the last region definition may stand for any number of regions.
	Variadic bool
}

// TypeConstraint is a named predicate on types; the zero value accepts any. Constraints in common use are in
// constraint.go.
type TypeConstraint struct {
	Name string
	Is   func(Type) bool
	// Class says which types pretty forms take where one is written, if that are not all; others are refused when it is read.
	Class func(Type) bool
	// Body reads a type that implements Composite without its name; type($x) of a single value in a format writes only the body then.
	Body func(p *Parser) Type
	// Only gives the type if no other is allowed, so that pretty forms can leave it out.
	Only func(c *Context) Type
}

// AttrConstraint is a named predicate on attributes; the zero value accepts any.
type AttrConstraint struct {
	Name string
	Is   func(Attribute) bool
	// Storage says which attributes the operation can hold at all, if that are more than those for which Is holds: others are
	// refused when generic form is read, before the verifier.
	Storage func(Attribute) bool
	// Type gives the type that every such attribute has, so that pretty forms leave it out.
	Type func(c *Context) Type
	// Print and Parse, both or none, are the form of $attr in a format, as a keyword or @name.
	Print func(p *Printer, a Attribute)
	Parse func(p *Parser) Attribute
	// Starts says whether the next token begins that form, so that an optional group can begin with $attr; without it and without
	// Parse, every attribute does.
	Starts func(p *Parser) bool
}

// Inherent returns the definition of the attribute name if it is an inherent attribute (a property).
func (d *OpDef) Inherent(name string) *AttrDef {
	if d == nil {
		return nil
	}
	for i := range d.Attrs {
		if d.Attrs[i].Name == name && !d.Attrs[i].Discardable {
			return &d.Attrs[i]
		}
	}
	switch {
	case name == operandSegments.Name && d.Has(AttrSizedOperands):
		return &operandSegments
	case name == resultSegments.Name && d.Has(AttrSizedResults):
		return &resultSegments
	}
	return nil
}

// The attributes that the traits AttrSizedOperands and AttrSizedResults imply.
var (
	operandSegments = AttrDef{Name: "operandSegmentSizes", Attr: DenseI32A}
	resultSegments  = AttrDef{Name: "resultSegmentSizes", Attr: DenseI32A}
)

// Optional abilities of the Go type of an operation, found by assertion on [Operation.Typed].
type (
	// Verifier checks what the definition cannot say. Errors are reported at the operation as
	// "'name' op message", a [BareError] as its message alone.
	Verifier interface{ Verify() error }
	// RegionVerifier runs after the operations inside were verified.
	RegionVerifier interface{ VerifyRegions() error }
	// Folder computes results from constant operands (nil where not constant; commutative operations have
	// constants last). A nil result: not folded.
	// It may change the operation in place and then returns its own results.
	Folder interface {
		Fold(operands []Attribute) []FoldResult
	}
	// Rewritable lists the rewrites that bring the operation to a simpler form. It is asked of the zero
	// wrapper too.
	Rewritable interface{ Rewrites() []Rewrite }
	// EffectsOp tells memory effects; an operation that is neither Pure nor this may do anything.
	EffectsOp interface{ Effects() []Effect }
	// CustomAsm is a hand-written pretty form. ParseAsm is called on the zero wrapper (no operation yet).
	CustomAsm interface {
		PrintAsm(p *Printer)
		ParseAsm(p *Parser, st *OperationState) error
	}
	// ValueNamer proposes names for results and block arguments in pretty form ("c0", "thread_id_x"). Operations whose definition has
	// several results and that do not have it use the names of the definition.
	ValueNamer interface {
		ValueNames(set func(v *Value, name string))
	}
	// TypeInferrer computes result types, so that pretty forms and builders can leave them out.
	TypeInferrer interface {
		InferTypes(c *Context, st *OperationState) ([]Type, error)
	}
)

// FoldResult is a constant or an existing value.
type FoldResult struct {
	Attr  Attribute
	Value *Value
}

// EffectKind is a kind of memory effect.
type EffectKind int

// The memory effects.
const (
	ReadEffect EffectKind = iota
	WriteEffect
	AllocEffect
	FreeEffect
)

// Effect is an effect on the memory behind Value; nil: on unknown memory.
type Effect struct {
	Kind  EffectKind
	Value *Value
}
