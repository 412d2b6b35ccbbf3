package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"descend/ir"
	"descend/ir/bail"
)

// The syntax tree. Every node has its place in the text.
type (
	// Function is def name(params) { body }.
	Function struct {
		At     ir.Location
		Name   string
		Params []*Name
		Body   []Statement
	}
	// Statement is var name<shape> = value; or return value; or an expression. Value is nil in "return;" alone.
	Statement struct {
		At     ir.Location
		Return bool
		Var    string  // "" if it is no declaration
		Shape  []int64 // nil if none is declared
		Value  Expr
	}
	// Expr is an expression.
	Expr interface{ Place() ir.Location }
	// Literal is a number, or a list of literals of one shape: its elements row by row.
	Literal struct {
		place
		Shape    []int64
		Elements []float64
	}
	// Name is a variable or a parameter.
	Name struct {
		place
		Name string
	}
	// Binary is left + right or left * right, element by element.
	Binary struct {
		place
		Op          string
		Left, Right Expr
	}
	// Call is callee(args); print and transpose are called like functions.
	Call struct {
		place
		Callee string
		Args   []Expr
	}
	place struct{ at ir.Location }
)

// Place is where the expression stands.
func (p place) Place() ir.Location { return p.at }

// mistake is what is wrong with a program, and where.
type mistake struct {
	at   ir.Location
	text string
}

func fail(at ir.Location, format string, args ...any) {
	bail.Out(&mistake{at, fmt.Sprintf(format, args...)})
}

// token is a word, a number or one sign; the end of the text is "".
type token struct {
	text string
	at   ir.Location
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
func inWord(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || isDigit(c)
}

// scan cuts a text into tokens; comments go from # to the end of the line.
func scan(c *ir.Context, file, src string) (tokens []token) {
	line, start := 1, 0 // number of the line, and where it begins
	for i := 0; i < len(src); {
		at, end := c.FileLoc(file, line, i-start+1), i+1
		switch {
		case src[i] == '\n':
			line, start = line+1, end
		case src[i] == ' ' || src[i] == '\t' || src[i] == '\r':
		case src[i] == '#':
			for end < len(src) && src[end] != '\n' {
				end++
			}
		case inWord(src[i]):
			for end < len(src) && (inWord(src[end]) || isDigit(src[i]) && src[end] == '.') {
				end++
			}
			tokens = append(tokens, token{src[i:end], at})
		case strings.IndexByte("()[]{}<>,;=+*", src[i]) >= 0:
			tokens = append(tokens, token{src[i:end], at})
		default:
			fail(at, "a program has no %q", []rune(src[i:])[0])
		}
		i = end
	}
	return append(tokens, token{"", c.FileLoc(file, line, len(src)-start+1)})
}

// reader is a parser by recursive descent; next is the token at hand.
type reader struct {
	rest []token
	next token
}

// read parses a program; what is wrong leaves it, as a mistake.
func read(c *ir.Context, file, src string) (program []*Function) {
	tokens := scan(c, file, src)
	r := &reader{tokens[1:], tokens[0]}
	for r.next.text != "" {
		program = append(program, r.function())
	}
	return program
}

// take goes to the next token and returns this one.
func (r *reader) take() token {
	t := r.next
	if len(r.rest) > 0 {
		r.next, r.rest = r.rest[0], r.rest[1:]
	}
	return t
}

func (r *reader) accept(text string) bool {
	if r.next.text != text {
		return false
	}
	r.take()
	return true
}

func (r *reader) expect(text string) {
	if !r.accept(text) {
		r.wants("'" + text + "'")
	}
}

func (r *reader) wants(what string) {
	found := "'" + r.next.text + "'"
	if r.next.text == "" {
		found = "the end of the program"
	}
	fail(r.next.at, "expected %s, found %s", what, found)
}

// keywords are no names.
var keywords = []string{"def", "var", "return"}

func (r *reader) name() *Name {
	if t := r.next.text; t == "" || !inWord(t[0]) || isDigit(t[0]) || slices.Contains(keywords, t) {
		r.wants("a name")
	}
	t := r.take()
	return &Name{place{t.at}, t.text}
}

// list reads items between commas up to a closing sign.
func (r *reader) list(end string, item func()) {
	for first := true; !r.accept(end); first = false {
		if !first {
			r.expect(",")
		}
		item()
	}
}

func (r *reader) function() *Function {
	r.expect("def")
	name := r.name()
	f := &Function{At: name.at, Name: name.Name}
	r.expect("(")
	r.list(")", func() { f.Params = append(f.Params, r.name()) })
	r.expect("{")
	for !r.accept("}") {
		if r.next.text == "" {
			r.wants("'}'")
		}
		if !r.accept(";") {
			f.Body = append(f.Body, r.statement())
		}
	}
	return f
}

func (r *reader) statement() Statement {
	s := Statement{At: r.next.at}
	switch {
	case r.accept("var"):
		s.Var = r.name().Name
		if r.accept("<") {
			r.list(">", func() { s.Shape = append(s.Shape, r.extent()) })
		}
		r.expect("=")
		s.Value = r.expression()
	case r.accept("return"):
		if s.Return = true; r.next.text != ";" {
			s.Value = r.expression()
		}
	default:
		s.Value = r.expression()
	}
	r.expect(";")
	return s
}

func (r *reader) extent() int64 {
	n, err := strconv.ParseInt(r.next.text, 10, 32)
	if err != nil || n < 1 {
		r.wants("an extent from 1 on")
	}
	r.take()
	return n
}

// expression is a sum of products, both grouped from the left.
func (r *reader) expression() Expr {
	return r.binary("+", func() Expr { return r.binary("*", r.primary) })
}

func (r *reader) binary(op string, operand func() Expr) Expr {
	left := operand()
	for r.next.text == op {
		t := r.take()
		left = &Binary{place{t.at}, op, left, operand()}
	}
	return left
}

func (r *reader) primary() Expr {
	switch t := r.next; {
	case t.text == "[" || t.text != "" && isDigit(t.text[0]):
		return r.literal()
	case r.accept("("):
		e := r.expression()
		r.expect(")")
		return e
	case t.text == "" || !inWord(t.text[0]):
		r.wants("an expression")
	}
	n := r.name()
	if !r.accept("(") {
		return n
	}
	call := &Call{place: n.place, Callee: n.Name}
	r.list(")", func() { call.Args = append(call.Args, r.expression()) })
	return call
}

// literal reads a number, or a list of literals, which have to have the shape of the first.
func (r *reader) literal() *Literal {
	l := &Literal{place: place{r.next.at}}
	if !r.accept("[") {
		x, err := strconv.ParseFloat(r.next.text, 64)
		if err != nil {
			r.wants("a number")
		}
		r.take()
		l.Elements = []float64{x}
		return l
	}
	var inner []int64
	n := int64(0)
	r.list("]", func() {
		e := r.literal()
		if n++; n > 1 && !slices.Equal(inner, e.Shape) {
			fail(e.at, "the rows of a literal have one shape: this one has %s, the first one %s", shapeText(e.Shape), shapeText(inner))
		}
		inner = e.Shape
		l.Elements = append(l.Elements, e.Elements...)
	})
	if n == 0 {
		fail(l.at, "a literal has at least one element")
	}
	l.Shape = append([]int64{n}, inner...)
	return l
}

// shapeText is a shape as messages have it.
func shapeText(shape []int64) string {
	if len(shape) == 0 {
		return "<>"
	}
	return "<" + strings.Trim(strings.ReplaceAll(fmt.Sprint(shape), " ", ", "), "[]") + ">"
}

// dump is the tree as text, a node a line.
func dump(program []*Function) string {
	var b strings.Builder
	line := func(depth int, at ir.Location, format string, args ...any) {
		r := ir.RangeOf(at)
		fmt.Fprintf(&b, "%s%s  %d:%d\n", strings.Repeat("  ", depth), fmt.Sprintf(format, args...), r.Line, r.Col)
	}
	var expr func(depth int, e Expr)
	expr = func(depth int, e Expr) {
		switch e := e.(type) {
		case *Literal:
			line(depth, e.at, "literal %s %v", shapeText(e.Shape), e.Elements)
		case *Name:
			line(depth, e.at, "name %s", e.Name)
		case *Binary:
			line(depth, e.at, "binary %s", e.Op)
			expr(depth+1, e.Left)
			expr(depth+1, e.Right)
		case *Call:
			line(depth, e.at, "call %s", e.Callee)
			for _, a := range e.Args {
				expr(depth+1, a)
			}
		}
	}
	for _, f := range program {
		line(0, f.At, "def %s", f.Name)
		for _, p := range f.Params {
			line(1, p.at, "param %s", p.Name)
		}
		for _, s := range f.Body {
			switch {
			case s.Var != "" && s.Shape != nil:
				line(1, s.At, "var %s %s", s.Var, shapeText(s.Shape))
			case s.Var != "":
				line(1, s.At, "var %s", s.Var)
			case s.Return:
				line(1, s.At, "return")
			default:
				line(1, s.At, "do")
			}
			if s.Value != nil {
				expr(2, s.Value)
			}
		}
	}
	return b.String()
}
