package syntax

import (
	"slices"
	"strings"

	"descend/frontend/ast"
	"descend/frontend/source"
)

// This file knows how other languages write what is written otherwise here: one error at the place, with what to write.

// foreignItems are words that start items of other languages, with what there is here.
var foreignItems = map[string]string{
	"import": useForm, "using": useForm, "mod": "a file is a module: leave it out", "namespace": "a file is a module: leave it out", "include": useForm,
	"static": "there are no variables of a program: bind it in a function and lend it",
	"impl":   "there are no methods: write functions that take the struct", "trait": "there are no traits: functions may be generic, `<d: dty>`",
	"typedef": "another name of a type is written `type Tile = [[f32; 32]; 32];`", "constexpr": "constants are written `const N: nat = 256;`, `const EPS: f32 = 1e-6;`", "class": "write `struct Name { field: type }`, and functions that take it",
	"union": "there are no unions", "macro_rules": "there are no macros: write a function, generic in sizes, types and views",
	"template":   "generics stand after the name of a function: `fn f<n: nat, d: dty>(..)`",
	"__global__": kernelForm, "__device__": "a function that threads call is written `fn f(x: f32) -[t: gpu.thread]-> f32 { .. }`",
	"__host__": "a function of the CPU is written `fn f(x: f32) -[t: cpu.thread]-> f32 { .. }`", "kernel": kernelForm,
	"def": "functions are written `fn f(x: f32) -[t: cpu.thread]-> f32 { .. }`", "func": "functions are written `fn f(x: f32) -[t: cpu.thread]-> f32 { .. }`",
	"function": "functions are written `fn f(x: f32) -[t: cpu.thread]-> f32 { .. }`", "void": "functions are written `fn f(x: f32) -[t: cpu.thread]-> () { .. }`",
	"__constant__": "what a kernel only reads is a parameter: `x: & gpu.global [f32; n]`",
}

const useForm = "a file is a module: `use m;` brings m.desc, `use m::{f, g as h};` items of it"

const kernelForm = "a kernel is written `fn name<n: nat>(x: &uniq gpu.global [f32; n * 256]) -[grid: gpu.grid<X<n>, X<256>>]-> () { .. }`"

// foreignItem is the help for a word that starts an item of another language; "" if it starts none.
func foreignItem(word string) string {
	if ast.ScalarFor(word) != "" {
		return "functions are written `fn f(x: f32) -[t: cpu.thread]-> f32 { .. }`"
	}
	return foreignItems[word]
}

// foreignStmts are words that start statements of other languages, before a term and a block, with what there is here.
var foreignStmts = map[string]string{
	"switch": "write `match x { 0 => .., 1 | 2 => .., _ => .. }`",
	"do":     "write `while c { .. }`, with what comes before the first test in front of it",
	"unless": "write `if !c { .. }`", "until": "write `while !c { .. }`", "foreach": "write `for x in xs { .. }`",
}

// sharedArray reads CUDA's declaration of a shared array, which a text begins with: its name and type.
func sharedArray(text string) (name, typ string, ok bool) {
	s := &shape{text: text}
	s.want("__shared__")
	elem := ast.ScalarFor(s.word())
	name = s.word()
	var sizes []string
	for s.has("[") {
		sizes = append(sizes, s.until("]"))
		s.want("]")
	}
	s.want(";")
	typ = elem
	for _, n := range slices.Backward(sizes) {
		typ = "[" + typ + "; " + n + "]"
	}
	return name, typ, !s.differs && elem != "" && name != "" && len(sizes) > 0
}

// foreignStmt reports a statement of another language and moves over it; false if none starts here.
func (p *parser) foreignStmt() bool {
	if !p.at(Ident) || p.recovering {
		return false
	}
	word, start := p.text(p.tok), p.start()
	if word == "__shared__" || word == "extern" && p.text(p.peek(1)) == "__shared__" {
		help := "shared memory is allocated where the block executes: `let tmp = alloc::<gpu.shared, [f32; 256]>();`"
		if name, t, ok := sharedArray(p.file.Text[start:]); ok {
			help = "shared memory is allocated where the block executes: `let " + name + " = alloc::<gpu.shared, " + t + ">();`"
		}
		p.mistake(p.here(), "`__shared__` does not exist").WithLabel("memory is allocated by a term").WithHelp(help)
		p.recovering = true
		return true
	}
	help := foreignStmts[word]
	if help == "" || !p.blockAhead() {
		return false
	}
	p.mistake(p.here(), "`%s` does not exist", word).WithLabel("not a statement").WithHelp(help)
	for !p.at(LBrace) {
		p.advance()
	}
	p.skipGroup()
	if word == "do" && p.at(KwWhile) {
		for p.advance(); !p.at(Semi) && !p.at(RBrace) && !p.at(EOF); {
			p.advance()
		}
	}
	return true
}

// blockAhead says whether `{` follows the current word, or a term after it, and no `=`, `;` or other bracket.
func (p *parser) blockAhead() bool {
	depth := 0
	for i := 1; i < 64; i++ {
		switch p.peek(i).Kind {
		case LBrace:
			return depth == 0
		case LParen, LBracket:
			depth++
		case RParen, RBracket:
			depth--
		case Assign, Semi, RBrace, EOF:
			return false
		}
	}
	return false
}

// foreignCast reads `(float) x`, with an error; nil if none starts here.
func (p *parser) foreignCast() ast.Expr {
	word, next := p.peek(1), p.peek(3)
	t := ast.ScalarFor(p.text(word))
	if t == "" && scalars[p.text(word)] {
		t = p.text(word)
	}
	if t == "" || word.Kind != Ident || p.peek(2).Kind != RParen || next.Kind != Ident && next.Kind != Int && next.Kind != Float && next.Kind != LParen {
		return nil
	}
	start := p.start()
	head := source.Span{File: p.file, Start: start, End: int(next.Start)}
	d := p.mistake(p.through(start), "expected a term, found a type").WithLabel("a cast is written `x as %s`", t)
	for range 3 {
		p.advance()
	}
	x := p.unary()
	d.WithHelp("write `as "+t+"`", p.edit(head, ""), p.edit(p.after(), " as "+t))
	return x
}

// wordOperators are the operators that are words in other languages.
var wordOperators = map[string]Kind{"and": AndAnd, "or": OrOr}

// wordOperator reports `and` and `or`; it gives the operator that is meant, EOF if there is none.
func (p *parser) wordOperator() Kind {
	if !p.at(Ident) || p.recovering {
		return EOF
	}
	k, ok := wordOperators[p.text(p.tok)]
	if next := p.peek(1).Kind; !ok || next != Ident && next != Not && next != LParen && next != KwTrue && next != KwFalse && next != Int {
		return EOF
	}
	p.mistake(p.here(), "expected an operator, found `%s`", p.text(p.tok)).WithLabel("operators are no words").
		WithHelp("write `"+k.String()+"`", p.edit(p.here(), k.String()))
	return k
}

// formatted reads the arguments of a call of printf or println!, in parentheses: a format and the text of the values.
func formatted(args string) (format, values string, ok bool) {
	s := &shape{text: args}
	s.want("(")
	format = s.quoted()
	s.has(",")
	values, closed := strings.CutSuffix(s.text, ")")
	values = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(values), ","))
	return format, values, closed && !s.differs
}

// printed reports a call of printf or println! with a format, at its arguments; name is all before them.
func (p *parser) printed(name source.Span) ast.Expr {
	report := p.lex.report
	p.lex.report = func(int, int, string, string, string, string) {}
	at := p.start()
	p.skipGroup()
	p.lex.report = report
	d := p.mistake(name, "there are no formats").WithLabel("`print` takes a label and values, and separates them by blanks")
	format, values, ok := formatted(p.span(at).Text())
	if !ok {
		d.WithHelp("write `print(\"label\", x, y)`")
		return &ast.BadExpr{Base: p.base(name.Start)}
	}
	label := format
	if i := strings.IndexAny(format, "{%"); i >= 0 {
		label = format[:i]
	}
	filled := len(label)+1 < len(format)
	label = strings.TrimSpace(strings.TrimSuffix(label, `\n`))
	text := "print(" + values + ")"
	switch {
	case values == "" && (label == "" || filled): // nothing to print, or values inside of the format
		d.WithHelp("write `print(\"label\", x, y)`")
		return &ast.BadExpr{Base: p.base(name.Start)}
	case values == "":
		text = "print(\"" + label + "\")"
	case label != "":
		text = "print(\"" + label + "\", " + values + ")"
	}
	d.WithHelp("write `"+text+"`", p.edit(p.span(name.Start), text))
	return &ast.BadExpr{Base: p.base(name.Start)}
}

// macroAssert reports assert_eq!(a, b) and its like; false if name is none of them.
func (p *parser) macroAssert(name string, start int) bool {
	op := map[string]string{"assert_eq": "==", "assert_ne": "!=", "debug_assert_eq": "==", "panic": "", "unreachable": "", "todo": ""}
	sign, ok := op[name]
	if !ok {
		return false
	}
	d := p.mistake(p.through(start), "there are no macros").WithLabel("a call has no `!`")
	p.advance()
	args := p.args()
	switch {
	case sign == "":
		d.WithHelp("write `assert(false)`", p.edit(p.span(start), "assert(false)"))
	case len(args) >= 2:
		text := "assert(" + args[0].Span().Text() + " " + sign + " " + args[1].Span().Text() + ")"
		d.WithHelp("write `"+text+"`", p.edit(p.span(start), text))
	}
	return true
}
