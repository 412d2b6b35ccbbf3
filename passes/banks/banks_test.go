package banks_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"descend/backend/sim/simtest"
	"descend/dialects/gpu"
	"descend/ir"
	"descend/passes/banks"
)

// kernel is a module with one kernel for blocks of 64 threads; the text is its body.
func kernel(t *testing.T, body string) gpu.FuncOp {
	t.Helper()
	m := (&simtest.Case{Name: "kernel", Source: `
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @k(%x: memref<?xf32>, %n: index, %part: memref<?xf32, strided<[1], offset: ?>>, %y: memref<?xi32>) workgroup(%tile : memref<1024xf32, #gpu.address_space<workgroup>>, %bytes : memref<1024xi8, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c16 = arith.constant 16 : index
      %c32 = arith.constant 32 : index
      %v = arith.constant 1.0 : f32
      %b = arith.constant 1 : i8
      %t = gpu.thread_id x
      %block = gpu.block_id x
` + body + `
      gpu.return
    }
  }
}
`}).Module(t)
	var k gpu.FuncOp
	m.Walk(func(op *ir.Operation) ir.WalkResult {
		if f, ok := ir.As[gpu.FuncOp](op); ok {
			k = f
		}
		return ir.Advance
	})
	return k
}

// TestByHand has accesses whose costs are known, and what is not known of others.
func TestByHand(t *testing.T) {
	const shared, bytes = "#gpu.address_space<workgroup>>", "memref<1024xi8, #gpu.address_space<workgroup>>"
	cases := []struct{ body, want string }{
		// A column, whose row is the block's.
		{`%i = arith.muli %t, %c32 : index
		  %j = arith.addi %i, %block : index
		  memref.store %v, %tile[%j] : memref<1024xf32, ` + shared, "degree 32, 2 warps, 64 passes, 2 least, counted"},
		// Two words apart, in every round of a loop that nobody knows the length of.
		{`scf.for %r = %c0 to %n step %c1 {
		    %i = arith.muli %t, %c2 : index
		    %row = arith.muli %r, %c16 : index
		    %j = arith.addi %i, %row : index
		    memref.store %v, %tile[%j] : memref<1024xf32, ` + shared + `
		  }`, "degree 2, 32 warps, 64 passes, 32 least"},
		// Halves of a buffer by turns: only rounds that are told apart know which half.
		{`scf.for %r = %c0 to %n step %c1 {
		    %half = arith.remui %r, %c2 : index
		    %i = arith.muli %half, %c32 : index
		    %j = arith.addi %i, %t : index
		    memref.store %v, %tile[%j] : memref<1024xf32, ` + shared + `
		  }`, "degree 1, 32 warps, 32 passes, 32 least"},
		// Half of the warps.
		{`%p = arith.cmpi ult, %t, %c32 : index
		  scf.if %p {
		    memref.store %v, %tile[%t] : memref<1024xf32, ` + shared + `
		  }`, "degree 1, 1 warps, 1 passes, 1 least, counted"},
		// Some of the threads.
		{`%w = memref.load %x[%t] : memref<?xf32>
		  %p = arith.cmpf olt, %w, %v : f32
		  scf.if %p {
		    memref.store %v, %tile[%t] : memref<1024xf32, ` + shared + `
		  }`, "degree 1, 2 warps, 2 passes, 2 least, at most"},
		// As many bits as the block's number has with the thread's.
		{`%i = arith.muli %t, %c2 : index
		  %j = arith.addi %i, %block : index
		  %w = arith.index_cast %j : index to i64
		  %p = math.ctpop %w : i64
		  %k = arith.index_cast %p : i64 to index
		  memref.store %v, %tile[%k] : memref<1024xf32, ` + shared, "unknown"},
		// Where memory says.
		{`%w = memref.load %y[%t] : memref<?xi32>
		  %i = arith.index_cast %w : i32 to index
		  memref.store %v, %tile[%i] : memref<1024xf32, ` + shared, "unknown"},
		// Copies of 16 bytes of every thread: those of a quarter of a warp at once, to neighbours, and to places 32 bytes apart.
		{`%c4 = arith.constant 4 : index
		  %i = arith.muli %t, %c4 : index
		  %p = nvgpu.device_async_copy %x[%i], %tile[%i], 4 : memref<?xf32> to memref<1024xf32, ` + shared + `
		  %j = arith.muli %i, %c2 : index
		  %q = nvgpu.device_async_copy %x[%i], %tile[%j], 4 : memref<?xf32> to memref<1024xf32, ` + shared,
			"degree 1, 2 warps, 8 passes, 8 least, counted; degree 2, 2 warps, 16 passes, 8 least, counted"},
		// Bytes that start anywhere in a word.
		{`%j = arith.addi %t, %block : index
		  memref.store %b, %bytes[%j] : ` + bytes, "unknown"},
		{`memref.store %b, %bytes[%t] : ` + bytes, "degree 1, 2 warps, 2 passes, 2 least, counted"},
	}
	for _, c := range cases {
		var got []string
		for _, a := range banks.Of(kernel(t, c.body)) {
			s := fmt.Sprintf("degree %d, %v warps, %v passes, %v least", a.Degree, a.Warps, a.Passes, a.Least)
			if a.Counted {
				s += ", counted"
			}
			if a.AtMost {
				s += ", at most"
			}
			if a.Unknown != "" {
				s = "unknown"
			}
			got = append(got, s)
		}
		if s := strings.Join(got, "; "); s != c.want {
			t.Errorf("%s\n%s, want %s", c.body, s, c.want)
		}
	}
}

// TestLongSums ends soon for a sum that has more terms than anybody can count, and for loops with more rounds than that.
func TestLongSums(t *testing.T) {
	var b strings.Builder
	b.WriteString("%s0 = arith.muli %t, %c32 : index\n")
	for i := range 60 {
		fmt.Fprintf(&b, "%%s%d = arith.addi %%s%d, %%s%d : index\n", i+1, i, i)
	}
	const shared = "memref<1024xf32, #gpu.address_space<workgroup>>"
	fmt.Fprintf(&b, "%%last = arith.remui %%s60, %%c32 : index\nmemref.store %%v, %%tile[%%s60] : %s\nmemref.store %%v, %%tile[%%last] : %s\n", shared, shared)
	b.WriteString("%many = arith.constant 1000000000 : index\n")
	for i := range 6 {
		fmt.Fprintf(&b, "scf.for %%i%d = %%c0 to %%many step %%c1 {\n", i)
	}
	fmt.Fprintf(&b, "%%j = arith.muli %%t, %%c32 : index\nmemref.store %%v, %%tile[%%j] : %s\n%s", shared, strings.Repeat("}\n", 6))
	k := kernel(t, b.String())
	start := time.Now()
	list := banks.Of(k)
	for _, w := range banks.Weigh(k, 1<<15) {
		t.Log(w)
	}
	if took := time.Since(start); took > 20*time.Second {
		t.Errorf("it took %v", took)
	}
	if len(list) != 3 || list[2].Degree != 32 {
		t.Errorf("%d accesses", len(list))
	}
}
