// Package sema gives Descend programs their meaning: it resolves names, checks kinds, infers types and
// nats, and generates the IR of the dialects descend, exec and view.
//
// It works in two steps. First the items of all files are collected and their signatures resolved, so that
// all see each other. Then each function body is elaborated in one bidirectional pass: a term is
// elaborated with the type that its context expects (or none), gives a value with a type, and its
// operations are emitted on the way. Generic arguments are found by matching parameter types against
// argument types; names that begin with '?' stand for what is not known yet, in types as in nats.
//
// A body is elaborated in layers, each a struct that holds those below it and cannot use those above:
//
//	emitter     makes operations and places
//	point       what names stand for, who executes, what holds for nats
//	matcher     types against types, with bodyErrors (what is reported), fixer (what could be written) and purpose (what for)
//	typeLevel   types, nats and resources as they are written, with numbers (resources written as numbers)
//	calls       what a call is of: generic arguments, sizes, resources
//	places      parts of places, views
//	terms       places and values as they are written, calls, borrows; builtinCall for functions of the language
//	statements  declarations, branches, loops, who executes
//
// An error yields no value (nil), which silences what depends on it; the function then becomes a
// declaration with attribute descend.poisoned, so that passes can go on with the others. Who may do what, where memory
// may be reached, moves, loans, sizes and races are not decided here but by passes on the IR: a
// function is generated whenever its operations can be expressed.
package sema

import (
	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/dialects/nat"
	"descend/frontend/ast"
	"descend/frontend/source"
	"descend/frontend/syntax"
	"descend/ir"
)

// The codes of the errors that this package reports, by short names.
const (
	unknownName    = descend.CodeUnknownName
	duplicateName  = descend.CodeDuplicateName
	kindMismatch   = descend.CodeKindMismatch
	cannotInfer    = descend.CodeCannotInfer
	mismatched     = descend.CodeMismatchedTypes
	wrongExec      = descend.CodeWrongExec
	natEscape      = descend.CodeNatEscape
	natConstraint  = descend.CodeNatConstraint
	outOfBounds    = descend.CodeOutOfBounds
	missingElement = descend.CodeMissingElement
	unsupported    = descend.CodeUnsupported
)

// PoisonAttr marks the declarations left of functions that have errors.
const PoisonAttr = "descend.poisoned"

// items is what the items of a program declare, for all that names them. It must not know how bodies are elaborated.
type items struct {
	*findings
	fns   map[string]*function
	views map[string]*viewDef
	types map[string]*structDef
	// aliases are other names of types; scope has the constants.
	aliases map[string]*aliasDef
	scope   *scope
	// builtins are the functions that the language defines.
	builtins map[string]builtin
	order    []*function                     // in the order in which they are generated; grows by used prelude functions and instances
	info     *Info                           // nil if nobody asks
	layouts  map[*source.File]*syntax.Layout // of the files that were asked for, see tokens.go
	literals int                             // how many function literals were made functions
}

// analyzer resolves the items of a program and generates its functions.
type analyzer struct {
	*items
	module      *ir.Block
	arena       *ir.Arena // of the operations
	unit, never *ir.Value // see emitter
}

// function is a function of the program or the prelude, or an instance of one.
type function struct {
	decl *ast.FnDecl
	name string // the symbol
	signature
	scope   *scope // generics
	bad     bool   // the signature has errors
	prelude bool
	// constant: it stands for the value of a constant, and no function is made of it
	constant bool
	lacks    bool          // a name in the body stands for nothing
	done     bool          // emitted, or going to be
	op       *ir.Operation // nil before that, and if nothing can be said about the function
	// instances are the copies of a function with view parameters, by the chains given.
	instances map[string]*function
	views     map[string]*viewClosure // of an instance: what its view parameters stand for
	literal   *literal                // of a function literal: what it captures
}

// signature is what the head of a function says.
type signature struct {
	generics []generic
	params   []*param
	ret      ir.Type
	retOwner exec.Path // who has a result of its own, from the function's resource; empty: there is one
	exec     *exec.Type
	where    []nat.Constraint
	bounds   []string // "d: copy", "'a: 'b"
	copyVars map[string]bool
}

// generic is a type-level parameter; lifetimes have their quote.
type generic struct {
	name string
	kind ast.Kind
	span source.Span
}

// param is a parameter; typ is nil for a view parameter.
type param struct {
	name  *ast.Ident
	typ   ir.Type
	owner exec.Path // from the function's resource
	owned bool      // has an owner annotation
	mut   bool
	clash bool // an argument of another type was reported: the type may be the mistake
	view  bool
	span  source.Span
}

// structDef is a struct declaration; its field types are resolved at each use.
type structDef struct {
	decl     *ast.StructDecl
	generics []generic
	bad      bool
	open     bool // being resolved: a second use is a recursion
}

// Analyze checks a program and generates its IR: a builtin.module of descend.func. Items of the prelude
// may be redefined by the program; functions of it are generated where they are used. What is found out of names and types goes to
// info, which may be nil.
func Analyze(c *ir.Context, prelude, files []*ast.File, diags *ir.Diagnostics, info *Info) *ir.Operation {
	a := &analyzer{
		items: &items{findings: &findings{c: c, diags: diags, files: files}, info: info, fns: map[string]*function{}, views: map[string]*viewDef{},
			types: map[string]*structDef{}, aliases: map[string]*aliasDef{}, scope: &scope{}, builtins: newBuiltins(), layouts: map[*source.File]*syntax.Layout{}},
		module: ir.NewBlock(c.UnknownLoc()), arena: ir.NewArena(),
	}
	sentinels := ir.NewBlock(nil, descend.Unit(c), descend.Unit(c))
	a.unit, a.never = sentinels.Arg(0), sentinels.Arg(1)
	b := ir.NewBuilder(c).Detached()
	if len(files) > 0 {
		b.At(files[0].Span().Head().Loc(c))
	}
	m := b.OpR("builtin.module", nil, nil, []*ir.Region{ir.NewRegion(a.module)})
	a.collect(prelude, true)
	a.collect(files, false)
	a.checkAliases()
	a.checkStructs()
	a.checkViews()
	for _, f := range a.allFunctions() {
		a.resolveSignature(f)
	}
	for i := 0; i < len(a.order); i++ { // it grows
		a.emit(a.order[i])
	}
	a.settle()
	for _, f := range a.order {
		a.poisonParams(f)
	}
	if info != nil {
		a.elaborateRest()
	}
	return m
}

// elaborateRest elaborates the bodies of which no function is made, for what they say of names and types alone: those of functions
// with errors in their heads, and of functions with views as parameters, which have instances only. All errors have been reported.
func (a *analyzer) elaborateRest() {
	for _, f := range a.order[:len(a.order):len(a.order)] {
		if f.decl.Body != nil && (f.bad || f.hasViewParams() && f.views == nil) {
			a.elaborate(f)
		}
	}
}

// collect enters the items of files.
func (a *analyzer) collect(files []*ast.File, prelude bool) {
	fns, views, types, consts := map[string]*ast.Ident{}, map[string]*ast.Ident{}, map[string]*ast.Ident{}, map[string]*ast.Ident{}
	values := map[string]*ast.ConstDecl{}
	for _, f := range files {
		for _, it := range f.Items {
			id := it.ItemName()
			if id == nil || id.Name == "" {
				continue
			}
			switch it := it.(type) {
			case *ast.FnDecl:
				if a.isNew(fns, id, "function") {
					fn := &function{decl: it, name: id.Name, prelude: prelude}
					a.fns[id.Name] = fn
					if !prelude {
						fn.done = true
						a.order = append(a.order, fn)
					}
				}
			case *ast.ViewDecl:
				if a.isNew(views, id, "view") {
					if _, ok := basicView(id.Name); ok {
						a.errorf(id.Span(), duplicateName, "the name `%s` is defined by the language", id.Name)
						continue
					}
					a.views[id.Name] = &viewDef{decl: it}
				}
			case *ast.StructDecl:
				if a.isNew(types, id, "struct") {
					if builtinType(a.c, id.Name) != nil {
						a.errorf(id.Span(), duplicateName, "the name `%s` is defined by the language", id.Name)
					}
					a.types[id.Name] = &structDef{decl: it}
				}
			case *ast.TypeDecl:
				if a.isNew(types, id, "type") {
					if builtinType(a.c, id.Name) != nil {
						a.errorf(id.Span(), duplicateName, "the name `%s` is defined by the language", id.Name)
					}
					a.aliases[id.Name] = &aliasDef{decl: it, home: a.items}
				}
			case *ast.ConstDecl:
				if a.isNew(consts, id, "constant") {
					values[id.Name] = it
				}
			}
		}
	}
	a.resolveConstants(values)
}

// isNew reports a second definition of a name in one namespace of the program.
func (a *analyzer) isNew(seen map[string]*ast.Ident, id *ast.Ident, what string) bool {
	if first := seen[id.Name]; first != nil {
		a.errorf(id.Span(), duplicateName, "the name `%s` is defined twice", id.Name).
			WithLabel("second definition of %s `%s`", what, id.Name).
			Relate(first.Span().Loc(a.c), "first defined here")
		return false
	}
	seen[id.Name] = id
	return true
}

// allFunctions lists the functions of the program in source order, then those of the prelude by name.
func (a *analyzer) allFunctions() []*function {
	out := append([]*function(nil), a.order...)
	for _, n := range sortedKeys(a.fns) {
		if a.fns[n].prelude {
			out = append(out, a.fns[n])
		}
	}
	return out
}

// use makes sure that a function is emitted.
func (it *items) use(f *function) {
	if !f.done {
		f.done = true
		it.order = append(it.order, f)
	}
}

// hasViewParams says whether f is instantiated for each chain of views.
func (f *function) hasViewParams() bool {
	for _, p := range f.params {
		if p.view {
			return true
		}
	}
	return false
}
