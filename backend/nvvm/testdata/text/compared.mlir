// What is left of an id by a division is compared in 32 bits where both numbers have a bound; other numbers of 64 bits are not. Where a shuffle has found
// whether there is a lane so many before, nothing is compared.
// TEXT: urem i32
// TEXT: icmp eq i32
// TEXT: udiv i32
// TEXT: icmp ult i32
// TEXT: icmp eq i64
// TEXT: icmp slt i64
// TEXT: @scan
// TEXT: shfl.sync.up.i32p
// TEXT-NOT: icmp uge
// PTX-NOT: setp.eq.s64
gpu.module @kernels {
  gpu.func @k(%a: memref<?xi32>, %n: index, %x: i64) kernel attributes {known_block_size = array<i32: 64, 1, 1>, nvvm.reqntid = array<i32: 64, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c32 = arith.constant 32 : index
    %one = arith.constant 1 : i32
    %t = gpu.thread_id x
    %lane = arith.remui %t, %c32 : index
    %warp = arith.divui %t, %c32 : index
    %lane64 = arith.index_castui %lane : index to i64
    scf.for %i = %c0 to %c4 step %c1 {
      %i64 = arith.index_castui %i : index to i64
      %same = arith.cmpi eq, %lane64, %i64 : i64
      scf.if %same {
        memref.store %one, %a[%i] : memref<?xi32>
      }
    }
    %first = arith.cmpi ult, %warp, %c1 : index
    scf.if %first {
      memref.store %one, %a[%t] : memref<?xi32>
    }
    // of a size without a bound, and of a number that came from elsewhere
    %lane_n = arith.remui %t, %n : index
    %of_n = arith.cmpi eq, %lane_n, %n : index
    %elsewhere = arith.cmpi slt, %lane64, %x : i64
    %both = arith.andi %of_n, %elsewhere : i1
    scf.if %both {
      memref.store %one, %a[%lane] : memref<?xi32>
    }
    gpu.return
  }
  gpu.func @scan(%a: memref<32xi32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>, nvvm.reqntid = array<i32: 32, 1, 1>} {
    %c32 = arith.constant 32 : index
    %k = arith.constant 4 : i32
    %width = arith.constant 32 : i32
    %t = gpu.thread_id x
    %lane = arith.remui %t, %c32 : index
    %l = arith.index_castui %lane : index to i32
    %x = memref.load %a[%t] : memref<32xi32>
    %before, %valid = gpu.shuffle up %x, %k, %width : i32
    %there = arith.cmpi uge, %l, %k : i32
    scf.if %there {
      memref.store %before, %a[%t] : memref<32xi32>
    }
    gpu.return
  }
}
