// Addresses are chains of GEPs in the order of the sum; facts of parameters, block size, shared memory.
// TEXT: @__shared_transpose_0 = internal addrspace(3) global [1024 x double] undef, align 16
// TEXT: define ptx_kernel void @transpose(double addrspace(1)* noalias readonly nocapture align 16 %p0, double addrspace(1)* noalias nocapture align 16 %p1, i64 %p2)
// TEXT: call void asm sideeffect "", "l,~{memory}"(double addrspace(3)*
// TEXT: getelementptr inbounds double, double addrspace(1)* %p0, i64
// TEXT: getelementptr inbounds double, double addrspace(1)*
// TEXT: getelementptr inbounds double, double addrspace(1)*
// TEXT: load double, double addrspace(1)*
// TEXT: align 8
// TEXT: store double
// TEXT: call void @llvm.nvvm.barrier0()
// TEXT: load double, double addrspace(3)*
// TEXT-NOT: freeze
// TEXT: !"reqntidx", i32 32
// TEXT: !"reqntidy", i32 8
// TEXT: !"reqntidz", i32 1
// TEXT-NOT: addrspacecast
// PTX: .reqntid 32, 8, 1
// PTX: ld.global.nc.f64
// PTX: st.shared.f64
// PTX: bar.sync
// PTX: ld.shared.f64
// PTX: st.global.f64
// PTX-NOT: .local
// PTX-NOT: .extern
gpu.module @kernels {
  gpu.func @transpose(%in: memref<?xf64> {llvm.noalias, llvm.readonly, llvm.align = 16 : i64},
                      %out: memref<?xf64> {llvm.noalias, llvm.align = 16 : i64}, %n: index)
      workgroup(%tile: memref<1024xf64, #gpu.address_space<workgroup>>)
      kernel attributes {nvvm.reqntid = array<i32: 32, 8, 1>} {
    %c32 = arith.constant 32 : index
    %bx = gpu.block_id x
    %tx = gpu.thread_id x
    %ty = gpu.thread_id y
    %0 = arith.muli %bx, %c32 : index
    %1 = arith.muli %ty, %n : index
    %2 = arith.addi %0, %1 : index
    %3 = arith.addi %2, %tx : index
    %v = memref.load %in[%3] : memref<?xf64>
    %4 = arith.muli %ty, %c32 : index
    %5 = arith.addi %4, %tx : index
    memref.store %v, %tile[%5] : memref<1024xf64, #gpu.address_space<workgroup>>
    gpu.barrier
    %6 = arith.muli %tx, %c32 : index
    %7 = arith.addi %6, %ty : index
    %w = memref.load %tile[%7] : memref<1024xf64, #gpu.address_space<workgroup>>
    memref.store %w, %out[%3] : memref<?xf64>
    gpu.return
  }
}
