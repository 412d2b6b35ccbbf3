package oracle

import (
	"context"
	"fmt"
	"testing"
	"time"

	"descend/backend/sim"
	"descend/ir"
	"descend/passes"
	"descend/tools/registry"
)

// pipelines are what random modules go through; each must leave the results as they are.
var pipelines = []string{
	"builtin.module(canonicalize)",
	"builtin.module(canonicalize{region-simplify=aggressive top-down=false})",
	"builtin.module(cse)",
	"builtin.module(sccp)",
	"builtin.module(int-range-optimizations)",
	"builtin.module(func.func(mem2reg))",
	"builtin.module(func.func(sroa,mem2reg))",
	"builtin.module(inline{default-pipeline=})",
	"builtin.module(inline)",
	"builtin.module(loop-unroll{unroll-factor=2})",
	"builtin.module(loop-unroll{unroll-factor=3 cleanup-unroll unroll-num-reps=2})",
	"builtin.module(loop-unroll{unroll-full})",
	"builtin.module(loop-invariant-code-motion)",
	"builtin.module(remove-dead-values)",
	"builtin.module(func.func(dce),symbol-dce)",
	"builtin.module(inline,func.func(loop-unroll{unroll-full},canonicalize,sroa,mem2reg),sccp,int-range-optimizations,remove-dead-values,canonicalize{region-simplify=aggressive},cse,symbol-dce)",
}

// inputs are the arguments of @main.
var inputs = [][4]uint64{{0, 0, 0, 0}, {1, 7, 1, 5}, {0xFFFFFFFF, 0x80000000, 0, 3}, {100, 0xFFFFFF9C, 1, 1 << 40}}

func parseModule(t *testing.T, src string) *ir.Operation {
	t.Helper()
	var diags ir.Diagnostics
	c := registry.Context()
	c.LoopsEnd = true // for mlir-opt they do
	m := ir.ParseModule(c, "module", []byte(src), &diags)
	if m == nil || !ir.Verify(m, &diags) {
		t.Fatalf("%v\n%s", diags.Sorted(), src)
	}
	return m
}

// results runs @main on all inputs.
func results(m *ir.Operation) (string, error) {
	out := ""
	for _, in := range inputs {
		ctx, stop := context.WithTimeout(context.Background(), 20*time.Second)
		args := make([]sim.Arg, len(in))
		for i, v := range in {
			args[i].Bits = v
		}
		diags := &ir.Diagnostics{}
		res, err := sim.New(m, sim.Options{Diags: diags, Context: ctx}).Call("main", args)
		stop()
		if err != nil {
			return "", fmt.Errorf("%v: %w", diags.Sorted(), err)
		}
		out += fmt.Sprintf("%x -> %x\n", in, res)
	}
	return out, nil
}

// runPipeline runs passes, with the verifier after each.
func runPipeline(t *testing.T, m *ir.Operation, pipeline string) {
	t.Helper()
	p, err := registry.Passes().ParsePipeline(pipeline)
	if err != nil {
		t.Fatal(err)
	}
	before := ir.Print(m, ir.PrintOptions{})
	diags := &ir.Diagnostics{}
	if err := p.Run(m, diags, passes.RunOptions{SingleThread: true}); err != nil {
		t.Fatalf("%s: %v %v\n%s", pipeline, err, diags.Sorted(), before)
	}
}

// TestRandom runs random modules before and after each pipeline and compares the results.
func TestRandom(t *testing.T) {
	runs, seed := runsAndSeed(40)
	for i := range uint64(runs) {
		src := generate(seed + i)
		want, err := results(parseModule(t, src))
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed+i, err, src)
		}
		for _, p := range pipelines {
			m := parseModule(t, src)
			runPipeline(t, m, p)
			got, err := results(m)
			if err != nil || got != want {
				t.Fatalf("seed %d, %s: %v\n%s\nwant\n%s\n%s\nbecomes\n%s", seed+i, p, err, got, want, src, ir.Print(m, ir.PrintOptions{}))
			}
		}
	}
}
