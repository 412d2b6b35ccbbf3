package syntax

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"descend/frontend/ast"
)

// maxText is how many bytes a text may have.
const maxText = 1000

// str reads a text `".."`, which ends in the line where it starts.
func (l *lexer) str() Token {
	start, good := l.pos, true
	bad := func(n int, message, label, help string) {
		l.report(l.pos, l.pos+n, message, label, help, "")
		good = false
	}
	for l.pos++; ; {
		rest := l.text[l.pos:]
		r, n := utf8.DecodeRuneInString(rest)
		switch {
		case rest == "" || r == '\n':
			return l.invalidAt(start, "the text does not end", "a text ends with `\"` in the line where it starts", "a line end in a text is written `\\n`")
		case r == '"':
			l.pos++
			if good && l.pos-start > maxText {
				return l.invalidAt(start, "the text is too long", fmt.Sprintf("a text has at most %d bytes", maxText), "")
			}
			if !good {
				return l.token(BadToken, start)
			}
			return l.token(String, start)
		case r == '\\':
			var why string
			if _, n, why = escape(rest); why != "" {
				bad(n, why, "", "the escapes are `\\n`, `\\t`, `\\r`, `\\\\`, `\\\"` and `\\u{1F600}`")
			}
		case r == utf8.RuneError && n == 1:
			bad(n, "invalid UTF-8", "", "")
		case unicode.IsControl(r) && r != '\t':
			bad(n, "invalid character "+quoteRune(r)+" in a text", "", "")
		}
		l.pos += n
	}
}

// escape reads an escape at the start of s: the character, its length there, and what is wrong with it.
func escape(s string) (r rune, n int, why string) {
	if len(s) < 2 || s[1] == '\n' {
		return 0, 1, "" // the text does not end
	}
	if i := strings.IndexByte(`ntr\"`, s[1]); i >= 0 {
		return rune("\n\t\r\\\""[i]), 2, ""
	}
	if s[1] != 'u' {
		_, n := utf8.DecodeRuneInString(s[1:])
		return 0, 1 + n, "unknown escape"
	}
	end := strings.IndexAny(s, "}\"\n")
	if len(s) < 3 || s[2] != '{' || end < 0 || s[end] != '}' {
		return 0, 2, "an escape `\\u` without `{` and `}`"
	}
	v, err := strconv.ParseUint(s[3:end], 16, 32)
	if err != nil || v == 0 || v > unicode.MaxRune || !utf8.ValidRune(rune(v)) {
		return 0, end + 1, "this is the number of no character"
	}
	return rune(v), end + 1, ""
}

// strLit reads a text; the lexer has checked it.
func (p *parser) strLit() ast.Expr {
	start := p.start()
	text := strings.TrimSuffix(p.text(p.tok)[1:], `"`)
	p.advance()
	var b strings.Builder
	for text != "" {
		r, n := utf8.DecodeRuneInString(text)
		if r == '\\' {
			r, n, _ = escape(text)
		}
		b.WriteRune(r)
		text = text[n:]
	}
	return &ast.StringLit{Base: p.base(start), Value: b.String()}
}
