package sim

import (
	"encoding/binary"
	"errors"

	"descend/ir"
)

// Device is where GPU memory lies and kernels run, in place of the simulator: a GPU, or the host harness. Host
// functions are still interpreted here, and nothing is checked in kernels but by the kernels themselves. The
// methods are called by one goroutine at a time. An error of Launch may be a *Fault.
type Device interface {
	// Devices is the number of GPUs, at least 1. Use says which of them the calls that follow mean; at first it is 0.
	Devices() int
	Use(device int) error
	// Alloc makes n bytes of memory with unspecified contents; n may be 0.
	Alloc(n int64) (Address, error)
	Free(a Address) error
	// ToDevice, ToHost and Copy move bytes; the source of Copy may lie on another GPU.
	ToDevice(dst Address, src []byte) error
	ToHost(dst []byte, src Address) error
	Copy(dst, src Address, n int64) error
	// Launch runs a kernel to its end.
	Launch(kernel *ir.Operation, l Launch, args []DeviceArg) error
}

// Address is a place in the memory of a Device, in bytes; it means something to the device only.
type Address uint64

// DeviceArg is an argument of a kernel: a buffer of a number of bytes at an address, or a scalar's
// little-endian bytes.
type DeviceArg struct {
	Address Address
	Bytes   int64
	Scalar  []byte // nil for a buffer
}

// Fault is a run-time check that failed in a kernel on a Device.
type Fault struct {
	// Check is the operation that is the check, or describes it.
	Check *ir.Operation
	// Index and Bound are the values that an index check has compared.
	Index, Bound  int64
	Block, Thread [3]int
}

func (f *Fault) Error() string { return "a run-time check of the kernel failed" }

// code is the diagnostic code of a finding: the findings of another device are not the simulator's.
func (m *Machine) code(kind string) string {
	if m.opts.Device != nil {
		return "device-" + kind
	}
	return "sim-" + kind
}

// try reports an error of the device at the operation that used it.
func (m *Machine) try(op *ir.Operation, err error) {
	if err != nil {
		m.fail(op, "device-memory", "%v", err)
		stop()
	}
}

// devices is the number of GPUs.
func (m *Machine) devices() int {
	if m.opts.Device != nil {
		return m.opts.Device.Devices()
	}
	return max(1, m.opts.Devices)
}

// checkDevice stops the program if there is no GPU with a number.
func (m *Machine) checkDevice(op *ir.Operation, n int64) int {
	count := m.devices()
	if n >= 0 && n < int64(count) {
		return int(n)
	}
	d := m.fail(op, m.code("trap"), "there is no GPU %d", n)
	if count == 1 {
		d.WithLabel("there is one, number 0")
	} else {
		d.WithLabel("there are %d, numbers 0 to %d", count, count-1)
	}
	if m.opts.Device == nil {
		d.Note("DESCEND_DEVICES says how many GPUs sim and cpu stand for")
	}
	stop()
	return 0
}

// checkPlaces stops the program if the memory that a kernel gets lies on different GPUs, and gives the one.
func (m *Machine) checkPlaces(at, fn *ir.Operation, args []operand) int {
	device := -1
	for _, a := range args {
		switch {
		case a.buf == nil || a.buf.space != globalSpace:
		case device < 0:
			device = a.buf.device
		case a.buf.device != device:
			m.fail(at, m.code("trap"), "launch of %s with memory of different GPUs", ir.SymbolName(fn)).
				WithLabel("some lies on GPU %d, some on GPU %d", device, a.buf.device)
			stop()
		}
	}
	return max(device, 0)
}

// on is the device, with the GPU of an allocation in use.
func (m *Machine) on(op *ir.Operation, a *alloc) Device {
	m.try(op, m.opts.Device.Use(a.device))
	return m.opts.Device
}

// allocateDevice makes a buffer in the memory of a GPU of the device.
func (m *Machine) allocateDevice(op *ir.Operation, device int, elem ir.Type, count int64) *buffer {
	size := elemSize(elem)
	n := count * int64(size)
	a := &alloc{space: globalSpace, device: device, onDevice: true}
	address, err := m.on(op, a).Alloc(n)
	m.try(op, err)
	a.address = address
	m.stats.BytesAllocated += n
	return &buffer{alloc: a, elem: elem, size: size, count: count, step: int64(size)}
}

// start is where a buffer in the memory of the device starts.
func (b *buffer) start() Address { return b.alloc.address + Address(b.offset) }

// transfer copies n bytes between buffers of which one at least lies on the device.
func (m *Machine) transfer(op *ir.Operation, to, from *buffer, n int64) {
	switch {
	case to.onDevice && from.onDevice:
		m.try(op, m.on(op, to.alloc).Copy(to.start(), from.start(), n))
	case to.onDevice:
		m.try(op, m.on(op, to.alloc).ToDevice(to.start(), from.data[from.offset:from.offset+n]))
	default:
		m.try(op, m.on(op, from.alloc).ToHost(to.data[to.offset:to.offset+n], from.start()))
	}
}

// launchDevice runs a kernel on the device.
func (m *Machine) launchDevice(at, fn *ir.Operation, l Launch, args []operand) {
	_, blocks := m.checkLaunch(at, fn, l, args)
	out := make([]DeviceArg, len(args))
	for i, a := range args {
		if a.buf == nil {
			var bits [8]byte
			binary.LittleEndian.PutUint64(bits[:], a.bits)
			out[i] = DeviceArg{Scalar: bits[:elemSize(fn.Body(0).Arg(i).Type())]}
			continue
		}
		if a.buf.freed || !a.buf.onDevice {
			m.fail(at, "device-memory", "the kernel gets memory that is not the device's or was freed")
			stop()
		}
		out[i] = DeviceArg{Address: a.buf.start(), Bytes: a.buf.bytes()}
	}
	m.stats.Launches++
	err := m.opts.Device.Use(m.checkPlaces(at, fn, args))
	if err == nil {
		m.begin(at, fn, blocks, -1)
		err = m.opts.Device.Launch(fn, l, out)
		m.end()
	}
	if err == nil {
		return
	}
	if fault, ok := errors.AsType[*Fault](err); ok && fault.Check != nil {
		d := m.failedCheck(fault.Check, fault.Index, fault.Bound)
		d.Relate(at.Loc(), "kernel `%s` was launched here", ir.SymbolName(fn))
		d.Note("in block %s, thread %s", coord(fault.Block, l.Grid), coord(fault.Thread, l.Block))
	} else {
		m.fail(at, "device-launch", "kernel `%s`: %v", ir.SymbolName(fn), err)
	}
	stop()
}

// uploadArg copies an argument from outside to the device, for the time of the run.
func (m *Machine) uploadArg(op *ir.Operation, elem ir.Type, data []byte) *buffer {
	b := m.allocateDevice(op, 0, elem, int64(len(data)/elemSize(elem)))
	m.heap = append(m.heap, b.alloc)
	m.try(op, m.on(op, b.alloc).ToDevice(b.start(), data))
	return b
}

// freeDevice gives back what a run that ended has left on the device. After an error of the device its own
// errors say nothing new.
func (m *Machine) freeDevice() {
	for _, a := range m.heap {
		if a.onDevice && !a.freed {
			if m.opts.Device.Use(a.device) == nil {
				_ = m.opts.Device.Free(a.address)
			}
			a.freed = true
		}
	}
}
