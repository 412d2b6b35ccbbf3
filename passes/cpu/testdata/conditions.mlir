// Conditions on thread ids that become bounds of loops: all comparisons, with bounds beyond the block, in two
// dimensions, and one whose body needs a value from the code before it.
// LAUNCH parts block=8,4 i32[32]:iota i32[32]:zeros index=3 index=0
// LAUNCH parts block=8,4 i32[32]:iota i32[32]:zeros index=0 index=9
// LAUNCH parts block=8,4 i32[32]:iota i32[32]:zeros index=40 index=-1
// LAUNCH parts block=8,4 i32[32]:iota i32[32]:zeros index=-1 index=2
gpu.module @kernels {
  gpu.func @parts(%in: memref<32xi32>, %out: memref<32xi32>, %n: index, %m: index) workgroup(%s: memref<32xi32, #gpu.address_space<workgroup>>) kernel attributes {nvvm.reqntid = array<i32: 8, 4, 1>} {
    %c8 = arith.constant 8 : index
    %c2 = arith.constant 2 : index
    %k1 = arith.constant 1 : i32
    %k2 = arith.constant 10 : i32
    %k3 = arith.constant 100 : i32
    %k4 = arith.constant 1000 : i32
    %k5 = arith.constant 10000 : i32
    %k6 = arith.constant 100000 : i32
    %tx = gpu.thread_id x
    %ty = gpu.thread_id y
    %row = arith.muli %ty, %c8 : index
    %t = arith.addi %row, %tx : index
    %x = memref.load %in[%t] : memref<32xi32>
    memref.store %x, %s[%t] : memref<32xi32, #gpu.address_space<workgroup>>
    %lt = arith.cmpi ult, %tx, %n : index
    scf.if %lt {
      %v = memref.load %s[%t] : memref<32xi32, #gpu.address_space<workgroup>>
      %w = arith.addi %v, %k1 : i32
      memref.store %w, %s[%t] : memref<32xi32, #gpu.address_space<workgroup>>
    }
    %le = arith.cmpi ule, %tx, %n : index
    scf.if %le {
      %v = memref.load %s[%t] : memref<32xi32, #gpu.address_space<workgroup>>
      %w = arith.addi %v, %k2 : i32
      memref.store %w, %s[%t] : memref<32xi32, #gpu.address_space<workgroup>>
    }
    %ge = arith.cmpi uge, %ty, %m : index
    scf.if %ge {
      %v = memref.load %s[%t] : memref<32xi32, #gpu.address_space<workgroup>>
      %w = arith.addi %v, %k3 : i32
      memref.store %w, %s[%t] : memref<32xi32, #gpu.address_space<workgroup>>
    }
    %gt = arith.cmpi ugt, %tx, %m : index
    scf.if %gt {
      %v = memref.load %s[%t] : memref<32xi32, #gpu.address_space<workgroup>>
      %w = arith.addi %v, %k4 : i32
      memref.store %w, %s[%t] : memref<32xi32, #gpu.address_space<workgroup>>
    }
    %eq = arith.cmpi eq, %ty, %m : index
    scf.if %eq {
      %v = memref.load %s[%t] : memref<32xi32, #gpu.address_space<workgroup>>
      %w = arith.addi %v, %k5 : i32
      memref.store %w, %s[%t] : memref<32xi32, #gpu.address_space<workgroup>>
    }
    %two = arith.cmpi ult, %tx, %c2 : index
    scf.if %two {
      %v = memref.load %s[%t] : memref<32xi32, #gpu.address_space<workgroup>>
      %w = arith.addi %v, %x : i32
      memref.store %w, %s[%t] : memref<32xi32, #gpu.address_space<workgroup>>
    } else {
      %v = memref.load %s[%t] : memref<32xi32, #gpu.address_space<workgroup>>
      %w = arith.addi %v, %k6 : i32
      memref.store %w, %s[%t] : memref<32xi32, #gpu.address_space<workgroup>>
    }
    gpu.barrier
    %c31 = arith.constant 31 : index
    %r = arith.subi %c31, %t : index
    %y = memref.load %s[%r] : memref<32xi32, #gpu.address_space<workgroup>>
    memref.store %y, %out[%t] : memref<32xi32>
    gpu.return
  }
}
