package attack

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"descend/frontend/ast"
	"descend/frontend/source"
	"descend/frontend/syntax"
	"descend/ir"
	"descend/test/kit"
	"descend/tools/registry"
)

// Seed is a program that mutants are made of.
type Seed struct {
	Name string
	Text string
	// Defines are the sizes that main is run with: "n=2".
	Defines []string
	// Outcome is what became of it, without its module.
	Outcome Outcome
}

// Corpus gives the programs of the repository that can be run, accepted or with a race or a wrong
// barrier: the examples, those of test/check, the right programs of test/diagnostics, those of the paper. A program
// without a main gets one that launches its kernels and calls its functions, with small sizes. Finding these means judging the programs, which takes
// most of a minute: it is done once, for all tests.
var Corpus = sync.OnceValues(func() ([]Seed, error) {
	const root = "../.."
	var out []Seed
	for _, pattern := range []string{"examples/*.desc", "test/paper/*.desc", "test/diagnostics/*.ok.desc", "test/check/*.desc"} {
		programs, err := kit.Load(filepath.Join(root, pattern))
		if err != nil {
			return nil, err
		}
		sizes := []int{2, 4, 1, 32, 8, 64, 16, 3}
		if strings.HasPrefix(pattern, "examples") {
			sizes[0], sizes[2] = 1, 2 // blocks of 256 threads: one is enough
		}
		for _, p := range programs {
			if strings.Contains(p.Text, "unsafe") {
				continue
			}
			if s, ok := complete(p.Text, sizes); ok {
				s.Name = p.Name()
				out = append(out, s)
			}
		}
	}
	return out, nil
})

func parse(text string) *ast.File {
	var diags ir.Diagnostics
	f := syntax.Parse(source.NewFile("attack.desc", text), registry.Context(), &diags)
	if diags.HasErrors() {
		return nil
	}
	return f
}

// complete gives a program a main, if it has none that can be called with buffers and numbers, and finds values
// for its nats, out of 8, with which it runs; ok is false if there are none.
func complete(text string, sizes []int) (s Seed, ok bool) {
	f := parse(text)
	if f == nil {
		return s, false
	}
	main := find(f, "main")
	if main == nil {
		text += mains(f)
		if f = parse(text); f == nil {
			return s, false
		}
		main = find(f, "main")
	}
	if main == nil {
		return s, false
	}
	for _, p := range main.Params {
		switch t := p.Type.(type) {
		case *ast.RefType:
		case *ast.NamedType:
			if !scalars[t.Name.Name] {
				return s, false
			}
		default:
			return s, false
		}
	}
	var nats []string
	for _, g := range main.Generics {
		if g.Kind != ast.KindNat {
			return s, false
		}
		nats = append(nats, g.Name.Name)
	}
	for try := range 24 {
		var defines []string
		for i, n := range nats {
			defines = append(defines, fmt.Sprintf("%s=%d", n, sizes[(try+i*(try/8))%8]))
		}
		switch o := judgeSafely(text, defines); o.Verdict {
		case Accepted, Rejected, Imprecise, Unsound, Broken:
			o.Module = nil
			return Seed{Text: text, Defines: defines, Outcome: o}, true
		}
		if len(nats) == 0 {
			break
		}
	}
	return s, false
}

func find(f *ast.File, name string) *ast.FnDecl {
	for _, it := range f.Items {
		if fn, ok := it.(*ast.FnDecl); ok && fn.Name.Name == name {
			return fn
		}
	}
	return nil
}

// WithMain gives a program without a main one that launches its kernels and calls its functions; "" if that cannot be.
func WithMain(text string) string {
	f := parse(text)
	if f == nil || find(f, "main") != nil {
		return ""
	}
	added := mains(f)
	if added == "" {
		return ""
	}
	return text + added
}

// mains writes a main for the functions of a file: the kernels, else functions of blocks, else those of the CPU.
func mains(f *ast.File) string {
	w := newMainWriter(f)
	for _, kind := range []ast.ExecKind{ast.ExecGrid, ast.ExecBlock, ast.ExecCPUThread} {
		for _, it := range f.Items {
			if fn, ok := it.(*ast.FnDecl); ok && fn.Body != nil && fn.Exec.Type.Kind == kind {
				w.function(fn)
			}
		}
		if len(w.calls) > 0 {
			break
		}
	}
	return w.main()
}

// main is the text of main, with what it needs; "" if it calls nothing.
func (w *mainWriter) main() string {
	if len(w.calls) == 0 {
		return ""
	}
	head := "fn main"
	if len(w.generics) > 0 {
		head += "<" + strings.Join(w.generics, ", ") + ">"
	}
	where := ""
	if len(w.wheres) > 0 {
		where = " where " + strings.Join(w.wheres, ", ")
	}
	return fmt.Sprintf("\n%s%s(%s) -[t: cpu.thread]-> ()%s {\n  %s;\n  %s\n}\n", w.wrappers, head, strings.Join(w.params, ", "), where,
		strings.Join(w.lets, ";\n  "), strings.Join(w.calls, ";\n  "))
}

// scalars are the types of values that a run can be given.
var scalars = map[string]bool{"bool": true, "i8": true, "i16": true, "i32": true, "i64": true, "u8": true, "u16": true, "u32": true, "u64": true,
	"f32": true, "f64": true}

type mainWriter struct {
	nats                                  map[string]bool
	enums                                 map[string][]string // their variants
	generics, wheres, params, lets, calls []string
	wrappers                              string
}

// newMainWriter writes a main for functions of a file.
func newMainWriter(f *ast.File) *mainWriter {
	w := &mainWriter{nats: map[string]bool{}, enums: map[string][]string{}}
	for _, it := range f.Items {
		if e, ok := it.(*ast.EnumDecl); ok {
			for _, v := range e.Variants {
				w.enums[e.Name.Name] = append(w.enums[e.Name.Name], e.Name.Name+"::"+v.Name)
			}
		}
	}
	return w
}

// function adds a call or launch of a function, if main can make its arguments.
func (w *mainWriter) function(fn *ast.FnDecl) {
	save := *w
	var args, shared, generics []string
	concrete := func(n ast.Node) string { return ast.Format(n) }
	for _, g := range fn.Generics {
		switch g.Kind {
		case ast.KindType:
			generic, t, of := regexp.MustCompile(`\b`+g.Name.Name+`\b`), elementType(fn, g), concrete
			generics = append(generics, t)
			concrete = func(n ast.Node) string { return generic.ReplaceAllString(of(n), t) }
		case ast.KindNat:
			if !w.nats[g.Name.Name] {
				w.generics = append(w.generics, g.Name.Name+": nat")
			}
			generics = append(generics, g.Name.Name)
		case ast.KindMem:
			generics = append(generics, "_")
		case ast.KindLifetime:
		default:
			return
		}
	}
	for _, c := range fn.Where {
		if n, ok := c.(*ast.NatConstraint); ok {
			w.wheres = append(w.wheres, ast.Format(n))
		}
	}
	kind := fn.Exec.Type.Kind
	var allocs, blockArgs, blockParams []string
	for _, p := range fn.Params {
		if p.Owner != nil {
			if r, ok := p.Type.(*ast.RefType); ok {
				shared = append(shared, concrete(r.Elem))
				continue
			}
		}
		name := fmt.Sprintf("a%d", len(w.params))
		t := p.Type
		if r, ok := t.(*ast.RefType); ok && kind == ast.ExecBlock {
			elem := strings.NewReplacer("[[", "[", "]]", "]").Replace(concrete(r.Elem))
			borrow := map[bool]string{true: "&uniq ", false: "&"}[r.Uniq]
			if r.Mem.Kind == ast.MemShared {
				allocs = append(allocs, fmt.Sprintf("let %s = alloc::<gpu.shared, %s>();", name, elem))
				blockArgs = append(blockArgs, borrow+"*"+name)
				w.params = append(w.params, "unused"+name+": i32")
				continue
			}
			blockParams = append(blockParams, fmt.Sprintf("%s: %s gpu.global [%s; 2]", name, strings.TrimSpace(borrow), elem))
			blockArgs = append(blockArgs, borrow+name+"[[block]]")
			args = append(args, w.buffer(name, "["+elem+"; 2]", r.Uniq, true))
			continue
		}
		switch t := t.(type) {
		case *ast.NamedType:
			if v := w.enums[concrete(t)]; v != nil {
				w.variant(name, v)
			} else if n, ok := strings.CutPrefix(concrete(t), "Permutation<"); ok {
				w.permutation(name, strings.TrimSuffix(n, ">"))
			} else if scalars[concrete(t)] {
				w.params = append(w.params, name+": "+concrete(t))
			} else {
				*w = save
				return
			}
			args = append(args, name)
			blockParams, blockArgs = append(blockParams, name+": "+concrete(t)), append(blockArgs, name)
		case *ast.RefType:
			args = append(args, w.buffer(name, concrete(t.Elem), t.Uniq, t.Mem.Kind != ast.MemCPU))
		case *ast.FnType:
			f := firstOf(len(t.Params))
			if blockArgs = append(blockArgs, f); kind != ast.ExecBlock {
				args = append(args, f)
			}
			w.params = append(w.params, "unused"+name+": i32")
		default:
			*w = save
			return
		}
	}
	for _, g := range generics {
		w.nats[g] = true
	}
	call := fn.Name.Name
	of := ""
	if len(generics) > 0 {
		of = "::<" + strings.Join(generics, ", ") + ">"
	}
	dims := fn.Exec.Type.Dims
	switch kind {
	case ast.ExecGrid:
		types := ""
		if len(shared) > 0 {
			types = "; " + strings.Join(shared, ", ")
		}
		call += fmt.Sprintf("::<<<%s, %s%s>>>", ast.Format(dims[0]), ast.Format(dims[1]), types)
	case ast.ExecBlock:
		var nats, gs []string
		for _, g := range fn.Generics {
			if g.Kind == ast.KindNat {
				nats, gs = append(nats, g.Name.Name), append(gs, g.Name.Name+": nat")
			}
		}
		list, ofCallee := "", of
		if of = ""; len(gs) > 0 {
			list, of = "<"+strings.Join(gs, ", ")+">", "::<"+strings.Join(nats, ", ")+">"
		}
		w.wrappers += fmt.Sprintf("fn of_%s%s(%s) -[grid: gpu.grid<X<2>, %s>]-> () { sched(X) block in grid { %s %s%s(%s); } }\n",
			call, list, strings.Join(blockParams, ", "), ast.Format(dims[0]), strings.Join(allocs, " "), call, ofCallee, strings.Join(blockArgs, ", "))
		call = fmt.Sprintf("of_%s::<<<X<2>, %s>>>", call, ast.Format(dims[0]))
	}
	w.calls = append(w.calls, fmt.Sprintf("%s%s(%s)", call, of, strings.Join(args, ", ")))
}

// variant makes a value of an enum, any of its variants.
func (w *mainWriter) variant(name string, variants []string) {
	w.params = append(w.params, "of_"+name+": i32")
	arms := ""
	for i, v := range variants[1:] {
		arms += fmt.Sprintf("%d => %s, ", i+1, v)
	}
	w.lets = append(w.lets, fmt.Sprintf("let %s = match of_%s { %s_ => %s }", name, name, arms, variants[0]))
}

// permutation makes the permutation of n elements that changes nothing.
func (w *mainWriter) permutation(name, n string) {
	if strings.HasPrefix(n, "'") {
		_, n, _ = strings.Cut(n, ", ")
	}
	w.params = append(w.params, "unused"+name+": i32")
	w.lets = append(w.lets, fmt.Sprintf("let mut at_%s = [0u32; %s]", name, n),
		fmt.Sprintf("for i in 0..%s { at_%s[i] = i as u32 }", n, name),
		fmt.Sprintf("let mut on_%s = GpuGlobal::copy(&at_%s)", name, name),
		fmt.Sprintf("let %s = permutation(&uniq *on_%s)", name, name))
}

// elementType is a type of numbers for a type that a function is generic in.
func elementType(fn *ast.FnDecl, g *ast.Generic) string {
	for _, c := range fn.Where {
		if b, ok := c.(*ast.TypeBound); ok && b.Name.Name == g.Name.Name && slices.ContainsFunc(b.Bounds, func(i *ast.Ident) bool { return i.Name == "float" }) {
			return "f32"
		}
	}
	return "i32"
}

// firstOf is a function that gives the first of so many arguments.
func firstOf(n int) string {
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprintf("v%d", i)
	}
	if n == 0 {
		return "|| 0"
	}
	return fmt.Sprintf("|%s| v0", strings.Join(names, ", "))
}

// buffer adds a parameter with memory of a type, copied to the GPU if it has to be, and gives the argument.
func (w *mainWriter) buffer(name, elem string, uniq, gpu bool) string {
	plain := elem
	for _, t := range []string{"U32", "I32", "U64", "I64", "F32"} {
		plain = strings.ReplaceAll(plain, "Atomic"+t, strings.ToLower(t))
	}
	w.params = append(w.params, fmt.Sprintf("%s: &uniq cpu.mem %s", name, plain))
	arg := "*" + name
	if gpu {
		w.lets = append(w.lets, fmt.Sprintf("let mut d%s = GpuGlobal::alloc_copy(&*%s)", name, name))
		arg = "d" + name
	}
	switch {
	case plain != elem && strings.HasPrefix(elem, "["):
		return "to_atomic_array(&uniq " + arg + ")"
	case plain != elem:
		return "to_atomic(&uniq " + arg + ")"
	case uniq:
		return "&uniq " + arg
	}
	return "&" + arg
}
