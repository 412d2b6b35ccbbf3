package ir

import (
	"errors"
	"strings"
)

// Type reads a type.
func (p *Parser) Type() Type {
	if p.is("(") {
		return p.FunctionType()
	}
	return p.nonFunctionType()
}

// OptionalType reads a type if one is next, else returns nil.
func (p *Parser) OptionalType() Type {
	if p.is("(") || p.startsType() {
		return p.Type()
	}
	return nil
}

// Types reads a non-empty list of types separated by commas, without brackets.
func (p *Parser) Types() []Type {
	var ts []Type
	p.Comma("", "", func() { ts = append(ts, p.Type()) })
	return ts
}

// ColonType reads ": type".
func (p *Parser) ColonType() Type {
	p.Expect(":")
	return p.Type()
}

// ArrowTypes reads "-> t" or "-> (t, u)" if it is next, else returns nil.
func (p *Parser) ArrowTypes() []Type {
	if !p.Accept("->") {
		return nil
	}
	return p.ResultTypes()
}

// ResultTypes reads "t" or "(t, u)", what stands behind an arrow.
func (p *Parser) ResultTypes() []Type { return p.resultTypes(nil) }

// resultTypes reads what follows the arrow of a function type, appending to ts.
func (p *Parser) resultTypes(ts []Type) []Type {
	if p.is("(") {
		return p.parenTypes(ts)
	}
	return append(ts, p.nonFunctionType())
}

func (p *Parser) parenTypes(ts []Type) []Type {
	p.Expect("(")
	if p.Accept(")") {
		return ts
	}
	for {
		ts = append(ts, p.Type())
		if !p.Accept(",") {
			break
		}
	}
	p.Expect(")")
	return ts
}

// FunctionType reads "(ins) -> outs".
func (p *Parser) FunctionType() *FunctionType {
	p.enter()
	defer p.leave()
	ins := p.parenTypes(nil)
	p.Expect("->")
	return p.ctx.FunctionType(ins, p.resultTypes(nil))
}

func (p *Parser) leave() { p.depth-- }

// startsType says whether the next token begins a type other than a function type.
func (p *Parser) startsType() bool {
	switch p.tok.kind {
	case tIntType, tExclaim:
		return true
	case tBare:
		switch p.text() {
		case "index", "none", "complex", "tuple", "vector", "tensor", "memref":
			return true
		}
		_, ok := floatByName[p.text()]
		return ok
	}
	return false
}

var floatByName = func() map[string]FloatKind {
	m := map[string]FloatKind{}
	for k, n := range floatNames {
		m[n] = FloatKind(k)
	}
	return m
}()

func (p *Parser) nonFunctionType() Type {
	p.enter()
	defer p.leave()
	switch p.tok.kind {
	case tIntType:
		return p.integerType()
	case tExclaim:
		return p.extendedType()
	case tBare:
		name := p.text()
		switch name {
		case "index":
			p.advance()
			return p.ctx.Index()
		case "none":
			p.advance()
			return p.ctx.None()
		case "complex":
			return p.complexType()
		case "tuple":
			return p.tupleType()
		case "vector":
			return p.vectorType()
		case "tensor":
			return p.tensorType()
		case "memref":
			return p.memrefType()
		}
		if k, ok := floatByName[name]; ok {
			p.advance()
			return p.ctx.Float(k)
		}
	}
	p.wrongToken("expected non-function type")
	return nil
}

func (p *Parser) integerType() Type {
	s := p.text()
	pos := p.tok.start
	sign := Signless
	switch s[0] {
	case 's':
		sign, s = Signed, s[1:]
	case 'u':
		sign, s = Unsigned, s[1:]
	}
	w, ok := parseUint64(s[1:])
	if !ok {
		p.fail(pos, "invalid integer width")
	}
	if w > 16777215 {
		p.fail(pos, "integer bitwidth is limited to 16777215 bits")
	}
	p.advance()
	return p.ctx.IntegerType(int(w), sign)
}

func (p *Parser) complexType() Type {
	p.advance()
	p.Expect("<")
	pos := p.tok.start
	elem := p.Type()
	switch elem.(type) {
	case *IntegerType, *FloatType:
	default:
		p.fail(pos, "invalid element type for complex")
	}
	p.Expect(">")
	return p.ctx.ComplexType(elem)
}

func (p *Parser) tupleType() Type {
	p.advance()
	p.Expect("<")
	var ts []Type
	if !p.is(">") {
		ts = p.Types()
	}
	p.Expect(">")
	return p.ctx.TupleType(ts...)
}

// Dims reads 4x?x.. where every dimension is followed by x if trailing is set, and else separated by it.
func (p *Parser) Dims(allowDynamic, trailing bool) []int64 {
	var dims []int64
	for p.tok.kind == tInteger || p.is("?") {
		dims = append(dims, p.dimension(allowDynamic))
		if trailing {
			p.dimX()
			continue
		}
		if p.tok.kind != tBare || p.src[p.tok.start] != 'x' {
			break
		}
		p.dimX()
	}
	return dims
}

// dimension reads an integer, of which only "0" is taken from "0x..", or "?".
func (p *Parser) dimension(allowDynamic bool) int64 {
	if p.is("?") {
		if !allowDynamic {
			p.wrongToken("expected static shape")
		}
		p.advance()
		return Dynamic
	}
	s := p.text()
	end := p.tok.end
	if strings.HasPrefix(s, "0x") {
		end, s = p.tok.start+1, "0"
	}
	v, ok := parseUint64(s)
	if !ok || v > 1<<63-1 {
		p.fail(p.tok.start, "invalid dimension")
	}
	if p.at(end) == 'x' { // alone, without the rest of the list that it is glued to
		p.tok, p.lastEnd = token{tBare, end, end + 1}, end
	} else {
		p.resetTo(end)
	}
	return int64(v)
}

// dimX reads the x after a dimension, also if it is glued to what follows ("x4", "xf32").
func (p *Parser) dimX() {
	if p.tok.kind != tBare || p.src[p.tok.start] != 'x' {
		p.wrongToken("expected 'x' in dimension list")
	}
	p.resetTo(p.tok.start + 1)
}

func (p *Parser) vectorType() Type {
	p.advance()
	p.Expect("<")
	var shape []int64
	var scalable []bool
	any, zero := false, false
	for p.tok.kind == tInteger || p.is("[") {
		s := p.Accept("[")
		if p.tok.kind != tInteger {
			p.wrongToken("invalid dimension")
		}
		n := p.dimension(false)
		if s {
			p.Expect("]")
			any = true
		}
		zero = zero || n == 0
		shape, scalable = append(shape, n), append(scalable, s)
		p.dimX()
	}
	pos := p.tok.start
	if zero {
		p.fail(p.tok.end, "vector types must have positive constant sizes")
	}
	elem := p.Type()
	switch elem.(type) {
	case *IntegerType, *IndexType, *FloatType:
	default:
		p.fail(pos, "vector elements must be int/index/float type")
	}
	p.Expect(">")
	if !any {
		scalable = nil
	}
	return p.ctx.VectorType(shape, scalable, elem)
}

func (p *Parser) tensorType() Type {
	p.advance()
	p.Expect("<")
	if p.Accept("*") {
		p.dimX()
		pos := p.tok.start
		elem := p.Type()
		p.Expect(">")
		p.tensorElement(pos, elem)
		return p.ctx.UnrankedTensorType(elem)
	}
	shape := p.Dims(true, true)
	pos := p.tok.start
	elem := p.Type()
	var enc Attribute
	if p.Accept(",") {
		enc = p.Attribute(nil)
	}
	p.Expect(">")
	p.tensorElement(pos, elem)
	return p.ctx.TensorType(shape, elem, enc)
}

// tensorElement checks the type of the elements of a tensor.
func (p *Parser) tensorElement(pos int, elem Type) {
	switch elem.(type) {
	case *FunctionType, *TupleType, *MemRefType, *TensorType, *NoneType:
		p.fail(pos, "invalid tensor element type")
	}
}

func (p *Parser) memrefType() Type {
	start := p.tok.start
	p.advance()
	p.Expect("<")
	unranked := p.Accept("*")
	var shape []int64
	if unranked {
		p.dimX()
	} else {
		shape = p.Dims(true, true)
	}
	pos := p.tok.start
	elem := p.Type()
	switch elem.(type) {
	case *FunctionType, *TupleType, *TensorType, *NoneType:
		p.fail(pos, "invalid memref element type")
	}
	var layout, space Attribute
	for p.Accept(",") {
		pos := p.tok.start
		a := p.Attribute(nil)
		switch l := a.(type) {
		case *AffineMapAttr:
			if unranked || layout != nil || space != nil {
				p.fail(pos, "unexpected layout")
			}
			if l.Map.Dims != len(shape) {
				p.fail(start, "memref layout mismatch between rank and affine map: %d != %d", len(shape), l.Map.Dims)
			}
			layout = a
		case *StridedAttr:
			if unranked || layout != nil || space != nil {
				p.fail(pos, "unexpected layout")
			}
			if len(l.Strides) != len(shape) {
				p.fail(pos, "expected the number of strides to match the rank")
			}
			layout = a
		default:
			if space != nil {
				p.fail(pos, "multiple memory spaces specified in memref type")
			}
			space = a
		}
	}
	p.Expect(">")
	if i, ok := space.(*IntegerAttr); ok && i.Value.Sign() == 0 {
		space = nil
	}
	if unranked {
		return p.ctx.UnrankedMemRefType(elem, space)
	}
	if m, ok := layout.(*AffineMapAttr); ok && m.Map.IsIdentity() {
		layout = nil
	}
	return p.ctx.MemRefType(shape, elem, layout, space)
}

// extendedType reads !alias, !dialect.name<body> or !dialect<body>.
func (p *Parser) extendedType() Type {
	pos := p.tok.start
	dialect, body, ok := p.dialectSymbol()
	if !ok {
		t := p.typeAliases[dialect]
		if t == nil {
			p.fail(pos, "undefined symbol alias id '%s'", dialect)
		}
		p.expandAlias(pos, "!"+dialect)
		return t
	}
	text := p.src[pos:p.lastEnd]
	if t, ok := p.dialectText[text]; ok {
		return t
	}
	t := p.dialectType(pos, dialect, body)
	p.dialectText[text] = t
	return t
}

func (p *Parser) dialectType(pos int, dialect, body string) Type {
	end := p.lastEnd
	opaque := func() Type {
		if isMLIRDialect(dialect) {
			if parts := p.bodyParts(pos+1, end); parts != nil {
				parts[0].before = "!" + parts[0].before
				return p.ctx.opaqueType(dialect, body, "", parts)
			}
		}
		return p.ctx.OpaqueType(dialect, body, "!"+dialectText(dialect, body))
	}
	d := p.ctx.Dialect(dialect)
	if d == nil {
		if !p.ctx.AllowUnregistered {
			p.fail(pos, "%s", p.unregistered("type", "!", dialect, body))
		}
		return opaque()
	}
	if d.ParseType == nil && d.ReadType == nil {
		if p.ctx.AllowUnregistered {
			return opaque()
		}
		p.fail(pos, "dialect '%s' provides no type parsing hook", dialect)
	}
	mnemonic, inner, has := splitBody(body)
	p.enter()
	defer p.leave()
	if d.ReadType != nil {
		var t Type
		p.readBody(d, pos, mnemonic, "ReadType", func() bool { t = d.ReadType(p, mnemonic); return t != nil })
		if t != nil {
			return t
		}
	}
	p.callAt("ParseType", nil, pos)
	p.dialect = d.Name
	t, err := Type(nil), error(nil)
	if d.ParseType != nil {
		t, err = d.ParseType(p.ctx, mnemonic, inner, has)
	}
	p.done()
	p.failBody(pos, body, inner, err)
	if t == nil {
		if p.ctx.AllowUnregistered {
			return opaque()
		}
		space := ""
		if d.ReadType != nil {
			space = " " // as MLIR writes it where the parser of types is generated
		}
		p.fail(pos, "unknown %stype `%s` in dialect `%s`", space, mnemonic, dialect)
	}
	return t
}

// readBody reads a type or attribute by a function of its dialect from the text between pos and here, which was scanned; read says whether
// the dialect knows it.
func (p *Parser) readBody(d *Dialect, pos int, mnemonic, call string, read func() bool) {
	end, op := p.lastEnd, p.opName
	start := pos + len("!") + len(d.Name) + len(".") + len(mnemonic)
	p.opName = nil // messages about types do not name the operation
	p.callAt(call, nil, pos)
	p.dialect = d.Name
	p.resetTo(start)
	known := read()
	p.done()
	p.opName = op
	if known && p.lastEnd != start && p.lastEnd != end && p.src[p.lastEnd:end] != ">" {
		p.wrongToken("expected '>'")
	}
	p.resetTo(end) // a body that is not asked for is not looked at, as in MLIR
}

// failBody reports err, where there is one, of the function that was given inner of the symbol at pos, which ends here with body: at its place in
// the text if it knows that, else at the symbol.
func (p *Parser) failBody(pos int, body, inner string, err error) {
	if err == nil {
		return
	}
	open := strings.IndexAny(body, "< ")
	if e, ok := errors.AsType[BodyError](err); ok && open >= 0 && strings.HasSuffix(p.src[:p.lastEnd], body) {
		offset, msg := e.InBody()
		p.fail(p.lastEnd-len(body)+open+1+min(max(offset, 0), len(inner)), "%s", msg)
	}
	p.fail(pos, "%s", err.Error())
}

func (p *Parser) unregistered(what, sigil, dialect, body string) string {
	return "#" + what + "<\"" + sigil + dialect + "." + clip(body) + "\"> created with unregistered dialect. If this is " +
		"intended, please call allowUnregisteredDialects() on the MLIRContext, or use -allow-unregistered-dialect with the MLIR opt tool used"
}

// dialectSymbol reads !x or #x with its body. ok is false for an alias, whose name is returned. Of
// !dialect.name<body> the second result is "name<body>", of !dialect<body> it is "body".
func (p *Parser) dialectSymbol() (dialect, body string, ok bool) {
	start, end := p.tok.start, p.tok.end
	id := p.src[start+1 : end]
	dialect, rest, dotted := strings.Cut(id, ".")
	if p.at(end) == '<' {
		close := p.scanBody(end)
		if dotted {
			body = rest + p.src[end:close]
		} else {
			body = p.src[end+1 : close-1]
		}
		p.resetTo(close)
		p.lastEnd = close
	} else {
		if !dotted {
			p.advance()
			return id, "", false
		}
		body = rest
		p.advance()
	}
	if strings.IndexByte(dialect, '-') >= 0 || !isBareID(dialect) {
		p.fail(start, "invalid dialect namespace '%s'", dialect)
	}
	return dialect, body, true
}

// scanBody returns the end of the dialect body whose '<' is at pos: brackets must nest, strings are skipped,
// and "->" is one token.
func (p *Parser) scanBody(pos int) int {
	var open []byte
	for i := pos; i < len(p.src); i++ {
		switch ch := p.src[i]; ch {
		case '<', '[', '(', '{':
			open = append(open, ch)
			if len(open) > maxNesting {
				p.fail(i, "nesting is deeper than %d levels", maxNesting)
			}
		case '-':
			if p.at(i+1) == '>' {
				i++
			}
		case '>', ']', ')', '}':
			want := map[byte]byte{'>': '<', ']': '[', ')': '(', '}': '{'}[ch]
			if open[len(open)-1] != want {
				p.fail(i, "unbalanced '%c' character in pretty dialect name", open[len(open)-1])
			}
			if open = open[:len(open)-1]; len(open) == 0 {
				return i + 1
			}
		case '"':
			i = p.str(i) - 1
		case 0:
			p.fail(i, "unexpected nul or EOF in pretty dialect name")
		}
	}
	p.fail(len(p.src), "unbalanced '%c' character in pretty dialect name", open[len(open)-1])
	return 0
}

// splitBody splits "name<body>" of a registered dialect's type or attribute.
func splitBody(body string) (mnemonic, inner string, has bool) {
	if i := strings.IndexByte(body, '<'); i >= 0 && strings.HasSuffix(body, ">") {
		return body[:i], body[i+1 : len(body)-1], true
	}
	if i := strings.IndexByte(body, ' '); i > 0 && isBareID(body[:i]) { // #gpu<dim x>
		return body[:i], body[i+1:], true
	}
	return body, "", false
}

// dialectText is how MLIR prints an opaque symbol: dialect.name<..> if it can be read so, else dialect<..>.
func dialectText(dialect, body string) string {
	name := body
	if i := strings.IndexByte(body, '<'); i >= 0 {
		name = body[:i]
		if !strings.HasSuffix(body, ">") {
			name = ""
		}
	}
	pretty := name != "" && chClass[name[0]]&chLetter != 0 && name[0] != '_'
	for i := 1; i < len(name); i++ {
		ch := name[i]
		pretty = pretty && chClass[ch]&chBare != 0 && ch != '$'
	}
	if pretty && balancedTail(body[len(name):]) {
		return dialect + "." + body
	}
	if strings.HasSuffix(body, "-") {
		return dialect + "." + body // MLIR 19 prints d<x->, which nobody can read: "->" is one token
	}
	return dialect + "<" + body + ">"
}

// balancedTail says whether s is empty or one bracketed body: "<a>", not "<a><b>".
func balancedTail(s string) bool {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '<', '[', '(', '{':
			depth++
		case '-':
			if i+1 < len(s) && s[i+1] == '>' {
				i++
			}
		case '>', ']', ')', '}':
			if depth--; depth == 0 && i != len(s)-1 {
				return false
			}
		case '"':
			for i++; i < len(s) && s[i] != '"'; i++ {
				if s[i] == '\\' {
					i++
				}
			}
		}
	}
	return depth == 0
}
