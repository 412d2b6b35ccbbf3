package npy

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// header is the dictionary at the start of a file.
type header struct {
	descr   string // such as "<f4"; "" if hasDescr is false
	fortran bool
	shape   []int
}

// maxDims is NumPy's own limit on the number of dimensions (NumPy 2).
const maxDims = 64

// parseHeader reads the header's text: a Python dictionary literal with the
// keys descr, fortran_order and shape in any order.
func parseHeader(text string) (header, error) {
	p := &literal{text: text}
	var h header
	seen := map[string]bool{}
	if err := p.expect('{'); err != nil {
		return h, err
	}
	for !p.accept('}') {
		key, err := p.str()
		if err != nil {
			return h, err
		}
		if seen[key] {
			return h, fmt.Errorf("the header has the key %q twice", key)
		}
		seen[key] = true
		if err := p.expect(':'); err != nil {
			return h, err
		}
		switch key {
		case "descr":
			h.descr, err = p.descr()
		case "fortran_order":
			h.fortran, err = p.boolean()
		case "shape":
			h.shape, err = p.shape()
		default:
			err = fmt.Errorf("the header has the unknown key %q", key)
		}
		if err != nil {
			return h, err
		}
		if !p.accept(',') {
			if err := p.expect('}'); err != nil {
				return h, err
			}
			break
		}
	}
	p.space()
	if p.pos < len(p.text) {
		return h, fmt.Errorf("the header goes on after its dictionary: %q", clip(p.text[p.pos:]))
	}
	for _, key := range []string{"descr", "fortran_order", "shape"} {
		if !seen[key] {
			return h, fmt.Errorf("the header has no key %q", key)
		}
	}
	return h, nil
}

// literal is a cursor over the few Python literals that a header holds.
type literal struct {
	text string
	pos  int
}

func (p *literal) space() {
	for p.pos < len(p.text) && strings.IndexByte(" \t\r\n", p.text[p.pos]) >= 0 {
		p.pos++
	}
}

// accept skips white space and consumes c if it comes next.
func (p *literal) accept(c byte) bool {
	p.space()
	if p.pos < len(p.text) && p.text[p.pos] == c {
		p.pos++
		return true
	}
	return false
}

func (p *literal) expect(c byte) error {
	if !p.accept(c) {
		return fmt.Errorf("the header is malformed: expected '%c' at %q", c, clip(p.text[p.pos:]))
	}
	return nil
}

// str reads a quoted string without escapes.
func (p *literal) str() (string, error) {
	for _, quote := range []byte{'\'', '"'} {
		if !p.accept(quote) {
			continue
		}
		end := strings.IndexByte(p.text[p.pos:], quote)
		if end < 0 {
			return "", errors.New("the header is malformed: a string is not closed")
		}
		s := p.text[p.pos : p.pos+end]
		p.pos += end + 1
		return s, nil
	}
	return "", fmt.Errorf("the header is malformed: expected a string at %q", clip(p.text[p.pos:]))
}

// descr reads the element type, which is a string for every plain type.
func (p *literal) descr() (string, error) {
	if p.accept('[') || p.accept('(') {
		return "", errors.New("the elements are structures (a structured dtype); only plain scalars can be read")
	}
	return p.str()
}

func (p *literal) word() string {
	p.space()
	start := p.pos
	for p.pos < len(p.text) {
		c := p.text[p.pos]
		if c != '-' && c != '+' && c != '_' && (c < '0' || c > '9') && (c < 'A' || c > 'Z') && (c < 'a' || c > 'z') {
			break
		}
		p.pos++
	}
	return p.text[start:p.pos]
}

func (p *literal) boolean() (bool, error) {
	switch w := p.word(); w {
	case "True":
		return true, nil
	case "False":
		return false, nil
	default:
		return false, fmt.Errorf("the header is malformed: fortran_order is %q, neither True nor False", clip(w))
	}
}

// shape reads a tuple of integers. Python 2 wrote some with the suffix L.
func (p *literal) shape() ([]int, error) {
	if err := p.expect('('); err != nil {
		return nil, err
	}
	shape := []int{}
	for !p.accept(')') {
		w := strings.TrimSuffix(p.word(), "L")
		d, err := strconv.Atoi(w)
		if errors.Is(err, strconv.ErrRange) {
			return nil, fmt.Errorf("the extent %s in the shape %w", clip(w), errTooLarge)
		}
		if err != nil {
			return nil, fmt.Errorf("the header is malformed: %q in the shape is no number", clip(w))
		}
		if d < 0 {
			return nil, fmt.Errorf("the shape has the negative extent %d", d)
		}
		if len(shape) == maxDims {
			return nil, fmt.Errorf("the shape has more than %d dimensions", maxDims)
		}
		shape = append(shape, d)
		if !p.accept(',') {
			if err := p.expect(')'); err != nil {
				return nil, err
			}
			break
		}
	}
	return shape, nil
}

// parseDescr turns NumPy's type string into one of our names and tells
// whether the bytes of an element are in big-endian order.
func parseDescr(descr string) (dtype string, bigEndian bool, err error) {
	body := descr
	if body != "" && strings.IndexByte("<>=|", body[0]) >= 0 {
		bigEndian = body[0] == '>'
		body = body[1:]
	}
	if body == "?" {
		return "bool", false, nil
	}
	for _, d := range dtypes {
		if body == string(d.kind)+strconv.Itoa(d.size) {
			return d.name, bigEndian && d.size > 1, nil
		}
	}
	what := ""
	if body != "" {
		what = map[byte]string{
			'O': " (Python objects)", 'c': " (wide complex numbers)", 'S': " (byte strings)", 'a': " (byte strings)",
			'U': " (text)", 'V': " (raw structures)", 'M': " (dates)", 'm': " (time spans)", 'f': " (a wide float)",
		}[body[0]]
	}
	return "", false, fmt.Errorf("the elements have the dtype %q%s, which cannot be read (readable: %s)", clip(descr), what, dtypeNames())
}

// clip shortens text from a file for a message.
func clip(s string) string {
	if len(s) > 40 {
		return s[:40] + "…"
	}
	return s
}
