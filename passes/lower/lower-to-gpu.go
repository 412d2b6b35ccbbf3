package lower

import (
	"slices"

	"descend/dialects/descend"
	"descend/dialects/exec"
	funcd "descend/dialects/func"
	"descend/dialects/gpu"
	"descend/dialects/gpu/contract"
	"descend/dialects/nat"
	"descend/ir"
	"descend/ir/bail"
	"descend/passes"
	"descend/passes/place"
)

// LowerToGPU turns instantiated and inlined functions into the gpu level.
//
//	descend.func @k -[grid]->              gpu.module @kernels { gpu.func @k(%a: memref<1024xf32>) kernel {
//	  sched(X) block { sched(X) thread       %bx = gpu.block_id x   %tx = gpu.thread_id x
//	    { a.group::<32>[[block]][[thread]]     memref.load %a[%bx * 32 + %tx] .. } }
//
// Views become index arithmetic, resources ids and branches on them, references buffers, and CPU functions
// func.func with gpu.launch_func, gpu.alloc, gpu.memcpy.
//
// Needs: inline-calls and insert-drops. Guarantees: the module of docs/gpu-level.md, "The gpu
// level, exactly": no operation or type of the dialects above is left.
type LowerToGPU struct {
	// Unchecked leaves out the bounds checks of run-time indices and asserts.
	Unchecked bool
	// Align is what --emit=ptx assumes of buffers: "16" (bytes, the default) or "element".
	Align string
	// told, if not nil, is called with what decides between versions of code.
	told func(choice, *ir.Value)
}

// Name is the name of the pass.
func (*LowerToGPU) Name() string { return "lower-to-gpu" }

// Description is one line.
func (*LowerToGPU) Description() string { return "lower descend, exec and view to the gpu level" }

// Anchor is the operation that the pass runs on.
func (*LowerToGPU) Anchor() string { return "builtin.module" }

// After is the order with reasons.
func (*LowerToGPU) After() []passes.Order {
	return []passes.Order{
		{Pass: "instantiate", Why: "memories and data types are concrete"},
		{Pass: "inline-calls", Why: "kernels hold no calls"},
		{Pass: "insert-drops", Why: "it knows explicit drops only"},
	}
}

// Options binds the options.
func (p *LowerToGPU) Options(o *passes.Options) {
	o.Bool(&p.Unchecked, "unchecked", false, "leave out the bounds checks of run-time indices and asserts")
	o.String(&p.Align, "align", "16", "alignment assumed of buffers: 16 or element")
}

// module is the state of lowering a module.
type module struct {
	c     *ir.Context
	diags *ir.Diagnostics
	opts  *LowerToGPU
	program
	made  []*kernel
	arena *ir.Arena // of the operations
}

// Run lowers the module in place.
func (p *LowerToGPU) Run(c *passes.Context) error {
	m := &module{
		c: c.IR(), diags: c.Diags, opts: p, arena: ir.NewArena(),
		program: program{kernels: map[string]*kernel{}, hosts: map[string]descend.FuncOp{}, externs: map[string]*ir.FunctionType{}},
	}
	m.forParts = m.kernelForParts
	funcs, names := functions(c.Op)
	var hosts []*ir.Operation
	for _, n := range names {
		f := funcs[n]
		switch {
		case f.IsExtern():
			if execKind(f) == exec.CPUThread {
				m.hosts[n] = f
			}
		case execKind(f) == exec.Grid:
			if k, err := m.lowerKernel(f, n, nil); err == nil {
				m.kernels[n] = k
			}
		case execKind(f) == exec.CPUThread:
			m.hosts[n] = f
		}
	}
	if c.Diags.HasErrors() {
		return nil
	}
	for _, n := range names {
		if f, ok := m.hosts[n]; ok && !f.IsExtern() {
			if h, err := m.lowerFunction(f); err == nil {
				hosts = append(hosts, h)
			}
		}
	}
	if c.Diags.HasErrors() {
		return nil
	}
	m.replace(c.Op, m.wanted(), hosts)
	return nil
}

// wanted are the kernels that are launched or that somebody else may launch: of instances for parts only there is no other.
func (m *module) wanted() (out []*ir.Operation) {
	for _, k := range m.made {
		if !k.onlyParts || k.launched || k.src.HasAttr(entryAttr) {
			out = append(out, k.fn)
		}
	}
	return out
}

// replace puts the lowered functions in place of the source's.
func (m *module) replace(top *ir.Operation, kernels, hosts []*ir.Operation) {
	body := top.Body(0)
	for o := body.Front(); o != nil; {
		next := o.Next()
		if ir.Is[descend.FuncOp](o) {
			o.Erase()
		}
		o = next
	}
	b := ir.NewBuilder(m.c).In(m.arena).AtStart(body)
	if len(kernels) > 0 {
		b.At(top.Loc())
		gm := gpu.NewModule(b, KernelModule)
		end := gm.Block().Back()
		for _, k := range kernels {
			gm.Block().Append(k)
			k.MoveBefore(end)
		}
		p := b.Save()
		m.products(kernels, b.Before(end))
		b.Restore(p)
		if slices.ContainsFunc(kernels, contract.IsCooperative) {
			funcd.NewDeclaration(b.Before(end), contract.SyncGrid, nil, nil)
			b.Restore(p)
		}
		top.SetAttr("gpu.container_module", m.c.UnitAttr())
	}
	for _, h := range hosts {
		b.Insert(h)
	}
	for _, d := range m.externDecls(m.c) {
		b.Insert(d)
	}
}

// newFn prepares the lowering of a function.
func (m *module) newFn(src descend.FuncOp, gpu bool) *fn {
	e := &emitter{c: m.c, diags: m.diags, start: src.Loc(), b: ir.NewBuilder(m.c).In(m.arena), consts: map[constKey]*ir.Value{}}
	x := &indexer{emitter: e, nats: map[string]*ir.Value{}, class: idClasses(), loops: map[string]*loopInfo{}, inside: map[string][]string{}, later: map[string]func() *ir.Value{},
		facts: nat.NewFacts().With(src.Wheres()...)}
	p := &places{indexer: x, roots: map[*ir.Value]*root{}, elems: map[*ir.Value]nat.Expr{}, orders: map[*ir.Value]*reference{}, permutations: map[string]string{}, usages: place.Usages{}}
	return &fn{storage: &storage{places: p, gpu: gpu, vals: map[*ir.Value]*value{}}, unchecked: m.opts.Unchecked, told: m.opts.told}
}

// lowerKernel lowers a grid function to a gpu.func of a name in the gpu.module, whose parameters are whole buffers but for the parts; the
// error, if there is one, was reported.
func (m *module) lowerKernel(src descend.FuncOp, name string, parts lentParts) (k *kernel, err error) {
	defer bail.Catch(&err)
	g := src.Exec().(*exec.Type)
	k = &kernel{name: name, src: src, parts: parts, grid: g, objects: map[object]*root{}, runs: map[string]int{}, handovers: map[*ir.Value]int{}}
	for _, gen := range src.Generics() {
		if gen.Kind == "nat" {
			k.nats = append(k.nats, gen.Name)
		}
	}
	k.useDynamic = k.needsDynamic()
	f := m.newFn(src, true)
	f.kernel, f.grid, f.lentParts = &kernelCode{f.storage, k, m.opts.Align}, g, parts
	k.facts = f.facts
	f.facts = k.idFacts()
	f.kernel.signature()
	f.direct, f.assigned, f.needed = valueVariables(src, f.usages), assignmentsOf(src), neededIn(src)
	for o := range src.Body(0).Ops() {
		f.b.At(o.Loc())
		if ir.Is[descend.ReturnOp](o) || ir.Is[descend.YieldOp](o) {
			break
		}
		f.lower(o)
	}
	f.b.At(src.Loc())
	gpu.NewReturn(f.b)
	f.facts = k.idFacts()
	f.versions()
	f.kernel.attributes()
	k.fn = f.op
	m.made = append(m.made, k)
	return k, nil
}

// lowerFunction lowers a CPU function to func.func; the error, if there is one, was reported.
func (m *module) lowerFunction(src descend.FuncOp) (lowered *ir.Operation, err error) {
	defer bail.Catch(&err)
	f := m.newFn(src, false)
	f.host = &hostCode{f.storage, &m.program, src}
	f.cf = hasNestedReturn(src)
	f.host.signature()
	f.frees = [][]*ir.Value{nil}
	f.direct, f.assigned, f.needed = valueVariables(src, f.usages), assignmentsOf(src), neededIn(src)
	for o := src.Body(0).Front(); o != nil && !f.done; o = o.Next() {
		f.b.At(o.Loc())
		if ir.Is[descend.YieldOp](o) {
			f.host.returnOp(o)
			break
		}
		f.lower(o)
	}
	if !f.done {
		f.freeFrom(0)
		f.b.At(src.Loc())
		funcd.NewReturn(f.b)
	}
	return f.op, nil
}
