// A sum over each warp by shuffles, of f32 and of 64-bit values; the other modes; a ballot.
// LAUNCH warps block=64 f32[64]:random i64[64]:random f32[64]:zeros i64[64]:zeros f64[64]:zeros i32[64]:zeros
// COMPARE warps
gpu.module @kernels {
  gpu.func @warps(%f: memref<64xf32>, %i: memref<64xi64>, %fo: memref<64xf32>, %io: memref<64xi64>,
                  %go: memref<64xf64>, %votes: memref<64xi32>) kernel attributes {nvvm.reqntid = array<i32: 64, 1, 1>} {
    %t = gpu.thread_id x
    %w = arith.constant 32 : i32
    %c1 = arith.constant 1 : i32
    %c0 = arith.constant 0 : index
    %i1 = arith.constant 1 : index
    %i5 = arith.constant 5 : index
    %x = memref.load %f[%t] : memref<64xf32>
    %y = memref.load %i[%t] : memref<64xi64>
    %sum:2 = scf.for %k = %c0 to %i5 step %i1 iter_args(%a = %x, %b = %y) -> (f32, i64) {
      %ki = arith.index_cast %k : index to i32
      %off = arith.shli %c1, %ki : i32
      %p, %ok = gpu.shuffle xor %a, %off, %w : f32
      %q, %ok2 = gpu.shuffle xor %b, %off, %w : i64
      %a1 = arith.addf %a, %p : f32
      %b1 = arith.addi %b, %q : i64
      scf.yield %a1, %b1 : f32, i64
    }
    memref.store %sum#0, %fo[%t] : memref<64xf32>
    %lane = gpu.lane_id
    %li = arith.index_cast %lane : index to i32
    %five = arith.constant 5 : i32
    %up, %has = gpu.shuffle up %y, %five, %w : i64
    %r1 = arith.select %has, %up, %y : i64
    %down, %has2 = gpu.shuffle down %r1, %five, %w : i64
    %r2 = arith.select %has2, %down, %r1 : i64
    %seven = arith.constant 7 : i32
    %src = arith.muli %li, %seven : i32
    %idx, %has3 = gpu.shuffle idx %r2, %src, %w : i64
    %r3 = arith.select %has3, %idx, %r2 : i64
    %r4 = arith.addi %r3, %sum#1 : i64
    memref.store %r4, %io[%t] : memref<64xi64>
    %d = arith.sitofp %y : i64 to f64
    %three = arith.constant 3 : i32
    %ds, %has4 = gpu.shuffle xor %d, %three, %w : f64
    memref.store %ds, %go[%t] : memref<64xf64>
    %all = arith.constant -1 : i32
    %zero = arith.constant 0 : i64
    %neg = arith.cmpi slt, %y, %zero : i64
    %v = nvvm.vote.ballot.sync %all, %neg : i32
    nvvm.bar.warp.sync %all : i32
    memref.store %v, %votes[%t] : memref<64xi32>
    gpu.return
  }
}
// -----
// A barrier of the warp orders accesses of its lanes.
// LAUNCH neighbours block=64 i32[64]:zeros
// COMPARE neighbours
gpu.module @kernels {
  gpu.func @neighbours(%o: memref<64xi32>) workgroup(%s: memref<64xi32, #gpu.address_space<workgroup>>) kernel {
    %t = gpu.thread_id x
    %all = arith.constant -1 : i32
    %c1 = arith.constant 1 : index
    %ti = arith.index_cast %t : index to i32
    memref.store %ti, %s[%t] : memref<64xi32, #gpu.address_space<workgroup>>
    nvvm.bar.warp.sync %all : i32
    %n = arith.xori %t, %c1 : index
    %v = memref.load %s[%n] : memref<64xi32, #gpu.address_space<workgroup>>
    memref.store %v, %o[%t] : memref<64xi32>
    gpu.return
  }
}
