package ir

import (
	"fmt"
	"slices"
	"strings"

	"descend/ir/bail"
)

// maxNesting bounds the depth of types, attributes, affine expressions and regions in a text.
const maxNesting = 10000

// Pos is a place in the text being parsed: a byte offset.
type Pos int

// Parser reads text; an operation's ParseAsm gets one. Its methods never return after a syntax error: the
// first error ends the parse, so callers need not check anything. ParseAsm returns an error only for what
// it finds wrong itself (reported at the operation); Fail reports at a place.
type Parser struct {
	lexer
	calling
	arena   *Arena
	source  *SourceFile
	tok     token
	lastEnd int // end of the previous token
	depth   int

	typeAliases map[string]Type
	attrAliases map[string]Attribute
	dialectText map[string]Type // types of dialects parsed before, by text
	// aliasSize is the length of the text that an alias (with its sigil) stands for, without aliases;
	// expanded that of those mentioned in the operation or definition being read, expandedAll in the file.
	aliasSize             map[string]int
	expanded, expandedAll int
	distinct              map[int]*DistinctAttr
	opaqueDialects        map[string]bool // those of attributes that are kept as text

	scopes []*valueScope
	// undeclared is one more than where the first name stands that was used and is never defined, 0 if there is none.
	undeclared int
	// placeholders is the number of results that were used before their definition, and of those before them.
	placeholders int
	// freeScope is an empty scope for the next isolated operation, or nil.
	freeScope *valueScope
	// values and types are for the operands and result types of the operation being made.
	values []*Value
	types  []Type
	// readers are those of operations with a format, of which the first reading ones are in use: the outer ones of regions being read.
	readers  []*formatReader
	reading  int
	blocks   []*blockScope
	dialects []string // default dialects of the enclosing regions
	deferred []deferredLoc
	opName   *OpName // of the pretty form being parsed
	opPos    int
	// named is the number of results that names are given to.
	named int
	// calledPos is the place in the text of what is being called.
	calledPos int
	// states are for operations to come.
	states  []*readState
	opNames map[string]*OpName      // those that were read
	numbers map[numberKey]Attribute // integers likewise
}

// deferredLoc is a trailing location alias that was not defined yet.
type deferredLoc struct {
	op   *Operation
	name string
	pos  int
}

// valueDef is what a name stands for: a group of values, some of them perhaps placeholders of a forward
// reference.
type valueDef struct {
	vals []*Value
	pos  int
}

// valueScope holds the names visible in an isolated operation (or the file).
type valueScope struct {
	names   map[string]valueDef
	regions []int          // for each open region, how long inner was at its begin
	inner   []string       // names to forget at the ends of open regions but the outermost
	forward map[*Value]int // placeholders of values not yet defined, with the place of first use
}

// blockScope holds the labels of a region.
type blockScope struct {
	names map[string]*blockDef
}

// blockDef is a block that a label stands for.
type blockDef struct {
	block   *Block
	pos     int
	defined bool
}

func newParser(c *Context, file, src string) *Parser {
	p := &Parser{
		lexer:       lexer{ctx: c, file: file, src: src},
		typeAliases: map[string]Type{}, attrAliases: map[string]Attribute{},
		dialectText: map[string]Type{}, distinct: map[int]*DistinctAttr{}, opaqueDialects: map[string]bool{}, aliasSize: map[string]int{},
		arena: NewArena(), source: &SourceFile{name: file}, opNames: map[string]*OpName{}, numbers: map[numberKey]Attribute{},
	}
	p.loc = func() Location { return p.location(p.calledPos) }
	return p
}

// catch runs f and returns the syntax error that ended it, if any.
func (p *Parser) catch(f func()) (err *syntaxError) {
	defer p.blame()
	defer bail.Catch(&err)
	f()
	return nil
}

// callAt notes what of an operation is about to read text at pos. Inner operations note themselves before outer ones.
func (p *Parser) callAt(what string, name *OpName, pos int) {
	p.what, p.name, p.calledPos = what, name, pos
}

// parseText parses a stand-alone type or attribute.
func parseText[T any](c *Context, text string, f func(p *Parser) T) (T, error) {
	p := newParser(c, "", text)
	var out T
	err := p.catch(func() {
		p.advance()
		out = f(p)
		if p.tok.kind != tEOF {
			p.fail(p.tok.start, "found trailing characters: '%s'", clip(text[p.tok.start:]))
		}
	})
	if err != nil {
		var zero T
		return zero, fmt.Errorf("%s (at offset %d of %s)", err.msg, err.pos, clip(text))
	}
	return out, nil
}

// clip shortens text for messages.
func clip(s string) string {
	if len(s) > 60 {
		return s[:57] + "..."
	}
	return s
}

// maxExpanded bounds the text that the aliases in one operation or definition stand for. Definitions that mention
// one another twice each would otherwise make a short file stand for a text of any length.
const maxExpanded = 1 << 27

// expandAlias counts the use of an alias.
func (p *Parser) expandAlias(pos int, alias string) {
	n := p.aliasSize[alias]
	p.expanded += n
	p.expandedAll += n
	if p.expanded > maxExpanded || p.expandedAll > maxExpanded+64*len(p.src) {
		p.fail(pos, "aliases stand for too much text: more than %d bytes", maxExpanded)
	}
}

func (p *Parser) advance() {
	p.lastEnd = p.tok.end
	p.tok = p.next(p.tok.end)
}

// resetTo continues scanning at an offset inside or behind the current token.
func (p *Parser) resetTo(pos int) {
	p.lastEnd = pos
	p.tok = p.next(pos)
}

func (p *Parser) text() string { return p.src[p.tok.start:p.tok.end] }

// is says whether the next token is the punctuation or keyword.
func (p *Parser) is(lit string) bool {
	t := p.tok
	return t.end-t.start == len(lit) && (t.kind == tPunct || t.kind == tBare) && p.src[t.start:t.end] == lit
}

// enter counts a nesting level; the caller leaves it with p.depth--.
func (p *Parser) enter() {
	p.depth++
	if p.depth > maxNesting {
		p.fail(p.tok.start, "nesting is deeper than %d levels", maxNesting)
	}
}

// wrongToken reports that the next token is not what is expected, at the end of the previous token.
func (p *Parser) wrongToken(format string, args ...any) {
	pos := p.lastEnd
	if pos == 0 {
		pos = p.tok.start
	}
	p.fail(pos, format, args...)
}

// Context is the context parsed into.
func (p *Parser) Context() *Context { return p.ctx }

// OpName is the name of the operation being parsed.
func (p *Parser) OpName() *OpName { return p.opName }

// Pos is the place of the next token.
func (p *Parser) Pos() Pos { return Pos(p.tok.start) }

// NumResults is the number of results that the text gives names to.
func (p *Parser) NumResults() int { return p.named }

// OpPos is the place of the name of the operation being parsed.
func (p *Parser) OpPos() Pos { return Pos(p.opPos) }

// Fail ends the parse with an error at the next token.
func (p *Parser) Fail(format string, args ...any) { p.FailAt(p.Pos(), format, args...) }

// FailAt ends the parse with an error at a place, which names the operation whose pretty form is being read.
func (p *Parser) FailAt(pos Pos, format string, args ...any) {
	if p.opName != nil {
		format, args = "custom op '%s' "+format, append([]any{p.opName.Name}, args...)
	}
	p.fail(int(pos), format, args...)
}

// Location is the location of a place.
func (p *Parser) Location(pos Pos) Location { return p.location(int(pos)) }

// Expect reads a punctuation or keyword ("->", "(", "to").
func (p *Parser) Expect(lit string) {
	if !p.is(lit) {
		p.expected(lit)
	}
	p.advance()
}

// expected reports that the literal is not next: a keyword where the next token is, punctuation where the last one ends.
func (p *Parser) expected(lit string) {
	if chClass[lit[0]]&chLetter != 0 {
		p.Fail("expected '%s'", lit)
	}
	p.wrongToken("expected '%s'", lit)
}

// Accept reads the literal if it is next.
func (p *Parser) Accept(lit string) bool {
	if !p.is(lit) {
		return false
	}
	p.advance()
	return true
}

// Peek says whether the literal is next.
func (p *Parser) Peek(lit string) bool { return p.is(lit) }

// PeekOperand says whether an operand is next.
func (p *Parser) PeekOperand() bool { return p.tok.kind == tPercent }

// PeekKeyword says whether a keyword is next.
func (p *Parser) PeekKeyword() bool { return p.tok.kind == tBare }

// PeekString says whether a string is next.
func (p *Parser) PeekString() bool { return p.tok.kind == tString }

// Keyword reads any bare identifier.
func (p *Parser) Keyword() string {
	if p.tok.kind != tBare && p.tok.kind != tIntType {
		p.Fail("expected valid keyword")
	}
	s := p.text()
	p.advance()
	return s
}

// OptionalKeyword reads one of the keywords if it is next, else returns "".
func (p *Parser) OptionalKeyword(of ...string) string {
	if p.tok.kind == tBare && slices.Contains(of, p.text()) {
		return p.Keyword()
	}
	return ""
}

// KeywordOf reads one of the keywords.
func (p *Parser) KeywordOf(of ...string) string {
	k := p.OptionalKeyword(of...)
	if k == "" {
		p.Fail("expected one of %s", strings.Join(of, ", "))
	}
	return k
}

// Comma reads a list separated by commas between open and close (both may be empty), calling f for each
// element. Empty lists need brackets.
func (p *Parser) Comma(open, close string, f func()) {
	if open != "" {
		p.Expect(open)
		if p.Accept(close) {
			return
		}
	}
	for {
		f()
		if !p.Accept(",") {
			break
		}
	}
	if open != "" {
		if !p.is(close) {
			p.wrongToken("expected '%s'", close)
		}
		p.advance()
	}
}

// StringLit reads a string literal.
func (p *Parser) StringLit() string {
	if p.tok.kind != tString {
		p.wrongToken("expected string")
	}
	s := unquote(p.text())
	p.advance()
	return s
}

// OptionalSymbol reads @name if it is next.
func (p *Parser) OptionalSymbol() (string, bool) {
	if p.tok.kind != tAt {
		return "", false
	}
	s := p.text()[1:]
	if s[0] == '"' {
		s = unquote(s)
	}
	p.advance()
	return s, true
}

// Symbol reads @name.
func (p *Parser) Symbol() string {
	s, ok := p.OptionalSymbol()
	if !ok {
		p.Fail("expected valid '@'-identifier for symbol name")
	}
	return s
}

// SymbolRef reads @a::@b.
func (p *Parser) SymbolRef() *SymbolRefAttr {
	root := p.Symbol()
	var nested []string
	for p.is(":") {
		// "::" is two tokens; a single ":" belongs to what follows
		if n := p.next(p.tok.end); n.kind != tPunct || p.src[n.start] != ':' {
			break
		} else if n.start != p.tok.end {
			break
		}
		p.advance()
		p.advance()
		if p.tok.kind != tAt {
			p.wrongToken("expected nested symbol reference identifier")
		}
		nested = append(nested, p.Symbol())
	}
	return p.ctx.SymbolRef(root, nested...)
}

// OptionalInt reads an integer literal with an optional minus sign if one is next.
func (p *Parser) OptionalInt() (int64, bool) {
	if p.tok.kind != tInteger && !p.is("-") {
		return 0, false
	}
	return p.Int(), true
}

// Int reads an integer literal with an optional minus sign.
func (p *Parser) Int() int64 {
	pos := p.tok.start
	neg := p.Accept("-")
	if p.tok.kind != tInteger {
		p.Fail("expected integer value")
	}
	v, ok := parseUint64(p.text())
	p.advance()
	if !ok || v > 1<<63 || v == 1<<63 && !neg {
		p.fail(pos, "integer value too large")
	}
	if neg {
		return -int64(v)
	}
	return int64(v)
}

// parseUint64 reads a scanned integer token; false if it does not fit.
func parseUint64(s string) (uint64, bool) {
	base := uint64(10)
	if strings.HasPrefix(s, "0x") {
		base, s = 16, s[2:]
	}
	var v uint64
	for i := 0; i < len(s); i++ {
		d := uint64(s[i] - '0')
		if s[i] >= 'a' {
			d = uint64(s[i]-'a') + 10
		} else if s[i] >= 'A' {
			d = uint64(s[i]-'A') + 10
		}
		if v > (1<<64-1-d)/base {
			return 0, false
		}
		v = v*base + d
	}
	return v, true
}

// report turns a syntax error into a diagnostic.
func (p *Parser) report(err *syntaxError, diags *Diagnostics) {
	d := &Diagnostic{Severity: Error, Message: err.msg, Notes: err.notes, Loc: p.location(err.pos)}
	if err.related != "" {
		d.Relate(p.location(err.relatedPos), "%s", err.related)
	}
	diags.Report(d)
}
