package sim

import (
	"fmt"
	"strings"

	"descend/ir"
)

// What MLIR's programs print with: the functions of its runner's library (mlir/lib/ExecutionEngine/RunnerUtils.cpp), with its text.

// scalarPrints are functions that print their argument, or a text if they have none.
var scalarPrints = map[string]string{"printI64": "i64", "printU64": "u64", "printF32": "f32", "printF64": "f64", "printF16": "f16",
	"printNewline": "\n", "printComma": ", ", "printOpen": "( ", "printClose": " )"}

// printForMLIR runs such a function; false if there is none of the name that takes the arguments.
func (m *Machine) printForMLIR(f *frame, op *ir.Operation, name string, args []int) bool {
	if what, ok := scalarPrints[name]; ok {
		switch {
		case len(args) == 0:
			fmt.Fprint(m.opts.Stdout, what)
		case len(args) == 1 && len(what) > 2:
			fmt.Fprint(m.opts.Stdout, FormatScalar(what, f.vals[args[0]][0]))
		default:
			return false
		}
		return true
	}
	if !strings.HasPrefix(name, "printMemref") || len(args) != 1 {
		return false
	}
	t, ok := op.Operand(0).Type().(*ir.MemRefType)
	if !ok {
		return false
	}
	b := f.bufs[args[0]]
	text := m.memrefText(op, t, b)
	dims := b.shape(t)
	var sizes, strides []string
	for _, d := range dims {
		sizes, strides = append(sizes, fmt.Sprint(d.size)), append(strides, fmt.Sprint(d.stride))
	}
	fmt.Fprintf(m.opts.Stdout, "Unranked Memref base@ = 0x0 rank = %d offset = %d sizes = [%s] strides = [%s] data = \n%s\n",
		len(dims), (b.offset-b.base)/b.step, strings.Join(sizes, ", "), strings.Join(strides, ", "), text)
	return true
}

// text is a value as people read it.
func (m *Machine) text(op *ir.Operation, t ir.Type, v operand) string {
	if mem, ok := t.(*ir.MemRefType); ok {
		return m.memrefText(op, mem, v.buf)
	}
	return scalarText(t, v.bits)
}

// scalarText is a number; signless integers count as signed ones.
func scalarText(t ir.Type, bits uint64) string {
	switch t := t.(type) {
	case *ir.IndexType:
		return fmt.Sprint(int64(bits))
	case *ir.IntegerType:
		if t.Width == 1 {
			return fmt.Sprint(bits & 1)
		}
		return fmt.Sprint(signed(bits, t.Width))
	case *ir.FloatType:
		return strings.ToLower(strings.TrimPrefix(fmt.Sprintf("%.6g", ir.DecodeFloat(bits, t.Kind)), "+")) // as C++ does
	}
	return "?"
}

// memrefText are the elements of a buffer: rows in brackets.
func (m *Machine) memrefText(op *ir.Operation, t *ir.MemRefType, b *buffer) string {
	switch {
	case b == nil || b.freed:
		m.fail(op, "sim-memory", "the contents of memory that was freed or never set are printed")
		stop()
	case b.onDevice || b.space != hostSpace:
		m.fail(op, "sim-memory", "the CPU reads %s", b.space)
		stop()
	}
	var w strings.Builder
	dims := b.shape(t)
	var write func(d int, i int64)
	write = func(d int, i int64) {
		if d == len(dims) {
			pos := b.offset + i*b.step
			if b.shadow == nil && !b.initialized && b.written != nil && !b.isWritten(pos, int64(b.size)) {
				(&frame{m: m}).unwritten(op, b, 0)
			}
			w.WriteString(scalarText(t.Elem, loadBits(b.data[pos:], b.size)))
			return
		}
		w.WriteString("[")
		for k := range dims[d].size {
			if k > 0 {
				w.WriteString(", ")
				if d+1 < len(dims) {
					w.WriteString("\n")
				}
				w.WriteString(strings.Repeat(" ", d+1))
			}
			write(d+1, i+k*dims[d].stride)
		}
		w.WriteString("]")
	}
	if len(dims) == 0 {
		w.WriteString("[")
		write(0, 0)
		w.WriteString("]")
	} else {
		write(0, 0)
	}
	return w.String()
}
