package lower

import (
	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/dialects/gpu"
	"descend/dialects/nat"
	"descend/ir"
	"descend/passes"
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

// KernelModule is the name of the gpu.module.
const KernelModule = "kernels"

// module is the state of lowering a module.
type module struct {
	c       *ir.Context
	diags   *ir.Diagnostics
	opts    *LowerToGPU
	kernels map[string]*kernel
	hosts   map[string]descend.FuncOp
	// externs are the functions without body that host code calls.
	externs map[string]*ir.FunctionType
}

// Run lowers the module in place.
func (p *LowerToGPU) Run(c *passes.Context) error {
	m := &module{
		c: c.IR(), diags: c.Diags, opts: p,
		kernels: map[string]*kernel{}, hosts: map[string]descend.FuncOp{}, externs: map[string]*ir.FunctionType{},
	}
	funcs, names := functions(c.Op)
	var kernels, hosts []*ir.Operation
	for _, n := range names {
		f := funcs[n]
		switch {
		case f.IsExtern():
			if execKind(f) == exec.CPUThread {
				m.hosts[n] = f
			}
		case execKind(f) == exec.Grid:
			if k, err := m.lowerKernel(f); err == nil {
				m.kernels[n] = k
				kernels = append(kernels, k.fn)
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
	m.replace(c.Op, kernels, hosts)
	return nil
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
	b := ir.NewBuilder(m.c).AtStart(body)
	if len(kernels) > 0 {
		b.At(top.Loc())
		gm := gpu.NewModule(b, KernelModule)
		end := gm.Block().Back()
		for _, k := range kernels {
			gm.Block().Append(k)
			k.MoveBefore(end)
		}
		top.SetAttr("gpu.container_module", m.c.UnitAttr())
	}
	for _, h := range hosts {
		b.Insert(h)
	}
	for _, d := range m.externDecls() {
		b.Insert(d)
	}
}

// newFn prepares the lowering of a function.
func (m *module) newFn(src descend.FuncOp, gpu bool) *fn {
	e := &emitter{c: m.c, diags: m.diags, start: src.Loc(), b: ir.NewBuilder(m.c), consts: map[constKey]*ir.Value{}}
	x := &indexer{emitter: e, nats: map[string]*ir.Value{}, class: idClasses(), loops: map[string]*loopInfo{},
		facts: nat.NewFacts().With(src.Wheres()...)}
	p := &places{indexer: x, roots: map[*ir.Value]*root{}, elems: map[*ir.Value]nat.Expr{}}
	return &fn{storage: &storage{places: p, gpu: gpu, vals: map[*ir.Value]*value{}}, unchecked: m.opts.Unchecked}
}
