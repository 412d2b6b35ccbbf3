// Package frontend turns Descend source files into IR of the dialects descend, exec and view. It joins
// the parser (syntax) and the semantic analysis (sema) with the prelude, which is Descend source itself.
package frontend

import (
	"descend/frontend/prelude"
	"descend/frontend/sema"
	"descend/frontend/source"
	"descend/ir"
)

// Compile parses and checks the files, which are one program together with the prelude, and gives a
// builtin.module of descend.func operations. Errors go to diags; a function that has some is a
// declaration with attribute descend.poisoned ([sema.PoisonAttr]), so that passes can check the others.
func Compile(c *ir.Context, files []*source.File, diags *ir.Diagnostics) *ir.Operation {
	return CompileWith(c, files, Options{}, diags)
}

// Options say where the modules of a program are.
type Options struct {
	// Libs are the folders of libraries by their names.
	Libs map[string]string
	// Read, if not nil, is told of each file of a module that was read.
	Read func(*source.File)
	// Open, if not nil, reads modules in place of [source.Load]: an editor has texts that are not saved. It is asked of names that may
	// not exist, and then gives an error.
	Open func(name string) (*source.File, error)
	// Cache, if not nil, has what is kept of the program from version to version. The files are read in parts then, see [Cache].
	Cache *Cache
}

// VersionMark is, in the name of a file, between its name on the disk and what tells versions of it apart.
const VersionMark = "\x00"

// CompileWith is Compile of a program that has modules.
func CompileWith(c *ir.Context, files []*source.File, o Options, diags *ir.Diagnostics) *ir.Operation {
	o.Cache = nil // which is of what is found out beside the IR
	return sema.Analyze(c, o.parseAll(c, Prelude(), diags), load(c, files, o, diags), diags, nil, nil)
}

// Prelude is the source of the prelude.
func Prelude() []*source.File { return []*source.File{prelude.File()} }
