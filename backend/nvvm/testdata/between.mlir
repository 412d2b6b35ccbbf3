// Threads between two constants, which is compared at once: where the upper bound alone counts elsewhere, or another number is at least the lower one, it is not.
// LAUNCH between block=64 i32[64]:random i32[64]:zeros
// LAUNCH nested block=64 i32[64]:random i32[64]:zeros
// LAUNCH alone block=64 i32[64]:random i32[64]:zeros
// LAUNCH another block=8,8 i32[64]:random i32[64]:zeros
// LAUNCH either block=64 i32[64]:random i32[64]:zeros
// LAUNCH none block=64 i32[64]:random i32[64]:zeros
gpu.module @kernels {
  gpu.func @between(%a: memref<64xi32>, %o: memref<64xi32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c5 = arith.constant 5 : index
    %c20 = arith.constant 20 : index
    %c63 = arith.constant 63 : index
    %t = gpu.thread_id x
    %at = arith.addi %t, %c0 : index
    %x = arith.cmpi uge, %t, %c1 : index
    %y = arith.cmpi ult, %t, %c63 : index
    %z = arith.andi %x, %y : i1
    scf.if %z {
      %v = memref.load %a[%at] : memref<64xi32>
      memref.store %v, %o[%at] : memref<64xi32>
    }
    gpu.return
  }
  gpu.func @nested(%a: memref<64xi32>, %o: memref<64xi32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c5 = arith.constant 5 : index
    %c20 = arith.constant 20 : index
    %c63 = arith.constant 63 : index
    %t = gpu.thread_id x
    %at = arith.addi %t, %c0 : index
    %v0 = memref.load %a[%at] : memref<64xi32>
    %k = arith.index_castui %v0 : i32 to index
    %x = arith.cmpi uge, %t, %c5 : index
    %y = arith.cmpi ult, %t, %c20 : index
    %m = arith.cmpi ne, %k, %c5 : index
    %z = arith.andi %y, %m : i1
    %w = arith.andi %x, %z : i1
    scf.if %w {
      %v = memref.load %a[%at] : memref<64xi32>
      memref.store %v, %o[%at] : memref<64xi32>
    }
    gpu.return
  }
  gpu.func @alone(%a: memref<64xi32>, %o: memref<64xi32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c5 = arith.constant 5 : index
    %c20 = arith.constant 20 : index
    %c63 = arith.constant 63 : index
    %t = gpu.thread_id x
    %at = arith.addi %t, %c0 : index
    %x = arith.cmpi uge, %t, %c5 : index
    %y = arith.cmpi ult, %t, %c20 : index
    %z = arith.andi %x, %y : i1
    %n = arith.extui %y : i1 to i32
    memref.store %n, %o[%at] : memref<64xi32>
    scf.if %z {
      %v = memref.load %a[%at] : memref<64xi32>
      memref.store %v, %o[%at] : memref<64xi32>
    }
    gpu.return
  }
  gpu.func @another(%a: memref<64xi32>, %o: memref<64xi32>) kernel attributes {known_block_size = array<i32: 8, 8, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c5 = arith.constant 5 : index
    %c20 = arith.constant 20 : index
    %c63 = arith.constant 63 : index
    %t = gpu.thread_id x
    %u = gpu.thread_id y
    %c8 = arith.constant 8 : index
    %r = arith.muli %u, %c8 : index
    %at = arith.addi %r, %t : index
    %x = arith.cmpi uge, %u, %c1 : index
    %y = arith.cmpi ult, %t, %c5 : index
    %z = arith.andi %x, %y : i1
    scf.if %z {
      %v = memref.load %a[%at] : memref<64xi32>
      memref.store %v, %o[%at] : memref<64xi32>
    }
    gpu.return
  }
  gpu.func @either(%a: memref<64xi32>, %o: memref<64xi32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c5 = arith.constant 5 : index
    %c20 = arith.constant 20 : index
    %c63 = arith.constant 63 : index
    %t = gpu.thread_id x
    %at = arith.addi %t, %c0 : index
    %x = arith.cmpi uge, %t, %c20 : index
    %y = arith.cmpi ult, %t, %c5 : index
    %z = arith.ori %x, %y : i1
    scf.if %z {
      %v = memref.load %a[%at] : memref<64xi32>
      memref.store %v, %o[%at] : memref<64xi32>
    }
    gpu.return
  }
  gpu.func @none(%a: memref<64xi32>, %o: memref<64xi32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c5 = arith.constant 5 : index
    %c20 = arith.constant 20 : index
    %c63 = arith.constant 63 : index
    %t = gpu.thread_id x
    %at = arith.addi %t, %c0 : index
    %x = arith.cmpi uge, %t, %c20 : index
    %y = arith.cmpi ult, %t, %c5 : index
    %z = arith.andi %x, %y : i1
    scf.if %z {
      %v = memref.load %a[%at] : memref<64xi32>
      memref.store %v, %o[%at] : memref<64xi32>
    }
    gpu.return
  }
}
