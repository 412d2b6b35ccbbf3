package syntax

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"descend/frontend/source"
)

// lexer makes tokens of a text, one at a time.
type lexer struct {
	text string
	pos  int
	last Kind // that of the last token: behind a `.` digits are a field, behind a `[` a question mark begins a type
	// report tells of an error in [start, end).
	report func(start, end int, message, label, help, fix string)
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_' }
func isDigit(c byte) bool  { return c >= '0' && c <= '9' }

// peek is the byte n places after the current one, 0 past the end.
func (l *lexer) peek(n int) byte {
	if l.pos+n < len(l.text) {
		return l.text[l.pos+n]
	}
	return 0
}

// next returns the next token; at the end of the text EOF, again and again.
func (l *lexer) next() Token {
	l.skipSpace()
	start := l.pos
	if start >= len(l.text) {
		return l.token(EOF, start)
	}
	last := l.last
	l.last = EOF
	c := l.text[start]
	switch {
	case isLetter(c):
		return l.word()
	case isDigit(c):
		if last == Dot {
			for isDigit(l.peek(0)) {
				l.pos++
			}
			return l.token(Int, start)
		}
		return l.number()
	case c == '\'':
		return l.lifetime()
	case c == '"':
		return l.str()
	}
	if c == '?' && last == LBracket {
		l.pos++
		return l.token(Question, start)
	}
	if k, n := punctuation(l.text[start:]); n > 0 {
		l.pos += n
		l.last = k
		return l.token(k, start)
	}
	return l.invalid()
}

func (l *lexer) token(k Kind, start int) Token { return Token{k, int32(start), int32(l.pos)} }

// skipSpace moves over white space and comments.
func (l *lexer) skipSpace() {
	for l.pos < len(l.text) {
		switch c := l.text[l.pos]; {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f':
			l.pos++
		case c == '/' && l.peek(1) == '/':
			if i := strings.IndexByte(l.text[l.pos:], '\n'); i >= 0 {
				l.pos += i + 1
			} else {
				l.pos = len(l.text)
			}
		case c == '/' && l.peek(1) == '*':
			l.blockComment()
		case l.pos == 0 && strings.HasPrefix(l.text, "\ufeff"):
			l.pos += len("\ufeff")
		default:
			return
		}
	}
}

// unterminated is the message about a comment without an end.
const unterminated = "unterminated comment"

// blockComment moves over a comment in which others may nest.
func (l *lexer) blockComment() {
	start := l.pos
	depth := 0
	for l.pos < len(l.text) {
		i := strings.IndexAny(l.text[l.pos:], "/*")
		if i < 0 {
			break
		}
		l.pos += i
		switch {
		case l.peek(0) == '/' && l.peek(1) == '*':
			depth++
			l.pos += 2
		case l.peek(0) == '*' && l.peek(1) == '/':
			depth--
			l.pos += 2
			if depth == 0 {
				return
			}
		default:
			l.pos++
		}
	}
	l.pos = len(l.text)
	help := ""
	if depth > 1 {
		help = "comments nest: every `/*` needs its own `*/`"
	}
	l.report(start, start+2, unterminated, "the comment that starts here is not closed", help, "")
}

func (l *lexer) word() Token {
	start := l.pos
	for l.pos < len(l.text) && (isLetter(l.text[l.pos]) || isDigit(l.text[l.pos])) {
		l.pos++
	}
	return l.token(wordKind(l.text[start:l.pos]), start)
}

func (l *lexer) lifetime() Token {
	start := l.pos
	l.pos++
	if !isLetter(l.peek(0)) {
		return l.invalidAt(start, "invalid lifetime", "a lifetime is `'` and a name, as in `'a`", "")
	}
	for isLetter(l.peek(0)) || isDigit(l.peek(0)) {
		l.pos++
	}
	if l.peek(0) == '\'' {
		l.pos++
		return l.invalidAt(start, "character literals do not exist", "there is no character type",
			"write the code of the character as an integer, as in `65u8`")
	}
	return l.token(LifetimeTok, start)
}

func (l *lexer) invalidAt(start int, message, label, help string) Token {
	l.report(start, l.pos, message, label, help, "")
	return l.token(BadToken, start)
}

// invalid reads a run of characters that start no token, as one BadToken.
func (l *lexer) invalid() Token {
	start := l.pos
	r, size := utf8.DecodeRuneInString(l.text[start:])
	l.pos += size
	if unicode.IsLetter(r) {
		for l.pos < len(l.text) {
			r, size := utf8.DecodeRuneInString(l.text[l.pos:])
			if !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' {
				break
			}
			l.pos += size
		}
		return l.invalidAt(start, "invalid character in a name", "names are of ASCII letters, digits and `_`", "")
	}
	if ascii, ok := lookAlikes[r]; ok {
		l.report(start, l.pos, "invalid character `"+string(r)+"`", "this is not `"+ascii+"`", "write the ASCII character `"+ascii+"`", ascii)
		return l.token(BadToken, start)
	}
	if r == utf8.RuneError && size <= 1 {
		return l.invalidAt(start, "invalid UTF-8", "", "")
	}
	if !unicode.IsPrint(r) {
		return l.invalidAt(start, "invalid character "+strings.Trim(quoteRune(r), "'"), "", "")
	}
	help := ""
	switch r {
	case '?':
		help = "a choice is written `if c { a } else { b }`, and `?d` is the type of elements of a view: `[[?d; n]]`"
	case '~':
		help = "the bits of an integer are inverted by `!x`"
	case '#': // a directive of C or an attribute of Rust: all of its line
		for c := l.peek(0); c != 0 && c != '\n'; c = l.peek(0) {
			if l.pos++; c == ']' {
				break
			}
		}
		const message, label = "invalid character `#`", "there is no preprocessor, and there are no attributes"
		if word := strings.TrimSpace(strings.Trim(l.text[start:l.pos], "#[]")); word == "test" || word == "bench" {
			l.report(start, l.pos, message, label, "write `"+word+"` before `fn`", word)
			return l.token(BadToken, start)
		}
		return l.invalidAt(start, message, label, "leave it out")
	}
	quote := "`"
	if r == '`' {
		quote = "'"
	}
	return l.invalidAt(start, "invalid character "+quote+string(r)+quote, "no token starts with this character", help)
}

func quoteRune(r rune) string {
	const hex = "0123456789ABCDEF"
	s := "U+"
	for shift := 20; shift >= 0; shift -= 4 {
		if d := r >> shift & 15; d != 0 || shift <= 12 || len(s) > 2 {
			s += hex[d : d+1]
		}
	}
	return s
}

// lookAlikes are characters that editors and web pages put for ASCII ones.
var lookAlikes = map[rune]string{
	'−': "-", '–': "-", '—': "-", '‑': "-", '‒': "-", '“': `"`, '”': `"`, '‘': "'", '’': "'", '；': ";", '，': ",", '：': ":",
	'（': "(", '）': ")", '［': "[", '］': "]", '｛': "{", '｝': "}", '×': "*", '·': "*", '÷': "/", '≤': "<=",
	'≥': ">=", '≠': "!=", '→': "->", '⇒': "=>", '…': "..", '⟦': "[[", '⟧': "]]",
}

// punctuation returns the token at the start of s and its length, 0 if there is none.
func punctuation(s string) (Kind, int) {
	if len(s) >= 2 {
		switch s[:2] {
		case "::":
			return PathSep, 2
		case "..":
			return DotDot, 2
		case "->":
			return Arrow, 2
		case "=>":
			return FatArrow, 2
		case "==":
			return EqEq, 2
		case "!=":
			return NotEq, 2
		case "&&":
			return AndAnd, 2
		case "||":
			return OrOr, 2
		case "+=":
			return PlusAssign, 2
		case "-=":
			return MinusAssign, 2
		case "*=":
			return StarAssign, 2
		case "/=":
			return SlashAssign, 2
		case "%=":
			return PercentAssign, 2
		case "&=":
			return AndAssign, 2
		case "|=":
			return OrAssign, 2
		case "^=":
			return CaretAssign, 2
		}
	}
	if k := single[s[0]]; k != EOF {
		return k, 1
	}
	return EOF, 0
}

// single are the tokens of one character.
var single = [256]Kind{
	'(': LParen, ')': RParen, '[': LBracket, ']': RBracket, '{': LBrace, '}': RBrace, ',': Comma, ';': Semi,
	':': Colon, '.': Dot, '@': At, '=': Assign, '!': Not, '<': Less, '>': Greater, '+': Plus, '-': Minus,
	'*': Star, '/': Slash, '%': Percent, '&': And, '|': Or, '^': Caret,
}

// roomFor is an empty list with room for the tokens of a file: one of four bytes or more, in a text in the style.
func roomFor(file *source.File) []Token { return make([]Token, 0, len(file.Text)/4+1) }

// Tokens returns all tokens of a file, the last one EOF. Lexical errors are BadTokens.
func Tokens(file *source.File) []Token {
	l := lexer{text: file.Text, report: func(int, int, string, string, string, string) {}}
	tokens := roomFor(file)
	for {
		t := l.next()
		tokens = append(tokens, t)
		if t.Kind == EOF {
			return tokens
		}
	}
}
