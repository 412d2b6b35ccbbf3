package format

import (
	"strings"

	"descend/frontend/syntax"
)

// comment is a comment between two tokens.
type comment struct {
	start, end int32
	block      bool  // `/* .. */`
	before     uint8 // how many lines end between it and what is before it, at most two
}

// gap is what stands before the next token: comments, and how many lines end behind the last of them, at most two.
type gap struct {
	comments []comment
	after    uint8
}

// readGap finds what stands between two offsets. Comments that were carried there come first.
func (b *builder) readGap(from, to int32) {
	g := &b.gap
	g.after = 0
	for i := from; i < to; {
		switch {
		case b.text[i] == '\n':
			g.after = min(g.after+1, 2)
			i++
		case b.text[i] != '/':
			i++
		default:
			c := comment{start: i, end: to, block: b.text[i+1] == '*', before: g.after}
			if c.block {
				c.end = i + int32(syntax.CommentEnd(b.text[i:to]))
			} else if n := strings.IndexByte(b.text[i:to], '\n'); n >= 0 {
				c.end = i + int32(n)
			}
			i = c.end
			c.end = c.start + int32(len(strings.TrimRight(b.text[c.start:c.end], " \t\r\f")))
			if n := len(g.comments); n > 0 && !g.comments[n-1].block {
				c.before = max(c.before, 1)
			}
			g.comments = append(g.comments, c)
			g.after = 0
		}
	}
	if n := len(g.comments); n > 0 && !g.comments[n-1].block {
		g.after = max(g.after, 1)
	}
}

// ownLines is after how many of the comments before the next token a line ends; those behind stand in the line of the token.
func (g *gap) ownLines() int {
	n := len(g.comments)
	for after := g.after; n > 0 && after == 0; after = g.comments[n].before {
		n--
	}
	return n
}

// place says where a separator stands.
type place uint8

const (
	blanks place = 1 << iota // an empty line is kept
	first                    // behind what opens a block or list, where empty lines are not
	last                     // before what closes it, where they are not; what closes it is indented by one less
)

// separate writes what is between the last token and the next one where a line may end: the comments, each where it was, at the end
// of a line or in its own, and k, or the end of a line where a comment needs it.
func (b *builder) separate(k op, at place) {
	b.blank = false
	g := &b.gap
	own := g.ownLines()
	begins := at&first != 0 // nothing was written since then but a comment behind what opens it
	for _, c := range g.comments[:own] {
		if c.before == 0 && b.started {
			b.char(' ')
		} else {
			b.end(lineEnd(c.before, at&blanks != 0 && !begins))
			begins = false
		}
		b.writeComment(c, opComment, true)
	}
	tail := g.comments[own:]
	for len(tail) > 0 && own == 0 && (at&last != 0 || k == opSoft && at&first == 0) {
		b.char(' ')
		b.writeComment(tail[0], opTail, false)
		tail = tail[1:]
	}
	if at&last != 0 {
		b.step(opDedent)
	}
	after := g.after
	if len(tail) > 0 {
		after = tail[0].before
	}
	if own > 0 || k == opHard {
		k = lineEnd(after, at&blanks != 0 && at&last == 0 && !begins)
	}
	b.end(k)
	for _, c := range tail {
		b.writeComment(c, opComment, false)
		b.char(' ')
	}
	g.comments = g.comments[:0]
}

// lineEnd is the end of a line, with an empty one after it where there were some that are kept.
func lineEnd(n uint8, keep bool) op {
	if n > 1 && keep {
		return opBlank
	}
	return opHard
}

// writeComment writes a comment as it is, as a step of kind k; ends says that a line ends behind it.
func (b *builder) writeComment(c comment, k op, ends bool) {
	b.steps = append(b.steps, step{op: k, flag: ends, a: c.start, b: c.end})
	b.started = true
	if c.block && strings.IndexByte(b.text[c.start:c.end], '\n') >= 0 {
		b.breakGroups()
	}
}

// within writes the comments before a token where no line should end. It returns true if one ends before the token, which is
// indented by one more then. Comments that end a line before a comma or semicolon are carried behind it.
func (b *builder) within(next syntax.Kind) bool {
	g := &b.gap
	own := g.ownLines()
	if own > 0 && (next == syntax.Comma || next == syntax.Semi) {
		b.blank = false
		return false
	}
	if own > 0 {
		b.step(opIndent)
		b.separate(opHard, 0)
		return true
	}
	for _, c := range g.comments {
		b.char(' ')
		b.writeComment(c, opComment, false)
	}
	g.comments = g.comments[:0]
	b.blank = next != syntax.Comma && next != syntax.Semi
	return false
}
