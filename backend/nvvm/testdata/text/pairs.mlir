// Neighbours of 8 bits in shared memory are loaded as a pair, which stays in registers.
// PTX: ld.shared.v2.u8
// PTX-NOT: .local
gpu.module @kernels {
  gpu.func @pairs(%out: memref<?xi8> {llvm.noalias, llvm.align = 16 : i64})
      workgroup(%tile: memref<64xi8, #gpu.address_space<workgroup>>)
      kernel attributes {nvvm.reqntid = array<i32: 32, 1, 1>} {
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %one = arith.constant 1 : i8
    %tx = gpu.thread_id x
    memref.store %one, %tile[%tx] : memref<64xi8, #gpu.address_space<workgroup>>
    gpu.barrier
    %0 = arith.muli %tx, %c2 : index
    %1 = arith.addi %0, %c1 : index
    %a = memref.load %tile[%0] : memref<64xi8, #gpu.address_space<workgroup>>
    %b = memref.load %tile[%1] : memref<64xi8, #gpu.address_space<workgroup>>
    %c = arith.addi %a, %one : i8
    %d = arith.muli %b, %c : i8
    memref.store %d, %out[%tx] : memref<?xi8>
    gpu.return
  }
}
