package nvvm_test

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"descend/backend/harness"
	"descend/backend/ptx"
	"descend/backend/sim/simtest"
	"descend/dialects/math/elementary"
	"descend/ir/need"
)

// TestElementary holds that the text of a kernel computes the functions of the library to the last bit as the library does with
// numbers, before and after LLVM's optimizations: the errors that are measured there are those of a GPU.
func TestElementary(t *testing.T) {
	names := append(elementary.Names(), "powf", "atan2")
	types := []string{"f32", "f64"}
	const n = 1024
	var src strings.Builder
	src.WriteString("gpu.module @kernels {\n")
	for _, name := range names {
		if name == "exp10" || name == "erfc" { // lowering computes them: upstream's math dialect has them not
			continue
		}
		for _, typ := range types {
			args := "%x"
			if name == "powf" || name == "atan2" {
				args = "%x, %y"
			}
			fmt.Fprintf(&src, `gpu.func @%[1]s_%[2]s(%%a: memref<1024x%[2]s>, %%b: memref<1024x%[2]s>, %%o: memref<1024x%[2]s>) kernel {
  %%t = gpu.thread_id x
  %%x = memref.load %%a[%%t] : memref<1024x%[2]s>
  %%y = memref.load %%b[%%t] : memref<1024x%[2]s>
  %%r = math.%[1]s %[3]s : %[2]s
  memref.store %%r, %%o[%%t] : memref<1024x%[2]s>
  gpu.return
}
`, name, typ, args)
		}
	}
	src.WriteString("}\n")
	_, out := emit(t, &simtest.Case{Name: "elementary", Source: src.String()})
	compile(t, out, ptx.Targets()[0], 3)
	r := rand.New(rand.NewPCG(3, 4))
	numbers := func(single bool) []byte {
		var b []byte
		for i := range n {
			x := (r.Float64() - 0.5) * math.Ldexp(1, r.IntN(24)-8)
			bits := r.Uint64()
			special := []float64{0, math.Copysign(0, -1), 1, -1, math.Inf(1), math.Inf(-1), math.NaN(), 1e-40, 1e30, 0.5, 2, -3, 1e5, 88.8, -104, 3.5}
			switch {
			case i < len(special)*len(special) && single:
				bits = uint64(math.Float32bits(float32(special[r.IntN(len(special))])))
			case i < len(special)*len(special):
				bits = math.Float64bits(special[r.IntN(len(special))])
			case i%2 == 0 && single:
				bits = uint64(math.Float32bits(float32(x)))
			case i%2 == 0:
				bits = math.Float64bits(x)
			}
			if single {
				b = binary.LittleEndian.AppendUint32(b, uint32(bits))
			} else {
				b = binary.LittleEndian.AppendUint64(b, bits)
			}
		}
		return b
	}
	for _, level := range []int{0, 3} {
		p, err := harness.Build(out.Text, level)
		need.Found(t, err)
		if err != nil {
			t.Fatal(err)
		}
		defer p.Close()
		for _, name := range names {
			for _, typ := range types {
				single := typ == "f32"
				kernel := name + "_" + typ
				if !strings.Contains(src.String(), "@"+kernel+"(") {
					continue
				}
				m, size := elementary.Double, 8
				if single {
					m, size = elementary.Single, 4
				}
				a, b, o := numbers(single), numbers(single), make([]byte, size*n)
				args := []harness.Arg{harness.Buffer(a), harness.Buffer(b), harness.Buffer(o)}
				if err := p.Run(context.Background(), harness.Config{Kernel: kernel, Grid: [3]int{1, 1, 1}, Block: [3]int{n, 1, 1}, Args: args}); err != nil {
					t.Fatal(err)
				}
				at := func(b []byte, i int) uint64 {
					if single {
						return uint64(binary.LittleEndian.Uint32(b[4*i:]))
					}
					return binary.LittleEndian.Uint64(b[8*i:])
				}
				for i := range n {
					x, y, got := at(a, i), at(b, i), at(o, i)
					want, ok := elementary.Unary(m, name, x)
					if !ok {
						want, _ = elementary.Binary(m, name, x, y)
					}
					if got != want && !(math.IsNaN(m.Value(got)) && math.IsNaN(m.Value(want))) {
						t.Fatalf("-O%d: %s(%v, %v) = %v, the library has %v", level, kernel, m.Value(x), m.Value(y), m.Value(got), m.Value(want))
					}
				}
			}
		}
	}
}
