package cuda

import (
	"fmt"
	"unsafe"
)

// FaultSymbol is the variable of a module with run-time checks that holds the device address of the record of
// the first check that fails; 0 means that a failing check only stops the kernel.
const FaultSymbol = "__descend_fault"

// record is what a kernel writes (backend/nvvm, fault.go).
type record struct {
	taken, file, line uint32
	block, thread     [3]uint32
	check             uint32
	index, bound      int64
}

// Fault is a failed run-time check.
type Fault struct {
	// File and Check are numbers from 1 in the module's tables; Check is 0 if it has none.
	File, Line, Check int
	Block, Thread     [3]int
	// Index and Bound are the two values that an index check has compared.
	Index, Bound int64
}

// faults is the record in memory that host and device share: it can be read after the context was lost.
type faults struct {
	host   *record
	memory unsafe.Pointer
}

// TrackFaults gives the module a record for failed run-time checks; a module without them needs none.
func (m *Module) TrackFaults() error {
	variable, size, err := m.Global(FaultSymbol)
	if err != nil {
		return err
	}
	if size != 8 {
		return fmt.Errorf("%s has %d bytes, not 8", FaultSymbol, size)
	}
	c, f := m.ctx, &faults{}
	var onDevice devicePointer
	if err := c.call("cuMemHostAlloc", func() Result {
		return c.lib.memHostAlloc(&f.memory, unsafe.Sizeof(record{}), hostAllocDeviceMap)
	}); err != nil {
		return err
	}
	m.faults, f.host = f, (*record)(f.memory)
	*f.host = record{}
	if err := c.call("cuMemHostGetDevicePointer_v2", func() Result { return c.lib.hostGetDevicePointer(&onDevice, f.memory, 0) }); err != nil {
		return err
	}
	return c.ToDevice(variable, unsafe.Slice((*byte)(unsafe.Pointer(&onDevice)), 8))
}

// Fault is the run-time check that has failed, after a call that waited for the kernel has reported an error;
// nil if none has.
func (m *Module) Fault() *Fault {
	if m.faults == nil || m.faults.host.taken == 0 {
		return nil
	}
	r := *m.faults.host
	f := &Fault{File: int(r.file), Line: int(r.line), Check: int(r.check), Index: r.index, Bound: r.bound}
	for d := range 3 {
		f.Block[d], f.Thread[d] = int(r.block[d]), int(r.thread[d])
	}
	return f
}

func (m *Module) dropFaults() {
	if f := m.faults; f != nil {
		m.faults = nil
		_ = m.ctx.call("cuMemFreeHost", func() Result { return m.ctx.lib.memFreeHost(f.memory) })
	}
}
