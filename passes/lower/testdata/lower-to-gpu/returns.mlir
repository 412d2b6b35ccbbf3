module {
  func.func @find(%arg0: memref<10xi32>, %arg1: i32) -> i32 attributes {descend.params = [{elem = i32, kind = "ref", mem = "cpu.mem", name = "xs", shape = ["10"], type = "[i32; 10]"}, {elem = i32, kind = "scalar", name = "x"}], descend.results = [{elem = i32, kind = "scalar", name = "result"}]} {
    %c1_i32 = arith.constant 1 : i32
    %c0 = arith.constant 0 : index
    %c10 = arith.constant 10 : index
    %c1 = arith.constant 1 : index
    %c-1_i32 = arith.constant -1 : i32
    %alloc = memref.alloc() : memref<10xi32>
    cf.br ^bb1(%c0 : index)
  ^bb1(%0: index):  // 2 preds: ^bb0, ^bb2
    %1 = arith.cmpi slt, %0, %c10 : index
    cf.cond_br %1, ^bb2, ^bb3
  ^bb2:  // pred: ^bb1
    memref.store %c1_i32, %alloc[%0] : memref<10xi32>
    %2 = arith.addi %0, %c1 : index
    cf.br ^bb1(%2 : index)
  ^bb3:  // pred: ^bb1
    cf.br ^bb4(%c0 : index)
  ^bb4(%3: index):  // 2 preds: ^bb3, ^bb7
    %4 = arith.cmpi slt, %3, %c10 : index
    cf.cond_br %4, ^bb5, ^bb8
  ^bb5:  // pred: ^bb4
    %5 = memref.load %arg0[%3] : memref<10xi32>
    %6 = arith.cmpi eq, %5, %arg1 : i32
    cf.cond_br %6, ^bb6, ^bb7
  ^bb6:  // pred: ^bb5
    %7 = memref.load %alloc[%3] : memref<10xi32>
    memref.dealloc %alloc : memref<10xi32>
    return %7 : i32
  ^bb7:  // pred: ^bb5
    %8 = arith.addi %3, %c1 : index
    cf.br ^bb4(%8 : index)
  ^bb8:  // pred: ^bb4
    memref.dealloc %alloc : memref<10xi32>
    return %c-1_i32 : i32
  }
}
