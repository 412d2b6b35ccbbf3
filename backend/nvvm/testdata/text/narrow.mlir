// Parts of an address that fit 32 bits are added there, by Horner's rule; what may be larger is not.
// TEXT: @fits
// TEXT: mul nsw nuw i32
// TEXT: , 64
// TEXT: add nsw nuw i32
// TEXT: mul nsw nuw i32
// TEXT: , 32
// TEXT: add nsw nuw i32
// TEXT: zext i32
// TEXT: getelementptr inbounds float, float addrspace(1)* %p0, i64
// TEXT: load float
// TEXT: @large
// TEXT: mul i64
// TEXT: getelementptr inbounds float, float addrspace(1)* %p0, i64
// TEXT: getelementptr inbounds float, float addrspace(1)*
// TEXT: load float
// PTX: .entry fits(
// PTX: add.s32
// PTX: mul.wide.u32
// PTX: .entry large(
// PTX: mul.wide.u32
// PTX: 4194304
gpu.module @kernels {
  gpu.func @fits(%a: memref<?xf32>) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 64, 64, 1>} {
    %b = gpu.block_id x
    %t = gpu.thread_id x
    %u = gpu.thread_id y
    %c32 = arith.constant 32 : index
    %c2048 = arith.constant 2048 : index
    %0 = arith.muli %b, %c32 : index
    %1 = arith.muli %u, %c2048 : index
    %2 = arith.addi %t, %1 : index
    %3 = arith.addi %0, %2 : index
    %4 = memref.load %a[%3] : memref<?xf32>
    memref.store %4, %a[%t] : memref<?xf32>
    gpu.return
  }
  gpu.func @large(%a: memref<?xf32>) kernel attributes {known_block_size = array<i32: 32, 8, 1>} {
    %b = gpu.block_id x
    %t = gpu.thread_id x
    %c = arith.constant 1048576 : index
    %0 = arith.muli %b, %c : index
    %1 = arith.addi %0, %t : index
    %2 = memref.load %a[%1] : memref<?xf32>
    memref.store %2, %a[%t] : memref<?xf32>
    gpu.return
  }
}
