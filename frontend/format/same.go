package format

import (
	"errors"
	"strings"

	"descend/frontend/syntax"
)

// A text in the style is compared with the one that it was made of before anybody sees it: the tokens are the same, apart from commas
// and semicolons that the style drops or adds, and so are the comments. What tells the tokens apart also says which lines of the two
// texts belong together.

// errOther says that the two texts are not the same program, which is a mistake of this package.
var errOther = errors.New("the formatted text is another program")

// written is a text with its tokens.
type written struct {
	text   string
	tokens []syntax.Token
}

// kind is that of a token, or of the last one.
func (w written) kind(i int) syntax.Kind { return w.tokens[min(i, len(w.tokens)-1)].Kind }

// spelled is a token's text.
func (w written) spelled(i int) string { return w.text[w.tokens[i].Start:w.tokens[i].End] }

// droppable says whether a token may be missing in the other text: a comma before what closes a list or behind a block, which is an arm
// then, or a semicolon.
func (w written) droppable(i int) bool {
	switch w.kind(i) {
	case syntax.Semi:
		return true
	case syntax.Comma:
		if i > 0 && w.kind(i-1) == syntax.RBrace {
			return true
		}
		switch w.kind(i + 1) {
		case syntax.RParen, syntax.RBracket, syntax.RBrace, syntax.Greater, syntax.LBrace, syntax.Semi, syntax.Assign:
			return true
		}
	}
	return false
}

// match calls pair for all tokens that both texts have. It returns false if one of them has another one.
func match(a, b written, pair func(i, j int)) bool {
	i, j := 0, 0
	for i < len(a.tokens) && j < len(b.tokens) {
		switch {
		case a.kind(i) == b.kind(j) && a.spelled(i) == b.spelled(j):
			pair(i, j)
			i, j = i+1, j+1
		case a.droppable(i):
			i++
		case b.droppable(j):
			j++
		default:
			return false
		}
	}
	return i == len(a.tokens) && j == len(b.tokens)
}

// same says whether two texts have the same tokens and comments.
func same(a, b written) bool {
	if !match(a, b, func(int, int) {}) {
		return false
	}
	x, y := a.comments(), b.comments()
	if len(x) != len(y) {
		return false
	}
	for i, c := range x {
		if s, t := a.text[c.start:c.end], b.text[y[i].start:y[i].end]; s != t && strings.ReplaceAll(s, "\r", "") != strings.ReplaceAll(t, "\r", "") {
			return false
		}
	}
	return true
}

// comments are all comments of a text.
func (w written) comments() []comment {
	b := builder{text: w.text}
	from := int32(0)
	for _, t := range w.tokens {
		b.readGap(from, t.Start)
		from = t.End
	}
	return b.gap.comments
}
