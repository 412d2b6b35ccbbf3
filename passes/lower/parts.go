package lower

import (
	"strconv"

	"descend/dialects/arith"
	"descend/dialects/descend"
	funcd "descend/dialects/func"
	"descend/dialects/gpu"
	"descend/dialects/memref"
	"descend/ir"
)

// This file lends parts of buffers to kernels where they lie. A kernel may rely on where its parameters start, at a multiple of 16 bytes,
// and its parameters are whole buffers. So there is another kernel of the same function for launches with parts:
//
//	gpu.func @f(%x: memref<?xf32> {llvm.align = 16})
//	gpu.func @f__part0(%x: memref<?xf32, strided<[1], offset: ?>> {llvm.align = 4})
//
// What else is known of parameters holds for parts as well: that nobody else accesses what a thread accesses through a parameter is said of
// elements, and parts which are lent uniquely have none in common with others.

// lentParts are the parameters of a kernel that are parts of buffers, by their numbers, and whether they start where a buffer does: at a
// multiple of 16 bytes.
type lentParts map[int]bool

// lentPart is the type of the next parameter if t is its type as a buffer.
func (f *storage) lentPart(t *ir.MemRefType) *ir.MemRefType {
	if _, part := f.lentParts[f.entry.NumArgs()]; !part {
		return t
	}
	return partOf(f.c, t)
}

// partOf is the type of a part of a buffer, which starts anywhere.
func partOf(c *ir.Context, t *ir.MemRefType) *ir.MemRefType {
	return c.MemRefType(t.Shape, t.Elem, c.StridedAttr(ir.Dynamic, 1), t.Space)
}

// lentInPlace is the buffer of a reference that is handed to a kernel, or a part of one. Structs and tuples are bytes, which are read by
// views of the whole buffer: a part with such is copied.
func (f *hostCode) lentInPlace(r *reference, t *descend.RefType, to *lending) *ir.Value {
	if _, plain := isPlain(descend.Existing(f.c, t.Elem)); !plain {
		return f.lent(r, t, to)
	}
	return f.bufferOf(r, t.Elem)
}

// partsAmong are the arguments of a launch that are parts, which become parts that start anywhere. So is a field that starts anywhere in
// a buffer of structs, though its type does not say so.
func (f *hostCode) partsAmong(args []*ir.Value) lentParts {
	parts := lentParts{}
	for i, a := range args {
		t, ok := a.Type().(*ir.MemRefType)
		if !ok || t.Layout == nil && aligned(a) {
			continue
		}
		parts[i] = aligned(a)
		if p := partOf(f.c, t); p != t {
			args[i] = memref.NewCast(f.b, a, p)
		}
	}
	return parts
}

// aligned says whether memory is known to start at a multiple of 16 bytes.
func aligned(mem *ir.Value) bool {
	start, known := startOf(mem)
	return known && start%16 == 0
}

// startOf is at how many bytes from where its buffer starts, at a multiple of 16, memory starts, if that is constant.
func startOf(mem *ir.Value) (int64, bool) {
	op := mem.DefiningOp()
	if op == nil { // of a function: lent and launched with whole buffers. What a loop chooses may start anywhere.
		return 0, ir.Is[funcd.FuncOp](mem.OwnerBlock().Parent())
	}
	var at int64
	switch o := op.Typed().(type) {
	case memref.CastOp:
	case memref.SubViewOp:
		offsets, ok := o.Attr("static_offsets").(*ir.DenseArrayAttr)
		if !ok || len(offsets.Values) != 1 || offsets.Values[0] == ir.Dynamic {
			return 0, false
		}
		at = offsets.Values[0] * descend.ScalarSize(mem.Type().(*ir.MemRefType).Elem)
	case memref.ViewOp:
		n, ok := arith.ConstantInt(o.ByteShift())
		if !ok {
			return 0, false
		}
		at = n
	case memref.AllocOp, gpu.AllocOp:
		return 0, true
	default:
		return 0, false
	}
	start, ok := startOf(op.Operand(0))
	return start + at, ok
}

// kernelForParts is the kernel of the same function for parts.
func (m *module) kernelForParts(k *kernel, parts lentParts) *kernel {
	name := k.name + "__part"
	for i := range k.params {
		if starts, ok := parts[i]; ok {
			name += "_" + strconv.Itoa(i)
			if starts {
				name += "a"
			}
		}
	}
	for m.hosts[name].Operation != nil || m.kernels[name] != nil && (m.kernels[name].src.Operation != k.src.Operation || m.kernels[name].parts == nil) {
		name += "_"
	}
	if m.kernels[name] == nil {
		made, err := m.lowerKernel(k.src, name, parts)
		if err != nil { // reported
			return k
		}
		m.kernels[name] = made
	}
	return m.kernels[name]
}
