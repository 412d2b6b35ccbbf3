package frontend

import (
	"maps"
	"strconv"
	"strings"

	"descend/frontend/ast"
	"descend/frontend/sema"
	"descend/frontend/source"
	"descend/frontend/syntax"
	"descend/ir"
)

// Cache is what is kept of a program from one version to the next, in one context. Its files are read in parts, one for each item, which
// are files of their own; a part whose text is the same stays the same file wherever it moves, and with it its tree, its places, what is
// known of its names, and its IR. So the places in a [Program] are in parts, and [Program.Whole] tells where in the file that is.
//
// The module of the version before is taken apart for the next one.
type Cache struct {
	files map[string]version // by their names without versions
	names map[*source.File]*names
	sema  *sema.Cache
	parts map[string]*source.File // all that were made, by their names
	read  map[*source.File][]syntax.Part
}

// version is a file as it was read last.
type version struct {
	text  string
	parts []syntax.Part
	found []*ir.Diagnostic
}

// NewCache returns a cache in which nothing is.
func NewCache() *Cache {
	return &Cache{files: map[string]version{}, sema: sema.NewCache(), parts: map[string]*source.File{}}
}

// Borrow is a cache for the analysis of a variant of the program, which is not what is kept: its module lacks the functions that are.
func (k *Cache) Borrow() *Cache {
	out := *k
	out.files, out.sema = maps.Clone(k.files), k.sema.Borrow()
	return &out
}

// Part is the file of a part, of any version, that has a name; nil if there is none.
func (k *Cache) Part(name string) *source.File { return k.parts[name] }

// Now is where in the latest version something is that was at a place of an older one; false if it is not known.
func (k *Cache) Now(f *source.File, start source.Pos) (*source.File, source.Pos, bool) {
	at, ok := k.sema.Now(sema.Place{File: f, Start: start})
	return at.File, at.Start, ok
}

func (k *Cache) namesOf(f *source.File) *names {
	if k == nil {
		return nil
	}
	return k.names[f]
}

// parse gives the trees of a file.
func (o Options) parse(f *source.File, c *ir.Context, diags *ir.Diagnostics) []*ast.File {
	k := o.Cache
	if k == nil {
		return []*ast.File{syntax.Parse(f, c, diags)}
	}
	name, _, _ := strings.Cut(f.Name, VersionMark)
	v, known := k.files[name]
	if !known || v.text != f.Text {
		found := &ir.Diagnostics{}
		v.parts = syntax.ParseParts(f.Text, v.parts, c, found, func(text string) *source.File {
			f := source.NewFile(name+VersionMark+"part"+strconv.Itoa(len(k.parts)+1), text)
			k.parts[f.Name] = f
			return f
		})
		v.text, v.found = f.Text, found.InOrder()
		k.files[name] = v
	}
	for _, d := range v.found {
		diags.Report(d)
	}
	k.read[f] = v.parts
	var out []*ast.File
	for _, p := range v.parts {
		out = append(out, p.Tree)
	}
	return out
}

func (o Options) parseAll(c *ir.Context, files []*source.File, diags *ir.Diagnostics) (out []*ast.File) {
	for _, f := range files {
		out = append(out, o.parse(f, c, diags)...)
	}
	return out
}
