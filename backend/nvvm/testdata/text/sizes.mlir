// Sizes of more than 32 bits: all of the index is 64 bits wide.
// TEXT: getelementptr inbounds float, float addrspace(1)* %p0, i64 %
// TEXT: i64 u0xFFFFFFFFFF
// PTX: mul.wide.u32
// PTX: 4398046511100
gpu.module @kernels {
  gpu.func @far(%a: memref<1099511627776xf32>) kernel {
    %b = gpu.block_id x
    %last = arith.constant 1099511627775 : index
    %c0 = arith.constant 0 : index
    %z = arith.constant 0.0 : f32
    %i = arith.addi %b, %last : index
    memref.store %z, %a[%i] : memref<1099511627776xf32>
    gpu.return
  }
}
