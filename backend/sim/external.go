package sim

import (
	"encoding/binary"

	"descend/ir"
)

// launchKernel runs a kernel here, or hands it to Options.External.
func (m *Machine) launchKernel(at, fn *ir.Operation, l Launch, args []operand) {
	if m.opts.External == nil {
		m.runKernel(at, fn, l, args)
		return
	}
	out := make([]ExternalArg, len(args))
	for i, a := range args {
		if a.buf != nil {
			if a.buf.freed {
				m.fail(at, "sim-memory", "the kernel gets memory that was freed")
				stop()
			}
			out[i] = ExternalArg{Data: a.buf.data[a.buf.offset : a.buf.offset+a.buf.bytes()], Buffer: true}
			a.buf.initialized = true
			continue
		}
		var bits [8]byte
		binary.LittleEndian.PutUint64(bits[:], a.bits)
		out[i] = ExternalArg{Data: bits[:elemSize(fn.Body(0).Arg(i).Type())]}
	}
	m.stats.Launches++
	if err := m.opts.External(ir.SymbolName(fn), l, out); err != nil {
		m.fail(at, "sim-launch", "kernel %s: %v", ir.SymbolName(fn), err)
		stop()
	}
}
