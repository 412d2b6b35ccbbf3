module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @k(%arg0: memref<1024xi8> {llvm.align = 16 : i64}) kernel attributes {descend.block = ["32", "1", "1"], descend.grid = ["2", "1", "1"], descend.params = [{elem = ui8, kind = "ref", mem = "gpu.global", name = "a", shape = ["64", "16"], type = "[P {x: f32, k: u8, y: f64}; 64]", uniq}], descend.shared_static = 0 : i64, known_block_size = array<i32: 32, 1, 1>, known_grid_size = array<i32: 2, 1, 1>, nvvm.reqntid = array<i32: 32, 1, 1>} {
      %c0 = arith.constant 0 : index
      %block_id_x = gpu.block_id  x
      %c128 = arith.constant 128 : index
      %thread_id_x = gpu.thread_id  x
      %c4 = arith.constant 4 : index
      %c8 = arith.constant 8 : index
      %c64 = arith.constant 64 : index
      %c2 = arith.constant 2 : index
      %view = memref.view %arg0[%c0][] : memref<1024xi8> to memref<256xf32>
      %0 = arith.muli %block_id_x, %c128 : index
      %1 = arith.muli %thread_id_x, %c4 : index
      %2 = arith.addi %0, %1 : index
      %3 = memref.load %view[%2] : memref<256xf32>
      %4 = arith.extf %3 : f32 to f64
      %view_0 = memref.view %arg0[%c8][] : memref<1024xi8> to memref<127xf64>
      %5 = arith.muli %block_id_x, %c64 : index
      %6 = arith.muli %thread_id_x, %c2 : index
      %7 = arith.addi %5, %6 : index
      memref.store %4, %view_0[%7] : memref<127xf64>
      gpu.return
    }
  }
}
