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
		describe(t, m, r)
	}
	mgr := passes.NewManager("builtin.module")
	mgr.Add(&cpu.GPUToCPU{})
	mgr.Add(&opt.Canonicalizer{})
	mgr.Add(&opt.CSE{})
	var diags ir.Diagnostics
	if err := mgr.Run(m, &diags, passes.RunOptions{}); err != nil {
		t.Fatal(err, diags.Sorted())
	}
	for op := range m.All("gpu.func") { // what host code launches has no extents of its own
		if op.Attr("descend.grid") == nil {
			one := m.Context().StringAttr("1")
			op.SetAttr("descend.grid", m.Context().ArrayAttr(one, one, one))
			op.SetAttr("descend.block", m.Context().ArrayAttr(one, one, one))
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

// describe gives a function the attributes that lowering sets: parameters, results, extents of the launch.
func describe(t *testing.T, m *ir.Operation, r *simtest.Run) {
	t.Helper()
	c := m.Context()
	for op := range m.All("") {
		if ir.SymbolName(op) != r.Function || !op.Is("func.func") && !op.Is("gpu.func") {
			continue
		}
		ft := op.Attr("function_type").(*ir.TypeAttr).Type.(*ir.FunctionType)
		param := func(i int, t ir.Type, count int, kind string) ir.Attribute {
			entries := []ir.NamedAttr{ir.Attr("name", c.StringAttr(fmt.Sprint("a", i)))}
			if mt, ok := t.(*ir.MemRefType); ok {
				mem := "cpu.mem"
				if op.Is("gpu.func") {
					mem = "gpu.global"
				}
				entries = append(entries, ir.Attr("kind", c.StringAttr(kind)), ir.Attr("mem", c.StringAttr(mem)), ir.Attr("uniq", c.UnitAttr()),
					ir.Attr("shape", c.ArrayAttr(c.StringAttr(fmt.Sprint(count)))))
				t = mt.Elem
			} else {
				entries = append(entries, ir.Attr("kind", c.StringAttr("scalar")))
			}
			return c.DictAttr(append(entries, ir.Attr("elem", c.TypeAttr(t)))...)
		}
		var params, results []ir.Attribute
		for i, in := range ft.Inputs {
			params = append(params, param(i, in, len(r.Args[i].Data)/simtest.Size(r.Args[i].Type), "ref"))
		}
		for i, out := range ft.Results {
			results = append(results, param(i, out, 0, "box"))
		}
		op.SetAttr("descend.params", c.ArrayAttr(params...))
		op.SetAttr("descend.results", c.ArrayAttr(results...))
		if op.Is("gpu.func") {
			dim := func(d [3]int) ir.Attribute {
				return c.ArrayAttr(c.StringAttr(fmt.Sprint(d[0])), c.StringAttr(fmt.Sprint(d[1])), c.StringAttr(fmt.Sprint(d[2])))
			}
			op.SetAttr("descend.grid", dim(r.Grid))
			op.SetAttr("descend.block", dim(r.Block))
			op.SetAttr("descend.shared_dynamic", c.StringAttr(fmt.Sprint(r.Dynamic)))
		}
	}
}

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
