package cuda

import (
	"bytes"
	"errors"
	"fmt"
	"runtime"
	"unsafe"
)

// Attributes of devices (CUdevice_attribute).
const (
	attributeClock           = 13 // in kHz
	attributeProcessors      = 16
	attributeL2              = 38
	attributeMajor           = 75
	attributeMinor           = 76
	attributeSharedOptIn     = 97
	attributeSharedPerBlock  = 8
	attributeCanMapHost      = 19
	functionShared           = 1 // CUfunction_attribute
	functionLocal            = 3
	functionRegisters        = 4
	functionDynamicShared    = 8
	defaultDynamicShared     = 48 << 10
	hostAllocDeviceMap       = 2
	maxNameBytes             = 256
	jitInfoLog, jitInfoBytes = 3, 4 // CUjit_option
	jitErrorLog, jitErrBytes = 5, 6
	jitLineInfo              = 13
	jitLogBytes              = 16 << 10
)

// Device describes a GPU.
type Device struct {
	Index int
	Name  string
	// Major and Minor are the compute capability: 9.0 runs code for sm_90.
	Major, Minor int
	// Memory is the global memory and L2 the cache, in bytes; Processors are the multiprocessors.
	Memory, L2 int64
	Processors int
	// Clock is the highest frequency of the multiprocessors, in Hz; 0 if the driver does not say.
	Clock float64
	// Shared is the shared memory that a block can have, in bytes.
	Shared int64
}

func (d Device) String() string {
	return fmt.Sprintf("%s (device %d, compute capability %d.%d, %d MiB)", d.Name, d.Index, d.Major, d.Minor, d.Memory>>20)
}

// Devices lists the GPUs.
func (l *Library) Devices() ([]Device, error) {
	var n int32
	if err := l.check("cuDeviceGetCount", l.deviceGetCount(&n)); err != nil {
		return nil, err
	}
	var out []Device
	for i := range n {
		d, err := l.describe(i)
		if err != nil {
			return nil, err
		}
		out = append(out, d)
	}
	return out, nil
}

func (l *Library) describe(index int32) (Device, error) {
	var h device
	name, memory := make([]byte, maxNameBytes), uintptr(0)
	err := errors.Join(
		l.check("cuDeviceGet", l.deviceGet(&h, index)),
		l.check("cuDeviceGetName", l.deviceGetName(&name[0], maxNameBytes, h)),
		l.check("cuDeviceTotalMem_v2", l.deviceTotalMem(&memory, h)))
	d := Device{Index: int(index), Memory: int64(memory)}
	name, _, _ = bytes.Cut(name, []byte{0})
	d.Name = string(name)
	for _, a := range []struct {
		number int32
		set    func(v int)
	}{
		{attributeMajor, func(v int) { d.Major = v }},
		{attributeMinor, func(v int) { d.Minor = v }},
		{attributeProcessors, func(v int) { d.Processors = v }},
		{attributeL2, func(v int) { d.L2 = int64(v) }},
		{attributeSharedPerBlock, func(v int) { d.Shared = int64(v) }},
		{attributeSharedOptIn, func(v int) { d.Shared = max(d.Shared, int64(v)) }},
	} {
		var v int32
		err = errors.Join(err, l.check("cuDeviceGetAttribute", l.deviceGetAttribute(&v, a.number, h)))
		a.set(int(v))
	}
	if kHz := int32(0); l.deviceGetAttribute(&kHz, attributeClock, h) == 0 {
		d.Clock = float64(kHz) * 1e3
	}
	return d, err
}

// Choose is the device with an index; the error lists those that there are.
func (l *Library) Choose(index int) (Device, error) {
	all, err := l.Devices()
	switch {
	case err != nil:
		return Device{}, err
	case len(all) == 0:
		return Device{}, errors.New("the driver finds no GPU")
	case index < 0 || index >= len(all):
		s := fmt.Sprintf("there is no GPU %d; the driver finds", index)
		for i, d := range all {
			if i > 0 {
				s += ","
			}
			s += " " + d.String()
		}
		return Device{}, errors.New(s)
	}
	return all[index], nil
}

// Context is a GPU in use: its primary context, which other libraries in the process share.
type Context struct {
	lib    *Library
	Device Device
	handle context
	device device
}

// Open starts to use a GPU; Close ends it.
func (l *Library) Open(d Device) (*Context, error) {
	c := &Context{lib: l, Device: d}
	if err := l.check("cuDeviceGet", l.deviceGet(&c.device, int32(d.Index))); err != nil {
		return nil, err
	}
	if err := l.check("cuDevicePrimaryCtxRetain", l.primaryCtxRetain(&c.handle, c.device)); err != nil {
		return nil, err
	}
	return c, nil
}

// Close gives up the context; its memory and modules go with it. After a fault the driver has nothing left to
// give up, and its errors are old ones.
func (c *Context) Close() {
	_ = c.call("cuCtxSetCurrent", func() Result { return c.lib.ctxSetCurrent(0) })
	_ = c.lib.primaryCtxRelease(c.device)
}

// call runs a call of the driver with the context current on the thread.
func (c *Context) call(name string, f func() Result) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := c.lib.check("cuCtxSetCurrent", c.lib.ctxSetCurrent(c.handle)); err != nil {
		return err
	}
	return c.lib.check(name, f())
}

// With runs a function with the context current on its thread, as other libraries want it.
func (c *Context) With(f func() error) error {
	var err error
	return errors.Join(c.call("", func() Result { err = f(); return 0 }), err)
}

// Synchronize waits for all work of the context and reports what went wrong in it.
func (c *Context) Synchronize() error {
	defer c.lib.flushOutput()
	return c.call("cuCtxSynchronize", func() Result { return c.lib.ctxSynchronize() })
}

// Pointer is an address in the memory of a device.
type Pointer uint64

// Alloc makes n bytes, aligned to 256 bytes at least, with unspecified contents. Memory of 0 bytes has an
// address too.
func (c *Context) Alloc(n int64) (Pointer, error) {
	var p devicePointer
	err := c.call("cuMemAlloc_v2", func() Result { return c.lib.memAlloc(&p, uintptr(max(n, 1))) })
	if e, ok := errors.AsType[*Error](err); ok && e.Code == OutOfMemory {
		e.Detail = fmt.Sprintf("%d bytes were requested", n)
		var free, total uintptr
		if c.call("cuMemGetInfo_v2", func() Result { return c.lib.memGetInfo(&free, &total) }) == nil {
			e.Detail += fmt.Sprintf(", %d of %d bytes of %s are free", free, total, c.Device.Name)
		}
	}
	return Pointer(p), err
}

// Free ends an allocation.
func (c *Context) Free(p Pointer) error {
	return c.call("cuMemFree_v2", func() Result { return c.lib.memFree(devicePointer(p)) })
}

// ToDevice copies from the host.
func (c *Context) ToDevice(dst Pointer, src []byte) error {
	if len(src) == 0 {
		return nil
	}
	return c.call("cuMemcpyHtoD_v2", func() Result {
		return c.lib.memcpyHtoD(devicePointer(dst), unsafe.Pointer(&src[0]), uintptr(len(src)))
	})
}

// ToHost copies to the host.
func (c *Context) ToHost(dst []byte, src Pointer) error {
	if len(dst) == 0 {
		return nil
	}
	return c.call("cuMemcpyDtoH_v2", func() Result {
		return c.lib.memcpyDtoH(unsafe.Pointer(&dst[0]), devicePointer(src), uintptr(len(dst)))
	})
}

// Copy copies n bytes within the device.
func (c *Context) Copy(dst, src Pointer, n int64) error {
	if n == 0 {
		return nil
	}
	return c.call("cuMemcpyDtoD_v2", func() Result {
		return c.lib.memcpyDtoD(devicePointer(dst), devicePointer(src), uintptr(n))
	})
}
