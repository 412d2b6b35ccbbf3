package nvvm_test

import (
	"context"
	"encoding/binary"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"descend/backend/harness"
	"descend/backend/nvvm"
	"descend/backend/ptx"
	"descend/backend/sim/simtest"
	"descend/dialects/math/elementary"
	"descend/ir/need"
)

// TestFastExp2 holds that an approximate exp2 of 32 and of 16 bits is one instruction on every target, and what it may differ by: the harness computes
// as the instruction does, which gives no numbers that are not normal. That of 64 bits is the exact one.
func TestFastExp2(t *testing.T) {
	_, out := emit(t, &simtest.Case{Name: "fast", Source: `gpu.module @kernels {
  gpu.func @single(%a: memref<8xf32>, %o: memref<8xf32>) kernel {
    %t = gpu.thread_id x
    %x = memref.load %a[%t] : memref<8xf32>
    %r = math.exp2 %x fastmath<afn> : f32
    memref.store %r, %o[%t] : memref<8xf32>
    gpu.return
  }
  gpu.func @half(%a: memref<8xf16>, %o: memref<8xf16>) kernel {
    %t = gpu.thread_id x
    %x = memref.load %a[%t] : memref<8xf16>
    %r = math.exp2 %x fastmath<afn> : f16
    memref.store %r, %o[%t] : memref<8xf16>
    gpu.return
  }
  gpu.func @double(%a: memref<8xf64>, %o: memref<8xf64>) kernel {
    %t = gpu.thread_id x
    %x = memref.load %a[%t] : memref<8xf64>
    %r = math.exp2 %x fastmath<afn> : f64
    memref.store %r, %o[%t] : memref<8xf64>
    gpu.return
  }
  gpu.func @exact(%a: memref<8xf32>, %o: memref<8xf32>) kernel {
    %t = gpu.thread_id x
    %x = memref.load %a[%t] : memref<8xf32>
    %r = math.exp2 %x : f32
    memref.store %r, %o[%t] : memref<8xf32>
    gpu.return
  }
}
`})
	for _, target := range ptx.Targets() {
		text := string(compile(t, out, target, 3).PTX)
		if n := strings.Count(text, "ex2.approx.ftz.f32"); n != 2 {
			t.Errorf("%s has %d times ex2.approx.ftz.f32, not 2:\n%s", target, n, text)
		}
	}
	p, err := harness.Build(out.Text, 3)
	need.Found(t, err)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	xs := []float32{0, 0.5, -3.25, 100.7, -126.5, -1000, float32(math.Inf(1)), float32(math.Inf(-1))}
	a, o := make([]byte, 4*len(xs)), make([]byte, 4*len(xs))
	for i, x := range xs {
		binary.LittleEndian.PutUint32(a[4*i:], math.Float32bits(x))
	}
	args := []harness.Arg{harness.Buffer(a), harness.Buffer(o)}
	if err := p.Run(context.Background(), harness.Config{Kernel: "single", Grid: [3]int{1, 1, 1}, Block: [3]int{len(xs), 1, 1}, Args: args}); err != nil {
		t.Fatal(err)
	}
	for i, x := range xs {
		bits, _ := elementary.Unary(elementary.Single, "exp2", uint64(math.Float32bits(x)))
		want, got := elementary.Single.Value(bits), float64(math.Float32frombits(binary.LittleEndian.Uint32(o[4*i:])))
		if x < -126 {
			want = 0
		}
		if got != want && !(math.Abs(got-want) <= want*0x1p-22) {
			t.Errorf("exp2 of %v is %v, expected about %v", x, got, want)
		}
	}
}

// TestCopiedBytes holds that a copy under several conditions, of which one is the same in all rounds of a loop, stays one under a predicate: the number
// of bytes is chosen once, not by a choice before the loop and another one in it.
func TestCopiedBytes(t *testing.T) {
	c := &simtest.Case{Name: "bytes", Source: `gpu.module @kernels {
  gpu.func @copies(%a: memref<?xf32>, %o: memref<?xf32>, %n: index, %m: index) workgroup(%s: memref<1024xf32, #gpu.address_space<workgroup>>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c1024 = arith.constant 1024 : index
    %t = gpu.thread_id x
    %inside = arith.cmpi ult, %t, %n : index
    scf.for %i = %c0 to %m step %c1 {
      %x = arith.muli %i, %c4 : index
      %there = arith.cmpi ult, %x, %n : index
      %both = arith.andi %inside, %there : i1
      %some = arith.select %both, %c4, %c0 : index
      %to = arith.remui %x, %c1024 : index
      %0 = nvgpu.device_async_copy %a[%x], %s[%to], 4, %some {bypassL1} : memref<?xf32> to memref<1024xf32, #gpu.address_space<workgroup>>
      %1 = nvgpu.device_async_create_group %0
      nvgpu.device_async_wait %1
      %v = memref.load %s[%to] : memref<1024xf32, #gpu.address_space<workgroup>>
      memref.store %v, %o[%t] : memref<?xf32>
    }
    gpu.return
  }
}
`}
	out, err := nvvm.Emit(c.Module(t), nvvm.Options{Capability: 80})
	if err != nil {
		t.Fatal(err)
	}
	text := string(compile(t, out, "sm_80", 3).PTX)
	if !strings.Contains(text, "cp.async.cg") || !strings.Contains(text, "and.pred") {
		t.Errorf("no copy under both conditions:\n%s", text)
	}
	for line := range strings.Lines(text) {
		if f := strings.Fields(line); len(f) > 2 && f[0] == "selp.b32" && !strings.HasPrefix(f[2], "16") {
			t.Errorf("a number of bytes is chosen twice: %s", line)
		}
	}
}

// TestWaits holds that of waits without anything between them the last one is left, if it waits for all that those before it wait for.
func TestWaits(t *testing.T) {
	c := &simtest.Case{Name: "waits", Source: `gpu.module @kernels {
  gpu.func @waits(%g: memref<64xf32>) workgroup(%s: memref<64xf32, #gpu.address_space<workgroup>>) kernel {
    %i = gpu.thread_id x
    %0 = nvgpu.device_async_copy %g[%i], %s[%i], 1 : memref<64xf32> to memref<64xf32, #gpu.address_space<workgroup>>
    %a = nvgpu.device_async_create_group %0
    nvgpu.device_async_wait %a {numGroups = 3 : i32}
    nvgpu.device_async_wait %a {numGroups = 2 : i32}
    gpu.barrier
    nvgpu.device_async_wait %a {numGroups = 0 : i32}
    nvgpu.device_async_wait %a {numGroups = 1 : i32}
    gpu.return
  }
}
`}
	out, err := nvvm.Emit(c.Module(t), nvvm.Options{Capability: 80})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range regexp.MustCompile(`wait\.group\(i32 (\d)\)`).FindAllStringSubmatch(string(out.Text), -1) {
		got = append(got, m[1])
	}
	if want := []string{"2", "0", "1"}; !slices.Equal(got, want) {
		t.Errorf("waits for all but %v groups, want %v:\n%s", got, want, out.Text)
	}
}

// TestComparedIndex holds that the address of an element is one step where the program compares its index with a size, and a step for each addend in a loop.
func TestComparedIndex(t *testing.T) {
	c := &simtest.Case{Name: "index", Source: `gpu.module @kernels {
  gpu.func @scale(%x: memref<?xf32>, %n: index, %m: index) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c256 = arith.constant 256 : index
    %b = gpu.block_id x
    %t = gpu.thread_id x
    %0 = arith.muli %b, %c256 : index
    %i = arith.addi %0, %t : index
    %in = arith.cmpi ult, %i, %n : index
    scf.if %in {
      %v = memref.load %x[%i] : memref<?xf32>
      %j = arith.addi %i, %n : index
      memref.store %v, %x[%j] : memref<?xf32>
    }
    scf.for %k = %c0 to %m step %c1 {
      %1 = arith.muli %k, %n : index
      %2 = arith.addi %i, %1 : index
      %3 = arith.addi %t, %1 : index
      %also = arith.cmpi ult, %3, %n : index
      scf.if %also {
        %v = memref.load %x[%3] : memref<?xf32>
        memref.store %v, %x[%2] : memref<?xf32>
      }
    }
    gpu.return
  }
}
`}
	_, out := emit(t, c)
	// x[i]: 1, x[i + n]: 2, in the loop x[t + k*n]: 2 and x[i + k*n]: 2
	if n := strings.Count(string(out.Text), "getelementptr"); n != 7 {
		t.Errorf("%d steps, want 7:\n%s", n, out.Text)
	}
}

// TestBetween holds that a thread is compared with two constants at once where both count: in the first two of the kernels there.
func TestBetween(t *testing.T) {
	for _, c := range simtest.Load(t, "testdata/between.mlir") {
		_, out := emit(t, c)
		for _, f := range strings.Split(string(out.Text), "define ")[1:] {
			want := strings.Contains(f, "@between(") || strings.Contains(f, "@nested(")
			if got := strings.Contains(f, " = sub i64 "); got != want {
				t.Errorf("compared at once: %v, want %v:\n%s", got, want, f)
			}
		}
	}
}

// TestNoWrap holds that LLVM is told of a sum that does not wrap around, and of no other one.
func TestNoWrap(t *testing.T) {
	_, out := emit(t, &simtest.Case{Name: "sums", Source: `gpu.module @kernels {
  gpu.func @sums(%a: memref<8xi32>, %n: i32) kernel {
    %c0 = arith.constant 0 : index
    %x = memref.load %a[%c0] : memref<8xi32>
    %y = arith.addi %x, %n overflow<nuw> : i32
    %z = arith.addi %y, %x : i32
    memref.store %z, %a[%c0] : memref<8xi32>
    gpu.return
  }
}
`})
	if text := string(out.Text); strings.Count(text, " = add nuw i32 ") != 1 || strings.Count(text, " = add i32 ") != 1 {
		t.Errorf("not one sum of each kind:\n%s", text)
	}
}
