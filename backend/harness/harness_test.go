package harness

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"descend/ir/need"
)

// build builds a file of testdata and removes it with the test.
func build(t *testing.T, file string, opt int) *Program {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", file))
	if err != nil {
		t.Fatal(err)
	}
	return buildText(t, string(text), opt)
}

func buildText(t *testing.T, text string, opt int) *Program {
	t.Helper()
	p, err := Build([]byte(text), opt)
	need.Found(t, err)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	return p
}

// atLevels runs a test on a file built at levels 0 and 3.
func atLevels(t *testing.T, file string, f func(t *testing.T, p *Program, opt int)) {
	for _, opt := range []int{0, 3} {
		t.Run(fmt.Sprintf("O%d", opt), func(t *testing.T) { f(t, build(t, file, opt), opt) })
	}
}

// bytesOf encodes a slice of numbers; numbersOf decodes one.
func bytesOf[T any](v []T) []byte {
	b, err := binary.Append(nil, binary.LittleEndian, v)
	if err != nil {
		panic(err)
	}
	return b
}

func numbersOf[T any](b []byte) []T {
	var zero T
	v := make([]T, len(b)/binary.Size(zero))
	if _, err := binary.Decode(b, binary.LittleEndian, v); err != nil {
		panic(err)
	}
	return v
}

func count[T int32 | uint32 | float32 | float64](n int) []T {
	v := make([]T, n)
	for i := range v {
		v[i] = T(i)
	}
	return v
}

func one(n int) [3]int { return [3]int{n, 1, 1} }

func TestBasics(t *testing.T) {
	atLevels(t, "basics.ll", func(t *testing.T, p *Program, opt int) {
		t.Run("vecadd", func(t *testing.T) {
			n := 1000
			a, b, c := count[float64](n), count[float64](n), bytesOf(make([]float64, n))
			err := p.Launch("vecadd", one(8), one(128), 0, []Arg{ReadOnly(bytesOf(a)), ReadOnly(bytesOf(b)), Buffer(c), Scalar(0.5), Scalar(int64(n))})
			if err != nil {
				t.Fatal(err)
			}
			for i, got := range numbersOf[float64](c) {
				if want := float64(i) * 1.5; got != want {
					t.Fatalf("element %d is %v, want %v", i, got, want)
				}
			}
		})
		t.Run("reverse", func(t *testing.T) {
			for seed := range uint64(4) {
				data := bytesOf(count[int32](192))
				if err := p.Run(t.Context(), Config{Kernel: "reverse", Grid: one(3), Block: one(64), Args: []Arg{Buffer(data)}, Seed: seed}); err != nil {
					t.Fatal(err)
				}
				for i, got := range numbersOf[int32](data) {
					if want := int32(i/64*64 + 63 - i%64); got != want {
						t.Fatalf("element %d is %v, want %v", i, got, want)
					}
				}
			}
		})
		t.Run("where", func(t *testing.T) {
			data := bytesOf(make([]int32, 2*3*4*5*2*3))
			if err := p.Launch("where", [3]int{2, 3, 4}, [3]int{5, 2, 3}, 0, []Arg{Buffer(data)}); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(count[int32](720), numbersOf[int32](data)); diff != "" {
				t.Error(diff)
			}
		})
		t.Run("dynamic", func(t *testing.T) {
			data := bytesOf(count[float32](100))
			if err := p.Launch("dynamic", one(1), one(100), 400, []Arg{Buffer(data)}); err != nil {
				t.Fatal(err)
			}
			if got := numbersOf[float32](data); got[0] != 1 || got[99] != 0 || got[50] != 51 {
				t.Error(got)
			}
			wantFault(t, "out-of-bounds", "dynamic shared memory", p.Launch("dynamic", one(1), one(100), 396, []Arg{Buffer(data)}))
		})
		t.Run("scalars", func(t *testing.T) {
			data := bytesOf(make([]float64, 6))
			half := ScalarBytes([]byte{0x00, 0x3e}) // 1.5
			args := []Arg{Buffer(data), Scalar(true), Scalar(int8(-3)), Scalar(int16(-300)), half, Scalar(float32(0.25)), Scalar(16.0)}
			if err := p.Launch("scalars", one(1), one(1), 0, args); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff([]float64{1, -3, -300, 1.5, 0.25, 4}, numbersOf[float64](data)); diff != "" {
				t.Error(diff)
			}
		})
		t.Run("prints", func(t *testing.T) {
			var out strings.Builder
			if err := p.Run(t.Context(), Config{Kernel: "prints", Grid: one(1), Block: one(3), Output: &out}); err != nil {
				t.Fatal(err)
			}
			if want := "t=0 x=0 s=%A\nt=1 x=0.5 s=%A\nt=2 x=1 s=%A\n"; out.String() != want {
				t.Errorf("printed %q, want %q", out.String(), want)
			}
		})
	})
}

func wantFault(t *testing.T, kind, text string, err error) *Fault {
	t.Helper()
	f, ok := errors.AsType[*Fault](err)
	if !ok || f.Kind != kind || !strings.Contains(err.Error(), text) {
		t.Fatalf("got %v, want a fault %s with %q", err, kind, text)
	}
	return f
}

func TestFaults(t *testing.T) {
	atLevels(t, "basics.ll", func(t *testing.T, p *Program, opt int) {
		poke := func(i int64, a Arg) error { return p.Launch("poke", one(1), one(1), 0, []Arg{a, Scalar(i)}) }
		data := make([]byte, 400)
		if err := poke(99, Buffer(data)); err != nil || numbersOf[int32](data)[99] != 7 {
			t.Errorf("last element: %v %v", err, data)
		}
		wantFault(t, "out-of-bounds", "byte 400 of argument 0, which has 400 bytes", poke(100, Buffer(data)))
		wantFault(t, "out-of-bounds", "4 bytes before the start of argument 0", poke(-1, Buffer(data)))
		wantFault(t, "out-of-bounds", "0 bytes past the end of argument 0", poke(1, Buffer(make([]byte, 4))))
		wantFault(t, "out-of-bounds", "argument 0, which has 0 bytes", poke(0, Buffer(nil)))
		wantFault(t, "read-only", "byte 8 of argument 0", poke(2, ReadOnly(data)))
		wantFault(t, "bad-address", "in no argument", poke(1<<40, Buffer(data)))
		wantFault(t, "out-of-bounds", "a shared array", p.Launch("spill", one(1), one(1), 0, []Arg{Scalar(int64(64))}))

		f := wantFault(t, "trap", "thread (5,0,0)", p.Launch("checked", one(1), one(8), 0, []Arg{Scalar(int32(5))}))
		if got := binary.LittleEndian.Uint32(f.Record); got != 4242 {
			t.Errorf("the record holds %d", got)
		}
		if err := p.Launch("checked", one(1), one(8), 0, []Arg{Scalar(int32(8))}); err != nil {
			t.Error(err)
		}

		vec := func(i int64) error {
			return p.Launch("vector", one(1), one(1), 0, []Arg{Buffer(make([]byte, 64)), Scalar(i)})
		}
		if err := vec(4); err != nil {
			t.Error(err)
		}
		wantFault(t, "bad-address", "misaligned", vec(5))
		promise := func(i int64) error {
			return p.Launch("promises", one(1), one(1), 0, []Arg{Buffer(make([]byte, 64)), Scalar(i)})
		}
		if err := promise(4); err != nil {
			t.Error(err)
		}
		wantFault(t, "bad-address", "not to 16 bytes", promise(5))
		wantFault(t, "arithmetic", "division", p.Launch("divides", one(1), one(1), 0, []Arg{Buffer(make([]byte, 4)), Scalar(int32(0))}))

		start := time.Now()
		err := p.Run(t.Context(), Config{Kernel: "forever", Grid: one(1), Block: one(1), Args: []Arg{Buffer(make([]byte, 4))}, Timeout: 200 * time.Millisecond})
		if err == nil || !strings.Contains(err.Error(), "did not finish") || time.Since(start) > 5*time.Second {
			t.Errorf("endless kernel: %v", err)
		}
	})
}

// TestOrder shows that a missing barrier gives different results in different
// orders.
func TestOrder(t *testing.T) {
	p := build(t, "basics.ll", 3)
	results := map[string]bool{}
	for seed := range uint64(5) {
		data := bytesOf(count[int32](64))
		if err := p.Run(t.Context(), Config{Kernel: "forgets", Grid: one(1), Block: one(64), Args: []Arg{Buffer(data)}, Seed: seed}); err != nil {
			t.Fatal(err)
		}
		results[string(data)] = true
	}
	if len(results) < 2 {
		t.Error("every order gives the same result")
	}
	// The same seed gives the same order.
	run := func() string {
		data := bytesOf(count[int32](64))
		if err := p.Run(t.Context(), Config{Kernel: "forgets", Grid: one(1), Block: one(64), Args: []Arg{Buffer(data)}, Seed: 9}); err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	if run() != run() {
		t.Error("one seed, two orders")
	}
}

func TestWarps(t *testing.T) {
	atLevels(t, "warps.ll", func(t *testing.T, p *Program, opt int) {
		t.Run("warpsum", func(t *testing.T) {
			out := bytesOf(make([]float32, 4))
			if err := p.Launch("warpsum", one(1), one(128), 0, []Arg{ReadOnly(bytesOf(count[float32](128))), Buffer(out)}); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff([]float32{496, 1520, 2544, 3568}, numbersOf[float32](out)); diff != "" {
				t.Error(diff)
			}
		})
		t.Run("shuffles", func(t *testing.T) {
			for seed := range uint64(3) {
				out := bytesOf(make([]uint32, 64*4))
				if err := p.Run(t.Context(), Config{Kernel: "shuffles", Grid: one(1), Block: one(64), Args: []Arg{Buffer(out)}, Seed: seed}); err != nil {
					t.Fatal(err)
				}
				got := numbersOf[uint32](out)
				for i := range uint32(64) {
					lane, base := i%32, i/32*32
					up := i
					if lane >= 3 {
						up = i - 3
					}
					ballot := uint32(0)
					for l := range uint32(32) {
						if (base+l)%3 == 0 {
							ballot |= 1 << l
						}
					}
					want := []uint32{up * 10, (base + 5) * 10, (base + (lane ^ 8)) * 10, ballot}
					if diff := cmp.Diff(want, got[i*4:i*4+4]); diff != "" {
						t.Fatalf("thread %d: %s", i, diff)
					}
				}
			}
		})
		t.Run("histogram", func(t *testing.T) {
			in := count[uint32](256)
			want := make([]uint32, 16)
			sum := float32(0)
			for i := range in {
				in[i] = in[i] * 2654435761 >> 7
				want[in[i]&15] += 3
				sum += 3 * float32(in[i]&15)
			}
			out, total := bytesOf(make([]uint32, 16)), make([]byte, 4)
			if err := p.Run(t.Context(), Config{Kernel: "histogram", Grid: one(3), Block: one(256), Args: []Arg{ReadOnly(bytesOf(in)), Buffer(out), Buffer(total)}, Seed: 1}); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, numbersOf[uint32](out)); diff != "" {
				t.Error(diff)
			}
			if got := math.Float32frombits(binary.LittleEndian.Uint32(total)); got != sum {
				t.Errorf("the sum is %v, want %v", got, sum)
			}
		})
		t.Run("divergence", func(t *testing.T) {
			if err := p.Launch("diverges", one(2), one(64), 0, []Arg{Scalar(int32(64))}); err != nil {
				t.Error(err)
			}
			err := p.Launch("diverges", one(2), one(64), 0, []Arg{Scalar(int32(2))})
			wantFault(t, "barrier-divergence", "threads (0,0,0), (1,0,0) wait at the block's barrier; threads (2,0,0), (3,0,0), (4,0,0), (5,0,0) and 58 more have ended", err)
			wantFault(t, "barrier-divergence", "wait at a warp operation; threads (16,0,0)", p.Launch("halfwarp", one(1), one(32), 0, nil))
			if opt == 0 {
				err := p.Launch("parts", one(1), one(64), 0, []Arg{Buffer(make([]byte, 4))})
				wantFault(t, "barrier-divergence", "threads (0,0,0), (1,0,0), (2,0,0), (3,0,0) and 28 more wait at one barrier, threads (32,0,0)", err)
			}
		})
	})
}

// TestNoalias is the seeded error: noalias on a buffer through which threads
// talk across a barrier is a miscompile that the harness must show.
func TestNoalias(t *testing.T) {
	want := make([]int32, 64)
	for i := range want {
		want[i] = 2 * int32(i^1)
	}
	for _, tt := range []struct {
		kernel string
		opt    int
		right  bool
	}{{"right", 0, true}, {"right", 3, true}, {"wrong", 0, true}, {"wrong", 3, false}} {
		t.Run(fmt.Sprintf("%s/O%d", tt.kernel, tt.opt), func(t *testing.T) {
			p := build(t, "noalias.ll", tt.opt)
			data := bytesOf(make([]int32, 64))
			if err := p.Launch(tt.kernel, one(1), one(64), 0, []Arg{Buffer(data)}); err != nil {
				t.Fatal(err)
			}
			if got := cmp.Equal(want, numbersOf[int32](data)); got != tt.right {
				t.Errorf("the result is right: %v, expected %v\n%s", got, tt.right, p.IR())
			}
		})
	}
}

func TestReduceInPlace(t *testing.T) {
	atLevels(t, "noalias.ll", func(t *testing.T, p *Program, opt int) {
		for seed := range uint64(3) {
			data := bytesOf(count[int32](64))
			if err := p.Run(t.Context(), Config{Kernel: "reduce_right", Grid: one(1), Block: one(64), Args: []Arg{Buffer(data)}, Seed: seed}); err != nil {
				t.Fatal(err)
			}
			if got := numbersOf[int32](data)[0]; got != 2016 {
				t.Errorf("the sum is %d", got)
			}
		}
	})
}

func TestLaunchErrors(t *testing.T) {
	p := build(t, "basics.ll", 0)
	data := make([]byte, 256)
	tests := []struct {
		name string
		c    Config
		want string
	}{
		{"kernel", Config{Kernel: "nothing", Grid: one(1), Block: one(1)}, "no kernel nothing"},
		{"reqntid", Config{Kernel: "reverse", Grid: one(1), Block: one(32), Args: []Arg{Buffer(data)}}, "requires [64 1 1]"},
		{"maxntid", Config{Kernel: "dynamic", Grid: one(1), Block: one(256), Args: []Arg{Buffer(data)}}, "at most [128 0 0]"},
		{"grid", Config{Kernel: "poke", Grid: one(0), Block: one(1)}, "out of range"},
		{"block", Config{Kernel: "where", Grid: one(1), Block: [3]int{32, 33, 1}, Args: []Arg{Buffer(data)}}, "more than 1024"},
		{"count", Config{Kernel: "poke", Grid: one(1), Block: one(1), Args: []Arg{Buffer(data)}}, "1 arguments for 2"},
		{"scalar for buffer", Config{Kernel: "poke", Grid: one(1), Block: one(1), Args: []Arg{Scalar(int64(0)), Scalar(int64(0))}}, "type ptr"},
		{"size", Config{Kernel: "poke", Grid: one(1), Block: one(1), Args: []Arg{Buffer(data), Scalar(int32(0))}}, "has 4 bytes"},
		{"shared", Config{Kernel: "spill", Grid: one(1), Block: one(1), DynShared: 1 << 20, Args: []Arg{Scalar(int64(0))}}, "dynamic shared memory"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if err := p.Run(t.Context(), tt.c); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want %q", err, tt.want)
			}
		})
	}
}

func TestRefused(t *testing.T) {
	kernel := func(decl, body string) string {
		return "target triple = \"nvptx64-nvidia-cuda\"\n" + decl + "\ndefine ptx_kernel void @k(i32 addrspace(1)* %p) {\n" + body + "\n  ret void\n}\n"
	}
	tests := []struct{ name, text, want string }{
		{"nonsense", "hello", "expected top-level"},
		{"no kernel", "define void @f() {\n ret void\n}", "no kernel"},
		{"asm", kernel("", "call void asm sideeffect \"bar.sync 0;\", \"\"()"), "inline assembly"},
		{"module asm", "target triple = \"nvptx64-nvidia-cuda\"\nmodule asm \"nop\"\ndefine ptx_kernel void @k() {\n ret void\n}", "inline assembly"},
		{"unknown intrinsic", kernel("declare i32 @llvm.nvvm.activemask()", "%x = call i32 @llvm.nvvm.activemask()\nstore i32 %x, i32 addrspace(1)* %p"), "llvm.nvvm.activemask"},
		{"external", kernel("declare void @launch_missiles()", "call void @launch_missiles()"), "launch_missiles"},
		{"shared initializer", kernel("@s = addrspace(3) global i32 5", "store i32 1, i32 addrspace(3)* @s"), "initial value"},
		{"struct parameter", "define ptx_kernel void @k({i32, i32} %s) {\n ret void\n}", "not supported"},
		{"shared parameter", "define ptx_kernel void @k(i32 addrspace(3)* %s) {\n ret void\n}", "not supported"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p, err := Build([]byte(tt.text), 0)
			need.Found(t, err)
			if err == nil {
				p.Close()
			}
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want %q", err, tt.want)
			}
		})
	}
	if _, err := Build(nil, 4); err == nil {
		t.Error("built at level 4")
	}
}

// TestExit ends some threads by the one piece of inline assembly that is known.
func TestExit(t *testing.T) {
	p := buildText(t, `target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define ptx_kernel void @k(i32 addrspace(1)* %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ult i32 %t, 2
  br i1 %c, label %end, label %go
end:
  call void asm sideeffect "exit;", ""()
  unreachable
go:
  %q = getelementptr i32, i32 addrspace(1)* %p, i32 %t
  store i32 7, i32 addrspace(1)* %q
  ret void
}`, 3)
	data := bytesOf(make([]int32, 4))
	if err := p.Launch("k", one(1), one(4), 0, []Arg{Buffer(data)}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]int32{0, 0, 7, 7}, numbersOf[int32](data)); diff != "" {
		t.Error(diff)
	}
}

// TestNames runs kernels whose names mean something to the host's linker, or
// need quotes.
func TestNames(t *testing.T) {
	var text strings.Builder
	names := []string{"main", "write", "malloc", "_start", "f<64, 8>", "a.b$c"}
	for i, name := range names {
		fmt.Fprintf(&text, "define ptx_kernel void @%q(i32 addrspace(1)* %%p) {\n store i32 %d, i32 addrspace(1)* %%p\n ret void\n}\n", name, i)
	}
	p := buildText(t, text.String(), 3)
	for i, name := range names {
		data := []byte{9, 9, 9, 9}
		if err := p.Launch(name, one(1), one(1), 0, []Arg{Buffer(data)}); err != nil || data[0] != byte(i) {
			t.Errorf("%s: %v %v", name, err, data)
		}
	}
}

// TestUcontext runs kernels on the portable fibers that machines other than
// x86-64 use.
func TestUcontext(t *testing.T) {
	runtimeFlags = []string{"-DDS_UCONTEXT"}
	defer func() { runtimeFlags = nil }()
	p := build(t, "warps.ll", 3)
	out := bytesOf(make([]float32, 4))
	if err := p.Launch("warpsum", one(1), one(128), 0, []Arg{ReadOnly(bytesOf(count[float32](128))), Buffer(out)}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]float32{496, 1520, 2544, 3568}, numbersOf[float32](out)); diff != "" {
		t.Error(diff)
	}
	wantFault(t, "barrier-divergence", "have ended", p.Launch("diverges", one(2), one(64), 0, []Arg{Scalar(int32(2))}))
}

// TestRuntimeNames checks that names behind the macros of intrinsics.c are
// found too.
func TestRuntimeNames(t *testing.T) {
	for _, name := range []string{"ds_nvvm_read_ptx_sreg_tid_z", "ds_nvvm_shfl_sync_bfly_f32", "ds_nvvm_barrier0", "ds_trap", "ds_vprintf"} {
		if !runtimeFunctions()[name] {
			t.Errorf("%s was not found in runtime/intrinsics.c", name)
		}
	}
	if runtimeFunctions()["ds_nvvm_activemask"] {
		t.Error("found a function that is not there")
	}
}

func TestClose(t *testing.T) {
	p := build(t, "noalias.ll", 0)
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(p.folder.Path); !os.IsNotExist(err) {
		t.Errorf("%s is still there", p.folder.Path)
	}
}

// TestSparse runs the last block of arrays that this machine has no room for. The kernel computes its index in 32 bits, which is right up to
// 2^32 elements; then it meets what is in no part.
func TestSparse(t *testing.T) {
	atLevels(t, "basics.ll", func(t *testing.T, p *Program, _ int) {
		last := func(n int64) (float64, error) {
			end := func(v float64) (Arg, []byte) {
				data := bytesOf([]float64{v})
				return Sparse(8*n, Part{At: 8 * (n - 1), Data: data}), data
			}
			a, _ := end(20)
			b, _ := end(11)
			c, data := end(0)
			blocks := (n + 255) / 256
			err := p.Run(t.Context(), Config{Kernel: "vecadd", Grid: one(int(blocks)), Block: one(256), Blocks: []int64{blocks - 1},
				Args: []Arg{a, b, c, Scalar(2.0), Scalar(n)}})
			return numbersOf[float64](data)[0], err
		}
		if v, err := last(1<<31 + 1); err != nil || v != 42 {
			t.Errorf("the last element is %v: %v", v, err)
		}
		_, err := last(1<<32 + 1)
		wantFault(t, "out-of-bounds", "in none of its parts", err)
	})
}
