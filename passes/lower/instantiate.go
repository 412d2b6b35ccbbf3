package lower

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/dialects/nat"
	"descend/ir"
	"descend/ir/spell"
	"descend/passes"
)

// Instantiate makes the functions that a program needs out of its generic ones.
//
//	func @scale<n: nat, d: dty>(..)             func @main() { launch @scale<1024, f32>(..) }
//	func @main() { launch @scale<1024, f32> }   ->   func @scale(..)      // n = 1024, d = f32
//
// It starts from the CPU and grid functions that nobody calls (or those named by Entry and Instances) and
// follows calls and launches. An instance is keyed by the memories, data types, lifetimes and by the nat
// arguments that are constants; other nats stay generics of the instance and become values at run time.
// Every instance is a copy, in which copies are finished whose tokens are dropped; the original functions are erased. The symbol is the function's name, with a
// suffix if there are several instances of it; the location has the name as it is. Loops that have no iteration in an instance are left out: sizes
// in their bodies need not be natural, nor can what they call be instantiated. So are launches with an extent of 0, and the
// bodies of entries with one.
//
// Guarantees: no mem, dty or prv generics are left; calls name instances and list the nats that are left.
// Source: docs/gpu-level.md, "Static and run-time nats".
type Instantiate struct {
	// Defines are "n=1024": values of nat generics of the entry functions.
	Defines []string
	// Instances are "f::<64, 1024>": further entries with their generic arguments.
	Instances []string
	// Entry, if not empty, is the only entry function.
	Entry string
	// Marked makes tests and benchmarks entry functions. Without it they are none, and what they alone call may be one.
	Marked bool
	// MaxInstances bounds the number of instances of one function; 0 stands for 1000.
	MaxInstances int
}

// Name is the name of the pass.
func (*Instantiate) Name() string { return "instantiate" }

// Description is one line.
func (*Instantiate) Description() string {
	return "make instances of generic functions, from the entry functions on"
}

// Anchor is the operation that the pass runs on.
func (*Instantiate) Anchor() string { return "builtin.module" }

// Options binds the options.
func (p *Instantiate) Options(o *passes.Options) {
	o.Strings(&p.Defines, "define", nil, "values of nat generics of the entry functions, n=1024")
	o.Strings(&p.Instances, "instance", nil, "instances to make, f::<64;f32>")
	o.String(&p.Entry, "entry", "", "the only entry function")
	o.Bool(&p.Marked, "marked", false, "functions with a mark are entry functions too")
	o.Int(&p.MaxInstances, "max-instances", 1000, "limit of the number of instances of one function")
}

// instance is a function with generic arguments.
type instance struct {
	of    descend.FuncOp
	key   string // arguments, readable
	op    descend.FuncOp
	calls []*ir.Operation // calls and launches of it in instances
}

type instantiator struct {
	pass      *Instantiate
	c         *passes.Context
	ctx       *ir.Context
	funcs     map[string]descend.FuncOp
	instances map[string]*instance
	order     []*instance
	work      []*instance
	count     map[string]int // instances of a function
}

// Run makes the instances.
func (p *Instantiate) Run(c *passes.Context) error {
	in := &instantiator{pass: p, c: c, ctx: c.IR(), instances: map[string]*instance{}, count: map[string]int{}}
	funcs, names := functions(c.Op)
	in.funcs = funcs
	defs, err := parseDefines(p.Defines)
	if err != nil {
		return err
	}
	if err := in.entries(names, defs); err != nil {
		return err
	}
	limit := p.MaxInstances
	if limit == 0 {
		limit = 1000
	}
	for len(in.work) > 0 && !c.Diags.HasErrors() {
		i := in.work[0]
		in.work = in.work[1:]
		if name := ir.SymbolName(i.of.Operation); in.count[name] > limit {
			c.Diags.Errorf(i.of.Loc(), descend.CodeUnsupported, "more than %d instances of `%s`", limit, name).
				WithLabel("instantiated without end?")
			return nil
		}
		in.follow(i)
	}
	if c.Diags.HasErrors() {
		return nil
	}
	in.finish()
	return nil
}

// entries makes the first instances.
func (in *instantiator) entries(names []string, defs map[string]nat.Expr) error {
	list, err := in.chosen(names, defs)
	if err != nil {
		return err
	}
	for _, e := range list {
		if e.complete {
			in.entry(e.of, e.with)
		} else if n := ir.SymbolName(e.of.Operation); n == in.pass.Entry {
			in.c.Diags.Errorf(e.of.Loc(), descend.CodeCannotInfer, "function `%s` has generics that are no sizes", n).
				WithHelp("name the instance: --instantiate '" + n + "::<..>'")
		}
	}
	return nil
}

// chosenEntry is an entry function with what its generics are, of all if it is complete.
type chosenEntry struct {
	of       descend.FuncOp
	with     *descend.Subst
	complete bool
}

// CheckOptions says whether the options are ones of the program, before anything is lowered: a *UsageError if not.
func CheckOptions(module *ir.Operation, o Options) error {
	in := &instantiator{pass: &Instantiate{Instances: o.Instances, Entry: o.Entry, Marked: o.Marked}, ctx: module.Context()}
	var names []string
	in.funcs, names = functions(module)
	defs, err := parseDefines(o.Defines)
	if err == nil {
		_, err = in.chosen(names, defs)
	}
	return err
}

// chosen are the entry functions: the instances that are asked for, and functions that no other one calls. Each size that is defined has to be
// one of theirs.
func (in *instantiator) chosen(names []string, defs map[string]nat.Expr) (list []chosenEntry, err error) {
	called := map[string]bool{}
	left := func(f descend.FuncOp) bool {
		return f.Mark() != "" && !in.pass.Marked && ir.SymbolName(f.Operation) != in.pass.Entry
	}
	for _, n := range names {
		if left(in.funcs[n]) {
			continue
		}
		in.funcs[n].Walk(func(o *ir.Operation) ir.WalkResult {
			if callee, ok := descend.CalleeOf(o); ok && callee != n {
				called[callee] = true
			}
			return ir.Advance
		})
	}
	asked := map[string]bool{}
	for _, text := range in.pass.Instances {
		f, s, err := parseInstance(text, in.ctx, in.funcs)
		if err != nil {
			return nil, err
		}
		asked[ir.SymbolName(f.Operation)] = true
		list = append(list, chosenEntry{f, s, true})
	}
	var sizes []string
	for _, n := range names {
		f := in.funcs[n]
		k := execKind(f)
		if f.IsExtern() || f.HasAttr("library") || asked[n] || left(f) || k != exec.CPUThread && k != exec.Grid {
			continue
		}
		if in.pass.Entry != "" {
			if n != in.pass.Entry {
				continue
			}
		} else if called[n] {
			continue
		}
		e := chosenEntry{f, descend.NewSubst(), !takesFunctions(f)}
		for _, g := range f.Generics() {
			switch g.Kind {
			case "nat":
				e.with.Nats[g.Name] = nat.Var(g.Name)
				if v, ok := defs[g.Name]; ok {
					e.with.Nats[g.Name] = v
				}
				sizes = append(sizes, g.Name)
			case "prv":
				e.with.Lifetimes[g.Name] = g.Name
			default:
				e.complete = false
			}
		}
		list = append(list, e)
	}
	for _, name := range slices.Sorted(maps.Keys(defs)) {
		if !slices.Contains(sizes, name) {
			return nil, noSize(name, in.pass.Entry, sizes)
		}
	}
	return list, nil
}

// noSize says which sizes can be defined in place of one that there is not.
func noSize(name, entry string, sizes []string) error {
	of := "no entry function has a size"
	if entry != "" {
		of = entry + " has no size"
	}
	slices.Sort(sizes)
	if sizes = slices.Compact(sizes); len(sizes) == 0 {
		return usage("-D %s: %s", name, of)
	}
	return usage("-D %s: %s of that name; there is %s%s", name, of, strings.Join(sizes, ", "), spell.DidYouMean(name, sizes))
}

// entry makes an instance that is an entry: it stays when all its calls are inlined.
func (in *instantiator) entry(f descend.FuncOp, s *descend.Subst) {
	i := in.want(f, s, nil)
	if !i.op.HasAttr(entryAttr) {
		i.op.SetAttr(entryAttr, in.ctx.UnitAttr())
		in.requirements(i, s.Nats)
	}
}

// entryAttr marks entry functions between the passes.
const entryAttr = "entry"

// want returns the instance of f for the arguments, made on first use. Given are the functions for its parameters that are such.
func (in *instantiator) want(f descend.FuncOp, s *descend.Subst, given []descend.FunctionOp) *instance {
	name := ir.SymbolName(f.Operation)
	fixed := descend.NewSubst()
	var parts []string
	var left []ir.Attribute
	for _, g := range f.Generics() {
		switch g.Kind {
		case "nat":
			e, ok := s.Nats[g.Name]
			if _, isConst := e.Const(); ok && isConst {
				fixed.Nats[g.Name] = e
				parts = append(parts, e.String())
				continue
			}
			left = append(left, in.ctx.StringAttr(g.Name+": nat"))
			parts = append(parts, "_")
		case "mem":
			m := s.Mem(descend.Mem(g.Name))
			fixed.Mems[g.Name] = m
			parts = append(parts, string(m))
		case "prv":
			fixed.Lifetimes[g.Name] = "" // instances need no lifetimes: the borrow check is over
		default:
			t := s.Types[g.Name]
			if t == nil {
				t = descend.Var(in.ctx, g.Name)
			}
			if descend.TooLarge(t) {
				in.c.Diags.Errorf(f.Loc(), descend.CodeUnsupported, "type `%s` has more than 4096 parts in an instance of `%s`", g.Name, name)
				t = descend.Unit(in.ctx)
			}
			t, sizes := ownSizes(f, g.Name, t, s)
			for _, n := range sizes {
				left = append(left, in.ctx.StringAttr(n+": nat"))
			}
			fixed.Types[g.Name] = t
			parts = append(parts, descend.Format(t))
		}
	}
	bound := make([]boundFunction, len(given))
	for i, o := range given {
		var sizes []string
		bound[i], sizes = in.boundTo(f, i, o, s)
		parts = append(parts, bound[i].key)
		for _, n := range sizes {
			left = append(left, in.ctx.StringAttr(n+": nat"))
		}
	}
	key := strings.Join(parts, ",")
	if i := in.instances[name+"<"+key]; i != nil {
		return i
	}
	i := &instance{of: f, key: key}
	clone := f.Operation.Clone(ir.NewMapping())
	finishTokens(in.c, clone.Typed().(descend.FuncOp))
	substOp(clone, fixed)
	eraseEmptyLoops(clone)
	foldRetypes(clone)
	if execKind(f) == exec.Grid && extents(clone.Attr("exec"), isZero) {
		eraseBody(clone)
	}
	clone.SetAttr("generics", in.ctx.ArrayAttr(left...))
	i.op = clone.Typed().(descend.FuncOp)
	bindFunctions(i.op, bound)
	in.instances[name+"<"+key] = i
	in.order = append(in.order, i)
	in.count[name]++
	in.work = append(in.work, i)
	return i
}

// ownSizes is a type argument in which the sizes of the caller have names of the instance's own, d_0, d_1, .. for the
// generic d: they may be called like something in f, and the instance gets them as further nats, whose values are added to s.
func ownSizes(f descend.FuncOp, generic string, t ir.Type, s *descend.Subst) (ir.Type, []string) {
	free := descend.FreeNats(t)
	if len(free) == 0 {
		return t, nil
	}
	taken := map[string]bool{}
	for _, g := range f.Generics() {
		taken[g.Name] = true
	}
	for _, v := range descend.BoundNats(f) {
		taken[v] = true
	}
	own := descend.NewSubst()
	var names []string
	for i, v := range free {
		n := fmt.Sprintf("%s_%d", generic, i)
		for taken[n] {
			n += "_"
		}
		own.Nats[v], s.Nats[n] = nat.Var(n), nat.Var(v)
		names = append(names, n)
	}
	return substType(f.Context(), t, own), names
}

// requirements evaluates the where clauses, declared and inferred, of an entry that speak of constants only
// now. Those of the functions that it calls are among them.
func (in *instantiator) requirements(i *instance, values map[string]nat.Expr) {
	declared := i.of.Wheres()
	for j, k := range i.op.Wheres() {
		if len(k.Vars()) > 0 || j >= len(declared) || len(declared[j].Vars()) == 0 {
			continue
		}
		ok, err := k.Eval(nil)
		if ok && err == nil {
			continue
		}
		var list []string
		for _, v := range declared[j].Vars() {
			if e, ok := values[v]; ok {
				list = append(list, v+" = "+e.String())
			}
		}
		name := ir.SymbolName(i.of.Operation)
		d := in.c.Diags.Errorf(i.of.Loc(), descend.CodeNatConstraint, "`%s` cannot have these sizes", name).
			WithLabel("requires `%s`, and %s", declared[j].Clause(), strings.Join(list, ", "))
		if err != nil {
			d.Note("%s", err)
		}
	}
}

// follow makes the instances that i calls.
func (in *instantiator) follow(i *instance) {
	var stops, idles []*ir.Operation
	i.op.Walk(func(o *ir.Operation) ir.WalkResult {
		name, ok := descend.CalleeOf(o)
		if !ok {
			return ir.Advance
		}
		f, ok := in.funcs[name]
		if !ok {
			in.c.Diags.Errorf(o.Loc(), descend.CodeUnknownName, "cannot find function `%s`", name)
			return ir.Advance
		}
		if f.IsExtern() {
			return ir.Advance
		}
		s := descend.Instantiation(o, f)
		if impossible(o, f, s) {
			stops = append(stops, o)
			return ir.Advance
		}
		if idle(o) {
			idles = append(idles, o)
			return ir.Advance
		}
		if ir.Is[descend.FunctionOp](o) {
			return ir.Advance // who takes it calls it
		}
		given := functionArgs(o)
		if given == nil && takesFunctions(f) {
			in.c.Diags.Errorf(o.Loc(), descend.CodeUnsupported, "the function that `%s` is given is not known here", name)
			return ir.Advance
		}
		t := in.want(f, s, given)
		t.calls = append(t.calls, o)
		captureArgs(o)
		var left []ir.Attribute
		for _, g := range t.op.Generics() {
			e, ok := s.Nats[g.Name]
			if !ok {
				in.c.Diags.Errorf(o.Loc(), descend.CodeCannotInfer, "call of `%s` has no value for `%s`", name, g.Name)
			}
			left = append(left, descend.Nat(in.ctx, e))
		}
		o.SetAttr("nats", in.ctx.ArrayAttr(left...))
		for _, a := range []string{"mems", "types", "lifetimes"} {
			o.SetAttr(a, nil)
		}
		return ir.Advance
	})
	for _, o := range stops {
		name, _ := descend.CalleeOf(o)
		stopAt(in.ctx, o, name)
	}
	for _, o := range idles {
		leaveOut(o)
	}
	eraseFunctions(i.op)
}

// finish names the instances, points calls at them and replaces the functions of the module.
func (in *instantiator) finish() {
	used := map[string]bool{}
	for _, i := range in.order {
		name := ir.SymbolName(i.of.Operation)
		sym := symbolOf(name)
		if in.count[name] > 1 {
			sym += "__" + symbolSuffix(i.key)
		}
		for n := 2; used[sym]; n++ {
			sym = fmt.Sprintf("%s__%d", name, n)
		}
		used[sym] = true
		i.op.SetAttr("sym_name", in.ctx.StringAttr(sym))
		i.op.SetLoc(in.ctx.NameLoc(name, i.op.Loc()))
		for _, o := range i.calls {
			o.SetAttr("callee", in.ctx.SymbolRef(sym))
		}
	}
	body := in.c.Op.Body(0)
	for o := range body.Ops() {
		if f, ok := o.Typed().(descend.FuncOp); ok && !f.IsExtern() {
			o.Erase()
		}
	}
	end := body.Terminator()
	for _, i := range in.order {
		body.Append(i.op.Operation)
		if end != nil {
			i.op.MoveBefore(end)
		}
	}
	in.c.Stat("instances", len(in.order))
}

// symbolOf is a function's name where instances are named: one alone has it, of several each has "__" and more behind it.
func symbolOf(function string) string { return strings.ReplaceAll(function, "::", "__") }

// MayBeInstance says whether a name, of an instance or as it is in the program, can be of an instance of a function.
func MayBeInstance(name, function string) bool {
	rest, ok := strings.CutPrefix(symbolOf(name), symbolOf(function))
	return ok && (rest == "" || strings.HasPrefix(rest, "__"))
}

func symbolSuffix(key string) string {
	var b strings.Builder
	for _, r := range key {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9':
			b.WriteRune(r)
		case r == ' ':
		default:
			b.WriteByte('_')
		}
	}
	return b.String()
}
