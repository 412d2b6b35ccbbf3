module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @static(%arg0: memref<64xi32> {llvm.align = 16 : i64}, %arg1: memref<64xi32> {llvm.align = 16 : i64}) workgroup(%arg2 : memref<64xi32, #gpu.address_space<workgroup>>) kernel attributes {descend.block = ["64", "1", "1"], descend.grid = ["1", "1", "1"], descend.params = [{elem = i32, kind = "ref", mem = "gpu.global", name = "x", shape = ["64"], type = "[i32; 64]", uniq}, {elem = i32, kind = "ref", mem = "gpu.global", name = "y", shape = ["64"], type = "[i32; 64]", uniq}], descend.shared_static = 256 : i64, known_block_size = array<i32: 64, 1, 1>, known_grid_size = array<i32: 1, 1, 1>, nvvm.reqntid = array<i32: 64, 1, 1>} {
      %thread_id_x = gpu.thread_id  x
      %c-1 = arith.constant -1 : index
      %c63 = arith.constant 63 : index
      %0 = memref.load %arg0[%thread_id_x] : memref<64xi32>
      memref.store %0, %arg2[%thread_id_x] : memref<64xi32, #gpu.address_space<workgroup>>
      gpu.barrier
      %1 = arith.muli %thread_id_x, %c-1 : index
      %2 = arith.addi %1, %c63 : index
      %3 = memref.load %arg2[%2] : memref<64xi32, #gpu.address_space<workgroup>>
      memref.store %3, %arg0[%thread_id_x] : memref<64xi32>
      gpu.barrier
      %4 = memref.load %arg0[%thread_id_x] : memref<64xi32>
      memref.store %4, %arg2[%thread_id_x] : memref<64xi32, #gpu.address_space<workgroup>>
      gpu.barrier
      %5 = arith.muli %thread_id_x, %c-1 : index
      %6 = arith.addi %5, %c63 : index
      %7 = memref.load %arg2[%6] : memref<64xi32, #gpu.address_space<workgroup>>
      memref.store %7, %arg0[%thread_id_x] : memref<64xi32>
      gpu.barrier
      %8 = memref.load %arg1[%thread_id_x] : memref<64xi32>
      memref.store %8, %arg2[%thread_id_x] : memref<64xi32, #gpu.address_space<workgroup>>
      gpu.barrier
      %9 = arith.muli %thread_id_x, %c-1 : index
      %10 = arith.addi %9, %c63 : index
      %11 = memref.load %arg2[%10] : memref<64xi32, #gpu.address_space<workgroup>>
      memref.store %11, %arg1[%thread_id_x] : memref<64xi32>
      gpu.barrier
      %12 = memref.load %arg1[%thread_id_x] : memref<64xi32>
      memref.store %12, %arg2[%thread_id_x] : memref<64xi32, #gpu.address_space<workgroup>>
      gpu.barrier
      %13 = arith.muli %thread_id_x, %c-1 : index
      %14 = arith.addi %13, %c63 : index
      %15 = memref.load %arg2[%14] : memref<64xi32, #gpu.address_space<workgroup>>
      memref.store %15, %arg1[%thread_id_x] : memref<64xi32>
      gpu.return
    }
    gpu.func @dynamic(%arg0: memref<?xi32> {llvm.align = 16 : i64}, %arg1: memref<?xi32> {llvm.align = 16 : i64}, %arg2: index) kernel attributes {descend.block = ["n", "1", "1"], descend.grid = ["1", "1", "1"], descend.params = [{elem = i32, kind = "ref", mem = "gpu.global", name = "x", shape = ["n"], type = "[i32; n]", uniq}, {elem = i32, kind = "ref", mem = "gpu.global", name = "y", shape = ["n"], type = "[i32; n]", uniq}, {elem = index, kind = "nat", name = "n"}], descend.shared_dynamic = "n*4", descend.shared_static = 0 : i64, known_grid_size = array<i32: 1, 1, 1>, nvvm.maxntid = array<i32: 1024, 1, 1>} {
      %c0 = arith.constant 0 : index
      %0 = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
      %view = memref.view %0[%c0][%arg2] : memref<?xi8, #gpu.address_space<workgroup>> to memref<?xi32, #gpu.address_space<workgroup>>
      %thread_id_x = gpu.thread_id  x
      %c-1 = arith.constant -1 : index
      %1 = memref.load %arg0[%thread_id_x] : memref<?xi32>
      memref.store %1, %view[%thread_id_x] : memref<?xi32, #gpu.address_space<workgroup>>
      gpu.barrier
      %2 = arith.muli %thread_id_x, %c-1 : index
      %3 = arith.addi %arg2, %2 : index
      %4 = arith.addi %3, %c-1 : index
      %5 = memref.load %view[%4] : memref<?xi32, #gpu.address_space<workgroup>>
      memref.store %5, %arg0[%thread_id_x] : memref<?xi32>
      gpu.barrier
      %6 = memref.load %arg1[%thread_id_x] : memref<?xi32>
      memref.store %6, %view[%thread_id_x] : memref<?xi32, #gpu.address_space<workgroup>>
      gpu.barrier
      %7 = arith.muli %thread_id_x, %c-1 : index
      %8 = arith.addi %arg2, %7 : index
      %9 = arith.addi %8, %c-1 : index
      %10 = memref.load %view[%9] : memref<?xi32, #gpu.address_space<workgroup>>
      memref.store %10, %arg1[%thread_id_x] : memref<?xi32>
      gpu.return
    }
  }
}
