package ir

import (
	"errors"
	"slices"
	"strings"
)

// The dialects that mlir-opt 19 knows. Text of theirs that is not registered with a context is kept as it is,
// but where MLIR's printer treats it as text of a known dialect, so do we: properties take part in aliases,
// and attributes keep the aliases that the dialect gives them.
var mlirDialects = []string{"acc", "affine", "amdgpu", "amx", "arith", "arm_neon", "arm_sme", "arm_sve", "async",
	"bufferization", "builtin", "cf", "complex", "dlti", "emitc", "func", "gpu", "index", "irdl", "linalg", "llvm", "math",
	"memref", "mesh", "ml_program", "mpi", "nvgpu", "nvvm", "omp", "pdl", "pdl_interp", "polynomial", "ptr", "quant", "rocdl",
	"scf", "shape", "sparse_tensor", "spirv", "tensor", "test", "test_dyn", "tosa", "transform", "ub", "vector", "x86vector", "xegpu"}

func isMLIRDialect(name string) bool {
	_, ok := slices.BinarySearch(mlirDialects, name)
	return ok
}

// ofMLIR says whether the operation belongs to one of MLIR's dialects.
func (n *OpName) ofMLIR() bool {
	dialect, _, dotted := strings.Cut(n.Name, ".")
	return dotted && isMLIRDialect(dialect)
}

// symbolPart is a type or attribute inside the body of an opaque one, with the text before it.
type symbolPart struct {
	before string
	value  any // Type or Attribute; nil at the end of the body
	// groups is the number of angle brackets around it that stand for an attribute without its name.
	groups int
}

// bodyParts finds the types, attributes and aliases in the source from start to end, the text of a symbol of
// one of MLIR's dialects. Without any it returns nil.
func (p *Parser) bodyParts(start, end int) []symbolPart {
	if strings.IndexAny(p.src[start:end], "#!") < 0 && !strings.Contains(p.src[start:end], "distinct[") {
		return nil
	}
	tok, lastEnd := p.tok, p.lastEnd
	p.enter()
	var parts []symbolPart
	var open []bool // for each '<', whether it stands for an attribute without its name
	groups, from := 0, start
	for i := start; i < end; i++ {
		switch ch := p.src[i]; {
		case ch == '"':
			i = p.str(i) - 1
		case ch == '-' && p.at(i+1) == '>':
			i++
		case ch == '<':
			anonymous := i > start && p.class(i-1)&chBare == 0
			open = append(open, anonymous)
			if anonymous {
				groups++
			}
		case ch == '>' && len(open) > 0:
			if open[len(open)-1] {
				groups--
			}
			open = open[:len(open)-1]
		case (ch == '#' || ch == '!') && p.class(i+1)&chSuffix != 0, strings.HasPrefix(p.src[i:end], "distinct[") && p.class(i-1)&chBare == 0:
			v, after := p.bodyPart(i)
			if v == nil {
				continue
			}
			parts = append(parts, symbolPart{p.src[from:i], v, groups})
			from, i = after, after-1
		}
	}
	p.leave()
	p.tok, p.lastEnd = tok, lastEnd
	if parts == nil {
		return nil
	}
	return append(parts, symbolPart{before: p.src[from:end]})
}

// bodyPart reads the type or attribute at pos; nil if it is an alias that is not defined.
func (p *Parser) bodyPart(pos int) (any, int) {
	p.resetTo(pos)
	isType := p.tok.kind == tExclaim
	name := p.text()[1:]
	alias := strings.IndexByte(name, '.') < 0 && p.at(p.tok.end) != '<'
	switch {
	case p.tok.kind == tBare:
		a := p.distinctAttr()
		return a, p.lastEnd
	case alias && isType && p.typeAliases[name] != nil:
		return p.typeAliases[name], p.tok.end
	case alias && !isType && p.attrAliases[name] != nil:
		return p.attrAliases[name], p.tok.end
	case alias:
		return nil, 0
	case isType:
		t := p.extendedType()
		return t, p.lastEnd
	}
	a := p.extendedAttr(nil)
	return a, p.lastEnd
}

// appendParts appends the text of parts without aliases, for messages: it stops when it is too long, as it can be
// exponentially longer than the file.
func appendParts(b []byte, parts []symbolPart) []byte {
	for _, part := range parts {
		if len(b) > 1<<20 {
			return append(b, "..."...)
		}
		b = append(b, part.before...)
		switch v := part.value.(type) {
		case Type:
			b = appendType(b, v)
		case Attribute:
			b = appendAttr(b, v, false)
		}
	}
	return b
}

// partsKey identifies parts by the text between them and by what they are.
func partsKey(key []byte, parts []symbolPart) []byte {
	for _, part := range parts {
		key = keyPart(keyString(key, part.before), part.value)
	}
	return key
}

// symbolParts writes an opaque type or attribute, with aliases.
func (p *Printer) symbolParts(parts []symbolPart) {
	for _, part := range parts {
		if len(p.buf) > 1<<28 && p.err == nil {
			p.err = errors.New("the text of an attribute without aliases is too long")
		}
		if p.err != nil {
			return
		}
		p.str(part.before)
		switch v := part.value.(type) {
		case Type:
			p.Type(v)
		case Attribute:
			p.Attr(v)
		}
	}
}

// visitSymbol visits what is inside an opaque type or attribute.
func (c *aliasCollector) visitSymbol(parts []symbolPart) {
	for _, part := range parts {
		outer := c.maxDepth
		c.maxDepth = 0
		switch v := part.value.(type) {
		case Type:
			c.visitType(v)
		case Attribute:
			c.visitAttr(v, c.deferred, false)
		}
		if c.maxDepth > 0 {
			c.maxDepth += part.groups
		}
		c.maxDepth = max(c.maxDepth, outer)
	}
}

// keepAlias records the alias that a file defines for an opaque attribute, if it is one that the dialect
// gives its attributes: named like the attribute (#di_file = #llvm.di_file<..>), or like the dialect (#sparse
// = #sparse_tensor.encoding<..>). It says whether it is.
func (p *Parser) keepAlias(name string, a Attribute) bool {
	o, ok := a.(*OpaqueAttr)
	if !ok || !isMLIRDialect(o.Dialect) {
		return false
	}
	base := strings.TrimRight(name, "0123456789")
	mnemonic, _, _ := splitBody(o.Body)
	if base == "" || base != mnemonic && !strings.HasPrefix(o.Dialect, base+"_") {
		return false
	}
	p.ctx.mu.Lock()
	defer p.ctx.mu.Unlock()
	if p.ctx.aliasNames == nil {
		p.ctx.aliasNames = map[*OpaqueAttr]string{}
	}
	p.ctx.aliasNames[o] = base
	return true
}

// aliasNameOf is the alias recorded by keepAlias, "" if there is none.
func (c *Context) aliasNameOf(a *OpaqueAttr) string {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.aliasNames[a]
}
