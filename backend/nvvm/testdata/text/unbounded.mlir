// The twin of bounded.mlir without a bound: the size is a factor of 64 bits.
// TEXT-NOT: d2i
// TEXT: mul i64
// TEXT: getelementptr inbounds float, float addrspace(1)* %p0, i64
// PTX: mul.lo.s64
gpu.module @kernels {
  gpu.func @unbounded(%a: memref<?xf32>, %n: index) kernel attributes {known_block_size = array<i32: 32, 8, 1>} {
    %b = gpu.block_id y
    %u = gpu.thread_id y
    %t = gpu.thread_id x
    %c8 = arith.constant 8 : index
    %0 = arith.muli %b, %c8 : index
    %1 = arith.addi %0, %u : index
    %2 = arith.muli %1, %n : index
    %3 = arith.addi %2, %t : index
    %4 = memref.load %a[%3] : memref<?xf32>
    memref.store %4, %a[%t] : memref<?xf32>
    gpu.return
  }
}
