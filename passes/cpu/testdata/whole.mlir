// Conditions on numbers that grow with the threads' ids, which are asked once for a block: all comparisons, both ways around, signed and not, of
// numbers that wrap around within a block or between blocks, of some that get less, and of bounds at which all threads, some or none are inside.
// LAUNCH whole grid=4 block=8,2 i32[64]:zeros index=0 index=0
// LAUNCH whole grid=4 block=8,2 i32[64]:zeros index=-40 index=-30
// LAUNCH whole grid=4 block=8,2 i32[64]:zeros index=1 index=1
// LAUNCH whole grid=4 block=8,2 i32[64]:zeros index=7 index=-1
// LAUNCH whole grid=4 block=8,2 i32[64]:zeros index=16 index=5
// LAUNCH whole grid=4 block=8,2 i32[64]:zeros index=17 index=16
// LAUNCH whole grid=4 block=8,2 i32[64]:zeros index=31 index=-20
// LAUNCH whole grid=4 block=8,2 i32[64]:zeros index=40 index=-40
// LAUNCH whole grid=4 block=8,2 i32[64]:zeros index=62 index=-3
// LAUNCH whole grid=4 block=8,2 i32[64]:zeros index=63 index=100
// LAUNCH whole grid=4 block=8,2 i32[64]:zeros index=64 index=64
// LAUNCH whole grid=4 block=8,2 i32[64]:zeros index=200 index=3
// LAUNCH whole grid=4 block=8,2 i32[64]:zeros index=-1 index=-9223372036854775808
// LAUNCH whole grid=4 block=8,2 i32[64]:zeros index=-2 index=9223372036854775800
// LAUNCH whole grid=4 block=8,2 i32[64]:zeros index=-16 index=-64
// LAUNCH whole grid=4 block=8,2 i32[64]:zeros index=9223372036854775807 index=1
gpu.module @kernels {
  gpu.func @whole(%out: memref<64xi32>, %n: index, %m: index) kernel attributes {nvvm.reqntid = array<i32: 8, 2, 1>} {
    %zero = arith.constant 0 : i32
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c8 = arith.constant 8 : index
    %c16 = arith.constant 16 : index
    %c20 = arith.constant 20 : index
    %c63 = arith.constant 63 : index
    %tx = gpu.thread_id x
    %ty = gpu.thread_id y
    %b = gpu.block_id x
    %rows = arith.muli %ty, %c8 : index
    %row = arith.addi %rows, %tx : index
    %before = arith.muli %b, %c16 : index
    %at = arith.addi %before, %row : index
    %less = arith.subi %at, %c20 : index
    %down = arith.subi %c63, %at : index
    %times = arith.muli %at, %c3 : index
    %triple = arith.addi %times, %c1 : index
    %cross = arith.subi %rows, %tx : index
    %far = arith.addi %m, %at : index
    %minus = arith.constant -1 : index
    %negative = arith.muli %at, %minus : index
    %c_0 = arith.cmpi ult, %at, %n : index
    %bit0 = arith.constant 1 : i32
    %o0 = memref.load %out[%at] : memref<64xi32>
    scf.if %c_0 {
      %s0 = arith.addi %o0, %bit0 : i32
      memref.store %s0, %out[%at] : memref<64xi32>
    }
    gpu.barrier
    %c_1 = arith.cmpi ugt, %n, %at : index
    %bit1 = arith.constant 2 : i32
    %o1 = memref.load %out[%at] : memref<64xi32>
    scf.if %c_1 {
      %s1 = arith.addi %o1, %bit1 : i32
      memref.store %s1, %out[%at] : memref<64xi32>
    }
    gpu.barrier
    %c_2 = arith.cmpi ult, %less, %n : index
    %bit2 = arith.constant 4 : i32
    %o2 = memref.load %out[%at] : memref<64xi32>
    scf.if %c_2 {
      %s2 = arith.addi %o2, %bit2 : i32
      memref.store %s2, %out[%at] : memref<64xi32>
    }
    gpu.barrier
    %c_3 = arith.cmpi ult, %down, %n : index
    %bit3 = arith.constant 8 : i32
    %o3 = memref.load %out[%at] : memref<64xi32>
    scf.if %c_3 {
      %s3 = arith.addi %o3, %bit3 : i32
      memref.store %s3, %out[%at] : memref<64xi32>
    }
    gpu.barrier
    %c_4 = arith.cmpi ule, %triple, %n : index
    %bit4 = arith.constant 16 : i32
    %o4 = memref.load %out[%at] : memref<64xi32>
    scf.if %c_4 {
      %s4 = arith.addi %o4, %bit4 : i32
      memref.store %s4, %out[%at] : memref<64xi32>
    }
    gpu.barrier
    %c_5 = arith.cmpi slt, %less, %m : index
    %bit5 = arith.constant 32 : i32
    %o5 = memref.load %out[%at] : memref<64xi32>
    scf.if %c_5 {
      %s5 = arith.addi %o5, %bit5 : i32
      memref.store %s5, %out[%at] : memref<64xi32>
    }
    gpu.barrier
    %c_6 = arith.cmpi sle, %down, %m : index
    %bit6 = arith.constant 64 : i32
    %o6 = memref.load %out[%at] : memref<64xi32>
    scf.if %c_6 {
      %s6 = arith.addi %o6, %bit6 : i32
      memref.store %s6, %out[%at] : memref<64xi32>
    }
    gpu.barrier
    %c_7 = arith.cmpi sge, %less, %m : index
    %bit7 = arith.constant 128 : i32
    %o7 = memref.load %out[%at] : memref<64xi32>
    scf.if %c_7 {
      %s7 = arith.addi %o7, %bit7 : i32
      memref.store %s7, %out[%at] : memref<64xi32>
    }
    gpu.barrier
    %c_8 = arith.cmpi sgt, %triple, %m : index
    %bit8 = arith.constant 256 : i32
    %o8 = memref.load %out[%at] : memref<64xi32>
    scf.if %c_8 {
      %s8 = arith.addi %o8, %bit8 : i32
      memref.store %s8, %out[%at] : memref<64xi32>
    }
    gpu.barrier
    %c_9 = arith.cmpi uge, %at, %n : index
    %bit9 = arith.constant 512 : i32
    %o9 = memref.load %out[%at] : memref<64xi32>
    scf.if %c_9 {
      %s9 = arith.addi %o9, %bit9 : i32
      memref.store %s9, %out[%at] : memref<64xi32>
    }
    gpu.barrier
    %c_10 = arith.cmpi ugt, %less, %n : index
    %bit10 = arith.constant 1024 : i32
    %o10 = memref.load %out[%at] : memref<64xi32>
    scf.if %c_10 {
      %s10 = arith.addi %o10, %bit10 : i32
      memref.store %s10, %out[%at] : memref<64xi32>
    }
    gpu.barrier
    %c_11 = arith.cmpi ne, %at, %n : index
    %bit11 = arith.constant 2048 : i32
    %o11 = memref.load %out[%at] : memref<64xi32>
    scf.if %c_11 {
      %s11 = arith.addi %o11, %bit11 : i32
      memref.store %s11, %out[%at] : memref<64xi32>
    }
    gpu.barrier
    %c_12 = arith.cmpi eq, %at, %n : index
    %bit12 = arith.constant 4096 : i32
    %o12 = memref.load %out[%at] : memref<64xi32>
    scf.if %c_12 {
      %s12 = arith.addi %o12, %bit12 : i32
      memref.store %s12, %out[%at] : memref<64xi32>
    }
    gpu.barrier
    %c_13 = arith.cmpi slt, %m, %less : index
    %bit13 = arith.constant 8192 : i32
    %o13 = memref.load %out[%at] : memref<64xi32>
    scf.if %c_13 {
      %s13 = arith.addi %o13, %bit13 : i32
      memref.store %s13, %out[%at] : memref<64xi32>
    }
    gpu.barrier
    %c_14 = arith.cmpi ule, %at, %n : index
    %bit14 = arith.constant 16384 : i32
    %o14 = memref.load %out[%at] : memref<64xi32>
    scf.if %c_14 {
      %s14 = arith.addi %o14, %bit14 : i32
      memref.store %s14, %out[%at] : memref<64xi32>
    }
    gpu.barrier
    %c_15 = arith.cmpi sge, %cross, %m : index
    %bit15 = arith.constant 32768 : i32
    %o15 = memref.load %out[%at] : memref<64xi32>
    scf.if %c_15 {
      %s15 = arith.addi %o15, %bit15 : i32
      memref.store %s15, %out[%at] : memref<64xi32>
    }
    gpu.barrier
    %c_16 = arith.cmpi ult, %far, %n : index
    %bit16 = arith.constant 65536 : i32
    %o16 = memref.load %out[%at] : memref<64xi32>
    scf.if %c_16 {
      %s16 = arith.addi %o16, %bit16 : i32
      memref.store %s16, %out[%at] : memref<64xi32>
    }
    gpu.barrier
    %c_17 = arith.cmpi slt, %far, %m : index
    %bit17 = arith.constant 131072 : i32
    %o17 = memref.load %out[%at] : memref<64xi32>
    scf.if %c_17 {
      %s17 = arith.addi %o17, %bit17 : i32
      memref.store %s17, %out[%at] : memref<64xi32>
    }
    gpu.barrier
    %c_18 = arith.cmpi sgt, %far, %n : index
    %bit18 = arith.constant 262144 : i32
    %o18 = memref.load %out[%at] : memref<64xi32>
    scf.if %c_18 {
      %s18 = arith.addi %o18, %bit18 : i32
      memref.store %s18, %out[%at] : memref<64xi32>
    }
    gpu.barrier
    %c_19 = arith.cmpi ugt, %far, %m : index
    %bit19 = arith.constant 524288 : i32
    %o19 = memref.load %out[%at] : memref<64xi32>
    scf.if %c_19 {
      %s19 = arith.addi %o19, %bit19 : i32
      memref.store %s19, %out[%at] : memref<64xi32>
    }
    gpu.barrier
    %both = arith.andi %c_0, %c_7 : i1
    %bit20 = arith.constant 1048576 : i32
    %o20 = memref.load %out[%at] : memref<64xi32>
    %v20 = arith.select %both, %bit20, %zero : i32
    %s20 = arith.addi %o20, %v20 : i32
    memref.store %s20, %out[%at] : memref<64xi32>
    gpu.barrier
    %half = arith.andi %c_0, %c_12 : i1
    %bit21 = arith.constant 2097152 : i32
    %o21 = memref.load %out[%at] : memref<64xi32>
    scf.if %half {
      %s21 = arith.addi %o21, %bit21 : i32
      memref.store %s21, %out[%at] : memref<64xi32>
    }
    gpu.barrier
    %c_22 = arith.cmpi sle, %negative, %m : index
    %bit22 = arith.constant 4194304 : i32
    %o22 = memref.load %out[%at] : memref<64xi32>
    scf.if %c_22 {
      %s22 = arith.addi %o22, %bit22 : i32
      memref.store %s22, %out[%at] : memref<64xi32>
    }
    gpu.barrier
    %c_23 = arith.cmpi ule, %negative, %n : index
    %bit23 = arith.constant 8388608 : i32
    %o23 = memref.load %out[%at] : memref<64xi32>
    scf.if %c_23 {
      %s23 = arith.addi %o23, %bit23 : i32
      memref.store %s23, %out[%at] : memref<64xi32>
    }
    gpu.return
  }
}
