package nat

import (
	"fmt"
	"math/big"
	"strings"
	"unicode"
	"unicode/utf8"

	"descend/dialects/num"
)

// Limits of the parser.
const (
	maxDepth  = 500    // nested parentheses and calls
	maxDigits = 10_000 // of one number
)

// ParseError is an error at a byte of the input.
type ParseError struct {
	Offset int // in bytes, from 0
	Msg    string
}

func (e *ParseError) Error() string { return fmt.Sprintf("offset %d: %s", e.Offset, e.Msg) }

// InBody makes it an ir.BodyError of a type or attribute whose body is the input.
func (e *ParseError) InBody() (offset int, msg string) { return e.Offset, e.Msg }

// Behind is err, of a parser whose input follows offset bytes of a longer one, as an error of that one.
func Behind(offset int, err error) error {
	if e, ok := err.(*ParseError); ok {
		return &ParseError{offset + e.Offset, e.Msg}
	}
	return err
}

// Parse reads an expression: decimal numbers, names, + - * / % with the usual
// binding, parentheses, min(a, b, ..) and max(a, b, ..). Errors are *ParseError.
func Parse(s string) (Expr, error) {
	p := &parser{src: s}
	e := p.expr()
	p.end()
	if p.err != nil {
		return Expr{}, p.err
	}
	return Expr{e}, nil
}

// ParseConstraint reads two expressions with a relation between them: one of
// == != < <= > >= and the words eq ne lt le gt ge divides ndivides.
func ParseConstraint(s string) (Constraint, error) {
	p := &parser{src: s}
	if inner, ok := strings.CutPrefix(s, "pow2("); ok { // as Pretty writes it
		inner, closed := strings.CutSuffix(inner, ")")
		l, err := Parse(inner)
		if err == nil && !closed {
			err = &ParseError{len(s), "expected `)`"}
		}
		return IsPow2(l), err
	}
	l := p.expr()
	r := p.relation()
	o := p.expr()
	p.end()
	if p.err != nil {
		return Constraint{}, p.err
	}
	return Constraint{Expr{l}, r, Expr{o}}, nil
}

// parser is a recursive descent over bytes. After the first error every method
// returns at once.
type parser struct {
	src   string
	pos   int
	depth int
	err   error
}

func (p *parser) fail(at int, format string, args ...any) {
	if p.err == nil {
		p.err = &ParseError{at, fmt.Sprintf(format, args...)}
	}
}

// peek skips white space and returns the next byte, 0 at the end.
func (p *parser) peek() byte {
	for p.pos < len(p.src) {
		switch c := p.src[p.pos]; c {
		case ' ', '\t', '\n', '\r':
			p.pos++
		default:
			return c
		}
	}
	return 0
}

func (p *parser) accept(c byte) bool {
	if p.peek() == c && p.pos < len(p.src) {
		p.pos++
		return true
	}
	return false
}

func (p *parser) end() {
	if p.peek(); p.err == nil && p.pos < len(p.src) {
		p.fail(p.pos, "unexpected %s", p.here())
	}
}

// here describes the next character for messages.
func (p *parser) here() string {
	if p.pos >= len(p.src) {
		return "end of text"
	}
	r, _ := utf8.DecodeRuneInString(p.src[p.pos:])
	return fmt.Sprintf("%q", r)
}

func (p *parser) expr() *poly {
	e := p.product()
	for p.err == nil {
		switch {
		case p.accept('+'):
			e = e.add(p.product())
		case p.accept('-'):
			e = e.sub(p.product())
		default:
			return e
		}
	}
	return zeroPoly
}

func (p *parser) product() *poly {
	e := p.primary()
	for p.err == nil {
		switch {
		case p.accept('*'):
			e = e.mul(p.primary())
		case p.accept('/'):
			e = public.div(e, p.primary())
		case p.accept('%'):
			e = public.mod(e, p.primary())
		default:
			return e
		}
	}
	return zeroPoly
}

func (p *parser) primary() *poly {
	if p.err != nil {
		return zeroPoly
	}
	if p.depth++; p.depth > maxDepth {
		p.fail(p.pos, "expression is nested more than %d deep", maxDepth)
		return zeroPoly
	}
	defer func() { p.depth-- }()
	c := p.peek()
	switch {
	case c == '(':
		p.pos++
		e := p.expr()
		if p.err == nil && !p.accept(')') {
			p.fail(p.pos, "expected ')', found %s", p.here())
		}
		return e
	case c >= '0' && c <= '9':
		return p.number()
	case c == '#':
		return p.opaque()
	}
	start := p.pos
	name := p.name()
	if name == "" {
		p.fail(start, "expected a number, a name or '(', found %s", p.here())
		return zeroPoly
	}
	if (name == "min" || name == "max") && p.peek() == '(' {
		return p.call(name)
	}
	if (name == SizeOf || name == LeavesOf) && p.peek() == '(' {
		return p.sizeOf(name)
	}
	return varPoly(name)
}

// Names that, with the name of a type in parentheses, are variables: the bytes of a value of the type and the number of
// scalars in it, which are not known before the type is.
const (
	SizeOf   = "size_of"
	LeavesOf = "leaves_of"
)

// sizeOf reads the variable "size_of(d)".
func (p *parser) sizeOf(name string) *poly {
	p.pos++ // the parenthesis
	p.peek()
	start := p.pos
	arg := p.name()
	switch {
	case arg == "":
		p.fail(start, "expected the name of a type, found %s", p.here())
	case !p.accept(')'):
		p.fail(p.pos, "expected ')', found %s", p.here())
	}
	return varPoly(name + "(" + arg + ")")
}

func (p *parser) call(name string) *poly {
	p.pos++ // the parenthesis
	args := []*poly{p.expr()}
	for p.err == nil && p.accept(',') {
		if args = append(args, p.expr()); len(args) > maxTerms {
			p.fail(p.pos, "more than %d arguments", maxTerms)
		}
	}
	if p.err == nil && !p.accept(')') {
		p.fail(p.pos, "expected ',' or ')', found %s", p.here())
	}
	if p.err != nil {
		return zeroPoly
	}
	if name == "min" {
		return minMax(atomMin, args)
	}
	return minMax(atomMax, args)
}

func (p *parser) number() *poly {
	start := p.pos
	for p.pos < len(p.src) && p.src[p.pos] >= '0' && p.src[p.pos] <= '9' {
		p.pos++
	}
	digits := p.src[start:p.pos]
	if len(digits) > maxDigits {
		p.fail(start, "number of more than %d digits", maxDigits)
		return zeroPoly
	}
	v, _ := new(big.Int).SetString(digits, 10)
	return constPoly(num.FromBig(v))
}

// opaque reads the spelling of a value that was too large.
func (p *parser) opaque() *poly {
	start := p.pos
	digits := p.src[start+1 : min(start+1+hugeDigits, len(p.src))]
	if len(digits) < hugeDigits || strings.Trim(digits, "0123456789abcdef") != "" {
		p.fail(start, "'#' needs %d hexadecimal digits", hugeDigits)
		return zeroPoly
	}
	p.pos += 1 + hugeDigits
	return atomPoly(hugeAtom(digits))
}

// name reads a name, "" if there is none.
func (p *parser) name() string {
	start := p.pos
	for p.pos < len(p.src) {
		r, size := utf8.DecodeRuneInString(p.src[p.pos:])
		if !isNameRune(r, p.pos == start) || r == utf8.RuneError {
			break
		}
		p.pos += size
	}
	return p.src[start:p.pos]
}

func isNameRune(r rune, first bool) bool {
	switch {
	case r == '_' || r == '$' || r == '\'' || unicode.IsLetter(r):
		return true
	case first:
		return false
	}
	return r == '.' || unicode.IsDigit(r)
}

// IsName reports whether s is a name that [Parse] reads as one variable.
func IsName(s string) bool {
	p := &parser{src: s}
	return s != "" && p.name() == s
}

var relationSymbols = []struct {
	text string
	rel  Rel
}{
	{"==", EQ}, {"!=", NE}, {"<=", LE}, {">=", GE}, {"<", LT}, {">", GT},
}

func (p *parser) relation() Rel {
	p.peek()
	if p.err != nil {
		return EQ
	}
	for _, s := range relationSymbols {
		if strings.HasPrefix(p.src[p.pos:], s.text) {
			p.pos += len(s.text)
			return s.rel
		}
	}
	start := p.pos
	if r, ok := RelOf(p.name()); ok {
		return r
	}
	p.pos = start
	p.fail(start, "expected a comparison, found %s", p.here())
	return EQ
}
