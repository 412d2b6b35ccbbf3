package cuda

import (
	"bytes"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"time"
	"unsafe"
)

// Module is code that was loaded into a context.
type Module struct {
	ctx    *Context
	handle module
	faults *faults
}

// Load loads PTX, which the driver compiles for the device with its line tables, or a cubin. What the compiler says is the Detail of
// the *Error.
func (c *Context) Load(image []byte) (*Module, error) {
	m := &Module{ctx: c}
	text := append(bytes.Clone(image), 0) // PTX ends with a zero byte
	info, log := make([]byte, jitLogBytes), make([]byte, jitLogBytes)
	options := []uint32{jitInfoLog, jitInfoBytes, jitErrorLog, jitErrBytes, jitLineInfo}
	// A value is a pointer, or a number in its place.
	var pin runtime.Pinner
	defer pin.Unpin()
	pin.Pin(&info[0])
	pin.Pin(&log[0])
	values := []uintptr{uintptr(unsafe.Pointer(&info[0])), jitLogBytes, uintptr(unsafe.Pointer(&log[0])), jitLogBytes, 1}
	err := c.call("cuModuleLoadDataEx", func() Result {
		return c.lib.moduleLoadDataEx(&m.handle, unsafe.Pointer(&text[0]), uint32(len(options)), &options[0], &values[0])
	})
	if e, ok := errors.AsType[*Error](err); ok {
		said, _, _ := bytes.Cut(log, []byte{0})
		e.Detail = strings.TrimSpace(string(said))
		if e.Code == UnsupportedVersion {
			e.Detail = strings.TrimSpace(fmt.Sprintf("the driver knows CUDA up to %s; a newer driver is needed. %s", c.lib.Version(), e.Detail))
		}
	}
	if err != nil {
		return nil, err
	}
	return m, nil
}

// Unload ends the module.
func (m *Module) Unload() error {
	m.dropFaults()
	return m.ctx.call("cuModuleUnload", func() Result { return m.ctx.lib.moduleUnload(m.handle) })
}

// Global is the address and the size in bytes of a variable of the module.
func (m *Module) Global(name string) (Pointer, int64, error) {
	var p devicePointer
	var n uintptr
	err := m.ctx.call("cuModuleGetGlobal_v2", func() Result { return m.ctx.lib.moduleGetGlobal(&p, &n, m.handle, name) })
	return Pointer(p), int64(n), err
}

// Kernel is an entry of a module.
type Kernel struct {
	ctx    *Context
	handle function
	name   string
	// Cooperative says that the blocks of a grid wait for each other: all have to fit on the GPU at once, else a launch is an error.
	Cooperative bool
	// dynamic is the dynamic shared memory that was allowed so far, in bytes.
	dynamic int
}

// Kernel finds an entry by its symbol.
func (m *Module) Kernel(name string) (*Kernel, error) {
	k := &Kernel{ctx: m.ctx, name: name, dynamic: defaultDynamicShared}
	err := m.ctx.call("cuModuleGetFunction", func() Result { return m.ctx.lib.moduleGetFunction(&k.handle, m.handle, name) })
	if e, ok := errors.AsType[*Error](err); ok {
		e.Detail = "kernel " + name
	}
	return k, err
}

// Resources are what the code of a kernel takes: registers of a thread, bytes of local memory of a thread, and of static shared memory of a block.
type Resources struct{ Registers, Local, Shared int }

// Resources asks the driver, which has made the code.
func (k *Kernel) Resources() (r Resources, err error) {
	for attribute, to := range map[int32]*int{functionRegisters: &r.Registers, functionLocal: &r.Local, functionShared: &r.Shared} {
		var v int32
		if err := k.ctx.call("cuFuncGetAttribute", func() Result { return k.ctx.lib.funcGetAttribute(&v, attribute, k.handle) }); err != nil {
			return r, err
		}
		*to = int(v)
	}
	return r, nil
}

// Launch starts a kernel in the context's default stream and does not wait for it: errors of its execution are
// found by the next call that waits. An argument is its bytes as the kernel's parameter has them: 8 bytes of
// Address, or a scalar.
func (k *Kernel) Launch(grid, block [3]int, dynamicShared int, args [][]byte) error {
	c := k.ctx
	if dynamicShared > k.dynamic {
		err := c.call("cuFuncSetAttribute", func() Result {
			return c.lib.funcSetAttribute(k.handle, functionDynamicShared, int32(dynamicShared))
		})
		if err != nil {
			return fmt.Errorf("%d bytes of dynamic shared memory, %s has %d for a block: %w", dynamicShared, c.Device.Name, c.Device.Shared, err)
		}
		k.dynamic = dynamicShared
	}
	// The driver copies the arguments before it returns. Each has 8 bytes, so that all are aligned.
	values := make([]uint64, len(args)+1)
	params := make([]unsafe.Pointer, len(args)+1)
	for i, a := range args {
		if len(a) > 8 {
			return fmt.Errorf("argument %d of kernel %s has %d bytes", i, k.name, len(a))
		}
		params[i] = unsafe.Pointer(&values[i])
		copy(unsafe.Slice((*byte)(params[i]), 8), a)
	}
	if k.Cooperative {
		err := c.call("cuLaunchCooperativeKernel", func() Result {
			return c.lib.launchCooperative(k.handle, uint32(grid[0]), uint32(grid[1]), uint32(grid[2]),
				uint32(block[0]), uint32(block[1]), uint32(block[2]), uint32(dynamicShared), 0, &params[0])
		})
		if e, ok := errors.AsType[*Error](err); ok && e.Code == TooManyBlocks {
			e.Detail = fmt.Sprintf("the %d blocks of %s wait for each other, and do not fit on %s at once", grid[0]*grid[1]*grid[2], k.name, c.Device.Name)
		}
		return err
	}
	return c.call("cuLaunchKernel", func() Result {
		return c.lib.launchKernel(k.handle, uint32(grid[0]), uint32(grid[1]), uint32(grid[2]),
			uint32(block[0]), uint32(block[1]), uint32(block[2]), uint32(dynamicShared), 0, &params[0], nil)
	})
}

// Timer measures the time between two points of the context's default stream.
type Timer struct {
	ctx        *Context
	start, end event
}

// NewTimer makes a pair of events.
func (c *Context) NewTimer() (*Timer, error) {
	t := &Timer{ctx: c}
	err := c.call("cuEventCreate", func() Result { return c.lib.eventCreate(&t.start, 0) })
	if err == nil {
		err = c.call("cuEventCreate", func() Result { return c.lib.eventCreate(&t.end, 0) })
	}
	return t, err
}

// Start and Stop mark the two points.
func (t *Timer) Start() error { return t.record(t.start) }

// Stop marks the second point.
func (t *Timer) Stop() error { return t.record(t.end) }

func (t *Timer) record(e event) error {
	return t.ctx.call("cuEventRecord", func() Result { return t.ctx.lib.eventRecord(e, 0) })
}

// Elapsed waits for the second point and gives the time between the two. The driver's resolution is about half
// a microsecond.
func (t *Timer) Elapsed() (time.Duration, error) {
	err := t.ctx.call("cuEventSynchronize", func() Result { return t.ctx.lib.eventSynchronize(t.end) })
	t.ctx.lib.flushOutput()
	if err != nil {
		return 0, err
	}
	var ms float32
	err = t.ctx.call("cuEventElapsedTime", func() Result { return t.ctx.lib.eventElapsedTime(&ms, t.start, t.end) })
	return time.Duration(float64(ms) * float64(time.Millisecond)), err
}

// Close ends the events.
func (t *Timer) Close() {
	for _, e := range []event{t.start, t.end} {
		_ = t.ctx.call("cuEventDestroy_v2", func() Result { return t.ctx.lib.eventDestroy(e) })
	}
}
