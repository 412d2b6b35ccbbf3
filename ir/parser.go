package ir

// ParseModule reads a file of operations. The result is the one builtin.module of the file, or one made
// around its operations; nil after an error. The result is not verified.
func ParseModule(c *Context, filename string, src []byte, diags *Diagnostics) *Operation {
	panic("ir: parser is being written")
}

// ParseType reads the text of one type.
func ParseType(c *Context, text string) (Type, error) { panic("ir: parser is being written") }

// ParseAttribute reads the text of one attribute.
func ParseAttribute(c *Context, text string) (Attribute, error) { panic("ir: parser is being written") }

// Pos is a place in the text being parsed, for ErrorAt.
type Pos int

// Parser reads pretty forms; an operation's ParseAsm gets one. Its methods never return after a syntax
// error: the first error ends the parse, so callers need not check anything. ParseAsm returns an error only
// for what it finds wrong itself (reported at the operation); Fail reports at a place.
type Parser struct{}

// OperandRef is the name of an operand that was read; Resolve makes it a value.
type OperandRef struct {
	Name   string
	Number int
	Pos    Pos
}

// Argument is a region argument that was read: "%name : type {attrs} loc(..)".
type Argument struct {
	Name  OperandRef
	Type  Type
	Attrs *DictAttr
	Loc   Location
}

// Context is the context parsed into.
func (p *Parser) Context() *Context { return nil }

// OpName is the name of the operation being parsed.
func (p *Parser) OpName() *OpName { return nil }

// Pos is the place of the next token.
func (p *Parser) Pos() Pos { return 0 }

// Fail ends the parse with an error at the next token.
func (p *Parser) Fail(format string, args ...any) {}

// FailAt ends the parse with an error at a place.
func (p *Parser) FailAt(pos Pos, format string, args ...any) {}

// Location is the location of a place.
func (p *Parser) Location(pos Pos) Location { return nil }

// Expect reads a punctuation or keyword ("->", "(", "to").
func (p *Parser) Expect(lit string) {}

// Accept reads the literal if it is next.
func (p *Parser) Accept(lit string) bool { return false }

// Peek says whether the literal is next.
func (p *Parser) Peek(lit string) bool { return false }

// Keyword reads any bare identifier.
func (p *Parser) Keyword() string { return "" }

// OptionalKeyword reads one of the keywords if it is next, else returns "".
func (p *Parser) OptionalKeyword(of ...string) string { return "" }

// Comma reads a list separated by commas between open and close (both may be empty), calling f for each
// element. Empty lists need brackets.
func (p *Parser) Comma(open, close string, f func()) {}

// Operand reads %name or %name#n.
func (p *Parser) Operand() OperandRef { return OperandRef{} }

// OptionalOperand reads an operand if one is next.
func (p *Parser) OptionalOperand() (OperandRef, bool) { return OperandRef{}, false }

// Operands reads a possibly empty list of operands separated by commas, without brackets.
func (p *Parser) Operands() []OperandRef { return nil }

// Resolve finds the value; it may be defined later in the text.
func (p *Parser) Resolve(o OperandRef, t Type) *Value { return nil }

// ResolveAll resolves a list with as many types, or with one type for all if len(ts) is 1.
func (p *Parser) ResolveAll(os []OperandRef, ts []Type) []*Value { return nil }

// Type reads a type.
func (p *Parser) Type() Type { return nil }

// OptionalType reads a type if one is next, else returns nil.
func (p *Parser) OptionalType() Type { return nil }

// Types reads a non-empty list of types separated by commas, without brackets.
func (p *Parser) Types() []Type { return nil }

// ColonType reads ": type".
func (p *Parser) ColonType() Type { return nil }

// ArrowTypes reads "-> t" or "-> (t, u)" if it is next, else returns nil.
func (p *Parser) ArrowTypes() []Type { return nil }

// FunctionType reads "(ins) -> outs".
func (p *Parser) FunctionType() *FunctionType { return nil }

// Attribute reads an attribute; t, if not nil, is its type, which then is not in the text.
func (p *Parser) Attribute(t Type) Attribute { return nil }

// OptionalAttrDict reads {..} if it is next and adds its entries to the state.
func (p *Parser) OptionalAttrDict(st *OperationState) {}

// OptionalAttrDictWithKeyword reads "attributes {..}" if it is next.
func (p *Parser) OptionalAttrDictWithKeyword(st *OperationState) {}

// Dict reads {..} if it is next; nil if not.
func (p *Parser) Dict() *DictAttr { return nil }

// Symbol reads @name.
func (p *Parser) Symbol() string { return "" }

// OptionalSymbol reads @name if it is next.
func (p *Parser) OptionalSymbol() (string, bool) { return "", false }

// SymbolRef reads @a::@b.
func (p *Parser) SymbolRef() *SymbolRefAttr { return nil }

// StringLit reads a string literal.
func (p *Parser) StringLit() string { return "" }

// Int reads an integer literal with an optional minus sign.
func (p *Parser) Int() int64 { return 0 }

// OptionalInt reads an integer literal if one is next.
func (p *Parser) OptionalInt() (int64, bool) { return 0, false }

// Argument reads "%name", with typed ": type", and with that attributes and a location where present.
func (p *Parser) Argument(typed bool) Argument { return Argument{} }

// Region reads {..}; args become the arguments of its entry block. The implicit terminator is added where
// the operation has one.
func (p *Parser) Region(args ...Argument) *Region { return nil }

// OptionalRegion reads {..} if it is next, else returns nil.
func (p *Parser) OptionalRegion(args ...Argument) *Region { return nil }

// Successor reads ^bb.
func (p *Parser) Successor() *Block { return nil }

// SuccessorWithOperands reads ^bb or ^bb(%a, %b : t, u).
func (p *Parser) SuccessorWithOperands() (*Block, []*Value) { return nil, nil }

// Dims reads 4x?x.. where every dimension is followed by x if trailing is set, and else separated by it.
func (p *Parser) Dims(allowDynamic, trailing bool) []int64 { return nil }
