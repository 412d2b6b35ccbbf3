// Loops that a few rows of a block run at a time: sums of products from shared memory, and in pieces of rounds, from and to the least and the greatest
// numbers; one of which some rows take no part in; and one that keeps
// what all threads have alike from round to round, which no group may find as another one left it.
// LAUNCH product block=16,16 f32[256]:iota f32[256]:zeros index=5
// LAUNCH product block=16,16 f32[256]:iota f32[256]:zeros index=0
// LAUNCH product block=16,16 f32[256]:iota f32[256]:zeros index=16
// LAUNCH kept block=16,16 i32[256]:iota i32[256]:zeros
// LAUNCH long block=16,16 f32[4000]:iota f32[256]:zeros index=0 index=0
// LAUNCH long block=16,16 f32[4000]:iota f32[256]:zeros index=0 index=1
// LAUNCH long block=16,16 f32[4000]:iota f32[256]:zeros index=0 index=63
// LAUNCH long block=16,16 f32[4000]:iota f32[256]:zeros index=0 index=64
// LAUNCH long block=16,16 f32[4000]:iota f32[256]:zeros index=0 index=65
// LAUNCH long block=16,16 f32[4000]:iota f32[256]:zeros index=-7 index=200
// LAUNCH long block=16,16 f32[4000]:iota f32[256]:zeros index=5 index=3
// LAUNCH long block=16,16 f32[4000]:iota f32[256]:zeros index=9223372036854775700 index=9223372036854775807
// LAUNCH long block=16,16 f32[4000]:iota f32[256]:zeros index=-9223372036854775808 index=-9223372036854775700
// LAUNCH long block=16,16 f32[4000]:iota f32[256]:zeros index=9223372036854775807 index=-9223372036854775808
// LAUNCH deep block=16,8,2 i32[256]:iota i32[256]:zeros
gpu.module @kernels {
  gpu.func @product(%in: memref<256xf32> {llvm.readonly}, %out: memref<256xf32>, %n: index) workgroup(%s: memref<256xf32, #gpu.address_space<workgroup>>) kernel attributes {nvvm.reqntid = array<i32: 16, 16, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %zero = arith.constant 0.0 : f32
    %sum = memref.alloca() : memref<1xf32, #gpu.address_space<private>>
    %tx = gpu.thread_id x
    %ty = gpu.thread_id y
    %row = arith.muli %ty, %c16 : index
    %t = arith.addi %row, %tx : index
    %x = memref.load %in[%t] : memref<256xf32>
    memref.store %x, %s[%t] : memref<256xf32, #gpu.address_space<workgroup>>
    memref.store %zero, %sum[%c0] : memref<1xf32, #gpu.address_space<private>>
    gpu.barrier
    scf.for %k = %c0 to %c16 step %c1 {
      %i = arith.addi %row, %k : index
      %a = memref.load %s[%i] : memref<256xf32, #gpu.address_space<workgroup>>
      %r = arith.muli %k, %c16 : index
      %j = arith.addi %r, %tx : index
      %b = memref.load %s[%j] : memref<256xf32, #gpu.address_space<workgroup>>
      %p = arith.mulf %a, %b : f32
      %o = memref.load %sum[%c0] : memref<1xf32, #gpu.address_space<private>>
      %q = arith.addf %o, %p : f32
      memref.store %q, %sum[%c0] : memref<1xf32, #gpu.address_space<private>>
    }
    scf.for %k = %c0 to %c16 step %c1 {
      %in_n = arith.cmpi ult, %ty, %n : index
      scf.if %in_n {
        %r = arith.muli %k, %c16 : index
        %j = arith.addi %r, %tx : index
        %b = memref.load %s[%j] : memref<256xf32, #gpu.address_space<workgroup>>
        %o = memref.load %sum[%c0] : memref<1xf32, #gpu.address_space<private>>
        %q = arith.addf %o, %b : f32
        memref.store %q, %sum[%c0] : memref<1xf32, #gpu.address_space<private>>
      }
    }
    %all = memref.load %sum[%c0] : memref<1xf32, #gpu.address_space<private>>
    memref.store %all, %out[%t] : memref<256xf32>
    gpu.return
  }

  gpu.func @kept(%in: memref<256xi32> {llvm.readonly}, %out: memref<256xi32>) kernel attributes {nvvm.reqntid = array<i32: 16, 16, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %zero = arith.constant 0 : i32
    %last = memref.alloca() : memref<1xi32, #gpu.address_space<private>>
    %tx = gpu.thread_id x
    %ty = gpu.thread_id y
    %row = arith.muli %ty, %c16 : index
    %t = arith.addi %row, %tx : index
    memref.store %zero, %last[%c0] : memref<1xi32, #gpu.address_space<private>>
    scf.for %k = %c0 to %c16 step %c1 {
      %n = memref.load %last[%c0] : memref<1xi32, #gpu.address_space<private>>
      %now = arith.index_cast %k : index to i32
      memref.store %now, %last[%c0] : memref<1xi32, #gpu.address_space<private>>
      %r = arith.muli %k, %c16 : index
      %j = arith.addi %r, %tx : index
      %a = memref.load %in[%j] : memref<256xi32>
      %p = arith.muli %a, %n : i32
      %o = memref.load %out[%t] : memref<256xi32>
      %q = arith.addi %o, %p : i32
      memref.store %q, %out[%t] : memref<256xi32>
    }
    gpu.return
  }

  gpu.func @long(%in: memref<4000xf32> {llvm.readonly}, %out: memref<256xf32>, %m: index, %n: index) kernel attributes {nvvm.reqntid = array<i32: 16, 16, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %zero = arith.constant 0.0 : f32
    %half = arith.constant 0.75 : f32
    %sum = memref.alloca() : memref<1xf32, #gpu.address_space<private>>
    %tx = gpu.thread_id x
    %ty = gpu.thread_id y
    %row = arith.muli %ty, %c16 : index
    %t = arith.addi %row, %tx : index
    memref.store %zero, %sum[%c0] : memref<1xf32, #gpu.address_space<private>>
    scf.for %k = %m to %n step %c1 {
      %d = arith.subi %k, %m : index
      %i = arith.addi %row, %d : index
      %a = memref.load %in[%i] : memref<4000xf32>
      %r = arith.muli %d, %c16 : index
      %j = arith.addi %r, %tx : index
      %b = memref.load %in[%j] : memref<4000xf32>
      %p = arith.mulf %a, %b : f32
      %o = memref.load %sum[%c0] : memref<1xf32, #gpu.address_space<private>>
      %h = arith.mulf %o, %half : f32
      %q = arith.addf %h, %p : f32
      memref.store %q, %sum[%c0] : memref<1xf32, #gpu.address_space<private>>
    }
    %all = memref.load %sum[%c0] : memref<1xf32, #gpu.address_space<private>>
    memref.store %all, %out[%t] : memref<256xf32>
    gpu.return
  }

  gpu.func @deep(%in: memref<256xi32> {llvm.readonly}, %out: memref<256xi32>) kernel attributes {nvvm.reqntid = array<i32: 16, 8, 2>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %c16 = arith.constant 16 : index
    %tx = gpu.thread_id x
    %ty = gpu.thread_id y
    %tz = gpu.thread_id z
    %plane = arith.muli %tz, %c8 : index
    %rows = arith.addi %plane, %ty : index
    %row = arith.muli %rows, %c16 : index
    %t = arith.addi %row, %tx : index
    scf.for %k = %c0 to %c16 step %c1 {
      %r = arith.muli %k, %c16 : index
      %j = arith.addi %r, %tx : index
      %a = memref.load %in[%j] : memref<256xi32>
      %o = memref.load %out[%t] : memref<256xi32>
      %q = arith.addi %o, %a : i32
      memref.store %q, %out[%t] : memref<256xi32>
    }
    gpu.return
  }
}
