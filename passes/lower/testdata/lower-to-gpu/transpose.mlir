module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @transpose(%arg0: memref<4194304xf64> {llvm.align = 16 : i64, llvm.noalias, llvm.readonly}, %arg1: memref<4194304xf64> {llvm.align = 16 : i64}) workgroup(%arg2 : memref<1024xf64, #gpu.address_space<workgroup>>) kernel attributes {descend.block = ["32", "8", "1"], descend.grid = ["64", "64", "1"], descend.params = [{elem = f64, kind = "ref", mem = "gpu.global", name = "input", shape = ["2048", "2048"], type = "[[f64; 2048]; 2048]"}, {elem = f64, kind = "ref", mem = "gpu.global", name = "output", shape = ["2048", "2048"], type = "[[f64; 2048]; 2048]", uniq}], descend.shared_static = 8192 : i64, known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 64, 64, 1>, nvvm.reqntid = array<i32: 32, 8, 1>} {
      %c0 = arith.constant 0 : index
      %c4 = arith.constant 4 : index
      %c1 = arith.constant 1 : index
      %block_id_x = gpu.block_id  x
      %c65536 = arith.constant 65536 : index
      %block_id_y = gpu.block_id  y
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x
      %thread_id_y = gpu.thread_id  y
      %c2048 = arith.constant 2048 : index
      %c16384 = arith.constant 16384 : index
      %c256 = arith.constant 256 : index
      %c8 = arith.constant 8 : index
      scf.for %arg3 = %c0 to %c4 step %c1 {
        %0 = arith.muli %block_id_x, %c65536 : index
        %1 = arith.muli %block_id_y, %c32 : index
        %2 = arith.addi %0, %1 : index
        %3 = arith.muli %thread_id_y, %c2048 : index
        %4 = arith.addi %thread_id_x, %3 : index
        %5 = arith.addi %2, %4 : index
        %6 = arith.muli %arg3, %c16384 : index
        %7 = arith.addi %5, %6 : index
        %8 = memref.load %arg0[%7] : memref<4194304xf64>
        %9 = arith.muli %thread_id_y, %c32 : index
        %10 = arith.addi %thread_id_x, %9 : index
        %11 = arith.muli %arg3, %c256 : index
        %12 = arith.addi %10, %11 : index
        memref.store %8, %arg2[%12] : memref<1024xf64, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      scf.for %arg3 = %c0 to %c4 step %c1 {
        %0 = arith.muli %thread_id_x, %c32 : index
        %1 = arith.addi %0, %thread_id_y : index
        %2 = arith.muli %arg3, %c8 : index
        %3 = arith.addi %1, %2 : index
        %4 = memref.load %arg2[%3] : memref<1024xf64, #gpu.address_space<workgroup>>
        %5 = arith.muli %block_id_x, %c32 : index
        %6 = arith.muli %block_id_y, %c65536 : index
        %7 = arith.addi %5, %6 : index
        %8 = arith.muli %thread_id_y, %c2048 : index
        %9 = arith.addi %thread_id_x, %8 : index
        %10 = arith.addi %7, %9 : index
        %11 = arith.muli %arg3, %c16384 : index
        %12 = arith.addi %10, %11 : index
        memref.store %4, %arg1[%12] : memref<4194304xf64>
      }
      gpu.return
    }
  }
  func.func @main(%arg0: memref<4194304xf64>, %arg1: memref<4194304xf64>) attributes {descend.params = [{elem = f64, kind = "ref", mem = "cpu.mem", name = "input", shape = ["2048", "2048"], type = "[[f64; 2048]; 2048]"}, {elem = f64, kind = "ref", mem = "cpu.mem", name = "output", shape = ["2048", "2048"], type = "[[f64; 2048]; 2048]", uniq}]} {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %c32 = arith.constant 32 : index
    %c8 = arith.constant 8 : index
    %memref = gpu.alloc  () : memref<4194304xf64>
    gpu.memcpy  %memref, %arg0 : memref<4194304xf64>, memref<4194304xf64>
    %memref_0 = gpu.alloc  () : memref<4194304xf64>
    gpu.memcpy  %memref_0, %arg1 : memref<4194304xf64>, memref<4194304xf64>
    gpu.launch_func  @kernels::@transpose blocks in (%c64, %c64, %c1) threads in (%c32, %c8, %c1)  args(%memref : memref<4194304xf64>, %memref_0 : memref<4194304xf64>)
    gpu.memcpy  %arg1, %memref_0 : memref<4194304xf64>, memref<4194304xf64>
    gpu.dealloc  %memref_0 : memref<4194304xf64>
    gpu.dealloc  %memref : memref<4194304xf64>
    return
  }
}
