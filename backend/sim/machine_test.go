package sim_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"testing"
	"time"

	"descend/backend/sim"
	"descend/backend/sim/simtest"
	"descend/ir"
)

// TestInterrupt ends a loop without end, of a kernel and of the host.
func TestInterrupt(t *testing.T) {
	const src = `module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @spin() kernel {
      scf.while : () -> () {
        %c = arith.constant true
        scf.condition(%c)
      } do {
        scf.yield
      }
      gpu.return
    }
  }
  func.func @spin_host() {
    cf.br ^bb1
  ^bb1:
    cf.br ^bb1
  }
}`
	m := (&simtest.Case{Name: "spin", Source: src}).Module(t)
	for _, host := range []bool{false, true} {
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
		mach := sim.New(m, sim.Options{Context: ctx})
		var err error
		if host {
			_, err = mach.Call("spin_host", nil)
		} else {
			err = mach.LaunchKernel("spin", sim.Launch{Grid: [3]int{1, 1, 1}, Block: [3]int{32, 1, 1}}, nil)
		}
		cancel()
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("host %v: %v", host, err)
		}
	}
}

// TestWrongCalls gives functions and arguments that do not exist.
func TestWrongCalls(t *testing.T) {
	m := (&simtest.Case{Name: "f", Source: "func.func @f(%a: i32) -> i32 {\n return %a : i32\n}\nfunc.func private @g()\n"}).Module(t)
	mach := sim.New(m, sim.Options{})
	for name, args := range map[string][]sim.Arg{"f": nil, "g": {}, "h": {}} {
		if _, err := mach.Call(name, args); err == nil {
			t.Errorf("call of %s with %d arguments", name, len(args))
		}
	}
	if err := mach.LaunchKernel("f", sim.Launch{}, nil); err == nil {
		t.Error("launch of a host function")
	}
	if r, err := mach.Call("f", []sim.Arg{{Bits: 1<<40 + 7}}); err != nil || r[0] != 7 {
		t.Errorf("got %v, %v: bits above the width must not count", r, err)
	}
}

// device is a test's device: kernels are a Go function.
type device struct {
	simtest.Memory
	launch func(d *device, kernel string, l sim.Launch, args []sim.DeviceArg) error
	fail   error // of Alloc
}

func (d *device) Alloc(n int64) (sim.Address, error) {
	if d.fail != nil {
		return 0, d.fail
	}
	return d.Memory.Alloc(n)
}

func (d *device) Launch(kernel *ir.Operation, l sim.Launch, args []sim.DeviceArg) error {
	return d.launch(d, ir.SymbolName(kernel), l, args)
}

// TestDevice runs host code here and kernels on a device, whose memory holds the buffers.
func TestDevice(t *testing.T) {
	const src = `module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @k(%a: memref<2xi32>, %v: i16) kernel {
      %c0 = arith.constant 0 : index
      %c5 = arith.constant 5 : index
      %bad = arith.cmpi uge, %c5, %c0 : index
      scf.if %bad {
        "llvm.intr.trap"() : () -> ()
      } {descend.check = "index", descend.text = "a[i]"}
      gpu.return
    }
  }
  func.func @main(%h: memref<2xi32>) {
    %c1 = arith.constant 1 : index
    %v = arith.constant 513 : i16
    %d = gpu.alloc () : memref<2xi32>
    %e = gpu.alloc () : memref<2xi32>
    gpu.memcpy %d, %h : memref<2xi32>, memref<2xi32>
    gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%d : memref<2xi32>, %v : i16)
    gpu.memcpy %e, %d : memref<2xi32>, memref<2xi32>
    gpu.memcpy %h, %e : memref<2xi32>, memref<2xi32>
    gpu.dealloc %d : memref<2xi32>
    gpu.dealloc %e : memref<2xi32>
    return
  }
}`
	m := (&simtest.Case{Name: "x", Source: src}).Module(t)
	var check *ir.Operation
	for op := range m.All("scf.if") {
		check = op
	}
	one := [3]int{1, 1, 1}
	increment := func(d *device, kernel string, l sim.Launch, args []sim.DeviceArg) error {
		if kernel != "k" || l.Grid != one || l.Block != one || len(args) != 2 || args[0].Bytes != 8 || args[0].Scalar != nil || !bytes.Equal(args[1].Scalar, []byte{1, 2}) {
			t.Errorf("%s %v %v", kernel, l, args)
		}
		b, err := d.Bytes(args[0].Address, 8)
		b[0]++
		return err
	}
	for _, c := range []struct {
		name    string
		device  device
		code    string
		message string
	}{
		{name: "works", device: device{launch: increment}},
		{name: "memory", device: device{fail: errors.New("out of memory")}, code: "device-memory", message: "out of memory"},
		{name: "launch", device: device{launch: func(*device, string, sim.Launch, []sim.DeviceArg) error { return errors.New("too many resources") }},
			code: "device-launch", message: "kernel `k`: too many resources"},
		{name: "fault", device: device{launch: func(*device, string, sim.Launch, []sim.DeviceArg) error {
			return &sim.Fault{Check: check, Index: 5, Bound: 2, Thread: [3]int{0, 0, 0}}
		}}, code: "device-bounds", message: "index out of bounds: a[i]"},
	} {
		for _, direct := range []bool{false, true} {
			data := []byte{1, 0, 0, 0, 2, 0, 0, 0}
			var diags ir.Diagnostics
			mach := sim.New(m, sim.Options{Device: &c.device, Diags: &diags})
			var err error
			if direct {
				err = mach.LaunchKernel("k", sim.Launch{Grid: one, Block: one}, []sim.Arg{{Data: data}, {Bits: 513}})
			} else {
				_, err = mach.Call("main", []sim.Arg{{Data: data}})
			}
			if n := c.device.Live(); n != 0 {
				t.Errorf("%s: %d allocations are left on the device", c.name, n)
			}
			if c.message == "" {
				if err != nil || data[0] != 2 {
					t.Errorf("%s: %v, %v", c.name, data, err)
				}
				continue
			}
			all := diags.Sorted()
			if err != sim.ErrFailed || len(all) != 1 || all[0].Code != c.code || all[0].Message != c.message || data[0] != 1 {
				t.Errorf("%s: %v, %v, %v", c.name, data, err, all)
			}
			if c.name == "fault" && (len(all) != 1 || all[0].Label != "the index is 5, there are 2 elements" || all[0].Notes[0] != "in block (0), thread (0)") {
				t.Errorf("%+v", all)
			}
		}
	}
}

// TestMemoryReturns checks that launches and calls give back what they used: many small ones fit a small limit.
func TestMemoryReturns(t *testing.T) {
	const src = `gpu.module @kernels {
  gpu.func @k(%a: memref<1024xi32>) workgroup(%s: memref<1024xi32, #gpu.address_space<workgroup>>) kernel {
    %t = gpu.thread_id x
    %v = memref.load %a[%t] : memref<1024xi32>
    %p = memref.alloca() : memref<16xi32, #gpu.address_space<private>>
    memref.store %v, %s[%t] : memref<1024xi32, #gpu.address_space<workgroup>>
    gpu.return
  }
}`
	m := (&simtest.Case{Name: "k", Source: src}).Module(t)
	var diags ir.Diagnostics
	mach := sim.New(m, sim.Options{MaxMemory: 256 << 10, Diags: &diags})
	for range 50 {
		if err := mach.LaunchKernel("k", sim.Launch{Grid: [3]int{2, 1, 1}, Block: [3]int{1024, 1, 1}}, []sim.Arg{{Data: make([]byte, 4096)}}); err != nil {
			t.Fatal(err, diags.Sorted())
		}
	}
	if s := mach.Stats(); s.Launches != 50 || s.Blocks != 100 || s.Threads != 102400 || s.Loads != 102400 {
		t.Errorf("%+v", s)
	}
}

// TestFormatScalar prints numbers as the language does.
func TestFormatScalar(t *testing.T) {
	for _, c := range []struct {
		kind string
		bits uint64
		want string
	}{
		{"bool", 1, "true"}, {"bool", 0, "false"}, {"i8", 0xff, "-1"}, {"u8", 0xff, "255"}, {"i16", 0x8000, "-32768"}, {"u16", 0x8000, "32768"},
		{"i32", 0xffffffff, "-1"}, {"u32", 0xffffffff, "4294967295"}, {"i64", 1 << 63, "-9223372036854775808"}, {"u64", 1 << 63, "9223372036854775808"},
		{"f32", 0x3dcccccd, "0.1"}, {"f64", 0x3fb999999999999a, "0.1"}, {"f16", 0x3c00, "1"}, {"f16", 0x2e66, "0.1"}, {"f16", 0x7bff, "65500"}, {"f16", 0x7e00, "NaN"}, {"f32", 0x7fc00000, "NaN"}, {"f32", 0xff800000, "-Inf"},
	} {
		if got := sim.FormatScalar(c.kind, c.bits); got != c.want {
			t.Errorf("%s %#x is %s, want %s", c.kind, c.bits, got, c.want)
		}
	}
}

// BenchmarkReduce runs a reduction of 2^20 numbers in shared memory.
func BenchmarkReduce(b *testing.B) {
	const src = `gpu.module @kernels {
  gpu.func @reduce(%a: memref<?xi32>, %o: memref<?xi32>) workgroup(%s: memref<256xi32, #gpu.address_space<workgroup>>) kernel {
    %t = gpu.thread_id x
    %bl = gpu.block_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %c128 = arith.constant 128 : index
    %c256 = arith.constant 256 : index
    %0 = arith.muli %bl, %c256 : index
    %1 = arith.addi %0, %t : index
    %v = memref.load %a[%1] : memref<?xi32>
    memref.store %v, %s[%t] : memref<256xi32, #gpu.address_space<workgroup>>
    gpu.barrier
    scf.for %k = %c0 to %c8 step %c1 {
      %half = arith.shrui %c128, %k : index
      %in = arith.cmpi ult, %t, %half : index
      scf.if %in {
        %x = memref.load %s[%t] : memref<256xi32, #gpu.address_space<workgroup>>
        %u = arith.addi %t, %half : index
        %y = memref.load %s[%u] : memref<256xi32, #gpu.address_space<workgroup>>
        %z = arith.addi %x, %y : i32
        memref.store %z, %s[%t] : memref<256xi32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
    }
    %first = arith.cmpi eq, %t, %c0 : index
    scf.if %first {
      %r = memref.load %s[%c0] : memref<256xi32, #gpu.address_space<workgroup>>
      memref.store %r, %o[%bl] : memref<?xi32>
    }
    gpu.return
  }
}`
	m := (&simtest.Case{Name: "reduce", Source: src}).Module(b)
	in, out := make([]byte, 4<<20), make([]byte, 4<<12)
	for i := range 1 << 20 {
		binary.LittleEndian.PutUint32(in[4*i:], uint32(i))
	}
	defer cpuTime(b)()
	for b.Loop() {
		if err := sim.New(m, sim.Options{}).LaunchKernel("reduce", sim.Launch{Grid: [3]int{1 << 12, 1, 1}, Block: [3]int{256, 1, 1}}, []sim.Arg{{Data: in}, {Data: out}}); err != nil {
			b.Fatal(err)
		}
	}
	if got := binary.LittleEndian.Uint32(out[4:]); got != (256+511)*128 {
		b.Fatal(got)
	}
}
