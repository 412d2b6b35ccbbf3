package sema

import (
	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/dialects/nat"
	"descend/frontend/ast"
	"descend/frontend/source"
	"descend/ir"
)

// maxTypeText bounds the text of a struct type, which holds the types of all its fields.
const maxTypeText = 1 << 16

// resolver turns the type-level syntax of one scope into types, nats, memories and resources.
type resolver struct {
	a     *analyzer
	scope *scope
	// infer makes unknowns for `_`; nil where `_` is not allowed.
	infer *inference
	bad   bool // an error was met
}

func (r *resolver) fail(s source.Span, slug, format string, args ...any) *ir.Diagnostic {
	r.bad = true
	return r.a.errorf(s, slug, format, args...)
}

// unknown is the name of a new unknown for a `_`; "" and an error where nothing could determine it.
func (r *resolver) unknown(s source.Span) string {
	if r.infer == nil {
		r.fail(s, cannotInfer, "`_` is not allowed here").WithLabel("nothing determines this")
		return ""
	}
	return r.infer.fresh()
}

// typ resolves a data type; nil after an error.
func (r *resolver) typ(t ast.Type) ir.Type {
	c := r.a.c
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
	case *ast.ArrayType:
		return r.array(t.Elem, t.Len, false)
	case *ast.ViewType:
		return r.array(t.Elem, t.Len, true)
	case *ast.RefType:
		m, ok := r.mem(t.Mem)
		life := r.lifetime(t.Lifetime)
		elem := r.typ(t.Elem)
		if !ok || elem == nil {
			return nil
		}
		return descend.Ref(c, t.Uniq, m, elem, life)
	case *ast.BoxType:
		elem := r.stored(t.Elem)
		m, ok := r.mem(t.Mem)
		if !ok || elem == nil {
			return nil
		}
		return descend.Box(c, elem, m)
	case *ast.InferType:
		if n := r.unknown(t.Span()); n != "" {
			return descend.Var(c, n)
		}
	case *ast.ViewParamType:
		r.fail(t.Span(), kindMismatch, "`view` is not a data type").WithLabel("only parameters can be views")
	}
	r.bad = true
	return nil
}

// stored resolves the type of a part of a value, which cannot be a view or a reference to one.
func (r *resolver) stored(t ast.Type) ir.Type {
	x := r.typ(t)
	if x != nil && holdsView(x) {
		r.fail(t.Span(), mismatched, "a view cannot be part of a value").
			WithLabel("`%s` is not storable", typeText(x))
		return nil
	}
	return x
}

func (r *resolver) array(elem ast.Type, size ast.Nat, view bool) ir.Type {
	var e ir.Type
	if view {
		e = r.typ(elem)
	} else {
		e = r.stored(elem)
	}
	n, ok := r.nat(size)
	if e == nil || !ok {
		return nil
	}
	if view {
		return descend.View(r.a.c, e, n)
	}
	return descend.Array(r.a.c, e, n)
}

func (r *resolver) named(t *ast.NamedType) ir.Type {
	name := t.Name.Name
	if b := r.scope.lookup(name); b != nil {
		if b.bad {
			r.bad = true
			return nil
		}
		if b.kind != typeBind {
			r.bad = true
			r.a.wrongKind(t.Name.Span(), "a type", name, b)
			return nil
		}
		return b.typ
	}
	if s := r.a.types[name]; s != nil {
		return r.structType(s, t.Args, t.Span())
	}
	if f := builtinType(r.a.c, name); f != nil {
		if len(t.Args) > 0 {
			r.fail(t.Span(), mismatched, "type `%s` takes no arguments", name)
			return nil
		}
		return f
	}
	r.bad = true
	r.a.unknown(t.Name, "type", append(r.scope.visible(func(b *binding) bool { return b.kind == typeBind }),
		append(sortedKeys(r.a.types), builtinTypeNames...)...))
	return nil
}

var builtinTypeNames = []string{"bool", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "f16", "f32", "f64", "Gpu",
	"AtomicU32", "AtomicI32", "AtomicU64", "AtomicI64", "AtomicF32", "AtomicF64"}

// builtinType is the type that the language gives a name, or nil.
func builtinType(c *ir.Context, name string) ir.Type {
	switch name {
	case "bool":
		return c.I1()
	case "f16":
		return c.Float(ir.F16)
	case "f32":
		return c.F32()
	case "f64":
		return c.F64()
	case "Gpu":
		return descend.Device(c)
	case "i8", "i16", "i32", "i64":
		return c.Int(widthOf(name))
	case "u8", "u16", "u32", "u64":
		return c.IntegerType(widthOf(name), ir.Unsigned)
	case "AtomicU32", "AtomicU64":
		return descend.Atomic(c, c.IntegerType(widthOf(name[6:]), ir.Unsigned))
	case "AtomicI32", "AtomicI64":
		return descend.Atomic(c, c.Int(widthOf(name[6:])))
	case "AtomicF32":
		return descend.Atomic(c, c.F32())
	case "AtomicF64":
		return descend.Atomic(c, c.F64())
	}
	return nil
}

func widthOf(name string) int {
	w := 0
	for _, ch := range name[1:] {
		w = w*10 + int(ch-'0')
	}
	return w
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
			Relate(s.decl.Name.Span().Loc(r.a.c), "`%s` is defined here", s.decl.Name.Name)
		s.bad = true
		return nil
	}
	inner := &resolver{a: r.a, scope: &scope{}}
	if !r.bindGenerics(s.generics, args, at, "struct `"+s.decl.Name.Name+"`", inner.scope) {
		return nil
	}
	s.open = true
	defer func() { s.open = false }()
	fields := make([]descend.Field, 0, len(s.decl.Fields))
	for _, f := range s.decl.Fields {
		t := inner.stored(f.Type)
		if t == nil {
			r.bad, s.bad = true, true
			return nil
		}
		fields = append(fields, descend.Field{Name: f.Name.Name, Type: t})
	}
	t := descend.Struct(r.a.c, s.decl.Name.Name, fields)
	if len(t.String()) > maxTypeText {
		r.fail(at, Unsupported, "a type as large as struct `%s` is not supported yet", s.decl.Name.Name)
		return nil
	}
	return t
}

// bindGenerics binds generics to arguments in scope to; lifetimes may be left out, and all arguments where
// inference is possible.
func (r *resolver) bindGenerics(gs []generic, args []*ast.GenericArg, at source.Span, what string, to *scope) bool {
	vals, ok := r.genericArgs(gs, args, at, what)
	if !ok {
		return false
	}
	for i, g := range gs {
		to.bind(g.name, vals[i])
	}
	return true
}

// genericArgs resolves arguments for generics: one binding for each.
func (r *resolver) genericArgs(gs []generic, args []*ast.GenericArg, at source.Span, what string) ([]*binding, bool) {
	given := make([]*ast.GenericArg, len(gs))
	switch required := countKinds(gs); {
	case len(args) == len(gs):
		copy(given, args)
	case len(args) == required:
		j := 0
		for i, g := range gs {
			if g.kind != ast.KindLifetime {
				given[i] = args[j]
				j++
			}
		}
	case len(args) == 0 && r.infer != nil:
	default:
		r.fail(at, mismatched, "mismatched types").
			WithLabel("%s takes %d generic arguments, found %d", what, len(gs), len(args))
		return nil, false
	}
	out := make([]*binding, len(gs))
	ok := true
	for i, g := range gs {
		if out[i] = r.genericArg(g, given[i], at); out[i] == nil {
			ok = false
		}
	}
	return out, ok
}

func countKinds(gs []generic) int {
	n := 0
	for _, g := range gs {
		if g.kind != ast.KindLifetime {
			n++
		}
	}
	return n
}

// genericArg resolves one argument, an unknown where it is nil or `_`.
func (r *resolver) genericArg(g generic, arg *ast.GenericArg, at source.Span) *binding {
	c := r.a.c
	if arg == nil || arg.Infer {
		if g.kind == ast.KindLifetime && r.infer == nil {
			return &binding{kind: lifetimeBind}
		}
		if arg != nil {
			at = arg.Span()
		}
		n := r.unknown(at)
		if n == "" {
			return nil
		}
		switch g.kind {
		case ast.KindNat:
			return &binding{kind: natBind, nat: nat.Var(n)}
		case ast.KindMem:
			return &binding{kind: memBind, mem: descend.Mem(n)}
		case ast.KindLifetime:
			return &binding{kind: lifetimeBind, lifetime: n}
		}
		return &binding{kind: typeBind, typ: descend.Var(c, n)}
	}
	switch {
	case g.kind == ast.KindNat && arg.Nat != nil:
		if e, ok := r.nat(arg.Nat); ok {
			return &binding{kind: natBind, nat: e}
		}
		return nil
	case g.kind == ast.KindMem && arg.Mem != nil:
		if m, ok := r.mem(arg.Mem); ok {
			return &binding{kind: memBind, mem: m}
		}
		return nil
	case g.kind == ast.KindType && arg.Type != nil:
		if t := r.stored(arg.Type); t != nil {
			return &binding{kind: typeBind, typ: t}
		}
		return nil
	case g.kind == ast.KindLifetime && arg.Lifetime != nil:
		bad := r.bad
		r.bad = false
		l := r.lifetime(arg.Lifetime)
		failed := r.bad
		r.bad = bad || failed
		if failed {
			return nil
		}
		return &binding{kind: lifetimeBind, lifetime: l}
	}
	r.fail(arg.Span(), kindMismatch, "expected %s for `%s`", kindArticle(g.kind), g.name).
		WithLabel("this is not %s", kindArticle(g.kind)).
		Relate(g.span.Loc(c), "`%s` is %s", g.name, kindArticle(g.kind))
	return nil
}

func kindArticle(k ast.Kind) string {
	return [...]string{"a nat", "a memory", "a type", "a lifetime"}[k]
}

// lifetime resolves a lifetime to its name with quote, "" when left out.
func (r *resolver) lifetime(l *ast.Lifetime) string {
	if l == nil || l.Name == "" || l.Name == "_" {
		return ""
	}
	name := "'" + l.Name
	b := r.scope.lookup(name)
	if b == nil {
		r.bad = true
		r.a.unknown(&ast.Ident{Base: l.Base, Name: name}, "lifetime",
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
	b := r.scope.lookup(m.Name.Name)
	switch {
	case b == nil:
		r.bad = true
		r.a.unknown(m.Name, "memory", append(r.scope.visible(func(b *binding) bool { return b.kind == memBind }),
			"cpu.mem", "gpu.global", "gpu.shared", "gpu.local"))
	case b.bad:
		r.bad = true
	case b.kind != memBind:
		r.bad = true
		r.a.wrongKind(m.Name.Span(), "a memory", m.Name.Name, b)
	default:
		return b.mem, true
	}
	return "", false
}

// nat resolves a natural number.
func (r *resolver) nat(n ast.Nat) (nat.Expr, bool) {
	switch n := n.(type) {
	case *ast.NatLit:
		return nat.Big(n.Value), true
	case *ast.NatName:
		b := r.scope.lookup(n.Name.Name)
		switch {
		case b == nil:
			r.bad = true
			r.a.unknown(n.Name, "nat", r.scope.visible(func(b *binding) bool { return b.kind == natBind }))
		case b.bad:
			r.bad = true
		case b.kind != natBind:
			r.bad = true
			r.a.wrongKind(n.Name.Span(), "a nat", n.Name.Name, b)
		default:
			return b.nat, true
		}
		return nat.Expr{}, false
	case *ast.NatBinary:
		x, ok1 := r.nat(n.X)
		y, ok2 := r.nat(n.Y)
		if !ok1 || !ok2 {
			return nat.Expr{}, false
		}
		return r.natBinary(n, x, y)
	case *ast.NatMinMax:
		x, ok1 := r.nat(n.X)
		y, ok2 := r.nat(n.Y)
		if n.Max {
			return nat.Max(x, y), ok1 && ok2
		}
		return nat.Min(x, y), ok1 && ok2
	case *ast.NatInfer:
		if v := r.unknown(n.Span()); v != "" {
			return nat.Var(v), true
		}
	}
	r.bad = true
	return nat.Expr{}, false
}

func (r *resolver) natBinary(n *ast.NatBinary, x, y nat.Expr) (nat.Expr, bool) {
	switch n.Op {
	case ast.Add:
		return x.Add(y), true
	case ast.Sub:
		d := x.Sub(y)
		if c, ok := d.Const(); ok && c.Sign() < 0 {
			r.fail(n.Span(), "nat-constraint", "`%s` is negative", n.Span().Text()).
				WithLabel("%s - %s is below zero", x, y)
			return d, false
		}
		return d, true
	case ast.Mul:
		return x.Mul(y), true
	}
	if y.IsZero() {
		r.fail(n.Span(), "nat-constraint", "division by zero").WithLabel("the divisor is 0")
		return x, false
	}
	if n.Op == ast.Div {
		return x.Div(y), true
	}
	return x.Mod(y), true
}

// dim resolves a shape.
func (r *resolver) dim(d *ast.Dim) (exec.Dim, bool) {
	var out exec.Dim
	if d == nil {
		r.bad = true
		return out, false
	}
	ok := true
	for i, a := range d.Axes {
		n, good := r.nat(d.Sizes[i])
		ok = ok && good
		out = out.With(exec.Axis(a), n)
	}
	return out, ok && len(d.Axes) > 0
}

var execKinds = map[ast.ExecKind]exec.Kind{
	ast.ExecAny: exec.Any, ast.ExecCPUThread: exec.CPUThread, ast.ExecGrid: exec.Grid, ast.ExecBlock: exec.Block,
	ast.ExecWarp: exec.Warp, ast.ExecThread: exec.Thread, ast.ExecBlockGrp: exec.BlockGrp,
	ast.ExecThreadGrp: exec.ThreadGrp, ast.ExecWarpGrp: exec.WarpGrp, ast.ExecGlobalThreads: exec.GlobalThreads,
}

// execType resolves the type of an execution resource; nil after an error.
func (r *resolver) execType(t *ast.ExecType) *exec.Type {
	if t == nil {
		r.bad = true
		return nil
	}
	var dims [2]exec.Dim
	if len(t.Dims) != t.Kind.NumDims() {
		r.bad = true
		return nil
	}
	for i, d := range t.Dims {
		x, ok := r.dim(d)
		if !ok {
			return nil
		}
		dims[i] = x
	}
	if t.Kind == ast.ExecWarpGrp {
		n, ok := r.nat(t.Num)
		if !ok {
			return nil
		}
		dims[0] = exec.NewDim([]exec.Axis{exec.X}, []nat.Expr{n})
	}
	return exec.Get(r.a.c, execKinds[t.Kind], dims[0], dims[1])
}
