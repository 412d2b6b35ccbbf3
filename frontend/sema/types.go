package sema

import (
	"slices"
	"strings"

	"descend/dialects/descend"
	"descend/frontend/ast"
	"descend/frontend/sema/infer"
	"descend/frontend/source"
	"descend/ir"
	"descend/ir/spell"
)

// maxTypeText bounds the text of a struct type, which holds the types of all its fields.
const maxTypeText = 1 << 16

// resolver turns the type-level syntax of one scope into types, nats, memories and resources.
type resolver struct {
	items *items
	scope *scope
	// infer makes unknowns for `_`; nil where `_` is not allowed.
	infer   *infer.Solver
	bad     bool     // an error was met
	numbers *numbers // of the body that is being elaborated, or nil
	// generics is, in the signature of a function, where a generic can be added and the text around it.
	generics *genericsEnd
	use      source.Span // of the struct whose fields are resolved, if they are those of a use
}

// genericsEnd is where a generic can be added to an item.
type genericsEnd struct {
	at            source.Span
	before, after string
	params        []*ast.Param
}

// param is the parameter with a name, which is a value and no size, type or memory; nil if there is none.
func (g *genericsEnd) param(name string) *ast.Param {
	for _, p := range g.params {
		if p.Name.Name == name {
			return p
		}
	}
	return nil
}

// endOfGenerics is where a generic can be added to a function.
func endOfGenerics(d *ast.FnDecl) *genericsEnd {
	if n := len(d.Generics); n > 0 {
		return &genericsEnd{d.Generics[n-1].Span().Tail(), ", ", "", d.Params}
	}
	return &genericsEnd{d.Name.Span().Tail(), "<", ">", d.Params}
}

// undeclared reports a name in a type that stands for nothing. In a signature it may be a generic that is not declared: that is proposed,
// and further uses of the name are silent.
func (r *resolver) undeclared(id *ast.Ident, what string, kind ast.Kind, bind bindKind, candidates []string) *ir.Diagnostic {
	r.bad = true
	if d := r.items.notInModule(id); d != nil {
		return d
	}
	d := r.items.unknown(id, what, candidates)
	if g := r.generics; g != nil && d.Help == nil && id.Name != "" && !strings.Contains(id.Name, "::") {
		text := id.Name + ": " + kind.String()
		if kind == ast.KindLifetime {
			text = id.Name
		}
		if p := g.param(id.Name); p != nil {
			d.Relate(p.Span().Loc(r.items.c), "this is a value, and none is part of a type")
			d.WithHelp("make it a generic in place of the parameter, `<" + text + ">`: it follows from the arguments, and is a number, too")
			r.scope.bind(id.Name, &binding{kind: bind, span: id.Span(), bad: true})
			return d
		}
		d.WithHelp("declare it: `"+text+"`", ir.Edit{Loc: g.at.Loc(r.items.c), Text: g.before + text + g.after})
		r.scope.bind(id.Name, &binding{kind: bind, span: id.Span(), bad: true})
	} else if r.numbers != nil && id.Name != "" {
		r.numbers.silence(id)
	} else if id.Name != "" {
		r.scope.bind(id.Name, &binding{kind: bind, span: id.Span(), bad: true})
	}
	return d
}

// lookup is what a name stands for, or nil.
func (r *resolver) lookup(id *ast.Ident) *binding {
	return r.items.info.bound(id, r.scope.lookup(id.Name))
}

// wrongKind reports a name that stands for something of another kind.
func (r *resolver) wrongKind(s source.Span, want, name string, b *binding) *ir.Diagnostic {
	r.bad = true
	return r.items.wrongKind(s, want, name, b)
}

func (r *resolver) fail(s source.Span, slug, format string, args ...any) *ir.Diagnostic {
	r.bad = true
	return r.items.errorf(s, slug, format, args...)
}

// unknown is the name of a new unknown for a `_`; "" and an error where nothing could determine it.
func (r *resolver) unknown(s source.Span) string {
	if r.infer == nil {
		r.fail(s, cannotInfer, "`_` is not allowed here").WithLabel("nothing determines this")
		return ""
	}
	return r.infer.Fresh()
}

// typ resolves a data type; nil after an error.
func (r *resolver) typ(t ast.Type) ir.Type {
	c := r.items.c
	switch t := t.(type) {
	case *ast.NamedType:
		return r.named(t)
	case *ast.TupleType:
		ts := make([]ir.Type, len(t.Elems))
		for i, e := range t.Elems {
			if ts[i] = r.stored(e); ts[i] == nil {
				return nil
			}
		}
		return c.TupleType(ts...)
	case *ast.MaybeType:
		r.maybe(t, nil)
		return nil
	case *ast.ArrayType:
		return r.array(t.Elem, t.Len, false)
	case *ast.ViewType:
		return r.array(t.Elem, t.Len, true)
	case *ast.RefType:
		m, ok := r.mem(t.Mem)
		life := r.lifetime(t.Lifetime)
		elem := r.typ(t.Elem)
		if !ok || elem == nil || r.inMemory(t.Elem.Span(), elem) {
			return nil
		}
		return descend.Ref(c, t.Uniq, m, elem, life)
	case *ast.BoxType:
		elem := r.stored(t.Elem)
		m, ok := r.mem(t.Mem)
		if !ok || elem == nil || r.inMemory(t.Elem.Span(), elem) {
			return nil
		}
		return descend.Box(c, elem, m)
	case *ast.InferType:
		if n := r.unknown(t.Span()); n != "" {
			return descend.Var(c, n)
		}
	case *ast.FnType:
		r.fail(t.Span(), kindMismatch, "a function is no value").WithLabel("only parameters of functions can be functions")
	case *ast.ViewParamType:
		r.fail(t.Span(), kindMismatch, "`view` is not a data type").WithLabel("only parameters can be views")
	}
	r.bad = true
	return nil
}

// stored resolves the type of a part of a value, which cannot be a view or a reference to one.
func (r *resolver) stored(t ast.Type) ir.Type {
	x := r.typ(t)
	if x != nil && descend.HoldsView(x) {
		r.fail(t.Span(), mismatched, "a view cannot be part of a value").
			WithLabel("`%s` is not storable", descend.UserFormat(x))
		return nil
	}
	return x
}

func (r *resolver) array(elem ast.Type, size ast.Nat, view bool) ir.Type {
	var e ir.Type
	if m, ok := elem.(*ast.MaybeType); ok {
		e = r.maybe(m, &view)
	} else if view {
		e = r.typ(elem)
	} else {
		e = r.stored(elem)
	}
	n, ok := r.nat(size)
	if e == nil || !ok {
		return nil
	}
	if what := notElements(e); what != "" {
		notKept(r.fail(elem.Span(), mismatched, "%s are not kept in arrays", what))
		return nil
	}
	if view {
		return descend.View(r.items.c, e, n)
	}
	return descend.Array(r.items.c, e, n)
}

// maybe resolves ?d, the type of the elements of an array, or of a view, as inView says; nil where it is neither.
func (r *resolver) maybe(t *ast.MaybeType, inView *bool) ir.Type {
	elem := r.stored(t.Elem)
	if elem == nil {
		return nil
	}
	at := t.Span()
	d := at
	d.End = d.Start + 1
	array, nested := t.Elem.(*ast.ArrayType)
	text := t.Elem.Span().Text()
	switch {
	case nested:
		r.fail(at, mismatched, "`?` stands before the type of single elements").WithLabel("`%s` is an array", text).
			WithHelp("write `[[?" + array.Elem.Span().Text() + "; " + array.Len.Span().Text() + "]]`")
	case inView == nil:
		r.fail(at, mismatched, "`?%s` is the type of elements of views only", text).WithLabel("what is here is always there").
			WithHelp("leave out the `?`", ir.Edit{Loc: d.Loc(r.items.c), Text: ""})
	case !*inView:
		r.fail(at, mismatched, "the elements of an array are always there").WithLabel("`?%s` is the type of elements of views only", text).
			WithHelp("leave out the `?`, or write `[[?"+text+"; ..]]` behind a reference", ir.Edit{Loc: d.Loc(r.items.c), Text: ""})
	default:
		return descend.Maybe(r.items.c, elem)
	}
	return nil
}

func (r *resolver) named(t *ast.NamedType) ir.Type {
	name := t.Name.Name
	if b := r.lookup(t.Name); b != nil {
		if b.bad {
			r.bad = true
			return nil
		}
		if b.kind != typeBind {
			r.wrongKind(t.Name.Span(), "a type", name, b)
			return nil
		}
		return b.typ
	}
	if s := r.items.structNamed(name); s != nil {
		r.items.info.refers(t.Name, s.decl.Name.Span())
		return r.structType(s, t.Args, t.Span())
	}
	if d := r.items.enums[name]; d != nil {
		r.items.info.refers(t.Name, d.decl.Name.Span())
		if d.typ == nil {
			r.bad = true
			return nil
		}
		if len(t.Args) > 0 {
			r.fail(t.Span(), mismatched, "type `%s` takes no arguments", name)
			return nil
		}
		return d.typ
	}
	if a := r.items.aliases[name]; a != nil {
		r.items.info.refers(t.Name, a.decl.Name.Span())
		return r.aliasType(a, t.Args, t.Span())
	}
	if name == "Atomic" && len(t.Args) == 1 && t.Args[0].Type != nil {
		return r.atomic(t)
	}
	if f := builtinType(r.items.c, name); f != nil {
		r.items.info.builtin(t.Name)
		if len(t.Args) > 0 {
			r.fail(t.Span(), mismatched, "type `%s` takes no arguments", name)
			return nil
		}
		return f
	}
	d := r.undeclared(t.Name, "type", ast.KindType, typeBind, append(r.scope.visible(func(b *binding) bool { return b.kind == typeBind }),
		slices.Concat(sortedKeys(r.items.types), sortedKeys(r.items.aliases), sortedKeys(r.items.enums), builtinTypeNames)...))
	if s := ast.ScalarFor(name); s != "" {
		d.WithHelp("write `"+s+"`", ir.Edit{Loc: t.Name.Span().Loc(r.items.c), Text: s})
	} else if s := missingTypes[name]; s != "" {
		d.Help = &ir.Help{Message: s}
	}
	return nil
}

// structNamed is the struct of a name: one that the module declares or uses, or that of the language.
func (it *items) structNamed(name string) *structDef {
	if s := it.types[name]; s != nil || it.aliases[name] != nil {
		return s
	}
	switch {
	case name == permutationType && it.permutations != nil:
		return it.permutations.types[name]
	case (name == matrixType || name == rowsType) && it.matrices != nil:
		return it.matrices.types[name]
	}
	return nil
}

// atomic is Atomic<d>, the atomic of a scalar.
func (r *resolver) atomic(t *ast.NamedType) ir.Type {
	r.items.info.builtin(t.Name)
	elem := r.typ(t.Args[0].Type)
	if elem == nil {
		return nil
	}
	if !isAtomic(elem) {
		r.fail(t.Args[0].Span(), mismatched, "mismatched types").WithLabel("`%s` has no atomic form", descend.UserFormat(elem)).
			Note("numbers of 32 and 64 bits have one; of a type parameter d that is said by `where d: atomic`")
		return nil
	}
	return descend.Atomic(r.items.c, elem)
}

var builtinTypeNames = []string{"bool", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "f16", "bf16", "f32", "f64", "Gpu",
	"AtomicU32", "AtomicI32", "AtomicU64", "AtomicI64", "AtomicF32", "AtomicF64"}

// Types are the names of the types of the language.
func Types() []string { return slices.Clone(builtinTypeNames) }

// builtinType is the type that the language gives a name, or nil.
func builtinType(c *ir.Context, name string) ir.Type {
	switch name {
	case "Gpu":
		return descend.Device(c)
	case "AtomicU32", "AtomicU64", "AtomicI32", "AtomicI64", "AtomicF32", "AtomicF64":
		return descend.Atomic(c, descend.Scalar(c, strings.ToLower(name[len("Atomic"):])))
	}
	return descend.Scalar(c, name)
}

// structType instantiates a struct. Arguments that are left out are inferred where that is allowed.
func (r *resolver) structType(s *structDef, args []*ast.GenericArg, at source.Span) ir.Type {
	if s.bad {
		r.bad = true
		return nil
	}
	if s.open {
		r.fail(at, kindMismatch, "struct `%s` contains itself", s.decl.Name.Name).
			WithLabel("recursive structs have no finite size").
			Relate(s.decl.Name.Span().Loc(r.items.c), "`%s` is defined here", s.decl.Name.Name)
		s.bad = true
		return nil
	}
	if s.typ != nil && len(args) == 0 {
		return s.typ
	}
	inner := &resolver{items: s.home, scope: s.home.scope.child(), use: at}
	if !r.bindGenerics(s.generics, args, at, "struct `"+s.decl.Name.Name+"`", inner.scope) {
		return nil
	}
	s.open = true
	defer func() { s.open = false }()
	fields := make([]descend.Field, 0, len(s.decl.Fields))
	for _, f := range s.decl.Fields {
		t := inner.stored(f.Type)
		if t == nil {
			r.bad = true
			s.bad = s.bad || len(s.decl.Generics) == 0
			return nil
		}
		fields = append(fields, descend.Field{Name: f.Name.Name, Type: t})
	}
	t := descend.Struct(r.items.c, strings.ReplaceAll(s.home.qualified(s.decl.Name.Name), "::", "."), fields)
	if len(t.String()) > maxTypeText {
		r.fail(at, unsupported, "a type as large as struct `%s` is not supported yet", s.decl.Name.Name)
		s.bad = s.bad || len(s.decl.Generics) == 0
		return nil
	}
	if len(s.decl.Generics) == 0 {
		s.typ = t
	}
	return t
}

// lifetime resolves a lifetime to its name with quote, "" when left out.
func (r *resolver) lifetime(l *ast.Lifetime) string {
	if l == nil || l.Name == "" || l.Name == "_" {
		return ""
	}
	name := "'" + l.Name
	b := r.items.info.bound(l, r.scope.lookup(name))
	if b == nil {
		if s := spell.Nearest(l.Name, []string{"uniq", "shrd"}); s != "" && l.Span().Text() == l.Name {
			r.fail(l.Span(), unknownName, "cannot find lifetime `%s`", name).WithLabel("not found in this scope").
				WithHelp("write `"+s+"`", ir.Edit{Loc: l.Span().Loc(r.items.c), Text: s})
			return ""
		}
		r.undeclared(&ast.Ident{Base: l.Base, Name: name}, "lifetime", ast.KindLifetime, lifetimeBind,
			r.scope.visible(func(b *binding) bool { return b.kind == lifetimeBind }))
		return ""
	}
	return b.lifetime
}

// mem resolves a memory.
func (r *resolver) mem(m *ast.Mem) (descend.Mem, bool) {
	if m == nil {
		r.bad = true
		return "", false
	}
	switch m.Kind {
	case ast.MemCPU:
		return descend.CPUMem, true
	case ast.MemGlobal:
		return descend.GPUGlobal, true
	case ast.MemShared:
		return descend.GPUShared, true
	case ast.MemLocal:
		return descend.GPULocal, true
	case ast.MemInfer:
		n := r.unknown(m.Span())
		return descend.Mem(n), n != ""
	}
	b := r.lookup(m.Name)
	if life := r.scope.lookup("'" + m.Name.Name); b == nil && life != nil {
		r.wrongKind(m.Name.Span(), "a memory", m.Name.Name, life).WithHelp("a reference with a lifetime says its memory too: `&" + m.Name.Name + " cpu.mem ..`")
		return "", false
	}
	switch {
	case b == nil:
		d := r.undeclared(m.Name, "memory", ast.KindMem, memBind, append(r.scope.visible(func(b *binding) bool { return b.kind == memBind }),
			"cpu.mem", "gpu.global", "gpu.shared", "gpu.local"))
		switch m.Name.Name {
		case "cpu":
			d.WithHelp("write `cpu.mem`", ir.Edit{Loc: m.Name.Span().Loc(r.items.c), Text: "cpu.mem"})
		case "global", "shared", "local":
			d.WithHelp("write `gpu."+m.Name.Name+"`", ir.Edit{Loc: m.Name.Span().Loc(r.items.c), Text: "gpu." + m.Name.Name})
		case "host":
			d.WithHelp("write `cpu.mem`", ir.Edit{Loc: m.Name.Span().Loc(r.items.c), Text: "cpu.mem"})
		case "gpu", "device":
			d.WithHelp("write `gpu.global`, `gpu.shared` or `gpu.local`")
		}
	case b.bad:
		r.bad = true
	case b.kind != memBind:
		r.wrongKind(m.Name.Span(), "a memory", m.Name.Name, b)
	default:
		return b.mem, true
	}
	return "", false
}
