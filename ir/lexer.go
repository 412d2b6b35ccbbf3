package ir

import (
	"fmt"
	"sort"
	"strings"

	"descend/ir/bail"
)

// tokKind is a kind of token.
type tokKind uint8

const (
	tEOF       tokKind = iota
	tBare              // bare identifier or keyword
	tIntType           // i32, si8, ui16
	tInteger           // 123, 0x1F
	tFloat             // 1.0e+5
	tString            // "..."
	tAt                // @id, @"id"
	tPercent           // %id
	tCaret             // ^id
	tHash              // #id
	tExclaim           // !id
	tPunct             // one of the punctuation tokens, by its text
	tMetaBegin         // {-#
	tMetaEnd           // #-}
)

// token is a piece of the source, half-open.
type token struct {
	kind       tokKind
	start, end int
}

// lexer splits a source into tokens. A lexical error ends the parse.
type lexer struct {
	ctx   *Context
	file  string
	src   string
	lines []int // offsets of line starts, made on demand
	// base is the line number before the first line of src, for chunks of a split file.
	base int
}

// syntaxError ends a parse.
type syntaxError struct {
	pos   int
	msg   string
	notes []string
	// related is a second place with its message; empty if there is none.
	related    string
	relatedPos int
}

func (l *lexer) fail(pos int, format string, args ...any) {
	bail.Out(&syntaxError{pos: pos, msg: fmt.Sprintf(format, args...)})
}

// lineStarts are the offsets at which lines begin.
func (l *lexer) lineStarts() []int {
	if l.lines == nil {
		l.lines = append(make([]int, 0, strings.Count(l.src, "\n")+1), 0)
		for i := 0; ; {
			j := strings.IndexByte(l.src[i:], '\n')
			if j < 0 {
				break
			}
			i += j + 1
			l.lines = append(l.lines, i)
		}
	}
	return l.lines
}

// lineCol converts an offset to a line and column, both from 1.
func (l *lexer) lineCol(pos int) (int, int) { return lineCol(l.lineStarts(), l.base, pos) }

func lineCol(lines []int, base, pos int) (int, int) {
	n := sort.Search(len(lines), func(i int) bool { return lines[i] > pos })
	return base + n, pos - lines[n-1] + 1
}

func (l *lexer) location(pos int) Location {
	line, col := l.lineCol(pos)
	return l.ctx.FileLoc(l.file, line, col)
}

const (
	chLetter = 1 << iota // A-Z a-z _
	chDigit
	chBare   // continues a bare identifier
	chSuffix // continues an identifier after % ^ # !
	chHex
)

var chClass = func() (t [256]uint8) {
	for c := range 256 {
		ch := byte(c)
		letter := ch >= 'a' && ch <= 'z' || ch >= 'A' && ch <= 'Z'
		digit := ch >= '0' && ch <= '9'
		if letter || ch == '_' {
			t[c] |= chLetter
		}
		if digit {
			t[c] |= chDigit
		}
		if letter || digit || ch == '_' || ch == '$' || ch == '.' {
			t[c] |= chBare | chSuffix
		}
		if ch == '-' {
			t[c] |= chSuffix
		}
		if digit || ch >= 'a' && ch <= 'f' || ch >= 'A' && ch <= 'F' {
			t[c] |= chHex
		}
	}
	return
}()

func (l *lexer) at(i int) byte {
	if i < len(l.src) {
		return l.src[i]
	}
	return 0
}

func (l *lexer) class(i int) uint8 {
	if i < len(l.src) {
		return chClass[l.src[i]]
	}
	return 0
}

func (l *lexer) span(i int, class uint8) int {
	for i < len(l.src) && chClass[l.src[i]]&class != 0 {
		i++
	}
	return i
}

// next scans the token at or after pos.
func (l *lexer) next(pos int) token {
	for pos < len(l.src) {
		switch l.src[pos] {
		case ' ', '\t', '\n', '\r', 0:
			pos++
			continue
		case '/':
			if l.at(pos+1) != '/' {
				l.fail(pos, "unexpected character")
			}
			if i := strings.IndexByte(l.src[pos:], '\n'); i >= 0 {
				pos += i
			} else {
				pos = len(l.src)
			}
			continue
		}
		return l.scan(pos)
	}
	return token{tEOF, len(l.src), len(l.src)}
}

func (l *lexer) scan(pos int) token {
	ch := l.src[pos]
	switch cl := chClass[ch]; {
	case cl&chLetter != 0:
		return l.bare(pos)
	case cl&chDigit != 0:
		return l.number(pos)
	}
	punct := func(n int) token { return token{tPunct, pos, pos + n} }
	switch ch {
	case '%':
		return l.suffixed(tPercent, pos, "invalid SSA name")
	case '^':
		return l.suffixed(tCaret, pos, "invalid block name")
	case '!':
		return l.suffixed(tExclaim, pos, "invalid type identifier")
	case '#':
		if strings.HasPrefix(l.src[pos:], "#-}") {
			return token{tMetaEnd, pos, pos + 3}
		}
		return l.suffixed(tHash, pos, "invalid attribute name")
	case '@':
		if l.at(pos+1) == '"' {
			end := l.str(pos + 1)
			if end == pos+3 {
				l.fail(pos, "expected a symbol name that is not empty")
			}
			return token{tAt, pos, end}
		}
		if l.class(pos+1)&chLetter == 0 {
			l.fail(pos, "@ identifier expected to start with letter or '_'")
		}
		return token{tAt, pos, l.span(pos+1, chBare)}
	case '"':
		return token{tString, pos, l.str(pos)}
	case '-':
		if l.at(pos+1) == '>' {
			return punct(2)
		}
		return punct(1)
	case '{':
		if strings.HasPrefix(l.src[pos:], "{-#") {
			return token{tMetaBegin, pos, pos + 3}
		}
		return punct(1)
	case '.':
		if strings.HasPrefix(l.src[pos:], "...") {
			return punct(3)
		}
		l.fail(pos, "expected three consecutive dots for an ellipsis")
	case ':', ',', '(', ')', '}', '[', ']', '<', '>', '=', '+', '*', '?', '|':
		return punct(1)
	}
	l.fail(pos, "unexpected character")
	return token{}
}

func (l *lexer) bare(pos int) token {
	end := l.span(pos, chBare)
	i := pos
	if ch := l.src[i]; (ch == 's' || ch == 'u') && l.at(i+1) == 'i' {
		i++
	}
	if l.src[i] == 'i' && i+1 < end && l.span(i+1, chDigit) == end {
		return token{tIntType, pos, end}
	}
	return token{tBare, pos, end}
}

func (l *lexer) number(pos int) token {
	if l.src[pos] == '0' && l.at(pos+1) == 'x' && l.class(pos+2)&chHex != 0 {
		return token{tInteger, pos, l.span(pos+2, chHex)}
	}
	end := l.span(pos, chDigit)
	if l.at(end) != '.' {
		return token{tInteger, pos, end}
	}
	end = l.span(end+1, chDigit)
	if ch := l.at(end); ch == 'e' || ch == 'E' {
		i := end + 1
		if s := l.at(i); s == '+' || s == '-' {
			i++
		}
		if l.class(i)&chDigit != 0 {
			end = l.span(i, chDigit)
		}
	}
	return token{tFloat, pos, end}
}

func (l *lexer) suffixed(kind tokKind, pos int, msg string) token {
	i := pos + 1
	if l.class(i)&chDigit != 0 {
		return token{kind, pos, l.span(i, chDigit)}
	}
	if l.class(i)&chSuffix == 0 {
		l.fail(pos, "%s", msg)
	}
	return token{kind, pos, l.span(i, chSuffix)}
}

// str returns the end of the string literal that starts at pos.
func (l *lexer) str(pos int) int {
	for i := pos + 1; i < len(l.src); i++ {
		switch l.src[i] {
		case '"':
			return i + 1
		case '\n', '\v', '\f', '\r':
			l.fail(pos, "expected '\"' in string literal")
		case '\\':
			switch n := l.at(i + 1); {
			case n == '"' || n == '\\' || n == 'n' || n == 't':
				i++
			case l.class(i+1)&chHex != 0 && l.class(i+2)&chHex != 0:
				i += 2
			default:
				l.fail(pos, "unknown escape in string literal")
			}
		}
	}
	l.fail(pos, "expected '\"' in string literal")
	return 0
}

// unquote gives the bytes of a string literal that was scanned.
func unquote(lit string) string {
	lit = lit[1 : len(lit)-1]
	i := strings.IndexByte(lit, '\\')
	if i < 0 {
		return lit
	}
	var b strings.Builder
	b.WriteString(lit[:i])
	hex := func(c byte) byte {
		switch {
		case c >= 'a':
			return c - 'a' + 10
		case c >= 'A':
			return c - 'A' + 10
		}
		return c - '0'
	}
	for ; i < len(lit); i++ {
		if lit[i] != '\\' {
			b.WriteByte(lit[i])
			continue
		}
		i++
		switch lit[i] {
		case '"', '\\':
			b.WriteByte(lit[i])
		case 'n':
			b.WriteByte('\n')
		case 't':
			b.WriteByte('\t')
		default:
			b.WriteByte(hex(lit[i])<<4 | hex(lit[i+1]))
			i++
		}
	}
	return b.String()
}
