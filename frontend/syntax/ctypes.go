package syntax

import (
	"slices"
	"strings"

	"descend/frontend/ast"
	"descend/frontend/source"
)

// This file knows how C writes types: of several words, before the name that has them, and with pointers.

// cWords are the words of which C makes types. Two of them, one behind the other, are no type here.
var cWords = []string{"unsigned", "signed", "long", "short", "int", "char", "double", "float", "const", "volatile"}

// cType is a type of C.
type cType struct {
	words    []string
	elem     string // the scalar that it is here; "" if it is none
	pointers int
}

// cTypeAt is the type of C whose words stand from the n-th token on, behind those that were read already, and how many tokens it has.
func (p *parser) cTypeAt(n int, read ...string) (t cType, tokens int) {
	t.words = read
	isWord := func(at int) bool {
		word := p.text(p.peek(at))
		if p.peek(at).Kind != Ident {
			return false
		}
		qualified := !slices.ContainsFunc(t.words, func(w string) bool { return w != "const" && w != "volatile" })
		return slices.Contains(cWords, word) || qualified && (scalars[word] || ast.ScalarFor(word) != "")
	}
	for isWord(n + tokens) {
		t.words = append(t.words, p.text(p.peek(n+tokens)))
		tokens++
	}
	t.elem = scalarOfC(t.words)
	for p.peek(n+tokens).Kind == Star && !p.casting {
		t.pointers++
		tokens++
	}
	return t, tokens
}

// scalarOfC is the scalar that the words of a type of C mean; "" if they mean none.
func scalarOfC(words []string) string {
	var rest []string
	unsigned, signed := false, false
	for _, w := range words {
		switch w {
		case "unsigned":
			unsigned = true
		case "signed":
			signed = true
		case "const", "volatile":
		default:
			rest = append(rest, w)
		}
	}
	if len(rest) > 1 { // as in long int
		rest = slices.DeleteFunc(rest, func(w string) bool { return w == "int" })
	}
	elem := "i32"
	switch name := strings.Join(rest, " "); {
	case name == "long long":
		elem = "i64"
	case name == "long double":
		elem = "f64"
	case scalars[name]:
		elem = name
	case name != "" || !unsigned && !signed:
		elem = ast.ScalarFor(name)
	}
	switch {
	case unsigned && strings.HasPrefix(elem, "i"):
		return "u" + elem[1:]
	case signed && elem == "u8": // signed char
		return "i8"
	}
	return elem
}

// pointerForm says what there is in place of a pointer of C.
func (t cType) pointerForm() string {
	elem := t.elem
	if elem == "" {
		elem = "f32"
	}
	if slices.Contains(t.words, "const") {
		return "write `& gpu.global [" + elem + "; n]`, or `&uniq ..` to write through it"
	}
	return "write `&uniq gpu.global [" + elem + "; n]`, or `& ..` if nothing is written through it"
}

// foreignType reads a type of C of several words, or a pointer, with an error; nil if none starts here.
func (p *parser) foreignType() ast.Type {
	start := p.start()
	t, tokens := p.cTypeAt(0)
	if len(t.words) == 0 || len(t.words) == 1 && t.pointers == 0 || p.recovering {
		return nil
	}
	for range tokens {
		p.advance()
	}
	all := p.base(start)
	switch text := all.Span().Text(); {
	case t.pointers > 0:
		p.mistake(all.Span(), "there are no raw pointers").WithLabel("a reference says where its target lies").WithHelp(t.pointerForm())
		return &ast.BadType{Base: all}
	case t.elem == "":
		p.mistake(all.Span(), "expected a type, found `%s`", text).WithLabel("a type of C")
		return &ast.BadType{Base: all}
	default:
		p.mistake(all.Span(), "expected a type, found `%s`", text).WithLabel("a type of C").WithHelp("write `"+t.elem+"`", p.edit(all.Span(), t.elem))
		return &ast.NamedType{Base: all, Name: &ast.Ident{Base: all, Name: t.elem}}
	}
}

// foreignParam reads a parameter as C has it, whose first word was read: `unsigned int n`, `float *x`, `float x[]`. It reports it, and gives the name and type;
// false if none stands here.
func (p *parser) foreignParam(first *ast.Ident) (name *ast.Ident, typ ast.Type, ok bool) {
	t, tokens := p.cTypeAt(0, first.Name)
	id := p.peek(tokens)
	end := p.peek(tokens + 1)
	if id.Kind != Ident || t.elem == "" || p.recovering {
		return nil, nil, false
	}
	array := end.Kind == LBracket
	if !array && end.Kind != Comma && end.Kind != RParen {
		return nil, nil, false
	}
	at := p.here()
	for range tokens {
		p.advance()
	}
	name = p.ident("a parameter")
	for array && !p.at(Comma) && !p.at(RParen) && !p.at(EOF) {
		p.advance()
	}
	all := source.Span{File: p.file, Start: first.Span().Start, End: p.prevEnd}
	base := ast.At(all)
	d := p.mistake(at, "expected `:` and a type, found `%s`", at.Text()).WithLabel("parameters are written `name: type`")
	if array || t.pointers > 0 {
		d.WithHelp("there are no raw pointers: for `" + name.Name + "` " + t.pointerForm())
		return name, &ast.BadType{Base: base}, true
	}
	text := name.Name + ": " + t.elem
	d.WithHelp("write `"+text+"`", p.edit(all, text))
	return name, &ast.NamedType{Base: base, Name: &ast.Ident{Base: base, Name: t.elem}}, true
}
