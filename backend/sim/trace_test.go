package sim_test

import (
	"fmt"
	"strings"
	"testing"

	"descend/backend/sim"
	"descend/dialects"
	"descend/ir"
)

// told writes what a tracer is told, a line each.
type told struct{ strings.Builder }

func (t *told) Launch(k *ir.Operation, l sim.Launch, params []sim.Memory, _ []uint64) {
	fmt.Fprintf(t, "launch %s grid %v block %v params", ir.SymbolName(k), l.Grid, l.Block)
	for _, p := range params {
		fmt.Fprintf(t, " %d", p.Count)
	}
	fmt.Fprintln(t)
}

func (t *told) Touch(a sim.Touch) {
	fmt.Fprintf(t, "%v block %v shared %v:", a.Kind, a.Block, a.Memory.Shared)
	for _, l := range a.Lanes {
		fmt.Fprintf(t, " %d@%d", l, a.Elements[l])
	}
	fmt.Fprintln(t)
}

func (t *told) Barrier(_ *ir.Operation, block [3]int, lanes []int32, s sim.Scope) {
	fmt.Fprintf(t, "barrier of %s block %v, %d threads\n", s, block, len(lanes))
}

func (t *told) Race(r sim.Race) {
	fmt.Fprintf(t, "race on %d: %d %v, then %d %v\n", r.Element, r.First.Lane, r.First.Kind, r.Second.Lane, r.Second.Kind)
}

// TestTrace has two blocks of two threads that write, wait, and read; and the same without the wait.
func TestTrace(t *testing.T) {
	const program = `module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @k(%x: memref<?xi32>) workgroup(%s: memref<2xi32, #gpu.address_space<workgroup>>) kernel {
      %c1 = arith.constant 1 : index
      %t = gpu.thread_id x
      %v = arith.index_cast %t : index to i32
      memref.store %v, %s[%t] : memref<2xi32, #gpu.address_space<workgroup>>
      BARRIER
      %o = arith.subi %c1, %t : index
      %w = memref.load %s[%o] : memref<2xi32, #gpu.address_space<workgroup>>
      memref.store %w, %x[%t] : memref<?xi32>
      gpu.return
    }
  }
}`
	run := func(text string) string {
		out := &told{}
		var diags ir.Diagnostics
		m := ir.ParseModule(dialects.MLIR(), "k.mlir", []byte(text), &diags)
		if m == nil {
			t.Fatal(diags.Sorted())
		}
		_ = sim.New(m, sim.Options{Trace: out}).LaunchKernel("k", sim.Launch{Grid: [3]int{1, 1, 1}, Block: [3]int{2, 1, 1}}, []sim.Arg{{Data: make([]byte, 8)}})
		return out.String()
	}
	want := `launch k grid [1 1 1] block [2 1 1] params 2
written block [0 0 0] shared true: 0@0 1@1
barrier of block block [0 0 0], 2 threads
read block [0 0 0] shared true: 0@1 1@0
written block [0 0 0] shared false: 0@0 1@1
`
	if got := run(strings.Replace(program, "BARRIER", "gpu.barrier", 1)); got != want {
		t.Errorf("got\n%s", got)
	}
	want = `launch k grid [1 1 1] block [2 1 1] params 2
written block [0 0 0] shared true: 0@0 1@1
read block [0 0 0] shared true: 0@1 1@0
race on 1: 1 written, then 0 read
`
	if got := run(strings.Replace(program, "BARRIER", "", 1)); got != want {
		t.Errorf("got\n%s", got)
	}
}
