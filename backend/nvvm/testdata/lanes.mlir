// Lanes ask whether there is a lane so many before them: where a shuffle up has said it, by its second result. In @beyond the last number is that of all
// lanes, which the instruction takes for 0; in @rows x is not the number of the lane; in @other it is another number, in @before asked before, in @above another question.
// LAUNCH scan block=64 i32[64]:random i32[64]:zeros
// LAUNCH scan64 block=64 f64[64]:random f64[64]:zeros
// LAUNCH beyond block=64 i32[64]:random i32[64]:zeros
// LAUNCH rows block=16,4 i32[64]:random i32[64]:zeros
// LAUNCH other block=64 i32[64]:random i32[64]:zeros
// LAUNCH before block=64 i32[64]:random i32[64]:zeros
// LAUNCH above block=64 i32[64]:random i32[64]:zeros
gpu.module @kernels {
  gpu.func @scan(%a: memref<64xi32>, %o: memref<64xi32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : i32
    %c32 = arith.constant 32 : index
    %most = arith.constant 16 : index
    %width = arith.constant 32 : i32
    %t = gpu.thread_id x
    %zero = arith.constant 0 : index
    %at = arith.addi %t, %zero : index
    %x = memref.load %a[%at] : memref<64xi32>
    %0:2 = scf.while (%i = %c1, %v = %x) : (index, i32) -> (index, i32) {
      %more = arith.cmpi ule, %i, %most : index
      scf.condition(%more) %i, %v : index, i32
    } do {
    ^bb0(%i: index, %v: i32):
      %k = arith.index_castui %i : index to i32
      %lane = arith.remui %t, %c32 : index
      %l = arith.index_castui %lane : index to i32
      %got, %valid = gpu.shuffle up %v, %k, %width : i32
      %there = arith.cmpi uge, %l, %k : i32
      %sum = arith.addi %v, %got : i32
      %w = arith.select %there, %sum, %v : i32
      %next = arith.muli %i, %c2 : index
      scf.yield %next, %w : index, i32
    }
    memref.store %0#1, %o[%at] : memref<64xi32>
    gpu.return
  }
  gpu.func @scan64(%a: memref<64xf64>, %o: memref<64xf64>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : i32
    %c32 = arith.constant 32 : index
    %most = arith.constant 16 : index
    %width = arith.constant 32 : i32
    %t = gpu.thread_id x
    %zero = arith.constant 0 : index
    %at = arith.addi %t, %zero : index
    %x = memref.load %a[%at] : memref<64xf64>
    %0:2 = scf.while (%i = %c1, %v = %x) : (index, f64) -> (index, f64) {
      %more = arith.cmpi ule, %i, %most : index
      scf.condition(%more) %i, %v : index, f64
    } do {
    ^bb0(%i: index, %v: f64):
      %k = arith.index_castui %i : index to i32
      %lane = arith.remui %t, %c32 : index
      %l = arith.index_castui %lane : index to i32
      %got, %valid = gpu.shuffle up %v, %k, %width : f64
      %there = arith.cmpi uge, %l, %k : i32
      %sum = arith.addf %v, %got : f64
      %w = arith.select %there, %sum, %v : f64
      %next = arith.muli %i, %c2 : index
      scf.yield %next, %w : index, f64
    }
    memref.store %0#1, %o[%at] : memref<64xf64>
    gpu.return
  }
  gpu.func @beyond(%a: memref<64xi32>, %o: memref<64xi32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : i32
    %c32 = arith.constant 32 : index
    %most = arith.constant 32 : index
    %width = arith.constant 32 : i32
    %t = gpu.thread_id x
    %zero = arith.constant 0 : index
    %at = arith.addi %t, %zero : index
    %x = memref.load %a[%at] : memref<64xi32>
    %0:2 = scf.while (%i = %c1, %v = %x) : (index, i32) -> (index, i32) {
      %more = arith.cmpi ule, %i, %most : index
      scf.condition(%more) %i, %v : index, i32
    } do {
    ^bb0(%i: index, %v: i32):
      %k = arith.index_castui %i : index to i32
      %lane = arith.remui %t, %c32 : index
      %l = arith.index_castui %lane : index to i32
      %got, %valid = gpu.shuffle up %v, %k, %width : i32
      %there = arith.cmpi uge, %l, %k : i32
      %sum = arith.addi %v, %got : i32
      %w = arith.select %there, %sum, %v : i32
      %next = arith.muli %i, %c2 : index
      scf.yield %next, %w : index, i32
    }
    memref.store %0#1, %o[%at] : memref<64xi32>
    gpu.return
  }
  gpu.func @rows(%a: memref<64xi32>, %o: memref<64xi32>) kernel attributes {known_block_size = array<i32: 16, 4, 1>} {
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : i32
    %c32 = arith.constant 32 : index
    %most = arith.constant 16 : index
    %width = arith.constant 32 : i32
    %t = gpu.thread_id x
    %y = gpu.thread_id y
    %c16 = arith.constant 16 : index
    %row = arith.muli %y, %c16 : index
    %at = arith.addi %t, %row : index
    %x = memref.load %a[%at] : memref<64xi32>
    %0:2 = scf.while (%i = %c1, %v = %x) : (index, i32) -> (index, i32) {
      %more = arith.cmpi ule, %i, %most : index
      scf.condition(%more) %i, %v : index, i32
    } do {
    ^bb0(%i: index, %v: i32):
      %k = arith.index_castui %i : index to i32
      %lane = arith.remui %t, %c32 : index
      %l = arith.index_castui %lane : index to i32
      %got, %valid = gpu.shuffle up %v, %k, %width : i32
      %there = arith.cmpi uge, %l, %k : i32
      %sum = arith.addi %v, %got : i32
      %w = arith.select %there, %sum, %v : i32
      %next = arith.muli %i, %c2 : index
      scf.yield %next, %w : index, i32
    }
    memref.store %0#1, %o[%at] : memref<64xi32>
    gpu.return
  }
  gpu.func @other(%a: memref<64xi32>, %o: memref<64xi32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : i32
    %c32 = arith.constant 32 : index
    %most = arith.constant 16 : index
    %width = arith.constant 32 : i32
    %t = gpu.thread_id x
    %zero = arith.constant 0 : index
    %at = arith.addi %t, %zero : index
    %x = memref.load %a[%at] : memref<64xi32>
    %0:2 = scf.while (%i = %c1, %v = %x) : (index, i32) -> (index, i32) {
      %more = arith.cmpi ule, %i, %most : index
      scf.condition(%more) %i, %v : index, i32
    } do {
    ^bb0(%i: index, %v: i32):
      %k = arith.index_castui %i : index to i32
      %lane = arith.remui %t, %c32 : index
      %l = arith.index_castui %lane : index to i32
      %got, %valid = gpu.shuffle up %v, %k, %width : i32
      %there = arith.cmpi uge, %l, %c3 : i32
      %sum = arith.addi %v, %got : i32
      %w = arith.select %there, %sum, %v : i32
      %next = arith.muli %i, %c2 : index
      scf.yield %next, %w : index, i32
    }
    memref.store %0#1, %o[%at] : memref<64xi32>
    gpu.return
  }
  gpu.func @before(%a: memref<64xi32>, %o: memref<64xi32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : i32
    %c32 = arith.constant 32 : index
    %most = arith.constant 16 : index
    %width = arith.constant 32 : i32
    %t = gpu.thread_id x
    %zero = arith.constant 0 : index
    %at = arith.addi %t, %zero : index
    %x = memref.load %a[%at] : memref<64xi32>
    %0:2 = scf.while (%i = %c1, %v = %x) : (index, i32) -> (index, i32) {
      %more = arith.cmpi ule, %i, %most : index
      scf.condition(%more) %i, %v : index, i32
    } do {
    ^bb0(%i: index, %v: i32):
      %k = arith.index_castui %i : index to i32
      %lane = arith.remui %t, %c32 : index
      %l = arith.index_castui %lane : index to i32
      %there = arith.cmpi uge, %l, %k : i32
      %got, %valid = gpu.shuffle up %v, %k, %width : i32
      %sum = arith.addi %v, %got : i32
      %w = arith.select %there, %sum, %v : i32
      %next = arith.muli %i, %c2 : index
      scf.yield %next, %w : index, i32
    }
    memref.store %0#1, %o[%at] : memref<64xi32>
    gpu.return
  }
  gpu.func @above(%a: memref<64xi32>, %o: memref<64xi32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : i32
    %c32 = arith.constant 32 : index
    %most = arith.constant 16 : index
    %width = arith.constant 32 : i32
    %t = gpu.thread_id x
    %zero = arith.constant 0 : index
    %at = arith.addi %t, %zero : index
    %x = memref.load %a[%at] : memref<64xi32>
    %0:2 = scf.while (%i = %c1, %v = %x) : (index, i32) -> (index, i32) {
      %more = arith.cmpi ule, %i, %most : index
      scf.condition(%more) %i, %v : index, i32
    } do {
    ^bb0(%i: index, %v: i32):
      %k = arith.index_castui %i : index to i32
      %lane = arith.remui %t, %c32 : index
      %l = arith.index_castui %lane : index to i32
      %got, %valid = gpu.shuffle up %v, %k, %width : i32
      %there = arith.cmpi ugt, %l, %k : i32
      %sum = arith.addi %v, %got : i32
      %w = arith.select %there, %sum, %v : i32
      %next = arith.muli %i, %c2 : index
      scf.yield %next, %w : index, i32
    }
    memref.store %0#1, %o[%at] : memref<64xi32>
    gpu.return
  }
}
