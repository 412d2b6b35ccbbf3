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
	// PrettyDebugInfo prints locations, with DebugInfo, as people read them; such text cannot be read back.
	PrettyDebugInfo bool
	// ValueUsers prints the users of each value as a comment.
	ValueUsers bool
	// AssumeVerified skips the check that pretty forms rely on; without it an invalid operation is printed
	// in generic form.
	AssumeVerified bool
	// Visit, if not nil, is called with each operation and the byte of the text at which it begins, behind the indentation.
	Visit func(op *Operation, offset int)
}

// flush writes the text so far if it is longer than the limit.
func (p *Printer) flush(limit int) {
	if len(p.buf) > limit && p.err == nil {
		_, p.err = p.w.Write(p.buf)
		p.flushed += len(p.buf)
		p.buf = p.buf[:0]
	}
}

// Printer writes text; an operation's PrintAsm gets one. The name of the operation was written, the location
// will be. Unlike the declarative format, the methods write no spaces but those they mention.
type Printer struct {
	calling
	opts     PrintOptions
	ctx      *Context
	w        io.Writer
	err      error  // the first of w
	buf      []byte // text not yet written to w
	flushed  int    // bytes that were
	indent   int
	names    *valueNames
	aliases  *aliasTable
	dry      *aliasCollector // not nil: only visits what would be printed
	types    map[Type]string // text of types already printed
	lastType Type            // one of them, or nil
	lastText string
	dialects []string // default dialects of the enclosing regions
	ints     []int    // what formatPrinter has of the operation and those around it
	op       *Operation
	// resources are those of dialects that were mentioned, in that order; opaque says that there are some of other dialects than
	// builtin.
	resources []resourceName
	mentioned map[resourceName]bool
	opaque    bool
	distinct  map[*DistinctAttr]int
}

// TextOf is what f writes, without aliases.
func TextOf(c *Context, f func(p *Printer)) string {
	p := &Printer{ctx: c, types: map[Type]string{}, mentioned: map[resourceName]bool{}, distinct: map[*DistinctAttr]int{}}
	f(p)
	return string(p.buf)
}

// Context is the context of what is printed.
func (p *Printer) Context() *Context { return p.ctx }

// Op is the operation being printed.
func (p *Printer) Op() *Operation { return p.op }

func (p *Printer) str(s string) {
	if p.dry == nil {
		p.buf = append(p.buf, s...)
	}
}

func (p *Printer) newline(indent int) {
	if p.dry != nil {
		return
	}
	p.buf = append(p.buf, '\n')
	p.pad(indent)
}

func (p *Printer) pad(indent int) {
	const spaces = "                                "
	for ; indent > len(spaces); indent -= len(spaces) {
		p.buf = append(p.buf, spaces...)
	}
	p.buf = append(p.buf, spaces[:indent]...)
}

// RegionStyle says what of a region is left out.
type RegionStyle struct {
	// HideEntryArgs: the arguments of the entry block were written before.
	HideEntryArgs bool
	// HideTerminator: the terminator of the only block is implied.
	HideTerminator bool
	// EmptyBlock: an empty entry block is written with its label.
	EmptyBlock bool
}
