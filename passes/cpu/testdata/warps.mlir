// Warps in a block whose last warp is not full; votes and shuffles under a condition on the warp; what they
// give is used behind a barrier.
// LAUNCH votes block=80 i32[80]:random i32[80]:zeros
// LAUNCH votes block=64 i32[80]:random i32[80]:zeros
gpu.module @kernels {
  gpu.func @votes(%in: memref<80xi32>, %out: memref<80xi32>) workgroup(%s: memref<80xi32, #gpu.address_space<workgroup>>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c32 = arith.constant 32 : index
    %zero = arith.constant 0 : i32
    %w = arith.constant 32 : i32
    %three = arith.constant 3 : i32
    %all = arith.constant -1 : i32
    %t = gpu.thread_id x
    %warp = arith.divui %t, %c32 : index
    %x = memref.load %in[%t] : memref<80xi32>
    %neg = arith.cmpi slt, %x, %zero : i32
    %v = nvvm.vote.ballot.sync %all, %neg : i32
    %later = arith.cmpi uge, %warp, %c1 : index
    %y = scf.if %later -> (i32) {
      %sh, %ok = gpu.shuffle down %x, %three, %w : i32
      %k = arith.select %ok, %sh, %x : i32
      %big = arith.cmpi sgt, %k, %x : i32
      %u = nvvm.vote.ballot.sync %all, %big : i32
      %ku = arith.addi %k, %u : i32
      scf.yield %ku : i32
    } else {
      scf.yield %v : i32
    }
    memref.store %y, %s[%t] : memref<80xi32, #gpu.address_space<workgroup>>
    gpu.barrier
    %o = scf.if %later -> (index) {
      %o1 = arith.subi %t, %c32 : index
      scf.yield %o1 : index
    } else {
      %o2 = arith.addi %t, %c32 : index
      scf.yield %o2 : index
    }
    %other = arith.remui %o, %c32 : index
    %z = memref.load %s[%other] : memref<80xi32, #gpu.address_space<workgroup>>
    %z2 = arith.xori %z, %v : i32
    %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%a = %z2) -> (i32) {
      %n = arith.index_cast %i : index to i32
      %up, %has = gpu.shuffle up %a, %n, %w : i32
      %b = arith.select %has, %up, %a : i32
      nvvm.bar.warp.sync %all : i32
      %c = arith.addi %a, %b : i32
      scf.yield %c : i32
    }
    memref.store %r, %out[%t] : memref<80xi32>
    gpu.return
  }
}
// -----
// Warps in blocks of two and three dimensions: rows of 8, and rows of 64.
// LAUNCH sums block=8,4,2 i32[128]:random i32[128]:zeros
// LAUNCH sums block=64,2 i32[128]:random i32[128]:zeros
gpu.module @kernels {
  gpu.func @sums(%in: memref<128xi32>, %out: memref<128xi32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c5 = arith.constant 5 : index
    %w = arith.constant 32 : i32
    %one = arith.constant 1 : i32
    %tx = gpu.thread_id x
    %ty = gpu.thread_id y
    %tz = gpu.thread_id z
    %dx = gpu.block_dim x
    %dy = gpu.block_dim y
    %zy = arith.muli %tz, %dy : index
    %yy = arith.addi %zy, %ty : index
    %yx = arith.muli %yy, %dx : index
    %t = arith.addi %yx, %tx : index
    %x = memref.load %in[%t] : memref<128xi32>
    %r = scf.for %i = %c0 to %c5 step %c1 iter_args(%a = %x) -> (i32) {
      %n = arith.index_cast %i : index to i32
      %by = arith.shli %one, %n : i32
      %b, %ok = gpu.shuffle xor %a, %by, %w : i32
      %c = arith.addi %a, %b : i32
      scf.yield %c : i32
    }
    %lane = gpu.lane_id
    %li = arith.index_cast %lane : index to i32
    %r2 = arith.addi %r, %li : i32
    memref.store %r2, %out[%t] : memref<128xi32>
    gpu.return
  }
}
// -----
// Atomic operations on shared memory and private memory.
// LAUNCH counts grid=3 block=48 i32[48]:random i32[8]:zeros i32[144]:zeros
// SCHEDULE
gpu.module @kernels {
  gpu.func @counts(%in: memref<48xi32>, %out: memref<8xi32>, %cas: memref<144xi32>) workgroup(%s: memref<8xi32, #gpu.address_space<workgroup>>) kernel attributes {nvvm.reqntid = array<i32: 48, 1, 1>} {
    %c7 = arith.constant 7 : index
    %c8 = arith.constant 8 : index
    %c48 = arith.constant 48 : index
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %t = gpu.thread_id x
    %b = gpu.block_id x
    %small = arith.cmpi ult, %t, %c8 : index
    scf.if %small {
      memref.store %zero, %s[%t] : memref<8xi32, #gpu.address_space<workgroup>>
    }
    gpu.barrier
    %x = memref.load %in[%t] : memref<48xi32>
    %xi = arith.index_cast %x : i32 to index
    %i = arith.andi %xi, %c7 : index
    %old = memref.atomic_rmw addi %one, %s[%i] : (i32, memref<8xi32, #gpu.address_space<workgroup>>) -> i32
    gpu.barrier
    %p = memref.alloca() : memref<1xi32, #gpu.address_space<private>>
    %c0 = arith.constant 0 : index
    memref.store %x, %p[%c0] : memref<1xi32, #gpu.address_space<private>>
    %q = memref.generic_atomic_rmw %p[%c0] : memref<1xi32, #gpu.address_space<private>> {
    ^bb0(%o: i32):
      %eq = arith.cmpi eq, %o, %x : i32
      %n = arith.select %eq, %one, %o : i32
      memref.atomic_yield %n : i32
    }
    %first = arith.muli %b, %c48 : index
    %g = arith.addi %first, %t : index
    %after = memref.load %p[%c0] : memref<1xi32, #gpu.address_space<private>>
    %both = arith.addi %q, %after : i32
    memref.store %both, %cas[%g] : memref<144xi32>
    scf.if %small {
      %n = memref.load %s[%t] : memref<8xi32, #gpu.address_space<workgroup>>
      %m = memref.atomic_rmw addi %n, %out[%t] : (i32, memref<8xi32>) -> i32
    }
    gpu.return
  }
}
