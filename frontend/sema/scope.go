package sema

import (
	"sort"

	"descend/dialects/descend"
	"descend/dialects/nat"
	"descend/frontend/ast"
	"descend/frontend/source"
	"descend/ir"
)

// bindKind says what a name stands for.
type bindKind int

const (
	varBind bindKind = iota
	execBind
	natBind
	memBind
	typeBind
	lifetimeBind
	viewBind
	constBind
	barrierBind
)

var bindNames = [...]string{"variable", "execution resource", "nat", "memory", "type", "lifetime", "view", "constant", "barrier"}

// binding is what a name stands for in a scope. A bad one comes from an erroneous definition: its uses
// are silent.
type binding struct {
	kind     bindKind
	span     source.Span
	place    *ir.Value // varBind
	barrier  *ir.Value // barrierBind
	exec     *ir.Value // execBind
	nat      nat.Expr
	mem      descend.Mem
	typ      ir.Type
	lifetime string
	view     *viewClosure
	constant *constDef
	pending  *pending // of a constant
	bad      bool
	init     ast.Expr // the initial value that gives a variable its type, or nil
	open     bool     // a variable whose literal takes the type of the first use
	settled  bool     // which has got another one
}

// scope maps names to what they stand for; inner scopes shadow outer ones. Lifetimes are entered with
// their quote.
type scope struct {
	parent *scope
	list   []named
	names  map[string]int // numbers in the list, once there are many
	// capture, if not nil, binds a name that stands for something around a function literal: nil if it stands for nothing there.
	capture func(name string) *binding
	home    *items // of the scope of a module
}

type named struct {
	name string
	*binding
}

// manyNames are found by a table.
const manyNames = 12

// find is the number of a name in the list of this scope alone.
func (s *scope) find(name string) (int, bool) {
	if s.names != nil {
		i, ok := s.names[name]
		return i, ok
	}
	for i := range s.list {
		if s.list[i].name == name {
			return i, true
		}
	}
	return 0, false
}

// own is what a name stands for in this scope alone, or nil.
func (s *scope) own(name string) *binding {
	if i, ok := s.find(name); ok {
		return s.list[i].binding
	}
	return nil
}

func (s *scope) lookup(name string) *binding {
	for ; s != nil; s = s.parent {
		if b := s.own(name); b != nil {
			return b
		}
		if s.capture != nil {
			if b := s.capture(name); b != nil {
				s.bind(name, b)
				return b
			}
		}
	}
	return nil
}

func (s *scope) bind(name string, b *binding) {
	if name == "" || name == "_" {
		return
	}
	if i, ok := s.find(name); ok {
		s.list[i].binding = b
		return
	}
	s.list = append(s.list, named{name, b})
	switch n := len(s.list); {
	case n > manyNames:
		s.names[name] = n - 1
	case n == manyNames:
		s.names = map[string]int{}
		for i := range s.list {
			s.names[s.list[i].name] = i
		}
	}
}

// module is what can be named in the module that the scope is in.
func (s *scope) module() *items {
	for s.parent != nil {
		s = s.parent
	}
	return s.home
}

func (s *scope) child() *scope { return &scope{parent: s} }

// visible lists the names in s and around it that stand for what satisfies ok, sorted; what another one hides is not seen.
func (s *scope) visible(ok func(*binding) bool) []string {
	set, hidden := map[string]bool{}, map[string]bool{}
	for ; s != nil; s = s.parent {
		for _, b := range s.list {
			if !hidden[b.name] && ok(b.binding) {
				set[b.name] = true
			}
			hidden[b.name] = true
		}
	}
	return sortedKeys(set)
}

func sortedKeys[T any](m map[string]T) []string {
	out := make([]string, 0, len(m))
	for n := range m {
		out = append(out, n)
	}
	sort.Strings(out)
	return out
}
