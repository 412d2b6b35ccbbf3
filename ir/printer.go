package ir

import "io"

// PrintOptions choose the form of the text.
type PrintOptions struct {
	// Generic prints every operation in generic form.
	Generic bool
	// DebugInfo prints locations.
	DebugInfo bool
	// LocalScope prints without aliases, so that the text of one operation stands alone.
	LocalScope bool
	// UniqueIDs numbers values uniquely in the whole text (always so in generic form).
	UniqueIDs bool
	// SkipRegions prints regions as {...}.
	SkipRegions bool
	// ElideElements, if positive, prints non-splat elements attributes of more elements as
	// dense_resource<__elided__>.
	ElideElements int
	// ElideResources, if positive, leaves out resource strings of more characters.
	ElideResources int
	// HexElements is the number of elements above which dense attributes are printed as a hex string: 0
	// stands for 100, negative for never.
	HexElements int
	// AssumeVerified skips the check that pretty forms rely on; without it an invalid operation is printed
	// in generic form.
	AssumeVerified bool
}

// Print returns the text of op. The text of a top-level operation ends in a newline and has the aliases
// it uses, unless opts.LocalScope is set.
func Print(op *Operation, opts PrintOptions) string { panic("ir: printer is being written") }

// Fprint writes the text of op to w; see [Print].
func Fprint(w io.Writer, op *Operation, opts PrintOptions) error {
	_, err := io.WriteString(w, Print(op, opts))
	return err
}

// Printer writes pretty forms; an operation's PrintAsm gets one. The name of the operation was written, the
// location will be. Unlike the declarative format, the methods write no spaces but those they mention.
type Printer struct{ op *Operation }

// Op is the operation being printed.
func (p *Printer) Op() *Operation { return p.op }

// Write writes text as it is.
func (p *Printer) Write(s ...string) {}

// Newline starts a new line at the current indentation.
func (p *Printer) Newline() {}

// Value writes the name of a value.
func (p *Printer) Value(v *Value) {}

// Values writes names separated by ", ".
func (p *Printer) Values(vs []*Value) {}

// Type writes a type.
func (p *Printer) Type(t Type) {}

// Types writes types separated by ", ".
func (p *Printer) Types(ts []Type) {}

// ArrowTypes writes " -> t", " -> (t, u)", or nothing for no types.
func (p *Printer) ArrowTypes(ts []Type) {}

// FunctionType writes "(ins) -> outs".
func (p *Printer) FunctionType(ins, outs []Type) {}

// Attr writes an attribute with its type.
func (p *Printer) Attr(a Attribute) {}

// AttrNoType writes an attribute without its type.
func (p *Printer) AttrNoType(a Attribute) {}

// AttrDict writes " {..}" with all attributes of the operation but the named ones; nothing if none is left.
// Inherent attributes that are equal to their default are left out too.
func (p *Printer) AttrDict(elided ...string) {}

// AttrDictWithKeyword is AttrDict with " attributes {..}".
func (p *Printer) AttrDictWithKeyword(elided ...string) {}

// Dict writes " {..}" of the entries; nothing if there is none.
func (p *Printer) Dict(entries []NamedAttr) {}

// Symbol writes @name.
func (p *Printer) Symbol(name string) {}

// RegionStyle says what of a region is left out.
type RegionStyle struct {
	// HideEntryArgs: the arguments of the entry block were written before.
	HideEntryArgs bool
	// HideTerminator: the terminator of the only block is implied.
	HideTerminator bool
	// EmptyBlock: an empty entry block is written with its label.
	EmptyBlock bool
}

// Region writes "{..}".
func (p *Printer) Region(r *Region, s RegionStyle) {}

// BlockArg writes "%arg: type {attrs}" and the location where asked for; attrs may be nil.
func (p *Printer) BlockArg(v *Value, attrs *DictAttr) {}

// Successor writes "^bb" or "^bb(%a, %b : t, u)".
func (p *Printer) Successor(b *Block, operands []*Value) {}

// Dims writes 4x?x.. each dimension followed by x if trailing is set.
func (p *Printer) Dims(shape []int64, trailing bool) {}
