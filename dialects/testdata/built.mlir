module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @kernel(%arg0: memref<?xf32> {llvm.noalias}, %arg1: memref<?xi32>, %arg2: index) workgroup(%arg3 : memref<32xf32, #gpu.address_space<workgroup>> {llvm.align = 16 : i64}) private(%arg4 : memref<4xf32, #gpu.address_space<private>>) kernel attributes {nvvm.reqntid = array<i32: 32, 1, 1>} {
      %thread_id_x = gpu.thread_id  x
      %block_id_x = gpu.block_id  x
      %block_dim_x = gpu.block_dim  x
      %0 = arith.muli %block_id_x, %block_dim_x : index
      %1 = arith.addi %0, %thread_id_x : index
      %c1_i32 = arith.constant 1 : i32
      %c-1_i32 = arith.constant -1 : i32
      %2 = arith.cmpi ult, %1, %arg2 : index
      %3 = scf.if %2 -> (f32) {
        %13 = memref.load %arg0[%1] : memref<?xf32>
        scf.yield %13 : f32
      } else {
        %cst = arith.constant 0.000000e+00 : f32
        scf.yield %cst : f32
      }
      memref.store %3, %arg3[%thread_id_x] : memref<32xf32, #gpu.address_space<workgroup>>
      gpu.barrier
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %4 = scf.for %arg5 = %c0 to %arg2 step %c1 iter_args(%arg6 = %3) -> (f32) {
        %c32 = arith.constant 32 : index
        %13 = arith.remui %arg5, %c32 : index
        %14 = memref.load %arg3[%13] : memref<32xf32, #gpu.address_space<workgroup>>
        %15 = math.fma %14, %14, %arg6 fastmath<contract> : f32
        scf.yield %15 : f32
      }
      %5 = math.sqrt %4 : f32
      memref.store %5, %arg4[%c0] : memref<4xf32, #gpu.address_space<private>>
      %c32_i32 = arith.constant 32 : i32
      %shuffleResult, %valid = gpu.shuffle  xor %4, %c1_i32, %c32_i32 : f32
      %6 = arith.cmpf olt, %shuffleResult, %4 : f32
      %7 = nvvm.vote.ballot.sync %c-1_i32, %6 : i32
      nvvm.bar.warp.sync %c-1_i32 : i32
      %8 = memref.atomic_rmw addi %7, %arg1[%c0] : (i32, memref<?xi32>) -> i32
      %9 = memref.generic_atomic_rmw %arg1[%c0] : memref<?xi32> {
      ^bb0(%arg5: i32):
        %13 = arith.xori %arg5, %8 : i32
        memref.atomic_yield %13 : i32
      }
      %true = arith.constant true
      %10 = arith.xori %6, %true : i1
      scf.if %10 {
        "llvm.intr.trap"() : () -> ()
      }
      %11 = scf.while (%arg5 = %c1_i32) : (i32) -> i32 {
        %13 = arith.cmpi slt, %arg5, %c-1_i32 : i32
        scf.condition(%13) %arg5 : i32
      } do {
      ^bb0(%arg5: i32):
        %13 = arith.shli %arg5, %c1_i32 : i32
        scf.yield %13 : i32
      }
      %12 = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
      %view = memref.view %12[%c0][%arg2] : memref<?xi8, #gpu.address_space<workgroup>> to memref<?xf32, #gpu.address_space<workgroup>>
      gpu.printf "%d\0A" %8 : i32
      gpu.return
    }
  }
  memref.global "private" @buffer : memref<16xi32> = uninitialized {alignment = 16 : i64}
  func.func private @ready(index) -> i1
  func.func @host(%arg0: memref<?xf32>, %arg1: index) {
    %0 = call @ready(%arg1) : (index) -> i1
    cf.assert %0, "not ready"
    cf.cond_br %0, ^bb1, ^bb2
  ^bb1:  // pred: ^bb0
    %c0 = arith.constant 0 : index
    %dim = memref.dim %arg0, %c0 : memref<?xf32>
    %memref = gpu.alloc  (%dim) : memref<?xf32>
    gpu.memcpy  %memref, %arg0 : memref<?xf32>, memref<?xf32>
    %1 = memref.get_global @buffer : memref<16xi32>
    %cast = memref.cast %1 : memref<16xi32> to memref<?xi32>
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %c128_i32 = arith.constant 128 : i32
    gpu.launch_func  @kernels::@kernel blocks in (%arg1, %c1, %c1) threads in (%c32, %c1, %c1)  dynamic_shared_memory_size %c128_i32 args(%memref : memref<?xf32>, %cast : memref<?xi32>, %arg1 : index)
    gpu.memcpy  %arg0, %memref : memref<?xf32>, memref<?xf32>
    gpu.dealloc  %memref : memref<?xf32>
    %alloc = memref.alloc(%arg1) : memref<?xf32>
    memref.copy %arg0, %alloc : memref<?xf32> to memref<?xf32>
    memref.dealloc %alloc : memref<?xf32>
    cf.br ^bb2
  ^bb2:  // 2 preds: ^bb0, ^bb1
    return
  }
}
