// Transposition of a square matrix through a tile in shared memory: blocks of 32x8 threads, tiles of 32x32.
// LAUNCH transpose grid=4,4 block=32,8 f64[16384]:random f64[16384]:zeros index=128
// COMPARE transpose

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @transpose(%in: memref<?xf64> {llvm.noalias, llvm.readonly, llvm.align = 16 : i64},
                        %out: memref<?xf64> {llvm.noalias, llvm.align = 16 : i64}, %n: index)
        workgroup(%tile: memref<1024xf64, #gpu.address_space<workgroup>>)
        kernel attributes {nvvm.reqntid = array<i32: 32, 8, 1>} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c4 = arith.constant 4 : index
      %c8 = arith.constant 8 : index
      %c32 = arith.constant 32 : index
      %bx = gpu.block_id x
      %by = gpu.block_id y
      %tx = gpu.thread_id x
      %ty = gpu.thread_id y
      %n8 = arith.muli %n, %c8 : index
      %n32 = arith.muli %n, %c32 : index
      %rb = arith.muli %by, %n32 : index
      %cb = arith.muli %bx, %c32 : index
      %rt = arith.muli %ty, %n : index
      %block = arith.addi %rb, %cb : index
      %row = arith.addi %block, %rt : index
      %start = arith.addi %row, %tx : index
      %ty32 = arith.muli %ty, %c32 : index
      %tstart = arith.addi %ty32, %tx : index
      scf.for %i = %c0 to %c4 step %c1 {
        %a = arith.muli %i, %n8 : index
        %src = arith.addi %start, %a : index
        %v = memref.load %in[%src] : memref<?xf64>
        %c256 = arith.constant 256 : index
        %b = arith.muli %i, %c256 : index
        %dst = arith.addi %tstart, %b : index
        memref.store %v, %tile[%dst] : memref<1024xf64, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %ob = arith.muli %bx, %n32 : index
      %oc = arith.muli %by, %c32 : index
      %oblock = arith.addi %ob, %oc : index
      %orow = arith.addi %oblock, %rt : index
      %ostart = arith.addi %orow, %tx : index
      %tx32 = arith.muli %tx, %c32 : index
      %rstart = arith.addi %tx32, %ty : index
      scf.for %i = %c0 to %c4 step %c1 {
        %a = arith.muli %i, %c8 : index
        %src = arith.addi %rstart, %a : index
        %v = memref.load %tile[%src] : memref<1024xf64, #gpu.address_space<workgroup>>
        %b = arith.muli %i, %n8 : index
        %dst = arith.addi %ostart, %b : index
        memref.store %v, %out[%dst] : memref<?xf64>
      }
      gpu.return
    }
  }
}
