// RUN: descendc run %s | FileCheck %s

// Sums of blocks, by gpu.launch_func and device memory only: the kernels run on a GPU as well, and test/mlir_run_test.go runs the NVVM text.
func.func @main() -> memref<3xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c100 = arith.constant 100 : index
  %c300 = arith.constant 300 : index
  %h = memref.alloc(%c300) : memref<?xf32>
  scf.for %i = %c0 to %c300 step %c1 {
    %n = arith.index_cast %i : index to i32
    %x = arith.sitofp %n : i32 to f32
    memref.store %x, %h[%i] : memref<?xf32>
  }
  %a = gpu.alloc (%c300) : memref<?xf32>
  %s = gpu.alloc () : memref<3xf32>
  gpu.memcpy %a, %h : memref<?xf32>, memref<?xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c3, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c100, %sy = %c1, %sz = %c1) {
    %first = arith.constant 0 : index
    %i = gpu.global_id x
    %x = memref.load %a[%i] : memref<?xf32>
    %sum = gpu.all_reduce add %x uniform {} : (f32) -> (f32)
    %is = arith.cmpi eq, %tx, %first : index
    scf.if %is {
      memref.store %sum, %s[%bx] : memref<3xf32>
    }
    gpu.terminator
  }
  %r = memref.alloc() : memref<3xf32>
  gpu.memcpy %r, %s : memref<3xf32>, memref<3xf32>
  gpu.dealloc %a : memref<?xf32>
  gpu.dealloc %s : memref<3xf32>
  // CHECK: [4950,  14950,  24950]
  return %r : memref<3xf32>
}
