package sim

import (
	"descend/dialects/cf"
	funcd "descend/dialects/func"
	"descend/dialects/gpu"
	"descend/dialects/memref"
	"descend/ir"
)

// host compiles operations that only host functions have; nil for others.
func (c *code) host(op *ir.Operation) exec {
	switch op.Typed().(type) {
	case memref.AllocOp:
		return c.hostAlloc(op, hostSpace)
	case gpu.AllocOp:
		if op.HasAttr("hostShared") {
			return c.hostAlloc(op, hostSpace)
		}
		return c.hostAlloc(op, globalSpace)
	case memref.DeallocOp, gpu.DeallocOp:
		return c.dealloc(op)
	case memref.CopyOp:
		return c.copyMem(op, 1, 0, false)
	case gpu.MemcpyOp: // async dependencies, destination, source
		return c.copyMem(op, op.NumOperands()-2, op.NumOperands()-1, true)
	case gpu.MemsetOp:
		return c.memset(op)
	case gpu.WaitOp:
		return nothing
	case gpu.HostRegisterOp, gpu.HostUnregisterOp:
		return c.hostRegister(op)
	case memref.GetGlobalOp:
		return c.getGlobal(op)
	case gpu.PrintfOp: // in functions made of kernels
		return c.printf(op)
	case gpu.LaunchFuncOp:
		return c.launchFunc(op)
	case funcd.CallOp:
		return c.call(op)
	}
	return nil
}

// hostAlloc allocates; a result may also be an async token, which is nothing here.
func (c *code) hostAlloc(op *ir.Operation, sp space) exec {
	t := op.Result(0).Type().(*ir.MemRefType)
	if t.Layout != nil && len(t.Shape) != 1 {
		return nil
	}
	res := c.slot(op.Result(0))
	var sizes []int
	for _, v := range op.Operands() {
		if _, isIndex := v.Type().(*ir.IndexType); isIndex {
			sizes = append(sizes, c.slot(v))
		}
	}
	return func(f *frame, act []int32) {
		var b *buffer
		dims, n := f.sized(op, t, sizes, 0)
		device := 0
		if sp == globalSpace {
			device, f.m.nextDevice = f.m.nextDevice, 0
		}
		if sp == globalSpace && f.m.opts.Device != nil {
			b = f.m.allocateDevice(op, device, t.Elem, n)
		} else {
			b = f.m.allocate(op, sp, t.Elem, n, 1, false)
			b.device = device
		}
		b.dims, b.shared = dims, ir.Is[gpu.AllocOp](op) && sp == hostSpace
		f.bufs[res] = b
		f.m.allocs[b.alloc] = op
		f.m.heap = append(f.m.heap, b.alloc)
	}
}

func (c *code) dealloc(op *ir.Operation) exec {
	s := c.slot(op.Operand(op.NumOperands() - 1))
	sp := hostSpace
	if ir.Is[gpu.DeallocOp](op) {
		sp = globalSpace
	}
	return func(f *frame, act []int32) {
		b := f.bufs[s]
		at := (*ir.Operation)(nil)
		if b != nil {
			at = f.m.allocs[b.alloc]
		}
		switch {
		case at == nil:
			f.m.fail(op, f.m.code("memory"), "this memory was not allocated by the program")
		case b.freed:
			f.m.fail(op, f.m.code("memory"), "memory is freed twice").Relate(at.Loc(), "allocated here").Relate(f.m.freedAt[b.alloc].Loc(), "freed here before")
		case b.space != sp && !b.shared:
			f.m.fail(op, f.m.code("memory"), "memory in %s is freed as memory in %s", b.space, sp).Relate(at.Loc(), "allocated here")
		default:
			if b.onDevice {
				f.m.try(op, f.m.on(op, b.alloc).Free(b.address))
			}
			f.m.release(b.alloc)
			f.m.freedAt[b.alloc] = op
			return
		}
		stop()
	}
}

// copyMem copies a whole buffer.
func (c *code) copyMem(op *ir.Operation, dst, src int, device bool) exec {
	d, s := c.slot(op.Operand(dst)), c.slot(op.Operand(src))
	toType, fromType := op.Operand(dst).Type().(*ir.MemRefType), op.Operand(src).Type().(*ir.MemRefType)
	num := c.number(op)
	return func(f *frame, act []int32) {
		to, from := f.bufs[d], f.bufs[s]
		if to == nil || from == nil || to.freed || from.freed {
			f.m.fail(op, f.m.code("memory"), "copy of memory that was freed or never set")
			stop()
		}
		if x, y := to.shape(toType), from.shape(fromType); f.m.launch.loop != nil || !dense(x) || !dense(y) {
			f.copyElements(op, num, to, from, x, y, device)
			return
		}
		n := from.bytes()
		if to.bytes() != n {
			f.m.fail(op, f.m.code("memory"), "copy of %d bytes to memory of %d bytes", n, to.bytes())
			stop()
		}
		if !device && (to.space != hostSpace || from.space != hostSpace) {
			f.m.fail(op, f.m.code("memory"), "the CPU copies between %s and %s", from.space, to.space)
			stop()
		}
		if to.onDevice || from.onDevice {
			f.m.transfer(op, to, from, n)
		} else {
			copy(to.data[to.offset:to.offset+n], from.data[from.offset:from.offset+n])
		}
		f.m.setWritten(op, to, to.offset, n)
		f.m.stats.BytesMoved += n
	}
}

// memset fills a buffer of the device with a value.
func (c *code) memset(op *ir.Operation) exec {
	if !(gpu.MemsetOp{Operation: op}).FromNumber() {
		return nil
	}
	d, v := c.slot(op.Operand(op.NumOperands()-2)), c.slot(op.Operand(op.NumOperands()-1))
	return func(f *frame, act []int32) {
		to := f.bufs[d]
		if to == nil || to.freed {
			f.m.fail(op, f.m.code("memory"), "fill of memory that was freed or never set")
			stop()
		}
		data := []byte(nil)
		if to.onDevice {
			data = slice[byte](f.m, op, to.bytes())
		} else {
			data = to.data[to.offset : to.offset+to.bytes()]
		}
		for i := range to.count {
			storeBits(data[i*int64(to.size):], to.size, f.vals[v][0])
		}
		if to.onDevice {
			f.m.try(op, f.m.on(op, to.alloc).ToDevice(to.start(), data))
		}
		f.m.setWritten(op, to, to.offset, to.bytes())
		f.m.stats.BytesMoved += to.bytes()
	}
}

// Operand groups of gpu.launch_func: async dependencies, grid x y z, block x y z, cluster x y z, size of the
// dynamic shared memory, arguments, async object.
const (
	launchDims     = 1
	launchClusters = 7
	launchDynamic  = 10
	launchArgs     = 11
	launchGroups   = 13
)

// launchFunc finds the kernel and runs it.
func (c *code) launchFunc(op *ir.Operation) exec {
	seg, ok := op.Attr("operandSegmentSizes").(*ir.DenseArrayAttr)
	if !ok || len(seg.Values) != launchGroups || seg.Values[launchClusters] != 0 {
		return nil
	}
	start := make([]int, len(seg.Values)+1)
	for i, n := range seg.Values {
		start[i+1] = start[i] + int(n)
	}
	ref, ok := op.Attr("kernel").(*ir.SymbolRefAttr)
	if !ok || start[launchGroups] > op.NumOperands() {
		return nil
	}
	dims := c.slotsOf(op.Operands()[start[launchDims]:start[launchClusters]])
	dynamic := c.slotsOf(op.Operands()[start[launchDynamic]:start[launchArgs]])
	args := c.slotsOf(op.Operands()[start[launchArgs]:start[launchArgs+1]])
	if len(dims) != 6 {
		return nil
	}
	w := 64
	if len(dims) > 0 {
		w = widthOf(op.Operand(start[launchDims]).Type())
	}
	return func(f *frame, act []int32) {
		kernel := ir.ResolveSymbol(op, ref)
		if !ir.Is[gpu.FuncOp](kernel) || kernel.Region(0).Empty() {
			f.m.fail(op, f.m.code("launch"), "no kernel %s", ref)
			stop()
		}
		var l Launch
		for d := range 3 {
			l.Grid[d], l.Block[d] = clampInt(signed(f.vals[dims[d]][0], w)), clampInt(signed(f.vals[dims[3+d]][0], w))
		}
		if len(dynamic) > 0 {
			l.Dynamic = signed(f.vals[dynamic[0]][0], 32)
		}
		f.m.launchKernel(op, kernel, l, f.operands(args))
	}
}

// clampInt keeps sizes in the range of int; anything out of range stays invalid.
func clampInt(v int64) int {
	if v < 0 || v > 1<<40 {
		return -1
	}
	return int(v)
}

// operands are the values of registers of the host.
func (f *frame) operands(slots []int) []operand {
	vals := make([]operand, len(slots))
	for i, s := range slots {
		vals[i] = operand{f.vals[s][0], f.bufs[s]}
	}
	return vals
}

// maxDepth bounds the depth of calls.
const maxDepth = 10_000

// call calls a host function; a declaration without body is one of the runtime's (print).
func (c *code) call(op *ir.Operation) exec {
	ref, ok := op.Attr("callee").(*ir.SymbolRefAttr)
	if !ok {
		return nil
	}
	args, res := c.slotsOf(op.Operands()), c.slotsOf(op.Results())
	return func(f *frame, act []int32) {
		fn := ir.ResolveSymbol(op, ref)
		if fn == nil || fn.Region(0).Empty() {
			f.runtimeCall(op, ref.Root, args)
			return
		}
		if f.m.depth++; f.m.depth > maxDepth {
			f.m.fail(op, "sim-limit", "calls are nested deeper than %d", maxDepth)
			stop()
		}
		r := f.m.runHost(fn, f.operands(args))
		for i, s := range res {
			if i < len(r) {
				f.vals[s][0], f.bufs[s] = r[i].bits, r[i].buf
			}
		}
		f.m.depth--
	}
}

// runHost runs a host function and returns its results.
func (m *Machine) runHost(fn *ir.Operation, args []operand) []operand {
	c := m.compile(fn)
	f := newFrame(c, 1)
	for _, set := range c.setup {
		set(f)
	}
	b := fn.Body(0)
	for i, a := range args {
		s := c.slots[b.Arg(i)]
		f.vals[s][0], f.bufs[s] = a.bits, a.buf
	}
	act := []int32{0}
	for b != nil {
		runAll(c.blocks[b], f, act)
		last := b.Back()
		if f.done || last == nil || len(last.Successors()) == 0 {
			break
		}
		m.tick(last)
		succ := last.Successors()
		if ir.Is[cf.CondBranchOp](last) && f.vals[c.slots[last.Operand(0)]][0] == 0 {
			b = succ[1]
		} else {
			b = succ[0]
		}
	}
	f.drop()
	return f.ret
}
