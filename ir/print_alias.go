package ir

import (
	"slices"
	"sort"
	"strings"
)

// aliasTable gives the aliases of a text.
type aliasTable struct {
	names map[any]string
	list  []*aliasInfo // in the order of their definitions
}

// aliasInfo is a type or attribute that was visited, in the making of the table.
type aliasInfo struct {
	value    any    // Type or Attribute
	name     string // without number; empty: no alias
	text     string
	depth    int
	isType   bool
	deferred bool // may be defined after the module
	children []int
}

func (t *aliasTable) find(v any) (string, bool) {
	if t == nil {
		return "", false
	}
	s, ok := t.names[v]
	return s, ok
}

// aliasCollector visits what a text mentions.
type aliasCollector struct {
	ctx   *Context
	index map[any]int
	infos []*aliasInfo
	// of the value being visited
	parent   *aliasInfo
	maxDepth int
	deferred bool
}

// collectAliases finds the aliases for the text of op as MLIR's printer does: by printing without output.
func collectAliases(p *Printer, op *Operation) *aliasTable {
	if !p.opts.DebugInfo && !holdsAliases(op) {
		return &aliasTable{}
	}
	c := &aliasCollector{ctx: op.ctx, index: map[any]int{}}
	p.dry = c
	p.fullOp(op)
	p.dry = nil
	sort.SliceStable(c.infos, func(i, j int) bool {
		a, b := c.infos[i], c.infos[j]
		if a.depth != b.depth {
			return a.depth < b.depth
		}
		if a.isType != b.isType {
			return a.isType
		}
		return a.name < b.name
	})
	t := &aliasTable{names: map[any]string{}}
	counts := map[string]int{}
	for _, i := range c.infos {
		if i.name == "" {
			continue
		}
		n := counts[i.name]
		counts[i.name]++
		i.text = i.name
		if n > 0 {
			i.text += itoa(n)
		}
		t.names[i.value] = i.text
		t.list = append(t.list, i)
	}
	return t
}

// holdsAliases says whether something inside op, locations apart, has an alias in text. It looks through all that can be printed in any
// order, which takes a small part of the time that printing takes; most modules need no aliases.
func holdsAliases(op *Operation) bool {
	c := &aliasCollector{ctx: op.ctx, index: map[any]int{}}
	for _, u := range op.operands {
		c.visitType(u.value.typ)
	}
	var last Type
	values := func(vs []*Value) {
		for _, v := range vs {
			if v.typ != last {
				c.visitType(v.typ)
				last = v.typ
			}
		}
	}
	op.Walk(func(o *Operation) WalkResult {
		for i := range o.attrs {
			c.visitAttr(o.attrs[i].Value, false, false)
		}
		if o.Props != nil {
			c.visitAttr(o.Props, false, false)
		}
		values(o.results)
		for _, r := range o.regions {
			for b := r.first; b != nil; b = b.next {
				values(b.args)
			}
		}
		return Advance
	})
	return slices.ContainsFunc(c.infos, func(i *aliasInfo) bool { return i.name != "" })
}

// visitType records a type and what is inside.
func (c *aliasCollector) visitType(t Type) {
	c.visit(t, c.deferred, func(i *aliasInfo) {
		i.isType = true
		if tt, ok := t.(*TupleType); ok && len(tt.Types) > 16 {
			i.name, i.depth = "tuple", 1
		}
	}, func() {
		switch t := t.(type) {
		case *ComplexType:
			c.visitType(t.Elem)
		case *TupleType:
			for _, x := range t.Types {
				c.visitType(x)
			}
		case *FunctionType:
			for _, x := range slices.Concat(t.Inputs, t.Results) {
				c.visitType(x)
			}
		case *VectorType:
			c.visitType(t.Elem)
		case *TensorType:
			c.visitType(t.Elem)
			if t.Encoding != nil {
				c.visitAttr(t.Encoding, c.deferred, false)
			}
		case *MemRefType:
			c.visitType(t.Elem)
			if t.Layout != nil {
				c.visitAttr(t.Layout, c.deferred, false)
			}
			if t.Space != nil {
				c.visitAttr(t.Space, c.deferred, false)
			}
		case *OpaqueType:
			c.visitSymbol(t.parts)
		case Composite:
			for _, a := range t.Parts() {
				if inner, ok := a.(*TypeAttr); ok {
					c.visitType(inner.Type)
				} else {
					c.visitAttr(a, c.deferred, false)
				}
			}
		}
	})
}

// aliasName is the name that an attribute has as an alias.
func (c *aliasCollector) aliasName(a Attribute) string {
	switch a := a.(type) {
	case *AffineMapAttr:
		return "map"
	case *IntegerSetAttr:
		return "set"
	case Location:
		return "loc"
	case *DistinctAttr:
		if _, unit := a.Attr.(*UnitAttr); !unit {
			return "distinct"
		}
	case *OpaqueAttr:
		return c.ctx.aliasNameOf(a)
	}
	return ""
}

// visitAttr records an attribute and what is inside; deferred says whether it may be defined after the
// module.
func (c *aliasCollector) visitAttr(a Attribute, deferred, elideType bool) {
	switch a.(type) { // common and without parts
	case *UnitAttr, *DenseArrayAttr, *SymbolRefAttr, nil:
		return
	case *IntegerAttr, *FloatAttr:
		return
	}
	c.visit(a, deferred, func(i *aliasInfo) {
		if i.name = c.aliasName(a); i.name != "" {
			i.depth = 1
		}
	}, func() { c.visitParts(a, elideType) })
}

func (c *aliasCollector) visitParts(a Attribute, elideType bool) {
	sub := func(x Attribute) { c.visitAttr(x, c.deferred, false) }
	var t Type
	switch a := a.(type) {
	case *DistinctAttr:
		sub(a.Attr)
	case *DictAttr:
		for _, e := range a.Entries {
			sub(e.Value)
		}
	case *ArrayAttr:
		for _, x := range a.Elems {
			sub(x)
		}
	case *TypeAttr:
		c.visitType(a.Type)
	case *NameLoc:
		if _, unknown := a.Child.(*UnknownLoc); !unknown {
			sub(a.Child)
		}
	case *CallSiteLoc:
		sub(a.Callee)
		sub(a.Caller)
	case *RangeLoc:
		meta, start := a.parts()
		sub(meta)
		sub(start)
	case *FusedLoc:
		if a.Meta != nil {
			sub(a.Meta)
		}
		for _, l := range a.Locs {
			sub(l)
		}
	case *StringAttr:
		t = a.Type
	case *DenseAttr:
		t = a.Type
	case *DenseStringAttr:
		t = a.Type
	case *DenseResourceAttr:
		t = a.Type
	case *SparseAttr:
		t = a.Type
	case *OpaqueAttr:
		c.visitSymbol(a.parts)
		t = a.Type
	}
	if t != nil && !elideType {
		c.visitType(t)
	}
}

// visit records v once; parts visits what is inside it.
func (c *aliasCollector) visit(v any, deferred bool, init func(*aliasInfo), parts func()) {
	n, seen := c.index[v]
	if seen {
		if !deferred {
			c.undefer(n)
		}
	} else {
		n = len(c.infos)
		info := &aliasInfo{value: v, deferred: deferred}
		init(info)
		c.index[v] = n
		c.infos = append(c.infos, info)
		parent, depth, def := c.parent, c.maxDepth, c.deferred
		c.parent, c.maxDepth, c.deferred = info, 0, deferred
		parts()
		if c.maxDepth > 0 {
			info.depth = c.maxDepth + 1
		}
		c.parent, c.maxDepth, c.deferred = parent, depth, def
	}
	if c.parent != nil {
		c.parent.children = append(c.parent.children, n)
		c.maxDepth = max(c.maxDepth, c.infos[n].depth)
	}
}

// undefer makes an alias, and those that it mentions, be defined before the module.
func (c *aliasCollector) undefer(n int) {
	if i := c.infos[n]; i.deferred {
		i.deferred = false
		for _, k := range i.children {
			c.undefer(k)
		}
	}
}

// writeAliases writes the definitions that stand before, or after, the module.
func (p *Printer) writeAliases(deferred bool) {
	for _, i := range p.aliases.list {
		if i.deferred != deferred {
			continue
		}
		if i.isType {
			p.str("!" + i.text + " = ")
			p.typeBody(i.value.(Type))
		} else {
			p.str("#" + i.text + " = ")
			p.attrBody(i.value.(Attribute), keepType)
		}
		p.str("\n")
	}
}

// writeResources writes the metadata of the file: resources that were mentioned, and external ones.
func (p *Printer) writeResources() {
	r := p.ctx.Resources()
	r.mu.Lock()
	defer r.mu.Unlock()
	var dialect []ResourceGroup
	for _, g := range r.dialect {
		kept := ResourceGroup{Owner: g.Owner}
		for _, n := range p.resources {
			if n.owner != g.Owner {
				continue
			}
			if i := slices.IndexFunc(g.Entries, func(e Resource) bool { return e.Key == n.key }); i >= 0 {
				kept.Entries = append(kept.Entries, g.Entries[i])
			}
		}
		if len(kept.Entries) > 0 {
			dialect = append(dialect, kept)
		}
	}
	slices.SortStableFunc(dialect, func(a, b ResourceGroup) int { // builtin comes last
		switch "builtin" {
		case a.Owner:
			return 1
		case b.Owner:
			return -1
		}
		return 0
	})
	var sections []string
	for _, s := range []struct {
		name   string
		groups []ResourceGroup
	}{{"dialect_resources", dialect}, {"external_resources", r.external}} {
		if len(s.groups) > 0 {
			sections = append(sections, p.resourceSection(s.name, s.groups))
		}
	}
	if len(sections) > 0 {
		p.str("\n{-#\n" + strings.Join(sections, ",\n") + "\n#-}\n")
	}
}

func (p *Printer) resourceSection(name string, groups []ResourceGroup) string {
	var b strings.Builder
	b.WriteString("  " + name + ": {\n")
	for i, g := range groups {
		if i > 0 {
			b.WriteString(",\n")
		}
		b.WriteString("    " + resourceKey(g.Owner) + ": {\n")
		first := true
		for _, e := range g.Entries {
			if p.opts.ElideResources > 0 && len(e.Value) > p.opts.ElideResources {
				continue
			}
			if !first {
				b.WriteString(",\n")
			}
			first = false
			b.WriteString("      " + resourceKey(e.Key) + ": " + e.Value)
		}
		b.WriteString("\n    }")
	}
	b.WriteString("\n  }")
	return b.String()
}
