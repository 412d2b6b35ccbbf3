package syntax

import "strings"

// shape compares the beginning of a text with what it should be, part by part, blanks between parts being free: regular expressions would be
// a large part of the compiler in a browser, which has to read it before it does anything. Once a part differs, nothing more is read.
type shape struct {
	text    string
	differs bool
}

func isWordByte(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// has moves over a sign or a word, and says whether it was there; a word ends where it should.
func (s *shape) has(part string) bool {
	rest, ok := strings.CutPrefix(strings.TrimLeft(s.text, " \t\r\n"), part)
	if s.differs || part == "" || !ok || rest != "" && isWordByte(part[len(part)-1]) && isWordByte(rest[0]) {
		return false
	}
	s.text = rest
	return true
}

// want is has, where the part must be there.
func (s *shape) want(part string) { s.differs = !s.has(part) || s.differs }

// word moves over a word; "" if there is none.
func (s *shape) word() string {
	text := strings.TrimLeft(s.text, " \t\r\n")
	n := 0
	for n < len(text) && isWordByte(text[n]) {
		n++
	}
	if n == 0 || s.differs {
		return ""
	}
	s.text = text[n:]
	return text[:n]
}

// until is what comes before the next of some signs, which must be one of them, and something before it; the sign stays.
func (s *shape) until(signs string) string {
	n := strings.IndexAny(s.text, signs)
	if s.differs || n < 0 || strings.TrimSpace(s.text[:n]) == "" {
		s.differs = true
		return ""
	}
	found := strings.TrimSpace(s.text[:n])
	s.text = s.text[n:]
	return found
}

// quoted moves over a text in quotes, which must be there, and gives what is in them as it is written.
func (s *shape) quoted() string {
	text, ok := strings.CutPrefix(strings.TrimLeft(s.text, " \t\r\n"), `"`)
	for i := 0; ok && !s.differs && i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			s.text = text[i+1:]
			return text[:i]
		}
	}
	s.differs = true
	return ""
}

// whole says whether all was as it should be, and nothing is left.
func (s *shape) whole() bool { return !s.differs && strings.TrimSpace(s.text) == "" }
