package ir

import (
	"fmt"
	"strings"
	"sync"
)

// The declarative pretty form, OpDef.Format, is a subset of MLIR's assembly format (ODS):
//
//	`lit`  `,`  `->`         a literal keyword or punctuation; ` ` writes a space, “ none, `\n` a new line
//	$name                    an operand, attribute, region or successor of the definition
//	type($name)              the types of an operand or result group; also type(operands), type(results)
//	functional-type(a, b)    "(types of a) -> types of b"; a and b are names, operands or results
//	operands                 all operands; likewise regions, successors
//	attr-dict                the other attributes in {..}; attr-dict-with-keyword: after "attributes"
//	qualified(type($name))   the type with its name, where type($name) leaves it out (TypeConstraint.Body)
//	custom<Name>(a, b)       what OpDef.Directives has under the name, which writes and reads a and b
//	( a $b^ c )?  ( a ^ ) : ( b )   an optional group, there if the anchor (marked ^) is present
//	oilist( `a` $x | `b` $y )   clauses, each there if something of it is present; they are read in any order
//
// The anchor is an optional operand, attribute or region, a variadic group, type() of one, or a custom<> that has one of
// them. What comes first in the group tells the parser whether it is there: a literal, an operand, a region, or an attribute (by
// AttrConstraint.Starts). Attributes are written as AttrConstraint.Print says, without type if AttrConstraint.Type gives it. A unit attribute as an
// anchor is not written: the group stands for it. Types that the form leaves out are inferred from the traits,
// from TypeConstraint.Only, or by TypeInferrer. Spaces are written as ODS does.

type fmtKind uint8

const (
	fLiteral fmtKind = iota
	fSpace
	fNoSpace
	fNewline
	fOperand
	fAttr
	fRegion
	fSuccessor
	fOperands
	fRegions
	fSuccessors
	fOperandTypes // of the group idx; -1 for all
	fResultTypes
	fFunctional
	fAttrDict
	fAttrDictKw
	fGroup
	fCustom
	fOiList
)

// fmtElem is an element of a format.
type fmtElem struct {
	kind      fmtKind
	text      string // literal, name of an attribute
	idx       int    // group, region, successor; -1: all
	attr      *AttrDef
	args      []fmtElem // of functional-type
	then, els []fmtElem
	anchor    int // in then
	qualified bool
	clauses   [][]fmtElem
	// Of a literal: no space stands before it behind a word (tight), and behind punctuation too (closes), none behind it (opens).
	tight, closes, opens, punct bool
}

func literalElem(s string) fmtElem {
	one := func(of string) bool { return len(s) == 1 && strings.Contains(of, s) }
	return fmtElem{kind: fLiteral, text: s, punct: chClass[s[0]]&chLetter == 0,
		tight: one("<>(){}[],"), closes: one(">)}],"), opens: one("<({[")}
}

// opFormat is a parsed format.
type opFormat struct {
	elems   []fmtElem
	attrs   []string // attributes written by name, which attr-dict leaves out
	err     error
	hasDict bool
	// mayLose says that a group holds something that may be there where the anchor of the group is not.
	mayLose bool
}

var formats sync.Map // *OpDef -> *opFormat

// formatOf parses the format of a definition, once.
func formatOf(def *OpDef) *opFormat {
	if f, ok := formats.Load(def); ok {
		return f.(*opFormat)
	}
	fp := &formatParser{def: def, src: def.Format, out: &opFormat{}}
	f := fp.out
	f.elems = fp.list("")
	if fp.err != nil {
		f.err = fmt.Errorf("format: %w", fp.err)
	} else {
		f.mayLose = mayLose(f.elems)
	}
	actual, _ := formats.LoadOrStore(def, f)
	return actual.(*opFormat)
}

type formatParser struct {
	def   *OpDef
	src   string
	pos   int
	out   *opFormat
	succs []string // the successors so far
	err   error
}

func (f *formatParser) fail(format string, args ...any) {
	if f.err == nil {
		f.err = fmt.Errorf(format, args...)
	}
	f.pos = len(f.src)
}

func (f *formatParser) space() {
	for f.pos < len(f.src) && strings.IndexByte(" \t\r\n", f.src[f.pos]) >= 0 {
		f.pos++
	}
}

func (f *formatParser) eat(s string) bool {
	f.space()
	if strings.HasPrefix(f.src[f.pos:], s) {
		f.pos += len(s)
		return true
	}
	return false
}

// list parses elements up to the closing text, "" for the end of the format.
func (f *formatParser) list(close string) []fmtElem {
	var out []fmtElem
	for {
		f.space()
		if f.pos >= len(f.src) {
			if close != "" {
				f.fail("missing %s", close)
			}
			return out
		}
		if close != "" && f.eat(close) {
			return out
		}
		out = append(out, f.elem())
	}
}

func (f *formatParser) word() string {
	start := f.pos
	for f.pos < len(f.src) && (chClass[f.src[f.pos]]&chBare != 0 || f.src[f.pos] == '-') {
		f.pos++
	}
	return f.src[start:f.pos]
}

func (f *formatParser) elem() fmtElem {
	switch f.src[f.pos] {
	case '`':
		end := strings.IndexByte(f.src[f.pos+1:], '`')
		if end < 0 {
			f.fail("unterminated literal")
			return fmtElem{}
		}
		lit := f.src[f.pos+1 : f.pos+1+end]
		f.pos += end + 2
		switch lit {
		case "":
			return fmtElem{kind: fNoSpace}
		case " ":
			return fmtElem{kind: fSpace}
		case `\n`:
			return fmtElem{kind: fNewline}
		}
		return literalElem(lit)
	case '$':
		f.pos++
		return f.variable(f.word())
	case '(':
		f.pos++
		return f.group()
	}
	return f.directive()
}

func (f *formatParser) directive() fmtElem {
	switch w := f.word(); w {
	case "operands":
		return fmtElem{kind: fOperands}
	case "regions":
		return fmtElem{kind: fRegions}
	case "successors":
		return fmtElem{kind: fSuccessors}
	case "attr-dict":
		f.out.hasDict = true
		return fmtElem{kind: fAttrDict}
	case "attr-dict-with-keyword":
		f.out.hasDict = true
		return fmtElem{kind: fAttrDictKw}
	case "qualified":
		if !f.eat("(") {
			f.fail("qualified needs (")
		}
		f.space()
		var e fmtElem
		if f.pos < len(f.src) {
			e = f.elem()
		}
		if !f.eat(")") {
			f.fail("qualified needs )")
		}
		e.qualified = true
		return e
	case "type":
		return f.typeOf("type", ")")
	case "custom":
		return f.custom()
	case "oilist":
		return f.oilist()
	case "functional-type":
		e := fmtElem{kind: fFunctional}
		e.args = append(e.args, f.typeOf(w, ","))
		f.pos-- // give typeOf an opening character
		e.args = append(e.args, f.typeArg(w, ")"))
		return e
	default:
		f.fail("unknown element %q", clip(f.src[f.pos:]+w))
	}
	return fmtElem{}
}

// typeOf parses "(name" and the closing text.
func (f *formatParser) typeOf(what, close string) fmtElem {
	if !f.eat("(") {
		f.fail("%s needs (", what)
		return fmtElem{}
	}
	f.pos--
	return f.typeArg(what, close)
}

func (f *formatParser) typeArg(what, close string) fmtElem {
	f.pos++
	f.space()
	if f.pos >= len(f.src) {
		f.fail("%s is not closed", what)
		return fmtElem{}
	}
	var e fmtElem
	if f.src[f.pos] == '$' {
		f.pos++
		name := f.word()
		if i := groupIndex(f.def.Operands, name); i >= 0 {
			e = fmtElem{kind: fOperandTypes, idx: i}
		} else if i := groupIndex(f.def.Results, name); i >= 0 {
			e = fmtElem{kind: fResultTypes, idx: i}
		} else {
			f.fail("%s of unknown $%s", what, name)
		}
	} else {
		switch w := f.word(); w {
		case "operands":
			e = fmtElem{kind: fOperandTypes, idx: -1}
		case "results":
			e = fmtElem{kind: fResultTypes, idx: -1}
		default:
			f.fail("%s of unknown %q", what, w)
		}
	}
	if !f.eat(close) {
		f.fail("%s needs %s", what, close)
	}
	return e
}

// custom parses "<Name>(a, b)".
func (f *formatParser) custom() fmtElem {
	e := fmtElem{kind: fCustom}
	if !f.eat("<") {
		f.fail("custom needs <")
		return e
	}
	e.text = f.word()
	if _, ok := f.def.Directives[e.text]; !ok {
		f.fail("custom<%s> is not among the Directives of the definition", e.text)
		return e
	}
	if !f.eat(">") || !f.eat("(") {
		f.fail("custom needs >(")
		return e
	}
	for !f.eat(")") {
		if f.space(); f.pos >= len(f.src) {
			f.fail("custom is not closed")
			return e
		}
		if len(e.args) > 0 && !f.eat(",") {
			f.fail("custom needs , between its parameters")
			return e
		}
		f.space()
		e.args = append(e.args, f.elem())
	}
	return e
}

// oilist parses "( `a` x | `b` y )".
func (f *formatParser) oilist() fmtElem {
	e := fmtElem{kind: fOiList}
	if !f.eat("(") {
		f.fail("oilist needs (")
		return e
	}
	for {
		var clause []fmtElem
		for f.space(); f.pos < len(f.src) && f.src[f.pos] != '|' && f.src[f.pos] != ')'; f.space() {
			clause = append(clause, f.elem())
		}
		if len(clause) == 0 || clause[0].kind != fLiteral {
			f.fail("each clause of oilist begins with a literal")
			return e
		}
		e.clauses = append(e.clauses, clause)
		if f.eat(")") {
			return e
		}
		if !f.eat("|") {
			f.fail("oilist is not closed")
			return e
		}
	}
}

func (f *formatParser) variable(name string) fmtElem {
	if i := groupIndex(f.def.Operands, name); i >= 0 {
		return fmtElem{kind: fOperand, idx: i}
	}
	for i := range f.def.Attrs {
		if f.def.Attrs[i].Name == name {
			f.out.attrs = append(f.out.attrs, name)
			return fmtElem{kind: fAttr, text: name, attr: &f.def.Attrs[i]}
		}
	}
	for i, r := range f.def.Regions {
		if r.Name == name {
			return fmtElem{kind: fRegion, idx: i}
		}
	}
	// successors have no names in the definition: the format gives them, in order
	if i := len(f.succs); i < f.def.Successors {
		f.succs = append(f.succs, name)
		return fmtElem{kind: fSuccessor, idx: i}
	}
	f.fail("unknown $%s", name)
	return fmtElem{}
}

func (f *formatParser) group() fmtElem {
	g := fmtElem{kind: fGroup, anchor: -1}
	for !f.eat(")") {
		if f.space(); f.pos >= len(f.src) {
			f.fail("group is not closed")
			return g
		}
		g.then = append(g.then, f.elem())
		if f.eat("^") {
			g.anchor = len(g.then) - 1
		}
	}
	if f.eat(":") {
		if !f.eat("(") {
			f.fail("alternative needs (")
		}
		g.els = f.list(")")
	}
	if !f.eat("?") {
		f.fail("group needs ?")
	}
	if g.anchor < 0 {
		f.fail("group has no anchor ^")
	}
	return g
}
