package llvmgen

import (
	"cmp"
	"reflect"

	llvm "github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/metadata"
	"github.com/llir/llvm/ir/types"

	funcd "descend/dialects/func"
	"descend/ir"
)

// lines are the line tables of a module: which place of the source an instruction comes from. They hold nothing
// else, so that they do not change code: directives in PTX, DWARF's line tables and the names of functions in native
// code. A place in a function that was inlined is a place in a scope of its file, inlined at the place of the call.
type lines struct {
	mod   *llvm.Module
	kind  enum.EmissionKind
	dwarf int64 // its version
	unit  *metadata.DICompileUnit
	typ   *metadata.DISubroutineType
	files map[string]*metadata.DIFile
	// inlined are the scopes of inlined code.
	inlined map[scope]*metadata.DISubprogram
	// places are the locations that were made, calls those that something is inlined at.
	places map[place]*metadata.DILocation
	calls  map[*metadata.DILocation]*metadata.DILocation
}

// scope is the code of a function in a file.
type scope struct{ file, function string }

type place struct {
	scope     *metadata.DISubprogram
	line, col int
	at        *metadata.DILocation // that it is inlined at, or nil
}

// LineTables makes the functions that are translated from now on carry the places of the source, for PTX or for native
// code.
func (m *Module) LineTables(native bool) {
	kind, dwarf := enum.EmissionKindDebugDirectivesOnly, int64(2)
	if native {
		kind, dwarf = enum.EmissionKindLineTablesOnly, 5
	}
	m.lines = &lines{
		mod: m.Mod, kind: kind, dwarf: dwarf, files: map[string]*metadata.DIFile{}, inlined: map[scope]*metadata.DISubprogram{},
		places: map[place]*metadata.DILocation{}, calls: map[*metadata.DILocation]*metadata.DILocation{},
	}
}

// define adds a node to the module.
func (l *lines) define(n metadata.Definition) { l.mod.MetadataDefs = append(l.mod.MetadataDefs, n) }

// start makes what a module with line tables needs; file is that of its first function.
func (l *lines) start(file string) {
	l.unit = &metadata.DICompileUnit{MetadataID: -1, Distinct: true, Language: enum.DwarfLangC99, Producer: "descendc",
		IsOptimized: true, EmissionKind: l.kind}
	l.define(l.unit)
	l.unit.File = l.file(file)
	none := &metadata.Tuple{MetadataID: -1, Fields: []metadata.Field{metadata.Null}}
	l.typ = &metadata.DISubroutineType{MetadataID: -1, Types: none}
	l.define(none)
	l.define(l.typ)
	named := map[string][]metadata.Node{"llvm.dbg.cu": {l.unit}}
	for _, f := range []struct {
		name  string
		value int64
	}{{"Dwarf Version", l.dwarf}, {"Debug Info Version", 3}} { // 2: a warning where two modules differ
		t := &metadata.Tuple{MetadataID: -1, Fields: []metadata.Field{constant.NewInt(types.I32, 2), &metadata.String{Value: f.name}, constant.NewInt(types.I32, f.value)}}
		l.define(t)
		named["llvm.module.flags"] = append(named["llvm.module.flags"], t)
	}
	for name, nodes := range named {
		l.mod.NamedMetadataDefs[name] = &metadata.NamedDef{Name: name, Nodes: nodes}
	}
}

func (l *lines) file(name string) *metadata.DIFile {
	f := l.files[name]
	if f == nil {
		f = &metadata.DIFile{MetadataID: -1, Filename: name}
		l.files[name] = f
		l.define(f)
	}
	return f
}

// subprogram makes the scope of a function.
func (l *lines) subprogram(name, file string, line int) *metadata.DISubprogram {
	if l.unit == nil {
		l.start(file)
	}
	f := l.file(file)
	s := &metadata.DISubprogram{MetadataID: -1, Distinct: true, Name: name, Scope: f, File: f, Line: int64(line), ScopeLine: int64(line),
		Type: l.typ, SPFlags: enum.DISPFlagDefinition | enum.DISPFlagOptimized, Unit: l.unit}
	l.define(s)
	return s
}

// location is the debug location of a place in a function; nil if it is unknown.
func (l *lines) location(in *metadata.DISubprogram, loc ir.Location) *metadata.DILocation {
	stack := ir.Frames(loc)
	outer := stack[len(stack)-1]
	if !outer.Known() || outer.File != in.File.Filename {
		return nil
	}
	d := l.at(place{in, outer.Line, outer.Col, nil})
	for i := len(stack) - 2; i >= 0; i-- {
		r := stack[i]
		if !r.Known() {
			continue
		}
		of := scope{r.File, cmp.Or(stack[i+1].Calls, "inlined code")}
		if l.inlined[of] == nil {
			l.inlined[of] = l.subprogram(of.function, r.File, 0)
		}
		d = l.at(place{l.inlined[of], r.Line, r.Col, l.call(d)})
	}
	return d
}

// call is a location as one that something is inlined at: such ones are distinct.
func (l *lines) call(at *metadata.DILocation) *metadata.DILocation {
	if l.calls[at] == nil {
		own := *at
		own.MetadataID, own.Distinct = -1, true
		l.calls[at] = &own
		l.define(&own)
	}
	return l.calls[at]
}

func (l *lines) at(p place) *metadata.DILocation {
	d := l.places[p]
	if d == nil {
		d = &metadata.DILocation{MetadataID: -1, Line: int64(p.line), Column: int64(p.col), Scope: p.scope, InlinedAt: p.at}
		l.places[p] = d
		l.define(d)
	}
	return d
}

// mark gives the instructions that op became its place: those in a block from the from-th on, and those in the
// function's blocks from the first-th on that have none.
func (f *Function) mark(op *ir.Operation, block *llvm.Block, from, first int) {
	if f.scope == nil {
		r := ir.RangeOf(f.Op.Loc())
		if !r.Known() {
			return
		}
		f.scope = f.lines.subprogram(f.Fn.Name(), r.File, r.Line)
		f.Fn.Metadata = append(f.Fn.Metadata, &metadata.Attachment{Name: "dbg", Node: f.scope})
	}
	loc := f.lines.location(f.scope, op.Loc())
	if loc == nil && !ir.Is[funcd.CallOp](op) {
		return
	}
	if loc == nil { // LLVM wants a place for every call: line 0 is none
		loc = f.lines.at(place{scope: f.scope})
	}
	set := func(x any) {
		m := reflect.ValueOf(x).Elem().FieldByName("Metadata")
		if list, ok := m.Interface().(llvm.Metadata); ok && !hasPlace(list) {
			m.Set(reflect.ValueOf(append(list, &metadata.Attachment{Name: "dbg", Node: loc})))
		}
	}
	for _, b := range append([]*llvm.Block{block}, f.Fn.Blocks[first:]...) {
		for _, x := range b.Insts[min(from, len(b.Insts)):] {
			set(x)
		}
		if b.Term != nil {
			set(b.Term)
		}
		from = 0
	}
}

// MarkCalls gives the calls of a function that has no operations of its own the place of the function that it stands for, if
// there are line tables: else what is inlined there would lose its places.
func (m *Module) MarkCalls(fn *llvm.Func, loc ir.Location) {
	r := ir.RangeOf(loc)
	if m.lines == nil || !r.Known() {
		return
	}
	scope := m.lines.subprogram(fn.Name(), r.File, r.Line)
	fn.Metadata = append(fn.Metadata, &metadata.Attachment{Name: "dbg", Node: scope})
	place := &metadata.Attachment{Name: "dbg", Node: m.lines.at(place{scope, r.Line, r.Col, nil})}
	for _, b := range fn.Blocks {
		for _, x := range b.Insts {
			if call, ok := x.(*llvm.InstCall); ok {
				call.Metadata = append(call.Metadata, place)
			}
		}
	}
}

func hasPlace(list llvm.Metadata) bool {
	for _, a := range list {
		if a.Name == "dbg" {
			return true
		}
	}
	return false
}
