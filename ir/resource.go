package ir

import (
	"slices"
	"strings"
	"sync"
)

// Resources are the blobs and settings in the metadata {-# .. #-} at the end of a file. Values are kept as
// they are written: a string literal (blobs: hex digits after 0x), true or false.
type Resources struct {
	mu       sync.Mutex
	dialect  []ResourceGroup
	external []ResourceGroup
}

// ResourceGroup holds the resources of one dialect or external user, in the order of the text.
type ResourceGroup struct {
	Owner   string
	Entries []Resource
}

// Resource is a key with its value's text.
type Resource struct{ Key, Value string }

// Resources are the resources of the files parsed into the context.
func (c *Context) Resources() *Resources {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.resources == nil {
		c.resources = &Resources{}
	}
	return c.resources
}

func (r *Resources) add(dialect bool, owner, key, value string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	list := &r.external
	if dialect {
		list = &r.dialect
	}
	for i := range *list {
		if g := &(*list)[i]; g.Owner == owner {
			for j := range g.Entries {
				if g.Entries[j].Key == key {
					g.Entries[j].Value = value
					return
				}
			}
			g.Entries = append(g.Entries, Resource{key, value})
			return
		}
	}
	*list = append(*list, ResourceGroup{owner, []Resource{{key, value}}})
}

// SetExternal sets an external resource; value is its text.
func (r *Resources) SetExternal(owner, key, value string) { r.add(false, owner, key, value) }

// External is the value of an external resource; false if there is none.
func (r *Resources) External(owner, key string) (string, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return findResource(r.external, owner, key)
}

// ExternalString is the contents of an external resource that is a string; false if there is none.
func (r *Resources) ExternalString(owner, key string) (string, bool) {
	text, ok := r.External(owner, key)
	if !ok || !strings.HasPrefix(text, `"`) {
		return "", false
	}
	return unquote(text), true
}

// DropExternal removes the external resources of an owner.
func (r *Resources) DropExternal(owner string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	var kept []ResourceGroup
	for _, g := range r.external {
		if g.Owner != owner {
			kept = append(kept, g)
		}
	}
	r.external = kept
}

func findResource(list []ResourceGroup, owner, key string) (string, bool) {
	for _, g := range list {
		if g.Owner != owner {
			continue
		}
		for _, e := range g.Entries {
			if e.Key == key {
				return e.Value, true
			}
		}
	}
	return "", false
}

// resourceName is the dialect and the key of a resource.
type resourceName struct{ owner, key string }

// mention notes that a resource is part of the text.
func (p *Printer) mention(n resourceName) {
	if !p.mentioned[n] {
		if p.mentioned == nil {
			p.mentioned = map[resourceName]bool{}
		}
		p.mentioned[n] = true
		p.resources = append(p.resources, n)
	}
}

// ofOthers says whether there are resources of other dialects than builtin.
func (r *Resources) ofOthers() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.ContainsFunc(r.dialect, func(g ResourceGroup) bool { return g.Owner != "builtin" })
}

// mentionWords notes the resources that the text of an attribute may mean: any word in it that is the key of one.
func (p *Printer) mentionWords(dialect, body string) {
	if !p.opaque {
		return
	}
	r := p.ctx.Resources()
	r.mu.Lock()
	defer r.mu.Unlock()
	word := func(c rune) bool { return c >= 128 || chClass[c]&chBare == 0 }
	for _, w := range strings.FieldsFunc(body, word) {
		if _, ok := findResource(r.dialect, dialect, w); ok {
			p.mention(resourceName{dialect, w})
		}
	}
}
