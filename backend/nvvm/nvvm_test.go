package nvvm_test

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"descend/backend/harness"
	"descend/backend/nvvm"
	"descend/backend/ptx"
	"descend/backend/sim/simtest"
	"descend/ir"
	"descend/ir/need"
)

// emit translates a case's module.
func emit(t *testing.T, c *simtest.Case) (*ir.Operation, *nvvm.Module) {
	t.Helper()
	m := c.Module(t)
	out, err := nvvm.Emit(m, nvvm.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return m, out
}

// TestAgainstSim runs the kernels of the simulator's test modules on the harness, optimized and not, and
// compares what they leave in memory.
func TestAgainstSim(t *testing.T) {
	for _, c := range append(simtest.Load(t, "../sim/testdata/*.mlir"), simtest.Load(t, "testdata/*.mlir")...) {
		if c.Comparable() {
			t.Run(c.Name, func(t *testing.T) { t.Parallel(); compare(t, c) })
		}
	}
}

func compare(t *testing.T, c *simtest.Case) {
	m, out := emit(t, c)
	for _, level := range []int{0, 3} {
		p, err := harness.Build(out.Text, level)
		need.Found(t, err)
		if err != nil {
			t.Fatalf("%v\n%s", err, out.Text)
		}
		for _, r := range c.Runs {
			for seed := range uint64(2) {
				compareRun(t, c, m, out, p, r, seed, fmt.Sprintf("%s at -O%d, seed %d", r.Function, level, seed))
			}
		}
		p.Close()
	}
}

// compareRun compares one launch.
func compareRun(t *testing.T, c *simtest.Case, m *ir.Operation, out *nvvm.Module, p *harness.Program, r *simtest.Run, seed uint64, what string) {
	t.Helper()
	if seed != 0 && strings.Contains(c.Source, "// SCHEDULE") {
		return
	}
	want, _, wantOut := r.OnSim(t, m)
	var args []harness.Arg
	var got [][]byte
	for _, a := range r.Args {
		data := slices.Clone(a.Data)
		got = append(got, data)
		if a.Buffer {
			args = append(args, harness.Buffer(data))
		} else {
			args = append(args, harness.ScalarBytes(data))
		}
	}
	var printed bytes.Buffer
	err := p.Run(context.Background(), harness.Config{
		Kernel: out.Symbols[r.Function], Grid: r.Grid, Block: r.Block, DynShared: int(r.Dynamic), Args: args, Seed: seed, Output: &printed,
	})
	if err != nil {
		t.Fatalf("%s: %v\n%s", what, err, p.IR())
	}
	for i, a := range r.Args {
		if d := simtest.Close(a.Type, want[i], got[i], c.Tolerance); a.Buffer && d != "" {
			t.Errorf("%s: argument %d: sim and harness differ: %s\n%s", what, i, d, p.IR())
		}
	}
	for _, o := range r.Outs {
		typ := r.Args[o.Arg].Type
		for i, want := range o.Values {
			if have := simtest.Decode(typ, got[o.Arg][i*simtest.Size(typ):]); have != want && c.Tolerance == 0 {
				t.Errorf("%s: argument %d, element %d is %s, want %s", what, o.Arg, i, have, want)
			}
		}
	}
	if printed.String() != wantOut && seed == 0 {
		t.Errorf("%s: printed %q, sim %q", what, printed.String(), wantOut)
	}
}

// TestCompiles compiles every module that can be emitted for all targets: LLVM's verifier accepts it, and no
// function is missing.
func TestCompiles(t *testing.T) {
	for _, c := range append(simtest.Load(t, "../sim/testdata/*.mlir"), simtest.Load(t, "testdata/*.mlir")...) {
		if strings.HasPrefix(c.Name, "errors.mlir") {
			continue
		}
		m := c.Module(t)
		kernels := 0
		for range m.All("gpu.func") {
			kernels++
		}
		if kernels == 0 {
			continue
		}
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			out, err := nvvm.Emit(m, nvvm.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if again, err := nvvm.Emit(c.Module(t), nvvm.Options{}); err != nil || !bytes.Equal(again.Text, out.Text) {
				t.Error("the text is not the same the second time")
			}
			verify(t, out.Text)
			if strings.HasPrefix(c.Name, "races.mlir") {
				return
			}
			targets := []string{"sm_60"}
			if strings.HasPrefix(c.Name, "atomics") || strings.HasPrefix(c.Name, "warps") {
				targets = ptx.Targets()
			}
			for _, target := range targets {
				r := compile(t, out, target, 3)
				if len(r.Kernels) != kernels {
					t.Errorf("%s: %d kernels, want %d", target, len(r.Kernels), kernels)
				}
			}
		})
	}
}

func compile(t *testing.T, out *nvvm.Module, target string, level int) ptx.Result {
	t.Helper()
	r, err := ptx.Compile(t.Context(), ptx.Options{Target: target, OptLevel: level, Declared: out.Externs}, out.Text)
	need.Found(t, err)
	if err != nil {
		t.Fatalf("%s: %v\n%s", target, err, out.Text)
	}
	return r
}

// verify runs LLVM's verifier.
func verify(t *testing.T, text []byte) {
	t.Helper()
	tool, _ := ptx.Default().LLVM("opt")
	if tool == nil {
		need.Tool(t, "opt of LLVM")
	}
	cmd := exec.Command(tool.Path, "-passes=verify", "-S", "-o", "-", "-")
	cmd.Stdin = bytes.NewReader(text)
	var errs bytes.Buffer
	cmd.Stderr = &errs
	if err := cmd.Run(); err != nil {
		t.Fatalf("opt refuses the module: %s\n%s", errs.String(), text)
	}
}
