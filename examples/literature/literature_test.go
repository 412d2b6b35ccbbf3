// Package literature_test runs programs that the literature of GPUs writes about, each at sizes that are multiples of nothing, on the simulator, as
// native programs and with the NVVM text of their kernels executed on the host, and compares what they make with references in Go.
package literature_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
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

// A program is NAME.desc, the sizes that it runs with, and what makes the inputs of a size, runs it and compares.
type program struct {
	name  string
	sizes []int
	check func(r *run, n int)
}

// programs are all of the folder.
var programs = slices.Concat(graphs, grids, matrices, points, sequences)

// A machine executes the kernels of the programs.
type machine struct {
	flags  []string         // more of "descendc run"
	device driver.NewDevice // if not nil, in place of the simulator
}

// TestEveryProgram says which files the tables leave out.
func TestEveryProgram(t *testing.T) {
	var names []string
	for _, p := range programs {
		names = append(names, p.name+".desc")
	}
	slices.Sort(names)
	if files := kit.Files(t, "*.desc"); !slices.Equal(files, names) {
		t.Errorf("the folder has %v, the tables %v", files, names)
	}
}

// TestSim takes blocks and threads in an order by chance, and reading what nobody wrote is an error.
func TestSim(t *testing.T) { all(t, machine{flags: []string{"--strict-init", "--sim-schedule=5"}}) }

func TestNative(t *testing.T) {
	need.Found(t, ptx.Ready())
	t.Setenv(host.CacheVar, t.TempDir()) // so that clang runs once for all sizes of a program
	all(t, machine{flags: []string{"--device=cpu"}})
}

// TestHarness executes the kernels' NVVM text, as LLVM optimizes it for NVPTX, in an order by chance.
func TestHarness(t *testing.T) {
	need.Found(t, ptx.Ready())
	built := map[string]*harness.Program{} // by the text, which is the same for all sizes of a program
	defer func() {
		for _, p := range built {
			p.Close()
		}
	}()
	all(t, machine{device: func(module *ir.Operation) (sim.Device, error) {
		m, err := nvvm.Emit(module, nvvm.Options{ExternGrid: true})
		if err != nil {
			return nil, err
		}
		p := built[string(m.Text)]
		if p == nil {
			if p, err = harness.Build(m.Text, 3); err != nil {
				return nil, err
			}
			built[string(m.Text)] = p
		}
		return &hostdevice.Device{Program: p, Seed: 5}, nil
	}})
}

func TestCUDA(t *testing.T) {
	lib, err := cuda.Open()
	if err != nil {
		need.NVIDIA(t, err)
	}
	d, err := lib.Choose(0)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%s, driver for CUDA %s", d, lib.Version())
	all(t, machine{flags: []string{"--device=cuda"}})
}

// TestPTX compiles each program for every target and wants no warning.
func TestPTX(t *testing.T) {
	need.Found(t, ptx.Ready())
	for _, p := range programs {
		for _, target := range []string{"sm_60", "sm_90"} {
			t.Run(p.name+"/"+target, func(t *testing.T) {
				var out, errs bytes.Buffer
				status := driver.Main([]string{"build", p.name + ".desc", "--target=" + target, "-o", "-"}, strings.NewReader(""), &out, &errs)
				if status != 0 || errs.Len() > 0 || !strings.Contains(out.String(), ".visible .entry") {
					t.Errorf("exit status %d\n%s\n%.300s", status, errs.String(), out.String())
				}
			})
		}
	}
}

func all(t *testing.T, m machine) {
	for _, p := range programs {
		t.Run(p.name, func(t *testing.T) {
			for _, n := range p.sizes {
				t.Run(fmt.Sprint(n), func(t *testing.T) {
					p.check(&run{T: t, program: p.name, machine: m, dir: t.TempDir(), rand: rand.New(rand.NewPCG(uint64(n), 19))}, n)
				})
			}
		})
	}
}

// A run is one of a program with one size.
type run struct {
	*testing.T
	machine
	program, dir string
	rand         *rand.Rand
	args         []string
}

// again is a run of the same program with arguments of its own.
func (r *run) again() *run {
	a := *r
	a.args, a.dir = nil, r.TempDir()
	return &a
}

// number is the type of the elements of an array, or of an argument.
type number interface {
	~int | ~int32 | ~int64 | ~uint8 | ~uint32 | ~float32 | ~float64
}

func dtype[T number]() string {
	var zero T
	return map[string]string{"int32": "i32", "int64": "i64", "uint8": "u8", "uint32": "u32", "float32": "f32", "float64": "f64"}[fmt.Sprintf("%T", zero)]
}

// value makes v the argument of the parameter.
func value[T number](r *run, parameter string, v T) {
	r.args = append(r.args, "--arg", fmt.Sprintf("%s=%v", parameter, v))
}

// array makes a file of data and that the argument of the parameter.
func array[T number](r *run, parameter string, data []T, shape ...int) {
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

// inout is array for what the program changes.
func inout[T number](r *run, parameter string, data []T, shape ...int) {
	array(r, parameter, data, shape...)
	r.args = append(r.args, "--out", parameter+"="+r.out(parameter))
}

// zeros is inout for zeros.
func zeros[T number](r *run, parameter string, shape ...int) {
	inout(r, parameter, make([]T, product(shape)), shape...)
}

func (r *run) out(parameter string) string { return filepath.Join(r.dir, parameter+".out.npy") }

// result is what the program has made of an inout.
func result[T number](r *run, parameter string, shape ...int) []T {
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

// start runs main with the arguments and returns what it prints.
func (r *run) start() string {
	r.Helper()
	var out, errs bytes.Buffer
	args := slices.Concat([]string{"run", r.program + ".desc"}, r.args, r.flags)
	if status := driver.MainWith(r.device, args, strings.NewReader(""), &out, &errs); status != 0 {
		r.Fatalf("descendc %s: exit status %d\n%s", strings.Join(args, " "), status, errs.String())
	}
	return strings.TrimSpace(out.String())
}

// scalar is what main returns.
func scalar[T number](r *run) T {
	r.Helper()
	var v T
	text := r.start()
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

func equal[T number](r *run, what string, got, want []T) {
	r.Helper()
	for i := range want {
		if got[i] != want[i] {
			r.Fatalf("%s %d is %v, expected %v", what, i, got[i], want[i])
		}
	}
}

// closeTo compares relative to the numbers from 1 on, below absolutely.
func closeTo[T ~float32 | ~float64](r *run, what string, got, want []T, tolerance float64) {
	r.Helper()
	for i := range want {
		if d := math.Abs(float64(got[i]) - float64(want[i])); !(d <= tolerance*math.Max(1, math.Abs(float64(want[i])))) {
			r.Fatalf("%s %d is %v, expected %v", what, i, got[i], want[i])
		}
	}
}
