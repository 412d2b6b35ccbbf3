package ir

import (
	"encoding/binary"
	"encoding/hex"
	"slices"
	"strings"
)

// ParseOptions steer [ParseSource].
type ParseOptions struct {
	// NoImplicitModule: the source is exactly one operation, which is returned.
	NoImplicitModule bool
	// FirstLine is the number of the first line of the source; 0 stands for 1. (Chunks of a split file.)
	FirstLine int
}

// ParseModule reads a file of operations. The result is the one builtin.module of the file, or one made
// around its operations; nil after an error. The result is not verified.
func ParseModule(c *Context, filename string, src []byte, diags *Diagnostics) *Operation {
	return ParseSource(c, filename, src, ParseOptions{}, diags)
}

// ParseSource is ParseModule with options.
func ParseSource(c *Context, filename string, src []byte, opts ParseOptions, diags *Diagnostics) *Operation {
	return ParseText(c, filename, string(src), opts, diags)
}

// ParseText is ParseSource of a string. Names and strings of the result are parts of it.
func ParseText(c *Context, filename, src string, opts ParseOptions, diags *Diagnostics) *Operation {
	p := newParser(c, filename, src)
	if opts.FirstLine > 0 {
		p.base = opts.FirstLine - 1
	}
	p.source.base, p.source.lines = p.base, p.lineStarts()
	top := &Block{}
	if err := p.catch(func() { p.parseFile(top) }); err != nil {
		p.report(err, diags)
		return nil
	}
	if opts.NoImplicitModule {
		n := 0
		for range top.Ops() {
			n++
		}
		if n != 1 {
			diags.Errorf(c.FileLoc(filename, 0, 0), "", "source must contain a single top-level operation, found: %d", n)
			return nil
		}
	}
	if top.first != nil && top.first == top.last && (opts.NoImplicitModule || top.first.Is("builtin.module")) {
		op := top.first
		op.Remove()
		return op
	}
	body := &Block{}
	for op := range top.Ops() {
		op.MoveToEnd(body)
	}
	return NewOperation(c, OperationState{Name: c.OpName("builtin.module"), Loc: c.FileLoc(filename, 0, 0),
		Regions: []*Region{NewRegion(body)}})
}

func (p *Parser) parseFile(top *Block) {
	p.dialects = []string{"builtin"}
	p.pushScope(true)
	p.advance()
	for p.tok.kind != tEOF {
		switch p.tok.kind {
		case tHash:
			p.attrAliasDef()
		case tExclaim:
			p.typeAliasDef()
		case tMetaBegin:
			p.fileMetadata()
		default:
			p.operation(top)
		}
	}
	p.popScope()
	if p.undeclared > 0 {
		p.fail(p.undeclared-1, "use of undeclared SSA value name")
	}
	for _, d := range p.deferred {
		l, ok := p.attrAliases[d.name].(Location)
		switch {
		case p.attrAliases[d.name] == nil:
			p.fail(d.pos, "operation location alias was never defined")
		case !ok:
			p.fail(d.pos, "expected location, but found '%s'", clip(p.attrAliases[d.name].String()))
		}
		d.op.loc = l
	}
}

// aliasName reads "#name =" or "!name =".
func (p *Parser) aliasName(kind string, taken func(string) bool) string {
	name := p.text()[1:]
	if taken(name) {
		p.fail(p.tok.start, "redefinition of %s alias id '%s'", kind, name)
	}
	if strings.IndexByte(name, '.') >= 0 {
		p.fail(p.tok.start, "%s names with a '.' are reserved for dialect-defined names", kind)
	}
	p.advance()
	if !p.is("=") {
		p.wrongToken("expected '=' in %s alias definition", kind)
	}
	p.advance()
	return name
}

func (p *Parser) attrAliasDef() {
	name := p.aliasName("attribute", func(n string) bool { return p.attrAliases[n] != nil })
	start := p.tok.start
	a := p.Attribute(nil)
	p.attrAliases[name] = a
	if p.keepAlias(name, a) {
		p.expanded = 0 // it is printed by its name
	}
	p.aliasDefined(start, "#"+name)
}

func (p *Parser) typeAliasDef() {
	name := p.aliasName("type", func(n string) bool { return p.typeAliases[n] != nil })
	start := p.tok.start
	p.typeAliases[name] = p.Type()
	p.aliasDefined(start, "!"+name)
}

// aliasDefined records the size of an alias whose definition was read from start on.
func (p *Parser) aliasDefined(start int, alias string) {
	p.aliasSize[alias] = p.lastEnd - start + p.expanded
	p.expanded = 0
}

// fileMetadata reads {-# dialect_resources: {..}, external_resources: {..} #-}.
func (p *Parser) fileMetadata() {
	p.advance()
	for again := p.tok.kind != tMetaEnd; again; again = p.Accept(",") {
		pos := p.tok.start
		section := p.metadataKey("in file metadata dictionary")
		p.Expect(":")
		if section != "dialect_resources" && section != "external_resources" {
			p.fail(pos, "unknown key '%s' in file metadata dictionary", section)
		}
		p.Comma("{", "}", func() {
			pos := p.tok.start
			owner := p.metadataKey("for 'resource' entry")
			p.Expect(":")
			if section == "dialect_resources" {
				p.dialectResources(pos, owner)
				return
			}
			p.Comma("{", "}", func() {
				key := p.metadataKey("for 'external_resources' entry")
				p.Expect(":")
				p.ctx.Resources().add(false, owner, key, p.resourceValue(key, false))
			})
		})
	}
	if p.tok.kind != tMetaEnd {
		p.wrongToken("expected '#-}' in file metadata dictionary")
	}
	p.advance()
}

// metadataKey reads an identifier.
func (p *Parser) metadataKey(what string) string {
	if p.tok.kind != tBare && p.tok.kind != tIntType {
		p.fail(p.tok.start, "expected identifier key %s", what)
	}
	return p.Keyword()
}

// noResource are dialects of MLIR that could take resources, but have none of any name; builtin and MLIR's own test dialect have.
var noResource = []string{"llvm", "ml_program", "sparse_tensor"}

// dialectResources reads the resources of a dialect: of builtin, or of one that is not registered and of which the file has
// attributes.
func (p *Parser) dialectResources(pos int, dialect string) {
	p.Expect("{")
	known := (isMLIRDialect(dialect) || p.ctx.Dialect(dialect) != nil) && dialect != "builtin" && dialect != "test"
	if !known && dialect != "builtin" && !p.opaqueDialects[dialect] {
		p.fail(pos, "dialect '%s' is unknown", dialect)
	}
	if known && !slices.Contains(noResource, dialect) {
		p.fail(p.tok.start, "unexpected 'resource' section for dialect '%s'", dialect)
	}
	if p.Accept("}") {
		return
	}
	p.Comma("", "", func() {
		pos := p.tok.start
		key := p.metadataKey("for 'resource' entry")
		if known {
			p.fail(pos, "unknown 'resource' key '%s' for dialect '%s'", key, dialect)
		}
		p.Expect(":")
		p.ctx.Resources().add(true, dialect, key, p.resourceValue(key, true))
	})
	p.Expect("}")
}

// resourceValue reads the value of a resource: a blob, or for external ones also another string, true or false.
func (p *Parser) resourceValue(key string, blob bool) string {
	pos, s := p.tok.start, p.text()
	switch {
	case p.tok.kind == tString && (blob || strings.HasPrefix(s, `"0x`)):
		s = p.blob(pos, key, s[1:len(s)-1])
	case blob:
		p.fail(pos, "expected hex string blob for key '%s'", key)
	case p.tok.kind == tString, p.is("true"), p.is("false"):
	default:
		p.fail(pos, "expected string value for key '%s'", key)
	}
	p.advance()
	return s
}

// blob checks 0x and hex digits, of which the first four bytes are the alignment, least byte first, and gives them in
// mlir-opt's spelling.
func (p *Parser) blob(pos int, key, s string) string {
	digits, ok := strings.CutPrefix(s, "0x")
	data, err := hex.DecodeString(digits)
	switch {
	case !ok || err != nil:
		p.fail(pos, "expected hex string blob for key '%s'", key)
	case len(data) < 4:
		p.fail(pos, "expected hex string blob for key '%s' to encode alignment in first 4 bytes", key)
	}
	if align := binary.LittleEndian.Uint32(data); align&(align-1) != 0 {
		p.fail(pos, "expected hex string blob for key '%s' to encode alignment in first 4 bytes, but got non-power-of-2 value: %d", key, align)
	}
	if len(data) == 4 { // an empty blob has no alignment
		return `"0x00000000"`
	}
	return `"0x` + strings.ToUpper(digits) + `"`
}
