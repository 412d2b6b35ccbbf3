module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @entry(%arg0: memref<0xi32> {llvm.align = 16 : i64}) kernel attributes {descend.block = ["0", "1", "1"], descend.grid = ["1", "1", "1"], descend.params = [{elem = i32, kind = "ref", mem = "gpu.global", name = "x", shape = ["0"], type = "[i32; 0]", uniq}], descend.shared_static = 0 : i64, known_grid_size = array<i32: 1, 1, 1>, nvvm.maxntid = array<i32: 1024, 1, 1>} {
      gpu.return
    }
  }
  func.func @main(%arg0: index) attributes {descend.params = [{elem = index, kind = "nat", name = "m"}]} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c1_i32 = arith.constant 1 : i32
    %alloca = memref.alloca() : memref<0xi32>
    scf.for %arg1 = %c0 to %arg0 step %c1 {
      %memref = gpu.alloc  () : memref<0xi32>
      gpu.memcpy  %memref, %alloca : memref<0xi32>, memref<0xi32>
      gpu.dealloc  %memref : memref<0xi32>
    }
    return
  }
}
