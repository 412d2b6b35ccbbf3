package syntax

import (
	"fmt"

	"descend/frontend/ast"
	"descend/frontend/source"
	"descend/ir"
)

// parser is the state of one run over a file.
type parser struct {
	file  *source.File
	c     *ir.Context
	diags *ir.Diagnostics
	lex   lexer

	tok     Token   // the current token
	ahead   []Token // tokens after it that were looked at, from index head
	head    int
	prev    Kind // the kind and end of the token before tok
	prevEnd int

	tokens     int     // read so far
	kept       []Token // all of them, for ParseTokens
	keep       bool    // whether kept is wanted, and its end was not reached
	depth      int
	endComma   bool // a comma was before what closed the last list
	casting    bool // the type of a cast is read, which a factor may follow
	recovering bool // an error was reported and no safe place has been reached since
	broken     bool // an error was reported in the statement or head of an item around this place
	brokenItem bool // and in the item
	errors     int
	loose      int // errors that no lost part holds yet
	lost       []ast.Lost
	public     map[ast.Item]bool
	stmtStart  int  // where the statement begins that is read
	lastError  int  // where the last error was, to report none twice
	told       int  // up to where errors were reported
	cut        bool // the end of the text is missing: a comment is not closed, or parsing was stopped
	stray      int  // `}` that will close nothing, because of an error reported before
	noStruct   bool // `Name {` is no struct value here (the head of if, while, for)
	noGreater  bool // `>` is no operator here (a function literal in `::<..>`)
}

// Parse reads a file. Errors are added to diags; the tree is never nil and holds what could be read.
func Parse(file *source.File, c *ir.Context, diags *ir.Diagnostics) *ast.File {
	return newParser(file, c, diags).parse()
}

// ParseTokens reads a file as Parse does and returns its tokens, too, as Tokens does.
func ParseTokens(file *source.File, c *ir.Context, diags *ir.Diagnostics) (*ast.File, []Token) {
	p := newParser(file, c, diags)
	p.kept, p.keep = append(roomFor(file), p.tok), p.tok.Kind != EOF
	return p.parse(), p.kept
}

func (p *parser) parse() *ast.File {
	f := &ast.File{Source: p.file}
	for p.tok.Kind != EOF {
		p.itemOf(f)
	}
	p.finish(f)
	if p.tokens > MaxTokens {
		f.Items = nil // a part of what is too large is not analyzed: nobody waits for its mistakes
	}
	return f
}

func newParser(file *source.File, c *ir.Context, diags *ir.Diagnostics) *parser {
	p := &parser{file: file, c: c, diags: diags, lastError: -1, public: map[ast.Item]bool{}}
	p.lex = lexer{text: file.Text, report: p.lexError}
	p.tok = p.lex.next()
	return p
}

// next is the next token of the text.
func (p *parser) next() Token {
	t := p.lex.next()
	if p.keep {
		p.kept = append(p.kept, t)
		p.keep = t.Kind != EOF
	}
	return t
}

// itemOf reads an item, if there is one here, and notes what is lost. What is no item may have been the rest of the one before; follows
// says that it follows on none that was read.
func (p *parser) itemOf(f *ast.File) (follows bool) {
	start := p.start()
	it := p.item()
	if it != nil {
		f.Items = append(f.Items, it)
	}
	if p.loose == 0 {
		return false
	}
	p.lose(start)
	if it != nil {
		return false
	}
	if n := len(f.Items); n > 0 {
		p.lose(f.Items[n-1].Span().Start)
		return false
	}
	return true
}

// finish gives a tree what was found out about all of it.
func (p *parser) finish(f *ast.File) {
	f.Base = ast.At(source.Span{File: p.file, End: len(p.file.Text)})
	f.Lost, f.Cut, f.Public = p.lost, p.cut, p.public
}

// lose notes that what stands between start and here has syntax errors.
func (p *parser) lose(start int) {
	p.loose = 0
	l := ast.Lost{Range: p.span(start)}
	words := lexer{text: p.file.Text[:l.Range.End], pos: start, report: func(int, int, string, string, string, string) {}}
	for t := words.next(); t.Kind != EOF; t = words.next() {
		if t.Kind == Ident {
			l.Names = append(l.Names, p.text(t))
		}
	}
	p.lost = append(p.lost, l)
}

// advance moves to the next token.
func (p *parser) advance() {
	p.prev, p.prevEnd = p.tok.Kind, int(p.tok.End)
	if p.head < len(p.ahead) {
		p.tok = p.ahead[p.head]
		p.head++
		if p.head == len(p.ahead) {
			p.ahead, p.head = p.ahead[:0], 0
		}
		return
	}
	p.tok = p.next()
	if p.tokens++; p.tokens > MaxTokens && !p.cut {
		p.recovering = false
		p.errorAt(p.here(), "the file is too large").WithLabel("more than %d million tokens", MaxTokens/1_000_000)
		p.stop()
	}
}

// peek is the token n places after the current one; peek(0) is the current one.
func (p *parser) peek(n int) Token {
	if n == 0 {
		return p.tok
	}
	for len(p.ahead)-p.head < n {
		p.ahead = append(p.ahead, p.next())
	}
	return p.ahead[p.head+n-1]
}

func (p *parser) at(k Kind) bool { return p.tok.Kind == k }

// accept moves over a token of kind k if it is the current one.
func (p *parser) accept(k Kind) bool {
	if p.tok.Kind != k {
		return false
	}
	p.advance()
	return true
}

// expect is accept with an error.
func (p *parser) expect(k Kind) bool {
	if p.accept(k) {
		return true
	}
	p.unexpected(k.quoted())
	return false
}

// atWord says whether the current token is this word, which is no keyword.
func (p *parser) atWord(w string) bool { return p.tok.Kind == Ident && p.text(p.tok) == w }

// joined says whether the next n tokens, the current one first, are of kind k without space between.
func (p *parser) joined(k Kind, n int) bool {
	for i := range n {
		t := p.peek(i)
		if t.Kind != k || i > 0 && p.peek(i-1).End != t.Start {
			return false
		}
	}
	return true
}

func (p *parser) text(t Token) string { return p.file.Text[t.Start:t.End] }

func (p *parser) start() int { return int(p.tok.Start) }

// span is the range from start to the end of the last token.
func (p *parser) span(start int) source.Span {
	return source.Span{File: p.file, Start: start, End: max(start, p.prevEnd)}
}

func (p *parser) base(start int) ast.Base { return ast.At(p.span(start)) }

// here is the range of the current token.
func (p *parser) here() source.Span {
	return source.Span{File: p.file, Start: int(p.tok.Start), End: int(p.tok.End)}
}

// after is the empty range behind the last token.
func (p *parser) after() source.Span {
	return source.Span{File: p.file, Start: p.prevEnd, End: p.prevEnd}
}

// lexError reports an error of the lexer; these do not depend on the state of the parser.
func (p *parser) lexError(start, end int, message, label, help, fix string) {
	d := p.report(source.Span{File: p.file, Start: start, End: end}, "%s", message)
	d.Label = label
	if message == unterminated {
		p.cut = true
		p.loose-- // what is lost comes after all that is read
	}
	switch at := (source.Span{File: p.file, Start: start, End: end}); {
	case fix != "":
		d.WithHelp(help, p.edit(at, fix))
	case help != "":
		d.WithHelp(help)
	}
}

// report adds an error; beyond MaxErrors it returns one that nobody sees and ends the text.
func (p *parser) report(sp source.Span, format string, args ...any) *ir.Diagnostic {
	d := &ir.Diagnostic{Code: Code, Severity: ir.Error, Loc: sp.Loc(p.c), Message: fmt.Sprintf(format, args...)}
	p.lastError, p.brokenItem, p.told = sp.Start, true, max(p.told, sp.End)
	p.loose++
	if p.errors++; p.errors > MaxErrors {
		return d
	}
	if p.errors == MaxErrors {
		d.Note("further syntax errors of this file are not shown")
		p.lex.pos, p.cut = len(p.lex.text), true
	}
	return p.diags.Report(d)
}

// errorAt reports an error unless one was reported since the last safe place. The result is never nil.
func (p *parser) errorAt(sp source.Span, format string, args ...any) *ir.Diagnostic {
	if p.silent(sp) {
		p.recovering = true
		return &ir.Diagnostic{}
	}
	p.recovering, p.broken = true, true
	return p.report(sp, format, args...)
}

// silent says whether an error at a place would follow from one that was reported.
func (p *parser) silent(sp source.Span) bool {
	return p.recovering || p.broken || sp.Start == p.lastError || p.cut && p.at(EOF)
}

// mistake reports an error that is understood: parsing goes on as if the text were right.
func (p *parser) mistake(sp source.Span, format string, args ...any) *ir.Diagnostic {
	if p.silent(sp) {
		return &ir.Diagnostic{}
	}
	return p.report(sp, format, args...)
}

// unexpected reports that the current token is not what was expected.
func (p *parser) unexpected(what string) *ir.Diagnostic {
	if p.tok.Kind == BadToken { // reported by the lexer
		p.recovering = true
		return &ir.Diagnostic{}
	}
	return p.errorAt(p.here(), "expected %s, found %s", what, p.describe(p.tok)).WithLabel("expected %s", what)
}

// describe names a token in a message.
func (p *parser) describe(t Token) string {
	switch {
	case t.Kind == EOF:
		return "end of file"
	case t.Kind.IsKeyword():
		return "keyword `" + t.Kind.String() + "`"
	}
	s := p.text(t)
	if r := []rune(s); len(r) > 40 {
		s = string(r[:40]) + "…"
	}
	return "`" + s + "`"
}

// edit is a replacement of a range of this file.
func (p *parser) edit(sp source.Span, text string) ir.Edit {
	return ir.Edit{Loc: sp.Loc(p.c), Text: text}
}

// loc is the location of a range.
func (p *parser) loc(sp source.Span) ir.Location { return sp.Loc(p.c) }

// enter counts one more level of nesting; false, with an error, when that is too many. Each true needs
// a leave.
func (p *parser) enter() bool {
	if !p.fits(1) {
		return false
	}
	p.depth++
	return true
}

func (p *parser) leave() { p.depth-- }

// fits says whether n more levels are allowed here; if not it reports that, and the text ends here.
func (p *parser) fits(n int) bool {
	if p.depth+n <= MaxDepth {
		return true
	}
	p.errorAt(p.here(), "nested too deeply").WithLabel("more than 1,000 levels of nesting here").
		WithHelp("give parts of it names with `let`, or make functions of them")
	p.stop()
	return false
}

// stop ends the text here: what follows is not read, and that it is missing is no error.
func (p *parser) stop() {
	p.cut, p.recovering = true, true
	p.lex.pos = len(p.lex.text)
	p.ahead, p.head = p.ahead[:0], 0
	p.tok = p.next()
}

// skipGroup moves over a bracketed group if one starts here.
func (p *parser) skipGroup() {
	depth := 0
	for {
		switch p.tok.Kind {
		case LParen, LBracket, LBrace:
			depth++
		case RParen, RBracket, RBrace:
			depth--
		case EOF:
			return
		}
		if depth <= 0 {
			if k := p.tok.Kind; k == RParen || k == RBracket || k == RBrace {
				if depth == 0 {
					p.advance()
				}
			}
			return
		}
		p.advance()
	}
}

// skipTo moves to one of the kinds outside of brackets opened on the way; it stops before a `}` or `;`
// that it does not look for, before an item and at the end of the file. It says whether it found one of
// the kinds.
func (p *parser) skipTo(kinds ...Kind) bool {
	for {
		for _, k := range kinds {
			if p.tok.Kind == k {
				return true
			}
		}
		switch p.tok.Kind {
		case EOF, RBrace, Semi, KwFn, KwStruct:
			return false
		case LParen, LBracket, LBrace:
			p.skipGroup()
		default:
			p.advance()
		}
	}
}

// list reads elements separated by commas up to the closing token, which it moves over; the opening one
// has been read and was at open. A last comma is allowed. what names an element in messages.
func (p *parser) list(open source.Span, closing Kind, elem func()) {
	p.endComma = false // also of a list that has no end
	for {
		if p.at(closing) {
			p.endComma = p.prev == Comma
			p.advance()
			return
		}
		before, around := p.start(), p.broken
		elem()
		if p.recovering {
			if !p.skipTo(Comma, closing) {
				return
			}
			p.recovering, p.broken = false, around
		}
		if p.accept(Comma) {
			continue
		}
		if p.at(closing) {
			continue
		}
		if next := p.peek(1).Kind; p.at(Semi) && closing == RBrace && !p.recovering && (next == Ident || next == RBrace) {
			p.mistake(p.here(), "expected `,` or `}`, found `;`").WithLabel("fields are separated by `,`").
				WithHelp("write `,`", p.edit(p.here(), ","))
			p.advance()
			continue
		}
		if closing == RParen && !p.recovering && (p.at(Assign) || p.at(DotDot)) {
			p.inBrackets()
			continue
		}
		d := p.unexpected("`,` or " + closing.quoted())
		if open.Known() {
			d.Relate(p.loc(open), "the `%s` is opened here", open.Text())
		}
		if p.atExecParam() {
			p.recovering = false
			return
		}
		if !p.skipTo(Comma, closing) {
			return
		}
		p.recovering = false
		if !p.accept(Comma) && !p.at(closing) || p.start() == before {
			return
		}
	}
}

// inBrackets reports `=` or `..` after a term in brackets, and moves over what follows.
func (p *parser) inBrackets() {
	if p.at(Assign) {
		p.mistake(p.here(), "expected `==`, found `=`").WithLabel("an assignment has no value").WithHelp("write `==` to compare", p.edit(p.here(), "=="))
	} else {
		p.mistake(p.here(), "expected `,` or `)`, found `..`").WithLabel("ranges are no values").
			WithHelp("a loop counts up by one, `for i in 0..n`: to count down use `n - 1 - i` in it, for steps of k `k * i`")
	}
	p.advance()
	if p.startsExpr() {
		p.expr()
	}
}

// ident reads a name; what says in messages of what. On an error the name is "".
func (p *parser) ident(what string) *ast.Ident {
	start := p.start()
	if p.at(Ident) {
		name := p.text(p.tok)
		p.advance()
		return &ast.Ident{Base: p.base(start), Name: name}
	}
	d := p.unexpected(what)
	if p.tok.Kind.IsKeyword() {
		d.WithLabel("`%s` is a keyword and cannot be a name", p.tok.Kind)
	}
	return &ast.Ident{Base: ast.At(p.here().Head())}
}

// qualified reads the rest of a name that may be one of a module: `m::T` is one name.
func (p *parser) qualified(id *ast.Ident) *ast.Ident {
	for p.at(PathSep) && p.peek(1).Kind == Ident {
		p.advance()
		next := p.ident("a name")
		id = &ast.Ident{Base: ast.At(id.Span().To(next.Span())), Name: id.Name + "::" + next.Name}
	}
	return id
}

// declName reads the name of something that is declared; `_` is none.
func (p *parser) declName(what string) *ast.Ident {
	if p.atWord("_") {
		p.unexpected(what)
	}
	return p.ident(what)
}

// through is the range from start to the end of the current token.
func (p *parser) through(start int) source.Span {
	return source.Span{File: p.file, Start: start, End: int(p.tok.End)}
}

// maxLook is how many tokens the parser looks ahead at most to tell two readings apart.
const maxLook = 5000
