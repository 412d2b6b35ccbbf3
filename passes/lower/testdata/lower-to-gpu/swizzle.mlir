module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @transposed(%arg0: memref<1024xf32> {llvm.align = 16 : i64, llvm.noalias, llvm.readonly}, %arg1: memref<1024xf32> {llvm.align = 16 : i64}) workgroup(%arg2 : memref<1024xf32, #gpu.address_space<workgroup>>) kernel attributes {descend.block = ["32", "32", "1"], descend.grid = ["1", "1", "1"], descend.params = [{elem = f32, kind = "ref", mem = "gpu.global", name = "x", shape = ["32", "32"], type = "[[f32; 32]; 32]"}, {elem = f32, kind = "ref", mem = "gpu.global", name = "out", shape = ["32", "32"], type = "[[f32; 32]; 32]", uniq}], descend.shared_static = 4096 : i64, known_block_size = array<i32: 32, 32, 1>, known_grid_size = array<i32: 1, 1, 1>, nvvm.reqntid = array<i32: 32, 32, 1>} {
      %thread_id_x = gpu.thread_id  x
      %thread_id_y = gpu.thread_id  y
      %c32 = arith.constant 32 : index
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = memref.load %arg0[%1] : memref<1024xf32>
      %3 = arith.xori %thread_id_x, %thread_id_y : index
      %4 = arith.muli %thread_id_y, %c32 : index
      %5 = arith.addi %4, %3 : index
      memref.store %2, %arg2[%5] : memref<1024xf32, #gpu.address_space<workgroup>>
      gpu.barrier
      %6 = arith.xori %thread_id_y, %thread_id_x : index
      %7 = arith.muli %thread_id_x, %c32 : index
      %8 = arith.addi %7, %6 : index
      %9 = memref.load %arg2[%8] : memref<1024xf32, #gpu.address_space<workgroup>>
      %10 = arith.muli %thread_id_y, %c32 : index
      %11 = arith.addi %thread_id_x, %10 : index
      memref.store %9, %arg1[%11] : memref<1024xf32>
      gpu.return
    }
    gpu.func @registers(%arg0: memref<66xf32> {llvm.align = 16 : i64, llvm.noalias, llvm.readonly}, %arg1: memref<64xf32> {llvm.align = 16 : i64}) kernel attributes {descend.block = ["64", "1", "1"], descend.grid = ["1", "1", "1"], descend.params = [{elem = f32, kind = "ref", mem = "gpu.global", name = "x", shape = ["66"], type = "[f32; 66]"}, {elem = f32, kind = "ref", mem = "gpu.global", name = "out", shape = ["64"], type = "[f32; 64]", uniq}], descend.shared_static = 0 : i64, known_block_size = array<i32: 64, 1, 1>, known_grid_size = array<i32: 1, 1, 1>, nvvm.reqntid = array<i32: 64, 1, 1>} {
      %cst = arith.constant 0.000000e+00 : f32
      %alloca = memref.alloca() : memref<8xf32, #gpu.address_space<private>>
      %c0 = arith.constant 0 : index
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c4 = arith.constant 4 : index
      %thread_id_x = gpu.thread_id  x
      %c6 = arith.constant 6 : index
      scf.for %arg2 = %c0 to %c2 step %c1 {
        scf.for %arg3 = %c0 to %c4 step %c1 {
          %1 = arith.muli %arg2, %c4 : index
          %2 = arith.addi %1, %arg3 : index
          memref.store %cst, %alloca[%2] : memref<8xf32, #gpu.address_space<private>>
        } {descend.unroll = "full"}
      } {descend.unroll = "full"}
      scf.for %arg2 = %c0 to %c4 step %c1 {
        %1 = arith.addi %thread_id_x, %c1 : index
        %2 = memref.load %arg0[%1] : memref<66xf32>
        %3 = memref.load %arg0[%arg2] : memref<66xf32>
        %4 = arith.mulf %2, %3 fastmath<contract> : f32
        %5 = arith.xori %arg2, %c1 : index
        %6 = arith.addi %5, %c4 : index
        memref.store %4, %alloca[%6] : memref<8xf32, #gpu.address_space<private>>
      } {descend.unroll = "full"}
      %0 = memref.load %alloca[%c6] : memref<8xf32, #gpu.address_space<private>>
      memref.store %0, %arg1[%thread_id_x] : memref<64xf32>
      gpu.return
    }
  }
}
