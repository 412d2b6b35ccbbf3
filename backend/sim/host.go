package sim

import (
	"fmt"
	"strconv"
	"strings"

	"descend/ir"
)

func failedf(format string, args ...any) error { return fmt.Errorf(format, args...) }

// host compiles operations that only host functions have.
func (c *code) host(op *ir.Operation) exec {
	switch op.Name() {
	case "memref.alloc":
		return c.hostAlloc(op, hostSpace)
	case "gpu.alloc":
		return c.hostAlloc(op, globalSpace)
	case "memref.dealloc", "gpu.dealloc":
		return c.dealloc(op)
	case "memref.copy":
		return c.copyMem(op, op.NumOperands()-1, op.NumOperands()-2, false)
	case "gpu.memcpy": // async dependencies, destination, source
		return c.copyMem(op, op.NumOperands()-2, op.NumOperands()-1, true)
	case "gpu.wait":
		return func(*frame, []int32) {}
	case "gpu.launch_func":
		return c.launchFunc(op)
	case "func.call":
		return c.call(op)
	}
	return nil
}

// hostAlloc allocates; a result may also be an async token, which is nothing here.
func (c *code) hostAlloc(op *ir.Operation, sp space) exec {
	t := op.Result(0).Type().(*ir.MemRefType)
	res := c.slot(op.Result(0))
	var sizes []int
	for _, v := range op.Operands() {
		if _, isIndex := v.Type().(*ir.IndexType); isIndex {
			sizes = append(sizes, c.slot(v))
		}
	}
	size := elemSize(t.Elem)
	return func(f *frame, act []int32) {
		n := f.elements(op, t, sizes)
		f.m.reserve(op, n*int64(size))
		a := newAlloc(sp, make([]byte, n*int64(size)), size, 1)
		if sp == hostSpace {
			a.written = make([]bool, n)
		}
		f.bufs[res] = &buffer{alloc: a, elem: t.Elem, size: size, count: n}
		f.m.leaks[a] = op
	}
}

func (c *code) dealloc(op *ir.Operation) exec {
	s := c.slot(op.Operand(op.NumOperands() - 1))
	sp := hostSpace
	if op.Is("gpu.dealloc") {
		sp = globalSpace
	}
	return func(f *frame, act []int32) {
		b := f.bufs[s]
		if b == nil || b.freed || b.space != sp || f.m.leaks[b.alloc] == nil {
			f.m.fail(op, "sim-memory", "this memory cannot be freed here: it was freed before or was not allocated there")
			stop()
		}
		b.freed = true
		f.m.live -= int64(len(b.data))
		delete(f.m.leaks, b.alloc)
		b.data = nil
	}
}

// copyMem copies a whole buffer.
func (c *code) copyMem(op *ir.Operation, dst, src int, device bool) exec {
	d, s := c.slot(op.Operand(dst)), c.slot(op.Operand(src))
	return func(f *frame, act []int32) {
		to, from := f.bufs[d], f.bufs[s]
		if to == nil || from == nil || to.freed || from.freed {
			f.m.fail(op, "sim-memory", "copy of memory that was freed or never set")
			stop()
		}
		n := from.count * int64(from.size)
		if to.count*int64(to.size) != n {
			f.m.fail(op, "sim-memory", "copy of %d bytes to memory of %d bytes", n, to.count*int64(to.size))
			stop()
		}
		if !device && (to.space != hostSpace || from.space != hostSpace) {
			f.m.fail(op, "sim-memory", "the CPU copies between %s and %s", from.space, to.space)
			stop()
		}
		copy(to.data[to.offset:to.offset+n], from.data[from.offset:from.offset+n])
		if n == int64(len(to.data)) {
			to.initialized = true
		}
		for i := range to.written {
			to.written[i] = true
		}
		f.m.stats.BytesMoved += n
	}
}

// launchFunc finds the kernel and runs it. Operands: async dependencies, grid x y z, block x y z,
// cluster sizes (none), dynamic shared memory size (optional), arguments, async object (none).
func (c *code) launchFunc(op *ir.Operation) exec {
	seg, ok := op.Attr("operandSegmentSizes").(*ir.DenseArrayAttr)
	if !ok || len(seg.Values) < 12 {
		return nil
	}
	start := make([]int, len(seg.Values)+1)
	for i, n := range seg.Values {
		start[i+1] = start[i] + int(n)
	}
	ref, _ := op.Attr("kernel").(*ir.SymbolRefAttr)
	slotAt := func(group int) int { return c.slot(op.Operand(start[group])) }
	var dims [6]int
	for i := range dims {
		dims[i] = slotAt(1 + i)
	}
	dyn := -1
	if seg.Values[10] > 0 {
		dyn = slotAt(10)
	}
	var args []int
	for i := start[11]; i < start[12]; i++ {
		args = append(args, c.slot(op.Operand(i)))
	}
	return func(f *frame, act []int32) {
		kernel := ir.ResolveSymbol(op, ref)
		if kernel == nil {
			f.m.fail(op, "sim-launch", "no kernel %s", ref)
			stop()
		}
		var l Launch
		for d := range 3 {
			l.Grid[d], l.Block[d] = clampInt(f.vals[dims[d]][0]), clampInt(f.vals[dims[3+d]][0])
		}
		if dyn >= 0 {
			l.Dynamic = int64(uint32(f.vals[dyn][0]))
		}
		vals := make([]operand, len(args))
		for i, s := range args {
			vals[i] = operand{bits: f.vals[s][0], buf: f.bufs[s]}
		}
		f.m.runKernel(op, kernel, l, vals)
	}
}

// clampInt keeps sizes in the range of int; anything out of range stays invalid.
func clampInt(v uint64) int {
	if int64(v) < 0 || v > 1<<40 {
		return -1
	}
	return int(v)
}

// call calls a host function; a declaration without body is one of the runtime's (print).
func (c *code) call(op *ir.Operation) exec {
	ref, _ := op.Attr("callee").(*ir.SymbolRefAttr)
	var args, res []int
	for _, v := range op.Operands() {
		args = append(args, c.slot(v))
	}
	for _, v := range op.Results() {
		res = append(res, c.slot(v))
	}
	depth := 0
	return func(f *frame, act []int32) {
		fn := ir.ResolveSymbol(op, ref)
		if fn != nil && !fn.Region(0).Empty() {
			if depth++; depth > maxDepth {
				f.m.fail(op, "sim-limit", "calls are nested deeper than %d", maxDepth)
				stop()
			}
			vals := make([]operand, len(args))
			for i, s := range args {
				vals[i] = operand{f.vals[s][0], f.bufs[s]}
			}
			r := f.m.runHost(fn, vals)
			for i, s := range res {
				if i < len(r.ret) {
					f.vals[s][0], f.bufs[s] = r.ret[i], r.retB[i]
				}
			}
			depth--
			return
		}
		f.runtimeCall(op, ref.Root, args)
	}
}

// runtimeCall runs a function of the runtime library: descend_print_TYPE (one scalar or a buffer and its
// length), descend_print_text with attribute descend.text, descend_print_end.
func (f *frame) runtimeCall(op *ir.Operation, name string, args []int) {
	kind, ok := strings.CutPrefix(name, "descend_print_")
	if !ok {
		f.m.fail(op, "sim-unsupported", "the external function %s cannot be called on the simulator", name)
		stop()
	}
	if t := op.StringAttr("descend.text"); t != "" {
		fmt.Fprint(f.m.opts.Stdout, t)
	}
	for _, s := range args {
		if b := f.bufs[s]; b != nil {
			parts := make([]string, b.count)
			for i := range parts {
				parts[i] = FormatScalar(kind, loadBits(b.data[b.offset+int64(i*b.size):], b.size))
			}
			fmt.Fprintf(f.m.opts.Stdout, "[%s]", strings.Join(parts, ", "))
			continue
		}
		fmt.Fprint(f.m.opts.Stdout, FormatScalar(kind, f.vals[s][0]))
	}
	if !op.HasAttr("descend.more") {
		fmt.Fprintln(f.m.opts.Stdout)
	}
}

// FormatScalar prints the bits of a scalar of a named type (bool, i32, u8, f32 ..) as the language's print
// does: floats in the shortest form that reads back.
func FormatScalar(kind string, v uint64) string {
	switch kind {
	case "bool", "i1":
		return strconv.FormatBool(v&1 != 0)
	case "f16":
		return strconv.FormatFloat(ir.DecodeFloat(v, ir.F16), 'g', -1, 32)
	case "f32":
		return strconv.FormatFloat(ir.DecodeFloat(v&0xffffffff, ir.F32), 'g', -1, 32)
	case "f64":
		return strconv.FormatFloat(ir.DecodeFloat(v, ir.F64), 'g', -1, 64)
	case "i8", "i16", "i32", "i64":
		w, _ := strconv.Atoi(kind[1:])
		return strconv.FormatInt(signed(v&maskOf(w), w), 10)
	case "u8", "u16", "u32":
		w, _ := strconv.Atoi(kind[1:])
		return strconv.FormatUint(v&maskOf(w), 10)
	}
	return strconv.FormatUint(v, 10)
}

// printf prints once per active lane, in lane order.
func (c *code) printf(op *ir.Operation) exec {
	format := op.StringAttr("format")
	var args []int
	var types []ir.Type
	for _, v := range op.Operands() {
		args = append(args, c.slot(v))
		types = append(types, v.Type())
	}
	return func(f *frame, act []int32) {
		for _, l := range act {
			fmt.Fprint(f.m.opts.Stdout, formatC(format, func(i int) (uint64, ir.Type) {
				if i >= len(args) {
					return 0, nil
				}
				return f.vals[args[i]][l], types[i]
			}))
		}
	}
}

// formatC expands a C format string with the conversions that lowering makes: %d %u %lld %llu %f %g %s %%.
func formatC(format string, arg func(int) (uint64, ir.Type)) string {
	var b strings.Builder
	n := 0
	for i := 0; i < len(format); i++ {
		if format[i] != '%' || i+1 >= len(format) {
			b.WriteByte(format[i])
			continue
		}
		j := i + 1
		for j < len(format) && strings.IndexByte("0123456789.lh", format[j]) >= 0 {
			j++
		}
		if j >= len(format) {
			break
		}
		conv := format[j]
		if conv == '%' {
			b.WriteByte('%')
			i = j
			continue
		}
		v, t := arg(n)
		n++
		switch t := t.(type) {
		case *ir.FloatType:
			b.WriteString(FormatScalar(t.String(), v))
		default:
			if conv == 'd' || conv == 'i' {
				b.WriteString(strconv.FormatInt(signed(v, widthOf(t)), 10))
			} else {
				b.WriteString(strconv.FormatUint(v, 10))
			}
		}
		i = j
	}
	return b.String()
}
