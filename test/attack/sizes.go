package attack

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// size is a nat of a generated program: a number, a variable, or an operation on two.
type size struct {
	op   string // "", "+", "-", "*", "/", "%", "min" or "max"
	name string
	n    int
	a, b *size
}

func count(n int) *size                { return &size{n: n} }
func variable(name string) *size       { return &size{name: name} }
func join(op string, a, b *size) *size { return &size{op: op, a: a, b: b} }

func (s *size) String() string {
	switch {
	case s.op == "min" || s.op == "max":
		return fmt.Sprintf("%s(%s, %s)", s.op, s.a, s.b)
	case s.op != "":
		return fmt.Sprintf("(%s %s %s)", s.a, s.op, s.b)
	case s.name != "":
		return s.name
	}
	return fmt.Sprint(s.n)
}

// sized makes programs whose kernels are generic in two sizes and a type, with memory of all kinds of sizes.
type sized struct {
	r    *rand.Rand
	b    *strings.Builder
	ind  int
	next int
	// numbers are those that the program speaks of: sizes near them are hostile.
	numbers map[int]bool
	// helpers are the functions written so far; elem is the type that d stands for.
	helpers *strings.Builder
	elem    element
	// features are what RUNS.md counts.
	features map[string]bool
	// depth of functions that call others.
	depth, functions int
}

// element is a type that d stands for: a value of it, and what makes an i32 of one.
type element struct{ name, value, number string }

var elements = []element{
	{"f64", "1.5", "%s as i32"}, {"u8", "7u8", "%s as i32"}, {"i32", "9", "%s"}, {"i64", "5000000007i64", "%s as i32"},
	{"u16", "300u16", "%s as i32"}, {"(u8, f64)", "(3u8, 2.5)", "%[1]s.0 as i32 + %[1]s.1 as i32"}, {"P", "P { a: 1, b: 4.5 }", "%[1]s.a as i32 + %[1]s.b as i32"},
	{"Q<i16, 3>", "Q { first: 2i16, rest: [3i16, 4i16, 5i16] }", "%[1]s.first as i32 + %[1]s.rest[2] as i32"}, {"[i32; 3]", "[1, 2, 3]", "%[1]s[0] + %[1]s[2]"},
	{"(u8, [u16; 3])", "(1u8, [2u16, 3u16, 4u16])", "%[1]s.0 as i32 + %[1]s.1[1] as i32"}, {"bool", "true", "%s as i32"},
	// of sizes that the kernel knows by the type only
	{"[i32; n]", "[4; n]", "%[1]s[n - 1]"}, {"Q<f64, m>", "Q { first: 2.5, rest: [1.5; m] }", "%s.first as i32"},
	{"(u8, [u16; 100 - n])", "(3u8, [2u16; 100 - n])", "%s.0 as i32"},
}

// surroundings are where something is written: the sizes and loop variables that can be used, the memory, and the threads.
type surroundings struct {
	generics []string
	loops    []string
	arrays   []sharedArray
	threads  *size  // of a block
	block    string // the resource
	// g and y are buffers with a part for each thread, "" where there are none; noX says that there is no buffer x.
	g, y string
	noX  bool
}

// sharedArray is shared memory: rows of elements (one or one for each thread), or elements.
type sharedArray struct {
	name, elem string
	size       *size
	rows       string // "1", "threads" or ""
}

func (s *sized) line(format string, args ...any) {
	fmt.Fprintf(s.b, "%s%s\n", strings.Repeat("  ", s.ind), fmt.Sprintf(format, args...))
}

func (s *sized) one(in int) bool { return s.r.IntN(in) == 0 }

func (s *sized) fresh(of string) string {
	s.next++
	return fmt.Sprintf("%s%d", of, s.next)
}

func (s *sized) word(of ...string) string { return of[s.r.IntN(len(of))] }

// nest writes head, a body and end.
func (s *sized) nest(head, end string, body func()) {
	s.line("%s", head)
	s.ind++
	body()
	s.ind--
	s.line("%s", end)
}

// constant is a number: small, or one of those that bounds of the program are made of.
func (s *sized) constant() *size {
	n := []int{1, 1, 2, 3, 4, 7, 8, 15, 16, 31, 32, 33, 64, 100, 100, 100}[s.r.IntN(16)]
	s.numbers[n] = true
	return count(n)
}

func (s *sized) variableOf(names []string) *size {
	if len(names) == 0 {
		return s.constant()
	}
	return variable(names[s.r.IntN(len(names))])
}

// size makes a size of the given variables.
func (s *sized) size(names []string) *size {
	v := func() *size { return s.variableOf(names) }
	switch s.r.IntN(32) {
	case 0, 1, 2, 3, 4:
		return v()
	case 5, 6, 7, 8, 9:
		return join("-", s.constant(), v())
	case 10, 11:
		return join("-", v(), s.constant())
	case 12, 13, 14:
		return join("-", v(), v())
	case 15, 16:
		return join("/", s.constant(), v())
	case 17:
		return join("/", v(), s.constant())
	case 18:
		return join("/", v(), v())
	case 19, 20:
		return join("*", v(), s.constant())
	case 21:
		return join("*", v(), v())
	case 22:
		return join("*", join("-", v(), count(1)), s.constant())
	case 23:
		return join("min", v(), s.constant())
	case 24:
		return join("max", v(), s.constant())
	case 25:
		return join(s.word("min", "max"), v(), v())
	case 26:
		return join("%", v(), s.constant())
	case 27:
		return join(s.word("+", "+", "%"), v(), v())
	case 28:
		if s.one(3) {
			return join(s.word("+", "-", "*", "/", "min", "max"), s.size(names), s.size(names))
		}
	}
	return s.constant()
}

// bounds are those of a loop.
func (s *sized) bounds(names []string) string {
	zero := "0"
	lo, hi := s.size(names), s.size(names)
	switch s.r.IntN(8) {
	case 0, 1, 2:
		return fmt.Sprintf("%s..%s", s.variableOf(names), s.constant())
	case 3, 4:
		return fmt.Sprintf("%s..%s", zero, s.variableOf(names))
	case 5:
		return fmt.Sprintf("%s..%s", zero, hi)
	case 6:
		return fmt.Sprintf("%s..%s", s.constant(), s.variableOf(names))
	}
	return fmt.Sprintf("%s..%s", lo, hi)
}

// condition compares sizes.
func (s *sized) condition(names []string) string {
	if s.one(6) {
		return "flag"
	}
	a, b := s.variableOf(names), s.constant()
	switch s.r.IntN(6) {
	case 0:
		b = s.variableOf(names)
	case 1:
		a = s.size(names)
	case 2:
		b = count(0)
	}
	return fmt.Sprintf("%s %s %s", a, s.word("<", "<=", ">", ">=", "==", "!="), b)
}

// clause is one that a function states.
func (s *sized) clause(names []string) string {
	a, b := s.variableOf(names), s.constant()
	switch s.r.IntN(7) {
	case 0, 1:
		return fmt.Sprintf("%s <= %s", a, b)
	case 2, 3:
		return fmt.Sprintf("%s > 0", a)
	case 4:
		return fmt.Sprintf("%s <= %s", a, s.variableOf(names))
	case 5:
		return fmt.Sprintf("%s %% %s == 0", a, b)
	}
	return fmt.Sprintf("%s <= %s", s.size(names), b)
}

// where is the list of what holds.
func (s *sized) where(always string, names []string) string {
	list := []string{}
	if always != "" {
		list = append(list, always)
	}
	for s.one(3) && len(list) < 3 {
		list = append(list, s.clause(names))
	}
	if len(list) == 0 {
		return ""
	}
	return " where " + strings.Join(list, ", ")
}
