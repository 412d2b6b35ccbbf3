package proof

import (
	"fmt"
	"math/big"
	"strings"

	"descend/ir"
)

// This file walks over the operations of a kernel, as one thread for all, and makes events of them.

// body walks over a block and gives its events; the values of its terminator are read by the caller.
func (k *kernel) body(b *ir.Block) []event {
	var out []event
	if b == nil {
		return nil
	}
	outer := k.events
	k.events = nil
	for op := range b.Ops() {
		k.step(op)
	}
	out, k.events = k.events, outer
	return out
}

func (k *kernel) emit(e event) { k.events = append(k.events, e) }

func (k *kernel) get(v *ir.Value) *term {
	x := k.vals[v]
	if x.t == nil {
		if _, ok := v.Type().(*ir.MemRefType); !ok {
			x.t = k.unknown("value", v.Type())
			k.vals[v] = x
		}
	}
	return x.t
}

func (k *kernel) set(op *ir.Operation, t *term) { k.vals[op.Result(0)] = value{t: t} }

// step is one operation.
func (k *kernel) step(op *ir.Operation) {
	switch op.Name() {
	case "scf.if":
		k.branch(op)
	case "scf.for", "scf.while":
		k.loop(op)
	case "gpu.barrier":
		k.emit(&barrier{})
		k.passed()
	case "nvvm.barrier", "nvvm.barrier.arrive":
		k.unmodelled("a barrier of a part of the block")
	case "nvvm.bar.warp.sync":
		k.emit(&barrier{warp: true})
	case "memref.load", "memref.store", "memref.atomic_rmw", "memref.generic_atomic_rmw":
		k.access(op)
	case "memref.alloca":
		k.alloca(op)
	case "memref.cast":
		k.cast(op)
	case "memref.view":
		k.view(op)
	case "gpu.dynamic_shared_memory":
		k.vals[op.Result(0)] = value{mem: []alt{{when: k.s.yes, root: k.dynamic, off: k.s.num(0), elem: 1, n: k.sharedBytes}}}
	case "gpu.thread_id":
		k.set(op, k.thread[k.dim(op)])
	case "gpu.block_id":
		k.set(op, k.block[k.dim(op)])
	case "gpu.block_dim":
		k.set(op, k.blockDim[k.dim(op)])
	case "gpu.grid_dim":
		k.set(op, k.gridDim[k.dim(op)])
	case "nvvm.vote.ballot.sync": // all lanes get the same
		k.emit(&barrier{warp: true, lanes: true})
		k.set(op, k.uniform("ballot", op.Result(0).Type(), ofWarp, true))
	case "func.call":
		k.call(op)
	case "nvgpu.device_async_copy", "nvgpu.device_async_create_group", "nvgpu.device_async_wait":
		k.copyStep(op)
	case "llvm.call_intrinsic":
		switch name := op.StringAttr("intrin"); name {
		case "llvm.nvvm.barrier0.or", "llvm.nvvm.barrier0.and", "llvm.nvvm.barrier0.popc":
		default:
			k.unmodelled("the intrinsic %s", name)
		}
		k.emit(&barrier{})
		k.passed()
		k.set(op, k.uniform("vote", op.Result(0).Type(), ofBlock, true))
	case "gpu.shuffle":
		k.lanes(op)
	case "nvgpu.ldmatrix", "vector.extract":
		k.unmodelled("matrices that are read by rows")
		k.vals[op.Result(0)] = value{t: k.unknown("rows", op.Result(0).Type())}
	case "gpu.return", "scf.yield", "scf.condition", "gpu.printf", "memref.atomic_yield":
	case "llvm.intr.trap":
		k.emit(&assume{k.s.no})
	default:
		k.compute(op)
	}
}

// lanes is an operation of all lanes of a warp that gives each what is not modelled, and accesses no memory.
func (k *kernel) lanes(op *ir.Operation) {
	k.emit(&barrier{warp: true, lanes: true})
	for i := range op.NumResults() {
		k.vals[op.Result(i)] = value{t: k.unknown("lanes", op.Result(i).Type())}
	}
}

// call is a product of matrices, of which each lane has some elements: its arguments and results are numbers.
func (k *kernel) call(op *ir.Operation) {
	if c := op.Attr("callee"); c == nil || !strings.HasPrefix(c.String(), "@descend_mma_") {
		k.unmodelled("a barrier of the grid")
		return
	}
	k.lanes(op)
}

// dim is the dimension of an id.
func (k *kernel) dim(op *ir.Operation) int {
	t := op.Attr("dimension").String()
	for d, n := range []string{"dim x", "dim y", "dim z"} {
		if strings.Contains(t, n) {
			return d
		}
	}
	k.unmodelled("the dimension %s", t)
	return 0
}

// alloca is private memory.
func (k *kernel) alloca(op *ir.Operation) {
	mt := op.Result(0).Type().(*ir.MemRefType)
	r := k.roots[op]
	n := k.s.num(1)
	dyn := 0
	for _, x := range mt.Shape {
		if x == ir.Dynamic {
			n = k.s.mul(n, k.get(op.Operand(dyn)))
			dyn++
			continue
		}
		n = k.s.scale(big.NewInt(x), n)
	}
	size := bytesOf(mt.Elem)
	r.bytes = k.s.scale(big.NewInt(size), n)
	if dyn > 0 {
		k.duty(op, "a negative size", k.s.lt(n, k.s.num(0)))
	}
	for at := range r.cells {
		k.cells[cell{r, at}] = k.unknown("init", mt.Elem)
	}
	k.vals[op.Result(0)] = value{mem: []alt{{when: k.s.yes, root: r, off: k.s.num(0), elem: size, n: n}}}
}

// cast changes the static extent of a memory.
func (k *kernel) cast(op *ir.Operation) {
	mt := op.Result(0).Type().(*ir.MemRefType)
	v := k.vals[op.Operand(0)]
	var out []alt
	for _, a := range v.mem {
		if a.n != nil && len(mt.Shape) == 1 && mt.Shape[0] != ir.Dynamic {
			k.duty(op, "a cast to another extent", k.s.and(a.when, k.s.not(k.s.eq(a.n, k.s.num(mt.Shape[0])))))
		}
		out = append(out, a)
	}
	k.vals[op.Result(0)] = value{mem: out}
}

// view is a part of a memory of bytes, as elements.
func (k *kernel) view(op *ir.Operation) {
	mt := op.Result(0).Type().(*ir.MemRefType)
	shift := k.get(op.Operand(1))
	n := k.s.num(1)
	dyn := 2
	for _, x := range mt.Shape {
		if x == ir.Dynamic {
			k.duty(op, "a negative extent", k.s.lt(k.get(op.Operand(dyn)), k.s.num(0)))
			n = k.s.mul(n, k.get(op.Operand(dyn)))
			dyn++
			continue
		}
		n = k.s.scale(big.NewInt(x), n)
	}
	size := bytesOf(mt.Elem)
	var out []alt
	for _, a := range k.vals[op.Operand(0)].mem {
		if a.carried == nil {
			end := k.s.add(shift, k.s.scale(big.NewInt(size), n))
			k.duty(op, "a view out of its memory", k.s.and(a.when, k.s.or(k.s.lt(shift, k.s.num(0)), k.s.lt(a.n, end))))
			a.off = k.s.add(a.off, shift)
		}
		a.elem, a.n = size, n
		out = append(out, a)
	}
	k.vals[op.Result(0)] = value{mem: out}
}

// duty is something that must not be.
func (k *kernel) duty(op *ir.Operation, what string, bad *term) {
	if bad != k.s.no {
		k.emit(&obligation{op: op, what: what, bad: bad})
	}
}

// branch is scf.if.
func (k *kernel) branch(op *ir.Operation) {
	c := k.get(op.Operand(0))
	before := k.cells
	k.cells = copyOf(before)
	e := &branch{op: op, cond: c, then: k.body(op.Body(0))}
	then := k.cells
	k.cells = copyOf(before)
	e.els = k.body(op.Body(1))
	els := k.cells
	k.cells = map[cell]*term{}
	for at, x := range then {
		if y := els[at]; y != nil {
			k.cells[at] = k.s.ite(c, x, y)
		}
	}
	if traps(e.then) { // the thread ends there
		k.cells = els
		k.emit(&assume{k.s.not(c)})
		return
	}
	k.emit(e)
	for i := range op.NumResults() {
		a, b := k.vals[op.Body(0).Terminator().Operand(i)], k.vals[op.Body(1).Terminator().Operand(i)]
		k.vals[op.Result(i)] = k.choose(c, a, b)
	}
}

// choose is a if c holds, else b.
func (k *kernel) choose(c *term, a, b value) value {
	if a.t != nil && b.t != nil {
		return value{t: k.s.ite(c, a.t, b.t)}
	}
	var out []alt
	for _, x := range a.mem {
		x.when = k.s.and(c, x.when)
		out = append(out, x)
	}
	for _, x := range b.mem {
		x.when = k.s.and(k.s.not(c), x.when)
		out = append(out, x)
	}
	return value{mem: merged(k.s, out)}
}

// merged joins alternatives that are the same memory.
func merged(s *terms, in []alt) []alt {
	var out []alt
next:
	for _, a := range in {
		if a.when == s.no {
			continue
		}
		for i, b := range out {
			if a.root == b.root && a.carried == b.carried && a.off == b.off && a.elem == b.elem && a.n == b.n {
				out[i].when = s.or(a.when, b.when)
				continue next
			}
		}
		out = append(out, a)
	}
	return out
}

// traps says whether a branch does nothing but trap.
func traps(list []event) bool {
	if len(list) == 0 {
		return false
	}
	a, ok := list[len(list)-1].(*assume)
	return ok && a.cond.kind == kConst && !a.cond.truth
}

func copyOf(m map[cell]*term) map[cell]*term {
	out := map[cell]*term{}
	for k, v := range m {
		out[k] = v
	}
	return out
}

// access is a load, a store or an atomic operation.
func (k *kernel) access(op *ir.Operation) {
	name := op.Name()
	at := max(target(op), 0)
	mt, ok := op.Operand(at).Type().(*ir.MemRefType)
	if !ok || len(mt.Shape) != 1 || !contiguous(mt.Layout) {
		k.unmodelled("%s of %s", name, op.Operand(at).Type())
		return
	}
	idx := k.get(op.Operand(at + 1))
	mem := k.vals[op.Operand(at)].mem
	for _, a := range mem {
		if a.carried != nil {
			continue // in a pass that finds out what it is
		}
		k.duty(op, name+" out of bounds", k.s.and(a.when, k.s.or(k.s.lt(idx, k.s.num(0)), k.s.le(a.n, idx))))
		if !a.root.private {
			k.emit(&access{op: op, what: name, when: a.when, root: a.root, off: a.off, elem: a.elem, idx: idx,
				write: name != "memref.load", atomic: strings.Contains(name, "atomic"), moment: k.now()})
		}
	}
	defer func() {
		for _, a := range mem {
			if name != "memref.load" && a.root != nil {
				k.stored[a.root] = true
			}
		}
	}()
	if name == "memref.store" {
		if c, ok := k.cellOf(mem, idx); ok {
			k.cells[c] = k.get(op.Operand(0))
		}
		return
	}
	k.set(op, k.loaded(op, mem, idx))
}

// contiguous says whether the elements of a buffer of one dimension follow each other. Where the first one lies does not matter: a part
// of a buffer that a launch lends is one that nobody else has, as whole ones are, or is only read.
func contiguous(layout ir.Attribute) bool {
	s, strided := layout.(*ir.StridedAttr)
	return layout == nil || strided && len(s.Strides) == 1 && s.Strides[0] == 1
}

// cellOf is the followed scalar at an index of a memory.
func (k *kernel) cellOf(mem []alt, idx *term) (cell, bool) {
	if len(mem) != 1 || mem[0].root == nil || mem[0].root.cells == nil {
		return cell{}, false
	}
	i, ok := idx.constant()
	if !ok {
		return cell{}, false
	}
	c := cell{mem[0].root, i.Int64() * mem[0].elem}
	return c, mem[0].root.cells[c.at]
}

// loaded is what a load gives: of private scalars what was stored; of memory that the kernel does not write a
// function of the place; else it is not known.
func (k *kernel) loaded(op *ir.Operation, mem []alt, idx *term) *term {
	t := op.Result(0).Type()
	if !op.Is("memref.load") {
		return k.unknown("atomic", t)
	}
	if c, ok := k.cellOf(mem, idx); ok && k.cells[c] != nil {
		return k.cells[c]
	}
	if len(mem) != 1 || mem[0].root == nil || mem[0].root.private || width(t) == 1 {
		return k.unknown("load", t)
	}
	a := mem[0]
	args := []*term{k.s.add(a.off, k.s.scale(big.NewInt(a.elem), idx))}
	if a.root.shared {
		args = append(args, k.block[:]...)
	}
	var lo, hi *big.Int
	if w := width(t); w > 0 {
		lo, hi = signedRange(w)
	}
	old := k.s.app(fmt.Sprintf("in.%s.%d", a.root.name, a.elem), false, lo, hi, false, args...)
	if n := a.root.numbers; n != nil && !a.root.written { // each number below n is at one place, which is a function of the number
		at := k.s.app("place."+a.root.name, false, nil, nil, false, old)
		for _, holds := range []*term{k.s.ge0(old), k.s.lt(old, n), k.s.eq(at, args[0])} {
			k.emit(&assume{holds})
		}
	}
	if !a.root.written {
		return old
	}
	v := k.unknown("load", t)
	if !k.stored[a.root] { // all threads may come to it before any of them writes
		v.guess = k.s.eq(v, old)
	}
	return v
}
