package harness

import "strings"

// token is a piece of LLVM IR text. Joined, the tokens of a text are the text
// without its comments.
type token struct {
	kind tokenKind
	text string
}

type tokenKind int

const (
	space  tokenKind = iota
	word             // keywords, types, numbers, labels
	global           // @name, @"name"
	other            // %name, #0, !0, !name
	str              // "..", c".."
	punct            // one character
)

func isNameByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '.' || c == '_' || c == '$' || c == '-'
}

// lex splits LLVM IR text. It takes any text; what is no IR comes out as
// punctuation.
func lex(text string) []token {
	var toks []token
	for i := 0; i < len(text); {
		start := i
		kind := punct
		switch c := text[i]; {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			kind = space
			for i < len(text) && strings.IndexByte(" \t\n\r", text[i]) >= 0 {
				i++
			}
		case c == ';':
			end := strings.IndexByte(text[i:], '\n')
			if end < 0 {
				return toks
			}
			i += end
			continue
		case c == '"', c == 'c' && i+1 < len(text) && text[i+1] == '"':
			kind = str
			i = endOfString(text, i+strings.IndexByte(text[i:], '"'))
		case c == '@' || c == '%' || c == '#' || c == '!' || c == '$':
			kind = other
			if c == '@' {
				kind = global
			}
			i++
			if i < len(text) && text[i] == '"' {
				i = endOfString(text, i)
			}
			for i < len(text) && isNameByte(text[i]) {
				i++
			}
		case isNameByte(c):
			kind = word
			for i < len(text) && isNameByte(text[i]) {
				i++
			}
		default:
			i++
		}
		toks = append(toks, token{kind, text[start:i]})
	}
	return toks
}

// endOfString returns the index behind the string that opens at i. LLVM
// writes a quote inside a string as \22.
func endOfString(text string, i int) int {
	end := strings.IndexByte(text[i+1:], '"')
	if end < 0 {
		return len(text)
	}
	return i + 1 + end + 1
}

func join(toks []token) string {
	var b strings.Builder
	for _, t := range toks {
		b.WriteString(t.text)
	}
	return b.String()
}

// symbol returns the name behind @, without quotes; escapes stay.
func symbol(t string) string { return strings.Trim(t[1:], `"`) }

// skipSpace returns the first index at or behind i that holds no space.
func skipSpace(toks []token, i int) int {
	for i < len(toks) && toks[i].kind == space {
		i++
	}
	return i
}

// balanced returns the index behind the type, or bracketed piece, that starts
// at i: one token, or everything up to the matching bracket.
func balanced(toks []token, i int) int {
	depth := 0
	for ; i < len(toks); i++ {
		switch toks[i].text {
		case "(", "[", "{", "<":
			depth++
		case ")", "]", "}", ">":
			depth--
		}
		if depth == 0 {
			return i + 1
		}
	}
	return i
}

// entities splits a module's tokens into its top-level entities: every
// definition, declaration and metadata node. A function body belongs to its
// define. LLVM prints each at the beginning of a line.
func entities(toks []token) [][]token {
	var all [][]token
	start, depth := 0, 0
	for i, t := range toks {
		switch t.text {
		case "(", "[", "{", "<":
			depth++
		case ")", "]", "}", ">":
			depth--
		}
		if depth == 0 && t.kind == space && strings.Contains(t.text, "\n") {
			if i > start {
				all = append(all, toks[start:i])
			}
			start = i + 1
		}
	}
	if start < len(toks) {
		all = append(all, toks[start:])
	}
	return all
}
