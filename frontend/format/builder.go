package format

import (
	"descend/frontend/ast"
	"descend/frontend/source"
	"descend/frontend/syntax"
)

// builder makes the steps of a part of a program. It goes through the tokens in their order and drops or adds none but commas
// and semicolons that the style wants otherwise: what a node does not write itself is written by [builder.run].
type builder struct {
	text   string
	tokens []syntax.Token
	pos    int // the next token
	gap    gap // what stands before it

	steps   []step
	groups  []int32 // the steps that open the groups around
	prev    syntax.Kind
	blank   bool // a blank comes before the next token
	started bool // something is written of the file
}

// tok is the next token.
func (b *builder) tok() syntax.Token { return b.tokens[b.pos] }

func (b *builder) at(k syntax.Kind) bool { return b.tokens[b.pos].Kind == k }

// word says whether the next token is a word.
func (b *builder) word(w string) bool {
	t := b.tok()
	return b.text[t.Start:t.End] == w
}

// next moves to the next token.
func (b *builder) next() {
	t := b.tokens[b.pos]
	if b.prev = t.Kind; t.Kind != syntax.EOF {
		b.pos++
		b.readGap(t.End, b.tokens[b.pos].Start)
	}
}

func (b *builder) step(o op) { b.steps = append(b.steps, step{op: o}) }

func (b *builder) char(c byte) { b.steps = append(b.steps, step{op: opChar, a: int32(c)}) }

// end adds a place where a line may end, or does.
func (b *builder) end(o op) {
	b.step(o)
	if o == opHard || o == opBlank {
		b.breakGroups()
	}
}

// breakGroups makes the groups around have several lines.
func (b *builder) breakGroups() {
	for i := len(b.groups) - 1; i >= 0 && !b.steps[b.groups[i]].flag; i-- {
		b.steps[b.groups[i]].flag = true
	}
}

// open opens a group; its number is for close.
func (b *builder) open() int32 {
	b.flushBlank()
	at := int32(len(b.steps))
	b.steps = append(b.steps, step{op: opOpen})
	b.groups = append(b.groups, at)
	return at
}

func (b *builder) close(at int32) {
	b.steps[at].a = int32(len(b.steps))
	b.step(opClose)
	b.groups = b.groups[:len(b.groups)-1]
}

// flushBlank writes the blank before the next token, unless comments are to come before it.
func (b *builder) flushBlank() {
	if b.blank && len(b.gap.comments) == 0 {
		b.char(' ')
		b.blank = false
	}
}

// space puts a blank before the next token.
func (b *builder) space() { b.blank = true }

// token writes the next token.
func (b *builder) token() {
	t := b.tokens[b.pos]
	further := len(b.gap.comments) > 0 && b.within(t.Kind)
	if b.blank || (touch(b.prev, t.Kind) || b.dotTouches()) && b.touches() {
		b.char(' ')
		b.blank = false
	}
	o := opText
	if t.Kind == syntax.String {
		o = opWide
	}
	b.steps = append(b.steps, step{op: o, a: t.Start, b: t.End})
	b.started = true
	if further {
		b.step(opDedent)
	}
	b.next()
}

// touches says whether the last step was a token, which the next one would touch.
func (b *builder) touches() bool {
	n := len(b.steps) - 1
	for n >= 0 && b.steps[n].op >= opOpen && b.steps[n].op <= opDedent {
		n--
	}
	return n >= 0 && (b.steps[n].op == opText || b.steps[n].op == opWide)
}

// dotTouches says whether the next token is a dot that the number before it would take in: `0 .3` is a field, and `1. .x` no range.
func (b *builder) dotTouches() bool {
	if !b.at(syntax.Dot) && !b.at(syntax.DotDot) {
		return false
	}
	switch b.prev {
	case syntax.Int: // behind a dot it is the number of a field, and has digits alone
		return b.at(syntax.Dot) && b.tokens[b.pos+1].Kind == syntax.Int && (b.pos < 2 || b.tokens[b.pos-2].Kind != syntax.Dot)
	case syntax.Float:
		return b.text[b.tokens[b.pos-1].End-1] == '.'
	}
	return false
}

// touch says whether two tokens would be read otherwise without a blank between them.
func touch(a, b syntax.Kind) bool {
	switch a {
	case syntax.And:
		return b == syntax.And || b == syntax.AndAnd
	case syntax.Or:
		return b == syntax.Or || b == syntax.OrOr
	}
	return isWord(a) && isWord(b)
}

// isWord says whether a token is a word, a number or a name.
func isWord(k syntax.Kind) bool {
	return k >= syntax.Ident && k <= syntax.Float || k >= syntax.KwFn && k <= syntax.KwShrd
}

// tokensOf writes n tokens without blanks between them.
func (b *builder) tokensOf(n int) {
	for range n {
		b.token()
	}
}

// accept writes the next token if it is of a kind.
func (b *builder) accept(k syntax.Kind) bool {
	if !b.at(k) {
		return false
	}
	b.token()
	return true
}

// run writes the tokens that start before an offset as paths, memories, resources and nats are written.
func (b *builder) run(end int) {
	for begin := true; int(b.tok().Start) < end; begin = false {
		if !begin && spaced(b.prev, b.tok().Kind) {
			b.space()
		}
		b.token()
	}
}

// spaced says whether a blank stands between two tokens of a path, memory, resource or nat.
func spaced(a, b syntax.Kind) bool {
	switch b {
	case syntax.Plus, syntax.Minus, syntax.Star, syntax.Slash, syntax.Percent:
		return true
	}
	switch a {
	case syntax.Plus, syntax.Minus, syntax.Star, syntax.Slash, syntax.Percent, syntax.Comma, syntax.Colon:
		return true
	}
	return false
}

// node writes a part of the tree of which all tokens stand in one line.
func (b *builder) node(n ast.Node) { b.run(n.Span().End) }

// parens writes the parentheses that open before an offset, and returns how many.
func (b *builder) parens(start source.Pos) int {
	n := 0
	for b.at(syntax.LParen) && int(b.tok().Start) < start {
		b.token()
		n++
	}
	return n
}

// nat writes a nat.
func (b *builder) nat(n ast.Nat) {
	if t, ok := n.(*ast.NatTerm); ok {
		b.expr(t.X)
		return
	}
	k := b.parens(n.Span().Start)
	b.node(n)
	b.tokensOf(k)
}

// listKind says how a list is written.
type listKind uint8

const (
	plain  listKind = iota
	tuple           // of one element it has a comma, which makes it one
	dense           // elements share lines
	names           // and braces have no blanks inside
	hugged          // the only element begins in the line of the bracket, and ends in that of the other
)

// list writes a list in brackets: the token that opens it, n elements with commas between them, and the one that closes it. If it
// has several lines each element has its own, and a comma. A list in braces has blanks inside of them, and may have empty lines.
// It returns the step at which its group begins.
func (b *builder) list(n int, kind listKind, elem func(i int)) int32 {
	g := b.open()
	pad, keep := opSoft, place(0)
	if b.at(syntax.LBrace) && kind != names {
		pad, keep = opLine, blanks
	}
	b.token()
	switch {
	case kind == hugged:
		elem(0)
		b.skip(syntax.Comma)
	case n > 0 || len(b.gap.comments) > 0:
		b.step(opIndent)
		b.elements(n, kind, pad, keep, elem)
		b.separate(pad, keep|ending(n))
	}
	b.token()
	b.close(g)
	return g
}

// elements writes what is in a list, with pad before the first element.
func (b *builder) elements(n int, kind listKind, pad op, keep place, elem func(i int)) {
	between := opLine
	if kind == dense || kind == names {
		between = opFill
	}
	k, at := pad, keep|first
	for i := range n {
		begin := len(b.steps)
		b.separate(k, at)
		k, at = between, keep
		elem(i)
		if i < n-1 || n == 1 && kind == tuple {
			b.token()
		}
		if b.steps[begin].op == opFill {
			b.steps[begin].a = int32(len(b.steps))
		}
	}
	b.skip(syntax.Comma)
	if n > 1 || n == 1 && kind != tuple {
		b.step(opTrail)
	}
}

// skip leaves out the next token if it is of a kind. What is before it stays.
func (b *builder) skip(k syntax.Kind) {
	if b.at(k) {
		b.next()
	}
}

// ending is the place before what closes a list of n.
func ending(n int) place {
	if n == 0 {
		return first | last
	}
	return last
}
