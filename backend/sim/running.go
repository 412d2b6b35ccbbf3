package sim

import (
	"sync/atomic"

	"descend/ir"
)

// Running is a launch that a machine is at. Others may ask for it while the machine runs.
type Running struct {
	Kernel  string
	At      ir.SourceRange // of the launch, or of the kernel if it was launched from outside
	Outside bool
	Blocks  int64 // of the launch
	done    atomic.Int64
}

// Done is the number of finished blocks, -1 if only the device knows.
func (r *Running) Done() int64 { return r.done.Load() }

// Running is the launch that the machine is at, nil while it runs host code, and how many launches have begun.
func (m *Machine) Running() (now *Running, launches int64) {
	return m.running.Load(), m.launched.Load()
}

// begin notes a launch; done is 0, or -1 if it will not be counted.
func (m *Machine) begin(at, kernel *ir.Operation, blocks, done int64) *Running {
	r := &Running{Kernel: ir.SymbolName(kernel), At: ir.RangeOf(at.Loc()), Outside: at == kernel, Blocks: blocks}
	r.done.Store(done)
	m.launched.Add(1)
	m.running.Store(r)
	return r
}

// end notes that host code goes on.
func (m *Machine) end() { m.running.Store(nil) }
