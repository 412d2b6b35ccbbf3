package test

import (
	"regexp"
	"strings"
	"testing"

	"descend/backend/host"
	"descend/ir"
	"descend/passes"
	"descend/passes/cpu"
	"descend/tools/registry"
)

// TestParallelLoops looks at the LLVM IR of kernels for the CPU: the loop over the threads says that its accesses
// are independent, but for those of an array that LLVM keeps at one place for all threads; a short loop is not
// unrolled before it is vectorized.
func TestParallelLoops(t *testing.T) {
	const kernel = `gpu.module @kernels {
  gpu.func @k(%a: memref<?xi32>, %n: index) kernel attributes {descend.params = [{elem = i32, kind = "ref", mem = "gpu.global", name = "a", shape = ["n"], type = "[i32; n]", uniq}, {elem = index, kind = "nat", name = "n"}], descend.grid = ["n", "1", "1"], descend.block = ["BLOCK", "1", "1"], nvvm.reqntid = array<i32: BLOCK, 1, 1>} {
    %c0 = arith.constant 0 : index
    %t = gpu.thread_id x
    %p = memref.alloca() : memref<4xi32, #gpu.address_space<private>>
    %x = memref.load %a[%t] : memref<?xi32>
    %i = arith.index_cast %x : i32 to index
    memref.store %x, %p[%i] : memref<4xi32, #gpu.address_space<private>>
    %y = memref.load %p[%c0] : memref<4xi32, #gpu.address_space<private>>
    memref.store %y, %a[%t] : memref<?xi32>
    gpu.return
  }
}`
	for block, short := range map[string]bool{"32": true, "256": false} {
		var diags ir.Diagnostics
		m := ir.ParseModule(registry.Context(), "k.mlir", []byte(strings.ReplaceAll(kernel, "BLOCK", block)), &diags)
		if m == nil || diags.HasErrors() {
			t.Fatal(diags.Sorted())
		}
		mgr := passes.NewManager("builtin.module")
		mgr.Add(&cpu.GPUToCPU{})
		if err := mgr.Run(m, &diags, passes.RunOptions{}); err != nil {
			t.Fatal(err, diags.Sorted())
		}
		data, err := host.New(m, "k", host.Device{}).LLVM(false)
		if err != nil {
			t.Fatal(err)
		}
		text := string(data)
		if !strings.Contains(text, "llvm.loop.parallel_accesses") || strings.Contains(text, "llvm.loop.unroll.disable") != short {
			t.Errorf("block of %s: hints are missing, or too many:\n%s", block, text)
		}
		var grouped, alone int
		for _, l := range regexp.MustCompile(`(?m)^.*(?: = load i32,|\tstore i32 ).*$`).FindAllString(text, -1) {
			if strings.Contains(l, "!llvm.access.group") {
				grouped++
			} else {
				alone++
			}
		}
		if grouped != 2 || alone != 2 {
			t.Errorf("block of %s: %d accesses are marked independent and %d are not, expected 2 and 2\n%s", block, grouped, alone, text)
		}
	}
}
