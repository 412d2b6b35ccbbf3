package arguments

import (
	"fmt"
	"strings"

	"descend/backend/npy"
	"descend/dialects/descend"
)

// isList says whether the value of --arg for an array is written as its elements: 1,2,3 or [[1, 2], [3, 4]], or one
// number. Anything else is the name of a file or a generator; a file with such a name is ./1,2,3.
func (p *Param) isList(value string) bool {
	if strings.Contains(value, "/") || strings.HasSuffix(value, ".npy") || npy.IsGenerator(value) {
		return false
	}
	_, err := p.scalar(value)
	return err == nil || strings.HasPrefix(value, "[") || strings.Contains(value, ",") || isNumber(value)
}

// readList reads elements as the array of a parameter, and notes what its shape says about the nats.
func (p *Param) readList(value string, eqs *equations) error {
	l := &listReader{text: strings.TrimSpace(value), p: p, shape: make([]int, len(p.Shape))}
	for d := range l.shape {
		l.shape[d] = -1
	}
	read := l.list
	if len(p.Shape) == 0 {
		read = l.scalar
	} else if !strings.HasPrefix(l.text, "[") {
		l.text = "[" + l.text + "]"
	}
	err := read(0)
	if err == nil && l.pos < len(l.text) {
		err = l.unexpected("the end")
	}
	if err != nil {
		return fmt.Errorf("--arg %s=%s: %v", p.Name, value, err)
	}
	for d, n := range l.shape {
		if n < 0 { // behind a dimension without elements: any size
			l.shape[d] = 0
			continue
		}
		eqs.add(p.Shape[d], int64(n), fmt.Sprintf("dimension %d of --arg %s", d, p.Name))
	}
	p.Array = &npy.Array{DType: p.DType, Shape: l.shape, Data: l.data}
	return nil
}

// listReader reads nested lists of scalars.
type listReader struct {
	text  string
	pos   int
	p     *Param
	shape []int // -1: not known yet
	data  []byte
}

// dimensions is the text of a number of them.
func dimensions(n int) string {
	switch n {
	case 0:
		return "no dimension"
	case 1:
		return "1 dimension"
	}
	return fmt.Sprintf("%d dimensions", n)
}

// list reads the elements along a dimension.
func (l *listReader) list(dim int) error {
	if dim == len(l.shape) {
		return fmt.Errorf("the parameter is %s, with %s", descend.UserFormat(l.p.Type), dimensions(dim))
	}
	if !l.accept('[') {
		return fmt.Errorf("the parameter is %s, with %s: write a list of lists, [[..], [..]]", descend.UserFormat(l.p.Type), dimensions(len(l.shape)))
	}
	n := 0
	for !l.accept(']') {
		if n > 0 && !l.accept(',') {
			return l.unexpected("`,` or `]`")
		}
		if n > 0 && l.accept(']') { // a comma may end the list
			break
		}
		read := l.list
		if dim == len(l.shape)-1 {
			read = l.scalar
		}
		if err := read(dim + 1); err != nil {
			return err
		}
		n++
	}
	if l.shape[dim] >= 0 && l.shape[dim] != n {
		return fmt.Errorf("a list has %d elements where the one before has %d", n, l.shape[dim])
	}
	l.shape[dim] = n
	return nil
}

// scalar reads an element.
func (l *listReader) scalar(dim int) error {
	l.space()
	if strings.HasPrefix(l.text[l.pos:], "[") {
		return l.list(dim)
	}
	end := strings.IndexAny(l.text[l.pos:], ",[]")
	if end < 0 {
		end = len(l.text) - l.pos
	}
	word := strings.TrimSpace(l.text[l.pos : l.pos+end])
	bits, err := l.p.scalar(word)
	if err != nil {
		return fmt.Errorf("%q: %v", word, err)
	}
	size, err := npy.ElemSize(l.p.DType)
	for range size {
		l.data, bits = append(l.data, byte(bits)), bits>>8
	}
	l.pos += end
	return err
}

func (l *listReader) space() {
	for l.pos < len(l.text) && l.text[l.pos] == ' ' {
		l.pos++
	}
}

// accept moves over a character if it is the next one.
func (l *listReader) accept(c byte) bool {
	l.space()
	if l.pos == len(l.text) || l.text[l.pos] != c {
		return false
	}
	l.pos++
	l.space()
	return true
}

func (l *listReader) unexpected(want string) error {
	if l.pos == len(l.text) {
		return fmt.Errorf("expected %s after `%s`", want, l.text)
	}
	return fmt.Errorf("expected %s before `%s`", want, l.text[l.pos:])
}
