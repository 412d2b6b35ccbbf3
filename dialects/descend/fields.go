package descend

import (
	"strconv"
	"strings"

	"descend/ir"
)

// Fields is the way through tuples, structs and arrays to a part of a value, "" for the whole: ".0.1" are the numbers of
// components, ".[]" stands for any element. Ways can be compared, and are sorted like the parts.
type Fields string

// AnyElem is the number of an element of an array.
const AnyElem = -1

// Field goes on to a component.
func (p Fields) Field(n int) Fields { return p + Fields("."+strconv.Itoa(n)) }

// Elem goes on to the elements.
func (p Fields) Elem() Fields { return p + ".[]" }

// Up is the way to what the part is a part of; false for the whole.
func (p Fields) Up() (Fields, bool) {
	i := strings.LastIndexByte(string(p), '.')
	return p[:max(i, 0)], i >= 0
}

// Covers says whether q is the part or a part of it.
func (p Fields) Covers(q Fields) bool {
	return p == q || strings.HasPrefix(string(q), string(p)+".")
}

// Numbers are the numbers of the components on the way.
func (p Fields) Numbers() []int {
	var out []int
	for _, s := range strings.Split(string(p), ".")[1:] {
		n, err := strconv.Atoi(s)
		if err != nil {
			n = AnyElem
		}
		out = append(out, n)
	}
	return out
}

// In is the type of the part of a t; nil if there is none.
func (p Fields) In(t ir.Type) ir.Type {
	for _, n := range p.Numbers() {
		if n == AnyElem {
			a, ok := t.(*ArrayType)
			if !ok {
				return nil
			}
			t = a.Elem
			continue
		}
		ps, ok := Parts(t)
		if !ok || n >= len(ps) {
			return nil
		}
		t = ps[n]
	}
	return t
}
