package host_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/ebitengine/purego"

	"descend/backend/host"
	"descend/backend/ptx"
	"descend/backend/sim/simtest"
	"descend/dialects/gpu"
	"descend/dialects/gpu/contract"
	"descend/dialects/ods"
	"descend/ir"
	"descend/ir/need"
	"descend/passes"
	"descend/passes/cpu"
	"descend/passes/opt"
)

// library is a module as a shared library that this process has loaded.
type library struct {
	handle uintptr
	name   string
}

// build makes the functions of the runs callable and compiles the module.
func build(t *testing.T, name string, m *ir.Operation, runs []*simtest.Run, level int) *library {
	t.Helper()
	if clang, _ := ptx.Default().LLVM("clang"); clang == nil {
		need.Tool(t, "clang")
	}
	t.Setenv("DESCEND_DEVICE", "cpu")
	for _, r := range runs {
		describe(m, r)
	}
	mgr := passes.NewManager("builtin.module")
	mgr.Add(&cpu.GPUToCPU{})
	mgr.Add(&opt.Canonicalizer{})
	mgr.Add(&opt.CSE{})
	var diags ir.Diagnostics
	if err := mgr.Run(m, &diags, passes.RunOptions{}); err != nil {
		t.Fatal(err, diags.Sorted())
	}
	for k := range ir.AllOf[gpu.FuncOp](m) { // what host code launches has no extents of its own
		if c, _ := contract.Of(k.Operation); c.Launch == nil {
			c.Launch = &contract.Launch{Grid: [3]contract.Size{"1", "1", "1"}, Block: [3]contract.Size{"1", "1", "1"}}
			c.Set(k.Operation)
		}
	}
	data, err := host.New(m, name, host.Device{}).Build(context.Background(), host.Options{Kind: host.Shared, OptLevel: level})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "lib.so")
	if err := os.WriteFile(file, data, 0o700); err != nil {
		t.Fatal(err)
	}
	h, err := purego.Dlopen(file, purego.RTLD_NOW|purego.RTLD_LOCAL)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { purego.Dlclose(h) })
	return &library{h, name}
}

// describe gives a function the contract that lowering writes: parameters, results, extents of the launch.
func describe(m *ir.Operation, r *simtest.Run) {
	for op := range m.All("") {
		f, ok := op.Typed().(ods.FunctionLike)
		if !ok || ir.SymbolName(op) != r.Function {
			continue
		}
		isKernel := ir.Is[gpu.FuncOp](op)
		param := func(i int, t ir.Type, count int, kind contract.Kind) contract.Param {
			mt, ok := t.(*ir.MemRefType)
			if !ok {
				return contract.Param{Name: fmt.Sprint("a", i), Kind: contract.Scalar, Elem: t}
			}
			p := contract.Param{Name: fmt.Sprint("a", i), Kind: kind, Elem: mt.Elem, Mem: "cpu.mem", Uniq: true, Shape: []contract.Size{size(count)}}
			if isKernel {
				p.Mem = "gpu.global"
			}
			return p
		}
		var c contract.Function
		for i, in := range f.FunctionType().Inputs {
			c.Params = append(c.Params, param(i, in, len(r.Args[i].Data)/simtest.Size(r.Args[i].Type), contract.Ref))
		}
		for i, out := range f.FunctionType().Results {
			c.Results = append(c.Results, param(i, out, 0, contract.Box))
		}
		if isKernel {
			c.Launch = &contract.Launch{Dynamic: size(int(r.Dynamic))}
			for d := range 3 {
				c.Launch.Grid[d], c.Launch.Block[d] = size(r.Grid[d]), size(r.Block[d])
			}
		}
		c.Set(op)
	}
}

func size(n int) contract.Size { return contract.Size(fmt.Sprint(n)) }

// call calls the function of a run and gives what its buffers hold then, and the bits of its results.
func (l *library) call(t *testing.T, r *simtest.Run) (data [][]byte, results []uint64) {
	t.Helper()
	fn, err := purego.Dlsym(l.handle, l.name+"_"+host.Identifier(r.Function))
	if err != nil {
		t.Fatal(err)
	}
	var args []uintptr
	for _, a := range r.Args {
		b := slices.Clone(a.Data)
		data = append(data, b)
		switch {
		case a.Buffer:
			args = append(args, uintptr(unsafe.Pointer(unsafe.SliceData(b))))
		case a.Type[0] == 'f':
			t.Fatalf("%s: scalars of type %s cannot be passed", r.Function, a.Type)
		default:
			args = append(args, uintptr(a.Bits()))
		}
	}
	results = make([]uint64, len(r.Results))
	for i := range results {
		args = append(args, uintptr(unsafe.Pointer(&results[i])))
	}
	status, _, _ := purego.SyscallN(fn, args...)
	runtime.KeepAlive(data)
	if int32(status) != 0 {
		t.Fatalf("%s: status %d", r.Function, status)
	}
	return data, results
}

// TestOps compares every operation in native code with arithmetic done another way.
func TestOps(t *testing.T) {
	src, cases, err := simtest.Ops()
	if err != nil {
		t.Fatal(err)
	}
	for _, level := range []int{0, 3} {
		m := (&simtest.Case{Name: "ops", Source: src}).Module(t)
		var runs []*simtest.Run
		for _, o := range cases {
			runs = append(runs, o.Run)
		}
		l := build(t, "ops", m, runs, level)
		for _, o := range cases {
			tolerance := 0.0
			if o.Loose {
				tolerance = 2e-5
			}
			data, _ := l.call(t, o.Run)
			if d := simtest.Close(o.Run.Args[2].Type, o.Want(), data[2], tolerance); d != "" {
				t.Errorf("-O%d: %s: want and got: %s", level, o.Run.Function, d)
			}
		}
	}
}

// TestAgainstSim runs the simulator's test modules as native code and compares what they leave in memory.
func TestAgainstSim(t *testing.T) {
	ran := 0
	for _, c := range simtest.Load(t, "../sim/testdata/*.mlir") {
		if strings.HasPrefix(c.Name, "errors.mlir") || strings.HasPrefix(c.Name, "races.mlir") || slices.ContainsFunc(c.Expect, func(e simtest.Expectation) bool { return e.Kind == "error" }) {
			continue
		}
		t.Run(c.Name, func(t *testing.T) {
			l := build(t, "m", c.Module(t), c.Runs, 3)
			for _, r := range c.Runs {
				want, wantResults, _ := r.OnSim(t, c.Module(t))
				got, results := l.call(t, r)
				for i, a := range r.Args {
					if d := simtest.Close(a.Type, want[i], got[i], c.Tolerance); a.Buffer && d != "" {
						t.Errorf("%s: argument %d: sim and native code differ: %s", r.Function, i, d)
					}
				}
				for i := range results {
					if wantResults[i] != 0 && results[i] != wantResults[i] { // memory counts as 0 on sim
						t.Errorf("%s: result %d is %d, on sim %d", r.Function, i, results[i], wantResults[i])
					}
				}
			}
		})
		ran++
	}
	if ran < 15 {
		t.Errorf("only %d modules", ran)
	}
}
