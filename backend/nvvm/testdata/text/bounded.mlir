// A run-time size that every launch bounds is used in its lower half: a product of small factors is one
// multiplication of 32 by 32 bits.
// TEXT: @bounded
// TEXT: bitcast i64 %p1 to double
// TEXT: call i32 @llvm.nvvm.d2i.lo(double
// TEXT: mul nsw nuw i64
// TEXT: getelementptr inbounds float, float addrspace(1)* %p0, i64
// PTX: mul.wide.u32
// PTX-NOT: mul.lo.s64
gpu.module @kernels {
  gpu.func @bounded(%a: memref<?xf32>, %n: index) kernel attributes {known_block_size = array<i32: 32, 8, 1>,
      descend.params = [{kind = "ref", name = "a"}, {kind = "nat", name = "n"}], descend.requires = ["n <= 65535"]} {
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
