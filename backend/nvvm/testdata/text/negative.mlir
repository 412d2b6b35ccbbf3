// A part of the index may be negative: the pointers on the way may leave the object, so nothing is inbounds.
// TEXT: getelementptr float, float addrspace(1)* %p0
// TEXT: getelementptr float, float addrspace(1)*
// TEXT: i64 63
// TEXT-NOT: inbounds
// PTX: .maxntid 1024
gpu.module @kernels {
  gpu.func @reverse(%a: memref<64xf32>) kernel {
    %t = gpu.thread_id x
    %m1 = arith.constant -1 : index
    %c63 = arith.constant 63 : index
    %0 = arith.muli %t, %m1 : index
    %1 = arith.addi %0, %c63 : index
    %v = memref.load %a[%1] : memref<64xf32>
    gpu.barrier
    memref.store %v, %a[%1] : memref<64xf32>
    gpu.return
  }
}
