// A private array whose indices become constants by unrolling takes no memory.
// TEXT: alloca [4 x float], align 16
// TEXT: !"llvm.loop.unroll.full"
// PTX: ld.global.nc.v4.f32
// PTX-NOT: .local
gpu.module @kernels {
  gpu.func @tile(%a: memref<1024xf32> {llvm.noalias, llvm.readonly, llvm.align = 16 : i64}, %o: memref<1024xf32> {llvm.noalias, llvm.align = 16 : i64})
      kernel attributes {nvvm.reqntid = array<i32: 256, 1, 1>} {
    %t = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %p = memref.alloca() : memref<4xf32, #gpu.address_space<private>>
    %0 = arith.muli %t, %c4 : index
    scf.for %i = %c0 to %c4 step %c1 {
      %1 = arith.addi %0, %i : index
      %v = memref.load %a[%1] : memref<1024xf32>
      memref.store %v, %p[%i] : memref<4xf32, #gpu.address_space<private>>
    } {descend.unroll = "full"}
    scf.for %i = %c0 to %c4 step %c1 {
      %c3 = arith.constant 3 : index
      %r = arith.subi %c3, %i : index
      %v = memref.load %p[%r] : memref<4xf32, #gpu.address_space<private>>
      %1 = arith.addi %0, %i : index
      memref.store %v, %o[%1] : memref<1024xf32>
    } {descend.unroll = "full"}
    gpu.return
  }
}
