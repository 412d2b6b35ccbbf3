package sema

import (
	"hash/maphash"
	"maps"
	"slices"
	"strings"

	"descend/dialects/descend"
	"descend/frontend/ast"
	"descend/frontend/source"
	"descend/frontend/syntax"
	"descend/ir"
)

// Cache is what is kept of the analysis of a program for that of another version of it, in the same context: the operations of functions,
// and what was found out of names and types in their bodies.
//
// A function may be kept if it is all of a file (see syntax.ParseParts), is made of nothing but its body and the heads of items, and gives
// nothing but its operation: no finding, no instance of a function, no literal. What it means depends on its text, on items that are no
// functions, and on the heads of the functions that it names. Where these are the same, its body is not elaborated again. Heads always
// are: what is wrong with them is reported each time.
type Cache struct {
	kept map[*ast.FnDecl]*kept
	// items is a hash of all that is no function, functions are those of the heads of functions, by their qualified names.
	items     uint64
	functions map[string]uint64
	places    map[string][]headAt     // of the heads of items, by what they declare
	moves     map[*source.File][]move // of files that are no more
	current   map[*source.File]bool
	// borrowed: the operations are those of another program, which they stay in.
	borrowed bool
}

// kept is what is kept of a function.
type kept struct {
	op    *ir.Operation
	names *table
	uses  []*ast.FnDecl // functions of the language that are generated because this one names them
}

// headAt is where the head of an item is, which the bodies of others may refer to.
type headAt struct {
	head uint64 // a hash
	span source.Span
}

// move leads from a range of a file that is no more to the same text in one that is.
type move struct{ from, to source.Span }

// NewCache returns a cache in which nothing is.
func NewCache() *Cache { return &Cache{moves: map[*source.File][]move{}} }

// Borrow is a cache for the analysis of a program beside that for which this one is kept: its module lacks the functions that are kept.
func (c *Cache) Borrow() *Cache {
	out := *c
	out.borrowed, out.moves = true, maps.Clone(c.moves)
	return &out
}

// Now is where something is in the files of the latest version that was declared at a place of an older one; false if it is not there.
func (c *Cache) Now(at Place) (Place, bool) {
	for c != nil && !c.current[at.File] {
		moved := false
		for _, m := range c.moves[at.File] {
			if m.from.Start <= at.Start && at.Start <= m.from.End {
				at, moved = Place{m.to.File, m.to.Start + at.Start - m.from.Start}, true
				break
			}
		}
		if !moved {
			return at, false
		}
	}
	return at, true
}

var headSeed = maphash.MakeSeed()

// headOf is the range of what others see of an item: all of it but the body of a function.
func headOf(it ast.Item) source.Span {
	s := it.Span()
	if f, ok := it.(*ast.FnDecl); ok && f.Body != nil {
		s.End = f.Body.Span().Start
	}
	return s
}

// heads are those of the items of a program.
type heads struct {
	items     maphash.Hash
	others    []source.Span // items that are no functions, of modules that may change
	functions map[string]uint64
	places    map[string][]headAt
	current   map[*source.File]bool
	single    map[*ast.FnDecl]bool // that are all of a file, without errors
}

// module adds a module. Those of the language are always the same.
func (h *heads) module(m *Module) {
	h.write(m.Path, m.Quiet)
	for _, u := range m.Uses {
		path := "?"
		if u.Of != nil {
			path = u.Of.Path
		}
		h.write(path, u.Public, len(u.Via), len(u.Names))
	}
	for _, f := range m.Files {
		h.current[f.Source] = true
		for _, it := range f.Items {
			fn, isFn := it.(*ast.FnDecl)
			if isFn && len(f.Items) == 1 && len(f.Lost) == 0 && !f.Cut {
				h.single[fn] = true
			}
			if m.Quiet {
				continue
			}
			at, name := headOf(it), ""
			if id := it.ItemName(); id != nil {
				name = id.Name
			}
			lost := headLostIn(f, it) || !isFn && slices.ContainsFunc(f.Lost, func(l ast.Lost) bool { return holds(at, l.Range) })
			head := maphash.Comparable(headSeed, [3]any{at.Text(), f.Public[it], lost})
			key := m.Path + "::" + name
			switch {
			case !isFn:
				h.write(head)
				h.others = append(h.others, at)
				key += "'"
			case name == "":
				continue
			default:
				h.functions[key] = maphash.Comparable(headSeed, [2]uint64{h.functions[key], head})
			}
			h.places[key] = append(h.places[key], headAt{head, at})
		}
	}
}

func (h *heads) write(of ...any) {
	for _, x := range of {
		maphash.WriteComparable(&h.items, x)
	}
}

// keeper decides what of a cache holds in a program, and gathers what the next one may keep.
type keeper struct {
	*Cache
	*heads
	next    map[*ast.FnDecl]*kept
	of      map[*ast.FnDecl]*function // those of the language
	changed map[string]bool           // names of functions whose heads are not what they were, that are new, or gone
	// of the function that is elaborated
	uses  []*ast.FnDecl
	plain bool
}

// newKeeper compares the heads of a program with those of the version before. Nothing is kept without a cache.
func newKeeper(c *Cache, prelude []*ast.File, modules []*Module) *keeper {
	if c == nil {
		return nil
	}
	h := &heads{functions: map[string]uint64{}, places: map[string][]headAt{}, current: map[*source.File]bool{}, single: map[*ast.FnDecl]bool{}}
	h.items.SetSeed(headSeed)
	h.module(&Module{Quiet: true, Files: prelude})
	for _, m := range modules {
		h.module(m)
	}
	k := &keeper{Cache: c, heads: h, next: map[*ast.FnDecl]*kept{}, of: map[*ast.FnDecl]*function{}, changed: map[string]bool{}}
	note := func(key string) { k.changed[key[strings.LastIndex(key, "::")+2:]] = true }
	for key, was := range c.functions {
		if is, there := h.functions[key]; !there || is != was {
			note(key)
		}
	}
	for key := range h.functions {
		if _, there := c.functions[key]; !there {
			note(key)
		}
	}
	if items := h.items.Sum64(); items != c.items || slices.ContainsFunc(h.others, k.names) {
		c.kept, c.items = nil, items
	}
	for key, list := range c.places {
		for i, old := range list {
			if now := h.places[key]; !h.current[old.span.File] && i < len(now) && now[i].head == old.head {
				c.moves[old.span.File] = append(c.moves[old.span.File], move{old.span, now[i].span})
			}
		}
	}
	c.functions, c.places, c.current = h.functions, h.places, h.current
	return k
}

// names says whether a function that has changed is named in a range.
func (k *keeper) names(s source.Span) bool {
	if len(k.changed) == 0 {
		return false
	}
	f := source.NewFile("", s.Text())
	return slices.ContainsFunc(syntax.Tokens(f), func(t syntax.Token) bool {
		return t.Kind == syntax.Ident && k.changed[f.Text[t.Start:t.End]]
	})
}

// emitOrKeep is emit, or takes what is kept of the function.
func (a *analyzer) emitOrKeep(f *function) {
	k := a.keeper
	if k == nil || !k.single[f.decl] || f.views != nil || f.literal != nil {
		a.emit(f)
		return
	}
	file := f.decl.Span().File
	gone := func(d *ast.FnDecl) bool { return k.of[d] == nil }
	if old := k.kept[f.decl]; old != nil && !f.bad && !k.names(f.decl.Span()) && !slices.ContainsFunc(old.uses, gone) {
		a.info.files[file] = &tables{head: a.info.tables(file).head, body: old.names, kept: true}
		for _, d := range old.uses {
			a.use(k.of[d])
		}
		if !k.borrowed {
			f.op = old.op
			f.op.Remove()
			a.module.Append(f.op)
		}
		k.next[f.decl] = old
		return
	}
	errors, diags := len(a.list), a.diags.Len()
	k.uses, k.plain = nil, true
	a.info.body = file
	a.emit(f)
	a.info.body = nil
	if k.plain && !f.bad && !f.lacks && len(a.list) == errors && a.diags.Len() == diags && f.op != nil && !f.op.HasAttr(PoisonAttr) {
		k.next[f.decl] = &kept{op: f.op, names: a.info.tables(file).body, uses: k.uses}
	}
}

// used notes that the function that is elaborated names another one.
func (k *keeper) used(f *function) {
	if k != nil && f.prelude {
		k.uses = append(k.uses, f.decl)
	}
}

// special notes that the function that is elaborated gives more than its operation.
func (k *keeper) special() {
	if k != nil {
		k.plain = false
	}
}

// end gives the cache what may be kept: no function with marks that errors in others put there.
func (k *keeper) end() {
	if k == nil {
		return
	}
	for d, f := range k.next {
		if f.op.HasAttr(descend.PoisonedArgsAttr) {
			delete(k.next, d)
		}
	}
	k.kept = k.next
}

// Kept says whether what was found out of a file is what it was in the version before.
func (t *Info) Kept(f *source.File) bool { return t.files[f] != nil && t.files[f].kept }
