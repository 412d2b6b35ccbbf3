package check

import (
	"slices"
	"sort"

	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/ir"
	"descend/passes"
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

const wrongMemory = "wrong-memory"

type memoryChecker struct {
	*moduleState
	// needs are the obligations of each function: a memory and an operation that says why.
	needs map[string]map[descend.Mem]*ir.Operation
}

// Run checks all functions.
func (p *MemoryCheck) Run(c *passes.Context) error { return runChecks(c, p) }

// begin finds the obligations, callees first; those of recursive functions by repetition.
func (*MemoryCheck) begin(m *moduleState) checker {
	x := &memoryChecker{m, map[string]map[descend.Mem]*ir.Operation{}}
	var open []descend.FuncOp // those in which who reaches what depends on the caller
	for _, f := range x.order {
		t := execTypeOf(f)
		if t == nil || t.Kind == exec.Any || slices.ContainsFunc(f.Generics(), func(g descend.Generic) bool { return g.Kind == "mem" }) {
			open = append(open, f)
		}
	}
	for changed := true; changed; {
		changed = false
		for _, f := range open {
			changed = x.infer(f) || changed
		}
		if len(x.cyclic) == 0 {
			break
		}
	}
	return x
}

func (x *memoryChecker) function(f descend.FuncOp) {
	x.checkFunc(f)
	x.now.reaches = sortedMems(x.needs[ir.SymbolName(f.Operation)])
}

// dereferences calls visit for each dereference that op executes, innermost first.
func dereferences(op *ir.Operation, visit func(deref *ir.Operation, m descend.Mem)) {
	var p *ir.Value
	last := true
	switch o := op.Typed().(type) {
	case descend.ReadOp, descend.MoveOp, descend.AtomicOp, descend.DropOp:
		p = op.Operand(0)
	case descend.WriteOp:
		p = o.Place()
	case descend.BorrowOp:
		p, last = op.Operand(0), false
	case descend.ForEachOp:
		p, last = op.Operand(0), false
	default:
		return
	}
	// last: the innermost dereference on the way from p to its root is an access.
	for {
		of, d := descend.Base(p)
		if d == nil {
			return
		}
		if d.Is("descend.deref") {
			m := descend.Mem("")
			switch t := descend.ElemOf(of).(type) {
			case *descend.RefType:
				m = t.Mem
			case *descend.BoxType:
				m = t.Mem
			}
			if last && m != "" {
				visit(d, m)
			}
			last = true // the reference itself is read
		}
		p = of
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
	name := ir.SymbolName(f.Operation)
	if x.needs[name] == nil {
		x.needs[name] = map[descend.Mem]*ir.Operation{}
	}
	added := false
	add := func(op *ir.Operation, m descend.Mem) {
		if _, known := reaches(executorOf(op), m); !known && x.needs[name][m] == nil {
			x.needs[name][m] = op
			added = true
		}
	}
	f.Walk(func(op *ir.Operation) ir.WalkResult {
		dereferences(op, func(d *ir.Operation, m descend.Mem) { add(op, m) })
		if op.Is("descend.call") {
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
	n, _ := calleeName(op)
	f, ok := x.fns[n]
	if !ok || len(x.needs[n]) == 0 {
		return nil
	}
	s := descend.Instantiation(op, f)
	var out []descend.Mem
	for m := range x.needs[n] {
		out = append(out, s.Mem(m))
	}
	sort.Slice(out, func(i, j int) bool { return out[i] < out[j] })
	return out
}

// checkFunc reports dereferences and calls that cannot be; one for each variable and memory.
func (x *memoryChecker) checkFunc(f descend.FuncOp) {
	type key struct {
		root *ir.Value
		m    descend.Mem
	}
	seen := map[key]bool{}
	f.Walk(func(op *ir.Operation) ir.WalkResult {
		if x.now.isReported(op) {
			return ir.Advance
		}
		t := executorOf(op)
		dereferences(op, func(d *ir.Operation, m descend.Mem) {
			yes, known := reaches(t, m)
			if yes || !known {
				return
			}
			k := key{origin(d.Operand(0)), m}
			if seen[k] || x.clashes(k.root) {
				x.now.poison(op)
				return
			}
			seen[k] = true
			x.report(op, d, m, t)
		})
		if op.Is("descend.call") || op.Is("descend.launch") {
			x.checkCall(op, t)
		}
		return ir.Advance
	})
}

// origin is the variable or parameter that a place is a part of, or that a reference on the way to it was borrowed from.
func origin(v *ir.Value) *ir.Value {
	for {
		root := descend.Root(v)
		b := initialBorrow(root)
		if b == nil {
			return root
		}
		v = b.Operand(0)
	}
}

// clashes says whether the frontend has reported an argument for the parameter root, and with it that its memory is in question.
func (x *memoryChecker) clashes(root *ir.Value) bool {
	at := ir.RangeOf(root.Location())
	for _, d := range x.c.Diags.InOrder() {
		for _, r := range d.Related {
			if p := ir.RangeOf(r.Loc); d.Code == "mismatched-types" && at.Known() && p.File == at.File && p.Line == at.Line && p.Col == at.Col {
				return true
			}
		}
	}
	return false
}

// report is the paper's message.
func (x *memoryChecker) report(op, deref *ir.Operation, m descend.Mem, t *exec.Type) {
	d := x.now.failAt(op, deref.Loc(), wrongMemory, "cannot dereference `*%s` pointing to `%s`", placeText(deref.Operand(0)), m).
		WithLabel("dereferencing pointer in `%s` memory", m).
		Relate(executorLoc(op), "executed by `%s`", t.User())
	if t.Kind == exec.CPUThread {
		d.WithHelp("copy it to the CPU: `copy_mem_to_host(&uniq on_cpu, &on_gpu)`")
		return
	}
	p := deref.Operand(0)
	r, ok := descend.ElemOf(p).(*descend.RefType)
	if p.DefiningOp() != nil || !ok || m != descend.CPUMem {
		return
	}
	if f, ok := p.OwnerBlock().Parent().Typed().(descend.FuncOp); ok {
		if fix := referenceType(f, p, r.Uniq, descend.GPUGlobal); fix != nil {
			d.WithFix("take memory of the GPU", fix)
		}
	}
}

// checkCall reports calls and launches of functions that reach memory which the executor does not reach.
func (x *memoryChecker) checkCall(op *ir.Operation, t *exec.Type) {
	n, _ := calleeName(op)
	if op.Is("descend.launch") {
		t = execTypeOf(x.fns[n])
	}
	for _, m := range x.required(op) {
		yes, known := reaches(t, m)
		if yes || !known && op.Is("descend.call") {
			continue
		}
		if !known {
			x.now.fail(op, wrongMemory, "cannot tell whether the GPU reaches `%s`", m).
				WithLabel("`%s` dereferences memory of `%s`", shownName(n), m).
				Note("launches of kernels over a memory that is itself a generic of the caller are not supported")
			return
		}
		d := x.now.fail(op, wrongMemory, "`%s` cannot dereference memory of `%s` here", shownName(n), m).
			WithLabel("executed by `%s`, which does not reach `%s`", t.User(), m)
		s := descend.Instantiation(op, x.fns[n])
		for _, k := range sortedMems(x.needs[n]) {
			if s.Mem(k) == m {
				d.Relate(x.needs[n][k].Loc(), "dereferenced here")
				break
			}
		}
		return
	}
}

func sortedMems(m map[descend.Mem]*ir.Operation) []descend.Mem {
	var out []descend.Mem
	for k := range m {
		out = append(out, k)
	}
	sort.Slice(out, func(i, j int) bool { return out[i] < out[j] })
	return out
}
