module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @k(%arg0: memref<64xi32> {llvm.align = 16 : i64, llvm.noalias, llvm.readonly}, %arg1: memref<32xi32> {llvm.align = 16 : i64, llvm.noalias, llvm.readonly}, %arg2: memref<32xi32> {llvm.align = 16 : i64}) kernel attributes {descend.block = ["32", "1", "1"], descend.grid = ["1", "1", "1"], descend.params = [{elem = i32, kind = "ref", mem = "gpu.global", name = "x", shape = ["64"], type = "[i32; 64]"}, {elem = i32, kind = "ref", mem = "gpu.global", name = "i", shape = ["32"], type = "[i32; 32]"}, {elem = i32, kind = "ref", mem = "gpu.global", name = "y", shape = ["32"], type = "[i32; 32]", uniq}], descend.shared_static = 0 : i64, known_block_size = array<i32: 32, 1, 1>, known_grid_size = array<i32: 1, 1, 1>, nvvm.reqntid = array<i32: 32, 1, 1>} {
      %thread_id_x = gpu.thread_id  x
      %c64 = arith.constant 64 : index
      %c0_i32 = arith.constant 0 : i32
      %c-2147483648_i32 = arith.constant -2147483648 : i32
      %c-1_i32 = arith.constant -1 : i32
      %0 = memref.load %arg1[%thread_id_x] : memref<32xi32>
      %1 = arith.index_cast %0 : i32 to index
      %2 = arith.cmpi uge, %1, %c64 : index
      scf.if %2 {
        "llvm.intr.trap"() : () -> ()
      } {descend.check = "index", descend.column = 63 : i32, descend.file = "t.desc", descend.line = 2 : i32, descend.text = "i[[thread]]"}
      %3 = memref.load %arg0[%1] : memref<64xi32>
      %4 = memref.load %arg1[%thread_id_x] : memref<32xi32>
      %5 = arith.cmpi eq, %4, %c0_i32 : i32
      scf.if %5 {
        "llvm.intr.trap"() : () -> ()
      } {descend.check = "division", descend.column = 63 : i32, descend.file = "t.desc", descend.line = 2 : i32, descend.text = "x[i[[thread]]] / i[[thread]]"}
      %6 = arith.cmpi eq, %3, %c-2147483648_i32 : i32
      %7 = arith.cmpi eq, %4, %c-1_i32 : i32
      %8 = arith.andi %6, %7 : i1
      scf.if %8 {
        "llvm.intr.trap"() : () -> ()
      } {descend.check = "overflow", descend.column = 63 : i32, descend.file = "t.desc", descend.line = 2 : i32, descend.text = "x[i[[thread]]] / i[[thread]]"}
      %9 = arith.divsi %3, %4 : i32
      memref.store %9, %arg2[%thread_id_x] : memref<32xi32>
      gpu.return
    }
  }
}
