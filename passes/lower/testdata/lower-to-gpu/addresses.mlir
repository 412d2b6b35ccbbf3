module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @rows(%arg0: memref<?xf32> {llvm.align = 16 : i64, llvm.noalias, llvm.readonly}, %arg1: memref<?xf32> {llvm.align = 16 : i64}, %arg2: index) kernel attributes {descend.block = ["32", "32", "1"], descend.grid = ["n", "n", "1"], descend.params = [{elem = f32, kind = "ref", mem = "gpu.global", name = "a", shape = ["n*32", "n*32"], type = "[[f32; n*32]; n*32]"}, {elem = f32, kind = "ref", mem = "gpu.global", name = "out", shape = ["n*32", "n*32"], type = "[[f32; n*32]; n*32]", uniq}, {elem = index, kind = "nat", name = "n"}], descend.shared_static = 0 : i64, known_block_size = array<i32: 32, 32, 1>, nvvm.reqntid = array<i32: 32, 32, 1>} {
      %cst = arith.constant 0.000000e+00 : f32
      %alloca = memref.alloca() : memref<4xf32, #gpu.address_space<private>>
      %c0 = arith.constant 0 : index
      %c4 = arith.constant 4 : index
      %c1 = arith.constant 1 : index
      %c8 = arith.constant 8 : index
      %cst_0 = arith.constant 1.000000e+00 : f32
      %alloca_1 = memref.alloca() : memref<1xf32, #gpu.address_space<private>>
      %c1000 = arith.constant 1000 : index
      %block_id_y = gpu.block_id  y
      %c32 = arith.constant 32 : index
      %thread_id_y = gpu.thread_id  y
      %block_id_x = gpu.block_id  x
      %thread_id_x = gpu.thread_id  x
      scf.for %arg3 = %c0 to %c4 step %c1 {
        memref.store %cst, %alloca[%arg3] : memref<4xf32, #gpu.address_space<private>>
      } {descend.unroll = "full"}
      scf.for %arg3 = %c0 to %c8 step %c1 {
        scf.for %arg4 = %c0 to %c4 step %c1 {
          %9 = memref.load %alloca[%arg4] : memref<4xf32, #gpu.address_space<private>>
          %10 = arith.addf %9, %cst_0 fastmath<contract> : f32
          memref.store %10, %alloca[%arg4] : memref<4xf32, #gpu.address_space<private>>
        } {descend.unroll = "full"}
      } {descend.unroll = "full"}
      %0 = memref.load %alloca[%c0] : memref<4xf32, #gpu.address_space<private>>
      memref.store %0, %alloca_1[%c0] : memref<1xf32, #gpu.address_space<private>>
      scf.for %arg3 = %c0 to %c1000 step %c1 {
        %9 = memref.load %alloca_1[%c0] : memref<1xf32, #gpu.address_space<private>>
        %10 = memref.load %alloca[%c1] : memref<4xf32, #gpu.address_space<private>>
        %11 = arith.addf %9, %10 fastmath<contract> : f32
        memref.store %11, %alloca_1[%c0] : memref<1xf32, #gpu.address_space<private>>
      } {descend.unroll = 16 : i64}
      scf.for %arg3 = %c0 to %arg2 step %c1 {
        %9 = memref.load %alloca_1[%c0] : memref<1xf32, #gpu.address_space<private>>
        %10 = arith.muli %block_id_y, %c32 : index
        %11 = arith.addi %10, %thread_id_y : index
        %12 = arith.muli %arg2, %c32 : index
        %13 = arith.muli %11, %12 : index
        %14 = arith.muli %block_id_x, %c32 : index
        %15 = arith.addi %13, %14 : index
        %16 = arith.addi %15, %thread_id_x : index
        %17 = memref.load %arg0[%16] : memref<?xf32>
        %18 = arith.addf %9, %17 fastmath<contract> : f32
        memref.store %18, %alloca_1[%c0] : memref<1xf32, #gpu.address_space<private>>
      } {descend.unroll = 16 : i64}
      %1 = memref.load %alloca_1[%c0] : memref<1xf32, #gpu.address_space<private>>
      %2 = arith.muli %block_id_y, %c32 : index
      %3 = arith.addi %2, %thread_id_y : index
      %4 = arith.muli %arg2, %c32 : index
      %5 = arith.muli %3, %4 : index
      %6 = arith.muli %block_id_x, %c32 : index
      %7 = arith.addi %5, %6 : index
      %8 = arith.addi %7, %thread_id_x : index
      memref.store %1, %arg1[%8] : memref<?xf32>
      gpu.return
    }
  }
}
