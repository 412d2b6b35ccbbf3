package check

import (
	"maps"
	"slices"

	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/dialects/view"
	"descend/ir"
	"descend/passes"
	"descend/passes/check/analysis"
	"descend/passes/check/help"
	"descend/passes/place"
)

// MemoryCheck checks that memory is dereferenced only by resources that reach it (paper section 2.3):
// the CPU reaches cpu.mem, the GPU gpu.global, gpu.shared and gpu.local.
//
//	sched(X) thread in grid.to_threads {
//	    (*vec)[[thread]] = 1.0     // vec: &uniq cpu.mem [f64; n]
//	}   // error: cannot dereference `*vec` pointing to `cpu.mem`
//
// Reads, writes, moves and atomics access the memory that their place lies in, and the memory of every
// reference that is followed on the way. Borrows only the latter: the CPU may make references into GPU
// memory. In functions over `m: mem` or executed by `any` the reach becomes an obligation of the callers
// (attribute descend.reaches: the memories that the executing resource must reach), as for where clauses.
type MemoryCheck struct{}

// Name is the name of the pass.
func (*MemoryCheck) Name() string { return "memory-check" }

// Description is one line.
func (*MemoryCheck) Description() string {
	return "check that memory is reached by who dereferences it"
}

// Anchor is the operation that the pass runs on.
func (*MemoryCheck) Anchor() string { return "builtin.module" }

// After is the order with reasons.
func (*MemoryCheck) After() []passes.Order {
	return []passes.Order{
		{Pass: "exec-check", Why: "who executes what is settled there"},
	}
}

type memoryChecker struct{ *analysis.Module }

// Run checks all functions.
func (p *MemoryCheck) Run(c *passes.Context) error { return analysis.Run(c, p) }

func (*MemoryCheck) Begin(m *analysis.Module) analysis.Checker { return &memoryChecker{m} }

// Group finds the obligations of functions in which who reaches what depends on the caller.
func (x *memoryChecker) Group(fs []descend.FuncOp) {
	x.Repeat(fs, func(f descend.FuncOp) bool {
		t := f.ExecType()
		open := t == nil || t.Kind == exec.Any || slices.ContainsFunc(f.Generics(), func(g descend.Generic) bool { return g.Kind == "mem" })
		return open && x.infer(f)
	})
}

// dereferences calls visit for each dereference that op executes, innermost first, with the place or value that holds
// the reference or box and the operation that says so.
func dereferences(op *ir.Operation, visit func(p *ir.Value, by *ir.Operation, m descend.Mem)) {
	for _, u := range descend.UsesOf(op) {
		if !u.IsPlace() {
			r, ok := u.Of.Type().(*descend.RefType)
			if lvl, _ := exec.LevelOf(op); ok && u.Accesses() && lvl != exec.ByCPU { // the CPU copies between all memories
				visit(u.Of, op, r.Mem)
			}
			continue
		}
		accessed := u.Accesses()
		for of, by := descend.Base(u.Of); of != nil; of, by = descend.Base(of) {
			view.Permutes(by, func(v view.PermuteOp) { visit(v.Permutation(), v.Operation, descend.GPUGlobal) }) // also to find what is lent
			if d, ok := ir.As[descend.DerefOp](by); ok {
				if m, ok := d.Mem(); ok && accessed {
					visit(of, by, m)
				}
				accessed = true // the reference itself is read
			}
		}
	}
}

// reaches says whether a resource reaches a memory; known is false where that depends on who calls.
func reaches(t *exec.Type, m descend.Mem) (yes, known bool) {
	if t == nil || t.Kind == exec.Any || m.IsVar() {
		return false, false
	}
	return (m == descend.CPUMem) == (t.Kind == exec.CPUThread), true
}

// infer adds what f must reach; true if something was added.
func (x *memoryChecker) infer(f descend.FuncOp) bool {
	reached := x.FactsOf(f).Reaches
	added := false
	add := func(op *ir.Operation, m descend.Mem) {
		if _, known := reaches(place.ExecType(op), m); !known && reached[m] == nil {
			reached[m] = op
			added = true
		}
	}
	f.Walk(func(op *ir.Operation) ir.WalkResult {
		dereferences(op, func(_ *ir.Value, _ *ir.Operation, m descend.Mem) { add(op, m) })
		if ir.Is[descend.CallOp](op) {
			for _, m := range x.required(op) {
				add(op, m)
			}
		}
		return ir.Advance
	})
	return added
}

// required are the memories that the executor of a call or launch must reach, sorted.
func (x *memoryChecker) required(op *ir.Operation) []descend.Mem {
	n, _ := descend.CalleeOf(op)
	f, ok := x.Funcs[n]
	if !ok {
		return nil
	}
	s := descend.Instantiation(op, f)
	var out []descend.Mem
	for m := range x.FactsOf(f).Reaches {
		out = append(out, s.Mem(m))
	}
	slices.Sort(out)
	return out
}

// Function reports dereferences and calls that cannot be; one for each variable and memory.
func (x *memoryChecker) Function(f descend.FuncOp) {
	type key struct {
		root *ir.Value
		m    descend.Mem
	}
	seen := map[key]bool{}
	f.Walk(func(op *ir.Operation) ir.WalkResult {
		if x.Now.IsReported(op) {
			return ir.Advance
		}
		t := place.ExecType(op)
		dereferences(op, func(p *ir.Value, by *ir.Operation, m descend.Mem) {
			yes, known := reaches(t, m)
			if yes || !known {
				return
			}
			k := key{origin(p), m}
			if seen[k] || x.isQuestioned(f, k.root) {
				x.Now.Poison(op)
				return
			}
			seen[k] = true
			if ir.Is[view.PermuteOp](by) {
				x.Now.FailAt(op, by.Loc(), descend.CodeWrongMemory, "only the GPU follows a permutation").
					WithLabel("its indices lie in `%s` memory", m).Relate(place.ExecLoc(op), "executed by `%s`", t.User())
				return
			}
			x.report(op, p, by.Loc(), m, t)
		})
		x.checkCall(op, t)
		return ir.Advance
	})
}

// origin is the variable or parameter that a place is a part of, or that a reference on the way to it was borrowed from.
func origin(v *ir.Value) *ir.Value {
	for {
		root := descend.Root(v)
		if v = place.InitialBorrow(root); v == nil {
			return root
		}
	}
}

// isQuestioned says whether the frontend has reported an argument for the parameter root, and with it that its memory is in question.
func (x *memoryChecker) isQuestioned(f descend.FuncOp, root *ir.Value) bool {
	l, ok := f.Attr(descend.PoisonedArgsAttr).(*ir.ArrayAttr)
	if i := slices.Index(f.Params(), root); ok && i >= 0 && i < len(l.Elems) {
		return l.Elems[i] == f.Context().BoolAttr(true)
	}
	return false
}

// report is the paper's message.
func (x *memoryChecker) report(op *ir.Operation, p *ir.Value, loc ir.Location, m descend.Mem, t *exec.Type) {
	d := x.Now.FailAt(op, loc, descend.CodeWrongMemory, "cannot dereference `*%s` pointing to `%s`", help.PlaceText(p), m).
		WithLabel("dereferencing pointer in `%s` memory", m).
		Relate(place.ExecLoc(op), "executed by `%s`", t.User())
	if t.Kind == exec.CPUThread {
		d.WithHelp("copy it to the CPU: `copy_mem(&uniq on_cpu, &on_gpu)`")
		return
	}
	r, ok := descend.ElemOf(p).(*descend.RefType)
	if p.DefiningOp() != nil || !ok || m != descend.CPUMem {
		return
	}
	if f, ok := p.OwnerBlock().Parent().Typed().(descend.FuncOp); ok {
		if fix := help.ReferenceType(f, p, r.Uniq, descend.GPUGlobal); fix != nil {
			d.WithFix("take memory of the GPU", fix)
		}
	}
}

// checkCall reports calls and launches of functions that reach memory which the executor does not reach.
func (x *memoryChecker) checkCall(op *ir.Operation, t *exec.Type) {
	n, ok := descend.CalleeOf(op)
	if !ok {
		return
	}
	launch := ir.Is[descend.LaunchOp](op)
	if launch {
		t = x.Funcs[n].ExecType()
	}
	for _, m := range x.required(op) {
		yes, known := reaches(t, m)
		if yes || !known && !launch {
			continue
		}
		if !known {
			x.Now.Fail(op, descend.CodeWrongMemory, "cannot tell whether the GPU reaches `%s`", m).
				WithLabel("`%s` dereferences memory of `%s`", help.ShownName(n), m).
				Note("launches of kernels over a memory that is itself a generic of the caller are not supported")
			return
		}
		d := x.Now.Fail(op, descend.CodeWrongMemory, "`%s` cannot dereference memory of `%s` here", help.ShownName(n), m).
			WithLabel("executed by `%s`, which does not reach `%s`", t.User(), m)
		s, reached := descend.Instantiation(op, x.Funcs[n]), x.FactsOf(x.Funcs[n]).Reaches
		for _, k := range slices.Sorted(maps.Keys(reached)) {
			if s.Mem(k) == m {
				d.Relate(reached[k].Loc(), "dereferenced here")
				break
			}
		}
		return
	}
}
