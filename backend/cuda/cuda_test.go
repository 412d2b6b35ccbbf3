package cuda_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"descend/backend/cuda"
	"descend/backend/cuda/fakecuda"
	"descend/ir/need"
)

// program adds v to each of the elements of a block.
const program = `.version 6.3
.target sm_60
.address_size 64

.visible .global .align 8 .u64 __descend_fault;

.visible .entry add(.param .u64 p, .param .u32 v)
{
	.reg .b32 %r<4>;
	.reg .b64 %rd<4>;
	ld.param.u64 %rd1, [p];
	cvta.to.global.u64 %rd1, %rd1;
	ld.param.u32 %r1, [v];
	mov.u32 %r2, %tid.x;
	mul.wide.u32 %rd2, %r2, 4;
	add.s64 %rd3, %rd1, %rd2;
	ld.global.u32 %r3, [%rd3];
	add.s32 %r3, %r3, %r1;
	st.global.u32 [%rd3], %r3;
	ret;
}
`

// open opens a device of the library that is in use.
func open(t *testing.T) *cuda.Context {
	t.Helper()
	lib, err := cuda.Open()
	if err != nil {
		t.Fatal(err)
	}
	d, err := lib.Choose(0)
	if err != nil {
		t.Fatal(err)
	}
	c, err := lib.Open(d)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

// TestDriver makes every call of the driver library, and looks at what arrives there.
func TestDriver(t *testing.T) {
	dir := t.TempDir()
	log := filepath.Join(dir, "log")
	fakecuda.Use(t, fakecuda.Build(t, dir), "cc=8.6", "devices=2", "log="+log, "registers=40")
	c := open(t)
	if d := c.Device; d.Name != "Fake GPU 0" || d.Major != 8 || d.Minor != 6 || d.Memory != 1<<30 || d.Shared != 227<<10 || d.Processors != 2 || d.Clock != 1e9 || d.L2 != 4<<20 {
		t.Errorf("%+v", d)
	}
	m, err := c.Load([]byte(program))
	if err != nil {
		t.Fatal(err)
	}
	if err := m.TrackFaults(); err != nil {
		t.Fatal(err)
	}
	k, err := m.Kernel("add")
	if err != nil {
		t.Fatal(err)
	}
	if r, err := k.Resources(); err != nil || r != (cuda.Resources{Registers: 40}) {
		t.Errorf("%+v, %v", r, err)
	}
	p, err := c.Alloc(8)
	if err != nil {
		t.Fatal(err)
	}
	q, err := c.Alloc(0)
	if err != nil || q == 0 || q == p {
		t.Errorf("memory of 0 bytes at %#x, %v", q, err)
	}
	timer, err := c.NewTimer()
	if err != nil {
		t.Fatal(err)
	}
	data := []byte{1, 2, 3, 4, 5, 6, 7, 8}
	back := make([]byte, 4)
	address := binary.LittleEndian.AppendUint64(nil, uint64(p))
	for _, err := range []error{
		c.ToDevice(p, data), c.Copy(p, p+4, 4), c.ToHost(back, p), c.ToHost(nil, p), c.ToDevice(q, nil), timer.Start(),
		k.Launch([3]int{1, 2, 3}, [3]int{4, 5, 6}, 50000, [][]byte{address, {1, 0, 0, 0}}), timer.Stop(), c.Synchronize(), c.Free(q), c.Free(p),
	} {
		if err != nil {
			t.Error(err)
		}
	}
	if !bytes.Equal(back, data[4:]) {
		t.Errorf("copied %v", back)
	}
	if d, err := timer.Elapsed(); err != nil || d <= 0 {
		t.Errorf("%v, %v", d, err)
	}
	if m.Fault() != nil {
		t.Error("a fault without a launch that failed")
	}
	timer.Close()
	if err := m.Unload(); err != nil {
		t.Error(err)
	}
	if err := k.Launch([3]int{1, 1, 1}, [3]int{1, 1, 1}, 0, [][]byte{make([]byte, 16)}); err == nil {
		t.Error("an argument of 16 bytes")
	}
	text, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"cuLaunchKernel add grid 1 2 3 block 4 5 6 shared 50000", "cuFuncSetAttribute 8 50000", "cuMemHostAlloc 56 2", "cuMemAlloc_v2 1\n"} {
		if strings.Count(string(text), want) != 1 {
			t.Errorf("not once in the log: %s", want)
		}
	}
	if a, f := strings.Count(string(text), "cuMemAlloc_v2"), strings.Count(string(text), "cuMemFree_v2"); a != f {
		t.Errorf("%d allocations, %d freed", a, f)
	}
}

// TestErrors makes the driver library fail.
func TestErrors(t *testing.T) {
	lib := fakecuda.Build(t, t.TempDir())
	load := func(t *testing.T) error {
		_, err := open(t).Load([]byte(program))
		return err
	}
	for _, tt := range []struct {
		name, options string
		run           func(t *testing.T) error
		want          string
	}{
		{"no device", "devices=0", func(*testing.T) error { _, err := cuda.Open(); return err },
			"cuInit: no CUDA-capable device is detected (CUDA_ERROR_NO_DEVICE, 100)"},
		{"index", "devices=2", func(t *testing.T) error {
			l, err := cuda.Open()
			if err == nil {
				_, err = l.Choose(2)
			}
			return err
		}, "there is no GPU 2; the driver finds Fake GPU 0 (device 0, compute capability 9.0, 1024 MiB), Fake GPU 1 (device 1"},
		{"newer code", "cc=5.2", load, "(CUDA_ERROR_NO_BINARY_FOR_GPU, 209): ptxas fatal   : PTX with .target 'sm_60' cannot be compiled to architecture 'sm_52'"},
		{"old driver", "version=9020 cc=6.0", func(t *testing.T) error {
			_, err := open(t).Load([]byte(strings.Replace(program, "6.3", "7.8", 1)))
			return err
		}, "the driver knows CUDA up to 9.2; a newer driver is needed. ptxas fatal   : Unsupported .version 7.8"},
		{"no PTX", "", func(t *testing.T) error { _, err := open(t).Load([]byte("hello")); return err }, "(CUDA_ERROR_INVALID_PTX, 218): ptxas fatal"},
		{"memory", "memory=1000", func(t *testing.T) error {
			c := open(t)
			if _, err := c.Alloc(600); err != nil {
				return err
			}
			_, err := c.Alloc(500)
			return err
		}, "cuMemAlloc_v2: out of memory (CUDA_ERROR_OUT_OF_MEMORY, 2): 500 bytes were requested, 400 of 1000 bytes of Fake GPU 0 are free"},
		{"no kernel", "", func(t *testing.T) error {
			m, err := open(t).Load([]byte(program))
			if err == nil {
				_, err = m.Kernel("sub")
			}
			return err
		}, "(CUDA_ERROR_NOT_FOUND, 500): kernel sub"},
		{"no faults", "", func(t *testing.T) error {
			m, err := open(t).Load([]byte(strings.Replace(program, "__descend_fault", "x", 1)))
			if err == nil {
				err = m.TrackFaults()
			}
			return err
		}, "cuModuleGetGlobal_v2: named symbol not found"},
		{"unknown code", "fail=cuCtxSynchronize:2:77", func(t *testing.T) error {
			c := open(t)
			return errors.Join(c.Synchronize(), c.Synchronize(), c.Synchronize())
		}, "cuCtxSynchronize: the driver gives no reason (unknown error, 77)"},
		{"shared", "", func(t *testing.T) error {
			m, err := open(t).Load([]byte(program))
			if err != nil {
				return err
			}
			k, err := m.Kernel("add")
			if err == nil {
				err = k.Launch([3]int{1, 1, 1}, [3]int{1, 1, 1}, 300000, nil)
			}
			return err
		}, "300000 bytes of dynamic shared memory, Fake GPU 0 has 232448 for a block: cuFuncSetAttribute"},
		{"too many blocks at once", "", func(t *testing.T) error {
			c := open(t)
			m, err := c.Load([]byte(program))
			if err != nil {
				return err
			}
			k, err := m.Kernel("add")
			if err != nil {
				return err
			}
			k.Cooperative = true
			p, err := c.Alloc(4096)
			if err != nil {
				return err
			}
			args := [][]byte{binary.LittleEndian.AppendUint64(nil, uint64(p)), {1, 0, 0, 0}}
			if err := k.Launch([3]int{8, 4, 2}, [3]int{1, 1, 1}, 0, args); err != nil {
				t.Errorf("64 blocks: %v", err)
			}
			return k.Launch([3]int{65, 1, 1}, [3]int{1, 1, 1}, 0, args)
		}, "the 65 blocks of add wait for each other, and do not fit on Fake GPU 0 at once"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			fakecuda.Use(t, lib, tt.options)
			if err := tt.run(t); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v\nwant %s", err, tt.want)
			}
		})
	}
	t.Run("no library", func(t *testing.T) {
		fakecuda.Use(t, filepath.Join(t.TempDir(), "libcuda.so.1"))
		if _, err := cuda.Open(); err == nil || !strings.Contains(err.Error(), cuda.LibraryVar+": ") {
			t.Error(err)
		}
	})
	t.Run("another library", func(t *testing.T) {
		fakecuda.Use(t, "libc.so.6")
		if _, err := cuda.Open(); err == nil || !strings.Contains(err.Error(), "has no function cuInit") {
			t.Error(err)
		}
	})
}

// TestCUDA runs a kernel on a GPU.
func TestCUDA(t *testing.T) {
	if _, err := cuda.Open(); err != nil {
		need.NVIDIA(t, err)
	}
	c := open(t)
	t.Logf("%s", c.Device)
	m, err := c.Load([]byte(program))
	if err != nil {
		t.Fatal(err)
	}
	if err := m.TrackFaults(); err != nil {
		t.Fatal(err)
	}
	k, err := m.Kernel("add")
	if err != nil {
		t.Fatal(err)
	}
	p, err := c.Alloc(4 * 128)
	if err != nil {
		t.Fatal(err)
	}
	data := make([]byte, 4*128)
	for i := range 128 {
		binary.LittleEndian.PutUint32(data[4*i:], uint32(i))
	}
	timer, err := c.NewTimer()
	if err != nil {
		t.Fatal(err)
	}
	address := binary.LittleEndian.AppendUint64(nil, uint64(p))
	for _, err := range []error{
		c.ToDevice(p, data), timer.Start(), k.Launch([3]int{1, 1, 1}, [3]int{128, 1, 1}, 0, [][]byte{address, {7, 0, 0, 0}}), timer.Stop(),
		c.Copy(p, p+256, 256), c.ToHost(data, p), c.Synchronize(),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for i := range 128 {
		if got := binary.LittleEndian.Uint32(data[4*i:]); got != uint32(i%64+64+7) {
			t.Fatalf("element %d is %d", i, got)
		}
	}
	if d, err := timer.Elapsed(); err != nil || d <= 0 {
		t.Errorf("%v, %v", d, err)
	}
	if f := m.Fault(); f != nil {
		t.Errorf("%+v", f)
	}
	if _, err := c.Load([]byte(strings.Replace(program, "add.s32", "nonsense", 1))); err == nil || !strings.Contains(err.Error(), "nonsense") {
		t.Errorf("the JIT compiler's log is not in the error: %v", err)
	}
	if _, err := c.Alloc(1 << 50); err == nil || !strings.Contains(err.Error(), "bytes were requested") {
		t.Error(err)
	}
	timer.Close()
	if err := errors.Join(c.Free(p), m.Unload()); err != nil {
		t.Error(err)
	}
}
