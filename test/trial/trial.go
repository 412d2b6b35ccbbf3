// Package trial runs programs at sizes and compares what they make with references that tests write in Go, on the simulator, as
// native programs, with the NVVM text of their kernels executed on the host, and on a GPU.
package trial

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"descend/backend/cuda"
	"descend/backend/harness"
	"descend/backend/harness/hostdevice"
	"descend/backend/host"
	"descend/backend/npy"
	"descend/backend/nvvm"
	"descend/backend/ptx"
	"descend/backend/sim"
	"descend/ir"
	"descend/ir/need"
	"descend/test/kit"
	"descend/tools/driver"
)

// A Program is NAME.desc of the current folder, the sizes that it runs with, and what makes the inputs of a size, runs it and compares.
type Program struct {
	Name  string
	Sizes []int
	Check func(r *Run, n int)
}

// A Machine executes the kernels of programs.
type Machine struct {
	Flags  []string         // more of "descendc run"
	Device driver.NewDevice // if not nil, in place of the simulator
}

// All runs the programs at all of their sizes.
func All(t *testing.T, programs []Program, m Machine) {
	for _, p := range programs {
		t.Run(p.Name, func(t *testing.T) {
			for _, n := range p.Sizes {
				t.Run(fmt.Sprint(n), func(t *testing.T) {
					p.Check(&Run{T: t, machine: m, program: p.Name, dir: t.TempDir(), Rand: rand.New(rand.NewPCG(uint64(n), 19))}, n)
				})
			}
		})
	}
}

// Every says which files of the current folder the programs leave out.
func Every(t *testing.T, programs []Program) {
	var names []string
	for _, p := range programs {
		names = append(names, p.Name+".desc")
	}
	slices.Sort(names)
	if files := kit.Files(t, "*.desc"); !slices.Equal(files, names) {
		t.Errorf("the folder has %v, the tables %v", files, names)
	}
}

// Sim takes blocks and threads in an order by chance, and reading what nobody wrote is an error.
func Sim(t *testing.T, programs []Program) {
	All(t, programs, Machine{Flags: []string{"--strict-init", "--sim-schedule=5"}})
}

// Native runs the programs as code of the CPU. What clang makes of one is kept for its other sizes.
func Native(t *testing.T, programs []Program) {
	need.Found(t, ptx.Ready())
	t.Setenv(host.CacheVar, t.TempDir())
	All(t, programs, Machine{Flags: []string{"--device=cpu"}})
}

// Harness executes the kernels' NVVM text, optimized as LLVM does it for NVPTX at a level, in an order by chance.
func Harness(t *testing.T, programs []Program, level int) {
	onHarness(t, programs, level, harness.Oldest)
}

// AsyncCopies is Harness for a target whose copies go on while their thread does something else: they are made as late as they may be.
func AsyncCopies(t *testing.T, programs []Program, level int) {
	onHarness(t, programs, level, harness.Newest)
}

// Turing is Harness for the oldest target with products of matrices, which are smaller ones, and without copies that go on.
func Turing(t *testing.T, programs []Program, level int) {
	onHarness(t, programs, level, harness.Turing)
}

func onHarness(t *testing.T, programs []Program, level int, gpu string) {
	need.Found(t, ptx.Ready())
	built := map[string]*harness.Program{} // by the text, which is the same for all sizes of a program
	defer func() {
		for _, p := range built {
			p.Close()
		}
	}()
	All(t, programs, Machine{Device: func(module *ir.Operation) (sim.Device, error) {
		m, err := nvvm.Emit(module, nvvm.Options{ExternGrid: true, Capability: ptx.Capability(gpu)})
		if err != nil {
			return nil, err
		}
		p := built[string(m.Text)]
		if p == nil {
			if p, err = harness.BuildFor(m.Text, level, gpu); err != nil {
				return nil, err
			}
			built[string(m.Text)] = p
		}
		return &hostdevice.Device{Program: p, Seed: 5}, nil
	}})
}

// CUDA runs the programs on a GPU, and skips the test where there is none.
func CUDA(t *testing.T, programs []Program) {
	lib, err := cuda.Open()
	if err != nil {
		need.NVIDIA(t, err)
	}
	if os.Getenv(ptx.CacheVar) == "" { // no folder of compiled kernels either
		need.Found(t, ptx.Ready())
	}
	d, err := lib.Choose(0)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%s, driver for CUDA %s", d, lib.Version())
	All(t, programs, Machine{Flags: []string{"--device=cuda"}})
}

// A Run is one of a program with one size.
type Run struct {
	*testing.T
	Rand         *rand.Rand
	machine      Machine
	program, dir string
	args         []string
}

// Again is a run of the same program with arguments of its own.
func (r *Run) Again() *Run {
	a := *r
	a.args, a.dir = nil, r.TempDir()
	return &a
}

// Number is the type of the elements of an array, or of an argument.
type Number interface {
	~int | ~int32 | ~int64 | ~uint8 | ~uint32 | ~float32 | ~float64
}

func dtype[T Number]() string {
	var zero T
	return map[string]string{"int32": "i32", "int64": "i64", "uint8": "u8", "uint32": "u32", "float32": "f32", "float64": "f64"}[fmt.Sprintf("%T", zero)]
}

// Value makes v the argument of the parameter.
func Value[T Number](r *Run, parameter string, v T) {
	r.args = append(r.args, "--arg", fmt.Sprintf("%s=%v", parameter, v))
}

// Array makes a file of data and that the argument of the parameter.
func Array[T Number](r *Run, parameter string, data []T, shape ...int) {
	r.Helper()
	var b bytes.Buffer
	if err := binary.Write(&b, binary.LittleEndian, data); err != nil {
		r.Fatal(err)
	}
	file := filepath.Join(r.dir, parameter+".npy")
	if err := npy.Write(file, npy.Array{DType: dtype[T](), Shape: shape, Data: b.Bytes()}); err != nil {
		r.Fatal(err)
	}
	r.args = append(r.args, "--arg", parameter+"="+file)
}

// InOut is Array for what the program changes.
func InOut[T Number](r *Run, parameter string, data []T, shape ...int) {
	Array(r, parameter, data, shape...)
	r.args = append(r.args, "--out", parameter+"="+r.out(parameter))
}

// Zeros is InOut for zeros.
func Zeros[T Number](r *Run, parameter string, shape ...int) {
	InOut(r, parameter, make([]T, product(shape)), shape...)
}

func (r *Run) out(parameter string) string { return filepath.Join(r.dir, parameter+".out.npy") }

// Result is what the program has made of an InOut.
func Result[T Number](r *Run, parameter string, shape ...int) []T {
	r.Helper()
	a, err := npy.Read(r.out(parameter))
	if err != nil {
		r.Fatal(err)
	}
	if a.DType != dtype[T]() || !slices.Equal(a.Shape, shape) {
		r.Fatalf("%s is %s of shape %v, expected %s of %v", parameter, a.DType, a.Shape, dtype[T](), shape)
	}
	data := make([]T, product(shape))
	if err := binary.Read(bytes.NewReader(a.Data), binary.LittleEndian, data); err != nil {
		r.Fatal(err)
	}
	return data
}

// Start runs main with the arguments and returns what it prints.
func (r *Run) Start() string {
	r.Helper()
	var out, errs bytes.Buffer
	args := slices.Concat([]string{"run", r.program + ".desc"}, r.args, r.machine.Flags)
	if status := driver.MainWith(r.machine.Device, args, strings.NewReader(""), &out, &errs); status != 0 {
		r.Fatalf("descendc %s: exit status %d\n%s", strings.Join(args, " "), status, errs.String())
	}
	return strings.TrimSpace(out.String())
}

// Scalar is what main returns.
func Scalar[T Number](r *Run) T {
	r.Helper()
	var v T
	text := r.Start()
	if _, err := fmt.Sscan(text, &v); err != nil {
		r.Fatalf("main printed %q", text)
	}
	return v
}

func product(shape []int) int {
	n := 1
	for _, d := range shape {
		n *= d
	}
	return n
}

// Equal says at which of the things that got and want have they differ.
func Equal[T Number](r *Run, what string, got, want []T) {
	r.Helper()
	for i := range want {
		if got[i] != want[i] {
			r.Fatalf("%s %d is %v, expected %v", what, i, got[i], want[i])
		}
	}
}

// CloseTo compares relative to the numbers from 1 on, below absolutely.
func CloseTo[T ~float32 | ~float64](r *Run, what string, got, want []T, tolerance float64) {
	r.Helper()
	for i := range want {
		if d := math.Abs(float64(got[i]) - float64(want[i])); !(d <= tolerance*math.Max(1, math.Abs(float64(want[i])))) {
			r.Fatalf("%s %d is %v, expected %v", what, i, got[i], want[i])
		}
	}
}

// Random makes n whole numbers from least up to, not including, end.
func Random[T Number](r *Run, n int, least, end int64) []T {
	out := make([]T, n)
	for i := range out {
		out[i] = T(least + r.Rand.Int64N(end-least))
	}
	return out
}
