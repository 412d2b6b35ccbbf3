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
	"maps"
	"strings"

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
	elseValue      = descend.CodeElseValue
	unsupported    = descend.CodeUnsupported
)

// PoisonAttr marks the declarations left of functions that have errors.
const PoisonAttr = descend.PoisonedAttr

// shared is what all modules of a program share.
type shared struct {
	*findings
	// builtins are the functions that the language defines.
	builtins map[string]builtin
	order    []*function                     // in the order in which they are generated; grows by used prelude functions and instances
	info     *Info                           // nil if nobody asks
	layouts  map[*source.File]*syntax.Layout // of the files that were asked for, see tokens.go
	literals int                             // how many function literals were made functions
	named    map[string]*viewDef             // the views of all modules, by their keys
	// permutations is the module of the language that makes permutations; nil where no file names them.
	permutations *items
	// matrices is that of matrices of a warp, likewise.
	matrices *items
	keeper   *keeper // nil if nothing is kept from one version to the next
}

// items is what can be named in a module: its items, those that it uses of others, and those of the prelude. It must not know how
// bodies are elaborated.
type items struct {
	*shared
	path  string // of the module; "" is the program, whose items have no name before theirs
	files []*ast.File
	fns   map[string]*function
	views map[string]*viewDef
	types map[string]*structDef
	// aliases are other names of types; scope has the constants.
	aliases map[string]*aliasDef
	enums   map[string]*enumDef
	scope   *scope
	own     []ast.Item // declared here, in order
	public  map[ast.Item]bool
	uses    []*Use
	// private are the items of modules that are used, by the names that they would have, which they keep to themselves.
	private map[string]*ast.Ident
	// modules are those that are used as a whole, by their names here.
	modules map[string]*items
	// lostPaths are the names of what could not be used: that was reported.
	lostPaths map[string]bool
}

// newItems are the items of a module before it is looked at.
func newItems(sh *shared, path string) *items {
	it := &items{shared: sh, path: path, fns: map[string]*function{}, views: map[string]*viewDef{}, types: map[string]*structDef{},
		aliases: map[string]*aliasDef{}, enums: map[string]*enumDef{}, scope: &scope{}, public: map[ast.Item]bool{}, private: map[string]*ast.Ident{}, modules: map[string]*items{}, lostPaths: map[string]bool{}}
	it.scope.home = it
	return it
}

// qualified is the name of an item with that of the module.
func (it *items) qualified(name string) string {
	if it.path == "" {
		return name
	}
	return it.path + "::" + name
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
	home *items // the module
	name string // the symbol
	signature
	scope   *scope // generics
	bad     bool   // the signature has errors
	prelude bool
	library bool // of a module that the program uses: nobody starts it
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
	// static: a function that is given in `::<..>`
	static bool
	span   source.Span
}

// structDef is a struct declaration; its field types are resolved at each use.
type structDef struct {
	decl     *ast.StructDecl
	home     *items
	generics []generic
	scope    *scope
	bad      bool
	open     bool    // being resolved: a second use is a recursion
	typ      ir.Type // once that is known; only without generics
}

// Module is a file that a program uses, or the files of the program itself.
type Module struct {
	Path  string // "" of the program
	Files []*ast.File
	Uses  []*Use
	// Quiet modules are not looked at but for what is used of them: they are part of the language.
	Quiet bool
}

// Use is a declaration of what a module uses, and the module that it is of.
type Use struct {
	Decl   *ast.UseDecl
	Public bool
	Of     *Module        // nil: it was not found, and Names are what it would bring
	Via    []*ast.Ident   // modules that it gives on, one after the other: the last one is meant
	Names  []*ast.UseName // nil: all of it, by the name of the module
}

// Analyze checks a program and generates its IR: a builtin.module of descend.func. Items of the prelude
// may be redefined by the program; functions of it are generated where they are used. The first module is the program. What is found out
// of names and types goes to info, which may be nil. With a cache, which may be nil too and needs info, the operations of functions that
// did not change are taken from the module of the version before: that is no more.
func Analyze(c *ir.Context, prelude []*ast.File, modules []*Module, diags *ir.Diagnostics, info *Info, cache *Cache) *ir.Operation {
	var files []*ast.File
	for _, m := range modules {
		files = append(files, m.Files...)
	}
	sh := &shared{findings: &findings{c: c, diags: diags, files: files}, info: info, builtins: newBuiltins(), layouts: map[*source.File]*syntax.Layout{},
		named: map[string]*viewDef{}, keeper: newKeeper(cache, prelude, modules)}
	a := &analyzer{module: ir.NewBlock(c.UnknownLoc()), arena: ir.NewArena()}
	sentinels := ir.NewBlock(nil, descend.Unit(c), descend.Unit(c))
	a.unit, a.never = sentinels.Arg(0), sentinels.Arg(1)
	b := ir.NewBuilder(c).Detached()
	if len(files) > 0 {
		b.At(files[0].Span().Head().Loc(c))
	}
	m := b.OpR("builtin.module", nil, nil, []*ir.Region{ir.NewRegion(a.module)})
	base := newItems(sh, "")
	a.items = base
	a.collect(prelude, &Module{Quiet: true})
	all := []*items{base}
	of := map[*Module]*items{}
	for _, mod := range modules {
		it := newItems(sh, mod.Path)
		maps.Copy(it.fns, base.fns)
		maps.Copy(it.views, base.views)
		a.items = it
		if mod.Path == Permutations {
			sh.permutations = it
		}
		if mod.Path == Matrices {
			sh.matrices = it
		}
		a.collect(mod.Files, mod)
		all, of[mod] = append(all, it), it
	}
	a.link(modules, of)
	each := func(f func()) {
		for _, it := range all {
			a.items = it
			f()
		}
	}
	a.resolveConstants(all)
	each(a.typeGenerics)
	each(a.structGenerics)
	each(a.viewGenerics)
	each(a.checkAliases)
	each(a.checkStructs)
	each(a.checkViews)
	a.items = all[min(1, len(all)-1)]
	for _, f := range a.allFunctions(all) {
		a.items = f.home
		a.resolveSignature(f)
	}
	for i := 0; i < len(sh.order); i++ { // it grows
		a.items = sh.order[i].home
		a.emitOrKeep(sh.order[i])
	}
	sh.settle()
	for _, f := range sh.order {
		a.poisonParams(f)
	}
	sh.keeper.end()
	if info != nil {
		a.elaborateRest()
	}
	return m
}

// elaborateRest elaborates the bodies of which no function is made, for what they say of names and types alone: those of functions
// with errors in their heads, and of functions with views as parameters, which have instances only. All errors have been reported.
func (a *analyzer) elaborateRest() {
	for _, f := range a.order[:len(a.order):len(a.order)] {
		a.items = f.home
		if f.decl.Body != nil && (f.bad || f.hasViewParams() && f.views == nil) {
			a.elaborate(f)
		}
	}
}

// reservedNames is what names of functions begin with that lowering and the runtime add to a program.
const reservedNames = "descend_"

// collect enters the items of the files of a module.
func (a *analyzer) collect(files []*ast.File, m *Module) {
	fns, views, types, consts := map[string]*ast.Ident{}, map[string]*ast.Ident{}, map[string]*ast.Ident{}, map[string]*ast.Ident{}
	a.uses, a.files = m.Uses, files
	for _, f := range files {
		for _, it := range f.Items {
			id := it.ItemName()
			if id == nil || id.Name == "" {
				continue
			}
			a.own, a.public[it] = append(a.own, it), f.Public[it]
			switch it := it.(type) {
			case *ast.FnDecl:
				if a.isNew(fns, id, "function") {
					fn := &function{decl: it, home: a.items, name: a.qualified(id.Name), prelude: m.Quiet, library: a.path != ""}
					a.fns[id.Name] = fn
					if strings.HasPrefix(fn.name, reservedNames) && !m.Quiet {
						a.errorf(id.Span(), duplicateName, "names of functions that begin with `%s` are the compiler's own", reservedNames).
							WithLabel("its full name is `%s`", fn.name).WithHelp("give it, or its module, another name")
					}
					if a.keeper != nil && m.Quiet {
						a.keeper.of[it] = fn
					}
					if !m.Quiet {
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
					v := &viewDef{decl: it, home: a.items, key: a.qualified(id.Name)}
					if m.Quiet && a.path == "" { // of the prelude: the program may have one of this name
						v.key = "::" + id.Name
					}
					a.views[id.Name], a.named[v.key] = v, v
				}
			case *ast.StructDecl:
				if a.isNew(types, id, "struct") {
					if builtinType(a.c, id.Name) != nil {
						a.errorf(id.Span(), duplicateName, "the name `%s` is defined by the language", id.Name)
					}
					a.types[id.Name] = &structDef{decl: it, home: a.items}
				}
			case *ast.TypeDecl:
				if a.isNew(types, id, "type") {
					if builtinType(a.c, id.Name) != nil {
						a.errorf(id.Span(), duplicateName, "the name `%s` is defined by the language", id.Name)
					}
					a.aliases[id.Name] = &aliasDef{decl: it, home: a.items}
				}
			case *ast.EnumDecl:
				if a.isNew(types, id, "enum") {
					if builtinType(a.c, id.Name) != nil {
						a.errorf(id.Span(), duplicateName, "the name `%s` is defined by the language", id.Name)
					}
					a.enums[id.Name] = a.declareEnum(it)
				}
			case *ast.ConstDecl:
				if a.isNew(consts, id, "constant") {
					a.declareConstant(it)
				}
			}
		}
	}
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

// allFunctions lists the functions of the program and its modules in source order, then those that are generated where they are used.
func (a *analyzer) allFunctions(all []*items) []*function {
	out := append([]*function(nil), a.order...)
	for _, it := range all {
		for _, n := range sortedKeys(it.fns) {
			if f := it.fns[n]; f.prelude && f.home == it {
				out = append(out, f)
			}
		}
	}
	return out
}

// use makes sure that a function is emitted.
func (it *items) use(f *function) {
	it.keeper.used(f)
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
